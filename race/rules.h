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

/* E := E + set; the set is given up. */
RULE void learn(const MemoryRules *rules, Detector *d, Goroutine *p, HbSet *set)
{
    if (!set)
        return;
    p->set = rules->join(d, p->set, set);
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

RULE void note_sync(Detector *d, Goroutine *p, EventKind kind, bool passive, u32 partner,
                    Span span, Loc object)
{
    p->sync = (SyncNote){.kind = (u8)kind, .passive = passive, .known = true, .partner = partner,
                         .span = span, .object = object, .label = d->label};
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

#endif
