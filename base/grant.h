/* Accesses that a race detector lets the machine enter in the detector's memory itself, without a
 * call: those of one goroutine to one line of memory, which it may make without a race whatever
 * their order, in its present segment and in later ones. Machine code and the detector share these
 * layouts. */
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
    u32 state;                /* GRANT_ONE, GRANT_READ or another */
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

/* GrantedCell.state: of the others nothing is granted. */
enum {
    GRANT_ONE, /* all that is remembered is in the cell: accesses are entered there */
    GRANT_READ /* the reads are in a table: reads are entered there */
};

/* The reads of the locations of a page. */
typedef struct GrantedTable {
    GrantedReads *at; /* a hash table by goroutine, with linear probing; NULL: no places */
    u32 used;         /* places with a segment */
    u8 bits;          /* there are 1 << bits places */
} GrantedTable;

/* A page: the cells of some neighbouring locations. It stays where it is. */
typedef struct GrantedPage {
    u32 version; /* grants that were made with another one are void */
    u32 summit;  /* the segment of the last access that was entered in a cell */
    GrantedCell *cells;
    u8 start; /* byte of the page at which the first location begins */
    u8 shift; /* logarithm of the distance of two */
    u8 count;
    u32 grantee; /* the detector's */
    GrantedTable readers;
} GrantedPage;

/* What is granted to a goroutine: it knows all accesses to the locations that conflict with its
 * own. The detector may take it back at any time; until it does, the grant outlives what the
 * goroutine synchronises. */
typedef struct Grant {
    /* Where in the line locations begin that may be accessed: byte i is bit i. */
    u64 bytes;
    /* Where the cell of byte 0 would be; in the lowest bits the logarithm of the distance of
     * locations with consecutive cells. Or GRANT_READS and where the GrantedReads are that may be
     * added to: then only reads are granted, and the line is the page. */
    u64 cells;
    GrantedPage *page; /* that the locations are in */
    u32 version;
    u32 holder; /* the machine's: the goroutine to which it is granted */
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

/* Where a search for the goroutine's reads begins. Those with consecutive numbers often come one
 * after the other, so in a large table a group of them is in one page of memory: each somewhere
 * else in it than those of other groups, and followed by room, for it may have several entries. */
static inline u32 reads_home(const GrantedTable *table, u32 goroutine)
{
    enum { GROUP_BITS = 4, ROOM_BITS = 2 };
    const u32 spread = 0x9e3779b1u;
    if (table->bits <= GROUP_BITS + ROOM_BITS)
        return goroutine * spread >> (32 - table->bits);
    u32 group = (goroutine >> GROUP_BITS) * spread;
    u32 member = (goroutine + (group >> GROUP_BITS)) & ((1u << GROUP_BITS) - 1);
    return (group >> (32 + GROUP_BITS + ROOM_BITS - table->bits) << GROUP_BITS | member)
           << ROOM_BITS;
}

/* The goroutine's first entry, or NULL. */
static inline GrantedReads *reads_first(const GrantedTable *table, u32 goroutine)
{
    if (!table->at)
        return NULL;
    u32 i = reads_home(table, goroutine);
    while (table->at[i].segment && table->at[i].goroutine != goroutine)
        i = (i + 1) & ((1u << table->bits) - 1);
    return table->at[i].segment ? &table->at[i] : NULL;
}

/* Whether the entry has room for another segment. */
static inline bool reads_can_turn(const GrantedReads *own)
{
    return !own->bytes || !(own->older_bytes & ~own->bytes);
}

/* Begins another segment there. */
static inline void reads_turn(GrantedReads *own, u32 segment)
{
    if (own->bytes) {
        own->older = own->segment;
        own->older_bytes = own->bytes;
    }
    own->segment = segment;
    own->bytes = 0;
}

/* Enters a read of the location at that bit in one of the goroutine's entries, from `own` on;
 * false: none has room. What others have of the location is older. */
static inline bool reads_enter(const GrantedTable *table, GrantedReads *own, u32 segment, u64 bit,
                               Pos pos, u16 how)
{
    for (;; own = &table->at[own->next - 1]) {
        if (own->pos == pos && own->how == how) {
            if (own->segment == segment) {
                own->bytes |= bit;
                return true;
            }
            CHECK(!own->bytes || own->segment < segment);
            GrantedReads turned = *own;
            turned.bytes &= ~bit;
            turned.older_bytes &= ~bit;
            if (reads_can_turn(&turned)) {
                reads_turn(&turned, segment);
                turned.bytes = bit;
                *own = turned;
                return true;
            }
        }
        if (!own->next)
            return false;
    }
}

/* The entry of a grant of reads only. */
static inline GrantedReads *grant_reads(const Grant *grant)
{
    return (GrantedReads *)(uintptr_t)(grant->cells & ~(u64)GRANT_KIND);
}

/* Whether the detector has not taken it back. */
static inline bool grant_holds(const Grant *grant)
{
    return grant->bytes && grant->version == grant->page->version;
}

/* Whether it is of the location at that byte of the line, and has not been taken back. */
static inline bool grant_has(const Grant *grant, u32 byte)
{
    return grant->bytes >> byte & 1 && grant->version == grant->page->version;
}

/* Enters an access to the location at that byte of the line, if it is granted, in the segment in
 * which the accesses of the goroutine are now; 0: that is not known. */
static inline bool grant_enter(const Grant *grant, u32 segment, u32 goroutine, u32 byte, Span span,
                               bool is_write)
{
    u16 how = grant_how(span, is_write);
    if (!segment || !grant_has(grant, byte))
        return false;
    CHECK(segment < 1u << 31);
    GrantedPage *page = grant->page;
    if (grant->cells & GRANT_READS)
        return !is_write && reads_enter(&page->readers, grant_reads(grant), segment, 1ull << byte,
                                        span.start, how);
    GrantedCell *cell = grant_cell(grant, byte);
    if (cell->state != GRANT_ONE) {
        GrantedReads *own = is_write ? NULL : reads_first(&page->readers, goroutine);
        u64 bit = 1ull << (((u32)(cell - page->cells) << page->shift) + page->start);
        return own && reads_enter(&page->readers, own, segment, bit, span.start, how);
    }
    page->summit = segment;
    cell_enter(cell, segment, span.start, how, is_write);
    return true;
}

#endif
