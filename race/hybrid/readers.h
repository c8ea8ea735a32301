/* The plain reads of the locations of a page by goroutines that do not know of each other, since
 * the last writes: one entry for all locations that a goroutine has read in a segment from the same
 * place in the source. Data that many goroutines read costs an entry for each of them and page, not
 * for each of them and location. */
#ifndef RACE_HYBRID_READERS_H
#define RACE_HYBRID_READERS_H

#include "base/grant.h"

/* A segment of 0 is a place of the table that is free, and ends a search; one with no bytes may be
 * used anew. */
typedef GrantedReads Reader;

/* A hash table by goroutine, with linear probing. Zero-initialised = empty. */
typedef struct Readers {
    Reader *at; /* NULL: no places */
    u32 used;   /* places with a segment */
    u8 bits;    /* there are 1 << bits places */
} Readers;

/* Places of the table. */
static inline u32 readers_places(const Readers *readers)
{
    return readers->at ? 1u << readers->bits : 0;
}

/* Enters a read of the location at `byte` in place of the goroutine's earlier ones, unless one of
 * these has a segment after `since`: that one stays. */
void readers_add(Readers *readers, const Reader *read, u32 since, u32 byte);
/* Where a search for the goroutine's entries begins: goroutines with consecutive numbers, each with
 * several entries, are not to be neighbours. */
static inline u32 readers_home(const Readers *readers, u32 goroutine)
{
    return goroutine * 0x9e3779b1u >> (32 - readers->bits);
}

/* The same if it only renews the first entry of the goroutine, of a read of the same location from
 * the same place in the source; false: there is more to do. */
static inline bool readers_renew(Readers *readers, const Reader *read, u32 since, u32 byte)
{
    CHECK(readers->at);
    Reader *own = &readers->at[readers_home(readers, read->goroutine)];
    if (own->goroutine != read->goroutine || own->bytes != 1ull << byte || own->segment > since ||
        own->pos != read->pos || own->how != read->how)
        return false;
    own->segment = read->segment;
    return true;
}

/* The entry for reads like that one, which has been added, to which its goroutine may add others
 * itself until the table is used otherwise; NULL: there is none. *stand: the locations of which the
 * goroutine has entries of segments after `since`, which are to stay. What it adds its older
 * entries may have, too: then the newer counts. */
Reader *readers_open(Readers *readers, const Reader *read, u32 since, u64 *stand);
/* The locations of which the goroutine of that entry has newer ones. */
u64 readers_newer(const Readers *readers, const Reader *read);
/* Removes the entries of a location, and frees the places if nothing is left. */
void readers_remove(Readers *readers, u32 byte);
/* Frees the places; the table is empty then. */
void readers_free(Readers *readers);

#endif
