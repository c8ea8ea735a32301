/* The last accesses to each variable, for analyses that walk the trace once. */
#ifndef PREDICT_SEEN_H
#define PREDICT_SEEN_H

#include "predict/predict.h"
#include "race/clock.h"

typedef struct Seen {
    u32 goroutine;
    u32 last[2][2]; /* is a write, is atomic -> step or NO_STEP */
} Seen;

typedef VEC(Seen) SeenList;

typedef struct SeenTable {
    SeenList *variables;
    u32 count;
} SeenTable;

void seen_init(SeenTable *table, const Steps *steps);
void seen_free(SeenTable *table);
/* Adds the pairs of this access with each earlier one that conflicts and that the clock of its
 * goroutine does not know of, then remembers it. */
void seen_access(SeenTable *table, const Steps *steps, u32 step, const Clock *clock,
                 Findings *findings);

#endif
