/* Shows single executions of tests. */
#include "cli/test_show.h"

#include <unistd.h>

#include "cli/draw.h"
#include "cli/profile.h"
#include "cli/setup.h"
#include "cli/state.h"

/* Whatever directory a test runs in. */
static const char *absolute(Arena *arena, const char *path)
{
    char top[4096];
    if (!path || !*path || *path == '/' || !strcmp(path, "-") || !getcwd(top, sizeof top))
        return path;
    return arena_printf(arena, "%s/%s", top, path);
}

void test_show_begin(TestShow *show, const Options *options, Arena *arena)
{
    *show = (TestShow){.options = *options};
    OutputOptions *out = &show->options.out;
    const char **schedule = &show->options.choose.save_schedule;
    out->html = absolute(arena, out->html);
    out->trace = absolute(arena, out->trace);
    out->profile = absolute(arena, out->profile);
    *schedule = absolute(arena, *schedule);
    out->quiet = true;
    out->json = false;
    show->files = out->html || out->trace || *schedule || (out->profile && *out->profile);
    show->texts = out->explain || out->state || out->state_at || (out->profile && !*out->profile);
}

bool test_show_asked(const TestShow *show)
{
    return show->files || show->texts;
}

/* An execution that is looked at. */
typedef struct Looking {
    const OutputOptions *out; /* what is asked for of this one */
    Reporter reporter;
    StateAt state_at;
} Looking;

static bool begin(Looking *look, const TestShow *show, const TestRun *run, bool files)
{
    Executor *executor = look->reporter.executor;
    const OutputOptions *out = look->out;
    if (files && out->html) {
        draw_begin(&look->reporter, executor, PICTURE_STEPS);
        executor_on_race(executor, reporter_race, &look->reporter);
    }
    if (show->texts)
        fprintf(stderr, "=== %s\n", run->test);
    if (out->explain)
        executor_explain(executor, stderr, out->color_err, false, &out->filter);
    return state_watch(&look->state_at, out->state_at, executor, run->sources) &&
           (!files || !out->trace || executor_trace(executor, out->trace, show->options.path));
}

static bool finish(Looking *look, const TestShow *show, const TestRun *run, Decider *decider,
                   bool files)
{
    Executor *executor = look->reporter.executor;
    const OutputOptions *out = look->out;
    bool ok = executor_end_trace(executor);
    if (out->state)
        state_print(executor, "at the end");
    state_end(&look->state_at);
    if (out->profile && (files || !*out->profile))
        profile_write(executor_vm(executor), out->profile);
    if (files && show->options.choose.save_schedule)
        setup_save_schedule(show->options.choose.save_schedule, decider,
                            executor_execution(executor));
    if (files && out->html) {
        draw_finish(&look->reporter, run->replay);
        ok &= draw_save(look->reporter.picture, &show->options, out->html);
    }
    return ok;
}

bool test_show(TestShow *show, const TestRun *run)
{
    bool files = show->files && !show->failed;
    if (!files && !show->texts)
        return true;
    show->failed |= run->failed;
    ExecutorConfig config = *run->config;
    config.described = true;
    Looking look = {.out = &show->options.out,
                    .reporter = {.options = &show->options,
                                 .sources = run->sources,
                                 .text = stderr,
                                 .replay = run->replay}};
    look.reporter.executor = executor_new(&config);
    bool ok = begin(&look, show, run, files);
    if (ok) {
        DeciderConfig how = *run->how;
        how.note_orders = show->options.choose.save_schedule != NULL;
        Decider *decider = decider_new(look.reporter.executor, &how);
        decider_run(decider);
        ok = finish(&look, show, run, decider, files);
        decider_free(decider);
    }
    draw_end(&look.reporter);
    executor_free(look.reporter.executor);
    return ok;
}
