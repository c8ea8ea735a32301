/* Loops without effect: a goroutine looks at the same things again and again, and waits for another
 * one to change them. Going round once more would bring it where it is; so it is not enabled before
 * one of those things has changed, and such loops end. */
#include "vm/spin.h"
#include "explore/dpor/dpor.h"

/* What is looked at in a critical section is not known: it may be any memory. */
enum { ANY_MEMORY = UINT32_MAX };

/* Most that is remembered of one goroutine: longer loops are not recognised. */
enum { MOST_STATES = 64, MOST_OBJECTS = 64 };

static void forget(Spin *spin)
{
    vec_clear(&spin->states);
    vec_clear(&spin->objects);
    vec_clear(&spin->versions);
}

void spin_begin(Dpor *dpor)
{
    for (u32 i = 0; i < dpor->run.spins.len; i++) {
        Spin *spin = &dpor->run.spins.data[i];
        forget(spin);
        vec_clear(&spin->asked);
        spin->held = 0;
        spin->effects = spin->asks = 0;
    }
    vec_zero(&dpor->run.versions);
}

static Spin *spin_of(Dpor *dpor, Proc proc)
{
    while (dpor->run.spins.len <= proc)
        vec_push(&dpor->run.spins, (Spin){0});
    return &dpor->run.spins.data[proc];
}

static u32 *version_of(Dpor *dpor, u32 object)
{
    while (dpor->run.versions.len <= object)
        vec_push(&dpor->run.versions, 0);
    return &dpor->run.versions.data[object];
}

/* All that it computes with, how many locks it holds and how many goroutines it has started. */
static u64 state_of(const Dpor *dpor, const G *g, Proc proc)
{
    u32 started = proc < dpor->run.children.len ? dpor->run.children.data[proc] : 0;
    u64 held = (u32)dpor->run.spins.data[proc].held;
    return hash_pair(spin_state(dpor->vm, g), held << 32 | started);
}

static bool has_state(const Spin *spin, u64 state)
{
    for (u32 i = 0; i < spin->states.len; i++)
        if (spin->states.data[i] == state)
            return true;
    return false;
}

static u64 writes_of(const Dpor *dpor, const G *g)
{
    const Observer *observer = executor_observer(dpor->check->executor);
    return g->id < observer->alive ? observer->threads.data[g->id].writes : 0;
}

bool spin_repeats(Dpor *dpor, const G *g, Proc proc)
{
    /* Before that writes are not observed, so the same state may be another. */
    if (!dpor->vm->tracking)
        return false;
    Spin *spin = spin_of(dpor, proc);
    u64 writes = writes_of(dpor, g);
    if (spin->writes != writes)
        forget(spin);
    spin->writes = writes;
    u64 state = state_of(dpor, g, proc);
    if (has_state(spin, state))
        return true;
    if (spin->states.len == MOST_STATES)
        forget(spin);
    vec_push(&spin->states, state);
    return false;
}

bool spin_asks_again(Dpor *dpor, const G *g, Proc proc, u32 options, u32 *drawn)
{
    Spin *spin = spin_of(dpor, proc);
    u64 state = hash_pair(state_of(dpor, g, proc), (u64)spin->effects << 32 | options);
    state = hash_pair(state, writes_of(dpor, g));
    *drawn = (u32)hash_pair(proc, spin->asks++) % options;
    for (u32 i = 0; i < spin->asked.len && dpor->vm->tracking; i++)
        if (spin->asked.data[i] == state) {
            forget(spin); /* the answer may lead out of the loop */
            return true;
        }
    if (spin->asked.len == MOST_STATES)
        vec_clear(&spin->asked);
    vec_push(&spin->asked, state);
    return false;
}

static u32 version_now(const Dpor *dpor, u32 object)
{
    if (object == ANY_MEMORY)
        return (u32)executor_observer(dpor->check->executor)->writes;
    CHECK(object < dpor->run.versions.len);
    return dpor->run.versions.data[object];
}

bool spin_changed(const Dpor *dpor, Proc proc)
{
    const Spin *spin = &dpor->run.spins.data[proc];
    for (u32 i = 0; i < spin->objects.len; i++)
        if (spin->versions.data[i] != version_now(dpor, spin->objects.data[i]))
            return true;
    return false;
}

void spin_lock(Dpor *dpor, Proc proc, bool locks)
{
    spin_of(dpor, proc)->held += locks ? 1 : -1;
}

bool spin_is_single(const Dpor *dpor, Proc proc)
{
    const Spin *spin = &dpor->run.spins.data[proc];
    for (u32 i = 0; i < spin->objects.len; i++)
        if (spin->objects.data[i] != spin->objects.data[0] || spin->objects.data[i] == ANY_MEMORY)
            return false;
    return spin->objects.len > 0;
}

static bool is_lock(u8 kind)
{
    return kind == FOOTPRINT_LOCK || kind == FOOTPRINT_UNLOCK || kind == FOOTPRINT_RLOCK ||
           kind == FOOTPRINT_RUNLOCK || kind == FOOTPRINT_WLOCK;
}

/* A critical section that writes nothing only looks. */
static bool only_looks(const Footprint *footprints, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (footprints[i].kind != FOOTPRINT_READ && footprints[i].kind != FOOTPRINT_LOOK &&
            !is_lock(footprints[i].kind))
            return false;
    return n > 0;
}

/* No other goroutine can notice it: no lock is taken, and nothing changed. */
static bool has_no_effect(const Footprint *footprints, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (footprints[i].kind != FOOTPRINT_READ && footprints[i].kind != FOOTPRINT_LOOK)
            return false;
    return true;
}

/* Remembers the object with its version; what was remembered before has not changed. */
static void look(Dpor *dpor, Spin *spin, u32 object)
{
    for (u32 i = 0; i < spin->objects.len; i++)
        if (spin->objects.data[i] == object)
            return;
    if (spin->objects.len == MOST_OBJECTS)
        forget(spin);
    vec_push(&spin->objects, object);
    vec_push(&spin->versions, version_now(dpor, object));
}

void spin_step(Dpor *dpor, Proc proc, const Footprint *footprints, u32 n)
{
    bool looks = only_looks(footprints, n);
    Spin *spin = spin_of(dpor, proc);
    CHECK(spin->objects.len == spin->versions.len && spin->objects.len <= MOST_OBJECTS);
    CHECK(spin->states.len <= MOST_STATES);
    spin->effects += !has_no_effect(footprints, n);
    if (!looks || (spin->objects.len && spin_changed(dpor, proc)))
        forget(spin);
    for (u32 i = 0; i < n; i++) {
        u32 *version = version_of(dpor, footprints[i].object);
        bool lock = is_lock(footprints[i].kind);
        if (!looks || lock)
            ++*version;
        if (looks)
            look(dpor, spin, lock ? ANY_MEMORY : footprints[i].object);
    }
}

void spin_free(Dpor *dpor)
{
    for (u32 i = 0; i < dpor->run.spins.len; i++) {
        vec_free(&dpor->run.spins.data[i].states);
        vec_free(&dpor->run.spins.data[i].objects);
        vec_free(&dpor->run.spins.data[i].versions);
        vec_free(&dpor->run.spins.data[i].asked);
    }
    vec_free(&dpor->run.spins);
    vec_free(&dpor->run.versions);
}
