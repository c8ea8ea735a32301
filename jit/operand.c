/* Access to the unit's registers, wherever their home is: the frame, a constant, a general register
 * or a float register. Emitters use these and need not distinguish the cases. What is not wanted
 * afterwards has no home, and is not stored. */
#include "jit/emit.h"

static Operand place_of(const Home *home, u32 slot)
{
    return home->kind == HOME_MEMORY ? at(RDI, (i32)(slot * 8)) : in_reg(home->reg);
}

Operand emit_int_source(Translator *t, u32 slot, Reg spare)
{
    const Home *home = emit_home(t, slot);
    if (home->kind == HOME_CONST)
        asm_move_imm(t->code, spare, home->constant);
    else if (home->kind == HOME_XMM)
        asm_op(t->code, ASM_FROM_XMM, home->reg, in_reg(spare));
    else
        return place_of(home, slot);
    return in_reg(spare);
}

void emit_load_int(Translator *t, Reg reg, u32 slot)
{
    Operand place = emit_int_source(t, slot, reg);
    if (place.memory || place.reg != reg)
        asm_op(t->code, ASM_LOAD, reg, place);
}

Reg emit_int_reg(Translator *t, u32 slot, Reg spare)
{
    const Home *home = emit_home(t, slot);
    if (home->kind == HOME_GENERAL)
        return home->reg;
    emit_load_int(t, spare, slot);
    return spare;
}

Reg emit_int_target(const Translator *t, u32 slot, Reg spare)
{
    const Home *home = emit_home_after(t, slot);
    return home->kind == HOME_GENERAL ? home->reg : spare;
}

void emit_store_int(Translator *t, u32 slot, Reg reg)
{
    const Home *home = emit_home_after(t, slot);
    if (home->kind == HOME_XMM)
        asm_op(t->code, ASM_TO_XMM, home->reg, in_reg(reg));
    else if (home->kind == HOME_MEMORY)
        asm_op(t->code, ASM_STORE, reg, place_of(home, slot));
    else if (home->kind == HOME_GENERAL && home->reg != reg)
        asm_op(t->code, ASM_LOAD, home->reg, in_reg(reg));
}

Operand emit_float_source(Translator *t, u32 slot, Reg spare)
{
    const Home *home = emit_home(t, slot);
    CHECK(home->kind != HOME_CONST);
    if (home->kind != HOME_GENERAL)
        return place_of(home, slot);
    asm_op(t->code, ASM_TO_XMM, spare, in_reg(home->reg));
    return in_reg(spare);
}

void emit_load_float(Translator *t, Reg reg, u32 slot)
{
    Operand place = emit_float_source(t, slot, reg);
    if (place.memory)
        asm_op(t->code, ASM_LOADSD, reg, place);
    else if (place.reg != reg)
        asm_op(t->code, ASM_MOVAPS, reg, place);
}

Reg emit_float_reg(Translator *t, u32 slot, Reg spare)
{
    const Home *home = emit_home(t, slot);
    if (home->kind == HOME_XMM)
        return home->reg;
    emit_load_float(t, spare, slot);
    return spare;
}

Reg emit_float_target(const Translator *t, u32 slot, Reg spare)
{
    const Home *home = emit_home_after(t, slot);
    return home->kind == HOME_XMM ? home->reg : spare;
}

void emit_store_float(Translator *t, u32 slot, Reg reg)
{
    const Home *home = emit_home_after(t, slot);
    if (home->kind == HOME_GENERAL)
        asm_op(t->code, ASM_FROM_XMM, reg, in_reg(home->reg));
    else if (home->kind == HOME_MEMORY)
        asm_op(t->code, ASM_STORESD, reg, place_of(home, slot));
    else if (home->kind == HOME_XMM && home->reg != reg)
        asm_op(t->code, ASM_MOVAPS, home->reg, in_reg(reg));
}

void emit_move_slot(Translator *t, u32 to, u32 from)
{
    const Home *target = emit_home_after(t, to), *source = emit_home(t, from);
    i32 value;
    if (target->kind == HOME_NOWHERE || (target == source && target->kind != HOME_MEMORY))
        return; /* joined webs have one home, but each slot its place in memory */
    if (target->kind == HOME_MEMORY && source->kind == HOME_MEMORY && to == from)
        return;
    if (emit_is_const(t, from, &value))
        emit_store_const(t, to, (u64)(i64)value);
    else if (source->kind == HOME_XMM || target->kind == HOME_XMM)
        emit_store_float(t, to, emit_float_reg(t, from, emit_float_target(t, to, XMM0)));
    else
        emit_store_int(t, to, emit_int_reg(t, from, emit_int_target(t, to, RAX)));
}

void emit_store_const(Translator *t, u32 slot, u64 value)
{
    const Home *home = emit_home_after(t, slot);
    if (home->kind == HOME_NOWHERE || home->kind == HOME_CONST)
        return;
    if (value == 0 && home->kind == HOME_XMM) {
        asm_op(t->code, ASM_XORPS, home->reg, in_reg(home->reg));
    } else if (home->kind == HOME_MEMORY && (i64)value == (i32)value) {
        asm_store_imm(t->code, place_of(home, slot), (i32)value);
    } else {
        Reg reg = emit_int_target(t, slot, RAX);
        asm_const(t->code, reg, value);
        emit_store_int(t, slot, reg);
    }
}
