/* Reorderings of a recorded run, for gol predict: printed as a table, and judged. */
#ifndef CLI_REORDER_H
#define CLI_REORDER_H

#include "base/json.h"
#include "predict/reorderings.h"
#include "predict/witness.h"

/* Adds the events of a reordering that leads up to both accesses, with these as the last two;
 * false: none is known. */
bool reorder_witness(Witness *witness, u32 first, u32 second, StepList *events);

/* What is to be said of the reordering that --reorder asks about. */
typedef struct ReorderAnswer {
    StepList events; /* numbers in the trace, from 0 */
    bool valid;
    bool races;       /* the last two accesses conflict, and come next at the same time */
    const char *rule; /* not valid: the rule that fails, ... */
    u32 at;           /* ... at which of the events, an index */
    Buf why;          /* and what is in its way */
} ReorderAnswer;

/* The answer for a list of event numbers, from 1, with spaces or commas between them; to be freed
 * with reorder_answer_free. False: that is no such list; what is wrong has been printed. */
bool reorder_answer(ReorderAnswer *answer, const Steps *steps, const char *list);
void reorder_answer_free(ReorderAnswer *answer);

/* --reorder all: a line for each reordering, how many there are, and what leads up to each race. */
void reorder_print_all(const Reorderings *all, const Steps *steps, FILE *out);
/* The same as an object of type "reorderings", which the caller frees. */
cJSON *reorder_all_json(const Reorderings *all);

#endif
