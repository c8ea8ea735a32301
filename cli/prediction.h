/* What gol predict has found, and what it prints of that: as text or as JSON lines on stdout. */
#ifndef CLI_PREDICTION_H
#define CLI_PREDICTION_H

#include "cli/confirm.h"
#include "cli/reorder.h"
#include "cli/reporter.h"
#include "predict/predict.h"

typedef struct FoundPair {
    RacePair pair;
    u32 found_by; /* bit set over the analyses */
    bool shown;   /* by an analysis that has a witness of it */
    bool tried;
    Shown how;
    bool recorded; /* the recorded run reports it, */
    bool first;    /* and nothing before it */
    Buf replay;    /* the command that shows it, if there is one */
} FoundPair;

typedef struct FoundCycle {
    const StepList *acquires; /* as in Findings.cycles */
    u32 analysis;             /* that found it */
    bool tried, confirmed;
    Buf replay;
} FoundCycle;

typedef struct Prediction {
    const Options *options;
    Reporter reporter; /* on stdout */
    Trace trace;
    Steps steps;
    const Analysis *analyses;
    u32 count, chosen; /* bit set */
    bool late;         /* the time was over before all was done */
    Findings findings[MAX_ANALYSES];
    VEC(FoundPair) pairs;
    VEC(FoundCycle) cycles;
    Known known; /* with --explain, as is the witness */
    Witness witness;
    const Options *program; /* what runs the program; NULL: it is not at hand */
    Ended *run;             /* the run that was recorded just before; NULL: none */
} Prediction;

/* The event of the trace that the step is of. */
const Event *prediction_event(const Prediction *prediction, u32 step);
/* Whether only analyses that warn have found the pair. */
bool prediction_warns(const Prediction *prediction, const FoundPair *found);
/* Prints the pairs and cycles, with reorderings if --explain is there, and the table of analyses.
 */
void prediction_show(Prediction *prediction);
/* Prints the answer of --reorder. */
void prediction_show_answer(const Prediction *prediction, const ReorderAnswer *answer);

#endif
