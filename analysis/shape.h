/* Open pairs that have the shape of a known mistake, which a report names. */
#ifndef ANALYSIS_SHAPE_H
#define ANALYSIS_SHAPE_H

#include "analysis/pairs.h"

/* What mistake the pair looks like, in a sentence; NULL: none that is known. */
const char *shape_of(const Pairs *pairs, const Pair *pair);

#endif
