/* What the library does in goroutines of its own, which it has started and in which no function of
 * the program is being called. */
#ifndef ANALYSIS_INNER_H
#define ANALYSIS_INNER_H

#include "analysis/solve.h"

/* Per instance: whether it is such. Free it. */
bool *inner_find(const Model *model);
/* Whether two accesses are the library's own affair: both are made by such instances, to an object
 * that a function of the library makes, or that is a variable of the library. */
bool inner_pair(const Solver *solver, const bool *inner, const Use *a, const Use *b);

#endif
