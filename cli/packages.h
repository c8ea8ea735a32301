/* From the names on a command line to directories: paths, import paths, patterns with "...". */
#ifndef CLI_PACKAGES_H
#define CLI_PACKAGES_H

#include "cli/module.h"

/* The directory or file that a name without "..." means: itself if there is such a file, or it is
 * "-", else the directory of that import path; NULL: there is none. */
const char *packages_place(Arena *arena, const Module *module, const char *name);
/* Adds the files and directories that a name means: itself if there is such a file or directory, or
 * it is "-"; "DIR/..." every directory in DIR and below that holds source files, but for folders
 * testdata and vendor, those that begin with "." or "_", modules that are not of this workspace,
 * and directories of whose files a build with these tags takes none (NULL: they are not asked); a
 * path above main modules and "/..." those in these; else the directory of that import path. False,
 * after a message that begins with the command's name: it means none. */
bool packages_add(Arena *arena, const char *command, const char *name, const BuildTags *tags,
                  PathList *out);
/* Adds the directories that "DIR/..." means, in the order of their paths. */
void packages_below(Arena *arena, const Module *module, const char *dir, PathList *out);
/* Whether a directory has source files or tests, build constraints aside. */
bool packages_has_sources(Arena *arena, const char *dir);
/* The import path of the package at path; path itself outside of a module. */
const char *packages_import_path(Arena *arena, const char *path);

#endif
