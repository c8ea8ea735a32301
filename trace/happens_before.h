/* The happens-before rules, written once: what each event acquires, releases, pushes, pops, forks
 * and joins. They are Figs. 4 and 5 and section 3.5.2 of [GRACE20]; spec/rules.md has them as a
 * table. The detectors, the annotated traces, predict, the fingerprints of executions, the
 * reduction and the states of gol check use this text, each over a domain of its own: sets of
 * accesses, vector clocks, edges between the steps of a recorded run, hashes, clocks of steps.
 *
 * The domain. Every goroutine p has a value E(p): what happens before its next step. We say that p
 * knows it, and learns what is added. An object that synchronises (a lock, an atomic variable, a
 * WaitGroup, a timer, ...) has a value, too: a release puts E(p) into it, an acquire adds it to
 * E(p). A channel has a forward queue of values, one for each message in its buffer, a backward
 * queue with one for each free place, and, once closed, one for the receives that find it closed
 * and empty. "+" is the join of two values.
 *
 * A file that uses the rules defines these macros, includes this header, and defines the functions
 * that are declared under "What the domain brings"; one that is missing does not compile.
 *
 *     #define HB_CONTEXT    what the functions work on, passed by value
 *     #define HB_GOROUTINE  names a goroutine
 *     #define HB_CHANNEL    names a channel
 *     #define HB_OBJECT     names any other object
 *     #define HB_EVENTS     if it takes records of events: adds rule_event
 *
 * This is a header and no table of function pointers because the default detector must have rules
 * and domain in line (race/rules.h): they run at every channel operation and lock. */
#ifndef TRACE_HAPPENS_BEFORE_H
#define TRACE_HAPPENS_BEFORE_H

#include "trace/event.h"

/* The two queues of a channel: from senders to receivers, and back. */
typedef enum HbQueue { HB_FORWARD, HB_BACKWARD } HbQueue;

/* What an operation does to the variable that it synchronises on. A Lock writes it, although it
 * only acquires: a mutex that is copied or overwritten while another goroutine locks it is a race.
 */
typedef enum HbAccess {
    HB_READ,
    HB_WRITE,
    HB_UPDATE /* reads it and writes it back */
} HbAccess;

/* How many bytes after a RWMutex the object lies that its readers release. */
enum { HB_READERS_OFFSET = 8 };

/* Whether a SyncOp is an operation of a Mutex or RWMutex. */
static inline bool hb_is_lock(u8 sub)
{
    return effect_on(sync_effect(sub)) == ON_LOCK;
}

/* Whether a SyncOp locks or unlocks an RWMutex for reading. */
static inline bool hb_is_shared(u8 sub)
{
    return sync_effect(sub) == EFFECT_RLOCK || sync_effect(sub) == EFFECT_RUNLOCK;
}

/* Whether a SyncOp takes a lock only if that is free, so that its goroutine never waits there. */
static inline bool hb_is_try(u8 sub)
{
    return sub == SYNC_MUTEX_TRYLOCK || sub == SYNC_RWMUTEX_TRYLOCK || sub == SYNC_RWMUTEX_TRYRLOCK;
}

/* The effect of the operation that undoes a lock operation; EFFECT_NONE if the effect is not that
 * of an operation that locks. */
static inline Effect hb_unlock_effect(Effect effect)
{
    return effect == EFFECT_LOCK    ? EFFECT_UNLOCK
           : effect == EFFECT_WLOCK ? EFFECT_WUNLOCK
           : effect == EFFECT_RLOCK ? EFFECT_RUNLOCK
                                    : EFFECT_NONE;
}

/* Whether a SyncOp locks a Mutex or RWMutex. */
static inline bool hb_locks(u8 sub)
{
    return hb_unlock_effect(sync_effect(sub)) != EFFECT_NONE;
}

/* The address, or the offset of the Loc, of the lock that a lock operation is on, by that of the
 * object in its event: RUnlock releases the readers' object. */
static inline u64 hb_lock_at(u8 sub, u64 at)
{
    return sync_effect(sub) == EFFECT_RUNLOCK ? at - HB_READERS_OFFSET : at;
}

/* The name of the lock whose operation the event is. */
static inline Loc hb_lock_loc(const Event *event)
{
    return loc_make(event->loc.object, hb_lock_at(event->sub, event->loc.offset));
}

/* Whether a SYNC event of this kind acquires, and whether it releases. */
static inline bool hb_acquires(EventKind kind)
{
    return kind == EV_ACQUIRE || kind == EV_ACQUIRE_RELEASE;
}

static inline bool hb_releases(EventKind kind)
{
    return kind == EV_RELEASE || kind == EV_RELEASE_MERGE || kind == EV_ACQUIRE_RELEASE;
}

/* What a SYNC event with EVF_ATOMIC does to the variable itself. */
static inline HbAccess hb_own_access(EventKind kind, u8 sub)
{
    Effect effect = sync_effect(sub);
    bool reads = kind == EV_ACQUIRE && effect != EFFECT_LOCK && effect != EFFECT_WLOCK;
    return reads ? HB_READ : kind == EV_ACQUIRE_RELEASE ? HB_UPDATE : HB_WRITE;
}

#endif

#ifdef HB_CONTEXT

/* What the domain brings ----------------------------------------------------------------------- */

/* c_f := [], c_b := `capacity` empty values. closes: remember for hb_closes that the program may
 * close the channel while another goroutine sends. */
static inline void hb_make(HB_CONTEXT ctx, HB_CHANNEL c, u64 capacity, bool closes);
static inline bool hb_closes(HB_CONTEXT ctx, HB_CHANNEL c);
/* Puts E(p) into the queue, as the last. */
static inline void hb_push(HB_CONTEXT ctx, HB_GOROUTINE p, HB_CHANNEL c, HbQueue queue);
/* E(p) := E(p) + the first of the queue, which is removed; nothing if the queue is empty. Always
 * comes right after the push to the other queue. */
static inline void hb_pop(HB_CONTEXT ctx, HB_GOROUTINE p, HB_CHANNEL c, HbQueue queue);
/* E(sender), E(receiver) := E(sender) + E(receiver), by a transfer on c. */
static inline void hb_meet(HB_CONTEXT ctx, HB_GOROUTINE sender, HB_GOROUTINE receiver,
                           HB_CHANNEL c);
/* E(c's end) := E(p), when c is closed; E(p) := E(p) + E(c's end). */
static inline void hb_release_end(HB_CONTEXT ctx, HB_GOROUTINE p, HB_CHANNEL c);
static inline void hb_acquire_end(HB_CONTEXT ctx, HB_GOROUTINE p, HB_CHANNEL c);

/* E(p) := E(p) + E(o). */
static inline void hb_acquire(HB_CONTEXT ctx, HB_GOROUTINE p, HB_OBJECT o);
/* E(o) := E(p). */
static inline void hb_release(HB_CONTEXT ctx, HB_GOROUTINE p, HB_OBJECT o);
/* E(o) := E(o) + E(p). */
static inline void hb_merge(HB_CONTEXT ctx, HB_GOROUTINE p, HB_OBJECT o);

/* E(child) := E(parent). */
static inline void hb_fork(HB_CONTEXT ctx, HB_GOROUTINE parent, HB_GOROUTINE child);
/* E(p) := E(o): p has not been there before, or is the machine, which acts for another timer. */
static inline void hb_begin(HB_CONTEXT ctx, HB_GOROUTINE p, HB_OBJECT o);
/* E(p) is needed no more. */
static inline void hb_end(HB_CONTEXT ctx, HB_GOROUTINE p);

/* p's operation is also an access to the channel itself, or an atomic one to the variable at o. */
static inline void hb_access_channel(HB_CONTEXT ctx, HB_GOROUTINE p, HB_CHANNEL c, HbAccess access);
static inline void hb_access_object(HB_CONTEXT ctx, HB_GOROUTINE p, HB_OBJECT o, u8 sub,
                                    HbAccess access);

/* The rules ------------------------------------------------------------------------------------ */

#define HB_RULE static inline __attribute__((always_inline))

/* R-Go. */
HB_RULE void rule_go(HB_CONTEXT ctx, HB_GOROUTINE parent, HB_GOROUTINE child)
{
    hb_fork(ctx, parent, child);
}

/* No rule of the calculus: nothing can happen after the end of a goroutine by that alone. */
HB_RULE void rule_end(HB_CONTEXT ctx, HB_GOROUTINE p)
{
    hb_end(ctx, p);
}

/* R-Make. */
HB_RULE void rule_make(HB_CONTEXT ctx, HB_CHANNEL c, u64 capacity, bool closes)
{
    hb_make(ctx, c, capacity, closes);
}

/* R-Send: c_b = q1 :: E'', c_f := (v, E) :: q2, E := E + E''. What goes forward is E as it was
 * before the operation: so sends do not order sends ([GRACE20], section 2). */
HB_RULE void rule_send(HB_CONTEXT ctx, HB_GOROUTINE p, HB_CHANNEL c)
{
    if (hb_closes(ctx, c))
        hb_access_channel(ctx, p, c, HB_READ);
    hb_push(ctx, p, c, HB_FORWARD);
    hb_pop(ctx, p, c, HB_BACKWARD);
}

/* R-Rec: c_f = q2 :: (v, E''), c_b := E :: q1, E := E + E''. */
HB_RULE void rule_receive(HB_CONTEXT ctx, HB_GOROUTINE p, HB_CHANNEL c)
{
    hb_push(ctx, p, c, HB_BACKWARD);
    hb_pop(ctx, p, c, HB_FORWARD);
}

/* R-Rend: sender and receiver both get the join of what they knew. */
HB_RULE void rule_rendezvous(HB_CONTEXT ctx, HB_GOROUTINE sender, HB_GOROUTINE receiver,
                             HB_CHANNEL c)
{
    if (hb_closes(ctx, c))
        hb_access_channel(ctx, sender, c, HB_READ);
    hb_meet(ctx, sender, receiver, c);
}

/* R-Close: c_f := (⊥, E) :: q. The closing goroutine learns nothing. */
HB_RULE void rule_close(HB_CONTEXT ctx, HB_GOROUTINE p, HB_CHANNEL c)
{
    if (hb_closes(ctx, c))
        hb_access_channel(ctx, p, c, HB_WRITE);
    hb_release_end(ctx, p, c);
}

/* R-Rec⊥: c_f = [(⊥, E'')], which stays for other receives; E := E + E''. */
HB_RULE void rule_receive_closed(HB_CONTEXT ctx, HB_GOROUTINE p, HB_CHANNEL c)
{
    hb_acquire_end(ctx, p, c);
}

/* Acquire, Release or both. An object keeps what it carries when it is acquired: it is acquired
 * exclusively (Lock) and then released before the next acquire, by a goroutine that has learnt what
 * it carried, or it may be acquired by many (RLock, Wait, atomic loads). A Release that merges
 * keeps what others have released (RUnlock, Done); an atomic store does not, for a load is ordered
 * after the store whose value it sees and not after those before. The access to the variable
 * itself comes after what the operation acquires and before what it releases. */
HB_RULE void rule_sync(HB_CONTEXT ctx, HB_GOROUTINE p, HB_OBJECT o, EventKind kind, u8 sub,
                       u8 flags)
{
    if (hb_acquires(kind))
        hb_acquire(ctx, p, o);
    if (flags & EVF_ATOMIC)
        hb_access_object(ctx, p, o, sub, hb_own_access(kind, sub));
    if (kind == EV_RELEASE_MERGE)
        hb_merge(ctx, p, o);
    else if (hb_releases(kind))
        hb_release(ctx, p, o);
}

/* A timer fires: p begins with what was released when the timer was set. The machine (goroutine 0)
 * keeps nothing from one timer to the next, else timers would order unrelated goroutines. */
HB_RULE void rule_timer(HB_CONTEXT ctx, HB_GOROUTINE p, HB_OBJECT timer)
{
    hb_begin(ctx, p, timer);
}

#ifdef HB_EVENTS

/* What the domain brings for this: goroutines and objects by their names in events. */
static inline HB_GOROUTINE hb_goroutine(HB_CONTEXT ctx, u32 number);
static inline HB_CHANNEL hb_channel(HB_CONTEXT ctx, Loc loc);
static inline HB_OBJECT hb_object(HB_CONTEXT ctx, Loc loc);

/* The rule that the event is an instance of. READ and WRITE order nothing, nor do DEFAULT and
 * PANIC. The parts of a select are the rules above on the case that was chosen. */
static inline void rule_event(HB_CONTEXT ctx, const Event *event)
{
    if (event_info[event->kind].class == EVC_ACCESS || event_info[event->kind].class == EVC_MARK)
        return;
    HB_GOROUTINE p = hb_goroutine(ctx, event->goroutine);
    Loc loc = event->loc;
    switch ((EventKind)event->kind) {
    case EV_GO: rule_go(ctx, p, hb_goroutine(ctx, event->other)); break;
    case EV_END: rule_end(ctx, p); break;
    case EV_MAKE:
        rule_make(ctx, hb_channel(ctx, loc), event->arg, event->flags & EVF_CLOSED);
        break;
    case EV_SEND: rule_send(ctx, p, hb_channel(ctx, loc)); break;
    case EV_RECV: rule_receive(ctx, p, hb_channel(ctx, loc)); break;
    case EV_RENDEZVOUS:
        rule_rendezvous(ctx, p, hb_goroutine(ctx, event->other), hb_channel(ctx, loc));
        break;
    case EV_CLOSE: rule_close(ctx, p, hb_channel(ctx, loc)); break;
    case EV_RECV_CLOSED: rule_receive_closed(ctx, p, hb_channel(ctx, loc)); break;
    case EV_ACQUIRE:
    case EV_RELEASE:
    case EV_RELEASE_MERGE:
    case EV_ACQUIRE_RELEASE:
        rule_sync(ctx, p, hb_object(ctx, loc), event->kind, event->sub, event->flags);
        break;
    case EV_TIMER: rule_timer(ctx, p, hb_object(ctx, loc)); break;
    case EV_READ:
    case EV_WRITE:
    case EV_DEFAULT:
    case EV_PANIC:
    case EV_COUNT: break;
    }
}

#endif

#undef HB_EVENTS
#undef HB_RULE
#undef HB_CONTEXT
#undef HB_GOROUTINE
#undef HB_CHANNEL
#undef HB_OBJECT

#endif
