/* Event sets and vector clocks of [SULZMANN24] for each event of a trace: see
 * race/explain/annotate.h. */
#include "race/explain/annotate.h"

#include "race/loctable.h"

/* Numbers of events in ascending order (eventset), or a vector clock by goroutine number. */
typedef VEC(u32) Knowledge;

/* An access: by which goroutine, and the event's number or the goroutine's clock. */
typedef struct Mark {
    u32 goroutine, at; /* at 0: none */
} Mark;

typedef struct Variable {
    Mark write;
    VEC(Mark) reads;
} Variable;

typedef VEC(Knowledge) KnowledgeQueue;

/* A lock or channel. */
typedef struct Object {
    Knowledge released; /* Rel(y); of a channel what (⊥, E) carries */
    KnowledgeQueue forward, backward;
} Object;

typedef enum Reading { READING_EVENTSET, READING_DJIT, READING_FASTTRACK, READINGS } Reading;

static const char *const reading_names[READINGS] = {"eventset", "djit", "fasttrack"};

struct Annotator {
    AnnotatorConfig config;
    Reading reading;
    u32 position;         /* of the event at hand, from 1 */
    VEC(char *) events;   /* eventset: their names, "0:wr(x)_3" */
    VEC(Knowledge) known; /* by goroutine */
    LocTable variable_locs, object_locs;
    VEC(Variable) variables;
    VEC(Object) objects;
};

/* What goroutines know ------------------------------------------------------------------------ */

static Knowledge copy_of(const Knowledge *k)
{
    Knowledge copy = {0};
    vec_reserve(&copy, k->len);
    copy.len = k->len;
    if (copy.data && k->data)
        memcpy(copy.data, k->data, k->len * sizeof *k->data);
    return copy;
}

static void join_sets(Knowledge *into, const Knowledge *from)
{
    Knowledge all = {0};
    for (u32 i = 0, k = 0; i < into->len || k < from->len;) {
        u32 a = i < into->len ? into->data[i] : UINT32_MAX;
        u32 b = k < from->len ? from->data[k] : UINT32_MAX;
        vec_push(&all, a < b ? a : b);
        i += a <= b;
        k += b <= a;
    }
    vec_free(into);
    *into = all;
}

static u32 clock_of(const Knowledge *clock, u32 goroutine)
{
    return goroutine < clock->len ? clock->data[goroutine] : 0;
}

static void set_clock(Knowledge *clock, u32 goroutine, u32 to)
{
    while (clock->len <= goroutine)
        vec_push(clock, 0);
    clock->data[goroutine] = to;
}

static void join(const Annotator *a, Knowledge *into, const Knowledge *from)
{
    if (a->reading == READING_EVENTSET) {
        join_sets(into, from);
        return;
    }
    for (u32 i = 0; i < from->len; i++)
        if (from->data[i] > clock_of(into, i))
            set_clock(into, i, from->data[i]);
}

static bool knows(const Annotator *a, const Knowledge *k, Mark mark)
{
    if (a->reading != READING_EVENTSET)
        return clock_of(k, mark.goroutine) >= mark.at;
    for (u32 i = k->len; i-- > 0 && k->data[i] >= mark.at;)
        if (k->data[i] == mark.at)
            return true;
    return false;
}

/* The pointer holds until another goroutine is seen. */
static Knowledge *known_by(Annotator *a, u32 goroutine)
{
    while (a->known.len <= goroutine) {
        vec_push(&a->known, (Knowledge){0});
        if (a->reading != READING_EVENTSET)
            set_clock(&vec_last(&a->known), a->known.len - 1, 1);
    }
    return &a->known.data[goroutine];
}

/* Where things are ---------------------------------------------------------------------------- */

static Variable *variable_at(Annotator *a, Loc loc)
{
    bool fresh;
    u32 index = loctable_get(&a->variable_locs, loc, &fresh);
    vec_extend(&a->variables, index + 1);
    return &a->variables.data[index];
}

static Object *object_at(Annotator *a, Loc loc)
{
    bool fresh;
    u32 index = loctable_get(&a->object_locs, loc, &fresh);
    vec_extend(&a->objects, index + 1);
    return &a->objects.data[index];
}

/* Text ---------------------------------------------------------------------------------------- */

/* In front of '#' and ':' a thread is a number: "0" for "T0". */
static void add_number(const Annotator *a, u32 goroutine, Buf *out)
{
    Buf name = {0};
    view_goroutine(a->config.view, goroutine, &name);
    const char *text = buf_str(&name);
    bool numbered = (*text == 'T' || *text == 'p') && text[1] &&
                    strspn(text + 1, "0123456789") == strlen(text + 1);
    buf_puts(out, numbered ? text + 1 : text);
    buf_free(&name);
}

static const char *operation_name(const Event *event)
{
    switch ((EventKind)event->kind) {
    case EV_READ: return "rd";
    case EV_WRITE: return "wr";
    case EV_GO: return "fork";
    case EV_MAKE: return "mk";
    case EV_SEND:
    case EV_RENDEZVOUS: return "snd";
    case EV_RECV:
    case EV_RECV_CLOSED: return "rcv";
    case EV_CLOSE: return "cls";
    case EV_ACQUIRE: return "acq";
    case EV_RELEASE:
    case EV_RELEASE_MERGE: return "rel";
    case EV_ACQUIRE_RELEASE: return "acqrel";
    case EV_END:
    case EV_TIMER:
    case EV_DEFAULT:
    case EV_PANIC:
    case EV_COUNT: break;
    }
    return event_info[event->kind].name;
}

void annotator_operation(const Annotator *a, const Event *event, Buf *out)
{
    EventClass class = event_info[event->kind].class;
    buf_puts(out, operation_name(event));
    if (event->kind == EV_END || class == EVC_MARK)
        return;
    buf_putc(out, '(');
    if (event->kind == EV_GO)
        view_goroutine(a->config.view, event->other, out);
    else
        view_variable(a->config.view, event->loc, out);
    if (event->kind == EV_MAKE)
        buf_printf(out, ",%llu", (unsigned long long)event->arg);
    buf_putc(out, ')');
}

static void add_event_name(const Annotator *a, const Event *event, Buf *out)
{
    add_number(a, event->goroutine, out);
    buf_putc(out, ':');
    annotator_operation(a, event, out);
    buf_printf(out, "_%u", a->position);
}

/* Clocks that begin at 0 are kept as if they began at 1, so that 0 is "never heard of". */
static u32 shown_clock(const Annotator *a, u32 clock)
{
    return a->reading == READING_FASTTRACK && clock > 0 ? clock - 1 : clock;
}

static void add_mark(const Annotator *a, Mark mark, Buf *out)
{
    if (a->reading == READING_EVENTSET) {
        buf_puts(out, a->events.data[mark.at - 1]);
    } else {
        add_number(a, mark.goroutine, out);
        buf_printf(out, "#%u", shown_clock(a, mark.at));
    }
}

static void add_vector(const Annotator *a, const Knowledge *clock, Buf *out)
{
    u32 most = a->config.goroutines + 1;
    for (u32 i = GOROUTINE_MAIN; i < most || i < clock->len; i++)
        buf_printf(out, i > GOROUTINE_MAIN ? ",%u" : "%u", clock_of(clock, i));
}

/* "p0:6 p1:1": what is 0 is left out. */
static void add_entries(const Annotator *a, const Knowledge *clock, Buf *out)
{
    const char *between = "";
    for (u32 i = 0; i < clock->len; i++)
        if (shown_clock(a, clock->data[i]) > 0) {
            buf_puts(out, between);
            view_goroutine(a->config.view, i, out);
            buf_printf(out, ":%u", shown_clock(a, clock->data[i]));
            between = " ";
        }
}

static void add_set(const Annotator *a, const Knowledge *set, Buf *out)
{
    for (u32 i = 0; i < set->len; i++)
        buf_printf(out, i > 0 ? ",%s" : "%s", a->events.data[set->data[i] - 1]);
}

static void add_knowledge(const Annotator *a, const Knowledge *k, Buf *out)
{
    static void (*const add[READINGS])(const Annotator *, const Knowledge *,
                                       Buf *) = {add_set, add_vector, add_entries};
    buf_putc(out, '[');
    add[a->reading](a, k, out);
    buf_putc(out, ']');
}

/* "W(x) = 0:wr(x)_3 R(x) = [1:rd(x)_5]". */
static void add_accesses(const Annotator *a, const Event *event, const Variable *x, Buf *out)
{
    Buf name = {0};
    view_variable(a->config.view, event->loc, &name);
    buf_printf(out, "%sW(%s) = ", out->len > 0 ? " " : "", buf_str(&name));
    if (x->write.at > 0)
        add_mark(a, x->write, out);
    else
        buf_puts(out, "undefined");
    if (event->kind == EV_WRITE && x->reads.len > 0) {
        buf_printf(out, " R(%s) = [", buf_str(&name));
        for (u32 i = 0; i < x->reads.len; i++) {
            buf_puts(out, i > 0 ? "," : "");
            add_mark(a, x->reads.data[i], out);
        }
        buf_putc(out, ']');
    }
    buf_free(&name);
}

/* Event sets: D(t) where something is learnt, Rel(y) where something is left for others. */
static void add_event_set(const Annotator *a, const Event *event, Buf *out)
{
    const Knowledge *set = &a->known.data[event->goroutine];
    switch ((EventKind)event->kind) {
    case EV_RELEASE:
    case EV_RELEASE_MERGE:
    case EV_CLOSE:
        buf_puts(out, "Rel(");
        view_variable(a->config.view, event->loc, out);
        set = &a->objects.data[loctable_find(&a->object_locs, event->loc)].released;
        break;
    case EV_ACQUIRE:
    case EV_ACQUIRE_RELEASE:
    case EV_SEND:
    case EV_RECV:
    case EV_RECV_CLOSED:
    case EV_RENDEZVOUS:
        buf_puts(out, "D(");
        view_goroutine(a->config.view, event->goroutine, out);
        break;
    case EV_READ:
    case EV_WRITE:
    case EV_GO:
    case EV_END:
    case EV_MAKE:
    case EV_TIMER:
    case EV_DEFAULT:
    case EV_PANIC:
    case EV_COUNT: return;
    }
    buf_puts(out, ") = ");
    add_knowledge(a, set, out);
}

/* The rules ----------------------------------------------------------------------------------- */

/* Reads that the goroutine knows of are subsumed by its own; djit has an entry a goroutine. */
static void note_read(const Annotator *a, const Knowledge *k, Variable *x, Mark e)
{
    u32 kept = 0;
    for (u32 i = 0; i < x->reads.len; i++) {
        Mark read = x->reads.data[i];
        if (read.goroutine != e.goroutine && (a->reading == READING_DJIT || !knows(a, k, read)))
            x->reads.data[kept++] = read;
    }
    x->reads.len = kept;
    if (a->reading == READING_EVENTSET) { /* R(x) = {e} U ... is shown in the order of the trace */
        vec_push(&x->reads, e);
        return;
    }
    u32 at = 0;
    while (at < kept && x->reads.data[at].goroutine < e.goroutine)
        at++;
    vec_push(&x->reads, e);
    memmove(&x->reads.data[at + 1], &x->reads.data[at], (kept - at) * sizeof e);
    x->reads.data[at] = e;
}

static void note_location(Annotator *a, const Event *event, Loc loc)
{
    const Knowledge *k = known_by(a, event->goroutine);
    Mark e = {event->goroutine,
              a->reading == READING_EVENTSET ? a->position : clock_of(k, event->goroutine)};
    Variable *x = variable_at(a, loc);
    if (event->kind == EV_READ) {
        note_read(a, k, x, e);
        return;
    }
    x->write = e;
    if (a->reading == READING_FASTTRACK)
        vec_clear(&x->reads);
}

/* Of several locations the first is shown. */
static void note_access(Annotator *a, const Event *event, Buf *out)
{
    if (event->kind == EV_WRITE || a->reading != READING_DJIT)
        add_accesses(a, event, variable_at(a, event->loc), out);
    Loc loc = event->loc;
    u32 i = 0;
    do {
        note_location(a, event, loc);
        loc.offset += event->stride;
    } while (++i < event->count);
}

/* The domain of trace/happens_before.h: sets of events, or vector clocks. */
#define HB_CONTEXT Annotator *
#define HB_GOROUTINE u32
#define HB_CHANNEL Object *
#define HB_OBJECT Object *
#define HB_EVENTS
#include "trace/happens_before.h"

static void replace(Knowledge *old, const Knowledge *by)
{
    vec_free(old);
    *old = copy_of(by);
}

static inline u32 hb_goroutine(Annotator *a, u32 number)
{
    known_by(a, number);
    return number;
}

static inline Object *hb_channel(Annotator *a, Loc loc)
{
    return object_at(a, loc);
}

static inline Object *hb_object(Annotator *a, Loc loc)
{
    return object_at(a, loc);
}

static inline void hb_make(Annotator *a, Object *c, u64 capacity, bool closes)
{
    (void)a, (void)closes;
    for (u64 i = 0; i < capacity; i++)
        vec_push(&c->backward, (Knowledge){0});
}

static inline KnowledgeQueue *queue_of(Object *c, HbQueue queue)
{
    return queue == HB_FORWARD ? &c->forward : &c->backward;
}

static inline void hb_push(Annotator *a, u32 p, Object *c, HbQueue queue)
{
    vec_push(queue_of(c, queue), copy_of(known_by(a, p)));
}

static inline void hb_pop(Annotator *a, u32 p, Object *c, HbQueue which)
{
    KnowledgeQueue *queue = queue_of(c, which);
    if (queue->len == 0)
        return;
    join(a, known_by(a, p), &queue->data[0]);
    vec_free(&queue->data[0]);
    memmove(queue->data, queue->data + 1, --queue->len * sizeof *queue->data);
}

static inline void hb_fork(Annotator *a, u32 parent, u32 child)
{
    join(a, &a->known.data[child], &a->known.data[parent]);
}

static inline void hb_meet(Annotator *a, u32 sender, u32 receiver, Object *c)
{
    (void)c;
    join(a, &a->known.data[sender], &a->known.data[receiver]);
    join(a, &a->known.data[receiver], &a->known.data[sender]);
}

static inline void hb_acquire(Annotator *a, u32 p, Object *o)
{
    join(a, known_by(a, p), &o->released);
}

static inline void hb_release(Annotator *a, u32 p, Object *o)
{
    replace(&o->released, known_by(a, p));
}

static inline void hb_merge(Annotator *a, u32 p, Object *o)
{
    join(a, &o->released, known_by(a, p));
}

static inline void hb_release_end(Annotator *a, u32 p, Object *c)
{
    hb_release(a, p, c);
}

static inline void hb_acquire_end(Annotator *a, u32 p, Object *c)
{
    hb_acquire(a, p, c);
}

static inline void hb_begin(Annotator *a, u32 p, Object *o)
{
    replace(known_by(a, p), &o->released);
}

static inline void hb_end(Annotator *a, u32 p)
{
    (void)a, (void)p;
}

/* The notes know accesses to memory only. */
static inline bool hb_closes(Annotator *a, Object *c)
{
    (void)a, (void)c;
    return false;
}

static inline void hb_access_channel(Annotator *a, u32 p, Object *c, HbAccess how)
{
    (void)a, (void)p, (void)c, (void)how;
}

static inline void hb_access_object(Annotator *a, u32 p, Object *o, u8 sub, HbAccess how)
{
    (void)a, (void)p, (void)o, (void)sub, (void)how;
}

/* D(t) = D(t) U {e}, of both sides if two goroutines met. */
static void add_to_sets(Annotator *a, const Event *event)
{
    vec_push(known_by(a, event->goroutine), a->position);
    if (event->kind == EV_RENDEZVOUS)
        vec_push(known_by(a, event->other), a->position);
}

static void tick(Annotator *a, const Event *event)
{
    Knowledge *k = known_by(a, event->goroutine);
    set_clock(k, event->goroutine, clock_of(k, event->goroutine) + 1);
    if (event->kind == EV_RENDEZVOUS) {
        k = known_by(a, event->other);
        set_clock(k, event->other, clock_of(k, event->other) + 1);
    }
}

static bool ticks(const Annotator *a, const Event *event)
{
    EventClass class = event_info[event->kind].class;
    if (a->reading == READING_DJIT)
        return event->kind != EV_READ;
    return class != EVC_ACCESS && class != EVC_MARK && event->kind != EV_MAKE &&
           event->kind != EV_END;
}

/* An event set has the event in it before it goes to others, a clock advances afterwards. */
void annotator_event(Annotator *a, const Event *event, Buf *out)
{
    bool sets = a->reading == READING_EVENTSET;
    bool access = event_info[event->kind].class == EVC_ACCESS;
    Knowledge *k = known_by(a, event->goroutine);
    a->position++;
    if (sets) {
        Buf name = {0};
        add_event_name(a, event, &name);
        buf_putc(&name, '\0');
        vec_push(&a->events, name.data);
    }
    if (a->reading == READING_DJIT)
        add_knowledge(a, k, out);
    if (access)
        note_access(a, event, out);
    if (sets)
        add_to_sets(a, event);
    rule_event(a, event);
    if (!sets && ticks(a, event))
        tick(a, event);
    if (sets) {
        add_event_set(a, event, out);
    } else if (a->reading == READING_FASTTRACK && !access) {
        buf_puts(out, "C(");
        view_goroutine(a->config.view, event->goroutine, out);
        buf_puts(out, ") = ");
        add_knowledge(a, known_by(a, event->goroutine), out);
    }
}

const u32 *annotator_known(const Annotator *a, u32 goroutine, u32 *count)
{
    CHECK(a->reading == READING_EVENTSET);
    bool seen = goroutine < a->known.len;
    *count = seen ? a->known.data[goroutine].len : 0;
    return seen ? a->known.data[goroutine].data : NULL;
}

/* Life ---------------------------------------------------------------------------------------- */

Annotator *annotator_new(const char *reading, const AnnotatorConfig *config)
{
    for (u32 i = 0; i < READINGS; i++)
        if (strcmp(reading, reading_names[i]) == 0) {
            Annotator *a = xcalloc(1, sizeof *a);
            a->config = *config;
            a->reading = (Reading)i;
            return a;
        }
    return NULL;
}

static void queue_free(KnowledgeQueue *queue)
{
    for (u32 i = 0; i < queue->len; i++)
        vec_free(&queue->data[i]);
    vec_free(queue);
}

void annotator_free(Annotator *a)
{
    for (u32 i = 0; i < a->events.len; i++)
        free(a->events.data[i]);
    vec_free(&a->events);
    for (u32 i = 0; i < a->known.len; i++)
        vec_free(&a->known.data[i]);
    vec_free(&a->known);
    for (u32 i = 0; i < a->variables.len; i++)
        vec_free(&a->variables.data[i].reads);
    vec_free(&a->variables);
    for (u32 i = 0; i < a->objects.len; i++) {
        vec_free(&a->objects.data[i].released);
        queue_free(&a->objects.data[i].forward);
        queue_free(&a->objects.data[i].backward);
    }
    vec_free(&a->objects);
    loctable_free(&a->variable_locs);
    loctable_free(&a->object_locs);
    free(a);
}
