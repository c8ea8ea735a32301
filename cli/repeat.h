/* The command line that repeats an execution: the last line of every report of a failure. */
#ifndef CLI_REPEAT_H
#define CLI_REPEAT_H

#include "cli/options.h"
#include "explore/executor/execution.h"

typedef struct Repeat {
    const Schedule *schedule; /* what the execution answered */
    const char *file;         /* that holds the schedule, or NULL */
    bool searched;            /* the schedule was found by a search: it is part of the command even
                                 where it is empty, and limits that only searches have are, too */
    FindingKind kind;         /* searched: of the finding */
} Repeat;

/* "gol run --schedule 0^7 bank.gol": flags that matter, the schedule (or the seed, for one that is
 * too long to read), the program and its arguments. */
void repeat_command(const Options *options, const Repeat *repeat, Buf *out);
/* The command that shows a picture of the run that such a command repeats. */
void repeat_show(const char *replay, Buf *out);
/* Whether the schedule is too long for a command line and belongs in a file. */
bool repeat_needs_file(const Schedule *schedule);
/* Where such files go if the user has named no place for them. */
const char *repeat_directory(void);

#endif
