/* resp, err := http.Get(url); defer resp.Body.Close(): with an error the response is nil. */
#include <string.h>

#include "parser/vet/vet.h"

static bool is_pointer_to(const Type *t, const char *name)
{
    return t && t->kind == TY_POINTER && vet_is_named(t->pointer.elem, "net/http", name);
}

/* Whether the call is one of package net/http, or of a method of its Client, with the results
 * (*http.Response, error). */
static bool makes_response(const Expr *call)
{
    const Obj *f = vet_callee(call);
    const Type *results = call->type;
    if (!f || f->kind != OBJ_FUNC || !f->pkg || strcmp(f->pkg->path, "net/http") || !results ||
        results->kind != TY_TUPLE || results->tuple.types.len != 2 ||
        !is_pointer_to(results->tuple.types.data[0], "Response"))
        return false;
    const Expr *fun = vet_unparen(call->call.fun);
    const Type *of = f->func.recv && fun->kind == EX_SELECTOR ? fun->selector.x->type : NULL;
    return !f->func.recv || vet_is_named(of, "net/http", "Client") || is_pointer_to(of, "Client");
}

/* The variable that x of x.a.b() is. */
static Expr *root(Expr *e)
{
    e = vet_unparen(e);
    while (e->kind == EX_SELECTOR)
        e = vet_unparen(e->selector.x);
    return e;
}

static void at_list(void *ctx, const StmtList *list)
{
    for (u32 i = 0; i + 1 < list->len; i++) {
        const Stmt *s = list->data[i], *next = list->data[i + 1];
        if ((s->kind != ST_DEFINE && s->kind != ST_ASSIGN) || !s->assign.lhs.len ||
            s->assign.rhs.len != 1 || next->kind != ST_DEFER)
            continue;
        Expr *call = vet_unparen(s->assign.rhs.data[0]), *deferred = vet_call_of(next);
        const Obj *response = vet_variable(s->assign.lhs.data[0]);
        if (call->kind != EX_CALL || !deferred || !response || !makes_response(call))
            continue;
        Expr *used = root(deferred->call.fun);
        if (vet_variable(used) == response)
            diag_warning(ctx, used->span, "using %s before checking for errors",
                         response->name->text);
    }
}

void vet_httpresponse(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .list = at_list});
}
