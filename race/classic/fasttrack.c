/* FastTrack [FLANAGAN09]: vector clocks for goroutines, but of a location only the epoch
 * of its last write, and of its reads only the last epoch as long as they are ordered; a read that
 * is not ordered with the one before makes it a read clock, until the next write. Atomic accesses
 * stand beside the reads (race/record.h). */
#include "race/classic/vclock.h"

static bool knows(void *ctx, const Access *earlier)
{
    return vclock_knows(ctx, earlier);
}

/* The access says no more than the one of the same goroutine and epoch: no set went out since. */
static bool same_epoch(const Goroutine *p, const Access *old)
{
    return old->label && old->goroutine == p->number && old->label > vclock_get(p->set, p->number);
}

static void fasttrack_access(Detector *d, Goroutine *p, Loc loc, const Access *access)
{
    Record *z = records_at(d->memory, loc);
    bool plain_write = access->is_write && !access_is_atomic(access);
    const Access *old = plain_write ? &z->write : record_own(z, access);
    if (old && same_epoch(p, old) && (!plain_write || z->len == 0))
        return;
    record_check(d, z, loc, access, knows, p);
    Access now = *access;
    now.label = vclock_tick(d, p);
    if (plain_write) {
        CHECK(z->write.label < now.label);
        record_clear(z);
        z->write = now;
        return;
    }
    if (z->len == 1) /* ordered before this one: an epoch stays an epoch */
        record_subsume(z, &now, knows, p);
    record_put(z, &now);
}

static void *fasttrack_create(Detector *d)
{
    (void)d;
    RecordTable *table = xcalloc(1, sizeof *table);
    records_init(table);
    return table;
}

static void fasttrack_destroy(Detector *d)
{
    records_free(d->memory);
    free(d->memory);
}

static void fasttrack_reset(Detector *d)
{
    records_clear(d->memory);
}

static void fasttrack_forget(Detector *d, u64 object)
{
    records_forget(d->memory, object);
}

static void fasttrack_mark(Detector *d)
{
    records_mark(d->memory, d);
}

static size_t fasttrack_memory(Detector *d)
{
    return sizeof(RecordTable) + records_memory(d->memory);
}

static void fasttrack_list(Detector *d, HbSet *set, SetEvents *out)
{
    RecordTable *table = d->memory;
    for (u32 i = 0; i < table->records.len; i++) {
        Record *z = &table->records.data[i];
        Loc loc = table->locs.entries.data[i].loc;
        if (z->write.label && vclock_get(set, z->write.goroutine) >= z->write.label)
            vec_push(out, (SetEvent){z->write.label, loc, true});
        for (u32 k = 0; k < z->len; k++) {
            Access *other = &record_others(z)[k];
            if (vclock_get(set, other->goroutine) >= other->label)
                vec_push(out, (SetEvent){other->label, loc, other->is_write});
        }
    }
}

static void fasttrack_print(Detector *d, Buf *out)
{
    records_print(d->memory, d, out);
}

const MemoryRules rules_fasttrack = {
    .info = {.name = "fasttrack",
             .says = "vector clocks; of a location epochs, a read clock only where needed",
             .exact = true},
    .wants = WANT_ACCESS | WANT_REPEATS,
    .create = fasttrack_create,
    .destroy = fasttrack_destroy,
    .reset = fasttrack_reset,
    VCLOCK_RULES,
    .access = fasttrack_access,
    .forget = fasttrack_forget,
    .mark = fasttrack_mark,
    .memory_used = fasttrack_memory,
    .list_set = fasttrack_list,
    .print_memory = fasttrack_print,
};
