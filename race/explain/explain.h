/* --explain: a run as the calculus sees it, one line a step:
 *
 *        step by   rule          where           what             what p knows now
 *          12 p2   R-Rec         msg.gol:9:3     <-c              E += {(m0,!z)}
 *          13 p2   R-Read        msg.gol:10:10   z = 42           E += {(m1,?z)}
 *          14 p1   R-Write-E_WaR msg.gol:12:2    z := 43          E += {(m2,!z)}  E -= {(m0,!z)}
 *
 * At most 100 columns; a longer last column goes on in the next line. Under detectors that have a
 * notation of their own (race/explain/annotate.h) it shows their sets or clocks, in full. */
#ifndef RACE_EXPLAIN_EXPLAIN_H
#define RACE_EXPLAIN_EXPLAIN_H

#include <stdio.h>

#include "race/detector.h"

typedef struct Explain Explain;

typedef struct ExplainConfig {
    const ProgramView *view; /* must outlive the Explain */
    /* Shown and driven: events reach it through the Explain's sink, so that its sets can be
     * compared before and after; do not add it to a fan-out as well. Not owned; NULL or "none":
     * the last column stays empty. Give it fresh_labels. */
    Detector *detector;
    FILE *out;
    bool color;
} ExplainConfig;

/* Copies config; to be freed with explain_free. Its sink wants accesses, early ones too, and
 * values. */
Explain *explain_new(const ExplainConfig *config);
/* Where the events go; owned by the Explain. */
EventSink *explain_sink(Explain *explain);
/* Frees it, but not its detector. */
void explain_free(Explain *explain);

#endif
