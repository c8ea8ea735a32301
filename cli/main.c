/* gol: the command line. */
#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/output.h"
#include "base/process.h"
#include "cli/bundle.h"
#include "cli/commands.h"
#include "cli/completion.h"
#include "cli/options.h"
#include "cli/self.h"
#include "cli/similar.h"
#include "cli/vet_check.h"
#include "explore/check/check.h"
#include "explore/fuzz/sampler.h"
#include "race/detector.h"
#include "vm/signal.h"

#define VERSION "0.1"

typedef struct Command {
    const char *name, *arguments, *says, *more;
    u32 bit; /* of options.h; 0 = no flags */
    int (*main)(int argc, char **argv);
} Command;

static const Command commands[] = {
    {"run", "[flags] FILE|DIR [args]", "run a program once, checked for data races",
     "FILE is a .gol script, a .go program, or - for standard input.\n"
     "\n"
     "    gol run bank.gol                 first in, first out: always the same run\n"
     "    gol run --seed 7 bank.gol        random schedule number 7\n"
     "    gol run --explain bank.gol       every step as a rule of the calculus\n"
     "    gol run --predict bank.gol       also the races of runs close to this one\n",
     FOR_RUN, cmd_run},
    {"repl", "[flags] [FILE|DIR]", "type statements, watch goroutines",
     "    gol repl bank.gol                begins with what the program declares\n"
     "\n"
     "Type :help at the prompt for its commands. Input may also come from a pipe.\n"
     "Enter ends an input that is complete, Ctrl-C clears it or interrupts the program.\n"
     "The exit status is 66 if a race was reported.\n",
     FOR_REPL, cmd_repl},
    {"debug", "[flags] FILE|DIR [args]",
     "step forwards and backwards, pick which goroutine goes on",
     "    gol debug bank.gol               from the start, first in, first out\n"
     "    gol debug --schedule 0^7 bank.gol    one step before what goes wrong there\n"
     "    gol debug -run TestX queue       a test of that package\n"
     "\n"
     "Any `replay:` line becomes this with debug in place of run or test. At a terminal it takes\n"
     "the whole screen, where ? lists the keys; elsewhere help lists the commands, which\n"
     "may come from a pipe, and with --json requests (debug/debug.h), one a line.\n",
     FOR_DEBUG, cmd_debug},
    {"replay", "[flags] SCHEDULE FILE|DIR [args]", "the very same execution again",
     "SCHEDULE is a file written by --save-schedule, or its short form, as reports\n"
     "give it.\n"
     "\n"
     "    gol replay 0^7 bank.gol          what gol run --schedule 0^7 bank.gol does\n",
     FOR_REPLAY, cmd_replay},
    {"test", "[flags] [FILE|DIR]", "run Test functions, each in an execution of its own",
     "    gol test                         the tests of this directory\n"
     "    gol test -run 'Bank/empty' -v .  some of them, with what they log\n"
     "    gol test --fuzz 1000 .           each under 1000 schedules\n"
     "    gol test --check -v .            each under all, if that takes at most 10 s\n"
     "\n"
     "A race fails the test that caused it.\n",
     FOR_TEST, cmd_test},
    {"fuzz", "[flags] FILE|DIR [args]", "run under many schedules, report what can go wrong",
     "Each finding is shown once, under the shortest schedule found for it.\n"
     "\n"
     "    gol fuzz bank.gol                ten seconds on all processors\n"
     "    gol fuzz --first -j 1 bank.gol   up to the first finding, always the same\n"
     "    gol fuzz --outcomes bank.gol     which outputs there are, and how often\n",
     FOR_FUZZ, cmd_fuzz},
    {"check", "[flags] FILE|DIR [args]", "run under all schedules, or say which were left out",
     "    gol check bank.gol               every schedule that can make a difference\n"
     "    gol check --preemptions 2 x.gol  those with at most two preemptions\n"
     "\n"
     "Without a bound in the way, \"no race in all N executions\" is a proof.\n",
     FOR_CHECK, cmd_check},
    {"status", "[flags] DIR", "how far processes are that share a directory (--shard)",
     "    gol status /net/queue            executions, findings, processes\n"
     "    gol status --html s.html /net/queue\n",
     FOR_STATUS, cmd_status},
    {"merge", "INTO DIR...", "one corpus of several: what was found apart",
     "Directories are those of --corpus, or of --shared after gol fuzz. Of two schedules\n"
     "of one finding the shorter is kept.\n"
     "\n"
     "    gol merge corpus host1 host2     the schedules of both, in corpus\n"
     "    gol fuzz --corpus corpus x.gol   runs them first\n",
     FOR_MERGE, cmd_merge},
    {"predict", "[flags] TRACE [args]",
     "races and deadlocks of a recorded run, and of runs close to it",
     "TRACE is a file of gol run --trace, RAPID's STD text or a table with a column a\n"
     "thread.\n"
     "\n"
     "    gol predict run.trace            all analyses\n"
     "    gol predict --analysis wcp t.std one of them\n"
     "    gol predict --program x.gol t    try out what is predicted of x.gol\n"
     "    gol predict --export std x       the trace as STD text\n"
     "    gol predict --explain --analysis osr x\n"
     "                                     a reordering that shows each race\n",
     FOR_PREDICT, cmd_predict},
    {"show", "[flags] FILE|DIR|TRACE [args]", "a picture of a run: a page to look at in a browser",
     "A lane per goroutine, arrows for what synchronised, the accesses that race; at each\n"
     "step the source, what goroutines wait for, channels, locks, variables, what happens\n"
     "before. SCHEDULE may stand before FILE, as for gol replay.\n"
     "\n"
     "    gol show --schedule 0^7 bank.gol  the run that a report's line \"show:\" names\n"
     "    gol show run.trace                a recorded run\n"
     "    gol show -o - bank.gol            the page on standard output\n",
     FOR_SHOW, cmd_show},
    {"vet", "[flags] [packages]", "prove programs free of races without running them",
     "What is not proved for all inputs and schedules is printed with what is missing.\n"
     "Of a package each test is analysed by itself; without tests, what it exports.\n"
     "\n"
     "    gol vet bank.gol                 which accesses may race\n"
     "    gol vet ./...                    all packages below this directory\n"
     "    gol vet --checks copylocks x.go  one check only (gol help checks)\n"
     "    gol vet --explain bank.gol:14 bank.gol\n"
     "                                     what is known at the accesses of a line\n"
     "\n"
     "Exit status: 0 race-free, 3 some accesses may race or a check warns, 66 some do,\n"
     "2 another error.\n",
     FOR_VET, cmd_vet},
    {"build", "[flags] [FILE|packages]", "make a program one executable, which needs nothing else",
     "The executable is a copy of gol that holds the program's sources, and does what gol run\n"
     "would do, under the flags given here and those in the environment variable GOLFLAGS.\n"
     "\n"
     "    gol build -o bank ./cmd/bank     then ./bank runs it, checked for data races\n"
     "    GOLFLAGS='--seed 7' ./bank       under another schedule\n"
     "    gol build --detector none .      no races are looked for\n"
     "    gol build ./...                  compile all packages, write nothing\n",
     FOR_BUILD, cmd_build},
    {"install", "[flags] [packages]", "build programs into the directory that go install writes",
     "That is GOBIN, or else bin in the first directory of GOPATH.\n"
     "\n"
     "    gol install ./cmd/...            each program below cmd\n",
     FOR_INSTALL, cmd_install},
    {"fmt", "[flags] [packages]", "format source files as gofmt does, scripts too",
     "Files that change are listed. FILE may be - for standard input.\n"
     "\n"
     "    gol fmt ./...                    all packages below this directory\n"
     "    gol fmt -d bank.gol              what would change\n",
     FOR_FMT, cmd_fmt},
    {"list", "[flags] [packages]", "list packages",
     "    gol list ./...                   the import paths below this directory\n"
     "    gol list -f '{{.Dir}} {{.Imports}}' .\n"
     "    gol list std                     the library\n",
     FOR_LIST, cmd_list},
    {"env", "[flags] [NAME ...]", "print the settings that gol goes by, as go env does",
     "    gol env                          all of them\n"
     "    gol env GOMOD GOMODCACHE         these, one a line\n",
     FOR_ENV, cmd_env},
    {"doc", "[flags] [PACKAGE] [SYMBOL]", "show documentation, as go doc does",
     "    gol doc                          the package of this directory\n"
     "    gol doc sync.WaitGroup           or: gol doc sync WaitGroup\n"
     "    gol doc json.Decoder.Decode      encoding/json is found by its last element\n"
     "    gol doc -src ./calc Add          the source of it\n",
     FOR_DOC, cmd_doc},
    {"completion", "bash|zsh|fish", "print what makes a shell complete commands and flags",
     "    source <(gol completion bash)    for this shell\n"
     "    gol completion fish > ~/.config/fish/completions/gol.fish\n",
     0, cmd_completion},
    {"dump", "[flags] code FILE|DIR | ops", "show what a program was compiled to",
     "    gol dump code fib.go             bytecode of every function\n"
     "    gol dump ops                     the opcode table\n"
     "\n"
     "gol predict --dump prints a recorded trace.\n",
     FOR_DUMP, cmd_dump},
};

static int usage(FILE *out, int status)
{
    fprintf(out, "gol runs concurrent Go programs and reports their data races.\n\n"
                 "usage: gol COMMAND [arguments]\n\n");
    for (u32 i = 0; i < COUNT_OF(commands); i++)
        fprintf(out, "    %-10s %s\n", commands[i].name, commands[i].says);
    fprintf(out, "    %-10s %s\n    %-10s %s\n", "version", "print the version", "help",
            "more about a command: gol help run");
    fprintf(out, "\nExit status: 0 clean, 1 does not compile, 2 panic or deadlock,\n"
                 "3 a limit was reached, 66 a data race.\n");
    return status;
}

static const Command *find(const char *name)
{
    for (u32 i = 0; i < COUNT_OF(commands); i++)
        if (!strcmp(commands[i].name, name))
            return &commands[i];
    return NULL;
}

void commands_each(VisitCommand visit, void *ctx)
{
    for (u32 i = 0; i < COUNT_OF(commands); i++)
        visit(ctx, commands[i].name, commands[i].says, commands[i].bit);
    visit(ctx, "version", "print the version", 0);
    visit(ctx, "help", "more about a command", 0);
}

enum { NAME_COLUMN = 15 };

static void help_row(const char *name, const char *says)
{
    printf("  %-12s ", name);
    help_text(NAME_COLUMN, says);
}

static void help_detectors(void)
{
    u32 count;
    const DetectorInfo *list = detector_list(&count);
    for (u32 i = 0; i < count; i++)
        help_row(list[i].name, list[i].says);
}

static void help_strategies(void)
{
    for (u32 i = 0; i < sampler_count; i++)
        help_row(sampler_list[i].name, sampler_list[i].says);
}

static void help_engines(void)
{
    for (u32 i = 0; i < engine_count; i++)
        help_row(engine_list[i]->name, engine_list[i]->says);
}

static void help_checks(void)
{
    vet_check_help(help_row);
}

/* What flags take the name of; each is listed from its own table, the default first. */
static const struct {
    const char *name;
    void (*print)(void);
} topics[] = {
    {"detectors", help_detectors},
    {"strategies", help_strategies},
    {"engines", help_engines},
    {"checks", help_checks},
};

/* Those of the go command that change files which gol only reads, or start programs. */
static bool is_for_go(const char *name)
{
    static const char *const names[] = {"mod", "get", "generate", "work", "clean", "tool", "fix"};
    for (u32 i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

/* Becomes the go command, if there is one and the command is its own; else returns. */
static void hand_over(char **argv)
{
    if (!is_for_go(argv[1]))
        return;
    argv[0] = (char *)(uintptr_t) "go";
    execvp(argv[0], argv);
}

/* Says so; returns whether there was something to propose. */
static bool no_command(const char *speaker, const char *name)
{
    Similar similar = {.typed = name, .len = strlen(name)};
    for (u32 i = 0; i < COUNT_OF(commands); i++)
        similar_consider(&similar, commands[i].name);
    similar_consider(&similar, "help");
    similar_consider(&similar, "version");
    fprintf(stderr, "%s: there is no command \"%s\"", speaker, name);
    bool for_go = is_for_go(name);
    if (for_go)
        fprintf(stderr, ": that is for go %s; gol reads what it leaves", name);
    else if (similar.best)
        fprintf(stderr, ": did you mean %s?", similar.best);
    fputc('\n', stderr);
    return for_go || similar.best;
}

int show_help(const char *name)
{
    if (!name || !strcmp(name, "help") || !strcmp(name, "version"))
        return usage(stdout, STATUS_CLEAN);
    for (u32 i = 0; i < COUNT_OF(topics); i++)
        if (!strcmp(name, topics[i].name)) {
            topics[i].print();
            return STATUS_CLEAN;
        }
    const Command *command = find(name);
    if (!command) {
        no_command("gol help", name);
        return STATUS_USAGE;
    }
    printf("usage: gol %s %s\n\n%s: %s.\n\n%s", command->name, command->arguments, command->name,
           command->says, command->more);
    if (command->bit) {
        printf("\nflags:\n");
        options_help(command->bit);
    }
    return STATUS_CLEAN;
}

static int run_command(int argc, char **argv)
{
    if (argc < 2)
        return usage(stderr, STATUS_USAGE);
    const char *name = argv[1];
    if (!strcmp(name, "help") || !strcmp(name, "-h") || !strcmp(name, "--help"))
        return show_help(argc > 2 ? argv[2] : NULL);
    if (!strcmp(name, "version") || !strcmp(name, "--version")) {
        printf("gol version %s, language go1.%d\n", VERSION, NEWEST_GO);
        return STATUS_CLEAN;
    }
    if (!strcmp(name, COMPLETE)) /* what completion scripts call */
        return complete_words(argc - 2, argv + 2);
    const Command *command = find(name);
    if (!command) {
        hand_over(argv);
        if (no_command("gol", name))
            return STATUS_USAGE;
        return usage(stderr, STATUS_USAGE);
    }
    return command->main(argc - 2, argv + 2);
}

static void *grow(void *old, size_t old_size, size_t size)
{
    (void)old_size;
    return xrealloc(old, size);
}

static void release(void *old, size_t size)
{
    (void)size;
    free(old);
}

int main(int argc, char **argv)
{
    mp_set_memory_functions(xmalloc, grow, release); /* it would abort without memory */
    process_grow_stack();
    Bundle bundle;
    bool built = bundle_read(&bundle);
    output_begin(!built && argc > 1 && find(argv[1]) ? argv[1] : NULL);
    int status = built ? run_built(&bundle, argc, argv) : run_command(argc, argv);
    bool itself = built && self_is(&bundle);
    bundle_free(&bundle);
    if (status == STATUS_USAGE && limits_left())
        status = STATUS_LIMIT;
    /* All else is written: as quiet an end as without a handler, which is what a parent asks for.
     */
    if (signals_ended == SIGPIPE || (signals_ended && itself))
        signals_end_process();
    return output_end(status);
}
