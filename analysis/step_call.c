/* Calls, goroutines, deferred calls and natives. */
#include "analysis/effect_of.h"
#include "analysis/step.h"

enum {
    VALUE_SLOTS = 3,       /* of a value.Value (stdlib/native/dyn.h) */
    MOST_STARTED_ARGS = 4, /* of functions that the machine starts: finalizers have one */
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
    if (SYM_KIND(s->regs[reg]) == SYM_DEF && s->fn->code[SYM_PC(s->regs[reg])].in.op == OP_CLOSURE)
        site->called = s->regs[reg];
    site->target = step_reg(s, reg);
    points_watch(s->points, site->target, site->index, HOW_PLAIN);
}

static void call_named(const Step *s)
{
    const Func *func = s->model->program->funcs.data[s->code[1].x];
    CallSite *site = model_site(s->model, s->inst, s->pc, CALL_PLAIN);
    take_args(s, site, s->in.a + 1u, func->nparams);
    model_call(s->model, site->index, func, NO_OBJECT, HOW_PLAIN);
}

static void call_interface(const Step *s)
{
    CallSite *site = model_site(s->model, s->inst, s->pc, CALL_PLAIN);
    site->receiver = step_reg(s, s->in.b + 1u);
    vec_push(&site->args, points_node(s->points));
    vec_push(&site->arg_syms, s->regs[s->in.b + 1]);
    u32 params = s->model->method_params.data[s->in.c];
    take_args(s, site, s->in.a + 2u, params ? params - 1 : 0);
    site->target = step_reg(s, s->in.b);
    points_watch(s->points, site->target, site->index, HOW_PLAIN);
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

/* Its arguments; numbers have no sets. */
static void take_native_args(const Step *s, CallSite *site, u32 native)
{
    u32 slots = s->model->program->native_slots.data[native];
    const char *kinds = s->model->program->native_kinds.data[native].params;
    take_args(s, site, s->in.a + 1u, slots == UNKNOWN_SLOTS ? s->fn->nregs : slots);
    for (u32 i = 0; i < site->args.len && i < strlen(kinds); i++)
        if (!kind_is_pointer(kinds[i]))
            site->args.data[i] = 0;
}

/* It may keep what its arguments point to, and what others like it return may be that. */
static void keep_args(const Step *s, CallSite *site)
{
    site->unknown = true;
    for (u32 i = 0; i < site->args.len; i++)
        points_copy(s->points, points_havoc(s->points), site->args.data[i]);
}

static const char *result_kinds(const Model *model, u32 native)
{
    return model->program->native_kinds.data[native].results;
}

/* Numbers that it returns may stand for these. */
static void return_numbers(const Step *s, Node pointers)
{
    if (strchr(result_kinds(s->model, instr_k(s->in)), 'u'))
        points_copy(s->points, points_numbers(s->points), pointers);
}

/* All that its arguments lead to. */
static Node led_to(const Step *s, const CallSite *site, bool write)
{
    Node leads = points_node(s->points);
    bool follows = strpbrk(s->model->program->native_kinds.data[instr_k(s->in)].params, "pt");
    for (u32 i = 0; i < site->args.len; i++) {
        points_copy(s->points, leads, site->args.data[i]);
        if (follows && !write)
            points_reach(s->points, leads, site->args.data[i]);
    }
    if (follows && write)
        points_mix(s->points, leads);
    return leads;
}

/* Those of a set that only natives know. */
static Node opaque_of(const Step *s, Node leads)
{
    Node found = points_node(s->points);
    points_opaque(s->points, found, leads);
    return found;
}

/* What it returns as `kind` may be new memory, or of what its arguments lead to. */
static void return_pointer(const Step *s, Node leads, u32 part, char kind)
{
    Node made = points_node(s->points), to = step_def(s, 1 + part);
    NativeMeans means = model_means(s->model, instr_k(s->in));
    bool opaque = kind == 't', flat = kind != 'p' && !opaque;
    bool copied = !flat && (means == MEANS_READ || means == MEANS_COPIES);
    Object fresh = {.kind = MEM_MADE, .flat = flat, .copied = copied, .opaque = opaque};
    u32 object = step_allocate(s, opaque ? 2 : flat, fresh);
    points_add(s->points, made, (Ptr){object, PTR_AT, 0});
    points_copy(s->points, to, made);
    if (opaque)
        leads = opaque_of(s, leads);
    if (flat) {
        points_flat(s->points, to, leads, (u64)(kind - '0'));
        return;
    }
    if (means == MEANS_COPIES && !opaque) {
        Node anywhere = points_node(s->points);
        points_any(s->points, anywhere, made);
        points_store(s->points, anywhere, 0, leads);
        return;
    }
    points_store(s->points, made, 0, leads);
    points_copy(s->points, to, leads);
}

/* It works on what its arguments lead to, and returns that or something new that leads there
 * (by its first byte). The bytes of strings are new, too, and nothing writes them. */
static void follow_args(const Step *s, CallSite *site, bool write)
{
    const char *kinds = result_kinds(s->model, instr_k(s->in));
    if (!write && !strpbrk(kinds, "ptu1248"))
        return;
    site->leads = led_to(s, site, write);
    return_numbers(s, site->leads);
    for (u32 i = 0; site->kind == CALL_NATIVE && kinds[i]; i++)
        if (kinds[i] == 'u')
            points_copy(s->points, step_def(s, 1 + i), site->leads);
        else if (kind_is_pointer(kinds[i]) && kinds[i] != 's')
            return_pointer(s, site->leads, i, kinds[i]);
}

/* The two words of an interface; of a value of one slot in a box, that slot. */
static void open_interface(const Step *s, const CallSite *site)
{
    for (u32 i = 0; i < 2 && i < site->args.len; i++)
        points_copy(s->points, step_def(s, 1 + i), site->args.data[i]);
    if (site->args.len > 1)
        points_unbox(s->points, step_def(s, 2), site->args.data[1], 0, NULL);
}

/* Where it writes (NativeWrites). */
static Node written_at(const Step *s, const CallSite *site, NativeMeans means)
{
    Node at = points_node(s->points), anywhere = points_node(s->points);
    Node arg = site->args.data[means_sets_at(means)];
    if (means == MEANS_SETS_ELEMENTS || means == MEANS_SETS_MAP) {
        Node there = points_node(s->points);
        points_any(s->points, there, arg);
        points_load(s->points, at, there, 0);
    }
    if (means != MEANS_SETS_ELEMENTS)
        points_copy(s->points, at, arg);
    points_any(s->points, anywhere, at);
    return anywhere;
}

/* What the argument holds or points to, as it is or in a new interface. */
static void add_stored(const Step *s, Node stored, Node arg)
{
    Node there = points_node(s->points);
    points_copy(s->points, stored, arg);
    points_any(s->points, there, arg);
    points_load(s->points, stored, there, 0);
}

/* It writes in one place only: what is there already, or other arguments. */
static void set_memory(const Step *s, CallSite *site, NativeMeans means)
{
    Node stored = points_node(s->points);
    u32 at = means_sets_at(means);
    if (at >= site->args.len)
        return;
    site->leads = written_at(s, site, means);
    if (means_moves(means)) {
        points_load(s->points, stored, site->leads, 0);
    } else {
        u32 object = step_allocate(s, 0, (Object){.kind = MEM_MADE});
        Node made = points_node(s->points);
        points_add(s->points, made, (Ptr){object, PTR_AT, 0});
        for (u32 i = means == MEANS_SETS_FRAME ? 0 : VALUE_SLOTS; i < site->args.len; i++)
            if (i != at)
                add_stored(s, stored, site->args.data[i]);
        points_store(s->points, made, 0, stored);
        points_copy(s->points, stored, made);
    }
    points_store(s->points, site->leads, 0, stored);
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
    const char *kinds = result_kinds(s->model, instr_k(s->in));
    for (u32 i = 0; kinds[i]; i++)
        if (kind_is_pointer(kinds[i]))
            points_load(s->points, step_def(s, 1 + i), any, 0);
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
    points_watch(s->points, all, site->index, HOW_PLAIN);
}

static void return_unknown(const Step *s)
{
    const char *kinds = result_kinds(s->model, instr_k(s->in));
    return_numbers(s, points_unknown(s->points));
    for (u32 i = 0; kinds[i]; i++)
        if (kind_is_pointer(kinds[i]))
            points_copy(s->points, step_def(s, 1 + i), points_unknown(s->points));
}

/* Its results are also the code and the types of methods. */
static void return_methods(const Step *s, const CallSite *site)
{
    const char *kinds = result_kinds(s->model, instr_k(s->in));
    Node methods = points_node(s->points);
    for (u32 i = 0; i < site->args.len; i++)
        points_methods(s->points, methods, site->args.data[i]);
    for (u32 i = 0; kinds[i]; i++)
        if (kind_is_pointer(kinds[i]))
            points_copy(s->points, step_def(s, 1 + i), methods);
}

/* A function that is made at run time. */
static void return_stub(const Step *s, const CallSite *site, StubKind stub)
{
    u32 object = step_allocate(s, 0, (Object){.kind = MEM_CLOSURE, .stub = stub});
    Node made = step_def(s, 1), receiver = points_node(s->points);
    points_add(s->points, made, (Ptr){object, PTR_AT, 0});
    if (stub != STUB_BOUND || site->args.len < 2)
        return;
    points_load(s->points, receiver, site->args.data[1], 0);
    points_store(s->points, made, 0, site->args.data[0]);
    points_store(s->points, made, 8, receiver);
}

static void call_native(const Step *s)
{
    u32 native = instr_k(s->in);
    CallSite *site = model_site(s->model, s->inst, s->pc, CALL_NATIVE);
    take_native_args(s, site, native);
    NativeMeans means = model_means(s->model, native);
    if (means_object(means)) {
        use_object(s, site);
        return;
    }
    if (means == MEANS_UNKNOWN) {
        keep_args(s, site);
        return_unknown(s);
        note_unknown(s->model, s->model->program->natives.data[native]);
        return;
    }
    if (means == MEANS_FILLS) {
        fill_object(s, site);
        return;
    }
    if (means == MEANS_OPENS) {
        open_interface(s, site);
        return;
    }
    if (means_sets(means)) {
        set_memory(s, site, means);
        return;
    }
    if (means == MEANS_CALLER || means == MEANS_BINDS) {
        return_stub(s, site, means == MEANS_BINDS ? STUB_BOUND : STUB_CALL);
        return;
    }
    if (means == MEANS_METHODS)
        return_methods(s, site);
    if (means == MEANS_START)
        start_later(s, site);
    follow_args(s, site, means == MEANS_WRITE);
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
