/* Sets of small numbers, of a size that its user knows, as 64-bit words. */
#ifndef ANALYSIS_BITS_H
#define ANALYSIS_BITS_H

#include "base/common.h"

/* Words of a set of n numbers, at least one. */
static inline u32 bits_words(u32 n)
{
    return n / 64 + 1;
}
static inline bool bit_has(const u64 *set, u32 i)
{
    return set[i / 64] >> (i % 64) & 1;
}
static inline void bit_add(u64 *set, u32 i)
{
    set[i / 64] |= 1ull << (i % 64);
}
/* to = to union from; true if that changed it. */
static inline bool bits_or(u64 *to, const u64 *from, u32 words)
{
    u64 grown = 0;
    for (u32 i = 0; i < words; i++) {
        grown |= from[i] & ~to[i];
        to[i] |= from[i];
    }
    return grown != 0;
}
/* to = to intersected with from; true if that changed it. */
static inline bool bits_and(u64 *to, const u64 *from, u32 words)
{
    u64 lost = 0;
    for (u32 i = 0; i < words; i++) {
        lost |= to[i] & ~from[i];
        to[i] &= from[i];
    }
    return lost != 0;
}

#endif
