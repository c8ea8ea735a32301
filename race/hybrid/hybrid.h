/* What the files of the default detector share; see race/hybrid/hybrid.c. */
#ifndef RACE_HYBRID_HYBRID_H
#define RACE_HYBRID_HYBRID_H

#include "base/grant.h"
#include "race/clock.h"
#include "race/hybrid/pages.h"
#include "race/hybrid/readers.h"
#include "race/record.h"

/* "The segments of owner up to that number". */
typedef struct Pair {
    u32 owner, segment;
} Pair;

/* A happens-before set is one of
 *   - NULL: nothing;
 *   - a pair, in the pointer itself (odd): all that its owner did, which knew of no other;
 *   - a SharedSet: small if it knows of the first SMALL_SET goroutines only, with an entry for each
 *     of these, else with a clock. */
typedef struct SharedSet {
    u32 refs;
    u32 stamp; /* of the latest sweep that saw it */
    /* Its identity: it is all that goroutine `who` knew at the end of its segment `when`, that
     * segment included; 0: not known to be so. */
    u32 who, when;
    bool small;
    union {
        Clock *clock;           /* NULL only between the two halves of a sweep */
        struct SharedSet *next; /* in a free list */
    };
    u32 entry[]; /* of a small one: the newest known segment of each of the first SMALL_SET */
} SharedSet;

enum { SMALL_SET_BITS = LEAF_BITS_MIN, SMALL_SET = 1 << SMALL_SET_BITS };

/* Goroutines with greater numbers are not put in a pointer. */
enum { PAIR_OWNER_MAX = INT32_MAX };

/* Where a cell keeps what happened since the last write. */
typedef enum CellState {
    CELL_ONE = GRANT_ONE,   /* in itself: at most one access */
    CELL_READ = GRANT_READ, /* plain reads, in the readers of its page */
    CELL_RECORD,            /* in a record, with the write */
} CellState;

/* The history of one location; see Record for what it abbreviates. Its state is a CellState; in
 * CELL_RECORD all of it is in `record`. */
typedef GrantedCell Cell;

/* The cells of a page: one, of the only location that is known, or one for each 1 << shift bytes
 * from the start. Or the page is whole: one cell stands for all locations, which are those of an
 * array, one for each 1 << shift bytes from byte `start` - PAGE_BYTES on, and all have the same
 * history of plain accesses (CELL_ONE). Nothing is granted of it. It stays where it is. */
typedef struct Page {
    /* `cells` NULL: not in use; then `summit` is the number + 1 of the next such page. The readers
     * are of its cells in CELL_READ. What knows the summit knows all accesses to locations that are
     * not odd; NO_ACCESS: there were none. The version only grows, also when the page is used anew.
     * The grantee is the goroutine that is granted accesses to locations that are not odd, in its
     * cells; 0: none is. */
    GrantedPage open;
    /* Bytes at which locations begin of which the summit says nothing. The cells of the others are
     * CELL_ONE and have plain accesses only. */
    u64 odd;
    /* The locations that are CELL_READ, if all have the same last write: its segment. NO_ACCESS:
     * that is not known. */
    u64 reads;
    u32 reads_since;
    u8 raced : 1; /* there was a race: a cell may have an access that the next one did not know */
    u8 skew : 4;  /* bytes before the object */
    u8 wait : 3;  /* so many times the cells are not looked at for what can be granted */
} Page;
_Static_assert(sizeof(Page) == CACHE_LINE, "a line of the processor's: see PageBlock");

enum { NO_ACCESS = 1u << 31, WAIT_LONG = 7 };
enum { CELL_CLASSES = 7, CELLS_IN_BLOCK = 1024, SETS_IN_BLOCK = 256, PAGES_IN_BLOCK = 256 };

/* A location, with what is remembered of it: valid until its page is refined. */
typedef struct Location {
    Page *page;
    Cell *cell;
    Loc loc;
} Location;

/* Pages, of which each is a line of the processor's: what is not in its cache takes longer to get
 * than all that is done with it. */
typedef struct PageBlock {
    _Alignas(CACHE_LINE) Page page[PAGES_IN_BLOCK];
} PageBlock;

/* Arrays of 1, 2, 4, ... PAGE_BYTES cells. */
typedef struct CellPool {
    Cell *free[CELL_CLASSES]; /* linked through `record` */
    Cell *rest;               /* of the latest block ... */
    u32 left;                 /* ... so many */
    VEC(Cell *) blocks;
} CellPool;

typedef struct Hybrid {
    PageTable table;
    VEC(PageBlock *) page_blocks;
    u32 page_count; /* numbers in use or free */
    u32 free_pages; /* number + 1 */
    CellPool cells;
    VEC(u32) owner; /* segment -> goroutine */
    ClockPool clocks;
    SharedSet *free[2]; /* large ones; small ones */
    VEC(void *) blocks;
    size_t set_bytes;
    u32 small_sets;                /* in use */
    u32 segments_kept, nodes_kept; /* after the last sweep; nodes and small sets */
    u32 ended;                     /* goroutines since then */
    u32 stamp;                     /* of the last sweep, not 0 */
    bool every; /* also repeated accesses count: the places of others may be silenced */
    bool lists; /* no access stands for another, and unordered reads are kept in records: each
                   access has a segment of its own, or `every` */
} Hybrid;

static inline Hybrid *hybrid_of(Detector *d)
{
    return d->memory;
}

static inline Page *hybrid_page_at(const Hybrid *hybrid, u32 number)
{
    CHECK(number < hybrid->page_count);
    return &hybrid->page_blocks.data[number / PAGES_IN_BLOCK]->page[number % PAGES_IN_BLOCK];
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
    if (!shared->small)
        return clock_get(shared->clock, goroutine);
    return goroutine < SMALL_SET ? shared->entry[goroutine] : 0;
}

/* Whether the identity of `b` shows that `a` knows all that it does (invariant 7). */
static inline bool set_covers(const HbSet *a, const HbSet *b)
{
    if (!b || a == b)
        return true;
    if (set_is_pair(b))
        return set_newest(a, pair_of(b).owner) >= pair_of(b).segment;
    const SharedSet *shared = (const SharedSet *)b;
    return shared->when && set_newest(a, shared->who) >= shared->when;
}

static inline HbSet *set_again(HbSet *set)
{
    if (set && !set_is_pair(set))
        ((SharedSet *)set)->refs++;
    return set;
}

/* Frees a set without references. */
void set_free(Hybrid *hybrid, SharedSet *shared);

static inline void set_drop(Hybrid *hybrid, HbSet *set)
{
    if (set && !set_is_pair(set) && --((SharedSet *)set)->refs == 0)
        set_free(hybrid, (SharedSet *)set);
}

/* The same for two sets neither of which is known to cover the other. */
HbSet *set_join_unrelated(Hybrid *hybrid, HbSet *set, HbSet *other);

/* What `set` (taken over) and `other` know. */
static inline HbSet *set_join(Hybrid *hybrid, HbSet *set, HbSet *other)
{
    if (set_covers(set, other))
        return set;
    if (!set_covers(other, set))
        return set_join_unrelated(hybrid, set, other);
    set_drop(hybrid, set);
    return set_again(other);
}

/* What set_publish does when its short cases do not apply. */
HbSet *set_publish_more(Hybrid *hybrid, HbSet *set, u32 owner, u32 segment);

/* What `set` (taken over) knows and that segment, which its owner has ended; the set is all that
 * the owner knows otherwise. */
static inline HbSet *set_publish(Hybrid *hybrid, HbSet *set, u32 owner, u32 segment)
{
    CHECK(segment > set_newest(set, owner));
    bool alone = !set || (set_is_pair(set) && pair_of(set).owner == owner);
    if (LIKELY(alone && owner <= PAIR_OWNER_MAX))
        return pair_set(owner, segment);
    return set_publish_more(hybrid, set, owner, segment);
}

/* What `set` (taken over) knows and that segment of a goroutine; it knows already all that the
 * goroutine knows otherwise. */
HbSet *set_raise(Hybrid *hybrid, HbSet *set, u32 owner, u32 segment);

/* ---- race/hybrid/hybrid.c ---- */

/* Whether the segment is one of p's that no other goroutine can know yet: p has published nothing
 * since it began. */
static inline bool is_unpublished(const Hybrid *h, const Goroutine *p, u32 segment)
{
    CHECK(p->current != 0 && segment < h->owner.len);
    return segment == p->current || (segment > p->segment && h->owner.data[segment] == p->number);
}

/* What a goroutine knows only grows until its set is renumbered or it ends, and of neighbouring
 * locations the same is asked: of their write, and of the access since. */
static inline bool knows_segment(const Hybrid *h, Goroutine *p, u32 segment)
{
    CHECK(segment < h->owner.len);
    if (segment == 0 || segment == p->current || segment == p->asked[0] || segment == p->asked[1])
        return true;
    u32 owner = h->owner.data[segment];
    if (owner == p->number)
        return true;
    if (set_newest(p->set, owner) < segment)
        return false;
    p->asked[1] = p->asked[0];
    p->asked[0] = segment;
    return true;
}

static inline bool other_is_atomic(const Cell *cell)
{
    u32 how = cell->other_how >> 13;
    return how == HOW_ATOMIC || how == HOW_LOCK;
}

/* ---- race/hybrid/grant.c ---- */

/* Grants p, whose accesses to the page at the bytes `now` have just been entered, what it may do
 * with the page's other locations, where that is worth it. If p does not know the summit, its
 * segment becomes the summit of all that it knows. */
void hybrid_grant_some(const Hybrid *hybrid, Goroutine *p, Page *page, const GrantOffer *offer,
                       u32 bytes, u64 now);

/* Grants p, whose read of what many goroutines read has just been entered in `reader` (NULL: in
 * none), all such reads of the page. */
void hybrid_grant_reads(const Hybrid *hybrid, Goroutine *p, Page *page, const GrantOffer *offer,
                        Reader *reader);

/* Whether the line has been accessed at that many locations in the segment. */
static inline bool offer_is_useful(const GrantOffer *offer, u32 locations)
{
    u64 accessed = *offer->read | *offer->write;
    for (; locations > 1; locations--)
        accessed &= accessed - 1;
    return accessed;
}

/* Whether the place is far from the start of its object, as most are of long arrays. */
static inline bool place_is_far(const PlaceRef *place)
{
    return place_skew(place->loc.object) && place->loc.offset - PLACE_BYTES < UINT64_MAX / 2;
}

/* Takes back all that was granted of the page. */
static inline void page_void(Page *page)
{
    page->open.version++;
    page->open.grantee = 0;
}

/* Takes back what was granted of the page's cells: they are about to be used by others than its
 * goroutine, or otherwise than the grant says. */
static inline void page_revoke(Page *page)
{
    if (UNLIKELY(page->open.grantee))
        page_void(page);
}

/* The same if it was not granted to p. */
static inline void page_revoke_old(const Goroutine *p, Page *page)
{
    if (page->open.grantee != p->number)
        page_revoke(page);
}

/* Whether the grant is of the page, and has not been taken back. */
static inline bool grant_is_of(const Grant *grant, const Page *page)
{
    return grant->bytes && grant->page == &page->open && grant->version == page->open.version;
}

/* An access to the location at byte `at` follows, and may leave in its cell what the page's summit
 * does not know: it is odd from now on. What is granted of a page's cells is never odd. */
static inline void page_isolate(Page *page, u32 at)
{
    u64 bit = 1ull << at;
    if (!(page->odd & bit))
        page_revoke(page);
    page->odd |= bit;
}

/* Removes the reads of what many goroutines have read, which is going to be otherwise. */
static inline void page_remove_reads(Page *page, u32 byte)
{
    readers_remove(&page->open.readers, byte);
    page->reads_since = NO_ACCESS;
    page_void(page);
}

/* What is granted of the page is still to be so. */
void hybrid_grant_check(const Hybrid *hybrid, Goroutine *p, const Page *page,
                        const GrantOffer *offer);

/* Bytes of the page as bytes of the line. */
static inline u64 grant_in_line(const GrantOffer *offer, u64 bytes)
{
    CHECK(offer->first > -PAGE_BYTES && offer->first < PAGE_BYTES);
    return offer->first < 0 ? bytes >> -offer->first : bytes << offer->first;
}

/* The bytes of the line at which locations of the page begin of which the summit says something, if
 * its first `bytes` bytes are an object's. */
static inline u64 grant_under_summit(const Page *page, const GrantOffer *offer, u32 bytes)
{
    static const u64 starts[] = {~0ull, 0x5555555555555555, 0x1111111111111111, 0x0101010101010101};
    u32 end = page->open.start + ((u32)page->open.count << page->open.shift);
    end = end < bytes ? end : bytes;
    if (UNLIKELY(end <= page->open.start))
        return 0;
    u64 at = starts[page->open.shift] << page->open.start & ~0ull >> (PAGE_BYTES - end);
    return grant_in_line(offer, at & ~page->odd);
}

/* Whether cells and bytes of the line fit each other, so that a grant can be made. */
static inline bool grant_fits(const Page *page, const GrantOffer *offer)
{
    return !((offer->first + page->open.start) & ((1 << page->open.shift) - 1));
}

/* The locations of the page that many goroutines read, if it is known that p knows the writes. */
static inline u64 page_known_reads(const Hybrid *h, Goroutine *p, const Page *page)
{
    bool known = page->reads_since != NO_ACCESS && knows_segment(h, p, page->reads_since);
    return known && !page->raced ? page->reads : 0;
}

/* Makes a grant, of the locations that begin at these bytes of the line. */
static inline void grant_set(Page *page, const GrantOffer *offer, u64 bytes)
{
    Grant *grant = offer->grant;
    grant->bytes = bytes;
    grant->page = &page->open;
    grant->version = page->open.version;
    i32 from = (offer->first + page->open.start) >> page->open.shift; /* cells before `start` */
    grant->cells = (u64)(uintptr_t)(page->open.cells - from) | page->open.shift;
}

/* Adds reads of what many goroutines read to the grant. Those of which a read by p in an
 * unpublished segment stands are not to be entered again. */
static inline void grant_add_reads(const Goroutine *p, const Page *page, const GrantOffer *offer,
                                   u64 reads)
{
    u64 more = reads ? grant_in_line(offer, reads) & ~offer->grant->bytes : 0;
    if (!more)
        return;
    offer->grant->bytes |= more;
    u64 stand = readers_newer(&page->open.readers, p->number, (u32)p->segment);
    if (stand)
        *offer->read |= more & grant_in_line(offer, stand);
}

/* Grants p, which has just made its segment the page's summit, all accesses to what is not odd in
 * the page, and reads of what many read. `bytes` of the page are the object's. */
static inline void hybrid_grant_all(const Hybrid *h, Goroutine *p, Page *page,
                                    const GrantOffer *offer, u32 bytes)
{
    CHECK(page->open.summit == p->current && bytes <= PAGE_BYTES && !h->lists);
    CHECK(page->open.grantee == 0 || page->open.grantee == p->number);
    offer->grant->bytes = 0;
    if (!grant_fits(page, offer))
        return;
    page->open.grantee = p->number;
    grant_set(page, offer, grant_under_summit(page, offer, bytes));
    grant_add_reads(p, page, offer, page_known_reads(h, p, page));
    if (CHECKING)
        hybrid_grant_check(h, p, page, offer);
}

/* Whether p knows all accesses to what is not odd in the page. */
static inline bool page_known(const Hybrid *hybrid, Goroutine *p, const Page *page)
{
    if (UNLIKELY(page->raced))
        return false;
    return page->open.summit == NO_ACCESS || knows_segment(hybrid, p, page->open.summit);
}

/* Whether p, which knows the page's summit, has made one of those in an unpublished segment. */
static inline bool page_is_recent(const Hybrid *hybrid, const Goroutine *p, const Page *page)
{
    return page->open.summit != NO_ACCESS && is_unpublished(hybrid, p, page->open.summit);
}

/* ---- race/hybrid/cell.c ---- */

/* A new page for the location; its number. */
u32 hybrid_new_page(Hybrid *hybrid, Loc loc);
/* The same where accesses follow to all locations of the page, from loc on, which are 1 << shift
 * bytes apart: a new page is whole. */
u32 hybrid_new_whole_page(Hybrid *hybrid, Loc loc, u32 shift);
/* The cell of byte `at` in a page that has none for it until now. */
Cell *hybrid_refine(Hybrid *hybrid, Page *page, u32 at);

/* Number of the page of a location, made if there is none; `whole`: by hybrid_new_whole_page. */
static inline u32 hybrid_page_of(Hybrid *hybrid, Loc loc, bool whole, u32 shift)
{
    u32 *place = pages_place(&hybrid->table, loc);
    if (UNLIKELY(!*place))
        *place =
            1 + (whole ? hybrid_new_whole_page(hybrid, loc, shift) : hybrid_new_page(hybrid, loc));
    CHECK(*place <= hybrid->page_count && hybrid_page_at(hybrid, *place - 1)->open.cells);
    return *place - 1;
}

/* The same for an access to one location. */
static inline u32 hybrid_page(Hybrid *hybrid, Loc loc)
{
    return hybrid_page_of(hybrid, loc, false, 0);
}

/* Whether one cell stands for all locations of the page. */
static inline bool page_is_whole(const Page *page)
{
    return page->open.start >= PAGE_BYTES;
}

/* How many locations, 1 << shift bytes apart, a page has from byte `first` on. */
static inline u32 whole_locations(u32 first, u32 shift)
{
    return ((PAGE_BYTES - 1 - first) >> shift) + 1;
}

/* The cell of byte `at` in a page; NULL: there is none for itself. */
static inline Cell *hybrid_known_cell(const Page *page, u32 at)
{
    CHECK(at < PAGE_BYTES && page->open.count > 0);
    u32 from = at - page->open.start; /* great if before it, as in a page that is whole */
    if (LIKELY(!(from & ((1u << page->open.shift) - 1)) &&
               from >> page->open.shift < page->open.count))
        return &page->open.cells[from >> page->open.shift];
    return NULL;
}

/* The same, made if there is none. */
static inline Cell *hybrid_cell_in(Hybrid *hybrid, Page *page, u32 at)
{
    Cell *cell = hybrid_known_cell(page, at);
    return LIKELY(cell) ? cell : hybrid_refine(hybrid, page, at);
}

/* What is remembered of the place as a record, and back. What the record allocated is its cell's,
 * before and after. */
Record hybrid_take_record(Hybrid *hybrid, Location at);
void hybrid_put_record(Cell *cell, Record *z);

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

/* Calls visit for each segment that an access is remembered of; it may change it. */
void hybrid_each_segment(Hybrid *hybrid, void (*visit)(void *ctx, u32 *segment), void *ctx);
/* Calls visit for each location of which something is remembered, with the record of it, which is
 * visit's to look at only. */
void hybrid_each_location(Hybrid *hybrid, void (*visit)(void *ctx, Record *z, Loc loc), void *ctx);
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
