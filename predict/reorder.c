/* Replays steps against the rules of valid reorderings. */
#include "predict/reorder.h"

void reorder_init(Reorder *r, const Steps *steps)
{
    *r = (Reorder){.steps = steps};
    r->done = xcalloc(steps->goroutines, sizeof *r->done);
    r->last = xcalloc(steps->variables, sizeof *r->last);
    r->held = xcalloc(steps->locks, sizeof *r->held);
    r->buffer = xcalloc(steps->objects, sizeof *r->buffer);
    r->latest = xcalloc(steps->objects, sizeof *r->latest);
    r->fixed = xcalloc(steps->objects, sizeof *r->fixed);
}

void reorder_free(Reorder *r)
{
    for (u32 i = 0; i < r->steps->locks; i++)
        vec_free(&r->held[i]);
    for (u32 i = 0; i < r->steps->objects; i++)
        vec_free(&r->buffer[i]);
    free(r->done);
    free(r->last);
    free(r->held);
    free(r->buffer);
    free(r->latest);
    free(r->fixed);
}

const char *reorder_rule_text(ReorderRule rule)
{
    static const char *const texts[] = {
        [REORDER_VALID] = "valid",
        [REORDER_PROGRAM_ORDER] = "program order",
        [REORDER_SYNC] = "synchronisation",
        [REORDER_LOCK] = "lock semantics",
        [REORDER_LAST_WRITER] = "last writer",
        [REORDER_CAPACITY] = "the capacity of a channel",
        [REORDER_VALUE] = "the value that is received",
        [REORDER_OBJECT] = "the order of operations on one object",
    };
    return texts[rule];
}

static ReorderRule check_order(const Reorder *r, const RunStep *step, u32 *other)
{
    const Steps *steps = r->steps;
    u32 done = r->done[step->goroutine];
    if (done != step->index) { /* the next one is missing, or it has been there */
        *other =
            steps->by_goroutine.data[step->goroutine].data[done < step->index ? done : step->index];
        return REORDER_PROGRAM_ORDER;
    }
    for (u32 i = 0; i < step->pred_count; i++) {
        Pred pred = steps->preds.data[step->preds + i];
        const RunStep *before = &steps->list.data[pred.step];
        *other = pred.step;
        if (pred_is_fixed(pred) && before->index >= r->done[before->goroutine])
            return REORDER_SYNC;
    }
    return REORDER_VALID;
}

static ReorderRule take_access(Reorder *r, u32 number, bool free_read, u32 *other)
{
    const RunStep *step = &r->steps->list.data[number];
    u32 *last = &r->last[step->object];
    if (step->reads && !free_read && *last != step->writer + 1) {
        *other = *last ? *last - 1 : NO_STEP;
        return REORDER_LAST_WRITER;
    }
    if (step->kind == STEP_WRITE)
        *last = number + 1;
    return REORDER_VALID;
}

static ReorderRule take_lock_step(Reorder *r, u32 number, u32 *other)
{
    const RunStep *step = &r->steps->list.data[number];
    StepList *held = &r->held[step->object];
    if (step->kind == STEP_RELEASE) {
        for (u32 i = 0; i < held->len; i++)
            if (held->data[i] == step->match)
                held->data[i] = vec_pop(held);
        return REORDER_VALID;
    }
    for (u32 i = 0; i < held->len; i++) {
        *other = held->data[i];
        if (!step->shared || !r->steps->list.data[*other].shared)
            return REORDER_LOCK;
    }
    vec_push(held, number);
    return REORDER_VALID;
}

/* Of a channel whose beginning the trace lacks the capacity is not known: 0. */
static ReorderRule take_value(Reorder *r, u32 number, u32 *other)
{
    const RunStep *step = &r->steps->list.data[number];
    StepList *buffer = &r->buffer[step->object];
    u64 capacity = r->steps->channels.data[step->object].capacity;
    if (step->sends) {
        *other = buffer->len > 0 ? buffer->data[0] : NO_STEP;
        if (capacity > 0 && buffer->len >= capacity)
            return REORDER_CAPACITY;
        vec_push(buffer, number);
        return REORDER_VALID;
    }
    if (buffer->len == 0)
        return REORDER_VALID;
    *other = buffer->data[0];
    for (u32 i = 0; i < step->pred_count; i++)
        if (r->steps->preds.data[step->preds + i].step == *other) {
            memmove(buffer->data, buffer->data + 1, --buffer->len * sizeof *buffer->data);
            return REORDER_VALID;
        }
    return REORDER_VALUE;
}

static ReorderRule take_operation(Reorder *r, u32 number, u32 *other)
{
    const RunStep *step = &r->steps->list.data[number];
    const Event *event = &r->steps->trace->events.data[step->event];
    bool free_order = event->kind == EV_SEND || event->kind == EV_RECV;
    if (step->object == NO_OBJECT || event->flags & EVF_ATOMIC)
        return REORDER_VALID;
    u32 *latest = &r->latest[step->object], *fixed = &r->fixed[step->object];
    u32 before = free_order ? *fixed : *latest;
    if (before > number + 1) {
        *other = before - 1;
        return REORDER_OBJECT;
    }
    *latest = number >= *latest ? number + 1 : *latest;
    if (!free_order)
        *fixed = number + 1;
    return step->sends || step->takes ? take_value(r, number, other) : REORDER_VALID;
}

ReorderRule reorder_step(Reorder *r, u32 number, bool free_read, u32 *other)
{
    const RunStep *step = &r->steps->list.data[number];
    *other = NO_STEP;
    ReorderRule rule = check_order(r, step, other);
    if (rule == REORDER_VALID && is_access(step))
        rule = take_access(r, number, free_read, other);
    else if (rule == REORDER_VALID && step->kind != STEP_SYNC)
        rule = take_lock_step(r, number, other);
    else if (rule == REORDER_VALID)
        rule = take_operation(r, number, other);
    r->done[step->goroutine] += rule == REORDER_VALID;
    return rule;
}

/* The first step of the event or of a later one. */
static u32 first_step(const Steps *steps, u32 event)
{
    u32 low = 0, high = steps->list.len;
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        if (steps->list.data[middle].event < event)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_of_event(const Steps *steps, u32 number, u32 event)
{
    return number < steps->list.len && steps->list.data[number].event == event;
}

ReorderRule reorder_event(Reorder *r, u32 event, bool free_read, u32 *other)
{
    const Steps *steps = r->steps;
    ReorderRule rule = REORDER_VALID;
    *other = NO_STEP;
    for (u32 n = first_step(steps, event); is_of_event(steps, n, event) && rule == REORDER_VALID;
         n++)
        rule = reorder_step(r, n, free_read, other);
    return rule;
}

/* Key of the accesses by a goroutine to a variable. */
static u64 access_key(u32 variable, u32 goroutine)
{
    return hash_pair(variable, goroutine) | 1;
}

/* An event has accesses of one goroutine to many variables, or of two to one. */
bool reorder_conflict(const Steps *steps, u32 event, u32 other)
{
    Map accesses = {0}; /* of the event: the step + 1 */
    const RunStep *list = steps->list.data;
    u32 first = first_step(steps, event), end = first;
    for (; is_of_event(steps, end, event); end++)
        if (is_access(&list[end]))
            *map_put(&accesses, access_key(list[end].object, list[end].goroutine)) = end + 1;
    bool found = false;
    for (u32 n = first_step(steps, other); !found && is_of_event(steps, n, other); n++)
        for (u32 side = 0; !found && side < 2 && first < end; side++) {
            u32 goroutine = list[side == 0 ? first : end - 1].goroutine;
            const u64 *step = map_get(&accesses, access_key(list[n].object, goroutine));
            found = step && steps_conflict(&list[*step - 1], &list[n]);
        }
    map_free(&accesses);
    return found;
}
