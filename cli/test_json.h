/* gol test -json: events in the format of the go command's test2json, which editors and gotestsum
 * read, one object per line. Objects of gol (a test's result, findings, the verdict) have besides a
 * field "type". */
#ifndef CLI_TEST_JSON_H
#define CLI_TEST_JSON_H

#include <stdio.h>

#include "base/buf.h"

/* Of an event: the package and, unless it is about the package itself, the test. */
typedef struct TestEvent {
    const char *action, *package;
    const char *test;   /* or NULL */
    const char *output; /* or NULL */
    double elapsed;     /* seconds; < 0: not said */
} TestEvent;

/* Writes one event to stdout. */
void test_json_event(const TestEvent *event);
/* Writes what the test printed, with -v, as events: each line, the beginnings of the test and its
 * subtests, the results of its subtests. Its own result is for the caller to write; returns the
 * seconds that it says it took, 0 if it does not. */
double test_json_output(const char *package, const char *test, const char *output);

#endif
