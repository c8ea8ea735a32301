/* Code generator: conversions T(x) of values that are not constant. */
#include "parser/gen/gen.h"

static bool is_int(RType *t)
{
    return t->kind >= RK_INT && t->kind <= RK_UINTPTR;
}

static bool is_float(RType *t)
{
    return t->kind == RK_FLOAT32 || t->kind == RK_FLOAT64;
}

static bool is_unsigned_kind(RType *t)
{
    return t->kind >= RK_UINT && t->kind <= RK_UINTPTR;
}

/* Whether the integer type b includes all values of a. */
static bool int_fits(RType *a, RType *b)
{
    if (is_unsigned_kind(a) == is_unsigned_kind(b))
        return a->size <= b->size;
    return is_unsigned_kind(a) && a->size < b->size;
}

static void convert_int(Gen *g, Span at, Reg dst, Reg src, RType *from, Type *to_type)
{
    RType *to = gen_type(g, to_type);
    if (int_fits(from, to) || to->size == 8) {
        gen_move(g, at, dst, src, 1);
        return;
    }
    static const Op sign[] = {OP_SX8, OP_SX16, OP_SX32}, zero[] = {OP_ZX8, OP_ZX16, OP_ZX32};
    u32 i = to->size == 1 ? 0 : to->size == 2 ? 1 : 2;
    gen_emit(g, at, is_unsigned_kind(to) ? zero[i] : sign[i], dst, src, 0);
}

static void convert_to_int(Gen *g, Span at, Reg dst, Reg src, Type *to_type)
{
    RType *to = gen_type(g, to_type);
    bool wide = is_unsigned_kind(to) && to->size == 8;
    gen_emit(g, at, wide ? OP_F2U : OP_F2I, dst, src, 0);
    gen_wrap_int(g, at, to_type, dst);
}

static void convert_number(Gen *g, Span at, Reg dst, Reg src, Type *from_type, Type *to_type)
{
    RType *from = gen_type(g, from_type), *to = gen_type(g, to_type);
    if (is_int(from) && is_int(to)) {
        convert_int(g, at, dst, src, from, to_type);
    } else if (is_float(from) && is_int(to)) {
        convert_to_int(g, at, dst, src, to_type);
    } else if (is_int(from)) {
        bool u = is_unsigned_kind(from);
        bool single = to->kind == RK_FLOAT32;
        gen_emit(g, at, single ? (u ? OP_U2F32 : OP_I2F32) : (u ? OP_U2F : OP_I2F), dst, src, 0);
    } else if (from->kind != to->kind) { /* to float64: for a signalling NaN, which becomes quiet */
        gen_emit(g, at, OP_RNDF32, dst, src, 0);
    } else {
        gen_move(g, at, dst, src, 1);
    }
}

/* The element size of a slice of bytes or runes, which distinguishes the two. */
static u64 text_elem_size(Gen *g, Type *t)
{
    Type *u = type_underlying(t);
    return u->kind == TY_SLICE ? gen_type(g, u->slice.elem)->size : 0;
}

static Op string_conversion(Gen *g, Type *from, Type *to)
{
    bool to_string = type_is_string(to), from_string = type_is_string(from);
    if (to_string && from_string)
        return OP_NOP;
    if (to_string && type_is_integer(from))
        return OP_RUNE2STR;
    if (to_string)
        return text_elem_size(g, from) == 1 ? OP_BYTES2STR : OP_RUNES2STR;
    if (from_string)
        return text_elem_size(g, to) == 1 ? OP_STR2BYTES : OP_STR2RUNES;
    return OP_NOP;
}

static Reg slice_to_array(Gen *g, Expr *e, Expr *x, Type *to, Reg want)
{
    bool pointer = type_underlying(to)->kind == TY_POINTER;
    Type *array = pointer ? type_underlying(to)->pointer.elem : to;
    RType *t = gen_type(g, to);
    Reg dst = gen_want(g, want, t->slots), mark = g->f->top;
    Reg s = gen_value(g, x, ANY);
    Reg ptr = pointer ? dst : gen_alloc(g, 1);
    u64 len = (u64)type_underlying(array)->array.len;
    gen_emit_x(g, e->span, OP_S2ARRP, ptr, s, 0, len);
    if (!pointer && len) {
        Loc p = gen_mem_place(t, ptr, 0, e->span);
        gen_load(g, &p, dst);
    }
    g->f->top = mark;
    return dst;
}

static bool is_number(Type *t)
{
    return type_is_integer(t) || type_is_float(t);
}

Reg gen_conversion(Gen *g, Expr *e, Reg want)
{
    Expr *x = e->call.args.data[0];
    Type *to = gen_type_of(g, e);
    if (x->mode == MODE_NIL || type_is_interface(to))
        return gen_value_as(g, x, to, want);
    Type *from = gen_type_of(g, x);
    if (gen_is_unsafe(from, to))
        return gen_unsafe_conversion(g, e, x, to, want);
    /* in an instance of a generic function */
    if (x->val && type_is_numeric(from) && type_is_numeric(to))
        return gen_const(g, e->span, x->val, to, want);
    if (type_is_complex(from) && type_is_complex(to))
        return gen_complex_conversion(g, e, want);
    Op op = string_conversion(g, from, to);
    if (op == OP_NOP && !(is_number(from) && is_number(to))) {
        TypeKind kind = type_underlying(to)->kind;
        if ((kind == TY_ARRAY || kind == TY_POINTER) && type_underlying(from)->kind == TY_SLICE)
            return slice_to_array(g, e, x, to, want);
        return gen_value(g, x, want);
    }
    Reg dst = gen_want(g, want, gen_type(g, to)->slots), mark = g->f->top;
    Reg src = gen_value(g, x, ANY);
    if (op != OP_NOP)
        gen_emit(g, e->span, op, dst, src, 0);
    else
        convert_number(g, e->span, dst, src, from, to);
    g->f->top = mark;
    return dst;
}

/* Whether it is a conversion that changes no other number than a signalling NaN. */
static bool only_quiets(Gen *g, Expr *e)
{
    if (e->kind != EX_CALL || !e->call.is_conversion || e->val ||
        map_get(&g->f->hoisted, (u64)(uintptr_t)e))
        return false;
    Expr *x = e->call.args.data[0];
    return !x->val && x->mode != MODE_NIL && gen_type(g, gen_type_of(g, e))->kind == RK_FLOAT64 &&
           gen_type(g, gen_type_of(g, x))->kind == RK_FLOAT32;
}

Reg gen_operand(Gen *g, Expr *e, Type *type)
{
    Expr *x = gen_strip(e);
    if (gen_type(g, type)->kind == RK_FLOAT64 && only_quiets(g, x))
        return gen_value(g, x->call.args.data[0], ANY);
    return gen_value_as(g, e, type, ANY);
}
