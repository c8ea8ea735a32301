/* The efficient detector: Fig. 10 with the garbage collection of Fig. 11 ([GRACE20], section 4).
 *
 * A location's record m(Er, z := v) is its last write and the reads that accumulated since, at
 * most one a goroutine. What goroutine p knows is E(p) = p->set plus its own accesses since it last
 * handed out its set, listed in p->recent: no other goroutine can know those, and p recognises
 * them by its number, so they are entered into the persistent set only when it is handed out.
 * Hence, at any time, p knows an access a iff
 *     a is an initial write  or  a.goroutine = p  or  a.label is in p->set.
 * (Own accesses always stay in E while they are in a record: the rules take an event of z out of
 * E(p) only together with taking it out of z's record.) */
#include "race/grace/hbset.h"
#include "race/record.h"

typedef struct Grace {
    HbPool pool;
    RecordTable table;
    u32 live_after_gc;
} Grace;

typedef VEC(u32) Recent;

static Grace *grace_of(Detector *d)
{
    return d->memory;
}

static HbNode *nodes(HbSet *set)
{
    return (HbNode *)set;
}

/* What a goroutine knows ----------------------------------------------------------------------- */

/* Done by the goroutine itself since it last handed out its set. */
static bool is_recent(const Goroutine *p, const Access *access)
{
    return access->goroutine == p->number && access->label > p->segment;
}

/* The location is in p->recent already. */
static bool is_listed(const Goroutine *p, Record *z)
{
    u32 count;
    const Access *own = record_of(z, p->number, &count);
    bool listed = is_recent(p, &z->write);
    for (u32 i = 0; i < count && !listed; i++)
        listed = is_recent(p, &own[i]);
    return listed;
}

static void add_recent(Goroutine *p, u32 index)
{
    if (!p->recent)
        p->recent = xcalloc(1, sizeof(Recent));
    Recent *recent = p->recent;
    vec_push(recent, index);
}

/* Labels of a record's reads; sorted if there are more than FEW, and there can be as many as there
 * are goroutines. */
enum { FEW = 8 };
typedef struct Current {
    u64 *labels;
    u32 count;
} Current;

static int by_label(const void *a, const void *b)
{
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return x < y ? -1 : x > y;
}

static bool is_current(const void *ctx, u64 label)
{
    const Current *current = ctx;
    if (current->count <= FEW) {
        bool found = false;
        for (u32 i = 0; i < current->count; i++)
            found |= current->labels[i] == label;
        return found;
    }
    return bsearch(&label, current->labels, current->count, sizeof label, by_label) != NULL;
}

/* The reads (taken over) that are still in the record. */
static Reads current_reads(Record *z, Reads reads)
{
    if (reads == 0)
        return 0;
    u64 few[FEW];
    Current current = {z->len <= COUNT_OF(few) ? few : xmalloc(z->len * sizeof *few), z->len};
    for (u32 i = 0; i < z->len; i++)
        current.labels[i] = record_others(z)[i].label;
    if (current.count > FEW)
        qsort(current.labels, current.count, sizeof *few, by_label);
    reads = reads_filter(reads, is_current, &current);
    CHECK(reads_count(reads) <= current.count);
    if (current.labels != few)
        free(current.labels);
    return reads;
}

/* R-GC for one location: only the record's last write and its reads are worth knowing. */
static void r_gc(void *ctx, u32 index, Known *known)
{
    Record *z = &((Grace *)ctx)->table.records.data[index];
    if (known->write != z->write.label && z->write.label != 0) {
        /* To know a read of the record is to know its write, so nothing here is of the record. */
        reads_drop(known->reads);
        *known = (Known){0};
        return;
    }
    known->write = z->write.label; /* if initial, the set may still have one of a former location */
    known->reads = current_reads(z, known->reads);
}

/* The same while joining, where each look at a record costs. With one read a set cannot grow, and
 * with more it is enough to look whenever their number has doubled. */
static void r_gc_when_joining(void *ctx, u32 index, Known *known)
{
    u32 count = reads_count(known->reads);
    if (count > 1 && (count & (count - 1)) == 0)
        r_gc(ctx, index, known);
}

/* The event of a recent own access enters the persistent set: R-Write's {(m',!z)} + (E - E|z),
 * or R-Read's {(m',?z)} + (E - E|z) + {(m,!z)}. */
static void enter_recent(Grace *g, Goroutine *p, u32 index)
{
    Record *z = &g->table.records.data[index];
    if (!is_listed(p, z))
        return; /* overwritten since by another goroutine, or its object is gone */
    /* Reads that p learnt of after its own stay known as long as they are in the record. */
    Known known = hb_get(nodes(p->set), index);
    CHECK(z->write.label == 0 || known.write <= z->write.label);
    known.reads = current_reads(z, reads_share(known.reads));
    u32 count;
    const Access *own = record_of(z, p->number, &count);
    for (u32 i = 0; i < count; i++)
        if (is_recent(p, &own[i]))
            known.reads = reads_add(known.reads, own[i].label);
    known.write = z->write.label;
    p->set = (HbSet *)hb_put(&g->pool, nodes(p->set), index, known);
}

static void enter_all_recent(Detector *d, Goroutine *p)
{
    Recent *recent = p->recent;
    if (recent)
        for (u32 i = 0; i < recent->len; i++)
            enter_recent(grace_of(d), p, recent->data[i]);
    if (recent && recent->cap > 64) {
        vec_free(recent); /* a goroutine that waits should not hold much */
        free(recent);
        p->recent = NULL;
    } else if (recent) {
        vec_clear(recent);
    }
    CHECK(!p->recent || ((Recent *)p->recent)->len == 0);
    CHECK(p->segment <= d->label);
    p->segment = d->label;
}

/* Fig. 10 -------------------------------------------------------------------------------------- */

typedef struct Knowledge {
    u32 self;
    Known known;
} Knowledge;

static bool knows(void *ctx, const Access *earlier)
{
    const Knowledge *k = ctx;
    return earlier->goroutine == k->self || k->known.write == earlier->label ||
           reads_has(k->known.reads, earlier->label);
}

/* A repeated access by p: no other goroutine can know its event, so the new one would be the old
 * one by another name. */
static bool rename_event(Detector *d, Access *old, const Access *access)
{
    if (d->config.fresh_labels)
        return false;
    CHECK(old->goroutine == access->goroutine);
    old->pos = access->pos;
    old->len = access->len;
    return true;
}

/* R-Write: (m,!z) in E, Er subset of E. The record becomes m'({}, z := v'), E = {(m',!z)} + (E -
 * E|z). After an exception the run goes on in that same configuration. */
static void plain_write(Detector *d, Goroutine *p, Loc loc, const Access *access)
{
    Grace *g = grace_of(d);
    u32 index = records_index(&g->table, loc);
    Record *z = &g->table.records.data[index];
    if (z->len == 0 && is_recent(p, &z->write) && rename_event(d, &z->write, access))
        return;
    bool listed = is_listed(p, z);
    Knowledge k = {access->goroutine, hb_get(nodes(p->set), index)};
    record_check(d, z, loc, access, knows, &k);
    record_clear(z);
    z->write = *access;
    z->write.label = core_fresh(d);
    if (!listed)
        add_recent(p, index);
    CHECK(is_listed(p, z) && z->len == 0);
}

/* R-Read: (m,!z) in E. Er = {(m',?z)} + (Er - E|z), E = {(m',?z)} + (E - E|z) + {(m,!z)}. After
 * R-Read-E_RaW the run goes on in that same configuration: p counts as having learnt of m. Atomic
 * accesses are entered among the reads: whatever follows them does not make them obsolete unless
 * it is a plain write. */
static void r_access(Detector *d, Goroutine *p, Loc loc, const Access *access)
{
    if (access->is_write && !access_is_atomic(access)) {
        plain_write(d, p, loc, access);
        return;
    }
    Grace *g = grace_of(d);
    u32 index = records_index(&g->table, loc);
    Record *z = &g->table.records.data[index];
    Access *own = record_own(z, access);
    if (own && z->len == 1 && is_recent(p, own) && rename_event(d, own, access))
        return;
    Knowledge k = {access->goroutine, hb_get(nodes(p->set), index)};
    if (record_check(d, z, loc, access, knows, &k) && !access->is_write) {
        k.known.reads = reads_share(k.known.reads);
        k.known.write = z->write.label;
        p->set = (HbSet *)hb_put(&g->pool, nodes(p->set), index, k.known);
    }
    bool listed = is_listed(p, z);
    record_subsume(z, access, knows, &k); /* Er - E|z for a read */
    Access event = *access;
    event.label = core_fresh(d);
    record_put(z, &event);
    if (!listed)
        add_recent(p, index);
    CHECK(is_listed(p, z));
    CHECK(z->write.label < event.label);
}

/* Sets, for Fig. 4 ----------------------------------------------------------------------------- */

static HbSet *grace_share(Detector *d, Goroutine *p)
{
    enter_all_recent(d, p);
    return (HbSet *)hb_share(nodes(p->set));
}

static HbSet *grace_again(Detector *d, HbSet *set)
{
    (void)d;
    return (HbSet *)hb_share(nodes(set));
}

static void grace_drop(Detector *d, HbSet *set)
{
    hb_drop(&grace_of(d)->pool, nodes(set));
}

static HbSet *grace_join(Detector *d, HbSet *set, HbSet *other)
{
    return (HbSet *)hb_join(&grace_of(d)->pool, nodes(set), nodes(other));
}

static void grace_end(Detector *d, Goroutine *p)
{
    grace_drop(d, p->set);
    p->set = NULL;
    if (p->recent) {
        Recent *recent = p->recent;
        vec_free(recent);
        free(recent);
        p->recent = NULL;
    }
}

/* Upkeep --------------------------------------------------------------------------------------- */

static void *grace_create(Detector *d)
{
    Grace *g = xcalloc(1, sizeof *g);
    records_init(&g->table);
    g->pool.purge = d->config.gc == DETECTOR_GC_NEVER    ? NULL
                    : d->config.gc == DETECTOR_GC_ALWAYS ? r_gc
                                                         : r_gc_when_joining;
    g->pool.purge_ctx = g;
    return g;
}

static void grace_destroy(Detector *d)
{
    Grace *g = grace_of(d);
    records_free(&g->table);
    hb_pool_free(&g->pool);
    free(g);
}

static void grace_reset(Detector *d)
{
    Grace *g = grace_of(d);
    records_clear(&g->table);
    g->live_after_gc = 0;
}

static void grace_forget(Detector *d, u64 object)
{
    records_forget(&grace_of(d)->table, object);
}

static void grace_mark(Detector *d)
{
    records_mark(&grace_of(d)->table, d);
}

static void gc_set(void *sweep, HbSet **set)
{
    HbNode *changed = nodes(*set);
    hb_sweep_set(sweep, &changed);
    *set = (HbSet *)changed;
}

/* Fig. 11 on goroutines, queues and locks alike. */
static void grace_gc(Detector *d)
{
    Grace *g = grace_of(d);
    u32 before = g->pool.live;
    HbSweep *sweep = hb_sweep_begin(&g->pool, r_gc, g);
    core_each_set(d, gc_set, sweep);
    hb_sweep_end(sweep);
    CHECK(g->pool.live <= before);
    g->live_after_gc = g->pool.live;
}

static bool grace_gc_due(Detector *d)
{
    Grace *g = grace_of(d);
    return g->pool.live > 2 * g->live_after_gc + 4096;
}

static size_t grace_memory_used(Detector *d)
{
    Grace *g = grace_of(d);
    return sizeof *g + hb_pool_memory(&g->pool) + records_memory(&g->table);
}

/* For people ----------------------------------------------------------------------------------- */

typedef struct Listing {
    Grace *grace;
    SetEvents *out;
} Listing;

/* Whether the access of this label among the reads of the record is an atomic write, such as the
 * Lock of a lock. */
static bool is_write_of(Record *z, u64 label)
{
    for (u32 i = 0; i < z->len; i++)
        if (record_others(z)[i].label == label)
            return record_others(z)[i].is_write;
    return false;
}

static void list_known(void *ctx, u32 index, Known known)
{
    Listing *listing = ctx;
    Grace *g = listing->grace;
    Loc loc = g->table.locs.entries.data[index].loc;
    known.reads = reads_share(known.reads);
    r_gc(g, index, &known);
    if (known.write)
        vec_push(listing->out, (SetEvent){known.write, loc, true});
    for (u32 i = 0; i < reads_count(known.reads); i++)
        vec_push(listing->out,
                 (SetEvent){reads_at(known.reads, i), loc,
                            is_write_of(&g->table.records.data[index], reads_at(known.reads, i))});
    reads_drop(known.reads);
}

static void grace_list_set(Detector *d, HbSet *set, SetEvents *out)
{
    hb_each(nodes(set), list_known, &(Listing){grace_of(d), out});
}

static void grace_print_memory(Detector *d, Buf *out)
{
    records_print(&grace_of(d)->table, d, out);
}

const MemoryRules rules_grace = {
    .info = {.name = "grace",
             .says =
                 "efficient: a variable keeps its last write and the reads since (Figs. 10, 11)",
             .exact = true},
    .wants = WANT_ACCESS | WANT_REPEATS,
    .create = grace_create,
    .destroy = grace_destroy,
    .reset = grace_reset,
    .share = grace_share,
    .again = grace_again,
    .drop = grace_drop,
    .join = grace_join,
    .end = grace_end,
    .access = r_access,
    .forget = grace_forget,
    .mark = grace_mark,
    .gc = grace_gc,
    .gc_due = grace_gc_due,
    .memory_used = grace_memory_used,
    .list_set = grace_list_set,
    .print_memory = grace_print_memory,
};
