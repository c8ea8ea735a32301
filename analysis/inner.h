/* What the library does in goroutines of its own, which it has started and in which no function of
 * the program is being called. */
#ifndef ANALYSIS_INNER_H
#define ANALYSIS_INNER_H

#include "analysis/solve.h"

typedef struct Inner {
    bool *own;  /* per instance: it is such */
    bool *held; /* per object: a function of the program may have its address, or memory that the
                   program has made */
} Inner;

/* Finds both; inner_free frees them. */
Inner inner_find(const Model *model);
void inner_free(Inner *inner);
/* Whether two accesses are the library's own affair. Both go to an object that a function of the
 * library makes, or that is a variable of the library, and both are made in such goroutines; or one
 * is, the other by a function of the library, and the program does not hold the object. */
bool inner_pair(const Solver *solver, const Inner *inner, const Use *a, const Use *b);

#endif
