/* Ownership: an object goes from goroutine to goroutine through channels and pools, and each
 * accesses it only while it belongs to it (solve_own.c).
 *
 * It belongs to the goroutine that makes it, then to the one that receives its address, or that is
 * started with it, and so on: if only its owner sends it, it has one at a time. A send comes before
 * its receive, a Put before its Get and a `go` before what it starts, so all that owners do to the
 * object is one after the other. What goroutines do that hold the address in memory says nothing,
 * unless they send it.
 *
 * What is at home in an object (solve_home.c) is accessed by the owner of that object only, if all
 * get there by way of values that are owned: an object at home is so in one at run time.
 */
#include "analysis/digest.h"

static bool passes_properly(const Solver *solver, u32 object)
{
    return !bit_has(solver->unowned, object) && !solver->model->objects.data[object].havoc;
}

static bool belongs(const Solver *solver, const Use *use)
{
    return use->owned && passes_properly(solver, use->object);
}

/* Whether the object leads to the other one. */
static bool leads_to(const Model *model, const Object *o, u32 object)
{
    u32 at = 0;
    const MapEntry *e;
    while ((e = map_next(&o->cells, &at))) {
        const PtrList *list = points_of(model->points, (Node)e->value);
        for (u32 i = 0; i < list->len; i++)
            if (list->data[i].object == object)
                return true;
    }
    return false;
}

/* Whether whatever the object may be at home in passes properly. */
static bool all_homes_pass(const Solver *solver, u32 object)
{
    const Model *model = solver->model;
    u64 *known = map_put((Map *)&solver->homes_pass, object);
    if (!*known) {
        bool all = true;
        for (u32 i = 0; i < model->objects.len && all; i++)
            all = passes_properly(solver, i) || !leads_to(model, &model->objects.data[i], object);
        *known = 1 + all;
    }
    return *known == 2;
}

/* Whether the object is at home in one that belonged to both goroutines: one of those where either
 * of them has found it. */
static bool at_home_in_owned(const Solver *solver, const Use *a, const Use *b)
{
    const Use *known = a->home.key ? a : b;
    if (!a->in_home || !b->in_home || !solver_is_at_home(solver, a->object))
        return false;
    if (!known->home.key)
        return all_homes_pass(solver, a->object);
    const PtrList *homes = points_lookup(solver->model->points, known->inst, known->home);
    bool both = homes != NULL;
    for (u32 i = 0; both && i < homes->len; i++)
        both = passes_properly(solver, homes->data[i].object);
    return both;
}

static bool ordered(const Solver *solver, const Use *a, const Use *b)
{
    if (!solver->moved || a->object != b->object || a->object <= OBJECT_ANY)
        return false;
    return (belongs(solver, a) && belongs(solver, b)) || at_home_in_owned(solver, a, b);
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
