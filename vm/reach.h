/* Goroutines that can never go on although others live: whatever could wake them is out of reach of
 * everybody who runs, sleeps or can be woken. Conservative: it may miss some, never accuse one. */
#ifndef VM_REACH_H
#define VM_REACH_H

#include "vm/vm.h"

typedef VEC(const G *) GoroutineList;

/* Adds them to *out. Goroutines in `select {}` are left out: that is a way to wait for the end. The
 * run must be over: stacks lose what nobody would have read again. */
void reach_find_stuck(VM *vm, GoroutineList *out);

#endif
