/* What comes before a step in every reordering of a run, as clocks: the analyses that go through
 * pairs of accesses would otherwise follow the same edges for each pair. */
#ifndef PREDICT_KNOWN_H
#define PREDICT_KNOWN_H

#include "predict/steps.h"
#include "race/clock.h"

typedef struct Known {
    const Steps *steps;
    ClockPool pool;
    /* By step: for each goroutine, how many of its first steps are in every reordering that
     * contains the step. For an acquire: those before it; for an access: those before its event,
     * without what the values depend on that the event reads; for a release and for a step that
     * takes from a buffer: the step itself included. NULL for others. */
    Clock **at;
    StepList *syncs; /* by goroutine: acquires, and steps that put into a buffer or take from it */
} Known;

/* A new clock of all that came before the window that the steps are of; NULL if nothing did. */
Clock *known_before_window(ClockPool *pool, const Steps *steps);
/* Computes it for a run, which is borrowed. */
void known_build(Known *known, const Steps *steps);
/* Frees it. */
void known_free(Known *known);

/* Whether in every reordering that has access b, a comes before. */
static inline bool known_before(const Known *known, u32 a, u32 b)
{
    const RunStep *step = &known->steps->list.data[a];
    return step->index < clock_get(known->at[b], step->goroutine);
}

#endif
