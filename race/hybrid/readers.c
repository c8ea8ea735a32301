/* The plain reads of the locations of a page: see race/hybrid/readers.h. */
#include "race/hybrid/readers.h"

#include <stdlib.h>

enum { READERS_BITS_MIN = 2 };

static u32 next(const Readers *readers, u32 i)
{
    return (i + 1) & ((1u << readers->bits) - 1);
}

static void insert(Readers *readers, const Reader *read)
{
    u32 i = readers_home(readers, read->goroutine);
    while (readers->at[i].segment)
        i = next(readers, i);
    readers->at[i] = *read;
    readers->used++;
}

/* A quarter of the places stay free. */
static bool is_full(const Readers *readers)
{
    return readers->used * 4 >= readers_places(readers) * 3;
}

u64 readers_newer(const Readers *readers, const Reader *read)
{
    u64 bytes = 0;
    u32 i = readers_home(readers, read->goroutine);
    for (; readers->at[i].segment; i = next(readers, i))
        if (readers->at[i].goroutine == read->goroutine && readers->at[i].segment > read->segment)
            bytes |= readers->at[i].bytes;
    return bytes;
}

/* At least 3/8 of the new places are free. */
static void make_room(Readers *readers)
{
    Readers old = *readers;
    u32 live = 0;
    for (u32 i = 0; i < readers_places(&old); i++) {
        if (old.at[i].bytes)
            old.at[i].bytes &= ~readers_newer(&old, &old.at[i]);
        live += old.at[i].bytes != 0;
    }
    *readers = (Readers){.bits = READERS_BITS_MIN};
    while (5u << readers->bits < 8 * (live + 1))
        readers->bits++;
    readers->at = xcalloc(1u << readers->bits, sizeof *readers->at);
    for (u32 i = 0; i < readers_places(&old); i++)
        if (old.at[i].bytes)
            insert(readers, &old.at[i]);
    readers_free(&old);
}

void readers_add(Readers *readers, const Reader *read, u32 since, u32 byte)
{
    u64 bit = 1ull << byte;
    if (!readers->at)
        make_room(readers);
    Reader *same = NULL, *unused = NULL;
    u32 i = readers_home(readers, read->goroutine);
    for (; readers->at[i].segment; i = next(readers, i)) {
        Reader *own = &readers->at[i];
        if (own->goroutine == read->goroutine) {
            if (own->segment > since && own->bytes & bit)
                return;
            own->bytes &= ~bit;
            if (own->segment == read->segment && own->pos == read->pos && own->how == read->how)
                same = own;
        }
        if (!own->bytes && own != same)
            unused = own;
    }
    Reader entry = *read;
    entry.bytes = bit;
    if (same) {
        same->bytes |= bit;
    } else if (unused) {
        *unused = entry;
    } else {
        if (is_full(readers))
            make_room(readers);
        insert(readers, &entry);
    }
}

Reader *readers_open(Readers *readers, const Reader *read, u32 since, u64 *stand)
{
    Reader *open = NULL;
    u32 i = readers_home(readers, read->goroutine);
    *stand = 0;
    for (; readers->at[i].segment; i = next(readers, i)) {
        Reader *own = &readers->at[i];
        if (own->goroutine != read->goroutine)
            continue;
        *stand |= own->segment > since ? own->bytes : 0;
        if (own->segment == read->segment && own->pos == read->pos && own->how == read->how)
            open = own;
    }
    return open;
}

void readers_remove(Readers *readers, u32 byte)
{
    u64 left = 0;
    for (u32 i = 0; i < readers_places(readers); i++)
        left |= readers->at[i].bytes &= ~(1ull << byte);
    if (!left)
        readers_free(readers);
}

void readers_free(Readers *readers)
{
    free(readers->at);
    *readers = (Readers){0};
}
