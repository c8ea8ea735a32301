/* gol list: packages by their import paths, or what is known of them; modules. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cli/commands.h"
#include "cli/installed.h"
#include "cli/list_graph.h"
#include "cli/options.h"
#include "cli/packages.h"
#include "cli/tool.h"
#include "stdlib/loader.h"

typedef struct Listing {
    Arena arena;
    const Options *options;
    Module module;
    ListGraph graph;
    ListedPackages packages;
} Listing;

/* ---- which packages ---- */

static bool is_of_library(Listing *l, const char *name)
{
    const char *const *all = stdlib_packages(&l->arena);
    for (; *all; all++)
        if (!strcmp(*all, name))
            return true;
    return false;
}

static void add(Listing *l, const char *path, const char *dir, bool library, const char *match)
{
    ListedPackage *package = list_graph_add(&l->graph, path, dir, library);
    if (!package->match)
        vec_push(&l->packages, package);
    package->match = match;
}

static bool add_places(Listing *l, const char *name)
{
    PathList places = {0};
    bool ok = packages_add(&l->arena, "list", name, &l->graph.tags, &places);
    for (u32 i = 0; ok && i < places.len; i++) {
        char absolute[PATH_MAX];
        const char *dir = realpath(places.data[i], absolute) ? absolute : places.data[i];
        add(l, packages_import_path(&l->arena, places.data[i]),
            arena_strndup(&l->arena, dir, strlen(dir)), false, name);
    }
    vec_free(&places);
    return ok;
}

/* -e: a name that means no package is listed as it is, one without a directory. */
static bool add_missing(Listing *l, const char *name)
{
    bool missing = l->options->tool.errors && !strstr(name, "...") &&
                   !packages_place(&l->arena, &l->module, name);
    if (missing)
        add(l, name, "", false, name);
    return missing;
}

static int by_path(const void *a, const void *b)
{
    return strcmp((*(ListedPackage *const *)a)->path, (*(ListedPackage *const *)b)->path);
}

/* "all": the packages of the main modules, what they import, and what their tests import. */
static void add_all(Listing *l)
{
    PathList dirs = {0};
    ListedPackages roots = {0}, below = {0};
    BuildTags *tags = &l->graph.tags;
    for (u32 i = 0; i < l->module.mains.len; i++)
        packages_below(&l->arena, &l->module, l->module.mains.data[i].dir, &dirs);
    for (u32 i = 0; i < dirs.len; i++) {
        if (!module_builds_any(&l->arena, dirs.data[i], tags))
            continue;
        ListedPackage *package = list_graph_add(
            &l->graph, packages_import_path(&l->arena, dirs.data[i]), dirs.data[i], false);
        list_graph_follow(&l->graph, package);
        vec_push(&roots, package);
        list_graph_tests(&l->graph, package, &roots);
    }
    for (u32 i = 0; i < roots.len; i++)
        if (roots.data[i]->part != LISTED_TEST_MAIN)
            list_graph_order(&l->graph, roots.data[i], &below);
    if (below.len)
        qsort(below.data, below.len, sizeof *below.data, by_path);
    for (u32 i = 0; i < below.len; i++) {
        ListedPackage *package = below.data[i];
        package->placed = false; /* -deps may order them again */
        if (package->part == LISTED_PACKAGE)
            add(l, package->path, package->dir, package->library, "all");
    }
    vec_free(&dirs);
    vec_free(&roots);
    vec_free(&below);
}

/* "std" is the library, "all" what the main modules need; a name is a path, a pattern, or a package
 * of the library. */
static bool add_name(Listing *l, const char *name)
{
    const char *const *std = strcmp(name, "std") ? NULL : stdlib_packages(&l->arena);
    bool all = !strcmp(name, "all") && l->module.mains.len;
    bool one = !std && !all && is_of_library(l, name);
    if (all)
        add_all(l);
    for (; std && *std; std++)
        add(l, *std, "", true, name);
    if (one)
        add(l, name, "", true, name);
    return one || all || !strcmp(name, "std") || add_missing(l, name) || add_places(l, name);
}

static bool find_all(Listing *l)
{
    const Options *options = l->options;
    bool ok = true;
    for (u32 i = 0; i < options->packages.len; i++)
        ok &= add_name(l, options->packages.data[i]);
    return options->packages.len ? ok : add_places(l, ".");
}

/* -test, -deps: what the packages that were named bring along. */
static void add_more(Listing *l)
{
    const ToolOptions *flags = &l->options->tool;
    ListedPackages all = {0};
    for (u32 i = 0; i < l->packages.len; i++) {
        vec_push(&all, l->packages.data[i]);
        list_graph_follow(&l->graph, l->packages.data[i]);
    }
    for (u32 i = 0; i < l->packages.len && flags->tests; i++)
        list_graph_tests(&l->graph, l->packages.data[i], &all);
    vec_clear(&l->packages);
    for (u32 i = 0; i < all.len; i++)
        if (flags->deps)
            list_graph_order(&l->graph, all.data[i], &l->packages);
        else
            vec_push(&l->packages, all.data[i]);
    vec_free(&all);
}

/* ---- what is printed ---- */

/* Of a module: path, version, folder, and the path and version of what replaces it. */
static void add_module(const ModuleHome *home, ToolArgs *args)
{
    const Replaced *replaced = home->replaced;
    vec_push(args, home->path ? home->path : "");
    vec_push(args, home->version ? home->version : "");
    vec_push(args, home->dir ? home->dir : "");
    vec_push(args, replaced ? replaced->to : "");
    vec_push(args, replaced && replaced->to_version ? replaced->to_version : "");
}

/* In the words of the program that prints. */
static const char *part_of(const ListedPackage *package)
{
    static const char *const parts[] = {[LISTED_PACKAGE] = "",
                                        [LISTED_TEST_MAIN] = "main",
                                        [LISTED_TESTED] = "tested",
                                        [LISTED_EXTERNAL] = "external"};
    return parts[package->part];
}

static const char *imports_of(Listing *l, const ListedPackage *package)
{
    Buf text = {0};
    for (u32 i = 0; i < package->imports.len; i++)
        buf_printf(&text, "%s%s", i ? "\n" : "", package->imports.data[i]->path);
    const char *imports = arena_strndup(&l->arena, buf_str(&text), text.len);
    buf_free(&text);
    return imports;
}

static void add_package(Listing *l, const ListedPackage *package, ToolArgs *args)
{
    ModuleHome home = {0};
    if (!package->library && *package->dir)
        home = module_home_of(&l->arena, &l->module, package->import);
    vec_push(args, package->dir);
    vec_push(args, package->path);
    vec_push(args, package->import);
    vec_push(args, part_of(package));
    vec_push(args, package->library ? "library" : "");
    vec_push(args, l->options->tool.shallow ? "shallow" : "");
    vec_push(args, package->match ? package->match : "");
    vec_push(args, imports_of(l, package));
    vec_push(args, package->followed ? list_graph_below(&l->graph, package) : "");
    add_module(&home, args);
}

/* -json=FIELDS; "": all. */
static const char *fields_of(const Options *options)
{
    const char *fields = options->tool.json;
    return fields && strcmp(fields, "true") != 0 ? fields : "";
}

/* Runs the program that knows templates and what is in a directory. */
static bool print_by_tool(Listing *l, const ToolArgs *subjects)
{
    ToolArgs args = {0};
    const Options *options = l->options;
    const char *goroot = installed_package(&l->arena, NULL, "");
    vec_push(&args, "list");
    vec_push(&args, options->tool.format ? options->tool.format : "");
    vec_push(&args, fields_of(options));
    vec_push(&args, options->tool.modules ? "modules" : "packages");
    vec_push(&args, options->tool.errors ? "errors" : "");
    vec_push(&args, goroot ? arena_strndup(&l->arena, goroot, strlen(goroot) - 4) : "");
    vec_push(&args, options->tags ? options->tags : "");
    for (u32 i = 0; i < subjects->len; i++)
        vec_push(&args, subjects->data[i]);
    bool ok = tool_run("internal/tool/list", &args) == 0;
    vec_free(&args);
    return ok;
}

static bool is_detailed(const Options *options)
{
    return options->tool.format || options->tool.json;
}

/* Whether what a package imports, directly or not, is asked for. */
static bool wants_graph(const Options *options)
{
    const ToolOptions *flags = &options->tool;
    return !flags->shallow &&
           (flags->deps || flags->tests || flags->json ||
            (flags->format && (strstr(flags->format, "Deps") || strstr(flags->format, "Error"))));
}

static bool list_packages(Listing *l)
{
    bool ok = find_all(l), detailed = is_detailed(l->options);
    ToolArgs args = {0};
    if (wants_graph(l->options))
        add_more(l);
    for (u32 i = 0; i < l->packages.len; i++)
        if (detailed)
            add_package(l, l->packages.data[i], &args);
        else
            printf("%s\n", l->packages.data[i]->path);
    if (args.len)
        ok &= print_by_tool(l, &args);
    vec_free(&args);
    return ok || l->options->tool.errors;
}

/* ---- modules ---- */

static int by_module(const void *a, const void *b)
{
    return strcmp(((const Required *)a)->path, ((const Required *)b)->path);
}

static void print_module(const ModuleHome *home)
{
    printf("%s%s%s", home->path, home->version ? " " : "", home->version ? home->version : "");
    if (home->replaced) {
        const char *version = home->replaced->to_version;
        printf(" => %s%s%s", home->replaced->to, version ? " " : "", version ? version : "");
    }
    putchar('\n');
}

static bool is_asked(const Options *options, const char *path)
{
    for (u32 i = 0; i < options->packages.len; i++)
        if (!strcmp(options->packages.data[i], "all") || !strcmp(options->packages.data[i], path))
            return true;
    return false;
}

/* -m: the main module, or those that are named. */
static bool list_modules(Listing *l)
{
    const Options *options = l->options;
    Module *module = &l->module;
    VEC(ModuleHome) homes = {0};
    ToolArgs args = {0};
    for (u32 i = 0; i < module->mains.len; i++)
        if (!options->packages.len || is_asked(options, module->mains.data[i].path))
            vec_push(&homes, (ModuleHome){.path = module->mains.data[i].path,
                                          .dir = module->mains.data[i].dir});
    if (module->needed.len)
        qsort(module->needed.data, module->needed.len, sizeof *module->needed.data, by_module);
    for (u32 i = 0; i < module->needed.len; i++)
        if (is_asked(options, module->needed.data[i].path))
            vec_push(&homes, module_home(&l->arena, module, &module->needed.data[i]));
    for (u32 i = 0; i < homes.len; i++)
        if (is_detailed(options))
            add_module(&homes.data[i], &args);
        else
            print_module(&homes.data[i]);
    bool ok = homes.len > 0;
    if (!ok)
        fprintf(stderr, module->path ? "gol list -m: no such module is needed here\n"
                                     : "gol list -m: there is no go.mod here or above\n");
    if (args.len)
        ok &= print_by_tool(l, &args);
    vec_free(&homes);
    vec_free(&args);
    return ok;
}

int cmd_list(int argc, char **argv)
{
    Options options;
    bool ok = options_parse(&options, "list", FOR_LIST, argc, argv);
    Listing l = {.options = &options};
    if (ok) {
        l.module = module_find(&l.arena, ".");
        l.graph = (ListGraph){.arena = &l.arena,
                              .module = &l.module,
                              .tags = {.more = options.tags, .release = NEWEST_GO}};
        ok = options.tool.modules ? list_modules(&l) : list_packages(&l);
    }
    vec_free(&l.packages);
    arena_free(&l.arena);
    options_free(&options);
    return ok ? STATUS_CLEAN : STATUS_USAGE;
}
