/* The clock, and a heap of timers. */
#include "vm/timer.h"

#include <stdlib.h>
#include <time.h>

#include "base/hash.h"
#include "vm/chan.h"
#include "vm/heap.h"
#include "vm/reach.h"
#include "vm/track.h"

/* The language version since which what a timer has sent is taken back when it is stopped or reset,
 * and its channel looks as if it had no buffer. */
enum { GO_TAKES_BACK = 23 };

struct Timer {
    i64 when, period;
    u64 seq;     /* order of setting among timers due at the same time; no two in a heap equal. A
                  * ticker keeps its own: what sleeps later and until its tick wakes after it */
    u32 index;   /* position in the heap + 1; 0 = not set */
    u32 setter;  /* goroutine that set it */
    u32 ordinal; /* among the timers that it has set */
    bool takes_back; /* of one that sends: as since Go 1.23 */
    ObjectRef ref;   /* track.c's */
    G *sleeper;      /* to be woken, or NULL */
    Closure *fn;     /* to be called by a new goroutine, or NULL */
    TimerSend send;
};

/* Timers that are set before it is asked which of them can be seen, and how many words are looked
 * at then for each timer that is set meanwhile, at most. */
enum { MANY_TIMERS = 16384, WORDS_EACH = 256 };

/* Binary heap by (when, seq); all in collected memory since timers hold goroutines and closures. */
struct Timers {
    Timer **heap;
    u32 len, cap;
    u32 drop_at; /* number set at which it is asked again, at least MANY_TIMERS */
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
    ts->heap[ts->len++] = t;
    sift_up(ts, ts->len - 1);
    vm->time.crowded |= ts->len >= MANY_TIMERS && ts->len >= ts->drop_at;
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

static void set(VM *vm, G *g, Timer *t, i64 ns, i64 period)
{
    t->when = add_clamped(vm->time.now, ns < 0 ? 0 : ns);
    t->period = period;
    t->setter = g->id;
    t->ordinal = g->timers++;
    t->seq = timers_of(vm)->next_seq++;
    insert(vm, t);
}

NativeStatus timer_sleep(VM *vm, G *g, i64 ns)
{
    if (ns <= 0)
        return NATIVE_YIELD;
    Timer *t = heap_raw(vm, sizeof *t, true);
    t->sleeper = g;
    set(vm, g, t, ns, 0);
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

static void start(VM *vm, G *g, Timer *t, i64 ns, i64 period)
{
    set(vm, g, t, ns, period);
    if (vm->sink)
        track_timer_set(vm, g, &t->ref, t);
}

Timer *timer_start(VM *vm, G *g, i64 ns, i64 period, Closure *fn, const TimerSend *send)
{
    Timer *t = heap_object(vm, g, sizeof *t, true);
    t->fn = fn;
    if (send) {
        int minor = vm->program->go_minor; /* 0: the newest */
        CHECK(send->chan->elem_slots <= TIMER_SLOTS);
        t->send = *send;
        t->takes_back = send->chan->timed = !minor || minor >= GO_TAKES_BACK;
    }
    start(vm, g, t, ns, period);
    return t;
}

bool timer_stop(VM *vm, Timer *t)
{
    bool active = t->index > 0;
    if (active) {
        take_out(timers_of(vm), t);
        t->seq = t->setter = t->ordinal = 0;
        set_off(vm, t);
    }
    return (t->takes_back && chan_take_back(vm, t->send.chan)) || active;
}

bool timer_reset(VM *vm, G *g, Timer *t, i64 ns, i64 period)
{
    bool active = timer_stop(vm, t);
    start(vm, g, t, ns, period);
    return active;
}

static void deliver(VM *vm, const Timer *t, i64 when)
{
    u64 value[TIMER_SLOTS], before = t->send.chan->count;
    t->send.at(&t->send, when, value);
    chan_deliver(vm, t->send.chan, value);
    vm->sched.activity += t->send.chan->count != before;
}

/* Ticks that are past are left out, as in Go. */
static void set_next_tick(VM *vm, Timer *t)
{
    i64 past = vm->time.now - t->when;
    CHECK(past >= 0);
    t->when = add_clamped(t->when, past / t->period * t->period);
    t->when = add_clamped(t->when, t->period);
    insert(vm, t);
}

static void fire(VM *vm, Timer *t)
{
    i64 when = t->when;
    take_out(vm->time.timers, t);
    if (when > vm->time.now)
        vm->time.now = when;
    if (t->sleeper) {
        CHECK(t->sleeper->status == G_WAITING && t->sleeper->wait_reason == WAIT_SLEEP);
        sched_ready(vm, t->sleeper);
        return;
    }
    t->when = when;
    if (t->period > 0)
        set_next_tick(vm, t);
    if (vm->sink)
        track_timer_fire(vm, t->setter, &t->ref, t);
    if (t->send.chan)
        deliver(vm, t, when);
    else
        goro_new(vm, NULL, t->fn, NULL, 0, 0);
    vm->time.fired++;
    if (t->period > 0)
        return;
    t->when = t->setter = t->ordinal = 0;
    t->seq = 0;
    set_off(vm, t);
}

/* ---- which fires ---- */

typedef VEC(Timer *) TimerRefs;

/* Those that are due when the first is stand together at the top of the heap. Returns how many from
 * there on, and appends them to *ties unless it is NULL. */
static u32 find_ties(const struct Timers *ts, u32 from, TimerRefs *ties)
{
    if (from >= ts->len || ts->heap[from]->when != ts->heap[0]->when)
        return 0;
    if (ties)
        vec_push(ties, ts->heap[from]);
    return 1 + find_ties(ts, 2 * from + 1, ties) + find_ties(ts, 2 * from + 2, ties);
}

static int by_time(const void *a, const void *b)
{
    return before(*(Timer *const *)a, *(Timer *const *)b) ? -1 : 1;
}

/* All of them, in the order of CHOOSE_TIMER; to be freed. */
static TimerRefs sorted(const struct Timers *ts)
{
    TimerRefs all = {0};
    for (u32 i = 0; i < ts->len; i++)
        vec_push(&all, ts->heap[i]);
    if (all.len)
        qsort(all.data, all.len, sizeof *all.data, by_time);
    return all;
}

/* Mostly one of those that are due first, which may be few of many. */
static Timer *nth(const struct Timers *ts, u32 k)
{
    TimerRefs ties = {0};
    CHECK(k < ts->len);
    if (k == 0)
        return ts->heap[0];
    if (k < find_ties(ts, 0, &ties)) {
        qsort(ties.data, ties.len, sizeof *ties.data, by_time);
    } else {
        vec_free(&ties);
        ties = sorted(ts);
    }
    Timer *t = ties.data[k];
    vec_free(&ties);
    return t;
}

/* In a bubble time passes only as far as it must. */
static u32 ask(VM *vm)
{
    const struct Timers *ts = vm->time.timers;
    if (vm->chooser->fifo)
        return 0;
    Choice choice = {.kind = CHOOSE_TIMER, .options = ts->len, .ties = find_ties(ts, 0, NULL)};
    if (vm->time.bubble || vm->config.real_time)
        choice.options = choice.ties;
    bool asks = choice.options > 1 || vm->chooser->asks_alone;
    return asks ? chooser_pick(vm->chooser, &choice) : 0;
}

static TimerInfo info_of(const Timer *t)
{
    return (TimerInfo){t, t->setter, t->ordinal, t->when, t->period > 0, t->sleeper, t->send.chan};
}

Chan *timer_taken_back(const Timer *timer)
{
    return timer->takes_back ? timer->send.chan : NULL;
}

u32 timers_count(const VM *vm)
{
    return vm->time.timers ? vm->time.timers->len : 0;
}

void timers_list(const VM *vm, TimerList *out)
{
    vec_clear(out);
    if (!timers_pending(vm))
        return;
    TimerRefs all = sorted(vm->time.timers);
    for (u32 i = 0; i < all.len; i++)
        vec_push(out, info_of(all.data[i]));
    vec_free(&all);
}

bool timer_ticks_in_vain(const TimerInfo *timer)
{
    return timer->ticks && timer->chan && timer->chan->count == timer->chan->cap;
}

bool timers_only_tick(const TimerList *timers)
{
    for (u32 i = 0; i < timers->len; i++)
        if (!timers->data[i].ticks)
            return false;
    return true;
}

i64 timer_lateness(VM *vm, const TimerInfo *timer)
{
    i64 waits = vm->time.now, first = vm->time.timers->heap[0]->when;
    if (first > waits && vm_idle(vm)) /* that long all wait */
        waits = first;
    return timer->when > waits ? timer->when - waits : 0;
}

void timers_fire(VM *vm, u32 k)
{
    Timer *t = nth(vm->time.timers, k);
    TimerInfo info = info_of(t);
    vm->time.late += timer_lateness(vm, &info);
    fire(vm, t);
}

void timers_pass(VM *vm, i64 ns)
{
    CHECK(ns >= 0);
    if (!vm->time.bubble)
        vm->time.now = add_clamped(vm->time.now, ns);
}

bool timers_due(const VM *vm)
{
    return timers_pending(vm) && vm->time.timers->heap[0]->when <= vm->time.now;
}

/* --real-time: the wall clock keeps pace. Steps could have been taken in that time: the next
 * inspection comes as early as if they had been. */
static void pace(VM *vm, i64 ns)
{
    enum { STEP_NS = 100 };
    u64 steps = (u64)ns / STEP_NS;
    vm->inspect_at -= steps < vm->inspect_at ? steps : vm->inspect_at;
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

u64 timers_key(const VM *vm, bool times)
{
    u64 key = 0;
    for (u32 i = 0; vm->time.timers && i < vm->time.timers->len; i++) {
        const Timer *t = vm->time.timers->heap[i];
        key += hash_pair(times ? (u64)t->when : 0, (u64)t->setter << 32 | t->ordinal);
    }
    return key;
}

/* When main has ended and the run goes on for a while, tickers alone are no reason to wait: they
 * would tick for ever. The time of the earliest timer that is none, or -1. Tickers due
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

/* The clock moves to `when`, if that is not past. */
static void wait_until(VM *vm, i64 when)
{
    if (when <= vm->time.now)
        return;
    if (vm->config.real_time && !vm->main_ended) {
        vm_flush(vm);
        pace(vm, when - vm->time.now);
    }
    vm->time.now = when;
}

/* Whether each is a ticker whose last tick has not been received. */
static bool only_tick_in_vain(const struct Timers *ts)
{
    for (u32 i = 0; i < ts->len; i++) {
        TimerInfo info = info_of(ts->heap[i]);
        if (!timer_ticks_in_vain(&info))
            return false;
    }
    return true;
}

bool timers_wait(VM *vm)
{
    if (!timers_pending(vm) || (only_tick_in_vain(vm->time.timers) && vm_idle(vm)))
        return false;
    i64 when = vm->time.timers->heap[0]->when;
    if (vm->main_ended) {
        if ((when = after_tickers(vm->time.timers)) < 0)
            return false;
        vm->cut_short = !vm->stepping.pause && vm->after_main++ == AFTER_MAIN_TIMERS;
        if (vm->cut_short)
            return false;
    }
    if (vm->config.real_time || (vm->main_ended && !vm->sched.runnable))
        wait_until(vm, when);
    /* One at a time: what it wakes runs before the next, as when timers fire apart. */
    timers_fire(vm, ask(vm));
    return true;
}

/* What it sends on or calls. */
static void reach_timer(const Timer *t, struct Reached *reached)
{
    heap_reach(reached, (u64)t->fn);
    heap_reach(reached, (u64)t->send.chan);
}

void timers_reach(const VM *vm, struct Reached *reached, bool sends)
{
    for (u32 i = 0; vm->time.timers && i < vm->time.timers->len; i++)
        if (sends || !vm->time.timers->heap[i]->send.chan)
            reach_timer(vm->time.timers->heap[i], reached);
}

/* ---- which no goroutine can see ---- */

static bool is_used(const Timer *t, const struct Reached *used)
{
    return !t->send.chan || heap_reached(used, t->send.chan) || heap_reached(used, t);
}

static void keep_used(VM *vm, struct Timers *ts, const struct Reached *used)
{
    u32 all = ts->len;
    ts->len = 0;
    for (u32 i = 0; i < all; i++) {
        Timer *t = ts->heap[i];
        ts->heap[i] = NULL;
        if (is_used(t, used)) {
            place(ts, ts->len++, t);
            continue;
        }
        t->index = 0;
        set_off(vm, t);
    }
    for (u32 i = ts->len / 2; i-- > 0;)
        sift_down(ts, i);
}

void timers_drop_unseen(VM *vm)
{
    struct Timers *ts = vm->time.timers;
    if (vm->stepping.pause)
        return;
    vm->time.crowded = false;
    if (!ts || ts->len < MANY_TIMERS || ts->len < ts->drop_at)
        return;
    Reach *reach = reach_new(vm);
    const struct Reached *used = reach_used(reach);
    keep_used(vm, ts, used);
    ts->drop_at = ts->len + ts->len / 2 + (u32)(used->work / WORDS_EACH);
    reach_free(reach);
}

i64 timer_now(VM *vm)
{
    if (!vm->time.bubble)
        vm->time.now = add_clamped(vm->time.now, CLOCK_READ_NS);
    return vm->time.now;
}

static int by_setting(const void *a, const void *b)
{
    u64 x = (*(Timer *const *)a)->seq, y = (*(Timer *const *)b)->seq;
    return x < y ? -1 : x > y;
}

/* Numbers them anew, in their order. That of timers which are due at different times matters only
 * if one of them ticks. */
static void normalize_order(struct Timers *ts)
{
    TimerRefs order = sorted(ts);
    bool tick = false;
    for (u32 i = 0; i < order.len; i++) { /* ascending is a heap too */
        Timer *t = order.data[i];
        place(ts, i, t);
        t->setter = t->ordinal = 0;
        tick |= t->period > 0;
    }
    if (tick)
        qsort(order.data, order.len, sizeof *order.data, by_setting);
    for (u32 i = 0; i < order.len; i++)
        order.data[i]->seq = i;
    ts->next_seq = ts->len;
    vec_free(&order);
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

void timers_normalize(VM *vm, bool times)
{
    if (vm->time.timers && !vm->time.timers->len)
        vm->time.timers = NULL;
    for (u32 i = 0; !times && vm->time.timers && i < vm->time.timers->len; i++)
        vm->time.timers->heap[i]->when = 0;
    if (!times)
        vm->time.now = 0;
    if (vm->time.timers)
        normalize_order(vm->time.timers);
    if (CHECKING)
        timers_check(vm);
}

void timers_free(VM *vm)
{
    vm->time.timers = NULL; /* collected */
}
