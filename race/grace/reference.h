/* What the two reference detectors share ([GRACE20], sections 3.3 and 3.4): every event of a
 * variable is remembered for ever, and a happens-before set is simply a set of labels. Slow, and
 * close enough to the figures to be checked by eye: they are what the fast ones are tested against.
 */
#ifndef RACE_GRACE_REFERENCE_H
#define RACE_GRACE_REFERENCE_H

#include "race/grace/hbset.h"
#include "race/record.h"

/* Ez: all events of one variable, oldest first. */
typedef struct Past {
    VEC(Access) events;
    /* goroutine -> how many of the first events it knows: all of them << 32 | the writes among
     * them. E only grows, so what was once found known needs no second look. */
    Map upto;
} Past;

typedef struct Reference {
    HbPool pool; /* sets hold label -> {label, no reads} */
    LocTable locs;
    VEC(Past) past; /* by location number */
} Reference;

/* The events in Ez - E of the kinds asked for that `now` conflicts with. */
enum { PAST_READS = 1, PAST_WRITES = 2 };

/* All events of the location; valid until another location is asked for. */
Past *reference_past(Detector *detector, Loc loc);
/* The unknown events of these kinds, PAST_*, that `now`, an access to loc, conflicts with; valid
 * until Ez grows. */
Unknown reference_unknown(Detector *detector, Goroutine *p, Loc loc, Past *past, const Access *now,
                          int kinds);
/* E := E + the events of Ez up to that label: after an exception the run goes on as if p had
 * synchronised with what it conflicts with. */
void reference_forgive(Detector *detector, Goroutine *p, const Past *past, u64 upto);
/* R-Write-E_WaW and R-Read-E_RaW: reports unknown writes that `access` conflicts with. */
void reference_check_writes(Detector *detector, Goroutine *p, Past *past, Loc loc,
                            const Access *access);
/* Adds a fresh event to Ez and E. */
void reference_add(Detector *detector, Goroutine *p, Past *past, const Access *access);

/* The rest of MemoryRules, the same for both. */
void *reference_create(Detector *detector);
void reference_destroy(Detector *detector);
HbSet *reference_share(Detector *detector, Goroutine *p);
HbSet *reference_again(Detector *detector, HbSet *set);
void reference_drop(Detector *detector, HbSet *set);
HbSet *reference_join(Detector *detector, HbSet *set, HbSet *other);
void reference_end(Detector *detector, Goroutine *p);
void reference_forget(Detector *detector, u64 object);
void reference_mark(Detector *detector);
size_t reference_memory_used(Detector *detector);
void reference_list_set(Detector *detector, HbSet *set, SetEvents *out);
void reference_print_memory(Detector *detector, Buf *out);

#define REFERENCE_RULES \
    .create = reference_create, .destroy = reference_destroy, .share = reference_share, \
    .again = reference_again, .drop = reference_drop, .join = reference_join, \
    .end = reference_end, .forget = reference_forget, .mark = reference_mark, \
    .memory_used = reference_memory_used, .list_set = reference_list_set, \
    .print_memory = reference_print_memory

#endif
