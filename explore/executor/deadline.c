/* When a search has to end. */
#include "explore/executor/deadline.h"

#include "base/limits.h"
#include "vm/signal.h"

bool interrupted(void)
{
    sigset_t pending;
    sigpending(&pending);
    return signals_arrived || signals_ended || sigismember(&pending, SIGINT) ||
           sigismember(&pending, SIGTERM) || sigismember(&pending, SIGHUP);
}

bool deadline_over(u64 until)
{
    return limits_time_over() || (until && clock_ms() >= until) || interrupted();
}
