/* Accesses that the default detector lets the machine enter itself (base/grant.h): those that only
 * set an entry of a cell, as access_cell does, because their goroutine knows both; and reads of
 * what many goroutines read, of which it knows the write. What it does itself, in this segment and
 * in later ones, leaves that so; before any other goroutine uses the page's cells, and before they
 * are moved, renumbered or freed, the grant is taken back. */
#include "race/hybrid/hybrid.h"

/* Whether plain accesses of p to the cell, whichever and how often, set its entries and no more. */
static bool only_sets_entries(const Hybrid *h, Goroutine *p, const Cell *cell)
{
    return cell->state == CELL_ONE && !(cell->other && other_is_atomic(cell)) &&
           knows_segment(h, p, cell->other) && knows_segment(h, p, cell->write);
}

static bool same_history(const Cell *a, const Cell *b)
{
    return a->write == b->write && a->other == b->other && a->state == b->state &&
           a->state == CELL_ONE && a->other_how >> 12 == b->other_how >> 12;
}

/* The locations that have been accessed in the line, but those at the bytes `now` of the page. */
static u64 accessed_before(const GrantOffer *offer, u64 now)
{
    return (*offer->read | *offer->write) & ~grant_in_line(offer, now);
}

/* Makes p's segment the page's summit, and odd what p does not know all of. */
static void look_at_cells(const Hybrid *h, Goroutine *p, Page *page)
{
    const Cell *last = NULL;
    bool known = false;
    u64 odd = 0;
    for (u32 i = 0; i < page->open.count; i++) {
        const Cell *cell = &page->open.cells[i];
        if (!last || !same_history(cell, last))
            known = only_sets_entries(h, p, cell);
        last = cell;
        if (!known)
            odd |= 1ull << ((i << page->open.shift) + page->open.start);
    }
    page->open.summit = p->current;
    page->odd = odd;
}

/* Accesses which would change nothing (invariant 5) are not to be entered. Most cells are of
 * segments before those. */
static void note_repeated(const Hybrid *h, const Goroutine *p, const Page *page,
                          const GrantOffer *offer)
{
    u64 granted = offer->grant->bytes;
    if (!granted)
        return;
    u32 published = (u32)p->segment;
    i32 step = 1 << page->open.shift, byte = __builtin_ctzll(granted),
        last = 63 - __builtin_clzll(granted);
    const Cell *cell =
        &page->open.cells[(byte - offer->first - page->open.start) >> page->open.shift];
    for (; byte <= last; cell++, byte += step) {
        if (LIKELY(cell->other <= published && cell->write <= published))
            continue;
        u64 bit = granted & 1ull << byte;
        if (!bit)
            continue;
        bool read = is_unpublished(h, p, cell->other);
        if (read)
            *offer->read |= bit;
        if (is_unpublished(h, p, cell->write) && (read || !cell->other))
            *offer->write |= bit;
    }
}

void hybrid_grant_check(const Hybrid *h, Goroutine *p, const Page *page, const GrantOffer *offer)
{
    for (u32 i = 0; i < page->open.count; i++) {
        const Cell *cell = &page->open.cells[i];
        i32 byte = (i32)(i << page->open.shift) + page->open.start + offer->first;
        if (byte < 0 || byte >= PAGE_BYTES || !(offer->grant->bytes >> byte & 1))
            continue;
        CHECK(cell->state == CELL_READ ? knows_segment(h, p, cell->write)
                                       : only_sets_entries(h, p, cell));
        CHECK(offer->grant->cells & GRANT_READS ? cell->state == CELL_READ
                                                : grant_cell(offer->grant, (u32)byte) == cell);
    }
}

/* The same grant, with what has been accessed `now` at these bytes of the page, which p knows. */
static void extend(Page *page, const GrantOffer *offer, u64 now)
{
    if (!(page->odd & now) && now)
        offer->grant->bytes |= grant_in_line(offer, now);
}

void hybrid_grant_some(const Hybrid *h, Goroutine *p, Page *page, const GrantOffer *offer,
                       u32 bytes, u64 now)
{
    bool summit = page->open.summit == p->current;
    if (grant_is_of(offer->grant, page) && !(offer->grant->cells & GRANT_READS) &&
        page->open.grantee == p->number) {
        extend(page, offer, now);
        if (CHECKING)
            hybrid_grant_check(h, p, page, offer);
        return;
    }
    if (!grant_fits(page, offer) || page->raced || (!summit && !accessed_before(offer, now)))
        return;
    if (!summit) {
        if (page->wait) {
            page->wait--;
            return;
        }
        page_revoke_old(p, page);
        look_at_cells(h, p, page);
        page->wait = page->odd ? WAIT_LONG : 0;
    }
    hybrid_grant_all(h, p, page, offer, bytes);
    note_repeated(h, p, page, offer);
}

/* The locations of the page that many goroutines read and of which p knows the writes. */
static u64 find_reads(const Hybrid *h, Goroutine *p, Page *page)
{
    u64 bytes = 0, bit = 1ull << page->open.start;
    u32 last = NO_ACCESS; /* a write that p knows */
    bool same = true;
    const Cell *cell = page->open.cells, *end = cell + page->open.count;
    for (u32 step = 1u << page->open.shift; cell < end; cell++, bit <<= step) {
        if (cell->state != CELL_READ) /* else `write` may be no segment */
            continue;
        if (cell->write != last) {
            same &= last == NO_ACCESS;
            if (!knows_segment(h, p, cell->write)) {
                same = false;
                continue;
            }
        }
        last = cell->write;
        bytes |= bit;
    }
    page->reads = bytes;
    page->reads_since = same ? last : NO_ACCESS;
    return bytes;
}

static u64 known_reads(const Hybrid *h, Goroutine *p, Page *page)
{
    return page->reads_since != NO_ACCESS ? page_known_reads(h, p, page) : find_reads(h, p, page);
}

/* Where the line is the page, and nothing else is granted in it, the reader's bits are those of the
 * line, and can be set without a look at the cell. */
void hybrid_grant_reads(const Hybrid *h, Goroutine *p, Page *page, const GrantOffer *offer,
                        Reader *reader)
{
    Grant *grant = offer->grant;
    CHECK(!h->lists && (!reader || reader->segment == p->current));
    if (page->raced || !grant_fits(page, offer))
        return;
    bool fresh = !grant_is_of(grant, page);
    if (fresh)
        grant_set(page, offer, 0);
    grant_add_reads(p, page, offer, known_reads(h, p, page));
    if (reader && !offer->first && (fresh || grant->cells & GRANT_READS))
        grant->cells = (u64)(uintptr_t)reader | GRANT_READS;
    if (CHECKING)
        hybrid_grant_check(h, p, page, offer);
}
