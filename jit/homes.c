/* Register allocation: which bytecode registers are kept in processor registers. The assignment
 * holds for the whole unit, so no moves are needed where its parts meet. Whether a register gets a
 * general or a float register is decided by its most frequent use; other uses cost a move. */
#include "jit/translate.h"

/* Without RAX, RCX, RDX (scratch), RDI (R), RBP (JitState), R15 (fuel), XMM0 and XMM1 (scratch).
 * The last two are available only if the unit is not filtered. */
static const u8 general[] = {RBX, RSI, R8, R9, R10, R11, R12, R13, R14};
enum { FIRST_XMM = 2, FILTER_REGS = 2 };

typedef struct Use {
    u64 ints, floats, all; /* number of uses by class, weighted by loop depth */
    bool memory;
    u32 slot;
} Use;

typedef struct Uses {
    Unit *unit;
    Use *of;
    u64 weight;
} Uses;

static void use(void *ctx, u32 slot, u32 count, Class class, bool written)
{
    Uses *uses = ctx;
    CHECK(slot + count <= uses->unit->nslots);
    for (u32 i = slot; i < slot + count; i++) {
        Use *u = &uses->of[i];
        u->all += uses->weight;
        u->ints += class == CLASS_INT ? uses->weight : 0;
        u->floats += class == CLASS_FLOAT ? uses->weight : 0;
        u->memory |= class == CLASS_MEMORY;
        uses->unit->homes[i].written |= written;
    }
}

/* The operands of calls and returns. */
static void flow_operands(const Site *site, SiteKind kind, OperandVisit visit, void *ctx)
{
    Instr in = site->word->in;
    Op op = site_op(site);
    u32 base = site->body->base;
    if (kind == SITE_PLAIN) {
        visit(ctx, base + in.a, 1, CLASS_INT, true); /* the link */
    } else if (kind == SITE_CALL) {
        if (op != OP_CALLF)
            visit(ctx, base + in.b, op == OP_CALLI ? 2 : 1, CLASS_INT, false);
    } else {
        visit(ctx, base + in.a, in.c, CLASS_ANY, false);
        if (kind == SITE_RETURN_INLINED)
            visit(ctx, base, in.c, CLASS_ANY, true);
    }
}

void unit_operands(const Unit *unit, u32 at, OperandVisit visit, void *ctx)
{
    const Site *site = &unit->sites.data[at];
    SiteKind kind = site_kind(unit, at);
    if (kind == SITE_EXIT || kind == SITE_EXECUTE)
        return;
    Instr in = site->word->in;
    Op op = site_op(site);
    u32 base = site->body->base, flags = op_info[op].flags;
    if (kind != SITE_PLAIN || op == OP_CALLF) {
        flow_operands(site, kind, visit, ctx);
        return;
    }
    Classes classes = classes_of(op);
    if (!classes.known)
        return;
    Widths widths = op_widths(unit->program, site->word);
    if (classes.b == CLASS_INT && widths.b == 3)
        widths.b = 2; /* an access to an element does not use the capacity */
    if (flags & (W_A | R_A))
        visit(ctx, base + in.a, widths.a, classes.a, flags & W_A);
    if (flags & R_B)
        visit(ctx, base + in.b, widths.b, classes.b, false);
    if (flags & R_C)
        visit(ctx, base + in.c, widths.c, classes.c, false);
}

/* Sets unit->accesses and watched. */
static void find_accesses(Unit *unit)
{
    unit->watched = unit->function;
    for (u32 i = 0; i < unit->sites.len; i++) {
        SiteKind kind = site_kind(unit, i);
        if (kind == SITE_EXIT)
            continue;
        unit->accesses |= op_accesses(site_op(&unit->sites.data[i]));
        unit->watched |= kind == SITE_CALL || kind == SITE_EXECUTE;
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

/* No two slots share a register, and none is in one that emitters or the filter use. */
static void check_homes(const Unit *unit)
{
    const u32 reserved =
        1u << RAX | 1u << RCX | 1u << RDX | 1u << RSP | 1u << RBP | 1u << RDI | 1u << R15;
    u32 used[] = {[HOME_GENERAL] = reserved, [HOME_XMM] = 1u << XMM0 | 1u << XMM1};
    if (unit->filtered)
        used[HOME_GENERAL] |= 1u << R13 | 1u << R14;
    for (u32 i = 0; i < unit->nslots; i++) {
        const Home *home = &unit->homes[i];
        if (home->kind == HOME_MEMORY)
            continue;
        CHECK(home->kind <= HOME_XMM && home->reg < XMM_COUNT);
        CHECK(!(used[home->kind] >> home->reg & 1));
        used[home->kind] |= 1u << home->reg;
    }
}

void unit_find_homes(Unit *unit)
{
    Uses uses = {.unit = unit};
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
        }
    }
    free(uses.of);
    if (CHECKING)
        check_homes(unit);
}
