/* The default detector: the terseness of clocks with the purging of happens-before sets (the open
 * question of [GRACE20], section 8). Its invariants are in spec/hybrid.md; in short:
 *
 *   - Accesses are labelled by segments: what a goroutine does between two synchronisations is one
 *     segment, begun by the first access in it. A goroutine without accesses has none.
 *   - Knowledge is the newest known segment of each goroutine: a clock (race/clock.h), with the
 *     name of a goroutine and time at which that goroutine knew just this.
 *   - A location is two words: the segment and place of its last write and of its last read. Only
 *     when several goroutines read it without knowing of each other is there a list, for the 64
 *     bytes around it.
 *   - Now and then everything is numbered anew: segments that no location refers to any more get no
 *     number, and entries for them leave all clocks. That is R-GC (Fig. 11) by segments. */
#include "race/hybrid/hybrid.h"

#include <stdlib.h>

#include "race/rules.h"
#include "race/sync.h"

/* Sets ----------------------------------------------------------------------------------------- */

static HbSet *hybrid_again(Detector *d, HbSet *set)
{
    (void)d;
    return set_again(set);
}

static void hybrid_drop(Detector *d, HbSet *set)
{
    set_drop(hybrid_of(d), set);
}

static HbSet *hybrid_join(Detector *d, HbSet *set, HbSet *other)
{
    return set_join(hybrid_of(d), set, other);
}

/* To learn what is known already is the common case: a lock may be taken again with no release by
 * another goroutine in between. */
INLINE void hybrid_learn(Detector *d, Goroutine *p, HbSet *other)
{
    if (set_covers(p->set, other))
        return;
    p->set = set_join(hybrid_of(d), p->set, other);
    p->merged = 0;
}

static NOINLINE void more_segments(Hybrid *h)
{
    if (h->owner.len >= 1u << 30) /* and at most twice as many once there is more room */
        BUG("more than 2^30 segments");
    vec_reserve(&h->owner, h->owner.len + 1);
}

/* Makes p->current a new segment. */
static inline void new_segment(Detector *d, Goroutine *p)
{
    Hybrid *h = hybrid_of(d);
    if (UNLIKELY(h->owner.len == h->owner.cap))
        more_segments(h);
    h->owner.data[h->owner.len++] = p->number;
    p->current = (u32)core_fresh(d);
    CHECK(p->current == h->owner.len - 1); /* labels number the segments, and grow */
}

/* `set` (taken over), which is E of p, with what p did itself since it last published that. */
INLINE HbSet *publish_in(Detector *d, Goroutine *p, HbSet *set)
{
    Hybrid *h = hybrid_of(d);
    CHECK(p->current == 0 || h->owner.data[p->current] == p->number);
    if (!p->current)
        return set;
    set = set_publish(h, set, p->number, p->current);
    p->current = 0;
    p->segment = d->label;
    return set;
}

/* What p did itself becomes known to its set. */
INLINE void publish(Detector *d, Goroutine *p)
{
    p->set = publish_in(d, p, p->set);
}

/* E with p's own accesses. */
INLINE HbSet *hybrid_share(Detector *d, Goroutine *p)
{
    publish(d, p);
    return set_again(p->set);
}

/* If p has learnt nothing since it last did this with the object, only what it did is new. */
INLINE void hybrid_merge(Detector *d, Goroutine *p, SyncObject *object)
{
    Hybrid *h = hybrid_of(d);
    publish(d, p);
    if (object->stamp == 0)
        object->stamp = ++d->stamps;
    u32 own = set_newest(p->set, p->number);
    if (p->merged != object->stamp)
        object->set = set_join(h, object->set, p->set);
    else if (own > set_newest(object->set, p->number))
        object->set = set_raise(h, object->set, p->number, own);
    p->merged = object->stamp;
}

/* From now on both have the same set; and as long as no other goroutine has it, when they meet
 * again what they did meanwhile is entered into it. */
INLINE void hybrid_meet(Detector *d, Goroutine *p1, Goroutine *p2)
{
    Hybrid *h = hybrid_of(d);
    HbSet *set = p1->set, *other = p2->set;
    if (UNLIKELY(p1 == p2)) {
        publish(d, p1);
        return;
    }
    set = set_join(h, set, other);
    set_drop(h, other);
    set = publish_in(d, p1, set);
    set = publish_in(d, p2, set);
    p1->merged = p2->merged = 0;
    p1->set = set;
    p2->set = set_again(set);
    CHECK(set_newest(set, p1->number) == set_newest(p2->set, p1->number));
}

static void hybrid_end(Detector *d, Goroutine *p)
{
    set_drop(hybrid_of(d), p->set);
    p->set = NULL;
    p->current = p->asked[0] = p->asked[1] = 0;
    p->entered = NULL;
    p->merged = 0;
    hybrid_of(d)->ended++;
}

/* Segments ------------------------------------------------------------------------------------- */

/* Makes p->current the segment that an access of p now belongs to. */
INLINE void begin_segment(Detector *d, Goroutine *p)
{
    if (UNLIKELY(!p->current || (p->sync.known && p->sync.label >= p->current) ||
                 d->config.fresh_labels))
        new_segment(d, p);
}

/* The rules ------------------------------------------------------------------------------------ */

typedef struct Knowledge {
    const Hybrid *hybrid;
    Goroutine *p;
} Knowledge;

static bool knows(void *ctx, const Access *earlier)
{
    const Knowledge *k = ctx;
    return knows_segment(k->hybrid, k->p, (u32)earlier->label);
}

/* Fig. 10 on a record: races, and what takes part in atomic accesses. */
static void access_record(Detector *d, Goroutine *p, Location at, Access access)
{
    Hybrid *h = hybrid_of(d);
    Record z = hybrid_take_record(h, at);
    Knowledge k = {h, p};
    u64 races = d->races;
    access.label = p->current;
    record_check(d, &z, at.loc, &access, knows, &k);
    at.page->raced |= d->races > races;
    if (access.is_write && !access_is_atomic(&access)) {
        record_clear(&z);
        z.write = access;
    } else {
        record_subsume(&z, &access, knows, &k);
        record_put(&z, &access);
    }
    hybrid_put_record(at.cell, &z);
    CHECK(at.cell->state == CELL_RECORD || at.cell->write <= d->label);
}

/* An access of the same goroutine and kind as one that the record has, where nothing that conflicts
 * with it came in between: the other stands for it (invariants 5 and 10), or it takes its place, if
 * p knows the write. */
static bool access_again(const Hybrid *h, Goroutine *p, Cell *cell, const Access *access)
{
    Record *z = cell->state == CELL_RECORD ? cell->record : NULL;
    bool atomic = access_is_atomic(access);
    if (!z || (atomic ? access->is_write && z->plain_reads : access->is_write || z->atomic_writes))
        return false;
    Access *own = record_own(z, access);
    if (!own)
        return false;
    bool stands = atomic ? own->label == p->current : is_unpublished(h, p, (u32)own->label);
    bool known = knows_segment(h, p, (u32)z->write.label);
    if (stands && !h->lists && (known || !atomic)) /* a read was compared with the write before */
        return true;
    if (!known)
        return false;
    *own = *access;
    own->label = p->current;
    return true;
}

/* An atomic access beside others that the record has: it conflicts with the write only, which p
 * knows. */
static bool access_beside(const Hybrid *h, Goroutine *p, Cell *cell, const Access *access)
{
    CHECK(cell->state == CELL_RECORD);
    Record *z = cell->record;
    if (!access_is_atomic(access) || (access->is_write && z->plain_reads) ||
        !knows_segment(h, p, (u32)z->write.label))
        return false;
    Knowledge k = {h, p};
    Access entry = *access;
    entry.label = p->current;
    record_subsume(z, &entry, knows, &k);
    record_put(z, &entry);
    if (z->len == 1) { /* needs no record */
        Record one = *z;
        hybrid_put_record(cell, &one);
    }
    return true;
}

/* An atomic access to what has only seen such, each ordered before the next: a lock. */
static bool access_lock(const Hybrid *h, Goroutine *p, Cell *cell, const Access *access)
{
    bool subsumes = cell->other == 0 ||
                    (other_is_atomic(cell) && (access->is_write || !(cell->other_how >> 12 & 1)));
    if (cell->state != CELL_ONE || !subsumes || !knows_segment(h, p, cell->other) ||
        !knows_segment(h, p, cell->write))
        return false;
    cell_set_other(cell, p->current, access);
    return true;
}

/* A plain access at `pos` of which the cell can stay as it is but for its entries; false: there is
 * more to it. */
static inline bool access_cell(const Hybrid *h, Goroutine *p, Cell *cell, Pos pos, u16 how,
                               bool is_write)
{
    CHECK(p->current != 0);
    if (cell->state != CELL_ONE || (cell->other && other_is_atomic(cell)))
        return false;
    /* Until p publishes, a second write says no more than the first, and a read in between is as
     * good a conflict as either (invariant 5). */
    bool again = is_write ? is_unpublished(h, p, cell->write) &&
                                (cell->other == 0 || is_unpublished(h, p, cell->other))
                          : is_unpublished(h, p, cell->other);
    if (LIKELY(again && !h->lists))
        return true;
    if (!again && (!knows_segment(h, p, cell->other) || !knows_segment(h, p, cell->write)))
        return false;
    cell_enter(cell, p->current, pos, how, is_write);
    return true;
}

/* Whether p knows all reads of the location at that byte of the page. */
static bool knows_readers(const Hybrid *h, Goroutine *p, const Readers *readers, u32 byte)
{
    for (u32 i = 0; i < readers_places(readers); i++) {
        const Reader *reader = &readers->at[i];
        if ((reader->bytes >> byte & 1 && !knows_segment(h, p, reader->segment)) ||
            (reader->older_bytes >> byte & 1 && !knows_segment(h, p, reader->older)))
            return false;
    }
    return true;
}

/* readers_add; grants are void if the entries have moved. */
static inline Reader *page_add_reader(Page *page, const Reader *read, u32 since, u32 byte)
{
    const Reader *before = page->open.readers.at;
    Reader *own = readers_add(&page->open.readers, read, since, byte);
    if (UNLIKELY(page->open.readers.at != before))
        page_void(page);
    return own;
}

/* since: newest segment of which a read by the same goroutine does not stand for this one. */
static void add_reader(const Hybrid *h, Location at, u32 segment, u32 since, Pos pos, u16 how)
{
    Reader read = {.goroutine = h->owner.data[segment], .segment = segment, .pos = pos, .how = how};
    page_add_reader(at.page, &read, since, place_byte(at.loc));
}

/* A plain read of what is only read since the last write, which p knows. The cell has one read that
 * p does not know, or is CELL_READ. */
static bool access_read(const Hybrid *h, Goroutine *p, Location at, Pos pos, u16 how)
{
    Cell *cell = at.cell;
    if (cell->state == CELL_RECORD || (cell->state == CELL_ONE && other_is_atomic(cell)) ||
        h->lists || !knows_segment(h, p, cell->write))
        return false;
    if (cell->state == CELL_ONE) {
        add_reader(h, at, cell->other, cell->other, cell->other_pos, cell->other_how);
        cell->other = 0;
        cell->state = CELL_READ;
        at.page->reads_since = NO_ACCESS;
    }
    add_reader(h, at, p->current, (u32)p->segment, pos, how);
    return true;
}

/* Whether p knows all entries of the record. */
static bool knows_record(const Hybrid *h, Goroutine *p, Record *z)
{
    const Access *others = record_others(z);
    for (u32 i = 0; i < z->len; i++)
        if (!knows_segment(h, p, (u32)others[i].label))
            return false;
    return knows_segment(h, p, (u32)z->write.label);
}

/* A plain write of what is CELL_READ or CELL_RECORD, if p knows all of that: nothing of it is left.
 */
static bool access_overwrite(const Hybrid *h, Goroutine *p, Location at, Pos pos, u16 how)
{
    Cell *cell = at.cell;
    u32 byte = place_byte(at.loc);
    if (cell->state == CELL_READ && knows_segment(h, p, cell->write) &&
        knows_readers(h, p, &at.page->open.readers, byte)) {
        page_remove_reads(at.page, byte);
    } else if (cell->state == CELL_RECORD && knows_record(h, p, cell->record)) {
        record_clear(cell->record);
        free(cell->record);
    } else {
        return false;
    }
    *cell = (Cell){0};
    cell_enter(cell, p->current, pos, how, true);
    return true;
}

static NOINLINE void plain_access_more(Detector *d, Goroutine *p, Location at, Span span, u16 how,
                                       bool is_write)
{
    const Hybrid *h = hybrid_of(d);
    bool done = is_write ? access_overwrite(h, p, at, span.start, how)
                         : access_read(h, p, at, span.start, how);
    if (done)
        return;
    Access access = access_make(p->number, span, is_write, HOW_PLAIN);
    if (!access_again(h, p, at.cell, &access))
        access_record(d, p, at, access);
}

static void other_access(Detector *d, Goroutine *p, Location at, const Access *access)
{
    const Hybrid *h = hybrid_of(d);
    u16 how = access_pack_how(access);
    bool done = at.cell->state == CELL_RECORD
                    ? access_again(h, p, at.cell, access) || access_beside(h, p, at.cell, access)
                : access_is_atomic(access)
                    ? access_lock(h, p, at.cell, access)
                    : access_cell(h, p, at.cell, access->pos, how, access->is_write);
    if (!done)
        access_record(d, p, at, *access);
}

/* access_pack_how of such an access there. */
static inline u16 span_pack_how(Span span, AccessHow how, bool is_write)
{
    _Static_assert((u32)GRANT_LEN_MAX == (u32)ACCESS_LEN_MAX && HOW_PLAIN == 0, "as pack_how");
    return (u16)(grant_how(span, is_write) | (u32)how << 13);
}

static inline Location location_at(Hybrid *h, Loc loc)
{
    u32 index = hybrid_page(h, loc);
    Page *page = hybrid_page_at(h, index);
    page_isolate(page, place_byte(loc));
    return (Location){page, hybrid_cell_in(h, page, place_byte(loc)), loc};
}

static inline void plain_access(Detector *d, Goroutine *p, Location at, Span span, bool is_write)
{
    u16 how = span_pack_how(span, HOW_PLAIN, is_write);
    if (UNLIKELY(!access_cell(hybrid_of(d), p, at.cell, span.start, how, is_write)))
        plain_access_more(d, p, at, span, how, is_write);
}

static void hybrid_access(Detector *d, Goroutine *p, Loc loc, const Access *access)
{
    begin_segment(d, p);
    Location at = location_at(hybrid_of(d), loc);
    if (access->how == HOW_PLAIN)
        plain_access(d, p, at, (Span){access->pos, access->pos + access->len}, access->is_write);
    else
        other_access(d, p, at, access);
}

/* The same for what knows its page, once it has one. */
static inline Location location_known(Hybrid *h, Loc loc, u32 *known)
{
    if (UNLIKELY(!*known))
        *known = hybrid_page(h, loc) + 1;
    Page *page = hybrid_page_at(h, *known - 1);
    page_isolate(page, place_byte(loc));
    return (Location){page, hybrid_cell_in(h, page, place_byte(loc)), loc};
}

static inline void hybrid_touch_object(Detector *d, Goroutine *p, SyncObject *object,
                                       const Access *access)
{
    begin_segment(d, p);
    other_access(d, p, location_known(hybrid_of(d), object->loc, &object->place), access);
}

static void touch_cell(Detector *d, Goroutine *p, Channel *c, Span span, bool is_write)
{
    begin_segment(d, p);
    Access access = access_make(p->number, span, is_write, HOW_CHANNEL);
    other_access(d, p, location_known(hybrid_of(d), c->loc, &c->place), &access);
}

/* The channel knows its page. Until it is closed, all that the cell says is when each goroutine
 * last sent: a send reads the channel. */
static inline void hybrid_touch(Detector *d, Goroutine *p, Channel *c, Span span, bool is_write)
{
    Hybrid *h = hybrid_of(d);
    Page *page = LIKELY(c->place) ? hybrid_page_at(h, c->place - 1) : NULL;
    Cell *cell = page ? page->open.cells : NULL;
    Access *own = NULL;
    if (LIKELY(page && !is_write && page->open.count == 1)) {
        if (cell->state == CELL_ONE && !cell->write && cell->other_how >> 12 == HOW_CHANNEL << 1 &&
            h->owner.data[cell->other] == p->number) {
            begin_segment(d, p);
            cell->other = p->current;
            cell->other_pos = span.start;
            cell->other_how = span_pack_how(span, HOW_CHANNEL, false);
            return;
        }
        if (cell->state == CELL_RECORD && !cell->record->write.label)
            own = record_own_read(cell->record, p->number);
    }
    if (own) {
        begin_segment(d, p);
        *own = access_make(p->number, span, false, HOW_CHANNEL);
        own->label = p->current;
        return;
    }
    touch_cell(d, p, c, span, is_write);
}

/* The sink ------------------------------------------------------------------------------------- */

/* What a reference stands for is looked up once. */
static inline Goroutine *goroutine_of(Detector *d, GoroutineRef *ref)
{
    if (UNLIKELY(!ref->cache))
        ref->cache = core_goroutine(d, ref->number);
    CHECK(((Goroutine *)ref->cache)->known && ((Goroutine *)ref->cache)->number == ref->number);
    return ref->cache;
}

static inline Channel *channel_of(Detector *d, ObjectRef *ref)
{
    if (UNLIKELY(!ref->cache))
        ref->cache = sync_channel(d, ref->loc);
    CHECK(loc_equal(((Channel *)ref->cache)->loc, ref->loc));
    return ref->cache;
}

/* SyncObjects move: their index + 1 is cached. */
static inline SyncObject *object_of(Detector *d, ObjectRef *ref)
{
    if (UNLIKELY(!ref->cache)) {
        u32 index = loc_is_unnamed(ref->loc) ? sync_unnamed(d) : sync_object(d, ref->loc);
        ref->cache = (void *)(uintptr_t)(index + 1);
    }
    CHECK((uintptr_t)ref->cache <= d->sync.len);
    CHECK(loc_equal(d->sync.data[(uintptr_t)ref->cache - 1].loc, ref->loc));
    return &d->sync.data[(uintptr_t)ref->cache - 1];
}

/* The page of a place is looked up once, too. */
static NOINLINE void find_page(Hybrid *h, PlaceRef *place, u32 at)
{
    place->cache = hybrid_page(h, place_loc(place, at)) + 1;
}

/* The page of a place; `at` is a byte that is accessed. */
static inline Page *page_of(Hybrid *h, PlaceRef *place, u32 at)
{
    if (UNLIKELY(!place->cache))
        find_page(h, place, at);
    CHECK(hybrid_page_at(h, place->cache - 1)->open.cells);
    return hybrid_page_at(h, place->cache - 1);
}

/* begin_segment; from now on what is granted to p is entered in the segment. */
static inline void begin_offered(Detector *d, Goroutine *p, EventTag tag)
{
    begin_segment(d, p);
    if (LIKELY(tag.grants)) {
        p->entered = d->sink.offer.segment;
        *p->entered = p->current;
    }
}

/* EventSink.segment */
static u32 segment_now(EventSink *sink, GoroutineRef *goroutine)
{
    Detector *d = (Detector *)sink;
    Goroutine *p = goroutine_of(d, goroutine);
    begin_segment(d, p);
    return p->current;
}

/* Whether the location at byte `at` is known to be CELL_READ, without a look at its cell. */
static inline bool page_is_read(const Page *page, u32 at)
{
    bool read = page->reads_since != NO_ACCESS && page->reads >> at & 1;
    CHECK(!read || hybrid_known_cell(page, at)->state == CELL_READ);
    CHECK(!read || hybrid_known_cell(page, at)->write == page->reads_since);
    return read;
}

/* A plain read of what many goroutines read, if p knows the write before: segment `write`. */
static inline bool read_shared(Detector *d, Goroutine *p, PlaceRef *place, Page *page, u32 write,
                               u32 at, Span span, bool grants)
{
    const Hybrid *h = hybrid_of(d);
    if (!knows_segment(h, p, write))
        return false;
    Reader read = {.goroutine = p->number,
                   .segment = p->current,
                   .pos = span.start,
                   .how = span_pack_how(span, HOW_PLAIN, false)};
    CHECK(!h->lists && page->odd >> at & 1);
    u32 used = page->open.readers.used;
    Reader *reader = page_add_reader(page, &read, (u32)p->segment, at);
    /* Many goroutines read something once; one that comes back, or reads much, will do so again. */
    bool again = page->open.readers.used <= used;
    if (grants && (again || offer_is_useful(&d->sink.offer, place_is_far(place) ? 1 : 3)))
        hybrid_grant_reads(h, p, page, &d->sink.offer, reader);
    return true;
}

/* An access that sets more than an entry, or may set none. */
static NOINLINE void access_more(Detector *d, Goroutine *p, PlaceRef *place, u32 at, Span span,
                                 EventTag tag)
{
    Hybrid *h = hybrid_of(d);
    Page *page = hybrid_page_at(h, place->cache - 1);
    Cell *cell = hybrid_known_cell(page, at);
    bool is_write = tag.kind == EV_WRITE;
    page_isolate(page, at);
    plain_access_more(d, p, (Location){page, cell, place_loc(place, at)}, span,
                      span_pack_how(span, HOW_PLAIN, is_write), is_write);
}

/* p, which knows the page's summit or not, has made a plain access to the location at byte `at`, of
 * which it knows all that its cell has: that is to be under the summit, or odd. */
static inline void page_accessed(Page *page, const Goroutine *p, u32 at, bool known)
{
    if (known) {
        page->odd &= ~(1ull << at);
        page->open.summit = p->current;
    } else if (!(page->odd >> at & 1)) {
        page_isolate(page, at);
    }
}

static void take_access(EventSink *sink, GoroutineRef *goroutine, PlaceRef *place, u32 at,
                        Span span, EventTag tag)
{
    Detector *d = (Detector *)sink;
    Hybrid *h = hybrid_of(d);
    Goroutine *p = goroutine_of(d, goroutine);
    begin_offered(d, p, tag);
    Page *page = page_of(h, place, at);
    if (page->open.readers.at) /* two misses at once */
        __builtin_prefetch(&page->open.readers.at[reads_home(&page->open.readers, p->number)]);
    bool is_write = tag.kind == EV_WRITE, shared = page_is_read(page, at);
    if (!is_write && shared &&
        LIKELY(read_shared(d, p, place, page, page->reads_since, at, span, tag.grants)))
        return;
    Cell *cell = hybrid_cell_in(h, page, at);
    u16 how = span_pack_how(span, HOW_PLAIN, is_write);
    if (!is_write && !shared && cell->state == CELL_READ &&
        LIKELY(read_shared(d, p, place, page, cell->write, at, span, tag.grants)))
        return;
    bool known = page_known(h, p, page);
    if (known && !(page->odd >> at & 1) && !page_is_recent(h, p, page) && !h->lists) {
        cell_enter(cell, p->current, span.start, how, is_write);
        page_revoke_old(p, page);
        page->open.summit = p->current;
        if (tag.grants)
            hybrid_grant_all(h, p, page, &sink->offer, place->bytes);
        return;
    }
    if (known)
        page_revoke_old(p, page);
    if (UNLIKELY(!access_cell(h, p, cell, span.start, how, is_write))) {
        access_more(d, p, place, at, span, tag);
        return;
    }
    page_accessed(page, p, at, known);
    if (tag.grants)
        hybrid_grant_some(h, p, page, &sink->offer, place->bytes, 1ull << at);
}

/* Plain accesses of p to locations of one page, each to another. */
typedef struct Row {
    Detector *detector;
    Goroutine *p;
    Page *page;
    u64 odd; /* the page's, at first */
    Span span;
    bool is_write;
    bool known; /* p knows the summit */
    /* ... which is no unpublished segment of p: then all that there is to do is to set entries, of
     * what is not odd. */
    bool sets;
} Row;

static Row row_begin(Detector *d, Goroutine *p, Page *page, Span span, bool is_write)
{
    const Hybrid *h = hybrid_of(d);
    bool known = page_known(h, p, page);
    page_revoke_old(p, page);
    return (Row){.detector = d,
                 .p = p,
                 .page = page,
                 .odd = page->odd,
                 .span = span,
                 .is_write = is_write,
                 .known = known,
                 .sets = known && !page_is_recent(h, p, page)};
}

static NOINLINE void row_access_more(const Row *row, Location at, u16 how)
{
    page_isolate(row->page, place_byte(at.loc));
    plain_access_more(row->detector, row->p, at, row->span, how, row->is_write);
}

/* Whether it only set entries. */
INLINE bool row_access(const Row *row, Loc loc)
{
    Hybrid *h = hybrid_of(row->detector);
    u32 byte = place_byte(loc);
    Cell *cell = hybrid_cell_in(h, row->page, byte);
    u16 how = span_pack_how(row->span, HOW_PLAIN, row->is_write);
    bool odd = row->odd >> byte & 1;
    if (row->sets && !odd) {
        CHECK(cell->state == CELL_ONE && knows_segment(h, row->p, cell->write));
        cell_enter(cell, row->p->current, row->span.start, how, row->is_write);
    } else if (LIKELY(access_cell(h, row->p, cell, row->span.start, how, row->is_write))) {
        if (UNLIKELY(odd == row->known))
            page_accessed(row->page, row->p, byte, row->known);
    } else {
        row_access_more(row, (Location){row->page, cell, loc}, how);
        return false;
    }
    return true;
}

static inline void row_end(const Row *row)
{
    if (row->known)
        row->page->open.summit = row->p->current;
}

/* Grants what can be granted after the row, of accesses at these bytes, without a look at cells:
 * after a value of several locations, few others of a small object follow. */
static void row_grant(const Row *row, const PlaceRef *place, u64 bytes)
{
    const Hybrid *h = hybrid_of(row->detector);
    const GrantOffer *offer = &row->detector->sink.offer;
    if (row->sets && !(row->odd & bytes)) {
        hybrid_grant_all(h, row->p, row->page, offer, place->bytes);
    } else if (row->known) {
        hybrid_grant_some(h, row->p, row->page, offer, place->bytes, bytes);
    }
}

static void take_access_some(EventSink *sink, GoroutineRef *goroutine, PlaceRef *place, u64 bytes,
                             Span span, EventTag tag)
{
    Detector *d = (Detector *)sink;
    Goroutine *p = goroutine_of(d, goroutine);
    CHECK(bytes);
    begin_offered(d, p, tag);
    Page *page = page_of(hybrid_of(d), place, (u32)__builtin_ctzll(bytes));
    Row row = row_begin(d, p, page, span, tag.kind == EV_WRITE);
    bool plain = true;
    for (u64 left = bytes; left; left &= left - 1)
        plain &= row_access(&row, place_loc(place, (u32)__builtin_ctzll(left)));
    row_end(&row);
    if (tag.grants && plain)
        row_grant(&row, place, bytes);
}

/* Enters the first of `count` accesses of the row, from that at byte `at` of the page on, `stride`
 * bytes from one to the next, that are in the page and set entries of its cells or are repetitions.
 * How many these are; 0: they are to be looked at one by one. */
static u32 row_fill(const Row *row, u32 at, u32 count, u32 stride)
{
    const Hybrid *h = hybrid_of(row->detector);
    const Page *page = row->page;
    u32 fit = (PAGE_BYTES - 1 - at) / stride + 1, step = stride >> page->open.shift;
    u32 number = count < fit ? count : fit, published = (u32)row->p->segment;
    Cell *cell = hybrid_known_cell(page, at);
    if (!row->known || row->odd || h->lists || !cell ||
        !hybrid_known_cell(page, at + (number - 1) * stride) || step << page->open.shift != stride)
        return 0;
    u16 how = span_pack_how(row->span, HOW_PLAIN, row->is_write);
    for (u32 i = 0; i < number; i++, cell += step)
        if (LIKELY(cell->write <= published && cell->other <= published))
            cell_enter(cell, row->p->current, row->span.start, how, row->is_write);
        else
            access_cell(h, row->p, cell, row->span.start, how, row->is_write);
    return number;
}

/* Whether the first of `count` accesses, from loc on and `stride` bytes apart, are to all locations
 * of an array in a page: of how many, and the logarithm of their distance. */
static inline u32 whole_page(const Hybrid *h, Loc loc, u32 count, u32 stride, u32 *shift)
{
    u32 at = place_byte(loc);
    if (at >= stride || stride > 16 || (stride & (stride - 1)) || place_number(loc) == 0 ||
        h->lists)
        return 0;
    *shift = (u32)__builtin_ctz(stride);
    u32 number = whole_locations(at, *shift);
    return number <= count ? number : 0;
}

/* Enters the row's accesses to all locations of a page, 1 << shift bytes apart from byte `first`
 * on, if it is whole and they set entries or are repetitions: as row_access does for each. */
static bool row_whole(const Row *row, u32 first, u32 shift)
{
    const GrantedPage *page = &row->page->open;
    if (page->start != PAGE_BYTES + first || page->shift != shift)
        return false;
    CHECK(!row->odd);
    return row->known &&
           access_cell(hybrid_of(row->detector), row->p, row->page->open.cells, row->span.start,
                       span_pack_how(row->span, HOW_PLAIN, row->is_write), row->is_write);
}

static void plain_accesses(Detector *d, Goroutine *p, Loc loc, u32 count, u32 stride, Span span,
                           bool is_write)
{
    Hybrid *h = hybrid_of(d);
    begin_segment(d, p);
    while (count) {
        u64 number = place_number(loc);
        u32 at = place_byte(loc), shift = 0, filled;
        u32 whole = whole_page(h, loc, count, stride, &shift);
        u32 index = hybrid_page_of(h, loc, whole, shift);
        Row row = row_begin(d, p, hybrid_page_at(h, index), span, is_write);
        if (whole && row_whole(&row, at, shift))
            filled = whole;
        else
            filled = count > 1 && stride ? row_fill(&row, at, count, stride) : 0;
        count -= filled;
        loc.offset += (u64)filled * stride;
        for (; count && place_number(loc) == number; count--, loc.offset += stride)
            row_access(&row, loc);
        row_end(&row);
    }
}

static void take_accesses(EventSink *sink, GoroutineRef *goroutine, Loc loc, u32 count, u32 stride,
                          Span span, EventTag tag)
{
    Detector *d = (Detector *)sink;
    if (UNLIKELY(tag.sub != SYNC_NONE || tag.flags & EVF_ATOMIC))
        record_accesses(sink, goroutine, loc, count, stride, span, tag);
    else if (UNLIKELY(d->config.fresh_labels && count > 1))
        for (u32 i = 0; i < count; i++, loc.offset += stride)
            take_accesses(sink, goroutine, loc, 1, stride, span, tag);
    else
        plain_accesses(d, goroutine_of(d, goroutine), loc, count ? count : 1, stride, span,
                       tag.kind == EV_WRITE);
}

static NOINLINE void take_send(Detector *d, GoroutineRef *goroutine, ObjectRef *channel, Span span)
{
    Goroutine *p = goroutine_of(d, goroutine);
    Channel *c = channel_of(d, channel);
    rule_send((SetDomain){&rules_hybrid, d, span, 0}, p, c);
    note_sync(d, p, EV_SEND, false, 0, span, c->loc);
    core_tick(d);
}

static NOINLINE void take_receive(Detector *d, GoroutineRef *goroutine, ObjectRef *channel,
                                  Span span)
{
    Goroutine *p = goroutine_of(d, goroutine);
    Channel *c = channel_of(d, channel);
    /* Noted first, so that few registers live on over the calls of the rule, which has no access
     * that would have a new label. */
    note_sync(d, p, EV_RECV, false, 0, span, c->loc);
    rule_receive((SetDomain){&rules_hybrid, d, span, 0}, p, c);
    core_tick(d);
}

static void take_channel(EventSink *sink, GoroutineRef *goroutine, ObjectRef *channel, Span span,
                         EventTag tag)
{
    if (tag.kind == EV_SEND)
        take_send((Detector *)sink, goroutine, channel, span);
    else if (LIKELY(tag.kind == EV_RECV))
        take_receive((Detector *)sink, goroutine, channel, span);
    else
        record_channel(sink, goroutine, channel, span, tag);
}

static void take_rendezvous(EventSink *sink, GoroutineRef *sender, GoroutineRef *receiver,
                            ObjectRef *channel, Span span, Span receiver_span, EventTag tag)
{
    Detector *d = (Detector *)sink;
    Goroutine *p1 = goroutine_of(d, sender), *p2 = goroutine_of(d, receiver);
    Channel *c = channel_of(d, channel);
    (void)tag;
    rule_rendezvous((SetDomain){&rules_hybrid, d, span, 0}, p1, p2, c);
    note_rendezvous(d, p1, p2, c->loc, span, receiver_span);
    core_tick(d);
}

static void take_sync(EventSink *sink, GoroutineRef *goroutine, ObjectRef *object, Span span,
                      EventTag tag)
{
    Detector *d = (Detector *)sink;
    Goroutine *p = goroutine_of(d, goroutine);
    SyncObject *o = object_of(d, object);
    u64 label = d->label;
    rule_sync((SetDomain){&rules_hybrid, d, span, 0}, p, o, tag.kind, tag.sub, tag.flags);
    if (!(tag.flags & EVF_PART))
        note_object(d, p, tag.kind, tag.sub, span, o->loc, label);
    core_tick(d);
}

static void take_timer(EventSink *sink, GoroutineRef *goroutine, ObjectRef *timer, u32 setter,
                       Span span, EventTag tag)
{
    Detector *d = (Detector *)sink;
    (void)tag;
    sync_timer(d, goroutine->number, object_of(d, timer), setter, span);
    core_tick(d);
}

static void take_over(EventSink *sink, ObjectRef *object)
{
    if (!loc_is_unnamed(object->loc))
        record_over(sink, object);
    else if (object->cache)
        sync_over((Detector *)sink, (u32)((uintptr_t)object->cache - 1));
    object->cache = NULL;
}

#define take_go record_go
#define take_end record_end
#define take_make record_make
#define take_mark record_mark

static const SinkCalls calls = {
#define CALL(name, parameters, copies) .name = take_##name,
#include "trace/event.def"
};

/* Upkeep --------------------------------------------------------------------------------------- */

static void *hybrid_create(Detector *d)
{
    Hybrid *h = xcalloc(1, sizeof *h);
    h->clocks.large_leaves = true;
    h->every = d->config.silenced;
    h->lists = h->every || d->config.fresh_labels;
    vec_push(&h->owner, 0); /* there is no segment 0 */
    d->sink.segment = segment_now;
    return h;
}

static void hybrid_reset(Detector *d)
{
    Hybrid *h = hybrid_of(d);
    hybrid_forget_all(h);
    CHECK(h->clocks.live == 0 && h->page_count == 0); /* no set is left */
    h->owner.len = 1;
    h->segments_kept = h->nodes_kept = h->ended = 0;
}

static void hybrid_destroy(Detector *d)
{
    Hybrid *h = hybrid_of(d);
    hybrid_free_cells(h);
    vec_free(&h->owner);
    clock_pool_free(&h->clocks);
    for (u32 i = 0; i < h->blocks.len; i++)
        free(h->blocks.data[i]);
    vec_free(&h->blocks);
    free(h);
}

static size_t hybrid_memory_used(Detector *d)
{
    Hybrid *h = hybrid_of(d);
    return sizeof *h + hybrid_cell_memory(h) + h->owner.cap * sizeof(u32) + h->clocks.bytes +
           h->set_bytes;
}

/* The table ------------------------------------------------------------------------------------ */

const MemoryRules rules_hybrid = {
    .info =
        {.name = "hybrid",
         .says =
             "the default: clocks of segments, purged as sets are: finds what grace-full finds, "
             "fast",
         .exact = true},
    .wants = WANT_ACCESS,
    .calls = &calls,
    .create = hybrid_create,
    .destroy = hybrid_destroy,
    .reset = hybrid_reset,
    .share = hybrid_share,
    .again = hybrid_again,
    .drop = hybrid_drop,
    .join = hybrid_join,
    .learn = hybrid_learn,
    .merge = hybrid_merge,
    .meet = hybrid_meet,
    .end = hybrid_end,
    .access = hybrid_access,
    .touch = hybrid_touch,
    .touch_object = hybrid_touch_object,
    .forget = hybrid_forget,
    .mark = hybrid_mark,
    .gc = hybrid_gc,
    .gc_due = hybrid_gc_due,
    .memory_used = hybrid_memory_used,
    .list_set = hybrid_list_set,
    .print_memory = hybrid_print_memory,
};
