/* Counts executed instructions, their allocations and what waited in them. */
#include "vm/profile.h"

#include "vm/frame.h"
#include "vm/heap.h"
#include "vm/sync.h"

/* A goroutine that waits. */
typedef struct Parked {
    Counted *in; /* the instruction; NULL: it does not wait */
    u64 since;
} Parked;

Profile *profile_new(void)
{
    return xcalloc(1, sizeof(Profile));
}

static void free_values(Map *map)
{
    u32 cursor = 0;
    for (MapEntry *e; (e = map_next(map, &cursor));)
        free((void *)e->value);
    map_free(map);
}

void profile_free(Profile *profile)
{
    if (!profile)
        return;
    free_values(&profile->by_func);
    free_values(&profile->parked);
    free(profile);
}

void profile_sum(Counted *sum, const Counted *counted)
{
    sum->executed += counted->executed;
    sum->allocs += counted->allocs;
    sum->waits += counted->waits;
    sum->waited += counted->waited;
    sum->freed += counted->freed;
    sum->held += counted->held;
}

static void enter(VM *vm, const Func *fn)
{
    Profile *profile = vm->hot.profile;
    u64 *counted = map_put(&profile->by_func, (u64)fn);
    if (!*counted)
        *counted = (u64)xcalloc(fn->ncode, sizeof(Counted));
    profile->fn = fn;
    profile->in_fn = (Counted *)*counted;
}

void profile_settle(VM *vm)
{
    Profile *profile = vm->hot.profile;
    u64 allocs = heap_total_allocs(vm);
    if (profile->last)
        profile->last->allocs += allocs - profile->allocs_before;
    profile->allocs_before = allocs;
}

void profile_count(VM *vm, const Word *pc)
{
    Profile *profile = vm->hot.profile;
    profile_settle(vm);
    profile->last = NULL;
    const Func *fn = profile->fn;
    if (UNLIKELY(!fn || pc < fn->code || pc >= fn->code + fn->ncode)) {
        fn = vm_func_at(vm, pc);
        if (!fn) /* a stub, after the last frame of a goroutine */
            return;
        enter(vm, fn);
    }
    profile->ops[instr_op(pc->in)]++;
    profile->last = &profile->in_fn[pc - fn->code];
    profile->last->executed++;
}

/* Whether it waits for others, and neither for time nor for the world outside. */
static bool waits_for_others(const G *g)
{
    switch ((WaitReason)g->wait_reason) {
    case WAIT_SEND:
    case WAIT_RECV:
    case WAIT_SELECT:
    case WAIT_NATIVE: return true;
    default: return false;
    }
}

void profile_park(VM *vm, const G *g)
{
    Profile *profile = vm->hot.profile;
    if (!waits_for_others(g))
        return;
    u64 *value = map_put(&profile->parked, (u64)g);
    if (!*value)
        *value = (u64)xcalloc(1, sizeof(Parked));
    *(Parked *)*value = (Parked){profile->last, vm->time.now};
}

void profile_ready(VM *vm, const G *g)
{
    Profile *profile = vm->hot.profile;
    const u64 *value = map_get(&profile->parked, (u64)g);
    Parked *parked = value ? (Parked *)*value : NULL;
    if (!waits_for_others(g) || !parked || !parked->in)
        return;
    u64 waited = vm->time.now - parked->since;
    parked->in->waits++;
    parked->in->waited += waited;
    parked->in = NULL;
    if (g->wait_reason != WAIT_NATIVE || !sync_is_lock(g->waiter.native->effect) || !profile->last)
        return;
    profile->last->freed++;
    profile->last->held += waited;
}

const Counted *profile_of(const Profile *profile, const Func *fn)
{
    const u64 *counted = map_get(&profile->by_func, (u64)fn);
    return counted ? (const Counted *)*counted : NULL;
}
