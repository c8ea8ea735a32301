/* The plain reads of the locations of a page by goroutines that do not know of each other, since
 * the last writes: one entry for all locations that a goroutine has read, in its last segments,
 * from the same place in the source. Data that many goroutines read costs an entry for each of them
 * and page, not for each of them and location. */
#ifndef RACE_HYBRID_READERS_H
#define RACE_HYBRID_READERS_H

#include "base/grant.h"

/* A segment of 0 is a place of the table that is free, and ends a search, which is for the first
 * entry of a goroutine: from there they are linked. One with no bytes may be used anew. */
typedef GrantedReads Reader;

/* Zero-initialised = empty. */
typedef GrantedTable Readers;

/* Places of the table. */
static inline u32 readers_places(const Readers *readers)
{
    return readers->at ? 1u << readers->bits : 0;
}

/* readers_add, whatever there is. */
Reader *readers_add_more(Readers *readers, const Reader *read, u32 since, u32 byte);

/* Enters a read of the location at `byte` in place of the goroutine's earlier ones, unless one of
 * these has a segment after `since`: that one stays. The entry for reads like that one, to which
 * the goroutine may add others itself until the table is used otherwise; NULL: there is none.
 * Of what it adds it may have older reads: then the newer counts. */
static inline Reader *readers_add(Readers *readers, const Reader *read, u32 since, u32 byte)
{
    Reader *own = readers->at ? &readers->at[reads_home(readers, read->goroutine)] : NULL;
    if (!own || !own->segment || own->goroutine != read->goroutine)
        return readers_add_more(readers, read, since, byte);
    if (!own->next && own->pos == read->pos && own->how == read->how && own->older <= since &&
        (own->segment == read->segment ||
         (own->segment <= since && own->segment < read->segment && reads_can_turn(own)))) {
        if (own->segment != read->segment)
            reads_turn(own, read->segment);
        own->bytes |= 1ull << byte;
        return own;
    }
    /* What is read at several places in the source, from each a location. */
    while (own->bytes != 1ull << byte || own->pos != read->pos || own->how != read->how ||
           own->segment > since || own->older_bytes) {
        if (!own->next)
            return readers_add_more(readers, read, since, byte);
        own = &readers->at[own->next - 1];
    }
    own->segment = read->segment;
    return own;
}

/* The locations of which the goroutine has reads that are newer than that segment. */
u64 readers_newer(const Readers *readers, u32 goroutine, u32 segment);
/* Removes the entries of a location, and frees the places if nothing is left. */
void readers_remove(Readers *readers, u32 byte);
/* Frees the places; the table is empty then. */
void readers_free(Readers *readers);

#endif
