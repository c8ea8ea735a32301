/* One execution of a loaded program with everything that the flags of gol run ask for around it:
 * schedule, trace, explanation, state, reports, verdict. */
#ifndef CLI_EXECUTE_H
#define CLI_EXECUTE_H

#include "cli/load.h"
#include "show/picture.h"

/* How it ended: the exit status, the verdict's name, and what the verdict counts. */
typedef struct Ended {
    int status;
    const char *verdict; /* "error": it could not run, or was not the run that was asked for */
    u64 races, hidden, steps;
    Picture *picture; /* gol show: of the run, the caller's to free before `loaded`; else NULL */
    Buf replay;       /* the command that repeats it; the caller's to free */
} Ended;

/* Runs the program and prints what there is to say. With --predict the verdict as JSON is left to
 * the prediction, unless there will be none: it is "error". */
Ended execute(Loaded *loaded, const Options *options);

#endif
