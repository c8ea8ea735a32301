/* Command-line flags: one table for all commands, so that a flag means the same everywhere. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "base/vec.h"
#include "vm/vm.h"

/* Commands a flag belongs to. */
enum {
    FOR_RUN = 1,
    FOR_REPL = 2,
    FOR_DUMP = 4,
    FOR_REPLAY = 8,
    FOR_FUZZ = 16,
    FOR_CHECK = 32,
    FOR_TEST = 64,
    FOR_PREDICT = 128
};

/* The language is Go 1.23. */
enum { NEWEST_GO = 23 };

/* --late was not given. */
#define LATE_UNSET UINT64_MAX

typedef struct Options {
    const char *command; /* "run" */
    const char *path;    /* FILE or DIR; NULL if none was given */
    int argc;            /* arguments of the program, behind path */
    char **argv;
    u64 seed;
    bool has_seed;
    const char *schedule; /* --schedule: short form or file */
    const char *save_schedule;
    const char *detector;
    const char *strategy;
    int go_minor; /* 0: not given */
    u64 max_steps, max_memory;
    JitMode jit;
    u64 time_ms;        /* --time */
    u64 late_ms;        /* --late, or LATE_UNSET */
    u64 schedules;      /* --schedules; 0 = until the time is up */
    u64 fuzz_schedules; /* gol test --fuzz */
    bool check;         /* gol test --check */
    u64 depth, jobs;    /* --depth, -j; 0 = default */
    const char *corpus;
    const char *run;  /* -run of test: which tests */
    const char *test; /* the test that runs now, for replay commands */
    u64 count;
    const char *bench, *benchtime, *list, *shuffle; /* of test */
    u64 timeout_ms;                                 /* --timeout, virtual; 0 = none */
    bool verbose, short_tests, benchmem, failfast;
    const char *engine;      /* --engine of check */
    const char *preemptions; /* --preemptions; NULL = no bound */
    bool compact;            /* --compact of check */
    bool first, outcomes, leaks;
    const char *trace, *suppress, *sarif;
    const char *profile;       /* --profile: FILE; "" = stderr; NULL = none */
    const char *cover;         /* --cover: FILE; "" = stderr; NULL = no coverage */
    const char *cover_profile; /* --coverprofile: FILE */
    const char *analysis;      /* --analysis of predict; NULL = all */
    const char *export_as;     /* --export of predict */
    const char *program;       /* --program of predict: FILE or DIR */
    bool dump, predict;        /* --predict of run */
    const char *state_at;      /* FILE:LINE */
    bool state, explain, json, quiet, compile_only, real_time;
    const char *ignored;
    bool color_out, color_err; /* --color resolved for stdout and stderr */
    VEC(const char *) given;   /* flags to repeat in a replay command, as written */
} Options;

/* Parses the arguments behind the command. On wrong usage prints what is wrong and returns false
 * (exit status 1). */
bool options_parse(Options *options, const char *command, u32 command_bit, int argc, char **argv);
void options_free(Options *options);
/* Prints the flags of a command with their meaning. */
void options_help(u32 command_bit);
/* Prints text that begins at this column, with a newline; lines after the first begin there too. */
void help_text(u32 column, const char *text);

#endif
