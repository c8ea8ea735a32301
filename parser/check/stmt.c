/* Checker: simple statements, blocks, if and for, and function bodies. */
#include "parser/check/stmt.h"

#include "parser/check/decl.h"

/* ---- scopes ---- */

void check_open_scope(Checker *cx)
{
    cx->at.scope = scope_new(cx->arena, cx->at.scope);
}

static void report_unused(Checker *cx, const Scope *scope)
{
    if (cx->options.allow_unused)
        return;
    for (u32 i = 0; i < scope->count; i++) {
        Obj *obj = scope_at(scope, i);
        if (obj->kind != OBJ_VAR || obj->var.kind != VAR_LOCAL || obj->used)
            continue;
        Diag *diag = check_error(cx, check_sym_span(obj->pos, obj->name),
                                 "declared and not used: %s", obj->name->text);
        if (obj->var.reassigned)
            check_hint(cx, diag, "%s is assigned to, but nothing reads it", obj->name->text);
    }
}

void check_close_scope(Checker *cx)
{
    report_unused(cx, cx->at.scope);
    cx->at.scope = cx->at.scope->parent;
}

/* ---- simple statements ---- */

static void check_expr_stmt(Checker *cx, Expr *e)
{
    StmtUse use = check_stmt_expr(cx, e);
    if (e == cx->prompt_expr && e->mode >= MODE_CONST) {
        check_default_type(cx, e, "a value to print"); /* the REPL prints it */
        return;
    }
    const char *fault = "is not used";
    switch (e->mode) {
    case MODE_INVALID: return;
    case MODE_BUILTIN: fault = "must be called"; break;
    case MODE_TYPE: fault = "is not an expression"; break;
    default:
        if (use == USE_STATEMENT)
            return;
        break;
    }
    check_error(cx, e->span, "%s %s", check_operand_text(cx, e), fault);
}

static void check_send(Checker *cx, Stmt *s)
{
    Expr *ch = s->send.ch, *value = s->send.value;
    check_expr(cx, ch);
    check_expr(cx, value);
    if (ch->mode == MODE_INVALID || value->mode == MODE_INVALID)
        return;
    Type *t = type_core(ch->type);
    if (t->kind != TY_CHAN) {
        check_error(cx, s->span, "invalid operation: cannot send to non-channel %s",
                    check_operand_text(cx, ch));
    } else if (t->chan.dir == CHAN_RECV) {
        check_error(cx, s->span, "invalid operation: cannot send to receive-only channel %s",
                    check_operand_text(cx, ch));
    } else {
        check_assignable(cx, value, t->chan.elem, "send");
    }
}

/* go and defer */
static void check_suspended_call(Checker *cx, Stmt *s)
{
    const char *keyword = s->kind == ST_GO ? "go" : "defer";
    Expr *call = s->call;
    if (s->kind == ST_DEFER)
        check_note_defer(cx);
    if (call->kind == EX_BAD)
        return;
    if (check_unparen(call)->kind != EX_CALL) {
        check_raw_expr(cx, call); /* its operands count as used */
        check_error(cx, call->span, "expression in %s must be function call", keyword);
        return;
    }
    StmtUse use = check_stmt_expr(cx, call);
    if (call->mode == MODE_INVALID || use == USE_STATEMENT)
        return;
    check_error(cx, call->span, "%s %s %s", keyword,
                use == USE_CONVERSION ? "requires function call, not conversion"
                                      : "discards result of",
                check_operand_text(cx, call));
}

/* A bare return is an error where an inner variable shadows a result. */
static void check_bare_return(Checker *cx, Stmt *s, FuncLit *lit)
{
    if (lit->results.data[0]->name == NULL) {
        Type *sig = lit->type;
        Diag *diag = check_error(cx, s->span, "not enough return values");
        diag_note(cx->diags, diag, (Span){0, 0}, "have ()");
        diag_note(cx->diags, diag, (Span){0, 0}, "want %s",
                  check_types_summary(cx, sig->func.results.data, sig->func.results.len, false));
        return;
    }
    for (u32 i = 0; i < lit->results.len; i++) {
        Obj *result = lit->results.data[i];
        if (result->name == NULL || result->name == cx->sym_blank)
            continue;
        Obj *visible = check_lookup(cx, result->name);
        if (visible == result || visible == NULL)
            continue;
        Diag *diag = check_error(cx, s->span, "result parameter %s not in scope at return",
                                 result->name->text);
        check_note_at(cx, diag, visible->pos, "inner declaration of %s", result->name->text);
    }
}

static void check_return(Checker *cx, Stmt *s)
{
    FuncLit *lit = check_enclosing_func(cx->at.fn->lit);
    if (s->results.len > 0)
        check_init_vars(cx, lit->results.data, lit->results.len, &s->results, s->span, true);
    else if (lit->results.len > 0)
        check_bare_return(cx, s, lit);
    check_loop_jump(cx, s);
}

/* ---- compound statements ---- */

static bool in_blank_function(const Checker *cx)
{
    const FuncContext *fn = cx->at.fn;
    while (fn->outer)
        fn = fn->outer;
    return fn->name && !strcmp(fn->name, "_");
}

void check_stmt_list(Checker *cx, StmtList *list)
{
    if (cx->options.keep_lists && !cx->at.pkg->is_library && !in_blank_function(cx))
        vec_push(&cx->lists, list);
    for (u32 i = 0; i < list->len; i++)
        check_stmt(cx, list->data[i]);
}

static void check_block(Checker *cx, Stmt *s)
{
    if (s == NULL)
        return;
    if (s->kind != ST_BLOCK) {
        check_stmt(cx, s);
        return;
    }
    check_open_scope(cx);
    check_stmt_list(cx, &s->block.list);
    check_close_scope(cx);
}

void check_condition(Checker *cx, Expr *cond, const char *where)
{
    if (cond == NULL)
        return;
    check_expr(cx, cond);
    if (cond->mode == MODE_INVALID)
        return;
    if (type_is_boolean(cond->type)) {
        check_default_type(cx, cond, where);
        return;
    }
    Diag *diag = check_error(cx, cond->span, "non-boolean condition in %s", where);
    const char *zero = type_is_numeric(cond->type)  ? "0"
                       : type_is_string(cond->type) ? "\"\""
                       : type_has_nil(cond->type)   ? "nil"
                                                    : NULL;
    if (zero != NULL && cond->mode != MODE_CONST && cond->mode != MODE_NIL)
        check_hint(cx, diag, "write %s != %s", check_expr_text(cx, cond), zero);
}

static void check_if(Checker *cx, Stmt *s)
{
    check_open_scope(cx);
    if (s->if_.init != NULL)
        check_stmt(cx, s->if_.init);
    check_condition(cx, s->if_.cond, "if statement");
    check_block(cx, s->if_.then);
    if (s->if_.els != NULL)
        check_stmt(cx, s->if_.els);
    check_close_scope(cx);
}

/* Since Go 1.22 each iteration has its own copy of the variables that the loop declares. */
static void note_loop_vars(Checker *cx, Stmt *s)
{
    Stmt *init = s->for_.init;
    if (check_go_minor(cx) < 22 || init == NULL || init->kind != ST_DEFINE)
        return;
    for (u32 i = 0; i < init->assign.new_vars.len; i++)
        if (init->assign.new_vars.data[i] != NULL)
            avec_push(cx->arena, &s->for_.loop_vars, init->assign.new_vars.data[i]);
}

/* Which of the loop's own variables were reassigned by its post statement, which was checked before
 * its body. */
static void note_stepped(Stmt *s, bool after)
{
    for (u32 i = 0; i < s->for_.loop_vars.len; i++) {
        Obj *obj = s->for_.loop_vars.data[i];
        if (!after) {
            obj->var.stepped = obj->var.reassigned && !obj->var.captured;
            obj->var.reassigned &= !obj->var.stepped;
        } else if (obj->var.stepped) {
            obj->var.stepped = !obj->var.reassigned;
            obj->var.reassigned = true;
        }
    }
}

static void check_for(Checker *cx, Stmt *s)
{
    check_open_scope(cx);
    if (s->for_.init != NULL)
        check_stmt(cx, s->for_.init);
    note_loop_vars(cx, s);
    check_condition(cx, s->for_.cond, "for statement");
    if (s->for_.post != NULL && s->for_.post->kind == ST_DEFINE)
        check_error(cx, s->for_.post->span, "cannot declare in post statement of for loop");
    else if (s->for_.post != NULL)
        check_stmt(cx, s->for_.post);
    note_stepped(s, false);
    check_block(cx, s->for_.body);
    note_stepped(s, true);
    check_close_scope(cx);
}

static void check_by_kind(Checker *cx, Stmt *s)
{
    switch (s->kind) {
    case ST_BAD:
    case ST_EMPTY:
    case ST_FALLTHROUGH: break;
    case ST_BREAK: /* handled by check_branches */
    case ST_CONTINUE:
    case ST_GOTO: check_loop_jump(cx, s); break;
    case ST_BLOCK: check_block(cx, s); break;
    case ST_EXPR: check_expr_stmt(cx, s->expr); break;
    case ST_SEND: check_send(cx, s); break;
    case ST_INCDEC: check_incdec_stmt(cx, s); break;
    case ST_ASSIGN: check_assign_stmt(cx, s); break;
    case ST_DEFINE: check_define_stmt(cx, s); break;
    case ST_DECL: check_local_decl(cx, s->decl); break;
    case ST_GO:
    case ST_DEFER: check_suspended_call(cx, s); break;
    case ST_RETURN: check_return(cx, s); break;
    case ST_IF: check_if(cx, s); break;
    case ST_SWITCH: check_switch_stmt(cx, s); break;
    case ST_TYPESWITCH: check_type_switch_stmt(cx, s); break;
    case ST_SELECT: check_select_stmt(cx, s); break;
    case ST_FOR: check_for(cx, s); break;
    case ST_RANGE: check_range_stmt(cx, s); break;
    case ST_LABELED: check_stmt(cx, s->labeled.stmt); break;
    }
}

void check_stmt(Checker *cx, Stmt *s)
{
    if (s == NULL)
        return;
    limits_poll();
    if (check_enter(cx, s->span))
        check_by_kind(cx, s);
    check_leave(cx);
}

/* ---- function bodies ---- */

/* The last expression of a REPL input, whose value is printed. */
static void check_printed_expr(Checker *cx, Expr *e)
{
    check_raw_expr(cx, e);
    if (e->mode == MODE_BUILTIN || e->mode == MODE_TYPE)
        check_error(cx, e->span, "%s %s", check_operand_text(cx, e),
                    e->mode == MODE_TYPE ? "is not an expression" : "must be called");
    else if (e->mode != MODE_INVALID && e->mode != MODE_NOVALUE && e->type->kind != TY_TUPLE)
        check_default_type(cx, e, "expression");
}

/* Top-level declarations of a script belong to the package. */
static void check_script_list(Checker *cx, StmtList *list)
{
    for (u32 i = 0; i < list->len; i++) {
        Stmt *s = list->data[i];
        bool printed = cx->options.allow_unused && i + 1 == list->len && s->kind == ST_EXPR;
        if (s->kind == ST_DECL || s->kind == ST_DEFINE)
            check_script_decl(cx, s);
        else if (printed)
            check_printed_expr(cx, s->expr);
        else
            check_stmt(cx, s);
    }
}

typedef void CheckList(Checker *cx, StmtList *list);

static void check_body(Checker *cx, FuncLit *fn, Type *sig, const char *name, Scope *scope,
                       CheckList *check_list)
{
    Stmt *body = fn->body;
    FlowContext flow = {0};
    FuncContext context = {cx->at.fn, fn, sig, name, &flow};
    Scope *outer = cx->at.scope;
    cx->at.fn = &context;
    cx->at.scope = scope;
    check_branches(cx, &flow, body);
    check_list(cx, &body->block.list);
    if (fn->results.len > 0 && !check_terminates(&flow, body))
        check_error_at(cx, body->block.rbrace, "missing return");
    report_unused(cx, scope);
    map_free(&flow.broken);
    cx->at.scope = outer;
    cx->at.fn = context.outer;
}

void check_func_body(Checker *cx, FuncLit *fn, Type *sig, const char *name, Scope *scope)
{
    if (fn->body != NULL && fn->body->kind == ST_BLOCK)
        check_body(cx, fn, sig, name, scope, check_stmt_list);
}

void check_script_body(Checker *cx, FuncLit *fn, Type *sig, Scope *scope)
{
    check_body(cx, fn, sig, NULL, scope, check_script_list);
}
