/* Locations and the dense numbers that stand for them inside a detector. Happens-before sets are
 * keyed by these numbers, so neighbours in time are neighbours in the sets. */
#ifndef RACE_LOCTABLE_H
#define RACE_LOCTABLE_H

#include "base/vec.h"
#include "trace/event.h"

#define LOC_NONE UINT32_MAX

typedef struct LocEntry {
    Loc loc;
    u32 next;    /* next index of the same object, or of the free list; LOC_NONE at the end */
    bool listed; /* it is in the slots: for a location, or only as the first of its object's */
    bool used;   /* for a location */
} LocEntry;

/* Zero-initialised = empty. The locations of an object are a list that begins at its offset 0: that
 * has a number too as soon as there are others. */
typedef struct LocTable {
    VEC(LocEntry) entries;
    u32 *slots; /* open addressing: index + 1, 0 free */
    u32 slot_cap, listed, used;
    u32 free_list; /* index + 1, 0 none: freed numbers are used again, see race/grace/hbset.h */
} LocTable;

/* Whether that is the number of loc: a cheap guess to make before asking the table. */
static inline bool loctable_is_at(const LocTable *table, u32 index, Loc loc)
{
    return index < table->entries.len && table->entries.data[index].used &&
           loc_equal(table->entries.data[index].loc, loc);
}

/* The number of loc, or LOC_NONE. */
u32 loctable_find(const LocTable *table, Loc loc);
/* The number of loc; *fresh says that it is new (the caller then sets up what it keeps there). */
u32 loctable_get(LocTable *table, Loc loc, bool *fresh);
/* A number of no location, until it is given back. */
u32 loctable_take(LocTable *table);
/* The end of a number that loctable_take gave. */
void loctable_give_back(LocTable *table, u32 index);
/* Calls gone for every number of the object, after which these are free for other locations. */
void loctable_forget(LocTable *table, u64 object, void (*gone)(void *ctx, u32 index), void *ctx);
/* Bytes allocated. */
size_t loctable_memory(const LocTable *table);
/* Frees what is allocated. */
void loctable_free(LocTable *table);
/* Forgets all locations, keeps the memory. */
void loctable_clear(LocTable *table);

/* Numbers in use, ordered by location: for what people read. The caller frees the array. */
u32 *loctable_sorted(const LocTable *table, u32 *count);

#endif
