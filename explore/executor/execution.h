/* The one way to run a program: an executor sets up a VM with a detector, other sinks and a
 * recorder around the chooser, and runs the program as often as asked, each time under a chooser of
 * its own and as isolated from other executions as if it were the only one: the same answers give
 * the same trace, alone or as the ten-thousandth. Nothing of start-up is paid per execution. What
 * every command that runs a program is built on.
 *
 *     Executor *executor = executor_new(&config);
 *     Chooser *chooser = chooser_random(7);
 *     const Execution *run = executor_run(executor, chooser);
 *     ... run->findings, run->schedule, run->fingerprint ...
 *     chooser->free(chooser);
 *     executor_free(executor);
 */
#ifndef EXPLORE_EXECUTOR_EXECUTION_H
#define EXPLORE_EXECUTOR_EXECUTION_H

#include <stdio.h>

#include "explore/executor/observer.h"
#include "explore/schedule/schedule.h"
#include "race/detector.h"
#include "race/explain/explain.h"
#include "race/report/silence.h"
#include "vm/vm.h"

typedef enum FindingKind {
    FOUND_RACE,
    FOUND_DEADLOCK, /* all goroutines are blocked */
    FOUND_CYCLE,    /* some wait for each other's locks while others went on */
    FOUND_PARTIAL,  /* the same as a leak, not asked for, where others ran up to the step limit */
    FOUND_LEAK,     /* goroutines that can never go on again (config.leaks) */
    FOUND_PANIC,    /* or a fatal error of the runtime, or os.Exit with a status other than 0 */
    FOUND_LIVELOCK, /* the step limit was reached */
    FOUND_MEMORY,   /* the memory limit was reached */
    FOUND_KINDS
} FindingKind;

/* "race", "deadlock", ... */
const char *finding_kind_name(FindingKind kind);

typedef struct Finding {
    FindingKind kind;
    u64 key;   /* equal for what is the same: a race's kind and pair of positions, the places where
                  goroutines are stuck, a panic's text and place */
    u64 group; /* what a search reports once: a race's two positions in any order, else the key */
    char *title; /* one line, "race: write after read (WaR) on x, bank.gol:4:2 and bank.gol:9:5" */
    char *text;  /* what a report adds: stacks of stuck goroutines; NULL: nothing */
    Pos now, before; /* FOUND_RACE: positions of the two accesses; FOUND_LEAK: where goroutines are
                        blocked and where they were started (0: main) */
    bool now_writes, before_writes;
    u32 goroutines; /* FOUND_LEAK: how many of them */
    bool shown;     /* config.on_leak was called with it */
} Finding;

/* All of it belongs to the executor and lives until the next run. */
typedef struct Execution {
    Outcome outcome;
    VEC(Finding) findings; /* in the order of discovery; empty: clean */
    Map by_key;            /* their indices + 1 */
    Schedule schedule;     /* what the chooser answered; without default answers at the end unless
                              config.keep_tail */
    Buf output;            /* what the program wrote, both streams, at most 4 MB; not config.live */
    Buf faults; /* what went wrong on the network (NetworkConfig), a line each; not config.live */
    u64 output_hash;
    Buf report;        /* what the VM wrote: panics, deadlocks, stacks; config.report if live */
    u64 fingerprint;   /* of the partial order of its events; not config.single */
    u32 fresh_pairs;   /* reads-from pairs never seen before; not config.single */
    u64 events, steps; /* steps: loop iterations and calls */
    u32 left_blocked;  /* goroutines blocked when main ended: leaks, perhaps */
    bool cut_short;    /* others could have gone on when the time for that after main's end was
                          over (AFTER_MAIN_STEPS) */
} Execution;

/* Called for each race as it is found, with all that a report says. Unless it is a warning, it is
 * the last of the execution's findings. */
typedef void (*OnRace)(void *ctx, const RaceReport *report);

/* Called for each leak that is found while the program runs, as the execution's last finding. */
typedef void (*OnLeak)(void *ctx, const Finding *leak);

/* Which goroutines count as leaked (spec/leaks.md). */
typedef enum LeakSearch {
    LEAKS_OFF,
    LEAKS_ON,      /* those that can never go on again */
    LEAKS_BLOCKED, /* all that are blocked some time after main has ended */
} LeakSearch;

/* Two places of the source with accesses that may race. */
typedef struct Target {
    Pos a, b;
} Target;

typedef VEC(Target) TargetList;

/* Zero is what a search needs: each member says what differs from it. */
typedef struct ExecutorConfig {
    Program *program;
    u64 program_hash; /* of its text: goes into traces */
    u64 code_hash;    /* without comments: goes into recorded schedules, as do the next two */
    u64 facts;        /* 0: none */
    u64 library_hash; /* of what the program uses of Go's library; 0: nothing */
    NativeFinder find_native;
    int argc; /* os.Args */
    char **argv;
    const char *build_info; /* as in VMConfig */
    const char *detector;   /* "grace", "none", ... */
    Silence *silence;       /* races that it hides are no findings; may be NULL */
    OnRace on_race;         /* may be NULL */
    OnLeak on_leak;         /* may be NULL: leaks are reported at the end only */
    void *ctx;              /* of both */

    u64 max_steps, max_memory; /* 0 = none */
    i64 max_time;              /* virtual nanoseconds; 0 = none */
    const TargetList *targets; /* searches bring these together; may be NULL, may change */
    i64 late;   /* searches: virtual nanoseconds that may pass in an execution while a goroutine
                   waits, or LATE_ANY (explore/schedule/late.h) */
    u64 until;  /* searches end then (clock_ms), if not earlier (base/limits.h); 0 = none */
    bool timed; /* the end of the process's time ends an execution with LIMIT_TIME */

    JitMode jit;
    const struct Sandbox *sandbox; /* as in VMConfig */
    NetworkConfig network;
    ClockStart clock;
    const char *(*executable)(void);
    bool real_time; /* sleeps take as long as they say */
    LeakSearch leaks;
    bool single;     /* executions are not compared with each other: no observer, which would see
                        every access */
    bool all_writes; /* the observer counts those that --facts proves to race with nothing, too: a
                        loop that writes is not without effect */
    bool guides; /* the observer is a guide only: of long executions it need not see accesses that
                    repeat others */
    bool live;   /* what the program and the VM write goes to stdout and stderr at once, and
                    signals from outside reach the program */
    bool report; /* with `live`: Execution.report is kept, and goes to stderr after the run */
    bool keep_tail;     /* keep recorded default answers at the end of a schedule */
    bool unrecorded;    /* with `single`: no schedule is written down */
    bool hooks;         /* the VM's hot.hook may be set */
    bool profile;       /* count instructions (vm/profile.h) */
    bool private_files; /* what an execution changes of files is undone after it (vm/undo.h) */
    bool host;          /* it is not, even so, and commands may be started */
    bool described; /* for showing values and sets: names and types of all objects, a label for each
                       access, accesses from the start */
} ExecutorConfig;

typedef struct Executor Executor;

/* NULL: there is no such detector. `config` is copied. */
Executor *executor_new(const ExecutorConfig *config);
/* NULL is ignored. */
void executor_free(Executor *executor);
/* What a program can find out of its machine, the same in every engine: the rest of the
 * VMConfig is the caller's. */
VMConfig executor_vm_config(const ExecutorConfig *config);
/* What it was made with. */
const ExecutorConfig *executor_config(const Executor *executor);

/* Runs the program once. The chooser stays the caller's. */
const Execution *executor_run(Executor *executor, Chooser *chooser);
/* The part of it before the first step, for a caller that runs functions itself (the REPL): the
 * chooser is recorded, sinks and detector are as new. */
void executor_begin(Executor *executor, Chooser *chooser);
/* Ends the execution that goes on with that outcome; called by a chooser. */
NORETURN void executor_end(Executor *executor, Outcome outcome);

/* os.Args of the executions from now on, not copied. */
void executor_args(Executor *executor, int argc, char **argv);
/* VMConfig.test_pattern of the executions from now on, borrowed. */
void executor_test_pattern(Executor *executor, const char *pattern);
/* VMConfig.echo of the executions from now on. */
void executor_echo(Executor *executor, bool echo);
/* Signals from outside reach the program from now on, though what it writes is kept: one that it
 * does not ask for still ends the execution. */
void executor_take_signals(Executor *executor);
/* config.max_steps of the executions from now on. */
void executor_limit(Executor *executor, u64 steps);
/* Which races are reported from now on, instead of config.on_race; NULL: none. */
void executor_on_race(Executor *executor, OnRace on_race, void *ctx);
/* Of which race, by the key of its finding, reports are needed from now on, which costs less where
 * there are many: of others they may be left out. 0: of all. */
void executor_report_only(Executor *executor, u64 key);

/* From the next execution on events also go to `sink`, before the detector sees them and after the
 * sinks added earlier; no longer, from then on. Sinks that are NULL are ignored. */
void executor_watch(Executor *executor, EventSink *sink);
void executor_unwatch(Executor *executor, EventSink *sink);
/* Events are recorded in a trace file at `path` (spec/trace.md), for a program of that name. False:
 * it cannot be written, which has been reported. For one execution. */
bool executor_trace(Executor *executor, const char *path, const char *name);
/* Completes the trace file, if there is one. False: it could not be written, which has been
 * reported. */
bool executor_end_trace(Executor *executor);
/* Steps are printed as rules of the calculus (race/explain/explain.h), those that the filter lets
 * through, as text or as JSON lines. */
void executor_explain(Executor *executor, FILE *out, bool color, bool json,
                      const ExplainFilter *filter);
/* The listener receives each step so; config.described is needed. From the next execution on. */
void executor_listen(Executor *executor, const ExplainListener *listener);

/* Whether executions from now on are ended in their middle when executor_late, with VERDICT_LIMIT
 * and execution_is_cut; they then prove nothing. */
void executor_cut(Executor *executor, bool cuts);
/* Whether it was ended by that, or by a signal. */
bool execution_is_cut(const Execution *execution);
/* Whether a search with it has to end: deadline_over(config.until). */
bool executor_late(const Executor *executor);

/* What all of its executions have cost, in units of about 10 ns: estimated from what they did, so
 * that it is the same each time. */
u64 executor_work(const Executor *executor);

/* The execution that is going on, or the last one. */
const Execution *executor_execution(const Executor *executor);
/* For choosers that look at the machine. The VM lives as long as the executor; its `current` asks.
 */
VM *executor_vm(Executor *executor);
/* What the VM shows of the program; its address stays valid as long as the executor. */
const ProgramView *executor_view(const Executor *executor);
Detector *executor_detector(Executor *executor);
/* Of a search, else it has seen nothing. */
Observer *executor_observer(Executor *executor);

/* The execution's finding of that key, or NULL. */
const Finding *execution_finding(const Execution *execution, u64 key);
/* Whether it has one. */
bool execution_found(const Execution *execution, u64 key);
/* The first of its findings of that kind, or NULL; whether there is one. */
const Finding *execution_first(const Execution *execution, FindingKind kind);
bool execution_has(const Execution *execution, FindingKind kind);

#endif
