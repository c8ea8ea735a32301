/* Joins of many: b's goroutine has waited until all goroutines of a's id that it had started had
 * done r, and has started none since. a's goroutine had not done r when it made a. If it was
 * started before the Wait, a precedes its r, which precedes the end of the Wait and b; if later, b
 * precedes the start and a.
 *
 * Or a goroutine from which b's descends has waited like that before it started that one, and
 * starts no more of a's id ever: a precedes the end of the Wait, which precedes b. */
#include "analysis/digest.h"

bool joined_precedes(const Solver *solver, const Use *a, const Use *b)
{
    if (!solver_knows_more(solver, b->joined, a->done, a->goro))
        return false;
    for (u32 i = 0; i < solver->tokens.len; i++)
        if (bit_has(b->joined, i) && solver->tokens.data[i].reached && !bit_has(a->done, i) &&
            solver->tokens.data[i].goro == a->goro)
            return true;
    return false;
}

static bool ordered(const Solver *solver, const Use *a, const Use *b)
{
    return joined_precedes(solver, a, b) || joined_precedes(solver, b, a);
}

const Digest digest_joined = {.name = "joined",
                              .says = "a Wait for all such goroutines orders them",
                              .ordered = ordered,
                              .by_history = true,
                              .in_rounds = IN_ROUNDS};
