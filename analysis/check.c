/* What the checks have in common: places and names of the operations that they report. */
#include "analysis/check.h"

#include "analysis/pairs.h"

Span check_span(const Walk *walk)
{
    Use use = {.inst = walk->inst, .pc = walk->pc};
    return use_span(walk->solver, &use);
}

bool check_is_programs(const Walk *walk)
{
    const Model *model = walk->solver->model;
    u32 inst = walk->inst, pc = walk->pc;
    for (bool program = false;;) {
        const Instance *in = model->instances.data[inst];
        bool library = in->flow->fn->is_library || in->flow->fn->is_wrapper;
        program |= !library;
        if (library && !flow_always_passes(in->flow, pc))
            return false;
        if (in->caller == inst)
            return program;
        pc = in->caller_pc;
        inst = in->caller;
    }
}

NativeMeans check_native(const Walk *walk)
{
    return walk->in.op == OP_CALLN ? model_means(walk->solver->model, instr_k(walk->in))
                                   : MEANS_NOTHING;
}

/* The text up to the last dot before the call's parenthesis. */
void check_operand(const Walk *walk, Buf *out)
{
    u32 len;
    const char *text = source_text(walk->solver->model->program->sources, check_span(walk), &len);
    const char *paren = memchr(text, '(', len);
    u32 end = paren ? (u32)(paren - text) : len;
    while (end > 0 && text[end - 1] != '.')
        end--;
    if (end > 1)
        buf_add(out, text, end - 1);
    else
        buf_puts(out, "the lock");
}

bool check_begins_goroutine(const Model *model, u32 inst)
{
    const Goro *g = &model->goros.data[model->instances.data[inst]->goro];
    for (u32 i = 0; i < g->roots.len; i++)
        if (g->roots.data[i] == inst && g->sites.len)
            return true;
    return false;
}

bool check_is_mutex(const Model *model, const Lock *lock)
{
    return lock->mode != LOCK_ATOMIC && model->objects.data[lock->key].kind != MEM_CHAN;
}

bool check_is_kept(const Solver *solver, u32 inst, const Lock *lock)
{
    PtrList places = {0};
    solver_lock_places(solver, inst, lock, &places);
    bool kept = places.len > 0;
    for (u32 i = 0; i < places.len; i++)
        kept &= solver_kept(solver, places.data[i]);
    vec_free(&places);
    return kept;
}
