/* What gol fuzz prints. */
#ifndef CLI_FUZZ_REPORT_H
#define CLI_FUZZ_REPORT_H

#include "cli/load.h"
#include "cli/races.h"
#include "explore/fuzz/fuzz.h"

/* Of what explores, where the flags do not say otherwise: steps of an execution, depth of strategy
 * pct, a random number's values that are all tried by check, memory of an execution. */
enum { DEFAULT_STEPS = 1000000, DEFAULT_DEPTH = 3, MOST_RANDOM = 16, DEFAULT_LATE_MS = 100 };
#define DEFAULT_MEMORY (1ull << 30)

typedef struct FuzzReport {
    Loaded *loaded;
    const Options *options;
    Executor *executor; /* replays findings */
    Races races;
    u64 started_ms;
    u64 wanted;         /* key of the finding being replayed */
    const char *replay; /* its command */
    bool shown;
    bool progress_shown;
    u64 next_progress_ms;
    bool corpus_broken; /* said once that it cannot be written */
} FuzzReport;

/* Ctrl-C is looked at between executions only, and programs that read find the end of their input:
 * there is one for thousands of executions. */
void fuzz_prepare_process(void);
/* By the flags; false after telling what is wrong with them. fuzz_report_free in any case. */
bool fuzz_report_init(FuzzReport *report, Loaded *loaded, const Options *options);
void fuzz_report_free(FuzzReport *report);
/* What the flags say of the executions of the program; the report must outlive the executor. */
ExecutorConfig fuzz_executor_config(FuzzReport *report);
/* --late in nanoseconds; usual_ms if it was not given. */
i64 late_ns(const Options *options, u64 usual_ms);

/* Replays the finding, prints its report with the command that repeats it, keeps its schedule. */
void fuzz_report_found(FuzzReport *report, Found *found);
/* Whether it is time to say how far it is, often on a terminal, else every ten seconds; and the
 * line that says it. */
bool fuzz_report_due(FuzzReport *report);
void fuzz_report_line(FuzzReport *report, const Buf *line);
/* Both, for fuzz. */
void fuzz_report_progress(FuzzReport *report, const Fuzzer *fuzzer);
/* Takes the progress line away, before something else is printed. */
void fuzz_report_clear(FuzzReport *report);
/* Outcomes, totals, verdict. */
void fuzz_report_end(FuzzReport *report, Fuzzer *fuzzer, u32 lost, int status);

/* Runs what the corpus directory holds; false: it cannot be read or made. */
bool fuzz_corpus_load(Loaded *loaded, const Options *options, Fuzzer *fuzzer);
/* Keeps a schedule; *path is where. False: it cannot be written. */
bool fuzz_corpus_save(const char *dir, const Found *found, Buf *path);

#endif
