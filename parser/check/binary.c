/* Checker: binary operations (arithmetic, comparison, shifts) and the matching of their
 * operands. */
#include "parser/check/expr.h"

enum { MAX_SHIFT = 1023 - 1 + 52 }; /* so that the smallest float64 can be written as 1 >> n */

/* The operation as in the source: "x + y", or "x += y" for assignment operations. */
static const char *operation_text(Checker *cx, Expr *out, Expr *x, Expr *y, Token op)
{
    if (!out->binary.assigns)
        return check_expr_text(cx, out);
    return arena_printf(cx->arena, "%s %s= %s", check_expr_text(cx, x), token_spelling(op),
                        check_expr_text(cx, y));
}

static void report_mismatch(Checker *cx, Expr *out, Expr *x, Expr *y, Token op)
{
    if (x->type->kind != TY_INVALID && y->type->kind != TY_INVALID) {
        const char *operation = operation_text(cx, out, x, y, op);
        Diag *diag =
            check_error(cx, out->span, "invalid operation: %s (mismatched types %s and %s)",
                        operation, check_type_text(cx, x->type), check_type_text(cx, y->type));
        /* from integer to float, from number to string */
        bool left = type_is_float(y->type) || type_is_string(y->type);
        Expr *e = left ? x : y;
        check_hint_conversion(cx, diag, e, left ? y->type : x->type);
    }
    check_invalid(cx, out);
}

/* ---- matching untyped operands ---- */

static bool is_pointer(Type *t)
{
    return type_underlying(t)->kind == TY_POINTER;
}

static bool may_convert(Expr *x, Expr *y)
{
    if (!type_is_untyped(x->type) && !type_is_untyped(y->type))
        return false;
    if (x->mode == MODE_NIL || y->mode == MODE_NIL)
        return type_has_nil(x->mode == MODE_NIL ? y->type : x->type);
    if (type_is_interface(x->type) || type_is_interface(y->type))
        return true;
    if (type_is_boolean(x->type) != type_is_boolean(y->type) ||
        type_is_string(x->type) != type_is_string(y->type))
        return false;
    return !is_pointer(x->type) && !is_pointer(y->type);
}

/* Converts one untyped operand to the type of the other. False after an error. */
static bool convert_to(Checker *cx, Expr *out, Expr *e, Expr *other, Expr *x, Expr *y, Token op)
{
    ConvError code;
    if (!type_is_untyped(e->type))
        return true;
    if (!check_can_convert_untyped(cx, e, other->type, &code) && code == CONV_IMPOSSIBLE) {
        report_mismatch(cx, out, x, y, op);
        return false;
    }
    check_convert_untyped(cx, e, other->type);
    return e->mode != MODE_INVALID;
}

static bool match_types(Checker *cx, Expr *out, Expr *x, Expr *y, Token op)
{
    if (!may_convert(x, y))
        return true;
    if (convert_to(cx, out, x, y, x, y, op) && convert_to(cx, out, y, x, x, y, op))
        return true;
    check_invalid(cx, out);
    return false;
}

/* ---- comparison ---- */

static const char *kind_text(Checker *cx, Type *t)
{
    switch (type_underlying(t)->kind) {
    case TY_ARRAY: return "array";
    case TY_SLICE: return "slice";
    case TY_STRUCT: return "struct";
    case TY_POINTER: return "pointer";
    case TY_FUNC: return "func";
    case TY_INTERFACE: return "interface";
    case TY_MAP: return "map";
    case TY_CHAN: return "chan";
    case TY_UNTYPED_NIL: return "nil";
    default: return check_type_text(cx, t);
    }
}

static const char *incomparable_cause(Checker *cx, Type *t)
{
    Type *u = type_underlying(t);
    if (u->kind == TY_SLICE || u->kind == TY_FUNC || u->kind == TY_MAP)
        return arena_printf(cx->arena, "%s can only be compared to nil", kind_text(cx, t));
    Type *part = type_incomparable_part(t);
    if (part != NULL && u->kind == TY_STRUCT)
        return arena_printf(cx->arena, "struct containing %s cannot be compared",
                            check_type_text(cx, part));
    if (part != NULL)
        return arena_printf(cx->arena, "%s cannot be compared", check_type_text(cx, t));
    return NULL;
}

/* Why x op y is not defined; NULL if it is. */
static const char *comparison_fault(Checker *cx, Expr *x, Expr *y, Token op)
{
    Expr *culprit = NULL;
    const char *cause = NULL;
    if (!check_is_assignable(cx, x, y->type, NULL) && !check_is_assignable(cx, y, x->type, NULL))
        return arena_printf(cx->arena, "mismatched types %s and %s", check_type_text(cx, x->type),
                            check_type_text(cx, y->type));
    if (op == TK_EQL || op == TK_NEQ) {
        if (x->mode == MODE_NIL || y->mode == MODE_NIL) {
            Type *t = x->mode == MODE_NIL ? y->type : x->type;
            if (t->kind == TY_UNTYPED_NIL || !type_has_nil(t))
                culprit = y;
        } else if (!type_comparable(x->type)) {
            culprit = x;
        } else if (!type_comparable(y->type)) {
            culprit = y;
        }
        if (culprit != NULL && x->mode != MODE_NIL && y->mode != MODE_NIL)
            cause = incomparable_cause(cx, culprit->type);
    } else if (!type_is_ordered(x->type)) {
        culprit = x;
    } else if (!type_is_ordered(y->type)) {
        culprit = y;
    }
    if (culprit != NULL && cause == NULL)
        cause = arena_printf(cx->arena, "operator %s not defined on %s", token_spelling(op),
                             kind_text(cx, culprit->type));
    return cause;
}

static bool either_invalid(const Expr *x, const Expr *y)
{
    return x->mode == MODE_INVALID || y->mode == MODE_INVALID || x->type->kind == TY_INVALID ||
           y->type->kind == TY_INVALID;
}

static void check_comparison(Checker *cx, Expr *out, Expr *x, Expr *y, Token op)
{
    const char *fault = comparison_fault(cx, x, y, op);
    if (fault != NULL) {
        check_error(cx, out->span, "invalid operation: %s (%s)", operation_text(cx, out, x, y, op),
                    fault);
        check_invalid(cx, out);
        return;
    }
    Type *result = cx->universe->basic[TY_UNTYPED_BOOL];
    if (x->mode == MODE_CONST && y->mode == MODE_CONST) {
        check_set_const(out, result, const_bool(cx->consts, const_compare(op, x->val, y->val)));
        return;
    }
    check_convert_untyped(cx, x, check_default_of(cx, x->type));
    check_convert_untyped(cx, y, check_default_of(cx, y->type));
    check_set(out, MODE_VALUE, result);
    if (either_invalid(x, y))
        check_invalid(cx, out);
}

bool check_case_compare(Checker *cx, Expr *x, Expr *tag)
{
    if (either_invalid(x, tag))
        return false;
    ConvError code = CONV_OK;
    if (may_convert(x, tag)) {
        bool fits = check_can_convert_untyped(cx, x, tag->type, &code);
        if (fits || code != CONV_IMPOSSIBLE)
            check_convert_untyped(cx, x, tag->type);
        if (x->mode == MODE_INVALID)
            return false;
    }
    const char *fault = comparison_fault(cx, x, tag, TK_EQL);
    if (fault == NULL) {
        check_convert_untyped(cx, x, check_default_of(cx, x->type));
        return x->mode != MODE_INVALID;
    }
    check_error(cx, x->span, "invalid case %s in switch on %s (%s)", check_expr_text(cx, x),
                check_expr_text(cx, tag), fault);
    check_invalid(cx, x);
    return false;
}

/* ---- shifts ---- */

static bool shift_count_ok(Checker *cx, Expr *y)
{
    if (y->mode == MODE_CONST) {
        Const *count = check_represent(cx, y->val, cx->universe->basic[TY_UNTYPED_INT]);
        if (count != NULL && const_sign(count) < 0) {
            check_error(cx, y->span, "invalid operation: negative shift count %s",
                        check_operand_text(cx, y));
            return false;
        }
    }
    if (type_is_untyped(y->type)) {
        check_convert_untyped(cx, y, cx->universe->basic[TY_UINT]);
        return y->mode != MODE_INVALID;
    }
    if (type_is_integer(y->type))
        return true;
    check_error(cx, y->span, "invalid operation: shift count %s must be integer",
                check_operand_text(cx, y));
    return false;
}

static void shift_constants(Checker *cx, Expr *out, Expr *x, Expr *y, Token op, const Const *xval)
{
    u64 count;
    if (!const_to_u64(y->val, &count) || count > MAX_SHIFT) {
        check_error(cx, y->span, "invalid operation: invalid shift count %s",
                    check_operand_text(cx, y));
        check_invalid(cx, out);
        return;
    }
    Type *t = type_is_integer(x->type) ? x->type : cx->universe->basic[TY_UNTYPED_INT];
    check_set_const(out, t, const_shift(cx->consts, op, xval, (u32)count));
    check_overflow(cx, out);
}

static void check_shift(Checker *cx, Expr *out, Expr *x, Expr *y, Token op)
{
    Const *xval = NULL;
    if (x->mode == MODE_CONST && type_is_numeric(x->type))
        xval = const_as_int(cx->consts, x->val);
    /* in (1.0 << s) << t the type of the inner shift depends on that of the outer one */
    bool open = x->mode == MODE_CONST ? xval != NULL : type_is_numeric(x->type);
    if (!type_is_integer(x->type) && !(type_is_untyped(x->type) && open)) {
        check_error(cx, x->span, "invalid operation: shifted operand %s must be integer",
                    check_operand_text(cx, x));
        check_invalid(cx, out);
    } else if (!shift_count_ok(cx, y)) {
        check_invalid(cx, out);
    } else if (x->mode == MODE_CONST && y->mode == MODE_CONST) {
        shift_constants(cx, out, x, y, op, xval);
    } else {
        /* If x is untyped, so is the result; its type comes from the context of the shift. */
        check_set(out, MODE_VALUE, x->type);
    }
}

/* ---- arithmetic ---- */

static bool can_add(Type *t)
{
    if (t->kind == TY_TYPEPARAM)
        return type_param_all(t, can_add);
    return type_is_numeric(t) || type_is_string(t);
}

static bool binary_defined(Token op, Type *t)
{
    switch (op) {
    case TK_ADD: return can_add(t);
    case TK_SUB:
    case TK_MUL:
    case TK_QUO: return type_is_numeric(t);
    case TK_REM:
    case TK_AND:
    case TK_OR:
    case TK_XOR:
    case TK_AND_NOT: return type_is_integer(t);
    case TK_LAND:
    case TK_LOR: return type_is_boolean(t);
    default: return false;
    }
}

static bool divides_by_zero(Checker *cx, Expr *x, Expr *y, Token op)
{
    if ((op != TK_QUO && op != TK_REM) || y->mode != MODE_CONST)
        return false;
    if (x->mode != MODE_CONST && !type_is_integer(x->type))
        return false;
    if (const_kind(y->val) == CONST_COMPLEX)
        return const_sign(const_real(cx->consts, y->val)) == 0 &&
               const_sign(const_imag(cx->consts, y->val)) == 0;
    return const_sign(y->val) == 0;
}

static void check_arithmetic(Checker *cx, Expr *out, Expr *x, Expr *y, Token op)
{
    if (!type_identical(x->type, y->type)) {
        report_mismatch(cx, out, x, y, op);
    } else if (!binary_defined(op, x->type)) {
        check_error(cx, out->span, "invalid operation: operator %s not defined on %s",
                    token_spelling(op), check_operand_text(cx, x));
        check_invalid(cx, out);
    } else if (divides_by_zero(cx, x, y, op)) {
        check_error(cx, y->span, "invalid operation: division by zero");
        check_invalid(cx, out);
    } else if (x->mode == MODE_CONST && y->mode == MODE_CONST) {
        bool int_div = op == TK_QUO && type_is_integer(x->type);
        check_set_const(out, x->type, const_binary(cx->consts, op, x->val, y->val, int_div));
        check_overflow(cx, out);
    } else {
        check_set(out, MODE_VALUE, x->type);
    }
}

static bool is_comparison(Token op)
{
    return token_precedence(op) == token_precedence(TK_EQL);
}

void check_binary(Checker *cx, Expr *out, Expr *x, Expr *y, Token op, Pos op_pos)
{
    out->op_pos = op_pos;
    if (either_invalid(x, y))
        check_invalid(cx, out);
    else if (op == TK_SHL || op == TK_SHR)
        check_shift(cx, out, x, y, op);
    else if (!match_types(cx, out, x, y, op))
        return;
    else if (is_comparison(op))
        check_comparison(cx, out, x, y, op);
    else
        check_arithmetic(cx, out, x, y, op);
}

/* a + b + c + ... nests to the left; long chains are processed without recursion. */
void check_binary_expr(Checker *cx, Expr *e)
{
    ExprList spine = {0};
    for (; e->kind == EX_BINARY; e = e->binary.x)
        vec_push(&spine, e);
    check_expr(cx, e);
    while (spine.len > 0) {
        Expr *node = vec_pop(&spine);
        check_expr(cx, node->binary.y);
        check_binary(cx, node, node->binary.x, node->binary.y, node->binary.op, node->op_pos);
    }
    vec_free(&spine);
}
