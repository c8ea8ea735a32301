/* Where calls end that are rounds (round.h), and what a whole call is to the rest of the program.
 */
#include "analysis/solve.h"

/* A callee may have done any part of what it does. */
static void may_have_done(const Solver *solver, State *state, const u64 *tokens)
{
    bits_or(state->done, tokens, solver->words);
    solver_started(solver, state, tokens);
}

/* The instruction may have called these, in part. */
static void interrupt_callees(const Walk *w, const CallSite *site, State *state)
{
    for (u32 i = 0; i < site->callees.len; i++)
        may_have_done(w->solver, state, w->solver->may[site->callees.data[i]]);
}

/* Deferred calls that a panic runs. */
static void run_deferred(const Walk *w, State *state)
{
    const Model *model = w->solver->model;
    u32 cursor = 0;
    const MapEntry *e;
    while ((e = map_next(&model->instances.data[w->inst]->sites, &cursor)))
        if (model->sites.data[e->value]->kind == CALL_DEFER)
            interrupt_callees(w, model->sites.data[e->value], state);
}

/* Whether deferred calls of an instance may run after a call in it has panicked. */
static bool defers(const Model *model, u32 inst)
{
    const Instance *in = model->instances.data[inst];
    u32 cursor = 0;
    const MapEntry *e;
    bool found = in->flow->recover_block != 0;
    while (!found && (e = map_next(&in->sites, &cursor)))
        found = model->sites.data[e->value]->kind == CALL_DEFER ||
                model->sites.data[e->value]->kind == CALL_LATER;
    return found;
}

bool solver_survives_panic(const Model *model, u32 inst)
{
    u8 *seen = xcalloc(model->instances.len + 1, 1);
    u32 *stack = xcalloc(model->instances.len + 1, sizeof *stack), depth = 0;
    bool found = model->instances.data[inst]->goro == GORO_UNKNOWN;
    stack[depth++] = inst;
    while (depth && !found) {
        const Instance *in = model->instances.data[stack[--depth]];
        for (u32 i = 0; i < in->calls_from.len && !found; i++) {
            const CallSite *site = model->sites.data[in->calls_from.data[i]];
            if (site->kind == CALL_GO || seen[site->inst])
                continue;
            seen[site->inst] = 1;
            stack[depth++] = site->inst;
            found = defers(model, site->inst) || site->kind != CALL_PLAIN;
        }
    }
    free(seen);
    free(stack);
    return found;
}

static void end_with(Solver *solver, const State *state)
{
    Use use = {0};
    solver_keep_history(solver, &use, state);
    for (u32 i = 0; i < solver->ends.len; i++)
        if (solver->ends.data[i] == use.history)
            return;
    vec_push(&solver->ends, use.history);
}

/* A panic in the instruction, or in what it calls. */
static void end_by_panic(Walk *w)
{
    State broken;
    const CallSite *site = model_site_at(w->solver->model, w->inst, w->pc);
    const SyncToken *native = w->in.op == OP_CALLN ? solver_token(w->solver, w->inst, w->pc) : NULL;
    state_init(w->solver, &broken);
    state_copy(w->solver, &broken, &w->state);
    if (native)
        bit_add(broken.done, (u32)(native - w->solver->tokens.data));
    if (site && site->kind == CALL_PLAIN)
        interrupt_callees(w, site, &broken);
    run_deferred(w, &broken);
    end_with(w->solver, &broken);
    state_free(&broken);
}

static bool may_panic(const Walk *w)
{
    bool sends = false;
    for (u32 i = 0; w->in.op == OP_SELECT && i < w->in.c; i++)
        sends |= instr_case(w->code, i).is_send;
    return w->in.op == OP_SELECT ? sends
                                 : op_info[w->in.op].flags & PANICS || w->in.op == OP_RUNDEFERS;
}

void solver_note_end(Walk *w)
{
    const Solver *solver = w->solver;
    if (!solver->is_round || w->inst != solver->first)
        return;
    if (w->in.op == OP_RET)
        end_with(w->solver, &w->state);
    else if (may_panic(w) && solver->survives_panic)
        end_by_panic(w);
}

void solver_note_next(Walk *w)
{
    const Solver *solver = w->solver;
    if (!w->final || !solver->is_round || w->inst != solver->first || !solver->first_block ||
        !w->state.reached)
        return;
    const Flow *flow = solver->model->whole->instances.data[w->inst]->flow;
    const Block *b = &flow->blocks.data[flow->block_at[w->pc]];
    for (u32 i = 0; i < b->nnext; i++)
        if (b->next[i] == solver->first_block) {
            end_with(w->solver, &w->state);
            return;
        }
}

bool solver_round_as_use(const Solver *solver, u32 inst, u32 block, State *state, Use *out)
{
    const States *entries = &solver->entries[inst][block];
    state->reached = false;
    for (u32 i = 0; i < entries->len; i++)
        state_join(solver, state, &entries->data[i]);
    may_have_done(solver, state, solver->may[inst]);
    *out = (Use){.inst = inst,
                 .goro = solver->model->instances.data[inst]->goro,
                 .past = state->past,
                 .done = state->done,
                 .joined = state->joined};
    return state->reached;
}
