/* Loops that count: `for i := first; i < bound; i++`, and how often they run. */
#ifndef ANALYSIS_LOOPS_H
#define ANALYSIS_LOOPS_H

#include "analysis/flow.h"

/* A number: that of a value, if key is not 0, plus off. */
typedef Val Amount;

typedef struct CountedLoop {
    u32 head, latch; /* blocks: begins an iteration; ends it, and decides on another */
    u32 guard;       /* block that decides on the first; NO_GUARD: none */
    Amount times;    /* iterations, if more than 0: completed when the latch or the guard leaves it,
                        begun at most */
    Val counter;     /* the value of i in an iteration */
    bool surely_once; /* times is a constant above 0, or the guard has been asked */
} CountedLoop;

enum { NO_GUARD = UINT32_MAX };

/* The loop that the block begins; false: it begins none of that form. */
bool loop_at(const Flow *flow, u32 head, CountedLoop *out);
/* Whether it is the only loop around an instruction. */
bool loop_is_only(const Flow *flow, const CountedLoop *loop, u32 pc);
/* How often an instruction runs at most in one call, if it is not more often than a number of this
 * form. */
bool loop_times(const Flow *flow, u32 pc, Amount *out);
/* Whether each iteration runs the instruction. */
bool loop_always_runs(const Flow *flow, const CountedLoop *loop, u32 pc);
/* Whether a >= b. */
bool amount_covers(Amount a, Amount b);

#endif
