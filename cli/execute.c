/* One execution of a loaded program with everything that the flags of gol run ask for around it. */
#include "cli/execute.h"

#include <string.h>

#include "base/output.h"
#include "cli/commands.h"
#include "cli/cover.h"
#include "cli/draw.h"
#include "cli/profile.h"
#include "cli/repeat.h"
#include "cli/self.h"
#include "cli/setup.h"
#include "cli/state.h"
#include "explore/executor/earlier.h"
#include "race/explain/stats.h"
#include "vm/signal.h"

typedef struct Run {
    Loaded *loaded;
    const Options *options;
    Reporter reporter;
    Executor *executor;
    Schedule schedule; /* --schedule */
    Decider *decider;
    Earlier *earlier; /* of a replay, or NULL */
    StateAt state_at;
    Stats *stats; /* --stats, or NULL */
} Run;

/* ---- after the run ---- */

static void print_states(const Run *run)
{
    if (run->options->out.state)
        state_print(run->executor, "at the end");
    state_end(&run->state_at);
}

/* For the reader of --cover: a run that was cut short has not shown what else it would execute. */
static const char *how_main_ended(const Execution *execution)
{
    switch (execution->outcome.kind) {
    case VERDICT_CLEAN: return "main returned";
    case VERDICT_EXIT: return "main called os.Exit";
    default: return "main did not end";
    }
}

static void write_files(Run *run, const Execution *execution)
{
    const OutputOptions *out = &run->options->out;
    if (out->profile)
        profile_write(executor_vm(run->executor), out->profile);
    if (out->cover || out->cover_profile)
        cover_write(run->loaded, run->options, how_main_ended(execution));
    executor_end_trace(run->executor);
    if (run->options->choose.save_schedule)
        setup_save_schedule(run->options->choose.save_schedule, run->decider, execution);
}

/* Which signal has ended the run. */
static void report_signal(const Run *run)
{
    int number = executor_vm(run->executor)->signals.ended_by;
    if (number != SIGPIPE && !self_is(run->options->bundle)) /* as quiet as under Go */
        fprintf(stderr, "gol: the run was ended by SIG%s\n", sigabbrev_np(number));
}

/* All but those that were reported during the run. */
static void report_findings(Run *run, const Execution *execution)
{
    Reporter *reporter = &run->reporter;
    Repeat repeat = {.schedule = &execution->schedule};
    bool named = false; /* why the run ended at a limit */
    if (execution->outcome.kind == VERDICT_ERROR)
        return;
    Buf replay = {0};
    repeat_command(run->options, &repeat, &replay);
    for (u32 i = 0; i < execution->findings.len; i++) {
        const Finding *finding = &execution->findings.data[i];
        named |= !reporter_has_said(finding);
        if (!finding->shown && reporter_is_left(reporter, finding))
            reporter_finding(reporter, finding, reporter->json ? buf_str(&replay) : NULL);
    }
    buf_free(&replay);
    if (execution_is_cut(execution))
        report_signal(run);
    else if (execution->outcome.kind == VERDICT_LIMIT && !named)
        fprintf(stderr, "gol: the run was ended by its %s limit\n",
                limit_name(execution->outcome.limit));
}

/* Failures other than races, whose reports have it, end with their replay command too. */
static void print_replay(const Run *run, const Execution *execution)
{
    bool failed = execution->findings.len ||
                  (execution->outcome.kind == VERDICT_LIMIT && !execution_is_cut(execution));
    bool quiet = run->options->out.quiet || run->reporter.json;
    bool plain_exit = execution->outcome.kind == VERDICT_EXIT && !run->options->choose.schedule;
    if (!failed || quiet || run->reporter.races || plain_exit)
        return;
    Repeat repeat = {.schedule = &execution->schedule};
    Buf command = {0};
    repeat_command(run->options, &repeat, &command);
    fputc('\n', stderr);
    reporter_replay(&run->reporter, buf_str(&command));
    buf_free(&command);
}

/* True: what happened is not what the schedule says. */
static bool does_not_fit(const Run *run)
{
    Buf text = {0};
    decider_mismatch(run->decider, &text);
    bool misfit = text.len > 0;
    if (misfit)
        fprintf(stderr, "gol: %s\n", buf_str(&text));
    buf_free(&text);
    return misfit;
}

/* The picture of what happened, which gol show goes on with; false after printing why it could not
 * be written. */
static bool finish_picture(Run *run, const Execution *execution)
{
    Reporter *reporter = &run->reporter;
    if (!reporter->picture || execution->outcome.kind == VERDICT_ERROR)
        return true;
    Repeat repeat = {.schedule = &execution->schedule};
    Buf command = {0};
    repeat_command(run->options, &repeat, &command);
    draw_finish(reporter, buf_str(&command));
    buf_free(&command);
    return run->options->out.picture_only ||
           draw_save(reporter->picture, run->options, run->options->out.html);
}

/* Hands over the picture. */
static Picture *take_picture(Run *run)
{
    Picture *picture = run->reporter.picture;
    run->reporter.picture = NULL;
    return picture;
}

/* A run that was not the one asked for decides nothing. */
static Ended verdict(Run *run, const Execution *execution, bool misfit)
{
    Reporter *reporter = &run->reporter;
    Verdict v = {.name = misfit ? "error" : verdict_name(execution),
                 .status = misfit ? STATUS_USAGE : verdict_status(execution)};
    verdict_count(&v, "races", reporter->races);
    verdict_count(&v, "hidden", reporter_hidden(reporter));
    verdict_count(&v, "steps", execution->steps);
    Buf text = {0};
    u64 all = detector_races(executor_detector(run->executor)), reported = reporter->reported;
    if (reported && all > reported)
        buf_printf(&text, "gol: %llu racy accesses, %llu different one%s reported above\n",
                   (unsigned long long)all, (unsigned long long)reported, plural(reported));
    v.text = buf_str(&text);
    if (!run->options->predict.on || !reporter->json || misfit)
        reporter_verdict(reporter, &v);
    buf_free(&text);
    Ended ended = {.status = v.status,
                   .verdict = v.name,
                   .races = reporter->races,
                   .hidden = reporter_hidden(reporter),
                   .steps = execution->steps};
    Repeat repeat = {.schedule = &execution->schedule};
    repeat_command(run->options, &repeat, &ended.replay);
    return ended;
}

/* ---- putting it together ---- */

static ExecutorConfig config_of(Run *run)
{
    const Options *options = run->options;
    ExecutorConfig config = setup_config(run->loaded, options, &run->reporter);
    config.on_race = reporter_race;
    config.on_leak = reporter_leak;
    config.ctx = &run->reporter;
    config.single = config.live = config.keep_tail = config.timed = true;
    config.report = options->out.json || options->out.html;
    config.profile = options->out.profile != NULL;
    config.described = options->out.state || options->out.state_at || options->out.explain ||
                       options->out.stats || options->out.html || options->out.picture_only;
    config.live = !options->out.picture_only;
    return config;
}

static bool open_trace(Run *run)
{
    const char *path = run->options->out.trace;
    return !path || executor_trace(run->executor, path, run->options->path);
}

/* A replay is for a person to read: it may take the time to keep stacks. */
static void keep_stacks(Run *run)
{
    if (!run->options->choose.schedule)
        return;
    run->earlier = earlier_new(executor_view(run->executor));
    run->reporter.stacks = run->earlier;
    executor_watch(run->executor, earlier_sink(run->earlier));
}

static bool prepare(Run *run)
{
    const Options *options = run->options;
    if (!reporter_begin(&run->reporter, options, &run->loaded->sources) ||
        !setup_schedule(run->loaded, options, &run->schedule) ||
        !outputs_possible(options->outputs.data, options->outputs.len))
        return false;
    ExecutorConfig config = config_of(run);
    run->executor = run->reporter.executor = setup_executor(&config, options);
    if (!run->executor)
        return false;
    signals_interrupt(executor_vm(run->executor), ENDING_SIGNALS);
    vm_outlive_memory(executor_vm(run->executor));
    run->decider = setup_decider(run->executor, options, &run->schedule);
    if (!run->decider ||
        !state_watch(&run->state_at, options->out.state_at, run->executor, &run->loaded->sources) ||
        !open_trace(run))
        return false;
    keep_stacks(run);
    setup_confinement(options);
    if (options->out.html || options->out.picture_only)
        draw_begin(&run->reporter, run->executor, PICTURE_STEPS);
    if (options->out.stats) {
        run->stats = stats_new();
        ExplainListener listener = stats_listener(run->stats);
        executor_listen(run->executor, &listener);
    }
    return true;
}

static void print_held(void *ctx)
{
    Run *run = ctx;
    vm_flush(executor_vm(run->executor));
    reporter_release(&run->reporter, true);
}

/* Steps are JSON lines where all else is. */
static void begin_explanation(Run *run)
{
    const OutputOptions *out = &run->options->out;
    FILE *json = run->reporter.json;
    if (out->explain)
        executor_explain(run->executor, json ? json : stderr, out->color_err, json != NULL,
                         &out->filter);
}

static void print_stats(const Run *run)
{
    const char *detector = run->options->detector;
    if (!run->stats)
        return;
    if (run->reporter.json)
        json_print(stats_json(run->stats, detector), false, run->reporter.json);
    else
        stats_print(run->stats, detector, stderr);
}

static Ended run_and_judge(Run *run)
{
    OutputFile *json = run->options->out.json ? setup_json() : NULL;
    run->reporter.json = json ? json->file : NULL;
    begin_explanation(run);
    if (run->options->choose.schedule) {
        reporter_hold(&run->reporter);
        decider_on_settled(run->decider, print_held, run);
    }
    const Execution *execution = decider_run(run->decider);
    bool misfit = does_not_fit(run);
    reporter_release(&run->reporter, !misfit);
    if (!misfit)
        report_findings(run, execution);
    print_states(run);
    print_stats(run);
    write_files(run, execution);
    if (!misfit)
        print_replay(run, execution);
    bool pictured = misfit || finish_picture(run, execution);
    Ended ended = verdict(run, execution, misfit);
    if (!pictured)
        ended.status = STATUS_USAGE;
    if (run->options->out.picture_only && !misfit && strcmp(ended.verdict, "error"))
        ended.picture = take_picture(run);
    if (json)
        output_close(json);
    return ended;
}

Ended execute(Loaded *loaded, const Options *options)
{
    Run run = {.loaded = loaded, .options = options};
    Ended ended = {.status = STATUS_USAGE, .verdict = "error"};
    if (prepare(&run))
        ended = run_and_judge(&run);
    else
        reporter_error(options);
    decider_free(run.decider);
    draw_end(&run.reporter);
    executor_free(run.executor);
    earlier_free(run.earlier);
    stats_free(run.stats);
    schedule_free(&run.schedule);
    reporter_end(&run.reporter);
    return ended;
}
