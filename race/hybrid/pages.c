#include "race/hybrid/pages.h"

/* Number of the shelf. */
static u32 find_shelf(PageTable *table, Loc key, bool *fresh)
{
    u32 index = loctable_get(&table->shelves, key, fresh);
    *shelf_guess(table, key) = index;
    if (*fresh) {
        vec_extend(&table->shelf, index + 1);
        table->shelf.data[index] = (Shelf){0};
    }
    return index;
}

static void note_large(PageTable *table, u64 object)
{
    u32 place;
    bool fresh;
    u32 index = find_shelf(table, shelf_key((Loc){object, 0}, &place), &fresh);
    Shelf *shelf = &table->shelf.data[index];
    shelf->used += !(shelf->large >> place & 1);
    shelf->large |= (u16)(1 << place);
}

u32 *pages_search(PageTable *table, Loc loc)
{
    u32 place;
    bool fresh;
    Loc key = shelf_key(loc, &place);
    u32 index = find_shelf(table, key, &fresh);
    if (fresh && loc.offset >= PAGE_BYTES)
        note_large(table, loc.object);
    Shelf *shelf = &table->shelf.data[index];
    shelf->used += shelf->page[place] == 0;
    return &shelf->page[place];
}

typedef struct Forgetting {
    PageTable *table;
    void (*gone)(void *ctx, u32 page);
    void *ctx;
} Forgetting;

static void shelf_gone(void *ctx, u32 index)
{
    Forgetting *f = ctx;
    Shelf *shelf = &f->table->shelf.data[index];
    for (u32 i = 0; i < SHELF; i++)
        if (shelf->page[i])
            f->gone(f->ctx, shelf->page[i] - 1);
    *shelf = (Shelf){0};
}

static void nothing_gone(void *ctx, u32 index)
{
    (void)ctx;
    (void)index;
}

/* Takes the object from the shelf that it shares with others; whether it has one to itself too. */
static bool leave_shelf(PageTable *table, u64 object, Forgetting *f)
{
    u32 place;
    Loc key = shelf_key((Loc){object, 0}, &place);
    u32 index = *shelf_guess(table, key);
    if (!loctable_is_at(&table->shelves, index, key))
        index = loctable_find(&table->shelves, key);
    if (index == LOC_NONE)
        return false;
    *shelf_guess(table, key) = index;
    Shelf *shelf = &table->shelf.data[index];
    bool large = shelf->large >> place & 1;
    if (!large && !shelf->page[place])
        return false;
    if (shelf->page[place])
        f->gone(f->ctx, shelf->page[place] - 1);
    shelf->used -= (shelf->page[place] != 0) + large;
    shelf->page[place] = 0;
    shelf->large &= (u16) ~(1 << place);
    if (shelf->used == 0)
        loctable_forget(&table->shelves, key.object, nothing_gone, NULL);
    return large;
}

void pages_forget(PageTable *table, u64 object, void (*gone)(void *ctx, u32 page), void *ctx)
{
    Forgetting f = {table, gone, ctx};
    if (leave_shelf(table, object, &f))
        loctable_forget(&table->shelves, object, shelf_gone, &f);
}

static Loc start_of(Loc key, u32 place)
{
    if (key.object >> 63)
        return (Loc){(key.object & ~(1ull << 63)) * SHELF + place, 0};
    return (Loc){key.object, (key.offset * SHELF + place) * PAGE_BYTES};
}

void pages_each(const PageTable *table, void (*visit)(void *ctx, u32 page, Loc loc), void *ctx)
{
    for (u32 i = 0; i < table->shelf.len; i++) {
        const LocEntry *entry = &table->shelves.entries.data[i];
        for (u32 k = 0; entry->used && k < SHELF; k++)
            if (table->shelf.data[i].page[k])
                visit(ctx, table->shelf.data[i].page[k] - 1, start_of(entry->loc, k));
    }
}

size_t pages_memory(const PageTable *table)
{
    return loctable_memory(&table->shelves) + table->shelf.cap * sizeof(Shelf);
}

void pages_clear(PageTable *table)
{
    loctable_clear(&table->shelves);
    vec_clear(&table->shelf);
}

void pages_free(PageTable *table)
{
    loctable_free(&table->shelves);
    vec_free(&table->shelf);
}
