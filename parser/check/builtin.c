/* Checker: calls of built-in functions. */
#include "parser/check/builtin.h"
#include "parser/check/decl.h"

static Type *basic(Checker *cx, TypeKind kind)
{
    return cx->universe->basic[kind];
}

const char *builtin_context(Checker *cx, const Args *a)
{
    return arena_printf(cx->arena, "argument to %s", a->name);
}

static bool has_invalid(const Args *a)
{
    for (u32 i = 0; i < a->len; i++)
        if (a->data[i]->mode == MODE_INVALID)
            return true;
    return false;
}

/* ---- append, copy, clear, delete, close ---- */

static bool is_byte_slice(Type *t)
{
    t = type_core(t);
    return t->kind == TY_SLICE && type_underlying(t->slice.elem)->kind == TY_UINT8;
}

static bool append_slice_ok(Checker *cx, Expr *s)
{
    if (s->mode == MODE_NIL)
        check_error(cx, s->span,
                    "first argument to append must be a typed slice; have untyped nil");
    else if (type_core(s->type)->kind != TY_SLICE)
        check_error(cx, s->span, "invalid argument: %s is not a slice", check_operand_text(cx, s));
    else
        return true;
    return false;
}

/* append(s, more...). The operand may have a type parameter as its type; its core type counts. */
static void append_spread(Checker *cx, Expr *more, Type *slice)
{
    if (more->type->kind == TY_TYPEPARAM) {
        more = ast_copy_expr(cx->arena, more);
        more->type = type_core(more->type);
    }
    check_assignable(cx, more, slice, CHECK_ARGUMENT);
}

static bool check_append(Checker *cx, Args *a)
{
    Expr *s = a->data[0];
    if (!append_slice_ok(cx, s))
        return false;
    Type *elem = type_core(s->type)->slice.elem;
    check_set(a->call, MODE_VALUE, s->type);
    cx->callee = a->call->call.fun;
    if (a->call->call.spread_pos) {
        if (a->len != a->call->call.args.len) {
            check_error(cx, s->span, "cannot use ... with %u-valued %s", a->len,
                        check_expr_text(cx, a->call->call.args.data[0]));
            return true;
        }
        if (a->len != 2) {
            check_error(cx, a->data[a->len - 1]->span, "%s arguments in call to append",
                        a->len < 2 ? "not enough" : "too many");
            return true;
        }
        Expr *more = a->data[1];
        if (is_byte_slice(s->type) && type_is_string(type_core_bytes(more->type)) &&
            (type_is_untyped(more->type) || type_core(more->type)->kind != TY_SLICE))
            check_convert_untyped(cx, more, basic(cx, TY_STRING));
        else
            append_spread(cx, more, type_slice(&cx->types, elem));
        return true;
    }
    for (u32 i = 1; i < a->len; i++)
        check_assignable(cx, a->data[i], elem, CHECK_ARGUMENT);
    return true;
}

static bool check_copy(Checker *cx, Args *a)
{
    Expr *dst = a->data[0], *src = a->data[1];
    Type *d = type_core(dst->type), *s = type_core_bytes(src->type);
    bool from_string = type_is_string(s);
    if (d->kind != TY_SLICE || (s->kind != TY_SLICE && !from_string)) {
        check_error(cx, dst->span,
                    "invalid argument: copy expects slice arguments; found %s and %s",
                    check_operand_text(cx, dst), check_operand_text(cx, src));
        return false;
    }
    Type *elem = from_string ? cx->universe->byte_type : s->slice.elem;
    if (from_string)
        check_convert_untyped(cx, src, basic(cx, TY_STRING));
    if (from_string ? !is_byte_slice(d) : !type_identical(d->slice.elem, elem)) {
        check_error(cx, dst->span,
                    "invalid argument: arguments to copy %s and %s have different element types "
                    "%s and %s",
                    check_operand_text(cx, dst), check_operand_text(cx, src),
                    check_type_text(cx, d->slice.elem), check_type_text(cx, elem));
        return false;
    }
    check_set(a->call, MODE_VALUE, basic(cx, TY_INT));
    return true;
}

static bool no_value(Checker *cx, Args *a)
{
    check_set(a->call, MODE_NOVALUE, cx->universe->empty_tuple);
    return true;
}

static bool can_clear(Type *t)
{
    if (t->kind == TY_TYPEPARAM)
        return type_param_all(t, can_clear);
    t = type_underlying(t);
    return t->kind == TY_MAP || t->kind == TY_SLICE;
}

static bool check_clear(Checker *cx, Args *a)
{
    Type *t = a->data[0]->type;
    if (can_clear(t))
        return no_value(cx, a);
    check_error(cx, a->data[0]->span, "invalid argument: clear %s: argument must be map or slice",
                check_operand_text(cx, a->data[0]));
    return false;
}

/* The map type with the key type that all types of a type parameter's type set have. */
static Type *map_of(Type *t)
{
    Type *map = type_core(t);
    if (map->kind != TY_TYPEPARAM)
        return map;
    const TypeSet *set = type_param_set(t);
    for (u32 i = 0; i < set->terms.len; i++) {
        Type *u = type_underlying(set->terms.data[i].type);
        bool fits = u->kind == TY_MAP &&
                    (map == t || (map->kind == TY_MAP && type_identical(map->map.key, u->map.key)));
        if (!fits)
            return t;
        map = u;
    }
    return map;
}

static bool check_delete(Checker *cx, Args *a)
{
    Type *map = map_of(a->data[0]->type);
    if (map->kind != TY_MAP) {
        check_error(cx, a->data[0]->span, "invalid argument: %s is not a map",
                    check_operand_text(cx, a->data[0]));
        return false;
    }
    return check_assignable(cx, a->data[1], map->map.key, "argument to delete") && no_value(cx, a);
}

static bool can_close(Type *t)
{
    if (t->kind == TY_TYPEPARAM)
        return type_param_all(t, can_close);
    t = type_underlying(t);
    return t->kind == TY_CHAN && t->chan.dir != CHAN_RECV;
}

static bool check_close(Checker *cx, Args *a)
{
    Type *ch = type_core(a->data[0]->type);
    if (can_close(a->data[0]->type))
        return no_value(cx, a);
    check_error(cx, a->data[0]->span, "invalid operation: cannot close %s %s",
                ch->kind == TY_CHAN ? "receive-only channel" : "non-channel",
                check_operand_text(cx, a->data[0]));
    return false;
}

/* ---- len, cap ---- */

static bool has_cap(Type *t)
{
    t = type_underlying(t);
    if (t->kind == TY_POINTER)
        return type_underlying(t->pointer.elem)->kind == TY_ARRAY;
    return t->kind == TY_ARRAY || t->kind == TY_SLICE || t->kind == TY_CHAN;
}

static bool has_len(Type *t)
{
    return has_cap(t) || type_is_string(t) || type_underlying(t)->kind == TY_MAP;
}

/* An array without a length: an error was reported, or the length is being asked for to find it. */
static bool no_length(Checker *cx, const Expr *x)
{
    Type *t = x->type->kind == TY_POINTER ? x->type->pointer.elem : x->type;
    if (t->kind == TY_NAMED && t->named.obj->state == OBJ_RESOLVING)
        check_error(cx, x->span, "invalid recursive type: the length of %s depends on itself",
                    check_type_text(cx, t));
    return false;
}

/* len of an array is constant if the operand contains no calls and no receives. */
static bool check_len(Checker *cx, Args *a, BuiltinId id)
{
    Expr *x = a->data[0];
    Type *t = type_underlying(x->type);
    if (t->kind == TY_TYPEPARAM && type_param_all(t, id == BI_LEN ? has_len : has_cap)) {
        check_set(a->call, MODE_VALUE, basic(cx, TY_INT));
        return true;
    }
    if (t->kind == TY_POINTER && type_underlying(t->pointer.elem)->kind == TY_ARRAY)
        t = type_underlying(t->pointer.elem);
    bool no_call = !cx->at.has_call;
    check_set(a->call, MODE_VALUE, basic(cx, TY_INT));
    if (t->kind == TY_ARRAY) {
        if (t->array.len < 0)
            return no_length(cx, x);
        if (no_call)
            check_set_const(a->call, basic(cx, TY_INT), const_int(cx->consts, t->array.len));
        return true;
    }
    if (id == BI_LEN && type_is_string(t)) {
        u32 len = 0;
        if (x->mode == MODE_CONST) {
            const_string_value(x->val, &len);
            check_set_const(a->call, basic(cx, TY_INT), const_int(cx->consts, len));
        }
        return true;
    }
    if (t->kind == TY_SLICE || t->kind == TY_CHAN || (id == BI_LEN && t->kind == TY_MAP))
        return true;
    check_error(cx, x->span, "invalid argument: %s for built-in %s", check_operand_text(cx, x),
                a->name);
    return false;
}

/* ---- complex, real, imag ---- */

/* The type of the parts of a complex type, or the complex type with parts of that type; NULL for
 * other types. */
static Type *other_type(Checker *cx, Type *t, bool to_complex)
{
    static const TypeKind pairs[][2] = {
        {TY_FLOAT32, TY_COMPLEX64},
        {TY_FLOAT64, TY_COMPLEX128},
        {TY_UNTYPED_FLOAT, TY_UNTYPED_COMPLEX},
    };
    t = type_underlying(t);
    for (u32 i = 0; i < COUNT_OF(pairs); i++)
        if (pairs[i][!to_complex] == t->kind)
            return basic(cx, pairs[i][to_complex]);
    return NULL;
}

static void prepare_complex(Checker *cx, Expr *x, Expr *y)
{
    bool ux = type_is_untyped(x->type), uy = type_is_untyped(y->type);
    if (ux && uy) {
        bool constant = x->mode == MODE_CONST && y->mode == MODE_CONST;
        Type *t = basic(cx, constant ? TY_UNTYPED_FLOAT : TY_FLOAT64);
        Expr *both[2] = {x, y};
        for (int i = 0; i < 2; i++) {
            if (constant && const_kind(both[i]->val) == CONST_COMPLEX &&
                const_as_float(cx->consts, both[i]->val) != NULL)
                both[i]->type = t;
            check_convert_untyped(cx, both[i], t);
        }
    } else if (ux) {
        check_convert_untyped(cx, x, y->type);
    } else if (uy) {
        check_convert_untyped(cx, y, x->type);
    }
}

static bool check_complex(Checker *cx, Args *a)
{
    Expr *x = a->data[0], *y = a->data[1];
    prepare_complex(cx, x, y);
    if (x->mode == MODE_INVALID || y->mode == MODE_INVALID)
        return false;
    if (!type_identical(x->type, y->type)) {
        check_error(cx, x->span, "invalid operation: %s (mismatched types %s and %s)",
                    check_expr_text(cx, a->call), check_type_text(cx, x->type),
                    check_type_text(cx, y->type));
        return false;
    }
    Type *t = other_type(cx, x->type, true);
    if (t == NULL) {
        check_error(cx, x->span,
                    "invalid argument: arguments have type %s, expected floating-point",
                    check_type_text(cx, x->type));
        return false;
    }
    check_set(a->call, MODE_VALUE, t);
    if (x->mode != MODE_CONST || y->mode != MODE_CONST)
        return true;
    Const *i = const_literal(cx->consts, TK_IMAG, "1i", 2);
    Const *im = const_binary(cx->consts, TK_MUL, const_as_complex(cx->consts, y->val), i, false);
    check_set_const(a->call, t, const_binary(cx->consts, TK_ADD, x->val, im, false));
    return true;
}

static bool check_part(Checker *cx, Args *a, BuiltinId id)
{
    Expr *x = a->data[0];
    Type *t = x->type;
    if (type_is_untyped(t) && x->mode == MODE_CONST && type_is_numeric(t)) {
        t = basic(cx, TY_UNTYPED_COMPLEX);
    } else if (type_is_untyped(t)) {
        check_convert_untyped(cx, x, basic(cx, TY_COMPLEX128));
        if (x->mode == MODE_INVALID)
            return false;
        t = x->type;
    }
    Type *part = other_type(cx, t, false);
    if (part == NULL) {
        check_error(cx, x->span, "invalid argument: argument has type %s, expected complex type",
                    check_type_text(cx, x->type));
        return false;
    }
    if (x->mode != MODE_CONST) {
        check_set(a->call, MODE_VALUE, part);
        return true;
    }
    Const *c = const_as_complex(cx->consts, x->val);
    check_set_const(a->call, part,
                    id == BI_REAL ? const_real(cx->consts, c) : const_imag(cx->consts, c));
    return true;
}

/* ---- make, new ---- */

static bool check_make(Checker *cx, Args *a)
{
    ExprList *list = &a->call->call.args;
    Expr *type = list->data[0];
    Type *t = check_type(cx, type);
    TypeKind kind = type_core(t)->kind;
    u32 min = kind == TY_SLICE ? 2 : 1;
    i64 sizes[2] = {-1, -1};
    for (u32 i = 1; i < list->len && i <= 2; i++)
        check_index_value(cx, list->data[i], -1, &sizes[i - 1]);
    if (t->kind == TY_INVALID)
        return false;
    if (kind != TY_SLICE && kind != TY_MAP && kind != TY_CHAN) {
        check_error(cx, type->span,
                    "invalid argument: cannot make %s; type must be slice, map, or channel",
                    check_expr_text(cx, type));
        return false;
    }
    if (list->len < min || list->len > min + 1) {
        check_error(cx, a->call->span, "invalid operation: %s expects %u or %u arguments; found %u",
                    check_expr_text(cx, a->call), min, min + 1, list->len);
        return false;
    }
    if (sizes[1] >= 0 && sizes[0] > sizes[1])
        check_error(cx, list->data[1]->span, "invalid argument: length and capacity swapped");
    check_set(a->call, MODE_VALUE, t);
    return true;
}

/* new(T), or new(x): a variable that x is stored in. */
static bool check_new_value(Checker *cx, Args *a)
{
    Expr *x = a->call->call.args.data[0];
    check_expr_or_type(cx, x);
    if (x->mode == MODE_TYPE)
        check_type(cx, x);
    else if (x->mode != MODE_INVALID)
        check_default_type(cx, x, "argument to new");
    if (x->mode == MODE_INVALID || x->type->kind == TY_INVALID)
        return false;
    if (x->mode != MODE_TYPE && check_go_minor(cx) < 26) {
        check_error(cx, a->call->span, "%s requires go1.26 or later", check_expr_text(cx, a->call));
        return false;
    }
    check_set(a->call, MODE_VALUE, type_pointer(&cx->types, x->type));
    return true;
}

/* ---- min, max ---- */

/* The type that operands of both types have, that of a typed one or the "larger" of the untyped
 * ones; NULL: there is none. */
static Type *common_type(Type *x, Type *y)
{
    bool untyped = type_is_untyped(x), also = type_is_untyped(y);
    if (type_is_string(x) != type_is_string(y) || (!untyped && !also && !type_identical(x, y)))
        return NULL;
    return untyped && (!also || y->kind > x->kind) ? y : x;
}

/* NULL after an error. */
static Type *type_of_ordered(Checker *cx, const Args *a)
{
    Type *t = NULL;
    for (u32 i = 0; i < a->len; i++) {
        const Expr *x = a->data[i];
        if (!type_is_ordered(x->type)) {
            check_error(cx, x->span, "invalid argument: %s cannot be ordered",
                        check_operand_text(cx, x));
            return NULL;
        }
        Type *before = t;
        t = i > 0 ? common_type(before, x->type) : x->type;
        if (t == NULL) {
            check_error(cx, x->span,
                        "invalid argument: mismatched types %s (previous argument) and %s (type "
                        "of %s)",
                        check_type_text(cx, before), check_type_text(cx, x->type),
                        check_expr_text(cx, x));
            return NULL;
        }
    }
    return t;
}

static bool check_min_max(Checker *cx, Args *a, BuiltinId id)
{
    Type *t = type_of_ordered(cx, a);
    if (t == NULL)
        return false;
    Const *best = a->data[0]->val;
    bool constant = true;
    for (u32 i = 0; i < a->len; i++) {
        Expr *x = a->data[i];
        check_convert_untyped(cx, x, t);
        if (x->mode == MODE_INVALID)
            return false;
        constant &= x->mode == MODE_CONST;
        if (constant && const_compare(id == BI_MIN ? TK_LSS : TK_GTR, x->val, best))
            best = x->val;
    }
    if (constant) {
        check_set_const(a->call, t, best);
        return true;
    }
    t = check_default_of(cx, t);
    for (u32 i = 0; i < a->len; i++)
        check_convert_untyped(cx, a->data[i], t);
    check_set(a->call, MODE_VALUE, t);
    return !has_invalid(a);
}

/* ---- panic, print, recover ---- */

static bool check_print(Checker *cx, Args *a)
{
    for (u32 i = 0; i < a->len; i++)
        if (!check_assignable(cx, a->data[i], NULL, builtin_context(cx, a)))
            return false;
    return no_value(cx, a);
}

static bool check_recover(Checker *cx, Args *a)
{
    if (cx->at.fn != NULL)
        cx->at.fn->lit->has_recover = true;
    check_set(a->call, MODE_VALUE, cx->universe->any_type);
    return true;
}

static bool dispatch(Checker *cx, Args *a, BuiltinId id)
{
    switch (id) {
    case BI_APPEND: return check_append(cx, a);
    case BI_CAP:
    case BI_LEN: return check_len(cx, a, id);
    case BI_CLEAR: return check_clear(cx, a);
    case BI_CLOSE: return check_close(cx, a);
    case BI_COMPLEX: return check_complex(cx, a);
    case BI_COPY: return check_copy(cx, a);
    case BI_DELETE: return check_delete(cx, a);
    case BI_IMAG:
    case BI_REAL: return check_part(cx, a, id);
    case BI_MAKE: return check_make(cx, a);
    case BI_MAX:
    case BI_MIN: return check_min_max(cx, a, id);
    case BI_NEW: return check_new_value(cx, a);
    case BI_PANIC:
        return check_assignable(cx, a->data[0], cx->universe->any_type, "argument to panic") &&
               no_value(cx, a);
    case BI_PRINT:
    case BI_PRINTLN: return check_print(cx, a);
    case BI_RECOVER: return check_recover(cx, a);
    case BI_UNSAFE_ADD:
    case BI_ALIGNOF:
    case BI_OFFSETOF:
    case BI_SIZEOF:
    case BI_UNSAFE_SLICE:
    case BI_SLICE_DATA:
    case BI_UNSAFE_STRING:
    case BI_STRING_DATA: return builtin_unsafe(cx, a, id);
    case BI_NONE: break;
    }
    return false;
}

/* ---- all ---- */

static const struct {
    u8 min;
    bool variadic;
} ARITY[] = {
    [BI_APPEND] = {1, true},         [BI_CAP] = {1, false},          [BI_CLEAR] = {1, false},
    [BI_CLOSE] = {1, false},         [BI_COMPLEX] = {2, false},      [BI_COPY] = {2, false},
    [BI_DELETE] = {2, false},        [BI_IMAG] = {1, false},         [BI_LEN] = {1, false},
    [BI_MAKE] = {1, true},           [BI_MAX] = {1, true},           [BI_MIN] = {1, true},
    [BI_NEW] = {1, false},           [BI_PANIC] = {1, false},        [BI_PRINT] = {0, true},
    [BI_PRINTLN] = {0, true},        [BI_REAL] = {1, false},         [BI_RECOVER] = {0, false},
    [BI_ALIGNOF] = {1, false},       [BI_OFFSETOF] = {1, false},     [BI_SIZEOF] = {1, false},
    [BI_UNSAFE_ADD] = {2, false},    [BI_UNSAFE_SLICE] = {2, false}, [BI_SLICE_DATA] = {1, false},
    [BI_UNSAFE_STRING] = {2, false}, [BI_STRING_DATA] = {1, false},
};

/* The Go 1.N that has the function first. */
static int first_version(BuiltinId id)
{
    switch (id) {
    case BI_UNSAFE_ADD:
    case BI_UNSAFE_SLICE: return 17;
    case BI_SLICE_DATA:
    case BI_UNSAFE_STRING:
    case BI_STRING_DATA: return 20;
    case BI_MIN:
    case BI_MAX:
    case BI_CLEAR: return 21;
    default: return 0;
    }
}

static bool count_ok(Checker *cx, Args *a, BuiltinId id, u32 count)
{
    bool few = count < ARITY[id].min;
    if (!few && (ARITY[id].variadic || count == ARITY[id].min))
        return true;
    Span at =
        few ? ast_rparen(a->call)
            : a->call->call.args.data[ARITY[id].min < a->call->call.args.len ? ARITY[id].min : 0]
                  ->span;
    check_error(cx, at, "%s arguments for %s (expected %u, found %u)",
                few ? "not enough" : "too many", check_expr_text(cx, a->call), ARITY[id].min,
                count);
    return false;
}

/* ---- several results of one call as arguments ---- */

/* append(f()), where f has two results, becomes func(a, b) { return append(a, b) }(f()), so that
 * later phases need not handle this case. Creates the parameters, and names that refer to them. */
static void add_wrapper_params(Checker *cx, Args *a, const Values *values)
{
    a->wrapper = ARENA_NEW(cx->arena, FuncLit);
    a->wrapper->outer = cx->at.fn != NULL && cx->at.fn->name == NULL ? cx->at.fn->lit : NULL;
    a->wrapper->sig.span = a->call->span;
    a->wrapper->type = type_new(&cx->types, TY_FUNC);
    for (u32 i = 0; i < a->len; i++) {
        Obj *param = check_new_var(cx, intern_str(cx->syms, "arg"), values->unpacked->span.start,
                                   values->types.data[i], VAR_PARAM);
        param->var.func = a->wrapper;
        param->used = true;
        avec_push(cx->arena, &a->wrapper->params, param);
        avec_push(cx->arena, &a->wrapper->type->func.params, param->type);
        Expr *ident = ast_new_expr(cx->arena, EX_IDENT);
        ident->span = values->unpacked->span;
        ident->ident.name = param->name;
        ident->ident.obj = param;
        check_set(ident, MODE_VAR, param->type);
        a->data[i] = ident;
    }
}

/* Moves the call, which is checked, into the body of the wrapper, which is called instead. */
static void wrap_call(Checker *cx, Args *a)
{
    Expr *inner = ast_copy_expr(cx->arena, a->call), *fun = ast_new_expr(cx->arena, EX_FUNC);
    Stmt *s = ast_new_stmt(cx->arena, inner->mode == MODE_NOVALUE ? ST_EXPR : ST_RETURN);
    Stmt *body = ast_new_stmt(cx->arena, ST_BLOCK);
    FuncLit *lit = a->wrapper;
    inner->call.args.data = a->data;
    inner->call.args.len = a->len;
    s->span = body->span = fun->span = a->call->span;
    avec_push(cx->arena, &body->block.list, s);
    lit->body = body;
    if (s->kind == ST_EXPR) {
        s->expr = inner;
    } else {
        avec_push(cx->arena, &s->results, inner);
        avec_push(cx->arena, &lit->type->func.results, inner->type);
        Obj *result = check_new_var(cx, NULL, inner->span.start, inner->type, VAR_RESULT);
        result->var.func = lit;
        avec_push(cx->arena, &lit->results, result);
    }
    fun->func = lit;
    check_set(fun, MODE_VALUE, lit->type);
    a->call->call.fun = fun;
    a->call->call.builtin = BI_NONE;
}

/* Evaluates the arguments; false after an error. */
static bool evaluate(Checker *cx, Args *a)
{
    Values values;
    check_values(cx, &a->call->call.args, 0, false, &values);
    a->data = values.exprs.data;
    a->len = values.exprs.len;
    if (values.unpacked != NULL)
        add_wrapper_params(cx, a, &values);
    return !values.invalid;
}

static bool checked_call(Checker *cx, Args *a, BuiltinId id)
{
    ExprList *list = &a->call->call.args;
    if (a->call->call.spread_pos && id != BI_APPEND) {
        check_error(cx, a->call->span, "invalid operation: invalid use of ... with built-in %s",
                    a->name);
        check_use_list(cx, list);
        return false;
    }
    if (check_go_minor(cx) < first_version(id)) {
        check_error(cx, a->call->call.fun->span, "%s requires go1.%d or later", a->name,
                    first_version(id));
        check_use_list(cx, list);
        return false;
    }
    if (id == BI_MAKE || id == BI_NEW || id == BI_OFFSETOF)
        return count_ok(cx, a, id, list->len) && dispatch(cx, a, id);
    return evaluate(cx, a) && count_ok(cx, a, id, a->len) && dispatch(cx, a, id);
}

void check_builtin_call(Checker *cx, Expr *e, BuiltinId id)
{
    Args a = {.call = e, .name = builtin_name(id)};
    bool had_call = cx->at.has_call;
    if (id == BI_LEN || id == BI_CAP)
        cx->at.has_call = false;
    bool ok = id != BI_NONE && checked_call(cx, &a, id);
    cx->at.has_call = had_call || (id != BI_LEN && id != BI_CAP && cx->at.has_call);
    if (ok && a.wrapper != NULL)
        wrap_call(cx, &a);
    if (!ok)
        check_invalid(cx, e);
    else if (e->mode != MODE_CONST)
        cx->at.has_call = true;
}
