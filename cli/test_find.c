/* What gol test runs: finds test functions and writes the program that calls them. */
#include "cli/test_find.h"

#include <ctype.h>

#include "base/constraint.h"
#include "base/whole_file.h"

/* Starts the tests; no program would use such a name. */
#define ENTRY "gol_test_main"

/* ---- the output that an example promises ---- */

/* After the comment or literal that begins at `at`; `at` itself if none does. */
static const char *skip_token(const char *at, const char *end)
{
    if (at[0] == '/' && (at[1] == '/' || at[1] == '*')) {
        const char *stop = strstr(at + 2, at[1] == '/' ? "\n" : "*/");
        return stop ? stop + (at[1] == '/' ? 0 : 2) : end;
    }
    if (*at != '"' && *at != '\'' && *at != '`')
        return at;
    const char *stop = at + 1;
    for (; stop < end && *stop != *at; stop++)
        stop += *stop == '\\' && *at != '`';
    return stop < end ? stop + 1 : end;
}

/* The text of a comment: no blanks at the ends of lines, one blank line where there are several. */
static void add_comment(const char *at, const char *end, Buf *out)
{
    bool is_line = at[1] == '/';
    at += is_line && at[2] == ' ' ? 3 : 2;
    end -= is_line ? 0 : 2;
    do {
        const char *stop = memchr(at, '\n', (size_t)(end - at)), *next = stop ? stop + 1 : end;
        stop = stop ? stop : end;
        while (stop > at && isspace((u8)stop[-1]))
            stop--;
        bool blank_before = out->len == 0 || (out->len > 1 && out->data[out->len - 2] == '\n');
        buf_add(out, at, (size_t)(stop - at));
        if (stop > at || !blank_before)
            buf_putc(out, '\n');
        at = next;
    } while (at < end);
}

/* The text of the last comment in [at, end). Comments on successive lines are one, but those after
 * code end with their line. */
static void last_comment(const char *at, const char *end, Buf *out)
{
    u32 newlines = 2, allowed = 1; /* since the comment before; as many may be for both to be one */
    bool after_code = true;
    while (at < end) {
        const char *stop = skip_token(at, end);
        if (*at == '/' && stop > at) {
            if (newlines > allowed) {
                vec_clear(out);
                allowed = !after_code;
            }
            add_comment(at, stop, out);
            newlines = 0;
        } else if (*at == '\n') {
            newlines++;
            after_code = false;
        } else if (!isspace((u8)*at)) {
            newlines = 2;
            after_code = true;
        }
        at = stop > at ? stop : at + 1;
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
    const SourceFile *file = source_file_of(&loaded->sources, body->span.start);
    Pos from = body->block.lbrace + 1;
    Buf comment = {0};
    last_comment(file->text + (from - file->base), file->text + (body->block.rbrace - file->base),
                 &comment);
    const char *text = buf_str(&comment);
    while (isspace((u8)*text))
        text++;
    test->unordered = skip_word(&text, "unordered ");
    bool found = skip_word(&text, "output:");
    text += found ? strspn(text, " ") : 0;
    text += found && *text == '\n';
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

/* Whether it is func TestMain(m *testing.M), which runs the tests; with a *testing.T it is a test.
 */
static bool is_main(const FuncDecl *func)
{
    if (func->recv || strcmp(func->name->ident.name->text, "TestMain") != 0)
        return false;
    const Expr *type = func->fn.sig.params.len ? func->fn.sig.params.data[0]->type : NULL;
    if (type && type->kind == EX_STAR)
        type = type->star;
    if (type && type->kind == EX_SELECTOR)
        type = type->selector.sel;
    return !type || type->kind != EX_IDENT || strcmp(type->ident.name->text, "T") != 0;
}

static void add_if_test(Loaded *loaded, const FuncDecl *func, TestKind kind, bool inner,
                        FoundTests *found)
{
    static const char *const prefixes[] = {
        [TEST_PLAIN] = "Test",
        [TEST_FUZZ] = "Fuzz",
        [TEST_EXAMPLE] = "Example",
        [TEST_BENCHMARK] = "Benchmark",
    };
    FoundTest test = {.kind = kind, .name = func->name->ident.name->text, .inner = inner};
    if (func->recv || !func->fn.body || !has_prefix(test.name, prefixes[kind]) || is_main(func) ||
        func->fn.sig.params.len != (kind == TEST_EXAMPLE ? 0 : 1))
        return;
    if (kind != TEST_EXAMPLE || find_output(loaded, func, &test))
        vec_push(found, test);
}

static void collect(Loaded *loaded, const FileAst *file, TestKind kind, bool inner,
                    FoundTests *found)
{
    for (u32 i = 0; i < file->decls.len; i++)
        if (file->decls.data[i]->kind == DECL_FUNC)
            add_if_test(loaded, file->decls.data[i]->func, kind, inner, found);
}

static bool file_has_main(const FileAst *file)
{
    for (u32 i = 0; i < file->decls.len; i++)
        if (file->decls.data[i]->kind == DECL_FUNC && is_main(file->decls.data[i]->func))
            return true;
    return false;
}

bool test_has_main(const Loaded *loaded)
{
    for (u32 i = 0; i < loaded->files.len; i++)
        if (file_has_main(loaded->files.data[i]))
            return true;
    return false;
}

static bool has_fuzz_targets(const FoundTests *found)
{
    for (u32 i = 0; i < found->len; i++)
        if (found->data[i].kind == TEST_FUZZ)
            return true;
    return false;
}

/* Test files of the directory that belong to its other program. */
typedef struct Beside {
    VEC(FileAst *) files;
    bool main; /* TestMain is there */
} Beside;

/* How the function that calls the tests names what is of the package itself, if it is external. */
#define TESTED "gol_tested"

/* Its import of the package that is tested. */
static void import_tested(const Loaded *loaded, const FoundTests *found, const Beside *beside,
                          Buf *text)
{
    bool named = beside->main;
    for (u32 i = 0; i < found->len; i++)
        named |= found->data[i].inner;
    buf_printf(text, "import %s \"%s\"\n", named ? TESTED : "_", loaded->main_path);
}

/* Loads the text of the file with the function that is called first. */
static bool load_entry(Loaded *loaded, const char *text)
{
    FileAst *file = load_text(loaded, LOAD_TEST_MAIN, text);
    if (file)
        file->file->is_library = true; /* stacks and reports do not show it */
    loaded->entry = ENTRY;
    return file != NULL;
}

/* The file with the function that calls the tests, in the package of `like`, a test file. inputs:
 * fuzz targets take other inputs than their seeds. beside: the package's own tests, if these are
 * the external ones and import it; or NULL. */
static void add_main(Loaded *loaded, const FileAst *like, const FoundTests *found, bool inputs,
                     const Beside *beside)
{
    static const char *const types[] = {
        [TEST_PLAIN] = "InternalTest",
        [TEST_FUZZ] = "InternalFuzzTarget",
        [TEST_EXAMPLE] = "InternalExample",
        [TEST_BENCHMARK] = "InternalBenchmark",
    };
    Buf text = {0};
    buf_printf(&text, "package %s\nimport gol_testing \"testing\"\n%s",
               like->package->ident.name->text,
               inputs ? "import gol_fuzz \"internal/fuzz\"\n" : "");
    if (beside)
        import_tested(loaded, found, beside, &text);
    buf_printf(&text, "func " ENTRY "() {\n%s\tgol_testing.MainGol(",
               inputs ? "\tgol_testing.UseFuzzInputs(gol_fuzz.Inputs())\n" : "");
    for (TestKind kind = 0; kind < TEST_KINDS; kind++) {
        buf_printf(&text, "[]gol_testing.%s{", types[kind]);
        for (u32 i = 0; i < found->len; i++)
            if (found->data[i].kind == kind)
                buf_printf(&text, "{\"%s\", %s%s},", found->data[i].name,
                           found->data[i].inner ? TESTED "." : "", found->data[i].name);
        buf_puts(&text, "}, ");
    }
    buf_printf(&text, "%s)\n}\n",
               test_has_main(loaded)    ? "TestMain"
               : beside && beside->main ? TESTED ".TestMain"
                                        : "nil");
    load_entry(loaded, buf_str(&text));
    buf_free(&text);
}

/* ---- loading ---- */

/* Of an executable that gol test -c has made. */
static void list_bundled(const Loaded *loaded, PathList *sources, PathList *tests)
{
    for (u32 i = 0; i < loaded->bundle->files.len; i++) {
        const BundledFile *file = &loaded->bundle->files.data[i];
        if (!strcmp(file->package, loaded->part))
            vec_push(constraint_name_is_test(file->name) ? tests : sources, file->name);
    }
}

static bool list_files(Loaded *loaded, const char *path, bool external, PathList *sources,
                       PathList *tests, bool *is_dir, PortableBuild *portable)
{
    *is_dir = is_directory(path);
    *portable = PORTABLE_NOT;
    if (loaded->bundle) {
        list_bundled(loaded, sources, tests);
        return true;
    }
    for (u32 i = 0; i < loaded->named_count; i++)
        vec_push(constraint_name_is_test(loaded->named[i]) ? tests : sources, loaded->named[i]);
    if (loaded->named) {
        *is_dir = true;
        if (external)
            vec_clear(sources);
        return true;
    }
    if (!*is_dir)
        vec_push(tests, path);
    if (*is_dir)
        *portable = module_portable(&loaded->arena, path, &loaded->tags, true);
    return !*is_dir || ((external || module_files(&loaded->arena, path, *portable, sources) >= 0) &&
                        module_test_files(&loaded->arena, path, *portable, tests) >= 0);
}

/* Whether inputs are kept beside the package. */
static bool has_inputs(Loaded *loaded, const char *path)
{
    bool dir = is_directory(path);
    const char *slash = strrchr(path, '/');
    const char *folder = dir      ? path
                         : !slash ? "."
                                  : arena_strndup(&loaded->arena, path, (size_t)(slash - path));
    return is_directory(arena_printf(&loaded->arena, "%s/testdata/fuzz", folder));
}

/* Loads the test files of this program, and notes those that are beside it. False: one cannot be
 * read. */
static bool load_tests(Loaded *loaded, const PathList *tests, bool is_dir, PortableBuild portable,
                       Beside *beside)
{
    bool ok = true;
    for (u32 i = 0; ok && i < tests->len; i++) {
        FileAst *file = load_file(loaded, tests->data[i], portable);
        ok = file != NULL;
        if (!ok || !is_dir)
            continue;
        bool selected = check_selects(file, &loaded->tags);
        bool other = check_is_external(file) != loaded->external;
        if (selected && other) {
            vec_push(&beside->files, file);
            beside->main |= file_has_main(file);
        }
        if (!selected || other)
            loaded->files.len--;
    }
    return ok;
}

/* The tests by their kinds, the package's own first. first: of the files of this program that with
 * its first test. */
static void collect_all(Loaded *loaded, u32 first, const Beside *inner, FoundTests *found)
{
    for (TestKind kind = 0; kind < TEST_KINDS; kind++) {
        for (u32 i = 0; inner && i < inner->files.len; i++)
            collect(loaded, inner->files.data[i], kind, true, found);
        for (u32 i = first; i < loaded->files.len; i++)
            collect(loaded, loaded->files.data[i], kind, false, found);
    }
}

bool test_find(Loaded *loaded, const char *path, bool external, bool fuzzes, FoundTests *found,
               bool *any, bool *elsewhere)
{
    PathList sources = {0}, tests = {0};
    Beside beside = {0};
    bool is_dir;
    PortableBuild portable;
    loaded->external = external;
    loaded->part = external ? BUNDLED_EXTERNAL : BUNDLED_TESTS;
    bool ok = list_files(loaded, path, external, &sources, &tests, &is_dir, &portable);
    for (u32 i = 0; ok && i < sources.len; i++)
        ok = load_file(loaded, sources.data[i], portable) != NULL;
    u32 first = loaded->files.len;
    ok = ok && load_tests(loaded, &tests, is_dir, portable, &beside);
    *any |= tests.len > 0;
    bool joined = elsewhere && loaded->main_path && beside.files.len;
    bool takes = joined && external && test_has_main(loaded);
    if (elsewhere)
        *elsewhere = joined && !external && beside.main;
    if (ok)
        collect_all(loaded, first, takes ? &beside : NULL, found);
    if (ok && found->len && loaded->files.data[first]->package)
        add_main(loaded, loaded->files.data[first], found,
                 has_fuzz_targets(found) && (fuzzes || has_inputs(loaded, path)),
                 joined && external ? &beside : NULL);
    vec_free(&sources);
    vec_free(&tests);
    vec_free(&beside.files);
    return ok;
}

bool test_load_bare(Loaded *loaded, const char *path)
{
    PathList sources = {0};
    PortableBuild portable = module_portable(&loaded->arena, path, &loaded->tags, true);
    bool ok = module_files(&loaded->arena, path, portable, &sources) > 0;
    for (u32 i = 0; ok && i < sources.len; i++)
        ok = load_file(loaded, sources.data[i], portable) != NULL;
    vec_free(&sources);
    if (!ok || !loaded->files.len)
        return false;
    return load_entry(loaded, arena_printf(&loaded->arena, "package %s\nfunc " ENTRY "() {}\n",
                                           load_package_name(loaded)));
}
