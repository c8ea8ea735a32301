/* States of the solver: copies, joins, and what escapes. */
#include <xxhash.h>

#include "analysis/solve.h"

enum { MOST_PENDING = 8 }; /* lists of pending calls that have a state of their own in a block */

void state_init(const Solver *solver, State *state)
{
    *state = (State){.past = xcalloc(solver->words, sizeof(u64)),
                     .done = xcalloc(solver->words, sizeof(u64)),
                     .joined = xcalloc(solver->words, sizeof(u64))};
}

void state_free(State *state)
{
    free(state->past);
    free(state->done);
    free(state->joined);
    vec_free(&state->locks);
    vec_free(&state->unset);
    vec_free(&state->fresh);
    vec_free(&state->owned);
    vec_free(&state->latches);
    vec_free(&state->pending);
}

#define copy_list(to, from) \
    do { \
        vec_clear(to); \
        for (u32 i_ = 0; i_ < (from)->len; i_++) \
            vec_push((to), (from)->data[i_]); \
    } while (0)

void state_copy(const Solver *solver, State *to, const State *from)
{
    to->reached = from->reached;
    memcpy(to->past, from->past, solver->words * sizeof(u64));
    memcpy(to->done, from->done, solver->words * sizeof(u64));
    memcpy(to->joined, from->joined, solver->words * sizeof(u64));
    copy_list(&to->locks, &from->locks);
    copy_list(&to->unset, &from->unset);
    copy_list(&to->fresh, &from->fresh);
    copy_list(&to->owned, &from->owned);
    copy_list(&to->latches, &from->latches);
    copy_list(&to->pending, &from->pending);
    to->pending_unknown = from->pending_unknown;
    to->select_pc = from->select_pc;
    to->select_left = from->select_left;
}

static bool same_lock(Lock a, Lock b)
{
    return a.key == b.key && a.off == b.off && a.mode == b.mode && a.of_value == b.of_value;
}

static bool same_place(Ptr a, Ptr b)
{
    return a.object == b.object && a.how == b.how && a.off == b.off;
}

static bool same_word(u32 a, u32 b)
{
    return a == b;
}

static bool same_owned(Owned a, Owned b)
{
    return a.key == b.key;
}

static bool same_latch(Latch a, Latch b)
{
    return a.key == b.key && a.root == b.root && a.off == b.off && a.how == b.how;
}

/* Keeps what both lists have. */
#define join_list(to, from, same) \
    do { \
        u32 kept_ = 0; \
        for (u32 i_ = 0; i_ < (to)->len; i_++) \
            for (u32 k_ = 0; k_ < (from)->len; k_++) \
                if (same((from)->data[k_], (to)->data[i_])) { \
                    (to)->data[kept_++] = (to)->data[i_]; \
                    break; \
                } \
        (to)->len = kept_; \
    } while (0)

static u32 lists_size(const State *state)
{
    return state->locks.len + state->fresh.len + state->unset.len + state->owned.len +
           state->latches.len;
}

static bool join_lists(State *to, const State *from)
{
    u32 before = lists_size(to);
    join_list(&to->locks, &from->locks, same_lock);
    join_list(&to->fresh, &from->fresh, same_word);
    join_list(&to->unset, &from->unset, same_place);
    join_list(&to->owned, &from->owned, same_owned);
    join_list(&to->latches, &from->latches, same_latch);
    return lists_size(to) != before;
}

static bool same_pending(const State *a, const State *b)
{
    return a->pending_unknown == b->pending_unknown && a->pending.len == b->pending.len &&
           (!a->pending.len ||
            !memcmp(a->pending.data, b->pending.data, a->pending.len * sizeof *a->pending.data));
}

static bool join_pending(State *to, const State *from)
{
    if (to->pending_unknown || same_pending(to, from))
        return false;
    to->pending_unknown = true;
    vec_clear(&to->pending);
    return true;
}

static bool join_select(State *to, const State *from)
{
    if (!to->select_pc)
        return false;
    u32 pc = from->select_pc == to->select_pc ? to->select_pc : 0;
    u64 left = to->select_left | from->select_left;
    bool changed = pc != to->select_pc || left != to->select_left;
    to->select_pc = pc;
    to->select_left = left;
    return changed;
}

bool state_join(const Solver *solver, State *to, const State *from)
{
    if (!from->reached)
        return false;
    if (!to->reached) {
        state_copy(solver, to, from);
        return true;
    }
    bool changed = bits_and(to->past, from->past, solver->words);
    changed |= bits_or(to->done, from->done, solver->words);
    changed |= bits_and(to->joined, from->joined, solver->words);
    changed |= join_lists(to, from);
    changed |= join_pending(to, from);
    return join_select(to, from) || changed;
}

static void push_state(const Solver *solver, States *to, const State *from)
{
    State copy;
    state_init(solver, &copy);
    state_copy(solver, &copy, from);
    vec_push(to, copy);
}

/* All become the first, in which it is not known what is pending. */
static void merge_states(const Solver *solver, States *states)
{
    while (states->len > 1) {
        State last = vec_pop(states);
        state_join(solver, &states->data[0], &last);
        state_free(&last);
    }
}

bool states_join(const Solver *solver, States *to, const State *from)
{
    if (!from->reached)
        return false;
    if (from->pending_unknown)
        merge_states(solver, to);
    if (to->len && (from->pending_unknown || to->data[0].pending_unknown))
        return state_join(solver, &to->data[0], from);
    for (u32 i = 0; i < to->len; i++)
        if (same_pending(&to->data[i], from))
            return state_join(solver, &to->data[i], from);
    push_state(solver, to, from);
    if (to->len > MOST_PENDING)
        merge_states(solver, to);
    return true;
}

static void escapes(const Solver *solver, State *state, u32 inst, u32 object)
{
    const Object *o = &solver->model->objects.data[object];
    for (u32 i = 0; o->inst == inst && i < state->fresh.len; i++)
        if (state->fresh.data[i] == o->pc) {
            state->fresh.data[i] = vec_last(&state->fresh);
            state->fresh.len--;
        }
}

/* Whether the value cannot be that of an object which only registers of this call point to: it
 * comes from memory, from another goroutine, from the caller, or from a callee to which the object
 * would have been passed on before. */
static bool comes_from_elsewhere(const Func *fn, Val value)
{
    if (SYM_KIND(value) == SYM_PARAM)
        return true;
    if (SYM_KIND(value) != SYM_DEF)
        return false;
    u32 op = fn->code[SYM_PC(value)].in.op;
    return (op_info[op].effect == EFFECT_READ && !(op_info[op].flags & ALLOCS)) || op == OP_CALL ||
           op == OP_CALLC || op == OP_CALLI || op == OP_CAPN || op == OP_RECV || op == OP_RECV2;
}

void state_escape(const Solver *solver, State *state, u32 inst, Val value)
{
    if (comes_from_elsewhere(solver->model->instances.data[inst]->flow->fn, value))
        return;
    const PtrList *list = points_lookup(solver->model->points, inst, value);
    for (u32 i = 0; list && i < list->len; i++)
        escapes(solver, state, inst, list->data[i].object);
}

bool state_is_fresh(const State *state, Val value)
{
    bool param = SYM_KIND(value) == SYM_PARAM && SYM_PC(value) == 0;
    u32 wanted = param ? FRESH_PARAM | SYM_PART(value) : SYM_PC(value);
    if (!param && (SYM_KIND(value) != SYM_DEF || SYM_PART(value) != 0))
        return false;
    for (u32 i = 0; i < state->fresh.len; i++)
        if (state->fresh.data[i] == wanted)
            return true;
    return false;
}

/* ---- histories of uses ---- */

static bool is_history(const Solver *solver, const u64 *history, const State *state)
{
    u32 words = solver->words;
    size_t bytes = words * sizeof(u64);
    return !memcmp(history, state->past, bytes) && !memcmp(history + words, state->done, bytes) &&
           !memcmp(history + 2 * words, state->joined, bytes);
}

static u64 *new_history(Solver *solver, const State *state)
{
    u32 words = solver->words;
    size_t bytes = words * sizeof(u64);
    u64 *history = arena_alloc(&solver->arena, 3 * bytes);
    memcpy(history, state->past, bytes);
    memcpy(history + words, state->done, bytes);
    memcpy(history + 2 * words, state->joined, bytes);
    return history;
}

void solver_keep_history(Solver *solver, Use *use, const State *state)
{
    size_t bytes = solver->words * sizeof(u64);
    u64 hash = XXH3_64bits(state->past, bytes);
    hash = XXH3_64bits_withSeed(state->done, bytes, hash);
    hash = XXH3_64bits_withSeed(state->joined, bytes, hash);
    u64 *there = map_put(&solver->history_at, hash);
    while (*there && !is_history(solver, solver->histories.data[*there - 1], state))
        there = map_put(&solver->history_at, ++hash);
    if (!*there) {
        vec_push(&solver->histories, new_history(solver, state));
        *there = solver->histories.len;
    }
    use->choice = solver->model->instances.data[use->inst]->choice;
    use->history = (u32)(*there - 1);
    use->past = solver->histories.data[use->history];
    use->done = use->past + solver->words;
    use->joined = use->done + solver->words;
}
