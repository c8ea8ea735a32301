/* Assignments of a variable to itself. */
#include "parser/vet/vet.h"

/* Of a map's element it adds a key that is not there. */
static bool may_be_same(Expr *e)
{
    const Expr *place = vet_unparen(e);
    bool of_map = place->kind == EX_INDEX && place->index.x->type &&
                  type_core(place->index.x->type)->kind == TY_MAP;
    return !of_map && !vet_has_effect(e);
}

static void at_stmt(void *ctx, Stmt *s)
{
    if (s->kind != ST_ASSIGN || s->assign.op != TK_ASSIGN || s->assign.lhs.len != s->assign.rhs.len)
        return;
    for (u32 i = 0; i < s->assign.lhs.len; i++) {
        Expr *to = s->assign.lhs.data[i], *from = s->assign.rhs.data[i];
        if (to->kind == from->kind && may_be_same(to) && may_be_same(from) &&
            vet_same_text(to, from))
            diag_warning(ctx, s->span, "self-assignment of %s to %s", vet_text(ctx, from),
                         vet_text(ctx, to));
    }
}

void vet_assign(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .stmt = at_stmt});
}
