/* The set of states that have been visited. Each different part (vm/snapshot.h) is stored once, and
 * a state is the list of the numbers of its parts. A state and its successors have most parts in
 * common. */
#include <string.h>
#include <xxhash.h>

#include "explore/states/states.h"

/* A slot of a hash table with open addressing. tag: the upper half of the hash; at: index of the
 * entry + 1, 0 for a free slot. */
typedef struct Slot {
    u32 tag, at;
} Slot;

typedef struct Table {
    Slot *slots;
    u64 mask, count;
} Table;

/* Byte strings, one after the other, by number. */
typedef struct Strings {
    u8 *bytes;
    u64 len, cap;
    VEC(u64) starts;
} Strings;

struct Store {
    bool compact;
    Table parts, states;
    Strings part_bytes;
    Strings records;    /* of a state: the numbers of its parts, 7 bits a byte, the lowest first */
    Portable *portable; /* NULL: there are no hashes of parts, */
    VEC(StateHash) part_hashes; /* by number */
    VEC(StateHash) hashed;      /* scratch: of the parts of a state */
    u64 *hashes;                /* compact: a table with open addressing, 0 for a free slot */
    u32 *numbers;               /* compact: numbers of the states with these hashes */
    u64 hash_mask, count;
    WordList base_hashes, last_hashes; /* compact: of the parts of these states */
    u32 base;                          /* number of the state whose parts these are, + 1: */
    U32List base_parts;
    U32List ids;         /* scratch: the parts of a state, */
    VEC(u8) record;      /* and its record */
    VEC(StatePart) list; /* scratch */
    u64 bytes;           /* of the tables */
};

Store *store_new(bool compact)
{
    Store *store = xcalloc(1, sizeof *store);
    store->compact = compact;
    return store;
}

/* ---- strings ---- */

static const u8 *string_at(const Strings *strings, u32 i, u64 *len)
{
    CHECK(i < strings->starts.len);
    u64 start = strings->starts.data[i];
    *len = (i + 1 < strings->starts.len ? strings->starts.data[i + 1] : strings->len) - start;
    return strings->bytes + start;
}

static bool string_is(const Strings *strings, u32 i, const u8 *bytes, u64 len)
{
    u64 known;
    const u8 *at = string_at(strings, i, &known);
    return known == len && !memcmp(at, bytes, len);
}

static u64 string_hash(const Strings *strings, u32 i)
{
    u64 len;
    const u8 *at = string_at(strings, i, &len);
    return XXH3_64bits(at, len);
}

static void string_add(Strings *strings, const u8 *bytes, u64 len)
{
    if (strings->len + len > strings->cap) {
        u64 cap = strings->cap ? strings->cap + strings->cap / 2 : 1 << 16;
        strings->cap = cap < strings->len + len ? strings->len + len : cap;
        strings->bytes = xrealloc(strings->bytes, strings->cap);
    }
    memcpy(strings->bytes + strings->len, bytes, len);
    vec_push(&strings->starts, strings->len);
    strings->len += len;
}

static u64 strings_memory(const Strings *strings)
{
    return strings->cap + (u64)strings->starts.cap * sizeof *strings->starts.data;
}

static void strings_free(Strings *strings)
{
    free(strings->bytes);
    vec_free(&strings->starts);
}

void store_free(Store *store)
{
    strings_free(&store->part_bytes);
    strings_free(&store->records);
    free(store->parts.slots);
    free(store->states.slots);
    free(store->hashes);
    free(store->numbers);
    vec_free(&store->base_parts);
    vec_free(&store->ids);
    vec_free(&store->record);
    vec_free(&store->list);
    vec_free(&store->part_hashes);
    vec_free(&store->hashed);
    vec_free(&store->base_hashes);
    vec_free(&store->last_hashes);
    free(store);
}

/* ---- tables ---- */

static void table_grow(Store *store, Table *table, const Strings *strings)
{
    u64 old = table->slots ? table->mask + 1 : 0, size = old ? 2 * old : 4096;
    Slot *slots = xcalloc(size, sizeof *slots);
    for (u64 i = 0; i < old; i++) {
        Slot slot = table->slots[i];
        if (!slot.at)
            continue;
        u64 to = string_hash(strings, slot.at - 1) & (size - 1);
        while (slots[to].at)
            to = (to + 1) & (size - 1);
        slots[to] = slot;
    }
    free(table->slots);
    table->slots = slots;
    table->mask = size - 1;
    store->bytes += (size - old) * sizeof *slots;
}

/* Adds the string to the table if it is new (true); *number: its number. */
static bool table_put(Store *store, Table *table, Strings *strings, const u8 *bytes, u64 len,
                      u32 *number)
{
    if (!table->slots || table->count * 4 >= (table->mask + 1) * 3)
        table_grow(store, table, strings);
    u64 hash = XXH3_64bits(bytes, len), at = hash & table->mask;
    for (; table->slots[at].at; at = (at + 1) & table->mask) {
        Slot slot = table->slots[at];
        *number = slot.at - 1;
        if (slot.tag == (u32)(hash >> 32) && string_is(strings, *number, bytes, len))
            return false;
    }
    *number = strings->starts.len;
    string_add(strings, bytes, len);
    table->slots[at] = (Slot){(u32)(hash >> 32), *number + 1};
    table->count++;
    CHECK(table->count == strings->starts.len && table->count <= table->mask);
    return true;
}

/* ---- states ---- */

/* Reads the numbers of a state's parts. */
static void parts_of(const Store *store, u32 state, U32List *out)
{
    u64 len;
    const u8 *at = string_at(&store->records, state, &len), *end = at + len;
    vec_clear(out);
    while (at < end) {
        u32 part = 0;
        u32 shift = 0;
        for (; *at & 0x80; at++, shift += 7)
            part |= (u32)(*at & 0x7f) << shift;
        vec_push(out, part | (u32)*at++ << shift);
    }
}

enum { MOST_OF_NUMBER = 5 }; /* bytes */

/* Writes a number there; the end of it. */
static inline u8 *put_number(u8 *at, u32 number)
{
    for (; number >= 0x80; number >>= 7)
        *at++ = (u8)(number | 0x80);
    *at++ = (u8)number;
    return at;
}

/* The restored state is the one of that number. */
static void set_base(Store *store, u32 state)
{
    if (store->base != state + 1)
        parts_of(store, state, &store->base_parts);
    store->base = state + 1;
}

static bool put_exact(Store *store, const Snapshot *state, u32 base, u32 *id)
{
    if (store->count)
        set_base(store, base);
    vec_reserve(&store->ids, state->count);
    vec_reserve(&store->record, state->count * MOST_OF_NUMBER);
    store->ids.len = state->count;
    u8 *end = store->record.data;
    for (u32 i = 0; i < state->count; i++) {
        const StatePart *part = &state->parts[i];
        u32 number;
        CHECK(part->same <= store->base_parts.len);
        if (part->same)
            number = store->base_parts.data[part->same - 1];
        else if (table_put(store, &store->parts, &store->part_bytes, part->bytes, part->len,
                           &number) &&
                 store->portable)
            vec_push(&store->part_hashes, portable_hash(store->portable, part->bytes, part->len));
        store->ids.data[i] = number;
        end = put_number(end, number);
    }
    return table_put(store, &store->states, &store->records, store->record.data,
                     (u64)(end - store->record.data), id);
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

static u64 hash_of(Store *store, const Snapshot *state)
{
    u64 hash = 0;
    vec_clear(&store->last_hashes);
    for (u32 i = 0; i < state->count; i++) {
        const StatePart *part = &state->parts[i];
        CHECK(part->same <= store->base_hashes.len);
        u64 its = part->same ? store->base_hashes.data[part->same - 1]
                             : XXH3_64bits(part->bytes, part->len);
        vec_push(&store->last_hashes, its);
        hash = hash_pair(hash, its);
    }
    return hash + !hash;
}

const WordList *store_hashes(const Store *store)
{
    return &store->last_hashes;
}

void store_base(Store *store, const u64 *hashes, u32 count)
{
    vec_reserve(&store->base_hashes, count);
    if (count)
        memcpy(store->base_hashes.data, hashes, count * sizeof *hashes);
    store->base_hashes.len = count;
}

static bool put_compact(Store *store, u64 hash, u32 *id)
{
    if (!store->hashes || store->count * 4 >= (store->hash_mask + 1) * 3)
        grow_hashes(store);
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

bool store_put(Store *store, const Snapshot *state, u32 base, u32 *id)
{
    bool fresh = store->compact ? put_compact(store, hash_of(store, state), id)
                                : put_exact(store, state, base, id);
    CHECK(!fresh || *id == store->count);
    store->count += fresh;
    CHECK(*id < store->count);
    return fresh;
}

void store_hash_with(Store *store, Portable *portable)
{
    CHECK(!store->count && !store->compact);
    store->portable = portable;
}

StateHash store_hash(Store *store)
{
    vec_clear(&store->hashed);
    for (u32 i = 0; i < store->ids.len; i++)
        vec_push(&store->hashed, store->part_hashes.data[store->ids.data[i]]);
    XXH128_hash_t hash =
        XXH3_128bits(store->hashed.data, store->hashed.len * sizeof *store->hashed.data);
    return (StateHash){hash.low64, hash.high64};
}

const U32List *store_parts(Store *store, u32 id)
{
    parts_of(store, id, &store->ids);
    return &store->ids;
}

StatePart store_part(const Store *store, u32 number)
{
    u64 len;
    const u8 *bytes = string_at(&store->part_bytes, number, &len);
    return (StatePart){bytes, (u32)len, 0};
}

void store_get(Store *store, Snapshotter *snapshotter, u32 id, Buf *out)
{
    const U32List *parts = store_parts(store, id);
    vec_clear(&store->list);
    for (u32 i = 0; i < parts->len; i++)
        vec_push(&store->list, store_part(store, parts->data[i]));
    snapshot_join(snapshotter, store->list.data, store->list.len, out);
}

bool store_is_compact(const Store *store)
{
    return store->compact;
}

u64 store_count(const Store *store)
{
    return store->count;
}

u64 store_memory(const Store *store)
{
    return store->bytes + strings_memory(&store->part_bytes) + strings_memory(&store->records) +
           store->part_hashes.cap * sizeof *store->part_hashes.data;
}
