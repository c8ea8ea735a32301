/* Whether an example has printed what its comment promises. */
#ifndef CLI_TEST_EXAMPLE_H
#define CLI_TEST_EXAMPLE_H

#include "base/buf.h"
#include "cli/test_find.h"

/* What stands before and after what an example prints begins with it. */
#define EXAMPLE_MARK \
    "\x01" \
    "example"

/* Takes what the example printed, which package testing marks, out of the output of its execution,
 * and puts in its result, in the words of the go command: one of an example that passed only if
 * verbose. False: it did not print what it promised. */
bool test_example(const FoundTest *test, bool verbose, Buf *output);

#endif
