/* Checker: calls, and lists of values in general (arguments, results, right sides of
 * assignments). */
#include "parser/check/generic.h"

const char CHECK_ARGUMENT[] = "argument to a function";

/* ---- lists of values ---- */

/* A placeholder for one result of a call with several. */
static Expr *tuple_part(Checker *cx, Expr *call, Type *type)
{
    Expr *part = ast_copy_expr(cx->arena, call);
    check_set(part, MODE_VALUE, type);
    return part;
}

static void add_value(Checker *cx, Values *out, Expr *e, Type *type)
{
    avec_push(cx->arena, &out->exprs, e);
    avec_push(cx->arena, &out->types, type);
}

static void single_value(Checker *cx, Expr *e, u32 want, bool allow_comma_ok, Values *out)
{
    check_multi_expr(cx, e);
    if (e->mode == MODE_INVALID) {
        out->invalid = true;
        add_value(cx, out, e, e->type);
        return;
    }
    if (e->mode == MODE_VALUE && e->type->kind == TY_TUPLE) {
        out->unpacked = e;
        for (u32 i = 0; i < e->type->tuple.types.len; i++)
            add_value(cx, out, NULL, e->type->tuple.types.data[i]);
        return;
    }
    add_value(cx, out, e, e->type);
    if (allow_comma_ok && want == 2 && (e->mode == MODE_MAPINDEX || e->mode == MODE_COMMAOK)) {
        out->comma_ok = true;
        add_value(cx, out, NULL, cx->universe->basic[TY_UNTYPED_BOOL]);
    }
}

void check_values(Checker *cx, ExprList *rhs, u32 want, bool allow_comma_ok, Values *out)
{
    *out = (Values){0};
    if (rhs->len == 1) {
        single_value(cx, rhs->data[0], want, allow_comma_ok, out);
        return;
    }
    for (u32 i = 0; i < rhs->len; i++) {
        check_generic_expr(cx, rhs->data[i]);
        out->invalid |= rhs->data[i]->mode == MODE_INVALID;
        add_value(cx, out, rhs->data[i], rhs->data[i]->type);
    }
}

bool check_assign_value(Checker *cx, Values *values, ExprList *rhs, u32 i, Type *target,
                        const char *context)
{
    Expr *e = values->exprs.data[i];
    if (e == NULL) /* the bool of v, ok is untyped, so it is assignable to any boolean type */
        e = tuple_part(cx, rhs->data[0], values->types.data[i]);
    if (values->comma_ok && i == 1)
        e->kind = EX_BAD; /* no conversion below this node */
    if (!check_assignable(cx, e, target, context))
        return false;
    values->types.data[i] = e->type;
    return true;
}

/* ---- arguments ---- */

static void report_count(Checker *cx, Expr *call, Type *sig, Values *args)
{
    ExprList *list = &call->call.args;
    u32 want = sig->func.params.len, have = args->exprs.len;
    bool too_many = have > want;
    Span at = ast_rparen(call);
    if (args->unpacked != NULL)
        at = args->unpacked->span;
    else if (too_many)
        at = list->data[want]->span;
    Diag *diag =
        check_error(cx, at, "%s arguments in call to %s", too_many ? "too many" : "not enough",
                    check_expr_text(cx, call->call.fun));
    diag_note(cx->diags, diag, (Span){0, 0}, "have %s",
              check_types_summary(cx, args->types.data, have, false));
    diag_note(cx->diags, diag, (Span){0, 0}, "want %s",
              check_types_summary(cx, sig->func.params.data, want, sig->func.variadic));
}

Type *check_param_type(Type *sig, u32 i, bool spread)
{
    u32 count = sig->func.params.len;
    if (!sig->func.variadic || spread || i + 1 < count)
        return i < count ? sig->func.params.data[i] : NULL;
    Type *last = sig->func.params.data[count - 1];
    return last->kind == TY_SLICE ? last->slice.elem : last;
}

static bool count_fits(Expr *call, Type *sig, u32 count)
{
    u32 want = sig->func.params.len;
    if (sig->func.variadic && !call->call.spread_pos)
        return count + 1 >= want;
    return count == want;
}

static bool spread_ok(Checker *cx, Expr *call, Type *sig, Values *args)
{
    if (!call->call.spread_pos)
        return true;
    if (!sig->func.variadic) {
        check_error(cx, vec_last(&call->call.args)->span,
                    "have (...) but function is not variadic: cannot use ... in call to "
                    "non-variadic %s",
                    check_expr_text(cx, call->call.fun));
        return false;
    }
    if (args->unpacked != NULL) {
        check_error(cx, args->unpacked->span, "cannot use ... with %u-valued %s", args->exprs.len,
                    check_expr_text(cx, args->unpacked));
        return false;
    }
    return true;
}

static void pass_argument(Checker *cx, Expr *call, Expr *arg, Type *param)
{
    if (arg->type == param && arg->mode >= MODE_CONST)
        return;
    cx->callee = call->call.fun;
    check_assignable(cx, arg, param, CHECK_ARGUMENT);
}

bool check_arguments(Checker *cx, Expr *call, Type *sig, Values *args)
{
    if (args->invalid && args->exprs.len != call->call.args.len)
        return false;
    if (!spread_ok(cx, call, sig, args))
        return false;
    if (!count_fits(call, sig, args->exprs.len)) {
        if (!args->invalid)
            report_count(cx, call, sig, args);
        return false;
    }
    for (u32 i = 0; i < args->exprs.len; i++) {
        Expr *arg = args->exprs.data[i];
        if (arg == NULL)
            arg = tuple_part(cx, args->unpacked, args->types.data[i]);
        pass_argument(cx, call, arg, check_param_type(sig, i, call->call.spread_pos));
    }
    return true;
}

/* The common case, as many single values as parameters, which needs no lists. */
static void pass_plain(Checker *cx, Expr *call, Type *sig)
{
    ExprList *list = &call->call.args;
    for (u32 i = 0; i < list->len; i++)
        check_generic_expr(cx, list->data[i]);
    for (u32 i = 0; i < list->len; i++)
        pass_argument(cx, call, list->data[i], sig->func.params.data[i]);
}

/* ---- calls ---- */

static void call_result(Checker *cx, Expr *e, Type *sig)
{
    u32 count = sig->func.results.len;
    cx->at.has_call = true;
    if (count == 0)
        check_set(e, MODE_NOVALUE, cx->universe->empty_tuple);
    else if (count == 1)
        check_set(e, MODE_VALUE, sig->func.results.data[0]);
    else
        check_set(e, MODE_VALUE, type_tuple(&cx->types, sig->func.results.data, count));
    if (count == 1 && e->type->kind == TY_INVALID)
        check_invalid(cx, e);
}

static void call_generic(Checker *cx, Expr *e, Type *sig)
{
    Values args;
    check_values(cx, &e->call.args, 0, false, &args);
    bool ok = !args.invalid || args.exprs.len == e->call.args.len;
    if (ok && !(spread_ok(cx, e, sig, &args) && count_fits(e, sig, args.exprs.len))) {
        check_arguments(cx, e, sig, &args); /* reports the error */
        ok = false;
    }
    sig = ok ? check_infer_call(cx, e, &args) : NULL;
    if (sig == NULL) {
        check_invalid(cx, e);
        return;
    }
    check_arguments(cx, e, sig, &args);
    call_result(cx, e, sig);
}

static void call_function(Checker *cx, Expr *e)
{
    Expr *fun = e->call.fun;
    Type *sig = type_core(fun->type);
    if (sig->kind != TY_FUNC) {
        check_error(cx, e->span, "invalid operation: cannot call non-function %s",
                    check_operand_text(cx, fun));
        check_use_list(cx, &e->call.args);
        check_invalid(cx, e);
        return;
    }
    if (sig->func.tparams.len > 0) {
        call_generic(cx, e, sig);
        return;
    }
    bool plain =
        !sig->func.variadic && !e->call.spread_pos && e->call.args.len == sig->func.params.len;
    if (plain && e->call.args.len != 1) {
        pass_plain(cx, e, sig);
    } else {
        Values args;
        check_values(cx, &e->call.args, 0, false, &args);
        check_arguments(cx, e, sig, &args);
    }
    call_result(cx, e, sig);
}

/* In the body of an instance, a type parameter's name denotes a type argument; but conversions to
 * it are not constant, as in the generic body. */
static bool is_type_argument(Expr *fun)
{
    fun = check_unparen(fun);
    return fun->kind == EX_IDENT && fun->ident.obj != NULL && fun->ident.obj->kind == OBJ_TYPE &&
           fun->ident.obj->type_.is_argument;
}

static void call_type(Checker *cx, Expr *e)
{
    Type *t = e->call.fun->type;
    ExprList *args = &e->call.args;
    e->call.is_conversion = true;
    if (check_is_generic_type(t)) {
        check_type(cx, e->call.fun);
        check_use_list(cx, args);
        check_invalid(cx, e);
        return;
    }
    if (args->len != 1) {
        check_use_list(cx, args);
        if (args->len == 0)
            check_error(cx, ast_rparen(e), "missing argument in conversion to %s",
                        check_type_text(cx, t));
        else
            check_error(cx, vec_last(args)->span, "too many arguments in conversion to %s",
                        check_type_text(cx, t));
        check_invalid(cx, e);
        return;
    }
    check_expr(cx, args->data[0]);
    if (args->data[0]->mode == MODE_INVALID) {
        check_invalid(cx, e);
    } else if (e->call.spread_pos) {
        check_error(cx, args->data[0]->span, "invalid use of ... in conversion to %s",
                    check_type_text(cx, t));
        check_invalid(cx, e);
    } else {
        check_conversion(cx, e, args->data[0], t);
        if (e->mode == MODE_CONST && is_type_argument(e->call.fun))
            check_set(e, MODE_VALUE, t);
    }
}

static BuiltinId builtin_of(Expr *fun)
{
    fun = check_unparen(fun);
    Obj *obj = fun->kind == EX_SELECTOR ? fun->selector.sel->ident.obj
               : fun->kind == EX_IDENT  ? fun->ident.obj
                                        : NULL;
    return obj != NULL && obj->kind == OBJ_BUILTIN ? obj->builtin.id : BI_NONE;
}

void check_call(Checker *cx, Expr *e)
{
    Expr *fun = e->call.fun;
    e->call.is_conversion = false;
    e->call.builtin = BI_NONE;
    check_raw_expr(cx, fun);
    switch (fun->mode) {
    case MODE_INVALID:
        check_use_list(cx, &e->call.args);
        check_invalid(cx, e);
        break;
    case MODE_TYPE: call_type(cx, e); break;
    case MODE_BUILTIN:
        e->call.builtin = (u8)builtin_of(fun);
        check_builtin_call(cx, e, builtin_of(fun));
        break;
    case MODE_NOVALUE:
        check_error(cx, fun->span, "%s used as value", check_operand_text(cx, fun));
        check_use_list(cx, &e->call.args);
        check_invalid(cx, e);
        break;
    default: call_function(cx, e); break;
    }
}
