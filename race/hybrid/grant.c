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

/* Grant.cells for the page, of which byte 0 is `first` in the line. */
static u64 cells_in_line(const Page *page, i32 first)
{
    return (u64)(uintptr_t)(page->cells - ((first + page->start) >> page->shift)) | page->shift;
}

/* Whether the grant has been made for p's current segment and this page: the machine may have used
 * it for another one meanwhile. */
static bool grant_stands(const Hybrid *h, const Goroutine *p, const Page *page, const Grant *grant)
{
    return page->grant == grant && grant->segment == p->current &&
           grant->place == (u64)(page - h->pages.data);
}

/* What is granted of the page is still to be so. */
static void grant_check(const Hybrid *h, Goroutine *p, const Page *page, const GrantOffer *offer)
{
    for (u32 i = 0; i < page->count; i++) {
        i32 byte = (i32)(i << page->shift) + page->start + offer->first;
        if (byte < 0 || byte >= PAGE_BYTES || !(offer->grant->bytes >> byte & 1))
            continue;
        CHECK(grant_cell(offer->grant, (u32)byte) == &page->cells[i]);
        CHECK(only_sets_entries(h, p, &page->cells[i]));
    }
}

/* Bits from `begin` on, up to before `end`. */
static u64 bits_between(i32 begin, i32 end)
{
    return begin >= end ? 0 : ~0ull << begin & ~0ull >> (64 - end);
}

/* The bytes of the line at which locations of the page begin, if its first bytes are an object's.
 */
static u64 locations(const Page *page, i32 first, u32 bytes)
{
    static const u64 starts[] = {~0ull, 0x5555555555555555, 0x1111111111111111, 0x0101010101010101};
    i32 begin = page->start + first, end = begin + (page->count << page->shift);
    if (end > (i32)bytes + first)
        end = (i32)bytes + first;
    return starts[page->shift] & bits_between(begin > 0 ? begin : 0, end < 64 ? end : 64);
}

/* Whether all cells of the page are such that only entries are set; grants what is. */
static bool grant_by_cells(const Hybrid *h, Goroutine *p, const Page *page, const GrantOffer *offer,
                           u64 wanted)
{
    const Cell *last = NULL;
    bool known = false, all = true;
    for (u32 i = 0; i < page->count; i++) {
        const Cell *cell = &page->cells[i];
        if (!last || !same_history(cell, last))
            known = only_sets_entries(h, p, cell);
        last = cell;
        all &= known;
        i32 byte = (i32)(i << page->shift) + page->start + offer->first;
        if (known && byte >= 0 && byte < PAGE_BYTES)
            offer->grant->bytes |= 1ull << byte & wanted;
    }
    return all;
}

/* Accesses which would change nothing (invariant 5) are not to be entered. */
static void note_repeated(const Hybrid *h, const Goroutine *p, const Page *page,
                          const GrantOffer *offer)
{
    for (u64 bytes = offer->grant->bytes; bytes; bytes &= bytes - 1) {
        u32 byte = (u32)__builtin_ctzll(bytes);
        const Cell *cell = &page->cells[((i32)byte - offer->first - page->start) >> page->shift];
        bool read = is_unpublished(h, p, cell->other);
        if (read)
            *offer->read |= 1ull << byte;
        if (is_unpublished(h, p, cell->write) && (read || !cell->other))
            *offer->write |= 1ull << byte;
    }
}

/* Makes a new grant. */
static void grant_page(const Hybrid *h, Goroutine *p, Page *page, const GrantOffer *offer,
                       u32 bytes)
{
    Grant *grant = offer->grant;
    CHECK(page->count > 1 && !h->lists && bytes <= PAGE_BYTES);
    page->grant = grant;
    grant->place = (u64)(page - h->pages.data);
    grant->segment = p->current;
    grant->cells = cells_in_line(page, offer->first);
    u64 wanted = locations(page, offer->first, bytes);
    bool known = page_known(h, p, page), old = known && !page_is_recent(h, p, page);
    if (known)
        grant->bytes = wanted;
    else
        known = grant_by_cells(h, p, page, offer, wanted);
    if (!old)
        note_repeated(h, p, page, offer);
    page->summit = known ? p->current : 0;
}

void hybrid_grant(const Hybrid *h, Goroutine *p, Page *page, const GrantOffer *offer, u32 bytes)
{
    if (!grant_stands(h, p, page, offer->grant)) {
        page_revoke(page);
        offer->grant->bytes = 0;
        if (page->count > 1 && !page->raced && !page->readers.at &&
            !((offer->first + page->start) & ((1 << page->shift) - 1)))
            grant_page(h, p, page, offer, bytes);
        else
            page->summit = 0;
    }
    if (CHECKING && page->grant)
        grant_check(h, p, page, offer);
}
