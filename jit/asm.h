/* The instructions that the back end uses: some of x86-64's, named as there. Each function appends
 * one to a buffer, encoded for the processor that gol is built for: x64.c does so as it is, a64.c
 * for arm64 by one or a few instructions that do the same. Of the flags, what follows here says
 * what may be relied on. Jumps are patched when their target is known. */
#ifndef JIT_ASM_H
#define JIT_ASM_H

#include "base/buf.h"

/* Whether there is an encoder, and how many bytes of code its jumps reach: what is longer must not
 * be executed. */
#if defined(__aarch64__)
enum { ASM_KNOWN = true, ASM_REACH = 1 << 20 };
#elif defined(__x86_64__)
enum { ASM_KNOWN = true, ASM_REACH = INT32_MAX };
#else
enum { ASM_KNOWN = false, ASM_REACH = 0 };
#endif

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
#define ASM_W (1u << 28)
#define ASM_BYTE (1u << 29) /* the register is one of 8 bits */
typedef enum AsmOp {
    ASM_ADD = ASM_W | 0x03,
    ASM_OR = ASM_W | 0x0b,
    ASM_AND = ASM_W | 0x23,
    ASM_SUB = ASM_W | 0x2b,
    ASM_XOR = ASM_W | 0x33,
    ASM_CMP = ASM_W | 0x3b,
    ASM_CMP32 = 0x3b,
    ASM_CMP16 = 0x660000 | 0x3b,
    ASM_TEST = ASM_W | 0x85,
    ASM_TEST8 = ASM_BYTE | 0x84,
    ASM_IMUL = ASM_W | 0x0faf,
    ASM_LEA = ASM_W | 0x8d,
    ASM_BT = ASM_W | 0x0fa3,  /* carry flag <- the bit of the place (a register) that reg says */
    ASM_BTS = ASM_W | 0x0fab, /* the same, and sets the bit; clears it */
    ASM_BTR = ASM_W | 0x0fb3,
    ASM_BSF = ASM_W |
              0x0fbc, /* reg <- the number of the place's lowest bit, of its highest; of 0: zero */
    ASM_BSR = ASM_W | 0x0fbd, /* flag */
    ASM_POPCNT = ASM_W | 0xf30000 | 0x0fb8,
    ASM_CMOVE = ASM_W | 0x0f44,
    ASM_CMOVA = ASM_W | 0x0f47,
    ASM_LOAD = ASM_W | 0x8b,
    ASM_LOAD32U = 0x8b,
    ASM_LOAD32S = ASM_W | 0x63,
    ASM_LOAD16U = 0x0fb7,
    ASM_LOAD16S = ASM_W | 0x0fbf,
    ASM_LOAD8U = ASM_BYTE | 0x0fb6,
    ASM_LOAD8S = ASM_BYTE | ASM_W | 0x0fbe,
    ASM_STORE = ASM_W | 0x89,
    ASM_STORE32 = 0x89,
    ASM_STORE16 = 0x660000 | 0x89,
    ASM_STORE8 = ASM_BYTE | 0x88,
    ASM_MOVAPS = 0x0f28,
    ASM_XORPS = 0x0f57,
    ASM_ADDSD = 0xf20000 | 0x0f58,
    ASM_MULSD = 0xf20000 | 0x0f59,
    ASM_SUBSD = 0xf20000 | 0x0f5c,
    ASM_DIVSD = 0xf20000 | 0x0f5e,
    ASM_SQRTSD = 0xf20000 | 0x0f51,
    ASM_ADDSS = 0xf30000 | 0x0f58,
    ASM_UCOMISD = 0x660000 | 0x0f2e,
    ASM_UCOMISS = 0x0f2e,
    ASM_LOADSD = 0xf20000 | 0x0f10,
    ASM_STORESD = 0xf20000 | 0x0f11,
    ASM_STORESS = 0xf30000 | 0x0f11,
    ASM_CVTSS2SD = 0xf30000 | 0x0f5a,
    ASM_CVTSD2SS = 0xf20000 | 0x0f5a,
    ASM_CVTSI2SD = ASM_W | 0xf20000 | 0x0f2a,
    ASM_CVTSI2SS = ASM_W | 0xf30000 | 0x0f2a,
    ASM_CVTTSD2SI = ASM_W | 0xf20000 | 0x0f2c,
    ASM_TO_XMM = ASM_W | 0x660000 | 0x0f6e,   /* the place is a general register */
    ASM_FROM_XMM = ASM_W | 0x660000 | 0x0f7e, /* the same, and it is the destination */
} AsmOp;

/* Instructions with an immediate and a place: the opcode extension. */
typedef enum AsmImm {
    IMM_ADD = 0,
    IMM_OR = 1,
    IMM_AND = 4,
    IMM_SUB = 5,
    IMM_XOR = 6,
    IMM_CMP = 7
} AsmImm;
typedef enum AsmShift { SHIFT_SHL = 4, SHIFT_SHR = 5, SHIFT_SAR = 7 } AsmShift;
typedef enum AsmUnary {
    UNARY_NOT = 2,
    UNARY_NEG = 3,
    UNARY_MUL = 4,
    UNARY_IMUL = 5,
    UNARY_DIV = 6,
    UNARY_IDIV = 7
} AsmUnary;

/* Condition codes. Flipping the lowest bit negates one. */
typedef enum AsmCond {
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
} AsmCond;

/* The instruction `op` or `what` on a register or an immediate, and a place. */
void asm_op(Buf *code, AsmOp op, Reg reg, Operand place);
void asm_imm(Buf *code, AsmImm what, Operand place, i32 value);
/* reg <- place * value */
void asm_imul_imm(Buf *code, Reg reg, Operand place, i32 value);
/* Shifts reg by `count` bits, or by the count in the lowest 6 bits of CL. */
void asm_shift(Buf *code, AsmShift what, Reg reg, u32 count);
void asm_shift_cl(Buf *code, AsmShift what, Reg reg);
/* NOT and NEG of reg; RDX:RAX <- RAX * reg, unsigned and signed; DIV and IDIV of RDX:RAX by reg,
 * quotient to RAX, remainder to RDX. */
void asm_unary(Buf *code, AsmUnary what, Reg reg);
/* RDX <- the sign of RAX in all bits (CQO). */
void asm_sign_of_rax(Buf *code);
/* All bits of reg <- the carry flag. */
void asm_carry_mask(Buf *code, Reg reg);
/* reg <- reg - 1; sets the flags except carry. */
void asm_dec(Buf *code, Reg reg);
/* reg <- value, in the shortest encoding. Clobbers the flags. */
void asm_const(Buf *code, Reg reg, u64 value);
/* The same, and leaves the flags. */
void asm_move_imm(Buf *code, Reg reg, i32 value);
/* place <- value, all 64 bits of it. */
void asm_store_imm(Buf *code, Operand place, i32 value);
/* The lowest 8 bits of reg <- 1 if the condition holds, else 0. */
void asm_set(Buf *code, AsmCond cond, Reg reg);
void asm_push(Buf *code, Reg reg);
void asm_pop(Buf *code, Reg reg);
/* The beginning of machine code that is called, and its return, with RSP as it was at the
 * beginning. */
void asm_entered(Buf *code);
void asm_ret(Buf *code);
/* The same to a C function, with RAX as the result. */
void asm_ret_to_c(Buf *code);
/* Calls the machine code whose address is in a place. */
void asm_call_place(Buf *code, Operand place);
/* The same of a C function: its arguments are in RDI, RSI, RDX, RCX, its result comes to RAX. RSP
 * is a multiple of 16. */
void asm_call_c(Buf *code, Operand place);
/* A call without a target; returns the offset to pass to asm_set_target. */
u32 asm_call(Buf *code);
/* reg <- an address in this code, without a target yet; returns the same. */
u32 asm_address(Buf *code, Reg reg);
/* A jump, taken if cond holds, without a target yet; returns the same. */
u32 asm_jump(Buf *code, AsmCond cond);
/* Sets the target of the jump, call or address at `from` to the offset `to` of the code. */
void asm_set_target(Buf *code, u32 from, u32 to);

#endif
