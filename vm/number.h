/* Arithmetic whose C form is undefined or differs from Go's on amd64. */
#ifndef VM_NUMBER_H
#define VM_NUMBER_H

#include <math.h>

#include "vm/mem.h"

/* v << n, v >> n signed and unsigned, for any n: what is shifted out is lost. */
static inline u64 num_shl(u64 v, u64 n)
{
    return n < 64 ? v << n : 0;
}

static inline u64 num_shr(u64 v, u64 n)
{
    return (u64)((i64)v >> (n < 64 ? n : 63));
}

static inline u64 num_shru(u64 v, u64 n)
{
    return n < 64 ? v >> n : 0;
}

/* b / c and b % c of signed numbers, c != 0. The most negative number divided by -1 wraps. */
static inline u64 num_div(u64 b, u64 c)
{
    return c == ~0ull ? 0 - b : (u64)((i64)b / (i64)c);
}

static inline u64 num_rem(u64 b, u64 c)
{
    return c == ~0ull ? 0 : (u64)((i64)b % (i64)c);
}

/* The number that, shifted right by k (0 < k < 63), gives b divided by 2^k, rounded to zero: -1 / 2
 * is 0. */
static inline u64 num_toward_zero(u64 b, u32 k)
{
    return b + ((u64)((i64)b >> 63) >> (64 - k));
}

/* Truncation; what does not fit gives the most negative number, as cvttsd2si does. */
static inline u64 num_float_to_int(double v)
{
    return v >= -0x1p63 && v < 0x1p63 ? (u64)(i64)v : 1ull << 63;
}

/* As gc does on amd64: the upper half is converted shifted down by 2^63. */
static inline u64 num_float_to_uint(double v)
{
    return v < 0x1p63 ? num_float_to_int(v) : num_float_to_int(v - 0x1p63) | 1ull << 63;
}

/* What the operation on b and c gives, if that is a NaN: as on amd64 the first of them that is one,
 * made quiet; else one whose sign is set. Of the operations below only amd64's own give that. */
static inline double num_nan(double b, double c)
{
    if (!isnan(b) && !isnan(c))
        return -NAN;
    double first = isnan(b) ? b : c;
    u64 bits;
    memcpy(&bits, &first, sizeof bits);
    bits |= 1ull << 51;
    memcpy(&first, &bits, sizeof bits);
    return first;
}

/* What C computes of b and c as amd64 gives it. */
static inline double num_float(double b, double c, double result)
{
#if defined(__x86_64__)
    (void)b, (void)c;
    return result;
#else
    return UNLIKELY(isnan(result)) ? num_nan(b, c) : result;
#endif
}

/* b + c and b * c; C lets the compiler exchange the operands. */
static inline double num_add(double b, double c)
{
#if defined(__x86_64__)
    __asm__("addsd %1, %0" : "+x"(b) : "xm"(c));
    return b;
#else
    return num_float(b, c, b + c);
#endif
}

static inline double num_mul(double b, double c)
{
#if defined(__x86_64__)
    __asm__("mulsd %1, %0" : "+x"(b) : "xm"(c));
    return b;
#else
    return num_float(b, c, b * c);
#endif
}

static inline double num_sub(double b, double c)
{
    return num_float(b, c, b - c);
}

static inline double num_quotient(double b, double c)
{
    return num_float(b, c, b / c);
}

static inline double num_sqrt(double b)
{
    return num_float(b, b, __builtin_sqrt(b));
}

/* Go's min and max: NaN if either is, and -0 is less than +0. */
static inline double num_min(double b, double c)
{
    if (isnan(b) || isnan(c))
        return NAN;
    if (b == c)
        return signbit(b) ? b : c;
    return b < c ? b : c;
}

static inline double num_max(double b, double c)
{
    if (isnan(b) || isnan(c))
        return NAN;
    if (b == c)
        return signbit(b) ? c : b;
    return b > c ? b : c;
}

#endif
