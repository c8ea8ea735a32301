/* Checker: the names that could stand at a place of an input at the prompt. */
#include "parser/check/decl.h"
#include "parser/check/expr.h"

/* ---- names ---- */

static void add_scope(const Scope *scope, bool exported_only, const NameSink *out)
{
    for (u32 i = 0; i < scope->count; i++) {
        const Sym *name = scope_at(scope, i)->name;
        if (!exported_only || sym_is_exported(name))
            out->add(out->ctx, name->text);
    }
}

void check_complete_name(Checker *cx, const NameSink *out)
{
    if (cx->repl != NULL)
        add_scope(cx->repl->scope, false, out);
    add_scope(cx->universe->scope, false, out);
    const char *const *paths = cx->loader->list(cx->loader);
    for (; paths != NULL && *paths != NULL; paths++) {
        const char *slash = strrchr(*paths, '/');
        if (strstr(*paths, "internal") == NULL)
            out->add(out->ctx, slash != NULL ? slash + 1 : *paths);
    }
}

/* ---- members ---- */

/* The package that the name stands for, or NULL; loaded if no input has used it yet. */
static Package *package_named(Checker *cx, const Sym *name)
{
    Obj *obj = cx->repl != NULL ? scope_lookup(cx->repl->scope, name, NULL) : NULL;
    if (obj != NULL)
        return obj->kind == OBJ_PACKAGE ? obj->package.imported : NULL;
    const char *path = check_library_path(cx, name);
    return path != NULL ? check_load_package(cx, path, (Span){0, 0}) : NULL;
}

static void add_selectors(Checker *cx, Type *t, const NameSink *out)
{
    SymList names = {0};
    type_selector_names(t, cx->repl, &names);
    for (u32 i = 0; i < names.len; i++)
        out->add(out->ctx, names.data[i]->text);
    vec_free(&names);
}

void check_complete_member(Checker *cx, FileAst *operand, const NameSink *out)
{
    if (operand->stmts.len != 1 || operand->stmts.data[0]->kind != ST_EXPR)
        return;
    Expr *e = operand->stmts.data[0]->expr;
    Package *pkg = e->kind == EX_IDENT ? package_named(cx, e->ident.name) : NULL;
    if (pkg != NULL) {
        add_scope(pkg->scope, true, out);
        return;
    }
    Expr *last = NULL;
    u32 first_func;
    if (check_repl_input(cx, operand, &pkg, &last, &first_func) != NULL && last != NULL)
        add_selectors(cx, last->type, out);
}
