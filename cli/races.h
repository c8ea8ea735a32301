/* What becomes of a race report: hidden, or told as text or JSON, and collected for --sarif; the
 * same for every command. */
#ifndef CLI_RACES_H
#define CLI_RACES_H

#include "cli/options.h"
#include "race/report/sarif.h"
#include "race/report/silence.h"

typedef struct Races {
    const Options *options;
    const Sources *sources;
    FILE *json;      /* where JSON lines go, or NULL: text to stderr */
    Silence silence; /* --suppress and comments */
    Sarif *sarif;    /* --sarif, or NULL */
    u64 told;        /* reports */
} Races;

/* By the flags; false after telling what is wrong with them. races_end in any case. */
bool races_begin(Races *races, const Options *options, const Sources *sources);
/* Tells a race that is not hidden; `replay` is the command that shows it again, or NULL. */
void races_tell(Races *races, const RaceReport *report, const char *replay);
/* How many races were hidden. */
u64 races_hidden(const Races *races);
/* Says how many, if any. */
void races_tell_hidden(const Races *races);
/* Writes what --sarif asked for. */
void races_end(Races *races);

#endif
