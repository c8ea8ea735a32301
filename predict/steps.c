/* From the events of a recorded run to steps and the edges between them. What an event orders comes
 * from trace/happens_before.h; here each release is a step that later acquires come after. */
#include "predict/steps.h"

#include "race/loctable.h"
#include "trace/happens_before.h"

typedef struct Queue {
    StepList steps;
    u32 head;
} Queue;

/* Operations that keep the order of the run, but for those that commute with the one before. */
typedef struct Chain {
    StepList last, previous; /* the last that commute with each other, and such ones before them */
    bool commute;            /* those in `last` do, with others like them */
} Chain;

/* What is known about a lock, a channel or another object that orders goroutines. */
typedef struct Object {
    u32 lock;                 /* dense number + 1; 0: is none */
    u32 writer;               /* lock: the acquire of the writer that holds it */
    StepList readers;         /* lock: the acquires of readers that hold it */
    StepList releases;        /* others: since the last Release, what an Acquire learns of */
    Chain acquired, released; /* others: by operations that acquire, and by those that release */
    u64 free; /* channel: what is left of the first sends that wait for no receive */
    bool watched;
    Queue forward, backward;
    u32 last_receive, close;
} Object;

typedef struct StepsBuilder Build;
struct StepsBuilder {
    Steps *steps;
    const Trace *trace;
    LocTable variables, object_locs;
    VEC(Object) objects;
    StepList last_write; /* by variable */
    Map goroutines;      /* number in the trace -> dense + 1 */
    u32 acting, dense;   /* the last that was looked for there, or 0 */
    StepList count;      /* by dense goroutine: its steps so far */
    StepList start;      /* by dense goroutine: the step that started it, until it acts */
    StepList innermost;  /* by dense goroutine: the last acquire, as in Steps.held */
    VEC(Pred) next;      /* preds of the step to come */
    u32 event;
    const Event *at; /* that event */
};

/* Steps ---------------------------------------------------------------------------------------- */

static u32 new_goroutine(Build *b, u32 number, u32 start)
{
    u32 dense = b->steps->goroutines++;
    *map_put(&b->goroutines, number) = dense + 1u;
    b->acting = 0;
    vec_push(&b->steps->by_goroutine, (StepList){0});
    vec_push(&b->steps->before, 0);
    vec_push(&b->count, 0);
    vec_push(&b->start, start);
    vec_push(&b->innermost, NO_STEP);
    return dense;
}

static u32 goroutine_of(Build *b, u32 number)
{
    if (LIKELY(b->acting == number && number))
        return b->dense;
    const u64 *dense = map_get(&b->goroutines, number);
    b->dense = dense && *dense ? (u32)*dense - 1 : new_goroutine(b, number, NO_STEP);
    b->acting = number;
    return b->dense;
}

static void after(Build *b, u32 step, PredKind kind)
{
    if (step != NO_STEP)
        vec_push(&b->next, (Pred){step, kind});
}

/* Adds the next step of a goroutine, with the preds collected by after(); what else it is, the
 * caller sets where it stands. */
static RunStep *add_step(Build *b, u32 number, StepKind kind, u32 object)
{
    Steps *s = b->steps;
    u32 g = goroutine_of(b, number);
    after(b, b->start.data[g], PRED_HB);
    b->start.data[g] = NO_STEP;
    CHECK(s->held.len == s->list.len);
    vec_push(&s->held, b->innermost.data[g]);
    vec_push(&s->by_goroutine.data[g], s->list.len);
    vec_reserve(&s->list, s->list.len + 1);
    RunStep *step = &s->list.data[s->list.len++];
    *step = (RunStep){.kind = (u8)kind,
                      .goroutine = g,
                      .index = b->count.data[g]++,
                      .object = object,
                      .event = b->event,
                      .preds = s->preds.len,
                      .pred_count = b->next.len,
                      .match = NO_STEP,
                      .writer = NO_STEP};
    for (u32 i = 0; i < b->next.len; i++) {
        CHECK(b->next.data[i].step < s->list.len - 1);
        s->list.data[b->next.data[i].step].source = true;
        vec_push(&s->preds, b->next.data[i]);
    }
    vec_clear(&b->next);
    return step;
}

static u32 number_of_step(const Build *b, const RunStep *step)
{
    return (u32)(step - b->steps->list.data);
}

static u32 sync_step(Build *b, u32 number, u32 object)
{
    return number_of_step(b, add_step(b, number, STEP_SYNC, object));
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
    const RunStep *before = b->steps->list.len > 0 ? &vec_last(&b->steps->list) : NULL;
    bool more = before && is_access(before) && before->event == b->event &&
                before->goroutine == goroutine_of(b, number);
    u32 first = more ? steps_first(b->steps, b->steps->list.len - 1) : b->steps->list.len;
    RunStep *step = add_step(b, number, write ? STEP_WRITE : STEP_READ, variable);
    step->atomic = how != PLAIN && how != OF_CHANNEL;
    step->itself = how == OF_LOCK || how == OF_CHANNEL;
    step->reads = reads;
    if (reads)
        step->writer = *last;
    step->match = first;
    b->steps->list.data[first].match = number_of_step(b, step);
    if (write)
        *last = number_of_step(b, step);
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
        vec_push(&b->objects,
                 (Object){.writer = NO_STEP, .last_receive = NO_STEP, .close = NO_STEP});
        vec_push(&b->steps->channels, (StepChannel){0});
    }
    return &b->objects.data[index];
}

static Queue *queue_of(Object *c, HbQueue queue)
{
    return queue == HB_FORWARD ? &c->forward : &c->backward;
}

/* The oldest step, or NO_STEP. */
static u32 queue_take(Queue *queue)
{
    return queue->head < queue->steps.len ? queue->steps.data[queue->head++] : NO_STEP;
}

static u32 number_of(const Build *b, const Object *object)
{
    return (u32)(object - b->objects.data);
}

/* Marks ---------------------------------------------------------------------------------------- */

/* A select that found the channel not ready finds it so again if as many values are in it. */
static void default_taken(Build *b, const Event *event)
{
    if (event->loc.object == 0) {
        sync_step(b, event->goroutine, NO_OBJECT);
        return;
    }
    Object *c = object_at(b, event->loc);
    after(b, c->last_receive, PRED_ORDER);
    for (u32 i = c->forward.head; i < c->forward.steps.len; i++)
        after(b, c->forward.steps.data[i], PRED_ORDER);
    sync_step(b, event->goroutine, number_of(b, c));
}

/* Locks and other objects ---------------------------------------------------------------------- */

/* Its order is that of the accesses to its variable. */
static bool is_atomic(const Event *event)
{
    return effect_on(sync_effect(event->sub)) == ON_ATOMIC && event->flags & EVF_ATOMIC;
}

static u32 lock_number(Build *b, Object *lock)
{
    if (!lock->lock)
        lock->lock = ++b->steps->locks;
    return lock->lock - 1;
}

static void lock_acquire(Build *b, const Event *event, Object *lock)
{
    bool shared = hb_is_shared(event->sub);
    u32 goroutine = goroutine_of(b, event->goroutine);
    RunStep *step = add_step(b, event->goroutine, STEP_ACQUIRE, lock_number(b, lock));
    u32 number = number_of_step(b, step);
    step->shared = shared;
    step->outer = b->innermost.data[goroutine];
    b->innermost.data[goroutine] = number;
    if (shared)
        vec_push(&lock->readers, number);
    else
        lock->writer = number;
}

/* The reader of this goroutine, else any: RUnlock may come from another goroutine. */
static u32 take_reader(Build *b, Object *lock, u32 number)
{
    if (lock->readers.len == 0)
        return NO_STEP;
    u32 goroutine = goroutine_of(b, number), found = 0;
    for (u32 i = 0; i < lock->readers.len; i++)
        if (b->steps->list.data[lock->readers.data[i]].goroutine == goroutine)
            found = i;
    u32 step = lock->readers.data[found];
    CHECK(b->steps->list.data[step].shared);
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

static void lock_release(Build *b, const Event *event, Object *lock)
{
    bool shared = hb_is_shared(event->sub);
    u32 acquire = shared ? take_reader(b, lock, event->goroutine) : lock->writer;
    if (!shared)
        lock->writer = NO_STEP;
    after(b, acquire, PRED_ORDER);
    RunStep *step = add_step(b, event->goroutine, STEP_RELEASE, lock_number(b, lock));
    step->shared = shared;
    step->match = acquire;
    if (acquire == NO_STEP)
        return;
    RunStep *section = &b->steps->list.data[acquire];
    CHECK(section->kind == STEP_ACQUIRE && section->match == NO_STEP);
    CHECK(section->object == step->object);
    section->match = number_of_step(b, step);
    forget_sections(b, section->goroutine);
}

static bool commutes(const Event *event)
{
    return event->sub == SYNC_WAITGROUP_DONE || event->sub == SYNC_WAITGROUP_WAIT ||
           (event->sub == SYNC_ONCE_DO && event->kind == EV_ACQUIRE);
}

/* The step of an operation, which comes after those of its chain that it does not commute with. The
 * order of atomic operations is that of the values that they read. */
static u32 chain_step(Build *b, const Event *event, const Object *object, Chain *chain)
{
    if (is_atomic(event))
        return sync_step(b, event->goroutine, number_of(b, object));
    if (!chain->commute || !commutes(event)) {
        vec_free(&chain->previous);
        chain->previous = chain->last;
        chain->last = (StepList){0};
    }
    chain->commute = commutes(event);
    for (u32 i = 0; i < chain->previous.len; i++)
        after(b, chain->previous.data[i], PRED_ORDER);
    u32 step = sync_step(b, event->goroutine, number_of(b, object));
    vec_push(&chain->last, step);
    return step;
}

static void object_acquire(Build *b, const Event *event, Object *object)
{
    for (u32 i = 0; i < object->releases.len; i++)
        after(b, object->releases.data[i], is_atomic(event) ? PRED_VALUE : PRED_HB);
    chain_step(b, event, object, &object->acquired);
}

static void object_release(Build *b, const Event *event, Object *object, bool merge)
{
    u32 step = chain_step(b, event, object, &object->released);
    if (!merge)
        vec_clear(&object->releases);
    vec_push(&object->releases, step);
}

/* The domain of trace/happens_before.h: steps and the edges between them ---------------------- */

#define HB_CONTEXT Build *
#define HB_GOROUTINE u32
#define HB_CHANNEL Object *
#define HB_OBJECT Object *
#define HB_EVENTS
#include "trace/happens_before.h"

static inline u32 hb_goroutine(Build *b, u32 number)
{
    (void)b;
    return number;
}

static inline Object *hb_channel(Build *b, Loc loc)
{
    return object_at(b, loc);
}

/* A lock is one object, which has steps of its own that know readers and writers: the part of a
 * Lock that acquires what readers have released is nothing more, NULL. */
static inline Object *hb_object(Build *b, Loc loc)
{
    if (!hb_is_lock(b->at->sub) || b->at->kind == EV_TIMER)
        return object_at(b, loc);
    return b->at->flags & EVF_PART ? NULL : object_at(b, hb_lock_loc(b->at));
}

static inline void hb_make(Build *b, Object *c, u64 capacity, bool closes)
{
    c->free = b->steps->channels.data[number_of(b, c)].capacity = capacity;
    c->watched = closes;
}

static inline bool hb_closes(Build *b, Object *c)
{
    (void)b;
    return c->watched;
}

static inline void hb_access_channel(Build *b, u32 p, Object *c, HbAccess how)
{
    (void)c;
    access_step(b, p, b->at->loc, how == HB_WRITE, OF_CHANNEL);
}

/* Push and pop are a step each: a goroutine that learns of what was pushed does not learn of what
 * was popped (GRACE, R-Send). */
static inline void hb_push(Build *b, u32 p, Object *c, HbQueue queue)
{
    if (queue == HB_BACKWARD) /* values come out in the order in which they went in */
        after(b, c->last_receive, PRED_ORDER);
    u32 step = sync_step(b, p, number_of(b, c));
    b->steps->list.data[step].sends = queue == HB_FORWARD;
    vec_push(&queue_of(c, queue)->steps, step);
}

static inline void hb_pop(Build *b, u32 p, Object *c, HbQueue queue)
{
    u32 number = number_of(b, c);
    bool receives = queue == HB_FORWARD;
    if (!receives && c->free > 0)
        c->free--;
    else
        after(b, queue_take(queue_of(c, queue)), receives ? PRED_HB : PRED_ROOM);
    u32 step = sync_step(b, p, number);
    if (!receives)
        return;
    c->last_receive = step;
    b->steps->list.data[step].takes = true;
    vec_push(&b->steps->channels.data[number].takes, step);
}

/* Three steps: of the sender, the receiver, and the sender again. */
static inline void hb_meet(Build *b, u32 sender, u32 receiver, Object *c)
{
    u32 channel = number_of(b, c);
    after(b, sync_step(b, sender, channel), PRED_HB);
    after(b, sync_step(b, receiver, channel), PRED_HB);
    sync_step(b, sender, channel);
}

static inline void hb_release_end(Build *b, u32 p, Object *c)
{
    c->close = sync_step(b, p, number_of(b, c));
}

static inline void hb_acquire_end(Build *b, u32 p, Object *c)
{
    after(b, c->close, PRED_HB);
    after(b, c->last_receive, PRED_ORDER);
    sync_step(b, p, number_of(b, c));
}

static inline void hb_acquire(Build *b, u32 p, Object *o)
{
    (void)p;
    if (!hb_is_lock(b->at->sub))
        object_acquire(b, b->at, o);
    else if (o)
        lock_acquire(b, b->at, o);
}

static inline void hb_release(Build *b, u32 p, Object *o)
{
    (void)p;
    if (!hb_is_lock(b->at->sub))
        object_release(b, b->at, o, false);
    else if (o)
        lock_release(b, b->at, o);
}

static inline void hb_merge(Build *b, u32 p, Object *o)
{
    (void)p;
    if (!hb_is_lock(b->at->sub))
        object_release(b, b->at, o, true);
    else if (o)
        lock_release(b, b->at, o);
}

static inline void hb_access_object(Build *b, u32 p, Object *o, u8 sub, HbAccess how)
{
    if (!o)
        return;
    How atomic = how == HB_UPDATE ? ATOMIC_BOTH : ATOMIC;
    access_step(b, p, b->at->loc, how != HB_READ, hb_is_lock(sub) ? OF_LOCK : atomic);
}

static inline void hb_fork(Build *b, u32 parent, u32 child)
{
    new_goroutine(b, child, sync_step(b, parent, NO_OBJECT));
}

static inline void hb_begin(Build *b, u32 p, Object *timer)
{
    new_goroutine(b, p, NO_STEP);
    object_acquire(b, b->at, timer);
}

static inline void hb_end(Build *b, u32 p)
{
    (void)b, (void)p;
}

/* All of it ------------------------------------------------------------------------------------ */

static void add_event(Build *b, const Event *event)
{
    b->at = event;
    if (event_info[event->kind].class == EVC_ACCESS)
        accesses(b, event);
    else if (event->kind == EV_DEFAULT)
        default_taken(b, event);
    else
        rule_event(b, event);
}

static void free_chain(Chain *chain)
{
    vec_free(&chain->last);
    vec_free(&chain->previous);
}

static void free_object(Object *object)
{
    vec_free(&object->readers);
    vec_free(&object->releases);
    free_chain(&object->acquired);
    free_chain(&object->released);
    vec_free(&object->forward.steps);
    vec_free(&object->backward.steps);
}

StepsBuilder *steps_begin(Steps *steps, const Trace *trace)
{
    Build *b = xcalloc(1, sizeof *b);
    *steps = (Steps){.trace = trace};
    b->steps = steps;
    b->trace = trace;
    return b;
}

void steps_add(StepsBuilder *b, u32 event)
{
    Steps *steps = b->steps;
    b->event = event;
    add_event(b, &b->trace->events.data[event]);
    steps->variables = b->last_write.len;
    steps->variables_seen = b->variables.used;
    steps->objects = b->objects.len;
}

void steps_end(StepsBuilder *b)
{
    CHECK(b->steps->channels.len == b->steps->objects);
    CHECK(b->steps->by_goroutine.len == b->steps->goroutines);
    CHECK(b->steps->held.len == b->steps->list.len);
    for (u32 i = 0; i < b->objects.len; i++)
        free_object(&b->objects.data[i]);
    vec_free(&b->objects);
    loctable_free(&b->variables);
    loctable_free(&b->object_locs);
    map_free(&b->goroutines);
    vec_free(&b->last_write);
    vec_free(&b->count);
    vec_free(&b->start);
    vec_free(&b->innermost);
    vec_free(&b->next);
    free(b);
}

void steps_build(Steps *steps, const Trace *trace)
{
    StepsBuilder *b = steps_begin(steps, trace);
    for (u32 i = 0; i < trace->events.len; i++)
        steps_add(b, i);
    steps_end(b);
}

void steps_free(Steps *steps)
{
    for (u32 i = 0; i < steps->by_goroutine.len; i++)
        vec_free(&steps->by_goroutine.data[i]);
    vec_free(&steps->by_goroutine);
    vec_free(&steps->before);
    for (u32 i = 0; i < steps->channels.len; i++)
        vec_free(&steps->channels.data[i].takes);
    vec_free(&steps->channels);
    vec_free(&steps->held);
    vec_free(&steps->list);
    vec_free(&steps->preds);
}

/* A window of the run ---------------------------------------------------------------------------
 */

typedef struct Visitor {
    VisitStep visit;
    void *ctx;
} Visitor;

static void visit_one(const Visitor *v, u32 *step)
{
    if (*step != NO_STEP)
        v->visit(v->ctx, step);
}

static void visit_list(const Visitor *v, StepList *list)
{
    for (u32 i = 0; i < list->len; i++)
        visit_one(v, &list->data[i]);
}

/* What has left the queue goes from its list first. */
static void visit_queue(const Visitor *v, Queue *queue)
{
    StepList *list = &queue->steps;
    if (queue->head)
        memmove(list->data, list->data + queue->head,
                (list->len - queue->head) * sizeof *list->data);
    list->len -= queue->head;
    queue->head = 0;
    visit_list(v, list);
}

static void visit_object(const Visitor *v, Object *object)
{
    visit_one(v, &object->writer);
    visit_one(v, &object->last_receive);
    visit_one(v, &object->close);
    visit_list(v, &object->readers);
    visit_list(v, &object->releases);
    visit_list(v, &object->acquired.last);
    visit_list(v, &object->acquired.previous);
    visit_list(v, &object->released.last);
    visit_list(v, &object->released.previous);
    visit_queue(v, &object->forward);
    visit_queue(v, &object->backward);
}

/* Calls visit for the numbers that the builder needs for events to come. */
static void visit_needed(StepsBuilder *b, VisitStep visit, void *ctx)
{
    Visitor v = {visit, ctx};
    visit_list(&v, &b->last_write);
    visit_list(&v, &b->start);
    visit_list(&v, &b->innermost);
    for (u32 i = 0; i < b->objects.len; i++)
        visit_object(&v, &b->objects.data[i]);
}

enum { MARKED = 1, NEEDED = 2 };

static void mark_needed(void *marks, u32 *step)
{
    ((u32 *)marks)[*step] |= NEEDED;
}

/* The accesses of an event stay together: which location one is of is counted from the first. */
static void mark_rows(const Steps *s, u32 *marks)
{
    for (u32 i = 0; i < s->list.len; i++)
        if (is_access(&s->list.data[i]) && marks[i]) {
            for (u32 k = steps_first(s, i); k < i; k++)
                marks[k] |= MARKED;
            for (u32 last = steps_last(s, i); i < last; i++)
                marks[i + 1] |= MARKED;
        }
}

/* What has ended is around nothing that follows. */
static void skip_ended(Steps *s, const u32 *marks)
{
    RunStep *list = s->list.data;
    for (u32 i = 0; i < s->list.len; i++) {
        if (!marks[i] || list[i].kind != STEP_ACQUIRE)
            continue;
        u32 *outer = &list[i].outer;
        while (*outer != NO_STEP && (list[*outer].match != NO_STEP || list[*outer].done))
            *outer = list[*outer].outer;
    }
}

/* Numbers those that stay, and says which of them are of no effect; returns how many. */
static u32 number_marked(Steps *s, u32 *marks)
{
    u32 names = 0;
    for (u32 i = 0; i < s->list.len; i++) {
        s->list.data[i].done = !(marks[i] & NEEDED);
        marks[i] = marks[i] ? ++names : 0;
    }
    return names;
}

static u32 renamed(const u32 *marks, u32 step)
{
    return step == NO_STEP ? NO_STEP : marks[step] - 1;
}

/* Moves the step down to its new place; the step before it there is of the event `kept`. */
static void move_step(Steps *s, u32 from, const u32 *marks, u32 event)
{
    RunStep step = s->list.data[from];
    if (step.kind == STEP_ACQUIRE)
        step.outer = renamed(marks, step.outer);
    else
        step.writer = NO_STEP;
    step.match = renamed(marks, step.match);
    step.preds = step.pred_count = 0;
    step.event = event;
    s->list.data[marks[from] - 1] = step;
    s->held.data[marks[from] - 1] = NO_STEP;
}

/* Moves marked steps and their events down, over those that go. */
static void move_steps(Steps *s, Trace *trace, u64 *numbers, const u32 *marks)
{
    u32 events = 0, before = UINT32_MAX, steps = 0;
    for (u32 i = 0; i < s->list.len; i++) {
        u32 event = s->list.data[i].event;
        if (!marks[i])
            continue;
        if (event != before) {
            trace->events.data[events] = trace->events.data[event];
            numbers[events++] = numbers[event];
        }
        before = event;
        move_step(s, i, marks, events - 1);
        steps++;
    }
    trace->events.len = events;
    s->list.len = s->held.len = steps;
}

void steps_rename(void *marks, u32 *step)
{
    *step = renamed(marks, *step);
}

void steps_remove(StepsBuilder *b, Trace *trace, u64 *numbers, u32 *marks)
{
    Steps *s = b->steps;
    CHECK(b->next.len == 0);
    visit_needed(b, mark_needed, marks);
    mark_rows(s, marks);
    skip_ended(s, marks);
    s->context = number_marked(s, marks);
    move_steps(s, trace, numbers, marks);
    visit_needed(b, steps_rename, marks);
    vec_clear(&s->preds);
    for (u32 i = 0; i < s->by_goroutine.len; i++) {
        vec_clear(&s->by_goroutine.data[i]);
        s->before.data[i] = b->count.data[i];
    }
    for (u32 i = 0; i < s->channels.len; i++)
        vec_clear(&s->channels.data[i].takes);
}

/* Sections ------------------------------------------------------------------------------------- */

bool steps_section_around(const Steps *steps, u32 acquire, u32 access)
{
    const RunStep *step = &steps->list.data[acquire];
    CHECK(step->kind == STEP_ACQUIRE);
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
