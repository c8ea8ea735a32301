/* Checker: selectors x.f (package members, fields, methods, method expressions). */
#include "parser/check/expr.h"

/* ---- members of packages ---- */

static void report_missing_member(Checker *cx, Expr *e, Package *pkg)
{
    const Sym *name = e->selector.sel->ident.name;
    if (pkg->fake)
        return;
    Diag *diag =
        check_error(cx, e->selector.sel->span, "undefined: %s.%s", pkg->name->text, name->text);
    const Sym *similar = check_similar_member(pkg->scope, name);
    if (similar != NULL)
        check_hint(cx, diag, "did you mean %s.%s?", pkg->name->text, similar->text);
}

/* The type that the name of a package denotes in the rest of the library. Its pools keep nothing:
 * what one goroutine has put into a pool of the library and another gets from it is no choice of
 * the program's, and an order between the two would hide races. */
static Obj *library_type(Checker *cx, const Package *pkg, Obj *obj)
{
    if (strcmp(obj->name->text, "Pool") != 0 || strcmp(pkg->path, "sync") != 0)
        return obj;
    return scope_find(pkg->scope, intern_str(cx->syms, "libraryPool"));
}

static void check_qualified(Checker *cx, Expr *e, Package *pkg)
{
    Expr *sel = e->selector.sel;
    const Sym *name = sel->ident.name;
    Obj *obj = scope_find(pkg->scope, name);
    if (obj == NULL && check_load_rest(cx, pkg))
        obj = scope_find(pkg->scope, name);
    if (cx->at.pkg->is_library && obj != NULL && obj->kind == OBJ_TYPE)
        obj = library_type(cx, pkg, obj);
    check_invalid(cx, e);
    e->selector.selection = NULL;
    if (obj == NULL || obj->kind == OBJ_PACKAGE) {
        report_missing_member(cx, e, pkg);
        return;
    }
    if (!sym_is_exported(name) && pkg != cx->at.pkg) {
        Diag *diag = check_error(cx, sel->span, "name %s not exported by package %s", name->text,
                                 pkg->name->text);
        const Sym *similar = check_similar_member(pkg->scope, name);
        if (similar != NULL)
            check_hint(cx, diag, "did you mean %s.%s?", pkg->name->text, similar->text);
        return;
    }
    if (obj->state != 2 && pkg != cx->at.pkg && !pkg->is_library)
        return; /* part of an import cycle, which was reported */
    check_ident_obj(cx, sel, obj);
    e->mode = sel->mode;
    e->type = sel->type;
    e->val = sel->val;
}

/* The package that the operand denotes, or NULL. Scripts import library packages implicitly. */
static Package *package_operand(Checker *cx, Expr *x)
{
    if (x->kind != EX_IDENT)
        return NULL;
    Obj *obj = scope_lookup(cx->at.scope, x->ident.name, NULL);
    if (obj == NULL)
        obj = check_implicit_import(cx, x->ident.name);
    if (obj == NULL || obj->kind != OBJ_PACKAGE)
        return NULL;
    obj->used = true;
    x->ident.obj = obj;
    check_set(x, MODE_INVALID, cx->universe->basic[TY_INVALID]);
    return obj->package.imported;
}

/* ---- missing members ---- */

static const char *lookup_fault(Checker *cx, Expr *x, const Sym *name)
{
    Type *u = type_underlying(x->type);
    const char *type = check_type_text(cx, x->type);
    if (u->kind == TY_POINTER && type_is_interface(u->pointer.elem))
        return arena_printf(cx->arena, "type %s is pointer to interface, not interface", type);
    Similar similar = check_similar_selector(cx, x->type, name);
    if (similar.name == NULL)
        return arena_printf(cx->arena, "type %s has no %s %s", type,
                            x->mode == MODE_TYPE ? "method" : "field or method", name->text);
    const char *what = similar.is_method ? "method" : "field";
    if (similar.name == name)
        return arena_printf(cx->arena, "cannot refer to unexported %s %s", what, name->text);
    if (similar.same_letters)
        return arena_printf(cx->arena, "type %s has no field or method %s, but does have %s %s",
                            type, name->text, what, similar.name->text);
    return arena_printf(cx->arena, "type %s has no field or method %s; did you mean %s?", type,
                        name->text, similar.name->text);
}

static void report_missing(Checker *cx, Expr *e, bool ambiguous)
{
    Expr *x = e->selector.x, *sel = e->selector.sel;
    const Sym *name = sel->ident.name;
    if (check_embeds_invalid(x->type))
        return;
    if (name == cx->sym_blank)
        check_error(cx, sel->span, "cannot refer to blank field or method");
    else if (ambiguous)
        check_error(cx, sel->span, "ambiguous selector %s", check_expr_text(cx, e));
    else
        check_error(cx, sel->span, "%s undefined (%s)", check_expr_text(cx, e),
                    lookup_fault(cx, x, name));
}

/* ---- method expressions ---- */

/* The type func(recv T, params...) results of a method expression. */
static Type *method_expr_type(Checker *cx, Type *recv, Type *sig)
{
    Type *t = type_new(&cx->types, TY_FUNC);
    avec_push(cx->arena, &t->func.params, recv);
    for (u32 i = 0; i < sig->func.params.len; i++)
        avec_push(cx->arena, &t->func.params, sig->func.params.data[i]);
    t->func.results.data = sig->func.results.data;
    t->func.results.len = sig->func.results.len;
    t->func.variadic = sig->func.variadic;
    return t;
}

static void check_method_expr(Checker *cx, Expr *e, Selection *sel)
{
    Expr *x = e->selector.x;
    const char *name = e->selector.sel->ident.name->text;
    const char *type = check_type_text(cx, x->type);
    if (sel->kind == SEL_FIELD) {
        check_error(cx, e->selector.sel->span, "%s undefined (type %s has no method %s)",
                    check_expr_text(cx, e), type, name);
        check_invalid(cx, e);
        return;
    }
    if (sel->kind == SEL_METHOD && sel->method->func.ptr_recv && !sel->indirect) {
        check_error(cx, e->selector.sel->span,
                    "invalid method expression %s.%s (needs pointer receiver (*%s).%s)", type, name,
                    type, name);
        check_invalid(cx, e);
        return;
    }
    check_set(e, MODE_VALUE, method_expr_type(cx, x->type, selection_signature(sel)));
    sel->kind = SEL_METHOD_EXPR;
}

/* ---- fields and methods ---- */

static void check_field(Expr *e, Selection *sel, Type *type)
{
    bool variable = e->selector.x->mode == MODE_VAR || sel->indirect;
    check_set(e, variable ? MODE_VAR : MODE_VALUE, type);
}

static void check_method(Checker *cx, Expr *e, Selection *sel)
{
    Expr *x = e->selector.x;
    if (sel->kind == SEL_METHOD && sel->method->func.ptr_recv && !sel->indirect) {
        if (x->mode != MODE_VAR) {
            check_error(cx, e->span, "cannot call pointer method %s on %s",
                        e->selector.sel->ident.name->text, check_type_text(cx, x->type));
            check_invalid(cx, e);
            return;
        }
        check_mark_addressed(cx, x);
    }
    check_set(e, MODE_VALUE, selection_signature(sel));
}

/* The type of the field at the end of the path. */
static Type *path_type(Type *t, const Selection *sel)
{
    for (u32 i = 0; i < sel->path.len; i++) {
        t = type_underlying(t);
        if (t->kind == TY_POINTER)
            t = type_underlying(t->pointer.elem);
        t = t->strct.fields.data[sel->path.data[i]].type;
    }
    return t;
}

/* The common case, a field of the struct itself, needs no search. */
static bool find_own_field(Checker *cx, Type *t, const Sym *name, Selection *sel)
{
    Type *u = type_underlying(t);
    bool indirect = u->kind == TY_POINTER;
    if (indirect)
        u = type_underlying(u->pointer.elem);
    if (u->kind != TY_STRUCT || name == cx->sym_blank)
        return false;
    for (u32 i = 0; i < u->strct.fields.len; i++) {
        StructField *field = &u->strct.fields.data[i];
        if (field->name == name && (field->pkg == cx->at.pkg || sym_is_exported(name))) {
            *sel = (Selection){.kind = SEL_FIELD, .recv = t, .indirect = indirect};
            avec_push(cx->arena, &sel->path, i);
            return true;
        }
    }
    return false;
}

static bool find_own_method(Checker *cx, Type *t, const Sym *name, Selection *sel)
{
    bool indirect = t->kind == TY_POINTER;
    Type *base = indirect ? t->pointer.elem : t;
    if (base->kind != TY_NAMED || type_underlying(base)->kind == TY_POINTER)
        return false;
    Type *origin = base->named.origin != NULL ? base->named.origin : base;
    for (u32 i = 0; i < origin->named.methods.len; i++) {
        Obj *method = origin->named.methods.data[i];
        if (method->name == name && (method->pkg == cx->at.pkg || sym_is_exported(name))) {
            method = type_method(base, i);
            *sel =
                (Selection){.kind = SEL_METHOD, .recv = t, .method = method, .indirect = indirect};
            return true;
        }
    }
    return false;
}

bool check_find_selector(Checker *cx, Type *t, const Sym *name, Selection *sel, bool *ambiguous)
{
    *ambiguous = false;
    check_need_type(cx, t);
    if (find_own_method(cx, t, name, sel) || find_own_field(cx, t, name, sel))
        return true;
    check_complete_interfaces(cx, t);
    return type_lookup(cx->arena, t, name, cx->at.pkg, sel, ambiguous);
}

static void check_member(Checker *cx, Expr *e)
{
    Expr *x = e->selector.x;
    Selection *sel = ARENA_NEW(cx->arena, Selection);
    bool ambiguous;
    if (!check_find_selector(cx, x->type, e->selector.sel->ident.name, sel, &ambiguous)) {
        report_missing(cx, e, ambiguous);
        check_invalid(cx, e);
        return;
    }
    e->selector.selection = sel;
    if (sel->method != NULL) {
        check_object(cx, sel->method);
        check_note_dep(cx, sel->method);
    }
    Type *type = sel->kind == SEL_FIELD ? path_type(x->type, sel) : selection_signature(sel);
    if (type == NULL || type->kind == TY_INVALID)
        check_invalid(cx, e);
    else if (x->mode == MODE_TYPE)
        check_method_expr(cx, e, sel);
    else if (sel->kind == SEL_FIELD)
        check_field(e, sel, type);
    else
        check_method(cx, e, sel);
}

void check_selector(Checker *cx, Expr *e)
{
    Expr *x = e->selector.x;
    if (e->selector.sel->kind != EX_IDENT) {
        check_use(cx, x);
        check_invalid(cx, e);
        return;
    }
    Package *pkg = package_operand(cx, x);
    if (pkg != NULL) {
        check_qualified(cx, e, pkg);
        return;
    }
    cx->selected = x;
    check_expr_or_type(cx, x);
    if (x->mode == MODE_INVALID)
        check_invalid(cx, e);
    else
        check_member(cx, e);
}
