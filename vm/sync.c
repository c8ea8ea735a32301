/* Locks, wait groups and condition variables. */
#include "vm/sync.h"

#include "vm/chan.h"
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

static void wait_on(VM *vm, G *g, void *addr, WaitReason reason, u32 ticket)
{
    CHECK(reason >= WAIT_MUTEX && reason <= WAIT_WAITGROUP && !g->waiter.next && !g->waiter.prev);
    g->waiter = (Waiter){.g = g, .object = addr, .index = ticket};
    g->waiter.is_send = reason == WAIT_RWMUTEX_W;
    queue_add(waiting_on(vm, addr, true), &g->waiter);
    sched_park(vm, g, reason);
}

static void wake(VM *vm, WaitQueue *queue, Waiter *w)
{
    CHECK(w == &w->g->waiter && w->g->status == G_WAITING);
    CHECK(w->g->wait_reason >= WAIT_MUTEX && w->g->wait_reason <= WAIT_WAITGROUP);
    queue_remove(queue, w);
    sched_ready(vm, w->g);
}

static void emit(VM *vm, G *g, u8 event, u8 sub, const void *addr)
{
    if (vm->sink)
        track_sync(vm, g, event, sub, addr, false);
}

static bool is_nil(VM *vm, G *g, const void *addr)
{
    if (LIKELY((u64)addr >= 4096))
        return false;
    vm_runtime_error(vm, g, "invalid memory address or nil pointer dereference");
    return true;
}

/* ---- Mutex: a woken waiter tries again, so that others may overtake it as in Go; one that lost
 * once gets the mutex from the next Unlock, so that none starves. ---- */

/* The value of a lock that g holds: its number. While stepping it is 1 for all, so that states
 * which differ only in the numbers of goroutines are equal. */
static u32 holder_mark(const VM *vm, const G *g)
{
    return vm->stepping.pause ? 1 : g->id;
}

static NativeStatus mutex_got(VM *vm, G *g, u32 *mutex)
{
    CHECK(g->id != 0 && !g->handed);
    *mutex = holder_mark(vm, g);
    emit(vm, g, EV_ACQUIRE, SYNC_MUTEX_LOCK, mutex);
    return NATIVE_SYNC;
}

NativeStatus sync_mutex_lock(VM *vm, G *g, u32 *mutex)
{
    if (is_nil(vm, g, mutex))
        return NATIVE_PANIC;
    if (g->handed || *mutex == 0) {
        g->handed = false;
        g->retries = 0;
        return mutex_got(vm, g, mutex);
    }
    if (g->retries < UINT8_MAX)
        g->retries++;
    wait_on(vm, g, mutex, WAIT_MUTEX, 0);
    return NATIVE_RETRY;
}

NativeStatus sync_mutex_trylock(VM *vm, G *g, u32 *mutex, bool *got)
{
    if (is_nil(vm, g, mutex))
        return NATIVE_PANIC;
    *got = *mutex == 0;
    return *got ? mutex_got(vm, g, mutex) : NATIVE_SYNC;
}

NativeStatus sync_mutex_unlock(VM *vm, G *g, u32 *mutex)
{
    if (is_nil(vm, g, mutex))
        return NATIVE_PANIC;
    if (*mutex == 0) {
        vm_fatal(vm, "sync: unlock of unlocked mutex");
        return NATIVE_EXIT;
    }
    emit(vm, g, EV_RELEASE, SYNC_MUTEX_UNLOCK, mutex);
    *mutex = 0;
    WaitQueue *queue = waiting_on(vm, mutex, false);
    if (!queue)
        return NATIVE_SYNC;
    Waiter *w = queue->head;
    CHECK(w && w->object == mutex && w->g->wait_reason == WAIT_MUTEX && w->g->retries > 0);
    if (w->g->retries > 1) {
        *mutex = holder_mark(vm, w->g);
        w->g->handed = true;
    }
    wake(vm, queue, w);
    drop_if_empty(vm, mutex, queue);
    return NATIVE_SYNC;
}

/* ---- RWMutex ---- */

enum { RW_WRITER = 0, RW_WAITING_WRITERS = 1, RW_READERS = 4 };

static void *reader_side(u32 *rw)
{
    return rw + 2;
}

static void rw_grant(VM *vm, G *g, u32 *rw, bool write)
{
    CHECK(rw[RW_WRITER] == 0 && (!write || rw[RW_READERS] == 0));
    u8 sub = write ? SYNC_RWMUTEX_LOCK : SYNC_RWMUTEX_RLOCK;
    emit(vm, g, EV_ACQUIRE, sub, rw);
    if (!write) {
        rw[RW_READERS]++;
        return;
    }
    if (vm->sink)
        track_sync(vm, g, EV_ACQUIRE, sub, reader_side(rw), true);
    rw[RW_WRITER] = holder_mark(vm, g);
}

static bool rw_free_for(const u32 *rw, bool write)
{
    return rw[RW_WRITER] == 0 && (write ? rw[RW_READERS] == 0 : rw[RW_WAITING_WRITERS] == 0);
}

/* Wakes waiters that can have the lock: after a writer all readers that wait, else one writer. */
static void rw_admit(VM *vm, u32 *rw, bool writer_left)
{
    WaitQueue *queue = waiting_on(vm, rw, false);
    if (!queue)
        return;
    Waiter *next;
    for (Waiter *w = queue->head; w && writer_left; w = next) {
        CHECK(w->is_send == (w->g->wait_reason == WAIT_RWMUTEX_W));
        next = w->next;
        if (w->is_send)
            continue;
        rw_grant(vm, w->g, rw, false);
        wake(vm, queue, w);
    }
    Waiter *w = queue->head;
    while (w && !w->is_send)
        w = w->next;
    if (w && rw_free_for(rw, true)) {
        rw[RW_WAITING_WRITERS]--;
        rw_grant(vm, w->g, rw, true);
        wake(vm, queue, w);
    }
    drop_if_empty(vm, rw, queue);
}

static NativeStatus rw_acquire(VM *vm, G *g, u32 *rw, bool write)
{
    if (is_nil(vm, g, rw))
        return NATIVE_PANIC;
    if (rw_free_for(rw, write)) {
        rw_grant(vm, g, rw, write);
        return NATIVE_SYNC;
    }
    rw[RW_WAITING_WRITERS] += write;
    wait_on(vm, g, rw, write ? WAIT_RWMUTEX_W : WAIT_RWMUTEX_R, 0);
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
    if (is_nil(vm, g, rw))
        return NATIVE_PANIC;
    *got = rw_free_for(rw, write);
    if (*got)
        rw_grant(vm, g, rw, write);
    return NATIVE_SYNC;
}

NativeStatus sync_rw_unlock(VM *vm, G *g, u32 *rw)
{
    if (is_nil(vm, g, rw))
        return NATIVE_PANIC;
    if (rw[RW_WRITER] == 0) {
        vm_fatal(vm, "sync: Unlock of unlocked RWMutex");
        return NATIVE_EXIT;
    }
    emit(vm, g, EV_RELEASE, SYNC_RWMUTEX_UNLOCK, rw);
    rw[RW_WRITER] = 0;
    rw_admit(vm, rw, true);
    return NATIVE_SYNC;
}

NativeStatus sync_rw_runlock(VM *vm, G *g, u32 *rw)
{
    if (is_nil(vm, g, rw))
        return NATIVE_PANIC;
    if (rw[RW_READERS] == 0) {
        vm_fatal(vm, "sync: RUnlock of unlocked RWMutex");
        return NATIVE_EXIT;
    }
    emit(vm, g, EV_RELEASE_MERGE, SYNC_RWMUTEX_RUNLOCK, reader_side(rw));
    rw[RW_READERS]--;
    rw_admit(vm, rw, false);
    return NATIVE_SYNC;
}

/* ---- WaitGroup ---- */

NativeStatus sync_wg_add(VM *vm, G *g, u32 *wg, i64 delta, i64 *counter)
{
    if (is_nil(vm, g, wg))
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
        CHECK(w->g->wait_reason == WAIT_WAITGROUP);
        emit(vm, w->g, EV_ACQUIRE, SYNC_WAITGROUP_WAIT, wg);
        wake(vm, queue, w);
    }
    wg[1] = 0;
    drop_if_empty(vm, wg, queue);
    return NATIVE_SYNC;
}

NativeStatus sync_wg_wait(VM *vm, G *g, u32 *wg)
{
    if (is_nil(vm, g, wg))
        return NATIVE_PANIC;
    if (wg[0] == 0) {
        emit(vm, g, EV_ACQUIRE, SYNC_WAITGROUP_WAIT, wg);
        return NATIVE_SYNC;
    }
    if (wg[1]++ == 0)
        track_order(vm, g, SYNC_WAITGROUP_WAIT, wg, true);
    wait_on(vm, g, wg, WAIT_WAITGROUP, 0);
    return NATIVE_BLOCKED;
}

/* ---- Cond ---- */

enum {
    COND_NEXT = 0,
    COND_WAKE = 1,
    COND_BETWEEN = 6 /* goroutines with a ticket that do not wait yet */
};

/* Tickets count from the next one to be woken, as soon as all that matter are in the queue: what
 * was before leaves no trace. */
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
    if (is_nil(vm, g, cond))
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
    wait_on(vm, g, cond, WAIT_COND, ticket);
    cond_renumber(vm, cond);
    return NATIVE_BLOCKED;
}

NativeStatus sync_cond_signal(VM *vm, G *g, u32 *cond, bool all)
{
    if (is_nil(vm, g, cond))
        return NATIVE_PANIC;
    if (cond[COND_WAKE] == cond[COND_NEXT])
        return NATIVE_SYNC;
    emit(vm, g, EV_RELEASE_MERGE, all ? SYNC_COND_BROADCAST : SYNC_COND_SIGNAL, cond);
    cond[COND_WAKE] = all ? cond[COND_NEXT] : cond[COND_WAKE] + 1;
    WaitQueue *queue = waiting_on(vm, cond, false);
    Waiter *next;
    for (Waiter *w = queue ? queue->head : NULL; w; w = next) {
        next = w->next;
        CHECK(w->g->wait_reason == WAIT_COND);
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

u32 sync_holder(const G *g)
{
    const u32 *words = g->waiter.object;
    switch (g->wait_reason) {
    case WAIT_MUTEX:
    case WAIT_RWMUTEX_R:
    case WAIT_RWMUTEX_W: return words[0];
    default: return 0;
    }
}

void sync_abandon(VM *vm, G *g)
{
    WaitQueue *queue = waiting_on(vm, g->waiter.object, false);
    if (!queue)
        return;
    if (g->wait_reason == WAIT_RWMUTEX_W)
        ((u32 *)g->waiter.object)[RW_WAITING_WRITERS]--;
    queue_remove(queue, &g->waiter);
    drop_if_empty(vm, g->waiter.object, queue);
}

void sync_rebuild_queue(VM *vm, Waiter *first)
{
    WaitQueue *queue = waiting_on(vm, first->object, true);
    CHECK(!queue->head && !first->prev);
    queue->head = queue->tail = first;
    while (queue->tail->next)
        queue->tail = queue->tail->next;
}

/* The reasons for which goroutines wait on objects of one type. */
static bool same_type(u8 a, u8 b)
{
    bool a_rw = a == WAIT_RWMUTEX_R || a == WAIT_RWMUTEX_W;
    bool b_rw = b == WAIT_RWMUTEX_R || b == WAIT_RWMUTEX_W;
    return a == b || (a_rw && b_rw);
}

static void check_queue(const WaitQueue *queue, const void *object)
{
    CHECK(queue && queue->head);
    queue_check(queue, object);
    CHECK(same_type(queue->head->g->wait_reason, queue->tail->g->wait_reason));
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
        if (g->wait_reason >= WAIT_MUTEX && g->wait_reason <= WAIT_WAITGROUP) {
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
