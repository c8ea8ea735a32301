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

bool *inner_find(const Model *model)
{
    u32 n = model->instances.len;
    bool *inner = xcalloc(n + 1, sizeof *inner);
    memset(inner, true, n * sizeof *inner);
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = 0; i < n; i++)
            if (inner[i] && is_called_by_program(model, inner, i)) {
                inner[i] = false;
                changed = true;
            }
    }
    return inner;
}

static bool is_of_library(const Program *program, const GlobalVar *variable)
{
    const SourceFile *file = source_place(program->sources, variable->pos).file;
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

bool inner_pair(const Solver *solver, const bool *inner, const Use *a, const Use *b)
{
    return !a->unknown && !b->unknown && a->object == b->object && inner[a->inst] &&
           inner[b->inst] && is_made_by_library(solver->model, a->object);
}
