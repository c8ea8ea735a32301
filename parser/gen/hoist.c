/* Order of evaluation. As in gc, the calls, receives, map reads and most type assertions in an
 * expression are executed from left to right before any of its variables is read. (The language
 * leaves it open when x is read in x + f(), but programs tested with gc may depend on its choice.)
 *
 * gen_hoist computes them into temporaries and records these; gen_value then uses the
 * temporaries. */
#include "parser/gen/gen.h"

static bool calls_in_list(Expr *const *list, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (gen_has_call(list[i]))
            return true;
    return false;
}

static bool is_short_circuit(const Expr *e)
{
    return e->kind == EX_BINARY && (e->binary.op == TK_LAND || e->binary.op == TK_LOR);
}

/* Conversions and built-ins without effects. They are not a reason to hoist, but they are hoisted
 * in order if there is one. */
static bool is_operator(const Expr *call)
{
    switch ((BuiltinId)call->call.builtin) {
    case BI_LEN:
    case BI_CAP:
    case BI_MIN:
    case BI_MAX:
    case BI_NEW:
    case BI_MAKE: return true;
    default: return call->call.is_conversion;
    }
}

bool gen_has_call(Expr *e)
{
    if (!e || e->mode == MODE_CONST || e->mode == MODE_TYPE)
        return false;
    switch (e->kind) {
    case EX_PAREN: return gen_has_call(e->paren);
    case EX_CALL: return !is_operator(e) || calls_in_list(e->call.args.data, e->call.args.len);
    case EX_UNARY: return e->unary.op == TK_ARROW || gen_has_call(e->unary.x);
    case EX_BINARY: return gen_has_call(e->binary.x) || gen_has_call(e->binary.y);
    case EX_INDEX: return gen_has_call(e->index.x) || gen_has_call(e->index.args.data[0]);
    case EX_SELECTOR: return e->selector.selection && gen_has_call(e->selector.x);
    case EX_STAR: return gen_has_call(e->star);
    case EX_ASSERT: return gen_has_call(e->assert.x);
    case EX_SLICE:
        return gen_has_call(e->slice.x) || gen_has_call(e->slice.lo) || gen_has_call(e->slice.hi) ||
               gen_has_call(e->slice.max);
    case EX_COMPOSITE: return calls_in_list(e->composite.elems.data, e->composite.elems.len);
    case EX_KEYVALUE: return gen_has_call(e->keyvalue.key) || gen_has_call(e->keyvalue.value);
    default: return false;
    }
}

static void hoist(Gen *g, Expr *e);

static void hoist_list(Gen *g, Expr *const *list, u32 n)
{
    for (u32 i = 0; i < n; i++)
        hoist(g, list[i]);
}

static void compute(Gen *g, Expr *e)
{
    u32 slots = gen_type(g, e->type)->slots;
    Reg r = gen_value(g, e, ANY);
    if (g->f->top < r + slots)
        g->f->top = r + slots;
    *map_put(&g->f->hoisted, (u64)(uintptr_t)e) = (u64)r + 1;
}

/* Whether gc copies what the assertion gives as soon as it has it: where the value is not the data
 * word of the interface. */
static bool is_copied_assertion(Gen *g, const Expr *e)
{
    if (e->kind != EX_ASSERT || e->type->kind == TY_TUPLE)
        return false;
    const RType *t = gen_type(g, e->type);
    return !(t->slots == 1 && t->flags & RT_POINTERS);
}

static bool is_map_read(Expr *e)
{
    return e->kind == EX_INDEX && type_underlying(e->index.x->type)->kind == TY_MAP;
}

static bool is_hoisted(Gen *g, Expr *e)
{
    return g->f->hoisted.count > 0 && map_get(&g->f->hoisted, (u64)(uintptr_t)e);
}

/* A bound of a slice expression, NULL: there is none. gc computes it in order, too, unless it is a
 * variable. */
static void hoist_bound(Gen *g, Expr *e)
{
    if (!e)
        return;
    hoist(g, e);
    e = gen_strip(e);
    if (e->mode != MODE_CONST && e->kind != EX_IDENT && !is_hoisted(g, e))
        compute(g, e);
}

/* Hoists from the operands of e, but not e itself, which is no && or ||: what those guard is only
 * computed where they are. If e has been computed, so have they. */
static void hoist_parts(Gen *g, Expr *e)
{
    e = gen_strip(e);
    if (is_hoisted(g, e))
        return;
    switch (e->kind) {
    case EX_CALL:
        hoist(g, e->call.fun); /* what the function is, or the receiver, comes before arguments */
        hoist_list(g, e->call.args.data, e->call.args.len);
        break;
    case EX_UNARY: hoist(g, e->unary.x); break;
    case EX_BINARY:
        hoist(g, e->binary.x);
        hoist(g, e->binary.y);
        break;
    case EX_INDEX:
        hoist(g, e->index.x);
        hoist(g, e->index.args.data[0]);
        break;
    case EX_SELECTOR:
        if (e->selector.selection)
            hoist(g, e->selector.x);
        break;
    case EX_STAR: hoist(g, e->star); break;
    case EX_ASSERT: hoist(g, e->assert.x); break;
    case EX_SLICE:
        hoist(g, e->slice.x);
        hoist_bound(g, e->slice.lo);
        hoist_bound(g, e->slice.hi);
        hoist_bound(g, e->slice.max);
        break;
    case EX_COMPOSITE: hoist_list(g, e->composite.elems.data, e->composite.elems.len); break;
    case EX_KEYVALUE:
        hoist(g, e->keyvalue.key);
        hoist(g, e->keyvalue.value);
        break;
    default: break;
    }
}

static void hoist(Gen *g, Expr *e)
{
    if (!e || e->mode == MODE_CONST || e->mode == MODE_TYPE || e->mode == MODE_NIL)
        return;
    e = gen_strip(e);
    bool receive = e->kind == EX_UNARY && e->unary.op == TK_ARROW;
    bool call = e->kind == EX_CALL && !e->call.is_conversion;
    if (call || receive || is_map_read(e) || is_copied_assertion(g, e) ||
        (is_short_circuit(e) && gen_has_call(e))) {
        if (e->type->kind != TY_TUPLE && e->mode != MODE_NOVALUE)
            compute(g, e);
    } else {
        hoist_parts(g, e);
    }
}

bool gen_hoist(Gen *g, Expr *const *list, u32 n)
{
    if (g->f->flat || !calls_in_list(list, n))
        return false;
    hoist_list(g, list, n);
    g->f->flat = true;
    return true;
}

/* Whether an argument that is converted to an interface is evaluated in order: gc converts it by
 * address then, except for words of 2, 4 and 8 bytes, strings and slices; a variable has an address
 * already. */
static bool boxed_in_order(Gen *g, Expr *arg, Type *param)
{
    if (!type_is_interface(param) || type_is_interface(arg->type) || arg->mode == MODE_CONST ||
        arg->mode == MODE_NIL || arg->mode == MODE_VAR)
        return false;
    RType *t = gen_type(g, arg->type);
    if (t->kind == RK_STRING || t->kind == RK_SLICE || (t->flags & RT_POINTERS && t->slots == 1))
        return false;
    return t->size != t->align || t->size < 2;
}

bool gen_hoist_args(Gen *g, Expr *call, Type *sig)
{
    ExprList *args = &call->call.args;
    u32 n = sig->func.params.len;
    if (g->f->flat || !calls_in_list(args->data, args->len))
        return false;
    for (u32 i = 0; i < args->len; i++) {
        Type *param = sig->func.params.data[i < n ? i : n - 1];
        if (sig->func.variadic && i + 1 >= n && !call->call.spread_pos)
            param = type_underlying(sig->func.params.data[n - 1])->slice.elem;
        Expr *arg = args->data[i];
        hoist(g, arg);
        if (arg->type->kind == TY_TUPLE) /* f(g()): the call of g is all that there is */
            break;
        if (boxed_in_order(g, arg, param) && !is_hoisted(g, arg))
            compute(g, arg);
    }
    g->f->flat = true;
    return true;
}

bool gen_hoist_parts(Gen *g, Expr *e)
{
    if (g->f->flat || !gen_has_call(e))
        return false;
    if (is_short_circuit(gen_strip(e)))
        hoist(g, e);
    else
        hoist_parts(g, e);
    g->f->flat = true;
    return true;
}

bool gen_hoist_assign(Gen *g, Expr *const *lhs, u32 nl, Expr *const *rhs, u32 nr)
{
    if (!calls_in_list(lhs, nl) && !calls_in_list(rhs, nr))
        return false;
    for (u32 i = 0; i < nl; i++)
        hoist_parts(g, lhs[i]);
    hoist_list(g, rhs, nr);
    g->f->flat = true;
    return true;
}

bool gen_take_hoisted(Gen *g, Expr *e, Reg *r)
{
    if (g->f->hoisted.count == 0)
        return false;
    u64 *found = map_get(&g->f->hoisted, (u64)(uintptr_t)e);
    if (!found)
        return false;
    *r = (Reg)*found - 1;
    map_delete(&g->f->hoisted, (u64)(uintptr_t)e);
    return true;
}
