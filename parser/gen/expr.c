/* Code generator: dispatch on the kind of an expression, and the simple kinds. */
#include "parser/gen/gen.h"

Expr *gen_strip(Expr *e)
{
    while (e->kind == EX_PAREN)
        e = e->paren;
    return e;
}

Type *gen_type_of(Gen *g, Expr *e)
{
    if (e->mode == MODE_NIL || e->type->kind == TY_UNTYPED_NIL)
        return e->type;
    return type_is_untyped(e->type) ? universe_default_type(g->universe, e->type) : e->type;
}

bool gen_small_const(Expr *e, i64 *out)
{
    if (!e->val || const_kind(e->val) == CONST_STRING)
        return false;
    if (const_kind(e->val) == CONST_BOOL) {
        *out = const_bool_value(e->val);
        return true;
    }
    /* A float constant may have an integer value, but its register form differs. */
    if (type_is_float(e->type) || type_is_complex(e->type))
        return false;
    return const_to_i64(e->val, out) && *out >= INT16_MIN && *out <= INT16_MAX;
}

static u64 double_bits(double d)
{
    u64 bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

static u64 const_bits(Const *val, RType *t)
{
    i64 i = 0;
    u64 u = 0;
    switch (t->kind) {
    case RK_BOOL: return const_bool_value(val);
    case RK_FLOAT64: return double_bits(const_to_double(val));
    case RK_FLOAT32: return double_bits(const_to_float32(val));
    default:
        if (const_to_i64(val, &i))
            return (u64)i;
        if (const_to_u64(val, &u))
            return u;
        /* an integer type with a value such as 5.0, which is stored as a float */
        return (u64)(i64)const_to_double(val);
    }
}

Reg gen_const(Gen *g, Span at, Const *val, Type *t, Reg want)
{
    RType *r = gen_type(g, t);
    if (r->kind == RK_INTERFACE) {
        static const TypeKind kinds[] = {
            [CONST_BOOL] = TY_BOOL,     [CONST_STRING] = TY_STRING,      [CONST_INT] = TY_INT,
            [CONST_FLOAT] = TY_FLOAT64, [CONST_COMPLEX] = TY_COMPLEX128,
        };
        Type *plain = g->universe->basic[kinds[const_kind(val)]];
        Reg dst = gen_want(g, want, 2), mark = g->f->top;
        gen_as(g, at, gen_const(g, at, val, plain, ANY), plain, t, dst);
        g->f->top = mark;
        return dst;
    }
    Reg dst = gen_want(g, want, r->slots);
    if (r->kind == RK_STRING && const_kind(val) == CONST_STRING) {
        u32 len;
        const char *text = const_string_value(val, &len);
        gen_string(g, at, dst, text, len);
    } else if (r->kind == RK_COMPLEX64 || r->kind == RK_COMPLEX128) {
        gen_complex_const(g, at, dst, val, r);
    } else {
        gen_int(g, at, dst, const_bits(val, r));
    }
    return dst;
}

/* ---- conversion on assignment ---- */

Reg gen_as(Gen *g, Span at, Reg r, Type *from, Type *to, Reg want)
{
    RType *src = gen_type(g, from), *dst = gen_type(g, to);
    if (dst->kind == RK_INTERFACE && src->kind != RK_INTERFACE) {
        Reg out = gen_want(g, want, 2);
        gen_want_methods(g, src);
        gen_emit_x(g, at, OP_MKIFACE, out, r, 0, src->id);
        return out;
    }
    if (want == ANY)
        return r;
    gen_move(g, at, want, r, dst->slots);
    return want;
}

static Reg gen_nil(Gen *g, Expr *e, Type *t, Reg want)
{
    RType *r = gen_type(g, t);
    Reg dst = gen_want(g, want, r->slots);
    gen_zero(g, e->span, dst, r);
    return dst;
}

Reg gen_value_as(Gen *g, Expr *e, Type *target, Reg want)
{
    if (e->mode == MODE_NIL || e->type->kind == TY_UNTYPED_NIL)
        return gen_nil(g, e, target, want);
    if (e->val && type_is_untyped(e->type) && !type_is_interface(target))
        return gen_const(g, e->span, e->val, target, want);
    Type *from = gen_type_of(g, e), *to = type_underlying(target);
    if (to->kind == TY_CHAN && to->chan.dir == CHAN_RECV)
        gen_chan_use(g, e, CHAN_USE_RECEIVE);
    if (!type_is_interface(target) || type_is_interface(from))
        return gen_value(g, e, want);
    Reg dst = gen_want(g, want, 2), mark = g->f->top;
    gen_as(g, e->span, gen_value(g, e, ANY), from, target, dst);
    g->f->top = mark;
    return dst;
}

/* ---- kinds ---- */

static Reg gen_object(Gen *g, Expr *e, Obj *obj, Reg want)
{
    switch (obj ? obj->kind : OBJ_BAD) {
    case OBJ_VAR: {
        Loc p = gen_var_place(g, obj, e->span);
        return gen_load(g, &p, want);
    }
    case OBJ_FUNC: {
        Reg dst = gen_want(g, want, 1);
        gen_emit_x(g, e->span, OP_LDFN, dst, 0, 0, gen_func_value(g, obj)->id);
        return dst;
    }
    case OBJ_NIL: return gen_nil(g, e, e->type, want);
    default: gen_unsupported(g, e->span, "this use of a name is"); return gen_want(g, want, 1);
    }
}

static Reg load_place(Gen *g, Expr *e, Reg want)
{
    if (want != ANY) {
        Reg mark = g->f->top;
        bool hoisted = gen_hoist_parts(g, e);
        Loc p = gen_place(g, e);
        gen_load(g, &p, want);
        gen_hoist_end(g, hoisted);
        g->f->top = mark;
        return want;
    }
    /* The value is allocated before the temporaries of its address, unless it needs no register. */
    Reg mark = g->f->top;
    Reg dst = gen_alloc(g, gen_type(g, e->type)->slots);
    u32 before = g->f->code.len;
    bool hoisted = gen_hoist_parts(g, e);
    Loc p = gen_place(g, e);
    gen_hoist_end(g, hoisted);
    if (p.kind == PL_REG || p.kind == PL_PART) {
        Reg r = gen_load(g, &p, ANY);
        if (r >= dst && g->f->code.len == before)
            g->f->top = mark;
        return r;
    }
    gen_load(g, &p, dst);
    g->f->top = dst + gen_type(g, e->type)->slots;
    return dst;
}

static Reg gen_selector(Gen *g, Expr *e, Reg want)
{
    Selection *sel = e->selector.selection;
    if (!sel)
        return gen_object(g, e, e->selector.sel->ident.obj, want);
    switch (sel->kind) {
    case SEL_FIELD: return load_place(g, e, want);
    case SEL_METHOD:
    case SEL_INTERFACE_METHOD: return gen_method_value(g, e, want);
    case SEL_METHOD_EXPR: return gen_method_expr(g, e, want);
    }
    return 0;
}

static Reg gen_index(Gen *g, Expr *e, Reg want)
{
    Expr *x = e->index.x;
    if (!type_is_string(x->type))
        return load_place(g, e, want);
    Reg dst = gen_want(g, want, 1), mark = g->f->top;
    Reg s = gen_value(g, x, ANY);
    Reg i = gen_value(g, e->index.args.data[0], ANY);
    gen_note_unsigned(g, e->span, e->index.args.data[0]);
    gen_emit(g, e->span, OP_STRIDX, dst, s, i);
    g->f->top = mark;
    return dst;
}

/* Computes the bounds of a slice expression in three consecutive registers. Bounds that are absent
 * are zero, so that no unwritten register is read. Returns which are given (1 lo, 2 hi, 4 max). */
static u32 slice_bounds(Gen *g, Expr *e, Reg r, u32 count)
{
    Expr *bounds[] = {e->slice.lo, e->slice.hi, e->slice.max};
    u32 given = 0;
    for (u32 i = 0; i < count; i++) {
        if (bounds[i]) {
            Type *t =
                type_is_untyped(bounds[i]->type) ? g->universe->basic[TY_INT] : bounds[i]->type;
            gen_value_as(g, bounds[i], t, r + i);
            gen_note_unsigned(g, e->span, bounds[i]);
            given |= SLICE_LO << i;
        } else {
            gen_emit_k(g, e->span, OP_LDI, r + i, 0);
        }
    }
    return given;
}

/* Operand X of the slicing instructions: element size, and which bounds are given. */
static u64 slice_operand(Gen *g, Expr *e, Type *elem, u64 given)
{
    u64 size = gen_type(g, elem)->size;
    if (size > UINT32_MAX)
        gen_unsupported(g, e->span, "slicing with elements of more than 4 GB is");
    return size | given << 32;
}

static Reg gen_slice(Gen *g, Expr *e, Reg want)
{
    Type *u = type_underlying(e->slice.x->type);
    bool string = type_is_string(e->slice.x->type);
    Reg dst = gen_want(g, want, string ? 2 : 3), mark = g->f->top;
    bool hoisted = gen_hoist_parts(g, e);
    Reg x;
    if (u->kind == TY_ARRAY) {
        Loc p = gen_place(g, e->slice.x);
        x = gen_address(g, &p, ANY, false);
    } else {
        x = gen_value(g, e->slice.x, ANY);
    }
    Reg bounds = gen_alloc(g, 3);
    u64 given = slice_bounds(g, e, bounds, string ? 2 : 3);
    if (string) {
        gen_emit_x(g, e->span, OP_SLICESTR, dst, x, bounds, 1 | given << 32);
    } else if (u->kind == TY_SLICE) {
        u64 operand = slice_operand(g, e, u->slice.elem, given);
        gen_emit_x(g, e->span, OP_SLICE, dst, x, bounds, operand);
    } else {
        Type *array = u->kind == TY_POINTER ? type_underlying(u->pointer.elem) : u;
        u64 operand = slice_operand(g, e, array->array.elem, given);
        gen_emit_x(g, e->span, OP_SLICEA, dst, x, bounds, operand);
        gen_word(g, e->span, (u64)array->array.len);
    }
    gen_hoist_end(g, hoisted);
    g->f->top = mark;
    return dst;
}

static u64 assert_operand(Gen *g, Type *target, Type *source)
{
    RType *to = gen_type(g, target);
    return to->id | (u64)gen_type(g, source)->id << 32;
}

/* x.(T). With ok, the slot after the value says whether x holds a T. */
static Reg emit_assert(Gen *g, Expr *e, Reg want, bool ok)
{
    Type *target = e->assert.type_expr->type;
    RType *t = gen_type(g, target);
    Reg dst = gen_want(g, want, t->slots + (ok ? 1 : 0)), mark = g->f->top;
    Reg x = gen_value(g, e->assert.x, ANY);
    Op op =
        t->kind == RK_INTERFACE ? (ok ? OP_ASSERTI2 : OP_ASSERTI) : (ok ? OP_ASSERT2 : OP_ASSERT);
    gen_emit_x(g, e->span, op, dst, x, 0, assert_operand(g, target, e->assert.x->type));
    g->f->top = mark;
    return dst;
}

static Reg emit_receive(Gen *g, Expr *e, Reg want, bool ok)
{
    RType *t = gen_type(g, type_underlying(e->unary.x->type)->chan.elem);
    Reg dst = gen_want(g, want, t->slots + (ok ? 1 : 0)), mark = g->f->top;
    Reg ch = gen_value(g, e->unary.x, ANY);
    gen_chan_use(g, e->unary.x, CHAN_USE_RECEIVE);
    gen_emit(g, e->span, ok ? OP_RECV2 : OP_RECV, dst, ch, t->slots);
    g->f->top = mark;
    return dst;
}

/* Whether the pointer to the place of x has not been checked for nil yet. */
bool gen_may_be_nil(Expr *x, const Loc *p)
{
    x = gen_strip(x);
    return p->kind == PL_MEM && (x->kind == EX_STAR || x->kind == EX_SELECTOR ||
                                 (x->kind == EX_INDEX && x->index.args.data[0]->val));
}

static Reg gen_address_of(Gen *g, Expr *e, Reg want)
{
    Expr *x = gen_strip(e->unary.x);
    if (x->kind == EX_COMPOSITE)
        return gen_new_value(g, x, x->type, want);
    Reg dst = gen_want(g, want, 1), mark = g->f->top;
    Loc p = gen_place(g, x);
    if (p.kind != PL_ELEM) /* ADDRX checks the index */
        p.at = e->span;
    gen_address(g, &p, dst, gen_may_be_nil(x, &p));
    g->f->top = mark;
    return dst;
}

static Reg gen_unary_expr(Gen *g, Expr *e, Reg want)
{
    switch (e->unary.op) {
    case TK_AND: return gen_address_of(g, e, want);
    case TK_ARROW: return emit_receive(g, e, want, false);
    default: return gen_unary(g, e, want);
    }
}

Reg gen_value(Gen *g, Expr *e, Reg want)
{
    limits_poll();
    if (e->val && e->mode == MODE_CONST)
        return gen_const(g, e->span, e->val, e->type, want);
    if (e->mode == MODE_NIL)
        return gen_nil(g, e, e->type, want);
    Reg ready;
    if (gen_take_hoisted(g, e, &ready)) {
        if (want == ANY)
            return ready;
        gen_move(g, e->span, want, ready, gen_type(g, e->type)->slots);
        return want;
    }
    switch (e->kind) {
    case EX_IDENT: return gen_object(g, e, e->ident.obj, want);
    case EX_PAREN: return gen_value(g, e->paren, want);
    case EX_COMPOSITE: return gen_composite(g, e, want);
    case EX_FUNC: return gen_closure(g, e->func, e->span, want);
    case EX_SELECTOR: return gen_selector(g, e, want);
    case EX_INDEX: return gen_index(g, e, want);
    case EX_SLICE: return gen_slice(g, e, want);
    case EX_ASSERT: return emit_assert(g, e, want, false);
    case EX_CALL: return gen_call(g, e, want);
    case EX_STAR: return load_place(g, e, want);
    case EX_UNARY: return gen_unary_expr(g, e, want);
    case EX_BINARY: return gen_binary(g, e, want);
    default:
        gen_unsupported(g, e->span, "this kind of expression is");
        return gen_want(g, want, gen_type(g, e->type)->slots);
    }
}

Reg gen_value_uncapped(Gen *g, Expr *e)
{
    u32 before = g->f->code.len;
    Reg r = gen_value(g, e, ANY);
    if (g->f->code.len == before)
        return r;
    Instr *in = &g->f->code.data[g->f->last].in;
    if (in->op == OP_LD3 && in->a == r)
        in->op = OP_LD2;
    return r;
}

/* ---- several results ---- */

static void multi_init(Gen *g, Multi *m, u32 count)
{
    m->count = count;
    m->regs = m->reg;
    m->types = m->type;
    if (count > COUNT_OF(m->reg)) {
        m->regs = ARENA_ARRAY(&g->arena, Reg, count);
        m->types = ARENA_ARRAY(&g->arena, Type *, count);
    }
}

static Reg map_get2(Gen *g, Expr *e)
{
    Type *map = type_underlying(e->index.x->type);
    RType *elem = gen_type(g, map->map.elem);
    Reg dst = gen_alloc(g, elem->slots + 1), mark = g->f->top;
    Reg m = gen_value(g, e->index.x, ANY);
    Reg key = gen_value_as(g, e->index.args.data[0], map->map.key, ANY);
    gen_emit_x(g, e->span, OP_MAPGET2, dst, m, key, gen_type(g, map)->id);
    g->f->top = mark;
    return dst;
}

/* The value of a comma-ok form, followed by ok; *type receives the static type of the value. */
static Reg comma_ok(Gen *g, Expr *e, Type **type)
{
    switch (e->kind) {
    case EX_INDEX: *type = type_underlying(e->index.x->type)->map.elem; return map_get2(g, e);
    case EX_ASSERT: *type = e->assert.type_expr->type; return emit_assert(g, e, ANY, true);
    case EX_UNARY:
        *type = type_underlying(e->unary.x->type)->chan.elem;
        return emit_receive(g, e, ANY, true);
    default: BUG("not a comma-ok expression");
    }
}

void gen_multi(Gen *g, Expr *e, u32 want, Multi *out)
{
    e = gen_strip(e);
    if (e->kind != EX_CALL) {
        multi_init(g, out, 2);
        out->types[1] = g->universe->basic[TY_BOOL];
        out->regs[0] = comma_ok(g, e, &out->types[0]);
        out->regs[1] = out->regs[0] + gen_type(g, out->types[0])->slots;
        return;
    }
    Reg r = gen_call(g, e, ANY);
    bool tuple = e->type->kind == TY_TUPLE;
    multi_init(g, out, tuple ? e->type->tuple.types.len : want);
    for (u32 i = 0; i < out->count; i++) {
        out->types[i] = tuple ? e->type->tuple.types.data[i] : e->type;
        out->regs[i] = r;
        r += gen_type(g, out->types[i])->slots;
    }
}

void gen_discard(Gen *g, Expr *e)
{
    Reg mark = g->f->top, ready;
    e = gen_strip(e);
    if (gen_take_hoisted(g, e, &ready))
        return;
    if (e->kind == EX_CALL)
        gen_call(g, e, ANY);
    else if (e->mode != MODE_CONST && e->mode != MODE_NIL && e->mode != MODE_TYPE)
        gen_value(g, e, ANY);
    g->f->top = mark;
}
