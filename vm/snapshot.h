/* Snapshots: the state of a program between two steps as canonical bytes. Two states that differ
 * only in addresses, in the order or numbers of interchangeable goroutines, in dead registers, or
 * in a past that has no influence, have the same bytes (spec/check.md). A state can be restored
 * from its bytes. The memory of the machine must be a region. */
#ifndef VM_SNAPSHOT_H
#define VM_SNAPSHOT_H

#include "base/vec.h"
#include "vm/access_log.h"
#include "vm/vm.h"

typedef VEC(u32) U32List;
typedef struct Snapshotter Snapshotter;

/* For a vm that steps (vm->stepping.pause), has all its memory in a region, and whose sink is
 * vm->stepping.log. Freed with snapshot_free. */
Snapshotter *snapshot_new(VM *vm);
/* Frees it; the bytes of its snapshots go with it. */
void snapshot_free(Snapshotter *s);

typedef struct Snapshot {
    const u8 *bytes;
    u64 len, hash;
} Snapshot;

/* Turns the machine's state into its canonical bytes, which are valid until the second-next call.
 * No goroutine runs and the run queue is empty. Afterwards only snapshot_restore may be called.
 * order, if not NULL, gets the old number of each goroutine of the new state, in order of the new
 * numbers. The bytes are canonical: a snapshot of the state that is restored from them has the same
 * bytes. */
Snapshot snapshot_take(Snapshotter *s, U32List *order);
/* Puts the machine into the state of these bytes. They must stay where they are until the next call
 * of snapshot_take has returned, which compares the new state with them: most steps change little.
 */
void snapshot_restore(Snapshotter *s, const u8 *bytes);

#endif
