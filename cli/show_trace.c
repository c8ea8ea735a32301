/* Pictures of recorded traces, and of reorderings beside them. */
#include "cli/show_trace.h"

#include "cli/commands.h"
#include "cli/draw.h"
#include "cli/reorder.h"
#include "cli/setup.h"
#include "predict/predict.h"

/* Passes events, all or (events not NULL) those of that list, to a detector and the reporter's
 * picture. */
static void explain_events(const Trace *trace, const StepList *events, Reporter *reporter)
{
    DetectorConfig config = {
        .view = &trace->view, .on_race = reporter_race, .ctx = reporter, .fresh_labels = true};
    Detector *detector = detector_new(reporter->options->detector, &config);
    Explain *explain = explain_new(&(ExplainConfig){.view = &trace->view, .detector = detector});
    ExplainListener listener = picture_listener(reporter->picture);
    explain_listen(explain, &listener);
    u32 count = events ? events->len : trace->events.len;
    for (u32 i = 0; i < count; i++)
        sink_event(explain_sink(explain), &trace->events.data[events ? events->data[i] : i]);
    sink_close(explain_sink(explain));
    explain_free(explain);
    detector_free(detector);
}

/* NULL after printing what is wrong. */
static Picture *picture_of(const Trace *trace, const StepList *events, const Options *options)
{
    Reporter reporter;
    Picture *picture = NULL;
    if (reporter_begin(&reporter, options, trace->sources)) {
        reporter.picture = picture = picture_new(&trace->view, PICTURE_STEPS);
        explain_events(trace, events, &reporter);
        PictureHead head = {.title = options->path,
                            .detector = options->detector,
                            .verdict = reporter.races ? "race" : "no race in this order"};
        picture_head(picture, &head);
    }
    reporter_end(&reporter);
    return picture;
}

/* The witness of the first predicted race that has one; false: none has, which has been printed. */
static bool find_witness(const Steps *steps, StepList *events, Buf *says)
{
    Findings findings = {0};
    Known known = {0};
    Witness witness = {0};
    bool found = false;
    analyse_osr(steps, &findings);
    known_build(&known, steps);
    witness_init(&witness, &known);
    for (u32 i = 0; i < findings.pairs.len && !found; i++)
        found = reorder_witness(&witness, findings.pairs.data[i].first,
                                findings.pairs.data[i].second, events);
    buf_puts(says, "the witness of a predicted race");
    if (!found)
        fprintf(stderr, "gol show: no race is predicted that has a witness\n");
    witness_free(&witness);
    known_free(&known);
    findings_free(&findings);
    return found;
}

/* What --reorder lists, and whether it could have happened. */
static bool list_events(const Steps *steps, const char *list, StepList *events, Buf *says)
{
    ReorderAnswer answer;
    bool ok = reorder_answer(&answer, steps, list);
    for (u32 i = 0; ok && i < answer.events.len; i++)
        vec_push(events, answer.events.data[i]);
    if (ok && answer.valid)
        buf_puts(says, "a valid reordering");
    else if (ok)
        buf_printf(says, "no valid reordering: %s", buf_str(&answer.why));
    if (ok)
        reorder_answer_free(&answer);
    return ok;
}

static bool add_reordering(Picture *picture, const Trace *trace, const Options *options)
{
    StepList events = {0};
    Steps steps = {0};
    Buf says = {0};
    steps_build(&steps, trace);
    bool ok = options->predict.reorder
                  ? list_events(&steps, options->predict.reorder, &events, &says)
                  : find_witness(&steps, &events, &says);
    Picture *other = ok ? picture_of(trace, &events, options) : NULL;
    if (other)
        picture_beside(picture, other, buf_str(&says));
    steps_free(&steps);
    vec_free(&events);
    buf_free(&says);
    return other != NULL;
}

static bool show_loaded(const Trace *trace, const Options *options)
{
    Picture *picture = picture_of(trace, NULL, options);
    bool reorders = options->out.witness || options->predict.reorder;
    bool ok = picture && (!reorders || add_reordering(picture, trace, options)) &&
              draw_save(picture, options, options->out.html);
    picture_free(picture);
    return ok;
}

int show_trace(const Options *options)
{
    Trace trace;
    if (!setup_detector(options))
        return STATUS_USAGE;
    bool ok = trace_load(&trace, options->path);
    trace_print_error(&trace, stderr);
    ok = ok && show_loaded(&trace, options);
    trace_free(&trace);
    return ok ? STATUS_CLEAN : STATUS_USAGE;
}
