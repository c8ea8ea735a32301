#include "cli/load.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

#include "stdlib/loader.h"

/* ---- the library as the checker's package loader ---- */

static int load_package(PackageLoader *self, Sources *sources, const char *path,
                        SourceFile ***files, bool *is_library)
{
    (void)self;
    VEC(SourceFile *) found = {0};
    const EmbeddedFile *file = NULL;
    while ((file = stdlib_next_file(path, file))) {
        SourceFile *source = source_add(sources, file->path, file->text, file->len);
        if (!source)
            continue;
        source->is_library = true;
        vec_push(&found, source);
    }
    *files = found.data;
    *is_library = true;
    return found.len ? (int)found.len : -1;
}

static const char *const *list_packages(PackageLoader *self)
{
    Loaded *loaded = (Loaded *)((char *)self - offsetof(Loaded, loader));
    return stdlib_packages(&loaded->arena);
}

/* ---- source files ---- */

static bool has_suffix(const char *name, const char *suffix)
{
    size_t n = strlen(name), m = strlen(suffix);
    return n > m && !strcmp(name + n - m, suffix);
}

static bool is_source_name(const char *name)
{
    return (has_suffix(name, ".go") || has_suffix(name, ".gol")) &&
           !has_suffix(name, "_test.go") && !has_suffix(name, "_test.gol") && name[0] != '.' &&
           name[0] != '_';
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool parse_one(Loaded *loaded, const char *path)
{
    SourceFile *source = source_load(&loaded->sources, path);
    if (!source) {
        fprintf(stderr, "gol: cannot read %s: %s\n", path, strerror(errno));
        return false;
    }
    for (u32 i = 0; i < source->len; i++)
        loaded->hash = (loaded->hash ^ (u8)source->text[i]) * 0x100000001b3ull;
    ParseContext cx = {&loaded->arena, &loaded->syms, &loaded->diags, false};
    vec_push(&loaded->files, parse_file(&cx, source));
    return true;
}

static bool parse_dir(Loaded *loaded, const char *path)
{
    DIR *dir = opendir(path);
    if (!dir) {
        fprintf(stderr, "gol: cannot read %s: %s\n", path, strerror(errno));
        return false;
    }
    VEC(char *) names = {0};
    struct dirent *entry;
    while ((entry = readdir(dir)))
        if (is_source_name(entry->d_name))
            vec_push(&names, arena_printf(&loaded->arena, "%s/%s", path, entry->d_name));
    closedir(dir);
    if (names.len)
        qsort(names.data, names.len, sizeof *names.data, by_name);
    bool ok = names.len > 0;
    if (!ok)
        fprintf(stderr, "gol: no .go or .gol files in %s\n", path);
    for (u32 i = 0; ok && i < names.len; i++)
        ok = parse_one(loaded, names.data[i]);
    vec_free(&names);
    return ok;
}

static bool parse_path(Loaded *loaded, const char *path)
{
    struct stat st;
    if (strcmp(path, "-") && !stat(path, &st) && S_ISDIR(st.st_mode))
        return parse_dir(loaded, path);
    return parse_one(loaded, path);
}

/* ---- compilation ---- */

static void start(Loaded *loaded, const Options *options)
{
    *loaded = (Loaded){.hash = 0xcbf29ce484222325ull};
    loaded->diags.sources = &loaded->sources;
    loaded->loader = (PackageLoader){load_package, list_packages};
    loaded->checker = check_new(&loaded->arena, &loaded->syms, &loaded->diags, &loaded->loader,
                                (CheckOptions){.go_minor = options->go_minor});
}

static bool compile(Loaded *loaded, const Options *options)
{
    Package *main = NULL;
    /* Run-time errors are values of package runtime's types. */
    check_import(loaded->checker, "runtime");
    if (loaded->files.len)
        main = check_program(loaded->checker, loaded->files.data, loaded->files.len);
    if (loaded->diags.errors)
        return false;
    PackageList packages = {0};
    check_packages(loaded->checker, &packages);
    loaded->gen = compile_new(loaded->checker, &loaded->syms, &loaded->diags,
                              (CompileOptions){.go_minor = options->go_minor});
    loaded->program = compile_program(loaded->gen, &packages, main);
    vec_free(&packages);
    return loaded->program != NULL;
}

bool load_program(Loaded *loaded, const char *path, const Options *options, u32 limit)
{
    start(loaded, options);
    if (!parse_path(loaded, path))
        return false;
    bool broken = false;
    for (u32 i = 0; i < loaded->files.len; i++)
        broken |= loaded->files.data[i]->broken;
    bool ok = !broken && compile(loaded, options);
    diag_print(&loaded->diags, stderr, options->color_err, limit);
    return ok;
}

bool load_nothing(Loaded *loaded, const Options *options)
{
    start(loaded, options);
    bool ok = compile(loaded, options);
    diag_print(&loaded->diags, stderr, options->color_err, 0);
    return ok;
}

void load_free(Loaded *loaded)
{
    if (loaded->gen)
        compile_free(loaded->gen);
    if (loaded->program)
        program_free(loaded->program);
    if (loaded->checker)
        check_free(loaded->checker);
    vec_free(&loaded->files);
    diag_free(&loaded->diags);
    source_free(&loaded->sources);
    intern_free(&loaded->syms);
    arena_free(&loaded->arena);
}
