/* The files that a go:embed directive names. */
#include "cli/embed.h"

#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/output.h"

typedef struct Found {
    Arena *arena;
    const char *dir;         /* where the source file is */
    VEC(const char *) names; /* relative to dir */
    bool hidden;             /* also what begins with . or _ inside folders */
    const char *fault;
} Found;

static const char *full_path(const Found *f, const char *name)
{
    return arena_printf(f->arena, "%s/%s", f->dir, name);
}

static bool is_folder(const char *path)
{
    struct stat st;
    return !lstat(path, &st) && S_ISDIR(st.st_mode);
}

static bool is_regular(const char *path)
{
    struct stat st;
    return !lstat(path, &st) && S_ISREG(st.st_mode);
}

/* Calls visit for each entry of the folder `name`, in any order. */
static void each_entry(Found *f, const char *name,
                       void (*visit)(Found *f, const char *name, void *), void *data)
{
    DIR *dir = opendir(full_path(f, name));
    struct dirent *entry;
    while (dir && (entry = readdir(dir)))
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
            visit(f,
                  strcmp(name, ".") ? arena_printf(f->arena, "%s/%s", name, entry->d_name)
                                    : arena_printf(f->arena, "%s", entry->d_name),
                  data);
    if (dir)
        closedir(dir);
}

/* ---- what a pattern matches ---- */

static const char *base_name(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

static void add_tree(Found *f, const char *name, void *any);

static void add_below(Found *f, const char *name, void *any)
{
    const char *base = base_name(name);
    if (f->hidden || (*base != '.' && *base != '_'))
        add_tree(f, name, any);
}

static void add_tree(Found *f, const char *name, void *any)
{
    const char *path = full_path(f, name);
    if (is_folder(path))
        each_entry(f, name, add_below, any);
    else if (is_regular(path))
        vec_push(&f->names, name);
}

/* The pattern's first part against an entry of a folder; then the rest of it. */
static void match_entry(Found *f, const char *name, void *pattern)
{
    const char *rest = strchr(pattern, '/');
    size_t len = rest ? (size_t)(rest - (char *)pattern) : strlen(pattern);
    if (fnmatch(arena_strndup(f->arena, pattern, len), base_name(name), 0))
        return;
    if (!rest)
        add_tree(f, name, NULL);
    else if (is_folder(full_path(f, name)))
        each_entry(f, name, match_entry, (char *)rest + 1);
}

static bool is_valid(const char *pattern)
{
    if (*pattern == '\0' || *pattern == '/' || strstr(pattern, "//"))
        return false;
    for (const char *part = pattern; part; part = strchr(part, '/')) {
        part += *part == '/';
        size_t len = strcspn(part, "/");
        if (!len || (!strncmp(part, "..", 2) && len == 2) ||
            (*part == '.' && len == 1 && strcmp(pattern, ".")))
            return false;
    }
    return true;
}

static void match(Found *f, char *pattern)
{
    u32 before = f->names.len;
    const char *written = pattern;
    f->hidden = !strncmp(pattern, "all:", 4);
    if (f->hidden)
        pattern += 4;
    if (!is_valid(pattern))
        f->fault = arena_printf(f->arena, "pattern %s: invalid pattern syntax", written);
    else if (!strcmp(pattern, "."))
        each_entry(f, ".", add_below, NULL);
    else
        each_entry(f, ".", match_entry, pattern);
    if (!f->fault && f->names.len == before)
        f->fault = arena_printf(f->arena, "pattern %s: no matching files found", written);
}

/* The next pattern, without its quotes; NULL: there is none. */
static char *next_pattern(Arena *arena, const char **s)
{
    *s += strspn(*s, " \t");
    if (!**s)
        return NULL;
    char quote = **s;
    bool quoted = quote == '"' || quote == '`';
    const char *start = *s + quoted;
    size_t len = quoted ? strcspn(start, quote == '"' ? "\"" : "`") : strcspn(start, " \t");
    *s = start + len + (quoted && start[len]);
    return (char *)arena_strndup(arena, start, len);
}

/* ---- contents ---- */

static bool add_file(Found *f, const char *name, bool archive, Buf *out)
{
    FILE *file = fopen(full_path(f, name), "rb");
    char part[4096];
    Buf text = {0};
    if (file)
        output_not(file);
    for (size_t n; file && (n = fread(part, 1, sizeof part, file)) > 0;)
        buf_add(&text, part, n);
    bool ok = file && !ferror(file);
    if (archive) {
        buf_add(out, name, strlen(name) + 1);
        buf_printf(out, "%u", (u32)text.len);
        buf_putc(out, '\0');
    }
    buf_add(out, buf_str(&text), text.len);
    buf_free(&text);
    if (file)
        fclose(file);
    return ok;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_files(Found *f, bool archive, Buf *out)
{
    qsort(f->names.data, f->names.len, sizeof *f->names.data, by_name);
    for (u32 i = 0; i < f->names.len && !f->fault; i++) {
        const char *name = f->names.data[i];
        if (i > 0 && !strcmp(name, f->names.data[i - 1]))
            continue;
        if (i > 0 && !archive)
            f->fault = "invalid go:embed: multiple files for a variable that is no embed.FS";
        else if (!add_file(f, name, archive, out))
            f->fault = arena_printf(f->arena, "cannot read %s", name);
    }
}

const char *embed_files(Arena *arena, const char *source, const char *patterns, bool archive,
                        const char **text, u32 *len)
{
    const char *slash = strrchr(source, '/');
    Found f = {.arena = arena};
    Buf out = {0};
    f.dir = slash ? arena_strndup(arena, source, (size_t)(slash - source)) : ".";
    for (char *pattern; !f.fault && (pattern = next_pattern(arena, &patterns));)
        match(&f, pattern);
    if (!f.fault && f.names.len)
        add_files(&f, archive, &out);
    *text = arena_strndup(arena, buf_str(&out), out.len);
    *len = (u32)out.len;
    vec_free(&f.names);
    buf_free(&out);
    return f.fault;
}
