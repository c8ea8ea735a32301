/* What operations on channels could have done instead: met another partner, taken another case of a
 * select, or its default. Those are no races of two steps, so they are looked for among the
 * arrivals of goroutines before such operations. */
#include "explore/dpor/dpor.h"

static const Case *case_of(const Dpor *dpor, const Arrival *arrival, u32 choice)
{
    CHECK(choice < arrival->cases.count);
    return &dpor->path.cases.data[arrival->cases.first + choice];
}

/* ---- another case ---- */

/* Whether the case is ready after the selected steps. */
static bool ready_then(const Dpor *dpor, const Case *c)
{
    if (c->object == UINT32_MAX)
        return false;
    if (chan_closed_then(dpor, c->object, c->was))
        return true;
    i64 count = chan_count_then(dpor, c->object, c->was);
    return c->is_send ? count < (i64)c->cap : count > 0;
}

static bool default_then(const Dpor *dpor, const Arrival *arrival)
{
    for (u32 choice = 0; choice < arrival->cases.count; choice++)
        if (ready_then(dpor, case_of(dpor, arrival, choice)))
            return false;
    return true;
}

/* The goroutine takes this case after the selected steps. */
static void take_case(Dpor *dpor, const Arrival *arrival, u32 choice)
{
    const Case *c = case_of(dpor, arrival, choice);
    Footprint footprint = chan_footprint_then(dpor, c->object, c->is_send, (i32)c->cap, c->was);
    explore_instead(dpor, act_make((Label){arrival->proc, NO_PROC, (u16)choice, 0}, &footprint, 1));
}

static void take_default(Dpor *dpor, const Arrival *arrival)
{
    u32 n = arrival->cases.count;
    Footprint *footprints = xmalloc((n + 1) * sizeof *footprints);
    u32 len = 0;
    for (u32 choice = 0; choice < n; choice++)
        if (case_of(dpor, arrival, choice)->object != UINT32_MAX)
            footprints[len++] = (Footprint){.object = case_of(dpor, arrival, choice)->object,
                                            .kind = FOOTPRINT_LOOK};
    explore_instead(dpor, act_make((Label){arrival->proc, NO_PROC, (u16)n, 0}, footprints, len));
    free(footprints);
}

/* The kinds of footprint that take a case away from a goroutine. */
static u32 kinds_against(const Case *c)
{
    return KIND_BIT(CLOSE) | KIND_BIT(TAKE_BACK) | (c->is_send ? KIND_BIT(SEND) : KIND_BIT(RECV));
}

/* Those that make it ready. */
static u32 kinds_for(const Case *c)
{
    return KIND_BIT(CLOSE) | (c->is_send ? KIND_BIT(RECV) : KIND_BIT(SEND));
}

/* The goroutine takes the case, or the default, before the i-th step instead, if it can. */
typedef void (*TakeBefore)(Dpor *dpor, const Arrival *arrival, u32 choice, u32 i);

/* Does so for each earlier step that the goroutine need not have waited for, latest first, with a
 * footprint of these kinds on the channel of the case. */
static void before_each(Dpor *dpor, const Arrival *arrival, u32 choice, u32 kinds, TakeBefore take)
{
    u32 object = case_of(dpor, arrival, choice)->object, known = 0;
    FOR_FOOTPRINTS(u, object, kinds, arrival->step)
    {
        u32 i = footprint_step(dpor, u);
        if (i < known)
            return;
        if (clock_has(dpor, clock_at(dpor, arrival->clock), i))
            known = skip_known(dpor, u, &kinds, known);
        else
            take(dpor, arrival, choice, i);
    }
}

static void case_before(Dpor *dpor, const Arrival *arrival, u32 choice, u32 i)
{
    select_steps(dpor, i, arrival->step, NULL);
    if (ready_then(dpor, case_of(dpor, arrival, choice)))
        take_case(dpor, arrival, choice);
}

/* A later step may make the case ready: the first one that does not happen after what the goroutine
 * did instead. */
static void case_after(Dpor *dpor, const Arrival *arrival, u32 choice)
{
    const Case *c = case_of(dpor, arrival, choice);
    u32 kinds = kinds_for(c), k = arrival->step;
    for (;;) {
        u32 u = footprint_after(dpor, c->object, kinds, k);
        if (u == NO_FOOTPRINT)
            return;
        k = footprint_step(dpor, u);
        if (clock_has(dpor, clock_of(dpor, k), arrival->step)) {
            kinds &= ~footprint_conflicts(footprint_kind(dpor, u)); /* nor did what depends on it */
            continue;
        }
        select_steps(dpor, arrival->step, k + 1, NULL);
        if (ready_then(dpor, c))
            break;
    }
    if (k >= dpor->path.fresh)
        take_case(dpor, arrival, choice);
}

/* Takes the steps that make a case ready out of the selection. False: one is ready all the same, by
 * steps that happen before the goroutine arrives. */
static bool deselect_ready(Dpor *dpor, const Arrival *arrival)
{
    for (u32 choice = 0; choice < arrival->cases.count; choice++) {
        const Case *c = case_of(dpor, arrival, choice);
        FOR_FOOTPRINTS(u, c->object, kinds_for(c), arrival->step)
        {
            if (footprint_step(dpor, u) <= dpor->past.selection.at || !ready_then(dpor, c))
                break;
            deselect_step(dpor, footprint_step(dpor, u));
        }
    }
    return default_then(dpor, arrival);
}

/* choice: the case whose channel was changed. */
static void default_before(Dpor *dpor, const Arrival *arrival, u32 choice, u32 i)
{
    (void)choice;
    select_steps(dpor, i, arrival->step, clock_at(dpor, arrival->clock));
    bool at_once = default_then(dpor, arrival);
    if (!at_once)
        select_steps(dpor, i, arrival->step, NULL);
    if (at_once || deselect_ready(dpor, arrival))
        take_default(dpor, arrival);
}

static void other_cases(Dpor *dpor, const Arrival *arrival)
{
    bool done = arrival->step < dpor->path.taken.len;
    bool is_new = arrival->step >= dpor->path.fresh;
    for (u32 choice = 0; choice < arrival->cases.count; choice++) {
        const Case *c = case_of(dpor, arrival, choice);
        if (c->object == UINT32_MAX)
            continue;
        if (is_new && choice != arrival->choice)
            before_each(dpor, arrival, choice, kinds_against(c), case_before);
        if (done && choice != arrival->choice)
            case_after(dpor, arrival, choice);
        if (is_new && arrival->cases.has_default)
            before_each(dpor, arrival, choice, ANY_KIND & ~KIND_BIT(LOOK), default_before);
    }
}

/* ---- another partner ---- */

static bool transfers(const Case *send, const Case *recv)
{
    return send->is_send && !recv->is_send && !send->cap && send->object == recv->object &&
           send->object != UINT32_MAX;
}

static bool waits_then(const Dpor *dpor, const Arrival *arrival)
{
    return !arrival->cases.has_default && default_then(dpor, arrival);
}

/* One of the two that meet must have found nothing ready. Where neither has, in the selected order,
 * what makes the cases ready of one that could wait is left out. */
static bool one_waits(Dpor *dpor, const Arrival *send, const Arrival *recv)
{
    if (waits_then(dpor, send) || waits_then(dpor, recv))
        return true;
    return deselect_ready(dpor, recv->cases.has_default ? send : recv);
}

/* Sender and receiver meet before the i-th step. */
static void meet(Dpor *dpor, const Arrival *send, u32 a, const Arrival *recv, u32 b, u32 i, u32 to)
{
    select_steps(dpor, i, to, NULL);
    if (send->cases.has_default && recv->cases.has_default)
        return;
    const Case *c = case_of(dpor, send, a);
    if (chan_closed_then(dpor, c->object, c->was) || !one_waits(dpor, send, recv))
        return;
    CHECK(c->object == case_of(dpor, recv, b)->object && c->is_send && !c->cap);
    Footprint footprint = {.object = c->object, .kind = FOOTPRINT_MEET};
    Label label = {send->proc, recv->proc, (u16)a, (u16)b};
    explore_instead(dpor, act_make(label, &footprint, 1));
}

/* The channel was closed, and both could have met before that. */
static void meet_before_close(Dpor *dpor, const Arrival *send, u32 a, const Arrival *recv, u32 b,
                              u32 to)
{
    u32 first = send->step < recv->step ? send->step : recv->step;
    FOR_FOOTPRINTS(u, case_of(dpor, send, a)->object, KIND_BIT(CLOSE), first)
    {
        u32 i = footprint_step(dpor, u);
        if (!clock_has(dpor, clock_at(dpor, send->clock), i) &&
            !clock_has(dpor, clock_at(dpor, recv->clock), i))
            meet(dpor, send, a, recv, b, i, to);
    }
}

static void meet_instead(Dpor *dpor, const Arrival *send, u32 a, const Arrival *recv, u32 b)
{
    u32 first = send->step < recv->step ? send->step : recv->step;
    u32 last = send->step < recv->step ? recv->step : send->step;
    if (last < dpor->path.fresh || first >= dpor->path.taken.len)
        return;
    meet_before_close(dpor, send, a, recv, b, last);
    bool together = first == last && send->choice == a && recv->choice == b;
    if (together || clock_has(dpor, clock_at(dpor, send->clock), first) ||
        clock_has(dpor, clock_at(dpor, recv->clock), first))
        return;
    meet(dpor, send, a, recv, b, first, last);
}

static void meet_by_cases(Dpor *dpor, const Arrival *send, const Arrival *recv)
{
    for (u32 a = 0; a < send->cases.count; a++)
        for (u32 b = 0; b < recv->cases.count; b++)
            if (transfers(case_of(dpor, send, a), case_of(dpor, recv, b)))
                meet_instead(dpor, send, a, recv, b);
}

/* Whether the goroutine had gone on before the other arrived; then it had from all its earlier
 * arrivals. */
static bool left_before(const Dpor *dpor, const Arrival *arrival, const Arrival *other)
{
    return arrival->step < dpor->path.taken.len &&
           clock_has(dpor, clock_at(dpor, other->clock), arrival->step);
}

/* The first of a goroutine's arrivals from which it had not gone on before the sender arrived. */
static u32 first_met(const Dpor *dpor, const ArrivalList *list, const Arrival *send)
{
    u32 low = 0, high = list->len;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (left_before(dpor, &dpor->order.arrivals.data[list->data[middle]], send))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void other_partners(Dpor *dpor, const Arrival *send)
{
    bool sends = false;
    for (u32 choice = 0; choice < send->cases.count; choice++)
        sends |= case_of(dpor, send, choice)->is_send && !case_of(dpor, send, choice)->cap;
    for (u32 i = 0; sends && i < dpor->run.started.len; i++) {
        Proc proc = dpor->run.started.data[i];
        if (proc >= dpor->order.arrivals_of.len)
            continue;
        const ArrivalList *list = &dpor->order.arrivals_of.data[proc];
        for (u32 k = first_met(dpor, list, send); proc != send->proc && k < list->len; k++) {
            const Arrival *recv = &dpor->order.arrivals.data[list->data[k]];
            if (left_before(dpor, send, recv) || check_all_late(dpor->check))
                break;
            meet_by_cases(dpor, send, recv);
        }
    }
}

void dpor_other_cases(Dpor *dpor)
{
    for (u32 i = 0; i < dpor->order.arrivals.len && !check_all_late(dpor->check); i++) {
        other_cases(dpor, &dpor->order.arrivals.data[i]);
        other_partners(dpor, &dpor->order.arrivals.data[i]);
    }
}
