/* Moves of a float32, which is a float64 in registers of the unit. The processor's conversions make
 * a signalling NaN quiet, a move does not (vm/mem.h, float32_slot). So what turns out to be a NaN
 * is looked at again, in code at the end; nothing is looked at where it cannot be a signalling one,
 * or where all that is done with it makes it quiet anyway. */
#include "jit/emit.h"

/* ---- what need not be looked at ---- */

/* Operations of the processor that take a signalling NaN for a quiet one, and give none. */
static bool is_arithmetic(Op op)
{
    switch (op) {
    case OP_ADDF:
    case OP_SUBF:
    case OP_MULF:
    case OP_DIVF:
    case OP_SQRTF:
    case OP_RNDF32: return true;
    default: return false;
    }
}

/* Operations on floats whose result no signalling NaN among their operands changes. */
static bool is_indifferent(Op op)
{
    switch (op) {
    case OP_F2I:
    case OP_F2U:
    case OP_EQF:
    case OP_NEF:
    case OP_LTF:
    case OP_LEF:
    case OP_JLTF:
    case OP_JLEF:
    case OP_JNLTF:
    case OP_JNLEF:
    case OP_JEQF:
    case OP_JNEF: return true;
    default: return is_arithmetic(op);
    }
}

static bool site_has_operand(const Unit *unit, u32 at, u32 slot, bool written)
{
    const Site *site = &unit->sites.data[at];
    const SiteOperand *operand = unit->operands.data + site->operands;
    for (u32 i = 0; i < site->noperands; i++, operand++)
        if (operand->written == written && slot - operand->slot < operand->count)
            return true;
    return false;
}

/* Whether the register may be used on another way from the site than that to the one after it. */
static bool is_live_elsewhere(const Unit *unit, u32 at, u32 slot)
{
    u32 flags = op_info[site_op(&unit->sites.data[at])].flags;
    u32 next[2], n = unit_next_sites(unit, at, next);
    for (u32 k = 0; k < n; k++)
        if (next[k] != at + 1 && row_has(unit_row_at(unit, unit->live, next[k]), slot))
            return true;
    u32 ways = (flags & END ? 0 : 1) + (flags & JUMP ? 1 : 0);
    return n < ways; /* it goes out of the unit, too */
}

/* Whether the float that the site puts into a register may be moved to somewhere else later, by
 * machine code or by the interpreter: not if all that uses it before it is written again is seen,
 * straight after the site, and is indifferent. */
static bool is_moved_later(const Unit *unit, u32 at, u32 slot)
{
    if (unit->sites.data[at].body->fn->recover_pc)
        return true;
    while (row_has(unit_row_at(unit, unit->live, ++at), slot)) {
        const Site *site = &unit->sites.data[at];
        if (site->end || site_kind(unit, at) != SITE_PLAIN)
            return true;
        if (site_has_operand(unit, at, slot, false) && !is_indifferent(site_op(site)))
            return true;
        if (site_has_operand(unit, at, slot, true))
            return false;
        if (is_live_elsewhere(unit, at, slot))
            return true;
        if (op_info[site_op(site)].flags & END)
            return false;
    }
    return false;
}

bool emit_makes_quiet(const Translator *t)
{
    if (site_kind(t->unit, t->at) != SITE_PLAIN)
        return false;
    switch (site_op(t->site)) {
    case OP_I2F32:
    case OP_U2F32:
    case OP_LDI:
    case OP_LDK:
    case OP_ZERO: return true; /* no constant is a NaN */
    case OP_MOV:
    case OP_NEGF: return row_has(t->quiet, t->b);
    default: return is_arithmetic(site_op(t->site));
    }
}

/* ---- the moves ---- */

static void nan_case(Translator *t, NaNCase nan)
{
    asm_op(t->code, nan.widened ? ASM_UCOMISD : ASM_UCOMISS, nan.result, in_reg(nan.result));
    nan.from = asm_jump(t->code, COND_P);
    nan.back = t->code->len;
    vec_push(&t->nan_cases, nan);
}

void emit_widen_float32(Translator *t, u32 slot, Reg to, Operand from)
{
    CHECK(to != XMM1 && (from.memory || from.reg == XMM0));
    emit_convert_float(t, ASM_CVTSS2SD, to, from);
    if (is_moved_later(t->unit, t->at, slot))
        nan_case(t, (NaNCase){.widened = true, .source = from, .result = to});
}

void emit_narrow_float32(Translator *t, u32 slot)
{
    Operand from = emit_float_source(t, slot, XMM0);
    emit_convert_float(t, ASM_CVTSD2SS, XMM1, from);
    if (!row_has(t->quiet, slot))
        nan_case(t, (NaNCase){.source = from, .result = XMM1});
}

/* Toggles the result's quiet bit if the source's is not set. */
static void emit_nan_case(Translator *t, const NaNCase *nan)
{
    Reg spare = nan->widened ? XMM1 : XMM0;
    if (nan->source.memory)
        asm_op(t->code, nan->widened ? ASM_LOAD32U : ASM_LOAD, RAX, nan->source);
    else if (!nan->widened)
        asm_op(t->code, ASM_FROM_XMM, nan->source.reg, in_reg(RAX));
    asm_shift(t->code, SHIFT_SHR, RAX, nan->widened ? 22 : 51);
    asm_imm(t->code, IMM_AND, in_reg(RAX), 1); /* the quiet bit */
    asm_set_target(t->code, asm_jump(t->code, COND_NE), nan->back);
    asm_const(t->code, RAX, nan->widened ? 1ull << 51 : 1ull << 22);
    asm_op(t->code, ASM_TO_XMM, spare, in_reg(RAX));
    asm_op(t->code, ASM_XORPS, nan->result, in_reg(spare));
    asm_set_target(t->code, asm_jump(t->code, COND_ALWAYS), nan->back);
}

void emit_nan_cases(Translator *t)
{
    for (u32 i = 0; i < t->nan_cases.len; i++) {
        emit_bind(t, t->nan_cases.data[i].from);
        emit_nan_case(t, &t->nan_cases.data[i]);
    }
}
