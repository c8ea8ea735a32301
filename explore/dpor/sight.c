/* What goroutines see of atomic variables. Of a load it is known which other values would have had
 * the same effect (vm/foresee.h): a write from one such value to another need not come before it.
 * A load of a loop that only waits is not done as long as it would be in vain. Spec/check.md says
 * why that loses nothing ("What a load sees", "Loops that await"). */
#include "explore/dpor/dpor.h"

#include "vm/heap.h"

enum { AWAITED = 1, ADDED = 2 };
enum { PLAIN_WRITE = 1, LOOKED_AT = 2, MOST_PLAIN = 1 << 16 };

/* ---- values ---- */

static u64 value_at(AtomicType type, const void *addr)
{
    switch (type) {
    case ATOMIC_I32: return (u64)(i64) * (const i32 *)addr;
    case ATOMIC_U32: return *(const u32 *)addr;
    case ATOMIC_64: return *(const u64 *)addr;
    case ATOMIC_UNTYPED: break;
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

/* What the goroutine would do if it looked and saw the value. */
static const Foresight *foresee(Dpor *dpor, Pending *pending, u64 value)
{
    Foresight *sight = &pending->sight;
    if (pending->has_sight && sight->from <= (i64)value && (i64)value <= sight->to)
        return sight;
    *sight = pending->op.native->atomic == ATOMIC_COMPARE
                 ? vm_foresee_failure(dpor->vm, pending->g, value, expected_by(pending))
                 : vm_foresee(dpor->vm, pending->g, value);
    pending->has_sight = true;
    return sight;
}

static bool is_in_vain(Dpor *dpor, Pending *pending, u64 value)
{
    return !succeeds(pending, value) && foresee(dpor, pending, value)->in_vain;
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
    Foresight sight = vm_foresee(dpor->vm, pending->g, written_by(pending, value_now(pending)));
    return sight.from == INT64_MIN && sight.to == INT64_MAX;
}

void sight_take(Dpor *dpor, Proc proc)
{
    const Pending *pending = &dpor->run.pending.data[proc];
    const Taken *taken = &dpor->path.taken.data[dpor->run.at];
    dpor->vm->adds_only =
        taken->nfootprints && dpor->path.footprints.data[taken->footprint].kind == FOOTPRINT_ADD;
    dpor->run.added |= dpor->vm->adds_only;
    const NativeDef *native = pending->op.native;
    if (pending->kind != STEP_OBJECT || !native || !native->type || !pending->op.object)
        return;
    Effect effect = native->now ? native->now(pending->op.args) : native->effect;
    if (!effect_changes(effect))
        return;
    dpor->run.writing = (AtomicWrite){.step = dpor->run.at,
                                      .object = pending->object,
                                      .proc = proc,
                                      .type = native->type,
                                      .was = value_now(pending),
                                      .becomes = written_by(pending, value_now(pending)),
                                      .updates = effect == EFFECT_SWAP};
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
    if (!dpor->mixed && footprint->kind == FOOTPRINT_WRITE) {
        footprint->type = write.type;
        footprint->extends = extends(dpor, &write);
        footprint->from = (i64)write.was;
        footprint->to = (i64)write.becomes;
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

bool sight_waits(Dpor *dpor, Pending *pending)
{
    return pending->sees && dpor->awaits && is_in_vain(dpor, pending, value_now(pending));
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
    if (!pending->sees || footprint->kind != FOOTPRINT_READ)
        return;
    const Foresight *sight = foresee(dpor, pending, value_now(pending));
    footprint->type = pending->op.native->type;
    footprint->from = sight->from;
    footprint->to = sight->to;
}
