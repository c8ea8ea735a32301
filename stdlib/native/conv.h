/* Values to text and back, as the natives of fmt, strconv and unicode share it. No VM in here. */
#ifndef STDLIB_NATIVE_CONV_H
#define STDLIB_NATIVE_CONV_H

#include "base/buf.h"

#define RUNE_ERROR 0xfffd
#define RUNE_MAX 0x10ffff

/* The rune at the start of len > 0 bytes; RUNE_ERROR and a width of 1 for what is no UTF-8. */
i32 utf8_decode(const char *text, u64 len, u32 *width);
/* Encodes a rune (RUNE_ERROR for an invalid one) into at most 4 bytes; returns how many. */
u32 utf8_encode(char *out, i64 rune);
u64 utf8_count(const char *text, u64 len);

/* unicode.IsPrint and unicode.IsGraphic. */
bool rune_is_print(i32 rune);
bool rune_is_graphic(i32 rune);
/* Simple case mapping of one rune, and a representative of those that differ only in case. */
i32 rune_to_upper(i32 rune);
i32 rune_to_lower(i32 rune);
i32 rune_to_title(i32 rune);
i32 rune_fold(i32 rune);

/* Writes the digits of v in the given base ending before `end`; returns where they begin. */
char *conv_uint(char *end, u64 v, u32 base, bool upper);

/* strconv.FormatFloat: bits is 32 or 64; prec < 0 is the shortest that reads back the same. */
void conv_float(Buf *out, double v, char format, int prec, int bits);

typedef enum ConvStatus { CONV_OK, CONV_SYNTAX, CONV_RANGE } ConvStatus;
/* strconv.ParseFloat without its error value; out of range gives an infinity and CONV_RANGE. */
ConvStatus conv_parse_float(const char *text, u64 len, int bits, double *out);

enum { QUOTE_ASCII = 1, QUOTE_GRAPHIC = 2 };
/* strconv.Quote and its relatives; `quote` is the delimiter. */
void conv_quote(Buf *out, const char *text, u64 len, char quote, int flags);
void conv_quote_rune(Buf *out, i64 rune, int flags);
/* Whether text can stand unchanged between backquotes. */
bool conv_can_backquote(const char *text, u64 len);

#endif
