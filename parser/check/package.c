/* Checker: entry points, and packages: loading, order of phases, import errors. */
#include "parser/check/decl.h"

Checker *check_new(Arena *arena, Interner *syms, Diags *diags, PackageLoader *loader,
                   CheckOptions options)
{
    Checker *cx = xcalloc(1, sizeof *cx);
    cx->arena = arena;
    cx->syms = syms;
    cx->diags = diags;
    cx->loader = loader;
    cx->options = options;
    cx->types.arena = arena;
    cx->consts = const_pool_new(arena);
    cx->universe = universe_new(&cx->types, cx->consts, syms);
    cx->sym_blank = intern_str(syms, "_");
    cx->sym_init = intern_str(syms, "init");
    cx->sym_main = intern_str(syms, "main");
    cx->sym_iota = intern_str(syms, "iota");
    return cx;
}

void check_free(Checker *cx)
{
    if (cx == NULL)
        return;
    const_pool_free(cx->consts);
    map_free(&cx->packages);
    vec_free(&cx->order);
    vec_free(&cx->path);
    vec_free(&cx->late);
    vec_free(&cx->delayed);
    vec_free(&cx->forwards);
    vec_free(&cx->last_errors);
    vec_free(&cx->lists);
    type_pool_free(&cx->types);
    free(cx);
}

const StmtLists *check_lists(const Checker *cx)
{
    return &cx->lists;
}

Universe *check_universe(Checker *cx)
{
    return cx->universe;
}

ConstPool *check_consts(Checker *cx)
{
    return cx->consts;
}

void check_packages(Checker *cx, PackageList *out)
{
    for (u32 i = 0; i < cx->order.len; i++)
        vec_push(out, cx->order.data[i]);
}

/* ---- errors reported last ---- */

void check_error_last(Checker *cx, Span span, const char *text)
{
    vec_push(&cx->last_errors, (LastError){span, text});
}

void check_report_last(Checker *cx)
{
    bool others = cx->diags->errors > 0;
    for (u32 i = 0; !others && i < cx->last_errors.len; i++)
        check_error(cx, cx->last_errors.data[i].at, "%s", cx->last_errors.data[i].text);
    vec_clear(&cx->last_errors);
}

/* ---- bodies ---- */

static LateBody late_body(Checker *cx, FuncLit *fn, Type *sig, const char *name, Scope *scope)
{
    return (LateBody){fn, sig, name, scope, cx->at.pkg, cx->at.file, cx->at.deps, cx->at.iota};
}

void check_late_body(Checker *cx, FuncLit *fn, Type *sig, const char *name, Scope *scope)
{
    LateBody late = late_body(cx, fn, sig, name, scope);
    vec_push(&cx->late, late);
}

void check_body_when_needed(Checker *cx, FuncDecl *f, Type *sig, Scope *scope)
{
    f->late = ARENA_NEW(cx->arena, LateBody);
    *f->late = late_body(cx, &f->fn, sig, f->name->ident.name->text, scope);
}

void check_late_bodies(Checker *cx, u32 from)
{
    for (u32 i = from; i < cx->late.len; i++) {
        LateBody late = cx->late.data[i];
        cx->at.pkg = late.pkg;
        cx->at.file = late.file;
        cx->at.scope = late.scope;
        cx->at.deps = late.deps;
        cx->at.iota = late.iota;
        cx->at.fn = NULL;
        check_func_body(cx, late.fn, late.sig, late.name, late.scope);
    }
    cx->late.len = from;
    cx->at.deps = NULL;
    cx->at.iota = NULL;
}

/* ---- resolving what was collected ---- */

typedef enum Phase { PHASE_TYPES, PHASE_ALIASES, PHASE_FUNCS, PHASE_VALUES } Phase;

static void resolve_values(Checker *cx, Decl *decl)
{
    for (u32 i = 0; i < decl->value.objs.len; i++)
        check_object(cx, decl->value.objs.data[i]);
}

/* In the library, values are checked when something refers to them, unless setting a variable may
 * have an effect. */
static void resolve_decl(Checker *cx, Decl *decl, Phase phase)
{
    switch (decl->kind) {
    case DECL_TYPE:
        if (phase == (decl->type.alias ? PHASE_ALIASES : PHASE_TYPES))
            check_object(cx, decl->type.obj);
        break;
    case DECL_FUNC:
        if (phase == PHASE_FUNCS)
            check_object(cx, decl->func->obj);
        break;
    case DECL_CONST:
    case DECL_VAR:
        if (phase == PHASE_VALUES &&
            (!cx->at.pkg->is_library || (decl->kind == DECL_VAR && check_may_have_effect(decl))))
            resolve_values(cx, decl);
        break;
    case DECL_IMPORT: break;
    }
}

/* Types before aliases, so that an alias always denotes a type that exists; signatures before
 * values and bodies, so that these find all methods. */
void check_resolve_files(Checker *cx, Package *pkg, FileAst **files, u32 count)
{
    for (Phase phase = PHASE_TYPES; phase <= PHASE_VALUES; phase++) {
        if (phase == PHASE_TYPES)
            check_types_begin(cx); /* checks of types are delayed until all types are resolved */
        if (phase == PHASE_FUNCS)
            check_types_end(cx);
        if (phase == PHASE_VALUES)
            pkg->state = PKG_SIGNATURES;
        cx->at.lazy_types = phase == PHASE_TYPES;
        for (u32 i = 0; i < count; i++)
            for (u32 j = 0; j < files[i]->decls.len; j++)
                resolve_decl(cx, files[i]->decls.data[j], phase);
    }
}

/* ---- packages ---- */

/* The state that is saved while an imported package is checked. */
typedef struct Saved {
    CheckPlace at;
    ObjList path;
} Saved;

static Saved suspend(Checker *cx)
{
    Saved saved = {cx->at, cx->path};
    cx->at = (CheckPlace){.depth = saved.at.depth, .lazy_types = saved.at.lazy_types};
    cx->path = (ObjList){0};
    return saved;
}

static void resume(Checker *cx, Saved *saved)
{
    vec_free(&cx->path);
    cx->at = saved->at;
    cx->path = saved->path;
}

static Package *new_package(Checker *cx, const char *path)
{
    Package *pkg = ARENA_NEW(cx->arena, Package);
    pkg->path = arena_strndup(cx->arena, path, strlen(path));
    pkg->scope = scope_new(cx->arena, cx->universe->scope);
    return pkg;
}

bool check_needed_body(Checker *cx, FuncDecl *f)
{
    if (f->late == NULL)
        return !f->faulty;
    ParseContext parse = {.arena = cx->arena, .syms = cx->syms, .diags = cx->diags};
    if (f->unread != NULL)
        parse_unread_body(&parse, f->late->file->file, f);
    Saved saved = suspend(cx);
    u32 from = cx->late.len;
    vec_push(&cx->late, *f->late);
    f->late = NULL;
    check_late_bodies(cx, from);
    resume(cx, &saved);
    f->faulty = cx->diags->errors > 0; /* what it refers to may have been reported before */
    return !f->faulty;
}

void check_library_object(Checker *cx, Obj *obj)
{
    Saved saved = suspend(cx);
    u32 from = cx->late.len;
    cx->at.pkg = obj->pkg;
    check_object(cx, obj);
    check_late_bodies(cx, from);
    resume(cx, &saved);
}

static void check_package_names(Checker *cx, Package *pkg)
{
    for (u32 i = 0; i < pkg->files.len; i++) {
        FileAst *file = pkg->files.data[i];
        if (file->package == NULL)
            continue;
        const Sym *name = file->package->ident.name;
        if (name == cx->sym_blank)
            check_error(cx, file->package->span, "invalid package name _");
        else if (pkg->name == NULL)
            pkg->name = name;
        else if (name != pkg->name)
            check_error(cx, file->package->span, "package %s; expected package %s", name->text,
                        pkg->name->text);
    }
    if (pkg->name == NULL)
        pkg->name = cx->sym_main;
}

/* Calls f for each declaration of variables or constants. */
static void each_values(Checker *cx, Package *pkg, void f(Checker *, Decl *))
{
    for (u32 i = 0; i < pkg->files.len; i++)
        for (u32 j = 0; j < pkg->files.data[i]->decls.len; j++) {
            Decl *decl = pkg->files.data[i]->decls.data[j];
            if (decl->kind == DECL_VAR || decl->kind == DECL_CONST)
                f(cx, decl);
        }
}

static void note_effects(Checker *cx, Decl *decl)
{
    if (decl->kind == DECL_VAR && check_may_have_effect(decl))
        check_find_effects(cx, decl);
}

static void need_values(Checker *cx, Decl *decl)
{
    resolve_values(cx, decl);
    for (u32 i = 0; decl->kind == DECL_VAR && i < decl->value.objs.len; i++)
        decl->value.objs.data[i]->var.needed = true;
}

void check_all_values(Checker *cx, Package *pkg)
{
    Saved saved = suspend(cx);
    cx->at.pkg = pkg;
    u32 from = cx->late.len;
    each_values(cx, pkg, need_values);
    check_late_bodies(cx, from);
    resume(cx, &saved);
}

/* Checks a package of which only pkg->files is set. */
static void check_package(Checker *cx, Package *pkg)
{
    Saved saved = suspend(cx);
    u32 late = cx->late.len;
    FileAst **files = pkg->files.data;
    u32 count = pkg->files.len;
    cx->at.pkg = pkg;
    check_package_names(cx, pkg);
    if (count > 0 && files[0]->package == NULL)
        pkg->script = check_script_function(cx, files, count);
    pkg->state = PKG_COLLECTED;
    check_overlay(cx, pkg);
    for (u32 i = 0; i < count && !pkg->is_library; i++)
        if (!files[i]->file->is_library)
            check_embed_directives(cx, files[i]);
    check_collect(cx, pkg, pkg->scope, files, count);
    for (u32 i = 0; i < count && !pkg->is_library; i++)
        check_linknames(cx, pkg, files[i]->file);
    check_resolve_files(cx, pkg, files, count);
    if (pkg->script != NULL)
        check_script_statements(cx, pkg, pkg->script, files[0]);
    check_late_bodies(cx, late);
    if (pkg->is_library)
        each_values(cx, pkg, note_effects);
    else if (pkg->script == NULL)
        check_init_order(cx, pkg);
    for (u32 i = 0; i < count && !pkg->is_library; i++)
        if (!files[i]->overlaid)
            check_unused_imports(cx, files[i]);
    pkg->state = PKG_DONE;
    pkg->complete = true;
    resume(cx, &saved);
    vec_push(&cx->order, pkg);
}

/* ---- imports ---- */

static bool parse_sources(Checker *cx, Package *pkg, SourceFile **sources, int count)
{
    u32 errors = cx->diags->errors;
    ParseContext parse = {
        .arena = cx->arena, .syms = cx->syms, .diags = cx->diags, .bodies_later = pkg->is_library};
    for (int i = 0; i < count; i++) {
        FileAst *file = parse_file(&parse, sources[i]);
        if (check_take_file(cx, file) && !check_is_external(file))
            avec_push(cx->arena, &pkg->files, file);
    }
    return cx->diags->errors == errors;
}

/* Reports it, and returns a placeholder whose members cause no errors. */
static Package *fake_package(Checker *cx, const char *path)
{
    const char *slash = strrchr(path, '/');
    Package *pkg = new_package(cx, path);
    pkg->name = intern_str(cx->syms, slash != NULL ? slash + 1 : path);
    pkg->fake = true;
    pkg->state = PKG_DONE;
    return pkg;
}

/* Packages of Go that gol lacks; a path that ends in a slash stands for a whole folder. */
static bool in_go_library(const char *path)
{
    static const char *const lacking[] = {
        "debug/buildinfo", "net/http/cgi", "net/http/fcgi", "plugin", "regexp/syntax",
        "runtime/metrics", "runtime/cgo",  "time/tzdata",   "unique", "weak",
    };
    for (u32 i = 0; i < COUNT_OF(lacking); i++) {
        size_t len = strlen(lacking[i]);
        bool folder = lacking[i][len - 1] == '/';
        if (folder ? strncmp(path, lacking[i], len) == 0 : strcmp(path, lacking[i]) == 0)
            return true;
    }
    return false;
}

static Package *missing_package(Checker *cx, const char *path, Span at)
{
    Diag *diag = check_error(cx, at, "could not import %s (package not found)", path);
    Package *pkg = fake_package(cx, path);
    const char *similar = check_similar_library(cx, pkg->name);
    const char *name = strrchr(path, '/');
    size_t folder = name != NULL ? (size_t)(name - path) : 0;
    const char *why = cx->loader->why_missing ? cx->loader->why_missing(cx->loader, path) : NULL;
    bool near_by = similar != NULL && folder > 0 && strncmp(similar, path, folder + 1) == 0;
    if (in_go_library(path) && !near_by)
        check_hint(cx, diag, "Go's library has this package, gol's does not: see docs/library.md");
    else if (why != NULL)
        check_hint(cx, diag, "%s", why);
    else if (similar != NULL)
        check_hint(cx, diag, "did you mean \"%s\"?", similar);
    return pkg;
}

static Package *load(Checker *cx, const char *path, Span at)
{
    SourceFile **sources = NULL;
    bool is_library = false;
    int count = cx->loader == NULL ? -1
                                   : cx->loader->load(cx->loader, cx->diags->sources, path,
                                                      check_in_library(cx), &sources, &is_library);
    if (count < 0)
        return missing_package(cx, path, at);
    Package *pkg = new_package(cx, path);
    *map_put(&cx->packages, (u64)(uintptr_t)intern_str(cx->syms, path)) = (u64)(uintptr_t)pkg;
    pkg->is_library = is_library;
    if (parse_sources(cx, pkg, sources, count)) {
        check_package(cx, pkg);
    } else { /* any name may be in it */
        check_package_names(cx, pkg);
        pkg->fake = true;
        pkg->state = PKG_DONE;
    }
    free(sources);
    return pkg;
}

bool check_load_rest(Checker *cx, Package *pkg)
{
    SourceFile **sources = NULL;
    if (!pkg->is_library || pkg->fake || pkg->whole || cx->loader->rest == NULL)
        return false;
    pkg->whole = true;
    int count = cx->loader->rest(cx->loader, cx->diags->sources, pkg->path, &sources);
    u32 before = pkg->files.len;
    Saved saved = suspend(cx);
    cx->at.pkg = pkg;
    if (count > 0 && parse_sources(cx, pkg, sources, count)) {
        check_overlay(cx, pkg);
        check_collect(cx, pkg, pkg->scope, pkg->files.data + before, pkg->files.len - before);
        check_resolve_files(cx, pkg, pkg->files.data + before, pkg->files.len - before);
        pkg->state = PKG_DONE;
    }
    free(sources);
    resume(cx, &saved);
    return pkg->files.len > before;
}

/* Why a path cannot be imported by any program; NULL if it can. */
static const char *import_fault(const char *path)
{
    if (strncmp(path, "vendor/", 7) == 0)
        return "packages of a vendor directory are imported without \"vendor/\"";
    if (strcmp(path, "C") == 0)
        return "cgo is not supported: import \"C\"";
    if (strncmp(path, "./", 2) == 0 || strncmp(path, "../", 3) == 0)
        return "relative imports are not supported";
    return NULL;
}

Package *check_load_package(Checker *cx, const char *path, Span at)
{
    const char *fault = import_fault(path);
    if (fault != NULL) {
        check_error(cx, at, "%s", fault);
        return fake_package(cx, path);
    }
    if (strcmp(path, "unsafe") == 0) {
        if (check_forbids_unsafe(cx))
            check_refuse_unsafe(cx, at);
        return cx->universe->unsafe_pkg;
    }
    if (cx->at.pkg != NULL && check_in_library(cx) &&
        strncmp(path, "golang.org/", 11) == 0) /* Go's library has its own copies */
        path = arena_printf(cx->arena, "vendor/%s", path);
    else if (cx->loader != NULL && cx->loader->canonical != NULL)
        path = cx->loader->canonical(cx->loader, path);
    u64 *known = map_get(&cx->packages, (u64)(uintptr_t)intern_str(cx->syms, path));
    if (known == NULL)
        return load(cx, path, at);
    Package *pkg = (Package *)(uintptr_t)*known;
    if (pkg->state == PKG_DONE)
        return pkg;
    check_error(cx, at, "import cycle not allowed: %s imports itself, directly or indirectly",
                path);
    return fake_package(cx, path);
}

Package *check_import(Checker *cx, const char *path)
{
    return check_load_package(cx, path, (Span){0, 0});
}

/* ---- programs ---- */

/* Of several files, ignores those for other systems; a single file was given by name. */
static void take_files(Checker *cx, Package *pkg, FileAst **files, u32 count)
{
    for (u32 i = 0; i < count; i++)
        if (check_take_file(cx, files[i]) || count == 1)
            avec_push(cx->arena, &pkg->files, files[i]);
    for (u32 i = 0; i < pkg->files.len && pkg->files.len > 1; i++)
        if (!pkg->files.data[i]->package)
            check_error_at(cx, pkg->files.data[i]->file->base,
                           "a script (a file without a package clause) must be the only file");
}

static bool is_test(const FuncDecl *f)
{
    const Sym *name = f->name->ident.name;
    return f->recv == NULL && name->len > 4 && memcmp(name->text, "Test", 4) == 0;
}

static void check_has_main(Checker *cx, Package *pkg)
{
    if (cx->options.only_check || pkg->name != cx->sym_main || pkg->script != NULL ||
        cx->diags->errors > 0 || pkg->files.len == 0)
        return;
    for (u32 i = 0; i < pkg->funcs.len; i++)
        if (is_test(pkg->funcs.data[i]) || (pkg->funcs.data[i]->name->ident.name == cx->sym_main &&
                                            pkg->funcs.data[i]->recv == NULL))
            return;
    check_error(cx, pkg->files.data[0]->package->span,
                "function main is undeclared in the main package");
}

/* The import path of the program's own package: "main", but in a test of another package its path
 * in the module. */
static const char *program_path(Checker *cx, FileAst **files, u32 count)
{
    const Expr *clause = count ? files[0]->package : NULL;
    if (clause == NULL || clause->ident.name == cx->sym_main || cx->options.main_path == NULL)
        return "main";
    return arena_printf(cx->arena, "%s%s", cx->options.main_path,
                        check_is_external(files[0]) ? "_test" : "");
}

Package *check_program(Checker *cx, FileAst **files, u32 count)
{
    Package *pkg = new_package(cx, program_path(cx, files, count));
    bool broken = false;
    for (u32 i = 0; i < count; i++)
        broken |= files[i]->broken;
    u32 errors = cx->diags->errors;
    take_files(cx, pkg, files, count);
    if (broken || cx->diags->errors > errors) {
        /* after syntax errors, type errors would mostly follow from them */
        check_package_names(cx, pkg);
        return pkg;
    }
    check_package(cx, pkg);
    check_has_main(cx, pkg);
    check_report_last(cx);
    return pkg;
}
