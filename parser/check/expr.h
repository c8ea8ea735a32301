/* What the files that check expressions share among themselves. */
#ifndef PARSER_CHECK_EXPR_H
#define PARSER_CHECK_EXPR_H

#include "parser/check/checker.h"

void check_set(Expr *e, ExprMode mode, Type *type);
void check_set_const(Expr *e, Type *type, Const *val);
void check_raw_expr_hint(Checker *cx, Expr *e, Type *hint);
/* e is a name (or the selected name of pkg.Name) that denotes obj. */
void check_ident_obj(Checker *cx, Expr *e, Obj *obj);
/* The declaration being checked refers to obj. */
void check_note_dep(Checker *cx, Obj *obj);
/* Evaluates only so that what is used counts as used and errors inside are told. */
void check_use(Checker *cx, Expr *e);
void check_use_list(Checker *cx, ExprList *list);

/* check_expr, but a generic function need not be instantiated (what it is assigned to may tell). */
void check_generic_expr(Checker *cx, Expr *e);
/* The second half of check_expr_or_type. */
void check_value_or_type(Checker *cx, Expr *e);

void check_binary_expr(Checker *cx, Expr *e); /* parser/check/binary.c */
void check_index(Checker *cx, Expr *e);       /* parser/check/index.c */
void check_slice(Checker *cx, Expr *e);
/* Checks an index or size: an integer, not negative. *value is the constant's or -1. A constant
 * must be below max if max >= 0. False after an error. */
bool check_index_value(Checker *cx, Expr *e, i64 max, i64 *value);
void check_composite(Checker *cx, Expr *e, Type *hint);      /* parser/check/literal.c */
void check_selector(Checker *cx, Expr *e);                   /* parser/check/selector.c */
void check_call(Checker *cx, Expr *e);                       /* parser/check/call.c */
void check_builtin_call(Checker *cx, Expr *e, BuiltinId id); /* parser/check/builtin.c */
/* Passes evaluated arguments to the parameters of sig. */
bool check_arguments(Checker *cx, Expr *call, Type *sig, Values *args);

/* Whether the size of t is known: false (reported) for types that contain themselves, and for those
 * in the middle of their own declaration. */
bool check_type_sized(Checker *cx, Type *t, Span at);
/* Reports arrays that no memory can hold; type is an EX_ARRAY_TYPE already checked. */
void check_array_size(Checker *cx, Expr *type);

/* x.name for a value or type x of type t. */
bool check_find_selector(Checker *cx, Type *t, const Sym *name, Selection *sel, bool *ambiguous);
/* Makes the method lists of interfaces inside t usable while types are still being resolved. */
void check_complete_interfaces(Checker *cx, Type *t);

/* A field or method whose name is like another one. */
typedef struct Similar {
    const Sym *name; /* NULL if there is none; the wanted name itself if it is not exported */
    bool is_method, same_letters;
} Similar;
Similar check_similar_selector(Checker *cx, Type *t, const Sym *name);
/* An exported name of the scope that resembles `name`, or NULL. */
const Sym *check_similar_member(const Scope *scope, const Sym *name);
/* How e, which has another type, could become a `target`, if there is a usual way. */
void check_hint_conversion(Checker *cx, Diag *diag, const Expr *e, Type *target);
/* The path of the library package that is used as `name`, the shortest if there are several, or
 * NULL. */
const char *check_library_path(Checker *cx, const Sym *name);
/* The same for a name that may be misspelt. */
const char *check_similar_library(Checker *cx, const Sym *name);
/* In scripts: imports the library package that `name` stands for; else NULL. */
Obj *check_implicit_import(Checker *cx, const Sym *name);
/* "undefined: x", with a hint if something similar is in scope. */
void check_undefined(Checker *cx, Expr *ident);
void check_use_dot_import(Checker *cx, Obj *obj);
/* Whether obj is what programs may not use of package unsafe; then that is reported. */
bool check_refuse_unsafe(Checker *cx, Expr *e, const Obj *obj);
/* A script's statement that uses a variable declared further down. */
void check_script_order(Checker *cx, Expr *e, Obj *obj);
void check_late_body(Checker *cx, FuncLit *fn, Type *sig, const char *name, Scope *scope);
/* The same when somebody asks for it (check_needed_body). */
void check_body_when_needed(Checker *cx, FuncDecl *f, Type *sig, Scope *scope);

#endif
