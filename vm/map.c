/* Maps: entries in insertion order, and a hash table of indices into them. Iteration follows the
 * entries, so its order is that of insertion on every machine; the chooser says where it starts. */
#include <string.h>

#include "vm/heap.h"
#include "vm/map.h"
#include "vm/string.h"

enum { FIRST_CAP = 8 };

struct GMapIter {
    GMap *map;
    u32 next;      /* entry to look at */
    u32 after_seq; /* sequence number of the entry last returned; finds the place again when the
                      entries moved */
    u32 start_seq; /* the iteration started with the first entry of at least this number ... */
    u32 end_seq;   /* and leaves out entries of at least this one, which are newer: a loop that adds
                      entries would never end */
    u64 *seen;     /* map->entries when `next` was valid */
    bool wrapped;  /* ... and goes on from the beginning up to it */
    u32 renumbered;
};

/* GMap.last of an empty map: no entry. */
static u64 nothing[3];

static KeyKind key_kind(const RType *key)
{
    if (key->kind == RK_STRING)
        return KEY_STRING;
    if (!(key->flags & RT_MEM_EQUAL) || key->flags & RT_BIG || !key->slots)
        return KEY_OTHER;
    return key->slots == 1 ? KEY_WORD : KEY_WORDS;
}

/* After billions of insertions the numbers run out. Iterations in progress then end early. */
static void renumber(GMap *map)
{
    map->next_seq = 1;
    map->renumbered++;
    for (u32 i = 0; i < map->used; i++) {
        u64 *entry = gmap_entry(map, i);
        entry[0] = (entry[0] & ~(u64)UINT32_MAX) | map->next_seq++;
    }
}

/* The fields of a map among themselves. */
static void check_fields(const GMap *map)
{
    CHECK(map->used <= map->cap && map->live <= map->used);
    CHECK(map->first <= map->used);
    CHECK((map->entries != NULL) == (map->cap != 0) && !map->entries == !map->index);
    CHECK(!map->cap || (map->mask & (map->mask + 1)) == 0);
    CHECK(!map->cap || (u64)map->cap * 4 <= ((u64)map->mask + 1) * 3);
    CHECK(map->stride == 1 + map->key_slots + map->value_slots);
    CHECK(map->next_seq > 0);
    CHECK(map->last == nothing ||
          (map->last >= map->entries && map->last < gmap_entry(map, map->used)));
}

/* Each entry has one place in the index, and it is found from its hash. */
static void check_entries(const GMap *map)
{
    u32 seq = 0;
    u64 live = 0;
    for (u32 i = 0; i < map->used; i++) {
        const u64 *entry = gmap_entry(map, i);
        u32 at = META_HASH(entry[0]) & map->mask;
        for (u32 probes = 0; map->index[at] != i + 1; at = (at + 1) & map->mask, probes++)
            CHECK(map->index[at] != FREE_SLOT && probes <= map->mask);
        if (!META_SEQ(entry[0]))
            continue;
        CHECK(META_SEQ(entry[0]) > seq && META_SEQ(entry[0]) < map->next_seq);
        seq = META_SEQ(entry[0]);
        live++;
    }
    CHECK(live == map->live);
}

static void set_capacity(VM *vm, GMap *map, u32 cap)
{
    CHECK(cap >= map->live && cap > 0);
    bool pointers = rtype_slots_point(map->type->key) || rtype_slots_point(map->type->elem);
    u64 *entries = heap_raw(vm, (u64)cap * map->stride * 8, pointers);
    u32 buckets = 2;
    while ((u64)buckets * 3 < (u64)cap * 4)
        buckets *= 2;
    u32 *index = heap_raw(vm, (u64)buckets * sizeof *index, false);
    memset(index, 0, (size_t)buckets * sizeof *index);
    u32 used = 0;
    for (u32 i = 0; i < map->used; i++) { /* without the deleted entries */
        const u64 *entry = gmap_entry(map, i);
        if (!META_SEQ(entry[0]))
            continue;
        memcpy(entries + (u64)used * map->stride, entry, map->stride * 8ull);
        u32 at = META_HASH(entry[0]) & (buckets - 1);
        while (index[at] != FREE_SLOT)
            at = (at + 1) & (buckets - 1);
        index[at] = ++used;
    }
    map->entries = entries;
    map->index = index;
    map->mask = buckets - 1;
    map->used = used;
    map->cap = cap;
    map->first = 0;
    map->last = nothing;
    if (UNLIKELY(map->next_seq > UINT32_MAX - cap))
        renumber(map);
    if (CHECKING) {
        check_fields(map);
        check_entries(map);
    }
}

GMap *gmap_new(VM *vm, G *g, RType *type, i64 hint)
{
    GMap *map = heap_object(vm, g, sizeof *map, true);
    bool moves =
        vm->stepping.pause && type->key->flags & RT_POINTERS; /* objects, and keys with them */
    map->type = type;
    map->key_slots = type->key->slots;
    map->value_slots = type->elem->slots;
    map->stride = 1 + map->key_slots + map->value_slots;
    map->key_kind = (u8)(moves ? KEY_OTHER : key_kind(type->key));
    map->plain = map->key_kind == KEY_WORD && map->value_slots == 1;
    map->next_seq = 1;
    map->last = nothing;
    if (hint > 0)
        set_capacity(vm, map, hint < (1 << 26) ? (u32)hint : 1 << 26);
    return map;
}

u64 gmap_len(const GMap *map)
{
    return map ? map->live : 0;
}

static u64 load_few(const u8 *p, u64 n) /* n < 8 */
{
    if (n >= 4)
        return mem_load_u32(p) | (u64)mem_load_u32(p + n - 4) << 32;
    return n ? p[0] | (u64)p[n / 2] << 8 | (u64)p[n - 1] << 16 : 0;
}

static u64 mix(u64 a, u64 b)
{
    unsigned __int128 product = (unsigned __int128)(a ^ 0x9e3779b97f4a7c15ULL) * (b ^ HASH_FACTOR);
    return (u64)product ^ (u64)(product >> 64);
}

/* The last words overlap those before them, and nothing after the text is read. */
static u64 hash_text(const u8 *p, u64 n)
{
    u64 hash = n;
    if (n < 8)
        return mix(load_few(p, n), n);
    if (n <= 16)
        return mix(hash ^ mem_load_u64(p), mem_load_u64(p + n - 8) ^ n << 32);
    const u8 *last = p + n - 16;
    for (; p < last; p += 16)
        hash = mix(hash ^ mem_load_u64(p), mem_load_u64(p + 8));
    return mix(hash ^ mem_load_u64(last), mem_load_u64(last + 8));
}

static u64 hash_words(const u64 *key, u32 n)
{
    u64 hash = n;
    for (u32 i = 0; i < n; i++)
        hash = mix(hash, key[i]);
    return hash;
}

static u32 hash_key(VM *vm, G *g, const GMap *map, const u64 *key, bool *panicked)
{
    switch ((KeyKind)map->key_kind) {
    case KEY_WORD: return gmap_hash_word(key[0]);
    case KEY_WORDS: return (u32)hash_words(key, map->key_slots);
    case KEY_STRING: return (u32)hash_text((const u8 *)key[0], key[1]);
    default: return (u32)value_hash(vm, g, key, map->type->key, panicked);
    }
}

static bool same_key(VM *vm, G *g, const GMap *map, const u64 *a, const u64 *b, bool *panicked)
{
    switch ((KeyKind)map->key_kind) {
    case KEY_STRING: return string_equal(a, b);
    case KEY_OTHER: return value_equal(vm, g, a, b, map->type->key, panicked);
    default: return !memcmp(a, b, map->key_slots * sizeof *a);
    }
}

/* The entry with the key, or NULL. */
static u64 *find(VM *vm, G *g, GMap *map, const u64 *key, u32 hash, bool *panicked)
{
    if (map->key_kind == KEY_WORD)
        return gmap_find_word(map, key[0]);
    for (u32 at = hash & map->mask;; at = (at + 1) & map->mask) {
        u32 number = map->index[at];
        if (number == FREE_SLOT)
            return NULL;
        u64 *entry = gmap_entry(map, number - 1);
        if (META_SEQ(entry[0]) && META_HASH(entry[0]) == hash &&
            same_key(vm, g, map, entry + 1, key, panicked))
            return map->last = entry;
        if (UNLIKELY(*panicked))
            return NULL;
    }
}

/* The entry that the operation before found, if it has the key: m[k] = f(m[k]) looks it up once. A
 * string is the same if it is the same memory. */
static u64 *found_before(const GMap *map, const u64 *key)
{
    u64 *entry = map->last;
    if (map->key_kind == KEY_OTHER || entry[1] != key[0] || !META_SEQ(entry[0]))
        return NULL;
    for (u32 i = 1; i < map->key_slots; i++)
        if (entry[1 + i] != key[i])
            return NULL;
    return entry;
}

u64 *gmap_get(VM *vm, G *g, GMap *map, const u64 *key, bool *panicked)
{
    *panicked = false;
    if (!map || !map->entries) {
        /* The key must be hashable even if nothing is there to compare it with. */
        if (map && map->key_kind == KEY_OTHER)
            value_hash(vm, g, key, map->type->key, panicked);
        return NULL;
    }
    u64 *entry = found_before(map, key);
    if (!entry) {
        u32 hash = hash_key(vm, g, map, key, panicked);
        entry = *panicked ? NULL : find(vm, g, map, key, hash, panicked);
        if (!entry)
            return NULL;
    }
    return entry + 1 + map->key_slots;
}

static void make_room(VM *vm, GMap *map)
{
    if (map->used < map->cap)
        return;
    if (!map->cap)
        set_capacity(vm, map, FIRST_CAP);
    else if (map->live * 4 < (u64)map->cap * 3) /* compacts when a quarter is deleted */
        set_capacity(vm, map, map->cap);
    else
        set_capacity(vm, map, map->cap * 2);
}

static u64 *add_entry(VM *vm, GMap *map, const u64 *key, u32 hash)
{
    make_room(vm, map);
    u64 *entry = gmap_entry(map, map->used);
    entry[0] = (u64)hash << 32 | map->next_seq++;
    memcpy(entry + 1, key, map->key_slots * 8ull);
    u32 at = hash & map->mask;
    while (map->index[at] != FREE_SLOT)
        at = (at + 1) & map->mask;
    map->last = entry;
    map->index[at] = ++map->used;
    map->live++;
    if (CHECKING)
        check_fields(map);
    return entry;
}

u64 *gmap_put(VM *vm, G *g, GMap *map, const u64 *key, bool *panicked)
{
    *panicked = false;
    u64 *entry = map->entries ? found_before(map, key) : NULL;
    if (!entry) {
        u32 hash = hash_key(vm, g, map, key, panicked);
        entry = map->entries && !*panicked ? find(vm, g, map, key, hash, panicked) : NULL;
        if (*panicked)
            return NULL;
        if (!entry)
            entry = add_entry(vm, map, key, hash);
        else if (map->key_kind == KEY_OTHER) /* +0 and -0 are one key; Go keeps the latest form */
            memcpy(entry + 1, key, map->key_slots * 8ull);
    }
    return entry + 1 + map->key_slots;
}

void gmap_delete(VM *vm, G *g, GMap *map, const u64 *key, bool *panicked)
{
    *panicked = false;
    if (!map || !map->entries) {
        if (map && map->key_kind == KEY_OTHER)
            value_hash(vm, g, key, map->type->key, panicked);
        return;
    }
    u32 hash = hash_key(vm, g, map, key, panicked);
    u64 *entry = *panicked ? NULL : find(vm, g, map, key, hash, panicked);
    if (!entry)
        return;
    /* The index keeps pointing here: probing continues past deleted entries. */
    CHECK(META_HASH(entry[0]) == hash && META_SEQ(entry[0]) && map->live > 0);
    memset(entry, 0, map->stride * 8ull);
    entry[0] = (u64)hash << 32;
    map->live--;
    if (CHECKING)
        check_fields(map);
}

void gmap_clear(VM *vm, GMap *map)
{
    (void)vm;
    if (!map)
        return;
    map->live = 0;
    map->used = map->cap = map->first = 0;
    map->entries = NULL;
    map->index = NULL;
    map->last = nothing;
}

/* First entry whose sequence number is at least seq. */
static u32 entry_from(const GMap *map, u32 seq)
{
    u32 lo = 0, hi = map->used;
    while (lo < hi) {
        u32 mid = (lo + hi) / 2, probe = mid;
        while (probe < hi && !META_SEQ(gmap_entry(map, probe)[0]))
            probe++; /* deleted entries have lost their number */
        if (probe < hi && META_SEQ(gmap_entry(map, probe)[0]) < seq)
            lo = probe + 1;
        else
            hi = mid;
    }
    return lo;
}

GMapIter *gmap_iter_plain(VM *vm, GMap *map)
{
    GMapIter *iter = heap_raw(vm, sizeof *iter, true);
    iter->map = map;
    iter->wrapped = true;
    iter->start_seq = UINT32_MAX;
    if (!map)
        return iter;
    iter->start_seq = iter->end_seq = map->next_seq;
    iter->seen = map->entries;
    iter->renumbered = map->renumbered;
    while (map->first < map->used && !META_SEQ(gmap_entry(map, map->first)[0]))
        map->first++;
    iter->next = map->first;
    return iter;
}

GMapIter *gmap_iter(VM *vm, GMap *map)
{
    GMapIter *iter = gmap_iter_plain(vm, map);
    if (!map || map->live < 2 || vm->chooser->fifo)
        return iter;
    Choice choice = {.kind = CHOOSE_MAP_ORDER, .options = (u32)map->live};
    u32 skip = chooser_pick(vm->chooser, &choice);
    if (!skip)
        return iter;
    u32 at = 0;
    for (;; at++)
        if (META_SEQ(gmap_entry(map, at)[0]) && skip-- == 0)
            break;
    CHECK(at < map->used);
    iter->next = at;
    iter->start_seq = META_SEQ(gmap_entry(map, at)[0]);
    iter->after_seq = iter->start_seq - 1;
    iter->wrapped = false;
    return iter;
}

bool gmap_next(VM *vm, GMapIter *iter, const u64 **key, u64 **value)
{
    (void)vm;
    GMap *map = iter->map;
    if (!map)
        return false;
    for (;;) {
        if (UNLIKELY(iter->renumbered != map->renumbered))
            return false;
        if (iter->seen != map->entries) { /* moved since: find the place by number */
            iter->seen = map->entries;
            iter->next = entry_from(map, iter->after_seq + 1);
        }
        while (iter->next < map->used) {
            u64 *entry = gmap_entry(map, iter->next);
            u32 seq = META_SEQ(entry[0]);
            if (seq >= (iter->wrapped ? iter->start_seq : iter->end_seq))
                break;
            iter->next++;
            if (!seq)
                continue;
            CHECK(seq > iter->after_seq && seq < map->next_seq);
            iter->after_seq = seq;
            *key = entry + 1;
            *value = entry + 1 + map->key_slots;
            return true;
        }
        if (iter->wrapped)
            return false;
        iter->wrapped = true;
        iter->next = 0;
        iter->after_seq = 0;
    }
}
