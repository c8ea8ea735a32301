/* The state of a program between two steps as bytes: equal bytes, equal states. Two states that
 * differ only in addresses, in the order or names of goroutines that are alike, in registers that
 * nobody reads again, or in what happened before and left no trace, have the same bytes
 * (spec/check.md). From the bytes the state comes back; the machine's memory must be a region. */
#ifndef VM_SNAPSHOT_H
#define VM_SNAPSHOT_H

#include "base/vec.h"
#include "vm/access_log.h"
#include "vm/vm.h"

typedef VEC(u32) U32List;
typedef struct Snapshotter Snapshotter;

/* vm steps (vm->stepping.pause), all its memory is in the region, vm->log is set. */
Snapshotter *snapshot_new(VM *vm);
void snapshot_free(Snapshotter *s);

typedef struct Snapshot {
    const u8 *bytes;
    u64 len, hash;
} Snapshot;

/* Turns what is in the machine into its canonical bytes, valid until the next call but one. Nothing
 * runs, the run queue is empty. Afterwards only snapshot_restore makes sense. order, if not NULL:
 * for each goroutine of the new state, in order of its new number, the old number. The bytes are
 * canonical: a snapshot of the state that comes back from them has the same bytes. */
Snapshot snapshot_take(Snapshotter *s, U32List *order);
/* The bytes must stay where they are until the next call of snapshot_take has returned: most steps
 * change little, and are compared with what was before. */
void snapshot_restore(Snapshotter *s, const u8 *bytes);

#endif
