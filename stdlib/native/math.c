/* Natives of math, math/bits, math/rand and sort: the C library's functions, and bit operations. */
#include <math.h>
#include <stdlib.h>

#include "stdlib/native/elementary.h"
#include "stdlib/native/native.h"

#define FLOAT_1(name, function) \
    NATIVE(name) \
    { \
        args[0] = float_slot(function(slot_float(args[0]))); \
        return NATIVE_DONE; \
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
FLOAT_1(math_sqrt, sqrt)
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

NATIVE(math_jn)
{
    args[0] = float_slot(jn(small_int(args[0]), slot_float(args[1])));
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
    float value = (float)slot_float(args[0]);
    u32 bits;
    memcpy(&bits, &value, sizeof bits);
    args[0] = bits;
    return NATIVE_DONE;
}

NATIVE(math_float32frombits)
{
    u32 bits = (u32)args[0];
    float value;
    memcpy(&value, &bits, sizeof value);
    args[0] = float_slot(value);
    return NATIVE_DONE;
}

const NativeDef natives_math[] = {
    {"math.Float64bits", math_same_bits},
    {"math.Float64frombits", math_same_bits},
    {"math.Float32bits", math_float32bits},
    {"math.Float32frombits", math_float32frombits},
    {"math.Abs", math_abs},
    {"math.Acos", math_acos},
    {"math.Acosh", math_acosh},
    {"math.Asin", math_asin},
    {"math.Asinh", math_asinh},
    {"math.Atan", math_atan},
    {"math.Atan2", math_atan2},
    {"math.Atanh", math_atanh},
    {"math.Cbrt", math_cbrt},
    {"math.Ceil", math_ceil},
    {"math.Copysign", math_copysign},
    {"math.Cos", math_cos},
    {"math.Cosh", math_cosh},
    {"math.Erf", math_erf},
    {"math.Erfc", math_erfc},
    {"math.Exp", math_exp},
    {"math.Exp2", math_exp2},
    {"math.Expm1", math_expm1},
    {"math.Floor", math_floor},
    {"math.FMA", math_fma},
    {"math.frexp", math_frexp},
    {"math.Gamma", math_gamma},
    {"math.Hypot", math_hypot},
    {"math.J0", math_j0},
    {"math.J1", math_j1},
    {"math.Jn", math_jn},
    {"math.Ldexp", math_ldexp},
    {"math.lgamma", math_lgamma},
    {"math.Log", math_log},
    {"math.Log1p", math_log1p},
    {"math.Mod", math_mod},
    {"math.nextafter", math_nextafter},
    {"math.nextafter32", math_nextafter32},
    {"math.Pow", math_pow},
    {"math.Remainder", math_remainder},
    {"math.Round", math_round},
    {"math.RoundToEven", math_round_to_even},
    {"math.Sin", math_sin},
    {"math.Sinh", math_sinh},
    {"math.Sqrt", math_sqrt},
    {"math.Tan", math_tan},
    {"math.Tanh", math_tanh},
    {"math.Trunc", math_trunc},
    {"math.Y0", math_y0},
    {"math.Y1", math_y1},
    {"math.Yn", math_yn},
    {NULL, NULL},
};

/* A float32 argument of encoding/binary is a float64 in its slot already. */
const NativeDef natives_binary[] = {
    {"encoding/binary.float64bits", math_same_bits},
    {"encoding/binary.float64frombits", math_same_bits},
    {"encoding/binary.float32bits", math_float32bits},
    {"encoding/binary.float32frombits", math_float32frombits},
    {NULL, NULL},
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
    {"math/bits.Len64", bits_len},
    {"math/bits.TrailingZeros64", bits_trailing_zeros},
    {"math/bits.OnesCount64", bits_ones_count},
    {"math/bits.ReverseBytes64", bits_reverse_bytes},
    {"math/bits.Reverse64", bits_reverse},
    {"math/bits.Mul64", bits_mul},
    {"math/bits.div64", bits_div},
    {"math/bits.overflow", bits_overflow},
    {NULL, NULL},
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

const NativeDef natives_rand[] = {
    {"math/rand.pick", rand_pick},
    {"math/rand/v2.pick", rand_pick},
    {NULL, NULL},
};

/* ---- gol: func input(n int) int ---- */

NATIVE(gol_input)
{
    Choice question = {.kind = CHOOSE_INPUT, .options = (u32)args[0]};
    args[0] = question.options < 2 || vm->chooser->fifo ? 0 : chooser_pick(vm->chooser, &question);
    return NATIVE_DONE;
}

const NativeDef natives_gol[] = {
    {"gol.input", gol_input},
    {NULL, NULL},
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
    {"sort.Ints", sort_ints},
    {"sort.Float64s", sort_floats},
    {"sort.Strings", sort_strings},
    {NULL, NULL},
};
