/* The report of --cover and --coverprofile. */
#ifndef CLI_COVER_H
#define CLI_COVER_H

#include "cli/load.h"

/* Writes where the options say: the share of statements that was executed, by function and in all,
 * and the blocks in Go's format for coverage profiles. The library and test files do not count.
 * ended is added to the total. again: the profile has been begun by another program, and goes on.
 */
void cover_write(Loaded *loaded, const Options *options, const char *ended, bool again);
/* "85.0% of statements", for the line that sums up tests. */
void cover_text(const Loaded *loaded, Buf *out);

#endif
