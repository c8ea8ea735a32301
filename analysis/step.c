/* What the transfer functions of all groups of opcodes share. */
#include "analysis/step.h"

#include "base/limits.h"

u32 step_allocate(const Step *s, u32 part, Object object)
{
    return model_allocated(s->model, s->inst, s->pc, part, object);
}

/* Wherever the call is when a panic is recovered, registers hold what they held there. */
static void flow_to_recovery(const Step *s)
{
    if (!s->flow->recover_block || !(op_info[s->in.op].flags & (PANICS | CALLS)))
        return;
    const Val *entry = s->flow->blocks.data[s->flow->recover_block].entry;
    for (u32 r = 0; entry && r < s->fn->nregs; r++) {
        Node from = SYM_KIND(entry[r]) == SYM_PHI ? step_reg(s, r) : 0;
        if (from)
            points_copy(s->points, points_sym(s->points, s->inst, entry[r]), from);
    }
}

/* What meets at the entry of a block. */
static void flow_to_block(const Step *s, u32 block)
{
    const Val *entry = s->flow->blocks.data[block].entry;
    for (u32 r = 0; r < s->fn->nregs; r++)
        if (SYM_KIND(entry[r]) == SYM_PHI && SYM_PC(entry[r]) == block && SYM_PART(entry[r]) == r)
            points_copy(s->points, points_sym(s->points, s->inst, entry[r]), step_reg(s, r));
}

static void step_block(Step *s, u32 index)
{
    const Block *b = &s->flow->blocks.data[index];
    flow_enter(s->flow, index, s->regs);
    for (u32 pc = b->from; pc < b->to; pc += instr_words(&s->fn->code[pc])) {
        s->pc = pc;
        s->code = &s->fn->code[pc];
        s->in = s->code->in;
        flow_to_recovery(s);
        if (!step_memory(s) && !step_call(s))
            step_value(s);
        flow_step(s->flow, pc, s->regs);
    }
    for (u32 i = 0; i < b->nnext; i++)
        flow_to_block(s, b->next[i]);
}

/* What the call itself brings to the first block, which a loop may lead back to. */
static void step_entry(Step *s)
{
    for (u32 r = 0; r < s->fn->nregs; r++)
        s->regs[r] = (Val){0};
    for (u32 r = 0; r < s->fn->nparams; r++)
        s->regs[r] = (Val){SYM_KEY(SYM_PARAM, 0, r), 0};
    if (s->fn->ncaptures)
        s->regs[s->fn->closure_reg] = (Val){SYM_KEY(SYM_PARAM, 0, s->fn->closure_reg), 0};
    flow_to_block(s, 0);
}

void step_instance(Model *model, u32 inst)
{
    const Flow *flow = model->instances.data[inst]->flow;
    Step s = {.model = model,
              .points = model->points,
              .inst = inst,
              .flow = flow,
              .fn = flow->fn,
              .regs = xcalloc(flow->fn->nregs + 1, sizeof(Val))};
    step_entry(&s);
    for (u32 i = 0; i < flow->blocks.len; i++)
        if (flow->blocks.data[i].reached)
            step_block(&s, i);
    free(s.regs);
}

void step_unknown_methods(Model *model)
{
    u32 seen = 0;
    while (model->calls_unknown && !model->gave_up && seen != model->instances.len) {
        limits_poll();
        seen = model->instances.len;
        for (u32 i = 0; i < model->objects.len; i++) {
            const Object *o = &model->objects.data[i];
            const RType *type = o->kind == MEM_TYPE && o->havoc ? o->type : NULL;
            for (u32 m = 0; type && m < type->nmethods; m++)
                if (type->methods[m].fn)
                    model_call_unknown(model, type->methods[m].fn, NO_OBJECT);
        }
        points_solve(model->points);
    }
}
