/* What the files of the default detector share; see race/hybrid/hybrid.c. */
#ifndef RACE_HYBRID_HYBRID_H
#define RACE_HYBRID_HYBRID_H

#include "race/clock.h"
#include "race/hybrid/pages.h"
#include "race/record.h"

/* "The segments of owner up to that number". */
typedef struct Pair {
    u32 owner, segment;
} Pair;

enum { SLOTS = 16 };

/* A happens-before set is one of
 *   - NULL: nothing;
 *   - a pair, in the pointer itself (odd);
 *   - a SharedSet: what `base` and the slots say; of a goroutine both may know something. */
typedef struct SharedSet {
    u32 refs;
    u32 stamp; /* of the latest sweep that saw it */
    union {
        u64 version;            /* of what it knows, unlike all others'; sweeps leave it alone */
        struct SharedSet *next; /* in the free list */
    };
    Clock *base;
    /* The newest segment known of one goroutine each, of those whose numbers are the slot's modulo
     * SLOTS; segment 0: none. Most programs need no more, and no clock. */
    u32 owner[SLOTS], segment[SLOTS];
} SharedSet;

/* Goroutines with greater numbers are not put in a pointer. */
enum { PAIR_OWNER_MAX = INT32_MAX };

/* The history of one location; see Record for what it abbreviates. */
typedef struct Cell {
    u32 write; /* segment of the last plain write, 0: the initial one */
    Pos write_pos;
    union {
        struct {
            u32 other; /* segment of the one access since then that counts, 0: none */
            Pos other_pos;
        };
        Record *record; /* if many: all of it */
    };
    u16 write_how, other_how; /* length, kind and is_write of an Access */
    u32 many;
} Cell;

/* The cells of a page: one, of the only location that is known, or one for each 1 << shift bytes
 * from the start. */
typedef struct Page {
    Cell *cells; /* NULL: not in use */
    u8 start;    /* byte of the first */
    u8 shift, count;
    u32 next; /* in the list of those not in use: number + 1 */
} Page;

enum { CELL_CLASSES = 7, CELLS_IN_BLOCK = 1024, SETS_IN_BLOCK = 256 };

/* Arrays of 1, 2, 4, ... PAGE_BYTES cells. */
typedef struct CellPool {
    Cell *free[CELL_CLASSES]; /* linked through `record` */
    Cell *rest;               /* of the latest block ... */
    u32 left;                 /* ... so many */
    VEC(Cell *) blocks;
} CellPool;

typedef struct Hybrid {
    PageTable table;
    VEC(Page) pages;
    u32 free_pages; /* number + 1 */
    CellPool cells;
    VEC(u32) owner; /* segment -> goroutine */
    ClockPool clocks;
    SharedSet *free;
    VEC(SharedSet *) blocks;
    u32 segments_kept, nodes_kept; /* after the last sweep */
    u32 stamp;                     /* of the last sweep, not 0 */
    u64 versions;                  /* given so far */
    bool avx2;                     /* the processor has these instructions */
    bool every; /* also repeated accesses count: the places of others may be silenced */
} Hybrid;

static inline Hybrid *hybrid_of(Detector *d)
{
    return d->memory;
}

/* ---- race/hybrid/set.c ---- */

static inline bool set_is_pair(const HbSet *set)
{
    return (uintptr_t)set & 1;
}

static inline Pair pair_of(const HbSet *set)
{
    return (Pair){(u32)(uintptr_t)set >> 1, (u32)((uintptr_t)set >> 32)};
}

static inline HbSet *pair_set(u32 owner, u32 segment)
{
    CHECK(segment != 0 && owner <= PAIR_OWNER_MAX);
    return (HbSet *)((uintptr_t)segment << 32 | (uintptr_t)owner << 1 | 1);
}

/* The newest segment of the goroutine that the set knows, 0: none. */
static inline u32 set_newest(const HbSet *set, u32 goroutine)
{
    if (!set)
        return 0;
    if (set_is_pair(set))
        return pair_of(set).owner == goroutine ? pair_of(set).segment : 0;
    const SharedSet *shared = (const SharedSet *)set;
    u32 slot = goroutine % SLOTS;
    u32 known = shared->owner[slot] == goroutine ? shared->segment[slot] : 0;
    u32 before = shared->base ? clock_get(shared->base, goroutine) : 0;
    return known > before ? known : before;
}

static inline HbSet *set_again(HbSet *set)
{
    if (set && !set_is_pair(set))
        ((SharedSet *)set)->refs++;
    return set;
}

/* Two sets of the same version, not 0, know the same. */
static inline u64 set_version(const HbSet *set)
{
    return set && !set_is_pair(set) ? ((const SharedSet *)set)->version : 0;
}

/* Once, before all others. */
void set_begin(Hybrid *hybrid);
/* Frees a set without references. */
void set_free(Hybrid *hybrid, SharedSet *shared);

static inline void set_drop(Hybrid *hybrid, HbSet *set)
{
    if (set && !set_is_pair(set) && --((SharedSet *)set)->refs == 0)
        set_free(hybrid, (SharedSet *)set);
}

/* What set_join and set_raise do when their short cases do not apply. */
HbSet *set_join_more(Hybrid *hybrid, HbSet *set, HbSet *other);
HbSet *set_raise_more(Hybrid *hybrid, HbSet *set, u32 owner, u32 segment);

/* What `set` (taken over) and `other` know. */
static inline HbSet *set_join(Hybrid *hybrid, HbSet *set, HbSet *other)
{
    if (!other || set == other)
        return set;
    if (!set)
        return set_again(other);
    if (set_is_pair(set) && set_is_pair(other) && pair_of(set).owner == pair_of(other).owner)
        return (uintptr_t)set > (uintptr_t)other ? set : other;
    return set_join_more(hybrid, set, other);
}

/* What `set` (taken over) knows, and that segment, which is newer than what it knows of owner. */
static inline HbSet *set_raise(Hybrid *hybrid, HbSet *set, u32 owner, u32 segment)
{
    CHECK(segment > set_newest(set, owner));
    bool alone = !set || (set_is_pair(set) && pair_of(set).owner == owner);
    if (LIKELY(alone && owner <= PAIR_OWNER_MAX))
        return pair_set(owner, segment);
    if (set && !set_is_pair(set) && ((SharedSet *)set)->refs == 1) {
        SharedSet *shared = (SharedSet *)set;
        if (LIKELY(shared->owner[owner % SLOTS] == owner)) {
            shared->segment[owner % SLOTS] = segment;
            shared->version = ++hybrid->versions;
            return set;
        }
    }
    return set_raise_more(hybrid, set, owner, segment);
}

/* ---- race/hybrid/cell.c ---- */

/* A new page for the location; its number. */
u32 hybrid_new_page(Hybrid *hybrid, Loc loc);
/* The cell of byte `at` in a page that has none for it until now. */
Cell *hybrid_refine(Hybrid *hybrid, Page *page, u32 at);

/* Number of the page of a location, made if there is none: that may move the pages. */
static inline u32 hybrid_page(Hybrid *hybrid, Loc loc)
{
    u32 *place = pages_place(&hybrid->table, loc);
    if (UNLIKELY(!*place))
        *place = hybrid_new_page(hybrid, loc) + 1;
    CHECK(*place <= hybrid->pages.len && hybrid->pages.data[*place - 1].cells);
    return *place - 1;
}

static inline Cell *hybrid_cell_in(Hybrid *hybrid, Page *page, u32 at)
{
    CHECK(at < PAGE_BYTES && page->count > 0);
    u32 from = at - page->start; /* great if before it */
    if (LIKELY(!(from & ((1u << page->shift) - 1)) && from >> page->shift < page->count))
        return &page->cells[from >> page->shift];
    return hybrid_refine(hybrid, page, at);
}

/* The cell at length, and back; record_into takes over what the record allocated. */
Record hybrid_record(const Hybrid *hybrid, const Cell *cell);
void hybrid_record_into(Cell *cell, Record *z);

static inline u16 pack_how(u32 len, AccessHow how, bool is_write)
{
    return (u16)(len | (u32)is_write << 12 | (u32)how << 13);
}

static inline u16 access_pack_how(const Access *access)
{
    return pack_how(access->len, access->how, access->is_write);
}

static inline void cell_set_write(Cell *cell, u32 segment, const Access *access)
{
    cell->write = segment;
    cell->write_pos = access->pos;
    cell->write_how = access_pack_how(access);
}

static inline void cell_set_other(Cell *cell, u32 segment, const Access *access)
{
    cell->other = segment;
    cell->other_pos = access->pos;
    cell->other_how = access_pack_how(access);
}

/* A call for every cell in use; the second also says of what. */
void hybrid_each_cell(Hybrid *hybrid, void (*visit)(void *ctx, Cell *cell), void *ctx);
void hybrid_each_location(Hybrid *hybrid, void (*visit)(void *ctx, Cell *cell, Loc loc), void *ctx);
/* Drops the cells of an object; of all objects, keeping the memory for another run. */
void hybrid_forget(Detector *d, u64 object);
void hybrid_forget_all(Hybrid *hybrid);
/* Frees the memory of all cells. */
void hybrid_free_cells(Hybrid *hybrid);
/* Bytes allocated for cells and pages. */
size_t hybrid_cell_memory(const Hybrid *hybrid);

/* ---- race/hybrid/gc.c ---- */

/* The MemoryRules of these names (race/core.h). */
void hybrid_mark(Detector *d);
/* Renumbers all segments and removes entries that can decide nothing (spec/hybrid.md, Purging). */
void hybrid_gc(Detector *d);
/* Whether segments or nodes have doubled since the last time. */
bool hybrid_gc_due(Detector *d);
/* The events of a set, for gol run --explain. */
void hybrid_list_set(Detector *d, HbSet *set, SetEvents *out);
/* The cells, one line each, for gol run --state. */
void hybrid_print_memory(Detector *d, Buf *out);

#endif
