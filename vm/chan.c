/* Channel operations: each is one step of the calculus, and a second one if a waiting goroutine
 * completes its own operation. */
#include "vm/chan.h"

#include <string.h>

#include "vm/heap.h"
#include "vm/track.h"

/* Largest buffer that make accepts, in bytes, as gc's runtime on amd64. */
#define MAX_BUFFER (1ull << 47)

void queue_remove(WaitQueue *queue, Waiter *w)
{
    CHECK(w->prev ? w->prev->next == w : queue->head == w);
    CHECK(w->next ? w->next->prev == w : queue->tail == w);
    if (w->prev)
        w->prev->next = w->next;
    else
        queue->head = w->next;
    if (w->next)
        w->next->prev = w->prev;
    else
        queue->tail = w->prev;
    w->next = w->prev = NULL;
}

/* Takes the other cases of the select out of their queues, so that queues contain only goroutines
 * that still wait. */
static void leave_select(G *g, const Waiter *winner)
{
    CHECK(winner == &g->select_waiters[winner->index] && winner->index < g->nselect);
    for (u32 i = 0; i < g->nselect; i++) {
        Waiter *w = &g->select_waiters[i];
        if (w == winner || !w->object)
            continue;
        Chan *ch = w->object;
        queue_remove(w->is_send ? &ch->senders : &ch->receivers, w);
    }
    *g->select_dst = winner->index;
    g->nselect = 0;
    g->select_waiters = NULL;
}

/* How far a goroutine stands after the word of the case w of its select, in which it waits. */
static u32 words_after(const Waiter *w)
{
    return w->g->nselect - 1 - w->index;
}

/* Takes the first waiter; NULL: none waits. Until it is woken it stands at the case of its select
 * that was chosen: there is what is reported of it, and a panic. */
static inline Waiter *take_waiter(WaitQueue *queue)
{
    Waiter *w = queue_take(queue);
    if (w && waiter_in_select(w))
        w->g->pc -= words_after(w);
    return w;
}

void waiter_wake(VM *vm, Waiter *w)
{
    G *g = w->g;
    CHECK(g->status == G_WAITING && !w->next && !w->prev);
    CHECK(waiter_in_select(w) ? g->wait_reason == WAIT_SELECT
                              : g->wait_reason == (w->is_send ? WAIT_SEND : WAIT_RECV));
    CHECK(waiter_in_select(w) || w == &g->waiter);
    if (waiter_in_select(w)) {
        if (!g->pending_panic)
            g->pc += words_after(w);
        leave_select(g, w);
    }
    sched_ready(vm, g);
}

Chan *chan_make(VM *vm, G *g, RType *type, i64 cap, bool watched)
{
    u32 slots = type->elem->slots;
    u64 size = type->elem->size;
    if (cap < 0 || (size && (u64)cap > MAX_BUFFER / size)) {
        vm_plain_error(vm, g, "makechan: size out of range");
        return NULL;
    }
    Chan *ch = heap_object(vm, g, sizeof *ch, true);
    ch->type = type;
    ch->ref.loc = heap_locate(vm, ch);
    ch->elem_slots = slots;
    ch->cap = (u64)cap;
    ch->watched = watched && vm->closes;
    ch->buffer = (u64 *)ch; /* without slots it only has to be an address */
    if (cap && slots)
        ch->buffer = heap_raw(vm, (u64)cap * slots * 8, rtype_slots_point(type->elem));
    ch->made = g->pc - 1;
    if (vm->objects.all)
        track_chan_alloc(vm, ch);
    if (vm->sink)
        track_make(vm, ch);
    return ch;
}

static inline void copy_slots(u64 *dst, const u64 *src, u32 n)
{
    if (UNLIKELY(!dst))
        return;
    for (u32 i = 0; i < n; i++)
        dst[i] = src[i];
}

static inline void clear_slots(u64 *slots, u32 n)
{
    if (LIKELY(n == 1))
        *slots = 0;
    else if (n)
        memset(slots, 0, 8 * (size_t)n);
}

static inline void buffer_put(Chan *ch, const u64 *value)
{
    CHECK(ch->count < ch->cap && ch->first < ch->cap && !ch->closed);
    u64 at = ch->first + ch->count++;
    copy_slots(ch->buffer + (at < ch->cap ? at : at - ch->cap) * ch->elem_slots, value,
               ch->elem_slots);
}

static inline void buffer_take(Chan *ch, u64 *dst)
{
    CHECK(ch->count > 0 && ch->count <= ch->cap && ch->first < ch->cap);
    u64 *slot = ch->buffer + ch->first * ch->elem_slots;
    copy_slots(dst, slot, ch->elem_slots);
    clear_slots(slot, ch->elem_slots); /* keeps no garbage alive */
    ch->first = ch->first + 1 == ch->cap ? 0 : ch->first + 1;
    ch->count--;
}

bool chan_can_send(const Chan *ch)
{
    return ch && (ch->closed || ch->receivers.head || ch->count < ch->cap);
}

bool chan_can_recv(const Chan *ch)
{
    return ch && (ch->count || ch->senders.head || ch->closed);
}

static inline void report(VM *vm, G *g, EventKind kind, Chan *ch, bool select)
{
    bool receives = kind == EV_RECV || kind == EV_RECV_CLOSED;
    track_channel(vm, g, ch, receives ? &ch->receives : &ch->sends,
                  event_tag(kind, SYNC_NONE, select ? EVF_SELECT : 0));
}

/* A send of the value in those slots. */
static inline void report_send(VM *vm, G *g, Chan *ch, const u64 *value, bool select)
{
    vm->passing = value;
    report(vm, g, EV_SEND, ch, select);
    vm->passing = NULL;
}

static inline void report_rendezvous(VM *vm, G *sender, G *receiver, Chan *ch, const u64 *value,
                                     bool sender_select, bool receiver_select)
{
    u8 flags = (u8)((sender_select ? EVF_SELECT : 0) | (receiver_select ? EVF_OTHER_SELECT : 0));
    vm->passing = value;
    track_rendezvous(vm, sender, receiver, ch, event_tag(EV_RENDEZVOUS, SYNC_NONE, flags));
    vm->passing = NULL;
}

/* Hands a value straight to a waiting receiver. With a buffer (empty then) this is R-Send followed
 * by the receiver's R-Rec, without one it is R-Rend. */
static void send_to_waiter(VM *vm, G *g, Chan *ch, const u64 *value, Waiter *w, bool select)
{
    CHECK(ch->count == 0 && !w->is_send && w->object == ch && w->g != g);
    copy_slots(w->value, value, ch->elem_slots);
    if (w->ok)
        *w->ok = 1;
    if (vm->sink) {
        if (ch->cap == 0) {
            report_rendezvous(vm, g, w->g, ch, value, select, waiter_in_select(w));
        } else {
            report_send(vm, g, ch, value, select);
            report(vm, w->g, EV_RECV, ch, waiter_in_select(w));
        }
    }
    waiter_wake(vm, w);
}

bool chan_try_send(VM *vm, G *g, Chan *ch, const u64 *value, bool select, ChanStatus *status)
{
    *status = CHAN_DONE;
    if (ch->closed) {
        track_order(vm, g, SYNC_CHAN_SEND, ch, false);
        vm_plain_error(vm, g, "send on closed channel");
        *status = CHAN_PANIC;
        return true;
    }
    Waiter *w = take_waiter(&ch->receivers);
    if (w) {
        send_to_waiter(vm, g, ch, value, w, select);
        return true;
    }
    if (ch->count == ch->cap)
        return false;
    buffer_put(ch, value);
    if (vm->sink)
        report_send(vm, g, ch, value, select);
    return true;
}

/* R-Rec; a sender that waited for the freed slot then takes its own step, R-Send. */
static void recv_from_buffer(VM *vm, G *g, Chan *ch, u64 *dst, bool select)
{
    buffer_take(ch, dst);
    if (vm->sink)
        report(vm, g, EV_RECV, ch, select);
    Waiter *w = take_waiter(&ch->senders);
    if (!w)
        return;
    CHECK(w->is_send && w->object == ch && ch->count + 1 == ch->cap);
    buffer_put(ch, w->value);
    if (vm->sink)
        report_send(vm, w->g, ch, w->value, waiter_in_select(w));
    waiter_wake(vm, w);
}

static void recv_from_sender(VM *vm, G *g, Chan *ch, u64 *dst, Waiter *w, bool select)
{
    CHECK(ch->cap == 0 && w->is_send && w->object == ch && w->g != g);
    copy_slots(dst, w->value, ch->elem_slots);
    if (vm->sink)
        report_rendezvous(vm, w->g, g, ch, w->value, waiter_in_select(w), select);
    waiter_wake(vm, w);
}

static void recv_zero(VM *vm, G *g, Chan *ch, u64 *dst, u64 *ok, bool select)
{
    CHECK(ch->closed && ch->count == 0);
    if (dst)
        clear_slots(dst, ch->elem_slots);
    if (ok)
        *ok = 0;
    if (vm->sink)
        report(vm, g, EV_RECV_CLOSED, ch, select);
}

bool chan_try_recv(VM *vm, G *g, Chan *ch, u64 *dst, u64 *ok, bool select)
{
    if (ok)
        *ok = 1;
    if (ch->count) {
        recv_from_buffer(vm, g, ch, dst, select);
        return true;
    }
    Waiter *w = take_waiter(&ch->senders);
    if (w) {
        recv_from_sender(vm, g, ch, dst, w, select);
        return true;
    }
    if (!ch->closed)
        return false;
    recv_zero(vm, g, ch, dst, ok, select);
    return true;
}

/* ---- timers ---- */

void chan_deliver(VM *vm, Chan *ch, const u64 *value)
{
    CHECK(ch->cap > 0 && !ch->closed);
    Waiter *w = take_waiter(&ch->receivers);
    if (!w && ch->count == ch->cap)
        return;
    if (!w)
        buffer_put(ch, value);
    vm->passing = value;
    if (vm->sink)
        track_timer_channel(vm, ch, EV_SEND);
    vm->passing = NULL;
    if (!w)
        return;
    copy_slots(w->value, value, ch->elem_slots);
    if (w->ok)
        *w->ok = 1;
    if (vm->sink)
        report(vm, w->g, EV_RECV, ch, waiter_in_select(w));
    waiter_wake(vm, w);
}

bool chan_take_back(VM *vm, Chan *ch)
{
    if (!ch->count)
        return false;
    buffer_take(ch, NULL);
    if (vm->sink)
        track_timer_channel(vm, ch, EV_RECV);
    return true;
}

/* ---- waiting ---- */

static ChanStatus wait_on(VM *vm, G *g, Chan *ch, u64 *value, u64 *ok, bool is_send)
{
    CHECK(!ch->closed && ch->count == (is_send ? ch->cap : 0));
    g->waiter = (Waiter){.g = g, .object = ch, .value = value, .ok = ok, .is_send = is_send};
    queue_add(is_send ? &ch->senders : &ch->receivers, &g->waiter);
    sched_park(vm, g, is_send ? WAIT_SEND : WAIT_RECV);
    if (CHECKING)
        chan_check(ch);
    return CHAN_BLOCKED;
}

ChanStatus chan_send(VM *vm, G *g, Chan *ch, const u64 *value)
{
    if (UNLIKELY(!ch)) {
        sched_park(vm, g, WAIT_SEND_NIL);
        return CHAN_BLOCKED;
    }
    ChanStatus status;
    if (chan_try_send(vm, g, ch, value, false, &status))
        return status;
    return wait_on(vm, g, ch, (u64 *)value, NULL, true);
}

ChanStatus chan_recv(VM *vm, G *g, Chan *ch, u64 *dst, u64 *ok)
{
    if (UNLIKELY(!ch)) {
        sched_park(vm, g, WAIT_RECV_NIL);
        return CHAN_BLOCKED;
    }
    if (chan_try_recv(vm, g, ch, dst, ok, false))
        return CHAN_DONE;
    return wait_on(vm, g, ch, dst, ok, false);
}

ChanStatus chan_close(VM *vm, G *g, Chan *ch)
{
    if (!ch || ch->closed) {
        if (vm->sink)
            track_close_panics(vm, g, ch);
        vm_plain_error(vm, g, ch ? "close of closed channel" : "close of nil channel");
        return CHAN_PANIC;
    }
    ch->closed = true;
    if (vm->sink)
        report(vm, g, EV_CLOSE, ch, false);
    Waiter *w;
    while ((w = take_waiter(&ch->receivers))) {
        recv_zero(vm, w->g, ch, w->value, w->ok, waiter_in_select(w));
        waiter_wake(vm, w);
    }
    while ((w = take_waiter(&ch->senders))) {
        track_order(vm, w->g, SYNC_CHAN_SEND, ch, false);
        w->g->pending_panic = true; /* "send on closed channel" when it goes on */
        waiter_wake(vm, w);
    }
    if (CHECKING)
        chan_check(ch);
    return CHAN_DONE;
}

i64 chan_len(const Chan *ch)
{
    return ch && !ch->timed ? (i64)ch->count : 0;
}

i64 chan_cap(const Chan *ch)
{
    return ch && !ch->timed ? (i64)ch->cap : 0;
}

/* ---- invariants ---- */

enum {
    CHECKED_WAITERS = 64
}; /* of a queue: all of a long one at each operation would be too slow */

void queue_check(const WaitQueue *queue, const void *object)
{
    CHECK(!queue->head == !queue->tail);
    CHECK(!queue->head || (!queue->head->prev && !queue->tail->next));
    const Waiter *w = queue->head;
    for (u32 i = 0; w && i < CHECKED_WAITERS; i++, w = w->next) {
        CHECK(w->object == object);
        CHECK(w->g->status == G_WAITING && w->g->wait_reason != WAIT_NONE);
        CHECK(w->next ? w->next->prev == w : queue->tail == w);
    }
}

static void check_waiters(const Chan *ch, const WaitQueue *queue, bool senders)
{
    queue_check(queue, ch);
    const Waiter *w = queue->head;
    for (u32 i = 0; w && i < CHECKED_WAITERS; i++, w = w->next) {
        CHECK(w->is_send == senders);
        CHECK(!senders || w->value || ch->elem_slots == 0);
        if (waiter_in_select(w)) {
            CHECK(w->g->wait_reason == WAIT_SELECT && w->index < w->g->nselect);
            CHECK(w == &w->g->select_waiters[w->index]);
        } else {
            CHECK(w == &w->g->waiter && w->g->wait_reason == (senders ? WAIT_SEND : WAIT_RECV));
        }
    }
}

void chan_check(const Chan *ch)
{
    const Waiter *sender = ch->senders.head, *receiver = ch->receivers.head;
    CHECK(ch->elem_slots == ch->type->elem->slots);
    CHECK(ch->count <= ch->cap);
    CHECK(ch->cap ? ch->first < ch->cap : ch->first == 0);
    CHECK((ch->buffer != (const u64 *)ch) == (ch->cap && ch->elem_slots));
    CHECK(!ch->closed || (!sender && !receiver));
    CHECK(!sender || ch->count == ch->cap);
    CHECK(!receiver || ch->count == 0);
    CHECK(!sender || !receiver || sender->g == receiver->g);
    check_waiters(ch, &ch->senders, true);
    check_waiters(ch, &ch->receivers, false);
}
