/* Inside of the code generator: what its files share. Nobody outside parser/gen*.c includes this.
 *
 * Functions are compiled one at a time; those found on the way (function literals, callees,
 * wrappers) are queued as jobs. Registers are given out as a stack: variables below, temporaries
 * above. An expression is compiled with gen_value(g, e, want): into the registers `want`, or with
 * ANY wherever it happens to be, which for a variable is its own register; nothing inside an
 * expression changes a register variable, so that is safe until the next statement.
 *
 * A value whose parts are computed one after the other must not be built in `want` while that may
 * be a variable that the parts still read: see gen_is_temp. */
#ifndef PARSER_GEN_GEN_H
#define PARSER_GEN_GEN_H

#include "base/map.h"
#include "parser/gen/compile.h"
#include "parser/types/scope.h"

typedef u32 Reg;
#define ANY UINT32_MAX

typedef u32 Label;

/* Where a local variable is. */
typedef struct VarLoc {
    Obj *obj;
    RType *type;
    Reg reg;
    bool cell; /* reg holds a pointer to the variable */
    u32 from;  /* code index where it begins to live */
} VarLoc;

typedef struct Fixup {
    u32 at; /* index of the jump */
    Label label;
} Fixup;

/* A statement that break or continue can refer to. */
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
    bool results_in_vars; /* return goes through the result variables */
    Reg top;              /* first free register */
    Reg vars_top;         /* registers below belong to variables */
    Reg max;
    u32 literals;           /* function literals so far, for names */
    u32 loops;              /* bodies of loops over functions so far, likewise */
    bool in_literal;        /* gc numbers literals inside literals without "func" */
    const char *lit_prefix; /* name that literals inside derive theirs from */
    Map hoisted; /* Expr * -> Reg + 1: values that were computed ahead (parser/gen/hoist.c) */
    bool flat;   /* all calls in the expression at hand were made ahead */
    bool failed;
} FuncState;

typedef enum JobKind {
    JOB_DECL,     /* decl */
    JOB_LIT,      /* lit */
    JOB_INIT,     /* initialisation of package pkg */
    JOB_NATIVE,   /* function value of a native: decl */
    JOB_IFACE,    /* method sel of type, receiver as an interface's data word */
    JOB_EXPR,     /* method expression: sel of type, receiver first */
    JOB_BOUND,    /* method value: receiver captured; sel */
    JOB_DEFERRED, /* built-in as a function: call, params */
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
    bool nested; /* a literal inside a function, not a script or REPL input */
} Job;

struct Gen {
    Checker *cx;
    Interner *syms;
    Diags *diags;
    bool broken_instance; /* some generic function could not be instantiated */
    CompileOptions options;
    Universe *universe;
    ConstPool *consts;
    Program *program;
    Arena arena;             /* synthesised syntax; as long as the compiler */
    TypePool types;          /* synthesised types */
    VEC(Type *) static_type; /* by RType id */
    VEC(u8) wanted;          /* by RType id: its methods are or will be made */
    VEC(u32) method_queue;   /* RType ids */
    u32 methods_done;
    bool reflects;     /* package reflect is there: it gets from one type to others */
    Map type_keys;     /* Sym * -> RType * */
    Map constants;     /* value -> index + 1 */
    Map strings;       /* Sym * -> index + 1 */
    Map natives;       /* Sym * -> index + 1 */
    Map method_ids;    /* Sym * -> id + 1 */
    Map wrappers;      /* Sym * of a key -> Func * */
    Map func_objs;     /* Obj * -> Func * */
    Map lit_funcs;     /* FuncLit * -> Func * */
    Map package_inits; /* Package * -> Func * */
    Map global_index;  /* Obj * -> index + 1 */
    Map covered;       /* Pos of a block's first statement -> index + 1 */
    Map chan_vars,
        chan_makes; /* parser/gen/unwatched_chan.c: Obj *, and Expr * of its make, -> ChanVar * */
    Map chan_uses;  /* Expr * of uses that are known */
    Map started;    /* FuncLit * -> Started * */
    Map jumpy;      /* FuncLit * with a goto */
    VEC(Job) jobs;
    u32 jobs_done;
    u32 verified; /* functions already verified */
    FuncState *f;
};

/* ---- parser/gen/type.c ---- */

RType *gen_type(Gen *g, Type *t);
/* Makes sure values of t can be used through interfaces: methods, and those of what t contains. */
void gen_want_methods(Gen *g, RType *t);
/* The program has package reflect: from now on also of the types that it can get to from t, and
 * from those that were asked for before. */
void gen_reflect(Gen *g);
/* Fills the method tables that were asked for since the last call; true if there were any. */
bool gen_method_tables(Gen *g);
u32 gen_method_id(Gen *g, const Sym *name, Package *pkg);
/* As a running program prints it (parser/gen/type_text.c). */
void gen_type_text(Buf *out, Type *t);
/* "[int,string]" */
void gen_type_arguments(Buf *out, Type *const *targs, u32 count);
bool gen_is_exported(const Sym *name);
Type *gen_pointer_to(Gen *g, Type *t);
/* Unsigned integers (and uintptr), by static type. */
bool gen_is_unsigned(Type *t);
/* Notes that the index or slice expression at `at` has an unsigned operand. */
void gen_note_unsigned(Gen *g, Span at, const Expr *operand);
void gen_known_types(Gen *g, Package *runtime);

/* ---- gen.c ---- */

/* Where a package-level variable lies; it gets a place when first used. */
u64 gen_global_offset(Gen *g, Obj *obj);
void gen_package_init(Gen *g, Func *fn, Package *pkg);

/* ---- parser/gen/emit.c: instructions, labels, registers, constants ---- */

u32 gen_emit(Gen *g, Span at, Op op, u32 a, u32 b, u32 c);
u32 gen_emit_x(Gen *g, Span at, Op op, u32 a, u32 b, u32 c, u64 x);
u32 gen_emit_k(Gen *g, Span at, Op op, u32 a, u32 k); /* AK, AI */
void gen_word(Gen *g, Span at, u64 x);
Label gen_label(Gen *g);
void gen_bind(Gen *g, Label label);
void gen_jump(Gen *g, Span at, Op op, u32 a, u32 b, Label label);
void gen_loop_back(Gen *g, Span at, Label label); /* JBACK */
/* The end of a loop: back to its body if cond holds; if cond is long, or calls something, by way of
 * the condition at its head. */
void gen_loop_while(Gen *g, Expr *cond, Label body, Label head);
Reg gen_alloc(Gen *g, u32 slots);
static inline Reg gen_want(Gen *g, Reg want, u32 slots)
{
    return want == ANY ? gen_alloc(g, slots) : want;
}
bool gen_is_temp(Gen *g, Reg r);
void gen_move(Gen *g, Span at, Reg dst, Reg src, u32 slots);
void gen_int(Gen *g, Span at, Reg dst, u64 value);
void gen_zero(Gen *g, Span at, Reg dst, RType *t);
void gen_string(Gen *g, Span at, Reg dst, const char *text, size_t len);
u32 gen_constant(Gen *g, u64 value);
/* Resolves jumps and gives the finished code to f->fn. */
void gen_finish_code(Gen *g);

/* ---- parser/gen/func.c ---- */

void gen_begin(Gen *g, FuncState *f, Func *fn, Package *pkg, Type *sig);
void gen_end(Gen *g, FuncState *f);
Func *gen_new_func(Gen *g, const char *name, Package *pkg, Pos pos);
/* The compiled form of a declared function (queued at first use); NULL for natives. */
Func *gen_func(Gen *g, Obj *obj);
/* The same as a value, natives included. */
Func *gen_func_value(Gen *g, Obj *obj);
u32 gen_native(Gen *g, FuncDecl *decl);
/* A call of it takes so many argument slots. */
void gen_note_native(Gen *g, u32 native, u32 slots);
Func *gen_literal(Gen *g, FuncLit *lit);
const char *gen_func_name(Gen *g, Obj *obj);
bool gen_var_in_cell(Gen *g, Obj *obj);
VarLoc *gen_var(Gen *g, Obj *obj);
/* Declares a local: without a value (zeroed), in given registers, or in a fresh place to be
 * filled by the caller. */
VarLoc *gen_declare(Gen *g, Obj *obj);
/* Declares obj to be what reg (a temporary that is still held) is, or points to. */
VarLoc *gen_bind_var(Gen *g, Obj *obj, Reg reg, bool cell);
bool gen_is_global(Obj *obj);
bool gen_is_blank(Obj *obj);
void gen_declare_zero(Gen *g, Obj *obj, Span at);
/* Declares obj with the value in r; takes the registers over if they are temporaries at or above
 * `mark`, which was g->f->top before the value was computed. */
void gen_declare_value(Gen *g, Obj *obj, Reg r, Reg mark, Span at);
typedef struct ScopeMark {
    u32 vars;
    Reg top, vars_top;
} ScopeMark;
ScopeMark gen_scope_open(Gen *g);
void gen_scope_close(Gen *g, ScopeMark mark);
void gen_param_slots(Gen *g, Type *sig, u32 *params, u32 *results);
bool gen_run_jobs(Gen *g);
void gen_add_job(Gen *g, Job job);
/* Says once that a construct cannot be compiled. */
void gen_unsupported(Gen *g, Span at, const char *what);
Span gen_pos_span(Gen *g, Pos pos);

/* ---- parser/gen/place.c: what can be assigned to ---- */

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

/* Where e is. Its operands are computed; bounds and nil are checked by the access itself. A value
 * that is in no variable is put into registers first. */
Loc gen_place(Gen *g, Expr *e);
Reg gen_load(Gen *g, Loc *p, Reg want);
void gen_store(Gen *g, Loc *p, Reg src);
/* R[result] <- the address; nil and bounds are checked. */
Reg gen_address(Gen *g, Loc *p, Reg want, bool check_nil);
bool gen_may_be_nil(Expr *x, const Loc *p);
Loc gen_var_place(Gen *g, Obj *obj, Span at);
Loc gen_mem_place(RType *t, Reg ptr, u64 offset, Span at);
/* The part of p at offset with type t. */
Loc gen_part(Gen *g, Loc p, u64 offset, RType *t, Span at);
/* Follows a selection's first n path steps from x. */
Loc gen_walk(Gen *g, Expr *x, Selection *sel, u32 n, Span at);
Type *gen_path_type(Type *t, Selection *sel, u32 n);

/* ---- parser/gen/hoist.c: calls before variables are read ---- */

/* Whether evaluating e calls something or receives. */
bool gen_has_call(Expr *e);
/* Makes the calls in the expressions ahead of everything else in them, if there are any and this
 * was not done from further out. If true, the caller sets g->f->flat to false when done. */
bool gen_hoist(Gen *g, Expr *const *list, u32 n);
/* The same for a call's arguments; sig is what is called. */
bool gen_hoist_args(Gen *g, Expr *call, Type *sig);
/* The same for the parts of e, which is itself about to be computed. */
bool gen_hoist_parts(Gen *g, Expr *e);
/* The same for what stands on the two sides of an assignment. */
bool gen_hoist_assign(Gen *g, Expr *const *lhs, u32 nl, Expr *const *rhs, u32 nr);
/* True, once, for an expression computed ahead: *r is where. */
bool gen_take_hoisted(Gen *g, Expr *e, Reg *r);
static inline void gen_hoist_end(Gen *g, bool hoisted)
{
    if (hoisted)
        g->f->flat = false;
}

/* ---- expressions ---- */

Reg gen_value(Gen *g, Expr *e, Reg want);
/* Converted to the type it is assigned to. */
Reg gen_value_as(Gen *g, Expr *e, Type *target, Reg want);
/* Converts a value that lies in r already. */
Reg gen_as(Gen *g, Span at, Reg r, Type *from, Type *to, Reg want);
Reg gen_const(Gen *g, Span at, Const *val, Type *t, Reg want);
/* An expression statement. */
void gen_discard(Gen *g, Expr *e);
/* For an expression with several results (call, comma-ok): consecutive registers; types[] are
 * their static types. Returns the first register. */
typedef struct Multi {
    Reg reg[64];
    Type *type[64];
    u32 count;
    Reg *regs; /* = reg, or arena memory if there are more */
    Type **types;
} Multi;
void gen_multi(Gen *g, Expr *e, u32 want, Multi *out);
/* Small integer constants fit instructions: value of e if it is one and fits 16 bits signed. */
bool gen_small_const(Expr *e, i64 *out);
Expr *gen_strip(Expr *e); /* without parentheses */
/* The type of an operand, defaulted if untyped. */
Type *gen_type_of(Gen *g, Expr *e);

/* parser/gen/operator.c */
Reg gen_binary(Gen *g, Expr *e, Reg want);
Reg gen_unary(Gen *g, Expr *e, Reg want);
/* x op y in registers, for op= too. y may be a constant expression. */
void gen_arith(Gen *g, Span at, Token op, Type *t, Reg dst, Reg x, Expr *y);
void gen_wrap_int(Gen *g, Span at, Type *t, Reg r); /* back to canonical form */
void gen_cond(Gen *g, Expr *e, bool when, Label target);
/* Jumps if (value in x, of type xt) == (y of yt) is `when`. */
void gen_equal_jump(Gen *g, Span at, Reg x, Type *xt, Reg y, Type *yt, bool when, Label target);
Reg gen_bool(Gen *g, Expr *e, Reg want);

/* parser/gen/complex.c; arithmetic is that of complex128, with two registers */
void gen_complex_const(Gen *g, Span at, Reg dst, Const *val, RType *t);
void gen_complex_arith(Gen *g, Span at, Token op, Type *t, Reg dst, Reg x, Expr *y);
Reg gen_complex_negation(Gen *g, Expr *e, Reg want);
Reg gen_complex_conversion(Gen *g, Expr *e, Reg want);
/* The value of type t in r as a complex128. */
Reg gen_complex_wide(Gen *g, Span at, RType *t, Reg r);
Reg gen_complex(Gen *g, Expr *e, Reg want);      /* complex(x, y) */
Reg gen_complex_part(Gen *g, Expr *e, Reg want); /* real(x), imag(x) */

/* parser/gen/conversion.c */
Reg gen_conversion(Gen *g, Expr *e, Reg want);

/* parser/gen/literal.c */
Reg gen_composite(Gen *g, Expr *e, Reg want);
/* Builds the literal at a place that is zero and that nobody reads meanwhile. */
void gen_build(Gen *g, Expr *e, Loc p);
bool gen_can_build(Gen *g, Expr *e);
/* R[result] <- pointer to a new variable with the value of e. */
Reg gen_new_value(Gen *g, Expr *e, Type *t, Reg want);
Reg gen_closure(Gen *g, FuncLit *lit, Span at, Reg want);

/* parser/gen/call.c */
Reg gen_call(Gen *g, Expr *e, Reg want);
/* Receiver of a method selection, as the method wants it; written to want (ANY: anywhere).
 * Interface methods: the interface. *recv is its type. */
Reg gen_receiver(Gen *g, Expr *x, Selection *sel, Reg want, Type **recv, Span at);
Reg gen_method_value(Gen *g, Expr *e, Reg want);
Reg gen_method_expr(Gen *g, Expr *e, Reg want);
/* Puts all arguments at dst.. in the form the signature wants; returns their slots. */
u32 gen_args(Gen *g, Expr *call, Type *sig, Reg dst);
u32 gen_arg_slots(Gen *g, Type *sig);
void gen_go_defer(Gen *g, Stmt *s);

/* parser/gen/inline.c */
/* The expression that the function computes, if it can be computed in place of a call; or NULL. */
Expr *gen_inlinable(Gen *g, Obj *fn);
/* The value of a call of such a function; ANY: it must be called after all. */
Reg gen_inline(Gen *g, Expr *call, Obj *fn, Expr *value, Reg want);

/* parser/gen/unwatched_chan.c: channels whose sends need not be watched */
typedef enum ChanUse { CHAN_USE_RECEIVE, CHAN_USE_SEND, CHAN_USE_CLOSE } ChanUse;
/* The local obj is declared with that value. */
void gen_chan_declare(Gen *g, Obj *obj, Expr *value);
/* MKCHAN was emitted at that index for the call of make. */
void gen_chan_made(Gen *g, Expr *make, u32 at);
/* What is done with the channel e, if it is a variable; other uses are not told. */
void gen_chan_use(Gen *g, Expr *e, ChanUse use);
/* A go statement starts the literal; there is a goto in the function. */
void gen_chan_start(Gen *g, FuncLit *lit);
void gen_chan_goto(Gen *g);
/* All is compiled: marks their MKCHAN. */
void gen_chan_settle(Gen *g);

/* parser/gen/builtin.c */
Reg gen_builtin(Gen *g, Expr *e, Reg want);

/* parser/gen/wrapper.c */
Func *gen_iface_method(Gen *g, Type *recv, Selection *sel);
Func *gen_method_expr_func(Gen *g, Type *recv, Selection *sel);
Func *gen_bound_method(Gen *g, Selection *sel, Type *recv);
/* A name for the value in reg, to be used in synthesised expressions. */
Expr *gen_temp_var(Gen *g, Type *type, Reg reg, Pos pos);
void gen_wrapper_job(Gen *g, Job *job);
Func *gen_builtin_func(Gen *g, Expr *call, Expr **rewritten_args, u32 *nargs, Type **types);

/* ---- statements ---- */

void gen_stmt(Gen *g, Stmt *s);
void gen_block(Gen *g, StmtList *list);
/* The statements of a block, a clause. */
void gen_stmts(Gen *g, StmtList *list);
/* parser/gen/cover.c: with coverage, counts here if statement i of the list begins a block. */
void gen_cover(Gen *g, const StmtList *list, u32 i);
void gen_assign(Gen *g, Stmt *s);
/* Assigns values that lie in registers to several places (NULL: to none) in parallel. */
void gen_assign_regs(Gen *g, Expr **lhs, const Reg *regs, Type **types, u32 count);
void gen_define(Gen *g, Stmt *s);
void gen_var_decl(Gen *g, Decl *d);
void gen_store_global(Gen *g, Obj *obj, Reg r, Span at);
/* v1, v2, ... = e (a call or comma-ok form) into declared or package-level variables. */
void gen_init_vars(Gen *g, Obj **objs, u32 count, ExprList *values, Span at);
void gen_return(Gen *g, Stmt *s);
void gen_range(Gen *g, Stmt *s);
/* parser/gen/range_func.c */
void gen_range_func(Gen *g, Stmt *s);
/* In a function with loops over functions: what their bodies share with it. */
void gen_loop_vars(Gen *g, FuncLit *lit);
/* The code of such a body. */
void gen_loop_body(Gen *g, FuncLit *lit);
/* True if the return, break, continue or goto leaves a body: it does then. */
bool gen_leave_body(Gen *g, Stmt *s);
void gen_switch(Gen *g, Stmt *s);
void gen_typeswitch(Gen *g, Stmt *s);
void gen_select(Gen *g, Stmt *s);
void gen_epilogue(Gen *g);
Target *gen_push_target(Gen *g, Target *t, Stmt *s);
void gen_pop_target(Gen *g, Target *t);

#endif
