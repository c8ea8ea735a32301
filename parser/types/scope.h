/* Scopes: names to objects, in blocks that nest. */
#ifndef PARSER_TYPES_SCOPE_H
#define PARSER_TYPES_SCOPE_H

#include "parser/types/types.h"

Scope *scope_new(Arena *arena, Scope *parent);
/* Declares obj under its name. Returns the object that already has the name in this very scope
 * (obj is then not entered), or NULL. The blank identifier is never entered. */
Obj *scope_insert(Arena *arena, Scope *scope, Obj *obj);
/* As scope_insert under another name than the object's own (dot imports, renamed imports). */
Obj *scope_insert_as(Arena *arena, Scope *scope, const Sym *name, Obj *obj);
/* Declares obj even if the name is taken (REPL); the older object is returned, or NULL. */
Obj *scope_replace(Arena *arena, Scope *scope, Obj *obj);
/* The object of that name in this scope only, or NULL. */
Obj *scope_find(const Scope *scope, const Sym *name);
/* The innermost object of that name from this scope outwards, or NULL; *where (may be NULL)
 * receives its scope. */
Obj *scope_lookup(Scope *scope, const Sym *name, Scope **where);
/* Objects in order of declaration, 0 <= i < scope->count. */
Obj *scope_at(const Scope *scope, u32 i);

/* A new object, unresolved. */
Obj *obj_new(Arena *arena, ObjKind kind, const Sym *name, Pos pos, Package *pkg);

#endif
