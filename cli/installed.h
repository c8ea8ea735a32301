/* Installations of Go, whose library has all its sources and comments. */
#ifndef CLI_INSTALLED_H
#define CLI_INSTALLED_H

#include "base/arena.h"

/* The directory of a package of the library in the installation at goroot (NULL: not given), at
 * GOROOT, or where Go usually is; NULL: in none of them. The path "" is their folder src. */
const char *installed_package(Arena *arena, const char *goroot, const char *path);

#endif
