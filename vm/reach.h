/* Goroutines that can never go on: what they wait for cannot be reached by anything that can still
 * run. Found by marking, as a garbage collector does, from what can run; a blocked goroutine whose
 * object has been marked can be woken, and is marked from in its turn ([SACA25]). Conservative: a
 * word that looks like a pointer is one, so that some may be missed, but none is reported wrongly.
 *
 * What can run: goroutines that are not blocked or that sleep, timers, handlers of signals, and
 * finalizers of objects that no goroutine can use any more. Package-level variables count as
 * reachable. `select {}` is a way to wait for the end: what it waits for is not missed. */
#ifndef VM_REACH_H
#define VM_REACH_H

#include "vm/vm.h"

typedef VEC(const G *) GoroutineList;

typedef struct Reach Reach;

/* For one VM, between its steps or after its run; keeps what it finds out about functions. */
Reach *reach_new(VM *vm);
/* NULL is ignored. */
void reach_free(Reach *reach);
/* Appends the goroutines that can never go on, by number; nothing is changed. Not those in
 * `select {}`. Returns the work: words of memory looked at. */
u64 reach_find_stuck(Reach *reach, GoroutineList *out);
struct Reached;
/* What goroutines, blocked ones too, and functions that timers will call can reach; valid until the
 * next search. */
const struct Reached *reach_used(Reach *reach);
/* Appends all goroutines, by number. */
void reach_list(VM *vm, GoroutineList *out);
/* Whether g waits for another goroutine, or for nothing: not for time to pass or for input. */
bool reach_waits(const G *g);

#endif
