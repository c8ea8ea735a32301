/* Race detectors. A detector is an event sink that keeps, for every goroutine, what it knows to
 * have happened before (paper, section 3.2), and reports an access that conflicts with one its
 * goroutine does not know of. Detectors share everything that concerns goroutines, channels and
 * locks (race/sync.h: Figs. 4, 5, 19 and section 3.5.2) and differ in how they treat memory. */
#ifndef RACE_DETECTOR_H
#define RACE_DETECTOR_H

#include "base/buf.h"
#include "race/report/report.h"
#include "trace/sink.h"

typedef struct Detector Detector;

typedef struct DetectorInfo {
    const char *name;
    const char *says; /* one line for --help */
    bool exact; /* reports a race if and only if the execution has one, and the first one first: the
                   tests compare all exact detectors with each other and with oracles */
    bool warns; /* what it reports are warnings, not races */
} DetectorInfo;

/* When R-GC purges happens-before sets. It never changes a verdict, so this is for memory and for
 * the tests that show just that. */
typedef enum DetectorGc {
    DETECTOR_GC_AUTO,   /* when the sets have doubled since the last time */
    DETECTOR_GC_ALWAYS, /* after every event */
    DETECTOR_GC_NEVER
} DetectorGc;

typedef struct DetectorConfig {
    const ProgramView *view; /* may be NULL; must outlive the detector */
    /* Called at once for each race that was not reported before with the same kind and pair of
     * positions; the report lives until it returns. May be NULL: races are only counted. */
    void (*on_race)(void *ctx, const RaceReport *report);
    /* Whether the report of such a race is to be complete. Otherwise it says no more than which
     * rule was broken, where, and by which goroutines: variables and functions have no names
     * (NULL), stacks and reasons are missing. NULL: all are complete. */
    bool (*in_full)(void *ctx, RaceKind kind, Pos now, Pos before);
    void *ctx; /* of both */
    DetectorGc gc;
    /* A fresh label for every single access, as the rules have it, so that what is printed can be
     * followed step by step. Otherwise an access that only repeats one of the same goroutine, with
     * no set released in between, may keep that one's label: that makes no difference. */
    bool fresh_labels;
    /* Some races will be hidden from the user: a race that comes after a hidden one must be found
     * as well, so every access counts. */
    bool silenced;
} DetectorConfig;

/* All detectors, the default first. */
const DetectorInfo *detector_list(u32 *count);
/* NULL if there is none of that name. */
const DetectorInfo *detector_find(const char *name);

/* A detector by name, to be freed with detector_free; NULL if there is none of that name. "none"
 * gives one that wants nothing and reports nothing. `config` is copied. */
Detector *detector_new(const char *name, const DetectorConfig *config);
void detector_free(Detector *detector);
/* As if newly made, with the memory it has: another run begins. */
void detector_reset(Detector *detector);

/* Where its events go. Owned by the detector. */
EventSink *detector_sink(Detector *detector);
const char *detector_name(const Detector *detector);

/* Racy accesses so far, and how many of them were reported (the others repeat a pair). */
u64 detector_races(const Detector *detector);
u64 detector_reports(const Detector *detector);
/* Bytes that the detector holds now; for tests and statistics. */
size_t detector_memory(const Detector *detector);

/* Applies R-GC (Fig. 11) wherever it applies. Nothing to do for detectors without it. */
void detector_gc(Detector *detector);

/* The configuration in the paper's notation, a component a line, sorted by number:
 *     p1⟨{(m3,!z)}⟩
 *     m3({}, z := 43)
 *     c_f[(0, {(m0,!z)})], c_b[∅]
 * Names and values come through the view. Sets are shown as R-GC leaves them: what is stale but
 * not purged yet depends on when the collector ran, and must not be seen. */
void detector_state(Detector *detector, Buf *out);
/* The happens-before set of one goroutine, "{(m0,!z), (m1,?z)}", shown likewise. */
void detector_set(Detector *detector, u32 goroutine, Buf *out);

#endif
