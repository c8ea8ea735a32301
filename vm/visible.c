/* Which steps other goroutines can notice: a chooser may preempt before these. The steps between
 * two of them commute with all steps of other goroutines, so no preemption is needed there. */
#include <string.h>

#include "vm/chan.h"
#include "vm/endless.h"
#include "vm/frame.h"
#include "vm/heap.h"
#include "vm/mem.h"
#include "vm/ops.h"

/* ---- operations ---- */

static Operation native_operation(const NativeDef *native, const u64 *args)
{
    Operation op = {native->effect, NULL, native, args};
    bool nil = mem_is_nil(args[0]);
    if (effect_has_object(native->effect) && !nil)
        op.object = (const void *)args[0];
    if (native->now && !nil)
        op.effect = native->now(args);
    return op;
}

/* The operand that is the channel: what is sent comes after it, what is received before. */
static u64 operand(const OpInfo *info, Instr in, const u64 *R)
{
    return info->flags & R_A ? R[in.a] : R[in.b];
}

Effect vm_effect(const VM *vm, const G *g)
{
    Instr in = g->pc[-1].in;
    Effect effect = op_info[instr_op(in)].effect;
    return effect == EFFECT_NATIVE ? vm->natives.defs[instr_k(in)]->effect : effect;
}

Operation vm_operation(const VM *vm, const G *g)
{
    Instr in = g->pc[-1].in;
    const OpInfo *info = &op_info[instr_op(in)];
    if (info->effect == EFFECT_NATIVE)
        return native_operation(vm->natives.defs[instr_k(in)], &g->R[in.a] + 1);
    Operation op = {.effect = info->effect};
    if (effect_has_object(op.effect))
        op.object = (const void *)operand(info, in, g->R);
    return op;
}

bool vm_operation_ready(const G *g, const Operation *op)
{
    return !op->native || !op->native->ready || !op->object || op->native->ready(g, op->args);
}

/* ---- what cannot go on ---- */

bool vm_case_ready(const G *g, u32 i)
{
    SelectCase c = instr_case(&g->pc[-1], i);
    const Chan *ch = (const Chan *)g->R[c.chan];
    return c.is_send ? chan_can_send(ch) : chan_can_recv(ch);
}

static bool select_waits(const G *g)
{
    Instr in = g->pc[-1].in;
    bool ready = in.b; /* it has a default */
    for (u32 i = 0; i < in.c && !ready; i++)
        ready = vm_case_ready(g, i);
    return !ready;
}

bool vm_operation_waits(const G *g, const Operation *op)
{
    if (op->effect == EFFECT_SEND)
        return !chan_can_send(op->object);
    if (op->effect == EFFECT_RECV)
        return !chan_can_recv(op->object);
    return op->effect == EFFECT_SELECT ? select_waits(g) : !vm_operation_ready(g, op);
}

/* Whether g is before a synchronisation, and no other instruction. */
static bool is_stopped(const VM *vm, const G *g)
{
    if (g->status == G_RUNNING)
        return vm->sched.asks == SWITCH_SYNC;
    return g->status == G_RUNNABLE && (g->again == AGAIN_SYNC || g->again == AGAIN_NATIVE);
}

bool vm_would_wait(const VM *vm, const G *g)
{
    if (!is_stopped(vm, g) || g->again == AGAIN_DIE)
        return false;
    Operation op = vm_operation(vm, g);
    return vm_operation_waits(g, &op);
}

bool vm_takes_part(const G *g, const Operation *op, const Chan *ch, bool sends)
{
    if (op->effect != EFFECT_SELECT)
        return op->object == ch && op->effect == (sends ? EFFECT_SEND : EFFECT_RECV);
    for (u32 i = 0; i < g->pc[-1].in.c; i++) {
        SelectCase c = instr_case(&g->pc[-1], i);
        if ((const Chan *)g->R[c.chan] == ch && (c.is_send != 0) == sends)
            return true;
    }
    return false;
}

/* Whether g would wait, if it went on, to receive from the channel. */
static bool would_receive(const VM *vm, const G *g, const Chan *ch)
{
    if (!vm_would_wait(vm, g))
        return false;
    Operation op = vm_operation(vm, g);
    return vm_takes_part(g, &op, ch, false);
}

/* Whether one of the others in the run queue would take what g sends without a buffer. */
static bool is_expected(const VM *vm, const G *g, const Chan *ch)
{
    for (const G *other = vm->sched.head; other && ch; other = other->next)
        if (other != g && would_receive(vm, other, ch))
            return true;
    const G *current = vm->sched.current;
    return ch && current && current != g && current->status == G_RUNNING &&
           would_receive(vm, current, ch);
}

/* Whether g, which would wait, sends to a goroutine that would wait for that. */
static bool finds_partner(const VM *vm, const G *g)
{
    Operation op = vm_operation(vm, g);
    if (op.effect == EFFECT_SEND)
        return is_expected(vm, g, op.object);
    for (u32 i = 0; op.effect == EFFECT_SELECT && i < g->pc[-1].in.c; i++) {
        SelectCase c = instr_case(&g->pc[-1], i);
        if (c.is_send && is_expected(vm, g, (const Chan *)g->R[c.chan]))
            return true;
    }
    return false;
}

/* Whether g asks before a step, and so stands after the first word of an instruction. */
static bool asks_before_step(const VM *vm, const G *g)
{
    return g->status == G_RUNNING &&
           (vm->sched.asks == SWITCH_ACCESS || vm->sched.asks == SWITCH_SYNC);
}

bool vm_can_go_on(VM *vm, const G *g)
{
    if (!asks_before_step(vm, g) && endless_in_loop(vm, g))
        return false;
    return !vm_would_wait(vm, g) || finds_partner(vm, g);
}

bool vm_idle(VM *vm)
{
    const G *current = vm->sched.current;
    if (current && current->status == G_RUNNING && vm_can_go_on(vm, current))
        return false;
    for (const G *g = vm->sched.head; g; g = g->next)
        if (vm_can_go_on(vm, g))
            return false;
    return true;
}

/* ---- what programs ask ---- */

/* The functions of the library that stand for natives of one effect: those without a body, and
 * those that use them. */
typedef struct Uses {
    VM *vm;
    Effect effect;
    const char *package;       /* only functions whose name begins with this count; "": all */
    bool *funcs;               /* by number */
    VEC(const char *) methods; /* the names that those have as methods */
} Uses;

/* The name of a method, without its type. */
static const char *method_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

static bool is_used_method(const Uses *uses, const char *name)
{
    for (u32 i = 0; i < uses->methods.len; i++)
        if (!strcmp(uses->methods.data[i], name))
            return true;
    return false;
}

/* The function that the instruction calls or makes a value of; NULL: none, or it is not known. */
static const Func *named_func(Program *program, const Word *code)
{
    Op op = instr_op(code->in);
    if (op == OP_CALLF)
        return program_func_at(program, CALLF_CODE(code[1].x));
    return op_info[op].flags & X_FUNC ? program->funcs.data[(u32)code[1].x] : NULL;
}

/* Whether the instruction calls, or makes a value of, one of them. */
static bool instr_uses(const Uses *uses, const Word *code)
{
    Program *program = uses->vm->program;
    Instr in = code->in;
    Op op = instr_op(in);
    if (op_info[op].effect == EFFECT_NATIVE)
        return uses->vm->natives.defs[instr_k(in)]->effect == uses->effect;
    if (op == OP_CALLI)
        return is_used_method(uses, program->method_names.data[in.c]);
    const Func *fn = named_func(program, code);
    return fn && uses->funcs[fn->id];
}

static bool func_uses(const Uses *uses, const Func *fn)
{
    for (u32 pc = 0; pc < fn->ncode; pc += instr_words(&fn->code[pc]))
        if (instr_uses(uses, &fn->code[pc]))
            return true;
    return false;
}

/* A type that has such methods does not use them: not if they are only there for an interface or
 * for reflection to find, and nothing calls them. */
static bool program_uses(Uses *uses)
{
    const Program *program = uses->vm->program;
    u32 found;
    do {
        found = 0;
        for (u32 i = 0; i < program->funcs.len; i++) {
            const Func *fn = program->funcs.data[i];
            bool own = !fn->is_library && !fn->is_wrapper;
            bool counts = own || !strncmp(fn->name, uses->package, strlen(uses->package));
            if (uses->funcs[i] || !counts || !func_uses(uses, fn))
                continue;
            if (own)
                return true;
            uses->funcs[i] = true;
            vec_push(&uses->methods, method_name(fn->name));
            found++;
        }
    } while (found);
    return false;
}

static bool has_native(const VM *vm, Effect effect)
{
    for (u32 i = 0; i < vm->natives.bound; i++)
        if (vm->natives.defs[i]->effect == effect)
            return true;
    return false;
}

static bool uses_effect(VM *vm, Effect effect, const char *package)
{
    if (!has_native(vm, effect))
        return false;
    Uses uses = {vm, effect, package, xcalloc(vm->program->funcs.len + 1, sizeof(bool)), {0}};
    bool yes = program_uses(&uses);
    free(uses.funcs);
    vec_free(&uses.methods);
    return yes;
}

bool visible_trylocks(VM *vm)
{
    if (has_native(vm, EFFECT_REFLECT))
        return has_native(vm, EFFECT_TRYLOCK) || has_native(vm, EFFECT_TRYRLOCK);
    return uses_effect(vm, EFFECT_TRYLOCK, "") || uses_effect(vm, EFFECT_TRYRLOCK, "");
}

static bool calls_method_of_time(const VM *vm, const Func *fn)
{
    for (u32 pc = 0; pc < fn->ncode; pc += instr_words(&fn->code[pc])) {
        const Func *called = named_func(vm->program, &fn->code[pc]);
        const char *name = called ? called->name : "";
        if (!strncmp(name, "time.Time.", 10) || !strncmp(name, "time.(*Time).", 13))
            return true;
    }
    return false;
}

bool visible_ticks(VM *vm)
{
    if (!uses_effect(vm, EFFECT_START, "time."))
        return false;
    const Program *program = vm->program;
    for (u32 i = 0; i < program->funcs.len; i++) {
        const Func *fn = program->funcs.data[i];
        if (!fn->is_library && !fn->is_wrapper && calls_method_of_time(vm, fn))
            return true;
    }
    return false;
}

/* The rest of the library reads the clock only to set timers and to stamp what it writes. */
bool visible_clock(VM *vm)
{
    return visible_ticks(vm) || uses_effect(vm, EFFECT_CLOCK, "time.");
}

bool visible_network(VM *vm)
{
    return uses_effect(vm, EFFECT_RANDOM, "net.");
}

/* ---- boundaries ---- */

/* No other goroutine can notice whether a mutex is unlocked a little earlier or later, unless the
 * program can ask whether it is locked. */
static bool visible_unlock(const VM *vm, const G *g, const Operation *op)
{
    return vm->ask.trylocks || !op->object || *(const u32 *)op->object != g->id;
}

/* The end of main ends all other goroutines; where leaks are looked for it ends the ticks. */
static bool visible_end(const VM *vm, const G *g)
{
    return vm->ask.counts_goroutines || (g->id == GOROUTINE_MAIN && !vm->repl.on);
}

/* How other goroutines see an operation. */
typedef enum Visibility {
    UNSEEN,
    POINT,   /* no synchronisation, but its outcome depends on how far the others are */
    VISIBLE, /* they can notice it, or it depends on what they have done */
} Visibility;

static Visibility visibility(const VM *vm, const G *g, const Operation *op)
{
    switch (op->effect) {
    case EFFECT_NONE:
    case EFFECT_NATIVE:
    case EFFECT_READ: /* accesses to memory are no synchronisation, and have events of their own */
    case EFFECT_WRITE:
    case EFFECT_MAKE:
    case EFFECT_RANDOM:
    case EFFECT_MEASURE:
    case EFFECT_LEAKED:
    case EFFECT_REFLECT: return UNSEEN;
    case EFFECT_SLEEP:
    case EFFECT_START:
    case EFFECT_CLOCK: return vm->ask.clock ? VISIBLE : UNSEEN;
    case EFFECT_YIELD: return POINT;
    case EFFECT_GO: return vm->ask.counts_goroutines ? VISIBLE : POINT;
    case EFFECT_GOEND: return visible_end(vm, g) ? VISIBLE : UNSEEN;
    case EFFECT_UNLOCK:
    case EFFECT_WUNLOCK: return visible_unlock(vm, g, op) ? VISIBLE : POINT;
    case EFFECT_SEND:
    case EFFECT_RECV:
    case EFFECT_SELECT:
    case EFFECT_CLOSE:
    case EFFECT_LEN:
    case EFFECT_COUNT:
    case EFFECT_IDLE:
    case EFFECT_TIMER:
    case EFFECT_EXIT:
    case EFFECT_LOCK:
    case EFFECT_WLOCK:
    case EFFECT_RLOCK:
    case EFFECT_RUNLOCK:
    case EFFECT_TRYLOCK:
    case EFFECT_TRYRLOCK:
    case EFFECT_ADD:
    case EFFECT_WAIT:
    case EFFECT_TICKET:
    case EFFECT_COND_WAIT:
    case EFFECT_SIGNAL:
    case EFFECT_LOAD:
    case EFFECT_STORE:
    case EFFECT_SWAP:
    case EFFECT_CHECK:
    case EFFECT_OBSERVE:
    case EFFECT_UPDATE:
    case EFFECT_AWAIT:
    case EFFECT_OUTPUT:
    case EFFECT_INPUT:
    case EFFECT_FILE_READ:
    case EFFECT_FILE_WRITE: return VISIBLE;
    }
    BUG("effect %u", op->effect);
}

/* Where nothing but the effect matters it is asked for nothing else: native calls are many. */
static Visibility visibility_now(const VM *vm, const G *g)
{
    Instr in = g->pc[-1].in;
    Operation op = {.effect = op_info[instr_op(in)].effect};
    if (op.effect == EFFECT_NATIVE) {
        const NativeDef *native = vm->natives.defs[instr_k(in)];
        op.effect = native->effect;
        if (native->now || op.effect == EFFECT_UNLOCK || op.effect == EFFECT_WUNLOCK)
            op = vm_operation(vm, g);
    }
    return visibility(vm, g, &op);
}

bool visible_sync(VM *vm, const G *g)
{
    return visibility_now(vm, g) == VISIBLE;
}

bool visible_boundary(VM *vm, const G *g)
{
    return visibility_now(vm, g) != UNSEEN;
}

Loc vm_operation_place(VM *vm, const Operation *op)
{
    EffectOn on = effect_on(op->effect);
    if (on == ON_FILES || on == ON_TIME)
        return (Loc){~1ull, (u64)on};
    if (!effect_has_object(op->effect) || !op->object)
        return (Loc){~0ull, 0};
    return on == ON_CHANNEL ? ((const Chan *)op->object)->ref.loc : heap_locate(vm, op->object);
}

NextStep vm_next_step(VM *vm, const G *g)
{
    Op opcode = instr_op(g->pc[-1].in);
    const Func *fn = vm_func_at(vm, g->pc - 1);
    NextStep step = {.loc = {~0ull, 0}, .sync = true};
    step.pos = fn ? fn->spans[g->pc - 1 - fn->code].start : 0;
    if (g->again == AGAIN_DIE)
        return step;
    Operation op = vm_operation(vm, g);
    step.write = effect_changes(op.effect);
    if (op.native)
        step.pos = vm_user_pos(vm, g);
    step.sync = op_synchronises(opcode);
    if (step.sync)
        step.loc = vm_operation_place(vm, &op);
    else
        op_access_place(vm, g->pc - 1, g->R, &step.loc);
    return step;
}
