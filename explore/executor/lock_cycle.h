/* Lock cycles: goroutines that wait for each other's locks, so that none of them can go on. */
#ifndef EXPLORE_EXECUTOR_LOCK_CYCLE_H
#define EXPLORE_EXECUTOR_LOCK_CYCLE_H

#include "vm/reach.h"

/* Appends to *out all goroutines that are on a cycle of the wait-for graph: an edge leads from a
 * goroutine that waits for a Mutex or RWMutex to each that has to give it back first, and from one
 * that waits for a RWMutex to the writer that is to have it first. Readers hold what they have
 * taken with RLock; a RWMutex that a goroutine other than its reader has given back has no edges to
 * readers, since it is not known which of them is left. */
void lock_cycle_find(VM *vm, GoroutineList *out);

#endif
