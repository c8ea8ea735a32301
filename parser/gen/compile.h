/* The code generator: from checked packages to a Program. */
#ifndef PARSER_GEN_COMPILE_H
#define PARSER_GEN_COMPILE_H

#include "base/diag.h"
#include "code/program.h"
#include "parser/check/check.h"

typedef struct CompileOptions {
    int go_minor;      /* language version */
    const char *entry; /* the function that is run; NULL: main */
    bool cover;        /* count how often statements outside the library are executed */
    bool all;          /* also functions of the library that nothing calls (gol dump, tests) */
} CompileOptions;

/* Lives as long as more code may be added to its program. */
typedef struct Gen Gen;

Gen *compile_new(Checker *cx, Interner *syms, Diags *diags, CompileOptions options);
/* The program is not freed: it outlives the compiler. */
void compile_free(Gen *g);

/* Compiles the packages (imports first, as check_packages lists them) into a new program, which
 * is verified. Returns NULL if something could not be compiled: diags says what. main is the
 * package whose main function or script the entry calls. A script package (or main) may be NULL:
 * then the entry only initialises. */
Program *compile_program(Gen *g, PackageList *packages, Package *main);

/* REPL: adds one checked input to the program. Packages not seen before are initialised by the
 * returned function before it runs the input's statements. It takes nothing and returns one
 * interface: the value of last_expr, or nil if last_expr is NULL. Functions declared by the input
 * are pkg->funcs from first_func on. NULL after an error. */
Func *compile_append(Gen *g, PackageList *packages, Package *pkg, FuncLit *input, Expr *last_expr,
                     u32 first_func);

/* compile_new, compile_program and compile_free in one. */
Program *compile_packages(Checker *cx, Interner *syms, Diags *diags, PackageList *packages,
                          Package *main, CompileOptions options);

#endif
