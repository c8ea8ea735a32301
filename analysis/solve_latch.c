/* Latches: a channel in a field of an object that is closed once, or a WaitGroup in it that counts
 * down from 1 once, when the object has got its values. State.latches has what the goroutine knows
 * of such latches, object by object, under the names of values that point to the objects:
 *
 *   BLANK  nothing but values of the goroutine points to the object;
 *   SHUT   the latch is there, and only the goroutine can open it: it has its key;
 *   OPEN   the latch has been opened in the past, by the goroutine, or because it has waited.
 *
 * A key is made with the latch, while the object is BLANK. It goes to callees as an argument or
 * captured by value, comes back from them, and goes to a goroutine that may open the latch. It is
 * never found in memory. What opens a latch without its key spoils the latch (dig_latch.c). */
#include "analysis/solve.h"

#define RESULT_KEY(i) SYM_KEY(15, 0, i)
#define IS_RESULT(key) ((key) >> 56 == 15)
#define CAPTURED_KEY(reg, i) SYM_KEY(SYM_PARAM, 1 + (i), reg)

/* ---- names ---- */

static void add(State *state, Latch latch)
{
    for (u32 i = 0; i < state->latches.len; i++) {
        const Latch *l = &state->latches.data[i];
        if (l->key == latch.key && l->off == latch.off && l->how == latch.how)
            return;
    }
    vec_push(&state->latches, latch);
}

static void drop(State *state, u32 i)
{
    state->latches.data[i] = vec_last(&state->latches);
    state->latches.len--;
}

/* What a value is the same as: 0 = nothing is known of it. */
static u64 root_of(const State *state, u64 key)
{
    for (u32 i = 0; i < state->latches.len; i++)
        if (state->latches.data[i].key == key)
            return state->latches.data[i].root;
    return 0;
}

static const Latch *find(const State *state, u64 root, i64 off, LatchState how)
{
    for (u32 i = 0; i < state->latches.len; i++) {
        const Latch *l = &state->latches.data[i];
        if (l->root == root && l->how == how && (how == LATCH_BLANK || l->off == off))
            return l;
    }
    return NULL;
}

/* Whether the latch may be one of an object that the value points to. */
static bool may_be_of(const Solver *solver, u32 inst, const Latch *l, Val value)
{
    const Points *points = solver->model->points;
    const PtrList *list = points_lookup(points, inst, (Val){l->of, 0});
    const PtrList *to = points_lookup(points, inst, value);
    if (!to)
        return false;
    for (u32 i = 0; list && i < list->len; i++)
        for (u32 k = 0; k < to->len; k++)
            if (list->data[i].object == to->data[k].object)
                return true;
    return !list;
}

/* Other names may be of the same object: what they said of how it is may be wrong from now on. */
static void drop_others(const Solver *solver, State *state, u32 inst, Val value, u64 root,
                        u32 states)
{
    for (u32 i = state->latches.len; i-- > 0;) {
        const Latch *l = &state->latches.data[i];
        if (l->root != root && states >> l->how & 1 && may_be_of(solver, inst, l, value))
            drop(state, i);
    }
}

/* All names of one object: what holds of the latch at `off` becomes `how`. */
static void become(State *state, u64 root, i64 off, LatchState from, LatchState how)
{
    for (u32 i = state->latches.len; i-- > 0;) {
        Latch l = state->latches.data[i];
        if (l.root != root || l.how != from || (from != LATCH_BLANK && l.off != off))
            continue;
        l.off = off;
        l.how = how;
        if (from != LATCH_BLANK)
            drop(state, i);
        add(state, l);
    }
}

/* ---- which objects ---- */

static void consider(Solver *solver, u32 inst, Val base)
{
    const Model *model = solver->model;
    const PtrList *list = points_lookup(model->points, inst, base);
    for (u32 i = 0; list && i < list->len && !points_is_largest(model->points, list); i++) {
        u32 object = list->data[i].object;
        if (model->objects.data[object].kind != MEM_NEW || model->objects.data[object].havoc)
            continue;
        if (!solver->latched)
            solver->latched =
                arena_alloc(&solver->arena, bits_words(model->objects.len) * sizeof(u64));
        bit_add(solver->latched, object);
    }
}

void solver_find_latches(Solver *solver)
{
    Val base;
    i64 off;
    for (u32 i = 0; !solver->is_round && i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        if (t->kind == TOKEN_ADD)
            consider(solver, t->inst, t->channel);
        else if (t->kind == TOKEN_CLOSE &&
                 solver_loaded_from(solver->model->instances.data[t->inst]->flow, t->channel, t->pc,
                                    &base, &off))
            consider(solver, t->inst, base);
    }
}

static bool is_latched(const Solver *solver, u32 inst, u64 key)
{
    const PtrList *list = points_lookup(solver->model->points, inst, (Val){key, 0});
    for (u32 i = 0; list && i < list->len; i++)
        if (bit_has(solver->latched, list->data[i].object))
            return !points_is_largest(solver->model->points, list);
    return false;
}

/* ---- opening and waiting ---- */

static void spoil(Solver *solver, u32 inst, Val value)
{
    const PtrList *list = points_lookup(solver->model->points, inst, value);
    for (u32 i = 0; list && i < list->len; i++)
        vec_push(&solver->spoiled, list->data[i]);
}

/* The goroutine opens the latch off bytes after base; false: it has no key. */
static bool open_latch(Walk *w, Val base, i64 off)
{
    u64 root = root_of(&w->state, base.key);
    if (!root || !find(&w->state, root, off, LATCH_SHUT))
        return false;
    drop_others(w->solver, &w->state, w->inst, base, root, 1u << LATCH_SHUT);
    become(&w->state, root, off, LATCH_SHUT, LATCH_OPEN);
    return true;
}

void solver_latch_close(Walk *w, Val channel)
{
    Val base;
    i64 off;
    if (!w->solver->latched)
        return;
    bool known =
        solver_loaded_from(w->flow, channel, w->pc, &base, &off) && open_latch(w, base, off);
    if (!known && w->final)
        spoil(w->solver, w->inst, channel);
}

/* The object at base has been waited for. */
static void know_open(const Solver *solver, State *state, u32 inst, Val base, i64 off)
{
    u64 root = root_of(state, base.key);
    if (SYM_KIND(base) < SYM_PARAM || !is_latched(solver, inst, base.key))
        return;
    for (u32 i = 0; i < state->latches.len; i++)
        if (state->latches.data[i].how == LATCH_BLANK &&
            may_be_of(solver, inst, &state->latches.data[i], base))
            return;
    add(state, (Latch){.key = base.key,
                       .root = root ? root : base.key,
                       .of = base.key,
                       .off = off,
                       .how = LATCH_OPEN});
}

void solver_latch_receive(const Walk *w, State *state, Val channel, u32 pc)
{
    Val base;
    i64 off;
    if (w->solver->latched && solver_loaded_from(w->flow, channel, pc, &base, &off))
        know_open(w->solver, state, w->inst, base, off);
}

void solver_latch_wait(Walk *w, Val group)
{
    if (w->solver->latched)
        know_open(w->solver, &w->state, w->inst, (Val){group.key, 0}, group.off);
}

/* Add(1) while the object is blank makes the latch, Add(-1) by its key opens it. */
void solver_latch_add(Walk *w, const SyncToken *t)
{
    Val base = {t->channel.key, 0};
    i64 off = t->channel.off;
    if (!w->solver->latched)
        return;
    u64 root = root_of(&w->state, base.key);
    bool known = false;
    if (t->counted && t->delta == -1)
        known = open_latch(w, base, off);
    else if (t->counted && t->delta == 1 && root && find(&w->state, root, 0, LATCH_BLANK) &&
             !find(&w->state, root, off, LATCH_SHUT) && !find(&w->state, root, off, LATCH_OPEN)) {
        drop_others(w->solver, &w->state, w->inst, base, root, 1u << LATCH_BLANK);
        become(&w->state, root, off, LATCH_BLANK, LATCH_SHUT);
        known = true;
    }
    if (!known && w->final)
        spoil(w->solver, w->inst, t->channel);
}

/* ---- making ---- */

static u64 *latch_store_of(Solver *solver, u32 channel)
{
    return map_put(&solver->latch_stores, channel);
}

/* A new channel is stored in a blank object: one MKCHAN, one store in the same block, so that no
 * two objects have the channel. */
bool solver_latch_store(Walk *w)
{
    const Solver *solver = w->solver;
    if (!solver->latched || w->in.op != OP_ST64)
        return false;
    Val base = w->regs[w->in.a], value = w->regs[w->in.b];
    i64 off = base.off + w->in.c;
    u64 root = root_of(&w->state, base.key);
    const PtrList *made = points_lookup(solver->model->points, w->inst, value);
    if (SYM_KIND(value) != SYM_DEF || SYM_PART(value) != 0 || value.off ||
        w->flow->fn->code[SYM_PC(value)].in.op != OP_MKCHAN ||
        w->flow->block_at[SYM_PC(value)] != w->flow->block_at[w->pc] || !root || !made ||
        made->len != 1 || !find(&w->state, root, 0, LATCH_BLANK) ||
        find(&w->state, root, off, LATCH_SHUT) || find(&w->state, root, off, LATCH_OPEN))
        return false;
    u64 *there = latch_store_of(w->solver, made->data[0].object);
    u64 here = (u64)w->inst << 32 | w->pc;
    if (*there && *there != here + 1) {
        if (w->final)
            vec_push(&w->solver->spoiled, made->data[0]);
        return false;
    }
    *there = here + 1;
    become(&w->state, root, off, LATCH_BLANK, LATCH_SHUT);
    return true;
}

/* ---- along the code ---- */

void solver_latch_publish(const Walk *w, State *state, Val value)
{
    const Instr *made = SYM_KIND(value) == SYM_DEF ? &w->flow->fn->code[SYM_PC(value)].in : NULL;
    if (made && op_info[made->op].effect == EFFECT_READ && !(op_info[made->op].flags & ALLOCS))
        return; /* nothing in memory points to it */
    for (u32 i = state->latches.len; i-- > 0;) {
        const Latch *l = &state->latches.data[i];
        if (l->how == LATCH_BLANK &&
            (l->key == value.key || may_be_of(w->solver, w->inst, l, value)))
            drop(state, i);
    }
}

/* The value gets a new meaning. */
static void forget(State *state, SymKind kind, u32 pc)
{
    for (u32 i = state->latches.len; i-- > 0;) {
        Latch *l = &state->latches.data[i];
        Val key = {l->key, 0}, root = {l->root, 0};
        if (IS_RESULT(l->key) || (SYM_KIND(key) == kind && SYM_PC(key) == pc))
            drop(state, i);
        else if (SYM_KIND(root) == kind && SYM_PC(root) == pc)
            l->root = l->key;
    }
}

typedef VEC(Latch) LatchList;

/* The value of that name is the same as another one. */
static void name_again(const State *state, LatchList *out, u64 from, u64 to, u64 of)
{
    for (u32 i = 0; i < state->latches.len; i++) {
        Latch l = state->latches.data[i];
        if (l.key != from)
            continue;
        l.key = to;
        l.of = of ? of : l.of;
        if (IS_RESULT(from))
            l.root = l.of = to;
        vec_push(out, l);
    }
}

static void name_defined(const Walk *w, LatchList *out)
{
    const Func *fn = w->flow->fn;
    bool own = w->in.op == OP_CAPN &&
               w->regs[w->in.b].key == SYM_KEY(SYM_PARAM, 0, fn->closure_reg) && fn->ncaptures;
    u64 made = sym_def(w->pc, 0).key;
    switch (w->in.op) {
    case OP_NEW:
        if (is_latched(w->solver, w->inst, made))
            vec_push(out, ((Latch){.key = made, .root = made, .of = made, .how = LATCH_BLANK}));
        break;
    case OP_CAPN:
        for (u32 i = 0; own && i < w->in.c; i++)
            name_again(&w->state, out, CAPTURED_KEY(fn->closure_reg, i), sym_def(w->pc, i).key,
                       sym_def(w->pc, i).key);
        break;
    case OP_CLOSURE:
        for (u32 i = 0; i < w->in.c; i++)
            if (!w->regs[w->in.b + i].off)
                name_again(&w->state, out, w->regs[w->in.b + i].key, sym_def(w->pc, 1 + i).key, 0);
        break;
    case OP_CALL:
    case OP_CALLC:
    case OP_CALLI:
        for (u32 i = 0; i < w->state.latches.len; i++)
            if (IS_RESULT(w->state.latches.data[i].key)) {
                u32 part = (u32)(w->state.latches.data[i].key & 0xffffff);
                Latch l = w->state.latches.data[i];
                l.key = l.root = l.of = sym_def(w->pc, 1 + part).key;
                vec_push(out, l);
            }
        break;
    default: break;
    }
}

void solver_latch_defined(Walk *w)
{
    LatchList gained = {0};
    if (!w->solver->latched)
        return;
    name_defined(w, &gained);
    if (op_info[w->in.op].flags & W_A || w->in.op == OP_SELECT)
        forget(&w->state, SYM_DEF, w->pc);
    for (u32 i = 0; i < gained.len; i++)
        add(&w->state, gained.data[i]);
    vec_free(&gained);
}

void solver_latch_met(const Walk *w, State *state, u32 block)
{
    LatchList gained = {0};
    const Val *entry = w->flow->blocks.data[block].entry;
    for (u32 r = 0; state->latches.len && r < w->flow->fn->nregs; r++) {
        u64 phi = SYM_KEY(SYM_PHI, block, r);
        if (entry[r].key == phi && !entry[r].off && !w->regs[r].off)
            name_again(state, &gained, w->regs[r].key, phi, phi);
    }
    forget(state, SYM_PHI, block);
    for (u32 i = 0; i < gained.len; i++) {
        gained.data[i].root = gained.data[i].key; /* what it was before depends on the way here */
        add(state, gained.data[i]);
    }
    vec_free(&gained);
}

/* ---- across calls ---- */

static bool is_passed(const CallSite *site, const State *state, u64 root)
{
    for (u32 i = 0; i < site->arg_syms.len; i++)
        if (root_of(state, site->arg_syms.data[i].key) == root)
            return true;
    for (u32 i = 0; site->called.key && i < state->latches.len; i++) {
        const Latch *l = &state->latches.data[i];
        if (l->root == root && l->key > site->called.key &&
            SYM_PC(((Val){l->key, 0})) == SYM_PC(site->called) &&
            SYM_KIND(((Val){l->key, 0})) == SYM_KIND(site->called))
            return true;
    }
    return false;
}

/* What a callee, or the goroutine that is started, knows under its names. */
static void pass(const Solver *solver, const CallSite *site, const State *from, u32 callee,
                 State *to, u32 states)
{
    const Func *fn = solver->model->instances.data[callee]->flow->fn;
    for (u32 k = 0; k < from->latches.len; k++) {
        Latch l = from->latches.data[k];
        if (!(states >> l.how & 1))
            continue;
        for (u32 i = 0; i < site->arg_syms.len && i < fn->nparams; i++)
            if (site->arg_syms.data[i].key == l.key) {
                u64 param = SYM_KEY(SYM_PARAM, 0, i);
                i64 off = l.how == LATCH_BLANK ? 0 : l.off - site->arg_syms.data[i].off;
                add(to, (Latch){param, param, param, off, l.how});
            }
        for (u32 i = 0; site->called.key && i < fn->ncaptures; i++)
            if (l.key == site->called.key + 1 + i) {
                u64 slot = CAPTURED_KEY(fn->closure_reg, i);
                add(to, (Latch){slot, slot, 0, l.off, l.how});
            }
    }
}

enum { ALL_STATES = 1u << LATCH_BLANK | 1u << LATCH_SHUT | 1u << LATCH_OPEN };

void solver_latch_enter(const Solver *solver, const CallSite *site, const State *from, u32 callee,
                        State *to)
{
    vec_clear(&to->latches);
    for (u32 i = 0; site->kind == CALL_GO && i < from->latches.len; i++)
        vec_push(&to->latches, from->latches.data[i]);
    if (from->latches.len && (site->kind == CALL_PLAIN || site->kind == CALL_DEFER) &&
        !site->first && !site->frame)
        pass(solver, site, from, callee, to, ALL_STATES);
}

/* The same value in the caller; 0: it has none. */
static u64 name_outside(const CallSite *site, u64 key, i64 *off)
{
    Val v = {key, 0};
    *off = 0;
    if (SYM_KIND(v) == SYM_PARAM && SYM_PC(v) == 0 && SYM_PART(v) < site->arg_syms.len) {
        Val arg = site->arg_syms.data[SYM_PART(v)];
        *off = arg.off;
        return SYM_KIND(arg) >= SYM_PARAM ? arg.key : 0;
    }
    if (SYM_KIND(v) == SYM_PARAM && SYM_PC(v) > 0 && site->called.key)
        return site->called.key + SYM_PC(v);
    return 0;
}

static void take_back(const CallSite *site, const State *before, const State *exit, State *to)
{
    for (u32 i = 0; i < exit->latches.len; i++) {
        Latch l = exit->latches.data[i];
        i64 off;
        u64 name = IS_RESULT(l.key) ? l.key : name_outside(site, l.key, &off);
        if (IS_RESULT(l.key)) {
            add(to, l);
            continue;
        }
        u64 root = name ? root_of(before, name) : 0;
        if (!name || (!root && l.how != LATCH_OPEN))
            continue;
        l.off = l.how == LATCH_BLANK ? 0 : l.off + off;
        bool named = false;
        for (u32 k = 0; root && k < before->latches.len; k++)
            if (before->latches.data[k].root == root) {
                Latch same = before->latches.data[k];
                same.off = l.off;
                same.how = l.how;
                add(to, same);
                named = true;
            }
        if (!named)
            add(to, (Latch){name, name, name, l.off, l.how});
    }
}

/* The names of what was passed to a call are lost but for OPEN; those of others that may be the
 * same, too. */
static void lose_passed(const Walk *w, State *state, const CallSite *site)
{
    State before = *state;
    LatchList kept = {0};
    for (u32 i = 0; i < before.latches.len; i++) {
        const Latch *l = &before.latches.data[i];
        bool keep = l->how == LATCH_OPEN;
        if (!keep && !is_passed(site, &before, l->root)) {
            keep = true;
            for (u32 k = 0; keep && k < before.latches.len; k++) {
                const Latch *other = &before.latches.data[k];
                if (other->how != LATCH_OPEN && other->root != l->root &&
                    is_passed(site, &before, other->root))
                    keep = other->of && !may_be_of(w->solver, w->inst, l, (Val){other->of, 0});
            }
            for (u32 k = 0; l->how == LATCH_BLANK && keep && k < site->arg_syms.len; k++)
                keep = !may_be_of(w->solver, w->inst, l, site->arg_syms.data[k]);
        }
        if (keep)
            vec_push(&kept, *l);
    }
    vec_clear(&state->latches);
    for (u32 i = 0; i < kept.len; i++)
        vec_push(&state->latches, kept.data[i]);
    vec_free(&kept);
}

void solver_latch_leave(const Walk *w, State *state, const CallSite *site, const State *exit)
{
    State before;
    if (!w->solver->latched)
        return;
    state_init(w->solver, &before);
    for (u32 i = 0; i < state->latches.len; i++)
        vec_push(&before.latches, state->latches.data[i]);
    lose_passed(w, state, site);
    if (exit->reached && !site->unknown && !site->first && !site->frame &&
        (site->kind == CALL_PLAIN || site->kind == CALL_DEFER))
        take_back(site, &before, exit, state);
    state_free(&before);
}

/* At a RET parameters and results are left. */
void solver_latch_return(Walk *w)
{
    LatchList kept = {0};
    for (u32 i = 0; i < w->state.latches.len; i++) {
        Latch l = w->state.latches.data[i];
        if (SYM_KIND(((Val){l.key, 0})) == SYM_PARAM)
            vec_push(&kept, l);
        for (u32 k = 0; k < w->in.c; k++)
            if (w->regs[w->in.a + k].key == l.key && !w->regs[w->in.a + k].off) {
                l.key = l.root = RESULT_KEY(k);
                l.of = 0;
                vec_push(&kept, l);
            }
    }
    vec_clear(&w->state.latches);
    for (u32 i = 0; i < kept.len; i++)
        vec_push(&w->state.latches, kept.data[i]);
    vec_free(&kept);
}

/* Whether a token may open a latch of what the value points to. */
static bool may_open(const Solver *solver, u32 inst, const SyncToken *t, Val value)
{
    const Model *model = solver->model;
    const PtrList *to = points_lookup(model->points, inst, value);
    const PtrList *list = points_lookup(model->points, t->inst, t->channel);
    if (t->kind != TOKEN_ADD && t->kind != TOKEN_CLOSE)
        return false;
    for (u32 i = 0; to && list && i < to->len; i++) {
        const Object *o = &model->objects.data[to->data[i].object];
        const PtrList *held = o->sum ? points_of(model->points, o->sum) : NULL;
        for (u32 k = 0; k < list->len; k++) {
            if (list->data[k].object == to->data[i].object)
                return true;
            for (u32 c = 0; held && c < held->len; c++)
                if (held->data[c].object == list->data[k].object)
                    return true;
        }
    }
    return !to || !list;
}

/* Whether callees may open the latch, or (`starts`) start goroutines, which may. */
static bool callees_open(const Walk *w, const CallSite *site, const Latch *l, bool starts)
{
    const Solver *solver = w->solver;
    for (u32 i = 0; i < site->callees.len; i++)
        for (u32 t = 0; t < solver->tokens.len; t++) {
            const SyncToken *token = &solver->tokens.data[t];
            if (bit_has(solver->may[site->callees.data[i]], t) &&
                ((starts && token->kind == TOKEN_GO) ||
                 may_open(solver, w->inst, token, (Val){l->of, 0})))
                return true;
        }
    return false;
}

/* A goroutine that may open a latch gets its key. */
void solver_latch_start(Walk *w, const CallSite *site, State *child)
{
    u32 moved = 0;
    State given;
    if (w->in.op != OP_GO || !w->state.latches.len || site->callees.len != 1)
        return;
    state_init(w->solver, &given);
    for (u32 i = w->state.latches.len; i-- > 0;) {
        Latch l = w->state.latches.data[i];
        bool passed = is_passed(site, &w->state, l.root);
        if (l.how == LATCH_OPEN && passed)
            vec_push(&given.latches, l);
        if (l.how != LATCH_SHUT || !passed || !callees_open(w, site, &l, false))
            continue;
        vec_push(&given.latches, l);
        moved++;
    }
    pass(w->solver, site, &given, site->callees.data[0], child,
         1u << LATCH_SHUT | 1u << LATCH_OPEN);
    for (u32 k = 0; moved && k < given.latches.len; k++)
        for (u32 i = w->state.latches.len; i-- > 0;) {
            const Latch *l = &w->state.latches.data[i], *g = &given.latches.data[k];
            if (g->how == LATCH_SHUT && l->how == LATCH_SHUT &&
                (l->root == g->root || may_be_of(w->solver, w->inst, l, (Val){g->of, 0})))
                drop(&w->state, i);
        }
    state_free(&given);
}

/* A panic in the call may come after it has done part of what it does. */
void solver_latch_interrupted(Walk *w, const CallSite *site)
{
    State before;
    if (!w->solver->latched || !w->state.latches.len)
        return;
    state_init(w->solver, &before);
    for (u32 i = 0; i < w->state.latches.len; i++)
        vec_push(&before.latches, w->state.latches.data[i]);
    lose_passed(w, &w->state, site);
    for (u32 i = 0; i < before.latches.len; i++) {
        const Latch *l = &before.latches.data[i];
        if (l->how == LATCH_SHUT && !callees_open(w, site, l, true))
            add(&w->state, *l);
    }
    state_free(&before);
}

/* After a recovered panic only what parameters are is known. */
void solver_latch_recovered(State *state)
{
    for (u32 i = state->latches.len; i-- > 0;)
        if (SYM_KIND(((Val){state->latches.data[i].key, 0})) != SYM_PARAM ||
            state->latches.data[i].how == LATCH_BLANK)
            drop(state, i);
}

/* ---- what is known at a use ---- */

bool solver_is_blank(const State *state, Val base)
{
    u64 root = root_of(state, base.key);
    return root && find(state, root, 0, LATCH_BLANK);
}

void solver_keep_latches(Walk *w, Use *use, Val base)
{
    use->latches = w->solver->known_latches.len;
    use->nlatches = 0;
    for (u32 i = 0; i < w->state.latches.len; i++) {
        const Latch *l = &w->state.latches.data[i];
        if (l->key != base.key || l->how == LATCH_BLANK)
            continue;
        vec_push(&w->solver->known_latches, *l);
        use->nlatches++;
    }
}

/* ---- what is known in the end ---- */

static bool is_spoiled(const Solver *solver, u32 object, Ptr place)
{
    const Object *o = &solver->model->objects.data[object];
    for (u32 i = 0; i < solver->spoiled.len; i++)
        if (solver->spoiled.data[i].object == object &&
            (o->kind == MEM_CHAN || access_overlap(o, solver->spoiled.data[i], 8, place, 8)))
            return true;
    return false;
}

/* Whether the channel is closed by keys only, and nothing is sent on it. */
static bool is_closed_only(const Solver *solver, u32 channel)
{
    if (!solver_channel_is_known(solver, channel) || bit_has(solver->any, channel) ||
        is_spoiled(solver, channel, (Ptr){0}))
        return false;
    for (u32 i = 0; i < solver->releases[channel].len; i++) {
        const SyncToken *t = &solver->tokens.data[solver->releases[channel].data[i]];
        if (t->kind == TOKEN_SEND && t->reached)
            return false;
    }
    return true;
}

static bool is_overwritten(const Solver *solver, Ptr place)
{
    const Object *o = &solver->model->objects.data[place.object];
    for (u32 i = 0; i < solver->uses.len; i++) {
        const Use *use = &solver->uses.data[i];
        if (use->object == place.object && use->write && !use->sync && !use->makes_latch &&
            access_overlap(o, use->place, use->size, place, 8))
            return true;
    }
    return false;
}

static bool is_sure(const Solver *solver, Ptr place)
{
    const Model *model = solver->model;
    const Object *o = &model->objects.data[place.object];
    const u64 *cell = map_get(&o->cells, place.off / 8);
    const PtrList *held = cell ? points_of(model->points, (Node)*cell) : NULL;
    if (o->havoc || o->elem || place.how != PTR_AT || !bit_has(solver->latched, place.object) ||
        bit_has(solver->any, place.object) || is_spoiled(solver, place.object, place) ||
        is_overwritten(solver, place))
        return false;
    for (u32 i = 0; held && i < held->len; i++)
        if (!is_closed_only(solver, held->data[i].object))
            return false;
    return true;
}

bool solver_latch_is_sure(const Solver *solver, Ptr place)
{
    if (!solver->latched)
        return false;
    u64 *known = map_put((Map *)&solver->latch_known, (u64)place.object << 32 | place.off);
    if (!*known)
        *known = is_sure(solver, place) ? 2 : 1;
    return *known == 2;
}
