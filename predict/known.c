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

/* The accesses of an event, of which `first` is the first, and in *clock what comes before: the
 * values of all of them come before what follows any of them. */
static void add_accesses(Known *known, u32 first, Clock **clock, Clock **source)
{
    const Steps *steps = known->steps;
    const RunStep *list = steps->list.data;
    u32 last = steps_last(steps, first);
    for (u32 i = first; i <= last; i++)
        known->at[i] = clock_share(*clock);
    for (u32 i = first; i <= last; i++) {
        CHECK(list[i].writer == NO_STEP || source[list[i].writer]);
        if (list[i].reads && list[i].writer != NO_STEP)
            join(known, clock, source[list[i].writer]);
    }
    for (u32 i = first; i <= last; i++)
        if (list[i].source)
            source[i] = with_itself(known, *clock, &list[last]);
}

Clock *known_before_window(ClockPool *pool, const Steps *steps)
{
    Clock *clock = NULL;
    for (u32 g = 0; g < steps->goroutines; g++)
        if (steps->before.data[g])
            clock = clock_raise(pool, clock, g, steps->before.data[g]);
    return clock;
}

/* What is before the window is in every reordering: sections that are open, and values in buffers.
 */
static void add_context(Known *known, Clock **threads, Clock **source)
{
    const Steps *steps = known->steps;
    Clock *before = known_before_window(&known->pool, steps);
    for (u32 g = 0; g < steps->goroutines; g++)
        threads[g] = clock_share(before);
    for (u32 i = 0; i < steps->context; i++) {
        const RunStep *step = &steps->list.data[i];
        source[i] = clock_share(before);
        if (!step->done && (step->kind == STEP_ACQUIRE || step->sends))
            vec_push(&known->syncs[step->goroutine], i);
    }
}

void known_build(Known *known, const Steps *steps)
{
    u32 n = steps->list.len;
    Clock **threads = xcalloc(steps->goroutines, sizeof *threads);
    Clock **source = xcalloc(n, sizeof *source);
    *known = (Known){.steps = steps};
    known->at = xcalloc(n, sizeof *known->at);
    known->syncs = xcalloc(steps->goroutines, sizeof *known->syncs);
    add_context(known, threads, source);
    for (u32 i = steps->context; i < n; i++) {
        const RunStep *step = &steps->list.data[i];
        Clock **clock = &threads[step->goroutine];
        for (u32 k = step->preds; k < step->preds + step->pred_count; k++)
            if (pred_is_fixed(steps->preds.data[k]))
                join(known, clock, source[steps->preds.data[k].step]);
        CHECK(clock_get(*clock, step->goroutine) <= step->index);
        if (is_access(step) && steps_first(steps, i) == i)
            add_accesses(known, i, clock, source);
        if (step->kind == STEP_ACQUIRE)
            known->at[i] = clock_share(*clock);
        if (!is_access(step) && step->source)
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
