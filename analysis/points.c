/* The solver of points.h: sets grow by difference propagation along edges until nothing changes. */
#include "analysis/points_set.h"

#include "base/limits.h"

const PtrList *points_of(const Points *points, Node node)
{
    return &points->sets.data[points_set_of(points, node)].list;
}

const PtrList *points_largest(const Points *points)
{
    return points->largest ? points_of(points, points->largest) : NULL;
}

bool points_is_largest(const Points *points, const PtrList *list)
{
    return list && list == points_largest(points);
}

Node points_havoc(const Points *points)
{
    return points->havoc;
}

Node points_unknown(const Points *points)
{
    return points->unknown;
}

Node points_numbers(const Points *points)
{
    return points->numbers;
}

Node points_panic(Points *points, u32 goro, u32 word)
{
    Goro *g = &points->model->goros.data[goro];
    if (!g->panic[word])
        g->panic[word] = points_node(points);
    return g->panic[word];
}

/* ---- values ---- */

static u64 pack(Val sym)
{
    u64 key = (u64)SYM_KIND(sym) << 36 | (u64)SYM_PC(sym) << 16 | SYM_PART(sym);
    return key << 24 | (u64)(sym.off + SYM_MAX_OFF);
}

static Node global_node(Points *points, Val sym)
{
    u64 within;
    u32 object = model_global(points->model, (u64)sym.off, &within);
    Node node = points_node(points);
    points_add(points, node, (Ptr){object, PTR_AT, (u32)within});
    return node;
}

static Node make_sym(Points *points, u32 inst, Val sym)
{
    if (SYM_KIND(sym) == SYM_GLOBAL)
        return global_node(points, sym);
    if (sym.off == 0)
        return points_node(points);
    Node base = points_sym(points, inst, (Val){sym.key, 0}), node = points_node(points);
    points_shift(points, node, base, sym.off);
    return node;
}

/* Whether a value that a function is called with is a number. */
static bool is_number(const Func *fn, Val sym)
{
    const char *kinds = fn->kinds.params;
    return SYM_KIND(sym) == SYM_PARAM && kinds && SYM_PART(sym) < fn->nparams &&
           !kind_is_pointer(kinds[SYM_PART(sym)]);
}

/* Whether it has no set, and never will. */
static bool has_none(const Points *points, u32 inst, Val sym)
{
    SymKind kind = SYM_KIND(sym);
    return kind == SYM_NONE || kind == SYM_CONST ||
           is_number(points->model->instances.data[inst]->flow->fn, sym);
}

Node points_sym(Points *points, u32 inst, Val sym)
{
    if (has_none(points, inst, sym))
        return 0;
    Instance *in = points->model->instances.data[inst];
    u64 *there = map_get(&in->syms, pack(sym));
    if (there)
        return (Node)*there;
    Node node = make_sym(points, inst, sym);
    *map_put(&in->syms, pack(sym)) = node;
    return node;
}

const PtrList *points_lookup(const Points *points, u32 inst, Val sym)
{
    if (has_none(points, inst, sym))
        return NULL;
    const u64 *there = map_get(&points->model->instances.data[inst]->syms, pack(sym));
    return there ? points_of(points, (Node)*there) : NULL;
}

/* ---- solving ---- */

enum { FIRST_COLLAPSE = 20000, COLLAPSE_AFTER = 3, MOST_PATIENCE = 24, FEW_CIRCLES = 256 };

/* It takes as long as some steps for each set, so where few sets are in circles it comes rarely. */
static void collapse(Points *points)
{
    u32 merged = points_collapse(points);
    if (merged > points->sets.len / FEW_CIRCLES)
        points->patience = COLLAPSE_AFTER;
    else if (points->patience < MOST_PATIENCE)
        points->patience *= 2;
    points->collapse = points->followed + points->known + points->patience * (u64)points->sets.len;
}

/* Edges that are added meanwhile have been followed for all that went along the others. */
static void solve_set(Points *points, Node node)
{
    while (points->sets.data[node].done < points->sets.data[node].list.len) {
        u32 begin = points->sets.data[node].done, end = points->sets.data[node].list.len;
        u32 copies = points->sets.data[node].copies.len, edges = points->sets.data[node].edges.len;
        Content content = points_advance(&points->sets.data[node], end);
        for (u32 i = 0; i < copies && !points->model->gave_up; i++)
            points_add_content(points, points->sets.data[node].copies.data[i], node, begin, end,
                               content);
        for (u32 i = 0; i < edges; i++)
            points_follow_all(points, node, points->sets.data[node].edges.data[i], begin, end);
        for (u32 i = begin; i < end && node == points_set_of(points, points->havoc); i++)
            points_make_havoc(points, points->sets.data[node].list.data[i]);
    }
}

/* The set that has waited longest: more has come to it meanwhile, which goes along its edges at
 * once. */
static Node next_set(Points *points)
{
    Node node = points->queue.data[points->next++];
    if (2 * points->next >= points->queue.len) { /* most have been solved: they are left out */
        u32 left = points->queue.len - points->next;
        memmove(points->queue.data, points->queue.data + points->next, left * sizeof(Node));
        points->queue.len = left;
        points->next = 0;
    }
    points->sets.data[node].queued = false;
    return node;
}

void points_solve(Points *points)
{
    while (points->queue.len && !points->model->gave_up) {
        limits_poll();
        Node node = next_set(points);
        if (!points->sets.data[node].same)
            solve_set(points, node);
        points_merge_large(points);
        if (points->followed + points->known > points->collapse)
            collapse(points);
    }
}

Points *points_new(Model *model)
{
    Points *points = xcalloc(1, sizeof *points);
    points->model = model;
    points->collapse = FIRST_COLLAPSE;
    points->patience = COLLAPSE_AFTER;
    points_node(points); /* 0 */
    points->havoc = points_node(points);
    points->unknown = points_node(points);
    points->numbers = points_node(points);
    return points;
}

void points_free(Points *points)
{
    if (!points)
        return;
    for (u32 i = 0; i < points->sets.len; i++)
        points_free_set(&points->sets.data[i]);
    vec_free(&points->sets);
    vec_free(&points->queue);
    vec_free(&points->pointers);
    vec_free(&points->large);
    map_free(&points->shared);
    map_free(&points->callable);
    map_free(&points->receivers);
    map_free(&points->edge_at);
    map_free(&points->copies);
    map_free(&points->ids);
    free(points);
}
