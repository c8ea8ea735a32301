/* Goroutines may be slow, so that a timer fires although somebody could go on. The time that passes
 * thereby is bounded: who has a ticker would never get on otherwise, and nobody wants to hear of
 * each timeout of a minute. */
#ifndef EXPLORE_SCHEDULE_LATE_H
#define EXPLORE_SCHEDULE_LATE_H

#include "vm/vm.h"

/* What it costs that the next timer fires now, of `whole` nanoseconds for all; at most `left`. Not
 * possible: 0. */
i64 late_price(VM *vm, i64 whole, i64 left);

/* Hands all choices to another chooser, but lets time pass at a few of them. */
typedef struct LateChooser LateChooser;

LateChooser *late_chooser(VM *vm, i64 whole);
void late_free(LateChooser *late);
/* For an execution that another chooser leads; it remains the caller's. */
Chooser *late_begin(LateChooser *late, Chooser *inner, u64 seed);

#endif
