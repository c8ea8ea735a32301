/* Sync-preserving deadlocks [TUNC23]. A cycle of acquires, each of a lock that the goroutine of the
 * next one holds there, is a deadlock if a part of the run, in the run's own order, leads up to all
 * of them: the smallest closed part that contains what comes before each (predict/ideal.h) contains
 * none of the acquires themselves.
 *
 * Acquires of one goroutine at one place under the same locks differ only in when they come. A
 * cycle is looked for among such groups, each represented by its first acquire; where the closed
 * part contains that one, the next takes its place, and the part only grows. So each step is looked
 * at once for a cycle of groups, however many cycles of acquires that stands for. */
#include "predict/deadlock.h"
#include "predict/ideal.h"
#include "predict/predict.h"
#include "trace/happens_before.h"

enum { LOOKS = 200000000, MOST_CYCLES = 1 << 20 }; /* steps looked at; cycles tried, or given up */

/* Acquires of one goroutine, at one place, of one lock, under the same locks; in trace order. */
typedef VEC(StepList) Groups;

typedef struct Search {
    const Steps *steps;
    Groups groups;
    StepList *holds;  /* by lock: groups that hold it */
    StepList *writes; /* by lock: groups that acquire it, and not as a reader */
    Ideal ideal;
    u32 path[CYCLE_MAX], at[CYCLE_MAX]; /* groups, and the acquire of each */
    u32 len;
    u64 tried;
    Findings *findings;
} Search;

/* ---- what an acquire waits for ---- */

static bool holds(const Steps *steps, u32 at, u32 lock, bool but_shared)
{
    for (u32 i = steps->held.data[at]; i != NO_STEP; i = steps->list.data[i].outer) {
        const RunStep *section = &steps->list.data[i];
        if (section->object == lock && !(but_shared && section->shared) &&
            steps_section_around(steps, i, at))
            return true;
    }
    return false;
}

bool acquire_waits_for(const Steps *steps, u32 a, u32 b)
{
    const RunStep *waits = &steps->list.data[a], *other = &steps->list.data[b];
    CHECK(waits->kind == STEP_ACQUIRE && other->kind == STEP_ACQUIRE);
    if (waits->goroutine == other->goroutine)
        return false;
    bool ahead = waits->shared && !other->shared && other->object == waits->object;
    return ahead || holds(steps, b, waits->object, waits->shared);
}

/* ---- groups ---- */

/* Equal for acquires of a group. */
static u64 group_key(const Steps *steps, u32 acquire)
{
    const RunStep *step = &steps->list.data[acquire];
    const Event *event = &steps->trace->events.data[step->event];
    u64 place = event->arg ? event->arg : event->span.start, held = 0;
    for (u32 i = steps->held.data[acquire]; i != NO_STEP; i = steps->list.data[i].outer)
        if (steps_section_around(steps, i, acquire))
            held += hash_u64(steps->list.data[i].object * 2ull + steps->list.data[i].shared + 1);
    u64 key = hash_u64(held + hash_u64(place));
    key = hash_u64(key + step->object * 2ull + step->shared);
    return hash_u64(key + step->goroutine) | 1;
}

static void add_group(Search *s, u32 acquire)
{
    const RunStep *step = &s->steps->list.data[acquire];
    u32 group = s->groups.len;
    vec_push(&s->groups, (StepList){0});
    if (!step->shared)
        vec_push(&s->writes[step->object], group);
    for (u32 i = s->steps->held.data[acquire]; i != NO_STEP; i = s->steps->list.data[i].outer)
        if (steps_section_around(s->steps, i, acquire))
            vec_push(&s->holds[s->steps->list.data[i].object], group);
}

/* Whether the goroutine would wait if it came there while the lock is held. */
static bool may_wait(const Steps *steps, u32 number)
{
    const RunStep *step = &steps->list.data[number];
    return step->kind == STEP_ACQUIRE && !hb_is_try(steps->trace->events.data[step->event].sub);
}

static void build(Search *s)
{
    Map groups = {0};
    s->holds = xcalloc(s->steps->locks, sizeof *s->holds);
    s->writes = xcalloc(s->steps->locks, sizeof *s->writes);
    for (u32 i = s->steps->context; i < s->steps->list.len; i++) {
        if (!may_wait(s->steps, i))
            continue;
        u64 *group = map_put(&groups, group_key(s->steps, i));
        if (*group == 0) {
            add_group(s, i);
            *group = s->groups.len;
        }
        vec_push(&s->groups.data[*group - 1], i);
    }
    map_free(&groups);
}

static u32 first_of(const Search *s, u32 group)
{
    return s->groups.data[group].data[0];
}

/* ---- one cycle ---- */

static u32 acquire_of(const Search *s, u32 i)
{
    return s->groups.data[s->path[i]].data[s->at[i]];
}

/* Takes the next acquire of each group whose one is in the closed part. False: one has none. */
static bool move_on(Search *s, bool *moved)
{
    *moved = false;
    for (u32 i = 0; i < s->len; i++)
        while (ideal_has(&s->ideal, &s->steps->list.data[acquire_of(s, i)])) {
            *moved = true;
            if (++s->at[i] == s->groups.data[s->path[i]].len)
                return false;
        }
    return true;
}

static bool can_happen(Search *s)
{
    bool moved = true;
    ideal_empty(&s->ideal);
    memset(s->at, 0, sizeof s->at);
    while (moved) {
        for (u32 i = 0; i < s->len; i++)
            ideal_add_before(&s->ideal, &s->steps->list.data[acquire_of(s, i)]);
        if (!ideal_close(&s->ideal, NULL, NULL) || !move_on(s, &moved))
            return false;
    }
    return true;
}

/* Whether a cycle at these places is known; if not, it is from now on. */
static bool is_known(Search *s)
{
    u64 key = 0;
    for (u32 i = 0; i < s->len; i++) {
        const Event *event =
            &s->steps->trace->events.data[s->steps->list.data[acquire_of(s, i)].event];
        key += hash_u64((event->arg ? event->arg : event->span.start) + 1ull);
    }
    u64 *seen = map_put(&s->findings->seen, key | 1);
    return (*seen)++ > 0;
}

static void try_cycle(Search *s)
{
    s->findings->racy++;
    if (!can_happen(s) || is_known(s))
        return;
    StepList cycle = {0};
    for (u32 i = 0; i < s->len; i++) {
        CHECK(acquire_waits_for(s->steps, acquire_of(s, i), acquire_of(s, (i + 1) % s->len)));
        vec_push(&cycle, acquire_of(s, i));
    }
    vec_push(&s->findings->cycles, cycle);
}

/* ---- all cycles ---- */

static bool on_path(const Search *s, u32 group)
{
    u32 goroutine = s->steps->list.data[first_of(s, group)].goroutine;
    for (u32 i = 0; i < s->len; i++)
        if (s->steps->list.data[first_of(s, s->path[i])].goroutine == goroutine)
            return true;
    return false;
}

static bool too_much(const Search *s)
{
    return s->tried > MOST_CYCLES || s->ideal.looked > LOOKS;
}

static void extend(Search *s);

/* A cycle is found from the lowest of its groups. */
static void go_on(Search *s, const StepList *next)
{
    u32 last = first_of(s, s->path[s->len - 1]);
    for (u32 i = 0; i < next->len && !too_much(s); i++) {
        u32 group = next->data[i];
        if (group <= s->path[0] || on_path(s, group) ||
            !acquire_waits_for(s->steps, last, first_of(s, group)))
            continue;
        s->path[s->len++] = group;
        extend(s);
        s->len--;
    }
}

static void extend(Search *s)
{
    u32 last = first_of(s, s->path[s->len - 1]);
    const RunStep *step = &s->steps->list.data[last];
    s->tried++;
    if (s->len > 1 && acquire_waits_for(s->steps, last, first_of(s, s->path[0])))
        try_cycle(s);
    if (s->len == CYCLE_MAX)
        return;
    go_on(s, &s->holds[step->object]);
    if (step->shared)
        go_on(s, &s->writes[step->object]);
}

static void search_free(Search *s)
{
    for (u32 i = 0; i < s->groups.len; i++)
        vec_free(&s->groups.data[i]);
    for (u32 i = 0; i < s->steps->locks; i++) {
        vec_free(&s->holds[i]);
        vec_free(&s->writes[i]);
    }
    vec_free(&s->groups);
    free(s->holds);
    free(s->writes);
    ideal_free(&s->ideal);
}

void analyse_deadlock(const Steps *steps, Findings *findings)
{
    Known known;
    known_build(&known, steps);
    Search s = {.steps = steps, .findings = findings};
    ideal_init(&s.ideal, &known);
    build(&s);
    for (u32 group = 0; group < s.groups.len && !too_much(&s); group++) {
        s.path[0] = group;
        s.len = 1;
        extend(&s);
    }
    findings->incomplete |= too_much(&s);
    search_free(&s);
    known_free(&known);
}

/* ---- the reordering ---- */

bool deadlock_events(const Known *known, const StepList *acquires, StepList *events)
{
    const Steps *steps = known->steps;
    Ideal ideal;
    ideal_init(&ideal, known);
    for (u32 i = 0; i < acquires->len; i++)
        ideal_add_before(&ideal, &steps->list.data[acquires->data[i]]);
    bool ok = ideal_close(&ideal, NULL, NULL);
    for (u32 i = 0; ok && i < acquires->len; i++)
        ok = !ideal_has(&ideal, &steps->list.data[acquires->data[i]]);
    for (u32 i = 0; ok && i < steps->list.len; i++) {
        const RunStep *step = &steps->list.data[i];
        if (ideal_has(&ideal, step) && (!events->len || vec_last(events) != step->event))
            vec_push(events, step->event);
    }
    ideal_free(&ideal);
    return ok;
}
