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
                      .executed = counted->executed,
                      .allocs = counted->allocs};
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
            lines[n - 1].executed += lines[i].executed;
            lines[n - 1].allocs += lines[i].allocs;
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
                     bool first, u64 value)
{
    Buf part = {0}, inner = {0};
    put_number(&part, 1, location);
    put_number(&part, 2, value);
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
    static const char *const names[] = {
        [PPROF_EXECUTED] = "instructions", [PPROF_ALLOCS] = "alloc_objects"};
    Strings strings = {0};
    Buf type = {0};
    put_string(&strings, "");
    put_number(&type, 1, put_string(&strings, names[kind]));
    put_number(&type, 2, put_string(&strings, "count"));
    put_message(out, 1, &type);
    u32 location = 0, function = 0;
    const PprofLine *last = NULL;
    for (u32 i = 0; i < pprof->lines.len; i++) {
        const PprofLine *line = &pprof->lines.data[i];
        u64 value = kind == PPROF_ALLOCS ? line->allocs : line->executed;
        if (!value)
            continue;
        bool first = !last || by_function(last, line) != 0;
        function += first;
        put_line(out, &strings, line, ++location, function, first, value);
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
