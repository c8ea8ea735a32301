/* The trace file as spec/trace.md describes it, for the writer and the reader only. */
#ifndef TRACE_FORMAT_H
#define TRACE_FORMAT_H

#include <xxhash.h>

#include "base/map.h"
#include "trace/event.h"

#define TRACE_MAGIC "GOLTRACE"

enum {
    TRACE_VERSION = 2,
    TRACE_MAGIC_LEN = 8,
    TRACE_BLOCK_HEAD = 9,         /* type, length, checksum */
    TRACE_BLOCK_SIZE = 64 * 1024, /* a block of events is closed when it is longer */
    TRACE_BLOCK_MAX = 256 * 1024 * 1024,
    TRACE_NAMES_MAX = 64 * 1024, /* locations that are given a name */
};

/* Types of blocks. */
enum { TRACE_HEAD = 'H', TRACE_NAMES = 'N', TRACE_EVENTS = 'E', TRACE_END = 'Z' };

/* An event's first byte: kind, and what is as in the event before. */
enum {
    TRACE_KIND = 0x1f,
    TRACE_SAME_GOROUTINE = 0x20,
    TRACE_SAME_OBJECT = 0x40,
    TRACE_MORE = 0x80, /* a second byte follows: */
};

enum {
    TRACE_FLAGS = 0x0f, /* Event.flags */
    TRACE_SUB = 0x10,   /* Event.sub follows */
    TRACE_RANGE = 0x20, /* count and stride follow */
};

_Static_assert((int)EV_COUNT <= (int)TRACE_KIND + 1, "event kinds fit into the first byte");

/* Of a block's content. */
static inline u32 trace_checksum(const void *data, size_t size)
{
    return (u32)XXH3_64bits(data, size);
}

/* A location as the key of a map; two may, hardly ever, have the same. */
static inline u64 trace_loc_key(Loc loc)
{
    return hash_u64(loc.object) + loc.offset;
}

#endif
