/* Which tests of a package run, in which order and with which flags. */
#include "cli/test_select.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "base/constraint.h"
#include "base/name_pattern.h"
#include "base/whole_file.h"
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

bool test_cpus(const Options *options, Arena *arena, PathList *list)
{
    const char *given = options->tests.cpu;
    char *rest = given ? arena_strndup(arena, given, strlen(given)) : NULL;
    for (char *number, *end; (number = strsep(&rest, ","));) {
        number += strspn(number, " ");
        if (!*number)
            continue;
        long n = strtol(number, &end, 10);
        if (n <= 0 || n > INT32_MAX || *(end + strspn(end, " "))) {
            fprintf(stderr, "testing: invalid value \"%s\" for -test.cpu\n", number);
            return false;
        }
        vec_push(list, arena_printf(arena, "%ld", n));
    }
    if (!list->len)
        vec_push(list, NULL);
    return true;
}

bool test_shuffle(const Options *options, FoundTests *tests, Buf *line)
{
    const char *how = options->tests.shuffle;
    if (!how || !strcmp(how, "off"))
        return false;
    Rng rng = {strcmp(how, "on") ? strtoull(how, NULL, 0) : options->choose.seed};
    buf_printf(line, "-test.shuffle %llu\n", (unsigned long long)rng.state);
    for (u32 i = tests->len; i > 1; i--) {
        u32 j = (u32)rng_below(&rng, i);
        FoundTest other = tests->data[j];
        tests->data[j] = tests->data[i - 1];
        tests->data[i - 1] = other;
    }
    return true;
}

/* Whether the name, or what follows the last point in it, is at the beginning or the end of a
 * string in the text: code may put a flag's name together. */
static bool text_has_flag(const char *text, const char *written)
{
    const char *name = written + strspn(written, "-");
    size_t len = strcspn(name, "=");
    for (size_t i = len; i-- > 0;)
        if (name[i] == '.') {
            name += i + 1, len -= i + 1;
            break;
        }
    for (const char *at = text; (at = memmem(at, strlen(at), name, len)); at += len)
        if ((at > text && strchr("\"`", at[-1])) || (at[len] && strchr("\"`", at[len])))
            return true;
    return false;
}

/* Not a file of the library, nor of the package's other tests. */
static bool is_of_program(const Loaded *loaded, const SourceFile *file)
{
    if (file->is_library || loaded->external || !constraint_name_is_test(file->name))
        return !file->is_library;
    for (u32 i = 0; i < loaded->files.len; i++)
        if (loaded->files.data[i]->file == file)
            return true;
    return false;
}

const char *test_strange_flag(const Options *options, const Loaded *loaded)
{
    const Sources *sources = &loaded->sources;
    for (u32 i = 0; i < options->tests.foreign.len; i++) {
        const char *name = options->tests.foreign.data[i];
        bool known = false;
        for (u32 f = 0; !known && f < sources->files.len; f++)
            known = is_of_program(loaded, sources->files.data[f]) &&
                    text_has_flag(sources->files.data[f]->text, name);
        if (!known)
            return name;
    }
    return NULL;
}

bool test_flag_in_files(Arena *arena, const char *dir, const char *flag)
{
    bool found = false;
    DIR *stream = opendir(dir);
    for (struct dirent *entry; stream && !found && (entry = readdir(stream));) {
        if (!constraint_name_is_test(entry->d_name))
            continue;
        Buf text = {0};
        found = !whole_file_read(arena_printf(arena, "%s/%s", dir, entry->d_name), &text) &&
                text_has_flag(buf_str(&text), flag);
        buf_free(&text);
    }
    if (stream)
        closedir(stream);
    return found;
}

static void add_arg(int *n, char **args, const char *arg)
{
    args[(*n)++] = (char *)(uintptr_t)arg;
}

int test_args(const Options *options, const FoundTest *test, Arena *arena, char ***out,
              const char **pattern)
{
    char **args = *out =
        arena_alloc(arena, (size_t)(MAX_TEST_FLAGS + options->argc) * sizeof *args);
    bool bench = test && test->kind == TEST_BENCHMARK;
    bool fuzzes = test && test_fuzzes(options, test);
    const char *asked = bench ? options->tests.bench : fuzzes ? NULL : options->tests.pattern;
    Buf within = {0};
    if (test)
        name_pattern_within(asked, test->name, &within);
    else if (asked)
        buf_puts(&within, asked);
    *pattern = arena_strndup(arena, buf_str(&within), within.len);
    int n = 0;
    add_arg(&n, args, options->bundle ? options->path : self_test_name(arena));
    add_arg(&n, args, arena_printf(arena, "-test.%s=%s", bench ? "bench" : "run", *pattern));
    buf_free(&within);
    if (bench)
        add_arg(&n, args, "-test.run=^$");
    if (options->tests.skip)
        add_arg(&n, args, arena_printf(arena, "-test.skip=%s", options->tests.skip));
    if (fuzzes)
        add_arg(&n, args, arena_printf(arena, "-test.fuzz=^%s$", test->name));
    if (fuzzes && options->tests.fuzztime)
        add_arg(&n, args, arena_printf(arena, "-test.fuzztime=%s", options->tests.fuzztime));
    if (options->tests.verbose || options->out.json)
        add_arg(&n, args, "-test.v");
    if (options->tests.short_tests)
        add_arg(&n, args, "-test.short");
    if (options->tests.benchtime)
        add_arg(&n, args, arena_printf(arena, "-test.benchtime=%s", options->tests.benchtime));
    if (options->tests.benchmem)
        add_arg(&n, args, "-test.benchmem");
    if (options->tests.cpu)
        add_arg(&n, args, arena_printf(arena, "-test.cpu=%s", options->tests.cpu));
    add_arg(
        &n, args,
        arena_printf(arena, "-test.timeout=%llums", (unsigned long long)options->tests.timeout_ms));
    for (int i = 0; i < options->argc; i++)
        add_arg(&n, args, options->argv[i]);
    return n;
}
