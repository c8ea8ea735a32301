/* Which tests of a package run, in which order and with which flags. */
#include "cli/test_select.h"

#include <stdio.h>

#include "base/name_pattern.h"
#include "cli/self.h"

/* -fuzz: whether inputs are made up for it. */
bool test_fuzzes(const Options *options, const FoundTest *test)
{
    const char *pattern = options->tests.fuzz;
    return pattern && test->kind == TEST_FUZZ && name_match(pattern, test->name) != NAME_NO;
}

bool test_wanted(const Options *options, const FoundTest *test)
{
    const TestOptions *flags = &options->tests;
    if (flags->skip && name_match(flags->skip, test->name) == NAME_FULLY)
        return false;
    if (flags->list)
        return name_match(flags->list, test->name) != NAME_NO;
    if (test->kind == TEST_BENCHMARK)
        return flags->bench && name_match(flags->bench, test->name) != NAME_NO;
    return test_fuzzes(options, test) || !flags->pattern ||
           name_match(flags->pattern, test->name) != NAME_NO;
}

bool test_fuzzes_one(const Options *options, const FoundTests *tests, const char *package,
                     u32 *count)
{
    for (u32 i = 0; i < tests->len; i++)
        *count += test_fuzzes(options, &tests->data[i]);
    if (*count > 1)
        fprintf(stderr, "gol test: -fuzz matches more than one fuzz target of %s\n", package);
    return *count <= 1;
}

void test_shuffle(const Options *options, FoundTests *tests)
{
    const char *how = options->tests.shuffle;
    if (!how || !strcmp(how, "off"))
        return;
    Rng rng = {strcmp(how, "on") ? strtoull(how, NULL, 0) : options->choose.seed};
    printf("-test.shuffle %llu\n", (unsigned long long)rng.state);
    for (u32 i = tests->len; i > 1; i--) {
        u32 j = (u32)rng_below(&rng, i);
        FoundTest other = tests->data[j];
        tests->data[j] = tests->data[i - 1];
        tests->data[i - 1] = other;
    }
}

static void add_arg(int *n, char **args, const char *arg)
{
    args[(*n)++] = (char *)(uintptr_t)arg;
}

int test_args(const Options *options, const FoundTest *test, Arena *arena, char **args,
              const char **pattern)
{
    bool bench = test->kind == TEST_BENCHMARK;
    const char *asked = bench                        ? options->tests.bench
                        : test_fuzzes(options, test) ? NULL
                                                     : options->tests.pattern;
    Buf within = {0};
    name_pattern_within(asked, test->name, &within);
    *pattern = arena_strndup(arena, buf_str(&within), within.len);
    int n = 0;
    add_arg(&n, args, options->bundle ? options->path : self_test_name(arena));
    add_arg(&n, args, arena_printf(arena, "-test.%s=%s", bench ? "bench" : "run", *pattern));
    buf_free(&within);
    if (bench)
        add_arg(&n, args, "-test.run=^$");
    if (options->tests.skip)
        add_arg(&n, args, arena_printf(arena, "-test.skip=%s", options->tests.skip));
    if (test_fuzzes(options, test))
        add_arg(&n, args, arena_printf(arena, "-test.fuzz=^%s$", test->name));
    if (test_fuzzes(options, test) && options->tests.fuzztime)
        add_arg(&n, args, arena_printf(arena, "-test.fuzztime=%s", options->tests.fuzztime));
    if (options->tests.verbose || options->out.json)
        add_arg(&n, args, "-test.v");
    if (options->tests.short_tests)
        add_arg(&n, args, "-test.short");
    if (options->tests.benchtime)
        add_arg(&n, args, arena_printf(arena, "-test.benchtime=%s", options->tests.benchtime));
    if (options->tests.benchmem)
        add_arg(&n, args, "-test.benchmem");
    add_arg(
        &n, args,
        arena_printf(arena, "-test.timeout=%llums", (unsigned long long)options->tests.timeout_ms));
    for (int i = 0; i < options->argc && n < MAX_TEST_ARGS; i++)
        add_arg(&n, args, options->argv[i]);
    return n;
}
