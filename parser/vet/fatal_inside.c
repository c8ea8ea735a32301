/* t.Fatal and the like in a goroutine that a test starts: they end that goroutine, and the test
 * goes on. */
#include <string.h>

#include "parser/vet/vet.h"

static void at_expr(void *ctx, Expr *e)
{
    static const char *const names[] = {"FailNow", "Fatal", "Fatalf", "Skip", "SkipNow", "Skipf"};
    const Obj *f = e->kind == EX_CALL ? vet_callee(e) : NULL;
    if (!f || f->kind != OBJ_FUNC || !f->func.recv || !f->pkg || strcmp(f->pkg->path, "testing"))
        return;
    for (u32 i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(f->name->text, names[i]))
            diag_warning(ctx, e->span, "%s ends this goroutine, not the test", names[i]);
}

static void at_stmt(void *ctx, Stmt *s)
{
    Expr *call = s->kind == ST_GO ? vet_call_of(s) : NULL;
    Expr *fun = call ? vet_unparen(call->call.fun) : NULL;
    if (fun && fun->kind == EX_FUNC)
        vet_walk_stmt(fun->func->body,
                      &(VetWalk){.ctx = ctx, .expr = at_expr, .no_literals = true});
}

void vet_fatal_inside(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .stmt = at_stmt});
}
