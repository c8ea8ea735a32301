/* A reordering of a run after which two accesses come next: a witness of their race. Found with the
 * optimistic reversals of [SHI24]: the critical sections that are open at the two accesses come
 * after all others on their locks, other sections keep the order of the run. */
#ifndef PREDICT_WITNESS_H
#define PREDICT_WITNESS_H

#include "predict/ideal.h"

typedef struct Edge {
    u32 from;
    u32 next; /* number + 1 of the next edge to the same step, 0: none */
} Edge;

/* The steps so far that later ones must come after. For a variable: the readers of the last write
 * that is read, and the writes since then that no step reads; for a lock: the last release by a
 * writer, and those by readers since; for an object: the last operation. */
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
    u64 looked; /* steps looked at so far: the cost */
} Witness;

/* For pairs of the run of `known`, which is borrowed. */
void witness_init(Witness *witness, const Known *known);
/* Frees it. */
void witness_free(Witness *witness);
/* Whether a witness for the two accesses is found. */
bool witness_find(Witness *witness, u32 first, u32 second);
/* CHECKs that what witness_find has found is a run: it keeps all edges that every reordering keeps,
 * sections on a lock exclude each other, and each read gets the value of the same write. */
void witness_check(const Witness *witness);
/* Appends the numbers of the events of the witness that witness_find has found, in order; the two
 * accesses are not among them. */
void witness_events(const Witness *witness, StepList *events);

#endif
