/* Text under construction. Always NUL-terminated once anything was added. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>

#include "base/vec.h"

typedef VEC(char) Buf;

void buf_add(Buf *buf, const char *text, size_t len);
void buf_puts(Buf *buf, const char *text);
void buf_putc(Buf *buf, char c);
void buf_printf(Buf *buf, const char *fmt, ...) PRINTF_LIKE(2, 3);
void buf_vprintf(Buf *buf, const char *fmt, va_list args);
/* The text; "" when nothing was added. Owned by the buffer. */
const char *buf_str(const Buf *buf);
void buf_free(Buf *buf);

#endif
