/* Counting: loops that start goroutines, and loops that receive as often.
 *
 * As many receives as there can be sends, all in all, on a channel that nothing closes have taken
 * what every send has sent: so each of them has been. How often a loop runs need not be known, only
 * that it is the same number. */
#include "analysis/loops.h"
#include "analysis/solve.h"

bool solver_runs_once(const Solver *solver, const SyncToken *t)
{
    const Instance *in = solver->model->instances.data[t->inst];
    return goro_unique(solver->model, t->goro) && !in->repeats && !flow_repeats(in->flow, t->pc);
}

bool solver_started_times(const Solver *solver, u32 t, u32 ego, Amount *out)
{
    const Model *model = solver->model;
    const Goro *g = &model->goros.data[t];
    if (t <= GORO_UNKNOWN || g->parent != ego || g->sites.len != 1 || g->restarts ||
        !goro_unique(model, ego) || model->instances.data[g->inst]->repeats)
        return false;
    const Flow *flow = model->instances.data[g->inst]->flow;
    return flow->fn->code[g->pc].in.op == OP_GO && loop_times(flow, g->pc, out);
}

/* How often an operation is done at most: once, or by each of the goroutines that a loop of
 * instance `inst` starts. */
static bool times_of(const Solver *solver, const SyncToken *t, u32 ego, u32 inst, Amount *out)
{
    const Instance *in = solver->model->instances.data[t->inst];
    *out = (Amount){0, 1};
    if (solver_runs_once(solver, t))
        return true;
    return !in->repeats && !flow_repeats(in->flow, t->pc) &&
           solver_started_times(solver, t->goro, ego, out) &&
           (!out->key || solver->model->goros.data[t->goro].inst == inst);
}

/* All sends on the channel that may have been, if they are bounded and nothing closes it. */
static bool most_sends(const Solver *solver, const State *state, u32 inst, u32 channel, Amount *sum)
{
    u32 ego = solver->model->instances.data[inst]->goro;
    *sum = (Amount){0, 0};
    solver_observe(solver);
    for (u32 i = 0; i < solver->releases[channel].len; i++) {
        u32 token = solver->releases[channel].data[i];
        const SyncToken *t = &solver->tokens.data[token];
        Amount times;
        if (!t->reached || t->kind == TOKEN_RECV)
            continue;
        if (t->kind == TOKEN_CLOSE)
            return false;
        if (!solver_may_precede(solver, token, ego, state->done))
            continue;
        if (!times_of(solver, t, ego, inst, &times) || (sum->key && times.key))
            return false;
        sum->key |= times.key;
        sum->off += times.off;
    }
    return true;
}

/* So many values at least were received. Operations that nothing has reached yet are joined as
 * well: must-sets only shrink. */
static void received(const Solver *solver, State *state, u32 inst, u32 channel, Amount n)
{
    u32 ego = solver->model->instances.data[inst]->goro;
    Amount sum, times;
    if (!most_sends(solver, state, inst, channel, &sum))
        return;
    bool none_yet = !sum.key && !sum.off;
    if (!none_yet && !amount_covers(n, sum))
        return;
    for (u32 i = 0; i < solver->releases[channel].len; i++) {
        u32 token = solver->releases[channel].data[i];
        const SyncToken *t = &solver->tokens.data[token];
        if (t->kind != TOKEN_SEND)
            continue;
        if (!solver_runs_once(solver, t)) {
            if (solver_started_times(solver, t->goro, ego, &times))
                bit_add(state->joined, token);
        } else if (t->reached && solver_may_precede(solver, token, ego, state->done))
            bits_or(state->past, t->past, solver->words);
    }
}

/* The channel that an operation is on, if it is one channel at run time. */
static bool one_channel(const Solver *solver, const SyncToken *t, u32 *channel)
{
    Ptr place;
    if (!solver_only_place(solver, t->inst, t->channel, &place) ||
        !solver_channel_is_known(solver, place.object))
        return false;
    *channel = place.object;
    return true;
}

void solver_count_receives(Walk *w, const SyncToken *last)
{
    const Solver *solver = w->solver;
    u32 channel, other;
    i64 n = 0;
    if (!w->state.reached || !one_channel(solver, last, &channel))
        return;
    for (u32 i = 0; i < solver->releases[channel].len; i++) {
        u32 token = solver->releases[channel].data[i];
        const SyncToken *t = &solver->tokens.data[token];
        bool done = t == last || bit_has(w->state.past, token);
        n += t->kind == TOKEN_RECV && done && one_channel(solver, t, &other);
    }
    if (n > 1)
        received(solver, &w->state, w->inst, channel, (Amount){0, n});
}

void solver_count_loop(Walk *w, u32 edge, State *state)
{
    const Solver *solver = w->solver;
    u32 block = w->flow->block_at[w->pc], channel;
    const Block *b = &w->flow->blocks.data[block];
    CountedLoop loop;
    bool leaves = (loop_at(w->flow, b->next[1], &loop) && loop.latch == block && edge == 0) ||
                  (loop_at(w->flow, b->next[0], &loop) && loop.guard == block && edge == 1);
    for (u32 i = 0; leaves && i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        const Word *code = w->flow->fn->code;
        if (t->kind == TOKEN_RECV && t->inst == w->inst && code[t->pc].in.op != OP_SELECT &&
            w->flow->blocks.data[w->flow->block_at[t->pc]].reached &&
            loop_always_runs(w->flow, &loop, t->pc) && one_channel(solver, t, &channel))
            received(solver, state, w->inst, channel, loop.times);
    }
}
