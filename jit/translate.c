/* Translation of a unit: prologue and epilogue, one emitter call per instruction, and resolution of
 * jumps. */
#include "jit/translate.h"

#include "base/map.h"
#include "jit/emit.h"

/* Callee-saved registers of the System V ABI. */
static const u8 callee_saved[] = {RBX, RBP, R12, R13, R14, R15};

static bool is_callee_saved(Reg reg)
{
    for (u32 i = 0; i < COUNT_OF(callee_saved); i++)
        if (callee_saved[i] == reg)
            return true;
    return false;
}

void emit_load_homes(Translator *t, Homes which)
{
    const Home *home = t->unit->homes;
    x64_op(t->code, X64_LOAD, RDI, at(RDI, offsetof(JitState, R)));
    for (u32 i = 0; i < t->unit->nslots; i++, home++)
        if (home->kind == HOME_GENERAL && !(which == HOMES_CLOBBERED && is_callee_saved(home->reg)))
            x64_op(t->code, X64_LOAD, home->reg, at(RDI, (i32)i * 8));
        else if (home->kind == HOME_XMM)
            x64_op(t->code, X64_LOADSD, home->reg, at(RDI, (i32)i * 8));
}

void emit_store_homes(Translator *t)
{
    Unit *unit = t->unit;
    for (u32 i = 0; i < unit->nslots; i++)
        if (unit->homes[i].written && emit_slot_is(t, i, HOME_GENERAL))
            x64_op(t->code, X64_STORE, unit->homes[i].reg, at(RDI, (i32)i * 8));
        else if (unit->homes[i].written && emit_slot_is(t, i, HOME_XMM))
            x64_op(t->code, X64_STORESD, unit->homes[i].reg, at(RDI, (i32)i * 8));
}

/* The prologue. RDI is the JitState, RSI the address at which to begin. */
static void emit_prologue(Translator *t)
{
    for (u32 i = 0; i < COUNT_OF(callee_saved); i++)
        x64_push(t->code, callee_saved[i]);
    x64_push(t->code, RDI);
    x64_op(t->code, X64_LOAD, RAX, in_reg(RSI));
    x64_op(t->code, X64_LOAD, R15, at(RDI, offsetof(JitState, fuel)));
    if (t->unit->filtered) {
        x64_op(t->code, X64_LOAD, REG_SEEN, at(RDI, offsetof(JitState, seen)));
        x64_op(t->code, X64_LOAD, REG_SEGMENT, at(RDI, offsetof(JitState, segment)));
    }
    emit_load_homes(t, HOMES_ALL);
    x64_jump_reg(t->code, RAX);
}

/* The epilogue. RAX is the pc to return, RDX the distance in bytes from the unit's frame to the one
 * of pc. */
static void emit_epilogue(Translator *t)
{
    emit_store_homes(t);
    x64_op(t->code, X64_ADD, RDI, in_reg(RDX));
    x64_pop(t->code, RCX);
    x64_op(t->code, X64_STORE, RDI, at(RCX, offsetof(JitState, R)));
    x64_op(t->code, X64_STORE, R15, at(RCX, offsetof(JitState, fuel)));
    for (u32 i = COUNT_OF(callee_saved); i-- > 0;)
        x64_pop(t->code, callee_saved[i]);
    x64_ret(t->code);
}

/* Resolves jumps: to their sites, or to an exit stub that loads pc and frame, one for each exit. */
static void resolve(Translator *t)
{
    Map stubs = {0};
    u32 back = t->code->len;
    emit_epilogue(t);
    for (u32 i = 0; i < t->jumps.len; i++) {
        const Fixup *jump = &t->jumps.data[i];
        CHECK(jump->pc || jump->site < t->unit->sites.len);
        CHECK(!jump->pc || jump->base <= t->unit->nslots);
        if (!jump->pc) {
            x64_set_target(t->code, jump->from, t->unit->sites.data[jump->site].offset);
            continue;
        }
        u64 *stub = map_put(&stubs, LINK(jump->pc, jump->base));
        if (!*stub) {
            *stub = t->code->len;
            x64_const(t->code, RAX, (u64)jump->pc);
            x64_const(t->code, RDX, jump->base * 8);
            x64_set_target(t->code, x64_jump(t->code, COND_ALWAYS), back);
        }
        x64_set_target(t->code, jump->from, (u32)*stub);
    }
    map_free(&stubs);
}

static void translate_site(Translator *t, Site *site)
{
    u32 base = site->body->base;
    t->site = site;
    site->offset = t->code->len;
    if (site->end) {
        emit_leave(t, 0);
        return;
    }
    t->in = site->word->in;
    t->a = base + t->in.a;
    t->b = base + t->in.b;
    t->c = base + t->in.c;
    CHECK(!(op_info[site_op(site)].flags & (W_A | R_A)) || t->a < t->unit->nslots);
    const Rule *rule = &emit_rules[site_op(site)];
    if (rule->emit)
        rule->emit(t, rule->arg);
    else
        emit_leave(t, 0);
}

void translate(Unit *unit, Buf *code)
{
    Translator t = {.unit = unit, .code = code};
    CHECK(code->len == 0 && unit->homes);
    emit_prologue(&t);
    for (u32 i = 0; i < unit->sites.len; i++)
        translate_site(&t, &unit->sites.data[i]);
    resolve(&t);
    emit_slow_paths(&t);
    CHECK(!t.slow_paths.len || unit->filtered);
    for (u32 i = 0; i < unit->sites.len; i++) {
        CHECK(unit->sites.data[i].offset < code->len);
        CHECK(i == 0 || unit->sites.data[i - 1].offset <= unit->sites.data[i].offset);
    }
    vec_free(&t.jumps);
    vec_free(&t.slow_paths);
}
