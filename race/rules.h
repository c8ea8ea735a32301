/* The rules of Fig. 4 for the steps that communicating programs consist of, written once for two
 * users: the events, with whatever MemoryRules the detector has (race/sync.c), and the shortcuts of
 * the default detector, for which the compiler knows the MemoryRules and puts them in line. */
#ifndef RACE_RULES_H
#define RACE_RULES_H

#include "race/core.h"

#define RULE static inline __attribute__((always_inline))

/* Queues --------------------------------------------------------------------------------------- */

void queue_grow(SetQueue *queue);

RULE void queue_put(SetQueue *queue, HbSet *set)
{
    if (UNLIKELY(queue->len == queue->cap))
        queue_grow(queue);
    queue->at[(queue->head + queue->len++) & (queue->cap - 1)] = set;
}

/* NULL from an empty queue: a stream of events that makes no sense must do no harm. */
RULE HbSet *queue_take(SetQueue *queue)
{
    if (queue->len == 0)
        return NULL;
    HbSet *set = queue->at[queue->head];
    queue->head = (queue->head + 1) & (queue->cap - 1);
    queue->len--;
    return set;
}

/* Sets ----------------------------------------------------------------------------------------- */

/* E := E + set, which stays. */
RULE void learn_of(const MemoryRules *rules, Detector *d, Goroutine *p, HbSet *set)
{
    if (rules->learn)
        rules->learn(d, p, set);
    else if (set)
        p->set = rules->join(d, p->set, set);
}

/* E := E + set; the set is given up. */
RULE void learn(const MemoryRules *rules, Detector *d, Goroutine *p, HbSet *set)
{
    if (!set)
        return;
    learn_of(rules, d, p, set);
    rules->drop(d, set);
}

/* A send reads the channel itself, close writes it. */
RULE void touch(const MemoryRules *rules, Detector *d, Goroutine *p, Channel *c, Span span,
                bool is_write)
{
    if (!c->watched)
        return;
    if (rules->touch) {
        rules->touch(d, p, c, span, is_write);
    } else {
        Access access = access_make(p->number, span, is_write, HOW_CHANNEL);
        rules->access(d, p, c->loc, &access);
    }
}

RULE void note_sync(Detector *d, Goroutine *p, EventKind kind, bool passive, u32 partner, Span span,
                    Loc object)
{
    p->sync = (SyncNote){.kind = (u8)kind,
                         .passive = passive,
                         .known = true,
                         .partner = partner,
                         .span = span,
                         .object = object,
                         .label = d->label};
}

/* Fig. 4 --------------------------------------------------------------------------------------- */

/* R-Send: c_b = q1 :: E''; the sender learns E''. What goes forward is E before that. */
RULE void rule_send(const MemoryRules *rules, Detector *d, Goroutine *p, Channel *c, Span span)
{
    touch(rules, d, p, c, span, false);
    queue_put(&c->forward, rules->share(d, p));
    if (c->untouched > 0)
        c->untouched--;
    else
        learn(rules, d, p, queue_take(&c->backward));
    note_sync(d, p, EV_SEND, false, 0, span, c->loc);
}

/* R-Rec: c_f = q2 :: (v, E''); the receiver learns E''. What goes backward is E before that. */
RULE void rule_receive(const MemoryRules *rules, Detector *d, Goroutine *p, Channel *c, Span span)
{
    queue_put(&c->backward, rules->share(d, p));
    learn(rules, d, p, queue_take(&c->forward));
    note_sync(d, p, EV_RECV, false, 0, span, c->loc);
}

/* R-Rend: both become E1 + E2. */
RULE void rule_rendezvous(const MemoryRules *rules, Detector *d, Goroutine *p1, Goroutine *p2,
                          Channel *c, Span span, Span receiver_span)
{
    touch(rules, d, p1, c, span, false);
    if (rules->meet) {
        rules->meet(d, p1, p2);
    } else {
        HbSet *e2 = rules->share(d, p2);
        HbSet *e1 = rules->share(d, p1);
        learn(rules, d, p1, e2);
        learn(rules, d, p2, e1);
    }
    note_sync(d, p1, EV_RENDEZVOUS, false, p2->number, span, c->loc);
    note_sync(d, p2, EV_RENDEZVOUS, true, p1->number, receiver_span, c->loc);
}

/* Section 3.5.2 -------------------------------------------------------------------------------- */

RULE bool is_lock(u8 sub)
{
    return sub >= SYNC_MUTEX_LOCK && sub <= SYNC_RWMUTEX_RUNLOCK;
}

/* The access that an atomic operation or a lock makes to its own variable. */
RULE void access_itself(const MemoryRules *rules, Detector *d, Goroutine *p, SyncObject *object,
                        EventKind kind, u8 sub, Span span)
{
    bool reads = kind == EV_ACQUIRE && sub != SYNC_MUTEX_LOCK && sub != SYNC_RWMUTEX_LOCK;
    Access access = access_make(p->number, span, !reads, is_lock(sub) ? HOW_LOCK : HOW_ATOMIC);
    if (rules->touch_object)
        rules->touch_object(d, p, object, &access);
    else if (rules->access)
        rules->access(d, p, object->loc, &access);
}

/* Release: l := E. In the paper the lock is empty at this point; who held it has learnt what it
 * carried, so for locks nothing is lost. An atomic store means just this: who loads is ordered
 * after the store whose value it sees, not after those before. */
RULE void release(const MemoryRules *rules, Detector *d, Goroutine *p, SyncObject *object)
{
    if (object->set)
        rules->drop(d, object->set); /* first: it may be p's, which can then be changed in place */
    object->set = rules->share(d, p);
    object->stamp = 0;
}

/* Release by one of several: l := l + E (RUnlock, Done). */
RULE void release_merge(const MemoryRules *rules, Detector *d, Goroutine *p, SyncObject *object)
{
    if (rules->merge) {
        rules->merge(d, p, object);
        return;
    }
    HbSet *set = rules->share(d, p);
    object->set = rules->join(d, object->set, set);
    if (set)
        rules->drop(d, set);
}

/* Acquire: E := E + l. The lock keeps its set: nobody else takes it before the next Release, or all
 * who come before that may (RLock, Wait, atomic loads). What the operation does to its own variable
 * comes after what it acquires and before what it releases. */
RULE void rule_sync(const MemoryRules *rules, Detector *d, Goroutine *p, SyncObject *object,
                    EventKind kind, u8 sub, u8 flags, Span span)
{
    u64 label = d->label;
    if (kind == EV_ACQUIRE || kind == EV_ACQUIRE_RELEASE)
        learn_of(rules, d, p, object->set);
    if (flags & EVF_ATOMIC)
        access_itself(rules, d, p, object, kind, sub, span);
    if (kind == EV_RELEASE || kind == EV_ACQUIRE_RELEASE)
        release(rules, d, p, object);
    else if (kind == EV_RELEASE_MERGE)
        release_merge(rules, d, p, object);
    if (flags & EVF_PART)
        return;
    note_sync(d, p, kind, false, 0, span, object->loc);
    p->sync.sub = sub;
    p->sync.label = label; /* its own access does not come before it */
}

#endif
