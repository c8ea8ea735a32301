#include "explore/executor/execution.h"

#include <ctype.h>
#include <stdio.h>

#include "base/hash.h"
#include "explore/executor/deadline.h"
#include "explore/executor/stuck.h"
#include "vm/show.h"
#include "vm/sync.h"

/* Stands between the VM and the chooser: writes down the answers. */
typedef struct Recorder {
    Chooser base;
    Chooser *inner;
    Execution *execution;
    u32 kept; /* steps up to the last one that was no default */
} Recorder;

struct Executor {
    ExecutorConfig config;
    VM *vm;
    Detector *detector;
    Observer observer;
    ProgramView view;
    Recorder recorder;
    FanOut fan;
    Execution execution;
    FILE *report_file; /* writes to report_text */
    char *report_text;
    size_t report_len;
};

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

/* ---- recording ---- */

static u32 recorder_pick(Chooser *self, const Choice *choice)
{
    Recorder *recorder = (Recorder *)self;
    Execution *execution = recorder->execution;
    u32 answer = recorder->inner->pick(recorder->inner, choice);
    schedule_add(&execution->schedule, choice, answer);
    if (answer != chooser_default(choice))
        recorder->kept = execution->schedule.steps.len;
    execution->switches += choice->kind == CHOOSE_GOROUTINE && answer != 0;
    execution->choices++;
    return answer;
}

static void recorder_free(Chooser *self)
{
    (void)self;
}

static void recorder_take(Recorder *recorder, Chooser *inner)
{
    recorder->base = *inner; /* asked whenever the inner one would be */
    recorder->base.pick = recorder_pick;
    recorder->base.free = recorder_free;
    recorder->base.fifo = false;
    recorder->inner = inner;
    recorder->kept = 0;
}

/* ---- findings ---- */

static void add_finding(Execution *execution, FindingKind kind, u64 key, const char *title)
{
    key = hash_u64(key * FOUND_KINDS + kind) | 1;
    if (!execution_found(execution, key))
        vec_push(&execution->findings, (Finding){kind, key, xstrdup(title)});
}

bool execution_has(const Execution *execution, FindingKind kind)
{
    for (u32 i = 0; i < execution->findings.len; i++)
        if (execution->findings.data[i].kind == kind)
            return true;
    return false;
}

bool execution_found(const Execution *execution, u64 key)
{
    for (u32 i = 0; i < execution->findings.len; i++)
        if (execution->findings.data[i].key == key)
            return true;
    return false;
}

void race_variable(VM *vm, const RaceReport *report, Buf *out)
{
    show_name(vm, report->loc, out);
    if (out->len == 0)
        report_accessed(vm->program->sources, report->now.span, report->before.span, out);
}

static void on_race(void *ctx, const RaceReport *report)
{
    Executor *ex = ctx;
    if (report->warning)
        return;
    const Sources *sources = ex->config.program->sources;
    Buf title = {0}, variable = {0};
    race_variable(ex->vm, report, &variable);
    RaceReport named = *report;
    named.variable = buf_str(&variable);
    if (ex->config.silence && silence_hides(ex->config.silence, &named, sources)) {
        buf_free(&variable);
        return;
    }
    buf_printf(&title, "race: %s (%s) on %s, ", race_kind_text(report->kind),
               race_kind_name(report->kind), buf_str(&variable));
    pos_print(sources, report->now.span.start, &title);
    buf_puts(&title, " and ");
    pos_print(sources, report->before.span.start, &title);
    u64 key = (u64)report->now.span.start << 32 | report->before.span.start;
    add_finding(&ex->execution, FOUND_RACE, key * 4 + report->kind, buf_str(&title));
    buf_free(&title);
    ex->vm->races++;
    if (ex->config.on_race)
        ex->config.on_race(ex->config.ctx, &named);
    buf_free(&variable);
}

static u64 hash_without_digits(const char *text, size_t len)
{
    u64 hash = HASH_START;
    for (size_t i = 0; i < len; i++)
        if (!isdigit((unsigned char)text[i]))
            hash = hash_bytes(hash, &text[i], 1);
    return hash;
}

/* The message is the first line of what the machine wrote; numbers in it do not tell panics
 * apart, places do. */
static void find_panic(Executor *ex)
{
    Execution *execution = &ex->execution;
    const char *text = buf_str(&execution->report);
    size_t len = strcspn(text, "\n");
    Pos pos = stuck_place(ex->vm, ex->vm->sched.current, NULL);
    Buf title = {0};
    buf_add(&title, text, len);
    if (pos) {
        buf_puts(&title, ", ");
        pos_print(ex->config.program->sources, pos, &title);
    }
    add_finding(execution, FOUND_PANIC, hash_without_digits(text, len) + pos, buf_str(&title));
    buf_free(&title);
}

static void find_exit(Executor *ex)
{
    char title[40];
    snprintf(title, sizeof title, "exit: os.Exit(%d)", ex->execution.outcome.exit_code);
    add_finding(&ex->execution, FOUND_PANIC, (u64)ex->execution.outcome.exit_code, title);
}

static void find_stuck(Executor *ex, FindingKind kind)
{
    Buf title = {0};
    u64 key = 0;
    StuckKind who = kind == FOUND_CYCLE     ? STUCK_CYCLE
                    : kind == FOUND_PARTIAL ? STUCK_FOR_EVER
                                            : STUCK_ALL;
    u32 count = stuck_describe(ex->vm, who, &key, &title,
                               kind == FOUND_DEADLOCK ? NULL : &ex->execution.report);
    if (count)
        add_finding(&ex->execution, kind, key, buf_str(&title));
    buf_free(&title);
}

static void judge(Executor *ex)
{
    Execution *execution = &ex->execution;
    switch (execution->outcome.kind) {
    case VERDICT_CLEAN:
        execution->left_blocked = stuck_count(ex->vm);
        if (execution->left_blocked)
            find_stuck(ex, FOUND_CYCLE);
        if (execution->left_blocked && ex->config.leaks)
            find_stuck(ex, FOUND_LEAK);
        break;
    case VERDICT_EXIT:
        if (execution->outcome.exit_code)
            find_exit(ex);
        break;
    case VERDICT_PANIC: find_panic(ex); break;
    case VERDICT_DEADLOCK: find_stuck(ex, FOUND_DEADLOCK); break;
    case VERDICT_LIMIT:
        if (!strcmp(execution->outcome.what, "memory"))
            add_finding(execution, FOUND_MEMORY, 0, "memory: the limit was reached");
        if (strcmp(execution->outcome.what, "steps"))
            break;
        find_stuck(ex, FOUND_CYCLE); /* then it is no wonder */
        if (!execution->findings.len)
            find_stuck(ex, FOUND_PARTIAL);
        if (!execution->findings.len)
            add_finding(execution, FOUND_LIVELOCK, 0, "livelock: no end within the step limit");
        break;
    case VERDICT_ERROR: break;
    }
}

/* ---- running ---- */

static void clear(Execution *execution)
{
    for (u32 i = 0; i < execution->findings.len; i++)
        free(execution->findings.data[i].title);
    vec_clear(&execution->findings);
    vec_clear(&execution->schedule.steps);
    execution->schedule.alone = 0;
    vec_clear(&execution->output);
    vec_clear(&execution->report);
    execution->left_blocked = execution->choices = execution->switches = 0;
}

/* The VM writes to a FILE; what is there is moved to execution->report. */
static void take_report(Executor *ex)
{
    fflush(ex->report_file);
    if (ex->report_len == 0)
        return;
    buf_add(&ex->execution.report, ex->report_text, ex->report_len);
    rewind(ex->report_file);
}

static void finish(Executor *ex)
{
    Execution *execution = &ex->execution;
    VM *vm = ex->vm;
    execution->outcome = vm->outcome;
    execution->steps = vm->steps;
    execution->events = ex->observer.events;
    execution->fresh_pairs = ex->observer.fresh_pairs;
    execution->fingerprint = observer_fingerprint(&ex->observer);
    execution->schedule.steps.len = ex->recorder.kept;
    /* The two buffers change places, so that the output need not be copied. */
    Buf output = vm->output.buf;
    vm->output.buf = execution->output;
    execution->output = output;
    execution->output_hash = hash_bytes(HASH_START, output.data, output.len);
    if (vm->outcome.kind != VERDICT_CLEAN)
        take_report(ex);
    judge(ex);
}

const Execution *executor_run(Executor *ex, Chooser *chooser)
{
    clear(&ex->execution);
    recorder_take(&ex->recorder, chooser);
    detector_reset(ex->detector);
    observer_begin(&ex->observer);
    vm_reset(ex->vm, &ex->recorder.base);
    vm_run(ex->vm);
    finish(ex);
    return &ex->execution;
}

/* ---- life ---- */

static void make_vm(Executor *ex)
{
    const ExecutorConfig *config = &ex->config;
    VMConfig vm = {
        .chooser = &ex->recorder.base,
        .sink = &ex->observer.sink,
        .find_native = config->find_native,
        .argc = config->argc,
        .argv = config->argv,
        .max_steps = config->max_steps,
        .max_memory = config->max_memory,
        .max_time = config->max_time,
        .real_time = config->real_time,
        .jit = config->jit,
        .capture = true,
        .outlive_main = config->leaks,
        .err = ex->report_file,
    };
    ex->vm = vm_new(config->program, &vm);
    ex->view = show_view(ex->vm);
}

Executor *executor_new(const ExecutorConfig *config)
{
    if (!detector_find(config->detector))
        return NULL;
    Executor *ex = xcalloc(1, sizeof *ex);
    ex->config = *config;
    ex->recorder.execution = &ex->execution;
    ex->execution.schedule.program = config->program_hash;
    DetectorConfig detector = {.view = &ex->view, .on_race = on_race, .ctx = ex};
    ex->detector = detector_new(config->detector, &detector);
    EventSink *sink = detector_sink(ex->detector);
    observer_init(&ex->observer, sink->wants ? sink : NULL);
    ex->report_file = open_memstream(&ex->report_text, &ex->report_len);
    make_vm(ex);
    return ex;
}

void executor_free(Executor *ex)
{
    clear(&ex->execution);
    vm_free(ex->vm);
    detector_free(ex->detector);
    observer_free(&ex->observer);
    vec_free(&ex->execution.findings);
    schedule_free(&ex->execution.schedule);
    buf_free(&ex->execution.output);
    buf_free(&ex->execution.report);
    fclose(ex->report_file);
    free(ex->report_text);
    free(ex);
}

void executor_watch(Executor *ex, EventSink *sink)
{
    EventSink *detector = detector_sink(ex->detector);
    fanout_init(&ex->fan);
    fanout_add(&ex->fan, sink);
    if (detector->wants)
        fanout_add(&ex->fan, detector);
    ex->observer.next = sink ? &ex->fan.sink : detector->wants ? detector : NULL;
}

void executor_args(Executor *ex, int argc, char **argv)
{
    ex->vm->config.argc = argc;
    ex->vm->config.argv = argv;
}

void executor_on_race(Executor *ex, OnRace callback, void *ctx)
{
    ex->config.on_race = callback;
    ex->config.ctx = ctx;
}

bool executor_late(const Executor *ex)
{
    return deadline_over(ex->config.until);
}

const Execution *executor_execution(const Executor *ex)
{
    return &ex->execution;
}

const ExecutorConfig *executor_config(const Executor *ex)
{
    return &ex->config;
}

VM *executor_vm(Executor *ex)
{
    return ex->vm;
}

Observer *executor_observer(Executor *ex)
{
    return &ex->observer;
}
