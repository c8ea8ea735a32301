/* The channels, locks and other synchronising objects of a detector by their locations, and the
 * happens-before rules on records of events. See race/sync.h. */
#include "race/sync.h"

#include "race/rules.h"

/* Queues --------------------------------------------------------------------------------------- */

HbSet *queue_at(const SetQueue *queue, u32 i)
{
    return queue->at[(queue->head + i) & (queue->cap - 1)];
}

void queue_grow(SetQueue *queue)
{
    if (queue->cap == 0) {
        queue->at = queue->few;
        queue->cap = COUNT_OF(queue->few);
        return;
    }
    HbSet **at = xmalloc(2 * queue->cap * sizeof(HbSet *));
    for (u32 i = 0; i < queue->len; i++)
        at[i] = queue_at(queue, i);
    if (queue->at != queue->few)
        free(queue->at);
    queue->at = at;
    queue->head = 0;
    queue->cap *= 2;
}

static void drop_set(Detector *d, HbSet *set)
{
    if (set)
        d->rules->drop(d, set);
}

static void queue_free(Detector *d, SetQueue *queue)
{
    while (queue->len > 0)
        drop_set(d, queue_take(queue));
    if (queue->at != queue->few)
        free(queue->at);
}

/* Objects -------------------------------------------------------------------------------------- */

/* Makes room. */
static SyncObject *object_number(Detector *d, u32 index)
{
    vec_extend(&d->sync, index + 1);
    return &d->sync.data[index];
}

static SyncObject *find_object(Detector *d, u64 object, u64 offset)
{
    bool fresh;
    u32 index = loctable_get(&d->sync_locs, loc_make(object, offset), &fresh);
    SyncObject *found = object_number(d, index);
    if (fresh)
        *found = (SyncObject){.loc = {object, offset}};
    d->guess[(object ^ offset >> 3) % SYNC_GUESSES] = index;
    return found;
}

/* The location comes in two words: as a struct it is loaded as one vector from an event that has
 * just been written word by word, and the processor waits for both stores. */
static SyncObject *object_in(Detector *d, u64 object, u64 offset)
{
    u32 guess = d->guess[(object ^ offset >> 3) % SYNC_GUESSES];
    if (guess < d->sync_locs.entries.len) {
        const LocEntry *entry = &d->sync_locs.entries.data[guess];
        if (LIKELY(entry->used && entry->loc.object == object && entry->loc.offset == offset))
            return &d->sync.data[guess];
    }
    return find_object(d, object, offset);
}

SyncObject *sync_object_at(Detector *d, Loc loc)
{
    return object_in(d, loc.object, loc.offset);
}

u32 sync_object(Detector *d, Loc loc)
{
    return (u32)(sync_object_at(d, loc) - d->sync.data);
}

Channel *sync_channel(Detector *d, Loc loc)
{
    SyncObject *object = sync_object_at(d, loc);
    if (UNLIKELY(!object->channel)) {
        object->channel = xcalloc(1, sizeof *object->channel);
        object->channel->loc = loc;
    }
    return object->channel;
}

u32 sync_unnamed(Detector *d)
{
    u32 index = loctable_take(&d->sync_locs);
    *object_number(d, index) = (SyncObject){.loc = {~0ull, 0}};
    return index;
}

static void object_gone(void *ctx, u32 index)
{
    Detector *d = ctx;
    SyncObject *object = &d->sync.data[index];
    if (object->channel) {
        queue_free(d, &object->channel->forward);
        queue_free(d, &object->channel->backward);
        drop_set(d, object->channel->end);
        free(object->channel);
    }
    drop_set(d, object->set);
    *object = (SyncObject){0};
}

void sync_over(Detector *d, u32 object)
{
    object_gone(d, object);
    loctable_give_back(&d->sync_locs, object);
}

void sync_forget(Detector *d, u64 object)
{
    loctable_forget(&d->sync_locs, object, object_gone, d);
}

void sync_reset(Detector *d)
{
    for (u32 i = 0; i < d->sync.len; i++)
        object_gone(d, i);
    d->sync.len = 0;
    loctable_clear(&d->sync_locs);
}

void sync_free(Detector *d)
{
    for (u32 i = 0; i < d->sync.len; i++)
        object_gone(d, i);
    vec_free(&d->sync);
    loctable_free(&d->sync_locs);
}

/* Events --------------------------------------------------------------------------------------- */

void sync_timer(Detector *d, u32 goroutine, SyncObject *timer, u32 setter, Span span)
{
    SetDomain domain = {d->rules, d, span, setter};
    rule_timer(domain, core_goroutine(d, goroutine), timer);
}

/* What a report will say of it. label: the newest before the event. */
static void note_event(Detector *d, const Event *event, u64 label)
{
    Goroutine *p = core_goroutine(d, event->goroutine);
    if (event->kind == EV_RENDEZVOUS)
        note_rendezvous(d, p, core_goroutine(d, event->other), event->loc, event->span,
                        event->other_span);
    else if (event_info[event->kind].class == EVC_SYNC)
        note_object(d, p, event->kind, event->sub, event->span, event->loc, label);
    else
        note_sync(d, p, event->kind, false, event->other, event->span, event->loc);
}

void sync_event(Detector *d, const Event *event)
{
    u64 label = d->label;
    if (UNLIKELY(d->rules->sync != NULL))
        d->rules->sync(d, event);
    rule_event((SetDomain){d->rules, d, event->span, event->other}, event);
    bool noted = event->kind != EV_MAKE && event->kind != EV_TIMER && event->kind != EV_END;
    if (noted && !(event->flags & EVF_PART))
        note_event(d, event, label);
}
