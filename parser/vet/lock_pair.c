/* Calls of locks that stand next to each other and make no sense: a section without statements, and
 * `defer mu.Lock()` after `mu.Lock()`, or in a function that never unlocks: a lock that is given up
 * for a while is taken again so. */
#include <string.h>

#include "parser/vet/vet.h"

static Expr *receiver(const Expr *call)
{
    Expr *fun = vet_unparen(call->call.fun);
    return fun->kind == EX_SELECTOR ? fun->selector.x : NULL;
}

static bool is_call(const Expr *call, const char *name)
{
    return call &&
           (vet_calls(call, "sync", "Mutex", name) || vet_calls(call, "sync", "RWMutex", name));
}

static void check_pair(Diags *found, const Stmt *first, const Stmt *second)
{
    static const char *const locks[] = {"Lock", "RLock"}, *const unlocks[] = {"Unlock", "RUnlock"};
    Expr *a = vet_call_of(first), *b = vet_call_of(second);
    if (!a || !b || first->kind != ST_EXPR || !vet_same_place(receiver(a), receiver(b)))
        return;
    for (u32 i = 0; i < COUNT_OF(locks); i++) {
        if (!is_call(a, locks[i]))
            continue;
        if (second->kind == ST_DEFER && is_call(b, locks[i]))
            diag_warning(found, b->span, "the deferred call locks again: %s is meant", unlocks[i]);
        if (second->kind == ST_EXPR && is_call(b, unlocks[i]))
            diag_warning(found, b->span,
                         "the section protects nothing: was the unlock to be deferred?");
    }
}

static void at_list(void *ctx, const StmtList *list)
{
    for (u32 i = 0; i + 1 < list->len; i++)
        check_pair(ctx, list->data[i], list->data[i + 1]);
}

typedef struct Deferred {
    Diags *found;
    Stmt *body;
    Expr *lock; /* the receiver of the deferred Lock */
    bool unlocked;
} Deferred;

static void note_unlock(void *ctx, Expr *e)
{
    Deferred *d = ctx;
    d->unlocked |= e->kind == EX_CALL && (is_call(e, "Unlock") || is_call(e, "RUnlock")) &&
                   vet_same_place(receiver(e), d->lock);
}

static void at_stmt(void *ctx, Stmt *s)
{
    Deferred d = *(Deferred *)ctx;
    Expr *call = s->kind == ST_DEFER ? vet_call_of(s) : NULL;
    if (!call || (!is_call(call, "Lock") && !is_call(call, "RLock")))
        return;
    d.lock = receiver(call);
    vet_walk_stmt(d.body, &(VetWalk){.ctx = &d, .expr = note_unlock});
    if (!d.unlocked)
        diag_warning(d.found, call->span,
                     "the deferred call locks, and nothing unlocks: Unlock "
                     "is meant");
}

static void at_func(void *ctx, FuncLit *fn, const FuncDecl *decl)
{
    (void)decl;
    Deferred d = {.found = ctx, .body = fn->body};
    vet_walk_stmt(fn->body, &(VetWalk){.ctx = &d, .stmt = at_stmt, .no_literals = true});
}

void vet_lock_pair(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .list = at_list, .func = at_func});
}
