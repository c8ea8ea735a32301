/* Counts executed instructions and their allocations. */
#include "vm/profile.h"
#include "vm/frame.h"

#include "vm/heap.h"

Profile *profile_new(void)
{
    return xcalloc(1, sizeof(Profile));
}

void profile_free(Profile *profile)
{
    if (!profile)
        return;
    u32 cursor = 0;
    for (MapEntry *e; (e = map_next(&profile->by_func, &cursor));)
        free((void *)e->value);
    map_free(&profile->by_func);
    free(profile);
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

const Counted *profile_of(const Profile *profile, const Func *fn)
{
    const u64 *counted = map_get(&profile->by_func, (u64)fn);
    return counted ? (const Counted *)*counted : NULL;
}
