/* Code generator: places (variables, fields, elements, memory): reading, writing, taking
 * addresses. */
#include "parser/gen/gen.h"

typedef struct MemOps {
    Op load, store;      /* through a pointer */
    Op part, part_store; /* part of a struct in registers; NOP: a register of its own */
    Op elem, elem_store; /* element of a slice */
} MemOps;

static const MemOps ops_s8 = {OP_LD8S, OP_ST8, OP_FLD8S, OP_FST8, OP_LDX8S, OP_STX8};
static const MemOps ops_u8 = {OP_LD8U, OP_ST8, OP_FLD8U, OP_FST8, OP_LDX8U, OP_STX8};
static const MemOps ops_s16 = {OP_LD16S, OP_ST16, OP_FLD16S, OP_FST16, OP_LDX16S, OP_STX16};
static const MemOps ops_u16 = {OP_LD16U, OP_ST16, OP_FLD16U, OP_FST16, OP_LDX16U, OP_STX16};
static const MemOps ops_s32 = {OP_LD32S, OP_ST32, OP_FLD32S, OP_FST32, OP_LDX32S, OP_STX32};
static const MemOps ops_u32 = {OP_LD32U, OP_ST32, OP_FLD32U, OP_FST32, OP_LDX32U, OP_STX32};
static const MemOps ops_f32 = {OP_LDF32, OP_STF32, OP_FLDF32, OP_FSTF32, OP_LDXF32, OP_STXF32};
static const MemOps ops_64 = {OP_LD64, OP_ST64, OP_NOP, OP_NOP, OP_LDX64, OP_STX64};

/* Instructions for values of several slots; two and three words have their own. */
typedef struct WideOps {
    Op load, store, elem, elem_store;
} WideOps;

static const WideOps *wide_ops(RType *t)
{
    static const WideOps any = {OP_LDN, OP_STN, OP_LDXN, OP_STXN};
    static const WideOps two = {OP_LD2, OP_ST2, OP_LDX2, OP_STX2};
    static const WideOps three = {OP_LD3, OP_ST3, OP_LDX3, OP_STX3};
    return t->size == 16 ? &two : t->size == 24 ? &three : &any;
}

/* The instructions for a value of one slot; NULL for larger ones. */
static const MemOps *scalar_ops(RType *t)
{
    if (!(t->flags & RT_SCALAR))
        return NULL;
    switch (t->kind) {
    case RK_INT8: return &ops_s8;
    case RK_BOOL:
    case RK_UINT8: return &ops_u8;
    case RK_INT16: return &ops_s16;
    case RK_UINT16: return &ops_u16;
    case RK_INT32: return &ops_s32;
    case RK_UINT32: return &ops_u32;
    case RK_FLOAT32: return &ops_f32;
    default: return &ops_64;
    }
}

Loc gen_mem_place(RType *t, Reg ptr, u64 offset, Span at)
{
    return (Loc){.kind = PL_MEM, .type = t, .reg = ptr, .offset = offset, .at = at};
}

Loc gen_var_place(Gen *g, Obj *obj, Span at)
{
    RType *t = gen_type(g, obj->type);
    if (obj->var.kind == VAR_GLOBAL) {
        u64 offset = gen_global_offset(g, obj);
        return (Loc){.kind = PL_GLOBAL, .type = t, .offset = offset, .at = at};
    }
    VarLoc *loc = gen_var(g, obj);
    if (loc->cell)
        return gen_mem_place(t, loc->reg, 0, at);
    return (Loc){.kind = PL_REG, .type = t, .reg = loc->reg, .at = at};
}

/* Offsets in instructions have 16 bits. The returned place is valid until the temporaries of the
 * access are released; the argument is unchanged. */
static Loc with_small_offset(Gen *g, const Loc *place)
{
    Loc p = *place;
    if (p.kind != PL_MEM || p.offset <= UINT16_MAX)
        return p;
    Reg sum = gen_alloc(g, 1), big = gen_alloc(g, 1);
    gen_emit(g, p.at, OP_NILCHK, p.reg, 0, 0);
    gen_int(g, p.at, big, p.offset);
    gen_emit(g, p.at, OP_ADD, sum, p.reg, big);
    p.reg = sum;
    p.offset = 0;
    return p;
}

/* ---- load ---- */

static Reg load_mem(Gen *g, const Loc *place, Reg want)
{
    const MemOps *ops = scalar_ops(place->type);
    Reg dst = gen_want(g, want, place->type->slots), mark = g->f->top;
    Loc small = with_small_offset(g, place), *p = &small;
    if (p->type->slots == 0)
        gen_emit(g, p->at, OP_NILCHK, p->reg, 0, 0);
    else if (ops)
        gen_emit(g, p->at, ops->load, dst, p->reg, (u32)p->offset);
    else
        gen_emit_x(g, p->at, wide_ops(p->type)->load, dst, p->reg, (u32)p->offset, p->type->id);
    g->f->top = mark;
    return dst;
}

/* A pointer to a global, for accesses without an instruction for globals. */
static Loc global_as_mem(Gen *g, Loc *p)
{
    Reg ptr = gen_alloc(g, 1);
    gen_emit_k(g, p->at, OP_GADDR, ptr, (u32)p->offset);
    return gen_mem_place(p->type, ptr, 0, p->at);
}

static Reg load_global(Gen *g, Loc *p, Reg want)
{
    Reg dst = gen_want(g, want, p->type->slots), mark = g->f->top;
    if (scalar_ops(p->type) == &ops_64) {
        gen_emit_k(g, p->at, OP_GLD64, dst, (u32)p->offset);
    } else if (p->type->slots) {
        Loc mem = global_as_mem(g, p);
        load_mem(g, &mem, dst);
    }
    g->f->top = mark;
    return dst;
}

static Reg load_elem(Gen *g, Loc *p, Reg want)
{
    const MemOps *ops = scalar_ops(p->type);
    Reg dst = gen_want(g, want, p->type->slots);
    if (ops)
        gen_emit(g, p->at, ops->elem, dst, p->reg, p->index);
    else
        gen_emit_x(g, p->at, wide_ops(p->type)->elem, dst, p->reg, p->index, p->type->id);
    return dst;
}

/* Whether the part occupies whole registers. */
static bool is_whole_slots(Loc *p)
{
    const MemOps *ops = scalar_ops(p->type);
    return p->offset % 8 == 0 && p->type->size % 8 == 0 && (!ops || ops == &ops_64);
}

static Reg load_part(Gen *g, Loc *p, Reg want)
{
    const MemOps *ops = scalar_ops(p->type);
    if (is_whole_slots(p)) {
        Reg r = p->reg + (u32)(p->offset / 8);
        if (want == ANY)
            return r;
        gen_move(g, p->at, want, r, p->type->slots);
        return want;
    }
    Reg dst = gen_want(g, want, p->type->slots);
    if (ops)
        gen_emit(g, p->at, ops->part, dst, p->reg + (u32)p->offset / 8, p->offset % 8);
    else
        gen_emit_x(g, p->at, OP_FLDN, dst, p->reg, (u32)p->offset, p->type->size);
    return dst;
}

Reg gen_load(Gen *g, Loc *p, Reg want)
{
    switch (p->kind) {
    case PL_BLANK: BUG("value of the blank identifier");
    case PL_REG:
        if (want == ANY)
            return p->reg;
        gen_move(g, p->at, want, p->reg, p->type->slots);
        return want;
    case PL_PART: return load_part(g, p, want);
    case PL_MEM: return load_mem(g, p, want);
    case PL_GLOBAL: return load_global(g, p, want);
    case PL_ELEM: return load_elem(g, p, want);
    case PL_MAP: {
        Reg dst = gen_want(g, want, p->type->slots);
        gen_emit_x(g, p->at, OP_MAPGET, dst, p->reg, p->index, p->map->id);
        return dst;
    }
    }
    return 0;
}

/* ---- store ---- */

static void store_mem(Gen *g, const Loc *place, Reg src)
{
    const MemOps *ops = scalar_ops(place->type);
    Reg mark = g->f->top;
    Loc small = with_small_offset(g, place), *p = &small;
    if (p->type->slots == 0)
        gen_emit(g, p->at, OP_NILCHK, p->reg, 0, 0);
    else if (ops)
        gen_emit(g, p->at, ops->store, p->reg, src, (u32)p->offset);
    else
        gen_emit_x(g, p->at, wide_ops(p->type)->store, p->reg, src, (u32)p->offset, p->type->id);
    g->f->top = mark;
}

static void store_global(Gen *g, Loc *p, Reg src)
{
    Reg mark = g->f->top;
    if (scalar_ops(p->type) == &ops_64) {
        gen_emit_k(g, p->at, OP_GST64, src, (u32)p->offset);
    } else if (p->type->slots) {
        Loc mem = global_as_mem(g, p);
        store_mem(g, &mem, src);
    }
    g->f->top = mark;
}

static void store_part(Gen *g, Loc *p, Reg src)
{
    const MemOps *ops = scalar_ops(p->type);
    if (p->type->size == 0)
        return;
    if (is_whole_slots(p))
        gen_move(g, p->at, p->reg + (u32)(p->offset / 8), src, p->type->slots);
    else if (ops)
        gen_emit(g, p->at, ops->part_store, p->reg + (u32)p->offset / 8, src, p->offset % 8);
    else
        gen_emit_x(g, p->at, OP_FSTN, p->reg, src, (u32)p->offset, p->type->size);
}

void gen_store(Gen *g, Loc *p, Reg src)
{
    const MemOps *ops = scalar_ops(p->type ? p->type : p->map);
    switch (p->kind) {
    case PL_BLANK: break;
    case PL_REG: gen_move(g, p->at, p->reg, src, p->type->slots); break;
    case PL_PART: store_part(g, p, src); break;
    case PL_MEM: store_mem(g, p, src); break;
    case PL_GLOBAL: store_global(g, p, src); break;
    case PL_ELEM:
        if (ops)
            gen_emit(g, p->at, ops->elem_store, src, p->reg, p->index);
        else
            gen_emit_x(g, p->at, wide_ops(p->type)->elem_store, src, p->reg, p->index, p->type->id);
        break;
    case PL_MAP: gen_emit_x(g, p->at, OP_MAPSET, p->reg, p->index, src, p->map->id); break;
    }
}

/* ---- address ---- */

Reg gen_address(Gen *g, Loc *p, Reg want, bool check_nil)
{
    switch (p->kind) {
    case PL_MEM: {
        if (p->offset == 0 && !check_nil && want == ANY)
            return p->reg;
        Reg dst = gen_want(g, want, 1), mark = g->f->top;
        Loc small = with_small_offset(g, p);
        if (small.offset == 0 && !check_nil)
            gen_move(g, p->at, dst, small.reg, 1);
        else
            gen_emit(g, p->at, OP_ADDP, dst, small.reg, (u32)small.offset);
        g->f->top = mark;
        return dst;
    }
    case PL_GLOBAL: {
        Reg dst = gen_want(g, want, 1);
        gen_emit_k(g, p->at, OP_GADDR, dst, (u32)p->offset);
        return dst;
    }
    case PL_ELEM: {
        Reg dst = gen_want(g, want, 1);
        gen_emit_x(g, p->at, OP_ADDRX, dst, p->reg, p->index, p->type->size);
        return dst;
    }
    default: {
        /* The value is not in memory: copies it to a new variable. */
        Reg dst = gen_want(g, want, 1), mark = g->f->top;
        Reg cell = gen_is_temp(g, dst) ? dst : gen_alloc(g, 1);
        Reg value = gen_load(g, p, ANY);
        if (value == cell) {
            cell = gen_alloc(g, 1);
        }
        gen_emit_x(g, p->at, OP_NEW, cell, 0, 0, p->type->id);
        Loc mem = gen_mem_place(p->type, cell, 0, p->at);
        gen_store(g, &mem, value);
        gen_move(g, p->at, dst, cell, 1);
        g->f->top = mark;
        return dst;
    }
    }
}

/* ---- the place of an expression ---- */

Loc gen_part(Gen *g, Loc p, u64 offset, RType *t, Span at)
{
    RType *whole = p.type;
    if (p.kind != PL_ELEM)
        p.at = at;
    p.type = t;
    switch (p.kind) {
    case PL_REG:
        if (whole->flags & RT_BIG) {
            /* The slot of a big value may be NULL, meaning zero, so the whole value is loaded
             * first. */
            Loc all = p;
            all.type = whole;
            Reg ptr = gen_address(g, &all, ANY, false);
            return gen_mem_place(t, ptr, offset, at);
        }
        p.kind = PL_PART;
        p.offset = offset;
        return p;
    case PL_PART:
    case PL_MEM:
    case PL_GLOBAL: p.offset += offset; return p;
    case PL_ELEM: {
        p.type = whole;
        Reg ptr = gen_address(g, &p, ANY, false);
        return gen_mem_place(t, ptr, offset, at);
    }
    case PL_MAP: {
        p.type = whole;
        Loc value = {.kind = PL_REG, .type = whole, .at = at};
        value.reg = gen_load(g, &p, ANY);
        return gen_part(g, value, offset, t, at);
    }
    case PL_BLANK: break;
    }
    BUG("part of nothing");
}

/* The type that the first n steps of the path lead to. */
Type *gen_path_type(Type *t, Selection *sel, u32 n)
{
    for (u32 i = 0; i < n; i++) {
        Type *u = type_underlying(t);
        if (u->kind == TY_POINTER)
            u = type_underlying(u->pointer.elem);
        t = u->strct.fields.data[sel->path.data[i]].type;
    }
    return t;
}

Loc gen_walk(Gen *g, Expr *x, Selection *sel, u32 n, Span at)
{
    Type *t = x->type;
    bool pointer = type_underlying(t)->kind == TY_POINTER;
    Loc p = pointer && n ? (Loc){.kind = PL_REG, .at = x->span} : gen_place(g, x);
    if (pointer && n) {
        p.type = gen_type(g, t);
        p.reg = gen_value(g, x, ANY);
    }
    for (u32 i = 0; i < n; i++) {
        Type *u = type_underlying(t);
        if (u->kind == TY_POINTER) {
            Reg ptr = gen_load(g, &p, ANY);
            t = u->pointer.elem;
            u = type_underlying(t);
            p = gen_mem_place(gen_type(g, t), ptr, 0, at);
        }
        type_layout(t);
        type_layout(u);
        StructField *field = &u->strct.fields.data[sel->path.data[i]];
        p = gen_part(g, p, field->offset, gen_type(g, field->type), at);
        t = field->type;
    }
    return p;
}

static Loc in_registers(Gen *g, Expr *e)
{
    Loc p = {.kind = PL_REG, .type = gen_type(g, e->type), .at = e->span};
    p.reg = gen_value(g, e, ANY);
    return p;
}

/* The same of an array whose length no instruction has room for: a type that pointers are converted
 * to, so that they can be indexed or sliced. As the element of a slice of it. */
static Loc long_array_elem(Gen *g, Loc p, Type *array, Expr *index, Span at)
{
    Loc elem = {.kind = PL_ELEM, .type = gen_type(g, array->array.elem), .at = at};
    elem.reg = gen_alloc(g, 3);
    Reg mark = g->f->top, base = gen_address(g, &p, ANY, false);
    gen_emit(g, at, OP_NILCHK, base, 0, 0);
    gen_move(g, at, elem.reg, base, 1);
    g->f->top = mark;
    gen_int(g, at, elem.reg + 1, (u64)array->array.len);
    gen_int(g, at, elem.reg + 2, (u64)array->array.len);
    elem.index = gen_value(g, index, ANY);
    gen_note_unsigned(g, at, index);
    return elem;
}

/* The element of the array at p. */
static Loc array_elem(Gen *g, Loc p, Type *array, Expr *index, Span at)
{
    RType *elem = gen_type(g, array->array.elem);
    i64 i;
    if (index->val && const_to_i64(index->val, &i) && i >= 0 && i < array->array.len)
        return gen_part(g, p, (u64)i * elem->size, elem, at);
    u64 len = (u64)array->array.len;
    if (elem->size > UINT32_MAX)
        gen_unsupported(g, at, "indexing an array whose elements have more than 4 GB is");
    else if (len > UINT32_MAX)
        return long_array_elem(g, p, array, index, at);
    Reg base = gen_address(g, &p, ANY, false);
    Reg idx = gen_value(g, index, ANY);
    Reg ptr = gen_alloc(g, 1);
    gen_note_unsigned(g, at, index);
    gen_emit_x(g, at, OP_ADDRA, ptr, base, idx, len << 32 | elem->size);
    return gen_mem_place(elem, ptr, 0, at);
}

static Loc map_entry(Gen *g, Expr *e, Type *map)
{
    Loc p = {
        .kind = PL_MAP, .map = gen_type(g, map), .type = gen_type(g, map->map.elem), .at = e->span};
    p.reg = gen_value(g, e->index.x, ANY);
    p.index = gen_value_as(g, e->index.args.data[0], map->map.key, ANY);
    return p;
}

static Loc index_place(Gen *g, Expr *e)
{
    Expr *x = e->index.x, *index = e->index.args.data[0];
    Type *u = type_underlying(x->type);
    switch (u->kind) {
    case TY_MAP: return map_entry(g, e, u);
    case TY_SLICE: {
        Loc p = {.kind = PL_ELEM, .type = gen_type(g, u->slice.elem), .at = e->span};
        p.reg = gen_value_uncapped(g, x);
        p.index = gen_value(g, index, ANY);
        gen_note_unsigned(g, e->span, index);
        return p;
    }
    case TY_POINTER: {
        Type *array = type_underlying(u->pointer.elem);
        Reg ptr = gen_value(g, x, ANY);
        return array_elem(g, gen_mem_place(gen_type(g, u->pointer.elem), ptr, 0, e->span), array,
                          index, e->span);
    }
    case TY_ARRAY: return array_elem(g, gen_place(g, x), u, index, e->span);
    default: return in_registers(g, e);
    }
}

static Loc ident_place(Gen *g, Expr *e)
{
    Obj *obj = e->ident.obj;
    if (!obj)
        return (Loc){.kind = PL_BLANK, .at = e->span};
    if (obj->kind != OBJ_VAR)
        return in_registers(g, e);
    return gen_var_place(g, obj, e->span);
}

Loc gen_place(Gen *g, Expr *e)
{
    if (e->mode == MODE_CONST || e->mode == MODE_NIL)
        return in_registers(g, e);
    switch (e->kind) {
    case EX_IDENT: return ident_place(g, e);
    case EX_PAREN: return gen_place(g, e->paren);
    case EX_SELECTOR:
        if (!e->selector.selection) {
            Obj *obj = e->selector.sel->ident.obj;
            return obj->kind == OBJ_VAR ? gen_var_place(g, obj, e->span) : in_registers(g, e);
        }
        if (e->selector.selection->kind != SEL_FIELD)
            return in_registers(g, e);
        return gen_walk(g, e->selector.x, e->selector.selection, e->selector.selection->path.len,
                        e->span);
    case EX_INDEX: return index_place(g, e);
    case EX_STAR: {
        Reg ptr = gen_value(g, e->star, ANY);
        return gen_mem_place(gen_type(g, e->type), ptr, 0, e->span);
    }
    default: return in_registers(g, e);
    }
}
