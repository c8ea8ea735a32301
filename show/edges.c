/* The happens-before rules over steps: a value is the set of steps that released it, at most one of
 * each goroutine, since a later one knows what the earlier ones knew. What a goroutine knows
 * besides is its lane. */
#include "show/edges.h"

#include "race/loctable.h"
#include "trace/happens_before.h"

typedef struct Source {
    u32 step, goroutine;
} Source;

typedef VEC(Source) SourceList;

/* A queue of a channel. */
typedef struct SourceQueue {
    SourceList list; /* the first `taken` are gone */
    u32 taken;
} SourceQueue;

typedef struct EdgeObject {
    SourceQueue queues[2]; /* by HbQueue, of a channel */
    u64 untouched;         /* free places that no receive has made */
    SourceList released;   /* of others, and what closed a channel */
    u32 version;           /* grows when `released` does */
} EdgeObject;

/* What a goroutine's next step comes after. */
typedef struct Begin {
    Source source;
    DiagramEdgeKind kind;
} Begin;

typedef VEC(Begin) BeginList;

struct EdgeMaker {
    Diagram *model;
    const Event *event; /* the present one */
    u32 step;           /* its step */
    LocTable locs;
    VEC(EdgeObject) objects;
    VEC(BeginList) begins; /* by goroutine */
    Map seen;              /* goroutine and object -> version that it acquired last */
};

static const Source no_source = {UINT32_MAX, 0};

static void add_edge(EdgeMaker *m, u32 goroutine, Source from, DiagramEdgeKind kind)
{
    if (from.step == no_source.step || from.step == m->step || from.goroutine == goroutine)
        return;
    CHECK(from.step < m->step);
    vec_push(&m->model->edges, (DiagramEdge){from.step, m->step, kind});
}

/* What the operation of a SYNC event is to readers of the picture. */
static DiagramEdgeKind kind_of(const Event *event)
{
    switch (effect_on(sync_effect(event->sub))) {
    case ON_LOCK: return EDGE_LOCK;
    case ON_ATOMIC: return EDGE_ATOMIC;
    case ON_CHANNEL:
    case ON_CHANNELS: return EDGE_CLOSE;
    case ON_TIME: return EDGE_TIMER;
    case ON_NOTHING:
    case ON_MEMORY:
    case ON_OBJECT:
    case ON_GOROUTINES:
    case ON_END:
    case ON_CONSOLE:
    case ON_FILES:
    case ON_MACHINE:
    case ON_KINDS: break;
    }
    return event->sub == SYNC_TIMER_SET || event->sub == SYNC_TIMER_FIRE ? EDGE_TIMER : EDGE_WAIT;
}

/* The domain. */
#define HB_CONTEXT EdgeMaker *
#define HB_GOROUTINE u32
#define HB_CHANNEL u32
#define HB_OBJECT u32
#define HB_EVENTS
#include "trace/happens_before.h"

static u32 object_at(EdgeMaker *m, Loc loc)
{
    bool fresh;
    u32 index = loctable_get(&m->locs, loc, &fresh);
    vec_extend(&m->objects, index + 1);
    return index;
}

static inline u32 hb_goroutine(EdgeMaker *m, u32 number)
{
    vec_extend(&m->begins, number + 1);
    return number;
}

static inline u32 hb_channel(EdgeMaker *m, Loc loc)
{
    return object_at(m, loc);
}

static inline u32 hb_object(EdgeMaker *m, Loc loc)
{
    return object_at(m, loc);
}

static inline void hb_make(EdgeMaker *m, u32 c, u64 capacity, bool closes)
{
    (void)closes;
    m->objects.data[c].untouched = capacity;
}

static inline bool hb_closes(EdgeMaker *m, u32 c)
{
    (void)m, (void)c;
    return false;
}

static inline void hb_push(EdgeMaker *m, u32 p, u32 c, HbQueue queue)
{
    vec_push(&m->objects.data[c].queues[queue].list, (Source){m->step, p});
}

static Source take(SourceQueue *queue)
{
    if (queue->taken == queue->list.len)
        return no_source;
    Source first = queue->list.data[queue->taken++];
    if (queue->taken == queue->list.len)
        queue->taken = queue->list.len = 0;
    return first;
}

static inline void hb_pop(EdgeMaker *m, u32 p, u32 c, HbQueue queue)
{
    EdgeObject *channel = &m->objects.data[c];
    if (queue == HB_BACKWARD && channel->untouched > 0) {
        channel->untouched--;
        return;
    }
    add_edge(m, p, take(&channel->queues[queue]), queue == HB_FORWARD ? EDGE_MESSAGE : EDGE_ROOM);
}

/* One step of both lanes. */
static inline void hb_meet(EdgeMaker *m, u32 sender, u32 receiver, u32 c)
{
    (void)m, (void)sender, (void)receiver, (void)c;
}

static void acquire(EdgeMaker *m, u32 p, u32 o, DiagramEdgeKind kind)
{
    EdgeObject *object = &m->objects.data[o];
    u64 *seen = map_put(&m->seen, (u64)p << 32 | o);
    if (object->released.len > 1 && *seen == object->version)
        return;
    *seen = object->version;
    for (u32 i = 0; i < object->released.len; i++)
        add_edge(m, p, object->released.data[i], kind);
}

static void merge(EdgeMaker *m, u32 p, u32 o)
{
    EdgeObject *object = &m->objects.data[o];
    object->version++;
    for (u32 i = 0; i < object->released.len; i++)
        if (object->released.data[i].goroutine == p) {
            object->released.data[i].step = m->step;
            return;
        }
    vec_push(&object->released, (Source){m->step, p});
}

static inline void hb_acquire(EdgeMaker *m, u32 p, u32 o)
{
    acquire(m, p, o, kind_of(m->event));
}

static inline void hb_merge(EdgeMaker *m, u32 p, u32 o)
{
    merge(m, p, o);
}

static inline void hb_release(EdgeMaker *m, u32 p, u32 o)
{
    vec_clear(&m->objects.data[o].released);
    merge(m, p, o);
}

static inline void hb_release_end(EdgeMaker *m, u32 p, u32 c)
{
    hb_release(m, p, c);
}

static inline void hb_acquire_end(EdgeMaker *m, u32 p, u32 c)
{
    acquire(m, p, c, EDGE_CLOSE);
}

static inline void hb_fork(EdgeMaker *m, u32 parent, u32 child)
{
    vec_push(&m->begins.data[child], (Begin){{m->step, parent}, EDGE_GO});
}

/* The step itself is the firing. */
static inline void hb_begin(EdgeMaker *m, u32 p, u32 o)
{
    (void)p;
    EdgeObject *object = &m->objects.data[o];
    for (u32 i = 0; i < object->released.len; i++)
        add_edge(m, GOROUTINE_MACHINE, object->released.data[i], EDGE_TIMER);
}

static inline void hb_end(EdgeMaker *m, u32 p)
{
    (void)m, (void)p;
}

static inline void hb_access_channel(EdgeMaker *m, u32 p, u32 c, HbAccess access)
{
    (void)m, (void)p, (void)c, (void)access;
}

static inline void hb_access_object(EdgeMaker *m, u32 p, u32 o, u8 sub, HbAccess access)
{
    (void)m, (void)p, (void)o, (void)sub, (void)access;
}

/* The first step of a goroutine comes after the one that started it. */
static void add_begins(EdgeMaker *m, u32 goroutine)
{
    if (goroutine >= m->begins.len)
        return;
    BeginList *list = &m->begins.data[goroutine];
    for (u32 i = 0; i < list->len; i++)
        add_edge(m, goroutine, list->data[i].source, list->data[i].kind);
    vec_free(list);
}

void edges_event(EdgeMaker *m, const Event *event)
{
    CHECK(m->model->steps.len > 0);
    m->event = event;
    m->step = m->model->steps.len - 1;
    add_begins(m, event->goroutine);
    if (event->kind == EV_RENDEZVOUS)
        add_begins(m, event->other);
    rule_event(m, event);
}

static void gone(void *ctx, u32 index)
{
    EdgeMaker *m = ctx;
    if (index >= m->objects.len)
        return;
    EdgeObject *object = &m->objects.data[index];
    u32 version = object->version;
    vec_free(&object->queues[HB_FORWARD].list);
    vec_free(&object->queues[HB_BACKWARD].list);
    vec_free(&object->released);
    *object = (EdgeObject){.version = version + 1};
}

void edges_forget(EdgeMaker *m, u64 object)
{
    loctable_forget(&m->locs, object, gone, m);
}

EdgeMaker *edges_new(Diagram *model)
{
    EdgeMaker *m = xcalloc(1, sizeof *m);
    m->model = model;
    return m;
}

void edges_free(EdgeMaker *m)
{
    if (!m)
        return;
    for (u32 i = 0; i < m->objects.len; i++)
        gone(m, i);
    for (u32 i = 0; i < m->begins.len; i++)
        vec_free(&m->begins.data[i]);
    vec_free(&m->begins);
    vec_free(&m->objects);
    loctable_free(&m->locs);
    map_free(&m->seen);
    free(m);
}
