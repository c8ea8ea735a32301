/* Homes: what a field leads to belongs to the object that has the field, if no other object ever
 * leads there. A map, a slice, a channel or another object is at home in an object if
 *
 * - only fields of objects that NEW makes lead to it, no element of an array, map or channel, no
 *   closure, interface, variable or memory of natives;
 * - its address is stored as it is made: by one store in the block that makes it; or it is stored
 *   where it was loaded from, in the same object, perhaps after an append or as a part of a slice.
 *
 * So all stores of its address go to one object at run time, and whatever is loaded from there is
 * of this object. Digest region (dig_region.c) asks for the locks of that object, digest owner for
 * the goroutine to which that object belongs. */
#include "analysis/solve.h"

enum { MOST_DERIVED = 4 };

static u64 *homeless(Solver *solver)
{
    if (!solver->homeless)
        solver->homeless =
            arena_alloc(&solver->arena, bits_words(solver->model->objects.len) * sizeof(u64));
    return solver->homeless;
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

/* The instruction at `at` makes the object, and the store at pc, later in the same block, is the
 * only one that stores the address of what it has just made. */
static bool stored_once(Solver *solver, u32 inst, const Flow *flow, u32 at, u32 pc, u32 object)
{
    u64 here = ((u64)inst << 32 | pc) + 1, *there = map_put(&solver->home_stores, object);
    if (flow->block_at[at] != flow->block_at[pc] || at >= pc || (*there && *there != here))
        return false;
    *there = here;
    return true;
}

static bool may_be(const Solver *solver, u32 inst, Val value, u32 object)
{
    const PtrList *list = points_lookup(solver->model->points, inst, value);
    for (u32 i = 0; list && i < list->len; i++)
        if (list->data[i].object == object)
            return true;
    return false;
}

/* Whether storing the value in the object that `home` points to leaves this object at home, if the
 * value points to it. What append returns may be new, or what it was given; if it is new it is
 * taken to be at home in the object where the old one is (solver_home_of), so only there it may be
 * stored.
 */
static bool stays(Solver *solver, u32 inst, u32 pc, Val home, Val value, u32 object)
{
    const Flow *flow = solver->model->instances.data[inst]->flow;
    const Object *o = &solver->model->objects.data[object];
    bool made = false;
    for (u32 i = 0; i < MOST_DERIVED; i++) {
        Val base;
        i64 off;
        value.off = 0; /* a part of it is of the same object */
        bool may = may_be(solver, inst, value, object);
        if (!may && !made)
            return true;
        if (SYM_KIND(value) != SYM_DEF || SYM_PART(value) != 0)
            return !may;
        u32 at = SYM_PC(value);
        bool makes = o->inst == inst && o->pc == at;
        if (makes && !stored_once(solver, inst, flow, at, pc, object))
            return false;
        made |= makes;
        if (solver_loaded_from(flow, value, pc, &base, &off))
            return base.key == home.key;
        if (!derived_from(flow, value, &value))
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
            !stays(solver, inst, pc, home, value, list->data[i].object))
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
