/* Before Go 1.22 a loop has one variable for all iterations: a goroutine or deferred call that
 * captures it mostly sees the value of a later one. As in go vet, only the last statement of the
 * body counts: others may be waited for. */
#include "parser/vet/vet.h"

static bool captures(const FuncLit *fn, const Obj *var)
{
    for (u32 i = 0; var && i < fn->captures.len; i++)
        if (fn->captures.data[i] == var)
            return true;
    return false;
}

/* The last statement that is executed in the body, also at the end of an if or block. */
static void check_last(Diags *found, const StmtList *list, const Obj *var)
{
    const Stmt *last = list->len ? vec_last(list) : NULL;
    if (!last || !var)
        return;
    if (last->kind == ST_BLOCK)
        check_last(found, &last->block.list, var);
    if (last->kind == ST_IF) {
        check_last(found, &last->if_.then->block.list, var);
        if (last->if_.els && last->if_.els->kind == ST_BLOCK)
            check_last(found, &last->if_.els->block.list, var);
    }
    if (last->kind != ST_GO && last->kind != ST_DEFER)
        return;
    Expr *call = vet_call_of(last), *fun = call ? vet_unparen(call->call.fun) : NULL;
    if (fun && fun->kind == EX_FUNC && captures(fun->func, var))
        diag_warning(found, fun->span,
                     "the function captures %s, which is one variable for all iterations before "
                     "Go 1.22",
                     var->name->text);
}

static void at_stmt(void *ctx, Stmt *s)
{
    if (s->kind == ST_RANGE && s->range.define && s->range.per_loop && !s->range.fn) {
        check_last(ctx, &s->range.body->block.list, s->range.key_obj);
        check_last(ctx, &s->range.body->block.list, s->range.value_obj);
    }
    if (s->kind != ST_FOR || !s->for_.init || s->for_.init->kind != ST_DEFINE ||
        s->for_.loop_vars.len)
        return;
    for (u32 i = 0; i < s->for_.init->assign.new_vars.len; i++)
        check_last(ctx, &s->for_.body->block.list, s->for_.init->assign.new_vars.data[i]);
}

void vet_loop_var(const VetFile *file, Diags *found)
{
    if (file->file->go_minor < 22)
        vet_walk_file(file->file, &(VetWalk){.ctx = found, .stmt = at_stmt});
}
