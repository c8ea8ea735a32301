/* Code generator: loops over functions. The iterator is called with the body, a function that
 * returns whether to continue. A jump out of a body stores its number and returns false; it is
 * executed after the call of the iterator. */
#include "parser/gen/gen.h"

static void set_var(Gen *g, Obj *var, u64 value, Span at)
{
    Reg mark = g->f->top, r = gen_alloc(g, 1);
    Loc place = gen_var_place(g, var, at);
    gen_int(g, at, r, value);
    gen_store(g, &place, r);
    g->f->top = mark;
}

static Reg get_var(Gen *g, Obj *var, Span at)
{
    Loc place = gen_var_place(g, var, at);
    return gen_load(g, &place, ANY);
}

void gen_loop_vars(Gen *g, FuncLit *lit)
{
    LoopExits *exits = lit->exits;
    if (!exits)
        return;
    Span at = gen_pos_span(g, g->f->fn->pos);
    if (exits->taken)
        gen_declare_zero(g, exits->taken, at);
    if (exits->frame) {
        Reg mark = g->f->top, r = gen_alloc(g, 1);
        gen_emit(g, at, OP_FRAME, r, 0, 0);
        gen_declare_value(g, exits->frame, r, mark, at);
    }
}

/* ---- the loop ---- */

/* After the call: panics if the iterator has recovered a panic of the body. */
static void finish_loop(Gen *g, Stmt *s)
{
    Span at = s->range.x->span;
    Reg mark = g->f->top, state = get_var(g, s->range.state, at), running = gen_alloc(g, 1);
    Label fine = gen_label(g);
    gen_int(g, at, running, LOOP_RUNNING);
    gen_jump(g, at, OP_JNE, state, running, fine);
    gen_int(g, at, running, LOOP_SWALLOWED);
    gen_emit(g, at, OP_LOOPPANIC, running, 0, 0);
    gen_bind(g, fine);
    g->f->top = mark;
    set_var(g, s->range.state, LOOP_OVER, at);
}

static void take_jump(Gen *g, Stmt *jump)
{
    if (jump->kind != ST_RETURN) {
        gen_stmt(g, jump);
        return;
    }
    /* the values are already stored in the result variables */
    Stmt *bare = ast_new_stmt(&g->arena, ST_RETURN);
    bare->span = jump->span;
    gen_return(g, bare);
}

static void take_jumps(Gen *g, Stmt *s)
{
    Span at = s->range.x->span;
    LoopExits *exits = s->range.fn->exits;
    if (s->range.leaving.len == 0)
        return;
    Reg taken = gen_alloc(g, 1), number = gen_alloc(g, 1);
    gen_move(g, at, taken, get_var(g, exits->taken, at), 1);
    g->f->vars_top = g->f->top;
    for (u32 i = 0; i < s->range.leaving.len; i++) {
        u32 n = s->range.leaving.data[i];
        Label next = gen_label(g);
        gen_int(g, at, number, n);
        gen_jump(g, at, OP_JNE, taken, number, next);
        take_jump(g, exits->jumps.data[n - 1]);
        gen_bind(g, next);
    }
}

void gen_range_func(Gen *g, Stmt *s)
{
    ScopeMark scope = gen_scope_open(g);
    Span at = s->range.x->span;
    g->f->pending_label = NULL;
    Reg callee = gen_alloc(g, 1);
    gen_value(g, s->range.x, callee);
    gen_declare_zero(g, s->range.state, at);
    if (s->range.leaving.len > 0)
        set_var(g, s->range.fn->exits->taken, 0, at);
    Reg link = gen_alloc(g, 2);
    gen_closure(g, s->range.fn, at, link + 1);
    gen_emit(g, at, OP_CALLC, link, callee, 2);
    g->f->top = link;
    finish_loop(g, s);
    take_jumps(g, s);
    gen_scope_close(g, scope);
}

/* ---- the body ---- */

static void begin_iteration(Gen *g, Stmt *s)
{
    Span at = s->range.x->span;
    Reg mark = g->f->top, state = get_var(g, s->range.state, at);
    Label ready = gen_label(g);
    gen_jump(g, at, OP_JF, state, 0, ready);
    gen_emit(g, at, OP_LOOPPANIC, state, 0, 0);
    gen_bind(g, ready);
    g->f->top = mark;
    set_var(g, s->range.state, LOOP_RUNNING, at);
}

static void end_iteration(Gen *g, Stmt *s, LoopState state, Span at)
{
    set_var(g, s->range.state, state, at);
    Reg mark = g->f->top, r = gen_alloc(g, 1);
    gen_int(g, at, r, state == LOOP_READY);
    gen_emit(g, at, OP_RET, r, 0, 1);
    g->f->top = mark;
}

/* `for a, b = range f`: assigns the parameters of the body. */
static void assign_values(Gen *g, Stmt *s, FuncLit *lit)
{
    Expr *lhs[] = {s->range.key, s->range.value};
    Reg mark = g->f->top, regs[2] = {0};
    Type *types[2] = {NULL};
    u32 count = lhs[1] ? 2 : lhs[0] ? 1 : 0;
    for (u32 i = 0; i < count; i++) {
        regs[i] = get_var(g, lit->params.data[i], lhs[i]->span);
        types[i] = lit->params.data[i]->type;
    }
    if (count)
        gen_assign_regs(g, lhs, regs, types, count);
    g->f->top = mark;
}

void gen_loop_body(Gen *g, FuncLit *lit)
{
    Stmt *s = lit->loop;
    g->f->iterated = gen_label(g);
    begin_iteration(g, s);
    if (!s->range.define)
        assign_values(g, s, lit);
    gen_block(g, &lit->body->block.list);
    gen_bind(g, g->f->iterated);
    end_iteration(g, s, LOOP_READY, (Span){lit->body->block.rbrace, lit->body->block.rbrace + 1});
}

bool gen_leave_body(Gen *g, Stmt *s)
{
    FuncLit *lit = g->f->lit;
    if (!lit->loop || s->kind == ST_FALLTHROUGH)
        return false;
    bool own = s->kind != ST_RETURN && s->branch.target == lit->loop;
    if (!own && ast_stays_in_loop(lit, s))
        return false;
    if (own && s->kind == ST_CONTINUE) {
        gen_jump(g, s->span, OP_JMP, 0, 0, g->f->iterated);
        return true;
    }
    if (!own)
        set_var(g, lit->exits->taken, ast_exit_number(lit->exits, s), s->span);
    end_iteration(g, lit->loop, LOOP_LEFT, s->span);
    return true;
}
