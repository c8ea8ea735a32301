/* gol test --junit FILE: the results in the XML that JUnit has made common, which services for
 * continuous integration show. One testsuite per package, one testcase per test and subtest. */
#ifndef CLI_JUNIT_H
#define CLI_JUNIT_H

#include <stdbool.h>

#include "base/buf.h"

/* Zeroed: nothing yet. */
typedef struct Junit {
    Buf suites; /* of packages that are done */
    Buf cases;  /* of this package */
    unsigned tests, failures, skipped;
} Junit;

/* What came of a test: its output as with -v, and why it failed if it could not say so itself
 * (NULL: it did, or it has not failed). */
void junit_test(Junit *junit, const char *package, const char *test, const char *output,
                const char *why);
/* The package is done, after so many seconds; built: it has compiled. */
void junit_package(Junit *junit, const char *package, double seconds, bool built);
/* Writes all to the file; false, after a message: it cannot. Frees what junit holds. */
bool junit_write(Junit *junit, const char *path);

#endif
