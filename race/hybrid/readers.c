/* The plain reads of the locations of a page: see race/hybrid/readers.h. */
#include "race/hybrid/readers.h"

#include <stdlib.h>

enum { READERS_BITS_MIN = 2 };

static u32 next(const Readers *readers, u32 i)
{
    return (i + 1) & ((1u << readers->bits) - 1);
}

/* The goroutine's next entry, or NULL. */
static inline Reader *next_of(const Readers *readers, const Reader *own)
{
    return own->next ? &readers->at[own->next - 1] : NULL;
}

/* Adds an entry; `first`: the goroutine's first, or NULL. */
static Reader *insert(Readers *readers, const Reader *read, Reader *first)
{
    u32 i = reads_home(readers, read->goroutine);
    while (readers->at[i].segment)
        i = next(readers, i);
    readers->at[i] = *read;
    readers->at[i].next = first ? first->next : 0;
    if (first)
        first->next = i + 1;
    readers->used++;
    return &readers->at[i];
}

/* A quarter of the places stay free. */
static bool is_full(const Readers *readers)
{
    return readers->used * 4 >= readers_places(readers) * 3;
}

static bool is_empty(const Reader *reader)
{
    return !(reader->bytes | reader->older_bytes);
}

u64 readers_newer(const Readers *readers, u32 goroutine, u32 segment)
{
    u64 bytes = 0;
    for (Reader *own = reads_first(readers, goroutine); own; own = next_of(readers, own)) {
        bytes |= own->segment > segment ? own->bytes : 0;
        bytes |= own->older > segment ? own->older_bytes : 0;
    }
    return bytes;
}

/* Removes from the entry what there is a newer read of. */
static void drop_older(const Readers *readers, Reader *own)
{
    if (own->bytes)
        own->bytes &= ~readers_newer(readers, own->goroutine, own->segment);
    if (own->older_bytes)
        own->older_bytes &= ~readers_newer(readers, own->goroutine, own->older);
}

/* At least 3/8 of the new places are free. */
static void make_room(Readers *readers)
{
    Readers old = *readers;
    u32 live = 0;
    for (u32 i = 0; i < readers_places(&old); i++) {
        drop_older(&old, &old.at[i]);
        live += !is_empty(&old.at[i]);
    }
    *readers = (Readers){.bits = READERS_BITS_MIN};
    while (5u << readers->bits < 8 * (live + 1))
        readers->bits++;
    readers->at = xcalloc(1u << readers->bits, sizeof *readers->at);
    for (u32 i = 0; i < readers_places(&old); i++)
        if (!is_empty(&old.at[i]))
            insert(readers, &old.at[i], reads_first(readers, old.at[i].goroutine));
    readers_free(&old);
}

/* A new entry; `first`: the goroutine's first. */
static NOINLINE Reader *enter(Readers *readers, const Reader *read, u64 bit, Reader *first)
{
    Reader entry = *read;
    entry.bytes = bit;
    if (!readers->at || is_full(readers)) {
        make_room(readers);
        first = reads_first(readers, read->goroutine);
    }
    return insert(readers, &entry, first);
}

Reader *readers_add_more(Readers *readers, const Reader *read, u32 since, u32 byte)
{
    u64 bit = 1ull << byte;
    bool stands = false; /* a newer read of the location */
    Reader *same = NULL, *turns = NULL, *empty = NULL;
    Reader *first = LIKELY(readers->at) ? reads_first(readers, read->goroutine) : NULL;
    for (Reader *own = first; own; own = next_of(readers, own)) {
        if (own->segment > since)
            stands |= (own->bytes & bit) != 0;
        else
            own->bytes &= ~bit;
        if (own->older > since)
            stands |= (own->older_bytes & bit) != 0;
        else
            own->older_bytes &= ~bit;
        if (own->pos == read->pos && own->how == read->how) {
            if (own->segment == read->segment)
                same = own;
            else if (own->segment <= since && own->segment < read->segment && reads_can_turn(own))
                turns = own;
        } else if (is_empty(own)) {
            empty = own;
        }
    }
    if (stands)
        return same;
    if (!same && turns) {
        same = turns;
        reads_turn(same, read->segment);
    } else if (!same && empty) {
        same = empty;
        u32 others = empty->next;
        *empty = *read;
        empty->next = others;
    }
    if (!same)
        return enter(readers, read, bit, first);
    same->bytes |= bit;
    return same;
}

void readers_remove(Readers *readers, u32 byte)
{
    u64 left = 0;
    for (u32 i = 0; i < readers_places(readers); i++) {
        readers->at[i].bytes &= ~(1ull << byte);
        readers->at[i].older_bytes &= ~(1ull << byte);
        left |= readers->at[i].bytes | readers->at[i].older_bytes;
    }
    if (!left)
        readers_free(readers);
}

void readers_free(Readers *readers)
{
    free(readers->at);
    *readers = (Readers){0};
}
