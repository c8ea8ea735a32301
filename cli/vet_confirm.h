/* gol vet --confirm: open pairs are tried out. */
#ifndef CLI_VET_CONFIRM_H
#define CLI_VET_CONFIRM_H

#include "analysis/pairs.h"
#include "cli/load.h"

/* Runs the program under many schedules, then under all, until --time is over. A pair that some
 * execution reports as a race becomes LEVEL_CONFIRMED, with the command that repeats it; if every
 * schedule was run, the others become LEVEL_REFUTED. False after printing what is wrong. */
bool vet_confirm(Pairs *pairs, Loaded *loaded, const Options *options);

#endif
