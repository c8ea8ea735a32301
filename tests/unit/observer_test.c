/* Which orders of two operations the fingerprint of an execution distinguishes: the first of one
 * goroutine, the second of another, and the other way round. */
#include "explore/executor/observer.h"
#include "tests/unit/test.h"

enum { OBJECT = 8 };

/* An operation of that kind on the object; sub: its SyncOp, flags: EVF_*. */
typedef struct Operation {
    EventKind kind;
    u8 sub, flags;
} Operation;

static void take(Observer *o, u32 goroutine, Operation operation)
{
    Event event = {.kind = (u8)operation.kind,
                   .sub = operation.sub,
                   .flags = operation.flags,
                   .goroutine = goroutine,
                   .loc = {0, OBJECT}};
    o->sink.event(&o->sink, &event);
}

/* Goroutine 1 starts 2 and 3 and does `before`; then 2 does `one` and 3 does `other`, or first 3.
 */
static u64 fingerprint(Operation before, Operation one, Operation other, bool swapped)
{
    Observer o;
    observer_init(&o, NULL);
    observer_begin(&o);
    for (u32 child = 2; child <= 3; child++) {
        Event go = {.kind = EV_GO, .goroutine = 1, .other = child};
        o.sink.event(&o.sink, &go);
    }
    take(&o, 1, before);
    take(&o, swapped ? 3 : 2, swapped ? other : one);
    take(&o, swapped ? 2 : 3, swapped ? one : other);
    u64 result = observer_fingerprint(&o);
    observer_free(&o);
    return result;
}

static bool commute(Operation before, Operation one, Operation other)
{
    return fingerprint(before, one, other, false) == fingerprint(before, one, other, true);
}

static const Operation make = {EV_MAKE, 0, 0}, send = {EV_SEND, 0, 0}, recv = {EV_RECV, 0, 0},
                       close_it = {EV_CLOSE, 0, 0}, closed = {EV_RECV_CLOSED, 0, 0},
                       lock = {EV_ACQUIRE, SYNC_MUTEX_LOCK, EVF_ATOMIC},
                       unlock = {EV_RELEASE, SYNC_MUTEX_UNLOCK, EVF_ATOMIC},
                       rlock = {EV_ACQUIRE, SYNC_RWMUTEX_RLOCK, EVF_ATOMIC},
                       done_it = {EV_RELEASE_MERGE, SYNC_WAITGROUP_DONE, 0},
                       waited = {EV_ACQUIRE, SYNC_WAITGROUP_WAIT, 0},
                       load = {EV_ACQUIRE, SYNC_ATOMIC_LOAD, EVF_ATOMIC},
                       store = {EV_RELEASE, SYNC_ATOMIC_STORE, EVF_ATOMIC},
                       add = {EV_ACQUIRE_RELEASE, SYNC_ATOMIC_ADD, EVF_ATOMIC},
                       cas_fails = {EV_ACQUIRE, SYNC_ATOMIC_CAS, EVF_ATOMIC};

/* What only acquires does not order anything among itself, nor do releases that merge. */
static void test_commute(void)
{
    EXPECT(commute(close_it, closed, closed));
    EXPECT(commute(unlock, rlock, rlock));
    EXPECT(commute(done_it, done_it, done_it));
    EXPECT(commute(done_it, waited, waited));
    EXPECT(commute(store, load, load));
    EXPECT(commute(store, load, cas_fails));
}

static void test_ordered(void)
{
    EXPECT(!commute(make, send, send));
    EXPECT(!commute(make, send, recv));
    EXPECT(!commute(make, send, close_it));
    EXPECT(!commute(make, close_it, closed));
    EXPECT(!commute(unlock, unlock, lock));
    EXPECT(!commute(done_it, done_it, waited));
    EXPECT(!commute(store, store, store));
    EXPECT(!commute(store, store, load));
    EXPECT(!commute(store, store, cas_fails));
    EXPECT(!commute(store, add, add));
}

/* After a single event of goroutine 1; 0: after none. */
static u64 after_one(const Operation *operation)
{
    Observer o;
    observer_init(&o, NULL);
    observer_begin(&o);
    take(&o, 1, (Operation){EV_READ, 0, 0});
    if (operation)
        take(&o, 1, *operation);
    u64 result = observer_fingerprint(&o);
    observer_free(&o);
    return result;
}

/* An execution that ends before an operation is another than one that ends after it, although no
 * other goroutine has learnt of the operation. */
static void test_unseen(void)
{
    const Operation *all[] = {&send,  &recv,    &close_it, &closed, &lock,  &unlock,
                              &rlock, &done_it, &waited,   &load,   &store, &add};
    for (u32 i = 0; i < COUNT_OF(all); i++)
        EXPECT(after_one(all[i]) != after_one(NULL));
}

/* Of goroutine 1: read, write, read of the object, a release of another or none, and again. The
 * bits of `dropped` say which of the last three the filter drops. */
static u64 with_repeats(bool guides, bool releases, u32 dropped)
{
    static const Operation three[] = {{EV_READ, 0, 0}, {EV_WRITE, 0, 0}, {EV_READ, 0, 0}};
    Observer o;
    observer_init(&o, NULL);
    o.guides = guides;
    observer_begin(&o);
    for (u32 i = 0; i < 3; i++)
        take(&o, 1, three[i]);
    if (releases) {
        Event go = {.kind = EV_GO, .goroutine = 1, .other = 2};
        o.sink.event(&o.sink, &go);
    }
    for (u32 i = 0; i < 3; i++)
        if (!(dropped >> i & 1))
            take(&o, 1, three[i]);
    u64 result = observer_fingerprint(&o);
    observer_free(&o);
    return result;
}

/* To an observer that guides it makes no difference which repetitions the filter has dropped. */
static void test_repeats(void)
{
    for (u32 dropped = 1; dropped < 8; dropped++) {
        EXPECT(with_repeats(true, false, dropped) == with_repeats(true, false, 0));
        EXPECT(with_repeats(true, true, dropped) != with_repeats(true, true, 0));
        EXPECT(with_repeats(false, false, dropped) != with_repeats(false, false, 0));
    }
}

/* What a read has seen is a pair of places; an acquire of an object changes nothing of it, so the
 * place of the last change stays. */
static void test_pairs(void)
{
    Observer o;
    observer_init(&o, NULL);
    observer_begin(&o);
    Event go = {.kind = EV_GO, .goroutine = 1, .other = 2};
    o.sink.event(&o.sink, &go);
    Event event = {.kind = EV_RELEASE,
                   .sub = SYNC_ATOMIC_STORE,
                   .flags = EVF_ATOMIC,
                   .goroutine = 1,
                   .loc = {0, OBJECT},
                   .span = {50, 51}};
    o.sink.event(&o.sink, &event);
    EXPECT(observer_last_write(&o, event.loc) == 50);
    event.kind = EV_ACQUIRE;
    event.sub = SYNC_ATOMIC_LOAD;
    event.goroutine = 2;
    event.span.start = 70;
    o.sink.event(&o.sink, &event);
    EXPECT(observer_last_write(&o, event.loc) == 50);
    EXPECT(o.fresh_pairs == 1);
    event.span.start = 90; /* the same write, read elsewhere */
    o.sink.event(&o.sink, &event);
    EXPECT(o.fresh_pairs == 2);
    event.span.start = 70;
    o.sink.event(&o.sink, &event);
    EXPECT(o.fresh_pairs == 2);
    event.kind = EV_RELEASE;
    event.sub = SYNC_ATOMIC_STORE;
    o.sink.event(&o.sink, &event);
    EXPECT(observer_last_write(&o, event.loc) == 70);
    observer_free(&o);
}

int main(void)
{
    RUN(test_commute);
    RUN(test_pairs);
    RUN(test_ordered);
    RUN(test_unseen);
    RUN(test_repeats);
    return test_summary("observer");
}
