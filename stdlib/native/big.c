/* Natives of math/big. Natural numbers are slices of words, the lowest first; GMP computes. */
#include <gmp.h>

#include "stdlib/native/native.h"

/* Larger results are an error, since GMP ends the process when memory runs out. */
enum { MAX_BITS_LOG = 32 };
#define MAX_BITS (1ull << MAX_BITS_LOG)

static void read_number(VM *vm, G *g, mpz_t z, const u64 *slice)
{
    native_track_bytes(vm, g, (const void *)slice[0], slice[1] * 8, false);
    mpz_init(z);
    mpz_import(z, slice[1], -1, 8, 0, 0, (const void *)slice[0]);
}

/* slice[0..3] <- a new []uint; frees z. */
static void write_number(VM *vm, G *g, u64 *slice, mpz_t z)
{
    u64 words = mpz_sgn(z) == 0 ? 0 : (mpz_sizeinbase(z, 2) + 63) / 64;
    slice[0] = (u64)heap_object(vm, g, words * 8, false);
    mpz_export((void *)slice[0], NULL, -1, 8, 0, 0, z);
    slice[1] = slice[2] = words;
    mpz_clear(z);
}

/* The three slices that are the arguments of most natives here. */
enum { X = 0, Y = 3, M = 6 };

typedef struct Operands {
    mpz_t x, y;
} Operands;

static Operands operands(VM *vm, G *g, const u64 *args)
{
    Operands o;
    read_number(vm, g, o.x, args + X);
    read_number(vm, g, o.y, args + Y);
    return o;
}

static NativeStatus result(VM *vm, G *g, u64 *args, Operands *o)
{
    write_number(vm, g, args, o->x);
    mpz_clear(o->y);
    return NATIVE_DONE;
}

/* func name(x, y []uint) []uint */
#define BINARY(name, function) \
    NATIVE(name) \
    { \
        Operands o = operands(vm, g, args); \
        function(o.x, o.x, o.y); \
        return result(vm, g, args, &o); \
    }

BINARY(big_add, mpz_add)
BINARY(big_sub, mpz_sub)
BINARY(big_gcd, mpz_gcd)
BINARY(big_and, mpz_and)
BINARY(big_or, mpz_ior)
BINARY(big_xor, mpz_xor)

static NativeStatus too_large(VM *vm)
{
    vm->outcome = (Outcome){.ended = true, .kind = VERDICT_LIMIT, .what = "memory"};
    return NATIVE_EXIT;
}

NATIVE(big_mul)
{
    if ((args[X + 1] + args[Y + 1]) * 64 > MAX_BITS)
        return too_large(vm);
    Operands o = operands(vm, g, args);
    mpz_mul(o.x, o.x, o.y);
    return result(vm, g, args, &o);
}

/* func divMod(x, y []uint) (q, r []uint); y is not 0 */
NATIVE(big_div_mod)
{
    Operands o = operands(vm, g, args);
    mpz_tdiv_qr(o.x, o.y, o.x, o.y);
    write_number(vm, g, args, o.x);
    write_number(vm, g, args + 3, o.y);
    return NATIVE_DONE;
}

NATIVE(big_compare)
{
    Operands o = operands(vm, g, args);
    int c = mpz_cmp(o.x, o.y);
    mpz_clears(o.x, o.y, NULL);
    args[0] = (u64)(i64)((c > 0) - (c < 0));
    return NATIVE_DONE;
}

/* func power(x, y, m []uint) []uint; m is 0 for no modulus */
NATIVE(big_power)
{
    Operands o = operands(vm, g, args);
    mpz_t m;
    read_number(vm, g, m, args + M);
    bool fits = true;
    if (mpz_sgn(m) != 0) {
        mpz_powm(o.x, o.x, o.y, m);
    } else if (mpz_cmp_ui(o.x, 1) > 0) {
        fits = mpz_fits_ulong_p(o.y) && mpz_get_ui(o.y) <= MAX_BITS / mpz_sizeinbase(o.x, 2);
        if (fits)
            mpz_pow_ui(o.x, o.x, mpz_get_ui(o.y));
    } else if (mpz_sgn(o.y) == 0) {
        mpz_set_ui(o.x, 1);
    }
    mpz_clear(m);
    if (fits)
        return result(vm, g, args, &o);
    mpz_clears(o.x, o.y, NULL);
    return too_large(vm);
}

/* func inverse(x, m []uint) []uint: nil if there is no inverse */
NATIVE(big_inverse)
{
    Operands o = operands(vm, g, args);
    if (mpz_invert(o.x, o.x, o.y) != 0)
        return result(vm, g, args, &o);
    mpz_clears(o.x, o.y, NULL);
    args[0] = args[1] = args[2] = 0;
    return NATIVE_DONE;
}

NATIVE(big_root)
{
    mpz_t x;
    read_number(vm, g, x, args);
    mpz_sqrt(x, x);
    write_number(vm, g, args, x);
    return NATIVE_DONE;
}

/* func shift(x []uint, n int) []uint: left, or right if n < 0 */
NATIVE(big_shift)
{
    i64 n = (i64)args[3];
    if (n > 0 && args[1] > 0 && ((u64)n > MAX_BITS || args[1] * 64 + (u64)n > MAX_BITS))
        return too_large(vm);
    mpz_t x;
    read_number(vm, g, x, args);
    if (n >= 0)
        mpz_mul_2exp(x, x, mpz_sgn(x) == 0 ? 0 : (u64)n);
    else
        mpz_tdiv_q_2exp(x, x, -(u64)n);
    write_number(vm, g, args, x);
    return NATIVE_DONE;
}

NATIVE(big_prime)
{
    mpz_t x;
    read_number(vm, g, x, args);
    args[0] = mpz_probab_prime_p(x, 20 + (int)args[3]) > 0;
    mpz_clear(x);
    return NATIVE_DONE;
}

/* func text(x []uint, base int) string; base up to 36 */
NATIVE(big_text)
{
    mpz_t x;
    read_number(vm, g, x, args);
    char *text = mpz_get_str(NULL, (int)args[3], x);
    string_make(vm, args, text, strlen(text));
    free(text);
    mpz_clear(x);
    return NATIVE_DONE;
}

/* func parse(s string, base int) []uint; s has digits of the base only */
NATIVE(big_parse)
{
    Str s = slot_str(args);
    char *text = xcalloc(s.len + 1, 1);
    mem_move(text, s.ptr, s.len);
    mpz_t x;
    mpz_init_set_str(x, text, (int)args[2]);
    free(text);
    write_number(vm, g, args, x);
    return NATIVE_DONE;
}

const NativeDef natives_big[] = {
    ROW("math/big.add", big_add, READ),
    ROW("math/big.sub", big_sub, READ),
    ROW("math/big.mul", big_mul, READ),
    ROW("math/big.divMod", big_div_mod, READ),
    ROW("math/big.gcd", big_gcd, READ),
    ROW("math/big.and", big_and, READ),
    ROW("math/big.or", big_or, READ),
    ROW("math/big.xor", big_xor, READ),
    ROW("math/big.compare", big_compare, READ),
    ROW("math/big.power", big_power, READ),
    ROW("math/big.inverse", big_inverse, READ),
    ROW("math/big.root", big_root, READ),
    ROW("math/big.shift", big_shift, READ),
    ROW("math/big.prime", big_prime, READ),
    ROW("math/big.text", big_text, READ),
    ROW("math/big.parse", big_parse, NONE),
    ROW_END,
};
