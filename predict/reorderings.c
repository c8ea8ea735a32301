/* Depth first: each event that may come next, after each beginning. */
#include "predict/reorderings.h"

typedef struct Finder {
    Reorderings *out;
    const Steps *steps;
    StepList events; /* the beginning: numbers of events */
    u64 beginnings;
} Finder;

/* Replays the beginning, and `more` events after it: whether each may come. The last `free_reads`
 * of all may read another value. */
static bool replay(const Finder *f, const u32 *more, u32 count, u32 free_reads, Reorder *state)
{
    bool ok = true;
    u32 other, len = f->events.len + count;
    reorder_init(state, f->steps);
    for (u32 i = 0; ok && i < len; i++) {
        u32 event = i < f->events.len ? f->events.data[i] : more[i - f->events.len];
        ok = reorder_event(state, event, i + free_reads >= len, &other) == REORDER_VALID;
    }
    return ok;
}

static bool may_come(const Finder *f, const u32 *more, u32 count, u32 free_reads)
{
    Reorder state;
    bool ok = replay(f, more, count, free_reads, &state);
    reorder_free(&state);
    return ok;
}

/* The next event of each goroutine, in the order of the run. */
static StepList next_events(const Finder *f)
{
    Reorder state;
    StepList events = {0};
    bool ok = replay(f, NULL, 0, 0, &state);
    CHECK(ok);
    for (u32 g = 0; ok && g < f->steps->goroutines; g++) {
        const StepList *own = &f->steps->by_goroutine.data[g];
        bool again = state.done[g] >= own->len;
        u32 event = again ? 0 : f->steps->list.data[own->data[state.done[g]]].event;
        for (u32 i = 0; i < events.len; i++)
            again |= events.data[i] == event; /* of two goroutines at once */
        if (!again)
            vec_push(&events, event);
    }
    reorder_free(&state);
    return events;
}

/* Keeps the beginning and the two accesses after it, if it is the first that leads up to these, or
 * shorter than the one that is kept. */
static void add_race(Finder *f, const u32 *pair)
{
    StepList *place = NULL;
    for (u32 i = 0; i < f->out->races.len; i++) {
        StepList *race = &f->out->races.data[i];
        u32 a = race->data[race->len - 2], b = race->data[race->len - 1];
        if ((a == pair[0] && b == pair[1]) || (a == pair[1] && b == pair[0]))
            place = race;
    }
    if (place && place->len <= f->events.len + 2)
        return;
    if (!place) {
        vec_push(&f->out->races, (StepList){0});
        place = &vec_last(&f->out->races);
    }
    vec_clear(place);
    for (u32 i = 0; i < f->events.len; i++)
        vec_push(place, f->events.data[i]);
    vec_push(place, pair[0]);
    vec_push(place, pair[1]);
}

static void add_reordering(Finder *f)
{
    f->out->count++;
    if (f->out->listed.len == MOST_REORDERINGS)
        return;
    StepList copy = {0};
    for (u32 i = 0; i < f->events.len; i++)
        vec_push(&copy, f->events.data[i]);
    vec_push(&f->out->listed, copy);
}

static void extend(Finder *f)
{
    if (++f->beginnings > MOST_BEGINNINGS) {
        f->out->complete = false;
        return;
    }
    StepList next = next_events(f);
    for (u32 i = 0; i < next.len; i++)
        for (u32 k = 0; k < i; k++) {
            u32 pair[] = {next.data[k], next.data[i]};
            if (reorder_conflict(f->steps, pair[0], pair[1]) && may_come(f, pair, 2, 2))
                add_race(f, pair);
        }
    for (u32 i = 0; i < next.len; i++)
        if (may_come(f, &next.data[i], 1, 0)) {
            vec_push(&f->events, next.data[i]);
            extend(f);
            (void)vec_pop(&f->events);
        }
    if (next.len == 0)
        add_reordering(f);
    vec_free(&next);
}

void reorderings_find(Reorderings *out, const Steps *steps)
{
    *out = (Reorderings){.complete = true};
    Finder finder = {.out = out, .steps = steps};
    extend(&finder);
    vec_free(&finder.events);
}

void reorderings_free(Reorderings *out)
{
    for (u32 i = 0; i < out->listed.len; i++)
        vec_free(&out->listed.data[i]);
    for (u32 i = 0; i < out->races.len; i++)
        vec_free(&out->races.data[i]);
    vec_free(&out->listed);
    vec_free(&out->races);
}
