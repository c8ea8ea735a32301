/* gol test: Test functions, fuzz targets' seeds, examples and benchmarks, each in an execution of
 * its own. Package testing reports what happens inside an execution, this file what comes of it. */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "base/name_pattern.h"
#include "cli/build.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/cover.h"
#include "cli/fuzz_report.h"
#include "cli/junit.h"
#include "cli/packages.h"
#include "cli/repeat.h"
#include "cli/setup.h"
#include "cli/test_corpus.h"
#include "cli/test_find.h"
#include "cli/test_json.h"
#include "cli/test_output.h"
#include "cli/test_search.h"
#include "cli/test_show.h"
#include "explore/executor/deadline.h"
#include "vm/signal.h"

enum { MAX_ARGS = 15 };
/* Package testing starts it; others are the test's. */
enum { TEST_GOROUTINE = GOROUTINE_MAIN + 1 };

typedef struct Counts {
    u32 passed, failed, raced, listed;
    u32 proved, bounded; /* passed: in all executions, within bounds of a search */
    u64 schedules;       /* under which those that passed did */
} Counts;

typedef struct Testing {
    Options *options;
    Loaded loaded;
    FoundTests tests;
    Reporter reporter;
    Executor *executor; /* of single executions */
    Executor *repeater; /* shows those with races once more; made when it is needed */
    Executor *trier;    /* tries other schedules after a pass; the same */
    Schedule schedule;  /* --schedule */
    bool external;      /* the second program: external tests */
    char *args[MAX_ARGS];
    Counts now, all;  /* of this package, of those before */
    const char *name; /* of this package: its import path, or as it was given outside of a module */
    u64 began_ms;     /* when this package did */
    bool misfit;      /* --schedule does not fit a test */
    bool broken;      /* a package does not compile */
    Arena arena;      /* names of packages */
    bool has_tests;   /* this package has test files */
    CoverSum cover;   /* of this package */
    PathList covered; /* folders whose coverage is looked at */
    bool cover_begun, profile_begun; /* the files of --cover=FILE and -coverprofile */
    TestShow show;                   /* --html, --trace and others */
    const char *corpus;              /* where schedules are kept */
    Sarif *sarif;                    /* --sarif: of all packages */
    Junit junit;                     /* --junit */
    Bundle bundle;                   /* -c, -o: of this package */
} Testing;

/* ---- which tests ---- */

static bool pattern_ok(const char *flag, const char *pattern)
{
    bool ok = !pattern || name_pattern_ok(pattern);
    if (!ok)
        fprintf(stderr, "gol test: -%s takes a regular expression, not \"%s\"\n", flag, pattern);
    return ok;
}

/* -fuzz: whether inputs are made up for it. */
static bool fuzzes(const Testing *t, const FoundTest *test)
{
    const char *pattern = t->options->tests.fuzz;
    return pattern && test->kind == TEST_FUZZ && name_match(pattern, test->name) != NAME_NO;
}

static bool wanted(const Testing *t, const FoundTest *test)
{
    const TestOptions *flags = &t->options->tests;
    if (flags->skip && name_match(flags->skip, test->name) == NAME_FULLY)
        return false;
    if (flags->list)
        return name_match(flags->list, test->name) != NAME_NO;
    if (test->kind == TEST_BENCHMARK)
        return flags->bench && name_match(flags->bench, test->name) != NAME_NO;
    return fuzzes(t, test) || !flags->pattern || name_match(flags->pattern, test->name) != NAME_NO;
}

/* As with the go command, one target at a time; false, after a message, if -fuzz names more. */
static bool fuzzes_one(const Testing *t)
{
    u32 count = 0;
    for (u32 i = 0; i < t->tests.len; i++)
        count += fuzzes(t, &t->tests.data[i]);
    if (count > 1)
        fprintf(stderr, "gol test: -fuzz matches more than one fuzz target of %s\n", t->name);
    return count <= 1;
}

/* -shuffle: a permutation that its number decides. */
static void shuffle(Testing *t)
{
    const char *how = t->options->tests.shuffle;
    if (!how || !strcmp(how, "off"))
        return;
    Rng rng = {strcmp(how, "on") ? strtoull(how, NULL, 0) : t->options->choose.seed};
    printf("-test.shuffle %llu\n", (unsigned long long)rng.state);
    for (u32 i = t->tests.len; i > 1; i--) {
        u32 j = (u32)rng_below(&rng, i);
        FoundTest other = t->tests.data[j];
        t->tests.data[j] = t->tests.data[i - 1];
        t->tests.data[i - 1] = other;
    }
}

/* ---- what a test printed, and what became of it ---- */

/* In the words of `go test`, where it has any. */
static const char *limit_cause(Limit limit)
{
    if (limit == LIMIT_LOOP)
        return finding_kind_name(FOUND_LIVELOCK);
    return limit == LIMIT_TIME ? "timeout" : limit_name(limit);
}

/* Why a test that could not say so itself has failed; NULL: it could, or has not. */
static const char *cause(const Execution *run)
{
    switch (run->outcome.kind) {
    case VERDICT_PANIC: return "panic";
    case VERDICT_DEADLOCK: return "deadlock";
    case VERDICT_LIMIT: return limit_cause(run->outcome.limit);
    case VERDICT_ERROR: return "schedule does not fit";
    case VERDICT_CLEAN:
    case VERDICT_EXIT: break;
    }
    static const FindingKind kinds[] = {FOUND_CYCLE, FOUND_LEAK, FOUND_RACE};
    for (u32 i = 0; i < COUNT_OF(kinds); i++)
        if (execution_has(run, kinds[i]))
            return finding_kind_name(kinds[i]);
    return NULL;
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The text without white space around it, its lines sorted if asked for. */
static char *trimmed(const char *text, bool sorted)
{
    static const char white[] = " \t\n\v\f\r";
    text += strspn(text, white);
    size_t len = strlen(text);
    while (len && strchr(white, text[len - 1]))
        len--;
    char *copy = xcalloc(len + 1, 1);
    memcpy(copy, text, len);
    if (!sorted)
        return copy;
    VEC(char *) lines = {0};
    for (char *line, *rest = copy; (line = strsep(&rest, "\n"));)
        vec_push(&lines, line);
    qsort(lines.data, lines.len, sizeof lines.data[0], compare_lines);
    Buf out = {0};
    for (u32 i = 0; i < lines.len; i++)
        buf_printf(&out, "%s%s", i ? "\n" : "", lines.data[i]);
    vec_free(&lines);
    free(copy);
    copy = xstrdup(buf_str(&out));
    buf_free(&out);
    return copy;
}

/* Takes out of the output what stands between the marks of package testing: all, without the second
 * one, of an example that panicked. */
static char *take_example(Buf *output)
{
    static const char mark[] = "\x01"
                               "example\x01";
    size_t len = strlen(mark);
    char *all = xstrdup(buf_str(output)), *first = strstr(all, mark);
    char *printed = xstrdup(first ? first + len : ""), *second = strstr(printed, mark);
    vec_clear(output);
    buf_add(output, all, first ? (size_t)(first - all) : strlen(all));
    if (second) {
        buf_puts(output, second + len);
        *second = '\0';
    }
    free(all);
    return printed;
}

/* The output becomes the example's verdict; false: it did not print what it promised. */
static bool judge_example(const Testing *t, const FoundTest *test, Buf *output)
{
    char *printed = take_example(output);
    char *got = trimmed(printed, test->unordered), *want = trimmed(test->output, test->unordered);
    bool ok = !strcmp(got, want);
    if (t->options->tests.verbose)
        buf_printf(output, "=== RUN   %s\n", test->name);
    if (!ok)
        buf_printf(output, "--- FAIL: %s (0.00s)\ngot:\n%s\nwant%s:\n%s\n", test->name,
                   test->unordered ? printed : got, test->unordered ? " (unordered)" : "",
                   test->unordered ? test->output : want);
    else if (t->options->tests.verbose)
        buf_printf(output, "--- PASS: %s (0.00s)\n", test->name);
    free(printed);
    free(got);
    free(want);
    return ok;
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

static void print_result(const Testing *t, const FoundTest *test, Buf *output, const char *why,
                         bool failed)
{
    if (t->options->out.json)
        print_json(t, test, why, failed, output);
    else if (output->len > 0)
        fwrite(output->data, 1, output->len, stdout);
    fflush(stdout);
}

/* ---- running ---- */

static void add_arg(int *n, char **args, const char *arg)
{
    args[(*n)++] = (char *)(uintptr_t)arg;
}

/* os.Args of the execution: the flags of package testing. */
static int make_args(Testing *t, const FoundTest *test, Arena *arena)
{
    const Options *options = t->options;
    bool bench = test->kind == TEST_BENCHMARK;
    const char *pattern = bench             ? options->tests.bench
                          : fuzzes(t, test) ? NULL
                                            : options->tests.pattern;
    Buf within = {0};
    name_pattern_within(pattern, test->name, &within);
    int n = 0;
    add_arg(&n, t->args, options->path);
    add_arg(&n, t->args,
            arena_printf(arena, "-test.%s=%s", bench ? "bench" : "run", buf_str(&within)));
    buf_free(&within);
    if (bench)
        add_arg(&n, t->args, "-test.run=^$");
    if (options->tests.skip)
        add_arg(&n, t->args, arena_printf(arena, "-test.skip=%s", options->tests.skip));
    if (fuzzes(t, test))
        add_arg(&n, t->args, arena_printf(arena, "-test.fuzz=^%s$", test->name));
    if (fuzzes(t, test) && options->tests.fuzztime)
        add_arg(&n, t->args, arena_printf(arena, "-test.fuzztime=%s", options->tests.fuzztime));
    if (options->tests.verbose || options->out.json)
        add_arg(&n, t->args, "-test.v");
    if (options->tests.short_tests)
        add_arg(&n, t->args, "-test.short");
    if (options->tests.benchtime)
        add_arg(&n, t->args, arena_printf(arena, "-test.benchtime=%s", options->tests.benchtime));
    if (options->tests.benchmem)
        add_arg(&n, t->args, "-test.benchmem");
    add_arg(
        &n, t->args,
        arena_printf(arena, "-test.timeout=%llums", (unsigned long long)options->tests.timeout_ms));
    for (int i = 0; i < options->argc && n < MAX_ARGS; i++)
        add_arg(&n, t->args, options->argv[i]);
    return n;
}

/* The executions that are shown, and the commands that repeat them, end after so many steps. */
static void limit_steps(Testing *t, u64 steps)
{
    t->options->limits.steps = steps;
    executor_limit(t->executor, steps);
    if (t->repeater)
        executor_limit(t->repeater, steps);
}

static ExecutorConfig config_with_args(const Testing *t, int argc)
{
    ExecutorConfig config = *executor_config(t->executor);
    config.argc = argc;
    config.argv = (char **)(uintptr_t)t->args;
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
           test->kind <= TEST_FUZZ && !fuzzes(t, test) && !options->choose.has_seed &&
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
    executor_args(t->trier, argc, t->args);
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
    options.argv = t->args + 1;
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
    u32 last = executor_vm(t->executor)->sched.next_gid - 1;
    if (!tries_more(t, test) || last <= TEST_GOROUTINE)
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
    executor_args(t->repeater, argc, t->args);
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
    fputs(buf_str((Buf *)(uintptr_t)&run->report), t->reporter.text);
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
static bool passes(const Execution *run)
{
    return !cause(run) && !run->outcome.exit_code;
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

/* All that gol has to say of the execution becomes a part of the test's output. */
static void report(Testing *t, const FoundTest *test, const Execution *run, int argc,
                   const SearchResult *result, const char *replay, Buf *output)
{
    const Options *options = t->options;
    const char *why = cause(run);
    char *text = NULL;
    size_t len;
    FILE *usual = t->reporter.text;
    t->reporter.text = open_memstream(&text, &len);
    t->reporter.text_too = true;
    report_races(t, run, argc, result, replay);
    report_others(t, run, replay);
    if (*replay && (why || result->found))
        report_replay(t, run, replay);
    fclose(t->reporter.text);
    t->reporter.text = usual;
    test_output_add(output, test->name, text, why, options->tests.verbose || options->out.json);
    free(text);
}

static void judge(Testing *t, const FoundTest *test, const Execution *run, int argc,
                  SearchResult *result)
{
    Buf output = {0}, replay = {0};
    buf_add(&output, run->output.data, run->output.len);
    bool ok = test->kind != TEST_EXAMPLE || judge_example(t, test, &output);
    const char *why = cause(run);
    bool failed = !ok || why || run->outcome.exit_code;
    t->now.schedules += failed ? 0 : result->schedules ? result->schedules : 1;
    if (!failed && (t->options->tests.verbose || t->options->search.check))
        add_extent(test, result, &output);
    if (failed || test_show_asked(&t->show))
        replay_command(t, run, result, &replay);
    report(t, test, run, argc, result, failed ? buf_str(&replay) : "", &output);
    if (t->options->out.junit)
        junit_test(&t->junit, t->name, test->name, buf_str(&output), why);
    print_result(t, test, &output, why, failed);
    show(t, test, failed, argc, result, buf_str(&replay));
    CHECK(!result->complete || result->extent.len); /* a proof says of what */
    CHECK(!result->found || result->extent.len == 0);
    t->now.passed += !failed;
    t->now.failed += failed;
    t->now.raced += execution_has(run, FOUND_RACE);
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
    executor_args(t->executor, argc, t->args);
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

/* The execution that decides: that of a search, or the first, or one of those tried after it. */
static void run_and_judge(Testing *t, const FoundTest *test, int argc, SearchResult *result)
{
    Decider *decider = NULL;
    bool searched = result->found;
    u64 before = executor_work(t->executor);
    const Execution *run = run_once(t, test, argc, result, &decider);
    u64 work = executor_work(t->executor) - before;
    if (run && passes(run) && !result->found)
        result->found = predict(t, test, run->steps, argc, result) ||
                        search_more(t, test, run, work, argc, result);
    if (run && result->found && !searched)
        run = run_once(t, test, argc, result, &decider);
    if (run)
        judge(t, test, run, argc, result);
    decider_free(decider);
}

static void run_test(Testing *t, const FoundTest *test)
{
    Arena arena = {0};
    SearchResult result = {0};
    t->options->tests.current = test->name;
    int argc = make_args(t, test, &arena);
    u64 usual = t->options->limits.steps;
    executor_args(t->executor, argc, t->args);
    result.found = try_kept(t, test, &result) || search(t, test, argc, &result);
    if (!search_was_cut(t, test, &result))
        run_and_judge(t, test, argc, &result);
    limit_steps(t, usual);
    search_result_free(&result);
    arena_free(&arena);
}

/* ---- all tests ---- */

static void run_tests(Testing *t)
{
    const Options *options = t->options;
    u64 seed = options->choose.seed, count = options->tests.count ? options->tests.count : 1;
    shuffle(t);
    for (u32 i = 0; i < t->tests.len; i++) {
        const FoundTest *test = &t->tests.data[i];
        bool yes = wanted(t, test);
        if (yes && options->tests.list)
            printf("%s\n", test->name);
        t->now.listed += yes;
        for (u64 n = 0; yes && !options->tests.list && n < count; n++) {
            t->options->choose.seed = seed + n;
            run_test(t, test);
            if (interrupted() || (options->tests.failfast && t->now.failed))
                i = t->tests.len, n = count - 1;
        }
    }
    t->options->choose.seed = seed;
}

static bool make_executor(Testing *t)
{
    ExecutorConfig config = setup_config(&t->loaded, t->options, &t->reporter);
    config.max_time = t->options->tests.fuzz ? 0 : (i64)t->options->tests.timeout_ms * 1000000;
    config.single = true;
    config.profile = t->options->out.profile; /* all executors of a program, or none */
    t->executor = t->reporter.executor = setup_executor(&config, t->options);
    if (t->executor)
        signals_interrupt(executor_vm(t->executor), ENDING_SIGNALS);
    return t->executor != NULL;
}

/* Enters the directory of the package, where the go command runs its tests. Returns the one that
 * was left, for leave_package; -1, with a message, if it cannot. */
static int enter_package(const char *path)
{
    int from = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct stat st;
    char *copy = xstrdup(path);
    const char *dir = !stat(path, &st) && S_ISDIR(st.st_mode) ? path : dirname(copy);
    if (from >= 0 && chdir(dir) != 0) {
        close(from);
        from = -1;
    }
    if (from < 0)
        fprintf(stderr, "gol test: cannot run in %s: %s\n", dir, strerror(errno));
    free(copy);
    return from;
}

static void leave_package(int from)
{
    if (fchdir(from) != 0)
        fprintf(stderr, "gol test: cannot return to the working directory: %s\n", strerror(errno));
    close(from);
}

static bool run_loaded(Testing *t)
{
    const Options *options = t->options;
    bool ok = reporter_begin(&t->reporter, options, &t->loaded.sources) &&
              setup_schedule(&t->loaded, options, &t->schedule) && make_executor(t);
    sarif_free(t->reporter.sarif);
    t->reporter.sarif = t->sarif;
    t->reporter.json = options->out.json ? stdout : NULL;
    t->reporter.color = options->out.color_out && !options->out.json && !options->out.junit;
    int from = ok ? enter_package(options->path) : -1;
    ok &= from >= 0;
    if (ok)
        run_tests(t);
    executor_free(t->executor);
    executor_free(t->repeater);
    executor_free(t->trier);
    if (ok)
        leave_package(from);
    t->executor = t->repeater = t->trier = NULL;
    reporter_hidden_line(&t->reporter);
    t->reporter.sarif = NULL; /* there is more to come */
    reporter_end(&t->reporter);
    schedule_free(&t->schedule);
    t->schedule = (Schedule){0};
    return ok;
}

/* ---- putting it together ---- */

/* Whose coverage is looked at: the packages of -coverpkg, or the one that is tested. */
static void cover_places(Testing *t)
{
    char absolute[4096];
    PathList places = {0};
    const char *list = t->options->out.cover_packages;
    char *patterns = arena_strndup(&t->arena, list ? list : "", strlen(list ? list : ""));
    vec_clear(&t->covered);
    for (char *name; list && (name = strsep(&patterns, ","));)
        t->broken |= !packages_add(&t->arena, "test", name, &places);
    if (!list)
        vec_push(&places, t->options->path);
    for (u32 i = 0; i < places.len; i++) {
        struct stat st;
        const char *path = places.data[i];
        char *copy = arena_strndup(&t->arena, path, strlen(path));
        bool dir = !stat(path, &st) && S_ISDIR(st.st_mode);
        if (realpath(dir ? path : dirname(copy), absolute))
            vec_push(&t->covered, arena_strndup(&t->arena, absolute, strlen(absolute)));
    }
    vec_free(&places);
}

/* What the package's tests have executed, after one of its programs. */
static void note_coverage(Testing *t)
{
    const OutputOptions *out = &t->options->out;
    if (!t->loaded.cover || t->options->tests.list)
        return;
    cover_add(&t->cover, &t->loaded, &t->covered);
    if (out->cover && *out->cover)
        cover_functions(&t->loaded, &t->covered, out->cover, t->cover_begun);
    t->cover_begun |= out->cover && *out->cover;
}

static void write_profile(Testing *t)
{
    const OutputOptions *out = &t->options->out;
    if (!out->cover_profile || t->options->tests.list)
        return;
    cover_profile(&t->cover, out->cover_profile, out->cover_mode ? out->cover_mode : "count",
                  t->profile_begun);
    t->profile_begun = true;
}

static bool makes_executable(const Options *options)
{
    return !options->bundle && (options->tests.compile || options->executable);
}

/* -c, -o: the executable that runs the package's tests. */
static bool write_executable(Testing *t)
{
    bool ok = true;
    if (t->has_tests)
        ok = build_write(&t->bundle, t->options, build_name(&t->arena, t->options, ".test"));
    bundle_free(&t->bundle);
    t->bundle = (Bundle){.main_path = ""};
    return ok;
}

/* One program: the package with its own tests, or the external tests. False: it does not compile.
 */
static bool test_program(Testing *t, bool external)
{
    t->options->record = makes_executable(t->options) ? &t->bundle : NULL;
    load_begin(&t->loaded, t->options->path, t->options);
    vec_clear(&t->tests);
    t->external = external;
    bool ok = test_find(&t->loaded, t->options->path, external, t->options->tests.fuzz, &t->tests,
                        &t->has_tests);
    ok = ok && fuzzes_one(t);
    if (ok && t->tests.len) {
        ok = load_finish(&t->loaded, t->options, SHOWN_ERRORS);
        if (ok && t->options->record)
            build_describe(&t->bundle, &t->loaded, t->options);
        if (ok && !t->options->tests.compile) {
            ok = run_loaded(t);
            note_coverage(t);
        }
    }
    load_free(&t->loaded);
    return ok;
}

/* "ok", "FAIL" or "?", the package, and what there is to say of it. */
static void summary_line(const Testing *t, Buf *out)
{
    const Options *options = t->options;
    u32 all = t->now.passed + t->now.failed, shown = options->tests.list ? t->now.listed : all;
    double seconds = (double)(clock_ms() - t->began_ms) / 1000;
    if (!t->has_tests)
        buf_printf(out, "?   \t%s\t[no test files]\n", t->name);
    else if (!all && !options->tests.list)
        buf_printf(out, "ok  \t%s\t%.3fs [no tests to run]\n", t->name, seconds);
    if (!t->has_tests || (!all && !options->tests.list))
        return;
    buf_printf(out, "%s\t%s\t%.3fs\t", t->now.failed ? "FAIL" : "ok  ", t->name, seconds);
    if (t->now.failed) {
        buf_printf(out, "%u of %u tests failed\n", t->now.failed, all);
        return;
    }
    buf_printf(out, "%u test%s", shown, plural(shown));
    if (t->now.schedules > all && !options->search.check)
        buf_printf(out, ", %llu schedules", (unsigned long long)t->now.schedules);
    if (t->now.proved + t->now.bounded)
        buf_printf(out, "\tchecked: %u in all executions, %u within bounds", t->now.proved,
                   t->now.bounded);
    if (options->out.cover || options->out.cover_profile) {
        buf_puts(out, "\tcoverage: ");
        cover_text(&t->cover, out);
    }
    if (options->out.cover_packages)
        buf_printf(out, " in %s", options->out.cover_packages);
    buf_putc(out, '\n');
}

static void print_summary(const Testing *t)
{
    const Options *options = t->options;
    const char *end = t->now.failed ? "FAIL\n" : "PASS\n";
    bool any = t->now.passed + t->now.failed;
    bool says_end = t->now.failed || ((options->tests.verbose || options->tests.bench) && any);
    Buf line = {0};
    summary_line(t, &line);
    if (options->out.json) {
        test_json_event(&(TestEvent){"output", t->name, NULL, buf_str(&line), -1});
        test_json_event(&(TestEvent){t->now.failed ? "fail"
                                     : any         ? "pass"
                                                   : "skip",
                                     t->name, NULL, NULL,
                                     (double)(clock_ms() - t->began_ms) / 1000});
    } else {
        printf("%s%s", says_end ? end : "", buf_str(&line));
    }
    buf_free(&line);
}

static int verdict(Testing *t)
{
    Verdict v = {.name = "clean", .status = STATUS_CLEAN};
    if (interrupted())
        v = (Verdict){.name = "limit", .status = STATUS_LIMIT};
    if (t->all.failed)
        v = (Verdict){.name = "fail", .status = STATUS_FAILED};
    if (t->broken || t->misfit)
        v = (Verdict){.name = "error", .status = STATUS_USAGE};
    if (t->all.raced)
        v = (Verdict){.name = "race", .status = STATUS_RACE};
    verdict_count(&v, "passed", t->all.passed);
    verdict_count(&v, "failed", t->all.failed);
    return reporter_verdict(&t->reporter, &v);
}

static bool mode_ok(const char *mode)
{
    bool ok = !mode || !strcmp(mode, "set") || !strcmp(mode, "count") || !strcmp(mode, "atomic");
    if (!ok)
        fprintf(stderr, "gol test: -covermode is set, count or atomic, not \"%s\"\n", mode);
    return ok;
}

static bool options_ok(const Options *options)
{
    return pattern_ok("run", options->tests.pattern) && pattern_ok("skip", options->tests.skip) &&
           pattern_ok("bench", options->tests.bench) && pattern_ok("fuzz", options->tests.fuzz) &&
           pattern_ok("list", options->tests.list) && mode_ok(options->out.cover_mode) &&
           test_search_ok(options);
}

/* A package with its own tests and its external ones; false: it does not compile. */
static bool test_package(Testing *t, const char *path)
{
    struct stat st;
    bool dir = !stat(path, &st) && S_ISDIR(st.st_mode);
    t->options->path = path;
    t->now = (Counts){0};
    t->has_tests = false;
    t->began_ms = clock_ms();
    const Bundle *built = t->options->bundle;
    t->name = built && *built->main_path ? built->main_path : packages_import_path(&t->arena, path);
    if (t->options->out.json)
        test_json_event(&(TestEvent){"start", t->name, NULL, NULL, -1});
    cover_places(t);
    bool ok = test_program(t, false) && (!dir || test_program(t, true));
    if (ok)
        write_profile(t);
    if (ok && makes_executable(t->options))
        ok = write_executable(t);
    if (ok && !t->options->tests.compile)
        print_summary(t);
    else if (!ok && !t->options->out.json)
        printf("FAIL\t%s [build failed]\n", t->name);
    fflush(stdout);
    if (t->options->out.junit)
        junit_package(&t->junit, t->name, (double)(clock_ms() - t->began_ms) / 1000, ok);
    cover_free(&t->cover);
    t->all.passed += t->now.passed;
    t->all.failed += t->now.failed;
    t->all.raced += t->now.raced;
    return ok;
}

/* -v says which flags of the go command have no effect. */
static void note_ignored(const Options *options)
{
    if (!options->tests.verbose || options->ignored.len == 0)
        return;
    fputs("gol test: without effect here:", stderr);
    for (u32 i = 0; i < options->ignored.len; i++)
        fprintf(stderr, " -%s", options->ignored.data[i]);
    fputc('\n', stderr);
}

/* What the command line names, or this directory; false: nothing, which has been said. */
static bool find_packages(Testing *t, PathList *packages)
{
    bool ok = true;
    for (u32 i = 0; i < t->options->packages.len; i++)
        ok &= packages_add(&t->arena, "test", t->options->packages.data[i], packages);
    if (t->options->packages.len == 0)
        vec_push(packages, ".");
    return ok;
}

/* -c, -o: one executable a package, so the name of a file is enough for one package only. */
static bool executables_ok(const Options *options, const PathList *packages)
{
    struct stat st;
    if (!makes_executable(options))
        return true;
    const char *out = options->executable;
    bool dir = out && ((!stat(out, &st) && S_ISDIR(st.st_mode)) || out[strlen(out) - 1] == '/');
    if (out && !dir && packages->len > 1)
        fprintf(stderr, "gol test: -o must be a directory, for several packages\n");
    for (u32 i = 0; i < packages->len; i++)
        if (!stat(packages->data[i], &st) && !S_ISDIR(st.st_mode)) {
            fprintf(stderr, "gol test: -c and -o take packages, not files\n");
            return false;
        }
    return !out || dir || packages->len == 1;
}

/* Where schedules are kept, seen from the package or by an absolute name. */
static const char *corpus_path(Testing *t)
{
    char top[4096];
    const char *dir = t->options->search.kept;
    if (!dir || !*dir)
        return TEST_CORPUS;
    return *dir == '/' || !getcwd(top, sizeof top) ? dir
                                                   : arena_printf(&t->arena, "%s/%s", top, dir);
}

/* All that was asked for, by options that have been parsed. */
static int test(Testing *t)
{
    Options *options = t->options;
    PathList packages = {0};
    bool ok =
        options_ok(options) && find_packages(t, &packages) && executables_ok(options, &packages);
    if (!options->out.cover && (options->out.cover_mode || options->out.cover_packages))
        options->out.cover = "";
    if (ok) {
        test_show_begin(&t->show, options, &t->arena);
        t->corpus = corpus_path(t);
        t->sarif = options->out.sarif ? sarif_new() : NULL;
        note_ignored(options);
    }
    options->tests.verbose |= ok && options->out.junit;
    for (u32 i = 0; ok && i < packages.len && !interrupted(); i++)
        t->broken |= !test_package(t, packages.data[i]);
    if (packages.len > 1 && (t->all.failed || t->broken) && !options->out.json)
        puts("FAIL");
    t->reporter.json = ok && options->out.json ? stdout : NULL;
    if (ok && options->out.junit)
        ok = junit_write(&t->junit, options->out.junit);
    if (t->sarif)
        ok &= sarif_write(t->sarif, options->out.sarif);
    sarif_free(t->sarif);
    vec_free(&packages);
    return ok ? verdict(t) : STATUS_USAGE;
}

static int parse_and_test(Bundle *bundle, int argc, char **argv)
{
    Options options;
    Testing t = {.options = &options, .reporter.options = &options, .bundle.main_path = ""};
    bool ok = options_parse(&options, "test", FOR_TEST, argc, argv);
    if (bundle) {
        options.bundle = bundle;
        options.executable = bundle->name;
    }
    int status = ok ? test(&t) : STATUS_USAGE;
    vec_free(&t.tests);
    vec_free(&t.covered);
    arena_free(&t.arena);
    options_free(&options);
    return status;
}

int cmd_test(int argc, char **argv)
{
    return parse_and_test(NULL, argc, argv);
}

int test_built(Bundle *bundle, int argc, char **argv)
{
    bundle->name = argv[0];
    for (int i = 1; i < argc; i++)
        avec_push(&bundle->arena, &bundle->flags, argv[i]);
    return parse_and_test(bundle, (int)bundle->flags.len, (char **)(uintptr_t)bundle->flags.data);
}
