/* Code generator: complex numbers (constants, arithmetic, conversions, built-in functions). */
#include "parser/gen/gen.h"

static u64 double_bits(double d)
{
    u64 bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

void gen_complex_const(Gen *g, Span at, Reg dst, Const *val, RType *t)
{
    if (t->kind == RK_COMPLEX64) {
        float parts[] = {const_to_float32(const_real(g->consts, val)),
                         const_to_float32(const_imag(g->consts, val))};
        u64 bits;
        memcpy(&bits, parts, sizeof bits);
        gen_int(g, at, dst, bits);
        return;
    }
    double re, im;
    const_complex_parts(val, &re, &im);
    gen_int(g, at, dst, double_bits(re));
    gen_int(g, at, dst + 1, double_bits(im));
}

Reg gen_complex_wide(Gen *g, Span at, RType *t, Reg r)
{
    if (t->kind == RK_COMPLEX128)
        return r;
    Reg wide = gen_alloc(g, 2);
    gen_emit(g, at, OP_WIDEC, wide, r, 0);
    return wide;
}

/* R[dst..2] <- R[x..2] op R[y..2] */
static void arith(Gen *g, Span at, Token op, Reg dst, Reg x, Reg y)
{
    if (op == TK_MUL || op == TK_QUO) {
        gen_emit(g, at, op == TK_MUL ? OP_MULC : OP_DIVC, dst, x, y);
        return;
    }
    Op part = op == TK_ADD ? OP_ADDF : OP_SUBF;
    gen_emit(g, at, part, dst, x, y);
    gen_emit(g, at, part, dst + 1, x + 1, y + 1);
}

void gen_complex_arith(Gen *g, Span at, Token op, Type *type, Reg dst, Reg x, Expr *y)
{
    RType *t = gen_type(g, type);
    Reg left = gen_complex_wide(g, at, t, x);
    Reg right = gen_complex_wide(g, at, t, gen_value_as(g, y, type, ANY));
    if (t->kind == RK_COMPLEX128) {
        arith(g, at, op, dst, left, right);
    } else {
        arith(g, at, op, left, left, right);
        gen_emit(g, at, OP_NARROWC, dst, left, 0);
    }
}

Reg gen_complex_negation(Gen *g, Expr *e, Reg want)
{
    Type *type = gen_type_of(g, e);
    RType *t = gen_type(g, type);
    Reg dst = gen_want(g, want, t->slots), mark = g->f->top;
    Reg x = gen_complex_wide(g, e->span, t, gen_value_as(g, e->unary.x, type, ANY));
    Reg out = t->kind == RK_COMPLEX128 ? dst : x;
    gen_emit(g, e->span, OP_NEGF, out, x, 0);
    gen_emit(g, e->span, OP_NEGF, out + 1, x + 1, 0);
    if (t->kind == RK_COMPLEX64)
        gen_emit(g, e->span, OP_NARROWC, dst, x, 0);
    g->f->top = mark;
    return dst;
}

/* R[dst..2] <- the parts R[x..2] as a conversion between the complex types makes them. */
static void round_parts(Gen *g, Span at, Reg dst, Reg x)
{
    gen_emit(g, at, OP_RNDF32, dst, x, 0);
    gen_emit(g, at, OP_RNDF32, dst + 1, x + 1, 0);
}

Reg gen_complex_conversion(Gen *g, Expr *e, Reg want)
{
    Expr *x = e->call.args.data[0];
    RType *from = gen_type(g, gen_type_of(g, x)), *to = gen_type(g, gen_type_of(g, e));
    if (from->kind == to->kind)
        return gen_value(g, x, want);
    Reg dst = gen_want(g, want, to->slots), mark = g->f->top;
    Reg r = gen_value(g, x, ANY), wide = to->kind == RK_COMPLEX128 ? dst : gen_alloc(g, 2);
    if (to->kind == RK_COMPLEX128)
        gen_emit(g, e->span, OP_WIDEC, wide, r, 0);
    round_parts(g, e->span, wide, to->kind == RK_COMPLEX128 ? wide : r);
    if (to->kind == RK_COMPLEX64)
        gen_emit(g, e->span, OP_NARROWC, dst, wide, 0);
    g->f->top = mark;
    return dst;
}

/* ---- complex, real, imag ---- */

Reg gen_complex(Gen *g, Expr *e, Reg want)
{
    RType *t = gen_type(g, gen_type_of(g, e));
    bool narrow = t->kind == RK_COMPLEX64;
    Type *part = g->universe->basic[narrow ? TY_FLOAT32 : TY_FLOAT64];
    Reg dst = gen_want(g, want, t->slots), mark = g->f->top;
    /* Evaluating the second part may still read the variable that gets the result. */
    Reg parts = narrow || !gen_is_temp(g, dst) ? gen_alloc(g, 2) : dst;
    gen_value_as(g, e->call.args.data[0], part, parts);
    gen_value_as(g, e->call.args.data[1], part, parts + 1);
    if (narrow)
        gen_emit(g, e->span, OP_NARROWC, dst, parts, 0);
    else
        gen_move(g, e->span, dst, parts, 2);
    g->f->top = mark;
    return dst;
}

Reg gen_complex_part(Gen *g, Expr *e, Reg want)
{
    Expr *x = e->call.args.data[0];
    RType *t = gen_type(g, gen_type_of(g, x));
    u32 part = e->call.builtin == BI_IMAG;
    Reg mark = g->f->top, r = gen_value(g, x, ANY);
    if (t->kind == RK_COMPLEX128 && want == ANY && r < mark)
        return r + part; /* of a variable, so it needs no copy */
    g->f->top = mark;
    Reg dst = gen_want(g, want, 1);
    if (t->kind == RK_COMPLEX64)
        gen_emit(g, e->span, OP_FLDF32, dst, r, part * 4);
    else
        gen_move(g, e->span, dst, r + part, 1);
    return dst;
}
