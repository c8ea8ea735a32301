/* The happens-before rules (trace/happens_before.h) over the detectors' sets. There are two users:
 * race/sync.c, for the events, with whatever MemoryRules the detector has, and the default
 * detector, for which the compiler knows the MemoryRules and puts everything in line. */
#ifndef RACE_RULES_H
#define RACE_RULES_H

#include "race/core.h"
#include "race/sync.h"

#define INLINE static inline __attribute__((always_inline))

/* Queues --------------------------------------------------------------------------------------- */

/* Makes room for one more set. */
void queue_grow(SetQueue *queue);

/* Appends a set, of which the queue becomes the owner. */
INLINE void queue_put(SetQueue *queue, HbSet *set)
{
    if (UNLIKELY(queue->len == queue->cap))
        queue_grow(queue);
    queue->at[(queue->head + queue->len++) & (queue->cap - 1)] = set;
}

/* Removes the first set; the caller becomes its owner. NULL from an empty queue: a stream of events
 * that makes no sense must do no harm. */
INLINE HbSet *queue_take(SetQueue *queue)
{
    if (queue->len == 0)
        return NULL;
    HbSet *set = queue->at[queue->head];
    queue->head = (queue->head + 1) & (queue->cap - 1);
    queue->len--;
    return set;
}

/* The domain ----------------------------------------------------------------------------------- */

/* What the rules work on: a detector, and what its reports say of the operation. */
typedef struct SetDomain {
    const MemoryRules *rules; /* those of `detector` */
    Detector *detector;
    Span span;  /* of the operation */
    u32 setter; /* TIMER: the goroutine that set it */
} SetDomain;

#define HB_CONTEXT SetDomain
#define HB_GOROUTINE Goroutine *
#define HB_CHANNEL Channel *
#define HB_OBJECT SyncObject *
#define HB_EVENTS
#include "trace/happens_before.h"

/* The hb_ functions are those that trace/happens_before.h asks for, and says what each does. */
INLINE Goroutine *hb_goroutine(SetDomain ctx, u32 number)
{
    return core_goroutine(ctx.detector, number);
}

INLINE Channel *hb_channel(SetDomain ctx, Loc loc)
{
    return sync_channel(ctx.detector, loc);
}

INLINE SyncObject *hb_object(SetDomain ctx, Loc loc)
{
    return sync_object_at(ctx.detector, loc);
}

INLINE HbSet *share(SetDomain ctx, Goroutine *p)
{
    return ctx.rules->share(ctx.detector, p);
}

INLINE void drop(SetDomain ctx, HbSet *set)
{
    if (set)
        ctx.rules->drop(ctx.detector, set);
}

/* E := E + set, which its owner keeps. */
INLINE void learn_of(SetDomain ctx, Goroutine *p, HbSet *set)
{
    if (ctx.rules->learn)
        ctx.rules->learn(ctx.detector, p, set);
    else if (set)
        p->set = ctx.rules->join(ctx.detector, p->set, set);
}

/* E := E + set; the set is given up. */
INLINE void learn(SetDomain ctx, Goroutine *p, HbSet *set)
{
    if (!set)
        return;
    learn_of(ctx, p, set);
    ctx.rules->drop(ctx.detector, set);
}

/* p begins to act, knowing what is in `set`, which it takes over. */
INLINE void start(SetDomain ctx, Goroutine *p, HbSet *set, u32 parent)
{
    Detector *d = ctx.detector;
    ctx.rules->end(d, p); /* nothing, unless p is the machine or the stream uses a number twice */
    p->ended = false;
    p->set = set;
    p->segment = d->label;
    p->parent = parent;
    p->go_span = ctx.span;
}

INLINE void hb_fork(SetDomain ctx, Goroutine *parent, Goroutine *child)
{
    start(ctx, child, share(ctx, parent), parent->number);
}

INLINE void hb_begin(SetDomain ctx, Goroutine *p, SyncObject *timer)
{
    start(ctx, p, timer->set ? ctx.rules->again(ctx.detector, timer->set) : NULL, ctx.setter);
}

INLINE void hb_end(SetDomain ctx, Goroutine *p)
{
    core_end_goroutine(ctx.detector, p);
}

/* The empty sets of R-Make are counted, not kept. */
INLINE void hb_make(SetDomain ctx, Channel *c, u64 capacity, bool closes)
{
    (void)ctx;
    c->capacity = c->untouched = capacity;
    c->watched = closes;
}

INLINE bool hb_closes(SetDomain ctx, Channel *c)
{
    (void)ctx;
    return c->watched;
}

INLINE void hb_push(SetDomain ctx, Goroutine *p, Channel *c, HbQueue queue)
{
    queue_put(queue == HB_FORWARD ? &c->forward : &c->backward, share(ctx, p));
}

INLINE void hb_pop(SetDomain ctx, Goroutine *p, Channel *c, HbQueue queue)
{
    if (queue == HB_BACKWARD && c->untouched > 0)
        c->untouched--;
    else
        learn(ctx, p, queue_take(queue == HB_FORWARD ? &c->forward : &c->backward));
}

INLINE void hb_meet(SetDomain ctx, Goroutine *sender, Goroutine *receiver, Channel *c)
{
    (void)c;
    if (ctx.rules->meet) {
        ctx.rules->meet(ctx.detector, sender, receiver);
        return;
    }
    HbSet *e2 = share(ctx, receiver);
    HbSet *e1 = share(ctx, sender);
    learn(ctx, sender, e2);
    learn(ctx, receiver, e1);
}

INLINE void hb_release_end(SetDomain ctx, Goroutine *p, Channel *c)
{
    drop(ctx, c->end);
    c->end = share(ctx, p);
    c->closed = true;
}

INLINE void hb_acquire_end(SetDomain ctx, Goroutine *p, Channel *c)
{
    if (c->end)
        learn_of(ctx, p, c->end);
}

INLINE void hb_acquire(SetDomain ctx, Goroutine *p, SyncObject *o)
{
    learn_of(ctx, p, o->set);
}

INLINE void hb_release(SetDomain ctx, Goroutine *p, SyncObject *o)
{
    drop(ctx, o->set); /* first: it may be p's, which can then be changed in place */
    o->set = share(ctx, p);
    o->stamp = 0;
}

INLINE void hb_merge(SetDomain ctx, Goroutine *p, SyncObject *o)
{
    if (ctx.rules->merge) {
        ctx.rules->merge(ctx.detector, p, o);
        return;
    }
    HbSet *set = share(ctx, p);
    o->set = ctx.rules->join(ctx.detector, o->set, set);
    drop(ctx, set);
}

INLINE void hb_access_channel(SetDomain ctx, Goroutine *p, Channel *c, HbAccess how)
{
    if (ctx.rules->touch) {
        ctx.rules->touch(ctx.detector, p, c, ctx.span, how != HB_READ);
    } else {
        Access access = access_make(p->number, ctx.span, how != HB_READ, HOW_CHANNEL);
        ctx.rules->access(ctx.detector, p, c->loc, &access);
    }
}

INLINE void hb_access_object(SetDomain ctx, Goroutine *p, SyncObject *o, u8 sub, HbAccess how)
{
    Access access =
        access_make(p->number, ctx.span, how != HB_READ, hb_is_lock(sub) ? HOW_LOCK : HOW_ATOMIC);
    if (ctx.rules->touch_object)
        ctx.rules->touch_object(ctx.detector, p, o, &access);
    else if (ctx.rules->access)
        ctx.rules->access(ctx.detector, p, o->loc, &access);
}

/* The rules, and what a report will say of them ------------------------------------------------ */

/* Remembers p's last synchronisation. */
INLINE void note_sync(Detector *d, Goroutine *p, EventKind kind, bool passive, u32 partner,
                      Span span, Loc object)
{
    p->sync = (SyncNote){.kind = (u8)kind,
                         .passive = passive,
                         .known = true,
                         .partner = partner,
                         .span = span,
                         .object = object,
                         .label = d->label};
}

/* The same for R-Rend, which is the last synchronisation of both. */
INLINE void note_rendezvous(Detector *d, Goroutine *p1, Goroutine *p2, Loc channel, Span span,
                            Span receiver_span)
{
    note_sync(d, p1, EV_RENDEZVOUS, false, p2->number, span, channel);
    note_sync(d, p2, EV_RENDEZVOUS, true, p1->number, receiver_span, channel);
}

/* The same for a SYNC event; label: the newest before it, for the access to its own variable does
 * not come before it. */
INLINE void note_object(Detector *d, Goroutine *p, EventKind kind, u8 sub, Span span, Loc object,
                        u64 label)
{
    note_sync(d, p, kind, false, 0, span, object);
    p->sync.sub = sub;
    p->sync.label = label;
}

#endif
