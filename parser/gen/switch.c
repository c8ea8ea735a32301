/* Code generator: switch, type switch and select. */
#include "parser/gen/gen.h"

typedef VEC(Clause *) ClauseList;

static Label *clause_labels(Gen *g, u32 count)
{
    Label *labels = ARENA_ARRAY(&g->arena, Label, count + 1);
    for (u32 i = 0; i < count; i++)
        labels[i] = gen_label(g);
    return labels;
}

static void clause_body(Gen *g, Clause *clause)
{
    gen_stmts(g, &clause->body);
}

/* ---- switch ---- */

static bool is_nil(Expr *e)
{
    e = gen_strip(e);
    return e->mode == MODE_NIL ||
           (e->kind == EX_IDENT && e->ident.obj && e->ident.obj->kind == OBJ_NIL);
}

static void case_jump(Gen *g, Expr *e, Expr *tag, Reg value, Label label)
{
    Reg mark = g->f->top;
    Type *tag_type = gen_type_of(g, tag);
    i64 c;
    if (is_nil(e)) {
        gen_jump(g, e->span, OP_JEQI, value, 0, label);
    } else if (gen_small_const(e, &c) && gen_type(g, tag_type)->flags & RT_SCALAR &&
               !type_is_float(tag_type) && (c >= 0 || !gen_is_unsigned(tag_type))) {
        gen_jump(g, e->span, OP_JEQI, value, (u16)(i16)c, label);
    } else {
        Type *type =
            type_is_untyped(e->type) && !type_is_interface(tag_type) ? tag_type : gen_type_of(g, e);
        Reg r = gen_value_as(g, e, type, ANY);
        gen_equal_jump(g, e->span, value, tag_type, r, type, true, label);
    }
    g->f->top = mark;
}

/* ---- many integer constants: binary search ---- */

enum { LINEAR_CASES = 6 };

typedef struct IntCase {
    i64 value;
    Label label;
    Span at;
} IntCase;

static int by_value(const void *a, const void *b)
{
    const IntCase *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

/* The cases, sorted, if all are integers that fit an immediate operand; else NULL. */
static IntCase *int_cases(Gen *g, Stmt *s, Label *labels, u32 *count)
{
    Expr *tag = s->switch_.tag;
    if (!tag || !type_is_integer(gen_type_of(g, tag)))
        return NULL;
    u32 n = 0;
    for (u32 i = 0; i < s->switch_.clauses.len; i++)
        n += s->switch_.clauses.data[i]->exprs.len;
    if (n <= LINEAR_CASES)
        return NULL;
    IntCase *cases = ARENA_ARRAY(&g->arena, IntCase, n);
    *count = 0;
    for (u32 i = 0; i < s->switch_.clauses.len; i++) {
        Clause *clause = s->switch_.clauses.data[i];
        for (u32 j = 0; j < clause->exprs.len; j++) {
            IntCase *c = &cases[(*count)++];
            *c = (IntCase){.label = labels[i], .at = clause->exprs.data[j]->span};
            if (!gen_small_const(clause->exprs.data[j], &c->value))
                return NULL;
        }
    }
    qsort(cases, n, sizeof *cases, by_value);
    return cases;
}

/* Jumps to the label of the case that equals the value, or to `none`, by binary search. An unsigned
 * value beyond the signed range compares as negative and so equals no case. */
static void search_cases(Gen *g, const IntCase *cases, u32 n, Reg value, Label none)
{
    if (n <= LINEAR_CASES) {
        for (u32 i = 0; i < n; i++)
            gen_jump(g, cases[i].at, OP_JEQI, value, (u16)(i16)cases[i].value, cases[i].label);
        gen_jump(g, cases[n - 1].at, OP_JMP, 0, 0, none);
        return;
    }
    u32 mid = n / 2;
    Label upper = gen_label(g);
    gen_jump(g, cases[mid].at, OP_JGEI, value, (u16)(i16)cases[mid].value, upper);
    search_cases(g, cases, mid, value, none);
    gen_bind(g, upper);
    search_cases(g, cases + mid, n - mid, value, none);
}

/* A case of a switch without a tag, which stands for true: one whose static type is an interface
 * is compared with it, one of a boolean type is a condition. */
static void condition_jump(Gen *g, Expr *e, Label label)
{
    Type *type = gen_type_of(g, e);
    if (!type_is_interface(type)) {
        gen_cond(g, e, true, label);
        return;
    }
    Reg mark = g->f->top, yes = gen_alloc(g, 1);
    gen_int(g, e->span, yes, 1);
    Reg r = gen_value_as(g, e, type, ANY);
    gen_equal_jump(g, e->span, yes, g->universe->basic[TY_BOOL], r, type, true, label);
    g->f->top = mark;
}

static void switch_dispatch(Gen *g, Stmt *s, Reg value, Label *labels)
{
    for (u32 i = 0; i < s->switch_.clauses.len; i++) {
        Clause *clause = s->switch_.clauses.data[i];
        for (u32 j = 0; j < clause->exprs.len; j++) {
            Expr *e = clause->exprs.data[j];
            if (s->switch_.tag)
                case_jump(g, e, s->switch_.tag, value, labels[i]);
            else
                condition_jump(g, e, labels[i]);
        }
    }
}

static Label default_label(ClauseList *clauses, Label *labels, Label none)
{
    for (u32 i = 0; i < clauses->len; i++)
        if (clauses->data[i]->is_default)
            return labels[i];
    return none;
}

/* Opens the scope of a switch and the target of its breaks, and compiles its init statement. */
static ScopeMark open_switch(Gen *g, Stmt *s, Target *target, Stmt *init)
{
    ScopeMark scope = gen_scope_open(g);
    gen_push_target(g, target, s);
    if (init)
        gen_stmt(g, init);
    return scope;
}

void gen_switch(Gen *g, Stmt *s)
{
    Target target;
    ScopeMark scope = open_switch(g, s, &target, s->switch_.init);
    ClauseList *clauses = (ClauseList *)&s->switch_.clauses;
    Label *labels = clause_labels(g, clauses->len);
    Reg value = 0;
    if (s->switch_.tag) {
        value = gen_value_as(g, s->switch_.tag, gen_type_of(g, s->switch_.tag), ANY);
        g->f->vars_top = g->f->top;
    }
    Label otherwise = default_label(clauses, labels, target.brk);
    u32 ncases;
    IntCase *cases = int_cases(g, s, labels, &ncases);
    if (cases) {
        search_cases(g, cases, ncases, value, otherwise);
    } else {
        switch_dispatch(g, s, value, labels);
        gen_jump(g, s->span, OP_JMP, 0, 0, otherwise);
    }
    Label outer = g->f->fallthrough;
    for (u32 i = 0; i < clauses->len; i++) {
        ScopeMark inner = gen_scope_open(g);
        gen_bind(g, labels[i]);
        g->f->fallthrough = i + 1 < clauses->len ? labels[i + 1] : target.brk;
        clause_body(g, clauses->data[i]);
        gen_scope_close(g, inner);
        if (i + 1 < clauses->len)
            gen_jump(g, clauses->data[i]->span, OP_JMP, 0, 0, target.brk);
    }
    g->f->fallthrough = outer;
    gen_pop_target(g, &target);
    gen_scope_close(g, scope);
}

/* ---- type switch ---- */

static void type_case(Gen *g, Expr *e, Reg value, Label label)
{
    if (is_nil(e)) {
        gen_jump(g, e->span, OP_JEQI, value, 0, label);
        return;
    }
    Reg mark = g->f->top, b = gen_alloc(g, 1);
    RType *t = gen_type(g, e->type);
    gen_emit_x(g, e->span, t->kind == RK_INTERFACE ? OP_IMPLS : OP_ISTYPE, b, value, 0, t->id);
    gen_jump(g, e->span, OP_JT, b, 0, label);
    g->f->top = mark;
}

static void bind_clause_var(Gen *g, Clause *clause, Reg value, Span at)
{
    Obj *var = clause->var;
    if (!var || gen_is_blank(var))
        return;
    RType *t = gen_type(g, var->type);
    Reg mark = g->f->top;
    if (t->kind == RK_INTERFACE) {
        gen_declare_value(g, var, value, ANY, at);
        return;
    }
    Reg r = gen_alloc(g, t->slots);
    gen_emit_x(g, at, OP_UNBOX, r, value, 0, t->id);
    gen_declare_value(g, var, r, mark, at);
}

void gen_typeswitch(Gen *g, Stmt *s)
{
    Target target;
    ScopeMark scope = open_switch(g, s, &target, s->typeswitch.init);
    ClauseList *clauses = (ClauseList *)&s->typeswitch.clauses;
    Label *labels = clause_labels(g, clauses->len);
    Reg value = gen_alloc(g, 2);
    gen_value(g, s->typeswitch.x, value);
    g->f->vars_top = g->f->top;
    for (u32 i = 0; i < clauses->len; i++)
        for (u32 j = 0; j < clauses->data[i]->exprs.len; j++)
            type_case(g, clauses->data[i]->exprs.data[j], value, labels[i]);
    gen_jump(g, s->span, OP_JMP, 0, 0, default_label(clauses, labels, target.brk));
    Span at = s->typeswitch.bind ? s->typeswitch.bind->span : s->typeswitch.x->span;
    for (u32 i = 0; i < clauses->len; i++) {
        ScopeMark inner = gen_scope_open(g);
        gen_bind(g, labels[i]);
        bind_clause_var(g, clauses->data[i], value, at);
        clause_body(g, clauses->data[i]);
        gen_scope_close(g, inner);
        if (i + 1 < clauses->len)
            gen_jump(g, clauses->data[i]->span, OP_JMP, 0, 0, target.brk);
    }
    gen_pop_target(g, &target);
    gen_scope_close(g, scope);
}

/* ---- select ---- */

static Expr *receive_of(Stmt *comm)
{
    Expr *e = comm->kind == ST_EXPR ? comm->expr : comm->assign.rhs.data[0];
    return gen_strip(e);
}

/* Computes the channel and value of a case. A received value gets registers of its own. */
static SelectCase select_case(Gen *g, Stmt *comm)
{
    SelectCase c = {.ok = REG_NONE, .value = REG_NONE};
    Reg ch = gen_alloc(g, 1);
    c.chan = (u16)ch;
    if (comm->kind == ST_SEND) {
        Type *elem = type_underlying(comm->send.ch->type)->chan.elem;
        gen_value(g, comm->send.ch, ch);
        gen_chan_use(g, comm->send.ch, CHAN_USE_SEND);
        Reg v = gen_alloc(g, gen_type(g, elem)->slots);
        gen_value_as(g, comm->send.value, elem, v);
        g->f->top = v + gen_type(g, elem)->slots;
        c.is_send = 1;
        c.value = (u16)v;
        return c;
    }
    Expr *recv = receive_of(comm);
    Type *elem = type_underlying(recv->unary.x->type)->chan.elem;
    gen_value(g, recv->unary.x, ch);
    gen_chan_use(g, recv->unary.x, CHAN_USE_RECEIVE);
    g->f->top = ch + 1;
    if (comm->kind != ST_EXPR) {
        c.value = (u16)gen_alloc(g, gen_type(g, elem)->slots);
        if (comm->assign.lhs.len == 2)
            c.ok = (u16)gen_alloc(g, 1);
    }
    return c;
}

static void assign_received(Gen *g, Stmt *comm, u32 i, Reg r, Type *type)
{
    Expr *lhs = comm->assign.lhs.data[i];
    if (gen_strip(lhs)->kind == EX_IDENT && strcmp(gen_strip(lhs)->ident.name->text, "_") == 0)
        return;
    Reg mark = g->f->top;
    Obj *obj = comm->kind == ST_DEFINE ? comm->assign.new_vars.data[i] : NULL;
    if (obj && !gen_is_global(obj)) {
        gen_declare_value(g, obj, gen_as(g, lhs->span, r, type, obj->type, ANY), ANY, lhs->span);
        return;
    }
    Loc p = obj ? gen_var_place(g, obj, lhs->span) : gen_place(g, lhs);
    gen_store(g, &p, gen_as(g, lhs->span, r, type, lhs->type, ANY));
    g->f->top = mark;
}

static void bind_received(Gen *g, Stmt *comm, SelectCase c)
{
    if (!comm || comm->kind == ST_SEND || comm->kind == ST_EXPR)
        return;
    Type *elem = type_underlying(receive_of(comm)->unary.x->type)->chan.elem;
    assign_received(g, comm, 0, c.value, elem);
    if (comm->assign.lhs.len == 2)
        assign_received(g, comm, 1, c.ok, g->universe->basic[TY_BOOL]);
}

/* Emits SELECT. The default clause, if any, has the last index. Returns the register with the index
 * of the case that ran. */
static Reg emit_select(Gen *g, Stmt *s, SelectCase *cases, u32 *index)
{
    ClauseList *clauses = (ClauseList *)&s->select.clauses;
    u32 n = 0;
    bool has_default = false;
    Reg choice = gen_alloc(g, 1);
    for (u32 i = 0; i < clauses->len; i++) {
        if (clauses->data[i]->is_default) {
            has_default = true;
            continue;
        }
        cases[i] = select_case(g, clauses->data[i]->comm);
        index[i] = n++;
    }
    for (u32 i = 0; i < clauses->len; i++)
        if (clauses->data[i]->is_default)
            index[i] = n;
    gen_emit(g, s->span, OP_SELECT, choice, has_default, n);
    for (u32 i = 0; i < clauses->len; i++) {
        if (clauses->data[i]->is_default)
            continue;
        u64 x;
        memcpy(&x, &cases[i], sizeof x);
        Stmt *comm = clauses->data[i]->comm;
        gen_word(g, comm->span, x);
    }
    g->f->vars_top = g->f->top;
    return choice;
}

void gen_select(Gen *g, Stmt *s)
{
    ScopeMark scope = gen_scope_open(g);
    Target target;
    gen_push_target(g, &target, s);
    u32 n = s->select.clauses.len;
    if (n > INT16_MAX)
        gen_unsupported(g, s->span, "a select statement of so many cases is");
    SelectCase *cases = ARENA_ARRAY(&g->arena, SelectCase, n + 1);
    u32 *index = ARENA_ARRAY(&g->arena, u32, n + 1);
    Reg choice = emit_select(g, s, cases, index);
    for (u32 i = 0; i < n; i++) {
        Clause *clause = s->select.clauses.data[i];
        ScopeMark inner = gen_scope_open(g);
        Label next = gen_label(g);
        if (i + 1 < n)
            gen_jump(g, clause->span, OP_JNEI, choice, index[i], next);
        bind_received(g, clause->comm, cases[i]);
        clause_body(g, clause);
        gen_scope_close(g, inner);
        if (i + 1 < n)
            gen_jump(g, clause->span, OP_JMP, 0, 0, target.brk);
        gen_bind(g, next);
    }
    if (n == 0)
        gen_emit(g, s->span, OP_UNREACHABLE, 0, 0, 0);
    gen_pop_target(g, &target);
    gen_scope_close(g, scope);
}
