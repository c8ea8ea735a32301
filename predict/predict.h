/* Predictive analyses: which pairs of conflicting accesses of a run could have come at once, in it
 * or in a reordering of it (spec/predict.md says what each promises). */
#ifndef PREDICT_PREDICT_H
#define PREDICT_PREDICT_H

#include "predict/steps.h"

typedef struct RacePair {
    u32 first, second; /* steps, in trace order */
    u32 count;         /* pairs with the same kinds of access at the same two places */
} RacePair;

typedef struct Findings {
    VEC(RacePair) pairs; /* one for each two places */
    u64 racy;            /* accesses that race with an earlier one */
    bool incomplete;     /* not all pairs were tried: it would have taken too long, or Steps.cut */
    Map seen, racy_steps;
} Findings;

typedef struct Analysis {
    const char *name, *says;
    bool warns; /* what it finds need not be a race */
    bool shows; /* predict/witness.h has a witness of what it finds */
    void (*run)(const Steps *steps, Findings *findings);
} Analysis;

/* hb, shb, wcp, syncp, osr, lockset. */
const Analysis *analysis_list(u32 *count);
const Analysis *analysis_find(const char *name);
/* The same for pairs with the same kinds of access at the same two places. */
u64 race_pair_key(const Steps *steps, u32 first, u32 second);
void findings_free(Findings *findings);

/* For the analyses: a pair was found. */
void findings_add(Findings *findings, const Steps *steps, u32 first, u32 second);
/* Whether the pair would be nothing new: the later of the two is known to race with something, and
 * so are their two places. */
bool findings_has(const Findings *findings, const Steps *steps, u32 first, u32 second);

void analyse_hb(const Steps *steps, Findings *findings);
void analyse_shb(const Steps *steps, Findings *findings);
void analyse_wcp(const Steps *steps, Findings *findings);
void analyse_syncp(const Steps *steps, Findings *findings);
void analyse_osr(const Steps *steps, Findings *findings);
void analyse_lockset(const Steps *steps, Findings *findings);

#endif
