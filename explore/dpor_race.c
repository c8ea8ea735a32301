/* Happens-before of an execution, and its races: pairs of dependent steps that nothing else orders.
 * For each the order is turned round: what does not depend on the first step, and then the second,
 * is put into the wakeup tree of the place where the first was taken. */
#include "explore/dpor.h"

#define BIT(kind) (1u << TOUCH_##kind)

/* A step whose predecessors are being looked for: one taken, or one that a goroutine stands before
 * at the end. */
typedef struct Late {
    u32 index;
    Label label;
    u8 kind;
    const Touch *touches;
    u32 ntouch;
    u32 *clock;  /* grows by what happens before it */
    u32 *before; /* clock of those who take it, when they came to it */
    u32 waited;  /* as Taken.waited */
    bool is_new; /* its races have not been looked at yet */
} Late;

/* ---- clocks ---- */

u32 *clock_at(const Dpor *dpor, u32 clock)
{
    return &dpor->clocks.data[clock];
}

bool clock_has(const Dpor *dpor, const u32 *clock, u32 i)
{
    const Taken *step = &dpor->taken.data[i];
    return clock[step->label.proc] >= step->seq;
}

static u32 *now(const Dpor *dpor, Proc proc)
{
    return &dpor->now.data[proc * dpor->nprocs];
}

static void join(const Dpor *dpor, u32 *clock, const u32 *other)
{
    for (u32 i = 0; i < dpor->nprocs; i++)
        if (clock[i] < other[i])
            clock[i] = other[i];
}

static u32 *clock_of(const Dpor *dpor, u32 i)
{
    return clock_at(dpor, dpor->taken.data[i].clock);
}

/* A new clock: its place. Moves the others. */
static u32 push_clock(Dpor *dpor)
{
    u32 at = dpor->clocks.len;
    vec_reserve(&dpor->clocks, at + dpor->nprocs);
    dpor->clocks.len += dpor->nprocs;
    return at;
}

static void copy_clock(const Dpor *dpor, u32 *to, const u32 *from)
{
    memcpy(to, from, dpor->nprocs * sizeof *to);
}

/* A goroutine's present clock, to be kept: its place. */
static u32 keep_clock(Dpor *dpor, Proc proc)
{
    u32 at = push_clock(dpor);
    copy_clock(dpor, clock_at(dpor, at), now(dpor, proc));
    return at;
}

/* ---- touches of one object, latest first ---- */

u32 touch_step(const Dpor *dpor, u32 touch)
{
    return dpor->links.data[touch].step;
}

u32 touch_previous(const Dpor *dpor, u32 touch)
{
    return dpor->links.data[touch].previous;
}

u32 touch_last(const Dpor *dpor, u32 object)
{
    return object < dpor->pasts.len ? dpor->pasts.data[object].last : NO_TOUCH;
}

static u8 kind_at(const Dpor *dpor, u32 touch)
{
    return dpor->touches.data[touch].kind;
}

/* Calls for each touch u of the object, latest first. */
#define FOR_TOUCHES(u, object) \
    for (u32 u = touch_last(dpor, object); u != NO_TOUCH; u = touch_previous(dpor, u))

/* ---- other orders ---- */

void select_steps(Dpor *dpor, u32 i, u32 to, const u32 *past)
{
    vec_reserve(&dpor->selected, dpor->taken.len + 1);
    memset(dpor->selected.data, 0, dpor->taken.len + 1);
    for (u32 k = i + 1; k < to && k < dpor->taken.len; k++)
        dpor->selected.data[k] =
            !clock_has(dpor, clock_of(dpor, k), i) && (!past || clock_has(dpor, past, k));
}

void deselect_step(Dpor *dpor, u32 i)
{
    for (u32 k = i; k < dpor->taken.len; k++)
        if (dpor->selected.data[k] && clock_has(dpor, clock_of(dpor, k), i))
            dpor->selected.data[k] = false;
}

bool is_done(const Dpor *dpor, u32 i, u32 k)
{
    return k < i || (k > i && dpor->selected.data[k]);
}

static Act act_of(const Dpor *dpor, u32 k)
{
    const Taken *step = &dpor->taken.data[k];
    return act_make(step->label, &dpor->touches.data[step->touch], step->ntouch);
}

/* Who took it could have done something else there. */
static bool had_choice(const Taken *step)
{
    return step->turns[0].count + step->turns[0].has_default > 1 ||
           step->turns[1].count + step->turns[1].has_default > 1;
}

void explore_instead(Dpor *dpor, u32 i, Act last)
{
    ActList v = {0};
    for (u32 k = i + 1; k < dpor->taken.len; k++)
        if (dpor->selected.data[k])
            vec_push(&v, act_of(dpor, k));
    vec_push(&v, last);
    /* Another choice of the i-th step's, asleep, covers what comes before that, not before this. */
    const Taken *step = &dpor->taken.data[i];
    if (had_choice(step) && step->label.proc != last.label.proc &&
        step->label.partner != last.label.proc)
        vec_push(&v, act_of(dpor, i));
    wake_insert(&dpor->nodes.data[i], &v);
    vec_free(&v);
}

static void explore_late(Dpor *dpor, const Late *late, u32 i)
{
    explore_instead(dpor, i, act_make(late->label, late->touches, late->ntouch));
}

/* Whoever waited for a change can only go before the i-th step if there was another before that. */
static bool has_changed(const Dpor *dpor, const Late *late, u32 i)
{
    FOR_TOUCHES(u, late->touches[0].object)
    if (touch_step(dpor, u) >= late->waited && kind_at(dpor, u) != TOUCH_READ &&
        kind_at(dpor, u) != TOUCH_LOOK && is_done(dpor, i, touch_step(dpor, u)))
        return true;
    return false;
}

static void reverse(Dpor *dpor, const Late *late, u32 i)
{
    if (!late->is_new)
        return;
    select_steps(dpor, i, late->index, NULL);
    if (!late->waited || has_changed(dpor, late, i))
        explore_late(dpor, late, i);
}

/* ---- races, by what is touched ---- */

static bool is_rival(const Dpor *dpor, const Late *late, u32 i)
{
    return !clock_has(dpor, late->before, i);
}

/* The latest touch of these kinds: whoever waits could have gone before that, but not between. */
static void last_rival(Dpor *dpor, const Late *late, const Touch *t, u32 kinds)
{
    FOR_TOUCHES(u, t->object)
    {
        if (!(kinds >> kind_at(dpor, u) & 1))
            continue;
        if (is_rival(dpor, late, touch_step(dpor, u)))
            reverse(dpor, late, touch_step(dpor, u));
        return;
    }
}

/* A writer could have come before each of the readers since the last writer, and before that. */
static void writer_rivals(Dpor *dpor, const Late *late, const Touch *t)
{
    FOR_TOUCHES(u, t->object)
    {
        u8 kind = kind_at(dpor, u);
        bool writer = kind == TOUCH_WLOCK || kind == TOUCH_WRITE;
        if ((writer || kind == TOUCH_RLOCK) && is_rival(dpor, late, touch_step(dpor, u)))
            reverse(dpor, late, touch_step(dpor, u));
        if (writer)
            return;
    }
}

/* What the counter of a WaitGroup is when the first i steps and the selected ones are done. */
static i64 counter_at(const Dpor *dpor, u32 object, u32 i)
{
    i64 sum = 0;
    i32 first = 0;
    FOR_TOUCHES(u, object)
    {
        first = dpor->touches.data[u].was;
        if (kind_at(dpor, u) == TOUCH_COUNT && is_done(dpor, i, touch_step(dpor, u)))
            sum += dpor->touches.data[u].by;
    }
    return first + sum;
}

/* What the selected ones among what happens after a step, it included, add to the counter. */
static i64 added_after(const Dpor *dpor, u32 object, u32 step)
{
    i64 sum = 0;
    FOR_TOUCHES(u, object)
    {
        u32 k = touch_step(dpor, u);
        if (kind_at(dpor, u) == TOUCH_COUNT && dpor->selected.data[k] &&
            clock_has(dpor, clock_of(dpor, k), step))
            sum += dpor->touches.data[u].by;
    }
    return sum;
}

/* The lowest that the counter can be when the step is done before the i-th. */
static i64 lowest_counter(Dpor *dpor, const Late *late, u32 object, u32 i)
{
    select_steps(dpor, i, late->index, NULL);
    FOR_TOUCHES(u, object)
    {
        u32 k = touch_step(dpor, u);
        if (k > i && dpor->selected.data[k] && is_rival(dpor, late, k) &&
            added_after(dpor, object, k) > 0)
            deselect_step(dpor, k);
    }
    return counter_at(dpor, object, i);
}

static void make_strict(Dpor *dpor, u32 object)
{
    while (dpor->strict.len <= object)
        vec_push(&dpor->strict, false);
    dpor->strict.data[object] = dpor->grew_strict = true;
}

/* What the counter is if only that has been done which happens before a step. */
static i64 counter_before(const Dpor *dpor, u32 object, u32 step)
{
    i64 sum = 0;
    i32 first = 0;
    FOR_TOUCHES(u, object)
    {
        u32 k = touch_step(dpor, u);
        first = dpor->touches.data[u].was;
        if (kind_at(dpor, u) == TOUCH_COUNT && k != step &&
            clock_has(dpor, clock_of(dpor, step), k))
            sum += dpor->touches.data[u].by;
    }
    return first + sum;
}

/* Wait could have come before an Add if the counter was 0 then, or comes beside an Add that could find
 * it 0; Done below 0, which panics. Then the search begins anew, with all orders of the operations on
 * that WaitGroup. */
static void counter_rivals(Dpor *dpor, const Late *late, const Touch *t)
{
    bool waits = t->kind == TOUCH_WAIT;
    if (!waits && t->was + t->by < 0)
        make_strict(dpor, t->object);
    FOR_TOUCHES(u, t->object)
    {
        u32 i = touch_step(dpor, u);
        bool wait = kind_at(dpor, u) == TOUCH_WAIT;
        if (!late->is_new || !is_rival(dpor, late, i) ||
            (wait ? waits : dpor->touches.data[u].by <= 0))
            continue;
        i64 count = wait ? 0 : lowest_counter(dpor, late, t->object, i) + t->by;
        bool beside = waits && counter_before(dpor, t->object, i) == 0;
        if (wait ? t->by > 0 : waits ? count == 0 || beside : count < 0)
            make_strict(dpor, t->object);
    }
}

/* The same with an operation on a channel, which may find a value, or room, where it now finds the
 * channel closed. */
static void explore_chan_late(Dpor *dpor, const Late *late, const Touch *t, bool sends, u32 i)
{
    Act act = act_make(late->label, late->touches, late->ntouch);
    Touch *touches = act.more ? act.more : act.few;
    touches[t - late->touches] = chan_touch(dpor, t->object, sends, t->by, i, t->was);
    explore_instead(dpor, i, act);
}

/* Operations on buffered channels: their own end of the queue, and who looked or closed. */
static void queue_rivals(Dpor *dpor, const Late *late, const Touch *t)
{
    bool same = false, sends = t->kind == TOUCH_SEND || (t->kind == TOUCH_DRAINED && t->by);
    FOR_TOUCHES(u, t->object)
    {
        u32 i = touch_step(dpor, u);
        u8 kind = kind_at(dpor, u);
        bool end = kind == (sends ? TOUCH_SEND : TOUCH_RECV);
        bool other = kind == TOUCH_LOOK || (t->kind == TOUCH_DRAINED && kind == TOUCH_CLOSE);
        if (!(end && !same) && !other)
            continue;
        if (late->is_new && is_rival(dpor, late, i)) {
            select_steps(dpor, i, late->index, NULL);
            i64 count = chan_count(dpor, t->object, i, t->was);
            if (sends ? count < t->by : count > 0)
                explore_chan_late(dpor, late, t, sends, i);
        }
        same |= end;
    }
}

/* Always possible: races with whatever depends on it and nothing in between orders. */
static void plain_rivals(Dpor *dpor, const Late *late, const Touch *t)
{
    u32 conflicts = touch_conflicts(t->kind);
    FOR_TOUCHES(u, t->object)
    {
        u32 i = touch_step(dpor, u);
        u8 kind = kind_at(dpor, u);
        if (!(conflicts >> kind & 1))
            continue;
        if (!clock_has(dpor, late->clock, i)) {
            reverse(dpor, late, i);
            join(dpor, late->clock, clock_of(dpor, i));
        }
        if (kind == TOUCH_WRITE || (kind == t->kind && conflicts >> kind & 1))
            return;
    }
}

static void find_rivals(Dpor *dpor, const Late *late, const Touch *t)
{
    switch ((TouchKind)t->kind) {
    case TOUCH_LOCK: last_rival(dpor, late, t, BIT(LOCK) | BIT(WRITE)); break;
    case TOUCH_RLOCK: last_rival(dpor, late, t, BIT(WLOCK) | BIT(WRITE)); break;
    case TOUCH_WLOCK: writer_rivals(dpor, late, t); break;
    case TOUCH_COUNT:
    case TOUCH_WAIT: counter_rivals(dpor, late, t); break;
    case TOUCH_SEND:
    case TOUCH_RECV:
    case TOUCH_DRAINED: queue_rivals(dpor, late, t); break;
    case TOUCH_MEET: break; /* dpor_turn.c */
    case TOUCH_LOOK:
        if (late->kind == STEP_CHAN) /* a default: dpor_turn.c */
            break;
        plain_rivals(dpor, late, t);
        break;
    default: plain_rivals(dpor, late, t);
    }
}

/* ---- happens-before ---- */

static void order_after_conflicts(Dpor *dpor, u32 *clock, const Touch *t)
{
    u32 conflicts = touch_conflicts(t->kind);
    if (!(conflicts & dpor->pasts.data[t->object].kinds))
        return;
    FOR_TOUCHES(u, t->object)
    {
        u8 kind = kind_at(dpor, u);
        if (!(conflicts >> kind & 1))
            continue;
        join(dpor, clock, clock_of(dpor, touch_step(dpor, u)));
        if (kind == TOUCH_WRITE || (kind == t->kind && conflicts >> kind & 1))
            return;
    }
}

/* After the n-th touch of that kind, counted from the latest, which is 1. */
static void order_after_nth(Dpor *dpor, u32 *clock, u32 object, TouchKind kind, u64 n)
{
    FOR_TOUCHES(u, object)
    if (kind_at(dpor, u) == kind && --n == 0) {
        join(dpor, clock, clock_of(dpor, touch_step(dpor, u)));
        return;
    }
}

/* A value is received after it was sent, and sent into a slot after that was emptied. */
static void order_in_queue(Dpor *dpor, u32 *clock, const Touch *t)
{
    u64 received = dpor->pasts.data[t->object].received;
    u64 sent = (u64)was_count(t->was) + received; /* with those before the first go */
    if (t->kind == TOUCH_RECV && sent > received)
        order_after_nth(dpor, clock, t->object, TOUCH_SEND, sent - received);
    u64 cap = (u64)t->by;
    if (t->kind == TOUCH_SEND && sent >= cap && received > sent - cap)
        order_after_nth(dpor, clock, t->object, TOUCH_RECV, received - (sent - cap));
}

static void order_after(Dpor *dpor, u32 *clock, const Touch *t)
{
    order_after_conflicts(dpor, clock, t);
    if (t->kind == TOUCH_SEND || t->kind == TOUCH_RECV)
        order_in_queue(dpor, clock, t);
    bool locks = t->kind == TOUCH_LOCK || t->kind == TOUCH_RLOCK || t->kind == TOUCH_WLOCK;
    u32 released = dpor->pasts.data[t->object].released;
    if (locks && released)
        join(dpor, clock, clock_at(dpor, released - 1));
}

/* A writer goes on after all readers have left. */
static void order_after_readers(Dpor *dpor, Proc writer, u32 object)
{
    FOR_TOUCHES(u, object)
    if (kind_at(dpor, u) == TOUCH_RUNLOCK)
        join(dpor, now(dpor, writer), clock_of(dpor, touch_step(dpor, u)));
}

static void link_touches(Dpor *dpor, u32 j)
{
    const Taken *step = &dpor->taken.data[j];
    for (u32 k = 0; k < step->ntouch; k++) {
        u32 at = step->touch + k;
        const Touch *t = &dpor->touches.data[at];
        ObjectPast *past = &dpor->pasts.data[t->object];
        dpor->links.data[at] = (TouchLink){j, past->last};
        past->last = at;
        past->kinds |= 1u << t->kind;
        past->received += t->kind == TOUCH_RECV;
        if (t->kind == TOUCH_WLOCK)
            order_after_readers(dpor, step->label.proc, t->object);
    }
}

static void stand(Dpor *dpor, Proc proc, u32 step, u32 turn, Turns turns, bool transfer)
{
    Stand s = {.proc = proc, .step = step, .turn = turn, .turns = turns, .transfer = transfer};
    s.arrival = keep_clock(dpor, proc);
    while (dpor->stands_of.len <= proc)
        vec_push(&dpor->stands_of, (StandList){0});
    vec_push(&dpor->stands_of.data[proc], dpor->stands.len);
    vec_push(&dpor->stands, s);
}

static void stand_both(Dpor *dpor, u32 j)
{
    const Taken *step = &dpor->taken.data[j];
    const Label *label = &step->label;
    bool transfer = label->partner != NO_PROC;
    stand(dpor, label->proc, j, label->turn, step->turns[0], transfer);
    if (transfer)
        stand(dpor, label->partner, j, label->partner_turn, step->turns[1], true);
}

/* The clock of those who take a step when they come to it: its place. */
static u32 clock_before(Dpor *dpor, const Label *label)
{
    u32 at = keep_clock(dpor, label->proc);
    if (label->partner != NO_PROC)
        join(dpor, clock_at(dpor, at), now(dpor, label->partner));
    for (Proc proc = 0; label->proc == PROC_MACHINE && proc < dpor->nprocs; proc++)
        join(dpor, clock_at(dpor, at), now(dpor, proc));
    return at;
}

static void take_in(Dpor *dpor, u32 j)
{
    Taken *step = &dpor->taken.data[j];
    if (step->kind == STEP_CHAN)
        stand_both(dpor, j);
    u32 before = clock_before(dpor, &step->label);
    step->clock = push_clock(dpor);
    copy_clock(dpor, clock_at(dpor, step->clock), clock_at(dpor, before));
    Late late = {.index = j, .label = step->label, .kind = step->kind, .ntouch = step->ntouch};
    late.touches = &dpor->touches.data[step->touch];
    late.clock = clock_at(dpor, step->clock);
    late.before = clock_at(dpor, before);
    late.waited = step->waited;
    late.is_new = (i32)j >= dpor->branch;
    for (u32 i = 0; i < late.ntouch; i++)
        find_rivals(dpor, &late, &late.touches[i]);
    for (u32 i = 0; i < late.ntouch; i++)
        order_after(dpor, late.clock, &late.touches[i]);
    Proc proc = step->label.proc, partner = step->label.partner;
    step->seq = ++late.clock[proc];
    if (partner != NO_PROC)
        late.clock[partner]++;
    copy_clock(dpor, now(dpor, proc), late.clock);
    if (partner != NO_PROC)
        copy_clock(dpor, now(dpor, partner), late.clock);
    link_touches(dpor, j);
}

static void take_note(Dpor *dpor, const Note *note)
{
    switch ((NoteKind)note->kind) {
    case NOTE_START:
    case NOTE_WAKE: join(dpor, now(dpor, note->other), now(dpor, note->proc)); break;
    case NOTE_RELEASE:
        dpor->pasts.data[note->other].released = keep_clock(dpor, note->proc) + 1;
        return;
    }
    const Taken *step = note->at >= 0 ? &dpor->taken.data[note->at] : NULL;
    if (note->kind == NOTE_WAKE && step && step->kind == STEP_RUNLOCK && step->ntouch)
        order_after_readers(dpor, note->other, dpor->touches.data[step->touch].object);
}

/* ---- those who stand before something that they cannot do, at the end ---- */

static void look_at_waiting(Dpor *dpor, Proc proc)
{
    const Pend *pend = &dpor->pend.data[proc];
    u32 n = dpor->taken.len;
    if (pend->kind == STEP_CHAN) {
        stand(dpor, proc, n, UINT32_MAX, pend->turns, false);
        return;
    }
    Label label = {proc, NO_PROC, 0, 0};
    u32 from = dpor->touches.len;
    dpor_touch(dpor, &label);
    Touch touched = {0};
    bool waits = dpor->touches.len > from;
    if (waits)
        touched = dpor->touches.data[from];
    dpor->touches.len = from;
    u32 before = clock_before(dpor, &label), clock = push_clock(dpor);
    copy_clock(dpor, clock_at(dpor, clock), clock_at(dpor, before));
    Late late = {.index = n, .label = label, .kind = pend->kind, .touches = &touched, .ntouch = 1};
    late.clock = clock_at(dpor, clock);
    late.before = clock_at(dpor, before);
    late.is_new = true;
    if (waits)
        find_rivals(dpor, &late, &touched);
}

/* ---- all of it ---- */

static void begin(Dpor *dpor)
{
    u32 n = dpor->nprocs;
    vec_clear(&dpor->clocks);
    vec_clear(&dpor->stands);
    for (Proc proc = 0; proc < dpor->stands_of.len; proc++)
        vec_clear(&dpor->stands_of.data[proc]);
    vec_reserve(&dpor->now, n * n);
    memset(dpor->now.data, 0, n * n * sizeof *dpor->now.data);
    vec_reserve(&dpor->links, dpor->touches.len + 1);
    vec_clear(&dpor->pasts);
    for (u32 i = 0; i < dpor->nobjects; i++)
        vec_push(&dpor->pasts, (ObjectPast){.last = NO_TOUCH});
    vec_reserve(&dpor->selected, dpor->taken.len + 1);
}

void dpor_reverse_races(Dpor *dpor)
{
    begin(dpor);
    u32 note = 0;
    for (i32 j = -1; j < (i32)dpor->taken.len; j++) {
        if (j >= 0)
            take_in(dpor, (u32)j);
        for (; note < dpor->notes.len && dpor->notes.data[note].at == j; note++)
            take_note(dpor, &dpor->notes.data[note]);
    }
    for (Proc proc = 1; proc < dpor->pend.len; proc++)
        if (dpor->pend.data[proc].g && dpor->pend.data[proc].kind != STEP_END)
            look_at_waiting(dpor, proc);
    dpor_other_turns(dpor);
}

void dpor_race_free(Dpor *dpor)
{
    vec_free(&dpor->clocks);
    vec_free(&dpor->now);
    vec_free(&dpor->stands);
    for (Proc proc = 0; proc < dpor->stands_of.len; proc++)
        vec_free(&dpor->stands_of.data[proc]);
    vec_free(&dpor->stands_of);
    vec_free(&dpor->links);
    vec_free(&dpor->pasts);
    vec_free(&dpor->selected);
}
