/* What debug.ReadBuildInfo finds: the program's path, its module, those that it is built from. */
#ifndef CLI_BUILD_INFO_H
#define CLI_BUILD_INFO_H

#include "cli/load.h"

/* In the form that debug.ParseBuildInfo reads, of a program that has been compiled, in its arena;
 * NULL: it lies in no module, or does not ask. Empty lines mean nothing, and there is one for tests
 * of a package that is no program, of which the go command says nothing. */
const char *build_info(Loaded *loaded, const Options *options);

#endif
