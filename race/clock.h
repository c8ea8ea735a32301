/* What a goroutine knows, by goroutine: the newest segment of each that happened before. A clock
 * without the zeroes - a tree that has nodes only where there are entries - and persistent: to hand
 * one on costs a reference count, and joining two that share most of their history costs only where
 * they differ. NULL is the empty clock. */
#ifndef RACE_CLOCK_H
#define RACE_CLOCK_H

#include "base/common.h"

/* Goroutines below an inner node: CLOCK_FAN times those below its children. */
enum { CLOCK_BITS = 4, CLOCK_FAN = 1 << CLOCK_BITS };
/* Logarithms of the number of entries of a leaf: of one that is the whole clock, and of others. */
enum { LEAF_BITS_MIN = 4, LEAF_BITS = 6 };

typedef struct Clock Clock;
struct Clock {
    u32 refs;
    u8 bits;    /* it is of 1 << bits goroutines; a leaf up to LEAF_BITS */
    bool empty; /* nothing below; decided by the sweep that has `stamp` */
    u32 stamp;
    /* What the node knows, by a number that it does not share with what any node knew before; and
     * the node that was last joined with it, which it knows all of: it need not look at it again.
     */
    u64 id, covers;
    union {
        Clock *next;    /* in a free list */
        u32 segment[0]; /* of a leaf: 1 << bits of them */
        Clock *child[0];
    };
};

typedef struct ClockPool {
    bool large_leaves; /* quicker to join; else all have 1 << LEAF_BITS_MIN entries, to be small */
    Clock *free[3];    /* small leaves, leaves, inner nodes */
    void **blocks;
    u32 block_count;
    u32 live; /* nodes in use */
    u32 stamp;
    u64 ids;
    size_t bytes;
} ClockPool;

static inline bool clock_is_leaf(const Clock *node)
{
    return node->bits <= LEAF_BITS;
}

/* Frees all clocks of the pool, whatever their reference counts. */
void clock_pool_free(ClockPool *pool);

/* One more reference to the clock, which may be NULL. */
static inline Clock *clock_share(Clock *clock)
{
    if (clock)
        clock->refs++;
    return clock;
}

/* One reference fewer; the clock may be NULL. */
void clock_drop(ClockPool *pool, Clock *clock);

/* The newest known segment of the goroutine, 0 if none. */
static inline u32 clock_get(const Clock *clock, u32 goroutine)
{
    if (!clock || (u64)goroutine >> clock->bits)
        return 0;
    while (!clock_is_leaf(clock)) {
        clock = clock->child[goroutine >> (clock->bits - CLOCK_BITS) & (CLOCK_FAN - 1)];
        if (!clock)
            return 0;
    }
    return clock->segment[goroutine & ((1u << clock->bits) - 1)];
}

/* A new clock of the goroutines 0, 1, ... with these 1 << LEAF_BITS_MIN entries. */
Clock *clock_of_entries(ClockPool *pool, const u32 *entries);
/* The clock (taken over) that knows that segment of the goroutine as well. */
Clock *clock_raise(ClockPool *pool, Clock *clock, u32 goroutine, u32 segment);
/* What a (taken over) or b (borrowed) know. */
Clock *clock_join(ClockPool *pool, Clock *a, Clock *b);

/* Replaces all entries, of all clocks that are visited between two begins: `renumber` says what an
 * entry is called now, 0 = gone. Takes over the clock. */
typedef u32 (*ClockRenumber)(void *ctx, u32 segment);
/* Begins a sweep, in which each node is visited once however many clocks share it. */
void clock_sweep_begin(ClockPool *pool);
/* The clock (taken over) with its entries replaced; NULL if none is left. */
Clock *clock_sweep(ClockPool *pool, Clock *clock, ClockRenumber renumber, void *ctx);

#endif
