/* A hash map with 64-bit keys and values: open addressing with linear probing. A deleted slot is
 * marked, so that searches continue past it. */
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

enum { FREE, USED, DELETED };

/* Index of key, or -1. Terminates because grow() keeps a quarter of the slots free. */
static i64 find(const Map *map, u64 key)
{
    if (map->cap == 0)
        return -1;
    u32 mask = map->cap - 1;
    for (u32 i = (u32)hash_u64(key) & mask;; i = (i + 1) & mask) {
        if (map->state[i] == FREE)
            return -1;
        if (map->state[i] == USED && map->entries[i].key == key)
            return i;
    }
}

/* Inserts a key that is known to be absent into the first slot that is not in use. */
static u64 *insert(Map *map, u64 key)
{
    u32 mask = map->cap - 1;
    u32 i = (u32)hash_u64(key) & mask;
    while (map->state[i] == USED)
        i = (i + 1) & mask;
    if (map->state[i] == FREE)
        map->used++;
    map->state[i] = USED;
    map->count++;
    map->entries[i] = (MapEntry){key, 0};
    return &map->entries[i].value;
}

/* Rehashes into twice the capacity, or into the same one if it is mostly deleted slots. */
static void grow(Map *map)
{
    Map bigger = {0};
    bigger.cap = map->cap == 0 ? 8 : map->cap;
    if ((u64)map->count * 2 >= map->cap && map->cap != 0) {
        if (map->cap > UINT32_MAX / 2)
            BUG("a map exceeds 2^31 entries");
        bigger.cap = map->cap * 2;
    }
    bigger.entries = xmalloc(bigger.cap * sizeof *bigger.entries);
    bigger.state = xcalloc(bigger.cap, 1);
    for (u32 i = 0; i < map->cap; i++)
        if (map->state[i] == USED)
            *insert(&bigger, map->entries[i].key) = map->entries[i].value;
    map_free(map);
    *map = bigger;
}

u64 *map_get(const Map *map, u64 key)
{
    i64 i = find(map, key);
    return i < 0 ? NULL : &map->entries[i].value;
}

u64 *map_put(Map *map, u64 key)
{
    i64 i = find(map, key);
    if (i >= 0)
        return &map->entries[i].value;
    if (((u64)map->used + 1) * 4 > (u64)map->cap * 3)
        grow(map);
    return insert(map, key);
}

bool map_delete(Map *map, u64 key)
{
    i64 i = find(map, key);
    if (i < 0)
        return false;
    map->count--;
    map->state[i] = DELETED;
    u32 mask = map->cap - 1;
    if (map->state[(i + 1) & mask] != FREE)
        return true;
    /* The next slot is free, so no search continues past these deleted slots: they become free. A
     * map that loses as many keys as it gains stays sparse. */
    for (u32 k = (u32)i; map->state[k] == DELETED; k = (k - 1) & mask) {
        map->state[k] = FREE;
        map->used--;
    }
    return true;
}

MapEntry *map_next(const Map *map, u32 *cursor)
{
    while (*cursor < map->cap) {
        u32 i = (*cursor)++;
        if (map->state[i] == USED)
            return &map->entries[i];
    }
    return NULL;
}

void map_clear(Map *map)
{
    if (map->cap != 0)
        memset(map->state, FREE, map->cap);
    map->count = map->used = 0;
}

void map_free(Map *map)
{
    free(map->entries);
    free(map->state);
    *map = (Map){0};
}
