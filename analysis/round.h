/* Rounds: parts of an execution in which objects that are made again and again are one at a time.
 *
 * A round begins where a function that is called often begins, or the body of a loop, and ends when
 * that begins anew. If what a round makes is reached by nothing but the round and the goroutines
 * that it starts, all accesses to one such object are made in one round: it can be judged as if the
 * round were the program. Its goroutines of one id are then one if the round starts one, and its
 * objects are one at run time if the round makes one. */
#ifndef ANALYSIS_ROUND_H
#define ANALYSIS_ROUND_H

#include "analysis/solve.h"

typedef struct Rounds Rounds;

typedef struct Round {
    u32 inst, block; /* where it begins */
    Model *model;
    Flow *flow;  /* of the instance, cut where the round ends */
    u8 *made;    /* per object: one that the round makes, and nothing else reaches */
    u8 *only;    /* per instance: is run in such rounds only */
    u8 *drained; /* per object: a channel or WaitGroup from outside that only such rounds use, one
                  * after another, and that they leave as they find it */
    Solver *solver; /* NULL: there is none, it would be unsound */
    Map uses_at; /* hash of a use of the whole program -> 1 + the last of the solver's that is it */
    u64 work;    /* Solver.work of all that were needed for this one */
    u32 *earlier;   /* per use of the solver: the same for the one before it */
    bool is_called; /* dig_serial.c takes it for the access `call`, whose sets are in `around` */
    Use call;
    State around;
} Round;

enum { MOST_LIFTS = 4 };

/* For a use: rounds that are over only after it (dig_serial.c). */
typedef struct Lift {
    const Round *rounds[MOST_LIFTS];
    u32 len;
} Lift;

typedef struct Lifts {
    Map of_use; /* index -> 1 + its place in the list */
    VEC(Lift) list;
} Lifts;

/* None yet; they are solved when they are asked for, and judged by the digests whose bits are set.
 */
Rounds *rounds_new(u32 bits);
/* Frees them; NULL is ignored. */
void rounds_free(Rounds *rounds);
/* Whether the round that makes the object of the two accesses, if there is one, orders them; in
 * solver->rounds. */
bool rounds_ordered(const Solver *solver, const Use *a, const Use *b);

/* The round that each call of an instance is; NULL: it is none. Belongs to solver->rounds. */
const Round *rounds_call(const Solver *solver, u32 inst);
/* The same of a loop around an instruction: the innermost whose head is before block *within, or if
 * that is 0, the innermost; *within becomes its head, 0: there is none. */
const Round *rounds_loop(const Solver *solver, u32 inst, u32 pc, u32 *within);
/* Bits of the digests that judge. */
u32 rounds_digests(const Rounds *rounds);
/* What dig_serial.c has found so far. */
Lifts *rounds_lifts(Rounds *rounds);
/* The next use of the round that is a use of the whole program; NULL: none. *cursor is 0 at first.
 */
const Use *round_use(const Round *round, const Use *use, u32 *cursor);
/* Whether digests order all that the two uses are in one round; true if they are not both in it. */
bool round_orders(const Round *round, u32 bits, const Use *a, const Use *b);

#endif
