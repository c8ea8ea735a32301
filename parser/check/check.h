/* The checker: resolves names, computes types and constants, finds errors, and leaves its results
 * in the [checker] fields of the syntax tree. */
#ifndef PARSER_CHECK_CHECK_H
#define PARSER_CHECK_CHECK_H

#include "base/constraint.h"
#include "base/diag.h"
#include "parser/syntax/parser.h"
#include "parser/types/constant.h"
#include "parser/types/types.h"

/* The source of packages. Implemented by the layer above (embedded library, go.mod). */
typedef struct PackageLoader {
    /* Adds the source files of the package with this import path to `sources` and stores them in
     * *files (from malloc, the caller frees it); from_library: it is imported by the library, which
     * uses no package of the program. Returns their number, or -1 if there is no such package. */
    int (*load)(struct PackageLoader *self, Sources *sources, const char *path, bool from_library,
                SourceFile ***files, bool *is_library);
    /* The same for files of a library package that are read only when a name is looked for which
     * the others do not declare; 0 if there are none. NULL: there never are. */
    int (*rest)(struct PackageLoader *self, Sources *sources, const char *path,
                SourceFile ***files);
    /* Finds the files of a go:embed directive, see cli/embed.h. NULL: there are none. */
    const char *(*embed)(struct PackageLoader *self, Arena *arena, const char *source,
                         const char *patterns, bool archive, const char **text, u32 *len);
    /* The import paths of all library packages, ending with NULL; for hints and scripts. */
    const char *const *(*list)(struct PackageLoader *self);
    /* Why there is no package with this import path, for a hint; NULL: that is not known. */
    const char *(*why_missing)(struct PackageLoader *self, const char *path);
    /* The path that a package is known by which the program imports as `path`; NULL: that. */
    const char *(*canonical)(struct PackageLoader *self, const char *path);
} PackageLoader;

typedef struct CheckOptions {
    /* language version, 22 for Go 1.22; a build constraint may require a later one */
    int go_minor;
    BuildTags tags;         /* for build constraints */
    const char *main_path;  /* import path of the program; NULL: it has none */
    const char *link_flags; /* -X PATH.NAME=TEXT among them sets a variable; NULL: none */
    bool allow_unused;      /* REPL: no "declared and not used" */
    /* only check: accepts Go that gol cannot run (no function main, functions without a body,
     * go:linkname) */
    bool only_check;
    bool no_unsafe;  /* the program may have no unsafe.Pointer, nor what takes or returns one */
    bool keep_lists; /* for check_lists */
} CheckOptions;

/* The state of one compilation; opaque. */
typedef struct Checker Checker;

/* A checker that allocates in arena. It keeps references to the arguments; loader must not be NULL.
 * check_free does not free the arena. */
Checker *check_new(Arena *arena, Interner *syms, Diags *diags, PackageLoader *loader,
                   CheckOptions options);
void check_free(Checker *cx);
/* The universe scope, owned by the checker. */
Universe *check_universe(Checker *cx);
/* Whether the go command ignores files of a package of that name. */
bool check_is_documentation(const Sym *package);
/* Whether the file's build constraints select it: the //go:build line or, without one, the older
 * lines. The file says whether its package is portable. */
bool check_selects(const FileAst *file, const BuildTags *tags);
/* Whether the file is in an external test package (x_test), which imports package x. Outside of
 * files with tests such a name is one like any other. */
bool check_is_external(const FileAst *file);
/* The declaration of an instance of a generic function or method: a copy of the generic
 * declaration, checked with the type arguments. */
FuncDecl *check_instance_decl(Checker *cx, Obj *instance);
/* Checks the body of a function, if it has not been checked. Bodies of library functions are
 * checked on demand. Returns whether such a body is free of errors, which are reported. */
bool check_needed_body(Checker *cx, FuncDecl *f);
/* Computes pkg->init_steps and reports initialisation cycles. In the library only the variables
 * that are marked as needed have steps; there it may be called again when more of them are. */
void check_init_order(Checker *cx, Package *pkg);
/* Checks all variables and constants of a library package, which are else checked on demand. */
void check_all_values(Checker *cx, Package *pkg);
/* The step that initialises a package-level variable, perhaps with others; false if none does. */
bool check_init_step(Checker *cx, Obj *obj, InitStep *step);
/* A generic type that is instantiated with itself without end, or NULL. */
Type *check_endless_type(Checker *cx);
/* The pool of all constants, owned by the checker. */
ConstPool *check_consts(Checker *cx);

/* Checks the files of one program (package main, or a script) and everything it imports. Returns
 * the package even after errors; see diags->errors. */
Package *check_program(Checker *cx, FileAst **files, u32 count);
/* Checks a library package, as importing it would ("runtime" is always linked). A placeholder after
 * an error, which is reported. */
Package *check_import(Checker *cx, const char *path);
typedef VEC(Package *) PackageList;
/* All complete packages in initialisation order: a package comes after its imports. */
void check_packages(Checker *cx, PackageList *out);
typedef VEC(StmtList *) StmtLists;
/* With keep_lists, the lists of statements of all functions outside the library but for those named
 * _, as the go command instruments them: those of generic functions without instances, too. A list
 * comes once, and once more for each instance of a generic function. */
const StmtLists *check_lists(const Checker *cx);

/* For the REPL: checks one input in the persistent package *pkg, which the first call creates.
 * Returns a new function that contains the statements; NULL after errors, and then nothing is
 * declared. Variables declared at the top level are package-level and may be redeclared by later
 * inputs. If the last statement is an expression with one or several values, *last_expr receives
 * it, to be printed. The functions that the input declares are pkg->funcs from *first_func on. */
FuncLit *check_repl_input(Checker *cx, FileAst *file, Package **pkg, Expr **last_expr,
                          u32 *first_func);
/* Makes a program that has been checked the persistent package of the REPL: inputs see what its
 * files declare and import. Before the first input. */
void check_repl_adopt(Checker *cx, Package *pkg, FileAst **files, u32 count);

/* Where names go. */
typedef struct NameSink {
    void (*add)(void *ctx, const char *name);
    void *ctx;
} NameSink;

/* For completion at the prompt: the names that inputs can use; names of packages among them. Some
 * may come twice. */
void check_complete_name(Checker *cx, const NameSink *out);
/* What may follow `operand.`: the members of a package, fields and methods. The operand has been
 * parsed as an input; errors in it go to the diagnostics. */
void check_complete_member(Checker *cx, FileAst *operand, const NameSink *out);

#endif
