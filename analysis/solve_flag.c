/* Variables that are set once: double-checked locking, sync.Once, and what a compare-and-swap
 * decides. A flag here is one place of a single object to which nothing but known numbers other
 * than 0 is ever written: once it is not 0 it never is again.
 *
 * Which of several goroutines has set it need not be known: for each number there is a token that
 * is in no goroutine, "this number was written there", which comes along with the token of each
 * instruction that writes it.
 *
 * A goroutine that holds a lock and sees 0 knows that the flag stays 0 until it gives the lock back
 * or sets it itself, if all that set it hold that lock. */
#include "analysis/solve.h"

/* ---- writes ---- */

static bool overlaps(const Solver *solver, const FlagWrite *write, Ptr place)
{
    return write->place.object == place.object &&
           access_overlap(&solver->model->objects.data[place.object], write->place, write->size,
                          place, 1);
}

/* Numbers of 32 bits have more than one form in a register. */
static bool is_set(const FlagWrite *write)
{
    return write->token != NO_TOKEN && write->known && (u32)write->number != 0;
}

bool solver_only_sets(const Solver *solver, Ptr place)
{
    const FlagWrites *writes = &solver->flag_writes[place.object];
    for (u32 i = 0; i < writes->len; i++)
        if (overlaps(solver, &writes->data[i], place) && !is_set(&writes->data[i]))
            return false;
    return true;
}

static u32 flag_token(Solver *solver, Ptr place, i64 number)
{
    for (u32 i = 0; i < solver->flags.len; i++) {
        const Flag *f = &solver->flags.data[i];
        if (f->place.object == place.object && f->place.off == place.off && f->number == number)
            return f->token;
    }
    vec_push(&solver->flags, (Flag){place, number, solver->tokens.len});
    vec_push(&solver->tokens,
             (SyncToken){.kind = TOKEN_FLAG, .goro = UINT32_MAX, .flag = NO_TOKEN});
    return solver->tokens.len - 1;
}

static void find_flag(Solver *solver, const FlagWrite *write)
{
    Ptr place;
    if (!is_set(write))
        return;
    const SyncToken *t = &solver->tokens.data[write->token];
    if (!solver_only_place(solver, t->inst, t->channel, &place) || !solver_only_sets(solver, place))
        return;
    u32 flag = flag_token(solver, place, write->number);
    solver->tokens.data[write->token].flag = flag;
}

void solver_find_flags(Solver *solver)
{
    for (u32 o = 0; o < solver->model->objects.len; o++)
        for (u32 i = 0; i < solver->flag_writes[o].len; i++)
            find_flag(solver, &solver->flag_writes[o].data[i]);
}

/* ---- that it is 0 ---- */

/* Whether all that set the flag do so while they hold the lock, to write. */
static bool all_hold(const Solver *solver, Ptr flag, Ptr lock)
{
    const FlagWrites *writes = &solver->flag_writes[flag.object];
    solver_observe(solver);
    for (u32 i = 0; i < writes->len; i++) {
        const FlagWrite *write = &writes->data[i];
        if (!overlaps(solver, write, flag))
            continue;
        const SyncToken *t = &solver->tokens.data[write->token];
        if (t->reached && !solver_guarded(solver_guards(solver, t), lock))
            return false;
    }
    return true;
}

void solver_saw_zero(Walk *w, State *state, Ptr flag)
{
    Solver *solver = w->solver;
    if (!solver_only_sets(solver, flag))
        return;
    for (u32 i = 0; i < state->locks.len; i++) {
        const Lock *lock = &state->locks.data[i];
        Ptr place = {(u32)lock->key, PTR_AT, (u32)lock->off};
        if (lock->of_value || lock->mode == LOCK_READ || solver_distrusts(solver, place) ||
            !all_hold(solver, flag, place))
            continue;
        vec_push(&solver->relied_on, place);
        vec_push(&state->unset, flag);
        return;
    }
}

static bool sets(const Solver *solver, const u64 *tokens, Ptr flag)
{
    const FlagWrites *writes = &solver->flag_writes[flag.object];
    for (u32 i = 0; i < writes->len; i++) {
        const FlagWrite *write = &writes->data[i];
        if (write->token != NO_TOKEN && bit_has(tokens, write->token) &&
            overlaps(solver, write, flag))
            return true;
    }
    return false;
}

void solver_set(const Solver *solver, State *state, const u64 *tokens)
{
    for (u32 i = state->unset.len; i-- > 0;)
        if (sets(solver, tokens, state->unset.data[i])) {
            state->unset.data[i] = vec_last(&state->unset);
            state->unset.len--;
        }
}
