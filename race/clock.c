/* Vector clocks as trees that share what they have in common: see race/clock.h. */
#include "race/clock.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 128 };

/* Nodes ---------------------------------------------------------------------------------------- */

static size_t node_size(bool inner)
{
    return offsetof(Clock, segment) + CLOCK_FAN * (inner ? sizeof(Clock *) : sizeof(u32));
}

static size_t entries_size(u8 height)
{
    return node_size(height > 0) - offsetof(Clock, segment);
}

static void *entries(Clock *node)
{
    return (char *)node + offsetof(Clock, segment);
}

static void add_block(ClockPool *pool, bool inner)
{
    size_t size = node_size(inner);
    char *block = xmalloc(BLOCK * size);
    pool->blocks = xrealloc(pool->blocks, (pool->block_count + 1) * sizeof *pool->blocks);
    pool->blocks[pool->block_count++] = block;
    pool->bytes += BLOCK * size;
    for (u32 i = 0; i < BLOCK; i++) {
        Clock *node = (Clock *)(block + i * size);
        node->next = pool->free[inner];
        pool->free[inner] = node;
    }
}

/* Its entries are for the caller to fill. */
static Clock *new_node(ClockPool *pool, u8 height)
{
    bool inner = height > 0;
    if (!pool->free[inner])
        add_block(pool, inner);
    Clock *node = pool->free[inner];
    pool->free[inner] = node->next;
    pool->live++;
    node->refs = 1;
    node->height = height;
    node->stamp = 0;
    return node;
}

static Clock *new_empty(ClockPool *pool, u8 height)
{
    Clock *node = new_node(pool, height);
    memset(entries(node), 0, entries_size(height));
    return node;
}

void clock_drop(ClockPool *pool, Clock *clock)
{
    if (!clock || --clock->refs > 0)
        return;
    for (u32 i = 0; clock->height > 0 && i < CLOCK_FAN; i++)
        clock_drop(pool, clock->child[i]);
    bool inner = clock->height > 0;
    clock->next = pool->free[inner];
    pool->free[inner] = clock;
    pool->live--;
}

/* A node that may be changed in place: this one if its reference is the only one, else a copy. */
static Clock *own(ClockPool *pool, Clock *clock)
{
    if (clock->refs == 1)
        return clock;
    Clock *copy = new_node(pool, clock->height);
    memcpy(entries(copy), entries(clock), entries_size(clock->height));
    for (u32 i = 0; copy->height > 0 && i < CLOCK_FAN; i++)
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

static u32 slot_of(u32 goroutine, u8 height)
{
    return goroutine >> CLOCK_BITS * height & (CLOCK_FAN - 1);
}

static u8 height_for(u32 goroutine)
{
    u8 height = 0;
    for (u32 rest = goroutine >> CLOCK_BITS; rest; rest >>= CLOCK_BITS)
        height++;
    return height;
}

/* Puts nodes on top until the tree is as high as asked. */
static Clock *lift(ClockPool *pool, Clock *clock, u8 height)
{
    while (clock->height < height) {
        Clock *top = new_empty(pool, clock->height + 1);
        top->child[0] = clock;
        clock = top;
    }
    return clock;
}

static Clock *put(ClockPool *pool, Clock *clock, u8 height, u32 goroutine, u32 segment)
{
    clock = clock ? own(pool, clock) : new_empty(pool, height);
    if (height == 0) {
        clock->segment[goroutine & (CLOCK_FAN - 1)] = segment;
    } else {
        Clock **child = &clock->child[slot_of(goroutine, height)];
        *child = put(pool, *child, height - 1, goroutine, segment);
    }
    return clock;
}

Clock *clock_raise(ClockPool *pool, Clock *clock, u32 goroutine, u32 segment)
{
    if (clock_get(clock, goroutine) >= segment)
        return clock;
    u8 height = height_for(goroutine);
    if (clock && clock->height < height)
        clock = lift(pool, clock, height);
    return put(pool, clock, clock ? clock->height : height, goroutine, segment);
}

/* Joining -------------------------------------------------------------------------------------- */

/* Several entries at once. Segments have 31 bits, so that they compare as signed numbers: x86-64
 * has no unsigned comparison of vectors. */
enum { LANES = 4 };
typedef i32 Lanes __attribute__((vector_size(LANES * 4), aligned(4), may_alias));

static inline Lanes *lanes(Clock *leaf, u32 i)
{
    return (Lanes *)&leaf->segment[i];
}

static inline bool any(const Lanes *of)
{
    u64 parts[LANES / 2];
    memcpy(parts, of, sizeof parts);
    return parts[0] | parts[1];
}

static Clock *join_leaves(ClockPool *pool, Clock *a, Clock *b)
{
    Lanes more_in_a = {0}, more_in_b = {0};
    for (u32 i = 0; i < CLOCK_FAN; i += LANES) {
        more_in_a |= *lanes(a, i) > *lanes(b, i);
        more_in_b |= *lanes(b, i) > *lanes(a, i);
    }
    if (!any(&more_in_b))
        return a;
    if (!any(&more_in_a)) {
        clock_drop(pool, a);
        return clock_share(b);
    }
    a = own(pool, a);
    for (u32 i = 0; i < CLOCK_FAN; i += LANES) {
        Lanes newer = *lanes(b, i) > *lanes(a, i);
        *lanes(a, i) = (newer & *lanes(b, i)) | (~newer & *lanes(a, i));
    }
    return a;
}

/* Two of the same height. What comes out equal to b is shared with it from now on. */
static Clock *join_equal(ClockPool *pool, Clock *a, Clock *b)
{
    if (a == b || !b)
        return a;
    if (!a)
        return clock_share(b);
    if (a->height == 0)
        return join_leaves(pool, a, b);
    bool as_b = true;
    for (u32 i = 0; i < CLOCK_FAN; i++) {
        if (a->child[i] == b->child[i])
            continue;
        if (a->refs > 1)
            a = own(pool, a);
        a->child[i] = join_equal(pool, a->child[i], b->child[i]);
        as_b &= a->child[i] == b->child[i];
    }
    if (as_b) {
        clock_drop(pool, a);
        return clock_share(b);
    }
    return a;
}

Clock *clock_join(ClockPool *pool, Clock *a, Clock *b)
{
    if (a == b || !b)
        return a;
    if (!a)
        return clock_share(b);
    if (a->height < b->height)
        a = lift(pool, a, b->height);
    if (a->height == b->height)
        return join_equal(pool, a, b);
    a = own(pool, a);
    Clock *child = a->child[0];
    a->child[0] = child ? clock_join(pool, child, b) : lift(pool, clock_share(b), a->height - 1);
    if (a->child[0]->height < a->height - 1)
        a->child[0] = lift(pool, a->child[0], a->height - 1);
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
    for (u32 i = 0; i < CLOCK_FAN; i++) {
        if (clock->height > 0) {
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
