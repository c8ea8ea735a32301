/* The next step of each goroutine, whether it is enabled, and its footprints. */
#include "explore/dpor/dpor.h"

#include "vm/chan.h"
#include "vm/heap.h"
#include "vm/sync.h"
#include "vm/timer.h"

/* ---- kinds ---- */

static StepKind step_kind(Effect effect)
{
    switch (effect) {
    case EFFECT_NONE:
    case EFFECT_NATIVE:
    case EFFECT_YIELD:
    case EFFECT_RANDOM:
    case EFFECT_REFLECT:
    case EFFECT_READ: /* of a native: part of the step before, whose events say what it touches */
    case EFFECT_WRITE:
    case EFFECT_MAKE:
    case EFFECT_COND_WAIT: /* what matters is the ticket that it has drawn */
    case EFFECT_MEASURE:
    case EFFECT_LEAKED: return STEP_LOCAL;
    case EFFECT_SEND:
    case EFFECT_RECV:
    case EFFECT_SELECT: return STEP_CHAN;
    case EFFECT_EXIT: return STEP_END;
    case EFFECT_CLOSE:
    case EFFECT_LEN:
    case EFFECT_GO:
    case EFFECT_GOEND:
    case EFFECT_COUNT:
    case EFFECT_IDLE:
    case EFFECT_SLEEP: /* a step only if the program can see the clock, on which depends when ... */
    case EFFECT_START: /* ... it will be due */
    case EFFECT_CLOCK:
    case EFFECT_TIMER:
    case EFFECT_LOCK:
    case EFFECT_UNLOCK:
    case EFFECT_WLOCK:
    case EFFECT_WUNLOCK:
    case EFFECT_RLOCK:
    case EFFECT_RUNLOCK:
    case EFFECT_TRYLOCK:
    case EFFECT_TRYRLOCK:
    case EFFECT_ADD:
    case EFFECT_WAIT:
    case EFFECT_TICKET:
    case EFFECT_SIGNAL:
    case EFFECT_LOAD:
    case EFFECT_STORE:
    case EFFECT_SWAP:
    case EFFECT_CHECK:
    case EFFECT_OBSERVE:
    case EFFECT_UPDATE:
    case EFFECT_AWAIT:
    case EFFECT_OUTPUT:
    case EFFECT_INPUT:
    case EFFECT_FILE_READ:
    case EFFECT_FILE_WRITE: return STEP_OBJECT;
    }
    BUG("effect %u", effect);
}

/* Of a step of kind STEP_OBJECT or STEP_END. */
static FootprintKind footprint_kind_of(Effect effect)
{
    switch (effect) {
    case EFFECT_LOCK: return FOOTPRINT_LOCK;
    case EFFECT_UNLOCK:
    case EFFECT_WUNLOCK: return FOOTPRINT_UNLOCK;
    case EFFECT_RLOCK: return FOOTPRINT_RLOCK;
    case EFFECT_RUNLOCK: return FOOTPRINT_RUNLOCK;
    case EFFECT_WLOCK: return FOOTPRINT_WLOCK;
    case EFFECT_ADD: return FOOTPRINT_COUNT;
    case EFFECT_WAIT: return FOOTPRINT_WAIT;
    case EFFECT_CLOSE: return FOOTPRINT_CLOSE;
    case EFFECT_LEN: return FOOTPRINT_LOOK;
    case EFFECT_SLEEP:
    case EFFECT_START:
    case EFFECT_COUNT:
    case EFFECT_LOAD:
    case EFFECT_CHECK:
    case EFFECT_OBSERVE:
    case EFFECT_AWAIT:
    case EFFECT_FILE_READ: return FOOTPRINT_READ;
    case EFFECT_GO:
    case EFFECT_GOEND:
    case EFFECT_IDLE:
    case EFFECT_EXIT: /* one end of the program excludes the others */
    case EFFECT_CLOCK:
    case EFFECT_TIMER:
    case EFFECT_TRYLOCK:
    case EFFECT_TRYRLOCK:
    case EFFECT_TICKET:
    case EFFECT_SIGNAL:
    case EFFECT_STORE:
    case EFFECT_SWAP:
    case EFFECT_UPDATE:
    case EFFECT_OUTPUT:
    case EFFECT_INPUT:
    case EFFECT_FILE_WRITE: return FOOTPRINT_WRITE;
    case EFFECT_NONE:
    case EFFECT_NATIVE:
    case EFFECT_YIELD:
    case EFFECT_RANDOM:
    case EFFECT_REFLECT:
    case EFFECT_READ:
    case EFFECT_WRITE:
    case EFFECT_MAKE:
    case EFFECT_SEND:
    case EFFECT_RECV:
    case EFFECT_SELECT:
    case EFFECT_COND_WAIT:
    case EFFECT_MEASURE:
    case EFFECT_LEAKED: break;
    }
    BUG("effect %u has no footprint", effect);
}

/* ---- objects ---- */

u64 dpor_object_name(const Dpor *dpor, Loc loc)
{
    u32 goroutine = (u32)(loc.object >> 32);
    Proc owner = goroutine < dpor->run.proc_of.len ? dpor->run.proc_of.data[goroutine] : NO_PROC;
    u64 of = owner == NO_PROC ? goroutine : dpor_proc_name(dpor, owner);
    return hash_pair(of ^ (u64)(u32)loc.object << 32, hash_u64(loc.offset));
}

u32 dpor_object(Dpor *dpor, Loc loc)
{
    return dpor_object_named(dpor, dpor_object_name(dpor, loc));
}

bool dpor_strict(const Dpor *dpor, u32 object)
{
    return object < dpor->strict.len && dpor->strict.data[object];
}

void dpor_make_strict(Dpor *dpor, u32 object)
{
    CHECK(object < dpor->names.nobjects);
    vec_extend(&dpor->strict, object + 1);
    dpor->strict.data[object] = dpor->grew = true;
}

bool dpor_vain(const Dpor *dpor, u32 object)
{
    return object < dpor->vain.len && dpor->vain.data[object];
}

void dpor_looked_in_vain(Dpor *dpor, u32 object)
{
    CHECK(object < dpor->names.nobjects);
    vec_extend(&dpor->vain, object + 1);
    dpor->grew |= !dpor->vain.data[object];
    dpor->vain.data[object] = true;
}

static u32 object_at(Dpor *dpor, const void *addr)
{
    return dpor_object(dpor, heap_locate(dpor->vm, addr));
}

/* ---- arriving before a step ---- */

/* As Footprint.was. */
static i32 chan_state(const Chan *ch)
{
    return ch->closed ? -1 - (i32)ch->count : (i32)ch->count;
}

void dpor_add_case(Dpor *dpor, Pending *pending, const Chan *ch, bool is_send)
{
    Case c = {.chan = ch, .object = UINT32_MAX, .is_send = is_send};
    if (ch) {
        c.object = dpor_object(dpor, ch->ref.loc);
        c.cap = ch->cap < INT32_MAX ? (u32)ch->cap : INT32_MAX;
        c.was = chan_state(ch);
    }
    /* The cases of one operation are next to each other. */
    CHECK(pending->cases.first + pending->cases.count == dpor->path.cases.len);
    vec_push(&dpor->path.cases, c);
    pending->cases.count++;
}

static void arrive_at_select(Dpor *dpor, Pending *pending, const G *g)
{
    Instr in = g->pc[-1].in;
    for (u32 i = 0; i < in.c; i++) {
        SelectCase sc = instr_case(&g->pc[-1], i);
        dpor_add_case(dpor, pending, (const Chan *)g->R[sc.chan], sc.is_send != 0);
    }
    pending->cases.has_default = in.b != 0;
}

/* A channel operation has its cases; nil channels are never ready. */
static void arrive_at_channel(Dpor *dpor, Pending *pending, const G *g)
{
    if (pending->op.effect == EFFECT_SELECT)
        arrive_at_select(dpor, pending, g);
    else
        dpor_add_case(dpor, pending, pending->op.object, pending->op.effect == EFFECT_SEND);
}

/* Number of what the operation is on; nil: none. */
static u32 object_of(Dpor *dpor, const Operation *op)
{
    EffectOn on = effect_on(op->effect);
    if (!effect_has_object(op->effect))
        return dpor_shared(dpor, on);
    if (!op->object)
        return NO_OBJECT;
    return on == ON_CHANNEL ? dpor_object(dpor, ((const Chan *)op->object)->ref.loc)
                            : object_at(dpor, op->object);
}

/* A nil channel (close panics, len is 0), or len of one without buffer, which is always 0. */
static bool concerns_no_channel(const Operation *op)
{
    const Chan *ch = op->object;
    return effect_on(op->effect) == ON_CHANNEL && (!ch || (op->effect == EFFECT_LEN && !ch->cap));
}

/* Also where other goroutines outlive main, while leaks are looked for: what they can do, they can
 * do before. */
static bool ends_program(const G *g, const Operation *op)
{
    return op->effect == EFFECT_GOEND && g->id == GOROUTINE_MAIN;
}

void dpor_arrive(Dpor *dpor, G *g, Proc proc, SwitchReason reason)
{
    CHECK(dpor->run.proc_of.data[g->id] == proc && proc != PROC_MACHINE);
    Pending *pending = &dpor->run.pending.data[proc];
    *pending = (Pending){.g = g, .kind = STEP_ACCESS, .cases.first = dpor->path.cases.len};
    if (reason == SWITCH_ACCESS)
        return;
    pending->op =
        g->again == AGAIN_DIE ? (Operation){.effect = EFFECT_EXIT} : vm_operation(dpor->vm, g);
    if (ends_program(g, &pending->op))
        pending->op.effect = EFFECT_EXIT;
    pending->kind = step_kind(pending->op.effect);
    if (pending->kind == STEP_CHAN)
        arrive_at_channel(dpor, pending, g);
    else if (concerns_no_channel(&pending->op))
        pending->kind = STEP_LOCAL;
    else if (pending->kind != STEP_LOCAL)
        pending->object = object_of(dpor, &pending->op);
}

/* ---- enabled steps ---- */

static bool case_ready(const Case *c)
{
    const Chan *ch = c->chan;
    if (!ch)
        return false;
    return ch->closed || (c->is_send ? ch->count < ch->cap : ch->count > 0);
}

static bool any_ready(const Dpor *dpor, const Pending *pending)
{
    for (u32 i = 0; i < pending->cases.count; i++)
        if (case_ready(&dpor->path.cases.data[pending->cases.first + i]))
            return true;
    return false;
}

static void possible(Dpor *dpor, Proc proc, u32 choice)
{
    vec_push(&dpor->run.options, (Label){proc, NO_PROC, (u16)choice, 0});
}

/* Of two goroutines that meet one must have waited, which it does not if it finds a case ready. */
static bool can_wait(const Dpor *dpor, const Pending *pending)
{
    return !pending->cases.has_default && !any_ready(dpor, pending);
}

bool dpor_can_wait(const Dpor *dpor, Proc proc)
{
    return can_wait(dpor, &dpor->run.pending.data[proc]);
}

static bool transfers(const Case *send, const Case *recv)
{
    return send->is_send && !recv->is_send && send->chan && send->chan == recv->chan &&
           !send->cap && !send->chan->closed;
}

/* Adds the transfers without buffer from one sender. */
static void meetings(Dpor *dpor, Proc sender)
{
    const Pending *from = &dpor->run.pending.data[sender];
    bool waits = can_wait(dpor, from);
    for (u32 r = 0; r < dpor->run.started.len; r++) {
        Proc receiver = dpor->run.started.data[r];
        const Pending *to = &dpor->run.pending.data[receiver];
        if (!to->g || to->kind != STEP_CHAN || to == from || !(waits || can_wait(dpor, to)))
            continue;
        for (u32 i = 0; i < from->cases.count; i++)
            for (u32 k = 0; k < to->cases.count; k++)
                if (transfers(&dpor->path.cases.data[from->cases.first + i],
                              &dpor->path.cases.data[to->cases.first + k]))
                    vec_push(&dpor->run.options, (Label){sender, receiver, (u16)i, (u16)k});
    }
}

/* Whether a goroutine has waited at the other end of a channel since a timer fired: a select with
 * default finds it there. */
static bool awaited(const Dpor *dpor, const Pending *pending)
{
    for (Proc other = 1; other < dpor->run.pending.len; other++) {
        const Pending *to = &dpor->run.pending.data[other];
        if (!to->g || to->kind != STEP_CHAN || !to->arrived || !can_wait(dpor, to))
            continue;
        for (u32 i = 0; i < pending->cases.count; i++)
            for (u32 k = 0; k < to->cases.count; k++) {
                const Case *a = &dpor->path.cases.data[pending->cases.first + i];
                const Case *b = &dpor->path.cases.data[to->cases.first + k];
                if (transfers(a, b) || transfers(b, a))
                    return true;
            }
    }
    return false;
}

/* A receive from a channel that is closed and empty. */
static bool is_drained(const Case *c)
{
    return !c->is_send && c->chan->closed && !c->chan->count;
}

static void channel_options(Dpor *dpor, Proc proc, const Pending *pending)
{
    bool sends = false, ready = false;
    bool in_vain = pending->spinning && !spin_changed(dpor, proc); /* if it only looks again */
    for (u32 i = 0; i < pending->cases.count; i++) {
        const Case *c = &dpor->path.cases.data[pending->cases.first + i];
        sends |= c->is_send && !c->cap;
        if (!case_ready(c))
            continue;
        ready = true;
        if (!(in_vain && is_drained(c) && spin_has_drained(dpor, proc, c->object)))
            possible(dpor, proc, i);
    }
    bool looks = pending->cases.has_default && !ready && !awaited(dpor, pending);
    if (looks && !in_vain)
        possible(dpor, proc, pending->cases.count);
    if (sends)
        meetings(dpor, proc);
}

static bool can_step(Dpor *dpor, Proc proc, Pending *pending)
{
    bool changed = pending->spinning && spin_changed(dpor, proc);
    bool stops = spin_stops(dpor, proc);
    dpor->run.in_vain |= stops && changed;
    if (stops || (pending->spinning && !changed))
        return false;
    switch ((StepKind)pending->kind) {
    case STEP_FIRE: return true;
    case STEP_SPIN: return pending->moved != dpor->run.moves;
    case STEP_END: return false;
    case STEP_OBJECT:
        return (vm_operation_ready(pending->g, &pending->op) && !sight_waits(dpor, proc)) ||
               (pending->op.effect == EFFECT_WAIT && dpor_strict(dpor, pending->object));
    case STEP_UNKNOWN:
    case STEP_LOCAL:
    case STEP_CHAN:
    case STEP_ACCESS: break;
    }
    return true;
}

/* Labels differ, each is that of a goroutine that has arrived, and an end of the program is only
 * among them if all are. */
static void check_options(const Dpor *dpor)
{
    for (u32 i = 0; CHECKING && i < dpor->run.options.len; i++) {
        const Label *label = &dpor->run.options.data[i];
        for (u32 k = 0; k < i; k++)
            CHECK(!label_equal(label, &dpor->run.options.data[k]));
        CHECK(label->partner == NO_PROC ||
              dpor->run.pending.data[label->partner].kind == STEP_CHAN);
        CHECK((dpor->run.pending.data[label->proc].kind == STEP_END) ==
              (dpor->run.pending.data[dpor->run.options.data[0].proc].kind == STEP_END));
        CHECK(dpor->run.pending.data[label->proc].kind != STEP_LOCAL);
    }
}

static void options_of(Dpor *dpor, Proc proc)
{
    Pending *pending = &dpor->run.pending.data[proc];
    if (pending->g && pending->kind == STEP_CHAN)
        channel_options(dpor, proc, pending);
    else if (pending->g && can_step(dpor, proc, pending))
        possible(dpor, proc, 0);
}

static void end_options(Dpor *dpor)
{
    for (u32 i = 0; i < dpor->run.started.len; i++) {
        Proc proc = dpor->run.started.data[i];
        if (dpor->run.pending.data[proc].g && dpor->run.pending.data[proc].kind == STEP_END)
            possible(dpor, proc, 0);
    }
}

void dpor_options(Dpor *dpor)
{
    vec_clear(&dpor->run.options);
    dpor->run.in_vain = dpor->run.stale = false;
    Proc current =
        dpor->run.proc_of
            .data[dpor->vm->sched.current ? dpor->vm->sched.current->id : GOROUTINE_MAIN];
    options_of(dpor, current); /* first the one that runs */
    for (u32 i = 0; i < dpor->run.started.len; i++)
        if (dpor->run.started.data[i] != current)
            options_of(dpor, dpor->run.started.data[i]);
    fire_options(dpor);
    if (!dpor->run.options.len)
        end_options(dpor);
    check_options(dpor);
}

/* ---- footprints ---- */

static void footprint(Dpor *dpor, u32 object, FootprintKind kind, i32 by, i32 was)
{
    CHECK(object < dpor->names.nobjects && kind < FOOTPRINT_KINDS);
    Footprint footprint = {.object = object, .kind = (u8)kind, .by = by, .was = was};
    vec_push(&dpor->path.footprints, footprint);
}

static void footprint_channel(Dpor *dpor, const Pending *pending, u32 choice)
{
    if (choice == pending->cases.count) {
        for (u32 i = 0; i < choice; i++) {
            const Case *c = &dpor->path.cases.data[pending->cases.first + i];
            if (c->chan)
                footprint(dpor, c->object, FOOTPRINT_LOOK, 0, chan_state(c->chan));
        }
        return;
    }
    CHECK(choice < pending->cases.count);
    const Case *c = &dpor->path.cases.data[pending->cases.first + choice];
    i32 was = chan_state(c->chan);
    if (c->is_send)
        footprint(dpor, c->object, c->chan->closed ? FOOTPRINT_DRAINED : FOOTPRINT_SEND,
                  (i32)c->cap, was);
    else
        footprint(dpor, c->object, c->chan->count ? FOOTPRINT_RECV : FOOTPRINT_DRAINED, 0, was);
}

/* Of a step on one object. */
static Footprint object_footprint(const Dpor *dpor, const Pending *pending, const Operation *op)
{
    Footprint footprint = {.object = pending->object, .kind = (u8)footprint_kind_of(op->effect)};
    if (op->effect == EFFECT_ADD || op->effect == EFFECT_WAIT)
        footprint.was = *(const i32 *)op->object;
    if (op->effect == EFFECT_ADD)
        footprint.by = (i32)op->args[1];
    if (effect_on(op->effect) == ON_CHANNEL)
        footprint.was = chan_state(op->object);
    bool foreign = op->effect == EFFECT_RUNLOCK && !sync_reads(dpor->vm, op->object, pending->g);
    bool strict = dpor_strict(dpor, pending->object) && effect_on(op->effect) != ON_ATOMIC;
    if (strict || sync_unlocks_free(op) || foreign)
        footprint.kind = FOOTPRINT_WRITE; /* an RUnlock of one's own comes after its RLock anyway */
    return footprint;
}

/* What a stopped timer has sent is taken back, and setting it anew reads the clock. */
static void footprint_stop(Dpor *dpor, const Timer *timer)
{
    const Chan *ch = timer_taken_back(timer);
    if (ch)
        footprint(dpor, dpor_object(dpor, ch->ref.loc), FOOTPRINT_TAKE_BACK, 0, chan_state(ch));
    if (dpor->vm->ask.clock)
        footprint(dpor, dpor_shared(dpor, ON_TIME), FOOTPRINT_READ, 0, 0);
}

/* That a timer fires, besides what it sends. */
static void footprint_fire(Dpor *dpor, const Pending *pending)
{
    if (pending->object != NO_OBJECT)
        footprint(dpor, pending->object, FOOTPRINT_WRITE, 0, 0);
    if (dpor->vm->ask.clock)
        footprint(dpor, dpor_shared(dpor, ON_TIME), FOOTPRINT_PASS, 0, 0);
}

void dpor_footprint(Dpor *dpor, const Label *label)
{
    if (label->proc == PROC_MACHINE)
        return;
    Pending *pending = &dpor->run.pending.data[label->proc];
    if (pending->timer)
        footprint_fire(dpor, pending);
    switch ((StepKind)pending->kind) {
    case STEP_CHAN:
        if (label->partner == NO_PROC)
            footprint_channel(dpor, pending, label->choice);
        else
            footprint(dpor, dpor->path.cases.data[pending->cases.first + label->choice].object,
                      FOOTPRINT_MEET, 0, 0);
        break;
    case STEP_FIRE: break;
    case STEP_END: footprint(dpor, pending->object, FOOTPRINT_WRITE, 0, 0); break;
    case STEP_OBJECT: {
        Operation now = pending->op;
        /* It may only look, as things are; after the run its arguments are gone. */
        if (dpor->run.running && now.object && now.native && now.native->now)
            now.effect = now.native->now(now.args);
        if (pending->object != NO_OBJECT)
            vec_push(&dpor->path.footprints, object_footprint(dpor, pending, &now));
        if (dpor->run.running && pending->object != NO_OBJECT)
            sight_footprint(dpor, pending, &vec_last(&dpor->path.footprints));
        if (now.effect == EFFECT_TIMER)
            footprint_stop(dpor, now.object);
        break;
    }
    case STEP_UNKNOWN:
    case STEP_LOCAL:
    case STEP_ACCESS: /* its events will say what */
    case STEP_SPIN: break;
    }
}
