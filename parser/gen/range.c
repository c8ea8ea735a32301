/* Code generator: for ... range, except over functions. */
#include "parser/gen/gen.h"

typedef struct Range {
    Stmt *s;
    Target target;
    Label top, body;
} Range;

static bool wants_value(Stmt *s)
{
    if (s->range.define)
        return s->range.value_obj != NULL && !gen_is_blank(s->range.value_obj);
    Expr *v = s->range.value;
    return v && !(v->kind == EX_IDENT && strcmp(v->ident.name->text, "_") == 0);
}

static bool wants_key(Stmt *s)
{
    if (s->range.define)
        return s->range.key_obj != NULL && !gen_is_blank(s->range.key_obj);
    Expr *k = s->range.key;
    return k && !(k->kind == EX_IDENT && strcmp(k->ident.name->text, "_") == 0);
}

/* Hidden registers, which stay allocated while the statements of the body are compiled. */
static Reg hidden(Gen *g, u32 slots)
{
    Reg r = gen_alloc(g, slots);
    g->f->vars_top = g->f->top;
    return r;
}

static void declare_per_loop(Gen *g, Range *r)
{
    if (!r->s->range.per_loop || !r->s->range.define)
        return;
    if (wants_key(r->s))
        gen_declare_zero(g, r->s->range.key_obj, r->s->range.key->span);
    if (wants_value(r->s))
        gen_declare_zero(g, r->s->range.value_obj, r->s->range.value->span);
}

/* Declares obj, a variable of the range clause, for this iteration; its value is in register v. */
static void declare_iteration(Gen *g, Range *r, Obj *obj, Reg v, Span at)
{
    if (r->s->range.per_loop) {
        Loc p = gen_var_place(g, obj, at);
        gen_store(g, &p, v);
    } else if (gen_var_in_cell(g, obj) || obj->var.reassigned) {
        gen_declare_value(g, obj, v, ANY, at);
    } else {
        gen_bind_var(g, obj, v, false);
    }
}

/* Assigns the iteration's key and value to the variables of the clause. value_type NULL: no
 * value. */
static void bind_iteration(Gen *g, Range *r, Reg key, Type *key_type, Reg value, Type *value_type)
{
    Stmt *s = r->s;
    if (s->range.define) {
        if (wants_key(s))
            declare_iteration(g, r, s->range.key_obj, key, s->range.key->span);
        if (wants_value(s) && value_type)
            declare_iteration(g, r, s->range.value_obj, value, s->range.value->span);
        return;
    }
    Reg mark = g->f->top;
    gen_assign_regs(g, (Expr *[]){s->range.key, value_type ? s->range.value : NULL},
                    (Reg[]){key, value}, (Type *[]){key_type, value_type}, 2);
    g->f->top = mark;
}

static void loop_body(Gen *g, Range *r, ScopeMark scope)
{
    gen_stmt(g, r->s->range.body);
    gen_scope_close(g, scope);
    gen_bind(g, r->target.cont);
}

static void loop_back(Gen *g, Range *r)
{
    gen_loop_back(g, r->s->range.x->span, r->top);
}

/* i = 0; i < len */
static Reg count_loop_head(Gen *g, Range *r, Reg len, bool is_unsigned)
{
    Span at = r->s->range.x->span;
    Reg i = hidden(g, 1);
    gen_int(g, at, i, 0);
    gen_bind(g, r->top);
    gen_jump(g, at, is_unsigned ? OP_JLEU : OP_JLE, len, i, r->target.brk);
    gen_bind(g, r->body);
    return i;
}

/* i++; back while i < len */
static void count_loop_end(Gen *g, Range *r, Reg i, Reg len, bool is_unsigned)
{
    Span at = r->s->range.x->span;
    gen_emit(g, at, OP_ADDI, i, i, 1);
    gen_jump(g, at, is_unsigned ? OP_JBLTU : OP_JBLT, i, len, r->body);
}

static void range_int(Gen *g, Range *r)
{
    Stmt *s = r->s;
    Type *type = gen_type_of(g, s->range.x);
    if (s->range.define && s->range.key_obj)
        type = s->range.key_obj->type;
    else if (s->range.key && !s->range.define && wants_key(s))
        type = s->range.key->type;
    Reg n = hidden(g, 1);
    gen_value_as(g, s->range.x, type, n);
    Reg i = count_loop_head(g, r, n, gen_is_unsigned(type));
    ScopeMark scope = gen_scope_open(g);
    bind_iteration(g, r, i, type, 0, NULL);
    loop_body(g, r, scope);
    count_loop_end(g, r, i, n, gen_is_unsigned(type));
}

/* Loops over the slice in registers s (ptr, len, cap). */
static void range_elements(Gen *g, Range *r, Reg s, Type *elem_type)
{
    Span at = r->s->range.x->span;
    RType *elem = gen_type(g, elem_type);
    Reg i = count_loop_head(g, r, s + 1, false);
    Reg v = wants_value(r->s) ? hidden(g, elem->slots) : 0;
    ScopeMark scope = gen_scope_open(g);
    if (wants_value(r->s)) {
        Loc p = {.kind = PL_ELEM, .type = elem, .reg = s, .index = i, .at = at};
        gen_load(g, &p, v);
    }
    bind_iteration(g, r, i, g->universe->basic[TY_INT], v, wants_value(r->s) ? elem_type : NULL);
    loop_body(g, r, scope);
    count_loop_end(g, r, i, s + 1, false);
}

static void range_slice(Gen *g, Range *r, Type *u)
{
    Reg s = hidden(g, 3);
    gen_value(g, r->s->range.x, s);
    range_elements(g, r, s, u->slice.elem);
}

/* Whether evaluating e may do anything other than reading variables. */
static bool has_effects(Expr *e)
{
    switch (e->kind) {
    case EX_IDENT: return false;
    case EX_PAREN: return has_effects(e->paren);
    case EX_STAR: return has_effects(e->star);
    case EX_SELECTOR: return e->selector.selection && has_effects(e->selector.x);
    case EX_INDEX: return has_effects(e->index.x) || has_effects(e->index.args.data[0]);
    case EX_LIT: return false;
    default: return true;
    }
}

/* A range over an array uses a copy made before the loop; over a pointer to an array, the array
 * itself. If there is no value variable, only the length is needed. */
static void range_array(Gen *g, Range *r, Type *array, bool pointer)
{
    Expr *x = r->s->range.x;
    Reg s = hidden(g, 3);
    if (!wants_value(r->s)) {
        if (has_effects(x))
            gen_discard(g, x);
        gen_int(g, x->span, s, 0);
    } else if (pointer) {
        gen_value(g, x, s);
        if (array->array.len)
            gen_emit(g, x->span, OP_NILCHK, s, 0, 0);
    } else {
        gen_new_value(g, x, x->type, s);
    }
    gen_int(g, x->span, s + 1, (u64)array->array.len);
    gen_int(g, x->span, s + 2, (u64)array->array.len);
    range_elements(g, r, s, array->array.elem);
}

static void range_string(Gen *g, Range *r)
{
    Expr *x = r->s->range.x;
    Type *rune = g->universe->rune_type;
    Reg s = hidden(g, 2);
    gen_value_as(g, x, gen_type_of(g, x), s);
    Reg i = count_loop_head(g, r, s + 1, false);
    Reg v = hidden(g, 2); /* the rune and its width */
    gen_emit(g, x->span, OP_STRRUNE, v, s, i);
    ScopeMark scope = gen_scope_open(g);
    bind_iteration(g, r, i, g->universe->basic[TY_INT], v, rune);
    loop_body(g, r, scope);
    gen_emit(g, x->span, OP_ADD, i, i, v + 1);
    gen_jump(g, x->span, OP_JBLT, i, s + 1, r->body);
}

static void range_map(Gen *g, Range *r, Type *u)
{
    Expr *x = r->s->range.x;
    RType *map = gen_type(g, u);
    Reg iter = hidden(g, 1), mark = g->f->top;
    gen_emit_x(g, x->span, OP_MAPITER, iter, gen_value(g, x, ANY), 0, map->id);
    g->f->top = mark;
    Reg next = hidden(g, 1 + map->key->slots + map->elem->slots);
    gen_bind(g, r->top);
    gen_emit_x(g, x->span, OP_MAPNEXT, next, iter, 0, map->id);
    gen_jump(g, x->span, OP_JF, next, 0, r->target.brk);
    ScopeMark scope = gen_scope_open(g);
    bind_iteration(g, r, next + 1, u->map.key, next + 1 + map->key->slots, u->map.elem);
    loop_body(g, r, scope);
    loop_back(g, r);
}

static void range_chan(Gen *g, Range *r, Type *u)
{
    Expr *x = r->s->range.x;
    RType *elem = gen_type(g, u->chan.elem);
    Reg ch = hidden(g, 1);
    gen_value(g, x, ch);
    gen_chan_use(g, x, CHAN_USE_RECEIVE);
    Reg v = hidden(g, elem->slots + 1);
    gen_bind(g, r->top);
    gen_emit(g, x->span, OP_RECV2, v, ch, elem->slots);
    gen_jump(g, x->span, OP_JF, v + elem->slots, 0, r->target.brk);
    ScopeMark scope = gen_scope_open(g);
    bind_iteration(g, r, v, u->chan.elem, 0, NULL);
    loop_body(g, r, scope);
    loop_back(g, r);
}

static void range_over(Gen *g, Range *r)
{
    Expr *x = r->s->range.x;
    Type *u = type_underlying(gen_type_of(g, x));
    if (type_is_integer(u)) {
        range_int(g, r);
        return;
    }
    if (type_is_string(u)) {
        range_string(g, r);
        return;
    }
    switch (u->kind) {
    case TY_SLICE: range_slice(g, r, u); break;
    case TY_ARRAY: range_array(g, r, u, false); break;
    case TY_POINTER: range_array(g, r, type_underlying(u->pointer.elem), true); break;
    case TY_MAP: range_map(g, r, u); break;
    case TY_CHAN: range_chan(g, r, u); break;
    default: gen_unsupported(g, x->span, "ranging over this is"); gen_bind(g, r->target.cont);
    }
}

void gen_range(Gen *g, Stmt *s)
{
    if (s->range.fn) {
        gen_range_func(g, s);
        return;
    }
    ScopeMark scope = gen_scope_open(g);
    Range r = {.s = s};
    gen_push_target(g, &r.target, s);
    r.target.has_cont = true;
    r.target.cont = gen_label(g);
    r.top = gen_label(g);
    r.body = gen_label(g);
    declare_per_loop(g, &r);
    range_over(g, &r);
    gen_pop_target(g, &r.target);
    gen_scope_close(g, scope);
}
