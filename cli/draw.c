/* Pictures of runs. */
#include "cli/draw.h"

#include <string.h>

#include "base/output.h"

void draw_begin(Reporter *reporter, Executor *executor, u32 most)
{
    CHECK(!reporter->picture && executor_config(executor)->described);
    reporter->picture = picture_new(executor_view(executor), most);
    ExplainListener listener = picture_listener(reporter->picture);
    executor_listen(executor, &listener);
}

void draw_end(Reporter *reporter)
{
    picture_free(reporter->picture);
    reporter->picture = NULL;
}

/* Races were added as they were reported. */
static void add_findings(Picture *picture, const Execution *run)
{
    for (u32 i = 0; i < run->findings.len; i++) {
        const Finding *finding = &run->findings.data[i];
        if (finding->kind == FOUND_RACE)
            continue;
        Buf text = {0};
        if (i == 0 || !reporter_has_said(finding))
            buf_printf(&text, "%s\n", finding->title);
        buf_add(&text, run->faults.data, run->faults.len);
        if (finding->text)
            buf_printf(&text, "\n%s", finding->text);
        if (reporter_has_said(finding))
            buf_add(&text, run->report.data, run->report.len);
        picture_finding(picture, finding_kind_name(finding->kind), finding->title, buf_str(&text));
        buf_free(&text);
    }
}

static void add_head(const Reporter *r, const Execution *run, const char *replay)
{
    Buf output = {0}, title = {0};
    buf_puts(&title, r->options->path);
    if (r->options->tests.current)
        buf_printf(&title, ": %s", r->options->tests.current);
    buf_add(&output, run->output.data, run->output.len);
    PictureHead head = {.title = buf_str(&title),
                        .command = replay,
                        .detector = r->options->detector,
                        .verdict = verdict_name(run),
                        .output = buf_str(&output)};
    picture_head(r->picture, &head);
    buf_free(&output);
    buf_free(&title);
}

void draw_finish(Reporter *reporter, const char *replay)
{
    const Execution *run = executor_execution(reporter->executor);
    picture_end(reporter->picture);
    add_head(reporter, run, replay);
    add_findings(reporter->picture, run);
}

bool draw_save(const Picture *picture, const Options *options, const char *path)
{
    const PictureFormat *format =
        picture_format(options->out.format ? options->out.format : "html");
    bool to_file = path && strcmp(path, "-");
    CHECK(format);
    OutputFile *file = to_file ? output_open_whole(path) : NULL;
    if (to_file && !file)
        return false;
    format->write(picture, file ? file->file : stdout);
    return !file || output_close(file);
}
