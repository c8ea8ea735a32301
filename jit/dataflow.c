/* What the homes of a unit hold at each instruction. A home is dirty where its value may not have
 * been written to the frame: there the frame is brought up to date before anything looks at it, at
 * exits and before calls. It is live where its value may be used, or stored because it is dirty. An
 * entry, and the code after a call, load the homes that are live; so where a home is live it has
 * the value of its register, on all paths. */
#include "jit/translate.h"

#include <string.h>

typedef struct Operands {
    const Unit *unit;
    HomeSet read, written;
} Operands;

static void add_operand(void *ctx, u32 slot, u32 count, Class class, bool written)
{
    Operands *operands = ctx;
    (void)class;
    for (u32 i = slot; i < slot + count; i++)
        *(written ? &operands->written : &operands->read) |= home_bit(&operands->unit->homes[i]);
}

static Operands operands_of(const Unit *unit, u32 at)
{
    Operands operands = {.unit = unit};
    unit_operands(unit, at, add_operand, &operands);
    return operands;
}

/* Homes of registers from `slot` on: those of an inlined function that returns, which die. */
static HomeSet homes_from(const Unit *unit, u32 slot)
{
    HomeSet set = 0;
    for (; slot < unit->nslots; slot++)
        set |= home_bit(&unit->homes[slot]);
    return set;
}

/* The sites that may be next; returns how many. None follows an exit. */
static u32 next_sites(const Unit *unit, u32 at, u32 next[2])
{
    const Site *site = &unit->sites.data[at];
    SiteKind kind = site_kind(unit, at);
    u32 n = 0;
    if (kind == SITE_EXIT || kind == SITE_RETURN)
        return 0;
    if (kind == SITE_RETURN_INLINED) {
        next[n++] = site->body->after;
        return n;
    }
    u32 flags = op_info[site_op(site)].flags;
    if (!(flags & END))
        next[n++] = at + 1;
    if (flags & JUMP) {
        u32 target = site_target(site);
        if (target >= site->body->lo && target < site->body->hi)
            next[n++] = site->body->sites[target - site->body->lo];
    }
    return n;
}

static bool keeps_homes(SiteKind kind)
{
    return kind != SITE_CALL && kind != SITE_DEFERS && kind != SITE_EXECUTE;
}

static HomeSet dirty_after(const Unit *unit, u32 at)
{
    const Site *site = &unit->sites.data[at];
    SiteKind kind = site_kind(unit, at);
    if (!keeps_homes(kind))
        return 0;
    HomeSet dirty = site->dirty | operands_of(unit, at).written;
    if (kind == SITE_RETURN_INLINED)
        dirty &= ~homes_from(unit, site->body->base + site->word->in.c);
    return dirty;
}

static void find_dirty(Unit *unit)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = 0; i < unit->sites.len; i++) {
            u32 next[2], n = next_sites(unit, i, next);
            HomeSet dirty = n ? dirty_after(unit, i) : 0;
            for (u32 k = 0; k < n; k++) {
                Site *site = &unit->sites.data[next[k]];
                changed |= next[k] <= i && dirty & ~site->dirty;
                site->dirty |= dirty;
            }
        }
    }
}

static void find_live(Unit *unit)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = unit->sites.len; i-- > 0;) {
            Site *site = &unit->sites.data[i];
            Operands operands = operands_of(unit, i);
            u32 next[2], n = next_sites(unit, i, next);
            HomeSet live = 0;
            for (u32 k = 0; k < n && keeps_homes(site_kind(unit, i)); k++)
                live |= unit->sites.data[next[k]].live;
            live = (live & ~operands.written) | operands.read | site->dirty;
            changed |= live != site->live;
            site->live = live;
        }
    }
}

/* ---- registers ---- */

void unit_add_live_after(const Unit *unit, u32 at, u64 *row)
{
    u32 next[2], n = next_sites(unit, at, next);
    if (!keeps_homes(site_kind(unit, at)))
        return;
    for (u32 k = 0; k < n; k++)
        for (u32 i = 0; i < unit_row(unit); i++)
            row[i] |= unit_live_at(unit, next[k])[i];
}

static void drop_written(void *row, u32 slot, u32 count, Class class, bool written)
{
    (void)class;
    for (u32 i = slot; written && i < slot + count; i++)
        ((u64 *)row)[i / 64] &= ~(1ull << i % 64);
}

void unit_drop_written(const Unit *unit, u32 at, u64 *row)
{
    unit_operands(unit, at, drop_written, row);
}

static void add_read(void *row, u32 slot, u32 count, Class class, bool written)
{
    (void)class;
    for (u32 i = slot; !written && i < slot + count; i++)
        row_add(row, i);
}

void unit_find_live(Unit *unit)
{
    u64 size = unit_row(unit) * sizeof(u64);
    u64 *row = xmalloc(size);
    unit->live = xcalloc(unit->sites.len, size);
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = unit->sites.len; i-- > 0;) {
            memset(row, 0, size);
            unit_add_live_after(unit, i, row);
            unit_drop_written(unit, i, row);
            unit_operands(unit, i, add_read, row);
            changed |= memcmp(row, unit_live_at(unit, i), size) != 0;
            memcpy(unit_live_at(unit, i), row, size);
        }
    }
    free(row);
}

/* ---- homes ---- */

void unit_find_values(Unit *unit)
{
    find_dirty(unit);
    find_live(unit);
    for (u32 i = 0; CHECKING && i < unit->sites.len; i++)
        CHECK(!(unit->sites.data[i].dirty & ~unit->sites.data[i].live));
}
