/* The sink that collects accesses, and the happens-before sets over addresses. */
#include "vm/access_log.h"

#include "trace/happens_before.h"
#include "vm/chan.h"
#include "vm/heap.h"
#include "vm/region.h"

void log_free(AccessLog *log)
{
    vec_free(&log->own);
    vec_free(&log->races);
    hb_sets_free(&log->sets);
    map_free(&log->places);
}

/* ---- places ---- */

/* A name of the location that another VM of the same program has for it, too, wherever its globals
 * and its region lie: the search that begins anew, and other processes, go by what one has noted.
 */
static u64 place_of(const AccessLog *log, u64 addr)
{
    const VM *vm = log->vm;
    const Region *region = heap_region(vm);
    u64 global = addr - (u64)vm->globals;
    if (global < vm->globals_size)
        return 1 + global;
    if (!region_has(region, (const void *)(addr - 1)))
        return addr;
    const RegionHeader *header = region_header(region, addr);
    return (u64)header->granules << 32 | (addr - (u64)header);
}

/* Added to an AccessKind: by the main goroutine. All others count as one that races with itself. */
enum { BY_MAIN = 4 };

void log_note(AccessLog *log, u32 goroutine, const void *addr, AccessKind kind)
{
    u32 how = kind | (goroutine == GOROUTINE_MAIN ? BY_MAIN : 0);
    u64 place = place_of(log, (u64)addr); /* not addr: another object may be there by now */
    u64 noted = place << 3 | how;
    u64 *latest = &log->noted[hash_u64(noted) % RECENTLY_NOTED];
    if (*latest == noted)
        return;
    *latest = noted;
    *map_put(&log->places, place) |= 1ull << how;
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

/* Adds an entry that is not among the last few. */
static void add(AccessList *list, AccessEntry entry)
{
    enum { LOOK_BACK = 8 };
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
    else if (hb_sets_access(&log->sets, g, ACCESS_WHAT(entry)))
        vec_push(&log->races, entry);
}

/* Any other. An exact log leaves out places at which the search before found nothing that could
 * race. */
static void add_access(AccessLog *log, u32 g, u64 addr, AccessKind kind)
{
    const u64 *set = log->exact ? map_get(&log->places, place_of(log, addr)) : NULL;
    if (!log->exact || (set && is_suspect(*set)))
        add_order(log, g, addr, kind);
}

/* The address of a location: all memory is in a region, where a Loc's offset is an address, or it
 * is the globals. */
static u64 addr_of(const AccessLog *log, Loc loc)
{
    CHECK(loc.object == 0 || loc.object == HEAP_ADDRESS);
    return loc.object ? loc.offset : (u64)log->vm->globals + loc.offset;
}

static AccessKind kind_of(EventTag tag)
{
    return tag.kind == EV_WRITE ? ACCESS_WRITE : ACCESS_READ;
}

static void take_access(EventSink *sink, GoroutineRef *g, PlaceRef *place, u32 at, Span span,
                        EventTag tag)
{
    AccessLog *log = (AccessLog *)sink;
    (void)span;
    log->writes += tag.kind == EV_WRITE;
    add_access(log, g->number, addr_of(log, place_loc(place, at)), kind_of(tag));
}

static void take_access_some(EventSink *sink, GoroutineRef *g, PlaceRef *place, u64 bytes,
                             Span span, EventTag tag)
{
    for (; bytes; bytes &= bytes - 1)
        take_access(sink, g, place, (u32)__builtin_ctzll(bytes), span, tag);
}

/* Of a send that is to come, a boundary has shown the access to the channel already, unless the
 * log is exact. */
static void take_accesses(EventSink *sink, GoroutineRef *g, Loc loc, u32 count, u32 stride,
                          Span span, EventTag tag)
{
    AccessLog *log = (AccessLog *)sink;
    u64 addr = addr_of(log, loc);
    (void)span;
    log->writes += tag.kind == EV_WRITE;
    if (tag.sub == SYNC_NONE)
        for (u32 i = 0; i < count; i++)
            add_access(log, g->number, addr + (u64)i * stride, kind_of(tag));
    else if (tag.sub != SYNC_CHAN_SEND || log->exact)
        add_order(log, g->number, addr, kind_of(tag));
}

/* ---- happens-before ---- */

/* The domain of trace/happens_before.h: the sets of vm/hb_sets.h. A place in a channel's buffer has
 * one set, which is in the forward queue while a value lies there, else in the backward queue: a
 * send fills the place that has been empty the longest, and a receive empties the one that has been
 * full the longest. So push and pop of one operation exchange what the goroutine and the place
 * have. */
#define HB_CONTEXT AccessLog *
#define HB_GOROUTINE u32
#define HB_CHANNEL const Chan *
#define HB_OBJECT u64 /* its address */
#include "trace/happens_before.h"

/* Owner numbers of a channel's sets: places count from 1, 0 is the set of its close. */
enum { CHANNEL_END = 0, FIRST_PLACE = 1, MOST_PLACES = UINT16_MAX };

/* The channel is as it is after the operation. */
static inline void hb_push(AccessLog *log, u32 p, const Chan *c, HbQueue queue)
{
    CHECK(c->cap > 0 && c->count <= c->cap);
    u64 after = c->first + (queue == HB_FORWARD ? c->count : 0); /* the place is before this one */
    u64 place = (after + c->cap - 1) % c->cap;
    log->merged |= c->cap > MOST_PLACES;
    hb_sets_exchange(&log->sets, p, HB_OWNER(c, place % MOST_PLACES + FIRST_PLACE));
}

static inline void hb_pop(AccessLog *log, u32 p, const Chan *c, HbQueue queue)
{
    (void)log, (void)p, (void)c, (void)queue;
}

static inline void hb_make(AccessLog *log, const Chan *c, u64 capacity, bool closes)
{
    (void)log, (void)c, (void)capacity, (void)closes;
}

static inline bool hb_closes(AccessLog *log, const Chan *c)
{
    (void)log;
    return c->watched;
}

static inline void hb_meet(AccessLog *log, u32 sender, u32 receiver, const Chan *c)
{
    (void)c;
    CHECK(sender != receiver);
    hb_sets_join(&log->sets, receiver, sender);
    hb_sets_join(&log->sets, sender, receiver);
}

static inline void hb_release_end(AccessLog *log, u32 p, const Chan *c)
{
    hb_sets_assign(&log->sets, HB_OWNER(c, CHANNEL_END), p);
}

static inline void hb_acquire_end(AccessLog *log, u32 p, const Chan *c)
{
    hb_sets_join(&log->sets, p, HB_OWNER(c, CHANNEL_END));
}

static inline void hb_acquire(AccessLog *log, u32 p, u64 o)
{
    hb_sets_join(&log->sets, p, HB_OWNER(o, 0));
}

static inline void hb_release(AccessLog *log, u32 p, u64 o)
{
    hb_sets_assign(&log->sets, HB_OWNER(o, 0), p);
}

static inline void hb_merge(AccessLog *log, u32 p, u64 o)
{
    hb_sets_join(&log->sets, HB_OWNER(o, 0), p);
}

static inline void hb_fork(AccessLog *log, u32 parent, u32 child)
{
    hb_sets_assign(&log->sets, child, parent);
}

static inline void hb_begin(AccessLog *log, u32 p, u64 timer)
{
    hb_sets_assign(&log->sets, p, HB_OWNER(timer, 0));
}

static inline void hb_end(AccessLog *log, u32 p)
{
    hb_sets_forget(&log->sets, p);
}

static inline void hb_access_channel(AccessLog *log, u32 p, const Chan *c, HbAccess how)
{
    add_order(log, p, (u64)c, how == HB_READ ? ACCESS_READ : ACCESS_WRITE);
}

static inline void hb_access_object(AccessLog *log, u32 p, u64 o, u8 sub, HbAccess how)
{
    (void)sub;
    add_access(log, p, o, ACCESS_ATOMIC | (how == HB_READ ? ACCESS_READ : ACCESS_WRITE));
}

/* ---- synchronisation ---- */

/* The VM's own references are part of its channels, and this is its only sink. */
static const Chan *chan_of(const ObjectRef *channel)
{
    CHECK(!channel->cache); /* this sink leaves none, and a snapshot must not hold one */
    return (const Chan *)((const char *)channel - offsetof(Chan, ref));
}

static void take_go(EventSink *sink, GoroutineRef *parent, GoroutineRef *child, Span span)
{
    AccessLog *log = (AccessLog *)sink;
    (void)span;
    if (log->exact)
        rule_go(log, parent->number, child->number);
}

static void take_end(EventSink *sink, GoroutineRef *g, Span span)
{
    AccessLog *log = (AccessLog *)sink;
    (void)span;
    if (log->exact)
        rule_end(log, g->number);
}

static void exact_channel(AccessLog *log, u32 p, const Chan *c, EventKind kind)
{
    switch (kind) {
    case EV_SEND: rule_send(log, p, c); break;
    case EV_RECV: rule_receive(log, p, c); break;
    case EV_RECV_CLOSED: rule_receive_closed(log, p, c); break;
    case EV_CLOSE: rule_close(log, p, c); break;
    default: BUG("not an operation on a channel");
    }
}

static void take_channel(EventSink *sink, GoroutineRef *g, ObjectRef *channel, Span span,
                         EventTag tag)
{
    AccessLog *log = (AccessLog *)sink;
    (void)span;
    log->blind |= tag.kind == EV_RECV && g->number != GOROUTINE_MAIN;
    if (log->exact)
        exact_channel(log, g->number, chan_of(channel), tag.kind);
}

static void take_rendezvous(EventSink *sink, GoroutineRef *sender, GoroutineRef *receiver,
                            ObjectRef *channel, Span span, Span receiver_span, EventTag tag)
{
    AccessLog *log = (AccessLog *)sink;
    (void)span, (void)receiver_span, (void)tag;
    if (log->exact)
        rule_rendezvous(log, sender->number, receiver->number, chan_of(channel));
}

static void take_sync(EventSink *sink, GoroutineRef *g, ObjectRef *object, Span span, EventTag tag)
{
    AccessLog *log = (AccessLog *)sink;
    (void)span;
    CHECK(log->vm->sink == sink);
    if (log->exact)
        rule_sync(log, g->number, addr_of(log, object->loc), tag.kind, tag.sub, tag.flags);
}

static void take_timer(EventSink *sink, GoroutineRef *machine, ObjectRef *timer, u32 setter,
                       Span span, EventTag tag)
{
    AccessLog *log = (AccessLog *)sink;
    (void)setter, (void)span, (void)tag;
    log->blind = true;
    if (log->exact)
        rule_timer(log, machine->number, addr_of(log, timer->loc));
}

/* A select that took its default: whether it could depends on all other goroutines. */
static void take_mark(EventSink *sink, GoroutineRef *g, Loc loc, Span span, EventTag tag)
{
    (void)g, (void)loc, (void)span;
    ((AccessLog *)sink)->blind |= tag.kind == EV_DEFAULT;
}

/* ---- the sink ---- */

#define take_make ignore_make
#define take_over ignore_over

static const SinkCalls log_calls = {
#define CALL(name, parameters, copies) .name = take_##name,
#include "trace/event.def"
};

void log_init(AccessLog *log)
{
    u8 wants = WANT_ACCESS | WANT_REPEATS | WANT_PROVEN; /* also those that only count as writes */
    *log = (AccessLog){.sink = {.wants = wants, .calls = &log_calls}};
}

/* ---- boundaries ---- */

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
}
