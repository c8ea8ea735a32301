/* Loads traces in all formats, and names what is in them. */
#include "predict/trace.h"

#include <errno.h>

#include "base/limits.h"
#include "base/output.h"
#include "predict/build.h"
#include "trace/format.h"

/* Names ---------------------------------------------------------------------------------------- */

static void name_variable(void *ctx, Loc loc, Buf *out)
{
    const Trace *trace = ctx;
    u64 space = loc.object == 0 ? NAME_VARIABLE : loc.object - (1ull << 32);
    if (space < COUNT_OF(trace->names) && loc.offset / 8 < trace->names[space].len)
        buf_puts(out, trace->names[space].data[loc.offset / 8]);
    else if (space == NAME_THREAD && loc.offset / 8 < trace->threads.len)
        buf_puts(out, trace->threads.data[loc.offset / 8]);
}

static void name_thread(void *ctx, u32 goroutine, Buf *out)
{
    const Trace *trace = ctx;
    if (goroutine > 0 && goroutine <= trace->threads.len)
        buf_puts(out, trace->threads.data[goroutine - 1]);
}

void trace_thread_name(const Trace *trace, u32 goroutine, Buf *out)
{
    u32 before = out->len;
    name_thread((void *)trace, goroutine, out);
    if (out->len == before)
        buf_printf(out, "goroutine %u", goroutine);
}

u64 trace_number(const Trace *trace, u32 index)
{
    return (trace->numbers.len ? trace->numbers.data[index] : index) + 1;
}

/* Loading -------------------------------------------------------------------------------------- */

static void recorded_name(void *ctx, Loc loc, Buf *out)
{
    trace_reader_variable(ctx, loc, out);
}

static bool read_binary(Trace *trace, TraceReader *reader)
{
    trace->format = TRACE_BINARY;
    trace->reader = reader;
    trace->sources = trace_reader_sources(reader);
    trace->view =
        (ProgramView){.ctx = reader, .sources = trace->sources, .variable = recorded_name};
    Event event;
    for (; trace_reader_next(reader, &event); trace->count++) {
        limits_poll();
        if (trace->sink)
            sink_event(trace->sink, &event);
        else
            vec_push(&trace->events, event);
    }
    const char *error = trace_reader_error(reader);
    if (error)
        buf_puts(&trace->error, error);
    trace->cut = trace->count && trace_reader_cut(reader);
    return !error || trace->cut;
}

/* STD has bars in every line, a table has none. */
static TraceFormat text_format(const SourceFile *file)
{
    for (u32 i = 1; i <= file->lines.len; i++) {
        u32 len;
        const char *line = source_line(file, i, &len);
        u32 at = 0;
        while (at < len && (line[at] == ' ' || line[at] == '\t' || line[at] == '\r'))
            at++;
        if (at < len && line[at] != '#')
            return memchr(line, '|', len) ? TRACE_STD : TRACE_TABLE;
    }
    return TRACE_TABLE;
}

static bool load_text(Trace *trace, const SourceFile *file)
{
    trace->sources = &trace->text;
    trace->view = (ProgramView){
        .ctx = trace, .sources = &trace->text, .variable = name_variable, .goroutine = name_thread};
    Builder builder = {.trace = trace};
    if (memchr(file->text, '\0', file->len)) {
        build_fault(&builder, (Span){file->base, file->base},
                    "expected a trace: gol's own, STD text or a table, found binary data");
    } else {
        trace->format = text_format(file);
        if (trace->format == TRACE_STD)
            parse_std(&builder, file);
        else
            parse_table(&builder, file);
    }
    build_free(&builder);
    return trace->error.len == 0;
}

static bool is_binary(const char *data, size_t size)
{
    return size >= TRACE_MAGIC_LEN && !memcmp(data, TRACE_MAGIC, TRACE_MAGIC_LEN);
}

static bool read_memory(Trace *trace, const char *name, const char *data, size_t size)
{
    if (is_binary(data, size))
        return read_binary(trace, trace_reader_memory(name, data, size));
    if (size >= 3 && !memcmp(data, "\xef\xbb\xbf", 3)) { /* a byte order mark says nothing */
        data += 3;
        size -= 3;
    }
    SourceFile *file = source_add(&trace->text, name, data, size);
    if (file)
        return load_text(trace, file);
    buf_printf(&trace->error, "%s: more than 4 GB of text", name);
    return false;
}

bool trace_load_memory(Trace *trace, const char *name, const char *data, size_t size)
{
    *trace = (Trace){0};
    return read_memory(trace, name, data, size);
}

/* What begins with `start`, of that length, to its end. */
static bool read_all(Trace *trace, const char *name, FILE *file, const char *start, size_t size)
{
    size_t room = 1 << 16;
    char *data = xmalloc(room);
    memcpy(data, start, size);
    for (size_t got = 1; got > 0; size += got) {
        if (size == room)
            data = xrealloc(data, room *= 2);
        got = fread(data + size, 1, room - size, file);
    }
    bool ok = !ferror(file);
    if (ok)
        ok = read_memory(trace, name, data, size);
    else
        buf_printf(&trace->error, "%s: %s", name, strerror(errno));
    free(data);
    return ok;
}

/* A file of gol's own is read as it goes, if it can be read from the start again. */
static bool read_file(Trace *trace, const char *path)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    if (!file) {
        buf_printf(&trace->error, "%s: %s", path, strerror(errno));
        return false;
    }
    output_not(file);
    char start[TRACE_MAGIC_LEN];
    size_t size = fread(start, 1, sizeof start, file);
    bool in_place = is_binary(start, size) && file != stdin && !fseek(file, 0, SEEK_SET);
    bool ok = in_place ? read_binary(trace, trace_reader_open(path))
                       : read_all(trace, path, file, start, size);
    if (file != stdin)
        fclose(file);
    return ok;
}

bool trace_load(Trace *trace, const char *path)
{
    *trace = (Trace){0};
    return read_file(trace, path);
}

void trace_print_error(const Trace *trace, FILE *out)
{
    if (!trace->error.len)
        return;
    const char *text = buf_str(&trace->error);
    fprintf(out, "%s%s", text, text[trace->error.len - 1] == '\n' ? "" : "\n");
    if (trace->cut)
        fprintf(out, "the recording was cut short: what follows is about its first %llu events\n",
                (unsigned long long)trace->count);
}

bool trace_stream(Trace *trace, const char *path, EventSink *sink)
{
    *trace = (Trace){.sink = sink};
    return read_file(trace, path);
}

void trace_free(Trace *trace)
{
    vec_free(&trace->events);
    vec_free(&trace->numbers);
    source_free(&trace->text);
    trace_reader_free(trace->reader);
    vec_free(&trace->threads);
    for (u32 i = 0; i < COUNT_OF(trace->names); i++)
        vec_free(&trace->names[i]);
    arena_free(&trace->arena);
    buf_free(&trace->error);
}

/* Printing ------------------------------------------------------------------------------------- */

void trace_print_event(const Trace *trace, const Event *event, FILE *out)
{
    Buf line = {0};
    event_print(event, trace->sources, &line);
    fprintf(out, "%s\n", buf_str(&line));
    buf_free(&line);
}
