/* Static types: construction, predicates, identity. Types may be recursive, and shared parts may be
 * reached on exponentially many paths, so every traversal is bounded by a Walk. */
#include "parser/types/types.h"

#include <utf8proc.h>

#include "base/map.h"

/* Depth at which traversals of types stop. The answer is then a guess, but only for types that the
 * checker reports as too deep. */
enum { MAX_DEPTH = 2000 };

bool sym_is_exported(const Sym *name)
{
    utf8proc_int32_t first = (u8)name->text[0];
    if (first >= 0x80)
        utf8proc_iterate((const utf8proc_uint8_t *)name->text, name->len, &first);
    return first > 0 && utf8proc_category(first) == UTF8PROC_CATEGORY_LU;
}

/* ---- construction ---- */

/* A type is only as large as its kind needs. */
static size_t type_memory(TypeKind kind)
{
    switch (kind) {
    case TY_NAMED: return SIZE_UPTO(Type, named);
    case TY_POINTER: return SIZE_UPTO(Type, pointer);
    case TY_SLICE: return SIZE_UPTO(Type, slice);
    case TY_ARRAY: return SIZE_UPTO(Type, array);
    case TY_MAP: return SIZE_UPTO(Type, map);
    case TY_CHAN: return SIZE_UPTO(Type, chan);
    case TY_FUNC: return SIZE_UPTO(Type, func);
    case TY_STRUCT: return SIZE_UPTO(Type, strct);
    case TY_INTERFACE: return SIZE_UPTO(Type, iface);
    case TY_TUPLE: return SIZE_UPTO(Type, tuple);
    case TY_TYPEPARAM: return SIZE_UPTO(Type, tparam);
    case TY_UNION: return SIZE_UPTO(Type, unions);
    default: return SIZE_UPTO(Type, basic);
    }
}

Type *type_new(TypePool *pool, TypeKind kind)
{
    Type *t = arena_alloc(pool->arena, type_memory(kind));
    t->kind = kind;
    t->id = ++pool->last_id;
    return t;
}

Type *type_pointer(TypePool *pool, Type *elem)
{
    Type *t = type_new(pool, TY_POINTER);
    t->pointer.elem = elem;
    return t;
}

Type *type_slice(TypePool *pool, Type *elem)
{
    Type *t = type_new(pool, TY_SLICE);
    t->slice.elem = elem;
    return t;
}

Type *type_array(TypePool *pool, Type *elem, i64 len)
{
    Type *t = type_new(pool, TY_ARRAY);
    t->array.elem = elem;
    t->array.len = len;
    return t;
}

Type *type_map(TypePool *pool, Type *key, Type *elem)
{
    Type *t = type_new(pool, TY_MAP);
    t->map.key = key;
    t->map.elem = elem;
    return t;
}

Type *type_chan(TypePool *pool, ChanDir dir, Type *elem)
{
    Type *t = type_new(pool, TY_CHAN);
    t->chan.dir = dir;
    t->chan.elem = elem;
    return t;
}

Type *type_tuple(TypePool *pool, Type *const *types, u32 count)
{
    Type *t = type_new(pool, TY_TUPLE);
    for (u32 i = 0; i < count; i++)
        avec_push(pool->arena, &t->tuple.types, types[i]);
    return t;
}

/* ---- predicates ---- */

Type *type_underlying(Type *t)
{
    if (t->kind != TY_NAMED)
        return t;
    if (t->named.underlying != NULL)
        return t->named.underlying;
    return t->named.origin != NULL ? type_expand(t) : t;
}

bool type_is_untyped(const Type *t)
{
    return t->kind >= TY_UNTYPED_BOOL && t->kind <= TY_UNTYPED_NIL;
}

static bool kind_between(Type *t, TypeKind low, TypeKind high)
{
    TypeKind kind = type_underlying(t)->kind;
    return kind >= low && kind <= high;
}

bool type_is_integer(Type *t)
{
    if (t->kind == TY_TYPEPARAM)
        return type_param_all(t, type_is_integer);
    return kind_between(t, TY_INT, TY_UINTPTR) || kind_between(t, TY_UNTYPED_INT, TY_UNTYPED_RUNE);
}

bool type_is_unsigned(Type *t)
{
    if (t->kind == TY_TYPEPARAM)
        return type_param_all(t, type_is_unsigned);
    return kind_between(t, TY_UINT, TY_UINTPTR);
}

bool type_is_float(Type *t)
{
    if (t->kind == TY_TYPEPARAM)
        return type_param_all(t, type_is_float);
    return kind_between(t, TY_FLOAT32, TY_FLOAT64) || t->kind == TY_UNTYPED_FLOAT;
}

bool type_is_complex(Type *t)
{
    if (t->kind == TY_TYPEPARAM)
        return type_param_all(t, type_is_complex);
    return kind_between(t, TY_COMPLEX64, TY_COMPLEX128) || t->kind == TY_UNTYPED_COMPLEX;
}

bool type_is_numeric(Type *t)
{
    if (t->kind == TY_TYPEPARAM)
        return type_param_all(t, type_is_numeric);
    return kind_between(t, TY_INT, TY_COMPLEX128) ||
           kind_between(t, TY_UNTYPED_INT, TY_UNTYPED_COMPLEX);
}

bool type_is_string(Type *t)
{
    if (t->kind == TY_TYPEPARAM)
        return type_param_all(t, type_is_string);
    return kind_between(t, TY_STRING, TY_STRING) || t->kind == TY_UNTYPED_STRING;
}

bool type_is_boolean(Type *t)
{
    if (t->kind == TY_TYPEPARAM)
        return type_param_all(t, type_is_boolean);
    return kind_between(t, TY_BOOL, TY_BOOL) || t->kind == TY_UNTYPED_BOOL;
}

bool type_is_interface(Type *t)
{
    return type_underlying(t)->kind == TY_INTERFACE;
}

bool type_is_ordered(Type *t)
{
    if (t->kind == TY_TYPEPARAM)
        return type_param_all(t, type_is_ordered);
    return type_is_string(t) || (type_is_numeric(t) && !type_is_complex(t));
}

bool type_is_const_type(Type *t)
{
    return kind_between(t, TY_BOOL, TY_STRING) ||
           kind_between(t, TY_UNTYPED_BOOL, TY_UNTYPED_STRING);
}

bool type_has_nil(Type *t)
{
    if (t->kind == TY_TYPEPARAM)
        return type_param_all(t, type_has_nil);
    switch (type_underlying(t)->kind) {
    case TY_UNSAFE_POINTER:
    case TY_UNTYPED_NIL:
    case TY_POINTER:
    case TY_SLICE:
    case TY_MAP:
    case TY_CHAN:
    case TY_FUNC:
    case TY_INTERFACE: return true;
    default: return false;
    }
}

/* A traversal of the parts of a type. A part that is shared by many others (through aliases) could
 * be visited exponentially often; after STEPS_WITHOUT_MEMORY steps, visited parts are
 * remembered. */
typedef struct Walk {
    Map seen;
    u32 steps, depth;
    bool ignore_tags; /* for identity: ignore struct tags */
} Walk;

enum { STEPS_WITHOUT_MEMORY = 64 };

/* Whether `key` has to be visited: false if it was visited before, or is too deep. Always paired
 * with walk_leave. */
static bool walk_enter(Walk *walk, u64 key)
{
    if (++walk->depth > MAX_DEPTH)
        return false;
    if (++walk->steps < STEPS_WITHOUT_MEMORY)
        return true;
    u64 *seen = map_put(&walk->seen, key);
    return (*seen)++ == 0;
}

static void walk_leave(Walk *walk)
{
    walk->depth--;
}

static Type *incomparable(Walk *walk, Type *t);

/* The types of its type set may contain the type parameter itself. */
static bool param_comparable(Walk *walk, Type *t)
{
    const TypeSet *set = type_param_set(t);
    bool ok = set->all ? set->comparable : set->terms.len > 0;
    if (walk_enter(walk, t->id))
        for (u32 i = 0; ok && i < set->terms.len; i++)
            ok = incomparable(walk, set->terms.data[i].type) == NULL;
    walk_leave(walk);
    return ok;
}

/* The innermost part of t that is not comparable, or NULL. Invalid types count as comparable, to
 * avoid errors that only follow from another one. */
static Type *incomparable(Walk *walk, Type *t)
{
    Type *u = type_underlying(t), *part = NULL;
    switch (u->kind) {
    case TY_SLICE:
    case TY_MAP:
    case TY_FUNC: return t;
    case TY_TYPEPARAM: return param_comparable(walk, u) ? NULL : t;
    case TY_ARRAY:
        if (walk_enter(walk, u->id))
            part = incomparable(walk, u->array.elem);
        walk_leave(walk);
        return part;
    case TY_STRUCT:
        if (walk_enter(walk, u->id))
            for (u32 i = 0; i < u->strct.fields.len && part == NULL; i++)
                part = incomparable(walk, u->strct.fields.data[i].type);
        walk_leave(walk);
        return part;
    default: return NULL;
    }
}

static Type *first_incomparable(Type *t)
{
    Walk walk = {0};
    Type *part = incomparable(&walk, t);
    map_free(&walk.seen);
    return part;
}

bool type_comparable(Type *t)
{
    return first_incomparable(t) == NULL;
}

Type *type_incomparable_part(Type *t)
{
    Type *part = first_incomparable(t);
    return part == t ? NULL : part;
}

static bool has_pointers(Walk *walk, Type *t)
{
    Type *u = type_underlying(t);
    bool found = false;
    switch (u->kind) {
    case TY_ARRAY:
        if (walk_enter(walk, u->id))
            found = u->array.len != 0 && has_pointers(walk, u->array.elem);
        walk_leave(walk);
        return found;
    case TY_STRUCT:
        if (walk_enter(walk, u->id))
            for (u32 i = 0; i < u->strct.fields.len && !found; i++)
                found = has_pointers(walk, u->strct.fields.data[i].type);
        walk_leave(walk);
        return found;
    default: return type_has_nil(u) || type_is_string(u) || u->kind == TY_TYPEPARAM;
    }
}

bool type_has_pointers(Type *t)
{
    Walk walk = {0};
    bool found = has_pointers(&walk, t);
    map_free(&walk.seen);
    return found;
}

/* ---- complexity ---- */

enum { MOST_PARTS = 100000, DEEPEST = 1000 };

static void measure(Type *t);

static void add_part(Type *t, Type *part)
{
    measure(part);
    if (t->parts < MOST_PARTS)
        t->parts += part->parts;
    if (part->nesting >= t->nesting)
        t->nesting = part->nesting + 1;
}

static void add_signature(Type *t, Type *sig)
{
    for (u32 i = 0; i < sig->func.params.len; i++)
        add_part(t, sig->func.params.data[i]);
    for (u32 i = 0; i < sig->func.results.len; i++)
        add_part(t, sig->func.results.data[i]);
}

static void measure_parts(Type *t)
{
    switch (t->kind) {
    case TY_POINTER: add_part(t, t->pointer.elem); break;
    case TY_SLICE: add_part(t, t->slice.elem); break;
    case TY_ARRAY: add_part(t, t->array.elem); break;
    case TY_CHAN: add_part(t, t->chan.elem); break;
    case TY_MAP:
        add_part(t, t->map.key);
        add_part(t, t->map.elem);
        break;
    case TY_FUNC: add_signature(t, t); break;
    case TY_STRUCT:
        for (u32 i = 0; i < t->strct.fields.len; i++)
            add_part(t, t->strct.fields.data[i].type);
        break;
    case TY_INTERFACE: /* explicit elements only: embedded ones may lead back to it */
        for (u32 i = 0; i < t->iface.methods.len; i++)
            add_signature(t, t->iface.methods.data[i].sig);
        for (u32 i = 0; i < t->iface.embedded.len; i++)
            add_part(t, t->iface.embedded.data[i]);
        break;
    default: break; /* a named type counts as one part */
    }
}

static void measure(Type *t)
{
    if (t->parts > 0)
        return;
    t->parts = 1;
    measure_parts(t);
}

bool type_is_reasonable(Type *t)
{
    measure(t);
    return t->parts < MOST_PARTS && t->nesting < DEEPEST;
}

/* ---- identity ---- */

/* The walk remembers pairs of types. */
static bool identical(Walk *walk, Type *a, Type *b);

static bool lists_identical(Walk *walk, Type **a, u32 a_len, Type **b, u32 b_len)
{
    if (a_len != b_len)
        return false;
    for (u32 i = 0; i < a_len; i++)
        if (!identical(walk, a[i], b[i]))
            return false;
    return true;
}

/* Exported names are the same in every package, others only within one. */
static bool same_name(const Sym *a, Package *a_pkg, const Sym *b, Package *b_pkg)
{
    return a == b && (a_pkg == b_pkg || sym_is_exported(a));
}

static bool fields_identical(Walk *walk, const StructField *a, const StructField *b)
{
    return a->embedded == b->embedded && same_name(a->name, a->pkg, b->name, b->pkg) &&
           (walk->ignore_tags || (a->tag_len == b->tag_len &&
                                  (a->tag_len == 0 || memcmp(a->tag, b->tag, a->tag_len) == 0))) &&
           identical(walk, a->type, b->type);
}

static bool structs_identical(Walk *walk, Type *a, Type *b)
{
    if (a->strct.fields.len != b->strct.fields.len)
        return false;
    for (u32 i = 0; i < a->strct.fields.len; i++)
        if (!fields_identical(walk, &a->strct.fields.data[i], &b->strct.fields.data[i]))
            return false;
    return true;
}

static bool funcs_identical(Walk *walk, Type *a, Type *b)
{
    return a->func.variadic == b->func.variadic && a->func.tparams.len == b->func.tparams.len &&
           lists_identical(walk, a->func.params.data, a->func.params.len, b->func.params.data,
                           b->func.params.len) &&
           lists_identical(walk, a->func.results.data, a->func.results.len, b->func.results.data,
                           b->func.results.len);
}

/* Constraints are compared as written. */
static bool embedded_identical(Walk *walk, Type *a, Type *b)
{
    u32 i = 0, j = 0;
    for (;; i++, j++) {
        while (i < a->iface.embedded.len && type_is_interface(a->iface.embedded.data[i]))
            i++;
        while (j < b->iface.embedded.len && type_is_interface(b->iface.embedded.data[j]))
            j++;
        if (i == a->iface.embedded.len || j == b->iface.embedded.len)
            return i == a->iface.embedded.len && j == b->iface.embedded.len;
        if (!identical(walk, a->iface.embedded.data[i], b->iface.embedded.data[j]))
            return false;
    }
}

/* Compares complete method sets, which are sorted; the order and origin of methods do not
 * matter. */
static bool interfaces_identical(Walk *walk, Type *a, Type *b)
{
    if (!a->iface.complete || !b->iface.complete)
        return false; /* incomplete interfaces are identical only to themselves */
    if (a->iface.all.len != b->iface.all.len || a->iface.comparable != b->iface.comparable)
        return false;
    if (!embedded_identical(walk, a, b))
        return false;
    for (u32 i = 0; i < a->iface.all.len; i++) {
        const Method *x = &a->iface.all.data[i], *y = &b->iface.all.data[i];
        if (!same_name(x->name, x->pkg, y->name, y->pkg) || !identical(walk, x->sig, y->sig))
            return false;
    }
    return true;
}

static bool unions_identical(Walk *walk, Type *a, Type *b)
{
    for (u32 i = 0; i < a->unions.tilde.len && i < b->unions.tilde.len; i++)
        if (a->unions.tilde.data[i] != b->unions.tilde.data[i])
            return false;
    return lists_identical(walk, a->unions.terms.data, a->unions.terms.len, b->unions.terms.data,
                           b->unions.terms.len);
}

/* Whether both are instances of one generic type with identical arguments. */
static bool instances_identical(Walk *walk, Type *a, Type *b)
{
    return a->named.origin != NULL && a->named.origin == b->named.origin &&
           lists_identical(walk, a->named.targs.data, a->named.targs.len, b->named.targs.data,
                           b->named.targs.len);
}

static bool composites_identical(Walk *walk, Type *a, Type *b)
{
    switch (a->kind) {
    case TY_NAMED: return instances_identical(walk, a, b);
    case TY_POINTER: return identical(walk, a->pointer.elem, b->pointer.elem);
    case TY_SLICE: return identical(walk, a->slice.elem, b->slice.elem);
    case TY_ARRAY:
        /* an invalid length was reported already, and is identical to any other */
        return (a->array.len == b->array.len || a->array.len < 0 || b->array.len < 0) &&
               identical(walk, a->array.elem, b->array.elem);
    case TY_MAP:
        return identical(walk, a->map.key, b->map.key) && identical(walk, a->map.elem, b->map.elem);
    case TY_CHAN: return a->chan.dir == b->chan.dir && identical(walk, a->chan.elem, b->chan.elem);
    case TY_FUNC: return funcs_identical(walk, a, b);
    case TY_STRUCT: return structs_identical(walk, a, b);
    case TY_INTERFACE: return interfaces_identical(walk, a, b);
    case TY_TUPLE:
        return lists_identical(walk, a->tuple.types.data, a->tuple.types.len, b->tuple.types.data,
                               b->tuple.types.len);
    case TY_UNION: return unions_identical(walk, a, b);
    default: return false; /* a type parameter is identical only to itself */
    }
}

static bool identical(Walk *walk, Type *a, Type *b)
{
    if (a == b)
        return true;
    if (a == NULL || b == NULL || a->kind != b->kind)
        return false;
    if (a->kind < TY_NAMED)
        return true; /* basic types, including copies of the same kind */
    /* A pair visited before counts as identical: a difference would have ended the whole walk. */
    bool result = walk->depth < MAX_DEPTH;
    if (walk_enter(walk, (u64)a->id << 32 | b->id))
        result = composites_identical(walk, a, b);
    walk_leave(walk);
    return result;
}

static bool start_identical(Type *a, Type *b, bool ignore_tags)
{
    if (a == b)
        return true;
    Walk walk = {.ignore_tags = ignore_tags};
    bool result = identical(&walk, a, b);
    map_free(&walk.seen);
    return result;
}

bool type_identical(Type *a, Type *b)
{
    return start_identical(a, b, false);
}

bool type_identical_ignore_tags(Type *a, Type *b)
{
    return start_identical(a, b, true);
}
