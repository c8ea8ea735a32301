/* Stuck goroutines: goroutines that no live goroutine can wake, since none that runs, sleeps or can
 * be woken reaches what they wait for. Conservative: it may miss some, but reports none wrongly. */
#ifndef VM_REACH_H
#define VM_REACH_H

#include "vm/vm.h"

typedef VEC(const G *) GoroutineList;

/* Appends them to *out. Goroutines in `select {}` are left out: that is a way to wait for the end.
 * The run must be over: dead registers are zeroed. */
void reach_find_stuck(VM *vm, GoroutineList *out);

#endif
