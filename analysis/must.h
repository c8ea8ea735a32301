/* Open pairs that are races for certain: every execution that makes both accesses has them
 * unordered, and no branch that is written decides whether they are made. */
#ifndef ANALYSIS_MUST_H
#define ANALYSIS_MUST_H

#include "analysis/solve.h"

typedef struct Must Must;

/* What all questions share; the solver must outlive it. */
Must *must_new(const Solver *solver);
void must_free(Must *must);
/* Whether two accesses that conflict, which no digest orders, race in every execution that makes
 * both. */
bool must_race(Must *must, const Use *a, const Use *b);

#endif
