/* The coverage of gol test: which statements count, and what is written of them. */
#ifndef CLI_TEST_COVER_H
#define CLI_TEST_COVER_H

#include "cli/testing.h"

/* Before the first of these packages: finds what -coverpkg asks for. */
void test_cover_begin(Testing *t, const PathList *packages);
/* Before the tests of the package options->path. */
void test_cover_package(Testing *t);
/* Adds what one of its programs has executed, and reports it by function if that is wanted. */
void test_cover_note(Testing *t);
/* After its tests: adds its part to the profile. */
void test_cover_write(Testing *t);

#endif
