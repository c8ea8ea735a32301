/* Natives of math/big: what Go writes in assembly. Numbers are slices of words, the lowest first;
 * GMP computes. As there, z may be x, or overlap it in the direction of a shift. */
#include <gmp.h>

#include "stdlib/native/native.h"

/* Where the slices z, x and y of the arguments begin, and a word after x. */
enum { Z = 0, X = 3, Y = 6, WORD = 6 };

static mp_limb_t *words(const u64 *slice)
{
    return (mp_limb_t *)slice[0];
}

/* The number of words that z and x have both. */
static u64 common_len(const u64 *args)
{
    return args[Z + 1] < args[X + 1] ? args[Z + 1] : args[X + 1];
}

static void track_words(VM *vm, G *g, const u64 *slice, u64 count, bool write)
{
    native_track(vm, g, words(slice), count, 8, write);
}

/* func addVV(z, x, y []Word) (c Word) */
static NativeStatus with_vector(VM *vm, G *g, u64 *args,
                                mp_limb_t compute(mp_limb_t *, const mp_limb_t *, const mp_limb_t *,
                                                  mp_size_t))
{
    u64 n = common_len(args);
    n = args[Y + 1] < n ? args[Y + 1] : n;
    track_words(vm, g, args + X, n, false);
    track_words(vm, g, args + Y, n, false);
    track_words(vm, g, args + Z, n, true);
    args[0] = n == 0 ? 0 : compute(words(args + Z), words(args + X), words(args + Y), (mp_size_t)n);
    return NATIVE_DONE;
}

/* func addVW(z, x []Word, y Word) (c Word); `empty` is c where there are no words. */
static NativeStatus with_word(VM *vm, G *g, u64 *args, u64 empty,
                              mp_limb_t compute(mp_limb_t *, const mp_limb_t *, mp_size_t,
                                                mp_limb_t))
{
    u64 n = common_len(args);
    track_words(vm, g, args + X, n, false);
    track_words(vm, g, args + Z, n, true);
    args[0] = n == 0 ? empty : compute(words(args + Z), words(args + X), (mp_size_t)n, args[WORD]);
    return NATIVE_DONE;
}

static mp_limb_t add_vector(mp_limb_t *z, const mp_limb_t *x, const mp_limb_t *y, mp_size_t n)
{
    return mpn_add_n(z, x, y, n);
}

static mp_limb_t sub_vector(mp_limb_t *z, const mp_limb_t *x, const mp_limb_t *y, mp_size_t n)
{
    return mpn_sub_n(z, x, y, n);
}

static mp_limb_t add_word(mp_limb_t *z, const mp_limb_t *x, mp_size_t n, mp_limb_t y)
{
    return mpn_add_1(z, x, n, y);
}

static mp_limb_t sub_word(mp_limb_t *z, const mp_limb_t *x, mp_size_t n, mp_limb_t y)
{
    return mpn_sub_1(z, x, n, y);
}

static mp_limb_t add_product(mp_limb_t *z, const mp_limb_t *x, mp_size_t n, mp_limb_t y)
{
    return mpn_addmul_1(z, x, n, y);
}

/* GMP shifts by 1 to 63 bits. */
static mp_limb_t shift_left(mp_limb_t *z, const mp_limb_t *x, mp_size_t n, mp_limb_t bits)
{
    if (bits % 64 != 0)
        return mpn_lshift(z, x, n, bits % 64);
    mem_move(z, x, (size_t)n * 8);
    return 0;
}

static mp_limb_t shift_right(mp_limb_t *z, const mp_limb_t *x, mp_size_t n, mp_limb_t bits)
{
    if (bits % 64 != 0)
        return mpn_rshift(z, x, n, bits % 64);
    mem_move(z, x, (size_t)n * 8);
    return 0;
}

NATIVE(big_add_vv)
{
    return with_vector(vm, g, args, add_vector);
}

NATIVE(big_sub_vv)
{
    return with_vector(vm, g, args, sub_vector);
}

NATIVE(big_add_vw)
{
    return with_word(vm, g, args, args[WORD], add_word);
}

NATIVE(big_sub_vw)
{
    return with_word(vm, g, args, args[WORD], sub_word);
}

NATIVE(big_shl_vu)
{
    return with_word(vm, g, args, 0, shift_left);
}

NATIVE(big_shr_vu)
{
    return with_word(vm, g, args, 0, shift_right);
}

NATIVE(big_add_mul_vvw)
{
    return with_word(vm, g, args, 0, add_product);
}

/* func mulAddVWW(z, x []Word, y, r Word) (c Word) */
NATIVE(big_mul_add_vww)
{
    mp_limb_t *z = words(args + Z);
    u64 r = args[WORD + 1];
    mp_size_t n = (mp_size_t)common_len(args);
    with_word(vm, g, args, 0, mpn_mul_1);
    args[0] += n == 0 ? r : mpn_add_1(z, z, n, r);
    return NATIVE_DONE;
}

const NativeDef natives_big[] = {
    ROW("math/big.addVV", big_add_vv, WRITE),
    ROW("math/big.subVV", big_sub_vv, WRITE),
    ROW("math/big.addVW", big_add_vw, WRITE),
    ROW("math/big.subVW", big_sub_vw, WRITE),
    ROW("math/big.shlVU", big_shl_vu, WRITE),
    ROW("math/big.shrVU", big_shr_vu, WRITE),
    ROW("math/big.mulAddVWW", big_mul_add_vww, WRITE),
    ROW("math/big.addMulVVW", big_add_mul_vvw, WRITE),
    ROW_END,
};
