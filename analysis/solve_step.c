/* What an instruction does to the state of the solver. */
#include "analysis/solve.h"

#define KINDS_SENT (1u << TOKEN_SEND)
#define KINDS_CLOSED (1u << TOKEN_CLOSE)
#define KINDS_RECEIVED (1u << TOKEN_RECV)

static u32 token_index(const Solver *solver, const SyncToken *t)
{
    return (u32)(t - solver->tokens.data);
}

/* A token says something new. */
static void mark_observers(Solver *solver)
{
    for (u32 i = 0; i < solver->model->instances.len; i++)
        solver->dirty[i] |= solver->observes[i];
}

/* Others learn of the operation: what the goroutine has in its past, and the operation itself. */
static void release(Walk *w, SyncToken *t)
{
    Solver *solver = w->solver;
    u32 index = token_index(solver, t);
    u64 *past = xmalloc(solver->words * sizeof *past);
    memcpy(past, w->state.past, solver->words * sizeof *past);
    bit_add(past, index);
    if (t->flag != NO_TOKEN)
        bit_add(past, t->flag);
    bool changed = !t->reached;
    if (changed)
        memcpy(t->past, past, solver->words * sizeof *past);
    else
        changed = bits_and(t->past, past, solver->words);
    t->reached = true;
    free(past);
    if (changed)
        mark_observers(solver);
}

/* The goroutine has done it. */
static void did(Walk *w, const SyncToken *t)
{
    bit_add(w->state.past, token_index(w->solver, t));
    bit_add(w->state.done, token_index(w->solver, t));
    NativeMeans means =
        w->in.op == OP_CALLN ? model_means(w->solver->model, instr_k(w->in)) : MEANS_NOTHING;
    if (t->flag == NO_TOKEN)
        return;
    if (means != MEANS_ATOMIC_COMPARES) /* which may fail */
        bit_add(w->state.past, t->flag);
    solver_set(w->solver, &w->state, w->state.done);
}

/* ---- channels ---- */

static void send(Walk *w)
{
    SyncToken *t = solver_token(w->solver, w->inst, w->pc);
    release(w, t);
    if (solver_unbuffered(w->solver, w->inst, t->channel))
        w->state.reached = solver_learn(w->solver, &w->state, w->inst, t->channel, KINDS_RECEIVED);
    solver_channel_lock(w, &w->state, t->channel, TOKEN_SEND);
    solver_hand_over(w, t);
    did(w, t);
}

static void receive(Walk *w)
{
    SyncToken *t = solver_token(w->solver, w->inst, w->pc);
    release(w, t);
    w->state.reached =
        solver_learn(w->solver, &w->state, w->inst, t->channel, KINDS_SENT | KINDS_CLOSED);
    solver_channel_lock(w, &w->state, t->channel, TOKEN_RECV);
    solver_latch_receive(w, &w->state, t->channel, w->pc);
    solver_count_receives(w, t);
    did(w, t);
}

static u32 case_kinds(const SyncToken *t)
{
    return t->kind == TOKEN_SEND ? KINDS_RECEIVED : KINDS_SENT | KINDS_CLOSED;
}

/* Adds what is known if that case ran; false: it can not. */
static bool learn_case(Walk *w, State *state, u32 pc, u32 index)
{
    const SyncToken *t = solver_token(w->solver, w->inst, pc) + index;
    bool learns = t->kind == TOKEN_RECV || solver_unbuffered(w->solver, w->inst, t->channel);
    if (learns && !solver_learn(w->solver, state, w->inst, t->channel, case_kinds(t)))
        return false;
    if (t->kind == TOKEN_SEND)
        solver_channel_lock(w, state, t->channel, TOKEN_SEND);
    else
        solver_latch_receive(w, state, t->channel, pc);
    bit_add(state->past, token_index(w->solver, t));
    return true;
}

/* The case that is left; only one is. */
static u32 single_case(u64 left)
{
    return (u32)__builtin_ctzll(left);
}

/* Whether one case is left, and it is not the default. */
static bool is_single_case(u64 left, u32 cases)
{
    return !(left & (left - 1)) && single_case(left) < cases;
}

static void select_case(Walk *w)
{
    Solver *solver = w->solver;
    SyncToken *first = solver_token(solver, w->inst, w->pc);
    u64 left = 0;
    State one;
    for (u32 i = 0; i < w->in.c; i++) {
        release(w, &first[i]);
        bit_add(w->state.done, token_index(solver, &first[i]));
        solver_hand_over(w, &first[i]);
    }
    state_init(solver, &one);
    for (u32 i = 0; i < w->in.c; i++) {
        state_copy(solver, &one, &w->state);
        if (i < 63 && learn_case(w, &one, w->pc, i))
            left |= 1ull << i;
    }
    state_free(&one);
    for (u32 i = 0; i < w->in.c; i++)
        if (first[i].kind == TOKEN_RECV && (i >= 63 || left >> i & 1))
            solver_channel_lock(w, &w->state, first[i].channel, TOKEN_RECV);
    bool known = w->in.c < 63;
    w->state.select_pc = known ? w->pc : 0;
    w->state.select_left = left | (w->in.b ? 1ull << w->in.c : 0);
    if (known && !w->state.select_left)
        w->state.reached = false;
    else if (known && is_single_case(w->state.select_left, w->in.c))
        w->state.reached = learn_case(w, &w->state, w->pc, single_case(w->state.select_left));
}

/* ---- goroutines and calls ---- */

static const CallSite *site_of(const Walk *w)
{
    return model_site_at(w->solver->model, w->inst, w->pc);
}

static void start(Walk *w)
{
    SyncToken *t = solver_token(w->solver, w->inst, w->pc);
    const CallSite *site = site_of(w);
    did(w, t);
    release(w, t);
    u64 *started = xcalloc(w->solver->words, sizeof *started);
    bit_add(started, token_index(w->solver, t));
    solver_started(w->solver, &w->state, started);
    free(started);
    State child;
    state_init(w->solver, &child);
    child.reached = true;
    memcpy(child.past, w->state.past, w->solver->words * sizeof(u64));
    solver_inherit_joined(w, &child);
    for (u32 i = 0; i < w->state.owned.len; i++)
        vec_push(&child.owned, w->state.owned.data[i]);
    solver_latch_start(w, site, &child);
    solver_enter(w->solver, site, &child);
    solver_hand_over(w, t);
    state_free(&child);
}

/* What is fresh and lent to a callee is so until it returns. */
static void lend(Solver *solver, const CallSite *site, const State *from, u32 callee, State *to)
{
    u32 n = solver->model->instances.data[callee]->flow->fn->nparams;
    vec_clear(&to->fresh);
    bool plain = site->kind == CALL_PLAIN;
    for (u32 i = 0; plain && from->fresh.len && i < n && i < site->arg_syms.len; i++)
        if (state_is_fresh(from, site->arg_syms.data[i]) && solver_arg_is_lent(solver, site, i))
            vec_push(&to->fresh, FRESH_PARAM | i);
}

void solver_enter(Solver *solver, const CallSite *site, const State *state)
{
    State entry;
    state_init(solver, &entry);
    entry.reached = true;
    memcpy(entry.past, state->past, solver->words * sizeof(u64));
    memcpy(entry.done, state->done, solver->words * sizeof(u64));
    if (site->kind != CALL_LATER)
        memcpy(entry.joined, state->joined, solver->words * sizeof(u64));
    if (site->kind == CALL_PLAIN || site->kind == CALL_DEFER) {
        solver_rename_locks(site, state, true, &entry);
        for (u32 i = 0; i < state->unset.len; i++)
            vec_push(&entry.unset, state->unset.data[i]);
    }
    for (u32 i = 0; i < site->callees.len; i++) {
        solver_own_arguments(solver, site, state, site->callees.data[i], &entry);
        solver_latch_enter(solver, site, state, site->callees.data[i], &entry);
        lend(solver, site, state, site->callees.data[i], &entry);
        if (states_join(solver, &solver->entries[site->callees.data[i]][0], &entry))
            solver->dirty[site->callees.data[i]] = true;
    }
    state_free(&entry);
}

/* What holds when one of the callees has returned. */
static void leave(Walk *w, const CallSite *site)
{
    Solver *solver = w->solver;
    State common;
    solver_walk_callees(w, site);
    state_init(solver, &common);
    for (u32 i = 0; i < site->callees.len; i++) {
        bits_or(w->state.done, solver->may[site->callees.data[i]], solver->words);
        solver_drop_locks(solver, &w->state, w->inst, solver->may[site->callees.data[i]]);
        solver_started(solver, &w->state, solver->may[site->callees.data[i]]);
        solver_set(solver, &w->state, solver->may[site->callees.data[i]]);
        solver_lose(solver, &w->state, w->inst, solver->may[site->callees.data[i]]);
        state_join(solver, &common, &solver->exits[site->callees.data[i]]);
    }
    if (common.reached && !site->unknown) {
        bits_or(w->state.past, common.past, solver->words);
        bits_or(w->state.joined, common.joined, solver->words);
        if (site->kind == CALL_PLAIN) {
            solver_rename_locks(site, &common, false, &w->state);
            if (!site->first && !site->frame)
                solver_take_results(&common, &w->state);
        }
    }
    solver_latch_leave(w, &w->state, site, &common);
    w->state.reached = common.reached || site->unknown || !site->callees.len;
    state_free(&common);
}

static void call(Walk *w)
{
    const CallSite *site = site_of(w);
    if (w->in.op == OP_CALLN) {
        NativeMeans means = model_means(w->solver->model, instr_k(w->in));
        solver_lock(w, means);
        SyncToken *t = solver_token(w->solver, w->inst, w->pc);
        if (means == MEANS_WAITS) {
            solver_wait(w);
            solver_latch_wait(w, w->regs[w->in.a + 1]);
        }
        if (means == MEANS_ADDS)
            solver_latch_add(w, t);
        if (means == MEANS_LEAVES)
            w->state.reached = false;
        if (t && t->kind != TOKEN_GO) {
            if (t->kind == TOKEN_ATOMIC && solver_guard(w))
                mark_observers(w->solver);
            release(w, t);
            did(w, t);
            solver_hand_over(w, t);
        }
        if (site->kind == CALL_GO)
            start(w);
        return;
    }
    solver_enter(w->solver, site, &w->state);
    leave(w, site);
}

/* It runs when the function with that frame ends: later than here, in this goroutine. */
static void call_later(Walk *w)
{
    State later;
    state_init(w->solver, &later);
    state_copy(w->solver, &later, &w->state);
    for (u32 i = 0; i < w->solver->tokens.len; i++)
        if (w->solver->tokens.data[i].goro == w->solver->model->instances.data[w->inst]->goro)
            bit_add(later.done, i);
    solver_enter(w->solver, site_of(w), &later);
    state_free(&later);
}

/* ---- deferred calls ---- */

/* One that is pending already, in a loop, makes the list one of any length. */
static void defer_call(State *state, u32 site)
{
    for (u32 i = 0; i < state->pending.len; i++)
        state->pending_unknown |= state->pending.data[i] == site;
    if (state->pending_unknown)
        vec_clear(&state->pending);
    else
        vec_push(&state->pending, site);
}

/* A callee may have done part of what it does. */
static void interrupted(Walk *w, u32 callee)
{
    bits_or(w->state.done, w->solver->may[callee], w->solver->words);
    solver_started(w->solver, &w->state, w->solver->may[callee]);
    solver_drop_locks(w->solver, &w->state, w->inst, w->solver->may[callee]);
    solver_set(w->solver, &w->state, w->solver->may[callee]);
    solver_lose(w->solver, &w->state, w->inst, w->solver->may[callee]);
}

/* Any of the function's deferred calls may run, in any order. */
static void run_some_defers(Walk *w)
{
    const Model *model = w->solver->model;
    u32 cursor = 0;
    const MapEntry *e;
    const Map *sites = &model->instances.data[w->inst]->sites;
    for (u32 round = 0; round < 2; round++)
        for (cursor = 0; (e = map_next(sites, &cursor));) {
            const CallSite *site = model->sites.data[e->value];
            for (u32 i = 0; site->kind == CALL_DEFER && !round && i < site->callees.len; i++)
                interrupted(w, site->callees.data[i]);
            vec_clear(&w->state.locks);
            vec_clear(&w->state.unset);
            vec_clear(&w->state.owned);
            vec_clear(&w->state.latches);
            if (site->kind == CALL_DEFER && round)
                solver_enter(w->solver, site, &w->state);
        }
}

static void run_defers(Walk *w)
{
    if (w->state.pending_unknown) {
        run_some_defers(w);
        return;
    }
    while (w->state.pending.len && w->state.reached) {
        const CallSite *site = w->solver->model->sites.data[vec_pop(&w->state.pending)];
        solver_enter(w->solver, site, &w->state);
        leave(w, site);
    }
}

static void drop_named_locks(State *state)
{
    for (u32 i = state->locks.len; i-- > 0;)
        if (state->locks.data[i].of_value) {
            state->locks.data[i] = vec_last(&state->locks);
            state->locks.len--;
        }
}

/* Whether a deferred call may recover. */
static bool site_recovers(const Solver *solver, const CallSite *site)
{
    if (site->kind != CALL_DEFER)
        return false;
    for (u32 i = 0; i < site->callees.len; i++)
        if (solver->may_recover[site->callees.data[i]])
            return true;
    return site->unknown;
}

/* The call recovers by returning: what is known of latches is what holds at the callees' ends.
 * False: none of them has one. */
static bool recover_latches(const Walk *w, const CallSite *site, const State *before, State *after)
{
    State common;
    state_init(w->solver, &common);
    for (u32 i = 0; i < site->callees.len; i++)
        state_join(w->solver, &common, &w->solver->exits[site->callees.data[i]]);
    vec_clear(&after->latches);
    for (u32 i = 0; i < before->latches.len; i++)
        vec_push(&after->latches, before->latches.data[i]);
    solver_latch_leave(w, after, site, &common);
    bool returns = common.reached || site->unknown;
    state_free(&common);
    return returns;
}

/* The function goes on at its end, after a deferred call has recovered, before which this held;
 * `left` calls are pending still. NULL: it is not known which. */
static void recover_here(Walk *w, const CallSite *site, const State *before, u32 left)
{
    State after;
    state_init(w->solver, &after);
    state_copy(w->solver, &after, &w->state);
    bool returns = !site || recover_latches(w, site, before, &after);
    vec_clear(&after.fresh);
    vec_clear(&after.owned);
    solver_latch_recovered(&after);
    after.pending.len = site ? left : 0;
    after.pending_unknown = !site;
    after.select_pc = 0;
    drop_named_locks(&after);
    if (returns &&
        states_join(w->solver, &w->solver->entries[w->inst][w->flow->blocks.len], &after))
        w->solver->dirty[w->inst] = true;
    state_free(&after);
}

/* After a panic: each may panic itself, so the next one knows only what was known before. */
static void unwind_defers(Walk *w)
{
    const Solver *solver = w->solver;
    State before;
    state_init(solver, &before);
    for (u32 i = w->state.pending.len; i-- > 0;) {
        const CallSite *site = solver->model->sites.data[w->state.pending.data[i]];
        state_copy(solver, &before, &w->state);
        solver_enter(w->solver, site, &w->state);
        for (u32 k = 0; k < site->callees.len; k++)
            interrupted(w, site->callees.data[k]);
        solver_latch_interrupted(w, site);
        if (site_recovers(solver, site))
            recover_here(w, site, &before, i);
    }
    state_free(&before);
}

static void unwind_some_defers(Walk *w)
{
    const Model *model = w->solver->model;
    u32 cursor = 0;
    const MapEntry *e;
    bool recovers = false;
    run_some_defers(w);
    while ((e = map_next(&model->instances.data[w->inst]->sites, &cursor)))
        recovers |= site_recovers(w->solver, model->sites.data[e->value]);
    if (w->state.reached && recovers)
        recover_here(w, NULL, NULL, 0);
}

/* A panic in the instruction, or in what it calls, which may have done part of its work. */
void solver_panic(Walk *w)
{
    bool panics = op_info[w->in.op].flags & PANICS || w->in.op == OP_RUNDEFERS;
    if (!w->flow->recover_block || !panics || (!w->state.pending.len && !w->state.pending_unknown))
        return;
    State before;
    state_init(w->solver, &before);
    state_copy(w->solver, &before, &w->state);
    const CallSite *site = site_of(w);
    bool calm = site && !site->unknown;
    for (u32 i = 0; site && site->kind == CALL_PLAIN && i < site->callees.len; i++) {
        interrupted(w, site->callees.data[i]);
        calm &= w->solver->calm[site->callees.data[i]];
    }
    if (site && site->kind == CALL_PLAIN)
        solver_latch_interrupted(w, site);
    if (calm) { /* the locks that they may give back are held still */
        vec_clear(&w->state.locks);
        for (u32 i = 0; i < before.locks.len; i++)
            vec_push(&w->state.locks, before.locks.data[i]);
    }
    (w->state.pending_unknown ? unwind_some_defers : unwind_defers)(w);
    state_copy(w->solver, &w->state, &before);
    state_free(&before);
}

/* ---- fresh objects ---- */

/* Calls and returns keep what is known of objects that nothing in memory leads to. */
static bool publishes(const Walk *w)
{
    NativeMeans means =
        w->in.op == OP_CALLN ? model_means(w->solver->model, instr_k(w->in)) : MEANS_NOTHING;
    return w->in.op != OP_CALL && w->in.op != OP_CALLC && w->in.op != OP_CALLI &&
           w->in.op != OP_RET && means != MEANS_ADDS;
}

static void escape_range(Walk *w, u32 reg, u32 count)
{
    bool all = publishes(w);
    for (u32 r = reg; r < reg + count && r < w->flow->fn->nregs; r++) {
        state_escape(w->solver, &w->state, w->inst, w->regs[r]);
        if (all)
            solver_latch_publish(w, &w->state, w->regs[r]);
    }
}

/* All registers that the instruction reads, but for the address of what it writes. */
static void escape_read(Walk *w)
{
    u32 flags = op_info[w->in.op].flags;
    Widths widths = op_widths(w->solver->model->program, w->code);
    Access list[MOST_ACCESSES];
    u32 n = access_list(w->flow, w->pc, w->regs, list);
    u32 regs[] = {w->in.a, w->in.b, w->in.c}, count[] = {widths.a, widths.b, widths.c};
    u32 reads[] = {R_A, R_B, R_C}, base = flags & R_C && w->in.op != OP_MAPSET ? 1 : 0;
    for (u32 i = 0; i < 3; i++)
        for (u32 r = regs[i]; flags & reads[i] && r < regs[i] + count[i]; r++)
            if (!n || i != base || w->regs[r].key != list[0].base.key)
                escape_range(w, r, 1);
}

/* How many arguments the callees take; 0: that, or what is passed, is not known. */
static u32 known_arguments(const Walk *w)
{
    bool calls = w->in.op == OP_CALL || w->in.op == OP_CALLC || w->in.op == OP_CALLI;
    const CallSite *site = calls ? site_of(w) : NULL;
    u32 n = 0;
    if (!site || site->unknown || site->first || site->frame)
        return 0;
    for (u32 i = 0; i < site->callees.len; i++) {
        u32 params = w->solver->model->instances.data[site->callees.data[i]]->flow->fn->nparams;
        n = params > n ? params : n;
    }
    for (u32 i = 0; i < n; i++)
        if (i >= site->arg_syms.len || !site->arg_syms.data[i].key)
            return 0;
    return n;
}

/* What is lent to a call is not passed on. */
static void escape_arguments(Walk *w, u32 n)
{
    const CallSite *site = site_of(w);
    for (u32 i = 0; i < n; i++)
        if (!solver_arg_is_lent(w->solver, site, i))
            state_escape(w->solver, &w->state, w->inst, site->arg_syms.data[i]);
}

/* Values that the instruction passes to a call, to another goroutine or to memory; addresses that
 * it only follows stay as they are, and what it writes to registers has the same pointers. */
static void escape_operands(Walk *w)
{
    const OpInfo *info = &op_info[w->in.op];
    u32 regs = w->flow->fn->nregs;
    if (!w->state.fresh.len && !w->state.latches.len)
        return;
    bool passes = info->flags & CALLS || w->in.op == OP_DEFER || w->in.op == OP_DEFERTO;
    if (info->flags & JUMP)
        return;
    if (w->in.op == OP_SELECT)
        escape_range(w, 0, regs);
    u32 arguments = known_arguments(w);
    if (arguments) {
        escape_arguments(w, arguments);
        return;
    }
    if (passes && w->in.op != OP_RET) {
        escape_range(w, w->in.a, regs);
        if (info->flags & R_B)
            escape_range(w, w->in.b, 2);
    }
    if (info->flags & (ALLOCS | END) || info->effect == EFFECT_WRITE || op_synchronises(w->in.op))
        escape_read(w);
}

/* Whether what the instruction returns may be memory that it was given: append does so if there is
 * room. Nothing has room for what a nil slice is made of, nor has s[:n:n]. */
static bool may_return_old(const Walk *w)
{
    return (w->in.op == OP_APPEND || w->in.op == OP_APPEND1) &&
           SYM_KIND(w->regs[w->in.b]) != SYM_CONST && !flow_append_copies(w->code, w->regs);
}

/* What was allocated is reached by nothing else yet. */
static void allocate(Walk *w)
{
    if (!(op_info[w->in.op].flags & ALLOCS) || may_return_old(w))
        return;
    const PtrList *list = points_lookup(w->solver->model->points, w->inst, sym_def(w->pc, 0));
    if (!list || list->len != 1)
        return;
    const Object *o = &w->solver->model->objects.data[list->data[0].object];
    if (o->inst != w->inst || o->pc != w->pc || o->kind < MEM_NEW || o->kind > MEM_MAP)
        return;
    for (u32 i = 0; i < w->state.fresh.len; i++)
        if (w->state.fresh.data[i] == w->pc)
            return;
    vec_push(&w->state.fresh, w->pc);
}

/* ---- uses ---- */

static void keep_state(Walk *w, Use *use)
{
    Solver *solver = w->solver;
    if (use->past)
        return;
    solver_keep_history(solver, use, &w->state);
    use->locks = solver->held.len;
    use->nlocks = w->state.locks.len;
    for (u32 i = 0; i < use->nlocks; i++)
        vec_push(&solver->held, w->state.locks.data[i]);
    use->unset = solver->unset.len;
    use->nunset = w->state.unset.len;
    for (u32 i = 0; i < use->nunset; i++)
        vec_push(&solver->unset, w->state.unset.data[i]);
}

static bool may_be_channel(const Object *o)
{
    return o->kind == MEM_CHAN || o->kind == MEM_UNKNOWN || o->kind == MEM_MADE;
}

static UseSpace space_of(const Walk *w)
{
    switch (w->in.op) {
    case OP_MAPGET:
    case OP_MAPGET2:
    case OP_MAPSET:
    case OP_MAPDEL:
    case OP_MAPLEN:
    case OP_MAPCLEAR:
    case OP_MAPITER:
    case OP_MAPNEXT: return SPACE_MAPS;
    default:
        return w->in.op != OP_CALLN && op_synchronises(w->in.op) ? SPACE_CHANNELS : SPACE_MEMORY;
    }
}

bool solver_space_has(const Model *model, UseSpace space, u32 object)
{
    ObjectKind kind = model->objects.data[object].kind;
    if (kind <= MEM_MADE || space == SPACE_ALL || model->casts)
        return true;
    return kind == MEM_MAP    ? space == SPACE_MAPS
           : kind == MEM_CHAN ? space == SPACE_CHANNELS
                              : space == SPACE_MEMORY;
}

/* One use stands for those of all objects of the largest set. */
static void note_any_use(Walk *w, Use *use)
{
    const Model *model = w->solver->model;
    bool found = false;
    for (u32 i = 0; i < model->objects.len && !found; i++)
        found = bit_has(w->solver->any, i) &&
                (!use->channel || may_be_channel(&model->objects.data[i])) &&
                solver_space_has(model, use->space, i);
    if (!found)
        return;
    keep_state(w, use);
    use->object = OBJECT_ANY;
    use->place = (Ptr){OBJECT_ANY, PTR_ANY, 0};
    vec_push(&w->solver->uses, *use);
}

/* Notes a use of each object that a value may point to. */
static void note_use(Walk *w, Use *use, const Access *access)
{
    const Model *model = w->solver->model;
    const PtrList *to = points_lookup(model->points, w->inst, access->base);
    use->base = access->base;
    use->off = access->base.off + access->off;
    use->how = access->how;
    use->size = access->size;
    use->write = access->write;
    use->fresh =
        state_is_fresh(&w->state, access->base) || solver_is_blank(&w->state, access->base);
    use->makes_latch = w->makes_latch;
    solver_keep_latches(w, use, access->base);
    use->owned = solver_owns(&w->state, access->base);
    use->in_home = solver_in_owned_home(&w->state, w->flow, access->base, w->pc, &use->home);
    use->channel = op_synchronises(w->in.op) && w->in.op != OP_CALLN;
    use->space = space_of(w);
    if (points_is_largest(model->points, to)) {
        note_any_use(w, use);
        return;
    }
    for (u32 k = 0; to && k < to->len; k++) {
        use->object = to->data[k].object;
        if (!model->objects.data[use->object].shared || object_is_constant(model, use->object) ||
            (use->channel && !may_be_channel(&model->objects.data[use->object])) ||
            !solver_space_has(model, use->space, use->object))
            continue;
        keep_state(w, use);
        use->place = access_place(model, access, to->data[k]);
        vec_push(&w->solver->uses, *use);
    }
}

/* A close and a send race as a write and a read of the channel do. */
static void note_channel_uses(Walk *w, Use *use)
{
    const SyncToken *t = solver_token(w->solver, w->inst, w->pc);
    u32 n = w->in.op == OP_SELECT ? w->in.c : t != NULL;
    for (u32 i = 0; i < n; i++)
        if (t[i].kind == TOKEN_SEND || t[i].kind == TOKEN_CLOSE) {
            Access access = {ACCESS_WHOLE, t[i].kind == TOKEN_CLOSE, t[i].channel, 0, 1};
            use->pc = w->in.op == OP_SELECT ? w->pc + 1 + i : w->pc;
            note_use(w, use, &access);
        }
}

/* ---- uses by natives ---- */

/* The number that a value is, in the one call that leads here. */
bool solver_constant(const Model *model, u32 inst, Val value, i64 *out)
{
    while (SYM_KIND(value) == SYM_PARAM) {
        const Instance *in = model->instances.data[inst];
        if (in->calls_from.len != 1)
            return false;
        const CallSite *site = model->sites.data[in->calls_from.data[0]];
        if (SYM_PART(value) >= site->arg_syms.len)
            return false;
        i64 off = value.off;
        value = site->arg_syms.data[SYM_PART(value)];
        value.off += off;
        inst = site->inst;
    }
    *out = value.off;
    return SYM_KIND(value) == SYM_CONST;
}

static void note_sync_use(Walk *w, Use *use, NativeMeans means)
{
    i64 delta;
    bool write = means != MEANS_LOOKS && means != MEANS_ATOMIC_LOADS;
    Access access = {ACCESS_AT, write, w->regs[w->in.a + 1], 0, 1};
    use->sync = means == MEANS_WAITS ? USE_WAIT : USE_SYNC;
    if (means == MEANS_ADDS &&
        !(solver_constant(w->solver->model, w->inst, w->regs[w->in.a + 2], &delta) && delta <= 0))
        use->sync = USE_ADD;
    note_use(w, use, &access);
    use->sync = USE_PLAIN;
}

/* What the sets of a native's arguments lead to, by way of others or not, as far as other
 * goroutines can change it. */
typedef struct Leads {
    const Solver *solver;
    u8 *seen;         /* per object */
    bool whole;       /* it begins with the largest set */
    bool any;         /* all that the largest set leads to, */
    VEC(u32) objects; /* and these */
} Leads;

static void follow(Leads *leads, const PtrList *list)
{
    const Model *model = leads->solver->model;
    if (points_is_largest(model->points, list) && !leads->whole) {
        leads->any = true;
        return;
    }
    for (u32 i = 0; i < list->len; i++) {
        u32 object = list->data[i].object;
        const Object *o = &model->objects.data[object];
        if (leads->seen[object] || o->kind == MEM_TYPE)
            continue;
        leads->seen[object] = 1;
        if (o->shared && o->kind != MEM_CHAN && !object_is_constant(model, object))
            vec_push(&leads->objects, object);
        if (o->sum)
            follow(leads, points_of(model->points, o->sum));
    }
}

/* Of one set, which many natives may be given: first whether it leads to all that the largest set
 * does, then the objects that it leads to besides; of the largest, what it leads to and does not
 * hold. */
static u32 reached_from(Solver *solver, const PtrList *from)
{
    const Model *model = solver->model;
    u64 *there = map_put(&solver->reached_at, (u64)(uintptr_t)from);
    if (*there)
        return (u32)(*there - 1);
    bool whole = points_is_largest(model->points, from);
    Leads leads = {.solver = solver, .whole = whole, .any = whole};
    leads.seen = xcalloc(model->objects.len + 1, 1);
    follow(&leads, from);
    ReachedList list = {0};
    vec_push(&list, leads.any);
    for (u32 i = 0; i < leads.objects.len; i++)
        if (!leads.any || !bit_has(solver->any, leads.objects.data[i]))
            vec_push(&list, leads.objects.data[i]);
    vec_free(&leads.objects);
    free(leads.seen);
    vec_push(&solver->reached, list);
    *there = solver->reached.len;
    return solver->reached.len - 1;
}

/* Notes uses of what is in a list, but for those that are noted already. */
static void note_list(Walk *w, Use *use, u32 index, u8 *noted)
{
    Solver *solver = w->solver;
    const ReachedList *list = &solver->reached.data[index];
    for (u32 k = 1; k < list->len; k++) {
        u32 object = list->data[k];
        if (noted[object])
            continue;
        noted[object] = 1;
        keep_state(w, use);
        use->object = object;
        use->place = (Ptr){object, PTR_ANY, 0};
        vec_push(&solver->uses, *use);
    }
}

static void note_reached(Walk *w, Use *use, bool write)
{
    Solver *solver = w->solver;
    const Points *points = solver->model->points;
    const CallSite *site = site_of(w);
    u8 *noted = xcalloc(solver->model->objects.len + 1, 1);
    bool any = false;
    *use = (Use){.inst = w->inst, .pc = w->pc, .goro = use->goro, .how = ACCESS_WHOLE};
    use->write = write;
    use->size = 1;
    for (u32 i = 0; i < site->args.len; i++) {
        u32 index = reached_from(solver, points_of(points, site->args.data[i]));
        any |= solver->reached.data[index].data[0];
        note_list(w, use, index, noted);
    }
    if (any) {
        note_list(w, use, reached_from(solver, points_largest(points)), noted);
        note_any_use(w, use);
    }
    free(noted);
}

/* Whether it has an array of interfaces or bytes in it, of which a slice may be made. */
static bool has_list(const RType *type)
{
    bool found = false;
    if (type->kind == RK_ARRAY)
        return type->elem->kind == RK_INTERFACE || type->elem->kind == RK_UINT8 ||
               has_list(type->elem);
    for (u32 i = 0; type->kind == RK_STRUCT && i < type->nfields && !found; i++)
        found = has_list(type->fields[i].type);
    return found;
}

static bool may_be_list(const Object *o)
{
    bool elements = o->kind == MEM_SLICE && o->type &&
                    (o->type->kind == RK_INTERFACE || o->type->kind == RK_UINT8);
    return !o->type || elements || (o->kind != MEM_MAP && o->kind != MEM_CHAN && has_list(o->type));
}

static void note_object(Walk *w, Use *use, u32 object, u8 *noted)
{
    const Object *o = &w->solver->model->objects.data[object];
    if (noted[object] || !o->shared || !solver_space_has(w->solver->model, use->space, object) ||
        o->kind == MEM_CHAN || o->kind == MEM_TYPE || object_is_constant(w->solver->model, object))
        return;
    noted[object] = 1;
    keep_state(w, use);
    use->object = object;
    use->place = (Ptr){object, PTR_ANY, 0};
    vec_push(&w->solver->uses, *use);
}

/* The bytes of a []byte in an interface. */
static void note_boxed(Walk *w, Use *use, const Object *box, u8 *noted)
{
    bool bytes = box->kind == MEM_BOX && box->sum &&
                 (!box->type || (box->type->kind == RK_SLICE && box->type->elem->kind == RK_UINT8));
    const PtrList *list = bytes ? points_of(w->solver->model->points, box->sum) : NULL;
    for (u32 i = 0; list && i < list->len; i++)
        note_object(w, use, list->data[i].object, noted);
}

static void note_leaves(Walk *w, Use *use, const PtrList *list, u8 *noted)
{
    const Model *model = w->solver->model;
    for (u32 i = 0; i < list->len; i++) {
        const Object *o = &model->objects.data[list->data[i].object];
        note_boxed(w, use, o, noted);
        if (o->kind == MEM_BOX || o->kind == MEM_TYPE || !may_be_list(o))
            continue;
        note_object(w, use, list->data[i].object, noted);
        const PtrList *held = o->sum ? points_of(model->points, o->sum) : NULL;
        for (u32 k = 0; held && k < held->len; k++)
            note_boxed(w, use, &model->objects.data[held->data[k].object], noted);
    }
}

/* Natives that read what interfaces hold, but follow no pointers. Of the largest set that would be
 * a use for each of many objects; so there one stands for those of all that it leads to. */
static void note_shallow(Walk *w, Use *use)
{
    const CallSite *site = site_of(w);
    for (u32 i = 0; i < site->args.len; i++)
        if (points_is_largest(w->solver->model->points,
                              points_of(w->solver->model->points, site->args.data[i]))) {
            note_reached(w, use, false);
            return;
        }
    u8 *noted = xcalloc(w->solver->model->objects.len + 1, 1);
    *use = (Use){.inst = w->inst, .pc = w->pc, .goro = use->goro, .how = ACCESS_WHOLE, .size = 1};
    for (u32 i = 0; i < site->args.len; i++)
        note_leaves(w, use, points_of(w->solver->model->points, site->args.data[i]), noted);
    free(noted);
}

/* Uses of what a set holds, and of nothing that leads to. */
static void note_held(Walk *w, Use *use, Node set, u8 *noted)
{
    const PtrList *list = points_of(w->solver->model->points, set);
    bool largest = points_is_largest(w->solver->model->points, list);
    if (largest && !noted[OBJECT_ANY])
        note_any_use(w, use);
    noted[OBJECT_ANY] |= largest;
    for (u32 i = 0; !largest && i < list->len; i++)
        note_object(w, use, list->data[i].object, noted);
}

/* It writes in one place, and reads what its arguments point to. */
static void note_set(Walk *w, Use *use, NativeMeans means)
{
    const CallSite *site = site_of(w);
    u8 *noted = xcalloc(w->solver->model->objects.len + 1, 1);
    *use = (Use){.inst = w->inst, .pc = w->pc, .goro = use->goro, .how = ACCESS_WHOLE, .size = 1};
    use->write = true;
    use->space = means == MEANS_SETS_MAP ? SPACE_MAPS : SPACE_MEMORY;
    if (site->leads)
        note_held(w, use, site->leads, noted);
    noted[OBJECT_ANY] = 0;
    use->write = false;
    use->space = SPACE_ALL;
    for (u32 i = 0; i < site->args.len; i++)
        note_held(w, use, site->args.data[i], noted);
    free(noted);
}

/* It reads what its arguments point to, and perhaps what that points to. */
static void note_near(Walk *w, Use *use, NativeMeans means)
{
    const Model *model = w->solver->model;
    const CallSite *site = site_of(w);
    u8 *noted = xcalloc(model->objects.len + 1, 1);
    *use = (Use){.inst = w->inst, .pc = w->pc, .goro = use->goro, .how = ACCESS_WHOLE, .size = 1};
    for (u32 i = 0; i < site->args.len; i++) {
        const PtrList *list = points_of(model->points, site->args.data[i]);
        bool largest = points_is_largest(model->points, list);
        if (largest && means == MEANS_NEXT)
            note_list(w, use, reached_from(w->solver, list), noted);
        note_held(w, use, site->args.data[i], noted);
        for (u32 k = 0; !largest && means == MEANS_NEXT && k < list->len; k++) {
            const Object *o = &model->objects.data[list->data[k].object];
            if (o->sum && o->kind != MEM_TYPE)
                note_held(w, use, o->sum, noted);
        }
    }
    free(noted);
}

static void note_filled(Walk *w, Use *use)
{
    Access object = {ACCESS_AT, true, w->regs[w->in.a + 1], 0, BUFFER_SIZE};
    Access bytes = {ACCESS_ELEM, false, w->regs[w->in.a + 2], 0, 1};
    note_use(w, use, &object);
    note_use(w, use, &bytes);
}

static void note_native_uses(Walk *w, Use *use)
{
    NativeMeans means = model_means(w->solver->model, instr_k(w->in));
    if (means_object(means))
        note_sync_use(w, use, means);
    else if (means == MEANS_FILLS)
        note_filled(w, use);
    else if (means == MEANS_NEAR || means == MEANS_NEXT)
        note_near(w, use, means);
    else if (means_sets(means))
        note_set(w, use, means);
    else if (means == MEANS_SHALLOW)
        note_shallow(w, use);
    else if (means == MEANS_READ || means == MEANS_COPIES || means == MEANS_WRITE)
        note_reached(w, use, means == MEANS_WRITE);
}

/* What an append makes is written as it is made: before any other goroutine can reach it, but for
 * one that gets it by a race. */
static void note_appended(Walk *w, Use *use)
{
    const Model *model = w->solver->model;
    const PtrList *to = points_lookup(model->points, w->inst, sym_def(w->pc, 0));
    Access access = {ACCESS_ELEM, true, sym_def(w->pc, 0), 0, 0};
    for (u32 k = 0; to && !points_is_largest(model->points, to) && k < to->len; k++) {
        const Object *o = &model->objects.data[to->data[k].object];
        if (o->kind != MEM_SLICE || o->inst != w->inst || o->pc != w->pc || !o->shared)
            continue;
        *use = (Use){.inst = w->inst, .pc = w->pc, .goro = use->goro, .base = access.base};
        use->object = to->data[k].object;
        access.size = use->size = o->elem;
        use->how = access.how;
        use->write = use->fresh = true;
        use->space = space_of(w);
        keep_state(w, use);
        use->place = access_place(model, &access, to->data[k]);
        vec_push(&w->solver->uses, *use);
    }
}

static void note_uses(Walk *w)
{
    Access list[MOST_ACCESSES];
    u32 n = access_list(w->flow, w->pc, w->regs, list);
    Use use = {
        .inst = w->inst, .pc = w->pc, .goro = w->solver->model->instances.data[w->inst]->goro};
    for (u32 i = 0; i < n; i++)
        note_use(w, &use, &list[i]);
    if (w->in.op == OP_APPEND || w->in.op == OP_APPEND1)
        note_appended(w, &use);
    note_channel_uses(w, &use);
    if (w->in.op == OP_CALLN)
        note_native_uses(w, &use);
}

/* ---- instructions ---- */

static void end(Walk *w)
{
    Solver *solver = w->solver;
    solver_own_results(w);
    solver_latch_return(w);
    if (state_join(solver, &solver->exits[w->inst], &w->state)) {
        const Instance *in = solver->model->instances.data[w->inst];
        for (u32 i = 0; i < in->calls_from.len; i++)
            if (in->calls_from.data[i] != solver->awaited[w->inst])
                solver->dirty[solver->model->sites.data[in->calls_from.data[i]]->inst] = true;
    }
}

/* Loads and stores of numbers, which may be flags between goroutines. */
static void plain_access(Walk *w)
{
    Effect effect = op_info[w->in.op].effect;
    SyncToken *t = effect == EFFECT_WRITE ? solver_token(w->solver, w->inst, w->pc) : NULL;
    bool loads = effect == EFFECT_READ && !(op_info[w->in.op].flags & X_TYPE);
    if ((t || (loads && w->state.locks.len)) && solver_guard(w))
        mark_observers(w->solver);
    if (!t)
        return;
    release(w, t);
    did(w, t);
}

void solver_step(Walk *w)
{
    solver_panic(w);
    w->makes_latch = solver_latch_store(w);
    if (w->final) {
        note_uses(w);
        solver_check_sent(w);
        solver_note_end(w);
    }
    escape_operands(w);
    switch (w->in.op) {
    case OP_SEND: send(w); break;
    case OP_RECV:
    case OP_RECV2: receive(w); break;
    case OP_CLOSE:
        release(w, solver_token(w->solver, w->inst, w->pc));
        solver_channel_lock(w, &w->state, w->regs[w->in.a], TOKEN_CLOSE);
        solver_latch_close(w, w->regs[w->in.a]);
        did(w, solver_token(w->solver, w->inst, w->pc));
        break;
    case OP_SELECT: select_case(w); break;
    case OP_GO: start(w); break;
    case OP_CALL:
    case OP_CALLC:
    case OP_CALLI:
    case OP_CALLN: call(w); break;
    case OP_DEFER: defer_call(&w->state, site_of(w)->index); break;
    case OP_DEFERTO: call_later(w); break;
    case OP_RUNDEFERS: run_defers(w); break;
    case OP_RET: end(w); break;
    default:
        allocate(w);
        plain_access(w);
        break;
    }
}

/* ---- branches ---- */

typedef struct Outcome {
    Val value;
    i64 number;
    bool equal; /* value == number on this edge, or value != number */
} Outcome;

/* What a branch on a register says on its edge (0: fall through, 1: jump). */
static bool branch_outcome(const Walk *w, u32 edge, Outcome *out)
{
    *out = (Outcome){.value = w->regs[w->in.a], .number = 0};
    switch (w->in.op) {
    case OP_JT:
    case OP_JBT: out->equal = edge == 0; return true;
    case OP_JF:
    case OP_JBF: out->equal = edge == 1; return true;
    case OP_JEQI:
    case OP_JBEQI: out->equal = edge == 1; break;
    case OP_JNEI:
    case OP_JBNEI: out->equal = edge == 0; break;
    default: return false;
    }
    out->number = (i16)w->in.b;
    return true;
}

static void after_select(Walk *w, const Outcome *o, State *state)
{
    if (state->select_pc != SYM_PC(o->value) || o->number < 0 || o->number > 63)
        return;
    u64 bit = 1ull << o->number;
    state->select_left &= o->equal ? bit : ~bit;
    u32 cases = w->flow->fn->code[state->select_pc].in.c;
    if (!state->select_left)
        state->reached = false;
    else if (is_single_case(state->select_left, cases))
        state->reached = learn_case(w, state, state->select_pc, single_case(state->select_left));
}

void solver_edge(Walk *w, u32 edge, State *state)
{
    Outcome o;
    solver_count_loop(w, edge, state);
    if (!branch_outcome(w, edge, &o) || SYM_KIND(o.value) != SYM_DEF || o.value.off)
        return;
    u32 pc = SYM_PC(o.value);
    Instr made = w->flow->fn->code[pc].in;
    if (made.op == OP_SELECT && SYM_PART(o.value) == 0)
        after_select(w, &o, state);
    bool loads = op_info[made.op].effect == EFFECT_READ && SYM_PART(o.value) == 0;
    if (loads || ((made.op == OP_CALLN || made.op == OP_CALL) && SYM_PART(o.value) == 1))
        solver_learn_value(w, state, pc, o.number, o.equal);
    if (made.op == OP_RECV2 && SYM_PART(o.value) == made.c) {
        const SyncToken *t = solver_token(w->solver, w->inst, pc);
        bool ok = o.number == 0 ? !o.equal : o.equal;
        state->reached =
            solver_learn(w->solver, state, w->inst, t->channel, ok ? KINDS_SENT : KINDS_CLOSED);
    }
}
