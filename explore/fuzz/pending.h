/* The next event of each goroutine with a random priority: what partial-order sampling and
 * reads-from schedules decide by. */
#ifndef EXPLORE_FUZZ_PENDING_H
#define EXPLORE_FUZZ_PENDING_H

#include "explore/fuzz/sampler.h"

typedef struct Pending {
    u32 epoch;     /* of another execution: unknown */
    u32 priority;  /* 0: to be drawn */
    NextStep next; /* pos 0: not known */
} Pending;

typedef struct PendingList {
    VEC(Pending) at; /* by goroutine */
    u32 epoch;
} PendingList;

/* Before each execution: what the list says is of the one before. */
void pending_begin(PendingList *list);
/* Frees its memory, not *list. */
void pending_free(PendingList *list);
/* Brings the list up to date before a choice between goroutines: the goroutine that asks has a new
 * event, and so have those that have not been asked about yet. */
void pending_update(PendingList *list, Sampler *sampler, const Choice *choice);
/* That of a goroutine that pending_update has met; valid until the next update. */
static inline Pending *pending_of(PendingList *list, u32 goroutine)
{
    return &list->at.data[goroutine];
}
/* The goroutine will do its event now: new priorities for the others' that conflict with it. */
void pending_chosen(PendingList *list, Sampler *sampler, const Choice *choice, u32 answer);

#endif
