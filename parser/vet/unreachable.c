/* Statements that no way leads to. As in go vet, only what is written counts, not the values of
 * conditions; what follows such a statement is not reported again. */
#include "parser/vet/vet.h"

enum { REACHED = 1 };

static u32 at_stmt(void *ctx, Stmt *s, u32 in, bool reports)
{
    if (!in && s->kind != ST_EMPTY) {
        if (reports)
            diag_warning(ctx, s->span, "unreachable code");
        in = REACHED;
    }
    const Expr *call = s->kind == ST_EXPR ? vet_call_of(s) : NULL;
    return call && call->call.builtin == BI_PANIC ? 0 : in;
}

static u32 at_expr(void *ctx, Expr *e, u32 in)
{
    (void)ctx;
    (void)e;
    return in;
}

static void at_func(void *ctx, FuncLit *fn, const FuncDecl *decl)
{
    (void)decl;
    vet_flow(fn->body, &(VetFlow){ctx, at_stmt, at_expr}, REACHED);
}

void vet_unreachable(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .func = at_func});
}
