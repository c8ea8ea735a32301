/* Predictive analyses: which pairs of conflicting accesses of a run race, in it or in a reordering
 * of it. spec/predict.md says what each analysis promises. */
#ifndef PREDICT_PREDICT_H
#define PREDICT_PREDICT_H

#include "predict/steps.h"

typedef struct RacePair {
    u32 first, second; /* steps, in trace order */
} RacePair;

typedef struct Findings {
    VEC(RacePair) pairs;  /* one for each two places */
    VEC(StepList) cycles; /* deadlock: acquires, each of which waits for the goroutine of the next
                             one and the last for that of the first; one for the same places */
    u64 racy;             /* accesses that race with an earlier one; deadlock: cycles tried */
    u64 racy_before;      /* those of steps that have been removed: not in racy_steps */
    bool incomplete;      /* not all pairs were tried: a limit was reached, or Steps.cut */
    u32 windows;          /* in which the run was analysed, one after the other; 0: as a whole */
    Map seen;             /* race_pair_key -> index in pairs + 1; deadlock: key of the places */
    Map racy_steps;       /* steps that race with an earlier one */
} Findings;

/* An analysis that goes through a run once, from its first step to its last. */
typedef struct HbWalk HbWalk;

enum { MAX_ANALYSES = 8 };

typedef struct Analysis {
    const char *name, *says;
    bool warns;     /* its findings need not be races */
    bool shows;     /* predict/witness.h can construct a witness for its findings */
    bool deadlocks; /* its findings are cycles of acquires, not races */
    void (*run)(const Steps *steps, Findings *findings);
    /* What does the same step by step, or NULL: see hb_begin. */
    HbWalk *(*begin)(const Steps *steps, bool window, Findings *findings);
} Analysis;

/* The table of analyses and its length. */
const Analysis *analysis_list(u32 *count);
/* The analysis of that name, or NULL. */
const Analysis *analysis_find(const char *name);
/* A number that is equal for accesses of the same kind (read or write) at the same place. */
u64 race_place(const Steps *steps, u32 step);
/* A key that is equal for pairs with the same kinds of access at the same two places. */
u64 race_pair_key(const Steps *steps, u32 first, u32 second);
/* Frees the lists. */
void findings_free(Findings *findings);

/* For the analyses: adds a pair of steps, in either order. */
void findings_add(Findings *findings, const Steps *steps, u32 first, u32 second);
/* Whether adding the pair would change nothing: the later step is known to race, and so are the two
 * places. */
bool findings_has(const Findings *findings, const Steps *steps, u32 first, u32 second);
/* Calls visit for the steps of the pairs and cycles; other steps are forgotten, as no access that
 * comes before this call will be added as the later one of a pair again. */
void findings_visit(Findings *findings, VisitStep visit, void *ctx);

/* The analyses: each adds the races of the run to *findings, which is empty at first. */
void analyse_hb(const Steps *steps, Findings *findings);
void analyse_shb(const Steps *steps, Findings *findings);
void analyse_wcp(const Steps *steps, Findings *findings);
void analyse_syncp(const Steps *steps, Findings *findings);
void analyse_osr(const Steps *steps, Findings *findings);
void analyse_deadlock(const Steps *steps, Findings *findings);
void analyse_lockset(const Steps *steps, Findings *findings);

/* analyse_hb and analyse_shb for steps that are still being added to. The findings are borrowed, as
 * are the steps. `window`: steps are also removed. */
HbWalk *hb_begin(const Steps *steps, bool window, Findings *findings);
HbWalk *shb_begin(const Steps *steps, bool window, Findings *findings);
/* Goes through the steps that are new. */
void hb_take(HbWalk *walk);
/* Calls visit for the steps that it will compare later ones with. */
void hb_visit(HbWalk *walk, VisitStep visit, void *ctx);
/* steps_remove has been called, with these marks. */
void hb_moved(HbWalk *walk, const u32 *marks);
/* Frees it. */
void hb_end(HbWalk *walk);

#endif
