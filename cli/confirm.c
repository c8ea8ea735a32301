/* Predicted races, tried out: a plan from the recording guides an execution to the two accesses. */
#include "cli/confirm.h"

#include <string.h>
#include <sys/stat.h>

#include "cli/fuzz_report.h"
#include "cli/repeat.h"
#include "explore/executor/shrink.h"
#include "explore/executor/stuck.h"
#include "explore/schedule/guide.h"
#include "predict/deadlock.h"
#include "predict/witness.h"

enum { SHRINK_BUDGET = 100 };

/* Accesses by one instruction, which may be of the parts of a value; which of them are of the pair.
 */
typedef struct Accessed {
    Event event; /* the latest */
    bool is[2];
    Loc loc[2];
} Accessed;

/* Watches for the two accesses right after one another. */
typedef struct Neighbours {
    EventSink sink;
    const struct Confirmer *confirmer;
    Accessed last, now; /* one right after the other */
    bool met;
} Neighbours;

struct Confirmer {
    Options options;
    const Steps *steps;
    Loaded own;        /* what was loaded for it */
    Loaded *loaded;    /* the program */
    FuzzReport report; /* knows which races are silenced */
    Executor *executor;
    Known known;
    Witness witness;
    u32 pair[2];      /* steps */
    Schedule shown;   /* of what was confirmed last */
    FindingKind kind; /* of that */
    u64 key;          /* of the finding that is the pair; 0: not seen in this execution */
    Neighbours neighbours;
};

/* ---- the plan ---- */

static const Event *event_at(const Confirmer *c, u32 number)
{
    return &c->steps->trace->events.data[number];
}

static GuideEvent guide_event(const Event *event)
{
    return (GuideEvent){event->goroutine, event->other, event->kind, event->span.start, event->loc};
}

/* Where no reordering is known that leads up to both: the run as it was, without what the two
 * goroutines did from there on. The program may turn out to allow it. */
static void plan_as_it_was(const Confirmer *c, StepList *events)
{
    const Event *first = event_at(c, c->steps->list.data[c->pair[0]].event);
    const Event *second = event_at(c, c->steps->list.data[c->pair[1]].event);
    const Event *end = first > second ? first : second;
    u32 last = NO_STEP;
    for (u32 n = 0; n < c->steps->list.len; n++) {
        const Event *event = event_at(c, c->steps->list.data[n].event);
        if (event >= end || (event >= first && event->goroutine == first->goroutine) ||
            (event >= second && event->goroutine == second->goroutine))
            continue;
        if (c->steps->list.data[n].event != last)
            vec_push(events, c->steps->list.data[n].event);
        last = c->steps->list.data[n].event;
    }
}

/* Whether one instruction does both: it accesses a struct or array part by part. */
static bool of_same_value(const Event *a, const Event *b)
{
    return event_info[a->kind].class == EVC_ACCESS && a->kind == b->kind &&
           a->goroutine == b->goroutine && a->span.start == b->span.start &&
           a->loc.object == b->loc.object && a->loc.offset != b->loc.offset;
}

/* The two come with what is part of them. */
static void drop_parts(const Confirmer *c, StepList *events)
{
    for (u32 i = 0; i < 2; i++) {
        const Event *access = event_at(c, c->steps->list.data[c->pair[i]].event);
        u32 n = events->len;
        while (n > 0 && event_at(c, events->data[n - 1])->goroutine != access->goroutine)
            n--;
        if (n == 0 || !of_same_value(event_at(c, events->data[n - 1]), access))
            continue;
        memmove(&events->data[n - 1], &events->data[n], (events->len - n) * sizeof *events->data);
        events->len--;
        i--; /* there may be more */
    }
}

static void plan_events(const Confirmer *c, const StepList *events, Guide *guide)
{
    for (u32 i = 0; i < events->len; i++)
        if (guide_plans(event_at(c, events->data[i])))
            vec_push(&guide->plan, guide_event(event_at(c, events->data[i])));
    const Trace *trace = c->steps->trace;
    for (u32 i = 0; i < trace->events.len; i++)
        if (trace->events.data[i].kind == EV_GO)
            vec_push(&guide->starts,
                     (GuideStart){trace->events.data[i].goroutine, trace->events.data[i].other});
}

static void make_guide(Confirmer *c, Guide *guide)
{
    StepList events = {0};
    if (witness_find(&c->witness, c->pair[0], c->pair[1]))
        witness_events(&c->witness, &events);
    else
        plan_as_it_was(c, &events);
    drop_parts(c, &events);
    plan_events(c, &events, guide);
    for (u32 i = 0; i < 2; i++)
        guide->pair[i] = guide_event(event_at(c, c->steps->list.data[c->pair[i]].event));
    vec_free(&events);
}

/* Writers come first: a reader waits for one that waits. */
static bool make_cycle_guide(Confirmer *c, const StepList *acquires, Guide *guide)
{
    StepList events = {0};
    bool ok = deadlock_events(&c->known, acquires, &events);
    plan_events(c, &events, guide);
    for (u32 shared = 0; shared < 2; shared++)
        for (u32 i = 0; i < acquires->len; i++)
            if (c->steps->list.data[acquires->data[i]].shared == shared)
                vec_push(&guide->waiters,
                         event_at(c, c->steps->list.data[acquires->data[i]].event)->goroutine);
    vec_free(&events);
    return ok;
}

/* ---- side by side ---- */

static bool is_part_of(const Event *event, const Event *before)
{
    return of_same_value(event, before) && !(event->flags & EVF_LIBRARY);
}

static void note_access(Neighbours *n, u32 which, const Event *event)
{
    const Event *planned =
        event_at(n->confirmer, n->confirmer->steps->list.data[n->confirmer->pair[which]].event);
    if (planned->kind != event->kind || planned->span.start != event->span.start)
        return;
    n->now.is[which] = true;
    n->now.loc[which] = event->loc;
    const Accessed *last = &n->last;
    n->met |= last->is[!which] && last->event.goroutine != event->goroutine &&
              (planned->count > 1 ? last->loc[!which].object == event->loc.object
                                  : loc_equal(last->loc[!which], event->loc));
}

static void neighbours_event(EventSink *sink, const Event *event)
{
    Neighbours *n = (Neighbours *)sink;
    if (event->kind == EV_END || event->kind == EV_MAKE) /* without effect on others */
        return;
    if (!is_part_of(event, &n->now.event)) {
        n->last = n->now;
        n->now = (Accessed){0};
    }
    n->now.event = *event;
    note_access(n, 0, event);
    note_access(n, 1, event);
}

static void watch_neighbours(Confirmer *c)
{
    c->neighbours = (Neighbours){
        .sink = record_sink(WANT_ACCESS | WANT_REPEATS | WANT_PROVEN, neighbours_event),
        .confirmer = c};
    executor_watch(c->executor, &c->neighbours.sink);
}

/* ---- running ---- */

static bool is_access_at(Pos pos, bool writes, const Confirmer *c, u32 step)
{
    const RunStep *s = &c->steps->list.data[step];
    return pos == event_at(c, s->event)->span.start && writes == (s->kind == STEP_WRITE);
}

static bool is_pair(const Confirmer *c, const Finding *race, u32 before, u32 now)
{
    return is_access_at(race->before, race->before_writes, c, before) &&
           is_access_at(race->now, race->now_writes, c, now);
}

/* The first race of the execution between the two, or NULL. */
static const Finding *find_pair(const Confirmer *c, const Execution *run)
{
    u32 first = c->pair[0], second = c->pair[1];
    for (u32 i = 0; i < run->findings.len; i++) {
        const Finding *finding = &run->findings.data[i];
        if (finding->kind == FOUND_RACE &&
            (is_pair(c, finding, first, second) || is_pair(c, finding, second, first)))
            return finding;
    }
    return NULL;
}

/* What the execution shows. A race that is hidden may come first unseen. */
static Shown judge(Confirmer *c, const Execution *run)
{
    const Finding *race = find_pair(c, run);
    c->key = race ? race->key : 0;
    if (!race)
        return SHOWN_NOT;
    bool first = race == execution_first(run, FOUND_RACE) &&
                 !silence_may_hide(&c->report.reporter.silence, &c->loaded->sources);
    return first || c->neighbours.met ? SHOWN_REAL : SHOWN_LATER;
}

static Shown run_watched(Confirmer *c, Chooser *chooser)
{
    watch_neighbours(c);
    Shown shown = judge(c, executor_run(c->executor, chooser));
    executor_unwatch(c->executor, &c->neighbours.sink);
    return shown;
}

/* *schedule becomes that of the execution. */
static Shown run_guided(Confirmer *c, const Guide *guide, Schedule *schedule)
{
    GuidedChooser *chooser = chooser_guided(guide, executor_vm(c->executor));
    executor_watch(c->executor, guided_sink(chooser));
    Shown shown = run_watched(c, guided_base(chooser));
    executor_unwatch(c->executor, guided_sink(chooser));
    guided_base(chooser)->free(guided_base(chooser));
    schedule_copy(schedule, &executor_execution(c->executor)->schedule);
    return shown;
}

/* In the one order or the other: a detector may report something else of one of them. */
static Shown run_both_ways(Confirmer *c, Schedule *schedule)
{
    Guide guide = {0};
    make_guide(c, &guide);
    Shown shown = run_guided(c, &guide, schedule);
    if (shown != SHOWN_REAL) {
        GuideEvent second = guide.pair[1];
        guide.pair[1] = guide.pair[0];
        guide.pair[0] = second;
        Schedule other = {0};
        u64 key = c->key;
        Shown again = run_guided(c, &guide, &other);
        if (again >= shown) {
            shown = again;
            schedule_copy(schedule, &other);
        } else {
            c->key = key;
        }
        schedule_free(&other);
    }
    guide_free(&guide);
    return shown;
}

static Shown run_replay(Confirmer *c, const Schedule *schedule)
{
    Chooser *chooser = chooser_replay(schedule);
    Shown shown = run_watched(c, chooser);
    chooser->free(chooser);
    return shown;
}

/* Makes the schedule short, if the short one shows as much. What replays show counts. */
static Shown shrink(Confirmer *c, Shown shown, Schedule *schedule)
{
    Schedule full = {0};
    schedule_copy(&full, schedule);
    if (!shrink_schedule(c->executor, c->key, SHRINK_BUDGET, schedule) ||
        run_replay(c, schedule) < shown) {
        schedule_copy(schedule, &full);
        shown = run_replay(c, schedule);
    }
    schedule_free(&full);
    return shown;
}

/* ---- the command ---- */

/* Keeps the schedule in the corpus, if there is one. */
static bool keep(const Confirmer *c, FindingKind kind, const Schedule *schedule, Buf *path)
{
    if (!c->options.search.corpus)
        return false;
    mkdir(c->options.search.corpus, 0777); /* if it cannot be, writing says why */
    Found found = {.kind = kind, .key = c->key, .schedule = *schedule};
    return fuzz_corpus_save(c->options.search.corpus, NULL, &found, path);
}

/* That it is confirmed, and the command that shows it. */
static void confirmed(Confirmer *c, FindingKind kind, const Schedule *schedule, Buf *out)
{
    Buf path = {0};
    schedule_copy(&c->shown, schedule);
    c->kind = kind;
    Repeat repeat = {.schedule = schedule, .searched = true, .kind = kind};
    if (keep(c, kind, schedule, &path))
        repeat.file = buf_str(&path);
    repeat_command(&c->options, &repeat, out);
    buf_free(&path);
}

Shown confirm_pair(Confirmer *c, u32 first, u32 second, Buf *replay)
{
    Schedule schedule = {0};
    c->pair[0] = first;
    c->pair[1] = second;
    Shown shown = run_both_ways(c, &schedule);
    if (shown != SHOWN_NOT)
        shown = shrink(c, shown, &schedule);
    if (shown != SHOWN_NOT)
        confirmed(c, FOUND_RACE, &schedule, replay);
    schedule_free(&schedule);
    return shown;
}

/* ---- deadlocks ---- */

/* Whether a goroutine is blocked for ever at the place of the acquire. */
static bool is_stuck_at(const Confirmer *c, VM *vm, u32 acquire)
{
    Pos pos = event_at(c, c->steps->list.data[acquire].event)->span.start;
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *g = vm->sched.all.data[i];
        if (g->status == G_WAITING && stuck_place(vm, g, NULL) == pos)
            return true;
    }
    return false;
}

/* What the last execution reports of goroutines stuck there, or NULL. */
static const Finding *find_cycle(const Confirmer *c, const StepList *acquires)
{
    static const FindingKind kinds[] = {FOUND_CYCLE, FOUND_DEADLOCK, FOUND_PARTIAL};
    for (u32 i = 0; i < acquires->len; i++)
        if (!is_stuck_at(c, executor_vm(c->executor), acquires->data[i]))
            return NULL;
    const Finding *found = NULL;
    for (u32 i = 0; i < COUNT_OF(kinds) && !found; i++)
        found = execution_first(executor_execution(c->executor), kinds[i]);
    return found;
}

bool confirm_cycle(Confirmer *c, const StepList *acquires, Buf *replay)
{
    Guide guide = {0};
    Schedule schedule = {0};
    const Finding *found = NULL;
    if (make_cycle_guide(c, acquires, &guide)) {
        GuidedChooser *chooser = chooser_guided(&guide, executor_vm(c->executor));
        executor_watch(c->executor, guided_sink(chooser));
        executor_run(c->executor, guided_base(chooser));
        executor_unwatch(c->executor, guided_sink(chooser));
        guided_base(chooser)->free(guided_base(chooser));
        schedule_copy(&schedule, &executor_execution(c->executor)->schedule);
        found = find_cycle(c, acquires);
    }
    if (found) {
        FindingKind kind = found->kind;
        c->key = found->key;
        if (shrink_schedule(c->executor, c->key, SHRINK_BUDGET, &schedule))
            confirmed(c, kind, &schedule, replay);
    }
    schedule_free(&schedule);
    guide_free(&guide);
    return replay->len > 0;
}

/* ---- life ---- */

static bool is_of_program(const Confirmer *c)
{
    const Trace *trace = c->steps->trace;
    if (!trace->reader) {
        fprintf(stderr, "gol %s: only a recording of gol's own says how to run the program\n",
                c->options.command);
        return false;
    }
    if (trace_reader_info(trace->reader)->program == c->loaded->hash)
        return true;
    fprintf(stderr,
            "gol %s: the trace was recorded from another program than %s, or it has "
            "changed since\n",
            c->options.command, c->options.path);
    return false;
}

static bool make_executor(Confirmer *c)
{
    if (!c->options.limits.steps)
        c->options.limits.steps = DEFAULT_STEPS;
    if (!c->options.limits.memory)
        c->options.limits.memory = DEFAULT_MEMORY;
    c->options.out.sarif = NULL; /* it holds what the recorded run showed */
    if (!fuzz_report_init(&c->report, c->loaded, &c->options))
        return false;
    ExecutorConfig config = fuzz_executor_config(&c->report);
    config.private_files = true;
    c->executor = setup_executor(&config, &c->options);
    return c->executor != NULL;
}

static Confirmer *begin(const Options *options, const Steps *steps)
{
    Confirmer *c = xcalloc(1, sizeof *c);
    c->options = *options;
    c->steps = steps;
    known_build(&c->known, steps);
    witness_init(&c->witness, &c->known);
    return c;
}

Confirmer *confirm_new(const Options *options, const Steps *steps)
{
    Confirmer *c = begin(options, steps);
    c->loaded = &c->own;
    if (load_program(&c->own, options->path, options, SHOWN_ERRORS) && is_of_program(c) &&
        make_executor(c))
        return c;
    confirm_free(c);
    return NULL;
}

Confirmer *confirm_loaded(const Options *options, Loaded *loaded, const Steps *steps)
{
    Confirmer *c = begin(options, steps);
    c->loaded = loaded;
    if (make_executor(c))
        return c;
    confirm_free(c);
    return NULL;
}

void confirm_take(Confirmer *c, Found *found)
{
    *found = (Found){.kind = c->kind, .key = c->key, .execution = 1, .title = xstrdup("")};
    found->schedule = c->shown;
    c->shown = (Schedule){0};
}

void confirm_free(Confirmer *c)
{
    executor_free(c->executor);
    fuzz_report_free(&c->report);
    witness_free(&c->witness);
    known_free(&c->known);
    if (c->loaded == &c->own)
        load_free(&c->own);
    schedule_free(&c->shown);
    free(c);
}
