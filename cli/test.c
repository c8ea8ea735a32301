/* gol test: Test functions, each in an execution of its own. */
#include <regex.h>
#include <stdio.h>
#include <sys/stat.h>

#include "cli/commands.h"
#include "cli/session.h"

enum { SHOWN_ERRORS = 20 };

typedef struct Testing {
    Options *options;
    Loaded loaded;
    VEC(const char *) tests; /* names, in source order */
    bool has_main;           /* TestMain */
    u32 passed, failed, raced;
} Testing;

/* ---- finding the tests ---- */

/* TestX, where X does not begin with a lower-case letter; no method, one parameter. */
static bool is_test(const FuncDecl *fn)
{
    const char *name = fn->name->ident.name->text;
    return !fn->recv && !strncmp(name, "Test", 4) && !(name[4] >= 'a' && name[4] <= 'z') &&
           fn->fn.sig.params.len == 1 && strcmp(name, "TestMain");
}

static void collect(Testing *t, const FileAst *file)
{
    for (u32 i = 0; i < file->decls.len; i++) {
        const Decl *decl = file->decls.data[i];
        if (decl->kind != DECL_FUNC)
            continue;
        if (is_test(decl->func))
            vec_push(&t->tests, decl->func->name->ident.name->text);
        t->has_main |= !strcmp(decl->func->name->ident.name->text, "TestMain");
    }
}

/* The program's own main gives way to the one that runs the tests. */
static void drop_main(FileAst *file)
{
    u32 kept = 0;
    for (u32 i = 0; i < file->decls.len; i++) {
        Decl *decl = file->decls.data[i];
        bool main = decl->kind == DECL_FUNC && !decl->func->recv &&
                    !strcmp(decl->func->name->ident.name->text, "main");
        if (!main)
            file->decls.data[kept++] = decl;
    }
    file->decls.len = kept;
}

static void add_main(Testing *t)
{
    const FileAst *first = t->loaded.files.data[0];
    Buf text = {0};
    buf_printf(&text, "package %s\nimport \"testing\"\nfunc main() {\n\ttesting.Main("
                      "[]testing.InternalTest{", first->package->ident.name->text);
    for (u32 i = 0; i < t->tests.len; i++)
        buf_printf(&text, "{\"%s\", %s},", t->tests.data[i], t->tests.data[i]);
    buf_printf(&text, "}, %s)\n}\n", t->has_main ? "TestMain" : "nil");
    load_text(&t->loaded, "testmain.go", buf_str(&text));
    buf_free(&text);
}

static bool is_external(const FileAst *file)
{
    if (!file->package)
        return false;
    const Sym *name = file->package->ident.name;
    return name->len > 5 && !memcmp(name->text + name->len - 5, "_test", 5);
}

/* Of the tests in a directory those of the package itself, or the external ones (package x_test),
 * which import it. */
static bool load_files(Testing *t, const char *path, bool external)
{
    Loaded *loaded = &t->loaded;
    PathList sources = {0}, tests = {0};
    struct stat st;
    bool dir = !stat(path, &st) && S_ISDIR(st.st_mode), ok = true;
    if (dir && !external)
        ok = module_files(&loaded->arena, path, &sources) >= 0;
    if (dir)
        ok = ok && module_test_files(&loaded->arena, path, &tests) >= 0;
    else
        vec_push(&tests, path);
    for (u32 i = 0; ok && i < sources.len; i++) {
        FileAst *file = load_file(loaded, sources.data[i]);
        ok = file != NULL;
        if (ok)
            drop_main(file);
    }
    for (u32 i = 0; ok && i < tests.len; i++) {
        FileAst *file = load_file(loaded, tests.data[i]);
        ok = file != NULL;
        if (ok && is_external(file) != external && dir)
            loaded->files.len--;
        else if (ok)
            collect(t, file);
    }
    vec_free(&sources);
    vec_free(&tests);
    return ok;
}

/* ---- running ---- */

/* Whether -run's pattern for the first level lets the test through; 2: it is no regular expression. */
static int wanted(const char *pattern, const char *name)
{
    if (!pattern)
        return 1;
    char *first = xstrdup(pattern);
    first[strcspn(first, "/")] = '\0';
    regex_t regex;
    int result = 2;
    if (!regcomp(&regex, first, REG_EXTENDED | REG_NOSUB)) {
        result = regexec(&regex, name, 0, NULL, 0) == 0;
        regfree(&regex);
    }
    free(first);
    return result;
}

/* Why a test that could not say so itself has failed. */
static const char *cause(const Session *session)
{
    const Outcome *outcome = &session->vm->outcome;
    switch (outcome->kind) {
    case VERDICT_PANIC: return "panic";
    case VERDICT_DEADLOCK: return "deadlock";
    case VERDICT_LIMIT: return outcome->what;
    case VERDICT_CLEAN:
    case VERDICT_EXIT:
    case VERDICT_ERROR: break;
    }
    return session->races ? "race" : NULL;
}

static void print_result(Testing *t, const char *name, const char *why, bool failed)
{
    if (t->options->json)
        printf("{\"type\":\"test\",\"name\":\"%s\",\"result\":\"%s\"}\n", name,
               why ? why : failed ? "fail" : "pass");
    else if (why)
        printf("--- FAIL: %s (%s)\n", name, why);
    fflush(stdout);
}

static bool run_test(Testing *t, const char *name)
{
    Options options = *t->options;
    Arena arena = {0};
    const char *rest = options.run ? strchr(options.run, '/') : NULL;
    char *args[] = {(char *)(uintptr_t)options.path,
                    arena_printf(&arena, "-test.run=^%s$%s", name, rest ? rest : ""), NULL, NULL};
    options.argc = 1;
    if (options.verbose)
        args[1 + options.argc++] = "-test.v";
    if (options.short_tests)
        args[1 + options.argc++] = "-test.short";
    options.argv = args + 1;
    options.test = name;
    Session session;
    bool ready = session_prepare(&session, &t->loaded, &options);
    if (ready) {
        session_start(&session, false, false);
        vm_run(session.vm);
        vm_flush(session.vm);
        const Outcome *outcome = &session.vm->outcome;
        const char *why = cause(&session);
        bool failed = why || outcome->exit_code;
        print_result(t, name, why, failed);
        t->passed += !failed;
        t->failed += failed;
        t->raced += session.races > 0;
    }
    session_free(&session);
    arena_free(&arena);
    return ready;
}

static bool run_tests(Testing *t)
{
    u64 seed = t->options->seed, count = t->options->count ? t->options->count : 1;
    for (u32 i = 0; i < t->tests.len; i++) {
        int yes = wanted(t->options->run, t->tests.data[i]);
        if (yes == 2) {
            fprintf(stderr, "gol test: -run takes a regular expression, not \"%s\"\n",
                    t->options->run);
            return false;
        }
        for (u64 n = 0; yes && n < count; n++) {
            t->options->seed = seed + n;
            if (!run_test(t, t->tests.data[i]))
                return false;
        }
    }
    t->options->seed = seed;
    return true;
}

/* One program: the package with its own tests, or the external tests. False: it does not compile. */
static bool test_program(Testing *t, bool external)
{
    load_begin(&t->loaded, t->options->path, t->options);
    vec_clear(&t->tests);
    t->has_main = false;
    bool ok = load_files(t, t->options->path, external);
    if (ok && t->tests.len) {
        if (!t->loaded.files.data[0]->broken && t->loaded.files.data[0]->package)
            add_main(t);
        ok = load_finish(&t->loaded, t->options, SHOWN_ERRORS) && run_tests(t);
    }
    load_free(&t->loaded);
    return ok;
}

static int summarise(const Testing *t)
{
    int status = t->raced ? STATUS_RACE : t->failed ? STATUS_FAILED : STATUS_CLEAN;
    u32 all = t->passed + t->failed;
    if (t->options->json)
        printf("{\"type\":\"verdict\",\"verdict\":\"%s\",\"passed\":%u,\"failed\":%u,\"status\":%d}\n",
               t->raced ? "race" : t->failed ? "fail" : "clean", t->passed, t->failed, status);
    else if (!all)
        printf("?   \t%s\t[no tests to run]\n", t->options->path);
    else if (t->failed)
        printf("FAIL\t%s\t%u of %u tests failed\n", t->options->path, t->failed, all);
    else
        printf("ok  \t%s\t%u test%s\n", t->options->path, all, all == 1 ? "" : "s");
    return status;
}

int cmd_test(int argc, char **argv)
{
    Options options;
    Testing t = {.options = &options};
    int status = STATUS_USAGE;
    if (options_parse(&options, "test", FOR_TEST, argc, argv)) {
        struct stat st;
        if (!options.path)
            options.path = ".";
        bool dir = !stat(options.path, &st) && S_ISDIR(st.st_mode);
        if (test_program(&t, false) && (!dir || test_program(&t, true)))
            status = summarise(&t);
    }
    vec_free(&t.tests);
    options_free(&options);
    return status;
}
