/* Constant values of arbitrary precision (GMP integers and rationals, MPFR floats). Immutable. */
#ifndef PARSER_TYPES_CONSTANT_H
#define PARSER_TYPES_CONSTANT_H

#include "base/arena.h"
#include "base/buf.h"
#include "parser/syntax/token.h"

typedef struct Const Const;
typedef struct ConstPool ConstPool; /* owns all values; frees GMP/MPFR memory at the end */

typedef enum ConstKind {
    CONST_BOOL,
    CONST_STRING,
    CONST_INT,
    CONST_FLOAT,
    CONST_COMPLEX,
} ConstKind;

ConstPool *const_pool_new(Arena *arena);
void const_pool_free(ConstPool *pool);

ConstKind const_kind(const Const *c);
Const *const_bool(ConstPool *pool, bool b);
Const *const_string(ConstPool *pool, const char *s, size_t len);
Const *const_int(ConstPool *pool, i64 v);
Const *const_uint(ConstPool *pool, u64 v);
Const *const_float(ConstPool *pool, double v);
/* From literal text (TK_INT, TK_FLOAT, TK_IMAG); NULL if it is absurdly large. */
Const *const_literal(ConstPool *pool, Token kind, const char *text, size_t len);

bool const_bool_value(const Const *c);
const char *const_string_value(const Const *c, u32 *len);
/* Exact conversions; false when the value does not fit. */
bool const_to_i64(const Const *c, i64 *out);
bool const_to_u64(const Const *c, u64 *out);
double const_to_double(const Const *c); /* rounded to nearest even; may be infinite */
float const_to_float32(const Const *c);
void const_complex_parts(const Const *c, double *re, double *im);
int const_sign(const Const *c);
/* As an integer constant if the value is integral (5.0 -> 5), else NULL. */
Const *const_as_int(ConstPool *pool, const Const *c);
Const *const_as_float(ConstPool *pool, const Const *c);
Const *const_as_complex(ConstPool *pool, const Const *c);
Const *const_real(ConstPool *pool, const Const *c);
Const *const_imag(ConstPool *pool, const Const *c);
/* Number of bits of |c| (integers). */
u32 const_bit_len(const Const *c);

/* Operands are brought to a common kind first. Integer division truncates when int_div. NULL for
 * an impossible operation (division by zero is checked by the caller). */
Const *const_binary(ConstPool *pool, Token op, const Const *x, const Const *y, bool int_div);
/* unsigned_bits: for ^ on unsigned types the width, else 0. */
Const *const_unary(ConstPool *pool, Token op, const Const *x, u32 unsigned_bits);
Const *const_shift(ConstPool *pool, Token op, const Const *x, u32 count);
bool const_compare(Token op, const Const *x, const Const *y);
/* Rounded to the precision of float32 / float64 (constants of those types are). NULL: overflow. */
Const *const_round_float(ConstPool *pool, const Const *c, int bits);
/* As Go prints it in error messages. */
void const_text(Buf *out, const Const *c);

#endif
