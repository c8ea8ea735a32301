/* Locksets: both accesses are made with one lock held, at one of them to write. A goroutine that
 * holds it is the only one to do so, and gives it back itself: so one section ends before the other
 * begins.
 *
 * The lock is the same if it is one place of a single object, or if each access holds the lock at
 * the same place of the very object it accesses (`c.mu` at `c.n`): then it is the same lock
 * whenever the object is the same. In Go, other goroutines may give a lock back, and it can be
 * overwritten: a place where either may happen protects nothing (solver_kept).
 *
 * A channel with room for one value is a lock, too, if all that receive from it have sent: a
 * goroutine that has sent finds its own value there, and the next send ends after that was
 * received. */
#include "analysis/digest.h"

static bool excludes(const Lock *a, const Lock *b)
{
    return a->mode != LOCK_READ || b->mode != LOCK_READ;
}

static bool same_place(const Solver *solver, const Lock *a, const Lock *b)
{
    return !a->of_value && !b->of_value && a->key == b->key && a->off == b->off &&
           solver_kept(solver, (Ptr){(u32)a->key, PTR_AT, (u32)a->off});
}

bool use_place_beside(const Solver *solver, const Use *use, i64 off, Ptr *out)
{
    if (use->how != ACCESS_AT)
        return false;
    const PtrList *list = points_lookup(solver->model->points, use->inst, (Val){use->base.key, 0});
    u32 found = 0;
    for (u32 i = 0; list && i < list->len; i++) {
        if (list->data[i].object != use->object)
            continue;
        found++;
        *out = ptr_shift(solver->model, list->data[i], off);
        /* Within the same element as the access. */
        const Object *o = &solver->model->objects.data[use->object];
        i64 first = list->data[i].off;
        if (list->data[i].how == PTR_ANY || out->how != list->data[i].how ||
            (o->elem && (use->size > o->elem || (u64)(first + off) / o->elem != 0 ||
                         (u64)(first + use->off) / o->elem != 0)))
            return false;
    }
    return found == 1;
}

/* Where the lock is in the object that the use accesses, if it is reached by the same value. */
static bool place_in_object(const Solver *solver, const Use *use, const Lock *lock, Ptr *out)
{
    return lock->of_value && lock->key == use->base.key &&
           use_place_beside(solver, use, lock->off, out);
}

static bool same_in_object(const Solver *solver, const Use *a, const Lock *la, const Use *b,
                           const Lock *lb)
{
    Ptr pa, pb;
    return place_in_object(solver, a, la, &pa) && place_in_object(solver, b, lb, &pb) &&
           pa.how == pb.how && pa.off == pb.off && solver_kept(solver, pa);
}

static bool ordered(const Solver *solver, const Use *a, const Use *b)
{
    for (u32 i = 0; i < a->nlocks; i++)
        for (u32 k = 0; k < b->nlocks; k++) {
            const Lock *la = &solver->held.data[a->locks + i];
            const Lock *lb = &solver->held.data[b->locks + k];
            if (excludes(la, lb) &&
                (same_place(solver, la, lb) || same_in_object(solver, a, la, b, lb)))
                return true;
        }
    return false;
}

static void explain(const Solver *solver, const Use *a, const Use *b, Buf *out)
{
    (void)solver;
    if (!a->nlocks || !b->nlocks)
        buf_printf(out, "%s",
                   !a->nlocks && !b->nlocks ? "neither access holds a lock"
                   : a->nlocks              ? "the second access holds no lock"
                                            : "the first access holds no lock");
    else
        buf_puts(out, "the locks held may differ, or others may give them back");
}

const Digest digest_lock = {.name = "lock",
                            .says = "a common lock is held",
                            .ordered = ordered,
                            .in_rounds = IN_ROUNDS_OWN,
                            .explain = explain};
