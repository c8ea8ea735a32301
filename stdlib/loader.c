/* The packages of the library: ranges of the embedded files, which are sorted by path. */
#include "stdlib/loader.h"

#include <string.h>

#include "base/vec.h"

/* Length of the directory part of a file's path, which is its package's import path. */
static size_t dir_len(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path);
}

const EmbeddedFile *stdlib_next_file(const char *path, const EmbeddedFile *after)
{
    size_t len = strlen(path);
    const EmbeddedFile *end = embedded_files + embedded_count;
    for (const EmbeddedFile *f = after == NULL ? embedded_files : after + 1; f < end; f++) {
        if (strncmp(f->path, path, len) == 0 && dir_len(f->path) == len)
            return f;
    }
    return NULL;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *const *stdlib_packages(Arena *arena)
{
    VEC(const char *) list = {0};
    for (size_t i = 0; i < embedded_count; i++) {
        const char *file = embedded_files[i].path;
        if (strncmp(file, "internal/", 9) == 0)
            continue;
        char *path = arena_strndup(arena, file, dir_len(file));
        if (stdlib_next_file(path, NULL) == &embedded_files[i])
            avec_push(arena, &list, path);
    }
    if (list.len > 0)
        qsort(list.data, list.len, sizeof list.data[0], compare_paths);
    avec_push(arena, &list, NULL);
    return list.data;
}
