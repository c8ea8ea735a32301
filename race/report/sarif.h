/* Reports of races and leaks as a SARIF 2.1.0 log, which code scanning tools show beside the
 * source. */
#ifndef RACE_REPORT_SARIF_H
#define RACE_REPORT_SARIF_H

#include "race/report/report.h"

typedef struct Sarif Sarif;

/* An empty log, to be freed with sarif_free. */
Sarif *sarif_new(void);
/* Adds a report, of which nothing is kept. */
void sarif_add(Sarif *sarif, const RaceReport *report, const Sources *sources);
/* Adds a leak: its one-line text, the places where the goroutine is blocked and was started (0: it
 * is main). */
void sarif_add_leak(Sarif *sarif, const char *title, Pos blocked, Pos started,
                    const Sources *sources);
/* A place of a result, and what happens there; `text` may be NULL. */
typedef struct SarifPlace {
    Span span;
    char *text;      /* "write by main, in main.main" */
    char *goroutine; /* that does it: each has a code flow; NULL: none */
    Span started;    /* where that goroutine is started; {0, 0}: main, or not known */
} SarifPlace;

enum { SARIF_PLACES = 4 };

/* A result of static analysis. */
typedef struct SarifResult {
    const char *rule, *says; /* the rule's name, and what it finds */
    bool sure;               /* an error, not a warning */
    const char *message;
    const char *function;     /* of the first place, or NULL: part of the fingerprint */
    const SarifPlace *places; /* the first is the result's own, the others are related to it */
    u32 nplaces;
} SarifResult;

/* Adds a result, of which nothing is kept. Its fingerprint does not change when lines move. */
void sarif_add_result(Sarif *sarif, const SarifResult *result, const Sources *sources);
/* Writes the log; false on failure, which has been reported. */
bool sarif_write(const Sarif *sarif, const char *path);
/* Frees the log; NULL is allowed. */
void sarif_free(Sarif *sarif);

#endif
