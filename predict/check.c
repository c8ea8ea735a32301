/* CHECKs the form of a run: all analyses take it for granted. */
#include "predict/steps.h"

/* A step that others name as what comes before them. */
static void check_source(const Steps *steps, u32 source, u32 number)
{
    CHECK(source < number && steps->list.data[source].source);
}

static void check_access(const Steps *steps, u32 number)
{
    const RunStep *step = &steps->list.data[number];
    CHECK(step->object < steps->variables);
    const RunStep *first = &steps->list.data[steps_first(steps, number)];
    const RunStep *last = &steps->list.data[steps_last(steps, number)];
    CHECK(first <= step && step <= last && last - first == last->index - first->index);
    CHECK(first->event == last->event && first->goroutine == last->goroutine);
    if (!step->reads || step->writer == NO_STEP)
        return;
    check_source(steps, step->writer, number);
    CHECK(steps->list.data[step->writer].kind == STEP_WRITE);
    CHECK(steps->list.data[step->writer].object == step->object);
}

static void check_lock(const Steps *steps, u32 number)
{
    const RunStep *step = &steps->list.data[number], *other;
    CHECK(step->object < steps->locks);
    if (step->match == NO_STEP)
        return;
    other = &steps->list.data[step->match];
    CHECK(other->match == number && other->object == step->object);
    CHECK(other->kind == (step->kind == STEP_ACQUIRE ? STEP_RELEASE : STEP_ACQUIRE));
    CHECK((step->match > number) == (step->kind == STEP_ACQUIRE));
    CHECK(other->shared == step->shared);
}

static void check_sync(const Steps *steps, const RunStep *step)
{
    CHECK(step->object == NO_OBJECT || step->object < steps->objects);
    CHECK(!(step->sends || step->takes) || step->object < steps->channels.len);
    CHECK(!(step->sends && step->takes));
}

static void check_step(const Steps *steps, u32 number)
{
    const RunStep *step = &steps->list.data[number];
    CHECK(step->goroutine < steps->goroutines && step->event < steps->trace->events.len);
    CHECK(number == 0 || steps->list.data[number - 1].event <= step->event);
    CHECK(steps_at(steps, step->goroutine, step->index) ==
          (number < steps->context ? NO_STEP : number));
    CHECK(step->preds + step->pred_count <= steps->preds.len);
    for (u32 i = 0; i < step->pred_count; i++)
        check_source(steps, steps->preds.data[step->preds + i].step, number);
    switch ((StepKind)step->kind) {
    case STEP_READ:
    case STEP_WRITE: check_access(steps, number); break;
    case STEP_ACQUIRE:
    case STEP_RELEASE: check_lock(steps, number); break;
    case STEP_SYNC: check_sync(steps, step); break;
    }
}

/* The acquire of which a section may be open before a step. */
static void check_held(const Steps *steps, u32 number)
{
    u32 acquire = steps->held.data[number];
    if (acquire == NO_STEP)
        return;
    CHECK(acquire < number && steps->list.data[acquire].kind == STEP_ACQUIRE);
    CHECK(steps->list.data[acquire].goroutine == steps->list.data[number].goroutine);
    u32 outer = steps->list.data[acquire].outer;
    CHECK(outer == NO_STEP || outer < acquire);
}

void steps_check(const Steps *steps)
{
    u32 count = 0;
    CHECK(steps->by_goroutine.len == steps->goroutines);
    CHECK(steps->variables_seen <= steps->variables);
    for (u32 i = 0; i < steps->list.len; i++) {
        check_step(steps, i);
        check_held(steps, i);
    }
    for (u32 g = 0; g < steps->goroutines; g++)
        count += steps->by_goroutine.data[g].len;
    CHECK(steps->context + count == steps->list.len && steps->held.len == steps->list.len);
    for (u32 c = 0; c < steps->channels.len; c++)
        for (u32 i = 0; i < steps->channels.data[c].takes.len; i++)
            CHECK(steps->list.data[steps->channels.data[c].takes.data[i]].takes);
}
