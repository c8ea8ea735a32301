/* The races of an execution: pairs of dependent steps that nothing else orders. Each is reversed:
 * the steps that do not happen after the first, and then the second, are inserted into the wakeup
 * tree of the node from which the first was taken. */
#include "explore/dpor/dpor.h"

/* The second step of the races that are looked for: one that was taken, or one before which a
 * goroutine still waits at the end. */
typedef struct Late {
    u32 index;
    Label label;
    u8 kind;
    const Footprint *footprints;
    u32 nfootprints;
    const u32 *before; /* clock of its goroutines when they arrived */
    u32 *clock;        /* at first the same; races that have been found are added */
    u32 waited;        /* as Taken.waited */
    u32 since, rival;  /* as in Taken */
} Late;

/* ---- reversing ---- */

/* Whether the i-th step need not have come before. */
static bool is_rival(const Dpor *dpor, const Late *late, u32 i)
{
    return !clock_has(dpor, late->before, i);
}

static void explore_late(Dpor *dpor, const Late *late)
{
    Act act = act_make(late->label, late->footprints, late->nfootprints);
    Footprint *footprints = act.more ? act.more : act.few;
    for (u32 i = 0; i < late->nfootprints; i++)
        sight_then(dpor, &footprints[i], late->label.proc);
    explore_instead(dpor, act);
}

/* A step that had to wait for a change can only go before the i-th step if the selection has
 * another change. */
static bool has_changed(const Dpor *dpor, const Late *late)
{
    u32 changes = ANY_KIND & ~(KIND_BIT(READ) | KIND_BIT(LOOK));
    FOR_FOOTPRINTS(u, late->footprints[0].object, changes, late->index)
    {
        if (footprint_step(dpor, u) < late->waited)
            break;
        if (is_done(dpor, footprint_step(dpor, u)))
            return true;
    }
    return false;
}

static void reverse(Dpor *dpor, const Late *late, u32 i)
{
    CHECK(i < late->index && is_rival(dpor, late, i));
    select_steps(dpor, i, late->index, NULL);
    if (!late->waited || has_changed(dpor, late))
        explore_late(dpor, late);
}

/* ---- races, by footprint ---- */

/* Reverses the race with the latest footprint of these kinds: a goroutine that waits for a lock
 * could have had it before the last one that took it, but not between that and its release. */
static void last_rival(Dpor *dpor, const Late *late, const Footprint *t, u32 kinds)
{
    u32 u = footprint_before(dpor, t->object, kinds, late->index);
    if (u != NO_FOOTPRINT && is_rival(dpor, late, footprint_step(dpor, u)))
        reverse(dpor, late, footprint_step(dpor, u));
}

/* A TryLock may have failed because of a reader. A reader or a writer that comes after it could
 * have come before it: it fails all the same, but may come after more releases. One that failed
 * before the last release is ordered before that. */
static void look_rivals(Dpor *dpor, const Late *late, const Footprint *t)
{
    FOR_FOOTPRINTS(u, t->object, KIND_BIT(READ) | KIND_BIT(UNLOCK), late->index)
    {
        if (footprint_kind(dpor, u) == FOOTPRINT_UNLOCK)
            return;
        if (is_rival(dpor, late, footprint_step(dpor, u)))
            reverse(dpor, late, footprint_step(dpor, u));
    }
}

/* A writer could have come before each of the readers since the last writer, and before that one.
 */
static void writer_rivals(Dpor *dpor, const Late *late, const Footprint *t)
{
    u32 kinds = KIND_BIT(RLOCK) | KIND_BIT(WLOCK) | KIND_BIT(WRITE);
    FOR_FOOTPRINTS(u, t->object, kinds, late->index)
    {
        if (is_rival(dpor, late, footprint_step(dpor, u)))
            reverse(dpor, late, footprint_step(dpor, u));
        if (footprint_kind(dpor, u) != FOOTPRINT_RLOCK)
            return;
    }
}

/* The sum that a step, and the selected steps that happen after it, add to the counter. */
static i64 added_after(const Dpor *dpor, u32 object, u32 step)
{
    i64 sum = 0;
    FOR_FOOTPRINTS(u, object, KIND_BIT(COUNT), dpor->past.selection.to)
    {
        u32 k = footprint_step(dpor, u);
        if (k < step)
            break;
        if (is_done(dpor, k) && clock_has(dpor, clock_of(dpor, k), step))
            sum += dpor->path.footprints.data[u].by;
    }
    return sum;
}

/* The lowest that the counter can be when the step is done before the i-th. */
static i64 lowest_counter(Dpor *dpor, const Late *late, u32 object, u32 i)
{
    select_steps(dpor, i, late->index, NULL);
    FOR_FOOTPRINTS(u, object, KIND_BIT(COUNT) | KIND_BIT(WAIT), late->index)
    {
        u32 k = footprint_step(dpor, u);
        if (k <= i)
            break;
        if (is_done(dpor, k) && is_rival(dpor, late, k) && added_after(dpor, object, k) > 0)
            deselect_step(dpor, k);
    }
    return counter_then(dpor, object);
}

/* Whether the counter is 0 after only those steps that happen before the i-th. */
static bool zero_before(Dpor *dpor, u32 object, u32 i)
{
    i64 sum = 0;
    i32 first = 0;
    FOR_FOOTPRINTS(u, object, KIND_BIT(COUNT) | KIND_BIT(WAIT), i + 1)
    {
        u32 k = footprint_step(dpor, u);
        first = dpor->path.footprints.data[u].was;
        if (k != i && clock_has(dpor, clock_of(dpor, i), k))
            sum += dpor->path.footprints.data[u].by;
    }
    return first + sum == 0;
}

/* Whether another order of the step and of footprint u has another effect: a Wait that finds 0
 * before an Add, or beside an Add that could find it 0; a Done that brings it below 0, which
 * panics. */
static bool counts_otherwise(Dpor *dpor, const Late *late, const Footprint *t, u32 u)
{
    u32 i = footprint_step(dpor, u);
    if (footprint_kind(dpor, u) == FOOTPRINT_WAIT)
        return t->kind != FOOTPRINT_WAIT && t->by > 0;
    if (dpor->path.footprints.data[u].by <= 0)
        return false;
    i64 count = lowest_counter(dpor, late, t->object, i) + t->by;
    return t->kind == FOOTPRINT_WAIT ? count == 0 || zero_before(dpor, t->object, i) : count < 0;
}

/* If there is such an order, the search begins anew, with no two operations on that WaitGroup
 * independent. */
static void counter_rivals(Dpor *dpor, const Late *late, const Footprint *t)
{
    if (t->kind != FOOTPRINT_WAIT && t->was + t->by < 0)
        dpor_make_strict(dpor, t->object);
    u32 kinds = KIND_BIT(COUNT) | KIND_BIT(WAIT), known = 0;
    FOR_FOOTPRINTS(u, t->object, kinds, late->index)
    {
        if (footprint_step(dpor, u) < known || dpor_strict(dpor, t->object))
            return;
        if (!is_rival(dpor, late, footprint_step(dpor, u)))
            known = skip_known(dpor, u, &kinds, known);
        else if (counts_otherwise(dpor, late, t, u))
            dpor_make_strict(dpor, t->object);
    }
}

/* As explore_late, of an operation on a channel: in the selected order it may find a value, or
 * room, where it now finds the channel closed. */
static void explore_chan_late(Dpor *dpor, const Late *late, const Footprint *t, bool sends)
{
    Act act = act_make(late->label, late->footprints, late->nfootprints);
    Footprint *footprints = act.more ? act.more : act.few;
    footprints[t - late->footprints] = chan_footprint_then(dpor, t->object, sends, t->by, t->was);
    explore_instead(dpor, act);
}

/* Operations on buffered channels race with the last one at their own end of the queue, with looks
 * and with the close. */
static void queue_rivals(Dpor *dpor, const Late *late, const Footprint *t)
{
    bool sends = t->kind == FOOTPRINT_SEND || (t->kind == FOOTPRINT_DRAINED && t->by);
    u32 end = sends ? KIND_BIT(SEND) : KIND_BIT(RECV), known = 0;
    u32 kinds = end | KIND_BIT(LOOK) | KIND_BIT(TAKE_BACK);
    kinds |= t->kind == FOOTPRINT_DRAINED ? KIND_BIT(CLOSE) : 0;
    FOR_FOOTPRINTS(u, t->object, kinds, late->index)
    {
        u32 i = footprint_step(dpor, u);
        if (i < known)
            return;
        if (!is_rival(dpor, late, i)) {
            known = skip_known(dpor, u, &kinds, known);
        } else {
            select_steps(dpor, i, late->index, NULL);
            i64 count = chan_count_then(dpor, t->object, t->was);
            if (sends ? count < t->by : count > 0)
                explore_chan_late(dpor, late, t, sends);
        }
        if (end >> footprint_kind(dpor, u) & 1)
            kinds &= ~end;
    }
}

/* What has waited could be done after step number `since`, or before `rival`, but not between the
 * two. A load before `since` is a rival all the same, if that does not happen after it. */
static void rival_before_wait(Dpor *dpor, const Late *late, u32 u)
{
    u32 i = footprint_step(dpor, u);
    bool looks = footprint_kind(dpor, u) == FOOTPRINT_READ, waits = late->since > late->index;
    if (i + 1 == late->rival && is_rival(dpor, late, i))
        reverse(dpor, late, i);
    else if (looks && !waits && !clock_has(dpor, late->clock, i) &&
             !clock_has(dpor, clock_of(dpor, late->since - 1), i)) {
        reverse(dpor, late, i);
        join_clock(dpor, late->clock, clock_of(dpor, i));
    }
}

/* Steps that are always enabled race with each step that they depend on, unless a later one orders
 * the two. */
static void plain_rivals(Dpor *dpor, const Late *late, const Footprint *t)
{
    u32 kinds = footprint_conflicts(t->kind), known = 0;
    FOR_FOOTPRINTS(u, t->object, kinds, late->index)
    {
        u32 i = footprint_step(dpor, u);
        if (i < known || (t->kind == FOOTPRINT_READ && i < late->since && i + 1 < late->rival))
            return;
        if (load_may_precede(&dpor->path.footprints.data[u], t))
            continue;
        if (i < late->since) {
            rival_before_wait(dpor, late, u);
            continue;
        }
        if (!clock_has(dpor, late->clock, i)) {
            reverse(dpor, late, i);
            join_clock(dpor, late->clock, clock_of(dpor, i));
        }
        known = skip_known(dpor, u, &kinds, known);
    }
}

static void find_rivals(Dpor *dpor, const Late *late, const Footprint *t)
{
    switch ((FootprintKind)t->kind) {
    case FOOTPRINT_LOCK: last_rival(dpor, late, t, KIND_BIT(LOCK) | KIND_BIT(WRITE)); break;
    case FOOTPRINT_RLOCK:
        last_rival(dpor, late, t, KIND_BIT(WLOCK) | KIND_BIT(WRITE));
        look_rivals(dpor, late, t);
        break;
    case FOOTPRINT_WLOCK:
        writer_rivals(dpor, late, t);
        look_rivals(dpor, late, t);
        break;
    case FOOTPRINT_COUNT:
    case FOOTPRINT_WAIT: counter_rivals(dpor, late, t); break;
    case FOOTPRINT_SEND:
    case FOOTPRINT_RECV:
    case FOOTPRINT_DRAINED: queue_rivals(dpor, late, t); break;
    case FOOTPRINT_MEET: break; /* explore/dpor/channel_cases.c */
    case FOOTPRINT_LOOK:
        if (late->kind == STEP_CHAN) /* a default: explore/dpor/channel_cases.c */
            break;
        plain_rivals(dpor, late, t);
        break;
    default: plain_rivals(dpor, late, t);
    }
}

/* ---- all of it ---- */

/* Finds and reverses the races of which `late` is the second step. scratch: room for a clock. */
static void look_at(Dpor *dpor, Late *late, u32 *scratch)
{
    memcpy(scratch, late->before, dpor->names.nprocs * sizeof *scratch);
    late->clock = scratch;
    for (u32 i = 0; i < late->nfootprints; i++)
        find_rivals(dpor, late, &late->footprints[i]);
}

static void look_at_step(Dpor *dpor, u32 j, u32 *scratch)
{
    const Taken *step = &dpor->path.taken.data[j];
    Late late = {
        .index = j, .label = step->label, .kind = step->kind, .nfootprints = step->nfootprints};
    late.footprints = vec_from(&dpor->path.footprints, step->footprint);
    late.before = clock_at(dpor, step->before);
    late.waited = step->waited;
    late.since = step->since;
    late.rival = step->rival;
    look_at(dpor, &late, scratch);
}

/* The same for a goroutine that waits at the end: its next step could have come first. */
static void look_at_waiting(Dpor *dpor, Proc proc, u32 *scratch)
{
    Label label = {proc, NO_PROC, 0, 0};
    u32 from = dpor->path.footprints.len;
    dpor_footprint(dpor, &label);
    Footprint footprint =
        from < dpor->path.footprints.len ? dpor->path.footprints.data[from] : (Footprint){0};
    Late late = {.index = dpor->path.taken.len, .label = label, .footprints = &footprint};
    late.nfootprints = from < dpor->path.footprints.len;
    late.kind = dpor->run.pending.data[proc].kind;
    late.before = clock_now(dpor, proc);
    const Pending *pending = &dpor->run.pending.data[proc];
    late.since = pending->waits ? late.index + 1 : pending->since;
    late.rival = pending->rival;
    dpor->path.footprints.len = from;
    look_at(dpor, &late, scratch);
}

void dpor_reverse_races(Dpor *dpor)
{
    past_begin(dpor);
    if (!dpor_order(dpor))
        return;
    u32 *scratch = xmalloc(dpor->names.nprocs * sizeof *scratch);
    u32 n = dpor->path.taken.len;
    for (u32 j = dpor->path.fresh; j < n; j++) {
        if (check_all_late(dpor->check))
            break;
        look_at_step(dpor, j, scratch);
    }
    for (u32 i = 0; i < dpor->run.started.len; i++) {
        Proc proc = dpor->run.started.data[i];
        const Pending *pending = &dpor->run.pending.data[proc];
        bool steps = pending->kind != STEP_END && pending->kind != STEP_CHAN;
        if (pending->g && steps && !spin_stops(dpor, proc))
            look_at_waiting(dpor, proc, scratch);
    }
    free(scratch);
    dpor_other_cases(dpor);
}
