/* Locks that are taken twice, never taken, or not given back on some path. */
#include "analysis/check.h"

/* ---- twice ---- */

static bool lists_meet(const Model *model, const PtrList *a, const PtrList *b)
{
    for (u32 i = 0; a && b && i < a->len; i++)
        for (u32 k = 0; k < b->len; k++)
            if (a->data[i].object == b->data[k].object &&
                access_overlap(&model->objects.data[a->data[i].object], a->data[i], 1, b->data[k],
                               1))
                return true;
    return !a || !b;
}

/* Whether all that may give back the lock at this value is done by this goroutine, one at run time:
 * not while it waits for it. */
static bool is_own(const Walk *w, Val value)
{
    const Model *model = w->solver->model;
    u32 goro = model->instances.data[w->inst]->goro;
    const PtrList *list = points_lookup(model->points, w->inst, value);
    for (u32 i = 0; i < w->solver->tokens.len; i++) {
        const SyncToken *t = &w->solver->tokens.data[i];
        if (t->kind == TOKEN_UNLOCK && t->goro != goro &&
            lists_meet(model, list, points_lookup(model->points, t->inst, t->channel)))
            return false;
    }
    for (u32 i = 0; list && i < list->len; i++)
        if (list->data[i].object == OBJECT_UNKNOWN ||
            model->objects.data[list->data[i].object].havoc)
            return false;
    return goro_unique(model, goro) && list;
}

/* Whether the lock is the one at this value. */
static bool is_lock_at(const Walk *w, const Lock *lock, Val value)
{
    Ptr place;
    if (lock->of_value)
        return lock->key == value.key && lock->off == value.off;
    return solver_only_place(w->solver, w->inst, value, &place) && lock->key == place.object &&
           lock->off == place.off;
}

static void visit_lock(void *ctx, const Walk *w, bool after)
{
    NativeMeans means = check_native(w);
    if (after || !w->state.reached || (means != MEANS_LOCKS && means != MEANS_LOCKS_TO_READ) ||
        !check_is_programs(w))
        return;
    Val value = w->regs[w->in.a + 1];
    for (u32 i = 0; i < w->state.locks.len; i++) {
        const Lock *lock = &w->state.locks.data[i];
        bool write = means == MEANS_LOCKS || lock->mode == LOCK_WRITE;
        if (!write || !is_lock_at(w, lock, value) ||
            (!check_is_kept(w->solver, w->inst, lock) && !is_own(w, value)))
            continue;
        Buf name = {0};
        check_operand(w, &name);
        diag_warning(ctx, check_span(w), "%s is locked already, by this goroutine", buf_str(&name));
        buf_free(&name);
        return;
    }
}

void check_double_lock(Solver *solver, Diags *found)
{
    solver_visit(solver, VISIT_SYNC, visit_lock, found);
}

/* ---- never ---- */

typedef struct Taken {
    Solver *solver;
    PtrList places; /* that some Lock may take */
    bool unknown;   /* or any other */
    Diags *found;
} Taken;

static void note_taken(Taken *t, const Walk *w)
{
    NativeMeans means = check_native(w);
    const PtrList *list = points_lookup(w->solver->model->points, w->inst, w->regs[w->in.a + 1]);
    if (!means_takes(means) && means != MEANS_CHANGES)
        return;
    t->unknown |= !list;
    for (u32 i = 0; list && i < list->len; i++)
        vec_push(&t->places, list->data[i]);
}

static bool may_be_taken(const Taken *t, const PtrList *list)
{
    const Model *model = t->solver->model;
    bool may = t->unknown || !list || !list->len;
    for (u32 i = 0; !may && i < list->len; i++)
        may |= list->data[i].object == OBJECT_UNKNOWN ||
               model->objects.data[list->data[i].object].havoc;
    for (u32 i = 0; !may && i < t->places.len; i++)
        for (u32 k = 0; !may && k < list->len; k++)
            may = t->places.data[i].object == list->data[k].object &&
                  access_overlap(&model->objects.data[list->data[k].object], t->places.data[i], 1,
                                 list->data[k], 1);
    return may;
}

static void visit_taken(void *ctx, const Walk *w, bool after)
{
    if (!after && w->in.op == OP_CALLN)
        note_taken(ctx, w);
}

static void visit_unlock(void *ctx, const Walk *w, bool after)
{
    Taken *t = ctx;
    NativeMeans means = check_native(w);
    if (after || !w->state.reached || (means != MEANS_UNLOCKS && means != MEANS_UNLOCKS_READ) ||
        !check_is_programs(w) ||
        may_be_taken(t, points_lookup(w->solver->model->points, w->inst, w->regs[w->in.a + 1])))
        return;
    Buf name = {0};
    check_operand(w, &name);
    diag_warning(t->found, check_span(w), "nothing locks %s", buf_str(&name));
    buf_free(&name);
}

void check_unlocked(Solver *solver, Diags *found)
{
    Taken t = {.solver = solver, .found = found};
    solver_visit(solver, VISIT_SYNC, visit_taken, &t);
    solver_visit(solver, VISIT_SYNC, visit_unlock, &t);
    vec_free(&t.places);
}

/* ---- not given back ---- */

typedef struct Return {
    Lock lock;
    Span at;
    u32 inst;
} Return;

typedef struct Returns {
    Diags *found;
    u32 inst;    /* whose returns are being gathered */
    u32 returns; /* of it so far */
    VEC(Return) held;
} Returns;

static bool same_lock(const Lock *a, const Lock *b)
{
    return a->key == b->key && a->off == b->off && a->of_value == b->of_value;
}

static u32 count_lock(const Returns *r, const Lock *lock)
{
    u32 n = 0;
    for (u32 i = 0; i < r->held.len; i++)
        n += same_lock(&r->held.data[i].lock, lock);
    return n;
}

static bool state_has(const State *state, const Lock *lock)
{
    for (u32 i = 0; i < state->locks.len; i++)
        if (same_lock(&state->locks.data[i], lock))
            return true;
    return false;
}

static bool at_entry(const Solver *solver, u32 inst, const Lock *lock)
{
    const States *entry = &solver->entries[inst][0];
    bool all = true;
    for (u32 k = 0; all && k < entry->len; k++)
        all = state_has(&entry->data[k], lock);
    return all;
}

static void judge_returns(Returns *r, const Solver *solver)
{
    bool root = r->held.len && check_begins_goroutine(solver->model, r->inst);
    for (u32 i = 0; i < r->held.len; i++) {
        const Return *at = &r->held.data[i];
        bool others = count_lock(r, &at->lock) < r->returns;
        if (at->lock.of_value || !check_is_mutex(solver->model, &at->lock) || (!others && !root) ||
            at_entry(solver, r->inst, &at->lock) || !check_is_kept(solver, r->inst, &at->lock))
            continue;
        diag_warning(r->found, at->at,
                     root ? "the goroutine may end here with a lock held"
                          : "returns with a lock held, which other returns have given back");
    }
    vec_clear(&r->held);
    r->returns = 0;
}

static void visit_return(void *ctx, const Walk *w, bool after)
{
    Returns *r = ctx;
    if (w->inst != r->inst) {
        judge_returns(r, w->solver);
        r->inst = w->inst;
    }
    if (after || w->in.op != OP_RET || !w->state.reached || w->flow->fn->is_library)
        return;
    r->returns++;
    for (u32 i = 0; i < w->state.locks.len; i++)
        vec_push(&r->held, (Return){w->state.locks.data[i], check_span(w), w->inst});
}

void check_kept_lock(Solver *solver, Diags *found)
{
    Returns r = {.found = found};
    solver_visit(solver, VISIT_RETURNS, visit_return, &r);
    judge_returns(&r, solver);
    vec_free(&r.held);
}
