/* The interface of the code generator: from checked packages to a Program. */
#ifndef PARSER_GEN_COMPILE_H
#define PARSER_GEN_COMPILE_H

#include "base/diag.h"
#include "code/program.h"
#include "parser/check/check.h"

typedef struct CompileOptions {
    int go_minor;      /* language version, 22 for Go 1.22 */
    const char *entry; /* the function to run; NULL: main */
    bool cover;        /* count the executions of statements outside the library (--cover) */
    bool all;          /* compile library functions that are never called, too (gol dump, tests) */
} CompileOptions;

/* The state of the code generator; needed as long as code may be added to its program. */
typedef struct Gen Gen;

/* A code generator for packages checked by cx. It keeps references to its arguments. */
Gen *compile_new(Checker *cx, Interner *syms, Diags *diags, CompileOptions options);
/* Frees the code generator. Its program is not freed. */
void compile_free(Gen *g);

/* Compiles the packages (imports first, as check_packages lists them) into a new program and
 * verifies it; the caller frees it with program_free. Returns NULL if something could not be
 * compiled, which is reported to diags. main is the package whose main function or script is run;
 * NULL, or a package without one: the program only initialises packages. */
Program *compile_program(Gen *g, PackageList *packages, Package *main);

/* For the REPL: adds one checked input to the program. Returns a function without parameters that
 * initialises the packages that are new, runs the input, and returns the values of last_expr, each
 * as an interface; nothing if last_expr is NULL. The functions that the input declares are
 * pkg->funcs from first_func on. NULL after an error, which is reported. */
Func *compile_append(Gen *g, PackageList *packages, Package *pkg, FuncLit *input, Expr *last_expr,
                     u32 first_func);

/* compile_new, compile_program and compile_free together. */
Program *compile_packages(Checker *cx, Interner *syms, Diags *diags, PackageList *packages,
                          Package *main, CompileOptions options);

#endif
