/* Thread ids: two accesses of one goroutine are ordered by its program order. An id that stands for
 * one goroutine at most (goro_unique) makes both accesses of the same goroutine. */
#include "analysis/digest.h"

static bool ordered(const Solver *solver, const Use *a, const Use *b)
{
    return a->goro == b->goro && goro_unique(solver->model, a->goro);
}

const Digest digest_thread = {.name = "tid",
                              .says = "one goroutine makes both accesses",
                              .ordered = ordered,
                              .by_history = true,
                              .in_rounds = IN_ROUNDS};
