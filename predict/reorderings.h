/* All valid reorderings of a small run (predict/reorder.h): the orders of all events in which each
 * rule holds, and for each race the shortest beginning of one that leads up to it. */
#ifndef PREDICT_REORDERINGS_H
#define PREDICT_REORDERINGS_H

#include "predict/reorder.h"

/* Bounds: how many are kept, and how many beginnings are looked at. */
enum { MOST_REORDERINGS = 100, MOST_BEGINNINGS = 200000 };

typedef struct Reorderings {
    u64 count;            /* orders of all events in which each rule holds */
    bool complete;        /* there are no others */
    VEC(StepList) listed; /* the first MOST_REORDERINGS of them: numbers of events, from 0 */
    VEC(StepList)
    races; /* for each two accesses that race: events that lead up to both, and these */
} Reorderings;

/* Finds them; to be freed with reorderings_free. */
void reorderings_find(Reorderings *reorderings, const Steps *steps);
void reorderings_free(Reorderings *reorderings);

#endif
