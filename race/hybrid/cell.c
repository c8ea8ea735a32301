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

u32 hybrid_new_page(Hybrid *h, Loc loc)
{
    u32 index = h->free_pages ? h->free_pages - 1 : h->pages.len;
    if (h->free_pages)
        h->free_pages = h->pages.data[index].next;
    else
        vec_push(&h->pages, (Page){0});
    h->pages.data[index] = (Page){.cells = new_cells(&h->cells, 1), .count = 1};
    h->pages.data[index].start = (u8)(loc.offset % PAGE_BYTES);
    return index;
}

/* Gives the page cells of that size, up to byte `end` at least. */
static void split(Hybrid *h, Page *page, u8 shift, u32 end)
{
    u32 count = 4;
    while (count << shift < end)
        count *= 2;
    Cell *cells = new_cells(&h->cells, count);
    for (u32 i = 0; i < page->count; i++)
        cells[((i << page->shift) + page->start) >> shift] = page->cells[i];
    free_cells(&h->cells, page->cells, page->count);
    *page = (Page){.cells = cells, .shift = shift, .count = (u8)count};
}

static u8 shift_for(u32 at)
{
    return at % 8 == 0 ? 3 : at % 4 == 0 ? 2 : 0;
}

Cell *hybrid_refine(Hybrid *h, Page *page, u32 at)
{
    u8 shift = shift_for(at), old = page->count > 1 ? page->shift : shift_for(page->start);
    u32 end = ((u32)page->count << page->shift) + page->start;
    split(h, page, shift < old ? shift : old, end > at ? end : at + 1);
    return &page->cells[at >> page->shift];
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

Record hybrid_record(const Hybrid *h, const Cell *cell)
{
    if (cell->many)
        return *cell->record;
    Record z = {0};
    if (cell->write)
        z.write = unpack(h, cell->write, cell->write_pos, cell->write_how);
    if (cell->other) {
        z.one = unpack(h, cell->other, cell->other_pos, cell->other_how);
        z.atomic_writes = z.one.is_write;
        z.plain_reads = !access_is_atomic(&z.one);
        z.len = 1;
    }
    return z;
}

void hybrid_record_into(Cell *cell, Record *z)
{
    Record *record = cell->many ? cell->record : NULL;
    *cell = (Cell){0};
    cell_set_write(cell, (u32)z->write.label, &z->write);
    if (z->len > 1) {
        cell->record = record ? record : xmalloc(sizeof *record);
        *cell->record = *z;
        cell->many = true;
        return;
    }
    free(record);
    if (z->len == 1)
        cell_set_other(cell, (u32)record_others(z)->label, record_others(z));
    record_clear(z);
}

static void each_cell_of(Page *page, void (*visit)(void *ctx, Cell *cell), void *ctx)
{
    for (u32 k = 0; k < page->count; k++)
        if (page->cells[k].write || page->cells[k].other || page->cells[k].many)
            visit(ctx, &page->cells[k]);
}

void hybrid_each_cell(Hybrid *h, void (*visit)(void *ctx, Cell *cell), void *ctx)
{
    for (u32 i = 0; i < h->pages.len; i++)
        each_cell_of(&h->pages.data[i], visit, ctx);
}

typedef struct Visit {
    Hybrid *hybrid;
    void (*visit)(void *ctx, Cell *cell, Loc loc);
    void *ctx;
    Page *page;
    Loc loc; /* of the page */
} Visit;

static void visit_cell(void *ctx, Cell *cell)
{
    Visit *v = ctx;
    u32 at = ((u32)(cell - v->page->cells) << v->page->shift) + v->page->start;
    v->visit(v->ctx, cell, (Loc){v->loc.object, v->loc.offset + at});
}

static void visit_page(void *ctx, u32 index, Loc loc)
{
    Visit *v = ctx;
    v->page = &v->hybrid->pages.data[index];
    v->loc = loc;
    each_cell_of(v->page, visit_cell, v);
}

void hybrid_each_location(Hybrid *h, void (*visit)(void *ctx, Cell *cell, Loc loc), void *ctx)
{
    pages_each(&h->table, visit_page, &(Visit){.hybrid = h, .visit = visit, .ctx = ctx});
}

static void free_record(void *ctx, Cell *cell)
{
    (void)ctx;
    if (cell->many) {
        record_clear(cell->record);
        free(cell->record);
    }
}

static void page_gone(void *ctx, u32 index)
{
    Hybrid *h = ctx;
    Page *page = &h->pages.data[index];
    each_cell_of(page, free_record, NULL);
    free_cells(&h->cells, page->cells, page->count);
    *page = (Page){.next = h->free_pages};
    h->free_pages = index + 1;
}

void hybrid_forget(Detector *d, u64 object)
{
    pages_forget(&hybrid_of(d)->table, object, page_gone, hybrid_of(d));
}

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
    return pages_memory(&h->table) + h->pages.cap * sizeof(Page) +
           h->cells.blocks.len * (CELLS_IN_BLOCK * sizeof(Cell));
}
