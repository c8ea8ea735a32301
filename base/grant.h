/* Accesses that a race detector lets the machine enter in the detector's memory itself, without a
 * call: those of one goroutine to one line of memory, which it may make without a race whatever
 * their order. Machine code and the detector share these layouts. */
#ifndef BASE_GRANT_H
#define BASE_GRANT_H

#include "base/source.h"

/* How a detector remembers the last write of a location, and the one access since then that
 * counts. */
typedef struct GrantedCell {
    u32 write; /* segment of the write, 0: the initial one */
    Pos write_pos;
    union {
        struct {
            u32 other; /* segment of the other access, 0: none */
            Pos other_pos;
        };
        struct Record *record; /* the detector's, in a state of its own, in which none is granted */
    };
    u16 write_how, other_how; /* grant_how of them */
    u32 state;                /* the detector's */
} GrantedCell;

/* What many goroutines read is remembered for each of them: all that it has read in a line, in two
 * segments, from one place in the source. */
typedef struct GrantedReads {
    u32 goroutine;
    u32 segment; /* 0: this is none */
    u64 bytes;   /* bit i: the location that begins at byte i of the line */
    Pos pos;
    u16 how;         /* grant_how */
    u32 next;        /* the detector's: place + 1 of the goroutine's next entry, 0: there is none */
    u32 older;       /* an earlier segment, ... */
    u64 older_bytes; /* ... in which these were read, too; of what is also in `bytes` that counts */
} GrantedReads;

/* What is granted. The detector may take it back at any time. */
typedef struct Grant {
    /* Where in the line locations begin that may be accessed: byte i is bit i. */
    u64 bytes;
    /* Where the cell of byte 0 would be; in the lowest bits the logarithm of the distance of
     * locations with consecutive cells. Or GRANT_READS and where the GrantedReads are that may be
     * added to: then only reads are granted, from that place in the source. */
    u64 cells;
    u32 place;   /* the detector's: what the locations are in, ... */
    u32 made_at; /* ... and what had been accessed in the line when it was made */
    u32 segment; /* of the accesses */
    u32 holder;  /* the machine's: what the grant is void without */
} Grant;

enum {
    GRANT_SHIFT = 3,
    GRANT_READS = 4,
    GRANT_KIND = 7,
    GRANT_LEN_MAX = (1 << 12) - 1,
    GRANT_IS_WRITE = 1 << 12
};

/* The cell of the location at that byte of the line. */
static inline GrantedCell *grant_cell(const Grant *grant, u32 byte)
{
    GrantedCell *first = (GrantedCell *)(uintptr_t)(grant->cells & ~(u64)GRANT_KIND);
    return first + (byte >> (grant->cells & GRANT_SHIFT));
}

/* How a plain access at that source position is described in a cell. */
static inline u16 grant_how(Span span, bool is_write)
{
    u32 len = span.end - span.start;
    return (u16)((len < GRANT_LEN_MAX ? len : GRANT_LEN_MAX) | (is_write ? GRANT_IS_WRITE : 0u));
}

/* Enters a plain access of a goroutine that knows the entries; how: grant_how. */
static inline void cell_enter(GrantedCell *cell, u32 segment, Pos pos, u16 how, bool is_write)
{
    if (is_write) {
        cell->write = segment;
        cell->write_pos = pos;
        cell->write_how = how;
        cell->other = 0;
    } else {
        cell->other = segment;
        cell->other_pos = pos;
        cell->other_how = how;
    }
}

static inline GrantedReads *grant_reads(const Grant *grant)
{
    return (GrantedReads *)(uintptr_t)(grant->cells & ~(u64)GRANT_KIND);
}

/* Enters an access, if it is granted. */
static inline bool grant_enter(const Grant *grant, u32 byte, Span span, bool is_write)
{
    u16 how = grant_how(span, is_write);
    if (!(grant->bytes >> byte & 1))
        return false;
    CHECK(grant->segment);
    if (grant->cells & GRANT_READS) {
        GrantedReads *reads = grant_reads(grant);
        CHECK(reads->segment == grant->segment);
        if (is_write || reads->pos != span.start || reads->how != how)
            return false;
        reads->bytes |= 1ull << byte;
        return true;
    }
    cell_enter(grant_cell(grant, byte), grant->segment, span.start, how, is_write);
    return true;
}

#endif
