/* Access to the unit's registers, wherever their home is: the frame, a general register or a float
 * register. Emitters use these and need not distinguish the cases. */
#include "jit/emit.h"

static Operand slot_place(const Translator *t, u32 slot)
{
    CHECK(slot < t->unit->nslots);
    const Home *home = &t->unit->homes[slot];
    return home->kind == HOME_MEMORY ? at(RDI, (i32)(slot * 8)) : in_reg(home->reg);
}

Operand emit_int_source(Translator *t, u32 slot, Reg spare)
{
    Operand place = slot_place(t, slot);
    if (!emit_slot_is(t, slot, HOME_XMM))
        return place;
    x64_op(t->code, X64_FROM_XMM, place.reg, in_reg(spare));
    return in_reg(spare);
}

void emit_load_int(Translator *t, Reg reg, u32 slot)
{
    Operand place = emit_int_source(t, slot, reg);
    if (place.memory || place.reg != reg)
        x64_op(t->code, X64_LOAD, reg, place);
}

Reg emit_int_reg(Translator *t, u32 slot, Reg spare)
{
    if (emit_slot_is(t, slot, HOME_GENERAL))
        return t->unit->homes[slot].reg;
    emit_load_int(t, spare, slot);
    return spare;
}

Reg emit_int_target(const Translator *t, u32 slot, Reg spare)
{
    return emit_slot_is(t, slot, HOME_GENERAL) ? t->unit->homes[slot].reg : spare;
}

/* The frame has what is in shared homes. */
static void write_through(Translator *t, u32 slot)
{
    const Home *home = &t->unit->homes[slot];
    if (home->shared)
        x64_op(t->code, home->kind == HOME_XMM ? X64_STORESD : X64_STORE, home->reg,
               at(RDI, (i32)(slot * 8)));
}

void emit_store_int(Translator *t, u32 slot, Reg reg)
{
    Operand place = slot_place(t, slot);
    CHECK(place.memory || t->unit->homes[slot].written);
    if (emit_slot_is(t, slot, HOME_XMM))
        x64_op(t->code, X64_TO_XMM, place.reg, in_reg(reg));
    else if (place.memory)
        x64_op(t->code, X64_STORE, reg, place);
    else if (place.reg != reg)
        x64_op(t->code, X64_LOAD, place.reg, in_reg(reg));
    write_through(t, slot);
}

Operand emit_float_source(Translator *t, u32 slot, Reg spare)
{
    Operand place = slot_place(t, slot);
    if (!emit_slot_is(t, slot, HOME_GENERAL))
        return place;
    x64_op(t->code, X64_TO_XMM, spare, place);
    return in_reg(spare);
}

void emit_load_float(Translator *t, Reg reg, u32 slot)
{
    Operand place = emit_float_source(t, slot, reg);
    if (place.memory)
        x64_op(t->code, X64_LOADSD, reg, place);
    else if (place.reg != reg)
        x64_op(t->code, X64_MOVAPS, reg, place);
}

Reg emit_float_reg(Translator *t, u32 slot, Reg spare)
{
    if (emit_slot_is(t, slot, HOME_XMM))
        return t->unit->homes[slot].reg;
    emit_load_float(t, spare, slot);
    return spare;
}

Reg emit_float_target(const Translator *t, u32 slot, Reg spare)
{
    return emit_slot_is(t, slot, HOME_XMM) ? t->unit->homes[slot].reg : spare;
}

void emit_store_float(Translator *t, u32 slot, Reg reg)
{
    Operand place = slot_place(t, slot);
    CHECK(place.memory || t->unit->homes[slot].written);
    if (emit_slot_is(t, slot, HOME_GENERAL))
        x64_op(t->code, X64_FROM_XMM, reg, place);
    else if (place.memory)
        x64_op(t->code, X64_STORESD, reg, place);
    else if (place.reg != reg)
        x64_op(t->code, X64_MOVAPS, place.reg, in_reg(reg));
    write_through(t, slot);
}

void emit_move_slot(Translator *t, u32 to, u32 from)
{
    if (to == from)
        return;
    if (emit_slot_is(t, from, HOME_XMM) || emit_slot_is(t, to, HOME_XMM))
        emit_store_float(t, to, emit_float_reg(t, from, emit_float_target(t, to, XMM0)));
    else
        emit_store_int(t, to, emit_int_reg(t, from, emit_int_target(t, to, RAX)));
}

void emit_store_const(Translator *t, u32 slot, u64 value)
{
    if (value == 0 && emit_slot_is(t, slot, HOME_XMM)) {
        Reg reg = t->unit->homes[slot].reg;
        x64_op(t->code, X64_XORPS, reg, in_reg(reg));
        write_through(t, slot);
        return;
    }
    Reg reg = emit_int_target(t, slot, RAX);
    x64_const(t->code, reg, value);
    emit_store_int(t, slot, reg);
}
