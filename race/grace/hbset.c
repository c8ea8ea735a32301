/* Happens-before sets as persistent trees, so that sharing costs a reference count and a join costs
 * only where the two differ: see race/grace/hbset.h. */
#include "race/grace/hbset.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"

enum { LEAF_BITS = 3, NODE_BITS = 4, LEAF = 1 << LEAF_BITS, FAN = 1 << NODE_BITS, BLOCK = 256 };

/* Of a tree of all 2^32 numbers. */
enum { HEIGHT_MAX = 8 };

/* Nodes ---------------------------------------------------------------------------------------- */

static void add_block(HbPool *pool)
{
    HbNode *block = xcalloc(BLOCK, sizeof *block);
    pool->blocks = xrealloc(pool->blocks, (pool->block_count + 1) * sizeof *pool->blocks);
    pool->blocks[pool->block_count++] = block;
    for (u32 i = 0; i < BLOCK; i++) {
        block[i].child[0] = pool->free;
        pool->free = &block[i];
    }
}

static HbNode *new_node(HbPool *pool, u8 height)
{
    if (!pool->free)
        add_block(pool);
    HbNode *node = pool->free;
    pool->free = node->child[0];
    CHECK(height <= HEIGHT_MAX);
    pool->live++;
    memset(node, 0, sizeof *node);
    node->refs = 1;
    node->height = height;
    return node;
}

void hb_drop(HbPool *pool, HbNode *set)
{
    CHECK(!set || set->refs > 0);
    if (!set || --set->refs > 0)
        return;
    if (set->height == 0)
        for (u32 i = 0; i < LEAF; i++)
            reads_drop(set->known[i].reads);
    else
        for (u32 i = 0; i < FAN; i++)
            hb_drop(pool, set->child[i]);
    set->child[0] = pool->free;
    pool->free = set;
    CHECK(pool->live > 0);
    pool->live--;
}

/* A node that may be changed in place: this one if its reference is the only one, else a copy. */
static HbNode *own(HbPool *pool, HbNode *node)
{
    if (node->refs == 1)
        return node;
    CHECK(node->refs > 1);
    HbNode *copy = new_node(pool, node->height);
    memcpy(copy->child, node->child, sizeof node->child);
    if (node->height == 0)
        for (u32 i = 0; i < LEAF; i++)
            reads_share(node->known[i].reads);
    else
        for (u32 i = 0; i < FAN; i++)
            hb_share(node->child[i]);
    node->refs--;
    return copy;
}

void hb_pool_free(HbPool *pool)
{
    for (u32 i = 0; i < pool->block_count; i++)
        free(pool->blocks[i]);
    free(pool->blocks);
    *pool = (HbPool){0};
}

size_t hb_pool_memory(const HbPool *pool)
{
    return pool->block_count * (size_t)BLOCK * sizeof(HbNode);
}

/* Positions in the tree ------------------------------------------------------------------------ */

static u32 slot_of(u32 index, u8 height)
{
    CHECK(height > 0);
    return index >> (LEAF_BITS + NODE_BITS * (height - 1)) & (FAN - 1);
}

static u8 height_for(u32 index)
{
    u8 height = 0;
    for (u32 rest = index >> LEAF_BITS; rest; rest >>= NODE_BITS)
        height++;
    return height;
}

/* Puts nodes on top until the tree is as high as asked. */
static HbNode *raise(HbPool *pool, HbNode *node, u8 height)
{
    while (node->height < height) {
        HbNode *top = new_node(pool, node->height + 1);
        top->child[0] = node;
        node = top;
    }
    CHECK(node->height == height);
    return node;
}

Known hb_get(const HbNode *set, u32 index)
{
    if (!set || height_for(index) > set->height)
        return (Known){0};
    while (set && set->height > 0)
        set = set->child[slot_of(index, set->height)];
    CHECK(!set || set->height == 0);
    return set ? set->known[index & (LEAF - 1)] : (Known){0};
}

static HbNode *put_at(HbPool *pool, HbNode *node, u8 height, u32 index, Known known)
{
    node = node ? own(pool, node) : new_node(pool, height);
    CHECK(node->refs == 1);
    CHECK(node->height == height);
    if (height == 0) {
        Known *slot = &node->known[index & (LEAF - 1)];
        reads_drop(slot->reads);
        *slot = known;
    } else {
        HbNode **child = &node->child[slot_of(index, height)];
        *child = put_at(pool, *child, height - 1, index, known);
    }
    return node;
}

HbNode *hb_put(HbPool *pool, HbNode *set, u32 index, Known known)
{
    u8 height = height_for(index);
    if (set && set->height < height)
        set = raise(pool, set, height);
    return put_at(pool, set, set ? set->height : height, index, known);
}

void hb_each(const HbNode *set, void (*visit)(void *ctx, u32 index, Known known), void *ctx)
{
    struct Walk {
        const HbNode *node;
        u32 first;
    } stack[HEIGHT_MAX * FAN];
    u32 depth = 0;
    if (set)
        stack[depth++] = (struct Walk){set, 0};
    while (depth > 0) {
        struct Walk at = stack[--depth];
        if (at.node->height == 0) {
            for (u32 i = 0; i < LEAF; i++)
                if (at.node->known[i].write || at.node->known[i].reads)
                    visit(ctx, at.first + i, at.node->known[i]);
            continue;
        }
        CHECK(depth + FAN <= COUNT_OF(stack));
        u32 step = 1u << (LEAF_BITS + NODE_BITS * (at.node->height - 1));
        for (u32 i = FAN; i-- > 0;)
            if (at.node->child[i])
                stack[depth++] = (struct Walk){at.node->child[i], at.first + i * step};
    }
}

/* Union ---------------------------------------------------------------------------------------- */

static bool same_known(Known a, Known b)
{
    return a.write == b.write && a.reads == b.reads;
}

static bool newer(const void *write, u64 label)
{
    return label > *(const u64 *)write;
}

/* a (taken over) + b (borrowed) for one location, without what either shows to be stale. */
static Known join_known(HbPool *pool, u32 index, Known a, Known b)
{
    Known all = {a.write > b.write ? a.write : b.write, reads_join(a.reads, b.reads)};
    if (a.write != b.write && all.reads)
        all.reads = reads_filter(all.reads, newer, &all.write);
    u32 reads = reads_count(all.reads);
    if (pool->purge)
        pool->purge(pool->purge_ctx, index, &all);
    CHECK(reads_count(all.reads) <= reads);
    CHECK(all.write <= (a.write > b.write ? a.write : b.write));
    return all;
}

static HbNode *join_leaf(HbPool *pool, HbNode *a, HbNode *b, u32 first)
{
    CHECK(a->height == 0 && b->height == 0);
    bool all_b = true;
    for (u32 i = 0; i < LEAF; i++) {
        Known mine = a->known[i];
        if (!same_known(mine, b->known[i])) {
            if (a->refs > 1)
                reads_share(mine.reads);
            Known all = join_known(pool, first + i, mine, b->known[i]);
            if (a->refs > 1 && same_known(all, mine)) {
                reads_drop(all.reads);
            } else if (a->refs > 1) {
                a = own(pool, a);
                reads_drop(a->known[i].reads);
                a->known[i] = all;
            } else {
                a->known[i] = all;
            }
        }
        all_b = all_b && same_known(a->known[i], b->known[i]);
    }
    if (!all_b)
        return a;
    /* Becoming b again, rather than a copy of it, lets later joins stop at once. */
    hb_drop(pool, a);
    return hb_share(b);
}

static HbNode *join_at(HbPool *pool, HbNode *a, HbNode *b, u32 first);

/* Joins b into one child of a, copying a only when the child changes. */
static HbNode *join_child(HbPool *pool, HbNode *a, u32 slot, HbNode *b, u32 first)
{
    HbNode *mine = a->child[slot];
    if (mine == b || !b)
        return a;
    if (!mine) { /* b may be less high than a child of a */
        a = own(pool, a);
        a->child[slot] = raise(pool, hb_share(b), a->height - 1);
        return a;
    }
    if (a->refs == 1) {
        a->child[slot] = NULL; /* so that the child too is changed in place where possible */
        a->child[slot] = join_at(pool, mine, b, first);
        return a;
    }
    HbNode *all = join_at(pool, hb_share(mine), b, first);
    if (all == mine) {
        hb_drop(pool, all);
        return a;
    }
    a = own(pool, a);
    hb_drop(pool, a->child[slot]);
    a->child[slot] = all;
    return a;
}

/* a (taken over) + b (borrowed), a at least as high as b; `first` is the number of the leftmost
 * location under both. */
static HbNode *join_at(HbPool *pool, HbNode *a, HbNode *b, u32 first)
{
    if (a == b || !b)
        return a;
    if (!a)
        return hb_share(b);
    CHECK(a->height >= b->height);
    if (a->height == 0)
        return join_leaf(pool, a, b, first);
    if (a->height > b->height)
        return join_child(pool, a, 0, b, first);
    u32 step = 1u << (LEAF_BITS + NODE_BITS * (a->height - 1));
    bool all_b = true;
    for (u32 i = 0; i < FAN; i++) {
        a = join_child(pool, a, i, b->child[i], first + i * step);
        all_b = all_b && a->child[i] == b->child[i];
    }
    if (!all_b)
        return a;
    hb_drop(pool, a);
    return hb_share(b);
}

HbNode *hb_join(HbPool *pool, HbNode *a, HbNode *b)
{
    if (a && b && a->height < b->height)
        a = raise(pool, a, b->height);
    return join_at(pool, a, b, 0);
}

/* R-GC over all sets --------------------------------------------------------------------------- */

struct HbSweep {
    HbPool *pool;
    HbPurge purge;
    void *ctx;
    Map done; /* old node -> new node (0: became empty); keeps a reference to both */
};

HbSweep *hb_sweep_begin(HbPool *pool, HbPurge purge, void *ctx)
{
    HbSweep *sweep = xcalloc(1, sizeof *sweep);
    *sweep = (HbSweep){.pool = pool, .purge = purge, .ctx = ctx};
    return sweep;
}

static HbNode *purged(HbSweep *sweep, HbNode *node, u32 first);

/* The leaf or inner node without its stale entries; borrows the old one, gives a new reference. */
static HbNode *purged_copy(HbSweep *sweep, HbNode *node, u32 first)
{
    CHECK(node->refs > 0);
    HbNode *copy = hb_share(node);
    u32 left = 0;
    if (node->height == 0) {
        for (u32 i = 0; i < LEAF; i++) {
            Known known = {node->known[i].write, reads_share(node->known[i].reads)};
            if (known.write || known.reads)
                sweep->purge(sweep->ctx, first + i, &known);
            left += known.write || known.reads;
            if (same_known(known, node->known[i])) {
                reads_drop(known.reads);
                continue;
            }
            copy = own(sweep->pool, copy);
            reads_drop(copy->known[i].reads);
            copy->known[i] = known;
        }
    } else {
        u32 step = 1u << (LEAF_BITS + NODE_BITS * (node->height - 1));
        for (u32 i = 0; i < FAN; i++) {
            HbNode *child = purged(sweep, node->child[i], first + i * step);
            left += child != NULL;
            if (child == node->child[i]) {
                hb_drop(sweep->pool, child);
                continue;
            }
            copy = own(sweep->pool, copy);
            hb_drop(sweep->pool, copy->child[i]);
            copy->child[i] = child;
        }
    }
    if (left > 0)
        return copy;
    hb_drop(sweep->pool, copy);
    return NULL;
}

static HbNode *purged(HbSweep *sweep, HbNode *node, u32 first)
{
    if (!node)
        return NULL;
    u64 *done = map_get(&sweep->done, (u64)(uintptr_t)node);
    if (!done) {
        HbNode *copy = purged_copy(sweep, node, first);
        done = map_put(&sweep->done, (u64)(uintptr_t)hb_share(node));
        *done = (u64)(uintptr_t)copy;
    }
    return hb_share((HbNode *)(uintptr_t)*done);
}

void hb_sweep_set(HbSweep *sweep, HbNode **set)
{
    HbNode *copy = purged(sweep, *set, 0);
    hb_drop(sweep->pool, *set);
    *set = copy;
}

void hb_sweep_end(HbSweep *sweep)
{
    u32 cursor = 0;
    for (MapEntry *entry; (entry = map_next(&sweep->done, &cursor));) {
        hb_drop(sweep->pool, (HbNode *)(uintptr_t)entry->key);
        hb_drop(sweep->pool, (HbNode *)(uintptr_t)entry->value);
    }
    map_free(&sweep->done);
    free(sweep);
}
