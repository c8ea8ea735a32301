/* Happens-before sets for the efficient detector ([GRACE20], section 4): persistent, so that
 * handing a set to a channel or a child costs a reference count, and joining two sets that share
 * most of their history costs only where they differ.
 *
 * A set maps a location's number to what is known of it: the most recent known write and the known
 * reads, by label. Labels grow along the run, which lets two kinds of stale entries fall away at
 * once, with no look at the memory record (both are instances of R-GC, Fig. 11):
 *   - of two writes of one location only the later can still be the record's last write;
 *   - a read that is older than a known write is no longer in the record.
 * A location's number may be given to another location later; labels of the former are older than
 * any of the latter's and stale by the same argument. */
#ifndef RACE_GRACE_HBSET_H
#define RACE_GRACE_HBSET_H

#include "base/common.h"

/* Sorted labels, shared. */
typedef struct Labels {
    u32 refs, len, cap;
    u64 at[];
} Labels;

/* Known reads: none (0), one (label << 1 | 1), or a Labels pointer. */
typedef u64 Reads;

typedef struct Known {
    u64 write; /* 0 = none but the initial write, which every goroutine knows */
    Reads reads;
} Known;

/* NULL is the empty set. */
typedef struct HbNode HbNode;

/* R-GC for one location: may take labels away from *known, never add any. */
typedef void (*HbPurge)(void *ctx, u32 index, Known *known);

typedef struct HbPool {
    HbNode *free; /* chained through their first child */
    HbNode **blocks;
    u32 block_count;
    u32 live;      /* nodes in use */
    HbPurge purge; /* NULL: sets keep what is stale */
    void *purge_ctx;
} HbPool;

/* Frees all sets of the pool, whatever their reference counts. */
void hb_pool_free(HbPool *pool);
/* Bytes allocated for nodes. */
size_t hb_pool_memory(const HbPool *pool);

/* One more reference to the set. */
static inline HbNode *hb_share(HbNode *set);
/* One reference fewer. */
void hb_drop(HbPool *pool, HbNode *set);

/* What the set knows of a location; all zero when nothing. Borrowed. */
Known hb_get(const HbNode *set, u32 index);
/* The set with what it knows of a location replaced. Takes over `set` and known.reads. */
HbNode *hb_put(HbPool *pool, HbNode *set, u32 index, Known known);
/* The union of a (taken over) and b (borrowed). */
HbNode *hb_join(HbPool *pool, HbNode *a, HbNode *b);

/* Applies R-GC to many sets, keeping what they share shared: begin, then each set, then end. */
typedef struct HbSweep HbSweep;
/* Begins a sweep with that purge, which gets ctx. */
HbSweep *hb_sweep_begin(HbPool *pool, HbPurge purge, void *ctx);
/* Replaces *set by the purged one. */
void hb_sweep_set(HbSweep *sweep, HbNode **set);
/* After all sets; frees the sweep. */
void hb_sweep_end(HbSweep *sweep);

/* Calls visit for each location of which something is known, in ascending number. */
void hb_each(const HbNode *set, void (*visit)(void *ctx, u32 index, Known known), void *ctx);

/* The set of that label only. */
Reads reads_one(u64 label);
/* Whether the label is in the set. */
bool reads_has(Reads reads, u64 label);
/* The number of labels. */
u32 reads_count(Reads reads);
/* The i-th smallest label, from 0; i < reads_count. */
u64 reads_at(Reads reads, u32 i);
/* One more reference to the set. */
Reads reads_share(Reads reads);
/* One reference fewer. */
void reads_drop(Reads reads);
/* `reads` (taken over) without the labels for which keep says false. */
Reads reads_filter(Reads reads, bool (*keep)(const void *ctx, u64 label), const void *ctx);
/* `reads` (taken over) with one more label. */
Reads reads_add(Reads reads, u64 label);
/* The union of a (taken over) and b (borrowed). */
Reads reads_join(Reads a, Reads b);

struct HbNode {
    u32 refs;
    u8 height; /* 0: a leaf of 8 locations; h: covers 8 * 16^h */
    union {
        Known known[8];
        HbNode *child[16];
    };
};

static inline HbNode *hb_share(HbNode *set)
{
    if (set)
        set->refs++;
    return set;
}

#endif
