/* Lock order: a goroutine that holds one lock and takes another, while others do it the other way
 * round, may wait for ever. Locks are places of objects that are one at run time. A cycle counts if
 * its steps may come at the same time: no two are by one goroutine, nothing orders them, and they
 * hold no common lock (a gate) besides. */
#include "analysis/alternative.h"
#include "analysis/check.h"
#include "analysis/digest.h"

enum { LONGEST_CYCLE = 4, MOST_STEPS = 2000 };

/* The lock `to` is taken at a place where `from` is held. */
typedef struct LockStep {
    Lock from, to;
    Use use; /* what is known there */
} LockStep;

typedef struct Order {
    Solver *solver;
    Diags *found;
    VEC(LockStep) steps;
    u32 path[LONGEST_CYCLE];
} Order;

static bool same_lock(const Lock *a, const Lock *b)
{
    return a->key == b->key && a->off == b->off;
}

static Use use_at(const Walk *w)
{
    Solver *solver = w->solver;
    Use use = {.inst = w->inst,
               .pc = w->pc,
               .goro = solver->model->instances.data[w->inst]->goro,
               .how = ACCESS_WHOLE,
               .locks = solver->held.len,
               .nlocks = w->state.locks.len};
    solver_keep_history(solver, &use, &w->state);
    for (u32 i = 0; i < w->state.locks.len; i++)
        vec_push(&solver->held, w->state.locks.data[i]);
    return use;
}

static void visit(void *ctx, const Walk *w, bool after)
{
    Order *o = ctx;
    NativeMeans means = check_native(w);
    Ptr place;
    if (after || !w->state.reached || !w->state.locks.len || o->steps.len > MOST_STEPS ||
        (means != MEANS_LOCKS && means != MEANS_LOCKS_TO_READ) ||
        !solver_only_place(w->solver, w->inst, w->regs[w->in.a + 1], &place))
        return;
    Lock to = {.key = place.object, .off = place.off};
    to.mode = means == MEANS_LOCKS ? LOCK_WRITE : LOCK_READ;
    LockStep step = {.to = to, .use = use_at(w)};
    for (u32 i = 0; i < w->state.locks.len; i++) {
        step.from = w->state.locks.data[i];
        if (step.from.mode == LOCK_ATOMIC)
            continue;
        Ptr held = {(u32)step.from.key, PTR_AT, (u32)step.from.off};
        if (!step.from.of_value && !same_lock(&step.from, &to) && solver_kept(w->solver, held))
            vec_push(&o->steps, step);
    }
}

/* Whether two steps may wait for each other: not if both locks in between are only read. */
static bool compatible(const Order *o, const LockStep *a, const LockStep *b)
{
    for (u32 i = 0; i < digest_count; i++)
        if (!digests[i]->needs_race_free && digests[i]->ordered(o->solver, &a->use, &b->use))
            return false;
    if (!alternative_meet(o->solver->model, a->use.choice, b->use.choice))
        return false;
    return a->use.goro != b->use.goro || !goro_unique(o->solver->model, a->use.goro);
}

static bool fits(const Order *o, u32 len, u32 next)
{
    for (u32 i = 0; i < len; i++)
        if (!compatible(o, &o->steps.data[o->path[i]], &o->steps.data[next]))
            return false;
    return true;
}

static Span step_span(const Order *o, u32 i)
{
    const Use *use = &o->steps.data[o->path[i]].use;
    Walk at = {.solver = o->solver, .inst = use->inst, .pc = use->pc};
    return check_span(&at);
}

static u32 first_in_source(const Order *o, u32 len)
{
    u32 first = 0;
    for (u32 i = 1; i < len; i++)
        if (step_span(o, i).start < step_span(o, first).start)
            first = i;
    return first;
}

static void report(const Order *o, u32 len)
{
    u32 first = first_in_source(o, len);
    Diag *diag = diag_warning(o->found, step_span(o, first),
                              "takes a lock while another is held, which elsewhere are taken in "
                              "another order: both may wait for ever");
    for (u32 i = 1; i < len; i++)
        diag_note(o->found, diag, step_span(o, (first + i) % len),
                  "note: %s is taken while that one is held",
                  i + 1 < len ? "another lock" : "the lock held there");
}

/* Every cycle begins with its step of the lowest number. */
static void extend(Order *o, u32 len)
{
    const LockStep *first = &o->steps.data[o->path[0]], *last = &o->steps.data[o->path[len - 1]];
    if (len > 1 && same_lock(&last->to, &first->from) &&
        (last->to.mode == LOCK_WRITE || first->from.mode == LOCK_WRITE)) {
        report(o, len);
        return;
    }
    for (u32 i = o->path[0] + 1; len < LONGEST_CYCLE && i < o->steps.len; i++) {
        const LockStep *next = &o->steps.data[i];
        if (!same_lock(&last->to, &next->from) ||
            (last->to.mode != LOCK_WRITE && next->from.mode != LOCK_WRITE) || !fits(o, len, i))
            continue;
        o->path[len] = i;
        extend(o, len + 1);
    }
}

void check_lock_order(Solver *solver, Diags *found)
{
    Order o = {.solver = solver, .found = found};
    solver_visit(solver, VISIT_SYNC, visit, &o);
    for (u32 i = 0; i < o.steps.len; i++) {
        o.path[0] = i;
        extend(&o, 1);
    }
    vec_free(&o.steps);
}
