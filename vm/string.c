/* Operations on strings. */
#include "vm/string.h"

#include <string.h>

#include "vm/heap.h"
#include "vm/value.h"

enum { RUNE_ERROR = 0xfffd, RUNE_MAX = 0x10ffff };

void string_make(VM *vm, u64 *dst, const char *text, u64 len)
{
    char *copy = NULL;
    if (len) {
        copy = heap_raw(vm, len, false);
        memcpy(copy, text, len);
    }
    dst[0] = (u64)copy;
    dst[1] = len;
}

void string_concat(VM *vm, u64 *dst, const u64 *src, u32 n)
{
    u64 total = 0;
    const u64 *only = NULL;
    u32 filled = 0;
    for (u32 i = 0; i < n; i++) {
        total += src[2 * i + 1];
        if (src[2 * i + 1]) {
            only = &src[2 * i];
            filled++;
        }
    }
    if (filled <= 1) { /* nothing to join: share */
        u64 ptr = only ? only[0] : 0;
        dst[0] = ptr;
        dst[1] = total;
        return;
    }
    char *text = heap_raw(vm, total, false), *at = text;
    for (u32 i = 0; i < n; i++) {
        mem_move(at, (const void *)src[2 * i], src[2 * i + 1]);
        at += src[2 * i + 1];
    }
    dst[0] = (u64)text;
    dst[1] = total;
}

int string_compare(const u64 *a, const u64 *b)
{
    u64 n = a[1] < b[1] ? a[1] : b[1];
    int order = n ? memcmp((const void *)a[0], (const void *)b[0], n) : 0;
    return order ? order : (a[1] > b[1]) - (a[1] < b[1]);
}

/* Well-formed sequences only: the second byte's range depends on the first (Unicode, table 3-7). */
u32 string_decode(const u8 *s, u64 len, u32 *width)
{
    u32 c = s[0];
    *width = 1;
    if (c < 0x80)
        return c;
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
    return rune;
}

u32 string_encode(i64 r, u8 *out)
{
    if (r < 0 || r > RUNE_MAX || (r >= 0xd800 && r < 0xe000))
        r = RUNE_ERROR;
    if (r < 0x80) {
        out[0] = (u8)r;
        return 1;
    }
    u32 n = r < 0x800 ? 2 : r < 0x10000 ? 3 : 4;
    for (u32 i = n - 1; i; i--) {
        out[i] = (u8)(0x80 | (r & 0x3f));
        r >>= 6;
    }
    out[0] = (u8)(0xf00 >> n | r);
    return n;
}

void string_to_bytes(VM *vm, G *g, u64 *dst, const u64 *src)
{
    u64 len = src[1];
    void *copy = heap_object(vm, g, len, false);
    mem_move(copy, (const void *)src[0], len);
    dst[0] = (u64)copy;
    dst[1] = dst[2] = len;
}

void string_from_bytes(VM *vm, u64 *dst, const u64 *src)
{
    string_make(vm, dst, (const char *)src[0], src[1]);
}

void string_to_runes(VM *vm, G *g, u64 *dst, const u64 *src)
{
    const u8 *text = (const u8 *)src[0];
    u64 len = src[1], count = 0;
    u32 width;
    for (u64 i = 0; i < len; i += width, count++)
        string_decode(text + i, len - i, &width);
    i32 *runes = heap_object(vm, g, count * sizeof *runes, false);
    for (u64 i = 0, n = 0; i < len; i += width)
        runes[n++] = (i32)string_decode(text + i, len - i, &width);
    dst[0] = (u64)runes;
    dst[1] = dst[2] = count;
}

void string_from_runes(VM *vm, u64 *dst, const u64 *src)
{
    const i32 *runes = (const i32 *)src[0];
    u64 n = src[1], len = 0;
    u8 unit[4];
    for (u64 i = 0; i < n; i++)
        len += string_encode(runes[i], unit);
    u8 *text = len ? heap_raw(vm, len, false) : NULL, *at = text;
    for (u64 i = 0; i < n; i++)
        at += string_encode(runes[i], at);
    dst[0] = (u64)text;
    dst[1] = len;
}

void string_from_rune(VM *vm, u64 *dst, i64 rune)
{
    u8 unit[4];
    u32 len = string_encode(rune, unit);
    string_make(vm, dst, (const char *)unit, len);
}
