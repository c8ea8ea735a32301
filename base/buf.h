/* Text under construction, for everything that is printed or stored in pieces. NUL-terminated once
 * anything was added; zero-initialised means empty. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>

#include "base/vec.h"

typedef VEC(char) Buf;

/* Append len bytes (which may contain NUL), a NUL-terminated string, one byte, formatted text. The
 * buffer grows as needed. */
void buf_add(Buf *buf, const char *text, size_t len);
void buf_puts(Buf *buf, const char *text);
void buf_putc(Buf *buf, char c);
void buf_printf(Buf *buf, const char *fmt, ...) PRINTF_LIKE(2, 3);
void buf_vprintf(Buf *buf, const char *fmt, va_list args);
/* Appends the text in double quotes; a backslash is put before those in it, and before backslashes.
 */
void buf_quote(Buf *buf, const char *text);
/* The text; "" when nothing was added. Owned by the buffer. */
const char *buf_str(const Buf *buf);
/* Frees the text. The buffer is then empty and can be used again. */
void buf_free(Buf *buf);

#endif
