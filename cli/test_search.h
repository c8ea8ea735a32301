/* gol test --fuzz N and --check: a test under many schedules, or all. */
#ifndef CLI_TEST_SEARCH_H
#define CLI_TEST_SEARCH_H

#include "cli/options.h"
#include "explore/executor/execution.h"

/* Whether the flags of the search make sense; says so if not. */
bool test_search_ok(const Options *options);
/* Runs the program of `config` until it fails: then true, and *schedule shows it (to be freed).
 * Else *extent says what was covered: "2000 schedules", "all 14 executions". */
bool test_search(const ExecutorConfig *config, const Options *options, Schedule *schedule,
                 Buf *extent);

#endif
