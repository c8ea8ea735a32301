/* Numbers for the pages of objects, which are the places of trace/sink.h. Objects that
 * were made one after the other have names that follow each other, and are in one group, as are
 * neighbouring pages of a large object: accesses close in time find their pages close in memory. */
#ifndef RACE_HYBRID_PAGES_H
#define RACE_HYBRID_PAGES_H

#include "race/loctable.h"
#include "trace/sink.h"

enum { PAGE_BYTES = PLACE_BYTES, GROUP_PAGES = 16, GROUP_GUESSES = 256 };

/* Page 0 of GROUP_PAGES objects, or GROUP_PAGES pages of one object; each number + 1, 0: none. */
typedef struct PageGroup {
    u16 used;  /* pages, and objects that have */
    u16 large; /* other pages: a bit each */
    u32 page[GROUP_PAGES];
} PageGroup;

/* Zero-initialised = empty. */
typedef struct PageTable {
    LocTable groups; /* names as group_key makes them */
    VEC(PageGroup) group;
    u32 guess[GROUP_GUESSES]; /* groups used last */
} PageTable;

/* What the group of that page is called, and the place in it. Names of objects have no top bit. */
static inline Loc group_key(Loc loc, u32 *place)
{
    u64 page = place_number(loc);
    if (LIKELY(page == 0)) {
        *place = loc.object % GROUP_PAGES;
        return (Loc){loc.object / GROUP_PAGES | 1ull << 63, 0};
    }
    *place = page % GROUP_PAGES;
    return (Loc){loc.object, page / GROUP_PAGES};
}

static inline u32 *group_guess(PageTable *table, Loc key)
{
    return &table->guess[(key.object + (key.object >> 28) * 7 + key.offset * 3) % GROUP_GUESSES];
}

/* Where the number + 1 of the page of loc stands, 0: it is new, the caller sets it. Valid until the
 * next call. */
u32 *pages_search(PageTable *table, Loc loc);

static inline u32 *pages_place(PageTable *table, Loc loc)
{
    u32 place;
    Loc key = group_key(loc, &place);
    u32 guess = *group_guess(table, key);
    if (LIKELY(loctable_is_at(&table->groups, guess, key) && table->group.data[guess].page[place]))
        return &table->group.data[guess].page[place];
    return pages_search(table, loc);
}

/* Calls gone with the number of every page of the object. */
void pages_forget(PageTable *table, u64 object, void (*gone)(void *ctx, u32 page), void *ctx);
/* A call for every page; loc: where it begins. */
void pages_each(const PageTable *table, void (*visit)(void *ctx, u32 page, Loc loc), void *ctx);
/* Bytes allocated. */
size_t pages_memory(const PageTable *table);
/* Forgets all pages, keeps what is allocated. */
void pages_clear(PageTable *table);
/* Frees what is allocated. */
void pages_free(PageTable *table);

#endif
