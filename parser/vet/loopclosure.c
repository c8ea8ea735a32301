/* Before Go 1.22 a loop has one variable for all iterations: a goroutine or deferred call that
 * captures it mostly sees the value of a later one. As in go vet, only the last statement of the
 * body counts: others may be waited for. */
#include "parser/vet/vet.h"

typedef struct Uses {
    Diags *found;
    const Obj *var;
} Uses;

static void note_use(void *ctx, Expr *e)
{
    const Uses *uses = ctx;
    if (e->kind == EX_IDENT && e->ident.obj == uses->var)
        diag_warning(uses->found, e->span, "loop variable %s captured by func literal",
                     uses->var->name->text);
}

/* The function literal that a goroutine, an errgroup or a deferred call runs, or NULL. */
static FuncLit *started(const Stmt *s)
{
    Expr *call = vet_call_of(s);
    if (!call)
        return NULL;
    Expr *fun = vet_unparen(call->call.fun);
    if (s->kind == ST_EXPR)
        fun = vet_calls(call, "golang.org/x/sync/errgroup", "Group", "Go") && call->call.args.len
                  ? vet_unparen(call->call.args.data[0])
                  : NULL;
    return fun && fun->kind == EX_FUNC ? fun->func : NULL;
}

static void check_last(Diags *found, const StmtList *list, const Obj *var);

static void check_last_of_clauses(Diags *found, Clause *const *clauses, u32 count, const Obj *var)
{
    for (u32 i = 0; i < count; i++)
        check_last(found, &clauses[i]->body, var);
}

static void check_last_of_if(Diags *found, const Stmt *s, const Obj *var)
{
    for (; s->kind == ST_IF; s = s->if_.els) {
        check_last(found, &s->if_.then->block.list, var);
        if (!s->if_.els)
            return;
    }
    check_last(found, &s->block.list, var);
}

/* Looks at the statements within a last statement that are last in turn. */
static void check_within(Diags *found, const Stmt *s, const Obj *var)
{
    switch (s->kind) {
    case ST_BLOCK: check_last(found, &s->block.list, var); break;
    case ST_IF: check_last_of_if(found, s, var); break;
    case ST_FOR: check_last(found, &s->for_.body->block.list, var); break;
    case ST_RANGE: check_last(found, &s->range.body->block.list, var); break;
    case ST_SWITCH:
        check_last_of_clauses(found, s->switch_.clauses.data, s->switch_.clauses.len, var);
        break;
    case ST_TYPESWITCH:
        check_last_of_clauses(found, s->typeswitch.clauses.data, s->typeswitch.clauses.len, var);
        break;
    case ST_SELECT:
        check_last_of_clauses(found, s->select.clauses.data, s->select.clauses.len, var);
        break;
    default: break;
    }
}

/* The last statement that is executed in the body, also at the end of what is nested there. */
static void check_last(Diags *found, const StmtList *list, const Obj *var)
{
    const Stmt *last = list->len ? vec_last(list) : NULL;
    if (!last || !var)
        return;
    check_within(found, last, var);
    FuncLit *fn = started(last);
    Uses uses = {found, var};
    if (fn)
        vet_walk_stmt(fn->body, &(VetWalk){.ctx = &uses, .expr = note_use});
}

/* Whether the statement is t.Parallel() of the literal's own test. */
static bool makes_parallel(const FuncLit *fn, const Stmt *s)
{
    const Expr *call = s->kind == ST_EXPR ? vet_call_of(s) : NULL;
    Expr *fun = call ? vet_unparen(call->call.fun) : NULL;
    return fun && fun->kind == EX_SELECTOR && vet_calls(call, "testing", "T", "Parallel") &&
           fn->params.len && vet_variable(fun->selector.x) == fn->params.data[0];
}

/* A subtest that is parallel runs when the loop has ended: what follows t.Parallel() in it. */
static void check_subtest(Diags *found, const Stmt *s, const Obj *var)
{
    const Expr *call = s->kind == ST_EXPR ? vet_call_of(s) : NULL;
    Expr *fun = call && call->call.args.len == 2 && vet_calls(call, "testing", "T", "Run")
                    ? vet_unparen(call->call.args.data[1])
                    : NULL;
    if (!fun || fun->kind != EX_FUNC)
        return;
    const StmtList *list = &fun->func->body->block.list;
    u32 begin = 0; /* after the last label: a jump to it may leave out what is before */
    for (u32 i = 0; i < list->len; i++)
        begin = list->data[i]->kind == ST_LABELED ? i : begin;
    bool parallel = false;
    Uses uses = {found, var};
    for (u32 i = begin; i < list->len; i++) {
        const Stmt *stmt = list->data[i];
        while (stmt->kind == ST_LABELED)
            stmt = stmt->labeled.stmt;
        if (parallel)
            vet_walk_stmt(list->data[i], &(VetWalk){.ctx = &uses, .expr = note_use});
        parallel |= makes_parallel(fun->func, stmt);
    }
}

static void check_body(Diags *found, const StmtList *list, const Obj *var)
{
    check_last(found, list, var);
    for (u32 i = 0; var && i < list->len; i++)
        check_subtest(found, list->data[i], var);
}

static void check_range(Diags *found, const Stmt *s)
{
    const StmtList *body = &s->range.body->block.list;
    if (s->range.define) {
        check_body(found, body, s->range.key_obj);
        check_body(found, body, s->range.value_obj);
        return;
    }
    check_body(found, body, vet_variable(s->range.key));
    check_body(found, body, vet_variable(s->range.value));
}

/* The variables that the loop steps. */
static void check_for(Diags *found, const Stmt *s)
{
    const Stmt *post = s->for_.post;
    const StmtList *body = &s->for_.body->block.list;
    if (post && post->kind == ST_INCDEC)
        check_body(found, body, vet_variable(post->incdec.x));
    for (u32 i = 0; post && post->kind == ST_ASSIGN && i < post->assign.lhs.len; i++)
        check_body(found, body, vet_variable(post->assign.lhs.data[i]));
}

static void at_stmt(void *ctx, Stmt *s)
{
    if (s->kind == ST_RANGE && !s->range.fn)
        check_range(ctx, s);
    if (s->kind == ST_FOR)
        check_for(ctx, s);
}

void vet_loopclosure(const VetFile *file, Diags *found)
{
    if (file->file->go_minor < 22)
        vet_walk_file(file->file, &(VetWalk){.ctx = found, .stmt = at_stmt});
}
