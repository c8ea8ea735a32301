/* Snapshots: the state of a program between two steps as canonical bytes, in parts. Two states that
 * differ only in addresses, in the order or numbers of interchangeable goroutines, in dead
 * registers, or in a past that has no influence, have the same bytes (spec/check.md). A state can
 * be restored from its bytes. The memory of the machine must be a region. */
#ifndef VM_SNAPSHOT_H
#define VM_SNAPSHOT_H

#include "base/buf.h"
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

/* A piece of a state. Most steps change few parts, and what one goroutine has is in parts of its
 * own that do not depend on what others have, nor on its place among them. */
typedef struct StatePart {
    const u8 *bytes; /* not if `same` */
    u32 len;
    u32 same; /* index + 1 of the part of the restored state that has the same bytes; 0: it may be a
                 new one */
} StatePart;

/* Parts in groups: those that all goroutines share, with what main has; those of each other
 * goroutine, in order; those of timers, if there are any. */
typedef struct Snapshot {
    const StatePart *parts;
    u32 count;
    const u32 *groups; /* index of the first part of each */
    u32 group_count;
} Snapshot;

/* Turns the machine's state into its canonical parts, which are valid until the next call of
 * snapshot_restore or snapshot_take. No goroutine runs and the run queue is empty. Afterwards only
 * snapshot_restore may be called. order, if not NULL, gets the old number of each goroutine of the
 * new state, in order of the new numbers. whole: all parts are given, none is said to be the same.
 * The parts are canonical: a snapshot of the state that is restored from them has the same parts.
 */
Snapshot snapshot_take(Snapshotter *s, U32List *order, bool whole);
/* The snapshot that was just taken, with all of its parts. */
Snapshot snapshot_whole(Snapshotter *s, const Snapshot *taken);
/* Whether what globals and main reach is where the restored state has it. */
bool snapshot_keeps_shared(const Snapshotter *s);

/* What goroutines of a state are ordered by, main aside: by `numbers`, those that have the same by
 * `place`, and then by `key`. It does not depend on what other goroutines have. */
typedef struct SortKey {
    u64 numbers, place, key;
} SortKey;

/* That of a goroutine of the state that the machine holds: it was restored last. */
SortKey snapshot_sort_key(Snapshotter *s, const G *g);
/* Whether no goroutine of that state but main reaches, or has accessed, what another one is the
 * first to reach, and no timer is set. */
bool snapshot_is_modular(const Snapshotter *s);

/* Puts parts together, of which none is `same`: replaces the contents of *out by an image of the
 * state, for snapshot_restore. */
void snapshot_join(Snapshotter *s, const StatePart *parts, u32 count, Buf *out);
/* Makes *out an image of the snapshot that was just taken, unless objects have moved; then false.
 * Goroutines have their new numbers then, and the machine is in that state but for its lists. */
bool snapshot_copy(Snapshotter *s, Buf *out);
/* As snapshot_restore, of the image that snapshot_copy has just made, if the machine has not run
 * since then. */
void snapshot_adopt(Snapshotter *s, const u8 *image);
/* As snapshot_join, of a `whole` snapshot; the image is valid until the second-next call. */
const u8 *snapshot_image(Snapshotter *s, const Snapshot *whole);
/* Puts the machine into the state of an image. It must stay where it is until the next call of
 * snapshot_take has returned, which compares the new state with it: most steps change little. */
void snapshot_restore(Snapshotter *s, const u8 *image);
/* The same, of an image that has not changed since it was restored: should it be the last one that
 * was, only what has changed in the machine is put back. */
void snapshot_restore_again(Snapshotter *s, const u8 *image);

#endif
