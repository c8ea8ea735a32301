/* Register allocation: which bytecode registers are kept in processor registers. The assignment
 * holds for the whole unit, so no moves are needed where its parts meet. Whether a register gets a
 * general or a float register is decided by its most frequent use; other uses cost a move. First
 * the most used registers get one each; then others share these with registers that are not live
 * while they are, if that saves more loads than it costs stores. */
#include <string.h>

#include "jit/translate.h"

/* Without RAX, RCX, RDX (scratch), RDI (R), RBP (JitState), R15 (fuel), XMM0 and XMM1 (scratch).
 * The last two are available only if the unit is not filtered. */
static const u8 general[] = {RBX, RSI, R8, R9, R10, R11, R12, R13, R14};
enum { FIRST_XMM = 2, FILTER_REGS = 2 };
/* What a load costs that waits for a store, in stores that nothing waits for. */
enum { LOAD_COST = 2 };

typedef struct Use {
    u64 ints, floats, all; /* number of uses by class, weighted by loop depth */
    u64 writes;            /* those of them that write */
    bool memory;
    u32 slot;
} Use;

typedef struct Uses {
    Unit *unit;
    Use *of;
    u64 weight;
} Uses;

/* The unit's registers in a processor register. */
typedef struct Tenants {
    u64 *set; /* a row (unit_row) */
    u64 writes;
    bool shared;
} Tenants;

/* Which of the unit's registers cannot share. */
typedef struct Conflicts {
    const Unit *unit;
    u64 *rows;   /* for each register those that are live, or used by an instruction, where it is
                    live or written */
    u64 *now;    /* a row: used by one instruction, */
    bool writes; /* which writes some of them */
    Tenants of[HOME_FLOATS * 2]; /* numbered as in a HomeSet */
} Conflicts;

static void use(void *ctx, u32 slot, u32 count, Class class, bool written)
{
    Uses *uses = ctx;
    for (u32 i = slot; i < slot + count; i++) {
        Use *u = &uses->of[i];
        u->all += uses->weight;
        u->writes += written ? uses->weight : 0;
        u->ints += class == CLASS_INT ? uses->weight : 0;
        u->floats += class == CLASS_FLOAT ? uses->weight : 0;
        u->memory |= class == CLASS_MEMORY;
        uses->unit->homes[i].written |= written;
    }
}

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
    if (site->kind == SITE_CALL) {
        if (op != OP_CALLF)
            add_operand(unit, site, base + in.b, op == OP_CALLI ? 2 : 1, CLASS_INT, false);
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
    if ((site->kind != SITE_PLAIN && site->kind != SITE_PARTLY) || op == OP_CALLF) {
        find_flow_operands(unit, site);
        return;
    }
    Classes classes = classes_of(op);
    if (!classes.known)
        return;
    Widths widths = op_widths(unit->program, site->word);
    if (flags & (W_A | R_A))
        add_operand(unit, site, base + in.a, widths.a, classes.a, flags & W_A);
    if (flags & R_B)
        add_operand(unit, site, base + in.b, widths.b, classes.b, false);
    if (flags & R_C)
        add_operand(unit, site, base + in.c, widths.c, classes.c, false);
}

void unit_describe(Unit *unit)
{
    for (u32 i = 0; i < unit->sites.len; i++) {
        Site *site = &unit->sites.data[i];
        site->kind = (u8)site_rule(unit, i);
        site->operands = unit->operands.len;
        find_operands(unit, site);
    }
}

/* ---- homes of their own ---- */

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
        unit->watched |= site_watched(&unit->sites.data[i]);
    }
    unit->accesses |= unit->watched;
}

static int most_used_first(const void *a, const void *b)
{
    const Use *x = a, *y = b;
    if (x->all != y->all)
        return x->all < y->all ? 1 : -1;
    return x->slot < y->slot ? -1 : x->slot > y->slot;
}

/* ---- shared homes ---- */

static u64 *row_of(const Conflicts *c, u32 slot)
{
    return c->rows + (u64)slot * unit_row(c->unit);
}

/* Those in `row` conflict with each other. */
static void add_conflicts(Conflicts *c, const u64 *row)
{
    u32 words = unit_row(c->unit);
    for (u32 w = 0; w < words; w++)
        for (u64 bits = row[w]; bits; bits &= bits - 1) {
            u64 *mine = row_of(c, w * 64 + (u32)__builtin_ctzll(bits));
            for (u32 i = 0; i < words; i++)
                mine[i] |= row[i];
        }
}

static void add_used(void *ctx, u32 slot, u32 count, Class class, bool written)
{
    Conflicts *c = ctx;
    (void)class;
    c->writes |= written && count;
    for (u32 i = slot; i < slot + count; i++)
        row_add(c->now, i);
}

/* What an instruction writes conflicts with all that is live after it, and with what it reads: it
 * may be written before all is read. */
static void add_written(Conflicts *c, u32 site)
{
    memset(c->now, 0, unit_row(c->unit) * sizeof(u64));
    c->writes = false;
    unit_operands(c->unit, site, add_used, c);
    if (!c->writes)
        return;
    unit_add_live_after(c->unit, site, c->now);
    add_conflicts(c, c->now);
}

static void find_conflicts(Conflicts *c)
{
    const Unit *unit = c->unit;
    for (u32 i = 0; i < unit->sites.len; i++) {
        if (i == 0 ||
            memcmp(unit_live_at(unit, i), unit_live_at(unit, i - 1), unit_row(unit) * sizeof(u64)))
            add_conflicts(c, unit_live_at(unit, i));
        add_written(c, i);
    }
}

static bool conflicts_with(const Conflicts *c, u32 slot, const Tenants *tenants)
{
    for (u32 i = 0; i < unit_row(c->unit); i++)
        if (row_of(c, slot)[i] & tenants->set[i])
            return true;
    return false;
}

/* The register for it in which sharing costs least, and less than it saves; NULL: none. */
static Tenants *best_home(Conflicts *c, const Use *use, u32 first)
{
    Tenants *best = NULL;
    u64 saved = (use->all - use->writes) * LOAD_COST, least = UINT64_MAX;
    for (Tenants *of = c->of + first; of < c->of + first + HOME_FLOATS; of++) {
        u64 cost = of->shared ? 0 : of->writes;
        if (of->set && cost < saved && cost < least && !conflicts_with(c, use->slot, of)) {
            best = of;
            least = cost;
        }
    }
    return best;
}

static void add_tenant(Conflicts *c, Tenants *tenants, const Use *use)
{
    if (!tenants->set)
        tenants->set = xcalloc(unit_row(c->unit), sizeof(u64));
    row_add(tenants->set, use->slot);
    tenants->writes += use->writes;
}

static void share(Conflicts *c, const Use *use)
{
    bool floats = use->floats > use->ints;
    Tenants *tenants = best_home(c, use, floats ? HOME_FLOATS : 0);
    if (!tenants)
        return;
    Home *home = &c->unit->homes[use->slot];
    home->kind = floats ? HOME_XMM : HOME_GENERAL;
    home->reg = (u8)((tenants - c->of) % HOME_FLOATS);
    add_tenant(c, tenants, use);
    tenants->shared = true;
}

static void mark_shared(const Conflicts *c)
{
    for (u32 i = 0; i < c->unit->nslots; i++) {
        Home *home = &c->unit->homes[i];
        home->shared = home->kind != HOME_MEMORY && c->of[home_index(home)].shared;
    }
}

/* Homes in registers that others have, for those that have none yet. */
static void share_homes(Unit *unit, const Use *uses)
{
    u32 words = unit_row(unit);
    unit_find_live(unit);
    Conflicts c = {.unit = unit, .rows = xcalloc((u64)unit->nslots * words, sizeof(u64))};
    c.now = xcalloc(words, sizeof(u64));
    find_conflicts(&c);
    for (u32 i = 0; i < unit->nslots && uses[i].all; i++) {
        const Home *home = &unit->homes[uses[i].slot];
        if (home->kind != HOME_MEMORY)
            add_tenant(&c, &c.of[home_index(home)], &uses[i]);
    }
    for (u32 i = 0; i < unit->nslots && uses[i].all; i++)
        if (unit->homes[uses[i].slot].kind == HOME_MEMORY && !uses[i].memory)
            share(&c, &uses[i]);
    mark_shared(&c);
    for (u32 i = 0; i < COUNT_OF(c.of); i++)
        free(c.of[i].set);
    free(c.rows);
    free(c.now);
}

/* ---- all homes ---- */

/* Registers that share one are marked so, and none is in one that emitters or the filter use. */
static void check_homes(const Unit *unit)
{
    const u32 reserved =
        1u << RAX | 1u << RCX | 1u << RDX | 1u << RSP | 1u << RBP | 1u << RDI | 1u << R15;
    HomeSet used = reserved | (1u << XMM0 | 1u << XMM1) << HOME_FLOATS, shared = 0;
    if (unit->filtered)
        used |= 1u << R13 | 1u << R14;
    for (u32 i = 0; i < unit->nslots; i++) {
        const Home *home = &unit->homes[i];
        HomeSet reg = home_register(home);
        CHECK(home->kind <= HOME_XMM && home->reg < XMM_COUNT);
        CHECK(!(used & reg) && (!(shared & reg) || home->shared));
        *(home->shared ? &shared : &used) |= reg;
    }
}

void unit_find_homes(Unit *unit)
{
    Uses uses = {.unit = unit};
    unit_describe(unit);
    unit->homes = xcalloc(unit->nslots, sizeof *unit->homes);
    uses.of = xcalloc(unit->nslots, sizeof *uses.of);
    for (u32 i = 0; i < unit->sites.len; i++) {
        u32 depth = unit->sites.data[i].depth;
        uses.weight = 1ull << 3 * (depth < 8 ? depth : 8);
        unit_operands(unit, i, use, &uses);
    }
    find_accesses(unit);
    for (u32 i = 0; i < unit->nslots; i++)
        uses.of[i].slot = i;
    qsort(uses.of, unit->nslots, sizeof *uses.of, most_used_first);
    unit->filtered &= unit->watched;
    u32 ints = 0, most_ints = COUNT_OF(general) - (unit->filtered ? FILTER_REGS : 0);
    u32 floats = FIRST_XMM;
    bool more = false;
    for (u32 i = 0; i < unit->nslots && uses.of[i].all; i++) {
        const Use *u = &uses.of[i];
        CHECK(u->slot < unit->nslots && u->ints + u->floats <= u->all);
        Home *home = &unit->homes[u->slot];
        if (u->memory)
            continue;
        if (u->floats > u->ints && floats < XMM_COUNT) {
            home->kind = HOME_XMM;
            home->reg = (u8)floats++;
        } else if (u->floats <= u->ints && ints < most_ints) {
            home->kind = HOME_GENERAL;
            home->reg = general[ints++];
        } else {
            more = true;
        }
    }
    if (more)
        share_homes(unit, uses.of);
    free(uses.of);
    if (CHECKING)
        check_homes(unit);
}
