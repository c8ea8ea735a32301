/* Sinks in general: calls that do nothing, and the fan-out. */
#include "trace/sink.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"
#define CALL(name, parameters, copies) \
    void ignore_##name(EventSink *sink, SINK_PARAMETERS parameters) \
    { \
    }
#include "trace/event.def"

const SinkCalls ignore_calls = {
#define CALL(name, parameters, copies) .name = ignore_##name,
#include "trace/event.def"
};

/* Each sink gets references of its own: the caller's have room for what one sink caches. */
#define COPY_GOROUTINE(ref) (&(GoroutineRef){.number = (ref)->number})
#define COPY_OBJECT(ref) (&(ObjectRef){.loc = (ref)->loc})
#define COPY_PLACE(ref) (&(PlaceRef){.loc = (ref)->loc})
#define CALL(name, parameters, copies) \
    static void fan_##name(EventSink *sink, SINK_PARAMETERS parameters) \
    { \
        FanOut *fan = (FanOut *)sink; \
        for (u32 i = 0; i < fan->count; i++) \
            fan->to[i]->calls->name(fan->to[i], SINK_PARAMETERS copies); \
    }
#include "trace/event.def"

static const SinkCalls fan_calls = {
#define CALL(name, parameters, copies) .name = fan_##name,
#include "trace/event.def"
};

static void fan_forget(EventSink *sink, u64 object)
{
    FanOut *fan = (FanOut *)sink;
    for (u32 i = 0; i < fan->count; i++)
        sink_forget(fan->to[i], object);
}

static void fan_close(EventSink *sink)
{
    FanOut *fan = (FanOut *)sink;
    for (u32 i = 0; i < fan->count; i++)
        sink_close(fan->to[i]);
}

/* Copies of references keep no cache, so every object needs a name: WANT_REPEATS, which for the
 * sinks here costs no more than WANT_SYNC. */
void fanout_init(FanOut *fan)
{
    *fan = (FanOut){
        .sink = {
            .wants = WANT_REPEATS, .calls = &fan_calls, .forget = fan_forget, .close = fan_close}};
}

void fanout_add(FanOut *fan, EventSink *sink)
{
    if (!sink)
        return;
    if (fan->count == COUNT_OF(fan->to))
        BUG("too many event sinks");
    CHECK(sink->calls && sink != &fan->sink);
    CHECK(sink->calls != &record_calls || sink->event);
    fan->to[fan->count++] = sink;
    fan->sink.wants |= sink->wants;
}
