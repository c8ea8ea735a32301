/* Substitution of type arguments for type parameters, and instances of generic types. */
#include "base/limits.h"
#include "parser/types/scope.h"
#include "parser/types/types.h"

enum { RESOLVED = 2, DEEPEST = 100 };

typedef struct Subst {
    TypePool *pool;
    Type *const *from, *const *to;
    u32 count;
} Subst;

typedef VEC(Type *) TypeVec;

static Type *subst(const Subst *s, Type *t);

/* Substitutes in a list; returns whether the copy differs from it. */
static bool subst_list(const Subst *s, Type *const *types, u32 count, TypeVec *out)
{
    bool changed = false;
    for (u32 i = 0; i < count; i++) {
        Type *t = subst(s, types[i]);
        changed |= t != types[i];
        avec_push(s->pool->arena, out, t);
    }
    return changed;
}

static Type *subst_tuple(const Subst *s, Type *t)
{
    TypeVec types = {0};
    if (!subst_list(s, t->tuple.types.data, t->tuple.types.len, &types))
        return t;
    return type_tuple(s->pool, types.data, types.len);
}

static Type *subst_union(const Subst *s, Type *t)
{
    TypeVec types = {0};
    if (!subst_list(s, t->unions.terms.data, t->unions.terms.len, &types))
        return t;
    Type *copy = type_new(s->pool, TY_UNION);
    copy->unions = t->unions;
    copy->unions.terms.data = types.data;
    copy->unions.terms.cap = types.cap;
    return copy;
}

static Type *subst_func(const Subst *s, Type *t)
{
    TypeVec params = {0}, results = {0};
    bool changed = subst_list(s, t->func.params.data, t->func.params.len, &params);
    changed |= subst_list(s, t->func.results.data, t->func.results.len, &results);
    if (!changed)
        return t;
    Type *copy = type_new(s->pool, TY_FUNC);
    copy->func = t->func; /* the parameter objects only serve for their names */
    copy->func.params.data = params.data;
    copy->func.params.cap = params.cap;
    copy->func.results.data = results.data;
    copy->func.results.cap = results.cap;
    return copy;
}

static Type *subst_struct(const Subst *s, Type *t)
{
    u32 count = t->strct.fields.len;
    StructField *fields = ARENA_ARRAY(s->pool->arena, StructField, count);
    bool changed = false;
    for (u32 i = 0; i < count; i++) {
        fields[i] = t->strct.fields.data[i];
        fields[i].type = subst(s, fields[i].type);
        changed |= fields[i].type != t->strct.fields.data[i].type;
    }
    if (!changed)
        return t;
    Type *copy = type_new(s->pool, TY_STRUCT);
    copy->strct.fields.data = fields;
    copy->strct.fields.len = copy->strct.fields.cap = count;
    return copy;
}

static Type *subst_interface(const Subst *s, Type *t)
{
    u32 count = t->iface.methods.len;
    Method *methods = ARENA_ARRAY(s->pool->arena, Method, count);
    TypeVec embedded = {0};
    bool changed = subst_list(s, t->iface.embedded.data, t->iface.embedded.len, &embedded);
    for (u32 i = 0; i < count; i++) {
        methods[i] = t->iface.methods.data[i];
        methods[i].sig = subst(s, methods[i].sig);
        changed |= methods[i].sig != t->iface.methods.data[i].sig;
    }
    if (!changed)
        return t;
    Type *copy = type_new(s->pool, TY_INTERFACE);
    copy->iface.methods.data = methods;
    copy->iface.methods.len = copy->iface.methods.cap = count;
    copy->iface.embedded.data = embedded.data;
    copy->iface.embedded.len = embedded.len;
    copy->iface.embedded.cap = embedded.cap;
    copy->iface.embedded_pos = t->iface.embedded_pos;
    copy->iface.implicit = t->iface.implicit;
    copy->iface.comparable =
        t->iface.methods.len == 0 && t->iface.embedded.len == 0 && t->iface.comparable;
    if (t->iface.complete)
        type_complete_interface(s->pool->arena, copy, NULL);
    else
        vec_push(&s->pool->incomplete, copy);
    return copy;
}

static Type *subst_named(const Subst *s, Type *t)
{
    TypeVec targs = {0};
    if (t->named.targs.len == 0 || !subst_list(s, t->named.targs.data, t->named.targs.len, &targs))
        return t;
    return type_instance(s->pool, t->named.origin, targs.data, targs.len);
}

static Type *subst_param(const Subst *s, Type *t)
{
    for (u32 i = 0; i < s->count; i++)
        if (s->from[i] == t)
            return s->to[i];
    return t;
}

static Type *subst(const Subst *s, Type *t)
{
    limits_poll();
    Type *a, *b;
    switch (t->kind) {
    case TY_TYPEPARAM: return subst_param(s, t);
    case TY_NAMED: return subst_named(s, t);
    case TY_POINTER:
        a = subst(s, t->pointer.elem);
        return a == t->pointer.elem ? t : type_pointer(s->pool, a);
    case TY_SLICE:
        a = subst(s, t->slice.elem);
        return a == t->slice.elem ? t : type_slice(s->pool, a);
    case TY_ARRAY:
        a = subst(s, t->array.elem);
        return a == t->array.elem ? t : type_array(s->pool, a, t->array.len);
    case TY_MAP:
        a = subst(s, t->map.key);
        b = subst(s, t->map.elem);
        return a == t->map.key && b == t->map.elem ? t : type_map(s->pool, a, b);
    case TY_CHAN:
        a = subst(s, t->chan.elem);
        return a == t->chan.elem ? t : type_chan(s->pool, t->chan.dir, a);
    case TY_FUNC: return subst_func(s, t);
    case TY_STRUCT: return subst_struct(s, t);
    case TY_INTERFACE: return subst_interface(s, t);
    case TY_TUPLE: return subst_tuple(s, t);
    case TY_UNION: return subst_union(s, t);
    default: return t;
    }
}

Type *type_subst(TypePool *pool, Type *t, Type *const *tparams, Type *const *targs, u32 count)
{
    Subst s = {pool, tparams, targs, count};
    return count > 0 && t != NULL ? subst(&s, t) : t;
}

/* ---- does a type mention type parameters? ---- */

static bool any_mentions(Type *const *types, u32 count)
{
    for (u32 i = 0; i < count; i++)
        if (type_mentions_param(types[i]))
            return true;
    return false;
}

static bool interface_mentions(const Type *t)
{
    for (u32 i = 0; i < t->iface.methods.len; i++)
        if (type_mentions_param(t->iface.methods.data[i].sig))
            return true;
    return any_mentions(t->iface.embedded.data, t->iface.embedded.len);
}

bool type_mentions_param(Type *t)
{
    switch (t->kind) {
    case TY_TYPEPARAM: return true;
    case TY_NAMED: return any_mentions(t->named.targs.data, t->named.targs.len);
    case TY_POINTER: return type_mentions_param(t->pointer.elem);
    case TY_SLICE: return type_mentions_param(t->slice.elem);
    case TY_ARRAY: return type_mentions_param(t->array.elem);
    case TY_MAP: return type_mentions_param(t->map.key) || type_mentions_param(t->map.elem);
    case TY_CHAN: return type_mentions_param(t->chan.elem);
    case TY_FUNC:
        return any_mentions(t->func.params.data, t->func.params.len) ||
               any_mentions(t->func.results.data, t->func.results.len);
    case TY_STRUCT:
        for (u32 i = 0; i < t->strct.fields.len; i++)
            if (type_mentions_param(t->strct.fields.data[i].type))
                return true;
        return false;
    case TY_INTERFACE: return interface_mentions(t);
    case TY_UNION: return any_mentions(t->unions.terms.data, t->unions.terms.len);
    default: return false;
    }
}

/* ---- instances ---- */

typedef struct Chain {
    Type *type;
    struct Chain *next;
} Chain;

/* A hash that is equal for identical types; it looks only a few levels deep. */
static u64 structural_hash(Type *t, int depth)
{
    u64 h = t->kind;
    if (depth == 0)
        return h;
    switch (t->kind) {
    case TY_NAMED:
        h = h << 32 | (t->named.origin != NULL ? t->named.origin->id : t->id);
        for (u32 i = 0; i < t->named.targs.len; i++)
            h = hash_u64(h ^ structural_hash(t->named.targs.data[i], depth - 1));
        return h;
    case TY_TYPEPARAM: return h << 32 | t->id;
    case TY_POINTER: return hash_u64(h ^ structural_hash(t->pointer.elem, depth - 1));
    case TY_SLICE: return hash_u64(h ^ structural_hash(t->slice.elem, depth - 1));
    default: return h;
    }
}

static u32 depth_of(const Type *t, u32 *budget);

static u32 deepest(Type *const *types, u32 count, u32 *budget)
{
    u32 most = 0;
    for (u32 i = 0; i < count; i++) {
        u32 depth = depth_of(types[i], budget);
        most = depth > most ? depth : most;
    }
    return most;
}

/* The nesting depth of instances in t, visiting at most `budget` parts: for types that large a
 * lower bound is sufficient. */
static u32 depth_of(const Type *t, u32 *budget)
{
    u32 depth = 0;
    if (*budget == 0)
        return 0;
    --*budget;
    switch (t->kind) {
    case TY_NAMED: depth = t->named.depth; break;
    case TY_POINTER: depth = depth_of(t->pointer.elem, budget); break;
    case TY_SLICE: depth = depth_of(t->slice.elem, budget); break;
    case TY_ARRAY: depth = depth_of(t->array.elem, budget); break;
    case TY_CHAN: depth = depth_of(t->chan.elem, budget); break;
    case TY_MAP: {
        Type *parts[] = {t->map.key, t->map.elem};
        depth = deepest(parts, 2, budget);
        break;
    }
    case TY_FUNC: {
        u32 results = deepest(t->func.results.data, t->func.results.len, budget);
        depth = deepest(t->func.params.data, t->func.params.len, budget);
        depth = results > depth ? results : depth;
        break;
    }
    case TY_STRUCT:
        for (u32 i = 0; i < t->strct.fields.len; i++) {
            u32 field = depth_of(t->strct.fields.data[i].type, budget);
            depth = field > depth ? field : depth;
        }
        break;
    default: return 0;
    }
    return t->kind == TY_NAMED ? depth : depth + 1;
}

bool type_is_endless(Type *const *targs, u32 count)
{
    u32 budget = 1000;
    return deepest(targs, count, &budget) >= DEEPEST;
}

static Type *new_instance(TypePool *pool, Type *origin, Type *const *targs, u32 count)
{
    Type *t = type_new(pool, TY_NAMED);
    t->named.obj = origin->named.obj;
    t->named.origin = origin;
    t->named.pool = pool;
    t->named.state = RESOLVED;
    for (u32 i = 0; i < count; i++)
        avec_push(pool->arena, &t->named.targs, targs[i]);
    u32 budget = 1000, depth = deepest(targs, count, &budget);
    t->named.depth = (u8)(depth < DEEPEST ? depth + 1 : DEEPEST);
    if (t->named.depth == DEEPEST && pool->too_deep == NULL)
        pool->too_deep = t;
    return t;
}

static bool same_arguments(const Type *t, const Type *origin, Type *const *targs, u32 count)
{
    if (t->named.origin != origin || t->named.targs.len != count)
        return false;
    for (u32 i = 0; i < count; i++)
        if (!type_identical(t->named.targs.data[i], targs[i]))
            return false;
    return true;
}

Type *type_instance(TypePool *pool, Type *origin, Type *const *targs, u32 count)
{
    enum { LOOK = 3 };
    u64 hash = origin->id;
    for (u32 i = 0; i < count; i++)
        hash = hash_u64(hash ^ structural_hash(targs[i], LOOK));
    u64 *slot = map_put(&pool->instances, hash);
    for (Chain *c = (Chain *)(uintptr_t)*slot; c != NULL; c = c->next)
        if (same_arguments(c->type, origin, targs, count))
            return c->type;
    Chain *c = ARENA_NEW(pool->arena, Chain);
    c->next = (Chain *)(uintptr_t)*slot;
    c->type = new_instance(pool, origin, targs, count);
    *slot = (u64)(uintptr_t)c;
    return c->type;
}

Type *type_expand(Type *t)
{
    Type *origin = t->named.origin, *u = origin->named.underlying;
    if (u == NULL || origin->named.state < RESOLVED || u->kind == TY_NAMED ||
        (u->kind == TY_INTERFACE && !u->iface.complete))
        return t;
    u32 count = t->named.targs.len;
    if (count != origin->named.tparams.len)
        return t;
    if (t->named.depth >= DEEPEST) { /* reported through TypePool.too_deep */
        t->named.underlying = type_new(t->named.pool, TY_STRUCT);
        return t->named.underlying;
    }
    u = type_subst(t->named.pool, u, origin->named.tparams.data, t->named.targs.data, count);
    t->named.underlying = type_underlying(u);
    return t->named.underlying;
}

/* ---- methods of instances ---- */

u32 type_method_count(const Type *named)
{
    return named->named.origin != NULL ? named->named.origin->named.methods.len
                                       : named->named.methods.len;
}

void type_fill_method(Obj *method)
{
    GenericFunc *generic = method->func.generic;
    Obj *origin = generic->origin;
    Type *named = method->func.recv;
    if (origin->type == NULL || method->type != NULL)
        return;
    if (origin->func.generic == NULL || origin->type->kind != TY_FUNC ||
        origin->func.generic->tparams.len != named->named.targs.len) {
        method->type = origin->type; /* the generic method's type, in which there was an error */
    } else {
        method->type =
            type_subst(named->named.pool, origin->type, origin->func.generic->tparams.data,
                       named->named.targs.data, named->named.targs.len);
    }
    method->state = RESOLVED;
}

static Obj *instance_method(Type *named, Obj *origin)
{
    Arena *arena = named->named.pool->arena;
    Obj *method = obj_new(arena, OBJ_FUNC, origin->name, origin->pos, origin->pkg);
    method->func.recv = named;
    method->func.ptr_recv = origin->func.ptr_recv;
    method->func.generic = ARENA_NEW(arena, GenericFunc);
    method->func.generic->origin = origin;
    for (u32 i = 0; i < named->named.targs.len; i++)
        avec_push(arena, &method->func.generic->targs, named->named.targs.data[i]);
    return method;
}

Obj *type_method(Type *named, u32 i)
{
    Type *origin = named->named.origin;
    if (origin == NULL)
        return named->named.methods.data[i];
    while (named->named.methods.len < origin->named.methods.len)
        avec_push(named->named.pool->arena, &named->named.methods, NULL);
    Obj **method = &named->named.methods.data[i];
    if (*method == NULL)
        *method = instance_method(named, origin->named.methods.data[i]);
    if ((*method)->type == NULL)
        type_fill_method(*method);
    return *method;
}

void type_pool_free(TypePool *pool)
{
    map_free(&pool->instances);
    vec_free(&pool->incomplete);
}
