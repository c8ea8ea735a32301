/* Leaks: goroutines that can never go on again, one finding for all that are blocked at one place
 * and were started at one place. They are looked for when an execution has ended and, in one that
 * is live, while it goes on. */
#ifndef EXPLORE_EXECUTOR_LEAK_H
#define EXPLORE_EXECUTOR_LEAK_H

#include "explore/executor/executor.h"
#include "vm/reach.h"

/* Steps of a run before the first search while it goes on, and at least between two. */
enum { INSPECT_FIRST = 10000 };

/* Appends what config.leaks says of the goroutines that are there now: those that can never go on,
 * with LEAKS_BLOCKED all that are blocked; by number. Not those of a lock cycle, which is a finding
 * of its own. Returns the work (vm/reach.h). */
u64 leak_list(Executor *executor, GoroutineList *out);
/* Adds the leaks that there are now to the findings, but for those that are silenced. Returns the
 * work. */
u64 leak_find(Executor *executor);
/* VMConfig.inspect: the same while the execution goes on; config.on_leak, unless it is NULL, is
 * called for each that is new. At most a few per cent of all instructions are spent on it. Ends the
 * execution, as a deadlock, if main is among them. */
void leak_inspect(void *executor);

#endif
