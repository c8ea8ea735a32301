/* Sets up the VM of an executor with its sinks and recorder, and runs the program in it. */
#include "explore/executor/execution.h"

#include <string.h>

#include "base/hash.h"
#include "base/limits.h"
#include "explore/executor/deadline.h"
#include "explore/executor/executor.h"
#include "explore/executor/leak.h"
#include "vm/outside.h"
#include "vm/show.h"
#include "vm/signal.h"

/* Work of an execution by itself, and of each of its events. */
enum { WORK_OF_RUN = 4000, WORK_OF_EVENT = 10 };
/* Steps after which an execution that only guides is long: in short ones a filter costs more than
 * it saves. */
enum { FILTER_AFTER = CHECKING ? 50 : 30000 };

/* ---- recording ---- */

static u32 recorder_pick(Chooser *self, const Choice *choice)
{
    Recorder *recorder = (Recorder *)self;
    Execution *execution = recorder->execution;
    u32 answer = chooser_pick(recorder->inner, choice);
    schedule_add(&execution->schedule, choice, answer);
    if (answer != chooser_default(choice))
        recorder->kept = execution->schedule.steps.len;
    CHECK(recorder->kept <= execution->schedule.steps.len);
    return answer;
}

static void recorder_free(Chooser *self)
{
    (void)self;
}

/* What the VM asks: the recorder, unless there is nothing to record of a chooser that always gives
 * the default answer, which a single execution need not be slowed down for. */
static Chooser *recorded(Executor *ex, Chooser *inner)
{
    Recorder *recorder = &ex->recorder;
    recorder->kept = 0;
    if (ex->config.single && (inner->fifo || ex->config.unrecorded))
        return inner;
    recorder->base = *inner; /* asked whenever the inner one would be */
    recorder->base.pick = recorder_pick;
    recorder->base.free = recorder_free;
    recorder->base.fifo = false;
    recorder->inner = inner;
    return &recorder->base;
}

/* ---- sinks ---- */

/* All but the observer: those added, the trace, the detector; NULL: none. Without any a detector
 * would not have the VM ask before accesses. */
static EventSink *other_sinks(Executor *ex, bool fifo)
{
    FanOut *fan = &ex->fan;
    fanout_init(fan);
    for (u32 i = 0; i < ex->nwatchers; i++)
        fanout_add(fan, ex->watchers[i]);
    if (ex->trace)
        fanout_add(fan, trace_writer_sink(ex->trace));
    if (ex->explain)
        fanout_add(fan, explain_sink(ex->explain));
    else if (detector_sink(ex->detector)->wants)
        fanout_add(fan, detector_sink(ex->detector));
    if (fan->count == 0 && ex->config.single && !fifo)
        fanout_add(fan, &ex->ignore);
    return fan->count == 0 ? NULL : fan->count == 1 ? fan->to[0] : &fan->sink;
}

static EventSink *all_sinks(Executor *ex, bool fifo)
{
    EventSink *others = other_sinks(ex, fifo);
    if (ex->config.single)
        return others;
    CHECK(others != &ex->observer.sink);
    ex->observer.next = others;
    u8 wants = WANT_ACCESS | (ex->config.guides ? WANT_SYNC : WANT_REPEATS);
    if (others)
        wants |= others->wants & (WANT_REPEATS | WANT_PROVEN);
    if (ex->config.all_writes)
        wants |= WANT_PROVEN;
    ex->observer.sink.wants = wants;
    return &ex->observer.sink;
}

Reach *executor_reach(Executor *ex)
{
    if (!ex->reach)
        ex->reach = reach_new(ex->vm);
    return ex->reach;
}

/* ---- running ---- */

static void clear(Execution *execution)
{
    judge_clear(execution);
    vec_clear(&execution->schedule.steps);
    execution->schedule.alone = 0;
    vec_clear(&execution->output);
    vec_clear(&execution->faults);
    vec_clear(&execution->report);
    execution->left_blocked = 0;
}

/* The VM writes to a FILE; what is there is moved to execution->report. */
static void take_report(Executor *ex)
{
    if (!ex->report_file)
        return;
    fflush(ex->report_file);
    if (ex->report_len == 0)
        return;
    buf_add(&ex->execution.report, ex->report_text, ex->report_len);
    if (ex->config.live)
        fwrite(ex->report_text, 1, ex->report_len, stderr);
    rewind(ex->report_file);
}

static void finish(Executor *ex)
{
    Execution *execution = &ex->execution;
    VM *vm = ex->vm;
    CHECK(!vm->can_escape);
    CHECK(!ex->config.max_steps || vm->outcome.kind == VERDICT_LIMIT ||
          vm->steps <= ex->config.max_steps);
    CHECK(!ex->config.single || ex->observer.events == 0);
    execution->outcome = vm->outcome;
    execution->steps = vm->steps;
    execution->cut_short = vm->cut_short;
    if (!ex->config.single) {
        execution->events = ex->observer.events;
        execution->fresh_pairs = ex->observer.fresh_pairs;
        execution->fingerprint = observer_fingerprint(&ex->observer);
    }
    CHECK(ex->recorder.kept <= execution->schedule.steps.len);
    if (!ex->config.keep_tail)
        execution->schedule.steps.len = ex->recorder.kept;
    if (!ex->config.live) { /* the two buffers change places, so that nothing need be copied */
        vm_output_apart(vm, false);
        Buf output = vm->output.buf;
        vm->output.buf = execution->output;
        execution->output = output;
        execution->output_hash = hash_bytes(HASH_START, output.data, output.len);
    }
    buf_add(&execution->faults, vm->output.faults.data, vm->output.faults.len);
    take_report(ex);
    judge_outcome(ex);
    ex->work += WORK_OF_RUN + execution->steps + WORK_OF_EVENT * execution->events;
}

void executor_begin(Executor *ex, Chooser *chooser)
{
    clear(&ex->execution);
    ex->main_checked_at = INSPECT_FIRST;
    detector_reset(ex->detector);
    observer_begin(&ex->observer);
    CHECK(ex->execution.findings.len == 0 && ex->execution.schedule.steps.len == 0);
    ex->vm->sink = all_sinks(ex, chooser->fifo);
    vm_reset(ex->vm, recorded(ex, chooser));
    CHECK(ex->vm->steps == 0 && ex->vm->sched.all.len == 0);
}

const Execution *executor_run(Executor *ex, Chooser *chooser)
{
    executor_begin(ex, chooser);
    vm_run(ex->vm);
    finish(ex);
    if (ex->config.private_files)
        outside_end(ex->vm);
    return &ex->execution;
}

void executor_end(Executor *ex, Outcome outcome)
{
    CHECK(outcome.ended && (outcome.kind == VERDICT_LIMIT || outcome.kind == VERDICT_ERROR));
    ex->vm->outcome = outcome;
    vm_escape(ex->vm);
}

/* ---- life ---- */

/* VMConfig.late: a search goes on after an execution that is cut, as if it had not been begun. */
static Limit is_cut(void *ctx)
{
    const Executor *ex = ctx;
    if (ex->config.timed && limits_time_over())
        return LIMIT_TIME;
    return ex->cuts && executor_late(ex) ? LIMIT_INTERRUPT : LIMIT_NONE;
}

VMConfig executor_vm_config(const ExecutorConfig *config)
{
    return (VMConfig){
        .find_native = config->find_native,
        .argc = config->argc,
        .argv = config->argv,
        .build_info = config->build_info,
        .private_files = config->private_files && !config->host,
        .jit = config->jit,
        .sandbox = config->sandbox,
        .network = config->network,
        .clock = config->clock,
        .executable = config->executable,
        .outlive_main = config->leaks != LEAKS_OFF,
    };
}

static void make_vm(Executor *ex)
{
    const ExecutorConfig *config = &ex->config;
    VMConfig vm = executor_vm_config(config);
    vm.max_steps = config->max_steps;
    vm.max_memory = config->max_memory;
    vm.max_time = config->max_time;
    vm.track_from_start = config->described;
    vm.filter_after = config->guides ? FILTER_AFTER : 0;
    vm.real_time = config->real_time;
    vm.capture = !config->live;
    vm.hooks = config->hooks;
    vm.profile = config->profile;
    vm.await_signals = config->live;
    vm.inspect = config->leaks == LEAKS_ON && config->single ? leak_inspect : NULL;
    vm.inspect_ctx = ex;
    vm.inspect_from = INSPECT_FIRST;
    vm.late = is_cut;
    vm.late_ctx = ex;
    vm.err = ex->report_file;
    ex->vm = vm_new(config->program, &vm);
    ex->vm->objects.all = config->described;
    ex->view = show_view(ex->vm);
}

static void make_detector(Executor *ex)
{
    const Silence *silence = ex->config.silence;
    DetectorConfig config = {
        .view = &ex->view, .on_race = judge_race, .in_full = judge_in_full, .ctx = ex};
    config.fresh_labels = ex->config.described; /* one for each access, as in the paper */
    ex->silences = silence && silence_may_hide(silence, ex->config.program->sources);
    config.silenced = ex->silences;
    ex->detector = detector_new(ex->config.detector, &config);
}

Executor *executor_new(const ExecutorConfig *config)
{
    if (!detector_find(config->detector))
        return NULL;
    Executor *ex = xcalloc(1, sizeof *ex);
    ex->config = *config;
    ex->recorder.execution = &ex->execution;
    ex->execution.schedule.program = config->code_hash;
    ex->execution.schedule.facts = config->facts;
    ex->execution.schedule.library = config->library_hash;
    ex->ignore = (EventSink){.wants = WANT_ACCESS, .calls = &ignore_calls};
    make_detector(ex);
    observer_init(&ex->observer, NULL);
    ex->observer.guides = config->guides;
    if (!config->live || config->report)
        ex->report_file = open_memstream(&ex->report_text, &ex->report_len);
    make_vm(ex);
    if (config->described) /* people see the labels of the program's own accesses only */
        ex->explain = explain_new(&(ExplainConfig){.view = &ex->view, .detector = ex->detector});
    return ex;
}

void executor_free(Executor *ex)
{
    if (!ex)
        return;
    clear(&ex->execution);
    vm_free(ex->vm);
    executor_end_trace(ex);
    if (ex->explain)
        explain_free(ex->explain);
    detector_free(ex->detector);
    reach_free(ex->reach);
    observer_free(&ex->observer);
    judge_free(ex);
    schedule_free(&ex->execution.schedule);
    buf_free(&ex->execution.output);
    buf_free(&ex->execution.faults);
    buf_free(&ex->execution.report);
    if (ex->report_file)
        fclose(ex->report_file);
    free(ex->report_text);
    free(ex);
}

void executor_watch(Executor *ex, EventSink *sink)
{
    if (!sink)
        return;
    if (ex->nwatchers == MOST_WATCHERS)
        BUG("more than %d sinks are added to an executor", MOST_WATCHERS);
    ex->watchers[ex->nwatchers++] = sink;
}

void executor_unwatch(Executor *ex, EventSink *sink)
{
    u32 n = 0;
    for (u32 i = 0; i < ex->nwatchers; i++)
        if (ex->watchers[i] != sink)
            ex->watchers[n++] = ex->watchers[i];
    CHECK(n + 1 == ex->nwatchers); /* it was added, once */
    ex->nwatchers = n;
}

bool executor_trace(Executor *ex, const char *path, const char *name)
{
    CHECK(!ex->trace);
    TraceInfo info = {ex->config.program_hash, name, ""};
    ex->trace = trace_writer_open(path, &info, ex->config.program->sources, &ex->view);
    return ex->trace != NULL;
}

bool executor_end_trace(Executor *ex)
{
    bool ok = !ex->trace || trace_writer_free(ex->trace);
    ex->trace = NULL;
    return ok;
}

void executor_explain(Executor *ex, FILE *out, bool color, bool json, const ExplainFilter *filter)
{
    CHECK(ex->config.described); /* its sets have a label for each access */
    explain_print(ex->explain, out, color, json);
    explain_filter(ex->explain, filter);
}

void executor_listen(Executor *ex, const ExplainListener *listener)
{
    CHECK(ex->config.described);
    explain_listen(ex->explain, listener);
}

void executor_args(Executor *ex, int argc, char **argv)
{
    ex->vm->config.argc = argc;
    ex->vm->config.argv = argv;
}

void executor_test_pattern(Executor *ex, const char *pattern)
{
    ex->vm->config.test_pattern = pattern;
}

void executor_echo(Executor *ex, bool echo)
{
    CHECK(!ex->config.live);
    ex->vm->config.echo = echo;
}

void executor_take_signals(Executor *ex)
{
    ex->vm->config.await_signals = true;
    ex->cuts = false;
}

void executor_limit(Executor *ex, u64 steps)
{
    ex->config.max_steps = ex->vm->config.max_steps = steps;
}

void executor_report_only(Executor *ex, u64 key)
{
    ex->only = key;
}

void executor_on_race(Executor *ex, OnRace callback, void *ctx)
{
    ex->config.on_race = callback;
    ex->config.ctx = ctx;
}

void executor_cut(Executor *ex, bool cuts)
{
    ex->cuts = cuts;
}

bool execution_is_cut(const Execution *execution)
{
    return execution->outcome.limit == LIMIT_INTERRUPT;
}

bool executor_late(const Executor *ex)
{
    return deadline_over(ex->config.until);
}

u64 executor_work(const Executor *ex)
{
    return ex->work;
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

const ProgramView *executor_view(const Executor *ex)
{
    return &ex->view;
}

Detector *executor_detector(Executor *ex)
{
    return ex->detector;
}

Observer *executor_observer(Executor *ex)
{
    return &ex->observer;
}
