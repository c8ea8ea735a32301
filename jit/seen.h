/* The filter of repeated accesses: those that the current segment of a goroutine has made already,
 * and that need not be reported again. Laid out so that the interpreter and machine code can look
 * it up in line. vm/filter.h fills it in. */
#ifndef JIT_SEEN_H
#define JIT_SEEN_H

#include "base/grant.h"

/* A direct-mapped cache. A line is 64 bytes of memory; its tag is its number plus the segment that
 * accessed it, and each of its bits says that a location beginning at that byte has been read, or
 * written. What has not may be granted: then it is entered without a report, also by the
 * goroutine's later segments, whose entry for the line is the same. A segment has a unique number
 * above the bits of line numbers (SEGMENT_SHIFT); the bits below depend on the goroutine and
 * displace its lines in the cache, so that goroutines which access the same memory do not evict
 * each other, while neighbouring lines keep neighbouring entries. */
enum {
    SEEN_MIN = 1 << 10,
    SEEN_MAX = 1 << 18,
    SEEN_LINE = 64,
    SEGMENT_SHIFT = 43,
    SEGMENTS = 1 << 21
};

typedef struct SeenLine {
    u64 tag;
    u64 read, write;
    Grant grant; /* holder: G.holder */
    void *place; /* what vm/track.c found at an address of the line, perhaps long ago, or NULL */
} SeenLine;

enum { SEEN_ENTRY_BITS = 6 };
_Static_assert(sizeof(SeenLine) == 1 << SEEN_ENTRY_BITS, "an entry is a line of the processor's");

typedef struct Seen {
    u64 mask; /* entries in use, a power of 2, less 1 */
    u64 unused[7];
    SeenLine line[];
} Seen;

/* The tag of the line at addr, accessed by the segment. */
static inline u64 seen_tag(u64 segment, u64 addr)
{
    return addr / SEEN_LINE + segment;
}

/* The entry for a tag, perhaps with another one in it. */
static inline SeenLine *seen_line(Seen *seen, u64 tag)
{
    return &seen->line[tag & seen->mask];
}

/* Whether two tags are of the same line, if they are of the same goroutine. */
static inline bool seen_same_line(u64 tag, u64 other)
{
    return (tag ^ other) << (64 - SEGMENT_SHIFT) == 0;
}

/* Whether the segment has read, or written, the location at addr. */
static inline bool seen_read(Seen *seen, u64 segment, u64 addr)
{
    u64 tag = seen_tag(segment, addr);
    const SeenLine *line = seen_line(seen, tag);
    return line->tag == tag && line->read >> addr % SEEN_LINE & 1;
}

static inline bool seen_write(Seen *seen, u64 segment, u64 addr)
{
    u64 tag = seen_tag(segment, addr);
    const SeenLine *line = seen_line(seen, tag);
    return line->tag == tag && line->write >> addr % SEEN_LINE & 1;
}

#endif
