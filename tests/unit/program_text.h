/* For generators of programs: their text. */
#ifndef TESTS_UNIT_PROGRAM_TEXT_H
#define TESTS_UNIT_PROGRAM_TEXT_H

#include "base/buf.h"

/* Appends a line, indented by `depth` tabs. */
static inline void generated_line(Buf *out, u32 depth, const char *fmt, va_list args)
{
    for (u32 i = 0; i < depth; i++)
        buf_putc(out, '\t');
    buf_vprintf(out, fmt, args);
    buf_putc(out, '\n');
}

#endif
