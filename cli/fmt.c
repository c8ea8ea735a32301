/* gol fmt: Go's own gofmt, run by gol, over the files of packages; scripts too. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/whole_file.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/packages.h"
#include "cli/tool.h"

static int is_source(const struct dirent *entry)
{
    const char *name = entry->d_name, *dot = strrchr(name, '.');
    return name[0] != '.' && name[0] != '_' && dot && (!strcmp(dot, ".go") || !strcmp(dot, ".gol"));
}

/* All source files of the directory, whatever they are for. */
static void add_directory(Arena *arena, const char *dir, ToolArgs *args)
{
    struct dirent **entries;
    int count = scandir(dir, &entries, is_source, alphasort);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        vec_push(args, strcmp(dir, ".") ? arena_printf(arena, "%s/%s", dir, name)
                                        : arena_printf(arena, "%s", name));
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

/* The files that the command line names; false: one of the names means nothing, which has been
 * said. */
static bool add_files(Arena *arena, const Options *options, ToolArgs *args)
{
    PathList places = {0};
    bool ok = true;
    for (u32 i = 0; i < options->packages.len; i++)
        ok &= packages_add(arena, "fmt", options->packages.data[i], NULL, &places);
    if (options->packages.len == 0)
        vec_push(&places, ".");
    for (u32 i = 0; ok && i < places.len; i++)
        if (is_directory(places.data[i]))
            add_directory(arena, places.data[i], args);
        else
            vec_push(args, places.data[i]);
    vec_free(&places);
    return ok;
}

/* gofmt's flags: as go fmt, which rewrites files and lists those that have changed, unless it is
 * only asked what would change. */
static void add_flags(const Options *options, bool input, ToolArgs *args)
{
    const ToolOptions *flags = &options->tool;
    bool writes = !flags->list && !flags->diff && !input;
    vec_push(args, "gofmt");
    if (writes || flags->list)
        vec_push(args, "-l");
    if (writes)
        vec_push(args, "-w");
    if (flags->diff)
        vec_push(args, "-d");
    if (flags->simplify)
        vec_push(args, "-s");
    if (flags->rewrite) {
        vec_push(args, "-r");
        vec_push(args, flags->rewrite);
    }
}

/* Names without "./", as the go command gives them to gofmt. */
static void clean_names(ToolArgs *args, u32 from)
{
    for (u32 i = from; i < args->len; i++)
        while (!strncmp(args->data[i], "./", 2))
            args->data[i] += 2;
}

/* -n: a command for each file. */
static void print_commands(const ToolArgs *args, u32 flags)
{
    for (u32 i = flags; i < args->len; i++) {
        for (u32 k = 0; k < flags; k++)
            printf("%s ", args->data[k]);
        printf("%s\n", args->data[i]);
    }
}

static bool format(const Options *options)
{
    Arena arena = {0};
    ToolArgs args = {0};
    bool input = options->packages.len == 1 && !strcmp(options->packages.data[0], "-");
    add_flags(options, input, &args);
    u32 flags = args.len;
    bool ok = input || add_files(&arena, options, &args);
    clean_names(&args, flags);
    if (ok && options->tool.dry)
        print_commands(&args, flags);
    else if (ok && (input || args.len > flags))
        ok = tool_run("cmd/gofmt", &args) == 0;
    vec_free(&args);
    arena_free(&arena);
    return ok;
}

int cmd_fmt(int argc, char **argv)
{
    Options options;
    bool ok = options_parse(&options, "fmt", FOR_FMT, argc, argv) && format(&options);
    options_free(&options);
    return ok ? STATUS_CLEAN : STATUS_USAGE;
}
