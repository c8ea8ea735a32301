/* Race reports as a SARIF 2.1.0 log, which code scanning tools show beside the source. */
#ifndef RACE_REPORT_SARIF_H
#define RACE_REPORT_SARIF_H

#include "race/report/report.h"

typedef struct Sarif Sarif;

Sarif *sarif_new(void);
void sarif_add(Sarif *sarif, const RaceReport *report, const Sources *sources);
/* Writes the log; false with errno set on failure. */
bool sarif_write(const Sarif *sarif, const char *path);
void sarif_free(Sarif *sarif);

#endif
