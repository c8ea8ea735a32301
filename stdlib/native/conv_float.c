/* Conversion between floating-point numbers and text. The C library converts exactly in both
 * directions; this adds Go's notation and the search for the shortest digits. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stdlib/native/conv.h"

/* Digits d[0..n) without trailing zeros, with the value 0.ddd * 10^point; n = 0 is zero. */
typedef struct Decimal {
    char *d;
    int n, point;
} Decimal;

/* Converts "1.2345e+06" to digits and point, in place. */
static Decimal decimal_from_e(char *text)
{
    char *e = strchr(text, 'e');
    Decimal dec = {text, 0, atoi(e + 1) + 1};
    for (char *p = text; p < e; p++) {
        if (*p != '.')
            dec.d[dec.n++] = *p;
    }
    while (dec.n > 0 && dec.d[dec.n - 1] == '0')
        dec.n--;
    if (dec.n == 0)
        dec.point = 0;
    return dec;
}

static bool reads_back(const char *text, double v, int bits)
{
    return bits == 32 ? strtof(text, NULL) == (float)v : strtod(text, NULL) == v;
}

/* Adds one to the last digit of "d.ddde+xx". False if a carry leaves the first digit. */
static bool increment_last_digit(char *text)
{
    char *p = strchr(text, 'e') - 1;
    for (; p >= text; p--) {
        if (*p == '.')
            continue;
        if (*p != '9') {
            ++*p;
            return true;
        }
        *p = '0';
    }
    return false;
}

/* Handles numbers with few digits after the point, as most printed numbers have. An integer d below
 * 10^15 divided by a power of ten is rounded once; so if the quotient is v, the decimal reads back
 * as v, and no other decimal of at most 15 digits does. */
static bool few_decimals(double v, char *text, Decimal *dec)
{
    static const struct {
        int places;
        double power;
    } tries[] = {{0, 1}, {1, 1e1}, {2, 1e2}, {3, 1e3}, {4, 1e4}, {6, 1e6}};
    for (u32 i = 0; i < COUNT_OF(tries); i++) {
        double d = rint(v * tries[i].power);
        if (d >= 1e15)
            return false;
        if (d / tries[i].power != v)
            continue;
        char *end = text + 32, *p = conv_uint(end, (u64)d, 10, false);
        *dec = (Decimal){p, (int)(end - p), (int)(end - p) - tries[i].places};
        while (dec->n > 0 && dec->d[dec->n - 1] == '0')
            dec->n--;
        if (d == 0)
            *dec = (Decimal){p, 0, 0};
        return true;
    }
    return false;
}

/* The fewest digits that read back as v >= 0. A decimal of at most 15 digits (float32: 6) is
 * preserved by conversion to a normal number and back, so shorter decimals appear there with
 * trailing zeros, which are removed. Subnormal numbers have less precision and are searched from
 * one digit on. */
static Decimal shortest(double v, int bits, char *text, size_t size)
{
    Decimal dec;
    if (bits == 64 && few_decimals(v, text, &dec))
        return dec;
    bool subnormal = v < (bits == 32 ? 0x1p-126 : 0x1p-1022);
    int n = subnormal ? 1 : bits == 32 ? 6 : 15;
    for (;; n++) {
        snprintf(text, size, "%.*e", n - 1, v);
        if (reads_back(text, v, bits))
            return decimal_from_e(text);
        /* Numbers below a power of two are closer together than above it, so the nearest decimal
         * may be too low, while the next higher one still reads back as v. */
        if (increment_last_digit(text) && reads_back(text, v, bits))
            return decimal_from_e(text);
    }
}

static void put_digit(Buf *out, Decimal dec, int i)
{
    buf_putc(out, i >= 0 && i < dec.n ? dec.d[i] : '0');
}

static void format_e(Buf *out, Decimal dec, int prec, char e)
{
    put_digit(out, dec, 0);
    if (prec > 0)
        buf_putc(out, '.');
    for (int i = 1; i <= prec; i++)
        put_digit(out, dec, i);
    int exp = dec.n == 0 ? 0 : dec.point - 1;
    buf_printf(out, "%c%c%02d", e, exp < 0 ? '-' : '+', exp < 0 ? -exp : exp);
}

static void format_f(Buf *out, Decimal dec, int prec)
{
    if (dec.point <= 0)
        buf_putc(out, '0');
    for (int i = 0; i < dec.point; i++)
        put_digit(out, dec, i);
    if (prec > 0)
        buf_putc(out, '.');
    for (int i = 0; i < prec; i++)
        put_digit(out, dec, dec.point + i);
}

static void format_g(Buf *out, Decimal dec, int prec, bool is_shortest, char e)
{
    int limit = prec;
    if (limit > dec.n && dec.n >= dec.point)
        limit = dec.n;
    if (is_shortest)
        limit = 6;
    int exp = dec.point - 1;
    if (exp < -4 || exp >= limit) {
        format_e(out, dec, (prec > dec.n ? dec.n : prec) - 1, e);
        return;
    }
    if (prec > dec.point)
        prec = dec.n;
    format_f(out, dec, prec > dec.point ? prec - dec.point : 0);
}

/* Splits the number into an integer and a power of two. */
static u64 split_float(double v, int bits, int *exp)
{
    int digits = bits == 32 ? 24 : 53, lowest = bits == 32 ? -149 : -1074;
    double fraction = frexp(v, exp);
    *exp -= digits;
    if (*exp < lowest) { /* subnormal: the exponent is the lowest, the mantissa gets shorter */
        u64 mant = (u64)ldexp(v, -lowest);
        *exp = lowest;
        return mant;
    }
    return (u64)ldexp(fraction, digits);
}

static void format_binary(Buf *out, double v, int bits)
{
    int exp;
    u64 mant = split_float(v, bits, &exp);
    if (v == 0)
        exp = bits == 32 ? -149 : -1074;
    buf_printf(out, "%llup%+d", (unsigned long long)mant, exp);
}

/* %x: 0x1.hhhp±dd. The mantissa is one digit followed by 60 bits of fraction. */
static void format_hex(Buf *out, double v, int prec, char format)
{
    bool upper = format == 'X';
    int exp = 0;
    u64 mant = 0;
    if (v != 0) {
        mant = (u64)ldexp(frexp(v, &exp), 53) << 8; /* top bit of 53 now is bit 60 */
        exp--;
    }
    if (prec >= 0 && prec < 15) {
        u64 unit = 1ULL << (60 - prec * 4), rest = mant & (unit - 1);
        mant -= rest;
        if (rest > unit / 2 || (rest == unit / 2 && (mant & unit)))
            mant += unit;
        if (mant >> 61) { /* rounding has carried to 2.0 */
            mant >>= 1;
            exp++;
        }
    }
    buf_printf(out, "0%c%d", upper ? 'X' : 'x', (int)(mant >> 60));
    mant <<= 4;
    if (prec > 0 || (prec < 0 && mant != 0))
        buf_putc(out, '.');
    for (int i = 0; prec < 0 ? mant != 0 : i < prec; i++, mant <<= 4)
        buf_putc(out, (upper ? "0123456789ABCDEF" : "0123456789abcdef")[mant >> 60]);
    buf_printf(out, "%c%c%02d", upper ? 'P' : 'p', exp < 0 ? '-' : '+', exp < 0 ? -exp : exp);
}

static void format_decimal(Buf *out, double v, char format, int prec, int bits)
{
    char small[64], *text = small;
    char e = format == 'E' || format == 'G' ? 'E' : 'e';
    if (prec >= 0 && (format == 'e' || format == 'f')) { /* the same as printf */
        buf_printf(out, format == 'e' ? "%.*e" : "%.*f", prec, v);
        return;
    }
    bool is_shortest = prec < 0;
    Decimal dec;
    if (is_shortest) {
        dec = shortest(v, bits, small, sizeof small);
        prec = format == 'f'                    ? (dec.n > dec.point ? dec.n - dec.point : 0)
               : format == 'g' || format == 'G' ? dec.n
                                                : dec.n - 1;
    } else {
        if (prec == 0 && format != 'E')
            prec = 1;
        int digits = format == 'E' ? prec : prec - 1; /* after the first one */
        if (digits > 40)
            text = xmalloc((size_t)digits + 32);
        snprintf(text, digits > 40 ? (size_t)digits + 32 : sizeof small, "%.*e", digits, v);
        dec = decimal_from_e(text);
    }
    if (format == 'f')
        format_f(out, dec, prec);
    else if (format == 'g' || format == 'G')
        format_g(out, dec, prec, is_shortest, e);
    else
        format_e(out, dec, prec, e);
    if (text != small)
        free(text);
}

void conv_float(Buf *out, double v, char format, int prec, int bits)
{
    if (isnan(v)) {
        buf_puts(out, "NaN");
        return;
    }
    if (isinf(v)) {
        buf_puts(out, v < 0 ? "-Inf" : "+Inf");
        return;
    }
    if (signbit(v))
        buf_putc(out, '-');
    v = fabs(v);
    switch (format) {
    case 'b': format_binary(out, v, bits); break;
    case 'x':
    case 'X': format_hex(out, v, prec, format); break;
    case 'e':
    case 'E':
    case 'f':
    case 'g':
    case 'G': format_decimal(out, v, format, prec, bits); break;
    default: buf_putc(out, '%'); buf_putc(out, format);
    }
}

/* ---- parsing ---- */

/* Number of bytes at the start of text that are a prefix of word, ignoring case. */
static u64 common_prefix(const char *text, u64 len, const char *word)
{
    u64 n = 0;
    while (n < len && word[n] != 0 && tolower((u8)text[n]) == word[n])
        n++;
    return n;
}

/* Parses inf, infinity (signed or not) and nan. */
static bool parse_special(const char *text, u64 len, double *out)
{
    double sign = 1;
    bool is_signed = len > 0 && (text[0] == '+' || text[0] == '-');
    if (is_signed) {
        sign = text[0] == '-' ? -1 : 1;
        text++;
        len--;
    }
    u64 n = common_prefix(text, len, "infinity");
    if (n == len && (n == 3 || n == 8)) {
        *out = sign * INFINITY;
        return true;
    }
    if (!is_signed && len == 3 && common_prefix(text, len, "nan") == 3) {
        *out = NAN;
        return true;
    }
    return false;
}

/* Underscores are only allowed between digits, or between a base prefix and a digit. */
static bool underscores_ok(const char *text, u64 len)
{
    u64 i = len > 0 && (text[0] == '+' || text[0] == '-');
    bool hex = i + 1 < len && text[i] == '0' && tolower((u8)text[i + 1]) == 'x';
    char before = '!';
    if (hex) {
        i += 2;
        before = '0';
    }
    for (; i < len; i++) {
        bool digit = isdigit((u8)text[i]) || (hex && isxdigit((u8)text[i]));
        if (text[i] == '_' ? before != '0' : before == '_' && !digit)
            return false;
        before = digit ? '0' : text[i] == '_' ? '_' : '!';
    }
    return before != '_';
}

/* Scans digits, one dot and underscores. Returns the number of digits, or -1 after a second dot. */
static int scan_mantissa(const char *text, u64 len, u64 *pos, bool hex, bool *underscores)
{
    int digits = 0;
    bool dot = false;
    for (; *pos < len; ++*pos) {
        char c = text[*pos];
        if (c == '_') {
            *underscores = true;
        } else if (c == '.') {
            if (dot)
                return -1;
            dot = true;
        } else if (hex ? isxdigit((u8)c) : isdigit((u8)c)) {
            digits++;
        } else {
            break;
        }
    }
    return digits;
}

/* The grammar: sign, then 0x and a mantissa with exponent p, or a mantissa with an optional
 * exponent e. */
static bool well_formed(const char *text, u64 len, bool *underscores)
{
    u64 i = len > 0 && (text[0] == '+' || text[0] == '-');
    bool hex = i + 2 < len && text[i] == '0' && tolower((u8)text[i + 1]) == 'x';
    if (hex)
        i += 2;
    if (scan_mantissa(text, len, &i, hex, underscores) <= 0)
        return false;
    if (i < len && tolower((u8)text[i]) == (hex ? 'p' : 'e')) {
        if (++i < len && (text[i] == '+' || text[i] == '-'))
            i++;
        if (i >= len || !isdigit((u8)text[i]))
            return false;
        for (; i < len && (isdigit((u8)text[i]) || text[i] == '_'); i++)
            *underscores |= text[i] == '_';
    } else if (hex) {
        return false;
    }
    return i == len && (!*underscores || underscores_ok(text, len));
}

ConvStatus conv_parse_float(const char *text, u64 len, int bits, double *out)
{
    *out = 0;
    if (parse_special(text, len, out))
        return CONV_OK;
    bool underscores = false;
    if (!well_formed(text, len, &underscores))
        return CONV_SYNTAX;
    char small[128], *copy = len < sizeof small ? small : xmalloc(len + 1);
    u64 n = 0;
    for (u64 i = 0; i < len; i++) {
        if (text[i] != '_')
            copy[n++] = text[i];
    }
    copy[n] = 0;
    *out = bits == 32 ? (double)strtof(copy, NULL) : strtod(copy, NULL);
    if (copy != small)
        free(copy);
    return isinf(*out) ? CONV_RANGE : CONV_OK;
}
