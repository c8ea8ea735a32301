/* One test of gol test, from its executions to its report. Package testing reports what happens
 * inside an execution, this file what comes of it. */
#include <stdio.h>
#include <unistd.h>

#include "base/json.h"
#include "base/limits.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/fuzz_report.h"
#include "cli/repeat.h"
#include "cli/test_corpus.h"
#include "cli/test_example.h"
#include "cli/test_json.h"
#include "cli/test_output.h"
#include "cli/test_search.h"
#include "cli/test_together.h"
#include "cli/testing.h"
#include "explore/executor/deadline.h"
#include "vm/signal.h"

/* Package testing starts it; others are the test's. */
enum { TEST_GOROUTINE = GOROUTINE_MAIN + 1 };

/* ---- what became of it ---- */

/* In the words of `go test`, where it has any. */
static const char *limit_cause(Limit limit)
{
    if (limit == LIMIT_LOOP)
        return finding_kind_name(FOUND_LIVELOCK);
    if (limit == LIMIT_INTERRUPT && limits_time_over())
        return "time limit";
    return limit == LIMIT_TIME ? "timeout" : limit_name(limit);
}

/* Whether a test, and not TestMain, has called os.Exit(0). */
static bool exits_early(const Testing *t, const Execution *run)
{
    return run->outcome.kind == VERDICT_EXIT && !run->outcome.exit_code &&
           executor_vm(t->executor)->exited_by != GOROUTINE_MAIN;
}

/* Why a test that could not say so itself has failed; NULL: it could, or has not. */
static const char *cause(const Testing *t, const Execution *run)
{
    switch (run->outcome.kind) {
    case VERDICT_PANIC: return "panic";
    case VERDICT_DEADLOCK: return "deadlock";
    case VERDICT_LIMIT: return limit_cause(run->outcome.limit);
    case VERDICT_ERROR: return "schedule does not fit";
    case VERDICT_EXIT:
        if (exits_early(t, run))
            return "exit";
        break;
    case VERDICT_CLEAN: break;
    }
    static const FindingKind kinds[] = {FOUND_CYCLE, FOUND_LEAK, FOUND_RACE};
    for (u32 i = 0; i < COUNT_OF(kinds); i++)
        if (execution_has(run, kinds[i]))
            return finding_kind_name(kinds[i]);
    return NULL;
}

/* Whether goroutines wait forever for each other, or leak. */
static bool is_stuck(const Execution *run)
{
    return run->outcome.kind == VERDICT_DEADLOCK || execution_has(run, FOUND_CYCLE) ||
           execution_has(run, FOUND_LEAK);
}

/* The test's events, then its result: the last event, and gol's own object. */
static void print_json(const Testing *t, const FoundTest *test, const char *why, bool failed,
                       const Buf *output)
{
    const char *text = buf_str((Buf *)(uintptr_t)output);
    bool skipped = test_output_result(text, test->name, "SKIP") != NULL;
    const char *action = failed ? "fail" : skipped ? "skip" : "pass";
    double elapsed = test_json_output(t->name, test->name, text);
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "type", "test");
    cJSON_AddStringToObject(object, "name", test->name);
    cJSON_AddStringToObject(object, "result", why ? why : failed ? "fail" : "pass");
    if (output->len)
        cJSON_AddStringToObject(object, "output", text);
    cJSON_AddStringToObject(object, "Action", action);
    cJSON_AddStringToObject(object, "Package", t->name);
    cJSON_AddStringToObject(object, "Test", test->name);
    cJSON_AddNumberToObject(object, "Elapsed", elapsed);
    json_print(object, false, stdout);
}

/* Whether what a test has printed waits for a failure of the package: as with the go command, where
 * packages are named and the flags ask for no more. */
static bool is_held(const Testing *t, bool failed)
{
    const Options *options = t->options;
    return options->packages.len > 0 && !options->tests.verbose && !options->tests.bench &&
           !options->tests.fuzz && !options->search.check && !failed && !t->now.failed;
}

static void write_text(const Buf *text, FILE *out)
{
    if (text->len)
        fwrite(text->data, 1, text->len, out);
}

static void print_text(Testing *t, const Buf *output, bool failed)
{
    if (is_held(t, failed)) {
        buf_add(&t->held, output->data, output->len);
        return;
    }
    write_text(&t->held, stdout);
    buf_free(&t->held);
    write_text(output, stdout);
}

static void print_result(Testing *t, const FoundTest *test, const Buf *output, const char *why,
                         bool failed)
{
    if (t->options->out.json)
        print_json(t, test, why, failed, output);
    else
        print_text(t, output, failed);
    fflush(stdout);
}

/* ---- executions ---- */

/* The executions that are shown, and the commands that repeat them, end after so many steps. */
static void limit_steps(Testing *t, u64 steps)
{
    t->options->limits.steps = steps;
    executor_limit(t->executor, steps);
    if (t->repeater)
        executor_limit(t->repeater, steps);
}

static void set_args(const Testing *t, Executor *executor, int argc)
{
    executor_args(executor, argc, t->argv);
    executor_test_pattern(executor, t->pattern);
}

static ExecutorConfig config_with_args(const Testing *t, int argc)
{
    ExecutorConfig config = *executor_config(t->executor);
    config.argc = argc;
    config.argv = t->argv;
    return config;
}

/* --fuzz, --check: whether there is a schedule under which the test fails. */
static bool search(Testing *t, const FoundTest *test, int argc, SearchResult *result)
{
    if (!test_search_asked(t->options) || test->kind > TEST_FUZZ)
        return false;
    ExecutorConfig config = config_with_args(t, argc);
    bool found = test_search(&config, t->options, result);
    if (found)
        limit_steps(t, result->steps);
    return found;
}

/* Whether a test that has passed is tried under a few more schedules: nothing was said of
 * schedules, and nothing is shown, measured or counted of the one execution. */
static bool tries_more(const Testing *t, const FoundTest *test)
{
    const Options *options = t->options;
    return options->search.fuzz_schedules == FUZZ_UNSET && !test_search_asked(options) &&
           test->kind <= TEST_FUZZ && !test_fuzzes(t->options, test) && !options->choose.has_seed &&
           !options->choose.schedule && !options->real_time && !options->out.cover &&
           !options->out.cover_profile && !test_show_asked(&t->show);
}

/* One more, whose executions leave no trace in files. */
static Executor *executor_of_search(const Testing *t)
{
    ExecutorConfig config = *executor_config(t->executor);
    config.private_files = true;
    return executor_new(&config);
}

/* Of the one execution of a test that is shown: the schedule that a search found, the one that is
 * given, or what the seed says. */
static DeciderConfig how_decided(const Testing *t, const SearchResult *result)
{
    const ChooseOptions *choose = &t->options->choose;
    DeciderConfig config = {.seed = choose->seed, .has_seed = choose->has_seed};
    if (result->found)
        config.schedule = &result->finding.schedule;
    else if (choose->schedule)
        config.schedule = &t->schedule;
    return config;
}

static Decider *decide(const Testing *t, Executor *executor, const SearchResult *result)
{
    DeciderConfig config = how_decided(t, result);
    return decider_new(executor, &config);
}

/* The executor for other schedules of the test. */
static Executor *trier(Testing *t, int argc)
{
    if (!t->trier)
        t->trier = executor_of_search(t);
    set_args(t, t->trier, argc);
    return t->trier;
}

/* --predict, after an execution of so many steps: whether one close to it fails. */
static bool predict(Testing *t, const FoundTest *test, u64 steps, int argc, SearchResult *result)
{
    Options options = *t->options;
    char path[4096];
    snprintf(path, sizeof path, "%s/gol-test-%d.trace", repeat_directory(), (int)getpid());
    if (!options.predict.on || test->kind > TEST_FUZZ)
        return false;
    Executor *executor = trier(t, argc);
    if (!executor_trace(executor, path, options.path))
        return false;
    Decider *decider = decide(t, executor, result);
    decider_run(decider);
    decider_free(decider);
    options.argc = argc - 1;
    options.argv = t->argv + 1;
    options.limits.steps = DEFAULT_STEPS + 10 * steps;
    bool found = executor_end_trace(executor) &&
                 predict_search(&options, &t->loaded, path, &result->finding);
    unlink(path);
    return found;
}

/* Without --fuzz, after an execution that took `work`: the same for those few, unless the test has
 * started no goroutine. */
static bool search_more(Testing *t, const FoundTest *test, const Execution *run, u64 work, int argc,
                        SearchResult *result)
{
    const VM *vm = executor_vm(t->executor);
    u32 last = vm->sched.next_gid - 1;
    if (!tries_more(t, test) || last <= TEST_GOROUTINE || vm->outside.commanded)
        return false;
    result->found = test_search_more(trier(t, argc), run->steps, work, result);
    return result->found;
}

/* ---- reports ---- */

/* The command that shows the failure again. */
static void replay_command(const Testing *t, const Execution *run, SearchResult *result, Buf *out)
{
    Repeat repeat = {.schedule = &run->schedule};
    Buf path = {0};
    if (result->found) {
        Found *found = &result->finding;
        repeat = (Repeat){.schedule = &found->schedule, .searched = true, .kind = found->kind};
        if (repeat_needs_file(repeat.schedule) &&
            fuzz_corpus_save(repeat_directory(), NULL, found, &path))
            repeat.file = buf_str(&path);
    }
    repeat_command(t->options, &repeat, out);
    buf_free(&path);
}

/* An execution that a person reads of is repeated: only then are the stacks of accesses kept. */
static void report_races(Testing *t, const Execution *run, int argc, const SearchResult *result,
                         const char *replay)
{
    if (!execution_has(run, FOUND_RACE))
        return;
    if (!t->repeater) {
        t->repeater = executor_of_search(t);
    }
    Reporter *reporter = &t->reporter;
    u64 before = reporter->races;
    reporter->executor = t->repeater;
    reporter->replay = replay;
    set_args(t, t->repeater, argc);
    Decider *decider = decide(t, t->repeater, result);
    reporter_repeat(reporter, decider_chooser(decider));
    decider_free(decider);
    reporter->executor = t->executor;
    if (reporter->races == before) /* what it does depends on more than its schedule */
        reporter_finding(reporter, execution_first(run, FOUND_RACE), replay);
}

/* What the VM has written of the end; findings other than races. */
static void report_others(Testing *t, const Execution *run, const char *replay)
{
    write_text(&run->faults, t->reporter.text);
    write_text(&run->report, t->reporter.text);
    for (u32 i = 0; i < run->findings.len; i++) {
        const Finding *finding = &run->findings.data[i];
        if (reporter_is_left(&t->reporter, finding))
            reporter_finding(&t->reporter, finding, t->reporter.json ? replay : NULL);
    }
}

static void report_replay(const Testing *t, const Execution *run, const char *replay)
{
    if (execution_has(run, FOUND_RACE) || t->options->out.quiet)
        return;
    fputc('\n', t->reporter.text);
    reporter_replay(&t->reporter, replay);
}

/* Whether the execution is no failure, but for an example's output. */
static bool passes(const Testing *t, const Execution *run)
{
    return !cause(t, run) && !run->outcome.exit_code;
}

/* ---- looking closely ---- */

/* The execution once more, for what the flags ask of it. */
static void show(Testing *t, const FoundTest *test, bool failed, int argc,
                 const SearchResult *result, const char *replay)
{
    ExecutorConfig config = config_with_args(t, argc);
    DeciderConfig how = how_decided(t, result);
    t->show.options.path = t->options->path;
    t->show.options.tests.current = test->name;
    TestRun run = {.test = test->name,
                   .config = &config,
                   .sources = t->reporter.sources,
                   .how = &how,
                   .replay = replay,
                   .failed = failed};
    t->broken |= !test_show(&t->show, &run);
}

/* --corpus: the schedule of a test that has just failed. A failure without choices needs none. */
static void keep(Testing *t, const FoundTest *test, const Execution *run, SearchResult *result)
{
    Found found = {0};
    bool choices = result->found ? result->finding.schedule.steps.len : run->schedule.steps.len;
    if (!t->options->search.kept || !choices || !(result->found || found_first(&found, run)))
        return;
    t->broken |= !test_corpus_keep(t->corpus, test->name, t->executor,
                                   result->found ? &result->finding : &found);
    found_free(&found);
}

/* ---- one test ---- */

/* The result's line of a search that found nothing. */
static void add_extent(const FoundTest *test, const SearchResult *result, Buf *output)
{
    if (result->extent.len)
        buf_printf(output, "    %s: passed under %s\n", test->name,
                   buf_str((Buf *)(uintptr_t)&result->extent));
}

/* Whether a failure speaks of the day at which the clock begins: certificates, tokens and other
 * data that tests come with are often valid only later. */
static bool speaks_of_clock(const char *output)
{
    static const char *const words[] = {"2009-11-1", "2009/11/1",        "Nov 2009",
                                        "Nov 10 ",   "is not yet valid", "not valid yet"};
    for (u32 i = 0; i < COUNT_OF(words); i++)
        if (strstr(output, words[i]))
            return true;
    return false;
}

/* All that gol has to say of the execution becomes a part of the test's output. */
static void report(Testing *t, const FoundTest *test, const Execution *run, int argc,
                   const SearchResult *result, const char *replay, Buf *output)
{
    const Options *options = t->options;
    const char *why = cause(t, run);
    char *text = NULL;
    size_t len;
    FILE *usual = t->reporter.text;
    t->reporter.text = open_memstream(&text, &len);
    t->reporter.text_too = true;
    report_races(t, run, argc, result, replay);
    report_others(t, run, replay);
    if (exits_early(t, run))
        fputs("unexpected call to os.Exit(0) during test\n", t->reporter.text);
    reporter_slowness(&t->reporter);
    if (*replay && !options->clock.given && speaks_of_clock(buf_str(output)))
        fputs("hint: the clock began on 2009-11-10; with --clock now it begins today\n",
              t->reporter.text);
    if (*replay && (why || result->found))
        report_replay(t, run, replay);
    fclose(t->reporter.text);
    t->reporter.text = usual;
    bool before_result = (options->tests.verbose && !t->echoed) || options->out.json;
    test_output_add(output, test->name, text, why, before_result);
    free(text);
}

/* What a search said of a test that starts commands, which explored schedules may not, says nothing
 * of it. */
static bool search_was_refused(const Testing *t, SearchResult *result)
{
    const VM *vm = executor_vm(t->executor);
    if (!test_search_asked(t->options) || t->options->sandbox.host || !vm->outside.commanded)
        return false;
    result->found = result->complete = false;
    result->schedules = 0;
    vec_clear(&result->extent);
    buf_puts(&result->extent, "no other schedule: it starts commands, which --host allows");
    return true;
}

/* Whether an executable ends as its execution has: the test has called os.Exit, TestMain has run no
 * test, which makes it the main function of another program, or a signal has come. */
static bool ends_process(const Testing *t, const Execution *run)
{
    const VM *vm = executor_vm(t->executor);
    if (!t->options->bundle || execution_has(run, FOUND_RACE))
        return false;
    switch (run->outcome.kind) {
    case VERDICT_EXIT: return !vm->testing || vm->exited_by != GOROUTINE_MAIN;
    case VERDICT_CLEAN:
    case VERDICT_PANIC:
    case VERDICT_DEADLOCK: return !vm->testing;
    case VERDICT_LIMIT:
        return run->outcome.limit == LIMIT_INTERRUPT && signals_ended && t->options->tests.given;
    case VERDICT_ERROR: break;
    }
    return false;
}

NORETURN static void end_process(const Testing *t, const Execution *run)
{
    if (!t->echoed)
        write_text(&run->output, stdout);
    fflush(stdout);
    write_text(&run->report, stderr);
    if (run->outcome.kind == VERDICT_LIMIT)
        signals_end_process();
    bool fails = run->outcome.kind == VERDICT_PANIC || run->outcome.kind == VERDICT_DEADLOCK;
    exit(output_end(fails ? STATUS_FAILED : run->outcome.exit_code));
}

static void drop_front(Buf *text, size_t len)
{
    memmove(text->data, text->data + len, text->len - len);
    text->len -= (u32)len;
}

/* ---- after the others ---- */

/* Whether other tests than this one are run in one execution with it. */
static bool has_others(const Testing *t, const FoundTest *test)
{
    for (u32 i = 0; i < t->tests.len; i++) {
        const FoundTest *other = &t->tests.data[i];
        if (other != test && other->kind != TEST_BENCHMARK && test_wanted(t->options, other))
            return true;
    }
    return false;
}

/* Whether what an earlier test has left may be missing: the test said itself that it failed,
 * or panicked, other tests are run, and it is not one execution that was asked for. */
static bool may_need_others(const Testing *t, const FoundTest *test, const Execution *run,
                            const SearchResult *result)
{
    const Options *options = t->options;
    const char *why = cause(t, run);
    return (!why || run->outcome.kind == VERDICT_PANIC) && !execution_has(run, FOUND_RACE) &&
           !result->found && has_others(t, test) && test->kind != TEST_BENCHMARK &&
           !test_fuzzes(options, test) && !test_search_asked(options) && !options->bundle &&
           !options->choose.has_seed && !options->choose.schedule && !test_show_asked(&t->show);
}

/* Whether the execution is one in which the test failed, whose output this is: that of an example
 * is replaced by what is said of it. */
static bool has_failed(const Testing *t, const FoundTest *test, const Execution *run, Buf *output)
{
    bool ok = test->kind != TEST_EXAMPLE || test_example(test, t->options->tests.verbose, output);
    return !ok || cause(t, run) || run->outcome.exit_code;
}

/* Whether the test fails under other schedules as well: what depends on the schedule is a fault of
 * its own. */
static bool fails_always(Testing *t, const FoundTest *test, int argc)
{
    enum { TRIES = 8 };
    Executor *executor = trier(t, argc);
    bool fails = true;
    for (u64 seed = 1; seed <= TRIES && fails; seed++) {
        Buf output = {0};
        Decider *decider = decider_new(executor, &(DeciderConfig){.seed = seed, .has_seed = true});
        const Execution *run = decider_run(decider);
        buf_add(&output, run->output.data, run->output.len);
        fails = has_failed(t, test, run, &output);
        buf_free(&output);
        decider_free(decider);
    }
    return fails;
}

/* All tests of the program that are wanted, in one execution, as with the go command. */
static void run_together(Testing *t)
{
    Arena arena = {0};
    char **argv;
    const char *pattern;
    Options options = *t->options;
    options.tests.verbose = true;
    int argc = test_args(&options, NULL, &arena, &argv, &pattern);
    Executor *executor = executor_of_search(t);
    executor_cut(executor, true);
    executor_args(executor, argc, argv);
    Decider *decider = decider_new(executor, &(DeciderConfig){0});
    const Execution *run = decider_run(decider);
    buf_add(&t->all_together, run->output.data, run->output.len);
    decider_free(decider);
    executor_free(executor);
    arena_free(&arena);
    t->together = true;
}

/* Whether the test, which has failed alone, does so whatever the schedule, and passes where the
 * others run before it. Then *output is what it prints there. Other schedules are tried last: there
 * a test that computes for long is mostly interpreted, and few get so far. */
static bool passes_after_others(Testing *t, const FoundTest *test, int argc, Buf *output)
{
    bool verbose = t->options->tests.verbose || t->options->out.json;
    Buf together = {0};
    if (!t->together)
        run_together(t);
    bool passes = test_together_passed(test, &t->all_together, verbose, &together) &&
                  fails_always(t, test, argc);
    if (passes) {
        vec_clear(output);
        buf_add(output, together.data, together.len);
        if (verbose)
            buf_printf(output, "    %s: passed after the other tests; alone it fails\n",
                       test->name);
        t->now.after_others++;
    }
    buf_free(&together);
    return passes;
}

static void judge(Testing *t, const FoundTest *test, const Execution *run, int argc,
                  SearchResult *result)
{
    Buf output = {0}, replay = {0};
    buf_add(&output, run->output.data, run->output.len);
    bool failed = has_failed(t, test, run, &output);
    const char *why = cause(t, run);
    if (ends_process(t, run))
        end_process(t, run);
    bool rescued = failed && may_need_others(t, test, run, result) &&
                   passes_after_others(t, test, argc, &output);
    failed &= !rescued;
    bool refused = !failed && search_was_refused(t, result);
    t->now.schedules += failed ? 0 : result->schedules ? result->schedules : 1;
    if (refused && is_held(t, failed))
        fprintf(stderr, "gol: %s: passed under %s\n", test->name, buf_str(&result->extent));
    if (!failed && (t->options->tests.verbose || t->options->search.check))
        add_extent(test, result, &output);
    if (failed || test_show_asked(&t->show))
        replay_command(t, run, result, &replay);
    if (!rescued)
        report(t, test, run, argc, result, failed ? buf_str(&replay) : "", &output);
    if (t->options->out.junit)
        junit_test(&t->junit, t->name, test->name, buf_str(&output), failed ? why : NULL);
    if (t->echoed)
        drop_front(&output, run->output.len);
    print_result(t, test, &output, why, failed);
    show(t, test, failed, argc, result, buf_str(&replay));
    CHECK(!result->complete || result->extent.len); /* a proof says of what */
    CHECK(!result->found || result->extent.len == 0);
    t->now.passed += !failed;
    t->now.failed += failed;
    t->now.cut += failed && run->outcome.limit == LIMIT_INTERRUPT && limits_time_over();
    t->now.raced += execution_has(run, FOUND_RACE);
    t->now.stuck += failed && is_stuck(run);
    bool searched = !failed && test_search_asked(t->options) && result->extent.len;
    t->now.proved += searched && result->complete;
    t->now.bounded += searched && !result->complete;
    if (failed)
        keep(t, test, run, result);
    buf_free(&output);
    buf_free(&replay);
}

/* Schedules under which the test has failed before come first. */
static bool try_kept(Testing *t, const FoundTest *test, SearchResult *result)
{
    const ChooseOptions *choose = &t->options->choose;
    return test->kind <= TEST_FUZZ && !choose->schedule && !choose->has_seed &&
           test_corpus_try(t->corpus, test->name, t->executor, &result->finding);
}

/* One execution, which lives until the decider is freed; NULL, with a message: the schedule does
 * not fit the test. */
static const Execution *run_once(Testing *t, const FoundTest *test, int argc,
                                 const SearchResult *result, Decider **decider)
{
    set_args(t, t->executor, argc);
    decider_free(*decider);
    *decider = decide(t, t->executor, result);
    const Execution *run = decider_run(*decider);
    Buf misfit = {0};
    decider_mismatch(*decider, &misfit);
    bool fits = misfit.len == 0;
    if (!fits)
        fprintf(stderr, "gol: %s: %s\n", test->name, buf_str(&misfit));
    t->misfit |= !fits;
    buf_free(&misfit);
    return fits ? run : NULL;
}

/* Whether a signal has ended the search before it found anything: then the test passed under what
 * the result says, and no execution is shown. */
static bool search_was_cut(Testing *t, const FoundTest *test, const SearchResult *result)
{
    if (result->found || !result->extent.len || !interrupted())
        return false;
    Buf output = {0};
    add_extent(test, result, &output);
    print_result(t, test, &output, NULL, false);
    t->now.passed++;
    t->now.bounded++;
    t->now.schedules += result->schedules;
    buf_free(&output);
    return true;
}

/* Whether the test is run as in a process of its own: in an executable of tests. What an example
 * prints is looked at first, and events come after one another. */
static bool is_process(const Testing *t, const FoundTest *test)
{
    return t->options->bundle && test->kind == TEST_PLAIN && !t->options->out.json &&
           !t->options->out.junit;
}

/* The execution that decides: that of a search, or the first, or one of those tried after it. */
static void run_and_judge(Testing *t, const FoundTest *test, int argc, SearchResult *result)
{
    Decider *decider = NULL;
    bool searched = result->found;
    t->echoed = is_process(t, test);
    fflush(stdout);
    executor_echo(t->executor, t->echoed);
    u64 before = executor_work(t->executor);
    const Execution *run = run_once(t, test, argc, result, &decider);
    u64 work = executor_work(t->executor) - before;
    if (run && passes(t, run) && !result->found)
        result->found = predict(t, test, run->steps, argc, result) ||
                        search_more(t, test, run, work, argc, result);
    if (run && result->found && !searched) {
        executor_echo(t->executor, t->echoed = false);
        run = run_once(t, test, argc, result, &decider);
    }
    if (run)
        judge(t, test, run, argc, result);
    decider_free(decider);
}

/* Sets os.Args of the test's executions; returns how many they are. */
static int choose_args(Testing *t, const FoundTest *test, Arena *arena)
{
    const TestOptions *tests = &t->options->tests;
    int argc = test_args(t->options, test, arena, &t->argv, &t->pattern);
    if (!tests->given || test->kind == TEST_BENCHMARK || test_fuzzes(t->options, test)) {
        t->pattern = NULL;
        return argc;
    }
    t->argv = tests->given;
    return tests->given_count;
}

void testing_run(Testing *t, const FoundTest *test)
{
    Arena arena = {0};
    SearchResult result = {0};
    t->options->tests.current = test->name;
    int argc = choose_args(t, test, &arena);
    u64 usual = t->options->limits.steps;
    set_args(t, t->executor, argc);
    u64 ms = test_fuzzes(t->options, test) ? 0 : t->options->search.time_ms;
    limits_set_time(ms);
    result.found = try_kept(t, test, &result) || search(t, test, argc, &result);
    if (test_search_asked(t->options)) /* that search had the time; this is what is shown */
        limits_set_time(ms);
    if (!search_was_cut(t, test, &result))
        run_and_judge(t, test, argc, &result);
    limit_steps(t, usual);
    search_result_free(&result);
    arena_free(&arena);
}
