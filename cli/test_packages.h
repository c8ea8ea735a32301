/* Which packages gol test tests: paths, import paths of the module, patterns that end in "...". */
#ifndef CLI_TEST_PACKAGES_H
#define CLI_TEST_PACKAGES_H

#include "cli/module.h"
#include "cli/options.h"

/* Adds the files and directories of options->packages, or this directory if it is empty. A name
 * that is no file is the import path of a package of the module; "DIR/..." are the packages in DIR
 * and below, but for folders testdata and vendor, those that begin with "." or "_", and other
 * modules. False, with a message: a pattern matches nothing. */
bool test_packages(Arena *arena, Options *options, PathList *packages);
/* The import path of the package at path; path itself outside of a module. */
const char *test_package_name(Arena *arena, const char *path);

#endif
