/* Pairs of accesses that may conflict, and what proves them free of races or keeps them open. */
#include "analysis/pairs.h"

#include "analysis/alternative.h"
#include "analysis/inner.h"
#include "analysis/must.h"
#include "analysis/round.h"
#include "base/limits.h"
#include "race/report/report.h"

/* ---- where ---- */

/* The instance of the program that a use belongs to, and the code word there. */
static u32 user_instance(const Solver *solver, const Use *use, u32 *pc)
{
    u32 inst = use->inst;
    *pc = use->pc;
    for (;;) {
        const Instance *in = solver->model->instances.data[inst];
        const Func *fn = in->flow->fn;
        if ((!fn->is_library && !fn->is_wrapper) || in->caller == inst)
            return inst;
        *pc = in->caller_pc;
        inst = in->caller;
    }
}

Span use_span(const Solver *solver, const Use *use)
{
    if (use->unknown)
        return (Span){0};
    u32 pc;
    u32 inst = user_instance(solver, use, &pc);
    return solver->model->instances.data[inst]->flow->fn->spans[pc];
}

const char *use_function(const Solver *solver, const Use *use)
{
    if (use->unknown)
        return "a native";
    u32 pc;
    return solver->model->instances.data[user_instance(solver, use, &pc)]->flow->fn->name;
}

void pair_variable(const Solver *solver, const Use *a, const Use *b, Buf *out)
{
    const Object *o = &solver->model->objects.data[a->object];
    report_accessed(solver->model->program->sources, use_span(solver, a), use_span(solver, b), out);
    if (a->object == OBJECT_ANY)
        o = &solver->model->objects.data[b->object];
    if (out->len == 0 && o->kind == MEM_GLOBAL)
        buf_puts(out, solver->model->program->globals.data[o->index].name);
    if (out->len == 0)
        buf_puts(out, "memory of the library");
}

/* ---- which ---- */

/* Whether one goes to anything that natives know of, and the other to such an object. */
static bool may_meet(const Solver *solver, const Use *a, const Use *b)
{
    const Object *objects = solver->model->objects.data;
    return (a->object == OBJECT_UNKNOWN && objects[b->object].havoc) ||
           (b->object == OBJECT_UNKNOWN && objects[a->object].havoc);
}

/* Whether a WaitGroup may count up again after one of two Waits has begun: then each may be the
 * first to wait, which detectors take for a write. */
static bool is_reused(const Solver *solver, const Use *a, const Use *b)
{
    const Object *o = &solver->model->objects.data[a->object];
    if (solver_latch_is_sure(solver, a->place)) /* it counts up once, before it is passed on */
        return false;
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        if (t->kind != TOKEN_ADD || !t->reached || (t->counted && t->delta <= 0) ||
            (solver_runs_once(solver, t) && bit_has(a->past, i) && bit_has(b->past, i)))
            continue;
        const PtrList *list = points_lookup(solver->model->points, t->inst, t->channel);
        for (u32 k = 0; list && k < list->len; k++)
            if (list->data[k].object == a->object &&
                access_overlap(o, list->data[k], 1, a->place, 1))
                return true;
    }
    return false;
}

/* The same where both access any object of the largest set. */
static bool any_conflict(const Use *a, const Use *b)
{
    bool waits =
        (a->sync == USE_WAIT && b->sync >= USE_ADD) || (b->sync == USE_WAIT && a->sync >= USE_ADD);
    return (a->write || b->write) && (!(a->sync && b->sync) || waits) &&
           !(a->channel && b->channel && a->write == b->write);
}

/* Whether uses of OBJECT_ANY may be of what uses of an object are of. */
static bool any_meets(const Solver *solver, u32 object)
{
    return bit_has(solver->any, object) || (object == OBJECT_UNKNOWN && solver->any_havoc) ||
           (solver->model->objects.data[object].havoc && bit_has(solver->any, OBJECT_UNKNOWN));
}

/* The use of OBJECT_ANY as one of this object. */
static bool any_at(const Solver *solver, const Use *any, u32 object, Use *out)
{
    const Object *o = &solver->model->objects.data[object];
    *out = *any;
    out->object = object;
    out->place = (Ptr){object, PTR_ANY, 0};
    return any_meets(solver, object) && solver_space_has(solver->model, any->space, object) &&
           (o->kind <= MEM_MADE || any->channel == (o->kind == MEM_CHAN));
}

/* Whether no execution makes both. */
static bool are_alternatives(const Solver *solver, const Use *a, const Use *b)
{
    return !alternative_meet(solver->model, a->choice, b->choice);
}

bool pairs_conflict(const Solver *solver, const Use *a, const Use *b)
{
    Use at;
    if (are_alternatives(solver, a, b))
        return false;
    if (a->object == OBJECT_ANY && b->object == OBJECT_ANY)
        return any_conflict(a, b);
    if (a->object == OBJECT_ANY)
        return any_at(solver, a, b->object, &at) && pairs_conflict(solver, &at, b);
    if (b->object == OBJECT_ANY)
        return any_at(solver, b, a->object, &at) && pairs_conflict(solver, a, &at);
    const Object *o = &solver->model->objects.data[a->object];
    bool synced = a->sync && b->sync;
    bool waits = (a->sync == USE_WAIT && b->sync == USE_ADD) ||
                 (b->sync == USE_WAIT && a->sync == USE_ADD) ||
                 (a->sync == USE_WAIT && b->sync == USE_WAIT && is_reused(solver, a, b));
    if (!(a->write || b->write) || (synced && !waits))
        return false;
    if (o->kind == MEM_CHAN && a->write == b->write) /* two closes */
        return false;
    if (a->object != b->object)
        return may_meet(solver, a, b);
    return access_overlap(o, a->place, a->size, b->place, b->size);
}

static u32 proving(const Pairs *pairs, const Use *a, const Use *b)
{
    u32 i = 0;
    while (i < digest_count &&
           !(pairs->digests >> i & 1 && digests[i]->ordered(pairs->solver, a, b)))
        i++;
    return i;
}

const char *pairs_proof(const Pairs *pairs, const Use *a, const Use *b)
{
    u32 i = proving(pairs, a, b);
    return i < digest_count ? digests[i]->says : NULL;
}

static bool prove(Pairs *pairs, const Use *a, const Use *b)
{
    u32 i = proving(pairs, a, b);
    pairs->proven += i < digest_count;
    if (i < digest_count)
        pairs->by[i]++;
    return i < digest_count;
}

typedef struct Comparison {
    Must *must;
    Map seen;           /* two places of the source -> 1 + their pair */
    u32 *places;        /* per use: where in the source */
    Inner inner;        /* what the library does by itself */
    bool program_order; /* proves pairs */
} Comparison;

static u64 place_key(const Comparison *c, u32 one, u32 other)
{
    u64 a = c->places[one], b = c->places[other];
    return a < b ? a << 32 | b : b << 32 | a;
}

/* Whether nothing would be said of the pair that is not said yet: both are in open pairs, one of
 * the two places, and it is on what natives made, or know of, where none must race. */
static bool is_told(const Pairs *pairs, u32 one, u32 other, const Comparison *c)
{
    return pairs->solver->uses.data[one].object <= OBJECT_ANY && bit_has(pairs->is_open, one) &&
           bit_has(pairs->is_open, other) && map_get(&c->seen, place_key(c, one, other));
}

/* The alternatives that make both accesses have an open pair. */
static void note_choices(Pairs *pairs, const Use *a, const Use *b)
{
    const Model *model = pairs->solver->model;
    for (u32 i = 0; model->nalternatives && i < bits_words(model->nalternatives); i++)
        pairs->unproven[i] |= model->choices.data[a->choice][i] & model->choices.data[b->choice][i];
}

/* Whether the accesses of two groups are to be looked at one by one. Of many programs at once there
 * may be so many that nothing is gained by it: then those stay unproven that make them. */
static bool look_closer(Pairs *pairs, u64 count)
{
    enum { MOST_COMPARED = 500000 };
    pairs->compared += count;
    pairs->work += count;
    return !pairs->solver->model->nalternatives || pairs->compared <= MOST_COMPARED;
}

/* Keeps one pair for each two places: one that must race, if there is one. */
static void compare(Pairs *pairs, u32 one, u32 other, Comparison *c)
{
    const Use *a = &pairs->solver->uses.data[one], *b = &pairs->solver->uses.data[other];
    limits_poll();
    bool told = is_told(pairs, one, other, c);
    if (told)
        note_choices(pairs, a, b);
    if (told || !pairs_conflict(pairs->solver, a, b) ||
        inner_pair(pairs->solver, &c->inner, a, b) || prove(pairs, a, b))
        return;
    note_choices(pairs, a, b);
    bit_add(pairs->is_open, one);
    bit_add(pairs->is_open, other);
    u64 *there = map_put(&c->seen, place_key(c, one, other));
    if (*there && pairs->open.data[*there - 1].level == LEVEL_MUST)
        return;
    Pair pair = {.a = one, .b = other, .level = must_race(c->must, a, b) ? LEVEL_MUST : LEVEL_MAY};
    if (!*there) {
        vec_push(&pairs->open, pair);
        *there = pairs->open.len;
    } else if (pair.level == LEVEL_MUST)
        pairs->open.data[*there - 1] = pair;
}

/* ---- all pairs ---- */

/* Uses of one object by one goroutine id, with one history and choice, that access the same bytes
 * alike. What holds of one of them with another use, but for locks and the like, holds of all. */
typedef struct UseGroup {
    u32 first, count; /* in Sorted.uses */
    u32 next;         /* the first group of another goroutine id */
} UseGroup;

typedef VEC(UseGroup) UseGroups;

/* The uses of all objects, those of a group one after another. */
typedef struct Sorted {
    const Solver *solver;
    u32 *uses;
    UseGroups groups; /* of the object that is compared */
    UseGroups any;    /* of OBJECT_ANY */
} Sorted;

static int order_of(u64 a, u64 b)
{
    return a < b ? -1 : a > b;
}

/* Equal: they are in one group. */
static int compare_groups(const Use *a, const Use *b)
{
    if (a->object != b->object)
        return order_of(a->object, b->object);
    if (a->goro != b->goro)
        return order_of(a->goro, b->goro);
    if (a->history != b->history)
        return order_of(a->history, b->history);
    if (a->choice != b->choice)
        return order_of(a->choice, b->choice);
    if (a->place.off != b->place.off)
        return order_of(a->place.off, b->place.off);
    if (a->place.how != b->place.how)
        return order_of(a->place.how, b->place.how);
    if (a->size != b->size)
        return order_of(a->size, b->size);
    if (a->write != b->write)
        return order_of(a->write, b->write);
    return a->sync != b->sync ? order_of(a->sync, b->sync) : order_of(a->channel, b->channel);
}

static int by_group(const void *a, const void *b, void *ctx)
{
    const Use *uses = ctx;
    u32 one = *(const u32 *)a, other = *(const u32 *)b;
    int order = compare_groups(&uses[one], &uses[other]);
    return order ? order : order_of(one, other);
}

static const Use *use_of(const Sorted *sorted, const UseGroup *group)
{
    return &sorted->solver->uses.data[sorted->uses[group->first]];
}

/* Groups the uses from number `from` on that are of one object; returns the number after them. */
static u32 find_groups(const Sorted *sorted, u32 from, UseGroups *groups)
{
    const Use *uses = sorted->solver->uses.data;
    const Use *first = &uses[sorted->uses[from]];
    u32 i = from;
    vec_clear(groups);
    for (; i < sorted->solver->uses.len && uses[sorted->uses[i]].object == first->object; i++) {
        if (!groups->len ||
            compare_groups(use_of(sorted, &vec_last(groups)), &uses[sorted->uses[i]]))
            vec_push(groups, (UseGroup){i, 0, 0});
        vec_last(groups).count++;
    }
    for (u32 k = groups->len; k-- > 0;) {
        UseGroup *g = &groups->data[k];
        bool last = k + 1 == groups->len;
        bool same = !last && use_of(sorted, g)->goro == use_of(sorted, g + 1)->goro;
        g->next = same ? g[1].next : k + 1;
    }
    return i;
}

/* Whether a digest of histories proves all pairs of two groups: no other needs to be asked. */
static bool prove_groups(Pairs *pairs, const Use *a, const Use *b, u64 count)
{
    for (u32 i = 0; i < digest_count; i++)
        if (pairs->digests >> i & 1 && digests[i]->by_history &&
            digests[i]->ordered(pairs->solver, a, b)) {
            pairs->proven += count;
            pairs->by[i] += count;
            return true;
        }
    return false;
}

static bool is_spent(Pairs *pairs)
{
    Model *model = pairs->solver->model;
    enum { MOST_WORK = 40000000 }; /* about 5 s */
    model->gave_up |= pairs->work > MOST_WORK;
    return model->gave_up;
}

static void compare_two(Pairs *pairs, const Sorted *sorted, const UseGroup *g, const UseGroup *h,
                        Comparison *c)
{
    const Use *a = use_of(sorted, g), *b = use_of(sorted, h);
    u64 count = g == h ? (u64)g->count * (g->count + 1) / 2 : (u64)g->count * h->count;
    limits_poll();
    pairs->work++;
    if (is_spent(pairs) || !pairs_conflict(pairs->solver, a, b) || prove_groups(pairs, a, b, count))
        return;
    if (!look_closer(pairs, count)) {
        note_choices(pairs, a, b);
        return;
    }
    for (u32 i = 0; i < g->count; i++)
        for (u32 k = g == h ? i : 0; k < h->count; k++)
            compare(pairs, sorted->uses[g->first + i], sorted->uses[h->first + k], c);
}

/* Each group with itself and those after it, but for those in the program order of one goroutine.
 */
static void compare_object(Pairs *pairs, const Sorted *sorted, const UseGroups *groups,
                           Comparison *c)
{
    for (u32 i = 0; i < groups->len; i++) {
        const UseGroup *g = &groups->data[i];
        bool ordered =
            c->program_order && goro_unique(pairs->solver->model, use_of(sorted, g)->goro);
        for (u32 k = ordered ? g->next : i; k < groups->len; k++)
            compare_two(pairs, sorted, g, &groups->data[k], c);
    }
}

/* The same with what uses of OBJECT_ANY do to the object. */
static void compare_any(Pairs *pairs, const Sorted *sorted, Comparison *c)
{
    if (!sorted->groups.len ||
        !any_meets(pairs->solver, use_of(sorted, sorted->groups.data)->object))
        return;
    for (u32 i = 0; i < sorted->groups.len; i++) {
        const UseGroup *g = &sorted->groups.data[i];
        u32 t = use_of(sorted, g)->goro;
        bool unique = c->program_order && goro_unique(pairs->solver->model, t);
        for (u32 k = 0; k < sorted->any.len;) {
            const UseGroup *h = &sorted->any.data[k];
            bool ordered = unique && use_of(sorted, h)->goro == t;
            if (!ordered)
                compare_two(pairs, sorted, g, h, c);
            k = ordered ? h->next : k + 1;
        }
    }
}

/* What natives of unknown effect know of may be what uses of the unknown object access. */
static void compare_unknown(Pairs *pairs, const Sorted *sorted, Comparison *c)
{
    const Solver *solver = pairs->solver;
    for (u32 i = 0; i < solver->uses.len; i++) {
        const Use *a = &solver->uses.data[sorted->uses[i]];
        limits_poll();
        bool meets = a->object != OBJECT_UNKNOWN && solver->model->objects.data[a->object].havoc;
        for (u32 k = 0; meets && k < solver->uses.len &&
                        solver->uses.data[sorted->uses[k]].object == OBJECT_UNKNOWN;
             k++)
            compare(pairs, sorted->uses[i], sorted->uses[k], c);
    }
}

static void group_any(Sorted *sorted)
{
    u32 i = 0;
    while (i < sorted->solver->uses.len &&
           sorted->solver->uses.data[sorted->uses[i]].object < OBJECT_ANY)
        i++;
    if (i < sorted->solver->uses.len &&
        sorted->solver->uses.data[sorted->uses[i]].object == OBJECT_ANY)
        find_groups(sorted, i, &sorted->any);
}

static void compare_all(Pairs *pairs)
{
    const Solver *solver = pairs->solver;
    Sorted sorted = {.solver = solver, .uses = xcalloc(solver->uses.len + 1, sizeof(u32))};
    Comparison c = {.must = must_new(solver), .inner = inner_find(solver->model)};
    for (u32 i = 0; i < digest_count; i++)
        c.program_order |= pairs->digests >> i & 1 && digests[i] == &digest_thread;
    for (u32 i = 0; i < solver->uses.len; i++)
        sorted.uses[i] = i;
    c.places = xcalloc(solver->uses.len + 1, sizeof *c.places);
    for (u32 i = 0; i < solver->uses.len; i++)
        c.places[i] = use_span(solver, &solver->uses.data[i]).start;
    qsort_r(sorted.uses, solver->uses.len, sizeof(u32), by_group, solver->uses.data);
    group_any(&sorted);
    compare_object(pairs, &sorted, &sorted.any, &c);
    for (u32 next = 0; next < solver->uses.len;) {
        bool any = solver->uses.data[sorted.uses[next]].object == OBJECT_ANY;
        next = find_groups(&sorted, next, &sorted.groups);
        if (any)
            continue;
        compare_object(pairs, &sorted, &sorted.groups, &c);
        compare_any(pairs, &sorted, &c);
    }
    compare_unknown(pairs, &sorted, &c);
    vec_free(&sorted.groups);
    vec_free(&sorted.any);
    free(sorted.uses);
    map_free(&c.seen);
    free(c.places);
    inner_free(&c.inner);
    must_free(c.must);
}

static int by_place(const void *a, const void *b)
{
    const u64 *one = a, *other = b;
    return one[0] < other[0] ? -1 : one[0] > other[0];
}

/* In source order, the earlier place first in each. */
static void sort(Pairs *pairs)
{
    struct {
        u64 key;
        Pair pair;
    } *list = xcalloc(pairs->open.len + 1, sizeof *list);
    for (u32 i = 0; i < pairs->open.len; i++) {
        Pair p = pairs->open.data[i];
        const Use *a = &pairs->solver->uses.data[p.a], *b = &pairs->solver->uses.data[p.b];
        u64 first = use_span(pairs->solver, a).start, second = use_span(pairs->solver, b).start;
        bool swap = second && (first > second || !first);
        list[i].pair = swap ? (Pair){.a = p.b, .b = p.a, .level = p.level} : p;
        list[i].key = swap ? second << 32 | first : first << 32 | second;
    }
    qsort(list, pairs->open.len, sizeof *list, by_place);
    for (u32 i = 0; i < pairs->open.len; i++)
        pairs->open.data[i] = list[i].pair;
    free(list);
}

/* ---- what a race may pass on ---- */

enum { MOST_ROUNDS_OF_PAIRS = 4, MOST_WORDS = 512 };

static bool add_targets(Solver *solver, const PtrList *list)
{
    bool more = false;
    for (u32 i = 0; list && i < list->len; i++) {
        u32 object = list->data[i].object;
        more |= !bit_has(solver->passed, object);
        bit_add(solver->passed, object);
    }
    return more;
}

static bool add_all_objects(Solver *solver)
{
    bool more = false;
    for (u32 i = 0; i < solver->model->objects.len; i++) {
        more |= !bit_has(solver->passed, i);
        bit_add(solver->passed, i);
    }
    return more;
}

/* What the words of an object may hold that an access to these bytes reads or writes. */
static bool add_words(Solver *solver, const Object *o, Ptr place, u64 size)
{
    const Points *points = solver->model->points;
    u64 off = o->elem ? place.off % o->elem : place.off;
    if (!o->sum || !size)
        return false;
    if (place.how == PTR_ANY || size > 8 * MOST_WORDS || (o->elem && off + size > o->elem))
        return add_targets(solver, points_of(points, o->sum));
    bool more = add_targets(solver, points_of(points, o->wild));
    for (u64 word = off / 8; word <= (off + size - 1) / 8; word++) {
        const u64 *cell = map_get(&o->cells, word);
        more |= cell && add_targets(solver, points_of(points, (Node)*cell));
    }
    return more;
}

/* The same of an access that is in an open pair. Channels pass values on in order, closed or not.
 */
static bool add_passed(Solver *solver, const Use *use)
{
    const Object *o = &solver->model->objects.data[use->object];
    if (use->channel)
        return false;
    if (use->object == OBJECT_ANY || o->kind <= MEM_MADE)
        return add_all_objects(solver);
    return add_words(solver, o, use->place, use->size);
}

/* Whether open pairs pass on more than was known. */
static bool find_passed(Pairs *pairs)
{
    Solver *solver = pairs->solver;
    bool more = false;
    for (u32 i = 0; i < solver->uses.len; i++) {
        limits_poll();
        if (bit_has(pairs->is_open, i))
            more |= add_passed(solver, &solver->uses.data[i]);
    }
    return more;
}

static void compare_again(Pairs *pairs)
{
    vec_clear(&pairs->open);
    memset(pairs->is_open, 0, bits_words(pairs->solver->uses.len) * sizeof *pairs->is_open);
    pairs->proven = 0;
    memset(pairs->by, 0, sizeof pairs->by);
    compare_all(pairs);
}

/* What a race passes on is not fresh where it is accessed; then more pairs are open, perhaps. */
static void compare_until_known(Pairs *pairs)
{
    u32 rounds = 1;
    compare_all(pairs);
    while (!pairs->solver->model->gave_up && find_passed(pairs)) {
        if (++rounds > MOST_ROUNDS_OF_PAIRS)
            add_all_objects(pairs->solver);
        compare_again(pairs);
    }
}

Pairs *pairs_new(Solver *solver, u32 bits)
{
    if (!solver)
        return NULL;
    Pairs *pairs = xcalloc(1, sizeof *pairs);
    pairs->solver = solver;
    pairs->digests = bits;
    pairs->is_open = xcalloc(bits_words(solver->uses.len), sizeof *pairs->is_open);
    pairs->unproven = xcalloc(bits_words(solver->model->nalternatives), sizeof *pairs->unproven);
    if (!solver->model->nalternatives) /* of many programs, rounds are as large as all */
        solver->rounds = rounds_new(bits);
    solver->passed =
        arena_alloc(&solver->arena, bits_words(solver->model->objects.len) * sizeof(u64));
    compare_until_known(pairs);
    sort(pairs);
    if (!solver->model->gave_up)
        return pairs;
    pairs_free(pairs);
    return NULL;
}

u32 pairs_count(const Pairs *pairs, PairLevel level)
{
    u32 count = 0;
    for (u32 i = 0; i < pairs->open.len; i++)
        count += pairs->open.data[i].level == level;
    return count;
}

const char *pair_level_name(PairLevel level)
{
    static const char *const names[LEVELS] = {"refuted", "may", "must", "confirmed"};
    return names[level];
}

void pairs_free(Pairs *pairs)
{
    if (!pairs)
        return;
    rounds_free(pairs->solver->rounds);
    pairs->solver->rounds = NULL;
    for (u32 i = 0; i < pairs->open.len; i++) {
        free(pairs->open.data[i].replay);
        free(pairs->open.data[i].schedule);
    }
    vec_free(&pairs->open);
    free(pairs->left_out);
    free(pairs->is_open);
    free(pairs->unproven);
    free(pairs);
}
