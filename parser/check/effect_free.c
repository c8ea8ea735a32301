/* Checker: which initialisers of library variables have no effect but the variable's value. Those
 * are left out of programs that do not use the variable; the others run in each program that
 * contains the package.
 *
 * A function has no effect if all that it writes are its own variables and what they hold that it
 * has made itself, and all that it calls are such functions. Anything else, such as a call through
 * an interface or of a native function, may have one. */
#include "parser/check/decl.h"

/* The function that is looked at, and its variables that hold what it has made. */
typedef struct Body {
    Checker *cx;
    ObjList fresh;
    u32 depth;
} Body;

static bool is_free(Body *b, Expr *e);
static bool stmt_is_free(Body *b, Stmt *s);

static bool all_free(Body *b, ExprList *list)
{
    for (u32 i = 0; i < list->len; i++)
        if (!is_free(b, list->data[i]))
            return false;
    return true;
}

/* ---- calls ---- */

static bool builtin_is_free(const Expr *call)
{
    switch ((BuiltinId)call->call.builtin) {
    case BI_CAP:
    case BI_COMPLEX:
    case BI_IMAG:
    case BI_LEN:
    case BI_MAKE:
    case BI_MAX:
    case BI_MIN:
    case BI_NEW:
    case BI_PANIC:
    case BI_REAL: return true;
    default: return false;
    }
}

/* The declared function, no method of an interface, that the expression names; or NULL. */
static FuncDecl *named_function(Expr *fun)
{
    fun = check_unparen(fun);
    Expr *ident =
        fun->kind == EX_SELECTOR && fun->selector.selection == NULL ? fun->selector.sel : fun;
    Obj *obj = ident->kind == EX_IDENT ? ident->ident.obj : NULL;
    return obj != NULL && obj->kind == OBJ_FUNC && obj->func.generic == NULL ? obj->func.decl
                                                                             : NULL;
}

static bool function_is_free(Body *caller, FuncDecl *f)
{
    enum { DEEPEST = 8 };
    /* Where there are errors nothing runs, and a body that is looked at now would count as faulty
     * in later inputs of a prompt. */
    if (caller->cx->diags->errors)
        return false;
    if (f->effects == EFFECTS_UNKNOWN && caller->depth < DEEPEST) {
        Body b = {.cx = caller->cx, .depth = caller->depth + 1};
        f->effects = EFFECTS_SOME; /* what calls itself is not looked into */
        if (f->fn.body != NULL && check_needed_body(b.cx, f) && !f->fn.has_defer &&
            stmt_is_free(&b, f->fn.body))
            f->effects = EFFECTS_NONE;
        vec_free(&b.fresh);
    }
    return f->effects == EFFECTS_NONE;
}

static bool call_is_free(Body *b, Expr *call)
{
    if (!all_free(b, &call->call.args))
        return false;
    if (call->call.is_conversion)
        return true;
    if (call->call.builtin != 0)
        return builtin_is_free(call);
    FuncDecl *f = named_function(call->call.fun);
    return f != NULL && function_is_free(b, f);
}

/* ---- expressions ---- */

static bool is_free(Body *b, Expr *e)
{
    if (e == NULL || e->mode == MODE_CONST || e->mode == MODE_TYPE)
        return true;
    switch (e->kind) {
    case EX_IDENT:
    case EX_LIT:
    case EX_FUNC: return true;
    case EX_COMPOSITE: return all_free(b, &e->composite.elems);
    case EX_PAREN: return is_free(b, e->paren);
    case EX_SELECTOR: return e->selector.selection == NULL || is_free(b, e->selector.x);
    case EX_INDEX: return is_free(b, e->index.x) && all_free(b, &e->index.args);
    case EX_SLICE:
        return is_free(b, e->slice.x) && is_free(b, e->slice.lo) && is_free(b, e->slice.hi) &&
               is_free(b, e->slice.max);
    case EX_ASSERT: return is_free(b, e->assert.x);
    case EX_CALL: return call_is_free(b, e);
    case EX_STAR: return is_free(b, e->star);
    case EX_UNARY: return e->unary.op != TK_ARROW && is_free(b, e->unary.x);
    case EX_BINARY: return is_free(b, e->binary.x) && is_free(b, e->binary.y);
    case EX_KEYVALUE: return is_free(b, e->keyvalue.key) && is_free(b, e->keyvalue.value);
    default: return false;
    }
}

/* ---- assignments ---- */

/* Whether the value is a reference to memory that nothing else refers to, or no reference. */
static bool makes_memory(Expr *e)
{
    e = check_unparen(e);
    if (e->kind == EX_UNARY && e->unary.op == TK_AND)
        return check_unparen(e->unary.x)->kind == EX_COMPOSITE;
    return e->kind == EX_COMPOSITE ||
           (e->kind == EX_CALL && (e->call.builtin == BI_MAKE || e->call.builtin == BI_NEW));
}

static void note_fresh(Body *b, Obj *var, Expr *value)
{
    if (var != NULL && !var->var.reassigned && makes_memory(value))
        vec_push(&b->fresh, var);
}

static bool is_fresh(const Body *b, const Obj *var)
{
    for (u32 i = 0; i < b->fresh.len; i++)
        if (b->fresh.data[i] == var)
            return true;
    return false;
}

/* How many references lead from x to x.f, x[i] or *x. An embedded field may add some. */
static u32 references(const Expr *e, const Expr *x)
{
    if (e->kind == EX_SELECTOR)
        return e->selector.selection->indirect ? e->selector.selection->path.len : 0;
    return e->kind == EX_INDEX && type_underlying(x->type)->kind == TY_ARRAY ? 0 : 1;
}

/* Whether a variable of the function is written, or what it has made. One reference is followed, no
 * more: what that memory refers to may be other's. */
static bool target_is_own(Body *b, Expr *e)
{
    u32 followed = 0;
    for (;;) {
        e = check_unparen(e);
        Expr *x = e->kind == EX_SELECTOR && e->selector.selection != NULL ? e->selector.x
                  : e->kind == EX_INDEX                                   ? e->index.x
                  : e->kind == EX_STAR                                    ? e->star
                                                                          : NULL;
        if (x == NULL)
            break;
        followed += references(e, x);
        e = x;
    }
    if (e->kind != EX_IDENT || followed > 1)
        return false;
    const Obj *var = e->ident.obj;
    if (var == NULL) /* _ */
        return true;
    return var->kind == OBJ_VAR && var->var.kind != VAR_GLOBAL &&
           (followed == 0 || is_fresh(b, var));
}

/* The operands of a target are evaluated. */
static bool targets_are_free(Body *b, ExprList *targets)
{
    for (u32 i = 0; i < targets->len; i++)
        if (!target_is_own(b, targets->data[i]) || !is_free(b, targets->data[i]))
            return false;
    return true;
}

static bool assign_is_free(Body *b, Stmt *s)
{
    ExprList *rhs = &s->assign.rhs;
    for (u32 i = 0; s->kind == ST_DEFINE && rhs->len == s->assign.lhs.len && i < rhs->len; i++)
        note_fresh(b, s->assign.new_vars.data[i], rhs->data[i]);
    return all_free(b, rhs) && (s->kind == ST_DEFINE || targets_are_free(b, &s->assign.lhs));
}

/* ---- statements ---- */

static bool block_is_free(Body *b, StmtList *list)
{
    for (u32 i = 0; i < list->len; i++)
        if (!stmt_is_free(b, list->data[i]))
            return false;
    return true;
}

static bool range_is_free(Body *b, Stmt *s)
{
    Expr *both[] = {s->range.key, s->range.value};
    bool own = true;
    for (u32 i = 0; i < 2 && !s->range.define; i++)
        own &= both[i] == NULL || (target_is_own(b, both[i]) && is_free(b, both[i]));
    TypeKind kind = type_underlying(s->range.x->type)->kind;
    return own && s->range.fn == NULL && kind != TY_CHAN && is_free(b, s->range.x) &&
           stmt_is_free(b, s->range.body);
}

static bool switch_is_free(Body *b, Stmt *s)
{
    if (!stmt_is_free(b, s->switch_.init) || !is_free(b, s->switch_.tag))
        return false;
    for (u32 i = 0; i < s->switch_.clauses.len; i++) {
        Clause *clause = s->switch_.clauses.data[i];
        if (!all_free(b, &clause->exprs) || !block_is_free(b, &clause->body))
            return false;
    }
    return true;
}

static bool decl_is_free(Body *b, Decl *decl)
{
    return decl->kind != DECL_VAR || all_free(b, &decl->value.values);
}

static bool stmt_is_free(Body *b, Stmt *s)
{
    if (s == NULL)
        return true;
    switch (s->kind) {
    case ST_EMPTY:
    case ST_BREAK:
    case ST_CONTINUE:
    case ST_FALLTHROUGH: return true;
    case ST_BLOCK: return block_is_free(b, &s->block.list);
    case ST_EXPR: return is_free(b, s->expr);
    case ST_INCDEC: return target_is_own(b, s->incdec.x) && is_free(b, s->incdec.x);
    case ST_ASSIGN:
    case ST_DEFINE: return assign_is_free(b, s);
    case ST_DECL: return decl_is_free(b, s->decl);
    case ST_RETURN: return all_free(b, &s->results);
    case ST_IF:
        return stmt_is_free(b, s->if_.init) && is_free(b, s->if_.cond) &&
               stmt_is_free(b, s->if_.then) && stmt_is_free(b, s->if_.els);
    case ST_SWITCH: return switch_is_free(b, s);
    case ST_FOR:
        return stmt_is_free(b, s->for_.init) && is_free(b, s->for_.cond) &&
               stmt_is_free(b, s->for_.post) && stmt_is_free(b, s->for_.body);
    case ST_RANGE: return range_is_free(b, s);
    default: return false;
    }
}

/* ---- initialisers ---- */

/* Whether there is a call, receive or conversion in the expression, which need not be checked. */
static bool has_call(Expr *e)
{
    if (e == NULL)
        return false;
    switch (e->kind) {
    case EX_COMPOSITE:
        for (u32 i = 0; i < e->composite.elems.len; i++)
            if (has_call(e->composite.elems.data[i]))
                return true;
        return false;
    case EX_PAREN: return has_call(e->paren);
    case EX_SELECTOR: return has_call(e->selector.x);
    case EX_INDEX: return has_call(e->index.x) || has_call(e->index.args.data[0]);
    case EX_SLICE: return has_call(e->slice.x) || has_call(e->slice.lo) || has_call(e->slice.hi);
    case EX_ASSERT: return has_call(e->assert.x);
    case EX_STAR: return has_call(e->star);
    case EX_UNARY: return e->unary.op == TK_ARROW || has_call(e->unary.x);
    case EX_BINARY: return has_call(e->binary.x) || has_call(e->binary.y);
    case EX_KEYVALUE: return has_call(e->keyvalue.key) || has_call(e->keyvalue.value);
    case EX_CALL: return true;
    default: return false;
    }
}

bool check_may_have_effect(const Decl *decl)
{
    for (u32 i = 0; i < decl->value.values.len; i++)
        if (has_call(decl->value.values.data[i]))
            return true;
    return decl->value.embed != NULL;
}

void check_find_effects(Checker *cx, const Decl *decl)
{
    Body b = {.cx = cx};
    ExprList values = decl->value.values;
    if (!all_free(&b, &values))
        for (u32 i = 0; i < decl->value.objs.len; i++)
            decl->value.objs.data[i]->var.needed = true;
}
