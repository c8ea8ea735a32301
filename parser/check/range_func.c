/* Checker: loops over functions. The body becomes a function that is passed to the iterator. Jumps
 * that leave the body are recorded (LoopExits), so that the code after the call of the iterator can
 * execute them. */
#include "parser/check/stmt.h"

static Obj *hidden_var(Checker *cx, const char *name, Pos pos, FuncLit *owner)
{
    Obj *var =
        check_new_var(cx, intern_str(cx->syms, name), pos, cx->universe->basic[TY_INT], VAR_LOCAL);
    var->var.func = owner;
    var->used = true;
    return var;
}

FuncLit *check_enclosing_func(FuncLit *lit)
{
    return lit->loop != NULL ? lit->exits->enclosing : lit;
}

static LoopExits *exits_of(Checker *cx, FuncLit *lit)
{
    if (lit->exits == NULL) {
        lit->exits = ARENA_NEW(cx->arena, LoopExits);
        lit->exits->enclosing = lit;
    }
    return lit->exits;
}

void check_open_loop(Checker *cx, Stmt *s, Type *yield, FuncContext *context)
{
    FuncContext *outer = cx->at.fn;
    FuncLit *lit = ARENA_NEW(cx->arena, FuncLit);
    lit->sig.span = s->range.x->span;
    lit->body = s->range.body;
    lit->type = yield;
    lit->outer = outer->name == NULL ? outer->lit : NULL;
    lit->loop = s;
    lit->exits = exits_of(cx, outer->lit);
    s->range.fn = lit;
    s->range.state = hidden_var(cx, "loop state", s->range.range_pos, outer->lit);
    s->range.state->var.reassigned = true;
    *context = (FuncContext){outer, lit, yield, NULL, outer->flow};
    cx->at.fn = context;
    check_note_capture(cx, s->range.state);
}

/* The parameter of the body: its variable, or an unnamed one. */
static Obj *parameter(Checker *cx, Obj *var, Type *type, Pos pos)
{
    return var != NULL ? var : check_new_var(cx, NULL, pos, type, VAR_PARAM);
}

void check_close_loop(Checker *cx, Stmt *s)
{
    FuncLit *lit = s->range.fn;
    for (u32 i = 0; i < lit->type->func.params.len; i++)
        avec_push(cx->arena, &lit->params,
                  parameter(cx, i == 0 ? s->range.key_obj : s->range.value_obj,
                            lit->type->func.params.data[i], s->range.range_pos));
    cx->at.fn = cx->at.fn->outer;
}

/* ---- jumps ---- */

static u32 exit_number(Checker *cx, LoopExits *exits, Stmt *jump)
{
    u32 number = ast_exit_number(exits, jump);
    if (number > 0)
        return number;
    avec_push(cx->arena, &exits->jumps, jump);
    return exits->jumps.len;
}

static void note_leaving(Checker *cx, Stmt *loop, u32 number)
{
    for (u32 i = 0; i < loop->range.leaving.len; i++)
        if (loop->range.leaving.data[i] == number)
            return;
    avec_push(cx->arena, &loop->range.leaving, number);
}

/* A return in the body stores its values in the result variables of the enclosing function, which
 * it therefore captures. */
static void capture_results(Checker *cx, FuncLit *func)
{
    for (u32 i = 0; i < func->results.len; i++) {
        func->results.data[i]->var.reassigned = true;
        check_note_capture(cx, func->results.data[i]);
    }
}

void check_loop_jump(Checker *cx, Stmt *s)
{
    FuncContext *fn = cx->at.fn;
    bool is_return = s->kind == ST_RETURN;
    if (fn->lit->loop == NULL || (!is_return && s->branch.target == NULL) ||
        ast_stays_in_loop(fn->lit, s))
        return;
    LoopExits *exits = fn->lit->exits;
    u32 number = exit_number(cx, exits, s);
    if (exits->taken == NULL) {
        exits->taken = hidden_var(cx, "loop exit", s->span.start, exits->enclosing);
        exits->taken->var.reassigned = true;
    }
    check_note_capture(cx, exits->taken);
    if (is_return)
        capture_results(cx, exits->enclosing);
    for (; fn->lit->loop != NULL && !ast_stays_in_loop(fn->lit, s); fn = fn->outer)
        note_leaving(cx, fn->lit->loop, number);
}

void check_note_defer(Checker *cx)
{
    FuncLit *lit = cx->at.fn->lit;
    check_enclosing_func(lit)->has_defer = true;
    if (lit->loop == NULL)
        return;
    if (lit->exits->frame == NULL)
        lit->exits->frame = hidden_var(cx, "frame", lit->loop->span.start, lit->exits->enclosing);
    check_note_capture(cx, lit->exits->frame);
}
