/* The debugger: one execution of a program, looked at and led from step to step, forwards and
 * backwards. A library that takes requests and gives replies, both JSON objects; terminals and
 * editors are its clients.
 *
 * A position is {at, instr}: how many choices of the schedule have been answered, and before which
 * instruction since then the running goroutine is, from 1; instr is 0 where the next choice is to
 * be answered, which is later than all those. The same position of the same schedule is the same
 * state.
 *
 * The execution lives in a process of its own, which forks a sleeping copy of itself every so
 * often: a checkpoint. Going back is waking the last one before the position, and running from
 * there. (The snapshots of `gol check --engine states` would not do: they number goroutines anew
 * and leave out what a detector knows.)
 *
 * Requests, by the member "do":
 *
 *     state                 the present one
 *     step {n}              n steps of the program's own code on (1)
 *     pick {goroutine}      that goroutine takes the next step, 0: a timer fires; from there on the
 *                           schedule that was given holds no longer
 *     line {goroutine, into}    to another line of the goroutine (of the running one), in calls too
 *     run                   to a breakpoint, a write of what is watched, a race, or the end
 *     until {file, line}    the same, or to that line
 *     failure               to one step before the first race, or before a bad end
 *     back {n}              n such steps back (1)
 *     goto {at, instr}      to a position
 *     last {what, name}     back to before the last "write" of a variable, "lock" of a lock, or
 *                           "break" (breakpoint)
 *     break {file, line, if}, watch {name}, delete {number}
 *     stops                 the breakpoints and watched variables
 *     look {what, goroutine, name}    what: "channels", "locks", "races", "stack", "variables",
 *                           "value", "schedule"
 *     save                  the schedule up to here, as a file
 *
 * A reply has "error", with a text, or "lines" (look), "text" (save), "number" (break, watch),
 * "stops" (objects: number, file, line, if; or number, watch), or else is a state:
 *
 *     at, instr, stopped    the position; why it stopped: "start", "step", "line", "breakpoint",
 *                           "watch", "race", "found", "interrupt", "end"
 *     note                  more about that
 *     goroutine             the one that took the last step, or runs; 0: it has ended
 *     next                  the goroutine that goes on if none is picked; 0: a timer fires
 *     goroutines            objects: id, name, can_run, what, file, line, col
 *     races                 how many have been found
 *     output                what the program has written so far
 *     verdict               at the end: clean, race, deadlock, ... */
#ifndef DEBUG_DEBUG_H
#define DEBUG_DEBUG_H

#include "base/json.h"
#include "explore/executor/execution.h"

typedef struct Debugger Debugger;

typedef struct DebugConfig {
    ExecutorConfig executor;  /* copied; its program and silence must outlive the debugger */
    const Schedule *schedule; /* to be followed; NULL: first in, first out, or the seed. Borrowed */
    u64 seed;
    bool has_seed;
} DebugConfig;

/* A debugger at the start of an execution. NULL: there is no such detector, or no process can be
 * started, for which errno says why. */
Debugger *debug_new(const DebugConfig *config);
/* Ends all its processes and frees it. */
void debug_free(Debugger *d);
/* Carries out a request; the caller frees the reply. */
cJSON *debug_request(Debugger *d, const cJSON *request);
/* Stops a request that takes long at the next choice. Safe in a signal handler. */
void debug_interrupt(Debugger *d);

#endif
