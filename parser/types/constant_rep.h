/* Representation of constants, shared by constant*.c and hidden from other code. */
#ifndef PARSER_TYPES_CONSTANT_REP_H
#define PARSER_TYPES_CONSTANT_REP_H

#include <gmp.h>
#include <mpfr.h>

#include "parser/types/constant.h"

/* A value has exactly one representation, the first that can hold it: an integer that fits 64 bits
 * is never REP_BIG. Floats are exact fractions up to a limit (RAT_BITS). */
typedef enum ConstRep {
    REP_BOOL,
    REP_STRING,
    REP_CONCAT, /* a concatenation, joined lazily: long sums of strings would take quadratic time */
    REP_SMALL,
    REP_BIG,
    REP_RAT,
    REP_FLOAT,
    REP_COMPLEX,
} ConstRep;

enum {
    FLOAT_PRECISION = 512,
    RAT_BITS = 4096,      /* of numerator or denominator; beyond, FLOAT_PRECISION bits are used */
    INT_BITS = 1 << 20,   /* larger integers are errors */
    LITERAL_LEN = 100000, /* longer literals are errors */
    STRING_LEN = 1 << 26, /* bytes; longer strings are errors */
};

struct Const {
    ConstRep rep;
    u32 len;      /* in bytes: REP_STRING, REP_CONCAT */
    Const *older; /* the pool's list of values that own GMP or MPFR memory */
    union {
        bool b;
        const char *str;
        struct {
            const Const *left, *right; /* right is never a REP_CONCAT */
            ConstPool *pool;
        } concat;
        i64 small;
        mpz_t big;
        mpq_t rat;
        mpfr_t flt;
        struct {
            const Const *re, *im;
        } complex;
    };
};

struct ConstPool {
    Arena *arena;
    Const *newest;
};

/* A new constant of this representation, without a value, in the pool's lists. */
Const *const_alloc(ConstPool *pool, ConstRep rep);
/* Take ownership of the number (the caller must not clear it) and normalise it. NULL if too large.
 * const_make_complex is normalised too; a NULL part gives NULL. */
Const *const_take_mpz(ConstPool *pool, mpz_t z);
Const *const_take_mpq(ConstPool *pool, mpq_t q);
Const *const_take_mpfr(ConstPool *pool, mpfr_t f);
Const *const_make_complex(ConstPool *pool, const Const *re, const Const *im);
/* Initialise z, q or f with the value of an integer or real constant. The caller clears it. */
void const_init_mpz(mpz_t z, const Const *c);
void const_init_mpq(mpq_t q, const Const *c);
/* As above. If it is inexact, f is rounded to odd, so that rounding it again to fewer bits is
 * correct. */
void const_init_mpfr(mpfr_t f, const Const *c);

#endif
