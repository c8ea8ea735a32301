/* Inside of the checker: what its files share. Nobody outside parser/check*.c includes this.
 *
 * There is no separate "operand": checking an expression fills Expr.mode, Expr.type and Expr.val.
 * An untyped operand keeps an untyped type until check_convert_untyped (or a caller that uses it:
 * check_assignable, check_default_type, a binary operation) gives it its final one, which is then
 * written down the whole expression. After an error mode is MODE_INVALID and type is the invalid
 * type; whoever sees MODE_INVALID stays silent. */
#ifndef PARSER_CHECK_CHECKER_H
#define PARSER_CHECK_CHECKER_H

#include "base/map.h"
#include "parser/check/check.h"
#include "parser/types/scope.h"

typedef VEC(Obj *) ObjList;
typedef VEC(Type *) TypeList;

/* Where control can go from a statement; private to parser/check/stmt.c and parser/check/flow.c,
 * which may define it as they like. */
typedef struct FlowContext FlowContext;

/* The function being checked; one for each declared function and each literal. */
typedef struct FuncContext {
    struct FuncContext *outer; /* context of the enclosing function literal or declaration */
    FuncLit *lit;
    Type *sig;        /* TY_FUNC */
    const char *name; /* for messages; NULL for literals */
    FlowContext *flow;
} FuncContext;

/* What a package-level declaration (or a function's body) refers to, for initialisation order
 * and cycles: package-level variables and functions of the same package. */
typedef struct DeclDeps {
    Obj *owner;
    u32 stamp;    /* unique; see Obj.dep_stamp */
    ObjList uses; /* in order of first use; rarely one twice */
} DeclDeps;

/* `type def to` while `to` itself still waits for its underlying type. */
typedef struct Forward {
    Type *def, *to;
} Forward;

/* A body whose checking waits until all declarations of its package are known. */
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

/* An error that is worth telling only about a program that has no other. */
typedef struct LastError {
    Span at;
    const char *text;
} LastError;

/* Where the checker is. Saved, and restored as a whole, around everything that is checked out of
 * turn: what a name refers to, an imported package, the body of an instance. */
typedef struct CheckPlace {
    Package *pkg;
    FileAst *file;
    Scope *scope;     /* innermost */
    FuncContext *fn;  /* NULL at package level */
    DeclDeps *deps;   /* collector of the declaration being checked, or NULL */
    Const *iota;      /* inside a constant declaration */
    Pos const_pos;    /* repeated constant expressions are reported at the repeating name; or 0 */
    Obj *instance;    /* the instance whose body is being checked again, or NULL */
    u32 depth;        /* nesting of expressions, types and statements; see check_enter */
    u32 type_nesting; /* > 0: inside a type, `pending` must wait */
    bool lazy_types;  /* types are being resolved one by one: names suffice, see parser/check/type.c
                       */
    bool has_call;    /* a call or receive was met; len(x) is then no constant */
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
    Package *repl;      /* the prompt's package, or NULL */
    Expr *prompt_expr;  /* the expression whose value the prompt prints, or NULL */
    ObjList path;       /* package-level objects being resolved, outermost first */
    VEC(LateBody) late; /* function bodies still to be checked */
    VEC(struct Pending *)
    pending;               /* checks that wait for complete types, see parser/check/type.c */
    VEC(Forward) forwards; /* see parser/check/decl.c */
    Expr *selected;        /* x of the x.f being checked: if undefined, a package may be meant */
    Expr *callee;          /* see CHECK_ARGUMENT */
    u32 hints;             /* hints given so far: they cost time */
    u32 stamps;            /* DeclDeps made so far */
    bool constraint_ok;    /* the next type may be a constraint, see check_defined_type */
    bool too_deep;         /* check_enter has complained */
    VEC(LastError) last_errors; /* told at the end if there is nothing else to tell */
    Diag scratch;               /* what check_error returns when it stays silent */

    /* frequently compared names */
    const Sym *sym_blank, *sym_init, *sym_main, *sym_iota;
};

/* The language version of what is being checked. */
static inline int check_go_minor(const Checker *cx)
{
    int minor = cx->at.file != NULL ? cx->at.file->go_minor : 0;
    return minor > 0 ? minor : cx->options.go_minor;
}

/* ---- errors (parser/check/error.c) ---- */

/* All return a Diag that is always valid for check_hint and check_note_at. */
Diag *check_error(Checker *cx, Span span, const char *fmt, ...) PRINTF_LIKE(3, 4);
Diag *check_error_at(Checker *cx, Pos pos, const char *fmt, ...) PRINTF_LIKE(3, 4);
void check_hint(Checker *cx, Diag *diag, const char *fmt, ...) PRINTF_LIKE(3, 4); /* "hint: ..." */
void check_note_at(Checker *cx, Diag *diag, Pos pos, const char *fmt, ...) PRINTF_LIKE(4, 5);
/* "x redeclared in this block" with the note "other declaration of x". */
void check_redeclared(Checker *cx, const Sym *name, Pos pos, Obj *other);
/* Texts for messages, arena-owned: the source of an expression (normalised, shortened), a type
 * (qualified relative to the current package), an operand as gc describes it:
 * "x (variable of type int)", "300 (untyped int constant)". */
const char *check_expr_text(Checker *cx, const Expr *e);
const char *check_type_text(Checker *cx, Type *t);
const char *check_operand_text(Checker *cx, const Expr *e);
const char *check_const_text(Checker *cx, const Const *c);
/* "(int, number)" for the have and want lines below count mismatches. */
const char *check_types_summary(Checker *cx, Type *const *types, u32 count, bool variadic);
Span check_sym_span(Pos pos, const Sym *name);

/* Guards recursion: false (after one diagnostic) when nesting is too deep. Pair with
 * check_leave in both cases. */
bool check_enter(Checker *cx, Span span);
void check_leave(Checker *cx);

static inline void check_invalid(Checker *cx, Expr *e)
{
    e->mode = MODE_INVALID;
    e->type = cx->universe->basic[TY_INVALID];
    e->val = NULL;
}

/* ---- constants (parser/check/const_value.c) ---- */

typedef enum ConvError { CONV_OK, CONV_TRUNCATED, CONV_OVERFLOW, CONV_IMPOSSIBLE } ConvError;

/* v as a value of the basic type t (rounded for floats), or NULL if it is none. */
Const *check_represent(Checker *cx, Const *v, Type *t);
/* The same for a constant expression, with the reason when it cannot be done. */
ConvError check_representation(Checker *cx, const Expr *e, Type *t, Const **out);
/* Reports that e cannot become a `target` and poisons it. */
void check_conversion_error(Checker *cx, Expr *e, Type *target, ConvError code);
/* After a constant operation: the result must fit its type, or 512 bits. */
void check_overflow(Checker *cx, Expr *e);

/* ---- expressions (parser/check/expr.c and its neighbours) ---- */

/* One value: reports types, packages, calls without or with several values. The result may still
 * be untyped. `hint` is the type a composite literal's elided element type or an assignment
 * suggests; normally NULL. */
void check_expr(Checker *cx, Expr *e);
void check_expr_hint(Checker *cx, Expr *e, Type *hint);
/* Anything: also types, calls with no or many values (type is TY_TUPLE), built-ins. */
void check_raw_expr(Checker *cx, Expr *e);
/* One value or a type, for case lists and the like. */
void check_expr_or_type(Checker *cx, Expr *e);
/* Value of a call or other expression that may yield several (right side of assignments, return,
 * range): mode MODE_VALUE with a TY_TUPLE type is allowed, MODE_NOVALUE is reported. */
void check_multi_expr(Checker *cx, Expr *e);
/* Evaluates the expression of a statement, or the call of defer and go, and says what it is. */
typedef enum StmtUse { USE_CONVERSION, USE_EXPRESSION, USE_STATEMENT } StmtUse;
StmtUse check_stmt_expr(Checker *cx, Expr *e);

/* Gives an untyped operand the type `target` (its default type if target is an interface),
 * reporting what cannot be represented. Does nothing to typed operands. */
void check_convert_untyped(Checker *cx, Expr *e, Type *target);
/* The same with the default type; nil is reported as "use of untyped nil in <context>". */
void check_default_type(Checker *cx, Expr *e, const char *context);
Type *check_default_of(Checker *cx, Type *t); /* untyped -> its default type; others unchanged */
/* Checks that e (already checked, one value) may be assigned to `target`, converts it, and
 * reports "cannot use ..." otherwise. target NULL: only the default type is given. `context`:
 * "assignment", "argument", "return statement", "variable declaration", "send", "range",
 * "struct literal", ... On failure e becomes invalid. */
bool check_assignable(Checker *cx, Expr *e, Type *target, const char *context);
/* Why something is not assignable; all may be NULL. */
typedef struct Reason {
    const char *text;        /* "T does not implement I (missing method M)" */
    const char *have, *want; /* the two method signatures of the same name */
} Reason;
bool check_assignable_reason(Checker *cx, Expr *e, Type *target, Reason *why);
void check_note_have_want(Checker *cx, Diag *diag, const Reason *why);
/* Whether t has iface's methods (all types involved are resolved first). why may be NULL. */
bool check_implements(Checker *cx, Type *t, Type *iface, Reason *why);
/* Whether t embeds something invalid: what it seems to lack may be in there. */
bool check_is_mutilated(Type *t);
/* Resolves the signatures of all methods a selector on t could find. */
void check_resolve_methods(Checker *cx, Type *t);
/* T(x): x is checked, one value. Fills call. */
void check_conversion(Checker *cx, Expr *call, Expr *x, Type *t);
/* Gives an untyped operand its type without any test of its own. */
void check_write_type(Checker *cx, Expr *e, Type *t);
bool check_can_convert_untyped(Checker *cx, Expr *e, Type *target, ConvError *code);
Expr *check_unparen(Expr *e);
/* What is told only if there is no other error. */
void check_error_last(Checker *cx, Span span, const char *text);
/* Silent test; *why (may be NULL) receives a reason as text or "". */
bool check_is_assignable(Checker *cx, Expr *e, Type *target, const char **why);
/* x op y for op= and ++/--: y may be NULL for the constant 1. Result mode and type go to *out (a
 * caller's Expr with span set). Operands must be checked already. */
void check_binary(Checker *cx, Expr *out, Expr *x, Expr *y, Token op, Pos op_pos);
/* == between x and y (both checked) as switch does: converts untyped sides, reports
 * "invalid case x in switch on y (mismatched types ...)" . False if they cannot be compared. */
bool check_case_compare(Checker *cx, Expr *x, Expr *tag);
/* Marks `x` as target of an assignment: it must be addressable, a map index or blank. Returns its
 * type, or NULL after an error (or for `_`, with *blank set). Sets Obj.var.reassigned on the root
 * variable and does not count as a use. */
Type *check_lhs(Checker *cx, Expr *x, bool *blank);
/* The same for x that was evaluated already (x += 1): false after an error. */
bool check_target_ok(Checker *cx, Expr *x);
/* Marks the variable that x.f, x[i] (of arrays) or x itself lives in. */
Obj *check_root_var(Expr *x);
void check_mark_addressed(Checker *cx, Expr *x);
/* A variable resolved in a nested literal: appends to captures of all literals between. */
void check_note_capture(Checker *cx, Obj *var);
/* x.(T): whether concrete type T can be in interface x; reports "impossible type assertion" or,
 * in a type switch, "impossible type switch case". */
bool check_assertable(Checker *cx, Expr *x, Type *t, Span at, bool type_switch);
/* How many values `rhs` gives for `want` variables: unpacks f() and comma-ok forms. Checks every
 * element. Returns the number of values; types[i] are theirs (exprs[i] is NULL for the parts of
 * an unpacked call). */
typedef struct Values {
    VEC(Expr *) exprs;
    TypeList types;
    Expr *unpacked; /* the call that exprs[i] == NULL are parts of */
    bool comma_ok;  /* second value is the bool of v, ok */
    bool invalid;   /* something was reported */
} Values;
void check_values(Checker *cx, ExprList *rhs, u32 want, bool allow_comma_ok, Values *out);
/* check_assignable for value i of them (target NULL: only its default type); types[i] is then its
 * final type. */
bool check_assign_value(Checker *cx, Values *values, ExprList *rhs, u32 i, Type *target,
                        const char *context);
/* Context for check_assignable: "argument to f", f being cx->callee. */
extern const char CHECK_ARGUMENT[];

/* ---- declarations (parser/check/decl.c) ---- */

/* Resolves a package-level object (type, constant value, signature); safe to call any time. */
void check_object(Checker *cx, Obj *obj);
/* The underlying type of t (or of what t points to) is about to be needed. */
void check_need_type(Checker *cx, Type *t);
/* var, const and type declarations inside functions: declares names in cx->at.scope. */
void check_local_decl(Checker *cx, Decl *decl);
/* Initialises variables from `rhs` (var x, y = ..., x, y := ..., return ...). Variables without a
 * type receive one. at: where a count mismatch is reported. `return_stmt`: wording for return. */
void check_init_vars(Checker *cx, Obj **lhs, u32 count, ExprList *rhs, Span at, bool is_return);
Obj *check_new_var(Checker *cx, const Sym *name, Pos pos, Type *type, VarKind kind);
/* Inserts into scope unless blank; reports redeclaration. Records the declaring ident's obj. */
void check_declare(Checker *cx, Scope *scope, Expr *ident, Obj *obj);
Obj *check_lookup(Checker *cx, const Sym *name); /* from cx->at.scope outwards */

/* ---- types (parser/check/type.c) ---- */

/* A type expression; reports "x is not a type" and returns the invalid type on error. */
Type *check_type(Checker *cx, Expr *e);
/* Function type, declaring parameters in `scope` and filling lit (params, results) if not NULL. */
Type *check_signature(Checker *cx, FuncSig *sig, Scope *scope, FuncLit *lit);

/* ---- statements (parser/check/stmt.c) ---- */

/* "assignment mismatch: 2 variables but f() returns 1 value"; for initialisations, too. */
void check_count_mismatch(Checker *cx, ExprList *rhs, u32 want, u32 have);

/* Checks fn->body with parameters already declared in `scope`; opens its own FuncContext
 * (cx->at.fn is the enclosing one). Also reports unused variables, labels and missing returns. */
void check_func_body(Checker *cx, FuncLit *fn, Type *sig, const char *name, Scope *scope);
/* A script's or a REPL input's statements, in order, as the body of `fn`. Declarations and `:=`
 * directly in it are passed to check_script_decl: they declare package-level objects. */
void check_script_body(Checker *cx, FuncLit *fn, Type *sig, Scope *scope);

/* ---- scripts (parser/check/script.c) ---- */

/* A statement at the top level of a script or REPL input, ST_DECL or ST_DEFINE. */
void check_script_decl(Checker *cx, Stmt *s);

#endif
