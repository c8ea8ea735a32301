/* The interface between the files that check expressions. */
#ifndef PARSER_CHECK_EXPR_H
#define PARSER_CHECK_EXPR_H

#include "parser/check/checker.h"

/* Set the result of checking e. */
void check_set(Expr *e, ExprMode mode, Type *type);
void check_set_const(Expr *e, Type *type, Const *val);
/* check_raw_expr with the hint of check_expr_hint. */
void check_raw_expr_hint(Checker *cx, Expr *e, Type *hint);
/* Sets the result for a name e (or the name in pkg.Name) that denotes obj. */
void check_ident_obj(Checker *cx, Expr *e, Obj *obj);
/* Records that the declaration being checked refers to obj. */
void check_note_dep(Checker *cx, Obj *obj);
/* Checks expressions whose values are not needed, so that variables in them count as used and
 * errors are reported. */
void check_use(Checker *cx, Expr *e);
void check_use_list(Checker *cx, ExprList *list);

/* check_expr, but allows a generic function without type arguments, which may follow from the
 * context. */
void check_generic_expr(Checker *cx, Expr *e);
/* The second half of check_expr_or_type, for an e that is checked. */
void check_value_or_type(Checker *cx, Expr *e);

/* Check an expression of the kind that the name says, and set its result. */
void check_binary_expr(Checker *cx, Expr *e); /* parser/check/binary.c */
void check_index(Checker *cx, Expr *e);       /* parser/check/index.c */
void check_slice(Checker *cx, Expr *e);
/* Checks an index or size, a non-negative integer. A constant must be below max if max >= 0. *value
 * receives its value, or -1 if it is not constant. False after an error. */
bool check_index_value(Checker *cx, Expr *e, i64 max, i64 *value);
void check_composite(Checker *cx, Expr *e, Type *hint); /* parser/check/literal.c */
void check_selector(Checker *cx, Expr *e);              /* parser/check/selector.c */
/* The type of the parameter for argument i; NULL if there is none. spread: the last argument is
 * followed by "...". */
Type *check_param_type(Type *sig, u32 i, bool spread);       /* parser/check/call.c */
void check_call(Checker *cx, Expr *e);                       /* parser/check/call.c */
void check_builtin_call(Checker *cx, Expr *e, BuiltinId id); /* parser/check/builtin.c */
/* Assigns the values `args` to the parameters of sig. False after an error. */
bool check_arguments(Checker *cx, Expr *call, Type *sig, Values *args);

/* Whether the size of t is known. Otherwise, t contains itself or is used in its own declaration;
 * reports that and returns false. */
bool check_type_sized(Checker *cx, Type *t, Span at);
/* Reports arrays that are too large for any memory; type is a checked EX_ARRAY_TYPE. */
void check_array_size(Checker *cx, Expr *type);

/* Finds x.name for an operand x, value or type, of type t; see type_lookup. */
bool check_find_selector(Checker *cx, Type *t, const Sym *name, Selection *sel, bool *ambiguous);
/* Completes the method sets of interfaces in t, although types are still being resolved. */
void check_complete_interfaces(Checker *cx, Type *t);

/* A field or method with a similar name. */
typedef struct Similar {
    const Sym *name; /* NULL if there is none; the given name if it exists but is not exported */
    bool is_method, same_letters;
} Similar;
/* The field or method of t with the name most similar to `name`. */
Similar check_similar_selector(Checker *cx, Type *t, const Sym *name);
/* The exported name of the scope that is most similar to `name`, or NULL. */
const Sym *check_similar_member(const Scope *scope, const Sym *name);
/* Adds a hint how to convert e to `target`, if there is a usual way. */
void check_hint_conversion(Checker *cx, Diag *diag, const Expr *e, Type *target);
/* The import path of the library package with this name (the shortest if there are several), or
 * NULL. */
const char *check_library_path(Checker *cx, const Sym *name);
/* The same for the most similar name. */
const char *check_similar_library(Checker *cx, const Sym *name);
/* In scripts: imports the library package with this name and returns its object; else NULL. */
Obj *check_implicit_import(Checker *cx, const Sym *name);
/* Reports "undefined: x", with a hint if a similar name is in scope. */
void check_undefined(Checker *cx, Expr *ident);
/* Marks the dot import that declares obj as used. */
void check_use_dot_import(Checker *cx, Obj *obj);
/* Reports a statement of a script that uses a variable declared after it. */
void check_script_order(Checker *cx, Expr *e, Obj *obj);
/* Delays checking the body until the declarations of the package are resolved. */
void check_late_body(Checker *cx, FuncLit *fn, Type *sig, const char *name, Scope *scope);
/* Delays it until the function is used (check_needed_body). */
void check_body_when_needed(Checker *cx, FuncDecl *f, Type *sig, Scope *scope);

/* ---- parser/check/package.c ---- */

/* Reads the files of a library package that are read only when a name is missing. Returns whether
 * there are any that have not been read before. */
bool check_load_rest(Checker *cx, Package *pkg);

#endif
