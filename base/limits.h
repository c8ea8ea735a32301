/* What ends work before it is done: the time that a command has (--time), and signals that ask it
 * to stop. The process has one such limit; all that may take long looks at it. A look where nothing
 * has come is a read of one variable, so loops may look in every round, and operations on much
 * memory before they begin.
 *
 * What looks also says how it ends: a run of the machine by its outcome, a search between two
 * executions; neither takes the end of the time for something that the program did. What has no way
 * of its own to end early, as the compiler, runs in limits_guard, and leaves that.
 */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include <signal.h>

#include "base/common.h"

/* Something has come that limits_poll has not seen: the time is over, or a signal. */
extern volatile sig_atomic_t limits_raised;

/* Something has come; may be called in a handler of signals. */
static inline void limits_raise(void)
{
    limits_raised = 1;
}

/* The time is over in that many milliseconds; 0: never. */
void limits_set_time(u64 ms);
/* A process that was forked has the time that is left; without this call it looks at the clock
 * only. */
void limits_renew(void);
/* The time is over at once; may be called in a handler of signals. */
void limits_end(void);
/* Whether the time is over. */
bool limits_time_over(void);
/* Milliseconds that are left; UINT64_MAX: no limit. */
u64 limits_time_left(void);

/* What limits_poll calls when something has come, with ctx; it returns if the work may go on. */
typedef struct LimitsLook LimitsLook;
struct LimitsLook {
    void (*look)(void *ctx);
    void *ctx;
    LimitsLook *outer; /* what looked before, again after limits_leave */
};

/* From now on until limits_leave(look), which gives it back, it is what looks. */
void limits_enter(LimitsLook *look);
void limits_leave(const LimitsLook *look);

/* Calls work(ctx); true: it has returned. False: the time was over, and it was left at a call of
 * limits_poll, or there was no more memory (process_limit_memory) and nothing else sees to that
 * (memory_rescue). What it was changing then can be looked at and forgotten. */
bool limits_guard(void (*work)(void *ctx), void *ctx);

/* The limit by which work has been left last, "time" or "memory", or "interrupt" after limits_end;
 * NULL: none has. */
const char *limits_left(void);

/* Something has come: calls what looks. */
void limits_look(void);

/* Where work can be left: in each round of a loop that may be long, before an operation that may.
 */
static inline void limits_poll(void)
{
    if (UNLIKELY(limits_raised))
        limits_look();
}

/* Before an operation on that many bytes. */
static inline void limits_poll_bytes(u64 bytes)
{
    enum { LONG_BYTES = 1 << 16 };
    if (UNLIKELY(bytes >= LONG_BYTES))
        limits_poll();
}

#endif
