/* WaitGroups: what a Wait learns, by counting. All Adds of a positive number that can have come
 * before the Wait surely have, N in sum; those of -1 that can have come before it are M, each of
 * which runs once at most. The counter is 0 when the Wait returns, so N of the M have run. If N is
 * M, all have; if N is larger, the Wait never returns. */
#include "analysis/loops.h"
#include "analysis/solve.h"

static bool may_be_at(const Solver *solver, const SyncToken *t, Ptr place)
{
    const PtrList *list = points_lookup(solver->model->points, t->inst, t->channel);
    const Object *o = &solver->model->objects.data[place.object];
    for (u32 i = 0; list && i < list->len; i++)
        if (list->data[i].object == place.object && access_overlap(o, list->data[i], 1, place, 1))
            return true;
    return false;
}

/* Whether an instruction writes the counter other than by Add. */
static bool overwritten(const Solver *solver, Ptr place)
{
    const Object *o = &solver->model->objects.data[place.object];
    const Writes *writes = &solver->writes[place.object];
    for (u32 i = 0; i < writes->len; i++)
        if (access_overlap(o, writes->data[i].place, writes->data[i].size, place, 1))
            return true;
    return false;
}

typedef struct Tally {
    i64 added, taken;
    u64 *past; /* of those that took */
} Tally;

/* Counts one Add; false: nothing can be said. */
static bool count(const Solver *solver, const State *state, u32 ego, u32 index, Tally *tally)
{
    const SyncToken *t = &solver->tokens.data[index];
    Ptr place;
    if (!solver_may_precede(solver, index, ego, state->done))
        return true;
    if (!t->counted || !solver_only_place(solver, t->inst, t->channel, &place) ||
        !solver_runs_once(solver, t))
        return false;
    if (t->delta == -1) {
        tally->taken++;
        bits_or(tally->past, t->past, solver->words);
        return true;
    }
    tally->added += t->delta;
    return t->delta >= 0 && bit_has(state->past, index);
}

/* ---- goroutines started in a loop ----
 *
 * Each goroutine that the waiting one starts does Done at most once, and before it is started, in
 * the same block of code, the waiting one Adds at least that: so at all times Adds >= started >=
 * Dones. When the counter is 0, Adds are Dones, and all that were started have done theirs. */

/* The call in instance `top` that leads to an instruction, if it always does and to it only. */
static bool call_leading_to(const Model *model, u32 inst, u32 pc, u32 top, u32 *at)
{
    while (inst != top) {
        const Instance *in = model->instances.data[inst];
        if (in->flow->block_at[pc] != 0 || in->flow->recover_block || in->calls_from.len != 1)
            return false;
        const CallSite *site = model->sites.data[in->calls_from.data[0]];
        if (site->kind != CALL_PLAIN || site->callees.len != 1 || site->unknown)
            return false;
        inst = site->inst;
        pc = site->pc;
    }
    *at = pc;
    return true;
}

/* What is added in the block of the GO that starts id t, before it. */
static i64 added_for(const Solver *solver, u32 t, Ptr place)
{
    const Model *model = solver->model;
    const Goro *g = &model->goros.data[t];
    const Flow *flow = model->instances.data[g->inst]->flow;
    i64 sum = 0;
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *add = &solver->tokens.data[i];
        u32 at;
        Ptr only;
        if (add->kind == TOKEN_ADD && add->counted && add->delta > 0 &&
            solver_only_place(solver, add->inst, add->channel, &only) &&
            only.object == place.object && only.off == place.off &&
            call_leading_to(model, add->inst, add->pc, g->inst, &at) &&
            flow->block_at[at] == flow->block_at[g->pc] && at < g->pc)
            sum += add->delta;
    }
    return sum;
}

/* What the goroutines of id t take in all, each. */
static i64 taken_by(const Solver *solver, u32 t, Ptr place)
{
    i64 sum = 0;
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *add = &solver->tokens.data[i];
        sum += add->kind == TOKEN_ADD && add->goro == t && may_be_at(solver, add, place);
    }
    return sum;
}

/* Whether another GO in the same block could use the same Adds. */
static bool starts_alone(const Solver *solver, u32 t)
{
    const Model *model = solver->model;
    const Goro *g = &model->goros.data[t];
    const Flow *flow = model->instances.data[g->inst]->flow;
    for (u32 i = 0; i < model->goros.len; i++) {
        const Goro *other = &model->goros.data[i];
        if (i != t && i > GORO_UNKNOWN && other->inst == g->inst &&
            flow->block_at[other->pc] == flow->block_at[g->pc])
            return false;
    }
    return true;
}

/* Whether an Add of -1 is by a goroutine that ego starts, as above. */
static bool is_paid(const Solver *solver, const SyncToken *t, u32 ego, Ptr place)
{
    const Model *model = solver->model;
    const Goro *g = &model->goros.data[t->goro];
    const Instance *in = model->instances.data[t->inst];
    return t->goro > GORO_UNKNOWN && g->parent == ego && g->sites.len == 1 && !g->restarts &&
           model->instances.data[g->inst]->flow->fn->code[g->pc].in.op == OP_GO && !in->repeats &&
           !flow_repeats(in->flow, t->pc) && starts_alone(solver, t->goro) &&
           added_for(solver, t->goro, place) >= taken_by(solver, t->goro, place);
}

/* ---- goroutines that one Add counts ----
 *
 * The waiting one Adds before it starts any of them, once, at least as many as there can be. */

/* What an Add adds, as a value of instance `inst`, which it is called by. */
static bool added_in(const Model *model, const SyncToken *add, u32 inst, Amount *out)
{
    u32 at = add->inst;
    *out = add->number;
    while (at != inst && SYM_KIND(*out) == SYM_PARAM) {
        const Instance *in = model->instances.data[at];
        if (in->calls_from.len != 1)
            return false;
        const CallSite *site = model->sites.data[in->calls_from.data[0]];
        if (SYM_PART(*out) >= site->arg_syms.len)
            return false;
        Val arg = site->arg_syms.data[SYM_PART(*out)];
        *out = (Val){arg.key, arg.off + out->off};
        at = site->inst;
    }
    if (SYM_KIND(*out) == SYM_CONST)
        out->key = 0;
    return at == inst || !out->key;
}

/* Whether no GO in the block of the call that leads to an Add may use it, too. */
static bool stands_apart(const Model *model, const SyncToken *add, u32 inst)
{
    const Flow *flow = model->instances.data[inst]->flow;
    u32 at;
    if (!call_leading_to(model, add->inst, add->pc, inst, &at))
        return false;
    const Block *b = &flow->blocks.data[flow->block_at[at]];
    for (u32 pc = b->from; pc < b->to; pc += instr_words(&flow->fn->code[pc]))
        if (flow->fn->code[pc].in.op == OP_GO)
            return false;
    return true;
}

/* Whether an Add comes before each goroutine of id t, and adds `needed` at least. */
static bool pays(const Solver *solver, u32 index, u32 t, Ptr place, Amount needed)
{
    const Model *model = solver->model;
    const Goro *g = &model->goros.data[t];
    const SyncToken *add = &solver->tokens.data[index], *go = solver_token(solver, g->inst, g->pc);
    Amount added;
    Ptr only;
    return add->kind == TOKEN_ADD && add->goro == g->parent && solver_runs_once(solver, add) &&
           solver_only_place(solver, add->inst, add->channel, &only) &&
           only.object == place.object && only.off == place.off &&
           (!go->reached || bit_has(go->past, index)) && stands_apart(model, add, g->inst) &&
           added_in(model, add, g->inst, &added) && amount_covers(added, needed);
}

/* Whether no other goroutines are counted with those of id t by an Add that stands apart. One Add
 * may be of a number that is not known if that is how many are started (by_value), and none are
 * counted by other Adds: if it is less than 0, none are started. */
static bool is_only_prepaid(const Solver *solver, u32 t, u32 ego, Ptr place, bool by_value)
{
    u32 unknown = 0, paid = 0;
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *other = &solver->tokens.data[i];
        if (other->kind != TOKEN_ADD || other->goro == t || !may_be_at(solver, other, place) ||
            (other->counted && other->delta >= 0))
            continue;
        if (!other->counted && other->goro == ego && solver_runs_once(solver, other))
            unknown++;
        else if (is_paid(solver, other, ego, place))
            paid++;
        else
            return false;
    }
    return unknown == 0 || (by_value && unknown == 1 && !paid);
}

/* Whether an Add of -1 is by goroutines that one Add counts. */
static bool is_prepaid(const Solver *solver, const SyncToken *t, u32 ego, Ptr place)
{
    const Instance *in = solver->model->instances.data[t->inst];
    Amount needed;
    if (in->repeats || flow_repeats(in->flow, t->pc) || taken_by(solver, t->goro, place) != 1 ||
        !solver_started_times(solver, t->goro, ego, &needed) ||
        !is_only_prepaid(solver, t->goro, ego, place, needed.key != 0))
        return false;
    for (u32 i = 0; i < solver->tokens.len; i++)
        if (pays(solver, i, t->goro, place, needed))
            return true;
    return false;
}

/* Whether the function may come to `to` after `from`. */
static bool comes_to(const Flow *flow, u32 from, u32 to)
{
    u32 start = flow->block_at[from], end = flow->block_at[to];
    return (start == end && to > from) || flow_leads(flow, start, end, FLOW_NONE, FLOW_PANICS);
}

/* The place in instance `in` of the only call that leads to a place in *inst, in its goroutine;
 * false: there is none. */
static bool climb(const Model *model, u32 *inst, u32 *pc)
{
    const Instance *in = model->instances.data[*inst];
    if (in->calls_from.len != 1)
        return false;
    const CallSite *site = model->sites.data[in->calls_from.data[0]];
    if (site->kind != CALL_PLAIN || model->instances.data[site->inst]->outside)
        return false;
    *inst = site->inst;
    *pc = site->pc;
    return true;
}

/* Whether no goroutine of the id of g is started after that place: the GO, or the only call that
 * leads to it, is in a function that runs once, to which the place belongs, or the only call that
 * leads there, and which does not come to the GO from there. */
static bool are_all_started(const Model *model, const Goro *g, u32 inst, u32 pc)
{
    if (g->sites.len != 1 || g->restarts)
        return false;
    do {
        const Instance *in = model->instances.data[inst];
        u32 from = g->inst, go = g->pc;
        bool found = from == inst;
        while (!found && climb(model, &from, &go))
            found = from == inst;
        if (found)
            return !in->outside && !in->repeats && goro_unique(model, in->goro) &&
                   !comes_to(in->flow, pc, go);
    } while (climb(model, &inst, &pc));
    return false;
}

/* Whether all Dones at an instruction are by goroutines that `starter` has started, and for which
 * it adds. */
static bool takes(const Solver *solver, const SyncToken *t, u32 starter, Ptr place, bool *prepaid)
{
    if (!t->counted || t->delta != -1 || !goro_unique(solver->model, starter))
        return false;
    *prepaid = is_prepaid(solver, t, starter, place);
    return *prepaid || is_paid(solver, t, starter, place);
}

/* The same by the goroutine that started the waiting one, and before that. */
static bool takes_earlier(const Solver *solver, const SyncToken *t, u32 ego, Ptr place,
                          bool *prepaid)
{
    const Goro *g = &solver->model->goros.data[ego];
    return ego > GORO_UNKNOWN && t->goro > GORO_UNKNOWN && g->sites.len == 1 && !g->restarts &&
           are_all_started(solver->model, &solver->model->goros.data[t->goro], g->inst, g->pc) &&
           takes(solver, t, g->parent, place, prepaid);
}

/* What learns of the Wait knows that no goroutine of that id is left. */
static void join_for_good(Walk *w, const SyncToken *t, bool earlier)
{
    const Model *model = w->solver->model;
    if (t->all && (earlier || are_all_started(model, &model->goros.data[t->goro], w->inst, w->pc)))
        bit_add(w->state.past, t->all - 1);
}

static void join_started(Walk *w, u32 ego, Ptr place)
{
    const Solver *solver = w->solver;
    u64 *joined = xcalloc(solver->words, sizeof(u64)),
        *earlier = xcalloc(solver->words, sizeof(u64));
    bool sure = goro_unique(solver->model, ego), unknown = false, known = true;
    solver_observe(solver);
    for (u32 i = 0; sure && i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        bool prepaid = false;
        if (t->kind != TOKEN_ADD || !may_be_at(solver, t, place) ||
            (t->reached && !solver_may_precede(solver, i, ego, w->state.done)))
            continue;
        bool own = takes(solver, t, ego, place, &prepaid);
        bool other = !own && takes_earlier(solver, t, ego, place, &prepaid);
        sure = !t->reached || own || other || !t->counted || t->delta >= 0;
        unknown |= !t->counted;
        known &= (!own && !other) || prepaid;
        if (own || other)
            bit_add(joined, i);
        if (other)
            bit_add(earlier, i);
    }
    sure &= known || !unknown;
    for (u32 i = 0; sure && i < solver->tokens.len; i++)
        if (bit_has(joined, i))
            join_for_good(w, &solver->tokens.data[i], bit_has(earlier, i));
    if (sure)
        bits_or(w->state.joined, joined, solver->words);
    free(joined);
    free(earlier);
}

void solver_started(const Solver *solver, State *state, const u64 *tokens)
{
    const Model *model = solver->model;
    for (u32 w = 0; w < solver->words; w++)
        for (u64 left = state->joined[w]; left; left &= left - 1) { /* few, or none */
            u32 i = 64 * w + (u32)__builtin_ctzll(left);
            if (i >= solver->tokens.len)
                break;
            const Goro *g = &model->goros.data[solver->tokens.data[i].goro];
            const SyncToken *go = solver_token(solver, g->inst, g->pc);
            if (!go || bit_has(tokens, (u32)(go - solver->tokens.data)))
                state->joined[w] &= ~(1ull << (i % 64));
        }
}

void solver_inherit_joined(const Walk *w, State *child)
{
    const Solver *solver = w->solver;
    u32 ego = solver->model->instances.data[w->inst]->goro;
    for (u32 i = 0; i < solver->tokens.len; i++) {
        if (!bit_has(w->state.joined, i))
            continue;
        const Goro *g = &solver->model->goros.data[solver->tokens.data[i].goro];
        bool over = are_all_started(solver->model, g, w->inst, w->pc);
        if (g->parent != ego || over) /* another's: inherited itself */
            bit_add(child->joined, i);
    }
}

void solver_wait(Walk *w)
{
    const Solver *solver = w->solver;
    u32 ego = solver->model->instances.data[w->inst]->goro;
    Ptr place;
    if (!solver_only_place(solver, w->inst, w->regs[w->in.a + 1], &place) ||
        overwritten(solver, place))
        return;
    Tally tally = {.past = xcalloc(solver->words, sizeof(u64))};
    bool sure = true;
    for (u32 i = 0; sure && i < solver->tokens.len; i++)
        if (solver->tokens.data[i].kind == TOKEN_ADD &&
            may_be_at(solver, &solver->tokens.data[i], place))
            sure = count(solver, &w->state, ego, i, &tally);
    if (sure && tally.added == tally.taken)
        bits_or(w->state.past, tally.past, solver->words);
    else if (sure && tally.added > tally.taken)
        w->state.reached = false;
    join_started(w, ego, place);
    free(tally.past);
}
