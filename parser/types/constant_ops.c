/* Operations on constants. A result that is too large is NULL; the caller reports it. */
#include <string.h>

#include "parser/types/constant_rep.h"

/* ---- integers ---- */

static bool small_binary(Token op, i64 x, i64 y, i64 *out)
{
    switch (op) {
    case TK_ADD: return !__builtin_add_overflow(x, y, out);
    case TK_SUB: return !__builtin_sub_overflow(x, y, out);
    case TK_MUL: return !__builtin_mul_overflow(x, y, out);
    case TK_QUO:
        if (y == -1)
            return !__builtin_sub_overflow((i64)0, x, out);
        *out = x / y;
        return true;
    case TK_REM: *out = y == -1 ? 0 : x % y; return true;
    case TK_AND: *out = x & y; return true;
    case TK_OR: *out = x | y; return true;
    case TK_XOR: *out = x ^ y; return true;
    case TK_AND_NOT: *out = x & ~y; return true;
    default: return false;
    }
}

/* x op= y on big integers; false if integers do not have the operator. */
static bool big_binary(Token op, mpz_t x, mpz_t y)
{
    switch (op) {
    case TK_ADD: mpz_add(x, x, y); return true;
    case TK_SUB: mpz_sub(x, x, y); return true;
    case TK_MUL: mpz_mul(x, x, y); return true;
    case TK_QUO: mpz_tdiv_q(x, x, y); return true;
    case TK_REM: mpz_tdiv_r(x, x, y); return true;
    case TK_AND: mpz_and(x, x, y); return true;
    case TK_OR: mpz_ior(x, x, y); return true;
    case TK_XOR: mpz_xor(x, x, y); return true;
    case TK_AND_NOT:
        mpz_com(y, y);
        mpz_and(x, x, y);
        return true;
    default: return false;
    }
}

static Const *int_binary(ConstPool *pool, Token op, const Const *x, const Const *y)
{
    if ((op == TK_QUO || op == TK_REM) && const_sign(y) == 0)
        return NULL;
    i64 small;
    if (x->rep == REP_SMALL && y->rep == REP_SMALL && small_binary(op, x->small, y->small, &small))
        return const_int(pool, small);
    mpz_t a, b;
    const_init_mpz(a, x);
    const_init_mpz(b, y);
    bool known = big_binary(op, a, b);
    mpz_clear(b);
    if (known)
        return const_take_mpz(pool, a);
    mpz_clear(a);
    return NULL;
}

/* ---- fractions and floats ---- */

static bool is_float_op(Token op)
{
    return op == TK_ADD || op == TK_SUB || op == TK_MUL || op == TK_QUO;
}

static Const *rat_binary(ConstPool *pool, Token op, const Const *x, const Const *y)
{
    mpq_t a, b;
    const_init_mpq(a, x);
    const_init_mpq(b, y);
    if (op == TK_ADD)
        mpq_add(a, a, b);
    else if (op == TK_SUB)
        mpq_sub(a, a, b);
    else if (op == TK_MUL)
        mpq_mul(a, a, b);
    else
        mpq_div(a, a, b);
    mpq_clear(b);
    return const_take_mpq(pool, a);
}

static Const *mpfr_binary(ConstPool *pool, Token op, const Const *x, const Const *y)
{
    mpfr_t a, b, result;
    const_init_mpfr(a, x);
    const_init_mpfr(b, y);
    mpfr_init2(result, FLOAT_PRECISION);
    if (op == TK_ADD)
        mpfr_add(result, a, b, MPFR_RNDN);
    else if (op == TK_SUB)
        mpfr_sub(result, a, b, MPFR_RNDN);
    else if (op == TK_MUL)
        mpfr_mul(result, a, b, MPFR_RNDN);
    else
        mpfr_div(result, a, b, MPFR_RNDN);
    mpfr_clears(a, b, NULL);
    return const_take_mpfr(pool, result);
}

static Const *float_binary(ConstPool *pool, Token op, const Const *x, const Const *y)
{
    if (!is_float_op(op) || (op == TK_QUO && const_sign(y) == 0))
        return NULL;
    if (x->rep == REP_FLOAT || y->rep == REP_FLOAT)
        return mpfr_binary(pool, op, x, y);
    return rat_binary(pool, op, x, y);
}

/* ---- complex numbers ---- */

/* Passes NULL on, so that only the final result must be checked. */
static Const *real_binary(ConstPool *pool, Token op, const Const *x, const Const *y)
{
    return x == NULL || y == NULL ? NULL : const_binary(pool, op, x, y, false);
}

static Const *complex_product(ConstPool *pool, const Const *x, const Const *y)
{
    const Const *a = x->complex.re, *b = x->complex.im, *c = y->complex.re, *d = y->complex.im;
    Const *re =
        real_binary(pool, TK_SUB, real_binary(pool, TK_MUL, a, c), real_binary(pool, TK_MUL, b, d));
    Const *im =
        real_binary(pool, TK_ADD, real_binary(pool, TK_MUL, b, c), real_binary(pool, TK_MUL, a, d));
    return const_make_complex(pool, re, im);
}

/* x times the conjugate of y, divided by |y| squared. */
static Const *complex_quotient(ConstPool *pool, const Const *x, const Const *y)
{
    const Const *c = y->complex.re, *d = y->complex.im;
    Const *norm =
        real_binary(pool, TK_ADD, real_binary(pool, TK_MUL, c, c), real_binary(pool, TK_MUL, d, d));
    Const *minus_d = const_unary(pool, TK_SUB, d, 0);
    Const *conjugate = const_make_complex(pool, c, minus_d);
    if (norm == NULL || conjugate == NULL)
        return NULL;
    Const *product = complex_product(pool, x, conjugate);
    if (product == NULL)
        return NULL;
    return const_make_complex(pool, real_binary(pool, TK_QUO, product->complex.re, norm),
                              real_binary(pool, TK_QUO, product->complex.im, norm));
}

static Const *complex_binary(ConstPool *pool, Token op, const Const *x, const Const *y)
{
    switch (op) {
    case TK_ADD:
    case TK_SUB:
        return const_make_complex(pool, real_binary(pool, op, x->complex.re, y->complex.re),
                                  real_binary(pool, op, x->complex.im, y->complex.im));
    case TK_MUL: return complex_product(pool, x, y);
    case TK_QUO: return complex_quotient(pool, x, y);
    default: return NULL;
    }
}

/* ---- all kinds ---- */

static Const *string_sum(ConstPool *pool, const Const *x, const Const *y)
{
    if ((u64)x->len + y->len > STRING_LEN)
        return NULL;
    const_string_value(y, NULL); /* joins a REP_CONCAT */
    Const *c = const_alloc(pool, REP_CONCAT);
    c->len = x->len + y->len;
    c->concat.left = x;
    c->concat.right = y;
    c->concat.pool = pool;
    return c;
}

static const Const *as_kind(ConstPool *pool, const Const *c, ConstKind kind)
{
    if (const_kind(c) == kind)
        return c;
    return kind == CONST_FLOAT ? const_as_float(pool, c) : const_as_complex(pool, c);
}

/* Converts two numbers to the larger of their kinds; false if the kinds do not match otherwise. */
static bool match(ConstPool *pool, const Const **x, const Const **y, ConstKind *kind)
{
    ConstKind kx = const_kind(*x), ky = const_kind(*y);
    *kind = kx > ky ? kx : ky;
    if (kx == ky)
        return true;
    if (kx < CONST_INT || ky < CONST_INT)
        return false;
    *x = as_kind(pool, *x, *kind);
    *y = as_kind(pool, *y, *kind);
    return *x != NULL && *y != NULL;
}

Const *const_binary(ConstPool *pool, Token op, const Const *x, const Const *y, bool int_div)
{
    ConstKind kind;
    if (!match(pool, &x, &y, &kind))
        return NULL;
    switch (kind) {
    case CONST_BOOL:
        if (op != TK_LAND && op != TK_LOR)
            return NULL;
        return const_bool(pool, op == TK_LAND ? x->b && y->b : x->b || y->b);
    case CONST_STRING: return op == TK_ADD ? string_sum(pool, x, y) : NULL;
    case CONST_INT:
        if (op == TK_QUO && !int_div)
            return const_sign(y) == 0 ? NULL : rat_binary(pool, op, x, y);
        return int_binary(pool, op, x, y);
    case CONST_FLOAT: return float_binary(pool, op, x, y);
    case CONST_COMPLEX: return complex_binary(pool, op, x, y);
    }
    return NULL;
}

static Const *complement(ConstPool *pool, const Const *c, u32 unsigned_bits)
{
    mpz_t z, mask;
    const_init_mpz(z, c);
    mpz_com(z, z);
    if (unsigned_bits > 0) {
        mpz_init(mask);
        mpz_setbit(mask, unsigned_bits);
        mpz_sub_ui(mask, mask, 1);
        mpz_and(z, z, mask);
        mpz_clear(mask);
    }
    return const_take_mpz(pool, z);
}

Const *const_unary(ConstPool *pool, Token op, const Const *x, u32 unsigned_bits)
{
    ConstKind kind = const_kind(x);
    switch (op) {
    case TK_ADD: return kind >= CONST_INT ? (Const *)x : NULL;
    case TK_SUB:
        return kind >= CONST_INT ? const_binary(pool, op, const_int(pool, 0), x, true) : NULL;
    case TK_XOR: return kind == CONST_INT ? complement(pool, x, unsigned_bits) : NULL;
    case TK_NOT: return kind == CONST_BOOL ? const_bool(pool, !x->b) : NULL;
    default: return NULL;
    }
}

Const *const_shift(ConstPool *pool, Token op, const Const *x, u32 count)
{
    if (const_kind(x) != CONST_INT)
        return NULL;
    if (op == TK_SHL && (u64)const_bit_len(x) + count > INT_BITS)
        return const_sign(x) == 0 ? (Const *)x : NULL;
    mpz_t z;
    const_init_mpz(z, x);
    if (op == TK_SHL)
        mpz_mul_2exp(z, z, count);
    else
        mpz_fdiv_q_2exp(z, z, count);
    return const_take_mpz(pool, z);
}

/* ---- comparison ---- */

static int compare_ints(const Const *x, const Const *y)
{
    if (x->rep == REP_SMALL && y->rep == REP_SMALL)
        return (x->small > y->small) - (x->small < y->small);
    mpz_t a, b;
    const_init_mpz(a, x);
    const_init_mpz(b, y);
    int order = mpz_cmp(a, b);
    mpz_clears(a, b, NULL);
    return order;
}

static int compare_floats(const Const *x, const Const *y)
{
    if (x->rep == REP_RAT && y->rep == REP_RAT)
        return mpq_cmp(x->rat, y->rat);
    mpfr_t a, b;
    const_init_mpfr(a, x);
    const_init_mpfr(b, y);
    int order = mpfr_cmp(a, b);
    mpfr_clears(a, b, NULL);
    return order;
}

static int compare_strings(const Const *x, const Const *y)
{
    u32 x_len, y_len;
    const char *a = const_string_value(x, &x_len), *b = const_string_value(y, &y_len);
    int order = memcmp(a, b, x_len < y_len ? x_len : y_len);
    return order != 0 ? order : (x_len > y_len) - (x_len < y_len);
}

static bool holds(Token op, int order)
{
    switch (op) {
    case TK_EQL: return order == 0;
    case TK_NEQ: return order != 0;
    case TK_LSS: return order < 0;
    case TK_LEQ: return order <= 0;
    case TK_GTR: return order > 0;
    case TK_GEQ: return order >= 0;
    default: return false;
    }
}

/* Compares numbers of different kinds; there is no pool to convert them in. */
static int compare_mixed(const Const *x, const Const *y)
{
    mpfr_t a, b;
    const_init_mpfr(a, x);
    const_init_mpfr(b, y);
    int order = mpfr_cmp(a, b);
    mpfr_clears(a, b, NULL);
    return order;
}

static int compare_real(const Const *x, const Const *y)
{
    ConstKind kx = const_kind(x), ky = const_kind(y);
    if (kx != ky)
        return compare_mixed(x, y);
    return kx == CONST_INT ? compare_ints(x, y) : compare_floats(x, y);
}

static int compare_complex(const Const *x, const Const *y)
{
    static const Const zero = {.rep = REP_SMALL};
    const Const *x_re = x->rep == REP_COMPLEX ? x->complex.re : x;
    const Const *y_re = y->rep == REP_COMPLEX ? y->complex.re : y;
    const Const *x_im = x->rep == REP_COMPLEX ? x->complex.im : &zero;
    const Const *y_im = y->rep == REP_COMPLEX ? y->complex.im : &zero;
    return compare_real(x_re, y_re) != 0 || compare_real(x_im, y_im) != 0;
}

bool const_compare(Token op, const Const *x, const Const *y)
{
    ConstKind kx = const_kind(x), ky = const_kind(y);
    if ((kx < CONST_INT || ky < CONST_INT) && kx != ky)
        return false;
    if (kx == CONST_BOOL)
        return holds(op, x->b != y->b);
    if (kx == CONST_STRING)
        return holds(op, compare_strings(x, y));
    if (kx == CONST_COMPLEX || ky == CONST_COMPLEX)
        return holds(op, compare_complex(x, y));
    return holds(op, compare_real(x, y));
}
