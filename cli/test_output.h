/* What a test has printed, in the shape of the go command: where its result stands, and where what
 * gol has to say of it belongs. */
#ifndef CLI_TEST_OUTPUT_H
#define CLI_TEST_OUTPUT_H

#include "base/buf.h"

/* The line in which the test says how it ended, such as "--- FAIL: TestX (0.00s)"; `result` is
 * "FAIL", "PASS" or "SKIP". NULL: it has not said that, since it came to no end of its own. */
const char *test_output_result(const char *output, const char *test, const char *result);

/* Makes `said`, the reports of a failed test, a part of its output, indented like what it has
 * logged: of verbose output before the line with the result, else after all that it printed. A
 * test without such a line gets one, with `why` in the place of the time; NULL: none. */
void test_output_add(Buf *output, const char *test, const char *said, const char *why,
                     bool verbose);

#endif
