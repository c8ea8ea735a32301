/* Emitters of memory accesses: fields, globals, slices, strings, closures. Each exits to the
 * interpreter before a fault (nil, index out of range), which then raises it. */
#include "jit/emit.h"

/* R[slot] <- the value at `from`, loaded by op. A float32 clobbers RAX. */
static void load_place(Translator *t, u32 slot, AsmOp op, Operand from)
{
    if (op == ASM_CVTSS2SD || (op == ASM_LOAD && emit_home_after(t, slot)->kind == HOME_XMM)) {
        Reg to = emit_float_target(t, slot, XMM0);
        if (op == ASM_LOAD)
            asm_op(t->code, ASM_LOADSD, to, from);
        else
            emit_widen_float32(t, slot, to, from);
        emit_store_float(t, slot, to);
    } else {
        Reg to = emit_int_target(t, slot, RAX);
        asm_op(t->code, op, to, from);
        emit_store_int(t, slot, to);
    }
}

/* Stores R[slot] to `to` by op. Clobbers RAX unless the slot has a register. */
static void store_place(Translator *t, u32 slot, AsmOp op, Operand to)
{
    i32 value;
    if (op == ASM_STORESS) {
        emit_narrow_float32(t, slot);
        asm_op(t->code, op, XMM1, to);
    } else if (op == ASM_STORE && emit_slot_is(t, slot, HOME_XMM)) {
        asm_op(t->code, ASM_STORESD, emit_home(t, slot)->reg, to);
    } else if (op == ASM_STORE && emit_is_const(t, slot, &value)) {
        asm_store_imm(t->code, to, value);
    } else {
        asm_op(t->code, op, emit_int_reg(t, slot, RAX), to);
    }
}

/* The pointer in a slot, checked not to be nil unless that is known, in a register. */
static Reg checked_pointer(Translator *t, u32 slot)
{
    Reg reg = emit_int_reg(t, slot, RDX);
    if (row_has(t->pointers, slot))
        return reg;
    asm_op(t->code, ASM_TEST, reg, in_reg(reg));
    emit_leave_if(t, COND_E);
    row_add(t->pointers, slot);
    return reg;
}

void emit_load_field(Translator *t, u32 op)
{
    Reg pointer = checked_pointer(t, t->b);
    load_place(t, t->a, op, emit_observed(t, at(pointer, t->in.c)));
}

void emit_store_field(Translator *t, u32 op)
{
    Reg pointer = checked_pointer(t, t->a);
    store_place(t, t->b, op, emit_observed(t, at(pointer, t->in.c)));
}

/* Whether the base of the place is the home of one of the `count` slots from R[A] on, other than
 * the last. */
static bool overwrites(const Translator *t, Operand place, u32 count)
{
    for (u32 i = 0; i + 1 < count; i++) {
        const Home *home = emit_home_after(t, t->a + i);
        if (home->kind == HOME_GENERAL && home->reg == place.base)
            return true;
    }
    return false;
}

/* RDX <- the address of `place`, after the check of an observed access. */
static void observed_to_rdx(Translator *t, Operand place)
{
    place = emit_observed(t, place);
    if (place.base != RDX || place.index != NO_REG || place.disp)
        asm_op(t->code, ASM_LEA, RDX, place);
}

/* Loads `count` words at the place into slots from R[A] on, none of which has its base as home. */
static void load_words(Translator *t, Operand place, u32 count)
{
    for (u32 i = 0; i < count; i++)
        load_place(t, t->a + i, ASM_LOAD, displaced(place, (i32)i * 8));
}

static void store_words(Translator *t, Operand place, u32 slot, u32 count)
{
    for (u32 i = 0; i < count; i++)
        store_place(t, slot + i, ASM_STORE, displaced(place, (i32)i * 8));
}

/* How many words the instruction is about: those that its rule says, or, for 0, all of its type. */
static u32 word_count(const Translator *t, u32 count)
{
    return count ? count : site_type(t->unit, t->site)->slots;
}

void emit_load_fields(Translator *t, u32 count)
{
    Operand place = emit_observed(t, at(checked_pointer(t, t->b), t->in.c));
    count = word_count(t, count);
    if (overwrites(t, place, count)) {
        asm_op(t->code, ASM_LEA, RDX, place);
        place = at(RDX, 0);
    }
    load_words(t, place, count);
}

void emit_store_fields(Translator *t, u32 count)
{
    Operand place = emit_observed(t, at(checked_pointer(t, t->a), t->in.c));
    store_words(t, place, t->b, word_count(t, count));
}

void emit_check_nil(Translator *t, u32 arg)
{
    (void)arg;
    checked_pointer(t, t->a);
}

void emit_field_address(Translator *t, u32 arg)
{
    (void)arg;
    Reg to = emit_int_target(t, t->a, RAX);
    asm_op(t->code, ASM_LEA, to, at(checked_pointer(t, t->b), t->in.c));
    emit_store_int(t, t->a, to);
}

static void globals_to_rdx(Translator *t)
{
    asm_op(t->code, ASM_LOAD, RDX, at(REG_STATE, offsetof(JitState, globals)));
}

/* The offset of a global may need all 32 bits. */
static Operand global_place(Translator *t)
{
    globals_to_rdx(t);
    if (instr_k(t->in) <= INT32_MAX)
        return at(RDX, (i32)instr_k(t->in));
    asm_const(t->code, RCX, instr_k(t->in));
    return at_index(RDX, RCX, 0);
}

void emit_load_global(Translator *t, u32 arg)
{
    (void)arg;
    load_place(t, t->a, ASM_LOAD, emit_observed(t, global_place(t)));
}

void emit_store_global(Translator *t, u32 arg)
{
    (void)arg;
    store_place(t, t->a, ASM_STORE, emit_observed(t, global_place(t)));
}

void emit_global_address(Translator *t, u32 arg)
{
    (void)arg;
    asm_op(t->code, ASM_LEA, RAX, global_place(t));
    emit_store_int(t, t->a, RAX);
}

/* Parts of structs in registers. Those of which parts are stored have their home in memory
 * (CLASS_MEMORY). */
void emit_load_part(Translator *t, u32 op)
{
    Operand place = emit_int_source(t, t->b, RCX);
    CHECK(t->in.c < sizeof(u64));
    if (place.memory) {
        load_place(t, t->a, op, displaced(place, t->in.c));
        return;
    }
    asm_op(t->code, ASM_LOAD, RAX, place);
    if (t->in.c)
        asm_shift(t->code, SHIFT_SHR, RAX, t->in.c * 8u);
    if (op == ASM_CVTSS2SD)
        asm_op(t->code, ASM_TO_XMM, XMM0, in_reg(RAX));
    load_place(t, t->a, op, in_reg(op == ASM_CVTSS2SD ? XMM0 : RAX));
}

void emit_store_part(Translator *t, u32 op)
{
    store_place(t, t->b, op, at(RDI, (i32)(t->a * 8 + t->in.c)));
}

void emit_captured(Translator *t, u32 arg)
{
    (void)arg;
    Reg closure = emit_int_reg(t, t->b, RDX);
    load_place(t, t->a, ASM_LOAD, at(closure, (i32)(offsetof(Closure, slots) + t->in.c * 8)));
}

void emit_all_captured(Translator *t, u32 arg)
{
    (void)arg;
    Reg closure = emit_int_reg(t, t->b, RCX);
    asm_op(t->code, ASM_LEA, RDX, at(closure, offsetof(Closure, slots)));
    load_words(t, at(RDX, 0), t->in.c);
}

static bool fits_i32(u64 value)
{
    return value <= INT32_MAX;
}

/* Whether the index in R[C] is a constant so that its element's offset fits. */
static bool is_const_index(Translator *t, u64 size, i32 *index)
{
    return emit_is_const(t, t->c, index) && *index >= 0 && fits_i32((u64)*index * size);
}

/* Exits unless the constant is an index of the slice in R[B..]. */
static void check_const_index(Translator *t, i32 index)
{
    asm_imm(t->code, IMM_CMP, emit_int_source(t, t->b + 1, RAX), index);
    emit_leave_if(t, COND_BE);
}

/* The index in R[C], checked against the length of the slice in R[B..], in a register (RCX unless
 * it has a home). */
static Reg checked_index(Translator *t)
{
    Reg index = emit_int_reg(t, t->c, RCX);
    asm_op(t->code, ASM_CMP, index, emit_int_source(t, t->b + 1, RAX));
    emit_leave_if(t, COND_AE);
    return index;
}

/* The element of 1 << scale bytes. Elements of a string are not observed. */
static Operand element(Translator *t, u32 scale)
{
    i32 value;
    if (is_const_index(t, 1u << scale, &value)) {
        check_const_index(t, value);
        return at(emit_int_reg(t, t->b, RDX), value << scale);
    }
    Reg index = checked_index(t);
    return at_index(emit_int_reg(t, t->b, RDX), index, scale);
}

#define ELEMENT_OP(arg) ((AsmOp)((arg)&0xf0ffffff))
#define ELEMENT_SCALE(arg) ((arg) >> 24 & 15)

void emit_load_element(Translator *t, u32 arg)
{
    load_place(t, t->a, ELEMENT_OP(arg), emit_observed(t, element(t, ELEMENT_SCALE(arg))));
}

void emit_store_element(Translator *t, u32 arg)
{
    store_place(t, t->a, ELEMENT_OP(arg), emit_observed(t, element(t, ELEMENT_SCALE(arg))));
}

void emit_add_scaled(Translator *t, Reg to, Reg base, Reg index, u32 size)
{
    for (u32 scale = 0; scale <= 3; scale++) {
        u32 rest = size >> scale;
        if (rest << scale != size || !(rest == 1 || rest == 3 || rest == 5 || rest == 9))
            continue;
        if (rest > 1) {
            asm_op(t->code, ASM_LEA, RCX, at_index(index, index, (u32)__builtin_ctz(rest - 1)));
            index = RCX;
        }
        asm_op(t->code, ASM_LEA, to, at_index(base, index, scale));
        return;
    }
    if (size && !(size & (size - 1))) {
        asm_op(t->code, ASM_LOAD, RCX, in_reg(index));
        asm_shift(t->code, SHIFT_SHL, RCX, (u32)__builtin_ctz(size));
    } else {
        asm_imul_imm(t->code, RCX, in_reg(index), (i32)size);
    }
    asm_op(t->code, ASM_LEA, to, at_index(base, RCX, 0));
}

/* `to` <- the address of the element of `size` bytes. */
static void element_to(Translator *t, Reg to, u32 size)
{
    i32 value;
    if (is_const_index(t, size, &value)) {
        check_const_index(t, value);
        asm_op(t->code, ASM_LEA, to, at(emit_int_reg(t, t->b, RDX), value * (i32)size));
        return;
    }
    Reg index = checked_index(t);
    emit_add_scaled(t, to, emit_int_reg(t, t->b, RDX), index, size);
}

void emit_load_elements(Translator *t, u32 count)
{
    count = word_count(t, count);
    element_to(t, RDX, count * 8);
    observed_to_rdx(t, at(RDX, 0));
    load_words(t, at(RDX, 0), count);
}

void emit_store_elements(Translator *t, u32 count)
{
    count = word_count(t, count);
    element_to(t, RDX, count * 8);
    observed_to_rdx(t, at(RDX, 0));
    store_words(t, at(RDX, 0), t->a, count);
}

void emit_unbox(Translator *t, u32 arg)
{
    RType *type = site_type(t->unit, t->site);
    (void)arg;
    if (type->flags & RT_DIRECT) {
        emit_move_slot(t, t->a, t->b + 1);
    } else {
        emit_load_int(t, RDX, t->b + 1);
        load_words(t, at(RDX, 0), type->slots);
    }
}

void emit_element_address(Translator *t, u32 arg)
{
    u64 size = t->site->word[1].x;
    if (!fits_i32(size)) {
        emit_leave(t, arg);
        return;
    }
    Reg to = emit_int_target(t, t->a, RDX);
    element_to(t, to, (u32)size);
    emit_store_int(t, t->a, to);
}

void emit_array_address(Translator *t, u32 arg)
{
    u64 length = t->site->word[1].x >> 32, size = (u32)t->site->word[1].x;
    if (!fits_i32(length) || !fits_i32(size)) {
        emit_leave(t, arg);
        return;
    }
    Reg pointer = checked_pointer(t, t->b), to = emit_int_target(t, t->a, RDX);
    i32 value;
    if (is_const_index(t, size, &value) && (u64)value < length) {
        asm_op(t->code, ASM_LEA, to, at(pointer, value * (i32)size));
        emit_store_int(t, t->a, to);
        return;
    }
    Reg index = emit_int_reg(t, t->c, RCX);
    asm_imm(t->code, IMM_CMP, in_reg(index), (i32)length);
    emit_leave_if(t, COND_AE);
    emit_add_scaled(t, to, pointer, index, (u32)size);
    emit_store_int(t, t->a, to);
}

/* Handles runes of one byte; others are decoded by the VM. */
void emit_string_rune(Translator *t, u32 arg)
{
    (void)arg;
    Reg index = emit_int_reg(t, t->c, RCX);
    asm_op(t->code, ASM_LOAD8U, RAX, at_index(emit_int_reg(t, t->b, RDX), index, 0));
    asm_imm(t->code, IMM_CMP, in_reg(RAX), 0x80);
    emit_rare_if(t, COND_AE);
    emit_store_int(t, t->a, RAX);
    emit_store_const(t, t->a + 1, 1);
    emit_rare_return(t);
}
