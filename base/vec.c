/* The functions that the macros of vec.h call to grow a vector. */
#include "base/vec.h"

/* Doubles, so that pushing n elements copies O(n) of them in total. */
static u32 next_cap(u32 cap, u32 need, u32 first)
{
    u64 want = cap < first ? first : (u64)cap * 2;
    if (want < need)
        want = need;
    return want > UINT32_MAX ? UINT32_MAX : (u32)want;
}

void *vec_grow(void *data, u32 *cap, u32 need, size_t size)
{
    if (need == 0) /* len + 1 wrapped around */
        BUG("a vector exceeds 2^32 elements");
    *cap = next_cap(*cap, need, 8);
    return xrealloc(data, (size_t)*cap * size);
}

void *avec_grow(Arena *arena, void *data, u32 *cap, u32 len, u32 need, size_t size)
{
    if (need == 0)
        BUG("a vector exceeds 2^32 elements");
    /* Most lists of a syntax tree have one element, so a list in an arena starts with room for
     * one. */
    u32 old = *cap;
    *cap = next_cap(old, need, 1);
    if (arena_extend(arena, data, (size_t)old * size, (size_t)*cap * size))
        return data;
    void *moved = arena_alloc(arena, (size_t)*cap * size);
    if (len > 0)
        memcpy(moved, data, (size_t)len * size);
    return moved;
}
