/* A context whose cancel function is never called keeps its timer and its place in the parent for
 * ever. Looked at is the block in which the function is made: a return before it is mentioned. */
#include <string.h>

#include "parser/vet/vet.h"

static bool makes_cancel(const Expr *call)
{
    static const char *const names[] = {"WithCancel",        "WithCancelCause", "WithDeadline",
                                        "WithDeadlineCause", "WithTimeout",     "WithTimeoutCause"};
    for (u32 i = 0; i < COUNT_OF(names); i++)
        if (vet_calls(call, "context", NULL, names[i]))
            return true;
    return false;
}

/* The expression to which the statement assigns a cancel function, or NULL. */
static Expr *cancel_of(const Stmt *s)
{
    if ((s->kind != ST_ASSIGN && s->kind != ST_DEFINE) || s->assign.lhs.len != 2 ||
        s->assign.rhs.len != 1)
        return NULL;
    Expr *call = vet_unparen(s->assign.rhs.data[0]);
    return call->kind == EX_CALL && makes_cancel(call) ? s->assign.lhs.data[1] : NULL;
}

static void find_return(void *ctx, Stmt *s)
{
    const Stmt **found = ctx;
    if (s->kind == ST_RETURN && !*found)
        *found = s;
}

static const Stmt *return_in(Stmt *s)
{
    const Stmt *found = NULL;
    vet_walk_stmt(s, &(VetWalk){.ctx = &found, .stmt = find_return, .no_literals = true});
    return found;
}

static void check_after(Diags *found, const StmtList *list, u32 i, Expr *cancel)
{
    const Obj *var = vet_variable(cancel);
    if (!var || var->var.kind != VAR_LOCAL)
        return;
    for (u32 k = i + 1; k < list->len; k++) {
        if (vet_mentions(list->data[k], var))
            return;
        const Stmt *out = return_in(list->data[k]);
        if (!out)
            continue;
        Diag *diag =
            diag_warning(found, cancel->span, "%s is not called on all paths", var->name->text);
        diag_note(found, diag, out->span, "note: this return comes before it is mentioned");
        return;
    }
}

static void at_list(void *ctx, const StmtList *list)
{
    for (u32 i = 0; i < list->len; i++) {
        Expr *cancel = cancel_of(list->data[i]);
        if (cancel && cancel->kind == EX_IDENT && !strcmp(cancel->ident.name->text, "_"))
            diag_warning(ctx, cancel->span,
                         "the cancel function is dropped, so that the context leaks");
        else if (cancel)
            check_after(ctx, list, i, cancel);
    }
}

void vet_lost_cancel(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .list = at_list});
}
