/* Histories of locations as plain lists of accesses: see race/classic/history.h. */
#include "race/classic/history.h"

History *history_at(Detector *d, Loc loc)
{
    Histories *h = d->memory;
    bool fresh;
    u32 index = loctable_get(&h->locs, loc, &fresh);
    vec_extend(&h->at, index + 1);
    if (fresh)
        h->at.data[index] = (History){0};
    return &h->at.data[index];
}

void history_check(Detector *d, const Goroutine *p, const History *history, Loc loc,
                   const Access *now)
{
    Unknown reads = {0}, writes = {0};
    for (u32 i = 0; i < history->len; i++) {
        const Access *earlier = &history->data[i];
        CHECK(earlier->label != 0 && earlier->label <= d->label);
        if (!access_conflict(now, earlier) || vclock_knows(p, earlier))
            continue;
        core_conflict(d, loc, earlier);
        unknown_add(earlier->is_write ? &writes : &reads, earlier);
    }
    core_races(d, loc, now, &reads, &writes);
}

void *histories_create(Detector *d)
{
    (void)d;
    return xcalloc(1, sizeof(Histories));
}

static void history_gone(void *ctx, u32 index)
{
    vec_free(&((Histories *)ctx)->at.data[index]);
}

void histories_destroy(Detector *d)
{
    Histories *h = d->memory;
    for (u32 i = 0; i < h->at.len; i++)
        vec_free(&h->at.data[i]);
    vec_free(&h->at);
    loctable_free(&h->locs);
    free(h);
}

void histories_forget(Detector *d, u64 object)
{
    loctable_forget(&((Histories *)d->memory)->locs, object, history_gone, d->memory);
}

void histories_mark(Detector *d)
{
    Histories *h = d->memory;
    for (u32 i = 0; i < h->at.len; i++)
        for (u32 k = 0; k < h->at.data[i].len; k++)
            core_mark(d, h->at.data[i].data[k].goroutine);
}

size_t histories_memory(Detector *d)
{
    Histories *h = d->memory;
    size_t size = sizeof *h + loctable_memory(&h->locs) + h->at.cap * sizeof(History);
    for (u32 i = 0; i < h->at.len; i++)
        size += h->at.data[i].cap * sizeof(Access);
    return size;
}

void histories_list(Detector *d, HbSet *set, SetEvents *out)
{
    Histories *h = d->memory;
    for (u32 i = 0; i < h->at.len; i++)
        for (u32 k = 0; k < h->at.data[i].len; k++) {
            const Access *access = &h->at.data[i].data[k];
            if (access->label && vclock_get(set, access->goroutine) >= access->label)
                vec_push(out,
                         (SetEvent){access->label, h->locs.entries.data[i].loc, access->is_write});
        }
}

void histories_print(Detector *d, Buf *out)
{
    Histories *h = d->memory;
    u32 count;
    u32 *order = loctable_sorted(&h->locs, &count);
    for (u32 i = 0; i < count; i++) {
        History *history = &h->at.data[order[i]];
        if (core_hides_accesses(d, history->data, history->len))
            continue;
        core_print_accesses(d, h->locs.entries.data[order[i]].loc, history->data, history->len,
                            out);
    }
    free(order);
}
