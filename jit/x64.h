/* Encoder for the x86-64 instructions that the back end uses. Each function appends one instruction
 * to a buffer. Jumps are 32 bits wide and are patched when their target is known. */
#ifndef JIT_X64_H
#define JIT_X64_H

#include "base/buf.h"

/* General registers; float registers use the same numbers. */
typedef enum Reg {
    RAX,
    RCX,
    RDX,
    RBX,
    RSP,
    RBP,
    RSI,
    RDI,
    R8,
    R9,
    R10,
    R11,
    R12,
    R13,
    R14,
    R15,
    XMM0 = 0,
    XMM1 = 1,
    XMM_COUNT = 16,
    NO_REG = 0xff,
} Reg;

/* A register, or the memory at base + (index << scale) + disp. */
typedef struct Operand {
    bool memory;
    u8 reg;
    u8 base, index, scale;
    i32 disp;
} Operand;

static inline Operand in_reg(Reg reg)
{
    return (Operand){.reg = (u8)reg};
}

static inline Operand at(Reg base, i32 disp)
{
    return (Operand){.memory = true, .base = (u8)base, .index = NO_REG, .disp = disp};
}

/* The place `bytes` further. */
static inline Operand displaced(Operand place, i32 bytes)
{
    place.disp += bytes;
    return place;
}

static inline Operand at_index(Reg base, Reg index, u32 scale)
{
    return (Operand){.memory = true, .base = (u8)base, .index = (u8)index, .scale = (u8)scale};
}

/* Instructions with a register and a place: the bytes of the opcode, above them a mandatory prefix,
 * and whether the operand size is 64 bits. Stores have the place as their destination. */
#define X64_W (1u << 28)
#define X64_BYTE (1u << 29) /* the register is one of 8 bits */
typedef enum X64Op {
    X64_ADD = X64_W | 0x03,
    X64_OR = X64_W | 0x0b,
    X64_AND = X64_W | 0x23,
    X64_SUB = X64_W | 0x2b,
    X64_XOR = X64_W | 0x33,
    X64_CMP = X64_W | 0x3b,
    X64_CMP32 = 0x3b,
    X64_CMP16 = 0x660000 | 0x3b,
    X64_TEST = X64_W | 0x85,
    X64_TEST8 = X64_BYTE | 0x84,
    X64_IMUL = X64_W | 0x0faf,
    X64_LEA = X64_W | 0x8d,
    X64_BT = X64_W | 0x0fa3,  /* carry flag <- the bit of the place (a register) that reg says */
    X64_BTS = X64_W | 0x0fab, /* the same, and sets the bit; clears it */
    X64_BTR = X64_W | 0x0fb3,
    X64_BSF = X64_W |
              0x0fbc, /* reg <- the number of the place's lowest bit, of its highest; of 0: zero */
    X64_BSR = X64_W | 0x0fbd, /* flag */
    X64_POPCNT = X64_W | 0xf30000 | 0x0fb8,
    X64_CMOVE = X64_W | 0x0f44,
    X64_CMOVA = X64_W | 0x0f47,
    X64_LOAD = X64_W | 0x8b,
    X64_LOAD32U = 0x8b,
    X64_LOAD32S = X64_W | 0x63,
    X64_LOAD16U = 0x0fb7,
    X64_LOAD16S = X64_W | 0x0fbf,
    X64_LOAD8U = X64_BYTE | 0x0fb6,
    X64_LOAD8S = X64_BYTE | X64_W | 0x0fbe,
    X64_STORE = X64_W | 0x89,
    X64_STORE32 = 0x89,
    X64_STORE16 = 0x660000 | 0x89,
    X64_STORE8 = X64_BYTE | 0x88,
    X64_MOVAPS = 0x0f28,
    X64_XORPS = 0x0f57,
    X64_ADDSD = 0xf20000 | 0x0f58,
    X64_MULSD = 0xf20000 | 0x0f59,
    X64_SUBSD = 0xf20000 | 0x0f5c,
    X64_DIVSD = 0xf20000 | 0x0f5e,
    X64_SQRTSD = 0xf20000 | 0x0f51,
    X64_ADDSS = 0xf30000 | 0x0f58,
    X64_UCOMISD = 0x660000 | 0x0f2e,
    X64_UCOMISS = 0x0f2e,
    X64_LOADSD = 0xf20000 | 0x0f10,
    X64_STORESD = 0xf20000 | 0x0f11,
    X64_STORESS = 0xf30000 | 0x0f11,
    X64_CVTSS2SD = 0xf30000 | 0x0f5a,
    X64_CVTSD2SS = 0xf20000 | 0x0f5a,
    X64_CVTSI2SD = X64_W | 0xf20000 | 0x0f2a,
    X64_CVTSI2SS = X64_W | 0xf30000 | 0x0f2a,
    X64_CVTTSD2SI = X64_W | 0xf20000 | 0x0f2c,
    X64_TO_XMM = X64_W | 0x660000 | 0x0f6e,   /* the place is a general register */
    X64_FROM_XMM = X64_W | 0x660000 | 0x0f7e, /* the same, and it is the destination */
} X64Op;

/* Instructions with an immediate and a place: the opcode extension. */
typedef enum X64Imm {
    IMM_ADD = 0,
    IMM_OR = 1,
    IMM_AND = 4,
    IMM_SUB = 5,
    IMM_XOR = 6,
    IMM_CMP = 7
} X64Imm;
typedef enum X64Shift { SHIFT_SHL = 4, SHIFT_SHR = 5, SHIFT_SAR = 7 } X64Shift;
typedef enum X64Unary {
    UNARY_NOT = 2,
    UNARY_NEG = 3,
    UNARY_MUL = 4,
    UNARY_IMUL = 5,
    UNARY_DIV = 6,
    UNARY_IDIV = 7
} X64Unary;

/* Condition codes. Flipping the lowest bit negates one. */
typedef enum X64Cond {
    COND_B = 2,
    COND_AE = 3,
    COND_E = 4,
    COND_NE = 5,
    COND_BE = 6,
    COND_A = 7,
    COND_S = 8,
    COND_P = 10,
    COND_NP = 11,
    COND_L = 12,
    COND_GE = 13,
    COND_LE = 14,
    COND_G = 15,
    COND_ALWAYS = 16,
} X64Cond;

/* The instruction `op` or `what` on a register or an immediate, and a place. */
void x64_op(Buf *code, X64Op op, Reg reg, Operand place);
void x64_imm(Buf *code, X64Imm what, Operand place, i32 value);
/* reg <- place * value */
void x64_imul_imm(Buf *code, Reg reg, Operand place, i32 value);
/* Shifts reg by `count` bits, or by the count in the lowest 6 bits of CL. */
void x64_shift(Buf *code, X64Shift what, Reg reg, u32 count);
void x64_shift_cl(Buf *code, X64Shift what, Reg reg);
/* NOT and NEG of reg; RDX:RAX <- RAX * reg, unsigned and signed; DIV and IDIV of RDX:RAX by reg,
 * quotient to RAX, remainder to RDX. */
void x64_unary(Buf *code, X64Unary what, Reg reg);
/* RDX <- the sign of RAX in all bits (CQO). */
void x64_sign_of_rax(Buf *code);
/* All bits of reg <- the carry flag. */
void x64_carry_mask(Buf *code, Reg reg);
/* reg <- reg - 1; sets the flags except carry. */
void x64_dec(Buf *code, Reg reg);
/* reg <- value, in the shortest encoding. Clobbers the flags. */
void x64_const(Buf *code, Reg reg, u64 value);
/* The same, and leaves the flags. */
void x64_move_imm(Buf *code, Reg reg, i32 value);
/* place <- value, all 64 bits of it. */
void x64_store_imm(Buf *code, Operand place, i32 value);
/* The lowest 8 bits of reg <- 1 if the condition holds, else 0. */
void x64_set(Buf *code, X64Cond cond, Reg reg);
/* Push, pop, return. */
void x64_push(Buf *code, Reg reg);
void x64_pop(Buf *code, Reg reg);
void x64_ret(Buf *code);
/* Calls the function whose address is in a place. */
void x64_call_place(Buf *code, Operand place);
/* A call without a target; returns the offset to pass to x64_set_target. */
u32 x64_call(Buf *code);
/* reg <- an address in this code, without a target yet; returns the same. */
u32 x64_address(Buf *code, Reg reg);
/* A jump, taken if cond holds, without a target yet; returns the same. */
u32 x64_jump(Buf *code, X64Cond cond);
/* Sets the target of the jump, call or address at `from` to the offset `to` of the code. */
void x64_set_target(Buf *code, u32 from, u32 to);

#endif
