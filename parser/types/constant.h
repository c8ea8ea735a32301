/* Values of constant expressions, with arbitrary precision (GMP integers and rationals, MPFR
 * floats). A Const never changes; its pool owns it. */
#ifndef PARSER_TYPES_CONSTANT_H
#define PARSER_TYPES_CONSTANT_H

#include "base/arena.h"
#include "base/buf.h"
#include "parser/syntax/token.h"

typedef struct Const Const;
typedef struct ConstPool ConstPool; /* owns all values */

typedef enum ConstKind {
    CONST_BOOL,
    CONST_STRING,
    CONST_INT,
    CONST_FLOAT,
    CONST_COMPLEX,
} ConstKind;

/* A new pool; const_pool_free frees the numbers of its values. The arena has the rest. */
ConstPool *const_pool_new(Arena *arena);
void const_pool_free(ConstPool *pool);

/* The kind of a constant, and new constants. The text of a string is copied. */
ConstKind const_kind(const Const *c);
Const *const_bool(ConstPool *pool, bool b);
Const *const_string(ConstPool *pool, const char *s, size_t len);
Const *const_int(ConstPool *pool, i64 v);
Const *const_uint(ConstPool *pool, u64 v);
Const *const_float(ConstPool *pool, double v);
/* The value of a literal (TK_INT, TK_FLOAT, TK_IMAG); NULL if it is too large to represent. */
Const *const_literal(ConstPool *pool, Token kind, const char *text, size_t len);

/* The value of a CONST_BOOL, or of a CONST_STRING: NUL-terminated, *len bytes, owned by the
 * pool. */
bool const_bool_value(const Const *c);
const char *const_string_value(const Const *c, u32 *len);
/* Exact conversions of integers and integral values; false if the value does not fit. */
bool const_to_i64(const Const *c, i64 *out);
bool const_to_u64(const Const *c, u64 *out);
double const_to_double(const Const *c); /* rounded to nearest even; may be infinite */
float const_to_float32(const Const *c);
void const_complex_parts(const Const *c, double *re, double *im);
int const_sign(const Const *c);
/* Conversions between kinds: 5.0 -> 5 -> 5.0 -> 5.0+0i. NULL if the value would change. const_real
 * and const_imag give the parts of any number. */
Const *const_as_int(ConstPool *pool, const Const *c);
Const *const_as_float(ConstPool *pool, const Const *c);
Const *const_as_complex(ConstPool *pool, const Const *c);
Const *const_real(ConstPool *pool, const Const *c);
Const *const_imag(ConstPool *pool, const Const *c);
/* Number of bits of |c|; c must be an integer. */
u32 const_bit_len(const Const *c);

/* x op y, after converting both to the larger of their kinds. Integer division truncates if
 * int_div, else it gives a fraction. NULL if the result is too large or the operation is not
 * defined; the caller checks for division by zero. */
Const *const_binary(ConstPool *pool, Token op, const Const *x, const Const *y, bool int_div);
/* op x, and x << count or x >> count. unsigned_bits is the width of an unsigned type for ^, else 0.
 * NULL as above. */
Const *const_unary(ConstPool *pool, Token op, const Const *x, u32 unsigned_bits);
Const *const_shift(ConstPool *pool, Token op, const Const *x, u32 count);
/* Whether x op y holds; op is a comparison operator. */
bool const_compare(Token op, const Const *x, const Const *y);
/* Rounds to a float32 or float64 (bits 32 or 64), as constants of these types are. NULL:
 * overflow. */
Const *const_round_float(ConstPool *pool, const Const *c, int bits);
/* Appends the value as Go prints it in error messages. */
void const_text(Buf *out, const Const *c);

#endif
