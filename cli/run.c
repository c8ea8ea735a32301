/* gol run and gol replay. */
#include <stdio.h>

#include "cli/commands.h"
#include "cli/execute.h"

/* As the go command: a wall of errors helps nobody. */
enum { SHOWN_ERRORS = 20 };

static int run_path(const Options *options)
{
    Loaded loaded;
    bool ok = load_program(&loaded, options->path, options,
                           options->compile_only ? 0 : SHOWN_ERRORS);
    int status = ok ? STATUS_CLEAN : STATUS_USAGE;
    if (ok && !options->compile_only)
        status = execute(&loaded, options);
    else if (!ok && options->json) /* the last object is a verdict, whatever happened */
        printf("{\"type\":\"verdict\",\"verdict\":\"error\",\"races\":0,\"steps\":0,\"status\":%d}\n",
               status);
    load_free(&loaded);
    return status;
}

int cmd_run(int argc, char **argv)
{
    Options options;
    int status = STATUS_USAGE;
    if (options_parse(&options, "run", FOR_RUN, argc, argv)) {
        if (options.path)
            status = run_path(&options);
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
            options.schedule = options.path;
            options.path = options.argv[0];
            options.argc--;
            options.argv++;
            status = run_path(&options);
        } else {
            fprintf(stderr, "usage: gol replay [flags] SCHEDULE FILE|DIR [args]\n");
        }
    }
    options_free(&options);
    return status;
}
