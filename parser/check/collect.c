/* Checker: declares the names of a package (imports and package-level objects), before any of them
 * is resolved, since declarations may refer to later ones. */
#include "parser/check/decl.h"

DeclDeps *check_new_deps(Checker *cx, Obj *owner)
{
    DeclDeps *deps = ARENA_NEW(cx->arena, DeclDeps);
    deps->owner = owner;
    deps->stamp = ++cx->stamps;
    return deps;
}

/* ---- imports ---- */

static void dot_import(Checker *cx, FileAst *file, Decl *decl, Package *imported)
{
    check_load_rest(cx, imported); /* its names must be known before any is looked for */
    for (u32 i = 0; i < imported->scope->count; i++) {
        Obj *obj = scope_at(imported->scope, i);
        if (!sym_is_exported(obj->name))
            continue;
        Obj *other = scope_insert(cx->arena, file->scope, obj);
        if (other != NULL && other != obj)
            check_redeclared(cx, obj->name, decl->import.name->span.start, other);
    }
}

static void add_import(Checker *cx, Package *pkg, Package *imported)
{
    for (u32 i = 0; i < pkg->imports.len; i++)
        if (pkg->imports.data[i] == imported)
            return;
    avec_push(cx->arena, &pkg->imports, imported);
}

Obj *check_new_package_name(Checker *cx, Package *pkg, const Sym *name, Pos pos, Package *imported)
{
    Obj *obj = obj_new(cx->arena, OBJ_PACKAGE, name, pos, pkg);
    obj->type = cx->universe->basic[TY_INVALID];
    obj->state = OBJ_DONE;
    obj->package.imported = imported;
    if (imported != cx->universe->unsafe_pkg)
        add_import(cx, pkg, imported);
    return obj;
}

/* The last element "internal" of an import path, or NULL. */
static const char *internal_element(const char *path)
{
    const char *last = NULL;
    for (const char *at = path; (at = strstr(at, "internal")) != NULL; at++)
        if ((at == path || at[-1] == '/') && (at[8] == '\0' || at[8] == '/'))
            last = at;
    return last;
}

/* Whether it is the program's own: main, or an external test, which lies with what it tests. */
static bool is_program(const Checker *cx, const Package *pkg)
{
    const char *path = cx->options.main_path;
    size_t len = path != NULL ? strlen(path) : 0;
    return strcmp(pkg->path, "main") == 0 ||
           (len > 0 && strncmp(pkg->path, path, len) == 0 && strcmp(pkg->path + len, "_test") == 0);
}

/* A package in or below a directory "internal" can only be imported from the tree of its parent. */
static bool is_forbidden(Checker *cx, const Package *pkg, const FileAst *file,
                         const Package *imported)
{
    const char *internal = internal_element(imported->path);
    if (internal == NULL || pkg->is_library || file->file->is_library)
        return false;
    if (imported->is_library || internal == imported->path)
        return true;
    const char *importer = is_program(cx, pkg) ? cx->options.main_path : pkg->path;
    size_t around = (size_t)(internal - imported->path) - 1;
    return importer != NULL && (strncmp(importer, imported->path, around) != 0 ||
                                (importer[around] != '\0' && importer[around] != '/'));
}

static void collect_import(Checker *cx, Package *pkg, FileAst *file, Decl *decl)
{
    const char *path = decl->import.path;
    if (path[0] == '\0')
        return; /* a syntax error, reported */
    Package *imported = check_load_package(cx, path, decl->import.path_span);
    if (!imported->fake && is_forbidden(cx, pkg, file, imported))
        check_error(cx, decl->import.path_span, "use of internal package %s not allowed", path);
    Expr *ident = decl->import.name;
    bool is_dot = ident != NULL && strcmp(ident->ident.name->text, ".") == 0;
    const Sym *name = ident != NULL ? ident->ident.name : imported->name;
    Pos pos = ident != NULL ? ident->span.start : decl->import.path_span.start;
    if (name == cx->sym_init) {
        check_error_at(cx, pos, "cannot import package as init - init must be a func");
        return;
    }
    Obj *obj = check_new_package_name(cx, pkg, name, pos, imported);
    obj->used = imported->fake || name == cx->sym_blank;
    decl->import.obj = obj;
    if (is_dot)
        dot_import(cx, file, decl, imported);
    else
        check_declare(cx, file->scope, NULL, obj);
}

void check_use_dot_import(Checker *cx, Obj *obj)
{
    for (u32 i = 0; i < cx->at.file->decls.len; i++) {
        Decl *decl = cx->at.file->decls.data[i];
        if (decl->kind == DECL_IMPORT && decl->import.obj != NULL &&
            decl->import.obj->package.imported == obj->pkg)
            decl->import.obj->used = true;
    }
}

static const char *last_element(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

void check_unused_imports(Checker *cx, FileAst *file)
{
    for (u32 i = 0; i < file->decls.len; i++) {
        Decl *decl = file->decls.data[i];
        if (decl->kind != DECL_IMPORT || decl->import.obj == NULL || decl->import.obj->used)
            continue;
        const char *path = decl->import.path, *name = decl->import.obj->name->text;
        Span at = {decl->import.obj->pos, decl->import.path_span.end};
        if (strcmp(name, ".") == 0 || strcmp(name, last_element(path)) == 0)
            check_error(cx, at, "\"%s\" imported and not used", path);
        else
            check_error(cx, at, "\"%s\" imported as %s and not used", path, name);
    }
}

/* ---- package-level names ---- */

static Obj *new_object(Checker *cx, Package *pkg, FileAst *file, ObjKind kind, Expr *ident,
                       Decl *decl)
{
    Obj *obj = obj_new(cx->arena, kind, ident->ident.name, ident->span.start, pkg);
    obj->decl = decl;
    obj->file_ast = file;
    return obj;
}

static void declare(Checker *cx, Package *pkg, Scope *scope, Expr *ident, Obj *obj)
{
    if (obj->name == cx->sym_init)
        check_error(cx, ident->span, "cannot declare init - must be func");
    else if (obj->name == cx->sym_main && pkg->name == cx->sym_main && pkg->script == NULL)
        check_error(cx, ident->span, "cannot declare main - must be func");
    else
        check_declare(cx, scope, ident, obj);
}

void check_collect_values(Checker *cx, Package *pkg, Scope *scope, FileAst *file, Decl *decl)
{
    ExprList *names = &decl->value.names;
    ObjKind kind = decl->kind == DECL_CONST ? OBJ_CONST : OBJ_VAR;
    DeclDeps *shared = NULL;
    for (u32 i = 0; i < names->len; i++) {
        Obj *obj = new_object(cx, pkg, file, kind, names->data[i], decl);
        obj->decl_index = i;
        obj->used = true;
        if (shared == NULL || decl->value.values.len > 1)
            shared = check_new_deps(cx, obj);
        if (kind == OBJ_VAR) {
            obj->var.kind = VAR_GLOBAL;
            obj->deps = shared;
        }
        avec_push(cx->arena, &decl->value.objs, obj);
        declare(cx, pkg, scope, names->data[i], obj);
    }
    check_arity(cx, decl);
}

static void collect_type(Checker *cx, Package *pkg, Scope *scope, FileAst *file, Decl *decl)
{
    Obj *obj = new_object(cx, pkg, file, OBJ_TYPE, decl->type.name, decl);
    decl->type.obj = obj;
    obj->type_.is_alias = decl->type.alias;
    if (!decl->type.alias)
        check_new_named(cx, obj);
    declare(cx, pkg, scope, decl->type.name, obj);
}

static void check_entry_function(Checker *cx, FuncDecl *f)
{
    const Sym *name = f->name->ident.name;
    if (f->fn.sig.params.len > 0 || f->fn.sig.results.len > 0)
        check_error(cx, f->name->span, "func %s must have no arguments and no return values",
                    name->text);
    if (f->fn.sig.tparams.len > 0)
        check_error(cx, f->name->span, "func %s must have no type parameters", name->text);
}

static void collect_func(Checker *cx, Package *pkg, Scope *scope, FileAst *file, Decl *decl)
{
    FuncDecl *f = decl->func;
    Obj *obj = new_object(cx, pkg, file, OBJ_FUNC, f->name, decl);
    obj->func.decl = f;
    obj->deps = check_new_deps(cx, obj);
    f->obj = obj;
    avec_push(cx->arena, &pkg->funcs, f);
    if (f->recv != NULL)
        return;
    bool is_init = obj->name == cx->sym_init;
    if (is_init || (obj->name == cx->sym_main && pkg->name == cx->sym_main))
        check_entry_function(cx, f);
    if (!is_init)
        check_declare(cx, scope, f->name, obj);
    else
        avec_push(cx->arena, &pkg->inits, f);
}

/* ---- methods ---- */

/* The defined type that a receiver denotes, through parentheses, `*` and aliases; or NULL.
 * *is_instance: an alias denotes an instance of it. */
static Obj *receiver_base(Scope *scope, Expr *type, bool *is_pointer, bool *is_instance)
{
    enum { LONGEST_CHAIN = 100 };
    *is_pointer = *is_instance = false;
    for (int i = 0; i < LONGEST_CHAIN; i++) {
        type = check_unparen(type);
        if (type->kind == EX_STAR) {
            if (*is_pointer)
                return NULL;
            *is_pointer = true;
            type = check_unparen(type->star);
        }
        if (type->kind == EX_INDEX) {
            *is_instance = i > 0;
            type = check_unparen(type->index.x);
        }
        if (type->kind != EX_IDENT)
            return NULL;
        Obj *obj = scope_lookup(scope, type->ident.name, NULL);
        if (obj == NULL || obj->kind != OBJ_TYPE || obj->decl == NULL)
            return NULL;
        if (!obj->type_.is_alias)
            return obj;
        type = obj->decl->type.type;
    }
    return NULL;
}

static void add_method(Checker *cx, Type *named, Obj *method)
{
    for (u32 i = 0; i < named->named.methods.len; i++) {
        Obj *other = named->named.methods.data[i];
        if (other->name != method->name)
            continue;
        Diag *diag = check_error(cx, check_sym_span(method->pos, method->name),
                                 "method %s.%s already declared", named->named.obj->name->text,
                                 method->name->text);
        check_note_at(cx, diag, other->pos, "other declaration of %s", method->name->text);
        return;
    }
    avec_push(cx->arena, &named->named.methods, method);
}

static void collect_method(Checker *cx, Package *pkg, Scope *scope, FuncDecl *f)
{
    bool is_pointer, is_instance;
    Obj *base = receiver_base(scope, f->recv->type, &is_pointer, &is_instance);
    f->obj->func.ptr_recv = is_pointer;
    if (base != NULL && is_instance) {
        Expr *named = check_unparen(f->recv->type);
        named = named->kind == EX_STAR ? named->star : named;
        check_error(cx, named->span, "cannot define new methods on instantiated type %s",
                    check_expr_text(cx, named));
        return;
    }
    if (base == NULL || base->pkg != pkg || base->type == NULL || base->type->kind != TY_NAMED)
        return;
    f->obj->func.recv = base->type;
    if (f->obj->name != cx->sym_blank)
        add_method(cx, base->type, f->obj);
}

/* ---- files ---- */

static void collect_file(Checker *cx, Package *pkg, Scope *scope, FileAst *file)
{
    if (file->scope == NULL)
        file->scope = scope_new(cx->arena, scope);
    cx->at.file = file;
    cx->at.scope = file->scope;
    for (u32 i = 0; i < file->decls.len; i++) {
        Decl *decl = file->decls.data[i];
        switch (decl->kind) {
        case DECL_IMPORT: collect_import(cx, pkg, file, decl); break;
        case DECL_CONST: check_collect_values(cx, pkg, scope, file, decl); break;
        case DECL_VAR:
            check_link_values(cx, pkg, decl);
            if (file->package != NULL)
                check_collect_values(cx, pkg, scope, file, decl);
            break;
        case DECL_TYPE: collect_type(cx, pkg, scope, file, decl); break;
        case DECL_FUNC: collect_func(cx, pkg, scope, file, decl); break;
        }
    }
    if (file->package == NULL)
        check_collect_script(cx, pkg, scope, file);
}

/* A name must not be both an import of a file and declared in the package. */
static void check_file_names(Checker *cx, Scope *scope, FileAst *file)
{
    for (u32 i = 0; i < file->scope->count; i++) {
        Obj *obj = scope_at(file->scope, i);
        Obj *other = scope_find(scope, obj->name);
        if (other == NULL || other == obj)
            continue;
        Span at = check_sym_span(other->pos, other->name);
        if (obj->kind != OBJ_PACKAGE) {
            check_error(cx, at, "%s already declared through dot-import of package %s",
                        other->name->text, obj->pkg->name->text);
            continue;
        }
        Diag *diag = check_error(cx, at, "%s already declared through import of package %s",
                                 other->name->text, obj->package.imported->name->text);
        check_note_at(cx, diag, obj->pos, "other declaration of %s", obj->name->text);
        obj->used = true;
    }
}

void check_collect(Checker *cx, Package *pkg, Scope *scope, FileAst **files, u32 count)
{
    u32 first_func = pkg->funcs.len;
    for (u32 i = 0; i < count; i++)
        collect_file(cx, pkg, scope, files[i]);
    for (u32 i = 0; i < count; i++)
        check_file_names(cx, scope, files[i]);
    for (u32 i = first_func; i < pkg->funcs.len; i++)
        if (pkg->funcs.data[i]->recv != NULL)
            collect_method(cx, pkg, scope, pkg->funcs.data[i]);
}
