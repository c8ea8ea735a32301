/* Locks, wait groups and condition variables. */
#include "vm/sync.h"

#include "trace/happens_before.h"
#include "vm/chan.h"
#include "vm/heap.h"
#include "vm/track.h"

/* The wait queue of the variable at an address; it exists only while a goroutine waits. NULL: there
 * is none, and `create` is not set. */
static WaitQueue *waiting_on(VM *vm, const void *addr, bool create)
{
    u64 *slot =
        create ? map_put(&vm->sync_objects, (u64)addr) : map_get(&vm->sync_objects, (u64)addr);
    if (!slot)
        return NULL;
    if (!*slot)
        *slot = (u64)xcalloc(1, sizeof(WaitQueue));
    return (WaitQueue *)*slot;
}

static void drop_if_empty(VM *vm, const void *addr, WaitQueue *queue)
{
    if (queue->head)
        return;
    free(queue);
    map_delete(&vm->sync_objects, (u64)addr);
}

/* g waits on the object, in the native that it has called. */
static void wait_on(VM *vm, G *g, void *addr, u32 ticket)
{
    const NativeDef *native = vm->natives.defs[instr_k(g->pc[-1].in)];
    CHECK(native->wait && native->waits_for && !g->waiter.next && !g->waiter.prev);
    g->waiter = (Waiter){.g = g, .object = addr, .index = ticket, .native = native};
    queue_add(waiting_on(vm, addr, true), &g->waiter);
    sched_park(vm, g, WAIT_NATIVE);
}

static void wake(VM *vm, WaitQueue *queue, Waiter *w)
{
    CHECK(w == &w->g->waiter && w->g->status == G_WAITING);
    CHECK(w->g->wait_reason == WAIT_NATIVE);
    queue_remove(queue, w);
    sched_ready(vm, w->g);
}

static void emit(VM *vm, G *g, u8 event, u8 sub, const void *addr)
{
    if (vm->sink)
        track_sync(vm, g, event, sub, addr, false);
}

/* ---- which goroutine holds a lock ----
 *
 * The value of a lock that one goroutine holds alone is the number of that goroutine. While
 * stepping it is 1 for all, and each goroutine has a list of the locks that it holds: states that
 * differ only in the numbers of goroutines are equal, those in which others hold a lock are not. */

enum { HELD_WHILE_STEPPING = 1 };

static u32 holder_mark(const VM *vm, const G *g)
{
    return vm->stepping.pause ? HELD_WHILE_STEPPING : g->id;
}

/* How often g, while stepping, holds the lock. */
static u64 times_held(const G *g, const void *lock)
{
    u64 times = 0;
    for (u32 i = 0; i < COUNT_OF(g->holds); i++)
        times += g->holds[i] == lock;
    for (const Hold *hold = g->more_holds; hold; hold = hold->next)
        times += hold->lock == lock;
    return times;
}

static void note_hold(VM *vm, G *g, const void *lock)
{
    for (u32 i = 0; i < COUNT_OF(g->holds); i++)
        if (!g->holds[i]) {
            g->holds[i] = lock;
            return;
        }
    Hold *hold = heap_raw(vm, sizeof *hold, true);
    *hold = (Hold){lock, g->more_holds};
    g->more_holds = hold;
}

/* Takes one out and closes the gap. False: g does not hold the lock. */
static bool forget_hold(G *g, const void *lock)
{
    u32 at = 0, last = COUNT_OF(g->holds) - 1;
    while (at <= last && g->holds[at] != lock)
        at++;
    if (at <= last) {
        memmove(g->holds + at, g->holds + at + 1, (last - at) * sizeof *g->holds);
        Hold *first = g->more_holds;
        g->holds[last] = first ? first->lock : NULL;
        g->more_holds = first ? first->next : NULL;
        return true;
    }
    Hold **hold = &g->more_holds;
    while (*hold && (*hold)->lock != lock)
        hold = &(*hold)->next;
    if (!*hold)
        return false;
    *hold = (*hold)->next;
    return true;
}

/* g has it from now on, alone. */
static void hold_alone(VM *vm, G *g, u32 *lock)
{
    *lock = holder_mark(vm, g);
    if (vm->stepping.pause && !times_held(g, lock))
        note_hold(vm, g, lock);
}

/* g has given it back: in most programs what it held itself. */
static void forget_holder(VM *vm, G *g, const u32 *lock)
{
    if (!vm->stepping.pause || forget_hold(g, lock))
        return;
    vm->stepping.others = true;
    for (u32 i = 0; i < vm->sched.all.len; i++)
        if (forget_hold(vm->sched.all.data[i], lock)) {
            vm->sched.all.data[i]->stepped = true;
            return;
        }
}

/* The goroutine that holds a lock alone; 0: none that is left. */
static u32 holder_of(const VM *vm, const u32 *lock)
{
    if (!vm->stepping.pause || !*lock)
        return *lock;
    for (u32 i = 0; i < vm->sched.all.len; i++)
        if (times_held(vm->sched.all.data[i], lock))
            return vm->sched.all.data[i]->id;
    return 0;
}

/* ---- Mutex: a woken waiter tries again, so that others may overtake it as in Go; one that lost
 * once gets the mutex from the next Unlock, so that none starves. ---- */

static NativeStatus mutex_got(VM *vm, G *g, u32 *mutex, u8 sub)
{
    CHECK(g->id != 0 && !g->handed);
    hold_alone(vm, g, mutex);
    emit(vm, g, EV_ACQUIRE, sub, mutex);
    return NATIVE_SYNC;
}

NativeStatus sync_mutex_lock(VM *vm, G *g, u32 *mutex)
{
    if (vm_is_nil(vm, g, (u64)mutex))
        return NATIVE_PANIC;
    if (g->handed || *mutex == 0) {
        g->handed = false;
        g->retries = 0;
        return mutex_got(vm, g, mutex, SYNC_MUTEX_LOCK);
    }
    if (g->retries < UINT8_MAX)
        g->retries++;
    wait_on(vm, g, mutex, 0);
    return NATIVE_RETRY;
}

NativeStatus sync_mutex_trylock(VM *vm, G *g, u32 *mutex, bool *got)
{
    if (vm_is_nil(vm, g, (u64)mutex))
        return NATIVE_PANIC;
    *got = *mutex == 0;
    return *got ? mutex_got(vm, g, mutex, SYNC_MUTEX_TRYLOCK) : NATIVE_SYNC;
}

NativeStatus sync_mutex_unlock(VM *vm, G *g, u32 *mutex)
{
    if (vm_is_nil(vm, g, (u64)mutex))
        return NATIVE_PANIC;
    vm->foreign_unlock |= *mutex != holder_mark(vm, g);
    if (*mutex == 0) {
        vm_fatal(vm, g, "fatal error: sync: unlock of unlocked mutex");
        return NATIVE_PANIC;
    }
    emit(vm, g, EV_RELEASE, SYNC_MUTEX_UNLOCK, mutex);
    forget_holder(vm, g, mutex);
    *mutex = 0;
    WaitQueue *queue = waiting_on(vm, mutex, false);
    if (!queue)
        return NATIVE_SYNC;
    Waiter *w = queue->head;
    CHECK(w && w->object == mutex && w->native->effect == EFFECT_LOCK && w->g->retries > 0);
    if (w->g->retries > 1) {
        hold_alone(vm, w->g, mutex);
        w->g->handed = true;
    }
    wake(vm, queue, w);
    drop_if_empty(vm, mutex, queue);
    return NATIVE_SYNC;
}

/* ---- RWMutex ---- */

enum { RW_WRITER = 0, RW_WAITING_WRITERS = 1, RW_READERS = 4 };

/* The object that carries what readers have released. */
static void *readers_object(u32 *rw)
{
    return (u8 *)rw + HB_READERS_OFFSET;
}

/* Detection of lock cycles has to know which goroutines hold it. Most hold one such lock once,
 * which is noted in the goroutine; all others are in vm->readers. */
static void note_reader(VM *vm, G *g, const u32 *rw)
{
    if (vm->stepping.pause)
        note_hold(vm, g, rw);
    else if (g->reading)
        ++*map_put(&vm->readers, hash_pair((u64)rw, g->id));
    else
        g->reading = ~(u64)rw;
}

/* It may be another goroutine that gives it back: then the reader's own note stays, while stepping
 * that of another reader, so that notes do not become more for ever. */
static void forget_reader(VM *vm, G *g, const u32 *rw)
{
    if (vm->stepping.pause) {
        forget_holder(vm, g, rw);
        return;
    }
    if (g->reading == ~(u64)rw) {
        g->reading = 0;
        return;
    }
    u64 *count = map_get(&vm->readers, hash_pair((u64)rw, g->id));
    if (count && --*count == 0)
        map_delete(&vm->readers, hash_pair((u64)rw, g->id));
}

/* How often g holds the RWMutex to read. */
static u64 times_read(const VM *vm, const G *g, const void *rw)
{
    if (vm->stepping.pause)
        return times_held(g, rw);
    const u64 *count = map_get(&vm->readers, hash_pair((u64)rw, g->id));
    return (count ? *count : 0) + (g->reading == ~(u64)rw);
}

bool sync_reads(const VM *vm, const void *rw, const G *g)
{
    return times_read(vm, g, rw) > 0;
}

u32 sync_times_read(const void *rw)
{
    return ((const u32 *)rw)[RW_READERS];
}

/* Whether those that are known to hold it to read are all that do. */
static bool knows_readers(const VM *vm, const u32 *rw)
{
    u64 known = 0;
    for (u32 i = 0; i < vm->sched.all.len; i++)
        known += times_read(vm, vm->sched.all.data[i], rw);
    return known == rw[RW_READERS];
}

static void rw_give(VM *vm, G *g, u32 *rw, u8 sub)
{
    bool write = sync_effect(sub) == EFFECT_WLOCK;
    CHECK(rw[RW_WRITER] == 0 && (!write || rw[RW_READERS] == 0));
    /* First what the readers have released: the access to the lock comes after all that it
     * acquires. */
    if (write && vm->sink)
        track_sync(vm, g, EV_ACQUIRE, sub, readers_object(rw), true);
    emit(vm, g, EV_ACQUIRE, sub, rw);
    if (write) {
        hold_alone(vm, g, rw);
        return;
    }
    rw[RW_READERS]++;
    note_reader(vm, g, rw);
}

static void rw_grant(VM *vm, G *g, u32 *rw, bool write)
{
    rw_give(vm, g, rw, write ? SYNC_RWMUTEX_LOCK : SYNC_RWMUTEX_RLOCK);
}

static bool is_writer(const Waiter *w)
{
    return w->native->effect == EFFECT_WLOCK;
}

bool sync_rw_free_for(const u32 *rw, bool write)
{
    return rw[RW_WRITER] == 0 && (write ? rw[RW_READERS] == 0 : rw[RW_WAITING_WRITERS] == 0);
}

bool sync_rw_comes_next(const u32 *rw)
{
    return rw[RW_WRITER] == 0 && rw[RW_WAITING_WRITERS] == 0;
}

static Waiter *first_writer(const WaitQueue *queue)
{
    Waiter *w = queue->head;
    while (w && !is_writer(w))
        w = w->next;
    return w;
}

/* Wakes waiters that can have the lock: after a writer all readers that wait, else one writer. */
static void rw_admit(VM *vm, u32 *rw, bool writer_left)
{
    WaitQueue *queue = waiting_on(vm, rw, false);
    if (!queue)
        return;
    Waiter *next;
    for (Waiter *w = queue->head; w && writer_left; w = next) {
        next = w->next;
        if (is_writer(w))
            continue;
        rw_grant(vm, w->g, rw, false);
        wake(vm, queue, w);
    }
    Waiter *w = first_writer(queue);
    if (w && sync_rw_free_for(rw, true)) {
        rw[RW_WAITING_WRITERS]--;
        rw_grant(vm, w->g, rw, true);
        wake(vm, queue, w);
    }
    drop_if_empty(vm, rw, queue);
}

static NativeStatus rw_acquire(VM *vm, G *g, u32 *rw, bool write)
{
    if (vm_is_nil(vm, g, (u64)rw))
        return NATIVE_PANIC;
    if (sync_rw_free_for(rw, write)) {
        rw_grant(vm, g, rw, write);
        return NATIVE_SYNC;
    }
    rw[RW_WAITING_WRITERS] += write;
    wait_on(vm, g, rw, 0);
    return NATIVE_BLOCKED;
}

NativeStatus sync_rw_lock(VM *vm, G *g, u32 *rw)
{
    return rw_acquire(vm, g, rw, true);
}

NativeStatus sync_rw_rlock(VM *vm, G *g, u32 *rw)
{
    return rw_acquire(vm, g, rw, false);
}

NativeStatus sync_rw_trylock(VM *vm, G *g, u32 *rw, bool write, bool *got)
{
    if (vm_is_nil(vm, g, (u64)rw))
        return NATIVE_PANIC;
    *got = sync_rw_free_for(rw, write);
    if (*got)
        rw_give(vm, g, rw, write ? SYNC_RWMUTEX_TRYLOCK : SYNC_RWMUTEX_TRYRLOCK);
    return NATIVE_SYNC;
}

NativeStatus sync_rw_unlock(VM *vm, G *g, u32 *rw)
{
    if (vm_is_nil(vm, g, (u64)rw))
        return NATIVE_PANIC;
    vm->foreign_unlock |= rw[RW_WRITER] != holder_mark(vm, g);
    if (rw[RW_WRITER] == 0) {
        vm_fatal(vm, g, "fatal error: sync: Unlock of unlocked RWMutex");
        return NATIVE_PANIC;
    }
    emit(vm, g, EV_RELEASE, SYNC_RWMUTEX_UNLOCK, rw);
    forget_holder(vm, g, rw);
    rw[RW_WRITER] = 0;
    rw_admit(vm, rw, true);
    return NATIVE_SYNC;
}

NativeStatus sync_rw_runlock(VM *vm, G *g, u32 *rw)
{
    if (vm_is_nil(vm, g, (u64)rw))
        return NATIVE_PANIC;
    if (rw[RW_READERS] == 0) {
        vm_fatal(vm, g, "fatal error: sync: RUnlock of unlocked RWMutex");
        return NATIVE_PANIC;
    }
    emit(vm, g, EV_RELEASE_MERGE, SYNC_RWMUTEX_RUNLOCK, readers_object(rw));
    rw[RW_READERS]--;
    forget_reader(vm, g, rw);
    rw_admit(vm, rw, false);
    return NATIVE_SYNC;
}

/* ---- WaitGroup ---- */

NativeStatus sync_wg_add(VM *vm, G *g, u32 *wg, i64 delta, i64 *counter)
{
    if (vm_is_nil(vm, g, (u64)wg))
        return NATIVE_PANIC;
    if (delta < 0)
        emit(vm, g, EV_RELEASE_MERGE, delta == -1 ? SYNC_WAITGROUP_DONE : SYNC_WAITGROUP_ADD, wg);
    *counter = (i64)(i32)wg[0] + delta;
    wg[0] = (u32)*counter;
    if (delta > 0 && *counter == delta)
        track_order(vm, g, SYNC_WAITGROUP_ADD, wg, false);
    WaitQueue *queue = *counter == 0 ? waiting_on(vm, wg, false) : NULL;
    if (!queue)
        return delta < 0 ? NATIVE_SYNC : NATIVE_DONE;
    while (queue->head) {
        Waiter *w = queue->head;
        CHECK(w->native->effect == EFFECT_WAIT);
        emit(vm, w->g, EV_ACQUIRE, SYNC_WAITGROUP_WAIT, wg);
        wake(vm, queue, w);
    }
    wg[1] = 0;
    drop_if_empty(vm, wg, queue);
    return NATIVE_SYNC;
}

NativeStatus sync_wg_wait(VM *vm, G *g, u32 *wg)
{
    if (vm_is_nil(vm, g, (u64)wg))
        return NATIVE_PANIC;
    if (wg[0] == 0) {
        emit(vm, g, EV_ACQUIRE, SYNC_WAITGROUP_WAIT, wg);
        return NATIVE_SYNC;
    }
    if (wg[1]++ == 0)
        track_order(vm, g, SYNC_WAITGROUP_WAIT, wg, true);
    wait_on(vm, g, wg, 0);
    return NATIVE_BLOCKED;
}

/* ---- Cond ---- */

enum {
    COND_NEXT = 0,
    COND_WAKE = 1,
    COND_BETWEEN = 6 /* goroutines with a ticket that do not wait yet */
};

/* Renumbers the tickets from 0 when all goroutines with a ticket are in the queue, so that the
 * state does not depend on how many have waited before. */
static void cond_renumber(VM *vm, u32 *cond)
{
    if (cond[COND_BETWEEN] || !cond[COND_WAKE])
        return;
    WaitQueue *queue = waiting_on(vm, cond, false);
    for (Waiter *w = queue ? queue->head : NULL; w; w = w->next)
        w->index -= cond[COND_WAKE];
    cond[COND_NEXT] -= cond[COND_WAKE];
    cond[COND_WAKE] = 0;
}

NativeStatus sync_cond_ticket(VM *vm, G *g, u32 *cond, u32 *ticket)
{
    if (vm_is_nil(vm, g, (u64)cond))
        return NATIVE_PANIC;
    *ticket = cond[COND_NEXT]++;
    cond[COND_BETWEEN]++;
    return NATIVE_DONE;
}

NativeStatus sync_cond_wait(VM *vm, G *g, u32 *cond, u32 ticket)
{
    cond[COND_BETWEEN]--;
    if ((i32)(ticket - cond[COND_WAKE]) < 0) { /* woken before it got here */
        emit(vm, g, EV_ACQUIRE, SYNC_COND_WAIT, cond);
        cond_renumber(vm, cond);
        return NATIVE_SYNC;
    }
    wait_on(vm, g, cond, ticket);
    cond_renumber(vm, cond);
    return NATIVE_BLOCKED;
}

NativeStatus sync_cond_signal(VM *vm, G *g, u32 *cond, bool all)
{
    if (vm_is_nil(vm, g, (u64)cond))
        return NATIVE_PANIC;
    if (cond[COND_WAKE] == cond[COND_NEXT])
        return NATIVE_SYNC;
    emit(vm, g, EV_RELEASE_MERGE, all ? SYNC_COND_BROADCAST : SYNC_COND_SIGNAL, cond);
    cond[COND_WAKE] = all ? cond[COND_NEXT] : cond[COND_WAKE] + 1;
    WaitQueue *queue = waiting_on(vm, cond, false);
    Waiter *next;
    for (Waiter *w = queue ? queue->head : NULL; w; w = next) {
        next = w->next;
        CHECK(w->native->effect == EFFECT_COND_WAIT);
        if ((i32)(w->index - cond[COND_WAKE]) >= 0)
            continue;
        emit(vm, w->g, EV_ACQUIRE, SYNC_COND_WAIT, cond);
        wake(vm, queue, w);
    }
    if (queue)
        drop_if_empty(vm, cond, queue);
    cond_renumber(vm, cond);
    return NATIVE_SYNC;
}

/* ---- any other object ---- */

NativeStatus sync_await(VM *vm, G *g, void *object)
{
    wait_on(vm, g, object, 0);
    return NATIVE_RETRY;
}

void sync_changed(VM *vm, void *object)
{
    WaitQueue *queue = waiting_on(vm, object, false);
    if (!queue)
        return;
    Waiter *next;
    for (Waiter *w = queue->head; w; w = next) {
        next = w->next;
        Operation op = vm_operation(vm, w->g);
        if (vm_operation_ready(w->g, &op))
            wake(vm, queue, w);
    }
    drop_if_empty(vm, object, queue);
}

bool sync_is_lock(Effect effect)
{
    return effect == EFFECT_LOCK || effect == EFFECT_RLOCK || effect == EFFECT_WLOCK;
}

bool sync_unlocks_free(const Operation *op)
{
    const u32 *lock = op->object;
    bool gives = op->effect == EFFECT_UNLOCK || op->effect == EFFECT_WUNLOCK;
    if (!lock || (!gives && op->effect != EFFECT_RUNLOCK))
        return false;
    return lock[gives ? 0 : RW_READERS] == 0;
}

LockWait sync_lock_wait(VM *vm, const G *g)
{
    if (g->wait_reason != WAIT_NATIVE || !sync_is_lock(g->waiter.native->effect))
        return (LockWait){0};
    const u32 *lock = g->waiter.object;
    if (lock[0] || g->waiter.native->effect == EFFECT_LOCK)
        return (LockWait){.holder = holder_of(vm, lock)};
    const Waiter *first = first_writer(waiting_on(vm, lock, false));
    if (first && first->g != g)
        return (LockWait){.ahead = first->g};
    return (LockWait){.readers = first && knows_readers(vm, lock)};
}

void sync_abandon(VM *vm, G *g)
{
    WaitQueue *queue = waiting_on(vm, g->waiter.object, false);
    if (!queue)
        return;
    if (is_writer(&g->waiter))
        ((u32 *)g->waiter.object)[RW_WAITING_WRITERS]--;
    queue_remove(queue, &g->waiter);
    drop_if_empty(vm, g->waiter.object, queue);
}

void sync_rank_waiters(VM *vm)
{
    u32 cursor = 0;
    MapEntry *entry;
    while ((entry = map_next(&vm->sync_objects, &cursor))) {
        WaitQueue *queue = (WaitQueue *)entry->value;
        u64 rank = 0;
        for (Waiter *w = queue->head, *next; w; w = next, rank++) {
            next = w->next;
            w->next = NULL;
            w->prev = (Waiter *)rank;
        }
        *queue = (WaitQueue){0};
    }
}

void sync_queue_again(VM *vm, Waiter *w)
{
    w->prev = NULL;
    queue_add(waiting_on(vm, w->object, true), w);
}

/* The effects with which goroutines wait on objects of one type. */
static bool same_type(Effect a, Effect b)
{
    bool a_rw = a == EFFECT_RLOCK || a == EFFECT_WLOCK;
    bool b_rw = b == EFFECT_RLOCK || b == EFFECT_WLOCK;
    return a == b || (a_rw && b_rw);
}

static void check_queue(const WaitQueue *queue, const void *object)
{
    CHECK(queue && queue->head);
    queue_check(queue, object);
    CHECK(same_type(queue->head->native->effect, queue->tail->native->effect));
    CHECK(queue->head == &queue->head->g->waiter);
}

void sync_check(VM *vm)
{
    u32 cursor = 0;
    MapEntry *entry;
    while ((entry = map_next(&vm->sync_objects, &cursor)))
        check_queue((const WaitQueue *)entry->value, (const void *)entry->key);
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *g = vm->sched.all.data[i];
        if (g->wait_reason == WAIT_NATIVE) {
            CHECK(g->waiter.g == g && g->waiter.object);
            CHECK(map_get(&vm->sync_objects, (u64)g->waiter.object));
        }
    }
}

void sync_drop_queues(VM *vm)
{
    u32 cursor = 0;
    MapEntry *entry;
    while ((entry = map_next(&vm->sync_objects, &cursor)))
        free((void *)entry->value);
    map_free(&vm->sync_objects);
}
