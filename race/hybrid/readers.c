/* The plain reads of the locations of a page: see race/hybrid/readers.h. */
#include "race/hybrid/readers.h"

#include <stdlib.h>

enum { READERS_MIN = 4 };

static Readers *new_readers(u32 cap)
{
    Readers *readers = xcalloc(1, sizeof *readers + cap * sizeof *readers->at);
    readers->cap = cap;
    return readers;
}

/* Where a search for the goroutine's entries begins: goroutines with consecutive numbers, each with
 * several entries, are not to be neighbours. */
static u32 home(const Readers *readers, u32 goroutine)
{
    return (goroutine * 0x9e3779b1u) >> 16 & (readers->cap - 1);
}

static u32 next(const Readers *readers, u32 i)
{
    return (i + 1) & (readers->cap - 1);
}

static void insert(Readers *readers, const Reader *read)
{
    u32 i = home(readers, read->goroutine);
    while (readers->at[i].segment)
        i = next(readers, i);
    readers->at[i] = *read;
    readers->used++;
}

/* Two thirds of the new table are free. */
static Readers *with_room(Readers *old)
{
    u32 live = 0, cap = READERS_MIN;
    for (u32 i = 0; i < old->cap; i++)
        live += old->at[i].bytes != 0;
    while (cap < 3 * (live + 1))
        cap *= 2;
    Readers *readers = new_readers(cap);
    for (u32 i = 0; i < old->cap; i++)
        if (old->at[i].bytes)
            insert(readers, &old->at[i]);
    free(old);
    return readers;
}

void readers_add(Readers **place, const Reader *read, u32 since, u32 byte)
{
    u64 bit = 1ull << byte;
    if (!*place)
        *place = new_readers(READERS_MIN);
    Readers *readers = *place;
    Reader *same = NULL, *unused = NULL;
    u32 i = home(readers, read->goroutine);
    for (; readers->at[i].segment; i = next(readers, i)) {
        Reader *own = &readers->at[i];
        if (own->goroutine != read->goroutine)
            continue;
        if (own->segment > since && own->bytes & bit)
            return;
        own->bytes &= ~bit;
        if (own->segment == read->segment && own->pos == read->pos && own->how == read->how)
            same = own;
        else if (!own->bytes)
            unused = own;
    }
    Reader entry = *read;
    entry.bytes = bit;
    if (same) {
        same->bytes |= bit;
    } else if (unused) {
        *unused = entry;
    } else {
        if (readers->used >= readers->cap / 2)
            *place = with_room(readers);
        insert(*place, &entry);
    }
}

void readers_remove(Readers **place, u32 byte)
{
    Readers *readers = *place;
    u64 left = 0;
    for (u32 i = 0; i < readers->cap; i++)
        left |= readers->at[i].bytes &= ~(1ull << byte);
    if (left)
        return;
    free(readers);
    *place = NULL;
}
