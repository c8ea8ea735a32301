/* Checker: which constants a type can represent, and overflow of constant operations. */
#include "parser/check/checker.h"

enum { MAX_UNTYPED_BITS = 512 };

static bool int_fits(const Const *v, TypeKind kind)
{
    static const struct {
        u8 bits;
        bool is_signed;
    } sizes[] = {
        [TY_INT] = {64, true},     [TY_INT8] = {8, true},      [TY_INT16] = {16, true},
        [TY_INT32] = {32, true},   [TY_INT64] = {64, true},    [TY_UINT] = {64, false},
        [TY_UINT8] = {8, false},   [TY_UINT16] = {16, false},  [TY_UINT32] = {32, false},
        [TY_UINT64] = {64, false}, [TY_UINTPTR] = {64, false},
    };
    if (kind >= TY_UNTYPED_BOOL)
        return true;
    int bits = sizes[kind].bits;
    if (sizes[kind].is_signed) {
        i64 i;
        if (!const_to_i64(v, &i))
            return false;
        return bits == 64 || (i >= -((i64)1 << (bits - 1)) && i < (i64)1 << (bits - 1));
    }
    u64 u;
    return const_to_u64(v, &u) && (bits == 64 || u >> bits == 0);
}

static Const *represent_complex(Checker *cx, const Const *v, TypeKind kind)
{
    int bits = kind == TY_COMPLEX64 ? 32 : 64;
    Const *c = const_as_complex(cx->consts, v);
    if (c == NULL || kind == TY_UNTYPED_COMPLEX)
        return c;
    Const *re = const_round_float(cx->consts, const_real(cx->consts, c), bits);
    Const *im = const_round_float(cx->consts, const_imag(cx->consts, c), bits);
    if (re == NULL || im == NULL)
        return NULL;
    Const *i = const_literal(cx->consts, TK_IMAG, "1i", 2);
    return const_binary(cx->consts, TK_ADD, re, const_binary(cx->consts, TK_MUL, im, i, false),
                        false);
}

static bool is_numeric_const(const Const *v)
{
    return const_kind(v) >= CONST_INT;
}

Const *check_represent(Checker *cx, Const *v, Type *t)
{
    t = type_underlying(t);
    if (type_is_string(t))
        return const_kind(v) == CONST_STRING ? v : NULL;
    if (type_is_boolean(t))
        return const_kind(v) == CONST_BOOL ? v : NULL;
    if (!is_numeric_const(v))
        return NULL;
    if (type_is_integer(t)) {
        Const *i = const_as_int(cx->consts, v);
        return i != NULL && int_fits(i, t->kind) ? i : NULL;
    }
    if (type_is_float(t)) {
        Const *f = const_as_float(cx->consts, v);
        if (f == NULL || t->kind == TY_UNTYPED_FLOAT)
            return f;
        return const_round_float(cx->consts, f, t->kind == TY_FLOAT32 ? 32 : 64);
    }
    return type_is_complex(t) ? represent_complex(cx, v, t->kind) : NULL;
}

ConvError check_representation(Checker *cx, const Expr *e, Type *t, Const **out)
{
    *out = check_represent(cx, e->val, t);
    if (*out != NULL)
        return CONV_OK;
    if (!type_is_numeric(e->type) || !type_is_numeric(t))
        return CONV_IMPOSSIBLE;
    return !type_is_integer(e->type) && type_is_integer(t) ? CONV_TRUNCATED : CONV_OVERFLOW;
}

void check_conversion_error(Checker *cx, Expr *e, Type *target, ConvError code)
{
    const char *operand = check_operand_text(cx, e);
    const char *type = check_type_text(cx, target);
    if (code == CONV_TRUNCATED)
        check_error(cx, e->span, "%s truncated to %s", operand, type);
    else if (code == CONV_OVERFLOW)
        check_error(cx, e->span, "%s overflows %s", operand, type);
    else
        check_error(cx, e->span, "cannot convert %s to type %s", operand, type);
    check_invalid(cx, e);
}

static const char *operation_name(const Expr *e)
{
    if (e->kind == EX_UNARY)
        return e->unary.op == TK_XOR ? "bitwise complement " : "";
    if (e->kind != EX_BINARY)
        return "";
    switch (e->binary.op) {
    case TK_ADD: return "addition ";
    case TK_SUB: return "subtraction ";
    case TK_XOR: return "bitwise XOR ";
    case TK_MUL: return "multiplication ";
    case TK_SHL: return "shift ";
    default: return "";
    }
}

void check_overflow(Checker *cx, Expr *e)
{
    if (e->val == NULL) {
        check_error_at(cx, e->op_pos, "constant result is not representable");
        check_invalid(cx, e);
        return;
    }
    if (!type_is_untyped(e->type)) {
        Const *rounded;
        ConvError code = check_representation(cx, e, e->type, &rounded);
        if (code != CONV_OK)
            check_conversion_error(cx, e, e->type, code);
        else
            e->val = rounded;
        return;
    }
    if (const_kind(e->val) == CONST_INT && const_bit_len(e->val) > MAX_UNTYPED_BITS) {
        check_error_at(cx, e->op_pos, "constant %soverflow", operation_name(e));
        check_invalid(cx, e);
    }
}
