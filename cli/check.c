/* gol check: runs a program under all schedules, or reports within which bounds. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/check_file.h"
#include "cli/check_graph.h"
#include "cli/check_shard.h"
#include "cli/commands.h"
#include "cli/fuzz_report.h"
#include "explore/check/check.h"
#include "explore/executor/deadline.h"
#include "explore/states/transport.h"
#include "stdlib/native/natives.h"

/* Worker processes at most. */
enum { MOST_JOBS = 1024 };

typedef struct Checking {
    Loaded loaded;
    Options *options;
    FuzzReport report;
    Check *check;
    CheckFile file;
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
    check->ops->progress(check, &where);
    buf_printf(&line, "%llu schedule%s, %llu %s%s, %s, %u finding%s",
               (unsigned long long)check->schedules, plural(check->schedules),
               (unsigned long long)check->covered, check->engine->unit, plural(check->covered),
               buf_str(&where), check->found.len, plural(check->found.len));
    fuzz_report_line(&c->report, &line);
    buf_free(&where);
    buf_free(&line);
}

/* Those of several processes are reported at the end, in an order that does not depend on which
 * was first. */
static void report_new(Checking *c, bool at_end)
{
    if (c->check->ops->save && !at_end)
        return;
    if (c->check->ops->save)
        check_all_sort(c->check);
    for (; c->reported < c->check->found.len; c->reported++)
        fuzz_report_found(&c->report, &c->check->found.data[c->reported]);
}

static void end_text(const Checking *c, const Bounds *bounds, Buf *out)
{
    const Check *check = c->check, *leader = check_all_leader(check);
    if (check->found.len)
        buf_printf(out, "%u finding%s in ", check->found.len, plural(check->found.len));
    else
        buf_puts(out, "no race, no deadlock, no panic in ");
    check_all_extent(check, bounds, out);
    u64 ms = clock_ms() - c->report.started_ms;
    buf_printf(out, " (%llu schedule%s, ", (unsigned long long)check->schedules,
               plural(check->schedules));
    if (check->states)
        buf_printf(out, "%llu state%s, ", (unsigned long long)check->states, plural(check->states));
    buf_printf(out, "%llu.%llu s; engine %s)\n", (unsigned long long)ms / 1000,
               (unsigned long long)ms % 1000 / 100, leader->engine->name);
}

/* A search that was cut short without a finding has no verdict. */
static int status_of(const Checking *c)
{
    const Check *check = c->check, *leader = check_all_leader(check);
    bool cut = (c->stopped && !leader->done) || check->execution_bound || leader->depth_bound ||
               leader->memory_bound || leader->lost || leader->unrepeated;
    int status = verdict_found(&check->found);
    return status == STATUS_CLEAN && cut ? STATUS_LIMIT : status;
}

static int report_end(Checking *c)
{
    const Check *check = c->check, *leader = check_all_leader(check);
    Bounds bounds = {0};
    Buf text = {0}, unit = {0};
    fuzz_report_clear(&c->report);
    check_all_bounds(check, c->stopped, &bounds);
    end_text(c, &bounds, &text);
    buf_printf(&unit, "%ss", leader->engine->unit);
    Verdict v = {.name = verdict_found_name(&check->found),
                 .status = status_of(c),
                 .bounds = &bounds,
                 .engine = leader->engine->name,
                 .text = buf_str(&text)};
    verdict_count(&v, "findings", check->found.len);
    verdict_count(&v, "hidden", reporter_hidden(&c->report.reporter));
    verdict_count(&v, buf_str(&unit), leader->covered);
    verdict_count(&v, "schedules", check->schedules);
    verdict_count(&v, "remembered", check->states);
    int status = reporter_verdict(&c->report.reporter, &v);
    bounds_free(&bounds);
    buf_free(&text);
    buf_free(&unit);
    return status;
}

/* ---- the search ---- */

static bool enough(Checking *c)
{
    c->stopped |= deadline_over(0);
    c->check->enough = !c->stopped && c->options->search.first && c->check->found.len;
    return c->stopped || c->check->enough;
}

/* As one of several processes. */
static int search_shard(Checking *c)
{
    if (!check_shard(c->check, c->options))
        return STATUS_USAGE;
    c->stopped = !c->check->done;
    report_new(c, true);
    return report_end(c);
}

/* What the search has gone on from is not replaced. */
static int say_damaged(Checking *c)
{
    fuzz_report_clear(&c->report);
    fprintf(stderr, "gol check: %s is damaged\n", c->file.path);
    return STATUS_USAGE;
}

static int search(Checking *c)
{
    if (c->options->search.shard)
        return search_shard(c);
    bool more = true;
    for (u32 n = 0; more; n++) {
        more = check_all_step(c->check);
        if (c->check->damaged)
            return say_damaged(c);
        report_new(c, false);
        if (n % 16 == 0 || c->check->ops->save)
            progress(c);
        if (more && enough(c))
            break;
        check_file_due(&c->file, c->check);
    }
    bool saved = check_file_end(&c->file, c->check);
    report_new(c, true);
    int status = report_end(c);
    return saved ? status : STATUS_USAGE;
}

/* ---- flags ---- */

static bool has_late(const Options *options)
{
    return options->search.late_ms != LATE_UNSET;
}

/* Whether several processes are asked for, or a search that can go on later. */
static bool is_in_parts(const Options *options)
{
    return options->search.jobs > 1 || options->search.checkpoint || options->search.shard ||
           transport_started() > 1;
}

/* The one that is asked for, or else the first that has the bounds that are. */
static const CheckEngine *find_engine(const Options *options, const Program *program)
{
    const char *name = options->search.engine;
    if (!name && (options->search.graph || transport_started() > 1))
        name = "states"; /* the one that has a graph, and that MPI's processes share */
    u32 wanted = (options->search.preemptions ? BOUND_PREEMPTIONS : 0) |
                 (options->search.depth ? BOUND_DEPTH : 0) |
                 (options->search.compact ? BOUND_COMPACT : 0) |
                 (is_in_parts(options) ? IN_PARTS : 0) | (options->search.shard ? IN_FILES : 0) |
                 (has_late(options) ? BOUND_LATE : 0) | (options->sandbox.host ? WHOLE_RUNS : 0);
    const CheckEngine *engine =
        name ? engine_find(name) : engine_for(program, stdlib_find_native, wanted);
    if (!name && !engine) /* none has all of them: read_bounds names one that the default lacks */
        engine = engine_list[0];
    if (engine)
        return engine;
    fprintf(stderr, "gol check: there is no engine \"%s\":\n", name);
    for (u32 i = 0; i < engine_count; i++)
        fprintf(stderr, "  %-8s %s\n", engine_list[i]->name, engine_list[i]->says);
    return NULL;
}

static u32 jobs_of(const Options *options)
{
    u64 jobs = options->search.jobs;
    return jobs == 0 ? 1 : jobs > MOST_JOBS ? MOST_JOBS : (u32)jobs;
}

/* False: a bound makes no sense; that has been said. */
static bool read_bounds(const Options *options, const CheckEngine *engine, CheckBounds *bounds)
{
    *bounds = (CheckBounds){.executions = options->search.schedules,
                            .preemptions = -1,
                            .random = MOST_RANDOM,
                            .depth = options->search.depth,
                            .memory = options->limits.memory,
                            .compact = options->search.compact,
                            .no_input = true,
                            .jobs = is_in_parts(options) ? jobs_of(options) : 0};
    char *end = NULL;
    if (options->search.preemptions)
        bounds->preemptions = (int)strtol(options->search.preemptions, &end, 10);
    if (end && (*end || end == options->search.preemptions || bounds->preemptions < 0)) {
        fprintf(stderr, "gol check: --preemptions takes a number, not \"%s\"\n",
                options->search.preemptions);
        return false;
    }
    if (options->search.graph && strcmp(engine->name, "states")) {
        fprintf(stderr, "gol check: the engine %s has no graph; states has\n", engine->name);
        return false;
    }
    if (transport_started() > 1 && strcmp(engine->name, "states")) {
        fprintf(stderr, "gol check: the processes of MPI search with the engine states, not %s\n",
                engine->name);
        return false;
    }
    u32 has = engine->bounds;
    const char *stray = options->search.preemptions && !(has & BOUND_PREEMPTIONS) ? "preemptions"
                        : options->search.depth && !(has & BOUND_DEPTH)           ? "depth"
                        : options->search.compact && !(has & BOUND_COMPACT)       ? "compact"
                        : has_late(options) && !(has & BOUND_LATE)                ? "late"
                        : options->search.checkpoint && !(has & IN_PARTS)         ? "checkpoint"
                        : options->search.shard && !(has & IN_FILES)              ? "shard"
                        : is_in_parts(options) && !(has & IN_PARTS)               ? "j"
                        : options->sandbox.host && !(has & WHOLE_RUNS)            ? "host"
                                                                                  : NULL;
    if (stray)
        fprintf(stderr, "gol check: %s%s has no meaning for the engine %s\n",
                strlen(stray) > 1 ? "--" : "-", stray, engine->name);
    const char *whole = !is_in_parts(options)     ? NULL
                        : options->search.compact ? "compact"
                        : options->search.graph   ? "graph"
                                                  : NULL;
    if (!stray && whole)
        fprintf(stderr, "gol check: --%s has no meaning with -j and --checkpoint\n", whole);
    return !stray && !whole;
}

/* Whether the flags for searches in parts go together, and with the program; says so if not. */
static bool parts_ok(const Options *options, const Program *program)
{
    const SearchOptions *search = &options->search;
    const char *wrong = NULL;
    if (is_in_parts(options) && check_all_needs(program, stdlib_find_native))
        wrong = "-j and --checkpoint have no meaning for programs with testing/synctest";
    else if (search->resume && !search->checkpoint)
        wrong = "--resume from what? --checkpoint FILE says it";
    else if (!search->shard != !search->shared)
        wrong = "--shard I/N and --shared DIR go together";
    else if (search->shard &&
             (search->jobs || search->checkpoint || search->schedules || search->first))
        wrong = "-j, --checkpoint, --schedules and --first have no meaning with --shard";
    if (wrong)
        fprintf(stderr, "gol check: %s\n", wrong);
    return !wrong;
}

static bool make_check(Checking *c)
{
    const Options *options = c->options;
    const CheckEngine *engine = find_engine(options, c->loaded.program);
    CheckBounds bounds;
    if (!engine || !read_bounds(options, engine, &bounds))
        return false;
    if (!parts_ok(options, c->loaded.program))
        return false;
    ExecutorConfig config = fuzz_executor_config(&c->report);
    c->check = setup_detector(options) ? check_all_new(&config, engine, bounds) : NULL;
    return c->check != NULL && check_file_begin(&c->file, c->check, options);
}

static int check_loaded(Checking *c)
{
    int status = STATUS_USAGE;
    if (fuzz_report_init(&c->report, &c->loaded, c->options) && make_check(c)) {
        fuzz_report_executor(&c->report, c->check->executor);
        setup_process();
        setup_confinement(c->options);
        const char *path = c->options->search.graph;
        CheckGraph *graph = path ? check_graph_new() : NULL;
        c->check->graph = graph ? check_graph_listener(graph) : NULL;
        status = search(c);
        if (graph && !check_graph_write(graph, path, c->options->path) && status == STATUS_CLEAN)
            status = STATUS_USAGE;
        check_graph_free(graph);
    }
    if (c->check)
        check_all_free(c->check);
    check_file_free(&c->file);
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
