/* Every operation rewrites all records from `words` to `next` and exchanges the two: records are
 * few (vm/hb_sets.h), and their lengths change. */
#include "vm/hb_sets.h"

#include <string.h>

void hb_sets_free(HbSets *sets)
{
    vec_free(&sets->words);
    vec_free(&sets->next);
}

/* ---- records ---- */

enum { MOST_OWNERS = (1 << 15) - 1 };

#define HEAD(owners, access) ((u64)(owners) << 49 | (access))
#define LOCATION(access) ((access) >> ACCESS_KIND_BITS)

/* `at` is the index of each record's head in sets->words. */
#define FOR_RECORDS(at, sets) \
    for (u32 at = 0; at < (sets)->words.len; at += 1 + HB_RECORD_OWNERS((sets)->words.data[at]))

static bool is_owner(const u64 *record, HbOwner owner)
{
    for (u32 i = 1; i <= HB_RECORD_OWNERS(*record); i++)
        if (record[i] == owner)
            return true;
    return false;
}

/* Whether an access conflicts with all that another one conflicts with. */
static bool covers(u64 access, u64 other)
{
    return LOCATION(access) == LOCATION(other) &&
           (access & ACCESS_WRITE) >= (other & ACCESS_WRITE) &&
           (access & ACCESS_ATOMIC) <= (other & ACCESS_ATOMIC);
}

/* Records fill the words exactly, and each has a location. */
static void check_records(const HbSets *sets)
{
    u32 at = 0;
    for (; at < sets->words.len; at += 1 + HB_RECORD_OWNERS(sets->words.data[at]))
        CHECK(LOCATION(HB_RECORD_ACCESS(sets->words.data[at])) != 0);
    CHECK(at == sets->words.len);
}

static void begin_rewrite(HbSets *sets)
{
    vec_clear(&sets->next);
}

static void end_rewrite(HbSets *sets)
{
    WordList old = sets->words;
    sets->words = sets->next;
    sets->next = old;
    if (CHECKING)
        check_records(sets);
}

/* Begins a record with room for one owner more than the given record has; returns the index of its
 * head, which end_record fills in. */
static u32 begin_record(HbSets *sets, const u64 *record)
{
    vec_reserve(&sets->next, sets->next.len + HB_RECORD_OWNERS(*record) + 2);
    return sets->next.len++;
}

static void add_owner(HbSets *sets, HbOwner owner)
{
    sets->next.data[sets->next.len++] = owner;
}

static void end_record(HbSets *sets, u32 head, u64 access)
{
    sets->next.data[head] = HEAD(sets->next.len - head - 1, access);
}

static void add_owners_except(HbSets *sets, const u64 *record, HbOwner a, HbOwner b)
{
    for (u32 i = 1; i <= HB_RECORD_OWNERS(*record); i++)
        if (record[i] != a && record[i] != b)
            add_owner(sets, record[i]);
}

static void keep_record(HbSets *sets, const u64 *record)
{
    u32 head = begin_record(sets, record);
    u32 owners = HB_RECORD_OWNERS(*record);
    memcpy(&sets->next.data[head], record, (owners + 1) * sizeof *record);
    sets->next.len += owners;
}

/* ---- accesses ---- */

bool hb_sets_race(const HbSets *sets, HbOwner g, u64 access)
{
    FOR_RECORDS(at, sets)
    {
        const u64 *record = &sets->words.data[at];
        u64 other = HB_RECORD_ACCESS(*record);
        if (LOCATION(other) == LOCATION(access) && access_conflict(other, access) &&
            !is_owner(record, g))
            return true;
    }
    return false;
}

bool hb_sets_access(HbSets *sets, HbOwner g, u64 access)
{
    bool race = hb_sets_race(sets, g, access);
    CHECK(g < HB_OWNER_GOROUTINES && LOCATION(access) != 0);
    begin_rewrite(sets);
    FOR_RECORDS(at, sets)
    {
        const u64 *record = &sets->words.data[at];
        if (!covers(access, HB_RECORD_ACCESS(*record)) || !is_owner(record, g))
            keep_record(sets, record);
    }
    vec_push(&sets->next, HEAD(1, access));
    vec_push(&sets->next, g);
    end_rewrite(sets);
    CHECK(!hb_sets_race(sets, g, access) || race); /* its own access is in E(g) */
    return race;
}

/* ---- sets ---- */

typedef enum Change { JOIN, ASSIGN, EXCHANGE } Change;

/* A record that would have too many owners gets none of the two: that may give a suspicion of a
 * race that is none, which the execution that is to show it refutes. */
static void change_record(HbSets *sets, const u64 *record, HbOwner to, HbOwner from, Change change)
{
    bool in_from = is_owner(record, from), in_to = is_owner(record, to);
    u32 head = begin_record(sets, record);
    add_owners_except(sets, record, from, to);
    bool full = sets->next.len - head > MOST_OWNERS - 2;
    if (!full && (in_from || (change == EXCHANGE && in_to)))
        add_owner(sets, from);
    if (!full && (in_from || (change == JOIN && in_to)))
        add_owner(sets, to);
    end_record(sets, head, HB_RECORD_ACCESS(*record));
}

static void change_sets(HbSets *sets, HbOwner to, HbOwner from, Change change)
{
    begin_rewrite(sets);
    FOR_RECORDS(at, sets)
    change_record(sets, &sets->words.data[at], to, from, change);
    end_rewrite(sets);
}

void hb_sets_join(HbSets *sets, HbOwner owner, HbOwner from)
{
    CHECK(owner != from);
    change_sets(sets, owner, from, JOIN);
}

void hb_sets_assign(HbSets *sets, HbOwner owner, HbOwner from)
{
    CHECK(owner != from);
    change_sets(sets, owner, from, ASSIGN);
    CHECK(hb_sets_equal(sets, owner, from));
}

void hb_sets_exchange(HbSets *sets, HbOwner g, HbOwner place)
{
    CHECK(g < HB_OWNER_GOROUTINES && place >= HB_OWNER_GOROUTINES);
    change_sets(sets, place, g, EXCHANGE);
}

void hb_sets_forget(HbSets *sets, HbOwner owner)
{
    begin_rewrite(sets);
    FOR_RECORDS(at, sets)
    {
        const u64 *record = &sets->words.data[at];
        u32 head = begin_record(sets, record);
        add_owners_except(sets, record, owner, owner);
        end_record(sets, head, HB_RECORD_ACCESS(*record));
    }
    end_rewrite(sets);
}

bool hb_sets_equal(const HbSets *sets, HbOwner a, HbOwner b)
{
    FOR_RECORDS(at, sets)
    if (is_owner(&sets->words.data[at], a) != is_owner(&sets->words.data[at], b))
        return false;
    return true;
}

/* ---- canonical form ---- */

static int by_value(const void *a, const void *b)
{
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return x < y ? -1 : x > y;
}

/* Two records, by access and then by owners. */
static int by_words(const void *a, const void *b)
{
    const u64 *x = *(u64 *const *)a, *y = *(u64 *const *)b;
    u64 p = HB_RECORD_ACCESS(*x), q = HB_RECORD_ACCESS(*y);
    if (p != q)
        return p < q ? -1 : 1;
    for (u32 i = 0; i <= HB_RECORD_OWNERS(*x) && i <= HB_RECORD_OWNERS(*y); i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* Whether all owners of a are owners of b; both are sorted. */
static bool owners_within(const u64 *a, const u64 *b)
{
    u32 k = 1;
    for (u32 i = 1; i <= HB_RECORD_OWNERS(*a); i++, k++) {
        while (k <= HB_RECORD_OWNERS(*b) && b[k] < a[i])
            k++;
        if (k > HB_RECORD_OWNERS(*b) || b[k] != a[i])
            return false;
    }
    return true;
}

/* Renames and sorts the owners of a record; false: it is in the sets of all goroutines. */
static bool rename_owners(HbSets *sets, const u64 *record, HbOwner (*rename)(void *, HbOwner),
                          void *ctx, u32 goroutines)
{
    u32 from = sets->next.len, live = 0;
    for (u32 i = 1; i <= HB_RECORD_OWNERS(*record); i++) {
        HbOwner owner = rename(ctx, record[i]);
        live += owner && owner < HB_OWNER_GOROUTINES;
        if (owner)
            add_owner(sets, owner);
    }
    qsort(&sets->next.data[from], sets->next.len - from, sizeof(u64), by_value);
    return !goroutines || live != goroutines;
}

static void rename_all(HbSets *sets, HbOwner (*rename)(void *, HbOwner), void *ctx, u32 goroutines)
{
    begin_rewrite(sets);
    FOR_RECORDS(at, sets)
    {
        const u64 *record = &sets->words.data[at];
        u64 access = HB_RECORD_ACCESS(*record);
        u64 location = rename(ctx, LOCATION(access));
        if (!location)
            continue;
        u32 head = begin_record(sets, record);
        bool needed = rename_owners(sets, record, rename, ctx, goroutines);
        end_record(sets, head, location << ACCESS_KIND_BITS | access % (1 << ACCESS_KIND_BITS));
        if (!needed)
            sets->next.len = head;
    }
    end_rewrite(sets);
}

/* Whether another record leads to all reports that the i-th leads to; of two equal ones the first
 * stays. */
static bool is_redundant(u64 *const *records, u32 count, u32 i)
{
    for (u32 k = 0; k < count; k++)
        if (k != i && covers(*records[k], *records[i]) && owners_within(records[k], records[i]) &&
            (by_words(&records[k], &records[i]) || k < i))
            return true;
    return false;
}

void hb_sets_normalize(HbSets *sets, HbOwner (*rename)(void *ctx, HbOwner owner), void *ctx,
                       u32 goroutines)
{
    if (!sets->words.len)
        return;
    rename_all(sets, rename, ctx, goroutines);
    VEC(u64 *) records = {0};
    FOR_RECORDS(at, sets)
    vec_push(&records, &sets->words.data[at]);
    if (records.len)
        qsort(records.data, records.len, sizeof *records.data, by_words);
    begin_rewrite(sets);
    for (u32 i = 0; i < records.len; i++)
        if (!is_redundant(records.data, records.len, i))
            keep_record(sets, records.data[i]);
    end_rewrite(sets);
    vec_free(&records);
}
