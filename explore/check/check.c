/* What the engines of gol check share: findings, bounds, counts. */
#include "explore/check/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/process.h"
#include "explore/executor/deadline.h"
#include "explore/executor/shrink.h"

enum { SHRINK_EXECUTIONS = 400 };
enum { MOST_ANSWERS = UINT16_MAX }; /* to a choice: a label's number of one has 16 bits */
enum { MEMORY_MS = 50 };            /* between two looks at the memory in use */
enum { WAIT_MS = 50 };              /* for processes, so that time and signals are looked at */

/* Not where it has been seen that nothing more would have happened. */
static bool ended_at_limit(const Execution *run)
{
    Limit limit = run->outcome.limit;
    return limit && limit != LIMIT_KNOWN && limit != LIMIT_LOOP;
}

const Execution *check_all_run(Check *check, Chooser *chooser)
{
    const Execution *run = executor_run(check->executor, chooser);
    check->late |= execution_is_cut(run);
    return run;
}

/* Shortening runs the program again, so all findings of the execution are copied first. */
void check_all_keep(Check *check, const Execution *run)
{
    u32 from = check->found.len;
    check->after_main_bound |= run->cut_short;
    check->raced |= detector_races(executor_detector(check->executor)) > 0;
    check->step_bound |= ended_at_limit(run) && !execution_is_cut(run);
    for (u32 i = 0; i < run->findings.len; i++)
        found_add(&check->found, &check->known, &run->findings.data[i], check->schedules,
                  &run->schedule);
    for (u32 i = from; i < check->found.len; i++) {
        Found *found = &check->found.data[i];
        found->shaky =
            !shrink_schedule(check->executor, found->key, check->shrink_budget, &found->schedule);
    }
}

u32 check_all_answers(Check *check, const Choice *choice)
{
    CHECK(choice->kind != CHOOSE_GOROUTINE);
    u32 most = check->bounds.random;
    u32 options = choice->options;
    bool random = choice->kind == CHOOSE_RANDOM, map = choice->kind == CHOOSE_MAP_ORDER;
    if (!random && !map) {
        check->input_bound |= options > MOST_ANSWERS;
        return options < MOST_ANSWERS ? options : MOST_ANSWERS;
    }
    if (options <= most)
        return options;
    *(random ? &check->random_bound : &check->map_bound) = true;
    return random || !most ? 1 : most;
}

void check_all_give_up(Check *check)
{
    VM *vm = executor_vm(check->executor);
    vm->outcome = outcome_of_limit(LIMIT_KNOWN);
    vm_escape(vm);
}

u64 check_all_memory(const Check *check)
{
    u64 all = (u64)sysconf(_SC_PHYS_PAGES) * (u64)sysconf(_SC_PAGE_SIZE);
    return check->bounds.memory ? check->bounds.memory : all / 4 * 3;
}

bool check_all_late(Check *check)
{
    u64 now = clock_ms();
    if (check->looked != now)
        check->late |= executor_late(check->executor);
    if (now / MEMORY_MS != check->looked / MEMORY_MS)
        check->full |= process_memory().resident > check->resident + check_all_memory(check);
    check->looked = now;
    return check->late || check->full;
}

bool check_all_given_up(const Execution *run)
{
    return run->outcome.limit == LIMIT_KNOWN;
}

u32 check_all_needs(const Program *program, NativeFinder find)
{
    for (u32 i = 0; i < program->natives.len; i++)
        if (find(program->natives.data[i])->effect == EFFECT_IDLE)
            return REAL_WAITS;
    return 0;
}

const Check *check_all_leader(const Check *check)
{
    return check->leader ? check->leader : check;
}

u64 check_all_work(const Check *check)
{
    return check->work + executor_work(check->executor);
}

bool check_all_step(Check *check)
{
    if (check->done)
        return false;
    executor_cut(check->executor, true);
    check->done = (!check->ops->step(check) || check->full) && !check->late;
    executor_cut(check->executor, false);
    check->memory_bound |= check->full;
    CHECK(check->executions <= check->schedules);
    check->timed |= executor_vm(check->executor)->time.timed;
    check->input |= executor_vm(check->executor)->outside.input;
    check->measured |= executor_vm(check->executor)->outside.measured;
    check->foreign_unlock |=
        executor_vm(check->executor)->foreign_unlock && !executor_vm(check->executor)->ask.trylocks;
    if (check->bounds.executions && check->executions >= check->bounds.executions && !check->done)
        check->execution_bound = check->done = true;
    return !check->done;
}

Check *check_all_over(Executor *executor, const CheckEngine *engine, CheckBounds bounds)
{
    Check *check = xcalloc(1, sizeof *check);
    check->executor = executor;
    check->engine = engine;
    check->bounds = bounds;
    check->shrink_budget = SHRINK_EXECUTIONS;
    check->resident = process_memory().resident;
    check->raced = !detector_find(executor_config(executor)->detector)->exact;
    check->borrowed = true;
    check->wait_ms = WAIT_MS;
    check->ops = bounds.jobs ? engine->parallel : &engine->ops;
    check->ops->begin(check);
    CHECK(check->search);
    return check;
}

Check *check_all_new(const ExecutorConfig *config, const CheckEngine *engine, CheckBounds bounds)
{
    ExecutorConfig own = *config;
    own.private_files = own.all_writes = true;
    Executor *executor = executor_new(&own);
    if (!executor)
        return NULL;
    Check *check = check_all_over(executor, engine, bounds);
    check->borrowed = false;
    return check;
}

void check_all_free(Check *check)
{
    check->ops->end(check);
    for (u32 i = 0; i < check->found.len; i++)
        found_free(&check->found.data[i]);
    vec_free(&check->found);
    map_free(&check->known);
    if (!check->borrowed)
        executor_free(check->executor);
    free(check);
}

/* ---- what was covered ---- */

void bounds_free(Bounds *bounds)
{
    for (u32 i = 0; i < bounds->len; i++)
        free(bounds->data[i]);
    vec_free(bounds);
}

static void PRINTF_LIKE(2, 3) bound(Bounds *bounds, const char *fmt, ...)
{
    char text[200];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    vec_push(bounds, xstrdup(text));
}

static void bounds_of_choices(const Check *check, Bounds *out)
{
    i64 late = executor_config(check->executor)->late;
    u32 faults = executor_config(check->executor)->network.faults;
    if (check->preemption_bound)
        bound(out, "%d preemption%s", check->bounds.preemptions, plural(check->bounds.preemptions));
    if (check->random_bound)
        bound(out, "one value for each random number");
    if (check->loop_bound)
        bound(out, "a few rounds of loops that draw numbers before the first go");
    if (check->map_bound)
        bound(out, "%u of the places where iterating over a larger map can start",
              check->bounds.random);
    if (check->input_bound)
        bound(out, "the first %d values of a range", MOST_ANSWERS);
    if (check->input && check->bounds.no_input)
        bound(out, "an empty standard input");
    if (check->measured)
        bound(out, "one answer to how much memory is in use");
    if (check->foreign_unlock)
        bound(out, "critical sections that no other goroutine's Unlock interrupts");
    if (check->forced_switch)
        bound(out, "the next goroutine first at Gosched and after long loops");
    if (executor_vm(check->executor)->ask.faults)
        bound(out, "at most %u fault%s of the network", faults, plural(faults));
    if (executor_vm(check->executor)->ask.clock)
        bound(out, "a clock that moves only with timers");
    if (check->timed && late != LATE_ANY)
        bound(out, "at most %lld ms of time passing while a goroutine can run",
              (long long)late / 1000000);
    else if (check->timed && !(check->engine->bounds & ANY_TIME))
        bound(out, "time passing only while no goroutine can run");
}

static void bounds_of_size(const Check *check, const Check *leader, Bounds *out)
{
    if (leader->step_bound)
        bound(out, "the step limit of an execution");
    if (leader->after_main_bound)
        bound(out, "%d steps and %d timers after main's end", AFTER_MAIN_STEPS, AFTER_MAIN_TIMERS);
    if (leader->depth_bound)
        bound(out, "%llu steps in a row", (unsigned long long)leader->bounds.depth);
    if (leader->round_bound)
        bound(out, "a few rounds of timers that are set again and again");
    if (leader->tick_bound)
        bound(out, "ticks that come before a failure ends the program");
    if (leader->memory_bound)
        bound(out, "the memory");
    if (leader->lost)
        bound(out, "what worker processes could not do: they ended unexpectedly");
    if (check->execution_bound)
        bound(out, "%llu schedules", (unsigned long long)check->bounds.executions);
}

static void bounds_of_states(const Check *check, Bounds *out)
{
    if (check->bounds.compact)
        bound(out, "64 bits to know a state by (the chance that one was missed is below %.1g)",
              0x1p-65 * (double)check->states * (double)check->states);
    if (check->unrepeated)
        bound(out, "faults of %u states that could not be repeated", check->unrepeated);
    if (executor_vm(check->executor)->outside.unsaved)
        bound(out, "files that were too large to keep, as earlier executions left them");
    if (check->outside)
        bound(out, "files as the last execution left them (--engine dpor begins each anew)");
    if (check->raced && !(check->engine->bounds & ALL_ACCESSES))
        bound(out, "one order of the accesses that race (--engine dpor takes all)");
    else if (check->blind)
        bound(out,
              "races that do not depend on the order of accesses (--engine dpor finds those, too)");
}

u32 check_all_lacks(const Check *check, const Check *part)
{
    u32 others = 0;
    for (u32 i = 0; i < check->found.len; i++)
        others += !map_get(&part->known, check->found.data[i].group);
    return others;
}

/* What other searches have found and the leader, which would claim that there is nothing else, has
 * not. */
static void bounds_of_leader(const Check *check, const Check *leader, Bounds *out)
{
    u32 others = check_all_lacks(check, leader);
    if (others && leader->done && !out->len)
        bound(out, "what %s sees: %u finding%s of another engine", leader->engine->name, others,
              plural(others));
}

static const char *what_ended(const Check *check)
{
    return check->enough ? "the first finding" : interrupted() ? "an interrupt" : "the time";
}

void check_all_bounds(const Check *check, bool stopped, Bounds *out)
{
    const Check *leader = check_all_leader(check);
    bounds_of_choices(leader, out);
    bounds_of_size(check, leader, out);
    bounds_of_states(leader, out);
    bounds_of_leader(check, leader, out);
    bool left = leader == check ? stopped || !check->done : !leader->done;
    if (left && !check->execution_bound && !leader->memory_bound)
        bound(out, "%s: more were left", what_ended(check));
}

bool check_all_complete(const Check *check)
{
    Bounds bounds = {0};
    check_all_bounds(check, false, &bounds);
    bool complete = bounds.len == 0;
    bounds_free(&bounds);
    return complete;
}

void check_all_extent(const Check *check, const Bounds *bounds, Buf *out)
{
    const Check *leader = check_all_leader(check);
    bool all = bounds->len == 0;
    if (all && leader->covered == 1)
        buf_printf(out, "the only %s", leader->engine->unit);
    else
        buf_printf(out, "%s%llu %s%s", all ? "all " : "", (unsigned long long)leader->covered,
                   leader->engine->unit, plural(leader->covered));
    for (u32 i = 0; i < bounds->len; i++)
        buf_printf(out, "%s %s", i ? "," : " within", bounds->data[i]);
}
