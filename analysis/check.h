/* Checks of gol vet that read what the solver knows at each instruction. Each adds a warning for
 * each place of the program where it finds something. */
#ifndef ANALYSIS_CHECK_H
#define ANALYSIS_CHECK_H

#include "analysis/solve.h"
#include "base/diag.h"

#endif
