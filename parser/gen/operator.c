/* Code generator: arithmetic and string operators. Comparisons and conditions are in
 * parser/gen/cond.c. */
#include "parser/gen/gen.h"

static u32 int_bits(RType *t)
{
    return (u32)t->size * 8;
}

void gen_wrap_int(Gen *g, Span at, Type *type, Reg r)
{
    RType *t = gen_type(g, type);
    if (t->kind == RK_FLOAT32) {
        gen_emit(g, at, OP_RNDF32, r, r, 0);
        return;
    }
    static const Op sign[] = {OP_SX8, OP_SX16, OP_SX32}, zero[] = {OP_ZX8, OP_ZX16, OP_ZX32};
    if (t->kind < RK_INT || t->kind > RK_UINTPTR || t->size == 8)
        return;
    u32 i = t->size == 1 ? 0 : t->size == 2 ? 1 : 2;
    gen_emit(g, at, gen_is_unsigned(type) ? zero[i] : sign[i], r, r, 0);
}

static bool is_shift(Token op)
{
    return op == TK_SHL || op == TK_SHR;
}

static Op int_op(Token op, bool is_unsigned)
{
    switch (op) {
    case TK_ADD: return OP_ADD;
    case TK_SUB: return OP_SUB;
    case TK_MUL: return OP_MUL;
    case TK_QUO: return is_unsigned ? OP_DIVU : OP_DIV;
    case TK_REM: return is_unsigned ? OP_REMU : OP_REM;
    case TK_AND: return OP_AND;
    case TK_OR: return OP_OR;
    case TK_XOR: return OP_XOR;
    case TK_AND_NOT: return OP_ANDN;
    case TK_SHL: return OP_SHL;
    case TK_SHR: return is_unsigned ? OP_SHRU : OP_SHR;
    default: return OP_NOP;
    }
}

/* Whether the result of op may be out of the range of the type. */
static bool may_overflow(Token op, bool is_unsigned)
{
    return op == TK_ADD || op == TK_SUB || op == TK_MUL || op == TK_SHL ||
           (op == TK_QUO && !is_unsigned);
}

static void shift_by_const(Gen *g, Span at, Token op, RType *t, bool is_unsigned, Reg dst, Reg x,
                           u64 count)
{
    if (op == TK_SHL && count < 64) {
        gen_emit(g, at, OP_SHLI, dst, x, (u32)count);
    } else if (op == TK_SHR && (count < int_bits(t) || !is_unsigned)) {
        u32 n = count < 63 ? (u32)count : 63;
        gen_emit(g, at, is_unsigned ? OP_SHRUI : OP_SHRI, dst, x, n);
    } else {
        gen_emit_k(g, at, OP_LDI, dst, 0);
    }
}

static void gen_shift(Gen *g, Span at, Token op, Type *type, Reg dst, Reg x, Expr *y)
{
    RType *t = gen_type(g, type);
    bool is_unsigned = gen_is_unsigned(type);
    u64 count;
    if (y->val) {
        if (!const_to_u64(y->val, &count))
            count = y->val && const_kind(y->val) == CONST_FLOAT ? (u64)const_to_double(y->val)
                                                                : UINT64_MAX;
        shift_by_const(g, at, op, t, is_unsigned, dst, x, count);
    } else {
        Reg n = gen_value(g, y, ANY);
        if (!gen_is_unsigned(y->type))
            gen_emit(g, at, OP_CHKSHIFT, n, 0, 0);
        gen_emit(g, at, int_op(op, is_unsigned), dst, x, n);
    }
    if (op == TK_SHL)
        gen_wrap_int(g, at, type, dst);
}

/* Division by a constant. Unsigned 64-bit values are excluded: the instructions are signed. */
static bool divide_small(Gen *g, Span at, Token op, Type *type, Reg dst, Reg x, i64 c)
{
    if (c <= 0 || (gen_is_unsigned(type) && gen_type(g, type)->size == 8))
        return false;
    if (c > 1 && (c & (c - 1)) == 0) {
        gen_emit(g, at, op == TK_QUO ? OP_DIVP : OP_REMP, dst, x, (u32)__builtin_ctzll((u64)c));
        return true;
    }
    gen_emit(g, at, op == TK_QUO ? OP_DIVI : OP_REMI, dst, x, (u16)c);
    return true;
}

/* Uses an instruction with an immediate operand, if there is one; else returns false. */
static bool arith_small(Gen *g, Span at, Token op, Type *t, Reg dst, Reg x, i64 c)
{
    switch (op) {
    case TK_SUB:
        if (c == INT16_MIN)
            return false;
        gen_emit(g, at, OP_ADDI, dst, x, (u16)(i16)-c);
        return true;
    case TK_ADD: gen_emit(g, at, OP_ADDI, dst, x, (u16)(i16)c); return true;
    case TK_MUL: gen_emit(g, at, OP_MULI, dst, x, (u16)(i16)c); return true;
    case TK_AND: gen_emit(g, at, OP_ANDI, dst, x, (u16)(i16)c); return true;
    case TK_QUO:
    case TK_REM: return divide_small(g, at, op, t, dst, x, c);
    default: return false;
    }
}

static void arith_int(Gen *g, Span at, Token op, Type *type, Reg dst, Reg x, Expr *y)
{
    bool is_unsigned = gen_is_unsigned(type);
    i64 c;
    if (!(gen_small_const(y, &c) && arith_small(g, at, op, type, dst, x, c)))
        gen_emit(g, at, int_op(op, is_unsigned), dst, x, gen_operand(g, y, type));
    if (may_overflow(op, is_unsigned))
        gen_wrap_int(g, at, type, dst);
}

static void arith_float(Gen *g, Span at, Token op, Type *type, Reg dst, Reg x, Expr *y)
{
    static const struct {
        Token token;
        Op op;
    } ops[] = {{TK_ADD, OP_ADDF}, {TK_SUB, OP_SUBF}, {TK_MUL, OP_MULF}, {TK_QUO, OP_DIVF}};
    Reg r = gen_operand(g, y, type);
    for (u32 i = 0; i < COUNT_OF(ops); i++)
        if (ops[i].token == op)
            gen_emit(g, at, ops[i].op, dst, x, r);
    gen_wrap_int(g, at, type, dst);
}

static void concat_two(Gen *g, Span at, Type *type, Reg dst, Reg x, Expr *y)
{
    Reg pair = gen_alloc(g, 4);
    gen_move(g, at, pair, x, 2);
    gen_value_as(g, y, type, pair + 2);
    gen_emit(g, at, OP_CONCAT, dst, pair, 2);
}

void gen_arith(Gen *g, Span at, Token op, Type *type, Reg dst, Reg x, Expr *y)
{
    Reg mark = g->f->top;
    if (is_shift(op))
        gen_shift(g, at, op, type, dst, x, y);
    else if (type_is_string(type))
        concat_two(g, at, type, dst, x, y);
    else if (type_is_float(type))
        arith_float(g, at, op, type, dst, x, y);
    else if (type_is_complex(type))
        gen_complex_arith(g, at, op, type, dst, x, y);
    else
        arith_int(g, at, op, type, dst, x, y);
    g->f->top = mark;
}

/* ---- a + b + c of strings: one allocation ---- */

static u32 count_concat(Expr *e)
{
    e = gen_strip(e);
    if (e->kind != EX_BINARY || e->binary.op != TK_ADD || e->val)
        return 1;
    return count_concat(e->binary.x) + count_concat(e->binary.y);
}

static Reg place_concat(Gen *g, Expr *e, Type *type, Reg dst)
{
    Expr *s = gen_strip(e);
    if (s->kind != EX_BINARY || s->binary.op != TK_ADD || s->val) {
        gen_value_as(g, e, type, dst);
        return dst + 2;
    }
    dst = place_concat(g, s->binary.x, type, dst);
    return place_concat(g, s->binary.y, type, dst);
}

enum { MAX_CONCAT = 1000 };

static Reg gen_concat(Gen *g, Expr *e, Reg want)
{
    u32 count = count_concat(e);
    Reg dst = gen_want(g, want, 2), mark = g->f->top;
    bool hoisted = gen_hoist_parts(g, e);
    if (count > MAX_CONCAT) {
        Reg x = gen_value(g, e->binary.x, ANY);
        concat_two(g, e->span, e->type, dst, x, e->binary.y);
    } else {
        Reg parts = gen_alloc(g, 2 * count);
        place_concat(g, e, e->type, parts);
        gen_emit(g, e->span, OP_CONCAT, dst, parts, count);
    }
    gen_hoist_end(g, hoisted);
    g->f->top = mark;
    return dst;
}

/* ---- binary and unary ---- */

static bool is_bool_op(Token op)
{
    switch (op) {
    case TK_LAND:
    case TK_LOR:
    case TK_EQL:
    case TK_NEQ:
    case TK_LSS:
    case TK_LEQ:
    case TK_GTR:
    case TK_GEQ: return true;
    default: return false;
    }
}

static bool commutes(Token op)
{
    return op == TK_ADD || op == TK_MUL || op == TK_AND;
}

Reg gen_binary(Gen *g, Expr *e, Reg want)
{
    Token op = e->binary.op;
    Expr *x = e->binary.x, *y = e->binary.y;
    if (is_bool_op(op))
        return gen_bool(g, e, want);
    Type *type = gen_type_of(g, e);
    if (type_is_string(type))
        return gen_concat(g, e, want);
    i64 c;
    if (commutes(op) && type_is_integer(type) && gen_small_const(x, &c)) {
        Expr *t = x;
        x = y;
        y = t;
    }
    Reg dst = gen_want(g, want, gen_type(g, type)->slots), mark = g->f->top;
    bool hoisted = gen_hoist_parts(g, e);
    Reg left = gen_operand(g, x, type);
    gen_arith(g, e->span, op, type, dst, left, y);
    gen_hoist_end(g, hoisted);
    g->f->top = mark;
    return dst;
}

Reg gen_unary(Gen *g, Expr *e, Reg want)
{
    Type *type = gen_type_of(g, e);
    Expr *x = e->unary.x;
    if (e->unary.op == TK_ADD)
        return gen_value(g, x, want);
    if (type_is_complex(type))
        return gen_complex_negation(g, e, want);
    Reg dst = gen_want(g, want, 1), mark = g->f->top;
    Reg r = gen_value_as(g, x, type, ANY);
    switch (e->unary.op) {
    case TK_NOT: gen_emit(g, e->span, OP_LNOT, dst, r, 0); break;
    case TK_SUB:
        gen_emit(g, e->span, type_is_float(type) ? OP_NEGF : OP_NEG, dst, r, 0);
        if (!type_is_float(type))
            gen_wrap_int(g, e->span, type, dst);
        break;
    default:
        gen_emit(g, e->span, OP_COM, dst, r, 0);
        gen_wrap_int(g, e->span, type, dst);
        break;
    }
    g->f->top = mark;
    return dst;
}
