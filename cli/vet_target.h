/* The packages that gol vet's arguments name. */
#ifndef CLI_VET_TARGET_H
#define CLI_VET_TARGET_H

#include "cli/module.h"

/* Adds the files and directories that an argument means: itself if there is such a file or
 * directory, or it is "-"; with /... every directory below that holds source files, but for
 * testdata, vendor and those that begin with '.' or '_'; else the directory of that import path in
 * the module around the working directory. False after printing that there is none. */
bool vet_targets(Arena *arena, const char *argument, PathList *out);

#endif
