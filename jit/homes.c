/* Register allocation: which values of bytecode registers are kept in processor registers. Whether
 * one gets a general or a float register is decided by its most frequent use; other uses cost a
 * move. The most used values choose first; two have the same register only if they are wanted
 * nowhere both. */
#include <string.h>

#include "jit/webs.h"

/* Without RAX, RCX, RDX (scratch), RDI (R), RBP (JitState), R15 (fuel), XMM0 and XMM1 (scratch).
 * The last two are available only if the unit is not filtered. */
static const u8 general[] = {RBX, RSI, R8, R9, R10, R11, R12, R13, R14};
enum { FIRST_XMM = 2, FILTER_REGS = 2 };

/* ---- operands ---- */

static void add_operand(Unit *unit, Site *site, u32 slot, u32 count, Class class, bool written)
{
    CHECK(slot + count <= unit->nslots && site->noperands < UINT8_MAX);
    vec_push(&unit->operands, (SiteOperand){slot, (u16)count, (u8) class, written});
    site->noperands++;
}

/* The operands of calls and returns. */
static void find_flow_operands(Unit *unit, Site *site)
{
    Instr in = site->word->in;
    Op op = site_op(site);
    u32 base = site->body->base;
    if (op == OP_CALLC || op == OP_CALLI)
        add_operand(unit, site, base + in.b, op == OP_CALLI ? 2 : 1, CLASS_INT, false);
    if (call_is_expected(unit, (u32)(site - unit->sites.data))) {
        if (expected_slot(site) != NO_SLOT)
            add_operand(unit, site, expected_slot(site), 1, CLASS_INT, true);
        unit->sites.data[site[1].body->after].back = true;
    } else if (site->kind == SITE_CALL) {
        return;
    } else if (site->kind != SITE_PLAIN) {
        add_operand(unit, site, base + in.a, in.c, CLASS_ANY, false);
        if (site->kind == SITE_RETURN_INLINED)
            add_operand(unit, site, base, in.c, CLASS_ANY, true);
    }
}

static void find_operands(Unit *unit, Site *site)
{
    if (site->kind == SITE_EXIT || site->kind == SITE_EXECUTE || site->kind == SITE_DEFERS)
        return;
    Instr in = site->word->in;
    Op op = site_op(site);
    u32 base = site->body->base, flags = op_info[op].flags;
    bool flow = op == OP_CALLF || op == OP_CALLC || op == OP_CALLI;
    if ((site->kind != SITE_PLAIN && site->kind != SITE_PARTLY) || flow) {
        find_flow_operands(unit, site);
        return;
    }
    if (op == OP_CALLN) {
        u32 count;
        Classes native = native_classes(unit, site, &count);
        add_operand(unit, site, base + in.a + 1, count, native.b, false);
        add_operand(unit, site, base + in.a + 1, count, native.a, true);
        return;
    }
    Classes classes = classes_of(op);
    if (!classes.known)
        return;
    Widths widths = op_widths(unit->program, site->word);
    if (flags & R_A)
        add_operand(unit, site, base + in.a, widths.a, classes.a, false);
    if (flags & W_A)
        add_operand(unit, site, base + in.a, widths.a, classes.a, true);
    if (flags & R_B)
        add_operand(unit, site, base + in.b, widths.b, classes.b, false);
    if (flags & R_C)
        add_operand(unit, site, base + in.c, widths.c, classes.c, false);
}

/* Sets unit->accesses and watched. */
static void find_accesses(Unit *unit)
{
    unit->watched = unit->function;
    for (u32 i = 0; i < unit->sites.len; i++) {
        SiteKind kind = site_kind(unit, i);
        if (kind == SITE_EXIT)
            continue;
        bool accesses = op_accesses(site_op(&unit->sites.data[i]));
        unit->accesses |= accesses;
        unit->watched |= kind == SITE_CALL || kind == SITE_DEFERS || kind == SITE_EXECUTE;
        unit->watched |= kind == SITE_PARTLY && accesses;
        unit->watched |= site_op(&unit->sites.data[i]) == OP_NEW; /* where objects are watched */
        unit->watched |= site_watched(&unit->sites.data[i]);
    }
    unit->accesses |= unit->watched;
    unit->filtered &= unit->watched;
}

void unit_describe(Unit *unit)
{
    for (u32 i = 0; i < unit->sites.len; i++) {
        Site *site = &unit->sites.data[i];
        site->kind = (u8)site_rule(unit, i);
        site->operands = unit->operands.len;
        find_operands(unit, site);
    }
    find_accesses(unit);
}

/* ---- homes ---- */

static int most_used_first(const void *a, const void *b)
{
    const Web *x = *(Web *const *)a, *y = *(Web *const *)b;
    if (x->all != y->all)
        return x->all < y->all ? 1 : -1;
    return x->joined < y->joined ? -1 : x->joined > y->joined;
}

/* A processor register, and the sites at which it is in use. */
typedef struct Freedom {
    u8 kind, reg;
    u64 *busy;
} Freedom;

/* Those that the unit may use; returns how many. */
static u32 find_places(const Unit *unit, Freedom places[HOME_FLOATS * 2])
{
    u32 n = 0, ints = COUNT_OF(general) - (unit->filtered ? FILTER_REGS : 0);
    for (u32 i = 0; i < ints; i++)
        places[n++] = (Freedom){.kind = HOME_GENERAL, .reg = general[i]};
    for (u32 i = FIRST_XMM; i < XMM_COUNT; i++)
        places[n++] = (Freedom){.kind = HOME_XMM, .reg = (u8)i};
    for (u32 i = 0; i < n; i++)
        places[i].busy = xcalloc((unit->sites.len + 63) / 64, sizeof(u64));
    return n;
}

static bool meet(const u64 *a, const u64 *b, u32 words)
{
    for (u32 i = 0; i < words; i++)
        if (a[i] & b[i])
            return true;
    return false;
}

/* The home of a web: the first register that is free wherever it is wanted. */
static Home choose_home(const Webs *webs, const Web *web, const Freedom *places, u32 count)
{
    u32 words = (webs->unit->sites.len + 63) / 64;
    HomeKind kind = web->floats > web->ints ? HOME_XMM : HOME_GENERAL;
    Home home = {.kind = HOME_CONST};
    if (webs_constant(webs, web, &home.constant))
        return home;
    for (u32 i = 0; i < count && !web->memory && web->all; i++) {
        if (places[i].kind != kind || meet(places[i].busy, web->busy, words))
            continue;
        for (u32 w = 0; w < words; w++)
            places[i].busy[w] |= web->busy[w];
        return (Home){.kind = kind, .reg = places[i].reg};
    }
    return (Home){.kind = HOME_MEMORY};
}

/* Sets unit->homes, one for each web. */
static void choose_homes(Unit *unit, Webs *webs)
{
    Freedom places[HOME_FLOATS * 2];
    u32 count = find_places(unit, places), n = webs->of.len;
    Web **order = xmalloc((n + 1) * sizeof(Web *));
    for (u32 i = 0; i < n; i++)
        order[i] = &webs->of.data[i];
    qsort(order, n, sizeof(Web *), most_used_first);
    unit->homes = xcalloc(n + 1, sizeof *unit->homes);
    for (u32 i = 0; i < n; i++) {
        u32 number = (u32)(order[i] - webs->of.data);
        if (order[i]->joined == number)
            unit->homes[number] = choose_home(webs, order[i], places, count);
    }
    for (u32 i = 0; i < count; i++)
        free(places[i].busy);
    free(order);
}

void unit_find_homes(Unit *unit)
{
    Webs webs;
    webs_init(&webs, unit);
    choose_homes(unit, &webs);
    for (u32 i = 0; i < unit_first_value(unit, unit->sites.len); i++)
        unit->values[i] = webs_find(&webs, unit->values[i]);
    webs_free(&webs);
}
