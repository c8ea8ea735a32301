/* From a schedule that shows a finding to a short one that shows the same: fewest departures from
 * the default first, which are the switches that a person has to follow. */
#ifndef EXPLORE_EXECUTOR_SHRINK_H
#define EXPLORE_EXECUTOR_SHRINK_H

#include "explore/executor/execution.h"

/* Replaces *schedule by one no longer that still has the finding of that key, trying at most
 * `budget` executions. False: not even the schedule itself showed it again. The executor's last
 * execution is that of the result. */
bool shrink_schedule(Executor *executor, u64 key, u32 budget, Schedule *schedule);

#endif
