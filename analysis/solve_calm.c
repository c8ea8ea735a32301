/* Calls that do not panic once they have given a lock back: Cond.Wait, above all, which gives the
 * lock back and takes it again. A deferred Unlock that runs because of a panic finds the lock
 * held then. */
#include "analysis/solve.h"

/* A walk along a function of one block. */
typedef struct Calm {
    const Solver *solver;
    u32 inst;
    bool began;    /* it may have given a lock back */
    VEC(u64) used; /* names of values that are not nil, as something was done with them */
} Calm;

/* Whether doing something with the value does not panic in the middle. */
static bool use_value(Calm *c, Val value)
{
    for (u32 i = 0; i < c->used.len; i++)
        if (c->used.data[i] == value.key)
            return true;
    vec_push(&c->used, value.key);
    return !c->began;
}

/* Whether the call panics only if its first parameter is nil, and then at once: it does nothing
 * that may panic but to call such a native. */
static bool needs_receiver(const Solver *solver, u32 inst)
{
    const Instance *in = solver->model->instances.data[inst];
    const Func *fn = in->flow->fn;
    bool needs = !in->outside && in->flow->blocks.len == 1, calls = false;
    Val *regs = xcalloc(fn->nregs + 1, sizeof *regs);
    flow_enter(in->flow, 0, regs);
    for (u32 pc = 0; needs && pc < fn->ncode; pc += instr_words(&fn->code[pc])) {
        Instr i = fn->code[pc].in;
        if (i.op == OP_CALLN) {
            needs = !calls && means_needs_object(model_means(solver->model, instr_k(i))) &&
                    regs[i.a + 1].key == SYM_KEY(SYM_PARAM, 0, 0);
            calls = true;
        } else
            needs = !(op_info[i.op].flags & (PANICS | CALLS)) || i.op == OP_RET;
        flow_step(in->flow, pc, regs);
    }
    free(regs);
    return needs && calls;
}

static bool call_is_calm(Calm *c, u32 pc, Val receiver)
{
    const Model *model = c->solver->model;
    const CallSite *site = model_site_at(model, c->inst, pc);
    bool calm = site && site->kind == CALL_PLAIN && !site->unknown && use_value(c, receiver);
    for (u32 i = 0; calm && i < site->callees.len; i++)
        calm = needs_receiver(c->solver, site->callees.data[i]);
    c->began = true;
    return calm;
}

static bool native_is_calm(Calm *c, u32 pc, Instr in, Val receiver)
{
    NativeMeans means = model_means(c->solver->model, instr_k(in));
    const SyncToken *t = solver_token(c->solver, c->inst, pc);
    bool calm = means_needs_object(means) ? use_value(c, receiver) : !c->began;
    c->began |= t && t->kind != TOKEN_LOCK;
    return calm;
}

static bool instruction_is_calm(Calm *c, u32 pc, Instr in, const Val *regs)
{
    u32 flags = op_info[in.op].flags;
    if (in.op == OP_CALLN)
        return native_is_calm(c, pc, in, regs[in.a + 1]);
    if (in.op == OP_CALLI)
        return call_is_calm(c, pc, regs[in.b + 1]);
    if ((flags & CALLS && in.op != OP_RET) || solver_token(c->solver, c->inst, pc))
        return false;
    return !(flags & PANICS) || !c->began;
}

bool solver_is_calm(const Solver *solver, u32 inst)
{
    const Instance *in = solver->model->instances.data[inst];
    const Flow *flow = in->flow;
    Calm c = {.solver = solver, .inst = inst};
    if (in->outside || flow->blocks.len != 1 || flow->recover_block)
        return false;
    Val *regs = xcalloc(flow->fn->nregs + 1, sizeof *regs);
    flow_enter(flow, 0, regs);
    bool calm = true;
    for (u32 pc = 0; calm && pc < flow->fn->ncode; pc += instr_words(&flow->fn->code[pc])) {
        calm = instruction_is_calm(&c, pc, flow->fn->code[pc].in, regs);
        flow_step(flow, pc, regs);
    }
    vec_free(&c.used);
    free(regs);
    return calm;
}
