/* x = atomic.AddInt32(&x, 1): the assignment undoes what is atomic. */
#include <string.h>

#include "parser/vet/vet.h"

static bool is_atomic_add(const Expr *call)
{
    const Obj *f = vet_callee(call);
    return f && f->kind == OBJ_FUNC && f->pkg && !strcmp(f->pkg->path, "sync/atomic") &&
           !f->func.recv && !strncmp(f->name->text, "Add", 3);
}

/* Whether the first argument is the address of that place. */
static bool is_address_of(const Expr *call, Expr *place)
{
    Expr *arg = call->call.args.len ? vet_unparen(call->call.args.data[0]) : NULL;
    Expr *target = vet_unparen(place);
    if (!arg)
        return false;
    if (arg->kind == EX_UNARY && arg->unary.op == TK_AND)
        return !vet_has_effect(place) && vet_same_text(vet_unparen(arg->unary.x), target);
    return target->kind == EX_STAR && vet_same_text(vet_unparen(target->star), arg);
}

static void at_stmt(void *ctx, Stmt *s)
{
    /* x, y := ... may assign to an x that there is. */
    bool assigns = s->kind == ST_ASSIGN || (s->kind == ST_DEFINE && s->assign.lhs.len > 1);
    if (!assigns || s->assign.lhs.len != s->assign.rhs.len)
        return;
    for (u32 i = 0; i < s->assign.lhs.len; i++) {
        Expr *to = s->assign.lhs.data[i], *from = vet_unparen(s->assign.rhs.data[i]);
        if (from->kind == EX_CALL && is_atomic_add(from) && is_address_of(from, to))
            diag_warning(ctx, to->span, "direct assignment to atomic value");
    }
}

void vet_atomic(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .stmt = at_stmt});
}
