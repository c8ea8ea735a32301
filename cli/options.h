/* Command-line flags: one table for all commands, so that a flag means the same everywhere. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "base/vec.h"
#include "cli/pprof.h"
#include "explore/executor/execution.h"
#include "vm/sandbox.h"

/* Commands a flag belongs to. */
enum {
    FOR_RUN = 1,
    FOR_REPL = 2,
    FOR_DUMP = 4,
    FOR_REPLAY = 8,
    FOR_FUZZ = 16,
    FOR_CHECK = 32,
    FOR_TEST = 64,
    FOR_PREDICT = 128,
    FOR_VET = 256,
    FOR_DEBUG = 512,
    FOR_SHOW = 1024,
    FOR_BUILD = 2048,
    FOR_FMT = 4096,
    FOR_LIST = 8192,
    FOR_ENV = 16384,
    FOR_DOC = 32768,
    FOR_STATUS = 65536,
    FOR_MERGE = 131072,
    FOR_INSTALL = 262144
};
/* Those that take a list of names, among which flags may stand. */
enum {
    TAKE_LIST =
        FOR_TEST | FOR_BUILD | FOR_INSTALL | FOR_FMT | FOR_LIST | FOR_ENV | FOR_DOC | FOR_MERGE
};

/* The language is Go 1.26. */
enum { NEWEST_GO = 26 };

/* --late was not given. */
#define LATE_UNSET UINT64_MAX
/* gol test's --fuzz was not given. */
#define FUZZ_UNSET UINT64_MAX
/* It was a time: as many schedules as that allows. */
#define FUZZ_TIMED (FUZZ_UNSET - 1)

/* Which schedule a run takes. */
typedef struct ChooseOptions {
    u64 seed;
    bool has_seed;
    const char *schedule; /* --schedule: short form or file */
    const char *save_schedule;
    const char *strategy;
} ChooseOptions;

typedef struct LimitOptions {
    u64 steps, memory; /* 0 = none */
} LimitOptions;

/* What one test may take: up to a minute of computing. A loop that does not end is reported then.
 */
#define TEST_STEPS 10000000000ull

/* How fuzz and check, also those of gol test, search. */
typedef struct SearchOptions {
    u64 time_ms;        /* --time */
    u64 late_ms;        /* --late, or LATE_UNSET */
    u64 schedules;      /* --schedules; 0 = until the time is up */
    u64 fuzz_schedules; /* gol test --fuzz; FUZZ_UNSET: a few, within the time of the test;
                           FUZZ_TIMED: up to time_ms */
    bool check;         /* gol test --check */
    const char *kept;   /* gol test --corpus: DIR; "": testdata/gol of the package */
    bool compact;       /* --compact of check */
    bool first, outcomes;
    u64 depth, jobs; /* --depth, -j; 0 = default */
    const char *corpus;
    const char *checkpoint; /* --checkpoint: FILE */
    bool resume;
    const char *shard, *shared; /* --shard: I/N; --shared: DIR */
    const char *engine;         /* --engine of check */
    const char *graph;          /* --graph of check */
    const char *preemptions;    /* --preemptions; NULL = no bound */
} SearchOptions;

typedef struct TestOptions {
    const char *pattern; /* -run: which tests */
    const char *skip;    /* -skip: which of them not */
    const char *fuzz;    /* -fuzz: the target for which inputs are made up */
    const char *current; /* the test that runs now, for replay commands */
    char **given;        /* os.Args of all tests, of an executable that the program has made of
                            itself (cli/self.h); NULL: those that package testing needs */
    int given_count;
    u64 count;
    const char *bench, *benchtime, *fuzztime, *list, *shuffle;
    const char *cpu;           /* -cpu: a list; while a test runs, the number that it runs with */
    u64 timeout_ms;            /* --timeout, virtual; 0 = none */
    VEC(const char *) foreign; /* flags that gol does not know, as written: the tests may */
    VEC(char *) passed;        /* if there are any: all arguments of the tests, those among them */
    VEC(const char *) files;   /* several files that are named and are one package */
    bool verbose, short_tests, benchmem, failfast;
    bool compile;    /* -c: make the executable only */
    const char *vet; /* -vet: checks before the tests; NULL: those of go test */
} TestOptions;

/* What is shown and written. */
typedef struct OutputOptions {
    const char *trace, *suppress, *sarif;
    const char *profile;            /* --profile: FILE; "" = stderr; NULL = none */
    const char *pprof[PPROF_KINDS]; /* of gol test: FILE, for go tool pprof, or NULL */
    const char *cover;              /* --cover: FILE; "" = stderr; NULL = no coverage */
    const char *cover_profile;      /* --coverprofile: FILE */
    const char *cover_mode;     /* -covermode: set, count (the default) or atomic, which is count */
    const char *cover_packages; /* -coverpkg: patterns, separated by commas; NULL: all loaded */
    const char *junit;          /* --junit: FILE */
    const char *state_at;       /* FILE:LINE */
    const char *html;           /* --html: FILE; where gol show writes, or NULL */
    bool plain;                 /* --plain of debug */
    const char *format;         /* gol show: of the picture (show/picture.h); NULL: html */
    const char *beside;         /* gol show: another schedule for a second diagram, or NULL */
    bool witness;               /* gol show: the witness of a predicted race beside the trace */
    bool picture_only;          /* gol show: the run itself prints nothing */
    const char *explain_steps;  /* --from: steps, "40" or "40-60" */
    const char *explain_lines;  /* --lines: "10-20" or "bank.gol:10-20" */
    ExplainFilter filter;       /* of --explain */
    bool stats;                 /* --stats */
    bool state, explain, json, quiet, dump;
    bool color_out, color_err; /* --color resolved for stdout and stderr */
} OutputOptions;

typedef struct PredictOptions {
    const char *analysis;  /* --analysis; NULL = all */
    const char *export_as; /* --export */
    const char *program;   /* --program: FILE or DIR */
    const char *reorder;   /* --reorder: numbers of events */
    u64 window;            /* --window: events that are analysed at once; 0: a number of its own */
    bool on;               /* --predict of run */
    const char *table;     /* --table */
} PredictOptions;

typedef struct VetOptions {
    const char *digests;  /* --digests; NULL = all */
    const char *explain;  /* --explain: FILE:LINE */
    const char *checks;   /* --checks; NULL = all */
    Buf named;            /* the same by flags of go vet: "printf,-assign" */
    const char *printers; /* --printf.funcs: names separated by commas; or NULL */
    bool confirm, ablation;
} VetOptions;

/* Of the commands fmt, list and doc. */
typedef struct ToolOptions {
    bool list, diff, simplify;                                /* fmt: -l, -d, -s */
    const char *rewrite;                                      /* fmt: -r */
    const char *format;                                       /* list: -f */
    const char *json;                                         /* list: -json; "": all fields */
    bool modules, deps, tests, errors, shallow;               /* list: -m -deps -test -e -find */
    bool dry;                                                 /* fmt: -n */
    bool set, unset;                                          /* env: -w -u */
    bool all, unexported, source, exact_case, brief, command; /* doc: -all -u -src -c -short -cmd */
} ToolOptions;

typedef struct SandboxOptions {
    bool on;           /* --sandbox */
    const char *allow; /* --allow: grants, separated by commas; or NULL */
    bool host;         /* --host */
    Sandbox rules;
} SandboxOptions;

typedef struct Options {
    const char *command; /* "run" */
    const char *path;    /* FILE or DIR; NULL if none was given */
    int argc;            /* arguments of the program, after path */
    char **argv;
    const char *detector;
    int go_minor;       /* 0: not given */
    const char *goroot; /* installation of Go whose library is taken; NULL: gol's copy */
    JitMode jit;
    LeakSearch leaks;
    bool compile_only, real_time;
    bool facts;
    const char *tags;       /* -tags: build tags, separated by commas; or NULL */
    const char *link_flags; /* -ldflags: those of Go's linker; or NULL */
    bool race;              /* -race: the build tag of that name; races are looked for anyway */
    ChooseOptions choose;
    LimitOptions limits;
    SearchOptions search;
    SandboxOptions sandbox;
    NetworkConfig network;
    ClockStart clock;    /* --clock */
    char clock_text[32]; /* as a flag of a replay */
    TestOptions tests;
    OutputOptions out;
    PredictOptions predict;
    VetOptions vet;
    ToolOptions tool;
    const char *executable;     /* gol build -o, gol test -o: FILE; of one that runs: its name */
    struct Bundle *bundle;      /* the program is in it (cli/bundle.h); NULL: in files */
    struct Bundle *record;      /* gol build: what is loaded is added here; or NULL */
    const char *directory;      /* -C */
    VEC(const char *) ignored;  /* names of flags given that are accepted and have no effect */
    VEC(const char *) packages; /* commands that take a list: what is no flag, up to -args */
    VEC(const char *) outputs;  /* files to be written */
    VEC(const char *) given;    /* flags to repeat in a replay command, as written */
} Options;

/* Parses the arguments after the command; command_bit is one of FOR_*. On wrong usage prints what
 * is wrong and returns false (exit status 1). options_free in any case. */
bool options_parse(Options *options, const char *command, u32 command_bit, int argc, char **argv);
void options_free(Options *options);
/* Says that a command has no such flag, and which one may have been meant. Returns false. */
bool options_unknown(const Options *options, u32 command_bit, const char *written);
/* Puts the flags of gol test among the words, written as test binaries have them (-test.run), and
 * their values into `list`, which has room for `argc`; returns how many. They end before "--" and
 * before a word that is no flag and cannot be the value of one: other flags are the tests' own. */
int options_test_flags(int argc, char **argv, char **list);

/* Called with a flag, "--name" or "-n", its meaning (NULL: it has none), and what its value is
 * called (NULL: it takes none). */
typedef void (*VisitFlag)(void *ctx, const char *flag, const char *says, const char *value);
/* Calls visit(ctx, ...) for each flag of a command. */
void options_each(u32 command_bit, VisitFlag visit, void *ctx);
/* Prints the flags of a command with their meaning. */
void options_help(u32 command_bit);
/* Prints text that begins at this column, with a newline; lines after the first begin there too. */
void help_text(u32 column, const char *text);

#endif
