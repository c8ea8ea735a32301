/* gol debug -run: one test of a package, as gol test runs it. */
#ifndef CLI_DEBUG_TEST_H
#define CLI_DEBUG_TEST_H

#include "cli/load.h"

enum { DEBUG_TEST_ARGS = 3 };

typedef struct DebugTest {
    char *args[DEBUG_TEST_ARGS]; /* os.Args of its execution, in the arena of Loaded */
    char *top;                   /* the directory that was left */
} DebugTest;

/* Loads the package of options->path (this directory if NULL) with the one test that
 * options->tests.pattern names, and enters its directory, where tests run. Sets what gol test has
 * for limits and leaks, unless flags say it. False after printing what is wrong. load_free in any
 * case. */
bool debug_find_test(Loaded *loaded, Options *options, DebugTest *test);

#endif
