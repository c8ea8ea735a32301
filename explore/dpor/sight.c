/* What goroutines see of atomic variables. Of a load it is known which other values would have had
 * the same effect (vm/foresee.h): a write from one such value to another need not come before it.
 * A load of a loop that only waits is not done as long as it would be in vain. Spec/check.md says
 * why that loses nothing ("What a load sees", "Loops that await"). */
#include "explore/dpor/dpor.h"

#include "vm/heap.h"
#include "vm/unsafe.h"

enum { AWAITED = 1, ADDED = 2 };
enum { PLAIN_WRITE = 1, LOOKED_AT = 2, MOST_PLAIN = 1 << 16 };

/* ---- values ---- */

static u64 value_at(AtomicType type, const void *addr)
{
    switch (type) {
    case ATOMIC_I32: return (u64)(i64) * (const i32 *)addr;
    case ATOMIC_U32: return *(const u32 *)addr;
    case ATOMIC_64:
    case ATOMIC_POINTER: return *(const u64 *)addr;
    case ATOMIC_UNTYPED:
    case ATOMIC_TYPES: break;
    }
    BUG("a value without type");
}

/* An argument as a slot of that type. */
static u64 argument(const Pending *pending, u32 i)
{
    return value_at(pending->op.native->type, &pending->op.args[i]);
}

static u64 expected_by(const Pending *pending)
{
    return argument(pending, 1);
}

/* What the variable becomes by an operation that changes it. */
static u64 written_by(const Pending *pending, u64 was)
{
    u64 value = argument(pending, 1);
    switch (pending->op.native->atomic) {
    case ATOMIC_STORE:
    case ATOMIC_SWAP: return value;
    case ATOMIC_ADD: value += was; break;
    case ATOMIC_AND: value &= was; break;
    case ATOMIC_OR: value |= was; break;
    case ATOMIC_COMPARE: return argument(pending, 2);
    case ATOMIC_LOAD:
    case ATOMIC_OTHER: BUG("%s writes nothing", pending->op.native->name);
    }
    return value_at(pending->op.native->type, &value);
}

/* Whether the operation would change the variable if it had that value. */
static bool succeeds(const Pending *pending, u64 value)
{
    return pending->op.native->atomic == ATOMIC_COMPARE && value == expected_by(pending);
}

/* The number by which the value is known in other executions. An address may be another object's
 * there; false: it is that of nothing that has a name. */
static bool name_of(const Dpor *dpor, AtomicType type, u64 value, i64 *name)
{
    *name = (i64)value;
    if (type != ATOMIC_POINTER || !value)
        return true;
    Loc loc = heap_locate(dpor->vm, (const void *)value);
    *name = (i64)dpor_object_name(dpor, loc);
    return !loc_is_unnamed(loc);
}

/* Those names that lie on the same side as the pointer's own of all that it is unlike. */
static void by_names(const Dpor *dpor, const Foresight *seen, u64 value, Sight *sight)
{
    i64 own, other;
    sight->named = name_of(dpor, ATOMIC_POINTER, value, &own);
    if (seen->from == seen->to)
        sight->from = sight->to = own;
    for (u32 i = 0; i < seen->nunlike; i++) {
        sight->named &= name_of(dpor, ATOMIC_POINTER, seen->unlike[i], &other);
        if (other < own && sight->from <= other)
            sight->from = other + 1;
        if (other > own && sight->to >= other)
            sight->to = other - 1;
    }
}

static Sight foresee_anew(const Dpor *dpor, const Pending *pending, u64 value)
{
    bool is_pointer = pending->op.native->type == ATOMIC_POINTER;
    Foresight seen =
        pending->op.native->atomic == ATOMIC_COMPARE
            ? vm_foresee_failure(dpor->vm, pending->g, value, expected_by(pending), is_pointer)
            : vm_foresee(dpor->vm, pending->g, value, is_pointer);
    Sight sight = {true, true, seen.in_vain, seen.state, seen.from, seen.to};
    if (is_pointer)
        by_names(dpor, &seen, value, &sight);
    return sight;
}

/* All values of the range have the same one. */
static void check_range(const Dpor *dpor, const Pending *pending, u64 value)
{
    if (!CHECKING)
        return;
    Sight sight = foresee_anew(dpor, pending, value);
    CHECK(sight.from == pending->sight.from && sight.to == pending->sight.to &&
          sight.in_vain == pending->sight.in_vain);
}

static bool in_range(const Dpor *dpor, AtomicType type, u64 value, i64 from, i64 to)
{
    i64 name;
    (void)name_of(dpor, type, value, &name);
    return from <= name && name <= to;
}

/* What the goroutine would do if it looked and saw the value. */
static const Sight *foresee(Dpor *dpor, Pending *pending, u64 value)
{
    Sight *sight = &pending->sight;
    if (sight->known && sight->named &&
        in_range(dpor, pending->op.native->type, value, sight->from, sight->to))
        check_range(dpor, pending, value);
    else
        *sight = foresee_anew(dpor, pending, value);
    return sight;
}

/* Whether it would only come back to where it is, or to an earlier look of the same round. */
static bool is_in_vain(Dpor *dpor, Pending *pending, u64 value)
{
    if (succeeds(pending, value))
        return false;
    const Sight *sight = foresee(dpor, pending, value);
    Proc proc = dpor->run.proc_of.data[pending->g->id];
    return sight->in_vain || spin_leads_back(dpor, proc, sight->state) != LEADS_ON;
}

static u64 value_now(const Pending *pending)
{
    return value_at(pending->op.native->type, pending->op.object);
}

/* ---- writes ---- */

static u32 *last_write(Dpor *dpor, u32 object)
{
    vec_extend(&dpor->run.last_writes, object + 1);
    return &dpor->run.last_writes.data[object];
}

/* Where a loop awaits one of several sums, the order of the Adds decides where it goes on. */
static void use(Dpor *dpor, u32 object, u8 how)
{
    vec_extend(&dpor->run.uses, object + 1);
    u8 *uses = &dpor->run.uses.data[object];
    *uses |= how;
    if (*uses == (AWAITED | ADDED) && !dpor_strict(dpor, object))
        dpor_make_strict(dpor, object);
}

void sight_begin(Dpor *dpor)
{
    vec_clear(&dpor->run.writes);
    vec_zero(&dpor->run.last_writes);
    vec_zero(&dpor->run.uses);
    map_clear(&dpor->run.touched);
    dpor->run.writing.type = ATOMIC_UNTYPED;
    dpor->run.found_await = dpor->run.found_mixed = dpor->run.added = false;
    dpor->vm->adds_only = false;
}

void sight_free(Dpor *dpor)
{
    vec_free(&dpor->run.writes);
    vec_free(&dpor->run.last_writes);
    vec_free(&dpor->run.uses);
    map_free(&dpor->run.touched);
}

/* Whether it adds, and whatever the sum is has the same effect. */
static bool only_adds(Dpor *dpor, const Pending *pending)
{
    if (pending->op.native->atomic != ATOMIC_ADD)
        return false;
    Foresight sight =
        vm_foresee(dpor->vm, pending->g, written_by(pending, value_now(pending)), false);
    return sight.from == INT64_MIN && sight.to == INT64_MAX;
}

static void note_seen(Dpor *dpor, Pending *pending)
{
    const Sight *sight = foresee(dpor, pending, value_now(pending));
    if (sight->named)
        dpor->run.seen =
            (Seen){pending->op.native->type, pending->op.object, sight->from, sight->to};
}

bool sight_changed(const Dpor *dpor, const Seen *seen)
{
    return !in_range(dpor, seen->type, value_at(seen->type, seen->addr), seen->from, seen->to);
}

/* The write is asked about when its pointers are overwritten. Until then their objects must not be
 * freed: others could have their addresses. */
static void keep(Dpor *dpor, const AtomicWrite *write)
{
    if (write->type != ATOMIC_POINTER)
        return;
    (void)unsafe_number(dpor->vm, (const void *)write->was);
    (void)unsafe_number(dpor->vm, (const void *)write->becomes);
}

void sight_take(Dpor *dpor, Proc proc)
{
    Pending *pending = &dpor->run.pending.data[proc];
    const Taken *taken = &dpor->path.taken.data[dpor->run.at];
    dpor->run.seen = (Seen){0};
    dpor->vm->adds_only =
        taken->nfootprints && dpor->path.footprints.data[taken->footprint].kind == FOOTPRINT_ADD;
    dpor->run.added |= dpor->vm->adds_only;
    const NativeDef *native = pending->op.native;
    if (pending->kind != STEP_OBJECT || !native || !native->type || !pending->op.object)
        return;
    Effect effect = native->now ? native->now(pending->op.args) : native->effect;
    if (!effect_changes(effect)) {
        if (pending->sees)
            note_seen(dpor, pending);
        return;
    }
    dpor->run.writing = (AtomicWrite){.step = dpor->run.at,
                                      .object = pending->object,
                                      .proc = proc,
                                      .type = native->type,
                                      .op = native->atomic,
                                      .was = value_now(pending),
                                      .becomes = written_by(pending, value_now(pending)),
                                      .updates = effect == EFFECT_SWAP};
    keep(dpor, &dpor->run.writing);
}

/* Whether a load that sees the new value learns all that it would have learnt from the old one. */
static bool extends(const Dpor *dpor, const AtomicWrite *write)
{
    return write->updates || !write->earlier ||
           dpor->run.writes.data[write->earlier - 1].proc == write->proc;
}

/* Goroutines that would have gone on before the write, or can go on after it. */
static void note_turn(Dpor *dpor, const AtomicWrite *write)
{
    for (u32 i = 0; i < dpor->run.started.len; i++) {
        Pending *pending = &dpor->run.pending.data[dpor->run.started.data[i]];
        if (!pending->g || !pending->sees || pending->object != write->object)
            continue;
        bool before = is_in_vain(dpor, pending, write->was);
        bool after = is_in_vain(dpor, pending, write->becomes);
        pending->waits = after;
        if (before && !after)
            pending->since = write->step + 1;
        if (!before && after)
            pending->rival = write->step + 1;
    }
}

void sight_wrote(Dpor *dpor)
{
    dpor->vm->adds_only = false;
    AtomicWrite write = dpor->run.writing;
    if (!write.type)
        return;
    dpor->run.writing.type = ATOMIC_UNTYPED;
    u32 *last = last_write(dpor, write.object);
    write.earlier = *last;
    Footprint *footprint =
        vec_from(&dpor->path.footprints, dpor->path.taken.data[write.step].footprint);
    CHECK(footprint->object == write.object);
    if (!dpor->mixed && footprint->kind == FOOTPRINT_WRITE &&
        name_of(dpor, write.type, write.was, &footprint->from) &&
        name_of(dpor, write.type, write.becomes, &footprint->to)) {
        footprint->type = write.type;
        footprint->by = (i32)write.op;
        footprint->extends = extends(dpor, &write);
    }
    vec_push(&dpor->run.writes, write);
    *last = dpor->run.writes.len;
    if (dpor->awaits)
        note_turn(dpor, &write);
}

/* ---- looks ---- */

/* Since when it need not wait any more, and before which step it need not have. */
static void look_back(Dpor *dpor, Pending *pending)
{
    bool waits = is_in_vain(dpor, pending, value_now(pending));
    bool waited = waits;
    pending->waits = waits;
    for (u32 w = *last_write(dpor, pending->object); w;) {
        const AtomicWrite *write = &dpor->run.writes.data[w - 1];
        bool before = is_in_vain(dpor, pending, write->was);
        if (before && !waited && !waits)
            pending->since = write->step + 1;
        waited |= before;
        if (!before && waited) {
            pending->rival = write->step + 1;
            return;
        }
        w = write->earlier;
    }
}

static void touch(Dpor *dpor, Loc loc, u32 how)
{
    u64 *touched = map_put(&dpor->run.touched, hash_pair(loc.object, loc.offset) | 1);
    *touched |= how;
    dpor->run.found_mixed |= *touched == (PLAIN_WRITE | LOOKED_AT);
}

void sight_arrive(Dpor *dpor, Pending *pending)
{
    const NativeDef *native = pending->op.native;
    if (pending->kind != STEP_OBJECT || !native || !native->type || dpor->mixed ||
        !pending->op.object || (native->atomic != ATOMIC_LOAD && native->atomic != ATOMIC_COMPARE))
        return;
    pending->sees = true;
    bool waits = is_in_vain(dpor, pending, value_now(pending));
    dpor->run.found_await |= waits;
    if (waits)
        use(dpor, pending->object, AWAITED);
    if (!dpor->awaits)
        return;
    touch(dpor, heap_locate(dpor->vm, pending->op.object), LOOKED_AT);
    look_back(dpor, pending);
}

void sight_plain_write(Dpor *dpor, const Event *event)
{
    if (!dpor->awaits || dpor->mixed)
        return;
    Loc loc = event->loc;
    for (u32 i = 0; i == 0 || i < event->count; i++) {
        touch(dpor, loc, PLAIN_WRITE);
        loc.offset += event->stride;
    }
    dpor->run.found_mixed |= dpor->run.touched.count > MOST_PLAIN;
}

bool sight_waits(Dpor *dpor, Proc proc)
{
    Pending *pending = &dpor->run.pending.data[proc];
    if (!pending->sees || !dpor->awaits || !is_in_vain(dpor, pending, value_now(pending)))
        return false;
    LeadsBack how =
        pending->sight.in_vain ? LEADS_BACK : spin_leads_back(dpor, proc, pending->sight.state);
    dpor->run.stale |= how == LEADS_BACK_STALE;
    return how != LEADS_BACK_LATE;
}

void sight_footprint(Dpor *dpor, Pending *pending, Footprint *footprint)
{
    const NativeDef *native = pending->op.native;
    bool commutes = footprint->kind == FOOTPRINT_WRITE && native && native->type && !dpor->mixed &&
                    !dpor->adds_order && !dpor->accesses && !dpor_strict(dpor, footprint->object);
    if (commutes && only_adds(dpor, pending)) {
        footprint->kind = FOOTPRINT_ADD;
        use(dpor, footprint->object, ADDED);
    }
    if (footprint->kind != FOOTPRINT_READ)
        return;
    footprint->vain = native && native->type && dpor_vain(dpor, footprint->object);
    if (!pending->sees)
        return;
    const Sight *sight = foresee(dpor, pending, value_now(pending));
    if (!sight->named)
        return;
    footprint->type = pending->op.native->type;
    footprint->from = sight->from;
    footprint->to = sight->to;
}

/* ---- in another order ---- */

/* The last of the selected steps that writes the variable; or NO_FOOTPRINT, and *first is the first
 * step of all that does. False: what they write is not known. */
static bool last_done(const Dpor *dpor, u32 object, u32 *last, u32 *first)
{
    *last = *first = NO_FOOTPRINT;
    u32 kinds = KIND_BIT(WRITE) | KIND_BIT(ADD);
    FOR_FOOTPRINTS(u, object, kinds, dpor->past.selection.to)
    {
        if (!dpor->path.footprints.data[u].type)
            return false;
        *first = u;
        if (is_done(dpor, footprint_step(dpor, u))) {
            *last = u;
            return true;
        }
    }
    return *first != NO_FOOTPRINT;
}

/* The write of proc, where the variable is `value`, written by `last`. */
static bool write_then(const Dpor *dpor, Footprint *footprint, u32 last, i64 value, Proc proc)
{
    i64 sum = (i64)((u64)value + (u64)footprint->to - (u64)footprint->from);
    bool own = last == NO_FOOTPRINT ||
               dpor->path.taken.data[footprint_step(dpor, last)].label.proc == proc;
    switch ((AtomicOp)footprint->by) {
    case ATOMIC_STORE: footprint->extends = own; break;
    case ATOMIC_SWAP: break;
    case ATOMIC_ADD: footprint->to = (i64)value_at(footprint->type, &sum); break;
    case ATOMIC_COMPARE:
        if (value != footprint->from)
            return false;
        break;
    case ATOMIC_AND:
    case ATOMIC_OR:
    case ATOMIC_LOAD:
    case ATOMIC_OTHER: return false;
    }
    footprint->from = value;
    return true;
}

void sight_then(const Dpor *dpor, Footprint *footprint, Proc proc)
{
    u32 last, first;
    if (!footprint->type)
        return;
    bool known = last_done(dpor, footprint->object, &last, &first);
    const Footprint *footprints = dpor->path.footprints.data;
    i64 value = !known ? 0 : last != NO_FOOTPRINT ? footprints[last].to : footprints[first].from;
    if (known && footprint->kind == FOOTPRINT_READ)
        footprint->from = footprint->to = value;
    else if (!known || !write_then(dpor, footprint, last, value, proc))
        footprint->type = ATOMIC_UNTYPED;
}
