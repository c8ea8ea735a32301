/* The clock, and a heap of timers. */
#include "vm/timer.h"

#include <time.h>

#include "base/hash.h"
#include "vm/heap.h"
#include "vm/track.h"

struct Timer {
    i64 when, period;
    u64 seq;       /* order of setting among timers due at the same time; no two in a heap equal */
    u32 index;     /* position in the heap + 1; 0 = not set */
    u32 setter;    /* goroutine that set it */
    ObjectRef ref; /* track.c's */
    G *sleeper;    /* to be woken, or NULL */
    Closure *fn;   /* to be called by a new goroutine, or NULL */
};

/* Binary heap by (when, seq); all in collected memory since timers hold goroutines and closures. */
struct Timers {
    Timer **heap;
    u32 len, cap;
    u64 next_seq;
};

static bool before(const Timer *a, const Timer *b)
{
    return a->when != b->when ? a->when < b->when : a->seq < b->seq;
}

static void place(struct Timers *ts, u32 i, Timer *t)
{
    ts->heap[i] = t;
    t->index = i + 1;
}

static void sift_up(struct Timers *ts, u32 i)
{
    Timer *t = ts->heap[i];
    while (i && before(t, ts->heap[(i - 1) / 2])) {
        place(ts, i, ts->heap[(i - 1) / 2]);
        i = (i - 1) / 2;
    }
    place(ts, i, t);
}

static void sift_down(struct Timers *ts, u32 i)
{
    Timer *t = ts->heap[i];
    for (;;) {
        u32 child = 2 * i + 1;
        if (child >= ts->len)
            break;
        if (child + 1 < ts->len && before(ts->heap[child + 1], ts->heap[child]))
            child++;
        if (!before(ts->heap[child], t))
            break;
        place(ts, i, ts->heap[child]);
        i = child;
    }
    place(ts, i, t);
}

static struct Timers *timers_of(VM *vm)
{
    if (!vm->time.timers)
        vm->time.timers = heap_raw(vm, sizeof *vm->time.timers, true);
    return vm->time.timers;
}

static void insert(VM *vm, Timer *t)
{
    struct Timers *ts = timers_of(vm);
    if (ts->len == ts->cap) {
        u32 cap = ts->cap ? 2 * ts->cap : 16;
        Timer **heap = heap_raw(vm, cap * sizeof *heap, true);
        for (u32 i = 0; i < ts->len; i++)
            heap[i] = ts->heap[i];
        ts->heap = heap;
        ts->cap = cap;
    }
    vm->time.timed |=
        !vm->time.bubble; /* in a bubble time passes, as in Go, only when no goroutine can run */
    CHECK(!t->index && (t->sleeper != NULL) != (t->fn != NULL));
    CHECK(t->when >= vm->time.now);
    t->seq = ts->next_seq++;
    ts->heap[ts->len++] = t;
    sift_up(ts, ts->len - 1);
    if (CHECKING)
        timers_check(vm);
}

static void take_out(struct Timers *ts, Timer *t)
{
    CHECK(t->index && t->index <= ts->len && ts->heap[t->index - 1] == t);
    u32 i = t->index - 1;
    Timer *last = ts->heap[--ts->len];
    ts->heap[ts->len] = NULL;
    t->index = 0;
    t->seq = 0;
    t->when = 0;
    if (last == t)
        return;
    place(ts, i, last);
    sift_up(ts, i);
    sift_down(ts, last->index - 1);
}

static i64 add_clamped(i64 now, i64 ns)
{
    return ns > INT64_MAX - now ? INT64_MAX : now + ns;
}

NativeStatus timer_sleep(VM *vm, G *g, i64 ns)
{
    if (ns <= 0)
        return NATIVE_YIELD;
    Timer *t = heap_raw(vm, sizeof *t, true);
    t->when = add_clamped(vm->time.now, ns);
    t->sleeper = g;
    t->setter = g->id;
    insert(vm, t);
    sched_park(vm, g, WAIT_SLEEP);
    return NATIVE_BLOCKED;
}

/* It will not fire until it is set again, which is a release of its own: the sink may forget this
 * one.
 */
static void set_off(VM *vm, Timer *t)
{
    if (vm->sink)
        track_timer_over(vm, &t->ref, t);
}

static void set(VM *vm, G *g, Timer *t, i64 ns, i64 period)
{
    t->when = add_clamped(vm->time.now, ns < 0 ? 0 : ns);
    t->period = period;
    t->setter = g->id;
    insert(vm, t);
    if (vm->sink)
        track_timer_set(vm, g, &t->ref, t);
}

Timer *timer_start(VM *vm, G *g, i64 ns, i64 period, Closure *fn)
{
    Timer *t = heap_object(vm, g, sizeof *t, true);
    t->fn = fn;
    set(vm, g, t, ns, period);
    return t;
}

bool timer_stop(VM *vm, Timer *t)
{
    if (!t->index)
        return false;
    take_out(timers_of(vm), t);
    set_off(vm, t);
    return true;
}

bool timer_reset(VM *vm, G *g, Timer *t, i64 ns, i64 period)
{
    bool active = timer_stop(vm, t);
    set(vm, g, t, ns, period);
    return active;
}

static void fire(VM *vm, Timer *t)
{
    CHECK(!t->index);
    if (t->sleeper) {
        CHECK(t->sleeper->status == G_WAITING && t->sleeper->wait_reason == WAIT_SLEEP);
        sched_ready(vm, t->sleeper);
        return;
    }
    if (t->period > 0) {
        t->when = add_clamped(vm->time.now, t->period);
        insert(vm, t);
    }
    if (vm->sink)
        track_timer_fire(vm, t->setter, &t->ref, t);
    if (t->period <= 0)
        set_off(vm, t);
    goro_new(vm, NULL, t->fn, NULL, 0, 0);
}

/* The timer to fire next among those due first: ties are the chooser's. */
static Timer *pick_due(VM *vm)
{
    struct Timers *ts = vm->time.timers;
    Timer *first = ts->heap[0];
    if (vm->chooser->fifo)
        return first;
    /* Ties are few: scan the heap for them, in setting order by selection. */
    u32 ties = 0;
    for (u32 i = 0; i < ts->len; i++)
        ties += ts->heap[i]->when == first->when;
    if (ties < 2)
        return first;
    Choice choice = {.kind = CHOOSE_TIMER, .options = ties};
    u32 pick = chooser_pick(vm->chooser, &choice);
    u64 after = first->seq;
    Timer *t = first;
    for (; pick; pick--) {
        Timer *next = NULL;
        for (u32 i = 0; i < ts->len; i++) {
            Timer *c = ts->heap[i];
            if (c->when == first->when && c->seq > after && (!next || c->seq < next->seq))
                next = c;
        }
        t = next;
        after = t->seq;
    }
    CHECK(t->when == first->when);
    return t;
}

static void fire_next(VM *vm)
{
    Timer *t = pick_due(vm);
    CHECK(t->when <= vm->time.now);
    take_out(vm->time.timers, t);
    fire(vm, t);
}

void timers_pass(VM *vm, i64 ns)
{
    CHECK(ns >= 0);
    if (!vm->time.bubble)
        vm->time.now = add_clamped(vm->time.now, ns);
    for (; timers_pending(vm) && vm->time.timers->heap[0]->when <= vm->time.now; vm->time.early++)
        fire_next(vm);
}

/* --real-time: the wall clock keeps pace. */
static void pace(i64 ns)
{
    struct timespec ts = {ns / 1000000000, ns % 1000000000};
    nanosleep(&ts, NULL);
}

i64 timers_next(const VM *vm)
{
    if (!vm->time.timers || !vm->time.timers->len)
        return -1;
    i64 when = vm->time.timers->heap[0]->when;
    return when > vm->time.now ? when - vm->time.now : 0;
}

bool timers_pending(const VM *vm)
{
    return vm->time.timers && vm->time.timers->len;
}

u64 timers_key(const VM *vm)
{
    u64 key = 0;
    for (u32 i = 0; vm->time.timers && i < vm->time.timers->len; i++) {
        const Timer *t = vm->time.timers->heap[i];
        key += hash_u64(hash_u64((u64)t->when) ^ t->setter);
    }
    return key;
}

/* When main has ended and the run goes on for the sake of leaks, tickers alone are no reason to
 * wait: they would tick for ever. The time of the earliest timer that is none, or -1. Tickers due
 * before that fire once then, as those of a program that is slow: Go drops ticks that are not
 * received. */
static i64 after_tickers(const struct Timers *ts)
{
    i64 when = -1;
    for (u32 i = 0; i < ts->len; i++)
        if (!ts->heap[i]->period && (when < 0 || ts->heap[i]->when < when))
            when = ts->heap[i]->when;
    return when;
}

bool timers_wait(VM *vm)
{
    if (!timers_pending(vm))
        return false;
    i64 when = vm->time.timers->heap[0]->when;
    if (vm->main_ended && (when = after_tickers(vm->time.timers)) < 0)
        return false;
    if (when > vm->time.now) {
        if (vm->config.real_time) {
            vm_flush(vm);
            pace(when - vm->time.now);
        }
        vm->time.now = when;
    }
    /* One at a time: what it wakes runs before the next, as when timers fire apart. */
    fire_next(vm);
    return true;
}

i64 timer_now(VM *vm)
{
    if (!vm->time.bubble)
        vm->time.now = add_clamped(vm->time.now, CLOCK_READ_NS);
    return vm->time.now;
}

static void normalize_order(struct Timers *ts)
{
    for (u32 i = 1; i < ts->len; i++) {
        Timer *t = ts->heap[i];
        u32 at = i;
        for (; at && before(t, ts->heap[at - 1]); at--)
            ts->heap[at] = ts->heap[at - 1];
        ts->heap[at] = t;
    }
    for (u32 i = 0; i < ts->len; i++) { /* ascending is a heap too */
        place(ts, i, ts->heap[i]);
        ts->heap[i]->seq = i;
        ts->heap[i]->setter = 0;
    }
    ts->next_seq = ts->len;
}

void timers_check(const VM *vm)
{
    enum { CHECKED = 256 }; /* all of many at each operation would be too slow */
    const struct Timers *ts = vm->time.timers;
    for (u32 i = 0; ts && i < ts->len && i < CHECKED; i++) {
        const Timer *t = ts->heap[i];
        CHECK(ts->len <= ts->cap && t->index == i + 1);
        CHECK(t->seq < ts->next_seq);
        CHECK((t->sleeper != NULL) != (t->fn != NULL));
        CHECK(i == 0 || before(ts->heap[(i - 1) / 2], t));
        CHECK(!t->sleeper || t->sleeper->status != G_DEAD);
    }
}

void timers_normalize(VM *vm, bool relative)
{
    if (vm->time.timers && !vm->time.timers->len)
        vm->time.timers = NULL;
    if (vm->time.timers)
        normalize_order(vm->time.timers);
    if (CHECKING)
        timers_check(vm);
    if (!relative)
        return;
    for (u32 i = 0; vm->time.timers && i < vm->time.timers->len; i++)
        vm->time.timers->heap[i]->when -= vm->time.now;
    vm->time.now = 0;
}

void timers_free(VM *vm)
{
    vm->time.timers = NULL; /* collected */
}
