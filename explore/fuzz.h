/* Fuzzing the schedule, one execution at a time: choose, run, keep what is new. */
#ifndef EXPLORE_FUZZ_H
#define EXPLORE_FUZZ_H

#include "explore/late.h"
#include "explore/sampler.h"

/* Something found, with a short schedule that shows it. */
typedef struct Found {
    FindingKind kind;
    u64 key;
    u64 execution; /* the how many-th of its fuzzer showed it, from 1 */
    char *title;
    Schedule schedule;
    bool shaky; /* its own schedule did not show it again: a fault of gol's */
} Found;

typedef VEC(Found) FoundList;

/* How a program ended: verdict and output. */
typedef struct Ending {
    u64 hash;
    u64 count;
    char *verdict; /* "clean", "panic: ..." */
    char *output;
} Ending;

/* Partial orders that are told apart: no more memory is given to them. */
enum { FUZZ_ORDERS = 1 << 22 };

typedef struct Fuzzer {
    Executor *executor;
    Sampler *sampler;
    LateChooser *late;  /* NULL: goroutines are never slow */
    Silence *silence;   /* of the executor's configuration; may be NULL */
    u64 seed;
    u64 executions;
    bool too_long;      /* first in, first out reached the step limit too */
    u64 fresh;          /* executions whose partial order was new; of FUZZ_ORDERS at most */
    bool keep_endings;
    u32 shrink_budget;  /* executions to be spent on shortening one finding */
    Map known;          /* keys of findings */
    Map orders;         /* fingerprints */
    Map ending_index;   /* hash -> index in endings + 1 */
    FoundList found;    /* in the order of discovery */
    VEC(Ending) endings;
    VEC(u64) new_orders; /* since the caller last emptied it */
} Fuzzer;

/* NULL: no such strategy (or detector). */
Fuzzer *fuzz_new(const ExecutorConfig *config, const char *strategy, u32 depth, u64 seed);
void fuzz_free(Fuzzer *fuzzer);
/* One execution, and a few more to shorten the schedule of each new finding, which is added to
 * fuzzer->found. The second is first in, first out. */
void fuzz_step(Fuzzer *fuzzer);
/* Runs a schedule that somebody has kept; what it shows is treated as any other finding. */
void fuzz_try(Fuzzer *fuzzer, const Schedule *schedule);

void found_free(Found *found);
u32 found_count(const FoundList *list, FindingKind kind);
/* What kind of end that is: "race" if there is one, else what was found first; or "clean". */
const char *found_verdict(const FoundList *list);
/* Adds to the schedule what it means for the order of events (explore/order.h), if that alone brings
 * the finding about too. Runs the program twice. */
void found_state_orders(Found *found, Executor *executor);

#endif
