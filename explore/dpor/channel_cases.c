/* Operations on channels could have gone otherwise than they did: with another partner, by another
 * case of a select, or by its default. Those are no races of two steps, so they are looked for
 * among the places where goroutines stood. */
#include "explore/dpor/dpor.h"

static const Case *case_of(const Dpor *dpor, const Arrival *stand, u32 choice)
{
    return &dpor->path.cases.data[stand->cases.first + choice];
}

/* ---- another case ---- */

/* In the selected order. */
static bool ready_then(const Dpor *dpor, const Case *c)
{
    if (c->object == UINT32_MAX)
        return false;
    if (chan_closed_then(dpor, c->object, c->was))
        return true;
    i64 count = chan_count_then(dpor, c->object, c->was);
    return c->is_send ? count < (i64)c->cap : count > 0;
}

static bool default_then(const Dpor *dpor, const Arrival *stand)
{
    for (u32 choice = 0; choice < stand->cases.count; choice++)
        if (ready_then(dpor, case_of(dpor, stand, choice)))
            return false;
    return true;
}

/* By this case, after the selected steps. */
static void take_case(Dpor *dpor, const Arrival *stand, u32 choice)
{
    const Case *c = case_of(dpor, stand, choice);
    Footprint footprint = chan_footprint_then(dpor, c->object, c->is_send, (i32)c->cap, c->was);
    explore_instead(dpor, act_make((Label){stand->proc, NO_PROC, (u16)choice, 0}, &footprint, 1));
}

static void take_default(Dpor *dpor, const Arrival *stand)
{
    u32 n = stand->cases.count;
    Footprint *footprints = xmalloc((n + 1) * sizeof *footprints);
    u32 len = 0;
    for (u32 choice = 0; choice < n; choice++)
        if (case_of(dpor, stand, choice)->object != UINT32_MAX)
            footprints[len++] =
                (Footprint){case_of(dpor, stand, choice)->object, FOOTPRINT_LOOK, 0, 0};
    explore_instead(dpor, act_make((Label){stand->proc, NO_PROC, (u16)n, 0}, footprints, len));
    free(footprints);
}

/* What takes a case away from others, and what makes it ready. */
static u32 kinds_against(const Case *c)
{
    return KIND_BIT(CLOSE) | (c->is_send ? KIND_BIT(SEND) : KIND_BIT(RECV));
}

static u32 kinds_for(const Case *c)
{
    return KIND_BIT(CLOSE) | (c->is_send ? KIND_BIT(RECV) : KIND_BIT(SEND));
}

/* What makes it impossible, or the buffer fuller or emptier: an earlier step that the goroutine
 * need not have waited for. */
static void case_before(Dpor *dpor, const Arrival *stand, u32 choice)
{
    const Case *c = case_of(dpor, stand, choice);
    const u32 *arrival = clock_at(dpor, stand->arrival);
    u32 kinds = kinds_against(c), known = 0;
    FOR_FOOTPRINTS(u, c->object, kinds, stand->step)
    {
        u32 i = footprint_step(dpor, u);
        if (i < known)
            return;
        if (clock_has(dpor, arrival, i)) {
            known = touches_known(dpor, u, &kinds, known);
            continue;
        }
        select_steps(dpor, i, stand->step, NULL);
        if (ready_then(dpor, c))
            take_case(dpor, stand, choice);
    }
}

/* What makes it possible: the first later step that did not wait for what the goroutine did
 * instead. */
static void case_after(Dpor *dpor, const Arrival *stand, u32 choice)
{
    const Case *c = case_of(dpor, stand, choice);
    u32 kinds = kinds_for(c), k = stand->step;
    for (;;) {
        u32 u = footprint_after(dpor, c->object, kinds, k);
        if (u == NO_FOOTPRINT)
            return;
        k = footprint_step(dpor, u);
        if (clock_has(dpor, clock_of(dpor, k), stand->step)) {
            kinds &= ~footprint_conflicts(footprint_kind(dpor, u)); /* nor did what depends on it */
            continue;
        }
        select_steps(dpor, stand->step, k + 1, NULL);
        if (ready_then(dpor, c))
            break;
    }
    if ((i32)k >= dpor->path.branch)
        take_case(dpor, stand, choice);
}

/* Without the steps, among those selected, that make a case ready. False: with all that has to come
 * before the goroutine is there, one is. */
static bool deselect_ready(Dpor *dpor, const Arrival *stand)
{
    for (u32 choice = 0; choice < stand->cases.count; choice++) {
        const Case *c = case_of(dpor, stand, choice);
        FOR_FOOTPRINTS(u, c->object, kinds_for(c), stand->step)
        {
            if (footprint_step(dpor, u) <= dpor->past.selection.at || !ready_then(dpor, c))
                break;
            deselect_step(dpor, footprint_step(dpor, u));
        }
    }
    return default_then(dpor, stand);
}

static void default_before_footprints(Dpor *dpor, const Arrival *stand, u32 object)
{
    const u32 *arrival = clock_at(dpor, stand->arrival);
    u32 kinds = ANY_KIND, known = 0;
    FOR_FOOTPRINTS(u, object, kinds, stand->step)
    {
        u32 i = footprint_step(dpor, u);
        if (i < known)
            return;
        if (clock_has(dpor, arrival, i)) {
            known = touches_known(dpor, u, &kinds, known);
            continue;
        }
        select_steps(dpor, i, stand->step, arrival);
        bool at_once = default_then(dpor, stand);
        if (!at_once)
            select_steps(dpor, i, stand->step, NULL);
        if (at_once || deselect_ready(dpor, stand))
            take_default(dpor, stand);
    }
}

static void default_before(Dpor *dpor, const Arrival *stand)
{
    for (u32 choice = 0; choice < stand->cases.count; choice++)
        if (case_of(dpor, stand, choice)->object != UINT32_MAX)
            default_before_footprints(dpor, stand, case_of(dpor, stand, choice)->object);
}

static void other_cases(Dpor *dpor, const Arrival *stand)
{
    bool done = stand->step < dpor->path.taken.len, is_new = (i32)stand->step >= dpor->path.branch;
    for (u32 choice = 0; choice < stand->cases.count; choice++) {
        if (case_of(dpor, stand, choice)->object == UINT32_MAX || choice == stand->choice)
            continue;
        if (is_new)
            case_before(dpor, stand, choice);
        if (done)
            case_after(dpor, stand, choice);
    }
    if (stand->cases.has_default && is_new)
        default_before(dpor, stand);
}

/* ---- another partner ---- */

static bool transfers(const Case *send, const Case *recv)
{
    return send->is_send && !recv->is_send && !send->cap && send->object == recv->object &&
           send->object != UINT32_MAX;
}

/* Sender and receiver meet instead of the i-th step. */
static void meet(Dpor *dpor, const Arrival *send, u32 a, const Arrival *recv, u32 b, u32 i, u32 to)
{
    select_steps(dpor, i, to, NULL);
    if (send->cases.has_default && recv->cases.has_default)
        return;
    const Case *c = case_of(dpor, send, a);
    if (chan_closed_then(dpor, c->object, c->was))
        return;
    Footprint footprint = {c->object, FOOTPRINT_MEET, 0, 0};
    Label label = {send->proc, recv->proc, (u16)a, (u16)b};
    explore_instead(dpor, act_make(label, &footprint, 1));
}

/* The channel was closed while both could have met before. */
static void meet_before_close(Dpor *dpor, const Arrival *send, u32 a, const Arrival *recv, u32 b,
                              u32 to)
{
    u32 first = send->step < recv->step ? send->step : recv->step;
    FOR_FOOTPRINTS(u, case_of(dpor, send, a)->object, KIND_BIT(CLOSE), first)
    {
        u32 i = footprint_step(dpor, u);
        if (!clock_has(dpor, clock_at(dpor, send->arrival), i) &&
            !clock_has(dpor, clock_at(dpor, recv->arrival), i))
            meet(dpor, send, a, recv, b, i, to);
    }
}

static void meet_instead(Dpor *dpor, const Arrival *send, u32 a, const Arrival *recv, u32 b)
{
    u32 first = send->step < recv->step ? send->step : recv->step;
    u32 last = send->step < recv->step ? recv->step : send->step;
    if ((i32)last < dpor->path.branch || first >= dpor->path.taken.len)
        return;
    meet_before_close(dpor, send, a, recv, b, last);
    bool together = first == last && send->choice == a && recv->choice == b;
    if (together || clock_has(dpor, clock_at(dpor, send->arrival), first) ||
        clock_has(dpor, clock_at(dpor, recv->arrival), first))
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

/* Whether the goroutine had left before the other came: then it will have for all its earlier
 * arrivals. */
static bool left_before(const Dpor *dpor, const Arrival *stand, const Arrival *other)
{
    return stand->step < dpor->path.taken.len &&
           clock_has(dpor, clock_at(dpor, other->arrival), stand->step);
}

/* The first of a goroutine's arrivals that it had not left before the sender came. */
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
    for (Proc proc = 1; sends && proc < dpor->order.arrivals_of.len; proc++) {
        const ArrivalList *list = &dpor->order.arrivals_of.data[proc];
        for (u32 k = first_met(dpor, list, send); proc != send->proc && k < list->len; k++) {
            const Arrival *recv = &dpor->order.arrivals.data[list->data[k]];
            if (left_before(dpor, send, recv))
                break;
            meet_by_cases(dpor, send, recv);
        }
    }
}

void dpor_other_turns(Dpor *dpor)
{
    for (u32 i = 0; i < dpor->order.arrivals.len && !check_all_late(dpor->check); i++) {
        other_cases(dpor, &dpor->order.arrivals.data[i]);
        other_partners(dpor, &dpor->order.arrivals.data[i]);
    }
}
