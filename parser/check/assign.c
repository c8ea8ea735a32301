/* Checker: assignments (=, op=, ++, --) and short variable declarations (:=). */
#include "parser/check/stmt.h"

/* ---- op= and ++ ---- */

/* The operation of x op= y, as a node of its own, because its result is converted like any other:
 * `x += 1.5` for an integer x fails as a constant, `x += y` for other reasons. */
static void check_op_assign(Checker *cx, Stmt *s, Expr *x, Expr *y, Token op, Pos op_pos)
{
    Expr *result = ast_new_expr(cx->arena, EX_BINARY);
    result->span = s->span;
    result->op_pos = op_pos;
    result->binary.op = op;
    result->binary.x = x;
    result->binary.y = y;
    result->binary.assigns = true;
    check_binary(cx, result, x, y, op, op_pos);
    if (result->mode == MODE_INVALID || !check_target_ok(cx, x))
        return;
    check_assignable(cx, result, x->type, "assignment operation");
}

static Expr *constant_one(Checker *cx, Stmt *s)
{
    Expr *one = ast_new_expr(cx->arena, EX_LIT);
    one->span = s->span;
    one->lit.tok = TK_INT;
    one->lit.text = "1";
    one->lit.len = 1;
    check_expr(cx, one);
    return one;
}

void check_incdec_stmt(Checker *cx, Stmt *s)
{
    Expr *x = s->incdec.x;
    const char *op = s->incdec.inc ? "++" : "--";
    check_expr(cx, x);
    if (x->mode == MODE_INVALID)
        return;
    if (!type_is_numeric(x->type)) {
        check_error(cx, x->span, "invalid operation: %s%s (non-numeric type %s)",
                    check_expr_text(cx, x), op, check_type_text(cx, x->type));
        return;
    }
    check_op_assign(cx, s, x, constant_one(cx, s), s->incdec.inc ? TK_ADD : TK_SUB,
                    s->incdec.op_pos);
}

static void check_op_assign_stmt(Checker *cx, Stmt *s)
{
    if (s->assign.lhs.len != 1 || s->assign.rhs.len != 1) {
        check_error_at(cx, s->assign.op_pos,
                       "assignment operation %s= requires single-valued expressions",
                       token_spelling(s->assign.op));
        return;
    }
    Expr *x = s->assign.lhs.data[0], *y = s->assign.rhs.data[0];
    check_expr(cx, x);
    check_expr(cx, y);
    if (x->mode != MODE_INVALID && y->mode != MODE_INVALID)
        check_op_assign(cx, s, x, y, s->assign.op, s->assign.op_pos);
}

/* ---- = ---- */

void check_count_mismatch(Checker *cx, ExprList *rhs, u32 want, u32 have)
{
    Expr *first = rhs->data[0], *call = check_unparen(first);
    if (rhs->len == 1 && call->kind == EX_CALL)
        check_error(cx, first->span, "assignment mismatch: %u variable%s but %s returns %u value%s",
                    want, plural(want), check_expr_text(cx, call->call.fun), have, plural(have));
    else
        check_error(cx, first->span, "assignment mismatch: %u variable%s but %u value%s", want,
                    plural(want), have, plural(have));
}

/* Counts the variable as used: after an error, "declared and not used" would only follow from
 * it. */
static void suppress_unused(Expr *x)
{
    x = check_unparen(x);
    if (x->kind == EX_IDENT && x->ident.obj != NULL && x->ident.obj->kind == OBJ_VAR)
        x->ident.obj->used = true;
}

/* Assigns one of the pairs of a, b = x, y. */
static void assign_one(Checker *cx, Expr *x, Expr *e)
{
    bool blank = false;
    Type *t = check_lhs(cx, x, &blank);
    check_expr(cx, e);
    if ((t == NULL && !blank) || !check_assignable(cx, e, t, "assignment"))
        suppress_unused(x);
}

/* x = e, where e may yield several values. */
static void assign_single(Checker *cx, ExprList *lhs, ExprList *rhs)
{
    bool blank = false;
    Expr *x = lhs->data[0], *e = rhs->data[0];
    Type *t = check_lhs(cx, x, &blank);
    check_multi_expr(cx, e);
    if (e->mode == MODE_VALUE && e->type->kind == TY_TUPLE)
        check_count_mismatch(cx, rhs, 1, e->type->tuple.types.len);
    else if ((t != NULL || blank) && check_assignable(cx, e, t, "assignment"))
        return;
    suppress_unused(x);
}

/* a, b = f()   v, ok = m[k] */
static void assign_unpacked(Checker *cx, ExprList *lhs, ExprList *rhs, Values *values)
{
    for (u32 i = 0; i < lhs->len; i++) {
        bool blank = false;
        Type *t = check_lhs(cx, lhs->data[i], &blank);
        bool ok = !values->invalid && (t != NULL || blank) &&
                  check_assign_value(cx, values, rhs, i, t, "assignment");
        if (!ok)
            suppress_unused(lhs->data[i]);
    }
}

static void check_targets(Checker *cx, ExprList *lhs)
{
    for (u32 i = 0; i < lhs->len; i++) {
        bool blank;
        check_lhs(cx, lhs->data[i], &blank);
        suppress_unused(lhs->data[i]);
    }
}

void check_assign_stmt(Checker *cx, Stmt *s)
{
    ExprList *lhs = &s->assign.lhs, *rhs = &s->assign.rhs;
    if (s->assign.op != TK_ASSIGN) {
        check_op_assign_stmt(cx, s);
        return;
    }
    if (lhs->len == 1 && rhs->len == 1) {
        assign_single(cx, lhs, rhs);
        return;
    }
    if (lhs->len == rhs->len) {
        for (u32 i = 0; i < lhs->len; i++)
            assign_one(cx, lhs->data[i], rhs->data[i]);
        return;
    }
    Values values = {0};
    check_values(cx, rhs, lhs->len, lhs->len == 2, &values);
    if (values.invalid || values.types.len == lhs->len) {
        assign_unpacked(cx, lhs, rhs, &values);
        return;
    }
    check_targets(cx, lhs);
    check_count_mismatch(cx, rhs, lhs->len, values.types.len);
}

/* ---- := ---- */

/* Handles one name on the left of :=. */
static Obj *define_one(Checker *cx, Expr *x, Obj **new_var, bool *failed)
{
    *new_var = NULL;
    if (x->kind != EX_IDENT) {
        if (x->kind != EX_BAD)
            check_error(cx, x->span, "non-name %s on left side of :=", check_expr_text(cx, x));
        *failed = true;
        return NULL;
    }
    const Sym *name = x->ident.name;
    Obj *old = name == cx->sym_blank ? NULL : scope_find(cx->at.scope, name);
    if (old != NULL) {
        x->ident.obj = old;
        if (old->kind == OBJ_VAR) {
            old->var.reassigned = true;
            x->mode = MODE_VAR;
            x->type = old->type;
            return old;
        }
        check_error(cx, x->span, "cannot assign to %s", check_expr_text(cx, x));
        *failed = true;
        return NULL;
    }
    Obj *obj = check_new_var(cx, name, x->span.start, NULL, VAR_LOCAL);
    if (name != cx->sym_blank) {
        x->ident.obj = obj;
        *new_var = obj;
    }
    return obj;
}

bool check_is_repeated(Checker *cx, const ExprList *lhs, u32 i)
{
    const Expr *x = lhs->data[i];
    if (x->kind != EX_IDENT || x->ident.name == cx->sym_blank)
        return false;
    for (u32 j = 0; j < i; j++)
        if (lhs->data[j]->kind == EX_IDENT && lhs->data[j]->ident.name == x->ident.name) {
            check_error(cx, x->span, "%s repeated on left side of :=", x->ident.name->text);
            return true;
        }
    return false;
}

/* Collects the variables, one per name. A name with an error gets an unnamed variable, so that its
 * value is checked nevertheless. */
static void define_vars(Checker *cx, Stmt *s, ObjList *vars)
{
    ExprList *lhs = &s->assign.lhs;
    bool failed = false, any_new = false;
    for (u32 i = 0; i < lhs->len; i++) {
        Obj *new_var = NULL, *obj = NULL;
        Expr *x = lhs->data[i];
        if (check_is_repeated(cx, lhs, i))
            failed = true;
        else
            obj = define_one(cx, x, &new_var, &failed);
        if (obj == NULL)
            obj = check_new_var(cx, cx->sym_blank, x->span.start, NULL, VAR_LOCAL);
        any_new |= new_var != NULL;
        avec_push(cx->arena, vars, obj);
        avec_push(cx->arena, &s->assign.new_vars, new_var);
    }
    if (any_new || failed)
        return;
    Diag *diag = check_error(cx, (Span){s->assign.op_pos, s->assign.op_pos + 2},
                             "no new variables on left side of :=");
    if (lhs->len > 1 || lhs->data[0]->ident.name != cx->sym_blank)
        check_hint(cx, diag, "write = to assign to variables that exist");
}

void check_define_stmt(Checker *cx, Stmt *s)
{
    ObjList vars = {0};
    define_vars(cx, s, &vars);
    check_init_vars(cx, vars.data, vars.len, &s->assign.rhs, s->span, false);
    /* Declared last: the values cannot refer to the new variables. */
    for (u32 i = 0; i < vars.len; i++)
        if (s->assign.new_vars.data[i] != NULL)
            check_declare(cx, cx->at.scope, s->assign.lhs.data[i], s->assign.new_vars.data[i]);
}
