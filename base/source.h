/* Source files and positions in them. A position is one 32-bit number for all files, so that every
 * token and instruction can carry one. */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include "base/arena.h"
#include "base/constraint.h"
#include "base/vec.h"

/* A position in the text of all loaded files: the file's base plus the byte offset. 0 = no
 * position. */
typedef u32 Pos;

typedef struct Span {
    Pos start, end; /* end is exclusive; end <= start means a single point */
} Span;

typedef struct SourceFile {
    const char *name;     /* as given on the command line */
    const char *absolute; /* its path from the root; NULL: it is no file */
    const char *text;     /* NUL-terminated */
    u32 len;
    Pos base;               /* Pos of text[0]; text[len] has a Pos too (end of file) */
    VEC(u32) lines;         /* byte offset of each line's start */
    PortableBuild portable; /* how its package is built without assembly */
    bool is_library;        /* embedded standard library: reports do not show its source lines */
} SourceFile;

typedef struct Sources {
    Arena arena;
    VEC(SourceFile *) files; /* ascending base */
    Pos next;
} Sources;

/* A position as it is printed: 1-based line and 1-based byte column. */
typedef struct Place {
    const SourceFile *file; /* NULL for Pos 0 and positions outside all files */
    u32 line, col;
} Place;

/* Registers a file; copies name and text. Returns NULL if the sources exceed 4 GB in total. */
SourceFile *source_add(Sources *sources, const char *name, const char *text, size_t len);
/* Reads and registers a file; "-" is standard input. Returns NULL with errno set on failure. */
SourceFile *source_load(Sources *sources, const char *path);
/* The file, line and column of a position; the file that contains it, or NULL. */
Place source_place(const Sources *sources, Pos pos);
const SourceFile *source_file_of(const Sources *sources, Pos pos);
/* The text of a 1-based line without its newline; *len receives its length. "" and 0 if there is no
 * such line. The text is not NUL-terminated. */
const char *source_line(const SourceFile *file, u32 line, u32 *len);
/* The text of a span, cut at the end of its first line; *len receives its length. "" and 0 if the
 * span is in no file. */
const char *source_text(const Sources *sources, Span span, u32 *len);
/* Frees all files; Sources is then empty. */
void source_free(Sources *sources);

#endif
