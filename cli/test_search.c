/* gol test --fuzz N and --check. */
#include "cli/test_search.h"

#include "cli/setup.h"
#include "explore/fuzz/fuzz.h"
#include "explore/schedule/choosers.h"

enum { CHECK_MS = 10000 };

void search_result_free(SearchResult *result)
{
    found_free(&result->finding);
    buf_free(&result->extent);
}

bool test_search_ok(const Options *options)
{
    const SearchOptions *search = &options->search;
    bool searches = search->fuzz_schedules || search->check;
    if (search->fuzz_schedules && search->check)
        fprintf(stderr, "gol test: --fuzz and --check exclude each other\n");
    else if (searches && options->choose.schedule)
        fprintf(stderr, "gol test: --schedule replays one execution, --%s searches for others\n",
                search->check ? "check" : "fuzz");
    else if (search->engine && !engine_find(search->engine))
        fprintf(stderr, "gol test: there is no engine \"%s\"; see gol help engines\n",
                search->engine);
    else
        return true;
    return false;
}

/* The first finding moves to the result. */
static bool take_first(FoundList *list, SearchResult *result)
{
    if (list->len == 0)
        return false;
    result->finding = list->data[0];
    list->data[0] = (Found){0};
    return true;
}

static bool fuzz(const ExecutorConfig *config, const Options *options, SearchResult *result)
{
    u64 seed = options->choose.seed ? options->choose.seed : 1;
    Fuzzer *fuzzer = fuzz_new(config, sampler_list[0].name, DEFAULT_DEPTH, seed);
    while (fuzzer->executions < options->search.fuzz_schedules && !fuzzer->found.len)
        fuzz_step(fuzzer);
    bool found = take_first(&fuzzer->found, result);
    if (!found)
        buf_printf(&result->extent, "%llu schedule%s", (unsigned long long)fuzzer->executions,
                   plural(fuzzer->executions));
    fuzz_free(fuzzer);
    return found;
}

static bool check(const ExecutorConfig *config, const Options *options, SearchResult *result)
{
    const SearchOptions *flags = &options->search;
    const CheckEngine *engine = flags->engine ? engine_find(flags->engine)
                                              : engine_for(config->program, config->find_native, 0);
    CheckBounds bounds = {
        .preemptions = -1, .random = MOST_RANDOM, .memory = options->limits.memory};
    ExecutorConfig bounded = *config;
    bounded.until = clock_ms() + (flags->time_ms ? flags->time_ms : CHECK_MS);
    Check *search = check_all_new(&bounded, engine, bounds);
    bool more = true;
    while (!search->found.len && (more = check_all_step(search)) && !check_all_late(search))
        ;
    bool found = take_first(&search->found, result);
    Bounds within = {0};
    check_all_bounds(search, more, &within);
    if (!found)
        check_all_extent(search, &within, &result->extent);
    result->complete = !found && within.len == 0;
    bounds_free(&within);
    check_all_free(search);
    return found;
}

/* Where --steps does not say: far more than the test takes without a search, so that a schedule
 * under which it does not end differs from a test that computes for long. */
static u64 most_steps(const ExecutorConfig *config)
{
    if (config->max_steps && config->max_steps != TEST_STEPS)
        return config->max_steps;
    ExecutorConfig once = *config;
    once.max_steps = TEST_STEPS;
    Executor *executor = executor_new(&once);
    Chooser *fifo = chooser_fifo();
    const Execution *run = executor_run(executor, fifo);
    u64 usual = run->outcome.kind == VERDICT_LIMIT ? 0 : executor_vm(executor)->steps;
    fifo->free(fifo);
    executor_free(executor);
    return DEFAULT_STEPS + 10 * usual;
}

bool test_search(const ExecutorConfig *config, const Options *options, SearchResult *result)
{
    ExecutorConfig searching = *config;
    searching.single = false;
    searching.late = setup_late(&options->search);
    result->steps = searching.max_steps = most_steps(&searching);
    return (options->search.check ? check : fuzz)(&searching, options, result);
}
