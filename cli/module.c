/* The module around a program: reads go.mod, finds the directories of imports, lists files. */
#include "cli/module.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "parser/check/check.h"
#include "parser/syntax/parser.h"

/* ---- go.mod ---- */

/* The word after `keyword` at the start of a line, unquoted; NULL if the line says else. */
static const char *word_after(Arena *arena, const char *line, const char *keyword)
{
    size_t len = strlen(keyword);
    line += strspn(line, " \t");
    if (strncmp(line, keyword, len) || !isspace((unsigned char)line[len]))
        return NULL;
    line += len + strspn(line + len, " \t\"`");
    return arena_strndup(arena, line, strcspn(line, " \t\r\n\"`/"));
}

/* The module path may hold slashes, so it ends at a blank, a quote or a comment. */
static const char *module_name(Arena *arena, const char *line)
{
    line += strspn(line, " \t");
    if (strncmp(line, "module", 6) || !isspace((unsigned char)line[6]))
        return NULL;
    line += 6 + strspn(line + 6, " \t\"`");
    size_t len = 0;
    while (line[len] && !strchr(" \t\r\n\"`", line[len]) && strncmp(line + len, "//", 2))
        len++;
    return len ? arena_strndup(arena, line, len) : NULL;
}

/* `replace path => ./folder`, also inside of replace ( ... ). */
static void note_replaced(Arena *arena, const char *line, Module *module)
{
    const char *arrow = strstr(line, "=>");
    line += strspn(line, " \t");
    if (!arrow || !strncmp(line, "//", 2))
        return;
    if (!strncmp(line, "replace", 7) && isspace((unsigned char)line[7]))
        line += 7 + strspn(line + 7, " \t");
    const char *dir = arrow + 2 + strspn(arrow + 2, " \t\"");
    if (*dir != '.' && *dir != '/')
        return; /* another module, which would have to be fetched */
    line += *line == '"';
    Replaced r = {arena_strndup(arena, line, strcspn(line, " \t\"=")),
                  arena_strndup(arena, dir, strcspn(dir, " \t\r\n\""))};
    vec_push(&module->replaced, r);
}

static bool read_go_mod(Arena *arena, const char *dir, Module *module)
{
    FILE *file = fopen(arena_printf(arena, "%s/go.mod", dir), "r");
    if (!file)
        return false;
    char *line = NULL;
    size_t cap = 0;
    while (getline(&line, &cap, file) >= 0) {
        const char *name = module->path ? NULL : module_name(arena, line);
        const char *version = word_after(arena, line, "go");
        note_replaced(arena, line, module);
        if (name)
            module->path = name;
        if (version)
            module->go_minor = strncmp(version, "1.", 2) ? GO_UNKNOWN : atoi(version + 2);
    }
    free(line);
    fclose(file);
    module->dir = dir;
    return true;
}

/* The directory that a program is, or that its file lies in, into absolute; false: there is none.
 */
static bool directory_of(const char *program, char absolute[PATH_MAX])
{
    struct stat st;
    if (!strcmp(program, "-") || !realpath(program, absolute))
        return false;
    if (!stat(absolute, &st) && !S_ISDIR(st.st_mode))
        *strrchr(absolute, '/') = '\0';
    return true;
}

void module_free(Module *module)
{
    vec_free(&module->replaced);
}

/* What follows `module`, a path or a directory, in path; NULL: path is not in that module. */
static const char *inside(const char *path, const char *module)
{
    size_t len = module ? strlen(module) : 0;
    bool in = len && !strncmp(path, module, len) && (!path[len] || path[len] == '/');
    return in ? path + len : NULL;
}

const char *module_import_path(Arena *arena, const Module *module, const char *program)
{
    char absolute[PATH_MAX];
    const char *rest = directory_of(program, absolute) ? inside(absolute, module->dir) : NULL;
    return rest ? arena_printf(arena, "%s%s", module->path, rest) : NULL;
}

Module module_find(Arena *arena, const char *program)
{
    Module module = {0};
    char absolute[PATH_MAX];
    if (!directory_of(program, absolute))
        return module;
    char *end = absolute + strlen(absolute);
    for (; end && end > absolute; end = strrchr(absolute, '/')) {
        *end = '\0';
        if (read_go_mod(arena, arena_strndup(arena, absolute, strlen(absolute)), &module))
            break;
    }
    return module;
}

static const char *folder(Arena *arena, const char *dir, const char *path)
{
    struct stat st;
    const char *name = arena_printf(arena, "%s%s", dir, path);
    return !stat(name, &st) && S_ISDIR(st.st_mode) ? name : NULL;
}

const char *module_dir(Arena *arena, const Module *module, const char *path)
{
    const char *rest = inside(path, module->path);
    if (rest)
        return arena_printf(arena, "%s%s", module->dir, rest);
    for (u32 i = 0; i < module->replaced.len; i++) {
        const Replaced *r = &module->replaced.data[i];
        if ((rest = inside(path, r->path)))
            return arena_printf(arena, "%s%s%s%s", *r->dir == '/' ? "" : module->dir,
                                *r->dir == '/' ? "" : "/", r->dir, rest);
    }
    if (!module->dir)
        return NULL;
    return folder(arena, arena_printf(arena, "%s/vendor/", module->dir), path);
}

/* ---- the files of a directory ---- */

typedef enum FileUse { USE_NONE, USE_SOURCE, USE_TEST } FileUse;

/* What a file is by its name: source, a test, or nothing: another suffix, hidden, or for another
 * system or processor ("x_windows.go"). */
static FileUse use_of(const char *name, BuildTags tags)
{
    const char *dot = strrchr(name, '.');
    if (!dot || dot == name || name[0] == '.' || name[0] == '_' ||
        (strcmp(dot, ".go") && strcmp(dot, ".gol")))
        return USE_NONE;
    if (!constraint_name_fits(name, build_tag, &tags))
        return USE_NONE;
    return dot - name > 5 && !memcmp(dot - 5, "_test", 5) ? USE_TEST : USE_SOURCE;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int list(Arena *arena, const char *path, FileUse use, bool portable, PathList *out)
{
    DIR *dir = opendir(path);
    if (!dir)
        return -1;
    struct dirent *entry;
    while ((entry = readdir(dir)))
        if (use_of(entry->d_name, (BuildTags){.portable = portable}) == use)
            vec_push(out, strcmp(path, ".") ? arena_printf(arena, "%s/%s", path, entry->d_name)
                                            : arena_printf(arena, "%s", entry->d_name));
    closedir(dir);
    if (out->len)
        qsort(out->data, out->len, sizeof *out->data, by_name);
    return (int)out->len;
}

int module_files(Arena *arena, const char *dir, bool portable, PathList *out)
{
    return list(arena, dir, USE_SOURCE, portable, out);
}

int module_test_files(Arena *arena, const char *dir, bool portable, PathList *out)
{
    return list(arena, dir, USE_TEST, portable, out);
}

/* ---- packages with assembly ---- */

static bool is_assembly(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && !strcmp(dot, ".s") && constraint_name_fits(name, build_tag, &(BuildTags){0});
}

/* Whether a build with these tags takes the source file. */
static bool takes(Arena *arena, const char *name, const char *text, BuildTags tags)
{
    FileAst ast = {.file = &(SourceFile){.portable = tags.portable}};
    if (use_of(name, tags) != USE_SOURCE)
        return false;
    parse_constraints(arena, text, &ast);
    return check_selects(&ast, &tags);
}

/* Whether only a portable build takes the file; without assembly, only one with the tag safe. */
static bool is_alternative(Arena *arena, const char *dir, const char *name, BuildTags tags,
                           bool assembly)
{
    Sources sources = {0};
    BuildTags other = tags;
    other.portable = assembly;
    if (!assembly)
        other.more = "safe";
    if (use_of(name, other) != USE_SOURCE)
        return false;
    const SourceFile *file = source_load(&sources, arena_printf(arena, "%s/%s", dir, name));
    bool only =
        file && takes(arena, name, file->text, other) && !takes(arena, name, file->text, tags);
    source_free(&sources);
    return only;
}

bool module_is_portable(Arena *arena, const char *path, const BuildTags *tags)
{
    DIR *dir = opendir(path);
    struct dirent *entry;
    bool assembly = false, alternative = false;
    while (dir && !assembly && (entry = readdir(dir)))
        assembly = is_assembly(entry->d_name);
    if (dir)
        rewinddir(dir);
    while (dir && !alternative && (entry = readdir(dir)))
        alternative = is_alternative(arena, path, entry->d_name, *tags, assembly);
    if (dir)
        closedir(dir);
    return alternative;
}
