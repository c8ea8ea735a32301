/* Natives of strconv. They return a status, of which the package makes errors. */
#include "stdlib/native/conv.h"
#include "stdlib/native/native.h"

/* func formatInt(i int64, base int) string */
NATIVE(format_int)
{
    i64 v = (i64)args[0];
    char text[72], *end = text + sizeof text;
    char *p = conv_uint(end, v < 0 ? -(u64)v : (u64)v, (u32)args[1], false);
    if (v < 0)
        *--p = '-';
    string_make(vm, args, p, (u64)(end - p));
    return NATIVE_DONE;
}

NATIVE(itoa)
{
    args[1] = 10;
    return format_int(vm, g, args);
}

/* func formatUint(i uint64, base int) string */
NATIVE(format_uint)
{
    char text[72], *end = text + sizeof text;
    char *p = conv_uint(end, args[0], (u32)args[1], false);
    string_make(vm, args, p, (u64)(end - p));
    return NATIVE_DONE;
}

/* func formatFloat(f float64, fmt byte, prec, bits int) string */
NATIVE(format_float)
{
    Buf text = {0};
    conv_float(&text, slot_float(args[0]), (char)args[1], (int)(i64)args[2], (int)args[3]);
    buf_to_string(vm, args, &text);
    return NATIVE_DONE;
}

/* func parseFloat(s string, bits int) (float64, int): the ConvStatus */
NATIVE(parse_float)
{
    Str text = slot_str(args);
    double value;
    ConvStatus status = conv_parse_float(text.ptr, text.len, (int)args[2], &value);
    args[0] = float_slot(value);
    args[1] = status;
    return NATIVE_DONE;
}

static u32 digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return (u32)(c - '0');
    c |= 0x20;
    return c >= 'a' && c <= 'z' ? (u32)(c - 'a' + 10) : 99;
}

/* For base 0: removes the prefix 0b, 0o, 0x or 0 and returns its base. */
static u32 base_of_prefix(Str *text)
{
    if (text->len == 0 || text->ptr[0] != '0')
        return 10;
    char letter = text->len >= 3 ? text->ptr[1] | 0x20 : 0;
    u32 base = letter == 'b' ? 2 : letter == 'o' ? 8 : letter == 'x' ? 16 : 0;
    u32 skip = base ? 2 : 1;
    text->ptr += skip;
    text->len -= skip;
    return base ? base : 8;
}

/* For base 0: underscores are only allowed between digits, or after the prefix. */
static bool underscores_ok(Str all)
{
    bool may_follow = false;
    Str rest = all;
    if (base_of_prefix(&rest) != 10)
        may_follow = true;
    for (u64 i = 0; i < rest.len; i++) {
        bool underscore = rest.ptr[i] == '_';
        if (underscore && !may_follow)
            return false;
        may_follow = !underscore;
    }
    return may_follow || rest.len == 0;
}

static ConvStatus parse_digits(Str all, u32 base, u32 bits, u64 *out)
{
    Str text = all;
    bool any_base = base == 0, underscores = false;
    if (any_base)
        base = base_of_prefix(&text);
    u64 max = bits == 64 ? ~0ULL : (1ULL << bits) - 1, n = 0;
    ConvStatus status = CONV_OK;
    for (u64 i = 0; i < text.len; i++) {
        if (any_base && text.ptr[i] == '_') {
            underscores = true;
            continue;
        }
        u32 digit = digit_value(text.ptr[i]);
        if (digit >= base)
            return CONV_SYNTAX;
        bool over = __builtin_mul_overflow(n, base, &n) || __builtin_add_overflow(n, digit, &n);
        if (over || n > max)
            status = CONV_RANGE;
    }
    if (underscores && !underscores_ok(all))
        return CONV_SYNTAX;
    *out = status == CONV_RANGE ? max : n;
    return status;
}

/* func parseUint(s string, base, bits int) (uint64, int) */
NATIVE(parse_uint)
{
    Str text = slot_str(args);
    u64 value = 0;
    ConvStatus status =
        text.len == 0 ? CONV_SYNTAX : parse_digits(text, (u32)args[2], (u32)args[3], &value);
    args[0] = value;
    args[1] = status;
    return NATIVE_DONE;
}

/* func quote(s string, delimiter byte, flags int) string */
NATIVE(quote)
{
    Str text = slot_str(args);
    Buf out = {0};
    conv_quote(&out, text.ptr, text.len, (char)args[2], (int)args[3]);
    buf_to_string(vm, args, &out);
    return NATIVE_DONE;
}

/* func quoteRune(r rune, flags int) string */
NATIVE(quote_rune)
{
    Buf out = {0};
    conv_quote_rune(&out, (i64)args[0], (int)args[1]);
    buf_to_string(vm, args, &out);
    return NATIVE_DONE;
}

NATIVE(can_backquote)
{
    Str text = slot_str(args);
    args[0] = conv_can_backquote(text.ptr, text.len);
    return NATIVE_DONE;
}

/* fmt's scanning reads numbers, too, but does not need the errors of strconv. */
const NativeDef natives_strconv[] = {
    ROW("strconv.Itoa", itoa, NONE),
    ROW("strconv.formatInt", format_int, NONE),
    ROW("strconv.formatUint", format_uint, NONE),
    ROW("strconv.formatFloat", format_float, NONE),
    ROW("strconv.parseFloat", parse_float, NONE),
    ROW("strconv.parseUint", parse_uint, NONE),
    ROW("strconv.quote", quote, NONE),
    ROW("strconv.quoteRune", quote_rune, NONE),
    ROW("strconv.CanBackquote", can_backquote, NONE),
    ROW("strconv.IsPrint", native_is_print, NONE),
    ROW("strconv.IsGraphic", native_is_graphic, NONE),
    ROW_END,
};
