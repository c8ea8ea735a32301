/* Assignments that do nothing, or undo what is atomic: x = x, and x = atomic.AddInt32(&x, 1). */
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
        return vet_same_place(arg->unary.x, place);
    return target->kind == EX_STAR && vet_same_place(target->star, arg);
}

static void at_stmt(void *ctx, Stmt *s)
{
    bool plain =
        s->kind == ST_ASSIGN && s->assign.op == TK_ASSIGN && s->assign.lhs.len == s->assign.rhs.len;
    for (u32 i = 0; plain && i < s->assign.lhs.len; i++) {
        Expr *to = s->assign.lhs.data[i], *from = vet_unparen(s->assign.rhs.data[i]);
        if (vet_same_place(to, from))
            diag_warning(ctx, s->span, "the assignment changes nothing");
        if (from->kind == EX_CALL && is_atomic_add(from) && is_address_of(from, to))
            diag_warning(ctx, s->span,
                         "the assignment of the result is not atomic, and not needed");
    }
}

void vet_assign(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .stmt = at_stmt});
}
