/* The memory that the default detector holds: none for goroutines that only communicate, and no
 * more after the 300,000th goroutine than after the 1,000th. Sizes are checked, not seconds. */
#include "tests/unit/race_events.h"
#include "tests/unit/test.h"

enum { CHANNEL = 1, SHARED = 2, OWN = 3 /* numbers from 3 on */, GOROUTINES = 300000 };

static Detector *detector;
static EventSink *sink;
static GoroutineRef goroutine[3]; /* main, and the two that act; with them the detector caches */
static ObjectRef channel;

static void start(void)
{
    detector = detector_new("hybrid", &(DetectorConfig){0});
    sink = detector_sink(detector);
    goroutine[1] = (GoroutineRef){.number = 1};
    goroutine[2] = (GoroutineRef){.number = 2};
    channel = (ObjectRef){.loc = {CHANNEL, 0}};
}

static void event(Event e)
{
    e.span = (Span){1, 2};
    sink_event(sink, &e);
}

static void make(u64 capacity, u8 flags)
{
    event((Event){
        .kind = EV_MAKE, .goroutine = 1, .loc = {CHANNEL, 0}, .arg = capacity, .flags = flags});
}

static void access(u32 p, u64 object, bool is_write)
{
    event((Event){
        .kind = is_write ? EV_WRITE : EV_READ, .goroutine = p, .loc = {object, 0}, .count = 1});
}

/* A goroutine is started, sends to main, and ends. */
static void live(u32 p, bool caches)
{
    Event meet;
    event((Event){.kind = EV_GO, .goroutine = 1, .other = p});
    goroutine[2] = (GoroutineRef){.number = p};
    meet = (Event){.kind = EV_RENDEZVOUS, .goroutine = p, .other = 1, .loc = {CHANNEL, 0}};
    if (caches)
        sink_event_of(sink, &meet, &goroutine[2], &goroutine[1], &channel);
    else
        event(meet);
    event((Event){.kind = EV_END, .goroutine = p});
}

/* Goroutines one after another, with or without accesses to a shared variable and to one of their
 * own that dies with them. Tables hold twice their initial size before they are purged. */
static void one_after_another(bool caches, bool touch, u8 flags)
{
    start();
    make(0, flags);
    size_t early = 0, most = 0;
    for (u32 p = 2; p < GOROUTINES; p++) {
        if (touch) {
            access(1, SHARED, true);
            access(1, OWN + p, true);
        }
        live(p, caches);
        if (touch) {
            access(1, SHARED, false);
            sink->forget(sink, OWN + p);
        }
        size_t now = detector_memory(detector);
        early = p <= 1000 && now > early ? now : early;
        most = now > most ? now : most;
    }
    printf("%zu bytes at 1,000, %zu at 300,000\n", early, most);
    EXPECT(most <= 2 * early);
    EXPECT_INT(detector_races(detector), 0);
    detector_free(detector);
}

static void test_goroutines(void)
{
    one_after_another(false, false, 0);
    one_after_another(true, false, 0);
    one_after_another(true, true, 0);
    one_after_another(true, true, EVF_CLOSED);
}

/* A million messages through a channel must not need more memory than the first thousand. */
static void messages(u64 capacity)
{
    start();
    make(capacity, 0);
    event((Event){.kind = EV_GO, .goroutine = 1, .other = 2});
    GoroutineRef *p1 = &goroutine[1], *p2 = &goroutine[2];
    const SinkCalls *calls = sink->calls;
    size_t early = 0;
    for (u32 i = 0; i < 1000000; i++) {
        if (capacity) {
            calls->channel(sink, p2, &channel, (Span){1, 2}, event_tag(EV_SEND, 0, 0));
            calls->channel(sink, p1, &channel, (Span){3, 4}, event_tag(EV_RECV, 0, 0));
        } else {
            calls->rendezvous(sink, p2, p1, &channel, (Span){1, 2}, (Span){3, 4},
                              event_tag(EV_RENDEZVOUS, 0, 0));
        }
        if (i == 1000)
            early = detector_memory(detector);
    }
    EXPECT_INT(detector_memory(detector), early);
    Buf state = {0}; /* no goroutine has any happens-before information */
    detector_state(detector, &state);
    EXPECT(strstr(buf_str(&state), "m") == NULL);
    buf_free(&state);
    detector_free(detector);
}

static void test_messages(void)
{
    messages(0);
    messages(10);
}

/* Accesses to 200 elements, in one event or one for each. */
static void access_array(u32 p, u64 offset, u32 stride, bool is_write, bool at_once)
{
    Event e = {.kind = is_write ? EV_WRITE : EV_READ, .goroutine = p, .loc = {SHARED, offset}};
    e.stride = stride;
    e.count = at_once ? 200 : 1;
    for (u32 i = 0; i < (at_once ? 1 : 200); i++, e.loc.offset += stride)
        event(e);
}

/* What the detector has to show after an array was written by one and read by another, and read
 * once more at some elements, in the middle of a page and where an element of another size is. */
static Buf state_of_array(u64 offset, u32 stride, bool at_once)
{
    start();
    event((Event){.kind = EV_GO, .goroutine = 1, .other = 2});
    access_array(2, offset, stride, true, at_once);
    event((Event){.kind = EV_ACQUIRE, .goroutine = 2, .loc = {OWN, 0}});
    access_array(2, offset, stride, false, at_once);
    for (u64 at = offset + 64 + 3 * stride; at < offset + 64 + 200; at += 65)
        event((Event){.kind = EV_READ, .goroutine = 2, .loc = {SHARED, at}, .count = 1});
    Buf state = {0};
    detector_state(detector, &state);
    detector_free(detector);
    return state;
}

/* An array all of which is accessed at once costs a cell for each 64 bytes, and is remembered as if
 * each element had its own. */
static void test_whole_arrays(void)
{
    enum { BYTES = 1 << 22 };
    start();
    size_t before = detector_memory(detector);
    event((Event){.kind = EV_GO, .goroutine = 1, .other = 2});
    event(
        (Event){.kind = EV_WRITE, .goroutine = 2, .loc = {SHARED, 0}, .count = BYTES, .stride = 1});
    EXPECT(detector_memory(detector) - before < 2 * BYTES);
    detector_free(detector);
    static const u32 strides[] = {1, 2, 4, 8, 16, 24};
    for (u32 i = 0; i < COUNT_OF(strides); i++)
        for (u64 offset = 0; offset < 64; offset += 8) {
            Buf whole = state_of_array(offset, strides[i], true);
            Buf each = state_of_array(offset, strides[i], false);
            EXPECT(whole.len > 200 * 8);
            EXPECT_STR(buf_str(&whole), buf_str(&each));
            buf_free(&whole);
            buf_free(&each);
        }
}

int main(void)
{
    RUN(test_whole_arrays);
    RUN(test_goroutines);
    RUN(test_messages);
    return test_summary("race_memory");
}
