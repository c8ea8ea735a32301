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

/* None yet; they are solved when they are asked for, and judged by the digests whose bits are set.
 */
Rounds *rounds_new(u32 bits);
/* Frees them; NULL is ignored. */
void rounds_free(Rounds *rounds);
/* Whether the round that makes the object of the two accesses, if there is one, orders them; in
 * solver->rounds. */
bool rounds_ordered(const Solver *solver, const Use *a, const Use *b);

#endif
