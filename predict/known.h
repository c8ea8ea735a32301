/* What every reordering of a run has before a step, so that the analyses that go through pairs need
 * not follow its edges again for each. */
#ifndef PREDICT_KNOWN_H
#define PREDICT_KNOWN_H

#include "predict/steps.h"
#include "race/clock.h"

typedef struct Known {
    const Steps *steps;
    ClockPool pool;
    /* By step, how many of each goroutine's first steps there are in every reordering that has it.
     * Of an access: before it, and before it gets its value; of a release, or a step that takes
     * from a buffer: with it. NULL for others. */
    Clock **at;
    StepList *syncs; /* by goroutine: acquires, and steps that put into a buffer or take from it */
} Known;

void known_build(Known *known, const Steps *steps);
void known_free(Known *known);

/* Whether in every reordering that has access b, a comes before. */
static inline bool known_before(const Known *known, u32 a, u32 b)
{
    const RunStep *step = &known->steps->list.data[a];
    return step->index < clock_get(known->at[b], step->goroutine);
}

#endif
