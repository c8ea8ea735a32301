/* Decodes and checks a trace file (spec/trace.md). The first fault is kept as text; after it every
 * function returns something harmless, so that callers look for faults only now and then. */
#include "trace/reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "trace/format.h"

enum { MORE_GOROUTINES = 64 }; /* how much goroutine numbers may exceed the number of events */

typedef struct LocName {
    Loc loc;
    const char *name;
} LocName;

struct TraceReader {
    const char *name;
    FILE *file; /* NULL: reading from memory */
    const u8 *memory;
    size_t memory_left;

    Buf block;
    u64 block_at; /* where the block's content begins in the file */
    u32 at;       /* position in the block */
    bool ended;
    Buf error;
    bool cut; /* the error is that the file ends where a block was to come, or within it */

    Arena arena;
    TraceInfo info;
    Sources sources;
    Map name_index; /* by trace_loc_key: index in names + 1 */
    VEC(LocName) names;
    u64 events;
    u32 goroutine; /* the event before, see trace/writer.c */
    Loc loc;
    Pos pos;
};

/* What is wrong -------------------------------------------------------------------------------- */

static bool failed(const TraceReader *r)
{
    return r->error.len > 0;
}

/* Notes the first thing that is wrong, found at that byte of the file. */
static void damaged(TraceReader *r, u64 at, const char *fmt, ...) PRINTF_LIKE(3, 4);
static void damaged(TraceReader *r, u64 at, const char *fmt, ...)
{
    if (failed(r))
        return;
    buf_printf(&r->error, "%s: byte %llu: ", r->name, (unsigned long long)at);
    va_list args;
    va_start(args, fmt);
    buf_vprintf(&r->error, fmt, args);
    va_end(args);
    r->ended = true;
}

static u64 here(const TraceReader *r)
{
    return r->block_at + r->at;
}

/* Numbers -------------------------------------------------------------------------------------- */

/* All of these give 0 after a fault. */
static u64 get_long_varint(TraceReader *r, const char *what)
{
    u64 value = 0;
    for (u32 shift = 0; shift < 64; shift += 7) {
        if (r->at >= r->block.len) {
            damaged(r, here(r), "expected %s, the block ends here", what);
            return 0;
        }
        u8 byte = (u8)r->block.data[r->at++];
        value |= (u64)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    damaged(r, here(r), "%s has more than 64 bits", what);
    return 0;
}

/* Most have one byte. */
static inline u64 get_varint(TraceReader *r, const char *what)
{
    if (LIKELY(r->at < r->block.len && (u8)r->block.data[r->at] < 0x80))
        return (u8)r->block.data[r->at++];
    return get_long_varint(r, what);
}

static inline u32 get_u32(TraceReader *r, const char *what)
{
    u64 at = here(r), value = get_varint(r, what);
    if (LIKELY(value <= UINT32_MAX))
        return (u32)value;
    damaged(r, at, "%s is %llu, which is more than 32 bits", what, (unsigned long long)value);
    return 0;
}

static inline u8 get_byte(TraceReader *r, const char *what)
{
    if (r->at >= r->block.len) {
        damaged(r, here(r), "expected %s, the block ends here", what);
        return 0;
    }
    return (u8)r->block.data[r->at++];
}

static inline u64 get_difference(TraceReader *r, u64 before, const char *what)
{
    u64 value = get_varint(r, what);
    return before + (value >> 1 ^ -(value & 1));
}

static const char *get_string(TraceReader *r, const char *what)
{
    u64 at = here(r), len = get_varint(r, what);
    if (len > r->block.len - r->at) {
        damaged(r, at, "%s is longer than the block", what);
        return "";
    }
    const char *text = arena_strndup(&r->arena, r->block.data + r->at, len);
    r->at += (u32)len;
    return text;
}

/* Blocks --------------------------------------------------------------------------------------- */

/* Number of bytes read, less than size at the end of the file. */
static size_t read_bytes(TraceReader *r, void *to, size_t size)
{
    size_t got = size < r->memory_left ? size : r->memory_left;
    if (r->file)
        return fread(to, 1, size, r->file);
    if (got > 0)
        memcpy(to, r->memory, got);
    r->memory += got;
    r->memory_left -= got;
    return got;
}

/* Grows with what is there, not with what a damaged length claims. */
static u32 read_content(TraceReader *r, u32 len)
{
    vec_clear(&r->block);
    while (r->block.len < len) {
        u32 step = len - r->block.len < 1 << 20 ? len - r->block.len : 1 << 20;
        vec_reserve(&r->block, r->block.len + step);
        u32 got = (u32)read_bytes(r, r->block.data + r->block.len, step);
        r->block.len += got;
        if (got < step)
            break;
    }
    return r->block.len;
}

static u32 u32_at(const u8 *at)
{
    return at[0] | (u32)at[1] << 8 | (u32)at[2] << 16 | (u32)at[3] << 24;
}

/* Reads the next block into r->block; its type, or 0 after an error. */
static u8 read_block(TraceReader *r)
{
    u8 head[TRACE_BLOCK_HEAD];
    u64 start = r->block_at + r->block.len;
    if (read_bytes(r, head, sizeof head) < sizeof head) {
        r->cut = !failed(r);
        damaged(r, start, "expected a block, the file ends here: the recording was cut short");
        return 0;
    }
    u32 len = u32_at(head + 1);
    r->block_at = start + TRACE_BLOCK_HEAD;
    r->at = 0;
    if (len > TRACE_BLOCK_MAX) {
        damaged(r, start + 1, "a block of %u bytes is too long", len);
        return 0;
    }
    u32 got = read_content(r, len);
    if (got < len) {
        r->cut = !failed(r);
        damaged(r, r->block_at + got, "the block should have %u bytes, the file ends after %u", len,
                got);
    } else if (trace_checksum(r->block.data, len) != u32_at(head + 5)) {
        damaged(r, start, "the block's content does not fit its checksum");
    }
    return failed(r) ? 0 : head[0];
}

/* Blank, but for the lines. */
static void get_lines(TraceReader *r, char *text, u32 len)
{
    u32 lines = get_u32(r, "a number of lines");
    u64 start = 0;
    memset(text, ' ', len);
    for (u32 i = 1; i < lines && !failed(r); i++) {
        u64 at = here(r), step = get_varint(r, "where a line begins");
        if (step == 0 || step > len - start)
            damaged(r, at, "a line begins outside of its file");
        else
            text[(start += step) - 1] = '\n';
    }
}

static void get_text(TraceReader *r, char *text, u32 len)
{
    if (len > r->block.len - r->at) {
        damaged(r, here(r), "the text of a source file is longer than the block");
        return;
    }
    memcpy(text, r->block.data + r->at, len);
    r->at += len;
}

static void read_source_file(TraceReader *r)
{
    const char *name = get_string(r, "the name of a source file");
    u64 at = here(r);
    u32 len = get_u32(r, "the length of a source file");
    bool library = get_varint(r, "whether a source file is of the library") != 0;
    if (len > TRACE_BLOCK_MAX - r->sources.next)
        damaged(r, at, "a source file of %u bytes is too long", len);
    if (failed(r))
        return;
    char *text = xcalloc(len + 1u, 1);
    if (library)
        get_lines(r, text, len);
    else
        get_text(r, text, len);
    SourceFile *file = failed(r) ? NULL : source_add(&r->sources, name, text, len);
    if (file)
        file->is_library = library;
    else
        damaged(r, at, "more than 4 GB of source files");
    free(text);
}

static void read_head(TraceReader *r)
{
    u8 start[TRACE_MAGIC_LEN + 1];
    size_t got = read_bytes(r, start, sizeof start);
    if (got < sizeof start || memcmp(start, TRACE_MAGIC, TRACE_MAGIC_LEN) != 0) {
        damaged(r, 0, "this is no trace of gol");
        return;
    }
    if (start[TRACE_MAGIC_LEN] != TRACE_VERSION) {
        damaged(r, TRACE_MAGIC_LEN, "the trace has version %u, this gol reads version %u",
                start[TRACE_MAGIC_LEN], TRACE_VERSION);
        return;
    }
    r->block_at = sizeof start;
    u8 type = read_block(r);
    if (failed(r))
        return;
    if (type != TRACE_HEAD) {
        damaged(r, sizeof start, "expected the head of the trace");
        return;
    }
    r->info.program = get_varint(r, "the program's hash");
    r->info.name = get_string(r, "the program's name");
    r->info.schedule = get_string(r, "the schedule");
    u32 files = get_u32(r, "the number of source files");
    for (u32 i = 0; i < files && !failed(r); i++)
        read_source_file(r);
    if (!failed(r) && r->at < r->block.len)
        damaged(r, here(r), "the head of the trace should end here");
}

/* Names ---------------------------------------------------------------------------------------- */

static void read_names(TraceReader *r)
{
    while (!failed(r) && r->at < r->block.len) {
        u64 at = here(r);
        LocName n = {0};
        u64 goroutine = get_u32(r, "the goroutine that allocated an object");
        n.loc.object = goroutine << 32 | get_u32(r, "the number of an object");
        n.loc.offset = get_varint(r, "an offset");
        n.name = get_string(r, "the name of a location");
        if (r->names.len == TRACE_NAMES_MAX)
            damaged(r, at, "more than %u locations have names", TRACE_NAMES_MAX);
        if (failed(r))
            return;
        vec_push(&r->names, n);
        *map_put(&r->name_index, trace_loc_key(n.loc)) = r->names.len;
    }
}

void trace_reader_variable(const TraceReader *r, Loc loc, Buf *out)
{
    const u64 *index = map_get(&r->name_index, trace_loc_key(loc));
    if (index && loc_equal(r->names.data[*index - 1].loc, loc))
        buf_puts(out, r->names.data[*index - 1].name);
}

/* Events --------------------------------------------------------------------------------------- */

/* True if there is a block of events to read from; at the end of the trace checks that all of it
 * was there. */
static bool next_block(TraceReader *r)
{
    while (!r->ended && r->at >= r->block.len) {
        u64 start = r->block_at + r->block.len;
        u8 type = read_block(r);
        if (failed(r))
            return false;
        if (type == TRACE_END) {
            u64 count = get_varint(r, "the number of events");
            if (count != r->events)
                damaged(r, start, "the trace should have %llu events, but there are %llu",
                        (unsigned long long)count, (unsigned long long)r->events);
            r->ended = true;
        } else if (type == TRACE_NAMES) {
            read_names(r);
        } else if (type != TRACE_EVENTS) {
            damaged(r, start, "expected a block of events");
        }
    }
    return !r->ended;
}

static inline Span get_span(TraceReader *r)
{
    u32 start = (u32)get_difference(r, r->pos, "a position");
    u32 len = get_u32(r, "the length of a source span");
    r->pos = start;
    return (Span){start, len > UINT32_MAX - start ? UINT32_MAX : start + len};
}

static inline Loc get_loc(TraceReader *r, bool same_object)
{
    if (!same_object) {
        u64 goroutine = get_u32(r, "the goroutine that allocated an object");
        r->loc.object = goroutine << 32 | get_u32(r, "the number of an object");
    }
    r->loc.offset = get_difference(r, r->loc.offset, "an offset");
    return r->loc;
}

/* Numbers are given in order, one to each GO or TIMER. What is far off would only make a detector
 * ask for memory. */
static inline u32 get_goroutine(TraceReader *r)
{
    u64 at = here(r);
    u32 goroutine = get_u32(r, "a goroutine");
    if (goroutine > r->events + MORE_GOROUTINES)
        damaged(r, at, "there cannot be a goroutine %u yet", goroutine);
    return goroutine;
}

static void get_event(TraceReader *r, Event *event)
{
    u64 start = here(r);
    u8 first = get_byte(r, "an event");
    u8 more = first & TRACE_MORE ? get_byte(r, "the flags of an event") : 0;
    *event = (Event){.kind = first & TRACE_KIND, .flags = more & TRACE_FLAGS, .count = 1};
    if (event->kind >= EV_COUNT) {
        damaged(r, start, "there is no event of kind %u", event->kind);
        return;
    }
    if (more & TRACE_SUB)
        event->sub = get_byte(r, "an operation");
    if (event->sub >= SYNC_COUNT) {
        damaged(r, start, "there is no operation number %u", event->sub);
        return;
    }
    if (!(first & TRACE_SAME_GOROUTINE))
        r->goroutine = get_goroutine(r);
    event->goroutine = r->goroutine;
    u8 fields = event_info[event->kind].fields;
    if (fields & HAS_OTHER)
        event->other = get_goroutine(r);
    if (fields & HAS_LOC)
        event->loc = get_loc(r, first & TRACE_SAME_OBJECT);
    if (more & TRACE_RANGE) {
        event->count = get_u32(r, "the number of locations");
        event->stride = get_u32(r, "the distance of locations");
    }
    event->span = get_span(r);
    if (fields & HAS_OTHER_SPAN)
        event->other_span = get_span(r);
    if (fields & HAS_ARG)
        event->arg = get_varint(r, "the argument of an event");
}

bool trace_reader_next(TraceReader *r, Event *event)
{
    if (r->ended || (r->at >= r->block.len && !next_block(r)))
        return false;
    get_event(r, event);
    if (failed(r))
        return false;
    r->events++;
    return true;
}

/* Life ----------------------------------------------------------------------------------------- */

static TraceReader *new_reader(const char *name)
{
    TraceReader *r = xcalloc(1, sizeof *r);
    r->name = arena_strndup(&r->arena, name, strlen(name));
    r->info.name = r->info.schedule = "";
    return r;
}

TraceReader *trace_reader_open(const char *path)
{
    TraceReader *r = new_reader(path);
    r->file = fopen(path, "rb");
    if (r->file) {
        read_head(r);
    } else {
        buf_printf(&r->error, "%s: %s", path, strerror(errno));
        r->ended = true;
    }
    return r;
}

TraceReader *trace_reader_memory(const char *name, const void *data, size_t size)
{
    TraceReader *r = new_reader(name);
    r->memory = data;
    r->memory_left = size;
    read_head(r);
    return r;
}

void trace_reader_free(TraceReader *r)
{
    if (!r)
        return;
    if (r->file)
        fclose(r->file);
    buf_free(&r->block);
    buf_free(&r->error);
    source_free(&r->sources);
    map_free(&r->name_index);
    vec_free(&r->names);
    arena_free(&r->arena);
    free(r);
}

const char *trace_reader_error(const TraceReader *r)
{
    return failed(r) ? buf_str(&r->error) : NULL;
}

bool trace_reader_cut(const TraceReader *r)
{
    return r->cut;
}

const TraceInfo *trace_reader_info(const TraceReader *r)
{
    return &r->info;
}

const Sources *trace_reader_sources(const TraceReader *r)
{
    return &r->sources;
}

bool trace_dump(TraceReader *r, FILE *out)
{
    Event event;
    Buf line = {0};
    fprintf(out, "# trace of %s", r->info.name[0] ? r->info.name : "a program");
    if (r->info.program)
        fprintf(out, ", hash %016llx", (unsigned long long)r->info.program);
    fprintf(out, "%s%s\n", r->info.schedule[0] ? ", schedule " : "", r->info.schedule);
    while (trace_reader_next(r, &event)) {
        event_print(&event, &r->sources, &line);
        fprintf(out, "%s\n", buf_str(&line));
        vec_clear(&line);
    }
    buf_free(&line);
    return !failed(r);
}
