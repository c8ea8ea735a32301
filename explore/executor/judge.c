/* What an execution has shown: races as the detector finds them, and what its outcome and the
 * goroutines that are left say. All commands get their verdicts from these findings. */
#include <ctype.h>
#include <string.h>

#include "base/hash.h"
#include "explore/executor/leak.h"
#include "explore/executor/stuck.h"
#include "vm/endless.h"
#include "vm/show.h"

const char *finding_kind_name(FindingKind kind)
{
    static const char *const names[] = {
        [FOUND_RACE] = "race",         [FOUND_DEADLOCK] = "deadlock",
        [FOUND_CYCLE] = "lock cycle",  [FOUND_PARTIAL] = "partial deadlock",
        [FOUND_LEAK] = "leak",         [FOUND_PANIC] = "panic",
        [FOUND_LIVELOCK] = "livelock", [FOUND_MEMORY] = "memory",
    };
    return names[kind];
}

const Finding *execution_finding(const Execution *execution, u64 key)
{
    const u64 *index = map_get(&execution->by_key, key);
    return index ? &execution->findings.data[*index - 1] : NULL;
}

bool execution_found(const Execution *execution, u64 key)
{
    return execution_finding(execution, key) != NULL;
}

const Finding *execution_first(const Execution *execution, FindingKind kind)
{
    for (u32 i = 0; i < execution->findings.len; i++)
        if (execution->findings.data[i].kind == kind)
            return &execution->findings.data[i];
    return NULL;
}

bool execution_has(const Execution *execution, FindingKind kind)
{
    return execution_first(execution, kind) != NULL;
}

void judge_clear(Execution *execution)
{
    for (u32 i = 0; i < execution->findings.len; i++) {
        free(execution->findings.data[i].title);
        free(execution->findings.data[i].text);
    }
    vec_clear(&execution->findings);
    map_clear(&execution->by_key);
}

void judge_free(Executor *ex)
{
    judge_clear(&ex->execution);
    vec_free(&ex->execution.findings);
    map_free(&ex->execution.by_key);
    u32 cursor = 0;
    for (MapEntry *title; (title = map_next(&ex->titles, &cursor));)
        free((char *)title->value);
    map_free(&ex->titles);
}

static u64 finding_key(FindingKind kind, u64 key)
{
    return hash_u64(key * FOUND_KINDS + kind) | 1;
}

Finding *judge_add(Execution *execution, FindingKind kind, u64 key, const char *title)
{
    CHECK(kind < FOUND_KINDS);
    key = finding_key(kind, key);
    u64 *index = map_put(&execution->by_key, key);
    if (*index)
        return NULL;
    Finding finding = {.kind = kind, .key = key, .group = key};
    finding.title = title ? xstrdup(title) : NULL;
    vec_push(&execution->findings, finding);
    *index = execution->findings.len;
    return &vec_last(&execution->findings);
}

/* ---- races ---- */

static u64 race_key(RaceKind kind, Pos now, Pos before)
{
    return ((u64)now << 32 | before) * 4 + kind;
}

bool judge_in_full(void *ctx, RaceKind kind, Pos now, Pos before)
{
    const Executor *ex = ctx;
    u64 key = finding_key(FOUND_RACE, race_key(kind, now, before));
    return ex->silences || (ex->config.on_race && (!ex->only || ex->only == key));
}

static void name_variable(const Executor *ex, const RaceReport *report, Buf *out)
{
    show_name(ex->vm, report->loc, out);
    if (out->len == 0)
        report_accessed(ex->config.program->sources, report->now.span, report->before.span, out);
}

static char *race_title(const RaceReport *race, const char *variable, const Sources *sources)
{
    Buf out = {0};
    buf_printf(&out, "race: %s (%s) on %s, ", race_kind_text(race->kind),
               race_kind_name(race->kind), variable);
    pos_print(sources, race->now.span.start, &out);
    buf_puts(&out, " and ");
    pos_print(sources, race->before.span.start, &out);
    char *title = xstrdup(buf_str(&out));
    buf_free(&out);
    return title;
}

/* The title of a race of which there is a brief report: a search comes to the same ones again and
 * again, and the first has named the variable. */
static const char *title_in_brief(Executor *ex, const RaceReport *race, u64 key)
{
    u64 *at = map_put(&ex->titles, key);
    if (!*at) {
        Buf variable = {0};
        name_variable(ex, race, &variable);
        *at = (u64)race_title(race, buf_str(&variable), ex->config.program->sources);
        buf_free(&variable);
    }
    return (const char *)*at;
}

/* Two places that race are one thing to mend, whichever access comes first: x++ reads and writes.
 */
static u64 pair_of_places(Pos one, Pos other)
{
    return one < other ? (u64)one << 32 | other : (u64)other << 32 | one;
}

/* variable: its name, NULL: the report is a brief one. */
static void add_race(Executor *ex, const RaceReport *race, const char *variable)
{
    CHECK(!race->warning);
    u64 key = race_key(race->kind, race->now.span.start, race->before.span.start);
    Finding *finding = judge_add(&ex->execution, FOUND_RACE, key, NULL);
    if (finding) {
        finding->title = variable ? race_title(race, variable, ex->config.program->sources)
                                  : xstrdup(title_in_brief(ex, race, finding->key));
        finding->group = pair_of_places(race->now.span.start, race->before.span.start);
        finding->now = race->now.span.start;
        finding->before = race->before.span.start;
        finding->now_writes = race->now.is_write;
        finding->before_writes = race->before.is_write;
    }
    ex->vm->races++;
}

static void take_complete(Executor *ex, const RaceReport *report)
{
    Buf variable = {0};
    name_variable(ex, report, &variable);
    RaceReport named = *report;
    if (variable.len)
        named.variable = buf_str(&variable);
    if (!ex->config.silence ||
        !silence_hides(ex->config.silence, &named, ex->config.program->sources)) {
        if (!report->warning)
            add_race(ex, &named, named.variable);
        vm_flush(ex->vm);
        if (ex->config.on_race)
            ex->config.on_race(ex->config.ctx, &named);
    }
    buf_free(&variable);
}

void judge_race(void *ctx, const RaceReport *report)
{
    Executor *ex = ctx;
    CHECK(report->now.goroutine != report->before.goroutine);
    CHECK(report->now.is_write || report->before.is_write);
    if (report->variable) /* complete: judge_in_full asked for it */
        take_complete(ex, report);
    else if (!report->warning)
        add_race(ex, report, NULL);
}

/* ---- the outcome ---- */

static u64 hash_without_digits(const char *text, size_t len)
{
    u64 hash = HASH_START;
    for (size_t i = 0; i < len; i++)
        if (!isdigit((unsigned char)text[i]))
            hash = hash_bytes(hash, &text[i], 1);
    return hash;
}

/* The message is the first line of what the VM wrote; two panics are the same if their messages
 * differ in numbers only and their places do not. */
static void find_panic(Executor *ex)
{
    Execution *execution = &ex->execution;
    const char *text = execution->report.len ? buf_str(&execution->report) : "panic";
    size_t len = strcspn(text, "\n");
    Pos pos = stuck_place(ex->vm, ex->vm->sched.current, NULL);
    Buf title = {0};
    buf_add(&title, text, len);
    if (pos) {
        buf_puts(&title, ", ");
        pos_print(ex->config.program->sources, pos, &title);
    }
    judge_add(execution, FOUND_PANIC, hash_without_digits(text, len) + pos, buf_str(&title));
    buf_free(&title);
}

static void find_exit(Executor *ex)
{
    char title[40];
    snprintf(title, sizeof title, "exit: os.Exit(%d)", ex->execution.outcome.exit_code);
    judge_add(&ex->execution, FOUND_PANIC, (u64)ex->execution.outcome.exit_code, title);
}

static void find_stuck(Executor *ex, FindingKind kind)
{
    CHECK(kind == FOUND_DEADLOCK || kind == FOUND_CYCLE || kind == FOUND_PARTIAL);
    Buf title = {0}, stacks = {0};
    u64 key = 0;
    StuckKind which = kind == FOUND_CYCLE     ? STUCK_CYCLE
                      : kind == FOUND_PARTIAL ? STUCK_FOR_EVER
                                              : STUCK_ALL;
    bool written = kind == FOUND_DEADLOCK; /* the stacks: by the VM */
    Finding *finding = NULL;
    if (stuck_describe(executor_reach(ex), ex->vm, which, &key, &title, written ? NULL : &stacks))
        finding = judge_add(&ex->execution, kind, key, buf_str(&title));
    if (finding && stacks.len)
        finding->text = xstrdup(buf_str(&stacks));
    buf_free(&title);
    buf_free(&stacks);
}

/* Of main and others while some could go on (leak_inspect); of no goroutine, if main has called
 * Goexit and all have ended. */
static void find_deadlock(Executor *ex)
{
    if (ex->execution.outcome.without_main)
        leak_find(ex);
    else if (ex->vm->sched.all.len)
        find_stuck(ex, FOUND_DEADLOCK);
    else
        judge_add(&ex->execution, FOUND_DEADLOCK, 0,
                  "deadlock: no goroutines (main called runtime.Goexit)");
}

/* "livelock: main.spin is in a loop without a way out, at spin.go:7", of the first such goroutine;
 * false: there is none. */
static bool name_loop(Executor *ex, Buf *title)
{
    GoroutineList all = {0};
    const G *in_loop = NULL;
    reach_list(ex->vm, &all);
    for (u32 i = 0; i < all.len && !in_loop; i++)
        if (endless_in_loop(ex->vm, all.data[i]))
            in_loop = all.data[i];
    vec_free(&all);
    if (!in_loop)
        return false;
    const char *function = "?";
    Pos place = stuck_place(ex->vm, in_loop, &function);
    buf_printf(title, "livelock: %s is in a loop without a way out, at ", function);
    pos_print(ex->config.program->sources, place, title);
    return true;
}

/* The run was ended while goroutines could go on: where they were. */
static void find_endless(Executor *ex, const char *limit)
{
    Buf title = {0};
    if (!name_loop(ex, &title))
        buf_puts(&title, limit);
    Finding *finding = judge_add(&ex->execution, FOUND_LIVELOCK, 0, buf_str(&title));
    buf_free(&title);
    Buf stacks = {0};
    stuck_add_unfinished(ex->vm, &stacks);
    if (finding && stacks.len)
        finding->text = xstrdup(buf_str(&stacks));
    buf_free(&stacks);
}

/* What explains that the run did not end is reported instead of that. */
static void judge_limit(Executor *ex)
{
    Execution *execution = &ex->execution;
    Limit limit = execution->outcome.limit;
    if (limit == LIMIT_MEMORY)
        judge_add(execution, FOUND_MEMORY, 0, "memory: the limit was reached");
    bool cut = execution_is_cut(execution);
    if (cut && !ex->config.live)
        return;
    bool steps = limit == LIMIT_STEPS || limit == LIMIT_LOOP || cut;
    bool time = limit == LIMIT_TIME;
    u32 before = execution->findings.len;
    if (steps)
        find_stuck(ex, FOUND_CYCLE);
    if ((steps || time) && ex->config.leaks)
        leak_find(ex);
    else if (steps && execution->findings.len == before)
        find_stuck(ex, FOUND_PARTIAL);
    if (steps && !cut && !execution->findings.len)
        find_endless(ex, "livelock or long computation: no end within the step limit");
    if (time && execution->findings.len == before)
        find_endless(ex, "timeout: no end within the time limit");
}

void judge_outcome(Executor *ex)
{
    Execution *execution = &ex->execution;
    switch (execution->outcome.kind) {
    case VERDICT_CLEAN:
    case VERDICT_EXIT:
        execution->left_blocked = stuck_count(ex->vm);
        if (execution->left_blocked)
            find_stuck(ex, FOUND_CYCLE);
        if (execution->outcome.exit_code)
            find_exit(ex);
        if (execution->left_blocked && ex->config.leaks)
            leak_find(ex);
        break;
    case VERDICT_PANIC:
        find_panic(ex);
        if (stuck_count(ex->vm))
            find_stuck(ex, FOUND_CYCLE);
        if (ex->config.leaks == LEAKS_ON)
            leak_find(ex);
        break;
    case VERDICT_DEADLOCK: find_deadlock(ex); break;
    case VERDICT_LIMIT: judge_limit(ex); break;
    case VERDICT_ERROR: break;
    }
}
