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
