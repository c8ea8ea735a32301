/* The least part of a run that leads up to two accesses ("ideal"): for each goroutine how many of
 * its first steps are in it. It is closed: with a step all edges that every reordering keeps to,
 * with a read the write it sees, receives enough that the buffers of channels hold what was sent,
 * and of the critical sections on a lock all but the last are complete. Last is what comes last in
 * the run, unless a section goes on around one of the two accesses: that one then must be. */
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
    bool *waiting;  /* is in `work` */
    LockState *locks;
    ChannelState *channels; /* by object */
    StepList work;          /* goroutines of which more is wanted than was looked at, perhaps */
    StepList around;        /* acquires of the sections that go on around the two accesses */
    StepList used_locks, used_channels; /* to be emptied */
    bool impossible;                    /* a section would have to be over that never is */
    u64 looked;                         /* at so many steps and entries of clocks, ever */
} Ideal;

void ideal_init(Ideal *ideal, const Known *known);
void ideal_free(Ideal *ideal);
void ideal_empty(Ideal *ideal);
/* A section of this acquire goes on around one of the two. Before anything is added. */
void ideal_go_around(Ideal *ideal, u32 acquire);
/* Adds what the access cannot do without, other than the value that a read gets. */
void ideal_add_before(Ideal *ideal, const RunStep *access);
/* Adds what is missing. False, perhaps with some of it still missing, if there is no such ideal, or
 * one of the two steps (NULL: none) would be in it. */
bool ideal_close(Ideal *ideal, const RunStep *first, const RunStep *second);

static inline bool ideal_has(const Ideal *ideal, const RunStep *step)
{
    return step->index < ideal->wanted[step->goroutine];
}

/* Whether the section goes on around one of the two. */
bool ideal_is_around(const Ideal *ideal, u32 acquire);

#endif
