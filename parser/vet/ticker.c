/* A ticker that is made in a loop and not stopped there, or in a function that ends: one more for
 * each iteration or call, for ever. Since Go 1.23 one that nothing refers to is collected. */
#include <string.h>

#include "parser/vet/vet.h"

typedef struct Tickers {
    Diags *found;
    VEC(const Expr *) seen; /* loops in loops are visited more than once */
} Tickers;

static void report(Tickers *t, const Expr *call, const char *each)
{
    for (u32 i = 0; i < t->seen.len; i++)
        if (t->seen.data[i] == call)
            return;
    vec_push(&t->seen, call);
    diag_warning(t->found, call->span,
                 "each %s makes a ticker that is never stopped (before Go 1.23 it is kept)", each);
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

/* The body of a loop or function. */
typedef struct Loop {
    Tickers *tickers;
    Stmt *body;
    const char *each; /* what it is done for */
} Loop;

static void at_expr(void *ctx, Expr *e)
{
    const Loop *loop = ctx;
    if (e->kind == EX_CALL && vet_calls(e, "time", NULL, "Tick"))
        report(loop->tickers, e, loop->each);
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
        report(loop->tickers, call, loop->each);
}

static void at_loop(void *ctx, Stmt *s)
{
    Loop loop = {.tickers = ctx, .each = "iteration"};
    if (s->kind != ST_FOR && s->kind != ST_RANGE)
        return;
    loop.body = s->kind == ST_FOR ? s->for_.body : s->range.body;
    vet_walk_stmt(loop.body,
                  &(VetWalk){.ctx = &loop, .expr = at_expr, .stmt = at_stmt, .no_literals = true});
}

static u32 any_stmt(void *ctx, Stmt *s, u32 in, bool reports)
{
    bool *ends = ctx;
    const Expr *call = s->kind == ST_EXPR ? vet_call_of(s) : NULL;
    *ends |= reports && in && s->kind == ST_RETURN;
    return call && vet_never_returns(call) ? 0 : in;
}

static u32 any_expr(void *ctx, Expr *e, u32 in)
{
    (void)ctx;
    (void)e;
    return in;
}

/* Whether the function may end, and the program go on. */
static bool may_end(FuncLit *fn, const FuncDecl *decl)
{
    bool ends = false;
    const char *name = decl ? decl->name->ident.name->text : "";
    if (!decl || !strcmp(name, "main") || !strcmp(name, "init") || !strncmp(name, "Test", 4) ||
        !strncmp(name, "Benchmark", 9) || !strncmp(name, "Example", 7))
        return false;
    return vet_flow(fn->body, &(VetFlow){&ends, any_stmt, any_expr}, 1) || ends;
}

static void at_func(void *ctx, FuncLit *fn, const FuncDecl *decl)
{
    Loop loop = {.tickers = ctx, .body = fn->body, .each = "call"};
    if (may_end(fn, decl))
        vet_walk_stmt(
            fn->body,
            &(VetWalk){.ctx = &loop, .expr = at_expr, .stmt = at_stmt, .no_literals = true});
}

void vet_ticker(const VetFile *file, Diags *found)
{
    Tickers t = {.found = found};
    if (file->file->go_minor < 23) {
        vet_walk_file(file->file, &(VetWalk){.ctx = &t, .stmt = at_loop});
        vet_walk_file(file->file, &(VetWalk){.ctx = &t, .func = at_func});
    }
    vec_free(&t.seen);
}
