/* Accesses that are to be told unless they have been seen (jit/seen.h). */
#include "jit/emit.h"

static bool is_write(const Site *site)
{
    return op_info[site_op(site)].event == OPEV_WRITE;
}

/* Whether what the instruction accesses is one location: what begins with one may have others. */
static bool is_one_location(const Translator *t)
{
    if (!(op_info[site_op(t->site)].flags & X_TYPE))
        return true;
    const RType *type = t->unit->program->types.data[(u32)t->site->word[1].x];
    return type->kind != RK_STRUCT && type->kind != RK_ARRAY;
}

static void untold_if(Translator *t, Untold *untold, X64Cond cond)
{
    untold->from[untold->jumps++] = x64_jump(t->code, cond);
}

/* Jumps out of line unless the location at RDX has been seen. */
static void test_seen(Translator *t, Untold *untold)
{
    u64 bits = is_write(t->site) ? offsetof(Seen, write) : offsetof(Seen, read);
    x64_op(t->code, X64_LOAD, RAX, in_reg(RDX));
    x64_shift(t->code, SHIFT_SHR, RAX, (u32)__builtin_ctz(SEEN_LINE));
    x64_op(t->code, X64_ADD, RAX, in_reg(REG_SEGMENT));
    x64_op(t->code, X64_LOAD32U, RCX, in_reg(RAX));
    x64_imm(t->code, IMM_AND, in_reg(RCX), SEEN - 1);
    Operand entry = at_index(REG_SEEN, RCX, 3);
    x64_op(t->code, X64_CMP, RAX, beyond(entry, offsetof(Seen, tag)));
    untold_if(t, untold, COND_NE);
    x64_op(t->code, X64_LOAD, RAX, beyond(entry, (i32)bits));
    x64_op(t->code, X64_BT, RDX, in_reg(RAX));
    untold_if(t, untold, COND_AE);
}

Operand emit_observed(Translator *t, Operand place)
{
    if (!t->unit->filtered || op_info[site_op(t->site)].event == OPEV_NONE)
        return place;
    Untold untold = {.site = t->site};
    if (place.base != RDX || place.index != NO_REG || place.disp)
        x64_op(t->code, X64_LEA, RDX, place);
    if (is_one_location(t))
        test_seen(t, &untold);
    else
        untold_if(t, &untold, COND_ALWAYS);
    untold.back = t->code->len;
    vec_push(&t->untold, untold);
    return at(RDX, 0);
}

/* Calls JitState.tell for the instruction at RAX in the frame that lies RCX above the unit's. RDX
 * survives, and so do all homes, which are where the interpreter expects them meanwhile. */
static void tell(Translator *t)
{
    Operand state = at(RSP, 16); /* below RDX and where to return to */
    x64_push(t->code, RDX);
    emit_store_homes(t);
    x64_op(t->code, X64_LOAD, RDX, in_reg(RDI));
    x64_op(t->code, X64_ADD, RDX, in_reg(RCX));
    x64_op(t->code, X64_LOAD, RSI, in_reg(RAX));
    x64_op(t->code, X64_LOAD, RDI, state);
    x64_call_place(t->code, at(RDI, offsetof(JitState, tell)));
    x64_op(t->code, X64_LOAD, RDI, state);
    emit_load_homes(t);
    x64_pop(t->code, RDX);
    x64_ret(t->code);
}

void emit_tellers(Translator *t)
{
    u32 teller = t->code->len;
    if (t->untold.len)
        tell(t);
    for (u32 i = 0; i < t->untold.len; i++) {
        const Untold *untold = &t->untold.data[i];
        for (u32 k = 0; k < untold->jumps; k++)
            emit_land(t, untold->from[k]);
        x64_const(t->code, RAX, (u64)untold->site->word);
        x64_const(t->code, RCX, untold->site->body->base * 8);
        x64_set_target(t->code, x64_call(t->code), teller);
        x64_set_target(t->code, x64_jump(t->code, COND_ALWAYS), untold->back);
    }
}
