/* The double-checked lock: a variable is read without the lock under which it is written, and once
 * more with it in the same function. */
#include "analysis/shape.h"

static bool holds(const Solver *solver, const Use *use, const Lock *lock)
{
    for (u32 i = 0; i < use->nlocks; i++) {
        const Lock *held = &solver->held.data[use->locks + i];
        if (held->key == lock->key && held->off == lock->off && held->of_value == lock->of_value)
            return true;
    }
    return false;
}

static bool is_same_place(const Use *a, const Use *b)
{
    return a->object == b->object && a->place.object == b->place.object &&
           a->place.off == b->place.off;
}

/* Whether the function that makes the read makes it again later, with that lock held. */
static bool is_checked_again(const Solver *solver, const Use *read, const Lock *lock)
{
    for (u32 i = 0; i < solver->uses.len; i++) {
        const Use *again = &solver->uses.data[i];
        if (!again->write && again->inst == read->inst && again->pc > read->pc &&
            is_same_place(again, read) && holds(solver, again, lock))
            return true;
    }
    return false;
}

static bool is_double_checked(const Solver *solver, const Use *read, const Use *write)
{
    if (read->write || !write->write || read->unknown || write->unknown)
        return false;
    for (u32 i = 0; i < write->nlocks; i++) {
        const Lock *lock = &solver->held.data[write->locks + i];
        if (!holds(solver, read, lock) && is_checked_again(solver, read, lock))
            return true;
    }
    return false;
}

const char *shape_of(const Pairs *pairs, const Pair *pair)
{
    const Solver *solver = pairs->solver;
    const Use *a = &solver->uses.data[pair->a], *b = &solver->uses.data[pair->b];
    return is_double_checked(solver, a, b) || is_double_checked(solver, b, a)
               ? "a double-checked lock: the first check is made without it"
               : NULL;
}
