/* For analyses that go through pairs: the accesses to each variable, by goroutine and kind, in
 * program order ("rows"), and the clocks of predict/known.h. */
#ifndef PREDICT_ROWS_H
#define PREDICT_ROWS_H

#include "predict/known.h"
#include "predict/predict.h"

typedef struct Accesses {
    u32 goroutine;
    bool guarded; /* all of them are in sections of a lock, as its writer: of the same one for all
                     goroutines of the variable of which that is true */
    StepList kinds[4]; /* reads, writes, atomic reads, atomic writes */
} Accesses;

typedef VEC(Accesses) Variable;

typedef struct Rows {
    const Steps *steps;
    Variable *variables;
    Known known;
} Rows;

/* The rows of a run, which is borrowed. */
void rows_build(Rows *rows, const Steps *steps);
/* Frees them. */
void rows_free(Rows *rows);

typedef void (*VisitRows)(void *ctx, const StepList *ones, const StepList *others);
/* Calls visit for each two rows of different goroutines whose accesses conflict, unless one lock
 * excludes all of them from each other. */
void rows_pairs(const Rows *rows, VisitRows visit, void *ctx);

/* Adds what the analysis syncp finds; the analysis osr begins with it too. */
void syncp_search(const Rows *rows, Findings *findings);

#endif
