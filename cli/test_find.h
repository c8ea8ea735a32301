/* What gol test runs: the functions of a package's test files, in a program that calls them. */
#ifndef CLI_TEST_FIND_H
#define CLI_TEST_FIND_H

#include "cli/load.h"

typedef enum TestKind { TEST_PLAIN, TEST_FUZZ, TEST_EXAMPLE, TEST_BENCHMARK, TEST_KINDS } TestKind;

typedef struct FoundTest {
    TestKind kind;
    const char *name;
    const char *output; /* TEST_EXAMPLE: what its Output comment promises */
    bool unordered;     /* its lines may come in any order */
    bool inner;         /* one of the package's own tests, which the external ones import */
} FoundTest;

typedef VEC(FoundTest) FoundTests;

/* Loads FILE, or the test files of DIR: with the package's own files those of the package, or the
 * external ones (package x_test), which import it. What they hold is added to `found`: tests, fuzz
 * targets, examples with an Output comment, benchmarks, in this order. After load_finish the
 * program's entry calls those that flags of package testing name. *any is set if there are test
 * files. fuzzes: inputs of fuzz targets are made up (-fuzz). False: something could not be read,
 * which has been said.
 *
 * For the go command both are one program. So the external tests have the package with its own
 * tests beside them, whose TestMain runs them; and where TestMain is external, the package's own
 * tests run in that program: *elsewhere says so of the one without it. elsewhere NULL: each program
 * has its own tests and TestMain only. */
bool test_find(Loaded *loaded, const char *path, bool external, bool fuzzes, FoundTests *found,
               bool *any, bool *elsewhere);
/* Loads the package's own files, with an entry that does nothing. False: there are none, or one
 * cannot be read, which has been said. */
bool test_load_bare(Loaded *loaded, const char *path);
/* Whether the files declare a function TestMain. */
bool test_has_main(const Loaded *loaded);

#endif
