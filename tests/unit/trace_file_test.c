/* The trace file: what is written is read back, and damage gives a diagnostic. */
#include <stdlib.h>
#include <unistd.h>

#include "base/rng.h"
#include "tests/unit/test.h"
#include "trace/format.h"
#include "trace/reader.h"
#include "trace/writer.h"

enum { EVENTS = 20000 };

static char path[64];
static Sources sources;
static Event events[EVENTS];

typedef struct Bytes {
    u8 *data;
    size_t size;
} Bytes;

static Bytes slurp(void)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    Bytes bytes = {malloc(8 << 20), 0};
    bytes.size = fread(bytes.data, 1, 8 << 20, file);
    fclose(file);
    return bytes;
}

/* An event that a run could have; fields that its kind does not use are 0. */
static Event random_event(Rng *rng, u32 number)
{
    Event event = {.kind = (u8)rng_below(rng, EV_COUNT), .count = 1};
    event.goroutine = rng_below(rng, number + 2);
    event.flags = rng_below(rng, 8) == 0 ? (u8)rng_below(rng, 8) : 0;
    event.span.start = rng_below(rng, 4) == 0 ? (Pos)rng_next(rng) : number * 3;
    event.span.end =
        event.span.start > UINT32_MAX - 100 ? UINT32_MAX : event.span.start + rng_below(rng, 9);
    u8 fields = event_info[event.kind].fields;
    if (fields & HAS_LOC)
        event.loc = loc_make(rng_below(rng, 3) ? 1ull << 32 | 7 : rng_next(rng),
                             rng_below(rng, 3) ? rng_below(rng, 64) : rng_next(rng));
    if (fields & HAS_OTHER)
        event.other = rng_below(rng, number + 2);
    if (event_info[event.kind].class == EVC_SYNC)
        event.sub = (u8)rng_below(rng, SYNC_COUNT);
    if (event_info[event.kind].class == EVC_ACCESS && rng_below(rng, 10) == 0) {
        event.count = 2 + (u32)rng_below(rng, 1000);
        event.stride = rng_below(rng, 64);
    }
    if (fields & HAS_OTHER_SPAN)
        event.other_span = (Span){number, number + 3};
    if (fields & HAS_ARG)
        event.arg = rng_below(rng, 2) ? rng_next(rng) : rng_below(rng, 10);
    return event;
}

/* Names every third location. */
static void name_some(void *ctx, Loc loc, Buf *out)
{
    (void)ctx;
    if (loc.offset % 3 == 0)
        buf_printf(out, "v%llu", (unsigned long long)loc.offset);
}

static const ProgramView view = {.variable = name_some};

static void write_file(u32 count)
{
    TraceInfo info = {.program = 0x1234567890abcdef, .name = "bank.gol", .schedule = "1^4.3"};
    TraceWriter *writer = trace_writer_open(path, &info, &sources, &view);
    EventSink *sink = trace_writer_sink(writer);
    for (u32 i = 0; i < count; i++) {
        sink_event(sink, &events[i]);
        if (i % 7 == 0)
            sink_forget(sink, i); /* not part of the run */
    }
    EXPECT_INT(trace_writer_events(writer), count);
    EXPECT(trace_writer_free(writer));
}

static bool same_event(const Event *a, const Event *b)
{
    return a->kind == b->kind && a->sub == b->sub && a->flags == b->flags &&
           a->goroutine == b->goroutine && a->other == b->other && loc_equal(a->loc, b->loc) &&
           a->count == b->count && a->stride == b->stride && a->span.start == b->span.start &&
           a->span.end == b->span.end && a->other_span.start == b->other_span.start &&
           a->other_span.end == b->other_span.end && a->arg == b->arg;
}

static void test_round_trip(void)
{
    write_file(EVENTS);
    Bytes first = slurp();
    write_file(EVENTS);
    Bytes second = slurp();
    EXPECT(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    TraceReader *reader = trace_reader_open(path);
    EXPECT(trace_reader_error(reader) == NULL);
    EXPECT(trace_reader_info(reader)->program == 0x1234567890abcdef);
    EXPECT_STR(trace_reader_info(reader)->name, "bank.gol");
    EXPECT_STR(trace_reader_info(reader)->schedule, "1^4.3");
    Event event;
    for (u32 i = 0; i < EVENTS; i++)
        if (!trace_reader_next(reader, &event) || !same_event(&event, &events[i])) {
            EXPECT(!"the event is read as it was written");
            break;
        }
    EXPECT(!trace_reader_next(reader, &event));
    EXPECT(trace_reader_error(reader) == NULL);
    trace_reader_free(reader);
    free(first.data);
    free(second.data);
}

static Event received;

static void receive(EventSink *sink, const Event *event)
{
    (void)sink;
    received = *event;
}

/* An event that goes through a call of a sink comes out as it was. */
static void test_calls(void)
{
    EventSink sink = record_sink(0, receive);
    FanOut fan; /* makes calls of everything: a record_sink alone would get the event as it is */
    fanout_init(&fan);
    fanout_add(&fan, &sink);
    for (u32 i = 0; i < EVENTS; i++) {
        Event event = events[i];
        if (event_info[event.kind].class == EVC_LIFE) /* these have no flags */
            event.flags = 0;
        if (event_info[event.kind].class != EVC_ACCESS) /* nor others a count */
            event.count = 0;
        received = (Event){0};
        sink_event(&fan.sink, &event);
        if (same_event(&received, &event))
            continue;
        printf("kind %s\n", event_info[event.kind].name);
        EXPECT(!"the event is received as it was sent");
        return;
    }
}

/* Positions can be shown without the program's source. */
static void test_positions(void)
{
    write_file(10);
    TraceReader *reader = trace_reader_open(path);
    const Sources *read = trace_reader_sources(reader);
    for (Pos pos = 1; pos < sources.next; pos++) {
        Place want = source_place(&sources, pos), got = source_place(read, pos);
        EXPECT(got.file && strcmp(got.file->name, want.file->name) == 0 && got.line == want.line &&
               got.col == want.col && got.file->is_library == want.file->is_library);
    }
    trace_reader_free(reader);
}

/* The name of a location is known when its first event is read. */
static void test_names(void)
{
    write_file(EVENTS);
    TraceReader *reader = trace_reader_open(path);
    Event event;
    Buf name = {0}, want = {0};
    u32 named = 0;
    while (trace_reader_next(reader, &event)) {
        vec_clear(&name);
        vec_clear(&want);
        if (!event_has_loc(event.kind))
            continue;
        trace_reader_variable(reader, event.loc, &name);
        name_some(NULL, event.loc, &want);
        EXPECT_STR(buf_str(&name), buf_str(&want));
        named += name.len > 0;
    }
    EXPECT(named > 0);
    trace_reader_free(reader);
    buf_free(&name);
    buf_free(&want);
}

static void check_error(const u8 *data, size_t size, const char *want)
{
    TraceReader *reader = trace_reader_memory("t", data, size);
    Event event;
    while (trace_reader_next(reader, &event))
        continue;
    const char *error = trace_reader_error(reader);
    EXPECT_STR(error ? error : "", want);
    trace_reader_free(reader);
}

static void test_diagnostics(void)
{
    write_file(0);
    Bytes bytes = slurp();
    check_error(bytes.data, bytes.size, "");
    check_error(bytes.data, 0, "t: byte 0: this is no trace of gol");
    check_error((const u8 *)"package main\n", 13, "t: byte 0: this is no trace of gol");
    u32 head = 9 + TRACE_BLOCK_HEAD + bytes.data[10];
    char want[100];
    snprintf(want, sizeof want,
             "t: byte %u: expected a block, the file ends here: the recording was cut short", head);
    check_error(bytes.data, head, want);
    bytes.data[8] = 1;
    check_error(bytes.data, bytes.size,
                "t: byte 8: the trace has version 1, this gol reads "
                "version 2");
    bytes.data[8] = 2;
    bytes.data[25] ^= 1;
    check_error(bytes.data, bytes.size, "t: byte 9: the block's content does not fit its checksum");
    free(bytes.data);
    TraceReader *reader = trace_reader_open("/nonexistent/trace");
    EXPECT_STR(trace_reader_error(reader), "/nonexistent/trace: No such file or directory");
    trace_reader_free(reader);
    EXPECT(trace_writer_open("/nonexistent/trace", &(TraceInfo){0}, NULL, NULL) == NULL);
}

/* Reads everything; true if the result is as it should be: a clean end or a diagnostic. */
static bool read_to_end(const u8 *data, size_t size)
{
    TraceReader *reader = trace_reader_memory("t", data, size);
    Event event;
    while (trace_reader_next(reader, &event))
        if (event.kind >= EV_COUNT || event.sub >= SYNC_COUNT)
            return false;
    const char *error = trace_reader_error(reader);
    bool ok = !error || strncmp(error, "t: byte ", 8) == 0;
    trace_reader_free(reader);
    return ok;
}

static void test_truncation(void)
{
    write_file(300);
    Bytes bytes = slurp();
    for (size_t size = 0; size < bytes.size; size++) {
        TraceReader *reader = trace_reader_memory("t", bytes.data, size);
        Event event;
        while (trace_reader_next(reader, &event))
            continue;
        EXPECT(trace_reader_error(reader) != NULL);
        EXPECT(trace_reader_cut(reader) || size < TRACE_MAGIC_LEN + 1);
        trace_reader_free(reader);
    }
    free(bytes.data);
}

/* Recomputes the checksums, so that damage is not found by them. */
static void mend(u8 *data, size_t size)
{
    for (size_t at = 9; at + TRACE_BLOCK_HEAD <= size;) {
        u32 len;
        memcpy(&len, data + at + 1, 4);
        if (len > size - at - TRACE_BLOCK_HEAD)
            return;
        u32 sum = trace_checksum(data + at + TRACE_BLOCK_HEAD, len);
        memcpy(data + at + 5, &sum, 4);
        at += TRACE_BLOCK_HEAD + len;
    }
}

static void test_damage(void)
{
    write_file(300);
    Bytes bytes = slurp();
    u8 *copy = malloc(bytes.size);
    Rng rng = {7};
    for (u32 i = 0; i < 20000; i++) {
        memcpy(copy, bytes.data, bytes.size);
        for (u32 hits = 1 + rng_below(&rng, 3); hits > 0; hits--)
            copy[9 + rng_below(&rng, (u32)bytes.size - 9)] = (u8)rng_next(&rng);
        if (i % 4)
            mend(copy, bytes.size);
        if (!read_to_end(copy, bytes.size)) {
            EXPECT(!"a damaged file gives a diagnostic");
            break;
        }
    }
    free(copy);
    free(bytes.data);
}

static void test_dump(void)
{
    Pos at = sources.files.data[0]->base;
    events[0] = (Event){.kind = EV_GO, .goroutine = 1, .other = 2, .span = {at, at + 2}};
    events[1] = (Event){.kind = EV_WRITE,
                        .goroutine = 2,
                        .loc = {1ull << 32 | 3, 8},
                        .count = 4,
                        .stride = 8,
                        .span = {at + 6, at + 7}};
    events[2] = (Event){.kind = EV_RENDEZVOUS,
                        .flags = EVF_SELECT,
                        .goroutine = 2,
                        .other = 1,
                        .loc = {1ull << 32 | 1, 0},
                        .span = {at + 3, at + 5}};
    events[3] =
        (Event){.kind = EV_RELEASE, .sub = SYNC_MUTEX_UNLOCK, .goroutine = 1, .loc = {0, 16}};
    write_file(4);
    TraceReader *reader = trace_reader_open(path);
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    EXPECT(trace_dump(reader, out));
    fclose(out);
    EXPECT_STR(text, "# trace of bank.gol, hash 1234567890abcdef, schedule 1^4.3\n"
                     "p1 go p2 at a.gol:1:1\n"
                     "p2 write g1.3+8 count 4 stride 8 at a.gol:3:1\n"
                     "p2 rendezvous/select -> p1 g1.1 at a.gol:1:4 with ?\n"
                     "p1 release global+16 Mutex.Unlock at ?\n");
    free(text);
    trace_reader_free(reader);
}

int main(void)
{
    snprintf(path, sizeof path, "%s/gol-trace-test-%d", P_tmpdir, (int)getpid());
    source_add(&sources, "a.gol", "abc\nd\n\n\nefgh", 12);
    source_add(&sources, "lib/b.gol", "\nx\n", 3)->is_library = true;
    source_add(&sources, "empty.gol", "", 0);
    Rng rng = {1};
    for (u32 i = 0; i < EVENTS; i++)
        events[i] = random_event(&rng, i);
    RUN(test_round_trip);
    RUN(test_calls);
    RUN(test_positions);
    RUN(test_names);
    RUN(test_diagnostics);
    RUN(test_truncation);
    RUN(test_damage);
    RUN(test_dump);
    source_free(&sources);
    unlink(path);
    return test_summary("trace_file");
}
