/* Which tests of a package run, in which order and with which flags: what -run, -skip, -list,
 * -bench, -fuzz and -shuffle say. */
#ifndef CLI_TEST_SELECT_H
#define CLI_TEST_SELECT_H

#include "cli/options.h"
#include "cli/test_find.h"

enum { MAX_TEST_ARGS = 15 };

/* Whether the test runs, or with -list is listed. */
bool test_wanted(const Options *options, const FoundTest *test);
/* -fuzz: whether inputs are made up for it. */
bool test_fuzzes(const Options *options, const FoundTest *test);
/* As with the go command, one target at a time; false, after a message, if -fuzz names more than
 * one test of the package. Adds those it names to count. */
bool test_fuzzes_one(const Options *options, const FoundTests *tests, const char *package,
                     u32 *count);
/* -shuffle: a permutation that its number decides, which is printed. */
void test_shuffle(const Options *options, FoundTests *tests);
/* os.Args of an execution of the test, the flags of package testing: into args, which has room for
 * MAX_TEST_ARGS; their texts into arena or shared with options. Returns how many. *pattern is the
 * value of -test.run, or -test.bench, that names this test. */
int test_args(const Options *options, const FoundTest *test, Arena *arena, char **args,
              const char **pattern);

#endif
