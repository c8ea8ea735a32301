/* Encodes events as differences to the event before, in blocks with a checksum (spec/trace.md). */
#include "trace/writer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/output.h"
#include "trace/format.h"

struct TraceWriter {
    EventSink sink;
    OutputFile *file; /* NULL: closed */
    int error;        /* why it is not complete, or 0 */
    bool closed;
    const ProgramView *view;
    Buf block, names;
    Map named; /* by trace_loc_key: has its name, or none */
    u64 events;
    /* The event before, which the next one is a difference to. */
    u32 goroutine;
    Loc loc;
    Pos pos;
};

/* Numbers -------------------------------------------------------------------------------------- */

/* Seven bits a byte, the lowest first; the top bit says that more follow. */
static void put_varint(Buf *out, u64 value)
{
    for (; value >= 0x80; value >>= 7)
        buf_putc(out, (char)(value | 0x80));
    buf_putc(out, (char)value);
}

/* Small differences of either sign become small numbers. */
static void put_difference(Buf *out, u64 value, u64 before)
{
    u64 difference = value - before;
    put_varint(out, difference << 1 ^ -(difference >> 63));
}

static void put_string(Buf *out, const char *text)
{
    put_varint(out, strlen(text));
    buf_puts(out, text);
}

static void put_u32(u8 *at, u32 value)
{
    for (u32 i = 0; i < 4; i++)
        at[i] = (u8)(value >> 8 * i);
}

/* Blocks --------------------------------------------------------------------------------------- */

static void write_bytes(TraceWriter *w, const void *data, size_t size)
{
    fwrite(data, 1, size, w->file->file);
}

/* Writes what has been gathered as one block and empties it. */
static void write_block(TraceWriter *w, u8 type, Buf *content)
{
    u8 head[TRACE_BLOCK_HEAD] = {type};
    put_u32(head + 1, content->len);
    put_u32(head + 5, trace_checksum(content->data, content->len));
    write_bytes(w, head, sizeof head);
    write_bytes(w, content->data, content->len);
    vec_clear(content);
}

/* Writes the block of events, and before it the block of names that they use. */
static void write_events(TraceWriter *w)
{
    if (w->names.len > 0)
        write_block(w, TRACE_NAMES, &w->names);
    if (w->block.len > 0)
        write_block(w, TRACE_EVENTS, &w->block);
}

static void put_file(Buf *out, const SourceFile *file)
{
    put_string(out, file->name);
    put_varint(out, file->len);
    put_varint(out, file->is_library);
    if (!file->is_library) {
        buf_add(out, file->text, file->len);
        return;
    }
    put_varint(out, file->lines.len);
    for (u32 i = 1; i < file->lines.len; i++) /* the first line begins at 0 */
        put_varint(out, file->lines.data[i] - file->lines.data[i - 1]);
}

static void write_head(TraceWriter *w, const TraceInfo *info, const Sources *sources)
{
    char start[TRACE_MAGIC_LEN + 1];
    memcpy(start, TRACE_MAGIC, TRACE_MAGIC_LEN);
    start[TRACE_MAGIC_LEN] = TRACE_VERSION;
    write_bytes(w, start, sizeof start);
    put_varint(&w->block, info->program);
    put_string(&w->block, info->name ? info->name : "");
    put_string(&w->block, info->schedule ? info->schedule : "");
    u32 files = sources ? sources->files.len : 0;
    put_varint(&w->block, files);
    for (u32 i = 0; i < files; i++)
        put_file(&w->block, sources->files.data[i]);
    write_block(w, TRACE_HEAD, &w->block);
}

/* Events --------------------------------------------------------------------------------------- */

static void put_span(TraceWriter *w, Span span)
{
    put_difference(&w->block, span.start, w->pos);
    put_varint(&w->block, span.end > span.start ? span.end - span.start : 0);
    w->pos = span.start;
}

static void put_loc(TraceWriter *w, Loc loc, bool same_object)
{
    if (!same_object) {
        put_varint(&w->block, loc.object >> 32);
        put_varint(&w->block, (u32)loc.object);
    }
    put_difference(&w->block, loc.offset, w->loc.offset);
    w->loc = loc;
}

/* Names are asked for at the first event of a location: later the object may be gone. */
static void put_name(TraceWriter *w, Loc loc)
{
    if (!w->view || !w->view->variable || w->named.count == TRACE_NAMES_MAX)
        return;
    u64 *known = map_put(&w->named, trace_loc_key(loc));
    if (*known)
        return;
    *known = 1;
    Buf name = {0};
    w->view->variable(w->view->ctx, loc, &name);
    if (name.len > 0) {
        put_varint(&w->names, loc.object >> 32);
        put_varint(&w->names, (u32)loc.object);
        put_varint(&w->names, loc.offset);
        put_string(&w->names, buf_str(&name));
    }
    buf_free(&name);
}

static void on_event(EventSink *sink, const Event *event)
{
    TraceWriter *w = (TraceWriter *)sink;
    Buf *out = &w->block;
    CHECK(event->kind < EV_COUNT && !w->closed);
    u8 fields = event_info[event->kind].fields;
    bool has_loc = fields & HAS_LOC;
    CHECK(event->count <= 1 || event_info[event->kind].class == EVC_ACCESS);
    CHECK(event->other == 0 || fields & HAS_OTHER);
    CHECK(event->arg == 0 || fields & HAS_ARG);
    bool same_goroutine = event->goroutine == w->goroutine;
    bool same_object = has_loc && event->loc.object == w->loc.object;
    u8 more = (event->flags & TRACE_FLAGS) | (event->sub ? TRACE_SUB : 0) |
              (event->count > 1 ? TRACE_RANGE : 0);
    buf_putc(out, (char)(event->kind | (same_goroutine ? TRACE_SAME_GOROUTINE : 0) |
                         (same_object ? TRACE_SAME_OBJECT : 0) | (more ? TRACE_MORE : 0)));
    if (more)
        buf_putc(out, (char)more);
    if (event->sub)
        buf_putc(out, (char)event->sub);
    if (!same_goroutine)
        put_varint(out, event->goroutine);
    w->goroutine = event->goroutine;
    if (fields & HAS_OTHER)
        put_varint(out, event->other);
    if (has_loc) {
        put_loc(w, event->loc, same_object);
        put_name(w, event->loc);
    }
    if (event->count > 1) {
        put_varint(out, event->count);
        put_varint(out, event->stride);
    }
    put_span(w, event->span);
    if (fields & HAS_OTHER_SPAN)
        put_span(w, event->other_span);
    if (fields & HAS_ARG)
        put_varint(out, event->arg);
    w->events++;
    if (out->len >= TRACE_BLOCK_SIZE)
        write_events(w);
}

static void on_close(EventSink *sink)
{
    TraceWriter *w = (TraceWriter *)sink;
    if (w->closed)
        return;
    w->closed = true;
    write_events(w);
    put_varint(&w->block, w->events);
    write_block(w, TRACE_END, &w->block);
    w->error = output_close(w->file) ? 0 : errno;
    w->file = NULL;
}

/* Life ----------------------------------------------------------------------------------------- */

TraceWriter *trace_writer_open(const char *path, const TraceInfo *info, const Sources *sources,
                               const ProgramView *view)
{
    OutputFile *file = output_open(path);
    if (!file)
        return NULL;
    TraceWriter *w = xcalloc(1, sizeof *w);
    w->sink = record_sink(WANT_ACCESS | WANT_REPEATS | WANT_PROVEN, on_event);
    w->sink.close = on_close;
    w->file = file;
    w->view = view;
    write_head(w, info, sources);
    return w;
}

EventSink *trace_writer_sink(TraceWriter *w)
{
    return &w->sink;
}

u64 trace_writer_events(const TraceWriter *w)
{
    return w->events;
}

bool trace_writer_free(TraceWriter *w)
{
    on_close(&w->sink);
    int error = w->error;
    buf_free(&w->block);
    buf_free(&w->names);
    map_free(&w->named);
    free(w);
    errno = error;
    return error == 0;
}
