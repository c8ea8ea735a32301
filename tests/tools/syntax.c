/* Lexes and parses files, without checking them.
 *
 *     syntax FILE...        prints the diagnostics
 *     syntax -l FILE...     prints for each file: name, tab, the lines with errors
 *     syntax -b N FILE...   parses everything N times and prints the speed */
#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "parser/syntax/parser.h"

static int by_number(const void *a, const void *b)
{
    u32 x = *(const u32 *)a, y = *(const u32 *)b;
    return x < y ? -1 : x > y;
}

static void print_lines(const Diags *diags, const char *name)
{
    VEC(u32) lines = {0};
    for (u32 i = 0; i < diags->list.len; i++)
        vec_push(&lines, source_place(diags->sources, diags->list.data[i]->span.start).line);
    if (lines.len > 0)
        qsort(lines.data, lines.len, sizeof *lines.data, by_number);
    printf("%s\t", name);
    for (u32 i = 0; i < lines.len; i++)
        printf("%s%u", i > 0 ? "," : "", lines.data[i]);
    printf("\n");
    vec_free(&lines);
}

/* Parses one file; returns its number of lines, and adds its errors to *errors. */
static u32 parse_one(const char *path, bool lines_only, bool quiet, u32 *errors)
{
    Sources sources = {0};
    Arena arena = {0};
    Interner syms = {0};
    Diags diags = {.sources = &sources};
    ParseContext cx = {.arena = &arena, .syms = &syms, .diags = &diags};
    SourceFile *file = source_load(&sources, path);
    if (file == NULL) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        exit(1);
    }
    u32 count = file->lines.len;
    parse_file(&cx, file);
    *errors += diags.errors;
    if (lines_only)
        print_lines(&diags, path);
    else if (!quiet)
        diag_print(&diags, stdout, false, 0);
    diag_free(&diags);
    intern_free(&syms);
    arena_free(&arena);
    source_free(&sources);
    return count;
}

static double now(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
    int first = 1, rounds = 1;
    bool lines_only = false, bench = false;
    if (argc > 1 && strcmp(argv[1], "-l") == 0) {
        lines_only = true;
        first = 2;
    } else if (argc > 2 && strcmp(argv[1], "-b") == 0) {
        bench = true;
        rounds = atoi(argv[2]);
        first = 3;
    }
    u32 errors = 0;
    u64 lines = 0;
    double start = now();
    for (int round = 0; round < rounds; round++)
        for (int i = first; i < argc; i++)
            lines += parse_one(argv[i], lines_only, bench, &errors);
    double seconds = now() - start;
    if (bench)
        printf("%llu lines in %.3f s: %.2f M lines/s\n", (unsigned long long)lines, seconds,
               (double)lines / seconds / 1e6);
    return errors > 0;
}
