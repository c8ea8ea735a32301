/* Names of how runs end. */
#include "vm/outcome.h"

Outcome outcome_of_limit(Limit limit)
{
    CHECK(limit != LIMIT_NONE);
    return (Outcome){.ended = true, .kind = VERDICT_LIMIT, .limit = limit};
}

const char *outcome_name(VerdictKind kind)
{
    static const char *const names[] = {
        [VERDICT_CLEAN] = "clean",       [VERDICT_EXIT] = "exit",   [VERDICT_PANIC] = "panic",
        [VERDICT_DEADLOCK] = "deadlock", [VERDICT_LIMIT] = "limit", [VERDICT_ERROR] = "error",
    };
    return names[kind];
}

const char *limit_name(Limit limit)
{
    static const char *const names[] = {
        [LIMIT_NONE] = "none",     [LIMIT_STEPS] = "steps",         [LIMIT_TIME] = "time",
        [LIMIT_MEMORY] = "memory", [LIMIT_UINTPTR] = "uintptr",     [LIMIT_LOOP] = "loop",
        [LIMIT_KNOWN] = "known",   [LIMIT_INTERRUPT] = "interrupt",
    };
    return names[limit];
}
