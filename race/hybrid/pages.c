/* The default detector's pages by location: see race/hybrid/pages.h. */
#include "race/hybrid/pages.h"

/* Number of the group. */
static u32 find_group(PageTable *table, Loc key, bool *fresh)
{
    u32 index = loctable_get(&table->groups, key, fresh);
    *group_guess(table, key) = index;
    if (*fresh) {
        vec_extend(&table->group, index + 1);
        table->group.data[index] = (PageGroup){0};
    }
    return index;
}

static void note_large(PageTable *table, u64 object)
{
    u32 place;
    bool fresh;
    u32 index = find_group(table, group_key((Loc){object, 0}, &place), &fresh);
    PageGroup *group = &table->group.data[index];
    group->used += !(group->large >> place & 1);
    group->large |= (u16)(1 << place);
}

u32 *pages_search(PageTable *table, Loc loc)
{
    u32 place;
    bool fresh;
    Loc key = group_key(loc, &place);
    u32 index = find_group(table, key, &fresh);
    if (fresh && place_number(loc) > 0)
        note_large(table, loc.object);
    PageGroup *group = &table->group.data[index];
    group->used += group->page[place] == 0;
    return &group->page[place];
}

typedef struct Forgetting {
    PageTable *table;
    void (*gone)(void *ctx, u32 page);
    void *ctx;
} Forgetting;

static void group_gone(void *ctx, u32 index)
{
    Forgetting *f = ctx;
    PageGroup *group = &f->table->group.data[index];
    for (u32 i = 0; i < GROUP_PAGES; i++)
        if (group->page[i])
            f->gone(f->ctx, group->page[i] - 1);
    *group = (PageGroup){0};
}

static void nothing_gone(void *ctx, u32 index)
{
    (void)ctx;
    (void)index;
}

/* Takes the object from the group that it shares with others; whether it also has a group of its
 * own. */
static bool leave_group(PageTable *table, u64 object, Forgetting *f)
{
    u32 place;
    Loc key = group_key((Loc){object, 0}, &place);
    u32 index = *group_guess(table, key);
    if (!loctable_is_at(&table->groups, index, key))
        index = loctable_find(&table->groups, key);
    if (index == LOC_NONE)
        return false;
    *group_guess(table, key) = index;
    PageGroup *group = &table->group.data[index];
    bool large = group->large >> place & 1;
    if (!large && !group->page[place])
        return false;
    if (group->page[place])
        f->gone(f->ctx, group->page[place] - 1);
    group->used -= (group->page[place] != 0) + large;
    group->page[place] = 0;
    group->large &= (u16) ~(1 << place);
    if (group->used == 0)
        loctable_forget(&table->groups, key.object, nothing_gone, NULL);
    return large;
}

void pages_forget(PageTable *table, u64 object, void (*gone)(void *ctx, u32 page), void *ctx)
{
    Forgetting f = {table, gone, ctx};
    if (leave_group(table, object, &f))
        loctable_forget(&table->groups, object, group_gone, &f);
}

static Loc start_of(Loc key, u32 place)
{
    if (key.object >> 63)
        return place_start((key.object & ~(1ull << 63)) * GROUP_PAGES + place, 0);
    return place_start(key.object, key.offset * GROUP_PAGES + place);
}

void pages_each(const PageTable *table, void (*visit)(void *ctx, u32 page, Loc loc), void *ctx)
{
    for (u32 i = 0; i < table->group.len; i++) {
        const LocEntry *entry = &table->groups.entries.data[i];
        for (u32 k = 0; entry->used && k < GROUP_PAGES; k++)
            if (table->group.data[i].page[k])
                visit(ctx, table->group.data[i].page[k] - 1, start_of(entry->loc, k));
    }
}

size_t pages_memory(const PageTable *table)
{
    return loctable_memory(&table->groups) + table->group.cap * sizeof(PageGroup);
}

void pages_clear(PageTable *table)
{
    loctable_clear(&table->groups);
    vec_clear(&table->group);
}

void pages_free(PageTable *table)
{
    loctable_free(&table->groups);
    vec_free(&table->group);
}
