/* Checking all schedules: depth-first over the tree of choices, one execution a path, each from the
 * start (spec/check.md).
 *
 * CHECK_REDUCED branches only at synchronisations and blocks, taking memory accesses as local steps:
 * a race shows on one of these schedules if it shows on any, since every execution is checked by
 * happens-before (002, Theorem 1). It also never goes on from a state that it has been in: the state
 * is given by the partial order of what happened so far and by who waits where. CHECK_ALL branches
 * at every access too and remembers nothing: slow and obviously right, the oracle. */
#ifndef EXPLORE_CHECK_H
#define EXPLORE_CHECK_H

#include "explore/fuzz.h"

typedef enum CheckEngine { CHECK_REDUCED, CHECK_ALL } CheckEngine;

typedef struct CheckBounds {
    u64 executions;  /* 0 = none */
    int preemptions; /* -1 = none: how often a goroutine that could go on may be made to wait */
    u32 random;      /* a choice among more values than this is not branched on */
} CheckBounds;

typedef struct Branch {
    u32 options, answer;
    bool preempts;   /* any answer but 0 makes a goroutine wait that could go on */
    int preemptions; /* on the way here */
} Branch;

typedef struct Check {
    Executor *executor;
    CheckEngine engine;
    CheckBounds bounds;
    VEC(Branch) path; /* of the execution that goes on; its tail is where to branch next */
    u32 at;           /* how far along it */
    Map states;       /* seen: key -> 1 */
    Map known;        /* keys of findings */
    VEC(Found) found;
    u64 executions;   /* complete ones */
    Map orders;       /* their partial orders: executions that differ in more than the order of
                         independent steps */
    u64 cut;          /* given up because they came to a state seen before */
    u32 deepest;
    u32 shrink_budget;
    bool preemption_bound, random_bound, execution_bound; /* was reached */
    bool forced_switch; /* a time slice's end or Gosched let the next goroutine go first */
    bool done;        /* nothing is left */
    u64 inputs;       /* of this execution: random numbers and map orders so far, by goroutine */
    Map input_counts; /* how many each goroutine has had */
    Map slice_events; /* events of each when its last time slice ended */
    Chooser *chooser;
} Check;

/* NULL: there is no such detector. */
Check *check_all_new(const ExecutorConfig *config, CheckEngine engine, CheckBounds bounds);
void check_all_free(Check *check);
/* One execution. New findings are added to check->found. False: there is nothing more to do. */
bool check_all_step(Check *check);
/* Whether every schedule was covered: no bound was in the way. */
bool check_all_complete(const Check *check);

#endif
