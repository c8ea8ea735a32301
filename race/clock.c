/* Vector clocks as trees that share what they have in common: see race/clock.h. */
#include "race/clock.h"

#include <stdlib.h>
#include <string.h>

#include "race/entries.h"

enum { BLOCK = 128 };

/* Nodes ---------------------------------------------------------------------------------------- */

/* Entries of a leaf, children of an inner node. */
static u32 fan_of(u8 bits)
{
    return bits <= LEAF_BITS ? 1u << bits : CLOCK_FAN;
}

static size_t entries_size(u8 bits)
{
    return fan_of(bits) * (bits <= LEAF_BITS ? sizeof(u32) : sizeof(Clock *));
}

static u32 class_of(u8 bits)
{
    return bits == LEAF_BITS_MIN ? 0 : bits <= LEAF_BITS ? 1 : 2;
}

static void *entries(Clock *node)
{
    return (char *)node + offsetof(Clock, segment);
}

static void add_block(ClockPool *pool, u8 bits)
{
    size_t size = offsetof(Clock, segment) + entries_size(bits);
    char *block = xmalloc(BLOCK * size);
    pool->blocks = xrealloc(pool->blocks, (pool->block_count + 1) * sizeof *pool->blocks);
    pool->blocks[pool->block_count++] = block;
    pool->bytes += BLOCK * size;
    for (u32 i = 0; i < BLOCK; i++) {
        Clock *node = (Clock *)(block + i * size);
        node->next = pool->free[class_of(bits)];
        pool->free[class_of(bits)] = node;
    }
}

/* Its entries are for the caller to fill. */
static Clock *new_node(ClockPool *pool, u8 bits)
{
    Clock **free = &pool->free[class_of(bits)];
    if (!*free)
        add_block(pool, bits);
    Clock *node = *free;
    *free = node->next;
    pool->live++;
    node->refs = 1;
    node->bits = bits;
    node->stamp = 0;
    node->id = ++pool->ids;
    node->covers = 0;
    return node;
}

static Clock *new_empty(ClockPool *pool, u8 bits)
{
    Clock *node = new_node(pool, bits);
    memset(entries(node), 0, entries_size(bits));
    return node;
}

void clock_drop(ClockPool *pool, Clock *clock)
{
    if (!clock || --clock->refs > 0)
        return;
    for (u32 i = 0; !clock_is_leaf(clock) && i < CLOCK_FAN; i++)
        clock_drop(pool, clock->child[i]);
    Clock **free = &pool->free[class_of(clock->bits)];
    clock->next = *free;
    *free = clock;
    pool->live--;
}

/* A node that is going to be changed, and only to know more: this one if its reference is the only
 * one, else a copy. */
static Clock *own(ClockPool *pool, Clock *clock)
{
    if (clock->refs == 1) {
        clock->id = ++pool->ids;
        return clock;
    }
    Clock *copy = new_node(pool, clock->bits);
    copy->covers = clock->covers;
    memcpy(entries(copy), entries(clock), entries_size(clock->bits));
    for (u32 i = 0; !clock_is_leaf(copy) && i < CLOCK_FAN; i++)
        clock_share(copy->child[i]);
    clock->refs--;
    return copy;
}

void clock_pool_free(ClockPool *pool)
{
    for (u32 i = 0; i < pool->block_count; i++)
        free(pool->blocks[i]);
    free(pool->blocks);
    *pool = (ClockPool){0};
}

/* Entries -------------------------------------------------------------------------------------- */

/* The size of the next greater clock. */
static u8 bits_above(const ClockPool *pool, u8 bits)
{
    return bits == LEAF_BITS_MIN && pool->large_leaves ? LEAF_BITS : bits + CLOCK_BITS;
}

static u8 bits_for(const ClockPool *pool, u32 goroutine)
{
    u8 bits = LEAF_BITS_MIN;
    while ((u64)goroutine >> bits)
        bits = bits_above(pool, bits);
    return bits;
}

/* A clock of the same and, on top of it, of as many goroutines as asked. */
static Clock *lift(ClockPool *pool, Clock *clock, u8 bits)
{
    while (clock->bits < bits) {
        Clock *top = new_empty(pool, bits_above(pool, clock->bits));
        if (clock_is_leaf(top)) {
            memcpy(entries(top), entries(clock), entries_size(clock->bits));
            clock_drop(pool, clock);
        } else {
            top->child[0] = clock;
        }
        clock = top;
    }
    return clock;
}

/* The clock (taken over; made if it is NULL) of 1 << bits goroutines, with that entry. */
static Clock *put(ClockPool *pool, Clock *clock, u8 bits, u32 goroutine, u32 segment)
{
    clock = clock ? own(pool, clock) : new_empty(pool, bits);
    if (clock_is_leaf(clock)) {
        clock->segment[goroutine & (fan_of(bits) - 1)] = segment;
    } else {
        u8 below = bits - CLOCK_BITS;
        Clock **child = &clock->child[goroutine >> below & (CLOCK_FAN - 1)];
        *child = put(pool, *child, below, goroutine, segment);
    }
    return clock;
}

Clock *clock_raise(ClockPool *pool, Clock *clock, u32 goroutine, u32 segment)
{
    if (clock_get(clock, goroutine) >= segment)
        return clock;
    u8 bits = bits_for(pool, goroutine);
    if (clock && clock->bits < bits)
        clock = lift(pool, clock, bits);
    return put(pool, clock, clock ? clock->bits : bits, goroutine, segment);
}

Clock *clock_of_entries(ClockPool *pool, const u32 *segments)
{
    Clock *clock = new_node(pool, LEAF_BITS_MIN);
    memcpy(entries(clock), segments, entries_size(LEAF_BITS_MIN));
    return clock;
}

/* Joining -------------------------------------------------------------------------------------- */

/* Two leaves of `count` entries, which is a constant where this is put in line, as is `wide`. */
static inline __attribute__((always_inline)) Clock *join_entries(ClockPool *pool, Clock *a,
                                                                 Clock *b, u32 count, bool wide)
{
    Newer newer = wide ? entries_newer_wide(a->segment, b->segment, count)
                       : entries_newer(a->segment, b->segment, count);
    if (!(newer & NEWER_IN_A)) {
        clock_drop(pool, a);
        return clock_share(b);
    }
    if (!(newer & NEWER_IN_B)) {
        a->covers = b->id;
        return a;
    }
    Clock *sum = a->refs == 1 ? own(pool, a) : new_node(pool, a->bits);
    if (wide)
        entries_join_wide(sum->segment, a->segment, b->segment, count);
    else
        entries_join(sum->segment, a->segment, b->segment, count);
    sum->covers = b->id;
    a->refs -= sum != a;
    return sum;
}

static Clock *join_leaves(ClockPool *pool, Clock *a, Clock *b)
{
    CHECK(a->bits == b->bits);
    if (a->bits == LEAF_BITS_MIN)
        return join_entries(pool, a, b, 1u << LEAF_BITS_MIN, false);
    return entries_wide() ? join_entries(pool, a, b, 1u << LEAF_BITS, true)
                          : join_entries(pool, a, b, 1u << LEAF_BITS, false);
}

/* The inner node a (taken over), of whose child i it is to know also what `other` does. */
static Clock *join_child(ClockPool *pool, Clock *a, u32 i, Clock *other)
{
    Clock *old = a->child[i];
    u64 id = old ? old->id : 0;
    bool shared = a->refs > 1;
    Clock *sum = clock_join(pool, shared ? clock_share(old) : old, other);
    sum = lift(pool, sum, a->bits - CLOCK_BITS);
    if (sum == old && sum->id == id) {
        if (shared)
            clock_drop(pool, old);
        return a;
    }
    a = own(pool, a);
    if (shared)
        clock_drop(pool, old);
    a->child[i] = sum;
    return a;
}

/* Two inner nodes of the same size. What comes out equal to b is shared with it from now on, even
 * if it was equal before: else clocks that agree in nearly all would be compared in full each time.
 */
static Clock *join_inner(ClockPool *pool, Clock *a, Clock *b)
{
    bool as_b = true;
    for (u32 i = 0; i < CLOCK_FAN; i++) {
        const Clock *mine = a->child[i];
        if (b->child[i] && b->child[i] != mine && !(mine && mine->covers == b->child[i]->id))
            a = join_child(pool, a, i, b->child[i]);
        as_b &= a->child[i] == b->child[i];
    }
    if (as_b) {
        clock_drop(pool, a);
        return clock_share(b);
    }
    a->covers = b->id;
    return a;
}

Clock *clock_join(ClockPool *pool, Clock *a, Clock *b)
{
    if (a == b || !b)
        return a;
    if (!a)
        return clock_share(b);
    if (a->covers == b->id)
        return a;
    if (a->bits < b->bits)
        a = lift(pool, a, b->bits);
    if (a->bits == b->bits)
        return clock_is_leaf(a) ? join_leaves(pool, a, b) : join_inner(pool, a, b);
    if (clock_is_leaf(a)) {
        b = lift(pool, clock_share(b), a->bits);
        a = join_leaves(pool, a, b);
        clock_drop(pool, b);
        return a;
    }
    a = join_child(pool, a, 0, b);
    a->covers = b->id;
    return a;
}

/* Sweeping ------------------------------------------------------------------------------------- */

void clock_sweep_begin(ClockPool *pool)
{
    pool->stamp++;
}

static void sweep(ClockPool *pool, Clock *clock, ClockRenumber renumber, void *ctx)
{
    if (clock->stamp == pool->stamp)
        return;
    clock->stamp = pool->stamp;
    clock->empty = true;
    for (u32 i = 0; i < fan_of(clock->bits); i++) {
        if (!clock_is_leaf(clock)) {
            clock->child[i] = clock_sweep(pool, clock->child[i], renumber, ctx);
            clock->empty &= !clock->child[i];
        } else if (clock->segment[i]) {
            clock->segment[i] = renumber(ctx, clock->segment[i]);
            clock->empty &= !clock->segment[i];
        }
    }
}

/* In place, though other clocks may share the node: the entries mean the same in all of them. */
Clock *clock_sweep(ClockPool *pool, Clock *clock, ClockRenumber renumber, void *ctx)
{
    if (!clock)
        return NULL;
    sweep(pool, clock, renumber, ctx);
    if (!clock->empty)
        return clock;
    clock_drop(pool, clock);
    return NULL;
}
