/* The module around a program: go.mod's module path maps imports to directories. */
#ifndef CLI_MODULE_H
#define CLI_MODULE_H

#include "base/constraint.h"
#include "base/source.h"

/* A module whose packages go.mod says are in a folder. */
typedef struct Replaced {
    const char *path, *dir; /* dir: absolute, or relative to where go.mod is */
} Replaced;

/* A language version that is no Go 1. */
enum { GO_UNKNOWN = 1 << 20 };

typedef struct Module {
    const char *path;       /* "example.com/bank"; NULL: no go.mod */
    const char *dir;        /* where go.mod is */
    int go_minor;           /* of its go line, "1.N"; 0 = none, GO_UNKNOWN: of another form */
    VEC(Replaced) replaced; /* freed with module_free */
} Module;

/* Looks for go.mod beside the program and in the directories above it. */
Module module_find(Arena *arena, const char *program);
void module_free(Module *module);
/* The directory of an import path: inside the module, in a folder that replaces another module, or
 * in the folder vendor; NULL if it is in none. */
const char *module_dir(Arena *arena, const Module *module, const char *import_path);

/* The import path of the directory that the program is, or lies in; NULL outside of a module. */
const char *module_import_path(Arena *arena, const Module *module, const char *program);

typedef VEC(const char *) PathList;
/* Paths of a directory's source files for linux/amd64 (no tests), by their names, in alphabetical
 * order; -1 with errno if it cannot be read. Of a portable package those for no processor. */
int module_files(Arena *arena, const char *dir, bool portable, PathList *out);
/* The same for its tests (x_test.go). */
int module_test_files(Arena *arena, const char *dir, bool portable, PathList *out);
/* Whether the package in the directory is built as on a processor for which it has no assembly: it
 * has assembly files, and source files that only such a build takes (`tags` hold besides); or it
 * has source files for builds with the tag safe, which do without what lies inside of Go's reflect.
 */
bool module_is_portable(Arena *arena, const char *dir, const BuildTags *tags);

#endif
