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
    EventSink sink;
    const VM *vm; /* set once there is one */
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

/* Makes an empty log, whose sink is for the VM config. */
void log_init(AccessLog *log);
void log_free(AccessLog *log);

/* g has synchronised: its own accesses are past. */
void log_clear(AccessLog *log, const G *g);
/* g has ended. */
void log_end(AccessLog *log, const G *g);

/* For what may race later: there is an access of that kind to the place. */
void log_note(AccessLog *log, u32 goroutine, const void *addr, AccessKind kind);
/* Whether accesses that were noted could race, if nothing were ordered. */
bool log_suspects(const AccessLog *log);

#endif
