/* Hash map from a 64-bit key (a number or a pointer) to a 64-bit value; open addressing. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/common.h"

typedef struct MapEntry {
    u64 key, value;
} MapEntry;

/* Zero-initialised means empty. */
typedef struct Map {
    MapEntry *entries;
    u8 *state; /* 0 free, 1 used, 2 deleted */
    u32 count, used, cap;
} Map;

/* Address of the value of key, or NULL. Valid until the next put or delete. */
u64 *map_get(const Map *map, u64 key);
/* Address of the value of key, inserted as 0 if it was absent. Valid until the next put or
 * delete. */
u64 *map_put(Map *map, u64 key);
/* Removes the key; returns whether it was present. */
bool map_delete(Map *map, u64 key);
/* Next entry after *cursor (start at 0), or NULL at the end. The order is unspecified but
 * deterministic for the same sequence of operations. Deleting the current entry is allowed. */
MapEntry *map_next(const Map *map, u32 *cursor);
/* map_clear removes all entries and keeps the memory; map_free frees it, leaving an empty map. */
void map_clear(Map *map);
void map_free(Map *map);

/* A well-mixed hash of x (the finalizer of MurmurHash3): neighbouring keys get unrelated hashes. */
static inline u64 hash_u64(u64 x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ (x >> 33);
}

/* A well-mixed hash of two numbers in this order. */
static inline u64 hash_pair(u64 a, u64 b)
{
    return hash_u64(a * 0x9e3779b97f4a7c15ULL ^ b);
}

#endif
