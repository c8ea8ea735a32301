/* Small random runs of three goroutines over variables, locks, channels and a WaitGroup, and what
 * can happen in a reordering of one: for tests that compare predictions with definitions. */
#ifndef TESTS_UNIT_RANDOM_RUN_H
#define TESTS_UNIT_RANDOM_RUN_H

#include "base/rng.h"
#include "predict/predict.h"

enum { GOROUTINES = 3, VARIABLES = 2, LOCKS = 3, CHANNELS = 2, EVENTS = 22, ROWS = EVENTS + 1 };
enum { RW = LOCKS - 1 }; /* the reader-writer lock */
enum { OF_VARIABLE = 0, OF_LOCK = 1, OF_CHANNEL = 2, OF_GROUP = 3 };

/* A state of a reordering: the position of each goroutine, and the state that its events left. */
typedef struct World {
    u8 at[GOROUTINES];
    bool started[GOROUTINES], closed[CHANNELS];
    u8 holder[LOCKS], readers; /* goroutine that holds it; for RW, a bit mask of readers */
    u8 last_write[VARIABLES];  /* event + 1 */
    u8 buffer[CHANNELS][4], len[CHANNELS];
    u8 done;
} World;

typedef struct Run {
    Trace trace;
    u32 rows[GOROUTINES][ROWS], lens[GOROUTINES];
    /* event + 1 that wrote or sent the value observed; of Wait, the number of Done */
    u8 sees[EVENTS];
    u8 sees_second[EVENTS]; /* of an event that reads both variables: of the second */
    bool full[EVENTS];      /* of DEFAULT of a send: the buffer was full */
    u8 capacity[CHANNELS];
    bool atomic_value; /* the second variable is accessed atomically as well */
    bool only_locks;   /* no other synchronisation, but go */
    bool wide;         /* some plain accesses are of both variables at once */
} Run;

static inline u32 space_of(Loc loc)
{
    return (u32)loc.object;
}

static inline u32 index_of(Loc loc)
{
    return (u32)(loc.offset / 64);
}

static inline bool is_reader(const Event *e)
{
    return e->sub == SYNC_RWMUTEX_RLOCK || e->sub == SYNC_RWMUTEX_RUNLOCK;
}

static inline bool reads(const Event *e)
{
    return e->kind == EV_READ ||
           (e->flags & EVF_ATOMIC && (e->kind == EV_ACQUIRE || e->kind == EV_ACQUIRE_RELEASE));
}

static inline bool writes(const Event *e)
{
    return e->kind == EV_WRITE ||
           (e->flags & EVF_ATOMIC && (e->kind == EV_RELEASE || e->kind == EV_ACQUIRE_RELEASE));
}

/* ---- what can happen ---- */

static inline bool lock_allows(const World *w, const Event *e, u32 g)
{
    u32 lock = index_of(e->loc);
    if (e->kind != EV_ACQUIRE)
        return is_reader(e) ? w->readers >> g & 1 : w->holder[lock] == g + 1;
    return !w->holder[lock] && (lock != RW || is_reader(e) || !w->readers);
}

static inline bool channel_allows(const Run *run, const World *w, u32 number)
{
    const Event *e = &run->trace.events.data[number];
    u32 c = index_of(e->loc);
    switch (e->kind) {
    case EV_SEND: return !w->closed[c] && w->len[c] < run->capacity[c];
    case EV_RECV: return w->len[c] > 0 && w->buffer[c][0] == run->sees[number];
    case EV_RECV_CLOSED: return w->closed[c] && w->len[c] == 0;
    case EV_DEFAULT:
        return run->full[number] ? w->len[c] == run->capacity[c] && !w->closed[c]
                                 : w->len[c] == 0 && !w->closed[c];
    default: return !w->closed[c]; /* RENDEZVOUS, CLOSE */
    }
}

/* Whether the next event of g can happen as it did in the run. */
static inline bool enabled(const Run *run, const World *w, u32 g, u32 *number)
{
    if (!w->started[g] || w->at[g] == run->lens[g])
        return false;
    *number = run->rows[g][w->at[g]];
    const Event *e = &run->trace.events.data[*number];
    if (e->kind == EV_RENDEZVOUS) {
        u32 other = (e->goroutine == g + 1 ? e->other : e->goroutine) - 1;
        if (!w->started[other] || w->at[other] == run->lens[other] ||
            run->rows[other][w->at[other]] != *number)
            return false;
    }
    if (reads(e))
        return w->last_write[index_of(e->loc)] == run->sees[*number] &&
               (e->count == 1 || w->last_write[1] == run->sees_second[*number]);
    if (e->kind == EV_GO || e->kind == EV_WRITE || writes(e))
        return true;
    switch (space_of(e->loc)) {
    case OF_LOCK: return lock_allows(w, e, g);
    case OF_CHANNEL: return channel_allows(run, w, *number);
    default: return e->kind != EV_ACQUIRE || w->done >= run->sees[*number];
    }
}

static inline void lock_step(World *w, const Event *e, u32 g)
{
    bool takes = e->kind == EV_ACQUIRE;
    if (is_reader(e))
        w->readers = (u8)(takes ? w->readers | 1 << g : w->readers & ~(1 << g));
    else
        w->holder[index_of(e->loc)] = takes ? (u8)(g + 1) : 0;
}

static inline void channel_step(World *w, const Event *e, u32 number)
{
    u32 c = index_of(e->loc);
    if (e->kind == EV_SEND)
        w->buffer[c][w->len[c]++] = (u8)(number + 1);
    if (e->kind == EV_RECV)
        memmove(w->buffer[c], w->buffer[c] + 1, --w->len[c]);
    if (e->kind == EV_RECV)
        w->buffer[c][w->len[c]] = 0;
    if (e->kind == EV_CLOSE)
        w->closed[c] = true;
}

static inline void take(const Run *run, World *w, u32 number)
{
    const Event *e = &run->trace.events.data[number];
    u32 g = e->goroutine - 1;
    w->at[g]++;
    if (e->kind == EV_RENDEZVOUS)
        w->at[e->other - 1]++;
    if (e->kind == EV_GO)
        w->started[e->other - 1] = true;
    else if (writes(e))
        memset(&w->last_write[index_of(e->loc)], (u8)(number + 1), e->count);
    else if (!reads(e) && space_of(e->loc) == OF_LOCK)
        lock_step(w, e, g);
    else if (space_of(e->loc) == OF_CHANNEL)
        channel_step(w, e, number);
    else if (e->kind == EV_RELEASE_MERGE)
        w->done++;
}

/* ---- random runs ---- */

static inline World start(void)
{
    World w = {0};
    w.started[0] = true;
    return w;
}

static inline Event *add(Run *run, World *w, EventKind kind, u32 g, u32 space, u32 index)
{
    u32 number = run->trace.events.len;
    vec_push(&run->trace.events, (Event){.kind = (u8)kind,
                                         .goroutine = g + 1,
                                         .loc = {space, index * 64},
                                         .count = 1,
                                         .span = {number + 1, number + 2}});
    run->rows[g][run->lens[g]++] = number;
    (void)w;
    return &vec_last(&run->trace.events);
}

static inline void random_access(Run *run, World *w, Rng *rng, u32 g)
{
    u32 v = rng_below(rng, VARIABLES), number = run->trace.events.len;
    bool atomic = run->atomic_value && v == 1 && rng_below(rng, 2);
    EventKind kinds[] = {EV_ACQUIRE, EV_RELEASE, EV_ACQUIRE_RELEASE};
    SyncOp subs[] = {SYNC_ATOMIC_LOAD, SYNC_ATOMIC_STORE, SYNC_ATOMIC_ADD};
    u32 how = rng_below(rng, 3);
    Event *e = add(run, w,
                   atomic              ? kinds[how]
                   : rng_below(rng, 2) ? EV_READ
                                       : EV_WRITE,
                   g, OF_VARIABLE, v);
    if (atomic) {
        e->sub = (u8)subs[how];
        e->flags = EVF_ATOMIC;
    }
    if (run->wide && v == 0 && rng_below(rng, 2)) {
        e->count = VARIABLES;
        e->stride = 64;
        run->sees_second[number] = w->last_write[1];
    }
    run->sees[number] = w->last_write[v];
}

static inline void random_lock(Run *run, World *w, Rng *rng, u32 g)
{
    u32 lock = rng_below(rng, LOCKS);
    for (u32 l = 0; l < LOCKS; l++) /* half of the time a section ends, if one can */
        if (w->holder[l] == g + 1 && rng_below(rng, 2))
            lock = l;
    if (w->readers >> g & 1 && rng_below(rng, 2))
        lock = RW;
    bool shared =
        lock == RW && (w->readers >> g & 1 || (w->holder[lock] != g + 1 && rng_below(rng, 2)));
    bool holds = shared ? w->readers >> g & 1 : w->holder[lock] == g + 1;
    if (!holds && (w->holder[lock] || (lock == RW && !shared && w->readers)))
        return;
    Event *e = add(run, w,
                   !holds   ? EV_ACQUIRE
                   : shared ? EV_RELEASE_MERGE
                            : EV_RELEASE,
                   g, OF_LOCK, lock);
    if (lock != RW)
        e->sub = holds ? SYNC_MUTEX_UNLOCK : SYNC_MUTEX_LOCK;
    else if (shared)
        e->sub = holds ? SYNC_RWMUTEX_RUNLOCK : SYNC_RWMUTEX_RLOCK;
    else
        e->sub = holds ? SYNC_RWMUTEX_UNLOCK : SYNC_RWMUTEX_LOCK;
    if (holds && shared)
        e->loc.offset += 8;
}

static inline void random_receive(Run *run, World *w, Rng *rng, u32 g, u32 c)
{
    u32 number = run->trace.events.len;
    if (w->len[c] > 0) {
        run->sees[number] = w->buffer[c][0];
        add(run, w, EV_RECV, g, OF_CHANNEL, c);
    } else if (w->closed[c]) {
        add(run, w, EV_RECV_CLOSED, g, OF_CHANNEL, c);
    } else if (rng_below(rng, 2)) {
        add(run, w, EV_DEFAULT, g, OF_CHANNEL, c);
    }
}

static inline void random_send(Run *run, World *w, Rng *rng, u32 g, u32 c)
{
    u32 number = run->trace.events.len, other = rng_below(rng, GOROUTINES);
    if (w->closed[c])
        return;
    if (run->capacity[c] == 0 && other != g && w->started[other]) {
        add(run, w, EV_RENDEZVOUS, g, OF_CHANNEL, c)->other = other + 1;
        run->rows[other][run->lens[other]++] = number;
    } else if (w->len[c] < run->capacity[c]) {
        add(run, w, EV_SEND, g, OF_CHANNEL, c);
    } else if (run->capacity[c] > 0 && rng_below(rng, 2)) {
        run->full[number] = true;
        add(run, w, EV_DEFAULT, g, OF_CHANNEL, c);
    } else if (rng_below(rng, 3) == 0) {
        add(run, w, EV_CLOSE, g, OF_CHANNEL, c);
    }
}

static inline void random_group(Run *run, World *w, Rng *rng, u32 g)
{
    u32 number = run->trace.events.len;
    bool waits = rng_below(rng, 2);
    add(run, w, waits ? EV_ACQUIRE : EV_RELEASE_MERGE, g, OF_GROUP, 0)->sub =
        waits ? SYNC_WAITGROUP_WAIT : SYNC_WAITGROUP_DONE;
    if (waits)
        run->sees[number] = w->done;
}

static inline void random_go(Run *run, World *w, u32 g)
{
    for (u32 other = 1; other < GOROUTINES; other++)
        if (!w->started[other]) {
            add(run, w, EV_GO, g, OF_VARIABLE, 0)->other = other + 1;
            return;
        }
}

static inline void random_event(Run *run, World *w, Rng *rng)
{
    u32 before = run->trace.events.len, g = rng_below(rng, GOROUTINES);
    if (!w->started[g])
        g = 0;
    u32 c = rng_below(rng, CHANNELS), what = rng_below(rng, run->only_locks ? 11 : 16);
    if (!w->started[GOROUTINES - 1] && rng_below(rng, 2))
        random_go(run, w, g);
    else if (what < 6)
        random_access(run, w, rng, g);
    else if (what < 11)
        random_lock(run, w, rng, g);
    else if (what < 13)
        random_send(run, w, rng, g, c);
    else if (what < 15)
        random_receive(run, w, rng, g, c);
    else
        random_group(run, w, rng, g);
    if (run->trace.events.len > before)
        take(run, w, before);
}

/* The channels are made earlier; those events are not part of the run. wide: some plain accesses
 * are of both variables. */
static inline void random_run(Run *run, Rng *rng, bool wide)
{
    u32 kind = rng_below(rng, 4);
    *run = (Run){.atomic_value = kind == 1, .only_locks = kind == 2, .wide = wide};
    World w = start();
    for (u32 c = 0; c < CHANNELS; c++)
        run->capacity[c] = (u8)rng_below(rng, 4);
    u32 count = 8 + rng_below(rng, EVENTS - 8);
    for (u32 tries = 0; run->trace.events.len < count && tries < 200; tries++)
        random_event(run, &w, rng);
}

/* The same of all goroutines from the start, mostly over locks. */
static inline void random_lock_run(Run *run, Rng *rng)
{
    *run = (Run){.only_locks = rng_below(rng, 2)};
    World w = start();
    for (u32 c = 0; c < CHANNELS; c++)
        run->capacity[c] = (u8)rng_below(rng, 3);
    u32 count = 12 + rng_below(rng, EVENTS - 12);
    for (u32 tries = 0; run->trace.events.len < count && tries < 200; tries++) {
        u32 before = run->trace.events.len;
        bool all = w.started[GOROUTINES - 1];
        if (all && rng_below(rng, 8) == 0) {
            random_event(run, &w, rng);
            continue;
        }
        if (all)
            random_lock(run, &w, rng, rng_below(rng, GOROUTINES));
        else
            random_go(run, &w, 0);
        if (run->trace.events.len > before)
            take(run, &w, before);
    }
}

/* The run with the events that make its channels in front. */
static inline void with_makes(const Run *run, Trace *out)
{
    *out = (Trace){0};
    for (u32 c = 0; c < CHANNELS; c++)
        vec_push(&out->events, (Event){.kind = EV_MAKE,
                                       .goroutine = 1,
                                       .loc = {OF_CHANNEL, c * 64},
                                       .arg = run->capacity[c],
                                       .flags = EVF_CLOSED});
    for (u32 i = 0; i < run->trace.events.len; i++)
        vec_push(&out->events, run->trace.events.data[i]);
}

/* The variables that the event accesses, and the channel treated as one: a bit each. */
static inline u32 accessed(const Event *e, u32 g)
{
    if (reads(e) || writes(e))
        return ((1u << e->count) - 1) << index_of(e->loc);
    bool sends = e->kind == EV_SEND || (e->kind == EV_RENDEZVOUS && e->goroutine == g + 1);
    return sends || e->kind == EV_CLOSE ? 1u << (VARIABLES + index_of(e->loc)) : 0;
}

static inline bool co_enabled(const Run *run, const World *w, u32 g, u32 h, u32 *a, u32 *b)
{
    if (!w->started[g] || !w->started[h] || w->at[g] == run->lens[g] || w->at[h] == run->lens[h])
        return false;
    *a = run->rows[g][w->at[g]];
    *b = run->rows[h][w->at[h]];
    const Event *x = &run->trace.events.data[*a], *y = &run->trace.events.data[*b];
    bool write = writes(x) || writes(y) || x->kind == EV_CLOSE || y->kind == EV_CLOSE;
    bool both_atomic = x->flags & EVF_ATOMIC && y->flags & EVF_ATOMIC;
    return *a != *b && write && !both_atomic && accessed(x, g) & accessed(y, h);
}

static inline void show(const Run *run)
{
    Buf line = {0};
    for (u32 i = 0; i < run->trace.events.len; i++) {
        vec_clear(&line);
        event_print(&run->trace.events.data[i], NULL, &line);
        printf("  %2u %s%s\n", i, buf_str(&line), run->full[i] ? " (full)" : "");
    }
    buf_free(&line);
}

static inline bool has_pair(const Findings *findings, const Steps *steps, u32 a, u32 b)
{
    for (u32 i = 0; i < findings->pairs.len; i++) {
        const RacePair *pair = &findings->pairs.data[i];
        if (steps->list.data[pair->first].event == a && steps->list.data[pair->second].event == b)
            return true;
    }
    return false;
}

/* A number from the environment. */
static inline u64 setting(const char *name, u64 otherwise)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

#endif
