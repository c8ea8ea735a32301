/* Statistics of a run, for comparing detectors: events by kind, checks, joins, and how large the
 * happens-before sets become. They are those of the calculus: a set holds the events that a
 * goroutine knows, however the detector keeps them. */
#ifndef RACE_EXPLAIN_STATS_H
#define RACE_EXPLAIN_STATS_H

#include "base/json.h"
#include "race/explain/explain.h"

typedef struct Stats Stats;

/* Empty statistics. */
Stats *stats_new(void);
/* Receives the steps of one run; lives as long as the statistics. */
ExplainListener stats_listener(Stats *stats);
/* The statistics as a JSON object with the member "type", which the caller frees. */
cJSON *stats_json(const Stats *stats, const char *detector);
/* Prints them as a table. */
void stats_print(const Stats *stats, const char *detector, FILE *out);
/* Frees them; NULL is allowed. */
void stats_free(Stats *stats);

#endif
