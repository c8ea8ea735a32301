/* A defer in a loop that nothing ends: what is deferred is never called, unless by a panic. */
#include "parser/vet/vet.h"

typedef struct Deferred {
    Diags *found;
    VEC(const Stmt *) seen; /* loops in loops are visited more than once */
} Deferred;

typedef struct Endless {
    const Stmt *loop;
    bool ends;
} Endless;

/* Whatever may lead out of the loop. */
static void note_end(void *ctx, Stmt *s)
{
    Endless *e = ctx;
    e->ends |= s->kind == ST_RETURN || s->kind == ST_GOTO ||
               (s->kind == ST_BREAK && s->branch.target == e->loop) ||
               ((s->kind == ST_BREAK || s->kind == ST_CONTINUE) && s->branch.label);
}

static void report(void *ctx, Stmt *s)
{
    Deferred *d = ctx;
    for (u32 i = 0; i < d->seen.len; i++)
        if (d->seen.data[i] == s)
            return;
    if (s->kind != ST_DEFER)
        return;
    vec_push(&d->seen, s);
    diag_warning(d->found, s->span,
                 "it is never called: nothing ends the loop, so the function does not return");
}

static void at_stmt(void *ctx, Stmt *s)
{
    Endless e = {.loop = s};
    if (s->kind != ST_FOR || s->for_.cond)
        return;
    vet_walk_stmt(s->for_.body, &(VetWalk){.ctx = &e, .stmt = note_end, .no_literals = true});
    if (!e.ends)
        vet_walk_stmt(s->for_.body, &(VetWalk){.ctx = ctx, .stmt = report, .no_literals = true});
}

void vet_defer_loop(const VetFile *file, Diags *found)
{
    Deferred d = {.found = found};
    vet_walk_file(file->file, &(VetWalk){.ctx = &d, .stmt = at_stmt});
    vec_free(&d.seen);
}
