/* A region of memory in which objects are allocated one after the other, so that the whole memory
 * of a program is one block that can be copied and put back. It is always at the same address. */
#ifndef VM_REGION_H
#define VM_REGION_H

#include "base/common.h"

/* Objects lie on granules of 16 bytes; each begins with a header, its payload follows. A pointer
 * past the end of one payload is at most the address of the next header, so it belongs to no other
 * object. */
enum { REGION_GRANULE = 16, REGION_HEADER = 8 };

typedef struct RegionHeader {
    u32 granules : 30; /* header included; at least 1 */
    u32 pointers : 1;  /* the payload may hold pointers */
    u32 named : 1;     /* its first word is a name (vm/heap.h) */
    u32 forward;       /* while it is copied: granule that it has moved to, + 1 */
} RegionHeader;

typedef struct Region {
    u8 *base;
    u64 used, limit; /* bytes; whole granules, used <= limit <= reserved */
    u64 *starts;     /* bit per granule: a header is there */
    u64 reserved;
} Region;

/* An empty region of at most `limit` bytes, or NULL: there is no room in the address space. */
Region *region_new(u64 limit);
/* Unmaps the memory and frees the region. */
void region_free(Region *region);
/* Zeroed memory for an object of that many bytes (see RegionHeader), or NULL: the region is full.
 */
void *region_alloc(Region *region, u64 bytes, bool pointers, bool named);
/* Replaces the content by these bytes, a copy of what a region held at the same address. */
void region_load(Region *region, const u8 *bytes, u64 len);

/* The same, where the objects begin at the same places as those that were loaded last. */
void region_reload(Region *region, const u8 *bytes, u64 len);

/* CHECKs that the headers, one after the other, cover what is used, and that `starts` has their
 * places and no other. */
void region_check(const Region *region);

/* Whether the address is in the used part. */
static inline bool region_has(const Region *region, const void *addr)
{
    return (u64)addr - (u64)region->base < region->used;
}

/* The header of the object that addr points into or just past; addr is in the region. */
static inline RegionHeader *region_header(const Region *region, u64 addr)
{
    u64 granule = (addr - 1 - (u64)region->base) / REGION_GRANULE, word = granule / 64;
    u64 bits = region->starts[word] << (63 - granule % 64);
    if (LIKELY(bits))
        return (RegionHeader *)(region->base +
                                (granule - (u64)__builtin_clzll(bits)) * REGION_GRANULE);
    while (!region->starts[--word])
        ;
    granule = word * 64 + 63 - (u64)__builtin_clzll(region->starts[word]);
    return (RegionHeader *)(region->base + granule * REGION_GRANULE);
}

#endif
