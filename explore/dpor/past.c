/* What an execution has done to each object, and what state that is in when the steps are taken in
 * another order. */
#include "explore/dpor/dpor.h"

/* ---- touches by object and kind ---- */

static u32 chain_number(u32 object, TouchKind kind)
{
    return object * TOUCH_KINDS + kind;
}

static u32 chain_number_of(const Dpor *dpor, u32 touch)
{
    return chain_number(dpor->path.touches.data[touch].object, touch_kind(dpor, touch));
}

/* Counting sort: first where each chain begins, which moves to its end while it is filled. */
static void sort_touches(Dpor *dpor)
{
    u32 chains = dpor->names.nobjects * TOUCH_KINDS, n = dpor->path.touches.len, sum = 0;
    vec_zeros(&dpor->past.chain_ends, chains);
    u32 *ends = dpor->past.chain_ends.data;
    for (u32 u = 0; u < n; u++)
        ends[chain_number_of(dpor, u)]++;
    for (u32 chain = 0; chain < chains; chain++) {
        u32 len = ends[chain];
        ends[chain] = sum;
        sum += len;
    }
    vec_reserve(&dpor->past.chained, n + 1);
    for (u32 u = 0; u < n; u++)
        dpor->past.chained.data[ends[chain_number_of(dpor, u)]++] = u;
}

void past_begin(Dpor *dpor)
{
    vec_reserve(&dpor->past.touch_steps, dpor->path.touches.len + 1);
    vec_reserve(&dpor->past.selection.chosen, dpor->path.taken.len + 1);
    for (u32 j = 0; j < dpor->path.taken.len; j++) {
        const Taken *step = &dpor->path.taken.data[j];
        for (u32 k = 0; k < step->ntouch; k++)
            dpor->past.touch_steps.data[step->touch + k] = j;
    }
    sort_touches(dpor);
}

void past_free(Dpor *dpor)
{
    vec_free(&dpor->past.chain_ends);
    vec_free(&dpor->past.chained);
    vec_free(&dpor->past.touch_steps);
    vec_free(&dpor->past.selection.chosen);
}

Chain past_chain(const Dpor *dpor, u32 object, TouchKind kind)
{
    u32 number = chain_number(object, kind);
    if (number >= dpor->past.chain_ends.len)
        return (Chain){0};
    u32 from = number ? dpor->past.chain_ends.data[number - 1] : 0;
    return (Chain){&dpor->past.chained.data[from], dpor->past.chain_ends.data[number] - from};
}

Chain chain_before(const Dpor *dpor, Chain chain, u32 step)
{
    u32 low = 0, high = chain.len;
    if (high && touch_step(dpor, chain.touches[high - 1]) < step)
        return chain;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (touch_step(dpor, chain.touches[middle]) < step)
            low = middle + 1;
        else
            high = middle;
    }
    return (Chain){chain.touches, low};
}

u32 touch_before(const Dpor *dpor, u32 object, u32 kinds, u32 step)
{
    u32 last = NO_TOUCH;
    for (; kinds; kinds &= kinds - 1) {
        Chain all = past_chain(dpor, object, (TouchKind)__builtin_ctz(kinds));
        Chain chain = chain_before(dpor, all, step);
        u32 u = chain.len ? chain.touches[chain.len - 1] : NO_TOUCH;
        if (u != NO_TOUCH && (last == NO_TOUCH || last < u))
            last = u;
    }
    return last;
}

u32 touch_after(const Dpor *dpor, u32 object, u32 kinds, u32 step)
{
    u32 first = NO_TOUCH; /* the greatest number */
    for (; kinds; kinds &= kinds - 1) {
        Chain all = past_chain(dpor, object, (TouchKind)__builtin_ctz(kinds));
        u32 at = chain_before(dpor, all, step + 1).len;
        if (at < all.len && all.touches[at] < first)
            first = all.touches[at];
    }
    return first;
}

u32 touches_known(const Dpor *dpor, u32 u, u32 *kinds, u32 known)
{
    const Touch *t = &dpor->path.touches.data[u];
    u32 step = touch_step(dpor, u);
    *kinds &= ~touch_conflicts(t->kind);
    if (!*kinds || step <= known)
        return known;
    /* What u depends on may depend on all that is left: Wait on the Adds before, u being an Add. */
    u32 earlier = touch_before(dpor, t->object, touch_conflicts(t->kind), step);
    bool all = earlier != NO_TOUCH && !(*kinds & ~touch_conflicts(touch_kind(dpor, earlier)));
    return all && touch_step(dpor, earlier) > known ? touch_step(dpor, earlier) : known;
}

/* ---- other orders ---- */

void select_steps(Dpor *dpor, u32 i, u32 to, const u32 *past)
{
    Selection *s = &dpor->past.selection;
    s->at = i;
    s->to = to < dpor->path.taken.len ? to : dpor->path.taken.len;
    for (u32 k = i + 1; k < s->to; k++)
        s->chosen.data[k] =
            !clock_has(dpor, clock_of(dpor, k), i) && (!past || clock_has(dpor, past, k));
}

void deselect_step(Dpor *dpor, u32 i)
{
    Selection *s = &dpor->past.selection;
    for (u32 k = i; k < s->to; k++)
        s->chosen.data[k] = s->chosen.data[k] && !clock_has(dpor, clock_of(dpor, k), i);
}

bool is_done(const Dpor *dpor, u32 k)
{
    const Selection *s = &dpor->past.selection;
    return k < s->at || (k > s->at && k < s->to && s->chosen.data[k]);
}

/* Who took it could have done something else there. */
static bool had_choice(const Taken *step)
{
    return step->turns[0].count + step->turns[0].has_default > 1 ||
           step->turns[1].count + step->turns[1].has_default > 1;
}

void explore_instead(Dpor *dpor, Act last)
{
    const Selection *s = &dpor->past.selection;
    ActList v = {0};
    for (u32 k = s->at + 1; k < s->to; k++)
        if (s->chosen.data[k])
            vec_push(&v, act_of(dpor, &dpor->path.taken.data[k]));
    vec_push(&v, last);
    /* Another choice of that step's, asleep, covers what comes before that, not before this. */
    const Taken *step = &dpor->path.taken.data[s->at];
    if (had_choice(step) && step->label.proc != last.label.proc &&
        step->label.partner != last.label.proc)
        vec_push(&v, act_of(dpor, step));
    wake_insert(&dpor->path.nodes.data[s->at], &v);
    vec_free(&v);
}

/* ---- objects in another order ---- */

i64 counter_then(const Dpor *dpor, u32 object)
{
    i64 sum = 0, was = 0;
    u32 kinds = KIND_BIT(COUNT) | KIND_BIT(WAIT);
    FOR_TOUCHES(u, object, kinds, dpor->past.selection.to)
    {
        const Touch *t = &dpor->path.touches.data[u];
        u32 step = touch_step(dpor, u);
        was = t->was;
        if (step < dpor->past.selection.at) /* all before it are done as well */
            return sum + was + t->by;
        sum += is_done(dpor, step) ? t->by : 0;
    }
    return sum + was;
}

enum {
    CHANNEL_KINDS =
        KIND_BIT(SEND) | KIND_BIT(RECV) | KIND_BIT(DRAINED) | KIND_BIT(CLOSE) | KIND_BIT(LOOK)
};

static i64 values_added(TouchKind kind)
{
    return (kind == TOUCH_SEND) - (kind == TOUCH_RECV);
}

i64 chan_count_then(const Dpor *dpor, u32 object, i32 was)
{
    i64 sum = 0;
    FOR_TOUCHES(u, object, CHANNEL_KINDS, dpor->past.selection.to)
    {
        TouchKind kind = touch_kind(dpor, u);
        u32 step = touch_step(dpor, u);
        was = dpor->path.touches.data[u].was;
        if (step < dpor->past.selection.at) /* as above */
            return sum + was_count(was) + values_added(kind);
        sum += is_done(dpor, step) ? values_added(kind) : 0;
    }
    return sum + was_count(was);
}

bool chan_closed_then(const Dpor *dpor, u32 object, i32 was)
{
    Chain closes = past_chain(dpor, object, TOUCH_CLOSE);
    for (u32 i = 0; i < closes.len; i++)
        if (is_done(dpor, touch_step(dpor, closes.touches[i])))
            return true;
    return closes.len ? dpor->path.touches.data[closes.touches[0]].was < 0 : was < 0;
}

Touch chan_touch_then(const Dpor *dpor, u32 object, bool is_send, i32 cap, i32 was)
{
    i64 count = chan_count_then(dpor, object, was);
    bool drained = is_send ? chan_closed_then(dpor, object, was) : count <= 0;
    u8 kind = drained ? TOUCH_DRAINED : is_send ? TOUCH_SEND : TOUCH_RECV;
    return (Touch){object, kind, is_send ? cap : 0, (i32)count};
}
