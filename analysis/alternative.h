/* Several programs that are one but for a choice, as the tests of a package are, in one model: an
 * execution is of one of them. Each instance runs with those that lead to it; two instances that no
 * program has both of are in no execution together. */
#ifndef ANALYSIS_ALTERNATIVE_H
#define ANALYSIS_ALTERNATIVE_H

#include "analysis/bits.h"
#include "analysis/model.h"

/* Finds which instances run with which alternatives, if there are any: Instance.choice. */
void alternative_find(Model *model);
/* Whether an execution may run what these sets of alternatives run (Model.choices). */
bool alternative_meet(const Model *model, u32 choice, u32 other);
/* Adds those whose own code, not the library's, starts a goroutine, makes or uses a channel, or
 * calls or names what package sync has. */
void alternative_synchronise(const Model *model, u64 *set);
/* The functions that one of them may run, by Func.id, as bits; the caller frees them. */
u64 *alternative_functions(const Model *model, u32 which);

#endif
