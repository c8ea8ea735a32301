/* The report of --cover and --coverprofile: statements are counted in blocks, as go test does. */
#include "cli/cover.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/output.h"

typedef struct Share {
    u32 executed, all;
} Share;

typedef VEC(CoverBlock) CoverBlocks;

static bool ends_in(const char *name, const char *suffix)
{
    size_t n = strlen(name), m = strlen(suffix);
    return n >= m && !strcmp(name + n - m, suffix);
}

/* As in Go, tests are not what is to be covered. */
static bool is_test_file(const SourceFile *file)
{
    return ends_in(file->name, "_test.go") || ends_in(file->name, "_test.gol") ||
           !strcmp(file->name, LOAD_TEST_MAIN);
}

static int by_position(const void *a, const void *b)
{
    Pos x = ((const CoverBlock *)a)->span.start, y = ((const CoverBlock *)b)->span.start;
    return (x > y) - (x < y);
}

static CoverBlocks blocks_of(const Loaded *loaded)
{
    CoverBlocks blocks = {0};
    for (u32 i = 0; i < loaded->program->covered.len; i++) {
        CoverBlock block = loaded->program->covered.data[i];
        if (block.statements && !is_test_file(source_file_of(&loaded->sources, block.span.start)))
            vec_push(&blocks, block);
    }
    if (blocks.len)
        qsort(blocks.data, blocks.len, sizeof blocks.data[0], by_position);
    return blocks;
}

static void add(Share *share, const CoverBlock *block)
{
    share->all += block->statements;
    share->executed += block->count ? block->statements : 0;
}

static double percent(Share share)
{
    return share.all ? 100.0 * share.executed / share.all : 0;
}

/* ---- the summary ---- */

static void print_share(const Loaded *loaded, const FuncDecl *func, Share share, FILE *out)
{
    Place place = source_place(&loaded->sources, func->name->span.start);
    fprintf(out, "%s:%u:\t%s\t%.1f%%\n", place.file->name, place.line, func->name->ident.name->text,
            percent(share));
}

/* Index of the first block at pos or after it. */
static u32 first_from(const CoverBlocks *blocks, Pos pos)
{
    u32 low = 0, high = blocks->len;
    while (low < high) {
        u32 mid = low + (high - low) / 2;
        if (blocks->data[mid].span.start < pos)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static void print_function(const Loaded *loaded, const FuncDecl *func, const CoverBlocks *blocks,
                           FILE *out)
{
    Share share = {0};
    Span body = func->fn.body->span;
    for (u32 i = first_from(blocks, body.start);
         i < blocks->len && blocks->data[i].span.start < body.end; i++)
        add(&share, &blocks->data[i]);
    if (share.all)
        print_share(loaded, func, share, out);
}

static void print_functions(const Loaded *loaded, const CoverBlocks *blocks, FILE *out)
{
    PackageList packages = {0};
    check_packages(loaded->checker, &packages);
    for (u32 i = 0; i < packages.len; i++) {
        const Package *pkg = packages.data[i];
        for (u32 j = 0; !pkg->is_library && j < pkg->funcs.len; j++)
            if (pkg->funcs.data[j]->fn.body)
                print_function(loaded, pkg->funcs.data[j], blocks, out);
    }
    vec_free(&packages);
}

static Share total(const CoverBlocks *blocks)
{
    Share share = {0};
    for (u32 i = 0; i < blocks->len; i++)
        add(&share, &blocks->data[i]);
    return share;
}

void cover_text(const Loaded *loaded, Buf *out)
{
    CoverBlocks blocks = blocks_of(loaded);
    Share share = total(&blocks);
    if (share.all)
        buf_printf(out, "%.1f%% of statements", percent(share));
    else
        buf_puts(out, "[no statements]");
    vec_free(&blocks);
}

static void print_total(const CoverBlocks *blocks, const char *ended, FILE *out)
{
    Share share = total(blocks);
    if (share.all)
        fprintf(out, "coverage: %.1f%% of statements (%u of %u)", percent(share), share.executed,
                share.all);
    else
        fprintf(out, "coverage: [no statements]");
    fprintf(out, "%s%s\n", *ended ? "; " : "", ended);
}

/* ---- the profile ---- */

static void print_profile(const Loaded *loaded, const CoverBlocks *blocks, FILE *out)
{
    for (u32 i = 0; i < blocks->len; i++) {
        const CoverBlock *block = &blocks->data[i];
        Place from = source_place(&loaded->sources, block->span.start);
        Place to = source_place(&loaded->sources, block->span.end);
        /* without the dot go tool cover looks for a package of that name */
        const char *dot = strchr("/.", from.file->name[0]) ? "" : "./";
        fprintf(out, "%s%s:%u.%u,%u.%u %u %llu\n", dot, from.file->name, from.line, from.col,
                to.line, to.col, block->statements, (unsigned long long)block->count);
    }
}

void cover_write(Loaded *loaded, const Options *options, const char *ended, bool again)
{
    CoverBlocks blocks = blocks_of(loaded);
    const char *path = options->out.cover_profile;
    OutputFile *profile = path ? output_open(path, again) : NULL;
    if (profile) {
        if (!again)
            fprintf(profile->file, "mode: count\n");
        print_profile(loaded, &blocks, profile->file);
        output_close(profile);
    }
    bool to_file = options->out.cover && *options->out.cover;
    OutputFile *output = to_file ? output_open(options->out.cover, again) : NULL;
    FILE *out = !to_file ? stderr : output ? output->file : NULL;
    if (out && options->out.cover)
        print_functions(loaded, &blocks, out);
    if (out)
        print_total(&blocks, ended, out);
    if (output)
        output_close(output);
    vec_free(&blocks);
}
