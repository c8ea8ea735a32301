/* Emitters of integer operations. */
#include "jit/emit.h"

/* `to` <- R[slot] op value */
static void with_imm(Translator *t, AsmOp op, Reg to, u32 slot, i32 value)
{
    if (op == ASM_IMUL) {
        asm_imul_imm(t->code, to, emit_int_source(t, slot, RCX), value);
        return;
    }
    emit_load_int(t, to, slot);
    asm_imm(t->code, (AsmImm)((op & 0xff) >> 3), in_reg(to), value); /* the same operations */
}

/* R[A] <- R[B] op R[C] */
static void binary(Translator *t, AsmOp op, bool commutes)
{
    i32 value;
    u32 constant = commutes && emit_slot_is(t, t->b, HOME_CONST) ? t->b : t->c;
    if (emit_is_const(t, constant, &value)) {
        Reg target = emit_int_target(t, t->a, RAX);
        with_imm(t, op, target, constant == t->b ? t->c : t->b, value);
        emit_store_int(t, t->a, target);
        return;
    }
    Reg to = emit_int_target(t, t->a, RAX);
    u32 first = t->b, second = t->c;
    if (emit_slot_is(t, second, HOME_GENERAL) && emit_home(t, second)->reg == to &&
        first != second) {
        if (commutes) {
            first = t->c;
            second = t->b;
        } else {
            to = RAX;
        }
    }
    Operand right = emit_int_source(t, second, RCX);
    emit_load_int(t, to, first);
    asm_op(t->code, op, to, right);
    emit_store_int(t, t->a, to);
}

void emit_commutative(Translator *t, u32 op)
{
    binary(t, op, true);
}

void emit_ordered(Translator *t, u32 op)
{
    binary(t, op, false);
}

void emit_and_not(Translator *t, u32 arg)
{
    (void)arg;
    emit_load_int(t, RCX, t->c);
    asm_unary(t->code, UNARY_NOT, RCX);
    emit_load_int(t, RAX, t->b);
    asm_op(t->code, ASM_AND, RAX, in_reg(RCX));
    emit_store_int(t, t->a, RAX);
}

void emit_add_imm(Translator *t, u32 arg)
{
    (void)arg;
    i32 value = (i16)t->in.c;
    Reg to = emit_int_target(t, t->a, RAX), from = emit_int_reg(t, t->b, RAX);
    if (to == from)
        asm_imm(t->code, IMM_ADD, in_reg(to), value);
    else
        asm_op(t->code, ASM_LEA, to, at(from, value));
    emit_store_int(t, t->a, to);
}

void emit_mul_imm(Translator *t, u32 arg)
{
    (void)arg;
    Reg to = emit_int_target(t, t->a, RAX);
    asm_imul_imm(t->code, to, emit_int_source(t, t->b, RCX), (i16)t->in.c);
    emit_store_int(t, t->a, to);
}

void emit_and_imm(Translator *t, u32 arg)
{
    (void)arg;
    Reg to = emit_int_target(t, t->a, RAX);
    emit_load_int(t, to, t->b);
    asm_imm(t->code, IMM_AND, in_reg(to), (i16)t->in.c);
    emit_store_int(t, t->a, to);
}

void emit_not_bool(Translator *t, u32 arg)
{
    (void)arg;
    Reg to = emit_int_target(t, t->a, RAX);
    emit_load_int(t, to, t->b);
    asm_imm(t->code, IMM_XOR, in_reg(to), 1);
    emit_store_int(t, t->a, to);
}

void emit_unary(Translator *t, u32 what)
{
    Reg to = emit_int_target(t, t->a, RAX);
    emit_load_int(t, to, t->b);
    asm_unary(t->code, what, to);
    emit_store_int(t, t->a, to);
}

/* R[A] <- R[B] shifted by a constant. */
static void shift_const(Translator *t, AsmShift what, u32 count)
{
    Reg to = emit_int_target(t, t->a, RAX);
    emit_load_int(t, to, t->b);
    asm_shift(t->code, what, to, count);
    emit_store_int(t, t->a, to);
}

void emit_shift_imm(Translator *t, u32 what)
{
    shift_const(t, what, t->in.c & 63);
}

/* Shifting by 64 bits or more gives 0, whereas the processor masks the count. */
void emit_shift(Translator *t, u32 what)
{
    i32 count;
    if (emit_is_const(t, t->c, &count)) {
        if ((u32)count < 64)
            shift_const(t, what, (u32)count);
        else
            emit_store_const(t, t->a, 0);
        return;
    }
    emit_load_int(t, RCX, t->c);
    emit_load_int(t, RAX, t->b);
    asm_shift_cl(t->code, what, RAX);
    asm_imm(t->code, IMM_CMP, in_reg(RCX), 64);
    asm_carry_mask(t->code, RDX);
    asm_op(t->code, ASM_AND, RAX, in_reg(RDX));
    emit_store_int(t, t->a, RAX);
}

void emit_shift_signed(Translator *t, u32 arg)
{
    i32 count;
    (void)arg;
    if (emit_is_const(t, t->c, &count)) {
        shift_const(t, SHIFT_SAR, (u32)count < 63 ? (u32)count : 63);
        return;
    }
    emit_load_int(t, RCX, t->c);
    asm_const(t->code, RDX, 63);
    asm_op(t->code, ASM_CMP, RCX, in_reg(RDX));
    asm_op(t->code, ASM_CMOVA, RCX, in_reg(RDX));
    emit_load_int(t, RAX, t->b);
    asm_shift_cl(t->code, SHIFT_SAR, RAX);
    emit_store_int(t, t->a, RAX);
}

/* Divides RDX:RAX by RCX and stores the quotient or the remainder. */
static void divide_by_rcx(Translator *t, AsmUnary what, Reg result)
{
    if (what == UNARY_IDIV)
        asm_sign_of_rax(t->code);
    else
        asm_const(t->code, RDX, 0);
    asm_unary(t->code, what, RCX);
    emit_store_int(t, t->a, result);
}

/* RDX <- RCX / divisor, toward zero, by a multiplication [GRANLUND94, figure 5.2]: with
 * 2^(shift + 1) the least power of 2 that is not below the divisor, the quotient is the product of
 * the number and 2^(64 + shift) / divisor, rounded up, shifted right. The factor less 2^64 fits in
 * 64 bits, so the number is added to the upper half of the product. */
static void divide_rcx(Translator *t, u64 divisor)
{
    u32 shift = divisor > 1 ? 63 - (u32)__builtin_clzll(divisor - 1) : 0;
    u64 factor = (u64)((((unsigned __int128)1 << 64 << shift) / divisor) + 1);
    asm_const(t->code, RAX, factor);
    asm_unary(t->code, UNARY_IMUL, RCX);
    asm_op(t->code, ASM_ADD, RDX, in_reg(RCX));
    if (shift)
        asm_shift(t->code, SHIFT_SAR, RDX, shift);
    asm_op(t->code, ASM_LOAD, RAX, in_reg(RCX));
    asm_shift(t->code, SHIFT_SAR, RAX, 63);
    asm_op(t->code, ASM_SUB, RDX, in_reg(RAX)); /* rounded down before */
}

/* RDX <- RCX / divisor, unsigned, by a multiplication [GRANLUND94, figure 4.1]; the divisor is no
 * power of 2. */
static void divide_rcx_unsigned(Translator *t, u64 divisor)
{
    u32 shift = 63 - (u32)__builtin_clzll(divisor - 1);
    u64 factor = (u64)((((unsigned __int128)1 << 64) * ((2ull << shift) - divisor)) / divisor + 1);
    asm_const(t->code, RAX, factor);
    asm_unary(t->code, UNARY_MUL, RCX);
    asm_op(t->code, ASM_LOAD, RAX, in_reg(RCX));
    asm_op(t->code, ASM_SUB, RAX, in_reg(RDX));
    asm_shift(t->code, SHIFT_SHR, RAX, 1);
    asm_op(t->code, ASM_ADD, RDX, in_reg(RAX));
    asm_shift(t->code, SHIFT_SHR, RDX, shift);
}

/* R[A] <- RDX, the quotient of RCX and the divisor, or the remainder. */
static void store_divided(Translator *t, u32 result, i32 divisor)
{
    if (result == RDX) { /* the remainder */
        asm_imul_imm(t->code, RAX, in_reg(RDX), divisor);
        asm_op(t->code, ASM_SUB, RCX, in_reg(RAX));
    }
    emit_store_int(t, t->a, result == RDX ? RCX : RDX);
}

static bool is_power(i32 value)
{
    return !(value & (value - 1));
}

void emit_divide_unsigned(Translator *t, u32 result)
{
    i32 divisor;
    if (emit_is_const(t, t->c, &divisor) && divisor > 0 && !is_power(divisor)) {
        emit_load_int(t, RCX, t->b);
        divide_rcx_unsigned(t, (u64)divisor);
        store_divided(t, result, divisor);
        return;
    }
    emit_load_int(t, RCX, t->c);
    asm_op(t->code, ASM_TEST, RCX, in_reg(RCX));
    emit_leave_if(t, COND_E);
    emit_load_int(t, RAX, t->b);
    divide_by_rcx(t, UNARY_DIV, result);
}

/* Division by -1 is a case of its own: the processor faults on the most negative number. */
void emit_divide(Translator *t, u32 result)
{
    i32 divisor;
    if (emit_is_const(t, t->c, &divisor) && divisor > 0) {
        emit_load_int(t, RCX, t->b);
        divide_rcx(t, (u64)divisor);
        store_divided(t, result, divisor);
        return;
    }
    emit_load_int(t, RCX, t->c);
    asm_op(t->code, ASM_TEST, RCX, in_reg(RCX));
    emit_leave_if(t, COND_E);
    emit_load_int(t, RAX, t->b);
    asm_imm(t->code, IMM_CMP, in_reg(RCX), -1);
    u32 usual = asm_jump(t->code, COND_NE);
    if (result == RAX)
        asm_unary(t->code, UNARY_NEG, RAX);
    else
        asm_const(t->code, RDX, 0);
    emit_store_int(t, t->a, result);
    u32 done = asm_jump(t->code, COND_ALWAYS);
    emit_bind(t, usual);
    divide_by_rcx(t, UNARY_IDIV, result);
    emit_bind(t, done);
}

void emit_divide_imm(Translator *t, u32 result)
{
    i16 divisor = (i16)t->in.c;
    CHECK(divisor > 0);
    emit_load_int(t, RCX, t->b);
    divide_rcx(t, (u64)divisor);
    store_divided(t, result, divisor);
}

/* RAX <- R[B], adjusted so that an arithmetic shift right by imm divides rounding toward zero (as
 * num_toward_zero). */
static void toward_zero(Translator *t)
{
    emit_load_int(t, RAX, t->b);
    asm_op(t->code, ASM_LOAD, RDX, in_reg(RAX));
    asm_shift(t->code, SHIFT_SAR, RDX, 63);
    asm_shift(t->code, SHIFT_SHR, RDX, 64 - t->in.c);
    asm_op(t->code, ASM_ADD, RAX, in_reg(RDX));
}

void emit_divide_power(Translator *t, u32 arg)
{
    (void)arg;
    toward_zero(t);
    asm_shift(t->code, SHIFT_SAR, RAX, t->in.c);
    emit_store_int(t, t->a, RAX);
}

void emit_remainder_power(Translator *t, u32 arg)
{
    (void)arg;
    toward_zero(t);
    asm_shift(t->code, SHIFT_SHR, RAX, t->in.c);
    asm_shift(t->code, SHIFT_SHL, RAX, t->in.c);
    emit_load_int(t, RCX, t->b);
    asm_op(t->code, ASM_SUB, RCX, in_reg(RAX));
    emit_store_int(t, t->a, RCX);
}

void emit_convert_int(Translator *t, u32 op)
{
    Reg to = emit_int_target(t, t->a, RAX);
    asm_op(t->code, op, to, in_reg(emit_int_reg(t, t->b, RCX)));
    emit_store_int(t, t->a, to);
}

void emit_check_shift(Translator *t, u32 arg)
{
    (void)arg;
    Reg reg = emit_int_reg(t, t->a, RAX);
    asm_op(t->code, ASM_TEST, reg, in_reg(reg));
    emit_leave_if(t, COND_S);
}

void emit_store_cond(Translator *t, AsmCond cond)
{
    asm_set(t->code, cond, RAX);
    Reg to = emit_int_target(t, t->a, RAX);
    asm_op(t->code, ASM_LOAD8U, to, in_reg(RAX));
    emit_store_int(t, t->a, to);
}

void emit_compare_ints(Translator *t, u32 first, u32 second)
{
    i32 value;
    if (emit_is_const(t, second, &value))
        asm_imm(t->code, IMM_CMP, emit_int_source(t, first, RAX), value);
    else
        asm_op(t->code, ASM_CMP, emit_int_reg(t, first, RAX), emit_int_source(t, second, RCX));
}

void emit_compare(Translator *t, u32 cond)
{
    emit_compare_ints(t, t->b, t->c);
    emit_store_cond(t, cond);
}
