/* --explain: a run as the calculus sees it, one line a step:
 *
 *        step by   rule          where           what             what p knows now
 *          12 p2   R-Rec         msg.gol:9:3     <-c              E += {(m0,!z)}
 *          13 p2   R-Read        msg.gol:10:10   z = 42           E += {(m1,?z)}
 *          14 p1   R-Write-E_WaR msg.gol:12:2    z := 43          Error{(m1,?z)}
 *                                                                E -= {(m0,!z)}
 *                                                                E += {(m2,!z)}
 *
 * spec/rules.md has the grammar. At most 100 columns; a longer last column goes on in the next
 * line. Under detectors that have a notation of their own (race/explain/annotate.h) it shows their
 * sets or clocks, in full. */
#ifndef RACE_EXPLAIN_EXPLAIN_H
#define RACE_EXPLAIN_EXPLAIN_H

#include <stdio.h>

#include "race/detector.h"

typedef struct Explain Explain;

/* Which steps are printed, and how; all zero: all of them. Texts are borrowed. */
typedef struct ExplainFilter {
    const char *goroutines; /* their numbers, "2,3"; NULL: all */
    const char *variable;   /* steps on it, or a part of it: x is also x.f and x[2]; NULL: on any */
    u64 first, last;        /* numbers of steps; last 0: to the end */
    const char *file;       /* so many bytes of it are the end of its path; 0: any */
    u32 file_len;
    u32 first_line, last_line; /* last_line 0: any */
    bool full;                 /* sets in full, however large */
} ExplainFilter;

typedef struct ExplainConfig {
    const ProgramView *view; /* must outlive the Explain */
    /* Shown and driven: events reach it through the Explain's sink, so that its sets can be
     * compared before and after; do not add it to a fan-out as well. Not owned; NULL or "none":
     * the last column stays empty. Give it fresh_labels. */
    Detector *detector;
} ExplainConfig;

/* A step as --explain shows it; valid during the call that passes it on. */
typedef struct ExplainedStep {
    const Event *event;
    u64 number;        /* the first column; 0: it is not shown (library, part of another step) */
    const char *rule;  /* the rule that it is an instance of, or that reports a race */
    bool raced;        /* a race was found */
    const char *what;  /* "total := 42", in full */
    const char *value; /* that an access reads or stores, or a channel passes on; "" if unknown */
    bool sets;         /* changes of sets were passed on; not so any more once that has cost much */
    u32 known;         /* events in its goroutine's happens-before set after it, if `sets` */
    const char *note;  /* the last column of detectors with a notation of their own, else "" */
} ExplainedStep;

/* Receives the steps of a run, for other ways to show it (show/picture.h). */
typedef struct ExplainListener {
    void *ctx;
    u64 most; /* it is not called any more after so many steps; 0: however many they are */
    /* An event, "(m1,?z)", entered or left the happens-before set of the goroutine; all of the set
     * that a goroutine begins with has entered it. What R-GC removes while others are at work
     * leaves with the goroutine's next step. All such calls come before the call for the step. */
    void (*change)(void *ctx, u32 goroutine, bool entered, const char *event);
    /* Called once for each event, before reports of races that it is a part of. */
    void (*step)(void *ctx, const ExplainedStep *step);
    /* The object is gone; nothing visible may depend on when this comes. */
    void (*forget)(void *ctx, u64 object);
} ExplainListener;

/* Copies config; to be freed with explain_free. Its sink wants accesses, early ones too, and, if it
 * prints or has a listener, values. As long as it has neither to do, it only numbers the labels
 * that people see. */
Explain *explain_new(const ExplainConfig *config);
/* Before a run: it will be printed there, as lines of text or as JSON objects. */
void explain_print(Explain *explain, FILE *out, bool color, bool json);
/* Before a run: only these steps will be printed. */
void explain_filter(Explain *explain, const ExplainFilter *filter);
/* Before a run: the listener, which is copied, receives its steps, as do those that were given
 * before; nothing need be printed. */
void explain_listen(Explain *explain, const ExplainListener *listener);
/* Where the events go; owned by the Explain. */
EventSink *explain_sink(Explain *explain);
/* Frees it, but not its detector. */
void explain_free(Explain *explain);

#endif
