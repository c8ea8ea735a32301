/* Fuzzing the schedule, one execution at a time: choose, run, keep what is new. */
#ifndef EXPLORE_FUZZ_FUZZ_H
#define EXPLORE_FUZZ_FUZZ_H

#include "explore/executor/found.h"
#include "explore/fuzz/sampler.h"
#include "explore/schedule/late.h"

/* How a program ended: verdict and output. */
typedef struct Ending {
    u64 hash;
    u64 count;
    char *verdict; /* "clean", "panic: ..." */
    char *output;
} Ending;

/* Most partial orders that are remembered. */
enum { FUZZ_ORDERS = 1 << 22 };

typedef struct Fuzzer {
    Executor *executor;
    Sampler *sampler;
    LateChooser *late; /* NULL: goroutines are never slow */
    Silence *silence;  /* of the executor's configuration; may be NULL */
    u64 seed;
    u64 executions;
    u64 fresh; /* executions whose partial order was new; of FUZZ_ORDERS at most */
    bool keep_endings;
    u32 shrink_budget; /* executions to be spent on shortening one finding */
    bool defer;     /* findings wait until shortening them takes no more than a part of the work */
    u64 shortening; /* of the executor's work: shortening schedules */
    Map known;      /* groups of findings */
    Map orders;     /* fingerprints */
    Map ending_index; /* hash -> index in endings + 1 */
    FoundList found;  /* in the order of discovery */
    u32 ready;        /* how many of them have their short schedule; all, without `defer` */
    VEC(Ending) endings;
    VEC(u64) new_orders; /* since the caller last emptied it */
} Fuzzer;

/* NULL: no such strategy (or detector). */
Fuzzer *fuzz_new(const ExecutorConfig *config, const char *strategy, u32 depth, u64 seed);
void fuzz_free(Fuzzer *fuzzer);
/* One execution, and a few more to shorten the schedule of each new finding, which is added to
 * fuzzer->found; with `defer` those only as long as they are no more than a quarter of the work.
 * The second is first in, first out. */
void fuzz_step(Fuzzer *fuzzer);
/* Nothing more will be tried: shortens the schedules of the findings that wait, if there is time,
 * and makes all ready. */
void fuzz_finish(Fuzzer *fuzzer);
/* Forgets the findings that wait: another process has them. */
void fuzz_forget_waiting(Fuzzer *fuzzer);
/* Takes failures out of the findings that only say that goroutines were slower than LATE_USUAL: an
 * exit with a status, such as that of a test whose own timeout was over. *aside, if it is empty, is
 * the first of them, and goroutines will be no slower than that from now on. False: there were
 * none, other findings are left, or the configuration bounds how slow goroutines are. */
bool fuzz_set_aside(Fuzzer *fuzzer, Found *aside);
/* Runs a schedule that was kept earlier; what it shows is treated as any other finding. */
void fuzz_try(Fuzzer *fuzzer, const Schedule *schedule);

#endif
