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

/* Gives the page cells of that size, up to byte `end` at least. */
static void split(Hybrid *h, Page *page, u8 shift, u32 end)
{
    page_revoke(page);
    u32 count = 4, start = page->skew;
    while (start + (count << shift) < end)
        count *= shift == 3 ? 2 : 4;
    Cell *cells = new_cells(&h->cells, count);
    for (u32 i = 0; i < page->count; i++)
        cells[((i << page->shift) + page->start - start) >> shift] = page->cells[i];
    free_cells(&h->cells, page->cells, page->count);
    *page = (Page){.cells = cells,
                   .readers = page->readers,
                   .start = (u8)start,
                   .skew = page->skew,
                   .raced = page->raced,
                   .wait = page->wait,
                   .shift = shift,
                   .count = (u8)count,
                   .summit = page->summit,
                   .odd = page->odd,
                   .reads_since = NO_ACCESS};
}

static u8 shift_for(u32 at)
{
    return at % 8 == 0 ? 3 : at % 4 == 0 ? 2 : 0;
}

/* What follows the first page of an object is mostly an array, of which all will be accessed. */
u32 hybrid_new_page(Hybrid *h, Loc loc)
{
    u32 index = h->free_pages ? h->free_pages - 1 : h->pages.len, at = place_byte(loc);
    if (h->free_pages)
        h->free_pages = h->pages.data[index].next;
    else
        vec_push(&h->pages, (Page){0});
    Page *page = &h->pages.data[index];
    *page = (Page){.cells = new_cells(&h->cells, 1),
                   .count = 1,
                   .start = (u8)at,
                   .summit = NO_ACCESS,
                   .reads_since = NO_ACCESS};
    if (place_number(loc) == 0)
        page->skew = place_skew(loc.object) & 15;
    else
        split(h, page, shift_for(at), PAGE_BYTES);
    return index;
}

Cell *hybrid_refine(Hybrid *h, Page *page, u32 at)
{
    u8 shift = shift_for(at), old = page->count > 1 ? page->shift : shift_for(page->start);
    u32 end = ((u32)page->count << page->shift) + page->start;
    split(h, page, shift < old ? shift : old, end > at ? end : at + 1);
    return &page->cells[(at - page->start) >> page->shift];
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
        add_reads(h, &page->readers, byte, &z);
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
        readers_remove(&at.page->readers, byte);
        at.page->reads_since = NO_ACCESS;
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
    for (u32 i = 0; i < h->pages.len; i++) {
        Page *page = &h->pages.data[i];
        page_revoke(page);
        page->reads_since = NO_ACCESS; /* its number changes */
        if (page->cells && page->summit != NO_ACCESS)
            visit(ctx, &page->summit);
        for (u32 k = 0; k < page->count; k++)
            each_in_cell(&page->cells[k], visit, ctx);
        for (u32 k = 0; k < readers_places(&page->readers); k++)
            each_in_reader(&page->readers.at[k], visit, ctx);
    }
}

typedef struct Visit {
    Hybrid *hybrid;
    void (*visit)(void *ctx, Record *z, Loc loc);
    void *ctx;
} Visit;

static void visit_cell(const Visit *v, const Page *page, Cell *cell, Loc start)
{
    u32 byte = ((u32)(cell - page->cells) << page->shift) + page->start;
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
    const Page *page = &v->hybrid->pages.data[index];
    for (u32 k = 0; k < page->count; k++)
        visit_cell(v, page, &page->cells[k], start);
}

void hybrid_each_location(Hybrid *h, void (*visit)(void *ctx, Record *z, Loc loc), void *ctx)
{
    pages_each(&h->table, visit_page, &(Visit){.hybrid = h, .visit = visit, .ctx = ctx});
}

/* The end of cells ----------------------------------------------------------------------------- */

static void page_gone(void *ctx, u32 index)
{
    Hybrid *h = ctx;
    Page *page = &h->pages.data[index];
    for (u32 k = 0; k < page->count; k++)
        if (page->cells[k].state == CELL_RECORD) {
            record_clear(page->cells[k].record);
            free(page->cells[k].record);
        }
    free_cells(&h->cells, page->cells, page->count);
    readers_free(&page->readers);
    *page = (Page){.next = h->free_pages};
    h->free_pages = index + 1;
}

static void forget_page(void *ctx, u32 index)
{
    Hybrid *h = ctx;
    page_revoke(&h->pages.data[index]);
    page_gone(h, index);
}

void hybrid_forget(Detector *d, u64 object)
{
    pages_forget(&hybrid_of(d)->table, object, forget_page, hybrid_of(d));
}

/* The machine is gone, and its side of grants. */
void hybrid_forget_all(Hybrid *h)
{
    for (u32 i = 0; i < h->pages.len; i++)
        if (h->pages.data[i].cells)
            page_gone(h, i);
    pages_clear(&h->table);
    vec_clear(&h->pages);
    h->free_pages = 0;
}

void hybrid_free_cells(Hybrid *h)
{
    hybrid_forget_all(h);
    pages_free(&h->table);
    vec_free(&h->pages);
    for (u32 i = 0; i < h->cells.blocks.len; i++)
        free(h->cells.blocks.data[i]);
    vec_free(&h->cells.blocks);
}

size_t hybrid_cell_memory(const Hybrid *h)
{
    size_t readers = 0;
    for (u32 i = 0; i < h->pages.len; i++)
        readers += readers_places(&h->pages.data[i].readers) * sizeof(Reader);
    return readers + pages_memory(&h->table) + h->pages.cap * sizeof(Page) +
           h->cells.blocks.len * (CELLS_IN_BLOCK * sizeof(Cell));
}
