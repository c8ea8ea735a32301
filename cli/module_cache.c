/* Finding modules that the go command has downloaded. */
#include "cli/module_cache.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* ---- settings ---- */

const char *go_settings_file(Arena *arena)
{
    const char *file = getenv("GOENV"), *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (file && *file)
        return file;
    if (config && *config)
        return arena_printf(arena, "%s/go/env", config);
    return home ? arena_printf(arena, "%s/.config/go/env", home) : NULL;
}

static const char *stored_setting(Arena *arena, const char *name)
{
    const char *path = go_settings_file(arena), *found = NULL;
    FILE *file = path ? fopen(path, "r") : NULL;
    char *line = NULL;
    size_t cap = 0, len = strlen(name);
    while (file && getline(&line, &cap, file) >= 0)
        if (!strncmp(line, name, len) && line[len] == '=')
            found = arena_strndup(arena, line + len + 1, strcspn(line + len + 1, "\r\n"));
    free(line);
    if (file)
        fclose(file);
    return found && *found ? found : NULL;
}

const char *go_setting(Arena *arena, const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : stored_setting(arena, name);
}

void gopath_folders(Arena *arena, FolderList *out)
{
    const char *path = go_setting(arena, "GOPATH"), *home = getenv("HOME");
    if (!path && home)
        path = arena_printf(arena, "%s/go", home);
    for (size_t len; path && *path; path += len + (path[len] == ':')) {
        len = strcspn(path, ":");
        if (len)
            avec_push(arena, out, arena_strndup(arena, path, len));
    }
}

const char *module_cache(Arena *arena)
{
    const char *cache = go_setting(arena, "GOMODCACHE");
    FolderList folders = {0};
    if (!cache)
        gopath_folders(arena, &folders);
    return cache         ? cache
           : folders.len ? arena_printf(arena, "%s/pkg/mod", folders.data[0])
                         : "/nonexistent";
}

/* ---- the cache ---- */

/* As the cache writes names, for file systems without upper case: "!burnt!sushi". */
static const char *escaped(Arena *arena, const char *name)
{
    Buf out = {0};
    for (; *name; name++) {
        if (isupper((unsigned char)*name))
            buf_putc(&out, '!');
        buf_putc(&out, (char)tolower((unsigned char)*name));
    }
    const char *copy = arena_strndup(arena, buf_str(&out), out.len);
    buf_free(&out);
    return copy;
}

const char *module_cache_dir(Arena *arena, const char *path, const char *version)
{
    return arena_printf(arena, "%s/%s@%s", module_cache(arena), escaped(arena, path),
                        escaped(arena, version));
}

bool module_need(Arena *arena, RequiredList *list, const char *path, const char *version)
{
    for (u32 i = 0; i < list->len; i++) {
        Required *known = &list->data[i];
        if (strcmp(known->path, path) != 0)
            continue;
        bool raises = gomod_compare(known->version, version) < 0;
        if (raises)
            known->version = version;
        return raises;
    }
    avec_push(arena, list, (Required){path, version});
    return true;
}

/* Reads what a module of the cache needs into *mod; false: the cache does not have it. */
static bool read_cached(Arena *arena, const char *cache, Required module, GoMod *mod)
{
    const char *dir =
        arena_printf(arena, "%s/cache/download/%s/@v", cache, escaped(arena, module.path));
    return gomod_read(arena, dir, arena_printf(arena, "%s.mod", escaped(arena, module.version)),
                      mod);
}

void module_cache_close(Arena *arena, RequiredList *needed)
{
    const char *cache = module_cache(arena);
    bool changed = true;
    while (changed) { /* ends: versions only rise, and the cache is finite */
        changed = false;
        for (u32 i = 0; i < needed->len; i++) {
            GoMod mod = {0};
            read_cached(arena, cache, needed->data[i], &mod);
            for (u32 j = 0; j < mod.required.len; j++)
                changed |= module_need(arena, needed, mod.required.data[j].path,
                                       mod.required.data[j].version);
        }
    }
}
