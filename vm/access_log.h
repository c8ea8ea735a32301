/* What goroutines access while a program is stepped through (vm/snapshot.h), in one of two ways.
 * `own` has what each has accessed since it last synchronised: races are looked for where one
 * arrives (spec/check.md). `facts`, with `exact`, have all that somebody does not know of yet. */
#ifndef VM_ACCESS_LOG_H
#define VM_ACCESS_LOG_H

#include "base/map.h"
#include "vm/facts.h"
#include "vm/vm.h"

/* One entry says: goroutine, address, AccessKind. Goroutine 0 stands for those that have ended. */
typedef u64 AccessEntry;
#define ACCESS_ENTRY(goroutine, addr, kind) ((u64)(goroutine) << 49 | (u64)(addr) << 2 | (kind))
#define ACCESS_GOROUTINE(entry) ((u32)((entry) >> 49))
#define ACCESS_ADDR(entry) ((entry) << 15 >> 17)
#define ACCESS_WHAT(entry) ((entry) << 15 >> 15)
enum { MOST_GOROUTINES = (1 << 15) - 1 };

typedef WordList AccessList;

enum { LATELY_NOTED = 256 };

typedef struct AccessLog {
    const VM *vm;
    AccessList own;
    Facts facts;
    AccessList clashes; /* exact: accesses that race with one before; who handles them empties it */
    bool exact;
    /* Something was done whose outcome depends on operations of others that do not happen before
     * it: then `own` does not tell of all races. */
    bool blind;
    bool vague;      /* exact: more happened than facts can tell apart */
    bool below_zero; /* the counter of a WaitGroup was */
    /* How places have been accessed, and whether by main, a set as bits. A place is the address of
     * a global, or an offset in heap objects of a size. */
    Map places;
    u64 lately[LATELY_NOTED]; /* what was noted there last */
} AccessLog;

void log_free(AccessLog *log);

void log_access(AccessLog *log, const G *g, const void *addr, AccessKind kind);
/* n values of the type. */
void log_range(AccessLog *log, const G *g, const void *addr, RType *type, u64 n, AccessKind kind);
/* An access that stands for a demand on the order of two operations (track_order). */
void log_order(AccessLog *log, const G *g, const void *addr, AccessKind kind);
/* EV_ACQUIRE and its like. itself: the variable is accessed too. */
void log_sync(AccessLog *log, const G *g, u8 event, u8 sub, const void *addr, bool itself);
/* EV_SEND, EV_RECV, EV_RECV_CLOSED, EV_CLOSE: when the channel is as it is after that. */
void log_chan(AccessLog *log, const G *g, u8 event, const Chan *ch);
void log_rendezvous(AccessLog *log, const G *sender, const G *receiver, const Chan *ch);
/* parent NULL: a timer that has fired. */
void log_go(AccessLog *log, const G *parent, const G *child);
void log_timer(AccessLog *log, const void *timer);
/* g has synchronised: its own accesses are past. */
void log_clear(AccessLog *log, const G *g);
/* g has ended. */
void log_end(AccessLog *log, const G *g);

/* For what may race later: there is an access of that kind to the place. */
void log_note(AccessLog *log, u32 goroutine, const void *addr, AccessKind kind);
/* Whether accesses that were noted could race, if nothing were ordered. */
bool log_suspects(const AccessLog *log);

#endif
