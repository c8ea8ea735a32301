#include "predict/steps.h"

#include "race/loctable.h"

typedef struct Queue {
    StepList steps;
    u32 head;
} Queue;

/* What is known about a lock, a channel or another object that orders goroutines. */
typedef struct Object {
    u32 lock;            /* dense number + 1; 0: is none */
    u32 writer;          /* lock: the acquire of the writer that holds it */
    StepList readers;    /* lock: the acquires of readers that hold it */
    StepList releases;   /* others: since the last Release, what an Acquire learns of */
    u32 last;            /* the last operation */
    u64 capacity;        /* channel: what is left of the first sends that wait for no receive */
    bool watched;
    Queue forward, backward;
    u32 last_send, last_receive, close;
} Object;

typedef struct Build {
    Steps *steps;
    LocTable variables, object_locs;
    VEC(Object) objects;
    StepList last_write; /* by variable */
    Map goroutines;      /* number in the trace -> dense + 1 */
    StepList start;      /* by dense goroutine: the step that started it, until it acts */
    StepList last_channel; /* by dense goroutine */
    VEC(Pred) next;      /* preds of the step to come */
    u32 event;
} Build;

/* Steps ---------------------------------------------------------------------------------------- */

static u32 new_goroutine(Build *b, u32 number, u32 start)
{
    u32 dense = b->steps->goroutines++;
    *map_put(&b->goroutines, number) = dense + 1u;
    vec_push(&b->steps->by_goroutine, (StepList){0});
    vec_push(&b->start, start);
    vec_push(&b->last_channel, NO_STEP);
    return dense;
}

static u32 goroutine_of(Build *b, u32 number)
{
    const u64 *dense = map_get(&b->goroutines, number);
    return dense && *dense ? (u32)*dense - 1 : new_goroutine(b, number, NO_STEP);
}

static void after(Build *b, u32 step, bool order)
{
    if (step != NO_STEP)
        vec_push(&b->next, (Pred){step, order});
}

/* The next step of a goroutine, with the preds collected by after(). */
static u32 add_step(Build *b, u32 number, Step step)
{
    Steps *s = b->steps;
    step.goroutine = goroutine_of(b, number);
    after(b, b->start.data[step.goroutine], false);
    b->start.data[step.goroutine] = NO_STEP;
    StepList *row = &s->by_goroutine.data[step.goroutine];
    step.index = row->len;
    step.event = b->event;
    step.match = NO_STEP;
    step.preds = s->preds.len;
    step.pred_count = b->next.len;
    for (u32 i = 0; i < b->next.len; i++) {
        s->list.data[b->next.data[i].step].source = true;
        vec_push(&s->preds, b->next.data[i]);
    }
    vec_clear(&b->next);
    vec_push(row, s->list.len);
    vec_push(&s->list, step);
    return s->list.len - 1;
}

static u32 sync_step(Build *b, u32 number)
{
    return add_step(b, number, (Step){.kind = STEP_SYNC, .writer = NO_STEP});
}

typedef enum How { PLAIN, ATOMIC, OF_LOCK, OF_CHANNEL } How;

static void access_step(Build *b, u32 number, Loc loc, bool write, How how)
{
    bool fresh;
    u32 variable = loctable_get(&b->variables, loc, &fresh);
    while (b->last_write.len <= variable)
        vec_push(&b->last_write, NO_STEP);
    u32 *last = &b->last_write.data[variable];
    if (*last != NO_STEP)
        b->steps->list.data[*last].source = true;
    /* An atomic write may have read as well. What a lock or a channel does to itself reads no value:
     * it must not keep critical sections in their order. */
    bool reads = how == ATOMIC || (how == PLAIN && !write);
    u32 step = add_step(b, number, (Step){.kind = write ? STEP_WRITE : STEP_READ,
                                          .atomic = how == ATOMIC || how == OF_LOCK,
                                          .object = variable, .writer = reads ? *last : NO_STEP});
    if (write)
        b->last_write.data[variable] = step;
}

static void accesses(Build *b, const Event *event)
{
    Loc loc = event->loc;
    for (u32 i = 0; i < (event->count ? event->count : 1) && i < TRACE_RANGE_MAX; i++) {
        access_step(b, event->goroutine, loc, event->kind == EV_WRITE,
                    event->flags & EVF_ATOMIC ? ATOMIC : PLAIN);
        loc.offset += event->stride;
    }
}

static Object *object_at(Build *b, Loc loc)
{
    bool fresh;
    u32 index = loctable_get(&b->object_locs, loc, &fresh);
    while (b->objects.len <= index)
        vec_push(&b->objects, (Object){.writer = NO_STEP, .last = NO_STEP, .last_send = NO_STEP,
                                       .last_receive = NO_STEP, .close = NO_STEP});
    return &b->objects.data[index];
}

/* Channels ------------------------------------------------------------------------------------- */

static u32 queue_take(Queue *queue)
{
    return queue->head < queue->steps.len ? queue->steps.data[queue->head++] : NO_STEP;
}

static u32 channel_step(Build *b, u32 number)
{
    u32 step = sync_step(b, number);
    b->last_channel.data[b->steps->list.data[step].goroutine] = step;
    return step;
}

/* Two steps: one that hands on what the sender knows, one that learns of the receive that made
 * room. A third party knows of neither by the other (004, R-Send), so they must be two. */
static void channel_send(Build *b, const Event *event)
{
    Object *c = object_at(b, event->loc);
    if (c->watched)
        access_step(b, event->goroutine, event->loc, false, OF_CHANNEL);
    after(b, c->last_send, true);
    vec_push(&c->forward.steps, channel_step(b, event->goroutine));
    if (c->capacity > 0)
        c->capacity--;
    else
        after(b, queue_take(&c->backward), false);
    c->last_send = channel_step(b, event->goroutine);
}

static void channel_receive(Build *b, const Event *event)
{
    Object *c = object_at(b, event->loc);
    after(b, c->last_receive, true);
    vec_push(&c->backward.steps, channel_step(b, event->goroutine));
    after(b, queue_take(&c->forward), false);
    c->last_receive = channel_step(b, event->goroutine);
}

/* Both learn what the other knew before: sender, receiver, and the sender again. */
static void channel_rendezvous(Build *b, const Event *event)
{
    Object *c = object_at(b, event->loc);
    if (c->watched)
        access_step(b, event->goroutine, event->loc, false, OF_CHANNEL);
    after(b, c->last_send, true);
    u32 sender = channel_step(b, event->goroutine);
    after(b, sender, false);
    u32 receiver = channel_step(b, event->other);
    after(b, receiver, false);
    c->last_send = c->last_receive = channel_step(b, event->goroutine);
}

static void channel_close(Build *b, const Event *event)
{
    Object *c = object_at(b, event->loc);
    if (c->watched)
        access_step(b, event->goroutine, event->loc, true, OF_CHANNEL);
    after(b, c->last_send, true);
    c->close = channel_step(b, event->goroutine);
}

static void channel_event(Build *b, const Event *event)
{
    Object *c = object_at(b, event->loc);
    switch (event->kind) {
    case EV_MAKE:
        c->capacity = event->arg;
        c->watched = event->flags & EVF_CLOSED;
        break;
    case EV_SEND: channel_send(b, event); break;
    case EV_RECV: channel_receive(b, event); break;
    case EV_RENDEZVOUS: channel_rendezvous(b, event); break;
    case EV_CLOSE: channel_close(b, event); break;
    default: /* RECV_CLOSED: the channel was closed, and empty */
        after(b, c->close, false);
        after(b, c->last_receive, true);
        channel_step(b, event->goroutine);
        break;
    }
}

/* A select that found nothing enabled would have, had any operation before been left out. */
static void default_taken(Build *b, const Event *event)
{
    for (u32 i = 0; i < b->last_channel.len; i++)
        after(b, b->last_channel.data[i], true);
    sync_step(b, event->goroutine);
}

/* Locks and other objects ---------------------------------------------------------------------- */

static bool is_lock(const Event *event)
{
    return event->sub >= SYNC_MUTEX_LOCK && event->sub <= SYNC_RWMUTEX_RUNLOCK;
}

static u32 lock_number(Build *b, Object *lock)
{
    if (!lock->lock)
        lock->lock = ++b->steps->locks;
    return lock->lock - 1;
}

static void lock_acquire(Build *b, const Event *event)
{
    bool shared = event->sub == SYNC_RWMUTEX_RLOCK;
    Object *lock = object_at(b, event->loc);
    u32 step = add_step(b, event->goroutine, (Step){.kind = STEP_ACQUIRE, .shared = shared,
                        .object = lock_number(b, lock), .writer = NO_STEP});
    if (shared)
        vec_push(&lock->readers, step);
    else
        lock->writer = step;
}

/* The reader of this goroutine, else any: RUnlock may come from somebody else. */
static u32 take_reader(Build *b, Object *lock, u32 number)
{
    if (lock->readers.len == 0)
        return NO_STEP;
    u32 goroutine = goroutine_of(b, number), found = 0;
    for (u32 i = 0; i < lock->readers.len; i++)
        if (b->steps->list.data[lock->readers.data[i]].goroutine == goroutine)
            found = i;
    u32 step = lock->readers.data[found];
    lock->readers.data[found] = vec_last(&lock->readers);
    lock->readers.len--;
    return step;
}

static void lock_release(Build *b, const Event *event)
{
    bool shared = event->sub == SYNC_RWMUTEX_RUNLOCK;
    Loc loc = event->loc;
    if (shared) /* readers release an object of their own, behind the lock */
        loc.offset -= 8;
    Object *lock = object_at(b, loc);
    u32 acquire = shared ? take_reader(b, lock, event->goroutine) : lock->writer;
    if (!shared)
        lock->writer = NO_STEP;
    after(b, acquire, true);
    u32 step = add_step(b, event->goroutine, (Step){.kind = STEP_RELEASE, .shared = shared,
                        .object = lock_number(b, lock), .writer = NO_STEP});
    b->steps->list.data[step].match = acquire;
    if (acquire != NO_STEP)
        b->steps->list.data[acquire].match = step;
}

static void object_acquire(Build *b, const Event *event)
{
    Object *object = object_at(b, event->loc);
    for (u32 i = 0; i < object->releases.len; i++)
        after(b, object->releases.data[i], false);
    after(b, object->last, true);
    object->last = sync_step(b, event->goroutine);
}

static void object_release(Build *b, const Event *event, bool merge)
{
    Object *object = object_at(b, event->loc);
    after(b, object->last, true);
    u32 step = sync_step(b, event->goroutine);
    if (!merge)
        vec_clear(&object->releases);
    vec_push(&object->releases, step);
    object->last = step;
}

/* What an atomic operation or a lock does to its own variable. */
static void own_access(Build *b, const Event *event)
{
    bool reads = event->kind == EV_ACQUIRE && event->sub != SYNC_MUTEX_LOCK &&
                 event->sub != SYNC_RWMUTEX_LOCK;
    if (event->flags & EVF_ATOMIC)
        access_step(b, event->goroutine, event->loc, !reads, is_lock(event) ? OF_LOCK : ATOMIC);
}

static void sync_event(Build *b, const Event *event)
{
    bool lock = is_lock(event), releases = event->kind != EV_ACQUIRE;
    bool acquires = event->kind == EV_ACQUIRE || event->kind == EV_ACQUIRE_RELEASE;
    if (lock && event->flags & EVF_PART)
        return; /* the writer's part in the readers' object: our locks know both sides */
    if (lock && event->kind == EV_ACQUIRE)
        lock_acquire(b, event);
    else if (!lock && acquires)
        object_acquire(b, event);
    own_access(b, event);
    if (lock && releases)
        lock_release(b, event);
    else if (!lock && releases)
        object_release(b, event, event->kind == EV_RELEASE_MERGE);
}

static void timer(Build *b, const Event *event)
{
    new_goroutine(b, event->goroutine, NO_STEP);
    object_acquire(b, event);
}

/* All of it ------------------------------------------------------------------------------------ */

static void add_event(Build *b, const Event *event)
{
    switch (event->kind) {
    case EV_READ:
    case EV_WRITE: accesses(b, event); break;
    case EV_GO: {
        u32 step = sync_step(b, event->goroutine);
        new_goroutine(b, event->other, step);
        break;
    }
    case EV_TIMER: timer(b, event); break;
    case EV_DEFAULT: default_taken(b, event); break;
    case EV_END:
    case EV_PANIC: break;
    default:
        if (event_info[event->kind].class == EVC_CHANNEL)
            channel_event(b, event);
        else
            sync_event(b, event);
        break;
    }
}

void steps_build(Steps *steps, const Trace *trace)
{
    *steps = (Steps){.trace = trace};
    Build b = {.steps = steps};
    for (; b.event < trace->events.len; b.event++)
        add_event(&b, &trace->events.data[b.event]);
    steps->variables = b.last_write.len;
    for (u32 i = 0; i < b.objects.len; i++) {
        Object *object = &b.objects.data[i];
        vec_free(&object->readers);
        vec_free(&object->releases);
        vec_free(&object->forward.steps);
        vec_free(&object->backward.steps);
    }
    vec_free(&b.objects);
    loctable_free(&b.variables);
    loctable_free(&b.object_locs);
    map_free(&b.goroutines);
    vec_free(&b.last_write);
    vec_free(&b.start);
    vec_free(&b.last_channel);
    vec_free(&b.next);
}

void steps_free(Steps *steps)
{
    for (u32 i = 0; i < steps->by_goroutine.len; i++)
        vec_free(&steps->by_goroutine.data[i]);
    vec_free(&steps->by_goroutine);
    vec_free(&steps->list);
    vec_free(&steps->preds);
}
