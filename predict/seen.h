/* The last accesses to each variable, for analyses that walk the trace once. */
#ifndef PREDICT_SEEN_H
#define PREDICT_SEEN_H

#include "predict/predict.h"
#include "race/clock.h"

/* Places of one goroutine's accesses to one variable that are remembered: the latest. */
enum { SEEN_PLACES = 1024 };

typedef struct Seen {
    u32 goroutine;
    StepList last; /* its last access of each kind at each place, in trace order */
} Seen;

typedef VEC(Seen) SeenList;

typedef struct SeenTable {
    SeenList *variables;
    u32 count;
} SeenTable;

/* An empty table for the variables of a run. */
void seen_init(SeenTable *table, const Steps *steps);
/* Frees it. */
void seen_free(SeenTable *table);
/* Adds to *findings the pairs of this access with the conflicting ones of other goroutines that are
 * not in `clock`, its goroutine's, the last of each kind at each place; then enters it into the
 * table. */
void seen_access(SeenTable *table, const Steps *steps, u32 step, const Clock *clock,
                 Findings *findings);

#endif
