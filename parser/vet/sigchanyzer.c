/* A signal.Notify on a channel without room: signals do not wait, so one that comes while nothing
 * receives is lost. */
#include <string.h>

#include "parser/vet/vet.h"

typedef struct Signals {
    const FileAst *file;
    Diags *found;
} Signals;

static bool makes_without_room(const Expr *call)
{
    return call && call->kind == EX_CALL && call->call.builtin == BI_MAKE &&
           call->call.args.len == 1;
}

static bool notifies(const Signals *signals, const Expr *call)
{
    if (vet_calls(call, "os/signal", NULL, "Notify"))
        return true;
    Expr *fun = vet_initial(signals->file, call->call.fun);
    const Obj *f = fun ? vet_function(fun) : NULL;
    return f && f->pkg && !strcmp(f->pkg->path, "os/signal") && !strcmp(f->name->text, "Notify");
}

/* As in go vet a channel that is made in the call is none: nothing can receive from it. */
static void at_expr(void *ctx, Expr *e)
{
    Signals *signals = ctx;
    if (e->kind != EX_CALL || !e->call.args.len || e->call.builtin || e->call.is_conversion ||
        !vet_variable(e->call.args.data[0]) || !notifies(signals, e))
        return;
    if (makes_without_room(vet_initial(signals->file, e->call.args.data[0])))
        diag_warning(signals->found, e->span,
                     "misuse of unbuffered os.Signal channel as argument to signal.Notify");
}

void vet_sigchanyzer(const VetFile *file, Diags *found)
{
    Signals signals = {file->file, found};
    vet_walk_file(file->file, &(VetWalk){.ctx = &signals, .expr = at_expr});
}
