/* Checks of gol vet that read the checked syntax tree: each looks at one file and reports what it
 * finds as warnings. They see types, so generic code is seen only as far as it has been checked. */
#ifndef PARSER_VET_VET_H
#define PARSER_VET_VET_H

#include "base/diag.h"
#include "parser/syntax/ast.h"
#include "parser/types/constant.h"
#include "parser/types/types.h"

typedef struct VetFile {
    const FileAst *file;
    ConstPool *consts;
} VetFile;

/* ---- walk.c ---- */

/* What is called for each node before its children; any may be NULL. */
typedef struct VetWalk {
    void *ctx;
    void (*expr)(void *ctx, Expr *e);
    void (*stmt)(void *ctx, Stmt *s);
    void (*list)(void *ctx, const StmtList *list); /* the statements of a block or clause */
    void (*func)(void *ctx, FuncLit *fn, const FuncDecl *decl); /* decl NULL: a literal */
    bool no_literals;                                           /* do not enter function literals */
} VetWalk;

/* All functions and variables of a file; a statement, or an expression, NULL allowed. */
void vet_walk_file(const FileAst *file, const VetWalk *walk);
void vet_walk_stmt(Stmt *s, const VetWalk *walk);
void vet_walk_expr(Expr *e, const VetWalk *walk);

/* ---- names.c ---- */

/* e without its parentheses. */
Expr *vet_unparen(Expr *e);
/* The function or method that a call names, or NULL. */
Obj *vet_callee(const Expr *call);
/* Whether it is that function of a package or, with a receiver type, that method. */
bool vet_calls(const Expr *call, const char *package, const char *receiver, const char *name);
/* The call that a statement consists of, or NULL. */
Expr *vet_call_of(const Stmt *s);
/* The local or global variable that an expression is, or NULL. */
Obj *vet_variable(Expr *e);
/* Whether the two are the same place: variables, and fields of the same place. */
bool vet_same_place(Expr *a, Expr *b);
/* Whether a statement mentions the variable, also in function literals. */
bool vet_mentions(Stmt *s, const Obj *var);

/* ---- the checks; spec/vet.md says what each finds ---- */

/* Locks passed or copied by value. */
void vet_copy_lock(const VetFile *file, Diags *found);
/* Captured loop variables, before Go 1.22. */
void vet_loop_var(const VetFile *file, Diags *found);
/* Cancel functions of contexts that are not called on all paths. */
void vet_lost_cancel(const VetFile *file, Diags *found);
/* Formats that do not fit their arguments. */
void vet_printf(const VetFile *file, Diags *found);
/* WaitGroup.Add in the goroutine that is waited for. */
void vet_add_inside(const VetFile *file, Diags *found);
/* Empty critical sections, and a deferred Lock after Lock. */
void vet_lock_pair(const VetFile *file, Diags *found);
/* Cond.Wait in an if instead of a loop. */
void vet_cond_if(const VetFile *file, Diags *found);
/* Tickers made in a loop and not stopped there, before Go 1.23. */
void vet_ticker(const VetFile *file, Diags *found);
/* signal.Notify on channels without room. */
void vet_signal(const VetFile *file, Diags *found);
/* Deferred calls in loops that nothing ends. */
void vet_defer_loop(const VetFile *file, Diags *found);
/* t.Fatal in a goroutine that a test starts. */
void vet_fatal_inside(const VetFile *file, Diags *found);
/* Assignments of a variable to itself, or of the result of an atomic Add to its operand. */
void vet_assign(const VetFile *file, Diags *found);

#endif
