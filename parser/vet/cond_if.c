/* A Cond.Wait at the end of an if that is in no loop: when it returns, another goroutine may have
 * changed again what was waited for. A loop asks once more. */
#include "parser/vet/vet.h"

typedef struct CondIf {
    Diags *found;
    VEC(const Stmt *) repeated; /* ifs in loops of the function that they are in */
} CondIf;

static void note_repeated(void *ctx, Stmt *s)
{
    CondIf *c = ctx;
    if (s->kind == ST_IF)
        vec_push(&c->repeated, s);
}

static bool is_repeated(const CondIf *c, const Stmt *s)
{
    for (u32 i = 0; i < c->repeated.len; i++)
        if (c->repeated.data[i] == s)
            return true;
    return false;
}

/* A loop is visited before what is in it. */
static void at_stmt(void *ctx, Stmt *s)
{
    CondIf *c = ctx;
    if (s->kind == ST_FOR || s->kind == ST_RANGE)
        vet_walk_stmt(s, &(VetWalk){.ctx = c, .stmt = note_repeated, .no_literals = true});
    if (s->kind != ST_IF || !s->if_.then->block.list.len || is_repeated(c, s))
        return;
    const Stmt *last = vec_last(&s->if_.then->block.list);
    Expr *call = last->kind == ST_EXPR ? vet_call_of(last) : NULL;
    if (call && vet_calls(call, "sync", "Cond", "Wait"))
        diag_warning(c->found, call->span,
                     "what is waited for may have changed again when Wait returns: for is meant, "
                     "not if");
}

void vet_cond_if(const VetFile *file, Diags *found)
{
    CondIf c = {.found = found};
    vet_walk_file(file->file, &(VetWalk){.ctx = &c, .stmt = at_stmt});
    vec_free(&c.repeated);
}
