/* Code generator: calls of built-in functions. */
#include "parser/gen/gen.h"

static Expr *arg(Expr *e, u32 i)
{
    return e->call.args.data[i];
}

/* An integer argument: a size or an index. */
static Reg int_arg(Gen *g, Expr *e)
{
    Type *t = e->val ? g->universe->basic[TY_INT] : gen_type_of(g, e);
    if (e->val)
        return gen_const(g, e->span, e->val, t, ANY);
    return gen_value(g, e, ANY);
}

static Reg finish(Gen *g, Reg dst, Reg mark)
{
    g->f->top = mark;
    return dst;
}

static Reg array_len(Gen *g, Expr *e, i64 len, Reg want)
{
    Reg dst = gen_want(g, want, 1);
    gen_discard(g, arg(e, 0));
    gen_int(g, e->span, dst, (u64)len);
    return dst;
}

/* len and cap of strings and slices are one register of the value. */
static Reg part_of_value(Gen *g, Expr *e, u32 part, Reg want)
{
    Reg mark = g->f->top;
    Reg r = part < 2 ? gen_value_uncapped(g, arg(e, 0)) : gen_value(g, arg(e, 0), ANY);
    if (want == ANY)
        return r + part;
    gen_move(g, e->span, want, r + part, 1);
    return finish(g, want, mark);
}

static Reg gen_len(Gen *g, Expr *e, Reg want, bool cap)
{
    Type *u = type_underlying(gen_type_of(g, arg(e, 0)));
    if (u->kind == TY_POINTER)
        u = type_underlying(u->pointer.elem);
    if (u->kind == TY_ARRAY)
        return array_len(g, e, u->array.len, want);
    if (u->kind == TY_SLICE || type_is_string(u))
        return part_of_value(g, e, cap ? 2 : 1, want);
    Reg dst = gen_want(g, want, 1), mark = g->f->top;
    Reg r = gen_value(g, arg(e, 0), ANY);
    gen_chan_use(g, arg(e, 0), CHAN_USE_RECEIVE);
    Op op = u->kind == TY_MAP ? OP_MAPLEN : cap ? OP_CHANCAP : OP_CHANLEN;
    gen_emit(g, arg(e, 0)->span, op, dst, r, 0);
    return finish(g, dst, mark);
}

/* The size that make is given, 0 if it is given none. */
static Reg first_size(Gen *g, Expr *make)
{
    if (make->call.args.len > 1)
        return int_arg(g, arg(make, 1));
    Reg size = gen_alloc(g, 1);
    gen_int(g, make->span, size, 0);
    return size;
}

/* make of a slice; flags: of MKSLICE's extra word. */
static Reg gen_make_slice(Gen *g, Expr *e, Reg want, u64 flags)
{
    RType *elem = gen_type(g, type_underlying(arg(e, 0)->type)->slice.elem);
    Reg dst = gen_want(g, want, 3), mark = g->f->top, size = first_size(g, e);
    Reg cap = e->call.args.len > 2 ? int_arg(g, arg(e, 2)) : size;
    gen_emit_x(g, e->span, OP_MKSLICE, dst, size, cap, elem->id | flags);
    return finish(g, dst, mark);
}

/* What append takes the elements from. In append(s, make([]T, n)...) gc grows s in place of making
 * another slice, so that is what its panic speaks of; not if the type of that slice has a name. */
static Reg gen_appended(Gen *g, Expr *e, Type *type)
{
    Expr *call = gen_strip(e);
    bool is_made = call->kind == EX_CALL && call->call.builtin == BI_MAKE;
    if (is_made && call->call.args.len == 2 && arg(call, 0)->type->kind == TY_SLICE)
        return gen_make_slice(g, call, ANY, MKSLICE_EXTENDS);
    return gen_value_as(g, e, type, ANY);
}

static Reg gen_append(Gen *g, Expr *e, Reg want)
{
    Type *type = gen_type_of(g, e);
    Type *elem_type = type_underlying(type)->slice.elem;
    RType *elem = gen_type(g, elem_type);
    u32 n = e->call.args.len - 1;
    if (n == 0)
        return gen_value_as(g, arg(e, 0), type, want);
    Reg dst = gen_want(g, want, 3), mark = g->f->top;
    Reg s = gen_value_as(g, arg(e, 0), type, ANY);
    if (e->call.spread_pos) {
        Type *from = gen_type_of(g, arg(e, 1));
        bool string = type_is_string(from);
        Reg more = gen_appended(g, arg(e, 1), string ? from : type);
        gen_emit_x(g, e->span, OP_APPEND, dst, s, more, elem->id | (u64)string << 32);
    } else if (n == 1) {
        Reg v = gen_value_as(g, arg(e, 1), elem_type, ANY);
        gen_emit_x(g, e->span, OP_APPEND1, dst, s, v, elem->id);
    } else {
        Reg base = gen_alloc(g, n * elem->slots), more = gen_alloc(g, 3);
        for (u32 i = 0; i < n; i++) {
            Reg inner = g->f->top;
            gen_value_as(g, arg(e, i + 1), elem_type, base + i * elem->slots);
            g->f->top = inner;
        }
        gen_emit_x(g, e->span, OP_PACK, more, base, n, elem->id);
        gen_emit_x(g, e->span, OP_APPEND, dst, s, more, elem->id);
    }
    return finish(g, dst, mark);
}

static Reg gen_copy(Gen *g, Expr *e, Reg want)
{
    Reg dst = gen_want(g, want, 1), mark = g->f->top;
    Type *to = gen_type_of(g, arg(e, 0)), *from = gen_type_of(g, arg(e, 1));
    bool string = type_is_string(from);
    Reg a = gen_value(g, arg(e, 0), ANY), b = gen_value(g, arg(e, 1), ANY);
    u32 elem = gen_type(g, type_underlying(to)->slice.elem)->id;
    gen_emit_x(g, e->span, OP_COPY, dst, a, b, elem | (u64)string << 32);
    return finish(g, dst, mark);
}

static void gen_delete(Gen *g, Expr *e)
{
    Type *map = type_underlying(arg(e, 0)->type);
    Reg m = gen_value(g, arg(e, 0), ANY);
    Reg key = gen_value_as(g, arg(e, 1), map->map.key, ANY);
    gen_emit_x(g, e->span, OP_MAPDEL, m, key, 0, gen_type(g, map)->id);
}

static Reg gen_make(Gen *g, Expr *e, Reg want)
{
    Type *type = arg(e, 0)->type, *u = type_underlying(type);
    if (u->kind == TY_SLICE)
        return gen_make_slice(g, e, want, 0);
    RType *t = gen_type(g, type);
    Reg dst = gen_want(g, want, t->slots), mark = g->f->top, size = first_size(g, e);
    if (u->kind == TY_MAP)
        gen_emit_x(g, e->span, OP_MKMAP, dst, size, 0, t->id);
    else
        gen_chan_made(g, e, gen_emit_x(g, e->span, OP_MKCHAN, dst, size, 0, t->id));
    return finish(g, dst, mark);
}

static PrintKind print_kind(Gen *g, Type *type)
{
    RType *t = gen_type(g, type);
    switch (t->kind) {
    case RK_BOOL: return PRINT_BOOL;
    case RK_STRING: return PRINT_STRING;
    case RK_FLOAT32:
    case RK_FLOAT64: return PRINT_FLOAT;
    case RK_COMPLEX64:
    case RK_COMPLEX128: return PRINT_COMPLEX;
    case RK_SLICE: return PRINT_SLICE;
    case RK_INTERFACE: return PRINT_IFACE;
    case RK_POINTER:
    case RK_CHAN:
    case RK_MAP:
    case RK_FUNC:
    case RK_UNSAFE_POINTER: return PRINT_POINTER;
    default: return gen_is_unsigned(type) ? PRINT_UINT : PRINT_INT;
    }
}

/* All arguments are evaluated before the first is printed. */
static void gen_print(Gen *g, Expr *e)
{
    u32 n = e->call.args.len;
    bool line = e->call.builtin == BI_PRINTLN;
    Reg *regs = xmalloc((n + 1) * sizeof *regs);
    for (u32 i = 0; i < n; i++) {
        regs[i] = gen_value(g, arg(e, i), ANY);
        Type *type = gen_type_of(g, arg(e, i));
        if (type_is_complex(type))
            regs[i] = gen_complex_wide(g, e->span, gen_type(g, type), regs[i]);
    }
    for (u32 i = 0; i < n; i++) {
        if (line && i)
            gen_emit(g, e->span, OP_PRINT, 0, PRINT_SPACE, 0);
        gen_emit(g, e->span, OP_PRINT, regs[i], print_kind(g, gen_type_of(g, arg(e, i))), 0);
    }
    if (line)
        gen_emit(g, e->span, OP_PRINT, 0, PRINT_NEWLINE, 0);
    free(regs);
}

static void gen_panic(Gen *g, Expr *e)
{
    Reg v = gen_value_as(g, arg(e, 0), g->universe->any_type, ANY);
    gen_emit(g, e->span, OP_PANIC, v, 0, 0);
}

/* R[best] <- the smaller (or larger) of R[best..] and R[v..]. */
static void keep_best(Gen *g, Expr *e, Type *type, Reg best, Reg v)
{
    bool min = e->call.builtin == BI_MIN;
    if (type_is_float(type)) {
        gen_emit(g, e->span, min ? OP_MINF : OP_MAXF, best, best, v);
        return;
    }
    Label keep = gen_label(g);
    Reg low = min ? best : v, high = min ? v : best;
    if (type_is_string(type)) {
        Reg b = gen_alloc(g, 1);
        gen_emit(g, e->span, OP_LESTR, b, low, high);
        gen_jump(g, e->span, OP_JT, b, 0, keep);
    } else {
        gen_jump(g, e->span, gen_is_unsigned(type) ? OP_JLEU : OP_JLE, low, high, keep);
    }
    gen_move(g, e->span, best, v, gen_type(g, type)->slots);
    gen_bind(g, keep);
}

static Reg gen_min_max(Gen *g, Expr *e, Reg want)
{
    Type *type = gen_type_of(g, e);
    RType *t = gen_type(g, type);
    Reg dst = gen_want(g, want, t->slots), mark = g->f->top;
    Reg best = gen_is_temp(g, dst) ? dst : gen_alloc(g, t->slots);
    gen_value_as(g, arg(e, 0), type, best);
    for (u32 i = 1; i < e->call.args.len; i++) {
        Reg inner = g->f->top;
        keep_best(g, e, type, best, gen_value_as(g, arg(e, i), type, ANY));
        g->f->top = inner;
    }
    gen_move(g, e->span, dst, best, t->slots);
    return finish(g, dst, mark);
}

static void gen_clear(Gen *g, Expr *e)
{
    Type *u = type_underlying(arg(e, 0)->type);
    Reg r = gen_value(g, arg(e, 0), ANY);
    if (u->kind == TY_MAP)
        gen_emit_x(g, e->span, OP_MAPCLEAR, r, 0, 0, gen_type(g, u)->id);
    else
        gen_emit_x(g, e->span, OP_CLEARS, r, 0, 0, gen_type(g, u->slice.elem)->id);
}

static Reg no_value(Gen *g, Reg mark)
{
    g->f->top = mark;
    return mark;
}

/* For copy(f()), where f has two results: the same call, with variables for the results as
 * arguments. */
static Expr *with_single_args(Gen *g, Expr *e)
{
    Multi m;
    Expr *tuple = arg(e, 0), *copy = ast_copy_expr(&g->arena, e);
    gen_multi(g, tuple, tuple->type->tuple.types.len, &m);
    copy->call.args = (ExprList){0};
    for (u32 i = 0; i < m.count; i++)
        avec_push(&g->arena, &copy->call.args,
                  gen_temp_var(g, m.types[i], m.regs[i], tuple->span.start));
    return copy;
}

static Reg builtin(Gen *g, Expr *e, Reg want)
{
    Reg mark = g->f->top;
    switch ((BuiltinId)e->call.builtin) {
    case BI_APPEND: return gen_append(g, e, want);
    case BI_CAP: return gen_len(g, e, want, true);
    case BI_LEN: return gen_len(g, e, want, false);
    case BI_CLEAR: gen_clear(g, e); return no_value(g, mark);
    case BI_CLOSE:
        gen_chan_use(g, arg(e, 0), CHAN_USE_CLOSE);
        gen_emit(g, e->span, OP_CLOSE, gen_value(g, arg(e, 0), ANY), 0, 0);
        return no_value(g, mark);
    case BI_COPY: return gen_copy(g, e, want);
    case BI_DELETE: gen_delete(g, e); return no_value(g, mark);
    case BI_MAKE: return gen_make(g, e, want);
    case BI_MAX:
    case BI_MIN: return gen_min_max(g, e, want);
    case BI_NEW: {
        if (arg(e, 0)->mode != MODE_TYPE)
            return gen_new_value(g, arg(e, 0), arg(e, 0)->type, want);
        Reg dst = gen_want(g, want, 1);
        gen_emit_x(g, e->span, OP_NEW, dst, 0, 0, gen_type(g, arg(e, 0)->type)->id);
        return dst;
    }
    case BI_PANIC: gen_panic(g, e); return no_value(g, mark);
    case BI_PRINT:
    case BI_PRINTLN: gen_print(g, e); return no_value(g, mark);
    case BI_RECOVER: {
        Reg dst = gen_want(g, want, 2);
        gen_emit(g, e->span, OP_RECOVER, dst, 0, 0);
        return dst;
    }
    case BI_COMPLEX: return gen_complex(g, e, want);
    case BI_UNSAFE_ADD:
    case BI_UNSAFE_SLICE:
    case BI_SLICE_DATA:
    case BI_UNSAFE_STRING:
    case BI_STRING_DATA: return gen_unsafe_call(g, e, want);
    default: return gen_complex_part(g, e, want);
    }
}

Reg gen_builtin(Gen *g, Expr *e, Reg want)
{
    if (e->call.args.len && arg(e, 0)->type && arg(e, 0)->type->kind == TY_TUPLE)
        e = with_single_args(g, e);
    bool flat = g->f->flat, several = e->call.args.len > 1;
    g->f->flat = false;
    if (!several || !gen_has_call(e)) {
        Reg r = builtin(g, e, want);
        g->f->flat = flat;
        return r;
    }
    /* The result is allocated before the hoisted values, so that it is below them. */
    u32 slots = e->mode == MODE_NOVALUE ? 0 : gen_type(g, e->type)->slots;
    Reg dst = gen_want(g, want, slots), mark = g->f->top;
    gen_hoist(g, e->call.args.data, e->call.args.len);
    builtin(g, e, dst);
    g->f->flat = flat;
    g->f->top = mark;
    return dst;
}
