/* Tables of sets of events, timestamps, epochs and clocks. All are ways to write down the set of
 * the events that happen before an event, itself included, which an annotator computes. */
#include "predict/notes.h"

#include "race/explain/annotate.h"
#include "race/loctable.h"
#include "trace/happens_before.h"

/* Names of locks are short; a set of locks is a list of their numbers. */
typedef VEC(u32) LockSet;

typedef struct Candidates {
    bool accessed;
    LockSet locks; /* held at all accesses so far */
} Candidates;

typedef struct Row Row;

struct Notes {
    const Trace *trace;
    const Row *row;
    Annotator *annotator;  /* its sets of events */
    VEC(u32) goroutines;   /* of the events so far */
    VEC(u32) timestamps;   /* theirs: how many events of the goroutine came before, and one */
    VEC(u32) clocks;       /* by goroutine: events so far, and one */
    LocTable locks;        /* for the table of locksets: numbers of locks, */
    VEC(Loc) lock_locs;    /* their places, */
    VEC(LockSet) held;     /* by goroutine, */
    LocTable variables;    /* numbers of variables */
    VEC(Candidates) cands; /* and what is known of them */
};

struct Row {
    NoteTable table;
    bool locks;
    void (*add)(Notes *notes, const Event *event, Buf *out);
};

/* ---- sets of events ---- */

/* In front of '#' a thread is a number: 1 for T1. */
static void add_thread(const Notes *n, u32 goroutine, Buf *out)
{
    Buf name = {0};
    trace_thread_name(n->trace, goroutine, &name);
    const char *digits = buf_str(&name) + strcspn(buf_str(&name), "0123456789");
    buf_puts(out, *digits ? digits : buf_str(&name));
    buf_free(&name);
}

static u32 position(const Notes *n)
{
    return n->goroutines.len;
}

static void add_events(Notes *n, const Event *event, Buf *out)
{
    u32 count;
    const u32 *known = annotator_known(n->annotator, event->goroutine, &count);
    buf_printf(out, "ES_e%u = {", position(n));
    for (u32 i = 0; i < count; i++)
        buf_printf(out, "%se%u", i ? "," : "", known[i]);
    buf_putc(out, '}');
}

static void add_timestamp(Notes *n, const Event *event, Buf *out)
{
    buf_puts(out, "TS_");
    trace_thread_name(n->trace, event->goroutine, out);
    buf_printf(out, " = %u", n->clocks.data[event->goroutine]);
}

static void add_epoch(Notes *n, const Event *event, Buf *out)
{
    add_thread(n, event->goroutine, out);
    buf_printf(out, "#%u", vec_last(&n->timestamps));
}

/* The timestamps of one goroutine in a set of events, in order. */
static void timestamps_of(const Notes *n, u32 goroutine, const u32 *known, u32 count, LockSet *out)
{
    vec_clear(out);
    for (u32 i = 0; i < count; i++)
        if (n->goroutines.data[known[i] - 1] == goroutine)
            vec_push(out, n->timestamps.data[known[i] - 1]);
}

static void add_group(const LockSet *times, bool recent, Buf *out)
{
    if (recent || times->len == 1) {
        buf_printf(out, "%u", vec_last(times));
        return;
    }
    for (u32 i = 0; i < times->len; i++)
        buf_printf(out, "%s%u", i ? "," : "{", times->data[i]);
    buf_putc(out, '}');
}

static void add_groups(Notes *n, const Event *event, bool recent, Buf *out)
{
    LockSet times = {0};
    u32 count;
    const u32 *known = annotator_known(n->annotator, event->goroutine, &count);
    const char *before = "{";
    for (u32 g = 0; g < n->clocks.len; g++) {
        timestamps_of(n, g, known, count, &times);
        if (!times.len)
            continue;
        buf_puts(out, before);
        before = ", ";
        add_thread(n, g, out);
        buf_putc(out, '#');
        add_group(&times, recent, out);
    }
    buf_putc(out, '}');
    vec_free(&times);
}

static void add_epoch_sets(Notes *n, const Event *event, Buf *out)
{
    add_groups(n, event, false, out);
}

static void add_recent(Notes *n, const Event *event, Buf *out)
{
    add_groups(n, event, true, out);
}

static void add_clock(Notes *n, const Event *event, Buf *out)
{
    LockSet times = {0};
    u32 count, goroutines = n->trace->threads.len + 1;
    const u32 *known = annotator_known(n->annotator, event->goroutine, &count);
    for (u32 g = GOROUTINE_MAIN; g < goroutines || g < n->clocks.len; g++) {
        timestamps_of(n, g, known, count, &times);
        buf_printf(out, "%s%u", g > GOROUTINE_MAIN ? "," : "[", times.len ? vec_last(&times) : 0);
    }
    buf_putc(out, ']');
    vec_free(&times);
}

/* ---- locksets ---- */

static bool has(const LockSet *set, u32 lock)
{
    for (u32 i = 0; i < set->len; i++)
        if (set->data[i] == lock)
            return true;
    return false;
}

static void leave(LockSet *set, u32 lock)
{
    u32 kept = 0;
    for (u32 i = 0; i < set->len; i++)
        if (set->data[i] != lock)
            set->data[kept++] = set->data[i];
    set->len = kept;
}

static void add_lockset(const Notes *n, const LockSet *set, Buf *out)
{
    for (u32 i = 0; i < set->len; i++) {
        buf_puts(out, i ? "," : "");
        view_variable(&n->trace->view, n->lock_locs.data[set->data[i]], out);
    }
}

static LockSet *held_by(Notes *n, u32 goroutine)
{
    vec_extend(&n->held, goroutine + 1);
    return &n->held.data[goroutine];
}

static u32 lock_number(Notes *n, Loc loc)
{
    bool fresh;
    u32 lock = loctable_get(&n->locks, loc, &fresh);
    vec_extend(&n->lock_locs, lock + 1); /* a part of an object comes after the object */
    n->lock_locs.data[lock] = loc;
    return lock;
}

/* Whether the event takes (1) or gives back (-1) a lock, or neither. */
static int locking(const Event *event)
{
    if (event_info[event->kind].class != EVC_SYNC || event->flags & EVF_PART)
        return 0;
    Effect effect = sync_effect(event->sub);
    bool takes = effect == EFFECT_LOCK || effect == EFFECT_WLOCK || effect == EFFECT_RLOCK;
    bool gives = effect == EFFECT_UNLOCK || effect == EFFECT_WUNLOCK || effect == EFFECT_RUNLOCK;
    return takes && event->kind == EV_ACQUIRE ? 1 : gives ? -1 : 0;
}

/* LS(x): the locks that were held at all accesses of x. */
static void note_access(Notes *n, const Event *event, const LockSet *held, Buf *out)
{
    bool fresh;
    u32 index = loctable_get(&n->variables, event->loc, &fresh);
    vec_extend(&n->cands, index + 1);
    Candidates *x = &n->cands.data[index];
    for (u32 i = 0; !x->accessed && i < held->len; i++)
        vec_push(&x->locks, held->data[i]);
    for (u32 i = x->locks.len; i-- > 0;)
        if (!has(held, x->locks.data[i]))
            leave(&x->locks, x->locks.data[i]);
    x->accessed = true;
    buf_puts(out, "LS(");
    view_variable(&n->trace->view, event->loc, out);
    buf_puts(out, ") = {");
    add_lockset(n, &x->locks, out);
    buf_putc(out, '}');
}

static void add_locks(Notes *n, const Event *event, Buf *out)
{
    LockSet *held = held_by(n, event->goroutine);
    int how = locking(event);
    if (event_info[event->kind].class == EVC_ACCESS)
        note_access(n, event, held, out);
    if (!how)
        return;
    u32 lock = lock_number(n, hb_lock_loc(event));
    if (how > 0 && !has(held, lock))
        vec_push(held, lock);
    else if (how < 0)
        leave(held, lock);
    buf_puts(out, "LS(");
    trace_thread_name(n->trace, event->goroutine, out);
    buf_puts(out, ") = {");
    add_lockset(n, held, out);
    buf_putc(out, '}');
}

/* ---- life ---- */

static const Row rows[] = {
    {{"events", "the events that happen before each, and itself"}, false, add_events},
    {{"timestamps", "the thread's timestamp after each event"}, false, add_timestamp},
    {{"epochs", "thread#timestamp, which names an event"}, false, add_epoch},
    {{"epoch-sets", "the set of events as epochs, grouped by thread"}, false, add_epoch_sets},
    {{"recent", "of each thread only its most recent timestamp"}, false, add_recent},
    {{"clocks", "the same as a vector clock"}, false, add_clock},
    {{"locksets", "locks that a thread holds, or held at all accesses"}, true, add_locks},
};

const NoteTable *notes_tables(u32 *count)
{
    static NoteTable tables[COUNT_OF(rows)];
    for (u32 i = 0; i < COUNT_OF(rows); i++)
        tables[i] = rows[i].table;
    *count = COUNT_OF(rows);
    return tables;
}

Notes *notes_new(const Trace *trace, const char *table)
{
    for (u32 i = 0; i < COUNT_OF(rows); i++) {
        if (strcmp(rows[i].table.name, table))
            continue;
        AnnotatorConfig config = {.view = &trace->view, .goroutines = trace->threads.len};
        Notes *n = xcalloc(1, sizeof *n);
        n->trace = trace;
        n->row = &rows[i];
        n->annotator = n->row->locks ? NULL : annotator_new("eventset", &config);
        return n;
    }
    return NULL;
}

void notes_event(Notes *n, const Event *event, Buf *out)
{
    Buf unused = {0};
    while (n->clocks.len <= event->goroutine)
        vec_push(&n->clocks, 1);
    vec_push(&n->goroutines, event->goroutine);
    vec_push(&n->timestamps, n->clocks.data[event->goroutine]++);
    if (n->annotator)
        annotator_event(n->annotator, event, &unused);
    n->row->add(n, event, out);
    buf_free(&unused);
}

void notes_free(Notes *n)
{
    if (!n)
        return;
    if (n->annotator)
        annotator_free(n->annotator);
    for (u32 i = 0; i < n->held.len; i++)
        vec_free(&n->held.data[i]);
    for (u32 i = 0; i < n->cands.len; i++)
        vec_free(&n->cands.data[i].locks);
    vec_free(&n->held);
    vec_free(&n->cands);
    vec_free(&n->lock_locs);
    vec_free(&n->goroutines);
    vec_free(&n->timestamps);
    vec_free(&n->clocks);
    loctable_free(&n->locks);
    loctable_free(&n->variables);
    free(n);
}
