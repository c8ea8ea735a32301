/* gol test --fuzz N and --check: a test under many schedules, or all. */
#ifndef CLI_TEST_SEARCH_H
#define CLI_TEST_SEARCH_H

#include "cli/options.h"
#include "explore/executor/found.h"

typedef struct SearchResult {
    bool found;
    Found finding; /* if found: the first, with the schedule that shows it */
    Buf extent;    /* else what was covered: "2000 schedules", "all 14 executions" */
    bool complete; /* and that is a proof */
    u64 steps;     /* after which executions were ended */
} SearchResult;

/* Frees what it holds, not *result. */
void search_result_free(SearchResult *result);
/* Whether the flags of the search make sense; prints what is wrong if not. */
bool test_search_ok(const Options *options);
/* Runs the program of `config` until it fails (true), or all is covered that the flags ask for. */
bool test_search(const ExecutorConfig *config, const Options *options, SearchResult *result);

#endif
