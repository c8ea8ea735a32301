/* gol predict: races and deadlocks of a recorded run, and of runs close to it. */
#include "cli/prediction.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/process.h"
#include "cli/commands.h"
#include "cli/setup.h"
#include "explore/executor/deadline.h"
#include "predict/notes.h"
#include "predict/stream.h"
#include "race/detector.h"
#include "race/explain/explain.h"
#include "race/report/silence.h"

/* The trace ------------------------------------------------------------------------------------ */

/* Says what is wrong with the trace, if anything is; ok: it is of use. */
static bool loaded(const Prediction *p, const char *path, bool ok)
{
    trace_print_error(&p->trace, stderr);
    if (ok)
        return true;
    const char *dot = strrchr(path, '.');
    if (dot && (!strcmp(dot, ".go") || !strcmp(dot, ".gol")))
        fprintf(stderr, "a trace of this program is made by: gol run --trace FILE %s\n", path);
    return false;
}

/* Into p->trace, or to the sink (NULL: none). */
static bool load(Prediction *p, const char *path, EventSink *sink)
{
    bool ok = sink ? trace_stream(&p->trace, path, sink) : trace_load(&p->trace, path);
    return loaded(p, path, ok);
}

typedef struct Printer {
    EventSink sink;
    Prediction *prediction;
} Printer;

static void print_event(EventSink *sink, const Event *event)
{
    const Prediction *p = ((const Printer *)sink)->prediction;
    if (p->options->out.dump)
        trace_print_event(&p->trace, event, stdout);
    else
        trace_export_event(&p->trace, event, stdout);
}

/* Of a damaged one, what there is. */
static int print_trace(Prediction *p, const char *path)
{
    Printer printer = {.sink = record_sink(0, print_event), .prediction = p};
    return load(p, path, &printer.sink) ? STATUS_CLEAN : STATUS_USAGE;
}

/* A detector over the trace -------------------------------------------------------------------- */

/* Races of a trace have the names that the trace gives. */
static void show_race(void *ctx, const RaceReport *report)
{
    Prediction *p = ctx;
    RaceReport named = *report;
    Buf name = {0};
    p->trace.view.variable(p->trace.view.ctx, report->loc, &name);
    if (name.len == 0)
        report_accessed(p->trace.sources, report->now.span, report->before.span, &name);
    if (name.len > 0)
        named.variable = buf_str(&name);
    p->reporter.sources = p->trace.sources;
    reporter_race(&p->reporter, &named);
    buf_free(&name);
}

static const char *status_name(int status)
{
    return status == STATUS_CLEAN    ? "clean"
           : status == STATUS_RACE   ? "race"
           : status == STATUS_FAILED ? "deadlock"
           : status == STATUS_LIMIT  ? "limit"
                                     : "error";
}

/* That of the recorded run stands unless it was clean or a race is shown. */
static int verdict(Prediction *p, u64 races, int status)
{
    Verdict v = {.status = status, .name = status_name(status)};
    const Ended *run = p->run;
    if (run && run->status != STATUS_CLEAN && status != STATUS_RACE) {
        v.name = run->verdict;
        v.status = run->status;
    }
    verdict_count(&v, "races", run && run->races > races ? run->races : races);
    if (run) {
        verdict_count(&v, "hidden", run->hidden);
        verdict_count(&v, "steps", run->steps);
    }
    verdict_count(&v, "events", p->trace.count);
    return reporter_verdict(&p->reporter, &v);
}

static void feed_events(const Trace *trace, EventSink *sink)
{
    for (u32 i = 0; i < trace->events.len; i++)
        sink_event(sink, &trace->events.data[i]);
}

static void feed(const Trace *trace, EventSink *sink)
{
    feed_events(trace, sink);
    sink_close(sink);
}

/* With --explain all of it is shown, perhaps as a table with a column a thread, which has to be
 * known as a whole; else the events need not be kept. */
static bool read_through(Prediction *p, const char *path, Detector *detector)
{
    EventSink *sink = detector_sink(detector);
    if (!p->options->out.explain) {
        bool ok = load(p, path, sink);
        sink_close(sink);
        return ok;
    }
    if (!load(p, path, NULL))
        return false;
    ExplainConfig config = {.view = &p->trace.view, .detector = detector};
    const OutputOptions *out = &p->options->out;
    bool annotated =
        !out->json && trace_print_annotated(&p->trace, detector_name(detector), stdout);
    Explain *explain = annotated ? NULL : explain_new(&config);
    if (explain)
        explain_print(explain, stdout, out->color_out, out->json);
    feed(&p->trace, explain ? explain_sink(explain) : sink);
    if (explain)
        explain_free(explain);
    return true;
}

/* --table: what the lecture notes write beside each event. */
static int print_notes(Prediction *p, const char *path)
{
    u32 count;
    const NoteTable *tables = notes_tables(&count);
    const char *name = p->options->predict.table;
    u32 i = 0;
    while (i < count && strcmp(tables[i].name, name))
        i++;
    if (i == count) {
        fprintf(stderr, "gol predict: there is no table \"%s\"; there are:\n", name);
        for (i = 0; i < count; i++)
            fprintf(stderr, "  %-12s %s\n", tables[i].name, tables[i].says);
        return STATUS_USAGE;
    }
    if (!load(p, path, NULL))
        return STATUS_USAGE;
    trace_print_annotated(&p->trace, name, stdout);
    return STATUS_CLEAN;
}

static int detect(Prediction *p, const char *path)
{
    DetectorConfig config = {.view = &p->trace.view, .on_race = show_race, .ctx = p};
    const char *name = p->options->detector ? p->options->detector : "eventset";
    Detector *detector = detector_new(name, &config);
    if (!detector) {
        fprintf(stderr, "gol predict: there is no detector \"%s\"; see gol help detectors\n", name);
        return verdict(p, 0, STATUS_USAGE);
    }
    bool ok = read_through(p, path, detector);
    u64 races = detector_races(detector), reports = detector_reports(detector);
    if (ok && !p->options->out.json && !p->options->out.quiet)
        printf("%s: %llu event%s, %llu racy access%s, %llu reported\n", detector_name(detector),
               (unsigned long long)p->trace.count, plural(p->trace.count),
               (unsigned long long)races, races == 1 ? "" : "es", (unsigned long long)reports);
    detector_free(detector);
    return verdict(p, reports, !ok ? STATUS_USAGE : races ? STATUS_RACE : STATUS_CLEAN);
}

/* Analyses ------------------------------------------------------------------------------------- */

static bool choose(Prediction *p)
{
    const char *name = p->options->predict.analysis;
    p->analyses = analysis_list(&p->count);
    const Analysis *one = name ? analysis_find(name) : NULL;
    if (one)
        p->chosen = 1u << (one - p->analyses);
    else if (!name || !strcmp(name, "all"))
        p->chosen = (1u << p->count) - 1;
    if (p->chosen)
        return true;
    fprintf(stderr, "gol predict: there is no analysis \"%s\": all", name);
    for (u32 i = 0; i < p->count; i++)
        fprintf(stderr, ", %s", p->analyses[i].name);
    fprintf(stderr, "\n");
    return false;
}

static void merge(Prediction *p, u32 analysis, Map *seen)
{
    const Findings *findings = &p->findings[analysis];
    for (u32 i = 0; i < findings->cycles.len; i++)
        vec_push(&p->cycles,
                 (FoundCycle){.acquires = &findings->cycles.data[i], .analysis = analysis});
    for (u32 i = 0; i < findings->pairs.len; i++) {
        const RacePair *pair = &findings->pairs.data[i];
        u64 *at = map_put(seen, race_pair_key(&p->steps, pair->first, pair->second));
        if (*at == 0) {
            vec_push(&p->pairs, (FoundPair){.pair = *pair});
            *at = p->pairs.len;
        }
        FoundPair *found = &p->pairs.data[*at - 1];
        if (p->analyses[analysis].shows && !found->shown) /* of several at these two places */
            found->pair = *pair;
        found->shown |= p->analyses[analysis].shows;
        found->found_by |= 1u << analysis;
    }
}

/* Races of the recorded run itself --------------------------------------------------------------
 */

typedef struct Recorded {
    Prediction *prediction;
    Silence silence;
    u32 races; /* reported so far, hidden ones too */
} Recorded;

static bool is_access_of(const Prediction *p, u32 step, const RaceAccess *access)
{
    return prediction_event(p, step)->span.start == access->span.start &&
           (p->steps.list.data[step].kind == STEP_WRITE) == access->is_write;
}

static void note_recorded(void *ctx, const RaceReport *report)
{
    Recorded *r = ctx;
    Prediction *p = r->prediction;
    bool first = r->races++ == 0;
    if (report->warning || silence_hides(&r->silence, report, p->trace.sources))
        return;
    for (u32 i = 0; i < p->pairs.len; i++) {
        FoundPair *found = &p->pairs.data[i];
        u32 a = found->pair.first, b = found->pair.second;
        if ((is_access_of(p, a, &report->before) && is_access_of(p, b, &report->now)) ||
            (is_access_of(p, b, &report->before) && is_access_of(p, a, &report->now))) {
            found->first |= first;
            found->recorded = true;
        }
    }
}

/* What the detector reports of the recording, as it has of the run. */
static void find_recorded(Prediction *p)
{
    Recorded recorded = {.prediction = p};
    DetectorConfig config = {.view = &p->trace.view, .on_race = note_recorded, .ctx = &recorded};
    const char *name = p->run && p->options->detector ? p->options->detector : "hybrid";
    Detector *detector = detector_new(name, &config);
    if (p->options->out.suppress)
        silence_load(&recorded.silence, p->options->out.suppress);
    if (detector) {
        feed(&p->trace, detector_sink(detector));
        detector_free(detector);
    }
    silence_free(&recorded.silence);
}

/* Trying it out ---------------------------------------------------------------------------------
 */

/* What the recorded run has shown need not be shown by another. */
static void try_pair(Prediction *p, Confirmer *confirmer, FoundPair *found)
{
    found->tried = true;
    found->how = confirm_pair(confirmer, found->pair.first, found->pair.second, &found->replay);
    Shown recorded = found->first ? SHOWN_REAL : found->recorded ? SHOWN_LATER : SHOWN_NOT;
    if (recorded <= found->how)
        return;
    found->how = recorded;
    vec_clear(&found->replay);
    if (p->run)
        buf_puts(&found->replay, buf_str(&p->run->replay));
}

static bool is_late(Prediction *p)
{
    p->late |= limits_time_over() || interrupted();
    return p->late;
}

/* False: the program cannot be run. */
static bool confirm(Prediction *p)
{
    find_recorded(p);
    process_limit_memory(0); /* executions have a heap limit of their own */
    Confirmer *confirmer = confirm_new(p->program, &p->steps);
    for (u32 i = 0; confirmer && i < p->pairs.len && !is_late(p); i++) {
        FoundPair *found = &p->pairs.data[i];
        if (!prediction_warns(p, found))
            try_pair(p, confirmer, found);
    }
    for (u32 i = 0; confirmer && i < p->cycles.len && !is_late(p); i++) {
        FoundCycle *cycle = &p->cycles.data[i];
        cycle->tried = true;
        cycle->confirmed = confirm_cycle(confirmer, cycle->acquires, &cycle->replay);
    }
    if (confirmer)
        confirm_free(confirmer);
    return confirmer != NULL;
}

/* If the program is at hand what no execution shows is no race. */
static u32 count_races(const Prediction *p)
{
    u32 races = 0;
    for (u32 i = 0; i < p->pairs.len; i++)
        races += p->program ? p->pairs.data[i].how != SHOWN_NOT
                            : !prediction_warns(p, &p->pairs.data[i]);
    return races;
}

/* The same of deadlocks. */
static u32 count_deadlocks(const Prediction *p)
{
    u32 deadlocks = 0;
    for (u32 i = 0; i < p->cycles.len; i++)
        deadlocks += !p->program || p->cycles.data[i].confirmed;
    return deadlocks;
}

/* Events of which the whole trace is analysed at once, if it has no more: they are in memory, each
 * with what an analysis needs for it. */
enum { WHOLE_EVENTS = 4000000, EVENT_BYTES = 600 };

/* What a chosen analysis goes through once it need not have as a whole. */
static bool all_stream(const Prediction *p)
{
    for (u32 i = 0; i < p->count; i++)
        if (p->chosen >> i & 1 && !p->analyses[i].begin)
            return false;
    return true;
}

/* How many events are kept before the trace is analysed window by window, and the plan for that. */
static u32 events_kept(const Prediction *p, StreamPlan *plan)
{
    const Options *options = p->options;
    u64 asked = options->predict.window, memory = options->limits.memory;
    u64 most = asked ? asked : WHOLE_EVENTS;
    if (!asked && memory && memory / EVENT_BYTES < most)
        most = memory / EVENT_BYTES > STREAM_WINDOW ? memory / EVENT_BYTES : STREAM_WINDOW;
    *plan = (StreamPlan){.chosen = p->chosen, .window = most < STEPS_MAX ? (u32)most : STEPS_MAX};
    if (p->program || options->out.explain)
        return UINT32_MAX;
    if (!all_stream(p))
        return plan->window;
    plan->window = STREAM_WINDOW;
    return 0;
}

/* What is done within the time limit: with it work goes on, with less. */
typedef struct Part {
    Prediction *prediction;
    u32 analysis;
} Part;

static bool within_time(Prediction *p, void (*work)(void *ctx), void *ctx)
{
    bool whole = limits_guard(work, ctx);
    p->late |= !whole;
    return whole;
}

static void run_one(void *ctx)
{
    const Part *part = ctx;
    Prediction *p = part->prediction;
    p->analyses[part->analysis].run(&p->steps, &p->findings[part->analysis]);
}

/* Takes a trace in: as a whole, or, once it has more events than are kept, by a stream. */
typedef struct Intake {
    EventSink sink; /* first: gets the events */
    Prediction *prediction;
    const char *path;
    StreamPlan plan;
    Trace whole;       /* its events are those of the trace so far, if these are few: */
    u32 kept;          /* at most so many */
    EventSink *stream; /* NULL: there are no more yet */
    bool stream_ended;
    bool ok; /* the trace is not damaged */
} Intake;

static void take_event(EventSink *sink, const Event *event)
{
    Intake *in = (Intake *)sink;
    Prediction *p = in->prediction;
    if (!in->stream && in->whole.events.len == in->kept) {
        in->stream = stream_begin(in->plan, &p->steps, p->findings);
        feed_events(&in->whole, in->stream);
        vec_free(&in->whole.events);
    }
    if (in->stream)
        sink_event(in->stream, event);
    else
        vec_push(&in->whole.events, *event);
}

static void take_in(void *ctx)
{
    Intake *in = ctx;
    in->ok = load(in->prediction, in->path, &in->sink);
    if (in->stream)
        stream_end(in->stream, &in->prediction->trace, false);
    in->stream_ended = in->stream != NULL;
}

static void report_memory(const Prediction *p)
{
    fprintf(stderr, "gol %s: the analysis was ended by its memory limit, --memory %llu\n",
            p->options->command, (unsigned long long)p->options->limits.memory);
}

static void report_late(const Prediction *p)
{
    const char *limit = limits_left();
    if (limit && !strcmp(limit, "memory"))
        report_memory(p);
    else
        fprintf(stderr, "gol %s: the analysis was ended by %s\n", p->options->command,
                limits_time_over() ? "its time limit" : "a signal");
}

/* Each chosen analysis, on the trace as a whole. What one has found when its time is over it has.
 */
static void analyse_all(Prediction *p)
{
    steps_build(&p->steps, &p->trace);
    for (u32 i = 0; i < p->count; i++) {
        if (!(p->chosen >> i & 1))
            continue;
        Part part = {p, i};
        bool whole = !p->late && within_time(p, run_one, &part);
        p->findings[i].incomplete |= !whole;
    }
}

/* Loads the trace and fills p->pairs and p->cycles. False: the trace is damaged. */
static bool analyse(Prediction *p, const char *path)
{
    Map seen = {0};
    Intake in = {.sink = record_sink(0, take_event), .prediction = p, .path = path, .ok = true};
    in.kept = events_kept(p, &in.plan);
    bool whole = within_time(p, take_in, &in);
    if (in.stream && !in.stream_ended)
        stream_end(in.stream, &p->trace, true);
    if (!in.stream) {
        vec_free(&p->trace.events);
        p->trace.events = in.whole.events;
    }
    if (!in.stream && in.ok)
        analyse_all(p);
    for (u32 i = 0; i < p->count && in.ok; i++) {
        if (!(p->chosen >> i & 1))
            continue;
        p->findings[i].incomplete |= !whole || p->steps.cut;
        merge(p, i, &seen);
    }
    map_free(&seen);
    return in.ok;
}

static int predict(Prediction *p, const char *path)
{
    if (!choose(p) || !analyse(p, path) || (p->program && !confirm(p)))
        return verdict(p, 0, STATUS_USAGE);
    prediction_show(p);
    if (p->late)
        report_late(p);
    u32 races = count_races(p);
    return verdict(p, races,
                   races                ? STATUS_RACE
                   : count_deadlocks(p) ? STATUS_FAILED
                   : p->late            ? STATUS_LIMIT
                                        : STATUS_CLEAN);
}

/* Is this reordering valid? ----------------------------------------------------------------------
 */

static int print_reorderings(Prediction *p)
{
    Reorderings all;
    reorderings_find(&all, &p->steps);
    if (p->options->out.json)
        json_print(reorder_all_json(&all), false, stdout);
    else if (!p->options->out.quiet)
        reorder_print_all(&all, &p->steps, stdout);
    u32 races = all.races.len;
    reorderings_free(&all);
    return verdict(p, races, races ? STATUS_RACE : STATUS_CLEAN);
}

static int judge_reordering(Prediction *p, const char *path)
{
    ReorderAnswer answer;
    if (!load(p, path, NULL))
        return verdict(p, 0, STATUS_USAGE);
    steps_build(&p->steps, &p->trace);
    if (!strcmp(p->options->predict.reorder, "all"))
        return print_reorderings(p);
    bool ok = reorder_answer(&answer, &p->steps, p->options->predict.reorder);
    if (ok)
        prediction_show_answer(p, &answer);
    int status = !ok || !answer.valid ? STATUS_USAGE : answer.races ? STATUS_RACE : STATUS_CLEAN;
    u64 races = ok && answer.races;
    reorder_answer_free(&answer);
    return verdict(p, races, status);
}

static Prediction begin(const Options *options)
{
    return (Prediction){.options = options,
                        .reporter = {.options = options,
                                     .text = stdout,
                                     .color = options->out.color_out,
                                     .json = options->out.json ? stdout : NULL}};
}

static void free_prediction(Prediction *p)
{
    if (p->witness.steps) {
        witness_free(&p->witness);
        known_free(&p->known);
    }
    for (u32 i = 0; i < MAX_ANALYSES; i++)
        findings_free(&p->findings[i]);
    for (u32 i = 0; i < p->pairs.len; i++)
        buf_free(&p->pairs.data[i].replay);
    for (u32 i = 0; i < p->cycles.len; i++)
        buf_free(&p->cycles.data[i].replay);
    vec_free(&p->cycles);
    vec_free(&p->pairs);
    steps_free(&p->steps);
    trace_free(&p->trace);
}

static int work_for_ever(Prediction *p, const char *path)
{
    const Options *options = p->options;
    if (options->predict.export_as && strcmp(options->predict.export_as, "std")) {
        fprintf(stderr, "gol predict: cannot export as \"%s\", only as std\n",
                options->predict.export_as);
        return STATUS_USAGE;
    }
    if (options->out.dump || options->predict.export_as)
        return print_trace(p, path);
    if (options->predict.table)
        return print_notes(p, path);
    bool explains_analyses = options->predict.analysis && !options->detector;
    if ((options->detector || (options->out.explain && !explains_analyses)) && !p->program &&
        !options->predict.reorder)
        return detect(p, path);
    return options->predict.reorder ? judge_reordering(p, path) : predict(p, path);
}

typedef struct Work {
    Prediction *prediction;
    const char *path;
    int status;
} Work;

static void work_on(void *ctx)
{
    Work *work = ctx;
    work->status = work_for_ever(work->prediction, work->path);
}

/* What knows how to go on when the time is over has done so; else this is the verdict. */
static int work(Prediction *p, const char *path)
{
    Work work = {p, path, STATUS_LIMIT};
    if (limits_guard(work_on, &work))
        return work.status;
    report_late(p);
    return verdict(p, p->reporter.races, STATUS_LIMIT);
}

/* The verdict if the child process that did the work was ended by its limit. */
static int out_of_memory(Prediction *p)
{
    report_memory(p);
    return verdict(p, 0, STATUS_LIMIT);
}

/* With --memory the work is done in a child process, which says when it has come to its end. */
static int work_within_limit(Prediction *p, const char *path)
{
    int ended[2], status = 0;
    if (!p->options->limits.memory || pipe(ended))
        return work(p, path);
    fflush(NULL);
    pid_t child = fork();
    if (child < 0)
        return work(p, path);
    if (child == 0) {
        limits_renew();
        process_limit_memory(p->options->limits.memory);
        status = work(p, path);
        fflush(NULL);
        _exit(write(ended[1], "", 1) == 1 ? status : STATUS_USAGE);
    }
    close(ended[1]);
    waitpid(child, &status, 0);
    char end;
    bool whole = read(ended[0], &end, 1) == 1;
    close(ended[0]);
    if (!whole && WIFEXITED(status) && WEXITSTATUS(status) == STATUS_LIMIT)
        return out_of_memory(p);
    return WIFEXITED(status) ? WEXITSTATUS(status) : STATUS_USAGE;
}

static bool shows_any(Prediction *p, Confirmer *confirmer)
{
    bool shown = false;
    Buf replay = {0};
    for (u32 i = 0; i < p->pairs.len && !shown; i++) {
        const RacePair *pair = &p->pairs.data[i].pair;
        shown = !prediction_warns(p, &p->pairs.data[i]) &&
                confirm_pair(confirmer, pair->first, pair->second, &replay) != SHOWN_NOT;
    }
    for (u32 i = 0; i < p->cycles.len && !shown; i++)
        shown = confirm_cycle(confirmer, p->cycles.data[i].acquires, &replay);
    buf_free(&replay);
    return shown;
}

bool predict_search(const Options *options, Loaded *loaded_program, const char *trace, Found *found)
{
    Prediction p = begin(options);
    p.program = options;
    Confirmer *confirmer = NULL;
    if (choose(&p) && analyse(&p, trace))
        confirmer = confirm_loaded(options, loaded_program, &p.steps);
    bool shown = confirmer && shows_any(&p, confirmer);
    if (shown)
        confirm_take(confirmer, found);
    if (confirmer)
        confirm_free(confirmer);
    free_prediction(&p);
    return shown;
}

int predict_recording(const Options *options, const char *trace, Ended *run)
{
    Prediction p = begin(options);
    p.program = options;
    p.run = run;
    int status = work_within_limit(&p, trace);
    free_prediction(&p);
    return status;
}

/* What comes after the trace are arguments of the program. */
static Options run_options(const Options *options, Arena *arena)
{
    Options run = *options;
    run.path = options->predict.program;
    run.detector = "hybrid";
    char **argv = arena_alloc(arena, (u32)(options->argc + 2) * sizeof *argv);
    argv[0] = arena_strndup(arena, run.path, strlen(run.path));
    for (int i = 0; i < options->argc; i++)
        argv[i + 1] = options->argv[i];
    run.argv = argv + 1;
    return run;
}

int cmd_predict(int argc, char **argv)
{
    Options options, run;
    Arena arena = {0};
    Prediction p = {0};
    int status = STATUS_USAGE;
    if (options_parse(&options, "predict", FOR_PREDICT, argc, argv)) {
        p = begin(&options);
        if (options.predict.program && options.path) {
            run = run_options(&options, &arena);
            p.program = &run;
            setup_process();
        }
        if (options.path && options.predict.program && options.detector)
            fprintf(stderr, "gol predict: --program tries out what analyses predict, not what "
                            "--detector finds\n");
        else if (options.argc && !options.predict.program)
            fprintf(stderr,
                    "gol predict: what is %s? Arguments after TRACE are those of --program.\n",
                    options.argv[0]);
        else if (options.path)
            status = work_within_limit(&p, options.path);
        else
            fprintf(stderr, "usage: gol predict [flags] TRACE [args]\n");
    }
    free_prediction(&p);
    arena_free(&arena);
    options_free(&options);
    return status;
}
