/* Operations on strings. */
#include "vm/string.h"

#include <string.h>

#include "base/utf8.h"
#include "vm/heap.h"
#include "vm/value.h"

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
    limits_poll_bytes(n);
    int order = n ? memcmp((const void *)a[0], (const void *)b[0], n) : 0;
    return order ? order : (a[1] > b[1]) - (a[1] < b[1]);
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
    const char *text = (const char *)src[0];
    u64 len = src[1], count = 0;
    u32 width;
    for (u64 i = 0; i < len; i += width, count++)
        utf8_decode(text + i, len - i, &width);
    i32 *runes = heap_object(vm, g, count * sizeof *runes, false);
    for (u64 i = 0, n = 0; i < len; i += width)
        runes[n++] = utf8_decode(text + i, len - i, &width);
    dst[0] = (u64)runes;
    dst[1] = dst[2] = count;
}

void string_from_runes(VM *vm, u64 *dst, const u64 *src)
{
    const i32 *runes = (const i32 *)src[0];
    u64 n = src[1], len = 0;
    char unit[4];
    for (u64 i = 0; i < n; i++)
        len += utf8_encode(unit, runes[i]);
    char *text = len ? heap_raw(vm, len, false) : NULL, *at = text;
    for (u64 i = 0; i < n; i++)
        at += utf8_encode(at, runes[i]);
    dst[0] = (u64)text;
    dst[1] = len;
}

void string_from_rune(VM *vm, u64 *dst, i64 rune)
{
    char unit[4];
    u32 len = utf8_encode(unit, rune);
    string_make(vm, dst, unit, len);
}
