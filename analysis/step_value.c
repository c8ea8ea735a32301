/* Allocation, addresses, interfaces, and structs in registers. */
#include "analysis/step.h"

enum { MAX_VALUE_SLOTS = BIG_SIZE / 8 };

static void new_object(const Step *s, ObjectKind kind, RType *type, u64 elem)
{
    i64 capacity = -1;
    if (kind == MEM_CHAN && SYM_KIND(s->regs[s->in.b]) == SYM_CONST)
        capacity = s->regs[s->in.b].off;
    u32 object = step_allocate(
        s, 0, (Object){.kind = kind, .type = type, .elem = elem, .capacity = capacity});
    points_add(s->points, step_def(s, 0), (Ptr){object, PTR_AT, 0});
}

static u64 elem_size(const RType *type)
{
    return type->size ? type->size : 1;
}

static void step_pack(const Step *s)
{
    RType *type = step_type(s);
    new_object(s, MEM_SLICE, type, elem_size(type));
    for (u32 i = 0; type->flags & RT_POINTERS && i < s->in.c * type->slots; i++) {
        u32 slot = i % type->slots;
        if (type->flags & RT_BIG) {
            Node any = points_node(s->points), content = points_node(s->points);
            points_any(s->points, any, step_reg(s, s->in.b + i));
            points_load(s->points, content, any, 0);
            Node to = points_node(s->points);
            points_any(s->points, to, step_def(s, 0));
            points_store(s->points, to, 0, content);
        } else
            points_store(s->points, step_def(s, 0), 8 * (i64)slot, step_reg(s, s->in.b + i));
    }
}

static void step_closure(const Step *s)
{
    const Func *func = s->model->program->funcs.data[s->code[1].x];
    u32 object = s->in.op == OP_LDFN
                     ? model_static(s->model, func)
                     : step_allocate(s, 0, (Object){.kind = MEM_CLOSURE, .func = func});
    points_add(s->points, step_def(s, 0), (Ptr){object, PTR_AT, 0});
    for (u32 i = 0; s->in.op == OP_CLOSURE && i < s->in.c; i++)
        points_store(s->points, step_def(s, 0), 8 * (i64)i, step_reg(s, s->in.b + i));
}

static bool step_allocation(const Step *s)
{
    RType *type = op_info[s->in.op].flags & X_TYPE ? step_type(s) : NULL;
    switch (s->in.op) {
    case OP_NEW: new_object(s, MEM_NEW, type, type->kind == RK_ARRAY ? type->elem->size : 0); break;
    case OP_MKSLICE: new_object(s, MEM_SLICE, type, elem_size(type)); break;
    case OP_PACK: step_pack(s); break;
    case OP_MKMAP: new_object(s, MEM_MAP, type, 0); break;
    case OP_MKCHAN: new_object(s, MEM_CHAN, type, 0); break;
    case OP_STR2BYTES: new_object(s, MEM_SLICE, NULL, 1); break;
    case OP_STR2RUNES: new_object(s, MEM_SLICE, NULL, 4); break;
    case OP_LDFN:
    case OP_CLOSURE: step_closure(s); break;
    default: return false;
    }
    return true;
}

/* ---- interfaces ---- */

static void step_mkiface(const Step *s)
{
    RType *type = step_type(s);
    points_add(s->points, step_def(s, 0), (Ptr){model_type(s->model, type), PTR_AT, 0});
    if (type->flags & RT_DIRECT) {
        points_copy(s->points, step_def(s, 1), step_reg(s, s->in.b));
        return;
    }
    u32 box = step_allocate(s, 1, (Object){.kind = MEM_BOX, .type = type});
    points_add(s->points, step_def(s, 1), (Ptr){box, PTR_AT, 0});
    for (u32 i = 0; type->flags & RT_POINTERS && i < type->slots; i++)
        points_store(s->points, step_def(s, 1), 8 * (i64)i, step_reg(s, s->in.b + i));
}

static void step_unbox(const Step *s)
{
    RType *type = step_type(s);
    Node data = step_reg(s, s->in.b + 1u);
    if (type->flags & RT_DIRECT)
        points_receiver(s->points, step_def(s, 0), data, type);
    for (u32 i = 0; !(type->flags & RT_DIRECT) && i < type->slots; i++)
        points_unbox(s->points, step_def(s, i), data, 8 * (i64)i, type);
}

static bool step_interface(const Step *s)
{
    switch (s->in.op) {
    case OP_MKIFACE: step_mkiface(s); return true;
    case OP_ASSERT:
    case OP_ASSERT2:
    case OP_UNBOX: step_unbox(s); return true;
    case OP_ASSERTI:
    case OP_ASSERTI2:
        points_copy(s->points, step_def(s, 0), step_reg(s, s->in.b));
        points_copy(s->points, step_def(s, 1), step_reg(s, s->in.b + 1u));
        return true;
    default: return false;
    }
}

/* ---- panics ---- */

static void step_recover(const Step *s)
{
    const WellKnownTypes *known = &s->model->program->known;
    RType *made[] = {known->runtime_error, known->type_assertion_error, known->plain_error,
                     known->nil_panic,     known->string_type,          known->error_iface};
    for (u32 i = 0; i < COUNT_OF(made); i++)
        if (made[i])
            points_add(s->points, step_def(s, 0), (Ptr){model_type(s->model, made[i]), PTR_AT, 0});
    points_add(s->points, step_def(s, 1), (Ptr){OBJECT_PANIC, PTR_ANY, 0});
    for (u32 i = 0; i < 2; i++)
        points_copy(s->points, step_def(s, i),
                    points_panic(s->points, s->model->instances.data[s->inst]->goro, i));
}

/* ---- parts of structs in registers ---- */

static void step_part(const Step *s)
{
    u32 slots = (u32)((s->code[1].x + 7) / 8), from = s->in.c / 8;
    if (s->in.op == OP_FLDN)
        for (u32 i = 0; i < slots; i++)
            points_copy(s->points, step_def(s, i), step_reg(s, s->in.b + from + i));
    else {
        for (u32 i = 0; i < from + slots; i++)
            points_copy(s->points, step_def(s, i), step_reg(s, s->in.a + i));
        for (u32 i = 0; i < slots; i++)
            points_copy(s->points, step_def(s, from + i), step_reg(s, s->in.b + i));
    }
}

/* The address of an element that is not known; the others flow.c has named. */
static void step_element(const Step *s, u64 size)
{
    points_elem(s->points, step_def(s, 0), step_reg(s, s->in.b), size);
}

/* Whether flow.c gives the result a name of its own, and not that of an operand. */
static bool names_result(const Step *s, u32 width)
{
    Val old[MAX_VALUE_SLOTS];
    if (width == 0 || width > MAX_VALUE_SLOTS)
        return width > 0;
    memcpy(old, &s->regs[s->in.a], width * sizeof *old);
    flow_step(s->flow, s->pc, s->regs);
    bool named = sym_equal(s->regs[s->in.a], sym_def(s->pc, 0));
    memcpy(&s->regs[s->in.a], old, width * sizeof *old);
    return named;
}

/* What else is computed from pointers may point anywhere into the same objects. */
static void step_computed(const Step *s)
{
    u32 flags = op_info[s->in.op].flags;
    bool number = flags & NUMBER && !s->flow->makes_addresses;
    if (number || !(flags & W_A) || flags & (CALLS | ALLOCS) ||
        op_info[s->in.op].effect != EFFECT_NONE)
        return;
    Widths widths = op_widths(s->model->program, s->code);
    u32 regs[] = {s->in.a, s->in.b, s->in.c}, count[] = {widths.a, widths.b, widths.c};
    u32 reads[] = {R_A, R_B, R_C};
    for (u32 i = 0; i < 3 && names_result(s, widths.a); i++)
        for (u32 r = regs[i]; flags & reads[i] && r < regs[i] + count[i]; r++)
            for (u32 part = 0; part < widths.a; part++)
                if (step_reg(s, r))
                    points_any(s->points, step_def(s, part), step_reg(s, r));
}

/* Addresses are moved by constants; flow.c names those sums, but for large constants. */
static void step_sum(const Step *s)
{
    if (s->flow->makes_addresses || SYM_KIND(s->regs[s->in.b]) == SYM_CONST ||
        SYM_KIND(s->regs[s->in.c]) == SYM_CONST)
        step_computed(s);
}

bool step_value(const Step *s)
{
    if (step_allocation(s) || step_interface(s))
        return true;
    switch (s->in.op) {
    case OP_ADDRX:
    case OP_ADDRA:
    case OP_SLICE:
    case OP_SLICEA: step_element(s, (u32)s->code[1].x); return true;
    case OP_CAP:
        points_load(s->points, step_def(s, 0), step_reg(s, s->in.b), 8 * (i64)s->in.c);
        return true;
    case OP_CAPN:
        for (u32 i = 0; i < s->in.c; i++)
            points_load(s->points, step_def(s, i), step_reg(s, s->in.b), 8 * (i64)i);
        return true;
    case OP_FLDN:
    case OP_FSTN: step_part(s); return true;
    case OP_FST8:
    case OP_FST16:
    case OP_FST32:
    case OP_FSTF32: points_copy(s->points, step_def(s, 0), step_reg(s, s->in.a)); return true;
    case OP_PANIC:
        for (u32 i = 0; i < 2; i++)
            points_copy(s->points,
                        points_panic(s->points, s->model->instances.data[s->inst]->goro, i),
                        step_reg(s, s->in.a + i));
        return true;
    case OP_RECOVER: step_recover(s); return true;
    case OP_ADD: step_sum(s); return true;
    case OP_PTR2NUM:
        if (!s->fn->is_library)
            points_copy(s->points, points_numbers(s->points), step_reg(s, s->in.b));
        return true;
    case OP_NUM2PTR:
        if (s->fn->is_library)
            return true;
        points_copy(s->points, step_def(s, 0), step_reg(s, s->in.b));
        points_any(s->points, step_def(s, 0), points_numbers(s->points));
        if (s->fn->casts_numbers)
            vec_push(&s->model->of_numbers, step_def(s, 0));
        return true;
    case OP_RET:
        for (u32 i = 0; i < s->in.c; i++)
            points_copy(s->points, s->model->instances.data[s->inst]->results.data[i],
                        step_reg(s, s->in.a + i));
        return true;
    default: step_computed(s); return true;
    }
}
