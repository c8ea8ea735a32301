/* Constants as text, for error messages. */
#include <inttypes.h>
#include <math.h>

#include "parser/types/constant_rep.h"

enum { SHOWN_STRING = 72, SHOWN_DIGITS = 60 };

static void quoted_text(Buf *out, const Const *c)
{
    u32 len;
    const char *s = const_string_value(c, &len);
    buf_putc(out, '"');
    for (u32 i = 0; i < len; i++) {
        u8 ch = (u8)s[i];
        /* do not cut within a UTF-8 sequence */
        if (i >= SHOWN_STRING && (ch & 0xc0) != 0x80) {
            buf_puts(out, "...");
            break;
        }
        if (ch == '"' || ch == '\\')
            buf_printf(out, "\\%c", ch);
        else if (ch == '\n' || ch == '\t' || ch == '\r')
            buf_printf(out, "\\%c", ch == '\n' ? 'n' : ch == '\t' ? 't' : 'r');
        else if (ch < ' ' || ch == 0x7f)
            buf_printf(out, "\\x%02x", ch);
        else
            buf_putc(out, (char)ch);
    }
    buf_putc(out, '"');
}

static void big_text(Buf *out, const Const *c)
{
    char *digits = mpz_get_str(NULL, 10, c->big);
    size_t len = strlen(digits);
    if (len <= 2 * SHOWN_DIGITS) {
        buf_puts(out, digits);
    } else {
        buf_add(out, digits, SHOWN_DIGITS);
        buf_printf(out, "...%s", digits + len - 6);
    }
    void (*release)(void *, size_t);
    mp_get_memory_functions(NULL, NULL, &release);
    release(digits, len + 1);
}

/* Prints six digits, enough to recognise a value. */
static void float_text(Buf *out, const Const *c)
{
    double v = const_to_double(c);
    if (isfinite(v) && (v == 0) == (const_sign(c) == 0)) {
        buf_printf(out, "%.6g", v);
        return;
    }
    char text[64];
    mpfr_t f;
    const_init_mpfr(f, c);
    mpfr_snprintf(text, sizeof text, "%.6Rg", f);
    mpfr_clear(f);
    buf_puts(out, text);
}

void const_text(Buf *out, const Const *c)
{
    switch (c->rep) {
    case REP_BOOL: buf_puts(out, c->b ? "true" : "false"); break;
    case REP_STRING:
    case REP_CONCAT: quoted_text(out, c); break;
    case REP_SMALL: buf_printf(out, "%" PRId64, c->small); break;
    case REP_BIG: big_text(out, c); break;
    case REP_RAT:
    case REP_FLOAT: float_text(out, c); break;
    case REP_COMPLEX:
        buf_putc(out, '(');
        const_text(out, c->complex.re);
        buf_puts(out, " + ");
        const_text(out, c->complex.im);
        buf_puts(out, "i)");
        break;
    }
}
