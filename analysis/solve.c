/* The fixpoint: instances are walked again as long as what they begin with, what they call or what
 * they learn from changes. */
#include "analysis/solve.h"

#include "base/limits.h"

/* ---- what instances may do ---- */

static void own_tokens(Solver *solver)
{
    for (u32 i = 0; i < solver->tokens.len; i++)
        if (solver->tokens.data[i].kind != TOKEN_FLAG)
            bit_add(solver->may[solver->tokens.data[i].inst], i);
    for (u32 i = 0; i < solver->model->instances.len; i++) {
        const Func *fn = solver->model->instances.data[i]->flow->fn;
        if (solver->model->instances.data[i]->outside)
            continue;
        for (u32 pc = 0; pc < fn->ncode; pc += instr_words(&fn->code[pc]))
            solver->may_recover[i] |= fn->code[pc].in.op == OP_RECOVER;
    }
}

static bool inherit(Solver *solver, u32 inst)
{
    const Instance *in = solver->model->instances.data[inst];
    bool changed = false;
    for (u32 i = 0; i < in->calls_from.len; i++) {
        const CallSite *site = solver->model->sites.data[in->calls_from.data[i]];
        if (site->kind == CALL_GO)
            continue;
        changed |= bits_or(solver->may[site->inst], solver->may[inst], solver->words);
        changed |= solver->may_recover[inst] && !solver->may_recover[site->inst];
        solver->may_recover[site->inst] |= solver->may_recover[inst];
    }
    return changed;
}

static void find_may(Solver *solver)
{
    own_tokens(solver);
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = solver->model->instances.len; i-- > 0; limits_poll())
            changed |= !solver->model->instances.data[i]->outside && inherit(solver, i);
    }
}

/* ---- walking ---- */

/* The block after the last one is where the function goes on after a panic, once more: what is
 * known there after a deferred call has recovered. */
static u32 block_of(const Flow *flow, u32 entry)
{
    return entry == flow->blocks.len ? flow->recover_block : entry;
}

static bool is_reached(const Solver *solver, u32 inst, u32 entry)
{
    const Flow *flow = solver->model->instances.data[inst]->flow;
    return solver->entries[inst][entry].len && flow->blocks.data[block_of(flow, entry)].reached;
}

static void come_to(Walk *w, u32 pc)
{
    w->pc = pc;
    w->code = &w->flow->fn->code[pc];
    w->in = w->code->in;
}

/* What the instruction writes to registers. */
static void write_registers(Walk *w)
{
    if (op_info[w->in.op].flags & W_A || w->in.op == OP_SELECT)
        solver_redefine(w, &w->state, SYM_DEF, w->pc);
    solver_own_defined(w);
    solver_latch_defined(w);
}

/* A round is part of a program that is not too large. */
static void count_work(Solver *solver)
{
    enum { MOST_WORK = 500000 }; /* about 5 s */
    solver->work++;
    if (!solver->is_round && solver->work > MOST_WORK)
        solver->model->gave_up = true;
}

static void walk_block(Walk *w, u32 entry, u32 state)
{
    u32 index = block_of(w->flow, entry);
    const Block *b = &w->flow->blocks.data[index];
    count_work(w->solver);
    state_copy(w->solver, &w->state, &w->solver->entries[w->inst][entry].data[state]);
    flow_enter(w->flow, index, w->regs);
    w->pc = b->from;
    for (u32 pc = b->from; pc < b->to && w->state.reached; pc += instr_words(w->code)) {
        limits_poll();
        come_to(w, pc);
        solver_step(w);
        write_registers(w);
        if (!(op_info[w->in.op].flags & JUMP))
            flow_step(w->flow, pc, w->regs);
    }
    solver_note_next(w);
}

/* True if a successor's state changed, which is noted. */
static bool flow_out(Walk *w, u32 index, bool *todo)
{
    const Block *b = &w->flow->blocks.data[index];
    bool any = false;
    State out;
    state_init(w->solver, &out);
    for (u32 i = 0; w->state.reached && i < b->nnext; i++) {
        state_copy(w->solver, &out, &w->state);
        if (b->nnext == 2)
            solver_edge(w, i, &out);
        solver_redefine(w, &out, SYM_PHI, b->next[i]);
        solver_own_met(w, &out, b->next[i]);
        solver_latch_met(w, &out, b->next[i]);
        bool changed = states_join(w->solver, &w->solver->entries[w->inst][b->next[i]], &out);
        todo[b->next[i]] |= changed;
        any |= changed;
    }
    state_free(&out);
    return any;
}

/* Each block, and again those that begin with something new. */
static void walk_blocks(Walk *w)
{
    u32 n = w->flow->blocks.len + 1;
    bool *todo = xmalloc(n * sizeof *todo);
    memset(todo, true, n * sizeof *todo);
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = 0; i < n && !w->solver->model->gave_up; i++) {
            if (!todo[i] || !is_reached(w->solver, w->inst, i))
                continue;
            todo[i] = false;
            for (u32 k = 0; k < w->solver->entries[w->inst][i].len; k++) {
                walk_block(w, i, k);
                changed |= flow_out(w, block_of(w->flow, i), todo);
            }
        }
    }
    free(todo);
}

static void walk_instance(Solver *solver, u32 inst, bool final)
{
    const Flow *flow = solver->model->instances.data[inst]->flow;
    Walk w = {.solver = solver, .inst = inst, .flow = flow, .final = final};
    u32 outer = solver->walked;
    solver->walked = inst;
    solver->active[inst] = true;
    w.regs = xcalloc(flow->fn->nregs + 1, sizeof *w.regs);
    state_init(solver, &w.state);
    walk_blocks(&w);
    state_free(&w.state);
    free(w.regs);
    solver->active[inst] = false;
    solver->walked = outer;
}

/* What is called is walked at once until it has been seen to return, so that most instances are
 * walked when what they call is known. Later changes wait for solve(): a function with many callers
 * is then walked once for what all of them have changed. */
void solver_walk_callees(const Walk *w, const CallSite *site)
{
    enum { MOST_NESTED = 200 };
    Solver *solver = w->solver;
    for (u32 i = 0; !w->final && solver->depth < MOST_NESTED && i < site->callees.len; i++) {
        u32 inst = site->callees.data[i];
        if (!solver->dirty[inst] || solver->active[inst] || solver->exits[inst].reached ||
            solver->model->instances.data[inst]->outside)
            continue;
        solver->dirty[inst] = false;
        solver->awaited[inst] = site->index;
        solver->depth++;
        walk_instance(solver, inst, false);
        solver->depth--;
        solver->awaited[inst] = 0;
    }
}

/* ---- visiting ---- */

/* What holds in any of the walks: they are at one instruction, with other calls pending. */
static void join_walks(Walk *shown, const Walk *walks, u32 n)
{
    come_to(shown, walks->pc);
    shown->state.reached = false;
    for (u32 i = 0; i < n; i++)
        state_join(shown->solver, &shown->state, &walks[i].state);
}

/* All states of a block go through it side by side. */
static void visit_block(const Walk *start, u32 entry, SolverVisit visit, void *ctx)
{
    const Solver *solver = start->solver;
    const States *states = &solver->entries[start->inst][entry];
    const Block *b = &start->flow->blocks.data[entry];
    Walk shown = *start, *walks = xcalloc(states->len, sizeof *walks);
    state_init(solver, &shown.state);
    for (u32 i = 0; i < states->len; i++) {
        walks[i] = *start;
        state_init(solver, &walks[i].state);
        state_copy(solver, &walks[i].state, &states->data[i]);
    }
    flow_enter(start->flow, entry, start->regs);
    for (u32 pc = b->from; pc < b->to; pc += instr_words(shown.code)) {
        limits_poll();
        for (u32 i = 0; i < states->len; i++)
            come_to(&walks[i], pc);
        join_walks(&shown, walks, states->len);
        if (!shown.state.reached)
            break;
        visit(ctx, &shown, false);
        for (u32 i = 0; i < states->len; i++)
            if (walks[i].state.reached)
                solver_step(&walks[i]);
        join_walks(&shown, walks, states->len);
        visit(ctx, &shown, true);
        for (u32 i = 0; i < states->len; i++)
            write_registers(&walks[i]);
        if (!(op_info[shown.in.op].flags & JUMP))
            flow_step(start->flow, pc, start->regs);
    }
    for (u32 i = 0; i < states->len; i++)
        state_free(&walks[i].state);
    state_free(&shown.state);
    free(walks);
}

static bool is_about(const Walk *w, u32 about)
{
    switch (w->in.op) {
    case OP_CALLN:
        return about & VISIT_SYNC && means_object(model_means(w->solver->model, instr_k(w->in)));
    case OP_SEND:
    case OP_RECV:
    case OP_RECV2:
    case OP_CLOSE:
    case OP_SELECT: return about & VISIT_CHANNELS;
    case OP_RET: return about & VISIT_RETURNS && !w->flow->fn->is_library;
    default: return false;
    }
}

static bool has_any(Walk *w, const Block *b, u32 about)
{
    bool any = false;
    for (u32 pc = b->from; !any && pc < b->to; pc += instr_words(w->code)) {
        come_to(w, pc);
        any = is_about(w, about);
    }
    return any;
}

/* Nothing changes: the states are a fixpoint. What is known after a recovery is not visited: such a
 * return says nothing of the others. */
void solver_visit(Solver *solver, u32 about, SolverVisit visit, void *ctx)
{
    for (u32 inst = 0; inst < solver->model->instances.len; inst++) {
        const Flow *flow = solver->model->instances.data[inst]->flow;
        Walk w = {.solver = solver, .inst = inst, .flow = flow};
        w.regs = xcalloc(flow->fn->nregs + 1, sizeof *w.regs);
        for (u32 i = 0; i < flow->blocks.len; i++)
            if (is_reached(solver, inst, i) && has_any(&w, &flow->blocks.data[i], about))
                visit_block(&w, i, visit, ctx);
        free(w.regs);
    }
}

/* ---- solving ---- */

/* Nothing is known where the block begins, and if it is not the first of its function, not even
 * which calls are pending. */
static void begin_with(Solver *solver, u32 inst, u32 block)
{
    State nothing;
    state_init(solver, &nothing);
    nothing.reached = true;
    nothing.pending_unknown = block != 0;
    states_join(solver, &solver->entries[inst][block], &nothing);
    solver->dirty[inst] = true;
    state_free(&nothing);
}

/* The first functions of main and of what the runtime starts know nothing. */
static void begin(Solver *solver)
{
    if (solver->is_round) {
        begin_with(solver, solver->first, solver->first_block);
        return;
    }
    for (u32 t = GORO_MAIN; t <= GORO_UNKNOWN; t++) {
        const Goro *g = &solver->model->goros.data[t];
        for (u32 i = 0; i < g->roots.len; i++)
            begin_with(solver, g->roots.data[i], 0);
    }
}

/* Whether a native of unknown effect gets pointers, and goroutines may do it at the same time. */
static bool touched(const Model *model)
{
    bool roots = model->goros.data[GORO_UNKNOWN].roots.len > 0;
    if (!roots && model->goros.len == GORO_UNKNOWN + 1)
        return false;
    for (u32 i = 1; i < model->sites.len; i++) {
        const CallSite *site = model->sites.data[i];
        for (u32 k = 0; site->kind == CALL_NATIVE && site->unknown && k < site->args.len; k++)
            if (points_of(model->points, site->args.data[k])->len)
                return true;
    }
    return false;
}

/* What natives of unknown effect may do to what they know of. */
static void unknown_uses(Solver *solver)
{
    if (solver->is_round) /* none can reach what is judged there */
        return;
    State nothing;
    state_init(solver, &nothing);
    for (u32 i = 0; i < solver->model->objects.len; i++) {
        const Object *o = &solver->model->objects.data[i];
        bool known = o->kind == MEM_TYPE || (o->kind == MEM_UNKNOWN && !touched(solver->model));
        Use use = {.goro = GORO_UNKNOWN,
                   .object = i,
                   .place = {i, PTR_ANY, 0},
                   .size = 1,
                   .write = true,
                   .unknown = true};
        if (!o->havoc || known)
            continue;
        solver_keep_history(solver, &use, &nothing);
        vec_push(&solver->uses, use);
    }
    state_free(&nothing);
}

typedef VEC(u32) UseList;

static bool lists_place(const PtrList *places, Ptr place)
{
    for (u32 i = 0; i < places->len; i++) {
        Ptr p = places->data[i];
        if (p.object == place.object && p.how == place.how && p.off == place.off)
            return true;
    }
    return false;
}

/* Locks in what the largest set leads to, if that is written by way of the set; or if a lock there
 * is used by way of it and something is written. */
static void overwritten_any(Solver *solver, const UseList *writes)
{
    bool synced = false;
    for (u32 i = 0; i < solver->uses.len; i++)
        synced |= solver->uses.data[i].object == OBJECT_ANY && solver->uses.data[i].sync;
    for (u32 i = 0; i < solver->model->objects.len; i++)
        if (bit_has(solver->any, i) && (writes[OBJECT_ANY].len || (synced && writes[i].len)))
            vec_push(&solver->broken, (Ptr){i, PTR_ANY, 0});
}

static bool is_overwritten(const Solver *solver, Ptr lock, const UseList *writes)
{
    const Object *o = &solver->model->objects.data[lock.object];
    for (u32 i = 0; i < writes->len; i++) {
        const Use *use = &solver->uses.data[writes->data[i]];
        if (access_overlap(o, use->place, use->size, lock, 8))
            return true;
    }
    return false;
}

/* Locks that a plain write may change protect nothing from then on. */
static void overwritten_locks(Solver *solver)
{
    UseList *writes = xcalloc(solver->model->objects.len + 1, sizeof *writes);
    for (u32 i = 0; i < solver->uses.len; i++) {
        const Use *use = &solver->uses.data[i];
        if (use->write && !use->sync && !use->fresh)
            vec_push(&writes[use->object], i);
    }
    overwritten_any(solver, writes);
    for (u32 i = 0; i < solver->uses.len; i++, limits_poll()) {
        const Use *use = &solver->uses.data[i];
        if (use->sync && use->object != OBJECT_ANY && writes[use->object].len &&
            is_overwritten(solver, use->place, &writes[use->object]))
            vec_push(&solver->broken, use->place);
    }
    for (u32 i = 0; i < solver->model->objects.len; i++)
        vec_free(&writes[i]);
    free(writes);
}

static void solve(Solver *solver)
{
    begin(solver);
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = 0; i < solver->model->instances.len; i++) {
            if (!solver->dirty[i] || solver->model->instances.data[i]->outside)
                continue;
            solver->dirty[i] = false;
            changed = true;
            walk_instance(solver, i, false);
        }
        changed &= !solver->model->gave_up;
    }
    for (u32 i = 0; i < solver->model->instances.len; i++)
        if (!solver->model->instances.data[i]->outside)
            walk_instance(solver, i, true);
    if (solver->model->gave_up)
        return;
    unknown_uses(solver);
    overwritten_locks(solver);
    solver_sort_broken(solver);
}

static void make_states(Solver *solver)
{
    u32 n = solver->model->instances.len;
    solver->entries = xcalloc(n + 1, sizeof *solver->entries);
    solver->exits = xcalloc(n + 1, sizeof *solver->exits);
    solver->may = xcalloc(n + 1, sizeof *solver->may);
    solver->may_recover = xcalloc(n + 1, sizeof *solver->may_recover);
    solver->calm = xcalloc(n + 1, sizeof *solver->calm);
    solver->dirty = xcalloc(n + 1, sizeof *solver->dirty);
    solver->awaited = xcalloc(n + 1, sizeof *solver->awaited);
    solver->active = xcalloc(n + 1, sizeof *solver->active);
    solver->observes = xcalloc(n + 1, sizeof *solver->observes);
    for (u32 i = 0; i < n; i++) {
        if (solver->model->instances.data[i]->outside)
            continue;
        u32 blocks = solver->model->instances.data[i]->flow->blocks.len;
        solver->entries[i] = xcalloc(blocks + 1, sizeof(States));
        state_init(solver, &solver->exits[i]);
        solver->may[i] = xcalloc(solver->words, sizeof(u64));
    }
}

/* What other goroutines may reach, and may change, of the objects that the largest set leads to. */
static void find_any(Solver *solver)
{
    const Model *model = solver->model;
    const PtrList *list = points_largest(model->points);
    solver->any = xcalloc(bits_words(model->objects.len), sizeof *solver->any);
    for (u32 i = 0; list && i < list->len; i++) {
        const Object *o = &model->objects.data[list->data[i].object];
        if (!o->shared || object_is_constant(model, list->data[i].object))
            continue;
        bit_add(solver->any, list->data[i].object);
        solver->any_havoc |= o->havoc;
    }
}

static Solver *solve_all(Solver start)
{
    Solver *solver = xcalloc(1, sizeof *solver);
    Model *model = start.model;
    *solver = start;
    solver->releases = xcalloc(model->objects.len + 1, sizeof *solver->releases);
    solver->writes = xcalloc(model->objects.len + 1, sizeof *solver->writes);
    solver->flag_writes = xcalloc(model->objects.len + 1, sizeof *solver->flag_writes);
    find_any(solver);
    solver_find_tokens(solver);
    make_states(solver);
    find_may(solver);
    for (u32 i = 0; i < model->instances.len; i++)
        solver->calm[i] = solver_is_calm(solver, i);
    solve(solver);
    return solver;
}

/* Which locks are kept is known in the end only. */
static bool find_broken(const Solver *solver, PtrList *broken)
{
    u32 known = broken->len;
    for (u32 i = 0; i < solver->relied_on.len; i++)
        if (!lists_place(broken, solver->relied_on.data[i]) &&
            !solver_kept(solver, solver->relied_on.data[i]))
            vec_push(broken, solver->relied_on.data[i]);
    return broken->len != known;
}

bool solver_distrusts(const Solver *solver, Ptr lock)
{
    return solver->distrust_guards || lists_place(&solver->distrusted, lock);
}

/* Once more without those that were not kept, until all are that something was learnt by. */
static Solver *solve_until_kept(Solver start)
{
    enum { MOST_SOLVED = 3 };
    Solver *solver = solve_all(start);
    for (u32 solved = 1; !start.model->gave_up && find_broken(solver, &start.distrusted);
         solved++) {
        solver->distrusted = (PtrList){0}; /* the next one's */
        start.work = solver->work;
        solver_free(solver);
        start.distrust_guards = solved >= MOST_SOLVED;
        solver = solve_all(start);
    }
    if (!start.model->gave_up)
        return solver;
    solver_free(solver);
    return NULL;
}

Solver *solver_new(Model *model)
{
    return model->gave_up ? NULL : solve_until_kept((Solver){.model = model});
}

Solver *solver_new_round(Model *model, u32 inst, u32 block)
{
    return solve_until_kept((Solver){.model = model,
                                     .first = inst,
                                     .first_block = block,
                                     .is_round = true,
                                     .survives_panic = solver_survives_panic(model->whole, inst)});
}

static void free_maps(Solver *solver)
{
    map_free(&solver->reached_at);
    map_free(&solver->history_at);
    map_free(&solver->latch_stores);
    map_free(&solver->home_ways);
    map_free(&solver->homes_pass);
    map_free(&solver->kept);
    map_free(&solver->latch_known);
    map_free(&solver->guard_at);
    map_free(&solver->token_at);
}

void solver_free(Solver *solver)
{
    if (!solver)
        return;
    u32 n = solver->model->instances.len;
    for (u32 i = 0; i < n; i++) {
        u32 blocks = solver->model->instances.data[i]->flow->blocks.len;
        for (u32 b = 0; solver->entries[i] && b <= blocks; b++) {
            for (u32 k = 0; k < solver->entries[i][b].len; k++)
                state_free(&solver->entries[i][b].data[k]);
            vec_free(&solver->entries[i][b]);
        }
        free(solver->entries[i]);
        state_free(&solver->exits[i]);
        free(solver->may[i]);
    }
    for (u32 i = 0; i < solver->model->objects.len; i++) {
        vec_free(&solver->releases[i]);
        vec_free(&solver->writes[i]);
        vec_free(&solver->flag_writes[i]);
    }
    free(solver->releases);
    free(solver->writes);
    free(solver->flag_writes);
    free(solver->entries);
    free(solver->exits);
    free(solver->may);
    free(solver->may_recover);
    free(solver->calm);
    free(solver->dirty);
    free(solver->active);
    free(solver->awaited);
    free(solver->observes);
    for (u32 i = 0; i < solver->tokens.len; i++)
        vec_free(&solver->tokens.data[i].moves);
    vec_free(&solver->tokens);
    vec_free(&solver->uses);
    for (u32 i = 0; i < solver->reached.len; i++)
        vec_free(&solver->reached.data[i]);
    vec_free(&solver->reached);
    free(solver->any);
    vec_free(&solver->histories);
    vec_free(&solver->ends);
    vec_free(&solver->held);
    vec_free(&solver->unset);
    vec_free(&solver->flags);
    vec_free(&solver->messages);
    vec_free(&solver->broken);
    for (u32 i = 0; i < solver->guards.len; i++)
        vec_free(&solver->guards.data[i]);
    vec_free(&solver->guards);
    vec_free(&solver->relied_on);
    vec_free(&solver->distrusted);
    vec_free(&solver->known_latches);
    vec_free(&solver->spoiled);
    free_maps(solver);
    arena_free(&solver->arena);
    free(solver);
}
