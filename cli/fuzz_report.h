/* What searches print while and after they search: gol fuzz, and of gol check all but its last
 * line. */
#ifndef CLI_FUZZ_REPORT_H
#define CLI_FUZZ_REPORT_H

#include "cli/setup.h"
#include "explore/fuzz/fuzz.h"

typedef struct FuzzReport {
    Loaded *loaded;
    const Options *options;
    Executor *executor; /* replays findings */
    Reporter reporter;
    u64 started_ms;
    bool progress_shown;
    u64 next_progress_ms;
    bool corpus_broken; /* that it cannot be written has been printed */
} FuzzReport;

/* By the flags; false after printing what is wrong with them. fuzz_report_free in any case. */
bool fuzz_report_init(FuzzReport *report, Loaded *loaded, const Options *options);
void fuzz_report_free(FuzzReport *report);
/* What the flags say of the executions of the program; the report must outlive the executor. */
ExecutorConfig fuzz_executor_config(FuzzReport *report);
/* The executor that findings are replayed with: that of the search. */
void fuzz_report_executor(FuzzReport *report, Executor *executor);

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
/* Outcomes, totals, verdict: the exit status. lost: workers that ended unexpectedly. */
int fuzz_report_end(FuzzReport *report, Fuzzer *fuzzer, u32 lost);

/* Runs what the corpus directory holds; false: it cannot be read or made. */
bool fuzz_corpus_load(Loaded *loaded, const Options *options, Fuzzer *fuzzer);
/* Keeps a schedule in the directory; name: of the test that fails under it, or NULL; *path is where
 * it is. False: it cannot be written, which has been reported. */
bool fuzz_corpus_save(const char *dir, const char *name, const Found *found, Buf *path);

#endif
