#include "cli/test_search.h"

#include "cli/fuzz_report.h"
#include "explore/check/check.h"

enum { CHECK_MS = 10000 };

bool test_search_ok(const Options *options)
{
    if (options->search.fuzz_schedules && options->search.check)
        fprintf(stderr, "gol test: --fuzz and --check exclude each other\n");
    else if (options->search.engine && !engine_find(options->search.engine))
        fprintf(stderr, "gol test: there is no engine \"%s\"; see gol help check\n",
                options->search.engine);
    else
        return true;
    return false;
}

/* The first finding: its schedule is taken over. */
static bool take_first(Found *found, u32 count, Schedule *schedule)
{
    if (count == 0)
        return false;
    *schedule = found->schedule;
    found->schedule = (Schedule){0};
    return true;
}

static bool fuzz(const ExecutorConfig *config, const Options *options, Schedule *schedule,
                 Buf *extent)
{
    u64 seed = options->choose.seed ? options->choose.seed : 1;
    Fuzzer *fuzzer = fuzz_new(config, sampler_list[0].name, DEFAULT_DEPTH, seed);
    while (fuzzer->executions < options->search.fuzz_schedules && !fuzzer->found.len)
        fuzz_step(fuzzer);
    bool found = take_first(fuzzer->found.data, fuzzer->found.len, schedule);
    buf_printf(extent, "%llu schedule%s", (unsigned long long)fuzzer->executions,
               plural(fuzzer->executions));
    fuzz_free(fuzzer);
    return found;
}

static bool check(const ExecutorConfig *config, const Options *options, Schedule *schedule,
                  Buf *extent)
{
    const CheckEngine *engine = options->search.engine ? engine_find(options->search.engine)
                                                       : engine_for(config->program, 0);
    CheckBounds bounds = {
        .preemptions = -1, .random = MOST_RANDOM, .memory = options->limits.memory};
    ExecutorConfig bounded = *config;
    bounded.until = clock_ms() + (options->search.time_ms ? options->search.time_ms : CHECK_MS);
    Check *search = check_all_new(&bounded, engine, bounds);
    bool more = true;
    while (!search->found.len && (more = check_all_step(search)) && !check_all_late(search))
        ;
    check_all_extent(search, more, extent);
    bool found = take_first(search->found.data, search->found.len, schedule);
    check_all_free(search);
    return found;
}

bool test_search(const ExecutorConfig *config, const Options *options, Schedule *schedule,
                 Buf *extent)
{
    ExecutorConfig bounded = *config;
    bounded.on_race = NULL;
    bounded.late = late_ns(options, options->search.check ? 0 : DEFAULT_LATE_MS);
    if (!bounded.max_steps)
        bounded.max_steps = DEFAULT_STEPS;
    return (options->search.check ? check : fuzz)(&bounded, options, schedule, extent);
}
