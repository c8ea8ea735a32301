/* Code generator: assignments, alone and in parallel, x op= y, and := with existing variables. */
#include "parser/gen/gen.h"

static bool is_blank(Expr *e)
{
    e = gen_strip(e);
    return e->kind == EX_IDENT && strcmp(e->ident.name->text, "_") == 0;
}

static Loc target_place(Gen *g, Expr *e)
{
    if (is_blank(e))
        return (Loc){.kind = PL_BLANK, .at = e->span};
    return gen_place(g, e);
}

static void assign_one(Gen *g, Expr *lhs, Expr *rhs)
{
    if (is_blank(lhs)) {
        if (rhs->mode != MODE_NIL)
            gen_value(g, rhs, ANY);
        return;
    }
    bool hoisted = gen_strip(lhs)->kind != EX_IDENT && gen_hoist_assign(g, &lhs, 1, &rhs, 1);
    Loc p = gen_place(g, lhs);
    if (p.kind == PL_REG)
        gen_value_as(g, rhs, lhs->type, p.reg);
    else if (gen_is_data(g, lhs))
        gen_store(g, &p, gen_data(g, rhs));
    else
        gen_store(g, &p, gen_value_as(g, rhs, lhs->type, ANY));
    gen_hoist_end(g, hoisted);
}

/* ---- parallel assignment ---- */

/* The places that a statement assigns to. */
typedef struct Targets {
    Loc *places;
    u32 count;
} Targets;

static bool is_assigned(Targets *t, Reg r, u32 slots)
{
    for (u32 i = 0; i < t->count; i++) {
        Loc *p = &t->places[i];
        if (p->kind != PL_REG && p->kind != PL_PART)
            continue;
        Reg first = p->reg + (u32)(p->offset / 8);
        Reg end = p->reg + (u32)((p->offset + p->type->size + 7) / 8);
        if (p->kind == PL_REG) {
            first = p->reg;
            end = p->reg + p->type->slots;
        }
        if (r < end && first < r + slots)
            return true;
    }
    return false;
}

/* A copy of r if the statement assigns to it, since the value is needed afterwards; else r. */
static Reg stable(Gen *g, Targets *t, Reg r, u32 slots, Span at)
{
    if (slots == 0 || !is_assigned(t, r, slots))
        return r;
    Reg copy = gen_alloc(g, slots);
    gen_move(g, at, copy, r, slots);
    return copy;
}

static void stabilise_places(Gen *g, Targets *t)
{
    for (u32 i = 0; i < t->count; i++) {
        Loc *p = &t->places[i];
        if (p->kind == PL_MEM) {
            p->reg = stable(g, t, p->reg, 1, p->at);
        } else if (p->kind == PL_ELEM) {
            p->reg = stable(g, t, p->reg, 3, p->at);
            p->index = stable(g, t, p->index, 1, p->at);
        } else if (p->kind == PL_MAP) {
            p->reg = stable(g, t, p->reg, 1, p->at);
            p->index = stable(g, t, p->index, p->map->key->slots, p->at);
        }
    }
}

/* The last value may be computed directly into its variable: all other values are computed by
 * then. */
static bool last_can_go_direct(Targets *t)
{
    Loc last = t->places[t->count - 1];
    Targets others = {t->places, t->count - 1};
    return last.kind == PL_REG && !is_assigned(&others, last.reg, last.type->slots);
}

static void assign_values(Gen *g, Targets *t, ExprList *lhs, ExprList *rhs)
{
    Reg *regs = ARENA_ARRAY(&g->arena, Reg, t->count);
    for (u32 i = 0; i < t->count; i++) {
        Loc *p = &t->places[i];
        Expr *e = rhs->data[i];
        if (p->kind == PL_BLANK) {
            if (e->mode != MODE_NIL)
                gen_value(g, e, ANY);
            continue;
        }
        Type *type = lhs->data[i]->type;
        if (i == t->count - 1 && last_can_go_direct(t))
            regs[i] = gen_value_as(g, e, type, p->reg);
        else
            regs[i] = stable(g, t, gen_value_as(g, e, type, ANY), p->type->slots, e->span);
    }
    for (u32 i = 0; i < t->count; i++)
        if (t->places[i].kind != PL_BLANK)
            gen_store(g, &t->places[i], regs[i]);
}

static void find_places(Gen *g, Targets *t, ExprList *lhs)
{
    for (u32 i = 0; i < lhs->len; i++)
        t->places[i] = target_place(g, lhs->data[i]);
    stabilise_places(g, t);
}

static void assign_multi(Gen *g, Targets *t, ExprList *lhs, Expr *rhs)
{
    Multi m;
    bool hoisted = gen_hoist_assign(g, lhs->data, lhs->len, NULL, 0);
    bool flat = g->f->flat;
    g->f->flat = false;
    gen_multi(g, rhs, t->count, &m);
    g->f->flat = flat;
    find_places(g, t, lhs);
    gen_hoist_end(g, hoisted);
    for (u32 i = 0; i < t->count; i++) {
        if (t->places[i].kind == PL_BLANK)
            continue;
        Reg mark = g->f->top;
        Reg r = gen_as(g, rhs->span, m.regs[i], m.types[i], lhs->data[i]->type, ANY);
        gen_store(g, &t->places[i], r);
        g->f->top = mark;
    }
}

static void assign_many(Gen *g, ExprList *lhs, ExprList *rhs)
{
    Targets t = {ARENA_ARRAY(&g->arena, Loc, lhs->len), lhs->len};
    if (rhs->len != lhs->len) {
        assign_multi(g, &t, lhs, rhs->data[0]);
        return;
    }
    bool hoisted = gen_hoist_assign(g, lhs->data, lhs->len, rhs->data, rhs->len);
    find_places(g, &t, lhs);
    assign_values(g, &t, lhs, rhs);
    gen_hoist_end(g, hoisted);
}

void gen_assign_regs(Gen *g, Expr **lhs, const Reg *regs, Type **types, u32 count)
{
    Targets t = {ARENA_ARRAY(&g->arena, Loc, count), count};
    for (u32 i = 0; i < count; i++)
        t.places[i] = lhs[i] ? target_place(g, lhs[i]) : (Loc){.kind = PL_BLANK};
    stabilise_places(g, &t);
    for (u32 i = 0; i < count; i++) {
        if (t.places[i].kind == PL_BLANK)
            continue;
        Reg r = gen_as(g, lhs[i]->span, regs[i], types[i], lhs[i]->type, ANY);
        gen_store(g, &t.places[i], r);
    }
}

/* ---- x op= y, x++ ---- */

static void assign_op(Gen *g, Span at, Expr *lhs, Token op, Expr *rhs)
{
    bool hoisted = gen_hoist_assign(g, &lhs, 1, &rhs, 1);
    Loc p = gen_place(g, lhs);
    Type *type = lhs->type;
    if (p.kind == PL_REG) {
        gen_arith(g, at, op, type, p.reg, p.reg, rhs);
        gen_hoist_end(g, hoisted);
        return;
    }
    Reg result = gen_alloc(g, p.type->slots);
    Reg old = gen_load(g, &p, ANY);
    gen_arith(g, at, op, type, result, old, rhs);
    gen_hoist_end(g, hoisted);
    gen_store(g, &p, result);
}

static Expr *one(Gen *g, Expr *x)
{
    Expr *e = ast_new_expr(&g->arena, EX_LIT);
    e->mode = MODE_CONST;
    e->type = x->type;
    e->span = x->span;
    e->val = const_int(g->consts, 1);
    return e;
}

void gen_assign(Gen *g, Stmt *s)
{
    if (s->kind == ST_INCDEC) {
        Expr *x = s->incdec.x;
        assign_op(g, s->span, x, s->incdec.inc ? TK_ADD : TK_SUB, one(g, x));
        return;
    }
    ExprList *lhs = &s->assign.lhs, *rhs = &s->assign.rhs;
    if (s->assign.op != TK_ASSIGN)
        assign_op(g, s->span, lhs->data[0], s->assign.op, rhs->data[0]);
    else if (lhs->len == 1 && rhs->len == 1)
        assign_one(g, lhs->data[0], rhs->data[0]);
    else
        assign_many(g, lhs, rhs);
}

/* ---- x, y := ... where some are not new ---- */

/* Computes the values on the right side, one for each name on the left. */
static void define_values(Gen *g, Stmt *s, Reg *regs, Type **types)
{
    ExprList *lhs = &s->assign.lhs, *rhs = &s->assign.rhs;
    u32 n = lhs->len;
    if (rhs->len == 1) {
        Multi m;
        gen_multi(g, rhs->data[0], n, &m);
        memcpy(regs, m.regs, n * sizeof *regs);
        memcpy(types, m.types, n * sizeof *types);
        return;
    }
    bool hoisted = gen_hoist(g, rhs->data, n);
    for (u32 i = 0; i < n; i++) {
        Obj *obj = s->assign.new_vars.data[i];
        if (obj)
            types[i] = obj->type;
        else
            types[i] = is_blank(lhs->data[i]) ? gen_type_of(g, rhs->data[i]) : lhs->data[i]->type;
        u32 slots = gen_type(g, types[i])->slots;
        regs[i] = gen_alloc(g, slots);
        gen_value_as(g, rhs->data[i], types[i], regs[i]);
        g->f->top = regs[i] + slots;
    }
    gen_hoist_end(g, hoisted);
}

static void define_mixed(Gen *g, Stmt *s)
{
    ExprList *lhs = &s->assign.lhs;
    Reg *regs = ARENA_ARRAY(&g->arena, Reg, lhs->len);
    Type **types = ARENA_ARRAY(&g->arena, Type *, lhs->len);
    define_values(g, s, regs, types);
    for (u32 i = 0; i < lhs->len; i++) {
        Obj *obj = s->assign.new_vars.data[i];
        Span at = lhs->data[i]->span;
        if (is_blank(lhs->data[i]))
            continue;
        Reg r = gen_as(g, at, regs[i], types[i], obj ? obj->type : lhs->data[i]->type, ANY);
        if (!obj) {
            Loc p = gen_place(g, lhs->data[i]);
            gen_store(g, &p, r);
        } else if (gen_is_global(obj)) {
            gen_store_global(g, obj, r, at);
        } else if (gen_var_in_cell(g, obj)) {
            gen_declare_value(g, obj, r, ANY, at);
        } else {
            gen_bind_var(g, obj, r, false);
        }
    }
}

void gen_define(Gen *g, Stmt *s)
{
    u32 n = s->assign.lhs.len;
    bool all_new = true;
    for (u32 i = 0; i < n; i++)
        all_new &= s->assign.new_vars.data[i] != NULL && !gen_is_blank(s->assign.new_vars.data[i]);
    if (all_new)
        gen_init_vars(g, s->assign.new_vars.data, n, &s->assign.rhs, s->span);
    else
        define_mixed(g, s);
}
