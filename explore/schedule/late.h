/* Slow goroutines: a timer fires although a goroutine could run. The virtual time that passes so is
 * bounded. Without a bound a ticker could fire for ever, and every timeout of a minute would be
 * reported as reachable. */
#ifndef EXPLORE_SCHEDULE_LATE_H
#define EXPLORE_SCHEDULE_LATE_H

#include "vm/vm.h"

/* What it takes from a budget of `whole` nanoseconds, of which `left` remain, that the next timer
 * fires now: nanoseconds, 0 if that is not possible. */
i64 late_price(VM *vm, i64 whole, i64 left);

/* Hands all choices to another chooser, but lets time pass at a few of them. */
typedef struct LateChooser LateChooser;

/* One for the executions of vm, each with a budget of `whole` nanoseconds. Freed with late_free. */
LateChooser *late_chooser(VM *vm, i64 whole);
/* Frees it; the inner chooser is the caller's. */
void late_free(LateChooser *late);
/* The chooser for the next execution, in which `inner` answers; inner remains the caller's. The
 * seed decides when time passes. */
Chooser *late_begin(LateChooser *late, Chooser *inner, u64 seed);

#endif
