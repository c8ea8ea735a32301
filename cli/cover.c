/* The report of --cover and --coverprofile: statements are counted in blocks, as go test does. */
#include "cli/cover.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/constraint.h"
#include "base/hash.h"
#include "base/output.h"
#include "cli/packages.h"

typedef struct Share {
    u32 executed, all;
} Share;

typedef VEC(CoverBlock) CoverBlocks;

/* As in Go, tests are not what is to be covered. */
static bool is_test_file(const SourceFile *file)
{
    return constraint_name_is_test(file->name) || !strcmp(file->name, LOAD_TEST_MAIN);
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

static CoverRow row_of(const Loaded *loaded, const CoverBlock *block)
{
    Place from = source_place(&loaded->sources, block->span.start);
    Place to = source_place(&loaded->sources, block->span.end);
    return (CoverRow){.file = from.file->name,
                      .line = from.line,
                      .col = from.col,
                      .to_line = to.line,
                      .to_col = to.col,
                      .statements = block->statements,
                      .count = block->count};
}

/* The file in a profile. Without the dot go tool cover looks for a package of that name. */
static const char *dotted(Arena *arena, const char *file)
{
    return strchr("/.", file[0]) ? file : arena_printf(arena, "./%s", file);
}

static void print_row(const CoverRow *row, const char *mode, FILE *out)
{
    u64 count = strcmp(mode, "set") ? row->count : row->count > 0;
    fprintf(out, "%s:%u.%u,%u.%u %u %llu\n", row->file, row->line, row->col, row->to_line,
            row->to_col, row->statements, (unsigned long long)count);
}

void cover_write(Loaded *loaded, const Options *options, const char *ended)
{
    CoverBlocks blocks = blocks_of(loaded);
    const char *path = options->out.cover_profile;
    OutputFile *profile = path ? output_open_whole(path) : NULL;
    if (profile) {
        fprintf(profile->file, "mode: count\n");
        for (u32 i = 0; i < blocks.len; i++) {
            CoverRow row = row_of(loaded, &blocks.data[i]);
            row.file = dotted(&loaded->arena, row.file);
            print_row(&row, "count", profile->file);
        }
        output_close(profile);
    }
    bool to_file = options->out.cover && *options->out.cover;
    OutputFile *output = to_file ? output_open_whole(options->out.cover) : NULL;
    FILE *out = !to_file ? stderr : output ? output->file : NULL;
    if (out && options->out.cover)
        print_functions(loaded, &blocks, out);
    if (out)
        print_total(&blocks, ended, out);
    if (output)
        output_close(output);
    vec_free(&blocks);
}

/* ---- sums ---- */

static bool is_in(const char *file, const PathList *folders)
{
    char absolute[PATH_MAX];
    if (!realpath(file, absolute))
        return false;
    *strrchr(absolute, '/') = '\0';
    for (u32 i = 0; i < folders->len; i++)
        if (!strcmp(folders->data[i], absolute))
            return true;
    return false;
}

/* Those of files in the folders; the caller's to free. */
static CoverBlocks blocks_in(const Loaded *loaded, const PathList *folders)
{
    CoverBlocks all = blocks_of(loaded), blocks = {0};
    const SourceFile *last = NULL;
    bool in = false;
    for (u32 i = 0; i < all.len; i++) {
        const SourceFile *file = source_file_of(&loaded->sources, all.data[i].span.start);
        if (file != last)
            in = is_in(file->name, folders);
        last = file;
        if (in)
            vec_push(&blocks, all.data[i]);
    }
    vec_free(&all);
    return blocks;
}

/* The file in the profile of tests: by the import path of its package, as tools look for it. */
static const char *profile_name(Arena *arena, const char *file)
{
    const char *slash = strrchr(file, '/');
    const char *dir = slash ? arena_strndup(arena, file, (size_t)(slash - file)) : ".";
    const char *path = packages_import_path(arena, dir);
    if (path == dir)
        return dotted(arena, file);
    return arena_printf(arena, "%s/%s", path, slash ? slash + 1 : file);
}

static void add_row(CoverSum *sum, CoverRow row)
{
    u64 key = hash_pair(hash_bytes(HASH_START, row.file, strlen(row.file)),
                        (u64)row.line << 32 | row.col);
    u64 *index = map_put(&sum->index, key);
    if (*index) {
        sum->rows.data[*index - 1].count += row.count;
        return;
    }
    row.file = arena_strndup(&sum->arena, row.file, strlen(row.file));
    vec_push(&sum->rows, row);
    *index = sum->rows.len;
}

void cover_add(CoverSum *sum, const Loaded *loaded, const PathList *folders)
{
    CoverBlocks blocks = blocks_in(loaded, folders);
    const char *file = NULL, *name = "";
    for (u32 i = 0; i < blocks.len; i++) {
        CoverRow row = row_of(loaded, &blocks.data[i]);
        if (row.file != file)
            name = profile_name(&sum->arena, row.file);
        file = row.file;
        row.file = name;
        add_row(sum, row);
    }
    vec_free(&blocks);
}

void cover_copy(CoverSum *sum, const CoverSum *from)
{
    for (u32 i = 0; i < from->rows.len; i++)
        add_row(sum, from->rows.data[i]);
}

void cover_text(const CoverSum *sum, Buf *out)
{
    Share share = {0};
    for (u32 i = 0; i < sum->rows.len; i++) {
        const CoverRow *row = &sum->rows.data[i];
        share.all += row->statements;
        share.executed += row->count ? row->statements : 0;
    }
    if (share.all)
        buf_printf(out, "%.1f%% of statements", percent(share));
    else
        buf_puts(out, "[no statements]");
}

void cover_profile(const CoverSum *sum, const char *path, const char *mode, bool again)
{
    OutputFile *output = again ? output_append(path) : output_open_whole(path);
    if (!output)
        return;
    if (!again)
        fprintf(output->file, "mode: %s\n", mode);
    for (u32 i = 0; i < sum->rows.len; i++)
        print_row(&sum->rows.data[i], mode, output->file);
    output_close(output);
}

void cover_functions(const Loaded *loaded, const PathList *folders, const char *path, bool again)
{
    CoverBlocks blocks = blocks_in(loaded, folders);
    OutputFile *output = !*path ? NULL : again ? output_append(path) : output_open_whole(path);
    FILE *out = !*path ? stderr : output ? output->file : NULL;
    if (out)
        print_functions(loaded, &blocks, out);
    if (output)
        output_close(output);
    vec_free(&blocks);
}

void cover_free(CoverSum *sum)
{
    arena_free(&sum->arena);
    map_free(&sum->index);
    vec_free(&sum->rows);
    *sum = (CoverSum){0};
}
