#include "cli/fuzz_report.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/json.h"
#include "cli/commands.h"
#include "cli/session.h"
#include "explore/schedule/choosers.h"
#include "stdlib/native/natives.h"

enum { LINE_MS = 10000, TERMINAL_MS = 200 };
/* Characters of a schedule that are still a help in a command. */
enum { LONGEST_COMMAND = 1000 };
/* Characters of an output that fit into a line of the table, and lines of it. */
enum { SHOWN_OUTPUT = 60, SHOWN_ENDINGS = 40 };

/* ---- before the first execution ---- */

/* A program that reads gets the end of its input: there is one for thousands of executions. */
static void close_input(void)
{
    int null = open("/dev/null", O_RDONLY);
    if (null >= 0) {
        dup2(null, STDIN_FILENO);
        close(null);
    }
}

/* Ends with what was found so far; looked at between executions, so that nothing is torn. */
static void block_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

void fuzz_prepare_process(void)
{
    block_signals();
    close_input();
}

bool fuzz_report_init(FuzzReport *report, Loaded *loaded, const Options *options)
{
    *report = (FuzzReport){.loaded = loaded, .options = options, .started_ms = clock_ms()};
    bool ok = races_begin(&report->races, options, &loaded->sources);
    report->races.json = options->out.json ? stdout : NULL;
    return ok;
}

void fuzz_report_free(FuzzReport *report)
{
    races_end(&report->races);
}

i64 late_ns(const Options *options, u64 usual_ms)
{
    u64 ms = options->search.late_ms == LATE_UNSET ? usual_ms : options->search.late_ms;
    return ms < INT64_MAX / 1000000 ? (i64)ms * 1000000 : INT64_MAX;
}

ExecutorConfig fuzz_executor_config(FuzzReport *report)
{
    const Loaded *loaded = report->loaded;
    const Options *options = report->options;
    return (ExecutorConfig){
        .program = loaded->program,
        .find_native = stdlib_find_native,
        .detector = options->detector,
        .argc = options->argc + 1,
        .argv = options->argv - 1, /* the path, then the arguments */
        .max_steps = options->limits.steps,
        .max_memory = options->limits.memory,
        .late = late_ns(options, 0),
        .until = options->search.time_ms ? report->started_ms + options->search.time_ms : 0,
        .jit = options->jit,
        .leaks = options->leaks,
        .program_hash = loaded->hash,
        .silence = &report->races.silence,
    };
}

/* ---- progress ---- */

void fuzz_report_clear(FuzzReport *report)
{
    if (report->progress_shown)
        fputs("\r\033[K", stderr);
    report->progress_shown = false;
}

static u64 per_second(u64 count, u64 ms)
{
    return count * 1000 / (ms ? ms : 1);
}

static u32 count_found(const Fuzzer *fuzzer)
{
    return fuzzer->found.len;
}

static const char *or_more(const Fuzzer *fuzzer)
{
    return fuzzer->fresh >= FUZZ_ORDERS ? " or more" : "";
}

bool fuzz_report_due(FuzzReport *report)
{
    u64 now = clock_ms(), pause = isatty(STDERR_FILENO) ? TERMINAL_MS : LINE_MS;
    if (!report->next_progress_ms)
        report->next_progress_ms = now + pause;
    if (now < report->next_progress_ms || report->options->out.quiet)
        return false;
    report->next_progress_ms = now + pause;
    return true;
}

/* A line that went on in the next one could not be taken away again. */
void fuzz_report_line(FuzzReport *report, const Buf *line)
{
    struct winsize size;
    bool terminal = isatty(STDERR_FILENO);
    int len = (int)line->len;
    if (terminal) {
        fuzz_report_clear(report);
        if (!ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_col && len >= size.ws_col)
            len = size.ws_col - 1;
    }
    fprintf(stderr, "%.*s%s", len, buf_str(line), terminal ? "" : "\n");
    report->progress_shown = terminal;
}

void fuzz_report_progress(FuzzReport *report, const Fuzzer *fuzzer)
{
    if (!fuzz_report_due(report))
        return;
    u64 ms = clock_ms() - report->started_ms, limit = report->options->search.time_ms;
    Buf line = {0};
    buf_printf(&line, "%llu schedule%s, %llu a second, %llu%s partial order%s, %u finding%s",
               (unsigned long long)fuzzer->executions, plural(fuzzer->executions),
               (unsigned long long)per_second(fuzzer->executions, ms),
               (unsigned long long)fuzzer->fresh, or_more(fuzzer), plural(fuzzer->fresh),
               count_found(fuzzer), plural(count_found(fuzzer)));
    if (limit)
        buf_printf(&line, ", %llu s left",
                   (unsigned long long)(limit > ms ? (limit - ms) / 1000 : 0));
    fuzz_report_line(report, &line);
    buf_free(&line);
}

/* ---- findings ---- */

static void on_race(void *ctx, const RaceReport *race)
{
    FuzzReport *report = ctx;
    const Execution *run = executor_execution(report->executor);
    if (report->shown || !run->findings.len ||
        run->findings.data[run->findings.len - 1].key != report->wanted)
        return;
    report->shown = true;
    races_tell(&report->races, race, report->replay);
}

/* The command that shows the finding again: the schedule as a file if there is a corpus. */
static void replay_command(FuzzReport *report, const Found *found, const char *file, Buf *out)
{
    const Options *options = report->options;
    buf_puts(out, "gol run");
    bool steps_given = false, memory_given = false;
    replay_flags(options, out);
    for (u32 i = 0; i < options->given.len; i++) {
        steps_given |= strstr(options->given.data[i], "-steps") != NULL;
        memory_given |= strstr(options->given.data[i], "-memory") != NULL;
    }
    if (found->kind == FOUND_LIVELOCK && !steps_given)
        buf_printf(out, " --steps %llu", (unsigned long long)options->limits.steps);
    if (found->kind == FOUND_MEMORY && !memory_given)
        buf_printf(out, " --memory %llu", (unsigned long long)options->limits.memory);
    replay_schedule(&found->schedule, file, out);
    replay_program(options, out);
}

/* Where schedules go that no command line should hold. */
static const char *temporary_directory(const Schedule *schedule)
{
    Buf text = {0};
    schedule_print_short(schedule, &text);
    bool fits = text.len <= LONGEST_COMMAND;
    buf_free(&text);
    const char *dir = getenv("TMPDIR");
    return fits ? NULL : dir && *dir ? dir : "/tmp";
}

static bool save(FuzzReport *report, Found *found, Buf *path)
{
    const char *dir = report->options->search.corpus;
    if (!dir)
        dir = temporary_directory(&found->schedule);
    if (!dir || report->corpus_broken)
        return false;
    found_state_orders(found, report->executor);
    if (fuzz_corpus_save(dir, found, path))
        return true;
    fuzz_report_clear(report);
    fprintf(stderr, "gol fuzz: cannot write %s: %s\n", buf_str(path), strerror(errno));
    report->corpus_broken = true;
    return false;
}

static void print_other(FuzzReport *report, const Found *found, const Execution *run)
{
    if (report->races.json) {
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "type", finding_kind_name(found->kind));
        cJSON_AddStringToObject(object, "title", found->title);
        cJSON_AddStringToObject(object, "report", buf_str(&run->report));
        cJSON_AddStringToObject(object, "replay", report->replay);
        json_print(object, false, report->races.json);
        return;
    }
    if (found->kind != FOUND_DEADLOCK && found->kind != FOUND_PANIC) /* theirs says it all */
        fprintf(stderr, "%s\n", found->title);
    if (run->report.len)
        fprintf(stderr, "%s", buf_str(&run->report));
    fprintf(stderr, "replay: %s\n", report->replay);
}

static bool is_late(const FuzzReport *report, const Schedule *schedule)
{
    bool nobody = false;
    for (u32 i = 0; i < schedule->steps.len; i++)
        nobody |= schedule->steps.data[i].answer == STEP_NOBODY;
    return nobody && executor_config(report->executor)->late;
}

void fuzz_report_found(FuzzReport *report, Found *found)
{
    Buf path = {0}, command = {0};
    fuzz_report_clear(report);
    bool saved = save(report, found, &path);
    replay_command(report, found, saved ? buf_str(&path) : NULL, &command);
    report->wanted = found->key;
    report->replay = buf_str(&command);
    report->shown = false;
    Chooser *chooser = chooser_replay(&found->schedule);
    executor_on_race(report->executor, on_race, report);
    const Execution *run = executor_run(report->executor, chooser);
    executor_on_race(report->executor, NULL, NULL);
    if (!execution_found(run, found->key))
        fprintf(stderr,
                "gol fuzz: this happened once, and its schedule does not show it again:\n"
                "%s\n",
                found->title);
    else if (!report->shown && !report->options->out.quiet)
        print_other(report, found, run);
    chooser->free(chooser);
    if (!report->races.json && !report->options->out.quiet && is_late(report, &found->schedule))
        fputs("time    passed when somebody could go on, who was slow: n in the schedule\n",
              stderr);
    if (!report->races.json && !report->options->out.quiet)
        fprintf(stderr, "%safter %llu schedule%s\n\n", saved ? "saved, found " : "found ",
                (unsigned long long)found->execution, plural(found->execution));
    if (report->races.json)
        fflush(report->races.json);
    buf_free(&path);
    buf_free(&command);
}

/* ---- the end ---- */

static int by_count(const void *a, const void *b)
{
    const Ending *x = a, *y = b;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return x->hash < y->hash ? -1 : x->hash > y->hash;
}

/* On one line, as Go would quote it. */
static void print_output(const char *text)
{
    putchar('"');
    for (u32 i = 0; text[i] && i < SHOWN_OUTPUT; i++) {
        if (text[i] == '\n')
            fputs("\\n", stdout);
        else if (text[i] == '"' || text[i] == '\\')
            printf("\\%c", text[i]);
        else
            putchar(text[i]);
    }
    fputs(strlen(text) > SHOWN_OUTPUT ? "\"..." : "\"", stdout);
}

static void print_endings(Fuzzer *fuzzer)
{
    if (fuzzer->endings.len)
        qsort(fuzzer->endings.data, fuzzer->endings.len, sizeof *fuzzer->endings.data, by_count);
    printf("%u outcome%s in %llu schedule%s\n", fuzzer->endings.len, plural(fuzzer->endings.len),
           (unsigned long long)fuzzer->executions, plural(fuzzer->executions));
    for (u32 i = 0; i < fuzzer->endings.len && i < SHOWN_ENDINGS; i++) {
        const Ending *ending = &fuzzer->endings.data[i];
        printf("%8llu %6.2f%%  ", (unsigned long long)ending->count,
               100.0 * (double)ending->count / (double)fuzzer->executions);
        print_output(ending->output);
        printf("  %s\n", ending->verdict);
    }
    if (fuzzer->endings.len > SHOWN_ENDINGS)
        printf("... and %u more\n", fuzzer->endings.len - SHOWN_ENDINGS);
    fflush(stdout);
}

static void endings_json(Fuzzer *fuzzer, FILE *out)
{
    for (u32 i = 0; i < fuzzer->endings.len; i++) {
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "type", "outcome");
        cJSON_AddNumberToObject(object, "count", (double)fuzzer->endings.data[i].count);
        cJSON_AddStringToObject(object, "verdict", fuzzer->endings.data[i].verdict);
        cJSON_AddStringToObject(object, "output", fuzzer->endings.data[i].output);
        json_print(object, false, out);
    }
}

void fuzz_report_end(FuzzReport *report, Fuzzer *fuzzer, u32 lost, int status)
{
    u64 ms = clock_ms() - report->started_ms;
    fuzz_report_clear(report);
    if (lost)
        fprintf(stderr, "gol fuzz: %u worker%s ended unexpectedly and %s replaced\n", lost,
                plural(lost), lost == 1 ? "was" : "were");
    if (report->races.json) {
        endings_json(fuzzer, report->races.json);
        fprintf(report->races.json,
                "{\"type\":\"verdict\",\"verdict\":\"%s\",\"findings\":%u,\"hidden\":%llu,"
                "\"schedules\":%llu,\"per_second\":%llu,\"partial_orders\":%llu,\"status\":%d}\n",
                found_verdict(&fuzzer->found), count_found(fuzzer),
                (unsigned long long)races_hidden(&report->races),
                (unsigned long long)fuzzer->executions,
                (unsigned long long)per_second(fuzzer->executions, ms),
                (unsigned long long)fuzzer->fresh, status);
        fflush(report->races.json);
        return;
    }
    if (report->options->search.outcomes)
        print_endings(fuzzer);
    if (report->options->out.quiet)
        return;
    races_tell_hidden(&report->races);
    fprintf(stderr, "%llu schedule%s in %llu.%llu s (%llu a second), %llu%s partial order%s, ",
            (unsigned long long)fuzzer->executions, plural(fuzzer->executions),
            (unsigned long long)ms / 1000, (unsigned long long)ms % 1000 / 100,
            (unsigned long long)per_second(fuzzer->executions, ms),
            (unsigned long long)fuzzer->fresh, or_more(fuzzer), plural(fuzzer->fresh));
    if (count_found(fuzzer))
        fprintf(stderr, "%u finding%s\n", count_found(fuzzer), plural(count_found(fuzzer)));
    else
        fputs("nothing found\n", stderr);
}
