/* How --explain writes one step: as a line of text, or as a JSON object. */
#ifndef RACE_EXPLAIN_STEP_H
#define RACE_EXPLAIN_STEP_H

#include "base/json.h"
#include "race/explain/explain.h"

typedef struct StepPrinter {
    FILE *out; /* NULL: nothing is printed */
    const ProgramView *view;
    bool color;
    bool json;
    bool headed; /* text: the line above the first step is there */
} StepPrinter;

/* What a step changed. */
typedef struct StepChanges {
    Buf text; /* the last column: "E -= {(m0,!z)}\nE += {(m2,!z)}", or a detector's own notation */
    cJSON *sets; /* the same of sets, an object a goroutine with "left" and "entered"; NULL: of text
                    only */
    cJSON *error; /* the set of the rule's exception, or NULL */
} StepChanges;

/* One line, as race/explain/explain.h shows it; the changes go on in further lines. */
void step_print_text(StepPrinter *printer, const ExplainedStep *step, const StepChanges *changes);
/* An object of type "step" (spec/cli.md), on one line. Takes the arrays of *changes. */
void step_print_json(StepPrinter *printer, const ExplainedStep *step, StepChanges *changes);

#endif
