/* Profiles for go tool pprof: a message of its profile.proto, compressed as by gzip. The fields are
 * numbered as there. */
#include "cli/pprof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/buf.h"
#include "base/output.h"
#include "cli/profile.h"
#include "vm/profile.h"

const char *const pprof_flags[PPROF_KINDS] = {
    [PPROF_EXECUTED] = "cpuprofile",
    [PPROF_ALLOCS] = "memprofile",
    [PPROF_BLOCKED] = "blockprofile",
    [PPROF_CONTENDED] = "mutexprofile",
};

/* A value of a sample. */
typedef struct Measure {
    const char *name, *unit; /* NULL: there is no second one */
    size_t offset;           /* in Counted */
} Measure;

static const Measure measures[PPROF_KINDS][2] = {
    [PPROF_EXECUTED] = {{"instructions", "count", offsetof(Counted, executed)}},
    [PPROF_ALLOCS] = {{"alloc_objects", "count", offsetof(Counted, allocs)}},
    [PPROF_BLOCKED] = {{"contentions", "count", offsetof(Counted, waits)},
                       {"delay", "nanoseconds", offsetof(Counted, waited)}},
    [PPROF_CONTENDED] = {{"contentions", "count", offsetof(Counted, freed)},
                         {"delay", "nanoseconds", offsetof(Counted, held)}},
};

static u64 measured(const Measure *measure, const Counted *counted)
{
    return *(const u64 *)((const char *)counted + measure->offset);
}

/* ---- counts ---- */

static const char *copy(Pprof *pprof, const char *text)
{
    return arena_strndup(&pprof->arena, text, strlen(text));
}

static void add_line(void *ctx, const Func *fn, const Place *place, const Counted *counted)
{
    Pprof *pprof = ctx;
    PprofLine line = {.function = copy(pprof, fn->name),
                      .file = copy(pprof, place->file ? place->file->name : ""),
                      .line = place->file ? place->line : 0,
                      .counted = *counted};
    vec_push(&pprof->lines, line);
}

void pprof_add(Pprof *pprof, VM *vm)
{
    profile_settle(vm);
    profile_each_line(vm, add_line, pprof);
}

void pprof_free(Pprof *pprof)
{
    vec_free(&pprof->lines);
    arena_free(&pprof->arena);
    *pprof = (Pprof){0};
}

static int by_function(const PprofLine *a, const PprofLine *b)
{
    int order = strcmp(a->function, b->function);
    return order ? order : strcmp(a->file, b->file);
}

static int by_place(const void *a, const void *b)
{
    const PprofLine *x = a, *y = b;
    int order = by_function(x, y);
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

/* One entry for each line: programs of one package may share functions, and so may instances. */
static void sum_up(Pprof *pprof)
{
    PprofLine *lines = pprof->lines.data;
    u32 n = 0;
    if (pprof->lines.len)
        qsort(lines, pprof->lines.len, sizeof *lines, by_place);
    for (u32 i = 0; i < pprof->lines.len; i++) {
        if (n && by_place(&lines[n - 1], &lines[i]) == 0) {
            profile_sum(&lines[n - 1].counted, &lines[i].counted);
        } else {
            lines[n++] = lines[i];
        }
    }
    pprof->lines.len = n;
}

/* ---- the message ---- */

static void put_varint(Buf *out, u64 n)
{
    for (; n >= 0x80; n >>= 7)
        buf_putc(out, (char)(n | 0x80));
    buf_putc(out, (char)n);
}

static void put_number(Buf *out, u32 field, u64 n)
{
    put_varint(out, field << 3);
    put_varint(out, n);
}

static void put_bytes(Buf *out, u32 field, const char *bytes, size_t len)
{
    put_varint(out, field << 3 | 2);
    put_varint(out, len);
    buf_add(out, bytes, len);
}

/* A part that is a message itself, which is emptied. */
static void put_message(Buf *out, u32 field, Buf *part)
{
    put_bytes(out, field, part->data, part->len);
    buf_free(part);
}

/* The table of strings, in which each is named by its index; the first is "". */
typedef struct Strings {
    Buf table;
    u32 count;
} Strings;

static u32 put_string(Strings *strings, const char *text)
{
    put_bytes(&strings->table, 6, text, strlen(text));
    return strings->count++;
}

/* The sample of a line, the location that it is in, and if it is the first of a function, that. */
static void put_line(Buf *out, Strings *strings, const PprofLine *line, u32 location, u32 function,
                     bool first, PprofKind kind)
{
    Buf part = {0}, inner = {0};
    put_number(&part, 1, location);
    for (u32 i = 0; i < COUNT_OF(measures[kind]) && measures[kind][i].name; i++)
        put_number(&part, 2, measured(&measures[kind][i], &line->counted));
    put_message(out, 2, &part);
    put_number(&inner, 1, function);
    put_number(&inner, 2, line->line);
    put_number(&part, 1, location);
    put_message(&part, 4, &inner);
    put_message(out, 4, &part);
    if (!first)
        return;
    u32 name = put_string(strings, line->function);
    put_number(&part, 1, function);
    put_number(&part, 2, name);
    put_number(&part, 3, name);
    put_number(&part, 4, put_string(strings, line->file));
    put_message(out, 5, &part);
}

static void put_profile(const Pprof *pprof, PprofKind kind, Buf *out)
{
    Strings strings = {0};
    Buf type = {0};
    put_string(&strings, "");
    for (u32 i = 0; i < COUNT_OF(measures[kind]) && measures[kind][i].name; i++) {
        put_number(&type, 1, put_string(&strings, measures[kind][i].name));
        put_number(&type, 2, put_string(&strings, measures[kind][i].unit));
        put_message(out, 1, &type);
    }
    u32 location = 0, function = 0;
    const PprofLine *last = NULL;
    for (u32 i = 0; i < pprof->lines.len; i++) {
        const PprofLine *line = &pprof->lines.data[i];
        if (!measured(&measures[kind][0], &line->counted))
            continue;
        bool first = !last || by_function(last, line) != 0;
        function += first;
        put_line(out, &strings, line, ++location, function, first, kind);
        last = line;
    }
    buf_add(out, strings.table.data, strings.table.len);
    buf_free(&strings.table);
}

static void compress_to(const Buf *message, FILE *out)
{
    enum { GZIP = 16 }; /* this format, instead of zlib's own */
    z_stream z = {0};
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP, MAX_MEM_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        memory_exhausted(message->len);
    Bytef block[4096];
    z.next_in = (Bytef *)message->data;
    z.avail_in = message->len;
    do {
        z.next_out = block;
        z.avail_out = sizeof block;
        deflate(&z, Z_FINISH);
        fwrite(block, 1, sizeof block - z.avail_out, out);
    } while (z.avail_out == 0);
    deflateEnd(&z);
}

bool pprof_write(Pprof *pprof, PprofKind kind, const char *path)
{
    OutputFile *output = output_open_whole(path);
    if (!output)
        return false;
    Buf message = {0};
    sum_up(pprof);
    put_profile(pprof, kind, &message);
    compress_to(&message, output->file);
    buf_free(&message);
    return output_close(output);
}
