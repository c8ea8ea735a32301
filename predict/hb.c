/* Happens-before as in [GRACE20], and schedulable happens-before [MATHUR18], where a read also
 * comes after the write that it sees, and a channel operation after those that it depends on. The
 * clock of a goroutine has, for each other goroutine, the number of its steps that came before. */
#include "predict/seen.h"

struct HbWalk {
    const Steps *steps;
    Findings *findings;
    bool schedulable;
    bool window; /* any step may turn out to be a source later */
    u32 taken;   /* steps so far */
    ClockPool pool;
    VEC(Clock *) threads;         /* C_t, without t's own entry */
    VEC(Clock *) rel, rel_shared; /* by lock: what its last writer, its readers released */
    VEC(Clock *) at;              /* by step that is a source: C_t at it */
    SeenTable seen;
};

static void learn(HbWalk *hb, u32 goroutine, Clock *clock)
{
    Clock **mine = &hb->threads.data[goroutine];
    if (clock)
        *mine = clock_join(&hb->pool, *mine, clock);
}

/* What was known at the step, and the step itself, with all of its event. */
static void learn_step(HbWalk *hb, u32 goroutine, u32 number)
{
    const RunStep *step = &hb->steps->list.data[number];
    Clock **mine = &hb->threads.data[goroutine];
    learn(hb, goroutine, hb->at.data[number]);
    u32 last = is_access(step) ? steps_last(hb->steps, number) : number;
    u32 count = hb->steps->list.data[last].index + 1;
    if (step->goroutine != goroutine)
        *mine = clock_raise(&hb->pool, *mine, step->goroutine, count);
}

/* The accesses up to `last` are those of an event: what follows comes after the writes that they
 * see. */
static void learn_values(HbWalk *hb, u32 last)
{
    const RunStep *steps = hb->steps->list.data;
    for (u32 i = steps_first(hb->steps, last); i <= last; i++)
        if (steps[i].reads && steps[i].writer != NO_STEP)
            learn_step(hb, steps[i].goroutine, steps[i].writer);
}

static void release(HbWalk *hb, const RunStep *step)
{
    Clock *clock = clock_share(hb->threads.data[step->goroutine]);
    clock = clock_raise(&hb->pool, clock, step->goroutine, step->index + 1);
    if (step->shared) {
        Clock **carried = &hb->rel_shared.data[step->object];
        *carried = clock_join(&hb->pool, *carried, clock);
        clock_drop(&hb->pool, clock);
    } else {
        clock_drop(&hb->pool, hb->rel.data[step->object]);
        hb->rel.data[step->object] = clock;
    }
}

static void take_step(HbWalk *hb, u32 number)
{
    const RunStep *step = &hb->steps->list.data[number];
    const Pred *preds = vec_from(&hb->steps->preds, step->preds);
    for (u32 i = 0; i < step->pred_count; i++)
        if (pred_is_hb(preds[i]) || hb->schedulable)
            learn_step(hb, step->goroutine, preds[i].step);
    CHECK(clock_get(hb->threads.data[step->goroutine], step->goroutine) <= step->index);
    if (step->kind == STEP_ACQUIRE) {
        learn(hb, step->goroutine, hb->rel.data[step->object]);
        if (!step->shared)
            learn(hb, step->goroutine, hb->rel_shared.data[step->object]);
    } else if (step->kind == STEP_RELEASE) {
        release(hb, step);
    } else if (is_access(step)) {
        seen_access(&hb->seen, hb->steps, number, hb->threads.data[step->goroutine], hb->findings);
        if (hb->schedulable && number == steps_last(hb->steps, number))
            learn_values(hb, number);
    }
    if (step->source || hb->window)
        hb->at.data[number] = clock_share(hb->threads.data[step->goroutine]);
}

static HbWalk *begin(const Steps *steps, bool window, bool schedulable, Findings *findings)
{
    HbWalk *hb = xcalloc(1, sizeof *hb);
    hb->steps = steps;
    hb->findings = findings;
    hb->window = window;
    hb->schedulable = schedulable;
    return hb;
}

HbWalk *hb_begin(const Steps *steps, bool window, Findings *findings)
{
    return begin(steps, window, false, findings);
}

HbWalk *shb_begin(const Steps *steps, bool window, Findings *findings)
{
    return begin(steps, window, true, findings);
}

void hb_take(HbWalk *hb)
{
    vec_extend(&hb->threads, hb->steps->goroutines);
    vec_extend(&hb->rel, hb->steps->locks);
    vec_extend(&hb->rel_shared, hb->steps->locks);
    vec_extend(&hb->at, hb->steps->list.len);
    while (hb->taken < hb->steps->list.len) {
        limits_poll();
        take_step(hb, hb->taken++);
    }
}

void hb_visit(HbWalk *hb, VisitStep visit, void *ctx)
{
    seen_visit(&hb->seen, visit, ctx);
}

void hb_moved(HbWalk *hb, const u32 *marks)
{
    CHECK(hb->taken == hb->at.len);
    hb->taken = 0;
    for (u32 i = 0; i < hb->at.len; i++)
        if (marks[i])
            hb->at.data[hb->taken++] = hb->at.data[i];
        else
            clock_drop(&hb->pool, hb->at.data[i]);
    hb->at.len = hb->taken;
    CHECK(hb->taken == hb->steps->list.len);
}

void hb_end(HbWalk *hb)
{
    seen_free(&hb->seen);
    vec_free(&hb->threads);
    vec_free(&hb->rel);
    vec_free(&hb->rel_shared);
    vec_free(&hb->at);
    clock_pool_free(&hb->pool); /* all clocks with it */
    free(hb);
}

static void analyse(HbWalk *hb)
{
    if (CHECKING)
        steps_check(hb->steps);
    hb_take(hb);
    hb_end(hb);
}

void analyse_hb(const Steps *steps, Findings *findings)
{
    analyse(hb_begin(steps, false, findings));
}

void analyse_shb(const Steps *steps, Findings *findings)
{
    analyse(shb_begin(steps, false, findings));
}
