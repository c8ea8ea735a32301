/* A round is solved as a program of its own: a copy of the model in which all that the round does
 * not do is left out, what repeats and what is one is found anew, and objects that others may reach
 * are known to natives of unknown effect, so that nothing is learnt by them. */
#include "analysis/round.h"

#include "analysis/digest.h"
#include "base/limits.h"
#include "code/live.h"

enum {
    MOST_ROUNDS = 40,
    MOST_CALLERS = 4,
    MOST_NESTED = 3,
    MOST_WORK = 250000, /* Solver.work of all rounds, after which no more are solved: about 3 s */
};

struct Rounds {
    u32 digests;          /* bits of those that judge */
    u32 depth;            /* rounds that these are within: */
    struct Rounds *outer; /* NULL: none */
    u64 work;             /* of these, and of all within them */
    VEC(Round *) list;
    Map of_object; /* object -> 1 + its round, or 1 + MOST_ROUNDS: none */
    Lifts lifts;
};

/* ---- where rounds begin ---- */

/* Whether every way from the function's entry to a block leads over another. */
static bool dominates(const Flow *flow, u32 over, u32 to)
{
    return over == 0 || (to != 0 && !flow_leads(flow, 0, to, over, FLOW_PANICS));
}

/* The head of the innermost loop around an instruction; 0: it is in none. False: it cannot be said.
 */
static bool loop_head(const Flow *flow, u32 pc, u32 *head)
{
    *head = 0;
    if (!flow_repeats(flow, pc))
        return true;
    for (u32 i = 1; i < flow->blocks.len; i++) {
        const Block *b = &flow->blocks.data[i];
        if (!b->reached || !b->on_cycle || !dominates(flow, i, flow->block_at[pc]))
            continue;
        Flow *cut = flow_cut(flow, i);
        bool once = !flow_repeats(cut, pc);
        flow_cut_free(cut);
        *head = i;
        if (once)
            return true;
    }
    return false;
}

/* Whether block `head` is that of a loop around an instruction. */
static bool is_head_around(const Flow *flow, u32 head, u32 pc)
{
    u32 block = flow->block_at[pc];
    const Block *b = &flow->blocks.data[head];
    bool around = false;
    if (!b->reached || !b->on_cycle || !dominates(flow, head, block))
        return false;
    for (u32 i = 0; i < flow->blocks.len && !around; i++) {
        const Block *from = &flow->blocks.data[i];
        around = from->reached && block_goes_to(from, head) &&
                 (block == i || flow_leads(flow, block, i, head, FLOW_PLAIN));
    }
    return around;
}

/* ---- what a round does ---- */

typedef struct Extent {
    const Model *whole;
    const Round *round;
    u8 *blocks;  /* of the function that it begins in: may run in it */
    u8 *insts;   /* those of the round */
    u8 *sites;   /* per call site: is part of it */
    bool closed; /* the round's own function is not called in it, nor its id started */
} Extent;

static void find_blocks(Extent *e)
{
    e->blocks = flow_after(e->round->flow, e->round->block, FLOW_NONE, FLOW_PANICS);
    e->blocks[e->round->block] = 1;
}

/* Whether an instruction may run in the round. */
static bool is_within(const Extent *e, u32 inst, u32 pc)
{
    return e->insts[inst] && (inst != e->round->inst || e->blocks[e->round->flow->block_at[pc]]);
}

/* What the function deferred before the round may run in it. */
static bool may_run(const Extent *e, const CallSite *site)
{
    return is_within(e, site->inst, site->pc) ||
           (site->kind == CALL_DEFER && site->inst == e->round->inst);
}

static void extend(Extent *e)
{
    const Model *m = e->whole;
    for (bool changed = true; changed;) {
        changed = false;
        limits_poll();
        for (u32 i = 1; i < m->sites.len; i++) {
            const CallSite *site = m->sites.data[i];
            if (e->sites[i] || !may_run(e, site))
                continue;
            e->sites[i] = changed = true;
            e->closed &=
                site->kind != CALL_GO || site->goro != m->instances.data[e->round->inst]->goro;
            for (u32 k = 0; k < site->callees.len; k++) {
                e->insts[site->callees.data[k]] = 1;
                e->closed &= site->callees.data[k] != e->round->inst;
            }
        }
    }
}

/* Whether an instance runs in such rounds only, if those do that are in `only`. */
static bool is_only_within(const Extent *e, u32 inst, const u8 *only)
{
    const Instance *in = e->whole->instances.data[inst];
    for (u32 i = 0; i < in->calls_from.len; i++) {
        const CallSite *site = e->whole->sites.data[in->calls_from.data[i]];
        if (site->kind == CALL_LATER || !is_within(e, site->inst, site->pc) || !only[site->inst])
            return false;
    }
    return in->calls_from.len && in->goro != GORO_UNKNOWN;
}

static void find_only(Round *round, const Extent *e)
{
    u32 n = e->whole->instances.len;
    round->only = xcalloc(n + 1, 1);
    memcpy(round->only, e->insts, n);
    for (bool changed = true; changed;) {
        changed = false;
        limits_poll();
        for (u32 i = 0; i < n; i++)
            if (round->only[i] && i != round->inst && !is_only_within(e, i, round->only)) {
                round->only[i] = 0;
                changed = true;
            }
    }
}

/* ---- what others may reach ---- */

typedef struct Reach {
    const Model *model;
    u8 *reached; /* objects */
    VEC(u32) work;
} Reach;

static void reach_list(Reach *r, const PtrList *list)
{
    for (u32 i = 0; list && i < list->len; i++) {
        u32 object = list->data[i].object;
        if (r->reached[object])
            continue;
        r->reached[object] = 1;
        vec_push(&r->work, object);
    }
}

static void reach_node(Reach *r, Node node)
{
    if (node)
        reach_list(r, points_of(r->model->points, node));
}

/* The registers at the head of a loop that are read again. */
static void reach_registers(Reach *r, const Round *round)
{
    const Flow *flow = r->model->instances.data[round->inst]->flow;
    const Block *b = &flow->blocks.data[round->block];
    Live *live = live_new(r->model->program, flow->fn);
    for (u32 i = 0; i < flow->fn->nregs; i++)
        if (bit_has(live_before(live, b->from), i))
            reach_list(r, points_lookup(r->model->points, round->inst, b->entry[i]));
    live_free(live);
}

/* What is carried out of the round: by panics, results, the registers of the next one, and calls
 * that are left for later. */
static void reach_carried(Reach *r, const Extent *e)
{
    const Round *round = e->round;
    const Instance *in = r->model->instances.data[round->inst];
    for (u32 i = 0; i < r->model->goros.len; i++)
        for (u32 k = 0; k < 2; k++)
            reach_node(r, r->model->goros.data[i].panic[k]);
    for (u32 i = 0; i < in->results.len; i++)
        reach_node(r, in->results.data[i]);
    for (u32 i = 0; i < in->flow->fn->nparams; i++)
        reach_node(r, in->params[i]);
    reach_node(r, in->closure);
    reach_registers(r, round);
    for (u32 i = 1; i < r->model->sites.len; i++) {
        const CallSite *site = r->model->sites.data[i];
        bool later = site->kind == CALL_LATER ||
                     (site->kind == CALL_DEFER && round->block != 0 && site->inst == round->inst);
        if (!e->sites[i] || !later)
            continue;
        reach_node(r, site->target);
        reach_node(r, site->receiver);
        for (u32 k = 0; k < site->args.len; k++)
            reach_node(r, site->args.data[k]);
    }
}

static bool is_made(const Extent *e, const Object *o)
{
    return o->kind >= MEM_NEW && o->kind <= MEM_COPY && (o->pc || o->inst) &&
           is_within(e, o->inst, o->pc);
}

/* The objects that the round makes and nothing else reaches. */
static void find_made(Round *round, const Extent *e)
{
    const Model *m = e->whole;
    Reach r = {.model = m, .reached = xcalloc(m->objects.len + 1, 1)};
    reach_node(&r, points_havoc(m->points));
    reach_carried(&r, e);
    for (u32 i = 0; i < m->objects.len; i++)
        if (!is_made(e, &m->objects.data[i]) && !r.reached[i]) {
            r.reached[i] = 1;
            vec_push(&r.work, i);
        }
    while (r.work.len) {
        limits_poll();
        u32 object = vec_pop(&r.work);
        reach_node(&r, m->objects.data[object].sum);
    }
    round->made = xcalloc(m->objects.len + 1, 1);
    for (u32 i = 0; i < m->objects.len; i++)
        round->made[i] = !r.reached[i];
    free(r.reached);
    vec_free(&r.work);
}

/* ---- the model of a round ---- */

static Instance *copy_instance(const Extent *e, u32 index)
{
    const Instance *in = e->whole->instances.data[index];
    Instance *copy = xcalloc(1, sizeof *copy);
    *copy = *in;
    copy->outside = !e->insts[index];
    copy->repeats = copy->outside;
    copy->calls_from.data = NULL;
    copy->calls_from.len = copy->calls_from.cap = 0;
    for (u32 i = 0; i < in->calls_from.len; i++)
        if (e->sites[in->calls_from.data[i]])
            vec_push(&copy->calls_from, in->calls_from.data[i]);
    return copy;
}

/* Whether id t is another or descends from it. */
static bool descends(const Model *m, u32 t, u32 from)
{
    while (t > GORO_UNKNOWN && t != from)
        t = m->goros.data[t].parent;
    return t == from;
}

/* The id, as started in the round. */
static void copy_goro(const Extent *e, u32 index, Goro *copy)
{
    const Goro *g = &e->whole->goros.data[index];
    *copy = *g;
    copy->many = index == GORO_UNKNOWN;
    copy->sites.data = NULL;
    copy->sites.len = copy->sites.cap = 0;
    for (u32 i = 0; i < g->sites.len; i++)
        if (is_within(e, (u32)(g->sites.data[i] >> 32), (u32)g->sites.data[i]))
            vec_push(&copy->sites, g->sites.data[i]);
    if (!copy->sites.len)
        return;
    u32 inst = (u32)(copy->sites.data[0] >> 32);
    u32 parent = e->whole->instances.data[inst]->goro;
    copy->many |= descends(e->whole, parent, index); /* folded */
    if (copy->many)
        return;
    copy->inst = inst;
    copy->pc = (u32)copy->sites.data[0];
    copy->parent = parent;
}

#define COPY_VEC(to, from) \
    do { \
        (to)->data = xcalloc((from)->len + 1, sizeof *(to)->data); \
        if ((from)->len) \
            memcpy((to)->data, (from)->data, (from)->len * sizeof *(to)->data); \
        (to)->cap = (from)->len + 1; \
    } while (0)

static Model *copy_model(Round *round, const Extent *e)
{
    const Model *whole = e->whole;
    Model *m = xcalloc(1, sizeof *m);
    *m = *whole;
    COPY_VEC(&m->instances, &whole->instances);
    COPY_VEC(&m->goros, &whole->goros);
    COPY_VEC(&m->objects, &whole->objects);
    for (u32 i = 0; i < m->instances.len; i++)
        m->instances.data[i] = copy_instance(e, i);
    for (u32 i = 0; i < m->goros.len; i++)
        copy_goro(e, i, &m->goros.data[i]);
    m->instances.data[round->inst]->flow = round->flow;
    model_conclude_round(m, round->inst);
    for (u32 i = 0; i < m->objects.len; i++) {
        bool drained = round->drained && round->drained[i];
        m->objects.data[i].single &= round->made[i] | drained;
        m->objects.data[i].havoc |= !round->made[i] && !drained;
    }
    return m;
}

static void free_model(Model *m)
{
    if (!m)
        return;
    for (u32 i = 0; i < m->instances.len; i++) {
        vec_free(&m->instances.data[i]->calls_from);
        free(m->instances.data[i]);
    }
    for (u32 i = 0; i < m->goros.len; i++)
        vec_free(&m->goros.data[i].sites);
    free(m->instances.data);
    free(m->goros.data);
    free(m->objects.data);
    free(m);
}

/* ---- channels and WaitGroups that rounds leave as they find them ---- */

/* Whether only such rounds, of one goroutine, use a channel: it receives, and nothing closes it. */
static bool may_be_drained(const Solver *solver, const Extent *e, u32 channel)
{
    const Object *o = &e->whole->objects.data[channel];
    u32 ego = e->whole->instances.data[e->round->inst]->goro;
    if (!o->single || e->round->made[channel] || !solver_channel_is_known(solver, channel) ||
        !goro_unique(e->whole, ego))
        return false;
    for (u32 i = 0; i < solver->releases[channel].len; i++) {
        const SyncToken *t = &solver->tokens.data[solver->releases[channel].data[i]];
        bool within = is_within(e, t->inst, t->pc) && e->round->only[t->inst];
        if (t->reached &&
            (!within || t->kind == TOKEN_CLOSE || (t->kind == TOKEN_RECV && t->goro != ego)))
            return false;
    }
    return solver->releases[channel].len > 0;
}

static bool adds(const Solver *solver, const SyncToken *t, u32 object)
{
    const PtrList *list = points_lookup(solver->model->points, t->inst, t->channel);
    for (u32 i = 0; t->kind == TOKEN_ADD && list && i < list->len; i++)
        if (list->data[i].object == object)
            return true;
    return false;
}

/* Whether that is all a use does: to count on a WaitGroup, in such a round; only its goroutine
 * waits and adds, others count down. */
static bool only_counts(const Solver *solver, const Extent *e, const Use *use)
{
    const Model *m = e->whole;
    if (use->unknown || !use->sync || !is_within(e, use->inst, use->pc) ||
        !e->round->only[use->inst])
        return false;
    Instr in = m->instances.data[use->inst]->flow->fn->code[use->pc].in;
    NativeMeans means = in.op == OP_CALLN ? model_means(m, instr_k(in)) : MEANS_NOTHING;
    const SyncToken *t = solver_token(solver, use->inst, use->pc);
    bool down = means == MEANS_ADDS && t && t->counted && t->delta == -1;
    return down || ((means == MEANS_ADDS || means == MEANS_WAITS) &&
                    use->goro == m->instances.data[e->round->inst]->goro);
}

/* Whether an object from outside is nothing to the program but a WaitGroup of such rounds. */
static bool may_be_counted(const Solver *solver, const Extent *e, u32 object)
{
    const Object *o = &e->whole->objects.data[object];
    u32 ego = e->whole->instances.data[e->round->inst]->goro;
    bool found = false;
    if (!o->single || o->havoc || e->round->made[object] || solver->writes[object].len ||
        bit_has(solver->any, object) || !goro_unique(e->whole, ego) || object <= OBJECT_ANY ||
        (o->kind != MEM_NEW && o->kind != MEM_GLOBAL))
        return false;
    for (u32 i = 0; i < solver->uses.len; i++) {
        if (solver->uses.data[i].object != object)
            continue;
        if (!only_counts(solver, e, &solver->uses.data[i]))
            return false;
        found = true;
    }
    return found;
}

static u8 *find_drained(const Solver *solver, const Extent *e)
{
    u8 *drained = NULL;
    for (u32 i = 0; i < e->whole->objects.len; i++) {
        limits_poll();
        if (!may_be_drained(solver, e, i) && !may_be_counted(solver, e, i))
            continue;
        drained = drained ? drained : xcalloc(e->whole->objects.len + 1, 1);
        drained[i] = 1;
    }
    return drained;
}

/* Whether all that is sent in the round is received in it, if it ends there: each send, of which
 * there is one, has been, and there have been as many receives; or they are counted. */
static bool is_drained_at(const Solver *solver, u32 channel, u32 end)
{
    const u64 *past = solver->histories.data[end], *joined = past + 2 * solver->words;
    u32 sent = 0, counted = 0, received = 0;
    for (u32 i = 0; i < solver->releases[channel].len; i++) {
        u32 token = solver->releases[channel].data[i];
        const SyncToken *t = &solver->tokens.data[token];
        if (t->kind == TOKEN_RECV)
            received += bit_has(past, token);
        else if (t->reached && bit_has(joined, token))
            counted++;
        else if (t->reached && bit_has(past, token) && solver_runs_once(solver, t))
            sent++;
        else if (t->reached)
            return false;
    }
    return counted ? !sent : sent <= received;
}

/* Whether nothing that the round starts is still to count down, if it ends there. */
static bool is_counted_at(const Solver *solver, u32 object, u32 end)
{
    const u64 *past = solver->histories.data[end], *joined = past + 2 * solver->words;
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        if (t->reached && (!t->counted || t->delta < 0) && adds(solver, t, object) &&
            !bit_has(joined, i) && !(bit_has(past, i) && solver_runs_once(solver, t)))
            return false;
    }
    return true;
}

static bool are_drained(const Round *round)
{
    const Solver *solver = round->solver;
    for (u32 i = 0; i < solver->model->objects.len; i++, limits_poll())
        for (u32 k = 0; round->drained[i] && k < solver->ends.len; k++)
            if (!(solver->model->objects.data[i].kind == MEM_CHAN ? is_drained_at : is_counted_at)(
                    solver, i, solver->ends.data[k]))
                return false;
    return true;
}

static void solve_model(Round *round, const Extent *e)
{
    round->model = copy_model(round, e);
    round->solver = solver_new_round(round->model, round->inst, round->block);
    round->work += round->solver->work;
}

/* In the model those channels are as good as made by the round. If it turns out that they are not
 * empty at its end, they are like others. */
static void solve_drained(Round *round, const Extent *e, const Solver *solver)
{
    round->drained = find_drained(solver, e);
    solve_model(round, e);
    if (!round->drained || are_drained(round))
        return;
    free(round->drained);
    round->drained = NULL;
    solver_free(round->solver);
    free_model(round->model);
    solve_model(round, e);
}

/* ---- rounds ---- */

static bool same_use(const Use *a, const Use *b)
{
    return a->inst == b->inst && a->pc == b->pc && a->object == b->object && a->write == b->write &&
           a->sync == b->sync && a->place.how == b->place.how && a->place.off == b->place.off;
}

/* Equal for uses that are the same, and few others. */
static u64 use_key(const Use *use)
{
    const u64 odd = 0x9e3779b97f4a7c15u;
    u64 key = ((u64)use->inst << 32 | use->pc) * odd + ((u64)use->object << 32 | use->place.off);
    return key * odd + ((u64)use->place.how << 32 | (u64)use->sync << 1 | use->write);
}

/* 1 + the number of the last use of the round that is this one of the whole program; 0: there is
 * none. Uses that hash alike lie at keys that follow. */
static u32 last_use(const Round *round, const Use *use, u64 *key)
{
    const u64 *there;
    *key = use_key(use);
    while ((there = map_get(&round->uses_at, *key)) &&
           !same_use(&round->solver->uses.data[*there - 1], use))
        ++*key;
    return there ? (u32)*there : 0;
}

static void index_uses(Round *round)
{
    round->earlier = xcalloc(round->solver->uses.len + 1, sizeof *round->earlier);
    for (u32 i = 0; i < round->solver->uses.len; i++) {
        u64 key;
        round->earlier[i] = last_use(round, &round->solver->uses.data[i], &key);
        *map_put(&round->uses_at, key) = i + 1ull;
    }
}

static void solve_round(Round *round, const Solver *solver)
{
    const Model *whole = solver->model;
    Extent e = {.whole = whole,
                .round = round,
                .insts = xcalloc(whole->instances.len + 1, 1),
                .sites = xcalloc(whole->sites.len + 1, 1),
                .closed = whole->instances.data[round->inst]->goro != GORO_UNKNOWN};
    round->flow = flow_cut(whole->instances.data[round->inst]->flow, round->block);
    find_blocks(&e);
    e.insts[round->inst] = 1;
    extend(&e);
    find_made(round, &e);
    if (e.closed) {
        find_only(round, &e);
        solve_drained(round, &e, solver);
        index_uses(round);
    }
    free(e.blocks);
    free(e.insts);
    free(e.sites);
}

/* Whether there has been too much work for one more round: then what it would have ordered stays
 * open. */
static bool is_spent(const Rounds *rounds)
{
    while (rounds->outer)
        rounds = rounds->outer;
    return rounds->work > MOST_WORK;
}

static void count_work(Rounds *rounds, u64 work)
{
    for (; rounds; rounds = rounds->outer)
        rounds->work += work;
}

static u32 round_at(const Solver *solver, u32 inst, u32 block)
{
    Rounds *rounds = solver->rounds;
    for (u32 i = 0; i < rounds->list.len; i++)
        if (rounds->list.data[i]->inst == inst && rounds->list.data[i]->block == block)
            return i;
    if (rounds->list.len == MOST_ROUNDS || is_spent(rounds))
        return MOST_ROUNDS;
    Round *round = xcalloc(1, sizeof *round);
    *round = (Round){.inst = inst, .block = block};
    solve_round(round, solver);
    count_work(rounds, round->work);
    if (round->solver && rounds->depth < MOST_NESTED) {
        round->solver->rounds = rounds_new(rounds->digests);
        round->solver->rounds->depth = rounds->depth + 1;
        round->solver->rounds->outer = rounds;
    }
    vec_push(&rounds->list, round);
    return rounds->list.len - 1;
}

/* The innermost round that makes the object for itself: around its allocation, or around the only
 * call that leads there; or MOST_ROUNDS. */
static u32 find_round(const Solver *solver, u32 object)
{
    const Model *whole = solver->model;
    const Rounds *rounds = solver->rounds;
    const Object *o = &whole->objects.data[object];
    u32 inst = o->inst, pc = o->pc;
    for (u32 i = 0; i < MOST_CALLERS; i++) {
        const Instance *in = whole->instances.data[inst];
        u32 head;
        if (!loop_head(in->flow, pc, &head))
            return MOST_ROUNDS;
        u32 index = round_at(solver, inst, head);
        if (index == MOST_ROUNDS || rounds->list.data[index]->made[object])
            return index;
        if (in->calls_from.len != 1)
            return MOST_ROUNDS;
        const CallSite *site = whole->sites.data[in->calls_from.data[0]];
        if (site->kind != CALL_PLAIN)
            return MOST_ROUNDS;
        inst = site->inst;
        pc = site->pc;
    }
    return MOST_ROUNDS;
}

static const Round *round_of(const Solver *solver, u32 object)
{
    Rounds *rounds = solver->rounds;
    u64 *known = map_get(&rounds->of_object, object);
    u32 index = known ? (u32)*known - 1 : find_round(solver, object);
    if (!known)
        *map_put(&rounds->of_object, object) = index + 1ull;
    return index == MOST_ROUNDS ? NULL : rounds->list.data[index];
}

const Use *round_use(const Round *round, const Use *use, u32 *cursor)
{
    u64 key;
    *cursor = *cursor ? round->earlier[*cursor - 1] : last_use(round, use, &key);
    return *cursor ? &round->solver->uses.data[*cursor - 1] : NULL;
}

/* By a digest that holds in rounds, and if it asks for what others may change, of objects that they
 * do not reach. */
static bool is_ordered(const Solver *solver, u32 bits, const Use *a, const Use *b, bool made)
{
    for (u32 i = 0; i < digest_count; i++)
        if (bits >> i & 1 &&
            (digests[i]->in_rounds == IN_ROUNDS || (made && digests[i]->in_rounds)) &&
            digests[i]->ordered(solver, a, b))
            return true;
    return false;
}

bool round_orders(const Round *round, u32 bits, const Use *a, const Use *b)
{
    const Use *uses = round->solver->uses.data;
    bool made = round->made[a->object == OBJECT_ANY ? b->object : a->object];
    u64 key;
    u32 one = last_use(round, a, &key), last = one ? last_use(round, b, &key) : 0;
    for (; one; one = round->earlier[one - 1])
        for (u32 other = last; other; other = round->earlier[other - 1]) {
            limits_poll();
            if (!is_ordered(round->solver, bits, &uses[one - 1], &uses[other - 1], made))
                return false;
        }
    return true;
}

/* What one of the two may be of: the object of the other. */
bool rounds_ordered(const Solver *solver, const Use *a, const Use *b)
{
    const Model *whole = solver->model;
    u32 object = a->object == OBJECT_ANY ? b->object : a->object;
    const Object *o = &whole->objects.data[object];
    if ((object != b->object && b->object != OBJECT_ANY) || a->unknown || b->unknown || o->single ||
        o->havoc || o->kind < MEM_NEW || !solver->rounds)
        return false;
    const Round *round = round_of(solver, object);
    return round && round->solver && round_orders(round, solver->rounds->digests, a, b);
}

static const Round *round_as_use(const Solver *solver, u32 inst, u32 block)
{
    u32 index = round_at(solver, inst, block);
    Round *round = index == MOST_ROUNDS ? NULL : solver->rounds->list.data[index];
    if (!round || !round->solver)
        return NULL;
    if (!round->around.past) {
        state_init(solver, &round->around);
        round->is_called = solver_round_as_use(solver, inst, block, &round->around, &round->call);
    }
    return round;
}

const Round *rounds_call(const Solver *solver, u32 inst)
{
    return round_as_use(solver, inst, 0);
}

const Round *rounds_loop(const Solver *solver, u32 inst, u32 pc, u32 *within)
{
    const Flow *flow = solver->model->instances.data[inst]->flow;
    u32 head = *within ? *within : flow->blocks.len;
    while (head-- > 1)
        if (is_head_around(flow, head, pc)) {
            *within = head;
            return round_as_use(solver, inst, head);
        }
    *within = 0;
    return NULL;
}

u32 rounds_digests(const Rounds *rounds)
{
    return rounds->digests;
}

Lifts *rounds_lifts(Rounds *rounds)
{
    return &rounds->lifts;
}

Rounds *rounds_new(u32 bits)
{
    Rounds *rounds = xcalloc(1, sizeof *rounds);
    rounds->digests = bits;
    return rounds;
}

static void round_free(Round *round)
{
    if (round->solver) {
        rounds_free(round->solver->rounds);
        solver_free(round->solver);
    }
    free_model(round->model);
    flow_cut_free(round->flow);
    free(round->made);
    free(round->only);
    free(round->drained);
    map_free(&round->uses_at);
    free(round->earlier);
    state_free(&round->around);
    free(round);
}

void rounds_free(Rounds *rounds)
{
    if (!rounds)
        return;
    for (u32 i = 0; i < rounds->list.len; i++)
        round_free(rounds->list.data[i]);
    vec_free(&rounds->list);
    map_free(&rounds->of_object);
    map_free(&rounds->lifts.of_use);
    vec_free(&rounds->lifts.list);
    free(rounds);
}
