/* When a search has to end. */
#include "explore/executor/deadline.h"

#include <signal.h>

bool interrupted(void)
{
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGINT) || sigismember(&pending, SIGTERM);
}

bool deadline_over(u64 until)
{
    return (until && clock_ms() >= until) || interrupted();
}
