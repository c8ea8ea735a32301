/* A ticker that is made in a loop and not stopped there: one more for each iteration, for ever.
 * Since Go 1.23 one that nothing refers to is collected. */
#include <string.h>

#include "parser/vet/vet.h"

typedef struct Tickers {
    Diags *found;
    VEC(const Expr *) seen; /* loops in loops are visited more than once */
} Tickers;

static void report(Tickers *t, const Expr *call)
{
    for (u32 i = 0; i < t->seen.len; i++)
        if (t->seen.data[i] == call)
            return;
    vec_push(&t->seen, call);
    diag_warning(t->found, call->span,
                 "each iteration makes a ticker that is never stopped (before Go 1.23 it is kept)");
}

/* How a variable with a ticker is used. */
typedef struct Uses {
    const Obj *var;
    const Expr *made; /* where it is assigned to */
    u32 all, fields;
    bool stops;
} Uses;

static void note_use(void *ctx, Expr *e)
{
    Uses *uses = ctx;
    if (e->kind == EX_SELECTOR && vet_variable(e->selector.x) == uses->var) {
        uses->fields++;
        uses->stops |= !strcmp(e->selector.sel->ident.name->text, "Stop");
    }
    uses->all += e->kind == EX_IDENT && e != uses->made && vet_variable(e) == uses->var;
}

typedef struct Loop {
    Tickers *tickers;
    Stmt *body;
} Loop;

static void at_expr(void *ctx, Expr *e)
{
    const Loop *loop = ctx;
    if (e->kind == EX_CALL && vet_calls(e, "time", NULL, "Tick"))
        report(loop->tickers, e);
}

/* A ticker of a variable that the loop neither stops nor passes on. */
static void at_stmt(void *ctx, Stmt *s)
{
    const Loop *loop = ctx;
    if ((s->kind != ST_DEFINE && s->kind != ST_ASSIGN) || s->assign.lhs.len != 1 ||
        s->assign.rhs.len != 1)
        return;
    Expr *call = vet_unparen(s->assign.rhs.data[0]);
    Uses uses = {.var = vet_variable(s->assign.lhs.data[0]), .made = s->assign.lhs.data[0]};
    if (call->kind != EX_CALL || !vet_calls(call, "time", NULL, "NewTicker") || !uses.var ||
        uses.var->var.kind != VAR_LOCAL)
        return;
    vet_walk_stmt(loop->body, &(VetWalk){.ctx = &uses, .expr = note_use});
    if (!uses.stops && uses.all == uses.fields)
        report(loop->tickers, call);
}

static void at_loop(void *ctx, Stmt *s)
{
    Loop loop = {.tickers = ctx};
    if (s->kind != ST_FOR && s->kind != ST_RANGE)
        return;
    loop.body = s->kind == ST_FOR ? s->for_.body : s->range.body;
    vet_walk_stmt(loop.body,
                  &(VetWalk){.ctx = &loop, .expr = at_expr, .stmt = at_stmt, .no_literals = true});
}

void vet_ticker(const VetFile *file, Diags *found)
{
    Tickers t = {.found = found};
    if (file->file->go_minor < 23)
        vet_walk_file(file->file, &(VetWalk){.ctx = &t, .stmt = at_loop});
    vec_free(&t.seen);
}
