/* gol test: Test functions, fuzz targets' seeds, examples and benchmarks, each in an execution of
 * its own. Package testing tells what happens inside an execution, this file what comes of it. */
#include <regex.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/json.h"
#include "cli/commands.h"
#include "cli/cover.h"
#include "cli/races.h"
#include "cli/session.h"
#include "cli/test_find.h"
#include "cli/test_search.h"
#include "explore/executor/execution.h"
#include "explore/schedule/choosers.h"
#include "stdlib/native/natives.h"

enum { SHOWN_ERRORS = 20, MAX_ARGS = 12 };

typedef struct Testing {
    Options *options;
    Loaded loaded;
    FoundTests tests;
    Races races;
    Executor *executor;
    Schedule schedule; /* --schedule, or what --fuzz or --check found: what is replayed */
    bool failing;      /* the latter */
    bool external;     /* the second program: external tests */
    Buf reports;       /* its races */
    char *args[MAX_ARGS];
    u32 passed, failed, raced, listed;
    Buf coverage;
} Testing;

/* ---- which tests ---- */

/* Whether a pattern, for names without subtests its first level, lets the name through. */
static bool matches(const char *pattern, const char *name)
{
    char *first = xstrdup(pattern);
    first[strcspn(first, "/")] = '\0';
    regex_t regex;
    bool found = false;
    if (!regcomp(&regex, first, REG_EXTENDED | REG_NOSUB)) {
        found = regexec(&regex, name, 0, NULL, 0) == 0;
        regfree(&regex);
    }
    free(first);
    return found;
}

static bool pattern_ok(const char *flag, const char *pattern)
{
    regex_t regex;
    char *first = pattern ? xstrdup(pattern) : xstrdup("");
    first[strcspn(first, "/")] = '\0';
    bool ok = !regcomp(&regex, first, REG_EXTENDED | REG_NOSUB);
    if (ok)
        regfree(&regex);
    else
        fprintf(stderr, "gol test: -%s takes a regular expression, not \"%s\"\n", flag, pattern);
    free(first);
    return ok;
}

static bool wanted(const Testing *t, const FoundTest *test)
{
    const Options *options = t->options;
    if (options->tests.list)
        return matches(options->tests.list, test->name);
    if (test->kind == TEST_BENCHMARK)
        return options->tests.bench && matches(options->tests.bench, test->name);
    return !options->tests.pattern || matches(options->tests.pattern, test->name);
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

/* Why a test that could not say so itself has failed; NULL: it could, or has not. */
static const char *cause(const Testing *t, const Execution *run)
{
    switch (run->outcome.kind) {
    case VERDICT_PANIC: return "panic";
    case VERDICT_DEADLOCK: return "deadlock";
    case VERDICT_LIMIT: return strcmp(run->outcome.what, "time") ? run->outcome.what : "timeout";
    case VERDICT_CLEAN:
    case VERDICT_EXIT:
    case VERDICT_ERROR: break;
    }
    for (u32 i = 0; i < run->findings.len; i++) /* goroutines left behind */
        if (run->findings.data[i].kind == FOUND_CYCLE || run->findings.data[i].kind == FOUND_LEAK)
            return finding_kind_name(run->findings.data[i].kind);
    return t->reports.len ? "race" : NULL;
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

static void print_json(const FoundTest *test, const char *result, const Buf *output)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "type", "test");
    cJSON_AddStringToObject(object, "name", test->name);
    cJSON_AddStringToObject(object, "result", result);
    if (output->len)
        cJSON_AddStringToObject(object, "output", buf_str((Buf *)(uintptr_t)output));
    json_print(object, false, stdout);
}

/* The schedule of the execution so far; NULL if it is the default one. */
static const Schedule *taken(const Testing *t)
{
    return t->options->choose.has_seed || t->failing ? &executor_execution(t->executor)->schedule
                                                     : NULL;
}

/* Whether the test has said itself that it failed. */
static bool has_said_so(const FoundTest *test, Buf *output)
{
    Buf line = {0};
    buf_printf(&line, "--- FAIL: %s (", test->name);
    const char *text = buf_str(output), *at = strstr(text, buf_str(&line));
    while (at && at > text && at[-1] != '\n')
        at = strstr(at + 1, buf_str(&line));
    buf_free(&line);
    return at != NULL;
}

static void print_run(Testing *t, const FoundTest *test, const Execution *run, Buf *output,
                      const char *why, bool failed)
{
    if (t->options->out.json) {
        print_json(test, why ? why : failed ? "fail" : "pass", output);
    } else {
        if (output->len > 0)
            fwrite(output->data, 1, output->len, stdout);
        if (why && !has_said_so(test, output))
            printf("--- FAIL: %s (%s)\n", test->name, why);
    }
    fflush(stdout);
    fputs(buf_str(&run->report), stderr);
    if (failed && (why || t->failing) && !t->reports.len && !t->options->out.quiet &&
        !t->options->out.json) {
        Buf replay = {0};
        session_replay(t->options, taken(t), &replay);
        fprintf(stderr, "\nreplay: %s\n", buf_str(&replay));
        buf_free(&replay);
    }
}

/* ---- running ---- */

static void on_race(void *ctx, const RaceReport *report)
{
    Testing *t = ctx;
    Buf replay = {0};
    session_replay(t->options, taken(t), &replay);
    races_tell(&t->races, report, buf_str(&replay));
    buf_puts(&t->reports, "race\n");
    buf_free(&replay);
}

static void add_arg(int *n, char **args, const char *arg)
{
    args[(*n)++] = (char *)(uintptr_t)arg;
}

/* os.Args of the execution: the flags of package testing. */
static int make_args(Testing *t, const FoundTest *test, Arena *arena)
{
    const Options *options = t->options;
    bool bench = test->kind == TEST_BENCHMARK;
    const char *pattern = bench ? options->tests.bench : options->tests.pattern;
    const char *rest = pattern ? strchr(pattern, '/') : NULL;
    int n = 0;
    add_arg(&n, t->args, options->path);
    add_arg(&n, t->args,
            arena_printf(arena, "-test.%s=^%s$%s", bench ? "bench" : "run", test->name,
                         rest ? rest : ""));
    if (bench)
        add_arg(&n, t->args, "-test.run=^$");
    if (options->tests.verbose)
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

static Chooser *new_chooser(Testing *t)
{
    if (t->options->choose.schedule || t->failing)
        return chooser_replay(&t->schedule);
    return t->options->choose.has_seed ? chooser_random(t->options->choose.seed) : chooser_fifo();
}

static ExecutorConfig config_of(Testing *t)
{
    const Options *options = t->options;
    return (ExecutorConfig){
        .program = t->loaded.program,
        .find_native = stdlib_find_native,
        .detector = options->detector,
        .max_steps = options->limits.steps,
        .max_memory = options->limits.memory,
        .max_time = (i64)options->tests.timeout_ms * 1000000,
        .real_time = options->real_time,
        .jit = options->jit,
        .leaks = options->leaks,
        .program_hash = t->loaded.hash,
        .silence = &t->races.silence,
        .on_race = on_race,
        .ctx = t,
    };
}

/* --fuzz, --check: whether there is a schedule under which the test fails. */
static bool search(Testing *t, const FoundTest *test, int argc, Buf *extent)
{
    const Options *options = t->options;
    if ((!options->search.fuzz_schedules && !options->search.check) || test->kind > TEST_FUZZ)
        return false;
    ExecutorConfig config = config_of(t);
    config.argc = argc;
    config.argv = t->args;
    return test_search(&config, options, &t->schedule, extent);
}

static void run_test(Testing *t, const FoundTest *test)
{
    Arena arena = {0};
    Buf output = {0}, extent = {0};
    t->options->tests.current = test->name;
    vec_clear(&t->reports);
    int argc = make_args(t, test, &arena);
    t->failing = search(t, test, argc, &extent);
    executor_args(t->executor, argc, t->args);
    Chooser *chooser = new_chooser(t);
    const Execution *run = executor_run(t->executor, chooser);
    buf_add(&output, run->output.data, run->output.len);
    bool ok = test->kind != TEST_EXAMPLE || judge_example(t, test, &output);
    const char *why = cause(t, run);
    bool failed = !ok || why || run->outcome.exit_code;
    if (extent.len && !failed && t->options->tests.verbose)
        buf_printf(&output, "    %s: passed under %s\n", test->name, buf_str(&extent));
    print_run(t, test, run, &output, why, failed);
    t->passed += !failed;
    t->failed += failed;
    t->raced += t->reports.len > 0;
    chooser->free(chooser);
    if (t->failing)
        schedule_free(&t->schedule);
    t->failing = false;
    buf_free(&extent);
    buf_free(&output);
    arena_free(&arena);
}

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
        t->listed += yes;
        for (u64 n = 0; yes && !options->tests.list && n < count; n++) {
            t->options->choose.seed = seed + n;
            run_test(t, test);
            if (options->tests.failfast && t->failed)
                i = t->tests.len, n = count - 1;
        }
    }
    t->options->choose.seed = seed;
}

static bool make_executor(Testing *t)
{
    ExecutorConfig config = config_of(t);
    t->executor = executor_new(&config);
    if (!t->executor)
        fprintf(stderr, "gol: there is no detector \"%s\"; see gol help detectors\n",
                t->options->detector);
    return t->executor != NULL;
}

static bool run_loaded(Testing *t)
{
    const Options *options = t->options;
    bool ok =
        races_begin(&t->races, options, &t->loaded.sources) &&
        (!options->choose.schedule || session_read_schedule(&t->loaded, options, &t->schedule)) &&
        make_executor(t);
    t->races.json = options->out.json ? stdout : NULL;
    if (ok)
        run_tests(t);
    races_tell_hidden(&t->races);
    if (t->executor)
        executor_free(t->executor);
    t->executor = NULL;
    races_end(&t->races);
    schedule_free(&t->schedule);
    t->schedule = (Schedule){0};
    return ok;
}

/* ---- putting it together ---- */

static void report_coverage(Testing *t)
{
    const Options *options = t->options;
    if (!t->loaded.cover || options->tests.list)
        return;
    if (*(options->out.cover ? options->out.cover : "") || options->out.cover_profile)
        cover_write(&t->loaded, options, "", t->external);
    vec_clear(&t->coverage);
    cover_text(&t->loaded, &t->coverage);
}

/* One program: the package with its own tests, or the external tests. False: it does not compile.
 */
static bool test_program(Testing *t, bool external)
{
    load_begin(&t->loaded, t->options->path, t->options);
    vec_clear(&t->tests);
    t->external = external;
    bool ok = test_find(&t->loaded, t->options->path, external, &t->tests);
    if (ok && t->tests.len) {
        ok = load_finish(&t->loaded, t->options, SHOWN_ERRORS) && run_loaded(t);
        if (ok)
            report_coverage(t);
    }
    load_free(&t->loaded);
    return ok;
}

static void print_summary(Testing *t, int status)
{
    u32 all = t->passed + t->failed;
    const Options *options = t->options;
    if (options->out.json) {
        printf(
            "{\"type\":\"verdict\",\"verdict\":\"%s\",\"passed\":%u,\"failed\":%u,\"status\":%d}\n",
            t->raced    ? "race"
            : t->failed ? "fail"
                        : "clean",
            t->passed, t->failed, status);
        return;
    }
    if (t->failed || ((options->tests.verbose || options->tests.bench) && all))
        printf("%s\n", t->failed ? "FAIL" : "PASS");
    if (!all && !options->tests.list)
        printf("?   \t%s\t[no tests to run]\n", options->path);
    else if (t->failed)
        printf("FAIL\t%s\t%u of %u tests failed\n", options->path, t->failed, all);
    else
        printf("ok  \t%s\t%u test%s%s%s\n", options->path, options->tests.list ? t->listed : all,
               plural(options->tests.list ? t->listed : all), t->coverage.len ? "\tcoverage: " : "",
               buf_str(&t->coverage));
}

static bool options_ok(Options *options)
{
    if (!options->path)
        options->path = ".";
    return pattern_ok("run", options->tests.pattern) && pattern_ok("bench", options->tests.bench) &&
           pattern_ok("list", options->tests.list) && test_search_ok(options);
}

int cmd_test(int argc, char **argv)
{
    Options options;
    Testing t = {.options = &options};
    int status = STATUS_USAGE;
    if (options_parse(&options, "test", FOR_TEST, argc, argv) && options_ok(&options)) {
        struct stat st;
        bool dir = !stat(options.path, &st) && S_ISDIR(st.st_mode);
        if (test_program(&t, false) && (!dir || test_program(&t, true))) {
            status = t.raced ? STATUS_RACE : t.failed ? STATUS_FAILED : STATUS_CLEAN;
            print_summary(&t, status);
        }
    }
    vec_free(&t.tests);
    buf_free(&t.coverage);
    buf_free(&t.reports);
    options_free(&options);
    return status;
}
