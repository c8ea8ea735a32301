/* From the names on the command line to directories. */
#include "cli/packages.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/whole_file.h"
#include "cli/similar.h"

const char *packages_import_path(Arena *arena, const char *path)
{
    Module module = module_find(arena, path);
    const char *name = is_directory(path) ? module_import_path(arena, &module, path) : NULL;
    return name ? name : path;
}

const char *packages_place(Arena *arena, const Module *module, const char *name)
{
    if (!strcmp(name, "-") || !access(name, F_OK))
        return name;
    const char *dir = module_dir(arena, module, module_canonical(arena, module, name));
    return dir && is_directory(dir) ? dir : NULL;
}

bool packages_has_sources(Arena *arena, const char *dir)
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

/* Whether a folder with a go.mod is a module of this workspace. */
static bool is_main_module(const Module *module, const char *path)
{
    struct stat here, there;
    for (u32 i = 0; i < module->mains.len; i++)
        if (!stat(path, &here) && !stat(module->mains.data[i].dir, &there) &&
            here.st_ino == there.st_ino && here.st_dev == there.st_dev)
            return true;
    return false;
}

/* Whether a line `ignore` of go.mod means the folder. */
static bool is_ignored(const Module *module, const char *path)
{
    char absolute[PATH_MAX];
    if (module->ignored.len == 0 || !realpath(path, absolute))
        return false;
    size_t len = strlen(absolute);
    for (u32 i = 0; i < module->ignored.len; i++) {
        const char *end = module->ignored.data[i];
        size_t n = strlen(end);
        if (n <= len && !strcmp(absolute + len - n, end))
            return true;
    }
    return false;
}

/* Whether the go command looks for packages in the folder. */
static bool is_searched(Arena *arena, const Module *module, const char *path, const char *name)
{
    if (name[0] == '.' || name[0] == '_' || !strcmp(name, "testdata") || !strcmp(name, "vendor"))
        return false;
    if (is_ignored(module, path))
        return false;
    struct stat st; /* not through links, which may lead in a circle */
    return !lstat(path, &st) && S_ISDIR(st.st_mode) &&
           (module->no_modules || access(arena_printf(arena, "%s/go.mod", path), F_OK) ||
            is_main_module(module, path));
}

void packages_below(Arena *arena, const Module *module, const char *dir, PathList *out)
{
    PathList below = {0};
    DIR *open = opendir(dir);
    if (packages_has_sources(arena, dir))
        vec_push(out, dir);
    for (struct dirent *entry; open && (entry = readdir(open));) {
        const char *path = strcmp(dir, ".") ? arena_printf(arena, "%s/%s", dir, entry->d_name)
                                            : arena_printf(arena, "%s", entry->d_name);
        if (is_searched(arena, module, path, entry->d_name))
            vec_push(&below, path);
    }
    if (open)
        closedir(open);
    if (below.len)
        qsort(below.data, below.len, sizeof *below.data, by_name);
    for (u32 i = 0; i < below.len; i++)
        packages_below(arena, module, below.data[i], out);
    vec_free(&below);
}

/* The import path of this module nearest to a name that looks like one. */
static const char *similar_path(Arena *arena, const Module *module, const char *name)
{
    size_t len = module->path ? strlen(module->path) : 0;
    if (!len || strncmp(name, module->path, len) != 0 || name[len] != '/')
        return NULL;
    const char *file = similar_file(arena, arena_printf(arena, "%s%s", module->dir, name + len));
    return file ? arena_printf(arena, "%s%s", module->path, file + strlen(module->dir)) : NULL;
}

static const char *similar_package(Arena *arena, const Module *module, const char *name)
{
    const char *path = similar_path(arena, module, name);
    return path ? path : similar_file(arena, name);
}

/* The main modules whose paths begin with that of a pattern, which is no package's itself. */
static void modules_below(Arena *arena, const Module *module, const char *base, PathList *out)
{
    size_t len = strlen(base);
    for (u32 i = 0; i < module->mains.len; i++) {
        const MainModule *each = &module->mains.data[i];
        if (!strncmp(each->path, base, len) && each->path[len] == '/')
            packages_below(arena, module, each->dir, out);
    }
}

/* Of the directories from index `first` on, those that a build with the tags takes a file of. */
static void keep_built(Arena *arena, const BuildTags *tags, u32 first, PathList *dirs)
{
    u32 kept = first;
    for (u32 i = first; i < dirs->len; i++)
        if (module_builds_any(arena, dirs->data[i], tags))
            dirs->data[kept++] = dirs->data[i];
    dirs->len = kept;
}

bool packages_add(Arena *arena, const char *command, const char *name, const BuildTags *tags,
                  PathList *out)
{
    size_t len = strlen(name);
    bool tree = len >= 3 && !strcmp(name + len - 3, "...") && (len == 3 || name[len - 4] == '/');
    const char *base = !tree      ? name
                       : len == 3 ? "."
                       : len == 4 ? "/"
                                  : arena_strndup(arena, name, len - 4);
    Module module = module_find(arena, ".");
    const char *place = packages_place(arena, &module, base);
    u32 before = out->len;
    if (place && tree)
        packages_below(arena, &module, place, out);
    else if (place)
        vec_push(out, place);
    else if (tree)
        modules_below(arena, &module, base, out);
    bool any = out->len > before;
    if (tree && tags)
        keep_built(arena, tags, before, out);
    if (any)
        return true;
    bool is_path = base[0] == '.' || base[0] == '/';
    const char *why = place || is_path ? NULL : module_missing(arena, &module, base);
    const char *other = place ? NULL : similar_package(arena, &module, base);
    if (tree)
        fprintf(stderr, "gol %s: %s matches no packages", command, name);
    else
        fprintf(stderr, "gol %s: %s: no such file, directory or package of this module%s%s",
                command, name, why ? ": " : "", why ? why : "");
    if (other)
        fprintf(stderr, ": did you mean %s%s?", other, tree ? "/..." : "");
    fputc('\n', stderr);
    return false;
}
