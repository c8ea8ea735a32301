/* What the default detector remembers of locations: cells in pages. */
#include <stdlib.h>

#include "race/hybrid.h"

/* Gives the page cells of that size, up to byte `end` at least. */
static void split(Page *page, u8 shift, u32 end)
{
    u32 count = 1;
    while (count << shift < end)
        count *= 2;
    Cell *cells = xcalloc(count, sizeof *cells);
    if (!page->many)
        cells[page->at >> shift] = page->one;
    for (u32 i = 0; page->many && i < page->count; i++)
        cells[i << page->shift >> shift] = page->many[i];
    free(page->many);
    page->many = cells;
    page->shift = shift;
    page->count = (u8)count;
}

static u8 shift_for(u32 at)
{
    return at % 8 == 0 ? 3 : at % 4 == 0 ? 2 : 0;
}

Cell *hybrid_refine(Page *page, u32 at)
{
    u8 shift = shift_for(at), old = page->many ? page->shift : shift_for(page->at);
    u32 end = page->many ? (u32)page->count << page->shift : page->at + 1u;
    split(page, shift < old ? shift : old, end > at ? end : at + 1);
    return &page->many[at >> page->shift];
}

u32 hybrid_page(Hybrid *h, Loc loc)
{
    Loc key = {loc.object, loc.offset / PAGE_BYTES};
    if (LIKELY(loctable_is_at(&h->locs, h->last, key)))
        return h->last;
    bool fresh;
    u32 index = loctable_get(&h->locs, key, &fresh);
    h->last = index;
    if (fresh) {
        vec_reserve(&h->pages, index + 1);
        if (index >= h->pages.len)
            h->pages.len = index + 1;
        h->pages.data[index] = (Page){.at = (u8)(loc.offset % PAGE_BYTES)};
    }
    return index;
}

static Access unpack(const Hybrid *h, u32 segment, Pos pos, u16 how)
{
    return (Access){.label = segment, .len = how & ACCESS_LEN_MAX, .is_write = how >> 12 & 1,
                    .how = how >> 13, .goroutine = h->owner.data[segment], .pos = pos};
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

void hybrid_each_cell(Hybrid *h, void (*visit)(void *ctx, Cell *cell, Loc loc), void *ctx)
{
    for (u32 i = 0; i < h->pages.len; i++) {
        Page *page = &h->pages.data[i];
        if (!h->locs.entries.data[i].used)
            continue;
        Loc loc = h->locs.entries.data[i].loc;
        u64 start = loc.offset * PAGE_BYTES;
        if (!page->many)
            visit(ctx, &page->one, (Loc){loc.object, start + page->at});
        for (u32 k = 0; page->many && k < page->count; k++)
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
    for (u32 k = 0; page->many && k < page->count; k++)
        free_record(NULL, &page->many[k], (Loc){0});
    free(page->many);
    *page = (Page){0};
}

void hybrid_forget(Detector *d, u64 object)
{
    loctable_forget(&hybrid_of(d)->locs, object, page_gone, hybrid_of(d));
}

void hybrid_forget_all(Hybrid *h)
{
    for (u32 i = 0; i < h->pages.len; i++)
        page_gone(h, i);
    loctable_clear(&h->locs);
    vec_clear(&h->pages);
}
