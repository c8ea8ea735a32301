/* The schedules of tests that have failed, kept under testdata/gol of their package, or in a
 * directory that --corpus names, and run first from then on: as the go command does with inputs. */
#ifndef CLI_TEST_CORPUS_H
#define CLI_TEST_CORPUS_H

#include "cli/options.h"
#include "explore/executor/found.h"

/* Where schedules are kept by default, in the folder of the package. */
#define TEST_CORPUS "testdata/gol"

/* Tries those kept in `dir` for the test, in the order of their names, each in one execution of the
 * executor. The first under which it fails is moved to *found: true. */
bool test_corpus_try(const char *dir, const char *test, Executor *executor, Found *found);
/* Keeps the schedule under which the test has failed, with the order of events if that alone shows
 * it (found_state_orders), in a file of the directory, which is made if need be. The executor runs
 * the test for it. False, after a message: it cannot be written. */
bool test_corpus_keep(const char *dir, const char *test, Executor *executor, Found *found);

#endif
