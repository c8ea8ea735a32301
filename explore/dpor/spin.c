/* Loops without effect: a goroutine looks at the same things again and again, and waits for another
 * one to change them. Going round once more would bring it where it is; so it is not enabled before
 * one of those things has changed, and such loops end. */
#include "vm/spin.h"
#include "explore/dpor/dpor.h"

/* What is looked at in a critical section is not known: it may be any memory. */
enum { ANY_MEMORY = UINT32_MAX };

/* Most that is remembered of one goroutine: longer loops are not recognised. */
enum { MOST_STATES = 64, MOST_LOOKS = 64 };
/* Steps after which a goroutine's changes are late. */
enum { EARLY_STEPS = 100 };

static void forget(Spin *spin)
{
    vec_clear(&spin->states);
    vec_clear(&spin->looks);
    spin->repeats = spin->awaits = false;
}

void spin_begin(Dpor *dpor)
{
    for (u32 i = 0; i < dpor->run.spins.len; i++) {
        Spin *spin = &dpor->run.spins.data[i];
        forget(spin);
        spin->held = 0;
        spin->effects = spin->accesses = spin->steps = 0;
        spin->writes = 0;
    }
    vec_zero(&dpor->run.versions);
    asked_begin(&dpor->run.asked);
}

static Spin *spin_of(Dpor *dpor, Proc proc)
{
    while (dpor->run.spins.len <= proc)
        vec_push(&dpor->run.spins, (Spin){0});
    return &dpor->run.spins.data[proc];
}

static Version *version_of(Dpor *dpor, u32 object)
{
    while (dpor->run.versions.len <= object)
        vec_push(&dpor->run.versions, (Version){0});
    return &dpor->run.versions.data[object];
}

/* `computes`: all that it computes with. With how many locks it holds and how many goroutines it
 * has started. */
static u64 state_of(const Dpor *dpor, Proc proc, u64 computes)
{
    u32 started = proc < dpor->run.children.len ? dpor->run.children.data[proc] : 0;
    u64 held = (u32)dpor->run.spins.data[proc].held;
    return hash_pair(computes, held << 32 | started);
}

/* The state among those remembered, or NULL. */
static const SpinState *known_state(const Spin *spin, u64 hash)
{
    for (u32 i = 0; i < spin->states.len; i++)
        if (spin->states.data[i].hash == hash)
            return &spin->states.data[i];
    return NULL;
}

/* Whether the round, which has ended in the state that it began with, is one in which the goroutine
 * has looked at one atomic variable and at nothing else. */
static bool only_awaits(const Spin *spin, const SpinState *began)
{
    bool awaits = spin->looks.len > began->looks && spin->accesses == began->accesses;
    for (u32 i = began->looks; i < spin->looks.len; i++)
        awaits &= spin->looks.data[i].atomic &&
                  spin->looks.data[i].object == spin->looks.data[began->looks].object;
    return awaits;
}

/* The state has come again: what is remembered from now on is the round that has ended. */
static void keep_round(Spin *spin, SpinState began)
{
    spin->awaits = only_awaits(spin, &began);
    spin->repeats = true;
    u32 n = spin->looks.len - began.looks;
    if (n)
        memmove(spin->looks.data, vec_from(&spin->looks, began.looks), n * sizeof(Look));
    spin->looks.len = n;
    vec_clear(&spin->states);
    vec_push(&spin->states, (SpinState){.hash = began.hash, .accesses = spin->accesses});
}

static u64 writes_of(const Dpor *dpor, const G *g)
{
    const Observer *observer = executor_observer(dpor->check->executor);
    return g->id < observer->alive ? observer->threads.data[g->id].writes : 0;
}

bool spin_repeats(Dpor *dpor, const G *g, Proc proc, const Word *next, bool paused)
{
    /* Before that writes are not observed, so the same state may be another. */
    if (!dpor->vm->tracking)
        return false;
    Spin *spin = spin_of(dpor, proc);
    u64 writes = writes_of(dpor, g);
    if (spin->writes != writes)
        forget(spin);
    spin->writes = writes;
    u64 hash = state_of(dpor, proc, spin_state(dpor->vm, g, next));
    hash = paused ? hash_pair(hash, paused) : hash;
    const SpinState *began = known_state(spin, hash);
    spin->state = hash;
    if (began) {
        keep_round(spin, *began);
        return true;
    }
    if (spin->states.len == MOST_STATES)
        forget(spin);
    vec_push(&spin->states, (SpinState){hash, spin->looks.len, spin->accesses});
    return false;
}

bool spin_awaits(const Dpor *dpor, Proc proc)
{
    return dpor->run.spins.data[proc].awaits;
}

bool spin_asks_again(Dpor *dpor, Proc proc, const Choice *choice, u32 *drawn)
{
    Spin *spin = spin_of(dpor, proc);
    u64 done = state_of(dpor, proc, writes_of(dpor, dpor->vm->sched.current));
    bool again =
        asked_again(&dpor->run.asked, dpor->vm, choice, hash_pair(done, spin->effects), drawn);
    dpor->check->loop_bound |= dpor->run.asked.bound;
    if (again)
        forget(spin); /* the answer may lead out of the loop */
    return again;
}

static Version version_now(const Dpor *dpor, u32 object)
{
    if (object == ANY_MEMORY)
        return (Version){.all = (u32)executor_observer(dpor->check->executor)->writes};
    CHECK(object < dpor->run.versions.len);
    return dpor->run.versions.data[object];
}

/* At how many looks of the last round it would see another version now. */
static Version changed_looks(const Dpor *dpor, Proc proc)
{
    const Spin *spin = &dpor->run.spins.data[proc];
    Version changed = {0};
    for (u32 i = 0; i < spin->looks.len; i++) {
        Version then = spin->looks.data[i].version;
        Version now = version_now(dpor, spin->looks.data[i].object);
        changed.all += now.all != then.all;
        changed.late += now.late != then.late;
    }
    return changed;
}

bool spin_changed(const Dpor *dpor, Proc proc)
{
    return changed_looks(dpor, proc).all > 0;
}

bool spin_stops(const Dpor *dpor, Proc proc)
{
    return dpor->run.pending.data[proc].awaits && changed_looks(dpor, proc).late == 0;
}

void spin_given_up(Dpor *dpor, Proc proc)
{
    if (proc >= dpor->run.spins.len)
        return;
    const Spin *spin = &dpor->run.spins.data[proc];
    for (u32 i = 0; i < spin->looks.len; i++)
        if (spin->looks.data[i].atomic)
            dpor_looked_in_vain(dpor, spin->looks.data[i].object);
}

LeadsBack spin_leads_back(const Dpor *dpor, Proc proc, u64 state)
{
    if (!state || proc >= dpor->run.spins.len)
        return LEADS_ON;
    const Spin *spin = &dpor->run.spins.data[proc];
    const SpinState *began = known_state(spin, state_of(dpor, proc, state));
    if (!began || began->accesses != spin->accesses)
        return LEADS_ON;
    LeadsBack how = LEADS_BACK;
    for (u32 i = began->looks; i < spin->looks.len; i++) {
        const Look *look = &spin->looks.data[i];
        if (!look->atomic || !look->seen.type)
            return LEADS_ON;
        if (!sight_changed(dpor, &look->seen))
            continue;
        bool late = version_now(dpor, look->object).late != look->version.late;
        if (how != LEADS_BACK_LATE)
            how = late ? LEADS_BACK_LATE : LEADS_BACK_STALE;
    }
    return how;
}

bool spin_has_drained(const Dpor *dpor, Proc proc, u32 object)
{
    const Spin *spin = &dpor->run.spins.data[proc];
    for (u32 i = 0; i < spin->looks.len; i++)
        if (spin->looks.data[i].object == object && spin->looks.data[i].from == spin->state)
            return true;
    return false;
}

void spin_lock(Dpor *dpor, Proc proc, bool locks)
{
    spin_of(dpor, proc)->held += locks ? 1 : -1;
}

void spin_access(Dpor *dpor, Proc proc)
{
    spin_of(dpor, proc)->accesses++;
}

bool spin_is_single(const Dpor *dpor, Proc proc)
{
    const Spin *spin = &dpor->run.spins.data[proc];
    for (u32 i = 0; i < spin->looks.len; i++)
        if (spin->looks.data[i].object != spin->looks.data[0].object ||
            spin->looks.data[i].object == ANY_MEMORY)
            return false;
    return spin->looks.len > 0;
}

static bool is_lock(u8 kind)
{
    return kind == FOOTPRINT_LOCK || kind == FOOTPRINT_UNLOCK || kind == FOOTPRINT_RLOCK ||
           kind == FOOTPRINT_RUNLOCK || kind == FOOTPRINT_WLOCK;
}

/* It changes nothing: also a receive from a closed channel, which is as it was before. */
static bool is_look(u8 kind)
{
    return kind == FOOTPRINT_READ || kind == FOOTPRINT_LOOK || kind == FOOTPRINT_DRAINED;
}

/* A critical section that writes nothing only looks. */
static bool only_looks(const Footprint *footprints, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (!is_look(footprints[i].kind) && !is_lock(footprints[i].kind))
            return false;
    return n > 0;
}

/* No other goroutine can notice it: nothing is changed. That a lock is held they notice if they can
 * try it. */
static bool has_no_effect(const Dpor *dpor, const Footprint *footprints, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (!is_look(footprints[i].kind) &&
            (dpor->vm->ask.trylocks || !is_lock(footprints[i].kind)))
            return false;
    return true;
}

static void look(Dpor *dpor, Spin *spin, u32 object, bool atomic)
{
    if (spin->looks.len == MOST_LOOKS)
        forget(spin);
    Seen seen = atomic ? dpor->run.seen : (Seen){0};
    vec_push(&spin->looks, (Look){object, version_now(dpor, object), spin->state, atomic, seen});
}

void spin_step(Dpor *dpor, Proc proc, const Footprint *footprints, u32 n, bool atomic)
{
    bool looks = only_looks(footprints, n);
    bool drains = n && footprints[0].kind == FOOTPRINT_DRAINED;
    Spin *spin = spin_of(dpor, proc);
    CHECK(spin->looks.len <= MOST_LOOKS && spin->states.len <= MOST_STATES);
    spin->effects += !has_no_effect(dpor, footprints, n);
    spin->steps++;
    if (!looks)
        forget(spin);
    else if (spin->repeats && (!drains || spin_changed(dpor, proc))) /* a new round begins */
        vec_clear(&spin->looks);
    spin->repeats = false;
    for (u32 i = 0; i < n; i++) {
        Version *version = version_of(dpor, footprints[i].object);
        bool lock = is_lock(footprints[i].kind);
        if (!looks || lock) {
            version->all++;
            version->late += spin->steps > EARLY_STEPS;
        }
        if (looks)
            look(dpor, spin, lock ? ANY_MEMORY : footprints[i].object, atomic);
    }
}

void spin_free(Dpor *dpor)
{
    for (u32 i = 0; i < dpor->run.spins.len; i++) {
        vec_free(&dpor->run.spins.data[i].states);
        vec_free(&dpor->run.spins.data[i].looks);
    }
    vec_free(&dpor->run.spins);
    vec_free(&dpor->run.versions);
    asked_free(&dpor->run.asked);
}
