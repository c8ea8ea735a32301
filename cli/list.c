/* gol list: packages by their import paths, or what is known of them. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/packages.h"
#include "cli/tool.h"
#include "stdlib/loader.h"

typedef struct Listed {
    const char *dir; /* absolute; "": a package of the library */
    const char *path;
} Listed;

typedef VEC(Listed) ListedPackages;

static bool is_of_library(Arena *arena, const char *name)
{
    const char *const *all = stdlib_packages(arena);
    for (; *all; all++)
        if (!strcmp(*all, name))
            return true;
    return false;
}

static void add_library(Arena *arena, ListedPackages *out)
{
    const char *const *all = stdlib_packages(arena);
    for (; *all; all++)
        vec_push(out, (Listed){"", *all});
}

static bool add_places(Arena *arena, const char *name, ListedPackages *out)
{
    PathList places = {0};
    bool ok = packages_add(arena, "list", name, &places);
    for (u32 i = 0; ok && i < places.len; i++) {
        char absolute[PATH_MAX];
        const char *dir = realpath(places.data[i], absolute) ? absolute : places.data[i];
        vec_push(out, (Listed){arena_strndup(arena, dir, strlen(dir)),
                               packages_import_path(arena, places.data[i])});
    }
    vec_free(&places);
    return ok;
}

/* "std" is the library; a name is a path, a pattern, or a package of the library. */
static bool find_all(Arena *arena, const Options *options, ListedPackages *out)
{
    bool ok = true;
    if (options->packages.len == 0)
        return add_places(arena, ".", out);
    for (u32 i = 0; i < options->packages.len; i++) {
        const char *name = options->packages.data[i];
        if (!strcmp(name, "std"))
            add_library(arena, out);
        else if (is_of_library(arena, name))
            vec_push(out, (Listed){"", name});
        else
            ok &= add_places(arena, name, out);
    }
    return ok;
}

/* By the program that knows templates and what is in a directory. */
static bool print_detailed(Arena *arena, const Options *options, const ListedPackages *packages)
{
    ToolArgs args = {0};
    Module module = module_find(arena, ".");
    const char *version = module.go_minor ? arena_printf(arena, "1.%d", module.go_minor) : "";
    vec_push(&args, "list");
    vec_push(&args, options->tool.format ? options->tool.format : "");
    vec_push(&args, module.path ? module.path : "");
    vec_push(&args, module.dir ? module.dir : "");
    vec_push(&args, version);
    vec_push(&args, options->tags ? options->tags : "");
    for (u32 i = 0; i < packages->len; i++) {
        vec_push(&args, packages->data[i].dir);
        vec_push(&args, packages->data[i].path);
    }
    bool ok = tool_run("internal/tool/list", &args) == 0;
    vec_free(&args);
    return ok;
}

static bool print_module(Arena *arena)
{
    Module module = module_find(arena, ".");
    if (module.path)
        printf("%s\n", module.path);
    else
        fprintf(stderr, "gol list -m: there is no go.mod here or above\n");
    return module.path != NULL;
}

static bool list(Arena *arena, const Options *options)
{
    ListedPackages packages = {0};
    bool detailed = options->tool.format || options->out.json;
    if (options->tool.modules)
        return detailed ? print_detailed(arena, options, &packages) : print_module(arena);
    bool ok = find_all(arena, options, &packages);
    if (detailed && packages.len)
        ok &= print_detailed(arena, options, &packages);
    for (u32 i = 0; !detailed && i < packages.len; i++)
        printf("%s\n", packages.data[i].path);
    vec_free(&packages);
    return ok;
}

int cmd_list(int argc, char **argv)
{
    Options options;
    Arena arena = {0};
    bool ok = options_parse(&options, "list", FOR_LIST, argc, argv) && list(&arena, &options);
    arena_free(&arena);
    options_free(&options);
    return ok ? STATUS_CLEAN : STATUS_USAGE;
}
