/* Which tests of a package run, in which order and with which flags: what -run, -skip, -list,
 * -bench, -fuzz and -shuffle say. */
#ifndef CLI_TEST_SELECT_H
#define CLI_TEST_SELECT_H

#include "cli/options.h"
#include "cli/test_find.h"

/* Those that gol gives a test before its own arguments: its name and flags. */
enum { MAX_TEST_FLAGS = 13 };

/* Whether the test runs, or with -list is listed. */
bool test_wanted(const Options *options, const FoundTest *test);
/* -fuzz: whether inputs are made up for it. */
bool test_fuzzes(const Options *options, const FoundTest *test);
/* As with the go command, one target at a time; false, after a message, if -fuzz names more than
 * one test of the package. Adds those it names to count. */
bool test_fuzzes_one(const Options *options, const FoundTests *tests, const char *package,
                     u32 *count);
/* -cpu: its numbers to list, in arena; none: NULL. False, after a message, if one is no number of
 * processors. */
bool test_cpus(const Options *options, Arena *arena, PathList *list);
/* -shuffle: a permutation that its number decides, which is added to line. False: there is none. */
bool test_shuffle(const Options *options, FoundTests *tests, Buf *line);
/* The first of the flags that gol test does not know (options->tests.foreign) of which the
 * program's own sources say nothing: it can be none of its tests either. NULL: there is none. */
const char *test_strange_flag(const Options *options, const Loaded *loaded);
/* Whether a test file in the directory says something of the flag. */
bool test_flag_in_files(Arena *arena, const char *dir, const char *flag);
/* os.Args of an execution of the test, the flags of package testing and what the command line has
 * for the tests: into *args; in arena or shared with options. Returns how many. *pattern is the
 * value of -test.run, or -test.bench, that names this test. NULL as the
 * test: all that are wanted. */
int test_args(const Options *options, const FoundTest *test, Arena *arena, char ***args,
              const char **pattern);

#endif
