/* Tokens, and what an operation on a channel learns from those that can have completed it. */
#include "analysis/solve.h"

/* ---- tokens ---- */

void solver_add_token(Solver *solver, u32 inst, u32 pc, SyncTokenKind kind, Val channel)
{
    u64 *there = map_put(&solver->token_at, (u64)inst << 32 | pc);
    if (!*there)
        *there = solver->tokens.len + 1ull;
    vec_push(&solver->tokens, (SyncToken){.kind = kind,
                                          .inst = inst,
                                          .pc = pc,
                                          .goro = solver->model->instances.data[inst]->goro,
                                          .channel = channel,
                                          .flag = NO_TOKEN});
}

static void find_select(Solver *solver, u32 inst, u32 pc, const Word *code, const Val *regs)
{
    for (u32 i = 0; i < code->in.c; i++) {
        SelectCase c = instr_case(code, i);
        solver_add_token(solver, inst, pc, c.is_send ? TOKEN_SEND : TOKEN_RECV, regs[c.chan]);
        u32 most = solver->model->instances.data[inst]->flow->fn->nregs - c.value;
        if (c.is_send && c.value != REG_NONE)
            solver_may_send(solver, &vec_last(&solver->tokens), regs, c.value,
                            solver_case_width(solver, inst, regs[c.chan], most));
    }
}

/* Natives that start functions, give locks back, count. */
static void find_native(Solver *solver, u32 inst, u32 pc, const Word *code, const Val *regs)
{
    NativeMeans means = model_means(solver->model, instr_k(code->in));
    if (!solver->is_round)
        solver_home_native(solver, inst, pc, means);
    if (means == MEANS_ADDS) {
        solver_add_token(solver, inst, pc, TOKEN_ADD, regs[code->in.a + 1]);
        SyncToken *t = &vec_last(&solver->tokens);
        t->number = regs[code->in.a + 2];
        t->counted = solver_constant(solver->model, inst, regs[code->in.a + 2], &t->delta);
    }
    if (means == MEANS_LOCKS)
        solver_add_token(solver, inst, pc, TOKEN_LOCK, regs[code->in.a + 1]);
    if (means_atomic_write(means)) {
        solver_add_token(solver, inst, pc, TOKEN_ATOMIC, regs[code->in.a + 1]);
        solver_atomic_write(solver, inst, pc, regs, solver->tokens.len - 1);
    } else if (means_changes(means))
        solver_atomic_write(solver, inst, pc, regs, NO_TOKEN);
    if (means == MEANS_PUTS) {
        solver_add_token(solver, inst, pc, TOKEN_PUT, regs[code->in.a + 1]);
        solver_may_send(solver, &vec_last(&solver->tokens), regs, code->in.a + 2u, VALUE_WORDS);
    }
    if (means == MEANS_UNLOCKS || means == MEANS_UNLOCKS_READ)
        solver_add_token(solver, inst, pc, TOKEN_UNLOCK, regs[code->in.a + 1]);
    else if (means == MEANS_START)
        solver_add_token(solver, inst, pc, TOKEN_GO, (Val){0});
}

static void find_token(Solver *solver, u32 inst, u32 pc, const Word *code, const Val *regs)
{
    Instr in = code->in;
    switch (in.op) {
    case OP_CALLN: find_native(solver, inst, pc, code, regs); break;
    case OP_GO:
        solver_add_token(solver, inst, pc, TOKEN_GO, (Val){0});
        solver_may_start(solver, &vec_last(&solver->tokens));
        break;
    case OP_SEND:
        solver_add_token(solver, inst, pc, TOKEN_SEND, regs[in.a]);
        solver_may_send(solver, &vec_last(&solver->tokens), regs, in.b, in.c);
        break;
    case OP_CLOSE: solver_add_token(solver, inst, pc, TOKEN_CLOSE, regs[in.a]); break;
    case OP_RECV:
    case OP_RECV2: solver_add_token(solver, inst, pc, TOKEN_RECV, regs[in.b]); break;
    case OP_SELECT: find_select(solver, inst, pc, code, regs); break;
    default: break;
    }
}

static void note_writes(Solver *solver, u32 inst, u32 pc, const Val *regs)
{
    Access list[MOST_ACCESSES];
    u32 n = access_list(solver->model->instances.data[inst]->flow, pc, regs, list);
    for (u32 i = 0; i < n; i++) {
        if (list[i].write)
            solver_plain_write(solver, inst, pc, regs, &list[i]);
        const PtrList *to = points_lookup(solver->model->points, inst, list[i].base);
        if (!list[i].write || !to)
            continue;
        bool largest = points_is_largest(solver->model->points, to);
        u32 len = largest && solver->stored_any ? 0 : to->len;
        solver->stored_any |= largest;
        for (u32 k = 0; k < len; k++)
            vec_push(&solver->writes[to->data[k].object],
                     (Write){access_place(solver->model, &list[i], to->data[k]), list[i].size});
    }
}

static void find_in(Solver *solver, u32 inst)
{
    const Flow *flow = solver->model->instances.data[inst]->flow;
    Val *regs = xcalloc(flow->fn->nregs + 1, sizeof *regs);
    for (u32 i = 0; i < flow->blocks.len; i++) {
        const Block *b = &flow->blocks.data[i];
        if (!b->reached)
            continue;
        flow_enter(flow, i, regs);
        for (u32 pc = b->from; pc < b->to; pc += instr_words(&flow->fn->code[pc])) {
            find_token(solver, inst, pc, &flow->fn->code[pc], regs);
            note_writes(solver, inst, pc, regs);
            if (!solver->is_round)
                solver_home_store(solver, inst, pc, &flow->fn->code[pc], regs);
            flow_step(flow, pc, regs);
        }
    }
    free(regs);
}

static void note_channels(Solver *solver, u32 token)
{
    const SyncToken *t = &solver->tokens.data[token];
    const PtrList *list = points_lookup(solver->model->points, t->inst, t->channel);
    for (u32 i = 0; t->kind <= TOKEN_CLOSE && list && i < list->len; i++) {
        ObjectKind kind = solver->model->objects.data[list->data[i].object].kind;
        if (kind == MEM_CHAN || kind <= MEM_MADE)
            vec_push(&solver->releases[list->data[i].object], token);
    }
}

static void sort_by_goroutine(Solver *solver)
{
    u32 n = solver->model->goros.len;
    solver->of_goro = arena_alloc(&solver->arena, n * sizeof *solver->of_goro);
    for (u32 t = 0; t < n; t++)
        solver->of_goro[t] = arena_alloc(&solver->arena, solver->words * sizeof(u64));
    solver->with_all = arena_alloc(&solver->arena, solver->words * sizeof(u64));
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        if (t->kind != TOKEN_FLAG)
            bit_add(solver->of_goro[t->goro], i);
        if (t->all)
            bit_add(solver->with_all, i);
    }
}

/* Whether the token is a send on, or close of, a channel that is one at run time: this one. */
static bool is_message(const Solver *solver, const SyncToken *t, u32 *object)
{
    Ptr place;
    if ((t->kind != TOKEN_SEND && t->kind != TOKEN_CLOSE) ||
        !solver_only_place(solver, t->inst, t->channel, &place))
        return false;
    *object = place.object;
    return true;
}

/* A goroutine that sends in several places, as before an early return: what receives knows that it
 * has sent in one of them. So sends and closes of a channel have a token in common, too. */
static void find_messages(Solver *solver)
{
    Map common = {0}; /* channel -> 1 + that token */
    u32 object, n = solver->tokens.len;
    for (u32 i = 0; i < n; i++) {
        if (!is_message(solver, &solver->tokens.data[i], &object))
            continue;
        u64 *token = map_put(&common, object);
        if (!*token) {
            vec_push(&solver->messages, solver->tokens.len);
            vec_push(&solver->tokens,
                     (SyncToken){.kind = TOKEN_FLAG, .goro = UINT32_MAX, .flag = NO_TOKEN});
            *token = solver->tokens.len;
        }
        solver->tokens.data[i].flag = (u32)*token - 1;
    }
    map_free(&common);
}

/* Of goroutines of which there may be many. */
static void find_joins(Solver *solver)
{
    for (u32 i = 0, n = solver->tokens.len; i < n; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        if (t->kind != TOKEN_ADD || !t->counted || t->delta != -1 ||
            goro_unique(solver->model, t->goro))
            continue;
        vec_push(&solver->tokens,
                 (SyncToken){.kind = TOKEN_FLAG, .goro = UINT32_MAX, .flag = NO_TOKEN});
        solver->tokens.data[i].all = solver->tokens.len;
    }
}

void solver_find_tokens(Solver *solver)
{
    for (u32 i = 0; i < solver->model->instances.len; i++)
        if (!solver->model->instances.data[i]->outside)
            find_in(solver, i);
    solver_find_moved(solver);
    solver_find_latches(solver);
    solver_native_writes(solver);
    solver_find_flags(solver);
    find_messages(solver);
    find_joins(solver);
    solver->words = solver->tokens.len / 64 + 1;
    for (u32 i = 0; i < solver->tokens.len; i++) {
        solver->tokens.data[i].past = arena_alloc(&solver->arena, solver->words * sizeof(u64));
        note_channels(solver, i);
    }
    sort_by_goroutine(solver);
}

bool solver_knows_more(const Solver *solver, const u64 *set, const u64 *other, u32 t)
{
    const u64 *own = solver->of_goro[t];
    for (u32 i = 0; i < solver->words; i++)
        if (set[i] & ~other[i] & own[i])
            return true;
    return false;
}

SyncToken *solver_token(const Solver *solver, u32 inst, u32 pc)
{
    const u64 *there = map_get(&solver->token_at, (u64)inst << 32 | pc);
    return there ? &solver->tokens.data[*there - 1] : NULL;
}

/* ---- learning ---- */

bool solver_not_started(const Solver *solver, u32 t, u32 ego, const u64 *done)
{
    const Model *model = solver->model;
    for (; t > GORO_UNKNOWN; t = model->goros.data[t].parent) {
        const Goro *g = &model->goros.data[t];
        bool later = g->parent == ego;
        for (u32 i = 0; later && i < g->sites.len; i++) {
            u32 inst = (u32)(g->sites.data[i] >> 32);
            const SyncToken *go = solver_token(solver, inst, (u32)g->sites.data[i]);
            later = go && go->goro == ego && !bit_has(done, (u32)(go - solver->tokens.data));
        }
        if (later)
            return true;
    }
    return false;
}

/* Whether the operation of a token may come before, or meet, one of ego that is at `done`. */
static bool compatible(const Solver *solver, u32 token, u32 ego, const u64 *done, bool meets)
{
    const SyncToken *t = &solver->tokens.data[token];
    solver_observe(solver);
    if (!t->reached)
        return false;
    if (!goro_unique(solver->model, ego))
        return true;
    if (t->goro == ego)
        return !meets && bit_has(done, token);
    return !solver_not_started(solver, t->goro, ego, done);
}

bool solver_may_precede(const Solver *solver, u32 token, u32 ego, const u64 *done)
{
    return compatible(solver, token, ego, done, false);
}

bool solver_channel_is_known(const Solver *solver, u32 object)
{
    const Object *o = &solver->model->objects.data[object];
    return o->kind == MEM_CHAN && !o->havoc;
}

bool solver_unbuffered(const Solver *solver, u32 inst, Val channel)
{
    const PtrList *list = points_lookup(solver->model->points, inst, channel);
    for (u32 i = 0; list && i < list->len; i++)
        if (!solver_channel_is_known(solver, list->data[i].object) ||
            solver->model->objects.data[list->data[i].object].capacity != 0)
            return false;
    return list && list->len;
}

bool solver_learn(const Solver *solver, State *state, u32 inst, Val channel, u32 kinds)
{
    const PtrList *list = points_lookup(solver->model->points, inst, channel);
    u32 ego = solver->model->instances.data[inst]->goro;
    u64 *common = NULL;
    for (u32 i = 0; list && i < list->len; i++) {
        u32 object = list->data[i].object;
        if (!solver_channel_is_known(solver, object)) {
            free(common);
            return true;
        }
        bool meets = solver->model->objects.data[object].capacity == 0;
        for (u32 k = 0; k < solver->releases[object].len; k++) {
            u32 token = solver->releases[object].data[k];
            const SyncToken *t = &solver->tokens.data[token];
            if (!(kinds >> t->kind & 1) ||
                !compatible(solver, token, ego, state->done, meets && t->kind != TOKEN_CLOSE))
                continue;
            if (!common) {
                common = xmalloc(solver->words * sizeof *common);
                memcpy(common, t->past, solver->words * sizeof *common);
            } else
                bits_and(common, t->past, solver->words);
        }
    }
    if (common)
        bits_or(state->past, common, solver->words);
    bool completes = common != NULL || solver->model->called;
    free(common);
    return completes;
}
