#include "vm/access_log.h"

#include "trace/happens_before.h"
#include "vm/chan.h"
#include "vm/heap.h"
#include "vm/region.h"

enum { LOOK_BACK = 8 };

void log_free(AccessLog *log)
{
    vec_free(&log->own);
    vec_free(&log->clashes);
    facts_free(&log->facts);
    map_free(&log->places);
}

/* ---- places ---- */

static u64 place_of(const AccessLog *log, u64 addr)
{
    const Region *region = heap_region(log->vm);
    if (!region_has(region, (const void *)(addr - 1)))
        return addr;
    const RegionHeader *header = region_header(region, addr);
    return (u64)header->granules << 32 | (addr - (u64)header);
}

/* By main, or by others, of whom there may be several. */
enum { BY_MAIN = 4 };

void log_note(AccessLog *log, u32 goroutine, const void *addr, AccessKind kind)
{
    u32 how = kind | (goroutine == GOROUTINE_MAIN ? BY_MAIN : 0);
    u64 noted = (u64)addr << 3 | how;
    u64 *lately = &log->lately[hash_u64(noted) % LATELY_NOTED];
    if (*lately == noted)
        return;
    *lately = noted;
    *map_put(&log->places, place_of(log, (u64)addr)) |= 1ull << how;
}

/* Whether two of these ways to access a place, a set as bits, could race. */
static bool is_suspect(u64 set)
{
    for (u32 a = 0; a < 2 * BY_MAIN; a++)
        for (u32 b = a; b < 2 * BY_MAIN; b++)
            if (set >> a & set >> b & 1 && access_conflict(a, b) && !(a & b & BY_MAIN))
                return true;
    return false;
}

bool log_suspects(const AccessLog *log)
{
    u32 cursor = 0;
    MapEntry *entry;
    while ((entry = map_next(&log->places, &cursor)))
        if (is_suspect(entry->value))
            return true;
    return false;
}

/* ---- accesses ---- */

/* Leaves out what was just said. */
static void add(AccessList *list, AccessEntry entry)
{
    u32 last = list->len > LOOK_BACK ? list->len - LOOK_BACK : 0;
    for (u32 i = list->len; i > last; i--)
        if (list->data[i - 1] == entry)
            return;
    vec_push(list, entry);
}

/* An access that stands for a demand on the order of two operations (track_order). */
static void add_order(AccessLog *log, u32 g, u64 addr, AccessKind kind)
{
    CHECK(g <= MOST_GOROUTINES && addr >> 47 == 0);
    AccessEntry entry = ACCESS_ENTRY(g, addr, kind);
    CHECK(ACCESS_GOROUTINE(entry) == g && ACCESS_ADDR(entry) == addr);
    if (!log->exact)
        add(&log->own, entry);
    else if (facts_access(&log->facts, g, ACCESS_WHAT(entry)))
        vec_push(&log->clashes, entry);
}

static void add_access(AccessLog *log, u32 g, u64 addr, AccessKind kind)
{
    const u64 *set = log->exact ? map_get(&log->places, place_of(log, addr)) : NULL;
    if (!log->exact || (set && is_suspect(*set)))
        add_order(log, g, addr, kind);
}

/* Locations are addresses here: globals by their offset, all other memory as it is. */
static u64 addr_of(const AccessLog *log, Loc loc)
{
    CHECK(loc.object == 0 ||
          loc.object == HEAP_ADDRESS); /* there is a region: nothing has a name */
    return loc.object ? loc.offset : (u64)log->vm->globals + loc.offset;
}

static AccessKind kind_of(EventTag tag)
{
    return tag.kind == EV_WRITE ? ACCESS_WRITE : ACCESS_READ;
}

static void on_access(EventSink *sink, GoroutineRef *g, Loc loc, Span span, EventTag tag)
{
    AccessLog *log = (AccessLog *)sink;
    (void)span;
    add_access(log, g->number, addr_of(log, loc), kind_of(tag));
}

/* Of a send that is to come, a boundary has shown the access to the channel already, unless the
 * log is exact. */
static void on_accesses(EventSink *sink, GoroutineRef *g, Loc loc, u32 count, u32 stride, Span span,
                        EventTag tag)
{
    AccessLog *log = (AccessLog *)sink;
    u64 addr = addr_of(log, loc);
    (void)span;
    if (tag.sub == SYNC_NONE)
        for (u32 i = 0; i < count; i++)
            add_access(log, g->number, addr + (u64)i * stride, kind_of(tag));
    else if (tag.sub != SYNC_CHAN_SEND || log->exact)
        add_order(log, g->number, addr, kind_of(tag));
}

/* ---- who learns from whom ---- */

static void access_itself(AccessLog *log, u32 g, u64 addr, EventTag tag)
{
    bool reads = hb_own_access((EventKind)tag.kind, tag.sub) == HB_READ;
    add_access(log, g, addr, ACCESS_ATOMIC | (reads ? ACCESS_READ : ACCESS_WRITE));
}

static void on_sync(EventSink *sink, GoroutineRef *g, ObjectRef *object, Span span, EventTag tag)
{
    AccessLog *log = (AccessLog *)sink;
    u64 addr = addr_of(log, object->loc);
    (void)span;
    CHECK(log->vm->sink == sink);
    if (!log->exact)
        return;
    if (tag.kind == EV_ACQUIRE || tag.kind == EV_ACQUIRE_RELEASE)
        facts_tell(&log->facts, KNOWER(addr, 0), g->number, TELL_ALSO);
    if (tag.flags & EVF_ATOMIC)
        access_itself(log, g->number, addr, tag);
    if (tag.kind != EV_ACQUIRE)
        facts_tell(&log->facts, g->number, KNOWER(addr, 0),
                   tag.kind == EV_RELEASE_MERGE ? TELL_ALSO : TELL_INSTEAD);
}

/* Places in the buffer count from 1; what the channel itself knows is what was known when it was
 * closed. What a value's sender knew is at its place, and what its receiver knew after that. */
enum { MOST_PLACES = UINT16_MAX };

static Knower buffer_place(AccessLog *log, const Chan *ch, u64 index)
{
    CHECK(ch->cap > 0 && ch->count <= ch->cap);
    log->vague |= ch->cap > MOST_PLACES;
    return KNOWER(ch, index % ch->cap % MOST_PLACES + 1);
}

/* The VM's own references are part of its channels, and this is its only sink. */
static const Chan *chan_of(const ObjectRef *channel)
{
    CHECK(!channel->cache); /* this sink leaves none, and a snapshot must not hold one */
    return (const Chan *)((const char *)channel - offsetof(Chan, ref));
}

static void demand_open(AccessLog *log, u32 g, const Chan *ch, AccessKind kind)
{
    if (ch->watched)
        add_order(log, g, (u64)ch, kind);
}

static void on_channel_exact(AccessLog *log, u32 g, const Chan *ch, EventKind kind)
{
    switch (kind) {
    case EV_SEND:
        demand_open(log, g, ch, ACCESS_READ);
        facts_tell(&log->facts, g, buffer_place(log, ch, ch->first + ch->count + ch->cap - 1),
                   TELL_BOTH);
        break;
    case EV_RECV:
        facts_tell(&log->facts, g, buffer_place(log, ch, ch->first + ch->cap - 1), TELL_BOTH);
        break;
    case EV_RECV_CLOSED: facts_tell(&log->facts, KNOWER(ch, 0), g, TELL_ALSO); break;
    case EV_CLOSE:
        demand_open(log, g, ch, ACCESS_WRITE);
        facts_tell(&log->facts, g, KNOWER(ch, 0), TELL_INSTEAD);
        break;
    default: break;
    }
}

/* The channel is as it is after the operation. */
static void on_channel(EventSink *sink, GoroutineRef *g, ObjectRef *channel, Span span,
                       EventTag tag)
{
    AccessLog *log = (AccessLog *)sink;
    (void)span;
    log->blind |= tag.kind == EV_RECV && g->number != GOROUTINE_MAIN;
    if (log->exact)
        on_channel_exact(log, g->number, chan_of(channel), tag.kind);
}

static void on_rendezvous(EventSink *sink, GoroutineRef *sender, GoroutineRef *receiver,
                          ObjectRef *channel, Span span, Span receiver_span, EventTag tag)
{
    AccessLog *log = (AccessLog *)sink;
    (void)span, (void)receiver_span, (void)tag;
    CHECK(sender->number != receiver->number);
    if (!log->exact)
        return;
    demand_open(log, sender->number, chan_of(channel), ACCESS_READ);
    facts_tell(&log->facts, sender->number, receiver->number, TELL_ALSO);
    facts_tell(&log->facts, receiver->number, sender->number, TELL_ALSO);
}

static void on_go(EventSink *sink, GoroutineRef *parent, GoroutineRef *child, Span span)
{
    AccessLog *log = (AccessLog *)sink;
    (void)span;
    if (log->exact)
        facts_tell(&log->facts, parent->number, child->number, TELL_ALSO);
}

static void on_timer(EventSink *sink, GoroutineRef *machine, ObjectRef *timer, u32 setter,
                     Span span, EventTag tag)
{
    AccessLog *log = (AccessLog *)sink;
    (void)setter, (void)span, (void)tag;
    log->blind = true;
    if (log->exact)
        facts_tell(&log->facts, KNOWER(addr_of(log, timer->loc), 0), machine->number, TELL_INSTEAD);
}

/* A select that took its default: whether it could depends on all other goroutines. */
static void on_mark(EventSink *sink, GoroutineRef *g, Loc loc, Span span, EventTag tag)
{
    (void)g, (void)loc, (void)span;
    ((AccessLog *)sink)->blind |= tag.kind == EV_DEFAULT;
}

static const SinkCalls log_calls = {
    .access = on_access,
    .accesses = on_accesses,
    .go = on_go,
    .end = ignore_end,
    .make = ignore_make,
    .channel = on_channel,
    .rendezvous = on_rendezvous,
    .sync = on_sync,
    .timer = on_timer,
    .mark = on_mark,
    .over = ignore_over,
};

void log_init(AccessLog *log)
{
    *log = (AccessLog){.sink = {.wants = WANT_ACCESS | WANT_REPEATS, .calls = &log_calls}};
}

/* ---- what is past ---- */

void log_clear(AccessLog *log, const G *g)
{
    u32 kept = 0;
    for (u32 i = 0; i < log->own.len; i++)
        if (ACCESS_GOROUTINE(log->own.data[i]) != g->id)
            log->own.data[kept++] = log->own.data[i];
    log->own.len = kept;
}

void log_end(AccessLog *log, const G *g)
{
    for (u32 i = 0; i < log->own.len; i++)
        if (ACCESS_GOROUTINE(log->own.data[i]) == g->id)
            log->own.data[i] = ACCESS_ENTRY(0, 0, ACCESS_WHAT(log->own.data[i]));
    if (log->exact)
        facts_forget(&log->facts, g->id);
}
