/* Locks that are surely held: taken and given back by natives, kept across calls that cannot give
 * them back, and renamed between a caller's values and a callee's parameters. */
#include "analysis/solve.h"

/* Where a lock may be. */
typedef struct Places {
    Ptr only;            /* the one place, */
    const PtrList *list; /* or off bytes after these */
    i64 off;
    u32 count;
} Places;

static Places lock_places(const Solver *solver, u32 inst, const Lock *lock)
{
    if (!lock->of_value)
        return (Places){.only = {(u32)lock->key, PTR_AT, (u32)lock->off}, .count = 1};
    Val base = {.key = lock->key};
    if (SYM_KIND(base) == SYM_GLOBAL)
        base.off = lock->off;
    const PtrList *list = points_lookup(solver->model->points, inst, base);
    return (Places){.list = list, .off = lock->off - base.off, .count = list ? list->len : 0};
}

static Ptr place_at(const Model *model, const Places *places, u32 i)
{
    return places->list ? ptr_shift(model, places->list->data[i], places->off) : places->only;
}

void solver_lock_places(const Solver *solver, u32 inst, const Lock *lock, PtrList *out)
{
    Places places = lock_places(solver, inst, lock);
    vec_clear(out);
    for (u32 i = 0; i < places.count; i++)
        vec_push(out, place_at(solver->model, &places, i));
}

static bool may_be_same(const Model *model, Ptr a, Ptr b)
{
    if (a.object == OBJECT_UNKNOWN || b.object == OBJECT_UNKNOWN)
        return model->objects.data[a.object].havoc && model->objects.data[b.object].havoc;
    return a.object == b.object && access_overlap(&model->objects.data[a.object], a, 1, b, 1);
}

static bool list_has(const Model *model, const PtrList *list, Ptr place)
{
    for (u32 i = 0; i < list->len; i++)
        if (may_be_same(model, list->data[i], place))
            return true;
    return false;
}

static bool is_channel(const Model *model, Ptr place)
{
    ObjectKind kind = model->objects.data[place.object].kind;
    return kind <= MEM_MADE || kind == MEM_CHAN;
}

/* Whether the lock may be one of those, which are channels if so said: a mutex is none. A lock that
 * leads nowhere known may be any. */
static bool may_be(const Solver *solver, u32 inst, const Lock *lock, const PtrList *list,
                   bool channels)
{
    Places places = lock_places(solver, inst, lock);
    for (u32 i = 0; i < places.count; i++) {
        Ptr place = place_at(solver->model, &places, i);
        if ((!channels || is_channel(solver->model, place)) && list_has(solver->model, list, place))
            return true;
    }
    return !places.count;
}

static void drop_lock(State *state, u32 i)
{
    state->locks.data[i] = vec_last(&state->locks);
    state->locks.len--;
}

void solver_drop_locks(const Solver *solver, State *state, u32 inst, const u64 *tokens)
{
    for (u32 t = 0; state->locks.len && t < solver->tokens.len; t++) {
        const SyncToken *token = &solver->tokens.data[t];
        bool gives = token->kind == TOKEN_UNLOCK || token->kind == TOKEN_RECV ||
                     (token->kind == TOKEN_ATOMIC && token->zero);
        if (!gives || !bit_has(tokens, t))
            continue;
        const PtrList *list = points_lookup(solver->model->points, token->inst, token->channel);
        for (u32 i = state->locks.len; i-- > 0;)
            if (!list ||
                may_be(solver, inst, &state->locks.data[i], list, token->kind == TOKEN_RECV)) {
                drop_lock(state, i);
                vec_clear(&state->unset);
            }
    }
}

/* ---- natives ---- */

/* The lock as it may be named: by its value, and by its place if there is only one. */
static u32 lock_names(const Walk *w, Val value, LockMode mode, Lock out[2])
{
    u32 n = 0;
    const PtrList *list = points_lookup(w->solver->model->points, w->inst, value);
    memset(out, 0, 2 * sizeof *out);
    if (!list || !list->len)
        return 0;
    out[n++] = (Lock){.of_value = true, .key = value.key, .off = value.off, .mode = mode};
    Ptr p = list->data[0];
    if (list->len == 1 && p.how == PTR_AT && w->solver->model->objects.data[p.object].single)
        out[n++] = (Lock){.key = p.object, .off = p.off, .mode = mode};
    return n;
}

/* ---- hand-over ----
 *
 * A lock that was taken before this, as the past says, and is taken now has been given back
 * between: the last Unlock comes before, whichever goroutine it is of; but nothing else may have
 * changed the lock. */

static bool only_locked(const Solver *solver, Ptr place)
{
    const Object *o = &solver->model->objects.data[place.object];
    const FlagWrites *writes = &solver->flag_writes[place.object];
    for (u32 i = 0; i < writes->len; i++) {
        const FlagWrite *write = &writes->data[i];
        if (access_overlap(o, write->place, write->size, place, 8))
            return false;
    }
    return true;
}

static bool was_locked(const Walk *w, Ptr place)
{
    const Solver *solver = w->solver;
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        Ptr at;
        if (t->kind == TOKEN_LOCK && bit_has(w->state.past, i) &&
            solver_only_place(solver, t->inst, t->channel, &at) && at.object == place.object &&
            at.off == place.off)
            return true;
    }
    return false;
}

/* What every operation that may have given the lock back has in its past. */
static void learn_release(Walk *w, Ptr place)
{
    const Solver *solver = w->solver;
    u32 ego = solver->model->instances.data[w->inst]->goro;
    u64 *common = NULL;
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        const PtrList *list = points_lookup(solver->model->points, t->inst, t->channel);
        if (t->kind != TOKEN_UNLOCK || !solver_may_precede(solver, i, ego, w->state.done) ||
            (list && !list_has(solver->model, list, place)))
            continue;
        if (common)
            bits_and(common, t->past, solver->words);
        else {
            common = xmalloc(solver->words * sizeof *common);
            memcpy(common, t->past, solver->words * sizeof *common);
        }
    }
    if (common)
        bits_or(w->state.past, common, solver->words);
    else
        w->state.reached = false;
    free(common);
}

static void hand_over(Walk *w, Val value)
{
    Ptr place;
    if (solver_only_place(w->solver, w->inst, value, &place) && only_locked(w->solver, place) &&
        was_locked(w, place))
        learn_release(w, place);
}

static bool holds(const State *state, const Lock *lock)
{
    for (u32 i = 0; i < state->locks.len; i++)
        if (!memcmp(&state->locks.data[i], lock, sizeof *lock))
            return true;
    return false;
}

void solver_take(Walk *w, State *state, Val value, LockMode mode)
{
    Lock names[2];
    for (u32 i = lock_names(w, value, mode, names); i-- > 0;)
        if (!holds(state, &names[i]))
            vec_push(&state->locks, names[i]);
}

/* Locks at any of these places protect nothing; those of the largest set are noted once. */
static void break_all(Walk *w, const PtrList *list)
{
    Solver *solver = w->solver;
    bool largest = points_is_largest(solver->model->points, list);
    if (!w->final || !list || (largest && solver->broke_any))
        return;
    solver->broke_any |= largest;
    for (u32 i = 0; i < list->len; i++)
        vec_push(&solver->broken, list->data[i]);
}

/* A lock that is given back by a goroutine that may not hold it protects nothing. */
static void give(Walk *w, Val value, LockMode mode, bool channel)
{
    Lock names[2];
    u32 n = lock_names(w, value, mode, names);
    bool held = false;
    for (u32 i = 0; i < n; i++)
        held |= holds(&w->state, &names[i]);
    const PtrList *list = points_lookup(w->solver->model->points, w->inst, value);
    if (!held)
        break_all(w, list);
    for (u32 i = w->state.locks.len; list && i-- > 0;)
        if (may_be(w->solver, w->inst, &w->state.locks.data[i], list, channel))
            drop_lock(&w->state, i);
    vec_clear(&w->state.unset);
}

/* An atomic variable becomes 0, perhaps: a lock made of it is given back. What changes it in other
 * ways says nothing, and breaks such a lock. */
static void change(Walk *w, Val value, NativeMeans means)
{
    const SyncToken *t = solver_token(w->solver, w->inst, w->pc);
    const PtrList *list = points_lookup(w->solver->model->points, w->inst, value);
    bool sure = means_atomic_write(means);
    if (sure && t->zero)
        give(w, value, LOCK_ATOMIC, false);
    if (!sure)
        break_all(w, list);
}

void solver_lock(Walk *w, NativeMeans means)
{
    Val value = w->regs[w->in.a + 1];
    if (means == MEANS_LOCKS || means == MEANS_LOCKS_TO_READ) {
        hand_over(w, value);
        solver_take(w, &w->state, value, means == MEANS_LOCKS ? LOCK_WRITE : LOCK_READ);
    }
    if (means == MEANS_UNLOCKS || means == MEANS_UNLOCKS_READ)
        give(w, value, means == MEANS_UNLOCKS ? LOCK_WRITE : LOCK_READ, false);
    if (means_changes(means) || means_atomic_write(means))
        change(w, value, means);
}

void solver_channel_lock(Walk *w, State *state, Val channel, SyncTokenKind kind)
{
    Ptr place;
    const PtrList *list = points_lookup(w->solver->model->points, w->inst, channel);
    if (kind == TOKEN_CLOSE)
        break_all(w, list);
    if (kind == TOKEN_RECV)
        give(w, channel, LOCK_WRITE, true);
    else if (kind == TOKEN_SEND && solver_only_place(w->solver, w->inst, channel, &place) &&
             solver_channel_is_known(w->solver, place.object) &&
             w->solver->model->objects.data[place.object].capacity == 1)
        solver_take(w, state, channel, LOCK_WRITE);
}

/* ---- names ---- */

/* The value gets a new meaning: what is known of the old one says nothing any more. */
void solver_redefine(Walk *w, State *state, SymKind kind, u32 pc)
{
    for (u32 i = state->locks.len; i-- > 0;) {
        Val v = {.key = state->locks.data[i].key};
        if (state->locks.data[i].of_value && SYM_KIND(v) == kind && SYM_PC(v) == pc)
            drop_lock(state, i);
    }
    for (u32 i = 0; i < state->pending.len; i++) {
        const CallSite *site = w->solver->model->sites.data[state->pending.data[i]];
        state->pending_unknown |= SYM_KIND(site->called) == kind && SYM_PC(site->called) == pc;
        for (u32 k = 0; k < site->arg_syms.len; k++)
            state->pending_unknown |=
                SYM_KIND(site->arg_syms.data[k]) == kind && SYM_PC(site->arg_syms.data[k]) == pc;
    }
    if (state->pending_unknown)
        vec_clear(&state->pending);
}

/* The same lock seen from the other side of a call; false: it has no name there. */
static bool rename_lock(const CallSite *site, const Lock *lock, bool inwards, u32 i, Lock *out)
{
    Val arg = site->arg_syms.data[i], param = {SYM_KEY(SYM_PARAM, 0, i), 0};
    Val from = inwards ? arg : param, to = inwards ? param : arg;
    if (SYM_KIND(arg) < SYM_PARAM || lock->key != from.key)
        return false;
    *out = *lock;
    out->key = to.key;
    out->off = lock->off - from.off + to.off;
    return true;
}

void solver_rename_locks(const CallSite *site, const State *from, bool inwards, State *to)
{
    for (u32 i = 0; i < from->locks.len; i++) {
        const Lock *lock = &from->locks.data[i];
        Lock renamed = *lock;
        if (!lock->of_value && !holds(to, lock))
            vec_push(&to->locks, renamed);
        for (u32 k = 0; lock->of_value && k < site->arg_syms.len; k++)
            if (rename_lock(site, lock, inwards, k, &renamed) && !holds(to, &renamed))
                vec_push(&to->locks, renamed);
    }
}

/* ---- what is known in the end ---- */

static int compare_places(const void *a, const void *b)
{
    const Ptr *one = a, *other = b;
    if (one->object != other->object)
        return one->object < other->object ? -1 : 1;
    u32 at = (u32)one->how << 30 | one->off, at_other = (u32)other->how << 30 | other->off;
    return at < at_other ? -1 : at > at_other;
}

void solver_sort_broken(Solver *solver)
{
    Ptr *all = solver->broken.data;
    u32 kept = 0;
    if (solver->broken.len)
        qsort(all, solver->broken.len, sizeof *all, compare_places);
    for (u32 i = 0; i < solver->broken.len; i++)
        if (!kept || compare_places(&all[kept - 1], &all[i]) != 0)
            all[kept++] = all[i];
    solver->broken.len = kept;
}

/* The first broken place of an object or one after it. */
static u32 first_broken(const Solver *solver, u32 object)
{
    u32 low = 0, high = solver->broken.len;
    while (low < high) {
        u32 mid = (low + high) / 2;
        if (solver->broken.data[mid].object < object)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static bool breaks(const Solver *solver, u32 object, Ptr place)
{
    const Ptr *all = solver->broken.data;
    for (u32 i = first_broken(solver, object); i < solver->broken.len && all[i].object == object;
         i++)
        if (may_be_same(solver->model, all[i], place))
            return true;
    return false;
}

bool solver_kept(const Solver *solver, Ptr place)
{
    if (place.object != OBJECT_UNKNOWN)
        return !breaks(solver, OBJECT_UNKNOWN, place) && !breaks(solver, place.object, place);
    for (u32 i = 0; i < solver->broken.len; i++)
        if (may_be_same(solver->model, solver->broken.data[i], place))
            return false;
    return true;
}
