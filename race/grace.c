/* The efficient detector: Fig. 10 with the garbage collection of Fig. 11 (paper, section 4).
 *
 * A location's record m(Er, z := v) is its last write and the reads that accumulated since, at
 * most one a goroutine. What goroutine p knows is E(p) = p->set plus its own accesses since it last
 * handed out its set, listed in p->recent: nobody else can know those, and p itself recognises
 * them by its number, so they are entered into the persistent set only when it is handed out.
 * Hence, at any time, p knows an access a iff
 *     a is an initial write  or  a.goroutine = p  or  a.label is in p->set.
 * (Own accesses always stay in E while they are in a record: the rules take an event of z out of
 * E(p) only together with taking it out of z's record.) */
#include "race/core.h"
#include "race/hbset.h"

typedef struct Record {
    Access write;
    u32 reads_len, reads_cap; /* cap 0: `one` */
    union {
        Access one;
        Access *many; /* sorted by goroutine */
    };
} Record;

typedef struct Grace {
    HbPool pool;
    LocTable locs;
    VEC(Record) records; /* by location number */
    u32 last;            /* location number of the latest access: accesses come in groups */
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

/* Records -------------------------------------------------------------------------------------- */

static Access *reads_of(Record *z)
{
    return z->reads_cap ? z->many : &z->one;
}

static void clear_reads(Record *z)
{
    if (z->reads_cap)
        free(z->many);
    z->reads_len = z->reads_cap = 0;
}

/* Position of goroutine's read among the reads, or where it belongs. */
static u32 read_place(Record *z, u32 goroutine)
{
    Access *reads = reads_of(z);
    u32 low = 0, high = z->reads_len;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (reads[middle].goroutine < goroutine)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static Access *own_read(Record *z, u32 goroutine)
{
    u32 i = read_place(z, goroutine);
    Access *reads = reads_of(z);
    return i < z->reads_len && reads[i].goroutine == goroutine ? &reads[i] : NULL;
}

static void add_read(Record *z, const Access *access)
{
    if (z->reads_len == 0 && z->reads_cap == 0) {
        z->one = *access;
        z->reads_len = 1;
        return;
    }
    if (z->reads_cap == 0) {
        Access first = z->one;
        z->reads_cap = 4;
        z->many = xmalloc(z->reads_cap * sizeof *z->many);
        z->many[0] = first;
    } else if (z->reads_len == z->reads_cap) {
        z->reads_cap *= 2;
        z->many = xrealloc(z->many, z->reads_cap * sizeof *z->many);
    }
    u32 i = read_place(z, access->goroutine);
    memmove(&z->many[i + 1], &z->many[i], (z->reads_len - i) * sizeof *z->many);
    z->many[i] = *access;
    z->reads_len++;
}

static bool is_at(const Grace *g, u32 index, Loc loc)
{
    return index < g->locs.entries.len && g->locs.entries.data[index].used &&
           loc_equal(g->locs.entries.data[index].loc, loc);
}

/* The location's number. Numbers are given at first touch, and what was touched in a row tends to
 * be touched in a row again: the last number and the one after it are good guesses. */
static u32 record_index(Detector *d, Loc loc)
{
    Grace *g = grace_of(d);
    if (is_at(g, g->last, loc))
        return g->last;
    if (is_at(g, g->last + 1, loc))
        return ++g->last;
    bool fresh;
    u32 index = loctable_get(&g->locs, loc, &fresh);
    if (fresh) {
        vec_reserve(&g->records, index + 1);
        if (index >= g->records.len)
            g->records.len = index + 1;
        g->records.data[index] = (Record){0}; /* the initial write, known to all */
    }
    return g->last = index;
}

/* What a goroutine knows ----------------------------------------------------------------------- */

/* Done by the goroutine itself since it last handed out its set. */
static bool is_recent(const Goroutine *p, const Access *access)
{
    return access->goroutine == p->number && access->label > p->segment;
}

static bool knows_write(u32 self, Known known, const Record *z)
{
    return z->write.label == 0 || z->write.goroutine == self || known.write == z->write.label;
}

static bool knows_read(u32 self, Known known, const Access *read)
{
    return read->goroutine == self || reads_has(known.reads, read->label);
}

static void add_recent(Goroutine *p, u32 index)
{
    if (!p->recent)
        p->recent = xcalloc(1, sizeof(Recent));
    Recent *recent = p->recent;
    vec_push(recent, index);
}

/* Labels of a record's reads, sorted: a record can have as many reads as there are goroutines. */
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
    return bsearch(&label, current->labels, current->count, sizeof label, by_label) != NULL;
}

/* The reads (taken over) that are still in the record. */
static Reads current_reads(Record *z, Reads reads)
{
    if (reads == 0)
        return 0;
    u64 few[8];
    Current current = {z->reads_len <= COUNT_OF(few) ? few : xmalloc(z->reads_len * sizeof *few),
                       z->reads_len};
    for (u32 i = 0; i < z->reads_len; i++)
        current.labels[i] = reads_of(z)[i].label;
    qsort(current.labels, current.count, sizeof *few, by_label);
    reads = reads_filter(reads, is_current, &current);
    if (current.labels != few)
        free(current.labels);
    return reads;
}

/* R-GC for one location: only the record's last write and its reads are worth knowing. */
static void r_gc(void *ctx, u32 index, Known *known)
{
    Record *z = &((Grace *)ctx)->records.data[index];
    if (known->write != z->write.label && z->write.label != 0) {
        /* Who knows a read of the record knows its write too, so nothing here is of the record. */
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
    Record *z = &g->records.data[index];
    Access *read = own_read(z, p->number);
    if (read && !is_recent(p, read))
        read = NULL;
    if (!read && !is_recent(p, &z->write))
        return; /* overwritten since by another goroutine, or its object is gone */
    /* Reads that p learnt of after its own stay known as long as they are in the record. */
    Known known = hb_get(nodes(p->set), index);
    known.reads = current_reads(z, reads_share(known.reads));
    if (read)
        known.reads = reads_add(known.reads, read->label);
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
    p->segment = d->label;
}

/* Fig. 10 -------------------------------------------------------------------------------------- */

/* R-Write-E_WaR (first: the reads are the more recent conflict) and R-Write-E_WaW. */
static void r_write_e(Detector *d, Known known, Record *z, Loc loc, const Access *access)
{
    u32 unknown = 0;
    const Access *latest = NULL, *reads = reads_of(z);
    for (u32 i = 0; i < z->reads_len; i++) {
        if (knows_read(access->goroutine, known, &reads[i]))
            continue;
        unknown++;
        if (!latest || reads[i].label > latest->label)
            latest = &reads[i];
    }
    if (unknown > 0)
        core_race(d, RACE_WAR, "R-Write-E_WaR", loc, access, latest, unknown);
    else if (!knows_write(access->goroutine, known, z))
        core_race(d, RACE_WAW, "R-Write-E_WaW", loc, access, &z->write, 1);
}

/* R-Write: (m,!z) in E, Er subset of E. The record becomes m'({}, z := v'), E = {(m',!z)} + (E -
 * E|z). After an exception the run goes on in that same configuration. */
static void r_write(Detector *d, Goroutine *p, Loc loc, const Access *access)
{
    u32 self = access->goroutine, index = record_index(d, loc);
    Record *z = &grace_of(d)->records.data[index];
    bool mine = is_recent(p, &z->write);
    if (mine && z->reads_len == 0 && !d->config.fresh_labels) {
        z->write.pos = access->pos; /* nobody but p knows m, so m' would be m by another name */
        z->write.len = access->len;
        return;
    }
    Access *own = own_read(z, self);
    bool listed = mine || (own && is_recent(p, own));
    bool all_own = (z->write.label == 0 || z->write.goroutine == self) &&
                   z->reads_len == (own != NULL);
    if (!all_own)
        r_write_e(d, hb_get(nodes(p->set), index), z, loc, access);
    clear_reads(z);
    z->write = *access;
    z->write.label = core_fresh(d);
    if (!listed)
        add_recent(p, index);
}

/* Er - E|z, but for p's own read: those known to p are subsumed by the one it is about to make. */
static void drop_known_reads(Record *z, u32 self, Known known)
{
    Access *own = own_read(z, self);
    if (reads_count(known.reads) == (own && reads_has(known.reads, own->label)))
        return;
    Access *reads = reads_of(z);
    u32 kept = 0;
    for (u32 i = 0; i < z->reads_len; i++)
        if (reads[i].goroutine == self || !reads_has(known.reads, reads[i].label))
            reads[kept++] = reads[i];
    z->reads_len = kept;
    if (kept == 0)
        clear_reads(z);
}

/* R-Read: (m,!z) in E. Er = {(m',?z)} + (Er - E|z), E = {(m',?z)} + (E - E|z) + {(m,!z)}. After
 * R-Read-E_RaW the run goes on in that same configuration: p counts as having learnt of m. */
static void r_read(Detector *d, Goroutine *p, Loc loc, const Access *access)
{
    Grace *g = grace_of(d);
    u32 self = access->goroutine, index = record_index(d, loc);
    Record *z = &g->records.data[index];
    bool repeated = z->reads_len == 1 && is_recent(p, reads_of(z));
    if (repeated && !d->config.fresh_labels) {
        reads_of(z)->pos = access->pos;
        reads_of(z)->len = access->len;
        return;
    }
    Known known = hb_get(nodes(p->set), index);
    if (!knows_write(self, known, z)) {
        core_race(d, RACE_RAW, "R-Read-E_RaW", loc, access, &z->write, 1);
        known = (Known){.write = z->write.label}; /* all older reads are stale by Fig. 11 */
        p->set = (HbSet *)hb_put(&g->pool, nodes(p->set), index, known);
    }
    Access *own = own_read(z, self);
    bool listed = is_recent(p, &z->write) || (own && is_recent(p, own));
    drop_known_reads(z, self, known);
    Access read = *access;
    read.label = core_fresh(d);
    own = own_read(z, self);
    if (own)
        *own = read;
    else
        add_read(z, &read);
    if (!listed)
        add_recent(p, index);
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
    g->last = LOC_NONE;
    g->pool.purge = d->config.gc == DETECTOR_GC_NEVER    ? NULL
                    : d->config.gc == DETECTOR_GC_ALWAYS ? r_gc
                                                         : r_gc_when_joining;
    g->pool.purge_ctx = g;
    return g;
}

static void grace_destroy(Detector *d)
{
    Grace *g = grace_of(d);
    for (u32 i = 0; i < g->records.len; i++)
        clear_reads(&g->records.data[i]);
    vec_free(&g->records);
    loctable_free(&g->locs);
    hb_pool_free(&g->pool);
    free(g);
}

static void grace_reset(Detector *d)
{
    Grace *g = grace_of(d);
    for (u32 i = 0; i < g->records.len; i++)
        clear_reads(&g->records.data[i]);
    vec_clear(&g->records);
    loctable_clear(&g->locs);
    g->last = LOC_NONE;
    g->live_after_gc = 0;
}

static void record_gone(void *ctx, u32 index)
{
    Grace *g = ctx;
    clear_reads(&g->records.data[index]);
    g->records.data[index] = (Record){0};
}

static void grace_forget(Detector *d, u64 object)
{
    loctable_forget(&grace_of(d)->locs, object, record_gone, grace_of(d));
}

static void grace_mark(Detector *d)
{
    Grace *g = grace_of(d);
    for (u32 i = 0; i < g->records.len; i++) {
        Record *z = &g->records.data[i];
        if (z->write.label)
            core_mark(d, z->write.goroutine);
        for (u32 k = 0; k < z->reads_len; k++)
            core_mark(d, reads_of(z)[k].goroutine);
    }
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
    HbSweep *sweep = hb_sweep_begin(&g->pool, r_gc, g);
    core_each_set(d, gc_set, sweep);
    hb_sweep_end(sweep);
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
    size_t size = sizeof *g + hb_pool_memory(&g->pool) + loctable_memory(&g->locs) +
                  g->records.cap * sizeof(Record);
    for (u32 i = 0; i < g->records.len; i++)
        size += g->records.data[i].reads_cap * sizeof(Access);
    return size;
}

/* For people ----------------------------------------------------------------------------------- */

typedef struct Listing {
    Grace *grace;
    SetEvents *out;
} Listing;

static void list_known(void *ctx, u32 index, Known known)
{
    Listing *listing = ctx;
    Grace *g = listing->grace;
    Loc loc = g->locs.entries.data[index].loc;
    known.reads = reads_share(known.reads);
    r_gc(g, index, &known);
    if (known.write)
        vec_push(listing->out, (SetEvent){known.write, loc, true});
    for (u32 i = 0; i < reads_count(known.reads); i++)
        vec_push(listing->out, (SetEvent){reads_at(known.reads, i), loc, false});
    reads_drop(known.reads);
}

static void grace_list_set(Detector *d, HbSet *set, SetEvents *out)
{
    hb_each(nodes(set), list_known, &(Listing){grace_of(d), out});
}

static void grace_print_memory(Detector *d, Buf *out)
{
    Grace *g = grace_of(d);
    u32 count;
    u32 *order = loctable_sorted(&g->locs, &count);
    for (u32 i = 0; i < count; i++) {
        Record *z = &g->records.data[order[i]];
        Loc loc = g->locs.entries.data[order[i]].loc;
        SetEvents reads = {0};
        for (u32 k = 0; k < z->reads_len; k++)
            vec_push(&reads, (SetEvent){reads_of(z)[k].label, loc, false});
        core_print_label(z->write.label, out);
        buf_putc(out, '(');
        core_print_events(d, &reads, out);
        buf_puts(out, ", ");
        core_print_content(d, loc, out);
        buf_puts(out, ")\n");
        vec_free(&reads);
    }
    free(order);
}

const MemoryRules rules_grace = {
    .info = {"grace",
             "efficient: a variable keeps its last write and the reads since (Figs. 10, 11)"},
    .wants = WANT_ACCESS,
    .create = grace_create,
    .destroy = grace_destroy,
    .reset = grace_reset,
    .share = grace_share,
    .again = grace_again,
    .drop = grace_drop,
    .join = grace_join,
    .end = grace_end,
    .read = r_read,
    .write = r_write,
    .forget = grace_forget,
    .mark = grace_mark,
    .gc = grace_gc,
    .gc_due = grace_gc_due,
    .memory_used = grace_memory_used,
    .list_set = grace_list_set,
    .print_memory = grace_print_memory,
};
