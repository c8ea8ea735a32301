/* The region of memory that snapshots copy. */
#include "vm/region.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Far from where programs' numbers are, so that hardly one is taken for a pointer. */
#define PLACE ((void *)0x2b7a40000000ull)

static void *reserve(void *at, u64 size)
{
    void *p =
        mmap(at, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

Region *region_new(u64 limit)
{
    Region *region = xcalloc(1, sizeof *region);
    region->limit = limit / 4096 * 4096;
    region->reserved = region->limit + 4096;
    region->base = reserve(PLACE, region->reserved);
    region->starts = reserve(NULL, region->reserved / REGION_GRANULE / 8 + 4096);
    if (region->base && region->starts)
        return region;
    region_free(region);
    return NULL;
}

void region_free(Region *region)
{
    if (region->base)
        munmap(region->base, region->reserved);
    if (region->starts)
        munmap(region->starts, region->reserved / REGION_GRANULE / 8 + 4096);
    free(region);
}

static void mark(Region *region, u64 at)
{
    u64 granule = at / REGION_GRANULE;
    region->starts[granule / 64] |= 1ull << (granule % 64);
}

void *region_alloc(Region *region, u64 bytes, bool pointers, bool named)
{
    u64 size = (bytes + REGION_HEADER + REGION_GRANULE - 1) / REGION_GRANULE * REGION_GRANULE;
    if (size > region->limit - region->used || size / REGION_GRANULE >= 1u << 30)
        return NULL;
    u64 at = region->used;
    CHECK(at % REGION_GRANULE == 0 && region->limit <= region->reserved);
    region->used += size;
    mark(region, at);
    RegionHeader *header = (RegionHeader *)(region->base + at);
    memset(header, 0, size);
    header->granules = (u32)(size / REGION_GRANULE) & 0x3fffffff;
    header->pointers = pointers;
    header->named = named;
    return header + 1;
}

static void unmark_from(Region *region, u64 from)
{
    u64 granule = from / REGION_GRANULE, last = region->used / REGION_GRANULE / 64;
    CHECK(from <= region->used);
    region->starts[granule / 64] &= (1ull << (granule % 64)) - 1;
    for (u64 word = granule / 64 + 1; word <= last; word++)
        region->starts[word] = 0;
}

/* The system gets back what is no longer used, if it is much. */
static void give_back(const Region *region, u64 from)
{
    enum { MUCH = 16 << 20, PAGE = 4096 };
    u64 begin = (from + PAGE - 1) / PAGE * PAGE;
    if (region->used > begin && region->used - begin >= MUCH)
        madvise(region->base + begin, region->used - begin, MADV_DONTNEED);
}

void region_reload(Region *region, const u8 *bytes, u64 len)
{
    CHECK(len <= region->limit && len % REGION_GRANULE == 0);
    unmark_from(region, len);
    give_back(region, len);
    memcpy(region->base, bytes, len);
    region->used = len;
    if (CHECKING)
        region_check(region);
}

void region_check(const Region *region)
{
    u64 marked = 0, objects = 0, at = 0;
    for (; at < region->used; objects++) {
        const RegionHeader *header = (const RegionHeader *)(region->base + at);
        u64 granule = at / REGION_GRANULE;
        CHECK(header->granules > 0 && !header->forward);
        CHECK(region->starts[granule / 64] >> granule % 64 & 1);
        at += (u64)header->granules * REGION_GRANULE;
    }
    CHECK(at == region->used && at <= region->limit);
    for (u64 word = 0; word <= region->used / REGION_GRANULE / 64; word++)
        marked += (u64)__builtin_popcountll(region->starts[word]);
    CHECK(marked == objects);
}

void region_load(Region *region, const u8 *bytes, u64 len)
{
    CHECK(len <= region->limit && len % REGION_GRANULE == 0);
    memset(region->starts, 0, (region->used / REGION_GRANULE / 64 + 1) * 8);
    give_back(region, len);
    memcpy(region->base, bytes, len);
    region->used = len;
    for (u64 at = 0; at < len;) {
        mark(region, at);
        at += (u64)((const RegionHeader *)(region->base + at))->granules * REGION_GRANULE;
    }
    if (CHECKING)
        region_check(region);
}
