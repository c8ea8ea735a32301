/* Many executions of one program in one process, each under a chooser of its own and as isolated
 * from the others as if it were the only one: the same answers give the same trace, alone or as the
 * ten-thousandth. Nothing of start-up is paid per execution. What fuzzing, checking and shrinking
 * are built on.
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

#include "explore/executor/observer.h"
#include "explore/schedule/schedule.h"
#include "race/detector.h"
#include "race/report/silence.h"
#include "vm/vm.h"

typedef enum FindingKind {
    FOUND_RACE,
    FOUND_DEADLOCK, /* all goroutines are blocked */
    FOUND_CYCLE,    /* some wait for each other's locks while others went on */
    FOUND_PARTIAL,  /* nobody can wake some of them, others went on up to the step limit */
    FOUND_LEAK,     /* blocked for ever after main ended (config.leaks) */
    FOUND_PANIC,    /* or a fatal error of the runtime, or os.Exit with a status other than 0 */
    FOUND_LIVELOCK, /* the step limit was reached */
    FOUND_MEMORY,   /* the memory limit was reached */
    FOUND_KINDS
} FindingKind;

/* "race", "deadlock", ... */
const char *finding_kind_name(FindingKind kind);

typedef struct Finding {
    FindingKind kind;
    u64 key;     /* equal for what is the same to a person: a race's kind and pair of positions, the
                    places where goroutines are stuck, a panic's text and place */
    char *title; /* one line, "race: write after read (WaR) on x, bank.gol:4:2 and bank.gol:9:5" */
} Finding;

/* All of it belongs to the executor and lives until the next run. */
typedef struct Execution {
    Outcome outcome;
    VEC(Finding) findings; /* in the order of discovery; empty: clean */
    Schedule schedule;     /* what the chooser answered, default answers at the end left out */
    Buf output;            /* what the program wrote, both streams, at most 4 MB */
    u64 output_hash;
    Buf report;            /* what the machine wrote: panics, deadlocks, stacks */
    u64 fingerprint;       /* of the partial order of its events */
    u32 fresh_pairs;       /* reads-from pairs never seen before */
    u64 events, steps;     /* steps: loop iterations and calls */
    u32 choices, switches; /* asked of the chooser; answers that changed the running goroutine */
    u32 left_blocked;      /* goroutines blocked when main ended: leaks, perhaps */
} Execution;

typedef struct ExecutorConfig {
    Program *program;
    NativeFn (*find_native)(const char *name);
    const char *detector; /* "grace", "none", ... */
    int argc;             /* os.Args */
    char **argv;
    u64 max_steps, max_memory; /* 0 = none */
    i64 max_time;              /* virtual nanoseconds; 0 = none */
    JitMode jit;
    i64 late;         /* searches: virtual nanoseconds that an execution may lose because
                         goroutines are slow (explore/schedule/late.h) */
    u64 until;        /* searches end then (clock_ms); 0 = none */
    bool real_time;   /* sleeps take as long as they say */
    bool leaks;       /* let the others go on when main has ended, report who is stuck */
    u64 program_hash; /* goes into recorded schedules */
    Silence *silence; /* races that it hides are no findings; may be NULL */
    /* Called for every race as it is found, with all that a report says, when it is the last of
     * the execution's findings; may be NULL. */
    void (*on_race)(void *ctx, const RaceReport *report);
    void *ctx;
} ExecutorConfig;

typedef struct Executor Executor;

/* NULL: there is no such detector. `config` is copied. */
Executor *executor_new(const ExecutorConfig *config);
void executor_free(Executor *executor);
/* What it was made with. */
const ExecutorConfig *executor_config(const Executor *executor);
/* Runs the program once. The chooser stays the caller's. */
const Execution *executor_run(Executor *executor, Chooser *chooser);
/* os.Args of the executions from now on, not copied. */
void executor_args(Executor *executor, int argc, char **argv);
/* From now on events also go to `sink`, before the detector sees them; NULL: no longer. */
void executor_watch(Executor *executor, EventSink *sink);
typedef void (*OnRace)(void *ctx, const RaceReport *report);
void executor_on_race(Executor *executor, OnRace on_race, void *ctx);

/* Whether whoever searches with it has to end. */
bool executor_late(const Executor *executor);

/* The execution that is going on, or the last one. */
const Execution *executor_execution(const Executor *executor);
/* For choosers that look around. The VM lives as long as the executor; its `current` asks. */
VM *executor_vm(Executor *executor);
Observer *executor_observer(Executor *executor);

/* Whether the execution has a finding of that key. */
bool execution_found(const Execution *execution, u64 key);
/* Whether it found anything of that kind. */
bool execution_has(const Execution *execution, FindingKind kind);

/* What reports call the variable that a race is on. */
void race_variable(VM *vm, const RaceReport *report, Buf *out);

#endif
