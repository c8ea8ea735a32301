/* Natives of strings and bytes: searching, comparing, changing case; the sum of hash/crc32. Package
 * bytes passes slices as strings (bytes.view); that conversion reports the read of shared memory.
 */
#include <utf8proc.h>
#include <zlib.h>

#include "stdlib/native/conv.h"
#include "stdlib/native/native.h"

/* ---- searching ---- */

typedef u8 Lanes __attribute__((vector_size(16)));
enum { LANES = sizeof(Lanes) };

static Lanes lanes_at(const char *at)
{
    Lanes lanes;
    memcpy(&lanes, at, sizeof lanes);
    return lanes;
}

/* Which of the places from `at` on may have the part: its first and its last byte stand there. The
 * lane of such a place is not 0. */
static Lanes candidates(const char *at, Str part)
{
    Lanes first = (Lanes){0} + (u8)part.ptr[0], last = (Lanes){0} + (u8)part.ptr[part.len - 1];
    return (Lanes)(lanes_at(at) == first) & (Lanes)(lanes_at(at + part.len - 1) == last);
}

static bool any(Lanes lanes)
{
    u64 halves[2];
    memcpy(halves, &lanes, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

/* As memmem, for a part of two bytes or more: faster where few places begin and end like it, as in
 * most texts. Where many do memmem takes over, whose time grows with the text only. */
static const char *find_part(Str text, Str part)
{
    const char *at = text.ptr, *end = text.ptr + text.len;
    for (i64 spare = 8; end - at >= (i64)part.len - 1 + LANES; at += LANES, spare++) {
        Lanes found = candidates(at, part);
        if (!any(found))
            continue;
        for (u32 i = 0; i < LANES; i++)
            if (found[i] && !memcmp(at + i, part.ptr, part.len))
                return at + i;
        spare -= 1 + (i64)part.len / 8;
        if (spare < 0)
            break;
    }
    return memmem(at, (size_t)(end - at), part.ptr, part.len);
}

static i64 find(Str text, Str part)
{
    if (part.len == 0)
        return 0;
    const char *at = text.len < part.len ? NULL
                     : part.len == 1     ? memchr(text.ptr, part.ptr[0], text.len)
                                         : find_part(text, part);
    return at == NULL ? -1 : at - text.ptr;
}

/* func Index(s, substr string) int */
NATIVE(index_of)
{
    args[0] = (u64)find(slot_str(args), slot_str(args + 2));
    return NATIVE_DONE;
}

/* func LastIndex(s, substr string) int */
NATIVE(last_index)
{
    Str text = slot_str(args), part = slot_str(args + 2);
    i64 at = (i64)text.len - (i64)part.len;
    while (at >= 0 && memcmp(text.ptr + at, part.ptr, part.len) != 0)
        at--;
    args[0] = (u64)(at < 0 ? -1 : at);
    return NATIVE_DONE;
}

/* func IndexByte(s string, c byte) int */
NATIVE(index_byte)
{
    Str text = slot_str(args);
    const char *at = text.len == 0 ? NULL : memchr(text.ptr, (int)args[2], text.len);
    args[0] = at == NULL ? (u64)-1 : (u64)(at - text.ptr);
    return NATIVE_DONE;
}

/* func LastIndexByte(s string, c byte) int */
NATIVE(last_index_byte)
{
    Str text = slot_str(args);
    const char *at = text.len == 0 ? NULL : memrchr(text.ptr, (int)args[2], text.len);
    args[0] = at == NULL ? (u64)-1 : (u64)(at - text.ptr);
    return NATIVE_DONE;
}

/* func Count(s, substr string) int: the number of runes + 1 if substr is empty */
NATIVE(count)
{
    Str text = slot_str(args), part = slot_str(args + 2);
    if (part.len == 0) {
        args[0] = utf8_count(text.ptr, text.len) + 1;
        return NATIVE_DONE;
    }
    u64 n = 0;
    for (i64 at; (at = find(text, part)) >= 0; n++) {
        text.ptr += (u64)at + part.len;
        text.len -= (u64)at + part.len;
    }
    args[0] = n;
    return NATIVE_DONE;
}

/* func Compare(a, b string) int */
NATIVE(compare)
{
    Str a = slot_str(args), b = slot_str(args + 2);
    u64 n = a.len < b.len ? a.len : b.len;
    int c = n == 0 ? 0 : memcmp(a.ptr, b.ptr, n);
    if (c == 0)
        c = a.len < b.len ? -1 : a.len > b.len;
    args[0] = (u64)(i64)(c < 0 ? -1 : c > 0);
    return NATIVE_DONE;
}

/* func repeat(s string, count int) string: the length of the result does not overflow */
NATIVE(repeat)
{
    Str text = slot_str(args);
    u64 n = args[2], total = text.len * n;
    char *out = heap_raw(vm, total, false);
    for (u64 i = 0; i < n; i++)
        memcpy(out + i * text.len, text.ptr, text.len);
    args[0] = (u64)out;
    args[1] = total;
    return NATIVE_DONE;
}

/* func replace(s, old, new string, n int) string: at most n replacements, all if n < 0; old is not
 * empty */
NATIVE(replace)
{
    Str text = slot_str(args), old = slot_str(args + 2), with = slot_str(args + 4);
    i64 n = (i64)args[6];
    i64 at = n == 0 ? -1 : find(text, old);
    if (at < 0)
        return NATIVE_DONE; /* the result is s itself */
    Buf out = {0};
    for (; at >= 0 && n != 0; n--) {
        buf_add(&out, text.ptr, (size_t)at);
        buf_add(&out, with.ptr, with.len);
        text.ptr += (u64)at + old.len;
        text.len -= (u64)at + old.len;
        at = find(text, old);
    }
    buf_add(&out, text.ptr, text.len);
    buf_to_string(vm, args, &out);
    return NATIVE_DONE;
}

static bool is_space(const char *text, u64 len, u32 *width)
{
    i32 rune = utf8_decode(text, len, width);
    return rune == ' ' || (rune >= '\t' && rune <= '\r') || rune == 0x85 || rune == 0xa0 ||
           (rune > 0xff &&
            (utf8proc_category(rune) == UTF8PROC_CATEGORY_ZS || rune == 0x2028 || rune == 0x2029));
}

/* func field(s string, i int) (start, end int): the next field from i on; start is len(s) if there
 * is none */
NATIVE(field)
{
    Str text = slot_str(args);
    u64 i = args[2];
    u32 width;
    while (i < text.len && is_space(text.ptr + i, text.len - i, &width))
        i += width;
    u64 start = i;
    while (i < text.len && !is_space(text.ptr + i, text.len - i, &width))
        i += width;
    args[0] = start;
    args[1] = i;
    return NATIVE_DONE;
}

/* func TrimSpace(s string) string */
NATIVE(trim_space)
{
    Str text = slot_str(args);
    u32 width;
    while (text.len > 0 && is_space(text.ptr, text.len, &width)) {
        text.ptr += width;
        text.len -= width;
    }
    while (text.len > 0) {
        u64 at = text.len - 1;
        while (at > 0 && text.len - at < 4 && ((u8)text.ptr[at] & 0xc0) == 0x80)
            at--;
        if (!is_space(text.ptr + at, text.len - at, &width) || at + width != text.len)
            break;
        text.len = at;
    }
    args[0] = (u64)text.ptr;
    args[1] = text.len;
    return NATIVE_DONE;
}

typedef i32 (*RuneMap)(i32 rune);

/* Maps every rune; invalid UTF-8 becomes U+FFFD. */
static void map_runes(VM *vm, u64 *args, RuneMap map)
{
    Str text = slot_str(args);
    Buf out = {0};
    for (u64 i = 0; i < text.len;) {
        u32 width;
        char bytes[4];
        i32 rune = utf8_decode(text.ptr + i, text.len - i, &width);
        buf_add(&out, bytes, utf8_encode(bytes, map(rune)));
        i += width;
    }
    buf_to_string(vm, args, &out);
}

/* Whether the text is ASCII, so that changing case is simple; *changes receives whether it contains
 * a letter in [first, last]. */
static bool ascii_only(Str text, char first, char last, bool *changes)
{
    *changes = false;
    for (u64 i = 0; i < text.len; i++) {
        if ((u8)text.ptr[i] >= 0x80)
            return false;
        *changes |= text.ptr[i] >= first && text.ptr[i] <= last;
    }
    return true;
}

static void change_case(VM *vm, u64 *args, char first, RuneMap map)
{
    Str text = slot_str(args);
    bool changes;
    if (!ascii_only(text, first, first + 25, &changes)) {
        map_runes(vm, args, map);
        return;
    }
    if (!changes)
        return;
    char *out = heap_raw(vm, text.len, false);
    for (u64 i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        out[i] = c >= first && c <= first + 25 ? c ^ 0x20 : c;
    }
    args[0] = (u64)out;
}

NATIVE(to_upper)
{
    change_case(vm, args, 'a', rune_to_upper);
    return NATIVE_DONE;
}

NATIVE(to_lower)
{
    change_case(vm, args, 'A', rune_to_lower);
    return NATIVE_DONE;
}

/* func EqualFold(s, t string) bool */
NATIVE(equal_fold)
{
    Str s = slot_str(args), t = slot_str(args + 2);
    bool equal = true;
    while (equal && s.len > 0 && t.len > 0) {
        u32 s_width, t_width;
        i32 a = utf8_decode(s.ptr, s.len, &s_width), b = utf8_decode(t.ptr, t.len, &t_width);
        equal = a == b || rune_fold(a) == rune_fold(b);
        s = (Str){s.ptr + s_width, s.len - s_width};
        t = (Str){t.ptr + t_width, t.len - t_width};
    }
    args[0] = equal && s.len == 0 && t.len == 0;
    return NATIVE_DONE;
}

/* func updateString(crc uint32, s string) uint32, of package hash/crc32 */
NATIVE(crc32_update)
{
    Str text = slot_str(args + 1);
    if (text.len > 0) /* without bytes zlib's begins anew */
        args[0] = crc32_z((u32)args[0], (const u8 *)text.ptr, (size_t)text.len);
    return NATIVE_DONE;
}

/* func view(b []byte) string: the bytes as a string, without copying; reports reading them */
NATIVE(view)
{
    native_track_bytes(vm, g, (const void *)args[0], args[1], false);
    return NATIVE_DONE;
}

/* func text(b []byte) string: the same for bytes that only the library can reach */
NATIVE(text)
{
    return NATIVE_DONE;
}

const NativeDef natives_strings[] = {
    ROW("strings.Index", index_of, NONE),
    ROW("strings.LastIndex", last_index, NONE),
    ROW("strings.IndexByte", index_byte, NONE),
    ROW("strings.LastIndexByte", last_index_byte, NONE),
    ROW("strings.Count", count, NONE),
    ROW("strings.Compare", compare, NONE),
    ROW("strings.EqualFold", equal_fold, NONE),
    ROW("strings.ToUpper", to_upper, NONE),
    ROW("strings.ToLower", to_lower, NONE),
    ROW("strings.TrimSpace", trim_space, NONE),
    ROW("strings.repeat", repeat, NONE),
    ROW("strings.replace", replace, NONE),
    ROW("strings.field", field, NONE),
    ROW("strings.text", text, NONE),
    ROW("bytes.indexString", index_of, NONE),
    ROW("bytes.lastIndexString", last_index, NONE),
    ROW("bytes.indexByteString", index_byte, NONE),
    ROW("bytes.lastIndexByteString", last_index_byte, NONE),
    ROW("bytes.countString", count, NONE),
    ROW("bytes.compareString", compare, NONE),
    ROW("bytes.equalFoldString", equal_fold, NONE),
    ROW("bytes.upperString", to_upper, NONE),
    ROW("bytes.lowerString", to_lower, NONE),
    ROW("bytes.field", field, NONE),
    ROW("bytes.view", view, READ),
    ROW("hash/crc32.view", view, READ),
    ROW("hash/crc32.updateString", crc32_update, NONE),
    ROW_END,
};
