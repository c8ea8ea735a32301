/* Accesses that are to be told unless they have been seen (jit/seen.h). */
#include "jit/emit.h"

static bool is_write(const Site *site)
{
    return op_info[site_op(site)].event == OPEV_WRITE;
}

/* The locations that the instruction accesses: a bit for each, by its distance. */
static u64 locations(const Translator *t)
{
    if (!(op_info[site_op(t->site)].flags & X_TYPE))
        return 1;
    u64 bits = 0;
    u32 count;
    const RLeaf *leaves =
        rtype_leaves(t->unit->program->types.data[(u32)t->site->word[1].x], &count);
    for (u32 i = 0; i < count; i++)
        for (u64 k = 0; k < leaves[i].count; k++)
            bits |= 1ull << (leaves[i].offset + k * leaves[i].stride);
    return bits;
}

/* Jumps out of line unless all bits of `wanted` are set in RAX from that of the location at RDX on;
 * beyond its line they are not. */
static void test_bits(Translator *t, Untold *untold, u64 wanted)
{
    if (wanted == 1) {
        x64_op(t->code, X64_BT, RDX, in_reg(RAX));
        untold->from[1] = x64_jump(t->code, COND_AE);
        return;
    }
    x64_op(t->code, X64_LOAD, RCX, in_reg(RDX));
    x64_shift_cl(t->code, SHIFT_SHR, RAX);
    x64_unary(t->code, UNARY_NOT, RAX);
    x64_imm(t->code, IMM_AND, in_reg(RAX), (i32)wanted);
    untold->from[1] = x64_jump(t->code, COND_NE);
}

/* Jumps out of line unless the locations from RDX on have been seen. */
static void test_seen(Translator *t, Untold *untold, u64 wanted)
{
    u64 bits = is_write(t->site) ? offsetof(Seen, write) : offsetof(Seen, read);
    x64_op(t->code, X64_LOAD, RAX, in_reg(RDX));
    x64_shift(t->code, SHIFT_SHR, RAX, (u32)__builtin_ctz(SEEN_LINE));
    x64_op(t->code, X64_ADD, RAX, in_reg(REG_SEGMENT));
    x64_op(t->code, X64_LOAD32U, RCX, in_reg(RAX));
    x64_imm(t->code, IMM_AND, in_reg(RCX), SEEN - 1);
    Operand entry = at_index(REG_SEEN, RCX, 3);
    x64_op(t->code, X64_CMP, RAX, beyond(entry, offsetof(Seen, tag)));
    untold->from[0] = x64_jump(t->code, COND_NE);
    x64_op(t->code, X64_LOAD, RAX, beyond(entry, (i32)bits));
    test_bits(t, untold, wanted);
}

Operand emit_observed(Translator *t, Operand place)
{
    if (!t->unit->filtered || op_info[site_op(t->site)].event == OPEV_NONE)
        return place;
    Untold untold = {.site = t->site};
    if (place.base != RDX || place.index != NO_REG || place.disp)
        x64_op(t->code, X64_LEA, RDX, place);
    test_seen(t, &untold, locations(t));
    untold.back = t->code->len;
    vec_push(&t->untold, untold);
    return at(RDX, 0);
}

/* Calls JitState.tell for the JitAccess at RAX and the address in RDX, which survives, as do all
 * homes: they are where the interpreter expects them meanwhile. */
static void tell(Translator *t)
{
    Operand state = at(RSP, 16); /* below RDX and where to return to */
    x64_push(t->code, RDX);
    emit_store_homes(t);
    x64_op(t->code, X64_LOAD, RCX, in_reg(RDX));
    x64_op(t->code, X64_LOAD, RDX, in_reg(RDI));
    x64_op(t->code, X64_LOAD, RSI, in_reg(RAX));
    x64_op(t->code, X64_LOAD, RDI, state);
    x64_call_place(t->code, at(RDI, offsetof(JitState, tell)));
    x64_op(t->code, X64_LOAD, RDI, state);
    emit_load_homes(t, HOMES_LOST);
    x64_pop(t->code, RDX);
    x64_ret(t->code);
}

static JitAccess describe(const Site *site)
{
    const Func *fn = site->body->fn;
    return (JitAccess){.pc = site->word,
                       .span = fn->spans[site->word - fn->code],
                       .frame = site->body->base,
                       .write = is_write(site),
                       .plain = !fn->is_library && !(op_info[site_op(site)].flags & X_TYPE)};
}

/* What is known about the access follows its code. */
static void tell_untold(Translator *t, const Untold *untold, u32 teller)
{
    emit_land(t, untold->from[0]);
    emit_land(t, untold->from[1]);
    u32 described = x64_address(t->code, RAX);
    x64_set_target(t->code, x64_call(t->code), teller);
    x64_set_target(t->code, x64_jump(t->code, COND_ALWAYS), untold->back);
    while (t->code->len % _Alignof(JitAccess))
        buf_putc(t->code, 0);
    emit_land(t, described);
    JitAccess access = describe(untold->site);
    buf_add(t->code, (const char *)&access, sizeof access);
}

void emit_tellers(Translator *t)
{
    u32 teller = t->code->len;
    if (t->untold.len)
        tell(t);
    for (u32 i = 0; i < t->untold.len; i++)
        tell_untold(t, &t->untold.data[i], teller);
}
