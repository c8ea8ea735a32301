#include "race/sync.h"

#include "race/rules.h"

/* Sets ----------------------------------------------------------------------------------------- */

static HbSet *share(Detector *d, Goroutine *p)
{
    return d->rules->share(d, p);
}

static void drop(Detector *d, HbSet *set)
{
    if (set)
        d->rules->drop(d, set);
}

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

static void queue_free(Detector *d, SetQueue *queue)
{
    while (queue->len > 0)
        drop(d, queue_take(queue));
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

static SyncObject *object_at(Detector *d, Loc loc)
{
    return object_in(d, loc.object, loc.offset);
}

u32 sync_object(Detector *d, Loc loc)
{
    return (u32)(object_at(d, loc) - d->sync.data);
}

Channel *sync_channel(Detector *d, Loc loc)
{
    SyncObject *object = object_at(d, loc);
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
        drop(d, object->channel->end);
        free(object->channel);
    }
    drop(d, object->set);
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

/* Fig. 5 --------------------------------------------------------------------------------------- */

/* R-Go: the child starts with a copy of the parent's E. */
static void r_go(Detector *d, const Event *event)
{
    Goroutine *parent = core_goroutine(d, event->goroutine);
    HbSet *set = share(d, parent);
    Goroutine *child = core_goroutine(d, event->other);
    d->rules->end(d, child); /* nothing, unless the stream uses a number twice */
    child->ended = false;
    child->set = set;
    child->segment = d->label;
    child->parent = event->goroutine;
    child->go_span = event->span;
}

/* Fig. 4 --------------------------------------------------------------------------------------- */

/* R-Make: c_f = [], c_b = k empty sets. */
static void r_make(Detector *d, const Event *event)
{
    Channel *c = sync_channel(d, event->loc);
    c->capacity = c->untouched = event->arg;
    c->watched = event->flags & EVF_CLOSED;
}

static void r_send(Detector *d, const Event *event)
{
    rule_send(d->rules, d, core_goroutine(d, event->goroutine), sync_channel(d, event->loc),
              event->span);
}

static void r_rec(Detector *d, const Event *event)
{
    rule_receive(d->rules, d, core_goroutine(d, event->goroutine), sync_channel(d, event->loc),
                 event->span);
}

static void r_rend(Detector *d, const Event *event)
{
    Goroutine *p1 = core_goroutine(d, event->goroutine);
    Goroutine *p2 = core_goroutine(d, event->other);
    rule_rendezvous(d->rules, d, p1, p2, sync_channel(d, event->loc), event->span,
                    event->other_span);
}

/* R-Rec⊥: c_f = [(⊥, E'')]; the receiver learns E'', which stays for the others. */
static void r_rec_closed(Detector *d, const Event *event)
{
    Goroutine *p = core_goroutine(d, event->goroutine);
    Channel *c = sync_channel(d, event->loc);
    if (c->end)
        learn_of(d->rules, d, p, c->end);
}

/* R-Close: c_f = (⊥, E) :: q; the closer learns nothing. */
static void r_close(Detector *d, const Event *event)
{
    Goroutine *p = core_goroutine(d, event->goroutine);
    Channel *c = sync_channel(d, event->loc);
    touch(d->rules, d, p, c, event->span, true);
    drop(d, c->end);
    c->end = share(d, p);
    c->closed = true;
}

/* Section 3.5.2 -------------------------------------------------------------------------------- */

static void object_event(Detector *d, const Event *event)
{
    Goroutine *p = core_goroutine(d, event->goroutine);
    rule_sync(d->rules, d, p, object_at(d, event->loc), event->kind, event->sub, event->flags,
              event->span);
}

/* A timer fires: whoever acts for it begins with what the setter released. Goroutine 0 keeps
 * nothing from one timer to the next, else timers would order unrelated goroutines. */
void sync_timer(Detector *d, u32 goroutine, const SyncObject *timer, u32 setter, Span span)
{
    Goroutine *p = core_goroutine(d, goroutine);
    HbSet *set = timer->set ? d->rules->again(d, timer->set) : NULL;
    d->rules->end(d, p);
    p->ended = false;
    p->set = set;
    p->segment = d->label;
    p->parent = setter;
    p->go_span = span;
}

/* What a report will say about it -------------------------------------------------------------- */

static void remember_sync(Detector *d, const Event *event)
{
    if (event->kind == EV_MAKE || event->kind == EV_TIMER || event->flags & EVF_PART)
        return;
    Goroutine *p = core_goroutine(d, event->goroutine);
    note_sync(d, p, event->kind, false, event->other, event->span, event->loc);
    p->sync.sub = event->sub;
}

void sync_event(Detector *d, const Event *event)
{
    if (UNLIKELY(d->rules->sync != NULL))
        d->rules->sync(d, event);
    switch (event->kind) {
    case EV_GO: r_go(d, event); break;
    case EV_MAKE: r_make(d, event); break;
    case EV_SEND: r_send(d, event); return;
    case EV_RECV: r_rec(d, event); return;
    case EV_RECV_CLOSED: r_rec_closed(d, event); break;
    case EV_RENDEZVOUS: r_rend(d, event); return;
    case EV_CLOSE: r_close(d, event); break;
    case EV_ACQUIRE:
    case EV_RELEASE:
    case EV_RELEASE_MERGE:
    case EV_ACQUIRE_RELEASE: object_event(d, event); return;
    case EV_TIMER:
        sync_timer(d, event->goroutine, object_at(d, event->loc), event->other, event->span);
        break;
    default: return;
    }
    remember_sync(d, event);
}
