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
    Reached reached;    /* by what can run */
    Reached kept;       /* by the others */
    Reached *into;      /* which of them is added to */
    VEC(u8) lives;      /* by position in vm->sched.all */
    VEC(u8) runs;       /* by position in vm->finalizers: it can run */
};

Reach *reach_new(VM *vm)
{
    Reach *reach = xcalloc(1, sizeof *reach);
    reach->vm = vm;
    reach->live.vm = vm;
    reach->reached.vm = reach->kept.vm = vm;
    reach->script = script_vars_new(vm);
    return reach;
}

void reach_free(Reach *reach)
{
    if (!reach)
        return;
    live_registers_free(&reach->live);
    script_vars_free(reach->script);
    heap_reached_free(&reach->reached);
    heap_reached_free(&reach->kept);
    vec_free(&reach->lives);
    vec_free(&reach->runs);
    free(reach);
}

bool reach_waits(const G *g)
{
    if (g->status != G_WAITING)
        return false;
    switch ((WaitReason)g->wait_reason) {
    case WAIT_NONE:
    case WAIT_SLEEP:
    case WAIT_OUTSIDE:
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
    reach->into->work += frame->count;
    for (u32 i = 0; i < frame->count; i++)
        if (live_in(frame, i))
            heap_reach(reach->into, frame->R[i]);
    if (reach->script && reach->into == &reach->reached)
        script_vars_enter(reach->script, frame->fn, frame->pc);
}

/* Adds all that the goroutine can still use, to *into. Of one that ends, or that a panic has ended
 * with the program, all that it had: others must not count as stuck for that. */
static void enter(Reach *reach, const G *g, Reached *into)
{
    VM *vm = reach->vm;
    ResumePoint at;
    bool fatal = vm->outcome.kind == VERDICT_PANIC && g == vm->sched.current;
    reach->into = into;
    if (fatal || !live_registers_visit(&reach->live, g, reach_frame, reach, &at))
        reach_words(into, g->stack, (u64)(g->stack_end - g->stack));
    if (fatal && reach->script)
        script_vars_enter(reach->script, NULL, NULL);
    heap_reach(into, (u64)g->defers);
    heap_reach(into, (u64)g->panics);
}

/* Whether what can still run reaches a case of g's select. */
static bool reaches_case(const Reach *reach, const G *g)
{
    for (u32 i = 0; i < g->nselect; i++)
        if (heap_reached(&reach->reached, g->select_waiters[i].object))
            return true;
    return false;
}

/* Whether what can still run reaches what g waits for. */
static bool can_be_woken(const Reach *reach, const G *g)
{
    const VM *vm = reach->vm;
    const u8 *object = g->waiter.object;
    switch ((WaitReason)g->wait_reason) {
    case WAIT_SEND:
    case WAIT_RECV: return heap_reached(&reach->reached, object);
    case WAIT_SELECT: return reaches_case(reach, g);
    case WAIT_NATIVE: break;
    default: return false; /* nothing can */
    }
    if (object >= vm->globals && object < vm->globals + vm->globals_size)
        return script_vars_reached(reach->script, object);
    return heap_reached(&reach->reached, object);
}

/* After os.Exit a goroutine does nothing more. */
static bool is_live(const Reach *reach, const G *g)
{
    return g->wait_reason != WAIT_EXIT && (!reach_waits(g) || can_be_woken(reach, g));
}

/* Goroutines that can go on, and what they reach. */
static void add_live(Reach *reach)
{
    const VM *vm = reach->vm;
    for (bool more = true; more;) {
        more = reach->script && script_vars_follow(reach->script);
        for (u32 i = 0; i < vm->sched.all.len; i++) {
            if (reach->lives.data[i] || !is_live(reach, vm->sched.all.data[i]))
                continue;
            enter(reach, vm->sched.all.data[i], &reach->reached);
            reach->lives.data[i] = true;
            more = true;
        }
    }
}

/* What is in goroutines is looked at only when they are entered, and in stacks not all of it. The
 * VM, which leads to all that it keeps for later use, is not: a goroutine's first frame returns to
 * it. */
static void clear(Reached *reached)
{
    heap_reached_clear(reached);
    heap_set_apart(reached, reached->vm);
    const Sched *sched = &reached->vm->sched;
    for (u32 i = 0; i < sched->all.len; i++) {
        heap_set_apart(reached, sched->all.data[i]);
        heap_set_apart(reached, sched->all.data[i]->stack);
    }
}

/* ---- finalizers ---- */

/* The object is used by what can run, so that the finalizer can become due; or by no goroutine at
 * all: it is due. Else only stuck goroutines keep it. */
static bool can_run(const Reach *reach, const Finalizer *f)
{
    return heap_reached(&reach->reached, f->object) || !heap_reached(&reach->kept, f->object);
}

/* Adds what the finalizers that can run reach; false: nothing is new. */
static bool add_finalizers(Reach *reach)
{
    const VM *vm = reach->vm;
    bool more = false;
    clear(&reach->kept);
    for (u32 i = 0; i < vm->sched.all.len && vm->finalizers.len; i++)
        if (!reach->lives.data[i])
            enter(reach, vm->sched.all.data[i], &reach->kept);
    for (u32 i = 0; i < vm->finalizers.len; i++) {
        const Finalizer *f = &vm->finalizers.data[i];
        if (reach->runs.data[i] || !can_run(reach, f))
            continue;
        heap_reach(&reach->reached, (u64)f->fn);
        heap_reach(&reach->reached, (u64)f->object);
        reach->runs.data[i] = true;
        more = true;
    }
    return more;
}

static void begin(Reach *reach)
{
    clear(&reach->reached);
    reach->reached.work = reach->kept.work = 0;
    if (reach->script)
        script_vars_begin(reach->script, &reach->reached);
    vec_clear(&reach->lives);
    for (u32 i = 0; i < reach->vm->sched.all.len; i++)
        vec_push(&reach->lives, false);
    vec_clear(&reach->runs);
    for (u32 i = 0; i < reach->vm->finalizers.len; i++)
        vec_push(&reach->runs, false);
}

static int by_id(const void *a, const void *b)
{
    const G *x = *(G *const *)a, *y = *(G *const *)b;
    return x->id < y->id ? -1 : x->id > y->id;
}

static void sort(GoroutineList *list)
{
    if (list->len)
        qsort(list->data, list->len, sizeof list->data[0], by_id);
}

void reach_list(VM *vm, GoroutineList *out)
{
    for (u32 i = 0; i < vm->sched.all.len; i++)
        vec_push(out, vm->sched.all.data[i]);
    sort(out);
}

const Reached *reach_used(Reach *reach)
{
    VM *vm = reach->vm;
    Reached *used = &reach->reached;
    begin(reach);
    script_vars_reach_others(NULL, used);
    heap_reach(used, (u64)vm->signals.handler);
    heap_reach(used, (u64)vm->exposed.headers);
    heap_reach(used, (u64)vm->finalizers.data);
    timers_reach(vm, used, false);
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *g = vm->sched.all.data[i];
        enter(reach, g, used);
        reach_words(used, (const u64 *)g, sizeof *g / 8);
    }
    return used;
}

u64 reach_find_stuck(Reach *reach, GoroutineList *out)
{
    VM *vm = reach->vm;
    begin(reach);
    script_vars_reach_others(reach->script, &reach->reached);
    heap_reach(&reach->reached, (u64)vm->signals.handler);
    timers_reach(vm, &reach->reached, true);
    do
        add_live(reach);
    while (add_finalizers(reach));
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *g = vm->sched.all.data[i];
        bool waits_for_end = g->wait_reason == WAIT_SELECT_EMPTY || g->wait_reason == WAIT_EXIT;
        if (!reach->lives.data[i] && !waits_for_end)
            vec_push(out, g);
    }
    sort(out);
    return reach->reached.work + reach->kept.work;
}
