/* The packages of the library. gol's own are ranges of the embedded files, which are sorted by
 * path. */
#include "stdlib/loader.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/buf.h"
#include "base/whole_file.h"
#include "stdlib/go_source.h"

/* ---- gol's own ---- */

/* The first file of the package, or embedded_files_count: the directory of a file is its package's
 * import path. */
static size_t first_file(const char *path, size_t path_len)
{
    size_t i = 0;
    while (i < embedded_files_count && (strncmp(embedded_files[i].path, path, path_len) != 0 ||
                                        directory_len(embedded_files[i].path) != path_len))
        i++;
    return i;
}

static void add_own(const char *path, EmbeddedFiles *out)
{
    size_t len = strlen(path);
    for (size_t i = first_file(path, len); i < embedded_files_count; i++) {
        if (strncmp(embedded_files[i].path, path, len) != 0)
            break;
        if (directory_len(embedded_files[i].path) == len)
            vec_push(out, embedded_files[i]);
    }
}

/* ---- Go's, embedded ---- */

static const PackedPackage *find_packed(const char *path)
{
    for (size_t i = 0; i < packed_count; i++)
        if (strcmp(packed_packages[i].path, path) == 0)
            return &packed_packages[i];
    return NULL;
}

static const char *read_source(Arena *arena, const char *folder, const char *name, bool always);

/* From the installation at goroot, unless that is NULL. */
static void add_packed(Arena *arena, const char *goroot, const PackedPackage *package,
                       EmbeddedFiles *out)
{
    char *all = arena_alloc(arena, package->len);
    uLongf len = package->len;
    if (uncompress((Bytef *)all, &len, (const Bytef *)package->data, package->packed_len) != Z_OK)
        BUG("package %s is damaged", package->path);
    for (const char *name = all; name < all + len;) {
        const char *text = name + strlen(name) + 1;
        const char *path = arena_printf(arena, "%s/%s", package->path, name);
        size_t len_packed = strlen(text);
        if (goroot != NULL) {
            const char *folder = arena_printf(arena, "%s/src/%s", goroot, package->path);
            const char *other = read_source(arena, folder, name, true);
            if (other != NULL)
                vec_push(out, (EmbeddedFile){path, other, strlen(other)});
        } else {
            vec_push(out, (EmbeddedFile){path, text, len_packed});
        }
        name = text + len_packed + 1;
    }
}

/* ---- Go's, in an installation ---- */

static int is_go(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot != NULL && strcmp(dot, ".go") == 0;
}

/* The text of a file without comments; NULL: it cannot be read, or (unless `always`) is not for
 * this system. */
static const char *read_source(Arena *arena, const char *folder, const char *name, bool always)
{
    FILE *in = fopen(arena_printf(arena, "%s/%s", folder, name), "rb");
    if (in == NULL)
        return NULL;
    Buf text = {0};
    char block[4096];
    for (size_t got; (got = fread(block, 1, sizeof block, in)) > 0;)
        buf_add(&text, block, got);
    fclose(in);
    char *source = NULL;
    if (always || go_source_selected(name, buf_str(&text))) {
        source = arena_strndup(arena, buf_str(&text), text.len);
        go_source_strip(source);
    }
    buf_free(&text);
    return source;
}

static void add_installed(Arena *arena, const char *goroot, const char *path, EmbeddedFiles *out)
{
    struct dirent **entries;
    const char *folder = arena_printf(arena, "%s/src/%s", goroot, path);
    int count = scandir(folder, &entries, is_go, alphasort);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        const char *text = read_source(arena, folder, name, false);
        if (text != NULL)
            vec_push(out,
                     (EmbeddedFile){arena_printf(arena, "%s/%s", path, name), text, strlen(text)});
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

/* ---- all ---- */

LibraryOrigin stdlib_files(Arena *arena, const char *goroot, const char *path, EmbeddedFiles *out)
{
    u32 before = out->len;
    add_own(path, out);
    u32 own = out->len - before;
    const PackedPackage *packed = find_packed(path);
    bool go = packed != NULL ? !packed->partial : own == 0;
    if (go && goroot != NULL)
        add_installed(arena, goroot, path, out);
    if (go && packed != NULL && out->len == before + own)
        add_packed(arena, NULL, packed, out);
    if (out->len == before)
        return LIBRARY_NONE;
    return own == out->len - before ? LIBRARY_GOL : LIBRARY_GO;
}

void stdlib_rest(Arena *arena, const char *goroot, const char *path, EmbeddedFiles *out)
{
    const PackedPackage *packed = find_packed(path);
    add_own(arena_printf(arena, "internal/later/%s", path), out);
    if (packed != NULL && packed->partial)
        add_packed(arena, goroot, packed, out);
}

void stdlib_overlay(Arena *arena, const char *path, EmbeddedFiles *out)
{
    add_own(arena_printf(arena, "internal/over/%s", path), out);
}

#define MODELS "internal/vet/"

void stdlib_models(Arena *arena, const char *path, EmbeddedFiles *out)
{
    add_own(arena_printf(arena, MODELS "%s", path), out);
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A package that only the library itself may import, or a program. */
static bool is_internal(const char *path)
{
    return strncmp(path, "vendor/", 7) == 0 || strncmp(path, "internal/", 9) == 0 ||
           strncmp(path, "cmd/", 4) == 0 || strstr(path, "/internal") != NULL;
}

char *stdlib_modelled(const char *file)
{
    static const char models[] = MODELS;
    size_t len = sizeof models - 1;
    if (strncmp(file, models, len) != 0 || is_internal(file + len))
        return NULL;
    char *package = xstrdup(file + len);
    package[directory_len(package)] = 0;
    return package;
}

const char *const *stdlib_packages(Arena *arena)
{
    VEC(const char *) list = {0};
    for (size_t i = 0; i < embedded_files_count; i++) {
        const char *file = embedded_files[i].path;
        char *path = arena_strndup(arena, file, directory_len(file));
        if (!is_internal(path) && first_file(path, directory_len(file)) == i)
            avec_push(arena, &list, path);
    }
    for (size_t i = 0; i < packed_count; i++)
        if (!is_internal(packed_packages[i].path) &&
            first_file(packed_packages[i].path, strlen(packed_packages[i].path)) ==
                embedded_files_count)
            avec_push(arena, &list, packed_packages[i].path);
    if (list.len > 0)
        qsort(list.data, list.len, sizeof list.data[0], compare_paths);
    avec_push(arena, &list, NULL);
    return list.data;
}
