#include "explore/executor/observer.h"

#include <string.h>

static u64 mix(u64 a, u64 b)
{
    return hash_u64(a * 0x9e3779b97f4a7c15ULL + b);
}

/* ---- locations ---- */

static u32 slot_of(const Observer *o, Loc loc)
{
    return (u32)mix(loc.object, loc.offset) & (o->cell_cap - 1);
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
    if (goroutine >= o->threads.len) {
        vec_reserve(&o->threads, goroutine + 1);
        memset(o->threads.data + o->threads.len, 0,
               (goroutine + 1 - o->threads.len) * sizeof *o->threads.data);
        o->threads.len = goroutine + 1;
    }
    if (goroutine >= o->alive) {
        for (u32 i = o->alive; i <= goroutine; i++) {
            o->threads.data[i].events = o->threads.data[i].writes = 0;
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

static void pair(Observer *o, Pos write, Pos read)
{
    u64 *seen = map_put(&o->pairs, mix(write, read) | 1);
    o->fresh_pairs += (*seen)++ == 0;
    if (o->on_pair)
        o->on_pair(o->ctx, write, read);
}

static void access(Observer *o, const Event *event, Thread *thread, Loc loc, bool write)
{
    Cell *cell = cell_at(o, loc);
    if (!write) {
        thread->hash = mix(thread->hash ^ 1, cell->write_hash);
        cell->read_sum += thread->hash;
        if (cell->writer != event->goroutine)
            pair(o, cell->write_pos, event->span.start);
        return;
    }
    thread->hash = mix(mix(thread->hash ^ 2, cell->write_hash), cell->read_sum);
    cell->write_hash = thread->hash;
    cell->read_sum = 0;
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
        access(o, event, thread, loc, event->kind == EV_WRITE);
        loc.offset += event->stride;
    }
    thread->writes += event->kind == EV_WRITE;
    o->writes += event->kind == EV_WRITE;
    note(thread, true);
}

/* Whoever learns depends on what was released before, and nobody on him: two RLocks commute, so do
 * two Dones, which add to one sum. */
static bool on_commuting(const Event *event, Thread *thread, Cell *cell)
{
    if (event->kind == EV_ACQUIRE) {
        thread->hash = mix(mix(thread->hash ^ event->kind, cell->write_hash), cell->read_sum);
        return true;
    }
    if (event->kind != EV_RELEASE_MERGE)
        return false;
    thread->hash = mix(thread->hash, event->kind);
    cell->read_sum += thread->hash;
    return true;
}

static void on_rendezvous(Observer *o, const Event *event, u64 hash)
{
    thread_at(o, event->other);
    Thread *other = &o->threads.data[event->other], *thread = &o->threads.data[event->goroutine];
    hash = mix(hash, other->hash);
    other->hash = hash ^ 3;
    thread->hash = hash;
    note(other, false);
}

static void on_sync(Observer *o, const Event *event)
{
    if (event->sub == SYNC_ATOMIC_LOAD) {
        Thread *reader = thread_at(o, event->goroutine);
        access(o, event, reader, event->loc, false);
        note(reader, false);
        return;
    }
    Thread *thread = thread_at(o, event->goroutine);
    Cell *cell = cell_at(o, event->loc);
    if (!on_commuting(event, thread, cell)) {
        u64 hash = mix(mix(thread->hash ^ event->kind, cell->write_hash), cell->read_sum);
        cell->read_sum = 0;
        thread->hash = cell->write_hash = hash;
        if (event->kind == EV_RENDEZVOUS)
            on_rendezvous(o, event, hash);
    }
    if (event->kind != EV_ACQUIRE) {
        cell->writer = event->goroutine;
        cell->write_pos = event->span.start;
    }
    note(&o->threads.data[event->goroutine], false);
}

static void on_go(Observer *o, const Event *event)
{
    u64 hash = thread_at(o, event->goroutine)->hash;
    thread_at(o, event->other)->hash = mix(hash, event->other);
    o->threads.data[event->other].parent = event->goroutine;
    Thread *parent = &o->threads.data[event->goroutine];
    parent->hash = mix(hash, 5);
    note(parent, false);
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
        if (event->kind == EV_GO)
            on_go(o, event);
        break;
    case EVC_MARK: break;
    }
    if (o->next)
        o->next->event(o->next, event);
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
    o->sink = (EventSink){WANT_ACCESS | WANT_REPEATS, on_event, on_forget, on_close, NULL};
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
        sum += mix(o->threads.data[i].hash, i);
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
