/* A compiled program: what the code generator hands to the VM. It outlives all runs; the REPL
 * appends to it between runs. */
#ifndef CODE_PROGRAM_H
#define CODE_PROGRAM_H

#include "base/buf.h"
#include "base/source.h"
#include "code/op.h"
#include "code/rtype.h"

typedef struct Func Func;

/* A function value points to one of these. */
typedef struct Closure {
    Func *fn;
    u64 slots[]; /* captured values */
} Closure;

/* A source variable's register, for --state, reports and the debugger. */
typedef struct VarInfo {
    const char *name;
    u32 reg;
    u32 from, to; /* code words where it lives there */
    RType *type;  /* type of the variable; with `cell`, the register holds a pointer to it */
    bool cell;
} VarInfo;

struct Func {
    Word *code;
    u32 nregs;       /* frame size in slots, including arguments of calls it makes */
    u32 nparams;     /* parameter slots: R[0..nparams) */
    u32 nresults;    /* result slots: R[0..nresults) after RET */
    u32 closure_reg; /* where CALLC puts the closure (used if ncaptures > 0) */
    u32 ncaptures;
    u32 ncode;        /* words */
    u32 recover_pc;   /* where to go on after a recovered panic; 0 = the function has no defer */
    u32 id;           /* index into Program.funcs */
    const char *name; /* "main.main", "main.(*T).M", "main.main.func1" */
    Span *spans;      /* per word: source of the instruction; for memory accesses the expression
                         that names the location */
    VarInfo *vars;
    u32 nvars;
    Pos pos;
    bool is_library;  /* standard library: accesses are tracked, frames are folded in reports */
    bool is_wrapper;  /* generated; skipped in stack traces, transparent to recover */
    Closure *closure; /* static closure without captures */
};

typedef struct StringConst {
    const char *ptr;
    u64 len;
} StringConst;

typedef struct GlobalVar {
    const char *name; /* "main.x" */
    u64 offset;
    RType *type;
    Pos pos;
} GlobalVar;

/* Statements that run one after the other, or not at all: a block of the coverage profile. */
typedef struct CoverBlock {
    Span span; /* from the first to the last; of a loop or branch only what precedes its block */
    u32 statements;
    u64 count; /* how often it was entered, in all executions of the program */
} CoverBlock;

/* Types that the VM itself makes values of; found by the code generator in package runtime. */
typedef struct WellKnownTypes {
    RType *string_type, *int_type, *bool_type, *error_iface, *any_iface;
    RType *runtime_error;        /* runtime.errorString: a string, with its methods */
    RType *type_assertion_error; /* *runtime.TypeAssertionError: struct { msg string } */
    RType *plain_error;          /* runtime.plainError: string; printed without "runtime error: " */
} WellKnownTypes;

#define UNKNOWN_SLOTS UINT32_MAX

typedef struct Program {
    Arena arena; /* owns everything below except the vectors */
    Sources *sources;
    VEC(Func *) funcs;
    VEC(Func *) by_address; /* those that have code, ascending address unless unsorted */
    bool unsorted;
    VEC(RType *) types;
    VEC(RType *) made_types; /* those that reflection made while the program ran; a type is
                                in one of both lists once */
    VEC(Func *) stubs;       /* functions made for reflection (stdlib/native/dyn_stub.c) */
    VEC(u64) constants;
    VEC(StringConst) strings;
    VEC(const char *) natives;      /* names, "math.Sqrt"; the VM binds them at load */
    VEC(u32) native_slots;          /* of their arguments, or UNKNOWN_SLOTS */
    VEC(const char *) method_names; /* by method id: "String", or "pkg.name" if unexported */
    VEC(GlobalVar) globals;         /* ascending offset */
    VEC(Span) unsigned_at;          /* index and slice expressions with an operand of an unsigned
                                       64-bit type: out of range, it is large and not negative */
    VEC(CoverBlock) covered;        /* with coverage: those of functions that were compiled */
    u64 globals_size;
    int go_minor; /* language version, 22 for Go 1.22: some texts depend on it */
    u32 fused;    /* functions whose code is prepared to be run (vm/fuse.c) */
    Func *entry;  /* initialises all packages, then calls main.main */
    WellKnownTypes known;
} Program;

/* The operand X of CALLF: where the callee's code begins, and above that how many registers its
 * frame has. */
#define CALLF_CODE(x) ((const Word *)((x)&0xffffffffffffULL))
#define CALLF_REGS(x) ((u32)((x) >> 48))
static inline u64 callf_operand(const Func *fn)
{
    return (u64)fn->code | (u64)fn->nregs << 48;
}

/* The link of a frame, in its R[-1]: the address to return to and above that how far down the
 * caller's frame lies (R - LINK_BACK - 1 is the caller's R). */
#define LINK_ADDRESS(link) ((const Word *)((link)&0xffffffffffffULL))
#define LINK_BACK(link) ((u32)((link) >> 48))
#define LINK(address, back) ((u64)(address) | (u64)(back) << 48)

Program *program_new(Sources *sources);
void program_free(Program *program);
/* Gives fn its code (arena-owned) and lets program_func_at find it. */
void program_set_code(Program *program, Func *fn, Word *code, u32 ncode);
/* The function whose code contains the word, or NULL. O(log functions), but for the first call
 * after code was added. */
Func *program_func_at(Program *program, const Word *word);

/* ---- verify.c: every operand in range, jumps to instruction starts, control never runs off the
 * end, registers written before they are read on every path. ---- */
/* True if fn is well-formed; otherwise a description of the first fault is added to out. */
bool verify_func(const Program *program, const Func *fn, Buf *out);
bool verify_program(const Program *program, Buf *out);

/* ---- slots.c: how many registers each operand of an instruction stands for ---- */
typedef struct Widths {
    u32 a, b, c;
} Widths;

/* Calls are not dealt with. */
Widths op_widths(const Program *program, const Word *code);

/* ---- disasm.c ---- */
void disasm_func(const Program *program, const Func *fn, Buf *out);

#endif
