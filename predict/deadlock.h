/* Deadlocks of a run's reorderings: goroutines that wait for each other's locks. */
#ifndef PREDICT_DEADLOCK_H
#define PREDICT_DEADLOCK_H

#include "predict/known.h"

/* Most goroutines of a cycle that are looked for. */
enum { CYCLE_MAX = 8 };

/* Whether the goroutine of acquire a, which comes next in both, has to wait for that of acquire b:
 * b's goroutine holds the lock, or waits to write what a would only read. */
bool acquire_waits_for(const Steps *steps, u32 a, u32 b);
/* Appends the numbers of the events that lead up to these acquires, in an order in which they can
 * happen: that of the run. False: there is no such reordering that keeps the order of the sections.
 */
bool deadlock_events(const Known *known, const StepList *acquires, StepList *events);

#endif
