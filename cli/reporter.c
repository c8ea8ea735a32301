/* Reports and verdicts of all commands. */
#include "cli/reporter.h"

#include <errno.h>
#include <string.h>

#include "base/json.h"
#include "base/limits.h"
#include "cli/commands.h"
#include "cli/repeat.h"
#include "explore/executor/earlier.h"

bool reporter_begin(Reporter *r, const Options *options, const Sources *sources)
{
    *r = (Reporter){.options = options, .sources = sources, .text = stderr};
    r->color = options->out.color_err;
    if (options->out.suppress && !silence_load(&r->silence, options->out.suppress)) {
        fprintf(stderr, "gol: cannot read %s: %s\n", options->out.suppress, strerror(errno));
        return false;
    }
    if (options->out.sarif)
        r->sarif = sarif_new();
    return true;
}

void reporter_end(Reporter *r)
{
    if (r->sarif)
        sarif_write(r->sarif, r->options->out.sarif);
    sarif_free(r->sarif);
    silence_free(&r->silence);
}

/* ---- findings ---- */

/* What was typed at a prompt, or read from a trace, cannot be run again. */
static const char *replay_of(const Reporter *r, Buf *out)
{
    if (r->replay || !r->executor || !r->options->path)
        return r->replay;
    Repeat repeat = {.schedule = &executor_execution(r->executor)->schedule};
    repeat_command(r->options, &repeat, out);
    return buf_str(out);
}

/* Whether it is the one that is wanted, and for the first time. */
static bool is_wanted(const Reporter *r, const RaceReport *race)
{
    if (!r->only)
        return true;
    const Execution *run = executor_execution(r->executor);
    return !r->shown && !race->warning && run->findings.len &&
           vec_last(&run->findings).key == r->only;
}

/* The picture has the text of the report. */
static void show_reported(const Reporter *r, const RaceReport *race, const char *replay)
{
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    report_text(race, r->sources, replay, false, out);
    fclose(out);
    picture_race(r->picture, race, text);
    free(text);
}

static void print_show(const Reporter *r, const char *replay)
{
    Buf command = {0};
    if (!r->picture)
        repeat_show(replay, &command);
    if (command.len)
        fprintf(r->text, "show: %s\n", buf_str(&command));
    buf_free(&command);
}

static bool has_text(const Reporter *r)
{
    return !r->options->out.quiet && (!r->json || r->text_too);
}

void reporter_race(void *ctx, const RaceReport *race)
{
    Reporter *r = ctx;
    if (!is_wanted(r, race))
        return;
    r->shown = true;
    CHECK(r->races <= r->reported);
    r->reported++;
    r->races += !race->warning;
    RaceReport full = *race;
    if (r->stacks)
        earlier_complete(r->stacks, &full);
    Buf command = {0};
    const char *replay = replay_of(r, &command);
    if (r->sarif)
        sarif_add(r->sarif, &full, r->sources);
    if (r->picture)
        show_reported(r, &full, replay);
    if (r->json)
        report_json(&full, r->sources, replay, r->json);
    if (has_text(r))
        report_text(&full, r->sources, replay, r->color, r->text);
    if (has_text(r) && replay)
        print_show(r, replay);
    buf_free(&command);
    if (r->only) /* the rest of that execution is of no interest when it is late */
        executor_cut(r->executor, true);
}

static void add_place(const Reporter *r, cJSON *to, const char *name, Pos pos)
{
    Buf text = {0};
    if (pos)
        pos_print(r->sources, pos, &text);
    if (pos)
        cJSON_AddStringToObject(to, name, buf_str(&text));
    buf_free(&text);
}

static void finding_json(const Reporter *r, const Finding *finding, const char *replay)
{
    Buf text = {0};
    buf_puts(&text, buf_str((Buf *)(uintptr_t)&executor_execution(r->executor)->report));
    buf_puts(&text, finding->text ? finding->text : "");
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "type", finding_kind_name(finding->kind));
    cJSON_AddStringToObject(object, "title", finding->title);
    cJSON_AddStringToObject(object, "report", buf_str(&text));
    if (finding->kind == FOUND_LEAK) {
        cJSON_AddNumberToObject(object, "goroutines", finding->goroutines);
        add_place(r, object, "blocked", finding->now);
        add_place(r, object, "started", finding->before);
    }
    if (replay)
        cJSON_AddStringToObject(object, "replay", replay);
    json_print(object, false, r->json);
    buf_free(&text);
}

/* What the VM has written says the title of a panic or deadlock. */
static bool says_itself(const Finding *finding, const Execution *run)
{
    return finding->kind == FOUND_DEADLOCK ||
           (finding->kind == FOUND_PANIC && run->outcome.kind == VERDICT_PANIC);
}

bool reporter_has_said(const Finding *finding)
{
    return finding->kind == FOUND_RACE || finding->kind == FOUND_DEADLOCK ||
           finding->kind == FOUND_PANIC;
}

bool reporter_is_left(const Reporter *r, const Finding *finding)
{
    const Execution *run = executor_execution(r->executor);
    if (finding->kind == FOUND_RACE)
        return false;
    if (finding->kind == FOUND_PANIC && run->outcome.kind == VERDICT_EXIT)
        return r->options->choose.schedule != NULL;
    return r->json || !reporter_has_said(finding);
}

void reporter_text(const Reporter *r, const Finding *finding)
{
    const char *more = finding->text;
    fprintf(r->text, "%s\n%s%s", finding->title, more ? "\n" : "", more ? more : "");
}

void reporter_finding(Reporter *r, const Finding *finding, const char *replay)
{
    const Execution *run = executor_execution(r->executor);
    if (r->sarif && finding->kind == FOUND_LEAK)
        sarif_add_leak(r->sarif, finding->title, finding->now, finding->before, r->sources);
    if (r->json)
        finding_json(r, finding, replay);
    if (!has_text(r) || (r->json && says_itself(finding, run)))
        return;
    if (says_itself(finding, run))
        fwrite(run->report.data, 1, run->report.len, r->text);
    else
        reporter_text(r, finding);
    if (replay && !r->json)
        reporter_replay(r, replay);
}

void reporter_leak(void *ctx, const Finding *leak)
{
    reporter_finding(ctx, leak, NULL);
}

const Execution *reporter_repeat(Reporter *r, Chooser *chooser)
{
    r->stacks = earlier_new(executor_view(r->executor));
    executor_watch(r->executor, earlier_sink(r->stacks));
    executor_on_race(r->executor, reporter_race, r);
    executor_report_only(r->executor, r->only);
    const Execution *run = executor_run(r->executor, chooser);
    executor_report_only(r->executor, 0);
    executor_on_race(r->executor, NULL, NULL);
    executor_unwatch(r->executor, earlier_sink(r->stacks));
    earlier_free(r->stacks);
    r->stacks = NULL;
    return run;
}

static FILE **lines(Reporter *r)
{
    return r->json ? &r->json : &r->text;
}

void reporter_hold(Reporter *r)
{
    CHECK(!r->held && r->reported == 0);
    r->held = *lines(r);
    *lines(r) = open_memstream(&r->held_text, &r->held_len);
}

void reporter_release(Reporter *r, bool print)
{
    if (!r->held)
        return;
    fclose(*lines(r));
    *lines(r) = r->held;
    r->held = NULL;
    if (print)
        fwrite(r->held_text, 1, r->held_len, *lines(r));
    else
        r->races = r->reported = 0;
    if (!print && r->sarif) {
        sarif_free(r->sarif);
        r->sarif = sarif_new();
    }
    free(r->held_text);
}

void reporter_slowness(const Reporter *r)
{
    static const struct {
        i64 ns;
        const char *name;
    } units[] = {{1000000000, "s"}, {1000000, "ms"}, {1000, "us"}, {1, "ns"}};
    i64 ns = executor_vm(r->executor)->time.late;
    if (!ns)
        return;
    if (r->json)
        fprintf(r->json, "{\"type\":\"slow\",\"nanoseconds\":%lld}\n", (long long)ns);
    if ((r->json && !r->text_too) || r->options->out.quiet)
        return;
    u32 unit = 0;
    while (ns < units[unit].ns - units[unit].ns / 10000) /* 999.99 ms are a second */
        unit++;
    fprintf(r->text, "time    it needs goroutines that are slow, by %.4g%s in all\n",
            (double)ns / (double)units[unit].ns, units[unit].name);
}

void reporter_replay(const Reporter *r, const char *replay)
{
    fprintf(r->text, "replay: %s\n", replay);
    print_show(r, replay);
}

/* ---- verdicts ---- */

/* How each kind of finding ends a command. */
static const struct {
    const char *name;
    int status;
} ends[FOUND_KINDS] = {
    [FOUND_RACE] = {"race", STATUS_RACE},        [FOUND_DEADLOCK] = {"deadlock", STATUS_FAILED},
    [FOUND_CYCLE] = {"deadlock", STATUS_FAILED}, [FOUND_PARTIAL] = {"deadlock", STATUS_FAILED},
    [FOUND_LEAK] = {"leak", STATUS_FAILED},      [FOUND_PANIC] = {"panic", STATUS_FAILED},
    [FOUND_LIVELOCK] = {"limit", STATUS_LIMIT},  [FOUND_MEMORY] = {"limit", STATUS_LIMIT},
};

/* What outranks the way in which the program ended: FOUND_KINDS if nothing does. */
static FindingKind foremost(const Execution *run)
{
    static const FindingKind order[] = {FOUND_RACE, FOUND_CYCLE, FOUND_PARTIAL, FOUND_LEAK};
    for (u32 i = 0; i < COUNT_OF(order); i++)
        if (execution_has(run, order[i]))
            return order[i];
    return FOUND_KINDS;
}

/* An execution that its schedule does not fit decides nothing. */
const char *verdict_name(const Execution *run)
{
    FindingKind kind = run->outcome.kind == VERDICT_ERROR ? FOUND_KINDS : foremost(run);
    return kind == FOUND_KINDS ? outcome_name(run->outcome.kind) : ends[kind].name;
}

int verdict_status(const Execution *run)
{
    FindingKind kind = run->outcome.kind == VERDICT_ERROR ? FOUND_KINDS : foremost(run);
    if (kind != FOUND_KINDS)
        return ends[kind].status;
    switch (run->outcome.kind) {
    case VERDICT_CLEAN: return STATUS_CLEAN;
    case VERDICT_EXIT: return run->outcome.exit_code;
    case VERDICT_PANIC:
    case VERDICT_DEADLOCK: return STATUS_FAILED;
    case VERDICT_LIMIT: return STATUS_LIMIT;
    case VERDICT_ERROR: return STATUS_USAGE;
    }
    return STATUS_FAILED;
}

int verdict_found(const FoundList *found)
{
    int status = STATUS_CLEAN;
    for (u32 i = 0; i < found->len; i++) {
        int its = ends[found->data[i].kind].status;
        if (its == STATUS_RACE)
            return its;
        if (status == STATUS_CLEAN || its == STATUS_FAILED)
            status = its;
    }
    return status;
}

const char *verdict_found_name(const FoundList *found)
{
    if (!found->len)
        return "clean";
    FindingKind first = found->data[0].kind;
    for (u32 i = 1; i < found->len; i++)
        first = found->data[i].kind < first ? found->data[i].kind : first;
    return ends[first].name;
}

void verdict_count(Verdict *verdict, const char *name, u64 value)
{
    if (verdict->ncounts == MOST_COUNTS)
        BUG("a verdict with more than %d counts", MOST_COUNTS);
    verdict->counts[verdict->ncounts].name = name;
    verdict->counts[verdict->ncounts++].value = value;
}

static void verdict_json(const Verdict *verdict, FILE *out)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "type", "verdict");
    cJSON_AddStringToObject(object, "verdict", verdict->name);
    for (u32 i = 0; i < verdict->ncounts; i++)
        cJSON_AddNumberToObject(object, verdict->counts[i].name, (double)verdict->counts[i].value);
    if (verdict->bounds) {
        cJSON_AddStringToObject(object, "engine", verdict->engine);
        cJSON *list = cJSON_CreateArray();
        for (u32 i = 0; i < verdict->bounds->len; i++)
            cJSON_AddItemToArray(list, cJSON_CreateString(verdict->bounds->data[i]));
        cJSON_AddBoolToObject(object, "complete", verdict->bounds->len == 0);
        cJSON_AddItemToObject(object, "bounds", list);
    }
    cJSON_AddNumberToObject(object, "status", verdict->status);
    json_print(object, false, out);
    fflush(out);
}

/* Races that were hidden are counted, so that they are not forgotten. */
void reporter_hidden_line(const Reporter *r)
{
    const Silence *silence = &r->silence;
    if (r->options->out.quiet)
        return;
    if (silence->leaks)
        fprintf(stderr, "gol: leaks not shown: %llu by --suppress\n",
                (unsigned long long)silence->leaks);
    if (silence->by_comment + silence->by_pattern)
        fprintf(stderr, "gol: races not shown: %llu by //gol:norace, %llu by --suppress\n",
                (unsigned long long)silence->by_comment, (unsigned long long)silence->by_pattern);
}

u64 reporter_hidden(const Reporter *r)
{
    return r->silence.by_comment + r->silence.by_pattern + r->silence.leaks;
}

int reporter_verdict(Reporter *r, const Verdict *verdict)
{
    if (r->json)
        verdict_json(verdict, r->json);
    else if (verdict->text)
        reporter_hidden_line(r);
    if (!r->json && !r->options->out.quiet && verdict->text)
        fputs(verdict->text, stderr);
    return verdict->status;
}

int reporter_error(const Options *options)
{
    Verdict verdict = {.name = "error", .status = STATUS_USAGE};
    if (limits_left())
        verdict = (Verdict){.name = "limit", .status = STATUS_LIMIT};
    verdict_count(&verdict, "races", 0);
    verdict_count(&verdict, "hidden", 0);
    verdict_count(&verdict, "steps", 0);
    if (options->out.json)
        verdict_json(&verdict, stdout);
    return verdict.status;
}
