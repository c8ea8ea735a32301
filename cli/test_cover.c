/* The coverage of gol test: of the package that is tested, or of those of -coverpkg. */
#include "cli/test_cover.h"

#include <libgen.h>
#include <limits.h>
#include <stdlib.h>

#include "base/whole_file.h"
#include "cli/list_graph.h"

/* Whose coverage is looked at: the packages of -coverpkg, or the one that is tested. */
static void find_places(Testing *t)
{
    char absolute[4096];
    BuildTags tags = load_tags(t->options);
    PathList places = {0};
    const char *list = t->options->out.cover_packages;
    char *patterns = arena_strndup(&t->arena, list ? list : "", strlen(list ? list : ""));
    vec_clear(&t->covered);
    for (char *name; list && (name = strsep(&patterns, ","));)
        t->broken |= !packages_add(&t->arena, "test", name, &tags, &places);
    if (!list)
        vec_push(&places, t->options->path);
    for (u32 i = 0; i < places.len; i++) {
        const char *path = places.data[i];
        char *copy = arena_strndup(&t->arena, path, strlen(path));
        bool dir = is_directory(path);
        if (realpath(dir ? path : dirname(copy), absolute))
            vec_push(&t->covered, arena_strndup(&t->arena, absolute, strlen(absolute)));
    }
    vec_free(&places);
}

/* ---- statements that no test may reach ---- */

/* The directories of all that the tests of these packages are made of. */
static ListGraph linked_with(Testing *t, const PathList *packages)
{
    char absolute[PATH_MAX];
    Module *module = ARENA_NEW(&t->arena, Module);
    *module = module_find(&t->arena, ".");
    ListGraph graph = {.arena = &t->arena,
                       .module = module,
                       .tags = {.more = t->options->tags, .release = NEWEST_GO}};
    for (u32 i = 0; i < packages->len; i++) {
        const char *path = packages->data[i];
        if (!is_directory(path) || !realpath(path, absolute))
            continue;
        ListedPackages parts = {0};
        ListedPackage *package =
            list_graph_add(&graph, packages_import_path(&t->arena, path),
                           arena_strndup(&t->arena, absolute, strlen(absolute)), false);
        list_graph_follow(&graph, package);
        list_graph_tests(&graph, package, &parts);
        vec_free(&parts);
    }
    return graph;
}

static bool is_linked(const ListGraph *graph, const char *dir)
{
    for (u32 i = 0; i < graph->all.len; i++)
        if (!strcmp(graph->all.data[i]->dir, dir))
            return true;
    return false;
}

/* Counts the statements of a package as not executed. */
static void count_statements(Testing *t, const char *dir)
{
    Loaded loaded;
    load_begin(&loaded, dir, t->options);
    if (test_load_bare(&loaded, dir)) {
        if (load_finish(&loaded, t->options, SHOWN_ERRORS))
            cover_add(&t->uncovered, &loaded, &t->covered);
        else
            t->broken = true;
    }
    load_free(&loaded);
}

/* Each of the packages of -coverpkg that a test imports counts for all tests: the go command links
 * them with each package's. */
void test_cover_begin(Testing *t, const PathList *packages)
{
    if (!t->options->out.cover_packages || t->options->tests.list || t->options->bundle)
        return;
    find_places(t);
    ListGraph graph = linked_with(t, packages);
    for (u32 i = 0; i < t->covered.len; i++)
        if (is_linked(&graph, t->covered.data[i]))
            count_statements(t, t->covered.data[i]);
}

void test_cover_package(Testing *t)
{
    if (!t->options->out.cover_packages)
        find_places(t);
    cover_copy(&t->cover, &t->uncovered);
}

/* ---- what was executed ---- */

void test_cover_note(Testing *t)
{
    const OutputOptions *out = &t->options->out;
    if (!t->loaded.cover || t->options->tests.list)
        return;
    cover_add(&t->cover, &t->loaded, &t->covered);
    if (out->cover && *out->cover)
        cover_functions(&t->loaded, &t->covered, out->cover, t->cover_begun);
    t->cover_begun |= out->cover && *out->cover;
}

void test_cover_write(Testing *t)
{
    const OutputOptions *out = &t->options->out;
    if (!out->cover_profile || t->options->tests.list || !t->has_tests)
        return;
    const char *mode = t->options->race ? "atomic" : "set"; /* the go command's defaults */
    if (out->cover_mode)
        mode = out->cover_mode;
    cover_profile(&t->cover, out->cover_profile, mode, t->profile_begun);
    t->profile_begun = true;
}
