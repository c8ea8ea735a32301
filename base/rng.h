/* Seeded random numbers (splitmix64): the same seed gives the same sequence on every machine. */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include "base/common.h"

typedef struct Rng {
    u64 state;
} Rng;

/* The next number of the sequence, uniform over 64 bits. */
static inline u64 rng_next(Rng *rng)
{
    u64 z = rng->state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/* Uniform in [0, n), n > 0 (multiply-shift; the bias for n < 2^32 is below 2^-32). */
static inline u32 rng_below(Rng *rng, u32 n)
{
    u32 number = (u32)(((rng_next(rng) >> 32) * n) >> 32);
    CHECK(number < n || n == 0);
    return number;
}

#endif
