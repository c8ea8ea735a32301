/* Locations and their dense numbers: a hash table of the locations, and for each object a list of
 * its own, so that all of them can be forgotten with it. See race/loctable.h. */
#include "race/loctable.h"

#include "base/map.h"

/* Objects whose names follow each other are neighbours in the slots too, eight at a time: they were
 * made together, and are used and forgotten together. */
static u64 hash_loc(Loc loc)
{
    return hash_u64((loc.object >> 3) * 0x9e3779b97f4a7c15ULL + loc.offset) << 3 | (loc.object & 7);
}

/* The entry of loc in the slots, or LOC_NONE. */
static u32 find_entry(const LocTable *table, Loc loc)
{
    if (table->slot_cap == 0)
        return LOC_NONE;
    u32 mask = table->slot_cap - 1;
    for (u32 i = (u32)hash_loc(loc) & mask; table->slots[i]; i = (i + 1) & mask) {
        u32 index = table->slots[i] - 1;
        if (loc_equal(table->entries.data[index].loc, loc))
            return index;
    }
    return LOC_NONE;
}

u32 loctable_find(const LocTable *table, Loc loc)
{
    u32 index = find_entry(table, loc);
    return index != LOC_NONE && table->entries.data[index].used ? index : LOC_NONE;
}

static void put_slot(LocTable *table, u32 index)
{
    u32 mask = table->slot_cap - 1;
    u32 i = (u32)hash_loc(table->entries.data[index].loc) & mask;
    while (table->slots[i])
        i = (i + 1) & mask;
    table->slots[i] = index + 1;
}

static void grow(LocTable *table)
{
    free(table->slots);
    table->slot_cap = table->slot_cap ? table->slot_cap * 2 : 64;
    table->slots = xcalloc(table->slot_cap, sizeof *table->slots);
    for (u32 i = 0; i < table->entries.len; i++)
        if (table->entries.data[i].listed)
            put_slot(table, i);
}

u32 loctable_take(LocTable *table)
{
    if (table->free_list) {
        u32 index = table->free_list - 1;
        u32 next = table->entries.data[index].next;
        table->free_list = next == LOC_NONE ? 0 : next + 1;
        return index;
    }
    if (table->entries.len == LOC_NONE - 1)
        BUG("more than 2^32 locations");
    vec_push(&table->entries, (LocEntry){0});
    return table->entries.len - 1;
}

void loctable_give_back(LocTable *table, u32 index)
{
    u32 next = table->free_list ? table->free_list - 1 : LOC_NONE;
    table->entries.data[index] = (LocEntry){.next = next};
    table->free_list = index + 1;
}

static u32 add_entry(LocTable *table, Loc loc, u32 next)
{
    if (table->listed >= table->slot_cap / 2)
        grow(table);
    u32 index = loctable_take(table);
    table->entries.data[index] = (LocEntry){.loc = loc, .next = next, .listed = true};
    table->listed++;
    put_slot(table, index);
    return index;
}

/* Adds a location that is not at the start of its object after the one that is. */
static u32 add_part(LocTable *table, Loc loc)
{
    Loc start = {loc.object, 0};
    u32 first = find_entry(table, start);
    if (first == LOC_NONE)
        first = add_entry(table, start, LOC_NONE);
    u32 index = add_entry(table, loc, table->entries.data[first].next);
    table->entries.data[first].next = index;
    return index;
}

u32 loctable_get(LocTable *table, Loc loc, bool *fresh)
{
    u32 index = find_entry(table, loc);
    if (index == LOC_NONE)
        index = loc.offset ? add_part(table, loc) : add_entry(table, loc, LOC_NONE);
    LocEntry *entry = &table->entries.data[index];
    *fresh = !entry->used;
    table->used += *fresh;
    entry->used = true;
    return index;
}

/* Backward-shift deletion: no tombstones, so a table that forgets as much as it learns stays
 * as fast as a fresh one. */
static void delete_slot(LocTable *table, u32 index)
{
    u32 mask = table->slot_cap - 1;
    u32 hole = (u32)hash_loc(table->entries.data[index].loc) & mask;
    while (table->slots[hole] != index + 1)
        hole = (hole + 1) & mask;
    for (u32 i = (hole + 1) & mask; table->slots[i]; i = (i + 1) & mask) {
        u32 home = (u32)hash_loc(table->entries.data[table->slots[i] - 1].loc) & mask;
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            table->slots[hole] = table->slots[i];
            hole = i;
        }
    }
    table->slots[hole] = 0;
}

void loctable_forget(LocTable *table, u64 object, void (*gone)(void *ctx, u32 index), void *ctx)
{
    u32 index = find_entry(table, (Loc){object, 0});
    while (index != LOC_NONE) {
        const LocEntry *entry = &table->entries.data[index];
        u32 next = entry->next;
        if (entry->used) {
            gone(ctx, index);
            table->used--;
        }
        delete_slot(table, index);
        table->listed--;
        loctable_give_back(table, index);
        index = next;
    }
}

size_t loctable_memory(const LocTable *table)
{
    return table->entries.cap * sizeof(LocEntry) + table->slot_cap * sizeof(u32);
}

void loctable_free(LocTable *table)
{
    vec_free(&table->entries);
    free(table->slots);
    *table = (LocTable){0};
}

void loctable_clear(LocTable *table)
{
    if (table->slots)
        memset(table->slots, 0, table->slot_cap * sizeof *table->slots);
    vec_clear(&table->entries);
    table->listed = table->used = table->free_list = 0;
}

typedef struct Placed {
    Loc loc;
    u32 index;
} Placed;

static int by_loc(const void *a, const void *b)
{
    const Loc *x = &((const Placed *)a)->loc, *y = &((const Placed *)b)->loc;
    if (x->object != y->object)
        return x->object < y->object ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

u32 *loctable_sorted(const LocTable *table, u32 *count)
{
    Placed *placed = xmalloc((table->used + 1) * sizeof *placed);
    u32 *order = xmalloc((table->used + 1) * sizeof *order);
    u32 n = 0;
    for (u32 i = 0; i < table->entries.len; i++)
        if (table->entries.data[i].used)
            placed[n++] = (Placed){table->entries.data[i].loc, i};
    qsort(placed, n, sizeof *placed, by_loc);
    for (u32 i = 0; i < n; i++)
        order[i] = placed[i].index;
    free(placed);
    *count = n;
    return order;
}
