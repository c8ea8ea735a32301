/* Numbers for the pages of objects: page k of an object is its bytes from 64 k on. Objects that
 * were made one after the other have names that follow each other, and stand on one shelf, as do
 * neighbouring pages of a large object: where a program goes next is where its shadow is next. */
#ifndef RACE_HYBRID_PAGES_H
#define RACE_HYBRID_PAGES_H

#include "race/loctable.h"

enum { PAGE_BYTES = 64, SHELF = 16, SHELF_GUESSES = 256 };

/* Page 0 of SHELF objects, or SHELF pages of one object; each number + 1, 0: none. */
typedef struct Shelf {
    u16 used;  /* pages, and objects that have */
    u16 large; /* other pages: a bit each */
    u32 page[SHELF];
} Shelf;

/* Zero-initialised = empty. */
typedef struct PageTable {
    LocTable shelves; /* names as shelf_key makes them */
    VEC(Shelf) shelf;
    u32 guess[SHELF_GUESSES]; /* shelves used last */
} PageTable;

/* What the shelf of that page is called, and the place on it. Names of objects have no top bit. */
static inline Loc shelf_key(Loc loc, u32 *place)
{
    u64 page = loc.offset / PAGE_BYTES;
    if (LIKELY(page == 0)) {
        *place = loc.object % SHELF;
        return (Loc){loc.object / SHELF | 1ull << 63, 0};
    }
    *place = page % SHELF;
    return (Loc){loc.object, page / SHELF};
}

static inline u32 *shelf_guess(PageTable *table, Loc key)
{
    return &table->guess[(key.object + (key.object >> 28) * 7 + key.offset * 3) % SHELF_GUESSES];
}

/* Where the number + 1 of the page of loc stands, 0: it is new, the caller sets it. Valid until the
 * next call. */
u32 *pages_search(PageTable *table, Loc loc);

static inline u32 *pages_place(PageTable *table, Loc loc)
{
    u32 place;
    Loc key = shelf_key(loc, &place);
    u32 guess = *shelf_guess(table, key);
    if (LIKELY(loctable_is_at(&table->shelves, guess, key) && table->shelf.data[guess].page[place]))
        return &table->shelf.data[guess].page[place];
    return pages_search(table, loc);
}

/* Calls gone with the number of every page of the object. */
void pages_forget(PageTable *table, u64 object, void (*gone)(void *ctx, u32 page), void *ctx);
/* A call for every page; loc: where it begins. */
void pages_each(const PageTable *table, void (*visit)(void *ctx, u32 page, Loc loc), void *ctx);
size_t pages_memory(const PageTable *table);
void pages_clear(PageTable *table); /* keeps what is allocated */
void pages_free(PageTable *table);

#endif
