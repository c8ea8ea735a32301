/* Locksets [SAVAGE97]: for a variable that several goroutines use and at least one writes, the
 * locks that were held at all accesses (at writes, as a writer). If none is left, that is a
 * warning, not a race. Accesses of the first goroutine before it starts another do not count: they
 * initialise. */
#include "predict/predict.h"

typedef struct Shared {
    u32 owner;       /* the first goroutine */
    u32 first, last; /* accesses */
    bool used, shared, written, warned;
    u32 starts;     /* number of goroutines that the owner had started at its last access */
    StepList locks; /* candidates */
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

/* The conflicting access of another goroutine that the warning names. */
static u32 partner(const Steps *steps, const Shared *v, u32 now)
{
    const RunStep *step = &steps->list.data[now];
    if (steps_conflict(&steps->list.data[v->last], step))
        return v->last;
    return steps_conflict(&steps->list.data[v->first], step) ? v->first : NO_STEP;
}

static void all(const Steps *steps, StepList *locks, const StepList *held, const RunStep *access)
{
    vec_clear(locks);
    for (u32 i = 0; i < held->len; i++)
        if (counts(&steps->list.data[held->data[i]], access))
            vec_push(locks, steps->list.data[held->data[i]].object);
}

/* `starts`: by goroutine, the number of those it has started. */
static void look(const Steps *steps, Shared *v, u32 number, const StepList *held, const u32 *starts,
                 Findings *findings)
{
    const RunStep *step = &steps->list.data[number];
    CHECK(is_access(step) && !step->atomic);
    if (!v->used)
        *v = (Shared){.owner = step->goroutine,
                      .first = number,
                      .last = number,
                      .used = true,
                      .starts = UINT32_MAX};
    v->written |= step->kind == STEP_WRITE;
    if (v->shared || v->starts == starts[v->owner])
        intersect(steps, &v->locks, held, step);
    else
        all(steps, &v->locks, held, step);
    CHECK(v->first <= v->last && v->last <= number);
    v->shared |= step->goroutine != v->owner;
    v->starts = starts[v->owner];
    if (v->shared && v->written && v->locks.len == 0 && !v->warned) {
        u32 other = partner(steps, v, number);
        v->warned = other != NO_STEP;
        if (v->warned)
            findings_add(findings, steps, other, number);
    }
    if (step->kind == STEP_WRITE || steps->list.data[v->last].kind == STEP_READ)
        v->last = number;
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
    Shared *variables = xcalloc(steps->variables + 1u, sizeof *variables);
    StepList *held = xcalloc(steps->goroutines + 1u, sizeof *held);
    u32 *starts = xcalloc(steps->goroutines + 1u, sizeof *starts);
    for (u32 i = 0; i < steps->list.len; i++) {
        const RunStep *step = &steps->list.data[i];
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
