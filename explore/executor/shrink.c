/* Shortens schedules by delta debugging over scripts, the lists of departures from default. */
#include "explore/executor/shrink.h"

#include "explore/schedule/script.h"

/* What shortening may cost, where executions are long: those of a livelock go to the step limit. */
enum { MOST_STEPS = 4000000 };
/* An execution that takes SLACK more than twice the steps of the one that is known goes round a
 * loop which a choice that was left out would have ended. */
enum { SLACK = 20000 };

typedef struct Shrinker {
    Executor *executor;
    ScriptChooser *chooser;
    u64 key;
    u32 budget;  /* executions left */
    u64 steps;   /* of those that were tried */
    Script best; /* shows the finding */
    Script attempt;
} Shrinker;

static void copy_script(Script *to, const Script *from)
{
    vec_clear(to);
    for (u32 i = 0; i < from->len; i++)
        vec_push(to, from->data[i]);
}

static bool has_patience(const Shrinker *s)
{
    return s->budget && s->steps < MOST_STEPS && !executor_late(s->executor);
}

static const Execution *try(Shrinker *s, const Script *script)
{
    s->budget--;
    script_follow(s->chooser, script);
    const Execution *run = executor_run(s->executor, script_base(s->chooser));
    s->steps += run->steps;
    return run;
}

/* Whether the finding is there without the entries from..from+count of the best script; it then is
 * the best without them, and without those that had no effect. */
static bool works_without(Shrinker *s, u32 from, u32 count)
{
    if (!has_patience(s))
        return false;
    CHECK(from + count <= s->best.len && count > 0);
    vec_clear(&s->attempt);
    for (u32 i = 0; i < s->best.len; i++)
        if (i < from || i >= from + count)
            vec_push(&s->attempt, s->best.data[i]);
    if (!execution_found(try(s, &s->attempt), s->key))
        return false;
    CHECK(script_used(s->chooser)->len < s->best.len); /* so that it ends */
    copy_script(&s->best, script_used(s->chooser));
    return true;
}

/* Delta debugging: ever smaller chunks, from the end, where most of what comes after the finding is
 * without effect. */
static void minimise(Shrinker *s)
{
    if (s->best.len && works_without(s, 0, s->best.len))
        return;
    u32 chunk = (s->best.len + 1) / 2;
    while (chunk && has_patience(s)) {
        bool removed = false;
        for (u32 end = s->best.len; end > 0 && has_patience(s);) {
            u32 from = end > chunk ? end - chunk : 0;
            removed |= works_without(s, from, end - from);
            end = from < s->best.len ? from : s->best.len;
        }
        if (chunk == 1 && !removed)
            break;
        chunk = chunk > 1 ? chunk / 2 : 1;
    }
}

/* What cannot be taken out one by one may still be more than is needed: tries all schedules with a
 * single departure from the default. */
static void try_singles(Shrinker *s)
{
    if (s->best.len < 2 || !has_patience(s))
        return;
    Script others = {0}, single = {0};
    script_note_others(s->chooser, &others);
    script_follow(s->chooser, &single);
    executor_run(s->executor, script_base(s->chooser));
    script_note_others(s->chooser, NULL);
    for (u32 i = 0; i < others.len && has_patience(s) && s->best.len > 1; i++) {
        vec_clear(&single);
        vec_push(&single, others.data[i]);
        if (execution_found(try(s, &single), s->key))
            copy_script(&s->best, &single);
    }
    vec_free(&others);
    vec_free(&single);
}

/* Runs the best script once more, for its schedule. */
static bool finish(Shrinker *s, Schedule *schedule)
{
    script_follow(s->chooser, &s->best);
    const Execution *run = executor_run(s->executor, script_base(s->chooser));
    if (!execution_found(run, s->key))
        return false;
    schedule_copy(schedule, &run->schedule);
    return true;
}

/* The step limit of executions that are tried, of which the known one took `steps`. */
static u64 limit_of(u64 steps, u64 limit)
{
    u64 own = 2 * steps + SLACK;
    return limit && limit < own ? limit : own;
}

bool shrink_schedule(Executor *executor, u64 key, u32 budget, Schedule *schedule)
{
    Shrinker s = {.executor = executor, .key = key, .budget = budget};
    s.chooser = script_chooser(executor_vm(executor));
    script_follow_schedule(s.chooser, schedule);
    const Execution *run = executor_run(executor, script_base(s.chooser));
    bool ok = execution_found(run, key);
    if (ok) {
        u64 limit = executor_config(executor)->max_steps;
        executor_limit(executor, limit_of(run->steps, limit));
        copy_script(&s.best, script_used(s.chooser));
        minimise(&s);
        try_singles(&s);
        executor_limit(executor, limit);
        ok = finish(&s, schedule);
    }
    vec_free(&s.best);
    vec_free(&s.attempt);
    script_base(s.chooser)->free(script_base(s.chooser));
    return ok;
}
