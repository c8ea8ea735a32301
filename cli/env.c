/* gol env: the settings that gol goes by, under the names that go env gives them. */
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/whole_file.h"
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

/* ---- the file of settings ---- */

static bool PRINTF_LIKE(1, 2) refuse(const char *fmt, ...)
{
    va_list args;
    fputs("gol env: ", stderr);
    va_start(args, fmt);
    vfprintf(stderr, fmt, args);
    va_end(args);
    fputc('\n', stderr);
    return false;
}

/* Whether the name, of that length, is one of a setting that may be in the file. */
static bool may_be_stored(const char *name, size_t len)
{
    static const char *const beginnings[] = {"GO", "CGO_", "CC", "CXX", "AR", "FC", "PKG_CONFIG"};
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    bool known = false;
    for (u32 i = 0; i < COUNT_OF(beginnings); i++)
        known |= !strncmp(name, beginnings[i], strlen(beginnings[i]));
    if (!known || strspn(name, letters) < len)
        return refuse("%.*s is no setting of the go command", (int)len, name);
    if (len == strlen("GOENV") && !strncmp(name, "GOENV", len))
        return refuse("GOENV says which file this is: only the environment can");
    return true;
}

/* What -w or -u says, "NAME=VALUE" or "NAME". */
static bool change_ok(const Options *options, const char *change)
{
    const char *equals = strchr(change, '=');
    if (options->tool.set && !equals)
        return refuse("-w takes NAME=VALUE, not %s", change);
    if (options->tool.unset && equals)
        return refuse("-u takes NAME, not %s", change);
    size_t len = equals ? (size_t)(equals - change) : strlen(change);
    if (!may_be_stored(change, len))
        return false;
    if (strpbrk(change, "\r\n"))
        return refuse("a value is one line");
    return true;
}

/* Whether a line of the file is about a setting that changes. */
static bool is_changed(const Options *options, const char *line)
{
    for (u32 i = 0; i < options->packages.len; i++) {
        const char *change = options->packages.data[i];
        size_t len = strcspn(change, "=");
        if (!strncmp(line, change, len) && line[len] == '=')
            return true;
    }
    return false;
}

/* The environment goes before the file. */
static void warn_hidden(Arena *arena, const char *change)
{
    const char *equals = strchr(change, '=');
    const char *name = arena_strndup(arena, change, (size_t)(equals - change));
    const char *value = getenv(name);
    if (value && *value && strcmp(value, equals + 1) != 0)
        fprintf(stderr, "gol env: warning: %s is %s in the environment, which goes before it\n",
                name, value);
}

static bool store(Arena *arena, const Options *options)
{
    const char *path = go_settings_file(arena);
    if (!path || !strcmp(path, "off"))
        return refuse("there is no file of settings: GOENV or HOME says which it is");
    for (u32 i = 0; i < options->packages.len; i++)
        if (!change_ok(options, options->packages.data[i]))
            return false;
    Buf old = {0}, text = {0};
    int error = whole_file_read(path, &old);
    char *rest = error ? NULL : arena_strndup(arena, buf_str(&old), old.len);
    for (char *line; rest && (line = strsep(&rest, "\n"));)
        if (*line && !is_changed(options, line))
            buf_printf(&text, "%s\n", line);
    for (u32 i = 0; options->tool.set && i < options->packages.len; i++) {
        buf_printf(&text, "%s\n", options->packages.data[i]);
        warn_hidden(arena, options->packages.data[i]);
    }
    char *folder = arena_strndup(arena, path, strlen(path));
    error = make_directories(dirname(folder)) ? whole_file_write(path, &text) : errno;
    buf_free(&old);
    buf_free(&text);
    return !error || refuse("cannot write %s: %s", path, strerror(error));
}

/* ---- printing ---- */

/* A name that gol does not know has no value, as for the go command. */
static void print_some(Arena *arena, const Options *options)
{
    cJSON *object = options->out.json ? cJSON_CreateObject() : NULL;
    for (u32 i = 0; i < options->packages.len; i++) {
        const Setting *setting = find(options->packages.data[i]);
        const char *name = options->packages.data[i];
        const char *value = setting                   ? value_of(arena, setting)
                            : !strncmp(name, "GO", 2) ? go_setting(arena, name)
                                                      : NULL;
        value = value ? value : "";
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
    if (ok && options.tool.set && options.tool.unset)
        ok = refuse("-w writes settings and -u removes them: not both");
    if (ok && (options.tool.set || options.tool.unset))
        ok = store(&arena, &options);
    else if (ok && options.packages.len)
        print_some(&arena, &options);
    else if (ok)
        print_all(&arena, options.out.json);
    arena_free(&arena);
    options_free(&options);
    return ok ? STATUS_CLEAN : STATUS_USAGE;
}
