/* Editing an input at a terminal: several lines, history, completion, pasting. The editing itself
 * is libedit's; what is added is that Enter ends an input only when it is complete, that a paste is
 * inserted as it is, and that Ctrl-C drops the input. */
#ifndef CLI_LINE_EDITOR_H
#define CLI_LINE_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* What may stand at the cursor. */
typedef struct Completions {
    size_t from;       /* index of the first byte of the input that a candidate replaces */
    VEC(char *) names; /* candidates, malloc'd; the editor frees them */
} Completions;

/* Adds a copy of the candidate, unless it is there already. */
void completions_add(Completions *out, const char *name, size_t len);

typedef struct LineEditorConfig {
    const char *history_file; /* loaded, and written by editor_free; NULL: none */
    /* Whether Enter at the end of this text adds a line to it. */
    bool (*incomplete)(void *ctx, const char *text, size_t len);
    /* Adds what could stand at byte `at` of the text. */
    void (*complete)(void *ctx, const char *text, size_t at, Completions *out);
    void *ctx; /* of both */
} LineEditorConfig;

typedef struct LineEditor LineEditor;

typedef enum LineStatus {
    LINE_READ,    /* an input */
    LINE_DROPPED, /* Ctrl-C */
    LINE_END,     /* Ctrl-D, or the terminal is gone */
} LineStatus;

/* An editor of standard input and output, which are a terminal; the config is copied, what it
 * points to is borrowed. */
LineEditor *editor_new(const LineEditorConfig *config);
/* Writes the history and frees the editor; NULL is ignored. */
void editor_free(LineEditor *editor);
/* Reads an input, which may have several lines, and appends it to *out without its last newline. */
LineStatus editor_read(LineEditor *editor, const char *prompt, Buf *out);
/* Adds an input to the history. */
void editor_remember(LineEditor *editor, const char *text);

#endif
