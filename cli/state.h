/* --state and --state-at: the configuration that a run is in, in the paper's notation. */
#ifndef CLI_STATE_H
#define CLI_STATE_H

#include "explore/executor/execution.h"

/* Prints the state before the first step that the run takes on a line. */
typedef struct StateAt {
    EventSink sink;
    const char *text; /* "FILE:LINE" as given; NULL: not asked for */
    size_t file;      /* length of FILE, which the file's name ends in */
    u32 line;
    bool reached;
    Executor *executor;
    const Sources *sources;
} StateAt;

/* Prints the state of the executor's execution on stderr, after "state WHEN:". */
void state_print(Executor *executor, const char *when);
/* Watches the executor for the line that `text` names, NULL: for none. False, after a message: it
 * is not FILE:LINE. */
bool state_watch(StateAt *at, const char *text, Executor *executor, const Sources *sources);
/* After the run: says so if the line was not reached. */
void state_end(const StateAt *at);

#endif
