/* What debug.ReadBuildInfo finds, as the go command writes it into executables. */
#include "cli/build_info.h"

#include "base/whole_file.h"

typedef VEC(ModuleHome) HomeList;

static int by_path(const void *a, const void *b)
{
    const ModuleHome *x = a, *y = b;
    return strcmp(x->path, y->path);
}

static bool is_listed(const HomeList *homes, const char *path)
{
    for (u32 i = 0; i < homes->len; i++)
        if (!strcmp(homes->data[i].path, path))
            return true;
    return false;
}

/* The module of a package that the program imports. Of a package in a folder vendor only the import
 * path says which it is; the folder is left out then. */
static ModuleHome home_of(Loaded *loaded, const char *import_path)
{
    ModuleHome home = module_home_of(&loaded->arena, &loaded->module, import_path);
    const Required *needed = module_provider(&loaded->module, import_path);
    if (home.path || !needed)
        return home;
    return (ModuleHome){.path = needed->path, .version = needed->version};
}

static bool asks(const PackageList *packages)
{
    for (u32 i = 0; i < packages->len; i++)
        if (!strcmp(packages->data[i]->path, "runtime/debug"))
            return true;
    return false;
}

/* The modules, other than the program's, that its packages are from, by their paths. */
static void find_homes(Loaded *loaded, const PackageList *packages, HomeList *out)
{
    for (u32 i = 0; i < packages->len; i++) {
        const Package *package = packages->data[i];
        if (package->is_library || !strcmp(package->path, "main"))
            continue;
        ModuleHome home = home_of(loaded, package->path);
        if (home.path && strcmp(home.path, loaded->module.path) != 0 && !is_listed(out, home.path))
            vec_push(out, home);
    }
    if (out->len)
        qsort(out->data, out->len, sizeof *out->data, by_path);
}

/* What go.sum says of that version: a line is "PATH VERSION SUM". Empty: nothing. */
static const char *sum_of(Loaded *loaded, const char *path, const char *version)
{
    Buf text = {0};
    const char *name = arena_printf(&loaded->arena, "%s/go.sum", loaded->module.dir);
    const char *start = arena_printf(&loaded->arena, "%s %s ", path, version);
    const char *sum = "";
    if (!whole_file_read(name, &text))
        for (const char *at = strstr(buf_str(&text), start); at; at = strstr(at + 1, start)) {
            if (at > text.data && at[-1] != '\n')
                continue;
            at += strlen(start);
            sum = arena_strndup(&loaded->arena, at, strcspn(at, "\r\n"));
            break;
        }
    buf_free(&text);
    return sum;
}

/* A module on a line of its own; one without a version is a folder. */
static void add_module(Buf *out, const char *word, const char *path, const char *version,
                       const char *sum)
{
    buf_printf(out, "%s\t%s\t%s\t%s\n", word, path, version ? version : "(devel)", sum);
}

/* Of a module in a folder vendor, which may have been changed, there is no sum. */
static const char *needed_sum(Loaded *loaded, const ModuleHome *home)
{
    return home->version && home->dir ? sum_of(loaded, home->path, home->version) : "";
}

static void add_needed(Loaded *loaded, Buf *out, const ModuleHome *home)
{
    const Replaced *by = home->replaced;
    if (!by) {
        add_module(out, "dep", home->path, home->version, needed_sum(loaded, home));
        return;
    }
    buf_printf(out, "dep\t%s\t%s\n", home->path, home->version ? home->version : "(devel)");
    const char *sum = by->to_version ? sum_of(loaded, by->to, by->to_version) : "";
    add_module(out, "=>", by->to, by->to_version, sum);
}

static void add_settings(Buf *out, const Options *options)
{
    buf_puts(out, "build\t-compiler=gol\n");
    if (options->link_flags)
        buf_printf(out, "build\t-ldflags=\"%s\"\n", options->link_flags);
    if (options->race)
        buf_puts(out, "build\t-race=true\n");
    if (options->tags)
        buf_printf(out, "build\t-tags=%s\n", options->tags);
    buf_puts(out, "build\tCGO_ENABLED=0\nbuild\tGOARCH=amd64\nbuild\tGOOS=linux\n"
                  "build\tGOAMD64=v1\n");
}

/* Whether it is a test of a package that is no program. */
static bool is_part(const Loaded *loaded)
{
    const char *name = load_package_name(loaded);
    return loaded->entry && strcmp(name, "main") != 0 && strcmp(name, "main_test") != 0;
}

const char *build_info(Loaded *loaded, const Options *options)
{
    PackageList packages = {0};
    HomeList homes = {0};
    Buf text = {0};
    check_packages(loaded->checker, &packages);
    bool known = loaded->module.path && options->path && asks(&packages);
    if (known && !is_part(loaded)) {
        bool whole = is_directory(options->path);
        buf_printf(&text, "path\t%s\n", whole ? loaded->main_path : "command-line-arguments");
        if (whole)
            add_module(&text, "mod", loaded->module.path, NULL, "");
        find_homes(loaded, &packages, &homes);
        for (u32 i = 0; i < homes.len; i++)
            add_needed(loaded, &text, &homes.data[i]);
        add_settings(&text, options);
    }
    buf_putc(&text, '\n');
    const char *all = known ? arena_strndup(&loaded->arena, text.data, text.len) : NULL;
    buf_free(&text);
    vec_free(&homes);
    vec_free(&packages);
    return all;
}
