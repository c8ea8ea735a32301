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
    Span span;        /* {0,0}: no position */
    const char *text; /* includes its prefix: "note: ", "hint: " */
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

/* diag_error and diag_verror add an error at span and return it, never NULL, so that notes can be
 * added. As in gc, of several errors on one line only the first is printed and counted; the others
 * are returned but not kept in the list. diag_warning adds a warning, which is never dropped. The
 * text has no trailing newline. */
Diag *diag_error(Diags *diags, Span span, const char *fmt, ...) PRINTF_LIKE(3, 4);
Diag *diag_verror(Diags *diags, Span span, const char *fmt, va_list args);
Diag *diag_warning(Diags *diags, Span span, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* Adds a line below the diagnostic, such as "hint: did you mean Println?". span may be {0,0}. */
void diag_note(Diags *diags, Diag *diag, Span span, const char *fmt, ...) PRINTF_LIKE(4, 5);

/* Prints the list sorted by position: `file:line:col: error: text`, the source line and a caret
 * line for each diagnostic. After `limit` errors (0 = no limit) one line says how many more there
 * are. */
void diag_print(Diags *diags, FILE *out, bool color, u32 limit);
/* Prints one of them like this. */
void diag_print_one(const Diags *diags, const Diag *diag, FILE *out, bool color);
/* Prints the source line of span.start with carets below the span, each line prefixed by `indent`.
 * Prints nothing if the span has no position. */
void diag_excerpt(const Sources *sources, Span span, FILE *out, const char *indent, bool color);
/* Frees all diagnostics. The Sources are not owned. */
void diag_free(Diags *diags);

#endif
