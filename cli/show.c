/* gol show: a picture of a run or of a recorded trace. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/commands.h"
#include "cli/draw.h"
#include "cli/execute.h"
#include "cli/setup.h"
#include "predict/trace.h"

/* ---- what the words on the command line are ---- */

static bool ends_in(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && !strcmp(text + n - m, end);
}

/* A source file, a directory, or standard input. */
static bool is_program(const char *path)
{
    struct stat st;
    return !strcmp(path, "-") || ends_in(path, ".gol") || ends_in(path, ".go") ||
           (!stat(path, &st) && S_ISDIR(st.st_mode));
}

/* "bank.html" for "examples/bank.gol": where the page goes if the user has named no file. */
static void page_name(const char *path, Buf *out)
{
    size_t len = strlen(path);
    while (len > 1 && path[len - 1] == '/')
        len--;
    const char *name = path + len;
    while (name > path && name[-1] != '/')
        name--;
    const char *dot = memchr(name + 1, '.',
                             len > (size_t)(name - path) + 1 ? len - (size_t)(name - path) - 1 : 0);
    size_t used = dot ? (size_t)(dot - name) : len - (size_t)(name - path);
    bool named = used && *name != '.' && *name != '-' && *name != '/';
    buf_printf(out, "%.*s.html", named ? (int)used : 4, named ? name : "show");
}

/* Only the page goes to a file of its own accord. */
static void choose_output(Options *options, Buf *name)
{
    if (options->out.html || options->out.format)
        return;
    page_name(options->path, name);
    options->out.html = buf_str(name);
}

static void say_written(const Options *options)
{
    if (options->out.html && strcmp(options->out.html, "-"))
        printf("wrote %s\n", options->out.html);
}

/* ---- programs ---- */

static int show_program(Options *options)
{
    Loaded loaded;
    int status = STATUS_USAGE;
    if (load_program(&loaded, options->path, options, 20)) {
        Ended ended = execute(&loaded, options);
        buf_free(&ended.replay);
        if (ended.pictured)
            status = STATUS_CLEAN;
    }
    load_free(&loaded);
    return status;
}

/* ---- traces ---- */

static bool explain_trace(const Trace *trace, Reporter *reporter)
{
    DetectorConfig config = {
        .view = &trace->view, .on_race = reporter_race, .ctx = reporter, .fresh_labels = true};
    Detector *detector = detector_new(reporter->options->detector, &config);
    if (!detector)
        return false;
    Explain *explain = explain_new(&(ExplainConfig){.view = &trace->view, .detector = detector});
    ExplainListener listener = picture_listener(reporter->picture);
    explain_listen(explain, &listener);
    for (u32 i = 0; i < trace->events.len; i++)
        sink_event(explain_sink(explain), &trace->events.data[i]);
    sink_close(explain_sink(explain));
    explain_free(explain);
    detector_free(detector);
    return true;
}

static bool show_loaded(const Trace *trace, const Options *options)
{
    Reporter reporter;
    bool ok = reporter_begin(&reporter, options, trace->sources);
    reporter.picture = picture_new(&trace->view);
    ok = ok && explain_trace(trace, &reporter);
    if (ok) {
        PictureHead head = {.title = options->path,
                            .detector = options->detector,
                            .verdict = reporter.races ? "race" : "no race in the recorded run"};
        picture_head(reporter.picture, &head);
        ok = draw_save(reporter.picture, options, options->out.html);
    }
    draw_end(&reporter);
    reporter_end(&reporter);
    return ok;
}

static int show_trace(const Options *options)
{
    Trace trace;
    bool ok = setup_detector(options);
    if (!ok)
        return STATUS_USAGE;
    ok = trace_load(&trace, options->path);
    if (!ok)
        fprintf(stderr, "%s", buf_str(&trace.error));
    ok = ok && show_loaded(&trace, options);
    trace_free(&trace);
    return ok ? STATUS_CLEAN : STATUS_USAGE;
}

/* ---- the command ---- */

/* SCHEDULE FILE, as for gol replay, is --schedule SCHEDULE FILE. */
static void take_schedule(Options *options)
{
    if (options->choose.schedule || is_program(options->path) || !options->argc ||
        !is_program(options->argv[0]))
        return;
    options->choose.schedule = options->path;
    options->path = options->argv[0];
    options->argc--;
    options->argv++;
}

static int show(Options *options)
{
    Buf name = {0};
    take_schedule(options);
    choose_output(options, &name);
    options->out.picture_only = options->out.quiet = true;
    bool program = options->choose.schedule || is_program(options->path);
    int status = program ? show_program(options) : show_trace(options);
    if (status == STATUS_CLEAN)
        say_written(options);
    buf_free(&name);
    return status;
}

int cmd_show(int argc, char **argv)
{
    Options options;
    int status = STATUS_USAGE;
    if (options_parse(&options, "show", FOR_SHOW, argc, argv)) {
        if (options.path)
            status = show(&options);
        else
            fprintf(stderr, "usage: gol show [flags] FILE|DIR|TRACE [args]\n");
    }
    options_free(&options);
    return status;
}
