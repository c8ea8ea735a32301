/* --explain: a run as the calculus sees it, one line a step:
 *
 *        step by   rule          where           what             what p knows now
 *          12 p2   R-Rec         msg.gol:9:3     <-c              E += {(m0,!z)}
 *          13 p2   R-Read        msg.gol:10:10   z = 42           E += {(m1,?z)}
 *          14 p1   R-Write-E_WaR msg.gol:12:2    z := 43          Error{(m1,?z)}
 *                                                                E -= {(m0,!z)}
 *                                                                E += {(m2,!z)}
 *
 * spec/rules.md has the grammar. At most 100 columns; a longer last column goes on in the next
 * line. Under detectors that have a notation of their own (race/explain/annotate.h) it shows their
 * sets or clocks, in full. */
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
    FILE *out; /* NULL: nothing is printed yet; it only numbers the labels that people see */
    bool color;
} ExplainConfig;

/* Copies config; to be freed with explain_free. Its sink wants accesses, early ones too, and, if it
 * prints, values. */
Explain *explain_new(const ExplainConfig *config);
/* Before a run: it will be printed there. */
void explain_print(Explain *explain, FILE *out, bool color);
/* Where the events go; owned by the Explain. */
EventSink *explain_sink(Explain *explain);
/* Frees it, but not its detector. */
void explain_free(Explain *explain);

#endif
