/* t.Fatal and the like in a goroutine that a test starts: they end that goroutine, and the test
 * goes on. */
#include <string.h>

#include "parser/vet/vet.h"

typedef struct Goroutines {
    const FileAst *file;
    Diags *found;
    Span at;     /* the go statement, if calls in another function are reported there */
    Span within; /* the function that the goroutine runs */
} Goroutines;

/* Whether the variable is a parameter of type *testing.T or the like. */
static bool is_test(const Obj *var)
{
    const Type *t = var && var->var.kind == VAR_PARAM ? var->type : NULL;
    const Type *elem = t && t->kind == TY_POINTER ? t->pointer.elem : NULL;
    return elem && elem->kind == TY_NAMED && elem->named.obj->pkg &&
           !strcmp(elem->named.obj->pkg->path, "testing");
}

static bool ends_goroutine(const char *name)
{
    static const char *const names[] = {"FailNow", "Fatal", "Fatalf", "Skip", "SkipNow", "Skipf"};
    for (u32 i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

/* A literal within the goroutine that has its own test runs in that, as t.Run has it. */
static bool is_its_own(const Goroutines *g, const Obj *var)
{
    return g->within.start && var->pos >= g->within.start && var->pos < g->within.end;
}

static void at_expr(void *ctx, Expr *e)
{
    const Goroutines *g = ctx;
    const Obj *var = e->kind == EX_SELECTOR ? vet_variable(e->selector.x) : NULL;
    if (!var || !is_test(var) || is_its_own(g, var) ||
        !ends_goroutine(e->selector.sel->ident.name->text))
        return;
    diag_warning(g->found, g->at.start ? g->at : e->span,
                 "call to (*%s).%s from a non-test goroutine",
                 var->type->pointer.elem->named.obj->name->text, e->selector.sel->ident.name->text);
}

static void look_in(Goroutines g, Stmt *body)
{
    if (!body)
        return;
    g.within = body->span;
    vet_walk_stmt(body, &(VetWalk){.ctx = &g, .expr = at_expr});
}

static void at_stmt(void *ctx, Stmt *s)
{
    Goroutines g = *(Goroutines *)ctx;
    Expr *call = s->kind == ST_GO ? vet_call_of(s) : NULL;
    Expr *fun = call ? vet_unparen(call->call.fun) : NULL;
    if (!fun)
        return;
    const Obj *f = vet_function(fun);
    Expr *literal = fun->kind == EX_FUNC ? fun : vet_initial(g.file, fun);
    if (fun->kind != EX_FUNC)
        g.at = s->span;
    if (literal && literal->kind == EX_FUNC)
        look_in(g, literal->func->body);
    else if (f && f->func.decl && f->pkg && !f->pkg->is_library && fun->kind != EX_SELECTOR)
        look_in(g, f->func.decl->fn.body);
    else
        vet_walk_expr(call, &(VetWalk){.ctx = &g, .expr = at_expr});
}

static void at_func(void *ctx, FuncLit *fn, const FuncDecl *decl)
{
    bool test = false;
    for (u32 i = 0; decl && i < fn->params.len; i++)
        test |= is_test(fn->params.data[i]);
    if (test)
        vet_walk_stmt(fn->body, &(VetWalk){.ctx = ctx, .stmt = at_stmt});
}

void vet_testinggoroutine(const VetFile *file, Diags *found)
{
    Goroutines g = {.file = file->file, .found = found};
    vet_walk_file(file->file, &(VetWalk){.ctx = &g, .func = at_func});
}
