/* From two accesses to a reordering of the run that leads up to both at once, if one can be found
 * with the optimistic reversals of Shi, Mathur and Pavlogiannis ("Optimistic prediction of
 * synchronization-reversal data races", 2024): the critical sections around the two accesses come
 * after all others on their locks, other sections keep the run's order. */
#ifndef PREDICT_WITNESS_H
#define PREDICT_WITNESS_H

#include "predict/ideal.h"

typedef struct Edge {
    u32 from;
    u32 next; /* number + 1 of the next edge to the same step, 0: none */
} Edge;

/* What the steps up to here want of those to come. A variable: the readers of its last write that
 * is read, the writes since that nobody reads; a lock: the last release by a writer, those by
 * readers since; an object: the last operation. */
typedef struct Line {
    u32 stamp, last;
    StepList readers, unread;
} Line;

typedef struct Witness {
    const Steps *steps;
    Ideal ideal;
    u32 pair[2];   /* the events of the two accesses */
    u32 from, to;  /* steps from..to-1 are not in the run's order, those before are */
    VEC(u8) mark;  /* by step - from */
    StepList into; /* by step - from: its first edge + 1 */
    VEC(Edge) edges;
    Line *variables, *locks, *objects;
    u32 stamp;
    StepList stack, order;
    u64 looked; /* at so many steps, ever */
} Witness;

/* known is not copied. */
void witness_init(Witness *witness, const Known *known);
void witness_free(Witness *witness);
/* Whether there is such a reordering. */
bool witness_find(Witness *witness, u32 first, u32 second);
/* CHECKs that what witness_find has found is a run: it keeps all edges that every reordering keeps,
 * sections on a lock exclude each other, and each read gets the value of the same write. */
void witness_check(const Witness *witness);
/* The one that witness_find has found: numbers of the events that come before the two, in order. */
void witness_events(const Witness *witness, StepList *events);

#endif
