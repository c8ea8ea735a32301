/* The parts of the check of test files. */
#ifndef PARSER_VET_TESTS_H
#define PARSER_VET_TESTS_H

#include "parser/vet/vet.h"

/* ---- tests_fuzz.c ---- */

/* What a fuzz target gives f.Fuzz and f.Add. */
void tests_check_fuzz(Diags *found, const FuncDecl *f);

/* ---- tests_output.c ---- */

/* Comments in an example with its output that are not the last one. */
void tests_check_output(Diags *found, const SourceFile *file, const FuncDecl *f);

#endif
