/* A signal.Notify on a channel without room: signals do not wait, so one that comes while nothing
 * receives is lost. */
#include "parser/vet/vet.h"

typedef struct Signals {
    Diags *found;
    VEC(const Obj *) without_room;
} Signals;

static bool makes_without_room(Expr *e)
{
    const Expr *call = vet_unparen(e);
    return call->kind == EX_CALL && call->call.builtin == BI_MAKE && call->call.args.len == 1 &&
           call->call.args.data[0]->kind == EX_CHAN_TYPE;
}

static void at_stmt(void *ctx, Stmt *s)
{
    Signals *signals = ctx;
    if (s->kind != ST_DEFINE || s->assign.lhs.len != s->assign.rhs.len)
        return;
    for (u32 i = 0; i < s->assign.rhs.len; i++)
        if (makes_without_room(s->assign.rhs.data[i]))
            vec_push(&signals->without_room, vet_variable(s->assign.lhs.data[i]));
}

static bool is_without_room(const Signals *signals, Expr *e)
{
    const Obj *var = vet_variable(e);
    for (u32 i = 0; var && i < signals->without_room.len; i++)
        if (signals->without_room.data[i] == var)
            return true;
    return makes_without_room(e);
}

static void at_expr(void *ctx, Expr *e)
{
    Signals *signals = ctx;
    if (e->kind == EX_CALL && vet_calls(e, "os/signal", NULL, "Notify") && e->call.args.len &&
        is_without_room(signals, e->call.args.data[0]))
        diag_warning(signals->found, e->span,
                     "the channel has no room: a signal that comes while nothing receives is lost");
}

void vet_signal(const VetFile *file, Diags *found)
{
    Signals signals = {.found = found};
    vet_walk_file(file->file, &(VetWalk){.ctx = &signals, .stmt = at_stmt, .expr = at_expr});
    vec_free(&signals.without_room);
}
