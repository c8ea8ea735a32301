/* For analyses that go through pairs: the accesses to each variable, by goroutine and kind, and
 * which of them come in the same order in every reordering. */
#ifndef PREDICT_ROWS_H
#define PREDICT_ROWS_H

#include "predict/known.h"
#include "predict/predict.h"

typedef struct Accesses {
    u32 goroutine;
    StepList kinds[4]; /* reads, writes, atomic reads, atomic writes */
} Accesses;

typedef VEC(Accesses) Variable;

typedef struct Rows {
    const Steps *steps;
    Variable *variables;
    Known known;
} Rows;

void rows_build(Rows *rows, const Steps *steps);
void rows_free(Rows *rows);

/* Calls visit with each two rows, by different goroutines, whose accesses conflict. */
typedef void (*VisitRows)(void *ctx, const StepList *ones, const StepList *others);
void rows_pairs(const Rows *rows, VisitRows visit, void *ctx);

/* For findings that come from a search through pairs: what syncp finds. */
void syncp_search(const Rows *rows, Findings *findings);

#endif
