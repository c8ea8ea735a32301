/* Regions: what is at home in an object (solve_home.c) is guarded by that object's locks. Both
 * accesses are made by values that were loaded from a field of the object, with the same lock of it
 * held, in one of them to write: `s.mu` at `s.m[k]`. If the two are of one map, it is at home in
 * one object, so both values were loaded from that object, and it is the same lock. */
#include "analysis/digest.h"

/* The object that has the field which the address of the use was loaded from, as a value. */
static bool home_of(const Solver *solver, const Use *use, Val *home)
{
    const Flow *flow = solver->model->instances.data[use->inst]->flow;
    return !use->unknown && use->base.key && solver_home_of(flow, use->base, use->pc, home);
}

/* The place of the lock in the object, if all that the value points to in it is at one byte. */
static bool place_in(const Solver *solver, const Use *use, Val home, i64 off, u32 object, Ptr *out)
{
    const PtrList *list = points_lookup(solver->model->points, use->inst, home);
    u32 found = 0;
    for (u32 i = 0; list && i < list->len; i++)
        if (list->data[i].object == object) {
            *out = ptr_shift(solver->model, list->data[i], off);
            found += list->data[i].how == PTR_AT && out->how == PTR_AT ? 1 : 2;
        }
    return found == 1;
}

/* Whether the two locks are the same place in each object that both values may point to. */
static bool same_lock(const Solver *solver, const Use *a, Val home_a, i64 off_a, const Use *b,
                      Val home_b, i64 off_b)
{
    const PtrList *list = points_lookup(solver->model->points, a->inst, home_a);
    const PtrList *other = points_lookup(solver->model->points, b->inst, home_b);
    bool same = list && other, any = false;
    for (u32 i = 0; same && i < list->len; i++) {
        Ptr pa, pb;
        bool both = false;
        for (u32 k = 0; k < other->len; k++)
            both |= other->data[k].object == list->data[i].object;
        any |= both;
        same = !both || (place_in(solver, a, home_a, off_a, list->data[i].object, &pa) &&
                         place_in(solver, b, home_b, off_b, list->data[i].object, &pb) &&
                         pa.off == pb.off && solver_kept(solver, pa));
    }
    return same && any;
}

static bool ordered(const Solver *solver, const Use *a, const Use *b)
{
    Val home_a, home_b;
    if (!a->nlocks || !b->nlocks || a->object != b->object || a->object == OBJECT_ANY ||
        !home_of(solver, a, &home_a) || !home_of(solver, b, &home_b) ||
        !solver_is_at_home(solver, a->object))
        return false;
    for (u32 i = 0; i < a->nlocks; i++)
        for (u32 k = 0; k < b->nlocks; k++) {
            const Lock *la = &solver->held.data[a->locks + i];
            const Lock *lb = &solver->held.data[b->locks + k];
            bool excludes = la->mode != LOCK_READ || lb->mode != LOCK_READ;
            if (excludes && la->of_value && lb->of_value && la->key == home_a.key &&
                lb->key == home_b.key && same_lock(solver, a, home_a, la->off, b, home_b, lb->off))
                return true;
        }
    return false;
}

const Digest digest_region = {.name = "region",
                              .says = "a lock of the object that it belongs to is held",
                              .ordered = ordered};
