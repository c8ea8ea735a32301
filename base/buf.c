/* Text under construction: a vector of bytes that always has room for the terminating NUL. */
#include "base/buf.h"

#include <stdio.h>

/* Makes room for len more bytes and the NUL. */
static void reserve(Buf *buf, size_t len)
{
    if (len >= UINT32_MAX - buf->len)
        BUG("a text exceeds 4 GB");
    vec_reserve(buf, buf->len + (u32)len + 1);
}

void buf_add(Buf *buf, const char *text, size_t len)
{
    reserve(buf, len);
    if (len > 0)
        memcpy(buf->data + buf->len, text, len);
    buf->len += (u32)len;
    buf->data[buf->len] = '\0';
}

void buf_puts(Buf *buf, const char *text)
{
    buf_add(buf, text, strlen(text));
}

void buf_putc(Buf *buf, char c)
{
    reserve(buf, 1);
    buf->data[buf->len++] = c;
    buf->data[buf->len] = '\0';
}

void buf_quote(Buf *buf, const char *text)
{
    buf_putc(buf, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            buf_putc(buf, '\\');
        buf_putc(buf, *text);
    }
    buf_putc(buf, '"');
}

void buf_printf(Buf *buf, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    buf_vprintf(buf, fmt, args);
    va_end(args);
}

void buf_vprintf(Buf *buf, const char *fmt, va_list args)
{
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, fmt, args);
    if (len < 0)
        BUG("bad format string \"%s\"", fmt);
    reserve(buf, (size_t)len);
    vsnprintf(buf->data + buf->len, (size_t)len + 1, fmt, again);
    va_end(again);
    buf->len += (u32)len;
}

const char *buf_str(const Buf *buf)
{
    return buf->len == 0 ? "" : buf->data;
}

void buf_free(Buf *buf)
{
    vec_free(buf);
}
