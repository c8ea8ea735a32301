/* Event sinks: receivers of a program's events. The calls of a sink are declared in
 * trace/event.def; detectors, the observer of explorers, the access log and all others receive the
 * same ones. A live run, a recorded trace and a hand-written test look the same to them.
 *
 * A sink that wants plain records is a record_sink(): one adapter turns calls into Events.
 * sink_event() is its inverse: it hands an Event to any sink as the call that it stands for.
 *
 * What the caller of a sink promises:
 *  - Events come in the order in which the steps were taken; a step that cannot happen (send on a
 *    closed channel, nil pointer) gives none.
 *  - All synchronisation is reported from the start of the program. A MAKE may come as late as just
 *    before the channel's first other event. Accesses may be left out until the first GO or start
 *    of a timer: everything before it happens-before every goroutine, and every goroutine knows a
 *    location's initial write.
 *  - An unblocked operation is reported when it completes: a receive from a full channel that lets
 *    a waiting sender in is RECV followed by that sender's SEND; a send to a buffered channel with
 *    a waiting receiver is SEND followed by RECV; close is CLOSE followed by each waiting
 *    receiver's RECV_CLOSED. On capacity 0 a transfer is one RENDEZVOUS.
 *  - A Loc is not used again for another variable without forget() of its object in between. */
#ifndef TRACE_SINK_H
#define TRACE_SINK_H

#include "base/grant.h"
#include "trace/event.h"

/* What kind of event it is; passed in one register. */
typedef struct EventTag {
    u8 kind;     /* EventKind */
    u8 sub;      /* SyncOp */
    u8 flags;    /* EVF_* */
    bool grants; /* of a call of `access`: EventSink.offer is about it */
} EventTag;

static inline EventTag event_tag(EventKind kind, u8 sub, u8 flags)
{
    return (EventTag){(u8)kind, sub, flags, false};
}

/* A goroutine or an object, as calls name it. The caller keeps the reference as long as the
 * goroutine or object exists, or makes another for each call. In `cache` the sink that is called
 * may keep what it found for the name; it is NULL in a new reference. A sink that hands calls on
 * either leaves `cache` to one other sink or hands on copies. A goroutine's cache is valid until
 * its END, an object's until it is forgotten or `over`. */
typedef struct GoroutineRef {
    void *cache;
    u32 number;
} GoroutineRef;

/* A channel or another object, never both. */
typedef struct ObjectRef {
    Loc loc; /* LOC_UNNAMED: has no name; then `cache` must stay with it until it is `over` */
    void *cache;
} ObjectRef;

/* PLACE_BYTES of an object: what accesses are near. Objects of the machine begin 8 bytes after
 * their memory, the globals do not: a place of a large object is a line of the processor's. */
enum { PLACE_BYTES = 64, PLACE_SKEW = 8 };

/* Bytes of the object's first place before the object. */
static inline u64 place_skew(u64 object)
{
    return object ? PLACE_SKEW : 0;
}

/* The number of its place in the object, and which byte of it a location is. */
static inline u64 place_number(Loc loc)
{
    return (loc.offset + place_skew(loc.object)) / PLACE_BYTES;
}

static inline u32 place_byte(Loc loc)
{
    return (loc.offset + place_skew(loc.object)) % PLACE_BYTES;
}

/* Byte 0 of a place, which may not exist: loc.offset wraps around. */
static inline Loc place_start(u64 object, u64 number)
{
    return (Loc){object, number * PLACE_BYTES - place_skew(object)};
}

/* A reference to a place. Its cache is valid until the object is forgotten. */
typedef struct PlaceRef {
    Loc loc;   /* of byte 0 */
    u32 cache; /* 0 in a new reference */
    u8 bytes;  /* that are the object's or before it, if it is known; else 0 */
} PlaceRef;

/* The place of a location. */
static inline PlaceRef place_ref(Loc loc)
{
    return (PlaceRef){.loc = place_start(loc.object, place_number(loc))};
}

/* The location at that byte of the place. */
static inline Loc place_loc(const PlaceRef *place, u32 at)
{
    CHECK(at < PLACE_BYTES);
    return (Loc){place->loc.object, place->loc.offset + at};
}

#define LOC_UNNAMED ((Loc){~0ull, 0})

static inline bool loc_is_unnamed(Loc loc)
{
    return loc.object == ~0ull;
}

/* What a sink looks at, so that the machine need not prepare the rest. */
enum {
    WANT_ACCESS = 1, /* READ and WRITE; all other events always come */
    WANT_VALUES = 2, /* ProgramView.accessed */
    WANT_EARLY = 4,  /* accesses before the first GO too (--explain shows them) */
    /* All that the filter (vm/filter.h) would drop: accesses that repeat one since the goroutine
     * last released something or that are to an object it has made since, the MAKE of a channel
     * that is not used, the names of timers. */
    WANT_REPEATS = 8,
    /* Accesses that are proved to race with nothing (code/op.h): to show them, or to judge by
     * more than what happens before what. Only together with WANT_REPEATS. */
    WANT_PROVEN = 16,
    /* Of what the filter would drop all but accesses, so that every object has a name;
     * WANT_REPEATS includes it. */
    WANT_SYNC = 32
};

typedef struct EventSink EventSink;

#define SINK_PARAMETERS(...) __VA_ARGS__

/* The calls; none may be NULL. A sink makes its table from event.def, like ignore_calls in
 * trace/sink.c: then a call that it lacks does not compile. */
typedef struct SinkCalls {
#define CALL(name, parameters, copies) void (*name)(EventSink * sink, SINK_PARAMETERS parameters);
#include "trace/event.def"
} SinkCalls;

/* What the caller of `access` offers: if the sink grants accesses of the goroutine that are near,
 * the caller enters them itself, and does not report them. The sink may take the grant back at any
 * time, and must as soon as the goroutine's next access is no longer to be entered like this; but
 * for the goroutine's own synchronisations, with which the caller forgets `segment`, and before
 * which it drops the grant if none of them hands over what the goroutine did. */
typedef struct GrantOffer {
    Grant *grant; /* for a line of memory, which the sink is to set */
    u64 *read,
        *write;   /* locations in the line of which accesses are not reported: the sink may add */
    u32 *segment; /* in which the goroutine's accesses are now: for all grants to it */
    i32 first;    /* byte of the line at which the place begins; it may lie outside */
} GrantOffer;

/* Embed as the first member. The owner of a sink frees it, after the run. */
struct EventSink {
    u8 wants; /* WANT_*; constant once the run has begun */
    const SinkCalls *calls;
    /* The object is unreachable: nothing will name it again, and its data can be freed. When this
     * comes depends on the collector, so nothing visible may depend on it. May be NULL. */
    void (*forget)(EventSink *sink, u64 object);
    /* The stream is over: finish what is written. No other call comes after it. May be NULL. */
    void (*close)(EventSink *sink);
    /* Takes the events of record_ calls; NULL if there are none in `calls`. */
    void (*event)(EventSink *sink, const Event *event);
    GrantOffer offer; /* the caller's, for calls that have EventTag.grants */
    /* In which segment an access by the goroutine would be now (GrantOffer.segment), where that has
     * not been set since its last synchronisation. NULL: the sink grants nothing. */
    u32 (*segment)(EventSink *sink, GoroutineRef *goroutine);
};

/* Calls the sink's forget or close, if it has one. */
static inline void sink_forget(EventSink *sink, u64 object)
{
    if (sink->forget)
        sink->forget(sink, object);
}

static inline void sink_close(EventSink *sink)
{
    if (sink->close)
        sink->close(sink);
}

/* Calls that do nothing, for tables of sinks that ignore some, and a table of them. */
#define CALL(name, parameters, copies) \
    void ignore_##name(EventSink *sink, SINK_PARAMETERS parameters);
#include "trace/event.def"
extern const SinkCalls ignore_calls;

/* The adapter: calls that become an Event for the sink's `event`, which is valid during that call
 * only, and a table of them. */
#define CALL(name, parameters, copies) \
    void record_##name(EventSink *sink, SINK_PARAMETERS parameters);
#include "trace/event.def"
extern const SinkCalls record_calls;
/* A sink whose events all go to `event`; wants: WANT_*. */
static inline EventSink record_sink(u8 wants, void (*event)(EventSink *sink, const Event *event))
{
    return (EventSink){.wants = wants, .calls = &record_calls, .event = event};
}

/* Its inverse: hands the event to the sink as a call, and as it is if all are records to it. */
void sink_event(EventSink *sink, const Event *event);
/* The same with references to what the event names that the caller keeps. */
void sink_event_of(EventSink *sink, const Event *event, GoroutineRef *goroutine,
                   GoroutineRef *other, ObjectRef *object);

/* Hands everything on to several sinks, in the order in which they were added. */
typedef struct FanOut {
    EventSink sink;
    EventSink *to[8];
    u32 count;
} FanOut;

/* Makes a fan-out to no sink; it owns nothing. */
void fanout_init(FanOut *fan);
/* Adds a sink, which stays the caller's. A NULL sink is ignored; more than 8 are a BUG. */
void fanout_add(FanOut *fan, EventSink *sink);

#endif
