/* What gol build and gol test -c share: executables that hold a program. */
#ifndef CLI_BUILD_H
#define CLI_BUILD_H

#include "cli/load.h"

/* The last element of the import path, or the file's or directory's name without its suffix, as the
 * go command names executables. In arena. */
const char *build_default_name(Arena *arena, const char *path);
/* The file that the flags name; where that is a directory, or there is none, the last element of
 * the import path with the suffix. In arena. */
const char *build_name(Arena *arena, const Options *options, const char *suffix);
/* Notes what the program is, and the flags that hold when it runs. */
void build_describe(Bundle *bundle, const Loaded *loaded, const Options *options);
/* Writes the executable; false, after a message: it cannot. */
bool build_write(const Bundle *bundle, const Options *options, const char *name);

#endif
