/* Checker: variables. Declaring local ones, initialising them, assigning to them. */
#include "parser/check/decl.h"

/* ---- names ---- */

Obj *check_new_var(Checker *cx, const Sym *name, Pos pos, Type *type, VarKind kind)
{
    Obj *var = obj_new(cx->arena, OBJ_VAR, name, pos, cx->at.pkg);
    var->type = type;
    var->state = OBJ_DONE;
    var->var.kind = kind;
    var->var.func = cx->at.fn != NULL && kind != VAR_GLOBAL ? cx->at.fn->lit : NULL;
    return var;
}

void check_declare(Checker *cx, Scope *scope, Expr *ident, Obj *obj)
{
    Obj *other = scope_insert(cx->arena, scope, obj);
    if (other != NULL)
        check_redeclared(cx, obj->name, obj->pos, other);
    else if (ident != NULL && ident->kind == EX_IDENT)
        ident->ident.obj = obj;
}

/* ---- initial values ---- */

void check_init_var(Checker *cx, Obj *var, Expr *e, const char *context)
{
    if (e->mode != MODE_INVALID && (var->type == NULL || var->type->kind != TY_INVALID) &&
        check_assignable(cx, e, var->type, context)) {
        if (var->type == NULL)
            var->type = e->type;
        return;
    }
    if (var->type == NULL)
        var->type = cx->universe->basic[TY_INVALID];
    var->used = true; /* its value had an error */
}

static void poison_vars(Checker *cx, Obj **lhs, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        lhs[i]->used = true;
        if (lhs[i]->type == NULL)
            lhs[i]->type = cx->universe->basic[TY_INVALID];
    }
}

static void report_return_count(Checker *cx, Obj **lhs, u32 count, ExprList *rhs, Values *values)
{
    TypeList want = {0};
    u32 have = values->types.len;
    bool too_many = have > count;
    Span at = values->unpacked != NULL ? rhs->data[0]->span
              : too_many               ? rhs->data[count]->span
                                       : vec_last(rhs)->span;
    for (u32 i = 0; i < count; i++)
        vec_push(&want, lhs[i]->type);
    Diag *diag = check_error(cx, at, "%s return values", too_many ? "too many" : "not enough");
    diag_note(cx->diags, diag, (Span){0, 0}, "have %s",
              check_types_summary(cx, values->types.data, have, false));
    diag_note(cx->diags, diag, (Span){0, 0}, "want %s",
              check_types_summary(cx, want.data, want.len, false));
    vec_free(&want);
}

static void init_from_values(Checker *cx, Obj **lhs, ExprList *rhs, Values *values,
                             const char *context)
{
    for (u32 i = 0; i < values->exprs.len; i++) {
        Expr *e = values->exprs.data[i];
        if (e != NULL && e->mode == MODE_INVALID) {
            poison_vars(cx, &lhs[i], 1);
            continue;
        }
        bool fits = lhs[i]->type == NULL || lhs[i]->type->kind != TY_INVALID;
        if (fits && check_assign_value(cx, values, rhs, i, lhs[i]->type, context)) {
            if (lhs[i]->type == NULL)
                lhs[i]->type = values->types.data[i];
        } else {
            poison_vars(cx, &lhs[i], 1);
        }
    }
}

void check_init_values(Checker *cx, Obj **lhs, u32 count, ExprList *rhs, Span at,
                       const char *context, bool is_return)
{
    Values values;
    (void)at;
    check_values(cx, rhs, count, count == 2 && !is_return, &values);
    if (values.exprs.len == count) {
        init_from_values(cx, lhs, rhs, &values, context);
        return;
    }
    poison_vars(cx, lhs, count);
    if (values.invalid)
        return;
    if (is_return)
        report_return_count(cx, lhs, count, rhs, &values);
    else
        check_count_mismatch(cx, rhs, count, values.exprs.len);
}

void check_init_vars(Checker *cx, Obj **lhs, u32 count, ExprList *rhs, Span at, bool is_return)
{
    check_init_values(cx, lhs, count, rhs, at, is_return ? "return statement" : "assignment",
                      is_return);
}

/* ---- targets of assignments ---- */

static void report_target(Checker *cx, Expr *x)
{
    Expr *inner = check_unparen(x);
    if (inner->kind == EX_SELECTOR && inner->selector.x->mode == MODE_MAPINDEX) {
        Diag *diag = check_error(cx, x->span, "cannot assign to struct field %s in map",
                                 check_expr_text(cx, x));
        check_hint(cx, diag, "modify a copy of the element and store it in the map again");
        return;
    }
    Diag *diag = check_error(cx, x->span,
                             "cannot assign to %s (neither addressable nor a map index expression)",
                             check_operand_text(cx, x));
    if (inner->kind == EX_INDEX && inner->index.x->type != NULL &&
        type_is_string(inner->index.x->type))
        check_hint(cx, diag, "strings are immutable; convert to []byte, modify that, convert back");
}

bool check_target_ok(Checker *cx, Expr *x)
{
    if (x->mode != MODE_VAR && x->mode != MODE_MAPINDEX) {
        report_target(cx, x);
        return false;
    }
    Obj *var = check_root_var(x);
    if (var != NULL)
        var->var.reassigned = true;
    return true;
}

/* An assignment to a variable is not a use of it. */
static void check_target(Checker *cx, Expr *x)
{
    Expr *inner = check_unparen(x);
    Obj *var = inner->kind == EX_IDENT ? check_lookup(cx, inner->ident.name) : NULL;
    if (var == NULL || var->kind != OBJ_VAR || var->pkg != cx->at.pkg) {
        check_expr(cx, x);
        return;
    }
    bool used = var->used;
    check_expr(cx, x);
    var->used = used;
}

Type *check_lhs(Checker *cx, Expr *x, bool *blank)
{
    Expr *inner = check_unparen(x);
    *blank = inner->kind == EX_IDENT && inner->ident.name == cx->sym_blank;
    if (*blank) {
        inner->ident.obj = NULL;
        return NULL;
    }
    check_target(cx, x);
    if (x->mode == MODE_INVALID)
        return NULL;
    return check_target_ok(cx, x) ? x->type : NULL;
}

/* ---- declarations in functions ---- */

static void local_consts(Checker *cx, Decl *decl)
{
    ExprList *names = &decl->value.names;
    for (u32 i = 0; i < names->len; i++) {
        Expr *name = names->data[i];
        Obj *obj = obj_new(cx->arena, OBJ_CONST, name->ident.name, name->span.start, cx->at.pkg);
        obj->decl_index = i;
        obj->state = OBJ_DONE;
        check_const_decl(cx, obj, decl);
        avec_push(cx->arena, &decl->value.objs, obj);
    }
}

static void local_vars(Checker *cx, Decl *decl)
{
    ExprList *names = &decl->value.names;
    for (u32 i = 0; i < names->len; i++) {
        Expr *name = names->data[i];
        Obj *obj = check_new_var(cx, name->ident.name, name->span.start, NULL, VAR_LOCAL);
        obj->decl_index = i;
        avec_push(cx->arena, &decl->value.objs, obj);
    }
    for (u32 i = 0; i < names->len; i++) {
        check_var_decl(cx, decl->value.objs.data[i], decl);
        if (decl->value.values.len == 1)
            break; /* all names at once */
    }
    for (u32 i = 0; i < names->len; i++)
        if (decl->value.objs.data[i]->type == NULL)
            decl->value.objs.data[i]->type = cx->universe->basic[TY_INVALID];
}

static void local_type(Checker *cx, Decl *decl)
{
    Expr *name = decl->type.name;
    Obj *obj = obj_new(cx->arena, OBJ_TYPE, name->ident.name, name->span.start, cx->at.pkg);
    decl->type.obj = obj;
    check_declare(cx, cx->at.scope, name, obj);
    obj->state = OBJ_RESOLVING;
    obj->type_.is_alias = decl->type.alias;
    vec_push(&cx->path, obj);
    check_type_decl(cx, obj, decl);
    cx->path.len--;
    obj->state = OBJ_DONE;
}

void check_local_decl(Checker *cx, Decl *decl)
{
    switch (decl->kind) {
    case DECL_CONST: local_consts(cx, decl); break;
    case DECL_VAR: local_vars(cx, decl); break;
    case DECL_TYPE: local_type(cx, decl); return;
    default: return;
    }
    check_arity(cx, decl);
    for (u32 i = 0; i < decl->value.names.len; i++)
        check_declare(cx, cx->at.scope, decl->value.names.data[i], decl->value.objs.data[i]);
}
