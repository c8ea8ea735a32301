/* From a path to a compiled program: finds sources of packages, compiles, prints diagnostics. */
#include "cli/load.h"

#include <errno.h>
#include <limits.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/limits.h"
#include "base/output.h"
#include "base/whole_file.h"
#include "cli/build_info.h"
#include "cli/embed.h"
#include "cli/facts.h"
#include "cli/packages.h"
#include "cli/similar.h"
#include "parser/syntax/lexer.h"
#include "stdlib/loader.h"

/* ---- the library as the checker's package loader ---- */

typedef VEC(SourceFile *) FoundFiles;

/* Adds the files to the sources; hashed: they are Go's, and a schedule says which. */
static void add_files(Loaded *loaded, Sources *sources, EmbeddedFiles *files, bool hashed,
                      FoundFiles *found)
{
    for (u32 i = 0; i < files->len; i++) {
        const EmbeddedFile *file = &files->data[i];
        SourceFile *source = source_add(sources, file->path, file->text, file->len);
        if (!source)
            continue;
        source->is_library = true;
        vec_push(found, source);
        if (hashed)
            loaded->library = hash_bytes(loaded->library, file->text, file->len);
    }
    vec_free(files);
}

static void find_in_library(Loaded *loaded, Sources *sources, const char *path, FoundFiles *found)
{
    EmbeddedFiles files = {0};
    LibraryOrigin origin = stdlib_files(&loaded->arena, loaded->goroot, path, &files);
    if (loaded->models)
        stdlib_models(&loaded->arena, path, &files);
    add_files(loaded, sources, &files, origin == LIBRARY_GO, found);
}

static int load_rest(PackageLoader *self, Sources *sources, const char *path, SourceFile ***out)
{
    Loaded *loaded = (Loaded *)((char *)self - offsetof(Loaded, loader));
    EmbeddedFiles files = {0};
    FoundFiles found = {0};
    stdlib_rest(&loaded->arena, loaded->goroot, path, &files);
    add_files(loaded, sources, &files, true, &found);
    *out = found.data;
    return (int)found.len;
}

/* From the directory `here` to the file at `path`, both absolute: "a.go", "../b/a.go". */
static const char *relative_name(Arena *arena, const char *here, const char *path)
{
    size_t common = 0; /* up to the last slash that both have */
    for (size_t i = 0; here[i] == path[i] || (!here[i] && path[i] == '/'); i++) {
        if (path[i] == '/')
            common = i + 1;
        if (!here[i])
            return path + common;
    }
    const char *up = here[common] ? "../" : "";
    for (const char *at = here + common; *at; at++)
        if (*at == '/')
            up = arena_printf(arena, "../%s", up);
    return arena_printf(arena, "%s%s", up, path + common);
}

/* A file has one name in all that is printed, however it was found: relative to the working
 * directory unless that is longer. */
static const char *short_name(Arena *arena, const char *path)
{
    char here[PATH_MAX], dir[PATH_MAX];
    while (!strncmp(path, "./", 2))
        path += 2;
    const char *base = strrchr(path, '/');
    if (!base || !getcwd(here, sizeof here) ||
        !realpath(arena_strndup(arena, path, (size_t)(base - path) + 1), dir))
        return path;
    const char *absolute = arena_printf(arena, "%s%s", strcmp(dir, "/") ? dir : "", base);
    const char *name = relative_name(arena, here, absolute);
    return strlen(name) < strlen(path) ? name : path;
}

/* A file of the program, or of a package that it imports, goes into the executable that is built.
 */
static void record(const Loaded *loaded, const char *package, const SourceFile *source)
{
    if (loaded->record)
        bundle_add(loaded->record, (BundledFile){package, source->name, source->text,
                                                 (u32)source->len, source->portable});
}

/* The package of the executable that runs; "": the program itself. */
static void find_in_bundle(Loaded *loaded, const char *path, FoundFiles *found)
{
    for (u32 i = 0; loaded->bundle && i < loaded->bundle->files.len; i++) {
        const BundledFile *file = &loaded->bundle->files.data[i];
        if (strcmp(file->package, path) != 0)
            continue;
        SourceFile *source = source_add(&loaded->sources, file->name, file->text, file->len);
        source->portable = file->portable;
        vec_push(found, source);
    }
}

static void find_in_module(Loaded *loaded, const char *path, FoundFiles *found)
{
    const char *dir = module_dir(&loaded->arena, &loaded->module, path);
    if (dir)
        module_lend(&loaded->arena, &loaded->module, dir);
    PathList paths = {0};
    bool tested = loaded->external && loaded->main_path && !strcmp(path, loaded->main_path);
    PortableBuild portable =
        dir ? module_portable(&loaded->arena, dir, &loaded->tags, tested) : PORTABLE_NOT;
    find_in_bundle(loaded, path, found);
    /* what is tested may have no other files */
    if (dir && module_files(&loaded->arena, dir, portable, &paths) >= 0 && tested)
        module_test_files(&loaded->arena, dir, portable, &paths);
    for (u32 i = 0; i < paths.len; i++) {
        SourceFile *source =
            source_load(&loaded->sources, short_name(&loaded->arena, paths.data[i]));
        if (source) {
            source->portable = portable;
            vec_push(found, source);
            record(loaded, path, source);
        }
    }
    vec_free(&paths);
    EmbeddedFiles replaced = {0};
    if (found->len)
        stdlib_overlay(&loaded->arena, path, &replaced);
    add_files(loaded, &loaded->sources, &replaced, false, found);
}

/* Whether the library comes first: what it imports is never a package of the program, and neither
 * is a path whose first element has no dot, as for the go command. */
static bool prefer_library(const char *path, bool from_library)
{
    return from_library || !memchr(path, '.', strcspn(path, "/"));
}

static int load_package(PackageLoader *self, Sources *sources, const char *path, bool from_library,
                        SourceFile ***files, bool *is_library)
{
    Loaded *loaded = (Loaded *)((char *)self - offsetof(Loaded, loader));
    FoundFiles found = {0};
    if (prefer_library(path, from_library))
        find_in_library(loaded, sources, path, &found);
    *is_library = found.len > 0;
    if (!found.len && !from_library)
        find_in_module(loaded, path, &found);
    if (!found.len) {
        find_in_library(loaded, sources, path, &found);
        *is_library = true;
    }
    *files = found.data;
    return found.len ? (int)found.len : -1;
}

static const char *load_embedded(PackageLoader *self, Arena *arena, const char *source,
                                 const char *patterns, bool archive, const char **text, u32 *len)
{
    Loaded *loaded = (Loaded *)((char *)self - offsetof(Loaded, loader));
    if (loaded->bundle) {
        const BundledEmbed *embed = bundle_embed(loaded->bundle, source, patterns, archive);
        *text = embed ? embed->text : "";
        *len = embed ? embed->len : 0;
        return embed ? NULL : "is not in this executable";
    }
    const char *fault = embed_files(arena, source, patterns, archive, text, len);
    if (!fault && loaded->record)
        bundle_add_embed(loaded->record, (BundledEmbed){source, patterns, archive, *text, *len});
    return fault;
}

static const char *const *list_packages(PackageLoader *self)
{
    Loaded *loaded = (Loaded *)((char *)self - offsetof(Loaded, loader));
    return stdlib_packages(&loaded->arena);
}

static const char *why_missing(PackageLoader *self, const char *path)
{
    Loaded *loaded = (Loaded *)((char *)self - offsetof(Loaded, loader));
    return module_missing(&loaded->arena, &loaded->module, path);
}

/* The bundle has a package by the path that it was known by when the bundle was made. */
static const char *canonical_in_bundle(Loaded *loaded, const char *path)
{
    for (const char *at = strchr(path, '/'); at; at = strchr(at + 1, '/')) {
        size_t len = module_version_length(at);
        if (!len)
            continue;
        const char *name = arena_printf(&loaded->arena, "%.*s%s", (int)(at - path), path, at + len);
        if (bundle_find(loaded->bundle, name, NULL))
            return name;
    }
    return path;
}

static const char *canonical(PackageLoader *self, const char *path)
{
    Loaded *loaded = (Loaded *)((char *)self - offsetof(Loaded, loader));
    if (loaded->bundle)
        return bundle_find(loaded->bundle, path, NULL) ? path : canonical_in_bundle(loaded, path);
    return module_canonical(&loaded->arena, &loaded->module, path);
}

/* ---- source files ---- */

static FileAst *parse_source(Loaded *loaded, SourceFile *source)
{
    ParseContext cx = {.arena = &loaded->arena, .syms = &loaded->syms, .diags = &loaded->diags};
    vec_push(&loaded->files, parse_file(&cx, source));
    return vec_last(&loaded->files);
}

/* Adds the file without blanks and comments, but for those that are directives. */
static u64 hash_code(u64 hash, const SourceFile *source)
{
    Lexer lx;
    Arena strings = {0};
    lex_init(&lx, source->text, source->len, 0, &strings, NULL, NULL);
    do {
        lex_next(&lx);
        hash = hash_pair(hash, lx.tok);
        if (lx.tok != TK_SEMICOLON)
            hash = hash_bytes(hash, source->text + lx.start, lx.stop - lx.start);
    } while (lx.tok != TK_EOF);
    arena_free(&strings);
    for (const char *at = source->text; (at = strstr(at, "//go:")); at++)
        hash = hash_bytes(hash, at, strcspn(at, "\n"));
    return hash;
}

/* Adds a source file of the program. */
static FileAst *add_source(Loaded *loaded, SourceFile *source, PortableBuild portable)
{
    source->portable = portable;
    loaded->hash = hash_bytes(loaded->hash, source->text, source->len);
    loaded->code_hash = hash_code(loaded->code_hash, source);
    record(loaded, loaded->part ? loaded->part : "", source);
    return parse_source(loaded, source);
}

/* A file of the executable that runs. */
static FileAst *load_bundled(Loaded *loaded, const char *name)
{
    const BundledFile *file = bundle_find(loaded->bundle, loaded->part, name);
    return add_source(loaded, source_add(&loaded->sources, file->name, file->text, file->len),
                      file->portable);
}

FileAst *load_file(Loaded *loaded, const char *path, PortableBuild portable)
{
    if (loaded->bundle)
        return load_bundled(loaded, path);
    SourceFile *source = source_load(&loaded->sources, short_name(&loaded->arena, path));
    if (!source) {
        int error = errno;
        const char *other = error == ENOENT ? similar_file(&loaded->arena, path) : NULL;
        fprintf(stderr, "gol: cannot read %s: %s", path, strerror(error));
        fprintf(stderr, other ? ": did you mean %s?\n" : "\n", other);
        return NULL;
    }
    return add_source(loaded, source, portable);
}

FileAst *load_text(Loaded *loaded, const char *name, const char *text)
{
    return parse_source(loaded, source_add(&loaded->sources, name, text, strlen(text)));
}

static bool parse_dir(Loaded *loaded, const char *path)
{
    PathList paths = {0};
    PortableBuild portable = module_portable(&loaded->arena, path, &loaded->tags, false);
    int n = module_files(&loaded->arena, path, portable, &paths);
    if (n < 0)
        fprintf(stderr, "gol: cannot read %s: %s\n", path, strerror(errno));
    else if (n == 0)
        fprintf(stderr, "gol: no .go or .gol files in %s\n", path);
    bool ok = n > 0;
    for (u32 i = 0; ok && i < paths.len; i++)
        ok = load_file(loaded, paths.data[i], portable) != NULL;
    vec_free(&paths);
    return ok;
}

static bool parse_bundle(Loaded *loaded)
{
    FoundFiles files = {0};
    find_in_bundle(loaded, "", &files);
    for (u32 i = 0; i < files.len; i++)
        add_source(loaded, files.data[i], files.data[i]->portable);
    vec_free(&files);
    return true;
}

bool load_path(Loaded *loaded, const char *path)
{
    if (loaded->bundle)
        return parse_bundle(loaded);
    if (strcmp(path, "-") && is_directory(path))
        return parse_dir(loaded, path);
    return load_file(loaded, path, false) != NULL;
}

/* ---- compilation ---- */

enum { PROMPT_ERRORS = 10 }; /* printed of a program that the prompt cannot load */

/* --go, else what go.mod says, else the newest. */
static int language_version(const Loaded *loaded, const Options *options)
{
    if (options->go_minor)
        return options->go_minor;
    int minor = loaded->module.go_minor;
    return minor > 0 && minor < NEWEST_GO ? minor : NEWEST_GO;
}

/* A program for a newer Go may mean something else than what would be run. */
static bool version_known(const Loaded *loaded, const Options *options)
{
    if (options->go_minor || loaded->module.go_minor <= NEWEST_GO)
        return true;
    fprintf(stderr,
            "gol: %s/go.mod asks for a Go that is newer than 1.%d, the newest that gol knows "
            "(--go 1.%d runs it as that)\n",
            loaded->module.dir, NEWEST_GO, NEWEST_GO);
    return false;
}

const char *load_package_name(const Loaded *loaded)
{
    u32 first = 0;
    while (first + 1 < loaded->files.len &&
           !check_selects(loaded->files.data[first], &loaded->tags))
        first++;
    const Expr *package = loaded->files.data[first]->package;
    return package ? package->ident.name->text : "main";
}

/* Other packages have nothing to run. */
static bool is_program(const Loaded *loaded, const char *path)
{
    const char *name = load_package_name(loaded);
    if (!strcmp(name, "main"))
        return true;
    fprintf(stderr, "gol: %s is package %s, not a main package: there is nothing to run\n", path,
            name);
    return false;
}

/* Where imports are looked for, and the program's own path. */
static void find_place(Loaded *loaded, const char *path)
{
    if (loaded->bundle) {
        loaded->module.go_minor = loaded->bundle->go_minor;
        loaded->main_path = *loaded->bundle->main_path ? loaded->bundle->main_path : NULL;
        const BundledFile *info = bundle_find(loaded->bundle, BUNDLED_INFO, NULL);
        loaded->build_info = info ? info->text : NULL;
    } else if (path) {
        loaded->module = module_find(&loaded->arena, path);
        loaded->main_path = module_import_path(&loaded->arena, &loaded->module, path);
    }
}

BuildTags load_tags(const Options *options)
{
    return (BuildTags){.more = options->tags,
                       .race = options->race,
                       .faults = options->network.faults > 0,
                       .release = options->go_minor ? options->go_minor : NEWEST_GO};
}

void load_begin(Loaded *loaded, const char *path, const Options *options)
{
    *loaded = (Loaded){.hash = HASH_START,
                       .code_hash = HASH_START,
                       .goroot = options->goroot,
                       .bundle = options->bundle,
                       .record = options->record};
    find_place(loaded, path);
    loaded->go_minor = language_version(loaded, options);
    loaded->tags = load_tags(options);
    loaded->cover = options->out.cover || options->out.cover_profile;
    loaded->diags.sources = &loaded->sources;
    loaded->loader = (PackageLoader){load_package,  load_rest,   load_embedded,
                                     list_packages, why_missing, canonical};
    loaded->checker = check_new(
        &loaded->arena, &loaded->syms, &loaded->diags, &loaded->loader,
        (CheckOptions){.go_minor = loaded->go_minor,
                       .tags = loaded->tags,
                       .main_path = loaded->main_path,
                       .link_flags = options->link_flags,
                       .only_check = options->compile_only,
                       .keep_lists = loaded->cover,
                       .no_unsafe = options->sandbox.on && !options->sandbox.rules.unsafe});
}

/* What gol replaces of the package whose tests run, as where it is imported. */
static void add_overlay(Loaded *loaded)
{
    EmbeddedFiles replaced = {0};
    FoundFiles found = {0};
    if (loaded->main_path && !loaded->external)
        stdlib_overlay(&loaded->arena, loaded->main_path, &replaced);
    add_files(loaded, &loaded->sources, &replaced, false, &found);
    for (u32 i = 0; i < found.len; i++)
        parse_source(loaded, found.data[i]);
    vec_free(&found);
}

static bool compile(Loaded *loaded)
{
    Package *main = NULL;
    /* Run-time errors are values of package runtime's types. */
    check_import(loaded->checker, "runtime");
    if (loaded->files.len) {
        add_overlay(loaded);
        main = check_program(loaded->checker, loaded->files.data, loaded->files.len);
    }
    if (loaded->diags.errors)
        return false;
    PackageList packages = {0};
    check_packages(loaded->checker, &packages);
    loaded->gen = compile_new(loaded->checker, &loaded->syms, &loaded->diags,
                              (CompileOptions){.go_minor = loaded->go_minor,
                                               .entry = loaded->entry,
                                               .cover = loaded->cover});
    if (loaded->prompt && main)
        check_repl_adopt(loaded->checker, main, loaded->files.data, loaded->files.len);
    loaded->program = compile_program(loaded->gen, &packages, loaded->prompt ? NULL : main);
    vec_free(&packages);
    if (loaded->program)
        loaded->program->is_test = loaded->entry != NULL;
    return loaded->program != NULL;
}

typedef struct Compiling {
    Loaded *loaded;
    bool facts; /* --facts: which accesses are free of races is proved, too */
    bool ok;
} Compiling;

static void compile_all(void *ctx)
{
    Compiling *compiling = ctx;
    bool ok = compile(compiling->loaded);
    if (ok && compiling->facts)
        facts_use(compiling->loaded);
    compiling->ok = ok;
}

/* The directory of an import path that is no file's. */
static const char *place_of(Arena *arena, const char *path)
{
    if (!access(path, F_OK))
        return path;
    Module here = module_find(arena, ".");
    const char *place = packages_place(arena, &here, path);
    return place ? place : path;
}

bool load_program(Loaded *loaded, const char *path, const Options *options, u32 limit)
{
    Arena arena = {0};
    const char *place = options->bundle ? path : place_of(&arena, path);
    load_begin(loaded, place, options);
    if (place != path)
        path = arena_printf(&loaded->arena, "%s", place);
    arena_free(&arena);
    return load_path(loaded, path) && load_finish(loaded, options, limit) &&
           (!options->command || options->compile_only || !strcmp(options->command, "dump") ||
            is_program(loaded, path));
}

bool load_finish(Loaded *loaded, const Options *options, u32 limit)
{
    bool broken = false;
    if (loaded->module.fault)
        fprintf(stderr, "gol: %s\n", loaded->module.fault);
    if (loaded->module.fault || !version_known(loaded, options))
        return false;
    for (u32 i = 0; i < loaded->files.len; i++)
        broken |= loaded->files.data[i]->broken;
    Compiling compiling = {loaded, options->facts && !options->compile_only, false};
    if (!broken && !limits_guard(compile_all, &compiling))
        fprintf(stderr, "gol: compiling was ended by its %s limit\n", limits_left());
    bool ok = compiling.ok;
    diag_print(&loaded->diags, stderr, options->out.color_err, limit);
    if (ok && !loaded->bundle)
        loaded->build_info = build_info(loaded, options);
    return ok && outputs_possible(options->outputs.data, options->outputs.len);
}

bool load_for_prompt(Loaded *loaded, const char *path, const Options *options)
{
    load_begin(loaded, path, options);
    loaded->prompt = true;
    if (path && !(load_path(loaded, path) && is_program(loaded, path)))
        return false;
    return load_finish(loaded, options, PROMPT_ERRORS);
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
    vec_free(&loaded->open);
    diag_free(&loaded->diags);
    source_free(&loaded->sources);
    intern_free(&loaded->syms);
    arena_free(&loaded->arena);
}
