/* Full vector clocks, the happens-before sets of djit, fasttrack and tsan: one entry for every
 * goroutine there ever was. An entry is the label of the newest known access of that goroutine;
 * labels grow along the run, so they serve as the time of all goroutines. A goroutine's own entry
 * is its newest access, and is written into its clock only when the clock is handed out. */
#ifndef RACE_CLASSIC_VCLOCK_H
#define RACE_CLASSIC_VCLOCK_H

#include "race/record.h"

typedef struct VClock {
    u32 refs, len, cap; /* shared when refs > 1, and then not to be changed */
    u64 at[];
} VClock;

static inline u64 vclock_get(const HbSet *set, u32 goroutine)
{
    const VClock *clock = (const VClock *)set;
    return clock && goroutine < clock->len ? clock->at[goroutine] : 0;
}

/* Whether p has synchronised with that access since it was made (or made it itself). */
static inline bool vclock_knows(const Goroutine *p, const Access *access)
{
    return access->label == 0 || access->goroutine == p->number ||
           vclock_get(p->set, access->goroutine) >= access->label;
}

/* A fresh label for an access that p makes now. */
u64 vclock_tick(Detector *detector, Goroutine *p);

/* The MemoryRules that concern sets. */
HbSet *vclock_share(Detector *detector, Goroutine *p);
HbSet *vclock_again(Detector *detector, HbSet *set);
void vclock_drop(Detector *detector, HbSet *set);
HbSet *vclock_join(Detector *detector, HbSet *set, HbSet *other);
void vclock_end(Detector *detector, Goroutine *p);

#define VCLOCK_RULES \
    .share = vclock_share, .again = vclock_again, .drop = vclock_drop, .join = vclock_join, \
    .end = vclock_end

#endif
