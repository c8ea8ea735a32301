/* The packages that gol list is asked for, and those that they import. */
#include "cli/list_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cli/installed.h"
#include "parser/check/check.h"
#include "parser/syntax/lexer.h"
#include "parser/syntax/parser.h"
#include "stdlib/loader.h"

/* ---- nodes ---- */

static ListedPackage *add(ListGraph *graph, const char *path, const char *import, const char *dir,
                          ListedPart part)
{
    for (u32 i = 0; i < graph->all.len; i++)
        if (!strcmp(graph->all.data[i]->path, path))
            return graph->all.data[i];
    ListedPackage *package = ARENA_NEW(graph->arena, ListedPackage);
    *package = (ListedPackage){.path = path, .import = import, .dir = dir, .part = part};
    avec_push(graph->arena, &graph->all, package);
    return package;
}

ListedPackage *list_graph_add(ListGraph *graph, const char *path, const char *dir, bool library)
{
    const char *place = library ? installed_package(graph->arena, NULL, path) : dir;
    ListedPackage *package = add(graph, path, path, place ? place : "", LISTED_PACKAGE);
    package->library |= library;
    return package;
}

static bool is_of_library(ListGraph *graph, const char *path)
{
    EmbeddedFiles files = {0};
    bool is = !strcmp(path, "unsafe") || installed_package(graph->arena, NULL, path) ||
              stdlib_files(graph->arena, NULL, path, &files) != LIBRARY_NONE;
    vec_free(&files);
    return is;
}

/* Whether the first element of the path has a dot, as no package of Go's own has. */
static bool is_external(const char *path)
{
    return memchr(path, '.', strcspn(path, "/")) != NULL;
}

/* The package that is meant by an import in a package of the library, or in another. */
static ListedPackage *resolve(ListGraph *graph, const char *path, bool from_library)
{
    Arena *arena = graph->arena;
    if (from_library && is_external(path))
        return list_graph_add(graph, arena_printf(arena, "vendor/%s", path), "", true);
    if (!is_external(path) && is_of_library(graph, path))
        return list_graph_add(graph, path, "", true);
    const char *canonical = module_canonical(arena, graph->module, path);
    const char *dir = module_dir(arena, graph->module, canonical);
    return list_graph_add(graph, canonical, dir ? dir : "",
                          !dir && is_external(path) && is_of_library(graph, path));
}

static void link_to(ListGraph *graph, ListedPackage *from, ListedPackage *to)
{
    for (u32 i = 0; i < from->imports.len; i++)
        if (from->imports.data[i] == to)
            return;
    avec_push(graph->arena, &from->imports, to);
}

static int by_path(const void *a, const void *b)
{
    return strcmp((*(ListedPackage *const *)a)->path, (*(ListedPackage *const *)b)->path);
}

/* The path as an import has it. */
static const char *written(const ListedPackage *package)
{
    return package->path + (strncmp(package->path, "vendor/", 7) ? 0 : 7);
}

static int by_import(const void *a, const void *b)
{
    return strcmp(written(*(ListedPackage *const *)a), written(*(ListedPackage *const *)b));
}

static void sort_imports(ListedPackage *package)
{
    if (package->imports.len)
        qsort(package->imports.data, package->imports.len, sizeof *package->imports.data,
              by_import);
}

/* ---- what a file imports ---- */

typedef struct Header {
    const Sym *package;
    FolderList imports;
} Header;

static void read_imports(ListGraph *graph, Lexer *lx, Header *header)
{
    while (lx->tok == TK_IMPORT) {
        lex_next(lx);
        bool group = lx->tok == TK_LPAREN;
        for (; lx->tok != TK_EOF && lx->tok != TK_RPAREN; lex_next(lx)) {
            if (lx->tok == TK_STRING && strcmp(lx->str, "C") != 0)
                avec_push(graph->arena, &header->imports, lx->str);
            if (lx->tok == TK_STRING && !group)
                break;
        }
        lex_next(lx);
        if (lx->tok == TK_SEMICOLON)
            lex_next(lx);
    }
}

/* Reads the package clause and the imports; false: the build leaves the file out. */
static bool read_header(ListGraph *graph, Interner *syms, const char *text, size_t len,
                        Header *header)
{
    FileAst ast = {.file = &(SourceFile){.portable = graph->tags.portable}};
    Lexer lx;
    parse_constraints(graph->arena, text, &ast);
    lex_init(&lx, text, (u32)len, 0, graph->arena, syms, NULL);
    lex_next(&lx);
    if (lx.tok != TK_PACKAGE || !check_selects(&ast, &graph->tags))
        return false;
    lex_next(&lx);
    *header = (Header){.package = lx.tok == TK_IDENT ? lx.name : NULL};
    lex_next(&lx);
    if (lx.tok == TK_SEMICOLON)
        lex_next(&lx);
    read_imports(graph, &lx, header);
    return header->package && !check_is_documentation(header->package);
}

/* ---- what a package imports ---- */

/* Where the imports of a package's files go, and whether it has such files. */
typedef struct Reading {
    ListGraph *graph;
    Interner syms;
    bool library;
    ListedPackage *package;  /* of sources and of its own tests */
    ListedPackage *external; /* of external tests; NULL: all files count for package */
    bool any_own, any_external;
} Reading;

static void take(Reading *r, const char *text, size_t len)
{
    Header header;
    if (!read_header(r->graph, &r->syms, text, len, &header))
        return;
    const Sym *name = header.package;
    bool external = r->external && name->len > 5 && !strcmp(name->text + name->len - 5, "_test");
    ListedPackage *to = external ? r->external : r->package;
    r->any_external |= external;
    r->any_own |= !external;
    for (u32 i = 0; i < header.imports.len; i++)
        link_to(r->graph, to, resolve(r->graph, header.imports.data[i], r->library));
    if (to->part == LISTED_PACKAGE && !r->library && !strcmp(name->text, "main"))
        link_to(r->graph, to, resolve(r->graph, "runtime", true));
}

static void take_files(Reading *r, const PathList *paths)
{
    Sources sources = {0};
    for (u32 i = 0; i < paths->len; i++) {
        const SourceFile *source = source_load(&sources, paths->data[i]);
        if (source)
            take(r, source->text, source->len);
    }
    source_free(&sources);
}

static void take_embedded(Reading *r, const char *path)
{
    EmbeddedFiles files = {0};
    Arena *arena = r->graph->arena;
    if (!strncmp(path, "vendor/", 7))
        path += 7;
    stdlib_files(arena, NULL, path, &files);
    stdlib_rest(arena, NULL, path, &files);
    for (u32 i = 0; i < files.len; i++)
        take(r, files.data[i].text, files.data[i].len);
    vec_free(&files);
}

static void read_package(ListGraph *graph, ListedPackage *package)
{
    Reading r = {.graph = graph, .library = package->library, .package = package};
    PathList paths = {0};
    bool may_be = *package->dir && !package->library;
    PortableBuild portable =
        may_be ? module_portable(graph->arena, package->dir, &graph->tags, false) : PORTABLE_NOT;
    graph->tags.portable = portable;
    if (*package->dir && module_files(graph->arena, package->dir, portable, &paths) > 0)
        take_files(&r, &paths);
    else if (package->library)
        take_embedded(&r, package->path);
    vec_free(&paths);
    intern_free(&r.syms);
    sort_imports(package);
}

void list_graph_follow(ListGraph *graph, ListedPackage *package)
{
    if (package->followed)
        return;
    package->followed = true;
    if (package->part == LISTED_PACKAGE)
        read_package(graph, package);
    for (u32 i = 0; i < package->imports.len; i++)
        list_graph_follow(graph, package->imports.data[i]);
}

/* ---- tests ---- */

/* What the program imports that runs tests. */
static void add_main_imports(ListGraph *graph, ListedPackage *program)
{
    static const char *const needed[] = {"os", "reflect", "testing", "testing/internal/testdeps"};
    for (u32 i = 0; i < COUNT_OF(needed); i++)
        if (is_of_library(graph, needed[i]))
            link_to(graph, program, list_graph_add(graph, needed[i], "", true));
}

static ListedPackage *add_part(ListGraph *graph, const ListedPackage *of, const char *form,
                               ListedPart part)
{
    const char *name = arena_printf(graph->arena, form, of->path, of->path);
    ListedPackage *package = add(graph, name, of->import, of->dir, part);
    package->match = of->match;
    return package;
}

void list_graph_tests(ListGraph *graph, ListedPackage *package, ListedPackages *out)
{
    PathList paths = {0};
    if (package->library || !*package->dir ||
        module_test_files(graph->arena, package->dir, graph->tags.portable, &paths) <= 0)
        return;
    ListedPackage *program = add_part(graph, package, "%s.test", LISTED_TEST_MAIN);
    ListedPackage *tested = add_part(graph, package, "%s [%s.test]", LISTED_TESTED);
    ListedPackage *external = add_part(graph, package, "%s_test [%s.test]", LISTED_EXTERNAL);
    Reading r = {.graph = graph, .package = tested, .external = external};
    take_files(&r, &paths);
    sort_imports(external);
    sort_imports(tested);
    ListedPackages own = tested->imports;
    tested->imports = (ListedPackages){0};
    for (u32 i = 0; i < package->imports.len; i++)
        link_to(graph, tested, package->imports.data[i]);
    for (u32 i = 0; i < own.len; i++)
        link_to(graph, tested, own.data[i]);
    for (u32 i = 0; i < external->imports.len; i++)
        if (external->imports.data[i] == package && r.any_own)
            external->imports.data[i] = tested;
    add_main_imports(graph, program);
    link_to(graph, program, r.any_own ? tested : package);
    if (r.any_external)
        link_to(graph, program, external);
    ListedPackage *parts[] = {program, r.any_own ? tested : NULL, r.any_external ? external : NULL};
    for (u32 i = 0; i < COUNT_OF(parts) && r.any_own + r.any_external; i++)
        if (parts[i]) {
            vec_push(out, parts[i]);
            list_graph_follow(graph, parts[i]);
        }
    vec_free(&paths);
    intern_free(&r.syms);
}

/* ---- orders ---- */

void list_graph_order(ListGraph *graph, ListedPackage *package, ListedPackages *out)
{
    if (package->placed)
        return;
    package->placed = true;
    for (u32 i = 0; i < package->imports.len; i++)
        list_graph_order(graph, package->imports.data[i], out);
    vec_push(out, package);
}

static void collect(const ListedPackage *package, ListedPackages *below)
{
    for (u32 i = 0; i < package->imports.len; i++) {
        ListedPackage *next = package->imports.data[i];
        bool known = false;
        for (u32 k = 0; k < below->len && !known; k++)
            known = below->data[k] == next;
        if (!known) {
            vec_push(below, next);
            collect(next, below);
        }
    }
}

const char *list_graph_below(ListGraph *graph, const ListedPackage *package)
{
    ListedPackages below = {0};
    Buf text = {0};
    collect(package, &below);
    if (below.len)
        qsort(below.data, below.len, sizeof *below.data, by_path);
    for (u32 i = 0; i < below.len; i++)
        buf_printf(&text, "%s%s", i ? "\n" : "", below.data[i]->path);
    const char *all = arena_strndup(graph->arena, buf_str(&text), text.len);
    vec_free(&below);
    buf_free(&text);
    return all;
}
