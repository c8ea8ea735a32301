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
    if (vm_is_nil(vm, g, args[0]))
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
    *done = (u32)args[1];
    return NATIVE_SYNC;
}

/* The pool's slice of interfaces is only accessed here. What is put in is returned once, also if
 * the program copies the pool: no element is in two arrays. */
NATIVE(pool_put)
{
    if (vm_is_nil(vm, g, args[0]))
        return NATIVE_PANIC;
    u64 *slice = (u64 *)args[0], item[2] = {args[1], args[2]};
    if (slice[1] == slice[2]) {
        u64 cap = slice[2] == 0 ? 4 : slice[2] * 2;
        void *grown = heap_raw(vm, cap * sizeof item, true);
        if (slice[1] > 0) {
            memcpy(grown, (void *)slice[0], slice[1] * sizeof item);
            memset((void *)slice[0], 0, slice[1] * sizeof item);
        }
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
    if (vm_is_nil(vm, g, args[0]))
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

/* ---- what these are to other goroutines ---- */

static bool mutex_free(const G *g, const u64 *args)
{
    return g->handed || *(const u32 *)args[0] == 0;
}

/* No goroutine holds it to write or waits to. A reader does not keep a writer from beginning to
 * wait, which other goroutines can notice. */
static bool rw_open(const G *g, const u64 *args)
{
    (void)g;
    const u32 *rw = (const u32 *)args[0];
    return rw[0] == 0 && rw[1] == 0;
}

static bool wg_zero(const G *g, const u64 *args)
{
    (void)g;
    return *(const u32 *)args[0] == 0;
}

static Effect mutex_try(const u64 *args)
{
    return *(const u32 *)args[0] == 0 ? EFFECT_TRYLOCK : EFFECT_OBSERVE;
}

static Effect rw_try_write(const u64 *args)
{
    return sync_rw_free_for((const u32 *)args[0], true) ? EFFECT_TRYLOCK : EFFECT_OBSERVE;
}

static Effect rw_try_read(const u64 *args)
{
    return sync_rw_free_for((const u32 *)args[0], false) ? EFFECT_TRYRLOCK : EFFECT_OBSERVE;
}

static Effect cond_waited(const u64 *args)
{
    const u32 *cond = (const u32 *)args[0];
    return cond[0] == cond[1] ? EFFECT_CHECK : EFFECT_SIGNAL;
}

/* That an empty pool has been emptied by another goroutine is nothing that orders the two. */
static Effect pool_look(const u64 *args)
{
    return ((const u64 *)args[0])[1] == 0 ? EFFECT_OBSERVE : EFFECT_UPDATE;
}

const NativeDef natives_sync[] = {
    ROW("sync.(*Mutex).Lock", mutex_lock, LOCK, .ready = mutex_free, .wait = "sync.Mutex.Lock",
        .waits_for = "a mutex"),
    ROW("sync.(*Mutex).TryLock", mutex_trylock, TRYLOCK, .now = mutex_try),
    ROW("sync.(*Mutex).Unlock", mutex_unlock, UNLOCK),
    ROW("sync.(*RWMutex).Lock", rw_lock, WLOCK, .ready = rw_open, .wait = "sync.RWMutex.Lock",
        .waits_for = "a RWMutex to write"),
    ROW("sync.(*RWMutex).Unlock", rw_unlock, WUNLOCK),
    ROW("sync.(*RWMutex).RLock", rw_rlock, RLOCK, .ready = rw_open, .wait = "sync.RWMutex.RLock",
        .waits_for = "a RWMutex to read"),
    ROW("sync.(*RWMutex).RUnlock", rw_runlock, RUNLOCK),
    ROW("sync.(*RWMutex).TryLock", rw_trylock, TRYLOCK, .now = rw_try_write),
    ROW("sync.(*RWMutex).TryRLock", rw_tryrlock, TRYRLOCK, .now = rw_try_read),
    ROW("sync.(*WaitGroup).add", wg_add, ADD),
    ROW("sync.(*WaitGroup).Wait", wg_wait, WAIT, .ready = wg_zero, .wait = "sync.WaitGroup.Wait",
        .waits_for = "a WaitGroup"),
    ROW("sync.(*Once).isDone", once_is_done, CHECK, .atomic = ATOMIC_LOAD),
    ROW("sync.(*Once).setDone", once_set_done, UPDATE, .atomic = ATOMIC_STORE),
    ROW("sync.(*Cond).ticket", cond_ticket, TICKET),
    ROW("sync.(*Cond).wait", cond_wait, COND_WAIT, .wait = "sync.Cond.Wait",
        .waits_for = "a Signal or Broadcast"),
    ROW("sync.(*Cond).Signal", cond_signal, SIGNAL, .now = cond_waited),
    ROW("sync.(*Cond).Broadcast", cond_broadcast, SIGNAL, .now = cond_waited),
    ROW("sync.(*Pool).put", pool_put, UPDATE, .pool = POOL_PUT),
    ROW("sync.(*Pool).get", pool_get, UPDATE, .now = pool_look, .pool = POOL_GET),
    ROW_END,
};

/* ---- sync/atomic ----
 *
 * The operations of each type come from one macro; `slot` converts a value to its canonical slot. A
 * Load acquires what the last Store or read-modify-write released; the latter two acquire and
 * release. */

/* A read-modify-write operation: `updated` is the new value, computed from `old` and the operand,
 * and `result` the value returned. */
#define ATOMIC_UPDATE(name, type, slot, kind, op, updated_value, result) \
    NATIVE(name) \
    { \
        type *addr = (type *)args[0]; \
        if (vm_is_nil(vm, g, args[0])) \
            return NATIVE_PANIC; \
        emit(vm, g, kind, op, addr); \
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
        if (vm_is_nil(vm, g, args[0])) \
            return NATIVE_PANIC; \
        emit(vm, g, EV_ACQUIRE, SYNC_ATOMIC_LOAD, addr); \
        args[0] = (u64)(slot)*addr; \
        return NATIVE_SYNC; \
    } \
    NATIVE(name##_store) \
    { \
        type *addr = (type *)args[0]; \
        if (vm_is_nil(vm, g, args[0])) \
            return NATIVE_PANIC; \
        emit(vm, g, EV_RELEASE, SYNC_ATOMIC_STORE, addr); \
        *addr = (type)args[1]; \
        return NATIVE_SYNC; \
    } \
    ATOMIC_UPDATE(name##_add, type, slot, vm->adds_only ? EV_RELEASE_MERGE : EV_ACQUIRE_RELEASE, \
                  SYNC_ATOMIC_ADD, (u64)old + (u64)operand, updated) \
    ATOMIC_UPDATE(name##_swap, type, slot, EV_ACQUIRE_RELEASE, SYNC_ATOMIC_SWAP, operand, old) \
    ATOMIC_UPDATE(name##_and, type, slot, EV_ACQUIRE_RELEASE, SYNC_ATOMIC_BITS, old &operand, old) \
    ATOMIC_UPDATE(name##_or, type, slot, EV_ACQUIRE_RELEASE, SYNC_ATOMIC_BITS, old | operand, old) \
    NATIVE(name##_cas) \
    { \
        type *addr = (type *)args[0]; \
        if (vm_is_nil(vm, g, args[0])) \
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
ATOMICS(i64, i64, i64) /* also for unsigned types and pointers: their slots are the same */

/* func loadAny(addr *any) any, and without an event peekAny */
NATIVE(any_peek)
{
    const u64 *addr = (const u64 *)args[0];
    if (vm_is_nil(vm, g, args[0]))
        return NATIVE_PANIC;
    memcpy(args, addr, 2 * sizeof *addr);
    return NATIVE_DONE;
}

NATIVE(any_load)
{
    const u64 *addr = (const u64 *)args[0];
    if (vm_is_nil(vm, g, args[0]))
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

/* A compare-and-swap of what is not there only looks. */
static Effect cas32(const u64 *args)
{
    return *(const u32 *)args[0] == (u32)args[1] ? EFFECT_SWAP : EFFECT_LOAD;
}

static Effect cas64(const u64 *args)
{
    return *(const u64 *)args[0] == args[1] ? EFFECT_SWAP : EFFECT_LOAD;
}

static Effect any_cas(const u64 *args)
{
    const u64 *addr = (const u64 *)args[0];
    return addr[0] == args[1] && addr[1] == args[2] ? EFFECT_SWAP : EFFECT_LOAD;
}

/* The formatter takes the commas for those of an expression. */
/* clang-format off */
#define ATOMIC_ROW(title, name, effect, is_atomic, is_type, ...) \
    ROW("sync/atomic." title, name, effect, .atomic = ATOMIC_##is_atomic, \
        .type = ATOMIC_##is_type __VA_OPT__(, ) __VA_ARGS__)
#define ATOMIC_ROWS(T, name, cas, type) \
    ATOMIC_ROW("Load" T, name##_load, LOAD, LOAD, type), \
    ATOMIC_ROW("Store" T, name##_store, STORE, STORE, type), \
    ATOMIC_ROW("Add" T, name##_add, SWAP, ADD, type), \
    ATOMIC_ROW("Swap" T, name##_swap, SWAP, SWAP, type), \
    ATOMIC_ROW("And" T, name##_and, SWAP, AND, type), \
    ATOMIC_ROW("Or" T, name##_or, SWAP, OR, type), \
    ATOMIC_ROW("CompareAndSwap" T, name##_cas, SWAP, COMPARE, type, .now = cas)
/* clang-format on */

const NativeDef natives_atomic[] = {
    ATOMIC_ROWS("Int32", i32, cas32, I32),
    ATOMIC_ROWS("Uint32", u32, cas32, U32),
    ATOMIC_ROWS("Int64", i64, cas64, 64),
    ATOMIC_ROWS("Uint64", i64, cas64, 64),
    ATOMIC_ROWS("Uintptr", i64, cas64, 64),
    ATOMIC_ROW("LoadPointer", i64_load, LOAD, LOAD, POINTER),
    ATOMIC_ROW("StorePointer", i64_store, STORE, STORE, POINTER),
    ATOMIC_ROW("SwapPointer", i64_swap, SWAP, SWAP, POINTER),
    ATOMIC_ROW("CompareAndSwapPointer", i64_cas, SWAP, COMPARE, POINTER, .now = cas64),
    ATOMIC_ROW("loadBool", u32_load, LOAD, LOAD, U32),
    ATOMIC_ROW("storeBool", u32_store, STORE, STORE, U32),
    ATOMIC_ROW("swapBool", u32_swap, SWAP, SWAP, U32),
    ATOMIC_ROW("compareAndSwapBool", u32_cas, SWAP, COMPARE, U32, .now = cas32),
    ROW("sync/atomic.peekAny", any_peek, OBSERVE),
    ROW("sync/atomic.loadAny", any_load, LOAD),
    ROW("sync/atomic.storeAny", any_store, STORE),
    ROW("sync/atomic.swapAny", any_swap, SWAP),
    ROW("sync/atomic.replaceAny", any_replace, SWAP, .now = any_cas),
    ROW("sync/atomic.sameType", any_same_type, NONE),
    ROW_END,
};
