/* UTF-8, integers, quoting and case mapping, for the natives of fmt, strconv, strings and
 * unicode. */
#include "stdlib/native/conv.h"

#include <string.h>
#include <utf8proc.h>

u64 utf8_count(const char *text, u64 len)
{
    u64 count = 0;
    for (u64 i = 0; i < len; count++) {
        u32 width;
        utf8_decode(text + i, len - i, &width);
        i += width;
    }
    return count;
}

bool rune_is_graphic(i32 rune)
{
    if (rune >= 0 && rune < 0x7f)
        return rune >= ' ';
    if (rune < 0 || rune > RUNE_MAX)
        return false;
    switch (utf8proc_category(rune)) {
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return false;
    default: return true;
    }
}

bool rune_is_print(i32 rune)
{
    return rune_is_graphic(rune) &&
           (rune == ' ' || utf8proc_category(rune) != UTF8PROC_CATEGORY_ZS);
}

char *conv_uint(char *end, u64 v, u32 base, bool upper)
{
    const char *digits =
        upper ? "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" : "0123456789abcdefghijklmnopqrstuvwxyz";
    if (base == 10) { /* the common case separately: the compiler replaces division by a constant */
        do
            *--end = (char)('0' + v % 10);
        while ((v /= 10) != 0);
        return end;
    }
    do
        *--end = digits[v % base];
    while ((v /= base) != 0);
    return end;
}

/* The letter of the escape for a control character (\a, \b, ...), or 0 if it has none. */
static char escape_letter(i32 rune)
{
    switch (rune) {
    case '\a': return 'a';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    case '\v': return 'v';
    default: return 0;
    }
}

static void quote_rune(Buf *out, i32 rune, char quote, int flags)
{
    if (rune == quote || rune == '\\') {
        buf_putc(out, '\\');
        buf_putc(out, (char)rune);
        return;
    }
    bool plain = (flags & QUOTE_GRAPHIC) ? rune_is_graphic(rune) : rune_is_print(rune);
    if (plain && !((flags & QUOTE_ASCII) && rune >= 0x80)) {
        char bytes[4];
        buf_add(out, bytes, utf8_encode(bytes, rune));
    } else if (escape_letter(rune) != 0) {
        buf_putc(out, '\\');
        buf_putc(out, escape_letter(rune));
    } else if (rune < ' ' || rune == 0x7f) {
        buf_printf(out, "\\x%02x", (unsigned)rune);
    } else if (rune < 0x10000) {
        buf_printf(out, "\\u%04x", (unsigned)rune);
    } else {
        buf_printf(out, "\\U%08x", (unsigned)rune);
    }
}

void conv_quote(Buf *out, const char *text, u64 len, char quote, int flags)
{
    buf_putc(out, quote);
    for (u64 i = 0; i < len;) {
        u32 width;
        i32 rune = utf8_decode(text + i, len - i, &width);
        if (width == 1 && rune == RUNE_ERROR)
            buf_printf(out, "\\x%02x", (u8)text[i]);
        else
            quote_rune(out, rune, quote, flags);
        i += width;
    }
    buf_putc(out, quote);
}

void conv_quote_rune(Buf *out, i64 rune, int flags)
{
    if (rune < 0 || rune > RUNE_MAX || (rune >= 0xd800 && rune < 0xe000))
        rune = RUNE_ERROR;
    buf_putc(out, '\'');
    quote_rune(out, (i32)rune, '\'', flags);
    buf_putc(out, '\'');
}

bool conv_can_backquote(const char *text, u64 len)
{
    for (u64 i = 0; i < len;) {
        u32 width;
        i32 rune = utf8_decode(text + i, len - i, &width);
        if (width > 1
                ? rune == 0xfeff
                : rune == RUNE_ERROR || (rune < ' ' && rune != '\t') || rune == '`' || rune == 0x7f)
            return false;
        i += width;
    }
    return true;
}

/* Whether simple case mapping must not change the rune. utf8proc maps the sharp s to a capital,
 * Unicode's table does not. */
static bool has_no_case(i32 rune)
{
    return rune < 0 || rune > RUNE_MAX || rune == 0xdf;
}

i32 rune_to_upper(i32 rune)
{
    return has_no_case(rune) ? rune : utf8proc_toupper(rune);
}

i32 rune_to_lower(i32 rune)
{
    return has_no_case(rune) ? rune : utf8proc_tolower(rune);
}

i32 rune_to_title(i32 rune)
{
    return has_no_case(rune) ? rune : utf8proc_totitle(rune);
}

i32 rune_fold(i32 rune)
{
    if (rune == 0x130 || rune == 0x131) /* the Turkish dotted and dotless i only match themselves */
        return rune;
    return rune_to_lower(rune_to_upper(rune));
}
