/* Random executions, judged by all detectors and by an independent oracle: the graph of all events
 * with the edges of the Go memory model, searched anew for every access. It is checked that
 *   - the first racy access is the same for the oracle and all exact detectors; grace-aw finds the
 *     first one that races with a write, tsan may miss it;
 *   - every reported pair conflicts and is unordered in the graph;
 *   - grace and grace-full agree on every access, also after races, in executions with only plain
 *     accesses;
 *   - R-GC always, occasionally or never, labels fresh or reused, and detectors new or reset, give
 *     the same reports.
 * Some judges grant accesses, which are then entered as the machine does (base/grant.h).
 * The variables are elements of arrays, which are also accessed by ranges.
 * More of them: race_random_test 20000. */
#include <stdlib.h>

#include "base/rng.h"
#include "tests/unit/race_events.h"
#include "tests/unit/test.h"

enum {
    STEPS = 300,
    NODES = 4 * STEPS + 16,
    EDGES = 64 * STEPS,
    ARRAYS = 2,
    LENGTH = 4, /* elements of an array, each of which is a variable, in most executions, ... */
    LONG = 20,  /* ... and in some, where a page has more of them than a detector has marks */
    WHOLE = 70, /* ... and in few, where even bytes fill a page */
    CHANS = 5,
    LOCKS = 4,
    GOROUTINES = 8,
};

/* The graph: an operation is a node where it starts and one where it completes, since "the ith
 * receive happens before the (i+k)th send completes" ([GRACE20], section 2). */

typedef struct Edge {
    u32 from, next;
} Edge;

typedef struct Graph {
    u32 first_edge[NODES], seen[NODES];
    u32 nodes, edges, stamp;
    Edge edge[EDGES];
} Graph;

static void add_edge(Graph *graph, u32 from, u32 to)
{
    if (from == 0)
        return;
    graph->edge[++graph->edges] = (Edge){from, graph->first_edge[to]};
    graph->first_edge[to] = graph->edges;
}

static u32 add_node(Graph *graph, u32 after)
{
    u32 node = ++graph->nodes;
    graph->first_edge[node] = 0;
    graph->seen[node] = 0;
    add_edge(graph, after, node);
    return node;
}

/* Marks everything that happens before node. */
static void mark_past(Graph *graph, u32 node)
{
    static u32 stack[NODES];
    u32 depth = 0;
    graph->stamp++;
    stack[depth++] = node;
    graph->seen[node] = graph->stamp;
    while (depth > 0)
        for (u32 e = graph->first_edge[stack[--depth]]; e; e = graph->edge[e].next) {
            u32 from = graph->edge[e].from;
            if (graph->seen[from] != graph->stamp) {
                graph->seen[from] = graph->stamp;
                stack[depth++] = from;
            }
        }
}

/* The simulated machine ------------------------------------------------------------------ */

typedef struct Touch {
    u32 node, step;
    bool is_write, atomic;
} Touch;

typedef struct Var {
    Loc loc;
    Touch touch[STEPS];
    u32 count;
} Var;

typedef struct Chan {
    bool watched; /* sends read `itself`, close writes it */
    Var itself;
    u32 capacity, sent, received;
    u32 send[STEPS], receive[STEPS]; /* of each operation, the start node */
    u32 closed;                      /* node of the close, or 0 */
} Chan;

typedef struct Lock {
    /* nodes of the releases whose happens-before information it carries */
    u32 releases[STEPS], count;
    Var itself; /* the state that atomic operations access */
} Lock;

typedef struct Verdict {
    bool raw, waw, war;
} Verdict;

enum { MOST_JUDGES = 40 };

/* The first SAME of them must give the same verdict for each access. Exact detectors that are not
 * among these are added at the start. */
enum { SAME = 4, FULL = 4, AFTER_WRITE = 5, AUTO = 0, CACHING = 10, TSAN = 14 };

static struct {
    const char *detector;
    DetectorConfig config;
} judges[MOST_JUDGES] = {
    {"grace", {.gc = DETECTOR_GC_AUTO}},
    {"grace", {.gc = DETECTOR_GC_ALWAYS}},
    {"grace", {.gc = DETECTOR_GC_NEVER}},
    {"grace", {.gc = DETECTOR_GC_AUTO, .fresh_labels = true}},
    {"grace-full", {0}},
    {"grace-aw", {0}},
    {"hybrid", {.gc = DETECTOR_GC_AUTO}},
    {"hybrid", {.gc = DETECTOR_GC_ALWAYS}},
    {"hybrid", {.gc = DETECTOR_GC_NEVER}},
    {"hybrid", {.fresh_labels = true}},
    {"hybrid", {.gc = DETECTOR_GC_AUTO}}, /* with references that it caches in, as the next ones */
    {"hybrid", {.gc = DETECTOR_GC_ALWAYS}},
    {"hybrid", {.gc = DETECTOR_GC_AUTO}}, /* it grants accesses, as the next one */
    {"hybrid", {.gc = DETECTOR_GC_ALWAYS}},
    {"tsan", {0}}, /* it may miss races */
};

static u32 judge_count;
static Detector *used[MOST_JUDGES]; /* of the last execution, to be reset for the next; or NULL */
static bool is_exact[MOST_JUDGES];

typedef struct Judge {
    Detector *detector;
    RaceKind kind; /* of the last report */
    Pos now, before;
} Judge;

typedef struct World {
    Graph graph;
    Rng rng;
    Chan chan[CHANS];
    Lock lock[LOCKS];
    Var var[ARRAYS][WHOLE];
    u32 length;          /* of the arrays */
    u32 stride[ARRAYS];  /* elements may share pages and cells of the detectors */
    u32 last[STEPS + 2]; /* goroutine -> its last node */
    u32 alive[GOROUTINES], alive_count;
    u32 spread;     /* factor of the goroutine numbers, see judge_number */
    u32 goroutines; /* number of goroutines so far */
    u32 step;
    u64 objects;
    bool raced;      /* according to the oracle */
    bool only_plain; /* no atomic accesses, and sends are none */
    Judge judge[MOST_JUDGES];
    Touch by_step[STEPS + 1];
    const Var *var_by_step[STEPS + 1]; /* the first that the step accessed, ... */
    u32 vars_by_step[STEPS + 1];       /* ... of so many in a row */
} World;

static World world;
static u32 missed;          /* first races that tsan did not see */
static u32 race_free, racy; /* number of executions of each kind */

static void on_race(void *ctx, const RaceReport *report)
{
    Judge *judge = ctx;
    judge->kind = report->kind;
    judge->now = report->now.span.start;
    judge->before = report->before.span.start;
}

/* References that the detectors of the judges from CACHING on find again, as the VM keeps them. */
enum { REFS = 64 };
static struct {
    GoroutineRef goroutine[2][REFS]; /* those that act, and the others */
    ObjectRef object[2][REFS];       /* no channels, channels */
} refs[MOST_JUDGES];

static GoroutineRef *goroutine_ref(u32 i, u32 number, bool is_other)
{
    GoroutineRef *ref = &refs[i].goroutine[is_other][number % REFS];
    if (ref->number != number)
        *ref = (GoroutineRef){.number = number};
    return ref;
}

static ObjectRef *object_ref(u32 i, const Event *event)
{
    bool is_channel = event_info[event->kind].class == EVC_CHANNEL;
    ObjectRef *ref =
        &refs[i].object[is_channel][(event->loc.object * 4 + event->loc.offset) % REFS];
    if (!loc_equal(ref->loc, event->loc))
        *ref = (ObjectRef){.loc = event->loc};
    return ref;
}

/* The machine's part of grants: its filter (vm/filter.h), with few entries, so that lines are
 * evicted. */
enum { GRANTING = 12, LINES = 6 };

typedef struct Line {
    u32 goroutine, segment;
    u64 object, number; /* of the line in the object */
    u64 read, write;
    Grant grant;
} Line;

/* Of each goroutine: its segment by the filter; the one in which it enters what is granted, or 0;
 * and the holder of what is granted to it. */
typedef struct Entering {
    u32 goroutine, segment, entered, holder;
} Entering;

static struct {
    Line line[LINES];
    Entering of[REFS];
} filters[TSAN - GRANTING];

/* One that takes the place of another begins a segment, without what was granted before. */
static Entering *entering(u32 i, u32 goroutine)
{
    Entering *of = &filters[i - GRANTING].of[goroutine * 0x9e3779b1u >> 26];
    _Static_assert(REFS == 1 << 6, "the hash has as many bits");
    if (of->goroutine != goroutine)
        *of = (Entering){goroutine, of->segment + 1, 0, of->holder + 1};
    return of;
}

static u32 granted, granted_reads; /* accesses; those of what many read */
static u32 granted_values;         /* of several locations */
static u32 kept;                   /* grants that outlived a segment */

/* The line keeps what is granted from one segment of its goroutine to the next. */
static Line *find_line(u32 i, u32 goroutine, u64 object, u64 number)
{
    const Entering *of = entering(i, goroutine);
    Line *line = &filters[i - GRANTING].line[(goroutine + object + number) % LINES];
    if (line->goroutine != goroutine || line->object != object || line->number != number ||
        line->grant.holder != of->holder)
        *line = (Line){goroutine, of->segment, object, number, 0, 0, {0}};
    if (line->segment != of->segment) {
        kept += line->grant.bytes != 0;
        line->segment = of->segment;
        line->read = line->write = 0;
    }
    return line;
}

/* Where the location is: objects begin at any multiple of 16 in lines, after a header. */
static u64 address(Loc loc)
{
    return loc.offset + PLACE_SKEW + loc.object % 4 * 16;
}

static void see(Line *line, u64 bits, bool write)
{
    line->read = write ? line->read & ~bits : line->read | bits;
    line->write |= write ? bits : 0;
}

/* The tag of an access that may be granted others, from byte `byte` of the line on. */
static EventTag offer(EventSink *sink, Line *line, const Event *event, u32 byte, Entering *of)
{
    EventTag tag = event_tag(event->kind, SYNC_NONE, 0);
    sink->offer = (GrantOffer){&line->grant, &line->read, &line->write, &of->entered,
                               (i32)byte - (i32)place_byte(event->loc)};
    line->grant.holder = of->holder;
    tag.grants = true;
    return tag;
}

/* Whether these accesses, the bits `wanted` of the line, are all granted; then they are entered. */
static bool enter_granted(EventSink *sink, GoroutineRef *goroutine, Entering *of, const Line *line,
                          u64 wanted, const Event *event)
{
    if (wanted & ~line->grant.bytes || !grant_holds(&line->grant))
        return false;
    if (!of->entered && event->span.start % 3 == 0) /* else it is to be reported */
        of->entered = sink->segment(sink, goroutine);
    for (u64 left = wanted; left; left &= left - 1)
        if (!grant_enter(&line->grant, of->entered, goroutine->number, (u32)__builtin_ctzll(left),
                         event->span, event->kind == EV_WRITE))
            return false;
    return true;
}

/* A single access that is reported unless it is repeated or granted. */
static void filtered_access(u32 i, EventSink *sink, GoroutineRef *goroutine, const Event *event)
{
    bool write = event->kind == EV_WRITE;
    PlaceRef place = place_ref(event->loc);
    place.bytes = PLACE_BYTES;
    u64 addr = address(event->loc);
    u32 byte = addr % 64;
    Entering *of = entering(i, goroutine->number);
    Line *line = find_line(i, goroutine->number, event->loc.object, addr / 64);
    if ((write ? line->write : line->read) >> byte & 1)
        return;
    see(line, 1ull << byte, write);
    if (enter_granted(sink, goroutine, of, line, 1ull << byte, event)) {
        granted++;
        granted_reads += (line->grant.cells & GRANT_READS) != 0;
        return;
    }
    EventTag tag = offer(sink, line, event, byte, of);
    sink->calls->access(sink, goroutine, &place, place_byte(event->loc), event->span, tag);
}

/* The same of an access to a value of several locations, all in one line and place. */
static void filtered_value(u32 i, EventSink *sink, GoroutineRef *goroutine, const Event *event)
{
    bool write = event->kind == EV_WRITE;
    u32 byte = address(event->loc) % 64;
    Entering *of = entering(i, goroutine->number);
    Line *line = find_line(i, goroutine->number, event->loc.object, address(event->loc) / 64);
    u64 bits = 0;
    for (u32 k = 0; k < event->count; k++)
        bits |= 1ull << k * event->stride;
    u64 wanted = bits << byte & ~(write ? line->write : line->read);
    if (!wanted)
        return;
    bool done = enter_granted(sink, goroutine, of, line, wanted, event);
    see(line, wanted, write);
    granted_values += done;
    if (done)
        return;
    PlaceRef place = place_ref(event->loc);
    place.bytes = PLACE_BYTES;
    EventTag tag = offer(sink, line, event, byte, of);
    sink->calls->access_some(sink, goroutine, &place, bits << place_byte(event->loc), event->span,
                             tag);
}

/* Whether all locations of the event are in one line and in one place. */
static bool is_near(const Event *event)
{
    u64 last = (u64)(event->count - 1) * event->stride;
    return last < 64 && address(event->loc) % 64 + last < 64 &&
           place_byte(event->loc) + last < PLACE_BYTES;
}

/* The same of any event. */
static void deliver_filtered(u32 i, EventSink *sink, const Event *event)
{
    GoroutineRef *goroutine = goroutine_ref(i, event->goroutine, false);
    EventClass class = event_info[event->kind].class;
    bool part = event->sub != SYNC_NONE || event->flags & EVF_ATOMIC;
    bool loop = event->count > 1 && event->span.start % 2; /* element by element */
    if (class == EVC_ACCESS && !part && (event->count == 1 || loop)) {
        Event one = *event;
        one.count = 1;
        for (u32 k = 0; k < event->count; k++, one.loc.offset += event->stride)
            filtered_access(i, sink, goroutine, &one);
        return;
    }
    if (class == EVC_ACCESS && !part && is_near(event)) {
        filtered_value(i, sink, goroutine, event);
        return;
    }
    if (class != EVC_ACCESS) {
        Entering *of = entering(i, event->goroutine), *other = entering(i, event->other);
        of->entered = other->entered = 0;
        of->segment += event->kind != EV_ACQUIRE;
        of->holder += event->kind == EV_RECV_CLOSED;
        other->segment++;
        other->holder += event->kind == EV_GO;
    }
    sink_event_of(sink, event, goroutine, goroutine_ref(i, event->other, true),
                  object_ref(i, event));
}

/* Passes the event to judge i. */
static void deliver(u32 i, EventSink *sink, const Event *event)
{
    if (i >= GRANTING && i < TSAN)
        deliver_filtered(i, sink, event);
    else if (i >= CACHING && i < TSAN)
        sink_event_of(sink, event, goroutine_ref(i, event->goroutine, false),
                      goroutine_ref(i, event->other, true), object_ref(i, event));
    else
        sink_event(sink, event);
    if (event->kind == EV_END)
        for (u32 k = 0; k < 2; k++)
            *goroutine_ref(i, event->goroutine, k) = (GoroutineRef){0};
}

/* Judge i's detector is new, or has forgotten objects. */
static void drop_refs(u32 i)
{
    memset(&refs[i], 0, sizeof refs[i]);
    if (i >= GRANTING && i < TSAN)
        memset(&filters[i - GRANTING], 0, sizeof filters[i - GRANTING]);
}

/* The number of a goroutine for the judges: consecutive, or equal modulo powers of two. */
static u32 judge_number(u32 p)
{
    return p == 0 ? 0 : (p - 1) * world.spread + 1;
}

static void emit(Event event)
{
    event.span = (Span){world.step, world.step + 1};
    event.goroutine = judge_number(event.goroutine);
    event.other = judge_number(event.other);
    for (u32 i = 0; i < judge_count; i++)
        deliver(i, detector_sink(world.judge[i].detector), &event);
}

static u32 pick(u32 n)
{
    return rng_below(&world.rng, n);
}

static u32 pick_goroutine(void)
{
    return world.alive[pick(world.alive_count)];
}

/* Begins an operation of p: a new node after its last one. */
static u32 advance(u32 p)
{
    return world.last[p] = add_node(&world.graph, world.last[p]);
}

/* Accesses ------------------------------------------------------------------------------------- */

static Verdict judge_access(const Var *var, u32 node, bool is_write, bool atomic)
{
    Verdict verdict = {0};
    mark_past(&world.graph, node);
    for (u32 i = 0; i < var->count; i++) {
        const Touch *touch = &var->touch[i];
        if (world.graph.seen[touch->node] == world.graph.stamp || (atomic && touch->atomic))
            continue;
        verdict.raw |= !is_write && touch->is_write;
        verdict.waw |= is_write && touch->is_write;
        verdict.war |= is_write && !touch->is_write;
    }
    return verdict;
}

/* Whether there is a variable that both steps have accessed. */
static bool same_variable(u32 a, u32 b)
{
    const Var *first = world.var_by_step[a], *other = world.var_by_step[b];
    return other < first + world.vars_by_step[a] && first < other + world.vars_by_step[b];
}

static void check_pair(const Judge *judge, u32 node)
{
    const Touch *before = &world.by_step[judge->before];
    EXPECT_INT(judge->now, world.step);
    EXPECT(same_variable(judge->before, world.step));
    EXPECT(before->is_write == (judge->kind != RACE_WAR));
    mark_past(&world.graph, node);
    EXPECT(world.graph.seen[before->node] != world.graph.stamp);
}

static void check_access(Verdict verdict, const u64 *races, u32 node)
{
    bool is_racy = verdict.raw || verdict.waw || verdict.war;
    for (u32 i = 0; i < judge_count; i++) {
        Judge *judge = &world.judge[i];
        bool found = detector_races(judge->detector) > races[i];
        bool expected = i == AFTER_WRITE ? verdict.raw || verdict.waw : is_racy;
        if (found)
            check_pair(judge, node);
        if (!is_exact[i] && i != AFTER_WRITE)
            missed += is_racy && !found && !world.raced;
        else if (!world.raced)
            EXPECT_INT(found, expected);
        if (i == FULL && found && !world.raced && judge->kind != RACE_RAW)
            EXPECT_INT(judge->kind == RACE_WAR, verdict.war);
        if (i < SAME || (i == FULL && world.only_plain))
            EXPECT_INT(found, detector_races(world.judge[AUTO].detector) > races[AUTO]);
        if (i < SAME && found)
            EXPECT(judge->kind == world.judge[AUTO].kind &&
                   judge->before == world.judge[AUTO].before);
    }
    world.raced |= is_racy;
}

/* Emits an event that accesses `count` variables in a row at that node, and checks the verdicts. */
static void emit_accesses(Var *var, u32 count, u32 node, bool is_write, bool atomic, Event event)
{
    Verdict verdict = {0};
    for (u32 i = 0; i < count; i++) {
        Verdict one = judge_access(&var[i], node, is_write, atomic);
        verdict = (Verdict){verdict.raw | one.raw, verdict.waw | one.waw, verdict.war | one.war};
    }
    u64 races[MOST_JUDGES] = {0};
    for (u32 i = 0; i < judge_count; i++)
        races[i] = detector_races(world.judge[i].detector);
    world.by_step[world.step] = (Touch){node, world.step, is_write, atomic};
    world.var_by_step[world.step] = var;
    world.vars_by_step[world.step] = count;
    emit(event);
    check_access(verdict, races, node);
    for (u32 i = 0; i < count; i++)
        var[i].touch[var[i].count++] = world.by_step[world.step];
}

static void emit_access(Var *var, u32 node, bool is_write, bool atomic, Event event)
{
    emit_accesses(var, 1, node, is_write, atomic, event);
}

static bool races_at(const Var *var, u32 node, bool is_write, bool atomic)
{
    Verdict verdict = judge_access(var, node, is_write, atomic);
    return verdict.raw || verdict.waw || verdict.war;
}

/* Avoids most races, since an execution ends soon after one. */
static bool too_early(const Var *var, u32 node, bool is_write, bool atomic)
{
    return races_at(var, node, is_write, atomic) && pick(100) > 0;
}

static void touch(u32 p, Var *var, bool is_write, bool atomic)
{
    u32 before = world.last[p], node = advance(p);
    if (too_early(var, node, is_write, atomic)) {
        world.last[p] = before;
        return;
    }
    emit_access(var, node, is_write, atomic,
                (Event){.kind = is_write ? EV_WRITE : EV_READ,
                        .flags = atomic ? EVF_ATOMIC : 0,
                        .goroutine = p,
                        .loc = var->loc,
                        .count = 1});
}

/* Several elements of an array in one event: a copy, a struct, a loop. Never a race, of which the
 * detectors might report another element. */
static void touch_range(u32 p, u32 array, bool is_write)
{
    bool all = pick(3) == 0;
    Var *var = &world.var[array][all ? 0 : pick(world.length - 1)];
    u32 count = all ? world.length : 2 + pick((u32)(world.var[array] + world.length - var) - 1);
    u32 before = world.last[p], node = advance(p);
    for (u32 i = 0; i < count; i++)
        if (races_at(&var[i], node, is_write, false)) {
            world.last[p] = before;
            return;
        }
    emit_accesses(var, count, node, is_write, false,
                  (Event){.kind = is_write ? EV_WRITE : EV_READ,
                          .goroutine = p,
                          .loc = var->loc,
                          .count = count,
                          .stride = world.stride[array]});
}

/* Some begin where the second page of the object does. */
static void make_array(u32 array)
{
    static const u32 strides[] = {1, 2, 4, 8, 16, 24};
    u64 object = ++world.objects, first = pick(2) ? 8 : 48 + 8 * pick(3);
    world.stride[array] = strides[pick(COUNT_OF(strides))];
    for (u32 i = 0; i < world.length; i++) {
        world.var[array][i].loc = (Loc){object, first + i * world.stride[array]};
        world.var[array][i].count = 0;
    }
}

/* The array dies and another one takes its place. */
static void replace_array(u32 array)
{
    for (u32 i = 0; i < judge_count; i++) {
        EventSink *sink = detector_sink(world.judge[i].detector);
        sink_forget(sink, world.var[array]->loc.object);
        drop_refs(i);
    }
    make_array(array);
}

/* Channels ------------------------------------------------------------------------------------- */

static Loc chan_loc(const Chan *c)
{
    return (Loc){1ull << 32, (u64)(c - world.chan)};
}

/* A send or close; see EVF_CLOSED. */
static void emit_chan(Chan *c, u32 node, bool is_write, Event event)
{
    event.loc = chan_loc(c);
    if (c->watched)
        emit_access(&c->itself, node, is_write, false, event);
    else
        emit(event);
}

static void rendezvous(u32 p, Chan *c)
{
    u32 q = pick_goroutine();
    if (q == p || c->closed)
        return;
    u32 a = advance(p), b = advance(q);
    emit_chan(c, a, false,
              (Event){.kind = EV_RENDEZVOUS, .goroutine = p, .other = q, .flags = (u8)pick(4)});
    u32 a_done = advance(p), b_done = advance(q);
    add_edge(&world.graph, a, b_done);
    add_edge(&world.graph, b, a_done);
}

static void send(u32 p, Chan *c)
{
    if (c->closed || c->sent - c->received == c->capacity)
        return;
    c->send[c->sent] = advance(p);
    emit_chan(c, c->send[c->sent], false, (Event){.kind = EV_SEND, .goroutine = p});
    u32 done = advance(p);
    if (c->sent >= c->capacity)
        add_edge(&world.graph, c->receive[c->sent - c->capacity], done);
    c->sent++;
}

static void receive(u32 p, Chan *c)
{
    if (c->sent == c->received && !c->closed)
        return;
    u32 start = advance(p), done = advance(p);
    if (c->sent == c->received) {
        add_edge(&world.graph, c->closed, done);
        emit((Event){.kind = EV_RECV_CLOSED, .goroutine = p, .loc = chan_loc(c)});
        return;
    }
    add_edge(&world.graph, c->send[c->received], done);
    c->receive[c->received++] = start;
    emit((Event){.kind = EV_RECV, .goroutine = p, .loc = chan_loc(c)});
}

static void communicate(u32 p)
{
    Chan *c = &world.chan[pick(CHANS)];
    u32 what = pick(40);
    if (what == 0 && !c->closed) {
        u32 before = world.last[p];
        if (c->watched && too_early(&c->itself, advance(p), true, false)) {
            world.last[p] = before;
            return;
        }
        c->closed = advance(p);
        emit_chan(c, c->closed, true, (Event){.kind = EV_CLOSE, .goroutine = p});
    } else if (c->capacity == 0 && !c->closed) {
        rendezvous(p, c);
    } else if (what < 20) {
        send(p, c);
    } else {
        receive(p, c);
    }
}

/* Locks, atomics, timers ----------------------------------------------------------------------- */

static void learn_lock(const Lock *lock, u32 done)
{
    for (u32 i = 0; i < lock->count; i++)
        add_edge(&world.graph, lock->releases[i], done);
}

static void synchronise(u32 p)
{
    Lock *lock = &world.lock[pick(LOCKS)];
    EventKind kind = EV_ACQUIRE + pick(4);
    u32 start = advance(p), done = advance(p);
    if (kind == EV_ACQUIRE || kind == EV_ACQUIRE_RELEASE)
        learn_lock(lock, done);
    if (kind == EV_RELEASE || kind == EV_ACQUIRE_RELEASE)
        lock->count = 0;
    if (kind == EV_ACQUIRE_RELEASE)
        lock->releases[lock->count++] = done;
    else if (kind != EV_ACQUIRE && lock->count < 20)
        lock->releases[lock->count++] = start;
    else if (kind != EV_ACQUIRE)
        return; /* enough for this test */
    bool atomic = !world.only_plain && pick(2),
         acquires = kind == EV_ACQUIRE || kind == EV_ACQUIRE_RELEASE;
    Event event = {.kind = (u8)kind,
                   .sub = SYNC_OTHER,
                   .flags = atomic ? EVF_ATOMIC : 0,
                   .goroutine = p,
                   .loc = lock->itself.loc};
    if (atomic)
        emit_access(&lock->itself, acquires ? done : start, kind != EV_ACQUIRE, true, event);
    else
        emit(event);
}

/* Goroutines ----------------------------------------------------------------------------------- */

static void start_goroutine(u32 p)
{
    if (world.alive_count == GOROUTINES)
        return;
    u32 child = ++world.goroutines;
    world.alive[world.alive_count++] = child;
    if (pick(4) > 0) {
        u32 start = advance(p);
        world.last[child] = add_node(&world.graph, start);
        emit((Event){.kind = EV_GO, .goroutine = p, .other = child});
        return;
    }
    Lock *timer = &world.lock[pick(LOCKS)];
    world.last[child] = add_node(&world.graph, 0);
    learn_lock(timer, world.last[child]);
    emit((Event){.kind = EV_TIMER, .goroutine = child, .other = p, .loc = timer->itself.loc});
}

static void end_goroutine(void)
{
    u32 i = pick(world.alive_count);
    u32 p = world.alive[i];
    if (p == GOROUTINE_MAIN)
        return;
    world.alive[i] = world.alive[--world.alive_count];
    emit((Event){.kind = EV_END, .goroutine = p});
}

/* Executions ----------------------------------------------------------------------------------- */

/* A new detector for judge i, or one that has judged other executions. */
static Detector *detector_for(u32 i)
{
    if (used[i]) {
        detector_reset(used[i]);
    } else {
        DetectorConfig config = judges[i].config;
        config.on_race = on_race;
        config.ctx = &world.judge[i];
        used[i] = detector_new(judges[i].detector, &config);
    }
    return used[i];
}

static void free_detectors(void)
{
    for (u32 i = 0; i < judge_count; i++) {
        detector_free(used[i]);
        used[i] = NULL;
    }
}

static void begin(u64 seed)
{
    static const u32 capacities[CHANS] = {0, 0, 1, 2, 5};
    memset(&world, 0, sizeof world);
    world.rng.state = seed;
    world.only_plain = seed % 2;
    static const u32 spreads[] = {1, 16, 5, 300};
    world.spread = spreads[seed / 2 % COUNT_OF(spreads)];
    for (u32 i = 0; i < judge_count; i++) {
        world.judge[i].detector = detector_for(i);
        drop_refs(i);
    }
    world.alive[0] = GOROUTINE_MAIN;
    world.alive_count = world.goroutines = 1;
    for (u32 i = 0; i < CHANS; i++) {
        world.chan[i].capacity = capacities[i];
        world.chan[i].watched = !world.only_plain && pick(2);
        emit((Event){.kind = EV_MAKE,
                     .goroutine = 1,
                     .loc = chan_loc(&world.chan[i]),
                     .flags = world.chan[i].watched ? EVF_CLOSED : 0,
                     .arg = capacities[i]});
    }
    for (u32 i = 0; i < LOCKS; i++)
        world.lock[i].itself.loc = (Loc){++world.objects, 8};
    world.length = pick(4) ? LENGTH : pick(6) ? LONG : WHOLE;
    for (u32 i = 0; i < ARRAYS; i++)
        make_array(i);
}

static void step(void)
{
    u32 p = pick_goroutine(), what = pick(100);
    world.step++;
    if (what < 45)
        touch(p,
              what == 0 ? &world.lock[pick(LOCKS)].itself
                        : &world.var[pick(ARRAYS)][pick(world.length)],
              pick(3) == 0, !world.only_plain && pick(4) == 0);
    else if (what < 55)
        touch_range(p, pick(ARRAYS), pick(3) == 0);
    else if (what < 80)
        communicate(p);
    else if (what < 90)
        synchronise(p);
    else if (what < 96)
        start_goroutine(p);
    else if (what < 98)
        end_goroutine();
    else
        replace_array(pick(ARRAYS));
}

/* The judges that collect now and then do so now: what they had gathered in 300 steps would not yet
 * make them. */
static void collect(void)
{
    for (u32 i = 0; i < judge_count; i++)
        if (judges[i].config.gc == DETECTOR_GC_AUTO)
            detector_gc(world.judge[i].detector);
}

static void run_random(u64 seed)
{
    begin(seed);
    while (world.step < STEPS && test_ok) {
        step();
        if (world.step % (30 + seed % 200) == 0)
            collect();
    }
    if (!test_ok)
        printf("seed %llu, step %u\n", (unsigned long long)seed, world.step);
    racy += world.raced;
    race_free += !world.raced;
    if (seed % 3 == 0)
        free_detectors();
}

static u32 executions = 3000;

static void test_random_executions(void)
{
    for (u32 i = 1; i <= executions && test_ok; i++)
        run_random(i);
    free_detectors();
    EXPECT(racy > executions / 5 && race_free > executions / 20);
    EXPECT(granted > executions && granted_reads > executions / 100 && kept > executions);
    EXPECT(granted_values > executions / 100);
}

/* Event streams that no program can cause must do no harm: a trace may have been edited. */
static void test_nonsense(void)
{
    Rng rng = {99};
    for (u32 i = 0; i < 300; i++) {
        Detector *detector =
            detector_new(judges[i % judge_count].detector, &judges[i % judge_count].config);
        drop_refs(i % judge_count);
        EventSink *sink = detector_sink(detector);
        for (u32 k = 0; k < 400; k++) {
            Event event = {.kind = (u8)rng_below(&rng, EV_COUNT),
                           .sub = (u8)rng_below(&rng, SYNC_COUNT),
                           .goroutine = rng_below(&rng, 5),
                           .other = rng_below(&rng, 5),
                           .loc = {rng_below(&rng, 3), rng_below(&rng, 4)},
                           .count = rng_below(&rng, 4),
                           .stride = rng_below(&rng, 3),
                           .arg = rng_below(&rng, 3)};
            deliver(i % judge_count, sink, &event);
            if (rng_below(&rng, 20) == 0) {
                sink_forget(sink, rng_below(&rng, 3));
                drop_refs(i % judge_count);
            }
        }
        Buf state = {0};
        detector_state(detector, &state);
        detector_gc(detector);
        buf_free(&state);
        detector_free(detector);
    }
    EXPECT(true);
}

static void add_judge(const DetectorInfo *info)
{
    bool known = false;
    for (u32 i = 0; i < judge_count; i++)
        if (!strcmp(judges[i].detector, info->name))
            known = is_exact[i] = true;
    if (!known && judge_count < MOST_JUDGES) {
        judges[judge_count].detector = info->name;
        is_exact[judge_count++] = true;
    }
}

static void find_judges(void)
{
    while (judges[judge_count].detector)
        judge_count++;
    u32 count;
    const DetectorInfo *list = detector_list(&count);
    for (u32 i = 0; i < count; i++)
        if (list[i].exact)
            add_judge(&list[i]);
}

int main(int argc, char **argv)
{
    find_judges();
    if (argc > 1)
        executions = (u32)atoi(argv[1]);
    RUN(test_random_executions);
    RUN(test_nonsense);
    printf("%u executions with a race, of which tsan misses %u; %u without; %u accesses granted, "
           "%u of "
           "shared reads\n",
           racy, missed, race_free, granted, granted_reads);
    return test_summary("race_random");
}
