/* The last accesses to each variable, for analyses that walk the trace once. */
#ifndef PREDICT_SEEN_H
#define PREDICT_SEEN_H

#include "predict/predict.h"
#include "race/clock.h"

/* Places of one goroutine's accesses to one variable that are remembered: the latest. */
enum { SEEN_PLACES = 1024 };

typedef struct SeenAccess {
    u64 place;       /* race_place, and lowest whether it was atomic */
    u32 step, index; /* the step, and its index in its goroutine */
} SeenAccess;

typedef struct Seen {
    u32 goroutine;
    VEC(SeenAccess) last; /* its last access of each kind at each place, in trace order */
} Seen;

/* The reads, or the writes, of a variable. */
typedef struct SeenKind {
    VEC(Seen) by;         /* each goroutine that has one, in the order of their numbers */
    u32 goroutine, index; /* of an access since, or the last of them, and */
    bool after_all;       /* whether it came after all of them that others made */
    bool plain;           /* not all of them are atomic */
} SeenKind;

typedef struct SeenVariable {
    SeenKind kinds[2]; /* reads, writes */
} SeenVariable;

typedef struct SeenTable {
    VEC(SeenVariable) variables; /* zero-initialised: empty */
} SeenTable;

/* Frees it. */
void seen_free(SeenTable *table);
/* Calls visit for all steps in it. */
void seen_visit(SeenTable *table, VisitStep visit, void *ctx);
/* Adds to *findings the pairs of this access with the conflicting ones of other goroutines that are
 * not in `clock`, its goroutine's, the last of each kind at each place; then enters it into the
 * table. */
void seen_access(SeenTable *table, const Steps *steps, u32 step, const Clock *clock,
                 Findings *findings);

#endif
