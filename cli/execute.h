/* One execution of a loaded program with everything the flags ask for around it: chooser, detector,
 * trace, explanation, state, reports, verdict. */
#ifndef CLI_EXECUTE_H
#define CLI_EXECUTE_H

#include "cli/load.h"

/* Runs the program and returns the exit status. */
int execute(Loaded *loaded, const Options *options);

#endif
