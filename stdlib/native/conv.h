/* Conversion between values and text, shared by the natives of fmt, strconv and unicode. It does
 * not use the VM, so that tests can call it directly. */
#ifndef STDLIB_NATIVE_CONV_H
#define STDLIB_NATIVE_CONV_H

#include "base/buf.h"
#include "base/utf8.h"

/* The number of runes; an invalid byte counts as one. */
u64 utf8_count(const char *text, u64 len);

/* unicode.IsPrint and unicode.IsGraphic. */
bool rune_is_print(i32 rune);
bool rune_is_graphic(i32 rune);
/* Simple case mapping of a rune; rune_fold gives a representative of the runes that differ only in
 * case. */
i32 rune_to_upper(i32 rune);
i32 rune_to_lower(i32 rune);
i32 rune_to_title(i32 rune);
i32 rune_fold(i32 rune);

/* Writes the digits of v in this base so that they end before `end`; returns where they begin. */
char *conv_uint(char *end, u64 v, u32 base, bool upper);

/* strconv.FormatFloat: bits is 32 or 64; prec < 0: the fewest digits that read back as v. Appends
 * to out. */
void conv_float(Buf *out, double v, char format, int prec, int bits);

typedef enum ConvStatus { CONV_OK, CONV_SYNTAX, CONV_RANGE } ConvStatus;
/* strconv.ParseFloat; *out receives the value, an infinity if it is out of range (CONV_RANGE). */
ConvStatus conv_parse_float(const char *text, u64 len, int bits, double *out);

enum { QUOTE_ASCII = 1, QUOTE_GRAPHIC = 2 };
/* strconv.Quote and related functions; `quote` is the delimiter, flags are QUOTE_ bits. Append to
 * out. */
void conv_quote(Buf *out, const char *text, u64 len, char quote, int flags);
void conv_quote_rune(Buf *out, i64 rune, int flags);
/* strconv.CanBackquote: whether text can be written as a raw string literal. */
bool conv_can_backquote(const char *text, u64 len);

#endif
