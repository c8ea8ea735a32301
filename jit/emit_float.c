/* Emitters of operations on floats. The interpreter defines the results, bit for bit: which NaN a
 * sum keeps, how a conversion rounds or overflows. */
#include "jit/emit.h"

void emit_compare_floats(Translator *t, u32 first, u32 second)
{
    Reg right = emit_float_reg(t, second, XMM1);
    x64_op(t->code, X64_UCOMISD, right, emit_float_source(t, first, XMM0));
}

/* The operands are not commuted: of two NaNs the first is the result. */
void emit_binary_float(Translator *t, u32 op)
{
    Reg to = emit_float_target(t, t->a, XMM0);
    Operand right = emit_float_source(t, t->c, XMM1);
    if (!right.memory && right.reg == to && t->b != t->c)
        to = XMM0;
    emit_load_float(t, to, t->b);
    x64_op(t->code, op, to, right);
    emit_store_float(t, t->a, to);
}

void emit_negate_float(Translator *t, u32 arg)
{
    (void)arg;
    x64_const(t->code, RCX, 1ull << 63);
    emit_load_int(t, RAX, t->b);
    x64_op(t->code, X64_XOR, RAX, in_reg(RCX));
    emit_store_int(t, t->a, RAX);
}

void emit_square_root(Translator *t, u32 arg)
{
    (void)arg;
    Reg to = emit_float_target(t, t->a, XMM0);
    x64_op(t->code, X64_SQRTSD, to, emit_float_source(t, t->b, XMM1));
    emit_store_float(t, t->a, to);
}

void emit_convert_float(Translator *t, X64Op op, Reg to, Operand from)
{
    if (from.memory || from.reg != to)
        x64_op(t->code, X64_XORPS, to, in_reg(to));
    x64_op(t->code, op, to, from);
}

void emit_round_float32(Translator *t, u32 arg)
{
    (void)arg;
    Reg to = emit_float_target(t, t->a, XMM0);
    emit_convert_float(t, X64_CVTSD2SS, XMM1, emit_float_source(t, t->b, XMM0));
    emit_convert_float(t, X64_CVTSS2SD, to, in_reg(XMM1));
    emit_store_float(t, t->a, to);
}

/* Stores a converted float: `convert` makes a float64, or a float32 that is kept as the float64 of
 * the same value. */
static void store_converted(Translator *t, X64Op convert, Reg from)
{
    Reg to = emit_float_target(t, t->a, XMM0);
    /* breaks the dependency on the register's old value */
    x64_op(t->code, X64_XORPS, to, in_reg(to));
    x64_op(t->code, convert, to, in_reg(from));
    if (convert == X64_CVTSI2SS)
        x64_op(t->code, X64_CVTSS2SD, to, in_reg(to));
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
    bool single = convert == X64_CVTSI2SS;
    emit_load_int(t, RAX, t->b);
    x64_op(t->code, X64_TEST, RAX, in_reg(RAX));
    u32 large = x64_jump(t->code, COND_S);
    store_converted(t, convert, RAX);
    u32 done = x64_jump(t->code, COND_ALWAYS);
    emit_bind(t, large);
    x64_op(t->code, X64_LOAD, RCX, in_reg(RAX));
    x64_shift(t->code, SHIFT_SHR, RAX, 1);
    x64_imm(t->code, IMM_AND, in_reg(RCX), 1);
    x64_op(t->code, X64_OR, RAX, in_reg(RCX));
    x64_op(t->code, X64_XORPS, XMM0, in_reg(XMM0));
    x64_op(t->code, convert, XMM0, in_reg(RAX));
    x64_op(t->code, single ? X64_ADDSS : X64_ADDSD, XMM0, in_reg(XMM0));
    if (single)
        x64_op(t->code, X64_CVTSS2SD, XMM0, in_reg(XMM0));
    emit_store_float(t, t->a, XMM0);
    emit_bind(t, done);
}

void emit_float_to_int(Translator *t, u32 arg)
{
    (void)arg;
    Reg to = emit_int_target(t, t->a, RAX);
    x64_op(t->code, X64_CVTTSD2SI, to, emit_float_source(t, t->b, XMM0));
    emit_store_int(t, t->a, to);
}

/* As num_float_to_uint: a value of at least 2^63 is converted after subtracting 2^63. */
void emit_float_to_uint(Translator *t, u32 arg)
{
    (void)arg;
    x64_const(t->code, RAX, 0x43e0000000000000); /* 2^63 */
    x64_op(t->code, X64_TO_XMM, XMM1, in_reg(RAX));
    emit_load_float(t, XMM0, t->b);
    x64_op(t->code, X64_UCOMISD, XMM1, in_reg(XMM0));
    u32 below = x64_jump(t->code, COND_A);
    x64_op(t->code, X64_SUBSD, XMM0, in_reg(XMM1));
    x64_op(t->code, X64_CVTTSD2SI, RAX, in_reg(XMM0));
    x64_const(t->code, RCX, 1ull << 63);
    x64_op(t->code, X64_OR, RAX, in_reg(RCX));
    u32 done = x64_jump(t->code, COND_ALWAYS);
    emit_bind(t, below);
    x64_op(t->code, X64_CVTTSD2SI, RAX, in_reg(XMM0));
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
    x64_set(t->code, cond, RAX);
    x64_set(t->code, cond == COND_E ? COND_NP : COND_P, RCX);
    x64_op(t->code, cond == COND_E ? X64_AND : X64_OR, RAX, in_reg(RCX));
    x64_imm(t->code, IMM_AND, in_reg(RAX), 1);
    emit_store_int(t, t->a, RAX);
}
