/* The set of states that have been visited: their bytes are cut into blocks, and each different
 * block is stored once. A state and its successors have most blocks in common. */
#include <string.h>
#include <xxhash.h>

#include "explore/states/states.h"

enum { BLOCK = 256 };

/* A slot of a hash table with open addressing. tag: the upper half of the hash; at: index of the
 * entry + 1, 0 for a free slot. */
typedef struct Slot {
    u32 tag, at;
} Slot;

typedef struct Table {
    Slot *slots;
    u64 mask, count;
} Table;

struct Store {
    bool compact;
    Table blocks, states;
    VEC(u8 *) pages; /* each of PAGE_BLOCKS blocks */
    u64 *hashes;     /* compact: a table with open addressing, 0 for a free slot */
    u32 *numbers;    /* compact: numbers of the states with these hashes */
    u64 hash_mask, count;
    VEC(u64) starts; /* by number of the state: index of its record in `records` */
    u32 *records;    /* of a state: its length in bytes, its hash, the numbers of its blocks */
    u64 record_len, record_cap;
    u32 block_count;
    u32 near;  /* the state read or added last: a new one has most blocks in common with it */
    u64 bytes; /* of memory that it takes, without `starts` */
};

enum { PAGE_BLOCKS = 4096 };

Store *store_new(bool compact)
{
    Store *store = xcalloc(1, sizeof *store);
    store->compact = compact;
    return store;
}

void store_free(Store *store)
{
    for (u32 i = 0; i < store->pages.len; i++)
        free(store->pages.data[i]);
    vec_free(&store->pages);
    vec_free(&store->starts);
    free(store->blocks.slots);
    free(store->states.slots);
    free(store->hashes);
    free(store->numbers);
    free(store->records);
    free(store);
}

/* ---- tables ---- */

static void table_grow(Store *store, Table *table, u64 (*hash)(const Store *, u32))
{
    u64 old = table->slots ? table->mask + 1 : 0, size = old ? 2 * old : 4096;
    Slot *slots = xcalloc(size, sizeof *slots);
    for (u64 i = 0; i < old; i++) {
        Slot slot = table->slots[i];
        if (!slot.at)
            continue;
        u64 to = hash(store, slot.at - 1) & (size - 1);
        while (slots[to].at)
            to = (to + 1) & (size - 1);
        slots[to] = slot;
    }
    free(table->slots);
    table->slots = slots;
    table->mask = size - 1;
    store->bytes += (size - old) * sizeof *slots;
}

static bool table_full(const Table *table)
{
    return !table->slots || table->count * 4 >= (table->mask + 1) * 3;
}

/* ---- blocks ---- */

static u8 *block_at(const Store *store, u32 i)
{
    return store->pages.data[i / PAGE_BLOCKS] + (u64)(i % PAGE_BLOCKS) * BLOCK;
}

static u64 block_hash(const Store *store, u32 i)
{
    return XXH3_64bits(block_at(store, i), BLOCK);
}

static u32 add_block(Store *store, const u8 *bytes)
{
    if (store->block_count == store->pages.len * PAGE_BLOCKS) {
        vec_push(&store->pages, xmalloc((u64)PAGE_BLOCKS * BLOCK));
        store->bytes += (u64)PAGE_BLOCKS * BLOCK;
    }
    memcpy(block_at(store, store->block_count), bytes, BLOCK);
    return store->block_count++;
}

/* Adds the block if it is new; returns its number. */
static u32 intern(Store *store, const u8 *bytes)
{
    Table *table = &store->blocks;
    if (table_full(table))
        table_grow(store, table, block_hash);
    u64 hash = XXH3_64bits(bytes, BLOCK);
    u64 at = hash & table->mask;
    for (; table->slots[at].at; at = (at + 1) & table->mask) {
        Slot slot = table->slots[at];
        CHECK(slot.at <= store->block_count);
        if (slot.tag == (u32)(hash >> 32) && !memcmp(block_at(store, slot.at - 1), bytes, BLOCK))
            return slot.at - 1;
    }
    u32 block = add_block(store, bytes);
    table->slots[at] = (Slot){(u32)(hash >> 32), block + 1};
    table->count++;
    CHECK(table->count == store->block_count && table->count <= table->mask);
    return block;
}

/* ---- states ---- */

/* A state's record begins with its length and its hash. */
enum { RECORD_HEAD = 3 };

static const u32 *record_of(const Store *store, u32 state)
{
    CHECK(state < store->starts.len && store->starts.data[state] < store->record_len);
    return store->records + store->starts.data[state];
}

static u64 state_hash(const Store *store, u32 state)
{
    const u32 *record = record_of(store, state);
    return (u64)record[2] << 32 | record[1];
}

static u32 blocks_in(u64 len)
{
    return (u32)((len + BLOCK - 1) / BLOCK);
}

static u64 block_bytes(u64 len, u32 i)
{
    u64 left = len - (u64)i * BLOCK;
    return left < BLOCK ? left : BLOCK;
}

static bool state_is(const Store *store, u32 state, const u8 *bytes, u64 len)
{
    const u32 *record = record_of(store, state);
    if (record[0] != len)
        return false;
    for (u32 i = 0; i < blocks_in(len); i++)
        if (memcmp(block_at(store, record[RECORD_HEAD + i]), bytes + (u64)i * BLOCK,
                   block_bytes(len, i)))
            return false;
    return true;
}

static void reserve_record(Store *store, u64 words)
{
    if (store->record_len + words <= store->record_cap)
        return;
    u64 cap = store->record_cap ? store->record_cap * 3 / 2 : 1 << 16;
    while (cap < store->record_len + words)
        cap *= 2;
    store->records = xrealloc(store->records, cap * sizeof *store->records);
    store->bytes += (cap - store->record_cap) * sizeof *store->records;
    store->record_cap = cap;
}

/* Whether the i-th block of the state `near` has these bytes; *found: its number. */
static bool block_near(const Store *store, u32 i, const u8 *block, u32 *found)
{
    if (!store->starts.len)
        return false;
    const u32 *record = record_of(store, store->near);
    if (i >= blocks_in(record[0]))
        return false;
    *found = record[RECORD_HEAD + i];
    return !memcmp(block_at(store, *found), block, BLOCK);
}

static u32 add_state(Store *store, const u8 *bytes, u64 len, u64 hash)
{
    u32 n = blocks_in(len);
    reserve_record(store, RECORD_HEAD + n);
    u32 *record = store->records + store->record_len;
    record[0] = (u32)len;
    record[1] = (u32)hash;
    record[2] = (u32)(hash >> 32);
    for (u32 i = 0; i < n; i++) {
        u8 last[BLOCK];
        const u8 *block = bytes + (u64)i * BLOCK;
        if (block_bytes(len, i) < BLOCK) {
            memset(last, 0, sizeof last);
            memcpy(last, block, block_bytes(len, i));
            block = last;
        }
        if (!block_near(store, i, block, &record[RECORD_HEAD + i]))
            record[RECORD_HEAD + i] = intern(store, block);
    }
    vec_push(&store->starts, store->record_len);
    store->record_len += RECORD_HEAD + n;
    CHECK(store->record_len <= store->record_cap);
    return store->near = store->starts.len - 1;
}

static bool put_exact(Store *store, const u8 *bytes, u64 len, u64 hash, u32 *id)
{
    Table *table = &store->states;
    if (table_full(table))
        table_grow(store, table, state_hash);
    u64 at = hash & table->mask;
    for (; table->slots[at].at; at = (at + 1) & table->mask) {
        Slot slot = table->slots[at];
        *id = slot.at - 1;
        if (slot.tag != (u32)(hash >> 32) || !state_is(store, *id, bytes, len))
            continue;
        CHECK(state_hash(store, *id) == hash); /* the same bytes have the same hash */
        return false;
    }
    *id = add_state(store, bytes, len, hash);
    table->slots[at] = (Slot){(u32)(hash >> 32), *id + 1};
    table->count++;
    return true;
}

static void grow_hashes(Store *store)
{
    u64 old = store->hashes ? store->hash_mask + 1 : 0, size = old ? 2 * old : 4096;
    u64 *hashes = xcalloc(size, sizeof *hashes);
    u32 *numbers = xcalloc(size, sizeof *numbers);
    for (u64 i = 0; i < old; i++) {
        u64 hash = store->hashes[i];
        u64 to = hash & (size - 1);
        while (hash && hashes[to])
            to = (to + 1) & (size - 1);
        if (hash) {
            hashes[to] = hash;
            numbers[to] = store->numbers[i];
        }
    }
    free(store->hashes);
    free(store->numbers);
    store->hashes = hashes;
    store->numbers = numbers;
    store->hash_mask = size - 1;
    store->bytes += (size - old) * (sizeof *hashes + sizeof *numbers);
}

static bool put_compact(Store *store, u64 hash, u32 *id)
{
    if (!store->hashes || store->count * 4 >= (store->hash_mask + 1) * 3)
        grow_hashes(store);
    hash += !hash;
    u64 at = hash & store->hash_mask;
    while (store->hashes[at] && store->hashes[at] != hash)
        at = (at + 1) & store->hash_mask;
    bool fresh = !store->hashes[at];
    store->hashes[at] = hash;
    if (fresh)
        store->numbers[at] = (u32)store->count;
    *id = store->numbers[at];
    return fresh;
}

bool store_put(Store *store, const Snapshot *state, u32 *id)
{
    bool fresh = store->compact ? put_compact(store, state->hash, id)
                                : put_exact(store, state->bytes, state->len, state->hash, id);
    CHECK(!fresh || *id == store->count);
    store->count += fresh;
    CHECK(*id < store->count);
    return fresh;
}

void store_get(Store *store, u32 id, Buf *out)
{
    store->near = id;
    const u32 *record = record_of(store, id);
    u64 len = record[0];
    vec_reserve(out, len);
    for (u32 i = 0; i < blocks_in(len); i++)
        memcpy(out->data + (u64)i * BLOCK, block_at(store, record[RECORD_HEAD + i]),
               block_bytes(len, i));
    out->len = (u32)len;
}

u64 store_count(const Store *store)
{
    return store->count;
}

u64 store_memory(const Store *store)
{
    return store->bytes + (u64)store->starts.cap * sizeof *store->starts.data;
}
