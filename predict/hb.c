/* Happens-before as in [GRACE20], and schedulable happens-before [MATHUR18], where a read also
 * comes after the write that it sees, and a channel operation after those that it depends on. The
 * clock of a goroutine has, for each other goroutine, the number of its steps that came before. */
#include "predict/seen.h"

typedef struct Hb {
    const Steps *steps;
    bool schedulable;
    ClockPool pool;
    Clock **threads;           /* C_t, without t's own entry */
    Clock **rel, **rel_shared; /* by lock: what its last writer, its readers released */
    Clock **at;                /* by step that is a source: the clock with the step itself */
    SeenTable seen;
} Hb;

static void learn(Hb *hb, u32 goroutine, Clock *clock)
{
    if (clock)
        hb->threads[goroutine] = clock_join(&hb->pool, hb->threads[goroutine], clock);
}

/* The clock of the goroutine, its own steps up to this one included. */
static Clock *clock_with(Hb *hb, const RunStep *step)
{
    CHECK(clock_get(hb->threads[step->goroutine], step->goroutine) <= step->index);
    Clock *clock = clock_share(hb->threads[step->goroutine]);
    return clock_raise(&hb->pool, clock, step->goroutine, step->index + 1);
}

static void release(Hb *hb, const RunStep *step)
{
    Clock *clock = clock_with(hb, step);
    if (step->shared) {
        hb->rel_shared[step->object] = clock_join(&hb->pool, hb->rel_shared[step->object], clock);
        clock_drop(&hb->pool, clock);
    } else {
        clock_drop(&hb->pool, hb->rel[step->object]);
        hb->rel[step->object] = clock;
    }
}

static void take_step(Hb *hb, u32 number, Findings *findings)
{
    const RunStep *step = &hb->steps->list.data[number];
    const Pred *preds = vec_from(&hb->steps->preds, step->preds);
    for (u32 i = 0; i < step->pred_count; i++) {
        CHECK(hb->at[preds[i].step]);
        if (pred_is_hb(preds[i]) || hb->schedulable)
            learn(hb, step->goroutine, hb->at[preds[i].step]);
    }
    CHECK(clock_get(hb->threads[step->goroutine], step->goroutine) <= step->index);
    if (step->kind == STEP_ACQUIRE) {
        learn(hb, step->goroutine, hb->rel[step->object]);
        if (!step->shared)
            learn(hb, step->goroutine, hb->rel_shared[step->object]);
    } else if (step->kind == STEP_RELEASE) {
        release(hb, step);
    } else if (is_access(step)) {
        seen_access(&hb->seen, hb->steps, number, hb->threads[step->goroutine], findings);
        if (hb->schedulable && step->reads && step->writer != NO_STEP)
            learn(hb, step->goroutine, hb->at[step->writer]);
    }
    if (step->source)
        hb->at[number] = clock_with(hb, step);
    CHECK(!step->source || clock_get(hb->at[number], step->goroutine) == step->index + 1);
}

static void analyse(const Steps *steps, bool schedulable, Findings *findings)
{
    if (CHECKING)
        steps_check(steps);
    Hb hb = {.steps = steps, .schedulable = schedulable};
    hb.threads = xcalloc(steps->goroutines, sizeof *hb.threads);
    hb.rel = xcalloc(steps->locks, sizeof *hb.rel);
    hb.rel_shared = xcalloc(steps->locks, sizeof *hb.rel_shared);
    hb.at = xcalloc(steps->list.len, sizeof *hb.at);
    seen_init(&hb.seen, steps);
    for (u32 i = 0; i < steps->list.len; i++)
        take_step(&hb, i, findings);
    seen_free(&hb.seen);
    free(hb.threads);
    free(hb.rel);
    free(hb.rel_shared);
    free(hb.at);
    clock_pool_free(&hb.pool); /* all clocks with it */
}

void analyse_hb(const Steps *steps, Findings *findings)
{
    analyse(steps, false, findings);
}

void analyse_shb(const Steps *steps, Findings *findings)
{
    analyse(steps, true, findings);
}
