/* What a test comes to where all tests of its program run one after the other in one execution, as
 * with the go command: some suites count on what an earlier test has left in a variable. */
#ifndef CLI_TEST_TOGETHER_H
#define CLI_TEST_TOGETHER_H

#include "cli/test_find.h"

/* Whether the test passed, or was skipped, there: `all` is what was printed, under -v. Then *output
 * becomes what the test itself printed, if `verbose`, or else nothing. */
bool test_together_passed(const FoundTest *test, const Buf *all, bool verbose, Buf *output);

#endif
