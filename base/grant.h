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

/* What is granted. The detector may take it back at any time. */
typedef struct Grant {
    /* Where in the line locations begin that may be accessed: byte i is bit i. */
    u64 bytes;
    /* Where the cell of byte 0 would be; in the lowest bits the logarithm of the distance of
     * locations with consecutive cells. */
    u64 cells;
    u64 place;   /* the detector's: what the locations are in */
    u32 segment; /* of the accesses */
    u32 holder;  /* the machine's: what the grant is void without */
} Grant;

enum { GRANT_SHIFT = 7, GRANT_LEN_MAX = (1 << 12) - 1, GRANT_IS_WRITE = 1 << 12 };

/* The cell of the location at that byte of the line. */
static inline GrantedCell *grant_cell(const Grant *grant, u32 byte)
{
    GrantedCell *first = (GrantedCell *)(uintptr_t)(grant->cells & ~(u64)GRANT_SHIFT);
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

/* Enters an access that is granted. */
static inline void grant_enter(const Grant *grant, u32 byte, Span span, bool is_write)
{
    CHECK(grant->bytes >> byte & 1 && grant->segment);
    cell_enter(grant_cell(grant, byte), grant->segment, span.start, grant_how(span, is_write),
               is_write);
}

#endif
