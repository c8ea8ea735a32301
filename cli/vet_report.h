/* What gol vet has found in all its programs, and how it is printed: as text, as JSON lines, as a
 * SARIF log. Entries of one program may find the same; that counts once. */
#ifndef CLI_VET_REPORT_H
#define CLI_VET_REPORT_H

#include "analysis/pairs.h"
#include "cli/options.h"
#include "race/report/sarif.h"
#include "race/report/silence.h"

/* Something that a check has found, or a pair that is open. */
typedef struct VetFinding {
    const char *rule; /* the check, or "race" */
    u32 rank;         /* PairLevel; of the same finding the highest counts */
    bool sure;        /* an error, not a warning */
    bool inside;      /* a place is in the text of the library */
    u32 nplaces;
    SarifPlace places[SARIF_PLACES]; /* the earlier place in the source first; texts are owned */
    char *message;                   /* one line */
    char *function, *other_function; /* of the first two places; may be NULL */
    char *variable;                  /* of a race */
    char *text, *json;               /* as printed */
    u32 next; /* another one at the same first places: 1 + index in VetReport.findings; 0 = none */
} VetFinding;

typedef struct VetReport {
    const Options *options;
    const Sources *sources;   /* of the program that is being analysed */
    VEC(VetFinding) findings; /* in it, so far */
    Map finding_at;           /* the first two places, hashed -> 1 + index of the newest there */
    Silence silence;
    Sarif *sarif;       /* NULL: not asked for */
    u32 levels[LEVELS]; /* open pairs of the programs before */
    u32 errors, warnings;
    u64 proven, executions, by_digest[32];
    u32 unknown_natives; /* at most, of one entry */
    u32 entries, limits; /* analysed; of them too large, or there was no time */
    u32 left_out;        /* packages for which there was no time */
    u32 lines;           /* of the functions in reach, at most, of one entry */
    u32 programs;
    VEC(char *) models; /* packages of which a model was analysed (stdlib/loader.h), sorted */
    bool broken;        /* a package does not compile, or something else went wrong */
    bool only_calls;    /* some entry is not a program's: it calls what a package exports */
} VetReport;

/* Empty, by the flags; false after printing what is wrong with them. vet_report_end in any case. */
bool vet_report_begin(VetReport *report, const Options *options);
/* Writes the SARIF log, and frees it all. False: it cannot be written, which has been said. */
bool vet_report_end(VetReport *report);

/* Takes a finding over, unless it is silenced or known. */
void vet_report_add(VetReport *report, VetFinding *finding);
/* Takes over what an entry's pairs are. */
void vet_report_pairs(VetReport *report, const Pairs *pairs);
/* Notes that a model of the package was analysed. */
void vet_report_model(VetReport *report, const char *package);
/* Prints the findings of the program in the order of its source, and forgets them. */
void vet_report_flush(VetReport *report);
/* Prints the summary, or the verdict as JSON; the exit status. */
int vet_report_verdict(const VetReport *report);
/* The exit status so far, without what has not been flushed. */
int vet_report_status(const VetReport *report);

#endif
