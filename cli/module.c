/* The module around a program, and its workspace: finds the directories of imports, lists files.
 */
#include "cli/module.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/whole_file.h"
#include "cli/module_cache.h"
#include "parser/check/check.h"
#include "parser/syntax/parser.h"

/* ---- finding go.mod and go.work ---- */

/* The directory that a program is, or that its file lies in, into absolute; false: there is none.
 */
static bool directory_of(const char *program, char absolute[PATH_MAX])
{
    struct stat st;
    if (!strcmp(program, "-") || !realpath(program, absolute))
        return false;
    if (!stat(absolute, &st) && !S_ISDIR(st.st_mode))
        *strrchr(absolute, '/') = '\0';
    return true;
}

/* What follows `module`, a path or a directory, in path; NULL: path is not in that module. */
static const char *inside(const char *path, const char *module)
{
    size_t len = module ? strlen(module) : 0;
    bool in = len && !strncmp(path, module, len) && (!path[len] || path[len] == '/');
    return in ? path + len : NULL;
}

/* The nearest directory from `start` upwards that holds the file, which is read; NULL: none. */
static const char *read_above(Arena *arena, const char *start, const char *name, GoMod *mod)
{
    char *dir = arena_strndup(arena, start, strlen(start));
    for (char *end = dir + strlen(dir); end && end > dir; end = strrchr(dir, '/')) {
        *end = '\0';
        if (gomod_read(arena, dir, name, mod))
            return dir;
    }
    return NULL;
}

/* The directory of go.work, which is read; NULL: there is none, or it is turned off. */
static const char *read_work(Arena *arena, const char *start, GoMod *work)
{
    const char *named = go_setting(arena, "GOWORK");
    if (!named)
        return read_above(arena, start, "go.work", work);
    const char *slash = strrchr(named, '/');
    if (!slash ||
        !gomod_read(arena, arena_strndup(arena, named, (size_t)(slash - named)), slash + 1, work))
        return NULL;
    return arena_strndup(arena, named, (size_t)(slash - named));
}

/* ---- what the modules say ---- */

/* The oldest Go whose go.mod files list whatever the packages of their module need. */
enum { COMPLETE_MINOR = 17 };

static void add_main(Arena *arena, Module *module, const char *dir, const GoMod *mod)
{
    avec_push(arena, &module->mains, (MainModule){mod->path, dir});
    RequiredList required = {0};
    for (u32 i = 0; i < mod->required.len; i++)
        avec_push(arena, &required, mod->required.data[i]);
    const char *vendor = arena_printf(arena, "%s/vendor", dir);
    if (is_directory(vendor))
        avec_push(arena, &module->vendors, vendor);
    else if (mod->go_minor < COMPLETE_MINOR)
        module_cache_close(arena, &required);
    for (u32 i = 0; i < required.len; i++)
        module_need(arena, &module->needed, required.data[i].path, required.data[i].version);
    for (u32 i = 0; i < mod->replaced.len; i++)
        avec_push(arena, &module->replaced, mod->replaced.data[i]);
    for (u32 i = 0; i < mod->ignored.len; i++) {
        const char *name = mod->ignored.data[i];
        bool here = !strncmp(name, "./", 2);
        avec_push(arena, &module->ignored,
                  here ? arena_printf(arena, "%s%s", dir, name + 1)
                       : arena_printf(arena, "/%s", name));
    }
}

/* The folder of a line `use` as an absolute name; NULL: there is none. */
static const char *used_folder(Arena *arena, const char *base, const char *used)
{
    char absolute[PATH_MAX];
    const char *name = *used == '/' ? used : arena_printf(arena, "%s/%s", base, used);
    return realpath(name, absolute) ? arena_strndup(arena, absolute, strlen(absolute)) : NULL;
}

static bool uses(Arena *arena, const char *base, const GoMod *work, const char *dir)
{
    for (u32 i = 0; i < work->used.len; i++) {
        const char *used = used_folder(arena, base, work->used.data[i]);
        if (used && !strcmp(used, dir))
            return true;
    }
    return false;
}

/* The other modules of the workspace, if it is one of this module. */
static void add_workspace(Arena *arena, Module *module, const char *start)
{
    GoMod work = {0};
    const char *base = read_work(arena, start, &work);
    if (!base || (module->dir && !uses(arena, base, &work, module->dir)))
        return;
    const char *named = go_setting(arena, "GOWORK");
    module->work = named ? named : arena_printf(arena, "%s/go.work", base);
    if (!module->fault)
        module->fault = work.fault;
    const char *vendor = arena_printf(arena, "%s/vendor", base);
    if (is_directory(vendor))
        avec_push(arena, &module->vendors, vendor);
    for (u32 i = 0; i < work.replaced.len; i++)
        avec_push(arena, &module->replaced, work.replaced.data[i]);
    for (u32 i = 0; i < work.used.len; i++) {
        GoMod mod = {0};
        const char *dir = used_folder(arena, base, work.used.data[i]);
        bool other = dir && (!module->dir || strcmp(dir, module->dir) != 0);
        if (other && gomod_read(arena, dir, "go.mod", &mod))
            add_main(arena, module, dir, &mod);
    }
}

static bool has_folder(const FolderList *folders, const char *dir)
{
    for (u32 i = 0; i < folders->len; i++)
        if (!strcmp(folders->data[i], dir))
            return true;
    return false;
}

/* The folders "vendor" beside `start` and above it, as far as a folder of GOPATH reaches. */
static void add_vendors(Arena *arena, const Module *module, const char *start, FolderList *out)
{
    for (u32 i = 0; i < module->gopath.len; i++) {
        const char *root = arena_printf(arena, "%s/src", module->gopath.data[i]);
        char *dir = arena_strndup(arena, start, strlen(start));
        for (const char *rest; (rest = inside(dir, root)) && *rest; *strrchr(dir, '/') = '\0') {
            const char *vendor = arena_printf(arena, "%s/vendor", dir);
            if (is_directory(vendor) && !has_folder(out, vendor))
                avec_push(arena, out, vendor);
        }
    }
}

Module module_find(Arena *arena, const char *program)
{
    Module module = {0};
    char absolute[PATH_MAX];
    const char *modules = go_setting(arena, "GO111MODULE");
    module.no_modules = modules && !strcmp(modules, "off");
    if (!directory_of(program, absolute))
        return module;
    if (module.no_modules) {
        gopath_folders(arena, &module.gopath);
        add_vendors(arena, &module, absolute, &module.vendors);
        return module;
    }
    GoMod mod = {0};
    module.dir = read_above(arena, absolute, "go.mod", &mod);
    module.path = mod.path;
    module.go_minor = mod.go_minor;
    module.fault = mod.fault;
    if (module.dir)
        add_main(arena, &module, module.dir, &mod);
    add_workspace(arena, &module, absolute);
    if (!module.mains.len)
        gopath_folders(arena, &module.gopath);
    return module;
}

/* ---- import paths ---- */

const char *module_import_path(Arena *arena, const Module *module, const char *program)
{
    char absolute[PATH_MAX];
    if (!directory_of(program, absolute))
        return NULL;
    const char *rest = inside(absolute, module->dir);
    if (rest && module->path)
        return arena_printf(arena, "%s%s", module->path, rest);
    for (u32 i = 0; i < module->gopath.len; i++) {
        rest = inside(absolute, arena_printf(arena, "%s/src", module->gopath.data[i]));
        if (rest && *rest)
            return arena_strndup(arena, rest + 1, strlen(rest + 1));
    }
    return NULL;
}

/* The folder found so far for an import path: that of the longest path of a module wins. */
typedef struct Candidate {
    const char *dir; /* NULL: none */
    size_t len;      /* of its module's path */
    ModuleHome home;
} Candidate;

/* A package in a folder that is of no known module, or of that of its whole path. */
static void consider(Candidate *found, const char *path, const char *dir)
{
    size_t len = strlen(path);
    if ((!found->dir || len > found->len) && is_directory(dir))
        *found = (Candidate){dir, len, {0}};
}

static void consider_home(Arena *arena, Candidate *found, const char *path, ModuleHome home)
{
    const char *rest = home.path ? inside(path, home.path) : NULL;
    const char *dir = rest ? arena_printf(arena, "%s%s", home.dir, rest) : NULL;
    size_t len = rest ? strlen(home.path) : 0;
    if (rest && (!found->dir || len > found->len) && is_directory(dir))
        *found = (Candidate){dir, len, home};
}

static const Required *find_needed(const Module *module, const char *path)
{
    for (u32 i = 0; i < module->needed.len; i++)
        if (!strcmp(module->needed.data[i].path, path))
            return &module->needed.data[i];
    return NULL;
}

/* The first replacement of a module; NULL: none. */
static const Replaced *find_replaced(const Module *module, const char *path, const char *version)
{
    for (u32 i = 0; i < module->replaced.len; i++) {
        const Replaced *replaced = &module->replaced.data[i];
        bool fits = !replaced->version || !version || !strcmp(replaced->version, version);
        if (fits && !strcmp(replaced->path, path))
            return replaced;
    }
    return NULL;
}

/* The folder of the module that replaces another. */
static const char *replacement(Arena *arena, const Replaced *replaced)
{
    if (replaced->to_version)
        return module_cache_dir(arena, replaced->to, replaced->to_version);
    bool absolute = replaced->to[0] == '/';
    return absolute ? replaced->to : arena_printf(arena, "%s/%s", replaced->base, replaced->to);
}

ModuleHome module_home(Arena *arena, const Module *module, const Required *needed)
{
    const Replaced *replaced = find_replaced(module, needed->path, needed->version);
    const char *dir = replaced ? replacement(arena, replaced)
                               : module_cache_dir(arena, needed->path, needed->version);
    return (ModuleHome){needed->path, needed->version, dir, replaced};
}

static Candidate find_package(Arena *arena, const Module *module, const char *path)
{
    Candidate found = {0};
    for (u32 i = 0; i < module->mains.len; i++) {
        const MainModule *own = &module->mains.data[i];
        consider_home(arena, &found, path, (ModuleHome){.path = own->path, .dir = own->dir});
    }
    for (u32 i = 0; i < module->replaced.len; i++) {
        const Replaced *r = &module->replaced.data[i];
        if (inside(path, r->path) && !find_needed(module, r->path))
            consider_home(arena, &found, path,
                          (ModuleHome){r->path, r->version, replacement(arena, r), r});
    }
    for (u32 i = 0; i < module->vendors.len; i++)
        consider(&found, path, arena_printf(arena, "%s/%s", module->vendors.data[i], path));
    for (u32 i = 0; i < module->needed.len; i++) {
        const Required *needed = &module->needed.data[i];
        if (inside(path, needed->path) && strlen(needed->path) > found.len)
            consider_home(arena, &found, path, module_home(arena, module, needed));
    }
    for (u32 i = 0; i < module->gopath.len; i++)
        consider(&found, path, arena_printf(arena, "%s/src/%s", module->gopath.data[i], path));
    for (u32 i = 0; !found.dir && i < module->lent.len; i++)
        consider(&found, path, arena_printf(arena, "%s/%s", module->lent.data[i], path));
    return found;
}

void module_lend(Arena *arena, Module *module, const char *dir)
{
    if (module->no_modules)
        add_vendors(arena, module, dir, &module->lent);
}

const char *module_dir(Arena *arena, const Module *module, const char *path)
{
    return find_package(arena, module, path).dir;
}

ModuleHome module_home_of(Arena *arena, const Module *module, const char *path)
{
    return find_package(arena, module, path).home;
}

size_t module_version_length(const char *at)
{
    size_t digits = at[0] == '/' && at[1] == 'v' ? strspn(at + 2, "0123456789") : 0;
    bool major = digits && at[2] != '0' && !(digits == 1 && at[2] == '1');
    return major && (!at[2 + digits] || at[2 + digits] == '/') ? 2 + digits : 0;
}

/* Whether the module in `dir` says that its path is the first `len` bytes of `path`. */
static bool says_it_is(Arena *arena, const char *dir, const char *path, size_t len)
{
    GoMod mod = {0};
    return gomod_read(arena, dir, "go.mod", &mod) && mod.path && strlen(mod.path) == len &&
           !memcmp(mod.path, path, len);
}

const char *module_canonical(Arena *arena, const Module *module, const char *path)
{
    if (!module->gopath.len || module_dir(arena, module, path))
        return path;
    for (const char *at = strchr(path, '/'); at; at = strchr(at + 1, '/')) {
        size_t len = module_version_length(at);
        if (!len)
            continue;
        const char *root = arena_strndup(arena, path, (size_t)(at - path));
        const char *dir = module_dir(arena, module, root);
        if (dir && says_it_is(arena, dir, path, (size_t)(at - path) + len))
            return arena_printf(arena, "%s%s", root, at + len);
    }
    return path;
}

const Required *module_provider(const Module *module, const char *path)
{
    const Required *best = NULL;
    for (u32 i = 0; i < module->needed.len; i++) {
        const Required *needed = &module->needed.data[i];
        if (inside(path, needed->path) && (!best || strlen(needed->path) > strlen(best->path)))
            best = needed;
    }
    return best;
}

const char *module_missing(Arena *arena, const Module *module, const char *path)
{
    const Required *needed = module_provider(module, path);
    bool external = memchr(path, '.', strcspn(path, "/")) != NULL;
    if (needed && !is_directory(module_home(arena, module, needed).dir))
        return arena_printf(arena,
                            "%s %s is not in the module cache: \"go mod download\" puts it there, "
                            "\"go mod vendor\" into the module",
                            needed->path, needed->version);
    if (needed)
        return arena_printf(arena, "%s %s has no such package", needed->path, needed->version);
    for (u32 i = 0; i < module->mains.len; i++)
        if (module->mains.data[i].path && inside(path, module->mains.data[i].path))
            return NULL;
    if (module->no_modules)
        return external ? "it is in no folder of GOPATH, and GO111MODULE=off: no go.mod is read"
                        : NULL;
    if (external && module->dir)
        return arena_printf(arena, "no module that go.mod requires has it: go get %s", path);
    return external ? "there is no go.mod that could say where it is: go mod init" : NULL;
}

/* ---- the files of a directory ---- */

typedef enum FileUse { USE_NONE, USE_SOURCE, USE_TEST } FileUse;

/* What a file is by its name: source, a test, or nothing: another suffix, hidden, or for another
 * system or processor ("x_windows.go"). */
static FileUse use_of(const char *name, BuildTags tags)
{
    const char *dot = strrchr(name, '.');
    if (!dot || dot == name || name[0] == '.' || name[0] == '_' ||
        (strcmp(dot, ".go") && strcmp(dot, ".gol")))
        return USE_NONE;
    if (!constraint_name_fits(name, build_tag, &tags))
        return USE_NONE;
    return constraint_name_is_test(name) ? USE_TEST : USE_SOURCE;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int list(Arena *arena, const char *path, FileUse use, PortableBuild portable, PathList *out)
{
    DIR *dir = opendir(path);
    if (!dir)
        return -1;
    struct dirent *entry;
    while ((entry = readdir(dir)))
        if (use_of(entry->d_name, (BuildTags){.portable = portable}) == use)
            vec_push(out, strcmp(path, ".") ? arena_printf(arena, "%s/%s", path, entry->d_name)
                                            : arena_printf(arena, "%s", entry->d_name));
    closedir(dir);
    if (out->len)
        qsort(out->data, out->len, sizeof *out->data, by_name);
    return (int)out->len;
}

int module_files(Arena *arena, const char *dir, PortableBuild portable, PathList *out)
{
    return list(arena, dir, USE_SOURCE, portable, out);
}

int module_test_files(Arena *arena, const char *dir, PortableBuild portable, PathList *out)
{
    return list(arena, dir, USE_TEST, portable, out);
}

/* ---- packages with assembly ---- */

/* Whether it is assembly for this processor, or by its name for that of PORTABLE_PROCESSOR. */
static bool is_assembly(const char *name, PortableBuild portable)
{
    BuildTags tags = {.portable = portable};
    const char *dot = strrchr(name, '.');
    return dot && !strcmp(dot, ".s") && constraint_name_fits(name, build_tag, &tags) &&
           (!portable || strstr(name, PORTABLE_PROCESSOR_NAME));
}

/* Whether the constraints of a file are met. */
static bool selected(Arena *arena, const char *text, BuildTags tags)
{
    FileAst ast = {.file = &(SourceFile){.portable = tags.portable}};
    parse_constraints(arena, text, &ast);
    return check_selects(&ast, &tags);
}

/* Whether a build with these tags takes the source file. */
static bool takes(Arena *arena, const char *name, const char *text, BuildTags tags)
{
    return use_of(name, tags) == USE_SOURCE && selected(arena, text, tags);
}

/* How a file of the directory fares in a build as it is, and in another. */
typedef struct Fares {
    bool taken;        /* it is in the build as it is */
    bool added;        /* only the other takes it */
    bool drops_unsafe; /* it imports unsafe, and the other leaves it out */
    bool drops_stubs;  /* it declares functions without a body, and the other leaves it out */
    bool keeps_stubs;  /* the other takes it with such functions */
} Fares;

/* Whether a function seems to have no body: its declaration is one line without a brace. */
static bool has_stubs(const char *text)
{
    for (const char *at = text; (at = strstr(at, "\nfunc "));) {
        at++;
        size_t len = strcspn(at, "\n");
        if (!memchr(at, '{', len) && at[len - 1] != '(' && at[len - 1] != ',')
            return true;
    }
    return false;
}

/* The other one: as on a processor without assembly, or with this tag. */
static Fares compare_builds(Arena *arena, const char *dir, const char *name, BuildTags tags,
                            const char *tag)
{
    Sources sources = {0};
    BuildTags other = tags;
    other.portable = tag ? PORTABLE_NOT : PORTABLE_NO_PROCESSOR;
    if (tag)
        other.more = tag;
    if (use_of(name, tags) != USE_SOURCE && use_of(name, other) != USE_SOURCE)
        return (Fares){0};
    const SourceFile *file = source_load(&sources, arena_printf(arena, "%s/%s", dir, name));
    bool now = file && takes(arena, name, file->text, tags);
    bool then = file && takes(arena, name, file->text, other);
    Fares fares = {.taken = now,
                   .added = then && !now,
                   .drops_unsafe = now && !then && strstr(file->text, "\"unsafe\""),
                   .drops_stubs = now && !then && has_stubs(file->text),
                   .keeps_stubs = then && has_stubs(file->text)};
    source_free(&sources);
    return fares;
}

/* The same of all files. */
static Fares compare_all(Arena *arena, const char *path, BuildTags tags, const char *tag)
{
    Fares all = {0};
    DIR *dir = opendir(path);
    struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        Fares one = compare_builds(arena, path, entry->d_name, tags, tag);
        all.taken |= one.taken;
        all.added |= one.added;
        all.drops_unsafe |= one.drops_unsafe;
        all.drops_stubs |= one.drops_stubs;
        all.keeps_stubs |= one.keeps_stubs;
    }
    if (dir)
        closedir(dir);
    return all;
}

static bool has_assembly(const char *path, PortableBuild portable)
{
    DIR *dir = opendir(path);
    struct dirent *entry;
    bool assembly = false;
    while (dir && !assembly && (entry = readdir(dir)))
        assembly = is_assembly(entry->d_name, portable);
    if (dir)
        closedir(dir);
    return assembly;
}

static bool without_assembly(Arena *arena, const char *path, const BuildTags *tags, bool tested)
{
    Fares safe = {0};
    if (!has_assembly(path, PORTABLE_NOT))
        safe = compare_all(arena, path, *tags, "safe");
    if (!safe.taken) { /* without files for this processor it is one that such files import */
        Fares without = compare_all(arena, path, *tags, NULL);
        return without.added || (without.drops_stubs && !without.keeps_stubs);
    }
    if (safe.added)
        return true;
    Fares fares = tested ? (Fares){0} : compare_all(arena, path, *tags, "appengine");
    return fares.added && fares.drops_unsafe;
}

PortableBuild module_portable(Arena *arena, const char *path, const BuildTags *tags, bool tested)
{
    if (!without_assembly(arena, path, tags, tested))
        return PORTABLE_NOT;
    return has_assembly(path, PORTABLE_PROCESSOR) ? PORTABLE_NO_PROCESSOR : PORTABLE_PROCESSOR;
}

/* Whether a build with these tags takes the file, a test or not; as it is, or of a portable
 * package. */
static bool builds(Arena *arena, const char *path, BuildTags tags)
{
    Sources sources = {0};
    const SourceFile *file = source_load(&sources, path);
    BuildTags portable = tags;
    portable.portable = PORTABLE_NO_PROCESSOR;
    bool taken =
        !file || selected(arena, file->text, tags) || selected(arena, file->text, portable);
    source_free(&sources);
    return taken;
}

bool module_builds_any(Arena *arena, const char *dir, const BuildTags *tags)
{
    PathList paths = {0};
    bool any = false;
    for (PortableBuild portable = PORTABLE_NOT; portable <= PORTABLE_NO_PROCESSOR; portable++) {
        module_files(arena, dir, portable, &paths);
        module_test_files(arena, dir, portable, &paths);
    }
    for (u32 i = 0; !any && i < paths.len; i++)
        any = builds(arena, paths.data[i], *tags);
    vec_free(&paths);
    return any;
}
