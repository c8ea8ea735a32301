/* Events and who receives them. An event says what a goroutine just did to shared memory or to
 * synchronisation, in numbers only: goroutines, locations and source positions, never pointers of
 * the machine, so that a recorded run, a live run and a hand-written test look the same to a
 * detector (paper, section 3.2; the rules are listed in spec/rules.md).
 *
 * What whoever emits events promises:
 *  - Events come in the order in which the steps were taken; a step that cannot happen (send on a
 *    closed channel, nil pointer) gives none.
 *  - All synchronisation is reported from the start of the program. A MAKE may come as late as just
 *    before the channel's first other event. Accesses may be left out until the first GO or start
 * of a timer: everything before it happens-before every goroutine, and a location's initial write
 * is known to all.
 *  - An unblocked operation is reported when it completes: a receive from a full channel that lets
 *    a waiting sender in is RECV followed by that sender's SEND; a send to a buffered channel with
 *    a waiting receiver is SEND followed by RECV; close is CLOSE followed by each waiting
 *    receiver's RECV_CLOSED. On capacity 0 a transfer is one RENDEZVOUS.
 *  - A Loc is not used again for another variable without forget() of its object in between. */
#ifndef TRACE_EVENT_H
#define TRACE_EVENT_H

#include "base/buf.h"
#include "base/common.h"
#include "base/source.h"

typedef enum EventKind {
#define EVENT(name, class, text, rule, select_rule, says) EV_##name,
#define SYNC_OP(name, type, op, phrase)
#include "trace/event.def"
#undef EVENT
#undef SYNC_OP
    EV_COUNT
} EventKind;

typedef enum EventClass { EVC_ACCESS, EVC_LIFE, EVC_CHANNEL, EVC_SYNC, EVC_MARK } EventClass;

typedef enum SyncOp {
#define EVENT(name, class, text, rule, select_rule, says)
#define SYNC_OP(name, type, op, phrase) SYNC_##name,
#include "trace/event.def"
#undef EVENT
#undef SYNC_OP
    SYNC_COUNT
} SyncOp;

typedef struct EventInfo {
    const char *name;
    EventClass class;
    const char *rule, *select_rule, *says;
} EventInfo;

typedef struct SyncOpInfo {
    const char *type, *op, *phrase;
} SyncOpInfo;

extern const EventInfo event_info[EV_COUNT];
extern const SyncOpInfo sync_op_info[SYNC_COUNT];

/* The stable name of a variable, channel or lock: which object, and which byte of it. */
typedef struct Loc {
    u64 object; /* allocating goroutine << 32 | how many it had allocated; 0 = the globals */
    u64 offset;
} Loc;

static inline Loc loc_make(u64 object, u64 offset)
{
    return (Loc){object, offset};
}

static inline bool loc_equal(Loc a, Loc b)
{
    return a.object == b.object && a.offset == b.offset;
}

enum {
    EVF_SELECT = 1,       /* goroutine did this as the chosen guard of a select */
    EVF_OTHER_SELECT = 2, /* RENDEZVOUS: the receiver's side was a guard of a select */
    EVF_LIBRARY = 2,      /* ACCESS: by the standard library; span is the program's call of it */
    EVF_PART = 4,         /* a further part of the operation just reported (RWMutex.Lock acquires
                             two objects, a select's default looks at several channels): orders
                             events as usual, but is not shown as a step */
    EVF_ATOMIC = 8, /* ACCESS: atomic. SYNC: also an atomic access to the variable at loc, a read if
                       it is an ACQUIRE but the Lock of a lock, else a write */
    EVF_CLOSED = 8  /* MAKE: the program may close the channel while another goroutine sends: sends
                       count as reads of it, which close, a write, must not race with */
};

/* The goroutine number of the machine itself (timers); main is 1. */
enum { GOROUTINE_MACHINE = 0, GOROUTINE_MAIN = 1 };

typedef struct Event {
    u8 kind;         /* EventKind */
    u8 sub;          /* SyncOp of a SYNC event; of an ACCESS that is part of such an operation */
    u8 flags;        /* EVF_* */
    u32 goroutine;   /* who acts; RENDEZVOUS: the sender */
    u32 other;       /* GO: the child; RENDEZVOUS: the receiver; TIMER: who set it; else 0 */
    Loc loc;         /* the variable, channel or object; DEFAULT: a channel that was not ready, one
                        event each, object 0 if there was none; GO, END, PANIC: none */
    u32 count;       /* ACCESS: number of locations, at least 1 (0 counts as 1) */
    u32 stride;      /* ACCESS with count > 1: bytes from one to the next */
    Span span;       /* source of the operation */
    Span other_span; /* RENDEZVOUS: source of the receiver's operation */
    u64 arg;         /* MAKE: capacity */
    /* The value read, written, sent or received, for people, or NULL; only during the call, and
     * only when the sink asks for it with WANT_VALUES. */
    const char *value;
} Event;

/* What a sink looks at, so that the machine need not prepare what nobody wants. */
enum {
    WANT_ACCESS = 1, /* READ and WRITE; all others come always */
    WANT_VALUES = 2, /* Event.value */
    WANT_EARLY = 4,  /* accesses before the first GO too (--explain shows them) */
    /* Accesses too that tell nothing that is not known since the goroutine's last synchronisation:
     * a second time, or to an object that it has made (vm/filter.h) */
    WANT_REPEATS = 8
};

typedef struct EventSink EventSink;

/* Shortcuts for the steps that programs consist of: each says the same as the event
 * of that name without the flags, of which the rules take no notice. Goroutines and channels are
 * named by what the sink gave out for them, which is valid until the goroutine's END and until the
 * channel's object is forgotten. */
typedef struct Shortcuts {
    void *(*goroutine)(EventSink *sink, u32 number);
    void *(*channel)(EventSink *sink, Loc loc); /* after its MAKE */
    /* A plain READ or WRITE of one location. */
    void (*access)(EventSink *sink, void *goroutine, Loc loc, Span span, bool is_write);
    /* Of `count`, the first at loc, `stride` bytes from one to the next. */
    void (*accesses)(EventSink *sink, void *goroutine, Loc loc, u32 count, u32 stride, Span span,
                     bool is_write);
    void (*send)(EventSink *sink, void *goroutine, void *channel, Span span);
    void (*receive)(EventSink *sink, void *goroutine, void *channel, Span span);
    /* The number of the lock, atomic variable ... at loc, until its object is forgotten. */
    u32 (*object)(EventSink *sink, Loc loc);
    /* One for an object that events never name, until `over`. */
    u32 (*unnamed)(EventSink *sink);
    void (*over)(EventSink *sink, u32 object);
    /* ACQUIRE, RELEASE, RELEASE_MERGE or ACQUIRE_RELEASE; sub: SyncOp, flags as in the event. */
    void (*sync)(EventSink *sink, void *goroutine, u32 object, u8 kind, u8 sub, u8 flags,
                 Span span);
    /* TIMER */
    void (*timer)(EventSink *sink, u32 goroutine, u32 object, u32 setter);
    void (*rendezvous)(EventSink *sink, void *sender, void *receiver, void *channel, Span span,
                       Span receiver_span);
} Shortcuts;

/* Embed as the first member. The owner of a sink frees it, after the run. */
struct EventSink {
    u8 wants; /* WANT_*; constant once the run has begun */
    void (*event)(EventSink *sink, const Event *event);
    /* The object is unreachable: nothing will name it again, its shadow may go. When this comes
     * depends on the collector, so nothing visible may depend on it. May be NULL. */
    void (*forget)(EventSink *sink, u64 object);
    /* The stream is over: finish what is written. No call of event or forget comes after it. May
     * be NULL. */
    void (*close)(EventSink *sink);
    /* NULL: all comes through event(). A sink that has them takes either, mixed at will. */
    const Shortcuts *shortcuts;
};

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

/* Hands everything on to several sinks, in the order in which they were added. */
typedef struct FanOut {
    EventSink sink;
    EventSink *to[8];
    u32 count;
} FanOut;

void fanout_init(FanOut *fan);
/* Does not take ownership. A NULL sink is ignored; more than 8 is a bug. */
void fanout_add(FanOut *fan, EventSink *sink);

/* The rule that the step is an instance of: "R-Send", or "R-Sel-Send" inside a select. */
const char *event_rule(const Event *event);
/* What a person calls the operation: "write", "send", "Mutex.Lock". */
void event_name(const Event *event, Buf *out);
/* One line of text for an event: the format of the trace dump (spec/trace.md). `sources` may be
 * NULL, positions are then numbers. */
void event_print(const Event *event, const Sources *sources, Buf *out);
/* Whether events of that kind have a location. */
static inline bool event_has_loc(EventKind kind)
{
    EventClass class = event_info[kind].class;
    return class == EVC_ACCESS || class == EVC_CHANNEL || class == EVC_SYNC || kind == EV_DEFAULT;
}

/* "g1.3+8": goroutine 1's third object, byte 8; "global+8" for globals. */
void loc_print(Loc loc, Buf *out);
/* "bank.gol:14:3", or "?" for Pos 0. */
void pos_print(const Sources *sources, Pos pos, Buf *out);

typedef struct StackFrame {
    const char *function; /* owned by the program that ran */
    Span span;
} StackFrame;

typedef VEC(StackFrame) StackTrace; /* innermost first */

/* What a sink may ask of the machine when something has to be shown to people. Every callback may
 * be NULL; sinks then show numbers. Called only from within EventSink.event, or between steps. */
typedef struct ProgramView {
    void *ctx;
    const Sources *sources;
    /* Adds the variable's, channel's or lock's name as the source has it; adds nothing when it
     * has none. */
    void (*variable)(void *ctx, Loc loc, Buf *out);
    /* Adds the present value of a location, or the value at index `arg` from the front of a
     * channel's buffer; adds nothing when unknown. */
    void (*value)(void *ctx, Loc loc, u64 index, Buf *out);
    /* Adds the name that a trace gives a goroutine; adds nothing when it has none. */
    void (*goroutine)(void *ctx, u32 goroutine, Buf *out);
    /* The innermost function whose source contains pos; NULL when there is none. */
    const char *(*function_at)(void *ctx, Pos pos);
    /* Adds the frames of a goroutine's present call stack to an empty trace. */
    void (*stack)(void *ctx, u32 goroutine, StackTrace *out);
} ProgramView;

/* The variable's name through the view, or loc_print's when it has none. */
void view_variable(const ProgramView *view, Loc loc, Buf *out);
/* The goroutine's name through the view, or "p2" when it has none. */
void view_goroutine(const ProgramView *view, u32 goroutine, Buf *out);

#endif
