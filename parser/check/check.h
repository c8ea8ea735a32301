/* The checker: resolves names, computes types and constants, finds errors, and leaves its results
 * in the [checker] fields of the syntax tree. */
#ifndef PARSER_CHECK_CHECK_H
#define PARSER_CHECK_CHECK_H

#include "base/diag.h"
#include "parser/syntax/parser.h"
#include "parser/types/constant.h"
#include "parser/types/types.h"

/* Where packages come from. Implemented by the layer above (embedded library, go.mod). */
typedef struct PackageLoader {
    /* Adds the source files of the package at import path `path` to `sources` and returns how
     * many (in *files, malloc'd, caller frees), or -1 if there is no such package. */
    int (*load)(struct PackageLoader *self, Sources *sources, const char *path, SourceFile ***files,
                bool *is_library);
    /* The files of go:embed: see cli/embed.h. May be NULL: there are none. */
    const char *(*embed)(struct PackageLoader *self, Arena *arena, const char *source,
                         const char *patterns, bool archive, const char **text, u32 *len);
    /* For hints and scripts: the paths of all library packages, NULL-terminated. */
    const char *const *(*list)(struct PackageLoader *self);
} PackageLoader;

typedef struct CheckOptions {
    int go_minor;          /* language version, 22 for Go 1.22; a build line may ask for more */
    int release;           /* build constraints up to go1.N hold */
    const char *main_path; /* import path of the program; NULL: it has none */
    bool allow_unused;     /* REPL: no "declared and not used" */
    bool only_check; /* what cannot run is fine as long as it is Go: no function main, functions
                        without a body, go:linkname, unsafe.Pointer */
} CheckOptions;

/* Everything one compilation shares; create with check_new. */
typedef struct Checker Checker;

Checker *check_new(Arena *arena, Interner *syms, Diags *diags, PackageLoader *loader,
                   CheckOptions options);
void check_free(Checker *cx);
Universe *check_universe(Checker *cx);
/* Whether the file's build constraints select it: in a module of language version 1.go_minor (below
 * 18 the older kind of constraint counts), by a release of Go. */
bool check_selects(const FileAst *file, int go_minor, int release);
/* Whether the file's package is called x_test: tests that only import package x. */
bool check_is_external(const FileAst *file);
/* The declaration of an instance of a generic function or method, made from that of the generic
 * one and checked with the type arguments in place. */
FuncDecl *check_instance_decl(Checker *cx, Obj *instance);
/* Checks the body of a function, if that has not been done: those of the library wait until
 * somebody needs them. */
void check_needed_body(Checker *cx, FuncDecl *f);
/* A generic type that was instantiated with itself without end, or NULL. */
Type *check_endless_type(Checker *cx);
ConstPool *check_consts(Checker *cx);

/* Checks the files of one program (package main, or a script) and, recursively, what it imports.
 * Returns the package even when there were errors (see diags->errors). */
Package *check_program(Checker *cx, FileAst **files, u32 count);
/* Checks a library package by import path, as an import would ("runtime" is always linked). */
Package *check_import(Checker *cx, const char *path);
/* All complete packages in initialisation order (imports first). */
typedef VEC(Package *) PackageList;
void check_packages(Checker *cx, PackageList *out);

/* REPL: checks one input in the persistent package `repl` (created at the first call). The
 * statements become a new function, returned; its variables at top level are package-level and
 * may be redeclared by later inputs. NULL if there were errors (nothing is then declared).
 * *last_expr receives the last statement's expression if it is an expression statement with a
 * value, to be printed. Newly declared functions are in pkg->funcs from *first_func on. */
FuncLit *check_repl_input(Checker *cx, FileAst *file, Package **pkg, Expr **last_expr,
                          u32 *first_func);

#endif
