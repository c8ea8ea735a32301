/* A pair must race if
 *
 * - two goroutines make the accesses, each of an id that is of one goroutine;
 * - each access is on every path through its function, as its calls and the start of its goroutine
 *   are (but for panics that no instruction raises by name);
 * - both go to one place of one object that is one at run time, and to nothing else;
 * - nothing can order them: whatever comes after one of them, whatever synchronises with that on
 *   any object in any way, and whatever comes after that in turn, does not lead to the other.
 *
 * The last point over-approximates happens-before: whatever releases an object is taken to precede
 * whatever acquires it, and every branch to be possible. A receive precedes a send only if the
 * channel is sent to more often than it has room. So two accesses that it
 * leaves unordered are unordered in every execution. */
#include "analysis/must.h"

#include <stdlib.h>

/* What an operation on a synchronisation object may do. */
typedef enum PointKind {
    POINT_SEND = 1 << TOKEN_SEND,
    POINT_RECV = 1 << TOKEN_RECV,
    POINT_CLOSE = 1 << TOKEN_CLOSE,
    POINT_RELEASE = 1 << 8,
    POINT_ACQUIRE = 1 << 9,
} PointKind;

typedef struct SyncPoint {
    u64 at; /* instance << 32 | pc */
    u32 object;
    u32 kinds; /* of PointKind */
} SyncPoint;

typedef VEC(SyncPoint) SyncPoints;

struct Must {
    const Solver *solver;
    SyncPoints by_place, by_object;
    u32 **blocks;  /* per instance and block: walked from this code word on */
    u8 *instances; /* entered */
    VEC(u64) work; /* places to go on from */
    const Use *target;
    bool found, lost; /* the target; what calls lead to */
};

enum { MOST_WALKED = 20000 }; /* blocks; beyond that any order is taken for possible */

/* ---- synchronisation ---- */

static int compare_place(const void *a, const void *b)
{
    const SyncPoint *one = a, *other = b;
    if (one->at != other->at)
        return one->at < other->at ? -1 : 1;
    return one->object < other->object ? -1 : one->object > other->object;
}

static int compare_object(const void *a, const void *b)
{
    const SyncPoint *one = a, *other = b;
    if (one->object != other->object)
        return one->object < other->object ? -1 : 1;
    return one->at < other->at ? -1 : one->at > other->at;
}

static void add_point(Must *must, u32 inst, u32 pc, u32 object, u32 kinds)
{
    SyncPoint point = {(u64)inst << 32 | pc, object, kinds};
    vec_push(&must->by_place, point);
    vec_push(&must->by_object, point);
}

/* A native's operation on an object. */
static u32 kinds_of(const Must *must, const Use *use)
{
    const Word *code = &must->solver->model->instances.data[use->inst]->flow->fn->code[use->pc];
    switch (model_means(must->solver->model, instr_k(code->in))) {
    case MEANS_LOOKS:
    case MEANS_ATOMIC_LOADS:
    case MEANS_LOCKS:
    case MEANS_LOCKS_TO_READ:
    case MEANS_WAITS: return POINT_ACQUIRE;
    case MEANS_UNLOCKS:
    case MEANS_UNLOCKS_READ:
    case MEANS_ADDS: return POINT_RELEASE;
    default: return POINT_ACQUIRE | POINT_RELEASE;
    }
}

static void find_points(Must *must)
{
    const Solver *solver = must->solver;
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        const PtrList *list = points_lookup(solver->model->points, t->inst, t->channel);
        bool channel = t->kind >= TOKEN_SEND && t->kind <= TOKEN_CLOSE && t->reached;
        for (u32 k = 0; channel && list && k < list->len; k++)
            add_point(must, t->inst, t->pc, list->data[k].object, 1u << t->kind);
    }
    for (u32 i = 0; i < solver->uses.len; i++) {
        const Use *use = &solver->uses.data[i];
        if (use->sync != USE_PLAIN && use->object != OBJECT_ANY)
            add_point(must, use->inst, use->pc, use->object, kinds_of(must, use));
        for (u32 k = 0; use->sync && use->object == OBJECT_ANY && k < solver->model->objects.len;
             k++)
            if (bit_has(solver->any, k))
                add_point(must, use->inst, use->pc, k, kinds_of(must, use));
    }
    if (must->by_place.len == 0)
        return;
    qsort(must->by_place.data, must->by_place.len, sizeof(SyncPoint), compare_place);
    qsort(must->by_object.data, must->by_object.len, sizeof(SyncPoint), compare_object);
}

/* The first point that is not less than `key`. */
static u32 first_point(const SyncPoints *points, const SyncPoint *key,
                       int (*compare)(const void *, const void *))
{
    u32 low = 0, high = points->len;
    while (low < high) {
        u32 mid = (low + high) / 2;
        if (compare(&points->data[mid], key) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* ---- what may come after ---- */

static const Instance *instance_of(const Must *must, u32 inst)
{
    return must->solver->model->instances.data[inst];
}

static void go_on(Must *must, u32 inst, u32 pc)
{
    vec_push(&must->work, (u64)inst << 32 | pc);
}

static u32 after(const Must *must, u32 inst, u32 pc)
{
    return pc + instr_words(&instance_of(must, inst)->flow->fn->code[pc]);
}

/* Whether a channel may be sent to more often than it has room. */
static bool sent_again(const Must *must, u32 object)
{
    const Model *model = must->solver->model;
    i64 capacity = model->objects.data[object].capacity, sends = 0;
    SyncPoint key = {.object = object};
    for (u32 i = first_point(&must->by_object, &key, compare_object);
         i < must->by_object.len && must->by_object.data[i].object == object; i++) {
        const SyncPoint *p = &must->by_object.data[i];
        const Instance *in = instance_of(must, (u32)(p->at >> 32));
        if (!(p->kinds & POINT_SEND))
            continue;
        if (in->repeats || !goro_unique(model, in->goro) || flow_repeats(in->flow, (u32)p->at))
            return true;
        sends++;
    }
    return capacity < 0 || sends > capacity;
}

/* Whether `later` may be ordered after `earlier` on the object of both. */
static bool may_order(const Must *must, const SyncPoint *earlier, const SyncPoint *later)
{
    if (earlier->kinds & (POINT_SEND | POINT_CLOSE) && later->kinds & POINT_RECV)
        return true;
    if (earlier->kinds & POINT_RECV && later->kinds & POINT_SEND)
        return sent_again(must, earlier->object);
    return earlier->kinds & POINT_RELEASE && later->kinds & POINT_ACQUIRE;
}

/* Whether the instruction is the operation whose access is looked for: that is ordered itself with
 * what it comes after. A send or close is not: its access comes before what it waits for. */
static bool is_target(const Must *must, u32 inst, u32 pc)
{
    return must->target->sync && must->target->inst == inst && must->target->pc == pc;
}

/* Operations of other goroutines on the object that may be ordered after this one. */
static void synchronise(Must *must, const SyncPoint *point)
{
    const Model *model = must->solver->model;
    u32 goro = instance_of(must, (u32)(point->at >> 32))->goro, object = point->object;
    SyncPoint key = {.object = object};
    for (u32 i = first_point(&must->by_object, &key, compare_object);
         i < must->by_object.len && must->by_object.data[i].object == object; i++) {
        u32 inst = (u32)(must->by_object.data[i].at >> 32), pc = (u32)must->by_object.data[i].at;
        bool other = instance_of(must, inst)->goro != goro || !goro_unique(model, goro);
        if (!other || !may_order(must, point, &must->by_object.data[i]))
            continue;
        must->found |= is_target(must, inst, pc);
        go_on(must, inst, after(must, inst, pc));
    }
    must->lost |= model->objects.data[object].havoc;
}

static void call(Must *must, u32 inst, u32 pc)
{
    const CallSite *site = model_site_at(must->solver->model, inst, pc);
    if (!site)
        return;
    must->lost |= site->unknown;
    for (u32 i = 0; i < site->callees.len; i++)
        go_on(must, site->callees.data[i], 0);
}

/* Wherever a function is, panics may run its deferred calls, and it may return. */
static void enter(Must *must, u32 inst)
{
    const Model *model = must->solver->model;
    const Instance *in = instance_of(must, inst);
    if (must->instances[inst])
        return;
    must->instances[inst] = 1;
    u32 cursor = 0;
    const MapEntry *e;
    while ((e = map_next(&in->sites, &cursor)))
        if (model->sites.data[e->value]->kind == CALL_DEFER)
            call(must, inst, model->sites.data[e->value]->pc);
    if (in->flow->recover_block)
        go_on(must, inst, in->flow->blocks.data[in->flow->recover_block].from);
    for (u32 i = 0; i < in->calls_from.len; i++) {
        const CallSite *site = model->sites.data[in->calls_from.data[i]];
        if (site->kind != CALL_GO)
            go_on(must, site->inst, after(must, site->inst, site->pc));
    }
}

/* A timer that is reset calls its function after that. Which one it is does not matter: all that
 * the machine starts may come. */
static void start_again(Must *must, u32 inst, u32 pc)
{
    const Model *model = must->solver->model;
    Word code = instance_of(must, inst)->flow->fn->code[pc];
    if (instr_op(code.in) != OP_CALLN || model_means(model, instr_k(code.in)) != MEANS_CHANGES)
        return;
    for (u32 t = 0; t < model->goros.len; t++) {
        const Goro *g = &model->goros.data[t];
        for (u32 i = 0; g->restarts && i < g->roots.len; i++)
            go_on(must, g->roots.data[i], 0);
    }
}

static void pass(Must *must, u32 inst, u32 pc)
{
    SyncPoint key = {.at = (u64)inst << 32 | pc};
    const Use *target = must->target;
    start_again(must, inst, pc);
    must->found |= target->inst == inst && target->pc >= pc && target->pc < after(must, inst, pc);
    for (u32 i = first_point(&must->by_place, &key, compare_place);
         i < must->by_place.len && must->by_place.data[i].at == key.at; i++)
        synchronise(must, &must->by_place.data[i]);
    call(must, inst, pc);
}

/* True if it is a block that was not walked before. */
static bool walk(Must *must, u32 inst, u32 pc)
{
    const Flow *flow = instance_of(must, inst)->flow;
    if (pc >= flow->fn->ncode)
        return false;
    u32 index = flow->block_at[pc];
    const Block *b = &flow->blocks.data[index];
    u32 walked = must->blocks[inst][index];
    if (pc >= walked)
        return false;
    must->blocks[inst][index] = pc;
    enter(must, inst);
    for (; pc < b->to && pc < walked; pc += instr_words(&flow->fn->code[pc]))
        pass(must, inst, pc);
    for (u32 i = 0; i < b->nnext; i++)
        go_on(must, inst, flow->blocks.data[b->next[i]].from);
    return true;
}

/* Whether a may happen before b. */
static bool may_precede(Must *must, const Use *a, const Use *b)
{
    const Model *model = must->solver->model;
    memset(must->instances, 0, model->instances.len);
    for (u32 i = 0; i < model->instances.len; i++)
        memset(must->blocks[i], 0xff, instance_of(must, i)->flow->blocks.len * sizeof(u32));
    vec_clear(&must->work);
    must->target = b;
    must->found = must->lost = false;
    go_on(must, a->inst, a->pc);
    for (u32 walked = 0; must->work.len && !must->found && !must->lost;) {
        u64 at = vec_pop(&must->work);
        walked += walk(must, (u32)(at >> 32), (u32)at);
        must->lost |= walked > MOST_WALKED;
    }
    return must->found || must->lost;
}

/* ---- what surely happens ---- */

/* Whether nothing that is written decides if the instruction runs. */
static bool always_runs(const Must *must, u32 inst, u32 pc)
{
    const Model *model = must->solver->model;
    for (u32 depth = 0; depth < model->instances.len; depth++) {
        const Instance *in = instance_of(must, inst);
        if (!flow_always_passes(in->flow, pc))
            return false;
        if (in->calls_from.len == 0)
            return in->goro == GORO_MAIN;
        const CallSite *site = model->sites.data[in->calls_from.data[0]];
        bool plain = site->kind == CALL_PLAIN || site->kind == CALL_DEFER ||
                     (site->kind == CALL_GO && !model->goros.data[in->goro].restarts);
        if (in->calls_from.len != 1 || !plain || site->callees.len != 1 || site->unknown)
            return false;
        inst = site->inst;
        pc = site->pc;
    }
    return false;
}

/* ---- where ---- */

/* Whether the access goes to that place of a single object, always. */
static bool one_place(const Must *must, const Use *use)
{
    const Model *model = must->solver->model;
    const Object *o = &model->objects.data[use->object];
    const PtrList *list = points_lookup(model->points, use->inst, use->base);
    bool whole = o->kind == MEM_MAP || o->kind == MEM_CHAN;
    return !use->unknown && list && list->len == 1 && o->kind > MEM_MADE && o->single &&
           !o->havoc && use->size > 0 && (whole || use->place.how == PTR_AT);
}

/* Of a send and a close one is never made if another close has been before. */
static bool may_be_closed_by_others(const Must *must, const Use *use)
{
    u32 closes = 0;
    for (u32 i = 0; use->channel && i < must->solver->releases[use->object].len; i++) {
        u32 token = must->solver->releases[use->object].data[i];
        closes += must->solver->tokens.data[token].kind == TOKEN_CLOSE;
    }
    return closes > 1;
}

bool must_race(Must *must, const Use *a, const Use *b)
{
    const Model *model = must->solver->model;
    return !(a->sync && b->sync) && one_place(must, a) && one_place(must, b) &&
           a->goro != b->goro && goro_unique(model, a->goro) && goro_unique(model, b->goro) &&
           !may_be_closed_by_others(must, a) && always_runs(must, a->inst, a->pc) &&
           always_runs(must, b->inst, b->pc) && !may_precede(must, a, b) &&
           !may_precede(must, b, a);
}

Must *must_new(const Solver *solver)
{
    Must *must = xcalloc(1, sizeof *must);
    u32 n = solver->model->instances.len;
    must->solver = solver;
    must->blocks = xcalloc(n + 1, sizeof *must->blocks);
    must->instances = xcalloc(n + 1, 1);
    for (u32 i = 0; i < n; i++)
        must->blocks[i] = xcalloc(instance_of(must, i)->flow->blocks.len + 1, sizeof(u32));
    find_points(must);
    return must;
}

void must_free(Must *must)
{
    for (u32 i = 0; i < must->solver->model->instances.len; i++)
        free(must->blocks[i]);
    free(must->blocks);
    free(must->instances);
    vec_free(&must->by_place);
    vec_free(&must->by_object);
    vec_free(&must->work);
    free(must);
}
