/* Whether a sequence of steps of a run is a valid reordering of it [SULZMANN24]: a run that the
 * same goroutines could have had, as far as the trace shows. One step after the other, so that what
 * fails can be named. */
#ifndef PREDICT_REORDER_H
#define PREDICT_REORDER_H

#include "predict/steps.h"

typedef enum ReorderRule {
    REORDER_VALID,
    REORDER_PROGRAM_ORDER, /* the steps of a goroutine keep their order, and none is left out */
    REORDER_SYNC,          /* a step comes after those that happen before it in every reordering */
    REORDER_LOCK,          /* sections on a lock exclude each other */
    REORDER_LAST_WRITER,   /* a read gets the value of the same write as in the run */
    REORDER_CAPACITY,      /* no buffer holds more than its capacity */
    REORDER_VALUE,         /* a receive gets the value of the same send */
    REORDER_OBJECT         /* operations on an object other than a lock keep the run's order, but
                              for atomic ones, and for sends to a buffer and receives from it */
} ReorderRule;

/* The state after the steps so far. */
typedef struct Reorder {
    const Steps *steps;
    u32 *done;        /* by goroutine: how many of its steps */
    u32 *last;        /* by variable: the last write + 1 */
    StepList *held;   /* by lock: acquires of the sections that are open */
    StepList *buffer; /* by object: the sends whose values are in the buffer, oldest first */
    u32 *latest;      /* by object: the latest step on it in the run + 1, ... */
    u32 *fixed;       /* ... and the latest that keeps its order */
} Reorder;

/* No step yet; of a run, which is borrowed. */
void reorder_init(Reorder *reorder, const Steps *steps);
/* Frees it. */
void reorder_free(Reorder *reorder);
/* Takes the next step if it may come next. Otherwise the rule that fails, and in *other the step
 * that is in its way or missing, or NO_STEP. free_read: it may get another value. */
ReorderRule reorder_step(Reorder *reorder, u32 step, bool free_read, u32 *other);
/* The same for all steps of an event of the trace. After a rule has failed the state is of no use.
 */
ReorderRule reorder_event(Reorder *reorder, u32 event, bool free_read, u32 *other);
/* Whether the events are conflicting accesses. */
bool reorder_conflict(const Steps *steps, u32 event, u32 other);
/* What the rule demands, in words. */
const char *reorder_rule_text(ReorderRule rule);

#endif
