/* What a detector remembers of a location, and the check of Fig. 10 of [GRACE20] against it: see
 * race/record.h. */
#include "race/record.h"

/* Entries -------------------------------------------------------------------------------------- */

enum { CLASS_READ, CLASS_ATOMIC_READ, CLASS_ATOMIC_WRITE };

static u64 key_of(const Access *access)
{
    u64 class = !access_is_atomic(access) ? CLASS_READ
                : access->is_write        ? CLASS_ATOMIC_WRITE
                                          : CLASS_ATOMIC_READ;
    return (u64)access->goroutine << 2 | class;
}

/* Position of the entry with that key, or where it belongs. */
static u32 place_of(Record *z, u64 key)
{
    Access *others = record_others(z);
    u32 low = 0, high = z->len;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (key_of(&others[middle]) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The numbers of goroutines that do the same are mostly in a row. */
static u32 guess_place(Record *z, u64 key)
{
    u64 row = (key >> 2) - record_others(z)->goroutine;
    return row < z->len && key_of(&record_others(z)[row]) == key ? (u32)row : place_of(z, key);
}

static Access *entry_with(Record *z, u64 key)
{
    u32 i = guess_place(z, key);
    Access *others = record_others(z);
    return i < z->len && key_of(&others[i]) == key ? &others[i] : NULL;
}

Access *record_of(Record *z, u32 goroutine, u32 *count)
{
    u32 first = place_of(z, (u64)goroutine << 2);
    *count = 0;
    while (first + *count < z->len && record_others(z)[first + *count].goroutine == goroutine)
        ++*count;
    return &record_others(z)[first];
}

Access *record_own_read(Record *z, u32 goroutine)
{
    return entry_with(z, (u64)goroutine << 2 | CLASS_READ);
}

Access *record_own(Record *z, const Access *like)
{
    return entry_with(z, key_of(like));
}

static void make_room(Record *z)
{
    if (z->cap == 0) {
        Access first = z->one;
        z->cap = 4;
        z->many = xmalloc(z->cap * sizeof *z->many);
        z->many[0] = first;
    } else if (z->len == z->cap) {
        z->cap *= 2;
        z->many = xrealloc(z->many, z->cap * sizeof *z->many);
    }
}

void record_put(Record *z, const Access *access)
{
    CHECK(!access->is_write || access_is_atomic(access));
    Access *own = record_own(z, access);
    z->atomic_writes |= access->is_write;
    z->plain_reads |= !access_is_atomic(access);
    if (own) {
        *own = *access;
    } else if (z->len == 0 && z->cap == 0) {
        z->one = *access;
        z->len = 1;
    } else {
        make_room(z);
        u32 i = place_of(z, key_of(access));
        memmove(&z->many[i + 1], &z->many[i], (z->len - i) * sizeof *z->many);
        z->many[i] = *access;
        z->len++;
        CHECK(z->len <= z->cap);
        CHECK(i == 0 || key_of(&z->many[i - 1]) < key_of(access));
        CHECK(i + 1 == z->len || key_of(access) < key_of(&z->many[i + 1]));
    }
}

void record_clear(Record *z)
{
    if (z->cap)
        free(z->many);
    z->len = z->cap = z->atomic_writes = z->plain_reads = 0;
}

void record_keep(Record *z, bool (*keep)(void *ctx, const Access *access), void *ctx)
{
    Access *others = record_others(z);
    u32 kept = 0;
    for (u32 i = 0; i < z->len; i++)
        if (keep(ctx, &others[i]))
            others[kept++] = others[i];
    z->len = kept;
    if (kept == 0)
        record_clear(z);
}

/* Conflicts ------------------------------------------------------------------------------------ */

typedef struct Check {
    Detector *detector;
    Loc loc;
    const Access *now;
    Knows knows;
    void *ctx;
} Check;

static void count_unknown(const Check *check, Unknown *unknown, const Access *earlier)
{
    if (!access_conflict(check->now, earlier) || check->knows(check->ctx, earlier))
        return;
    core_conflict(check->detector, check->loc, earlier);
    unknown_add(unknown, earlier);
}

bool record_check(Detector *d, Record *z, Loc loc, const Access *now, Knows knows, void *ctx)
{
    CHECK(z->len <= (z->cap ? z->cap : 1u));
    Unknown reads = {0}, writes = {0};
    Check check = {d, loc, now, knows, ctx};
    const Access *others = record_others(z);
    bool all = now->is_write || z->atomic_writes; /* reads go together with reads */
    for (u32 i = 0; all && i < z->len; i++)
        count_unknown(&check, others[i].is_write ? &writes : &reads, &others[i]);
    if (z->write.label && !record_own_read(z, now->goroutine))
        count_unknown(&check, &writes, &z->write);
    core_races(d, loc, now, &reads, &writes);
    return reads.count + writes.count > 0;
}

typedef struct Subsumed {
    const Access *by;
    Knows knows;
    void *ctx;
} Subsumed;

/* An atomic write is stronger than an atomic read, and both are no match for a plain read. */
static bool survives(void *ctx, const Access *access)
{
    const Subsumed *s = ctx;
    bool weaker = access_is_atomic(access) == access_is_atomic(s->by) &&
                  (s->by->is_write || !access->is_write);
    return !weaker || access->goroutine == s->by->goroutine || !s->knows(s->ctx, access);
}

/* Entries that stay do no harm, so many are looked at only when their number has doubled. */
void record_subsume(Record *z, const Access *by, Knows knows, void *ctx)
{
    if (z->len <= 8 || (z->len & (z->len - 1)) == 0)
        record_keep(z, survives, &(Subsumed){by, knows, ctx});
}

/* Records by location -------------------------------------------------------------------------- */

void records_init(RecordTable *table)
{
    table->last = LOC_NONE;
}

void records_clear(RecordTable *table)
{
    for (u32 i = 0; i < table->records.len; i++)
        record_clear(&table->records.data[i]);
    vec_clear(&table->records);
    loctable_clear(&table->locs);
    table->last = LOC_NONE;
}

void records_free(RecordTable *table)
{
    for (u32 i = 0; i < table->records.len; i++)
        record_clear(&table->records.data[i]);
    vec_free(&table->records);
    loctable_free(&table->locs);
}

/* Numbers are given at first touch, and what was touched in a row tends to be touched in a row
 * again: the last number and the one after it are good guesses. */
u32 records_index(RecordTable *table, Loc loc)
{
    if (loctable_is_at(&table->locs, table->last, loc))
        return table->last;
    if (loctable_is_at(&table->locs, table->last + 1, loc))
        return ++table->last;
    bool fresh;
    u32 index = loctable_get(&table->locs, loc, &fresh);
    if (fresh) {
        vec_extend(&table->records, index + 1);
        table->records.data[index] = (Record){0}; /* the initial write */
    }
    return table->last = index;
}

static void record_gone(void *ctx, u32 index)
{
    RecordTable *table = ctx;
    record_clear(&table->records.data[index]);
    table->records.data[index] = (Record){0};
}

void records_forget(RecordTable *table, u64 object)
{
    loctable_forget(&table->locs, object, record_gone, table);
}

void records_mark(RecordTable *table, Detector *d)
{
    for (u32 i = 0; i < table->records.len; i++) {
        Record *z = &table->records.data[i];
        if (z->write.label)
            core_mark(d, z->write.goroutine);
        for (u32 k = 0; k < z->len; k++)
            core_mark(d, record_others(z)[k].goroutine);
    }
}

size_t records_memory(const RecordTable *table)
{
    size_t size = loctable_memory(&table->locs) + table->records.cap * sizeof(Record);
    for (u32 i = 0; i < table->records.len; i++)
        size += table->records.data[i].cap * sizeof(Access);
    return size;
}

void record_print(Record *z, Loc loc, Detector *d, Buf *out)
{
    bool hidden = core_is_hidden(d, z->write.label);
    if ((hidden && z->len == 0) ||
        ((hidden || !z->write.label) && core_hides_accesses(d, record_others(z), z->len)))
        return;
    core_print_label(d, z->write.label, out);
    core_print_accesses(d, loc, record_others(z), z->len, out);
}

void records_print(RecordTable *table, Detector *d, Buf *out)
{
    u32 count;
    u32 *order = loctable_sorted(&table->locs, &count);
    for (u32 i = 0; i < count; i++) {
        Record *z = &table->records.data[order[i]];
        Loc loc = table->locs.entries.data[order[i]].loc;
        record_print(z, loc, d, out);
    }
    free(order);
}
