/* Races and leaks that the user has judged and does not want reported again: files of patterns, and
 * for races a comment `//gol:norace` at the end of a line, or on a line of its own above a
 * function. What they hide is counted, so that it is not forgotten. */
#ifndef RACE_REPORT_SILENCE_H
#define RACE_REPORT_SILENCE_H

#include "base/map.h"
#include "race/report/report.h"

/* Zero-initialised = only the comments count. */
typedef struct Silence {
    VEC(char *) patterns;
    u64 by_comment, by_pattern; /* races: pairs of places hidden so far */
    u64 leaks;                  /* the same of leaks */
    Map seen;                   /* these pairs */
} Silence;

/* Adds the patterns of a file, one a line; what follows '#' says why. A pattern is compared with
 * the variable, the functions and the places (file:line) of a race, and with the functions and
 * places where a leaked goroutine is blocked and was started; * and ? stand for any text and any
 * character. False with errno set when it cannot be read. */
bool silence_load(Silence *silence, const char *path);
/* Frees the patterns. */
void silence_free(Silence *silence);
/* Whether it may hide any: there are patterns, or comments in the program. */
bool silence_may_hide(const Silence *silence, const Sources *sources);
/* Whether the report is to be hidden; counts it if so, and if it is the first of its pair of
 * places: many executions may come to the same race. */
bool silence_hides(Silence *silence, const RaceReport *report, const Sources *sources);

/* A leaked goroutine: the user's function and place where it is blocked, the function that it was
 * started with and the place of the go statement (0: main). */
typedef struct SilencedPlace {
    const char *function;
    Pos place;
    const char *started_as;
    Pos started;
} SilencedPlace;
/* The same of a leak. */
bool silence_hides_leak(Silence *silence, const SilencedPlace *leak, const Sources *sources);

#endif
