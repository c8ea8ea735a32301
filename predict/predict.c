/* The table of analyses, and the lists of the races that they find. */
#include "predict/predict.h"

static const Analysis analyses[] = {
    {.name = "hb",
     .run = analyse_hb,
     .begin = hb_begin,
     .says = "happens-before: races of the run as it was"},
    {.name = "shb",
     .run = analyse_shb,
     .begin = shb_begin,
     .says = "schedulable happens-before: a read also comes after the write it sees"},
    {.name = "wcp",
     .run = analyse_wcp,
     .says = "weak-causally-precedes: unrelated critical sections may swap"},
    {.name = "syncp",
     .run = analyse_syncp,
     .shows = true,
     .says = "sync-preserving: reorderings that keep the order of critical sections"},
    {.name = "osr",
     .run = analyse_osr,
     .shows = true,
     .says = "sync-reversal: sections around the two accesses may come after the others"},
    {.name = "lockset",
     .run = analyse_lockset,
     .warns = true,
     .says = "no lock is held at all accesses: a warning"},
    {.name = "deadlock",
     .run = analyse_deadlock,
     .deadlocks = true,
     .says = "goroutines that can come to wait for each other's locks, in the order of the run"},
};

const Analysis *analysis_list(u32 *count)
{
    *count = COUNT_OF(analyses);
    return analyses;
}

const Analysis *analysis_find(const char *name)
{
    for (u32 i = 0; i < COUNT_OF(analyses); i++)
        if (!strcmp(analyses[i].name, name))
            return &analyses[i];
    return NULL;
}

/* STD text has its own numbers, other traces have source positions. */
u64 race_place(const Steps *steps, u32 number)
{
    const RunStep *step = &steps->list.data[number];
    const Event *event = &steps->trace->events.data[step->event];
    bool numbered = event->arg > 0 && event_info[event->kind].class == EVC_ACCESS;
    u64 place = numbered ? event->arg : event->span.start;
    return place << 1 | (step->kind == STEP_WRITE);
}

u64 race_pair_key(const Steps *steps, u32 first, u32 second)
{
    u64 from = race_place(steps, first), to = race_place(steps, second);
    return from < to ? hash_u64(from) + to : hash_u64(to) + from;
}

bool findings_has(const Findings *f, const Steps *steps, u32 first, u32 second)
{
    return map_get(&f->racy_steps, first > second ? first : second) &&
           map_get(&f->seen, race_pair_key(steps, first, second));
}

void findings_add(Findings *f, const Steps *steps, u32 first, u32 second)
{
    if (first > second) {
        u32 swap = first;
        first = second;
        second = swap;
    }
    CHECK(first < second && second < steps->list.len);
    CHECK(steps_conflict(&steps->list.data[first], &steps->list.data[second]));
    *map_put(&f->racy_steps, second) = 1;
    f->racy = f->racy_before + f->racy_steps.count;
    u64 *at = map_put(&f->seen, race_pair_key(steps, first, second));
    if (*at == 0) {
        vec_push(&f->pairs, (RacePair){first, second});
        *at = f->pairs.len;
    }
    CHECK(*at <= f->pairs.len && f->pairs.data[*at - 1].first < f->pairs.data[*at - 1].second);
}

void findings_visit(Findings *f, VisitStep visit, void *ctx)
{
    f->racy_before = f->racy;
    map_clear(&f->racy_steps);
    for (u32 i = 0; i < f->pairs.len; i++) {
        visit(ctx, &f->pairs.data[i].first);
        visit(ctx, &f->pairs.data[i].second);
    }
    for (u32 i = 0; i < f->cycles.len; i++)
        for (u32 k = 0; k < f->cycles.data[i].len; k++)
            visit(ctx, &f->cycles.data[i].data[k]);
}

void findings_free(Findings *findings)
{
    vec_free(&findings->pairs);
    for (u32 i = 0; i < findings->cycles.len; i++)
        vec_free(&findings->cycles.data[i]);
    vec_free(&findings->cycles);
    map_free(&findings->seen);
    map_free(&findings->racy_steps);
}
