/* UTF-8 as Go reads and writes it. */
#include "base/utf8.h"

/* The second byte's range depends on the first (Unicode, table 3-7). */
i32 utf8_decode_long(const char *text, u64 len, u32 *width)
{
    const u8 *s = (const u8 *)text;
    u32 c = s[0];
    *width = 1;
    u32 n = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
    if (c < 0xc2 || c > 0xf4 || len < n)
        return RUNE_ERROR;
    u8 lo = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
    u8 hi = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
    if (s[1] < lo || s[1] > hi)
        return RUNE_ERROR;
    u32 rune = c & (0x7fu >> n);
    for (u32 i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return RUNE_ERROR;
        rune = rune << 6 | (s[i] & 0x3f);
    }
    *width = n;
    return (i32)rune;
}

u32 utf8_encode(char *out, i64 rune)
{
    if (rune < 0 || rune > RUNE_MAX || (rune >= 0xd800 && rune < 0xe000))
        rune = RUNE_ERROR;
    if (rune < 0x80) {
        out[0] = (char)rune;
        return 1;
    }
    u32 n = rune < 0x800 ? 2 : rune < 0x10000 ? 3 : 4;
    for (u32 i = n - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (rune & 0x3f));
        rune >>= 6;
    }
    out[0] = (char)(0xf00 >> n | rune);
    return n;
}
