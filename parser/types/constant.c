/* Constant values: representation, literals, conversions. Small integers need no GMP; everything
 * else is normalised so that each value has one representation. */
#include "parser/types/constant_rep.h"

#include <math.h>
#include <string.h>

/* ---- pool and representation ---- */

ConstPool *const_pool_new(Arena *arena)
{
    ConstPool *pool = ARENA_NEW(arena, ConstPool);
    pool->arena = arena;
    /* The range of exponents that gc's constants have; beyond it, overflow or zero. */
    mpfr_set_emax(INT32_MAX);
    mpfr_set_emin(INT32_MIN);
    return pool;
}

void const_pool_free(ConstPool *pool)
{
    for (Const *c = pool->newest; c != NULL; c = c->older) {
        if (c->rep == REP_BIG)
            mpz_clear(c->big);
        else if (c->rep == REP_RAT)
            mpq_clear(c->rat);
        else
            mpfr_clear(c->flt);
    }
    pool->newest = NULL;
}

Const *const_alloc(ConstPool *pool, ConstRep rep)
{
    Const *c = ARENA_NEW(pool->arena, Const);
    c->rep = rep;
    if (rep == REP_BIG || rep == REP_RAT || rep == REP_FLOAT) {
        c->older = pool->newest;
        pool->newest = c;
    }
    return c;
}

static bool mpz_to_i64(const mpz_t z, i64 *out)
{
    if (!mpz_fits_slong_p(z))
        return false;
    *out = mpz_get_si(z);
    return true;
}

Const *const_take_mpz(ConstPool *pool, mpz_t z)
{
    i64 small;
    if (mpz_to_i64(z, &small)) {
        mpz_clear(z);
        return const_int(pool, small);
    }
    if (mpz_sizeinbase(z, 2) > INT_BITS) {
        mpz_clear(z);
        return NULL;
    }
    Const *c = const_alloc(pool, REP_BIG);
    *c->big = *z;
    return c;
}

Const *const_take_mpfr(ConstPool *pool, mpfr_t f)
{
    if (!mpfr_number_p(f)) {
        mpfr_clear(f);
        return NULL;
    }
    Const *c = const_alloc(pool, REP_FLOAT);
    *c->flt = *f;
    return c;
}

Const *const_take_mpq(ConstPool *pool, mpq_t q)
{
    Const *c;
    if (mpz_sizeinbase(mpq_numref(q), 2) <= RAT_BITS &&
        mpz_sizeinbase(mpq_denref(q), 2) <= RAT_BITS) {
        c = const_alloc(pool, REP_RAT);
        *c->rat = *q;
        return c;
    }
    c = const_alloc(pool, REP_FLOAT);
    mpfr_init2(c->flt, FLOAT_PRECISION);
    mpfr_set_q(c->flt, q, MPFR_RNDN);
    mpq_clear(q);
    return c;
}

Const *const_make_complex(ConstPool *pool, const Const *re, const Const *im)
{
    if (re == NULL || im == NULL)
        return NULL;
    Const *c = const_alloc(pool, REP_COMPLEX);
    c->complex.re = re;
    c->complex.im = im;
    return c;
}

void const_init_mpz(mpz_t z, const Const *c)
{
    if (c->rep == REP_SMALL)
        mpz_init_set_si(z, c->small);
    else
        mpz_init_set(z, c->big);
}

void const_init_mpq(mpq_t q, const Const *c)
{
    mpq_init(q);
    if (c->rep == REP_SMALL)
        mpq_set_si(q, c->small, 1);
    else if (c->rep == REP_BIG)
        mpq_set_z(q, c->big);
    else
        mpq_set(q, c->rat);
}

static void init_mpfr_from_rat(mpfr_t f, const mpq_t q)
{
    mpfr_init2(f, FLOAT_PRECISION);
    int inexact = mpfr_set_q(f, q, MPFR_RNDZ);
    bool even = mpfr_min_prec(f) < FLOAT_PRECISION;
    if (inexact == 0 || !even)
        return;
    if (mpfr_sgn(f) < 0)
        mpfr_nextbelow(f);
    else
        mpfr_nextabove(f);
}

void const_init_mpfr(mpfr_t f, const Const *c)
{
    switch (c->rep) {
    case REP_SMALL:
        mpfr_init2(f, 64);
        mpfr_set_si(f, c->small, MPFR_RNDN);
        break;
    case REP_BIG:
        mpfr_init2(f, (mpfr_prec_t)mpz_sizeinbase(c->big, 2));
        mpfr_set_z(f, c->big, MPFR_RNDN);
        break;
    case REP_RAT: init_mpfr_from_rat(f, c->rat); break;
    default:
        mpfr_init2(f, FLOAT_PRECISION);
        mpfr_set(f, c->flt, MPFR_RNDN);
        break;
    }
}

/* ---- making values ---- */

ConstKind const_kind(const Const *c)
{
    switch (c->rep) {
    case REP_BOOL: return CONST_BOOL;
    case REP_STRING:
    case REP_CONCAT: return CONST_STRING;
    case REP_SMALL:
    case REP_BIG: return CONST_INT;
    case REP_RAT:
    case REP_FLOAT: return CONST_FLOAT;
    case REP_COMPLEX: return CONST_COMPLEX;
    }
    BUG("constant of representation %d", c->rep);
}

Const *const_bool(ConstPool *pool, bool b)
{
    Const *c = const_alloc(pool, REP_BOOL);
    c->b = b;
    return c;
}

Const *const_string(ConstPool *pool, const char *s, size_t len)
{
    if (len > UINT32_MAX)
        return NULL;
    Const *c = const_alloc(pool, REP_STRING);
    c->str = arena_strndup(pool->arena, s, len);
    c->len = (u32)len;
    return c;
}

Const *const_int(ConstPool *pool, i64 v)
{
    Const *c = const_alloc(pool, REP_SMALL);
    c->small = v;
    return c;
}

Const *const_uint(ConstPool *pool, u64 v)
{
    if (v <= INT64_MAX)
        return const_int(pool, (i64)v);
    Const *c = const_alloc(pool, REP_BIG);
    mpz_init_set_ui(c->big, v);
    return c;
}

Const *const_float(ConstPool *pool, double v)
{
    if (!isfinite(v))
        return NULL;
    mpq_t q;
    mpq_init(q);
    mpq_set_d(q, v);
    return const_take_mpq(pool, q);
}

/* ---- literals ---- */

/* The parts of a number literal. */
typedef struct Literal {
    char *text; /* without '_' and the final 'i'; NUL-terminated, from malloc */
    size_t len;
    int base;     /* 2, 8, 10, 16 */
    char *digits; /* in text, after the prefix */
} Literal;

static int prefix_base(const Literal *lit)
{
    if (lit->len < 2 || lit->text[0] != '0')
        return 10;
    switch (lit->text[1] | 0x20) {
    case 'x': return 16;
    case 'o': return 8;
    case 'b': return 2;
    default: return 10;
    }
}

static Literal open_literal(const char *text, size_t len)
{
    Literal lit = {.text = xmalloc(len + 1)};
    for (size_t i = 0; i < len; i++)
        if (text[i] != '_')
            lit.text[lit.len++] = text[i];
    lit.text[lit.len] = '\0';
    lit.base = prefix_base(&lit);
    lit.digits = lit.text + (lit.base == 10 ? 0 : 2);
    return lit;
}

static Const *int_literal(ConstPool *pool, const Literal *lit, int base)
{
    mpz_t z;
    if (mpz_init_set_str(z, lit->digits, base) != 0) {
        mpz_clear(z);
        return NULL;
    }
    return const_take_mpz(pool, z);
}

/* The digits of a decimal or hexadecimal float as an integer, and the power of 10 or 2 to scale it
 * by. Only for values of moderate magnitude (is_moderate). */
static void scan_float(const Literal *lit, mpz_t mantissa, long *exponent)
{
    char *digits = xmalloc(lit->len + 1), *to = digits;
    bool hex = lit->base == 16, fraction = false;
    const char *s = lit->digits;
    *exponent = 0;
    for (; *s != '\0' && *s != 'p' && *s != 'P' && (hex || (*s != 'e' && *s != 'E')); s++) {
        if (*s == '.') {
            fraction = true;
            continue;
        }
        *to++ = *s;
        if (fraction)
            *exponent -= hex ? 4 : 1;
    }
    *to = '\0';
    if (*s != '\0')
        *exponent += strtol(s + 1, NULL, 10);
    mpz_init_set_str(mantissa, to == digits ? "0" : digits, hex ? 16 : 10);
    free(digits);
}

static Const *exact_float_literal(ConstPool *pool, const Literal *lit)
{
    mpz_t mantissa, scale;
    long exponent;
    scan_float(lit, mantissa, &exponent);
    mpz_init(scale);
    unsigned long power = (unsigned long)labs(exponent);
    if (lit->base == 16)
        mpz_setbit(scale, power);
    else
        mpz_ui_pow_ui(scale, 10, power);
    mpq_t q;
    mpq_init(q);
    mpq_set_z(q, mantissa);
    if (exponent >= 0) {
        mpz_mul(mpq_numref(q), mantissa, scale);
    } else {
        mpz_set(mpq_denref(q), scale);
        mpq_canonicalize(q);
    }
    mpz_clears(mantissa, scale, NULL);
    return const_take_mpq(pool, q);
}

/* Whether the magnitude is moderate enough for an exact fraction. This bounds the work for any
 * exponent. */
static bool is_moderate(const mpfr_t f)
{
    return mpfr_regular_p(f) && mpfr_get_exp(f) > -RAT_BITS && mpfr_get_exp(f) < RAT_BITS;
}

static Const *float_literal(ConstPool *pool, const Literal *lit)
{
    mpfr_t f;
    char *end;
    mpfr_init2(f, FLOAT_PRECISION);
    mpfr_strtofr(f, lit->text, &end, lit->base == 16 ? 16 : 10, MPFR_RNDN);
    if (end == lit->text) {
        mpfr_clear(f);
        return NULL;
    }
    if (!mpfr_zero_p(f) && !is_moderate(f))
        return const_take_mpfr(pool, f);
    bool zero = mpfr_zero_p(f);
    mpfr_clear(f);
    return zero ? const_float(pool, 0) : exact_float_literal(pool, lit);
}

/* In an imaginary literal a leading 0 does not mean octal, for compatibility with Go before
 * 1.13. */
static Const *imaginary_literal(ConstPool *pool, const Literal *lit)
{
    bool fraction =
        lit->base == 10 ? strpbrk(lit->text, ".eE") != NULL : strpbrk(lit->text, ".pP") != NULL;
    Const *im = fraction ? float_literal(pool, lit) : int_literal(pool, lit, lit->base);
    return const_make_complex(pool, const_int(pool, 0), im);
}

Const *const_literal(ConstPool *pool, Token kind, const char *text, size_t len)
{
    if (kind == TK_IMAG && len > 0 && text[len - 1] == 'i')
        len--;
    if (len == 0 || len > LITERAL_LEN)
        return NULL;
    Literal lit = open_literal(text, len);
    Const *c;
    if (kind == TK_INT) {
        bool old_octal = lit.base == 10 && lit.len > 1 && lit.text[0] == '0';
        c = int_literal(pool, &lit, old_octal ? 8 : lit.base);
    } else if (kind == TK_FLOAT) {
        c = float_literal(pool, &lit);
    } else {
        c = imaginary_literal(pool, &lit);
    }
    free(lit.text);
    return c;
}

/* ---- reading values ---- */

bool const_bool_value(const Const *c)
{
    return c->rep == REP_BOOL && c->b;
}

/* Copies the pieces of a concatenation, last to first, so that they end at `end`. */
static void join(const Const *c, char *end)
{
    for (; c->rep == REP_CONCAT; c = c->concat.left) {
        const Const *right = c->concat.right;
        end -= right->len;
        memcpy(end, right->str, right->len);
    }
    memcpy(end - c->len, c->str, c->len);
}

const char *const_string_value(const Const *c, u32 *len)
{
    if (len != NULL)
        *len = c->len;
    if (c->rep == REP_CONCAT) {
        /* The value stays the same, so the constant is still immutable to its users. */
        Const *joined = (Const *)c;
        char *text = arena_alloc(c->concat.pool->arena, (size_t)c->len + 1);
        join(c, text + c->len);
        joined->rep = REP_STRING;
        joined->str = text;
    }
    return c->rep == REP_STRING ? c->str : "";
}

bool const_to_i64(const Const *c, i64 *out)
{
    if (c->rep != REP_SMALL)
        return false;
    *out = c->small;
    return true;
}

bool const_to_u64(const Const *c, u64 *out)
{
    if (c->rep == REP_SMALL && c->small >= 0) {
        *out = (u64)c->small;
        return true;
    }
    if (c->rep != REP_BIG || !mpz_fits_ulong_p(c->big))
        return false;
    *out = mpz_get_ui(c->big);
    return true;
}

static bool is_real(const Const *c)
{
    return c->rep >= REP_SMALL && c->rep <= REP_FLOAT;
}

/* The real part, for the conversions to machine floats. */
static const Const *real_of(const Const *c)
{
    return c->rep == REP_COMPLEX ? c->complex.re : c;
}

double const_to_double(const Const *c)
{
    c = real_of(c);
    if (!is_real(c))
        return 0;
    mpfr_t f;
    const_init_mpfr(f, c);
    double v = mpfr_get_d(f, MPFR_RNDN);
    mpfr_clear(f);
    return v;
}

float const_to_float32(const Const *c)
{
    c = real_of(c);
    if (!is_real(c))
        return 0;
    mpfr_t f;
    const_init_mpfr(f, c);
    float v = mpfr_get_flt(f, MPFR_RNDN);
    mpfr_clear(f);
    return v;
}

void const_complex_parts(const Const *c, double *re, double *im)
{
    *re = const_to_double(c);
    *im = c->rep == REP_COMPLEX ? const_to_double(c->complex.im) : 0;
}

int const_sign(const Const *c)
{
    switch (c->rep) {
    case REP_SMALL: return (c->small > 0) - (c->small < 0);
    case REP_BIG: return mpz_sgn(c->big);
    case REP_RAT: return mpq_sgn(c->rat);
    case REP_FLOAT: return (mpfr_sgn(c->flt) > 0) - (mpfr_sgn(c->flt) < 0);
    case REP_COMPLEX: return const_sign(c->complex.re) | const_sign(c->complex.im);
    default: return 0;
    }
}

u32 const_bit_len(const Const *c)
{
    if (c->rep == REP_BIG)
        return (u32)mpz_sizeinbase(c->big, 2);
    if (c->rep != REP_SMALL || c->small == 0)
        return 0;
    u64 magnitude = c->small < 0 ? -(u64)c->small : (u64)c->small;
    return 64 - (u32)__builtin_clzll(magnitude);
}

/* ---- changing kind ---- */

static bool is_zero(const Const *c)
{
    return is_real(c) && const_sign(c) == 0;
}

/* Rounding errors may have missed an integer narrowly: tries with fewer bits, in both
 * directions. */
static bool round_to_integer(mpfr_t f)
{
    if (mpfr_integer_p(f))
        return true;
    static const mpfr_rnd_t directions[] = {MPFR_RNDD, MPFR_RNDU};
    for (u32 i = 0; i < COUNT_OF(directions); i++) {
        mpfr_t less;
        mpfr_init2(less, FLOAT_PRECISION - 4);
        mpfr_set(less, f, directions[i]);
        bool found = mpfr_integer_p(less);
        if (found)
            mpfr_set(f, less, MPFR_RNDN);
        mpfr_clear(less);
        if (found)
            return true;
    }
    return false;
}

static Const *float_as_int(ConstPool *pool, const Const *c)
{
    if (mpfr_zero_p(c->flt))
        return const_int(pool, 0);
    if (!is_moderate(c->flt))
        return NULL;
    mpfr_t f;
    const_init_mpfr(f, c);
    Const *result = NULL;
    if (round_to_integer(f)) {
        mpz_t z;
        mpz_init(z);
        mpfr_get_z(z, f, MPFR_RNDN);
        result = const_take_mpz(pool, z);
    }
    mpfr_clear(f);
    return result;
}

Const *const_as_int(ConstPool *pool, const Const *c)
{
    mpz_t z;
    switch (c->rep) {
    case REP_SMALL:
    case REP_BIG: return (Const *)c;
    case REP_RAT:
        if (mpz_cmp_ui(mpq_denref(c->rat), 1) != 0)
            return NULL;
        mpz_init_set(z, mpq_numref(c->rat));
        return const_take_mpz(pool, z);
    case REP_FLOAT: return float_as_int(pool, c);
    case REP_COMPLEX: return is_zero(c->complex.im) ? const_as_int(pool, c->complex.re) : NULL;
    default: return NULL;
    }
}

Const *const_as_float(ConstPool *pool, const Const *c)
{
    mpq_t q;
    switch (c->rep) {
    case REP_SMALL:
    case REP_BIG: const_init_mpq(q, c); return const_take_mpq(pool, q);
    case REP_RAT:
    case REP_FLOAT: return (Const *)c;
    case REP_COMPLEX: return is_zero(c->complex.im) ? const_as_float(pool, c->complex.re) : NULL;
    default: return NULL;
    }
}

Const *const_as_complex(ConstPool *pool, const Const *c)
{
    if (c->rep == REP_COMPLEX)
        return (Const *)c;
    return is_real(c) ? const_make_complex(pool, c, const_int(pool, 0)) : NULL;
}

Const *const_real(ConstPool *pool, const Const *c)
{
    (void)pool;
    return (Const *)real_of(c);
}

Const *const_imag(ConstPool *pool, const Const *c)
{
    return c->rep == REP_COMPLEX ? (Const *)c->complex.im : const_int(pool, 0);
}

Const *const_round_float(ConstPool *pool, const Const *c, int bits)
{
    return const_float(pool, bits == 32 ? (double)const_to_float32(c) : const_to_double(c));
}
