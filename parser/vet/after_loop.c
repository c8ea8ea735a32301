/* time.After in a select that a loop repeats: each iteration makes a timer that is kept until its
 * time has come, before Go 1.23. Only long ones add up. */
#include "parser/vet/vet.h"

enum { LONG_SECONDS = 60 };

static bool is_long_timer(const Stmt *comm)
{
    Expr *receive = comm->kind == ST_EXPR ? vet_unparen(comm->expr)
                    : (comm->kind == ST_DEFINE || comm->kind == ST_ASSIGN) && comm->assign.rhs.len
                        ? vet_unparen(comm->assign.rhs.data[0])
                        : NULL;
    if (!receive || receive->kind != EX_UNARY || receive->unary.op != TK_ARROW)
        return false;
    const Expr *call = vet_unparen(receive->unary.x);
    i64 duration;
    return call->kind == EX_CALL && vet_calls(call, "time", NULL, "After") &&
           call->call.args.len == 1 && call->call.args.data[0]->val &&
           const_to_i64(call->call.args.data[0]->val, &duration) &&
           duration >= LONG_SECONDS * (i64)1000000000;
}

static void in_loop(void *ctx, Stmt *s)
{
    if (s->kind != ST_SELECT || s->select.clauses.len < 2)
        return;
    for (u32 i = 0; i < s->select.clauses.len; i++) {
        const Stmt *comm = s->select.clauses.data[i]->comm;
        if (comm && is_long_timer(comm))
            diag_warning(ctx, comm->span,
                         "each iteration makes a timer that is kept until its time has come "
                         "(before Go 1.23)");
    }
}

static void at_stmt(void *ctx, Stmt *s)
{
    if (s->kind == ST_FOR || s->kind == ST_RANGE)
        vet_walk_stmt(s->kind == ST_FOR ? s->for_.body : s->range.body,
                      &(VetWalk){.ctx = ctx, .stmt = in_loop, .no_literals = true});
}

void vet_after_loop(const VetFile *file, Diags *found)
{
    if (file->file->go_minor < 23)
        vet_walk_file(file->file, &(VetWalk){.ctx = found, .stmt = at_stmt});
}
