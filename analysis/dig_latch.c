/* Latches: an object is made, passed on, and gets its values; then a channel in one of its fields
 * is closed, or a WaitGroup in it counts down to 0, and what has waited for that reads them.
 *
 * Both accesses are made by values by which more is known of a latch of the very object: by the
 * goroutine that has its key and has not opened it, or after it was opened (solve_latch.c). There
 * is one key, made with the latch before the object was passed on; only its holder opens the latch,
 * and once. So accesses with the key are one after the other, in program order or by the `go` that
 * hands the key over; and all come before the latch is opened, which is before a wait for it ends.
 */
#include "analysis/digest.h"

static bool is_latch(const Solver *solver, const Use *a, const Latch *one, const Use *b,
                     const Latch *other)
{
    Ptr pa, pb;
    return (one->how == LATCH_SHUT || other->how == LATCH_SHUT) &&
           use_place_beside(solver, a, one->off, &pa) &&
           use_place_beside(solver, b, other->off, &pb) && pa.how == pb.how && pa.off == pb.off &&
           solver_latch_is_sure(solver, pa);
}

static bool ordered(const Solver *solver, const Use *a, const Use *b)
{
    if (a->object != b->object || a->unknown || b->unknown)
        return false;
    for (u32 i = 0; i < a->nlatches; i++)
        for (u32 k = 0; k < b->nlatches; k++)
            if (is_latch(solver, a, &solver->known_latches.data[a->latches + i], b,
                         &solver->known_latches.data[b->latches + k]))
                return true;
    return false;
}

static void explain(const Solver *solver, const Use *a, const Use *b, Buf *out)
{
    if (solver->latched && a->object == b->object && a->nlatches && b->nlatches)
        buf_puts(out, "both come after the latch is open, or others may open it");
    else if (a->nlatches || b->nlatches)
        buf_printf(out, "the %s access does not wait for the object's channel or WaitGroup",
                   a->nlatches ? "second" : "first");
}

const Digest digest_latch = {.name = "latch",
                             .says = "a latch of the object opens between them",
                             .ordered = ordered,
                             .explain = explain};
