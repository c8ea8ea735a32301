/* gol doc: Go's own doc, run by gol, for a package of the module or of the library. */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/output.h"
#include "base/whole_file.h"
#include "cli/commands.h"
#include "cli/installed.h"
#include "cli/options.h"
#include "cli/packages.h"
#include "cli/repeat.h"
#include "cli/tool.h"
#include "stdlib/loader.h"

/* A package that may be meant. */
typedef struct Meant {
    const char *dir, *path;
} Meant;

typedef struct Documenting {
    Arena arena;
    const Options *options;
    Module module;
    const char *const *library; /* import paths, up to NULL */
    VEC(Meant) meant;
    VEC(const char *)
    written; /* files for the library's text, and their directories, to be removed */
} Documenting;

/* ---- the library ---- */

/* The name of a file as Go's tools want it. */
static const char *go_name(Documenting *d, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return arena_printf(&d->arena, "%.*s.go", (int)(dot - name), name);
}

/* Writes the files into a directory of their own; NULL, after a message: it cannot. */
static const char *write_out(Documenting *d, const EmbeddedFiles *files)
{
    char *dir = arena_printf(&d->arena, "%s/gol-doc-XXXXXX", repeat_directory());
    if (!mkdtemp(dir)) {
        perror("gol doc");
        return NULL;
    }
    vec_push(&d->written, dir);
    for (u32 i = 0; i < files->len; i++) {
        const EmbeddedFile *file = &files->data[i];
        const char *path = arena_printf(&d->arena, "%s/%s", dir, go_name(d, file->path));
        OutputFile *output = output_open_whole(path);
        if (!output)
            return NULL;
        fwrite(file->text, 1, file->len, output->file);
        output_close(output);
        vec_push(&d->written, path);
    }
    return dir;
}

static bool add_library(Documenting *d, const char *path)
{
    EmbeddedFiles files = {0};
    const char *dir = installed_package(&d->arena, d->options->goroot, path);
    if (!dir) {
        stdlib_files(&d->arena, NULL, path, &files);
        stdlib_rest(&d->arena, NULL, path, &files);
        dir = write_out(d, &files);
    }
    vec_free(&files);
    if (dir)
        vec_push(&d->meant, (Meant){dir, path});
    return dir != NULL;
}

/* ---- which package is meant ---- */

/* gol's library, and what an installation has besides: builtin, unsafe. */
static bool is_of_library(Documenting *d, const char *name)
{
    if (!strcmp(name, "builtin") || !strcmp(name, "unsafe"))
        return installed_package(&d->arena, d->options->goroot, name) != NULL;
    for (u32 i = 0; d->library[i]; i++)
        if (!strcmp(d->library[i], name))
            return true;
    return false;
}

static void add_place(Documenting *d, const char *absolute, const char *path)
{
    vec_push(&d->meant, (Meant){arena_strndup(&d->arena, absolute, strlen(absolute)), path});
}

/* A package of the module by the last elements of its path: "calc", "cmd/tool". */
static bool add_endings_here(Documenting *d, const char *name)
{
    PathList dirs = {0};
    size_t len = strlen(name);
    if (d->module.dir)
        packages_below(&d->arena, &d->module, d->module.dir, &dirs);
    for (u32 i = 0; i < dirs.len; i++) {
        const char *path = packages_import_path(&d->arena, dirs.data[i]);
        size_t all = strlen(path);
        if (all > len && path[all - len - 1] == '/' && !strcmp(path + all - len, name))
            add_place(d, dirs.data[i], path);
    }
    vec_free(&dirs);
    return d->meant.len > 0;
}

/* "json" is encoding/json, "rand" crypto/rand or math/rand. */
static bool add_endings(Documenting *d, const char *name)
{
    size_t len = strlen(name);
    for (u32 i = 0; d->library[i]; i++) {
        size_t all = strlen(d->library[i]);
        const char *end = d->library[i] + all - len;
        if (all > len && end[-1] == '/' && !strcmp(end, name))
            add_library(d, d->library[i]);
    }
    return d->meant.len > 0 || add_endings_here(d, name);
}

static bool add_package(Documenting *d, const char *name)
{
    char absolute[PATH_MAX];
    bool is_path = *name == '.' || *name == '/';
    if (!is_path && is_of_library(d, name))
        return add_library(d, name);
    const char *dir = is_path ? name : module_dir(&d->arena, &d->module, name);
    if (!dir || !realpath(dir, absolute) || !is_directory(absolute))
        return !is_path && add_endings(d, name);
    add_place(d, absolute, is_path ? packages_import_path(&d->arena, absolute) : name);
    return true;
}

/* PACKAGE.SYMBOL, where the package may have dots in its path; else a symbol of this directory. */
static const char *find_symbol(Documenting *d, const char *name)
{
    const char *slash = strrchr(name, '/');
    if (!(isupper((unsigned char)*name) && !slash) && add_package(d, name))
        return "";
    for (const char *dot = strchr(slash ? slash : name, '.'); dot; dot = strchr(dot + 1, '.')) {
        if (dot == name || isupper((unsigned char)*name))
            continue;
        if (add_package(d, arena_strndup(&d->arena, name, (size_t)(dot - name))))
            return dot + 1;
    }
    if (!slash)
        add_package(d, ".");
    return name;
}

/* ---- asking doc ---- */

static void add_flags(const ToolOptions *flags, ToolArgs *args)
{
    vec_push(args, "doc");
    if (flags->all)
        vec_push(args, "-all");
    if (flags->unexported)
        vec_push(args, "-u");
    if (flags->source)
        vec_push(args, "-src");
    if (flags->exact_case)
        vec_push(args, "-c");
    if (flags->brief)
        vec_push(args, "-short");
    if (flags->command)
        vec_push(args, "-cmd");
    vec_push(args, "--");
}

static bool ask(Documenting *d, const char *symbol)
{
    ToolArgs args = {0};
    add_flags(&d->options->tool, &args);
    vec_push(&args, symbol);
    for (u32 i = 0; i < d->meant.len; i++) {
        vec_push(&args, d->meant.data[i].dir);
        vec_push(&args, d->meant.data[i].path);
    }
    bool ok = tool_run("cmd/doc", &args) == 0;
    vec_free(&args);
    return ok;
}

static bool document(Documenting *d)
{
    const char *const *words = d->options->packages.data;
    u32 count = d->options->packages.len;
    const char *symbol = "";
    if (count > 2) {
        fprintf(stderr, "gol doc: a package and a symbol at most\n");
        return false;
    }
    if (count == 1)
        symbol = find_symbol(d, words[0]);
    else
        add_package(d, count ? words[0] : ".");
    if (count == 2)
        symbol = words[1];
    if (d->meant.len)
        return ask(d, symbol);
    fprintf(stderr, "gol doc: there is no package %s\n", count ? words[0] : ".");
    return false;
}

static void remove_written(Documenting *d)
{
    for (u32 i = d->written.len; i > 0; i--) /* directories come before their files */
        remove(d->written.data[i - 1]);
}

int cmd_doc(int argc, char **argv)
{
    Options options;
    bool ok = options_parse(&options, "doc", FOR_DOC, argc, argv);
    Documenting d = {.options = &options};
    d.module = module_find(&d.arena, ".");
    d.library = stdlib_packages(&d.arena);
    ok = ok && document(&d);
    remove_written(&d);
    vec_free(&d.meant);
    vec_free(&d.written);
    arena_free(&d.arena);
    options_free(&options);
    return ok ? STATUS_CLEAN : STATUS_USAGE;
}
