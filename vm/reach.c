/* Finds goroutines that cannot be woken: a fixed point over what live goroutines reach. */
#include "vm/reach.h"

#include <stdlib.h>
#include <string.h>

#include "vm/live_registers.h"
#include "vm/script_vars.h"
#include "vm/signal.h"
#include "vm/timer.h"

struct Reach {
    VM *vm;
    LiveRegisters live;
    ScriptVars *script; /* or NULL */
    Reached reached;
    VEC(u8) lives; /* by position in vm->sched.all */
};

Reach *reach_new(VM *vm)
{
    Reach *reach = xcalloc(1, sizeof *reach);
    reach->vm = vm;
    reach->live.vm = vm;
    reach->reached.vm = vm;
    reach->script = script_vars_new(vm);
    return reach;
}

void reach_free(Reach *reach)
{
    if (!reach)
        return;
    live_registers_free(&reach->live);
    script_vars_free(reach->script);
    map_free(&reach->reached.seen);
    vec_free(&reach->reached.pending);
    vec_free(&reach->lives);
    free(reach);
}

bool reach_waits(const G *g)
{
    if (g->status != G_WAITING)
        return false;
    switch ((WaitReason)g->wait_reason) {
    case WAIT_NONE:
    case WAIT_SLEEP:
    case WAIT_STDIN:
    case WAIT_EXIT: return false;
    case WAIT_SEND:
    case WAIT_RECV:
    case WAIT_SEND_NIL:
    case WAIT_RECV_NIL:
    case WAIT_SELECT:
    case WAIT_SELECT_EMPTY:
    case WAIT_NATIVE: return true;
    }
    return false;
}

static void reach_words(Reached *reached, const u64 *words, u64 count)
{
    reached->work += count;
    for (u64 i = 0; i < count; i++)
        heap_reach(reached, words[i]);
}

static void reach_frame(void *ctx, const LiveFrame *frame)
{
    Reach *reach = ctx;
    reach->reached.work += frame->count;
    for (u32 i = 0; i < frame->count; i++)
        if (live_in(frame, i))
            heap_reach(&reach->reached, frame->R[i]);
    if (reach->script)
        script_vars_enter(reach->script, frame->fn, frame->pc);
}

/* The goroutine is live: adds all that it can still use. Of one that ends, or that a panic has
 * ended with the program, all that it had: others must not count as stuck for that. */
static void enter(Reach *reach, const G *g)
{
    VM *vm = reach->vm;
    ResumePoint at;
    bool fatal = vm->outcome.kind == VERDICT_PANIC && g == vm->sched.current;
    if (fatal || !live_registers_visit(&reach->live, g, reach_frame, reach, &at))
        reach_words(&reach->reached, g->stack, (u64)(g->stack_end - g->stack));
    if (fatal && reach->script)
        script_vars_enter(reach->script, NULL, NULL);
    heap_reach(&reach->reached, (u64)g->defers);
    heap_reach(&reach->reached, (u64)g->panics);
}

/* Whether what can still run reaches what g waits for. Wait queues point to the goroutines in them.
 */
static bool can_be_woken(const Reach *reach, const G *g)
{
    if (g->wait_reason != WAIT_NATIVE)
        return heap_reached_apart(&reach->reached, g);
    const VM *vm = reach->vm;
    const u8 *object = g->waiter.object;
    bool is_global = object >= vm->globals && object < vm->globals + vm->globals_size;
    return is_global || heap_reached(&reach->reached, object);
}

/* After os.Exit a goroutine does nothing more. */
static bool is_live(const Reach *reach, const G *g)
{
    return g->wait_reason != WAIT_EXIT && (!reach_waits(g) || can_be_woken(reach, g));
}

static void add_live(Reach *reach)
{
    const VM *vm = reach->vm;
    for (bool more = true; more;) {
        more = false;
        for (u32 i = 0; i < vm->sched.all.len; i++) {
            if (reach->lives.data[i] || !is_live(reach, vm->sched.all.data[i]))
                continue;
            enter(reach, vm->sched.all.data[i]);
            reach->lives.data[i] = true;
            more = true;
        }
    }
}

static void begin(Reach *reach)
{
    VM *vm = reach->vm;
    Reached *reached = &reach->reached;
    map_clear(&reached->seen);
    reached->work = 0;
    if (reach->script)
        script_vars_begin(reach->script, reached);
    vec_clear(&reach->lives);
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        /* What is in them is looked at only when they are live, and in stacks not all of it. */
        heap_set_apart(reached, vm->sched.all.data[i]);
        heap_set_apart(reached, vm->sched.all.data[i]->stack);
        vec_push(&reach->lives, false);
    }
}

static int by_id(const void *a, const void *b)
{
    const G *x = *(G *const *)a, *y = *(G *const *)b;
    return x->id < y->id ? -1 : x->id > y->id;
}

u64 reach_find_stuck(Reach *reach, GoroutineList *out)
{
    VM *vm = reach->vm;
    begin(reach);
    script_vars_reach_others(reach->script, &reach->reached);
    heap_reach(&reach->reached, (u64)vm->signals.handler);
    timers_reach(vm, &reach->reached);
    add_live(reach);
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *g = vm->sched.all.data[i];
        bool waits_for_end = g->wait_reason == WAIT_SELECT_EMPTY || g->wait_reason == WAIT_EXIT;
        if (!reach->lives.data[i] && !waits_for_end)
            vec_push(out, g);
    }
    if (out->len)
        qsort(out->data, out->len, sizeof out->data[0], by_id);
    return reach->reached.work;
}
