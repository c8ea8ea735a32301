/* Channels: a buffer of values and two queues of waiting goroutines. The buffer's values stand for
 * the forward queue of [GRACE20], its free slots for the backward queue. The happens-before sets of
 * both are the detectors', which get every step as an event (spec/rules.md). */
#ifndef VM_CHAN_H
#define VM_CHAN_H

#include "vm/vm.h"

typedef struct WaitQueue {
    Waiter *head, *tail;
} WaitQueue;

/* The source of the last operation on a channel: the next one is often at the same pc, and its
 * source need not be searched then. */
typedef struct ChanSite {
    const Word *pc;
    Span span;
} ChanSite;

struct Chan {
    RType *type;
    ObjectRef ref; /* its stable name, and what the sink found for it */
    u32 elem_slots;
    bool closed;
    bool watched;   /* a close of it may race with a send */
    bool reported;  /* the sink has got its MAKE */
    bool timed;     /* a timer sends on it: the program sees len and cap 0 */
    u64 cap, count; /* values the buffer can hold, holds; count <= cap */
    u64 first;      /* index of the oldest, < cap unless cap is 0 */
    u64 *buffer;    /* cap * elem_slots slots; if that is 0, the channel's own address */
    /* Senders wait only while the buffer is full, receivers while it is empty; on a closed channel
     * none does. Both queues hold waiters only if all are cases of one select. */
    WaitQueue senders, receivers;
    const Word *made;  /* the instruction that made it */
    ChanSite sends;    /* the latest send or close */
    ChanSite receives; /* the latest receive */
};

/* Appends w, which is in no queue. */
static inline void queue_add(WaitQueue *queue, Waiter *w)
{
    CHECK(!w->next && !w->prev && queue->tail != w);
    CHECK(!queue->head == !queue->tail);
    w->next = NULL;
    w->prev = queue->tail;
    if (queue->tail)
        queue->tail->next = w;
    else
        queue->head = w;
    queue->tail = w;
}

/* Takes w out of the queue, which contains it. */
void queue_remove(WaitQueue *queue, Waiter *w);

/* Removes and returns the first waiter, or NULL. */
static inline Waiter *queue_take(WaitQueue *queue)
{
    Waiter *w = queue->head;
    if (!w)
        return NULL;
    CHECK(!w->prev && (w->next != NULL) == (queue->tail != w));
    queue->head = w->next;
    if (w->next)
        w->next->prev = NULL;
    else
        queue->tail = NULL;
    w->next = NULL;
    return w;
}

/* Ends the wait of w's goroutine: takes it out of the other queues of its select, stores the case
 * number, makes it runnable. */
void waiter_wake(VM *vm, Waiter *w);
/* Whether w is for a case of a select. */
static inline bool waiter_in_select(const Waiter *w)
{
    return w->g->nselect > 0;
}

/* Send and receive if that is possible at once; false: it would block, and nothing is done. ch is
 * not NULL; value and dst are slots, dst may be NULL; *ok (or NULL): the value was sent. select:
 * for a select's case. chan_try_send panics on a closed channel; it then returns true with *status
 * CHAN_PANIC. */
bool chan_try_send(VM *vm, G *g, Chan *ch, const u64 *value, bool select, ChanStatus *status);
bool chan_try_recv(VM *vm, G *g, Chan *ch, u64 *dst, u64 *ok, bool select);
/* A timer that has fired sends the value in slots, if a receiver waits or the channel has room;
 * else the value is dropped. */
void chan_deliver(VM *vm, Chan *ch, const u64 *value);
/* Removes the value that a timer has sent and that was not received. False: there is none. */
bool chan_take_back(VM *vm, Chan *ch);
/* Whether a send or receive would not block now; false for NULL. */
bool chan_can_send(const Chan *ch);
bool chan_can_recv(const Chan *ch);

/* CHECKs all that the comments here and in vm/vm.h (Waiter) say of a channel. */
void chan_check(const Chan *ch);
/* CHECKs the links of a wait queue, and that all goroutines in it wait for `object`. */
void queue_check(const WaitQueue *queue, const void *object);

#endif
