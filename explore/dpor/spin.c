/* Loops without effect: a goroutine that looks at the same things again and again, and waits for
 * somebody else to change them. Going round once more would bring it where it is; so it does not go
 * on before one of those things has changed, and such loops end. */
#include "explore/dpor/dpor.h"
#include "vm/frame.h"

/* What is read in a critical section is no object: any memory may be meant. */
enum { ANY_MEMORY = UINT32_MAX };

/* Remembered of one goroutine, before it is looked at anew: longer loops are not recognised. */
enum { MOST_STATES = 64, MOST_OBJECTS = 64 };

static void forget(Gaze *gaze)
{
    vec_clear(&gaze->states);
    vec_clear(&gaze->objects);
    vec_clear(&gaze->versions);
}

void gaze_begin(Dpor *dpor)
{
    for (u32 i = 0; i < dpor->run.gazes.len; i++) {
        forget(&dpor->run.gazes.data[i]);
        dpor->run.gazes.data[i].held = 0;
    }
    vec_zero(&dpor->run.versions);
}

static Gaze *gaze_of(Dpor *dpor, Proc proc)
{
    while (dpor->run.gazes.len <= proc)
        vec_push(&dpor->run.gazes, (Gaze){0});
    return &dpor->run.gazes.data[proc];
}

static u32 *version_of(Dpor *dpor, u32 object)
{
    while (dpor->run.versions.len <= object)
        vec_push(&dpor->run.versions, 0);
    return &dpor->run.versions.data[object];
}

/* All that it computes with: the instruction, its stack, and how many locks it holds. */
static u64 state_of(Dpor *dpor, const G *g, Proc proc)
{
    const Func *fn = vm_func_at(dpor->vm, g->pc - 1);
    u64 hash = hash_u64((u64)g->pc ^ (u64)gaze_of(dpor, proc)->held << 48);
    const u64 *end = g->R + (fn ? fn->nregs : 0);
    for (const u64 *slot = g->stack; slot < end && slot < g->stack_end; slot++)
        hash = hash_u64(hash * 0x9e3779b97f4a7c15ull ^ *slot);
    return hash;
}

bool gaze_repeats(Dpor *dpor, const G *g, Proc proc)
{
    Gaze *gaze = gaze_of(dpor, proc);
    const Observer *observer = executor_observer(dpor->check->executor);
    u64 writes = g->id < observer->alive ? observer->threads.data[g->id].writes : 0;
    if (gaze->writes != writes)
        forget(gaze);
    gaze->writes = writes;
    u64 state = state_of(dpor, g, proc);
    for (u32 i = 0; i < gaze->states.len; i++)
        if (gaze->states.data[i] == state)
            return true;
    if (gaze->states.len == MOST_STATES)
        forget(gaze);
    vec_push(&gaze->states, state);
    return false;
}

static u32 version_now(const Dpor *dpor, u32 object)
{
    if (object == ANY_MEMORY)
        return (u32)executor_observer(dpor->check->executor)->writes;
    return dpor->run.versions.data[object];
}

bool gaze_changed(const Dpor *dpor, Proc proc)
{
    const Gaze *gaze = &dpor->run.gazes.data[proc];
    for (u32 i = 0; i < gaze->objects.len; i++)
        if (gaze->versions.data[i] != version_now(dpor, gaze->objects.data[i]))
            return true;
    return false;
}

void gaze_lock(Dpor *dpor, Proc proc, bool locks)
{
    gaze_of(dpor, proc)->held += locks ? 1 : -1;
}

bool gaze_is_single(const Dpor *dpor, Proc proc)
{
    const Gaze *gaze = &dpor->run.gazes.data[proc];
    for (u32 i = 0; i < gaze->objects.len; i++)
        if (gaze->objects.data[i] != gaze->objects.data[0] || gaze->objects.data[i] == ANY_MEMORY)
            return false;
    return gaze->objects.len > 0;
}

static bool is_lock(u8 kind)
{
    return kind == TOUCH_LOCK || kind == TOUCH_UNLOCK || kind == TOUCH_RLOCK ||
           kind == TOUCH_RUNLOCK || kind == TOUCH_WLOCK;
}

/* A critical section that writes nothing is as good as a look. */
static bool only_looks(const Touch *touches, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (touches[i].kind != TOUCH_READ && touches[i].kind != TOUCH_LOOK &&
            !is_lock(touches[i].kind))
            return false;
    return n > 0;
}

/* All that is remembered is unchanged. */
static void look(Dpor *dpor, Gaze *gaze, u32 object)
{
    for (u32 i = 0; i < gaze->objects.len; i++)
        if (gaze->objects.data[i] == object)
            return;
    if (gaze->objects.len == MOST_OBJECTS)
        forget(gaze);
    vec_push(&gaze->objects, object);
    vec_push(&gaze->versions, version_now(dpor, object));
}

void gaze_step(Dpor *dpor, Proc proc, const Touch *touches, u32 n)
{
    bool looks = only_looks(touches, n);
    Gaze *gaze = gaze_of(dpor, proc);
    if (!looks || (gaze->objects.len && gaze_changed(dpor, proc)))
        forget(gaze);
    for (u32 i = 0; i < n; i++) {
        u32 *version = version_of(dpor, touches[i].object);
        bool lock = is_lock(touches[i].kind);
        if (!looks || lock)
            ++*version;
        if (looks)
            look(dpor, gaze, lock ? ANY_MEMORY : touches[i].object);
    }
}

void gaze_free(Dpor *dpor)
{
    for (u32 i = 0; i < dpor->run.gazes.len; i++) {
        vec_free(&dpor->run.gazes.data[i].states);
        vec_free(&dpor->run.gazes.data[i].objects);
        vec_free(&dpor->run.gazes.data[i].versions);
    }
    vec_free(&dpor->run.gazes);
    vec_free(&dpor->run.versions);
}
