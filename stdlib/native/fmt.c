/* Natives of fmt: format one bool, number or string with a verb and flags, with padding. Invalid
 * verbs, methods, composite values and format strings are handled in fmt/print.gol. */
#include <math.h>
#include <stdlib.h>

#include "stdlib/native/conv.h"
#include "stdlib/native/dyn.h"

/* The bits of `flags`, as fmt/print.gol declares them. */
enum {
    PLUS = 1,
    MINUS = 2,
    SHARP = 4,
    SPACE = 8,
    ZERO = 16,
    SHARP_V = 32,
    PLUS_V = 64,
    WIDTH = 128,
    PREC = 256,
};

typedef struct Out {
    VM *vm;
    G *g;
    u64 slice[3]; /* the text so far */
    i64 flags, width, prec;
} Out;

static void put(Out *out, const char *text, u64 len)
{
    native_append(out->vm, out->slice, text, len);
}

static void fill(Out *out, char c, i64 n)
{
    char block[64];
    memset(block, c, sizeof block);
    for (; n > 0; n -= (i64)sizeof block)
        put(out, block, n < (i64)sizeof block ? (u64)n : sizeof block);
}

static char pad_char(const Out *out)
{
    return out->flags & ZERO ? '0' : ' ';
}

/* Appends text padded to the width, which counts runes. */
static void put_padded(Out *out, const char *text, u64 len)
{
    i64 missing = 0;
    if (out->flags & WIDTH)
        missing = out->width - (i64)utf8_count(text, len);
    if (!(out->flags & MINUS))
        fill(out, pad_char(out), missing);
    put(out, text, len);
    if (out->flags & MINUS)
        fill(out, pad_char(out), missing);
}

static void put_unpadded_zero(Out *out, const char *text, u64 len)
{
    i64 flags = out->flags;
    out->flags &= ~ZERO;
    put_padded(out, text, len);
    out->flags = flags;
}

/* ---- integers ---- */

/* The most digits for which the buffer on the stack has room, besides sign and prefix. */
enum { SMALL = 96 };

typedef struct Integer {
    u64 value; /* without sign */
    bool negative;
    u32 base;
    bool upper;
    const char *prefix; /* with the flag #: "0x"; "0" only if there is no zero yet */
    bool always_prefix;
} Integer;

static void put_prefix(char **p, const char *prefix)
{
    if (prefix[1] == 0) {
        if (**p != '0')
            *--*p = prefix[0];
        return;
    }
    *--*p = prefix[1];
    *--*p = prefix[0];
}

static void put_integer(Out *out, Integer n)
{
    bool sign = n.negative || (out->flags & (PLUS | SPACE));
    i64 digits = 0;
    if (out->flags & PREC) {
        digits = out->prec;
        if (digits == 0 && n.value == 0) {
            i64 flags = out->flags;
            out->flags &= ~ZERO;
            fill(out, ' ', flags & WIDTH ? out->width : 0);
            out->flags = flags;
            return;
        }
    } else if ((out->flags & (ZERO | WIDTH)) == (ZERO | WIDTH)) {
        digits = out->width - sign;
    }
    char small[SMALL + 72];
    u64 size = digits > SMALL ? (u64)digits + 72 : sizeof small;
    char *text = size > sizeof small ? xmalloc(size) : small, *end = text + size;
    char *p = conv_uint(end, n.value, n.base, n.upper);
    while (end - p < digits)
        *--p = '0';
    if (n.prefix != NULL && n.base == 8 && (out->flags & SHARP))
        put_prefix(&p, "0"); /* also with %O, after its 0o */
    if (n.prefix != NULL && (n.always_prefix || ((out->flags & SHARP) && n.base != 8)))
        put_prefix(&p, n.prefix);
    if (sign)
        *--p = n.negative ? '-' : out->flags & PLUS ? '+' : ' ';
    put_unpadded_zero(out, p, (u64)(end - p));
    if (text != small)
        free(text);
}

/* U+0041; with the flag #, followed by the character in quotes. */
static void put_unicode(Out *out, u64 rune)
{
    char digits[24];
    char *end = digits + sizeof digits, *p = conv_uint(end, rune, 16, true);
    i64 wanted = out->flags & PREC && out->prec > 4 ? out->prec : 4;
    Buf text = {0};
    buf_puts(&text, "U+");
    for (i64 i = end - p; i < wanted; i++)
        buf_putc(&text, '0');
    buf_add(&text, p, (size_t)(end - p));
    if ((out->flags & SHARP) && rune <= RUNE_MAX && rune_is_print((i32)rune)) {
        char bytes[4];
        buf_puts(&text, " '");
        buf_add(&text, bytes, utf8_encode(bytes, (i64)rune));
        buf_putc(&text, '\'');
    }
    put_unpadded_zero(out, text.data, text.len);
    buf_free(&text);
}

static void put_char(Out *out, u64 rune)
{
    char bytes[4];
    put_padded(out, bytes, utf8_encode(bytes, rune > RUNE_MAX ? RUNE_ERROR : (i64)rune));
}

static void put_quoted_char(Out *out, u64 rune)
{
    Buf text = {0};
    conv_quote_rune(&text, rune > RUNE_MAX ? RUNE_ERROR : (i64)rune,
                    out->flags & PLUS ? QUOTE_ASCII : 0);
    put_padded(out, text.data, text.len);
    buf_free(&text);
}

static bool format_integer(Out *out, u64 bits, bool is_signed, i32 verb)
{
    Integer n = {.value = bits, .base = 10};
    if (is_signed && (i64)bits < 0) {
        n.negative = true;
        n.value = -bits;
    }
    switch (verb) {
    case 'v':
        if (!is_signed && (out->flags & SHARP_V)) {
            n.base = 16;
            n.prefix = "0x";
            n.always_prefix = true;
        }
        break;
    case 'd': break;
    case 'b':
        n.base = 2;
        n.prefix = "0b";
        break;
    case 'o':
        n.base = 8;
        n.prefix = "0";
        break;
    case 'O':
        n.base = 8;
        n.prefix = "0o";
        n.always_prefix = true;
        break;
    case 'x':
        n.base = 16;
        n.prefix = "0x";
        break;
    case 'X':
        n.base = 16;
        n.prefix = "0X";
        n.upper = true;
        break;
    case 'c': put_char(out, bits); return true;
    case 'q': put_quoted_char(out, bits); return true;
    case 'U': put_unicode(out, bits); return true;
    default: return false;
    }
    put_integer(out, n);
    return true;
}

/* ---- floating-point numbers ---- */

/* For the flag #: adds a decimal point, and for %g the trailing zeros it removes. `text` begins
 * with a sign. */
static void force_point(Buf *text, char verb, i64 prec)
{
    i64 digits = 0; /* significant digits still to be added */
    if (verb == 'g' || verb == 'G' || verb == 'x' || verb == 'X')
        digits = prec < 0 ? 6 : prec;
    if (verb == 'X')
        digits = 0;
    bool hex = verb == 'x' || verb == 'X', point = false, significant = false;
    u32 i = 1;
    for (; i < text->len; i++) {
        char c = text->data[i];
        if (c == 'p' || c == 'P' || (!hex && (c == 'e' || c == 'E')))
            break;
        if (c == '.') {
            point = true;
            continue;
        }
        significant |= c != '0';
        digits -= significant;
    }
    Buf tail = {0};
    buf_add(&tail, text->data + i, text->len - i);
    text->len = i;
    if (!point) {
        if (text->len == 2 && text->data[1] == '0')
            digits--;
        buf_putc(text, '.');
    }
    for (; digits > 0; digits--)
        buf_putc(text, '0');
    buf_add(text, buf_str(&tail), tail.len);
    buf_free(&tail);
}

/* `text` is sign and number. Drops the sign unless the flags require it; zeros are inserted after
 * it. */
static void put_signed(Out *out, Buf *text)
{
    bool show_sign = (out->flags & PLUS) || text->data[0] != '+';
    if (!show_sign) {
        put_padded(out, text->data + 1, text->len - 1);
    } else if ((out->flags & (ZERO | WIDTH)) == (ZERO | WIDTH) && out->width > text->len) {
        put(out, text->data, 1);
        fill(out, '0', out->width - text->len);
        put(out, text->data + 1, text->len - 1);
    } else {
        put_padded(out, text->data, text->len);
    }
}

static void put_float(Out *out, double v, int bits, char verb, i64 prec)
{
    Buf text = {0};
    if (out->flags & PREC)
        prec = out->prec;
    if (isnan(v) || (!signbit(v) && !isinf(v)))
        buf_putc(&text, '+'); /* infinities have a sign already */
    conv_float(&text, v, verb, (int)prec, bits);
    if ((out->flags & SPACE) && text.data[0] == '+' && !(out->flags & PLUS))
        text.data[0] = ' ';
    if (isinf(v) || isnan(v)) {
        bool bare = isnan(v) && !(out->flags & (SPACE | PLUS));
        put_unpadded_zero(out, text.data + bare, text.len - bare);
    } else {
        if ((out->flags & SHARP) && verb != 'b')
            force_point(&text, verb, prec);
        put_signed(out, &text);
    }
    buf_free(&text);
}

static bool format_float(Out *out, double v, int bits, i32 verb)
{
    switch (verb) {
    case 'v': put_float(out, v, bits, 'g', -1); return true;
    case 'b':
    case 'g':
    case 'G':
    case 'x':
    case 'X': put_float(out, v, bits, (char)verb, -1); return true;
    case 'e':
    case 'E':
    case 'f': put_float(out, v, bits, (char)verb, 6); return true;
    case 'F': put_float(out, v, bits, 'f', 6); return true;
    default: return false;
    }
}

/* (re+imi), each part formatted separately. */
static bool format_complex(Out *out, double re, double im, int bits, i32 verb)
{
    if (verb > 127 || strchr("vbgGxXfFeE", verb) == NULL)
        return false;
    i64 flags = out->flags;
    put(out, "(", 1);
    format_float(out, re, bits, verb);
    out->flags |= PLUS;
    format_float(out, im, bits, verb);
    out->flags = flags;
    put(out, "i)", 2);
    return true;
}

/* ---- strings ---- */

/* Cuts a string to the precision, which counts runes. */
static Str cut(const Out *out, Str text)
{
    if (!(out->flags & PREC))
        return text;
    u64 i = 0;
    for (i64 n = 0; n < out->prec && i < text.len; n++) {
        u32 width;
        utf8_decode(text.ptr + i, text.len - i, &width);
        i += width;
    }
    return (Str){text.ptr, i};
}

static void put_quoted(Out *out, Str text)
{
    Buf quoted = {0};
    text = cut(out, text);
    if ((out->flags & SHARP) && conv_can_backquote(text.ptr, text.len)) {
        buf_putc(&quoted, '`');
        buf_add(&quoted, text.ptr, text.len);
        buf_putc(&quoted, '`');
    } else {
        conv_quote(&quoted, text.ptr, text.len, '"', out->flags & PLUS ? QUOTE_ASCII : 0);
    }
    put_padded(out, quoted.data, quoted.len);
    buf_free(&quoted);
}

/* %x of strings: two digits per byte; with the flag ' ', separated; with #, preceded by 0x, once or
 * before each separated byte. */
static void put_hex(Out *out, Str text, bool upper)
{
    const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    u64 n = text.len;
    if ((out->flags & PREC) && (u64)out->prec < n)
        n = (u64)out->prec;
    Buf hex = {0};
    for (u64 i = 0; i < n; i++) {
        if (i > 0 && (out->flags & SPACE))
            buf_putc(&hex, ' ');
        if ((out->flags & SHARP) && (i == 0 || (out->flags & SPACE))) {
            buf_putc(&hex, '0');
            buf_putc(&hex, upper ? 'X' : 'x');
        }
        buf_putc(&hex, digits[(u8)text.ptr[i] >> 4]);
        buf_putc(&hex, digits[(u8)text.ptr[i] & 15]);
    }
    put_padded(out, buf_str(&hex), hex.len);
    buf_free(&hex);
}

static bool format_string(Out *out, Str text, i32 verb)
{
    switch (verb) {
    case 'v':
        if (out->flags & SHARP_V)
            put_quoted(out, text);
        else
            put_padded(out, text.ptr, cut(out, text).len);
        return true;
    case 's': put_padded(out, text.ptr, cut(out, text).len); return true;
    case 'x':
    case 'X': put_hex(out, text, verb == 'X'); return true;
    case 'q': put_quoted(out, text); return true;
    default: return false;
    }
}

/* ---- values of any kind ---- */

static bool format_leaf(Out *out, Dyn v, i32 verb)
{
    VM *vm = out->vm;
    G *g = out->g;
    u8 kind = v.type->kind;
    if (kind == RK_BOOL) {
        if (verb != 't' && verb != 'v')
            return false;
        bool b = dyn_scalar(vm, g, v) != 0;
        put_padded(out, b ? "true" : "false", b ? 4 : 5);
        return true;
    }
    if (kind >= RK_INT && kind <= RK_UINTPTR)
        return format_integer(out, dyn_scalar(vm, g, v), kind <= RK_INT64, verb);
    if (kind == RK_FLOAT32 || kind == RK_FLOAT64)
        return format_float(out, slot_float(dyn_scalar(vm, g, v)), kind == RK_FLOAT32 ? 32 : 64,
                            verb);
    if (kind == RK_COMPLEX64 || kind == RK_COMPLEX128) {
        double re, im;
        dyn_complex(vm, g, v, &re, &im);
        return format_complex(out, re, im, kind == RK_COMPLEX64 ? 32 : 64, verb);
    }
    if (kind == RK_STRING)
        return format_string(out, dyn_str(vm, g, v), verb);
    bool as_text = verb == 's' || verb == 'q' || verb == 'x' || verb == 'X';
    if (as_text && dyn_is_bytes(v))
        return format_string(out, dyn_bytes(vm, g, &v), verb);
    return false;
}

static void finish(const Out *out, bool ok, u64 *args)
{
    memcpy(args, out->slice, sizeof out->slice);
    args[3] = ok;
}

static Out begin(VM *vm, G *g, const u64 *args, const u64 *format)
{
    return (Out){
        vm, g, {args[0], args[1], args[2]}, (i64)format[0], (i64)format[1], (i64)format[2]};
}

/* func appendLeaf(buf []byte, v value.Value, verb rune, flags, width, prec int) ([]byte, bool) */
NATIVE(append_leaf)
{
    Out out = begin(vm, g, args, args + 7);
    finish(&out, format_leaf(&out, slot_dyn(args + 3), (i32)args[6]), args);
    return NATIVE_DONE;
}

/* func appendArg(buf []byte, arg any, verb rune, flags, width, prec int) ([]byte, bool): the same
 * for an argument; false if it is nil, or has methods, which may have to be called */
NATIVE(append_arg)
{
    Out out = begin(vm, g, args, args + 6);
    RType *type = (RType *)args[3];
    bool ok =
        type != NULL && type->nmethods == 0 && format_leaf(&out, dyn_of(args + 3), (i32)args[5]);
    finish(&out, ok, args);
    return NATIVE_DONE;
}

/* func appendPlain(buf []byte, args []any, i int, line bool) ([]byte, int): the arguments from i
 * on, separated as Print or (line) Println does, up to the first that is not simple */
NATIVE(append_plain)
{
    Out out = begin(vm, g, args, args);
    out.flags = 0;
    const u64(*list)[2] = (const u64(*)[2])args[3];
    u64 n = args[4], i = args[6];
    bool line = args[7] != 0;
    if (vm->tracking && n > i)
        track_range(vm, g, list + i, vm->program->known.any_iface, n - i, false, g->pc - 1);
    for (; i < n; i++) {
        RType *type = (RType *)list[i][0];
        if (type == NULL || type->nmethods > 0 || !dyn_is_leaf(type))
            break;
        RType *before = i == 0 ? NULL : (RType *)list[i - 1][0];
        bool both_other = type->kind != RK_STRING && (!before || before->kind != RK_STRING);
        if (i > 0 && (line || both_other))
            put(&out, " ", 1);
        format_leaf(&out, dyn_of(list[i]), 'v');
    }
    finish(&out, 0, args);
    args[3] = i;
    return NATIVE_DONE;
}

/* ---- format strings ---- */

static i64 flag_of(char c)
{
    switch (c) {
    case '+': return PLUS;
    case '-': return MINUS;
    case '#': return SHARP;
    case ' ': return SPACE;
    case '0': return ZERO;
    default: return 0;
    }
}

/* Reads digits from *i on; *has receives whether there are any. Too many digits are left to
 * fmt/print.gol. */
static i64 parse_digits(Str format, u64 *i, bool *has)
{
    i64 n = 0;
    u64 start = *i;
    while (*i < format.len && format.ptr[*i] >= '0' && format.ptr[*i] <= '9' && *i < start + 6)
        n = n * 10 + (format.ptr[(*i)++] - '0');
    *has = *i > start;
    return n;
}

/* Reads flags, width and precision of a simple directive; returns its verb, or 0 if it is not
 * simple. *i is the index after the %, and then the one after the verb. */
static char parse_directive(Out *out, Str format, u64 *i)
{
    i64 flag;
    bool has;
    out->flags = 0;
    for (; *i < format.len && (flag = flag_of(format.ptr[*i])) != 0; ++*i)
        out->flags |= flag;
    if (out->flags & MINUS)
        out->flags &= ~ZERO;
    out->width = parse_digits(format, i, &has);
    out->flags |= has ? WIDTH : 0;
    if (*i + 1 < format.len && format.ptr[*i] == '.') {
        ++*i;
        out->prec = parse_digits(format, i, &has);
        out->flags |= PREC;
    }
    char verb = *i < format.len ? format.ptr[(*i)++] : 0;
    if (verb == 'v')
        out->flags = (out->flags & ~(SHARP | PLUS)) | (out->flags & SHARP ? SHARP_V : 0) |
                     (out->flags & PLUS ? PLUS_V : 0);
    return (verb >= 'a' && verb <= 'z') || (verb >= 'A' && verb <= 'Z') ? verb : 0;
}

/* func appendSimple(buf []byte, format string, i int, a []any, next int) ([]byte, int, int) */
NATIVE(append_simple)
{
    Out out = begin(vm, g, args, args);
    Str format = slot_str(args + 3);
    u64 i = args[5], n = args[7], next = args[9];
    const u64(*list)[2] = (const u64(*)[2])args[6];
    if (vm->tracking && n > next)
        track_range(vm, g, list + next, vm->program->known.any_iface, n - next, false, g->pc - 1);
    while (i < format.len) {
        const char *percent = memchr(format.ptr + i, '%', format.len - i);
        u64 at = percent == NULL ? format.len : (u64)(percent - format.ptr);
        put(&out, format.ptr + i, at - i);
        i = at;
        if (percent == NULL || next >= n)
            break;
        u64 after = at + 1;
        char verb = parse_directive(&out, format, &after);
        RType *type = (RType *)list[next][0];
        if (verb == 0 || type == NULL || type->nmethods > 0 ||
            !format_leaf(&out, dyn_of(list[next]), verb))
            break;
        next++;
        i = after;
    }
    finish(&out, 0, args);
    args[3] = i;
    args[4] = next;
    return NATIVE_DONE;
}

/* func private(size uintptr) *printer: memory without a name, so that accesses to it are not
 * events */
NATIVE(private_memory)
{
    args[0] = (u64)heap_raw(vm, args[0], true);
    return NATIVE_DONE;
}

/* func appendString(buf []byte, s string) []byte */
NATIVE(append_string)
{
    Str text = slot_str(args + 3);
    native_append(vm, args, text.ptr, text.len);
    return NATIVE_DONE;
}

/* func text(b []byte) string */
NATIVE(text)
{
    return NATIVE_DONE; /* pointer and length are the first two slots of the slice */
}

const NativeDef natives_fmt[] = {
    ROW("fmt.appendLeaf", append_leaf, READ),
    ROW("fmt.appendArg", append_arg, READ, .shallow = true),
    ROW("fmt.appendPlain", append_plain, READ, .shallow = true),
    ROW("fmt.appendSimple", append_simple, READ, .shallow = true),
    ROW("fmt.private", private_memory, NONE),
    ROW("fmt.appendString", append_string, NONE),
    ROW("fmt.text", text, NONE),
    ROW_END,
};
