/* What the files that check declarations and types share among themselves. */
#ifndef PARSER_CHECK_DECL_H
#define PARSER_CHECK_DECL_H

#include "parser/check/expr.h"

/* Type.named.state */
enum { NAMED_NEW, NAMED_RESOLVING, NAMED_DONE, NAMED_FINITE };

/* Obj.state */
enum { OBJ_NEW, OBJ_RESOLVING, OBJ_DONE };

/* Package.state */
enum {
    PKG_NEW,
    PKG_COLLECTED,  /* names are declared, being resolved; importing it now is a cycle */
    PKG_SIGNATURES, /* signatures of functions and methods are known */
    PKG_DONE,
};

/* ---- parser/check/type.c ---- */

/* Checks of types that must wait until all types they reach are complete. */
typedef enum PendingKind {
    PEND_FINITE,    /* a type does not contain itself */
    PEND_MAP_KEY,   /* comparable */
    PEND_EMBEDDED,  /* may be embedded in a struct */
    PEND_INTERFACE, /* method set */
    PEND_SIZE,
    PEND_RECEIVER,      /* may have methods */
    PEND_METHODS,       /* field and method names differ */
    PEND_ELEMENT,       /* a union: its terms */
    PEND_NO_CONSTRAINT, /* an interface that is no constraint */
    PEND_INSTANCE,      /* type arguments satisfy the constraints */
} PendingKind;

typedef struct Pending {
    PendingKind kind;
    Span at;
    Type *type;
    Package *pkg;
    ExprList *args; /* PEND_INSTANCE */
} Pending;

void check_pend(Checker *cx, PendingKind kind, Span at, Type *t);
/* e is an instantiation T[args] that gave t. */
void check_pend_instance(Checker *cx, Expr *e, Type *t);
/* Around everything that resolves types; at the outermost end the pending checks run. */
void check_types_begin(Checker *cx);
void check_types_end(Checker *cx);

/* The type on the right of `type def ...`; def (may be NULL) gets its underlying type as early as
 * possible, so that recursive types can refer to it. */
Type *check_defined_type(Checker *cx, Expr *e, Type *def);
void check_set_underlying(Type *def, Type *t);
/* Fills sig with parameters and results as written, and declares them; before them the receiver, if
 * it is not NULL, the first of lit's parameters. scope and lit may be NULL. */
void check_fill_signature(Checker *cx, Type *sig, FuncSig *written, const Field *recv, Scope *scope,
                          FuncLit *lit);

/* ---- parser/check/decl.c ---- */

/* Reports that the declarations refer to each other in a circle. */
void check_cycle_error(Checker *cx, Obj **cycle, u32 count);
void check_receiver_type(Checker *cx, Span at, Type *t);
void check_method_names(Checker *cx, Type *named);
DeclDeps *check_new_deps(Checker *cx, Obj *owner);
/* A defined type without its underlying type yet. */
Type *check_new_named(Checker *cx, Obj *obj);
void check_const_decl(Checker *cx, Obj *obj, Decl *decl);
void check_var_decl(Checker *cx, Obj *obj, Decl *decl);
void check_type_decl(Checker *cx, Obj *obj, Decl *decl);
/* Too many or too few values for the names of a const or var declaration. */
void check_arity(Checker *cx, Decl *decl);

/* ---- parser/check/local.c ---- */

/* Gives var the value e, already checked, and its type if it has none yet. */
void check_init_var(Checker *cx, Obj *var, Expr *e, const char *context);
/* check_init_vars with another context than "assignment". */
void check_init_values(Checker *cx, Obj **lhs, u32 count, ExprList *rhs, Span at,
                       const char *context, bool is_return);

/* ---- parser/check/collect.c ---- */

/* Declares the names of files in `scope` (the package's own, except for REPL inputs). */
void check_collect(Checker *cx, Package *pkg, Scope *scope, FileAst **files, u32 count);
Obj *check_new_package_name(Checker *cx, Package *pkg, const Sym *name, Pos pos, Package *imported);
void check_unused_imports(Checker *cx, FileAst *file);
void check_collect_values(Checker *cx, Package *pkg, Scope *scope, FileAst *file, Decl *decl);

/* ---- parser/check/script.c ---- */

/* Declares the variables of a script's top-level `var` and `:=`, in order. */
void check_collect_script(Checker *cx, Package *pkg, Scope *scope, FileAst *file);
/* The function that holds the files' statements. */
FuncLit *check_script_function(Checker *cx, FileAst **files, u32 count);
void check_script_statements(Checker *cx, Package *pkg, FuncLit *script, FileAst *file);

/* ---- parser/check/init_order.c ---- */

void check_init_order(Checker *cx, Package *pkg);
void check_init_cycle(Checker *cx, Obj **cycle, u32 count);

/* ---- check.c ---- */

/* The package at `path`, checked; a fake one after an error, which is reported at `at`. */
Package *check_load_package(Checker *cx, const char *path, Span at);
/* Resolves what check_collect has declared, then checks bodies. */
void check_resolve_files(Checker *cx, Package *pkg, FileAst **files, u32 count);
void check_late_bodies(Checker *cx, u32 from);
void check_report_last(Checker *cx);

/* ---- parser/check/embed.c ---- */

/* Notes the file's go:embed directives at the variables that they are for. */
void check_embed_directives(Checker *cx, FileAst *file);
/* obj, whose type is known, is declared below a directive: gives it a value. */
void check_embed(Checker *cx, Obj *obj, Decl *decl);

/* ---- parser/check/build_constraint.c ---- */

/* Whether the file is one of its package's; sets its language version. */
bool check_take_file(Checker *cx, FileAst *file);

#endif
