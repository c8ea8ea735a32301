/* The fingerprint of an execution's partial order, which write each read observed, and how far each
 * goroutine has come: see explore/executor/observer.h. */
#include "explore/executor/observer.h"

#include <string.h>

/* ---- locations ---- */

static u32 slot_of(const Observer *o, Loc loc)
{
    return (u32)hash_pair(loc.object, loc.offset) & (o->cell_cap - 1);
}

static void grow(Observer *o)
{
    Cell *old = o->cells;
    u32 cap = o->cell_cap;
    o->cell_cap = cap ? 2 * cap : 256;
    o->cells = xcalloc(o->cell_cap, sizeof *o->cells);
    for (u32 i = 0; i < cap; i++) {
        if (old[i].epoch != o->epoch)
            continue;
        u32 at = slot_of(o, old[i].loc);
        while (o->cells[at].epoch == o->epoch)
            at = (at + 1) & (o->cell_cap - 1);
        o->cells[at] = old[i];
    }
    free(old);
}

static Cell *find(const Observer *o, Loc loc)
{
    u32 at = slot_of(o, loc);
    while (o->cells[at].epoch == o->epoch && !loc_equal(o->cells[at].loc, loc))
        at = (at + 1) & (o->cell_cap - 1);
    return &o->cells[at];
}

static Cell *cell_at(Observer *o, Loc loc)
{
    if (o->cell_used >= o->cell_cap / 2)
        grow(o);
    Cell *cell = find(o, loc);
    if (cell->epoch != o->epoch) {
        *cell = (Cell){.loc = loc, .epoch = o->epoch};
        o->cell_used++;
    }
    return cell;
}

/* ---- goroutines ---- */

static Thread *thread_at(Observer *o, u32 goroutine)
{
    vec_extend(&o->threads, goroutine + 1);
    if (goroutine >= o->alive) {
        for (u32 i = o->alive; i <= goroutine; i++) {
            o->threads.data[i].events = o->threads.data[i].writes = o->threads.data[i].segment = 0;
            o->threads.data[i].accessed = false;
            o->threads.data[i].hash = i;
        }
        o->alive = goroutine + 1;
    }
    return &o->threads.data[goroutine];
}

static void note(Thread *thread, bool access)
{
    thread->accessed = access;
    if (++thread->events > thread->total)
        thread->total = thread->events;
}

/* ---- events ---- */

/* What is mixed into a hash by each kind of step. */
enum { MIX_READ = 1, MIX_WRITE, MIX_MEET, MIX_GO, MIX_ACQUIRE, MIX_RELEASE, MIX_MERGE };

static void pair(Observer *o, Pos write, Pos read)
{
    u64 *seen = map_put(&o->pairs, hash_pair(write, read) | 1);
    o->fresh_pairs += (*seen)++ == 0;
}

/* A write or release, of which what follows in the cell depends; its hash. */
static u64 cell_written(Cell *cell, u64 hash)
{
    cell->write_hash =
        hash_pair(hash_pair(hash, cell->write_hash), cell->read_sum + cell->merge_sum);
    cell->read_sum = cell->merge_sum = 0;
    return cell->write_hash;
}

static void read_cell(Observer *o, u32 goroutine, Cell *cell, Pos pos)
{
    Thread *thread = &o->threads.data[goroutine];
    thread->hash = hash_pair(thread->hash ^ MIX_READ, cell->write_hash);
    cell->read_sum += thread->hash;
    if (cell->writer != goroutine)
        pair(o, cell->write_pos, pos);
}

/* Whether the filter may drop such an access as a repetition; enters it. */
static bool repeats(Cell *cell, u32 goroutine, const Thread *thread, bool write)
{
    if (cell->by != goroutine || cell->segment != thread->segment) {
        cell->by = goroutine;
        cell->segment = thread->segment;
        cell->read = cell->wrote = false;
    }
    bool seen = write ? cell->wrote : cell->read;
    cell->read = write ? cell->read && seen : true;
    cell->wrote |= write;
    return seen;
}

static void access(Observer *o, const Event *event, Thread *thread, Loc loc)
{
    Cell *cell = cell_at(o, loc);
    if (o->guides && repeats(cell, event->goroutine, thread, event->kind == EV_WRITE))
        return;
    if (event->kind == EV_READ) {
        read_cell(o, event->goroutine, cell, event->span.start);
        return;
    }
    thread->hash = cell_written(cell, thread->hash ^ MIX_WRITE);
    cell->writer = event->goroutine;
    cell->write_pos = event->span.start;
}

/* Ranges are cut short: this is a fingerprint, not a proof. */
enum { RANGE_SEEN = 64 };

static void on_access(Observer *o, const Event *event)
{
    Thread *thread = thread_at(o, event->goroutine);
    Loc loc = event->loc;
    for (u32 i = 0; i < RANGE_SEEN && (i == 0 || i < event->count); i++) {
        access(o, event, thread, loc);
        loc.offset += event->stride;
    }
    thread->writes += event->kind == EV_WRITE;
    o->writes += event->kind == EV_WRITE;
    note(thread, true);
}

/* The domain of trace/happens_before.h: what a goroutine knows is its hash, which stands for its
 * events and all that they depend on, and an object is a cell. The fingerprint must also
 * distinguish what happens-before leaves open but later steps can notice, such as the order of two
 * sends; so a hash forgets nothing (the machine goes on from timer to timer), and a channel is one
 * cell that each push changes. */
#define HB_CONTEXT Observer *
#define HB_GOROUTINE u32
#define HB_CHANNEL Cell *
#define HB_OBJECT Cell *
#define HB_EVENTS
#include "trace/happens_before.h"

static inline u32 hb_goroutine(Observer *o, u32 number)
{
    thread_at(o, number);
    return number;
}

static inline Cell *hb_channel(Observer *o, Loc loc)
{
    return cell_at(o, loc);
}

static inline Cell *hb_object(Observer *o, Loc loc)
{
    return cell_at(o, loc);
}

/* The goroutine now depends on what was released into the cell: two RLocks commute. */
static inline void hb_acquire(Observer *o, u32 p, Cell *cell)
{
    u64 *hash = &o->threads.data[p].hash;
    *hash = hash_pair(hash_pair(*hash ^ MIX_ACQUIRE, cell->write_hash), cell->merge_sum);
}

/* What follows in the cell depends on this. */
static inline void hb_release(Observer *o, u32 p, Cell *cell)
{
    Thread *thread = &o->threads.data[p];
    thread->hash = cell_written(cell, thread->hash ^ MIX_RELEASE);
    thread->segment++;
}

/* Two Dones commute: they add to one sum. */
static inline void hb_merge(Observer *o, u32 p, Cell *cell)
{
    Thread *thread = &o->threads.data[p];
    thread->hash = hash_pair(thread->hash, MIX_MERGE);
    cell->merge_sum += thread->hash;
    thread->segment++;
}

static inline void hb_make(Observer *o, Cell *c, u64 capacity, bool closes)
{
    (void)o, (void)c, (void)capacity, (void)closes;
}

static inline void hb_push(Observer *o, u32 p, Cell *c, HbQueue queue)
{
    Thread *thread = &o->threads.data[p];
    thread->hash = cell_written(c, thread->hash ^ MIX_RELEASE ^ (u64)queue << 8);
    thread->segment++;
}

/* The push to the other queue has read the cell. */
static inline void hb_pop(Observer *o, u32 p, Cell *c, HbQueue queue)
{
    (void)o, (void)p, (void)c, (void)queue;
}

static inline void hb_meet(Observer *o, u32 sender, u32 receiver, Cell *c)
{
    Thread *one = &o->threads.data[sender], *other = &o->threads.data[receiver];
    one->hash = hash_pair(cell_written(c, one->hash ^ MIX_RELEASE), other->hash);
    other->hash = one->hash ^ MIX_MEET;
    one->segment++;
    other->segment++;
}

static inline void hb_release_end(Observer *o, u32 p, Cell *c)
{
    hb_release(o, p, c);
}

static inline void hb_acquire_end(Observer *o, u32 p, Cell *c)
{
    hb_acquire(o, p, c);
}

static inline void hb_fork(Observer *o, u32 parent, u32 child)
{
    Thread *one = &o->threads.data[parent], *other = &o->threads.data[child];
    other->hash = hash_pair(one->hash, child);
    other->parent = parent;
    one->hash = hash_pair(one->hash, MIX_GO);
    one->segment++;
}

static inline void hb_begin(Observer *o, u32 p, Cell *timer)
{
    hb_acquire(o, p, timer);
}

static inline void hb_end(Observer *o, u32 p)
{
    (void)o, (void)p;
}

/* Channels and locks are in order already as objects. */
static inline bool hb_closes(Observer *o, Cell *c)
{
    (void)o, (void)c;
    return false;
}

static inline void hb_access_channel(Observer *o, u32 p, Cell *c, HbAccess how)
{
    (void)o, (void)p, (void)c, (void)how;
}

/* An atomic operation that changes its variable is a release of it. */
static inline void hb_access_object(Observer *o, u32 p, Cell *cell, u8 sub, HbAccess how)
{
    if (!hb_is_lock(sub) && how == HB_READ)
        read_cell(o, p, cell, o->pos);
}

/* Of an operation that changes its object the place is remembered. */
static void on_sync(Observer *o, const Event *event)
{
    o->pos = event->span.start;
    rule_event(o, event);
    note(&o->threads.data[event->goroutine], false);
    if (event->kind == EV_RENDEZVOUS)
        note(&o->threads.data[event->other], false);
    if (!event_has_loc(event->kind) || event->kind == EV_ACQUIRE)
        return;
    Cell *cell = find(o, event->loc);
    cell->writer = event->goroutine;
    cell->write_pos = event->span.start;
}

static void on_event(EventSink *sink, const Event *event)
{
    Observer *o = (Observer *)sink;
    o->events++;
    switch (event_info[event->kind].class) {
    case EVC_ACCESS:
        if (event->sub == SYNC_NONE) /* else a demand on order (track_order): nothing is touched */
            on_access(o, event);
        break;
    case EVC_CHANNEL:
    case EVC_SYNC: on_sync(o, event); break;
    case EVC_LIFE:
        if (event->kind != EV_END)
            on_sync(o, event);
        break;
    case EVC_MARK: break;
    }
    if (o->next)
        sink_event(o->next, event);
}

static void on_forget(EventSink *sink, u64 object)
{
    Observer *o = (Observer *)sink;
    if (o->next)
        sink_forget(o->next, object);
}

static void on_close(EventSink *sink)
{
    Observer *o = (Observer *)sink;
    if (o->next)
        sink_close(o->next);
}

/* ---- the rest ---- */

void observer_init(Observer *o, EventSink *next)
{
    *o = (Observer){.next = next, .epoch = 1};
    o->sink = record_sink(WANT_ACCESS | WANT_REPEATS, on_event);
    o->sink.forget = on_forget;
    o->sink.close = on_close;
    grow(o);
}

void observer_free(Observer *o)
{
    vec_free(&o->threads);
    map_free(&o->pairs);
    free(o->cells);
}

void observer_begin(Observer *o)
{
    if (++o->epoch == 0) { /* once in four thousand million executions */
        memset(o->cells, 0, o->cell_cap * sizeof *o->cells);
        o->epoch = 1;
    }
    o->cell_used = o->alive = 0;
    o->events = o->writes = o->fresh_pairs = 0;
}

u64 observer_fingerprint(const Observer *o)
{
    u64 sum = 0;
    for (u32 i = 0; i < o->alive; i++)
        sum += hash_pair(o->threads.data[i].hash, i);
    return sum;
}

bool observer_accessed(const Observer *o, u32 goroutine)
{
    return goroutine < o->alive && o->threads.data[goroutine].accessed;
}

u32 observer_left(const Observer *o, u32 goroutine)
{
    if (goroutine >= o->threads.len)
        return 1;
    const Thread *thread = &o->threads.data[goroutine];
    u32 done = goroutine < o->alive ? thread->events : 0;
    return thread->total > done ? thread->total - done : 1;
}

Pos observer_last_write(const Observer *o, Loc loc)
{
    const Cell *cell = find(o, loc);
    return cell->epoch == o->epoch ? cell->write_pos : 0;
}
