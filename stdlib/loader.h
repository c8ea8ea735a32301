/* The library's own packages, by import path. The layer above turns this into the loader that the
 * checker asks (parser/check/check.h): the library does not know the compiler. */
#ifndef STDLIB_LOADER_H
#define STDLIB_LOADER_H

#include "base/arena.h"
#include "stdlib/embed.h"

/* Goes through the source files of the package at `path` ("math/rand"): the first one after
 * `after` (NULL: from the start), or NULL when there are no more. */
const EmbeddedFile *stdlib_next_file(const char *path, const EmbeddedFile *after);

/* The import paths of all packages that a program may import, sorted, NULL-terminated. */
const char *const *stdlib_packages(Arena *arena);

#endif
