/* What the registers of a unit hold at each instruction. A register is live where its value may be
 * used, by machine code or by the interpreter, after an exit or a return. It is dirty where its
 * value may be in its home only: exits and calls write to the frame what is dirty, if it is live.
 * It is wanted where machine code uses it later, or will store it since it is dirty. An entry, and
 * the code after a call, load what is wanted; so where a register is wanted its home has its value,
 * on all paths. */
#include <string.h>

#include "base/map.h"
#include "code/live.h"
#include "jit/translate.h"

u32 unit_next_in(const Unit *unit, const u64 *row, u32 slot)
{
    for (u32 w = slot / 64; w < unit_row(unit); w++) {
        u64 bits = row[w];
        if (w == slot / 64)
            bits &= UINT64_MAX << slot % 64;
        if (bits)
            return w * 64 + (u32)__builtin_ctzll(bits);
    }
    return unit->nslots;
}

u32 unit_next_sites(const Unit *unit, u32 at, u32 next[2])
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

bool unit_keeps_homes(const Unit *unit, u32 at)
{
    SiteKind kind = site_kind(unit, at);
    return kind != SITE_CALL && kind != SITE_DEFERS && kind != SITE_EXECUTE;
}

/* ---- live ---- */

static const Live *live_of(const Unit *unit, Map *all, const Func *fn)
{
    u64 *live = map_put(all, (u64)fn);
    if (!*live)
        *live = (u64)live_new(unit->program, fn);
    return (const Live *)*live;
}

/* Adds to `row` the registers of the body below `below` that are live before the instruction. */
static void add_live(const Unit *unit, Map *all, const Body *body, const Word *word, u32 below,
                     u64 *row)
{
    u32 pc = (u32)(word - body->fn->code);
    if (pc >= body->fn->ncode)
        return;
    const Live *live = live_of(unit, all, body->fn);
    for (u32 r = 0; r < body->fn->nregs && r < below; r++)
        if (row_has(live_before(live, pc), r))
            row_add(row, body->base + r);
}

static void find_live(Unit *unit)
{
    Map all = {0};
    u64 size = unit_row(unit) * sizeof(u64);
    for (u32 i = 0; i < unit->bodies.len; i++) {
        Body *body = unit->bodies.data[i];
        body->around = xcalloc(unit_row(unit), sizeof(u64));
        if (!body->caller)
            continue;
        memcpy(body->around, body->caller->around, size);
        add_live(unit, &all, body->caller, body->call, body->call->in.a, body->around);
    }
    for (u32 i = 0; i < unit->sites.len; i++) {
        const Site *site = &unit->sites.data[i];
        u64 *row = unit_row_at(unit, unit->live, i);
        memcpy(row, site->body->around, size);
        add_live(unit, &all, site->body, site->word, UINT32_MAX, row);
    }
    u32 cursor = 0;
    for (MapEntry *e; (e = map_next(&all, &cursor));)
        live_free((Live *)e->value);
    map_free(&all);
}

/* ---- dirty and wanted ---- */

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

static void add_written(void *row, u32 slot, u32 count, Class class, bool written)
{
    (void)class;
    for (u32 i = slot; written && i < slot + count; i++)
        row_add(row, i);
}

static void add_read(void *row, u32 slot, u32 count, Class class, bool written)
{
    (void)class;
    for (u32 i = slot; !written && i < slot + count; i++)
        row_add(row, i);
}

/* The registers of an inlined function that returns are lost, but for its results. */
static void drop_lost(const Unit *unit, u32 at, u64 *row)
{
    const Site *site = &unit->sites.data[at];
    if (site_kind(unit, at) != SITE_RETURN_INLINED)
        return;
    for (u32 i = site->body->base + site->word->in.c; i < unit->nslots; i++)
        row[i / 64] &= ~(1ull << i % 64);
}

static void find_dirty(Unit *unit, u64 *row)
{
    u32 words = unit_row(unit);
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = 0; i < unit->sites.len; i++) {
            u32 next[2], n = unit_keeps_homes(unit, i) ? unit_next_sites(unit, i, next) : 0;
            memcpy(row, unit_row_at(unit, unit->dirty, i), words * sizeof(u64));
            unit_operands(unit, i, add_written, row);
            drop_lost(unit, i, row);
            for (u32 k = 0; k < n; k++) {
                u64 *to = unit_row_at(unit, unit->dirty, next[k]);
                const u64 *live = unit_row_at(unit, unit->live, next[k]);
                for (u32 w = 0; w < words; w++) {
                    changed |= next[k] <= i && row[w] & live[w] & ~to[w];
                    to[w] |= row[w] & live[w];
                }
            }
        }
    }
}

/* What is not live has no value, even if it is live at the next site: then liveness is not exact,
 * and it is not used there. */
static void find_wanted(Unit *unit, u64 *row)
{
    u32 words = unit_row(unit);
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = unit->sites.len; i-- > 0;) {
            u32 next[2], n = unit_keeps_homes(unit, i) ? unit_next_sites(unit, i, next) : 0;
            memset(row, 0, words * sizeof(u64));
            for (u32 k = 0; k < n; k++)
                for (u32 w = 0; w < words; w++)
                    row[w] |= unit_row_at(unit, unit->wanted, next[k])[w];
            unit_drop_written(unit, i, row);
            unit_operands(unit, i, add_read, row);
            for (u32 w = 0; w < words; w++) {
                row[w] |= unit_row_at(unit, unit->dirty, i)[w];
                row[w] &= unit_row_at(unit, unit->live, i)[w];
            }
            u64 *to = unit_row_at(unit, unit->wanted, i);
            changed |= memcmp(row, to, words * sizeof(u64)) != 0;
            memcpy(to, row, words * sizeof(u64));
        }
    }
}

/* Where each site's values begin, and those of each word of its row. */
static void count_values(Unit *unit)
{
    u32 count = 0;
    u64 words = (u64)unit->sites.len * unit_row(unit);
    unit->first_value = xmalloc((words + 1) * sizeof(u32));
    for (u64 w = 0; w < words; w++) {
        unit->first_value[w] = count;
        count += (u32)__builtin_popcountll(unit->wanted[w]);
    }
    unit->first_value[words] = count;
    unit->values = xcalloc(count + 1, sizeof(u32));
}

void unit_find_values(Unit *unit)
{
    u32 words = unit_row(unit);
    u64 *row = xcalloc(words, sizeof(u64)), size = (u64)unit->sites.len * words;
    unit->live = xcalloc(size, sizeof(u64));
    unit->dirty = xcalloc(size, sizeof(u64));
    unit->wanted = xcalloc(size, sizeof(u64));
    find_live(unit);
    find_dirty(unit, row);
    find_wanted(unit, row);
    count_values(unit);
    free(row);
    for (u64 i = 0; CHECKING && i < size; i++)
        CHECK(!(unit->dirty[i] & ~unit->wanted[i]));
}

/* ---- values ---- */

u32 unit_value(const Unit *unit, u32 at, u32 slot)
{
    const u64 *row = unit_row_at(unit, unit->wanted, at);
    CHECK(slot < unit->nslots && row_has(row, slot));
    u32 value = unit->first_value[(u64)at * unit_row(unit) + slot / 64];
    return value + (u32)__builtin_popcountll(row[slot / 64] & ((1ull << slot % 64) - 1));
}

const Home *unit_home(const Unit *unit, u32 at, u32 slot)
{
    return &unit->homes[unit->values[unit_value(unit, at, slot)]];
}

const Home *unit_home_after(const Unit *unit, u32 at, u32 slot)
{
    static const Home nowhere = {.kind = HOME_NOWHERE};
    u32 next[2], n = unit_next_sites(unit, at, next);
    for (u32 k = 0; k < n; k++)
        if (row_has(unit_row_at(unit, unit->wanted, next[k]), slot))
            return unit_home(unit, next[k], slot);
    return &nowhere;
}
