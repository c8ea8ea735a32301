/* The report of --cover and --coverprofile. */
#ifndef CLI_COVER_H
#define CLI_COVER_H

#include "cli/load.h"

/* Writes where the options say: the share of statements that was executed, by function and in all,
 * and the blocks in Go's format for coverage profiles. The library and test files do not count.
 * ended is added to the total. */
void cover_write(Loaded *loaded, const Options *options, const char *ended);

/* A block of statements, and how often it was executed. */
typedef struct CoverRow {
    const char *file;
    u32 line, col, to_line, to_col;
    u32 statements;
    u64 count;
} CoverRow;

/* What the programs of a package's tests have executed together: its own tests, and the external
 * ones. Zeroed: nothing yet. */
typedef struct CoverSum {
    Arena arena;
    Map index; /* of a row by its place + 1 */
    VEC(CoverRow) rows;
} CoverSum;

/* Adds what a program has executed of the source files in these folders, which are absolute. */
void cover_add(CoverSum *sum, const Loaded *loaded, const PathList *folders);
/* Adds to a sum that is empty the rows of another. */
void cover_copy(CoverSum *sum, const CoverSum *from);
/* "85.0% of statements", for the line that sums up tests. */
void cover_text(const CoverSum *sum, Buf *out);
/* Writes the coverage profile, `again`: to the end of one that has been begun. mode: set, count,
 * atomic. Failures are reported. */
void cover_profile(const CoverSum *sum, const char *path, const char *mode, bool again);
void cover_free(CoverSum *sum);
/* The report of --cover, by function, of the program's source files in these folders: to the file,
 * again: to its end; "" is stderr. */
void cover_functions(const Loaded *loaded, const PathList *folders, const char *path, bool again);

#endif
