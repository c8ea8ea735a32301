/* Emitters of operations on floats. The interpreter defines the results, bit for bit: which NaN a
 * sum keeps, how a conversion rounds or overflows. */
#include "jit/emit.h"

void emit_compare_floats(Translator *t, u32 first, u32 second)
{
    Reg right = emit_float_reg(t, second, XMM1);
    asm_op(t->code, ASM_UCOMISD, right, emit_float_source(t, first, XMM0));
}

/* The operands are not commuted: of two NaNs the first is the result. */
void emit_binary_float(Translator *t, u32 op)
{
    Reg to = emit_float_target(t, t->a, XMM0);
    Operand right = emit_float_source(t, t->c, XMM1);
    if (!right.memory && right.reg == to && t->b != t->c)
        to = XMM0;
    emit_load_float(t, to, t->b);
    asm_op(t->code, op, to, right);
    emit_store_float(t, t->a, to);
}

void emit_negate_float(Translator *t, u32 arg)
{
    (void)arg;
    asm_const(t->code, RCX, 1ull << 63);
    emit_load_int(t, RAX, t->b);
    asm_op(t->code, ASM_XOR, RAX, in_reg(RCX));
    emit_store_int(t, t->a, RAX);
}

void emit_square_root(Translator *t, u32 arg)
{
    (void)arg;
    Reg to = emit_float_target(t, t->a, XMM0);
    asm_op(t->code, ASM_SQRTSD, to, emit_float_source(t, t->b, XMM1));
    emit_store_float(t, t->a, to);
}

void emit_convert_float(Translator *t, AsmOp op, Reg to, Operand from)
{
    if (from.memory || from.reg != to)
        asm_op(t->code, ASM_XORPS, to, in_reg(to));
    asm_op(t->code, op, to, from);
}

void emit_round_float32(Translator *t, u32 arg)
{
    (void)arg;
    Reg to = emit_float_target(t, t->a, XMM0);
    emit_convert_float(t, ASM_CVTSD2SS, XMM1, emit_float_source(t, t->b, XMM0));
    emit_convert_float(t, ASM_CVTSS2SD, to, in_reg(XMM1));
    emit_store_float(t, t->a, to);
}

/* Stores a converted float: `convert` makes a float64, or a float32 that is kept as the float64 of
 * the same value. */
static void store_converted(Translator *t, AsmOp convert, Reg from)
{
    Reg to = emit_float_target(t, t->a, XMM0);
    /* breaks the dependency on the register's old value */
    asm_op(t->code, ASM_XORPS, to, in_reg(to));
    asm_op(t->code, convert, to, in_reg(from));
    if (convert == ASM_CVTSI2SS)
        asm_op(t->code, ASM_CVTSS2SD, to, in_reg(to));
    emit_store_float(t, t->a, to);
}

void emit_int_to_float(Translator *t, u32 convert)
{
    store_converted(t, convert, emit_int_reg(t, t->b, RAX));
}

/* A number above the signed range is halved, keeping the lost bit so that it rounds correctly,
 * converted, and doubled. */
void emit_uint_to_float(Translator *t, u32 convert)
{
    bool single = convert == ASM_CVTSI2SS;
    emit_load_int(t, RAX, t->b);
    asm_op(t->code, ASM_TEST, RAX, in_reg(RAX));
    u32 large = asm_jump(t->code, COND_S);
    store_converted(t, convert, RAX);
    u32 done = asm_jump(t->code, COND_ALWAYS);
    emit_bind(t, large);
    asm_op(t->code, ASM_LOAD, RCX, in_reg(RAX));
    asm_shift(t->code, SHIFT_SHR, RAX, 1);
    asm_imm(t->code, IMM_AND, in_reg(RCX), 1);
    asm_op(t->code, ASM_OR, RAX, in_reg(RCX));
    asm_op(t->code, ASM_XORPS, XMM0, in_reg(XMM0));
    asm_op(t->code, convert, XMM0, in_reg(RAX));
    asm_op(t->code, single ? ASM_ADDSS : ASM_ADDSD, XMM0, in_reg(XMM0));
    if (single)
        asm_op(t->code, ASM_CVTSS2SD, XMM0, in_reg(XMM0));
    emit_store_float(t, t->a, XMM0);
    emit_bind(t, done);
}

void emit_float_to_int(Translator *t, u32 arg)
{
    (void)arg;
    Reg to = emit_int_target(t, t->a, RAX);
    asm_op(t->code, ASM_CVTTSD2SI, to, emit_float_source(t, t->b, XMM0));
    emit_store_int(t, t->a, to);
}

/* As num_float_to_uint: a value of at least 2^63 is converted after subtracting 2^63. */
void emit_float_to_uint(Translator *t, u32 arg)
{
    (void)arg;
    asm_const(t->code, RAX, 0x43e0000000000000); /* 2^63 */
    asm_op(t->code, ASM_TO_XMM, XMM1, in_reg(RAX));
    emit_load_float(t, XMM0, t->b);
    asm_op(t->code, ASM_UCOMISD, XMM1, in_reg(XMM0));
    u32 below = asm_jump(t->code, COND_A);
    asm_op(t->code, ASM_SUBSD, XMM0, in_reg(XMM1));
    asm_op(t->code, ASM_CVTTSD2SI, RAX, in_reg(XMM0));
    asm_const(t->code, RCX, 1ull << 63);
    asm_op(t->code, ASM_OR, RAX, in_reg(RCX));
    u32 done = asm_jump(t->code, COND_ALWAYS);
    emit_bind(t, below);
    asm_op(t->code, ASM_CVTTSD2SI, RAX, in_reg(XMM0));
    emit_bind(t, done);
    emit_store_int(t, t->a, RAX);
}

void emit_compare_float(Translator *t, u32 cond)
{
    emit_compare_floats(t, t->b, t->c);
    emit_store_cond(t, cond);
}

/* Equal, and ordered: false if one is a NaN. */
void emit_compare_float_equal(Translator *t, u32 cond)
{
    emit_compare_floats(t, t->b, t->c);
    asm_set(t->code, cond, RAX);
    asm_set(t->code, cond == COND_E ? COND_NP : COND_P, RCX);
    asm_op(t->code, cond == COND_E ? ASM_AND : ASM_OR, RAX, in_reg(RCX));
    asm_imm(t->code, IMM_AND, in_reg(RAX), 1);
    emit_store_int(t, t->a, RAX);
}
