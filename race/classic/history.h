/* Histories of locations as plain lists of accesses: of djit (all that could matter, one a
 * goroutine and class) and tsan (a fixed number). Both know by vector clocks and differ in what
 * they keep. */
#ifndef RACE_CLASSIC_HISTORY_H
#define RACE_CLASSIC_HISTORY_H

#include "race/classic/vclock.h"

typedef VEC(Access) History;

typedef struct Histories {
    LocTable locs;
    VEC(History) at; /* by location number */
} Histories;

/* The history of the location; valid until another location is asked for. */
History *history_at(Detector *detector, Loc loc);
/* Reports it if `now` conflicts with an access that p does not know, reads first. */
void history_check(Detector *detector, const Goroutine *p, const History *history, Loc loc,
                   const Access *now);

/* The MemoryRules that concern memory but for the access itself. */
void *histories_create(Detector *detector);
void histories_destroy(Detector *detector);
void histories_forget(Detector *detector, u64 object);
void histories_mark(Detector *detector);
size_t histories_memory(Detector *detector);
void histories_list(Detector *detector, HbSet *set, SetEvents *out);
void histories_print(Detector *detector, Buf *out);

#define HISTORY_RULES \
    .create = histories_create, .destroy = histories_destroy, .forget = histories_forget, \
    .mark = histories_mark, .memory_used = histories_memory, .list_set = histories_list, \
    .print_memory = histories_print

#endif
