/* The checks of gol vet besides races: one table. */
#ifndef CLI_VET_CHECK_H
#define CLI_VET_CHECK_H

#include "cli/load.h"
#include "cli/vet_report.h"

/* The rule of open pairs; --checks knows it too. */
#define VET_RACE "race"

/* Which checks are asked for, as bits; false after printing what is wrong with the list. */
bool vet_check_parse(const char *list, u64 *bits);
/* Whether any of them, or the rule of this name, is. */
bool vet_check_wants(u64 bits, const char *name);
/* What a rule finds, in one line. */
const char *vet_check_says(const char *name);

/* Runs those that read the syntax tree, over the files of the program's own package. */
void vet_check_tree(VetReport *report, Loaded *loaded, u64 bits);
/* Runs those that read what is known at each instruction. */
void vet_check_solved(VetReport *report, Solver *solver, u64 bits);

/* Prints the table, for gol help checks. */
void vet_check_help(void (*row)(const char *name, const char *says));

#endif
