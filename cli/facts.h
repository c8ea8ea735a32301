/* --facts: a program is analysed before it is executed, and accesses that are proved to race with
 * nothing are left out of detection and of searches. */
#ifndef CLI_FACTS_H
#define CLI_FACTS_H

#include "analysis/effect_of.h"
#include "cli/load.h"

struct Pairs;
struct Pair;

/* Marks the program's proven accesses, and notes which ones they are (loaded->facts) and which
 * pairs are open. Before it is first executed. A program too large to be analysed has none. */
void facts_use(Loaded *loaded);
/* Adds the places of a pair. */
void facts_add_target(const struct Pairs *pairs, const struct Pair *pair, TargetList *targets);
/* What the native function of that name may do, for model_new. */
NativeMeans facts_native_means(const char *name);

#endif
