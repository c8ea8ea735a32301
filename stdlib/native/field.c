/* Natives of the fields below Go's elliptic curves: what Go generates as straight-line code, or
 * writes in assembly. GMP computes. Arguments are pointers to arrays of words, the lowest first:
 * out, x, y. Out may be one of the others. */
#include <gmp.h>

#include "stdlib/native/native.h"

/* ---- the curves of NIST: numbers below a prime, each written as its product with R, 2^64 to the
 * number of words (Montgomery's form), modulo the prime ---- */

enum { MOST_WORDS = 9 };

typedef struct Prime {
    u32 words;
    mp_limb_t inverse;                               /* -1 / value, modulo 2^64 */
    mp_limb_t value[MOST_WORDS], square[MOST_WORDS]; /* the prime; R * R modulo it */
} Prime;

static const Prime p224 = {
    .words = 4,
    .inverse = 0xffffffffffffffff,
    .value = {0x1, 0xffffffff00000000, 0xffffffffffffffff, 0xffffffff},
    .square = {0xffffffff00000001, 0xffffffff00000000, 0xfffffffe00000000, 0xffffffff},
};
static const Prime p256 = {
    .words = 4,
    .inverse = 0x1,
    .value = {0xffffffffffffffff, 0xffffffff, 0x0, 0xffffffff00000001},
    .square = {0x3, 0xfffffffbffffffff, 0xfffffffffffffffe, 0x4fffffffd},
};
static const Prime p384 = {
    .words = 6,
    .inverse = 0x100000001,
    .value = {0xffffffff, 0xffffffff00000000, 0xfffffffffffffffe, 0xffffffffffffffff,
              0xffffffffffffffff, 0xffffffffffffffff},
    .square = {0xfffffffe00000001, 0x200000000, 0xfffffffe00000000, 0x200000000, 0x1, 0x0},
};
static const Prime p521 = {
    .words = 9,
    .inverse = 0x1,
    .value = {0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff,
              0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff,
              0x1ff},
    .square = {0x0, 0x400000000000, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0},
};

/* out <- x / R; x has twice as many words, is less than the prime times R, and is lost. */
static void reduce(const Prime *p, mp_limb_t *out, mp_limb_t *x)
{
    mp_size_t n = p->words;
    mp_limb_t over = 0; /* of the upper half */
    for (mp_size_t i = 0; i < n; i++) {
        mp_limb_t carry = mpn_addmul_1(x + i, p->value, n, x[i] * p->inverse);
        over += mpn_add_1(x + i + n, x + i + n, n - i, carry);
    }
    if (over || mpn_cmp(x + n, p->value, n) >= 0)
        mpn_sub_n(x + n, x + n, p->value, n);
    mpn_copyi(out, x + n, n);
}

static void mul(const Prime *p, mp_limb_t *out, const mp_limb_t *x, const mp_limb_t *y)
{
    mp_limb_t product[2 * MOST_WORDS];
    mpn_mul_n(product, x, y, p->words);
    reduce(p, out, product);
}

static void square(const Prime *p, mp_limb_t *out, const mp_limb_t *x, const mp_limb_t *unused)
{
    (void)unused;
    mul(p, out, x, x);
}

static void add(const Prime *p, mp_limb_t *out, const mp_limb_t *x, const mp_limb_t *y)
{
    mp_limb_t sum[MOST_WORDS];
    mp_limb_t carry = mpn_add_n(sum, x, y, p->words);
    if (carry || mpn_cmp(sum, p->value, p->words) >= 0)
        mpn_sub_n(sum, sum, p->value, p->words);
    mpn_copyi(out, sum, p->words);
}

static void sub(const Prime *p, mp_limb_t *out, const mp_limb_t *x, const mp_limb_t *y)
{
    if (mpn_sub_n(out, x, y, p->words))
        mpn_add_n(out, out, p->value, p->words);
}

/* Out of Montgomery's form. */
static void from(const Prime *p, mp_limb_t *out, const mp_limb_t *x, const mp_limb_t *unused)
{
    (void)unused;
    mp_limb_t wide[2 * MOST_WORDS] = {0};
    mpn_copyi(wide, x, p->words);
    reduce(p, out, wide);
}

/* Into it. */
static void to(const Prime *p, mp_limb_t *out, const mp_limb_t *x, const mp_limb_t *unused)
{
    (void)unused;
    mul(p, out, x, p->square);
}

typedef void FieldOp(const Prime *, mp_limb_t *, const mp_limb_t *, const mp_limb_t *);

/* func op(out, x *[words]uint64), with another operand if there are three. */
static NativeStatus compute(VM *vm, G *g, u64 *args, const Prime *p, FieldOp *op)
{
    mp_limb_t *out = (mp_limb_t *)args[0];
    const mp_limb_t *x = (const mp_limb_t *)args[1], *y = NULL;
    native_track(vm, g, x, p->words, 8, false);
    if (op == mul || op == add || op == sub) {
        y = (const mp_limb_t *)args[2];
        native_track(vm, g, y, p->words, 8, false);
    }
    op(p, out, x, y);
    native_track(vm, g, out, p->words, 8, true);
    return NATIVE_DONE;
}

/* func select(out *[words]uint64, which, x, y *[words]uint64): x if `which` is 0, else y. */
static NativeStatus select_one(VM *vm, G *g, u64 *args, const Prime *p)
{
    mp_limb_t *out = (mp_limb_t *)args[0];
    const mp_limb_t *x = (const mp_limb_t *)args[2], *y = (const mp_limb_t *)args[3];
    native_track(vm, g, x, p->words, 8, false);
    native_track(vm, g, y, p->words, 8, false);
    mem_move(out, args[1] ? y : x, p->words * sizeof *out);
    native_track(vm, g, out, p->words, 8, true);
    return NATIVE_DONE;
}

#define FIELD_NATIVE(prime, op) \
    NATIVE(prime##_##op) \
    { \
        return compute(vm, g, args, &prime, op); \
    }

#define FIELD_NATIVES(prime) \
    NATIVE(prime##_select) \
    { \
        return select_one(vm, g, args, &prime); \
    } \
    FIELD_NATIVE(prime, mul) \
    FIELD_NATIVE(prime, square) \
    FIELD_NATIVE(prime, add) \
    FIELD_NATIVE(prime, sub) \
    FIELD_NATIVE(prime, from) \
    FIELD_NATIVE(prime, to)

FIELD_NATIVES(p224)
FIELD_NATIVES(p256)
FIELD_NATIVES(p384)
FIELD_NATIVES(p521)

/* ---- the field of Curve25519: five words of 51 bits and a little more, modulo 2^255 - 19; the
 * same words come out as of Go's functions of these names ---- */

typedef unsigned __int128 u128;

#define LIMB ((1ULL << 51) - 1)

/* Brings each limb below 2^52; the uppermost carry comes back times 19. */
static void carry_limbs(u64 *v)
{
    u64 carry = v[4] >> 51;
    for (u32 i = 4; i > 0; i--)
        v[i] = (v[i] & LIMB) + (v[i - 1] >> 51);
    v[0] = (v[0] & LIMB) + carry * 19;
}

static void multiply_25519(u64 *out, const u64 *a, const u64 *b)
{
    u128 r[5] = {0};
    for (u32 i = 0; i < 5; i++)
        for (u32 j = 0; j < 5; j++)
            r[(i + j) % 5] += (u128)(i + j < 5 ? a[i] : a[i] * 19) * b[j];
    for (u32 i = 0; i < 5; i++)
        out[i] = ((u64)r[i] & LIMB) + (u64)(r[(i + 4) % 5] >> 51) * (i == 0 ? 19 : 1);
    carry_limbs(out);
}

static NativeStatus compute_25519(VM *vm, G *g, u64 *args, const u64 *a, const u64 *b)
{
    u64 *out = (u64 *)args[0];
    native_track(vm, g, a, 5, 8, false);
    if (a != b)
        native_track(vm, g, b, 5, 8, false);
    multiply_25519(out, a, b);
    native_track(vm, g, out, 5, 8, true);
    return NATIVE_DONE;
}

/* func feMulGeneric(v, a, b *Element) */
NATIVE(fe_mul)
{
    return compute_25519(vm, g, args, (const u64 *)args[1], (const u64 *)args[2]);
}

/* func feSquareGeneric(v, a *Element) */
NATIVE(fe_square)
{
    return compute_25519(vm, g, args, (const u64 *)args[1], (const u64 *)args[1]);
}

/* The formatter takes the commas for those of an expression. */
/* clang-format off */
#define FIAT "crypto/internal/nistec/fiat."
#define FIELD_ROWS(prime) \
    ROW(FIAT #prime "Selectznz", prime##_select, WRITE), \
    ROW(FIAT #prime "Mul", prime##_mul, WRITE), \
    ROW(FIAT #prime "Square", prime##_square, WRITE), \
    ROW(FIAT #prime "Add", prime##_add, WRITE), \
    ROW(FIAT #prime "Sub", prime##_sub, WRITE), \
    ROW(FIAT #prime "FromMontgomery", prime##_from, WRITE), \
    ROW(FIAT #prime "ToMontgomery", prime##_to, WRITE)
/* clang-format on */

const NativeDef natives_field[] = {
    FIELD_ROWS(p224),
    FIELD_ROWS(p256),
    FIELD_ROWS(p384),
    FIELD_ROWS(p521),
    ROW("crypto/internal/edwards25519/field.feMulGeneric", fe_mul, WRITE),
    ROW("crypto/internal/edwards25519/field.feSquareGeneric", fe_square, WRITE),
    ROW_END,
};
