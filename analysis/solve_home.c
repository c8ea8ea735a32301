/* Homes: what a field leads to belongs to the object that has the field, if no other object ever
 * leads there. A map, a slice, a channel or another object is at home in an object if
 *
 * - only fields of objects that NEW makes lead to it, no element of an array, map or channel, no
 *   closure, interface, variable or memory of natives;
 * - its address is stored as it is made: by one store in the block that makes it, or after it was
 *   passed on once by a call or a return at each step of the way; or it is stored where it was
 *   loaded from, in the same object, perhaps after an append or as a part of a slice.
 *
 * So all stores of its address go to one object at run time, and whatever is loaded from there is
 * of this object. Digest region (dig_region.c) asks for the locks of that object, digest owner for
 * the goroutine to which that object belongs. */
#include "analysis/solve.h"

enum { MOST_DERIVED = 4, MOST_CALLS = 4 };

static u64 *homeless(Solver *solver)
{
    if (!solver->homeless)
        solver->homeless =
            arena_alloc(&solver->arena, bits_words(solver->model->objects.len) * sizeof(u64));
    return solver->homeless;
}

static bool points_to(const PtrList *list, u32 object)
{
    for (u32 i = 0; i < list->len; i++)
        if (list->data[i].object == object)
            return true;
    return false;
}

static void spoil(Solver *solver, u32 object)
{
    bit_add(homeless(solver), object);
}

static void spoil_all(Solver *solver, const PtrList *list)
{
    bool largest = points_is_largest(solver->model->points, list);
    if (!list || (largest && solver->homeless_any))
        return;
    solver->homeless_any |= largest;
    for (u32 i = 0; i < list->len; i++)
        spoil(solver, list->data[i].object);
}

static bool is_load(u32 op)
{
    return op == OP_LD64 || op == OP_LD2 || op == OP_LD3;
}

bool solver_loaded_from(const Flow *flow, Val value, u32 pc, Val *base, i64 *off)
{
    if (SYM_KIND(value) != SYM_DEF || SYM_PART(value) != 0 || value.off)
        return false;
    u32 at = SYM_PC(value);
    const Instr in = flow->fn->code[at].in;
    if (!is_load(in.op))
        return false;
    Val *regs = xcalloc(flow->fn->nregs + 1, sizeof *regs);
    flow_values(flow, at, regs);
    *base = regs[in.b];
    free(regs);
    *off = base->off + in.c;
    base->off = 0;
    SymKind kind = SYM_KIND(*base);
    bool once = kind == SYM_PARAM || (kind == SYM_DEF && !flow_repeats(flow, SYM_PC(*base))) ||
                (kind == SYM_PHI && !flow->blocks.data[SYM_PC(*base)].on_cycle);
    bool same_block = flow->block_at[at] == flow->block_at[pc] && at < pc;
    return (kind == SYM_PARAM || kind == SYM_DEF || kind == SYM_PHI) && (once || same_block);
}

/* The slice that a slice is made of, by append or as a part of it. */
static bool derived_from(const Flow *flow, Val value, Val *from)
{
    u32 at = SYM_PC(value);
    Instr in = flow->fn->code[at].in;
    if (in.op != OP_APPEND && in.op != OP_APPEND1 && in.op != OP_SLICE)
        return false;
    Val *regs = xcalloc(flow->fn->nregs + 1, sizeof *regs);
    flow_values(flow, at, regs);
    *from = (Val){regs[in.b].key, 0};
    free(regs);
    return true;
}

bool solver_home_of(const Flow *flow, Val value, u32 pc, Val *home)
{
    i64 off;
    for (u32 i = 0; i < MOST_DERIVED; i++) {
        value.off = 0; /* a part of it is of the same object */
        if (SYM_KIND(value) != SYM_DEF || SYM_PART(value) != 0)
            return false;
        if (solver_loaded_from(flow, value, pc, home, &off))
            return true;
        if (!derived_from(flow, value, &value))
            return false;
    }
    return false;
}

Val solver_part_of(const Flow *flow, Val value)
{
    for (u32 i = 0; i < MOST_DERIVED; i++) {
        value.off = 0;
        if (SYM_KIND(value) != SYM_DEF || SYM_PART(value) != 0 ||
            instr_op(flow->fn->code[SYM_PC(value)].in) != OP_SLICE ||
            !derived_from(flow, value, &value))
            break;
    }
    return value;
}

static bool may_be(const Solver *solver, u32 inst, Val value, u32 object)
{
    const PtrList *list = points_lookup(solver->model->points, inst, value);
    return list && points_to(list, object);
}

/* A value on its way from where an object is made to the store of its address, seen backwards: at
 * pc of an instance it is stored, passed to a call, or returned. */
typedef struct Way {
    u32 inst, pc;
    Val value;
    u32 object; /* what it may point to, of which is asked */
    u32 calls;  /* between here and the store */
    bool returns;
    bool met; /* several values have met in one: that is followed once */
} Way;

static const Flow *flow_of(const Solver *solver, const Way *way)
{
    return solver->model->instances.data[way->inst]->flow;
}

/* From the place `at` of its instance the object goes on along this way only. */
static bool only_way(Solver *solver, const Way *way, u64 at)
{
    u64 place = hash_pair(way->object, hash_pair(way->inst, at));
    u64 here = way->returns ? UINT64_MAX : ((u64)way->inst << 32 | way->pc) + 1;
    u64 *there = map_put(&solver->home_ways, place);
    if (*there && *there != here)
        return false;
    *there = here;
    return true;
}

/* The instruction at `at` yields an object that no other execution of it yields, and goes on along
 * one way, once: later in the same block, or by returning it. */
static bool goes_on_once(Solver *solver, const Way *way, u32 at)
{
    const Flow *flow = flow_of(solver, way);
    bool same_block = flow->block_at[at] == flow->block_at[way->pc] && at < way->pc;
    return (way->returns || same_block) && only_way(solver, way, at);
}

static bool is_stored_once(Solver *solver, Way way, const Val *home);

/* A call that passes and returns what it says. */
static bool is_plain(const CallSite *site)
{
    return site->kind == CALL_PLAIN && !site->unknown && !site->first && !site->frame;
}

/* The value is a parameter, which goes on once in each call. */
static bool comes_from_callers(Solver *solver, const Way *way)
{
    const Model *model = solver->model;
    const Instance *in = model->instances.data[way->inst];
    u32 reg = SYM_PART(way->value), found = 0;
    bool once = way->returns || !flow_repeats(in->flow, way->pc);
    if (SYM_PC(way->value) || way->calls == MOST_CALLS || !once ||
        !only_way(solver, way, UINT64_MAX - reg))
        return false;
    for (u32 i = 0; i < in->calls_from.len; i++) {
        const CallSite *site = model->sites.data[in->calls_from.data[i]];
        bool receiver = site->receiver && reg == 0; /* what the interface holds */
        if (!is_plain(site) || receiver || reg >= site->args.len || reg >= site->arg_syms.len)
            return false;
        if (!points_to(points_of(model->points, site->args.data[reg]), way->object))
            continue;
        Way from = {site->inst, site->pc, site->arg_syms.data[reg], way->object, way->calls + 1,
                    false,      way->met};
        if (!is_stored_once(solver, from, NULL))
            return false;
        found++;
    }
    return found > 0;
}

/* Several values meet in what is returned, as where panics are recovered from: each is one that the
 * register has held. A call returns one of them only. */
static bool comes_from_meeting(Solver *solver, Way way)
{
    const Flow *flow = flow_of(solver, &way);
    u32 reg = SYM_PART(way.value);
    Val *regs = xcalloc(flow->fn->nregs + 1, sizeof *regs);
    bool good = way.returns && !way.met;
    way.met = true;
    for (u32 b = 0; b < flow->blocks.len && good; b++) {
        const Block *block = &flow->blocks.data[b];
        if (block->reached)
            flow_enter(flow, b, regs);
        for (u32 pc = block->from; block->reached && good && pc <= block->to;) {
            bool met = SYM_KIND(regs[reg]) == SYM_PHI && SYM_PART(regs[reg]) == reg;
            way.value = regs[reg];
            good = met || (SYM_KIND(way.value) != SYM_PHI && is_stored_once(solver, way, NULL));
            if (pc < block->to)
                flow_step(flow, pc, regs);
            pc += pc < block->to ? instr_words(&flow->fn->code[pc]) : 1;
        }
    }
    free(regs);
    return good;
}

/* The value is what one of the function's returns yields. */
static bool comes_from_return(Solver *solver, Way way, u32 part, u32 *found)
{
    const Flow *flow = flow_of(solver, &way);
    Val *regs = xcalloc(flow->fn->nregs + 1, sizeof *regs);
    bool good = true;
    for (u32 b = 0; b < flow->blocks.len && good; b++)
        for (u32 pc = flow->blocks.data[b].from;
             flow->blocks.data[b].reached && good && pc < flow->blocks.data[b].to;
             pc += instr_words(&flow->fn->code[pc])) {
            const Instr in = flow->fn->code[pc].in;
            if (in.op != OP_RET || part >= in.c)
                continue;
            flow_values(flow, pc, regs);
            way.pc = pc;
            way.value = regs[in.a + part];
            if (!may_be(solver, way.inst, way.value, way.object))
                continue;
            good = is_stored_once(solver, way, NULL);
            ++*found;
        }
    free(regs);
    return good;
}

static bool is_call(const Flow *flow, u32 at)
{
    Op op = instr_op(flow->fn->code[at].in);
    return op == OP_CALL || op == OP_CALLC || op == OP_CALLI;
}

/* The value is a result of the call at `at`, which its functions have made. */
static bool comes_from_callees(Solver *solver, const Way *way, u32 at)
{
    const CallSite *site = model_site_at(solver->model, way->inst, at);
    u32 part = SYM_PART(way->value), found = 0;
    if (!site || !is_plain(site) || !part || way->calls == MOST_CALLS ||
        !goes_on_once(solver, way, at))
        return false;
    for (u32 i = 0; i < site->callees.len; i++) {
        Way from = {site->callees.data[i], 0, {0}, way->object, way->calls + 1, true, way->met};
        if (!comes_from_return(solver, from, part - 1, &found))
            return false;
    }
    return found > 0;
}

/* Whether the object of the way, if the value points to it, is stored once for each time that it
 * is made, or is at home in the object that `home` points to already; NULL: it cannot be. What
 * append returns may be new, or what it was given; if it is new it is taken to be at home in the
 * object where the old one is (solver_home_of), so only there it may be stored. */
static bool is_stored_once(Solver *solver, Way way, const Val *home)
{
    const Flow *flow = flow_of(solver, &way);
    const Object *o = &solver->model->objects.data[way.object];
    bool made = false;
    for (u32 i = 0; i < MOST_DERIVED; i++) {
        Val base;
        i64 off;
        way.value.off = 0; /* a part of it is of the same object */
        bool may = may_be(solver, way.inst, way.value, way.object);
        if (!may && !made)
            return true;
        if (may && SYM_KIND(way.value) == SYM_PARAM)
            return comes_from_callers(solver, &way);
        if (may && SYM_KIND(way.value) == SYM_PHI)
            return comes_from_meeting(solver, way);
        if (SYM_KIND(way.value) != SYM_DEF)
            return !may;
        u32 at = SYM_PC(way.value);
        if (may && is_call(flow, at))
            return comes_from_callees(solver, &way, at);
        if (SYM_PART(way.value) != 0)
            return !may;
        bool makes = o->inst == way.inst && o->pc == at;
        if (makes && !goes_on_once(solver, &way, at))
            return false;
        made |= makes;
        if (solver_loaded_from(flow, way.value, way.pc, &base, &off))
            return home && base.key == home->key;
        if (!derived_from(flow, way.value, &way.value))
            return makes || !may;
    }
    return false;
}

static void store(Solver *solver, u32 inst, u32 pc, Val home, Val value)
{
    const PtrList *list = points_lookup(solver->model->points, inst, value);
    if (points_is_largest(solver->model->points, list)) {
        spoil_all(solver, list);
        return;
    }
    for (u32 i = 0; list && i < list->len; i++)
        if (!bit_has(homeless(solver), list->data[i].object) &&
            !is_stored_once(solver, (Way){inst, pc, value, list->data[i].object, 0, false, false},
                            &home))
            spoil(solver, list->data[i].object);
}

void solver_home_store(Solver *solver, u32 inst, u32 pc, const Word *code, const Val *regs)
{
    Instr in = code->in;
    if (in.op == OP_ST64)
        store(solver, inst, pc, (Val){regs[in.a].key, 0}, regs[in.b]);
    if (in.op != OP_STN && in.op != OP_ST2 && in.op != OP_ST3)
        return;
    const RType *type = solver->model->program->types.data[(u32)code[1].x];
    if (type->kind == RK_SLICE) {
        store(solver, inst, pc, (Val){regs[in.a].key, 0}, regs[in.b]);
        return;
    }
    for (u32 i = 0; i < type->slots; i++)
        spoil_all(solver, points_lookup(solver->model->points, inst, regs[in.b + i]));
}

/* Natives that only look at what their arguments lead to, or synchronise on it. */
static bool moves_nothing(NativeMeans means)
{
    return (means >= MEANS_NOTHING && means <= MEANS_SHALLOW) || means == MEANS_LEAVES ||
           means == MEANS_LOOKS || means == MEANS_SIGNALS || means == MEANS_ATOMIC_LOADS ||
           means == MEANS_ATOMIC_ADDS || (means >= MEANS_LOCKS && means <= MEANS_WAITS);
}

void solver_home_native(Solver *solver, u32 inst, u32 pc, NativeMeans means)
{
    const Model *model = solver->model;
    const CallSite *site = model_site_at(model, inst, pc);
    if (!site || moves_nothing(means))
        return;
    for (u32 i = 0; i < site->args.len; i++)
        spoil_all(solver, points_of(model->points, site->args.data[i]));
    spoil_all(solver, points_of(model->points, site->leads));
}

/* What other memory than fields of new objects leads to. */
static void spoil_elsewhere(Solver *solver)
{
    const Model *model = solver->model;
    for (u32 i = 0; i < model->objects.len; i++) {
        const Object *o = &model->objects.data[i];
        bool fields = o->kind == MEM_NEW && !o->elem && !o->havoc;
        MapEntry *e;
        if (o->havoc)
            spoil(solver, i);
        if (o->wild)
            spoil_all(solver, points_of(model->points, o->wild));
        for (u32 at = 0; !fields && (e = map_next(&o->cells, &at));)
            spoil_all(solver, points_of(model->points, (Node)e->value));
    }
    solver->homes_known = true;
}

bool solver_is_at_home(const Solver *solver, u32 object)
{
    if (solver->is_round || solver->model->casts)
        return false;
    if (!solver->homes_known)
        spoil_elsewhere((Solver *)solver);
    ObjectKind kind = solver->model->objects.data[object].kind;
    return kind >= MEM_NEW && kind <= MEM_CHAN && !bit_has(homeless((Solver *)solver), object);
}
