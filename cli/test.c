/* gol test: Test functions, fuzz targets' seeds, examples and benchmarks, each in an execution of
 * its own: packages, their programs, coverage and the summary. cli/test_one.c runs one test. */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/map.h"
#include "base/name_pattern.h"
#include "base/whole_file.h"
#include "cli/commands.h"
#include "cli/self.h"
#include "cli/test_corpus.h"
#include "cli/test_cover.h"
#include "cli/test_json.h"
#include "cli/test_search.h"
#include "cli/testing.h"
#include "cli/vet_check.h"
#include "explore/executor/deadline.h"
#include "vm/signal.h"

/* --time is that of each test; compiling has that, or a second if it is less. */
enum { COMPILE_MS = CHECKING ? 60000 : 1000 };

/* It is shown where what passing tests print is. */
static void say_shuffle(Testing *t, const char *line)
{
    if (t->options->out.json)
        test_json_event(&(TestEvent){"output", t->name, NULL, line, -1});
    else
        buf_puts(&t->held, line);
}

/* How often tests of the kind run one after the other, each round all of them: -count, for each
 * number of -cpu, as with the go command, whose examples run once, and whose benchmarks each run
 * that often at once. */
static u64 rounds_of(const Options *options, TestKind kind)
{
    bool once = options->tests.list || kind == TEST_EXAMPLE || kind == TEST_BENCHMARK;
    return once || !options->tests.count ? 1 : options->tests.count;
}

static u64 repeats_of(const Options *options, TestKind kind)
{
    return kind == TEST_BENCHMARK && options->tests.count ? options->tests.count : 1;
}

/* False: no other test is to run. */
static bool run_repeats(Testing *t, const FoundTest *test, u64 seed)
{
    bool over = false;
    u64 repeats = repeats_of(t->options, test->kind);
    u32 cpus = test->kind == TEST_BENCHMARK ? t->cpus.len : 1;
    for (u64 n = 0; n < repeats * cpus && !over; n++) {
        t->options->choose.seed = seed + n;
        if (test->kind == TEST_BENCHMARK)
            t->options->tests.cpu = t->cpus.data[n / repeats];
        testing_run(t, test);
        over = interrupted() || (t->options->tests.failfast && t->now.failed);
    }
    return !over;
}

/* What the go command prints before the first benchmark of a package, for tools that compare
 * several; but for the processor, of which no figure here depends. */
static void begin_benchmarks(Testing *t)
{
    const char *lines[] = {"goos: linux\n", "goarch: amd64\n",
                           arena_printf(&t->arena, "pkg: %s\n", t->name)};
    for (u32 i = 0; i < COUNT_OF(lines); i++)
        if (t->options->out.json)
            test_json_event(&(TestEvent){"output", t->name, NULL, lines[i], -1});
        else
            fputs(lines[i], stdout);
    fflush(stdout);
    t->now.benched = true;
}

/* The tests of a kind once; false: no other test is to run. */
static bool run_round(Testing *t, TestKind kind, u64 seed)
{
    const Options *options = t->options;
    for (u32 i = 0; i < t->tests.len; i++) {
        const FoundTest *test = &t->tests.data[i];
        if (test->kind != kind || !test_wanted(options, test))
            continue;
        t->now.listed++;
        if (kind == TEST_BENCHMARK && !options->tests.list && !t->now.benched)
            begin_benchmarks(t);
        if (options->tests.list)
            vec_push(&t->listed[kind], arena_strndup(&t->arena, test->name, strlen(test->name)));
        else if (!run_repeats(t, test, seed))
            return false;
    }
    return true;
}

/* All rounds of a kind; false: no other test is to run. */
static bool run_kind(Testing *t, TestKind kind, u64 seed)
{
    bool repeats = kind == TEST_PLAIN || kind == TEST_FUZZ;
    u64 rounds = rounds_of(t->options, kind);
    u32 cpus = repeats && !t->options->tests.list ? t->cpus.len : 1;
    bool goes_on = true;
    for (u64 n = 0; goes_on && n < rounds * cpus; n++) {
        if (repeats)
            t->options->tests.cpu = t->cpus.data[n / rounds];
        goes_on = run_round(t, kind, seed + n);
    }
    return goes_on;
}

static void run_tests(Testing *t)
{
    const Options *options = t->options;
    u64 seed = options->choose.seed;
    Buf line = {0};
    if (test_shuffle(options, &t->tests, &line))
        say_shuffle(t, buf_str(&line));
    buf_free(&line);
    bool goes_on = true;
    for (TestKind kind = 0; goes_on && kind < TEST_KINDS; kind++)
        goes_on = run_kind(t, kind, seed);
    t->options->choose.seed = seed;
}

/* Whether what the tests execute is counted for go tool pprof. */
static bool profiled(const Options *options)
{
    for (PprofKind kind = 0; kind < PPROF_KINDS; kind++)
        if (options->out.pprof[kind])
            return true;
    return false;
}

static bool make_executor(Testing *t)
{
    ExecutorConfig config = setup_config(&t->loaded, t->options, &t->reporter);
    config.max_time = t->options->tests.fuzz ? 0 : (i64)t->options->tests.timeout_ms * 1000000;
    config.single = true;
    /* All executors of a program, or none. */
    config.profile = t->options->out.profile || profiled(t->options);
    t->executor = t->reporter.executor = setup_executor(&config, t->options);
    if (t->executor) {
        executor_cut(t->executor, true);
        signals_interrupt(executor_vm(t->executor), ENDING_SIGNALS);
        if (t->options->tests.given)
            executor_take_signals(t->executor);
    }
    return t->executor != NULL;
}

/* Enters the directory of the package, where the go command runs its tests. Returns the one that
 * was left, for leave_package; -1, with a message, if it cannot. */
static int enter_package(const char *path)
{
    int from = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    char *copy = xstrdup(path);
    const char *dir = is_directory(path) ? path : dirname(copy);
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
    if (ok && profiled(options))
        pprof_add(&t->pprof, executor_vm(t->executor));
    executor_free(t->executor);
    executor_free(t->repeater);
    executor_free(t->trier);
    if (ok)
        leave_package(from);
    t->executor = t->repeater = t->trier = NULL;
    buf_free(&t->all_together);
    t->together = false;
    reporter_hidden_line(&t->reporter);
    t->reporter.sarif = NULL; /* there is more to come */
    reporter_end(&t->reporter);
    schedule_free(&t->schedule);
    t->schedule = (Schedule){0};
    return ok;
}

/* ---- putting it together ---- */

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

/* Says once that a flag is none of gol's and none of the tests'. */
static void report_strange(Testing *t, const char *flag)
{
    if (!t->strange)
        options_unknown(t->options, FOR_TEST, flag);
    t->strange = true;
}

/* Whether the package may have the flags that gol does not. Flags of the package's other tests,
 * which are in the same program for the go command, are kept from this one. */
static bool flags_known(Testing *t)
{
    const char *flag = test_strange_flag(t->options, &t->loaded);
    t->looked = true;
    if (!flag)
        return true;
    if (!test_flag_in_files(&t->arena, t->options->path, flag)) {
        report_strange(t, flag);
        return false;
    }
    t->options->argc = 0;
    return true;
}

/* One program: the package with its own tests, or the external tests. False: it does not compile.
 */
static bool test_program(Testing *t, bool external)
{
    u64 ms = t->options->search.time_ms;
    limits_set_time(ms && ms < COMPILE_MS ? COMPILE_MS : ms);
    t->options->record = makes_executable(t->options) ? &t->bundle : NULL;
    int argc = t->options->argc;
    load_begin(&t->loaded, t->options->path, t->options);
    t->loaded.named = t->options->tests.files.data;
    t->loaded.named_count = t->options->tests.files.len;
    vec_clear(&t->tests);
    bool elsewhere = false;
    bool ok = test_find(&t->loaded, t->options->path, external, t->options->tests.fuzz, &t->tests,
                        &t->has_tests, &elsewhere);
    ok = ok && (elsewhere || test_fuzzes_one(t->options, &t->tests, t->name, &t->now.fuzzed));
    if (ok && t->tests.len) {
        ok = load_finish(&t->loaded, t->options, SHOWN_ERRORS) && flags_known(t);
        if (ok && !t->options->bundle)
            ok = vet_before_tests(&t->loaded, t->options->tests.vet, t->options->out.color_err);
        if (ok && t->options->record)
            build_describe(&t->bundle, &t->loaded, t->options);
        if (ok && !elsewhere && !t->options->tests.compile) {
            ok = run_loaded(t);
            test_cover_note(t);
        }
    }
    t->options->argc = argc;
    load_free(&t->loaded);
    return ok;
}

/* A package without tests is compiled, as the go command does; false: it does not compile. */
static bool compiles(Testing *t)
{
    Loaded loaded;
    load_begin(&loaded, t->options->path, t->options);
    bool ok =
        load_path(&loaded, t->options->path) && load_finish(&loaded, t->options, SHOWN_ERRORS);
    load_free(&loaded);
    return ok;
}

static bool covers(const Options *options)
{
    return options->out.cover || options->out.cover_profile;
}

/* "coverage: ..." as the go command says it; nothing if it was not asked for. */
static void coverage_text(const Testing *t, Buf *out)
{
    const Options *options = t->options;
    if (!covers(options))
        return;
    buf_puts(out, "coverage: ");
    cover_text(&t->cover, out);
    if (options->out.cover_packages)
        buf_printf(out, " in %s", options->out.cover_packages);
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
    if (t->now.after_others)
        buf_printf(out, ", %u only after others", t->now.after_others);
    if (t->now.proved + t->now.bounded)
        buf_printf(out, "\tchecked: %u in all executions, %u within bounds", t->now.proved,
                   t->now.bounded);
    if (covers(options))
        buf_putc(out, '\t');
    coverage_text(t, out);
    buf_putc(out, '\n');
}

/* A line of the package and of no test: printed, or with -json an event. */
static void package_line(const Testing *t, const char *line)
{
    if (t->options->out.json)
        test_json_event(&(TestEvent){"output", t->name, NULL, line, -1});
    else
        fputs(line, stdout);
}

/* -list: as the go command, those of both programs by their kinds. */
static void print_listed(Testing *t)
{
    static const TestKind order[] = {TEST_PLAIN, TEST_BENCHMARK, TEST_FUZZ, TEST_EXAMPLE};
    for (u32 i = 0; i < COUNT_OF(order); i++) {
        PathList *names = &t->listed[order[i]];
        for (u32 k = 0; k < names->len; k++)
            package_line(t, arena_printf(&t->arena, "%s\n", names->data[k]));
        vec_free(names);
        *names = (PathList){0};
    }
}

/* What was asked for and is not there. -v says that there was no test to run, which the line of the
 * package says as well. */
static void note_none(const Testing *t)
{
    const Options *options = t->options;
    if (t->has_tests && options->tests.fuzz && !t->now.fuzzed)
        package_line(t, "testing: warning: no fuzz tests to fuzz\n");
    if (t->has_tests && (options->tests.verbose || options->out.json) && !options->tests.list &&
        t->now.passed + t->now.failed == 0) {
        package_line(t, "testing: warning: no tests to run\n");
        package_line(t, "PASS\n");
    }
}

/* The last lines of the go command's test program: how it ended, and its coverage. */
static void note_end(const Testing *t)
{
    const Options *options = t->options;
    bool detailed = options->tests.verbose || options->tests.bench || options->out.json;
    if (!t->now.failed && !(detailed && t->now.passed))
        return;
    package_line(t, t->now.failed ? "FAIL\n" : "PASS\n");
    Buf line = {0};
    coverage_text(t, &line);
    if (line.len) {
        buf_putc(&line, '\n');
        package_line(t, buf_str(&line));
    }
    buf_free(&line);
}

static void print_summary(Testing *t)
{
    print_listed(t);
    note_none(t);
    note_end(t);
    Buf line = {0};
    summary_line(t, &line);
    package_line(t, buf_str(&line));
    buf_free(&line);
    if (t->options->out.json) {
        const char *action = t->now.failed ? "fail" : t->has_tests ? "pass" : "skip";
        double seconds = (double)(clock_ms() - t->began_ms) / 1000;
        test_json_event(&(TestEvent){action, t->name, NULL, NULL, seconds});
    }
}

/* The package does not compile. */
static void note_broken(const Testing *t)
{
    Buf line = {0};
    buf_printf(&line, "FAIL\t%s [build failed]\n", t->name);
    package_line(t, buf_str(&line));
    buf_free(&line);
    if (t->options->out.json)
        test_json_event(&(TestEvent){"fail", t->name, NULL, NULL, 0});
}

static int verdict(Testing *t)
{
    Verdict v = {.name = "clean", .status = STATUS_CLEAN};
    if (interrupted())
        v = (Verdict){.name = "limit", .status = STATUS_LIMIT};
    if (t->all.failed && t->all.failed == t->all.cut)
        v = (Verdict){.name = "limit", .status = STATUS_LIMIT};
    else if (t->all.failed)
        v = (Verdict){.name = "fail", .status = t->all.stuck ? STATUS_FAILED : STATUS_TESTS};
    if (t->broken || t->misfit)
        v = (Verdict){.name = "error", .status = STATUS_USAGE};
    if (t->all.raced)
        v = (Verdict){.name = "race", .status = STATUS_RACE};
    verdict_count(&v, "passed", t->all.passed);
    verdict_count(&v, "failed", t->all.failed);
    return reporter_verdict(&t->reporter, &v);
}

static bool pattern_ok(const char *flag, const char *pattern)
{
    bool ok = !pattern || name_pattern_ok(pattern);
    if (!ok)
        fprintf(stderr, "gol test: -%s takes a regular expression, not \"%s\"\n", flag, pattern);
    return ok;
}

/* The go command counts without races under -race, and refuses what would say otherwise. */
static bool mode_ok(const Options *options)
{
    const char *mode = options->out.cover_mode;
    bool ok = !mode || !strcmp(mode, "set") || !strcmp(mode, "count") || !strcmp(mode, "atomic");
    bool counts_all = !options->race || !mode || !strcmp(mode, "atomic");
    if (!ok)
        fprintf(stderr, "gol test: -covermode is set, count or atomic, not \"%s\"\n", mode);
    else if (!counts_all)
        fprintf(stderr,
                "gol test: -covermode must be \"atomic\", not \"%s\", when -race is enabled\n",
                mode);
    return ok && counts_all;
}

static bool options_ok(const Options *options)
{
    u64 checks;
    return pattern_ok("run", options->tests.pattern) && pattern_ok("skip", options->tests.skip) &&
           pattern_ok("bench", options->tests.bench) && pattern_ok("fuzz", options->tests.fuzz) &&
           pattern_ok("list", options->tests.list) && mode_ok(options) && test_search_ok(options) &&
           vet_tests_parse(options->tests.vet, &checks);
}

/* -cpuprofile and its like: of the package, if it has tests. */
static bool write_profiles(Testing *t)
{
    const OutputOptions *out = &t->options->out;
    bool ok = true;
    for (PprofKind kind = 0; kind < PPROF_KINDS; kind++)
        if (t->has_tests && !t->options->tests.list && out->pprof[kind])
            ok &= pprof_write(&t->pprof, kind, out->pprof[kind]);
    pprof_free(&t->pprof);
    return ok;
}

/* Whether TestMain is among the external tests of an executable: they come first, since it may be
 * the main function of a program that runs no tests. */
static bool main_is_external(const Bundle *bundle)
{
    for (u32 i = 0; i < bundle->files.len; i++)
        if (!strcmp(bundle->files.data[i].package, BUNDLED_EXTERNAL) &&
            strstr(bundle->files.data[i].text, "\nfunc TestMain("))
            return true;
    return false;
}

/* A package with its own tests and its external ones; false: it does not compile. */
static bool test_package(Testing *t, const char *path)
{
    bool named = t->options->tests.files.len, dir = named || is_directory(path);
    t->options->path = path;
    t->now = (TestCounts){0};
    t->has_tests = false;
    t->began_ms = clock_ms();
    const Bundle *built = t->options->bundle;
    t->name = built && *built->main_path ? built->main_path
              : named                    ? "command-line-arguments"
                                         : packages_import_path(&t->arena, path);
    if (t->options->out.json)
        test_json_event(&(TestEvent){"start", t->name, NULL, NULL, -1});
    test_cover_package(t);
    bool last = built && main_is_external(built);
    bool ok = test_program(t, last) && (!dir || test_program(t, !last));
    if (ok && dir && !built && !t->has_tests)
        ok = compiles(t);
    if (ok)
        test_cover_write(t);
    if (ok)
        ok = write_profiles(t);
    if (ok && makes_executable(t->options))
        ok = write_executable(t);
    if (ok && !t->options->tests.compile)
        print_summary(t);
    else if (!ok)
        note_broken(t);
    fflush(stdout);
    if (t->options->out.junit)
        junit_package(&t->junit, t->name, (double)(clock_ms() - t->began_ms) / 1000, ok);
    cover_free(&t->cover);
    buf_free(&t->held);
    t->all.passed += t->now.passed;
    t->all.failed += t->now.failed;
    t->all.raced += t->now.raced;
    t->all.stuck += t->now.stuck;
    t->all.cut += t->now.cut;
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

/* Whether no place is a directory without a Go file; false after a message. */
static bool hold_packages(Testing *t, const PathList *places)
{
    bool ok = true;
    for (u32 i = 0; !t->options->bundle && i < places->len; i++) {
        const char *place = places->data[i];
        if (!is_directory(place) || packages_has_sources(&t->arena, place))
            continue;
        fprintf(stderr, "gol test: no Go files in %s\n", place);
        ok = false;
    }
    return ok;
}

/* Those that a pattern like ./... has found, from index `first` on, get the name that a person
 * would type for each of them: it stands in the commands that repeat a failure. */
static void name_as_typed(Arena *arena, const char *typed, PathList *packages, u32 first)
{
    for (u32 i = first; !strcmp(typed, "./...") && i < packages->len; i++)
        if (strcmp(packages->data[i], ".") != 0)
            packages->data[i] = arena_printf(arena, "./%s", packages->data[i]);
}

/* Several Go files of one directory, and nothing else, are one package, as for the go command. */
static bool name_files(Options *options)
{
    for (u32 i = 0; i < options->packages.len; i++) {
        const char *name = options->packages.data[i], *first = options->packages.data[0];
        size_t dir = directory_len(name);
        if (!ends_in(name, ".go") || access(name, F_OK) != 0 || dir != directory_len(first) ||
            strncmp(name, first, dir) != 0)
            return false;
    }
    for (u32 i = 0; options->packages.len > 1 && i < options->packages.len; i++)
        vec_push(&options->tests.files, options->packages.data[i]);
    return options->packages.len > 1;
}

/* Each directory, or file, is tested once, however many names and patterns mean it. */
static void drop_again(PathList *packages)
{
    Map seen = {0};
    u32 n = 0;
    for (u32 i = 0; i < packages->len; i++) {
        struct stat st;
        bool again = !stat(packages->data[i], &st) &&
                     (*map_put(&seen, hash_pair(st.st_dev, st.st_ino)))++ > 0;
        packages->data[n] = packages->data[i];
        n += !again;
    }
    packages->len = n;
    map_free(&seen);
}

/* What the command line names, or this directory; false: nothing, which has been said. */
static bool find_packages(Testing *t, PathList *packages)
{
    BuildTags tags = load_tags(t->options);
    bool ok = true;
    if (name_files(t->options)) {
        vec_push(packages, t->options->packages.data[0]);
        return true;
    }
    for (u32 i = 0; i < t->options->packages.len; i++) {
        const char *name = t->options->packages.data[i];
        u32 first = packages->len;
        ok &= packages_add(&t->arena, "test", name, &tags, packages);
        name_as_typed(&t->arena, name, packages, first);
    }
    if (t->options->packages.len == 0)
        vec_push(packages, ".");
    drop_again(packages);
    return ok && hold_packages(t, packages);
}

/* -c, -o: one executable a package, so the name of a file is enough for one package only. */
static bool executables_ok(const Options *options, const PathList *packages)
{
    struct stat st;
    if (!makes_executable(options))
        return true;
    const char *out = options->executable;
    bool dir = out && (is_directory(out) || out[strlen(out) - 1] == '/');
    if (out && !dir && packages->len > 1)
        fprintf(stderr, "gol test: -o must be a directory, for several packages\n");
    for (u32 i = 0; i < packages->len; i++)
        if (!stat(packages->data[i], &st) && !S_ISDIR(st.st_mode)) {
            fprintf(stderr, "gol test: -c and -o take packages, not files\n");
            return false;
        }
    return !out || dir || packages->len == 1;
}

/* As with the go command -fuzz, which goes on until its time is over, and profiles are for one
 * package. */
static bool single_ok(const Options *options, const PathList *packages)
{
    const char *flag = options->tests.fuzz ? "fuzz" : NULL;
    for (PprofKind kind = 0; !flag && kind < PPROF_KINDS; kind++)
        if (options->out.pprof[kind])
            flag = pprof_flags[kind];
    bool ok = !flag || packages->len <= 1;
    if (!ok)
        fprintf(stderr, "gol test: cannot use -%s flag with multiple packages\n", flag);
    return ok;
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
    bool ok = options_ok(options) && test_cpus(options, &t->arena, &t->cpus) &&
              find_packages(t, &packages) && executables_ok(options, &packages) &&
              single_ok(options, &packages);
    if (!options->out.cover && (options->out.cover_mode || options->out.cover_packages))
        options->out.cover = "";
    if (ok) {
        test_show_begin(&t->show, options, &t->arena);
        t->corpus = corpus_path(t);
        t->sarif = options->out.sarif ? sarif_new() : NULL;
        note_ignored(options);
    }
    options->tests.verbose |= ok && options->out.junit;
    if (ok)
        test_cover_begin(t, &packages);
    for (u32 i = 0; ok && i < packages.len && !interrupted(); i++)
        t->broken |= !test_package(t, packages.data[i]);
    if (options->tests.foreign.len && !t->looked &&
        (ok || !options->packages.len)) { /* there are no tests that could have them */
        report_strange(t, options->tests.foreign.data[0]);
        t->broken = true;
    }
    if (options->packages.len && (t->all.failed || t->broken) && !options->out.json)
        puts("FAIL"); /* as the go command, where packages are named */
    t->reporter.json = ok && options->out.json ? stdout : NULL;
    if (ok && options->out.junit)
        ok = junit_write(&t->junit, options->out.junit);
    if (t->sarif)
        ok &= sarif_write(t->sarif, options->out.sarif);
    sarif_free(t->sarif);
    vec_free(&packages);
    return ok ? verdict(t) : STATUS_USAGE;
}

/* Of an executable, what stands after the flags is for the tests, with the "--" before it. */
static void take_arguments(Options *options, int argc, char **argv)
{
    int first = 0;
    while (options->packages.len && argv[first] != options->packages.data[0])
        first++;
    if (!options->packages.len)
        return;
    first -= first > 0 && !strcmp(argv[first - 1], "--");
    options->argc = argc - first;
    options->argv = argv + first;
    vec_clear(&options->packages);
}

/* The flags; of an executable that the program has made of itself, all its arguments too. */
static int parse_and_test(Bundle *bundle, int argc, char **argv, int given_count, char **given)
{
    Options options;
    Testing t = {.options = &options, .reporter.options = &options, .bundle.main_path = ""};
    bool ok = options_parse(&options, "test", FOR_TEST, argc, argv);
    if (bundle) {
        options.bundle = bundle;
        options.executable = bundle->name;
        take_arguments(&options, argc, argv);
        options.tests.given_count = given_count;
        options.tests.given = given;
        options.real_time |= given != NULL;
    }
    int status = ok ? test(&t) : STATUS_USAGE;
    vec_free(&t.tests);
    vec_free(&t.covered);
    vec_free(&t.cpus);
    cover_free(&t.uncovered);
    arena_free(&t.arena);
    options_free(&options);
    return status;
}

int cmd_test(int argc, char **argv)
{
    return parse_and_test(NULL, argc, argv, 0, NULL);
}

int test_built(Bundle *bundle, int argc, char **argv)
{
    bundle->name = argv[0];
    bool itself = self_is(bundle);
    char **flags = itself ? arena_alloc(&bundle->arena, (size_t)argc * sizeof *flags) : argv + 1;
    int count = itself ? options_test_flags(argc - 1, argv + 1, flags) : argc - 1;
    for (int i = 0; i < count; i++)
        avec_push(&bundle->arena, &bundle->flags, flags[i]);
    return parse_and_test(bundle, (int)bundle->flags.len, (char **)(uintptr_t)bundle->flags.data,
                          argc, itself ? argv : NULL);
}
