/* Checker: explicit conversions T(x). */
#include "parser/check/checker.h"

#include "base/utf8.h"

static bool is_bytes_or_runes(Type *t)
{
    t = type_underlying(t);
    if (t->kind != TY_SLICE)
        return false;
    Type *elem = type_underlying(t->slice.elem);
    return elem->kind == TY_UINT8 || elem->kind == TY_INT32;
}

static bool is_real(Type *t)
{
    return type_is_integer(t) || type_is_float(t);
}

static Type *pointer_base(Type *t)
{
    t = type_underlying(t);
    return t->kind == TY_POINTER ? t->pointer.elem : NULL;
}

/* Conversion of []E to *[N]E or, since Go 1.20, [N]E. */
static bool slice_to_array(Checker *cx, Type *v, Type *t, Reason *why)
{
    v = type_underlying(v);
    t = type_underlying(t);
    bool is_pointer = t->kind == TY_POINTER;
    if (is_pointer)
        t = type_underlying(t->pointer.elem);
    if (v->kind != TY_SLICE || t->kind != TY_ARRAY || !type_identical(v->slice.elem, t->array.elem))
        return false;
    if (is_pointer || check_go_minor(cx) >= 20)
        return true;
    why->text = "requires go1.20 or later";
    return false;
}

static bool is_address(Type *t)
{
    t = type_underlying(t);
    return t->kind == TY_POINTER || t->kind == TY_UINTPTR;
}

static bool unsafe_conversion(Type *v, Type *t)
{
    bool from = type_underlying(v)->kind == TY_UNSAFE_POINTER;
    bool to = type_underlying(t)->kind == TY_UNSAFE_POINTER;
    return (from && (to || is_address(t))) || (to && is_address(v));
}

/* Converts a constant to a type that can have constants; NULL if it cannot represent the value. */
static Const *convert_constant(Checker *cx, Expr *x, Type *t)
{
    Const *val = check_represent(cx, x->val, t);
    if (val != NULL || !type_is_integer(x->type) || !type_is_string(t))
        return val;
    u64 code;
    char utf8[4];
    if (!const_to_u64(x->val, &code) || code > RUNE_MAX)
        code = RUNE_ERROR;
    u32 len = utf8_encode(utf8, (i64)code);
    return const_string(cx->consts, utf8, len);
}

static bool convertible(Checker *cx, Expr *x, Type *t, Reason *why);

/* All types in the type set of x must be convertible to t, or to all types in that of t. */
static bool convertible_params(Checker *cx, Expr *x, Type *t, Reason *why)
{
    bool from = x->type->kind == TY_TYPEPARAM;
    const TypeSet *set = type_param_set(from ? x->type : t);
    for (u32 i = 0; i < set->terms.len; i++) {
        Expr *copy = ast_copy_expr(cx->arena, x);
        Const *val;
        Type *term = set->terms.data[i].type;
        if (from)
            copy->type = term;
        else if (x->mode == MODE_CONST && type_is_const_type(term)) {
            val = convert_constant(cx, x, term);
            if (val == NULL)
                return false;
            continue;
        }
        if (!convertible(cx, copy, from ? t : term, why))
            return false;
    }
    return set->terms.len > 0 && !set->all;
}

static bool convertible(Checker *cx, Expr *x, Type *t, Reason *why)
{
    if (check_assignable_reason(cx, x, t, why))
        return true;
    Type *v = x->type;
    if (v->kind == TY_TYPEPARAM || t->kind == TY_TYPEPARAM)
        return convertible_params(cx, x, t, why);
    if (type_identical_ignore_tags(type_underlying(v), type_underlying(t)))
        return true;
    if (v->kind == TY_POINTER && t->kind == TY_POINTER &&
        type_identical_ignore_tags(type_underlying(pointer_base(v)),
                                   type_underlying(pointer_base(t))))
        return true;
    if ((is_real(v) && is_real(t)) || (type_is_complex(v) && type_is_complex(t)))
        return true;
    if ((type_is_integer(v) || is_bytes_or_runes(v)) && type_is_string(t))
        return true;
    if (type_is_string(v) && is_bytes_or_runes(t))
        return true;
    return slice_to_array(cx, v, t, why) || unsafe_conversion(v, t);
}

static void report_impossible(Checker *cx, Expr *x, Type *t, const Reason *why)
{
    const char *type = check_type_text(cx, t);
    if (x->mode == MODE_CONST && type_is_integer(x->type) && type_is_integer(t)) {
        check_error(cx, x->span, "constant %s overflows %s", check_const_text(cx, x->val), type);
        return;
    }
    bool truncated = x->mode == MODE_CONST && type_is_numeric(x->type) && type_is_integer(t);
    const char *operand = check_operand_text(cx, x);
    Diag *diag =
        why->text != NULL && !type_is_untyped(x->type)
            ? check_error(cx, x->span, "cannot convert %s to type %s: %s", operand, type, why->text)
            : check_error(cx, x->span, "cannot convert %s to type %s%s", operand, type,
                          truncated ? " (truncated)" : "");
    check_note_have_want(cx, diag, why);
}

/* The type that an untyped operand gets before it is converted to t at run time. */
static Type *operand_type(Checker *cx, Expr *x, Type *t)
{
    if (x->mode == MODE_NIL)
        return t;
    if (type_is_interface(t) || (x->mode == MODE_CONST && !type_is_const_type(t)))
        return check_default_of(cx, x->type);
    return t;
}

void check_conversion(Checker *cx, Expr *call, Expr *x, Type *t)
{
    Reason why = {0};
    bool ok;
    call->mode = MODE_VALUE;
    call->type = t;
    call->val = NULL;
    if (x->mode == MODE_CONST && type_is_const_type(t)) {
        call->val = convert_constant(cx, x, t);
        call->mode = MODE_CONST;
        ok = call->val != NULL;
    } else {
        ok = convertible(cx, x, t, &why);
    }
    if (!ok) {
        report_impossible(cx, x, t, &why);
        check_invalid(cx, call);
        return;
    }
    if (!type_is_untyped(x->type) || call->mode == MODE_CONST)
        return; /* the operand of a constant conversion is not evaluated, so it may stay untyped */
    check_write_type(cx, x, operand_type(cx, x, t));
    if (x->mode == MODE_INVALID)
        check_invalid(cx, call);
}
