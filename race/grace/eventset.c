/* The event sets of the lecture notes [SULZMANN24], as far as accesses are concerned: D(t)
 * is the set of all events that happened before t's next one, literally; W(x) is the last write,
 * R(x) the latest concurrent reads. Nothing is ever purged from D(t): it grows with the trace. */
#include "race/grace/hbset.h"
#include "race/record.h"

typedef struct EventSets {
    HbPool pool; /* D(t) holds label -> {label, no reads} */
    RecordTable table;
} EventSets;

static EventSets *sets_of(Detector *d)
{
    return d->memory;
}

/* earlier in D(t) */
static bool in_d(void *ctx, const Access *earlier)
{
    const Goroutine *t = ctx;
    return hb_get((HbNode *)t->set, (u32)earlier->label).write != 0;
}

/* D(t) = D(t) U {e} */
static void add_event(Detector *d, Goroutine *t, u64 label)
{
    if (label > UINT32_MAX)
        BUG("more than 2^32 accesses are too many for event sets");
    t->set =
        (HbSet *)hb_put(&sets_of(d)->pool, (HbNode *)t->set, (u32)label, (Known){.write = label});
}

/* write: race unless W(x) and R(x) are in D(t); W(x) = e.
 * read: race unless W(x) is in D(t); R(x) = {e} U (R(x) \ D(t)).
 * Our record forgets R(x) at a write, since a goroutine that knows the write knows these reads. */
static void eventset_access(Detector *d, Goroutine *t, Loc loc, const Access *access)
{
    Record *x = records_at(&sets_of(d)->table, loc);
    record_check(d, x, loc, access, in_d, t);
    Access e = *access;
    e.label = core_fresh(d);
    if (e.is_write && !access_is_atomic(&e)) {
        record_clear(x);
        x->write = e;
    } else {
        record_subsume(x, &e, in_d, t);
        record_put(x, &e);
    }
    add_event(d, t, e.label);
    CHECK(in_d(t, &e));
}

static HbSet *eventset_again(Detector *d, HbSet *set)
{
    (void)d;
    return (HbSet *)hb_share((HbNode *)set);
}

static HbSet *eventset_share(Detector *d, Goroutine *t)
{
    return eventset_again(d, t->set);
}

static void eventset_drop(Detector *d, HbSet *set)
{
    hb_drop(&sets_of(d)->pool, (HbNode *)set);
}

static HbSet *eventset_join(Detector *d, HbSet *set, HbSet *other)
{
    return (HbSet *)hb_join(&sets_of(d)->pool, (HbNode *)set, (HbNode *)other);
}

static void eventset_end(Detector *d, Goroutine *t)
{
    eventset_drop(d, t->set);
    t->set = NULL;
}

static void *eventset_create(Detector *d)
{
    (void)d;
    EventSets *sets = xcalloc(1, sizeof *sets);
    records_init(&sets->table);
    return sets;
}

static void eventset_destroy(Detector *d)
{
    EventSets *sets = sets_of(d);
    records_free(&sets->table);
    hb_pool_free(&sets->pool);
    free(sets);
}

static void eventset_forget(Detector *d, u64 object)
{
    records_forget(&sets_of(d)->table, object);
}

static void eventset_mark(Detector *d)
{
    records_mark(&sets_of(d)->table, d);
}

static size_t eventset_memory(Detector *d)
{
    EventSets *sets = sets_of(d);
    return sizeof *sets + hb_pool_memory(&sets->pool) + records_memory(&sets->table);
}

static void list_access(const Access *access, HbSet *set, Loc loc, SetEvents *out)
{
    if (access->label && hb_get((HbNode *)set, (u32)access->label).write)
        vec_push(out, (SetEvent){access->label, loc, access->is_write});
}

static void eventset_list(Detector *d, HbSet *set, SetEvents *out)
{
    RecordTable *table = &sets_of(d)->table;
    for (u32 i = 0; i < table->records.len; i++) {
        Record *x = &table->records.data[i];
        list_access(&x->write, set, table->locs.entries.data[i].loc, out);
        for (u32 k = 0; k < x->len; k++)
            list_access(&record_others(x)[k], set, table->locs.entries.data[i].loc, out);
    }
}

static void eventset_print(Detector *d, Buf *out)
{
    records_print(&sets_of(d)->table, d, out);
}

const MemoryRules rules_eventset = {
    .info = {.name = "eventset",
             .says = "sets of all events that happened before; never purged",
             .exact = true},
    .wants = WANT_ACCESS | WANT_REPEATS,
    .create = eventset_create,
    .destroy = eventset_destroy,
    .share = eventset_share,
    .again = eventset_again,
    .drop = eventset_drop,
    .join = eventset_join,
    .end = eventset_end,
    .access = eventset_access,
    .forget = eventset_forget,
    .mark = eventset_mark,
    .memory_used = eventset_memory,
    .list_set = eventset_list,
    .print_memory = eventset_print,
};
