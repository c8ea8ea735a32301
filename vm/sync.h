/* What package sync and runtime need of the scheduler: locks, wait groups and condition variables
 * on the memory of the Go structs. Each operation is one step and one event (or two, for what a
 * RWMutex carries apart). Waiting goroutines queue first in, first out.
 *
 * Layouts (uint32 words of the Go struct, all zero = unused):
 *   Mutex      [0] goroutine that holds it   [1] unused
 *   RWMutex    [0] writer that holds it      [1] waiting writers   [4] readers that hold it
 *              detectors see it as two objects: address + 0 carries what writers released,
 *              address + HB_READERS_OFFSET what readers did
 *   WaitGroup  [0] counter                   [1] waiting goroutines
 *   Cond       [0] next ticket of a waiter   [1] next ticket to be woken
 *              [6] goroutines with a ticket that do not wait yet
 * All functions start a nil-pointer panic and return NATIVE_PANIC when addr is nil. */
#ifndef VM_SYNC_H
#define VM_SYNC_H

#include "vm/vm.h"

/* Mutex: Lock, TryLock (*got: it has the lock now), Unlock. Unlock of an unlocked one is fatal.
 * Here and below NATIVE_SYNC says that the operation is done, NATIVE_BLOCKED and NATIVE_RETRY that
 * g is parked. */
NativeStatus sync_mutex_lock(VM *vm, G *g, u32 *mutex);
NativeStatus sync_mutex_trylock(VM *vm, G *g, u32 *mutex, bool *got);
NativeStatus sync_mutex_unlock(VM *vm, G *g, u32 *mutex);

/* RWMutex: Lock, Unlock, RLock, RUnlock; TryLock or TryRLock, if not `write`. */
NativeStatus sync_rw_lock(VM *vm, G *g, u32 *rw);
NativeStatus sync_rw_unlock(VM *vm, G *g, u32 *rw);
NativeStatus sync_rw_rlock(VM *vm, G *g, u32 *rw);
NativeStatus sync_rw_runlock(VM *vm, G *g, u32 *rw);
NativeStatus sync_rw_trylock(VM *vm, G *g, u32 *rw, bool write, bool *got);

/* Adds delta (Done: -1) and stores the new counter; the caller panics if it is negative. At zero
 * all waiting goroutines go on. */
NativeStatus sync_wg_add(VM *vm, G *g, u32 *wg, i64 delta, i64 *counter);
/* Parks g until the counter is 0. */
NativeStatus sync_wg_wait(VM *vm, G *g, u32 *wg);

/* Cond.Wait is: take a ticket, unlock, wait with the ticket, lock. Signal wakes the oldest ticket;
 * with `all`, all. */
NativeStatus sync_cond_ticket(VM *vm, G *g, u32 *cond, u32 *ticket);
NativeStatus sync_cond_wait(VM *vm, G *g, u32 *cond, u32 ticket);
NativeStatus sync_cond_signal(VM *vm, G *g, u32 *cond, bool all);

/* Whether a goroutine could take the RWMutex now, to write or to read. */
bool sync_rw_free_for(const u32 *rw, bool write);
/* Whether a writer that came now would be the next to have it: no other one has it or waits. */
bool sync_rw_comes_next(const u32 *rw);

/* For objects of any other kind. A native whose row has `ready` calls sync_await where its first
 * argument, the object, is not ready for it: g waits, and the native is called again when it is. A
 * native that has changed an object calls sync_changed: goroutines for which it is ready now go on.
 */
NativeStatus sync_await(VM *vm, G *g, void *object);
void sync_changed(VM *vm, void *object);

/* Whether the effect is that of waiting for a lock. */
bool sync_is_lock(Effect effect);
/* What has to happen before g, which waits for a lock, can have it. */
typedef struct LockWait {
    u32 holder;     /* the goroutine that holds it alone must give it back; 0: none does */
    const G *ahead; /* this writer must have had it; NULL: none */
    bool readers;   /* all that hold it to read must give it back: see sync_reads */
} LockWait;
/* All of it 0: g waits for no lock, or it is not known which goroutines hold it. */
LockWait sync_lock_wait(VM *vm, const G *g);
/* Whether the operation gives back a lock that no goroutine holds: a fatal error. */
bool sync_unlocks_free(const Operation *op);
/* Whether g holds a RWMutex to read, as far as is known: not of one that another goroutine has
 * given back in its place. */
bool sync_reads(const VM *vm, const void *rw, const G *g);
/* How often a RWMutex is held to read, by ended goroutines, too. */
u32 sync_times_read(const void *rw);
/* Takes a waiting goroutine out of its queue. */
void sync_abandon(VM *vm, G *g);
/* Frees all wait queues: between two runs, or before sync_queue_again. */
void sync_drop_queues(VM *vm);
/* Takes all queues apart. Where a waiter had a pointer to the one before it, it has its place in
 * the queue then, from 0 on: what one goroutine has says nothing of where another one is. */
void sync_rank_waiters(VM *vm);
/* Puts such a waiter at the end of the queue of its object. */
void sync_queue_again(VM *vm, Waiter *w);
/* CHECKs the wait queues of all synchronisation objects: an object has one only while a goroutine
 * waits on it, and all that do wait in it. The words of the objects are the program's to copy or
 * overwrite, and are not compared with the queues. */
void sync_check(VM *vm);

/* ---- wait.c ---- */
/* What g waits for, in words: "Lock of mu, held by goroutine 3". Nothing if it can run. */
void sched_describe_wait(VM *vm, const G *g, Buf *out);

#endif
