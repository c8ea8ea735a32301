/* Ownership: objects that go from goroutine to goroutine through channels and pools. An object
 * belongs to the goroutine that makes it; a send of its address hands it over to the goroutine that
 * receives it, as Put does to the one that Get returns it to, and a `go` to the goroutine that gets
 * its address as an argument or captures it. State.owned has values whose objects surely belong to
 * the goroutine; dig_owner.c says what follows from that.
 */
#include "analysis/solve.h"

/* Results of a call between its RET and the registers of the caller. */
#define RESULT_KEY(i) SYM_KEY(15, 0, i)
#define IS_RESULT(key) ((key) >> 56 == 15)
/* What slot i of a function's own closure holds. */
#define CAPTURED_KEY(reg, i) SYM_KEY(SYM_PARAM, 1 + (i), reg)
/* What the value of that name points to is at home in an object that belongs to the goroutine. */
#define HOME_KEY(key) ((key) | 1ull << 63)
#define NAME_OF(key) ((key) & ~(1ull << 63))

/* ---- what is sent ---- */

static bool may_be_owned(const Object *o)
{
    return o->kind >= MEM_NEW && o->kind <= MEM_CHAN;
}

/* The token may hand over what the value points to. Values of the largest set own nothing. */
static void may_move(Solver *solver, SyncToken *t, Val value)
{
    const PtrList *list = points_lookup(solver->model->points, t->inst, value);
    bool largest = points_is_largest(solver->model->points, list);
    for (u32 i = 0; list && !largest && i < list->len; i++)
        if (may_be_owned(&solver->model->objects.data[list->data[i].object]) &&
            (!t->moves.len || vec_last(&t->moves) != list->data[i].object))
            vec_push(&t->moves, list->data[i].object);
}

u32 solver_case_width(const Solver *solver, u32 inst, Val channel, u32 most)
{
    const PtrList *list = points_lookup(solver->model->points, inst, channel);
    u32 width = 0;
    for (u32 i = 0; list && i < list->len; i++) {
        const Object *o = &solver->model->objects.data[list->data[i].object];
        u32 slots = o->kind == MEM_CHAN && o->type ? o->type->elem->slots : most;
        width = slots > width ? slots : width;
    }
    return width < most ? width : most;
}

void solver_may_send(Solver *solver, SyncToken *t, const Val *regs, u32 from, u32 count)
{
    for (u32 i = 0; i < count; i++)
        may_move(solver, t, regs[from + i]);
}

/* What a closure may have captured. */
static void may_move_captured(Solver *solver, SyncToken *t, u32 closure)
{
    const Model *model = solver->model;
    const Object *o = &model->objects.data[closure];
    const PtrList *list = o->sum ? points_of(model->points, o->sum) : NULL;
    for (u32 i = 0; o->kind == MEM_CLOSURE && list && i < list->len; i++)
        if (may_be_owned(&model->objects.data[list->data[i].object]))
            vec_push(&t->moves, list->data[i].object);
}

void solver_may_start(Solver *solver, SyncToken *t)
{
    const Model *model = solver->model;
    const CallSite *site = model_site_at(model, t->inst, t->pc);
    const PtrList *called = site && site->target ? points_of(model->points, site->target) : NULL;
    for (u32 i = 0; site && i < site->arg_syms.len; i++)
        may_move(solver, t, site->arg_syms.data[i]);
    for (u32 i = 0; called && i < called->len; i++)
        may_move_captured(solver, t, called->data[i].object);
}

void solver_find_moved(Solver *solver)
{
    const Model *model = solver->model;
    for (u32 i = 0; !solver->is_round && i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        for (u32 k = 0; t->kind != TOKEN_GO && k < t->moves.len; k++) {
            u32 words = bits_words(model->objects.len);
            if (!solver->moved) {
                solver->moved = arena_alloc(&solver->arena, words * sizeof(u64));
                solver->unowned = arena_alloc(&solver->arena, words * sizeof(u64));
            }
            bit_add(solver->moved, t->moves.data[k]);
        }
    }
}

/* ---- what is owned ---- */

static const Owned *find(const State *state, u64 key)
{
    for (u32 i = 0; i < state->owned.len; i++)
        if (state->owned.data[i].key == key)
            return &state->owned.data[i];
    return NULL;
}

bool solver_owns(const State *state, Val value)
{
    return find(state, value.key) != NULL;
}

bool solver_in_owned_home(const State *state, const Flow *flow, Val value, u32 pc, Val *home)
{
    *home = (Val){0};
    if (state->owned.len == 0)
        return false;
    if (solver_home_of(flow, value, pc, home))
        return solver_owns(state, *home);
    *home = (Val){0};
    return find(state, HOME_KEY(solver_part_of(flow, value).key)) != NULL;
}

static bool is_moved(const Solver *solver, u32 inst, u64 key)
{
    const PtrList *list = points_lookup(solver->model->points, inst, (Val){key, 0});
    for (u32 i = 0; list && i < list->len; i++)
        if (bit_has(solver->moved, list->data[i].object))
            return !points_is_largest(solver->model->points, list);
    return false;
}

static bool may_point_to(const Solver *solver, u32 inst, const Owned *owned, const u32 *objects,
                         u32 n)
{
    const PtrList *list = points_lookup(solver->model->points, inst, (Val){owned->of, 0});
    for (u32 i = 0; list && i < list->len; i++)
        for (u32 k = 0; k < n; k++)
            if (list->data[i].object == objects[k])
                return true;
    return !list;
}

static void lose(const Solver *solver, State *state, u32 inst, const SyncToken *t)
{
    for (u32 i = state->owned.len; t->moves.len && i-- > 0;)
        if (may_point_to(solver, inst, &state->owned.data[i], t->moves.data, t->moves.len)) {
            state->owned.data[i] = vec_last(&state->owned);
            state->owned.len--;
        }
}

void solver_hand_over(Walk *w, const SyncToken *t)
{
    lose(w->solver, &w->state, w->inst, t);
}

void solver_lose(const Solver *solver, State *state, u32 inst, const u64 *tokens)
{
    for (u32 i = 0; state->owned.len && i < solver->tokens.len; i++)
        if (solver->tokens.data[i].moves.len && bit_has(tokens, i))
            lose(solver, state, inst, &solver->tokens.data[i]);
}

/* Whether the value is nil, or what a call returns that calls nothing and so never returns. */
static bool leads_nowhere(const Walk *w, Val value)
{
    if (SYM_KIND(value) != SYM_DEF || w->flow->fn->code[SYM_PC(value)].in.op != OP_CALLC)
        return SYM_KIND(value) == SYM_CONST;
    const Model *model = w->solver->model;
    const CallSite *site = model_site_at(model, w->inst, SYM_PC(value));
    return site && !site->callees.len && !site->unknown;
}

/* Whether no other goroutine owns what the value points to. */
static bool may_be_own(const Walk *w, const State *state, u32 reg)
{
    return solver_owns(state, w->regs[reg]) || leads_nowhere(w, w->regs[reg]);
}

/* ---- across calls ---- */

static void own(const Solver *solver, State *state, u32 inst, u64 key, u64 of)
{
    if (!find(state, key) && (!of || is_moved(solver, inst, of)))
        vec_push(&state->owned, (Owned){key, of});
}

void solver_own_arguments(const Solver *solver, const CallSite *site, const State *from, u32 callee,
                          State *to)
{
    const Func *fn = solver->model->instances.data[callee]->flow->fn;
    const Flow *flow = solver->model->instances.data[site->inst]->flow;
    bool passes = site->kind == CALL_PLAIN || site->kind == CALL_DEFER || site->kind == CALL_GO;
    vec_clear(&to->owned);
    for (u32 i = 0; passes && from->owned.len && i < site->arg_syms.len; i++)
        if (i < fn->nparams && solver_owns(from, site->arg_syms.data[i]))
            own(solver, to, callee, SYM_KEY(SYM_PARAM, 0, i), SYM_KEY(SYM_PARAM, 0, i));
    Val home;
    for (u32 i = 0; site->kind == CALL_PLAIN && i < site->arg_syms.len && i < fn->nparams; i++)
        if (solver_in_owned_home(from, flow, site->arg_syms.data[i], site->pc, &home))
            own(solver, to, callee, HOME_KEY(SYM_KEY(SYM_PARAM, 0, i)), 0);
    u64 made = site->called.key;
    for (u32 i = 0; passes && from->owned.len && made && i < fn->ncaptures; i++)
        if (find(from, made + 1 + i))
            own(solver, to, callee, CAPTURED_KEY(fn->closure_reg, i), 0);
}

void solver_own_results(Walk *w)
{
    State *state = &w->state;
    Val home;
    for (u32 i = 0; w->solver->moved && i < w->in.c; i++) {
        if (solver_in_owned_home(state, w->flow, w->regs[w->in.a + i], w->pc, &home))
            vec_push(&state->owned, (Owned){HOME_KEY(RESULT_KEY(i)), 0});
        if (may_be_own(w, state, w->in.a + i))
            vec_push(&state->owned, (Owned){RESULT_KEY(i), 0});
    }
    u32 kept = 0;
    for (u32 i = 0; i < state->owned.len; i++)
        if (IS_RESULT(NAME_OF(state->owned.data[i].key)))
            state->owned.data[kept++] = state->owned.data[i];
    state->owned.len = kept;
}

void solver_take_results(const State *from, State *to)
{
    for (u32 i = 0; i < from->owned.len; i++)
        if (!find(to, from->owned.data[i].key))
            vec_push(&to->owned, from->owned.data[i]);
}

/* ---- along the code ---- */

typedef VEC(Owned) OwnedList;

static void gain(const Walk *w, OwnedList *out, u32 part, bool owned)
{
    u64 key = sym_def(w->pc, part).key;
    if (owned && is_moved(w->solver, w->inst, key))
        vec_push(out, (Owned){key, key});
}

static void gain_selected(const Walk *w, OwnedList *out)
{
    for (u32 i = 0; i < w->in.c; i++) {
        SelectCase c = instr_case(w->code, i);
        if (c.is_send || c.value == REG_NONE)
            continue;
        u32 n = solver_case_width(w->solver, w->inst, w->regs[c.chan], w->flow->fn->nregs);
        for (u32 r = c.value; r < c.value + n && r < w->flow->fn->nregs; r++)
            gain(w, out, 1 + r, true);
    }
}

static void gain_captured(const Walk *w, OwnedList *out)
{
    const Func *fn = w->flow->fn;
    bool own_closure = w->regs[w->in.b].key == SYM_KEY(SYM_PARAM, 0, fn->closure_reg);
    for (u32 i = 0; own_closure && fn->ncaptures && i < w->in.c; i++)
        gain(w, out, i, find(&w->state, CAPTURED_KEY(fn->closure_reg, i)) != NULL);
}

/* A closure holds what it captures: by the value of the closure and the slot. */
static void gain_capture(const Walk *w, OwnedList *out)
{
    for (u32 i = 0; i < w->in.c; i++) {
        const Owned *o = find(&w->state, w->regs[w->in.b + i].key);
        if (o)
            vec_push(out, (Owned){sym_def(w->pc, 1 + i).key, o->of});
    }
}

static void gain_results(const Walk *w, OwnedList *out)
{
    for (u32 i = 0; i < w->state.owned.len; i++) {
        u64 key = w->state.owned.data[i].key, name = NAME_OF(key);
        u32 part = 1 + (u32)(name & 0xffffff);
        if (IS_RESULT(name) && name != key)
            vec_push(out, ((Owned){HOME_KEY(sym_def(w->pc, part).key), 0}));
        else if (IS_RESULT(name))
            gain(w, out, part, true);
    }
}

static bool owns(const Walk *w, u32 reg)
{
    return solver_owns(&w->state, w->regs[reg]);
}

static void gain_part(const Walk *w, OwnedList *out)
{
    u32 slots = (u32)((w->code[1].x + 7) / 8);
    for (u32 i = 0; i < slots; i++)
        gain(w, out, i, owns(w, w->in.b + w->in.c / 8 + i));
}

/* Whether an interface with the type that the instruction names holds the pointer itself. */
static bool is_direct(const Walk *w)
{
    return w->solver->model->program->types.data[(u32)w->code[1].x]->flags & RT_DIRECT;
}

/* What the instruction defines, and is owned. */
static void gain_defined(const Walk *w, OwnedList *out)
{
    switch (w->in.op) {
    case OP_NEW:
    case OP_MKSLICE:
    case OP_MKMAP:
    case OP_MKCHAN:
    case OP_PACK:
    case OP_STR2BYTES:
    case OP_STR2RUNES: gain(w, out, 0, true); break;
    case OP_APPEND: /* to the old array, or a new one */
    case OP_APPEND1:
        gain(w, out, 0,
             SYM_KIND(w->regs[w->in.b]) == SYM_CONST || flow_append_copies(w->code, w->regs) ||
                 owns(w, w->in.b));
        break;
    case OP_ADDRX:
    case OP_ADDRA:
    case OP_SLICE:
    case OP_SLICEA: gain(w, out, 0, owns(w, w->in.b)); break;
    case OP_MKIFACE: gain(w, out, 1, is_direct(w) && owns(w, w->in.b)); break;
    case OP_ASSERT:
    case OP_ASSERT2:
    case OP_UNBOX: gain(w, out, 0, is_direct(w) && owns(w, w->in.b + 1u)); break;
    case OP_ASSERTI:
    case OP_ASSERTI2: gain(w, out, 1, owns(w, w->in.b + 1u)); break;
    case OP_FLDN: gain_part(w, out); break;
    case OP_CAPN: gain_captured(w, out); break;
    case OP_CLOSURE: gain_capture(w, out); break;
    case OP_RECV:
    case OP_RECV2:
        for (u32 i = 0; i < w->in.c; i++)
            gain(w, out, i, true);
        break;
    case OP_SELECT: gain_selected(w, out); break;
    case OP_CALL:
    case OP_CALLC:
    case OP_CALLI: gain_results(w, out); break;
    case OP_CALLN:
        for (u32 i = 0; i < VALUE_WORDS; i++)
            gain(w, out, 1 + i, model_means(w->solver->model, instr_k(w->in)) == MEANS_GETS);
        break;
    default: break;
    }
}

/* What had a name that gets a new meaning is owned no longer under that name; new names are. */
static void replace(State *state, SymKind kind, u32 pc, const OwnedList *gained)
{
    u32 kept = 0;
    for (u32 i = 0; i < state->owned.len; i++) {
        Val v = {NAME_OF(state->owned.data[i].key), 0};
        if (!IS_RESULT(v.key) && !(SYM_KIND(v) == kind && SYM_PC(v) == pc))
            state->owned.data[kept++] = state->owned.data[i];
    }
    state->owned.len = kept;
    for (u32 i = 0; i < gained->len; i++)
        if (!find(state, gained->data[i].key))
            vec_push(&state->owned, gained->data[i]);
}

void solver_own_defined(Walk *w)
{
    OwnedList gained = {0};
    if (!w->solver->moved)
        return;
    gain_defined(w, &gained);
    replace(&w->state, SYM_DEF, w->pc, &gained);
    vec_free(&gained);
}

void solver_own_met(const Walk *w, State *state, u32 block)
{
    OwnedList gained = {0};
    const Val *entry = w->flow->blocks.data[block].entry;
    for (u32 r = 0; w->solver->moved && r < w->flow->fn->nregs; r++) {
        Val phi = {SYM_KEY(SYM_PHI, block, r), 0};
        if (entry[r].key == phi.key && may_be_own(w, state, r) &&
            is_moved(w->solver, w->inst, phi.key))
            vec_push(&gained, ((Owned){phi.key, phi.key}));
    }
    if (state->owned.len || gained.len)
        replace(state, SYM_PHI, block, &gained);
    vec_free(&gained);
}

/* ---- what is not handed over properly ---- */

static void check_sent(Walk *w, u32 from, u32 count)
{
    const Model *model = w->solver->model;
    for (u32 r = from; r < from + count && r < w->flow->fn->nregs; r++) {
        const PtrList *list = points_lookup(model->points, w->inst, w->regs[r]);
        for (u32 i = 0; list && i < list->len && !owns(w, r); i++)
            bit_add(w->solver->unowned, list->data[i].object);
    }
}

void solver_check_sent(Walk *w)
{
    if (!w->solver->moved)
        return;
    if (w->in.op == OP_SEND)
        check_sent(w, w->in.b, w->in.c);
    if (w->in.op == OP_CALLN && model_means(w->solver->model, instr_k(w->in)) == MEANS_PUTS)
        check_sent(w, w->in.a + 2u, VALUE_WORDS);
    for (u32 i = 0; w->in.op == OP_SELECT && i < w->in.c; i++) {
        SelectCase c = instr_case(w->code, i);
        u32 most = w->flow->fn->nregs - c.value;
        if (c.is_send && c.value != REG_NONE)
            check_sent(w, c.value, solver_case_width(w->solver, w->inst, w->regs[c.chan], most));
    }
}
