/* Diagnostics: collected while a phase works, printed together, sorted by position. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdarg.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/map.h"
#include "base/source.h"

typedef enum DiagKind { DIAG_ERROR, DIAG_WARNING } DiagKind;

typedef struct DiagNote {
    Span span;        /* {0,0}: no position of its own */
    const char *text; /* "note: other declaration of x", "hint: ..." come with their prefix */
} DiagNote;

typedef struct Diag {
    DiagKind kind;
    Span span;
    const char *text;
    VEC(DiagNote) notes;
} Diag;

typedef struct Diags {
    Arena arena;
    Sources *sources;
    VEC(Diag *) list;
    u32 errors;      /* number of DIAG_ERROR in list */
    Map error_lines; /* Pos of a line's start -> number of errors found on that line */
} Diags;

/* Adds an error at span. A second error on the same line is kept out (as gc does), but counted in
 * the returned Diag, which is always valid for adding notes. The text has no trailing newline. */
Diag *diag_error(Diags *diags, Span span, const char *fmt, ...) PRINTF_LIKE(3, 4);
Diag *diag_verror(Diags *diags, Span span, const char *fmt, va_list args);
Diag *diag_warning(Diags *diags, Span span, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* Adds a line below the diagnostic, e.g. "hint: did you mean Println?". */
void diag_note(Diags *diags, Diag *diag, Span span, const char *fmt, ...) PRINTF_LIKE(4, 5);

/* Prints `file:line:col: error: text`, the source line and a caret line for each, sorted by
 * position; after `limit` errors (0 = all) one line says how many more there are. */
void diag_print(Diags *diags, FILE *out, bool color, u32 limit);
/* Prints a source line with a caret run below the span, each line prefixed by `indent`. */
void diag_excerpt(const Sources *sources, Span span, FILE *out, const char *indent, bool color);
void diag_free(Diags *diags);

#endif
