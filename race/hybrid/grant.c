/* Accesses that the default detector lets the machine enter itself (base/grant.h): those that only
 * set an entry of a cell, as access_cell does, because their goroutine knows both. What it does
 * itself in the segment leaves that so; before any other goroutine uses the page's cells, and
 * before they are moved, renumbered or freed, the grant is taken back. */
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

/* A summary of such locations, for Grant.made_at. */
static u32 summary(u64 accessed)
{
    return (u32)(accessed * 0x9e3779b97f4a7c15u >> 32);
}

/* Whether no use has been made of the last grant for the page, where that is known: other accesses
 * of its goroutine have been to the locations that it had accessed before. */
static bool grant_is_unused(const Hybrid *h, const Page *page, const GrantOffer *offer, u64 now)
{
    const Grant *grant = offer->grant;
    return page->grant[grant_slot(offer)] == grant && grant->place == page - h->pages.data &&
           grant->made_at == summary(accessed_before(offer, now));
}

/* Makes p's segment the page's summit, and odd what p does not know all of. */
static void look_at_cells(const Hybrid *h, Goroutine *p, Page *page)
{
    const Cell *last = NULL;
    bool known = false;
    u64 odd = 0;
    for (u32 i = 0; i < page->count; i++) {
        const Cell *cell = &page->cells[i];
        if (!last || !same_history(cell, last))
            known = only_sets_entries(h, p, cell);
        last = cell;
        if (!known)
            odd |= 1ull << ((i << page->shift) + page->start);
    }
    page->summit = p->current;
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
    i32 step = 1 << page->shift, byte = __builtin_ctzll(granted),
        last = 63 - __builtin_clzll(granted);
    const Cell *cell = &page->cells[(byte - offer->first - page->start) >> page->shift];
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
    for (u32 i = 0; i < page->count; i++) {
        i32 byte = (i32)(i << page->shift) + page->start + offer->first;
        if (byte < 0 || byte >= PAGE_BYTES || !(offer->grant->bytes >> byte & 1))
            continue;
        if (offer->grant->cells & GRANT_READS) {
            CHECK(page->cells[i].state == CELL_READ);
        } else {
            CHECK(grant_cell(offer->grant, (u32)byte) == &page->cells[i]);
            CHECK(only_sets_entries(h, p, &page->cells[i]));
        }
    }
}

void hybrid_grant_some(const Hybrid *h, Goroutine *p, Page *page, const GrantOffer *offer,
                       u32 bytes, u64 now)
{
    u32 slot = grant_slot(offer);
    if (page->grant[slot] == offer->grant && grant_stands(h, p, page, slot)) {
        if (CHECKING)
            hybrid_grant_check(h, p, page, offer);
        return;
    }
    offer->grant->bytes = 0;
    if (!accessed_before(offer, now) || !grant_fits(page, offer) || page->raced)
        return;
    if (grant_is_unused(h, page, offer, now))
        page->wait = WAIT_LONG;
    if (page->wait) {
        page->wait--;
        return;
    }
    if (page->summit != p->current) {
        page_revoke(page);
        look_at_cells(h, p, page);
        page->wait = page->odd ? WAIT_LONG : 0;
    }
    grant_set(h, p, page, offer, grant_under_summit(page, offer, bytes));
    note_repeated(h, p, page, offer);
    offer->grant->made_at = summary(accessed_before(offer, 0));
}

/* The locations of the page that many goroutines read and of which p knows the writes. */
static u64 find_reads(const Hybrid *h, Goroutine *p, Page *page)
{
    u64 bytes = 0, bit = 1ull << page->start;
    u32 last = NO_ACCESS; /* a write that p knows */
    bool same = true;
    const Cell *cell = page->cells, *end = cell + page->count;
    for (u32 step = 1u << page->shift; cell < end; cell++, bit <<= step) {
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

static inline u64 known_reads(const Hybrid *h, Goroutine *p, Page *page)
{
    if (page->reads_since != NO_ACCESS)
        return knows_segment(h, p, page->reads_since) ? page->reads : 0;
    return find_reads(h, p, page);
}

/* The line is to be the page, so that the reader's bits are those of the line. If the goroutine has
 * had such a grant in the segment, reads from different places take turns. */
void hybrid_grant_reads(const Hybrid *h, Goroutine *p, Page *page, const GrantOffer *offer,
                        Reader *reader, u64 stand)
{
    Grant *grant = offer->grant;
    u32 number = (u32)(page - h->pages.data);
    CHECK(!h->lists && reader->segment == p->current);
    if ((grant->segment == p->current && grant->place == number) || offer->first || page->raced ||
        !grant_fits(page, offer)) {
        if (page->grant[0] != grant)
            grant->bytes = 0;
        return;
    }
    if (stand == READS_UNKNOWN)
        stand = readers_newer(&page->readers, p->number, (u32)p->segment);
    page_revoke(page);
    page->grant[0] = grant;
    grant->bytes = known_reads(h, p, page) & ~stand;
    grant->place = number;
    grant->segment = p->current;
    grant->cells = (u64)(uintptr_t)reader | GRANT_READS;
    *offer->read |= stand;
}
