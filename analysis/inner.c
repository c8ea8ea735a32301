/* The library's own affairs. What its servers, timers and clients do by themselves, with memory
 * that they have made themselves, is taken to be free of races (spec/vet.md): the program can do
 * nothing about it, and nothing of its own is accessed. */
#include "analysis/inner.h"

/* A goroutine that the library starts is its own, one that the program starts is not, whatever
 * function it begins with. */
static bool is_called_by_program(const Model *model, const bool *inner, u32 inst)
{
    const Instance *in = model->instances.data[inst];
    if (!in->flow->fn->is_library)
        return true;
    for (u32 i = 0; i < in->calls_from.len; i++) {
        const CallSite *site = model->sites.data[in->calls_from.data[i]];
        const Func *fn = model->instances.data[site->inst]->flow->fn;
        if (site->kind == CALL_GO ? !fn->is_library : !inner[site->inst])
            return true;
    }
    return false;
}

static bool *find_own(const Model *model)
{
    u32 n = model->instances.len;
    bool *own = xcalloc(n + 1, sizeof *own);
    memset(own, true, n * sizeof *own);
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = 0; i < n; i++)
            if (own[i] && is_called_by_program(model, own, i)) {
                own[i] = false;
                changed = true;
            }
    }
    return own;
}

static bool is_of_library(const Program *program, const GlobalVar *variable)
{
    const SourceFile *file = source_file_of(program->sources, variable->pos);
    return file && file->is_library;
}

static bool is_made_by_library(const Model *model, u32 object)
{
    const Object *o = &model->objects.data[object];
    if (object <= OBJECT_ANY || o->havoc)
        return false;
    if (o->kind == MEM_GLOBAL)
        return is_of_library(model->program, &model->program->globals.data[o->index]);
    return model->instances.data[o->inst]->flow->fn->is_library;
}

static void hold(const Model *model, Node node, bool *held)
{
    const PtrList *list = points_of(model->points, node);
    for (u32 i = 0; i < list->len; i++)
        held[list->data[i].object] = true;
}

/* All that the values of the program's functions, and the words of what it makes, may point to. */
static bool *find_held(const Model *model)
{
    bool *held = xcalloc(model->objects.len + 1, sizeof *held);
    for (u32 i = 0; i < model->instances.len; i++) {
        const Instance *in = model->instances.data[i];
        u32 cursor = 0;
        const MapEntry *e;
        while (!in->flow->fn->is_library && (e = map_next(&in->syms, &cursor)))
            hold(model, (Node)e->value, held);
        for (u32 k = 0; !in->flow->fn->is_library && k < in->results.len; k++)
            hold(model, in->results.data[k], held);
    }
    for (u32 i = 0; i < model->objects.len; i++)
        if (model->objects.data[i].sum && !is_made_by_library(model, i))
            hold(model, model->objects.data[i].sum, held);
    return held;
}

Inner inner_find(const Model *model)
{
    return (Inner){find_own(model), find_held(model)};
}

void inner_free(Inner *inner)
{
    free(inner->own);
    free(inner->held);
}

static bool is_library(const Solver *solver, const Use *use)
{
    return solver->model->instances.data[use->inst]->flow->fn->is_library;
}

bool inner_pair(const Solver *solver, const Inner *inner, const Use *a, const Use *b)
{
    if (a->unknown || b->unknown || a->object != b->object ||
        !is_made_by_library(solver->model, a->object))
        return false;
    bool one = inner->own[a->inst], other = inner->own[b->inst];
    bool hidden = !inner->held[a->object] && is_library(solver, a) && is_library(solver, b);
    return (one && other) || ((one || other) && hidden);
}
