/* Executions of tests that are looked at closely: what the flags --html, --trace, --explain,
 * --state,
 * --state-at, --profile and --save-schedule of gol run show, for gol test. An execution runs once
 * more for it, since it is the same each time. */
#ifndef CLI_TEST_SHOW_H
#define CLI_TEST_SHOW_H

#include "cli/reporter.h"
#include "explore/executor/decide.h"

typedef struct TestShow {
    Options options;   /* those given, with absolute names of files: tests run elsewhere */
    bool files, texts; /* whether any is asked for */
    bool failed;       /* the files are of a test that has failed: no other takes their place */
} TestShow;

/* An execution of a test. */
typedef struct TestRun {
    const char *test;
    const ExecutorConfig *config; /* of the executor that it was an execution of, with arguments */
    const Sources *sources;
    const DeciderConfig *how;
    const char *replay; /* the command that repeats it */
    bool failed;
} TestRun;

/* By the flags; texts go into arena. */
void test_show_begin(TestShow *show, const Options *options, Arena *arena);
/* Whether an execution is to be shown. */
bool test_show_asked(const TestShow *show);
/* Shows it: texts on stderr, files if it is of the first test that has failed, or there was none.
 * False, after a message: something could not be done. */
bool test_show(TestShow *show, const TestRun *run);

#endif
