/* Calls of what a set holds, as it grows: of functions, methods, and what reflection makes. */
#include "analysis/points_set.h"

/* Whether a method is called only where there is an object for it: an interface that holds a value
 * of more than a word points to a copy, and with nil methods of the library do nothing. */
static bool needs_receiver(const RType *type, const Func *fn)
{
    bool pointer = type->kind == RK_POINTER && type->elem->size;
    return !(type->flags & RT_DIRECT) || (pointer && fn->is_library);
}

/* Those of a set that are receivers of a type; of methods of the library, not counting copies that
 * natives make. */
static Node receivers_of(Points *points, Node from, const RType *type, bool copies)
{
    type = points_received_as(points, type);
    u64 key = (u64)points_set_of(points, from) << 32 | (u64)type->id << 1 | copies;
    u64 *there = map_put(&points->receivers, key);
    if (*there)
        return (Node)*there;
    Node node = points_node(points);
    *there = node;
    points->sets.data[node].apart = true;
    points_add_edge(points, from, (Edge){EDGE_RECEIVER, node, !copies, type});
    return node;
}

void points_enter_method(Points *points, u32 site, const RType *type, u32 i)
{
    CallSite *s = points->model->sites.data[site];
    const Func *fn = type->methods[i].fn;
    Node found = receivers_of(points, s->receiver, type, !fn->is_library);
    const Instance *to = model_call(points->model, site, fn, NO_OBJECT, HOW_METHOD);
    points_copy(points, s->args.data[0], found);
    if (to && fn->nparams)
        points_copy(points, to->params[0], found);
}

static void call_method(Points *points, u32 site, RType *type, u32 id)
{
    for (u32 i = 0; i < type->nmethods; i++) {
        const Func *fn = type->methods[i].fn;
        if (type->methods[i].id != id || !fn)
            continue;
        CallSite *s = points->model->sites.data[site];
        Node found = receivers_of(points, s->receiver, type, !fn->is_library);
        if (!needs_receiver(type, fn) || points_of(points, found)->len)
            points_enter_method(points, site, type, i);
        else
            points_add_edge(points, found, (Edge){EDGE_METHOD, site, i, type});
    }
}

/* Results of a callee that is not known are taken to be in all registers above the call. */
static u32 most_results(const Model *model, const CallSite *site)
{
    const Func *fn = model->instances.data[site->inst]->flow->fn;
    return fn->nregs - fn->code[site->pc].in.a;
}

/* Functions that are not known are given all arguments, and return anything. */
static void call_unknown(Points *points, CallSite *s)
{
    s->unknown = true;
    points->model->calls_unknown = true;
    for (u32 i = 0; i < s->args.len; i++)
        points_copy(points, points->havoc, s->args.data[i]);
    points_copy(points, points->havoc, s->first);
    points_copy(points, points->havoc, s->frame);
    points_copy(points, s->results, points->unknown);
    for (u32 i = 1; s->kind == CALL_PLAIN && i < most_results(points->model, s); i++)
        points_copy(points, points_sym(points, s->inst, sym_def(s->pc, i)), points->unknown);
}

/* The site's arguments are not those of all that it calls. */
static void forget_args(CallSite *s)
{
    for (u32 i = 0; i < s->arg_syms.len; i++)
        s->arg_syms.data[i] = (Val){0};
    s->called = (Val){0};
}

/* Whatever words are in the memory may be any argument, and any result comes to be in it. */
static void call_with_frame(Points *points, u32 site)
{
    CallSite *s = points->model->sites.data[site];
    if (s->kind != CALL_PLAIN || s->args.len < 3) {
        call_unknown(points, s);
        return;
    }
    if (!s->frame) {
        Node args = points_node(points), results = points_node(points);
        s->frame = points_node(points);
        s->results = points_node(points);
        points_any(points, args, s->args.data[1]);
        points_load(points, s->frame, args, 0);
        points_any(points, results, s->args.data[2]);
        points_store(points, results, 0, s->results);
    }
    forget_args(s);
    points_watch(points, s->args.data[0], site, HOW_FRAME);
}

static void call_bound(Points *points, u32 site, Ptr p, u32 how)
{
    CallSite *s = points->model->sites.data[site];
    Node closure = points_node(points), code = points_node(points);
    if (!s->first)
        s->first = points_node(points);
    points_add(points, closure, p);
    points_load(points, code, closure, 0);
    points_load(points, s->first, closure, 8);
    forget_args(s);
    points_watch(points, code, site, how | HOW_BOUND);
}

/* What a function that reflection made calls; that of another one is not looked at. */
static void call_stub(Points *points, u32 site, Ptr p, u32 how)
{
    StubKind stub = points->model->objects.data[p.object].stub;
    if (stub == STUB_CALL && how == HOW_PLAIN)
        call_with_frame(points, site);
    else if (stub == STUB_BOUND && !(how & HOW_BOUND))
        call_bound(points, site, p, how);
    else
        call_unknown(points, points->model->sites.data[site]);
}

/* A kind of call: of a method, or of closures, with 1 + their argument slots if these are known. */
enum { CALLS_METHOD = 1 << 30, CALLS_CLOSURE = 1 << 29 };

static u32 closure_arguments(Instr in)
{
    return in.op == OP_CALLC ? in.c : in.c + 1u;
}

u32 points_kind_of_call(const Points *points, u32 site, u32 how)
{
    const CallSite *s = points->model->sites.data[site];
    Instr in = points->model->instances.data[s->inst]->flow->fn->code[s->pc].in;
    if (in.op == OP_CALLI)
        return CALLS_METHOD | in.c;
    return CALLS_CLOSURE | (how != HOW_PLAIN || in.op == OP_CALLN ? 0 : closure_arguments(in));
}

/* Functions are of the type that they are called as, unless the program makes pointers of unsafe
 * ones. */
static bool takes(const Points *points, const Func *func, u32 kind)
{
    u32 arguments = kind & ~CALLS_CLOSURE;
    return !arguments || points->model->casts || func->nparams == arguments - 1;
}

static bool has_method(const RType *type, u32 id)
{
    for (u32 i = 0; i < type->nmethods; i++)
        if (type->methods[i].id == id && type->methods[i].fn)
            return true;
    return false;
}

bool points_may_call(const Points *points, u32 kind, Ptr p)
{
    const Object *o = &points->model->objects.data[p.object];
    if (o->kind == MEM_TYPE)
        return kind & CALLS_METHOD && has_method(o->type, kind & ~CALLS_METHOD);
    if (o->kind == MEM_CLOSURE && !(kind & CALLS_METHOD))
        return o->stub || (o->func && takes(points, o->func, kind));
    return o->kind == MEM_UNKNOWN;
}

void points_call(Points *points, u32 site, Ptr p, u32 how)
{
    Model *model = points->model;
    const Object *o = &model->objects.data[p.object];
    u32 kind = points_kind_of_call(points, site, how);
    if (!points_may_call(points, kind, p))
        return;
    if (o->kind == MEM_UNKNOWN)
        call_unknown(points, model->sites.data[site]);
    else if (o->kind == MEM_TYPE)
        call_method(points, site, o->type, kind & ~CALLS_METHOD);
    else if (o->func)
        model_call(model, site, o->func, p.object, how);
    else
        call_stub(points, site, p, how);
}
