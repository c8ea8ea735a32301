/* A test as the program that is debugged. */
#include "cli/debug_test.h"

#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/name_pattern.h"
#include "base/whole_file.h"
#include "cli/setup.h"
#include "cli/test_find.h"

/* The tests that the pattern lets through, but not benchmarks; how many there are. */
static u32 count_matches(const FoundTests *tests, const char *pattern, const FoundTest **one)
{
    u32 n = 0;
    for (u32 i = 0; i < tests->len; i++) {
        const FoundTest *test = &tests->data[i];
        if (test->kind == TEST_BENCHMARK || name_match(pattern, test->name) == NAME_NO)
            continue;
        *one = test;
        n++;
    }
    return n;
}

static void say_which(const FoundTests *tests, const char *pattern)
{
    fprintf(stderr, "gol debug: -run '%s' is more than one test:", pattern);
    for (u32 i = 0; i < tests->len; i++)
        if (tests->data[i].kind != TEST_BENCHMARK &&
            name_match(pattern, tests->data[i].name) != NAME_NO)
            fprintf(stderr, " %s", tests->data[i].name);
    fprintf(stderr, "\n");
}

static void make_args(Loaded *loaded, const Options *options, const char *name, DebugTest *test)
{
    Buf within = {0};
    name_pattern_within(options->tests.pattern, name, &within);
    test->args[0] = arena_strndup(&loaded->arena, options->path, strlen(options->path));
    test->args[1] = arena_printf(&loaded->arena, "-test.run=%s", buf_str(&within));
    buf_free(&within);
    test->args[2] = arena_printf(&loaded->arena, "-test.timeout=%llums",
                                 (unsigned long long)options->tests.timeout_ms);
}

static bool enter_directory(const char *path)
{
    char *copy = xstrdup(path);
    const char *dir = is_directory(path) ? path : dirname(copy);
    bool ok = chdir(dir) == 0;
    if (!ok)
        fprintf(stderr, "gol debug: cannot run in %s: %s\n", dir, strerror(errno));
    free(copy);
    return ok;
}

/* The package with its own tests, or its external ones. How many match; -1: something is wrong,
 * which has been said. */
static int find_in(Loaded *loaded, const Options *options, bool external, DebugTest *test)
{
    FoundTests tests = {0};
    const FoundTest *one = NULL;
    bool any = false, elsewhere = false;
    load_begin(loaded, options->path, options);
    bool ok = test_find(loaded, options->path, external, false, &tests, &any, &elsewhere);
    u32 n = ok && !elsewhere ? count_matches(&tests, options->tests.pattern, &one) : 0;
    if (n == 1)
        make_args(loaded, options, one->name, test);
    if (n > 1)
        say_which(&tests, options->tests.pattern);
    ok = ok && n <= 1 && (n == 0 || load_finish(loaded, options, SHOWN_ERRORS));
    vec_free(&tests);
    return ok ? (int)n : -1;
}

bool debug_find_test(Loaded *loaded, Options *options, DebugTest *test)
{
    options->path = options->path ? options->path : ".";
    options->limits.steps = options->limits.steps ? options->limits.steps : TEST_STEPS;
    options->leaks = options->leaks ? options->leaks : LEAKS_ON;
    bool dir = is_directory(options->path);
    int found = find_in(loaded, options, false, test);
    if (found == 0 && dir) {
        load_free(loaded);
        found = find_in(loaded, options, true, test);
    }
    if (found == 0)
        fprintf(stderr, "gol debug: no test in %s matches -run '%s'\n", options->path,
                options->tests.pattern);
    char top[4096];
    if (found == 1 && getcwd(top, sizeof top))
        test->top = arena_strndup(&loaded->arena, top, strlen(top));
    return found == 1 && enter_directory(options->path);
}
