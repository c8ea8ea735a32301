/* Channels: a buffer of values and two queues of waiting goroutines. The paper's forward queue is
 * the buffer (with the detector's sets beside it), its backward queue the free slots; both sets of
 * sets are kept by the detectors, which see every step as an event (spec/rules.md). */
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
    bool reported;  /* its MAKE has been */
    bool timed;     /* a timer sends on it, and to the program it looks as if it had no buffer */
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

/* Takes w out of the queue, in which it is. */
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
static inline bool waiter_in_select(const Waiter *w)
{
    return w->g->nselect > 0;
}

/* The operation if it can be done at once (the channel is not nil); false: it would block.
 * chan_try_send panics on a closed channel and then returns true with *status CHAN_PANIC. */
bool chan_try_send(VM *vm, G *g, Chan *ch, const u64 *value, bool select, ChanStatus *status);
bool chan_try_recv(VM *vm, G *g, Chan *ch, u64 *dst, u64 *ok, bool select);
/* A timer that has fired sends, if a receiver waits or the channel has room. */
void chan_deliver(VM *vm, Chan *ch, const u64 *value);
/* Takes what a timer has sent out of the channel again. False: nothing is there. */
bool chan_take_back(VM *vm, Chan *ch);
/* Whether the operation would not block now. */
bool chan_can_send(const Chan *ch);
bool chan_can_recv(const Chan *ch);

/* CHECKs all that the comments here and in vm/vm.h (Waiter) say of a channel. */
void chan_check(const Chan *ch);
/* CHECKs the links of a wait queue, and that all goroutines in it wait for `object`. */
void queue_check(const WaitQueue *queue, const void *object);

#endif
