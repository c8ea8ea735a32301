/* gol env: the settings that gol goes by, under the names that go env gives them. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "cli/commands.h"
#include "cli/installed.h"
#include "cli/module.h"
#include "cli/module_cache.h"
#include "cli/options.h"

typedef struct Setting {
    const char *name;
    const char *(*value)(
        Arena *arena); /* NULL: what the environment, or the file of go env -w, says */
    const char *fixed; /* the value whatever these say; NULL: none */
} Setting;

static const char *module_file(Arena *arena)
{
    Module module = module_find(arena, ".");
    return module.dir ? arena_printf(arena, "%s/go.mod", module.dir) : "/dev/null";
}

static const char *workspace_file(Arena *arena)
{
    Module module = module_find(arena, ".");
    return module.work ? module.work : "";
}

static const char *gopath(Arena *arena)
{
    FolderList folders = {0};
    Buf all = {0};
    gopath_folders(arena, &folders);
    for (u32 i = 0; i < folders.len; i++)
        buf_printf(&all, "%s%s", i ? ":" : "", folders.data[i]);
    const char *text = arena_strndup(arena, buf_str(&all), all.len);
    buf_free(&all);
    return text;
}

static const char *version(Arena *arena)
{
    return arena_printf(arena, "go1.%d", NEWEST_GO);
}

static const char *executable(Arena *arena)
{
    char path[PATH_MAX];
    return realpath("/proc/self/exe", path) ? arena_strndup(arena, path, strlen(path)) : "";
}

/* Where Go is installed, if it is: gol doc and gol list find the library's text there. */
static const char *goroot(Arena *arena)
{
    const char *src = installed_package(arena, NULL, "");
    return src ? arena_strndup(arena, src, strlen(src) - strlen("/src")) : "";
}

static const char *settings_file(Arena *arena)
{
    const char *path = go_settings_file(arena);
    return path ? path : "";
}

static const Setting settings[] = {
    {"CGO_ENABLED", NULL, "0"},       {"GO111MODULE", NULL, NULL},
    {"GOAMD64", NULL, "v1"},          {"GOARCH", NULL, "amd64"},
    {"GOENV", settings_file, NULL},   {"GOEXE", NULL, ""},
    {"GOEXPERIMENT", NULL, ""},       {"GOFLAGS", NULL, NULL},
    {"GOHOSTARCH", NULL, "amd64"},    {"GOHOSTOS", NULL, "linux"},
    {"GOL", executable, NULL},        {"GOLFLAGS", NULL, NULL},
    {"GOMOD", module_file, NULL},     {"GOMODCACHE", module_cache, NULL},
    {"GOOS", NULL, "linux"},          {"GOPATH", gopath, NULL},
    {"GOROOT", goroot, NULL},         {"GOVERSION", version, NULL},
    {"GOWORK", workspace_file, NULL},
};

static const char *value_of(Arena *arena, const Setting *setting)
{
    if (setting->fixed || setting->value)
        return setting->fixed ? setting->fixed : setting->value(arena);
    const char *value = go_setting(arena, setting->name);
    return value ? value : "";
}

static const Setting *find(const char *name)
{
    for (u32 i = 0; i < COUNT_OF(settings); i++)
        if (!strcmp(settings[i].name, name))
            return &settings[i];
    return NULL;
}

/* As a shell reads it. */
static void print_quoted(const char *name, const char *value)
{
    printf("%s='", name);
    for (; *value; value++)
        if (*value == '\'')
            printf("'\\''");
        else
            putchar(*value);
    printf("'\n");
}

static void print_all(Arena *arena, bool json)
{
    cJSON *object = json ? cJSON_CreateObject() : NULL;
    for (u32 i = 0; i < COUNT_OF(settings); i++) {
        const char *value = value_of(arena, &settings[i]);
        if (json)
            cJSON_AddStringToObject(object, settings[i].name, value);
        else
            print_quoted(settings[i].name, value);
    }
    if (json)
        json_print(object, true, stdout);
}

/* A name that gol does not know has no value, as for the go command. */
static void print_some(Arena *arena, const Options *options)
{
    cJSON *object = options->out.json ? cJSON_CreateObject() : NULL;
    for (u32 i = 0; i < options->packages.len; i++) {
        const Setting *setting = find(options->packages.data[i]);
        const char *value = setting ? value_of(arena, setting) : "";
        if (object)
            cJSON_AddStringToObject(object, options->packages.data[i], value);
        else
            printf("%s\n", value);
    }
    if (object)
        json_print(object, true, stdout);
}

int cmd_env(int argc, char **argv)
{
    Options options;
    Arena arena = {0};
    bool ok = options_parse(&options, "env", FOR_ENV, argc, argv);
    if (ok && options.packages.len)
        print_some(&arena, &options);
    else if (ok)
        print_all(&arena, options.out.json);
    arena_free(&arena);
    options_free(&options);
    return ok ? STATUS_CLEAN : STATUS_USAGE;
}
