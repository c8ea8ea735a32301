/* The interface between the files of the code generator; other folders include compile.h only.
 *
 * Functions are compiled one at a time; those that are needed on the way (function literals,
 * callees, wrappers) are queued as jobs. Registers are allocated as a stack, variables below
 * temporaries. gen_value(g, e, want) computes an expression: into the registers from `want` on, or
 * with ANY into any registers, which for a variable are its own. That is safe until the next
 * statement, since expressions do not change variables in registers.
 *
 * A value that is computed in several parts must not be built in `want` if that may be a variable
 * that the later parts read: see gen_is_temp. */
#ifndef PARSER_GEN_GEN_H
#define PARSER_GEN_GEN_H

#include "base/limits.h"
#include "base/map.h"
#include "parser/gen/compile.h"
#include "parser/types/scope.h"

typedef u32 Reg;
#define ANY UINT32_MAX

typedef u32 Label;

/* The location of a local variable. */
typedef struct VarLoc {
    Obj *obj;
    RType *type;
    Reg reg;
    bool cell; /* reg holds a pointer to the variable */
    u32 from;  /* code index from which on it is live */
} VarLoc;

typedef struct Fixup {
    u32 at; /* index of the jump */
    Label label;
} Fixup;

/* A statement to which break or continue can refer. */
typedef struct Target {
    struct Target *outer;
    Stmt *stmt, *labeled; /* labeled: the ST_LABELED around it, or NULL */
    Label brk, cont;
    bool has_cont;
} Target;

typedef struct FuncState {
    Func *fn;
    FuncLit *lit; /* NULL for functions without source */
    Type *sig;
    Package *pkg;
    VEC(Word) code;
    u32 last; /* where the instruction that was emitted last begins in `code` */
    VEC(Span) spans;
    VEC(u32) labels; /* code index, or UNBOUND */
    VEC(Fixup) fixups;
    VEC(VarLoc *) scope; /* variables in scope, innermost last */
    VEC(VarInfo) vars;
    VEC(VarLoc *) results;
    Map goto_labels; /* ST_LABELED Stmt * -> Label + 1 */
    Target *target;
    Stmt *pending_label; /* ST_LABELED whose statement is compiled next */
    Label fallthrough;   /* start of the next switch clause */
    Label epilogue;      /* functions with defer */
    Label iterated;      /* bodies of loops over functions: the end of an iteration */
    bool has_defer;
    bool results_in_vars; /* return stores to the result variables */
    Reg top;              /* first free register */
    Reg vars_top;         /* registers below belong to variables */
    Reg max;
    u32 literals;           /* number of function literals so far, for names */
    u32 loops;              /* number of bodies of loops over functions so far, for names */
    bool in_literal;        /* inside a literal: gc names nested literals without "func" */
    const char *lit_prefix; /* prefix of the names of literals inside */
    Map hoisted;            /* Expr * -> Reg + 1: values computed in advance (parser/gen/hoist.c) */
    bool flat;              /* all calls in the current expression have been hoisted */
    bool failed;
} FuncState;

typedef enum JobKind {
    JOB_DECL,     /* uses decl */
    JOB_LIT,      /* uses lit */
    JOB_INIT,     /* initialises package pkg */
    JOB_VAR,      /* initialises a variable of the library, as step says */
    JOB_NATIVE,   /* function value of a native; uses decl */
    JOB_IFACE,    /* method sel of type, with the receiver as an interface's data word */
    JOB_EXPR,     /* method expression: sel of type, with the receiver as first parameter */
    JOB_BOUND,    /* method value: sel, with the receiver captured */
    JOB_DEFERRED, /* function that calls a built-in; uses call */
} JobKind;

typedef struct Job {
    JobKind kind;
    Func *fn;
    Package *pkg;
    FuncDecl *decl;
    FuncLit *lit;
    Type *type;
    Selection *sel;
    Expr *call;
    InitStep step;
    bool nested; /* a literal inside a function (not inside a script or REPL input) */
} Job;

struct Gen {
    Checker *cx;
    Interner *syms;
    Diags *diags;
    bool broken_instance; /* a generic function could not be instantiated */
    CompileOptions options;
    Universe *universe;
    ConstPool *consts;
    Program *program;
    Arena arena;             /* synthesised syntax; lives as long as Gen */
    TypePool types;          /* synthesised types */
    VEC(Type *) static_type; /* by RType id */
    VEC(u8) wanted;          /* by RType id: methods of values of this type are needed */
    VEC(u32) method_queue;   /* ids of types whose method tables are to be filled */
    u32 methods_done;
    /* package reflect is linked, through which a program gets from a type to others */
    bool reflects;
    Map type_keys;     /* Sym * -> RType * */
    Map constants;     /* value -> index + 1 */
    Map strings;       /* Sym * -> index + 1 */
    Map natives;       /* Sym * -> index + 1 */
    Map method_ids;    /* Sym * -> id + 1 */
    Map wrappers;      /* Sym * of a key -> Func * */
    Map func_objs;     /* Obj * -> Func * */
    Map lit_funcs;     /* FuncLit * -> Func * */
    Map package_inits; /* Package * -> Func *, or 1 for a library package */
    Map var_inits;     /* Expr * of an InitStep of the library -> Func *; 1: it has been called */
    Map global_index;  /* Obj * -> index + 1 */
    Map covered;       /* Pos of a block's first statement -> index + 1 */
    /* parser/gen/unwatched_chan.c: Obj *, and Expr * of the call of make, -> ChanVar * */
    Map chan_vars, chan_makes;
    Map chan_uses; /* Expr * of the uses that were counted */
    Map started;   /* FuncLit * -> Started * */
    Map gotos;     /* FuncLit * of functions with a goto */
    VEC(Job) jobs;
    u32 jobs_done;
    u32 verified; /* number of functions already verified */
    FuncState *f;
};

/* ---- parser/gen/type.c ---- */

/* The run-time descriptor of t, the same for identical types. Untyped types give that of their
 * default type. */
RType *gen_type(Gen *g, Type *t);
/* Ensures that values of type t, and everything reachable from them, have method tables. */
void gen_want_methods(Gen *g, RType *t);
/* Called if package reflect is linked: extends gen_want_methods to the types that reflection can
 * reach, also for earlier calls. */
void gen_reflect(Gen *g);
/* Fills the method tables that were requested since the last call; returns whether there were
 * any. */
bool gen_method_tables(Gen *g);
/* The id of a method name, by which interfaces call it. pkg counts only if the name is not
 * exported. */
u32 gen_method_id(Gen *g, const Sym *name, Package *pkg);
/* Appends the text of a type as a running program prints it (parser/gen/type_text.c). */
void gen_type_text(Buf *out, Type *t);
/* Whether the name is exported; and the type *t. */
bool gen_is_exported(const Sym *name);
Type *gen_pointer_to(Gen *g, Type *t);
/* Whether t is an unsigned integer type, including uintptr. */
bool gen_is_unsigned(Type *t);
/* Records that the index or slice expression at `at` has an operand of an unsigned type, if so:
 * this changes the text of a run-time error. */
void gen_note_unsigned(Gen *g, Span at, const Expr *operand);
/* Sets program->known from package runtime. */
void gen_known_types(Gen *g, Package *runtime);

/* ---- parser/gen/program.c ---- */

/* The offset of a package-level variable, which is allocated at first use. */
u64 gen_global_offset(Gen *g, Obj *obj);
/* Compiles the function that initialises a package. */
void gen_package_init(Gen *g, Func *fn, Package *pkg);
/* Compiles the initialisation of a variable. */
void gen_var_init(Gen *g, Func *fn, Package *pkg, const InitStep *step);

/* ---- parser/gen/emit.c: instructions, labels, registers, constants ---- */

/* Append an instruction: its operands as in the formats of op.def; with a word X; with an unsigned
 * 32-bit k or signed imm; and an extra word. `at` is its source position. They return its code
 * index. */
u32 gen_emit(Gen *g, Span at, Op op, u32 a, u32 b, u32 c);
u32 gen_emit_x(Gen *g, Span at, Op op, u32 a, u32 b, u32 c, u64 x);
u32 gen_emit_k(Gen *g, Span at, Op op, u32 a, u32 k); /* AK, AI */
void gen_word(Gen *g, Span at, u64 x);
/* Labels: a new one, not bound yet; bind it to the current position; jump to it; jump back to it,
 * counting a step (JBACK). Only JMP and conditional jumps may be used with gen_jump. */
Label gen_label(Gen *g);
void gen_bind(Gen *g, Label label);
void gen_jump(Gen *g, Span at, Op op, u32 a, u32 b, Label label);
void gen_loop_back(Gen *g, Span at, Label label); /* JBACK */
/* The end of a loop with a condition: jumps back to `body` if cond holds. If cond is long or has
 * calls, jumps back to `head` instead, where it is evaluated. */
void gen_loop_while(Gen *g, Expr *cond, Label body, Label head);
/* Allocates consecutive registers, above all others in use; freed by resetting f->top. gen_want
 * allocates only if want is ANY. */
Reg gen_alloc(Gen *g, u32 slots);
static inline Reg gen_want(Gen *g, Reg want, u32 slots)
{
    return want == ANY ? gen_alloc(g, slots) : want;
}
/* Whether r is a temporary, not the register of a variable. */
bool gen_is_temp(Gen *g, Reg r);
/* Copy registers, and set them to an integer, the zero value of t, a string. */
void gen_move(Gen *g, Span at, Reg dst, Reg src, u32 slots);
void gen_int(Gen *g, Span at, Reg dst, u64 value);
void gen_zero(Gen *g, Span at, Reg dst, RType *t);
void gen_string(Gen *g, Span at, Reg dst, const char *text, size_t len);
/* The index of a constant in the program's table. */
u32 gen_constant(Gen *g, u64 value);
/* Resolves jumps and gives the finished code to f->fn. */
void gen_finish_code(Gen *g);

/* ---- parser/gen/func.c ---- */

/* Begin and end compiling fn, in the context *f, which becomes g->f until gen_end. */
void gen_begin(Gen *g, FuncState *f, Func *fn, Package *pkg, Type *sig);
void gen_end(Gen *g, FuncState *f);
/* A new function without code, owned by the program. name must live as long as the program. */
Func *gen_new_func(Gen *g, const char *name, Package *pkg, Pos pos);
/* The function for a declared function, which is queued for compilation at first use; NULL for
 * natives. */
Func *gen_func(Gen *g, Obj *obj);
/* The same for use as a function value: for a native, a function that calls it. */
Func *gen_func_value(Gen *g, Obj *obj);
/* The index of a native in the program's table. */
u32 gen_native(Gen *g, FuncDecl *decl);
/* Records that calls of the native have this number of argument slots. */
void gen_note_native(Gen *g, u32 native, u32 slots);
/* The function for a literal, queued at first use. */
Func *gen_literal(Gen *g, FuncLit *lit);
/* A package in the names of its functions: as Go its import path, dots in the last part escaped,
 * and the name for the program's own, which need not be main in a test. */
const char *gen_package_text(Gen *g, const Package *pkg);
/* The name of a function in stack traces; owned by the program. */
const char *gen_func_name(Gen *g, Obj *obj);
/* The name of a method of a named type, or of a pointer to it: "main.T.M", "main.(*T[...]).M". */
const char *gen_method_name(Gen *g, const Type *type, bool pointer, const char *method);
/* Whether a local variable is kept in a cell on the heap: if it is addressed, captured and
 * reassigned, indexed by a variable, or big. */
bool gen_var_in_cell(Gen *g, Obj *obj);
/* The location of a local variable in scope; BUG if there is none. */
VarLoc *gen_var(Gen *g, Obj *obj);
/* Declares a local variable and returns its location, uninitialised if it is in registers, else
 * zero. */
VarLoc *gen_declare(Gen *g, Obj *obj);
/* Declares obj at the location reg, a temporary still in use; cell: reg holds a pointer to it. */
VarLoc *gen_bind_var(Gen *g, Obj *obj, Reg reg, bool cell);
/* Whether obj is package-level; whether it is blank or has no name. */
bool gen_is_global(Obj *obj);
bool gen_is_blank(Obj *obj);
/* Declares obj with the zero value. */
void gen_declare_zero(Gen *g, Obj *obj, Span at);
/* Declares obj with the value in r. The registers of r become the variable's if they are
 * temporaries from `mark` on, where `mark` was g->f->top before the value was computed. */
void gen_declare_value(Gen *g, Obj *obj, Reg r, Reg mark, Span at);
typedef struct ScopeMark {
    u32 vars;
    Reg top, vars_top;
} ScopeMark;
/* Open and close a scope; closing it frees the registers of its variables. */
ScopeMark gen_scope_open(Gen *g);
void gen_scope_close(Gen *g, ScopeMark mark);
/* The number of parameter and result slots of a signature. */
void gen_param_slots(Gen *g, Type *sig, u32 *params, u32 *results);
/* gen_add_job queues a function for compilation; gen_run_jobs compiles all queued ones, and those
 * added meanwhile. False after an error. */
bool gen_run_jobs(Gen *g);
void gen_add_job(Gen *g, Job job);
/* Reports, once, that a construct cannot be compiled. */
void gen_unsupported(Gen *g, Span at, const char *what);
/* The span of a single position. */
Span gen_pos_span(Gen *g, Pos pos);

/* ---- parser/gen/place.c: places, which can be read, assigned or addressed ---- */

typedef enum LocKind {
    PL_BLANK,
    PL_REG,    /* a variable in registers */
    PL_PART,   /* bytes at `offset` of a struct or array in registers */
    PL_MEM,    /* memory at R[reg] + offset */
    PL_GLOBAL, /* offset into the global region */
    PL_ELEM,   /* element R[index] of the slice R[reg..3] */
    PL_MAP,    /* entry R[index..] of map R[reg] */
} LocKind;

typedef struct Loc {
    LocKind kind;
    RType *type;
    RType *map;
    Reg reg, index;
    u64 offset;
    Span at;
} Loc;

/* The place of e. Computes its operands; the access itself checks bounds and nil. A value that is
 * not in a variable is put into registers. */
Loc gen_place(Gen *g, Expr *e);
/* Read and write a place. gen_load returns the registers of the value: `want`, or any. */
Reg gen_load(Gen *g, Loc *p, Reg want);
void gen_store(Gen *g, Loc *p, Reg src);
/* A pointer to the place, in `want` or any register. Checks bounds and, if check_nil, nil. A value
 * that is not in memory is copied there. */
Reg gen_address(Gen *g, Loc *p, Reg want, bool check_nil);
/* Whether the pointer to the place p of x has not been checked for nil yet. */
bool gen_may_be_nil(Expr *x, const Loc *p);
/* The place of a variable, and of a value of type t in memory at R[ptr] + offset. */
Loc gen_var_place(Gen *g, Obj *obj, Span at);
Loc gen_mem_place(RType *t, Reg ptr, u64 offset, Span at);
/* The part of p at this offset, of type t. */
Loc gen_part(Gen *g, Loc p, u64 offset, RType *t, Span at);
/* The place that the first n steps of the selection's path lead to from x, and its type. */
Loc gen_walk(Gen *g, Expr *x, Selection *sel, u32 n, Span at);
Type *gen_path_type(Type *t, Selection *sel, u32 n);

/* ---- parser/gen/hoist.c: order of calls and variable reads ---- */

/* Whether evaluating e involves a call or a receive. */
bool gen_has_call(Expr *e);
/* Hoists the calls in the expressions: computes them before anything else. Returns whether there
 * are any, and hoisting is not already in progress; then the caller calls gen_hoist_end(g, true)
 * after computing the expressions. */
bool gen_hoist(Gen *g, Expr *const *list, u32 n);
/* The same for the arguments of a call with the signature sig. */
bool gen_hoist_args(Gen *g, Expr *call, Type *sig);
/* The same for the operands of e, which the caller is about to compute. */
bool gen_hoist_parts(Gen *g, Expr *e);
/* The same for both sides of an assignment. */
bool gen_hoist_assign(Gen *g, Expr *const *lhs, u32 nl, Expr *const *rhs, u32 nr);
/* If e was hoisted and is not used yet, returns true and its register. */
bool gen_take_hoisted(Gen *g, Expr *e, Reg *r);
static inline void gen_hoist_end(Gen *g, bool hoisted)
{
    if (hoisted)
        g->f->flat = false;
}

/* ---- expressions ---- */

/* Computes e into `want`, or any registers if that is ANY, and returns them. */
Reg gen_value(Gen *g, Expr *e, Reg want);
/* The pointer and length of a slice or string, in any registers: the capacity is not loaded. */
Reg gen_value_uncapped(Gen *g, Expr *e);
/* The same, converted to the type that it is assigned to. */
Reg gen_value_as(Gen *g, Expr *e, Type *target, Reg want);
/* Converts a value in r from one type to another, to which it is assignable. */
Reg gen_as(Gen *g, Span at, Reg r, Type *from, Type *to, Reg want);
/* Loads a constant of type t. */
Reg gen_const(Gen *g, Span at, Const *val, Type *t, Reg want);
/* Evaluates an expression statement, without a result. */
void gen_discard(Gen *g, Expr *e);
/* The values of an expression with several: their registers and static types. */
typedef struct Multi {
    Reg reg[64];
    Type *type[64];
    u32 count;
    Reg *regs; /* = reg, or arena memory if there are more */
    Type **types;
} Multi;
/* Computes the `want` values of a call or comma-ok form. */
void gen_multi(Gen *g, Expr *e, u32 want, Multi *out);
/* Whether e is an integer constant that fits in 16 bits signed, the immediate of an instruction. */
bool gen_small_const(Expr *e, i64 *out);
Expr *gen_strip(Expr *e); /* e without parentheses */
/* The static type of an operand; the default type if it is untyped. */
Type *gen_type_of(Gen *g, Expr *e);

/* ---- parser/gen/operator.c and parser/gen/cond.c ---- */
/* Compute binary and unary expressions. */
Reg gen_binary(Gen *g, Expr *e, Reg want);
Reg gen_unary(Gen *g, Expr *e, Reg want);
/* R[dst] <- R[x] op y, for op= too. y may be a constant expression. */
void gen_arith(Gen *g, Span at, Token op, Type *t, Reg dst, Reg x, Expr *y);
void gen_wrap_int(Gen *g, Span at, Type *t, Reg r); /* wraps to the range of t */
/* Jumps to target if the value of the condition e is `when`, else continues. */
void gen_cond(Gen *g, Expr *e, bool when, Label target);
/* Jumps if the result of comparing x (of type xt) with y (of type yt) for equality is `when`. */
void gen_equal_jump(Gen *g, Span at, Reg x, Type *xt, Reg y, Type *yt, bool when, Label target);
/* Computes a condition as a value. */
Reg gen_bool(Gen *g, Expr *e, Reg want);

/* ---- parser/gen/complex.c ---- */
/* Compute a constant, x op y, and the value of e, where t and the type of e may be complex64.
 * Arithmetic is that of complex128, in two registers. */
void gen_complex_const(Gen *g, Span at, Reg dst, Const *val, RType *t);
void gen_complex_arith(Gen *g, Span at, Token op, Type *t, Reg dst, Reg x, Expr *y);
Reg gen_complex_negation(Gen *g, Expr *e, Reg want);
Reg gen_complex_conversion(Gen *g, Expr *e, Reg want);
/* The value of type t in r as a complex128. */
Reg gen_complex_wide(Gen *g, Span at, RType *t, Reg r);
Reg gen_complex(Gen *g, Expr *e, Reg want);      /* complex(x, y) */
Reg gen_complex_part(Gen *g, Expr *e, Reg want); /* real(x), imag(x) */

/* ---- parser/gen/conversion.c ---- */
/* Computes T(x). */
Reg gen_conversion(Gen *g, Expr *e, Reg want);
/* Computes an operand of an operation on values of this type, as gen_value_as does, in any
 * register. A signalling NaN may be there as one, for the operation makes it quiet. */
Reg gen_operand(Gen *g, Expr *e, Type *type);

/* ---- parser/gen/unsafe.c ---- */

/* Whether a conversion between the types is one of unsafe.Pointer; and that conversion of x, which
 * e is. */
bool gen_is_unsafe(Type *from, Type *to);
/* Whether a function of package pkg is one of the library that programs pass an unsafe.Pointer,
 * or get one from. */
bool gen_takes_unsafe(const Package *pkg, const Type *sig);
Reg gen_unsafe_conversion(Gen *g, Expr *e, Expr *x, Type *to, Reg want);
/* Whether x is the field Data of a reflect.StringHeader or SliceHeader, which holds an address; and
 * the address that the uintptr x stands for. */
bool gen_is_data(Gen *g, Expr *x);
Reg gen_data(Gen *g, Expr *x);
/* A call of one of the functions of package unsafe that are not constants. */
Reg gen_unsafe_call(Gen *g, Expr *e, Reg want);

/* ---- parser/gen/literal.c ---- */
/* Computes a composite literal. */
Reg gen_composite(Gen *g, Expr *e, Reg want);
/* gen_build builds the literal in a place that is zero and that is not read meanwhile;
 * gen_can_build says whether the literal can be built so. */
void gen_build(Gen *g, Expr *e, Loc p);
bool gen_can_build(Gen *g, Expr *e);
/* A pointer to a new variable with the value of e, of type t. */
Reg gen_new_value(Gen *g, Expr *e, Type *t, Reg want);
/* The closure of a literal, in `want` or any register. */
Reg gen_closure(Gen *g, FuncLit *lit, Span at, Reg want);

/* ---- parser/gen/call.c ---- */
/* Computes a call, also of a built-in function, and a conversion. */
Reg gen_call(Gen *g, Expr *e, Reg want);
/* Computes the receiver of a method selection in the form that the method expects; for an interface
 * method, the interface. *recv receives its type. */
Reg gen_receiver(Gen *g, Expr *x, Selection *sel, Reg want, Type **recv, Span at);
/* Compute the method value x.M, and the method expression T.M. */
Reg gen_method_value(Gen *g, Expr *e, Reg want);
Reg gen_method_expr(Gen *g, Expr *e, Reg want);
/* Computes all arguments into the registers from dst on, converted to the parameter types. Returns
 * the number of slots, which gen_arg_slots computes from the signature. */
u32 gen_args(Gen *g, Expr *call, Type *sig, Reg dst);
u32 gen_arg_slots(Gen *g, Type *sig);
/* Compiles a go or defer statement. */
void gen_go_defer(Gen *g, Stmt *s);

/* ---- parser/gen/inline.c ---- */
/* The expression that a function computes, if calls of it can be inlined; else NULL. */
Expr *gen_inlinable(Gen *g, Obj *fn);
/* The value of an inlined call; ANY if it must be called nevertheless. */
Reg gen_inline(Gen *g, Expr *call, Obj *fn, Expr *value, Reg want);

/* ---- parser/gen/unwatched_chan.c: channels whose sends cannot race with a close ---- */
typedef enum ChanUse { CHAN_USE_RECEIVE, CHAN_USE_SEND, CHAN_USE_CLOSE } ChanUse;
/* Records that the local variable obj is declared with this value. */
void gen_chan_declare(Gen *g, Obj *obj, Expr *value);
/* Records that MKCHAN for this call of make was emitted at code index `at`. */
void gen_chan_made(Gen *g, Expr *make, u32 at);
/* Records a use of the channel e, if e is a variable. Other kinds of use must not be recorded. */
void gen_chan_use(Gen *g, Expr *e, ChanUse use);
/* Record a go statement that starts the literal, and a goto in the current function. */
void gen_chan_start(Gen *g, FuncLit *lit);
void gen_chan_goto(Gen *g);
/* When everything is compiled: sets the flag of MKCHAN for these channels. */
void gen_chan_mark(Gen *g);

/* ---- parser/gen/builtin.c ---- */
/* Computes a call of a built-in function. */
Reg gen_builtin(Gen *g, Expr *e, Reg want);

/* ---- parser/gen/wrapper.c ---- */
/* Functions without source, queued at first use: a method with the receiver as an interface's data
 * word; a method expression; a method value. */
Func *gen_iface_method(Gen *g, Type *recv, Selection *sel);
Func *gen_method_expr_func(Gen *g, Type *recv, Selection *sel);
Func *gen_bound_method(Gen *g, Selection *sel, Type *recv);
/* An expression that denotes the value in reg, for use in synthesised syntax. */
Expr *gen_temp_var(Gen *g, Type *type, Reg reg, Pos pos);
/* Compiles the function of such a job. */
void gen_wrapper_job(Gen *g, Job *job);
/* A function that calls the built-in of `call`, for go and defer. Its parameters are the arguments
 * that are evaluated at the statement: rewritten_args[0..*nargs) with types[]. */
Func *gen_builtin_func(Gen *g, Expr *call, Expr **rewritten_args, u32 *nargs, Type **types);

/* ---- statements ---- */

/* Compile a statement, and a block, which is a scope. */
void gen_stmt(Gen *g, Stmt *s);
void gen_block(Gen *g, StmtList *list);
/* Compiles the statements of a block or clause, in the current scope. */
void gen_stmts(Gen *g, StmtList *list);
/* parser/gen/cover.c: with --cover, emits a counter if statement i of the list begins a block. */
void gen_cover(Gen *g, const StmtList *list, u32 i);
/* With --cover, after all code has been generated: blocks for which there is no code count, too. */
void gen_cover_rest(Gen *g);
/* Compiles an assignment. */
void gen_assign(Gen *g, Stmt *s);
/* Assigns values in registers to several places in parallel; a place may be NULL. */
void gen_assign_regs(Gen *g, Expr **lhs, const Reg *regs, Type **types, u32 count);
/* Compile x := y, and a local var declaration. */
void gen_define(Gen *g, Stmt *s);
void gen_var_decl(Gen *g, Decl *d);
/* Stores the value in r to a package-level variable. */
void gen_store_global(Gen *g, Obj *obj, Reg r, Span at);
/* Initialises declared or package-level variables with `count` values, or with those of one
 * call. */
void gen_init_vars(Gen *g, Obj **objs, u32 count, ExprList *values, Span at);
/* Compile a return statement, and a range loop. */
void gen_return(Gen *g, Stmt *s);
void gen_range(Gen *g, Stmt *s);
/* ---- parser/gen/range_func.c: loops over functions ---- */
/* Compiles such a loop. */
void gen_range_func(Gen *g, Stmt *s);
/* Declares the variables that a function shares with the bodies of its loops over functions. */
void gen_loop_vars(Gen *g, FuncLit *lit);
/* Compiles the body of such a loop, a function. */
void gen_loop_body(Gen *g, FuncLit *lit);
/* If the return, break, continue or goto leaves such a body, compiles that and returns true. */
bool gen_leave_body(Gen *g, Stmt *s);
/* Compile a statement of the kind that the name says. */
void gen_switch(Gen *g, Stmt *s);
void gen_typeswitch(Gen *g, Stmt *s);
void gen_select(Gen *g, Stmt *s);
/* Emits the end of a function. */
void gen_epilogue(Gen *g);
/* Enter and leave a statement that break and continue can refer to; *t must live until then. */
Target *gen_push_target(Gen *g, Target *t, Stmt *s);
void gen_pop_target(Gen *g, Target *t);

#endif
