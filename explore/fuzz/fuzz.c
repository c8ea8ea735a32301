/* Fuzzing the schedule: one execution at a time, and what is new about it. */
#include "explore/fuzz/fuzz.h"

#include <string.h>

#include "explore/executor/shrink.h"
#include "explore/schedule/choosers.h"
#include "vm/show.h"

enum { SHRINK_BUDGET = 3000 };
/* Of the work of trying schedules one part in SHARE may go to shortening those of findings, where
 * these wait. The first is free: in small programs none waits. */
enum { SHARE = 4, FREE_WORK = 1 << 26 };
/* One execution in LATE_EACH has slow goroutines, if the program sets timers. */
enum { LATE_EACH = 4 };
/* Endings kept one by one, and how much of their output. */
enum { MOST_ENDINGS = 1000, ENDING_TEXT = 4096 };

Fuzzer *fuzz_new(const ExecutorConfig *config, const char *strategy, u32 depth, u64 seed)
{
    ExecutorConfig own = *config;
    own.private_files = own.guides = true;
    Executor *executor = executor_new(&own);
    Sampler *sampler = executor ? sampler_new(strategy, executor, depth) : NULL;
    if (!sampler) {
        if (executor)
            executor_free(executor);
        return NULL;
    }
    Fuzzer *f = xcalloc(1, sizeof *f);
    f->executor = executor;
    f->sampler = sampler;
    f->silence = config->silence;
    f->seed = seed;
    f->late = config->late ? late_chooser(executor_vm(executor), config->late) : NULL;
    f->shrink_budget = SHRINK_BUDGET;
    return f;
}

void fuzz_free(Fuzzer *f)
{
    f->sampler->base.free(&f->sampler->base);
    executor_free(f->executor);
    late_free(f->late);
    for (u32 i = 0; i < f->found.len; i++)
        found_free(&f->found.data[i]);
    for (u32 i = 0; i < f->endings.len; i++) {
        free(f->endings.data[i].verdict);
        free(f->endings.data[i].output);
    }
    vec_free(&f->found);
    vec_free(&f->endings);
    vec_free(&f->new_orders);
    map_free(&f->known);
    map_free(&f->orders);
    map_free(&f->ending_index);
    free(f);
}

/* ---- what an execution showed ---- */

static void note_ending(Fuzzer *f, const Execution *run)
{
    u64 hash = run->output_hash;
    for (u32 i = 0; i < run->findings.len; i++)
        hash += run->findings.data[i].key;
    u64 *index = map_put(&f->ending_index, hash);
    if (!*index && f->endings.len < MOST_ENDINGS) {
        const char *title = run->findings.len ? run->findings.data[0].title : "clean";
        u32 len = run->output.len < ENDING_TEXT ? run->output.len : ENDING_TEXT;
        Ending ending = {.hash = hash, .verdict = xstrdup(title), .output = xcalloc(1, len + 1)};
        if (len)
            memcpy(ending.output, run->output.data, len);
        vec_push(&f->endings, ending);
        *index = f->endings.len;
    }
    CHECK(*index <= f->endings.len);
    if (*index)
        f->endings.data[*index - 1].count++;
}

/* Whether shortening has had its share of the work. */
static bool must_wait(const Fuzzer *f)
{
    return f->defer && f->shortening > FREE_WORK &&
           f->shortening * SHARE > executor_work(f->executor);
}

static void shorten_next(Fuzzer *f)
{
    Found *found = &f->found.data[f->ready++];
    u64 before = executor_work(f->executor);
    bool dear = found->kind == FOUND_LIVELOCK || found->kind == FOUND_MEMORY;
    u32 budget = dear ? 0 : f->shrink_budget; /* each execution goes up to the limit */
    found->shaky = !shrink_schedule(f->executor, found->key, budget, &found->schedule);
    f->shortening += executor_work(f->executor) - before;
}

/* Executions that shorten schedules reuse the executor, so all that is needed of this one is copied
 * first. */
static void keep_findings(Fuzzer *f, const Execution *run)
{
    for (u32 i = 0; i < run->findings.len; i++)
        found_add(&f->found, &f->known, &run->findings.data[i], f->executions, &run->schedule);
    while (f->ready < f->found.len && !must_wait(f) && !executor_late(f->executor))
        shorten_next(f);
}

/* One that waits when the time is over has the schedule with which it was found. */
void fuzz_finish(Fuzzer *f)
{
    while (f->ready < f->found.len && !executor_late(f->executor))
        shorten_next(f);
    f->ready = f->found.len;
}

void fuzz_forget_waiting(Fuzzer *f)
{
    while (f->found.len > f->ready) {
        Found *found = &f->found.data[--f->found.len];
        map_delete(&f->known, found->group);
        found_free(found);
    }
}

/* Whether the finding is an exit with a status, by goroutines slower than usual, and no more. */
static bool only_slow(Fuzzer *f, const Found *found)
{
    if (found->kind != FOUND_PANIC)
        return false;
    Chooser *chooser = chooser_replay(&found->schedule);
    const Execution *run = executor_run(f->executor, chooser);
    bool only = run->outcome.kind == VERDICT_EXIT && run->findings.len == 1 &&
                executor_vm(f->executor)->time.late > LATE_USUAL;
    chooser->free(chooser);
    return only;
}

bool fuzz_set_aside(Fuzzer *f, Found *aside)
{
    u32 left = 0, before = f->found.len;
    if (!f->late || executor_config(f->executor)->late != LATE_ANY)
        return false;
    for (u32 i = 0; i < before; i++) {
        Found *found = &f->found.data[i];
        if (!only_slow(f, found)) {
            f->found.data[left++] = *found;
            continue;
        }
        map_delete(&f->known, found->group);
        if (aside->title)
            found_free(found);
        else
            *aside = *found;
    }
    f->found.len = f->ready = left;
    late_bound(f->late, LATE_USUAL);
    return before > 0 && left == 0;
}

static bool note_order(Fuzzer *f, const Execution *run)
{
    if (f->orders.count >= FUZZ_ORDERS)
        return !map_get(&f->orders, run->fingerprint | 1);
    u64 *seen = map_put(&f->orders, run->fingerprint | 1);
    if ((*seen)++)
        return false;
    f->fresh++;
    CHECK(f->fresh <= f->executions);
    vec_push(&f->new_orders, run->fingerprint);
    return true;
}

static bool take_in(Fuzzer *f, const Execution *run)
{
    if (execution_is_cut(run)) /* it is none of those that the verdict counts */
        return false;
    f->executions++;
    CHECK(f->orders.count <= FUZZ_ORDERS);
    bool novel = note_order(f, run);
    novel |= run->fresh_pairs > 0;
    if (f->keep_endings)
        note_ending(f, run);
    return novel;
}

void fuzz_try(Fuzzer *f, const Schedule *schedule)
{
    Chooser *chooser = chooser_replay(schedule);
    const Execution *run = executor_run(f->executor, chooser);
    take_in(f, run);
    keep_findings(f, run);
    chooser->free(chooser);
}

static void step(Fuzzer *f)
{
    if (f->executions == 1) {
        fuzz_try(f, &(Schedule){0});
        return;
    }
    u64 seed = hash_u64(f->seed * 0x9e3779b97f4a7c15ULL + f->executions);
    sampler_begin(f->sampler, seed);
    Chooser *chooser = &f->sampler->base;
    if (f->late && executor_vm(f->executor)->time.timed && f->executions % LATE_EACH == 0)
        chooser = late_begin(f->late, chooser, hash_u64(seed));
    const Execution *run = executor_run(f->executor, chooser);
    bool novel = take_in(f, run);
    sampler_end(f->sampler, run, novel);
    if (run->findings.len || f->ready < f->found.len)
        keep_findings(f, run);
}

void fuzz_step(Fuzzer *f)
{
    executor_cut(f->executor, true);
    step(f);
    executor_cut(f->executor, false);
}
