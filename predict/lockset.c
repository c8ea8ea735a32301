/* Locksets [SAVAGE97]: for a variable that several goroutines use and at least one writes, the
 * locks that were held at all accesses (at writes, as a writer). If none is left, that is a
 * warning, not a race. As long as a variable has been used by one goroutine only, what that one did
 * before it started another does not count: it initialised. */
#include "predict/predict.h"

/* The latest access, and the latest of a goroutine other than that one's; NO_STEP: none. */
typedef struct Latest {
    u32 step, other;
} Latest;

typedef struct Shared {
    bool used, shared, warned;
    u32 owner;           /* the first goroutine */
    u32 starts;          /* number of goroutines that the owner had started at its last access */
    Latest any, written; /* accesses; writes */
    u32 first, second;   /* the latest conflicting accesses, NO_STEP: none */
    StepList locks;      /* candidates */
} Shared;

/* Whether the lock that an acquire took counts at the access. */
static bool counts(const RunStep *acquire, const RunStep *access)
{
    return !acquire->shared || access->kind == STEP_READ;
}

/* held: acquires of the sections that the access is in. */
static bool protects(const Steps *steps, const StepList *held, const RunStep *access, u32 lock)
{
    for (u32 i = 0; i < held->len; i++) {
        const RunStep *acquire = &steps->list.data[held->data[i]];
        CHECK(acquire->kind == STEP_ACQUIRE);
        if (acquire->object == lock && counts(acquire, access))
            return true;
    }
    return false;
}

static void intersect(const Steps *steps, StepList *locks, const StepList *held,
                      const RunStep *access)
{
    u32 kept = 0;
    for (u32 i = 0; i < locks->len; i++)
        if (protects(steps, held, access, locks->data[i]))
            locks->data[kept++] = locks->data[i];
    locks->len = kept;
}

static u32 by_other(const Steps *steps, const Latest *latest, u32 goroutine)
{
    if (latest->step == NO_STEP || steps->list.data[latest->step].goroutine != goroutine)
        return latest->step;
    return latest->other;
}

static void note(const Steps *steps, Latest *latest, u32 number)
{
    latest->other = by_other(steps, latest, steps->list.data[number].goroutine);
    latest->step = number;
}

static void all(const Steps *steps, StepList *locks, const StepList *held, const RunStep *access)
{
    vec_clear(locks);
    for (u32 i = 0; i < held->len; i++)
        if (counts(&steps->list.data[held->data[i]], access))
            vec_push(locks, steps->list.data[held->data[i]].object);
}

static void begin(Shared *v, u32 goroutine)
{
    v->used = true;
    v->shared = false;
    v->owner = goroutine;
    v->any = v->written = (Latest){NO_STEP, NO_STEP};
    v->first = NO_STEP;
}

/* Enters the access, and finds the latest one that conflicts with it. */
static void enter(const Steps *steps, Shared *v, u32 number)
{
    const RunStep *step = &steps->list.data[number];
    bool write = step->kind == STEP_WRITE;
    u32 before = by_other(steps, write ? &v->any : &v->written, step->goroutine);
    if (before != NO_STEP) {
        v->first = before;
        v->second = number;
    }
    note(steps, &v->any, number);
    if (write)
        note(steps, &v->written, number);
    v->shared |= step->goroutine != v->owner;
}

/* `starts`: by goroutine, the number of those it has started. */
static void look(const Steps *steps, Shared *v, u32 number, const StepList *held, const u32 *starts,
                 Findings *findings)
{
    const RunStep *step = &steps->list.data[number];
    CHECK(is_access(step) && !step->atomic);
    if (!v->used || (!v->shared && v->starts != starts[v->owner])) {
        begin(v, step->goroutine);
        all(steps, &v->locks, held, step);
    } else {
        intersect(steps, &v->locks, held, step);
    }
    enter(steps, v, number);
    v->starts = starts[v->owner];
    if (v->first == NO_STEP || v->locks.len > 0 || v->warned)
        return;
    CHECK(v->shared);
    v->warned = true;
    findings_add(findings, steps, v->first, v->second);
}

static void leave(StepList *held, u32 acquire)
{
    for (u32 i = 0; i < held->len; i++)
        if (held->data[i] == acquire) {
            held->data[i] = vec_last(held);
            held->len--;
            return;
        }
}

void analyse_lockset(const Steps *steps, Findings *findings)
{
    if (CHECKING)
        steps_check(steps);
    Shared *variables = xcalloc(steps->variables, sizeof *variables);
    StepList *held = xcalloc(steps->goroutines, sizeof *held);
    u32 *starts = xcalloc(steps->goroutines, sizeof *starts);
    for (u32 i = 0; i < steps->list.len; i++) {
        const RunStep *step = &steps->list.data[i];
        if (step->done || (i < steps->context && step->kind != STEP_ACQUIRE))
            continue;
        if (is_access(step) && !step->atomic)
            look(steps, &variables[step->object], i, &held[step->goroutine], starts, findings);
        else if (step->kind == STEP_ACQUIRE)
            vec_push(&held[step->goroutine], i);
        else if (step->kind == STEP_RELEASE && step->match != NO_STEP)
            leave(&held[steps->list.data[step->match].goroutine], step->match);
        else if (steps->trace->events.data[step->event].kind == EV_GO)
            starts[step->goroutine]++;
    }
    for (u32 i = 0; i < steps->variables; i++)
        vec_free(&variables[i].locks);
    for (u32 i = 0; i < steps->goroutines; i++)
        vec_free(&held[i]);
    free(variables);
    free(held);
    free(starts);
}
