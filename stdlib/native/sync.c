/* Natives of sync and sync/atomic. Locks and their queues are implemented in vm/sync.h. */
#include "vm/sync.h"

#include "stdlib/native/native.h"

NATIVE(mutex_lock)
{
    return sync_mutex_lock(vm, g, (u32 *)args[0]);
}
NATIVE(mutex_unlock)
{
    return sync_mutex_unlock(vm, g, (u32 *)args[0]);
}

NATIVE(mutex_trylock)
{
    bool got = false;
    NativeStatus status = sync_mutex_trylock(vm, g, (u32 *)args[0], &got);
    args[0] = got;
    return status;
}

NATIVE(rw_lock)
{
    return sync_rw_lock(vm, g, (u32 *)args[0]);
}
NATIVE(rw_unlock)
{
    return sync_rw_unlock(vm, g, (u32 *)args[0]);
}
NATIVE(rw_rlock)
{
    return sync_rw_rlock(vm, g, (u32 *)args[0]);
}
NATIVE(rw_runlock)
{
    return sync_rw_runlock(vm, g, (u32 *)args[0]);
}

static NativeStatus rw_try(VM *vm, G *g, u64 *args, bool write)
{
    bool got = false;
    NativeStatus status = sync_rw_trylock(vm, g, (u32 *)args[0], write, &got);
    args[0] = got;
    return status;
}

NATIVE(rw_trylock)
{
    return rw_try(vm, g, args, true);
}
NATIVE(rw_tryrlock)
{
    return rw_try(vm, g, args, false);
}

NATIVE(wg_add)
{
    i64 counter = 0;
    NativeStatus status = sync_wg_add(vm, g, (u32 *)args[0], (i64)args[1], &counter);
    args[0] = (u64)counter;
    return status;
}

NATIVE(wg_wait)
{
    return sync_wg_wait(vm, g, (u32 *)args[0]);
}

NATIVE(cond_ticket)
{
    u32 ticket = 0;
    NativeStatus status = sync_cond_ticket(vm, g, (u32 *)args[0], &ticket);
    args[0] = ticket;
    return status;
}

NATIVE(cond_wait)
{
    return sync_cond_wait(vm, g, (u32 *)args[0], (u32)args[1]);
}
NATIVE(cond_signal)
{
    return sync_cond_signal(vm, g, (u32 *)args[0], false);
}
NATIVE(cond_broadcast)
{
    return sync_cond_signal(vm, g, (u32 *)args[0], true);
}

static void emit(VM *vm, G *g, u8 event, u8 sub, const void *addr)
{
    if (vm->sink != NULL)
        track_sync(vm, g, event, sub, addr, false);
}

/* func (o *Once) isDone() bool */
NATIVE(once_is_done)
{
    if (native_is_nil(vm, g, args[0]))
        return NATIVE_PANIC;
    const u32 *done = (const u32 *)args[0];
    if (*done)
        emit(vm, g, EV_ACQUIRE, SYNC_ONCE_DO, done);
    args[0] = *done;
    return NATIVE_DONE;
}

NATIVE(once_set_done)
{
    u32 *done = (u32 *)args[0];
    emit(vm, g, EV_RELEASE, SYNC_ONCE_DO, done);
    *done = 1;
    return NATIVE_SYNC;
}

/* The pool's slice of interfaces is only accessed here. */
NATIVE(pool_put)
{
    if (native_is_nil(vm, g, args[0]))
        return NATIVE_PANIC;
    u64 *slice = (u64 *)args[0], item[2] = {args[1], args[2]};
    if (slice[1] == slice[2]) {
        u64 cap = slice[2] == 0 ? 4 : slice[2] * 2;
        void *grown = heap_raw(vm, cap * sizeof item, true);
        if (slice[1] > 0)
            memcpy(grown, (void *)slice[0], slice[1] * sizeof item);
        slice[0] = (u64)grown;
        slice[2] = cap;
    }
    memcpy((u64 *)slice[0] + 2 * slice[1]++, item, sizeof item);
    emit(vm, g, EV_RELEASE_MERGE, SYNC_POOL_PUT, slice);
    return NATIVE_SYNC;
}

/* func (p *Pool) get() any: the newest element, nil if the pool is empty */
NATIVE(pool_get)
{
    if (native_is_nil(vm, g, args[0]))
        return NATIVE_PANIC;
    u64 *slice = (u64 *)args[0];
    args[0] = args[1] = 0;
    if (slice[1] == 0)
        return NATIVE_DONE;
    u64 *item = (u64 *)slice[0] + 2 * --slice[1];
    memcpy(args, item, 2 * sizeof *item);
    memset(item, 0, 2 * sizeof *item);
    emit(vm, g, EV_ACQUIRE, SYNC_POOL_GET, slice);
    return NATIVE_SYNC;
}

const NativeDef natives_sync[] = {
    {"sync.(*Mutex).Lock", mutex_lock},
    {"sync.(*Mutex).TryLock", mutex_trylock},
    {"sync.(*Mutex).Unlock", mutex_unlock},
    {"sync.(*RWMutex).Lock", rw_lock},
    {"sync.(*RWMutex).Unlock", rw_unlock},
    {"sync.(*RWMutex).RLock", rw_rlock},
    {"sync.(*RWMutex).RUnlock", rw_runlock},
    {"sync.(*RWMutex).TryLock", rw_trylock},
    {"sync.(*RWMutex).TryRLock", rw_tryrlock},
    {"sync.(*WaitGroup).add", wg_add},
    {"sync.(*WaitGroup).Wait", wg_wait},
    {"sync.(*Once).isDone", once_is_done},
    {"sync.(*Once).setDone", once_set_done},
    {"sync.(*Cond).ticket", cond_ticket},
    {"sync.(*Cond).wait", cond_wait},
    {"sync.(*Cond).Signal", cond_signal},
    {"sync.(*Cond).Broadcast", cond_broadcast},
    {"sync.(*Pool).put", pool_put},
    {"sync.(*Pool).get", pool_get},
    {NULL, NULL},
};

/* ---- sync/atomic ----
 *
 * The operations of each type come from one macro; `slot` converts a value to its canonical slot. A
 * Load acquires what the last Store or read-modify-write released; the latter two acquire and
 * release. */

/* A read-modify-write operation: `updated` is the new value, computed from `old` and the operand,
 * and `result` the value returned. */
#define ATOMIC_UPDATE(name, type, slot, op, updated_value, result) \
    NATIVE(name) \
    { \
        type *addr = (type *)args[0]; \
        if (native_is_nil(vm, g, args[0])) \
            return NATIVE_PANIC; \
        emit(vm, g, EV_ACQUIRE_RELEASE, op, addr); \
        type old = *addr, operand = (type)args[1]; \
        type updated = (type)(updated_value); \
        (void)old, (void)operand; \
        *addr = updated; \
        args[0] = (u64)(slot)(result); \
        return NATIVE_SYNC; \
    }

#define ATOMICS(name, type, slot) \
    NATIVE(name##_load) \
    { \
        type *addr = (type *)args[0]; \
        if (native_is_nil(vm, g, args[0])) \
            return NATIVE_PANIC; \
        emit(vm, g, EV_ACQUIRE, SYNC_ATOMIC_LOAD, addr); \
        args[0] = (u64)(slot)*addr; \
        return NATIVE_SYNC; \
    } \
    NATIVE(name##_store) \
    { \
        type *addr = (type *)args[0]; \
        if (native_is_nil(vm, g, args[0])) \
            return NATIVE_PANIC; \
        emit(vm, g, EV_RELEASE, SYNC_ATOMIC_STORE, addr); \
        *addr = (type)args[1]; \
        return NATIVE_SYNC; \
    } \
    ATOMIC_UPDATE(name##_add, type, slot, SYNC_ATOMIC_ADD, (u64)old + (u64)operand, updated) \
    ATOMIC_UPDATE(name##_swap, type, slot, SYNC_ATOMIC_SWAP, operand, old) \
    ATOMIC_UPDATE(name##_and, type, slot, SYNC_ATOMIC_BITS, old &operand, old) \
    ATOMIC_UPDATE(name##_or, type, slot, SYNC_ATOMIC_BITS, old | operand, old) \
    NATIVE(name##_cas) \
    { \
        type *addr = (type *)args[0]; \
        if (native_is_nil(vm, g, args[0])) \
            return NATIVE_PANIC; \
        bool same = *addr == (type)args[1]; \
        emit(vm, g, same ? EV_ACQUIRE_RELEASE : EV_ACQUIRE, SYNC_ATOMIC_CAS, addr); \
        if (same) \
            *addr = (type)args[2]; \
        args[0] = same; \
        return NATIVE_SYNC; \
    }

ATOMICS(i32, i32, i64)
ATOMICS(u32, u32, u64)
ATOMICS(i64, i64, i64) /* also for the unsigned types: their slots are the same */

/* func loadAny(addr *any) any, and without an event peekAny */
NATIVE(any_peek)
{
    const u64 *addr = (const u64 *)args[0];
    if (native_is_nil(vm, g, args[0]))
        return NATIVE_PANIC;
    memcpy(args, addr, 2 * sizeof *addr);
    return NATIVE_DONE;
}

NATIVE(any_load)
{
    const u64 *addr = (const u64 *)args[0];
    if (native_is_nil(vm, g, args[0]))
        return NATIVE_PANIC;
    emit(vm, g, EV_ACQUIRE, SYNC_ATOMIC_LOAD, addr);
    memcpy(args, addr, 2 * sizeof *addr);
    return NATIVE_SYNC;
}

/* func swapAny(addr *any, new any) (old any) */
NATIVE(any_swap)
{
    u64 *addr = (u64 *)args[0], old[2] = {addr[0], addr[1]};
    emit(vm, g, EV_ACQUIRE_RELEASE, SYNC_ATOMIC_SWAP, addr);
    memcpy(addr, args + 1, sizeof old);
    memcpy(args, old, sizeof old);
    return NATIVE_SYNC;
}

/* func storeAny(addr *any, new any) */
NATIVE(any_store)
{
    u64 *addr = (u64 *)args[0];
    emit(vm, g, EV_RELEASE, SYNC_ATOMIC_STORE, addr);
    memcpy(addr, args + 1, 2 * sizeof *addr);
    return NATIVE_SYNC;
}

/* func replaceAny(addr *any, old, new any) bool */
NATIVE(any_replace)
{
    u64 *addr = (u64 *)args[0];
    bool same = addr[0] == args[1] && addr[1] == args[2];
    emit(vm, g, same ? EV_ACQUIRE_RELEASE : EV_ACQUIRE, SYNC_ATOMIC_CAS, addr);
    if (same)
        memcpy(addr, args + 3, 2 * sizeof *addr);
    args[0] = same;
    return NATIVE_SYNC;
}

/* func sameType(x, y any) bool */
NATIVE(any_same_type)
{
    args[0] = args[0] == args[2];
    return NATIVE_DONE;
}

#define ATOMIC_DEFS(T, name) \
    {"sync/atomic.Load" T, name##_load}, {"sync/atomic.Store" T, name##_store}, \
        {"sync/atomic.Add" T, name##_add}, {"sync/atomic.Swap" T, name##_swap}, \
        {"sync/atomic.CompareAndSwap" T, name##_cas}, {"sync/atomic.And" T, name##_and}, \
    { \
        "sync/atomic.Or" T, name##_or \
    }

const NativeDef natives_atomic[] = {
    ATOMIC_DEFS("Int32", i32),
    ATOMIC_DEFS("Uint32", u32),
    ATOMIC_DEFS("Int64", i64),
    ATOMIC_DEFS("Uint64", i64),
    ATOMIC_DEFS("Uintptr", i64),
    {"sync/atomic.peekAny", any_peek},
    {"sync/atomic.loadAny", any_load},
    {"sync/atomic.storeAny", any_store},
    {"sync/atomic.swapAny", any_swap},
    {"sync/atomic.replaceAny", any_replace},
    {"sync/atomic.sameType", any_same_type},
    {NULL, NULL},
};
