/* Translation of a unit: prologue and epilogue, one emitter call per instruction, and resolution of
 * jumps. */
#include "jit/translate.h"

#include <string.h>

#include "base/map.h"
#include "jit/emit.h"

/* Callee-saved registers of the System V ABI. */
static const u8 callee_saved[] = {RBX, RBP, R12, R13, R14, R15};

u32 emit_clobbered(void)
{
    u32 registers = ALL_HOMES;
    for (u32 i = 0; i < COUNT_OF(callee_saved); i++)
        registers &= ~(1u << callee_saved[i]);
    return registers;
}

void emit_load_wanted(Translator *t, const Site *site, u32 registers)
{
    u32 at_site = (u32)(site - t->unit->sites.data);
    const u64 *wanted = unit_row_at(t->unit, t->unit->wanted, at_site);
    FOR_ROW(t->unit, wanted, slot)
    {
        const Home *home = unit_home(t->unit, at_site, slot);
        CHECK(home->kind != HOME_NOWHERE);
        if (home_register(home) & registers)
            asm_op(t->code, home->kind == HOME_XMM ? ASM_LOADSD : ASM_LOAD, home->reg,
                   at(RDI, (i32)slot * 8));
    }
}

void emit_store_dirty(Translator *t, const Site *site)
{
    u32 at_site = (u32)(site - t->unit->sites.data);
    const u64 *dirty = unit_row_at(t->unit, t->unit->dirty, at_site);
    FOR_ROW(t->unit, dirty, slot)
    {
        const Home *home = unit_home(t->unit, at_site, slot);
        Operand place = at(RDI, (i32)slot * 8);
        if (home->kind == HOME_CONST)
            asm_store_imm(t->code, place, home->constant);
        else if (home_register(home))
            asm_op(t->code, home->kind == HOME_XMM ? ASM_STORESD : ASM_STORE, home->reg, place);
    }
}

void emit_store_links(Translator *t, const Body *body)
{
    for (; body->caller; body = body->caller) {
        asm_const(t->code, RCX, body->link);
        asm_op(t->code, ASM_STORE, RCX, at(RDI, ((i32)body->base - 1) * 8));
    }
}

/* The prologue: RDI is the JitState, RSI the entry point. It is called so that a return goes on
 * below. */
static void emit_prologue(Translator *t)
{
    asm_entered(t->code);
    for (u32 i = 0; i < COUNT_OF(callee_saved); i++)
        asm_push(t->code, callee_saved[i]);
    asm_op(t->code, ASM_LOAD, REG_STATE, in_reg(RDI));
    asm_op(t->code, ASM_STORE, RSP, at(REG_STATE, offsetof(JitState, sp)));
    asm_op(t->code, ASM_LOAD, R15, at(REG_STATE, offsetof(JitState, fuel)));
    if (t->unit->filtered) {
        asm_op(t->code, ASM_LOAD, REG_SEEN, at(REG_STATE, offsetof(JitState, seen)));
        asm_op(t->code, ASM_LOAD, REG_SEGMENT, at(REG_STATE, offsetof(JitState, segment)));
    }
    asm_op(t->code, ASM_LOAD, RDI, at(REG_STATE, offsetof(JitState, R)));
    asm_call_place(t->code, in_reg(RSI));
}

/* The return from the frame that was entered: the link says where the interpreter continues. */
static void emit_last_return(Translator *t)
{
    asm_op(t->code, ASM_LOAD, RAX, at(RDI, -8));
    asm_op(t->code, ASM_LOAD, RDX, in_reg(RAX));
    asm_shift(t->code, SHIFT_SHR, RDX, LINK_BITS);
    asm_shift(t->code, SHIFT_SHL, RDX, 3);
    asm_op(t->code, ASM_SUB, RDI, in_reg(RDX));
    asm_imm(t->code, IMM_ADD, in_reg(RDI), -8);
    asm_shift(t->code, SHIFT_SHL, RAX, 64 - LINK_BITS);
    asm_shift(t->code, SHIFT_SHR, RAX, 64 - LINK_BITS);
    asm_op(t->code, ASM_STORE, RAX, at(REG_STATE, offsetof(JitState, returned)));
}

/* The epilogue. RAX is the pc to return, RDI its frame. */
static void emit_epilogue(Translator *t)
{
    asm_op(t->code, ASM_LOAD, RSP, at(REG_STATE, offsetof(JitState, sp)));
    asm_op(t->code, ASM_STORE, RDI, at(REG_STATE, offsetof(JitState, R)));
    asm_op(t->code, ASM_STORE, R15, at(REG_STATE, offsetof(JitState, fuel)));
    for (u32 i = COUNT_OF(callee_saved); i-- > 0;)
        asm_pop(t->code, callee_saved[i]);
    asm_ret_to_c(t->code);
}

/* The code of an exit: stores what is dirty, and loads pc and frame. */
static void emit_stub(Translator *t, const Fixup *exit, u32 leave)
{
    if (exit->dirty)
        emit_store_dirty(t, exit->dirty);
    emit_store_links(t, exit->body);
    asm_const(t->code, RAX, (u64)exit->pc);
    if (exit->base)
        asm_imm(t->code, IMM_ADD, in_reg(RDI), (i32)exit->base * 8);
    asm_set_target(t->code, asm_jump(t->code, COND_ALWAYS), leave);
}

/* Resolves jumps: to their sites, or to a stub, which exits that are alike share. */
static void resolve(Translator *t, u32 leave)
{
    Map stubs = {0}; /* pc and frame -> the last exit there that got code of its own */
    for (u32 i = 0; i < t->jumps.len; i++) {
        Fixup *jump = &t->jumps.data[i];
        CHECK(jump->pc || jump->site < t->unit->sites.len);
        CHECK(!jump->pc || jump->base <= t->unit->nslots);
        if (!jump->pc) {
            asm_set_target(t->code, jump->from, t->unit->sites.data[jump->site].offset);
            continue;
        }
        u64 *last = map_put(&stubs, LINK(jump->pc, jump->base));
        const Fixup *like = (const Fixup *)*last;
        if (!like || like->dirty != jump->dirty || like->body != jump->body) {
            jump->site = t->code->len;
            emit_stub(t, jump, leave);
            *last = (u64)(like = jump);
        }
        asm_set_target(t->code, jump->from, like->site);
    }
    map_free(&stubs);
}

/* Takes out of `row`, of what is known of registers, those that the site writes. */
static void forget_written(const Translator *t, u32 at, u64 *row)
{
    if (!unit_keeps_homes(t->unit, at)) /* it may write registers from R[A] on */
        for (u32 slot = t->a; slot < t->unit->nslots; slot++)
            row[slot / 64] &= ~(1ull << slot % 64);
    unit_drop_written(t->unit, at, row);
}

/* What is known of pointers and of floats after a site. */
static void update_known(Translator *t, u32 at)
{
    SiteKind kind = site_kind(t->unit, at);
    bool done = kind == SITE_PLAIN || kind == SITE_PARTLY || kind == SITE_EXECUTE;
    Op op = done ? site_op(t->site) : OP_NOP;
    bool copies = kind == SITE_PLAIN && op == OP_MOV && row_has(t->pointers, t->b);
    bool quiet = emit_makes_quiet(t);
    forget_written(t, at, t->pointers);
    forget_written(t, at, t->quiet);
    if (quiet)
        row_add(t->quiet, t->a);
    if (copies || op == OP_ADDP || op == OP_ADDRA || op == OP_NEW || op == OP_GADDR)
        row_add(t->pointers, t->a);
}

static void find_targets(Translator *t, const EntryPoints *entries)
{
    const Unit *unit = t->unit;
    for (u32 i = 0; i < entries->len; i++)
        t->targets[entries->data[i].site] = true;
    for (u32 i = 0; i < unit->bodies.len; i++)
        t->targets[unit->bodies.data[i]->after] = true;
    for (u32 i = 0; i < unit->sites.len; i++) {
        const Site *site = &unit->sites.data[i];
        if (site->end || !(op_info[site_op(site)].flags & JUMP))
            continue;
        u32 target = site_target(site);
        if (target >= site->body->lo && target < site->body->hi)
            t->targets[site->body->sites[target - site->body->lo]] = true;
    }
}

void emit_begin_site(Translator *t, const Site *site)
{
    u32 base = site->body->base;
    t->site = site;
    t->at = (u32)(site - t->unit->sites.data);
    t->stored = false;
    if (site->end) /* perhaps the end of the code */
        return;
    t->in = site->word->in;
    t->a = base + t->in.a;
    t->b = base + t->in.b;
    t->c = base + t->in.c;
    CHECK(!(op_info[site_op(site)].flags & (W_A | R_A)) || t->a < t->unit->nslots);
}

static void translate_site(Translator *t, Site *site)
{
    emit_begin_site(t, site);
    site->offset = t->code->len;
    if (site->end) {
        emit_leave(t, 0);
        return;
    }
    const Rule *rule = &emit_rules[site_op(site)];
    u32 at = (u32)(site - t->unit->sites.data);
    if (t->targets[at]) {
        memset(t->pointers, 0, unit_row(t->unit) * sizeof(u64));
        memset(t->quiet, 0, unit_row(t->unit) * sizeof(u64));
    }
    switch (site_kind(t->unit, at)) {
    case SITE_EXIT: emit_leave(t, 0); break;
    case SITE_EXECUTE: emit_execute(t, 0); break;
    default: rule->emit(t, rule->arg); break;
    }
    update_known(t, at);
}

/* The code of an entry: loads the homes that are live. */
static void emit_entry(Translator *t, EntryPoint *entry)
{
    const Site *site = &t->unit->sites.data[entry->site];
    entry->offset = t->code->len;
    CHECK(site->entry);
    asm_entered(t->code);
    emit_load_wanted(t, site, ALL_HOMES);
    asm_set_target(t->code, asm_jump(t->code, COND_ALWAYS), site->offset);
}

/* Emits everything but the entries. */
static void emit_all(Translator *t)
{
    emit_prologue(t);
    emit_last_return(t);
    u32 leave = t->code->len;
    emit_epilogue(t);
    for (u32 i = 0; i < t->unit->sites.len; i++)
        translate_site(t, &t->unit->sites.data[i]);
    emit_rare_cases(t);
    emit_nan_cases(t);
    resolve(t, leave);
    emit_call_routines(t, leave);
    emit_slow_paths(t);
}

void translate(Unit *unit, Buf *code, EntryPoints *entries)
{
    Translator t = {.unit = unit, .code = code};
    CHECK(code->len == 0 && unit->homes);
    t.pointers = xcalloc(unit_row(unit), sizeof(u64));
    t.quiet = xcalloc(unit_row(unit), sizeof(u64));
    t.targets = xcalloc(unit->sites.len + 1, sizeof(bool));
    find_targets(&t, entries);
    emit_all(&t);
    for (u32 i = 0; i < entries->len; i++)
        emit_entry(&t, &entries->data[i]);
    CHECK(!t.recursions.len || entries->data[0].site == 0);
    for (u32 i = 0; i < t.recursions.len; i++)
        asm_set_target(code, t.recursions.data[i], entries->data[0].offset);
    CHECK(!t.slow_paths.len || unit->filtered);
    for (u32 i = 0; i < unit->sites.len; i++) {
        CHECK(unit->sites.data[i].offset < code->len);
        CHECK(i == 0 || unit->sites.data[i - 1].offset <= unit->sites.data[i].offset);
    }
    free(t.pointers);
    free(t.quiet);
    free(t.targets);
    vec_free(&t.jumps);
    vec_free(&t.slow_paths);
    vec_free(&t.rare_cases);
    vec_free(&t.nan_cases);
    vec_free(&t.executes);
    vec_free(&t.natives);
    vec_free(&t.defers);
    vec_free(&t.functions);
    vec_free(&t.panics);
    vec_free(&t.spent);
    vec_free(&t.recursions);
}
