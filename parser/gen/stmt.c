/* Code generator: blocks, if, for, jumps and labels, and the dispatch on statements. */
#include "parser/gen/gen.h"

Target *gen_push_target(Gen *g, Target *t, Stmt *s)
{
    *t = (Target){
        .outer = g->f->target, .stmt = s, .labeled = g->f->pending_label, .brk = gen_label(g)};
    g->f->pending_label = NULL;
    g->f->target = t;
    return t;
}

void gen_pop_target(Gen *g, Target *t)
{
    gen_bind(g, t->brk);
    g->f->target = t->outer;
}

void gen_stmts(Gen *g, StmtList *list)
{
    for (u32 i = 0; i < list->len; i++) {
        gen_cover(g, list, i);
        gen_stmt(g, list->data[i]);
    }
}

void gen_block(Gen *g, StmtList *list)
{
    ScopeMark scope = gen_scope_open(g);
    gen_stmts(g, list);
    gen_scope_close(g, scope);
}

/* ---- jumps ---- */

static Target *find_target(Gen *g, Stmt *s, bool need_cont)
{
    Stmt *to = s->branch.target;
    for (Target *t = g->f->target; t; t = t->outer) {
        if (need_cont && !t->has_cont)
            continue;
        if (to ? t->stmt == to || t->labeled == to : !s->branch.label)
            return t;
    }
    BUG("break or continue without target");
}

static Label goto_label(Gen *g, Stmt *labeled)
{
    u64 *label = map_put(&g->f->goto_labels, (u64)(uintptr_t)labeled);
    if (*label == 0)
        *label = gen_label(g) + 1;
    return (Label)*label - 1;
}

/* Jumps backwards count steps, and may preempt. */
static void gen_goto(Gen *g, Stmt *s)
{
    Label label = goto_label(g, s->branch.target);
    bool backward = g->f->labels.data[label] != UINT32_MAX;
    gen_jump(g, s->span, backward ? OP_JBACK : OP_JMP, 0, 0, label);
}

static void gen_branch(Gen *g, Stmt *s)
{
    if (gen_leave_body(g, s))
        return;
    switch (s->kind) {
    case ST_BREAK: gen_jump(g, s->span, OP_JMP, 0, 0, find_target(g, s, false)->brk); break;
    case ST_CONTINUE: gen_jump(g, s->span, OP_JMP, 0, 0, find_target(g, s, true)->cont); break;
    case ST_GOTO:
        gen_chan_goto(g);
        gen_goto(g, s);
        break;
    default: gen_jump(g, s->span, OP_JMP, 0, 0, g->f->fallthrough); break;
    }
}

static void gen_labeled(Gen *g, Stmt *s)
{
    gen_bind(g, goto_label(g, s));
    g->f->pending_label = s;
    gen_stmt(g, s->labeled.stmt);
    g->f->pending_label = NULL;
}

/* ---- if, for ---- */

static void gen_if(Gen *g, Stmt *s)
{
    ScopeMark scope = gen_scope_open(g);
    if (s->if_.init)
        gen_stmt(g, s->if_.init);
    Label no = gen_label(g);
    gen_cond(g, s->if_.cond, false, no);
    gen_stmt(g, s->if_.then);
    if (s->if_.els) {
        Label done = gen_label(g);
        gen_jump(g, s->span, OP_JMP, 0, 0, done);
        gen_bind(g, no);
        if (s->if_.els->kind == ST_IF) /* as if the `else if` were in a block of its own */
            gen_cover(g, &(StmtList){&s->if_.els, 1, 1}, 0);
        gen_stmt(g, s->if_.els);
        gen_bind(g, done);
    } else {
        gen_bind(g, no);
    }
    gen_scope_close(g, scope);
}

/* Each iteration has its own copies of the loop variables. Only those in cells need to be copied:
 * for others it makes no difference. */
static void copy_loop_vars(Gen *g, Stmt *s)
{
    for (u32 i = 0; i < s->for_.loop_vars.len; i++) {
        VarLoc *loc = gen_var(g, s->for_.loop_vars.data[i]);
        if (!loc->cell)
            continue;
        Obj *obj = loc->obj;
        Span at = {obj->pos, obj->pos + obj->name->len};
        Reg mark = g->f->top;
        Loc old = gen_mem_place(loc->type, loc->reg, 0, at);
        Reg value = gen_load(g, &old, ANY);
        gen_emit_x(g, at, OP_NEW, loc->reg, 0, 0, loc->type->id);
        gen_store(g, &old, value);
        g->f->top = mark;
    }
}

static void gen_for(Gen *g, Stmt *s)
{
    ScopeMark scope = gen_scope_open(g);
    Target target;
    gen_push_target(g, &target, s);
    if (s->for_.init)
        gen_stmt(g, s->for_.init);
    Label top = gen_label(g), body = gen_label(g);
    bool simple = !s->for_.post && s->for_.loop_vars.len == 0;
    target.has_cont = true;
    target.cont = gen_label(g);
    gen_bind(g, top);
    if (s->for_.cond)
        gen_cond(g, s->for_.cond, false, target.brk);
    gen_bind(g, body);
    gen_stmt(g, s->for_.body);
    gen_bind(g, target.cont);
    if (!simple) {
        copy_loop_vars(g, s);
        if (s->for_.post)
            gen_stmt(g, s->for_.post);
    }
    if (s->for_.cond)
        gen_loop_while(g, s->for_.cond, body, top);
    else
        gen_loop_back(g, s->span, top);
    gen_pop_target(g, &target);
    gen_scope_close(g, scope);
}

/* ---- the dispatch ---- */

static void gen_send(Gen *g, Stmt *s)
{
    Type *chan = type_underlying(s->send.ch->type);
    RType *elem = gen_type(g, chan->chan.elem);
    bool hoisted = gen_hoist(g, (Expr *[]){s->send.ch, s->send.value}, 2);
    Reg ch = gen_value(g, s->send.ch, ANY);
    Reg v = gen_value_as(g, s->send.value, chan->chan.elem, ANY);
    gen_hoist_end(g, hoisted);
    gen_chan_use(g, s->send.ch, CHAN_USE_SEND);
    gen_emit(g, s->span, OP_SEND, ch, elem->slots ? v : ch, elem->slots);
}

static void gen_simple(Gen *g, Stmt *s)
{
    switch (s->kind) {
    case ST_EXPR: gen_discard(g, s->expr); break;
    case ST_SEND: gen_send(g, s); break;
    case ST_INCDEC:
    case ST_ASSIGN: gen_assign(g, s); break;
    case ST_DEFINE: gen_define(g, s); break;
    case ST_DECL: gen_var_decl(g, s->decl); break;
    case ST_GO:
    case ST_DEFER: gen_go_defer(g, s); break;
    case ST_RETURN: gen_return(g, s); break;
    case ST_BREAK:
    case ST_CONTINUE:
    case ST_GOTO:
    case ST_FALLTHROUGH: gen_branch(g, s); break;
    default: gen_unsupported(g, s->span, "this kind of statement is"); break;
    }
}

void gen_stmt(Gen *g, Stmt *s)
{
    limits_poll();
    switch (s->kind) {
    case ST_BAD:
    case ST_EMPTY: break;
    case ST_BLOCK: gen_block(g, &s->block.list); break;
    case ST_IF: gen_if(g, s); break;
    case ST_SWITCH: gen_switch(g, s); break;
    case ST_TYPESWITCH: gen_typeswitch(g, s); break;
    case ST_SELECT: gen_select(g, s); break;
    case ST_FOR: gen_for(g, s); break;
    case ST_RANGE: gen_range(g, s); break;
    case ST_LABELED: gen_labeled(g, s); break;
    default: gen_simple(g, s); break;
    }
    g->f->top = g->f->vars_top;
}
