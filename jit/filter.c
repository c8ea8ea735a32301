/* Observed accesses: machine code looks an access up in the filter (jit/seen.h) in line, and calls
 * the VM only for one that is not there. The call is a slow path after the unit's other code. */
#include "jit/emit.h"

static bool is_write(const Site *site)
{
    return op_info[site_op(site)].effect == EFFECT_WRITE;
}

/* The locations that the instruction accesses, as a bit mask of their offsets. */
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

/* Jumps to the slow path unless the bits `wanted` are set in RAX, counted from the location at RDX.
 * Bits beyond the line are not set, so an access across lines takes the slow path. */
static void test_bits(Translator *t, SlowPath *slow, u64 wanted)
{
    if (wanted == 1) {
        x64_op(t->code, X64_BT, RDX, in_reg(RAX));
        slow->from[1] = x64_jump(t->code, COND_AE);
        return;
    }
    x64_op(t->code, X64_LOAD, RCX, in_reg(RDX));
    x64_shift_cl(t->code, SHIFT_SHR, RAX);
    x64_unary(t->code, UNARY_NOT, RAX);
    x64_imm(t->code, IMM_AND, in_reg(RAX), (i32)wanted);
    slow->from[1] = x64_jump(t->code, COND_NE);
}

/* Jumps to the slow path unless the filter has the locations from RDX on. */
static void test_seen(Translator *t, SlowPath *slow, u64 wanted)
{
    u64 bits = is_write(t->site) ? offsetof(Seen, write) : offsetof(Seen, read);
    x64_op(t->code, X64_LOAD, RAX, in_reg(RDX));
    x64_shift(t->code, SHIFT_SHR, RAX, (u32)__builtin_ctz(SEEN_LINE));
    x64_op(t->code, X64_ADD, RAX, in_reg(REG_SEGMENT));
    x64_op(t->code, X64_LOAD, RCX, in_reg(RAX));
    x64_op(t->code, X64_AND, RCX, at(REG_SEEN, offsetof(Seen, mask)));
    Operand entry = at_index(REG_SEEN, RCX, 3);
    x64_op(t->code, X64_CMP, RAX, displaced(entry, offsetof(Seen, tag)));
    slow->from[0] = x64_jump(t->code, COND_NE);
    x64_op(t->code, X64_LOAD, RAX, displaced(entry, (i32)bits));
    test_bits(t, slow, wanted);
}

Operand emit_observed(Translator *t, Operand place)
{
    if (!t->unit->filtered || !site_watched(t->site))
        return place;
    SlowPath slow = {.site = t->site};
    if (place.base != RDX || place.index != NO_REG || place.disp)
        x64_op(t->code, X64_LEA, RDX, place);
    test_seen(t, &slow, locations(t));
    slow.back = t->code->len;
    vec_push(&t->slow_paths, slow);
    return at(RDX, 0);
}

/* The routine that slow paths call: calls JitState.report for the JitAccess at RAX and the address
 * in RDX. RDX is preserved. The stack is aligned as C functions want it. */
static void emit_report_routine(Translator *t)
{
    x64_push(t->code, RDI);
    x64_push(t->code, RDX);
    x64_push(t->code, RBX);
    x64_op(t->code, X64_LOAD, RBX, in_reg(RSP));
    x64_imm(t->code, IMM_AND, in_reg(RSP), -16);
    x64_op(t->code, X64_LOAD, RCX, in_reg(RDX));
    x64_op(t->code, X64_LOAD, RDX, in_reg(RDI));
    x64_op(t->code, X64_LOAD, RSI, in_reg(RAX));
    x64_op(t->code, X64_LOAD, RDI, in_reg(REG_STATE));
    x64_call_place(t->code, at(REG_STATE, offsetof(JitState, report)));
    x64_op(t->code, X64_LOAD, RSP, in_reg(RBX));
    x64_pop(t->code, RBX);
    x64_pop(t->code, RDX);
    x64_pop(t->code, RDI);
    x64_ret(t->code);
}

static JitAccess describe(const Program *program, const Site *site)
{
    const Func *fn = site->body->fn;
    bool typed = op_info[site_op(site)].flags & X_TYPE;
    return (JitAccess){.pc = site->word,
                       .span = fn->spans[site->word - fn->code],
                       .frame = site->body->base,
                       .type = typed ? program->types.data[(u32)site->word[1].x] : NULL,
                       .write = is_write(site),
                       .plain = !fn->is_library};
}

/* One slow path; the JitAccess it passes is stored after its code. Meanwhile the homes are in the
 * frame, where the interpreter expects them. */
static void emit_slow_path(Translator *t, const SlowPath *slow, u32 routine)
{
    emit_bind(t, slow->from[0]);
    emit_bind(t, slow->from[1]);
    emit_store_homes(t, slow->site->dirty);
    u32 described = x64_address(t->code, RAX);
    x64_set_target(t->code, x64_call(t->code), routine);
    emit_load_live(t, slow->site, emit_clobbered());
    x64_set_target(t->code, x64_jump(t->code, COND_ALWAYS), slow->back);
    while (t->code->len % _Alignof(JitAccess))
        buf_putc(t->code, 0);
    emit_bind(t, described);
    JitAccess access = describe(t->unit->program, slow->site);
    buf_add(t->code, (const char *)&access, sizeof access);
}

void emit_slow_paths(Translator *t)
{
    u32 routine = t->code->len;
    if (t->slow_paths.len)
        emit_report_routine(t);
    for (u32 i = 0; i < t->slow_paths.len; i++)
        emit_slow_path(t, &t->slow_paths.data[i], routine);
}
