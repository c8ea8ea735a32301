/* One execution of a loaded program with everything that the flags of gol run ask for around it:
 * schedule, trace, explanation, state, reports, verdict. */
#ifndef CLI_EXECUTE_H
#define CLI_EXECUTE_H

#include "cli/load.h"

/* How it ended: the exit status, and the verdict's name. */
typedef struct Ended {
    int status;
    const char *verdict;
} Ended;

/* Runs the program and prints what there is to say. */
Ended execute(Loaded *loaded, const Options *options);

#endif
