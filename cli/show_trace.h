/* gol show of a recorded trace. */
#ifndef CLI_SHOW_TRACE_H
#define CLI_SHOW_TRACE_H

#include "cli/options.h"

/* Writes the picture that the options ask for, with a reordering beside it if they do. Returns the
 * exit status; what is wrong has been printed. */
int show_trace(const Options *options);

#endif
