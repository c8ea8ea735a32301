/* Eraser's lockset discipline [SAVAGE97]: every location that several goroutines use should be
 * protected by some lock, always the same. The candidates of a location are the locks that were
 * held at all its accesses since it was shared; to write, a lock must be held for writing. No
 * candidate left is a warning, not a race: programs that order accesses by channels, WaitGroups or
 * atomics break the discipline and are right, and happens-before is not looked at here at all. What
 * it warns of does not depend on the schedule as much as races do. */
#include "race/record.h"
#include "trace/happens_before.h"

/* A lock as held: its number << 1 | whether for writing. */
typedef VEC(u32) Locks;

typedef enum State {
    NEW,      /* no access yet */
    OWNED,    /* one goroutine so far: it may initialise without locks */
    SHARED,   /* several have read it since */
    MODIFIED, /* several use it, and it is written */
    WARNED
} State;

typedef struct Variable {
    State state;
    Locks candidates; /* of SHARED and MODIFIED */
    Access last;      /* of the goroutine that accessed it last */
    Access other;     /* of another one before it */
} Variable;

typedef struct LockSets {
    LocTable locs, locks;
    VEC(Variable) variables; /* by location number */
} LockSets;

static LockSets *sets_of(Detector *d)
{
    return d->memory;
}

/* Locks held ----------------------------------------------------------------------------------- */

static Locks *held_by(Goroutine *p)
{
    if (!p->recent)
        p->recent = xcalloc(1, sizeof(Locks));
    return p->recent;
}

static void take(Detector *d, Goroutine *p, const Event *event, bool write)
{
    bool fresh;
    u32 lock = loctable_get(&sets_of(d)->locks, event->loc, &fresh);
    vec_push(held_by(p), lock << 1 | write);
}

static void give_back(Detector *d, Goroutine *p, const Event *event)
{
    Locks *held = held_by(p);
    const LocEntry *locks = sets_of(d)->locks.entries.data;
    for (u32 i = held->len; i-- > 0;) {
        if (!loc_equal(hb_lock_loc(event), locks[held->data[i] >> 1].loc))
            continue;
        held->data[i] = held->data[--held->len];
        return;
    }
}

static void lockset_sync(Detector *d, const Event *event)
{
    Goroutine *p = core_goroutine(d, event->goroutine);
    if (!hb_is_lock(event->sub) || event->flags & EVF_PART)
        return;
    if (hb_locks(event->sub))
        take(d, p, event, !hb_is_shared(event->sub));
    else
        give_back(d, p, event);
}

/* Candidates ----------------------------------------------------------------------------------- */

static bool holds(const Locks *held, u32 lock, bool for_writing)
{
    for (u32 i = 0; i < held->len; i++)
        if (held->data[i] >> 1 == lock && (held->data[i] & 1 || !for_writing))
            return true;
    return false;
}

static void begin_candidates(Variable *v, const Locks *held, bool write)
{
    vec_clear(&v->candidates);
    for (u32 i = 0; i < held->len; i++)
        if (held->data[i] & 1 || !write)
            vec_push(&v->candidates, held->data[i] >> 1);
}

static void narrow_candidates(Variable *v, const Locks *held, bool write)
{
    u32 kept = 0;
    for (u32 i = 0; i < v->candidates.len; i++)
        if (holds(held, v->candidates.data[i], write))
            v->candidates.data[kept++] = v->candidates.data[i];
    v->candidates.len = kept;
}

static Variable *variable_at(Detector *d, Loc loc)
{
    LockSets *sets = sets_of(d);
    bool fresh;
    u32 index = loctable_get(&sets->locs, loc, &fresh);
    vec_extend(&sets->variables, index + 1);
    if (fresh)
        sets->variables.data[index] = (Variable){0};
    return &sets->variables.data[index];
}

static void lockset_access(Detector *d, Goroutine *p, Loc loc, const Access *access)
{
    if (access->how != HOW_PLAIN)
        return;
    Variable *v = variable_at(d, loc);
    bool write = access->is_write;
    if (v->state != NEW && v->last.goroutine != access->goroutine)
        v->other = v->last;
    v->last = *access;
    v->last.label = core_fresh(d);
    if (v->state == NEW || (v->state == OWNED && !v->other.label)) {
        v->state = OWNED;
        return;
    }
    if (v->state == WARNED)
        return;
    CHECK(v->other.label && v->other.label < v->last.label);
    if (v->state == OWNED)
        begin_candidates(v, held_by(p), write);
    else
        narrow_candidates(v, held_by(p), write);
    v->state = write || v->state == MODIFIED ? MODIFIED : SHARED;
    if (v->state != MODIFIED || v->candidates.len > 0)
        return;
    CHECK(v->other.goroutine != access->goroutine);
    v->state = WARNED;
    RaceKind kind = !write ? RACE_RAW : v->other.is_write ? RACE_WAW : RACE_WAR;
    core_race(d, kind, "lockset", loc, access, &v->other, 1);
}

/* The rest ------------------------------------------------------------------------------------- */

static HbSet *no_set(Detector *d, Goroutine *p)
{
    (void)d;
    (void)p;
    return NULL;
}

static HbSet *same_set(Detector *d, HbSet *set)
{
    (void)d;
    return set;
}

static void drop_set(Detector *d, HbSet *set)
{
    (void)d;
    (void)set;
}

static HbSet *join_sets(Detector *d, HbSet *set, HbSet *other)
{
    (void)d;
    (void)other;
    return set;
}

static void lockset_end(Detector *d, Goroutine *p)
{
    (void)d;
    Locks *held = p->recent;
    if (held)
        vec_free(held);
    free(held);
    p->recent = NULL;
}

static void *lockset_create(Detector *d)
{
    (void)d;
    return xcalloc(1, sizeof(LockSets));
}

static void variable_gone(void *ctx, u32 index)
{
    vec_free(&((LockSets *)ctx)->variables.data[index].candidates);
}

static void lockset_destroy(Detector *d)
{
    LockSets *sets = sets_of(d);
    for (u32 i = 0; i < sets->variables.len; i++)
        variable_gone(sets, i);
    vec_free(&sets->variables);
    loctable_free(&sets->locs);
    loctable_free(&sets->locks);
    free(sets);
}

static void lockset_forget(Detector *d, u64 object)
{
    loctable_forget(&sets_of(d)->locs, object, variable_gone, sets_of(d));
}

static void lockset_mark(Detector *d)
{
    LockSets *sets = sets_of(d);
    for (u32 i = 0; i < sets->variables.len; i++) {
        core_mark(d, sets->variables.data[i].last.goroutine);
        core_mark(d, sets->variables.data[i].other.goroutine);
    }
}

static size_t lockset_memory(Detector *d)
{
    LockSets *sets = sets_of(d);
    return sizeof *sets + loctable_memory(&sets->locs) + loctable_memory(&sets->locks) +
           sets->variables.cap * sizeof(Variable);
}

const MemoryRules rules_lockset = {
    .info = {.name = "lockset",
             .says = "warns of variables that no lock protects always (Eraser); finds no races",
             .warns = true},
    .wants = WANT_ACCESS | WANT_REPEATS | WANT_PROVEN,
    .create = lockset_create,
    .destroy = lockset_destroy,
    .share = no_set,
    .again = same_set,
    .drop = drop_set,
    .join = join_sets,
    .end = lockset_end,
    .sync = lockset_sync,
    .access = lockset_access,
    .forget = lockset_forget,
    .mark = lockset_mark,
    .memory_used = lockset_memory,
};
