/* Uses of sync.Cond by which a goroutine may go on too early, or sleep for ever.
 *
 * A Wait outside of a loop: when it returns, another goroutine may have changed again what was
 * waited for. A goroutine that signals without having held a lock: the signal may come between the
 * moment the other one looks and that in which it begins to wait. */
#include <string.h>

#include "parser/vet/vet.h"

static bool is_cond(const Expr *call, const char *name)
{
    return call && vet_calls(call, "sync", "Cond", name);
}

/* Whether the call is of a method Lock or RLock, whatever it belongs to. */
static bool locks(const Expr *call)
{
    const Expr *fun = vet_unparen(call->call.fun);
    const char *name = fun->kind == EX_SELECTOR ? fun->selector.sel->ident.name->text : "";
    return !strcmp(name, "Lock") || !strcmp(name, "RLock");
}

/* ---- Wait ---- */

typedef struct Waits {
    Diags *found;
    VEC(const Expr *) repeated; /* calls of Wait in loops of the function */
    bool locks;                 /* the function takes a lock itself, so it is no part of a wait */
} Waits;

static void note_repeated(void *ctx, Expr *e)
{
    Waits *w = ctx;
    if (e->kind == EX_CALL && is_cond(e, "Wait"))
        vec_push(&w->repeated, e);
}

/* Loops; backward jumps make one, too. */
static void note_loop(void *ctx, Stmt *s)
{
    if (s->kind == ST_FOR || s->kind == ST_RANGE || s->kind == ST_LABELED)
        vet_walk_stmt(s, &(VetWalk){.ctx = ctx, .expr = note_repeated, .no_literals = true});
}

static void note_lock(void *ctx, Expr *e)
{
    Waits *w = ctx;
    w->locks |= e->kind == EX_CALL && locks(e);
}

static void check_wait(void *ctx, Expr *e)
{
    const Waits *w = ctx;
    if (e->kind != EX_CALL || !is_cond(e, "Wait") || !w->locks)
        return;
    for (u32 i = 0; i < w->repeated.len; i++)
        if (w->repeated.data[i] == e)
            return;
    diag_warning(
        w->found, e->span,
        "what is waited for may have changed again when Wait returns: it belongs in a loop");
}

static void check_waits(Diags *found, FuncLit *fn)
{
    Waits w = {.found = found};
    VetWalk loops = {.ctx = &w, .stmt = note_loop, .expr = note_lock, .no_literals = true};
    vet_walk_stmt(fn->body, &loops);
    vet_walk_stmt(fn->body, &(VetWalk){.ctx = &w, .expr = check_wait, .no_literals = true});
    vec_free(&w.repeated);
}

/* ---- Signal ---- */

typedef struct Signals {
    Diags *found;
    bool locked; /* a lock was taken before, or a function called that may do so */
} Signals;

/* In the order of the source. Library calls but those of locks take none. */
static void at_call(void *ctx, Expr *e)
{
    Signals *s = ctx;
    if (e->kind != EX_CALL || e->call.builtin || e->call.is_conversion)
        return;
    const Obj *f = vet_callee(e);
    if ((is_cond(e, "Signal") || is_cond(e, "Broadcast")) && !s->locked)
        diag_warning(s->found, e->span,
                     "signals without having held the lock: the signal is lost if the other "
                     "goroutine is about to wait");
    s->locked |= locks(e) || !f || f->kind != OBJ_FUNC || !f->pkg || !f->pkg->is_library;
}

static void at_stmt(void *ctx, Stmt *s)
{
    Expr *call = s->kind == ST_GO ? vet_call_of(s) : NULL;
    Expr *fun = call ? vet_unparen(call->call.fun) : NULL;
    Signals signals = {.found = ctx};
    if (fun && fun->kind == EX_FUNC)
        vet_walk_stmt(fun->func->body,
                      &(VetWalk){.ctx = &signals, .expr = at_call, .no_literals = true});
}

static void at_func(void *ctx, FuncLit *fn, const FuncDecl *decl)
{
    (void)decl;
    check_waits(ctx, fn);
}

void vet_cond_loop(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .func = at_func});
}

void vet_cond_signal(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .stmt = at_stmt});
}
