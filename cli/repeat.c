/* The command line that repeats an execution. */
#include "cli/repeat.h"

#include <stdlib.h>
#include <string.h>

/* Characters of a schedule that a person may want to read; longer ones are named by their seed, if
 * there is one. Characters that a command line may have at all. */
enum { SHORT_SCHEDULE = 60, LONGEST_COMMAND = 1000 };

/* A word as the shell wants it, quoted if need be. */
static void shell_word(const char *word, Buf *out)
{
    if (*word && !word[strcspn(word, " \t\n'\"\\$`*?[]{}()<>|&;#~!")]) {
        buf_puts(out, word);
        return;
    }
    buf_putc(out, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            buf_puts(out, "'\\''");
        else
            buf_putc(out, *word);
    }
    buf_putc(out, '\'');
}

static void add_word(const char *word, Buf *out)
{
    buf_putc(out, ' ');
    shell_word(word, out);
}

static bool is_given(const Options *options, const char *flag)
{
    for (u32 i = 0; i < options->given.len; i++)
        if (strstr(options->given.data[i], flag))
            return true;
    return false;
}

/* The flags given; and of limits that a search has by default the one that the finding is about. */
static void add_flags(const Options *options, const Repeat *repeat, Buf *out)
{
    for (u32 i = 0; i < options->given.len; i++)
        add_word(options->given.data[i], out);
    if (!repeat->searched)
        return;
    if (repeat->kind == FOUND_LIVELOCK && !is_given(options, "-steps"))
        buf_printf(out, " --steps %llu", (unsigned long long)options->limits.steps);
    if (repeat->kind == FOUND_MEMORY && !is_given(options, "-memory"))
        buf_printf(out, " --memory %llu", (unsigned long long)options->limits.memory);
}

static void add_schedule(const Options *options, const Repeat *repeat, Buf *out)
{
    const ChooseOptions *choose = &options->choose;
    const char *named = choose->schedule ? choose->schedule : repeat->file;
    const Schedule *schedule = repeat->schedule;
    bool readable =
        repeat->searched || (schedule->steps.len && !schedule_is_longer(schedule, SHORT_SCHEDULE));
    if (named) {
        buf_puts(out, " --schedule");
        add_word(named, out);
    } else if (readable) {
        buf_puts(out, " --schedule ");
        schedule_print_short(schedule, out);
    } else if (choose->has_seed) {
        buf_printf(out, " --seed %llu", (unsigned long long)choose->seed);
    }
}

/* The program's arguments; those of tests are set apart from packages. */
static void add_arguments(const Options *options, Buf *out)
{
    if (options->tests.current && options->argc)
        buf_puts(out, " -args");
    for (int i = 0; i < options->argc; i++)
        add_word(options->argv[i], out);
}

static void add_program(const Options *options, Buf *out)
{
    if (!options->tests.files.len)
        add_word(options->path, out);
    for (u32 i = 0; i < options->tests.files.len; i++)
        add_word(options->tests.files.data[i], out);
    add_arguments(options, out);
}

/* Of an executable that gol build has made: flags stand in the environment. */
static void repeat_built(const Options *options, const Repeat *repeat, Buf *out)
{
    if (options->tests.current) { /* its arguments are flags */
        shell_word(options->executable, out);
        buf_printf(out, " -run '^%s$'", options->tests.current);
        add_flags(options, repeat, out);
        add_schedule(options, repeat, out);
        add_arguments(options, out);
        return;
    }
    Options given = *options;
    Buf flags = {0};
    given.given.len = 0; /* they are part of the executable, or of GOLFLAGS */
    add_schedule(&given, repeat, &flags);
    if (flags.len)
        buf_puts(out, "GOLFLAGS=");
    if (flags.len)
        shell_word(buf_str(&flags) + 1, out);
    if (flags.len)
        buf_putc(out, ' ');
    shell_word(options->path, out);
    for (int i = 0; i < options->argc; i++)
        add_word(options->argv[i], out);
    buf_free(&flags);
}

void repeat_command(const Options *options, const Repeat *repeat, Buf *out)
{
    if (options->bundle) {
        repeat_built(options, repeat, out);
        return;
    }
    if (options->tests.current)
        buf_printf(out, "gol test -run '^%s$'", options->tests.current);
    else
        buf_puts(out, "gol run");
    add_flags(options, repeat, out);
    add_schedule(options, repeat, out);
    if (options->path)
        add_program(options, out);
}

void repeat_show(const char *replay, Buf *out)
{
    static const char run[] = "gol run", test[] = "gol test";
    if (!strncmp(replay, run, sizeof run - 1))
        buf_printf(out, "gol show%s", replay + sizeof run - 1);
    else if (!strncmp(replay, test, sizeof test - 1))
        buf_printf(out, "gol test --html test.html%s", replay + sizeof test - 1);
}

bool repeat_needs_file(const Schedule *schedule)
{
    return schedule_is_longer(schedule, LONGEST_COMMAND);
}

const char *repeat_directory(void)
{
    const char *dir = getenv("TMPDIR");
    return dir && *dir == '/' ? dir : "/tmp"; /* the working directory may be another now */
}
