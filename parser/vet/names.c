/* What calls and expressions of a syntax tree name. */
#include <string.h>

#include "parser/vet/vet.h"

Expr *vet_unparen(Expr *e)
{
    while (e && e->kind == EX_PAREN)
        e = e->paren;
    return e;
}

Obj *vet_callee(const Expr *call)
{
    Expr *fun = vet_unparen(call->call.fun);
    if (fun->kind == EX_INDEX)
        fun = vet_unparen(fun->index.x);
    if (fun->kind == EX_IDENT)
        return fun->ident.obj;
    if (fun->kind != EX_SELECTOR)
        return NULL;
    const Selection *selection = fun->selector.selection;
    return selection ? selection->method : fun->selector.sel->ident.obj;
}

bool vet_calls(const Expr *call, const char *package, const char *receiver, const char *name)
{
    const Obj *f = vet_callee(call);
    if (!f || f->kind != OBJ_FUNC || !f->pkg || !f->name || strcmp(f->name->text, name) ||
        strcmp(f->pkg->path, package))
        return false;
    const Type *recv = f->func.recv;
    return receiver
               ? recv && recv->kind == TY_NAMED && !strcmp(recv->named.obj->name->text, receiver)
               : !recv;
}

Expr *vet_call_of(const Stmt *s)
{
    Expr *e = s->kind == ST_EXPR                        ? vet_unparen(s->expr)
              : s->kind == ST_GO || s->kind == ST_DEFER ? vet_unparen(s->call)
                                                        : NULL;
    return e && e->kind == EX_CALL ? e : NULL;
}

Obj *vet_variable(Expr *e)
{
    e = vet_unparen(e);
    Obj *obj = e && e->kind == EX_IDENT ? e->ident.obj : NULL;
    return obj && obj->kind == OBJ_VAR ? obj : NULL;
}

bool vet_same_place(Expr *a, Expr *b)
{
    a = vet_unparen(a);
    b = vet_unparen(b);
    if (!a || !b || a->kind != b->kind)
        return false;
    if (a->kind == EX_IDENT)
        return vet_variable(a) && vet_variable(a) == vet_variable(b);
    if (a->kind == EX_STAR)
        return vet_same_place(a->star, b->star);
    if (a->kind == EX_UNARY)
        return a->unary.op == b->unary.op && vet_same_place(a->unary.x, b->unary.x);
    if (a->kind != EX_SELECTOR || a->selector.sel->ident.name != b->selector.sel->ident.name)
        return false;
    if (!a->selector.selection) /* of a package */
        return a->selector.sel->ident.obj == b->selector.sel->ident.obj;
    return vet_same_place(a->selector.x, b->selector.x);
}

typedef struct Search {
    const Obj *var;
    bool found;
} Search;

static void look(void *ctx, Expr *e)
{
    Search *search = ctx;
    search->found |= e->kind == EX_IDENT && e->ident.obj == search->var;
}

bool vet_mentions(Stmt *s, const Obj *var)
{
    Search search = {var, false};
    vet_walk_stmt(s, &(VetWalk){.ctx = &search, .expr = look});
    return search.found;
}

bool vet_is_function(Expr *e)
{
    return e->type && e->type->kind == TY_FUNC && e->mode != MODE_TYPE;
}

static void look_for_effect(void *ctx, Expr *e)
{
    bool *found = ctx;
    *found |= (e->kind == EX_CALL && !e->call.is_conversion) ||
              (e->kind == EX_UNARY && e->unary.op == TK_ARROW);
}

bool vet_has_effect(Expr *e)
{
    bool found = false;
    vet_walk_expr(e, &(VetWalk){.ctx = &found, .expr = look_for_effect});
    return found;
}

Obj *vet_function(Expr *e)
{
    e = vet_unparen(e);
    if (e->kind == EX_INDEX)
        e = vet_unparen(e->index.x);
    Obj *obj = NULL;
    if (e->kind == EX_IDENT)
        obj = e->ident.obj;
    else if (e->kind == EX_SELECTOR)
        obj = e->selector.selection ? e->selector.selection->method : e->selector.sel->ident.obj;
    return obj && obj->kind == OBJ_FUNC ? obj : NULL;
}

Type *vet_method(Type *t, const char *name, bool addressable, Obj **method)
{
    if (t->kind == TY_TYPEPARAM) {
        if (!t->tparam.constraint)
            return NULL;
        t = t->tparam.constraint;
    }
    Arena arena = {0};
    SelectionList set = {0};
    Type pointer = {.kind = TY_POINTER, .pointer.elem = t}, *sig = NULL;
    bool to_pointer = addressable && t->kind != TY_POINTER && !type_is_interface(t);
    type_method_set(&arena, to_pointer ? &pointer : t, &set);
    for (u32 i = 0; i < set.len && !sig; i++)
        if (!strcmp(selection_name(set.data[i])->text, name)) {
            sig = selection_signature(set.data[i]);
            if (method)
                *method = set.data[i]->method;
        }
    arena_free(&arena);
    return sig;
}

bool vet_is_named(const Type *t, const char *package, const char *name)
{
    return t && t->kind == TY_NAMED && t->named.obj->pkg &&
           !strcmp(t->named.obj->pkg->path, package) && !strcmp(t->named.obj->name->text, name);
}

bool vet_is_error(Type *t)
{
    const Type *sig = vet_method(t, "Error", false, NULL);
    return sig && !sig->func.params.len && sig->func.results.len == 1 &&
           sig->func.results.data[0]->kind == TY_STRING;
}

typedef struct Definition {
    const Obj *var;
    Expr *value;
} Definition;

static void look_in_lists(Definition *d, const ExprList *to, const ExprList *from)
{
    for (u32 i = 0; to->len == from->len && i < to->len; i++)
        if (to->data[i]->kind == EX_IDENT && to->data[i]->span.start == d->var->pos)
            d->value = from->data[i];
}

static void look_at_definition(void *ctx, Stmt *s)
{
    if (s->kind == ST_DEFINE)
        look_in_lists(ctx, &s->assign.lhs, &s->assign.rhs);
    if (s->kind == ST_DECL && s->decl->kind == DECL_VAR)
        look_in_lists(ctx, &s->decl->value.names, &s->decl->value.values);
}

Expr *vet_initial(const FileAst *file, Expr *e)
{
    Definition d = {.var = vet_variable(e)};
    if (!d.var)
        return NULL;
    for (u32 i = 0; i < file->decls.len; i++)
        if (file->decls.data[i]->kind == DECL_VAR)
            look_in_lists(&d, &file->decls.data[i]->value.names,
                          &file->decls.data[i]->value.values);
    if (!d.value)
        vet_walk_file(file, &(VetWalk){.ctx = &d, .stmt = look_at_definition});
    return vet_unparen(d.value);
}
