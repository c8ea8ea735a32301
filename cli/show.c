/* gol show: a picture of a run or of a recorded trace. */
#include <stdio.h>
#include <string.h>

#include "base/whole_file.h"
#include "cli/commands.h"
#include "cli/draw.h"
#include "cli/execute.h"
#include "cli/setup.h"
#include "cli/show_trace.h"

/* ---- what the words on the command line are ---- */

/* A source file, a directory, or standard input. */
static bool is_program(const char *path)
{
    return !strcmp(path, "-") || ends_in(path, ".gol") || ends_in(path, ".go") ||
           is_directory(path);
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

/* The run under the schedule that the options give; NULL after printing what is wrong. */
static Picture *picture_of(Loaded *loaded, const Options *options)
{
    Ended ended = execute(loaded, options);
    buf_free(&ended.replay);
    return ended.picture;
}

/* The same program under --beside. */
static bool add_beside(Picture *picture, Loaded *loaded, const Options *options)
{
    if (!options->out.beside)
        return true;
    Options other = *options;
    Buf says = {0};
    other.choose = (ChooseOptions){.schedule = options->out.beside};
    if (!strcmp(options->out.beside, "0"))
        other.choose.schedule = NULL;
    Picture *beside = picture_of(loaded, &other);
    buf_printf(&says, "under schedule %s", options->out.beside);
    if (beside)
        picture_beside(picture, beside, buf_str(&says));
    buf_free(&says);
    return beside != NULL;
}

static int show_program(const Options *options)
{
    Loaded loaded;
    bool ok = load_program(&loaded, options->path, options, SHOWN_ERRORS);
    Picture *picture = ok ? picture_of(&loaded, options) : NULL;
    ok = picture && add_beside(picture, &loaded, options) &&
         draw_save(picture, options, options->out.html);
    picture_free(picture);
    load_free(&loaded);
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

/* Flags that only one of programs and traces has. */
static bool flags_fit(const Options *options, bool program)
{
    const char *wrong = NULL;
    if (program && (options->out.witness || options->predict.reorder))
        wrong = options->out.witness ? "--witness" : "--reorder";
    if (!program && options->out.beside)
        wrong = "--beside";
    if (wrong)
        fprintf(stderr, "gol show: %s is for %s\n", wrong, program ? "traces" : "programs");
    return !wrong;
}

static int show(Options *options)
{
    Buf name = {0};
    int status = STATUS_USAGE;
    take_schedule(options);
    choose_output(options, &name);
    options->out.picture_only = options->out.quiet = true;
    bool program = options->choose.schedule || is_program(options->path);
    if (flags_fit(options, program))
        status = program ? show_program(options) : show_trace(options);
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
