/* Inlining of functions whose body is a `return` of one number computed from the parameters. The
 * expression reads parameters and constants only and cannot panic, so inlining is not observable
 * except by its speed, and by --cover. */
#include "parser/gen/gen.h"

static bool is_number_or_bool(const Expr *e)
{
    if (!e->type || e->type->kind == TY_TUPLE)
        return false;
    return type_is_integer(e->type) || type_is_float(e->type) || type_is_boolean(e->type);
}

static bool is_param(const FuncLit *fn, const Obj *obj)
{
    for (u32 i = 0; i < fn->params.len; i++)
        if (fn->params.data[i] == obj)
            return true;
    return false;
}

static bool is_pure(const FuncLit *fn, Expr *e, u32 *nodes);

static bool is_pure_binary(const FuncLit *fn, Expr *e, u32 *nodes)
{
    Expr *x = e->binary.x, *y = e->binary.y;
    switch (e->binary.op) {
    case TK_QUO:
    case TK_REM: /* the checker has rejected a zero constant divisor */
        if (!y->val && !type_is_float(y->type))
            return false;
        break;
    case TK_SHL:
    case TK_SHR:
        if (!y->val && !gen_is_unsigned(y->type))
            return false;
        break;
    default: break;
    }
    return is_pure(fn, x, nodes) && is_pure(fn, y, nodes);
}

static bool is_pure(const FuncLit *fn, Expr *e, u32 *nodes)
{
    enum { MOST = 24 }; /* nodes of an expression that is inlined */
    if (++*nodes > MOST || !is_number_or_bool(e))
        return false;
    if (e->val)
        return true;
    switch (e->kind) {
    case EX_PAREN: return is_pure(fn, e->paren, nodes);
    case EX_IDENT: return e->ident.obj && is_param(fn, e->ident.obj);
    case EX_UNARY:
        return e->unary.op != TK_AND && e->unary.op != TK_ARROW && is_pure(fn, e->unary.x, nodes);
    case EX_BINARY: return is_pure_binary(fn, e, nodes);
    case EX_CALL: return e->call.is_conversion && is_pure(fn, e->call.args.data[0], nodes);
    default: return false;
    }
}

Expr *gen_inlinable(Gen *g, Obj *fn)
{
    if (g->options.cover) /* its statement is counted */
        return NULL;
    FuncDecl *decl = fn->func.decl;
    if (!decl || fn->func.recv || fn->func.generic || !decl->fn.body)
        return NULL;
    if (!check_needed_body(g->cx, decl))
        return NULL;
    FuncLit *lit = &decl->fn;
    StmtList *body = &lit->body->block.list;
    if (body->len != 1 || body->data[0]->kind != ST_RETURN || lit->results.len != 1 ||
        lit->results.data[0]->name || lit->type->func.variadic)
        return NULL;
    ExprList *values = &body->data[0]->results;
    u32 nodes = 0;
    return values->len == 1 && is_pure(lit, values->data[0], &nodes) ? values->data[0] : NULL;
}

/* The parameters denote the registers of the arguments, which do not change before they are
 * read. */
Reg gen_inline(Gen *g, Expr *call, Obj *fn, Expr *value, Reg want)
{
    Type *sig = fn->func.decl->fn.type;
    ExprList *args = &call->call.args;
    if (args->len != sig->func.params.len) /* f(g()), where g has several results */
        return ANY;
    Reg dst = gen_want(g, want, 1), mark = g->f->top;
    bool hoisted = gen_hoist_args(g, call, sig);
    Reg *regs = ARENA_ARRAY(&g->arena, Reg, args->len);
    for (u32 i = 0; i < args->len; i++)
        regs[i] = gen_value_as(g, args->data[i], sig->func.params.data[i], ANY);
    for (u32 i = 0; i < args->len; i++) {
        Obj *param = fn->func.decl->fn.params.data[i];
        VarLoc *loc = ARENA_NEW(&g->arena, VarLoc);
        *loc = (VarLoc){.obj = param, .type = gen_type(g, param->type), .reg = regs[i]};
        param->gen = loc;
    }
    gen_value_as(g, value, sig->func.results.data[0], dst);
    gen_hoist_end(g, hoisted);
    g->f->top = mark;
    return dst;
}
