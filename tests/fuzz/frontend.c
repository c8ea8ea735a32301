/* Fuzz target: any text goes through lexer, parser, checker, code generator and verifier; none may
 * crash, and what compiles must verify. Run by tests/fuzz/run.sh. */
#include <stdlib.h>

#include "parser/check/check.h"
#include "parser/gen/compile.h"
#include "parser/syntax/parser.h"
#include "stdlib/loader.h"

static int load(PackageLoader *self, Sources *sources, const char *path, bool from_library,
                SourceFile ***files, bool *is_library)
{
    (void)from_library;
    (void)self;
    EmbeddedFiles texts = {0};
    *files = NULL;
    *is_library = true;
    stdlib_files(&sources->arena, NULL, path, &texts);
    int count = (int)texts.len;
    *files = xmalloc(sizeof **files * (texts.len + 1));
    for (int i = 0; i < count; i++)
        (*files)[i] =
            source_add(sources, texts.data[i].path, texts.data[i].text, texts.data[i].len);
    vec_free(&texts);
    if (count > 0)
        return count;
    free(*files);
    return -1;
}

static const char *const *list(PackageLoader *self)
{
    static const char *const paths[] = {"errors", "runtime", "strings", NULL};
    (void)self;
    return paths;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Sources sources = {0};
    Diags diags = {.sources = &sources};
    Arena arena = {0};
    Interner syms = {0};
    PackageLoader loader = {.load = load, .list = list};
    ParseContext cx = {.arena = &arena, .syms = &syms, .diags = &diags};
    SourceFile *source = source_add(&sources, "fuzz.gol", (const char *)data, size);
    FileAst *file = parse_file(&cx, source);
    Checker *checker = check_new(&arena, &syms, &diags, &loader,
                                 (CheckOptions){.go_minor = 22, .tags.release = 22});
    Package *main = check_program(checker, &file, 1);
    if (diags.errors == 0) {
        PackageList packages = {0};
        check_packages(checker, &packages);
        Program *program = compile_packages(checker, &syms, &diags, &packages, main,
                                            (CompileOptions){.go_minor = 22});
        vec_free(&packages);
        if (program != NULL)
            program_free(program);
    }
    parse_is_incomplete(source->text, source->len);
    check_free(checker);
    diag_free(&diags);
    intern_free(&syms);
    arena_free(&arena);
    source_free(&sources);
    return 0;
}
