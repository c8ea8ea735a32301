/* What the files of snapshots share. */
#ifndef VM_SNAPSHOT_PARTS_H
#define VM_SNAPSHOT_PARTS_H

#include "base/hash.h"
#include "vm/live_registers.h"
#include "vm/region.h"
#include "vm/snapshot.h"

/* The bytes: this, the objects, the globals, the goroutines' addresses, accesses,
 * happens-before sets. */
typedef struct Head {
    u64 objects, globals; /* bytes of each */
    u64 numbered;         /* bytes of the objects that globals and main reach: they come first */
    u64 layout;           /* hash of where objects begin */
    u64 sum;              /* of the hashes of all words of objects and globals, by place */
    i64 now;
    u64 timers, bubble; /* addresses */
    i64 bubble_time;
    u64 output;                /* hash of what has been written */
    u32 goroutines, own, sets; /* how many; words */
    bool tracking, main_ended;
} Head;

struct Snapshotter {
    VM *vm;
    Region *region;
    VEC(u8) buffers[2]; /* of the last two snapshots */
    u32 current;        /* the buffer of the last snapshot */
    const u8 *base;     /* what was restored last, or NULL */
    Head base_head;
    u64 to;          /* bytes of objects in it so far */
    u64 layout, sum; /* as in Head, so far */
    u64 scanned;     /* of them, those whose pointers have been followed */
    LiveRegisters live;
    VEC(G *) goroutines;          /* vm->sched.all of the restored state */
    bool in_place;                /* all objects stay where they are */
    VEC(u64) keys;                /* of goroutines, while they are sorted */
    u32 ids[MOST_GOROUTINES + 1]; /* old number -> new */
    Snapshotter *twin;            /* with live CHECKs: takes each snapshot again */
};

/* Whether the word is an address in the block. */
static inline bool snapshot_pointer(const Snapshotter *s, u64 word)
{
    return word - (u64)s->region->base - 1 < s->region->used;
}

/* ---- snapshot_order.c ---- */
/* The main goroutine comes first; what it and the globals reach is numbered before the others are
 * looked at, so that these differ in what they have, not in when they came. */
void snapshot_main_first(VM *vm);
/* The goroutines from there on. True: they were sorted; else the order has changed. */
bool snapshot_sort(Snapshotter *s, u32 from);

#endif
