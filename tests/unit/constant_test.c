/* Constants: literals, exact arithmetic, limits, rounding and conversions. */
#include "parser/types/constant.h"

#include <math.h>

#include "tests/unit/test.h"

static Arena arena;
static ConstPool *pool;

static Const *lit(Token kind, const char *text)
{
    return const_literal(pool, kind, text, strlen(text));
}

static Const *num(const char *text)
{
    return lit(TK_INT, text);
}

static Const *real(const char *text)
{
    return lit(TK_FLOAT, text);
}

/* The text of a value; "NULL" for none. Uses a few buffers in turn. */
static const char *text(const Const *c)
{
    static Buf bufs[8];
    static int next;
    if (c == NULL)
        return "none";
    Buf *buf = &bufs[next++ % 8];
    vec_clear(buf);
    const_text(buf, c);
    return buf_str(buf);
}

static Const *op(Token token, const Const *x, const Const *y)
{
    return const_binary(pool, token, x, y, true);
}

static void test_integer_literals(void)
{
    EXPECT_STR(text(num("0")), "0");
    EXPECT_STR(text(num("1_000_000")), "1000000");
    EXPECT_STR(text(num("0x_ff")), "255");
    EXPECT_STR(text(num("0b101")), "5");
    EXPECT_STR(text(num("0o17")), "15");
    EXPECT_STR(text(num("017")), "15");
    EXPECT_STR(text(num("9223372036854775807")), "9223372036854775807");
    EXPECT_STR(text(num("18446744073709551616")), "18446744073709551616");
    EXPECT(num("08") == NULL);
}

static void test_float_literals(void)
{
    EXPECT(const_to_double(real("0.1")) == 0.1);
    EXPECT(const_to_double(real(".5e1")) == 5);
    EXPECT(const_to_double(real("1_0.2_5")) == 10.25);
    EXPECT(const_to_double(real("0x1p-2")) == 0.25);
    EXPECT(const_to_double(real("0x.8p1")) == 1);
    EXPECT(const_to_double(real("0X1_8.8P+0")) == 24.5);
    EXPECT(const_to_double(real("00012.5")) == 12.5);
    EXPECT(const_to_double(real("0e1000000000000000000000")) == 0);
    EXPECT(isinf(const_to_double(real("1e1000"))));
    EXPECT_STR(text(real("1e1000")), "1e+1000");
    EXPECT_STR(text(real("2.5")), "2.5");
}

/* Exponents too large to compute with must neither hang nor crash. */
static void test_absurd_literals(void)
{
    EXPECT(real("1e1000000000000000000000") == NULL);
    EXPECT(real("0x1p999999999999999") == NULL);
    EXPECT(real("1e-100000000000000000000") != NULL); /* underflows to zero, as in Go */
    EXPECT(const_literal(pool, TK_INT, "1", 0) == NULL);
    static char digits[200000];
    memset(digits, '9', sizeof digits);
    EXPECT(const_literal(pool, TK_INT, digits, sizeof digits) == NULL);
    EXPECT(const_shift(pool, TK_SHL, num("1"), UINT32_MAX) == NULL);
    EXPECT(const_shift(pool, TK_SHL, num("0"), UINT32_MAX) != NULL);
    EXPECT_STR(text(const_shift(pool, TK_SHR, num("1"), UINT32_MAX)), "0");
}

static void test_imaginary_literals(void)
{
    double re, im;
    const_complex_parts(lit(TK_IMAG, "0123i"), &re, &im);
    EXPECT(re == 0 && im == 123); /* not octal */
    const_complex_parts(lit(TK_IMAG, "0x10i"), &re, &im);
    EXPECT(im == 16);
    const_complex_parts(lit(TK_IMAG, "1.5e1i"), &re, &im);
    EXPECT(im == 15);
    EXPECT_STR(text(lit(TK_IMAG, "2i")), "(0 + 2i)");
}

static void test_integer_arithmetic(void)
{
    Const *big = const_shift(pool, TK_SHL, const_int(pool, 1), 100);
    EXPECT_STR(text(big), "1267650600228229401496703205376");
    EXPECT_INT(const_bit_len(big), 101);
    EXPECT_STR(text(op(TK_QUO, op(TK_MUL, big, num("3")), big)), "3");
    EXPECT_STR(text(op(TK_QUO, const_int(pool, INT64_MIN), const_int(pool, -1))),
               "9223372036854775808");
    EXPECT_STR(text(op(TK_REM, const_int(pool, INT64_MIN), const_int(pool, -1))), "0");
    EXPECT_STR(text(op(TK_QUO, const_int(pool, -7), const_int(pool, 2))), "-3");
    EXPECT_STR(text(op(TK_REM, const_int(pool, -7), const_int(pool, 2))), "-1");
    EXPECT_STR(text(op(TK_AND_NOT, const_int(pool, -1), num("0xf"))), "-16");
    EXPECT_STR(text(op(TK_AND, const_unary(pool, TK_SUB, big, 0), num("0xff"))), "0");
    EXPECT_STR(text(const_shift(pool, TK_SHR, const_int(pool, -5), 1)), "-3");
    EXPECT(op(TK_QUO, num("1"), num("0")) == NULL);
    EXPECT(op(TK_REM, num("1"), num("0")) == NULL);
    EXPECT_STR(text(const_unary(pool, TK_XOR, num("1"), 8)), "254");
    EXPECT_STR(text(const_unary(pool, TK_XOR, num("1"), 0)), "-2");
    EXPECT_STR(text(const_unary(pool, TK_SUB, const_int(pool, INT64_MIN), 0)),
               "9223372036854775808");
}

static void test_ranges(void)
{
    i64 i;
    u64 u;
    EXPECT(const_to_i64(num("9223372036854775807"), &i) && i == INT64_MAX);
    EXPECT(!const_to_i64(num("9223372036854775808"), &i));
    EXPECT(const_to_u64(num("18446744073709551615"), &u) && u == UINT64_MAX);
    EXPECT(!const_to_u64(num("18446744073709551616"), &u));
    EXPECT(!const_to_u64(const_int(pool, -1), &u));
    EXPECT(const_to_u64(const_uint(pool, UINT64_MAX), &u) && u == UINT64_MAX);
    EXPECT_INT(const_bit_len(const_int(pool, INT64_MIN)), 64);
    EXPECT_INT(const_bit_len(num("0")), 0);
}

/* 1/3 + 1/3 + 1/3 is exactly 1; and integral floats convert to integers. */
static void test_exact_fractions(void)
{
    Const *third = const_binary(pool, TK_QUO, num("1"), num("3"), false);
    EXPECT(const_kind(third) == CONST_FLOAT);
    Const *sum = op(TK_ADD, op(TK_ADD, third, third), third);
    EXPECT_STR(text(const_as_int(pool, sum)), "1");
    EXPECT(const_as_int(pool, third) == NULL);
    EXPECT_STR(text(const_as_int(pool, real("5.0"))), "5");
    EXPECT_STR(text(const_as_int(pool, real("1e20"))), "100000000000000000000");
    EXPECT(const_as_int(pool, real("1e100000")) == NULL); /* too long to be of use */
    EXPECT(op(TK_QUO, real("1.5"), real("0.0")) == NULL);
    EXPECT(op(TK_REM, real("1.5"), real("1.0")) == NULL);
}

/* Beyond exact fractions, 512 bits are kept, as in gc. */
static void test_huge_floats(void)
{
    Const *huge = real("1e10000");
    EXPECT_STR(text(op(TK_QUO, huge, huge)), "1");
    EXPECT_STR(text(op(TK_MUL, huge, huge)), "1e+20000");
    Const *c = huge;
    for (int i = 0; i < 40 && c != NULL; i++)
        c = op(TK_MUL, c, c);
    EXPECT(c == NULL); /* overflow, found without computing the result */
}

static void test_rounding(void)
{
    EXPECT(const_to_double(num("9007199254740993")) == 9007199254740992.0);
    EXPECT(const_to_double(num("9007199254740995")) == 9007199254740996.0);
    /* half of the smallest subnormal rounds to zero, a little more does not */
    EXPECT(const_to_double(real("0x1p-1075")) == 0);
    EXPECT(const_to_double(real("0x1.0000000000000000000000001p-1075")) == 0x1p-1074);
    EXPECT(const_to_float32(real("0.1")) == 0.1f);
    EXPECT(const_to_float32(num("16777217")) == 16777216.0f);
    EXPECT(const_round_float(pool, real("1e39"), 32) == NULL);
    EXPECT(const_round_float(pool, real("1e39"), 64) != NULL);
    EXPECT(const_to_double(const_round_float(pool, real("0.1"), 32)) == (double)0.1f);
}

static void test_complex(void)
{
    Const *x = op(TK_ADD, num("1"), lit(TK_IMAG, "2i"));
    Const *y = op(TK_ADD, num("3"), lit(TK_IMAG, "4i"));
    EXPECT_STR(text(op(TK_MUL, x, y)), "(-5 + 10i)");
    EXPECT_STR(text(op(TK_QUO, op(TK_MUL, x, y), y)), "(1 + 2i)");
    EXPECT_STR(text(const_as_int(pool, op(TK_SUB, x, lit(TK_IMAG, "2i")))), "1");
    EXPECT(const_as_int(pool, x) == NULL);
    EXPECT_STR(text(const_imag(pool, y)), "4");
    EXPECT_STR(text(const_real(pool, num("7"))), "7");
    EXPECT(const_compare(TK_EQL, op(TK_ADD, num("7"), lit(TK_IMAG, "0i")), num("7")));
    EXPECT(const_compare(TK_NEQ, x, y));
}

static void test_strings(void)
{
    Const *s = const_string(pool, "", 0);
    for (int i = 0; i < 20000; i++)
        s = op(TK_ADD, s, const_string(pool, "ab", 2));
    u32 len;
    const char *joined = const_string_value(s, &len);
    EXPECT_INT(len, 40000);
    EXPECT(memcmp(joined, "abab", 4) == 0 && joined[39999] == 'b' && joined[40000] == '\0');
    EXPECT(const_compare(TK_LSS, const_string(pool, "a", 1), const_string(pool, "ab", 2)));
    EXPECT(const_compare(TK_GTR, const_string(pool, "b", 1), const_string(pool, "ab", 2)));
    EXPECT_STR(text(const_string(pool, "a\"\n", 3)), "\"a\\\"\\n\"");
    for (int i = 0; i < 40 && s != NULL; i++)
        s = op(TK_ADD, s, s);
    EXPECT(s == NULL);
}

static void test_booleans(void)
{
    Const *yes = const_bool(pool, true), *no = const_bool(pool, false);
    EXPECT(const_bool_value(op(TK_LOR, yes, no)));
    EXPECT(!const_bool_value(op(TK_LAND, yes, no)));
    EXPECT(const_bool_value(const_unary(pool, TK_NOT, no, 0)));
    EXPECT(const_compare(TK_NEQ, yes, no));
    EXPECT(op(TK_ADD, yes, no) == NULL);
    EXPECT(op(TK_ADD, yes, num("1")) == NULL);
}

static void test_comparison(void)
{
    EXPECT(const_compare(TK_EQL, num("2"), real("2.0")));
    EXPECT(const_compare(TK_LSS, num("2"), real("2.5")));
    EXPECT(const_compare(TK_GTR, real("1e5000"), num("2")));
    EXPECT(const_compare(TK_LEQ, num("2"), num("18446744073709551616")));
    EXPECT_INT(const_sign(real("1.0")), 1);
    EXPECT_INT(const_sign(const_unary(pool, TK_SUB, real("1e5000"), 0)), -1);
}

int main(void)
{
    pool = const_pool_new(&arena);
    RUN(test_integer_literals);
    RUN(test_float_literals);
    RUN(test_absurd_literals);
    RUN(test_imaginary_literals);
    RUN(test_integer_arithmetic);
    RUN(test_ranges);
    RUN(test_exact_fractions);
    RUN(test_huge_floats);
    RUN(test_rounding);
    RUN(test_complex);
    RUN(test_strings);
    RUN(test_booleans);
    RUN(test_comparison);
    const_pool_free(pool);
    arena_free(&arena);
    return test_summary("constant");
}
