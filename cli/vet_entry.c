/* Writes the functions that gol vet begins with: see cli/vet_entry.h. */
#include "cli/vet_entry.h"

#include <ctype.h>

#include "cli/module.h"

/* No program would use such names. */
#define RUNS_TEST "gol_vet_test_"
#define RUNS_ANY "gol_vet_any"
#define IS_TEST "gol_vet_one_" /* calls the test itself, and nothing else */
#define CALLS_API "gol_vet_api"
#define TESTS_FILE "vettests.go"
#define API_FILE "vetapi.go"

bool vet_is_program(const Loaded *loaded)
{
    return !strcmp(load_package_name(loaded), "main");
}

static void add_file(Loaded *loaded, const char *name, Buf *text)
{
    FileAst *file = load_text(loaded, name, buf_str(text));
    file->file->is_library = true; /* reports do not show it */
    buf_free(text);
}

/* ---- tests ---- */

static void add_alone(const FoundTest *test, Buf *text)
{
    static const char *const functions[] = {
        [TEST_PLAIN] = "gol_testing.VetTest",
        [TEST_FUZZ] = "gol_testing.VetFuzz",
        [TEST_EXAMPLE] = "",
        [TEST_BENCHMARK] = "gol_testing.VetBenchmark",
    };
    bool example = test->kind == TEST_EXAMPLE;
    buf_printf(text, "%s%s%s", example ? test->name : functions[test->kind], example ? "" : "(",
               example ? "()" : test->name);
    buf_puts(text, example ? "" : ")");
}

static void add_through_main(const FoundTest *test, Buf *text)
{
    buf_puts(text, "gol_testing.VetMain(func() { ");
    add_alone(test, text);
    buf_puts(text, " }, TestMain)");
}

/* All tests of one kind are called in one place, so that what a test is run by is analysed once:
 *
 *   func gol_vet_one_0(t *gol_testing.T) { TestA(t) }
 *   func gol_vet_any_0(i int) bool {
 *       var f func(t *gol_testing.T)
 *       switch i { case 0: f = gol_vet_one_0 }
 *       if f != nil { gol_testing.VetTest(f) }
 *   } */
static void add_any_of_kind(const FoundTests *tests, TestKind kind, Buf *text)
{
    static const char *const params[] = {[TEST_PLAIN] = "t *gol_testing.T",
                                         [TEST_FUZZ] = "t *gol_testing.F",
                                         [TEST_EXAMPLE] = "",
                                         [TEST_BENCHMARK] = "t *gol_testing.B"};
    FoundTest any = {.kind = kind, .name = "f"};
    for (u32 i = 0; i < tests->len; i++)
        if (tests->data[i].kind == kind)
            buf_printf(text, "func " IS_TEST "%u(%s) { %s(%s) }\n", i, params[kind],
                       tests->data[i].name, kind == TEST_EXAMPLE ? "" : "t");
    buf_printf(text, "func " RUNS_ANY "_%d(i int) {\n\tvar f func(%s)\n\tswitch i {\n", kind,
               params[kind]);
    for (u32 i = 0; i < tests->len; i++)
        if (tests->data[i].kind == kind)
            buf_printf(text, "\tcase %u: f = " IS_TEST "%u\n", i, i);
    buf_puts(text, "\t}\n\tif f != nil { ");
    add_alone(&any, text);
    buf_puts(text, " }\n}\n");
}

static void add_any(const FoundTests *tests, bool through_main, Buf *text)
{
    for (int kind = 0; kind < TEST_KINDS; kind++)
        add_any_of_kind(tests, (TestKind)kind, text);
    buf_puts(text, "func " RUNS_ANY "() {\n");
    buf_puts(text, through_main ? "\tgol_testing.VetMain(func() {\n" : "");
    buf_puts(text, "\t\tswitch i := gol_testing.VetAny(); {\n");
    for (int kind = 0; kind < TEST_KINDS; kind++)
        buf_printf(text, "\t\tcase i %% %d == %d: " RUNS_ANY "_%d(i / %d)\n", TEST_KINDS, kind,
                   kind, TEST_KINDS);
    buf_printf(text, "\t\t}\n%s}\n", through_main ? "\t}, TestMain)\n" : "");
}

void vet_add_tests(Loaded *loaded, const FoundTests *tests)
{
    Buf text = {0};
    buf_printf(&text, "package %s\nimport gol_testing \"testing\"\nvar _ gol_testing.T\n",
               load_package_name(loaded));
    for (u32 i = 0; i < tests->len; i++) {
        buf_printf(&text, "func " RUNS_TEST "%u() { ", i);
        (test_has_main(loaded) ? add_through_main : add_alone)(&tests->data[i], &text);
        buf_puts(&text, " }\n");
    }
    add_any(tests, test_has_main(loaded), &text);
    add_file(loaded, TESTS_FILE, &text);
}

/* The call of the entry that does what the program is for, after all packages are initialised. */
static Word *last_call(const Func *entry)
{
    Word *last = NULL;
    for (u32 pc = 0; pc < entry->ncode; pc += instr_words(&entry->code[pc]))
        if (entry->code[pc].in.op == OP_CALL)
            last = &entry->code[pc];
    return last;
}

/* The function of this name, with a number, in the package of the tests. */
static u32 find_function(const Loaded *loaded, const char *stem, const char *number)
{
    Buf name = {0};
    u32 found = 0;
    buf_printf(&name, ".%s%s", stem, number);
    for (u32 k = 0; k < loaded->program->funcs.len; k++) {
        const Func *fn = loaded->program->funcs.data[k];
        size_t len = strlen(fn->name);
        if (len > name.len && !strcmp(fn->name + len - name.len, buf_str(&name)))
            found = fn->id;
    }
    buf_free(&name);
    return found;
}

static u32 find_numbered(const Loaded *loaded, const char *stem, u32 i)
{
    Buf number = {0};
    buf_printf(&number, "%u", i);
    u32 found = find_function(loaded, stem, buf_str(&number));
    buf_free(&number);
    return found;
}

void vet_start_test(Loaded *loaded, u32 i)
{
    last_call(loaded->program->entry)[1].x = find_numbered(loaded, RUNS_TEST, i);
}

void vet_start_any(Loaded *loaded, const FoundTests *tests, Alternatives *alternatives)
{
    last_call(loaded->program->entry)[1].x = find_function(loaded, RUNS_ANY, "");
    alternatives->count = tests->len;
    for (u32 i = 0; i < tests->len; i++) {
        TestKind kind = tests->data[i].kind;
        u32 many = 1;
        vec_push(&alternatives->only, (OnlyIn){find_numbered(loaded, IS_TEST, i), i, 1});
        if (i && tests->data[i - 1].kind == kind)
            continue;
        while (i + many < tests->len && tests->data[i + many].kind == kind)
            many++;
        vec_push(&alternatives->only,
                 (OnlyIn){find_numbered(loaded, RUNS_ANY "_", (u32)kind), i, many});
    }
}

/* ---- exported functions ----
 *
 * Each named type T of the package gets two variables, v_T and p_T, that hold what exported
 * functions have returned. Arguments are these where the type fits, else new values. */

typedef struct Api {
    Loaded *loaded;
    const FileAst *file; /* whose functions are called */
    Buf calls;
    u32 ncalls;
} Api;

static Buf source_of(const Api *api, const Expr *e)
{
    Buf text = {0};
    const SourceFile *file = api->file->file;
    buf_add(&text, file->text + (e->span.start - file->base), e->span.end - e->span.start);
    return text;
}

static bool is_own_type(const Api *api, const Expr *e)
{
    for (u32 i = 0; e->kind == EX_IDENT && i < api->loaded->files.len; i++) {
        const DeclList *decls = &api->loaded->files.data[i]->decls;
        for (u32 k = 0; k < decls->len; k++) {
            const Decl *d = decls->data[k];
            if (d->kind == DECL_TYPE && d->type.name->ident.name == e->ident.name)
                return !d->type.tparams.len && !d->type.alias &&
                       d->type.type->kind != EX_INTERFACE_TYPE;
        }
    }
    return false;
}

/* The variable that holds values of this type, or NULL. */
static const char *variable_of(const Api *api, const Expr *type)
{
    Arena *arena = &api->loaded->arena;
    bool star = type->kind == EX_STAR;
    const Expr *base = star ? type->star : type;
    if (!is_own_type(api, base))
        return NULL;
    return arena_printf(arena, "%s%s", star ? "gol_p_" : "gol_v_", base->ident.name->text);
}

static void add_value(Api *api, const Expr *type)
{
    const char *variable = variable_of(api, type);
    if (variable) {
        buf_puts(&api->calls, variable);
        return;
    }
    const Expr *base = type->kind == EX_STAR ? type->star : type;
    if (type->kind == EX_ELLIPSIS)
        base = type->ellipsis;
    Buf text = source_of(api, base);
    switch (type->kind) {
    case EX_STAR: buf_printf(&api->calls, "new(%s)", buf_str(&text)); break;
    case EX_ELLIPSIS: buf_printf(&api->calls, "make([]%s, 1)...", buf_str(&text)); break;
    case EX_ARRAY_TYPE:
        buf_printf(&api->calls, type->array_type.len ? "%s{}" : "make(%s, 1)", buf_str(&text));
        break;
    case EX_MAP_TYPE:
    case EX_CHAN_TYPE: buf_printf(&api->calls, "make(%s)", buf_str(&text)); break;
    default: buf_printf(&api->calls, "*new(%s)", buf_str(&text)); break;
    }
    buf_free(&text);
}

static bool is_exported(const Expr *name)
{
    return isupper((u8)name->ident.name->text[0]);
}

/* The receiver's variable, NULL: the function cannot be called from outside. Pointers have all
 * methods. */
static const char *receiver_of(const Api *api, const FuncDecl *f)
{
    if (!f->recv)
        return "";
    const Expr *type = f->recv->type, *base = type->kind == EX_STAR ? type->star : type;
    return is_own_type(api, base)
               ? arena_printf(&api->loaded->arena, "gol_p_%s", base->ident.name->text)
               : NULL;
}

/* ---- imports ---- */

static bool in_word(char c)
{
    return isalnum((u8)c) || c == '_' || (u8)c >= 0x80;
}

/* Whether the text names something of the package that is imported under this name. */
static bool names_package(const char *text, const char *name)
{
    size_t len = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name))
        if ((at == text || (!in_word(at[-1]) && at[-1] != '.')) && at[len] == '.')
            return true;
    return false;
}

/* The name of an import, which need not be the package's own if the file gives none: that of
 * math/rand/v2 is rand. */
static const char *import_name(const Api *api, const Decl *d)
{
    const char *path = d->import.path, *slash = strrchr(path, '/');
    if (d->import.name)
        return d->import.name->ident.name->text;
    if (!slash || !module_version_length(slash))
        return slash ? slash + 1 : path;
    const char *begin = slash;
    while (begin > path && begin[-1] != '/')
        begin--;
    return arena_printf(&api->loaded->arena, "%.*s", (int)(slash - begin), begin);
}

/* Whether all packages that the type names are known. */
static bool is_known_type(const Api *api, const Expr *type)
{
    Buf text = source_of(api, type);
    bool known = true;
    for (const char *dot = strchr(buf_str(&text), '.'); known && dot; dot = strchr(dot + 1, '.')) {
        const char *at = dot;
        while (at > buf_str(&text) && in_word(at[-1]))
            at--;
        known = at == dot;
        for (u32 i = 0; !known && i < api->file->decls.len; i++) {
            const Decl *d = api->file->decls.data[i];
            size_t len = (size_t)(dot - at);
            const char *name = d->kind == DECL_IMPORT ? import_name(api, d) : "";
            known = strlen(name) == len && !memcmp(name, at, len);
        }
    }
    buf_free(&text);
    return known;
}

static bool is_callable(const Api *api, const FuncDecl *f)
{
    bool ok = is_exported(f->name) && !f->fn.sig.tparams.len && receiver_of(api, f);
    for (u32 i = 0; ok && i < f->fn.sig.params.len; i++)
        ok = is_known_type(api, f->fn.sig.params.data[i]->type);
    return ok;
}

/* ---- calls ---- */

static void add_targets(Api *api, const FuncDecl *f)
{
    const FieldList *results = &f->fn.sig.results;
    bool any = false;
    for (u32 i = 0; i < results->len; i++)
        any |= variable_of(api, results->data[i]->type) != NULL;
    for (u32 i = 0; any && i < results->len; i++) {
        const char *variable = variable_of(api, results->data[i]->type);
        buf_printf(&api->calls, "%s%s", i ? ", " : "", variable ? variable : "_");
    }
    if (any)
        buf_puts(&api->calls, " = ");
}

static void add_call(Api *api, const FuncDecl *f)
{
    if (!is_callable(api, f))
        return;
    const char *receiver = receiver_of(api, f);
    buf_printf(&api->calls, "\t\tcase %u: ", api->ncalls++);
    add_targets(api, f);
    buf_printf(&api->calls, "%s%s%s(", receiver, *receiver ? "." : "", f->name->ident.name->text);
    for (u32 i = 0; i < f->fn.sig.params.len; i++) {
        buf_puts(&api->calls, i ? ", " : "");
        add_value(api, f->fn.sig.params.data[i]->type);
    }
    buf_puts(&api->calls, ")\n");
}

/* The imports of the file that its calls name. */
static void add_imports(const Api *api, Buf *text)
{
    for (u32 i = 0; i < api->file->decls.len; i++) {
        const Decl *d = api->file->decls.data[i];
        if (d->kind != DECL_IMPORT)
            continue;
        const char *name = import_name(api, d);
        if (names_package(buf_str(&api->calls), name))
            buf_printf(text, "import %s \"%s\"\n", name, d->import.path);
    }
}

/* One file for each file, since names of imports belong to files. */
static void add_caller(Api *api, u32 index)
{
    Buf text = {0};
    buf_printf(&text, "package %s\n", load_package_name(api->loaded));
    add_imports(api, &text);
    buf_printf(&text, "func " CALLS_API "_%u() {\n\tfor i := 0; i < %u; i++ {\n\t\tswitch i {\n%s",
               index, api->ncalls, buf_str(&api->calls));
    buf_puts(&text, "\t\t}\n\t}\n}\n");
    add_file(api->loaded, arena_printf(&api->loaded->arena, "%u" API_FILE, index), &text);
}

static void add_variables(const Api *api, Buf *text)
{
    for (u32 i = 0; i < api->file->decls.len; i++) {
        const Decl *d = api->file->decls.data[i];
        if (d->kind != DECL_TYPE || !is_own_type(api, d->type.name))
            continue;
        const char *name = d->type.name->ident.name->text;
        buf_printf(text, "var gol_v_%s %s\nvar gol_p_%s = &gol_v_%s\n", name, name, name, name);
    }
}

void vet_add_api(Loaded *loaded)
{
    Buf text = {0}, calls = {0};
    Api api = {.loaded = loaded};
    u32 n = loaded->files.len;
    buf_printf(&text, "package %s\n", load_package_name(loaded));
    for (u32 i = 0; i < n; i++) {
        api.file = loaded->files.data[i];
        buf_free(&api.calls);
        api.ncalls = 0;
        for (u32 k = 0; k < api.file->decls.len; k++)
            if (api.file->decls.data[k]->kind == DECL_FUNC)
                add_call(&api, api.file->decls.data[k]->func);
        add_variables(&api, &text);
        add_caller(&api, i);
        buf_printf(&calls, "\t\tcase %u: " CALLS_API "_%u()\n", i, i);
    }
    buf_printf(&text, "func " CALLS_API "() {\n\tfor i := 0; ; i++ {\n\t\tswitch i %% %u {\n%s", n,
               buf_str(&calls));
    buf_puts(&text, "\t\t}\n\t}\n}\n");
    add_file(loaded, API_FILE, &text);
    loaded->entry = CALLS_API;
    loaded->called = true;
    buf_free(&api.calls);
    buf_free(&calls);
}
