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
/* Writes the log; false with errno set on failure. */
bool sarif_write(const Sarif *sarif, const char *path);
/* Frees the log; NULL is allowed. */
void sarif_free(Sarif *sarif);

#endif
