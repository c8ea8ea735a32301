/* Ownership: an object goes from goroutine to goroutine through channels and pools, and each
 * accesses it only while it belongs to it (solve_own.c).
 *
 * It belongs to the goroutine that makes it, then to the one that receives its address, or that is
 * started with it, and so on: if only its owner sends it, it has one at a time. A send comes before
 * its receive, a Put before its Get and a `go` before what it starts, so all that owners do to the
 * object is one after the other. What goroutines do that hold the address in memory says nothing,
 * unless they send it.
 */
#include "analysis/digest.h"

static bool belongs(const Solver *solver, const Use *use)
{
    return use->owned && !bit_has(solver->unowned, use->object) &&
           !solver->model->objects.data[use->object].havoc;
}

static bool ordered(const Solver *solver, const Use *a, const Use *b)
{
    return solver->moved && a->object == b->object && a->object > OBJECT_ANY &&
           belongs(solver, a) && belongs(solver, b);
}

static void explain(const Solver *solver, const Use *a, const Use *b, Buf *out)
{
    if (!solver->moved || a->object != b->object || !bit_has(solver->moved, a->object))
        return;
    if (bit_has(solver->unowned, a->object))
        buf_puts(out, "a goroutine may send it that has passed it on before");
    else
        buf_printf(out, "the %s access may come after it was passed on",
                   belongs(solver, a) ? "second" : "first");
}

const Digest digest_owner = {.name = "owner",
                             .says = "it belongs to one goroutine at a time",
                             .ordered = ordered,
                             .explain = explain};
