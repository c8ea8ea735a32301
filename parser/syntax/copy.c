/* Deep copies of syntax trees, for instantiating generic functions and repeating constants. A node
 * is copied as a whole; then its [checker] fields are cleared and its children are replaced by
 * copies. So a new field needs a line here only if it is one of those. */
#include "parser/syntax/ast.h"

static FuncLit *clone_func(Arena *arena, const FuncLit *f);
static Stmt *clone_stmt(Arena *arena, const Stmt *s);
static Decl *clone_decl(Arena *arena, const Decl *d);

static Expr *clone(Arena *arena, const Expr *x)
{
    return x == NULL ? NULL : ast_clone_expr(arena, x);
}

static ExprList clone_exprs(Arena *arena, ExprList list)
{
    ExprList copy = {0};
    for (u32 i = 0; i < list.len; i++)
        avec_push(arena, &copy, clone(arena, list.data[i]));
    return copy;
}

/* In `a, b T` the fields share their type, and so do their copies. (A copy per field would take
 * exponential time where such lists are nested.) */
static FieldList clone_fields(Arena *arena, FieldList list)
{
    FieldList copies = {0};
    for (u32 i = 0; i < list.len; i++) {
        const Field *field = list.data[i];
        bool shared = i > 0 && field->type == list.data[i - 1]->type;
        Field *copy = ARENA_NEW(arena, Field);
        *copy = *field;
        copy->name = clone(arena, field->name);
        copy->type = shared ? vec_last(&copies)->type : clone(arena, field->type);
        copy->tag = clone(arena, field->tag);
        avec_push(arena, &copies, copy);
    }
    return copies;
}

static FuncSig clone_sig(Arena *arena, FuncSig sig)
{
    sig.tparams = clone_fields(arena, sig.tparams);
    sig.params = clone_fields(arena, sig.params);
    sig.results = clone_fields(arena, sig.results);
    return sig;
}

static FuncSig *clone_func_type(Arena *arena, const FuncSig *sig)
{
    FuncSig *copy = ARENA_NEW(arena, FuncSig);
    *copy = clone_sig(arena, *sig);
    return copy;
}

static FuncLit *clone_func(Arena *arena, const FuncLit *f)
{
    FuncLit *copy = ARENA_NEW(arena, FuncLit);
    copy->sig = clone_sig(arena, f->sig);
    copy->body = clone_stmt(arena, f->body);
    return copy;
}

/* The children of a type. */
static void clone_type_parts(Arena *arena, Expr *x)
{
    switch (x->kind) {
    case EX_ARRAY_TYPE:
        x->array_type.len = clone(arena, x->array_type.len);
        x->array_type.elem = clone(arena, x->array_type.elem);
        break;
    case EX_STRUCT_TYPE: x->struct_type.fields = clone_fields(arena, x->struct_type.fields); break;
    case EX_FUNC_TYPE: x->func_type = clone_func_type(arena, x->func_type); break;
    case EX_INTERFACE_TYPE:
        x->interface_type.methods = clone_fields(arena, x->interface_type.methods);
        break;
    case EX_MAP_TYPE:
        x->map_type.key = clone(arena, x->map_type.key);
        x->map_type.elem = clone(arena, x->map_type.elem);
        break;
    case EX_CHAN_TYPE: x->chan_type.elem = clone(arena, x->chan_type.elem); break;
    case EX_ELLIPSIS: x->ellipsis = clone(arena, x->ellipsis); break;
    default: break;
    }
}

static void clone_call(Arena *arena, Expr *x)
{
    x->call.fun = clone(arena, x->call.fun);
    x->call.args = clone_exprs(arena, x->call.args);
    x->call.is_conversion = false;
    x->call.builtin = 0;
}

static void clone_slice(Arena *arena, Expr *x)
{
    x->slice.x = clone(arena, x->slice.x);
    x->slice.lo = clone(arena, x->slice.lo);
    x->slice.hi = clone(arena, x->slice.hi);
    x->slice.max = clone(arena, x->slice.max);
}

/* The children of an expression. */
static void clone_parts(Arena *arena, Expr *x)
{
    switch (x->kind) {
    case EX_IDENT: x->ident.obj = NULL; break;
    case EX_COMPOSITE:
        x->composite.type_expr = clone(arena, x->composite.type_expr);
        x->composite.elems = clone_exprs(arena, x->composite.elems);
        break;
    case EX_FUNC: x->func = clone_func(arena, x->func); break;
    case EX_PAREN: x->paren = clone(arena, x->paren); break;
    case EX_SELECTOR:
        x->selector.x = clone(arena, x->selector.x);
        x->selector.sel = clone(arena, x->selector.sel);
        x->selector.selection = NULL;
        break;
    case EX_INDEX:
        x->index.x = clone(arena, x->index.x);
        x->index.args = clone_exprs(arena, x->index.args);
        break;
    case EX_SLICE: clone_slice(arena, x); break;
    case EX_ASSERT:
        x->assert.x = clone(arena, x->assert.x);
        x->assert.type_expr = clone(arena, x->assert.type_expr);
        break;
    case EX_CALL: clone_call(arena, x); break;
    case EX_STAR: x->star = clone(arena, x->star); break;
    case EX_UNARY: x->unary.x = clone(arena, x->unary.x); break;
    case EX_BINARY:
        x->binary.x = clone(arena, x->binary.x);
        x->binary.y = clone(arena, x->binary.y);
        break;
    case EX_KEYVALUE:
        x->keyvalue.key = clone(arena, x->keyvalue.key);
        x->keyvalue.value = clone(arena, x->keyvalue.value);
        break;
    default: clone_type_parts(arena, x); break;
    }
}

Expr *ast_clone_expr(Arena *arena, const Expr *x)
{
    Expr *copy = ast_copy_expr(arena, x);
    copy->mode = MODE_INVALID;
    copy->type = NULL;
    copy->val = NULL;
    clone_parts(arena, copy);
    return copy;
}

/* ---- statements, which function literals contain ---- */

static StmtList clone_stmts(Arena *arena, StmtList list)
{
    StmtList copy = {0};
    for (u32 i = 0; i < list.len; i++)
        avec_push(arena, &copy, clone_stmt(arena, list.data[i]));
    return copy;
}

static Clause *clone_clause(Arena *arena, const Clause *clause)
{
    Clause *copy = ARENA_NEW(arena, Clause);
    *copy = *clause;
    copy->exprs = clone_exprs(arena, clause->exprs);
    copy->comm = clone_stmt(arena, clause->comm);
    copy->body = clone_stmts(arena, clause->body);
    copy->var = NULL;
    return copy;
}

/* Replaces the clauses of a copied statement, in place; the array itself is new. */
static void clone_clauses(Arena *arena, Clause ***data, u32 len)
{
    Clause **copy = ARENA_ARRAY(arena, Clause *, len);
    for (u32 i = 0; i < len; i++)
        copy[i] = clone_clause(arena, (*data)[i]);
    *data = copy;
}

static void clone_control(Arena *arena, Stmt *s)
{
    switch (s->kind) {
    case ST_IF:
        s->if_.init = clone_stmt(arena, s->if_.init);
        s->if_.cond = clone(arena, s->if_.cond);
        s->if_.then = clone_stmt(arena, s->if_.then);
        s->if_.els = clone_stmt(arena, s->if_.els);
        break;
    case ST_SWITCH:
        s->switch_.init = clone_stmt(arena, s->switch_.init);
        s->switch_.tag = clone(arena, s->switch_.tag);
        clone_clauses(arena, &s->switch_.clauses.data, s->switch_.clauses.len);
        break;
    case ST_TYPESWITCH:
        s->typeswitch.init = clone_stmt(arena, s->typeswitch.init);
        s->typeswitch.bind = clone(arena, s->typeswitch.bind);
        s->typeswitch.x = clone(arena, s->typeswitch.x);
        clone_clauses(arena, &s->typeswitch.clauses.data, s->typeswitch.clauses.len);
        break;
    case ST_SELECT: clone_clauses(arena, &s->select.clauses.data, s->select.clauses.len); break;
    case ST_FOR:
        s->for_.init = clone_stmt(arena, s->for_.init);
        s->for_.cond = clone(arena, s->for_.cond);
        s->for_.post = clone_stmt(arena, s->for_.post);
        s->for_.body = clone_stmt(arena, s->for_.body);
        memset(&s->for_.loop_vars, 0, sizeof s->for_.loop_vars);
        break;
    case ST_RANGE:
        s->range.key = clone(arena, s->range.key);
        s->range.value = clone(arena, s->range.value);
        s->range.x = clone(arena, s->range.x);
        s->range.body = clone_stmt(arena, s->range.body);
        s->range.key_obj = s->range.value_obj = s->range.state = NULL;
        s->range.fn = NULL;
        memset(&s->range.leaving, 0, sizeof s->range.leaving);
        break;
    default: break;
    }
}

static void clone_stmt_parts(Arena *arena, Stmt *s)
{
    switch (s->kind) {
    case ST_BLOCK: s->block.list = clone_stmts(arena, s->block.list); break;
    case ST_EXPR: s->expr = clone(arena, s->expr); break;
    case ST_SEND:
        s->send.ch = clone(arena, s->send.ch);
        s->send.value = clone(arena, s->send.value);
        break;
    case ST_INCDEC: s->incdec.x = clone(arena, s->incdec.x); break;
    case ST_ASSIGN:
    case ST_DEFINE:
        s->assign.lhs = clone_exprs(arena, s->assign.lhs);
        s->assign.rhs = clone_exprs(arena, s->assign.rhs);
        memset(&s->assign.new_vars, 0, sizeof s->assign.new_vars);
        break;
    case ST_DECL: s->decl = clone_decl(arena, s->decl); break;
    case ST_GO:
    case ST_DEFER: s->call = clone(arena, s->call); break;
    case ST_RETURN: s->results = clone_exprs(arena, s->results); break;
    case ST_BREAK:
    case ST_CONTINUE:
    case ST_GOTO:
        s->branch.label = clone(arena, s->branch.label);
        s->branch.target = NULL;
        break;
    case ST_LABELED:
        s->labeled.label = clone(arena, s->labeled.label);
        s->labeled.stmt = clone_stmt(arena, s->labeled.stmt);
        s->labeled.used = false;
        break;
    default: clone_control(arena, s); break;
    }
}

static Stmt *clone_stmt(Arena *arena, const Stmt *s)
{
    if (s == NULL)
        return NULL;
    Stmt *copy = ast_copy_stmt(arena, s);
    clone_stmt_parts(arena, copy);
    return copy;
}

static Decl *clone_decl(Arena *arena, const Decl *d)
{
    Decl *copy = ARENA_NEW(arena, Decl);
    *copy = *d;
    switch (d->kind) {
    case DECL_CONST:
    case DECL_VAR:
        copy->value.names = clone_exprs(arena, d->value.names);
        copy->value.type = clone(arena, d->value.type);
        copy->value.values = clone_exprs(arena, d->value.values);
        memset(&copy->value.objs, 0, sizeof copy->value.objs);
        break;
    case DECL_TYPE:
        copy->type.name = clone(arena, d->type.name);
        copy->type.tparams = clone_fields(arena, d->type.tparams);
        copy->type.type = clone(arena, d->type.type);
        copy->type.obj = NULL;
        break;
    case DECL_IMPORT:
    case DECL_FUNC: break; /* never inside a function */
    }
    return copy;
}

FuncDecl *ast_clone_func(Arena *arena, const FuncDecl *f)
{
    FuncDecl *copy = ARENA_NEW(arena, FuncDecl);
    copy->name = clone(arena, f->name);
    if (f->recv != NULL) {
        FieldList recv = {(Field **)&f->recv, 1, 1};
        copy->recv = clone_fields(arena, recv).data[0];
    }
    copy->fn.sig = clone_sig(arena, f->fn.sig);
    copy->fn.body = clone_stmt(arena, f->fn.body);
    return copy;
}

u32 ast_exit_number(const LoopExits *exits, const Stmt *jump)
{
    for (u32 i = 0; i < exits->jumps.len; i++) {
        const Stmt *other = exits->jumps.data[i];
        if (other->kind == jump->kind &&
            (jump->kind == ST_RETURN || other->branch.target == jump->branch.target))
            return i + 1;
    }
    return 0;
}

bool ast_stays_in_loop(const FuncLit *body, const Stmt *jump)
{
    if (jump->kind == ST_RETURN)
        return false;
    const Stmt *to = jump->branch.target;
    return to == body->loop ||
           (to->span.start >= body->body->span.start && to->span.end <= body->body->span.end);
}
