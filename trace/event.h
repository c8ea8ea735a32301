/* Events as plain records: what a goroutine just did to shared memory or to synchronisation, in
 * numbers only: goroutines, locations and source positions, never pointers of the machine
 * ([GRACE20], section 3.2; the rules are listed in spec/rules.md). Here are their tables, names and
 * text; how they are delivered, and what a receiver may rely on, is in trace/sink.h. */
#ifndef TRACE_EVENT_H
#define TRACE_EVENT_H

#include "base/buf.h"
#include "base/common.h"
#include "base/source.h"
#include "code/effect.h"

typedef enum EventKind {
#define EVENT(name, class, fields, text, rule, select_rule, says) EV_##name,
#include "trace/event.def"
    EV_COUNT
} EventKind;

typedef enum EventClass { EVC_ACCESS, EVC_LIFE, EVC_CHANNEL, EVC_SYNC, EVC_MARK } EventClass;

/* Optional fields of an Event. */
enum {
    HAS_NONE = 0,
    HAS_LOC = 1,
    HAS_OTHER = 2,
    HAS_OTHER_SPAN = 4,
    HAS_ARG = 8,
};

typedef enum SyncOp {
#define SYNC_OP(name, effect, type, op, phrase) SYNC_##name,
#include "trace/event.def"
    SYNC_COUNT
} SyncOp;

typedef struct EventInfo {
    const char *name;
    EventClass class;
    u8 fields; /* HAS_* */
    const char *rule, *select_rule, *says;
} EventInfo;

typedef struct SyncOpInfo {
    const char *type, *op, *phrase;
} SyncOpInfo;

extern const EventInfo event_info[EV_COUNT];
extern const SyncOpInfo sync_op_info[SYNC_COUNT];

/* The effect of a SyncOp. */
static inline Effect sync_effect(u8 sub)
{
    static const u8 effects[] = {
#define SYNC_OP(name, effect, type, op, phrase) EFFECT_##effect,
#include "trace/event.def"
    };
    return (Effect)effects[sub];
}

/* The stable name of a variable, channel or lock: which object, and which byte of it. */
typedef struct Loc {
    u64 object; /* allocating goroutine << 32 | index among its allocations; 0 = the globals */
    u64 offset; /* in bytes */
} Loc;

/* Byte `offset` of an object. */
static inline Loc loc_make(u64 object, u64 offset)
{
    return (Loc){object, offset};
}

/* Whether both name the same byte. */
static inline bool loc_equal(Loc a, Loc b)
{
    return a.object == b.object && a.offset == b.offset;
}

enum {
    EVF_SELECT = 1,       /* goroutine did this as the chosen guard of a select */
    EVF_OTHER_SELECT = 2, /* RENDEZVOUS: the receiver's side was a guard of a select */
    EVF_LIBRARY = 2,      /* ACCESS: by the standard library; span is the program's call of it */
    EVF_PART = 4,   /* a further part of an operation that is reported too (RWMutex.Lock acquires
                       two objects, a select's default looks at several channels): orders
                       events as usual, but is not shown as a step */
    EVF_ATOMIC = 8, /* ACCESS: atomic. SYNC: also an atomic access to the variable at loc, a read if
                       it is an ACQUIRE but the Lock of a lock, else a write */
    EVF_CLOSED = 8  /* MAKE: the program may close the channel while another goroutine sends: sends
                       count as reads of the channel, and close as a write */
};

/* The goroutine number of the machine itself (timers); main is 1. */
enum { GOROUTINE_MACHINE = 0, GOROUTINE_MAIN = 1 };

typedef struct Event {
    u8 kind;         /* EventKind */
    u8 sub;          /* SyncOp of a SYNC event; of an ACCESS that is part of such an operation */
    u8 flags;        /* EVF_* */
    u32 goroutine;   /* the one that acts; RENDEZVOUS: the sender */
    u32 other;       /* GO: the child; RENDEZVOUS: the receiver; TIMER: its setter; else 0 */
    Loc loc;         /* the variable, channel or object; DEFAULT: a channel that was not ready, one
                        event each, object 0 if there was none; GO, END, PANIC: none */
    u32 count;       /* ACCESS: number of locations, at least 1 (0 counts as 1) */
    u32 stride;      /* ACCESS with count > 1: bytes from one to the next */
    Span span;       /* source of the operation */
    Span other_span; /* RENDEZVOUS: source of the receiver's operation */
    u64 arg;         /* MAKE: capacity */
} Event;

/* The rule that the step is an instance of: "R-Send", or "R-Sel-Send" inside a select. */
const char *event_rule(const Event *event);
/* Adds the usual name of the operation to out: "write", "send", "Mutex.Lock". */
void event_name(const Event *event, Buf *out);
/* Adds one line of text for an event to out: the format of the trace dump (spec/trace.md).
 * `sources` may be NULL, positions are then numbers. */
void event_print(const Event *event, const Sources *sources, Buf *out);
/* Whether events of that kind have a location. */
static inline bool event_has_loc(EventKind kind)
{
    return event_info[kind].fields & HAS_LOC;
}

/* Adds "g1.3+8" to out: goroutine 1's third object, byte 8; "global+8" for globals. */
void loc_print(Loc loc, Buf *out);
/* Adds "bank.gol:14:3" to out, or "?" for Pos 0. */
void pos_print(const Sources *sources, Pos pos, Buf *out);

typedef struct StackFrame {
    const char *function; /* owned by the program that ran */
    Span span;
} StackFrame;

typedef VEC(StackFrame) StackTrace; /* innermost first */

/* What a sink may ask of the machine when something has to be shown to people. Every callback may
 * be NULL; sinks then show numbers. Called only while a sink is being called, or between steps. */
typedef struct ProgramView {
    void *ctx;
    const Sources *sources;
    /* Adds the variable's, channel's or lock's name as the source has it; adds nothing when it
     * has none. */
    void (*variable)(void *ctx, Loc loc, Buf *out);
    /* Adds the present value of a location, or the value at index `arg` from the front of a
     * channel's buffer; adds nothing when unknown. */
    void (*value)(void *ctx, Loc loc, u64 index, Buf *out);
    /* Adds the value that the access being reported reads or stores at loc, or that the send or
     * rendezvous being reported passes on by the channel at loc; adds nothing when unknown. Only
     * for sinks with WANT_VALUES. */
    void (*accessed)(void *ctx, Loc loc, Buf *out);
    /* Adds the name that a trace gives a goroutine; adds nothing when it has none. */
    void (*goroutine)(void *ctx, u32 goroutine, Buf *out);
    /* The innermost function whose source contains pos; NULL when there is none. */
    const char *(*function_at)(void *ctx, Pos pos);
    /* Adds the frames of a goroutine's present call stack to an empty trace. */
    void (*stack)(void *ctx, u32 goroutine, StackTrace *out);
    /* Adds what a blocked goroutine waits for, "a value from done"; adds nothing when it does not
     * wait. */
    void (*waiting)(void *ctx, u32 goroutine, Buf *out);
    /* There was a race: an access that repeats an earlier one of its goroutine may be another one
     * now, since what the two are compared with has changed in between. May be NULL. */
    void (*raced)(void *ctx);
} ProgramView;

/* Adds the variable's name through the view to out, or loc_print's when it has none. */
void view_variable(const ProgramView *view, Loc loc, Buf *out);
/* Adds the goroutine's name through the view to out, or "p2" when it has none. */
void view_goroutine(const ProgramView *view, u32 goroutine, Buf *out);

#endif
