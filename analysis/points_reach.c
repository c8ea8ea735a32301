/* What objects and types lead to, and what natives of unknown effect make of that. */
#include "analysis/points_set.h"

static void add_type(Points *points, Node to, RType *t)
{
    if (t)
        points_add(points, to, (Ptr){model_type(points->model, t), PTR_AT, 0});
}

static void add_types(Points *points, Node to, RType *const *types, u32 n)
{
    for (u32 i = 0; i < n; i++)
        add_type(points, to, types[i]);
}

void points_add_parts(Points *points, Node to, const RType *t)
{
    const Program *program = points->model->program;
    add_type(points, to, t->elem);
    add_type(points, to, t->key);
    add_types(points, to, t->params, t->nparams);
    add_types(points, to, t->results, t->nresults);
    for (u32 i = 0; i < t->nfields; i++)
        add_type(points, to, t->fields[i].type);
    for (u32 i = 0; i < program->types.len; i++)
        if (program->types.data[i]->kind == RK_POINTER && program->types.data[i]->elem == t)
            add_type(points, to, program->types.data[i]);
}

void points_add_methods(Points *points, Node to, Ptr p)
{
    const Object *o = &points->model->objects.data[p.object];
    const RType *type = o->kind == MEM_TYPE ? o->type : NULL;
    if (p.object == OBJECT_UNKNOWN)
        points_copy(points, to, points->unknown);
    for (u32 i = 0; type && i < type->nmethods; i++) {
        if (type->methods[i].fn)
            points_add(points, to,
                       (Ptr){model_static(points->model, type->methods[i].fn), PTR_AT, 0});
        add_type(points, to, type->methods[i].sig);
    }
    for (u32 i = 0; type && i < type->nimethods; i++)
        add_type(points, to, type->imethod_sigs[i]);
}

Node points_reach_of(Points *points, u32 object)
{
    Node node = points->model->objects.data[object].reach;
    if (node)
        return node;
    node = points_node(points);
    points->model->objects.data[object].reach = node;
    points_add(points, node, (Ptr){object, PTR_ANY, 0});
    if (points->model->objects.data[object].kind == MEM_TYPE) {
        Node parts = points_node(points);
        points_add_parts(points, parts, points->model->objects.data[object].type);
        points_add_edge(points, parts, (Edge){EDGE_REACH, node, 0, NULL});
        return node;
    }
    points_open(points, object);
    points_add_edge(points, points->model->objects.data[object].sum,
                    (Edge){EDGE_REACH, node, 0, NULL});
    return node;
}

void points_make_havoc(Points *points, Ptr p)
{
    Model *model = points->model;
    if (model->objects.data[p.object].havoc)
        return;
    model->objects.data[p.object].havoc = true;
    Object o = model->objects.data[p.object];
    if (o.kind == MEM_TYPE) {
        points_add_parts(points, points->havoc, o.type);
        return;
    }
    points_open(points, p.object);
    points_copy(points, points->havoc, model->objects.data[p.object].sum);
    points_copy(points, model->objects.data[p.object].wild, points->unknown);
    if (o.kind == MEM_CLOSURE && o.func)
        model_call_unknown(model, o.func, p.object);
}
