/* Happens-before of an execution: a vector clock for each step, and where each goroutine stood. */
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

/* A goroutine gets to know of all that is in the clock at that place. */
static void learn(Dpor *dpor, Proc proc, u32 clock)
{
    if (dpor->order.now.data[proc] == ZERO_CLOCK)
        dpor->order.now.data[proc] = clock;
    if (knows_all(dpor, clock_now(dpor, proc), clock_at(dpor, clock)))
        return;
    u32 at = copy_clock(dpor, dpor->order.now.data[proc]);
    join_clock(dpor, clock_at(dpor, at), clock_at(dpor, clock));
    dpor->order.now.data[proc] = at;
}

/* ---- after what a step comes ---- */

/* Of all conflicting footprints only those that none in between is ordered after need be looked at.
 */
static void order_after_conflicts(Dpor *dpor, u32 *clock, const Footprint *t, u32 j)
{
    u32 kinds = footprint_conflicts(t->kind), known = 0;
    FOR_FOOTPRINTS(u, t->object, kinds, j)
    {
        if (footprint_step(dpor, u) < known)
            return;
        join_clock(dpor, clock, clock_of(dpor, footprint_step(dpor, u)));
        known = touches_known(dpor, u, &kinds, known);
    }
}

/* After the n-th of the chain, counted from 0. */
static void order_after_nth(const Dpor *dpor, u32 *clock, Chain chain, u64 n)
{
    if (n < chain.len)
        join_clock(dpor, clock, clock_of(dpor, footprint_step(dpor, chain.footprints[n])));
}

/* A value is received after it was sent, and sent into a slot after that was emptied. */
static void order_in_queue(const Dpor *dpor, u32 *clock, const Footprint *t, u32 j)
{
    Chain sends = chain_before(dpor, past_chain(dpor, t->object, FOOTPRINT_SEND), j);
    Chain recvs = chain_before(dpor, past_chain(dpor, t->object, FOOTPRINT_RECV), j);
    u64 sent = (u64)was_count(t->was) + recvs.len; /* with those before the first step */
    u64 cap = (u64)t->by, first = sent - sends.len;
    if (t->kind == FOOTPRINT_RECV && recvs.len >= first)
        order_after_nth(dpor, clock, sends, recvs.len - first);
    if (t->kind == FOOTPRINT_SEND && sent >= cap)
        order_after_nth(dpor, clock, recvs, sent - cap);
}

static void order_after(Dpor *dpor, u32 *clock, const Footprint *t, u32 j)
{
    order_after_conflicts(dpor, clock, t, j);
    if (t->kind == FOOTPRINT_SEND || t->kind == FOOTPRINT_RECV)
        order_in_queue(dpor, clock, t, j);
    bool locks =
        t->kind == FOOTPRINT_LOCK || t->kind == FOOTPRINT_RLOCK || t->kind == FOOTPRINT_WLOCK;
    if (locks)
        join_clock(dpor, clock, clock_at(dpor, dpor->order.released.data[t->object]));
}

/* ---- readers and writers ---- */

/* A writer goes on after all readers have left. */
static void order_after_readers(Dpor *dpor, Proc writer, u32 object)
{
    if (dpor->order.readers.data[object])
        learn(dpor, writer, dpor->order.readers.data[object]);
}

static void add_reader(Dpor *dpor, u32 object, u32 clock)
{
    u32 at = copy_clock(dpor, clock);
    join_clock(dpor, clock_at(dpor, at), clock_at(dpor, dpor->order.readers.data[object]));
    dpor->order.readers.data[object] = at;
}

static void note_readers(Dpor *dpor, const Taken *step)
{
    for (u32 k = 0; k < step->nfootprints; k++) {
        const Footprint *t = &dpor->path.footprints.data[step->footprint + k];
        if (t->kind == FOOTPRINT_RUNLOCK)
            add_reader(dpor, t->object, step->clock);
        if (t->kind == FOOTPRINT_WLOCK)
            order_after_readers(dpor, step->label.proc, t->object);
    }
}

/* ---- steps ---- */

static void stand(Dpor *dpor, Proc proc, Arrival s)
{
    s.proc = proc;
    s.arrival = dpor->order.now.data[proc];
    while (dpor->order.arrivals_of.len <= proc)
        vec_push(&dpor->order.arrivals_of, (ArrivalList){0});
    vec_push(&dpor->order.arrivals_of.data[proc], dpor->order.arrivals.len);
    vec_push(&dpor->order.arrivals, s);
}

static void stand_both(Dpor *dpor, u32 j)
{
    const Taken *step = &dpor->path.taken.data[j];
    const Label *label = &step->label;
    bool transfer = label->partner != NO_PROC;
    stand(dpor, label->proc,
          (Arrival){
              .step = j, .choice = label->choice, .cases = step->cases[0], .transfer = transfer});
    if (transfer)
        stand(dpor, label->partner,
              (Arrival){.step = j,
                        .choice = label->partner_choice,
                        .cases = step->cases[1],
                        .transfer = true});
}

/* The joined clock of the goroutines that take a step, before it: its place. */
static u32 clock_before(Dpor *dpor, const Label *label)
{
    u32 own = dpor->order.now.data[label->proc];
    if (label->partner == NO_PROC && label->proc != PROC_MACHINE)
        return own;
    u32 at = copy_clock(dpor, own);
    if (label->partner != NO_PROC)
        join_clock(dpor, clock_at(dpor, at), clock_now(dpor, label->partner));
    for (Proc proc = 0; label->proc == PROC_MACHINE && proc < dpor->names.nprocs; proc++)
        join_clock(dpor, clock_at(dpor, at), clock_now(dpor, proc));
    return at;
}

static void take_in(Dpor *dpor, u32 j)
{
    Taken *step = &dpor->path.taken.data[j];
    Proc proc = step->label.proc, partner = step->label.partner;
    if (step->kind == STEP_CHAN)
        stand_both(dpor, j);
    step->before = clock_before(dpor, &step->label);
    step->clock = copy_clock(dpor, step->before);
    u32 *clock = clock_at(dpor, step->clock);
    for (u32 i = 0; i < step->nfootprints; i++)
        order_after(dpor, clock, &dpor->path.footprints.data[step->footprint + i], j);
    step->seq = ++clock[proc];
    dpor->order.now.data[proc] = step->clock;
    if (partner != NO_PROC) {
        clock[partner]++;
        dpor->order.now.data[partner] = step->clock;
    }
    note_readers(dpor, step);
}

static void take_note(Dpor *dpor, const Note *note)
{
    switch ((NoteKind)note->kind) {
    case NOTE_START:
    case NOTE_WAKE: learn(dpor, note->other, dpor->order.now.data[note->proc]); break;
    case NOTE_RELEASE:
        dpor->order.released.data[note->other] = dpor->order.now.data[note->proc];
        return;
    }
    const Taken *step = note->at >= 0 ? &dpor->path.taken.data[note->at] : NULL;
    if (note->kind == NOTE_WAKE && step && step->kind == STEP_RUNLOCK && step->nfootprints)
        order_after_readers(dpor, note->other, dpor->path.footprints.data[step->footprint].object);
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
    for (Proc proc = 1; proc < dpor->run.pending.len; proc++) {
        const Pending *pending = &dpor->run.pending.data[proc];
        if (pending->g && pending->kind == STEP_CHAN)
            stand(dpor, proc, (Arrival){.step = n, .choice = UINT32_MAX, .cases = pending->cases});
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
