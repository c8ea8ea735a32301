/* Joins of many: b's goroutine has waited until all goroutines of a's id that it had started had
 * done r, and has started none since. a's goroutine had not done r when it made a. If it was
 * started before the Wait, a precedes its r, which precedes the end of the Wait and b; if later, b
 * precedes the start and a.
 *
 * Or a goroutine has waited like that for goroutines of a's id of which no more are started ever,
 * and b's goroutine knows of the Wait: a precedes its end, which precedes b. The goroutine that
 * waits need not be the one that started them, if that started it last. */
#include "analysis/digest.h"

/* Whether b's goroutine knows that all goroutines of the token's id have done it. */
static bool knows_all(const Use *b, const SyncToken *t, u32 index)
{
    return bit_has(b->joined, index) || (t->all && bit_has(b->past, t->all - 1));
}

bool joined_precedes(const Solver *solver, const Use *a, const Use *b)
{
    if (a->goro <= GORO_UNKNOWN)
        return false;
    for (u32 w = 0; w < solver->words; w++)
        for (u64 left =
                 solver->of_goro[a->goro][w] & ~a->done[w] & (b->joined[w] | solver->with_all[w]);
             left; left &= left - 1) {
            u32 i = 64 * w + (u32)__builtin_ctzll(left);
            if (solver->tokens.data[i].reached && knows_all(b, &solver->tokens.data[i], i))
                return true;
        }
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
