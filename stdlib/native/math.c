/* Natives of math, math/bits, math/rand and sort: the C library's functions, and bit operations. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "stdlib/native/elementary.h"
#include "stdlib/native/native.h"
#include "vm/number.h"

#define FLOAT_1(name, function) \
    NATIVE(name) \
    { \
        args[0] = float_slot(function(slot_float(args[0]))); \
        return NATIVE_DONE; \
    }
/* The C library reads decimal numbers exactly. */
NATIVE(math_pow10)
{
    char text[32];
    i64 n = (i64)args[0];
    snprintf(text, sizeof text, "1e%lld", n < -400 ? -400 : n > 400 ? 400LL : (long long)n);
    args[0] = float_slot(strtod(text, NULL));
    return NATIVE_DONE;
}
#define FLOAT_2(name, function) \
    NATIVE(name) \
    { \
        args[0] = float_slot(function(slot_float(args[0]), slot_float(args[1]))); \
        return NATIVE_DONE; \
    }

FLOAT_1(math_abs, fabs)
FLOAT_1(math_acos, elem_acos)
FLOAT_1(math_acosh, acosh)
FLOAT_1(math_asin, elem_asin)
FLOAT_1(math_asinh, asinh)
FLOAT_1(math_atan, elem_atan)
FLOAT_2(math_atan2, elem_atan2)
FLOAT_1(math_atanh, atanh)
FLOAT_1(math_cbrt, elem_cbrt)
FLOAT_1(math_ceil, ceil)
FLOAT_2(math_copysign, copysign)
FLOAT_1(math_cos, elem_cos)
FLOAT_1(math_cosh, elem_cosh)
FLOAT_1(math_erf, erf)
FLOAT_1(math_erfc, erfc)
FLOAT_1(math_exp, elem_exp)
FLOAT_1(math_exp2, elem_exp2)
FLOAT_1(math_expm1, expm1)
FLOAT_1(math_floor, floor)
FLOAT_1(math_gamma, tgamma)
FLOAT_2(math_hypot, elem_hypot)
FLOAT_1(math_j0, j0)
FLOAT_1(math_j1, j1)
FLOAT_1(math_log, elem_log)
FLOAT_1(math_log1p, log1p)
FLOAT_2(math_mod, fmod)
FLOAT_2(math_nextafter, nextafter)
FLOAT_2(math_pow, elem_pow)
FLOAT_2(math_remainder, remainder)
FLOAT_1(math_round, round)
FLOAT_1(math_round_to_even, rint)
FLOAT_1(math_sin, elem_sin)
FLOAT_1(math_sinh, elem_sinh)
FLOAT_1(math_sqrt, num_sqrt)
FLOAT_1(math_tan, elem_tan)
FLOAT_1(math_tanh, elem_tanh)
FLOAT_1(math_trunc, trunc)
FLOAT_1(math_y0, y0)
FLOAT_1(math_y1, y1)

/* An int as a C int, saturated. */
static int small_int(u64 slot)
{
    i64 n = (i64)slot;
    return n > INT32_MAX ? INT32_MAX : n < INT32_MIN ? INT32_MIN : (int)n;
}

/* Of 0 it is never -0. */
NATIVE(math_jn)
{
    args[0] = float_slot(jn(small_int(args[0]), slot_float(args[1])) + 0.0);
    return NATIVE_DONE;
}

NATIVE(math_yn)
{
    args[0] = float_slot(yn(small_int(args[0]), slot_float(args[1])));
    return NATIVE_DONE;
}

NATIVE(math_ldexp)
{
    args[0] = float_slot(ldexp(slot_float(args[0]), small_int(args[1])));
    return NATIVE_DONE;
}

NATIVE(math_frexp)
{
    int exp;
    args[0] = float_slot(frexp(slot_float(args[0]), &exp));
    args[1] = (u64)(i64)exp;
    return NATIVE_DONE;
}

NATIVE(math_lgamma)
{
    int sign = 1;
    args[0] = float_slot(lgamma_r(slot_float(args[0]), &sign));
    args[1] = (u64)(i64)(sign < 0 ? -1 : 1);
    return NATIVE_DONE;
}

NATIVE(math_fma)
{
    args[0] = float_slot(fma(slot_float(args[0]), slot_float(args[1]), slot_float(args[2])));
    return NATIVE_DONE;
}

NATIVE(math_nextafter32)
{
    float next = nextafterf((float)slot_float(args[0]), (float)slot_float(args[1]));
    args[0] = float_slot(next);
    return NATIVE_DONE;
}

/* float64 and uint64 are the same slot. */
NATIVE(math_same_bits)
{
    return NATIVE_DONE;
}

NATIVE(math_float32bits)
{
    args[0] = slot_float32(args[0]);
    return NATIVE_DONE;
}

NATIVE(math_float32frombits)
{
    args[0] = float32_slot((u32)args[0]);
    return NATIVE_DONE;
}

const NativeDef natives_math[] = {
    ROW("math.Float64bits", math_same_bits, NONE),
    ROW("math.Float64frombits", math_same_bits, NONE),
    ROW("math.Float32bits", math_float32bits, NONE),
    ROW("math.Float32frombits", math_float32frombits, NONE),
    ROW("math.Abs", math_abs, NONE),
    ROW("math.Acos", math_acos, NONE),
    ROW("math.Acosh", math_acosh, NONE),
    ROW("math.Asin", math_asin, NONE),
    ROW("math.Asinh", math_asinh, NONE),
    ROW("math.Atan", math_atan, NONE),
    ROW("math.Atan2", math_atan2, NONE),
    ROW("math.Atanh", math_atanh, NONE),
    ROW("math.Cbrt", math_cbrt, NONE),
    ROW("math.Ceil", math_ceil, NONE),
    ROW("math.Copysign", math_copysign, NONE),
    ROW("math.Cos", math_cos, NONE),
    ROW("math.Cosh", math_cosh, NONE),
    ROW("math.Erf", math_erf, NONE),
    ROW("math.Erfc", math_erfc, NONE),
    ROW("math.Exp", math_exp, NONE),
    ROW("math.Exp2", math_exp2, NONE),
    ROW("math.Expm1", math_expm1, NONE),
    ROW("math.Floor", math_floor, NONE),
    ROW("math.FMA", math_fma, NONE),
    ROW("math.frexp", math_frexp, NONE),
    ROW("math.Gamma", math_gamma, NONE),
    ROW("math.Hypot", math_hypot, NONE),
    ROW("math.J0", math_j0, NONE),
    ROW("math.J1", math_j1, NONE),
    ROW("math.Jn", math_jn, NONE),
    ROW("math.Ldexp", math_ldexp, NONE),
    ROW("math.lgamma", math_lgamma, NONE),
    ROW("math.Log", math_log, NONE),
    ROW("math.Log1p", math_log1p, NONE),
    ROW("math.Mod", math_mod, NONE),
    ROW("math.nextafter", math_nextafter, NONE),
    ROW("math.nextafter32", math_nextafter32, NONE),
    ROW("math.Pow", math_pow, NONE),
    ROW("math.Pow10", math_pow10, NONE),
    ROW("math.Remainder", math_remainder, NONE),
    ROW("math.Round", math_round, NONE),
    ROW("math.RoundToEven", math_round_to_even, NONE),
    ROW("math.Sin", math_sin, NONE),
    ROW("math.Sinh", math_sinh, NONE),
    ROW("math.Sqrt", math_sqrt, NONE),
    ROW("math.Tan", math_tan, NONE),
    ROW("math.Tanh", math_tanh, NONE),
    ROW("math.Trunc", math_trunc, NONE),
    ROW("math.Y0", math_y0, NONE),
    ROW("math.Y1", math_y1, NONE),
    ROW("math.Yn", math_yn, NONE),
    ROW_END,
};

/* ---- math/bits ---- */

NATIVE(bits_len)
{
    args[0] = args[0] == 0 ? 0 : 64 - (u64)__builtin_clzll(args[0]);
    return NATIVE_DONE;
}

NATIVE(bits_trailing_zeros)
{
    args[0] = args[0] == 0 ? 64 : (u64)__builtin_ctzll(args[0]);
    return NATIVE_DONE;
}

NATIVE(bits_ones_count)
{
    args[0] = (u64)__builtin_popcountll(args[0]);
    return NATIVE_DONE;
}

NATIVE(bits_reverse_bytes)
{
    args[0] = __builtin_bswap64(args[0]);
    return NATIVE_DONE;
}

NATIVE(bits_reverse)
{
    u64 x = args[0];
    x = (x >> 1 & 0x5555555555555555ULL) | (x & 0x5555555555555555ULL) << 1;
    x = (x >> 2 & 0x3333333333333333ULL) | (x & 0x3333333333333333ULL) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (x & 0x0f0f0f0f0f0f0f0fULL) << 4;
    args[0] = __builtin_bswap64(x);
    return NATIVE_DONE;
}

NATIVE(bits_mul)
{
    unsigned __int128 product = (unsigned __int128)args[0] * args[1];
    args[0] = (u64)(product >> 64);
    args[1] = (u64)product;
    return NATIVE_DONE;
}

NATIVE(bits_div)
{
    unsigned __int128 dividend = (unsigned __int128)args[0] << 64 | args[1];
    u64 divisor = args[2];
    args[0] = (u64)(dividend / divisor);
    args[1] = (u64)(dividend % divisor);
    return NATIVE_DONE;
}

NATIVE(bits_overflow)
{
    vm_runtime_error(vm, g, "integer overflow");
    return NATIVE_PANIC;
}

const NativeDef natives_bits[] = {
    ROW("math/bits.Len64", bits_len, NONE),
    ROW("math/bits.TrailingZeros64", bits_trailing_zeros, NONE),
    ROW("math/bits.OnesCount64", bits_ones_count, NONE),
    ROW("math/bits.ReverseBytes64", bits_reverse_bytes, NONE),
    ROW("math/bits.Reverse64", bits_reverse, NONE),
    ROW("math/bits.Mul64", bits_mul, NONE),
    ROW("math/bits.div64", bits_div, NONE),
    ROW("math/bits.overflow", bits_overflow, NONE),
    ROW_END,
};

/* ---- math/rand ---- */

/* func pick(n uint32) uint32. The choice is added to a number from the VM's own generator, which is
 * the same in every run. So a chooser that always takes the first option (FIFO) still gives
 * random-looking numbers, and one that tries all options gives all numbers. */
NATIVE(rand_pick)
{
    u32 n = (u32)args[0], choice = 0;
    if (n <= 1) {
        args[0] = 0;
        return NATIVE_DONE;
    }
    u32 own = rng_below(&vm->map_seed, n);
    if (!vm->chooser->fifo) {
        Choice question = {.kind = CHOOSE_RANDOM, .options = n, .base = own};
        choice = chooser_pick(vm->chooser, &question);
    }
    args[0] = ((u64)own + choice) % n;
    return NATIVE_DONE;
}

/* func seeds() bool */
NATIVE(rand_seeds)
{
    args[0] = vm->program->go_minor < 24;
    return NATIVE_DONE;
}

const NativeDef natives_rand[] = {
    ROW("math/rand.pick", rand_pick, RANDOM),
    ROW("math/rand.seeds", rand_seeds, NONE),
    ROW("math/rand/v2.pick", rand_pick, RANDOM),
    ROW_END,
};

/* ---- gol: func input(n int) int ---- */

NATIVE(gol_input)
{
    Choice question = {.kind = CHOOSE_INPUT, .options = (u32)args[0]};
    args[0] = question.options < 2 || vm->chooser->fifo ? 0 : chooser_pick(vm->chooser, &question);
    return NATIVE_DONE;
}

const NativeDef natives_gol[] = {
    ROW("gol.input", gol_input, RANDOM),
    ROW_END,
};

/* ---- sort: slices whose order is known ---- */

static int compare_int(const void *a, const void *b)
{
    i64 x = *(const i64 *)a, y = *(const i64 *)b;
    return x < y ? -1 : x > y;
}

/* NaN is the smallest. */
static int compare_float(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    if (isnan(x) || isnan(y))
        return isnan(y) - isnan(x);
    return x < y ? -1 : x > y;
}

static int compare_string(const void *a, const void *b)
{
    Str x = slot_str(a), y = slot_str(b);
    int c = memcmp(x.ptr, y.ptr, x.len < y.len ? x.len : y.len);
    return c != 0 ? c : x.len < y.len ? -1 : x.len > y.len;
}

/* All elements count as read and written. */
static NativeStatus sort_slice(VM *vm, G *g, const u64 *slice, RType *elem, u64 size,
                               int (*compare)(const void *, const void *))
{
    void *first = (void *)slice[0];
    u64 n = slice[1];
    if (n < 2)
        return NATIVE_DONE;
    if (vm->tracking) {
        track_range(vm, g, first, elem, n, false, g->pc - 1);
        track_range(vm, g, first, elem, n, true, g->pc - 1);
    }
    qsort(first, n, size, compare);
    return NATIVE_DONE;
}

NATIVE(sort_ints)
{
    return sort_slice(vm, g, args, vm->program->known.int_type, 8, compare_int);
}

NATIVE(sort_floats)
{
    return sort_slice(vm, g, args, vm->program->known.int_type, 8, compare_float);
}

NATIVE(sort_strings)
{
    return sort_slice(vm, g, args, vm->program->known.string_type, 16, compare_string);
}

const NativeDef natives_sort[] = {
    ROW("sort.Ints", sort_ints, WRITE),
    ROW("sort.Float64s", sort_floats, WRITE),
    ROW("sort.Strings", sort_strings, WRITE, .writes = WRITES_ARRAY),
    ROW_END,
};
