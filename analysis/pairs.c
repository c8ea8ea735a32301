/* Pairs of accesses that may conflict, and what proves them free of races or keeps them open. */
#include "analysis/pairs.h"

#include "analysis/must.h"
#include "analysis/round.h"
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

bool pairs_conflict(const Solver *solver, const Use *a, const Use *b)
{
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

static u64 place_key(const Solver *solver, const Use *a, const Use *b)
{
    u64 one = use_span(solver, a).start, other = use_span(solver, b).start;
    return one < other ? one << 32 | other : other << 32 | one;
}

typedef struct Comparison {
    Must *must;
    Map seen;           /* two places of the source -> 1 + their pair */
    bool program_order; /* proves pairs */
} Comparison;

/* Keeps one pair for each two places: one that must race, if there is one. */
static void compare(Pairs *pairs, u32 one, u32 other, Comparison *c)
{
    const Use *a = &pairs->solver->uses.data[one], *b = &pairs->solver->uses.data[other];
    if (!pairs_conflict(pairs->solver, a, b) || prove(pairs, a, b))
        return;
    bit_add(pairs->is_open, one);
    bit_add(pairs->is_open, other);
    u64 *there = map_put(&c->seen, place_key(pairs->solver, a, b));
    if (*there && pairs->open.data[*there - 1].level == LEVEL_MUST)
        return;
    Pair pair = {.a = one, .b = other, .level = must_race(c->must, a, b) ? LEVEL_MUST : LEVEL_MAY};
    if (!*there) {
        vec_push(&pairs->open, pair);
        *there = pairs->open.len;
    } else if (pair.level == LEVEL_MUST)
        pairs->open.data[*there - 1] = pair;
}

/* What says of most pairs that they do not conflict: there are many more of them than of uses. */
typedef struct BriefUse {
    u32 use, goro;
    Ptr place;
    u64 size;
    bool write, sync; /* sync: in a pair with others that do not synchronise only */
} BriefUse;

typedef VEC(BriefUse) BriefList;

/* Uses of an object, by goroutine id, those of one in order. */
typedef struct UseLists {
    BriefList all, writes;
} UseLists;

/* Compares a use with those of a list from number `from` on. */
static void compare_with(Pairs *pairs, const Object *o, BriefUse a, const BriefList *list, u32 from,
                         Comparison *c)
{
    for (u32 i = from; i < list->len; i++) {
        const BriefUse *b = &list->data[i];
        if (!(a.sync && b->sync) && access_overlap(o, a.place, a.size, b->place, b->size))
            compare(pairs, a.use, b->use, c);
    }
}

/* Whether a use of the list stands before all that make pairs with `use`: before it, or by the same
 * goroutine if there is one only and its program order counts. */
static bool is_before(const Pairs *pairs, BriefUse listed, BriefUse use, const Comparison *c)
{
    if (listed.goro != use.goro)
        return listed.goro < use.goro;
    return listed.use < use.use ||
           (c->program_order && goro_unique(pairs->solver->model, use.goro));
}

/* Compares each with those after it with which it makes pairs: two reads make none. */
static void compare_object(Pairs *pairs, const Object *o, const UseLists *lists, Comparison *c)
{
    u32 next = 0, next_write = 0;
    for (u32 i = 0; i < lists->all.len; i++) {
        BriefUse use = lists->all.data[i];
        while (next < lists->all.len && is_before(pairs, lists->all.data[next], use, c))
            next++;
        while (next_write < lists->writes.len &&
               is_before(pairs, lists->writes.data[next_write], use, c))
            next_write++;
        if (use.write)
            compare_with(pairs, o, use, &lists->all, next, c);
        else
            compare_with(pairs, o, use, &lists->writes, next_write, c);
    }
}

static int by_goroutine(const void *a, const void *b)
{
    const BriefUse *one = a, *other = b;
    if (one->goro != other->goro)
        return one->goro < other->goro ? -1 : 1;
    return one->use < other->use ? -1 : one->use > other->use;
}

static void sort_uses(BriefList *list)
{
    if (list->len)
        qsort(list->data, list->len, sizeof *list->data, by_goroutine);
}

static UseLists *uses_by_object(const Solver *solver)
{
    UseLists *lists = xcalloc(solver->model->objects.len + 1, sizeof *lists);
    for (u32 i = 0; i < solver->uses.len; i++) {
        const Use *use = &solver->uses.data[i];
        BriefUse brief = {i, use->goro, use->place, use->size, use->write, use->sync == USE_SYNC};
        vec_push(&lists[use->object].all, brief);
        if (use->write)
            vec_push(&lists[use->object].writes, brief);
    }
    for (u32 i = 0; i < solver->model->objects.len; i++) {
        sort_uses(&lists[i].all);
        sort_uses(&lists[i].writes);
    }
    return lists;
}

static void compare_all(Pairs *pairs)
{
    const Solver *solver = pairs->solver;
    UseLists *lists = uses_by_object(solver);
    const UseLists *unknown = &lists[OBJECT_UNKNOWN];
    Comparison c = {.must = must_new(solver)};
    for (u32 i = 0; i < digest_count; i++)
        c.program_order |= pairs->digests >> i & 1 && digests[i] == &digest_thread;
    for (u32 o = 0; o < solver->model->objects.len; o++) {
        bool meets = o != OBJECT_UNKNOWN && solver->model->objects.data[o].havoc;
        compare_object(pairs, &solver->model->objects.data[o], &lists[o], &c);
        for (u32 i = 0; meets && i < lists[o].all.len; i++)
            for (u32 k = 0; k < unknown->all.len; k++)
                compare(pairs, lists[o].all.data[i].use, unknown->all.data[k].use, &c);
    }
    for (u32 o = 0; o < solver->model->objects.len; o++) {
        vec_free(&lists[o].all);
        vec_free(&lists[o].writes);
    }
    map_free(&c.seen);
    must_free(c.must);
    free(lists);
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

/* Whether an open pair is on memory that pointers are passed through. */
static bool passes_pointers(const Pairs *pairs)
{
    const Model *model = pairs->solver->model;
    for (u32 i = 0; i < pairs->open.len; i++) {
        const Object *o =
            &model->objects.data[pairs->solver->uses.data[pairs->open.data[i].a].object];
        if (o->kind == MEM_UNKNOWN || (o->sum && points_of(model->points, o->sum)->len))
            return true;
    }
    return false;
}

/* Without the digests that a race on a pointer makes worthless. */
static void compare_again(Pairs *pairs)
{
    for (u32 i = 0; i < digest_count; i++)
        if (digests[i]->needs_race_free)
            pairs->digests &= ~(1u << i);
    vec_clear(&pairs->open);
    memset(pairs->is_open, 0, bits_words(pairs->solver->uses.len) * sizeof *pairs->is_open);
    pairs->proven = 0;
    memset(pairs->by, 0, sizeof pairs->by);
    compare_all(pairs);
}

Pairs *pairs_new(Solver *solver, u32 bits)
{
    Pairs *pairs = xcalloc(1, sizeof *pairs);
    pairs->solver = solver;
    pairs->digests = bits;
    pairs->is_open = xcalloc(bits_words(solver->uses.len), sizeof *pairs->is_open);
    solver->rounds = rounds_new(bits);
    compare_all(pairs);
    if (passes_pointers(pairs))
        compare_again(pairs);
    sort(pairs);
    return pairs;
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
    rounds_free(pairs->solver->rounds);
    pairs->solver->rounds = NULL;
    for (u32 i = 0; i < pairs->open.len; i++) {
        free(pairs->open.data[i].replay);
        free(pairs->open.data[i].schedule);
    }
    vec_free(&pairs->open);
    free(pairs->left_out);
    free(pairs->is_open);
    free(pairs);
}
