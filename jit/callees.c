/* Which function a call is of, as far as is known when it is compiled: of a closure or interface
 * that is made in the unit, by that, else by what the instruction has called. Control flow is not
 * looked at, so it is an expectation only. */
#include "jit/translate.h"

/* Whether the site may write the register of the unit. */
static bool writes(const Unit *unit, u32 at, u32 slot)
{
    const Site *site = &unit->sites.data[at];
    Instr in = site->word->in;
    Op op = site_op(site);
    u32 base = site->body->base, flags = op_info[op].flags;
    if (call_is_expected(unit, at))
        return slot == expected_slot(site);
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
    case OP_CALLC: return site->body->base + in.b;      /* the closure, for the callee, ... */
    case OP_CALLI: return site->body->base + in.b + 1u; /* ... or the receiver */
    default: return NO_SLOT;
    }
}

/* The site that makes the closure or interface which the register has before site `at`; NO_SLOT:
 * not known. */
static u32 maker(const Unit *unit, u32 at, u32 slot)
{
    while (slot != NO_SLOT && at-- > 0) {
        const Site *site = &unit->sites.data[at];
        if (!writes(unit, at, slot))
            continue;
        Instr in = site->word->in;
        Op op = site_op(site);
        if (op == OP_CLOSURE || op == OP_LDFN || op == OP_MKIFACE)
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

/* The Func or RType, by whether the site that makes it is known. */
static const void *expected(const Unit *unit, const Site *site, bool method)
{
    u32 at = maker(unit, (u32)(site - unit->sites.data), site->body->base + site->word->in.b);
    if (at == NO_SLOT)
        return call_expected(unit->calls, site->word);
    const Site *made = &unit->sites.data[at];
    if (method != (site_op(made) == OP_MKIFACE))
        return NULL;
    return method ? (const void *)site_type(unit, made)
                  : (const void *)unit->program->funcs.data[made->word[1].x];
}

Func *unit_callee(const Unit *unit, const RType **type)
{
    const Site *site = &vec_last(&unit->sites);
    const RMethod *method;
    switch (site_op(site)) {
    case OP_CALLF: return program_func_at(unit->program, CALLF_CODE(site->word[1].x));
    case OP_CALLC: return (Func *)expected(unit, site, false);
    case OP_CALLI:
        *type = expected(unit, site, true);
        method = *type ? rtype_method(*type, site->word->in.c) : NULL;
        return method ? method->fn : NULL;
    default: return NULL;
    }
}
