/* Finds goroutines that cannot be woken: a fixed point over what live goroutines reach. */
#include "vm/reach.h"

#include "vm/heap.h"
#include "vm/live_registers.h"

static bool waits_for_goroutine(const G *g)
{
    return g->status == G_WAITING && g->wait_reason != WAIT_SLEEP && g->wait_reason != WAIT_STDIN;
}

/* Whether a live goroutine reaches what g waits for. */
static bool can_be_woken(const Map *seen, const VM *vm, const G *g)
{
    if (!waits_for_goroutine(g) || heap_reached(seen, g))
        return true; /* channels point to the goroutines that wait on them */
    const u8 *object = g->waiter.object;
    bool is_lock = g->wait_reason == WAIT_NATIVE;
    bool is_global = object >= vm->globals && object < vm->globals + vm->globals_size;
    return is_lock && (is_global || heap_reached(seen, object));
}

/* The goroutine is live: adds all that it points to. */
static void enter(Map *seen, const G *g)
{
    heap_reach(seen, g, sizeof *g);
    heap_reach(seen, g->stack, (u64)((const u8 *)g->stack_end - (const u8 *)g->stack));
}

void reach_find_stuck(VM *vm, GoroutineList *out)
{
    Map seen = {0};
    LiveRegisters live = {.vm = vm};
    ResumePoint at;
    for (u32 i = 0; i < vm->sched.all.len; i++)
        live_registers_keep(&live, vm->sched.all.data[i], &at);
    live_registers_free(&live);
    /* The lists of all and of ended goroutines are no way by which a program reaches one. */
    heap_skip(&seen, vm->sched.all.data);
    heap_skip(&seen, vm->sched.dead.data);
    heap_reach(&seen, vm, sizeof *vm);
    heap_reach(&seen, vm->globals, vm->globals_size);
    bool *lives = xcalloc(vm->sched.all.len + 1, sizeof *lives);
    for (bool more = true; more;) {
        more = false;
        for (u32 i = 0; i < vm->sched.all.len; i++) {
            if (lives[i] || !can_be_woken(&seen, vm, vm->sched.all.data[i]))
                continue;
            enter(&seen, vm->sched.all.data[i]);
            more = lives[i] = true;
        }
    }
    for (u32 i = 0; i < vm->sched.all.len; i++)
        if (!lives[i] && vm->sched.all.data[i]->wait_reason != WAIT_SELECT_EMPTY)
            vec_push(out, vm->sched.all.data[i]);
    free(lives);
    map_free(&seen);
}
