/* Functions of test files that look like tests or examples and are none: their names, or what
 * their names refer to. */
#include <string.h>

#include "parser/types/scope.h"
#include "parser/vet/tests.h"

typedef struct Tests {
    const VetFile *file;
    Diags *found;
} Tests;

static bool begins_lower(const char *name)
{
    return *name >= 'a' && *name <= 'z';
}

/* ---- tests, benchmarks, fuzz targets ---- */

/* Whether the type is written *testing.T, or *T, with this letter. */
static bool is_pointer_to(const Expr *type, char letter)
{
    if (type->kind != EX_STAR)
        return false;
    const Expr *name = type->star;
    if (name->kind == EX_SELECTOR)
        name = name->selector.sel;
    return name->kind == EX_IDENT && name->ident.name->text[0] == letter &&
           !name->ident.name->text[1];
}

static void check_test(Tests *t, const FuncDecl *f, const char *prefix)
{
    const FuncSig *sig = &f->fn.sig;
    const char *name = f->name->ident.name->text;
    if (sig->results.len || sig->params.len != 1 ||
        !is_pointer_to(sig->params.data[0]->type, *prefix))
        return;
    if (sig->tparams.len)
        diag_warning(t->found, f->name->span,
                     "%s has type parameters: it will not be run by go test as a %sXXX function",
                     name, prefix);
    if (begins_lower(name + strlen(prefix)))
        diag_warning(t->found, f->name->span,
                     "%s has malformed name: first letter after '%s' must not be lowercase", name,
                     prefix);
}

/* ---- examples ---- */

static const Obj *find_in(const Package *package, const char *name, size_t len)
{
    for (u32 i = 0; package->scope && i < package->scope->count; i++) {
        const Obj *obj = scope_at(package->scope, i);
        if (strlen(obj->name->text) == len && !memcmp(obj->name->text, name, len))
            return obj;
    }
    return NULL;
}

/* Whether it is package x_test and the other one x. */
static bool tests_from_outside(const Package *package, const Package *other)
{
    size_t len = strlen(other->name->text);
    return !strncmp(package->name->text, other->name->text, len) &&
           !strcmp(package->name->text + len, "_test");
}

/* What the package declares, or one that it tests from outside. */
static const Obj *look_up(const Package *package, const char *name, size_t len)
{
    const Obj *obj = find_in(package, name, len);
    for (u32 i = 0; !obj && i < package->imports.len; i++)
        if (tests_from_outside(package, package->imports.data[i]))
            obj = find_in(package->imports.data[i], name, len);
    return obj;
}

/* Whether the type has a field or method of that name. */
static bool has_member(const Obj *obj, const char *name, size_t len)
{
    SymList names = {0};
    bool found = false;
    if (obj->type)
        type_selector_names(obj->type, obj->pkg, &names);
    for (u32 i = 0; i < names.len; i++)
        found |= strlen(names.data[i]->text) == len && !memcmp(names.data[i]->text, name, len);
    vec_free(&names);
    return found;
}

static void malformed(Diags *found, const FuncDecl *f, const char *suffix)
{
    diag_warning(found, f->name->span, "%s has malformed example suffix: %s",
                 f->name->ident.name->text, suffix);
}

/* ExampleType_Member_suffix, of which all parts may be missing. */
static void check_parts(const Tests *t, const FuncDecl *f, const char *parts)
{
    const char *name = f->name->ident.name->text, *end = parts + strcspn(parts, "_");
    size_t len = (size_t)(end - parts);
    const Obj *obj = len ? look_up(t->file->package, parts, len) : NULL;
    if (len && !obj)
        diag_warning(t->found, f->name->span, "%s refers to unknown identifier: %.*s", name,
                     (int)len, parts);
    if ((len && !obj) || !*end)
        return;
    const char *member = end + 1, *after = member + strcspn(member, "_");
    if (!len) {
        if (!begins_lower(member))
            malformed(t->found, f, member);
        return;
    }
    if (!begins_lower(member) && !has_member(obj, member, (size_t)(after - member)))
        diag_warning(t->found, f->name->span, "%s refers to unknown field or method: %.*s.%.*s",
                     name, (int)len, parts, (int)(after - member), member);
    if (*after && !begins_lower(after + 1))
        malformed(t->found, f, after + 1);
}

static void check_example(const Tests *t, const FuncDecl *f)
{
    const FuncSig *sig = &f->fn.sig;
    const char *name = f->name->ident.name->text;
    if (sig->params.len)
        diag_warning(t->found, f->name->span, "%s should be niladic", name);
    if (sig->results.len)
        diag_warning(t->found, f->name->span, "%s should return nothing", name);
    if (sig->tparams.len)
        diag_warning(t->found, f->name->span, "%s should not have type params", name);
    tests_check_output(t->found, t->file->file->file, f);
    if (name[7] && t->file->package)
        check_parts(t, f, name + 7);
}

void vet_tests(const VetFile *file, Diags *found)
{
    static const char *const prefixes[] = {"Test", "Benchmark", "Fuzz"};
    Tests t = {file, found};
    size_t len = strlen(file->file->file->name);
    if (len < 8 || strcmp(file->file->file->name + len - 8, "_test.go"))
        return;
    for (u32 i = 0; i < file->file->decls.len; i++) {
        const Decl *d = file->file->decls.data[i];
        if (d->kind != DECL_FUNC || d->func->recv)
            continue;
        const char *name = d->func->name->ident.name->text;
        if (!strncmp(name, "Example", 7))
            check_example(&t, d->func);
        if (!strncmp(name, "Fuzz", 4))
            tests_check_fuzz(found, d->func);
        for (u32 k = 0; k < COUNT_OF(prefixes); k++)
            if (!strncmp(name, prefixes[k], strlen(prefixes[k])))
                check_test(&t, d->func, prefixes[k]);
    }
}
