/* Flags (solve_flag.c): variables that are 0 at first and never again once they are set. b's past
 * says that the flag was set, by whichever goroutine. a precedes that in two cases.
 *
 * - a is made while the flag is 0 and a lock is held that all hold that set it. The lock was taken
 *   before the flag was seen to be 0, so the flag is set in a later section of the lock, or in this
 *   one after a.
 * - a's goroutine has made the flag another number than 0 by an atomic operation that saw 0; only
 *   one can. All that write the number of which b knows have done that, so a's goroutine writes it;
 *   it has not yet when it makes a. */
#include "analysis/digest.h"

static bool holds(const Solver *solver, const Use *use, Ptr flag)
{
    for (u32 i = 0; i < use->nlocks; i++) {
        const Lock *lock = &solver->held.data[use->locks + i];
        if (!lock->of_value && lock->mode == LOCK_ATOMIC && lock->key == flag.object &&
            lock->off == flag.off)
            return true;
    }
    return false;
}

/* Whether the number is written by the goroutine that has taken the flag, after it has made `use`.
 */
static bool is_still_to_write(const Solver *solver, const Use *use, const Flag *flag)
{
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        if (t->flag == flag->token && t->reached &&
            (!solver_guarded(solver_guards(solver, t), flag->place) || bit_has(use->done, i)))
            return false;
    }
    return solver_kept(solver, flag->place);
}

static bool is_unset(const Solver *solver, const Use *use, Ptr flag)
{
    for (u32 i = 0; i < use->nunset; i++) {
        Ptr p = solver->unset.data[use->unset + i];
        if (p.object == flag.object && p.off == flag.off)
            return true;
    }
    return false;
}

static bool precedes(const Solver *solver, const Use *a, const Use *b)
{
    for (u32 i = 0; i < solver->flags.len; i++) {
        const Flag *flag = &solver->flags.data[i];
        if (bit_has(b->past, flag->token) &&
            (is_unset(solver, a, flag->place) ||
             (holds(solver, a, flag->place) && is_still_to_write(solver, a, flag))))
            return true;
    }
    return false;
}

static bool ordered(const Solver *solver, const Use *a, const Use *b)
{
    return !a->unknown && !b->unknown && (precedes(solver, a, b) || precedes(solver, b, a));
}

const Digest digest_flag = {.name = "flag",
                            .says = "one comes before a flag is set, the other after it",
                            .ordered = ordered,
                            .in_rounds = IN_ROUNDS_OWN};
