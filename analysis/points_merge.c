/* Sets that become one: those that copy each other in a circle, which hold the same pointers, and
 * those so large that they say little. */
#include "analysis/points_set.h"

#include "analysis/components.h"

/* What went along the edges of a set has still to go along those of one that it was merged with. */
typedef struct Missing {
    Node into;
    PtrList list;
    EdgeList edges;
    VEC(Node) copies;
} Missing;

typedef struct Merger {
    Points *points;
    VEC(Missing) missing;
    u32 count;  /* of sets when it began */
    u32 merged; /* in circles */
} Merger;

/* What is in `into`, and not in the other set, is still to go along the other's edges. */
static void note_missing(Merger *m, Node into, const Set *other)
{
    Missing missing = {.into = into};
    const Set *set = &m->points->sets.data[into];
    bool edges = other->edges.len || other->copies.len;
    for (u32 i = 0; edges && i < set->done; i++)
        if (!points_has_id(other, set->ids.data[i]))
            vec_push(&missing.list, set->list.data[i]);
    for (u32 i = other->done; edges && i < other->list.len; i++)
        vec_push(&missing.list, other->list.data[i]);
    if (!missing.list.len)
        return;
    for (u32 i = 0; i < other->edges.len; i++)
        vec_push(&missing.edges, other->edges.data[i]);
    for (u32 i = 0; i < other->copies.len; i++)
        vec_push(&missing.copies, other->copies.data[i]);
    vec_push(&m->missing, missing);
}

static void merge(Merger *m, Node into, Node other)
{
    Points *points = m->points;
    Set old = points->sets.data[other];
    points->sets.data[other] = (Set){.same = into};
    if (points_in_largest(points, into)) {
        points_leave_out_edges(points, &old.edges);
        points_leave_out_copies(points, &old);
    }
    note_missing(m, into, &old);
    for (u32 i = 0; i < old.edges.len; i++)
        vec_push(&points->sets.data[into].edges, old.edges.data[i]);
    for (u32 i = 0; i < old.copies.len; i++)
        points_push_copy(points, into, old.copies.data[i]);
    for (u32 i = 0; i < old.ids.len; i++)
        points_add_id(points, into, old.ids.data[i]);
    points_free_set(&old);
}

/* Along an edge that copies goes the whole set: that is quicker. */
static void follow_missing(Merger *m)
{
    for (u32 i = 0; i < m->missing.len; i++) {
        Missing *missing = &m->missing.data[i];
        for (u32 k = 0; k < missing->copies.len; k++) {
            Node into = points_set_of(m->points, missing->into);
            points_add_range(m->points, missing->copies.data[k], into, 0,
                             m->points->sets.data[into].list.len);
        }
        for (u32 e = 0; e < missing->edges.len; e++)
            for (u32 k = 0; k < missing->list.len; k++)
                points_follow(m->points, missing->edges.data[e], missing->list.data[k]);
        vec_free(&missing->list);
        vec_free(&missing->edges);
        vec_free(&missing->copies);
    }
    vec_free(&m->missing);
}

void points_merge_large(Points *points)
{
    Merger m = {.points = points};
    while (points->large.len) {
        Node node = points_set_of(points, vec_pop(&points->large));
        if (!points->largest)
            points->largest = points_node(points);
        Node into = points_set_of(points, points->largest);
        if (into != node)
            merge(&m, into, node);
        follow_missing(&m);
    }
}

/* ---- edges after merging ---- */

static int compare_edges(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(Edge));
}

static int compare_nodes(const void *a, const void *b)
{
    Node one = *(const Node *)a, other = *(const Node *)b;
    return one < other ? -1 : one > other;
}

/* Each copy once, to the set that its node stands for now; nothing to do if none has changed. */
static void tidy_copies(Points *points, Node node)
{
    Set *set = &points->sets.data[node];
    bool changed = false;
    for (u32 i = 0; i < set->copies.len; i++) {
        Node to = points_set_of(points, set->copies.data[i]);
        changed |= to != set->copies.data[i];
        set->copies.data[i] = to;
    }
    if (!changed)
        return;
    qsort(set->copies.data, set->copies.len, sizeof(Node), compare_nodes);
    u32 n = set->copies.len;
    set->copies.len = 0;
    for (u32 i = 0; i < n; i++) {
        Node to = set->copies.data[i];
        if (to != node && !(set->copies.len && vec_last(&set->copies) == to))
            points_push_copy(points, node, to);
    }
}

/* The same of its other edges. */
static void tidy_edges(Points *points, Node node)
{
    Set *set = &points->sets.data[node];
    bool changed = false;
    for (u32 i = 0; i < set->edges.len; i++) {
        Edge *e = &set->edges.data[i];
        bool site = e->kind == EDGE_CALL || e->kind == EDGE_METHOD;
        Node to = site ? e->to : points_set_of(points, e->to);
        changed |= to != e->to;
        e->to = to;
    }
    if (!changed)
        return;
    qsort(set->edges.data, set->edges.len, sizeof(Edge), compare_edges);
    u32 kept = 0;
    for (u32 i = 0; i < set->edges.len; i++)
        if (!kept || memcmp(&set->edges.data[kept - 1], &set->edges.data[i], sizeof(Edge)))
            set->edges.data[kept++] = set->edges.data[i];
    set->edges.len = kept;
}

/* ---- circles ---- */

/* The largest set stands for the others: least is left to do. */
static Node largest_of(const Points *points, const Node *nodes, u32 count)
{
    Node best = nodes[0];
    for (u32 i = 1; i < count; i++)
        if (points->sets.data[nodes[i]].list.len > points->sets.data[best].list.len)
            best = nodes[i];
    return best;
}

static void end_circle(void *context, const Node *nodes, u32 count)
{
    Merger *m = context;
    Node into = largest_of(m->points, nodes, count);
    m->merged += count - 1;
    for (u32 i = 0; i < count; i++)
        if (nodes[i] != into)
            merge(m, into, nodes[i]);
}

/* Sets that merging makes come next time. */
static Node copied_to(void *context, Node node, u32 edge)
{
    const Merger *m = context;
    const Set *set = &m->points->sets.data[node];
    if (edge >= set->copies.len)
        return GRAPH_END;
    Node to = points_set_of(m->points, set->copies.data[edge]);
    return to < m->count ? to : GRAPH_NOWHERE;
}

u32 points_collapse(Points *points)
{
    Merger m = {.points = points, .count = points->sets.len};
    components_find(&(Graph){m.count, &m, copied_to, end_circle});
    for (Node i = 1; i < m.count; i++) {
        tidy_copies(points, i);
        tidy_edges(points, i);
    }
    points_tidy_largest(points);
    follow_missing(&m);
    return m.merged;
}
