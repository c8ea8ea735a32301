/* The sink of a program that is stepped through (vm/snapshot.h): the accesses that may still race
 * with accesses to come. There are two modes (spec/check.md):
 *  - `own` has each goroutine's accesses since it last synchronised. Races are looked for between
 *    those of a goroutine that arrives at a boundary and those of all others.
 *  - Exact: `sets` has each goroutine's happens-before set, so a race shows at its second access.
 */
#ifndef VM_ACCESS_LOG_H
#define VM_ACCESS_LOG_H

#include "base/map.h"
#include "vm/hb_sets.h"
#include "vm/vm.h"

/* An access: goroutine, address, AccessKind. Goroutine 0 stands for those that have ended. */
typedef u64 AccessEntry;
#define ACCESS_ENTRY(goroutine, addr, kind) ((u64)(goroutine) << 49 | (u64)(addr) << 2 | (kind))
#define ACCESS_GOROUTINE(entry) ((u32)((entry) >> 49))
#define ACCESS_ADDR(entry) ((entry) << 15 >> 17)
/* Address and kind, as vm/hb_sets.h has them. */
#define ACCESS_WHAT(entry) ((entry) << 15 >> 15)
/* Whether they are to one address, and would race if nothing ordered them. */
static inline bool access_entries_conflict(AccessEntry a, AccessEntry b)
{
    return ACCESS_ADDR(a) == ACCESS_ADDR(b) && access_conflict(a, b);
}
enum { MOST_GOROUTINES = (1 << 15) - 1 };

typedef WordList AccessList;

enum { RECENTLY_NOTED = 256 };

typedef struct AccessLog {
    EventSink sink;
    const VM *vm; /* set by the owner once there is one */
    bool exact;
    AccessList own;   /* not exact */
    HbSets sets;      /* exact */
    AccessList races; /* exact: accesses that race with one before; emptied by the owner */
    /* Something was done whose outcome depends on operations of others that do not happen before
     * it: then comparing `own` may miss races. */
    bool blind;
    bool merged; /* exact: places of a long buffer share a set, so races may be missed */
    /* The counter of a WaitGroup came below 0, or a lock that no goroutine held was unlocked: the
     * order of Dones and Unlocks matters (explore/states/moves.c). */
    bool misused;
    bool clocked; /* the clock was read */
    u64 writes;   /* to memory, so far */
    /* How places have been accessed, and whether by main, a set as bits. A place is an
     * offset in the globals, or in heap objects of one size. */
    Map places;
    u64 noted[RECENTLY_NOTED]; /* a cache of what log_note has put there */
} AccessLog;

/* Makes an empty log, whose sink is for the VM config. */
void log_init(AccessLog *log);
/* Frees what the log holds, not *log. */
void log_free(AccessLog *log);

/* g has synchronised: drops its own accesses. */
void log_clear(AccessLog *log, const G *g);
/* g has ended: its own accesses stay, as those of goroutine 0. */
void log_end(AccessLog *log, const G *g);

/* Records in `places` that the goroutine has accessed addr in that way. */
void log_note(AccessLog *log, u32 goroutine, const void *addr, AccessKind kind);
/* Whether any two noted accesses could race if nothing were ordered. */
bool log_suspects(const AccessLog *log);

#endif
