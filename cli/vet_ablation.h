/* gol vet --ablation: what each digest earns. */
#ifndef CLI_VET_ABLATION_H
#define CLI_VET_ABLATION_H

#include "cli/options.h"

/* Prints how many of the programs named (options->path and those that follow) are proved race-free
 * with each digest alone, with the first ones of the table together, and with all but one; as Fig.
 * 8 of the paper does. Programs that do not compile or are too large are counted apart. */
int vet_ablation(const Options *options);

#endif
