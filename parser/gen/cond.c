/* Code generator: comparisons and conditions. Conditions become jumps, with instructions that
 * compare and jump; && and || are evaluated by jumping. */
#include "parser/gen/gen.h"

/* How two operands are compared. */
typedef enum CompareKind {
    CMP_INT,
    CMP_UINT,
    CMP_FLOAT,
    CMP_STRING,
    CMP_IFACE,
    CMP_VALUE,
} CompareKind;

static CompareKind compare_kind(Gen *g, Type *t)
{
    RType *r = gen_type(g, t);
    switch (r->kind) {
    case RK_STRING: return CMP_STRING;
    case RK_INTERFACE: return CMP_IFACE;
    case RK_FLOAT32:
    case RK_FLOAT64: return CMP_FLOAT;
    case RK_STRUCT:
    case RK_ARRAY:
    case RK_COMPLEX64:
    case RK_COMPLEX128: return CMP_VALUE;
    default: return gen_is_unsigned(t) ? CMP_UINT : CMP_INT;
    }
}

static bool is_nil(Expr *e)
{
    e = gen_strip(e);
    return e->mode == MODE_NIL ||
           (e->kind == EX_IDENT && e->ident.obj && e->ident.obj->kind == OBJ_NIL);
}

/* The type in which x and y are compared: the interface type if one is an interface, the typed one
 * if the other is an untyped constant. */
static Type *common_type(Gen *g, Expr *x, Expr *y)
{
    if (is_nil(x))
        return y->type;
    if (is_nil(y) || (type_is_untyped(y->type) && !type_is_untyped(x->type)))
        return x->type;
    if (type_is_untyped(x->type))
        return gen_type_of(g, y);
    return type_is_interface(y->type) && !type_is_interface(x->type) ? y->type : x->type;
}

/* ---- jumps ---- */

static Token negated(Token op)
{
    switch (op) {
    case TK_EQL: return TK_NEQ;
    case TK_NEQ: return TK_EQL;
    case TK_LSS: return TK_GEQ;
    case TK_LEQ: return TK_GTR;
    case TK_GTR: return TK_LEQ;
    default: return TK_LSS;
    }
}

static Token mirrored(Token op)
{
    switch (op) {
    case TK_LSS: return TK_GTR;
    case TK_LEQ: return TK_GEQ;
    case TK_GTR: return TK_LSS;
    case TK_GEQ: return TK_LEQ;
    default: return op;
    }
}

static void jump_int(Gen *g, Span at, Token op, bool is_unsigned, Reg x, Reg y, Label target)
{
    Op lt = is_unsigned ? OP_JLTU : OP_JLT, le = is_unsigned ? OP_JLEU : OP_JLE;
    switch (op) {
    case TK_EQL: gen_jump(g, at, OP_JEQ, x, y, target); break;
    case TK_NEQ: gen_jump(g, at, OP_JNE, x, y, target); break;
    case TK_LSS: gen_jump(g, at, lt, x, y, target); break;
    case TK_LEQ: gen_jump(g, at, le, x, y, target); break;
    case TK_GTR: gen_jump(g, at, lt, y, x, target); break;
    default: gen_jump(g, at, le, y, x, target); break;
    }
}

static void jump_small(Gen *g, Span at, Token op, Reg x, i64 c, Label target)
{
    static const struct {
        Token token;
        Op op;
    } ops[] = {{TK_EQL, OP_JEQI}, {TK_NEQ, OP_JNEI}, {TK_LSS, OP_JLTI},
               {TK_LEQ, OP_JLEI}, {TK_GTR, OP_JGTI}, {TK_GEQ, OP_JGEI}};
    for (u32 i = 0; i < COUNT_OF(ops); i++)
        if (ops[i].token == op)
            gen_jump(g, at, ops[i].op, x, (u16)(i16)c, target);
}

/* With NaN, !(x < y) does not mean x >= y, so there are instructions for both. */
static void jump_float(Gen *g, Span at, Token op, bool when, Reg x, Reg y, Label target)
{
    switch (op) {
    case TK_EQL: gen_jump(g, at, when ? OP_JEQF : OP_JNEF, x, y, target); break;
    case TK_NEQ: gen_jump(g, at, when ? OP_JNEF : OP_JEQF, x, y, target); break;
    case TK_LSS: gen_jump(g, at, when ? OP_JLTF : OP_JNLTF, x, y, target); break;
    case TK_LEQ: gen_jump(g, at, when ? OP_JLEF : OP_JNLEF, x, y, target); break;
    case TK_GTR: gen_jump(g, at, when ? OP_JLTF : OP_JNLTF, y, x, target); break;
    default: gen_jump(g, at, when ? OP_JLEF : OP_JNLEF, y, x, target); break;
    }
}

/* R[dst] <- x op y for strings, or its negation; then *when is negated, too. */
static void compare_strings(Gen *g, Span at, Token op, Reg dst, Reg x, Reg y, bool *when)
{
    switch (op) {
    case TK_NEQ: *when = !*when; /* falls through */
    case TK_EQL: gen_emit(g, at, OP_EQSTR, dst, x, y); break;
    case TK_LSS: gen_emit(g, at, OP_LTSTR, dst, x, y); break;
    case TK_LEQ: gen_emit(g, at, OP_LESTR, dst, x, y); break;
    case TK_GTR: gen_emit(g, at, OP_LTSTR, dst, y, x); break;
    default: gen_emit(g, at, OP_LESTR, dst, y, x); break;
    }
}

static void compare_values(Gen *g, Span at, CompareKind kind, Type *type, Token op, Reg dst, Reg x,
                           Reg y, bool *when)
{
    if (kind == CMP_STRING) {
        compare_strings(g, at, op, dst, x, y, when);
        return;
    }
    if (op == TK_NEQ)
        *when = !*when;
    if (kind == CMP_IFACE)
        gen_emit(g, at, OP_EQIF, dst, x, y);
    else
        gen_emit_x(g, at, OP_EQT, dst, x, y, gen_type(g, type)->id);
}

static void jump_compare(Gen *g, Span at, Token op, bool when, Type *type, Reg x, Reg y,
                         Label target)
{
    CompareKind kind = compare_kind(g, type);
    if (kind == CMP_FLOAT) {
        jump_float(g, at, op, when, x, y, target);
    } else if (kind == CMP_INT || kind == CMP_UINT) {
        jump_int(g, at, when ? op : negated(op), kind == CMP_UINT, x, y, target);
    } else {
        Reg mark = g->f->top, b = gen_alloc(g, 1);
        compare_values(g, at, kind, type, op, b, x, y, &when);
        gen_jump(g, at, when ? OP_JT : OP_JF, b, 0, target);
        g->f->top = mark;
    }
}

void gen_equal_jump(Gen *g, Span at, Reg x, Type *xt, Reg y, Type *yt, bool when, Label target)
{
    Reg mark = g->f->top;
    Type *type = xt;
    if (type_is_interface(xt) && !type_is_interface(yt)) {
        y = gen_as(g, at, y, yt, xt, ANY);
    } else if (type_is_interface(yt) && !type_is_interface(xt)) {
        x = gen_as(g, at, x, xt, yt, ANY);
        type = yt;
    }
    jump_compare(g, at, TK_EQL, when, type, x, y, target);
    g->f->top = mark;
}

static bool can_be_immediate(CompareKind kind, Token op, i64 c)
{
    if (kind == CMP_INT)
        return true;
    /* An unsigned value is zero-extended in its register, so only equality is the same as for
     * signed. */
    return kind == CMP_UINT && (op == TK_EQL || op == TK_NEQ) && c >= 0;
}

static void cond_compare(Gen *g, Expr *e, bool when, Label target)
{
    Expr *x = e->binary.x, *y = e->binary.y;
    Token op = e->binary.op;
    if (is_nil(x) || (x->val && !y->val)) {
        Expr *t = x;
        x = y;
        y = t;
        op = mirrored(op);
    }
    Reg mark = g->f->top;
    bool hoisted = gen_hoist_parts(g, e);
    Type *type = common_type(g, x, y);
    CompareKind kind = compare_kind(g, type);
    i64 c;
    if (is_nil(y)) {
        /* The first slot of a value is zero if and only if the value is nil, for all types that
         * have nil. */
        jump_small(g, e->span, when ? op : negated(op), gen_value(g, x, ANY), 0, target);
    } else if (gen_small_const(y, &c) && can_be_immediate(kind, op, c)) {
        Reg r = gen_value_as(g, x, type, ANY);
        jump_small(g, e->span, when ? op : negated(op), r, c, target);
    } else {
        Reg left = gen_operand(g, x, type);
        Reg right = gen_operand(g, y, type);
        jump_compare(g, e->span, op, when, type, left, right, target);
    }
    gen_hoist_end(g, hoisted);
    g->f->top = mark;
}

/* For x && y with `when` true, the jump comes after both; otherwise x alone can decide. */
static void cond_short(Gen *g, Expr *e, bool when, Label target)
{
    bool is_and = e->binary.op == TK_LAND;
    if (is_and == when) {
        Label skip = gen_label(g);
        gen_cond(g, e->binary.x, !when, skip);
        gen_cond(g, e->binary.y, when, target);
        gen_bind(g, skip);
    } else {
        gen_cond(g, e->binary.x, when, target);
        gen_cond(g, e->binary.y, when, target);
    }
}

void gen_cond(Gen *g, Expr *e, bool when, Label target)
{
    e = gen_strip(e);
    if (e->val && e->mode == MODE_CONST) {
        if (const_bool_value(e->val) == when)
            gen_jump(g, e->span, OP_JMP, 0, 0, target);
        return;
    }
    Reg ready;
    if (gen_take_hoisted(g, e, &ready)) {
        gen_jump(g, e->span, when ? OP_JT : OP_JF, ready, 0, target);
        return;
    }
    if (e->kind == EX_UNARY && e->unary.op == TK_NOT) {
        gen_cond(g, e->unary.x, !when, target);
        return;
    }
    if (e->kind == EX_BINARY) {
        if (e->binary.op == TK_LAND || e->binary.op == TK_LOR)
            cond_short(g, e, when, target);
        else
            cond_compare(g, e, when, target);
        return;
    }
    Reg mark = g->f->top;
    Reg r = gen_value(g, e, ANY);
    gen_jump(g, e->span, when ? OP_JT : OP_JF, r, 0, target);
    g->f->top = mark;
}

/* ---- comparisons as values ---- */

static bool value_op(Token op, CompareKind kind, Op *out, bool *swap)
{
    bool f = kind == CMP_FLOAT, u = kind == CMP_UINT;
    *swap = op == TK_GTR || op == TK_GEQ;
    switch (op) {
    case TK_EQL: *out = f ? OP_EQF : OP_EQ; return true;
    case TK_NEQ: *out = f ? OP_NEF : OP_NE; return true;
    case TK_LSS:
    case TK_GTR: *out = f ? OP_LTF : u ? OP_LTU : OP_LT; return true;
    case TK_LEQ:
    case TK_GEQ: *out = f ? OP_LEF : u ? OP_LEU : OP_LE; return true;
    default: return false;
    }
}

static void bool_compare(Gen *g, Expr *e, Reg dst)
{
    Expr *x = e->binary.x, *y = e->binary.y;
    bool hoisted = gen_hoist_parts(g, e);
    Type *type = common_type(g, x, y);
    CompareKind kind = compare_kind(g, type);
    Reg left = gen_operand(g, x, type);
    Reg right = gen_operand(g, y, type);
    gen_hoist_end(g, hoisted);
    Op op;
    bool swap, when = true;
    if (kind <= CMP_FLOAT && value_op(e->binary.op, kind, &op, &swap)) {
        gen_emit(g, e->span, op, dst, swap ? right : left, swap ? left : right);
        return;
    }
    compare_values(g, e->span, kind, type, e->binary.op, dst, left, right, &when);
    if (!when)
        gen_emit(g, e->span, OP_LNOT, dst, dst, 0);
}

/* Computes 1 or 0 by jumping: for && and ||, and where one operand is nil. */
static void bool_by_jumps(Gen *g, Expr *e, Reg dst)
{
    Label done = gen_label(g), yes = gen_label(g);
    gen_cond(g, e, true, yes);
    gen_emit_k(g, e->span, OP_LDI, dst, 0);
    gen_jump(g, e->span, OP_JMP, 0, 0, done);
    gen_bind(g, yes);
    gen_emit_k(g, e->span, OP_LDI, dst, 1);
    gen_bind(g, done);
}

Reg gen_bool(Gen *g, Expr *e, Reg want)
{
    Reg dst = gen_want(g, want, 1), mark = g->f->top;
    Token op = e->binary.op;
    if (op == TK_LAND || op == TK_LOR || is_nil(e->binary.x) || is_nil(e->binary.y))
        bool_by_jumps(g, e, dst);
    else
        bool_compare(g, e, dst);
    g->f->top = mark;
    return dst;
}
