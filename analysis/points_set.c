/* Sets of pointers, and the sets of the words of objects. */
#include "analysis/points_set.h"

enum { LONG_LIST = 12, MOST_NODES = 1000000, MOST_IN_SET = 256 };

static u64 ptr_key(Ptr p)
{
    return (u64)p.object << 32 | (u64)p.how << 30 | p.off;
}

Node points_node(Points *points)
{
    vec_push(&points->sets, (Set){0});
    points->model->gave_up |= points->sets.len > MOST_NODES;
    return points->sets.len - 1;
}

/* ---- pointers ---- */

/* Elements of an object that are kept distinct; beyond them is some element. */
enum { MOST_ELEMENTS = 64, MADE_EXTENT = 4096 };

/* Bytes of an object that its pointers distinguish. */
static u64 extent(const Object *o)
{
    switch (o->kind) {
    case MEM_GLOBAL:
    case MEM_NEW:
    case MEM_COPY:
        return o->elem && o->type->size > o->elem * MOST_ELEMENTS ? o->elem * MOST_ELEMENTS
                                                                  : o->type->size;
    case MEM_SLICE: return o->elem * MOST_ELEMENTS;
    case MEM_BOX: return 8ull * o->type->slots;
    case MEM_MADE: return MADE_EXTENT;
    default: return 1;
    }
}

Ptr ptr_shift(const Model *model, Ptr p, i64 off)
{
    const Object *o = &model->objects.data[p.object];
    i64 at = (i64)p.off + off;
    if (off == 0 || p.how == PTR_ANY)
        return p;
    if (at < 0)
        return ptr_anywhere(p);
    if (p.how == PTR_ELEM || (o->elem && (u64)at >= extent(o)))
        return (Ptr){p.object, PTR_ELEM, (u32)((u64)at % o->elem)};
    return (u64)at < extent(o) ? (Ptr){p.object, PTR_AT, (u32)at} : ptr_anywhere(p);
}

Ptr ptr_word(const Model *model, Ptr p, i64 off)
{
    bool slots = extent(&model->objects.data[p.object]) == 1;
    return slots && p.how == PTR_AT ? (Ptr){p.object, PTR_AT, p.off + (u32)off}
                                    : ptr_shift(model, p, off);
}

Ptr ptr_elem(const Model *model, Ptr p, u64 size)
{
    const Object *o = &model->objects.data[p.object];
    if (p.how == PTR_ANY || !o->elem || size != o->elem)
        return ptr_anywhere(p);
    return (Ptr){p.object, PTR_ELEM, (u32)(p.off % o->elem)};
}

/* ---- growing ---- */

static u32 id_of(Points *points, Ptr p)
{
    u64 *there = map_put(&points->ids, ptr_key(p));
    if (!*there) {
        vec_push(&points->pointers, p);
        *there = points->pointers.len;
    }
    return (u32)(*there - 1);
}

/* Where the id is in the table, or the free slot where it would be. */
static u32 slot_of(const Set *set, u32 id)
{
    u32 at = (id * 0x9e3779b1u) & (set->nslots - 1);
    while (set->slots[at] && set->slots[at] != id + 1)
        at = (at + 1) & (set->nslots - 1);
    return at;
}

bool points_has_id(const Set *set, u32 id)
{
    if (set->nslots)
        return set->slots[slot_of(set, id)] != 0;
    for (u32 i = 0; i < set->ids.len; i++)
        if (set->ids.data[i] == id)
            return true;
    return false;
}

/* Makes the table anew if the list is long and fills half of it. */
static void extend_slots(Set *set)
{
    u32 len = set->ids.len;
    if (len <= LONG_LIST || 2 * len <= set->nslots)
        return;
    free(set->slots);
    set->nslots = set->nslots ? 2 * set->nslots : 4 * (LONG_LIST + 4);
    set->slots = xcalloc(set->nslots, sizeof *set->slots);
    for (u32 i = 0; i < len; i++)
        set->slots[slot_of(set, set->ids.data[i])] = set->ids.data[i] + 1;
}

bool points_in_largest(const Points *points, Node node)
{
    return points->largest && node == points_set_of(points, points->largest);
}

bool points_stays(const Points *points, Node node)
{
    return points->sets.data[node].apart || node == points_set_of(points, points->havoc) ||
           node == points_set_of(points, points->unknown) ||
           node == points_set_of(points, points->numbers);
}

/* Adds a pointer that is not in the set. */
static void insert(Points *points, Node node, u32 id)
{
    Set *set = &points->sets.data[node];
    vec_push(&set->list, points->pointers.data[id]);
    vec_push(&set->ids, id);
    bool type = points->model->objects.data[points->pointers.data[id].object].kind == MEM_TYPE;
    set->types += type;
    extend_slots(set);
    if (set->nslots)
        set->slots[slot_of(set, id)] = id + 1;
    if (!type && set->list.len - set->types == MOST_IN_SET + 1 && !points_stays(points, node))
        vec_push(&points->large, node);
    if (!set->queued) {
        set->queued = true;
        vec_push(&points->queue, node);
    }
}

void points_add_id(Points *points, Node node, u32 id)
{
    if (points_in_largest(points, node))
        id = id_of(points, ptr_anywhere(points->pointers.data[id]));
    if (!points_has_id(&points->sets.data[node], id))
        insert(points, node, id);
}

void points_add(Points *points, Node node, Ptr p)
{
    if (node)
        points_add_id(points, points_set_of(points, node), id_of(points, p));
}

void points_count(Points *points, u64 count)
{
    points->followed += count;
    if (points->followed > points->model->work)
        points->model->gave_up = true;
}

void points_add_range(Points *points, Node to, Node from, u32 begin, u32 end)
{
    to = points_set_of(points, to);
    if (to == from)
        return;
    points_count(points, end - begin);
    for (u32 i = begin; i < end; i++)
        points_add_id(points, to, points->sets.data[from].ids.data[i]);
}

/* ---- what a set has got ---- */

enum { LONG_RANGE = 12 };

Content points_advance(Set *set, u32 end)
{
    Content added = {0};
    for (u32 i = set->done; i < end; i++) {
        u64 id = set->ids.data[i] + 1ull;
        added.sums[0] += hash_u64(id);
        added.sums[1] += hash_u64(id << 32);
    }
    set->done = end;
    set->content.sums[0] += added.sums[0];
    set->content.sums[1] += added.sums[1];
    return added;
}

/* Whether the set has got that, as far as is known; noted, if not. */
static bool has_got(Set *set, Content content)
{
    if (!set->got)
        set->got = xcalloc(1, sizeof *set->got);
    PartsGot *s = set->got;
    for (u32 i = 0; i < PARTS_KNOWN && i < s->n; i++)
        if (s->parts[i].sums[0] == content.sums[0] && s->parts[i].sums[1] == content.sums[1])
            return true;
    s->parts[s->n++ % PARTS_KNOWN] = content;
    return false;
}

/* For CHECK. */
static inline bool has_range(const Points *points, Node to, Node from, u32 begin, u32 end)
{
    const Set *set = &points->sets.data[to];
    for (u32 i = begin; i < end && !points_in_largest(points, to); i++)
        if (!points_has_id(set, points->sets.data[from].ids.data[i]))
            return false;
    return true;
}

void points_add_content(Points *points, Node to, Node from, u32 begin, u32 end, Content content)
{
    to = points_set_of(points, to);
    if (to == from || end - begin < LONG_RANGE || !has_got(&points->sets.data[to], content)) {
        points_add_range(points, to, from, begin, end);
        return;
    }
    CHECK(has_range(points, to, from, begin, end));
    points->known += end - begin - 1;
    points_count(points, 1);
}

void points_free_set(Set *set)
{
    free(set->got);
    vec_free(&set->list);
    vec_free(&set->ids);
    vec_free(&set->edges);
    vec_free(&set->copies);
    free(set->slots);
}

/* ---- words of objects ---- */

static Node *cell_slot(Object *o, u64 word)
{
    return (Node *)map_put(&o->cells, word);
}

void points_open(Points *points, u32 object)
{
    if (points->model->objects.data[object].sum)
        return;
    Node sum = points_node(points), wild = points_node(points);
    Object *o = &points->model->objects.data[object];
    o->sum = sum;
    o->wild = wild;
    points_copy(points, sum, wild);
}

static Node exact_cell(Points *points, u32 object, u64 word)
{
    Node *slot = cell_slot(&points->model->objects.data[object], word);
    if (*slot)
        return *slot;
    Node node = points_node(points);
    Object *o = &points->model->objects.data[object];
    *cell_slot(o, word) = node;
    points_copy(points, node, o->wild);
    points_copy(points, o->sum, node);
    return node;
}

Node points_cell(Points *points, Ptr p, bool store)
{
    points_open(points, p.object);
    const Object *o = &points->model->objects.data[p.object];
    if (p.how == PTR_ANY)
        return store ? o->wild : o->sum;
    u64 off = o->elem ? p.off % o->elem : p.off;
    return exact_cell(points, p.object, off / 8);
}
