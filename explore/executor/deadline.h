/* When a search has to end. */
#ifndef EXPLORE_EXECUTOR_DEADLINE_H
#define EXPLORE_EXECUTOR_DEADLINE_H

#include "base/common.h"

/* Whether one of the signals SIGINT, SIGTERM and SIGHUP has come, blocked or (vm/signal.h) caught.
 */
bool interrupted(void);
/* Whether that is so, or the time is over: that of the process (base/limits.h), or `until`, one of
 * clock_ms, 0 = none. */
bool deadline_over(u64 until);

#endif
