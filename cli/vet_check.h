/* The checks of gol vet besides races: one table. */
#ifndef CLI_VET_CHECK_H
#define CLI_VET_CHECK_H

#include "base/buf.h"

struct Loaded;
struct Solver;
struct VetReport;

/* The rule of open pairs; --checks knows it too. */
#define VET_RACE "race"

/* Which checks are asked for, as bits; false after printing what is wrong with the list. */
bool vet_check_parse(const char *list, u64 *bits);
/* A flag of go vet: -NAME, -NAME=false. Adds it to a list for vet_check_parse; false: no check of
 * go vet has that name, or the value, which may be NULL, is none. */
bool vet_check_flag(const char *name, size_t len, const char *value, Buf *list);
/* Whether any of them needs what the analysis of the bytecode knows. */
bool vet_check_wants_states(u64 bits);
/* Whether any of them, or the rule of this name, is. */
bool vet_check_wants(u64 bits, const char *name);
/* What a rule finds, in one line. */
const char *vet_check_says(const char *name);

/* Of these, the ones whose findings are errors. */
u64 vet_check_sure(u64 bits);

/* Runs those that read the syntax tree, over the files of the program's own package. */
void vet_check_tree(struct VetReport *report, struct Loaded *loaded, u64 bits);
/* Runs those that read what is known at each instruction. */
void vet_check_solved(struct VetReport *report, struct Solver *solver, u64 bits);

/* What -vet=LIST of gol test means: "off" is none; NULL, which stands for what go test runs, has no
 * bits either. False after printing what is wrong with the list. */
bool vet_tests_parse(const char *list, u64 *bits);
/* Runs the checks of go vet that -vet=LIST names before tests (vet_tests_parse). What they find is
 * printed; then false, and the tests do not run. */
bool vet_before_tests(struct Loaded *loaded, const char *list, bool color);

/* Prints the table, for gol help checks. */
void vet_check_help(void (*row)(const char *name, const char *says));

#endif
