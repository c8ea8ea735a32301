/* A function that has a context and calls another one with context.Background() in its place: what
 * the caller cancels goes on. Not in function literals, which may be to outlive the caller, not
 * where it makes a context that a struct keeps, and not where the function has looked at whether
 * its context has ended: what it does then needs another.
 */
#include <string.h>

#include "parser/vet/vet.h"

typedef struct Contexts {
    Diags *found;
    const Obj *var;   /* the parameter */
    bool asked;       /* whether it has ended */
    const Expr *kept; /* a call whose result is stored in a field: a context of a longer life */
} Contexts;

static bool is_fresh(const Expr *e)
{
    return e->kind == EX_CALL &&
           (vet_calls(e, "context", NULL, "Background") || vet_calls(e, "context", NULL, "TODO"));
}

static void at_expr(void *ctx, Expr *e)
{
    Contexts *c = ctx;
    if (e->kind == EX_SELECTOR && vet_variable(e->selector.x) == c->var) {
        const char *name = e->selector.sel->ident.name->text;
        c->asked |= !strcmp(name, "Done") || !strcmp(name, "Err");
    }
    if (e->kind != EX_CALL || c->asked || e == c->kept)
        return;
    for (u32 i = 0; i < e->call.args.len; i++)
        if (is_fresh(vet_unparen(e->call.args.data[i])))
            diag_warning(c->found, e->call.args.data[i]->span,
                         "the function has a context, %s, that is not passed on",
                         c->var->name->text);
}

/* What is deferred runs when the context may have ended. */
static void at_stmt(void *ctx, Stmt *s)
{
    Contexts *c = ctx;
    c->asked |= s->kind == ST_DEFER && vet_mentions(s, c->var);
    if (s->kind == ST_ASSIGN && s->assign.rhs.len == 1 &&
        vet_unparen(s->assign.lhs.data[0])->kind == EX_SELECTOR)
        c->kept = vet_unparen(s->assign.rhs.data[0]);
}

static void at_func(void *ctx, FuncLit *fn, const FuncDecl *decl)
{
    for (u32 i = 0; decl && i < fn->params.len; i++) {
        const Obj *var = fn->params.data[i];
        if (!var->name || !strcmp(var->name->text, "_") ||
            !vet_is_named(var->type, "context", "Context"))
            continue;
        Contexts c = {.found = ctx, .var = var};
        vet_walk_stmt(fn->body,
                      &(VetWalk){.ctx = &c, .expr = at_expr, .stmt = at_stmt, .no_literals = true});
        return;
    }
}

void vet_context_lost(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .func = at_func});
}
