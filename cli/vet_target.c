/* From arguments to directories: see cli/vet_target.h. */
#include "cli/vet_target.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define ALL_BELOW "/..."

static bool is_dir(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISDIR(st.st_mode);
}

static bool is_skipped(const char *name)
{
    return name[0] == '.' || name[0] == '_' || !strcmp(name, "testdata") || !strcmp(name, "vendor");
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_subdirectories(Arena *arena, const char *dir, PathList *out)
{
    DIR *handle = opendir(dir);
    struct dirent *entry;
    while (handle && (entry = readdir(handle))) {
        const char *path = strcmp(dir, ".") ? arena_printf(arena, "%s/%s", dir, entry->d_name)
                                            : arena_printf(arena, "%s", entry->d_name);
        if (!is_skipped(entry->d_name) && is_dir(path))
            vec_push(out, path);
    }
    if (handle)
        closedir(handle);
    if (out->len)
        qsort(out->data, out->len, sizeof *out->data, by_name);
}

static bool has_sources(Arena *arena, const char *dir)
{
    PathList files = {0};
    bool any = module_files(arena, dir, false, &files) > 0 ||
               module_test_files(arena, dir, false, &files) > 0;
    vec_free(&files);
    return any;
}

static void add_below(Arena *arena, const char *dir, PathList *out)
{
    PathList inner = {0};
    if (has_sources(arena, dir))
        vec_push(out, dir);
    add_subdirectories(arena, dir, &inner);
    for (u32 i = 0; i < inner.len; i++)
        add_below(arena, inner.data[i], out);
    vec_free(&inner);
}

/* The file or directory that a name means; NULL: none. */
static const char *find(Arena *arena, const char *name)
{
    struct stat st;
    if (!strcmp(name, "-") || !stat(name, &st))
        return name;
    Module module = module_find(arena, ".");
    const char *dir = module_dir(arena, &module, name);
    module_free(&module);
    return dir && is_dir(dir) ? dir : NULL;
}

bool vet_targets(Arena *arena, const char *argument, PathList *out)
{
    size_t len = strlen(argument), tail = strlen(ALL_BELOW);
    bool below =
        !strcmp(argument, "...") || (len > tail && !strcmp(argument + len - tail, ALL_BELOW));
    const char *name = !below                     ? argument
                       : !strcmp(argument, "...") ? "."
                                                  : arena_strndup(arena, argument, len - tail);
    const char *path = find(arena, name);
    u32 before = out->len;
    if (path && below)
        add_below(arena, path, out);
    else if (path)
        vec_push(out, path);
    if (out->len == before)
        fprintf(stderr, "gol vet: %s: no such file, directory or package of this module\n",
                argument);
    return out->len > before;
}
