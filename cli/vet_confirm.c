/* Executions that decide what gol vet left open: half of the time as gol fuzz does, the rest as gol
 * check does. What they find counts if its replay shows the race at the two places of a pair. */
#include "cli/vet_confirm.h"

#include "cli/facts.h"
#include "cli/fuzz_report.h"
#include "cli/repeat.h"
#include "explore/check/check.h"
#include "explore/executor/deadline.h"
#include "explore/schedule/choosers.h"
#include "stdlib/native/natives.h"

enum { CONFIRM_MS = 2000, MOST_EXECUTIONS = 200 /* of the first kind, for each open pair */ };

typedef struct Confirming {
    Pairs *pairs;
    Options options;
    FuzzReport report;
    ExecutorConfig config;
    u64 start_ms;
    u32 left;        /* pairs that are open still */
    TargetList open; /* their places */
} Confirming;

static bool is_at(const Confirming *c, u32 use, Pos pos)
{
    const Use *u = &c->pairs->solver->uses.data[use];
    return !u->unknown && use_span(c->pairs->solver, u).start == pos;
}

static bool is_pair(const Confirming *c, const Pair *pair, const Finding *race)
{
    return (is_at(c, pair->a, race->now) && is_at(c, pair->b, race->before)) ||
           (is_at(c, pair->a, race->before) && is_at(c, pair->b, race->now));
}

static void note_open(Confirming *c)
{
    vec_clear(&c->open);
    for (u32 i = 0; i < c->pairs->open.len; i++)
        if (c->pairs->open.data[i].level != LEVEL_CONFIRMED)
            facts_add_target(c->pairs, &c->pairs->open.data[i], &c->open);
}

static void confirm(Confirming *c, const Finding *race, const Schedule *schedule, u64 execution)
{
    for (u32 i = 0; i < c->pairs->open.len; i++) {
        Pair *pair = &c->pairs->open.data[i];
        if (pair->level == LEVEL_CONFIRMED || !is_pair(c, pair, race))
            continue;
        Buf command = {0};
        Repeat repeat = {.schedule = schedule, .searched = true, .kind = FOUND_RACE};
        repeat_command(&c->options, &repeat, &command);
        pair->level = LEVEL_CONFIRMED;
        pair->replay = xstrdup(buf_str(&command));
        vec_clear(&command);
        schedule_print_short(schedule, &command);
        pair->schedule = xstrdup(buf_str(&command));
        pair->execution = execution;
        c->left--;
        buf_free(&command);
    }
    note_open(c);
}

/* What a schedule that was found shows when it is run again. */
static void try_found(Confirming *c, Executor *executor, const Found *found)
{
    if (found->kind != FOUND_RACE)
        return;
    Chooser *chooser = chooser_replay(&found->schedule);
    const Execution *run = executor_run(executor, chooser);
    for (u32 i = 0; i < run->findings.len; i++)
        if (run->findings.data[i].kind == FOUND_RACE)
            confirm(c, &run->findings.data[i], &found->schedule,
                    c->pairs->executions + found->execution);
    chooser->free(chooser);
}

static bool is_over(const Confirming *c, u64 ms)
{
    return c->left == 0 || deadline_over(c->start_ms + ms);
}

static bool try_many(Confirming *c)
{
    u64 most = (u64)MOST_EXECUTIONS * c->left;
    Fuzzer *fuzzer = fuzz_new(&c->config, c->options.choose.strategy, (u32)c->options.search.depth,
                              c->options.choose.seed);
    if (!fuzzer)
        return false;
    fuzz_report_executor(&c->report, fuzzer->executor);
    for (u32 seen = 0; fuzzer->executions < most && !is_over(c, c->options.search.time_ms / 2);) {
        fuzz_step(fuzzer);
        vec_clear(&fuzzer->new_orders);
        for (; seen < fuzzer->found.len; seen++)
            try_found(c, fuzzer->executor, &fuzzer->found.data[seen]);
    }
    c->pairs->executions += fuzzer->executions;
    fuzz_free(fuzzer);
    return true;
}

static void refute(Confirming *c, u64 executions)
{
    for (u32 i = 0; i < c->pairs->open.len; i++) {
        Pair *pair = &c->pairs->open.data[i];
        if (pair->level == LEVEL_MAY)
            pair->level = LEVEL_REFUTED;
    }
    c->pairs->all_executions = executions;
}

/* Why the others stay open. */
static void note_left_out(Confirming *c, const Check *check, bool more)
{
    Bounds bounds = {0};
    Buf text = {0};
    check_all_bounds(check, more, &bounds);
    for (u32 i = 0; i < bounds.len; i++)
        buf_printf(&text, "%s%s", i ? ", " : "", bounds.data[i]);
    if (bounds.len)
        c->pairs->left_out = xstrdup(buf_str(&text));
    buf_free(&text);
    bounds_free(&bounds);
}

static bool try_all(Confirming *c)
{
    const CheckEngine *engine = engine_for(c->config.program, stdlib_find_native, 0);
    CheckBounds bounds = {.preemptions = -1};
    c->config.late = LATE_ANY;
    Check *check = engine ? check_all_new(&c->config, engine, bounds) : NULL;
    if (!engine)
        c->pairs->left_out = xstrdup("no engine of gol check has all that the program uses");
    if (!check)
        return engine == NULL;
    fuzz_report_executor(&c->report, check->executor);
    bool more = true;
    for (u32 seen = 0; more && !is_over(c, c->options.search.time_ms);) {
        more = check_all_step(check);
        for (; seen < check->found.len; seen++)
            try_found(c, check->executor, &check->found.data[seen]);
    }
    c->pairs->executions += check->executions;
    note_left_out(c, check, more);
    if (!c->pairs->left_out)
        refute(c, check->covered);
    check_all_free(check);
    return true;
}

static void set_defaults(Options *options)
{
    options->search.late_ms = LATE_UNSET;
    options->search.depth = DEFAULT_DEPTH;
    options->limits.steps = DEFAULT_STEPS;
    options->limits.memory = DEFAULT_MEMORY;
    options->choose.strategy = sampler_list[0].name;
    options->choose.seed = 1;
    options->out.quiet = true;
    if (!options->search.time_ms)
        options->search.time_ms = CONFIRM_MS;
}

bool vet_confirm(Pairs *pairs, Loaded *loaded, const Options *options)
{
    Confirming c = {
        .pairs = pairs, .options = *options, .start_ms = clock_ms(), .left = pairs->open.len};
    set_defaults(&c.options);
    bool ok = fuzz_report_init(&c.report, loaded, &c.options) && setup_detector(&c.options);
    if (ok) {
        c.config = fuzz_executor_config(&c.report);
        c.config.until = c.start_ms + c.options.search.time_ms;
        c.config.on_race = NULL;
        c.config.silence = NULL; /* what is silenced is left out where it is printed */
        c.config.targets = &c.open;
        note_open(&c);
        setup_process();
        ok = try_many(&c) && (c.left == 0 || try_all(&c));
    }
    fuzz_report_free(&c.report);
    vec_free(&c.open);
    return ok;
}
