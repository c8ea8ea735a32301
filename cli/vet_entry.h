/* What gol vet begins its analyses with: main, each test of a package, or all that a package
 * exports. Tests and exported functions are called by functions written here. */
#ifndef CLI_VET_ENTRY_H
#define CLI_VET_ENTRY_H

#include "analysis/model.h"
#include "cli/load.h"
#include "cli/test_find.h"

/* Whether the files loaded are a program: a script or package main. */
bool vet_is_program(const Loaded *loaded);

/* Adds a function for each test that test_find found in these files, which runs it alone, and one
 * that runs any one of them. */
void vet_add_tests(Loaded *loaded, const FoundTests *tests);
/* Adds a function that calls exported functions and methods of the files one after another, in any
 * order, with what those that make values return; it becomes the program's entry. */
void vet_add_api(Loaded *loaded);

/* Makes test number i the one that the compiled program runs. */
void vet_start_test(Loaded *loaded, u32 i);

/* Makes it run any one of its tests: adds which functions run with some of them only. */
void vet_start_any(Loaded *loaded, const FoundTests *tests, Alternatives *alternatives);

#endif
