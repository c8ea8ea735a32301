/* Programs that people could have written, with a small mistake or three: one of the programs of
 * tests/vet, tests/check and examples after some lines were dropped, moved or changed. What comes
 * out need not compile. */
#ifndef TESTS_UNIT_MUTANT_H
#define TESTS_UNIT_MUTANT_H

#include <dirent.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/rng.h"
#include "base/vec.h"

typedef VEC(char *) Lines;

enum { MOST_MUTANT_BYTES = 4000 };

/* What is done to one line that matches: it is dropped, moved, or what matches is replaced; "\1" in
 * `by` is the first group. */
typedef struct Mutation {
    const char *pattern, *by;
    bool move;
} Mutation;

static const Mutation mutations[] = {
    {"\\.R?Lock\\(\\)$", NULL, false},
    {"\\.R?Unlock\\(\\)$", NULL, false},
    {"\\.Wait\\(\\)$", NULL, false},
    {"\\.Done\\(\\)$", NULL, false},
    {"^[\t ]*<-[a-z.]+$", NULL, false},
    {"^[\t ]*[a-z.]+ <- .+$", NULL, false},
    {"close\\(", NULL, false},
    {"\\.Add\\(", NULL, false},
    {"\\.R?Unlock\\(\\)$", NULL, true},
    {"\\.R?Lock\\(\\)$", NULL, true},
    {"\\.(Wait|Done)\\(\\)$", NULL, true},
    {"\\.Add\\(", NULL, true},
    {"close\\([a-z.]+\\)$", NULL, true},
    {"^[\t ]*<-[a-z.]+$", NULL, true},
    {"^[\t ]*[a-z.]+ <- .+$", NULL, true},
    {"(\\+\\+| = [a-z0-9]+)$", NULL, true},
    {"\\.Do\\(", NULL, true},
    {"make\\(chan ([a-z*{}]+)\\)", "make(chan \\1, 1)", false},
    {"make\\(chan ([a-z*{}]+), [a-z0-9]+\\)", "make(chan \\1)", false},
    {"make\\(chan ([a-z*{}]+), 1\\)", "make(chan \\1, 2)", false},
    {"\\.Lock\\(\\)", ".RLock()", false},
    {"defer ", "", false},
    {"go func", "func", false},
    {"\\.Add\\(1\\)", ".Add(2)", false},
    {"\\.Broadcast\\(\\)", ".Signal()", false},
    {"i < ([a-z0-9]+)", "i <= \\1", false},
    {"i := 0;", "i := 1;", false},
    {"i\\+\\+", "i += 2", false},
    {"\\[i\\]", "[i/2]", false},
    {"\\[0\\]", "[1]", false},
    {"== 0", "!= 0", false},
    {"Store\\(true\\)", "Store(false)", false},
    {"CompareAndSwap\\(([a-z0-9]+), ([a-z0-9]+)\\)", "CompareAndSwap(\\2, \\1)", false},
    {"if .* \\{$", "if true {", false},
    {"for i := .* \\{$", "\\0\nif i == 1 { continue }", false},
    {"for i := .* \\{$", "for range 2 {\n\\0", false},
};

static void mutant_add_file(Lines *texts, const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = xcalloc(1, MOST_MUTANT_BYTES + 1);
    size_t n = file ? fread(text, 1, MOST_MUTANT_BYTES, file) : 0;
    if (file)
        fclose(file);
    if (n > 0 && n < MOST_MUTANT_BYTES && !strstr(text, "testing"))
        vec_push(texts, text);
    else
        free(text);
}

static int mutant_by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The texts of a folder's programs in the order of their names, with those of `ending`. */
static void mutant_add_folder(Lines *texts, const char *root, const char *folder,
                              const char *ending)
{
    Lines names = {0};
    Buf path = {0};
    buf_printf(&path, "%s/%s", root, folder);
    DIR *dir = opendir(buf_str(&path));
    for (struct dirent *e; dir && (e = readdir(dir));) {
        size_t n = strlen(e->d_name), m = strlen(ending);
        if (n > m && !strcmp(e->d_name + n - m, ending))
            vec_push(&names, xstrdup(e->d_name));
    }
    if (dir)
        closedir(dir);
    if (names.len)
        qsort(names.data, names.len, sizeof *names.data, mutant_by_name);
    for (u32 i = 0; i < names.len; i++) {
        path.len = 0;
        buf_printf(&path, "%s/%s/%s", root, folder, names.data[i]);
        mutant_add_file(texts, buf_str(&path));
        free(names.data[i]);
    }
    vec_free(&names);
    buf_free(&path);
}

/* $ROOT, or the folder that the test was built in: it is in build/tests/unit there. */
static const char *mutant_root(void)
{
    static char path[4096];
    const char *root = getenv("ROOT");
    u32 levels = 0;
    ssize_t n = root ? 0 : readlink("/proc/self/exe", path, sizeof path - 1);
    for (char *end = path; end && n > 0 && levels < 4; levels++)
        if ((end = strrchr(path, '/')))
            *end = '\0';
    return root ? root : n > 0 ? path : ".";
}

static void mutant_replace(const char *line, const regmatch_t *at, const char *by, Buf *out)
{
    buf_add(out, line, (size_t)at[0].rm_so);
    for (; *by; by++) {
        bool group = by[0] == '\\' && by[1] >= '0' && by[1] <= '2';
        if (!group) {
            buf_putc(out, *by);
            continue;
        }
        const regmatch_t *g = &at[*++by - '0'];
        buf_add(out, line + g->rm_so, (size_t)(g->rm_eo - g->rm_so));
    }
    buf_puts(out, line + at[0].rm_eo);
}

static void mutant_drop(Lines *lines, u32 i)
{
    free(lines->data[i]);
    memmove(&lines->data[i], &lines->data[i + 1], (lines->len - i - 1) * sizeof *lines->data);
    lines->len--;
}

static void mutant_move(Lines *lines, u32 from, u32 to)
{
    char *line = lines->data[from];
    memmove(&lines->data[from], &lines->data[from + 1],
            (lines->len - from - 1) * sizeof *lines->data);
    memmove(&lines->data[to + 1], &lines->data[to], (lines->len - 1 - to) * sizeof *lines->data);
    lines->data[to] = line;
}

/* Changes one of the lines that match, if any does. */
static void mutant_apply(Lines *lines, const Mutation *m, Rng *rng)
{
    regex_t regex;
    VEC(u32) places = {0};
    regmatch_t at[3];
    if (regcomp(&regex, m->pattern, REG_EXTENDED))
        BUG("the pattern %s is none", m->pattern);
    for (u32 i = 0; i < lines->len; i++)
        if (!regexec(&regex, lines->data[i], 3, at, 0))
            vec_push(&places, i);
    u32 i = places.len ? places.data[rng_below(rng, places.len)] : 0;
    if (places.len && m->by && !regexec(&regex, lines->data[i], 3, at, 0)) {
        Buf changed = {0};
        mutant_replace(lines->data[i], at, m->by, &changed);
        free(lines->data[i]);
        lines->data[i] = xstrdup(buf_str(&changed));
        buf_free(&changed);
    } else if (places.len && m->move)
        mutant_move(lines, i, rng_below(rng, lines->len - 1));
    else if (places.len)
        mutant_drop(lines, i);
    vec_free(&places);
    regfree(&regex);
}

static void mutant_split(const char *text, Lines *lines)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        char *line = xcalloc(1, n + 1);
        memcpy(line, text, n);
        vec_push(lines, line);
        text += n + (text[n] == '\n');
    }
}

/* Appends program `number`: one of the texts after at most three mutations. */
static void mutant_text(const Lines *texts, u64 number, Buf *out)
{
    Rng rng = {number};
    Lines lines = {0};
    rng_next(&rng);
    mutant_split(texts->data[rng_below(&rng, texts->len)], &lines);
    for (u32 n = 1 + rng_below(&rng, 3); n > 0; n--)
        mutant_apply(&lines, &mutations[rng_below(&rng, COUNT_OF(mutations))], &rng);
    for (u32 i = 0; i < lines.len; i++) {
        buf_printf(out, "%s\n", lines.data[i]);
        free(lines.data[i]);
    }
    vec_free(&lines);
}

#endif
