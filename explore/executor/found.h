/* What a search has found: each finding once, with a schedule that shows it. */
#ifndef EXPLORE_EXECUTOR_FOUND_H
#define EXPLORE_EXECUTOR_FOUND_H

#include "explore/executor/execution.h"

/* Something found, with a short schedule that shows it. */
typedef struct Found {
    FindingKind kind;
    u64 key, group; /* as in Finding */
    u64 execution;  /* number of the execution that showed it, from 1 */
    char *title;
    Schedule schedule;
    bool shaky; /* its own schedule did not show it again: a fault of gol's */
} Found;

typedef VEC(Found) FoundList;

/* Adds what an execution with that number and schedule, which is copied, has found, unless the list
 * has something of its group: `known` is the set of its groups. */
void found_add(FoundList *list, Map *known, const Finding *finding, u64 execution,
               const Schedule *schedule);
/* The same with a copy of what another search has found, in which `others` executions more count.
 */
void found_take(FoundList *list, Map *known, const Found *found, u64 others);
/* Makes *found the first finding of an execution, with a copy of its schedule; false: it has none.
 */
bool found_first(Found *found, const Execution *run);
/* Frees what it points to. */
void found_free(Found *found);
/* How many of the list are of that kind. */
u32 found_count(const FoundList *list, FindingKind kind);
/* Adds to the schedule what it means for the order of events (explore/schedule/order.h), if that
 * alone brings the finding about too. Runs the program twice, unless the time is over before. */
void found_state_orders(Found *found, Executor *executor);

#endif
