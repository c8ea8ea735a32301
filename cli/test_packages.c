/* From the names on the command line to directories. */
#include "cli/test_packages.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_dir(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISDIR(st.st_mode);
}

const char *test_package_name(Arena *arena, const char *path)
{
    Module module = module_find(arena, path);
    const char *name = is_dir(path) ? module_import_path(arena, &module, path) : NULL;
    module_free(&module);
    return name ? name : path;
}

/* The directory or file of a name; NULL: there is none. */
static const char *place_of(Arena *arena, const char *name)
{
    if (!access(name, F_OK))
        return name;
    Module module = module_find(arena, ".");
    const char *dir = module_dir(arena, &module, name);
    module_free(&module);
    return dir && is_dir(dir) ? dir : NULL;
}

static bool has_sources(Arena *arena, const char *dir)
{
    PathList files = {0};
    bool any = module_files(arena, dir, false, &files) > 0 ||
               module_test_files(arena, dir, false, &files) > 0;
    vec_free(&files);
    return any;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Whether the go command looks for packages in the folder. */
static bool is_searched(Arena *arena, const char *dir, const char *name)
{
    if (name[0] == '.' || name[0] == '_' || !strcmp(name, "testdata") || !strcmp(name, "vendor"))
        return false;
    const char *path = arena_printf(arena, "%s/%s", dir, name);
    struct stat st; /* not through links, which may lead in a circle */
    return !lstat(path, &st) && S_ISDIR(st.st_mode) &&
           access(arena_printf(arena, "%s/go.mod", path), F_OK);
}

/* The packages in dir and below, in the order of their paths. */
static void add_tree(Arena *arena, const char *dir, PathList *packages)
{
    PathList below = {0};
    DIR *open = opendir(dir);
    if (has_sources(arena, dir))
        vec_push(packages, dir);
    for (struct dirent *entry; open && (entry = readdir(open));)
        if (is_searched(arena, dir, entry->d_name))
            vec_push(&below, arena_printf(arena, "%s/%s", dir, entry->d_name));
    if (open)
        closedir(open);
    if (below.len)
        qsort(below.data, below.len, sizeof *below.data, by_name);
    for (u32 i = 0; i < below.len; i++)
        add_tree(arena, below.data[i], packages);
    vec_free(&below);
}

static bool add(Arena *arena, const char *name, PathList *packages)
{
    size_t len = strlen(name);
    bool tree = len >= 3 && !strcmp(name + len - 3, "...") && (len == 3 || name[len - 4] == '/');
    const char *base = !tree      ? name
                       : len == 3 ? "."
                       : len == 4 ? "/"
                                  : arena_strndup(arena, name, len - 4);
    const char *place = place_of(arena, base);
    u32 before = packages->len;
    if (!tree) /* what cannot be read is named when it is loaded */
        vec_push(packages, place ? place : name);
    else if (place)
        add_tree(arena, place, packages);
    if (packages->len > before)
        return true;
    fprintf(stderr, "gol test: %s matches no packages\n", name);
    return false;
}

bool test_packages(Arena *arena, Options *options, PathList *packages)
{
    bool ok = true;
    for (u32 i = 0; i < options->packages.len; i++)
        ok &= add(arena, options->packages.data[i], packages);
    if (options->packages.len == 0)
        vec_push(packages, ".");
    return ok;
}
