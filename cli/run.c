/* gol run and gol replay. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/output.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/execute.h"
#include "cli/repeat.h"
#include "cli/setup.h"

/* Where to record a run that is to be looked at more closely. */
static bool temporary_file(char *path, size_t size)
{
    snprintf(path, size, "%s/gol-XXXXXX", repeat_directory());
    int file = mkstemp(path);
    if (file >= 0)
        close(file);
    else
        output_failed(path, errno);
    return file >= 0;
}

/* The run, then what is close to it. With --json the run turns stdout over to JSON lines. */
static int run_and_predict(Loaded *loaded, const Options *options)
{
    char path[4096];
    Options recording = *options;
    if (!strcmp(options->path, "-")) {
        fprintf(stderr, "gol run: --predict runs the program again: it must be in a file\n");
        return STATUS_USAGE;
    }
    if (!options->out.trace && !temporary_file(path, sizeof path))
        return STATUS_USAGE;
    if (!options->out.trace)
        recording.out.trace = path;
    int out = dup(STDOUT_FILENO);
    Ended run = execute(loaded, &recording);
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    close(out);
    setup_process();
    int status = run.status;
    Options predicting = *options;
    predicting.outputs.len = 0; /* written already, and one of them is now read */
    if (strcmp(run.verdict, "error"))
        status = predict_recording(&predicting, recording.out.trace, &run);
    buf_free(&run.replay);
    if (!options->out.trace)
        unlink(path);
    return status;
}

static int run_once(Loaded *loaded, const Options *options)
{
    Ended ended = execute(loaded, options);
    buf_free(&ended.replay);
    return ended.status;
}

int run_program(const Options *options)
{
    Loaded loaded;
    bool ok =
        load_program(&loaded, options->path, options, options->compile_only ? 0 : SHOWN_ERRORS);
    int status = STATUS_CLEAN;
    if (!ok)
        status = reporter_error(options);
    else if (!options->compile_only)
        status =
            options->predict.on ? run_and_predict(&loaded, options) : run_once(&loaded, options);
    load_free(&loaded);
    return status;
}

int cmd_run(int argc, char **argv)
{
    Options options;
    int status = STATUS_USAGE;
    if (options_parse(&options, "run", FOR_RUN, argc, argv)) {
        if (options.path)
            status = run_program(&options);
        else
            fprintf(stderr, "gol run: which program? usage: gol run [flags] FILE|DIR [args]\n");
    }
    options_free(&options);
    return status;
}

/* gol replay SCHEDULE FILE is gol run --schedule SCHEDULE FILE. */
int cmd_replay(int argc, char **argv)
{
    Options options;
    int status = STATUS_USAGE;
    if (options_parse(&options, "replay", FOR_REPLAY, argc, argv)) {
        if (options.path && options.argc > 0) {
            options.choose.schedule = options.path;
            options.path = options.argv[0];
            options.argc--;
            options.argv++;
            status = run_program(&options);
        } else {
            fprintf(stderr, "usage: gol replay [flags] SCHEDULE FILE|DIR [args]\n");
        }
    }
    options_free(&options);
    return status;
}
