/* The standard library's own sources, built into the binary by stdlib/embed_gen.c. */
#ifndef STDLIB_EMBED_H
#define STDLIB_EMBED_H

#include <stddef.h>

typedef struct EmbeddedFile {
    const char *path; /* relative to stdlib/, e.g. "fmt/print.gol" */
    const char *text; /* NUL-terminated */
    size_t len;
} EmbeddedFile;

/* Sorted by path. */
extern const EmbeddedFile embedded_files[];
extern const size_t embedded_count;

#endif
