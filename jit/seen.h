/* What a sink has been told of accesses already, laid out so that the interpreter and machine code
 * can look it up in line. Filled in by vm/filter.h. */
#ifndef JIT_SEEN_H
#define JIT_SEEN_H

#include "base/common.h"

/* A line is 64 bytes of memory, tagged with its number plus the segment that has accessed it; for
 * each byte a bit tells that a location that begins there has been read, or written. A segment is a
 * number above all bits of lines (SEGMENT_SHIFT), and below it a distance between the goroutine's
 * lines and their places here: neighbours have neighbouring ones, but goroutines that read the same
 * are not to drive each other out. */
enum { SEEN = 1 << 18, SEEN_LINE = 64, SEGMENT_SHIFT = 43, SEGMENTS = 1 << 21 };

typedef struct Seen {
    u64 tag[SEEN];
    u64 read[SEEN], write[SEEN];
} Seen;

static inline u64 seen_tag(u64 segment, u64 addr)
{
    return addr / SEEN_LINE + segment;
}

static inline bool seen_has(const Seen *seen, const u64 *accesses, u64 segment, u64 addr)
{
    u64 tag = seen_tag(segment, addr);
    return seen->tag[tag % SEEN] == tag && accesses[tag % SEEN] >> addr % SEEN_LINE & 1;
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
