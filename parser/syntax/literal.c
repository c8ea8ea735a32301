/* The lexer of literals: numbers in every base, runes, strings. Reports at most one error for
 * each. */
#include <stdio.h>
#include <utf8proc.h>

#include "parser/syntax/lexer.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Value of a hexadecimal digit, or 16. */
static u32 digit_value(char c)
{
    if (is_digit(c))
        return (u32)(c - '0');
    char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? (u32)(lower - 'a') + 10 : 16;
}

static const char *base_name(u32 base)
{
    return base == 2 ? "binary" : base == 8 ? "octal" : base == 10 ? "decimal" : "hexadecimal";
}

/* ---- numbers ---- */

typedef struct Number {
    const char *start;
    u32 base;
    bool prefixed;   /* 0x 0o 0b, not the plain 0 of old octals */
    bool has_digits; /* in the mantissa */
    bool has_separator;
    const char *bad_digit; /* first digit that is too large for the base, or NULL */
} Number;

static void number_error(Lexer *lx, const char *from, const char *to, const char *fmt, ...)
    PRINTF_LIKE(4, 5);

static void number_error(Lexer *lx, const char *from, const char *to, const char *fmt, ...)
{
    if (lx->bad || lx->diags == NULL) {
        lx->bad = true;
        return;
    }
    char text[80];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    lx->bad = true;
    lex_error(lx, from, to, "%s", text);
}

static void scan_prefix(Lexer *lx, Number *n)
{
    n->base = 10;
    if (lx->at[0] != '0')
        return;
    char c = (char)(lx->at[1] | 0x20);
    n->base = c == 'x' ? 16 : c == 'b' ? 2 : 8;
    n->prefixed = c == 'x' || c == 'b' || c == 'o';
    if (n->prefixed)
        lx->at += 2;
}

/* Scans digits and separators. In a base below 10, decimal digits up to 9 are accepted, so that
 * 0b12 is one number (and an error). */
static bool scan_digits(Lexer *lx, Number *n, u32 base)
{
    bool any = false;
    for (;; lx->at++) {
        char c = *lx->at;
        u32 value = digit_value(c);
        if (c == '_') {
            n->has_separator = true;
        } else if (value < (base == 16 ? 16 : 10)) {
            any = true;
            if (value >= base && n->bad_digit == NULL)
                n->bad_digit = lx->at;
        } else {
            return any;
        }
    }
}

static void scan_fraction(Lexer *lx, Number *n)
{
    if (*lx->at != '.')
        return;
    lx->tok = TK_FLOAT;
    if (n->prefixed && n->base != 16)
        number_error(lx, lx->at, lx->at + 1, "invalid radix point in %s literal",
                     base_name(n->base));
    lx->at++;
    n->has_digits |= scan_digits(lx, n, n->base);
}

static void scan_exponent(Lexer *lx, Number *n)
{
    char c = *lx->at, lower = (char)(c | 0x20);
    bool hex = n->base == 16;
    if (lower != 'e' && lower != 'p') {
        if (hex && lx->tok == TK_FLOAT)
            number_error(lx, n->start, lx->at, "hexadecimal mantissa requires a 'p' exponent");
        return;
    }
    if (lower == 'e' && n->prefixed)
        number_error(lx, lx->at, lx->at + 1, "'%c' exponent requires decimal mantissa", c);
    if (lower == 'p' && !hex)
        number_error(lx, lx->at, lx->at + 1, "'%c' exponent requires hexadecimal mantissa", c);
    lx->at++;
    lx->tok = TK_FLOAT;
    if (*lx->at == '+' || *lx->at == '-')
        lx->at++;
    if (!scan_digits(lx, n, 10))
        number_error(lx, n->start, lx->at, "exponent has no digits");
}

/* A separator must be between two digits, or between a prefix and a digit. */
static void check_separators(Lexer *lx, const Number *n)
{
    u32 limit = n->base == 16 ? 16 : 10;
    for (const char *s = n->start; s < lx->at; s++) {
        if (*s != '_')
            continue;
        bool after_prefix = n->prefixed && s == n->start + 2;
        bool before = after_prefix || (s > n->start && digit_value(s[-1]) < limit);
        if (!before || digit_value(s[1]) >= limit) {
            number_error(lx, s, s + 1, "'_' must separate successive digits");
            return;
        }
    }
}

/* integer = "0" [ [ "_" ] octal_digits ] | nonzero_digit [ [ "_" ] decimal_digits ] |
 *           "0" ( "b" | "B" ) [ "_" ] binary_digits | "0" ( "o" | "O" ) [ "_" ] octal_digits |
 *           "0" ( "x" | "X" ) [ "_" ] hex_digits .
 * float = decimal_digits "." [ decimal_digits ] [ exponent ] | decimal_digits exponent |
 *         "." decimal_digits [ exponent ] | "0" ( "x" | "X" ) hex_mantissa binary_exponent .
 * exponent = ( "e" | "E" ) [ "+" | "-" ] decimal_digits .
 * hex_mantissa = [ "_" ] hex_digits [ "." [ hex_digits ] ] | "." hex_digits .
 * binary_exponent = ( "p" | "P" ) [ "+" | "-" ] decimal_digits .
 * imaginary = ( decimal_digits | integer | float ) "i" .
 * decimal_digits = decimal_digit { [ "_" ] decimal_digit } .
 * The digits of the other bases go likewise. */
void lex_number(Lexer *lx)
{
    Number n = {.start = lx->at};
    lx->tok = TK_INT;
    scan_prefix(lx, &n);
    n.has_digits = scan_digits(lx, &n, n.base);
    scan_fraction(lx, &n);
    if (!n.has_digits)
        number_error(lx, n.start, lx->at, "%s literal has no digits", base_name(n.base));
    scan_exponent(lx, &n);
    if (*lx->at == 'i') {
        lx->at++;
        lx->tok = TK_IMAG;
        if (!n.prefixed) /* 010i is decimal, for compatibility */
            n.bad_digit = NULL;
    }
    if (n.bad_digit != NULL && lx->tok != TK_FLOAT)
        number_error(lx, n.bad_digit, n.bad_digit + 1, "invalid digit '%c' in %s literal",
                     *n.bad_digit, base_name(n.base));
    if (n.has_separator)
        check_separators(lx, &n);
}

/* ---- escapes ---- */

typedef struct Escape {
    u32 value;
    bool is_byte; /* \x and octal give bytes, the others code points */
} Escape;

/* Marks the literal as bad and reports; arguments as for lex_error. The value is false. */
#define escape_error(lx, from, to, ...) \
    ((lx)->bad = true, (void)lex_error((lx), (from), (to), __VA_ARGS__), false)

/* Reports the character at lx->at, which is not a digit of the base. */
static bool not_a_digit(Lexer *lx, u32 base)
{
    u32 size;
    char buf[24];
    i32 c = lex_char(lx, lx->at, &size);
    const char *shown = strchr(lex_char_text(c, buf), '\'');
    return escape_error(lx, lx->at, lx->at + size, "invalid character %s in %s escape",
                        c == '\''       ? "'\\''"
                        : shown != NULL ? shown
                                        : buf,
                        base_name(base));
}

/* Reads as many digits as the escape requires. The end of the text is left for the caller to
 * report. */
static bool escape_digits(Lexer *lx, Escape *out, u32 count, u32 base)
{
    const char *start = lx->at;
    u64 value = 0;
    for (; count > 0; count--, lx->at++) {
        u32 digit = digit_value(*lx->at);
        if (digit < base) {
            value = value * base + digit;
            continue;
        }
        if (lx->at >= lx->end || *lx->at == '\n')
            return true;
        return not_a_digit(lx, base);
    }
    out->value = (u32)value;
    if (value > 255 && base == 8)
        return escape_error(lx, start, lx->at, "octal escape value %u > 255", out->value);
    if (value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
        return escape_error(lx, start, lx->at, "escape is invalid Unicode code point U+%04X",
                            out->value);
    return true;
}

/* escape = "\\" ( "a" | "b" | "f" | "n" | "r" | "t" | "v" | "\\" | quote | octal_escape |
 *          "x" hex_byte | "u" hex_byte hex_byte | "U" hex_byte hex_byte hex_byte hex_byte ) .
 * hex_byte = hex_digit hex_digit .
 * octal_escape = octal_digit octal_digit octal_digit .
 * The backslash is at lx->at. Consumes the escape; false if it is invalid, which is reported. */
static bool lex_escape(Lexer *lx, char quote, Escape *out)
{
    static const char letters[] = "abfnrtv\\";
    static const char values[] = "\a\b\f\n\r\t\v\\";
    char c = *++lx->at;
    *out = (Escape){0, false};
    if (c == '\0' && lx->at >= lx->end)
        return true;
    const char *simple = c != '\0' ? strchr(letters, c) : NULL;
    if (simple != NULL || c == quote) {
        lx->at++;
        out->value = (u8)(c == quote ? quote : values[simple - letters]);
        return true;
    }
    out->is_byte = c == 'x' || (c >= '0' && c <= '7');
    if (c >= '0' && c <= '7')
        return escape_digits(lx, out, 3, 8);
    u32 count = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (count == 0)
        return escape_error(lx, lx->at, lx->at, "unknown escape");
    lx->at++;
    return escape_digits(lx, out, count, 16);
}

/* ---- runes and strings ---- */

static void literal_error(Lexer *lx, const char *from, const char *to, const char *text)
{
    if (!lx->bad) {
        lx->bad = true;
        lex_error(lx, from, to, "%s", text);
    }
}

static void too_many_runes(Lexer *lx, const char *start)
{
    lx->bad = true;
    Diag *diag = lex_error(lx, start, lx->at + 1, "more than one character in rune literal");
    if (diag != NULL)
        diag_note(lx->diags, diag, (Span){0, 0}, "hint: strings are written in double quotes");
}

/* The character or escape at lx->at; an invalid one counts as one character. */
static i32 rune_element(Lexer *lx)
{
    if (*lx->at == '\\') {
        Escape escape;
        lex_escape(lx, '\'', &escape);
        return (i32)escape.value;
    }
    u32 size;
    i32 c = lex_char(lx, lx->at, &size);
    if (c == 0xfffd && size == 1)
        lx->bad = true; /* lex_char has reported it */
    lx->at += size;
    return c;
}

/* rune = "'" ( character | escape ) "'" . */
void lex_rune(Lexer *lx)
{
    const char *start = lx->at++;
    lx->tok = TK_CHAR;
    for (u32 count = 0;; count++) {
        if (*lx->at == '\'') {
            if (count == 0)
                literal_error(lx, start, lx->at + 1,
                              "empty rune literal or unescaped ' in rune literal");
            else if (count > 1 && !lx->bad)
                too_many_runes(lx, start);
            lx->at++;
            return;
        }
        if (lx->at >= lx->end) {
            literal_error(lx, start, start + 1, "rune literal not terminated");
            return;
        }
        if (*lx->at == '\n') {
            literal_error(lx, start, lx->at, "newline in rune literal");
            return;
        }
        if (*lx->at == '\0')
            literal_error(lx, lx->at, lx->at + 1, "invalid NUL character");
        lx->rune = rune_element(lx);
    }
}

static void append_escape(Lexer *lx, char **out)
{
    Escape escape;
    if (!lex_escape(lx, '"', &escape))
        return;
    if (escape.is_byte || escape.value < 0x80)
        *(*out)++ = (char)escape.value;
    else
        *out += utf8proc_encode_char((i32)escape.value, (u8 *)*out);
}

/* Number of bytes at s that need no decoding: no escape, quote, newline, NUL or non-ASCII byte. */
static size_t plain_run(const char *s)
{
    const char *start = s;
    while (*s != '"' && *s != '\\' && *s != '\n' && *s != '\0' && (u8)*s < 0x80)
        s++;
    return (size_t)(s - start);
}

/* An upper bound of the decoded length: the distance to the closing quote or the end of the
 * line. */
static size_t string_bound(const Lexer *lx)
{
    const char *s = lx->at;
    for (; s < lx->end && *s != '\n' && *s != '"'; s++)
        if (*s == '\\' && s + 1 < lx->end)
            s++;
    return (size_t)(s - lx->at) + 1;
}

/* string = interpreted_string | raw_string .
 * interpreted_string = """ { character | escape } """ . */
void lex_string(Lexer *lx)
{
    const char *start = lx->at++;
    char *value = arena_alloc(lx->arena, string_bound(lx) + 8), *out = value;
    lx->tok = TK_STRING;
    for (;;) {
        size_t run = plain_run(lx->at);
        memcpy(out, lx->at, run);
        out += run;
        lx->at += run;
        if (*lx->at == '"') {
            lx->at++;
            break;
        }
        if (lx->at >= lx->end) {
            literal_error(lx, start, start + 1, "string not terminated");
            break;
        }
        if (*lx->at == '\n') {
            literal_error(lx, lx->at, lx->at, "newline in string");
            break;
        }
        if (*lx->at == '\\') {
            append_escape(lx, &out);
            continue;
        }
        u32 size;
        i32 c = lex_char(lx, lx->at, &size);
        if (c == 0)
            literal_error(lx, lx->at, lx->at + 1, "invalid NUL character");
        memcpy(out, lx->at, size);
        out += size;
        lx->at += size;
    }
    lx->str = value;
    lx->str_len = (u32)(out - value);
    *out = '\0';
}

/* raw_string = "`" { character | newline } "`" . */
void lex_raw_string(Lexer *lx)
{
    const char *start = lx->at++, *close = memchr(lx->at, '`', (size_t)(lx->end - lx->at));
    const char *stop = close != NULL ? close : lx->end;
    char *value = arena_alloc(lx->arena, (size_t)(stop - lx->at) + 1), *out = value;
    lx->tok = TK_STRING;
    while (lx->at < stop) {
        u32 size = 1;
        if (UNLIKELY((u8)*lx->at >= 0x80))
            lex_char(lx, lx->at, &size);
        else if (UNLIKELY(*lx->at == '\0'))
            lex_error(lx, lx->at, lx->at + 1, "invalid NUL character");
        if (*lx->at != '\r') { /* carriage returns are not part of the value */
            memcpy(out, lx->at, size);
            out += size;
        }
        lx->at += size;
    }
    lx->str = value;
    lx->str_len = (u32)(out - value);
    if (close != NULL) {
        lx->at++;
        return;
    }
    lx->unfinished = true;
    literal_error(lx, start, start + 1, "string not terminated");
}
