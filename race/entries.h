/* Arrays of segments, by goroutine, compared and joined several entries at once: the leaves of
 * clocks and small happens-before sets. */
#ifndef RACE_ENTRIES_H
#define RACE_ENTRIES_H

#include <string.h>

#include "base/common.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

/* Segments have 31 bits, so that they compare as signed numbers: x86-64 has no unsigned comparison
 * of vectors. */
enum { LANES = 4 };
typedef i32 Lanes __attribute__((vector_size(LANES * 4), aligned(4), may_alias));

/* Which of two arrays has an entry that is newer than the other's: two flags. */
typedef enum Newer { NEWER_NONE = 0, NEWER_IN_A = 1, NEWER_IN_B = 2 } Newer;

static inline bool lanes_any(const Lanes *of)
{
    u64 parts[LANES / 2];
    memcpy(parts, of, sizeof parts);
    return parts[0] | parts[1];
}

/* `count`, a multiple of LANES, is a constant wherever these are put in line. */
static inline __attribute__((always_inline)) Newer entries_newer(const u32 *a, const u32 *b,
                                                                 u32 count)
{
    Lanes in_a = {0}, in_b = {0};
#pragma GCC unroll 4
    for (u32 i = 0; i < count; i += LANES) {
        Lanes x = *(const Lanes *)(a + i), y = *(const Lanes *)(b + i);
        in_a |= x > y;
        in_b |= y > x;
    }
    return (lanes_any(&in_a) ? NEWER_IN_A : 0) | (lanes_any(&in_b) ? NEWER_IN_B : 0);
}

/* The newer of each two entries, in `to`, which may be one of the two. */
static inline __attribute__((always_inline)) void entries_join(u32 *to, const u32 *a, const u32 *b,
                                                               u32 count)
{
#pragma GCC unroll 4
    for (u32 i = 0; i < count; i += LANES) {
        Lanes x = *(const Lanes *)(a + i), y = *(const Lanes *)(b + i);
        Lanes newer = y > x;
        *(Lanes *)(to + i) = (newer & y) | (~newer & x);
    }
}

/* The same of twice as many at once. Call them only where entries_wide(). */
#ifdef __x86_64__
static inline bool entries_wide(void)
{
    return __builtin_cpu_supports("avx2");
}

__attribute__((target("avx2"))) static inline Newer entries_newer_wide(const u32 *a, const u32 *b,
                                                                       u32 count)
{
    __m256i in_a = _mm256_setzero_si256(), in_b = in_a;
#pragma GCC unroll 8
    for (u32 i = 0; i < count; i += 2 * LANES) {
        __m256i x = _mm256_loadu_si256((const __m256i *)(a + i));
        __m256i y = _mm256_loadu_si256((const __m256i *)(b + i));
        in_a = _mm256_or_si256(in_a, _mm256_cmpgt_epi32(x, y));
        in_b = _mm256_or_si256(in_b, _mm256_cmpgt_epi32(y, x));
    }
    return (_mm256_testz_si256(in_a, in_a) ? 0 : NEWER_IN_A) |
           (_mm256_testz_si256(in_b, in_b) ? 0 : NEWER_IN_B);
}

__attribute__((target("avx2"))) static inline void entries_join_wide(u32 *to, const u32 *a,
                                                                     const u32 *b, u32 count)
{
#pragma GCC unroll 8
    for (u32 i = 0; i < count; i += 2 * LANES) {
        __m256i x = _mm256_loadu_si256((const __m256i *)(a + i));
        __m256i y = _mm256_loadu_si256((const __m256i *)(b + i));
        _mm256_storeu_si256((__m256i *)(to + i), _mm256_max_epi32(x, y));
    }
}
#else
static inline bool entries_wide(void)
{
    return false;
}

static inline Newer entries_newer_wide(const u32 *a, const u32 *b, u32 count)
{
    return entries_newer(a, b, count);
}

static inline void entries_join_wide(u32 *to, const u32 *a, const u32 *b, u32 count)
{
    entries_join(to, a, b, count);
}
#endif

#endif
