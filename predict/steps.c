#include "predict/steps.h"

#include "race/loctable.h"

typedef struct Queue {
    StepList steps;
    u32 head;
} Queue;

/* What is known about a lock, a channel or another object that orders goroutines. */
typedef struct Object {
    u32 lock;          /* dense number + 1; 0: is none */
    u32 writer;        /* lock: the acquire of the writer that holds it */
    StepList readers;  /* lock: the acquires of readers that hold it */
    StepList releases; /* others: since the last Release, what an Acquire learns of */
    u32 last;          /* the last operation; of a WaitGroup, the last that was no Done */
    u64 free;          /* channel: what is left of the first sends that wait for no receive */
    bool watched;
    Queue forward, backward;
    u32 last_receive, close;
} Object;

typedef struct Build {
    Steps *steps;
    LocTable variables, object_locs;
    VEC(Object) objects;
    StepList last_write; /* by variable */
    Map goroutines;      /* number in the trace -> dense + 1 */
    StepList start;      /* by dense goroutine: the step that started it, until it acts */
    StepList innermost;  /* by dense goroutine: the last acquire, as in Steps.held */
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
    vec_push(&b->innermost, NO_STEP);
    return dense;
}

static u32 goroutine_of(Build *b, u32 number)
{
    const u64 *dense = map_get(&b->goroutines, number);
    return dense && *dense ? (u32)*dense - 1 : new_goroutine(b, number, NO_STEP);
}

static void after(Build *b, u32 step, PredKind kind)
{
    if (step != NO_STEP)
        vec_push(&b->next, (Pred){step, kind});
}

/* The next step of a goroutine, with the preds collected by after(). */
static u32 add_step(Build *b, u32 number, RunStep step)
{
    Steps *s = b->steps;
    step.goroutine = goroutine_of(b, number);
    after(b, b->start.data[step.goroutine], PRED_HB);
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
    vec_push(&s->held, b->innermost.data[step.goroutine]);
    vec_push(row, s->list.len);
    vec_push(&s->list, step);
    return s->list.len - 1;
}

static u32 sync_step(Build *b, u32 number, u32 object)
{
    return add_step(b, number, (RunStep){.kind = STEP_SYNC, .object = object, .writer = NO_STEP});
}

/* ATOMIC_BOTH: reads, changes and writes back. */
typedef enum How { PLAIN, ATOMIC, ATOMIC_BOTH, OF_LOCK, OF_CHANNEL } How;

static void access_step(Build *b, u32 number, Loc loc, bool write, How how)
{
    bool fresh;
    u32 variable = loctable_get(&b->variables, loc, &fresh);
    while (b->last_write.len <= variable)
        vec_push(&b->last_write, NO_STEP);
    u32 *last = &b->last_write.data[variable];
    if (*last != NO_STEP)
        b->steps->list.data[*last].source = true;
    /* What a lock or a channel does to itself reads no value: it must not keep critical sections in
     * their order. */
    bool reads = how == ATOMIC_BOTH || ((how == PLAIN || how == ATOMIC) && !write);
    u32 step = add_step(b, number,
                        (RunStep){.kind = write ? STEP_WRITE : STEP_READ,
                                  .atomic = how != PLAIN && how != OF_CHANNEL,
                                  .itself = how == OF_LOCK || how == OF_CHANNEL,
                                  .reads = reads,
                                  .object = variable,
                                  .writer = reads ? *last : NO_STEP});
    if (write)
        b->last_write.data[variable] = step;
}

static void accesses(Build *b, const Event *event)
{
    Loc loc = event->loc;
    How how = event->flags & EVF_ATOMIC ? ATOMIC : event->sub != SYNC_NONE ? OF_CHANNEL : PLAIN;
    u32 count = event->count < TRACE_RANGE_MAX ? event->count : TRACE_RANGE_MAX;
    if (b->steps->list.len + (u64)count > STEPS_MAX) /* a damaged trace, or next to it */
        count = 1;
    b->steps->cut |= count < event->count;
    for (u32 i = 0; i == 0 || i < count; i++) {
        access_step(b, event->goroutine, loc, event->kind == EV_WRITE, how);
        loc.offset += event->stride;
    }
}

static Object *object_at(Build *b, Loc loc)
{
    bool fresh;
    u32 index = loctable_get(&b->object_locs, loc, &fresh);
    while (b->objects.len <= index) {
        vec_push(&b->objects, (Object){.writer = NO_STEP,
                                       .last = NO_STEP,
                                       .last_receive = NO_STEP,
                                       .close = NO_STEP});
        vec_push(&b->steps->channels, (StepChannel){0});
    }
    return &b->objects.data[index];
}

static u32 number_of(const Build *b, const Object *object)
{
    return (u32)(object - b->objects.data);
}

/* Channels ------------------------------------------------------------------------------------- */

static u32 queue_take(Queue *queue)
{
    return queue->head < queue->steps.len ? queue->steps.data[queue->head++] : NO_STEP;
}

/* Two steps: one that hands on what the sender knows, one that learns of the receive that made
 * room. A third party knows of neither by the other (004, R-Send), so they must be two. */
static void channel_send(Build *b, const Event *event)
{
    Object *c = object_at(b, event->loc);
    u32 number = number_of(b, c);
    if (c->watched)
        access_step(b, event->goroutine, event->loc, false, OF_CHANNEL);
    u32 first = sync_step(b, event->goroutine, number);
    b->steps->list.data[first].sends = true;
    vec_push(&c->forward.steps, first);
    if (c->free > 0)
        c->free--;
    else
        after(b, queue_take(&c->backward), PRED_ROOM);
    sync_step(b, event->goroutine, number);
}

static void channel_receive(Build *b, const Event *event)
{
    Object *c = object_at(b, event->loc);
    u32 number = number_of(b, c);
    after(b, c->last_receive, PRED_ORDER);
    vec_push(&c->backward.steps, sync_step(b, event->goroutine, number));
    after(b, queue_take(&c->forward), PRED_HB);
    c->last_receive = sync_step(b, event->goroutine, number);
    b->steps->list.data[c->last_receive].takes = true;
    vec_push(&b->steps->channels.data[number].takes, c->last_receive);
}

/* Both learn what the other knew before: sender, receiver, and the sender again. */
static void channel_rendezvous(Build *b, const Event *event)
{
    Object *c = object_at(b, event->loc);
    u32 number = number_of(b, c);
    if (c->watched)
        access_step(b, event->goroutine, event->loc, false, OF_CHANNEL);
    u32 sender = sync_step(b, event->goroutine, number);
    after(b, sender, PRED_HB);
    u32 receiver = sync_step(b, event->other, number);
    after(b, receiver, PRED_HB);
    sync_step(b, event->goroutine, number);
}

static void channel_close(Build *b, const Event *event)
{
    Object *c = object_at(b, event->loc);
    if (c->watched)
        access_step(b, event->goroutine, event->loc, true, OF_CHANNEL);
    c->close = sync_step(b, event->goroutine, number_of(b, c));
}

/* The channel was closed, and empty. */
static void channel_drained(Build *b, const Event *event)
{
    Object *c = object_at(b, event->loc);
    after(b, c->close, PRED_HB);
    after(b, c->last_receive, PRED_ORDER);
    sync_step(b, event->goroutine, number_of(b, c));
}

static void channel_made(Build *b, const Event *event)
{
    Object *c = object_at(b, event->loc);
    c->free = b->steps->channels.data[number_of(b, c)].capacity = event->arg;
    c->watched = event->flags & EVF_CLOSED;
}

static void channel_event(Build *b, const Event *event)
{
    switch (event->kind) {
    case EV_MAKE: channel_made(b, event); break;
    case EV_SEND: channel_send(b, event); break;
    case EV_RECV: channel_receive(b, event); break;
    case EV_RENDEZVOUS: channel_rendezvous(b, event); break;
    case EV_CLOSE: channel_close(b, event); break;
    default: channel_drained(b, event); break;
    }
}

/* A select that found the channel not ready finds it so again if as many values are in it. */
static void default_taken(Build *b, const Event *event)
{
    if (event->loc.object == 0) {
        sync_step(b, event->goroutine, NO_OBJECT);
        return;
    }
    Object *c = object_at(b, event->loc);
    after(b, c->close, PRED_ORDER);
    after(b, c->last_receive, PRED_ORDER);
    for (u32 i = c->forward.head; i < c->forward.steps.len; i++)
        after(b, c->forward.steps.data[i], PRED_ORDER);
    sync_step(b, event->goroutine, number_of(b, c));
}

/* Locks and other objects ---------------------------------------------------------------------- */

static bool is_lock(const Event *event)
{
    return event->sub >= SYNC_MUTEX_LOCK && event->sub <= SYNC_RWMUTEX_RUNLOCK;
}

/* Its order is that of the accesses to its variable. */
static bool is_atomic(const Event *event)
{
    return event->sub >= SYNC_ATOMIC_LOAD && event->sub <= SYNC_ATOMIC_BITS &&
           event->flags & EVF_ATOMIC;
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
    u32 goroutine = goroutine_of(b, event->goroutine);
    u32 step = add_step(b, event->goroutine,
                        (RunStep){.kind = STEP_ACQUIRE,
                                  .shared = shared,
                                  .object = lock_number(b, lock),
                                  .outer = b->innermost.data[goroutine]});
    b->innermost.data[goroutine] = step;
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

/* Those that are over need not be looked at again. */
static void forget_sections(Build *b, u32 goroutine)
{
    u32 *innermost = &b->innermost.data[goroutine];
    while (*innermost != NO_STEP && b->steps->list.data[*innermost].match != NO_STEP)
        *innermost = b->steps->list.data[*innermost].outer;
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
    after(b, acquire, PRED_ORDER);
    u32 step = add_step(b, event->goroutine,
                        (RunStep){.kind = STEP_RELEASE,
                                  .shared = shared,
                                  .object = lock_number(b, lock),
                                  .writer = NO_STEP});
    b->steps->list.data[step].match = acquire;
    if (acquire == NO_STEP)
        return;
    b->steps->list.data[acquire].match = step;
    forget_sections(b, b->steps->list.data[acquire].goroutine);
}

static void object_acquire(Build *b, const Event *event)
{
    Object *object = object_at(b, event->loc);
    for (u32 i = 0; i < object->releases.len; i++)
        after(b, object->releases.data[i], PRED_HB);
    if (!is_atomic(event)) /* else the value that was read says what came before */
        after(b, object->last, PRED_ORDER);
    object->last = sync_step(b, event->goroutine, number_of(b, object));
}

static void object_release(Build *b, const Event *event, bool merge)
{
    Object *object = object_at(b, event->loc);
    bool commutes = event->sub == SYNC_WAITGROUP_DONE;
    if (!is_atomic(event))
        after(b, object->last, PRED_ORDER);
    u32 step = sync_step(b, event->goroutine, number_of(b, object));
    if (!merge)
        vec_clear(&object->releases);
    vec_push(&object->releases, step);
    if (!commutes)
        object->last = step;
}

/* What an atomic operation or a lock does to its own variable. */
static void own_access(Build *b, const Event *event)
{
    bool reads = event->kind == EV_ACQUIRE && event->sub != SYNC_MUTEX_LOCK &&
                 event->sub != SYNC_RWMUTEX_LOCK;
    How atomic = event->kind == EV_ACQUIRE_RELEASE ? ATOMIC_BOTH : ATOMIC;
    if (event->flags & EVF_ATOMIC)
        access_step(b, event->goroutine, event->loc, !reads, is_lock(event) ? OF_LOCK : atomic);
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
        u32 step = sync_step(b, event->goroutine, NO_OBJECT);
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
    steps->variables_seen = b.variables.used;
    steps->objects = b.objects.len;
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
    vec_free(&b.innermost);
    vec_free(&b.next);
}

void steps_free(Steps *steps)
{
    for (u32 i = 0; i < steps->by_goroutine.len; i++)
        vec_free(&steps->by_goroutine.data[i]);
    vec_free(&steps->by_goroutine);
    for (u32 i = 0; i < steps->channels.len; i++)
        vec_free(&steps->channels.data[i].takes);
    vec_free(&steps->channels);
    vec_free(&steps->held);
    vec_free(&steps->list);
    vec_free(&steps->preds);
}

/* Sections ------------------------------------------------------------------------------------- */

bool steps_section_around(const Steps *steps, u32 acquire, u32 access)
{
    const RunStep *step = &steps->list.data[acquire];
    return step->match == NO_STEP ||
           (step->match > access && steps->list.data[step->match].goroutine == step->goroutine);
}

bool steps_exclude(const Steps *steps, u32 a, u32 b)
{
    for (u32 i = steps->held.data[a]; i != NO_STEP; i = steps->list.data[i].outer)
        for (u32 k = steps->held.data[b]; k != NO_STEP; k = steps->list.data[k].outer) {
            const RunStep *one = &steps->list.data[i], *other = &steps->list.data[k];
            if (one->object == other->object && !(one->shared && other->shared) &&
                steps_section_around(steps, i, a) && steps_section_around(steps, k, b))
                return true;
        }
    return false;
}
