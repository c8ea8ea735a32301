/* The table of flags, and parsing by it. */
#include "cli/options.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/output.h"
#include "base/process.h"
#include "cli/commands.h"
#include "cli/similar.h"
#include "cli/vet_check.h"

enum { DEFAULT_TIMEOUT_MS = 600000 };

typedef enum FlagType {
    FLAG_BOOL,
    FLAG_TEXT,
    FLAG_OUTPUT,
    FLAG_OUTPUT_OR_NOT,
    FLAG_NUMBER,
    FLAG_BYTES,
    FLAG_TIME,
    FLAG_GO,
    FLAG_JIT,
    FLAG_COLOR,
    FLAG_LEAKS,
    FLAG_FAULTS,
    FLAG_HOSTS,
    FLAG_CLOCK,
    FLAG_OPTIONAL,      /* text, or none */
    FLAG_FUZZ,          /* a number of schedules, or which fuzz target */
    FLAG_FORMAT,        /* its name is the value */
    FLAG_IGNORED,       /* has a value, and no effect */
    FLAG_IGNORED_SWITCH /* has no effect */
} FlagType;

typedef struct Flag {
    const char *name;
    FlagType type;
    size_t field; /* offset in Options */
    u32 commands;
    bool replayed;     /* part of the command that reproduces a run */
    const char *value; /* how the help text calls the value */
    const char *says;
} Flag;

#define F(field) offsetof(Options, field)

/* Commands that have the build flags of the go command. */
enum { BUILDS = FOR_TEST | FOR_BUILD | FOR_INSTALL | FOR_RUN };

/* Commands that have --explain with its filters. */
enum { EXPLAINS = FOR_RUN | FOR_REPLAY | FOR_TEST };
/* Commands that run programs, and executables. */
enum {
    RUNS = FOR_DEBUG | FOR_TEST | FOR_RUN | FOR_REPLAY | FOR_FUZZ | FOR_CHECK | FOR_SHOW |
           FOR_BUILD | FOR_INSTALL
};

static const Flag flags[] = {
    {"seed", FLAG_NUMBER, F(choose.seed),
     FOR_DEBUG | FOR_TEST | FOR_RUN | FOR_REPL | FOR_FUZZ | FOR_SHOW | FOR_BUILD | FOR_INSTALL,
     false, "N", "random schedule number N; the same N gives the same run"},
    {"strategy", FLAG_TEXT, F(choose.strategy), FOR_RUN | FOR_REPL | FOR_SHOW, false, "NAME",
     "fifo (the default) or random (with --seed)"},
    {"strategy", FLAG_TEXT, F(choose.strategy), FOR_FUZZ | FOR_TEST, false, "NAME",
     "how schedules are chosen, mixed by default; gol help strategies lists the others"},
    {"depth", FLAG_NUMBER, F(search.depth), FOR_FUZZ, false, "D",
     "ordered points that a bug needs, for pct (default 3)"},
    {"depth", FLAG_NUMBER, F(search.depth), FOR_CHECK, false, "N", "no more than N steps in a row"},
    {"compact", FLAG_BOOL, F(search.compact), FOR_CHECK, false, NULL,
     "--engine states: remember 64 bits of each state; two could be taken for one"},
    {"fuzz", FLAG_FUZZ, F(search.fuzz_schedules), FOR_TEST, false, "N|T|REGEX",
     "run each test under N schedules, or as many as fit into a time such as 30s (default: a few, "
     "in about the time of the first; 0: one); REGEX: make up inputs for the fuzz target of that "
     "name"},
    {"check", FLAG_BOOL, F(search.check), FOR_TEST, false, NULL,
     "run each test under all schedules, for 10 s or --time"},
    {"time", FLAG_TIME, F(search.time_ms), FOR_FUZZ | FOR_TEST, false, "T",
     "how long: 30s, 500ms, 5m (default 10s)"},
    {"time", FLAG_TIME, F(search.time_ms), FOR_CHECK, false, "T",
     "end after 30s, 500ms, 5m (default: when all is done)"},
    {"time", FLAG_TIME, F(search.time_ms), FOR_RUN | FOR_REPLAY, true, "T",
     "end the run after 30s, 500ms, 5m, compiling included"},
    {"time", FLAG_TIME, F(search.time_ms), FOR_REPL, false, "T",
     "run nothing more after 30s, 500ms, 5m"},
    {"time", FLAG_TIME, F(search.time_ms), FOR_PREDICT, false, "T",
     "end the analysis after 30s, 500ms, 5m"},
    {"late", FLAG_TIME, F(search.late_ms), FOR_FUZZ, false, "T",
     "virtual time that may pass while a goroutine waits (default: any, 100ms most of the time)"},
    {"late", FLAG_TIME, F(search.late_ms), FOR_CHECK | FOR_TEST, false, "T",
     "virtual time that may pass while a goroutine waits (default: any)"},
    {"schedules", FLAG_NUMBER, F(search.schedules), FOR_FUZZ | FOR_CHECK, false, "N",
     "end after N schedules instead"},
    {"first", FLAG_BOOL, F(search.first), FOR_FUZZ | FOR_CHECK, false, NULL,
     "end with the first finding"},
    {"corpus", FLAG_TEXT, F(search.corpus), FOR_FUZZ, false, "DIR",
     "keep the schedules of findings in DIR, and begin with those there"},
    {"corpus", FLAG_TEXT, F(search.corpus), FOR_RUN | FOR_PREDICT, false, "DIR",
     "keep the schedules of confirmed races in DIR"},
    {"corpus", FLAG_OPTIONAL, F(search.kept), FOR_TEST, false, "[=DIR]",
     "keep the schedules of failures in DIR, by default testdata/gol of the package, from where "
     "they are run first in any case"},
    {"j", FLAG_NUMBER, F(search.jobs), FOR_FUZZ, false, "N",
     "worker processes (default: one per processor)"},
    {"j", FLAG_NUMBER, F(search.jobs), FOR_TEST, false, "N",
     "worker processes for --fuzz (default: one)"},
    {"j", FLAG_NUMBER, F(search.jobs), FOR_CHECK, false, "N",
     "--engine auto, dpor or states: search with N processes"},
    {"checkpoint", FLAG_TEXT, F(search.checkpoint), FOR_CHECK, false, "FILE",
     "--engine auto, dpor or states: keep in FILE how far the search is, so that it can go on"},
    {"shard", FLAG_TEXT, F(search.shard), FOR_CHECK, false, "I/N",
     "--engine dpor: be number I of N processes that search together by --shared DIR"},
    {"shard", FLAG_TEXT, F(search.shard), FOR_FUZZ, false, "I/N",
     "be number I of N processes that keep what they find in --shared DIR"},
    {"shared", FLAG_TEXT, F(search.shared), FOR_CHECK | FOR_FUZZ, false, "DIR",
     "a directory that all of these processes can write, on whatever machine they are"},
    {"resume", FLAG_BOOL, F(search.resume), FOR_CHECK, false, NULL,
     "go on where the search that wrote --checkpoint FILE was"},
    {"outcomes", FLAG_BOOL, F(search.outcomes), FOR_FUZZ, false, NULL,
     "tabulate the different outputs with their frequencies"},
    {"run", FLAG_TEXT, F(tests.pattern), FOR_TEST | FOR_DEBUG, false, "REGEX",
     "tests whose name matches; subtests after a slash"},
    {"skip", FLAG_TEXT, F(tests.skip), FOR_TEST, false, "REGEX",
     "not the tests, or subtests, whose name matches"},
    {"v", FLAG_BOOL, F(tests.verbose), FOR_TEST, true, NULL, "name each test, print what it logs"},
    {"short", FLAG_BOOL, F(tests.short_tests), FOR_TEST, true, NULL, "testing.Short() is true"},
    {"count", FLAG_NUMBER, F(tests.count), FOR_TEST, false, "N",
     "run each test N times; with --seed under N seeds"},
    {"cpu", FLAG_TEXT, F(tests.cpu), FOR_TEST, true, "LIST",
     "run each test once for each of these numbers, which runtime.GOMAXPROCS is then"},
    {"timeout", FLAG_TIME, F(tests.timeout_ms), FOR_TEST, true, "T",
     "a test fails that takes more virtual time: 30s, 5m (default 10m; 0: any)"},
    {"c", FLAG_BOOL, F(tests.compile), FOR_TEST, false, NULL,
     "make an executable of the tests, PACKAGE.test, and do not run it"},
    {"o", FLAG_TEXT, F(executable), FOR_TEST, false, "FILE",
     "make an executable of the tests, FILE, as well"},
    {"vet", FLAG_TEXT, F(tests.vet), FOR_TEST, true, "LIST",
     "checks of go vet that come first: off, all or names (default: those of go test)"},
    {"failfast", FLAG_BOOL, F(tests.failfast), FOR_TEST, false, NULL,
     "end with the first test that fails"},
    {"list", FLAG_TEXT, F(tests.list), FOR_TEST, false, "REGEX",
     "print the names of tests, run none"},
    {"shuffle", FLAG_TEXT, F(tests.shuffle), FOR_TEST, false, "N",
     "run tests in the random order number N (on: that of --seed)"},
    {"bench", FLAG_TEXT, F(tests.bench), FOR_TEST, false, "REGEX",
     "run benchmarks as well; they count loop iterations and calls"},
    {"benchtime", FLAG_TEXT, F(tests.benchtime), FOR_TEST, false, "T",
     "how long each: Nx is N times, 1s (the default) a million steps"},
    {"fuzztime", FLAG_TEXT, F(tests.fuzztime), FOR_TEST, false, "T",
     "how long -fuzz makes up inputs: Nx is N of them, 1s a million steps (default 10s)"},
    {"fuzzminimizetime", FLAG_IGNORED, 0, FOR_TEST, false, "T", NULL},
    {"benchmem", FLAG_BOOL, F(tests.benchmem), FOR_TEST, false, NULL,
     "benchmarks report allocations"},
    {"C", FLAG_TEXT, F(directory),
     FOR_DEBUG | FOR_TEST | FOR_RUN | FOR_FUZZ | FOR_CHECK | FOR_VET | FOR_SHOW | FOR_BUILD |
         FOR_INSTALL | FOR_FMT | FOR_LIST | FOR_ENV | FOR_DOC,
     true, "DIR", "change to DIR before anything else"},
    {"engine", FLAG_TEXT, F(search.engine), FOR_CHECK | FOR_TEST, false, "NAME",
     "engine (see gol help engines)"},
    {"graph", FLAG_OUTPUT, F(search.graph), FOR_CHECK, false, "FILE",
     "--engine states: write the graph of states, for Graphviz, or as a page if FILE is an .html"},
    {"preemptions", FLAG_TEXT, F(search.preemptions), FOR_CHECK, false, "N",
     "preempt at most N times per execution"},
    {"leaks", FLAG_LEAKS, F(leaks),
     FOR_TEST | FOR_RUN | FOR_FUZZ | FOR_CHECK | FOR_REPLAY | FOR_SHOW | FOR_BUILD | FOR_INSTALL,
     true, "[=WHICH]",
     "goroutines that can never go on again count as a failure: off, on (gol test's default), or "
     "blocked: all that are blocked after main has ended"},
    {"schedule", FLAG_TEXT, F(choose.schedule), FOR_DEBUG | FOR_RUN | FOR_TEST | FOR_SHOW, false,
     "S", "replay a schedule: a file, or its short form such as 0^4.1"},
    {"save-schedule", FLAG_OUTPUT, F(choose.save_schedule), FOR_RUN | FOR_TEST, false, "FILE",
     "write the schedule of this run to FILE"},
    {"detector", FLAG_TEXT, F(detector), RUNS | FOR_REPL, true, "NAME",
     "race detector (see gol help detectors), or none"},
    {"facts", FLAG_BOOL, F(facts),
     FOR_RUN | FOR_TEST | FOR_REPLAY | FOR_FUZZ | FOR_CHECK | FOR_SHOW | FOR_BUILD | FOR_INSTALL,
     true, NULL, "analyse the program first, and watch only accesses that gol vet does not prove"},
    {"analysis", FLAG_TEXT, F(predict.analysis), FOR_PREDICT, false, "NAME",
     "all (the default), hb, shb, wcp, syncp, osr, lockset or deadlock"},
    {"window", FLAG_NUMBER, F(predict.window), FOR_PREDICT, false, "N",
     "of a longer trace analyse N events at once, one window after the other (default 4000000, "
     "fewer with a small --memory)"},
    {"detector", FLAG_TEXT, F(detector), FOR_PREDICT, false, "NAME",
     "run this race detector over the trace instead"},
    {"program", FLAG_TEXT, F(predict.program), FOR_PREDICT, false, "FILE|DIR",
     "the program: run it to confirm what is predicted; its arguments stand after TRACE"},
    {"predict", FLAG_BOOL, F(predict.on), FOR_RUN, false, NULL,
     "then predict races and deadlocks of runs close to this one, and try them out"},
    {"predict", FLAG_BOOL, F(predict.on), FOR_TEST, false, NULL,
     "after a pass, try races and deadlocks of schedules close to that one"},
    {"dump", FLAG_BOOL, F(out.dump), FOR_PREDICT, false, NULL,
     "print the trace, one line per event"},
    {"export", FLAG_TEXT, F(predict.export_as), FOR_PREDICT, false, "std",
     "print the trace in another format: std, the text of RAPID"},
    {"beside", FLAG_TEXT, F(out.beside), FOR_SHOW, false, "S",
     "a second diagram: the program under this other schedule (0: first in, first out)"},
    {"witness", FLAG_BOOL, F(out.witness), FOR_SHOW, false, NULL,
     "of a trace, a second diagram: the reordering that shows a predicted race"},
    {"reorder", FLAG_TEXT, F(predict.reorder), FOR_SHOW, false, "EVENTS",
     "of a trace, a second diagram: these events, \"4 5 1\", in this order"},
    {"reorder", FLAG_TEXT, F(predict.reorder), FOR_PREDICT, false, "EVENTS",
     "whether these events, \"4 5 1\", are a valid reordering, and which rule fails; all: the "
     "valid "
     "reorderings of a small trace, and their races"},
    {"suppress", FLAG_TEXT, F(out.suppress), RUNS | FOR_VET, true, "FILE",
     "hide races and leaks that match a pattern in FILE"},
    {"sarif", FLAG_OUTPUT, F(out.sarif),
     FOR_RUN | FOR_REPLAY | FOR_FUZZ | FOR_CHECK | FOR_VET | FOR_TEST, false, "FILE",
     "write what is found as a SARIF 2.1.0 log"},
    {"trace", FLAG_OUTPUT, F(out.trace), FOR_RUN | FOR_REPLAY | FOR_TEST, false, "FILE",
     "record every event of the run in FILE"},
    {"html", FLAG_OUTPUT, F(out.html), FOR_RUN | FOR_REPLAY | FOR_TEST, false, "FILE",
     "a picture of the run, or of the test that failed first, as a page for any browser"},
    {"html", FLAG_OUTPUT, F(out.html), FOR_STATUS, false, "FILE",
     "a page for any browser, which loads itself again"},
    {"o", FLAG_TEXT, F(executable), FOR_BUILD, false, "FILE",
     "the executable (default: the package's name)"},
    {"o", FLAG_OUTPUT, F(out.html), FOR_SHOW, false, "FILE",
     "write the picture there (default: the program's name.html; other formats: standard output)"},
    {"profile", FLAG_OUTPUT_OR_NOT, F(out.profile), FOR_RUN | FOR_REPLAY | FOR_TEST, false,
     "[=FILE]", "count the instructions executed, by line and by opcode"},
    {"cpuprofile", FLAG_OUTPUT, F(out.pprof[PPROF_EXECUTED]), FOR_TEST, false, "FILE",
     "write the instructions executed, by line, for go tool pprof"},
    {"memprofile", FLAG_OUTPUT, F(out.pprof[PPROF_ALLOCS]), FOR_TEST, false, "FILE",
     "write the objects allocated, by line, for go tool pprof"},
    {"blockprofile", FLAG_OUTPUT, F(out.pprof[PPROF_BLOCKED]), FOR_TEST, false, "FILE",
     "write where goroutines waited for others, and how long, for go tool pprof"},
    {"mutexprofile", FLAG_OUTPUT, F(out.pprof[PPROF_CONTENDED]), FOR_TEST, false, "FILE",
     "write what released locks that others waited for, for go tool pprof"},
    {"cover", FLAG_OUTPUT_OR_NOT, F(out.cover), FOR_RUN | FOR_TEST, false, "[=FILE]",
     "report what share of the statements was executed, by function"},
    {"coverprofile", FLAG_OUTPUT, F(out.cover_profile), FOR_RUN | FOR_TEST, false, "FILE",
     "write the coverage in the format of go tool cover"},
    {"covermode", FLAG_TEXT, F(out.cover_mode), FOR_TEST, false, "MODE",
     "set: whether (the default), count or atomic: how often (with -race) statements were "
     "executed"},
    {"coverpkg", FLAG_TEXT, F(out.cover_packages), FOR_TEST, false, "LIST",
     "coverage of these packages, patterns separated by commas"},
    {"junit", FLAG_OUTPUT, F(out.junit), FOR_TEST, false, "FILE",
     "write the results as JUnit's XML, which CI services read; output is as with -v"},
    {"explain", FLAG_BOOL, F(out.explain), FOR_RUN | FOR_REPLAY | FOR_TEST, false, NULL,
     "print each step as a rule of the calculus"},
    {"goroutine", FLAG_TEXT, F(out.filter.goroutines), EXPLAINS, false, "N",
     "--explain only steps of these goroutines: 2 or 2,3"},
    {"var", FLAG_TEXT, F(out.filter.variable), EXPLAINS, false, "NAME",
     "--explain only steps on this variable, channel or lock, or a part of it"},
    {"from", FLAG_TEXT, F(out.explain_steps), EXPLAINS, false, "N[-M]",
     "--explain only from step N on, to step M"},
    {"lines", FLAG_TEXT, F(out.explain_lines), EXPLAINS, false, "[FILE:]N[-M]",
     "--explain only steps at these lines"},
    {"full", FLAG_BOOL, F(out.filter.full), EXPLAINS, false, NULL,
     "--explain with sets in full, however large"},
    {"stats", FLAG_BOOL, F(out.stats), FOR_RUN | FOR_REPLAY, false, NULL,
     "then print events by kind, checks, joins and sizes of happens-before sets"},
    {"explain", FLAG_BOOL, F(out.explain), FOR_PREDICT, false, NULL,
     "print the trace, beside each event what the detector then knows"},
    {"table", FLAG_TEXT, F(predict.table), FOR_PREDICT, false, "NAME",
     "print the trace, beside each event events, timestamps, epochs, epoch-sets, recent, clocks or "
     "locksets"},
    {"explain", FLAG_TEXT, F(vet.explain), FOR_VET, false, "FILE:LINE",
     "print what is known at the accesses of that line"},
    {"confirm", FLAG_BOOL, F(vet.confirm), FOR_VET, false, NULL,
     "try out what may or must race, under many schedules or all"},
    {"time", FLAG_TIME, F(search.time_ms), FOR_VET, false, "T",
     "end after 30s, 500ms, 5m; --confirm tries for that long (default 2s)"},
    {"ablation", FLAG_BOOL, F(vet.ablation), FOR_VET, false, NULL,
     "how many of several programs each set of digests proves"},
    {"digests", FLAG_TEXT, F(vet.digests), FOR_VET, false, "LIST",
     "use these digests only, such as tid,past (default: all)"},
    {"checks", FLAG_TEXT, F(vet.checks), FOR_VET, false, "LIST",
     "these checks only, or -NAME: all but that one (see gol help checks)"},
    {"printf.funcs", FLAG_TEXT, F(vet.printers), FOR_VET, false, "LIST",
     "names of functions that print like fmt.Printf (if they end in f) or fmt.Print"},
    {"state", FLAG_BOOL, F(out.state), FOR_RUN | FOR_REPLAY | FOR_TEST, false, NULL,
     "print the configuration at the end, in the paper's notation"},
    {"state-at", FLAG_TEXT, F(out.state_at), FOR_RUN | FOR_REPLAY | FOR_TEST, false, "FILE:LINE",
     "print it when the run first reaches that line"},
    {"tags", FLAG_TEXT, F(tags), RUNS | FOR_DUMP | FOR_PREDICT | FOR_VET | FOR_LIST, true, "LIST",
     "build tags that hold, separated by commas"},
    {"ldflags", FLAG_TEXT, F(link_flags), RUNS | FOR_PREDICT | FOR_VET, true, "FLAGS",
     "-X PATH.NAME=TEXT in it sets a string variable of a package"},
    {"race", FLAG_BOOL, F(race),
     FOR_DEBUG | FOR_TEST | FOR_RUN | FOR_SHOW | FOR_BUILD | FOR_INSTALL, true, NULL,
     "the build tag race holds; races are looked for in any case"},
    {"go", FLAG_GO, F(go_minor), RUNS | FOR_REPL | FOR_DUMP | FOR_PREDICT | FOR_VET, true, "1.N",
     "language version; below 1.22 loop variables are per loop"},
    {"goroot", FLAG_TEXT, F(goroot),
     FOR_DEBUG | FOR_TEST | FOR_RUN | FOR_REPL | FOR_REPLAY | FOR_DUMP | FOR_FUZZ | FOR_CHECK |
         FOR_PREDICT | FOR_VET | FOR_SHOW | FOR_DOC,
     true, "DIR", "take Go's library from the Go installation in DIR instead of gol's"},
    {"steps", FLAG_NUMBER, F(limits.steps), RUNS | FOR_REPL | FOR_PREDICT, true, "N",
     "end the run after N loop iterations and calls (of tests 10000000000; 0: never)"},
    {"memory", FLAG_BYTES, F(limits.memory), RUNS | FOR_REPL | FOR_PREDICT, true, "BYTES",
     "heap limit, e.g. 512M"},
    {"memory", FLAG_BYTES, F(limits.memory), FOR_VET, false, "BYTES",
     "end beyond that much memory, e.g. 512M"},
    {"sandbox", FLAG_BOOL, F(sandbox.on),
     FOR_DEBUG | FOR_TEST | FOR_RUN | FOR_REPLAY | FOR_FUZZ | FOR_CHECK | FOR_SHOW, true, NULL,
     "the program sees no file and no variable of the environment but for what is allowed"},
    {"allow", FLAG_TEXT, F(sandbox.allow),
     FOR_DEBUG | FOR_TEST | FOR_RUN | FOR_REPLAY | FOR_FUZZ | FOR_CHECK | FOR_SHOW, true, "LIST",
     "what the sandbox allows: read:DIR,write:DIR,env:NAME,unsafe"},
    {"host", FLAG_BOOL, F(sandbox.host), FOR_TEST | FOR_FUZZ | FOR_CHECK, false, NULL,
     "schedules that are explored may start commands, and what they change of files stays"},
    {"faults", FLAG_FAULTS, F(network.faults), RUNS, true, "net[:N]",
     "things go wrong on the network, by choice, at most N (default 2) in a run: data and "
     "connections are delayed, lost, reset, a peer dies"},
    {"hosts", FLAG_HOSTS, F(network.hosts), RUNS, true, "LIST",
     "names that the network knows and their addresses: db=10.0.0.2,cache=10.0.0.3"},
    {"clock", FLAG_CLOCK, F(clock),
     FOR_DEBUG | FOR_TEST | FOR_RUN | FOR_REPL | FOR_REPLAY | FOR_FUZZ | FOR_CHECK | FOR_SHOW, true,
     "TIME", "when the program's clock starts: now, or a time of UTC (2009-11-10T23:00:00Z)"},
    {"real-time", FLAG_BOOL, F(real_time), FOR_TEST | FOR_RUN | FOR_REPL, false, NULL,
     "let sleeps take as long as they say"},
    {"compile-only", FLAG_BOOL, F(compile_only), FOR_RUN, false, NULL,
     "compile, print all errors, do not run; what cannot run passes if it is Go"},
    {"jit", FLAG_JIT, F(jit),
     FOR_TEST | FOR_RUN | FOR_REPL | FOR_REPLAY | FOR_FUZZ | FOR_CHECK | FOR_PREDICT | FOR_SHOW |
         FOR_BUILD | FOR_INSTALL,
     false, "WHEN", "compile loops to machine code: hot (the default), all or off"},
    {"json", FLAG_BOOL, F(out.json),
     FOR_DEBUG | FOR_TEST | FOR_RUN | FOR_REPLAY | FOR_FUZZ | FOR_CHECK | FOR_PREDICT, false, NULL,
     "reports and verdict as JSON lines on stdout (program output goes to stderr)"},
    {"plain", FLAG_BOOL, F(out.plain), FOR_DEBUG, false, NULL,
     "plain lines at a terminal, too, not the full screen"},
    {"json", FLAG_FORMAT, F(out.format), FOR_SHOW, false, NULL,
     "the picture's model, as docs/show.md describes it"},
    {"svg", FLAG_FORMAT, F(out.format), FOR_SHOW, false, NULL, "a drawing, for documents"},
    {"tikz", FLAG_FORMAT, F(out.format), FOR_SHOW, false, NULL, "the same for LaTeX"},
    {"dot", FLAG_FORMAT, F(out.format), FOR_SHOW, false, NULL,
     "the order of the steps as a graph, for Graphviz"},
    {"mermaid", FLAG_FORMAT, F(out.format), FOR_SHOW, false, NULL,
     "a sequence diagram, for Markdown"},
    {"perfetto", FLAG_FORMAT, F(out.format), FOR_SHOW, false, NULL,
     "a trace for ui.perfetto.dev: one step is one microsecond"},
    {"json", FLAG_BOOL, F(out.json), FOR_VET, false, NULL, "warnings and verdict as JSON lines"},
    {"quiet", FLAG_BOOL, F(out.quiet), FOR_VET, false, NULL, "print nothing but errors"},
    {"quiet", FLAG_BOOL, F(out.quiet),
     FOR_TEST | FOR_RUN | FOR_REPL | FOR_REPLAY | FOR_FUZZ | FOR_CHECK | FOR_PREDICT, false, NULL,
     "no race reports, only the exit status"},
    {"l", FLAG_BOOL, F(tool.list), FOR_FMT, false, NULL,
     "change nothing: list the files that gofmt would change"},
    {"d", FLAG_BOOL, F(tool.diff), FOR_FMT, false, NULL, "change nothing: print what would change"},
    {"s", FLAG_BOOL, F(tool.simplify), FOR_FMT, false, NULL, "simplify code, too"},
    {"n", FLAG_BOOL, F(tool.dry), FOR_FMT, false, NULL,
     "change nothing: print the commands that would run"},
    {"r", FLAG_TEXT, F(tool.rewrite), FOR_FMT, false, "RULE",
     "apply a rule first, such as 'a[b:len(a)] -> a[b:]'"},
    {"f", FLAG_TEXT, F(tool.format), FOR_LIST, false, "FORMAT",
     "what is printed of each package: a template of text/template"},
    {"json", FLAG_OPTIONAL, F(tool.json), FOR_LIST, false, "[=FIELDS]",
     "as JSON: all fields, or these"},
    {"json", FLAG_BOOL, F(out.json), FOR_ENV, false, NULL, "as JSON"},
    {"w", FLAG_BOOL, F(tool.set), FOR_ENV, false, NULL,
     "write settings, NAME=VALUE, to the file of go env -w"},
    {"u", FLAG_BOOL, F(tool.unset), FOR_ENV, false, NULL, "remove settings from that file"},
    {"m", FLAG_BOOL, F(tool.modules), FOR_LIST, false, NULL,
     "modules instead of packages: this one, those named, or all"},
    {"deps", FLAG_BOOL, F(tool.deps), FOR_LIST, false, NULL,
     "all that the packages import, too, each after what it imports itself"},
    {"test", FLAG_BOOL, F(tool.tests), FOR_LIST, false, NULL,
     "what tests are made of, too: p.test, p [p.test], p_test [p.test]"},
    {"e", FLAG_BOOL, F(tool.errors), FOR_LIST, false, NULL,
     "packages with errors, too, which are told in the field Error"},
    {"find", FLAG_BOOL, F(tool.shallow), FOR_LIST, false, NULL, "do not look at what is imported"},
    {"all", FLAG_BOOL, F(tool.all), FOR_DOC, false, NULL, "all of the package"},
    {"u", FLAG_BOOL, F(tool.unexported), FOR_DOC, false, NULL, "what is not exported, too"},
    {"src", FLAG_BOOL, F(tool.source), FOR_DOC, false, NULL, "the source of the symbol"},
    {"c", FLAG_BOOL, F(tool.exact_case), FOR_DOC, false, NULL, "the case of letters matters"},
    {"short", FLAG_BOOL, F(tool.brief), FOR_DOC, false, NULL, "one line a symbol"},
    {"cmd", FLAG_BOOL, F(tool.command), FOR_DOC, false, NULL, "symbols of a command, too"},
    /* Of the go command: about how it builds, profiles of machine code, processors. */
    {"asan", FLAG_IGNORED_SWITCH, 0, BUILDS, false, NULL, NULL},
    {"asmflags", FLAG_IGNORED, 0, BUILDS, false, "X", NULL},
    {"a", FLAG_IGNORED_SWITCH, 0, BUILDS, false, NULL, NULL},
    {"asmdecl", FLAG_IGNORED_SWITCH, 0, FOR_VET, false, NULL, NULL},
    {"cgocall", FLAG_IGNORED_SWITCH, 0, FOR_VET, false, NULL, NULL},
    {"directive", FLAG_IGNORED_SWITCH, 0, FOR_VET, false, NULL, NULL},
    {"framepointer", FLAG_IGNORED_SWITCH, 0, FOR_VET, false, NULL, NULL},
    {"unsafeptr", FLAG_IGNORED_SWITCH, 0, FOR_VET, false, NULL, NULL},
    {"blockprofilerate", FLAG_IGNORED, 0, FOR_TEST, false, "X", NULL},
    {"buildmode", FLAG_IGNORED, 0, BUILDS, false, "X", NULL},
    {"buildvcs", FLAG_IGNORED_SWITCH, 0, BUILDS | FOR_LIST, false, NULL, NULL},
    {"c", FLAG_IGNORED, 0, FOR_VET, false, "X", NULL},
    {"compiled", FLAG_IGNORED_SWITCH, 0, FOR_LIST, false, NULL, NULL},
    {"compiler", FLAG_IGNORED, 0, BUILDS, false, "X", NULL},
    {"exec", FLAG_IGNORED, 0, FOR_TEST | FOR_RUN, false, "X", NULL},
    {"export", FLAG_IGNORED_SWITCH, 0, FOR_LIST, false, NULL, NULL},
    {"fullpath", FLAG_IGNORED_SWITCH, 0, FOR_TEST, false, NULL, NULL},
    {"gccgoflags", FLAG_IGNORED, 0, BUILDS, false, "X", NULL},
    {"gcflags", FLAG_IGNORED, 0, BUILDS, false, "X", NULL},
    {"i", FLAG_IGNORED_SWITCH, 0, BUILDS, false, NULL, NULL},
    {"installsuffix", FLAG_IGNORED, 0, BUILDS, false, "X", NULL},
    {"linkshared", FLAG_IGNORED_SWITCH, 0, BUILDS, false, NULL, NULL},
    {"memprofilerate", FLAG_IGNORED, 0, FOR_TEST, false, "X", NULL},
    {"modfile", FLAG_IGNORED, 0, BUILDS | FOR_LIST, false, "X", NULL},
    {"mod", FLAG_IGNORED, 0, BUILDS | FOR_LIST | FOR_FMT | FOR_VET, false, "X", NULL},
    {"modcacherw", FLAG_IGNORED_SWITCH, 0, BUILDS, false, NULL, NULL},
    {"msan", FLAG_IGNORED_SWITCH, 0, BUILDS, false, NULL, NULL},
    {"mutexprofilefraction", FLAG_IGNORED, 0, FOR_TEST, false, "X", NULL},
    {"outputdir", FLAG_IGNORED, 0, FOR_TEST, false, "X", NULL},
    {"p", FLAG_IGNORED, 0, BUILDS, false, "X", NULL},
    {"parallel", FLAG_IGNORED, 0, FOR_TEST, false, "X", NULL},
    {"pgo", FLAG_IGNORED, 0, BUILDS, false, "X", NULL},
    {"pkgdir", FLAG_IGNORED, 0, BUILDS, false, "X", NULL},
    {"toolexec", FLAG_IGNORED, 0, BUILDS, false, "X", NULL},
    {"trimpath", FLAG_IGNORED_SWITCH, 0, BUILDS, false, NULL, NULL},
    {"v", FLAG_IGNORED_SWITCH, 0, FOR_VET | FOR_RUN | FOR_BUILD | FOR_INSTALL, false, NULL, NULL},
    {"work", FLAG_IGNORED_SWITCH, 0, BUILDS, false, NULL, NULL},
    {"x", FLAG_IGNORED_SWITCH, 0, BUILDS | FOR_VET, false, NULL, NULL},
    {"color", FLAG_COLOR, 0,
     FOR_DEBUG | FOR_TEST | FOR_RUN | FOR_REPL | FOR_DUMP | FOR_REPLAY | FOR_FUZZ | FOR_CHECK |
         FOR_PREDICT | FOR_VET | FOR_SHOW,
     false, "WHEN", "auto, always or never"},
};

static bool PRINTF_LIKE(2, 3) wrong(const Options *options, const char *fmt, ...)
{
    fprintf(stderr, "gol %s: ", options->command);
    va_list args;
    va_start(args, fmt);
    vfprintf(stderr, fmt, args);
    va_end(args);
    fprintf(stderr, "\nRun 'gol help %s' for its flags.\n", options->command);
    return false;
}

static bool parse_number(const char *text, bool bytes, u64 *out)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 0);
    if (end == text || errno || text[0] == '-')
        return false;
    static const char units[] = "KMGT";
    const char *unit = bytes && *end ? strchr(units, *end & ~32) : NULL;
    if (unit && *unit) {
        value <<= 10 * (unit - units + 1);
        end++;
    }
    *out = value;
    return *end == '\0';
}

/* The milliseconds of the unit that the text begins with, which is passed; 0: it is none. */
static double take_unit(const char **text)
{
    static const struct {
        const char *name;
        double ms;
    } units[] = {{"ms", 1},         {"ns", 1e-6}, {"us", 1e-3}, {"\u00b5s", 1e-3},
                 {"\u03bcs", 1e-3}, {"s", 1000},  {"m", 60000}, {"h", 3600000}};
    for (u32 i = 0; i < COUNT_OF(units); i++)
        if (!strncmp(*text, units[i].name, strlen(units[i].name))) {
            *text += strlen(units[i].name);
            return units[i].ms;
        }
    return 0;
}

/* A duration as package time reads it, "30s", "1h30m" or "500us", or a number of seconds; in
 * milliseconds, at least one if it is not 0. */
static bool parse_time(const char *text, u64 *out)
{
    double total = 0;
    bool first = true;
    do {
        char *end;
        double value = strtod(text, &end);
        if (end == text || !(value >= 0))
            return false;
        text = end;
        double ms = !*text && first ? 1000 : take_unit(&text);
        if (ms == 0)
            return false;
        total += value * ms;
        first = false;
    } while (*text);
    enum { MOST_HOURS = 1000000000 };
    bool fits = total < 3600000.0 * MOST_HOURS;
    *out = !fits ? 0 : total > 0 && total < 1 ? 1 : (u64)total;
    return fits;
}

/* "1.21" or "go1.21". */
static bool parse_go(const char *text, int *minor)
{
    if (!strncmp(text, "go", 2))
        text += 2;
    u64 value;
    if (strncmp(text, "1.", 2))
        return false;
    text += 2;
    if (!parse_number(text, false, &value) || value < 1 || value > NEWEST_GO)
        return false;
    *minor = (int)value;
    return true;
}

static bool parse_jit(const char *when, JitMode *mode)
{
    static const char *const modes[] = {[JIT_HOT] = "hot", [JIT_OFF] = "off", [JIT_ALL] = "all"};
    for (u32 i = 0; i < COUNT_OF(modes); i++)
        if (!strcmp(when, modes[i])) {
            *mode = (JitMode)i;
            return true;
        }
    return false;
}

static bool parse_leaks(const char *which, LeakSearch *leaks)
{
    static const char *const names[] = {
        [LEAKS_OFF] = "off", [LEAKS_ON] = "on", [LEAKS_BLOCKED] = "blocked"};
    for (u32 i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(which, names[i])) {
            *leaks = (LeakSearch)i;
            return true;
        }
    return false;
}

/* "net" or "net:N". */
static bool parse_faults(const char *text, u32 *most)
{
    enum { USUAL_FAULTS = 2, MOST_FAULTS = 1000 };
    u64 value = USUAL_FAULTS;
    if (strncmp(text, "net", 3) || (text[3] && text[3] != ':'))
        return false;
    if (text[3] && (!parse_number(text + 4, false, &value) || value < 1 || value > MOST_FAULTS))
        return false;
    *most = (u32)value;
    return true;
}

#define CLOCK_FORMAT "%Y-%m-%dT%H:%M:%SZ"

/* "now", a day or a second, as seconds since 1970. */
static bool parse_clock(const char *text, ClockStart *clock)
{
    struct tm tm = {0};
    const char *end = strptime(text, CLOCK_FORMAT, &tm);
    if (!end) {
        tm = (struct tm){0};
        end = strptime(text, "%Y-%m-%d", &tm);
    }
    bool now = !strcmp(text, "now");
    *clock = (ClockStart){true, now ? (i64)time(NULL) : (i64)timegm(&tm)};
    return now || (end && !*end);
}

/* A replay has the clock of the run, also if that was "now". */
static void repeat_clock(Options *options)
{
    time_t seconds = (time_t)options->clock.seconds;
    strftime(options->clock_text, sizeof options->clock_text, CLOCK_FORMAT, gmtime(&seconds));
    vec_push(&options->given, "--clock");
    vec_push(&options->given, options->clock_text);
}

/* Whether it is an address of IPv4 or IPv6 as it is usually written. */
static bool is_address(const char *text)
{
    char again[INET6_ADDRSTRLEN];
    u8 bytes[sizeof(struct in6_addr)];
    int family = strchr(text, ':') ? AF_INET6 : AF_INET;
    return inet_pton(family, text, bytes) == 1 && inet_ntop(family, bytes, again, sizeof again) &&
           !strcmp(text, again);
}

/* "NAME=ADDRESS", several separated by commas. */
static bool hosts_ok(const char *list)
{
    bool ok = *list;
    char *copy = xstrdup(list), *rest = copy;
    for (char *host; ok && (host = strsep(&rest, ","));) {
        const char *address = strchr(host, '=');
        ok = address > host && is_address(address + 1);
    }
    free(copy);
    return ok;
}

static bool parse_color(Options *options, const char *when)
{
    bool always = !strcmp(when, "always");
    bool auto_ = !strcmp(when, "auto");
    if (!always && !auto_ && strcmp(when, "never"))
        return false;
    bool wanted = !getenv("NO_COLOR");
    options->out.color_out = always || (auto_ && wanted && isatty(STDOUT_FILENO));
    options->out.color_err = always || (auto_ && wanted && isatty(STDERR_FILENO));
    return true;
}

/* A number of schedules or a time is gol's --fuzz; the go command's names the target for which
 * inputs are made up. */
static bool parse_fuzz(Options *options, const char *value)
{
    SearchOptions *search = &options->search;
    if (parse_number(value, false, &search->fuzz_schedules))
        return true;
    if (parse_time(value, &search->time_ms))
        search->fuzz_schedules = FUZZ_TIMED;
    else
        options->tests.fuzz = value;
    return true;
}

static bool set_flag(Options *options, const Flag *flag, const char *value)
{
    void *field = (char *)options + flag->field;
    switch (flag->type) {
    case FLAG_BOOL: *(bool *)field = true; return true;
    case FLAG_TEXT:
    case FLAG_OPTIONAL:
    case FLAG_OUTPUT:
    case FLAG_OUTPUT_OR_NOT: *(const char **)field = value; return true;
    case FLAG_NUMBER:
        options->choose.has_seed |= flag->field == F(choose.seed);
        return parse_number(value, false, field);
    case FLAG_BYTES: return parse_number(value, true, field);
    case FLAG_TIME: return parse_time(value, field);
    case FLAG_GO: return parse_go(value, field);
    case FLAG_JIT: return parse_jit(value, field);
    case FLAG_COLOR: return parse_color(options, value);
    case FLAG_LEAKS: return parse_leaks(value, field);
    case FLAG_FAULTS: return parse_faults(value, field);
    case FLAG_HOSTS: *(const char **)field = value; return hosts_ok(value);
    case FLAG_CLOCK: return parse_clock(value, field);
    case FLAG_FUZZ: return parse_fuzz(options, value);
    case FLAG_FORMAT: *(const char **)field = flag->name; return true;
    case FLAG_IGNORED:
    case FLAG_IGNORED_SWITCH: vec_push(&options->ignored, flag->name); return true;
    }
    return false;
}

/* What the value of a flag can be, for the message about a bad one. */
_Static_assert(NEWEST_GO == 26, "the message about --go says so");
static const char *const expected[] = {
    [FLAG_NUMBER] = "a number",
    [FLAG_BYTES] = "a size such as 512M",
    [FLAG_TIME] = "a time such as 30s or 500ms",
    [FLAG_GO] = "1.1 to 1.26",
    [FLAG_JIT] = "hot, all or off",
    [FLAG_COLOR] = "auto, always or never",
    [FLAG_LEAKS] = "off, on or blocked",
    [FLAG_FAULTS] = "net, or net:N for at most N of them",
    [FLAG_CLOCK] = "now, 2026-01-31 or 2026-01-31T12:30:00Z",
    [FLAG_HOSTS] = "names and their addresses, such as db=10.0.0.2,cache=10.0.0.3",
};

/* Whether it has none. */
static bool has_no_value(const Flag *flag)
{
    return flag->type == FLAG_BOOL || flag->type == FLAG_FORMAT ||
           flag->type == FLAG_IGNORED_SWITCH;
}

/* Whether it may stand without a value. */
static bool value_is_optional(const Flag *flag)
{
    return flag->type == FLAG_OUTPUT_OR_NOT || flag->type == FLAG_LEAKS ||
           flag->type == FLAG_OPTIONAL;
}

static const Flag *find_flag(const char *name, size_t len, u32 command_bit)
{
    for (u32 i = 0; i < COUNT_OF(flags); i++)
        if (strlen(flags[i].name) == len && !memcmp(flags[i].name, name, len) &&
            (flags[i].commands & command_bit))
            return &flags[i];
    return NULL;
}

/* Flags that say different things of the same choices. */
/* "40", "40-" or "40-60". A number alone goes to the end if `open`, else it is all. */
static bool parse_range(const char *text, bool open, u64 *first, u64 *last)
{
    char *end;
    if (!isdigit((unsigned char)*text))
        return false;
    *first = *last = strtoull(text, &end, 10);
    if ((*end == '-' && !end[1]) || (!*end && open))
        *last = UINT64_MAX;
    else if (*end == '-' && isdigit((unsigned char)end[1]))
        *last = strtoull(end + 1, &end, 10);
    return (!*end || !strcmp(end, "-")) && *first && *last >= *first;
}

static bool parse_lines(const char *text, ExplainFilter *filter)
{
    const char *colon = strrchr(text, ':');
    u64 first, last;
    if (!parse_range(colon ? colon + 1 : text, false, &first, &last) || first > UINT32_MAX)
        return false;
    filter->file = text;
    filter->file_len = colon ? (u32)(colon - text) : 0;
    filter->first_line = (u32)first;
    filter->last_line = last < UINT32_MAX ? (u32)last : UINT32_MAX;
    return true;
}

/* What the filters of --explain say; one of them is --explain, too. */
static bool take_filters(Options *options)
{
    OutputOptions *out = &options->out;
    ExplainFilter *filter = &out->filter;
    if (out->explain_steps && !parse_range(out->explain_steps, true, &filter->first, &filter->last))
        return wrong(options, "--from takes the number of a step, 40 or 40-60, not \"%s\"",
                     out->explain_steps);
    if (out->explain_lines && !parse_lines(out->explain_lines, filter))
        return wrong(options, "--lines takes lines, 10 or bank.gol:10-20, not \"%s\"",
                     out->explain_lines);
    if (filter->goroutines &&
        (!*filter->goroutines || filter->goroutines[strspn(filter->goroutines, "0123456789,")]))
        return wrong(options, "--goroutine takes numbers, 2 or 2,3, not \"%s\"",
                     filter->goroutines);
    out->explain |= out->explain_steps || out->explain_lines || filter->goroutines ||
                    filter->variable || filter->full;
    return true;
}

static bool combination_ok(const Options *options)
{
    const ChooseOptions *choose = &options->choose;
    if (choose->schedule && (choose->has_seed || choose->strategy))
        return wrong(options, "--schedule says which schedule: --%s cannot say another",
                     choose->has_seed ? "seed" : "strategy");
    if (choose->has_seed && choose->strategy && !strcmp(choose->strategy, "fifo"))
        return wrong(options, "strategy fifo has one schedule only: --seed means nothing to it");
    return true;
}

/* A value that go's flags of no value may have: -v=true. */
static bool set_bool(Options *options, const Flag *flag, const char *value)
{
    bool yes = !strcmp(value, "true") || !strcmp(value, "1");
    if (!yes && strcmp(value, "false") && strcmp(value, "0"))
        return wrong(options, "--%s takes no value", flag->name);
    *(bool *)((char *)options + flag->field) = yes;
    return true;
}

/* That a file cannot be written is reported before the run, not after it. */
static bool add_output(Options *options, const char *path)
{
    for (u32 i = 0; i < options->outputs.len; i++)
        if (!strcmp(options->outputs.data[i], path) && strncmp(path, "/dev/", 5))
            return wrong(options, "two outputs cannot go to the same file %s", path);
    vec_push(&options->outputs, path);
    return true;
}

/* A flag as it is written: argv[*i], and its value, which may be argv[*i + 1]. */
static bool parse_value(Options *options, const Flag *flag, const char *value, int argc,
                        char **argv, int *i)
{
    const char *written = argv[*i];
    bool alone = value_is_optional(flag) && !value, next = false;
    if (alone)
        value = flag->type == FLAG_LEAKS ? "on" : "";
    else if (!has_no_value(flag) && !value)
        next = true;
    if (next && !(value = ++*i < argc ? argv[*i] : NULL))
        return wrong(options, "--%s needs a value: %s", flag->name, flag->value);
    if (flag->type == FLAG_BOOL && value)
        return set_bool(options, flag, value);
    if (flag->type == FLAG_FORMAT && value)
        return wrong(options, "--%s takes no value", flag->name);
    if (!set_flag(options, flag, value))
        return wrong(options, "bad value %s for --%s: expected %s", value, flag->name,
                     expected[flag->type]);
    bool output =
        value && (flag->type == FLAG_OUTPUT || (flag->type == FLAG_OUTPUT_OR_NOT && *value));
    if (output && !add_output(options, value))
        return false;
    if (flag->type == FLAG_CLOCK) {
        repeat_clock(options);
    } else if (flag->replayed) {
        vec_push(&options->given, written);
        if (next)
            vec_push(&options->given, value);
    }
    return true;
}

/* The name in a flag as it is written, with its value if there is one. */
static const char *flag_name(const char *written)
{
    return written + (written[1] == '-' ? 2 : 1);
}

bool options_unknown(const Options *options, u32 command_bit, const char *written)
{
    const char *name = flag_name(written);
    Similar similar = {.typed = name, .len = strcspn(name, "=")};
    for (u32 i = 0; i < COUNT_OF(flags); i++)
        if (flags[i].commands & command_bit)
            similar_consider(&similar, flags[i].name);
    if (!similar.best)
        return wrong(options, "unknown flag %s", written);
    return wrong(options, "unknown flag %s: did you mean %s%s?", written,
                 similar.best[1] ? "--" : "-", similar.best);
}

/* A flag that gol test does not have is one of the tests, as for the go command. */
static bool pass_flag(Options *options, char *written)
{
    vec_push(&options->tests.foreign, written);
    vec_push(&options->tests.passed, written);
    return true;
}

static bool parse_flag(Options *options, u32 command_bit, int argc, char **argv, int *i)
{
    const char *name = flag_name(argv[*i]);
    if (command_bit == FOR_TEST && !strncmp(name, "test.", 5)) /* as test binaries have them */
        name += 5;
    const char *equals = strchr(name, '='), *attached = equals ? equals + 1 : NULL;
    const Flag *flag =
        find_flag(name, equals ? (size_t)(equals - name) : strlen(name), command_bit);
    if (!flag && argv[*i][1] == 'j' && isdigit((unsigned char)argv[*i][2])) { /* -j4 */
        flag = find_flag("j", 1, command_bit);
        attached = argv[*i] + 2;
    }
    if (!flag && (!strcmp(name, "help") || !strcmp(name, "h")))
        exit(output_end(show_help(options->command)));
    if (!flag && command_bit == FOR_VET &&
        vet_check_flag(name, strcspn(name, "="), attached, &options->vet.named))
        return true;
    if (!flag && command_bit == FOR_TEST)
        return pass_flag(options, argv[*i]);
    if (!flag)
        return options_unknown(options, command_bit, argv[*i]);
    return parse_value(options, flag, attached, argc, argv, i);
}

static bool begins_arguments(const char *word)
{
    return !strcmp(word, "-args") || !strcmp(word, "--args");
}

/* What follows a flag of the tests and is none: it and all after it are for the tests. */
static bool begins_passed(const Options *options, u32 command_bit, const char *word)
{
    return command_bit == FOR_TEST && options->tests.foreign.len && *word != '-';
}

/* The arguments of the tests, where some of them stand among the flags. */
static void pass_rest(Options *options, int argc, char **argv, int i)
{
    i += i < argc && begins_arguments(argv[i]);
    for (; i < argc; i++)
        vec_push(&options->tests.passed, argv[i]);
    options->argc = (int)options->tests.passed.len;
    options->argv = options->tests.passed.data;
}

/* What stands after the flags: the path and the program's arguments; of commands that take a list
 * all names after "--", of gol test the arguments after -args. */
static void take_rest(Options *options, u32 command_bit, int argc, char **argv, int i)
{
    bool ended = i < argc && !strcmp(argv[i], "--");
    i += ended;
    bool list = command_bit & TAKE_LIST;
    for (; list && i < argc && !(command_bit == FOR_TEST && begins_arguments(argv[i])); i++)
        vec_push(&options->packages, argv[i]);
    i += command_bit == FOR_TEST && i < argc;
    if (!list && i < argc)
        options->path = argv[i++];
    options->argc = argc - i;
    options->argv = i ? argv + i : argv; /* NULL, of an executable without flags of its own */
}

/* --memory is for all that the process allocates. What the heap of the program may have is less
 * than the rest of gol leaves of it, but for searches with stores of their own, which count these
 * themselves. */
static void limit_memory(const Options *options, u32 command_bit)
{
    enum { GOL_ITSELF = 24 << 20 };
    u64 bytes = options->limits.memory;
    if (bytes && command_bit & (FOR_RUN | FOR_REPLAY | FOR_TEST | FOR_FUZZ | FOR_REPL | FOR_VET))
        process_limit_memory(bytes + bytes / 8 + GOL_ITSELF);
}

/* Reads --allow; false, after a message, if a part of it is wrong. */
static bool set_sandbox(Options *options)
{
    SandboxOptions *sandbox = &options->sandbox;
    if (sandbox->allow && !sandbox->on)
        return wrong(options, "--allow says what --sandbox allows: without it all is");
    if (sandbox->host && sandbox->on)
        return wrong(options, "--sandbox denies what --host allows");
    char *list = xstrdup(sandbox->allow ? sandbox->allow : ""), *rest = list;
    bool ok = true;
    for (char *grant; ok && (grant = strtok_r(rest, ",", &rest));) {
        const char *why = sandbox_allow(&sandbox->rules, grant);
        ok = !why || wrong(options, "--allow %s: %s", grant, why);
    }
    free(list);
    return ok;
}

/* How many words the flag of gol test that is written here takes, as test binaries have it
 * (-test.run); 0: it is none. */
static int test_flag_words(const char *written)
{
    static const char prefix[] = "test.";
    const char *name = flag_name(written);
    if (strncmp(name, prefix, sizeof prefix - 1) != 0)
        return 0;
    name += sizeof prefix - 1;
    size_t len = strcspn(name, "=");
    const Flag *flag = find_flag(name, len, FOR_TEST);
    return !flag ? 0 : 1 + (!name[len] && !has_no_value(flag) && !value_is_optional(flag));
}

int options_test_flags(int argc, char **argv, char **list)
{
    int found = 0;
    bool may_be_value = false;
    for (int i = 0, words; i < argc && strcmp(argv[i], "--"); i += words ? words : 1) {
        bool is_flag = argv[i][0] == '-';
        if (!is_flag && !may_be_value)
            break;
        words = is_flag ? test_flag_words(argv[i]) : 0;
        may_be_value = is_flag && !words && !strchr(argv[i], '=');
        for (int k = 0; k < words && i + k < argc; k++)
            list[found++] = argv[i + k];
    }
    return found;
}

bool options_parse(Options *options, const char *command, u32 command_bit, int argc, char **argv)
{
    *options = (Options){.command = command,
                         .tests.timeout_ms = DEFAULT_TIMEOUT_MS,
                         .search.late_ms = LATE_UNSET,
                         .search.fuzz_schedules = FUZZ_UNSET,
                         .limits.steps = command_bit == FOR_TEST ? TEST_STEPS : 0,
                         .leaks = command_bit == FOR_TEST ? LEAKS_ON : LEAKS_OFF,
                         .detector = command_bit == FOR_PREDICT ? NULL : "hybrid"};
    parse_color(options, "auto");
    int i = 0;
    for (; i < argc && strcmp(argv[i], "--"); i++) {
        bool is_flag = argv[i][0] == '-' && argv[i][1];
        if (!is_flag && !(command_bit & TAKE_LIST))
            break;
        if (is_flag && command_bit == FOR_TEST && begins_arguments(argv[i]))
            break;
        if (begins_passed(options, command_bit, argv[i]))
            break;
        if (!is_flag)
            vec_push(&options->packages, argv[i]);
        else if (!parse_flag(options, command_bit, argc, argv, &i))
            return false;
    }
    if (options->tests.foreign.len)
        pass_rest(options, argc, argv, i);
    else
        take_rest(options, command_bit, argc, argv, i);
    if (options->directory && chdir(options->directory))
        return wrong(options, "-C %s: %s", options->directory, strerror(errno));
    limit_memory(options, command_bit);
    limits_set_time(options->search.time_ms);
    return take_filters(options) && set_sandbox(options) && combination_ok(options) &&
           outputs_possible(options->outputs.data, options->outputs.len);
}

void options_free(Options *options)
{
    vec_free(&options->packages);
    vec_free(&options->tests.foreign);
    vec_free(&options->tests.passed);
    vec_free(&options->tests.files);
    vec_free(&options->ignored);
    vec_free(&options->given);
    vec_free(&options->outputs);
    buf_free(&options->vet.named);
    sandbox_free(&options->sandbox.rules);
}

enum { HELP_COLUMN = 27, HELP_WIDTH = 80 };

void help_text(u32 column, const char *text)
{
    while (strlen(text) > HELP_WIDTH - column) {
        u32 end = HELP_WIDTH - column;
        while (end && text[end] != ' ')
            end--;
        if (!end)
            break;
        printf("%.*s\n%*s", (int)end, text, (int)column, "");
        text += end + 1;
    }
    printf("%s\n", text);
}

/* The flags that are accepted only. */
static void help_ignored(u32 command_bit)
{
    Buf names = {0};
    for (u32 i = 0; i < COUNT_OF(flags); i++)
        if (flags[i].commands & command_bit && !flags[i].says)
            buf_printf(&names, "%s-%s", names.len ? " " : "", flags[i].name);
    if (names.len) {
        printf(
            "\nAccepted for compatibility with the go command, without effect (-v says so):\n    ");
        help_text(4, buf_str(&names));
    }
    buf_free(&names);
}

void options_each(u32 command_bit, VisitFlag visit, void *ctx)
{
    for (u32 i = 0; i < COUNT_OF(flags); i++) {
        Buf name = {0};
        buf_printf(&name, "%s%s", flags[i].name[1] ? "--" : "-", flags[i].name);
        if (flags[i].commands & command_bit)
            visit(ctx, buf_str(&name), flags[i].says, flags[i].value);
        buf_free(&name);
    }
}

void options_help(u32 command_bit)
{
    for (u32 i = 0; i < COUNT_OF(flags); i++) {
        const Flag *flag = &flags[i];
        if (!(flag->commands & command_bit) || !flag->says)
            continue;
        char left[40];
        bool spaced = flag->value && !value_is_optional(flag);
        snprintf(left, sizeof left, "%s%s%s%s", flag->name[1] ? "--" : "-", flag->name,
                 spaced ? " " : "", flag->value ? flag->value : "");
        printf("  %-*s ", HELP_COLUMN - 3, left);
        help_text(HELP_COLUMN, flag->says);
    }
    help_ignored(command_bit);
}
