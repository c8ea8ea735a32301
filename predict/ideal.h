/* The smallest closed part of a run that leads up to two accesses, called an ideal as in
 * [MATHUR21]: for each goroutine a number of its first steps. Closed means: with a step it contains
 * what comes before it in every reordering; with a read, the write that it sees; enough receives
 * that the buffers of channels hold what was sent; and of the critical sections on a lock all but
 * the last are complete. The last section is the one that is last in the run, or else the one that
 * is still open at one of the two accesses. */
#ifndef PREDICT_IDEAL_H
#define PREDICT_IDEAL_H

#include "predict/known.h"

typedef struct LockState {
    u32 writer;       /* the last acquire by a writer in the ideal */
    u32 reader;       /* the last by a reader */
    StepList readers; /* those by readers whose release was not asked for yet */
} LockState;

typedef struct ChannelState {
    u64 sent;
    u32 taken;
} ChannelState;

typedef struct Ideal {
    const Steps *steps;
    const Known *known;
    u32 *wanted;    /* by goroutine: how many of its first steps must be in; only grows */
    u32 *looked_at; /* how many of known->syncs that are in have been looked at */
    bool *waiting;  /* by goroutine: is in `work` */
    LockState *locks;
    ChannelState *channels; /* by object */
    StepList used;          /* goroutines of which any are wanted */
    StepList work;          /* goroutines of which more steps may be wanted than were looked at */
    StepList around;        /* acquires of the sections that are open at the two accesses */
    StepList used_locks, used_channels; /* whose states ideal_empty resets */
    bool impossible;                    /* a section would have to end that never does */
    u64 looked;                         /* steps and entries of clocks looked at so far: the cost */
} Ideal;

/* An empty ideal of the run of `known`, which is borrowed. */
void ideal_init(Ideal *ideal, const Known *known);
/* Frees what ideal_init has allocated. */
void ideal_free(Ideal *ideal);
/* Makes it empty again. */
void ideal_empty(Ideal *ideal);
/* The section of this acquire is open at one of the two accesses. Before anything is added. */
void ideal_go_around(Ideal *ideal, u32 acquire);
/* Adds what comes before the acquire, or the event of the access, in every reordering, except what
 * the values need that the event reads. */
void ideal_add_before(Ideal *ideal, const RunStep *step);
/* Adds steps until the ideal is closed. False, perhaps before that, if there is no closed one, or
 * if one of the two steps (NULL: none) would be in it. */
bool ideal_close(Ideal *ideal, const RunStep *first, const RunStep *second);

/* Whether the step is in it. */
static inline bool ideal_has(const Ideal *ideal, const RunStep *step)
{
    return step->index < ideal->wanted[step->goroutine];
}

/* Whether the section of this acquire is open at one of the two accesses. */
bool ideal_is_around(const Ideal *ideal, u32 acquire);

#endif
