/* Every function of the library compiles and passes the verifier, including those that no test
 * calls; and every library function without a body has a native. */
#include "parser/gen/compile.h"
#include "stdlib/loader.h"
#include "stdlib/native/natives.h"
#include "tests/unit/test.h"

static Arena arena;

/* The texts as files of the library; how many, -1: none. */
static int add_files(Sources *sources, EmbeddedFiles *texts, SourceFile ***files)
{
    VEC(SourceFile *) found = {0};
    for (u32 i = 0; i < texts->len; i++) {
        EmbeddedFile *text = &texts->data[i];
        SourceFile *file = source_add(sources, text->path, text->text, text->len);
        file->is_library = true;
        vec_push(&found, file);
    }
    vec_free(texts);
    *files = found.data;
    return found.len ? (int)found.len : -1;
}

static int load_package(PackageLoader *self, Sources *sources, const char *path, bool from_library,
                        SourceFile ***files, bool *is_library)
{
    (void)from_library;
    (void)self;
    EmbeddedFiles texts = {0};
    stdlib_files(&arena, NULL, path, &texts);
    *is_library = true;
    return add_files(sources, &texts, files);
}

static int load_rest(PackageLoader *self, Sources *sources, const char *path, SourceFile ***files)
{
    (void)self;
    EmbeddedFiles texts = {0};
    stdlib_rest(&arena, NULL, path, &texts);
    int count = add_files(sources, &texts, files);
    return count < 0 ? 0 : count;
}

static const char *const *list_packages(PackageLoader *self)
{
    (void)self;
    return stdlib_packages(&arena);
}

static void test_whole_library(void)
{
    Sources sources = {0};
    Diags diags = {.sources = &sources};
    Interner syms = {0};
    PackageLoader loader = {.load = load_package, .rest = load_rest, .list = list_packages};
    Checker *checker = check_new(&arena, &syms, &diags, &loader,
                                 (CheckOptions){.go_minor = 22, .tags.release = 22});
    for (const char *const *path = stdlib_packages(&arena); *path; path++)
        check_import(checker, *path);
    PackageList packages = {0};
    check_packages(checker, &packages);
    EXPECT(packages.len > 10);
    Program *program = NULL;
    if (!diags.errors)
        program = compile_packages(checker, &syms, &diags, &packages, NULL,
                                   (CompileOptions){.go_minor = 22, .all = true});
    diag_print(&diags, stdout, false, 0);
    EXPECT(program != NULL && diags.errors == 0);
    for (u32 i = 0; program && i < program->natives.len; i++) {
        bool found = stdlib_find_native(program->natives.data[i]) != NULL;
        if (!found)
            printf("no native %s\n", program->natives.data[i]);
        EXPECT(found);
    }
    program_free(program);
    vec_free(&packages);
    check_free(checker);
    diag_free(&diags);
    source_free(&sources);
    intern_free(&syms);
    arena_free(&arena);
}

int main(void)
{
    RUN(test_whole_library);
    return test_summary("library");
}
