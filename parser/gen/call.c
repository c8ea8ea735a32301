/* Code generator: calls, method values, go and defer. The callee's frame begins after the link
 * slot. */
#include "parser/gen/gen.h"

/* The target of a call. `kind` says which of fn, native, reg is used. */
typedef struct Callee {
    enum { CALL_STATIC, CALL_NATIVE, CALL_CLOSURE, CALL_METHOD } kind;
    Func *fn;
    u32 native;
    Reg reg;    /* the closure or interface */
    u32 method; /* method id */
    Expr *recv; /* receiver expression of a statically known method, or NULL */
    Selection *sel;
} Callee;

u32 gen_arg_slots(Gen *g, Type *sig)
{
    u32 params, results;
    gen_param_slots(g, sig, &params, &results);
    return params;
}

/* ---- arguments ---- */

/* With more slots than this, variadic arguments are stored one by one instead of being computed in
 * registers first. */
enum { MAX_VARIADIC_SLOTS = 8192 };

static void pack_variadic(Gen *g, Expr *call, u32 from, Type *elem_type, Reg dst)
{
    ExprList *args = &call->call.args;
    RType *t = gen_type(g, elem_type);
    u32 n = args->len - from;
    if (n == 0) {
        gen_emit_k(g, call->span, OP_ZERO, dst, 3);
        return;
    }
    Reg mark = g->f->top;
    if ((u64)n * (t->slots ? t->slots : 1) > MAX_VARIADIC_SLOTS) {
        Type *array = type_array(&g->types, elem_type, n);
        gen_emit_x(g, call->span, OP_NEW, dst, 0, 0, gen_type(g, array)->id);
        for (u32 i = 0; i < n; i++) {
            Loc p = gen_mem_place(t, dst, i * t->size, call->span);
            gen_store(g, &p, gen_value_as(g, args->data[from + i], elem_type, ANY));
            g->f->top = mark;
        }
        gen_int(g, call->span, dst + 1, n);
        gen_int(g, call->span, dst + 2, n);
        return;
    }
    Reg base = gen_alloc(g, n * t->slots);
    for (u32 i = 0; i < n; i++) {
        Reg inner = g->f->top;
        gen_value_as(g, args->data[from + i], elem_type, base + i * t->slots);
        g->f->top = inner;
    }
    gen_emit_x(g, call->span, OP_PACK, dst, base, n, t->id);
    g->f->top = mark;
}

/* f(g()), where g has several results. */
static void args_of_call(Gen *g, Expr *call, Type *sig, Reg dst)
{
    Multi m;
    Expr *arg = call->call.args.data[0];
    u32 n = sig->func.params.len;
    u32 fixed = sig->func.variadic ? n - 1 : n;
    gen_multi(g, arg, n, &m);
    for (u32 i = 0; i < fixed; i++) {
        gen_as(g, arg->span, m.regs[i], m.types[i], sig->func.params.data[i], dst);
        dst += gen_type(g, sig->func.params.data[i])->slots;
    }
    if (!sig->func.variadic)
        return;
    Type *elem = type_underlying(sig->func.params.data[n - 1])->slice.elem;
    RType *t = gen_type(g, elem);
    if (m.count == fixed) {
        gen_emit_k(g, call->span, OP_ZERO, dst, 3);
        return;
    }
    Reg base = gen_alloc(g, (m.count - fixed) * t->slots);
    for (u32 i = fixed; i < m.count; i++)
        gen_as(g, arg->span, m.regs[i], m.types[i], elem, base + (i - fixed) * t->slots);
    gen_emit_x(g, call->span, OP_PACK, dst, base, m.count - fixed, t->id);
}

u32 gen_args(Gen *g, Expr *call, Type *sig, Reg dst)
{
    ExprList *args = &call->call.args;
    u32 n = sig->func.params.len, slots = gen_arg_slots(g, sig);
    Reg mark = g->f->top;
    if (args->len == 1 && args->data[0]->type->kind == TY_TUPLE) {
        args_of_call(g, call, sig, dst);
        g->f->top = mark;
        return slots;
    }
    for (u32 i = 0; i < n; i++) {
        Type *param = sig->func.params.data[i];
        if (sig->func.variadic && i == n - 1 && !call->call.spread_pos)
            pack_variadic(g, call, i, type_underlying(param)->slice.elem, dst);
        else
            gen_value_as(g, args->data[i], param, dst);
        dst += gen_type(g, param)->slots;
        g->f->top = mark;
    }
    return slots;
}

/* ---- receivers ---- */

Reg gen_receiver(Gen *g, Expr *x, Selection *sel, Reg want, Type **recv, Span at)
{
    u32 n = sel->path.len;
    Type *t = gen_path_type(x->type, sel, n);
    bool ptr_recv = sel->method && sel->method->func.ptr_recv;
    bool is_pointer = type_underlying(t)->kind == TY_POINTER;
    *recv = t;
    if (ptr_recv && !is_pointer) {
        *recv = gen_pointer_to(g, t);
        Reg dst = gen_want(g, want, 1), mark = g->f->top;
        Expr *s = gen_strip(x);
        if (n == 0 && s->kind == EX_COMPOSITE) {
            gen_new_value(g, s, s->type, dst);
        } else {
            Loc p = n ? gen_walk(g, x, sel, n, at) : gen_place(g, x);
            gen_address(g, &p, dst, n ? p.kind == PL_MEM : gen_may_be_nil(s, &p));
        }
        g->f->top = mark;
        return dst;
    }
    if (!ptr_recv && sel->method && is_pointer) {
        *recv = type_underlying(t)->pointer.elem;
        RType *r = gen_type(g, *recv);
        Reg dst = gen_want(g, want, r->slots), mark = g->f->top;
        Reg ptr;
        if (n) {
            Loc p = gen_walk(g, x, sel, n, at);
            ptr = gen_load(g, &p, ANY);
        } else {
            ptr = gen_value(g, x, ANY);
        }
        Loc p = gen_mem_place(r, ptr, 0, x->span);
        gen_load(g, &p, dst);
        g->f->top = mark;
        return dst;
    }
    if (n == 0)
        return gen_value(g, x, want);
    Reg dst = gen_want(g, want, gen_type(g, t)->slots), mark = g->f->top;
    Loc p = gen_walk(g, x, sel, n, at);
    gen_load(g, &p, dst);
    g->f->top = mark;
    return dst;
}

static u32 selection_id(Gen *g, Selection *sel)
{
    Package *pkg = sel->imethod ? sel->imethod->pkg : sel->method->pkg;
    return gen_method_id(g, selection_name(sel), pkg);
}

static bool is_plain_method_expr(Selection *sel)
{
    bool is_pointer = type_underlying(sel->recv)->kind == TY_POINTER;
    return sel->method && sel->path.len == 0 && sel->method->func.ptr_recv == is_pointer;
}

/* ---- callees ---- */

static Callee static_callee(Gen *g, Obj *obj)
{
    Func *fn = gen_func(g, obj);
    if (fn && fn->is_wrapper) /* the function value of a native, created earlier */
        fn = NULL;
    if (fn)
        return (Callee){.kind = CALL_STATIC, .fn = fn};
    return (Callee){.kind = CALL_NATIVE, .native = gen_native(g, obj->func.decl)};
}

static bool function_object(Expr *fun, Obj **obj)
{
    if (fun->kind == EX_IDENT)
        *obj = fun->ident.obj;
    else if (fun->kind == EX_SELECTOR && !fun->selector.selection)
        *obj = fun->selector.sel->ident.obj;
    else if (fun->kind == EX_SELECTOR && fun->selector.selection->kind == SEL_METHOD_EXPR &&
             is_plain_method_expr(fun->selector.selection))
        *obj = fun->selector.selection->method;
    else
        return false;
    return *obj && (*obj)->kind == OBJ_FUNC;
}

static Callee find_callee(Gen *g, Expr *fun)
{
    fun = gen_strip(fun);
    Obj *obj;
    if (function_object(fun, &obj))
        return static_callee(g, obj);
    Selection *sel = fun->kind == EX_SELECTOR ? fun->selector.selection : NULL;
    if (sel && sel->kind == SEL_METHOD) {
        Callee c = static_callee(g, sel->method);
        c.recv = fun->selector.x;
        c.sel = sel;
        return c;
    }
    if (sel && sel->kind == SEL_INTERFACE_METHOD) {
        Callee c = {.kind = CALL_METHOD, .method = selection_id(g, sel), .sel = sel};
        Type *recv;
        c.reg = gen_receiver(g, fun->selector.x, sel, ANY, &recv, fun->span);
        return c;
    }
    if (fun->kind == EX_FUNC && fun->func->captures.len == 0)
        return (Callee){.kind = CALL_STATIC, .fn = gen_literal(g, fun->func)};
    return (Callee){.kind = CALL_CLOSURE, .reg = gen_value(g, fun, ANY)};
}

static u32 recv_slots(Gen *g, Callee *c)
{
    if (c->kind == CALL_METHOD)
        return 1;
    if (!c->recv)
        return 0;
    Type *t = gen_path_type(c->recv->type, c->sel, c->sel->path.len);
    if (c->sel->method->func.ptr_recv)
        return 1;
    Type *u = type_underlying(t);
    return gen_type(g, u->kind == TY_POINTER ? u->pointer.elem : t)->slots;
}

/* Whether f of x.f stands on a later line than x. */
static bool is_on_next_line(Gen *g, const Expr *selector)
{
    Span between = {selector->selector.x->span.end, selector->selector.sel->span.start};
    u32 len = 0;
    if (between.end - between.start < 2)
        return false;
    source_text(g->diags->sources, between, &len); /* not beyond the line */
    return len < between.end - between.start;
}

/* Where a call is, for stacks: of x().f(), or where f stands on a line of its own, that of f; of
 * func() { ... }() the end of the function. */
static Span call_span(Gen *g, const Expr *e)
{
    const Expr *fun = e->call.fun;
    if (fun->kind == EX_FUNC)
        return (Span){fun->span.end - 1, e->span.end};
    if (fun->kind != EX_SELECTOR || (fun->selector.x->kind != EX_CALL && !is_on_next_line(g, fun)))
        return e->span;
    return (Span){fun->selector.sel->span.start, e->span.end};
}

static void emit_call(Gen *g, Span at, Callee *c, Reg link, u32 params)
{
    switch (c->kind) {
    case CALL_STATIC: gen_emit_x(g, at, OP_CALL, link, 0, 0, c->fn->id); break;
    case CALL_NATIVE:
        gen_emit_k(g, at, OP_CALLN, link, c->native);
        gen_note_native(g, c->native, params);
        break;
    case CALL_CLOSURE: gen_emit(g, at, OP_CALLC, link, c->reg, params + 1); break;
    case CALL_METHOD: gen_emit(g, at, OP_CALLI, link, c->reg, c->method); break;
    }
}

/* Hoists the calls in the function expression and the arguments. A single argument that is itself a
 * call is computed in place instead. */
static void hoist_call(Gen *g, Expr *e)
{
    ExprList *args = &e->call.args;
    Expr *fun = gen_strip(e->call.fun);
    bool is_method = fun->kind == EX_SELECTOR && fun->selector.selection;
    g->f->flat = false;
    gen_hoist(g, &fun, 1);
    g->f->flat = false;
    if (args->len > 1 || (args->len == 1 && is_method))
        gen_hoist_args(g, e, type_underlying(e->call.fun->type));
    else if (args->len == 1 && args->data[0]->type->kind != TY_TUPLE)
        gen_hoist_parts(g, args->data[0]);
    g->f->flat = true;
}

/* math.Sqrt is an instruction. */
static Reg square_root(Gen *g, Expr *e, Reg want)
{
    Reg dst = gen_want(g, want, 1), mark = g->f->top;
    bool hoisted = gen_hoist_parts(g, e);
    Reg x = gen_operand(g, e->call.args.data[0], g->universe->basic[TY_FLOAT64]);
    gen_emit(g, e->span, OP_SQRTF, dst, x, 0);
    gen_hoist_end(g, hoisted);
    g->f->top = mark;
    return dst;
}

static bool is_square_root(const Obj *fn)
{
    return !strcmp(fn->name->text, "Sqrt") && !strcmp(fn->pkg->path, "math") &&
           !fn->func.decl->fn.body;
}

/* The value of a call that can be computed without calling; ANY if it cannot. */
static Reg call_in_place(Gen *g, Expr *e, Reg want)
{
    Obj *fn;
    if (!function_object(gen_strip(e->call.fun), &fn))
        return ANY;
    if (is_square_root(fn))
        return square_root(g, e, want);
    Expr *value = gen_inlinable(g, fn);
    return value ? gen_inline(g, e, fn, value, want) : ANY;
}

static Reg plain_call(Gen *g, Expr *e, Reg want)
{
    Reg mark = g->f->top;
    bool flat = g->f->flat;
    hoist_call(g, e);
    Type *sig = type_underlying(e->call.fun->type), *recv;
    Callee c = find_callee(g, e->call.fun);
    u32 params, results, extra = recv_slots(g, &c);
    gen_param_slots(g, sig, &params, &results);
    params += extra;
    Reg link = gen_alloc(g, 1 + (params > results ? params : results));
    Reg base = link + 1;
    if (c.recv)
        gen_receiver(g, c.recv, c.sel, base, &recv, e->call.fun->span);
    gen_args(g, e, sig, base + extra);
    emit_call(g, call_span(g, e), &c, link, params);
    g->f->flat = flat;
    if (want == ANY) {
        g->f->top = base + results;
        return base;
    }
    gen_move(g, e->span, want, base, results);
    g->f->top = mark;
    return want;
}

Reg gen_call(Gen *g, Expr *e, Reg want)
{
    if (e->call.is_conversion)
        return gen_conversion(g, e, want);
    if (e->call.builtin)
        return gen_builtin(g, e, want);
    Reg r = call_in_place(g, e, want);
    return r != ANY ? r : plain_call(g, e, want);
}

/* ---- methods as values ---- */

static Reg bind_method(Gen *g, Expr *e, Selection *sel, Reg want)
{
    Reg dst = gen_want(g, want, 1), mark = g->f->top;
    Type *recv;
    Reg r = gen_receiver(g, e->selector.x, sel, ANY, &recv, e->span);
    u32 slots = gen_type(g, recv)->slots;
    if (sel->imethod)
        gen_emit(g, e->span, OP_NILCHK, r, 0, 0);
    Func *fn = gen_bound_method(g, sel, recv);
    if (slots == 0)
        gen_emit_x(g, e->span, OP_LDFN, dst, 0, 0, fn->id);
    else
        gen_emit_x(g, e->span, OP_CLOSURE, dst, r, slots, fn->id);
    g->f->top = mark;
    return dst;
}

Reg gen_method_value(Gen *g, Expr *e, Reg want)
{
    return bind_method(g, e, e->selector.selection, want);
}

Reg gen_method_expr(Gen *g, Expr *e, Reg want)
{
    Selection *sel = e->selector.selection;
    Func *fn = is_plain_method_expr(sel) ? gen_func_value(g, sel->method)
                                         : gen_method_expr_func(g, sel->recv, sel);
    Reg dst = gen_want(g, want, 1);
    gen_emit_x(g, e->span, OP_LDFN, dst, 0, 0, fn->id);
    return dst;
}

/* ---- go and defer ---- */

/* The closure that go or defer starts. *recv is the receiver expression that precedes the
 * arguments, or NULL. */
static Reg started_closure(Gen *g, Expr *fun, Expr **recv, Selection **sel)
{
    fun = gen_strip(fun);
    *recv = NULL;
    *sel = fun->kind == EX_SELECTOR ? fun->selector.selection : NULL;
    if (*sel && (*sel)->kind == SEL_METHOD) {
        *recv = fun->selector.x;
        Reg r = gen_alloc(g, 1);
        gen_emit_x(g, fun->span, OP_LDFN, r, 0, 0, gen_func_value(g, (*sel)->method)->id);
        return r;
    }
    return gen_value(g, fun, ANY);
}

static void start(Gen *g, Stmt *s, Reg closure, Reg link, u32 slots)
{
    Op op = s->kind == ST_GO ? OP_GO : OP_DEFER;
    FuncLit *lit = g->f->lit;
    if (op == OP_DEFER && lit && lit->loop) { /* belongs to the function that contains the loop */
        gen_move(g, s->span, link, gen_var(g, lit->exits->frame)->reg, 1);
        op = OP_DEFERTO;
    }
    gen_emit(g, s->span, op, link, closure, slots);
}

/* A built-in function becomes a function of its arguments. */
static void start_builtin(Gen *g, Stmt *s, Expr *call)
{
    u32 max = call->call.args.len, n, slots = 0;
    Type **types = ARENA_ARRAY(&g->arena, Type *, max);
    Expr **args = ARENA_ARRAY(&g->arena, Expr *, max);
    Func *fn = gen_builtin_func(g, call, args, &n, types);
    Reg closure = gen_alloc(g, 1);
    gen_emit_x(g, s->span, OP_LDFN, closure, 0, 0, fn->id);
    Reg link = gen_alloc(g, 1);
    for (u32 i = 0; i < n; i++) {
        u32 width = gen_type(g, types[i])->slots;
        Reg r = gen_alloc(g, width);
        gen_value_as(g, args[i], types[i], r);
        slots += width;
        g->f->top = r + width;
    }
    start(g, s, closure, link, slots);
}

void gen_go_defer(Gen *g, Stmt *s)
{
    Expr *call = gen_strip(s->call), *recv;
    Reg mark = g->f->top;
    if (s->kind == ST_DEFER && call->call.builtin == BI_CLOSE)
        gen_chan_use(g, call->call.args.data[0], CHAN_USE_CLOSE);
    if (s->kind == ST_GO && gen_strip(call->call.fun)->kind == EX_FUNC)
        gen_chan_start(g, gen_strip(call->call.fun)->func);
    if (call->call.builtin || call->call.is_conversion) {
        start_builtin(g, s, call);
        g->f->top = mark;
        return;
    }
    Selection *sel;
    Type *sig = type_underlying(call->call.fun->type), *recv_type;
    hoist_call(g, call);
    Reg closure = started_closure(g, call->call.fun, &recv, &sel);
    Callee c = {.kind = CALL_STATIC, .recv = recv, .sel = sel};
    u32 extra = recv_slots(g, &c), slots = gen_arg_slots(g, sig) + extra;
    Reg link = gen_alloc(g, 1 + slots);
    if (recv)
        gen_receiver(g, recv, sel, link + 1, &recv_type, call->call.fun->span);
    gen_args(g, call, sig, link + 1 + extra);
    g->f->flat = false;
    start(g, s, closure, link, slots);
    g->f->top = mark;
}
