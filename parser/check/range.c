/* Checker: for ... range. */
#include "parser/check/stmt.h"

/* What a range clause yields. */
typedef struct Yield {
    Type *key, *value; /* NULL: the clause permits no such variable */
    Type *func;        /* range over a function: the type of its parameter yield; else NULL */
    bool untyped;      /* range over an untyped constant: its type is that of the variable */
} Yield;

static bool not_rangeable(Checker *cx, Expr *x, const char *why)
{
    check_error(cx, x->span, "cannot range over %s%s%s", check_operand_text(cx, x),
                why != NULL ? ": " : "", why != NULL ? why : "");
    return false;
}

static bool yield_of_pointer(Checker *cx, Expr *x, Type *elem, Yield *out)
{
    Type *array = type_underlying(elem);
    if (array->kind != TY_ARRAY)
        return not_rangeable(cx, x, NULL);
    out->value = array->array.elem;
    return true;
}

static bool yield_of_chan(Checker *cx, Expr *x, Type *chan, Yield *out)
{
    if (chan->chan.dir == CHAN_SEND)
        return not_rangeable(cx, x, "receive from send-only channel");
    out->key = chan->chan.elem;
    return true;
}

static bool yield_of_integer(Checker *cx, Expr *x, Yield *out)
{
    if (check_go_minor(cx) < 22)
        return not_rangeable(cx, x, "requires go1.22 or later");
    out->key = x->type;
    out->untyped = type_is_untyped(x->type);
    return true;
}

/* Why a function cannot be ranged over; NULL if it can. */
static const char *iterator_fault(Checker *cx, Type *iterator)
{
    if (iterator->func.params.len != 1)
        return "wrong argument count";
    if (iterator->func.results.len > 0)
        return "unexpected result(s)";
    Type *yield = type_core(iterator->func.params.data[0]);
    if (yield->kind != TY_FUNC)
        return "argument is not func";
    if (yield->func.params.len > 2)
        return "yield func has too many parameters";
    if (yield->func.results.len != 1 ||
        type_underlying(yield->func.results.data[0]) != cx->universe->basic[TY_BOOL])
        return "yield func does not return bool";
    return NULL;
}

static bool yield_of_func(Checker *cx, Expr *x, Type *iterator, Yield *out)
{
    if (check_go_minor(cx) < 23)
        return not_rangeable(cx, x, "requires go1.23 or later");
    const char *fault = iterator_fault(cx, iterator);
    if (fault != NULL)
        return not_rangeable(
            cx, x, arena_printf(cx->arena, "func must be func(yield func(...) bool): %s", fault));
    out->func = type_core(iterator->func.params.data[0]);
    out->key = out->func->func.params.len > 0 ? out->func->func.params.data[0] : NULL;
    out->value = out->func->func.params.len > 1 ? out->func->func.params.data[1] : NULL;
    return true;
}

/* Determines what x yields; false, with a report, if it cannot be ranged over. */
static bool find_yield(Checker *cx, Expr *x, Yield *out)
{
    Type *t = type_core(x->type);
    *out = (Yield){.key = cx->universe->basic[TY_INT]};
    if (x->mode != MODE_NIL && type_is_string(t)) {
        out->value = cx->universe->rune_type;
        return true;
    }
    switch (t->kind) {
    case TY_ARRAY: out->value = t->array.elem; return true;
    case TY_SLICE: out->value = t->slice.elem; return true;
    case TY_POINTER: return yield_of_pointer(cx, x, t->pointer.elem, out);
    case TY_MAP:
        out->key = t->map.key;
        out->value = t->map.elem;
        return true;
    case TY_CHAN: return yield_of_chan(cx, x, t, out);
    case TY_FUNC: return yield_of_func(cx, x, t, out);
    default: break;
    }
    if (type_is_integer(t) || (x->mode == MODE_CONST && type_is_untyped(t) &&
                               check_represent(cx, x->val, cx->universe->basic[TY_UNTYPED_INT])))
        return yield_of_integer(cx, x, out);
    return not_rangeable(cx, x, NULL);
}

static void check_variable_count(Checker *cx, Stmt *s, const Yield *yield)
{
    if (yield->key == NULL && s->range.key != NULL)
        check_error(cx, s->range.key->span, "range over %s permits no iteration variables",
                    check_operand_text(cx, s->range.x));
    else if (yield->value == NULL && s->range.value != NULL)
        check_error(cx, s->range.value->span, "range over %s permits only one iteration variable",
                    check_operand_text(cx, s->range.x));
}

/* ---- := ---- */

static Obj *define_range_var(Checker *cx, Expr *ident, Type *t)
{
    if (ident == NULL)
        return NULL;
    if (ident->kind != EX_IDENT) {
        if (ident->kind != EX_BAD)
            check_error(cx, ident->span,
                        "non-name %s on left side of :=", check_expr_text(cx, ident));
        return NULL;
    }
    bool invalid = t == NULL || t->kind == TY_INVALID;
    if (invalid)
        t = cx->universe->basic[TY_INVALID];
    Obj *obj = check_new_var(cx, ident->ident.name, ident->span.start, t, VAR_LOCAL);
    if (invalid)
        obj->used = true; /* avoids a second error */
    if (check_go_minor(cx) < 22)
        obj->var.reassigned = true;
    check_declare(cx, cx->at.scope, ident, obj);
    return ident->ident.name == cx->sym_blank ? NULL : obj;
}

static void define_range_vars(Checker *cx, Stmt *s, const Yield *yield)
{
    Expr *key = s->range.key, *value = s->range.value;
    s->range.key_obj = define_range_var(cx, key, yield->key);
    s->range.value_obj = define_range_var(cx, value, yield->value);
    bool names = key != NULL && key->kind == EX_IDENT && (value == NULL || value->kind == EX_IDENT);
    if (names && s->range.key_obj == NULL && s->range.value_obj == NULL)
        check_error_at(cx, s->range.op_pos, "no new variables on left side of :=");
}

/* ---- = ---- */

static void assign_range_var(Checker *cx, Expr *lhs, Type *t)
{
    if (lhs == NULL)
        return;
    bool blank = false;
    Type *target = check_lhs(cx, lhs, &blank);
    if (target == NULL || t == NULL || t->kind == TY_INVALID)
        return;
    Expr *value = ast_copy_expr(cx->arena, lhs);
    value->mode = MODE_VALUE;
    value->type = t;
    value->val = NULL;
    check_assignable(cx, value, target, "range clause");
}

/* In `for x = range 10` the constant gets the type of x. */
static void assign_untyped_range(Checker *cx, Stmt *s)
{
    bool blank = false;
    Type *target = s->range.key != NULL ? check_lhs(cx, s->range.key, &blank) : NULL;
    if (target == NULL)
        check_convert_untyped(cx, s->range.x, cx->universe->basic[TY_INT]);
    else
        check_assignable(cx, s->range.x, target, "range clause");
}

/* ---- variables and body ---- */

static void check_range_vars(Checker *cx, Stmt *s, Yield *yield)
{
    if (s->range.define) {
        if (yield->untyped) {
            yield->key = check_default_of(cx, yield->key);
            if (!type_is_integer(yield->key)) /* 10.0 and 1e3 are accepted as integers */
                yield->key = cx->universe->basic[TY_INT];
            check_convert_untyped(cx, s->range.x, yield->key);
        }
        define_range_vars(cx, s, yield);
    } else if (yield->untyped) {
        assign_untyped_range(cx, s);
        assign_range_var(cx, s->range.value, NULL);
    } else {
        assign_range_var(cx, s->range.key, yield->key);
        assign_range_var(cx, s->range.value, yield->value);
    }
}

void check_range_stmt(Checker *cx, Stmt *s)
{
    Yield yield = {0};
    Expr *x = s->range.x;
    s->range.per_loop = check_go_minor(cx) < 22;
    check_open_scope(cx);
    check_expr(cx, x);
    if (x->mode == MODE_INVALID || !find_yield(cx, x, &yield)) {
        yield = (Yield){0};
    } else {
        check_variable_count(cx, s, &yield);
        if (!yield.untyped)
            check_default_type(cx, x, "range clause");
    }
    FuncContext body;
    if (yield.func != NULL)
        check_open_loop(cx, s, yield.func, &body);
    check_range_vars(cx, s, &yield);
    check_stmt(cx, s->range.body);
    if (yield.func != NULL)
        check_close_loop(cx, s);
    check_close_scope(cx);
}
