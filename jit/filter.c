/* Observed accesses: machine code looks an access up in the filter (jit/seen.h) in line, and calls
 * the VM only for one that is neither there nor granted. The call is a slow path after the unit's
 * other code. */
#include "base/grant.h"
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
 * Of one location RCX is preserved. Bits beyond the line are not set, so an access across lines
 * takes the slow path. */
static void test_bits(Translator *t, SlowPath *slow, u64 wanted)
{
    if (wanted == 1) {
        asm_op(t->code, ASM_BT, RDX, in_reg(RAX));
        slow->from[1] = asm_jump(t->code, COND_AE);
        return;
    }
    asm_op(t->code, ASM_LOAD, RCX, in_reg(RDX));
    asm_shift_cl(t->code, SHIFT_SHR, RAX);
    asm_unary(t->code, UNARY_NOT, RAX);
    asm_imm(t->code, IMM_AND, in_reg(RAX), (i32)wanted);
    slow->from[1] = asm_jump(t->code, COND_NE);
}

/* Jumps to the slow path unless the filter has the locations from RDX on. RCX <- the index of the
 * entry for their line. */
static void test_seen(Translator *t, SlowPath *slow, u64 wanted)
{
    u64 bits = is_write(t->site) ? offsetof(SeenLine, write) : offsetof(SeenLine, read);
    Operand entry = displaced(at_index(REG_SEEN, RCX, 0), offsetof(Seen, line));
    asm_op(t->code, ASM_LOAD, RAX, in_reg(RDX));
    asm_shift(t->code, SHIFT_SHR, RAX, (u32)__builtin_ctz(SEEN_LINE));
    asm_op(t->code, ASM_ADD, RAX, in_reg(REG_SEGMENT));
    asm_op(t->code, ASM_LOAD, RCX, in_reg(RAX));
    asm_op(t->code, ASM_AND, RCX, at(REG_SEEN, offsetof(Seen, mask)));
    asm_shift(t->code, SHIFT_SHL, RCX, SEEN_ENTRY_BITS);
    asm_op(t->code, ASM_CMP, RAX, displaced(entry, offsetof(SeenLine, tag)));
    slow->from[0] = asm_jump(t->code, COND_NE);
    asm_op(t->code, ASM_LOAD, RAX, displaced(entry, (i32)bits));
    test_bits(t, slow, wanted);
}

Operand emit_observed(Translator *t, Operand place)
{
    if (!t->unit->filtered || !site_watched(t->site))
        return place;
    SlowPath slow = {.site = t->site};
    if (place.base != RDX || place.index != NO_REG || place.disp)
        asm_op(t->code, ASM_LEA, RDX, place);
    test_seen(t, &slow, locations(t));
    slow.back = t->code->len;
    vec_push(&t->slow_paths, slow);
    return at(RDX, 0);
}

/* The routine that slow paths call: calls JitState.report for the JitAccess at RAX and the address
 * in RDX. RDX is preserved. The stack is aligned as C functions want it. */
static void emit_report_routine(Translator *t)
{
    asm_entered(t->code);
    asm_push(t->code, RDI);
    asm_push(t->code, RDX);
    asm_push(t->code, RBX);
    asm_op(t->code, ASM_LOAD, RBX, in_reg(RSP));
    asm_imm(t->code, IMM_AND, in_reg(RSP), -16);
    asm_op(t->code, ASM_LOAD, RCX, in_reg(RDX));
    asm_op(t->code, ASM_LOAD, RDX, in_reg(RDI));
    asm_op(t->code, ASM_LOAD, RSI, in_reg(RAX));
    asm_op(t->code, ASM_LOAD, RDI, in_reg(REG_STATE));
    asm_call_c(t->code, at(REG_STATE, offsetof(JitState, report)));
    asm_op(t->code, ASM_LOAD, RSP, in_reg(RBX));
    asm_pop(t->code, RBX);
    asm_pop(t->code, RDX);
    asm_pop(t->code, RDI);
    asm_ret(t->code);
}

/* RCX <- the segment in which the goroutine enters what is granted. */
static void emit_load_segment(Translator *t)
{
    asm_op(t->code, ASM_LOAD, RCX, at(REG_STATE, offsetof(JitState, saved)));
    asm_op(t->code, ASM_LOAD32U, RCX, at(RCX, offsetof(JitSaved, entered)));
}

/* RCX <- what is at `from`, by a LOAD; jumps if what is at `other`, by a CMP of as many bits, is
 * not the same. */
static u32 emit_differs(Translator *t, AsmOp load, Operand from, AsmOp compare, Operand other)
{
    asm_op(t->code, load, RCX, from);
    asm_op(t->code, compare, RCX, other);
    return asm_jump(t->code, COND_NE);
}

/* Saves what a grant routine clobbers; RDI <- the filter's entry of which RCX is the index. */
static void emit_grant_begin(Translator *t)
{
    asm_entered(t->code);
    asm_push(t->code, RDI);
    asm_push(t->code, RSI);
    asm_push(t->code, RDX);
    asm_op(t->code, ASM_LEA, RDI, displaced(at_index(REG_SEEN, RCX, 0), offsetof(Seen, line)));
}

/* Makes the entry at RDI, which has another tag, that of the present segment for the line at RDX,
 * as seen_at does; jumps from `miss` if it is another line's or another holder's. */
static void emit_renew(Translator *t, u32 miss[2])
{
    asm_op(t->code, ASM_LOAD, RCX, at(REG_STATE, offsetof(JitState, saved)));
    miss[0] = emit_differs(t, ASM_LOAD32U, at(RCX, offsetof(JitSaved, holder)), ASM_CMP32,
                           at(RDI, offsetof(SeenLine, grant.holder)));
    asm_op(t->code, ASM_LOAD, RSI, in_reg(RDX));
    asm_shift(t->code, SHIFT_SHR, RSI, (u32)__builtin_ctz(SEEN_LINE));
    asm_op(t->code, ASM_ADD, RSI, in_reg(REG_SEGMENT));
    asm_op(t->code, ASM_LOAD, RCX, at(RDI, offsetof(SeenLine, tag)));
    asm_op(t->code, ASM_XOR, RCX, in_reg(RSI));
    asm_shift(t->code, SHIFT_SHL, RCX, 64 - SEGMENT_SHIFT);
    asm_op(t->code, ASM_TEST, RCX, in_reg(RCX));
    miss[1] = asm_jump(t->code, COND_NE);
    asm_op(t->code, ASM_STORE, RSI, at(RDI, offsetof(SeenLine, tag)));
    asm_store_imm(t->code, at(RDI, offsetof(SeenLine, read)), 0);
    asm_store_imm(t->code, at(RDI, offsetof(SeenLine, write)), 0);
}

/* Jumps from `miss` if the grant of the entry at RDI does not hold, is not of the location at RDX,
 * or the segment is not known. */
static void emit_find_line(Translator *t, u32 miss[3])
{
    emit_load_segment(t);
    asm_op(t->code, ASM_TEST, RCX, in_reg(RCX));
    miss[0] = asm_jump(t->code, COND_E);
    asm_op(t->code, ASM_LOAD, RCX, at(RDI, offsetof(SeenLine, grant.bytes)));
    asm_op(t->code, ASM_BT, RDX, in_reg(RCX));
    miss[1] = asm_jump(t->code, COND_AE);
    asm_op(t->code, ASM_LOAD, RCX, at(RDI, offsetof(SeenLine, grant.page)));
    miss[2] = emit_differs(t, ASM_LOAD32U, at(RCX, offsetof(GrantedPage, version)), ASM_CMP32,
                           at(RDI, offsetof(SeenLine, grant.version)));
}

/* Sets or clears, by op, the bit of the location at RDX in a field of the entry at RDI. */
static void emit_change_bit(Translator *t, AsmOp op, u32 field)
{
    asm_op(t->code, ASM_LOAD, RCX, at(RDI, (i32)field));
    asm_op(t->code, op, RDX, in_reg(RCX));
    asm_op(t->code, ASM_STORE, RCX, at(RDI, (i32)field));
}

/* RSI <- the cell of the location at RDX by the grant in the entry at RDI; jumps from `other` if
 * accesses are not entered there. */
static void emit_find_cell(Translator *t, u32 *other)
{
    _Static_assert(sizeof(GrantedCell) == 3 << 3, "by the two instructions that follow");
    _Static_assert(GRANT_ONE == 0, "by the test at the end");
    asm_op(t->code, ASM_LOAD, RCX, at(RDI, offsetof(SeenLine, grant.cells)));
    asm_op(t->code, ASM_LOAD, RSI, in_reg(RCX));
    asm_imm(t->code, IMM_AND, in_reg(RSI), ~GRANT_KIND);
    asm_imm(t->code, IMM_AND, in_reg(RCX), GRANT_SHIFT);
    asm_push(t->code, RDX);
    asm_imm(t->code, IMM_AND, in_reg(RDX), SEEN_LINE - 1);
    asm_shift_cl(t->code, SHIFT_SHR, RDX);
    asm_op(t->code, ASM_LEA, RDX, at_index(RDX, RDX, 1));
    asm_op(t->code, ASM_LEA, RSI, at_index(RSI, RDX, 3));
    asm_pop(t->code, RDX);
    asm_op(t->code, ASM_LOAD32U, RCX, at(RSI, offsetof(GrantedCell, state)));
    asm_op(t->code, ASM_TEST, RCX, in_reg(RCX));
    *other = asm_jump(t->code, COND_NE);
}

/* Enters an access as grant_enter does: the JitAccess at RAX, the entry at RDI, the cell at RSI.
 * Clobbers RDX. */
static void emit_enter(Translator *t, bool write)
{
    u32 segment = write ? offsetof(GrantedCell, write) : offsetof(GrantedCell, other);
    u32 pos = write ? offsetof(GrantedCell, write_pos) : offsetof(GrantedCell, other_pos);
    u32 how = write ? offsetof(GrantedCell, write_how) : offsetof(GrantedCell, other_how);
    emit_load_segment(t);
    asm_op(t->code, ASM_LOAD, RDX, at(RDI, offsetof(SeenLine, grant.page)));
    asm_op(t->code, ASM_STORE32, RCX, at(RDX, offsetof(GrantedPage, summit)));
    asm_op(t->code, ASM_STORE32, RCX, at(RSI, (i32)segment));
    asm_op(t->code, ASM_LOAD32U, RCX, at(RAX, offsetof(JitAccess, span.start)));
    asm_op(t->code, ASM_STORE32, RCX, at(RSI, (i32)pos));
    asm_op(t->code, ASM_LOAD16U, RCX, at(RAX, offsetof(JitAccess, how)));
    asm_op(t->code, ASM_STORE16, RCX, at(RSI, (i32)how));
    if (!write)
        return;
    asm_const(t->code, RCX, 0);
    asm_op(t->code, ASM_STORE32, RCX, at(RSI, offsetof(GrantedCell, other)));
}

/* Jumps if the grant in the entry at RDI is of reads that many goroutines make. */
static u32 emit_if_reads(Translator *t)
{
    asm_op(t->code, ASM_LOAD, RCX, at(RDI, offsetof(SeenLine, grant.cells)));
    asm_imm(t->code, IMM_AND, in_reg(RCX), GRANT_READS);
    return asm_jump(t->code, COND_NE);
}

/* A field of the GrantedReads at RSI - GRANT_READS. */
#define READS_FIELD(field) at(RSI, (i32)offsetof(GrantedReads, field) - GRANT_READS)

/* Begins the present segment in those reads, as reads_enter does for a read of the location at RDX;
 * jumps if there is no room. Clobbers RAX. */
static u32 emit_turn_reads(Translator *t)
{
    asm_op(t->code, ASM_LOAD, RAX, READS_FIELD(bytes));
    asm_op(t->code, ASM_BTR, RDX, in_reg(RAX));
    asm_op(t->code, ASM_LOAD, RCX, READS_FIELD(older_bytes));
    asm_op(t->code, ASM_BTR, RDX, in_reg(RCX));
    asm_op(t->code, ASM_TEST, RAX, in_reg(RAX));
    u32 none = asm_jump(t->code, COND_E);
    asm_op(t->code, ASM_OR, RCX, in_reg(RAX));
    asm_op(t->code, ASM_CMP, RCX, in_reg(RAX));
    u32 full = asm_jump(t->code, COND_NE);
    asm_op(t->code, ASM_LOAD32U, RAX, READS_FIELD(segment));
    asm_op(t->code, ASM_STORE32, RAX, READS_FIELD(older));
    emit_bind(t, none);
    asm_op(t->code, ASM_STORE, RCX, READS_FIELD(older_bytes));
    emit_load_segment(t);
    asm_op(t->code, ASM_STORE32, RCX, READS_FIELD(segment));
    asm_store_imm(t->code, READS_FIELD(bytes), 0);
    return full;
}

/* The same for such a grant: adds the JitAccess at RAX, a read of the location at RDX; jumps from
 * `other` if it is at another place in the source, or there is no room for its segment. Clobbers
 * RAX. */
static void emit_add_read(Translator *t, u32 other[3])
{
    asm_op(t->code, ASM_LOAD, RSI, at(RDI, offsetof(SeenLine, grant.cells)));
    other[0] = emit_differs(t, ASM_LOAD32U, at(RAX, offsetof(JitAccess, span.start)), ASM_CMP32,
                            READS_FIELD(pos));
    other[1] = emit_differs(t, ASM_LOAD16U, at(RAX, offsetof(JitAccess, how)), ASM_CMP16,
                            READS_FIELD(how));
    emit_load_segment(t);
    asm_op(t->code, ASM_CMP32, RCX, READS_FIELD(segment));
    u32 same = asm_jump(t->code, COND_E);
    other[2] = emit_turn_reads(t);
    emit_bind(t, same);
    asm_op(t->code, ASM_LOAD, RCX, READS_FIELD(bytes));
    asm_op(t->code, ASM_BTS, RDX, in_reg(RCX));
    asm_op(t->code, ASM_STORE, RCX, READS_FIELD(bytes));
    emit_change_bit(t, ASM_BTS, offsetof(SeenLine, read));
}

/* The end of a grant routine, with the zero flag as it is. */
static void emit_grant_return(Translator *t)
{
    asm_pop(t->code, RDX);
    asm_pop(t->code, RSI);
    asm_pop(t->code, RDI);
    asm_ret(t->code);
}

/* What follows in a grant routine once the entry at RDI is the segment's. */
static void emit_grant_found(Translator *t, bool write)
{
    u32 miss[3], other[4] = {0}, others = 0;
    emit_find_line(t, miss);
    u32 reads = emit_if_reads(t);
    emit_find_cell(t, &other[others++]);
    emit_change_bit(t, ASM_BTS, write ? offsetof(SeenLine, write) : offsetof(SeenLine, read));
    if (write)
        emit_change_bit(t, ASM_BTR, offsetof(SeenLine, read));
    emit_enter(t, write);
    asm_op(t->code, ASM_CMP, RSI, in_reg(RSI));
    emit_grant_return(t);
    emit_bind(t, reads);
    if (!write) {
        emit_add_read(t, &other[others]);
        others += 3;
        asm_op(t->code, ASM_CMP, RSI, in_reg(RSI));
        emit_grant_return(t);
    }
    for (u32 i = 0; i < others; i++)
        emit_bind(t, other[i]);
    for (u32 i = 0; i < 3; i++)
        emit_bind(t, miss[i]);
}

/* The routines of slow paths, at these offsets: a report; a grant of a read or a write where the
 * filter has the segment's entry for the line, and where it may have one of the same goroutine. */
typedef struct Routines {
    u32 report, grant[2], renew[2];
} Routines;

/* The routines that enter the JitAccess at RAX to the address in RDX if it is granted: then the
 * zero flag is set. RCX is the index that test_seen has found. All other registers but RAX are
 * preserved. */
static void emit_grant_routines(Translator *t, Routines *routines, bool write)
{
    u32 miss[2];
    routines->renew[write] = t->code->len;
    emit_grant_begin(t);
    emit_renew(t, miss);
    u32 renewed = asm_jump(t->code, COND_ALWAYS);
    routines->grant[write] = t->code->len;
    emit_grant_begin(t);
    emit_bind(t, renewed);
    emit_grant_found(t, write);
    for (u32 i = 0; i < 2; i++)
        emit_bind(t, miss[i]);
    asm_op(t->code, ASM_TEST, RSP, in_reg(RSP)); /* not zero */
    emit_grant_return(t);
}

/* A value that is one location, such as a string, is described as a number is. */
static JitAccess describe(const Program *program, const Site *site)
{
    const Func *fn = site->body->fn;
    RType *type =
        op_info[site_op(site)].flags & X_TYPE ? program->types.data[(u32)site->word[1].x] : NULL;
    return (JitAccess){.pc = site->word,
                       .span = fn->spans[site->word - fn->code],
                       .frame = site->body->base,
                       .type = type && rtype_places(type) != 1 ? type : NULL,
                       .write = is_write(site),
                       .plain = !fn->is_library,
                       .how = grant_how(fn->spans[site->word - fn->code], is_write(site))};
}

/* Emits a call of the routine at that offset, for a JitAccess that is stored later; its address. */
static u32 emit_grant_call(Translator *t, u32 routine)
{
    u32 described = asm_address(t->code, RAX);
    asm_set_target(t->code, asm_call(t->code), routine);
    return described;
}

/* One slow path; the JitAccess it passes is stored after its code. During a report the homes are in
 * the frame, where the interpreter expects them. */
static void emit_slow_path(Translator *t, const SlowPath *slow, const Routines *routines)
{
    JitAccess access = describe(t->unit->program, slow->site);
    bool granted = access.plain && !access.type;
    u32 described[3], count = 0;
    if (granted) {
        emit_bind(t, slow->from[0]);
        described[count++] = emit_grant_call(t, routines->renew[access.write]);
        asm_set_target(t->code, asm_jump(t->code, COND_E), slow->back);
        u32 other = asm_jump(t->code, COND_ALWAYS);
        emit_bind(t, slow->from[1]);
        described[count++] = emit_grant_call(t, routines->grant[access.write]);
        asm_set_target(t->code, asm_jump(t->code, COND_E), slow->back);
        emit_bind(t, other);
    } else {
        emit_bind(t, slow->from[0]);
        emit_bind(t, slow->from[1]);
    }
    described[count++] = asm_address(t->code, RAX);
    emit_store_dirty(t, slow->site);
    emit_store_links(t, slow->site->body);
    asm_set_target(t->code, asm_call(t->code), routines->report);
    emit_load_wanted(t, slow->site, emit_clobbered());
    asm_set_target(t->code, asm_jump(t->code, COND_ALWAYS), slow->back);
    while (t->code->len % _Alignof(JitAccess))
        buf_putc(t->code, 0);
    for (u32 i = 0; i < count; i++)
        emit_bind(t, described[i]);
    buf_add(t->code, (const char *)&access, sizeof access);
}

void emit_slow_paths(Translator *t)
{
    Routines routines = {.report = t->code->len};
    if (!t->slow_paths.len)
        return;
    emit_report_routine(t);
    for (u32 write = 0; write < 2; write++)
        emit_grant_routines(t, &routines, write);
    for (u32 i = 0; i < t->slow_paths.len; i++)
        emit_slow_path(t, &t->slow_paths.data[i], &routines);
}
