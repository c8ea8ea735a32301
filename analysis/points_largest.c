/* The edges of the set that all large ones have become. What it is copied, shifted or loaded to
 * becomes large, too, so it is made part of it at once: then most of its edges are the same, and
 * each is followed once. */
#include "analysis/points_set.h"

#include "base/hash.h"

static bool yields_much(EdgeKind kind)
{
    return kind == EDGE_COPY || kind == EDGE_SHIFT || kind == EDGE_ELEM || kind == EDGE_ANY ||
           kind == EDGE_REACH || kind == EDGE_LOAD;
}

static bool finds_some(EdgeKind kind)
{
    return kind == EDGE_UNBOX || kind == EDGE_RECEIVER || kind == EDGE_FLAT || kind == EDGE_OPAQUE;
}

/* Those of the largest set that a call of this kind may call. */
static Node callable_by(Points *points, u32 kind)
{
    u64 *there = map_put(&points->callable, kind);
    if (*there)
        return (Node)*there;
    Node node = points_node(points);
    points->sets.data[node].apart = true;
    *map_put(&points->callable, kind) = node;
    points_add_edge(points, points->largest, (Edge){EDGE_CALLABLE, node, kind, NULL});
    return node;
}

/* What all edges of a kind with the same argument and type share: what is stored, or what is found.
 */
static Node shared_by(Points *points, Edge e)
{
    u64 key = (u64)e.kind << 60 | (u64)(e.type ? e.type->id : 0) << 32 | (u32)e.arg;
    u64 *there = map_put(&points->shared, key);
    if (!*there) {
        *there = points_node(points);
        points->sets.data[*there].apart = finds_some(e.kind);
    }
    return (Node)*there;
}

Edge points_edge_of_largest(Points *points, Edge e)
{
    Node largest = points_set_of(points, points->largest);
    Node all = e.kind == EDGE_STORE || finds_some(e.kind) ? shared_by(points, e) : 0;
    if (all && points_set_of(points, all) != points_set_of(points, e.to)) {
        points_copy(points, finds_some(e.kind) ? e.to : all, finds_some(e.kind) ? all : e.to);
        e.to = all;
    }
    if (e.kind != EDGE_CALL && e.kind != EDGE_METHOD)
        e.to = points_set_of(points, e.to);
    if (yields_much(e.kind) && e.to == points_set_of(points, points->havoc))
        points->model->gave_up = true; /* nothing much would be proved */
    if (yields_much(e.kind) && e.to != largest && !points_stays(points, e.to)) {
        vec_push(&points->large, e.to);
        e.to = largest;
    }
    return e;
}

bool points_has_edge(Points *points, Edge e, u32 index)
{
    const EdgeList *edges = &points->sets.data[points_set_of(points, points->largest)].edges;
    u64 *there = map_put(&points->edge_at, hash_bytes(HASH_START, &e, sizeof e));
    if (*there && *there <= edges->len && !memcmp(&edges->data[*there - 1], &e, sizeof e))
        return true;
    *there = index + 1ull;
    return false;
}

bool points_call_of_largest(Points *points, Edge e)
{
    if (e.kind == EDGE_CALL)
        points_add_edge(points, callable_by(points, points_kind_of_call(points, e.to, (u32)e.arg)),
                        e);
    return e.kind == EDGE_CALL;
}

void points_leave_out_edges(Points *points, EdgeList *edges)
{
    u32 kept = 0;
    for (u32 i = 0; i < edges->len; i++) {
        if (points_call_of_largest(points, edges->data[i]))
            continue;
        Edge e = points_edge_of_largest(points, edges->data[i]);
        u32 first = points->sets.data[points_set_of(points, points->largest)].edges.len;
        if (!(e.kind == EDGE_COPY && points_in_largest(points, e.to)) &&
            !points_has_edge(points, e, first + kept))
            edges->data[kept++] = e;
    }
    edges->len = kept;
}

Node points_copy_of_largest(Points *points, Node to)
{
    Edge e = points_edge_of_largest(points, (Edge){EDGE_COPY, to, 0, NULL});
    return points_in_largest(points, e.to) ? 0 : e.to;
}

void points_leave_out_copies(Points *points, Set *set)
{
    u32 kept = 0;
    for (u32 i = 0; i < set->copies.len; i++) {
        Node to = points_copy_of_largest(points, set->copies.data[i]);
        if (to && !points_copies_to(points, points_set_of(points, points->largest), to))
            set->copies.data[kept++] = to;
    }
    set->copies.len = kept;
}

void points_tidy_largest(Points *points)
{
    Node node = points_set_of(points, points->largest);
    if (!node)
        return;
    Set *set = &points->sets.data[node];
    Set old = {.edges = set->edges, .copies.data = set->copies.data, .copies.len = set->copies.len};
    map_clear(&points->edge_at);
    set->edges = (EdgeList){0};
    memset(&set->copies, 0, sizeof set->copies);
    points_leave_out_edges(points, &old.edges);
    points_leave_out_copies(points, &old);
    for (u32 i = 0; i < old.edges.len; i++)
        vec_push(&points->sets.data[node].edges, old.edges.data[i]);
    for (u32 i = 0; i < old.copies.len; i++)
        points_push_copy(points, node, old.copies.data[i]);
    points_free_set(&old);
}
