/* Edges between sets: what goes along each kind, and which constraint is which. */
#include "analysis/points_set.h"

enum { FEW_COPIES = 16 };

void points_follow(Points *points, Edge e, Ptr p)
{
    Model *model = points->model;
    points_count(points, 1);
    if (model->gave_up)
        return;
    switch (e.kind) {
    case EDGE_COPY: break; /* points_add_range() */
    case EDGE_SHIFT: points_add(points, e.to, ptr_shift(model, p, e.arg)); return;
    case EDGE_ELEM: points_add(points, e.to, ptr_elem(model, p, (u64)e.arg)); return;
    case EDGE_ANY: points_add(points, e.to, ptr_anywhere(p)); return;
    case EDGE_UNBOX:
        if (e.type ? !points_receives(points, p, e.type) : !points_may_be_box(points, p))
            return;
        /* fall through */
    case EDGE_LOAD:
        if (points_past_end(points, p, e.arg))
            return;
        points_copy(points, e.to, points_cell(points, ptr_word(model, p, e.arg), false));
        return;
    case EDGE_STORE:
        if (points_past_end(points, p, e.arg) || p.object == OBJECT_PANIC ||
            !points_takes(points, p))
            return;
        points_copy(points, points_cell(points, ptr_word(model, p, e.arg), true), e.to);
        return;
    case EDGE_RECEIVER:
        if (points_receives(points, p, e.type) && !(e.arg && model->objects.data[p.object].copied))
            points_add(points, e.to, p);
        return;
    case EDGE_TYPES:
        if (model->objects.data[p.object].kind == MEM_TYPE)
            points_add_parts(points, e.to, model->objects.data[p.object].type);
        return;
    case EDGE_REACH: points_copy(points, e.to, points_reach_of(points, p.object)); return;
    case EDGE_FLAT:
        if (object_may_hold(&model->objects.data[p.object], (u64)e.arg))
            points_add(points, e.to, p);
        return;
    case EDGE_OPAQUE:
        if (points_may_be_opaque(points, &model->objects.data[p.object]))
            points_add(points, e.to, p);
        return;
    case EDGE_METHODS: points_add_methods(points, e.to, p); return;
    case EDGE_CALL: points_call(points, e.to, p, (u32)e.arg); return;
    case EDGE_CALLABLE:
        if (points_may_call(points, (u32)e.arg, p))
            points_add(points, e.to, p);
        return;
    case EDGE_METHOD: points_enter_method(points, e.to, e.type, (u32)e.arg); return;
    }
}

void points_follow_all(Points *points, Node from, Edge e, u32 begin, u32 end)
{
    if (e.kind == EDGE_METHOD && end > begin) /* one is enough */
        end = begin + 1;
    for (u32 i = begin; i < end; i++)
        points_follow(points, e, points->sets.data[from].list.data[i]);
}

void points_add_edge(Points *points, Node from, Edge e)
{
    if (!from || !e.to)
        return;
    from = points_set_of(points, from);
    if (points_in_largest(points, from)) {
        if (points_call_of_largest(points, e))
            return;
        e = points_edge_of_largest(points, e);
        if (points_has_edge(points, e, points->sets.data[from].edges.len))
            return;
    }
    vec_push(&points->sets.data[from].edges, e);
    points_follow_all(points, from, e, 0, points->sets.data[from].done);
}

/* ---- edges that copy ---- */

bool points_copies_to(const Points *points, Node from, Node to)
{
    const Set *set = &points->sets.data[from];
    for (u32 i = 0; i < set->copies.len && i < FEW_COPIES; i++)
        if (set->copies.data[i] == to)
            return true;
    return set->copies.len > FEW_COPIES && map_get(&points->copies, (u64)from << 32 | to);
}

void points_push_copy(Points *points, Node from, Node to)
{
    vec_push(&points->sets.data[from].copies, to);
    if (points->sets.data[from].copies.len > FEW_COPIES)
        *map_put(&points->copies, (u64)from << 32 | to) = 1;
}

void points_copy(Points *points, Node to, Node from)
{
    from = points_set_of(points, from);
    to = points_set_of(points, to);
    if (points_in_largest(points, from) && to && to != from)
        to = points_copy_of_largest(points, to);
    if (!from || !to || from == to || points_copies_to(points, from, to))
        return;
    points_push_copy(points, from, to);
    const Set *set = &points->sets.data[from];
    points_add_content(points, to, from, 0, set->done, set->content);
}

/* ---- constraints ---- */

void points_shift(Points *points, Node to, Node from, i64 off)
{
    if (off)
        points_add_edge(points, from, (Edge){EDGE_SHIFT, to, off, NULL});
    else
        points_copy(points, to, from);
}

void points_elem(Points *points, Node to, Node from, u64 size)
{
    points_add_edge(points, from, (Edge){EDGE_ELEM, to, (i64)size, NULL});
}

void points_any(Points *points, Node to, Node from)
{
    points_add_edge(points, from, (Edge){EDGE_ANY, to, 0, NULL});
}

void points_load(Points *points, Node to, Node at, i64 off)
{
    points_add_edge(points, at, (Edge){EDGE_LOAD, to, off, NULL});
}

void points_store(Points *points, Node at, i64 off, Node from)
{
    points_add_edge(points, at, (Edge){EDGE_STORE, from, off, NULL});
}

void points_unbox(Points *points, Node to, Node at, i64 off, const RType *type)
{
    points_add_edge(points, at, (Edge){EDGE_UNBOX, to, off, type});
}

void points_receiver(Points *points, Node to, Node from, const RType *type)
{
    points_add_edge(points, from, (Edge){EDGE_RECEIVER, to, 0, points_received_as(points, type)});
}

void points_reach(Points *points, Node to, Node from)
{
    points_add_edge(points, from, (Edge){EDGE_REACH, to, 0, NULL});
}

void points_mix(Points *points, Node node)
{
    points_add_edge(points, node, (Edge){EDGE_ANY, node, 0, NULL});
    points_add_edge(points, node, (Edge){EDGE_LOAD, node, 0, NULL});
    points_add_edge(points, node, (Edge){EDGE_TYPES, node, 0, NULL});
    points_add_edge(points, node, (Edge){EDGE_STORE, node, 0, NULL});
}

void points_flat(Points *points, Node to, Node from, u64 size)
{
    points_add_edge(points, from, (Edge){EDGE_FLAT, to, (i64)size, NULL});
}

void points_opaque(Points *points, Node to, Node from)
{
    points_add_edge(points, from, (Edge){EDGE_OPAQUE, to, 0, NULL});
}

void points_methods(Points *points, Node to, Node from)
{
    points_add_edge(points, from, (Edge){EDGE_METHODS, to, 0, NULL});
}

/* Sites are numbered from 1 on, so that no edge leads to 0. */
void points_watch(Points *points, Node target, u32 site, u32 how)
{
    points_add_edge(points, target, (Edge){EDGE_CALL, site, how, NULL});
}
