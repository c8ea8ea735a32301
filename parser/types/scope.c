/* Scopes: hash tables that keep the order of declaration. */
#include "parser/types/scope.h"

/* Entries are in order of declaration, so that walking a scope is deterministic. The hash table
 * with chaining uses the same array: slot i also holds the head of bucket i. */
struct ScopeEntry {
    const Sym *name;
    Obj *obj;
    u32 next; /* 1 + index of the next entry in the same bucket, 0 at the end */
    u32 head; /* 1 + index of the first entry of bucket i */
};

typedef struct ScopeEntry ScopeEntry;

Scope *scope_new(Arena *arena, Scope *parent)
{
    Scope *scope = ARENA_NEW(arena, Scope);
    scope->parent = parent;
    return scope;
}

static ScopeEntry *find(const Scope *scope, const Sym *name)
{
    if (scope->cap == 0)
        return NULL;
    u32 i = scope->entries[name->hash & (scope->cap - 1)].head;
    while (i != 0 && scope->entries[i - 1].name != name)
        i = scope->entries[i - 1].next;
    return i == 0 ? NULL : &scope->entries[i - 1];
}

static void link_entry(Scope *scope, u32 i)
{
    ScopeEntry *entry = &scope->entries[i];
    u32 *head = &scope->entries[entry->name->hash & (scope->cap - 1)].head;
    entry->next = *head;
    *head = i + 1;
}

static void grow(Arena *arena, Scope *scope)
{
    u32 cap = scope->cap == 0 ? 4 : scope->cap * 2;
    ScopeEntry *entries = ARENA_ARRAY(arena, ScopeEntry, cap);
    for (u32 i = 0; i < scope->count; i++)
        entries[i] = (ScopeEntry){.name = scope->entries[i].name, .obj = scope->entries[i].obj};
    scope->entries = entries;
    scope->cap = cap;
    for (u32 i = 0; i < scope->count; i++)
        link_entry(scope, i);
}

static bool is_blank(const Sym *name)
{
    return name->len == 1 && name->text[0] == '_';
}

Obj *scope_insert_as(Arena *arena, Scope *scope, const Sym *name, Obj *obj)
{
    if (is_blank(name))
        return NULL;
    ScopeEntry *old = find(scope, name);
    if (old != NULL)
        return old->obj;
    if (scope->count == scope->cap)
        grow(arena, scope);
    u32 i = scope->count++;
    scope->entries[i].name = name;
    scope->entries[i].obj = obj;
    link_entry(scope, i);
    return NULL;
}

Obj *scope_insert(Arena *arena, Scope *scope, Obj *obj)
{
    return scope_insert_as(arena, scope, obj->name, obj);
}

Obj *scope_replace(Arena *arena, Scope *scope, Obj *obj)
{
    ScopeEntry *old = find(scope, obj->name);
    if (old == NULL)
        return scope_insert(arena, scope, obj);
    Obj *older = old->obj;
    old->obj = obj;
    return older;
}

Obj *scope_find(const Scope *scope, const Sym *name)
{
    ScopeEntry *entry = find(scope, name);
    return entry == NULL ? NULL : entry->obj;
}

Obj *scope_lookup(Scope *scope, const Sym *name, Scope **where)
{
    for (; scope != NULL; scope = scope->parent) {
        Obj *obj = scope_find(scope, name);
        if (obj != NULL) {
            if (where != NULL)
                *where = scope;
            return obj;
        }
    }
    return NULL;
}

Obj *scope_at(const Scope *scope, u32 i)
{
    return scope->entries[i].obj;
}

/* An object is only as large as its kind needs. */
static size_t obj_size(ObjKind kind)
{
    switch (kind) {
    case OBJ_PACKAGE: return SIZE_UPTO(Obj, package);
    case OBJ_CONST: return SIZE_UPTO(Obj, constant);
    case OBJ_TYPE: return SIZE_UPTO(Obj, type_);
    case OBJ_VAR: return SIZE_UPTO(Obj, var);
    case OBJ_FUNC: return SIZE_UPTO(Obj, func);
    case OBJ_BUILTIN: return SIZE_UPTO(Obj, builtin);
    case OBJ_BAD:
    case OBJ_NIL:
    case OBJ_LABEL: break;
    }
    return offsetof(Obj, package);
}

Obj *obj_new(Arena *arena, ObjKind kind, const Sym *name, Pos pos, Package *pkg)
{
    Obj *obj = arena_alloc(arena, obj_size(kind));
    obj->kind = kind;
    obj->name = name;
    obj->pos = pos;
    obj->pkg = pkg;
    return obj;
}
