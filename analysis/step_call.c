/* Calls, goroutines, deferred calls and natives. */
#include "analysis/effect_of.h"
#include "analysis/step.h"

enum {
    MOST_OBJECT_RESULTS = 4, /* slots that a native on an object returns */
    MOST_STARTED_ARGS = 4,   /* of functions that the machine starts: finalizers have one */
};

static void take_args(const Step *s, CallSite *site, u32 first, u32 count)
{
    for (u32 i = 0; i < count && first + i < s->fn->nregs; i++) {
        vec_push(&site->args, step_reg(s, first + i));
        vec_push(&site->arg_syms, s->regs[first + i]);
    }
}

/* Calls what a closure in a register may be. */
static void call_closure(const Step *s, CallSite *site, u32 reg, u32 slots)
{
    take_args(s, site, s->in.a + 1u, slots);
    site->target = step_reg(s, reg);
    points_watch(s->points, site->target, site->index);
}

static void call_named(const Step *s)
{
    const Func *func = s->model->program->funcs.data[s->code[1].x];
    CallSite *site = model_site(s->model, s->inst, s->pc, CALL_PLAIN);
    take_args(s, site, s->in.a + 1u, func->nparams);
    model_call(s->model, site->index, func, NO_OBJECT);
}

static void call_interface(const Step *s)
{
    CallSite *site = model_site(s->model, s->inst, s->pc, CALL_PLAIN);
    site->receiver = step_reg(s, s->in.b + 1u);
    vec_push(&site->args, points_node(s->points));
    vec_push(&site->arg_syms, s->regs[s->in.b + 1]);
    take_args(s, site, s->in.a + 2u, s->fn->nregs);
    site->target = step_reg(s, s->in.b);
    points_watch(s->points, site->target, site->index);
}

static void start(const Step *s)
{
    CallSite *site = model_site(s->model, s->inst, s->pc, CALL_GO);
    site->goro = model_goro(s->model, s->inst, s->pc);
    call_closure(s, site, s->in.b, s->in.c);
}

/* ---- natives ---- */

static void note_unknown(Model *model, const char *name)
{
    for (u32 i = 0; i < model->unknown_natives.len; i++)
        if (model->unknown_natives.data[i] == name)
            return;
    vec_push(&model->unknown_natives, name);
}

static u32 native_args(const Step *s, u32 native)
{
    u32 slots = s->model->program->native_slots.data[native];
    return slots == UNKNOWN_SLOTS ? s->fn->nregs : slots;
}

/* It may keep what its arguments point to, and what others like it return may be that. */
static void keep_args(const Step *s, CallSite *site)
{
    site->unknown = true;
    for (u32 i = 0; i < site->args.len; i++)
        points_copy(s->points, points_havoc(s->points), site->args.data[i]);
}

/* It works on what its arguments lead to, and returns that or something new that leads there
 * (by its first byte). */
static void follow_args(const Step *s, CallSite *site, bool write)
{
    Node result = step_native_result(s->model, s->inst, s->pc), made = points_node(s->points);
    points_add(s->points, made, (Ptr){step_allocate(s, 0, (Object){.kind = MEM_MADE}), PTR_AT, 0});
    points_copy(s->points, result, made);
    site->leads = points_node(s->points);
    for (u32 i = 0; i < site->args.len; i++)
        points_copy(s->points, site->leads, site->args.data[i]);
    points_close(s->points, site->leads, write);
    points_store(s->points, made, 0, site->leads);
    if (site->kind == CALL_NATIVE)
        points_copy(s->points, result, site->leads);
}

/* The object leads to itself, and to a buffer that holds no pointers. */
static void fill_object(const Step *s, const CallSite *site)
{
    Node made = points_node(s->points);
    if (!site->args.len)
        return;
    points_add(s->points, made, (Ptr){step_allocate(s, 0, (Object){.kind = MEM_MADE}), PTR_AT, 0});
    points_store(s->points, site->args.data[0], BUFFER_SELF, site->args.data[0]);
    points_store(s->points, site->args.data[0], BUFFER_PTR, made);
}

/* Whatever the arguments are is in the object afterwards, and what is in it is what it returns. */
static void use_object(const Step *s, const CallSite *site)
{
    if (!site->args.len)
        return;
    Node any = points_node(s->points);
    points_any(s->points, any, site->args.data[0]);
    for (u32 i = 1; i < site->args.len; i++)
        points_store(s->points, any, 0, site->args.data[i]);
    for (u32 i = 1; i <= MOST_OBJECT_RESULTS && s->in.a + i < s->fn->nregs; i++)
        points_load(s->points, step_def(s, i), any, 0);
}

/* The machine may start any function among the arguments, with any of them. */
static void start_later(const Step *s, CallSite *site)
{
    Node all = points_node(s->points);
    for (u32 i = 0; i < site->args.len; i++)
        points_copy(s->points, all, site->args.data[i]);
    site->kind = CALL_GO;
    site->goro = model_goro(s->model, s->inst, s->pc);
    s->model->goros.data[site->goro].restarts = true;
    vec_clear(&site->args);
    vec_clear(&site->arg_syms);
    for (u32 i = 0; i < MOST_STARTED_ARGS; i++) {
        vec_push(&site->args, all);
        vec_push(&site->arg_syms, (Val){0});
    }
    site->target = all;
    points_watch(s->points, all, site->index);
}

static void call_native(const Step *s)
{
    u32 native = instr_k(s->in);
    CallSite *site = model_site(s->model, s->inst, s->pc, CALL_NATIVE);
    take_args(s, site, s->in.a + 1u, native_args(s, native));
    NativeMeans means = model_means(s->model, native);
    if (means_object(means)) {
        use_object(s, site);
        return;
    }
    if (means == MEANS_UNKNOWN) {
        keep_args(s, site);
        note_unknown(s->model, s->model->program->natives.data[native]);
        return;
    }
    if (means == MEANS_FILLS) {
        fill_object(s, site);
        return;
    }
    if (means == MEANS_START)
        start_later(s, site);
    follow_args(s, site, means == MEANS_WRITE);
}

bool step_is_native_result(const Model *model, u32 inst, Val sym)
{
    const Instance *in = model->instances.data[inst];
    const Word *code = &in->flow->fn->code[SYM_PC(sym)];
    return SYM_KIND(sym) == SYM_DEF && code->in.op == OP_CALLN &&
           !means_object(model_means(model, instr_k(code->in)));
}

Node step_native_result(Model *model, u32 inst, u32 pc)
{
    u32 native = instr_k(model->instances.data[inst]->flow->fn->code[pc].in);
    if (model_means(model, native) == MEANS_UNKNOWN)
        return points_unknown(model->points);
    CallSite *site = model_site(model, inst, pc, CALL_NATIVE);
    if (!site->result)
        site->result = points_node(model->points);
    return site->result;
}

bool step_call(const Step *s)
{
    switch (s->in.op) {
    case OP_CALL: call_named(s); return true;
    case OP_CALLI: call_interface(s); return true;
    case OP_CALLC:
        call_closure(s, model_site(s->model, s->inst, s->pc, CALL_PLAIN), s->in.b,
                     s->in.c ? s->in.c - 1u : s->fn->nregs);
        return true;
    case OP_GO: start(s); return true;
    case OP_DEFER:
    case OP_DEFERTO:
        call_closure(
            s, model_site(s->model, s->inst, s->pc, s->in.op == OP_DEFER ? CALL_DEFER : CALL_LATER),
            s->in.b, s->in.c);
        return true;
    case OP_CALLN: call_native(s); return true;
    default: return false;
    }
}
