/* A context whose cancel function is never called keeps its timer and its place in the parent for
 * ever. Of a variable with that function each way from where it is set to a return must mention
 * it, be it in a function literal. */
#include <string.h>

#include "parser/vet/vet.h"

/* What is known at a statement: it is reached; it is with the function set and not mentioned. */
enum { REACHED = 1, UNUSED = 2 };

/* The name of the function of package context that makes a cancel function, or NULL. */
static const char *made_by(const Expr *call)
{
    static const char *const names[] = {"WithCancel",        "WithCancelCause", "WithDeadline",
                                        "WithDeadlineCause", "WithTimeout",     "WithTimeoutCause"};
    for (u32 i = 0; i < COUNT_OF(names); i++)
        if (vet_calls(call, "context", NULL, names[i]))
            return names[i];
    return NULL;
}

/* One variable that a cancel function is assigned to. */
typedef struct Cancel {
    Diags *found;
    const Stmt *made; /* where */
    const Obj *var;
    const FuncLit *fn;
    Span lost; /* the first return that is reached without a mention */
} Cancel;

static void note_mention(void *ctx, Expr *e)
{
    Cancel *cancel = ctx;
    if (e->kind == EX_IDENT && e->ident.obj == cancel->var)
        cancel->var = NULL;
}

static u32 at_expr(void *ctx, Expr *e, u32 in)
{
    Cancel copy = *(Cancel *)ctx;
    vet_walk_expr(e, &(VetWalk){.ctx = &copy, .expr = note_mention});
    return copy.var ? in : in & ~(u32)UNUSED;
}

static bool is_simple(const Stmt *s)
{
    switch (s->kind) {
    case ST_BLOCK:
    case ST_IF:
    case ST_FOR:
    case ST_RANGE:
    case ST_SWITCH:
    case ST_TYPESWITCH:
    case ST_SELECT:
    case ST_LABELED: return false;
    default: return true;
    }
}

/* A return without values returns named results, too. */
static bool returns_it(const Cancel *cancel, const Stmt *s)
{
    for (u32 i = 0; !s->results.len && i < cancel->fn->results.len; i++)
        if (cancel->fn->results.data[i] == cancel->var)
            return true;
    return false;
}

static void lose(Cancel *cancel, Span at)
{
    if (!cancel->lost.start)
        cancel->lost = at;
}

static u32 at_stmt(void *ctx, Stmt *s, u32 in, bool reports)
{
    Cancel *cancel = ctx;
    if (s == cancel->made)
        return in ? REACHED | UNUSED : 0;
    Expr *call = s->kind == ST_EXPR ? vet_call_of(s) : NULL;
    if ((in & UNUSED) && is_simple(s) && vet_mentions(s, cancel->var))
        in &= ~(u32)UNUSED;
    if (call && vet_never_returns(call))
        return 0;
    if (s->kind == ST_RETURN && (in & UNUSED) && reports && !returns_it(cancel, s))
        lose(cancel, s->span);
    return in;
}

static void check_ways(Cancel *cancel)
{
    VetFlow flow = {cancel, at_stmt, at_expr};
    if (vet_flow(cancel->fn->body, &flow, REACHED) & UNUSED)
        lose(cancel, (Span){cancel->fn->body->block.rbrace, cancel->fn->body->block.rbrace + 1});
    if (!cancel->lost.start)
        return;
    const char *name = cancel->var->name->text;
    diag_warning(cancel->found, cancel->made->span,
                 "the %s function is not used on all paths (possible context leak)", name);
    diag_warning(cancel->found, cancel->lost,
                 "this return statement may be reached without using the %s var defined on line %u",
                 name, source_place(cancel->found->sources, cancel->made->span.start).line);
}

/* ---- functions ---- */

typedef struct Function {
    Diags *found;
    const FuncLit *fn;
    bool ends_program; /* main: what its variables leave ends with the program */
} Function;

static bool declares(const FuncLit *fn, const Obj *var)
{
    if (var->var.kind == VAR_RESULT)
        for (u32 i = 0; i < fn->results.len; i++)
            if (fn->results.data[i] == var)
                return true;
    return var->var.kind == VAR_LOCAL && (!var->var.func || var->var.func == fn);
}

static void check_made(Function *f, const Stmt *s, Expr *to, const char *by)
{
    const Obj *var = vet_variable(to);
    if (to->kind == EX_IDENT && !strcmp(to->ident.name->text, "_"))
        diag_warning(f->found, to->span,
                     "the cancel function returned by context.%s should be called, not discarded, "
                     "to avoid a context leak",
                     by);
    else if (var && !f->ends_program && declares(f->fn, var))
        check_ways(&(Cancel){.found = f->found, .made = s, .var = var, .fn = f->fn});
}

static void find_made(void *ctx, Stmt *s)
{
    const ExprList *to = NULL, *from = NULL;
    if (s->kind == ST_ASSIGN || s->kind == ST_DEFINE) {
        to = &s->assign.lhs;
        from = &s->assign.rhs;
    } else if (s->kind == ST_DECL && s->decl->kind == DECL_VAR) {
        to = &s->decl->value.names;
        from = &s->decl->value.values;
    }
    if (!to || to->len != 2 || from->len != 1)
        return;
    Expr *call = vet_unparen(from->data[0]);
    const char *by = call->kind == EX_CALL ? made_by(call) : NULL;
    if (by)
        check_made(ctx, s, to->data[1], by);
}

static bool is_main(const FuncDecl *decl)
{
    return decl && !decl->recv && !strcmp(decl->name->ident.name->text, "main") && decl->obj &&
           decl->obj->pkg && !strcmp(decl->obj->pkg->name->text, "main");
}

static void at_func(void *ctx, FuncLit *fn, const FuncDecl *decl)
{
    Function f = {ctx, fn, is_main(decl)};
    vet_walk_stmt(fn->body, &(VetWalk){.ctx = &f, .stmt = find_made, .no_literals = true});
}

void vet_lostcancel(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .func = at_func});
}
