/* The interface between the files of the checker; other folders include check.h only.
 *
 * There is no separate operand structure: checking an expression sets Expr.mode, Expr.type and
 * Expr.val. An untyped operand keeps its untyped type until its final type is known (by
 * check_convert_untyped, or a function that calls it: check_assignable, check_default_type, binary
 * operations), which is then written to all nodes of the expression. After an error the mode is
 * MODE_INVALID and the type is the invalid type; an operand with MODE_INVALID causes no further
 * errors. */
#ifndef PARSER_CHECK_CHECKER_H
#define PARSER_CHECK_CHECKER_H

#include "base/limits.h"
#include "base/map.h"
#include "parser/check/check.h"
#include "parser/types/scope.h"

typedef VEC(Obj *) ObjList;
typedef VEC(Type *) TypeList;

/* Control flow of a function body; private to parser/check/stmt.c and parser/check/flow.c. */
typedef struct FlowContext FlowContext;

/* The function being checked: a declared function, a literal, or the body of a loop over a
 * function. */
typedef struct FuncContext {
    struct FuncContext *outer; /* the enclosing function */
    FuncLit *lit;
    Type *sig;        /* TY_FUNC */
    const char *name; /* for messages; NULL for literals */
    FlowContext *flow;
} FuncContext;

/* The package-level variables and functions of the same package that a declaration or a function
 * body refers to; determines initialisation order and finds cycles. */
typedef struct DeclDeps {
    Obj *owner;
    u32 stamp;    /* unique; see Obj.dep_stamp */
    ObjList uses; /* in order of first use, with few duplicates */
} DeclDeps;

/* A declaration `type def to` where the underlying type of `to` is not known yet. */
typedef struct Forward {
    Type *def, *to;
} Forward;

/* A function body to be checked later, when all declarations of its package are known. */
typedef struct LateBody {
    FuncLit *fn;
    Type *sig;
    const char *name; /* NULL for literals */
    Scope *scope;
    Package *pkg;
    FileAst *file;
    DeclDeps *deps;
    Const *iota;
} LateBody;

/* An error that is reported only if there is no other. */
typedef struct LastError {
    Span at;
    const char *text;
} LastError;

/* The context of the checker. Saved and restored as a whole when something else is checked in
 * between: the declaration of a name, an imported package, the body of an instance. */
typedef struct CheckPlace {
    Package *pkg;
    FileAst *file;
    Scope *scope;    /* innermost */
    FuncContext *fn; /* NULL at package level */
    DeclDeps *deps;  /* collects references of the declaration being checked; or NULL */
    Const *iota;     /* inside a constant declaration */
    /* where errors in repeated constant expressions are reported; 0: at the expression */
    Pos const_pos;
    Obj *instance;    /* the instance whose body is being checked, or NULL */
    u32 depth;        /* nesting of its expressions, types and statements; see check_enter */
    u32 type_nesting; /* > 0: inside a type, so delayed checks must wait */
    bool lazy_types;  /* types are being resolved one by one, see defer_type */
    bool has_call;    /* the operand contains a call or receive, so len(x) is not constant */
} CheckPlace;

struct Checker {
    Arena *arena;
    Interner *syms;
    Diags *diags;
    PackageLoader *loader;
    CheckOptions options;
    ConstPool *consts;
    TypePool types;
    Universe *universe;

    CheckPlace at;

    Map packages; /* Sym * of the path -> Package * */
    PackageList order;
    Package *repl;                 /* the package of the REPL, or NULL */
    Expr *prompt_expr;             /* the expression whose value the REPL prints, or NULL */
    ObjList path;                  /* package-level objects being resolved, outermost first */
    VEC(LateBody) late;            /* function bodies still to be checked */
    VEC(struct Delayed *) delayed; /* checks that need complete types, see parser/check/type.c */
    VEC(Forward) forwards;         /* see parser/check/decl.c */
    Expr *selected;     /* x of the x.f being checked: if undefined, it may name a package */
    Expr *callee;       /* see CHECK_ARGUMENT */
    u32 hints;          /* number of hints given; each takes time */
    u32 stamps;         /* number of DeclDeps created */
    bool constraint_ok; /* the next type may be a constraint, see check_defined_type */
    u32 depth;          /* nesting of all that is being checked; see check_enter */
    bool too_deep;      /* check_enter has reported an error */
    VEC(LastError) last_errors; /* reported at the end if there are no other errors */
    StmtLists lists;            /* see check_lists */
    Diag scratch;               /* returned by check_error when it suppresses an error */

    /* names that are often compared */
    const Sym *sym_blank, *sym_init, *sym_main, *sym_iota;
};

/* The language version for the code being checked. */
static inline int check_go_minor(const Checker *cx)
{
    int minor = cx->at.file != NULL ? cx->at.file->go_minor : 0;
    return minor > 0 ? minor : cx->options.go_minor;
}

/* ---- errors (parser/check/error.c) ---- */

/* Report an error at a span or position. The result is never NULL, but a placeholder if the error
 * was suppressed because it follows from an earlier one. check_hint adds a line "hint: ...",
 * check_note_at a note at another position. */
Diag *check_error(Checker *cx, Span span, const char *fmt, ...) PRINTF_LIKE(3, 4);
Diag *check_error_at(Checker *cx, Pos pos, const char *fmt, ...) PRINTF_LIKE(3, 4);
void check_hint(Checker *cx, Diag *diag, const char *fmt, ...) PRINTF_LIKE(3, 4); /* "hint: ..." */
void check_note_at(Checker *cx, Diag *diag, Pos pos, const char *fmt, ...) PRINTF_LIKE(4, 5);
/* Reports "x redeclared in this block" with the note "other declaration of x". */
void check_redeclared(Checker *cx, const Sym *name, Pos pos, Obj *other);
/* Texts for messages, owned by the arena: the source of an expression (normalised, shortened); a
 * type (qualified relative to the current package); an operand as gc describes it, "x (variable of
 * type int)" or "300 (untyped int constant)"; a constant. */
const char *check_expr_text(Checker *cx, const Expr *e);
const char *check_type_text(Checker *cx, Type *t);
const char *check_operand_text(Checker *cx, const Expr *e);
const char *check_const_text(Checker *cx, const Const *c);
/* "(int, number)", for the have and want lines of count mismatches. Owned by the arena. */
const char *check_types_summary(Checker *cx, Type *const *types, u32 count, bool variadic);
/* The span of a name that begins at pos. */
Span check_sym_span(Pos pos, const Sym *name);

/* Limits recursion. Returns false, and reports that once, if nesting is too deep. Each call,
 * whatever it returns, needs a check_leave. */
bool check_enter(Checker *cx, Span span);
void check_leave(Checker *cx);

/* Marks e as invalid, after an error in it. */
static inline void check_invalid(Checker *cx, Expr *e)
{
    e->mode = MODE_INVALID;
    e->type = cx->universe->basic[TY_INVALID];
    e->val = NULL;
}

/* ---- constants (parser/check/const_value.c) ---- */

typedef enum ConvError { CONV_OK, CONV_TRUNCATED, CONV_OVERFLOW, CONV_IMPOSSIBLE } ConvError;

/* v converted to the basic type t (floats are rounded), or NULL if t cannot represent it. */
Const *check_represent(Checker *cx, Const *v, Type *t);
/* The same for a constant expression: *out receives the value, or the result says why there is
 * none. */
ConvError check_representation(Checker *cx, const Expr *e, Type *t, Const **out);
/* Reports that e cannot be converted to `target`, and marks it as invalid. */
void check_conversion_error(Checker *cx, Expr *e, Type *target, ConvError code);
/* After a constant operation: reports a result that does not fit its type or, if untyped, is too
 * large. */
void check_overflow(Checker *cx, Expr *e);

/* ---- expressions (parser/check/expr.c and its neighbours) ---- */

/* Checks an expression that must have exactly one value; reports types, packages, and calls with no
 * or several results. The result may still be untyped. `hint` (may be NULL) is the type that an
 * element of a composite literal without a type gets. */
void check_expr(Checker *cx, Expr *e);
void check_expr_hint(Checker *cx, Expr *e, Type *hint);
/* Checks any expression: also types, built-in functions, and calls with no or several results (then
 * the type is a TY_TUPLE). */
void check_raw_expr(Checker *cx, Expr *e);
/* Checks one value or a type, as in the cases of a type switch. */
void check_expr_or_type(Checker *cx, Expr *e);
/* Checks an expression that may have several values (the right side of an assignment, return,
 * range): then its type is a TY_TUPLE. No value is an error. */
void check_multi_expr(Checker *cx, Expr *e);
typedef enum StmtUse { USE_CONVERSION, USE_EXPRESSION, USE_STATEMENT } StmtUse;
/* Checks the expression of a statement, or the call of defer and go, and returns what it is. */
StmtUse check_stmt_expr(Checker *cx, Expr *e);

/* Gives an untyped operand the type `target` (its default type if target is an interface) and
 * reports a value that cannot be represented. Does nothing to typed operands. */
void check_convert_untyped(Checker *cx, Expr *e, Type *target);
/* Gives an untyped operand its default type; nil is reported as "use of untyped nil in
 * <context>". */
void check_default_type(Checker *cx, Expr *e, const char *context);
/* the default type of an untyped type; other types unchanged */
Type *check_default_of(Checker *cx, Type *t);
/* Checks that e (checked, one value) is assignable to `target` and converts it. Otherwise reports
 * "cannot use ...", marks e as invalid and returns false. target NULL: e only gets its default
 * type. `context` completes the message: "assignment", "argument", "return statement", "send",
 * ... */
bool check_assignable(Checker *cx, Expr *e, Type *target, const char *context);
/* Why a value is not assignable; all texts may be NULL. */
typedef struct Reason {
    const char *text;        /* "T does not implement I (missing method M)" */
    const char *have, *want; /* signatures of the two methods with the same name */
} Reason;
/* The same without a report: *why receives the reason, and check_note_have_want adds it to a
 * diagnostic. */
bool check_assignable_reason(Checker *cx, Expr *e, Type *target, Reason *why);
void check_note_have_want(Checker *cx, Diag *diag, const Reason *why);
/* Whether t has the methods of iface; resolves all types involved first. If not, *why (may be NULL)
 * says why. */
bool check_implements(Checker *cx, Type *t, Type *iface, Reason *why);
/* Whether t embeds an invalid type, so that methods and fields may only seem to be missing. */
bool check_embeds_invalid(Type *t);
/* Resolves the signatures of all methods that a selector on t can find. */
void check_resolve_methods(Checker *cx, Type *t);
/* Checks the conversion T(x), where x is checked and has one value; sets the result in call. */
void check_conversion(Checker *cx, Expr *call, Expr *x, Type *t);
/* Writes the final type of an untyped operand to its nodes, without checks. */
void check_write_type(Checker *cx, Expr *e, Type *t);
/* Whether check_convert_untyped would succeed; if not, *code says why. */
bool check_can_convert_untyped(Checker *cx, Expr *e, Type *target, ConvError *code);
/* e without its parentheses. */
Expr *check_unparen(Expr *e);
/* Reports an error at the end if there is no other. text must live as long as the checker. */
void check_error_last(Checker *cx, Span span, const char *text);
/* Whether e is assignable, without a report. *why (may be NULL) receives a reason, or "". */
bool check_is_assignable(Checker *cx, Expr *e, Type *target, const char **why);
/* Checks x op y, with x and y checked already, and sets mode, type and value of *out, whose span
 * the caller has set. Used for op= and ++, too, for which y may be NULL, meaning the constant 1. */
void check_binary(Checker *cx, Expr *out, Expr *x, Expr *y, Token op, Pos op_pos);
/* Checks x == tag for a case of a switch, with both checked already: converts untyped operands and
 * reports "invalid case x in switch on y (mismatched types ...)". False if they cannot be
 * compared. */
bool check_case_compare(Checker *cx, Expr *x, Expr *tag);
/* Checks x as the target of an assignment: a variable, a map element or blank. Returns its type;
 * NULL after an error, and for `_`, with *blank set. Sets Obj.var.reassigned; does not count as a
 * use of the variable. */
Type *check_lhs(Checker *cx, Expr *x, bool *blank);
/* The same for an x that was checked already (x += 1): false after an error. */
bool check_target_ok(Checker *cx, Expr *x);
/* The variable that contains x, where x is a variable, x.f, or x[i] of an array, else NULL; and the
 * same, marked as addressed. */
Obj *check_root_var(Expr *x);
void check_mark_addressed(Checker *cx, Expr *x);
/* Records the use of a variable: adds it to the captures of all function literals between the use
 * and its declaration. */
void check_note_capture(Checker *cx, Obj *var);
/* Checks that a value of interface x can have the type t; otherwise reports "impossible type
 * assertion" or, in a type switch, "impossible type switch case" and returns false. */
bool check_assertable(Checker *cx, Expr *x, Type *t, Span at, bool type_switch);
/* The values of an expression list, where f() may have several and v, ok forms have two: types[i]
 * is the type of value i, exprs[i] its expression, or NULL if it is part of a call. */
typedef struct Values {
    VEC(Expr *) exprs;
    TypeList types;
    Expr *unpacked; /* the call whose results have exprs[i] == NULL */
    bool comma_ok;  /* second value is the bool of v, ok */
    bool invalid;   /* an error was reported */
} Values;
/* Checks the list for `want` variables and fills *out. allow_comma_ok: v, ok forms are allowed. */
void check_values(Checker *cx, ExprList *rhs, u32 want, bool allow_comma_ok, Values *out);
/* Like check_assignable, for value i. target NULL: only its default type. types[i] is then its
 * final type. */
bool check_assign_value(Checker *cx, Values *values, ExprList *rhs, u32 i, Type *target,
                        const char *context);
/* A context for check_assignable, "argument to f", where f is cx->callee. */
extern const char CHECK_ARGUMENT[];

/* ---- declarations (parser/check/decl.c) ---- */

/* Resolves a package-level object (its type, constant value or signature), if that is not done. */
void check_object(Checker *cx, Obj *obj);
/* Resolves t, and the type that t points to: their underlying types are needed. */
void check_need_type(Checker *cx, Type *t);
/* Checks a var, const or type declaration in a function and declares its names in cx->at.scope. */
void check_local_decl(Checker *cx, Decl *decl);
/* Initialises variables from `rhs` (var x, y = ..., x, y := ..., return ...). A variable without a
 * type gets that of its value. A count mismatch is reported at `at`, worded for a return statement
 * if is_return. */
void check_init_vars(Checker *cx, Obj **lhs, u32 count, ExprList *rhs, Span at, bool is_return);
/* Whether the i-th operand on the left of := is a name that is there before, which is reported. */
bool check_is_repeated(Checker *cx, const ExprList *lhs, u32 i);
/* A new variable in the current function; name NULL: unnamed. Not declared in a scope. */
Obj *check_new_var(Checker *cx, const Sym *name, Pos pos, Type *type, VarKind kind);
/* Declares obj in scope, unless it is blank, and sets the object of ident. Reports a
 * redeclaration. */
void check_declare(Checker *cx, Scope *scope, Expr *ident, Obj *obj);
Obj *check_lookup(Checker *cx, const Sym *name); /* in cx->at.scope and its parents */

/* ---- types (parser/check/type.c) ---- */

/* Checks a type expression; after an error, such as "x is not a type", returns the invalid type. */
Type *check_type(Checker *cx, Expr *e);
/* Checks a function type. Declares its parameters in `scope` and adds them to lit; both may be
 * NULL. */
Type *check_signature(Checker *cx, FuncSig *sig, Scope *scope, FuncLit *lit);

/* ---- where there may be no unsafe.Pointer (parser/check/unsafe.c) ---- */

/* Whether the code that is being checked is the library's. Before any code is, it is the runtime.
 */
static inline bool check_in_library(const Checker *cx)
{
    return cx->at.pkg == NULL || cx->at.pkg->is_library;
}
/* Whether CheckOptions.no_unsafe holds for that code. */
static inline bool check_forbids_unsafe(const Checker *cx)
{
    return cx->options.no_unsafe && !check_in_library(cx);
}
/* Whether t (or NULL) is an unsafe.Pointer, or a function or list of results with one. */
bool check_has_unsafe(Type *t);
void check_refuse_unsafe(Checker *cx, Span at);

/* ---- statements (parser/check/stmt.c) ---- */

/* Reports "assignment mismatch: 2 variables but f() returns 1 value". */
void check_count_mismatch(Checker *cx, ExprList *rhs, u32 want, u32 have);

/* Checks fn->body in its own FuncContext, inside cx->at.fn. The parameters are declared in `scope`.
 * Also reports unused variables, bad labels and missing returns. name is NULL for a literal. */
void check_func_body(Checker *cx, FuncLit *fn, Type *sig, const char *name, Scope *scope);
/* Checks the statements of a script or REPL input as the body of `fn`. Declarations and `:=` at its
 * top level are passed to check_script_decl. */
void check_script_body(Checker *cx, FuncLit *fn, Type *sig, Scope *scope);

/* ---- scripts (parser/check/script.c) ---- */

/* Checks an ST_DECL or ST_DEFINE at the top level of a script or REPL input, whose names are
 * package-level. */
void check_script_decl(Checker *cx, Stmt *s);

#endif
