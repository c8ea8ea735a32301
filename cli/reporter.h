/* The one place that reports: races, other findings and the verdict of every command, as text, as
 * JSON lines or as a SARIF log. Races come through one callback, reporter_race. */
#ifndef CLI_REPORTER_H
#define CLI_REPORTER_H

#include "cli/options.h"
#include "explore/check/check.h"
#include "race/report/sarif.h"
#include "show/picture.h"

typedef struct Reporter {
    const Options *options;
    const Sources *sources;
    Executor *executor; /* whose execution is reported; NULL: of a trace */
    FILE *text;         /* where races go as text: stderr unless set otherwise */
    bool color;         /* there */
    FILE *json;         /* where JSON lines go, or NULL */
    bool text_too;      /* beside JSON lines */
    Silence silence;    /* --suppress and comments */
    Sarif *sarif;       /* --sarif, or NULL */
    u64 races;          /* reported so far, without warnings */
    u64 reported;       /* with them */

    FILE *held; /* while reports are held back: where they will go; else NULL */
    char *held_text;
    size_t held_len;

    /* While a finding is shown again: */
    u64 only;               /* key of the one race to be reported; 0: all */
    bool shown;             /* it has been */
    const char *replay;     /* the command that shows it; NULL: made from the execution so far */
    Picture *picture;       /* receives what is reported, too; NULL: none is made */
    struct Earlier *stacks; /* that the earlier access may have (explore/executor/earlier.h); NULL:
                               none */
} Reporter;

/* By the flags; false after printing what is wrong with them. reporter_end in any case. */
bool reporter_begin(Reporter *reporter, const Options *options, const Sources *sources);
/* Writes what --sarif asked for. */
void reporter_end(Reporter *reporter);

/* The callback of executors (OnRace) and of detectors over a trace; `ctx` is the Reporter. */
void reporter_race(void *ctx, const RaceReport *race);
/* A finding of the execution that is no race, with what the VM wrote. `replay` may be NULL. */
void reporter_finding(Reporter *reporter, const Finding *finding, const char *replay);
/* Whether a live run has reported it by its own means: races as they happened, and what the VM has
 * written of panics and deadlocks. */
bool reporter_has_said(const Finding *finding);
/* Whether a finding of the execution is to be reported after it: not races, the status of os.Exit
 * only by a replay, for which a search may have found it, and as text not what reporter_has_said.
 */
bool reporter_is_left(const Reporter *reporter, const Finding *finding);
/* The callback of executors for leaks (OnLeak); `ctx` is the Reporter. */
void reporter_leak(void *ctx, const Finding *leak);
/* Its text alone, without what the VM wrote. */
void reporter_text(const Reporter *reporter, const Finding *finding);
/* Runs the program once more in the reporter's executor, and reports the races of that execution,
 * with the stacks of earlier accesses. The chooser stays the caller's. */
const Execution *reporter_repeat(Reporter *reporter, Chooser *chooser);
/* Holds reports back until it is certain that they are of the execution that was asked for; then
 * they are printed, or dropped and not counted either. Releasing twice does nothing. */
void reporter_hold(Reporter *reporter);
void reporter_release(Reporter *reporter, bool print);
/* How slow goroutines were in the execution that the reporter's executor ran last: a line, or a
 * JSON object; nothing if they were not. */
void reporter_slowness(const Reporter *reporter);
/* The lines that end a report: the command that repeats the run, and the one that shows it. */
void reporter_replay(const Reporter *reporter, const char *replay);

/* What the execution comes to: "clean", "race", "deadlock", "leak", "panic", "exit", "limit" or
 * "error". */
const char *verdict_name(const Execution *execution);
/* The exit status of the command (spec/cli.md). */
int verdict_status(const Execution *execution);
/* The same of a search. */
int verdict_found(const FoundList *found);
const char *verdict_found_name(const FoundList *found);

enum { MOST_COUNTS = 8 };

/* How many races and leaks were hidden; the lines that say it, if any were. */
u64 reporter_hidden(const Reporter *reporter);
void reporter_hidden_line(const Reporter *reporter);

/* A command's last word. */
typedef struct Verdict {
    const char *name; /* as verdict_name gives it; test: or "fail" */
    int status;
    struct {
        const char *name;
        u64 value;
    } counts[MOST_COUNTS]; /* of JSON, in this order */
    u32 ncounts;
    const Bounds *bounds; /* check: what was left out; NULL: no claim of completeness is made */
    const char *engine;   /* check: whose claim it is */
    const char *text;     /* for people, on stderr unless --quiet; NULL: nothing */
} Verdict;

/* Adds a count to the JSON object; `name` is borrowed. */
void verdict_count(Verdict *verdict, const char *name, u64 value);
/* Prints it: the last JSON object, or the text after the number of races that were hidden. Returns
 * the status. */
int reporter_verdict(Reporter *reporter, const Verdict *verdict);
/* The verdict "error" of a command that could not even begin: 1. JSON on stdout if asked for. */
int reporter_error(const Options *options);

#endif
