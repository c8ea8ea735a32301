/* Notices goroutines that spin, by Brent's way to find cycles: a state is kept and compared with
 * those that follow; another one is kept after twice as many. */
#include "vm/spin.h"

#include "base/hash.h"
#include "vm/endless.h"
#include "vm/frame.h"
#include "vm/live_registers.h"

/* Slots of a stack that are looked at: in deeper recursion no loop is recognised. */
enum { MOST_SLOTS = 1 << 14 };
/* How often a goroutine comes back to a state before it counts as spinning, and the longest cycle
 * of slices that is recognised. */
enum { ROUNDS = 16, LONGEST = 1 << 10 };

static void add_frame(void *ctx, const LiveFrame *frame)
{
    u64 *hash = ctx;
    *hash = hash_pair(*hash, (u64)frame->pc);
    for (u32 i = 0; i < frame->count; i++)
        if (live_in(frame, i))
            *hash = hash_pair(*hash, frame->R[i]);
}

/* Deferred calls that have been made leave their memory to others, so addresses are not enough.
 * Of many, none is the same as before. */
static u64 hash_defers(const G *g)
{
    enum { MOST = 64 };
    u64 hash = 0;
    u32 n = 0;
    for (const Defer *d = g->defers; d; d = d->next) {
        if (++n > MOST)
            return hash_pair(g->id, g->steps);
        hash = hash_pair(hash, hash_pair((u64)d, (u64)d->closure));
        for (u32 i = 0; i < d->nargs; i++)
            hash = hash_pair(hash, d->args[i]);
    }
    return hash;
}

LiveRegisters *spin_live_registers(VM *vm)
{
    if (!vm->spins.live) {
        vm->spins.live = xcalloc(1, sizeof *vm->spins.live);
        vm->spins.live->vm = vm;
    }
    return vm->spins.live;
}

u64 spin_state(VM *vm, const G *g, const Word *next)
{
    if (g->R - g->stack > MOST_SLOTS)
        return hash_pair(g->id, g->steps) | 1;
    u64 hash =
        hash_pair(hash_pair((u64)next, g->alloc_index), hash_pair(hash_defers(g), (u64)g->panics));
    live_registers_visit_from(spin_live_registers(vm), g, next, add_frame, &hash);
    return hash;
}

/* Of the instruction that asks it is only known where it ends. It is a call, of one word, or a
 * MAPITER, of two; where no instruction begins no register is live. */
u64 spin_question(VM *vm, const G *g)
{
    const Func *fn = vm_func_at(vm, g->pc - 1);
    u64 hash = spin_state(vm, g, g->pc - 1);
    bool two_words = fn && g->pc - fn->code >= 2 && instr_op(g->pc[-2].in) == OP_MAPITER;
    return two_words ? hash_pair(hash, spin_state(vm, g, g->pc - 2)) : hash;
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
    u64 state = spin_state(vm, g, g->pc), activity = vm->sched.activity;
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
    if (vm->spins.live)
        live_registers_free(vm->spins.live);
    free(vm->spins.live);
}
