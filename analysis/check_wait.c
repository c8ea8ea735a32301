/* WaitGroups whose counter must become negative: they are given back what nothing added. */
#include "analysis/check.h"

static bool may_be_same(const Model *model, const PtrList *a, const PtrList *b)
{
    if (!a || !b)
        return true;
    for (u32 i = 0; i < a->len; i++)
        for (u32 k = 0; k < b->len; k++)
            if (a->data[i].object == OBJECT_UNKNOWN || b->data[k].object == OBJECT_UNKNOWN ||
                (a->data[i].object == b->data[k].object &&
                 access_overlap(&model->objects.data[a->data[i].object], a->data[i], 1, b->data[k],
                                1)))
                return true;
    return false;
}

/* Whether some Add may be of a positive number, and to that WaitGroup. */
static bool may_be_added(const Solver *solver, const SyncToken *done)
{
    const Model *model = solver->model;
    const PtrList *list = points_lookup(model->points, done->inst, done->channel);
    for (u32 i = 0; list && i < list->len; i++)
        if (list->data[i].object == OBJECT_UNKNOWN ||
            model->objects.data[list->data[i].object].havoc)
            return true;
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        if (t->kind == TOKEN_ADD && (!t->counted || t->delta > 0) &&
            may_be_same(model, points_lookup(model->points, t->inst, t->channel), list))
            return true;
    }
    return !list || !list->len;
}

void check_negative(Solver *solver, Diags *found)
{
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        Walk at = {.solver = solver, .inst = t->inst, .pc = t->pc};
        if (t->kind == TOKEN_ADD && t->reached && t->counted && t->delta < 0 &&
            check_is_programs(&at) && !may_be_added(solver, t))
            diag_warning(found, check_span(&at), "nothing adds to this WaitGroup: it panics");
    }
}

/* ---- a Done that is missing on some way ---- */

/* Whether the operation is a Done. */
static bool is_done(const SyncToken *t)
{
    return t->kind == TOKEN_ADD && t->reached && t->counted && t->delta == -1;
}

static bool repeats(const Solver *solver, const SyncToken *t)
{
    const Instance *in = solver->model->instances.data[t->inst];
    return in->repeats || flow_repeats(in->flow, t->pc);
}

static bool descends(const Model *model, u32 t, u32 from)
{
    while (t > GORO_UNKNOWN && t != from && model->goros.data[t].parent != t)
        t = model->goros.data[t].parent;
    return t == from;
}

/* Whether a panic before the Done may be recovered from in its goroutine, which then goes on. */
static bool is_recovered(const Solver *solver, const SyncToken *done)
{
    const Model *model = solver->model;
    u32 inst = done->inst;
    for (u32 depth = 0; depth < model->instances.len; depth++) {
        const Instance *in = model->instances.data[inst];
        if (in->calls_from.len != 1 || (in->flow->recover_block && solver->may_recover[inst]))
            return true;
        const CallSite *site = model->sites.data[in->calls_from.data[0]];
        if (site->kind == CALL_GO)
            return false;
        inst = site->inst;
    }
    return true;
}

/* Whether each goroutine of id t is to do that Done's like once: none of them is in a loop, and no
 * goroutine that it starts does one in its place. */
static bool is_only_done(const Solver *solver, const SyncToken *done)
{
    const Model *model = solver->model;
    const PtrList *list = points_lookup(model->points, done->inst, done->channel);
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        if (!is_done(t) || !descends(model, t->goro, done->goro) ||
            !may_be_same(model, points_lookup(model->points, t->inst, t->channel), list))
            continue;
        if (t->goro != done->goro || repeats(solver, t))
            return false;
    }
    return true;
}

/* Whether the goroutine has surely done one of the WaitGroup of this one. */
static bool has_done(const Walk *w, const SyncToken *done)
{
    const Solver *solver = w->solver;
    const Points *points = solver->model->points;
    const PtrList *list = points_lookup(points, done->inst, done->channel);
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        if (is_done(t) && t->goro == done->goro && bit_has(w->state.past, i) &&
            may_be_same(solver->model, points_lookup(points, t->inst, t->channel), list))
            return true;
    }
    return false;
}

static void visit_end(void *ctx, const Walk *w, bool after)
{
    const Solver *solver = w->solver;
    const Model *model = solver->model;
    if (after || w->in.op != OP_RET || !w->state.reached || w->flow->fn->is_library ||
        !check_begins_goroutine(model, w->inst))
        return;
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        if (!is_done(t) || t->goro != model->instances.data[w->inst]->goro ||
            !is_only_done(solver, t) || is_recovered(solver, t) || has_done(w, t))
            continue;
        Walk at = {.solver = w->solver, .inst = t->inst, .pc = t->pc};
        Diag *diag = diag_warning(ctx, check_span(w), "the goroutine may end here without a Done");
        diag_note(ctx, diag, check_span(&at), "note: on another way it does");
        return;
    }
}

void check_no_done(Solver *solver, Diags *found)
{
    solver_visit(solver, VISIT_RETURNS, visit_end, found);
}

/* ---- waiting under a lock ---- */

/* Whether an instance is called by a deferred call, by way of others or not. */
static bool is_deferred(const Model *model, u32 inst)
{
    for (u32 depth = 0; depth < model->instances.len; depth++) {
        const Instance *in = model->instances.data[inst];
        if (in->calls_from.len != 1)
            return false;
        const CallSite *site = model->sites.data[in->calls_from.data[0]];
        if (site->kind != CALL_PLAIN)
            return site->kind == CALL_DEFER;
        inst = site->inst;
    }
    return false;
}

/* Whether a goroutine that ends by returning has done the operation: then a Done that is deferred
 * comes after it, if it is not deferred itself. What is known at such a Done does not say so, since
 * a panic runs it, too. */
static bool precedes_end(const Solver *solver, u32 token)
{
    const SyncToken *t = &solver->tokens.data[token];
    const Goro *g = &solver->model->goros.data[t->goro];
    bool all = g->roots.len > 0 && !is_deferred(solver->model, t->inst);
    for (u32 i = 0; i < g->roots.len; i++) {
        const State *end = &solver->exits[g->roots.data[i]];
        all &= end->reached && bit_has(end->past, token);
    }
    return all;
}

/* The Lock of that place which a goroutine takes before this Done, send, close or receive, unless
 * it panics, or NULL; not one that it has given back already when the other waits. */
static const SyncToken *locks_first(const Walk *w, const SyncToken *done, const Lock *lock)
{
    const Solver *solver = w->solver;
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        Ptr place;
        if (t->kind == TOKEN_LOCK && t->goro == done->goro &&
            (bit_has(done->past, i) ||
             (is_deferred(solver->model, done->inst) && precedes_end(solver, i))) &&
            !(goro_unique(solver->model, t->goro) && bit_has(w->state.past, i)) &&
            solver_only_place(solver, t->inst, t->channel, &place) && place.object == lock->key &&
            place.off == lock->off)
            return t;
    }
    return NULL;
}

/* Whether a Done may be of the WaitGroup that is waited for, and by another goroutine. */
static bool is_waited_for(const Walk *w, const SyncToken *done)
{
    const Model *model = w->solver->model;
    Ptr here, there;
    return is_done(done) && done->goro != model->instances.data[w->inst]->goro &&
           solver_only_place(w->solver, w->inst, w->regs[w->in.a + 1], &here) &&
           solver_only_place(w->solver, done->inst, done->channel, &there) &&
           here.object == there.object && here.off == there.off;
}

/* The Lock that the first Done takes which needs the lock; NULL: none does. */
static const SyncToken *done_locks(const Walk *w, const Lock *held)
{
    const Solver *solver = w->solver;
    const SyncToken *lock = NULL;
    for (u32 i = 0; i < solver->tokens.len && !lock; i++)
        if (is_waited_for(w, &solver->tokens.data[i]))
            lock = locks_first(w, &solver->tokens.data[i], held);
    return lock;
}

/* Whether the token may complete the operation `op`, on the same channel. */
static bool may_complete(const Solver *solver, const SyncToken *t, const SyncToken *op)
{
    bool fits = op->kind == TOKEN_RECV ? t->kind == TOKEN_SEND || t->kind == TOKEN_CLOSE
                                       : t->kind == TOKEN_RECV;
    bool own = t->goro == op->goro && goro_unique(solver->model, t->goro);
    return fits && t->reached && !own;
}

/* The same of what may complete the receive, or the send without a buffer, that the walk is at: all
 * of it needs the lock. */
static const SyncToken *partners_lock(const Walk *w, const Lock *held)
{
    const Solver *solver = w->solver;
    const SyncToken *op = solver_token(solver, w->inst, w->pc), *first = NULL;
    Ptr place;
    if (!op || !solver_only_place(solver, w->inst, op->channel, &place))
        return NULL;
    bool meets = solver->model->objects.data[place.object].capacity == 0;
    if (!solver_channel_is_known(solver, place.object) || (op->kind == TOKEN_SEND && !meets))
        return NULL;
    for (u32 i = 0; i < solver->releases[place.object].len; i++) {
        const SyncToken *t = &solver->tokens.data[solver->releases[place.object].data[i]];
        if (!may_complete(solver, t, op))
            continue;
        const SyncToken *lock = locks_first(w, t, held);
        if (!lock)
            return NULL;
        first = first ? first : lock;
    }
    return first;
}

static void report_locked(const Walk *w, const SyncToken *lock, Diags *found)
{
    Walk at = {.solver = w->solver, .inst = lock->inst, .pc = lock->pc};
    Diag *diag = diag_warning(found, check_span(w),
                              "waits with a lock held that is needed by what it waits for");
    diag_note(found, diag, check_span(&at), "note: the lock is taken here before that");
}

static bool may_wait(const Walk *w)
{
    Op op = w->in.op;
    return op == OP_SEND || op == OP_RECV || op == OP_RECV2 || check_native(w) == MEANS_WAITS;
}

static void visit_wait(void *ctx, const Walk *w, bool after)
{
    if (after || !w->state.reached || !may_wait(w) || !check_is_programs(w))
        return;
    for (u32 i = 0; i < w->state.locks.len; i++) {
        const Lock *held = &w->state.locks.data[i];
        if (held->of_value || !check_is_mutex(w->solver->model, held) ||
            !check_is_kept(w->solver, w->inst, held))
            continue;
        bool waits = check_native(w) == MEANS_WAITS;
        const SyncToken *lock = waits ? done_locks(w, held) : partners_lock(w, held);
        if (lock) {
            report_locked(w, lock, ctx);
            return;
        }
    }
}

void check_wait_locked(Solver *solver, Diags *found)
{
    solver_visit(solver, VISIT_SYNC | VISIT_CHANNELS, visit_wait, found);
}
