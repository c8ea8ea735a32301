/* Type sets of constraints, and what they determine for type parameters: the operations that all
 * types in the set have, and their core type. */
#include "base/limits.h"
#include "parser/types/types.h"

static void restrict_to(Arena *arena, TypeSet *set, Type *t);

/* ---- terms ---- */

static bool term_has(const TypeTerm *term, Type *t)
{
    if (term->tilde)
        return type_identical(type_underlying(term->type), type_underlying(t));
    return type_identical(term->type, t);
}

/* Whether `outer` includes all types of `inner`. */
static bool term_includes(const TypeTerm *outer, const TypeTerm *inner)
{
    return (outer->tilde || !inner->tilde) && term_has(outer, inner->type);
}

bool type_set_has(const TypeSet *set, Type *t)
{
    for (u32 i = 0; i < set->terms.len; i++)
        if (term_has(&set->terms.data[i], t))
            return true;
    return set->all;
}

static bool has_term(const TypeSet *set, const TypeTerm *term)
{
    for (u32 i = 0; i < set->terms.len; i++)
        if (term_includes(&set->terms.data[i], term))
            return true;
    return false;
}

/* ---- making sets ---- */

static void add_term(Arena *arena, TypeSet *set, TypeTerm term)
{
    if (!has_term(set, &term))
        avec_push(arena, &set->terms, term);
}

static void intersect(Arena *arena, TypeSet *set, const TypeSet *other)
{
    set->comparable |= other->comparable;
    if (other->all)
        return;
    if (set->all) {
        set->all = false;
        set->terms.data = other->terms.data;
        set->terms.len = other->terms.len;
        set->terms.cap = other->terms.len; /* shared with other: growing copies it */
        return;
    }
    TypeSet both = {.comparable = set->comparable};
    for (u32 i = 0; i < set->terms.len; i++)
        if (has_term(other, &set->terms.data[i]))
            add_term(arena, &both, set->terms.data[i]);
    for (u32 i = 0; i < other->terms.len; i++)
        if (has_term(set, &other->terms.data[i]))
            add_term(arena, &both, other->terms.data[i]);
    *set = both;
}

static void add_union_part(Arena *arena, TypeSet *set, Type *t, bool tilde)
{
    Type *u = type_underlying(t);
    if (u->kind == TY_INTERFACE) {
        const TypeSet *part = type_set(arena, u);
        set->all |= part->all;
        for (u32 i = 0; i < part->terms.len; i++)
            add_term(arena, set, part->terms.data[i]);
    } else if (t->kind != TY_INVALID) {
        add_term(arena, set, (TypeTerm){t, tilde});
    } else {
        set->all = true;
    }
}

/* Intersects the set with the type set of an embedded element. */
static void restrict_to(Arena *arena, TypeSet *set, Type *t)
{
    Type *u = type_underlying(t);
    if (u->kind == TY_INVALID)
        return;
    if (u->kind == TY_INTERFACE) {
        intersect(arena, set, type_set(arena, u));
        return;
    }
    TypeSet part = {0};
    if (u->kind != TY_UNION)
        add_union_part(arena, &part, t, false);
    for (u32 i = 0; u->kind == TY_UNION && i < u->unions.terms.len; i++)
        add_union_part(arena, &part, u->unions.terms.data[i], u->unions.tilde.data[i]);
    if (part.all)
        part.terms.len = 0;
    intersect(arena, set, &part);
}

/* Of an interface that embeds itself, which is an error, no more than the rest is known. */
static void restrict_to_embedded(Arena *arena, TypeSet *set, Type *iface)
{
    if (iface->iface.finding_set)
        return;
    iface->iface.finding_set = true;
    limits_poll();
    set->comparable |= iface->iface.comparable;
    for (u32 i = 0; i < iface->iface.embedded.len; i++)
        restrict_to(arena, set, iface->iface.embedded.data[i]);
    iface->iface.finding_set = false;
}

const TypeSet *type_set(Arena *arena, Type *iface)
{
    iface = type_underlying(iface);
    if (iface->kind == TY_INTERFACE && iface->iface.set != NULL)
        return iface->iface.set;
    TypeSet *set = ARENA_NEW(arena, TypeSet);
    set->all = true;
    if (iface->kind == TY_INTERFACE)
        restrict_to_embedded(arena, set, iface);
    else
        restrict_to(arena, set, iface);
    if (iface->kind == TY_INTERFACE && iface->iface.complete)
        iface->iface.set = set;
    return set;
}

const TypeSet *type_param_set(Type *t)
{
    static const TypeSet everything = {.all = true};
    if (t->tparam.constraint == NULL)
        return &everything;
    return type_set(t->tparam.arena, t->tparam.constraint);
}

bool type_is_constraint(Arena *arena, Type *iface)
{
    const TypeSet *set = type_set(arena, iface);
    return !set->all || set->comparable;
}

/* ---- type parameters ---- */

bool type_param_all(Type *t, bool (*pred)(Type *))
{
    const TypeSet *set = type_param_set(t);
    for (u32 i = 0; i < set->terms.len; i++)
        if (!pred(type_underlying(set->terms.data[i].type)))
            return false;
    return !set->all && set->terms.len > 0;
}

/* The channel type of the two that can be used for both, or NULL. */
static Type *common_chan(Type *a, Type *b)
{
    if (a->kind != TY_CHAN || b->kind != TY_CHAN || !type_identical(a->chan.elem, b->chan.elem))
        return NULL;
    if (a->chan.dir == b->chan.dir || b->chan.dir == CHAN_BOTH)
        return a;
    return a->chan.dir == CHAN_BOTH ? b : NULL;
}

Type *type_core(Type *t)
{
    if (t->kind != TY_TYPEPARAM)
        return type_underlying(t);
    const TypeSet *set = type_param_set(t);
    Type *core = NULL;
    for (u32 i = 0; i < set->terms.len; i++) {
        Type *u = type_underlying(set->terms.data[i].type);
        if (core == NULL || type_identical(core, u))
            core = u;
        else if ((core = common_chan(core, u)) == NULL)
            return t;
    }
    return core != NULL && !set->all ? core : t;
}

static bool is_bytes(Type *t)
{
    return t->kind == TY_SLICE && type_underlying(t->slice.elem)->kind == TY_UINT8;
}

Type *type_core_bytes(Type *t)
{
    Type *core = type_core(t), *text = NULL;
    if (core->kind != TY_TYPEPARAM)
        return core;
    const TypeSet *set = type_param_set(t);
    for (u32 i = 0; i < set->terms.len; i++) {
        Type *u = type_underlying(set->terms.data[i].type);
        if (u->kind == TY_STRING)
            text = u;
        else if (!is_bytes(u))
            return t;
    }
    return text != NULL ? text : t;
}
