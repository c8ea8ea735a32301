/* Comparisons of a declared function with nil, which it never is. */
#include "parser/vet/vet.h"

static void at_expr(void *ctx, Expr *e)
{
    if (e->kind != EX_BINARY || (e->binary.op != TK_EQL && e->binary.op != TK_NEQ))
        return;
    bool right = e->binary.y->mode == MODE_NIL;
    if (!right && e->binary.x->mode != MODE_NIL)
        return;
    const Obj *f = vet_function(right ? e->binary.x : e->binary.y);
    if (f)
        diag_warning(ctx, e->span, "comparison of function %s %s nil is always %s", f->name->text,
                     token_spelling(e->binary.op), e->binary.op == TK_NEQ ? "true" : "false");
}

void vet_nilfunc(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .expr = at_expr});
}
