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
    const Package *package; /* that it is in; NULL: it declares nothing */
    const char *printers;   /* --printf.funcs: names of functions that print, by commas; or NULL */
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

/* Whether it is a function literal, or the name of one that is declared, not called. */
bool vet_is_function(Expr *e);
/* Whether evaluating it twice may differ from once: calls and receives. */
bool vet_has_effect(Expr *e);
/* The function that e names outside of a call, or NULL. */
Obj *vet_function(Expr *e);
/* The signature of the method of that name in the method set of t, or of *t too if `addressable`;
 * interfaces and embedded fields included. *method (may be NULL) receives the declared method, NULL
 * for one of an interface. NULL: there is none. */
Type *vet_method(Type *t, const char *name, bool addressable, Obj **method);
/* Whether t is the type of that name in the package with this path. */
bool vet_is_named(const Type *t, const char *package, const char *name);
/* Whether it has a method Error() string: not nil, which has no type. */
bool vet_is_error(Type *t);

/* What the variable that e names is defined with in the file, without parentheses; NULL: e is none,
 * or it is not known. */
Expr *vet_initial(const FileAst *file, Expr *e);

/* ---- text.c: for messages, kept as long as they are ---- */

/* An expression as gofmt would write it, shortened. */
const char *vet_text(Diags *found, const Expr *e);
/* A type, qualified by the names of packages. */
const char *vet_type_text(Diags *found, Type *t);
/* fmt.Println, (*log.Logger).Println. */
const char *vet_full_name(Diags *found, const Obj *f);
/* Whether the two are written alike. */
bool vet_same_text(const Expr *a, const Expr *b);

/* ---- flow.c ---- */

/* What becomes of the bits known where control comes to. `stmt` is called before each statement,
 * which it may look at but for what is nested in it, with `reports` once; `expr` for conditions and
 * the like. */
typedef struct VetFlow {
    void *ctx;
    u32 (*stmt)(void *ctx, Stmt *s, u32 in, bool reports);
    u32 (*expr)(void *ctx, Expr *e, u32 in);
} VetFlow;

/* Goes through the body of a function from these bits on; what is known at its end, 0 if no way
 * leads there. */
u32 vet_flow(Stmt *body, const VetFlow *flow, u32 in);
/* Whether the call surely does not return: panic, os.Exit, t.Fatal. */
bool vet_never_returns(const Expr *call);

/* ---- the checks; spec/vet.md says what each finds ---- */

/* Those of go vet, under its names. */
void vet_assign(const VetFile *file, Diags *found);
/* Assignments of the result of an atomic Add to its operand. */
void vet_atomic(const VetFile *file, Diags *found);
/* Operands of || and && that come twice, and comparisons of which one always holds. */
void vet_bools(const VetFile *file, Diags *found);
/* Build constraints that are misplaced, malformed, or contradict each other, also of files that
 * they exclude. */
void vet_buildtag(const VetFile *file, Diags *found);
/* Literals of other packages' structs without the names of fields. */
void vet_composites(const VetFile *file, Diags *found);
/* Locks passed or copied by value. */
void vet_copylocks(const VetFile *file, Diags *found);
/* errors.As with a second argument that it panics on. */
void vet_errorsas(const VetFile *file, Diags *found);
/* A response of HTTP whose body is closed before the error is looked at. */
void vet_httpresponse(const VetFile *file, Diags *found);
/* Type assertions between interfaces that no type can have both. */
void vet_ifaceassert(const VetFile *file, Diags *found);
/* Captured loop variables, before Go 1.22. */
void vet_loopclosure(const VetFile *file, Diags *found);
/* Cancel functions of contexts that are not called on all paths. */
void vet_lostcancel(const VetFile *file, Diags *found);
/* Comparisons of declared functions with nil. */
void vet_nilfunc(const VetFile *file, Diags *found);
/* Formats that do not fit their arguments. */
void vet_printf(const VetFile *file, Diags *found);
/* Shifts by all bits of the operand, or more. */
void vet_shift(const VetFile *file, Diags *found);
/* signal.Notify on channels without room. */
void vet_sigchanyzer(const VetFile *file, Diags *found);
/* Methods that Go's library looks for, with another signature. */
void vet_stdmethods(const VetFile *file, Diags *found);
/* string(n) of a number. */
void vet_stringintconv(const VetFile *file, Diags *found);
/* Tags of struct fields that reflect does not understand, or that come twice. */
void vet_structtag(const VetFile *file, Diags *found);
/* t.Fatal in a goroutine that a test starts. */
void vet_testinggoroutine(const VetFile *file, Diags *found);
/* Names of tests and examples. */
void vet_tests(const VetFile *file, Diags *found);
/* Unmarshal and Decode into what is no pointer. */
void vet_unmarshal(const VetFile *file, Diags *found);
/* Statements that no way leads to. */
void vet_unreachable(const VetFile *file, Diags *found);
/* Calls that do nothing but give a result, which is not used. */
void vet_unusedresult(const VetFile *file, Diags *found);

/* WaitGroup.Add in the goroutine that is waited for. */
void vet_add_inside(const VetFile *file, Diags *found);
/* Empty critical sections, and a deferred Lock after Lock. */
void vet_lock_pair(const VetFile *file, Diags *found);
/* Cond.Wait outside of a loop. */
void vet_cond_loop(const VetFile *file, Diags *found);
/* A goroutine that signals a Cond and has held no lock. */
void vet_cond_signal(const VetFile *file, Diags *found);
/* context.Background() for a call, in a function that has a context. */
void vet_context_lost(const VetFile *file, Diags *found);
/* Long time.After in a select in a loop, before Go 1.23. */
void vet_after_loop(const VetFile *file, Diags *found);
/* Tickers that nothing stops, in a loop or a function that ends, before Go 1.23. */
void vet_ticker(const VetFile *file, Diags *found);
/* Deferred calls in loops that nothing ends. */
void vet_defer_loop(const VetFile *file, Diags *found);

#endif
