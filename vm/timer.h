/* Virtual time. The clock (vm->time.now, nanoseconds since the start) moves to the next timer when
 * no goroutine can run; and a little with every used-up time slice, so that a spinning program sees
 * time pass; not in a bubble of testing/synctest, where only waiting takes time. A timer wakes a
 * sleeper or starts a goroutine that calls a closure. */
#ifndef VM_TIMER_H
#define VM_TIMER_H

#include "vm/vm.h"

/* What one time slice and one runtime.Gosched take, and one reading of the clock. */
#define SLICE_NS 100000
#define YIELD_NS 1000
#define CLOCK_READ_NS 10

typedef struct Timer Timer;

/* Parks g for ns nanoseconds; ns <= 0: like Gosched, NATIVE_YIELD. */
NativeStatus timer_sleep(VM *vm, G *g, i64 ns);
/* A timer that in ns nanoseconds, and then every `period` ones if > 0, starts a goroutine calling
 * fn (a func() value). Collected memory. */
Timer *timer_start(VM *vm, G *g, i64 ns, i64 period, Closure *fn);
/* Stops the timer; true if it was still to fire. */
bool timer_stop(VM *vm, Timer *timer);
/* The same, and sets it as timer_start does. */
bool timer_reset(VM *vm, G *g, Timer *timer, i64 ns, i64 period);
/* The clock, for time.Now. */
i64 timer_now(VM *vm);

/* For the scheduler: moves the clock forward by ns and fires what is due. */
void timers_pass(VM *vm, i64 ns);
/* No goroutine can run: moves the clock to the earliest timer and fires it. False: there is none,
 * or main has ended and only tickers are left. */
bool timers_wait(VM *vm);
/* Nanoseconds until the earliest fires; -1: there is none. */
i64 timers_next(const VM *vm);
/* Whether there is one. */
bool timers_pending(const VM *vm);
/* A hash of the timers that are set, by time and goroutine that set them. */
u64 timers_key(const VM *vm);
/* Between two runs: no timer is set. */
void timers_free(VM *vm);
/* CHECKs the heap of timers: the order, the positions, ties, and that sleepers sleep. */
void timers_check(const VM *vm);
/* For snapshots: the order and numbers of the timers no longer depend on the past; `relative`: the
 * clock becomes 0 and all timers are due that much earlier. */
void timers_normalize(VM *vm, bool relative);

#endif
