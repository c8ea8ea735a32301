/* How a run ended. */
#ifndef VM_OUTCOME_H
#define VM_OUTCOME_H

#include "base/common.h"

typedef enum VerdictKind {
    VERDICT_CLEAN,
    VERDICT_EXIT,
    VERDICT_PANIC,
    VERDICT_DEADLOCK,
    VERDICT_LIMIT, /* the program did not end it: Outcome.limit did */
    VERDICT_ERROR, /* the schedule does not fit */
} VerdictKind;

typedef enum Limit {
    LIMIT_NONE,
    LIMIT_STEPS,
    LIMIT_TIME,
    LIMIT_MEMORY,
    LIMIT_UINTPTR,   /* addresses in a region of the heap, where objects move (vm/region.h) */
    LIMIT_LOOP,      /* nothing goes on but loops without a way out (vm/endless.h) */
    LIMIT_INTERRUPT, /* a signal (vm/signal.h), or VMConfig.late */
    LIMIT_KNOWN,     /* a search has seen all that could follow (check_all_give_up) */
} Limit;

typedef struct Outcome {
    bool ended;
    VerdictKind kind;
    Limit limit;       /* VERDICT_LIMIT: which one */
    int exit_code;     /* VERDICT_EXIT */
    bool without_main; /* VERDICT_DEADLOCK: of main and perhaps others, while some could go on */
} Outcome;

/* The outcome of a run that the limit has ended. */
Outcome outcome_of_limit(Limit limit);
/* Whether the program has failed at once, whatever its other goroutines were about to do: by a
 * panic, a fatal error or os.Exit with a status other than 0. */
static inline bool outcome_is_failure(const Outcome *outcome)
{
    return outcome->kind == VERDICT_PANIC || (outcome->kind == VERDICT_EXIT && outcome->exit_code);
}
/* "clean", "exit", ... */
const char *outcome_name(VerdictKind kind);
/* "steps", "time", ...: as in "its time limit". */
const char *limit_name(Limit limit);

#endif
