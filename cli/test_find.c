#include "cli/test_find.h"

#include <ctype.h>
#include <sys/stat.h>

/* Starts the tests; no program would use such a name. */
#define ENTRY "gol_test_main"

/* ---- the output that an example promises ---- */

/* The next line of [*at, end) without blanks around it; false at the end. */
static bool next_line(const char **at, const char *end, const char **line, size_t *len)
{
    if (*at >= end)
        return false;
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    *line = *at;
    *at = stop ? stop + 1 : end;
    stop = stop ? stop : end;
    while (*line < stop && isspace((u8)**line))
        ++*line;
    while (stop > *line && isspace((u8)stop[-1]))
        stop--;
    *len = (size_t)(stop - *line);
    return true;
}

/* The text of the last comment of // lines in [at, end). */
static void last_comment(const char *at, const char *end, Buf *out)
{
    const char *line;
    size_t len;
    for (bool inside = false; next_line(&at, end, &line, &len);) {
        bool comment = len >= 2 && line[0] == '/' && line[1] == '/';
        if (comment && !inside)
            vec_clear(out);
        if (comment) {
            size_t skip = len > 2 && line[2] == ' ' ? 3 : 2;
            buf_add(out, line + skip, len - skip);
            buf_putc(out, '\n');
        }
        inside = comment;
    }
}

static bool skip_word(const char **text, const char *word)
{
    size_t len = strlen(word);
    if (strncasecmp(*text, word, len))
        return false;
    *text += len;
    return true;
}

/* False: there is none, so the example is compiled only. */
static bool find_output(Loaded *loaded, const FuncDecl *func, FoundTest *test)
{
    const Stmt *body = func->fn.body;
    const StmtList *list = &body->block.list;
    const SourceFile *file = source_file_of(&loaded->sources, body->span.start);
    Pos from = list->len ? vec_last(list)->span.end : body->block.lbrace + 1;
    Buf comment = {0};
    last_comment(file->text + (from - file->base), file->text + (body->block.rbrace - file->base),
                 &comment);
    const char *text = buf_str(&comment);
    while (isspace((u8)*text))
        text++;
    test->unordered = skip_word(&text, "unordered ");
    bool found = skip_word(&text, "output:");
    if (found)
        test->output = arena_strndup(&loaded->arena, text, strlen(text));
    buf_free(&comment);
    return found;
}

/* ---- finding the functions ---- */

/* PrefixX, where X does not begin with a lower-case letter. */
static bool has_prefix(const char *name, const char *prefix)
{
    size_t len = strlen(prefix);
    return !strncmp(name, prefix, len) && !islower((u8)name[len]);
}

static void add_if_test(Loaded *loaded, const FuncDecl *func, TestKind kind, FoundTests *found)
{
    static const char *const prefixes[] = {
        [TEST_PLAIN] = "Test", [TEST_FUZZ] = "Fuzz", [TEST_EXAMPLE] = "Example",
        [TEST_BENCHMARK] = "Benchmark",
    };
    FoundTest test = {.kind = kind, .name = func->name->ident.name->text};
    if (func->recv || !func->fn.body || !has_prefix(test.name, prefixes[kind]) ||
        !strcmp(test.name, "TestMain") ||
        func->fn.sig.params.len != (kind == TEST_EXAMPLE ? 0 : 1))
        return;
    if (kind != TEST_EXAMPLE || find_output(loaded, func, &test))
        vec_push(found, test);
}

static void collect(Loaded *loaded, const FileAst *file, TestKind kind, FoundTests *found)
{
    for (u32 i = 0; i < file->decls.len; i++)
        if (file->decls.data[i]->kind == DECL_FUNC)
            add_if_test(loaded, file->decls.data[i]->func, kind, found);
}

static bool has_test_main(const Loaded *loaded)
{
    for (u32 i = 0; i < loaded->files.len; i++) {
        const DeclList *decls = &loaded->files.data[i]->decls;
        for (u32 j = 0; j < decls->len; j++)
            if (decls->data[j]->kind == DECL_FUNC && !decls->data[j]->func->recv &&
                !strcmp(decls->data[j]->func->name->ident.name->text, "TestMain"))
                return true;
    }
    return false;
}

static void add_main(Loaded *loaded, const FoundTests *found)
{
    static const char *const types[] = {
        [TEST_PLAIN] = "InternalTest", [TEST_FUZZ] = "InternalFuzzTarget",
        [TEST_EXAMPLE] = "InternalExample", [TEST_BENCHMARK] = "InternalBenchmark",
    };
    Buf text = {0};
    buf_printf(&text, "package %s\nimport gol_testing \"testing\"\nfunc " ENTRY "() {\n"
                      "\tgol_testing.Main(",
               loaded->files.data[0]->package->ident.name->text);
    for (TestKind kind = 0; kind < TEST_KINDS; kind++) {
        buf_printf(&text, "[]gol_testing.%s{", types[kind]);
        for (u32 i = 0; i < found->len; i++)
            if (found->data[i].kind == kind)
                buf_printf(&text, "{\"%s\", %s},", found->data[i].name, found->data[i].name);
        buf_puts(&text, "}, ");
    }
    buf_printf(&text, "%s)\n}\n", has_test_main(loaded) ? "TestMain" : "nil");
    load_text(loaded, LOAD_TEST_MAIN, buf_str(&text));
    loaded->entry = ENTRY;
    buf_free(&text);
}

/* ---- loading ---- */

static bool is_external(const FileAst *file)
{
    if (!file->package)
        return false;
    const Sym *name = file->package->ident.name;
    return name->len > 5 && !memcmp(name->text + name->len - 5, "_test", 5);
}

static bool list_files(Loaded *loaded, const char *path, bool external, PathList *sources,
                       PathList *tests, bool *is_dir)
{
    struct stat st;
    *is_dir = !stat(path, &st) && S_ISDIR(st.st_mode);
    if (!*is_dir)
        vec_push(tests, path);
    return !*is_dir || ((external || module_files(&loaded->arena, path, sources) >= 0) &&
                        module_test_files(&loaded->arena, path, tests) >= 0);
}

bool test_find(Loaded *loaded, const char *path, bool external, FoundTests *found)
{
    PathList sources = {0}, tests = {0};
    bool is_dir;
    bool ok = list_files(loaded, path, external, &sources, &tests, &is_dir);
    for (u32 i = 0; ok && i < sources.len; i++)
        ok = load_file(loaded, sources.data[i]) != NULL;
    u32 first = loaded->files.len;
    for (u32 i = 0; ok && i < tests.len; i++) {
        const FileAst *file = load_file(loaded, tests.data[i]);
        ok = file != NULL;
        if (ok && is_dir && is_external(file) != external)
            loaded->files.len--;
    }
    for (TestKind kind = 0; ok && kind < TEST_KINDS; kind++)
        for (u32 i = first; i < loaded->files.len; i++)
            collect(loaded, loaded->files.data[i], kind, found);
    if (ok && found->len && loaded->files.data[0]->package)
        add_main(loaded, found);
    vec_free(&sources);
    vec_free(&tests);
    return ok;
}
