/* Slow goroutines and late timers: which timers may fire now, although a goroutine could run or
 * another is due before them, within bounds. Without bounds a ticker could fire for ever. */
#ifndef EXPLORE_SCHEDULE_LATE_H
#define EXPLORE_SCHEDULE_LATE_H

#include "vm/timer.h"

/* As a budget: no bound on the virtual time that passes while a goroutine waits. */
enum { LATE_ANY = -1 };
/* What a goroutine that computes loses: milliseconds, not the minute that a watchdog waits. */
enum { LATE_USUAL = 100 * 1000 * 1000 };

/* What is left of the bounds in one execution, for choosers. */
typedef struct Lateness {
    VM *vm;
    i64 budget, left; /* virtual nanoseconds that may pass while a goroutine waits, or LATE_ANY */
    u32 most_rounds;  /* times that timers of one goroutine may fire so; with a budget: any */
    bool round_bound; /* that was reached */
    Map rounds;       /* goroutine -> times so far; a goroutine that a timer starts goes on with
                         those of the goroutine that set it */
    TimerList set;    /* the timers that are set, ... */
    VEC(u32) may;     /* ... and the indices of those that may fire now (late_options) */
} Lateness;

/* An execution begins. The vm, budget and most_rounds are the caller's to set. */
void late_reset(Lateness *late);
void late_clear(Lateness *late);
/* How many timers may fire now: late->may. A tick that would find the last one still there changes
 * nothing and is left out. */
u32 late_options(Lateness *late);
/* Takes from the bounds what it costs that timer late->may[i] fires: its index, the answer to
 * CHOOSE_TIMER. */
u32 late_take(Lateness *late, u32 i);
/* The index in late->set of a sleeper that has been woken less than `most` times, else UINT32_MAX:
 * where no goroutine can see the clock it may as well be woken at once. */
u32 late_sleeper(Lateness *late, u32 most);

/* Hands all choices to another chooser, but lets timers fire at a few of them. */
typedef struct LateChooser LateChooser;

/* One for the executions of vm, each with that budget. Freed with late_free. */
LateChooser *late_chooser(VM *vm, i64 budget);
/* Another budget for the executions to come. */
void late_bound(LateChooser *late, i64 budget);
/* Frees it; the inner chooser is the caller's. */
void late_free(LateChooser *late);
/* The chooser for the next execution, in which `inner` answers; inner remains the caller's. The
 * seed decides when timers fire. */
Chooser *late_begin(LateChooser *late, Chooser *inner, u64 seed);

#endif
