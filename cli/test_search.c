/* gol test --fuzz N and --check, and what is tried without them. */
#include "cli/test_search.h"

#include "cli/fuzz_report.h"
#include "explore/executor/deadline.h"
#include "explore/executor/shrink.h"
#include "explore/fuzz/workers.h"
#include "explore/schedule/choosers.h"

enum { CHECK_MS = 10000 };
/* Without --fuzz: schedules after the first; what a test costs at least with what comes before it,
 * in units of executor_work; executions that shorten the schedule of a failure. */
enum { MORE_SCHEDULES = 20, TEST_WORK = 18000, SHRINK_MORE = 300 };
/* A test that costs more than SLICED_WORK is not preempted within a slice, so that its machine code
 * is as good as in the first execution: it would take some 20 times as long. One that costs more
 * than LONG_WORK is run once. */
enum { SLICED_WORK = 2000000, LONG_WORK = 200000000 };
/* Virtual nanoseconds. Slices are shorter under other schedules than in the first execution and
 * take as long: where they took this long a timeout of the test may be over for that alone. */
enum { LONG_COMPUTED = 1000000000 };

void search_result_free(SearchResult *result)
{
    found_free(&result->finding);
    buf_free(&result->extent);
}

bool test_search_asked(const Options *options)
{
    u64 schedules = options->search.fuzz_schedules;
    return options->search.check || (schedules && schedules != FUZZ_UNSET);
}

static bool strategy_known(const char *name)
{
    for (u32 i = 0; i < sampler_count; i++)
        if (!strcmp(sampler_list[i].name, name))
            return true;
    return false;
}

bool test_search_ok(const Options *options)
{
    const SearchOptions *search = &options->search;
    bool searches = test_search_asked(options);
    if (search->check && search->fuzz_schedules && search->fuzz_schedules != FUZZ_UNSET)
        fprintf(stderr, "gol test: --fuzz and --check exclude each other\n");
    else if (searches && options->choose.schedule)
        fprintf(stderr, "gol test: --schedule replays one execution, --%s searches for others\n",
                search->check ? "check" : "fuzz");
    else if (options->choose.strategy && !strategy_known(options->choose.strategy))
        fprintf(stderr, "gol test: there is no strategy \"%s\"; see gol help strategies\n",
                options->choose.strategy);
    else if (search->engine && !engine_find(search->engine))
        fprintf(stderr, "gol test: there is no engine \"%s\"; see gol help engines\n",
                search->engine);
    else if (search->engine && options->sandbox.host &&
             !(engine_find(search->engine)->bounds & WHOLE_RUNS))
        fprintf(stderr, "gol test: --host has no meaning for the engine %s\n", search->engine);
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

/* A line now and then, of searches that take long. */
static void progress(FuzzReport *report, const Options *options, u64 schedules)
{
    Buf line = {0};
    if (!fuzz_report_due(report))
        return;
    buf_printf(&line, "%s: %llu schedule%s", options->tests.current, (unsigned long long)schedules,
               plural(schedules));
    fuzz_report_line(report, &line);
    buf_free(&line);
}

static Fuzzer *new_fuzzer(const ExecutorConfig *config, const Options *options)
{
    const char *strategy = options->choose.strategy;
    u64 seed = options->choose.seed ? options->choose.seed : 1;
    return fuzz_new(config, strategy ? strategy : sampler_list[0].name, DEFAULT_DEPTH, seed);
}

/* -j: the first execution is this process's, so that workers begin as its copies. */
static void fuzz_in_parallel(Fuzzer *fuzzer, const Options *options, FuzzReport *report)
{
    Workers workers;
    fuzz_step(fuzzer);
    u64 done = fuzzer->executions, all = options->search.fuzz_schedules;
    if (fuzzer->found.len || done >= all)
        return;
    setup_process();
    workers_start(&workers, fuzzer, (u32)options->search.jobs, all - done);
    while (workers_poll(&workers, 50) && !fuzzer->found.len && !deadline_over(0))
        progress(report, options, fuzzer->executions);
    workers_stop(&workers);
}

static void fuzz_here(Fuzzer *fuzzer, const Options *options, FuzzReport *report)
{
    while (fuzzer->executions < options->search.fuzz_schedules && !fuzzer->found.len &&
           !executor_late(fuzzer->executor)) {
        fuzz_step(fuzzer);
        progress(report, options, fuzzer->executions);
    }
}

static bool fuzz(const ExecutorConfig *config, const Options *options, SearchResult *result)
{
    FuzzReport report = {.options = options, .started_ms = clock_ms()};
    Fuzzer *fuzzer = new_fuzzer(config, options);
    Found slow = {0};
    do {
        if (options->search.jobs > 1)
            fuzz_in_parallel(fuzzer, options, &report);
        else
            fuzz_here(fuzzer, options, &report);
    } while (fuzz_set_aside(fuzzer, &slow));
    fuzz_report_clear(&report);
    bool found = take_first(&fuzzer->found, result);
    if (!found && slow.title) {
        result->finding = slow;
        found = true;
    } else {
        found_free(&slow);
    }
    result->schedules = found ? 0 : fuzzer->executions;
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
                                              : engine_for(config->program, config->find_native,
                                                           config->host ? WHOLE_RUNS : 0);
    CheckBounds bounds = {
        .preemptions = -1, .random = MOST_RANDOM, .memory = options->limits.memory};
    ExecutorConfig bounded = *config;
    bounded.until = clock_ms() + (flags->time_ms ? flags->time_ms : CHECK_MS);
    Check *search = check_all_new(&bounded, engine, bounds);
    bool more = true;
    FuzzReport report = {.options = options, .started_ms = clock_ms()};
    while (!search->found.len && (more = check_all_step(search)) && !check_all_late(search))
        progress(&report, options, search->schedules);
    fuzz_report_clear(&report);
    bool found = take_first(&search->found, result);
    Bounds within = {0};
    check_all_bounds(search, more, &within);
    if (!found)
        check_all_extent(search, &within, &result->extent);
    result->complete = !found && within.len == 0;
    result->schedules = found ? 0 : search->schedules;
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
    once.private_files = once.single = true;
    once.detector = "none";
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

/* Whether the execution shows something other than a limit or a timeout that came early, and its
 * schedule does so again: that moves to the result, in a short form. */
static bool take_failure(Executor *executor, const Execution *run, SearchResult *result)
{
    bool slow = executor_vm(executor)->time.computed >= LONG_COMPUTED;
    if (slow && run->findings.len && run->findings.data[0].kind == FOUND_PANIC)
        return false;
    for (u32 i = 0; i < run->findings.len; i++)
        if (run->findings.data[i].kind == FOUND_LIVELOCK ||
            run->findings.data[i].kind == FOUND_MEMORY)
            return false;
    if (!found_first(&result->finding, run))
        return false;
    Found *found = &result->finding;
    if (shrink_schedule(executor, found->key, SHRINK_MORE, &found->schedule))
        return true;
    found_free(found);
    *found = (Found){0};
    return false;
}

static const Execution *run_with(Executor *executor, Chooser *chooser)
{
    const Execution *run = executor_run(executor, chooser);
    chooser->free(chooser);
    return run;
}

/* An execution under the schedule of this seed. If it shows something, its schedule can be
 * replayed. */
static const Execution *run_seed(Executor *executor, u64 seed, bool sliced)
{
    if (!sliced)
        return run_with(executor, chooser_random(seed));
    const Execution *run = run_with(executor, chooser_random_slices(seed, false));
    return run->findings.len ? run_with(executor, chooser_random_slices(seed, true)) : run;
}

bool test_search_more(Executor *executor, u64 steps, u64 work, SearchResult *result)
{
    u64 before = executor_work(executor), passed = 1;
    u64 most = work > LONG_WORK ? 0 : work < TEST_WORK ? TEST_WORK : work;
    bool found = false;
    executor_limit(executor, DEFAULT_STEPS + 10 * steps);
    for (u64 seed = 1; !found && seed <= MORE_SCHEDULES && !executor_late(executor) &&
                       executor_work(executor) - before < most;
         seed++) {
        const Execution *run = run_seed(executor, seed, work > SLICED_WORK);
        passed += run->outcome.kind != VERDICT_LIMIT && !run->findings.len;
        found = take_failure(executor, run, result);
    }
    result->schedules = found ? 0 : passed;
    if (!found)
        buf_printf(&result->extent, "%llu schedule%s", (unsigned long long)passed, plural(passed));
    return found;
}
