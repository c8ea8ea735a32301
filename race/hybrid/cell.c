/* What the default detector remembers of locations: cells in pages. */
#include <stdlib.h>

#include "race/hybrid/hybrid.h"

/* Arrays of cells ------------------------------------------------------------------------------ */

static Cell *new_cells(CellPool *pool, u32 count)
{
    u32 class = (u32)__builtin_ctz(count);
    CHECK(count == 1u << class && class < CELL_CLASSES);
    Cell *cells = pool->free[class];
    if (cells) {
        pool->free[class] = (Cell *)cells->record;
    } else {
        if (pool->left < count) {
            pool->rest = xmalloc(CELLS_IN_BLOCK * sizeof *cells);
            pool->left = CELLS_IN_BLOCK;
            vec_push(&pool->blocks, pool->rest);
        }
        cells = pool->rest;
        pool->rest += count;
        pool->left -= count;
    }
    memset(cells, 0, count * sizeof *cells);
    return cells;
}

static void free_cells(CellPool *pool, Cell *cells, u32 count)
{
    u32 class = (u32)__builtin_ctz(count);
    cells->record = (Record *)pool->free[class];
    pool->free[class] = cells;
}

/* Pages ---------------------------------------------------------------------------------------- */

/* Gives the page these cells, which have the histories of those before. */
static void replace_cells(Hybrid *h, Page *page, Cell *cells, u32 start, u32 shift, u32 count)
{
    free_cells(&h->cells, page->open.cells, page->open.count);
    page->open.cells = cells;
    page->open.start = (u8)start;
    page->open.shift = (u8)shift;
    page->open.count = (u8)count;
    page->reads_since = NO_ACCESS;
    page_void(page);
}

/* Gives the page cells of that size, up to byte `end` at least. */
static void split(Hybrid *h, Page *page, u8 shift, u32 end)
{
    u32 count = 4, start = page->skew;
    while (start + (count << shift) < end)
        count *= shift == 3 ? 2 : 4;
    Cell *cells = new_cells(&h->cells, count);
    for (u32 i = 0; i < page->open.count; i++)
        cells[((i << page->open.shift) + page->open.start - start) >> shift] = page->open.cells[i];
    replace_cells(h, page, cells, start, shift, count);
}

/* Gives each location of a page that is whole a cell. */
static void take_apart(Hybrid *h, Page *page)
{
    u32 unit = page->open.shift, first = page->open.start - PAGE_BYTES;
    u32 shift = unit >= 3 ? 3 : unit == 2 ? 2 : 0, count = PAGE_BYTES >> shift;
    Cell *cells = new_cells(&h->cells, count);
    CHECK(page->open.cells->state == CELL_ONE && page->open.count == 1 && !page->open.grantee);
    for (u32 at = first; at < PAGE_BYTES; at += 1u << unit)
        cells[at >> shift] = *page->open.cells;
    replace_cells(h, page, cells, 0, shift, count);
}

static u8 shift_for(u32 at)
{
    return at % 8 == 0 ? 3 : at % 4 == 0 ? 2 : 0;
}

static u32 free_page(Hybrid *h)
{
    if (h->free_pages) {
        u32 index = h->free_pages - 1;
        h->free_pages = hybrid_page_at(h, index)->open.summit;
        return index;
    }
    if (h->page_count / PAGES_IN_BLOCK == h->page_blocks.len)
        vec_push(&h->page_blocks, xcalloc_aligned(sizeof(PageBlock)));
    return h->page_count++;
}

/* A new page with one cell. */
static u32 small_page(Hybrid *h, u32 start, u32 shift)
{
    u32 index = free_page(h);
    Page *page = hybrid_page_at(h, index);
    *page = (Page){.open = {.cells = new_cells(&h->cells, 1),
                            .count = 1,
                            .start = (u8)start,
                            .shift = (u8)shift,
                            .summit = NO_ACCESS,
                            .version = page->open.version + 1},
                   .reads_since = NO_ACCESS};
    return index;
}

u32 hybrid_new_whole_page(Hybrid *h, Loc loc, u32 shift)
{
    CHECK(place_number(loc) > 0 && !h->lists);
    return small_page(h, PAGE_BYTES + place_byte(loc), shift);
}

/* What follows the first page of an object is mostly an array, of which all will be accessed. */
u32 hybrid_new_page(Hybrid *h, Loc loc)
{
    u32 at = place_byte(loc), index = small_page(h, at, 0);
    Page *page = hybrid_page_at(h, index);
    if (place_number(loc) == 0)
        page->skew = place_skew(loc.object) & 15;
    else
        split(h, page, shift_for(at), PAGE_BYTES);
    return index;
}

Cell *hybrid_refine(Hybrid *h, Page *page, u32 at)
{
    if (page_is_whole(page)) {
        take_apart(h, page);
        return hybrid_cell_in(h, page, at);
    }
    u8 shift = shift_for(at),
       old = page->open.count > 1 ? page->open.shift : shift_for(page->open.start);
    u32 end = ((u32)page->open.count << page->open.shift) + page->open.start;
    split(h, page, shift < old ? shift : old, end > at ? end : at + 1);
    return &page->open.cells[(at - page->open.start) >> page->open.shift];
}

/* Cells ---------------------------------------------------------------------------------------- */

static Access unpack(const Hybrid *h, u32 segment, Pos pos, u16 how)
{
    return (Access){.label = segment,
                    .len = how & ACCESS_LEN_MAX,
                    .is_write = how >> 12 & 1,
                    .how = how >> 13,
                    .goroutine = h->owner.data[segment],
                    .pos = pos};
}

/* The reads of the location at that byte of the page. */
static void add_reads(const Hybrid *h, const Readers *readers, u32 byte, Record *z)
{
    for (u32 i = 0; i < readers_places(readers); i++) {
        const Reader *reader = &readers->at[i];
        bool now = reader->bytes >> byte & 1;
        u32 segment = now ? reader->segment : reader->older;
        if (!(now || reader->older_bytes >> byte & 1) ||
            readers_newer(readers, reader->goroutine, segment) >> byte & 1)
            continue;
        Access access = unpack(h, segment, reader->pos, reader->how);
        record_put(z, &access);
    }
}

/* A record of what is remembered in a form that has none. */
static Record make_record(const Hybrid *h, const Page *page, const Cell *cell, u32 byte)
{
    CHECK(cell->state != CELL_RECORD);
    Record z = {0};
    if (cell->write)
        z.write = unpack(h, cell->write, cell->write_pos, cell->write_how);
    if (cell->state == CELL_READ) {
        add_reads(h, &page->open.readers, byte, &z);
    } else if (cell->other) {
        z.one = unpack(h, cell->other, cell->other_pos, cell->other_how);
        z.atomic_writes = z.one.is_write;
        z.plain_reads = !access_is_atomic(&z.one);
        z.len = 1;
    }
    return z;
}

Record hybrid_take_record(Hybrid *h, Location at)
{
    u32 byte = place_byte(at.loc);
    if (at.cell->state == CELL_RECORD)
        return *at.cell->record;
    Record z = make_record(h, at.page, at.cell, byte);
    if (at.cell->state == CELL_READ) {
        page_remove_reads(at.page, byte);
        at.cell->state = CELL_ONE;
    }
    return z;
}

void hybrid_put_record(Cell *cell, Record *z)
{
    CHECK(cell->state != CELL_READ);
    Record *record = cell->state == CELL_RECORD ? cell->record : NULL;
    *cell = (Cell){0};
    cell_set_write(cell, (u32)z->write.label, &z->write);
    if (z->len > 1) {
        cell->record = record ? record : xmalloc(sizeof *record);
        *cell->record = *z;
        cell->state = CELL_RECORD;
        return;
    }
    free(record);
    if (z->len == 1)
        cell_set_other(cell, (u32)record_others(z)->label, record_others(z));
    record_clear(z);
}

/* All of them ---------------------------------------------------------------------------------- */

typedef void (*VisitSegment)(void *ctx, u32 *segment);

static void visit_access(Access *access, VisitSegment visit, void *ctx)
{
    u32 segment = (u32)access->label;
    if (!segment)
        return;
    visit(ctx, &segment);
    access->label = segment;
}

static void each_in_cell(Cell *cell, VisitSegment visit, void *ctx)
{
    if (cell->state == CELL_RECORD) {
        visit_access(&cell->record->write, visit, ctx);
        for (u32 i = 0; i < cell->record->len; i++)
            visit_access(&record_others(cell->record)[i], visit, ctx);
        return;
    }
    if (cell->write)
        visit(ctx, &cell->write);
    if (cell->state == CELL_ONE && cell->other)
        visit(ctx, &cell->other);
}

static void each_in_reader(Reader *reader, VisitSegment visit, void *ctx)
{
    reader->older_bytes &= ~reader->bytes; /* the others do not count */
    if (reader->bytes)
        visit(ctx, &reader->segment);
    if (reader->older_bytes)
        visit(ctx, &reader->older);
}

void hybrid_each_segment(Hybrid *h, VisitSegment visit, void *ctx)
{
    for (u32 i = 0; i < h->page_count; i++) {
        Page *page = hybrid_page_at(h, i);
        page->reads_since = NO_ACCESS; /* its number changes */
        if (page->open.cells && page->open.summit != NO_ACCESS)
            visit(ctx, &page->open.summit);
        for (u32 k = 0; k < page->open.count; k++)
            each_in_cell(&page->open.cells[k], visit, ctx);
        for (u32 k = 0; k < readers_places(&page->open.readers); k++)
            each_in_reader(&page->open.readers.at[k], visit, ctx);
    }
}

typedef struct Visit {
    Hybrid *hybrid;
    void (*visit)(void *ctx, Record *z, Loc loc);
    void *ctx;
} Visit;

static void visit_cell(const Visit *v, const Page *page, Cell *cell, Loc start, u32 byte)
{
    Loc loc = {start.object, start.offset + byte};
    if (cell->state == CELL_RECORD) {
        v->visit(v->ctx, cell->record, loc);
        return;
    }
    Record z = make_record(v->hybrid, page, cell, byte);
    if (z.write.label || z.len)
        v->visit(v->ctx, &z, loc);
    record_clear(&z);
}

static void visit_page(void *ctx, u32 index, Loc start)
{
    const Visit *v = ctx;
    const Page *page = hybrid_page_at(v->hybrid, index);
    bool whole = page_is_whole(page);
    u32 first = page->open.start % PAGE_BYTES, shift = page->open.shift;
    u32 count = whole ? whole_locations(first, shift) : page->open.count;
    for (u32 k = 0; k < count; k++)
        visit_cell(v, page, &page->open.cells[whole ? 0 : k], start, first + (k << shift));
}

void hybrid_each_location(Hybrid *h, void (*visit)(void *ctx, Record *z, Loc loc), void *ctx)
{
    pages_each(&h->table, visit_page, &(Visit){.hybrid = h, .visit = visit, .ctx = ctx});
}

/* The end of cells ----------------------------------------------------------------------------- */

static void page_gone(void *ctx, u32 index)
{
    Hybrid *h = ctx;
    Page *page = hybrid_page_at(h, index);
    for (u32 k = 0; k < page->open.count; k++)
        if (page->open.cells[k].state == CELL_RECORD) {
            record_clear(page->open.cells[k].record);
            free(page->open.cells[k].record);
        }
    free_cells(&h->cells, page->open.cells, page->open.count);
    readers_free(&page->open.readers);
    *page = (Page){.open = {.summit = h->free_pages, .version = page->open.version + 1}};
    h->free_pages = index + 1;
}

void hybrid_forget(Detector *d, u64 object)
{
    pages_forget(&hybrid_of(d)->table, object, page_gone, hybrid_of(d));
}

void hybrid_forget_all(Hybrid *h)
{
    for (u32 i = 0; i < h->page_count; i++)
        if (hybrid_page_at(h, i)->open.cells)
            page_gone(h, i);
    pages_clear(&h->table);
    h->page_count = h->free_pages = 0;
}

void hybrid_free_cells(Hybrid *h)
{
    hybrid_forget_all(h);
    pages_free(&h->table);
    for (u32 i = 0; i < h->page_blocks.len; i++)
        free(h->page_blocks.data[i]);
    vec_free(&h->page_blocks);
    for (u32 i = 0; i < h->cells.blocks.len; i++)
        free(h->cells.blocks.data[i]);
    vec_free(&h->cells.blocks);
}

size_t hybrid_cell_memory(const Hybrid *h)
{
    size_t readers = 0;
    for (u32 i = 0; i < h->page_count; i++)
        readers += readers_places(&hybrid_page_at(h, i)->open.readers) * sizeof(Reader);
    return readers + pages_memory(&h->table) + h->page_blocks.len * sizeof(PageBlock) +
           h->cells.blocks.len * (CELLS_IN_BLOCK * sizeof(Cell));
}
