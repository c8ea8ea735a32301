/* Happens-before of an execution: a vector clock for each step, and the arrivals of goroutines
 * before operations on channels. */
#include "explore/dpor/dpor.h"

/* ---- clocks ---- */

enum { ZERO_CLOCK = 0 }; /* the place of the empty clock */

const u32 *clock_now(const Dpor *dpor, Proc proc)
{
    return clock_at(dpor, dpor->order.now.data[proc]);
}

void join_clock(const Dpor *dpor, u32 *clock, const u32 *other)
{
    for (u32 i = 0; i < dpor->names.nprocs; i++)
        if (clock[i] < other[i])
            clock[i] = other[i];
}

/* A copy of one, to be changed: its place. All that have been made before stay as they are, for
 * they are shared, but may move. */
static u32 copy_clock(Dpor *dpor, u32 from)
{
    u32 at = dpor->order.clocks.len, n = dpor->names.nprocs;
    vec_reserve(&dpor->order.clocks, at + n);
    dpor->order.clocks.len += n;
    memcpy(clock_at(dpor, at), clock_at(dpor, from), n * sizeof(u32));
    return at;
}

static bool knows_all(const Dpor *dpor, const u32 *clock, const u32 *other)
{
    u32 i = 0;
    while (i < dpor->names.nprocs && other[i] <= clock[i])
        i++;
    return i == dpor->names.nprocs;
}

/* What the goroutine does from now on happens after all that is in the clock at that place. */
static void learn(Dpor *dpor, Proc proc, u32 clock)
{
    if (dpor->order.now.data[proc] == ZERO_CLOCK)
        dpor->order.now.data[proc] = clock;
    if (knows_all(dpor, clock_now(dpor, proc), clock_at(dpor, clock)))
        return;
    u32 at = copy_clock(dpor, dpor->order.now.data[proc]);
    join_clock(dpor, clock_at(dpor, at), clock_at(dpor, clock));
    CHECK(knows_all(dpor, clock_at(dpor, at), clock_now(dpor, proc))); /* clocks only grow */
    dpor->order.now.data[proc] = at;
}

/* ---- what a step happens after ---- */

/* Joins the clocks of all steps that conflict; those that a later one has in its clock are skipped.
 */
static void order_after_conflicts(Dpor *dpor, u32 *clock, const Footprint *t, u32 j)
{
    u32 kinds = footprint_conflicts(t->kind), known = 0;
    FOR_FOOTPRINTS(u, t->object, kinds, j)
    {
        if (footprint_step(dpor, u) < known)
            return;
        if (load_may_precede(&dpor->path.footprints.data[u], t))
            continue;
        join_clock(dpor, clock, clock_of(dpor, footprint_step(dpor, u)));
        known = skip_known(dpor, u, &kinds, known);
    }
}

/* ---- the rules of happens-before ---- */

/* The domain of trace/happens_before.h: clocks of steps. The rules add the order of steps that do
 * not conflict: values in a buffer, locks, starts, transfers. Where steps conflict (close, atomic
 * operations, WaitGroups, accesses) they are in order already, so that part of the domain is empty.
 */
typedef struct ClockDomain {
    Dpor *dpor;
    u32 clock; /* of the step being taken, which may still change; ZERO_CLOCK: none */
    u32 step;  /* its index */
    const Footprint *channel; /* what it does to a channel */
} ClockDomain;

#define HB_CONTEXT const ClockDomain *
#define HB_GOROUTINE Proc
#define HB_CHANNEL u32
#define HB_OBJECT u32 * /* where its clock is noted */
#include "trace/happens_before.h"

/* What p does now comes after all in that clock. */
static void know(const ClockDomain *x, Proc p, u32 clock)
{
    if (x->clock == ZERO_CLOCK)
        learn(x->dpor, p, clock);
    else
        join_clock(x->dpor, clock_at(x->dpor, x->clock), clock_at(x->dpor, clock));
}

static inline void hb_acquire(const ClockDomain *x, Proc p, u32 *object)
{
    if (*object != ZERO_CLOCK)
        know(x, p, *object);
}

static inline void hb_release(const ClockDomain *x, Proc p, u32 *object)
{
    *object = x->dpor->order.now.data[p];
}

static inline void hb_merge(const ClockDomain *x, Proc p, u32 *object)
{
    u32 at = copy_clock(x->dpor, x->dpor->order.now.data[p]);
    join_clock(x->dpor, clock_at(x->dpor, at), clock_at(x->dpor, *object));
    *object = at;
}

static inline void hb_fork(const ClockDomain *x, Proc parent, Proc child)
{
    know(x, child, x->dpor->order.now.data[parent]);
}

static inline void hb_meet(const ClockDomain *x, Proc sender, Proc receiver, u32 channel)
{
    (void)channel;
    u32 *now = x->dpor->order.now.data;
    u32 at = copy_clock(x->dpor, now[sender]);
    join_clock(x->dpor, clock_at(x->dpor, at), clock_at(x->dpor, now[receiver]));
    now[sender] = now[receiver] = at;
}

/* The step itself is what is pushed: it stands in the chain of its kind (explore/dpor/past.c). */
static inline void hb_push(const ClockDomain *x, Proc p, u32 channel, HbQueue queue)
{
    (void)x, (void)p, (void)channel, (void)queue;
}

/* After the n-th of the chain, counted from 0. */
static void know_nth(const ClockDomain *x, Proc p, Chain chain, u64 n)
{
    if (n >= chain.len)
        return;
    u32 step = footprint_step(x->dpor, chain.footprints[n]);
    know(x, p, x->dpor->path.taken.data[step].clock);
}

/* What was pushed first and not popped yet, by how much is there. */
static inline void hb_pop(const ClockDomain *x, Proc p, u32 channel, HbQueue queue)
{
    Dpor *dpor = x->dpor;
    Chain sends = chain_before(dpor, past_chain(dpor, channel, FOOTPRINT_SEND), x->step);
    Chain recvs = chain_before(dpor, past_chain(dpor, channel, FOOTPRINT_RECV), x->step);
    u64 count = (u64)was_count(x->channel->was), cap = (u64)x->channel->by;
    if (queue == HB_FORWARD && sends.len >= count) /* else it was there before the first step */
        know_nth(x, p, sends, sends.len - count);
    if (queue == HB_BACKWARD && recvs.len + count >= cap)
        know_nth(x, p, recvs, recvs.len + count - cap);
}

static inline bool hb_closes(const ClockDomain *x, u32 channel)
{
    (void)x, (void)channel;
    return false;
}

static inline void hb_make(const ClockDomain *x, u32 channel, u64 capacity, bool closes)
{
    (void)x, (void)channel, (void)capacity, (void)closes;
}

static inline void hb_release_end(const ClockDomain *x, Proc p, u32 channel)
{
    (void)x, (void)p, (void)channel;
}

static inline void hb_acquire_end(const ClockDomain *x, Proc p, u32 channel)
{
    (void)x, (void)p, (void)channel;
}

static inline void hb_begin(const ClockDomain *x, Proc p, u32 *timer)
{
    (void)x, (void)p, (void)timer;
}

static inline void hb_end(const ClockDomain *x, Proc p)
{
    (void)x, (void)p;
}

static inline void hb_access_channel(const ClockDomain *x, Proc p, u32 channel, HbAccess how)
{
    (void)x, (void)p, (void)channel, (void)how;
}

static inline void hb_access_object(const ClockDomain *x, Proc p, u32 *object, u8 sub, HbAccess how)
{
    (void)x, (void)p, (void)object, (void)sub, (void)how;
}

/* ---- what a footprint orders ---- */

/* Joins what the step of x happens after because of one footprint, before the step has its number.
 */
static void order_after(ClockDomain *x, Proc p, const Footprint *t)
{
    order_after_conflicts(x->dpor, clock_at(x->dpor, x->clock), t, x->step);
    x->channel = t;
    u32 *writers = &x->dpor->order.released.data[t->object];
    switch ((FootprintKind)t->kind) {
    case FOOTPRINT_SEND: rule_send(x, p, t->object); break;
    case FOOTPRINT_RECV: rule_receive(x, p, t->object); break;
    case FOOTPRINT_LOCK: rule_sync(x, p, writers, EV_ACQUIRE, SYNC_MUTEX_LOCK, 0); break;
    case FOOTPRINT_RLOCK: rule_sync(x, p, writers, EV_ACQUIRE, SYNC_RWMUTEX_RLOCK, 0); break;
    case FOOTPRINT_WLOCK: rule_sync(x, p, writers, EV_ACQUIRE, SYNC_RWMUTEX_LOCK, 0); break;
    default: break;
    }
}

/* A writer goes on after all readers have left. Its step is to begin to wait: what happens after
 * the readers is what follows it. */
static void order_after_readers(Dpor *dpor, Proc writer, u32 object)
{
    u32 *readers = &dpor->order.readers.data[object];
    rule_sync(&(ClockDomain){.dpor = dpor}, writer, readers, EV_ACQUIRE, SYNC_RWMUTEX_LOCK, 0);
}

static void note_readers(Dpor *dpor, const Taken *step)
{
    for (u32 k = 0; k < step->nfootprints; k++) {
        const Footprint *t = &dpor->path.footprints.data[step->footprint + k];
        if (t->kind == FOOTPRINT_RUNLOCK)
            rule_sync(&(ClockDomain){.dpor = dpor}, step->label.proc,
                      &dpor->order.readers.data[t->object], EV_RELEASE_MERGE, SYNC_RWMUTEX_RUNLOCK,
                      0);
        if (t->kind == FOOTPRINT_WLOCK)
            order_after_readers(dpor, step->label.proc, t->object);
    }
}

/* ---- steps ---- */

static void note_arrival(Dpor *dpor, Proc proc, Arrival s)
{
    CHECK(proc != NO_PROC && s.step <= dpor->path.taken.len);
    s.proc = proc;
    s.clock = dpor->order.now.data[proc];
    while (dpor->order.arrivals_of.len <= proc)
        vec_push(&dpor->order.arrivals_of, (ArrivalList){0});
    vec_push(&dpor->order.arrivals_of.data[proc], dpor->order.arrivals.len);
    vec_push(&dpor->order.arrivals, s);
}

static void note_arrivals(Dpor *dpor, u32 j)
{
    const Taken *step = &dpor->path.taken.data[j];
    const Label *label = &step->label;
    note_arrival(dpor, label->proc,
                 (Arrival){.step = j, .choice = label->choice, .cases = step->cases[0]});
    if (label->partner != NO_PROC)
        note_arrival(
            dpor, label->partner,
            (Arrival){.step = j, .choice = label->partner_choice, .cases = step->cases[1]});
}

/* The joined clock of the goroutines that take a step, before it: its place. */
static u32 clock_before(Dpor *dpor, const Label *label)
{
    if (label->partner != NO_PROC)
        rule_rendezvous(&(ClockDomain){.dpor = dpor}, label->proc, label->partner, 0);
    u32 own = dpor->order.now.data[label->proc];
    if (label->proc != PROC_MACHINE)
        return own;
    u32 at = copy_clock(dpor, own);
    for (Proc proc = 0; proc < dpor->names.nprocs; proc++)
        join_clock(dpor, clock_at(dpor, at), clock_now(dpor, proc));
    return at;
}

/* The clock of a step, which has just been computed: it includes all that its goroutines knew, one
 * more step of the first, and the last steps that it depends on. */
static void check_clock(const Dpor *dpor, u32 j)
{
    const Taken *step = &dpor->path.taken.data[j];
    const u32 *clock = clock_at(dpor, step->clock);
    CHECK(knows_all(dpor, clock, clock_at(dpor, step->before)));
    CHECK(step->seq == clock_at(dpor, step->before)[step->label.proc] + 1);
    CHECK(clock_has(dpor, clock, j) && !clock_has(dpor, clock_at(dpor, step->before), j));
    for (u32 i = 0; CHECKING && i < step->nfootprints; i++) {
        const Footprint *t = &dpor->path.footprints.data[step->footprint + i];
        u32 u = footprint_before(dpor, t->object, footprint_conflicts(t->kind), j);
        CHECK(u == NO_FOOTPRINT || load_may_precede(&dpor->path.footprints.data[u], t) ||
              clock_has(dpor, clock, footprint_step(dpor, u)));
    }
}

static void take_in(Dpor *dpor, u32 j)
{
    Taken *step = &dpor->path.taken.data[j];
    Proc proc = step->label.proc, partner = step->label.partner;
    if (step->kind == STEP_CHAN)
        note_arrivals(dpor, j);
    step->before = clock_before(dpor, &step->label);
    step->clock = copy_clock(dpor, step->before);
    u32 *clock = clock_at(dpor, step->clock);
    ClockDomain x = {.dpor = dpor, .clock = step->clock, .step = j};
    for (u32 i = 0; i < step->nfootprints; i++)
        order_after(&x, proc, &dpor->path.footprints.data[step->footprint + i]);
    step->seq = ++clock[proc];
    check_clock(dpor, j);
    dpor->order.now.data[proc] = step->clock;
    if (partner != NO_PROC) {
        clock[partner]++;
        dpor->order.now.data[partner] = step->clock;
    }
    note_readers(dpor, step);
}

static void take_note(Dpor *dpor, const Note *note)
{
    const ClockDomain x = {.dpor = dpor};
    switch ((NoteKind)note->kind) {
    case NOTE_START: rule_go(&x, note->proc, note->other); break;
    case NOTE_WAKE: learn(dpor, note->other, dpor->order.now.data[note->proc]); break;
    case NOTE_RELEASE:
        rule_sync(&x, note->proc, &dpor->order.released.data[note->other], EV_RELEASE,
                  SYNC_MUTEX_UNLOCK, 0);
        return;
    }
    const Taken *step = note->at >= 0 ? &dpor->path.taken.data[note->at] : NULL;
    if (note->kind != NOTE_WAKE || !step || !step->nfootprints)
        return;
    const Footprint *first = vec_from(&dpor->path.footprints, step->footprint);
    if (first->kind == FOOTPRINT_RUNLOCK)
        order_after_readers(dpor, note->other, first->object);
}

/* ---- all of it ---- */

static void begin(Dpor *dpor)
{
    vec_clear(&dpor->order.clocks);
    vec_clear(&dpor->order.arrivals);
    for (Proc proc = 0; proc < dpor->order.arrivals_of.len; proc++)
        vec_clear(&dpor->order.arrivals_of.data[proc]);
    vec_zeros(&dpor->order.clocks, dpor->names.nprocs); /* ZERO_CLOCK */
    vec_zeros(&dpor->order.now, dpor->names.nprocs);
    vec_zeros(&dpor->order.released, dpor->names.nobjects);
    vec_zeros(&dpor->order.readers, dpor->names.nobjects);
}

/* No step happens after a later one, the empty clock is empty, and all notes have been taken in. */
static void check_order(const Dpor *dpor)
{
    for (u32 j = 0; CHECKING && j + 1 < dpor->path.taken.len; j++)
        CHECK(!clock_has(dpor, clock_of(dpor, j), j + 1));
    for (Proc proc = 0; CHECKING && proc < dpor->names.nprocs; proc++)
        CHECK(clock_at(dpor, ZERO_CLOCK)[proc] == 0);
    CHECK(dpor->order.clocks.len % (dpor->names.nprocs ? dpor->names.nprocs : 1) == 0);
}

/* Whether there is no time, or no room for the clocks of another step. */
static bool must_stop(Dpor *dpor)
{
    Check *check = dpor->check;
    check->full |= (u64)dpor->order.clocks.len + 64ull * dpor->names.nprocs > UINT32_MAX;
    return check_all_late(check);
}

bool dpor_order(Dpor *dpor)
{
    begin(dpor);
    u32 note = 0, n = dpor->path.taken.len;
    for (i32 j = -1; j < (i32)n; j++) {
        if (must_stop(dpor))
            return false;
        if (j >= 0)
            take_in(dpor, (u32)j);
        for (; note < dpor->path.notes.len && dpor->path.notes.data[note].at == j; note++)
            take_note(dpor, &dpor->path.notes.data[note]);
    }
    check_order(dpor);
    for (u32 i = 0; i < dpor->run.started.len; i++) {
        Proc proc = dpor->run.started.data[i];
        const Pending *pending = &dpor->run.pending.data[proc];
        if (pending->g && pending->kind == STEP_CHAN)
            note_arrival(dpor, proc,
                         (Arrival){.step = n, .choice = UINT32_MAX, .cases = pending->cases});
    }
    return true;
}

void dpor_order_free(Dpor *dpor)
{
    vec_free(&dpor->order.clocks);
    vec_free(&dpor->order.now);
    vec_free(&dpor->order.released);
    vec_free(&dpor->order.readers);
    vec_free(&dpor->order.arrivals);
    for (Proc proc = 0; proc < dpor->order.arrivals_of.len; proc++)
        vec_free(&dpor->order.arrivals_of.data[proc]);
    vec_free(&dpor->order.arrivals_of);
}
