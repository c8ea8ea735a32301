/* The set of states that have been visited. Each different part (vm/snapshot.h) is stored once, as
 * is each group of several parts, and a state is the list of the numbers of its groups. A state and
 * its successors have most parts in common. */
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

/* A state by numbers. That of a group of one part is twice that of the part, that of a list of
 * parts twice that of the list, + 1. */
typedef struct Numbers {
    U32List groups, starts; /* and where in `parts` each begins */
    U32List parts;
} Numbers;

struct Store {
    bool compact;
    Table parts, lists, states;
    Strings part_bytes;
    /* Numbers, 7 bits a byte, the lowest first: of the parts of a list, of the groups of a state.
     */
    Strings list_parts, records;
    Portable *portable;         /* NULL: there are no hashes of parts, */
    VEC(StateHash) part_hashes; /* by number */
    VEC(StateHash) hashed;      /* scratch: of the parts of a state */
    u64 *hashes;                /* compact: a table with open addressing, 0 for a free slot */
    u32 *numbers;               /* compact: numbers of the states with these hashes */
    u64 hash_mask, count;
    WordList base_hashes, last_hashes; /* compact: of the parts of these states */
    Numbers base, put;                 /* of the base, and of the state that was put last: */
    u32 base_id, put_id;               /* their numbers, + 1; 0: others are there */
    VEC(u8) record;                    /* scratch */
    VEC(StatePart) list;               /* scratch */
    u64 bytes;                         /* of the tables */
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

static void numbers_free(Numbers *numbers)
{
    vec_free(&numbers->groups);
    vec_free(&numbers->starts);
    vec_free(&numbers->parts);
}

void store_free(Store *store)
{
    strings_free(&store->part_bytes);
    strings_free(&store->list_parts);
    strings_free(&store->records);
    free(store->parts.slots);
    free(store->lists.slots);
    free(store->states.slots);
    free(store->hashes);
    free(store->numbers);
    numbers_free(&store->base);
    numbers_free(&store->put);
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

/* ---- numbers ---- */

enum { MOST_OF_NUMBER = 5 }; /* bytes */

/* Writes a number there; the end of it. */
static inline u8 *put_number(u8 *at, u32 number)
{
    for (; number >= 0x80; number >>= 7)
        *at++ = (u8)(number | 0x80);
    *at++ = (u8)number;
    return at;
}

/* The numbers as bytes, in store->record; how many bytes. */
static u64 encode(Store *store, const u32 *numbers, u32 count)
{
    vec_reserve(&store->record, count * MOST_OF_NUMBER);
    u8 *end = store->record.data;
    for (u32 i = 0; i < count; i++)
        end = put_number(end, numbers[i]);
    return (u64)(end - store->record.data);
}

/* Appends what encode has made of numbers. */
static void decode(const Strings *strings, u32 i, U32List *out)
{
    u64 len;
    const u8 *at = string_at(strings, i, &len), *end = at + len;
    while (at < end) {
        u32 number = 0;
        u32 shift = 0;
        for (; *at & 0x80; at++, shift += 7)
            number |= (u32)(*at & 0x7f) << shift;
        vec_push(out, number | (u32)*at++ << shift);
    }
}

/* ---- states ---- */

static void numbers_clear(Numbers *numbers)
{
    vec_clear(&numbers->groups);
    vec_clear(&numbers->starts);
    vec_clear(&numbers->parts);
}

static void numbers_of(const Store *store, u32 state, Numbers *out)
{
    numbers_clear(out);
    decode(&store->records, state, &out->groups);
    for (u32 i = 0; i < out->groups.len; i++) {
        u32 group = out->groups.data[i];
        vec_push(&out->starts, out->parts.len);
        if (group & 1)
            decode(&store->list_parts, group >> 1, &out->parts);
        else
            vec_push(&out->parts, group >> 1);
    }
}

/* store->base is the state of that number. */
static void set_base(Store *store, u32 state)
{
    if (store->base_id == state + 1)
        return;
    if (store->put_id == state + 1) { /* the search goes on from there */
        Numbers put = store->put;
        store->put = store->base;
        store->base = put;
        store->put_id = 0;
    } else
        numbers_of(store, state, &store->base);
    store->base_id = state + 1;
}

static u32 part_number(Store *store, const StatePart *part)
{
    u32 number;
    CHECK(part->same <= store->base.parts.len);
    if (part->same)
        return store->base.parts.data[part->same - 1];
    if (table_put(store, &store->parts, &store->part_bytes, part->bytes, part->len, &number) &&
        store->portable)
        vec_push(&store->part_hashes, portable_hash(store->portable, part->bytes, part->len));
    return number;
}

/* Puts the group of these parts, whose numbers are added to those of the state; its number. */
static u32 put_group(Store *store, const StatePart *parts, u32 count)
{
    u32 from = store->put.parts.len, number;
    for (u32 i = 0; i < count; i++)
        vec_push(&store->put.parts, part_number(store, &parts[i]));
    if (count == 1)
        return store->put.parts.data[from] << 1;
    u64 len = encode(store, vec_from(&store->put.parts, from), count);
    table_put(store, &store->lists, &store->list_parts, store->record.data, len, &number);
    return number << 1 | 1;
}

static bool put_exact(Store *store, const Snapshot *state, u32 base, u32 *id)
{
    Numbers *put = &store->put;
    if (store->count)
        set_base(store, base);
    numbers_clear(put);
    for (u32 i = 0; i < state->group_count; i++) {
        u32 from = state->groups[i],
            end = i + 1 < state->group_count ? state->groups[i + 1] : state->count;
        vec_push(&put->starts, from);
        vec_push(&put->groups, put_group(store, state->parts + from, end - from));
    }
    CHECK(put->parts.len == state->count);
    u64 len = encode(store, put->groups.data, put->groups.len);
    bool fresh = table_put(store, &store->states, &store->records, store->record.data, len, id);
    store->put_id = *id + 1;
    return fresh;
}

bool store_put_groups(Store *store, const U32List *groups, u32 *id)
{
    u64 len = encode(store, groups->data, groups->len);
    bool fresh = table_put(store, &store->states, &store->records, store->record.data, len, id);
    if (!fresh)
        return false;
    numbers_of(store, *id, &store->put);
    store->put_id = *id + 1;
    CHECK(*id == store->count);
    store->count++;
    return true;
}

const U32List *store_last_groups(const Store *store)
{
    return &store->put.groups;
}

const U32List *store_groups(Store *store, u32 id)
{
    set_base(store, id);
    return &store->base.groups;
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
    for (u32 i = 0; i < store->put.parts.len; i++)
        vec_push(&store->hashed, store->part_hashes.data[store->put.parts.data[i]]);
    XXH128_hash_t hash =
        XXH3_128bits(store->hashed.data, store->hashed.len * sizeof *store->hashed.data);
    return (StateHash){hash.low64, hash.high64};
}

StateNumbers store_parts(Store *store, u32 id)
{
    numbers_of(store, id, &store->put);
    store->put_id = 0;
    return (StateNumbers){&store->put.parts, &store->put.starts};
}

StatePart store_part(const Store *store, u32 number)
{
    u64 len;
    const u8 *bytes = string_at(&store->part_bytes, number, &len);
    return (StatePart){bytes, (u32)len, 0};
}

void store_get(Store *store, Snapshotter *snapshotter, u32 id, Buf *out)
{
    const U32List *parts = store_parts(store, id).parts;
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
    return store->bytes + strings_memory(&store->part_bytes) + strings_memory(&store->list_parts) +
           strings_memory(&store->records) +
           store->part_hashes.cap * sizeof *store->part_hashes.data;
}
