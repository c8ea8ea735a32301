/* gol build: a program as one executable, a copy of gol with the program's sources in it. What it
 * does when it runs is what gol run does. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/whole_file.h"
#include "cli/build.h"
#include "cli/commands.h"
#include "cli/load.h"
#include "cli/module_cache.h"
#include "cli/packages.h"
#include "cli/self.h"
#include "cli/setup.h"

const char *build_default_name(Arena *arena, const char *path)
{
    char absolute[4096];
    struct stat st;
    const char *name = realpath(path, absolute) ? absolute : path;
    bool file = !stat(path, &st) && !S_ISDIR(st.st_mode);
    Module module = module_find(arena, path);
    const char *import_path = file ? NULL : module_import_path(arena, &module, path);
    if (import_path)
        name = import_path;
    const char *last = strrchr(name, '/');
    if (import_path && last && module_version_length(last))
        name = arena_strndup(arena, name, (size_t)(last - name));
    name = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
    const char *dot = file ? strrchr(name, '.') : NULL;
    return arena_strndup(arena, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

const char *build_name(Arena *arena, const Options *options, const char *suffix)
{
    const char *out = options->executable;
    const char *name =
        arena_printf(arena, "%s%s", build_default_name(arena, options->path), suffix);
    if (!out)
        return name;
    size_t len = strlen(out);
    bool dir = is_directory(out) || (len && out[len - 1] == '/');
    return dir ? arena_printf(arena, "%s/%s", out, name) : out;
}

/* What is not a program is compiled only, as the go command does. */
static bool is_program_of(const Loaded *loaded)
{
    const Expr *package = loaded->files.data[0]->package;
    return !package || !strcmp(package->ident.name->text, "main");
}

void build_describe(Bundle *bundle, const Loaded *loaded, const Options *options)
{
    const char *path = loaded->main_path ? loaded->main_path : "";
    bundle->main_path = arena_strndup(&bundle->arena, path, strlen(path));
    bundle->go_minor = loaded->go_minor;
    bundle->flags.len = 0;
    for (u32 i = 0; i < options->given.len; i++)
        avec_push(&bundle->arena, &bundle->flags, options->given.data[i]);
    if (loaded->build_info)
        bundle_add(bundle, (BundledFile){.package = BUNDLED_INFO,
                                         .name = "",
                                         .text = loaded->build_info,
                                         .len = (u32)strlen(loaded->build_info)});
    if (options->executable && self_makes(options->executable))
        bundle_add(bundle, (BundledFile){.package = BUNDLED_ITSELF, .name = "", .text = ""});
}

bool build_write(const Bundle *bundle, const Options *options, const char *name)
{
    if (!is_directory(name))
        return bundle_write(bundle, name);
    fprintf(stderr, "gol %s: %s is a directory: -o FILE names another\n", options->command, name);
    return false;
}

/* One package, of several: those are compiled only, unless -o names a directory. */
static bool build(Options *options, const char *place, bool several)
{
    Loaded loaded;
    Bundle bundle = {.main_path = ""};
    options->path = place;
    options->record = &bundle;
    load_begin(&loaded, place, options);
    bool ok = load_path(&loaded, place) && load_finish(&loaded, options, SHOWN_ERRORS);
    if (ok && is_program_of(&loaded) && (!several || options->executable)) {
        build_describe(&bundle, &loaded, options);
        ok = build_write(&bundle, options, build_name(&bundle.arena, options, ""));
    }
    load_free(&loaded);
    bundle_free(&bundle);
    options->record = NULL;
    return ok;
}

/* A pattern also matches folders that hold nothing but tests. */
static bool has_only_tests(Arena *arena, const char *place)
{
    PathList files = {0};
    bool none = is_directory(place) && module_files(arena, place, false, &files) == 0;
    vec_free(&files);
    return none;
}

static bool several_ok(const Options *options, const PathList *places)
{
    const char *out = options->executable;
    for (u32 i = 0; i < places->len; i++)
        if (!is_directory(places->data[i])) {
            fprintf(stderr, "gol build: one program at a time, or packages: what is %s?\n",
                    places->data[i]);
            return false;
        }
    if (!out || is_directory(out) || (*out && out[strlen(out) - 1] == '/'))
        return true;
    fprintf(stderr, "gol build: -o must be a directory, for several packages\n");
    return false;
}

static bool build_all(Arena *arena, Options *options)
{
    BuildTags tags = load_tags(options);
    PathList places = {0};
    bool ok = true;
    for (u32 i = 0; i < options->packages.len; i++)
        ok &= packages_add(arena, "build", options->packages.data[i], &tags, &places);
    bool several = places.len > 1;
    ok = ok && (!several || several_ok(options, &places));
    for (u32 i = 0, n = ok ? places.len : 0; i < n; i++)
        if (!several || !has_only_tests(arena, places.data[i]))
            ok &= build(options, places.data[i], several);
    vec_free(&places);
    return ok;
}

int cmd_build(int argc, char **argv)
{
    Options options;
    Arena arena = {0};
    bool ok = options_parse(&options, "build", FOR_BUILD, argc, argv);
    if (ok && options.packages.len == 0)
        vec_push(&options.packages, ".");
    ok = ok && build_all(&arena, &options);
    arena_free(&arena);
    options_free(&options);
    return ok ? STATUS_CLEAN : STATUS_USAGE;
}

/* ---- installing ---- */

/* Where the go command installs programs; NULL, after a message: nowhere. */
static const char *install_directory(Arena *arena)
{
    const char *bin = go_setting(arena, "GOBIN");
    FolderList folders = {0};
    if (!bin)
        gopath_folders(arena, &folders);
    if (!bin && folders.len)
        bin = arena_printf(arena, "%s/bin", folders.data[0]);
    if (!bin)
        fprintf(stderr, "gol install: neither GOBIN nor GOPATH nor HOME is set\n");
    else if (!make_directories(bin))
        fprintf(stderr, "gol install: cannot make %s: %s\n", bin, strerror(errno));
    else
        return bin;
    return NULL;
}

/* Versions are what the go command downloads. */
static bool no_versions(const Options *options)
{
    for (u32 i = 0; i < options->packages.len; i++)
        if (strchr(options->packages.data[i], '@')) {
            fprintf(stderr, "gol install: %s: go install downloads versions, gol does not\n",
                    options->packages.data[i]);
            return false;
        }
    return true;
}

int cmd_install(int argc, char **argv)
{
    Options options;
    Arena arena = {0};
    bool ok = options_parse(&options, "install", FOR_INSTALL, argc, argv) && no_versions(&options);
    if (ok && options.packages.len == 0)
        vec_push(&options.packages, ".");
    options.executable = ok ? install_directory(&arena) : NULL;
    ok = options.executable && build_all(&arena, &options);
    arena_free(&arena);
    options_free(&options);
    return ok ? STATUS_CLEAN : STATUS_USAGE;
}

/* ---- running what was built ---- */

/* The words of GOLFLAGS, separated by blanks; in arena. */
static void add_words(Arena *arena, const char *text, Bundle *bundle)
{
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        size_t len = strcspn(text, " ");
        avec_push(arena, &bundle->flags, arena_strndup(arena, text, len));
        text += len;
    }
}

int run_built(Bundle *bundle, int argc, char **argv)
{
    Options options;
    const char *more = getenv("GOLFLAGS");
    if (more)
        add_words(&bundle->arena, more, bundle);
    if (bundle_find(bundle, BUNDLED_TESTS, NULL) || bundle_find(bundle, BUNDLED_EXTERNAL, NULL))
        return test_built(bundle, argc, argv);
    int status = STATUS_USAGE;
    if (options_parse(&options, "run", FOR_RUN, (int)bundle->flags.len,
                      (char **)(uintptr_t)bundle->flags.data)) {
        options.path = argv[0];
        options.argc = argc - 1;
        options.argv = argv + 1;
        options.bundle = bundle;
        options.real_time |= self_is(bundle);
        status = run_program(&options);
    }
    options_free(&options);
    return status;
}
