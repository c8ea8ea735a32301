/* The state of a program between two steps as bytes: equal bytes, equal states. Two states that
 * differ only in addresses, in the order or names of goroutines that are alike, in registers that
 * nobody reads again, or in what happened before and left no trace, have the same bytes
 * (spec/check.md). From the bytes the state comes back; the machine's memory must be a region. */
#ifndef VM_SNAPSHOT_H
#define VM_SNAPSHOT_H

#include "base/vec.h"
#include "vm/vm.h"

/* ---- what goroutines have accessed ---- */

/* One entry says: goroutine, address, written or read. Goroutine 0 stands for those that have
 * ended. */
typedef u64 AccessEntry;
#define ACCESS_ENTRY(goroutine, addr, write) ((u64)(goroutine) << 49 | (u64)(addr) << 1 | (write))
#define ACCESS_GOROUTINE(entry) ((u32)((entry) >> 49))
#define ACCESS_ADDR(entry) ((entry) << 15 >> 16)
#define ACCESS_WRITE(entry) ((entry)&1)
enum { MOST_GOROUTINES = (1 << 15) - 1 };

typedef VEC(AccessEntry) AccessList;

/* `own`: what each has accessed since it last synchronised. `unseen`, if `looks`: what others have
 * accessed since it last learnt from anybody; the entry's goroutine is who has not seen it. */
typedef struct AccessLog {
    AccessList own, unseen;
    bool looks;
    /* A goroutine other than main has received from a buffer: what it got may depend on what another
     * took before, which does not happen before it, and neither list tells of that. */
    bool blind;
    const VM *vm;
} AccessLog;

void log_access(AccessLog *log, const G *g, const void *addr, bool write);
/* n values of the type. */
void log_range(AccessLog *log, const G *g, const void *addr, RType *type, u64 n, bool write);
/* g has learnt what somebody else did. */
void log_acquire(AccessLog *log, const G *g);
/* g has synchronised: its own accesses are past. */
void log_clear(AccessLog *log, const G *g);
/* g has ended. */
void log_end(AccessLog *log, const G *g);

/* ---- snapshots ---- */

typedef VEC(u32) U32List;
typedef struct Snapshotter Snapshotter;

/* vm steps (vm->pause), all its memory is in the region, vm->log is set. */
Snapshotter *snapshot_new(VM *vm);
void snapshot_free(Snapshotter *s);

typedef struct Snapshot {
    const u8 *bytes;
    u64 len, hash;
} Snapshot;

/* Turns what is in the machine into its canonical bytes, valid until the next call but one. Nothing
 * runs, the run queue is empty. Afterwards only snapshot_restore makes sense. order, if not NULL:
 * for each goroutine of the new state, in order of its new number, the old number. */
Snapshot snapshot_take(Snapshotter *s, U32List *order);
/* The bytes must stay where they are until the next call of snapshot_take has returned: most steps
 * change little, and are compared with what was before. */
void snapshot_restore(Snapshotter *s, const u8 *bytes);

#endif
