/* Source files and positions in them. */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include "base/arena.h"
#include "base/vec.h"

/* A position in the text of all loaded files: file base + byte offset. 0 = nowhere. */
typedef u32 Pos;

typedef struct Span {
    Pos start, end; /* end is exclusive; end <= start means a single point */
} Span;

typedef struct SourceFile {
    const char *name; /* as the user named it */
    const char *text; /* NUL-terminated */
    u32 len;
    Pos base;        /* Pos of text[0]; text[len] has a Pos too (end of file) */
    VEC(u32) lines;  /* byte offset of each line's start */
    bool is_library; /* embedded standard library: hidden from user-facing stacks' source lines */
} SourceFile;

typedef struct Sources {
    Arena arena;
    VEC(SourceFile *) files; /* ascending base */
    Pos next;
} Sources;

/* Where a position is, for people: 1-based line and 1-based byte column. */
typedef struct Place {
    const SourceFile *file; /* NULL for Pos 0 */
    u32 line, col;
} Place;

/* Registers a file; copies name and text. Returns NULL if 4 GB of source are exceeded. */
SourceFile *source_add(Sources *sources, const char *name, const char *text, size_t len);
/* Reads a file from disk ("-" is standard input). NULL with errno set on failure. */
SourceFile *source_load(Sources *sources, const char *path);
Place source_place(const Sources *sources, Pos pos);
const SourceFile *source_file_of(const Sources *sources, Pos pos);
/* The text of a line without its newline, and its length. */
const char *source_line(const SourceFile *file, u32 line, u32 *len);
/* The text of a span, cut at the end of its first line; *len receives its length. */
const char *source_text(const Sources *sources, Span span, u32 *len);
void source_free(Sources *sources);

#endif
