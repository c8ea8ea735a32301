/* Code generator: composite literals and function literals. */
#include "parser/gen/gen.h"

/* A small slice literal is computed in registers and packed; a larger one is stored one element at
 * a time, to save registers. */
enum { MAX_PACKED_SLOTS = 64 };

static Expr *elem_value(Expr *elem)
{
    return elem->kind == EX_KEYVALUE ? elem->keyvalue.value : elem;
}

/* The type that a literal constructs; the element type of the pointer for an elided &T, as in
 * []*T{{...}}. */
static Type *literal_type(Expr *e)
{
    Type *u = type_underlying(e->type);
    return u->kind == TY_POINTER ? u->pointer.elem : e->type;
}

static bool is_elided_pointer(Expr *e)
{
    return e->kind == EX_COMPOSITE && type_underlying(e->type)->kind == TY_POINTER;
}

bool gen_can_build(Gen *g, Expr *e)
{
    (void)g;
    if (e->kind != EX_COMPOSITE)
        return false;
    TypeKind kind = type_underlying(e->type)->kind;
    return kind == TY_STRUCT || kind == TY_ARRAY;
}

static u32 field_index(Type *u, const Sym *name)
{
    for (u32 i = 0; i < u->strct.fields.len; i++)
        if (u->strct.fields.data[i].name == name)
            return i;
    BUG("literal names no field %s", name->text);
}

/* Builds one element in its place, which is zero. */
static void build_elem(Gen *g, Expr *value, Type *t, Loc p)
{
    Reg mark = g->f->top;
    Expr *v = gen_strip(value);
    if (gen_can_build(g, v) && !type_is_interface(t)) {
        gen_build(g, v, p);
    } else {
        bool whole = p.kind == PL_PART && p.offset % 8 == 0 && p.type->size % 8 == 0 &&
                     p.type->kind != RK_FLOAT32;
        Reg r = gen_value_as(g, value, t, whole ? p.reg + (u32)(p.offset / 8) : ANY);
        if (!whole)
            gen_store(g, &p, r);
    }
    g->f->top = mark;
}

static void build_struct(Gen *g, Expr *e, Type *u, Loc p)
{
    type_layout(u);
    for (u32 i = 0; i < e->composite.elems.len; i++) {
        Expr *elem = e->composite.elems.data[i];
        u32 index = elem->kind == EX_KEYVALUE ? field_index(u, elem->keyvalue.key->ident.name) : i;
        StructField *field = &u->strct.fields.data[index];
        Expr *value = elem_value(elem);
        Reg mark = g->f->top;
        if (strcmp(field->name->text, "_") == 0) /* evaluated, but not stored */
            gen_value_as(g, value, field->type, ANY);
        else
            build_elem(g, value, field->type,
                       gen_part(g, p, field->offset, gen_type(g, field->type), elem->span));
        g->f->top = mark;
    }
}

static u64 elem_index(Expr *elem, u64 next)
{
    i64 i;
    if (elem->kind == EX_KEYVALUE && elem->keyvalue.key->val &&
        const_to_i64(elem->keyvalue.key->val, &i))
        return (u64)i;
    return next;
}

static void build_array(Gen *g, Expr *e, Type *elem_type, Loc p)
{
    RType *t = gen_type(g, elem_type);
    u64 index = 0;
    for (u32 i = 0; i < e->composite.elems.len; i++, index++) {
        Expr *elem = e->composite.elems.data[i];
        index = elem_index(elem, index);
        Reg mark = g->f->top;
        build_elem(g, elem_value(elem), elem_type, gen_part(g, p, index * t->size, t, elem->span));
        g->f->top = mark;
    }
}

void gen_build(Gen *g, Expr *e, Loc p)
{
    Type *u = type_underlying(literal_type(e));
    p.type = gen_type(g, literal_type(e));
    if (u->kind == TY_STRUCT)
        build_struct(g, e, u, p);
    else
        build_array(g, e, u->array.elem, p);
}

static Reg gen_slice_literal(Gen *g, Expr *e, Type *elem_type, Reg want);
static Reg gen_map_literal(Gen *g, Expr *e, Type *t, Reg want);

/* The slice or map that e is a literal of, or a literal of a pointer to; any other expression. */
static Reg new_content(Gen *g, Expr *e, Expr *literal, Type *t)
{
    Type *u = type_underlying(t);
    if (literal->kind != EX_COMPOSITE || !is_elided_pointer(literal))
        return gen_value_as(g, e, t, ANY);
    return u->kind == TY_MAP ? gen_map_literal(g, literal, t, ANY)
                             : gen_slice_literal(g, literal, u->slice.elem, ANY);
}

Reg gen_new_value(Gen *g, Expr *e, Type *t, Reg want)
{
    Reg dst = gen_want(g, want, 1), mark = g->f->top;
    Reg ptr = gen_is_temp(g, dst) ? dst : gen_alloc(g, 1);
    RType *r = gen_type(g, t);
    Expr *v = gen_strip(e);
    bool hoisted = gen_hoist(g, &e, 1);
    gen_emit_x(g, e->span, OP_NEW, ptr, 0, 0, r->id);
    Loc p = gen_mem_place(r, ptr, 0, e->span);
    TypeKind kind = type_underlying(t)->kind;
    if (v->kind == EX_COMPOSITE && (kind == TY_STRUCT || kind == TY_ARRAY))
        gen_build(g, v, p);
    else
        gen_store(g, &p, new_content(g, e, v, t));
    gen_hoist_end(g, hoisted);
    gen_move(g, e->span, dst, ptr, 1);
    g->f->top = mark;
    return dst;
}

/* ---- slices ---- */

static u64 literal_len(Expr *e)
{
    u64 index = 0, len = 0;
    for (u32 i = 0; i < e->composite.elems.len; i++, index++) {
        index = elem_index(e->composite.elems.data[i], index);
        if (index + 1 > len)
            len = index + 1;
    }
    return len;
}

static bool has_keys(Expr *e)
{
    for (u32 i = 0; i < e->composite.elems.len; i++)
        if (e->composite.elems.data[i]->kind == EX_KEYVALUE)
            return true;
    return false;
}

static void pack_slice(Gen *g, Expr *e, Type *elem_type, Reg dst)
{
    RType *t = gen_type(g, elem_type);
    u32 n = e->composite.elems.len;
    Reg base = gen_alloc(g, n * t->slots);
    for (u32 i = 0; i < n; i++) {
        Expr *v = e->composite.elems.data[i];
        Reg mark = g->f->top;
        gen_value_as(g, v, elem_type, base + i * t->slots);
        g->f->top = mark;
    }
    gen_emit_x(g, e->span, OP_PACK, dst, base, n, t->id);
}

static Reg gen_slice_literal(Gen *g, Expr *e, Type *elem_type, Reg want)
{
    Reg dst = gen_want(g, want, 3), mark = g->f->top;
    u64 len = literal_len(e);
    u32 slots = gen_type(g, elem_type)->slots;
    if (!has_keys(e) && len * (slots ? slots : 1) <= MAX_PACKED_SLOTS) {
        pack_slice(g, e, elem_type, dst);
    } else {
        Reg s = gen_is_temp(g, dst) ? dst : gen_alloc(g, 3);
        Type *array = type_array(&g->types, elem_type, (i64)len);
        gen_emit_x(g, e->span, OP_NEW, s, 0, 0, gen_type(g, array)->id);
        gen_int(g, e->span, s + 1, len);
        gen_int(g, e->span, s + 2, len);
        build_array(g, e, elem_type, gen_mem_place(gen_type(g, array), s, 0, e->span));
        gen_move(g, e->span, dst, s, 3);
    }
    g->f->top = mark;
    return dst;
}

static Reg gen_map_literal(Gen *g, Expr *e, Type *type, Reg want)
{
    Type *u = type_underlying(type);
    Reg dst = gen_want(g, want, 1), mark = g->f->top;
    Reg m = gen_is_temp(g, dst) ? dst : gen_alloc(g, 1);
    RType *t = gen_type(g, u);
    Reg size = gen_alloc(g, 1);
    gen_int(g, e->span, size, e->composite.elems.len);
    gen_emit_x(g, e->span, OP_MKMAP, m, size, 0, gen_type(g, type)->id);
    for (u32 i = 0; i < e->composite.elems.len; i++) {
        Expr *elem = e->composite.elems.data[i];
        Reg inner = g->f->top;
        Reg key = gen_value_as(g, elem->keyvalue.key, u->map.key, ANY);
        Reg value = gen_value_as(g, elem->keyvalue.value, u->map.elem, ANY);
        gen_emit_x(g, elem->span, OP_MAPSET, m, key, value, t->id);
        g->f->top = inner;
    }
    gen_move(g, e->span, dst, m, 1);
    g->f->top = mark;
    return dst;
}

static Reg composite(Gen *g, Expr *e, Reg want)
{
    if (is_elided_pointer(e))
        return gen_new_value(g, e, literal_type(e), want);
    Type *u = type_underlying(e->type);
    if (u->kind == TY_SLICE)
        return gen_slice_literal(g, e, u->slice.elem, want);
    if (u->kind == TY_MAP)
        return gen_map_literal(g, e, e->type, want);
    RType *t = gen_type(g, e->type);
    if (t->flags & RT_BIG)
        return gen_new_value(g, e, e->type, want);
    Reg dst = gen_want(g, want, t->slots), mark = g->f->top;
    Reg value = gen_is_temp(g, dst) ? dst : gen_alloc(g, t->slots);
    gen_zero(g, e->span, value, t);
    gen_build(g, e, (Loc){.kind = PL_REG, .type = t, .reg = value, .at = e->span});
    gen_move(g, e->span, dst, value, t->slots);
    g->f->top = mark;
    return dst;
}

Reg gen_composite(Gen *g, Expr *e, Reg want)
{
    Reg dst = want, mark = g->f->top;
    bool hoisted = false;
    if (!g->f->flat && gen_has_call(e)) {
        dst = gen_want(g, want, gen_type(g, e->type)->slots);
        mark = g->f->top;
        hoisted = gen_hoist_parts(g, e);
    }
    Reg r = composite(g, e, dst);
    gen_hoist_end(g, hoisted);
    if (hoisted)
        g->f->top = mark;
    return r;
}

/* ---- closures ---- */

Reg gen_closure(Gen *g, FuncLit *lit, Span at, Reg want)
{
    Func *fn = gen_literal(g, lit);
    Reg dst = gen_want(g, want, 1), mark = g->f->top;
    u32 slots = 0;
    for (u32 i = 0; i < lit->captures.len; i++) {
        VarLoc *loc = gen_var(g, lit->captures.data[i]);
        slots += loc->cell ? 1 : loc->type->slots;
    }
    if (slots == 0) {
        gen_emit_x(g, at, OP_LDFN, dst, 0, 0, fn->id);
        return dst;
    }
    Reg base = gen_alloc(g, slots), r = base;
    for (u32 i = 0; i < lit->captures.len; i++) {
        VarLoc *loc = gen_var(g, lit->captures.data[i]);
        u32 n = loc->cell ? 1 : loc->type->slots;
        gen_move(g, at, r, loc->reg, n);
        r += n;
    }
    gen_emit_x(g, at, OP_CLOSURE, dst, base, slots, fn->id);
    g->f->top = mark;
    return dst;
}
