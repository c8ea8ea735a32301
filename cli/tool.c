/* Runs programs that are a part of gol's library. */
#include "cli/tool.h"

#include "cli/commands.h"
#include "cli/load.h"
#include "cli/setup.h"
#include "stdlib/loader.h"
#include "stdlib/native/natives.h"

/* All files of the package; those of gol's own among them take the place of Go's declarations. */
static bool load_tool(Loaded *loaded, const char *path, const Options *options)
{
    EmbeddedFiles files = {0};
    load_begin(loaded, NULL, options);
    stdlib_files(&loaded->arena, NULL, path, &files);
    stdlib_rest(&loaded->arena, NULL, path, &files);
    for (u32 i = 0; i < files.len; i++) {
        FileAst *file = load_text(loaded, files.data[i].path, files.data[i].text);
        if (file)
            file->file->is_library = true;
    }
    bool any = files.len > 0;
    vec_free(&files);
    return any && load_finish(loaded, options, SHOWN_ERRORS);
}

static int status_of(const Execution *run)
{
    if (run->outcome.kind == VERDICT_EXIT)
        return run->outcome.exit_code;
    return run->outcome.kind == VERDICT_CLEAN ? STATUS_CLEAN : STATUS_FAILED;
}

int tool_run(const char *path, const ToolArgs *args)
{
    Options options = {.command = "run", .detector = "none"};
    Loaded loaded;
    int status = STATUS_USAGE;
    if (load_tool(&loaded, path, &options)) {
        ExecutorConfig config = {.program = loaded.program,
                                 .find_native = stdlib_find_native,
                                 .argc = (int)args->len,
                                 .argv = (char **)(uintptr_t)args->data,
                                 .detector = options.detector,
                                 .single = true,
                                 .live = true,
                                 .unrecorded = true};
        Executor *executor = executor_new(&config);
        Decider *decider = decider_new(executor, &(DeciderConfig){0});
        status = status_of(decider_run(decider));
        decider_free(decider);
        executor_free(executor);
    }
    load_free(&loaded);
    return status;
}
