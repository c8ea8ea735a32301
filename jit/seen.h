/* The filter of repeated accesses: those that the current segment of a goroutine has made already,
 * and that need not be reported again. Laid out so that the interpreter and machine code can look
 * it up in line. vm/filter.h fills it in. */
#ifndef JIT_SEEN_H
#define JIT_SEEN_H

#include "base/common.h"

/* A direct-mapped cache. A line is 64 bytes of memory; its tag is its number plus the segment that
 * accessed it, and each of its bits says that a location beginning at that byte has been read, or
 * written. A segment has a unique number above the bits of line numbers (SEGMENT_SHIFT); the bits
 * below depend on the goroutine and displace its lines in the cache, so that goroutines which
 * access the same memory do not evict each other, while neighbouring lines keep neighbouring
 * entries. */
enum {
    SEEN_MIN = 1 << 12,
    SEEN_MAX = 1 << 18,
    SEEN_LINE = 64,
    SEGMENT_SHIFT = 43,
    SEGMENTS = 1 << 21
};

typedef struct Seen {
    u64 mask; /* entries in use, a power of 2, less 1 */
    u64 tag[SEEN_MAX];
    u64 read[SEEN_MAX], write[SEEN_MAX];
} Seen;

/* The tag of the line at addr, accessed by the segment. */
static inline u64 seen_tag(u64 segment, u64 addr)
{
    return addr / SEEN_LINE + segment;
}

/* Whether the segment has made an access of this kind (`accesses` is seen->read or seen->write) to
 * the location at addr. */
static inline bool seen_has(const Seen *seen, const u64 *accesses, u64 segment, u64 addr)
{
    u64 tag = seen_tag(segment, addr), at = tag & seen->mask;
    return seen->tag[at] == tag && accesses[at] >> addr % SEEN_LINE & 1;
}

static inline bool seen_read(const Seen *seen, u64 segment, u64 addr)
{
    return seen_has(seen, seen->read, segment, addr);
}

static inline bool seen_write(const Seen *seen, u64 segment, u64 addr)
{
    return seen_has(seen, seen->write, segment, addr);
}

#endif
