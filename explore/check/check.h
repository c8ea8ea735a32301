/* Checking all schedules (spec/check.md): what the engines share, which is findings, bounds and
 * counts. An engine is one way of covering all schedules; each is a row of engine_list. */
#ifndef EXPLORE_CHECK_CHECK_H
#define EXPLORE_CHECK_CHECK_H

#include "base/pack.h"
#include "explore/check/graph.h"
#include "explore/executor/found.h"
#include "explore/schedule/late.h"

typedef struct CheckBounds {
    u64 executions;  /* 0 = none */
    int preemptions; /* -1 = none: how often a goroutine that could go on may be made to wait */
    u32 random;      /* of a random number among more values than this only one is tried, of the
                        places where iterating over a map can start at most as many as this */
    u64 depth;       /* steps in a row; 0 = none */
    u64 memory;      /* states: bytes; 0 = most of what the machine has */
    u32 jobs;        /* processes that search in parts; 0: the search is not cut into parts */
    u64 turn;        /* auto: work of a turn (check_all_work); 0 = as many as are good */
    bool compact;    /* states: remember a number of each, not the state */
    bool no_input;   /* standard input is empty here, and need not be elsewhere */
} CheckBounds;

typedef struct Check Check;

/* Bounds that not every engine has. */
enum { BOUND_PREEMPTIONS = 1, BOUND_DEPTH = 2, BOUND_COMPACT = 4, BOUND_LATE = 8 };
/* Not bounds: goroutines wait as they do in a run, so that synctest.Wait sees them blocked; timers
 * may fire at any time, not only when no goroutine can run; accesses that race are tried in every
 * order, so that what follows from one of them is found too; the search can be done by several
 * processes, and go on later; parts of it can be files that processes share; it runs the program
 * from its beginning each time, so that effects which are not undone are those of whole runs. */
enum {
    REAL_WAITS = 16,
    ANY_TIME = 32,
    ALL_ACCESSES = 64,
    IN_PARTS = 128,
    IN_FILES = 256,
    WHOLE_RUNS = 512
};

/* The operations of a search. */
typedef struct SearchOps {
    /* Makes check->search. */
    void (*begin)(Check *check);
    /* A short piece of the search, one execution say; its findings go to check_all_keep. False: the
     * search is done. */
    bool (*step)(Check *check);
    /* How far the search is, for the progress line: "120 states, depth 17". */
    void (*progress)(const Check *check, Buf *out);
    void (*end)(Check *check);
    /* Writes down where the search is, and goes on from there instead of the beginning. False: what
     * was written is damaged; what only a step can see sets check->damaged, and ends the search.
     * NULL: it cannot. */
    void (*save)(Check *check, Buf *out);
    bool (*load)(Check *check, Unpack *from);
} SearchOps;

typedef struct CheckEngine {
    const char *name, *says;
    const char *unit;          /* what the verdict counts: "execution" */
    u32 bounds;                /* BOUND_*, REAL_WAITS and so on that it has */
    SearchOps ops;             /* by this process */
    const SearchOps *parallel; /* IN_PARTS: by several processes, with save */
} CheckEngine;

/* All engines, the default first. */
extern const CheckEngine *const engine_list[];
extern const u32 engine_count;
/* NULL: there is no engine of that name. */
const CheckEngine *engine_find(const char *name);
/* The default: the first that has these bounds (BOUND_*) and supports the program, whose natives
 * `find` finds. NULL: there is none. */
const CheckEngine *engine_for(const Program *program, NativeFinder find, u32 bounds);

struct Check {
    const CheckEngine *engine;
    const SearchOps *ops; /* of the two of the engine */
    void *search;         /* their own */
    Executor *executor;
    bool borrowed;       /* the executor is another check's */
    u32 wait_ms;         /* how long a step may wait for what other processes do */
    const Check *leader; /* auto: the search that the verdict is about; NULL: this one */
    CheckBounds bounds;
    Map known; /* groups of findings */
    FoundList found;
    const GraphListener *graph; /* states: NULL: none */
    u64 schedules;              /* executions begun */
    u64 executions;             /* of them run to their end */
    u64 covered;    /* executions that differ in more than the order of independent steps, or
                       whatever the engine counts */
    u64 states;     /* remembered, 0: the engine remembers none */
    u64 work;       /* done by the engine besides executions (check_all_work) */
    u32 unrepeated; /* faults suspected that no execution has shown: no proof with them */
    u32 shrink_budget;
    bool preemption_bound, random_bound, map_bound, input_bound, execution_bound, step_bound,
        after_main_bound, depth_bound, memory_bound, round_bound, loop_bound,
        tick_bound;  /* was reached */
    bool late, full; /* there was no time, no memory for all of the work */
    u64 looked;      /* at the clock */
    u64 resident;    /* bytes of memory that the process had at first */
    bool raced;      /* an execution had a race, reported or hidden, or the detector may miss one */
    bool blind;      /* states: there may be races that it does not see (spec/check.md) */
    bool outside;    /* states: files or standard input were used, which are no part of a state */
    bool timed;      /* a timer was set: in Go it may fire earlier */
    bool input;      /* standard input was read */
    bool measured;   /* the memory in use was */
    bool foreign_unlock; /* a lock was given back by a goroutine that does not hold it, perhaps in
                            the middle of a step of the one that does */
    bool forced_switch;  /* a time slice's end or Gosched let the next goroutine go first */
    bool lost;           /* worker processes, again and again */
    bool damaged;        /* what it goes on from (load) makes no sense, as it turned out later */
    bool enough;         /* its caller has ended it with what was found */
    bool done;           /* nothing is left */
};

/* A search, with a copy of `config`; to be given back with check_all_free. NULL: there is no such
 * detector. */
Check *check_all_new(const ExecutorConfig *config, const CheckEngine *engine, CheckBounds bounds);
/* The same with the executor of another one, which outlives it. */
Check *check_all_over(Executor *executor, const CheckEngine *engine, CheckBounds bounds);
void check_all_free(Check *check);
/* What a program, whose natives `find` finds, asks of an engine: REAL_WAITS or 0. */
u32 check_all_needs(const Program *program, NativeFinder find);
/* The search that the verdict is about: the check itself, or one of those that `auto` makes. */
const Check *check_all_leader(const Check *check);
/* How many of the findings of the check the other one has not. */
u32 check_all_lacks(const Check *check, const Check *part);
/* The work done so far, executions included, in units of about 10 ns. It depends on the program
 * alone. */
u64 check_all_work(const Check *check);
/* One piece of the search. New findings are added to check->found. False: it is over. */
bool check_all_step(Check *check);
/* What a search has left out, a phrase each that follows "within": "2 preemptions". Empty: nothing,
 * so that its result is a proof. */
typedef VEC(char *) Bounds;
/* Frees the phrases; the list is empty then. */
void bounds_free(Bounds *bounds);

/* The one list of what was in the way of covering every schedule. stopped: by its caller, before
 * the work was done. */
void check_all_bounds(const Check *check, bool stopped, Bounds *out);
/* Whether there are none: every schedule was covered. */
bool check_all_complete(const Check *check);
/* "all 14 executions", or "14 executions within 2 preemptions, ...": never "all" with bounds. */
void check_all_extent(const Check *check, const Bounds *bounds, Buf *out);

/* Writes down counts, bounds that were reached and the findings from index `from` on; adds what was
 * written to a check of the same program, its counts only if `counts`. */
void check_all_pack(Check *check, u32 from, Buf *out);
void check_all_merge(Check *check, Unpack *from, bool counts);
/* Sorts the findings by kind and title: their order of discovery is that of several processes. */
void check_all_sort(Check *check);

/* For engines: how many of the answers to a choice of another kind than CHOOSE_GOROUTINE are tried
 * within the bounds, the first ones; notes a bound that was reached. */
u32 check_all_answers(Check *check, const Choice *choice);
/* For engines: one execution with this chooser; notes that time was up before its end. */
const Execution *check_all_run(Check *check, Chooser *chooser);
/* For engines: what an execution has shown, each finding once and shortened. */
void check_all_keep(Check *check, const Execution *run);
/* Whether the search has to end, since time or memory is used up. To be asked in all that may take
 * long. */
bool check_all_late(Check *check);
/* The bytes of memory that the search may use. */
u64 check_all_memory(const Check *check);
/* Called by a chooser: ends the execution, which would only repeat what others have shown. */
NORETURN void check_all_give_up(Check *check);
/* Whether an execution was ended so. */
bool check_all_given_up(const Execution *run);

/* ---- the engines' own files ---- */
extern const CheckEngine engine_reduced, engine_all; /* explore/check/tree.c */
extern const CheckEngine engine_dpor;                /* explore/dpor/ */
extern const CheckEngine engine_states;              /* explore/states/ */
extern const CheckEngine engine_auto;                /* explore/auto/ */

#endif
