/* The interface between the files that check declarations and types. */
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
    PKG_COLLECTED,  /* names are declared and being resolved; importing it now is an import cycle */
    PKG_SIGNATURES, /* signatures of functions and methods are known */
    PKG_DONE,
};

/* ---- parser/check/type.c ---- */

/* Checks of a type that are delayed until all types it refers to are complete. */
typedef enum DelayedKind {
    DELAYED_FINITE,    /* the type does not contain itself */
    DELAYED_MAP_KEY,   /* it is comparable */
    DELAYED_EMBEDDED,  /* it may be embedded in a struct */
    DELAYED_INTERFACE, /* its method set has no duplicates */
    DELAYED_SIZE,
    DELAYED_RECEIVER,      /* it may be the receiver type of methods */
    DELAYED_METHODS,       /* its field and method names differ */
    DELAYED_ELEMENT,       /* the terms of a union */
    DELAYED_NO_CONSTRAINT, /* it is not a constraint */
    DELAYED_INSTANCE,      /* the type arguments satisfy the constraints */
} DelayedKind;

typedef struct Delayed {
    DelayedKind kind;
    Span at;
    Type *type;
    Package *pkg;
    ExprList *args; /* DELAYED_INSTANCE */
} Delayed;

/* Adds a check of t; errors are reported at `at`. */
void check_delay(Checker *cx, DelayedKind kind, Span at, Type *t);
/* The same for the arguments of an instantiation e = T[args], whose result is t. */
void check_delay_instance(Checker *cx, Expr *e, Type *t);
/* Enclose everything that resolves types; the outermost check_types_end runs the delayed checks. */
void check_types_begin(Checker *cx);
void check_types_end(Checker *cx);

/* Checks the type on the right of `type def ...`. def (may be NULL) gets its underlying type as
 * early as possible, so that recursive types can refer to it. check_set_underlying does that (def
 * may be NULL, too). */
Type *check_defined_type(Checker *cx, Expr *e, Type *def);
void check_set_underlying(Type *def, Type *t);
/* Adds parameters and results to sig and declares them in scope. If recv is not NULL, it is
 * declared as well, as the first of lit's parameters. scope and lit may be NULL. */
void check_fill_signature(Checker *cx, Type *sig, FuncSig *written, const Field *recv, Scope *scope,
                          FuncLit *lit);

/* ---- parser/check/decl.c ---- */

/* Reports that the declarations form a cycle. */
void check_cycle_error(Checker *cx, Obj **cycle, u32 count);
/* Reports a type that cannot have methods, and methods of `named` that have the name of a field. */
void check_receiver_type(Checker *cx, Span at, Type *t);
void check_method_names(Checker *cx, Type *named);
/* A new DeclDeps, empty; owner may be NULL. */
DeclDeps *check_new_deps(Checker *cx, Obj *owner);
/* A new defined type for obj, without an underlying type. */
Type *check_new_named(Checker *cx, Obj *obj);
/* Resolve obj, one of the names of decl. */
void check_const_decl(Checker *cx, Obj *obj, Decl *decl);
void check_var_decl(Checker *cx, Obj *obj, Decl *decl);
void check_type_decl(Checker *cx, Obj *obj, Decl *decl);
/* Reports too many or too few values for the names of a const or var declaration. */
void check_arity(Checker *cx, Decl *decl);

/* ---- parser/check/local.c ---- */

/* Initialises var with e, which is checked already. If var has no type it gets that of e. */
void check_init_var(Checker *cx, Obj *var, Expr *e, const char *context);
/* check_init_vars with a `context` other than "assignment" in messages. */
void check_init_values(Checker *cx, Obj **lhs, u32 count, ExprList *rhs, Span at,
                       const char *context, bool is_return);

/* ---- parser/check/collect.c ---- */

/* Declares the names of the files in `scope`, the package's own except for REPL inputs. */
void check_collect(Checker *cx, Package *pkg, Scope *scope, FileAst **files, u32 count);
/* The object for the name of an import; not declared in a scope. */
Obj *check_new_package_name(Checker *cx, Package *pkg, const Sym *name, Pos pos, Package *imported);
/* Reports the imports that the file does not use. */
void check_unused_imports(Checker *cx, FileAst *file);
/* Declares the names of a const or var declaration. */
void check_collect_values(Checker *cx, Package *pkg, Scope *scope, FileAst *file, Decl *decl);

/* ---- parser/check/script.c ---- */

/* Declares the variables of `var` and `:=` at the top level of a script. */
void check_collect_script(Checker *cx, Package *pkg, Scope *scope, FileAst *file);
/* A function whose body contains the statements of the files. */
FuncLit *check_script_function(Checker *cx, FileAst **files, u32 count);
/* Checks the statements of the file, as a part of that function. */
void check_script_statements(Checker *cx, Package *pkg, FuncLit *script, FileAst *file);

/* ---- parser/check/effect_free.c ---- */

/* What is known of a call of a function (FuncDecl.effects). */
enum { EFFECTS_UNKNOWN, EFFECTS_NONE, EFFECTS_SOME };
/* Whether an initialiser of these variables, which need not be checked, may have an effect. */
bool check_may_have_effect(const Decl *decl);
/* Marks the variables, whose initialisers have been checked, as needed if these may have an effect.
 */
void check_find_effects(Checker *cx, const Decl *decl);

/* ---- parser/check/init_order.c ---- */

/* Reports an initialisation cycle. */
void check_init_cycle(Checker *cx, Obj **cycle, u32 count);

/* ---- parser/check/package.c ---- */

/* Checks a variable or constant of a library package that is complete but for these. */
void check_library_object(Checker *cx, Obj *obj);
/* The package with this import path, checked. After an error, which is reported at `at`, a
 * placeholder. */
Package *check_load_package(Checker *cx, const char *path, Span at);
/* Resolves the objects that check_collect has declared, then checks bodies. */
void check_resolve_files(Checker *cx, Package *pkg, FileAst **files, u32 count);
/* Checks the bodies in cx->late from index `from` on, and removes them. */
void check_late_bodies(Checker *cx, u32 from);
/* Reports the errors of check_error_last, if there are no others. */
void check_report_last(Checker *cx);

/* ---- parser/check/linkname.c ---- */

/* The function that a declaration of type `sig` without a body stands for, by a line //go:linkname
 * of its file; NULL: there is none. */
Obj *check_linked(Checker *cx, const FuncDecl *f, Type *sig);
/* Reports such lines in a file of the program that name what gol does not have. */
void check_linknames(Checker *cx, const Package *pkg, const SourceFile *source);

/* ---- parser/check/link_value.c ---- */

/* Gives variables of the package the values that flags of the linker, -X PATH.NAME=TEXT, say: those
 * of type string that have no other value than a constant. */
void check_link_values(Checker *cx, const Package *pkg, Decl *decl);

/* ---- parser/check/embed.c ---- */

/* Attaches the go:embed directives of the file to the variables that follow them. */
void check_embed_directives(Checker *cx, FileAst *file);
/* Initialises obj, whose type is known and which has a go:embed directive. */
void check_embed(Checker *cx, Obj *obj, Decl *decl);

/* ---- parser/check/build_constraint.c ---- */

/* Whether the file belongs to its package according to its build constraints; sets its language
 * version. */
bool check_take_file(Checker *cx, FileAst *file);

/* ---- parser/check/overlay.c ---- */

/* Of a package with Go's files and gol's own: removes what gol's declare from Go's. */
void check_overlay(Checker *cx, Package *pkg);

#endif
