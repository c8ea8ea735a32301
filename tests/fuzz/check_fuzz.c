/* Fuzz target: parser and checker, without code generation, so that a run reaches deeper. Two
 * things frontend.c does not do: trees with syntax errors are checked as well, and the text is
 * also fed to a REPL session, an input for each paragraph. Built by hand:
 *
 *     clang -g -O1 -std=gnu11 -I. -D_GNU_SOURCE -fsanitize=fuzzer,address,undefined \
 *         tests/fuzz/check_fuzz.c parser/{token,lexer,lex_literal,scope,universe}.c \
 *         parser/{ast*,parse_*,const*,type*,check*}.c base/?*.c \
 *         -lutf8proc -lgmp -lmpfr -lm -o check_fuzz
 *     ASAN_OPTIONS=detect_leaks=0 ./check_fuzz -dict=tests/fuzz/tokens.dict -max_len=6000 CORPUS */
#include "parser/check/check.h"
#include "parser/syntax/parser.h"

/* A library of one small package: importing must be exercised, reading files need not. */
static const char LIBRARY[] = "package fmt\n"
                              "type Stringer interface { String() string }\n"
                              "type State struct { Width int; flags [4]bool }\n"
                              "func (s *State) Flag(c int) bool { return s.flags[c] }\n"
                              "var Out = State{Width: 1}\n"
                              "const Max = 1 << 40\n"
                              "func Println(a ...any) (n int, err error) { return }\n"
                              "func Sprint(a ...any) string { return \"\" }\n";

static int load(PackageLoader *self, Sources *sources, const char *path, bool from_library,
                SourceFile ***files, bool *is_library)
{
    (void)from_library;
    (void)self;
    if (strcmp(path, "fmt") != 0)
        return -1;
    *is_library = true;
    *files = xmalloc(sizeof **files);
    (*files)[0] = source_add(sources, "fmt.gol", LIBRARY, sizeof LIBRARY - 1);
    return 1;
}

static const char *const *list(PackageLoader *self)
{
    static const char *const paths[] = {"fmt", NULL};
    (void)self;
    return paths;
}

typedef struct Session {
    Sources sources;
    Diags diags;
    Arena arena;
    Interner syms;
    PackageLoader loader;
    Checker *checker;
} Session;

static void open_session(Session *s, bool repl)
{
    *s = (Session){.loader = {.load = load, .list = list}};
    s->diags.sources = &s->sources;
    s->checker = check_new(&s->arena, &s->syms, &s->diags, &s->loader,
                           (CheckOptions){.go_minor = 22, .allow_unused = repl});
}

static void close_session(Session *s)
{
    check_free(s->checker);
    diag_free(&s->diags);
    intern_free(&s->syms);
    arena_free(&s->arena);
    source_free(&s->sources);
}

static FileAst *parse(Session *s, const char *text, size_t len, bool repl)
{
    ParseContext cx = {.arena = &s->arena, .syms = &s->syms, .diags = &s->diags, .repl = repl};
    return parse_file(&cx, source_add(&s->sources, "fuzz.gol", text, len));
}

static void check_file(const char *text, size_t len)
{
    Session s;
    open_session(&s, false);
    FileAst *file = parse(&s, text, len, false);
    file->broken = false; /* whatever the parser leaves must do */
    check_program(s.checker, &file, 1);
    close_session(&s);
}

static void check_inputs(const char *text, size_t len)
{
    Session s;
    Package *pkg = NULL;
    const char *end = text + len;
    open_session(&s, true);
    while (text < end) {
        const char *stop = memmem(text, (size_t)(end - text), "\n\n", 2);
        if (stop == NULL)
            stop = end;
        Expr *last;
        u32 first_func;
        FileAst *file = parse(&s, text, (size_t)(stop - text), true);
        if (!file->broken)
            check_repl_input(s.checker, file, &pkg, &last, &first_func);
        text = stop == end ? end : stop + 2;
    }
    close_session(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_file((const char *)data, size);
    check_inputs((const char *)data, size);
    return 0;
}
