/* Instructions, and the properties of each opcode, generated from op.def. Every pass over bytecode
 * (verifier, disassembler, liveness, machine code, interpreter) reads these tables; none keeps a
 * list of opcodes of its own. */
#ifndef CODE_OP_H
#define CODE_OP_H

#include <string.h>

#include "base/common.h"
#include "code/effect.h"

/* A function's code is an array of 8-byte words: instructions, each followed by its extra words. */
typedef struct Instr {
    u16 op, a, b, c;
} Instr;

typedef union Word {
    Instr in;
    u64 x;
} Word;

/* Bits of the upper half of X of the slicing instructions: the bounds that the expression gives. */
enum { SLICE_LO = 1, SLICE_HI = 2, SLICE_MAX = 4 };

typedef enum OpFormat {
    FMT_0,
    FMT_A,
    FMT_AB,
    FMT_ABC,
    FMT_ABI,
    FMT_ABU,
    FMT_AI,
    FMT_AK,
    FMT_J,
    FMT_AJ,
    FMT_ABJ,
    FMT_AIJ,
    FMT_AX,
    FMT_ABX,
    FMT_ABCX,
    FMT_ABUX,
} OpFormat;

enum OpFlags {
    W_A = 1,
    R_A = 2,
    R_B = 4,
    R_C = 8,
    MULTI = 16,
    JUMP = 32,
    END = 64,
    CALLS = 128,
    BLOCKS = 256,
    PANICS = 512,
    ALLOCS = 1024,
    X_TYPE = 2048,
    X_FUNC = 4096,
    K_CONST = 8192,
    K_STRING = 16384,
    K_NATIVE = 32768,
    K_GLOBAL = 65536,
    K_COUNT = 131072,
    K_COVER = 262144,
    NUMBER = 524288,
};

/* In the extra word of MKCHAN: no close of the channel can race with a send to it. */
#define MKCHAN_UNWATCHED (1ull << 32)

/* In the extra word of MKSLICE: the slice is made for append to take its elements. */
#define MKSLICE_EXTENDS (1ull << 32)

typedef enum Op {
#define OP(name, format, flags, effect, text) OP_##name,
#include "code/op.def"
#undef OP
    OP_COUNT,
    /* Opcodes that stand for two instructions. Only the VM uses them. */
    OP_BEFORE_FUSED = OP_COUNT - 1,
#define OP(name, format, flags, effect, text)
#define FUSED(first, second) OP_##first##_##second,
#include "code/op.def"
#undef OP
    OP_END
} Op;

/* Added to the opcode of an instruction, or fused pair, with accesses to memory all of which are
 * proved to race with nothing (analysis/facts.h): a search for races need not see them. */
enum { OP_PROVEN = 512 };

/* Added to an opcode as well: machine code can be entered at this instruction (jit/jit.h). */
enum { OP_MACHINE = 1024, OP_FLAGS = OP_PROVEN | OP_MACHINE };
enum { OP_CODES = 2 * OP_MACHINE /* more than all opcodes */ };

typedef struct OpPair {
    u16 first, second;
} OpPair;

/* The pairs that OP_COUNT, OP_COUNT + 1, ... stand for. */
extern const OpPair op_fused[OP_END - OP_COUNT];

typedef struct OpInfo {
    const char *name;
    OpFormat format;
    u32 flags;
    Effect effect;
    const char *text;
} OpInfo;

extern const OpInfo op_info[OP_COUNT];

/* Whether its accesses are proved to race with nothing. */
static inline bool instr_proven(Instr in)
{
    return (in.op & OP_PROVEN) != 0;
}

/* The opcode as the code generator emitted it: of a fused pair, the first. */
static inline Op instr_op(Instr in)
{
    u32 op = in.op & ~(u32)OP_FLAGS;
    return op < OP_COUNT ? op : op_fused[op - OP_COUNT].first;
}

/* Whether it reads or writes memory that other goroutines could reach. */
static inline bool op_accesses(u32 op)
{
    return op_info[op].effect == EFFECT_READ || op_info[op].effect == EFFECT_WRITE;
}

/* Whether other goroutines may notice it otherwise. */
static inline bool op_synchronises(u32 op)
{
    return op_info[op].effect != EFFECT_NONE && !op_accesses(op);
}

/* The 32-bit operand in b (low) and c (high), signed and unsigned. */
static inline i32 instr_imm32(Instr in)
{
    return (i32)((u32)in.b | (u32)in.c << 16);
}
static inline u32 instr_k(Instr in)
{
    return (u32)in.b | (u32)in.c << 16;
}
/* Number of words the instruction at code[0] occupies, extra words included. */
u32 instr_words(const Word *code);

/* The code index to which the jump at code index pc goes. */
static inline i64 instr_target(Instr in, OpFormat format, u32 pc)
{
    bool is_short = format == FMT_ABJ || format == FMT_AIJ;
    return (i64)pc + 1 + (is_short ? (i16)in.c : instr_imm32(in));
}

/* One case of SELECT, encoded in a word after the instruction. REG_NONE means absent. */
typedef struct SelectCase {
    u16 is_send;
    u16 chan;  /* register of the channel */
    u16 value; /* register of the value to send, or that receives the value */
    u16 ok;    /* register for the second result of a receive */
} SelectCase;

/* The i-th case, from 0, of the SELECT at `code`. */
static inline SelectCase instr_case(const Word *code, u32 i)
{
    SelectCase c;
    _Static_assert(sizeof c == sizeof code->x, "a case is one word");
    memcpy(&c, &code[1 + i], sizeof c);
    return c;
}

#define REG_NONE 0xffff
#define MAX_REGS 0xfff0
/* Structs and arrays of more bytes than this are "big" (op.def). */
#define BIG_SIZE 1024

typedef enum PrintKind {
    PRINT_BOOL,
    PRINT_INT,
    PRINT_UINT,
    PRINT_FLOAT,
    PRINT_STRING,
    PRINT_POINTER,
    PRINT_SLICE,
    PRINT_IFACE,
    PRINT_SPACE,
    PRINT_NEWLINE,
    PRINT_COMPLEX,
} PrintKind;

#endif
