/* What the files of the default detector share; see race/hybrid.c. */
#ifndef RACE_HYBRID_H
#define RACE_HYBRID_H

#include "race/clock.h"
#include "race/record.h"

/* "The segments of owner up to that number". */
typedef struct Pair {
    u32 owner, segment;
} Pair;

enum { PAIRS = 5 };

/* A happens-before set is one of
 *   - NULL: nothing;
 *   - a pair, in the pointer itself (odd);
 *   - a Handout: what `base` and the pairs say; of a goroutine both may know something. */
typedef struct Handout {
    union {
        u32 refs;
        struct Handout *next; /* in the free list */
    };
    u32 stamp; /* of the latest sweep that saw it */
    u32 count; /* of pairs, of different owners */
    Clock *base;
    Pair pair[PAIRS]; /* most programs need no more, and no clock */
} Handout;

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

/* The cells of 64 bytes of an object. */
typedef struct Page {
    Cell one;   /* while only the location at byte `at` is known */
    Cell *many; /* else `count`, one for each 1 << shift bytes */
    u8 at, shift, count;
} Page;

enum { PAGE_BYTES = 64, HANDOUTS_IN_BLOCK = 256 };

typedef struct Hybrid {
    LocTable locs; /* pages by object and number of the page */
    VEC(Page) pages;
    u32 last;         /* number of the latest page */
    VEC(u32) owner;   /* segment -> goroutine */
    ClockPool clocks;
    Handout *free;
    VEC(Handout *) blocks;
    u32 segments_kept, nodes_kept; /* after the last sweep */
    u32 stamp;
} Hybrid;

static inline Hybrid *hybrid_of(Detector *d)
{
    return d->memory;
}

/* ---- hybrid_set.c ---- */

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
    return (HbSet *)((uintptr_t)segment << 32 | (uintptr_t)owner << 1 | 1);
}

/* The pair of that owner in a handout, or NULL. */
static inline Pair *handout_pair(Handout *handout, u32 owner)
{
    for (u32 i = 0; i < handout->count; i++)
        if (handout->pair[i].owner == owner)
            return &handout->pair[i];
    return NULL;
}

/* The newest segment of the goroutine that the set (not NULL) knows, 0: none. */
static inline u32 set_newest(const HbSet *set, u32 goroutine)
{
    if (set_is_pair(set))
        return pair_of(set).owner == goroutine ? pair_of(set).segment : 0;
    const Handout *handout = (const Handout *)set;
    u32 known = handout->base ? clock_get(handout->base, goroutine) : 0;
    const Pair *pair = handout_pair((Handout *)handout, goroutine);
    return pair && pair->segment > known ? pair->segment : known;
}

static inline HbSet *set_again(HbSet *set)
{
    if (set && !set_is_pair(set))
        ((Handout *)set)->refs++;
    return set;
}

void set_free(Hybrid *hybrid, Handout *handout);

static inline void set_drop(Hybrid *hybrid, HbSet *set)
{
    if (set && !set_is_pair(set) && --((Handout *)set)->refs == 0)
        set_free(hybrid, (Handout *)set);
}

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
    bool alone = !set || (set_is_pair(set) && pair_of(set).owner == owner);
    if (LIKELY(alone && owner <= PAIR_OWNER_MAX))
        return pair_set(owner, segment);
    if (set && !set_is_pair(set) && ((Handout *)set)->refs == 1) {
        Pair *pair = handout_pair((Handout *)set, owner);
        if (LIKELY(pair != NULL)) {
            pair->segment = segment;
            return set;
        }
    }
    return set_raise_more(hybrid, set, owner, segment);
}

/* ---- hybrid_cell.c ---- */

/* Number of the page of a location, made if there is none. */
u32 hybrid_page(Hybrid *hybrid, Loc loc);
/* The cell of byte `at` in a page that has none for it until now. */
Cell *hybrid_refine(Page *page, u32 at);

static inline Cell *hybrid_cell_in(Page *page, u32 at)
{
    if (LIKELY(page->many != NULL && !(at & ((1u << page->shift) - 1)) &&
               at >> page->shift < page->count))
        return &page->many[at >> page->shift];
    if (LIKELY(page->many == NULL && page->at == at))
        return &page->one;
    return hybrid_refine(page, at);
}

/* The cell at length, and back; record_into takes over what the record allocated. */
Record hybrid_record(const Hybrid *hybrid, const Cell *cell);
void hybrid_record_into(Cell *cell, Record *z);

static inline u16 access_pack_how(const Access *access)
{
    return (u16)(access->len | access->is_write << 12 | access->how << 13);
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

/* A call for every cell in use. */
void hybrid_each_cell(Hybrid *hybrid, void (*visit)(void *ctx, Cell *cell, Loc loc), void *ctx);
void hybrid_forget(Detector *d, u64 object);
void hybrid_forget_all(Hybrid *hybrid);

/* ---- hybrid_gc.c ---- */

void hybrid_mark(Detector *d);
void hybrid_gc(Detector *d);
bool hybrid_gc_due(Detector *d);
void hybrid_list_set(Detector *d, HbSet *set, SetEvents *out);
void hybrid_print_memory(Detector *d, Buf *out);

#endif
