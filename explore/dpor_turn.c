/* Operations on channels could have gone otherwise than they did: with another partner, by another
 * case of a select, or by its default. Those are no races of two steps, so they are looked for
 * among the places where goroutines stood. */
#include "explore/dpor.h"

#define FOR_TOUCHES(u, object) \
    for (u32 u = touch_last(dpor, object); u != NO_TOUCH; u = touch_previous(dpor, u))

static const Case *case_of(const Dpor *dpor, const Stand *stand, u32 turn)
{
    return &dpor->cases.data[stand->turns.first + turn];
}

/* ---- a buffered channel when the first i steps and the selected ones are done ---- */

i64 chan_count(const Dpor *dpor, u32 object, u32 i, i32 was)
{
    i64 count = 0;
    FOR_TOUCHES(u, object)
    {
        u8 kind = dpor->touches.data[u].kind;
        was = dpor->touches.data[u].was;
        if (is_done(dpor, i, touch_step(dpor, u)))
            count += (kind == TOUCH_SEND) - (kind == TOUCH_RECV);
    }
    return count + was_count(was);
}

static bool is_closed(const Dpor *dpor, u32 object, u32 i, i32 was)
{
    FOR_TOUCHES(u, object)
    {
        was = dpor->touches.data[u].was;
        if (dpor->touches.data[u].kind == TOUCH_CLOSE && is_done(dpor, i, touch_step(dpor, u)))
            return true;
    }
    return was < 0;
}

static bool ready_at(const Dpor *dpor, const Case *c, u32 i)
{
    if (c->object == UINT32_MAX)
        return false;
    if (is_closed(dpor, c->object, i, c->was))
        return true;
    i64 count = chan_count(dpor, c->object, i, c->was);
    return c->is_send ? count < (i64)c->cap : count > 0;
}

static bool default_at(const Dpor *dpor, const Stand *stand, u32 i)
{
    for (u32 turn = 0; turn < stand->turns.count; turn++)
        if (ready_at(dpor, case_of(dpor, stand, turn), i))
            return false;
    return true;
}

/* ---- another case ---- */

Touch chan_touch(const Dpor *dpor, u32 object, bool is_send, i32 cap, u32 i, i32 was)
{
    i64 count = chan_count(dpor, object, i, was);
    bool drained = is_send ? is_closed(dpor, object, i, was) : count <= 0;
    u8 kind = drained ? TOUCH_DRAINED : is_send ? TOUCH_SEND : TOUCH_RECV;
    return (Touch){object, kind, is_send ? cap : 0, (i32)count};
}

/* By this case instead of the i-th step, after the selected ones. */
static void take_case(Dpor *dpor, const Stand *stand, u32 turn, u32 i)
{
    const Case *c = case_of(dpor, stand, turn);
    Touch touch = chan_touch(dpor, c->object, c->is_send, (i32)c->cap, i, c->was);
    explore_instead(dpor, i, act_make((Label){stand->proc, NO_PROC, (u16)turn, 0}, &touch, 1));
}

static void take_default(Dpor *dpor, const Stand *stand, u32 i)
{
    u32 n = stand->turns.count;
    Touch *touches = xmalloc((n + 1) * sizeof *touches);
    u32 len = 0;
    for (u32 turn = 0; turn < n; turn++)
        if (case_of(dpor, stand, turn)->object != UINT32_MAX)
            touches[len++] = (Touch){case_of(dpor, stand, turn)->object, TOUCH_LOOK, 0, 0};
    explore_instead(dpor, i, act_make((Label){stand->proc, NO_PROC, (u16)n, 0}, touches, len));
    free(touches);
}

/* What makes it impossible, or the buffer fuller or emptier: an earlier step that the goroutine
 * need not have waited for. */
static void case_before(Dpor *dpor, const Stand *stand, u32 turn)
{
    const Case *c = case_of(dpor, stand, turn);
    const u32 *arrival = clock_at(dpor, stand->arrival);
    FOR_TOUCHES(u, c->object)
    {
        u32 i = touch_step(dpor, u);
        u8 kind = dpor->touches.data[u].kind;
        bool rival = kind == TOUCH_CLOSE || kind == (c->is_send ? TOUCH_SEND : TOUCH_RECV);
        if (!rival || i >= stand->step || clock_has(dpor, arrival, i))
            continue;
        select_steps(dpor, i, stand->step, NULL);
        if (ready_at(dpor, c, i))
            take_case(dpor, stand, turn, i);
    }
}

/* What makes it possible: a later step that did not wait for what the goroutine did instead. */
static void case_after(Dpor *dpor, const Stand *stand, u32 turn)
{
    const Case *c = case_of(dpor, stand, turn);
    u32 first = UINT32_MAX;
    FOR_TOUCHES(u, c->object)
    {
        u32 k = touch_step(dpor, u);
        u8 kind = dpor->touches.data[u].kind;
        bool helps = kind == TOUCH_CLOSE || kind == (c->is_send ? TOUCH_RECV : TOUCH_SEND);
        if (!helps || k <= stand->step)
            continue;
        select_steps(dpor, stand->step, k + 1, NULL);
        if (dpor->selected.data[k] && ready_at(dpor, c, stand->step))
            first = k;
    }
    if (first == UINT32_MAX || (i32)first < dpor->branch)
        return;
    select_steps(dpor, stand->step, first + 1, NULL);
    take_case(dpor, stand, turn, stand->step);
}

/* Without the steps, among those selected, that make a case ready. False: with all that has to come
 * before the goroutine is there, one is. */
static bool deselect_ready(Dpor *dpor, const Stand *stand, u32 i)
{
    for (u32 turn = 0; turn < stand->turns.count; turn++) {
        const Case *c = case_of(dpor, stand, turn);
        FOR_TOUCHES(u, c->object)
        {
            u8 kind = dpor->touches.data[u].kind;
            bool helps = kind == TOUCH_CLOSE || kind == (c->is_send ? TOUCH_RECV : TOUCH_SEND);
            if (!ready_at(dpor, c, i))
                break;
            if (helps && touch_step(dpor, u) > i)
                deselect_step(dpor, touch_step(dpor, u));
        }
    }
    return default_at(dpor, stand, i);
}

static void default_before(Dpor *dpor, const Stand *stand)
{
    const u32 *arrival = clock_at(dpor, stand->arrival);
    for (u32 turn = 0; turn < stand->turns.count; turn++) {
        u32 object = case_of(dpor, stand, turn)->object;
        if (object == UINT32_MAX)
            continue;
        FOR_TOUCHES(u, object)
        {
            u32 i = touch_step(dpor, u);
            if (i >= stand->step || clock_has(dpor, arrival, i))
                continue;
            select_steps(dpor, i, stand->step, arrival);
            bool at_once = default_at(dpor, stand, i);
            if (!at_once)
                select_steps(dpor, i, stand->step, NULL);
            if (at_once || deselect_ready(dpor, stand, i))
                take_default(dpor, stand, i);
        }
    }
}

static void other_cases(Dpor *dpor, const Stand *stand)
{
    bool done = stand->step < dpor->taken.len, is_new = (i32)stand->step >= dpor->branch;
    for (u32 turn = 0; turn < stand->turns.count; turn++) {
        if (case_of(dpor, stand, turn)->object == UINT32_MAX || turn == stand->turn)
            continue;
        if (is_new)
            case_before(dpor, stand, turn);
        if (done)
            case_after(dpor, stand, turn);
    }
    if (stand->turns.has_default && is_new)
        default_before(dpor, stand);
}

/* ---- another partner ---- */

static bool transfers(const Case *send, const Case *recv)
{
    return send->is_send && !recv->is_send && !send->cap && send->object == recv->object &&
           send->object != UINT32_MAX;
}

/* Sender and receiver meet instead of the i-th step. */
static void meet(Dpor *dpor, const Stand *send, u32 a, const Stand *recv, u32 b, u32 i, u32 to)
{
    select_steps(dpor, i, to, NULL);
    if (send->turns.has_default && recv->turns.has_default)
        return;
    const Case *c = case_of(dpor, send, a);
    if (is_closed(dpor, c->object, i, c->was))
        return;
    Touch touch = {c->object, TOUCH_MEET, 0, 0};
    Label label = {send->proc, recv->proc, (u16)a, (u16)b};
    explore_instead(dpor, i, act_make(label, &touch, 1));
}

/* The channel was closed while both could have met before. */
static void meet_before_close(Dpor *dpor, const Stand *send, u32 a, const Stand *recv, u32 b,
                              u32 to)
{
    FOR_TOUCHES(u, case_of(dpor, send, a)->object)
    {
        u32 i = touch_step(dpor, u);
        if (dpor->touches.data[u].kind != TOUCH_CLOSE || i >= send->step || i >= recv->step)
            continue;
        if (!clock_has(dpor, clock_at(dpor, send->arrival), i) &&
            !clock_has(dpor, clock_at(dpor, recv->arrival), i))
            meet(dpor, send, a, recv, b, i, to);
    }
}

static void meet_instead(Dpor *dpor, const Stand *send, u32 a, const Stand *recv, u32 b)
{
    u32 first = send->step < recv->step ? send->step : recv->step;
    u32 last = send->step < recv->step ? recv->step : send->step;
    if ((i32)last < dpor->branch || first >= dpor->taken.len)
        return;
    meet_before_close(dpor, send, a, recv, b, last);
    bool together = first == last && send->turn == a && recv->turn == b;
    if (together || clock_has(dpor, clock_at(dpor, send->arrival), first) ||
        clock_has(dpor, clock_at(dpor, recv->arrival), first))
        return;
    meet(dpor, send, a, recv, b, first, last);
}

static void meet_by_cases(Dpor *dpor, const Stand *send, const Stand *recv)
{
    for (u32 a = 0; a < send->turns.count; a++)
        for (u32 b = 0; b < recv->turns.count; b++)
            if (transfers(case_of(dpor, send, a), case_of(dpor, recv, b)))
                meet_instead(dpor, send, a, recv, b);
}

/* Whether the goroutine had left before the other came: then it will have for all its earlier
 * stands. */
static bool left_before(const Dpor *dpor, const Stand *stand, const Stand *other)
{
    return stand->step < dpor->taken.len &&
           clock_has(dpor, clock_at(dpor, other->arrival), stand->step);
}

/* The first of a goroutine's stands that it had not left before the sender came. */
static u32 first_met(const Dpor *dpor, const StandList *list, const Stand *send)
{
    u32 low = 0, high = list->len;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (left_before(dpor, &dpor->stands.data[list->data[middle]], send))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void other_partners(Dpor *dpor, const Stand *send)
{
    bool sends = false;
    for (u32 turn = 0; turn < send->turns.count; turn++)
        sends |= case_of(dpor, send, turn)->is_send && !case_of(dpor, send, turn)->cap;
    for (Proc proc = 1; sends && proc < dpor->stands_of.len; proc++) {
        const StandList *list = &dpor->stands_of.data[proc];
        for (u32 k = first_met(dpor, list, send); proc != send->proc && k < list->len; k++) {
            const Stand *recv = &dpor->stands.data[list->data[k]];
            if (left_before(dpor, send, recv))
                break;
            meet_by_cases(dpor, send, recv);
        }
    }
}

void dpor_other_turns(Dpor *dpor)
{
    for (u32 i = 0; i < dpor->stands.len; i++) {
        other_cases(dpor, &dpor->stands.data[i]);
        other_partners(dpor, &dpor->stands.data[i]);
    }
}
