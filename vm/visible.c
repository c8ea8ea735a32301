/* Which steps other goroutines can notice: the points where a chooser may let others go first. All
 * that lies between two of them commutes with whatever the others do, so it need not be cut. */
#include <string.h>

#include "vm/chan.h"
#include "vm/frame.h"
#include "vm/heap.h"
#include "vm/ops.h"

NativeKind native_kind(const char *name)
{
    static const struct {
        const char *prefix;
        NativeKind kind;
    } table[] = {
        {"sync.(*Mutex).Unlock", NATIVE_UNLOCK},
        {"sync.(*RWMutex).Unlock", NATIVE_UNLOCK},
        {"sync.(*Once).isDone", NATIVE_LOOK},
        {"sync.", NATIVE_CHANGE},
        {"sync/atomic.Load", NATIVE_LOOK},
        {"sync/atomic.load", NATIVE_LOOK},
        {"sync/atomic.peek", NATIVE_LOOK},
        {"sync/atomic.same", NATIVE_LOCAL},
        {"sync/atomic.", NATIVE_CHANGE},
        {"os.(*File).write", NATIVE_OUTPUT},
        {"os.Exit", NATIVE_END},
        {"runtime.Gosched", NATIVE_POINT},
        {"testing/synctest.", NATIVE_OUTPUT},    /* looks at all goroutines */
        {"runtime.NumGoroutine", NATIVE_OUTPUT}, /* it is about no object */
        {"time.(*clockTimer)", NATIVE_CHANGE},
    };
    for (u32 i = 0; i < COUNT_OF(table); i++)
        if (!strncmp(name, table[i].prefix, strlen(table[i].prefix)))
            return table[i].kind;
    return NATIVE_LOCAL;
}

static bool is_try(const char *name)
{
    return strstr(name, ").Try") != NULL;
}

/* Whether the instruction calls, or makes a value of, what asks for a lock and does not wait. */
static bool uses_try(Program *program, const Word *code)
{
    Instr in = code->in;
    Op op = instr_op(in);
    if (op == OP_CALLN)
        return is_try(program->natives.data[instr_k(in)]);
    if (op == OP_CALLI)
        return !strncmp(program->method_names.data[in.c], "Try", 3);
    if (op == OP_CALLF)
        return is_try(program_func_at(program, CALLF_CODE(code[1].x))->name);
    return op_info[op].flags & X_FUNC && is_try(program->funcs.data[(u32)code[1].x]->name);
}

/* A type that has such methods does not use them: not if they are only there for an interface or
 * for reflection to find, and nobody looks. */
bool visible_trylocks(Program *program)
{
    bool reflects = false, has_one = false;
    for (u32 i = 0; i < program->natives.len; i++) {
        reflects |= !strncmp(program->natives.data[i], "internal/value.", 15);
        has_one |= is_try(program->natives.data[i]);
    }
    if (!has_one || reflects)
        return has_one;
    for (u32 i = 0; i < program->funcs.len; i++) {
        const Func *fn = program->funcs.data[i];
        bool method = is_try(fn->name) && (fn->is_library || fn->is_wrapper);
        for (u32 pc = 0; !method && pc < fn->ncode; pc += instr_words(&fn->code[pc]))
            if (uses_try(program, &fn->code[pc]))
                return true;
    }
    return false;
}

/* Nobody can notice that the one who holds a mutex gives it back a little earlier or later, unless
 * somebody can ask whether it is locked. */
static bool visible_unlock(const VM *vm, const G *g, const u64 *args)
{
    const u32 *mutex = (const u32 *)args[0];
    return vm->ask.trylocks || args[0] < 4096 || *mutex != g->id;
}

bool visible_sync(VM *vm, const G *g)
{
    Instr in = g->pc[-1].in;
    if (in.op == OP_GOEND) /* of main: the others end with it */
        return vm->ask.counts_goroutines ||
               (g->id == GOROUTINE_MAIN && !vm->repl.on && !vm->config.outlive_main);
    if (in.op != OP_CALLN)
        return in.op == OP_GO ? vm->ask.counts_goroutines : in.op != OP_MKCHAN;
    NativeKind kind = vm->natives.kinds[instr_k(in)];
    return kind == NATIVE_UNLOCK ? visible_unlock(vm, g, &g->R[in.a] + 1)
                                 : kind != NATIVE_LOCAL && kind != NATIVE_POINT;
}

bool visible_boundary(VM *vm, const G *g)
{
    Instr in = g->pc[-1].in;
    if (in.op == OP_CALLN)
        return vm->natives.kinds[instr_k(in)] != NATIVE_LOCAL;
    return in.op != OP_MKCHAN && (in.op != OP_GOEND || visible_sync(vm, g));
}

/* The user's own source, as events on synchronisation have it. */
static Pos user_pos(VM *vm, const G *g)
{
    const Func *fn = vm_func_at(vm, g->pc - 1);
    if (fn && !fn->is_library && !fn->is_wrapper)
        return fn->spans[g->pc - 1 - fn->code].start;
    Frame frames[16];
    u32 n = vm_frames(vm, g, frames, COUNT_OF(frames));
    for (u32 i = 0; i < n; i++)
        if (!frames[i].fn->is_library)
            return vm_span(&frames[i]).start;
    return 0;
}

static void native_step(VM *vm, const G *g, Instr in, NextStep *step)
{
    NativeKind kind = vm->natives.kinds[instr_k(in)];
    step->write = kind != NATIVE_LOOK;
    if (kind != NATIVE_LOCAL && kind != NATIVE_OUTPUT && kind != NATIVE_END && kind != NATIVE_POINT)
        step->loc = heap_locate(vm, (const void *)g->R[in.a + 1]);
    step->pos = user_pos(vm, g);
}

static void chan_step(u64 chan, NextStep *step)
{
    if (chan)
        step->loc = ((const Chan *)chan)->ref.loc;
    step->write = true;
}

NextStep vm_next_step(VM *vm, const G *g)
{
    Instr in = g->pc[-1].in;
    const Func *fn = vm_func_at(vm, g->pc - 1);
    NextStep step = {.loc = {~0ull, 0}, .sync = true};
    step.pos = fn ? fn->spans[g->pc - 1 - fn->code].start : 0;
    if (g->again == AGAIN_DIE)
        return step;
    Op op = instr_op(in);
    switch (op) {
    case OP_GO:
    case OP_GOEND:
    case OP_PRINT: break;
    case OP_CALLN: native_step(vm, g, in, &step); break;
    case OP_SEND:
    case OP_CLOSE: chan_step(g->R[in.a], &step); break;
    case OP_RECV:
    case OP_RECV2:
    case OP_CHANLEN: chan_step(g->R[in.b], &step); break;
    case OP_SELECT: step.write = true; break;
    default:
        step.sync = false;
        step.write = op_info[op].event == OPEV_WRITE;
        op_access_place(vm, g->pc - 1, g->R, &step.loc);
    }
    return step;
}
