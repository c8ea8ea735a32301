/* Fields and methods: look-up by name through embedded fields, method sets, interface
 * satisfaction. */
#include "base/map.h"
#include "parser/types/types.h"

enum { MAX_DEPTH = 1000 };

/* ---- walking embedded types ---- */

/* A type reached through embedded fields; `from` and `field` are the last step of its path. */
typedef struct Reached {
    Type *type;    /* never a pointer */
    u32 from;      /* 1 + index of the entry with the embedded field, 0 for the start */
    u32 field;     /* index of the field in that entry */
    bool indirect; /* the path follows a pointer */
    /* reached on several paths at this depth: its fields and methods are ambiguous */
    bool multiple;
} Reached;

/* A breadth-first search: the types reached, in order of depth. */
typedef struct Walk {
    VEC(Reached) all;
    u32 level; /* first entry of the current depth */
    u32 end;   /* index after its last entry */
    Map seen;  /* named types of smaller depths, which shadow deeper occurrences */
} Walk;

static Type *strip_pointer(Type *t, bool *was_pointer)
{
    *was_pointer = t->kind == TY_POINTER;
    return *was_pointer ? t->pointer.elem : t;
}

/* Begins a search at t. False if nothing can be selected from t: a pointer to an interface. */
static bool walk_start(Walk *walk, Type *t)
{
    bool is_pointer;
    /* A named pointer type has the fields of its element type. */
    if (t->kind == TY_NAMED && type_underlying(t)->kind == TY_POINTER)
        t = type_underlying(t);
    Type *base = strip_pointer(t, &is_pointer);
    *walk = (Walk){0};
    if (is_pointer && (type_is_interface(base) || base->kind == TY_TYPEPARAM))
        return false;
    Reached start = {.type = base, .indirect = is_pointer};
    vec_push(&walk->all, start);
    walk->end = 1;
    return true;
}

static void walk_free(Walk *walk)
{
    vec_free(&walk->all);
    map_free(&walk->seen);
}

/* True the first time. Only named types can contain themselves. */
static bool walk_enter(Walk *walk, Type *t)
{
    if (t->kind != TY_NAMED)
        return true;
    u64 *depth = map_put(&walk->seen, (u64)(uintptr_t)t);
    if (*depth != 0)
        return false;
    *depth = 1;
    return true;
}

/* Adds the type of an embedded field as an entry of the next depth. */
static void walk_embed(Walk *walk, u32 from, u32 field, Type *field_type)
{
    bool is_pointer;
    Type *t = strip_pointer(field_type, &is_pointer);
    Reached next = {
        .type = t,
        .from = from + 1,
        .field = field,
        .indirect = walk->all.data[from].indirect || is_pointer,
        .multiple = walk->all.data[from].multiple,
    };
    for (u32 i = walk->end; i < walk->all.len; i++) {
        if (type_identical(walk->all.data[i].type, t)) {
            walk->all.data[i].multiple = true;
            return;
        }
    }
    vec_push(&walk->all, next);
}

static void walk_descend(Walk *walk, u32 i)
{
    Type *u = type_underlying(walk->all.data[i].type);
    if (u->kind != TY_STRUCT)
        return;
    for (u32 f = 0; f < u->strct.fields.len; f++)
        if (u->strct.fields.data[f].embedded)
            walk_embed(walk, i, f, u->strct.fields.data[f].type);
}

/* Continues with the next depth; false if it is empty. */
static bool walk_deeper(Walk *walk)
{
    walk->level = walk->end;
    walk->end = walk->all.len;
    return walk->level < walk->end;
}

/* ---- lookup ---- */

static bool name_matches(const Sym *name, Package *from, const Sym *declared, Package *pkg)
{
    return name == declared && (from == pkg || sym_is_exported(name));
}

typedef struct Found {
    u32 at;    /* entry in the walk */
    u32 count; /* number of matches at this depth */
    i64 field; /* field index, or -1 for a method */
    Obj *method;
    const Method *imethod;
} Found;

static void found_one(Walk *walk, u32 at, Found *found, i64 field, Obj *method, const Method *im)
{
    u32 count = found->count + (walk->all.data[at].multiple ? 2 : 1);
    *found = (Found){at, count, field, method, im};
}

static void find_method(Walk *walk, u32 at, const Sym *name, Package *from, Found *found)
{
    Type *t = walk->all.data[at].type;
    if (t->kind != TY_NAMED)
        return;
    Type *origin = t->named.origin != NULL ? t->named.origin : t;
    for (u32 i = 0; i < origin->named.methods.len; i++) {
        Obj *method = origin->named.methods.data[i];
        if (name_matches(name, from, method->name, method->pkg)) {
            found_one(walk, at, found, -1, type_method(t, i), NULL);
            return;
        }
    }
}

static void find_field(Walk *walk, u32 at, const Sym *name, Package *from, Found *found)
{
    Type *u = type_underlying(walk->all.data[at].type);
    for (u32 i = 0; i < u->strct.fields.len; i++) {
        const StructField *field = &u->strct.fields.data[i];
        if (name_matches(name, from, field->name, field->pkg)) {
            found_one(walk, at, found, i, NULL, NULL);
            return;
        }
    }
}

/* The interface whose methods t has, besides methods declared on t: t itself or, for a type
 * parameter, its constraint. NULL for other types. */
static Type *method_interface(Type *t)
{
    if (t->kind == TY_TYPEPARAM)
        t = t->tparam.constraint;
    t = t != NULL ? type_underlying(t) : NULL;
    return t != NULL && t->kind == TY_INTERFACE ? t : NULL;
}

static const Method *interface_method(Type *iface, const Sym *name, Package *from)
{
    for (u32 i = 0; i < iface->iface.all.len; i++) {
        const Method *m = &iface->iface.all.data[i];
        if (name_matches(name, from, m->name, m->pkg))
            return m;
    }
    return NULL;
}

static void find_in(Walk *walk, u32 at, const Sym *name, Package *from, Found *found)
{
    u32 before = found->count;
    find_method(walk, at, name, from, found);
    if (found->count > before)
        return;
    Type *t = walk->all.data[at].type, *iface = method_interface(t);
    if (type_underlying(t)->kind == TY_STRUCT) {
        find_field(walk, at, name, from, found);
    } else if (iface != NULL) {
        const Method *m = interface_method(iface, name, from);
        if (m != NULL)
            found_one(walk, at, found, -1, NULL, m);
    }
}

/* Searches depth by depth, until one has the name. */
static void search(Walk *walk, const Sym *name, Package *from, Found *found)
{
    do {
        for (u32 i = walk->level; i < walk->end; i++) {
            if (!walk_enter(walk, walk->all.data[i].type))
                continue;
            find_in(walk, i, name, from, found);
            if (found->count == 0)
                walk_descend(walk, i);
        }
    } while (found->count == 0 && walk_deeper(walk));
}

static void fill_path(Arena *arena, const Walk *walk, u32 at, Selection *sel)
{
    const Reached *entry = &walk->all.data[at];
    if (entry->from == 0)
        return;
    fill_path(arena, walk, entry->from - 1, sel);
    avec_push(arena, &sel->path, entry->field);
}

static void fill_selection(Arena *arena, const Walk *walk, const Found *found, Selection *sel)
{
    fill_path(arena, walk, found->at, sel);
    sel->indirect = walk->all.data[found->at].indirect;
    if (found->field >= 0) {
        sel->kind = SEL_FIELD;
        avec_push(arena, &sel->path, (u32)found->field);
    } else {
        sel->kind = found->method != NULL ? SEL_METHOD : SEL_INTERFACE_METHOD;
        sel->method = found->method;
        sel->imethod = found->imethod;
    }
}

bool type_lookup(Arena *arena, Type *t, const Sym *name, Package *from, Selection *sel,
                 bool *ambiguous)
{
    Walk walk;
    Found found = {0};
    *sel = (Selection){.recv = t};
    if (ambiguous != NULL)
        *ambiguous = false;
    bool is_blank = name->len == 1 && name->text[0] == '_';
    if (walk_start(&walk, t) && !is_blank)
        search(&walk, name, from, &found);
    /* Methods of the element type are not methods of a named pointer type. */
    if (found.count > 0 && found.field < 0 && t->kind == TY_NAMED &&
        type_underlying(t)->kind == TY_POINTER)
        found.count = 0;
    if (found.count == 1)
        fill_selection(arena, &walk, &found, sel);
    else if (found.count > 1 && ambiguous != NULL)
        *ambiguous = true;
    walk_free(&walk);
    return found.count == 1;
}

const Sym *selection_name(const Selection *sel)
{
    return sel->method != NULL ? sel->method->name : sel->imethod->name;
}

Type *selection_signature(const Selection *sel)
{
    return sel->method != NULL ? sel->method->type : sel->imethod->sig;
}

/* ---- method sets ---- */

typedef struct MethodName {
    const Sym *name;
    Package *pkg;
} MethodName;

typedef VEC(MethodName) MethodNames;

static void collect_fields(Type *t, MethodNames *out)
{
    Type *u = type_underlying(t);
    for (u32 i = 0; u->kind == TY_STRUCT && i < u->strct.fields.len; i++) {
        const StructField *field = &u->strct.fields.data[i];
        vec_push(out, (MethodName){field->name, field->pkg});
    }
}

/* Collects the names of all methods, and if asked for fields, reachable in t, promoted or shadowed;
 * with duplicates. */
static void collect_names(Type *t, bool fields, MethodNames *out)
{
    Walk walk;
    if (!walk_start(&walk, t)) {
        walk_free(&walk);
        return;
    }
    do {
        for (u32 i = walk.level; i < walk.end; i++) {
            Type *type = walk.all.data[i].type;
            if (!walk_enter(&walk, type))
                continue;
            Type *origin = type;
            if (type->kind == TY_NAMED && type->named.origin != NULL)
                origin = type->named.origin;
            for (u32 m = 0; type->kind == TY_NAMED && m < origin->named.methods.len; m++) {
                Obj *method = origin->named.methods.data[m];
                vec_push(out, (MethodName){method->name, method->pkg});
            }
            if (fields)
                collect_fields(type, out);
            Type *iface = method_interface(type);
            for (u32 m = 0; iface != NULL && m < iface->iface.all.len; m++) {
                const Method *method = &iface->iface.all.data[m];
                vec_push(out, (MethodName){method->name, method->pkg});
            }
            walk_descend(&walk, i);
        }
    } while (walk_deeper(&walk));
    walk_free(&walk);
}

static int compare_names(const Sym *a, const Package *a_pkg, const Sym *b, const Package *b_pkg)
{
    if (a != b)
        return strcmp(a->text, b->text);
    /* An exported name is the same in every package. */
    if (a_pkg == b_pkg || sym_is_exported(a))
        return 0;
    return strcmp(a_pkg != NULL ? a_pkg->path : "", b_pkg != NULL ? b_pkg->path : "");
}

static int by_method_name(const void *x, const void *y)
{
    const MethodName *a = x, *b = y;
    return compare_names(a->name, a->pkg, b->name, b->pkg);
}

/* A method with a pointer receiver is in the method set of an unaddressable operand only if the
 * path follows a pointer. */
static bool in_method_set(const Selection *sel)
{
    if (sel->kind == SEL_FIELD)
        return false;
    return sel->kind != SEL_METHOD || !sel->method->func.ptr_recv || sel->indirect;
}

void type_method_set(Arena *arena, Type *t, SelectionList *out)
{
    MethodNames names = {0};
    collect_names(t, false, &names);
    if (names.len > 0)
        qsort(names.data, names.len, sizeof *names.data, by_method_name);
    for (u32 i = 0; i < names.len; i++) {
        if (i > 0 && by_method_name(&names.data[i - 1], &names.data[i]) == 0)
            continue;
        Selection *sel = ARENA_NEW(arena, Selection);
        if (type_lookup(arena, t, names.data[i].name, names.data[i].pkg, sel, NULL) &&
            in_method_set(sel))
            avec_push(arena, out, sel);
    }
    vec_free(&names);
}

void type_selector_names(Type *t, const Package *from, SymList *out)
{
    MethodNames names = {0};
    collect_names(t, true, &names);
    for (u32 i = 0; i < names.len; i++)
        if (names.data[i].pkg == from || sym_is_exported(names.data[i].name))
            vec_push(out, names.data[i].name);
    vec_free(&names);
}

/* ---- interfaces ---- */

static void complete(Arena *arena, Type *iface, const Method **duplicate, int depth);

static void add_method(Arena *arena, Type *iface, const Method *method, const Method **duplicate)
{
    u32 count = iface->iface.all.len, at = 0, end = count;
    while (at < end) {
        u32 middle = at + (end - at) / 2;
        const Method *other = &iface->iface.all.data[middle];
        int order = compare_names(other->name, other->pkg, method->name, method->pkg);
        if (order == 0) {
            if (duplicate != NULL && *duplicate == NULL && !type_identical(other->sig, method->sig))
                *duplicate = method;
            return;
        }
        if (order < 0)
            at = middle + 1;
        else
            end = middle;
    }
    avec_push(arena, &iface->iface.all, *method);
    Method *data = iface->iface.all.data;
    memmove(&data[at + 1], &data[at], (count - at) * sizeof *data);
    data[at] = *method;
}

/* Adds the methods of embedded interface number i. */
static void add_embedded(Arena *arena, Type *iface, u32 i, const Method **duplicate, int depth)
{
    Type *u = type_underlying(iface->iface.embedded.data[i]);
    if (u->kind != TY_INTERFACE || u == iface)
        return;
    complete(arena, u, NULL, depth);
    iface->iface.comparable |= u->iface.comparable;
    for (u32 m = 0; m < u->iface.all.len; m++) {
        const Method *clash = NULL;
        add_method(arena, iface, &u->iface.all.data[m], &clash);
        if (clash == NULL || duplicate == NULL || *duplicate != NULL)
            continue;
        /* The error is reported where the interface is embedded. */
        Method *here = ARENA_NEW(arena, Method);
        *here = *clash;
        if (i < iface->iface.embedded_pos.len)
            here->pos = iface->iface.embedded_pos.data[i];
        *duplicate = here;
    }
}

static void complete(Arena *arena, Type *iface, const Method **duplicate, int depth)
{
    if (iface->iface.complete || depth > MAX_DEPTH)
        return;
    /* Set first, since interfaces may (wrongly) embed themselves. */
    iface->iface.complete = true;
    for (u32 i = 0; i < iface->iface.methods.len; i++)
        add_method(arena, iface, &iface->iface.methods.data[i], NULL);
    for (u32 i = 0; i < iface->iface.embedded.len; i++)
        add_embedded(arena, iface, i, duplicate, depth + 1);
}

void type_complete_interface(Arena *arena, Type *iface, const Method **duplicate)
{
    if (duplicate != NULL)
        *duplicate = NULL;
    complete(arena, iface, duplicate, 0);
}

/* ---- implementation of interfaces ---- */

static bool same_letters(const Sym *a, const Sym *b)
{
    if (a == b || a->len != b->len)
        return false;
    for (u32 i = 0; i < a->len; i++) {
        char x = a->text[i], y = b->text[i];
        if (x >= 'A' && x <= 'Z')
            x = (char)(x - 'A' + 'a');
        if (y >= 'A' && y <= 'Z')
            y = (char)(y - 'A' + 'a');
        if (x != y)
            return false;
    }
    return true;
}

/* Finds a method whose name differs from the wanted one only in upper and lower case. */
static void find_similar(Arena *arena, Type *t, MissingMethod *why)
{
    MethodNames names = {0};
    collect_names(t, false, &names);
    for (u32 i = 0; i < names.len && why->similar == NULL; i++) {
        Selection sel;
        if (!same_letters(names.data[i].name, why->want->name))
            continue;
        if (!type_lookup(arena, t, names.data[i].name, names.data[i].pkg, &sel, NULL) ||
            sel.kind == SEL_FIELD)
            continue;
        why->similar = names.data[i].name;
        why->similar_type = selection_signature(&sel);
    }
    vec_free(&names);
}

/* Whether a part of the signature was reported as an error, so that a mismatch means nothing. */
static bool is_broken(const Type *sig)
{
    for (u32 i = 0; i < sig->func.params.len; i++)
        if (sig->func.params.data[i]->kind == TY_INVALID)
            return true;
    for (u32 i = 0; i < sig->func.results.len; i++)
        if (sig->func.results.data[i]->kind == TY_INVALID)
            return true;
    return false;
}

static bool fits(Type *have, Type *want)
{
    if (have == NULL || want == NULL || have->kind != TY_FUNC || want->kind != TY_FUNC)
        return true; /* not resolved yet, or invalid */
    return is_broken(have) || is_broken(want) || type_identical(have, want);
}

static bool has_method(Arena *arena, Type *t, const Method *want, MissingMethod *why)
{
    Selection sel;
    bool ambiguous;
    why->want = want;
    if (!type_lookup(arena, t, want->name, want->pkg, &sel, &ambiguous)) {
        why->is_field = ambiguous;
        return false;
    }
    why->is_field = sel.kind == SEL_FIELD;
    if (why->is_field)
        return false;
    Type *have = selection_signature(&sel);
    if (!fits(have, want->sig)) {
        why->have = have;
        return false;
    }
    why->ptr_needed = !in_method_set(&sel);
    return !why->ptr_needed;
}

bool type_implements(Arena *arena, Type *t, Type *iface, MissingMethod *why)
{
    MissingMethod scratch;
    Type *u = type_underlying(iface);
    if (why == NULL)
        why = &scratch;
    *why = (MissingMethod){0};
    if (u->kind != TY_INTERFACE)
        return true;
    for (u32 i = 0; i < u->iface.all.len; i++) {
        if (has_method(arena, t, &u->iface.all.data[i], why))
            continue;
        if (why->have == NULL && !why->ptr_needed && why != &scratch)
            find_similar(arena, t, why);
        return false;
    }
    *why = (MissingMethod){0};
    return true;
}
