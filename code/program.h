/* A compiled program: what the code generator hands to the VM. It outlives all runs; the REPL
 * appends to it between runs. */
#ifndef CODE_PROGRAM_H
#define CODE_PROGRAM_H

#include "base/buf.h"
#include "base/source.h"
#include "code/op.h"
#include "code/rtype.h"

typedef struct Func Func;

/* A function value is a pointer to one of these. */
typedef struct Closure {
    Func *fn;
    u64 slots[]; /* captured values */
} Closure;

/* The register that holds a source variable, for --state, reports and the debugger. */
typedef struct VarInfo {
    const char *name;
    u32 reg;
    u32 from, to; /* the range of code words in which it does */
    /* the variable's type; with `cell`, the register holds a pointer to the variable */
    RType *type;
    bool cell;
} VarInfo;

/* What values take registers, one character for each: '.' a number, 'u' a uintptr, which may stand
 * for an address, 's' the address of a string's bytes, '1', '2', '4', '8' of numbers of that size,
 * 't' of what only natives know, as run-time types are, 'p' what may be any pointer. NULL: not
 * known. */
typedef struct SlotKinds {
    const char *params, *results;
} SlotKinds;

/* Whether what is in a register of that kind may be an address. */
static inline bool kind_is_pointer(char kind)
{
    return kind == 'p' || kind == 't' || kind == 'u' || kind == 's' || (kind >= '1' && kind <= '8');
}

struct Func {
    Word *code;
    u32 nregs;    /* frame size in slots, including arguments of calls it makes */
    u32 nparams;  /* parameter slots: R[0..nparams) */
    u32 nresults; /* result slots: R[0..nresults) after RET */
    SlotKinds kinds;
    u32 closure_reg; /* register into which CALLC puts the closure (if ncaptures > 0) */
    u32 ncaptures;
    u32 ncode; /* words */
    /* where execution continues after a recovered panic; 0: the function has no defer */
    u32 recover_pc;
    u32 id;           /* index into Program.funcs */
    const char *name; /* "main.main", "main.(*T).M", "main.main.func1" */
    /* per word: source of the instruction; for a memory access, of the expression that names the
     * location */
    Span *spans;
    VarInfo *vars;
    u32 nvars;
    Pos pos;
    bool is_library; /* standard library: accesses are tracked, frames are folded in reports */
    bool is_script;  /* the statements of a script, or a function literal in them */
    bool is_wrapper; /* generated; skipped in stack traces, transparent to recover */
    /* It converts an unsafe.Pointer to a pointer to what is none of Program.recasts, and is not of
     * the library; or it is, and a program passes it one, or gets one. */
    bool casts;
    /* One of numbers, values of type uintptr among them, that is made of a number: it casts unless
     * that is the address of numbers. */
    bool casts_numbers;
    Closure *closure; /* the function value without captures */
    /* Machine code that other machine code calls (jit/jit.h), without and with a filter of
     * accesses; NULL: there is none. */
    const void *machine[2];
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
    bool of_script; /* declared by a statement of a script */
} GlobalVar;

/* A block of the coverage profile: statements that are executed either all or not at all. */
typedef struct CoverBlock {
    Span span; /* from the first to the last; of a loop or branch only what precedes its block */
    u32 statements;
    u64 count; /* number of times it was entered, in all executions of the program */
} CoverBlock;

/* Types of the values that the VM itself creates; the code generator finds them in package
 * runtime. */
typedef struct WellKnownTypes {
    RType *string_type, *int_type, *error_iface, *any_iface;
    RType *runtime_error;        /* runtime.errorString: a string, with its methods */
    RType *type_assertion_error; /* *runtime.TypeAssertionError: struct { msg string } */
    RType *plain_error;          /* runtime.plainError: string; printed without "runtime error: " */
    RType *nil_panic;            /* *runtime.PanicNilError, of panic(nil) since Go 1.21 */
} WellKnownTypes;

#define UNKNOWN_SLOTS UINT32_MAX

typedef struct Program {
    Arena arena; /* owns everything below except the vectors */
    Sources *sources;
    VEC(Func *) funcs;
    VEC(Func *) by_address; /* those that have code, ascending address unless unsorted */
    bool unsorted;
    VEC(RType *) types;
    /* made by reflection while the program ran; each type is in exactly one of the two lists */
    VEC(RType *) made_types;
    /* types of numbers and text to pointers to which it converts unsafe ones outside the library;
     * of uintptr, too, where it does so with pointers to numbers */
    VEC(RType *) recasts;
    VEC(Func *) stubs; /* functions that reflection uses (stdlib/native/dyn_stub.c) */
    VEC(u64) constants;
    VEC(StringConst) strings;
    VEC(const char *) natives; /* "math.Sqrt"; the VM binds them when it loads the program */
    VEC(u32) native_slots;     /* argument slots of each native, or UNKNOWN_SLOTS */
    VEC(SlotKinds) native_kinds;
    VEC(const char *) method_names; /* by method id: "String", or "pkg.name" if unexported */
    VEC(GlobalVar) globals;         /* ascending offset */
    /* index and slice expressions with an operand of an unsigned 64-bit type, which is too large
     * when out of range, and never negative */
    VEC(Span) unsigned_at;
    VEC(CoverBlock) covered; /* with --cover: blocks of the functions that were compiled */
    u64 globals_size;
    int go_minor; /* language version, 22 for Go 1.22: the wording of some errors depends on it */
    u32 fused;    /* number of functions prepared for execution (vm/fuse.c) */
    Func *entry;  /* initialises all packages, then calls main.main */
    bool is_test; /* it runs tests: what is called is not main.main */
    WellKnownTypes known;
} Program;

/* Operand X of CALLF: the address of the callee's code in the low 48 bits, the size of its frame in
 * registers above. */
#define CALLF_CODE(x) ((const Word *)((x)&0xffffffffffffULL))
#define CALLF_REGS(x) ((u32)((x) >> 48))
static inline u64 callf_operand(const Func *fn)
{
    return (u64)fn->code | (u64)fn->nregs << 48;
}

/* The link of a frame, in R[-1]: the return address in the low 48 bits, and above them the distance
 * to the caller's frame (R - LINK_BACK - 1 is the caller's R). */
#define LINK_BITS 48 /* of the address */
#define LINK_ADDRESS(link) ((const Word *)((link)&0xffffffffffffULL))
#define LINK_BACK(link) ((u32)((link) >> LINK_BITS))
#define LINK(address, back) ((u64)(address) | (u64)(back) << LINK_BITS)

/* An empty program over these sources, and its end. program_free frees everything but the
 * sources. */
Program *program_new(Sources *sources);
void program_free(Program *program);
/* Gives fn its code (owned by the arena) and registers it for program_func_at. */
void program_set_code(Program *program, Func *fn, Word *code, u32 ncode);
/* The function whose code contains the word, or NULL. O(log functions), except for the first call
 * after code was added, which sorts. */
Func *program_func_at(Program *program, const Word *word);
/* The innermost function that has an instruction for the source at pos, or NULL. O(functions). */
const Func *program_func_of(const Program *program, Pos pos);

/* ---- verify.c ---- */
/* True if the code is well-formed: every operand in range, jumps only to instructions, control
 * never running off the end, and every register written before it is read on all paths. Otherwise a
 * description of the first fault is added to out. */
bool verify_func(const Program *program, const Func *fn, Buf *out);

/* ---- slots.c: the number of registers that each operand of an instruction stands for ---- */
typedef struct Widths {
    u32 a, b, c;
} Widths;

/* The widths of the instruction at code. Calls are not covered: their operands depend on the
 * callee. */
Widths op_widths(const Program *program, const Word *code);
/* Appends the kinds of the registers that a value of the type takes, as SlotKinds has them. */
void slot_kinds(const RType *type, Buf *out);

/* ---- disasm.c ---- */
/* Appends the function's code as text: its source lines, and below them their instructions. */
void disasm_func(const Program *program, const Func *fn, Buf *out);

#endif
