/* The default detector: the terseness of clocks with the purging of happens-before sets (the open
 * question of the paper's section 8). Its invariants are in spec/hybrid.md; in short:
 *
 *   - Accesses are labelled by segments: what a goroutine does between two synchronisations is one
 *     segment, begun by the first access in it. Who does not touch memory has none.
 *   - Knowledge is the newest known segment of each goroutine (race/clock.h), and what a goroutine
 *     hands out is its clock and its own newest segment beside it, so that it need not build a
 *     clock to hand out what it did itself.
 *   - A location is two words: the segment and place of its last write and of its last read. Only
 *     when several goroutines read it without knowing of each other is there a list.
 *   - Now and then everything is numbered anew: segments that no location refers to any more get no
 *     number, and entries for them leave all clocks. That is R-GC (Fig. 11) by segments. */
#include <stdlib.h>

#include "race/clock.h"
#include "race/record.h"

/* What a happens-before set is here: `base`, and segments of `owner` up to `segment`. */
typedef struct Handout {
    union {
        u32 refs;
        struct Handout *next; /* in the free list */
    };
    u32 owner; /* the goroutine that handed it out, 0 with segment 0 */
    u32 segment;
    u32 stamp; /* of the latest sweep that saw it */
    Clock *base;
} Handout;

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
    Cell *many; /* else one for each 1 << shift bytes */
    u8 at, shift;
} Page;

enum { PAGE_BYTES = 64, FIRST_SHIFT = 3 };

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

static Hybrid *hybrid_of(Detector *d)
{
    return d->memory;
}

/* Handouts ------------------------------------------------------------------------------------- */

enum { HANDOUTS_IN_BLOCK = 256 };

static Handout *new_handout(Hybrid *h)
{
    if (!h->free) {
        Handout *block = xcalloc(HANDOUTS_IN_BLOCK, sizeof *block);
        vec_push(&h->blocks, block);
        for (u32 i = 0; i < HANDOUTS_IN_BLOCK; i++) {
            block[i].next = h->free;
            h->free = &block[i];
        }
    }
    Handout *set = h->free;
    h->free = set->next;
    *set = (Handout){.refs = 1};
    return set;
}

static HbSet *hybrid_again(Detector *d, HbSet *set)
{
    (void)d;
    if (set)
        ((Handout *)set)->refs++;
    return set;
}

static void drop(Hybrid *h, Handout *set)
{
    if (!set || --set->refs > 0)
        return;
    clock_drop(&h->clocks, set->base);
    set->next = h->free;
    h->free = set;
}

static void hybrid_drop(Detector *d, HbSet *set)
{
    drop(hybrid_of(d), (Handout *)set);
}

/* One that may be changed in place. */
static Handout *own(Hybrid *h, Handout *set)
{
    if (set->refs == 1)
        return set;
    Handout *copy = new_handout(h);
    copy->owner = set->owner;
    copy->segment = set->segment;
    copy->base = clock_share(set->base);
    set->refs--;
    return copy;
}

static u32 newest_known(const Handout *set, u32 goroutine)
{
    u32 known = clock_get(set->base, goroutine);
    return set->owner == goroutine && set->segment > known ? set->segment : known;
}

static HbSet *hybrid_join(Detector *d, HbSet *set, HbSet *other)
{
    Hybrid *h = hybrid_of(d);
    Handout *a = (Handout *)set, *b = (Handout *)other;
    if (!b || a == b)
        return set;
    if (!a)
        return hybrid_again(d, other);
    bool new_pair = b->segment > newest_known(a, b->owner);
    if (!new_pair && (!b->base || a->base == b->base))
        return set;
    a = own(h, a);
    a->base = clock_join(&h->clocks, a->base, b->base);
    if (new_pair && (a->owner == b->owner || a->segment == 0)) {
        a->owner = b->owner;
        a->segment = b->segment;
    } else if (new_pair) {
        a->base = clock_raise(&h->clocks, a->base, b->owner, b->segment);
    }
    return (HbSet *)a;
}

/* E with p's own accesses. */
static HbSet *hybrid_share(Detector *d, Goroutine *p)
{
    Hybrid *h = hybrid_of(d);
    Handout *set = (Handout *)p->set;
    if (p->unshared) {
        set = set ? own(h, set) : new_handout(h);
        if (set->segment && set->owner != p->number)
            set->base = clock_raise(&h->clocks, set->base, set->owner, set->segment);
        set->owner = p->number;
        set->segment = p->unshared;
        p->set = (HbSet *)set;
    }
    p->current = p->unshared = 0;
    return hybrid_again(d, (HbSet *)set);
}

static void hybrid_end(Detector *d, Goroutine *p)
{
    drop(hybrid_of(d), (Handout *)p->set);
    p->set = NULL;
    p->current = p->unshared = 0;
}

/* Segments ------------------------------------------------------------------------------------- */

/* Makes p->current the segment that an access of p now belongs to. */
static void begin_segment(Detector *d, Goroutine *p)
{
    Hybrid *h = hybrid_of(d);
    bool synced = p->sync_known && p->sync_label >= p->current;
    if (LIKELY(p->current && !synced && !d->config.fresh_labels))
        return;
    if (h->owner.len == UINT32_MAX)
        BUG("more than 2^32 segments");
    vec_push(&h->owner, p->number);
    p->current = p->unshared = (u32)core_fresh(d);
}

static bool knows_segment(const Hybrid *h, const Goroutine *p, u32 segment)
{
    if (segment == 0 || segment == p->current)
        return true;
    u32 owner = h->owner.data[segment];
    return owner == p->number ||
           (p->set && newest_known((const Handout *)p->set, owner) >= segment);
}

/* Cells ---------------------------------------------------------------------------------------- */

static void split(Page *page, u8 shift)
{
    u32 count = PAGE_BYTES >> shift;
    Cell *cells = xcalloc(count, sizeof *cells);
    if (!page->many)
        cells[page->at >> shift] = page->one;
    for (u32 i = 0; page->many && i < (u32)PAGE_BYTES >> page->shift; i++)
        cells[i << page->shift >> shift] = page->many[i];
    free(page->many);
    page->many = cells;
    page->shift = shift;
}

static u8 shift_for(u32 at)
{
    return at % 8 == 0 ? 3 : at % 4 == 0 ? 2 : 0;
}

static Cell *cell_in(Page *page, u32 at)
{
    if (LIKELY(page->many != NULL)) {
        if (UNLIKELY(at & ((1u << page->shift) - 1)))
            split(page, shift_for(at));
        return &page->many[at >> page->shift];
    }
    if (page->at == at)
        return &page->one;
    u8 old = shift_for(page->at), shift = shift_for(at);
    split(page, old < shift ? old : shift);
    return &page->many[at >> page->shift];
}

static Cell *cell_at(Hybrid *h, Loc loc)
{
    Loc key = {loc.object, loc.offset / PAGE_BYTES};
    u32 at = loc.offset % PAGE_BYTES;
    if (LIKELY(loctable_is_at(&h->locs, h->last, key)))
        return cell_in(&h->pages.data[h->last], at);
    bool fresh;
    u32 index = loctable_get(&h->locs, key, &fresh);
    h->last = index;
    if (fresh) {
        vec_reserve(&h->pages, index + 1);
        if (index >= h->pages.len)
            h->pages.len = index + 1;
        h->pages.data[index] = (Page){.at = (u8)at};
    }
    return cell_in(&h->pages.data[index], at);
}

static u16 pack_how(const Access *access)
{
    return (u16)(access->len | access->is_write << 12 | access->how << 13);
}

static Access unpack(const Hybrid *h, u32 segment, Pos pos, u16 how)
{
    return (Access){.label = segment, .len = how & ACCESS_LEN_MAX, .is_write = how >> 12 & 1,
                    .how = how >> 13, .goroutine = h->owner.data[segment], .pos = pos};
}

/* The cell at length. */
static Record record_from(const Hybrid *h, const Cell *cell)
{
    if (cell->many)
        return *cell->record;
    Record z = {0};
    if (cell->write)
        z.write = unpack(h, cell->write, cell->write_pos, cell->write_how);
    if (cell->other) {
        z.one = unpack(h, cell->other, cell->other_pos, cell->other_how);
        z.atomic_writes = z.one.is_write;
        z.len = 1;
    }
    return z;
}

static void set_write(Cell *cell, u32 segment, const Access *access)
{
    cell->write = segment;
    cell->write_pos = access->pos;
    cell->write_how = pack_how(access);
}

static void set_other(Cell *cell, u32 segment, const Access *access)
{
    cell->other = segment;
    cell->other_pos = access->pos;
    cell->other_how = pack_how(access);
}

/* Takes over what the record allocated. */
static void record_into(Cell *cell, Record *z)
{
    Record *record = cell->many ? cell->record : NULL;
    *cell = (Cell){0};
    set_write(cell, (u32)z->write.label, &z->write);
    if (z->len > 1) {
        cell->record = record ? record : xmalloc(sizeof *record);
        *cell->record = *z;
        cell->many = true;
        return;
    }
    free(record);
    if (z->len == 1)
        set_other(cell, (u32)record_others(z)->label, record_others(z));
    record_clear(z);
}

/* The rules ------------------------------------------------------------------------------------ */

typedef struct Knowledge {
    const Hybrid *hybrid;
    const Goroutine *p;
} Knowledge;

static bool knows(void *ctx, const Access *earlier)
{
    const Knowledge *k = ctx;
    return knows_segment(k->hybrid, k->p, (u32)earlier->label);
}

/* Fig. 10 on the cell at length: races, several unordered reads, atomic accesses. */
static void access_record(Detector *d, Goroutine *p, Cell *cell, Loc loc, Access access)
{
    Hybrid *h = hybrid_of(d);
    Record z = record_from(h, cell);
    Knowledge k = {h, p};
    access.label = p->current;
    record_check(d, &z, loc, &access, knows, &k);
    if (access.is_write && !access_is_atomic(&access)) {
        record_clear(&z);
        z.write = access;
    } else {
        record_subsume(&z, &access, knows, &k);
        record_put(&z, &access);
    }
    record_into(cell, &z);
}

static bool other_is_atomic(const Cell *cell)
{
    u32 how = cell->other_how >> 13;
    return how == HOW_ATOMIC || how == HOW_LOCK;
}

/* An atomic access to what has only seen such, each ordered before the next: a lock. */
static bool access_lock(const Hybrid *h, Goroutine *p, Cell *cell, const Access *access)
{
    bool subsumes = cell->other == 0 ||
                    (other_is_atomic(cell) && (access->is_write || !(cell->other_how >> 12 & 1)));
    if (cell->many || !subsumes || !knows_segment(h, p, cell->other) ||
        !knows_segment(h, p, cell->write))
        return false;
    set_other(cell, p->current, access);
    return true;
}

/* A plain access of which the cell can stay a cell; false: there is more to it. */
static bool access_cell(const Hybrid *h, Goroutine *p, Cell *cell, const Access *access)
{
    u32 segment = p->current;
    if (cell->many || (cell->other && other_is_atomic(cell)))
        return false;
    /* Within a segment, a second write says no more than the first, and a read in between is as
     * good a conflict as either. */
    if (access->is_write ? cell->write == segment && (cell->other == 0 || cell->other == segment)
                         : cell->other == segment)
        return true;
    if (!knows_segment(h, p, cell->other) || !knows_segment(h, p, cell->write))
        return false;
    if (access->is_write) {
        set_write(cell, segment, access);
        cell->other = 0;
    } else {
        set_other(cell, segment, access);
    }
    return true;
}

static void hybrid_access(Detector *d, Goroutine *p, Loc loc, const Access *access)
{
    Hybrid *h = hybrid_of(d);
    begin_segment(d, p);
    Cell *cell = cell_at(h, loc);
    if (UNLIKELY(access_is_atomic(access))) {
        if (!access_lock(h, p, cell, access))
            access_record(d, p, cell, loc, *access);
    } else if (!access_cell(h, p, cell, access)) {
        access_record(d, p, cell, loc, *access);
    }
}

/* Upkeep --------------------------------------------------------------------------------------- */

/* A call for every cell in use. */
static void each_cell(Hybrid *h, void (*visit)(void *ctx, Cell *cell, Loc loc), void *ctx)
{
    for (u32 i = 0; i < h->pages.len; i++) {
        Page *page = &h->pages.data[i];
        if (!h->locs.entries.data[i].used)
            continue;
        Loc loc = h->locs.entries.data[i].loc;
        u64 start = loc.offset * PAGE_BYTES;
        if (!page->many)
            visit(ctx, &page->one, (Loc){loc.object, start + page->at});
        for (u32 k = 0; page->many && k < (u32)PAGE_BYTES >> page->shift; k++)
            if (page->many[k].write || page->many[k].other || page->many[k].many)
                visit(ctx, &page->many[k], (Loc){loc.object, start + (k << page->shift)});
    }
}

static void free_record(void *ctx, Cell *cell, Loc loc)
{
    (void)ctx;
    (void)loc;
    if (cell->many) {
        record_clear(cell->record);
        free(cell->record);
    }
}

static void page_gone(void *ctx, u32 index)
{
    Page *page = &((Hybrid *)ctx)->pages.data[index];
    if (!page->many)
        free_record(NULL, &page->one, (Loc){0});
    for (u32 k = 0; page->many && k < (u32)PAGE_BYTES >> page->shift; k++)
        free_record(NULL, &page->many[k], (Loc){0});
    free(page->many);
    *page = (Page){0};
}

static void hybrid_forget(Detector *d, u64 object)
{
    loctable_forget(&hybrid_of(d)->locs, object, page_gone, hybrid_of(d));
}

static void begin(Hybrid *h)
{
    h->last = LOC_NONE;
    vec_push(&h->owner, 0); /* there is no segment 0 */
}

static void *hybrid_create(Detector *d)
{
    (void)d;
    Hybrid *h = xcalloc(1, sizeof *h);
    begin(h);
    return h;
}

static void hybrid_reset(Detector *d)
{
    Hybrid *h = hybrid_of(d);
    for (u32 i = 0; i < h->pages.len; i++)
        page_gone(h, i);
    loctable_clear(&h->locs);
    vec_clear(&h->pages);
    vec_clear(&h->owner);
    h->segments_kept = h->nodes_kept = 0;
    begin(h);
}

static void hybrid_destroy(Detector *d)
{
    Hybrid *h = hybrid_of(d);
    for (u32 i = 0; i < h->pages.len; i++)
        page_gone(h, i);
    loctable_free(&h->locs);
    vec_free(&h->pages);
    vec_free(&h->owner);
    clock_pool_free(&h->clocks);
    for (u32 i = 0; i < h->blocks.len; i++)
        free(h->blocks.data[i]);
    vec_free(&h->blocks);
    free(h);
}

static void mark_segment(Detector *d, u32 segment)
{
    if (segment)
        core_mark(d, hybrid_of(d)->owner.data[segment]);
}

static void mark_cell(void *ctx, Cell *cell, Loc loc)
{
    Detector *d = ctx;
    (void)loc;
    Record z = record_from(hybrid_of(d), cell);
    mark_segment(d, (u32)z.write.label);
    for (u32 i = 0; i < z.len; i++)
        mark_segment(d, (u32)record_others(&z)[i].label);
}

static void hybrid_mark(Detector *d)
{
    each_cell(hybrid_of(d), mark_cell, d);
}

static size_t hybrid_memory_used(Detector *d)
{
    Hybrid *h = hybrid_of(d);
    size_t size = sizeof *h + loctable_memory(&h->locs) + h->pages.cap * sizeof(Page) +
                  h->owner.cap * sizeof(u32) + h->clocks.bytes +
                  h->blocks.len * (HANDOUTS_IN_BLOCK * sizeof(Handout));
    for (u32 i = 0; i < h->pages.len; i++)
        if (h->pages.data[i].many)
            size += (PAGE_BYTES >> h->pages.data[i].shift) * sizeof(Cell);
    return size;
}

/* R-GC by segments ----------------------------------------------------------------------------- */

typedef struct Sweep {
    Detector *detector;
    Hybrid *hybrid;
    u32 *name;   /* segment -> its new number; of a dead one, the newest live one of its owner that
                    is older: who knew the former knows just the latter of what is left */
    u32 *newest; /* segment -> how many live ones are as old or older */
} Sweep;

static void keep_cell(void *ctx, Cell *cell, Loc loc)
{
    Sweep *s = ctx;
    (void)loc;
    Record z = record_from(s->hybrid, cell);
    s->name[z.write.label] = 1;
    for (u32 i = 0; i < z.len; i++)
        s->name[record_others(&z)[i].label] = 1;
}

static void rename_cell(void *ctx, Cell *cell, Loc loc)
{
    Sweep *s = ctx;
    (void)loc;
    if (!cell->many) {
        cell->write = s->name[cell->write];
        cell->other = s->name[cell->other];
        return;
    }
    Record *z = cell->record;
    z->write.label = s->name[z->write.label];
    for (u32 i = 0; i < z->len; i++)
        record_others(z)[i].label = s->name[record_others(z)[i].label];
}

/* Numbers the live segments from 1, in their order. */
static void number_segments(Sweep *s)
{
    Hybrid *h = s->hybrid;
    Map last = {0}; /* goroutine -> its newest live segment so far, by its new number */
    u32 live = 0;
    s->name[0] = s->newest[0] = 0;
    for (u32 i = 1; i < h->owner.len; i++) {
        u64 *newest = map_put(&last, h->owner.data[i]);
        if (s->name[i]) {
            *newest = ++live;
            h->owner.data[live] = h->owner.data[i];
        }
        s->name[i] = (u32)*newest;
        s->newest[i] = live;
    }
    map_free(&last);
    h->owner.len = live + 1;
    s->detector->label = h->segments_kept = live;
}

static u32 renumber(void *ctx, u32 segment)
{
    return ((Sweep *)ctx)->name[segment];
}

static void sweep_set(void *ctx, HbSet **place)
{
    Sweep *s = ctx;
    Hybrid *h = s->hybrid;
    Handout *set = (Handout *)*place;
    if (!set || set->stamp == h->stamp)
        return;
    set->stamp = h->stamp;
    set->segment = s->name[set->segment];
    set->base = clock_sweep(&h->clocks, set->base, renumber, s);
}

/* Sets that know nothing any more are given back. */
static void drop_empty(void *ctx, HbSet **place)
{
    Sweep *s = ctx;
    Handout *set = (Handout *)*place;
    if (!set || set->segment || set->base)
        return;
    drop(s->hybrid, set);
    *place = NULL;
}

static void rename_goroutines(Sweep *s)
{
    Detector *d = s->detector;
    for (u32 i = 0; i < d->pages.len; i++)
        for (u32 k = 0; d->pages.data[i] && k < GOROUTINES_PER_PAGE; k++) {
            Goroutine *p = &d->pages.data[i]->at[k];
            if (!p->known)
                continue;
            p->current = s->name[p->current];
            p->unshared = s->name[p->unshared];
            p->sync_label = s->newest[p->sync_label];
        }
}

/* Segments that goroutines are in stay, whether or not a location still shows them. */
static void keep_current(Sweep *s)
{
    Detector *d = s->detector;
    for (u32 i = 0; i < d->pages.len; i++)
        for (u32 k = 0; d->pages.data[i] && k < GOROUTINES_PER_PAGE; k++) {
            Goroutine *p = &d->pages.data[i]->at[k];
            if (p->known)
                s->name[p->current] = s->name[p->unshared] = 1;
        }
}

static void hybrid_gc(Detector *d)
{
    if (d->config.fresh_labels)
        return; /* labels are being shown */
    Hybrid *h = hybrid_of(d);
    Sweep s = {.detector = d, .hybrid = h};
    s.name = xcalloc(h->owner.len, sizeof *s.name);
    s.newest = xcalloc(h->owner.len, sizeof *s.newest);
    each_cell(h, keep_cell, &s);
    keep_current(&s);
    number_segments(&s);
    each_cell(h, rename_cell, &s);
    rename_goroutines(&s);
    h->stamp++;
    clock_sweep_begin(&h->clocks);
    core_each_set(d, sweep_set, &s);
    core_each_set(d, drop_empty, &s);
    h->nodes_kept = h->clocks.live;
    free(s.name);
    free(s.newest);
}

static bool hybrid_gc_due(Detector *d)
{
    Hybrid *h = hybrid_of(d);
    return h->owner.len > 2 * h->segments_kept + h->pages.len / 2 + 16384 ||
           h->clocks.live > 2 * h->nodes_kept + h->pages.len / 2 + 4096;
}

/* For people ----------------------------------------------------------------------------------- */

typedef struct Listing {
    Hybrid *hybrid;
    const Handout *set;
    SetEvents *out;
} Listing;

static void list_access(Listing *listing, const Access *access, Loc loc)
{
    if (access->label && newest_known(listing->set, access->goroutine) >= access->label)
        vec_push(listing->out, (SetEvent){access->label, loc, access->is_write});
}

static void list_cell(void *ctx, Cell *cell, Loc loc)
{
    Listing *listing = ctx;
    Record z = record_from(listing->hybrid, cell);
    list_access(listing, &z.write, loc);
    for (u32 i = 0; i < z.len; i++)
        list_access(listing, &record_others(&z)[i], loc);
}

static void hybrid_list_set(Detector *d, HbSet *set, SetEvents *out)
{
    Hybrid *h = hybrid_of(d);
    if (set)
        each_cell(h, list_cell, &(Listing){h, (const Handout *)set, out});
}

typedef struct Shown {
    Loc loc;
    Cell *cell;
} Shown;

typedef VEC(Shown) ShownCells;

static void add_shown(void *ctx, Cell *cell, Loc loc)
{
    vec_push((ShownCells *)ctx, (Shown){loc, cell});
}

static int by_loc(const void *a, const void *b)
{
    const Loc *x = &((const Shown *)a)->loc, *y = &((const Shown *)b)->loc;
    if (x->object != y->object)
        return x->object < y->object ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void hybrid_print_memory(Detector *d, Buf *out)
{
    Hybrid *h = hybrid_of(d);
    ShownCells cells = {0};
    each_cell(h, add_shown, &cells);
    if (cells.len > 0)
        qsort(cells.data, cells.len, sizeof *cells.data, by_loc);
    for (u32 i = 0; i < cells.len; i++) {
        Record z = record_from(h, cells.data[i].cell);
        record_print(&z, cells.data[i].loc, d, out);
    }
    vec_free(&cells);
}

const MemoryRules rules_hybrid = {
    .info = {"hybrid", "clocks of segments, purged as sets are: finds what grace-full finds, fast"},
    .wants = WANT_ACCESS,
    .create = hybrid_create,
    .destroy = hybrid_destroy,
    .reset = hybrid_reset,
    .share = hybrid_share,
    .again = hybrid_again,
    .drop = hybrid_drop,
    .join = hybrid_join,
    .end = hybrid_end,
    .access = hybrid_access,
    .forget = hybrid_forget,
    .mark = hybrid_mark,
    .gc = hybrid_gc,
    .gc_due = hybrid_gc_due,
    .memory_used = hybrid_memory_used,
    .list_set = hybrid_list_set,
    .print_memory = hybrid_print_memory,
};
