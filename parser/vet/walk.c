/* Goes through a syntax tree, each node before its children. */
#include "parser/vet/vet.h"

static void walk_list(const StmtList *list, const VetWalk *w)
{
    if (w->list)
        w->list(w->ctx, list);
    for (u32 i = 0; i < list->len; i++)
        vet_walk_stmt(list->data[i], w);
}

static void walk_exprs(const ExprList *list, const VetWalk *w)
{
    for (u32 i = 0; i < list->len; i++)
        vet_walk_expr(list->data[i], w);
}

static void walk_fields(const FieldList *list, const VetWalk *w)
{
    for (u32 i = 0; i < list->len; i++)
        if (!i || list->data[i]->type != list->data[i - 1]->type) /* a, b int */
            vet_walk_expr(list->data[i]->type, w);
}

static void walk_signature(const FuncSig *sig, const VetWalk *w)
{
    walk_fields(&sig->params, w);
    walk_fields(&sig->results, w);
}

static void walk_func(FuncLit *fn, const FuncDecl *decl, const VetWalk *w)
{
    walk_signature(&fn->sig, w);
    if (!fn->body)
        return;
    if (w->func)
        w->func(w->ctx, fn, decl);
    vet_walk_stmt(fn->body, w);
}

static void walk_type(Expr *e, const VetWalk *w)
{
    switch (e->kind) {
    case EX_ARRAY_TYPE:
        vet_walk_expr(e->array_type.len, w);
        vet_walk_expr(e->array_type.elem, w);
        break;
    case EX_STRUCT_TYPE: walk_fields(&e->struct_type.fields, w); break;
    case EX_FUNC_TYPE: walk_signature(e->func_type, w); break;
    case EX_INTERFACE_TYPE: walk_fields(&e->interface_type.methods, w); break;
    case EX_MAP_TYPE:
        vet_walk_expr(e->map_type.key, w);
        vet_walk_expr(e->map_type.elem, w);
        break;
    case EX_CHAN_TYPE: vet_walk_expr(e->chan_type.elem, w); break;
    case EX_ELLIPSIS: vet_walk_expr(e->ellipsis, w); break;
    default: break;
    }
}

void vet_walk_expr(Expr *e, const VetWalk *w)
{
    if (!e)
        return;
    if (w->expr)
        w->expr(w->ctx, e);
    switch (e->kind) {
    case EX_COMPOSITE:
        vet_walk_expr(e->composite.type_expr, w);
        walk_exprs(&e->composite.elems, w);
        break;
    case EX_FUNC:
        if (!w->no_literals)
            walk_func(e->func, NULL, w);
        break;
    case EX_PAREN: vet_walk_expr(e->paren, w); break;
    case EX_SELECTOR: vet_walk_expr(e->selector.x, w); break;
    case EX_INDEX:
        vet_walk_expr(e->index.x, w);
        walk_exprs(&e->index.args, w);
        break;
    case EX_SLICE:
        vet_walk_expr(e->slice.x, w);
        vet_walk_expr(e->slice.lo, w);
        vet_walk_expr(e->slice.hi, w);
        vet_walk_expr(e->slice.max, w);
        break;
    case EX_ASSERT:
        vet_walk_expr(e->assert.x, w);
        vet_walk_expr(e->assert.type_expr, w);
        break;
    case EX_CALL:
        vet_walk_expr(e->call.fun, w);
        walk_exprs(&e->call.args, w);
        break;
    case EX_STAR: vet_walk_expr(e->star, w); break;
    case EX_UNARY: vet_walk_expr(e->unary.x, w); break;
    case EX_BINARY:
        vet_walk_expr(e->binary.x, w);
        vet_walk_expr(e->binary.y, w);
        break;
    case EX_KEYVALUE:
        vet_walk_expr(e->keyvalue.key, w);
        vet_walk_expr(e->keyvalue.value, w);
        break;
    default: walk_type(e, w); break;
    }
}

static void walk_clause(const Clause *c, const VetWalk *w)
{
    walk_exprs(&c->exprs, w);
    if (c->comm)
        vet_walk_stmt(c->comm, w);
    walk_list(&c->body, w);
}

static void walk_decl(const Decl *d, const VetWalk *w)
{
    if (d->kind == DECL_VAR) {
        vet_walk_expr(d->value.type, w);
        walk_exprs(&d->value.values, w);
    }
    if (d->kind == DECL_TYPE)
        vet_walk_expr(d->type.type, w);
    if (d->kind == DECL_FUNC)
        walk_func(&d->func->fn, d->func, w);
}

static void walk_loop(Stmt *s, const VetWalk *w)
{
    if (s->kind == ST_RANGE) {
        vet_walk_expr(s->range.key, w);
        vet_walk_expr(s->range.value, w);
        vet_walk_expr(s->range.x, w);
        vet_walk_stmt(s->range.body, w);
        return;
    }
    vet_walk_stmt(s->for_.init, w);
    vet_walk_expr(s->for_.cond, w);
    vet_walk_stmt(s->for_.post, w);
    vet_walk_stmt(s->for_.body, w);
}

static void walk_switch(Stmt *s, const VetWalk *w)
{
    vet_walk_stmt(s->kind == ST_SWITCH ? s->switch_.init : s->typeswitch.init, w);
    vet_walk_expr(s->kind == ST_SWITCH ? s->switch_.tag : s->typeswitch.x, w);
    u32 n = s->kind == ST_SWITCH ? s->switch_.clauses.len : s->typeswitch.clauses.len;
    for (u32 i = 0; i < n; i++)
        walk_clause(
            s->kind == ST_SWITCH ? s->switch_.clauses.data[i] : s->typeswitch.clauses.data[i], w);
}

void vet_walk_stmt(Stmt *s, const VetWalk *w)
{
    if (!s)
        return;
    if (w->stmt)
        w->stmt(w->ctx, s);
    switch (s->kind) {
    case ST_BLOCK: walk_list(&s->block.list, w); break;
    case ST_EXPR: vet_walk_expr(s->expr, w); break;
    case ST_SEND:
        vet_walk_expr(s->send.ch, w);
        vet_walk_expr(s->send.value, w);
        break;
    case ST_INCDEC: vet_walk_expr(s->incdec.x, w); break;
    case ST_ASSIGN:
    case ST_DEFINE:
        walk_exprs(&s->assign.lhs, w);
        walk_exprs(&s->assign.rhs, w);
        break;
    case ST_DECL: walk_decl(s->decl, w); break;
    case ST_GO:
    case ST_DEFER: vet_walk_expr(s->call, w); break;
    case ST_RETURN: walk_exprs(&s->results, w); break;
    case ST_IF:
        vet_walk_stmt(s->if_.init, w);
        vet_walk_expr(s->if_.cond, w);
        vet_walk_stmt(s->if_.then, w);
        vet_walk_stmt(s->if_.els, w);
        break;
    case ST_SWITCH:
    case ST_TYPESWITCH: walk_switch(s, w); break;
    case ST_SELECT:
        for (u32 i = 0; i < s->select.clauses.len; i++)
            walk_clause(s->select.clauses.data[i], w);
        break;
    case ST_FOR:
    case ST_RANGE: walk_loop(s, w); break;
    case ST_LABELED: vet_walk_stmt(s->labeled.stmt, w); break;
    default: break;
    }
}

void vet_walk_file(const FileAst *file, const VetWalk *w)
{
    if (!file->package)
        walk_list(&file->stmts, w);
    for (u32 i = 0; file->package && i < file->decls.len; i++)
        walk_decl(file->decls.data[i], w);
}
