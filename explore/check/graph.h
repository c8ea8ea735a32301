/* The graph of states as the engine `states` finds it, for drawings of it. */
#ifndef EXPLORE_CHECK_GRAPH_H
#define EXPLORE_CHECK_GRAPH_H

#include "base/common.h"

/* The program's end, among the numbers of states. */
#define GRAPH_END UINT32_MAX

/* Calls come in the order of the search. Texts are valid during the call. */
typedef struct GraphListener {
    void *ctx;
    /* The search begins anew (spec/check.md): what came before is void. */
    void (*begin)(void *ctx);
    /* A move leads from a state to another, or to GRAPH_END: "goroutine 2: write of x". found: the
     * title of a finding that an execution through this move has shown, for the first time; NULL:
     * none. */
    void (*edge)(void *ctx, u32 from, u32 to, const char *move, const char *found);
    /* A state without moves in which something is wrong: "deadlock". */
    void (*stuck)(void *ctx, u32 state, const char *found);
} GraphListener;

#endif
