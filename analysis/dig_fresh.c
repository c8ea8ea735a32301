/* Freshness: an access to an object that nothing but the registers of its call points to. Whatever
 * another goroutine does to the object comes after the object was passed on; if the memory that it
 * was passed through is free of races, that is after the access. */
#include "analysis/digest.h"

static bool ordered(const Solver *solver, const Use *a, const Use *b)
{
    (void)solver;
    return a->fresh || b->fresh;
}

const Digest digest_fresh = {.name = "fresh",
                             .says = "the object had not been passed on yet",
                             .ordered = ordered,
                             .needs_race_free = true};
