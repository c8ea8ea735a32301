/* gol check: all schedules, or an honest account of which. */
#include <stdio.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/fuzz_report.h"
#include "explore/check/check.h"
#include "explore/executor/deadline.h"

enum { SHOWN_ERRORS = 20 };

typedef struct Checking {
    Loaded loaded;
    Options *options;
    FuzzReport report;
    Check *check;
    u32 reported;
    bool stopped; /* by time or Ctrl-C */
} Checking;

/* ---- what is printed ---- */

static void progress(Checking *c)
{
    if (!fuzz_report_due(&c->report))
        return;
    const Check *check = c->check;
    Buf where = {0}, line = {0};
    check->engine->progress(check, &where);
    buf_printf(&line, "%llu schedule%s, %llu %s%s, %s, %u finding%s",
               (unsigned long long)check->schedules, plural(check->schedules),
               (unsigned long long)check->covered, check->engine->unit, plural(check->covered),
               buf_str(&where), check->found.len, plural(check->found.len));
    fuzz_report_line(&c->report, &line);
    buf_free(&where);
    buf_free(&line);
}

static void report_new(Checking *c)
{
    for (; c->reported < c->check->found.len; c->reported++)
        fuzz_report_found(&c->report, &c->check->found.data[c->reported]);
}

static void print_end(Checking *c, int status)
{
    const Check *check = c->check;
    fuzz_report_clear(&c->report);
    if (c->report.races.json) {
        fprintf(c->report.races.json,
                "{\"type\":\"verdict\",\"verdict\":\"%s\",\"findings\":%u,\"hidden\":%llu,"
                "\"complete\":%s,\"%ss\":%llu,\"schedules\":%llu,\"remembered\":%llu,"
                "\"status\":%d}\n",
                found_verdict(&check->found), check->found.len,
                (unsigned long long)races_hidden(&c->report.races),
                check_all_complete(check) ? "true" : "false", check->engine->unit,
                (unsigned long long)check->covered, (unsigned long long)check->schedules,
                (unsigned long long)check->states, status);
        return;
    }
    if (c->options->out.quiet)
        return;
    races_tell_hidden(&c->report.races);
    if (check->found.len)
        fprintf(stderr, "%u finding%s in ", check->found.len, plural(check->found.len));
    else
        fputs("no race, no deadlock, no panic in ", stderr);
    Buf extent = {0};
    check_all_extent(check, c->stopped, &extent);
    fputs(buf_str(&extent), stderr);
    buf_free(&extent);
    u64 ms = clock_ms() - c->report.started_ms;
    fprintf(stderr, " (%llu schedule%s, ", (unsigned long long)check->schedules,
            plural(check->schedules));
    if (check->states)
        fprintf(stderr, "%llu state%s, ", (unsigned long long)check->states, plural(check->states));
    fprintf(stderr, "%llu.%llu s)\n", (unsigned long long)ms / 1000,
            (unsigned long long)ms % 1000 / 100);
}

/* ---- the search ---- */

static bool enough(Checking *c)
{
    u64 limit = c->options->search.time_ms;
    bool late = limit && clock_ms() - c->report.started_ms >= limit;
    c->stopped |= late || interrupted();
    return c->stopped || (c->options->search.first && c->check->found.len);
}

static int status_of(const Checking *c)
{
    const Check *check = c->check;
    if (found_count(&check->found, FOUND_RACE))
        return STATUS_RACE;
    u32 livelocks = found_count(&check->found, FOUND_LIVELOCK);
    if (check->found.len > livelocks)
        return STATUS_FAILED;
    bool cut = check->execution_bound || check->depth_bound || check->memory_bound;
    return livelocks || c->stopped || cut ? STATUS_LIMIT : STATUS_CLEAN;
}

static int search(Checking *c)
{
    bool more = true;
    for (u32 n = 0; more; n++) {
        more = check_all_step(c->check);
        report_new(c);
        if (n % 16 == 0)
            progress(c);
        if (more && enough(c))
            break;
    }
    int status = status_of(c);
    print_end(c, status);
    return status;
}

/* ---- flags ---- */

static bool has_late(const Options *options)
{
    return options->search.late_ms && options->search.late_ms != LATE_UNSET;
}

/* The one that is asked for, or else the first that has the bounds that are. */
static const CheckEngine *find_engine(const Options *options, const Program *program)
{
    const char *name = options->search.engine;
    u32 wanted = (options->search.preemptions ? BOUND_PREEMPTIONS : 0) |
                 (options->search.depth ? BOUND_DEPTH : 0) |
                 (options->search.compact ? BOUND_COMPACT : 0) |
                 (has_late(options) ? BOUND_LATE : 0);
    const CheckEngine *engine = name ? engine_find(name) : engine_for(program, wanted);
    if (!name && !engine) /* no engine has all of them: whoever is first names one that it lacks */
        engine = engine_list[0];
    if (engine)
        return engine;
    fprintf(stderr, "gol check: there is no engine \"%s\":\n", name);
    for (u32 i = 0; i < engine_count; i++)
        fprintf(stderr, "  %-8s %s\n", engine_list[i]->name, engine_list[i]->says);
    return NULL;
}

/* False: a bound makes no sense; that has been said. */
static bool read_bounds(const Options *options, const CheckEngine *engine, CheckBounds *bounds)
{
    *bounds = (CheckBounds){.executions = options->search.schedules,
                            .preemptions = -1,
                            .random = MOST_RANDOM,
                            .depth = options->search.depth,
                            .memory = options->limits.memory,
                            .compact = options->search.compact};
    char *end = NULL;
    if (options->search.preemptions)
        bounds->preemptions = (int)strtol(options->search.preemptions, &end, 10);
    if (end && (*end || end == options->search.preemptions || bounds->preemptions < 0)) {
        fprintf(stderr, "gol check: --preemptions takes a number, not \"%s\"\n",
                options->search.preemptions);
        return false;
    }
    u32 has = engine->bounds;
    const char *stray = options->search.preemptions && !(has & BOUND_PREEMPTIONS) ? "preemptions"
                        : options->search.depth && !(has & BOUND_DEPTH)           ? "depth"
                        : options->search.compact && !(has & BOUND_COMPACT)       ? "compact"
                        : has_late(options) && !(has & BOUND_LATE)                ? "late"
                                                                                  : NULL;
    if (stray)
        fprintf(stderr, "gol check: --%s has no meaning for the engine %s\n", stray, engine->name);
    return !stray;
}

static bool make_check(Checking *c)
{
    const Options *options = c->options;
    const CheckEngine *engine = find_engine(options, c->loaded.program);
    CheckBounds bounds;
    if (!engine || !read_bounds(options, engine, &bounds))
        return false;
    ExecutorConfig config = fuzz_executor_config(&c->report);
    c->check = check_all_new(&config, engine, bounds);
    if (!c->check)
        fprintf(stderr, "gol check: there is no detector \"%s\"; see gol help detectors\n",
                options->detector);
    return c->check != NULL;
}

static int check_loaded(Checking *c)
{
    int status = STATUS_USAGE;
    if (fuzz_report_init(&c->report, &c->loaded, c->options) && make_check(c)) {
        c->report.executor = c->check->executor;
        fuzz_prepare_process();
        status = search(c);
        check_all_free(c->check);
    }
    fuzz_report_free(&c->report);
    return status;
}

int cmd_check(int argc, char **argv)
{
    Options options;
    Checking c = {.options = &options};
    int status = STATUS_USAGE;
    if (options_parse(&options, "check", FOR_CHECK, argc, argv)) {
        if (!options.limits.steps)
            options.limits.steps = DEFAULT_STEPS;
        if (!options.path)
            fprintf(stderr, "gol check: which program? usage: gol check [flags] FILE|DIR [args]\n");
        else if (load_program(&c.loaded, options.path, &options, SHOWN_ERRORS))
            status = check_loaded(&c);
        if (options.path)
            load_free(&c.loaded);
    }
    options_free(&options);
    return status;
}
