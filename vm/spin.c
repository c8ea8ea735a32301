/* Notices goroutines that spin, by Brent's way to find cycles: a state is kept and compared with
 * those that follow; another one is kept after twice as many. */
#include "vm/spin.h"

#include "base/hash.h"
#include "vm/endless.h"
#include "vm/frame.h"

/* Slots of a stack that are looked at: in deeper recursion no loop is recognised. */
enum { MOST_SLOTS = 1 << 14 };
/* How often a goroutine comes back to a state before it counts as spinning, and the longest cycle
 * of slices that is recognised. */
enum { ROUNDS = 16, LONGEST = 1 << 10 };

u64 spin_state(VM *vm, const G *g)
{
    if (g->R - g->stack > MOST_SLOTS)
        return hash_pair(g->id, g->steps) | 1;
    const Func *fn = vm_func_at(vm, g->pc - 1);
    u64 hash = hash_pair((u64)g->pc, g->alloc_index);
    hash = hash_pair(hash, hash_pair((u64)g->defers, (u64)g->panics));
    const u64 *end = g->R + (fn ? fn->nregs : 0);
    for (const u64 *slot = g->stack; slot < end && slot < g->stack_end; slot++)
        hash = hash_pair(hash, *slot);
    return hash;
}

static SpinRecord *record_of(VM *vm, const G *g)
{
    u64 *index = map_put(&vm->spins.of, g->id);
    if (!*index) {
        vec_push(&vm->spins.records, (SpinRecord){0});
        *index = vm->spins.records.len;
    }
    return &vm->spins.records.data[*index - 1];
}

/* The slice that has just ended is part of what the goroutine does over and over, or not. */
static void note(VM *vm, const G *g)
{
    SpinRecord *spin = record_of(vm, g);
    u64 state = spin_state(vm, g), activity = vm->sched.activity;
    bool same = spin->activity == activity;
    if (same && spin->state == state) {
        spin->rounds++;
        spin->since = 0;
        return;
    }
    if (same && ++spin->since < spin->power)
        return;
    u32 power = same && spin->power < LONGEST ? 2 * spin->power : 0;
    *spin = (SpinRecord){.state = state, .activity = activity, .power = power ? power : 1};
}

static bool spins(VM *vm, const G *g)
{
    const SpinRecord *spin = record_of(vm, g);
    return (spin->activity == vm->sched.activity && spin->rounds >= ROUNDS) ||
           endless_in_loop(vm, g);
}

bool spin_all(VM *vm, const G *g)
{
    note(vm, g);
    if (!spins(vm, g))
        return false;
    for (const G *other = vm->sched.head; other; other = other->next)
        if (vm_can_go_on(vm, other) && !spins(vm, other))
            return false;
    return true;
}

void spins_reset(VM *vm)
{
    map_clear(&vm->spins.of);
    vec_clear(&vm->spins.records);
    vm->sched.activity = 0;
}

void spins_free(VM *vm)
{
    map_free(&vm->spins.of);
    vec_free(&vm->spins.records);
}
