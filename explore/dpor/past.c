/* The footprints of an execution by object and kind, other orders of its steps, and the state of an
 * object after those. */
#include "explore/dpor/dpor.h"

/* ---- footprints by object and kind ---- */

static u32 chain_number(u32 object, FootprintKind kind)
{
    return object * FOOTPRINT_KINDS + kind;
}

static u32 chain_number_of(const Dpor *dpor, u32 footprint)
{
    return chain_number(dpor->path.footprints.data[footprint].object,
                        footprint_kind(dpor, footprint));
}

/* Counting sort: ends[c] is first where chain c begins, and moves to its end while it is filled. */
static void sort_footprints(Dpor *dpor)
{
    u32 chains = dpor->names.nobjects * FOOTPRINT_KINDS, n = dpor->path.footprints.len, sum = 0;
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
    CHECK(sum == n); /* each footprint is in one chain */
    for (u32 u = 0; u < n; u++)
        dpor->past.chained.data[ends[chain_number_of(dpor, u)]++] = u;
    CHECK(!chains || ends[chains - 1] == n);
}

void past_begin(Dpor *dpor)
{
    vec_reserve(&dpor->past.footprint_steps, dpor->path.footprints.len + 1);
    vec_reserve(&dpor->past.selection.chosen, dpor->path.taken.len + 1);
    for (u32 j = 0; j < dpor->path.taken.len; j++) {
        const Taken *step = &dpor->path.taken.data[j];
        CHECK(step->footprint + step->nfootprints ==
              (j + 1 < dpor->path.taken.len ? step[1].footprint : dpor->path.footprints.len));
        for (u32 k = 0; k < step->nfootprints; k++)
            dpor->past.footprint_steps.data[step->footprint + k] = j;
    }
    sort_footprints(dpor);
}

void past_free(Dpor *dpor)
{
    vec_free(&dpor->past.chain_ends);
    vec_free(&dpor->past.chained);
    vec_free(&dpor->past.footprint_steps);
    vec_free(&dpor->past.selection.chosen);
}

Chain past_chain(const Dpor *dpor, u32 object, FootprintKind kind)
{
    u32 number = chain_number(object, kind);
    if (number >= dpor->past.chain_ends.len)
        return (Chain){0};
    u32 from = number ? dpor->past.chain_ends.data[number - 1] : 0;
    CHECK(from <= dpor->past.chain_ends.data[number]);
    return (Chain){&dpor->past.chained.data[from], dpor->past.chain_ends.data[number] - from};
}

Chain chain_before(const Dpor *dpor, Chain chain, u32 step)
{
    u32 low = 0, high = chain.len;
    if (high && footprint_step(dpor, chain.footprints[high - 1]) < step)
        return chain;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (footprint_step(dpor, chain.footprints[middle]) < step)
            low = middle + 1;
        else
            high = middle;
    }
    CHECK(low == chain.len || footprint_step(dpor, chain.footprints[low]) >= step);
    CHECK(!low || footprint_step(dpor, chain.footprints[low - 1]) < step);
    return (Chain){chain.footprints, low};
}

u32 footprint_before(const Dpor *dpor, u32 object, u32 kinds, u32 step)
{
    u32 last = NO_FOOTPRINT;
    for (; kinds; kinds &= kinds - 1) {
        Chain all = past_chain(dpor, object, (FootprintKind)__builtin_ctz(kinds));
        Chain chain = chain_before(dpor, all, step);
        u32 u = chain.len ? chain.footprints[chain.len - 1] : NO_FOOTPRINT;
        if (u != NO_FOOTPRINT && (last == NO_FOOTPRINT || last < u))
            last = u;
    }
    CHECK(last == NO_FOOTPRINT || footprint_step(dpor, last) < step);
    CHECK(last == NO_FOOTPRINT || dpor->path.footprints.data[last].object == object);
    return last;
}

u32 footprint_after(const Dpor *dpor, u32 object, u32 kinds, u32 step)
{
    u32 first = NO_FOOTPRINT; /* the greatest number */
    for (; kinds; kinds &= kinds - 1) {
        Chain all = past_chain(dpor, object, (FootprintKind)__builtin_ctz(kinds));
        u32 at = chain_before(dpor, all, step + 1).len;
        if (at < all.len && all.footprints[at] < first)
            first = all.footprints[at];
    }
    CHECK(first == NO_FOOTPRINT || footprint_step(dpor, first) > step);
    return first;
}

u32 skip_known(const Dpor *dpor, u32 u, u32 *kinds, u32 known)
{
    const Footprint *t = &dpor->path.footprints.data[u];
    u32 step = footprint_step(dpor, u);
    if (t->type && t->kind == FOOTPRINT_WRITE) { /* not after loads that may precede it */
        *kinds &= KIND_BIT(READ);
        return known;
    }
    *kinds &= ~footprint_conflicts(t->kind);
    if (t->type)
        return known;
    if (!*kinds || step <= known)
        return known;
    /* What u depends on may depend on all that is left: Wait on the Adds before, u being an Add. */
    u32 earlier = footprint_before(dpor, t->object, footprint_conflicts(t->kind), step);
    bool all =
        earlier != NO_FOOTPRINT && !(*kinds & ~footprint_conflicts(footprint_kind(dpor, earlier)));
    return all && footprint_step(dpor, earlier) > known ? footprint_step(dpor, earlier) : known;
}

/* ---- other orders ---- */

void select_steps(Dpor *dpor, u32 i, u32 to, const u32 *past)
{
    StepSelection *s = &dpor->past.selection;
    s->at = i;
    s->to = to < dpor->path.taken.len ? to : dpor->path.taken.len;
    CHECK(s->at < dpor->path.taken.len && s->at < dpor->path.nodes.len);
    for (u32 k = i + 1; k < s->to; k++)
        s->chosen.data[k] =
            !clock_has(dpor, clock_of(dpor, k), i) && (!past || clock_has(dpor, past, k));
}

void deselect_step(Dpor *dpor, u32 i)
{
    StepSelection *s = &dpor->past.selection;
    CHECK(i > s->at);
    for (u32 k = i; k < s->to; k++)
        s->chosen.data[k] = s->chosen.data[k] && !clock_has(dpor, clock_of(dpor, k), i);
}

bool is_done(const Dpor *dpor, u32 k)
{
    const StepSelection *s = &dpor->past.selection;
    return k < s->at || (k > s->at && k < s->to && s->chosen.data[k]);
}

/* Whether its goroutines could have taken another case there. */
static bool had_choice(const Taken *step)
{
    return step->cases[0].count + step->cases[0].has_default > 1 ||
           step->cases[1].count + step->cases[1].has_default > 1;
}

void explore_instead(Dpor *dpor, Act last)
{
    const StepSelection *s = &dpor->past.selection;
    ActList v = {0};
    for (u32 k = s->at + 1; k < s->to; k++)
        if (s->chosen.data[k])
            vec_push(&v, act_of(dpor, &dpor->path.taken.data[k]));
    vec_push(&v, last);
    /* Another case of that step's may be asleep: it covers sequences that come before that case,
     * not those that come before this one. So the step itself comes last. */
    const Taken *step = &dpor->path.taken.data[s->at];
    if (had_choice(step) && step->label.proc != last.label.proc &&
        step->label.partner != last.label.proc)
        vec_push(&v, act_of(dpor, step));
    dpor_insert(dpor, s->at, &v);
    vec_free(&v);
}

/* ---- objects in another order ---- */

i64 counter_then(const Dpor *dpor, u32 object)
{
    i64 sum = 0, was = 0;
    u32 kinds = KIND_BIT(COUNT) | KIND_BIT(WAIT);
    FOR_FOOTPRINTS(u, object, kinds, dpor->past.selection.to)
    {
        const Footprint *t = &dpor->path.footprints.data[u];
        u32 step = footprint_step(dpor, u);
        was = t->was;
        if (step < dpor->past.selection.at) /* all before it are done as well */
            return sum + was + t->by;
        sum += is_done(dpor, step) ? t->by : 0;
    }
    return sum + was;
}

enum {
    CHANNEL_KINDS = KIND_BIT(SEND) | KIND_BIT(RECV) | KIND_BIT(DRAINED) | KIND_BIT(CLOSE) |
                    KIND_BIT(LOOK) | KIND_BIT(TAKE_BACK)
};

static i64 values_added(FootprintKind kind)
{
    return (kind == FOOTPRINT_SEND) - (kind == FOOTPRINT_RECV);
}

i64 chan_count_then(const Dpor *dpor, u32 object, i32 was)
{
    i64 sum = 0;
    FOR_FOOTPRINTS(u, object, CHANNEL_KINDS, dpor->past.selection.to)
    {
        FootprintKind kind = footprint_kind(dpor, u);
        u32 step = footprint_step(dpor, u);
        was = dpor->path.footprints.data[u].was;
        if (kind == FOOTPRINT_TAKE_BACK && is_done(dpor, step))
            return sum;
        if (step < dpor->past.selection.at) /* as above */
            return sum + was_count(was) + values_added(kind);
        sum += is_done(dpor, step) ? values_added(kind) : 0;
    }
    return sum + was_count(was);
}

bool chan_closed_then(const Dpor *dpor, u32 object, i32 was)
{
    Chain closes = past_chain(dpor, object, FOOTPRINT_CLOSE);
    for (u32 i = 0; i < closes.len; i++)
        if (is_done(dpor, footprint_step(dpor, closes.footprints[i])))
            return true;
    return closes.len ? dpor->path.footprints.data[closes.footprints[0]].was < 0 : was < 0;
}

Footprint chan_footprint_then(const Dpor *dpor, u32 object, bool is_send, i32 cap, i32 was)
{
    i64 count = chan_count_then(dpor, object, was);
    bool drained = is_send ? chan_closed_then(dpor, object, was) : count <= 0;
    u8 kind = drained ? FOOTPRINT_DRAINED : is_send ? FOOTPRINT_SEND : FOOTPRINT_RECV;
    return (Footprint){.object = object, .kind = kind, .by = is_send ? cap : 0, .was = (i32)count};
}
