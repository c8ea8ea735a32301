/* The encoder for x86-64. */
#include "jit/asm.h"

#ifndef __aarch64__

#include <string.h>

static void byte(Buf *code, u32 value)
{
    buf_putc(code, (char)value);
}

static void imm32(Buf *code, i32 value)
{
    buf_add(code, (const char *)&value, sizeof value);
}

static bool is_byte(i32 value)
{
    return value >= -128 && value <= 127;
}

/* The bytes after the opcode: ModRM, and SIB and a displacement where needed. A base register with
 * the low bits of RSP needs a SIB byte; RBP and R13 need a displacement. */
static void modrm(Buf *code, u32 reg, Operand p)
{
    CHECK(!p.memory || (p.scale <= 3 && p.index != RSP));
    reg = (reg & 7) << 3;
    if (!p.memory) {
        byte(code, 0xc0 | reg | (p.reg & 7));
        return;
    }
    u32 base = p.base & 7;
    u32 mode = p.disp == 0 && base != RBP ? 0 : is_byte(p.disp) ? 0x40 : 0x80;
    if (p.index != NO_REG || base == RSP) {
        u32 index = p.index == NO_REG ? RSP : p.index & 7u;
        byte(code, mode | reg | RSP);
        byte(code, (u32)p.scale << 6 | index << 3 | base);
    } else {
        byte(code, mode | reg | base);
    }
    if (mode == 0x40)
        byte(code, (u32)p.disp);
    else if (mode == 0x80)
        imm32(code, p.disp);
}

/* Prefixes and opcode. REX is emitted only if needed. */
static void opcode(Buf *code, u32 op, u32 reg, Operand p)
{
    u32 prefix = op >> 16 & 0xff, rex = 0;
    if (prefix)
        byte(code, prefix);
    if (op & ASM_W)
        rex |= 0x48;
    if (reg & 8)
        rex |= 0x44;
    if (p.memory) {
        if (p.index != NO_REG && p.index & 8)
            rex |= 0x42;
        if (p.base & 8)
            rex |= 0x41;
    } else if (p.reg & 8) {
        rex |= 0x41;
    }
    /* Without REX, the numbers 4 to 7 of byte registers mean AH to BH. */
    if (op & ASM_BYTE && (reg >= 4 || (!p.memory && p.reg >= 4)))
        rex |= 0x40;
    if (rex)
        byte(code, rex);
    if ((op & 0xff00) == 0x0f00)
        byte(code, 0x0f);
    byte(code, op & 0xff);
}

void asm_op(Buf *code, AsmOp op, Reg reg, Operand place)
{
    CHECK(reg < XMM_COUNT && (place.memory ? place.base : place.reg) < XMM_COUNT);
    opcode(code, op, reg, place);
    modrm(code, reg, place);
}

void asm_imm(Buf *code, AsmImm what, Operand place, i32 value)
{
    opcode(code, ASM_W | (is_byte(value) ? 0x83 : 0x81), 0, place);
    modrm(code, what, place);
    if (is_byte(value))
        byte(code, (u32)value);
    else
        imm32(code, value);
}

void asm_imul_imm(Buf *code, Reg reg, Operand place, i32 value)
{
    opcode(code, ASM_W | 0x69, reg, place);
    modrm(code, reg, place);
    imm32(code, value);
}

void asm_shift(Buf *code, AsmShift what, Reg reg, u32 count)
{
    CHECK(count < 64 && reg < XMM_COUNT);
    opcode(code, ASM_W | 0xc1, 0, in_reg(reg));
    modrm(code, what, in_reg(reg));
    byte(code, count);
}

void asm_shift_cl(Buf *code, AsmShift what, Reg reg)
{
    opcode(code, ASM_W | 0xd3, 0, in_reg(reg));
    modrm(code, what, in_reg(reg));
}

void asm_unary(Buf *code, AsmUnary what, Reg reg)
{
    opcode(code, ASM_W | 0xf7, 0, in_reg(reg));
    modrm(code, what, in_reg(reg));
}

void asm_sign_of_rax(Buf *code)
{
    byte(code, 0x48);
    byte(code, 0x99);
}

void asm_carry_mask(Buf *code, Reg reg)
{
    asm_op(code, (AsmOp)(ASM_W | 0x1b), reg, in_reg(reg)); /* reg - reg - carry */
}

void asm_dec(Buf *code, Reg reg)
{
    opcode(code, ASM_W | 0xff, 0, in_reg(reg));
    modrm(code, 1, in_reg(reg));
}

void asm_const(Buf *code, Reg reg, u64 value)
{
    if (value == 0) {
        opcode(code, 0x33, reg, in_reg(reg));
        modrm(code, reg, in_reg(reg));
    } else if (value <= UINT32_MAX) {
        opcode(code, 0xb8 | (reg & 7u), 0, in_reg(reg));
        imm32(code, (i32)(u32)value);
    } else if ((i64)value == (i32)value) {
        opcode(code, ASM_W | 0xc7, 0, in_reg(reg));
        modrm(code, 0, in_reg(reg));
        imm32(code, (i32)value);
    } else {
        opcode(code, ASM_W | 0xb8 | (reg & 7u), 0, in_reg(reg));
        buf_add(code, (const char *)&value, sizeof value);
    }
}

void asm_store_imm(Buf *code, Operand place, i32 value)
{
    opcode(code, ASM_W | 0xc7, 0, place);
    modrm(code, 0, place);
    imm32(code, value);
}

void asm_move_imm(Buf *code, Reg reg, i32 value)
{
    if (value < 0) {
        asm_store_imm(code, in_reg(reg), value);
        return;
    }
    opcode(code, 0xb8 | (reg & 7u), 0, in_reg(reg));
    imm32(code, value);
}

void asm_set(Buf *code, AsmCond cond, Reg reg)
{
    opcode(code, ASM_BYTE | 0x0f90 | cond, 0, in_reg(reg));
    modrm(code, 0, in_reg(reg));
}

void asm_push(Buf *code, Reg reg)
{
    opcode(code, 0x50 | (reg & 7u), 0, in_reg(reg));
}

void asm_pop(Buf *code, Reg reg)
{
    opcode(code, 0x58 | (reg & 7u), 0, in_reg(reg));
}

void asm_entered(Buf *code)
{
    (void)code; /* the call has put the return address on the stack */
}

void asm_ret(Buf *code)
{
    byte(code, 0xc3);
}

void asm_ret_to_c(Buf *code)
{
    asm_ret(code);
}

void asm_call_place(Buf *code, Operand place)
{
    opcode(code, 0xff, 0, place);
    modrm(code, 2, place);
}

void asm_call_c(Buf *code, Operand place)
{
    asm_call_place(code, place);
}

u32 asm_call(Buf *code)
{
    byte(code, 0xe8);
    imm32(code, 0);
    return code->len - 4;
}

u32 asm_address(Buf *code, Reg reg)
{
    opcode(code, ASM_LEA, reg, in_reg(RBP)); /* RIP-relative: from the next instruction on */
    byte(code, (reg & 7u) << 3 | RBP);
    imm32(code, 0);
    return code->len - 4;
}

u32 asm_jump(Buf *code, AsmCond cond)
{
    if (cond == COND_ALWAYS) {
        byte(code, 0xe9);
    } else {
        byte(code, 0x0f);
        byte(code, 0x80 | cond);
    }
    imm32(code, 0);
    return code->len - 4;
}

void asm_set_target(Buf *code, u32 from, u32 to)
{
    CHECK(from + 4 <= code->len && to <= code->len);
    i32 distance = (i32)(to - (from + 4));
    memcpy(code->data + from, &distance, sizeof distance);
}

#endif
