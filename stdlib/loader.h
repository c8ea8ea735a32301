/* The packages of the library, by import path: gol's own, which are embedded as they are, and Go's,
 * which are embedded compressed or lie in a Go installation. The layer above makes a loader for the
 * checker (parser/check/check.h) from these functions, since the library must not depend on the
 * compiler. */
#ifndef STDLIB_LOADER_H
#define STDLIB_LOADER_H

#include "base/arena.h"
#include "base/vec.h"
#include "stdlib/embed.h"

typedef VEC(EmbeddedFile) EmbeddedFiles;

/* Whose package it is. */
typedef enum LibraryOrigin { LIBRARY_NONE, LIBRARY_GOL, LIBRARY_GO } LibraryOrigin;

/* Adds the source files of the package at `path` ("math/rand") to *out: gol's own, then Go's, in
 * order of their names. Where both have some, gol's declarations replace Go's of the same names
 * (parser/check/overlay.c), and it counts as Go's. What has to be unpacked or read goes into arena.
 * Go's files are from the installation at goroot; if that is NULL or lacks the package, the
 * embedded ones. LIBRARY_NONE: there is no such package. */
LibraryOrigin stdlib_files(Arena *arena, const char *goroot, const char *path, EmbeddedFiles *out);

/* The same for files that are only needed if a name is looked for which the others of the package
 * do not declare: gol's own in stdlib/internal/later/PATH, and those of Go's that stdlib/go.list
 * names singly. */
void stdlib_rest(Arena *arena, const char *goroot, const char *path, EmbeddedFiles *out);
/* The same for what gol replaces in a package that is not the library's, since it needs assembly.
 */
void stdlib_overlay(Arena *arena, const char *path, EmbeddedFiles *out);

/* gol's own files that stand for parts of the package at `path` where it is analysed, and never run
 * (stdlib/internal/vet/PATH): they replace declarations of the others. */
void stdlib_models(Arena *arena, const char *path, EmbeddedFiles *out);
/* The import path of the package that a file of that name is such a part of, if a program may
 * import it, or NULL. Free it. */
char *stdlib_modelled(const char *file);

/* The import paths of all packages that a program may import, sorted, ending with NULL; in
 * arena. Those of a goroot are not among them. */
const char *const *stdlib_packages(Arena *arena);

#endif
