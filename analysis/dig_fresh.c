/* Freshness: an access to an object that nothing but the registers of its call points to. Whatever
 * another goroutine does to the object comes after the object was passed on; if all memory that its
 * address is passed through is free of races (Solver.passed), that is after the access. */
#include "analysis/digest.h"

static bool is_fresh(const Solver *solver, const Use *use)
{
    return use->fresh && solver->passed && !bit_has(solver->passed, use->object);
}

static bool ordered(const Solver *solver, const Use *a, const Use *b)
{
    return is_fresh(solver, a) || is_fresh(solver, b);
}

const Digest digest_fresh = {.name = "fresh",
                             .says = "the object had not been passed on yet",
                             .ordered = ordered,
                             .needs_race_free = true};
