/* Calls to Events, and Events to calls. The two are inverse: a field of an Event that its kind
 * gives no meaning to is zero after the way through both. */
#include "trace/sink.h"

/* Calls to events ------------------------------------------------------------------------------ */

static Event event_of(EventTag tag, const GoroutineRef *goroutine, Loc loc, Span span)
{
    CHECK(tag.kind < EV_COUNT && tag.sub < SYNC_COUNT);
    return (Event){.kind = tag.kind,
                   .sub = tag.sub,
                   .flags = tag.flags,
                   .goroutine = goroutine->number,
                   .loc = loc,
                   .span = span};
}

void record_accesses(EventSink *sink, GoroutineRef *goroutine, Loc loc, u32 count, u32 stride,
                     Span span, EventTag tag)
{
    Event event = event_of(tag, goroutine, loc, span);
    CHECK(event_info[tag.kind].class == EVC_ACCESS);
    event.count = count;
    event.stride = stride;
    sink->event(sink, &event);
}

void record_access(EventSink *sink, GoroutineRef *goroutine, PlaceRef *place, u32 at, Span span,
                   EventTag tag)
{
    CHECK(tag.sub == SYNC_NONE && !(tag.flags & EVF_ATOMIC));
    record_accesses(sink, goroutine, place_loc(place, at), 1, 0, span, tag);
}

void record_access_some(EventSink *sink, GoroutineRef *goroutine, PlaceRef *place, u64 bytes,
                        Span span, EventTag tag)
{
    for (; bytes; bytes &= bytes - 1)
        record_access(sink, goroutine, place, (u32)__builtin_ctzll(bytes), span, tag);
}

void record_go(EventSink *sink, GoroutineRef *parent, GoroutineRef *child, Span span)
{
    Event event = {
        .kind = EV_GO, .goroutine = parent->number, .other = child->number, .span = span};
    sink->event(sink, &event);
}

void record_end(EventSink *sink, GoroutineRef *goroutine, Span span)
{
    sink->event(sink, &(Event){.kind = EV_END, .goroutine = goroutine->number, .span = span});
}

void record_make(EventSink *sink, GoroutineRef *goroutine, ObjectRef *channel, u64 capacity,
                 Span span, EventTag tag)
{
    Event event = event_of(tag, goroutine, channel->loc, span);
    CHECK(tag.kind == EV_MAKE);
    event.arg = capacity;
    sink->event(sink, &event);
}

void record_sync(EventSink *sink, GoroutineRef *goroutine, ObjectRef *object, Span span,
                 EventTag tag)
{
    Event event = event_of(tag, goroutine, object->loc, span);
    CHECK(event_info[tag.kind].class == EVC_SYNC && tag.kind != EV_TIMER);
    sink->event(sink, &event);
}

void record_channel(EventSink *sink, GoroutineRef *goroutine, ObjectRef *channel, Span span,
                    EventTag tag)
{
    Event event = event_of(tag, goroutine, channel->loc, span);
    CHECK(event_info[tag.kind].fields == HAS_LOC && event_info[tag.kind].class == EVC_CHANNEL);
    sink->event(sink, &event);
}

void record_rendezvous(EventSink *sink, GoroutineRef *sender, GoroutineRef *receiver,
                       ObjectRef *channel, Span span, Span receiver_span, EventTag tag)
{
    Event event = event_of(tag, sender, channel->loc, span);
    CHECK(tag.kind == EV_RENDEZVOUS);
    event.other = receiver->number;
    event.other_span = receiver_span;
    sink->event(sink, &event);
}

void record_timer(EventSink *sink, GoroutineRef *goroutine, ObjectRef *timer, u32 setter, Span span,
                  EventTag tag)
{
    Event event = event_of(tag, goroutine, timer->loc, span);
    CHECK(tag.kind == EV_TIMER);
    event.other = setter;
    sink->event(sink, &event);
}

void record_mark(EventSink *sink, GoroutineRef *goroutine, Loc loc, Span span, EventTag tag)
{
    Event event = event_of(tag, goroutine, loc, span);
    CHECK(event_info[tag.kind].class == EVC_MARK);
    sink->event(sink, &event);
}

void record_over(EventSink *sink, ObjectRef *object)
{
    if (!loc_is_unnamed(object->loc))
        sink_forget(sink, object->loc.object);
}

const SinkCalls record_calls = {
#define CALL(name, parameters, copies) .name = record_##name,
#include "trace/event.def"
};

/* Events to calls ------------------------------------------------------------------------------ */

static void call_access(EventSink *sink, GoroutineRef *p, const Event *e, EventTag tag)
{
    bool plain = e->count <= 1 && e->sub == SYNC_NONE && !(e->flags & EVF_ATOMIC);
    PlaceRef place = place_ref(e->loc);
    if (plain)
        sink->calls->access(sink, p, &place, place_byte(e->loc), e->span, tag);
    else
        sink->calls->accesses(sink, p, e->loc, e->count, e->stride, e->span, tag);
}

void sink_event_of(EventSink *sink, const Event *e, GoroutineRef *p, GoroutineRef *other,
                   ObjectRef *object)
{
    const SinkCalls *calls = sink->calls;
    EventTag tag = event_tag(e->kind, e->sub, e->flags);
    switch ((EventKind)e->kind) {
    case EV_READ:
    case EV_WRITE: call_access(sink, p, e, tag); break;
    case EV_GO: calls->go(sink, p, other, e->span); break;
    case EV_END: calls->end(sink, p, e->span); break;
    case EV_MAKE: calls->make(sink, p, object, e->arg, e->span, tag); break;
    case EV_SEND:
    case EV_RECV:
    case EV_RECV_CLOSED:
    case EV_CLOSE: calls->channel(sink, p, object, e->span, tag); break;
    case EV_RENDEZVOUS:
        calls->rendezvous(sink, p, other, object, e->span, e->other_span, tag);
        break;
    case EV_ACQUIRE:
    case EV_RELEASE:
    case EV_RELEASE_MERGE:
    case EV_ACQUIRE_RELEASE: calls->sync(sink, p, object, e->span, tag); break;
    case EV_TIMER: calls->timer(sink, p, object, e->other, e->span, tag); break;
    case EV_DEFAULT:
    case EV_PANIC: calls->mark(sink, p, e->loc, e->span, tag); break;
    case EV_COUNT: break;
    }
}

void sink_event(EventSink *sink, const Event *event)
{
    if (sink->calls == &record_calls) {
        sink->event(sink, event);
        return;
    }
    CHECK(event->kind < EV_COUNT && event->sub < SYNC_COUNT);
    GoroutineRef goroutine = {.number = event->goroutine}, other = {.number = event->other};
    ObjectRef object = {.loc = event->loc};
    sink_event_of(sink, event, &goroutine, &other, &object);
}
