/* What a search has found: each finding once, with a schedule that shows it. */
#ifndef EXPLORE_EXECUTOR_FOUND_H
#define EXPLORE_EXECUTOR_FOUND_H

#include "explore/executor/execution.h"

/* Something found, with a short schedule that shows it. */
typedef struct Found {
    FindingKind kind;
    u64 key;
    u64 execution; /* number of the execution that showed it, from 1 */
    char *title;
    Schedule schedule;
    bool shaky; /* its own schedule did not show it again: a fault of gol's */
} Found;

typedef VEC(Found) FoundList;

void found_free(Found *found);
u32 found_count(const FoundList *list, FindingKind kind);
/* Adds to the schedule what it means for the order of events (explore/schedule/order.h), if that
 * alone brings the finding about too. Runs the program twice, unless the time is over before. */
void found_state_orders(Found *found, Executor *executor);

#endif
