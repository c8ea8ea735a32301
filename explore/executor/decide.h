/* What decides the choices of a single execution: a schedule to be replayed, a random seed, or
 * first in, first out; and, if asked for, the record of them in terms of the source. For commands
 * that run a program once under one of these (run, replay, test, the REPL); searches have choosers
 * of their own. */
#ifndef EXPLORE_EXECUTOR_DECIDE_H
#define EXPLORE_EXECUTOR_DECIDE_H

#include "explore/executor/execution.h"

typedef struct DeciderConfig {
    const Schedule *schedule; /* to be replayed; NULL: none. Borrowed */
    const char *strategy;     /* "fifo" or "random"; NULL: random if there is a seed */
    u64 seed;
    bool has_seed;
    bool note_orders; /* record the order of events too (explore/schedule/order.h) */
} DeciderConfig;

typedef struct Decider Decider;

/* For one execution of the executor after the other. NULL: there is no such strategy. The schedule
 * is followed answer by answer if it is of this program, else by the order of events that it
 * states, if it states one. An execution ends at the first answer that does not fit, with
 * VERDICT_ERROR. Freed before the executor. */
Decider *decider_new(Executor *executor, const DeciderConfig *config);
void decider_free(Decider *decider);
/* The names of the strategies, for a message: "fifo, random". */
const char *decider_strategies(void);
/* Runs the program under it; no more than once with orders or a schedule. */
const Execution *decider_run(Decider *decider);
/* The same without a run, for executor_begin. */
Chooser *decider_chooser(Decider *decider);
/* Calls settled(ctx) during a replay as soon as it is certain that the schedule fits. */
void decider_on_settled(Decider *decider, void (*settled)(void *ctx), void *ctx);
/* After the run: adds where the schedule did not fit the program; nothing if it did, as far as the
 * program has come when a limit ends it. */
void decider_mismatch(const Decider *decider, Buf *out);
/* Moves the orders that were recorded to the schedule. */
void decider_orders(Decider *decider, Schedule *schedule);

#endif
