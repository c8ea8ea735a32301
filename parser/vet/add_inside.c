/* wg.Add as the first thing that a goroutine does: Wait may come before it. */
#include "parser/vet/vet.h"

static void at_stmt(void *ctx, Stmt *s)
{
    Expr *call = s->kind == ST_GO ? vet_call_of(s) : NULL;
    Expr *fun = call ? vet_unparen(call->call.fun) : NULL;
    if (!fun || fun->kind != EX_FUNC || !fun->func->body->block.list.len)
        return;
    Expr *first = vet_call_of(fun->func->body->block.list.data[0]);
    if (first && vet_calls(first, "sync", "WaitGroup", "Add"))
        diag_warning(ctx, first->span,
                     "Add in the goroutine that is waited for: Wait may come before it");
}

void vet_add_inside(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .stmt = at_stmt});
}
