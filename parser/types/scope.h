/* Scopes: from names to objects, in nested blocks. */
#ifndef PARSER_TYPES_SCOPE_H
#define PARSER_TYPES_SCOPE_H

#include "parser/types/types.h"

/* An empty scope inside parent, which is NULL for the universe. */
Scope *scope_new(Arena *arena, Scope *parent);
/* Declares obj under its name. Returns NULL, or the object that already has the name in this scope;
 * obj is then not declared. The blank identifier is never declared. */
Obj *scope_insert(Arena *arena, Scope *scope, Obj *obj);
/* Like scope_insert, but under another name than the object's own (renamed and dot imports). */
Obj *scope_insert_as(Arena *arena, Scope *scope, const Sym *name, Obj *obj);
/* Declares obj even if the name is taken (REPL). Returns the previous object, or NULL. */
Obj *scope_replace(Arena *arena, Scope *scope, Obj *obj);
/* The object with this name in this scope only, or NULL. */
Obj *scope_find(const Scope *scope, const Sym *name);
/* The object with this name in the innermost scope, from this one outwards, that has one; or NULL.
 * *where receives the scope; where may be NULL. */
Obj *scope_lookup(Scope *scope, const Sym *name, Scope **where);
/* Object number i in order of declaration, 0 <= i < scope->count. */
Obj *scope_at(const Scope *scope, u32 i);

/* A new object with no type yet. */
Obj *obj_new(Arena *arena, ObjKind kind, const Sym *name, Pos pos, Package *pkg);

#endif
