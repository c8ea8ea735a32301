/* Computes the clocks in one pass over the run. */
#include "predict/known.h"

static void join(Known *known, Clock **to, Clock *clock)
{
    if (clock)
        *to = clock_join(&known->pool, *to, clock);
}

static Clock *with_itself(Known *known, Clock *clock, const RunStep *step)
{
    CHECK(clock_get(clock, step->goroutine) <= step->index);
    return clock_raise(&known->pool, clock_share(clock), step->goroutine, step->index + 1);
}

void known_build(Known *known, const Steps *steps)
{
    u32 n = steps->list.len;
    Clock **threads = xcalloc(steps->goroutines, sizeof *threads);
    Clock **source = xcalloc(n, sizeof *source);
    *known = (Known){.steps = steps};
    known->at = xcalloc(n, sizeof *known->at);
    known->syncs = xcalloc(steps->goroutines, sizeof *known->syncs);
    for (u32 i = 0; i < n; i++) {
        const RunStep *step = &steps->list.data[i];
        Clock **clock = &threads[step->goroutine];
        for (u32 k = step->preds; k < step->preds + step->pred_count; k++)
            if (pred_is_fixed(steps->preds.data[k]))
                join(known, clock, source[steps->preds.data[k].step]);
        CHECK(clock_get(*clock, step->goroutine) <= step->index);
        if (is_access(step) || step->kind == STEP_ACQUIRE)
            known->at[i] = clock_share(*clock);
        CHECK(!is_access(step) || step->writer == NO_STEP || source[step->writer]);
        if (is_access(step) && step->reads && step->writer != NO_STEP)
            join(known, clock, source[step->writer]);
        if (step->source)
            source[i] = with_itself(known, *clock, step);
        if (step->kind == STEP_RELEASE || step->takes)
            known->at[i] = with_itself(known, *clock, step);
        if (step->kind == STEP_ACQUIRE || step->sends || step->takes)
            vec_push(&known->syncs[step->goroutine], i);
    }
    free(threads);
    free(source);
}

void known_free(Known *known)
{
    for (u32 g = 0; g < known->steps->goroutines; g++)
        vec_free(&known->syncs[g]);
    free(known->syncs);
    free(known->at);
    clock_pool_free(&known->pool); /* all clocks with it */
}
