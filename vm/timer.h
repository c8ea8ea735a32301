/* Virtual time. A timer that is set fires at some time after it was set: it wakes a sleeper, sends
 * on a channel or starts a goroutine that calls a closure. When is the chooser's decision
 * (spec/schedule.md): any timer that is set may fire at any moment, for goroutines may be
 * arbitrarily slow, and a timer that is due may be late. That a timer due at d fires moves the
 * clock (vm->time.now, nanoseconds since the start) to d, unless it is later already; so no timer
 * is early by the clock. By default the earliest fires, when no goroutine can run.
 *
 * The clock also moves a little with every used-up time slice, so that a spinning program sees time
 * pass; not in a bubble of testing/synctest, where only waiting takes time. */
#ifndef VM_TIMER_H
#define VM_TIMER_H

#include "vm/vm.h"

/* What one time slice and one runtime.Gosched take, and one reading of the clock. The slices of
 * `make stress` are a few steps long: at the usual price a handshake would outlast its timeout. */
#ifdef GOL_STRESS
#define SLICE_NS 2000
#else
#define SLICE_NS 100000
#endif
#define YIELD_NS 1000
/* As many steps as slices have may be taken by goroutines that use up none of theirs. */
#define SLICES_MISSED 16ull
#define CLOCK_READ_NS 10

typedef struct Timer Timer;

/* What a timer sends: `at` gives the value at the time `when`, in at most TIMER_SLOTS slots. */
enum { TIMER_SLOTS = 3 };
typedef struct TimerSend TimerSend;
struct TimerSend {
    Chan *chan; /* NULL: it does not send */
    void (*at)(const TimerSend *send, i64 when, u64 *value);
    u64 begin;        /* for `at`: the time at which the clock started, ... */
    const u64 *local; /* ... and where the address of the local zone is, when it fires */
};

/* ---- for goroutines ---- */

/* Parks g for ns nanoseconds; ns <= 0: like Gosched, NATIVE_YIELD. */
NativeStatus timer_sleep(VM *vm, G *g, i64 ns);
/* A timer that in ns nanoseconds, and then every `period` ones if > 0, sends if the channel has
 * room for the value, or (send NULL) starts a goroutine calling fn, a func() value. Collected
 * memory. */
Timer *timer_start(VM *vm, G *g, i64 ns, i64 period, Closure *fn, const TimerSend *send);
/* Stops the timer; true if it was still to fire. Of one that sends, since Go 1.23, a value that has
 * not been received is taken back: then, too, it is true. */
bool timer_stop(VM *vm, Timer *timer);
/* The same, and sets it as timer_start does. */
bool timer_reset(VM *vm, G *g, Timer *timer, i64 ns, i64 period);
/* The clock, for time.Now. */
i64 timer_now(VM *vm);

/* ---- for the scheduler ---- */

/* Moves the clock forward by ns. */
void timers_pass(VM *vm, i64 ns);
/* Whether one is due. */
bool timers_due(const VM *vm);
/* A timer fires, the one that the chooser answers (CHOOSE_TIMER). False: there is none, or no
 * goroutine can go on and there are only tickers whose ticks no goroutine receives, or main has
 * ended and only tickers are left, or AFTER_MAIN_TIMERS have fired since. */
bool timers_wait(VM *vm);

/* ---- for choosers and searches ---- */

/* A timer that is set. The goroutine that set it and the ordinal number among those that it has set
 * name it, in all executions in which that goroutine does the same. */
typedef struct TimerInfo {
    const Timer *timer;
    u32 setter, ordinal;
    i64 when;         /* it is due; may be past */
    bool ticks;       /* is set again when it fires */
    const G *sleeper; /* that it wakes, or NULL */
    Chan *chan;       /* that it sends on, or NULL; else it starts a goroutine */
} TimerInfo;
typedef VEC(TimerInfo) TimerList;

/* Replaces *out by the timers that are set, first due first and then in the order they were set:
 * the options of CHOOSE_TIMER. */
void timers_list(const VM *vm, TimerList *out);
/* Whether firing changes nothing: a tick, and the one before it has not been received. */
bool timer_ticks_in_vain(const TimerInfo *timer);
/* Whether all of them are tickers. */
bool timers_only_tick(const TimerList *timers);
/* How many are set. */
u32 timers_count(const VM *vm);
/* The channel from which stopping the timer takes back what it has sent, or NULL. */
Chan *timer_taken_back(const Timer *timer);
/* Fires the k-th of that list. */
void timers_fire(VM *vm, u32 k);
/* How slow a goroutine, or how late an earlier timer, must be at least for the timer to fire now:
 * the virtual nanoseconds that pass while it waits. */
i64 timer_lateness(VM *vm, const TimerInfo *timer);
/* Nanoseconds until the earliest is due; -1: there is none. */
i64 timers_next(const VM *vm);
/* Whether one is set. */
bool timers_pending(const VM *vm);
/* Whether a timer is set, and for long no goroutine has used up a time slice: each begins a new one
 * when it goes on, so where they block or are preempted often no time would pass. */
static inline bool timers_stand_still(const VM *vm)
{
    return vm->time.timed && vm->steps - vm->time.slice_end > SLICES_MISSED * vm->chooser->slice &&
           !vm->stepping.pause && timers_pending(vm);
}
/* A hash of the timers that are set, by name, and if `times` by time. */
u64 timers_key(const VM *vm, bool times);
struct Reached;
/* Adds what the timers that are set send on (if `sends`) or call, and what these reach
 * (vm/heap.h). */
void timers_reach(const VM *vm, struct Reached *reached, bool sends);
/* If many are set: those are set no longer whose channel no goroutine can reach. Between steps, if
 * vm->time.crowded. */
void timers_drop_unseen(VM *vm);
/* Between two runs: no timer is set. */
void timers_free(VM *vm);
/* CHECKs the heap of timers: the order, the positions, ties, and that sleepers sleep. */
void timers_check(const VM *vm);
/* For snapshots: the order and numbers of the timers no longer depend on the past; without `times`
 * the clock and all times become 0, which a program that never reads the clock cannot notice. */
void timers_normalize(VM *vm, bool times);

#endif
