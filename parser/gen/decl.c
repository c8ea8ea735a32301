/* Code generator: variables and their initial values, local and package-level. */
#include "parser/gen/gen.h"

bool gen_is_global(Obj *obj)
{
    return obj && obj->kind == OBJ_VAR && obj->var.kind == VAR_GLOBAL;
}

void gen_store_global(Gen *g, Obj *obj, Reg r, Span at)
{
    Loc p = gen_var_place(g, obj, at);
    gen_store(g, &p, r);
}

bool gen_is_blank(Obj *obj)
{
    return !obj || !obj->name || strcmp(obj->name->text, "_") == 0;
}

static void init_one(Gen *g, Obj *obj, Expr *value, Span at)
{
    Reg mark = g->f->top;
    if (gen_is_blank(obj)) {
        if (obj && obj->type)
            gen_value_as(g, value, obj->type, ANY);
        else
            gen_discard(g, value);
        g->f->top = mark;
    } else if (gen_is_global(obj)) {
        gen_store_global(g, obj, gen_value_as(g, value, obj->type, ANY), at);
        g->f->top = mark;
    } else if (gen_var_in_cell(g, obj)) {
        Reg r = gen_new_value(g, value, obj->type, ANY);
        gen_bind_var(g, obj, r, true);
    } else {
        gen_declare_value(g, obj, gen_value_as(g, value, obj->type, ANY), mark, at);
    }
}

static void init_from_multi(Gen *g, Obj **objs, u32 count, Expr *value, Span at)
{
    Multi m;
    gen_multi(g, value, count, &m);
    for (u32 i = 0; i < count; i++) {
        Obj *obj = objs[i];
        if (gen_is_blank(obj))
            continue;
        Reg r = gen_as(g, at, m.regs[i], m.types[i], obj->type, ANY);
        if (gen_is_global(obj))
            gen_store_global(g, obj, r, at);
        else if (gen_var_in_cell(g, obj) || r != m.regs[i])
            gen_declare_value(g, obj, r, ANY, at);
        else
            gen_bind_var(g, obj, r, false);
    }
}

/* Computes all values before the first variable is declared: in x, y := y, x the right side may
 * refer to outer variables. */
static void init_parallel(Gen *g, Obj **objs, u32 count, ExprList *values, Span at)
{
    Reg *regs = xmalloc(count * sizeof *regs);
    bool hoisted = gen_hoist(g, values->data, count);
    for (u32 i = 0; i < count; i++) {
        Obj *obj = objs[i];
        if (gen_is_blank(obj)) {
            init_one(g, obj, values->data[i], at);
            regs[i] = ANY;
            continue;
        }
        Reg r = gen_alloc(g, gen_type(g, obj->type)->slots);
        gen_value_as(g, values->data[i], obj->type, r);
        g->f->top = r + gen_type(g, obj->type)->slots;
        regs[i] = r;
    }
    gen_hoist_end(g, hoisted);
    for (u32 i = 0; i < count; i++) {
        if (regs[i] == ANY)
            continue;
        if (gen_is_global(objs[i]))
            gen_store_global(g, objs[i], regs[i], at);
        else if (gen_var_in_cell(g, objs[i]))
            gen_declare_value(g, objs[i], regs[i], ANY, at);
        else
            gen_bind_var(g, objs[i], regs[i], false);
    }
    free(regs);
}

void gen_init_vars(Gen *g, Obj **objs, u32 count, ExprList *values, Span at)
{
    for (u32 i = 0; i < count && values->len == count; i++)
        gen_chan_declare(g, objs[i], values->data[i]);
    if (values->len == 1 && count == 1)
        init_one(g, objs[0], values->data[0], at);
    else if (values->len == 1)
        init_from_multi(g, objs, count, values->data[0], at);
    else
        init_parallel(g, objs, count, values, at);
}

void gen_var_decl(Gen *g, Decl *d)
{
    if (d->kind != DECL_VAR)
        return;
    u32 n = d->value.objs.len;
    if (d->value.values.len) {
        gen_init_vars(g, d->value.objs.data, n, &d->value.values, d->span);
        return;
    }
    for (u32 i = 0; i < n; i++) {
        Obj *obj = d->value.objs.data[i];
        if (gen_is_blank(obj))
            continue;
        /* Package-level variables are zero from the start. */
        if (!gen_is_global(obj))
            gen_declare_zero(g, obj, d->span);
    }
}
