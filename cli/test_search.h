/* gol test under more than one schedule: --fuzz N and --check, or without them a few. */
#ifndef CLI_TEST_SEARCH_H
#define CLI_TEST_SEARCH_H

#include "cli/options.h"
#include "explore/executor/found.h"

typedef struct SearchResult {
    bool found;
    Found finding; /* if found: the first, with the schedule that shows it */
    Buf extent;    /* else what was covered: "2000 schedules", "all 14 executions" */
    bool complete; /* and that is a proof */
    u64 schedules; /* how many that were; 0: none but the execution that is shown */
    u64 steps;     /* after which executions were ended */
} SearchResult;

/* Frees what it holds, not *result. */
void search_result_free(SearchResult *result);
/* Whether the flags of the search make sense; prints what is wrong if not. */
bool test_search_ok(const Options *options);
/* Whether --fuzz or --check asks for a search. */
bool test_search_asked(const Options *options);
/* Runs the program of `config` until it fails (true), or all is covered that the flags ask for. */
bool test_search(const ExecutorConfig *config, const Options *options, SearchResult *result);
/* After a test has passed in an execution of so many steps and so much work (executor_work): runs
 * it under a few random schedules more, until they have cost as much. The executor has its
 * arguments, and a limit of its own from then on. True: the test fails under one of them. Where one
 * reaches a limit, nothing is known. */
bool test_search_more(Executor *executor, u64 steps, u64 work, SearchResult *result);

#endif
