/* Checker: type unification, the core of type inference. */
#include "parser/check/generic.h"

enum { MAX_DEPTH = 100 };

typedef struct Unifier {
    Inference *in;
    int depth;
} Unifier;

static bool unify(Unifier *un, Type *x, Type *y, bool exact);

static int param_index(const Inference *in, const Type *t)
{
    for (u32 i = 0; t->kind == TY_TYPEPARAM && i < in->count; i++)
        if (in->tparams[i] == t)
            return (int)i;
    return -1;
}

/* Type parameters that are unified with each other are linked; the last in the chain has the
 * binding. */
static u32 last_link(const Inference *in, u32 i)
{
    int next;
    while (in->bound[i] != NULL && (next = param_index(in, in->bound[i])) >= 0)
        i = (u32)next;
    return i;
}

Type **infer_binding(Inference *in, u32 i)
{
    return &in->bound[last_link(in, i)];
}

static bool has_name(const Type *t)
{
    return t->kind == TY_NAMED || t->kind < TY_NAMED || t->kind == TY_TYPEPARAM;
}

/* ---- parts ---- */

static bool unify_lists(Unifier *un, Type *const *x, u32 x_len, Type *const *y, u32 y_len)
{
    if (x_len != y_len)
        return false;
    for (u32 i = 0; i < x_len; i++)
        if (!unify(un, x[i], y[i], true))
            return false;
    return true;
}

static bool unify_structs(Unifier *un, Type *x, Type *y)
{
    if (x->strct.fields.len != y->strct.fields.len)
        return false;
    for (u32 i = 0; i < x->strct.fields.len; i++) {
        const StructField *a = &x->strct.fields.data[i], *b = &y->strct.fields.data[i];
        if (a->name != b->name || a->embedded != b->embedded || a->tag_len != b->tag_len ||
            !unify(un, a->type, b->type, true))
            return false;
    }
    return true;
}

static const Method *method_of(Type *iface, const Sym *name)
{
    for (u32 i = 0; i < iface->iface.all.len; i++)
        if (iface->iface.all.data[i].name == name)
            return &iface->iface.all.data[i];
    return NULL;
}

static bool unify_interfaces(Unifier *un, Type *x, Type *y, bool exact)
{
    if (exact && x->iface.all.len != y->iface.all.len)
        return false;
    for (u32 i = 0; i < x->iface.all.len; i++) {
        const Method *m = &x->iface.all.data[i], *other = method_of(y, m->name);
        if (other == NULL || !unify(un, m->sig, other->sig, true))
            return false;
    }
    return true;
}

/* The interface x must be assignable from y: unifies the methods that both have. */
static bool unify_methods(Unifier *un, Type *iface, Type *t)
{
    Checker *cx = un->in->cx;
    check_resolve_methods(cx, t);
    for (u32 i = 0; i < iface->iface.all.len; i++) {
        const Method *m = &iface->iface.all.data[i];
        Selection sel;
        if (!type_lookup(cx->arena, t, m->name, m->pkg, &sel, NULL) || sel.kind == SEL_FIELD ||
            selection_signature(&sel) == NULL ||
            !unify(un, m->sig, selection_signature(&sel), true))
            return false;
    }
    return true;
}

static bool unify_parts(Unifier *un, Type *x, Type *y, bool exact)
{
    switch (x->kind) {
    case TY_NAMED:
        return x->named.origin != NULL && x->named.origin == y->named.origin &&
               unify_lists(un, x->named.targs.data, x->named.targs.len, y->named.targs.data,
                           y->named.targs.len);
    case TY_POINTER: return unify(un, x->pointer.elem, y->pointer.elem, true);
    case TY_SLICE: return unify(un, x->slice.elem, y->slice.elem, true);
    case TY_ARRAY:
        return x->array.len == y->array.len && unify(un, x->array.elem, y->array.elem, true);
    case TY_MAP:
        return unify(un, x->map.key, y->map.key, true) && unify(un, x->map.elem, y->map.elem, true);
    case TY_CHAN:
        return (!exact || x->chan.dir == y->chan.dir) &&
               unify(un, x->chan.elem, y->chan.elem, true);
    case TY_FUNC:
        return x->func.variadic == y->func.variadic && x->func.tparams.len == y->func.tparams.len &&
               unify_lists(un, x->func.params.data, x->func.params.len, y->func.params.data,
                           y->func.params.len) &&
               unify_lists(un, x->func.results.data, x->func.results.len, y->func.results.data,
                           y->func.results.len);
    case TY_STRUCT: return unify_structs(un, x, y);
    case TY_INTERFACE: return unify_interfaces(un, x, y, exact);
    default: return false;
    }
}

/* ---- type parameters ---- */

static bool is_directed(Type *t)
{
    return type_underlying(t)->kind == TY_CHAN && type_underlying(t)->chan.dir != CHAN_BOTH;
}

static bool bind(Unifier *un, int i, Type *y, bool exact)
{
    Type **bound = infer_binding(un->in, (u32)i);
    if (*bound == NULL) {
        *bound = y;
        return true;
    }
    Type *old = *bound;
    if (!unify(un, old, y, exact))
        return false;
    if (exact || param_index(un->in, y) >= 0)
        return true;
    /* A defined type is kept rather than its underlying type, and a directed channel rather than a
     * bidirectional one. */
    if (y->kind == TY_NAMED && !has_name(old) && !(is_directed(old) && !is_directed(y)))
        *bound = y;
    else if (!has_name(y) && !has_name(old) && is_directed(y) && !is_directed(old))
        *bound = y;
    return true;
}

static bool unify_params(Unifier *un, int i, int j, bool exact)
{
    Inference *in = un->in;
    u32 a = last_link(in, (u32)i), b = last_link(in, (u32)j);
    if (a == b)
        return true;
    if (in->bound[a] != NULL && in->bound[b] != NULL)
        return unify(un, in->bound[a], in->bound[b], exact);
    if (in->bound[a] == NULL)
        in->bound[a] = in->tparams[b];
    else
        in->bound[b] = in->tparams[a];
    return true;
}

/* If one is a defined type and the other a type literal, compares the underlying types. */
static void align_names(Type **x, Type **y)
{
    if ((*x)->kind == TY_NAMED && !has_name(*y))
        *x = type_underlying(*x);
    else if ((*y)->kind == TY_NAMED && !has_name(*x))
        *y = type_underlying(*y);
}

/* A type parameter of the enclosing function counts as its core type. */
static bool unify_core(Unifier *un, Type *tparam, Type *t)
{
    Type *core = type_core(tparam);
    return core->kind != TY_TYPEPARAM && unify(un, core, type_underlying(t), false);
}

static bool unify_inside(Unifier *un, Type *x, Type *y, bool exact)
{
    int i = param_index(un->in, x), j = param_index(un->in, y);
    if (i >= 0 && j >= 0)
        return unify_params(un, i, j, exact);
    if (i >= 0)
        return bind(un, i, y, exact);
    if (j >= 0)
        return bind(un, j, x, exact);
    if (!exact) {
        bool same = x->kind == TY_NAMED && y->kind == TY_NAMED && x->named.origin != NULL &&
                    x->named.origin == y->named.origin;
        Type *xu = type_underlying(x), *yu = type_underlying(y);
        if (!same && xu->kind == TY_INTERFACE && (x->kind == TY_NAMED || yu->kind != xu->kind))
            return unify_methods(un, xu, y);
        align_names(&x, &y);
        if (x->kind == TY_TYPEPARAM && y->kind != TY_TYPEPARAM)
            return unify_core(un, x, y);
        if (y->kind == TY_TYPEPARAM && x->kind != TY_TYPEPARAM)
            return unify_core(un, y, x);
    }
    if (x->kind != y->kind)
        return false;
    return type_identical(x, y) || unify_parts(un, x, y, exact);
}

static bool unify(Unifier *un, Type *x, Type *y, bool exact)
{
    if (x == y)
        return true;
    bool ok = un->depth++ < MAX_DEPTH && unify_inside(un, x, y, exact);
    un->depth--;
    return ok;
}

bool infer_unify(Inference *in, Type *x, Type *y, bool exact)
{
    Unifier un = {in, 0};
    return unify(&un, x, y, exact);
}

/* ---- constraints ---- */

/* The single term of a constraint, or its core type; NULL if it has neither. */
static Type *constraint_core(Type *tparam, bool *tilde, bool *single)
{
    const TypeSet *set = type_param_set(tparam);
    *tilde = false;
    *single = !set->all && set->terms.len == 1;
    if (*single) {
        *tilde = set->terms.data[0].tilde;
        return set->terms.data[0].type;
    }
    Type *core = type_core(tparam);
    *tilde = true;
    return core->kind == TY_TYPEPARAM ? NULL : core;
}

static bool use_constraint(Inference *in, u32 i)
{
    bool tilde, single;
    Type *core = constraint_core(in->tparams[i], &tilde, &single), *t = *infer_binding(in, i);
    if (core != NULL && t != NULL) {
        if (tilde && t->kind == TY_NAMED)
            t = type_underlying(t);
        if (!infer_unify(in, t, core, false))
            return false;
    } else if (core != NULL && single && !tilde) {
        *infer_binding(in, i) = core;
    }
    if (t != NULL && in->tparams[i]->tparam.constraint != NULL) {
        Unifier un = {in, 0};
        Type *iface = type_underlying(in->tparams[i]->tparam.constraint);
        /* A missing method is reported when the constraint is verified. */
        if (iface->kind == TY_INTERFACE)
            unify_methods(&un, iface, t);
    }
    return true;
}

static u32 known(const Inference *in)
{
    u32 n = 0;
    for (u32 i = 0; i < in->count; i++)
        n += in->bound[i] != NULL;
    return n;
}

static bool mentions(const Inference *in, Type *t)
{
    Type *marker = in->cx->universe->basic[TY_INVALID];
    for (u32 i = 0; i < in->count; i++)
        if (type_subst(&in->cx->types, t, &in->tparams[i], &marker, 1) != t)
            return true;
    return false;
}

/* Substitutes bindings in bound types; a type parameter that remains is part of a cycle. */
static void simplify(Inference *in)
{
    TypeList from = {0}, to = {0};
    for (u32 round = 0; round < in->count; round++) {
        from.len = to.len = 0;
        for (u32 i = 0; i < in->count; i++) {
            if (in->bound[i] == NULL)
                continue;
            vec_push(&from, in->tparams[i]);
            vec_push(&to, in->bound[i]);
        }
        for (u32 i = 0; i < in->count; i++)
            if (in->bound[i] != NULL && in->bound[i] != in->tparams[i])
                in->bound[i] =
                    type_subst(&in->cx->types, in->bound[i], from.data, to.data, from.len);
    }
    vec_free(&from);
    vec_free(&to);
    for (u32 i = 0; i < in->count; i++)
        if (in->bound[i] != NULL && mentions(in, in->bound[i]))
            in->bound[i] = NULL;
}

bool infer_constraints(Inference *in, u32 *culprit)
{
    u32 before;
    do {
        before = known(in);
        for (u32 i = 0; i < in->count; i++) {
            *culprit = i;
            if (!use_constraint(in, i))
                return false;
        }
    } while (known(in) > before);
    return true;
}

bool infer_complete(Inference *in, u32 *culprit)
{
    if (!infer_constraints(in, culprit))
        return false;
    simplify(in);
    return true;
}
