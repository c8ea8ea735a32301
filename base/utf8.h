/* UTF-8 as Go reads and writes it. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/common.h"

enum { RUNE_ERROR = 0xfffd, RUNE_MAX = 0x10ffff };

/* Decodes the rune at the start of len > 0 bytes; *width receives its length. RUNE_ERROR and width
 * 1 if it is not valid UTF-8. */
static inline i32 utf8_decode(const char *text, u64 len, u32 *width);
/* Encodes a rune (RUNE_ERROR for an invalid one) into at most 4 bytes; returns their number. */
u32 utf8_encode(char *out, i64 rune);
/* utf8_decode where the first byte is none of ASCII. */
i32 utf8_decode_long(const char *text, u64 len, u32 *width);

static inline i32 utf8_decode(const char *text, u64 len, u32 *width)
{
    *width = 1;
    return LIKELY((u8)text[0] < 0x80) ? text[0] : utf8_decode_long(text, len, width);
}

#endif
