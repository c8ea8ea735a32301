/* What searches print: progress, findings shown by their replay, the end of gol fuzz. */
#include "cli/fuzz_report.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/json.h"
#include "base/limits.h"
#include "cli/commands.h"
#include "cli/repeat.h"
#include "explore/schedule/choosers.h"

enum { LINE_MS = 10000, TERMINAL_MS = 200 };
/* Characters of an output that fit into a line of the table, and lines of it. */
enum { SHOWN_OUTPUT = 60, SHOWN_ENDINGS = 40 };

bool fuzz_report_init(FuzzReport *report, Loaded *loaded, const Options *options)
{
    *report = (FuzzReport){.loaded = loaded, .options = options, .started_ms = clock_ms()};
    bool ok = reporter_begin(&report->reporter, options, &loaded->sources);
    report->reporter.json = options->out.json ? stdout : NULL;
    return ok;
}

void fuzz_report_free(FuzzReport *report)
{
    reporter_end(&report->reporter);
}

ExecutorConfig fuzz_executor_config(FuzzReport *report)
{
    const SearchOptions *search = &report->options->search;
    ExecutorConfig config = setup_config(report->loaded, report->options, &report->reporter);
    config.late = setup_late(search);
    return config;
}

void fuzz_report_executor(FuzzReport *report, Executor *executor)
{
    report->executor = report->reporter.executor = executor;
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
    u64 ms = clock_ms() - report->started_ms, left = limits_time_left();
    Buf line = {0};
    buf_printf(&line, "%llu schedule%s, %llu a second, %llu%s partial order%s, %u finding%s",
               (unsigned long long)fuzzer->executions, plural(fuzzer->executions),
               (unsigned long long)per_second(fuzzer->executions, ms),
               (unsigned long long)fuzzer->fresh, or_more(fuzzer), plural(fuzzer->fresh),
               fuzzer->found.len, plural(fuzzer->found.len));
    if (left != UINT64_MAX)
        buf_printf(&line, ", %llu s left", (unsigned long long)left / 1000);
    fuzz_report_line(report, &line);
    buf_free(&line);
}

/* ---- findings ---- */

/* The command that shows the finding again: the schedule as a file if there is a corpus. */
static void replay_command(const FuzzReport *report, const Found *found, const char *file, Buf *out)
{
    Repeat repeat = {
        .schedule = &found->schedule, .file = file, .searched = true, .kind = found->kind};
    repeat_command(report->options, &repeat, out);
}

static bool save(FuzzReport *report, Found *found, Buf *path)
{
    const char *dir = report->options->search.corpus;
    if (!dir && repeat_needs_file(&found->schedule))
        dir = repeat_directory();
    if (!dir || report->corpus_broken)
        return false;
    found_state_orders(found, report->executor);
    fuzz_report_clear(report);
    report->corpus_broken = !fuzz_corpus_save(dir, NULL, found, path);
    return !report->corpus_broken;
}

/* Runs its schedule once more and reports what the execution then shows. */
static void show(FuzzReport *report, const Found *found, const char *replay)
{
    Reporter *reporter = &report->reporter;
    reporter->only = found->key;
    reporter->shown = false;
    reporter->replay = replay;
    Chooser *chooser = chooser_replay(&found->schedule);
    const Execution *run = reporter_repeat(reporter, chooser);
    executor_cut(report->executor, false);
    const Finding *finding = execution_finding(run, found->key);
    if (!finding)
        fprintf(stderr,
                "gol %s: this happened once, and its schedule does not show it again:\n"
                "%s\n",
                report->options->command, found->title);
    else if (!reporter->shown)
        reporter_finding(reporter, finding, replay);
    chooser->free(chooser);
}

void fuzz_report_found(FuzzReport *report, Found *found)
{
    Buf path = {0}, command = {0};
    fuzz_report_clear(report);
    bool saved = save(report, found, &path);
    bool text = !report->reporter.json && !report->options->out.quiet;
    replay_command(report, found, saved ? buf_str(&path) : NULL, &command);
    show(report, found, buf_str(&command));
    reporter_slowness(&report->reporter);
    if (text)
        fprintf(stderr, "%safter %llu schedule%s\n\n", saved ? "saved, found " : "found ",
                (unsigned long long)found->execution, plural(found->execution));
    if (report->reporter.json)
        fflush(report->reporter.json);
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

/* Whether there were outcomes that are not in the list, which is bounded. */
static bool lacks_endings(const Fuzzer *fuzzer)
{
    u64 counted = 0;
    for (u32 i = 0; i < fuzzer->endings.len; i++)
        counted += fuzzer->endings.data[i].count;
    return counted < fuzzer->executions;
}

static void print_endings(Fuzzer *fuzzer)
{
    if (fuzzer->endings.len)
        qsort(fuzzer->endings.data, fuzzer->endings.len, sizeof *fuzzer->endings.data, by_count);
    printf("%s%u outcome%s in %llu schedule%s\n", lacks_endings(fuzzer) ? "more than " : "",
           fuzzer->endings.len, plural(fuzzer->endings.len), (unsigned long long)fuzzer->executions,
           plural(fuzzer->executions));
    for (u32 i = 0; i < fuzzer->endings.len && i < SHOWN_ENDINGS; i++) {
        const Ending *ending = &fuzzer->endings.data[i];
        printf("%8llu %6.2f%%  ", (unsigned long long)ending->count,
               100.0 * (double)ending->count / (double)fuzzer->executions);
        print_output(ending->output);
        printf("  %s\n", ending->verdict);
    }
    if (fuzzer->endings.len > SHOWN_ENDINGS)
        printf("... and %s%u more\n", lacks_endings(fuzzer) ? "more than " : "",
               fuzzer->endings.len - SHOWN_ENDINGS);
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

static void end_text(const FuzzReport *report, const Fuzzer *fuzzer, Buf *out)
{
    u64 ms = clock_ms() - report->started_ms;
    buf_printf(out, "%llu schedule%s in %llu.%llu s (%llu a second), %llu%s partial order%s, ",
               (unsigned long long)fuzzer->executions, plural(fuzzer->executions),
               (unsigned long long)ms / 1000, (unsigned long long)ms % 1000 / 100,
               (unsigned long long)per_second(fuzzer->executions, ms),
               (unsigned long long)fuzzer->fresh, or_more(fuzzer), plural(fuzzer->fresh));
    if (fuzzer->found.len)
        buf_printf(out, "%u finding%s\n", fuzzer->found.len, plural(fuzzer->found.len));
    else if (!fuzzer->executions)
        buf_puts(out, "ended by a limit before the first was over\n");
    else
        buf_puts(out, "nothing found\n");
}

static void print_outcomes(FuzzReport *report, Fuzzer *fuzzer)
{
    if (report->reporter.json)
        endings_json(fuzzer, report->reporter.json);
    else if (report->options->search.outcomes)
        print_endings(fuzzer);
}

int fuzz_report_end(FuzzReport *report, Fuzzer *fuzzer, u32 lost)
{
    u64 ms = clock_ms() - report->started_ms;
    fuzz_report_clear(report);
    if (lost)
        fprintf(stderr, "gol fuzz: %u worker%s ended unexpectedly and %s replaced\n", lost,
                plural(lost), lost == 1 ? "was" : "were");
    print_outcomes(report, fuzzer);
    Buf text = {0};
    end_text(report, fuzzer, &text);
    Verdict v = {.name = verdict_found_name(&fuzzer->found),
                 .status = verdict_found(&fuzzer->found),
                 .text = buf_str(&text)};
    verdict_count(&v, "findings", fuzzer->found.len);
    verdict_count(&v, "hidden", reporter_hidden(&report->reporter));
    verdict_count(&v, "schedules", fuzzer->executions);
    verdict_count(&v, "per_second", per_second(fuzzer->executions, ms));
    verdict_count(&v, "partial_orders", fuzzer->fresh);
    if (!fuzzer->executions && v.status == STATUS_CLEAN) /* not one came to its end */
        v.name = "limit", v.status = STATUS_LIMIT;
    int status = reporter_verdict(&report->reporter, &v);
    buf_free(&text);
    return status;
}
