/* Which function a call is of, as far as can be told when it is compiled: where the closure was
 * made, if that is in the unit, else what the instruction has called last. Control flow is not
 * looked at, so it is an expectation only. */
#include "jit/translate.h"

enum { NO_SLOT = UINT32_MAX };

/* Whether the site may write the register of the unit. */
static bool writes(const Unit *unit, u32 at, u32 slot)
{
    const Site *site = &unit->sites.data[at];
    Instr in = site->word->in;
    Op op = site_op(site);
    u32 base = site->body->base, flags = op_info[op].flags;
    if (call_is_expected(unit, at))
        return slot == site[1].body->base + site[1].body->fn->closure_reg;
    if (call_is_inlined(unit, at))
        return false;
    if (op == OP_RET || op == OP_RET0 || op == OP_RET1)
        return site->body->caller && slot - base < in.c;
    if (flags & CALLS && !(flags & JUMP))
        return slot >= base + in.a;
    return flags & W_A && slot - base - in.a < op_widths(unit->program, site->word).a;
}

/* The register from which the site copies what it writes to `slot`, or NO_SLOT. */
static u32 copied(const Site *site, u32 slot)
{
    Instr in = site->word->in;
    switch (site_op(site)) {
    case OP_MOV:
    case OP_MOV2:
    case OP_MOV3:
    case OP_MOVN: return slot - in.a + in.b;
    case OP_RET:
    case OP_RET0:
    case OP_RET1: return slot + in.a;
    case OP_CALLC: return site->body->base + in.b; /* the closure, for the callee */
    default: return NO_SLOT;
    }
}

/* The site that makes the closure which the register has before site `at`; NO_SLOT: not known. */
static u32 maker(const Unit *unit, u32 at, u32 slot)
{
    while (slot != NO_SLOT && at-- > 0) {
        const Site *site = &unit->sites.data[at];
        if (!writes(unit, at, slot))
            continue;
        Instr in = site->word->in;
        Op op = site_op(site);
        if (op == OP_CLOSURE || op == OP_LDFN)
            return at;
        if (op != OP_CAP && op != OP_CAPN) {
            slot = copied(site, slot);
            continue;
        }
        u32 captured = op == OP_CAP ? in.c : slot - site->body->base - in.a;
        at = maker(unit, at, site->body->base + in.b);
        if (at == NO_SLOT || site_op(&unit->sites.data[at]) != OP_CLOSURE)
            return NO_SLOT;
        site = &unit->sites.data[at];
        slot = site->body->base + site->word->in.b + captured;
    }
    return NO_SLOT;
}

Func *unit_callee(const Unit *unit, u32 at)
{
    const Site *site = &unit->sites.data[at];
    if (site_op(site) == OP_CALLF)
        return program_func_at(unit->program, CALLF_CODE(site->word[1].x));
    if (site_op(site) != OP_CALLC)
        return NULL;
    u32 made = maker(unit, at, site->body->base + site->word->in.b);
    if (made == NO_SLOT)
        return call_cached(unit->calls, site->word);
    return unit->program->funcs.data[unit->sites.data[made].word[1].x];
}
